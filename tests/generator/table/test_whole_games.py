"""Games at the table's page from their first click to their end, at three sizes of screens.

Crazy Eights and a Showdown of Muse are played at 390 x 844, Dance of Muses and a Quest of Sing! O
Muse at 1920 x 1080, the others at 1366 x 768.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.generator.browser import pytestmark
from tests.generator.table.table_server import LOAD, Client, served, session_of, soon
from tests.generator.table.test_table_page import Page, lines_of, opened, whole_game
from validator.core.resources import resource
from validator.script.play import replay
from validator.table.session import Session

__all__ = ["pytestmark"]
SCREENS = {"crazy-eights": (390, 844), "dance-of-muses": (1920, 1080), "nine-muses": (1366, 768)}


def sized(driver: Any, width: int, height: int) -> None:
    """Set the size of the page, also one that is smaller than a window can be."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )


def part_of(game: str, script: str, first: int, last: int) -> tuple[Session, list[str]]:
    """A session before a step of a shipped script, and the lines up to another."""
    file = resource("data") / game / "scripts" / f"{script}.play"
    whole = Session.of(file.read_text("utf-8"), file.name, file, load=LOAD)
    path = whole.here.path()
    text = whole.text(path[first].parent)
    return (
        Session.of(text, "part.play", load=LOAD, physical=True),
        lines_of(path[first : last + 1]),
    )


def seat_page(driver: Any, table: Client, seat: int) -> Page:
    """The page of a player, in a window of its own."""
    driver.switch_to.new_window("tab")
    page = Page(driver, table, table.address(table.seat(seat)))
    page.soon(f"state.seat === '{table.table.session.names[seat]}'")
    return page


@pytest.mark.parametrize("game", sorted(SCREENS))
def test_a_whole_game_is_played_by_clicks(game: str, driver: Any, tmp_path: Path) -> None:
    whole = whole_game(game)
    path = whole.here.path()
    sized(driver, *SCREENS[game])
    session = Session.of(whole.text(path[0]), "new.play", load=LOAD, physical=True)
    with opened(driver, session) as page:
        found = page.moves(lines_of(path[1:]))
        assert found["kinds"]["move"] > len(path) // 3, found
        assert page.ask("document.documentElement.scrollWidth") <= SCREENS[game][0]
        page.soon("$('.end') !== null")
        assert any(name in page.find(".end h1").text for name in page.ask("state.winners"))
        saved = tmp_path / "whole.play"
        saved.write_bytes(page.table.ask(page.table.keeper, "save")[2])
        again = session_of(game, seed="1")
        page.table.table.hosting.again = lambda: again
        assert page.table.ask(page.table.keeper, "record/")[0] == 200
        page.click("#again")
        page.soon("!state.over && state.log.length < 9")
        assert page.table.table.session is again
    report = replay(saved, load=LOAD)
    assert report.ok, report.problems
    assert report.is_over


def test_seats_links_and_a_dragged_card(pictured: Any) -> None:
    """The host's first page has a link for each; a seat is given away; a card is dropped."""
    from selenium.webdriver.common.action_chains import ActionChains

    sized(pictured, 1366, 768)
    session = session_of("crazy-eights", seed="4")
    with served(session, together=False) as table:
        page = Page(pictured, table, table.address(table.keeper))
        page.soon("document.querySelectorAll('.qr').length === 3")
        links = page.ask("[...document.querySelectorAll('.seatbox code')].map((e) => e.innerText)")
        assert links == [table.address(link) for link in table.table.links.seats.values()]
        page.click('[data-computer="Bob"]')
        page.soon("$('[data-name=Bob] select') !== null")
        assert session.strategies.keys() == {1}
        page.click('[data-name="Bob"] button[type=button]:last-child')
        page.soon("$('[data-computer=Bob]') !== null")
        assert not session.strategies
        page.click("#begin")
        page.soon("$('main.table') !== null")
        seat = session.actors()[0]
        page = seat_page(pictured, table, seat)
        lit = "document.querySelector('.handz .card.can:not([data-piece^=\"8\"])')"
        page.soon(f"{lit} !== null")
        node, piece = page.ask("state.node"), page.ask(f"{lit}.dataset.piece")
        target = page.find('[data-zone="discard"] .card')
        ActionChains(pictured).drag_and_drop(page.ask(lit), target).perform()
        page.soon(f"state.node !== {node}")
        assert page.ask("$('.ghost')") is None
        assert piece in session.here.path()[node + 1].lines[-1]
        assert page.errors() == []


