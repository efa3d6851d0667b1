"""The table's page in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run
from tests.generator.browser import pytestmark
from tests.generator.table.table_server import LOAD, Client, served, session_of, soon
from validator.core.resources import resource, shipped_games
from validator.load.tabletop import read_tabletop
from validator.referee.core import TABLE
from validator.script.play import replay, replay_text
from validator.table.nodes import GameNode
from validator.table.session import Session
from validator.table.views import OPEN

__all__ = ["pytestmark"]
GAMES = shipped_games()
HEAD, TAIL = 9, 7  # steps of a shipped game that are clicked at its beginning and at its end

# Plays lines by clicks on what is lit: pieces, places, then the option itself. What chance gave,
# and what is not listed because a player makes up its words, is typed. A number: so many moves.
CLICKS = """
const done = arguments[arguments.length - 1], given = arguments[0], kinds = {}, typed = [];
const wait = (time) => new Promise((go) => setTimeout(go, time));
async function until(condition) {  // on a machine that does other things, too
  const late = performance.now() + 15000;
  while (!condition() && performance.now() < late) await wait(5);
}
const count = (kind) => { kinds[kind] = (kinds[kind] || 0) + 1; };
const same = (one, other) => one.toLowerCase() === other.toLowerCase();
const button = (line) => document.querySelector(`[data-line="${CSS.escape(line)}"]`);
async function click(move) {
  for (const name of move.names.slice(0, 4)) {
    if (button(move.line)) break;
    const found = [...document.querySelectorAll('.can[data-piece], [data-place]')]
      .find((each) => same(each.dataset.piece || each.dataset.place, name));
    if (!found || pieria.chosen.some((each) => same(each, name))) continue;
    count(found.dataset.piece ? 'piece' : 'place');
    found.click();
  }
  const act = document.querySelector(`[data-act="${CSS.escape(move.actor + ' ' + move.verb)}"]`);
  if (!button(move.line) && act) { count('verb'); act.click(); }
  if (pieria.state.log.at(-1)?.line === move.line) return true;
  const chip = () => move.args.map((word, place) => document.querySelector(
    `.choices[data-verb="${move.verb}"] [data-choice="${CSS.escape(`${place} ${word}`)}"]`))
    .find((each) => each && each.ariaPressed === 'false');
  while (!button(move.line) && chip()) { count('chip'); chip().click(); }
  if (!button(move.line)) return false;
  count('move');
  button(move.line).click();
  document.querySelector('.sure .primary')?.click();  // yes, it is meant
  return true;
}
async function one(line) {
  const before = pieria.state.node;
  const words = line.split(' '), [actor, verb] = words;
  const more = pieria.state.moves.some((each) => each.actor === actor && each.verb === verb)
    && { line, actor, verb, args: [], names: words.slice(2) };  // names more than is listed
  const move = pieria.state.moves.find((each) => each.line === line) || more;
  if (!move || !await click(move)) {
    typed.push(line);
    const input = document.getElementById('line');
    input.value = '/' + line;
    input.form.requestSubmit();
  }
  await until(() => pieria.state.node !== before);
  pieria.chosen = [];
  return pieria.state.node !== before;
}
(async () => {
  const most = Array.isArray(given) ? given.length : given;
  for (let made = 0; made < most && !pieria.state.over; made++) {
    const line = given[made] || pieria.state.moves[(made * 7) % pieria.state.moves.length].line;
    if (!await one(line)) {
      done({ stuck: line, said: document.querySelector('.refused')?.textContent || '' });
      return;
    }
  }
  done({ kinds, typed, over: pieria.state.over });
})();
"""
STATE = (
    "const state = globalThis.pieria && pieria.state; const $ = (s) => document.querySelector(s);"
)


class Page:
    """A table that is open in a browser."""

    def __init__(self, driver: Any, table: Client, address: str) -> None:
        self.driver = driver
        self.table = table
        driver.get("about:blank")
        driver.get_log("browser")
        driver.get(address)
        self.soon("document.readyState === 'complete' && $('header') !== null")

    def ask(self, expression: str) -> Any:
        return self.driver.execute_script(f"{STATE} return {expression}")

    def soon(self, expression: str) -> Any:
        tried = f"{STATE} try {{ return {expression} }} catch {{ return null }}"
        return soon(lambda: self.driver.execute_script(tried))

    def type(self, line: str) -> None:
        """Type a line of the script."""
        from selenium.webdriver.common.keys import Keys

        self.find("#line").send_keys(f"/{line}", Keys.ENTER)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def click(self, selector: str) -> None:
        self.soon(f"document.querySelector({json.dumps(selector)}) !== null")
        self.soon("performance.now() - pieria.changed > 500")  # a click before is taken for a slip
        element = self.find(selector)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def moves(self, given: int | list[str]) -> dict[str, Any]:
        """Play lines, or so many legal moves, by clicks."""
        found: dict[str, Any] = self.driver.execute_async_script(CLICKS, given)
        assert "stuck" not in found, found
        return found

    def errors(self) -> list[str]:
        """What the page's scripts complained of."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if "/faces/" not in entry["message"]]  # fmt: skip


