"""The preview's page in a real browser."""

from __future__ import annotations

import base64
import io
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.conftest import TINY, run
from tests.generator.browser import pytestmark
from tests.generator.preview.preview_server import Server, serving, soon

__all__ = ["pytestmark"]
MANY = 500


class Page:
    """A page that is open, and what stands on it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def ask(self, expression: str) -> Any:
        return self.run(f"return {expression}")

    def soon(self, expression: str) -> Any:
        return soon(lambda: self.ask(expression))

    def card(self, id: str) -> str:
        return f"document.querySelector('[data-id=\"{id}\"]')"

    def shown(self) -> list[str]:
        """Ids of the cards that can be seen."""
        found: list[str] = self.ask(
            "[...document.querySelectorAll('.card')].filter(each => each.offsetParent)"
            ".map(each => each.dataset.id)"
        )
        return found

    def painted(self, id: str) -> bool:
        """Whether a card's picture is there, and not only asked for."""
        image = f"{self.card(id)}.querySelector('img')"
        return bool(self.ask(f"{image}.complete && {image}.naturalWidth > 0"))

    def picture(self, selector: str) -> Image.Image:
        """What the screen shows of an element."""
        place = self.run(
            "const each = document.querySelector(arguments[0]);"
            "each.scrollIntoView({block: 'center'});"
            "const {x, y, width, height} = each.getBoundingClientRect();"
            "return {x: x + scrollX, y: y + scrollY, width, height, scale: 1}",
            selector,
        )
        options = {"clip": place, "captureBeyondViewport": True}
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", options)["data"]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    def press(self, key: str) -> None:
        self.run(
            "document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))",
            key,
        )

    def quiet(self) -> None:
        """Nothing was refused, missing or thrown since the last time."""
        assert [each["message"] for each in self.driver.get_log("browser")] == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("preview") / "tiny"
    shutil.copytree(TINY, place)
    return place


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as found:
        yield found


@pytest.fixture
def page(driver: Any, server: Server) -> Page:
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get(f"http://127.0.0.1:{server.port}/")
    return Page(driver)


@pytest.fixture
def change(folder: Path, page: Page) -> Iterator[Callable[[str, str, str], None]]:
    """Save a file with other words; all files are as before afterwards, and the page knows it."""
    good = {file: file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()}

    def save(file: str, old: str, new: str) -> None:
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), "utf-8")

    yield save
    for file, text in good.items():
        if file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
    page.soon("!state.problems.length && state.groups[0].cards[0].title === 'Ford' "
              "&& state.groups[0].cards[0].text.includes('cross')")  # fmt: skip


def test_all_cards_and_sheets_are_on_the_page(page: Page) -> None:
    cards = ["cards/ford", "cards/mill", "cards/hill", "tokens/token", "sheet/sheet"]
    assert page.shown()[:5] == cards
    sheets = ["Sheet 1, front", "Sheet 1, back", "Sheet 2, front"]  # poster, cover
    assert page.shown()[5:8] == [f"=sheets/{each}" for each in sheets]
    soon(lambda: page.painted("cards/ford"))
    page.run(f"{page.card('=sheets/Sheet 2, front')}.scrollIntoView()")
    soon(lambda: page.painted("=sheets/Sheet 2, front"))
    titles = "[...document.querySelectorAll('.group > h2 span')].map(e => e.textContent)"
    assert page.ask(titles) == ["Cards", "Tokens", "Sheet", "Sheets"]
    page.quiet()


def test_a_component_may_be_called_sheets(
    page: Page, change: Callable[[str, str, str], None]
) -> None:
    change("game.yaml", "  - id: sheet\n", "  - id: sheets\n")
    page.soon(f"{page.card('sheets/sheet')} !== null")
    assert page.shown()[4:6] == ["sheets/sheet", "=sheets/Sheet 1, front"]


def test_a_saved_card_arrives_with_its_mark(
    page: Page, change: Callable[[str, str, str], None]
) -> None:
    image = f"{page.card('cards/ford')}.querySelector('img')"
    soon(lambda: page.painted("cards/ford"))
    before = page.ask(f"{image}.src")
    change("cards.yaml", "cross", "wade")
    page.soon(f"{image}.src !== '{before}'")
    assert page.ask(f"{page.card('cards/ford')}.textContent").count("changed front") == 1
    assert page.ask("document.getElementById('count-changed').textContent") == "1"
    page.run("document.querySelector('[data-only=changed]').click()")
    # Cards in sight come first; the sheets they lie on follow.
    soon(lambda: page.shown() == ["cards/ford", "=sheets/Sheet 2, front"])
    page.run(f"{page.card('cards/ford')}.querySelector('.shot').click()")
    page.run("document.getElementById('before').click()")
    page.soon(f"document.querySelector('#stage img').src === '{before}'")
    page.quiet()