def test_a_scene_of_schizonauts_from_its_question_to_the_bleed(driver: Any) -> None:
    """Question and price are written in forms, the vote is sealed, both agree what bleeds."""
    sized(driver, 1366, 768)
    session, lines = part_of("schizonauts", "game-2", 30, 47)
    with served(session, together=False) as table:
        page = Page(driver, table, f"{table.address(table.keeper)}#as=open")
        host = driver.current_window_handle
        page.soon("state.moves.length > 0")
        page.moves([line for line in lines if "question" not in line][:7])
        for verb, text in (("Bob question", "What is left unsaid?"), ("Ann price", "a scar")):
            page.click(f'[data-act="{verb}"]')
            page.soon("$('.form textarea') !== null")
            assert "PLAYER" not in page.find(".form").text
            page.find(".form textarea").send_keys(text)
            page.click(".form .primary")
            page.soon(f"state.log.at(-1).line.includes('{text}')")
            if "question" in verb:
                assert text in page.find(".stage .q").text
                rest = [line for line in lines if line.startswith(("~", "Bob t", "Ann t"))]
                page.moves([*rest[:4], "table judge Ann"])
                page.soon("document.querySelectorAll('.die b').length > 1")
                page.soon("$('.role') !== null")
        page.moves(["table close"])
        page.soon("state.sealed.length === 1")
        ann = seat_page(driver, table, 0)
        ann.click('[data-choice="agent"]')
        soon(lambda: "table vote Ann=agent" in session.text())
        driver.switch_to.window(host)
        page.soon("state.moves.some((move) => move.verb === 'raise')")
        page.moves(["Bob raise agent I 3"])
        driver.switch_to.window(driver.window_handles[-1])
        ann.soon("document.querySelectorAll('.at-rest button.mem').length === 3")
        ann.click(".at-rest button.mem")
        ann.click('.opt[data-verb="bleed"]')
        ann.soon("state.wish !== null")
        assert "bleed agent" not in session.text().replace("bleeder agent", "")
        bob = seat_page(driver, table, 1)
        bob.click(".wish .primary")
        soon(lambda: "table bleed agent V" in session.text())
        assert bob.errors() == []


def test_a_showdown_of_muse_shows_who_leads(driver: Any) -> None:
    sized(driver, 390, 844)
    session, lines = part_of("muse", "showdown", 1, 200)
    with opened(driver, session) as page:
        contested = lines[: lines.index("table close") + 1]
        page.moves(contested[:2])
        assert "leads" in page.find(".showdown .half.leads").text
        assert page.ask("document.querySelectorAll('.showdown .card').length") >= 2
        page.moves(contested[2:])
        page.soon("$('.showdown') === null")


@pytest.mark.parametrize(("first", "last"), [(87, 99), (255, 260)])
def test_a_quest_and_a_war_of_sing_o_muse(first: int, last: int, driver: Any) -> None:
    sized(driver, *((1920, 1080) if first < 200 else (390, 844)))
    session, lines = part_of("sing-o-muse", "game-4-war", first, last)
    with opened(driver, session) as page:
        page.soon("state.players.length === 4")
        crews = page.ask("[...document.querySelectorAll('.crew')].map((e) => e.textContent)")
        assert len(crews) >= 4
        assert all("Might" in each for each in crews)
        assert page.ask("document.querySelector('.crew .strips .card') !== null")  # is carried
        if first > 200:  # a Quest is blocked: what blocks it lies across it
            assert page.ask("document.querySelector('[data-zone=blocks] .card') !== null")
        found = page.moves(lines)
        if first < 200:  # who leaves a Quest is picked on the table
            assert found["kinds"]["piece"] > 0, found
            assert all(line.startswith("~ ") for line in found["typed"]), found
        said = page.ask("state.log.map((step) => step.verb)")
        assert {"embark", "challenge"} <= {*said} if first < 200 else {"sits", "loots"} <= {*said}
        assert page.ask("state.log.every((step) => step.kind !== 'move' || step.say.length)")
        told = page.ask("state.log.flatMap((step) => step.say).flat().join('')")
        assert first < 200 or (") beats " in told and "wins the War" in told)


def test_several_who_leave_a_quest_are_chosen_one_after_the_other(driver: Any) -> None:
    sized(driver, 1366, 768)
    session, [line, *_] = part_of("sing-o-muse", "withdraw", 1, 7)
    with opened(driver, session, "Ann") as page:
        assert line == "Ann withdraw A c-ajax c-nestor"
        found = page.moves([line])
        assert (found["typed"], found["kinds"]["piece"]) == ([], 2), found
        assert "Theseus and Perseus stay" in page.find(".log").text