@contextmanager
def opened(driver: Any, session: Session, see: str = "open", **settings: Any) -> Iterator[Page]:
    """The page of the host."""
    with served(session, **settings) as table:
        page = Page(driver, table, f"{table.address(table.keeper)}#as={see}")
        yield page
        assert page.errors() == []


def whole_games(game: str) -> Iterator[Session]:
    """Games that shipped scripts tell to their end."""
    for file in sorted((resource("data") / game / "scripts").glob("game-2*.play")):
        session = Session.of(file.read_text("utf-8"), file.name, file, load=LOAD)
        if session.referee.to_act(session.state) is None:
            yield session


def whole_game(game: str) -> Session:
    return next(whole_games(game))


def lines_of(nodes: list[GameNode]) -> list[str]:
    """The moves and draws that led through these nodes, but for those that play themselves."""
    alone = read_tabletop(nodes[0].playing.game)[0].alone

    def is_played(node: GameNode) -> bool:
        assert node.move is not None
        assert node.parent is not None
        if node.referee.verbs[node.move.verb].word not in alone:
            return False
        return node.move.seat == TABLE or len(node.parent.legal()) == 1

    made = [node for node in nodes if node.move is not None and not is_played(node)]
    return [node.lines[-1].partition(" |")[0] for node in made]


@pytest.mark.parametrize("game", ["muse", "schizonauts", "sing-o-muse"])
def test_a_game_is_played_by_clicks_and_its_script_replays(
    game: str, driver: Any, tmp_path: Path
) -> None:
    """The beginning and the end of a shipped game; its middle is opened from its script."""
    whole = whole_game(game)
    path = whole.here.path()
    moves = [node for node in path if node.move is not None]
    head = Session.of(whole.text(path[0]), "head.play", load=LOAD, physical=True)
    cut = moves[-TAIL].parent
    tail = Session.of(whole.text(cut), "tail.play", load=LOAD, physical=True)
    clicked = 0
    for session, lines in ((head, lines_of(moves[:HEAD])), (tail, lines_of(moves[-TAIL:]))):
        with opened(driver, session) as page:
            found = page.moves(lines)
            clicked += found["kinds"].get("move", 0)
            if session is tail:
                # Others are asked whether they stop what ends the game.
                page.moves([f"{name} allows" for name in page.ask("state.awaited")])
                page.soon("state.over")
                page.soon("$('.end') !== null")
                assert "is over" in page.find(".end .head").text
                saved = tmp_path / "whole.play"
                saved.write_bytes(page.table.ask(page.table.keeper, "save")[2])
    assert clicked >= 2
    report = replay(saved, load=LOAD)
    assert report.ok, report.problems
    assert report.is_over
    assert whole.referee.winners(whole.state) == report.referee.winners(report.end)  # type: ignore


def test_refusals_stand_beside_the_table_and_can_be_kept(driver: Any) -> None:
    with opened(driver, session_of("nine-muses", seed="3")) as page:
        page.soon("state.moves.length > 0")
        node = page.ask("state.node")
        page.type("Ann call Clio")
        page.soon("$('.refused') !== null")
        said = page.find(".refused").text
        assert "does not meet the condition of Clio" in said
        assert "NINE-" not in said
        page.click(".refused .which summary")
        said = page.find(".refused .which").text
        assert "NINE-CALL-02" in said
        assert page.table.table.session.game.rules["NINE-CALL-02"].text in said
        assert page.ask("$('#line').value") == "/Ann call Clio"
        assert page.ask("state.node") == node
        page.driver.execute_script(
            "[...document.querySelectorAll('.refused button')]"
            ".find((each) => each.textContent.includes('test line')).click()"
        )
        page.soon(f"state.node !== {node}")
        assert "! Ann call Clio -> NINE-CALL-02" in page.table.table.session.text()
        page.click('.card[data-piece="Polyhymnia"]')
        page.soon("$('.opt[aria-disabled]') !== null")
        said = page.find(".options").text
        assert "Call" in said
        assert "NINE-" not in said


