"""What the table's page says when something goes wrong, in a real browser."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn

from generator.kit.options import Options
from generator.table.faces import TableFaces
from generator.table.links import Links
from generator.table.server import TableApp
from generator.web.security import HOST, LOCAL
from generator.web.serving import listen
from tests.generator.browser import pytestmark
from tests.generator.table.table_server import LOAD, served, session_of, soon
from tests.generator.table.test_table_page import Page, opened, whole_games
from validator.core.resources import resource
from validator.table.session import Session

__all__ = ["pytestmark"]


@contextmanager
def serving(session: Session, known: dict[int, str], port: int) -> Iterator[TableApp]:
    """A table that can be started again on the same port, with the same secrets."""
    place = listen(port)
    table = TableApp(
        session, lambda: TableFaces(session.game, Options()), Links([0, 1], known), LOCAL,
        place.getsockname()[1], pause=0.0, together=False,
    )  # fmt: skip
    config = uvicorn.Config(
        table.app(), log_config=None, log_level="error", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([place])))
    thread.start()
    try:
        soon(lambda: server.started)
        yield table
    finally:
        server.should_exit = True
        thread.join(20)
        place.close()


def test_a_lost_server_is_announced_and_the_page_reconnects(driver: Any) -> None:
    known = {-4: "k" * 22, -3: "p" * 22, 0: "a" * 22, 1: "b" * 22}
    place = listen(0)
    port = place.getsockname()[1]
    place.close()
    with serving(session_of("nine-muses", seed="3"), known, port) as table:
        page = Page(driver, None, f"http://{HOST}:{port}/t/{known[0]}/")  # type: ignore[arg-type]
        page.soon("state.moves.length > 0 && $('.lost') === null")
        line = page.ask("state.moves[0].line")
        text = table.session.text()
    page.soon("$('.lost').textContent.includes('does not answer')")
    assert page.find(".lost").get_attribute("role") == "alert"
    page.driver.execute_script("document.querySelector('.card.can')?.click()")
    again = Session.of(text, "again.play", load=LOAD, seed="3")
    with serving(again, known, port):
        page.soon("$('.lost:not(.ok)') === null")
        page.driver.execute_script("document.querySelector('.lost.ok .primary')?.click()")
        page.soon(f"state.node === {again.here.number}")
        page.moves([line])
        assert again.text().endswith(f"{line}\n") or line in again.text()
    with serving(session_of("nine-muses", seed="3"), {}, port):
        page.soon("$('.lost').textContent.includes('Ask the host')")
    driver.get_log("browser")


def last_notes(session: Session) -> list[str]:
    """The texts of the trace of the last step that has one, to which the session goes back."""
    while session.here.played is None or not session.here.played.trace:
        assert session.here.parent is not None
        session.here = session.here.parent
    return [entry.text for entry in session.here.played.trace if entry.text]


def test_the_log_shows_every_reason_to_every_seat(driver: Any) -> None:
    """The last step of a game has many notes, and the last of them says why it is over."""
    for game in ("muse", "sing-o-muse"):
        session = max(whole_games(game), key=lambda each: len(last_notes(each)))
        notes = last_notes(session)
        assert notes, game
        with served(session, together=False) as table:
            for seat in (0, -3):
                page = Page(driver, table, table.address(table.seat(seat)))
                page.soon("state.over")
                page.click("#look")
                page.soon("document.querySelectorAll('.log li').length > 0")
                shown = page.ask("$('.log').lastElementChild.textContent")
                assert all(note in shown for note in notes), (game, seat, notes, shown)
                assert page.errors() == []


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString", "hasOwnProperty"])
def test_players_may_have_the_names_of_a_scripts_own_words(driver: Any, name: str) -> None:
    text = f"game: nine-muses\nplayers: [{name}, Bob]\n---\n"
    session = Session.of(text, "new.play", load=LOAD, seed="3", strategies={1: "random"})
    with served(session, together=False) as table:
        page = Page(driver, table, table.address(table.seat(0)))
        page.soon("state.moves.length > 0")
        heads = page.ask("[...document.querySelectorAll('[data-seat] h2')].map((e) => e.innerText)")
        mine = next(head for head in heads if head.startswith(name))
        assert "the computer plays" not in mine
        assert any("the computer plays" in head for head in heads)
        assert page.errors() == []


def test_words_in_quotation_marks_are_completed(driver: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    file = resource("data") / "schizonauts" / "scripts" / "game-2.play"
    lines = file.read_text("utf-8").splitlines()
    quoted = next(i for i, line in enumerate(lines) if line.startswith("Ann") and ' "The ' in line)
    session = Session.of("\n".join(lines[:quoted]) + "\n", "part.play", file, load=LOAD)
    head = lines[quoted].partition('"')[0]
    with opened(driver, session) as page:
        line = page.find("#line")
        line.send_keys(f'/{head}"the')
        page.soon("document.querySelectorAll('#words li').length > 0")
        line.send_keys(Keys.TAB)
        value = page.ask("$('#line').value")
        assert value.startswith(f'/{head}"The ')
        assert value.count('"') == 2
        assert value.endswith('" ')