def test_a_card_for_any_time_is_played_in_the_turn_of_another_player(driver: Any) -> None:
    sized(driver, 1366, 768)
    session, _ = part_of("sing-o-muse", "deities", 1, 1)
    with opened(driver, session, "Bob") as page:
        assert page.ask("state.awaited") == ["Ann"]
        found = page.moves(["Bob wrath d-demeter on h-jason"])
        assert found["typed"] == [], found
        assert "Demeter" in page.find(".log").text


def test_a_step_on_the_board_is_chosen_by_the_square_that_it_leads_to(driver: Any) -> None:
    sized(driver, 1366, 768)
    session = whole_game("dance-of-muses")
    session.here = next(
        node for node in session.here.path() if node.referee.mode(node.state) == "dance"
    )
    seat = session.actors()[0]
    with served(session, together=False) as table:
        page = Page(driver, table, table.address(table.seat(seat)))
        page.soon("state.moves.length > 0")
        assert page.ask("$('.cell.can[data-place]')") is None
        dances = "state.moves.filter((move) => move.verb === 'dance').map((move) => move.args[0])"
        muse = next(name for name in page.ask(dances) if "," not in name)
        page.click(f'.cell .card[data-piece="{muse}"]')
        square = page.soon("$('.cell.can[data-place]').dataset.place")
        page.click(f'.cell[data-place="{square}"]')
        page.soon("document.querySelectorAll('.opt[data-line]').length > 0")
        said = page.ask("[...document.querySelectorAll('.opt[data-line]')].map((e) => e.innerText)")
        assert all(muse in each and square not in each for each in said), said
        assert page.errors() == []


def test_two_seats_in_two_browsers_agree_to_take_a_step_back(driver: Any, pictured: Any) -> None:
    """Each browser has a profile of its own; what one player asks, the other answers."""
    session = session_of("nine-muses", seed="3")
    with served(session, together=False) as table:
        ann = Page(driver, table, table.address(table.seat(0)))
        bob = Page(pictured, table, table.address(table.seat(1)))
        pages = {"Ann": ann, "Bob": bob}
        for _ in range(40):
            if session.back() and any(node.reveals() for node in session.taken_back()):
                break
            node = session.here.number
            acting = soon(lambda: session.actors()[0] >= 0) and session.actors()[0]
            page = pages[session.names[acting]]
            page.soon(f"state.node === {node} && state.moves.length > 0")
            page.moves(1)
        node = session.here.number
        bob.soon(f"state.node === {node}")
        ann.soon(f"state.node === {node}")
        for name in ("Ann", "Bob"):
            assert pages[name].ask("state.seat") == name
            hands = pages[name].ask("state.zones.filter((zone) => zone.name.endsWith('hand'))")
            for hand in hands:
                known = any(slot["piece"] for slot in hand["slots"])
                assert known <= (hand["owner"] == name) or session.state.mode == "over"
        ann.click("#undo")
        ann.click("#ask-undo")
        assert "Ann asks to undo" in bob.soon("$('.wish').textContent")
        assert session.here.number == node
        bob.click(".wish .primary")
        ann.soon("$('.notice').textContent.startsWith('All players took back')")
        assert session.here.number != node
        assert not ann.errors()
        assert not bob.errors()


def test_a_new_memory_is_written_in_the_players_own_words(driver: Any) -> None:
    """Only the aptitude is chosen; later, the sheet shows the overlap, and coins by side."""
    file = resource("data/schizonauts/scripts/game-4-example.play")
    lines = [line for line in file.read_text().splitlines() if not line.startswith("!")]
    written = lines.index('Lydia link thief V "I Killed Kenzie\'s Dad"')
    session = session_of("schizonauts", text="\n".join(lines[:written]) + "\n")
    with served(session) as table:
        page = seat_page(driver, table, 0)
        page.soon("$('.form[data-verb=link] input[type=text]') !== null")
        assert "thief" in page.find(".form[data-verb=link]").text
        page.find('.form[data-verb=link] option[value="I"]').click()
        page.find(".form[data-verb=link] input[type=text]").send_keys("Kenzie calls me Jules")
        page.click(".form[data-verb=link] .primary")
        soon(lambda: 'Lydia link thief I "Kenzie calls me Jules"' in session.text())
        assert page.errors() == []
    bets = lines.index("Deborah bet Rob A=1")
    session = session_of("schizonauts", text="\n".join(lines[: bets + 1]) + "\n")
    with served(session) as table:
        page = seat_page(driver, table, 0)
        page.soon("$('.at-rest .persona.overlap') !== null")
        heads = "[...document.querySelectorAll('.at-rest h3')].map((each) => each.textContent)"
        assert [" ".join(each.split()) for each in page.ask(heads)] == [
            "overlap Jules Gordon", "Agent Gordon 1 coin", "Thief Jules 1 coin",
        ]  # fmt: skip
