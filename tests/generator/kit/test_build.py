"""A whole kit, read back from its PDF with a reader that is not our writer."""

from __future__ import annotations

import builtins
import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest

from generator.book.build import build_book
from generator.drawing import painter
from generator.faces import fonts, lettering, lines
from generator.faces.sandbox import Sandbox
from generator.illustration.ornaments import ORNAMENTS
from generator.kit.build import Built, build_kit
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from generator.pdf import encoder, writer
from generator.sheets.cut_settings import CutSettings
from generator.sheets.paper import SidesName
from validator.core.frozen_map import FrozenMap
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.game import load_game


def read(built: Built) -> pypdf.PdfReader:
    assert built.problems == ()
    return pypdf.PdfReader(io.BytesIO(built.pdf))


@pytest.fixture(scope="module")
def built(tiny_game: Game) -> Built:
    return build_kit(tiny_game, Options())


def test_the_same_input_gives_the_same_bytes(tiny_game: Game, built: Built) -> None:
    assert build_kit(tiny_game, Options()).pdf == built.pdf


@pytest.fixture
def fractions(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    """The lines of the program that add fractions by `sum`, whose result depends on the version."""
    found = set()
    plain = sum

    def watched(values: Iterable[Any], /, start: Any = 0) -> Any:
        values = list(values)
        frame = sys._getframe(1)
        module = frame.f_globals["__name__"]
        if module.startswith(("generator", "validator")) and float in set(map(type, values)):
            found.add((module, frame.f_lineno))
        return plain(values, start)

    monkeypatch.setattr(builtins, "sum", watched)
    return found


def test_totals_of_fractions_are_the_same_with_every_python(
    tiny_game: Game, fractions: set[tuple[str, int]]
) -> None:
    sandbox = Sandbox()
    sandbox.begin()
    template = sandbox.from_string("{{ [0.5, 1e16, -1e16]|sum }} {{ [1, 2]|sum }}")
    assert template.render() == "0.5 3"  # `sum` found 0.0 before Python 3.12
    for draw in ORNAMENTS.values():
        draw(60, 30)
    game = load_game(Path(str(resource("data") / "crazy-eights"))).game
    assert game is not None
    for each in (tiny_game, game):
        build_kit(each, Options())
    build_book(game, {"a4": None})
    assert fractions == set()


def test_what_is_forgotten_is_made_again(
    tiny_game: Game, built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in (
        (fonts, "MOST_WORDS"),
        (lines, "MOST_WORDS"),
        (lettering, "MOST_REPEATED"),
        (painter, "MOST_TEXTS"),
        (encoder, "MOST_WORDS"),
        (writer, "MOST_LISTINGS"),
    ):
        monkeypatch.setattr(module, name, 2)
    assert build_kit(tiny_game, Options()).pdf == built.pdf


def test_every_page_has_its_boxes(built: Built) -> None:
    reader = read(built)
    assert len(reader.pages) == len(built.pages)
    for page, laid in zip(reader.pages, built.pages, strict=True):
        media, trim, bleed = page.mediabox, page.trimbox, page.bleedbox
        assert float(media.width) == pytest.approx(laid.paper.width * 72 / 25.4, abs=0.01)
        assert float(trim.width) == pytest.approx(laid.trim.width * 72 / 25.4, abs=0.01)
        assert bleed.left <= trim.left
        assert bleed.top >= trim.top


def test_the_viewer_is_reported_how_to_print(built: Built) -> None:
    root: Any = read(built).trailer["/Root"]
    preferences = root["/ViewerPreferences"]
    assert preferences["/PrintScaling"] == "/None"
    assert preferences["/Duplex"] == "/DuplexFlipLongEdge"
    assert root["/Lang"] == "en"
    about = read(built).metadata
    assert about is not None
    assert about.title == "Tiny: print-and-play kit"


def test_fonts_are_embedded_as_subsets(built: Built) -> None:
    resources: Any = read(built).pages[0]["/Resources"]
    fonts = resources["/Font"]
    assert fonts
    for font in fonts.values():
        descriptor = font.get_object()["/FontDescriptor"]
        assert "/FontFile2" in descriptor
        assert "+" in font.get_object()["/BaseFont"]


def test_text_can_be_read_back(built: Built) -> None:
    text = "\n".join(page.extract_text() for page in read(built).pages)
    assert "Ford" in text
    assert "Pay two" in text
    assert "Hands: 8 with two players" in text


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short", "fronts", "gutterfold"])
def test_a_poster_comes_first_and_what_the_kit_holds_on_its_reverse(
    tiny_game: Game, sides: SidesName
) -> None:
    kit = build_kit(tiny_game, Options(sides=sides))
    assert kit.problems == ()
    poster, listed = read(kit).pages[:2]
    assert "In this kit" not in poster.extract_text()
    assert "In this kit" in listed.extract_text()
    assert [page.side for page in kit.pages[:2]] == [
        "front", "back" if sides.startswith("duplex") else "front"
    ]  # fmt: skip
    assert f"{kit.sheets} sheets" in " ".join(listed.extract_text().split())


def test_parts_of_the_kit_are_bookmarks(built: Built) -> None:
    outline: list[Any] = read(built).outline
    titles = [item["/Title"] for item in outline]
    assert titles == ["Cover", "Cards", "Tokens", "Sheet", "Tuckboxes", "Credits"]


def test_an_edited_rule_is_printed(tiny: Path, edit: Callable[[str, str, str], None]) -> None:
    edit("rules.yaml", "{2: 8, 3: 7", "{2: 9, 3: 7")
    game = load_game(tiny).game
    assert game is not None
    text = "".join(page.extract_text() for page in read(build_kit(game, Options())).pages)
    assert "Hands: 9 with two players" in text


def test_a_back_lies_behind_its_front_on_the_page(built: Built) -> None:
    """Pixels of the reverse, mirrored, cover the cards' places on the front."""
    document = pypdfium2.PdfDocument(built.pdf)
    index = next(i for i, page in enumerate(built.pages) if "Cards" in page.sections)
    back = document[index + 1].render(scale=25.4 / 72 * 4).to_pil().convert("RGB")  # 4 px a mm
    wide = back.width
    cards = [box for box in built.pages[index].boxes if box.piece.startswith("cards/")]
    assert cards
    for box in cards:
        x = box.trim.x + box.trim.width / 2
        y = box.trim.y + box.trim.height / 2
        assert back.getpixel((wide - 1 - round(4 * x), round(4 * y))) == (128, 0, 0)
    assert back.getpixel((wide - 1 - 4 * 150, 4 * 240)) == (255, 255, 255)


def test_low_ink_and_papers_change_the_file_not_the_pieces(tiny_game: Game, built: Built) -> None:
    for options in (Options(paper="letter"), Options(ink="low"), Options(sides="fronts")):
        other = build_kit(tiny_game, options)
        assert other.pieces == built.pieces
        assert other.build_id != built.build_id


def test_kits_in_greys_have_the_greys_of_the_theme(tiny_game: Game) -> None:
    theme = replace(
        tiny_game.theme,
        grey=FrozenMap({"frame": "#333333", "paper": "#eeeeee"}),
        low_ink=FrozenMap({"paper": "#ffffff"}),
    )
    game = replace(tiny_game, theme=theme)
    inks = ("colour", "grey", "low-grey")
    colours = [KitRenderer(game, Options(ink=ink)).renderer.colour for ink in inks]
    known = tiny_game.theme.colours
    assert [each["frame"] for each in colours] == [known["frame"], "#333333", "#333333"]
    assert [each["paper"] for each in colours] == [known["paper"], "#eeeeee", "#ffffff"]


def test_a_template_that_fails_leaves_no_pdf(tiny_game: Game) -> None:
    component = replace(tiny_game.components[0], face="nothing.svg.j2")
    broken = replace(tiny_game, components=(component, *tiny_game.components[1:]))
    built = build_kit(broken, Options())
    assert built.pdf == b""
    assert "there is no template 'nothing.svg.j2'" in built.problems[0].message


def test_a_changed_emblem_changes_the_build_id(tiny: Path, built: Built) -> None:
    (tiny / "templates" / "emblem.svg.j2").write_text('<circle cx="50" cy="50" r="50"/>', "utf-8")
    game = load_game(tiny).game
    assert game is not None
    assert build_kit(game, Options()).build_id != built.build_id


@pytest.mark.parametrize("cutting", [CutSettings(marks="lines"), CutSettings(safe_zone=True)])
def test_lines_across_dark_cards_can_be_seen(tiny_game: Game, cutting: CutSettings) -> None:
    """A light line lies under them: on the dark back something bright crosses the first trim."""
    built = build_kit(tiny_game, Options(cutting=cutting))
    index = next(i for i, page in enumerate(built.pages) if "Cards" in page.sections)
    box = built.pages[index + 1].boxes[0]
    inside = cutting.safe if cutting.safe_zone else 0.0
    scale = 24  # pixels a millimetre
    page = pypdfium2.PdfDocument(built.pdf)[index + 1]
    picture = page.render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
    x = round(scale * (box.trim.x + box.trim.width / 2))
    y = scale * (box.trim.bottom - inside)
    across = [picture.getpixel((x, round(y + step))) for step in range(-12, 13)]
    assert (128, 0, 0) in across
    assert any(min(pixel) > 200 for pixel in across if isinstance(pixel, tuple))
