"""The studio's page in a real browser, as a person would use it: from a sheet to a reprint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.generator.browser import pytestmark
from tests.generator.studio.studio_browser import DROPPED, PICTURED, Page
from tests.generator.studio.studio_server import Client
from tests.generator.table.table_server import soon

__all__ = ["pytestmark"]


def test_from_a_sheet_to_a_printed_kit_and_a_reprint(
    studio: Client, driver: Any, tmp_path: Path
) -> None:
    from selenium.webdriver.common.keys import Keys

    driver.get(studio.address)
    page = Page(driver)
    page.soon("document.querySelector('.drop input')")
    chooser = driver.find_element("css selector", ".drop input")
    chooser.send_keys("\n".join(str(tmp_path / name) for name in DROPPED))
    page.soon("document.querySelectorAll('.look img').length === 4")
    assert "whole numbers; please check" in page.run("return document.body.textContent")
    page.click("button", "Yes, copies")
    page.soon("!document.querySelector('tr.ask')")
    page.click(".look", "Plain")
    page.soon("document.querySelector('.look[aria-checked=true]').textContent.includes('Plain')")
    page.soon("!document.querySelector('form.go .primary').disabled")
    page.click("form.go .primary")

    page.soon("document.querySelector('#face')?.naturalWidth")
    file = tmp_path / "Documents" / "market" / "market.csv"
    assert file.read_text() == PICTURED
    face = page.run("return document.querySelector('#face').src")
    page.soon("document.querySelector('h1').textContent.includes('18 cards, 54 with copies')")
    page.choose(0, 6)
    page.keys(Keys.ENTER, " And sing.", Keys.TAB)
    page.soon(f"document.querySelector('#face').src !== '{face}'")
    assert 'at most 1. And sing.",' in file.read_text()
    templates = tmp_path / "Documents" / "market" / "templates"
    drawing, charms = templates / "card.svg", templates / "card-charm.svg"
    page.place("Layout")  # Charms get another layout: with their icon
    page.click("button", "Another layout")
    page.click(".clash button", "Charm")
    page.soon("document.querySelector('[aria-label=\"Layout of\"]')?.value === 'charm'")
    page.click("button[aria-label='Place: Icon']")
    soon(lambda: charms.is_file() and 'pieria:field="icon"' in charms.read_text())
    assert 'id="icon"' not in drawing.read_text()
    page.place("Cards")  # where all kinds are still in one table
    page.soon("document.activeElement.classList.contains('cell')")  # keys work at once
    page.soon("document.querySelector('h1').textContent.includes('18 cards, 54 with copies')")
    page.choose(2, 0)
    page.soon("document.querySelector('#face')?.naturalWidth")

    page.choose(2, 4)  # a wrong icon is said at its cell, and settled by a click
    page.keys("honeyjar", Keys.ENTER)
    page.choose(2, 4)
    page.soon("document.querySelector('.pop')?.textContent.includes('honey-jar')")
    page.click(".pop button", "Use honey-jar")
    soon(lambda: "honeyjar" not in file.read_text())
    page.soon("!document.querySelector('.pop')")

    page.choose(3, 6)  # another program changes the cell that is being edited
    page.keys(Keys.ENTER)
    file.write_text(file.read_text().replace("Draw a card for", "Draw two cards for"))
    page.soon("grid.rows[3].cells[6].startsWith('Draw two cards')")
    page.keys(" Twice.", Keys.ENTER)
    page.soon("document.querySelector('.clash')?.textContent.includes('also changed')")
    assert "Draw two cards for every Guest" in file.read_text()
    page.click(".clash button", "Use the file")
    page.soon("!document.querySelector('.clash')")
    assert "Twice" not in file.read_text()

    page.place("Print")
    ready = "document.querySelector('.do a').getAttribute('aria-disabled') === 'false'"
    page.soon(ready)
    page.click("button", "It is printed")
    page.soon("document.querySelector('.foot').textContent.includes('Last print: build')")
    page.place("Cards")
    page.choose(1, 3)
    page.keys("3", Keys.ENTER)
    page.soon("document.querySelector('.since')?.textContent.includes('Cost: 2 → 3')")
    page.place("Print")
    page.soon("document.querySelector('.re h2').textContent === 'Take out 3, put in 3'")
    page.soon(ready)
    assert page.run("return document.querySelector('.sheets b').textContent") == "Swap list"
    assert "--changed-since" in page.run("return document.querySelector('.foot code').textContent")

    page.place("Layout")
    page.click(".side .in", "Card")
    page.soon("document.querySelector('#chosen')")
    page.run("document.querySelector('#chosen').focus()")
    before = charms.read_text()  # the card below the one that was edited
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    moved = before.replace('y="11.8"', 'y="12.3"')
    assert moved != before
    soon(lambda: charms.read_text() == moved)  # each key may be saved by itself
    page.click("button[aria-label=Undo]")
    soon(lambda: charms.read_text() == before)

    page.place("Play and test")  # hands of a game whose rules no program knows
    page.soon("document.querySelector('.play').textContent.includes('has no referee')")
    page.click("button", "Shuffle and deal 5 cards")
    page.soon(
        "[...document.querySelectorAll('.hand img')].filter((e) => e.naturalWidth).length === 5"
    )
    page.click("button", "Draw one")
    page.soon("document.querySelector('.cols').textContent.includes('6 cards, 48 left to draw')")

    page.click("button[aria-label='All projects']")  # a shipped game, and a hand of it
    page.click("button", "A shipped game")
    page.click(".clash button", "Crazy Eights")
    page.soon("document.querySelector('h1').textContent.includes('Crazy Eights')")
    page.soon("document.querySelector('#face')?.naturalWidth")
    page.place("Play and test")
    page.click("button", "Sit down")
    page.click("button", "To the table")
    page.soon("document.querySelector('.card.can')")
    driver.back()
    page.click("a", "Go back to the table")
    page.soon("location.pathname.startsWith('/t/') && document.querySelector('h1, .card.can')")
    errors = [each["message"] for each in driver.get_log("browser") if each["level"] == "SEVERE"]
    assert not errors, errors