def test_a_click_on_what_is_closed_says_what_must_be_done_first(driver: Any) -> None:
    with opened(driver, session_of("sing-o-muse", seed="3"), see="Ann") as page:
        page.soon("state.moves.length > 0")
        page.type("Ann begins")
        page.soon("state.forms.some((form) => form.verb === 'embark' && form.why)")
        page.click('[data-piece="q-home"]')
        page.soon("$('.opt[aria-disabled]') !== null")
        said = page.find(".options").text
        assert "Embark" in said
        assert "must first be played" in said
        assert "is a Quest card" not in said


TOO_STRONG = """game: sing-o-muse
rules: "1"
players: [Ann, Bob, Cat]
start:
  foes: [f-cyclops]
  Ann: {A: {leader: h-jason, members: [c-ajax], quest: q-labors, marks: 1},
        hand: [c-medea, d-zeus, d-hera, x-panic, x-spring], shared: [t-argo]}
  Bob: {A: {leader: h-theseus, members: [c-castor, c-pollux, c-nestor], transformed: [c-teucer]},
        B: {leader: h-orpheus}}
  Cat: {A: {leader: h-perseus}}
---
"""


def test_a_foe_that_is_too_strong_says_why_and_a_challenge_is_locked(driver: Any) -> None:
    text = TOO_STRONG.replace(
        "members: [c-ajax], quest: q-labors, marks: 1", "members: []"
    ).replace("c-medea, ", "")
    with opened(driver, session_of("sing-o-muse", text=text), see="Ann") as page:
        page.soon("state.moves.length > 0")
        challenge = "state.forms.find((form) => form.verb === 'challenge')"
        assert page.ask(f"{challenge}.listed") == 0
        locked = "[...document.querySelectorAll('.verb.off')].map((e) => e.textContent)"
        assert any("click one to see why" in each for each in page.ask(locked))
        assert page.ask("$('[data-act=\"Ann challenge\"]')") is None
        page.click('[data-piece="f-cyclops"]')
        page.soon("$('.opt[aria-disabled]') !== null")
        said = page.find(".options").text
        assert "Challenge" in said
        assert "the Foe has 13" in said
        assert "Nothing is possible" not in said


def test_crews_show_their_might_their_quest_and_what_they_share(driver: Any) -> None:
    driver.set_window_size(1366, 900)
    with opened(driver, session_of("sing-o-muse", text=TOO_STRONG), see="Ann") as page:
        page.soon("state.moves.length > 0")
        cut = "(e) => e.scrollWidth > e.clientWidth + 1"
        assert (
            page.ask(f"[...document.querySelectorAll('.seat .crew h3')].filter({cut}).length") == 0
        )
        box = "document.querySelector('{}').getBoundingClientRect()"
        argo, own = box.format('.me [data-piece="t-argo"]'), box.format(".me")
        assert page.ask(f"{argo}.right <= {own}.right")
        mark, quest = box.format(".me .quest .n"), box.format(".me .quest .laden")
        assert page.ask(f"({mark}.bottom - {quest}.top) / {quest}.height < 0.5")  # above the steps
        signs = "[...document.querySelectorAll('.crew .sign')].map((e) => e.textContent)"
        assert page.ask(signs) == ["transformed"]


