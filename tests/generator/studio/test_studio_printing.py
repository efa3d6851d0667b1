"""What the place Print offers besides the usual: any paper, and printers that were measured."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from tests.generator.browser import pytestmark
from tests.generator.studio.studio_browser import Page
from tests.generator.studio.studio_server import Client, served
from tests.generator.table.table_server import soon

__all__ = ["pytestmark"]
USUAL = {"paper": "a4", "sides": "duplex-long", "ink": "colour", "bleed": "auto", "marks": "crop"}
FRONT = ["20,5", "20.5", "19", "170", "230"]  # a comma as well as a point
BACK = ["20", "20.5", "20", "169.5", "230"]


def _lengths(said: list[str]) -> list[float]:
    return [float(each.replace(",", ".")) for each in said]


def _size(studio: Client, made: str) -> tuple[float, float]:
    """Width and height of the first page of a PDF, in mm."""
    page = PdfReader(BytesIO(studio.ask(f"pdf/{made}")[2])).pages[0].mediabox
    return round(float(page.width) / 72 * 25.4, 1), round(float(page.height) / 72 * 25.4, 1)


def test_any_paper_is_printed_and_a_wrong_one_is_refused(market: Path) -> None:
    with served(market) as studio:
        soon(lambda: studio.state()["preview"])
        plan = studio.do("plan", **USUAL | {"paper": "100x150mm"})
        assert _size(studio, plan["id"]) == (100.0, 150.0)
        assert len(plan["sheets"]) == 16  # one card on each
        for paper, why in (
            ("10x10mm", "paper"),
            ("100 by 150", "enter a size such as 100x150mm"),
            ("../secret.yaml", "enter a size such as 100x150mm"),
        ):
            assert why in studio.do("plan", **USUAL | {"paper": paper})["refused"]


def test_a_tuckbox_is_taken_away_and_a_machine_gets_its_files(market: Path) -> None:
    before = (market / "game.yaml").read_text()
    with served(market) as studio:
        soon(lambda: studio.state()["preview"])
        assert [each["on"] for each in studio.state()["boxes"]] == [True]
        studio.do("box", deck="cards", on=False)
        assert [each["on"] for each in studio.state()["boxes"]] == [False]
        plan = studio.do("plan", **USUAL | {"marks": "silhouette", "cut": "svg"})
        assert "Tuckbox" not in [each["title"] for each in plan["sheets"]]
        assert studio.ask(f"pdf/{plan['id']}")[0] == 200
        assert [*(market / "output").rglob("*.svg")]
        studio.do("undo")
        assert (market / "game.yaml").read_text() == before
        assert "id: boat" in studio.do("box", deck="boat", on=True)["refused"]


def test_a_wrong_measurement_is_refused(market: Path) -> None:
    with served(market) as studio:
        sent = {"name": "office", "paper": "a4", "sides": "duplex-long"}
        good = {"front": _lengths(FRONT), "back": _lengths(BACK)}
        refused = [
            (sent | good | {"name": "My Office!"}, "lower-case letters and digits"),
            (sent | good | {"back": [20, 20]}, "all five lengths on both sides"),
            (sent | good | {"front": [20.5, 20.5, 19, 70, 230]}, "100 %"),
            (sent | good | {"sides": "gutterfold"}, "sides"),
        ]
        for body, why in refused:
            assert why in studio.do("save-printer", **body)["refused"]
        assert studio.do("choices")["printers"] == []


def test_a_printer_is_measured_and_its_pages_are_shifted(driver: Any, market: Path) -> None:
    page = Page(driver)
    with served(market) as studio:
        driver.get(studio.address)
        page.soon("document.querySelector('#face')?.naturalWidth")
        page.place("Print")
        page.click("button", "Measure a printer")
        link = page.soon("document.querySelector('.clash a[download]')?.getAttribute('href')")
        assert studio.ask(link)[2].startswith(b"%PDF")
        for side, lengths in (("front", FRONT), ("back", BACK)):
            for letter, length in zip("ABCDE", lengths, strict=True):
                driver.find_element("css selector", f"[name={side}{letter}]").send_keys(length)
        driver.find_element("css selector", "[name=called]").send_keys("Office")
        page.click(".clash button", "Save")
        page.soon("document.querySelector('[aria-label=Printer]')?.value === 'office'")
        page.soon("document.querySelector('.foot code').textContent.includes('--printer office')")
        shifted = studio.do("plan", **USUAL | {"printer": "office"})
        straight = studio.do("plan", **USUAL)
        assert shifted["verified"]
        assert studio.ask(f"pdf/{shifted['id']}")[2] != studio.ask(f"pdf/{straight['id']}")[2]
