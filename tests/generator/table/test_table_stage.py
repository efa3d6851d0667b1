"""Two tables whose middle is drawn specially: a Story Sheet, and scenes. By clicks, in Chromium.

Each player has a browser profile of its own. What the game asks is found on the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.generator.browser import pytestmark
from tests.generator.table.table_server import served, session_of, soon
from tests.generator.table.test_table_page import Page
from validator.table.session import Session

__all__ = ["pytestmark"]
WRITE = (
    "const field = document.querySelector(arguments[0]); field.focus(); field.value = arguments[1];"
    "field.dispatchEvent(new Event('input', {bubbles: true}));"
)
SHEET = {
    "seed": "A fable of paper ships", "crisis": "Will Mirel send her letter?",
    "subplots.1": "Will Tolly slip aboard?", "scenes.1": "The sorting loft, under the sails",
    "scenes.2": "The quay, which gives a little", "threats.1": "the first drops are falling",
} | {
    f"people.{number}.{part}": f"{name}, {words}"
    for number, name in ((1, "Mirel"), (2, "Dunmore"), (3, "Tolly"))
    for part, words in (("name", "of the harbour"), ("goals.1", "to post"), ("ties.1", "the rain"))
}  # fmt: skip


class Seat(Page):
    """The page of one player, in which things are found by what they say."""

    def press(self, text: str) -> None:
        """Press the button that says this."""
        found = f"[...document.querySelectorAll('button')].find((each) => each.checkVisibility() && !each.disabled && each.textContent.replace(/\\s+/g, ' ').includes({json.dumps(text)}))"  # noqa: E501
        self.soon(f"Boolean({found})")
        self.driver.execute_script(f"{found}.click()")

    def move(self, text: str) -> None:
        """Press the button that says this, and wait for the step that it plays."""
        node = self.table.table.session.here.number
        self.press(text)
        self.soon(f"state.node > {node}")

    def send(self, act: str, text: str) -> None:
        """Write into the form of a verb, and send it."""
        node = self.table.table.session.here.number
        form = f".form[data-verb={act}]"
        self.write(f"{form} textarea", text)
        self.soon(f"$('{form} .primary').click() || true")
        self.soon(f"state.node > {node}")

    def write(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.soon(f"$({json.dumps(selector)}) !== null")
        self.driver.execute_script(WRITE, selector, text)

    def text(self, selector: str) -> str:
        return str(self.ask(f"$({json.dumps(selector)}).textContent.replace(/\\s+/g, ' ')"))


@contextmanager
def seats(driver: Any, session: Session) -> Iterator[list[Seat]]:
    """The pages of two players, each in a window of one browser with cookies of its own link."""
    with served(session, together=False) as table:
        first = Seat(driver, table, table.address(table.seat(0)))
        one = driver.current_window_handle
        driver.switch_to.new_window("window")
        second = Seat(driver, table, table.address(table.seat(1)))
        yield [_at(first, one), _at(second, driver.current_window_handle)]


def _at(page: Seat, window: str) -> Seat:
    """The page with its window brought to the front before each question."""
    ask = page.driver.execute_script

    class Front:
        def __getattr__(self, name: str) -> Any:
            page_driver.switch_to.window(window)
            return getattr(page_driver, name)

        def execute_script(self, *arguments: Any) -> Any:
            page_driver.switch_to.window(window)
            return ask(*arguments)

    page_driver, page.driver = page.driver, Front()
    return page


def play(page: Seat, *lines: str) -> None:
    """Play lines as the host."""
    for line in lines:
        assert page.table.say(page.table.keeper, line)["answer"]["accepted"], line


def test_muse_is_prepared_and_told_to_the_end_of_a_showdown(driver: Any) -> None:
    session = session_of("muse", seed="3")
    with seats(driver, session) as (ann, bob):
        assert "All together" in ann.text(".turn")
        ann.press("The Lamp at Gannet Stair")  # a sheet that is ready, of which all lines change
        ann.soon("$('[data-blank=crisis]').value.startsWith('Will Idony')")
        for blank, words in SHEET.items():
            ann.write(f'[data-blank="{blank}"]', words)
        bob.soon("$('[data-blank=crisis]').value === 'Will Mirel send her letter?'")
        ann.press("Put the sheet on the table")
        bob.soon("$('[data-blank=seed]').value === 'A fable of paper ships'")
        ann.press("The sheet is ready")
        bob.press("Agree")
        ann.soon("state.mode === 'tell'")
        ann.soon("$('[data-blank=\"people.1.told\"]').click() || true")
        ann.soon("document.activeElement.id === 'told'")  # one can write at once
        ann.write("#told", "Mirel folds by ear.")
        ann.press("Tell about Mirel")
        ann.soon("$('.turn').textContent.includes('Told and ticked')")
        ann.soon("$('#told').value === ''")
        bob.soon("$('.log').textContent.includes('Mirel folds by ear.')")
        assert "Ann narrates" in bob.text(".turn")
        ann.soon("$('#undo').click() || true")
        ann.press("Ask")
        bob.press("Agree")
        ann.soon("$('[data-blank=\"people.1.told\"]').click() || true")
        ann.soon("$('#told').value === 'Mirel folds by ear.'")  # the words are not lost
        ann.press("Tell about Mirel")
        ann.soon("$('.turn').textContent.includes('Told and ticked')")
        ann.soon("[...document.querySelectorAll('.rare button')].find((each) => "
                 "each.textContent.includes('Time Out')).click() || true")  # fmt: skip
        form = "$('form[data-verb=\"timeout\"]')"
        for field, words in (("select", "raise"), ("input[type=text]:last-of-type", "Will it fly?"),
                             (".field:nth-of-type(2) select", "likes")):  # fmt: skip
            ann.soon(
                f"Object.assign({form}.querySelector('{field}'), {{value: '{words}'}})"
                f".dispatchEvent(new Event('{'input' if 'input' in field else 'change'}'))"
            )
        ann.soon(f"[...{form}.querySelectorAll('.field:nth-of-type(2) [type=checkbox]')]"
                 ".map((box) => box.click()).length === 2")  # fmt: skip
        ann.soon(f"{form}.querySelector('.primary').click() || true")
        assert soon(
            lambda: session.here.lines[-1] == 'Ann timeout raise "Will it fly?" with Ann, Bob'
        )
        hands = [session.state.seats[seat].hand for seat in (0, 1)]
        for choice in ("0 Y1", f"1 {hands[0][0]}"):
            ann.soon(f"$('[data-choice=\"{choice}\"]').click() || true")
        ann.move(" on Yes 1")
        play(ann, f"Bob support N1 {hands[1][0]}", f"Ann support Y1 {hands[0][1]}",
             f"Bob support N1 {hands[1][1]}")  # fmt: skip
        ann.press("Start the Showdown")
        ann.soon("$('.sure').textContent.includes('ends your turn')")
        assert ann.ask("state.mode") == "tell"
        ann.soon("$('.sure .primary').click() || true")
        ann.soon("$('.showdown .leads') !== null")
        ann.press("wins for")
        bob.press("Agree")
        ann.soon("state.mode !== 'showdown'")
        ann.soon("$('.log').textContent.includes('at stake')")
        assert "char1" not in ann.text(".app")
        assert "Y1" not in ann.text(".app")


def test_a_scene_of_schizonauts_is_played_from_its_objects_to_its_price(driver: Any) -> None:
    """Each clicks without waiting for what the other has just done."""
    session = session_of("schizonauts", seed="3")
    with seats(driver, session) as (ann, bob):
        for page in (ann, bob):
            page.press("Fill in ready-made")
            page.press("I am done")
            page.soon("$('.characters') === null")
        play(ann, "table length short", "table starter Ann", "Ann ready", "Bob ready",
             "Ann play agent", "Ann invite Bob")  # fmt: skip
        ann.soon("state.mode === 'flashback: play'")
        assert "You must choose a memory first" in ann.text(".panels")
        bob.soon("state.mode === 'flashback: play'")
        ann.move("Remember")
        bob.move("Take The")
        bob.move("Visit as agent")
        bob.move("Choose violence")
        ann.move("Bring the memory into")
        bob.move("Bring the object into")
        ann.send("question", "Who gets hurt worse?")
        bob.soon("$('.q').textContent.includes('Who gets hurt worse?')")
        assert "Ann throws when everybody has finished" in bob.text(".turn")
        ann.move("No more help")
        ann.soon(
            "state.mode === 'flashback: roles' && $('.role') !== null"
        )  # the answer comes first
        assert ann.ask("document.querySelectorAll('.die b').length") >= 2
        writer = (ann, bob)[session.state.scene.narrator]
        other = bob if writer is ann else ann
        assert "You are narrator" not in other.text(".panels")
        writer.send("answer", "Both limp away")
        other.soon("$('.answer').textContent.includes('Both limp away')")
        judge = (ann, bob)[session.state.scene.judge]
        judge.send("price", "A scar")
        ann.move("End the first scene")
        bob.soon("state.mode === 'flashback: turn' && $('.at-rest') !== null")