def test_typing_completes_words_from_the_grammar(driver: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    words = "document.querySelectorAll('#words li').length"
    with opened(driver, session_of("nine-muses", seed="3")) as page:
        line = page.find("#line")
        line.send_keys("/Ann to")
        page.soon(f"{words} === 1")
        line.send_keys(Keys.TAB)
        page.soon("$('#line').value === '/Ann toil '")
        page.soon("$('.hint').textContent.startsWith('toil [CARD]')")
        page.soon(f"{words} > 1")
        line.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        node = page.ask("state.node")
        line.send_keys("| with a note", Keys.ENTER)
        page.soon(f"state.node !== {node}")
        assert "| with a note" in page.table.table.session.text()
        assert page.soon("$('.log q').textContent") == "with a note"


def test_steps_are_taken_back_branches_begun_and_facts_asserted(driver: Any) -> None:
    with opened(driver, session_of("nine-muses", seed="3")) as page:
        page.soon("state.moves.length > 0")
        first = page.ask("state.node")
        page.moves(1)
        session = page.table.table.session
        after = page.soon(f"state.node !== {first} && state.node")
        page.click("#undo")
        page.soon(f"state.node === {first}")
        page.click("#redo")
        page.soon(f"state.node === {after}")
        page.click("#menu")
        page.click("#facts")
        page.driver.execute_script(
            "[...document.querySelectorAll('.facts-list button')]"
            ".find((each) => each.textContent.startsWith('round:')).click()"
        )
        page.soon("state.log.some((step) => step.line === '= round 1')")
        page.click("#dialog .shut")
        page.driver.execute_script(
            f"$ = document.querySelector('[data-step=\"{first}\"] .tag').click()"
        )
        page.click("#ask-undo")  # the others at this screen are asked first
        page.soon(f"state.node === {first}")
        line = page.ask("state.moves[state.moves.length - 1].line")
        page.type(line)
        page.soon(f"state.node !== {first}")
        assert replay_text(session.text(), "branch.play", LOAD).ok
        assert line in session.text()


def test_a_reload_in_the_middle_loses_nothing(driver: Any) -> None:
    with opened(driver, session_of("dance-of-muses", seed="3")) as page:
        page.soon("state.moves.length > 0")
        page.moves(3)
        node, steps = page.ask("state.node"), page.ask("state.log.length")
        page.driver.refresh()
        page.soon("state.seat === 'open'")
        assert (page.ask("state.node"), page.ask("state.log.length")) == (node, steps)
        page.moves(2)


def test_a_shared_screen_hides_hands_until_it_is_passed_on(driver: Any) -> None:
    with opened(driver, session_of("nine-muses", seed="3"), see="hot") as page:
        page.soon("$('.curtain') !== null")
        assert "Pass the screen to Ann" in page.find(".curtain").text
        hands = (
            "state.zones.filter((zone) => zone.name.endsWith('hand')).flatMap((zone) => zone.slots)"
        )
        assert not any(slot["piece"] for slot in page.ask(hands))
        page.click(".curtain button")
        page.soon("state.seat === 'Ann'")
        assert sorted(bool(slot["piece"]) for slot in page.ask(hands)) == [False] * 3 + [True] * 3
        own = page.ask(hands)
        page.click(".me .handz .card")
        news = "document.getElementById('news').textContent"
        page.soon(f"{news}.includes('possible')")
        page.driver.execute_script(
            "const seats = document.querySelector('#as'); seats.value = 'Bob';"
            "seats.dispatchEvent(new Event('change'))"
        )
        page.soon("state.seat === 'public'")
        told = page.driver.execute_script(f"return {news}")
        assert not any(slot["piece"] and slot["piece"] in told for slot in own)
        assert page.driver.execute_script("return document.querySelector('.card.on')") is None
        page.click(".curtain button")
        page.soon("state.seat === 'Bob'")
        page.driver.execute_script(
            "const seats = document.querySelector('#as'); seats.value = 'Ann';"
            "seats.dispatchEvent(new Event('change'))"
        )
        page.soon("$('.curtain').textContent.includes('Pass the screen to Ann')")
        page.click(".curtain button")
        page.soon("state.seat === 'Ann'")
        page.type(page.ask("state.moves[0].line"))
        page.soon("$('.curtain') !== null")
        assert "Pass the screen to Bob" in page.find(".curtain").text
        page.soon("state.seat === 'public'")
        assert not any(slot["piece"] for slot in page.ask(hands) if slot["back"] == "Philosopher")


def test_a_shared_screen_goes_to_those_for_whom_the_game_waits(driver: Any) -> None:
    with opened(driver, session_of("schizonauts", seed="3"), see="hot") as page:
        page.soon("$('.curtain') !== null")
        page.click(".curtain button")
        page.soon("state.seat === 'Ann' && $('#ready-made') !== null")
        page.click("#ready-made")
        page.click(".characters .primary")
        page.soon("$('.curtain') !== null")  # all may act, but Bob has not written his sheet
        assert "Pass the screen to Bob" in page.find(".curtain").text
        page.click(".curtain button")
        page.soon("state.seat === 'Bob' && $('#ready-made') !== null")
        assert not page.ask("$('.characters input.field').value")  # nothing of what Ann wrote
        page.driver.execute_script(
            "const seats = document.querySelector('#as'); seats.value = 'Ann';"
            "seats.dispatchEvent(new Event('change'))"
        )  # a player who wants to look asks for the screen
        page.soon("$('.curtain').textContent.includes('Pass the screen to Ann')")


def test_a_shared_screen_covers_each_secret_choice(driver: Any) -> None:
    file = resource("data/schizonauts/scripts/game-3.play")
    whole = Session.of(file.read_text("utf-8"), file.name, file, load=LOAD)
    vote = next(node for node in whole.here.path() if "table vote" in "".join(node.lines[-1:]))
    part = Session.of(whole.text(vote.parent), "part.play", load=LOAD, physical=True)
    with opened(driver, part, see="hot") as page:
        for again, name in ((False, "Ann"), (True, "Bob")):
            page.soon(f"$('.curtain') && $('.curtain').textContent.includes('screen to {name}')")
            if again:  # a page that is loaded again knows who has chosen
                page.driver.refresh()
                page.soon(f"$('.curtain').textContent.includes('screen to {name}')")
            page.click(".curtain button")
            page.soon(f"state.seat === '{name}' && $('[data-choice]') !== null")
            page.click("[data-choice]")
        page.soon("$('.curtain').textContent.includes('Pass the screen to Cat')")


def test_two_seats_in_two_windows_follow_each_other(driver: Any) -> None:
    with served(session_of("crazy-eights", seed="3"), together=False) as table:
        page = Page(driver, table, table.address(table.seat(0)))
        ann = driver.current_window_handle
        driver.switch_to.new_window("window")
        bob = driver.current_window_handle
        driver.get(table.address(table.seat(1)))
        page.soon("state.seat === 'Bob'")
        windows = {"Ann": ann, "Bob": bob}
        for _ in range(6):
            acting = page.soon("state.acting[0]")
            driver.switch_to.window(windows[acting])
            page.soon(f"state.moves.length && state.acting[0] === '{acting}'")
            assert page.ask("state.seat") == acting
            assert driver.title.startswith("● Your turn")
            node = page.ask("state.node")
            page.moves(1)
            driver.switch_to.window(windows["Bob" if acting == "Ann" else "Ann"])
            page.soon(f"state.node > {node}")
            others = "state.zones.filter((zone) => zone.owner && zone.owner !== state.seat)"
            (hand,) = page.ask(others)
            assert not any(slot["piece"] for slot in hand["slots"])
        assert page.ask("$('#save') === null && $('#as') === null")
        assert page.errors() == []


def test_a_game_is_played_with_keys_alone(driver: Any) -> None:
    """Letters choose cards, digits options, arrow keys move in a zone, which is one tab stop."""
    from selenium.webdriver.common.keys import Keys

    session = whole_game("nine-muses")
    session.here = next(
        node for node in session.here.path()
        if node.state.mode == "act" and len(node.state.seats[node.state.turn].hand) > 1
    )  # fmt: skip
    with served(session, together=False) as table:
        page = Page(driver, table, table.address(table.seat(session.actors()[0])))
        page.soon("state.moves.length > 0")
        controls = "[...document.querySelectorAll('button, select, input, a[href]')]"
        named = "each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length"
        nameless = f"{controls}.filter((each) => each.checkVisibility() && !({named}))"
        assert page.ask(f"{nameless}.map((each) => each.outerHTML)") == []
        stops = "[...document.querySelectorAll('.handz .card')].filter((each) => !each.tabIndex)"
        body = page.find("body")
        assert page.ask(f"{stops}.length") == 1
        body.send_keys("0")
        assert page.ask("document.activeElement.closest('.handz') !== null")
        first = page.ask("document.activeElement.dataset.key")
        page.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        assert page.ask("document.activeElement.dataset.key") != first
        letter = page.ask("$('.handz .card kbd').textContent")
        body.send_keys(letter)
        page.soon("pieria.chosen.length === 1 && $('.opt') !== null")
        body.send_keys(Keys.ESCAPE)
        page.soon("pieria.chosen.length === 0")
        body.send_keys(letter)
        node = page.ask("state.node")
        page.soon("$('.opt') !== null")
        body.send_keys(str(page.ask("document.querySelectorAll('.opt[data-line]').length")))
        page.soon(f"state.node !== {node}")
        assert page.ask("$('#news').textContent")
        assert page.errors() == []


def test_draws_are_entered_in_a_form(driver: Any) -> None:
    with opened(driver, session_of("nine-muses", physical=True)) as page:
        page.soon("$('.options').textContent.includes('A draw comes next')")
        form = page.find('form[data-verb="row"] input')
        form.send_keys("Polyhymnia Melpomene Terpsichore Thalia Urania")
        page.click('form[data-verb="row"] .primary')
        page.soon("state.log.length === 1")
        page.click(".options > .primary")
        page.soon("state.log.length === 2")
        assert page.table.table.session.text().count("~ ") == 2


SIZES = ((1366, 768), (1920, 1080), (390, 844))


def test_the_own_hand_is_in_sight_and_nothing_scrolls_sideways(pictured: Any) -> None:
    """Three sizes of screens, all games: the hand is on the screen, whole and not covered.

    All pictures are drawn.
    """
    for game in GAMES:
        with served(session_of(game, seed="3"), together=False) as table:
            page = Page(pictured, table, table.address(table.seat(0)))
            page.soon("state.players.length > 1")
            page.soon("[...document.images].every((each) => each.naturalWidth > 0)")
            for width, height in SIZES:
                size = {"width": width, "height": height, "deviceScaleFactor": 1}
                pictured.execute_cdp_cmd(
                    "Emulation.setDeviceMetricsOverride", size | {"mobile": False}
                )
                assert page.ask("document.documentElement.scrollWidth") <= width, game
                hand = "[...document.querySelectorAll('.handz .card')]"
                hand += ".map((each) => each.getBoundingClientRect().toJSON())"
                for card in page.ask(hand) if width > 700 else ():
                    assert card["bottom"] <= height, (game, width)
                    assert card["right"] <= width, (game, width)
            assert page.errors() == []


CROWDED = """game: nine-muses
players: [Ann, Bob]
start:
  round: 3
  Ann: {muses: [Thalia, Calliope, Clio, Erato, Urania], hand: [Aesop, Heron, Hypatia]}
---
"""
FRAME = (
    "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))"
)
# Five zones of the player at the page, and where the pieces of each zone and of the hand are seen.
FIVE = """
const rows = document.querySelector('.me .laid');
for (let more = 0; more < 4; more++) rows.append(rows.querySelector('.as-row').cloneNode(true));
"""
PLACES = """
const box = (each) => each.getBoundingClientRect();
return [...document.querySelectorAll('.me .zone')].filter((zone) => zone.querySelector('.card')).map((zone) => {
  const cards = [...zone.querySelectorAll('.card img')].map(box);
  return [Math.min(...cards.map((each) => each.left)), Math.min(...cards.map((each) => each.top)),
    Math.max(...cards.map((each) => each.right)), Math.max(...cards.map((each) => each.bottom))];
});
"""  # noqa: E501


def test_many_own_zones_share_the_width_beside_the_hand(driver: Any) -> None:
    """Five rows of five cards neither cover each other or the hand nor leave the screen."""
    session = Session.of(CROWDED, "crowded.play", load=LOAD)
    try:
        with opened(driver, session, "Ann") as page:
            page.soon("document.querySelectorAll('.me .card').length === 8")
            driver.execute_script(FIVE)
            for width, height in SIZES:
                size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
                page.soon(f"innerWidth === {width}")
                soon(lambda: driver.execute_async_script(FRAME))
                zones = driver.execute_script(PLACES)
                assert len(zones) == 6
                for left, _, right, bottom in zones:
                    assert left >= 0, width
                    assert right <= width, width
                    assert bottom <= height or width <= 700
                for one, other in combinations(zones, 2):
                    beside = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
                    assert beside or one[3] <= other[1] + 1 or other[3] <= one[1] + 1, width
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_own_cards_have_the_size_that_the_table_gives_their_zone(driver: Any) -> None:
    session = Session.of(CROWDED, "sizes.play", load=LOAD)
    with opened(driver, session, "Ann") as page:
        page.soon("document.querySelectorAll('.me .card').length === 8")
        found = []
        for size in ("small", "normal", "large"):
            script = "const zone = document.querySelector('.me .as-row');"
            script += "zone.classList.remove('small', 'large'); zone.classList.add(arguments[0]);"
            script += "return zone.querySelector('.card').offsetHeight"
            found.append(driver.execute_script(script, size))
        assert found[0] < found[1] < found[2]


WITHOUT_HAND = """game: sing-o-muse
players: [Ann, Bob]
start:
  Ann: {A: {leader: h-heracles, members: [c-ajax], treasures: {c-ajax: [f-lion]}}}
  Bob: {A: {leader: h-theseus}}
---
"""
SIDES = """
const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
return [box('.me'), box('.others'), box('[data-zone="middle"]')];
"""


def test_a_phone_shows_the_own_side_first_and_the_quests_in_a_row_of_their_own(driver: Any) -> None:
    session = Session.of(WITHOUT_HAND, "phone.play", load=LOAD)
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    try:
        with opened(driver, session, "Ann") as page:
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            page.soon("innerWidth === 390 && $('.me .strips')")
            own, others, quests = driver.execute_script(SIDES)
            assert own["bottom"] <= others["top"]
            assert quests["left"] >= 0
            assert quests["right"] <= 390
            # A Foe that is carried is turned round: its lower edge is that of a Treasure.
            assert page.ask("$('.strips .card').classList.contains('turned')")
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_words_to_be_read_aloud_are_beside_their_button(driver: Any) -> None:
    file = resource("data") / "schizonauts" / "scripts" / "game-4-example.play"
    whole = Session.of(file.read_text("utf-8"), file.name, file, load=LOAD)
    read = next(
        node for node in whole.here.path() if "".join(node.lines[-1:]).endswith(" situation")
    )
    session = Session.of(whole.text(read.parent), "aloud.play", load=LOAD, physical=True)
    with opened(driver, session, read.lines[-1].split()[0]) as page:
        page.soon("$('.aloud') && $('.aloud').textContent.includes('Mnemonis')")


def test_a_recorded_game_is_watched_from_a_folder(pictured: Any, tmp_path: Path) -> None:
    script = resource("data") / "dance-of-muses" / "scripts" / "power.play"
    result = run("replay", "--static", str(tmp_path / "site"), str(script))
    assert result.exit_code == 0, result.output
    pictured.get("about:blank")
    pictured.get_log("browser")
    pictured.get((tmp_path / "site" / "index.html").as_uri() + "#step=2")
    page = Page.__new__(Page)
    page.driver = pictured
    at = "Number($('#step').value)"
    page.soon(f"{at} === 2")
    steps = page.ask("Number($('#step').max)")
    line = page.find("#happened h3").text
    page.click("#after")
    assert page.ask(at) == 3
    assert page.find("#happened h3").text != line
    page.click("#last")
    assert page.ask(at) == steps
    session = Session.of(script.read_text("utf-8"), script.name, script, load=LOAD)
    seen = page.ask("state.facts.map((fact) => [fact.name, fact.value])")
    assert dict(seen) == {fact.name: fact.value for fact in session.here.eyes(OPEN).facts()}
    page.driver.execute_script(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}))"
    )
    assert page.ask(at) == 0
    page.driver.execute_script("document.querySelector('.marks .refused').click()")
    assert "orange square" in page.find("#happened").text
    assert "DANCE-" not in page.find("#happened").text
    page.click("#happened .which summary")
    assert "DANCE-" in page.find("#happened .which").text
    page.click("#last")
    page.soon("[...document.images].filter((each) => each.src).every((each) => each.complete)")
    assert page.ask("document.querySelectorAll('.card img').length") > 8
    drawn = "[...document.querySelectorAll('.card img')].every((each) => each.naturalWidth > 0)"
    assert page.ask(drawn)
    assert page.errors() == []


def test_sheets_are_drawn_as_they_are_printed_with_what_is_written_on_them(pictured: Any) -> None:
    session = session_of("schizonauts")
    while not session.here.eyes(OPEN).sheets():
        session.say(session.referee.written(session.state, session.here.legal()[0]))
    with opened(pictured, session) as page:
        name = page.soon("state.sheets[0].values['agent.name']")
        page.soon("document.querySelectorAll('.sheetbox .ink').length > 6")
        inks = page.ask("[...document.querySelectorAll('.ink')].map((each) => each.textContent)")
        assert name in inks
        assert page.soon("$('.sheetbox img').naturalWidth > 0")
        page.click("button.sheetbox")
        page.soon("$('#dialog').open && $('#dialog').querySelectorAll('.ink').length > 6")
        assert not page.errors()
