"""The table's page and the accessibility rules of axe-core: no findings, in a real browser.

`.ci/run` fetches axe-core and names its file in AXE_CORE; without it these tests are skipped.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.generator.browser import pytestmark as browser
from tests.generator.table.table_server import served, session_of
from tests.generator.table.test_table_page import GAMES, Page, whole_game

AXE = Path(os.environ.get("AXE_CORE", ""))
pytestmark = [browser, pytest.mark.skipif(not AXE.is_file(), reason="AXE_CORE names no file")]
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ['violations'] }).then((found) => done(found.violations
  .map((each) => [each.id, each.nodes.map((node) => node.html.slice(0, 160)).slice(0, 4)])));
"""


def findings(page: Any) -> list[Any]:
    """What axe-core finds on a page as it is."""
    page.driver.execute_script(AXE.read_text("utf-8"))
    found: list[Any] = page.driver.execute_async_script(RUN)
    return found


def test_axe_finds_nothing_at_the_tables_of_all_games(driver: Any) -> None:
    """A position in the middle of each game, with an open choice; the end; seats and keys."""
    for game in GAMES:
        session = whole_game(game)
        path = session.here.path()
        session.here = next(node for node in path[len(path) // 2 :] if node.move and node.legal())
        with served(session, together=False) as table:
            seat = max(0, session.here.legal()[0].seat)
            page = Page(driver, table, table.address(table.seat(seat)))
            page.soon("state.players.length > 1")
            page.driver.execute_script("document.querySelector('.card.can')?.click()")
            assert findings(page) == [], game


def test_axe_finds_nothing_at_the_end_and_in_dialogs(driver: Any) -> None:
    with served(whole_game("nine-muses"), together=False) as table:
        page = Page(driver, table, f"{table.address(table.keeper)}#as=open")
        page.soon("$('.end table') !== null")
        assert findings(page) == []
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        page = Page(driver, table, f"{table.address(table.keeper)}#as=open")
        page.click("#players")
        page.soon("$('.start .qr') !== null")
        assert findings(page) == []
        page.click("#begin")
        for button in ("#help", "#facts"):
            page.driver.execute_script(f"document.querySelector('{button}').click()")
            page.soon("$('#dialog').open && $('#dialog h1, #dialog h2') !== null")
            assert findings(page) == [], button
            page.click("#dialog .shut")