def test_a_broken_template_keeps_the_picture_and_recovers(
    page: Page, change: Callable[[str, str, str], None]
) -> None:
    image = f"{page.card('cards/hill')}.querySelector('img')"
    soon(lambda: page.painted("cards/hill"))
    before = page.ask(f"{image}.src")
    change("templates/card.svg.j2", "card.title", "card.titel")
    page.soon(f"{page.card('cards/hill')}.classList.contains('stale')")
    assert "templates/card.svg.j2:5:1 the card has no 'titel'" in page.ask(
        f"{page.card('cards/hill')}.querySelector('.said').textContent"
    )
    assert "A problem" in page.ask("document.getElementById('problems').textContent")
    assert (page.ask(f"{image}.src"), page.painted("cards/hill")) == (before, True)
    change("templates/card.svg.j2", "card.titel", "card.title")
    page.soon("document.getElementById('problems').hidden")
    assert not page.ask(f"{page.card('cards/hill')}.classList.contains('stale')")
    assert page.ask(f"{image}.src") == before
    page.quiet()


def test_cards_are_turned_one_by_one_and_together(page: Page) -> None:
    side = f"{page.card('cards/ford')}.dataset.side"
    image = f"{page.card('cards/ford')}.querySelector('img')"
    front = page.ask(f"{image}.dataset.wanted")
    page.run(f"{page.card('cards/ford')}.querySelector('.turn').click()")
    assert page.ask(side) == "back"
    assert page.ask(f"{image}.dataset.wanted") != front
    assert page.ask(f"{page.card('cards/mill')}.dataset.side") == "front"
    page.press("f")
    sides = "[...document.querySelectorAll('#deck-cards .card')].map(e => e.dataset.side)"
    assert page.ask(sides) == ["back"] * 3
    page.press("f")
    assert page.ask(side) == "front"
    page.quiet()


def test_a_card_is_looked_at_closely_with_keys(page: Page) -> None:
    page.run(f"{page.card('cards/ford')}.querySelector('.shot').click()")
    title = "document.getElementById('large-title').textContent"
    side = "document.querySelector('#stage .paper').dataset.side"
    assert (page.ask(title), page.ask(side)) == ("Ford", "front")
    page.press("ArrowRight")
    assert page.ask(title) == "Mill"
    page.press("f")
    assert page.ask(side) == "back"
    wide = page.ask("document.querySelector('#stage .paper').offsetWidth")
    page.press("z")
    assert page.ask("document.querySelector('#stage .paper').offsetWidth") > 2 * wide
    page.driver.get(page.ask("location.href"))
    page.driver.refresh()
    assert (page.ask(title), page.ask(side)) == ("Mill", "back")
    page.run("document.getElementById('close').click()")
    assert not page.ask("document.getElementById('large').open")
    assert page.ask("document.activeElement.closest('.card').dataset.id") == "cards/mill"
    page.quiet()


def test_search_looks_into_titles_ids_and_texts(page: Page) -> None:
    for words, found in {
        "MILL": ["cards/mill"],
        "cross two": ["cards/ford"],
        "stone": ["cards/mill"],
        "tokens/": ["tokens/token"],
        "nowhere": [],
    }.items():
        page.run(
            "const box = document.getElementById('search'); box.value = arguments[0];"
            "box.dispatchEvent(new Event('input'))",
            words,
        )
        assert [each for each in page.shown() if not each.startswith("=sheets/")] == found
    assert page.ask("document.getElementById('nothing').textContent") == "No card matches."
    assert page.ask("location.hash").startswith("#q=nowhere")


def linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def seen(colour: tuple[int, int, int], rows: list[list[float]]) -> tuple[int, ...]:
    """What a matrix for linear light makes of a colour."""
    light = [linear(value) for value in colour]
    found = []
    for row in rows:
        value = min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1)
        share = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
        found.append(round(share * 255))
    return tuple(found)


