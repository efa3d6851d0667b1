"""Several elements at once, hidden ones, columns that are dropped; words and pictures of cells."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from tests.generator.browser import pytestmark
from tests.generator.studio.studio_browser import Page
from tests.generator.studio.studio_server import MARKET, Client, served
from tests.generator.table.table_server import soon

__all__ = ["pytestmark"]
FACE = {"deck": "cards", "side": "face"}
DROP = """
const at = [...document.querySelectorAll(".col-of")].find((each) => each.textContent.includes(arguments[0]));
const to = document.querySelector(".canvas svg"), box = document.querySelector(".cut").getBoundingClientRect();
const carried = new DataTransfer(), place = { clientX: box.left + box.width * arguments[1], clientY: box.top + box.height * arguments[2] };
at.dispatchEvent(new DragEvent("dragstart", { dataTransfer: carried, bubbles: true }));
to.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true, ...place }));
"""  # noqa: E501


def _png() -> bytes:
    made = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(made, "PNG")
    return made.getvalue()


def _boxes(studio: Client) -> dict[str, Any]:
    return {each["name"]: each for each in studio.do("layout", **FACE)["elements"]}


def _stands_at(studio: Client, name: str, y: float) -> bool:
    return bool(_boxes(studio)[name]["box"][1] == y)


def test_several_elements_move_as_one_edit_and_one_is_hidden(market: Path) -> None:
    drawing = market / "templates" / "card.svg"
    with served(market) as studio:
        before, was = drawing.read_bytes(), _boxes(studio)
        changes = [
            {"index": was[name]["index"], "name": name,
             "values": {"x": was[name]["box"][0] + 1, "y": was[name]["box"][1]}}
            for name in ("title", "what_it_does")
        ]  # fmt: skip
        assert "saved" in studio.do("shape", **FACE, row=0, changes=changes)
        for name in ("title", "what_it_does"):
            assert _boxes(studio)[name]["box"][0] == was[name]["box"][0] + 1
        studio.do("undo")
        assert drawing.read_bytes() == before
        hide = [changes[0] | {"values": {"hidden": True}}]
        studio.do("shape", **FACE, row=0, changes=hide)
        assert _boxes(studio)["title"]["style"]["hidden"]
        paper = {"index": was["paper"]["index"], "name": "paper", "values": {"opacity": 0.4}}
        studio.do("shape", **FACE, row=0, changes=[paper])
        assert _boxes(studio)["paper"]["style"]["opacity"] == 0.4
        wrong = [changes[0] | {"name": "other"}]
        assert "has moved" in studio.do("shape", **FACE, row=0, changes=wrong)["refused"]
        assert studio.ask("do/shape", {**FACE, "changes": []})[0] == 400


def test_an_element_is_brought_to_the_front_and_back(market: Path) -> None:
    drawing = market / "templates" / "card.svg"
    with served(market) as studio:
        before, was = drawing.read_bytes(), _boxes(studio)
        sent = FACE | {"index": was["title"]["index"], "name": "title", "row": 0}
        studio.do("order", **sent, front=False)
        assert [*_boxes(studio)][-1] == "title"  # painted first
        studio.do("order", **sent | {"index": _boxes(studio)["title"]["index"]}, front=True)
        assert next(iter(_boxes(studio))) == "title"
        studio.do("undo")
        studio.do("undo")
        assert drawing.read_bytes() == before


def test_a_column_allows_another_word(market: Path) -> None:
    game = market / "game.yaml"
    before = game.read_text().replace("kind: text", 'kind: "one of Stall, Guest, Charm"')
    game.write_text(before)
    with served(market) as studio:
        sent = {"deck": "cards", "column": "Kind"}
        assert studio.do("add-word", **sent, word=" Night  Watch ") == {"word": "Night Watch"}
        assert game.read_text() == before.replace('Charm"', 'Charm, Night Watch"')
        assert "Night Watch" in studio.state()["decks"][0]["columns"][2]["words"]
        assert "a comma" in studio.do("add-word", **sent, word="a, b")["refused"]
        refused = studio.do("add-word", deck="cards", column="Cost", word="x")["refused"]
        assert "accepts any text" in refused
        studio.do("undo")
        assert game.read_text() == before


def test_pictures_are_added_chosen_and_never_overwritten(market: Path) -> None:
    kind = "application/octet-stream"
    with served(market) as studio:
        said = studio.ask("upload?name=fox.png", _png(), Content_Type=kind)
        assert said[2] == b'{"name": "fox.png"}'
        assert studio.do("pictures", words="fox")["icons"] == [
            {"name": "fox.png", "src": "files/fox.png"}
        ]
        assert studio.ask("files/fox.png")[2] == _png()
        assert studio.ask("files/market.csv")[0] == 404
        assert studio.ask("files/%2e%2e/settings.png")[0] == 404
        again = studio.ask("upload?name=fox.png", b"other", Content_Type=kind)[2]
        assert b"rename yours" in again
        assert b"is not a picture" in studio.ask("upload?name=x.exe", b"x", Content_Type=kind)[2]
        studio.do("undo")
        assert not (market / "fox.png").exists()


def test_files_open_in_the_programs_that_the_user_has(market: Path) -> None:
    opened: list[str] = []
    with served(market) as studio:
        studio.studio.launch = opened.append
        studio.do("open-file", deck="cards")
        studio.do("open-file", deck="cards", side="face")
        assert "no longer exists" in studio.do("open-file", deck="x")["refused"]
    assert opened == [str(market / "market.csv"), str(market / "templates" / "card.svg")]


def test_elements_are_chosen_together_and_columns_are_dropped(driver: Any, market: Path) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    page, drawing = Page(driver), market / "templates" / "card.svg"
    with served(market) as studio:
        driver.get(studio.address)
        page.soon("document.querySelector('#face')?.naturalWidth")
        page.choose(1, 1)  # several cells are emptied as one edit
        ActionChains(driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_DOWN).key_up(
            Keys.SHIFT
        ).send_keys(Keys.DELETE).perform()
        soon(lambda: "The Honey Jar,,Charm" in (market / "market.csv").read_text())
        page.click("button[aria-label=Undo]")
        soon(lambda: (market / "market.csv").read_text() == MARKET)

        page.place("Layout")
        was = _boxes(studio)
        page.click(".side .in", "Card")
        page.soon("document.querySelector('#chosen')")
        other = next(
            each for each in driver.find_elements("css selector", ".side .in")
            if each.text.startswith("What it does")
        )  # fmt: skip
        ActionChains(driver).key_down(Keys.SHIFT).click(other).key_up(Keys.SHIFT).perform()
        page.soon("document.querySelector('.insp h2').textContent === '2 elements'")
        page.run("document.querySelector('#chosen').focus()")
        page.keys(Keys.ARROW_DOWN)
        for name in ("title", "what_it_does"):
            wanted = was[name]["box"][1] + 0.25
            soon(partial(_stands_at, studio, name, wanted))
        page.click("button[aria-label='Hide Card']")
        page.soon("document.querySelector('button[aria-label=\"Show Card\"]')")
        page.run(DROP, "Cost", 0.5, 0.97)  # onto no text: a new element
        soon(lambda: ">cost</text>" in drawing.read_text())
