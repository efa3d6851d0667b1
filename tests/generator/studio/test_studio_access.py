"""The studio's places and the accessibility rules of axe-core: no findings, in a real browser.

`.ci/run` fetches axe-core and names its file in AXE_CORE; without it this test is skipped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conftest import run
from tests.generator.browser import pytestmark as browser
from tests.generator.studio.studio_browser import DROPPED, Page
from tests.generator.studio.studio_server import Client, served
from tests.generator.table.test_page_access import findings
from tests.generator.table.test_page_access import pytestmark as with_axe

pytestmark = [browser, *with_axe]


def test_axe_finds_nothing_in_any_place(studio: Client, driver: Any, tmp_path: Path) -> None:
    page = Page(driver)
    driver.get(studio.address)
    page.soon("document.querySelector('.drop input')")
    assert findings(page) == [], "start"
    driver.find_element("css selector", ".drop input").send_keys(
        "\n".join(str(tmp_path / name) for name in DROPPED)
    )
    page.soon("document.querySelectorAll('.look img').length === 4")
    assert findings(page) == [], "columns"
    page.soon("!document.querySelector('form.go .primary').disabled")
    page.click("form.go .primary")
    page.soon("document.querySelector('#face')?.naturalWidth")
    assert findings(page) == [], "cards"
    page.choose(1, 4)
    page.click(".more")
    page.soon("document.querySelector('.icons button')")
    assert findings(page) == [], "icons"
    page.click(".clash button", "Close")
    page.click("button", "Columns")
    page.soon("document.querySelector('[aria-label=\"Cost holds\"]')")
    assert findings(page) == [], "columns of the deck"
    page.click(".clash button", "Done")
    page.place("Layout")
    page.soon("document.querySelector('[aria-label=\"Size of the card\"]')")
    assert findings(page) == [], "the card"
    page.click(".side .in", "Card")
    page.soon("document.querySelector('#chosen')")
    assert findings(page) == [], "layout"
    page.click("button", "Another layout")
    page.soon("document.querySelector('.clash')")
    assert findings(page) == [], "another layout"
    page.click(".clash button", "Close")
    page.place("Rules")
    page.soon("document.querySelector('.newrule')")
    assert findings(page) == [], "the first rule"
    page.place("Print")
    page.soon("document.querySelector('.do a').getAttribute('aria-disabled') === 'false'")
    assert findings(page) == [], "print"


def test_axe_finds_nothing_in_rules_and_results(
    studio: Client, driver: Any, tmp_path: Path
) -> None:
    assert run("new", str(tmp_path / "mine"), "--from", "crazy-eights").exit_code == 0
    page = Page(driver)
    with served(tmp_path / "mine") as here:
        driver.get(here.address)
        page.soon("document.querySelector('#face')?.naturalWidth")
        page.place("Rules")
        page.click(".n[aria-label]")
        page.click("button[aria-label=more]")
        page.soon("document.querySelector('.fx .card')")
        assert findings(page) == [], "rules"
        page.place("Play and test")
        label = (
            "[...document.querySelectorAll('.seat.wide')]"
            ".find(each => each.innerText.startsWith('Games'))"
        )
        page.soon(label)
        page.run(
            f"const games = {label}.querySelector('select');"
            "games.selectedIndex = 0; games.dispatchEvent(new Event('change'))"
        )
        page.click("button", "Play 20 games")
        page.soon("document.querySelector('.say')")
        assert findings(page) == [], "play and test"
        page.click("button", "Shuffle and deal")
        page.soon("document.querySelector('.hand img')")
        assert findings(page) == [], "a hand"