# Machado, Oliveira, Fernandes 2009, severity 1.0; grey: WCAG 2's relative luminance.
VIEWS = {
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


@pytest.mark.parametrize("view", VIEWS)
def test_colours_are_seen_as_others_see_them(page: Page, view: str) -> None:
    soon(lambda: page.painted("tokens/token"))
    choose = (
        "const box = document.querySelector('select.view'); box.value = arguments[0];"
        "box.dispatchEvent(new Event('change'))"
    )
    place = '[data-id="tokens/token"] .paper'
    page.run(choose, "")
    location = (10, page.picture(place).height // 2)
    plain = page.picture(place).getpixel(location)
    assert plain == (128, 0, 0)
    page.run(choose, view)
    got = page.picture(place).getpixel(location)
    assert isinstance(got, tuple)
    assert all(abs(a - b) <= 2 for a, b in zip(got, seen((128, 0, 0), VIEWS[view]), strict=True))
    assert f"view={view}" in page.ask("location.hash")


def test_safe_zone_and_bleed_have_the_measures_of_the_print(page: Page) -> None:
    page.press("s")
    page.press("b")
    size = "(s) => { const {width, height} = document.querySelector(s).getBoundingClientRect();" \
           " return [width / look.zoom, height / look.zoom] }"  # fmt: skip
    card = '[data-id="cards/ford"]'
    for part, wide, high in (("paper", 67, 92), ("cut", 63, 88), ("safe", 57, 82)):
        got = page.run(f"return ({size})(arguments[0])", f"{card} .{part}")
        assert got == pytest.approx([wide, high], abs=0.02)


def test_it_fits_on_a_telephone(page: Page) -> None:
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page.driver.refresh()
        soon(lambda: page.painted("cards/ford"))
        assert page.ask("document.documentElement.scrollWidth") == 360
        page.run(f"{page.card('cards/ford')}.querySelector('.shot').click()")
        assert page.ask("document.getElementById('close').getBoundingClientRect().bottom") <= 740
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_face_runs_nothing(page: Page, change: Callable[[str, str, str], None]) -> None:
    image = '<image href="http://127.0.0.1:9/x" width="9" height="9" onload="parent.wild=1"/>'
    change("templates/card.svg.j2", "<rect", f"{image}<rect")
    page.soon("document.querySelectorAll('.stale').length >= 3")
    change("templates/card.svg.j2", "<image href", "<script>parent.wild=1</script><image href")
    page.soon("state.problems.some(each => each.message.includes('<script>'))")
    assert page.ask("window.wild") is None
    page.quiet()


def test_five_hundred_cards_are_scrolled_and_searched(
    driver: Any, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path / "many"
    shutil.copytree(TINY, folder)
    game = (folder / "game.yaml").read_text("utf-8")
    game = game.replace("    count: TINY-COMP-01.count\n", "").replace("cards.yaml", "cards.csv")
    (folder / "game.yaml").write_text(game, "utf-8")
    rows = "".join(f"Card {number},Number {number} crosses\n" for number in range(1, MANY + 1))
    (folder / "cards.csv").write_text(f"title,words\n{rows}", "utf-8")
    with serving(folder) as server:
        page = Page(driver)
        driver.get(f"http://127.0.0.1:{server.port}/")
        assert len([each for each in page.shown() if each.startswith("cards/")]) == MANY
        soon(lambda: page.painted("cards/card-1"))
        loaded = page.ask("[...document.images].filter(each => each.naturalWidth).length")
        assert loaded < 200  # pictures far below are not asked for yet
        page.run(f"{page.card('cards/card-500')}.scrollIntoView()")
        soon(lambda: page.painted("cards/card-500"))
        page.run("const box = document.getElementById('search'); box.value = 'card 321';"
                 "box.dispatchEvent(new Event('input'))")  # fmt: skip
        assert page.shown() == ["cards/card-321"]
        soon(lambda: page.painted("cards/card-321"))
        cards = folder / "cards.csv"
        cards.write_text(cards.read_text("utf-8").replace("321 crosses", "321 wades"), "utf-8")
        page.soon(f"{page.card('cards/card-321')}.classList.contains('changed')")
        page.quiet()
        driver.get("about:blank")  # before its server is gone


def test_the_static_page_works_without_a_server(driver: Any, tiny: Path, tmp_path: Path) -> None:
    assert run("preview", "tiny", "--static", "site").exit_code == 0
    page = Page(driver)
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get((tmp_path / "site" / "index.html").as_uri())
    soon(lambda: page.painted("cards/ford"))
    assert page.shown()[:2] == ["cards/ford", "cards/mill"]
    page.press("f")
    assert page.ask(f"{page.card('cards/ford')}.dataset.side") == "back"
    assert page.ask("document.getElementById('status').textContent") == ""
    page.quiet()
