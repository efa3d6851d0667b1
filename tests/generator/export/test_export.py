"""Exports read back: pictures by pixels, tabletop files by what they must say, PDFs by pages."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image
from pypdf import PdfReader

from generator.export.designs import DesignRenderer, Files, cut_out
from generator.export.images import png_files, svg_files
from generator.export.service_list import SERVICES
from generator.export.services import service_files
from generator.export.tabletop import (
    ACROSS,
    USABLE,
    WIDEST,
    parts,
    playground_files,
    simulator_files,
)
from tests.conftest import run
from validator.core.model import Game
from validator.core.resources import resource
from validator.core.sizes import SIZES, Size
from validator.load.game import load_game


@pytest.fixture(scope="module")
def nine() -> Game:
    game = load_game(resource("data") / "nine-muses").game
    assert game is not None
    return game


def studio(game: Game, bleed: float = 0.0) -> DesignRenderer:
    made = DesignRenderer(game, bleed)
    assert made.draw() == []
    return made


@pytest.fixture(scope="module")
def table(nine: Game) -> Files:
    return simulator_files(studio(nine), lambda file: f"https://example.org/{file}")


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def test_a_picture_for_each_face_and_back(nine: Game) -> None:
    files = png_files(studio(nine), dpi=100)
    rows = list(csv.DictReader(io.StringIO(files["cards.csv"].decode())))
    assert sum(int(row["copies"]) for row in rows) == sum(c.pieces for c in nine.components)
    named = {name for row in rows for name in (row["face"], row["back"]) if name}
    assert named == set(files) - {"cards.csv"}
    for row in rows:
        size = (float(row["width_mm"]), float(row["height_mm"]))
        assert picture(files[row["face"]]).size == tuple(round(mm / 25.4 * 100) for mm in size)


def test_cut_corners_are_clear(nine: Game) -> None:
    files = png_files(studio(nine), dpi=72, corners=True)
    card = picture(files["philosophers/heron.png"])
    assert card.mode == "RGBA"
    assert card.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert card.getpixel((card.width // 2, 0))[3] == 255  # type: ignore[index]


@pytest.mark.parametrize(
    ("outline", "kept", "gone"),
    [
        ("round", [(40, 30), (2, 30), (77, 30), (40, 1), (40, 58)], [(4, 4), (75, 4), (75, 55)]),
        ("hexagon", [(40, 30), (40, 2), (40, 57)], [(1, 1), (78, 1), (1, 58), (78, 58)]),
        ("rect", [(40, 30), (12, 0), (0, 12), (79, 30), (67, 59)],
         [(0, 0), (1, 1), (79, 0), (0, 59), (78, 58)]),
    ],
)  # fmt: skip
def test_a_picture_is_clear_outside_of_its_outline(
    tiny_game: Game, outline: str, kept: list[tuple[int, int]], gone: list[tuple[int, int]]
) -> None:
    piece = replace(tiny_game.component("tokens"), outline=outline, size=Size(40, 30))
    whole = Image.new("RGB", (80, 60), "teal")
    cut = cut_out(whole, piece, 10)
    assert (whole.mode, cut.mode, cut.size) == ("RGB", "RGBA", (80, 60))
    seen = cut.getchannel("A")
    assert [seen.getpixel(each) for each in kept] == [255] * len(kept)
    assert [seen.getpixel(each) for each in gone] == [0] * len(gone)


def test_an_svg_needs_nothing_from_outside(nine: Game) -> None:
    svg = svg_files(studio(nine))["philosophers/aesop.svg"].decode()
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"')
    for name in re.findall(r'href="([^"]*)"', svg):
        assert name.startswith("data:") or f'id="{name[1:]}"' in svg
    for family in set(re.findall(r'font-family="([^"]*)"', svg)):
        assert f"font-family:'{family}'" in svg
    assert "currentColor" not in svg


def test_a_saved_object_holds_the_whole_kit(nine: Game, table: Files) -> None:
    saved = json.loads(table["nine-muses.json"])
    found: Counter[str] = Counter()
    for each in saved["ObjectStates"]:
        inner = each.get("ContainedObjects", [each])
        for one in inner:
            found[one["Nickname"]] += one.get("Number", 1)
    for component in nine.components:
        for card in component.cards:
            assert found[card.title] >= card.copies, card.id
    assert sum(found.values()) == sum(c.pieces for c in nine.components)


def test_cards_of_a_saved_deck_lie_on_its_sheet(table: Files) -> None:
    saved = json.loads(table["nine-muses.json"])
    deck = next(o for o in saved["ObjectStates"] if o["Nickname"] == "Philosophers")
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    sheet = deck["CustomDeck"]["1"]
    for number in deck["DeckIDs"]:
        assert number // 100 == 1
        assert number % 100 < min(USABLE, sheet["NumWidth"] * sheet["NumHeight"])
    for key in ("FaceURL", "BackURL"):
        file = table[sheet[key].removeprefix("https://example.org/")]
        image = picture(file)
        assert image.mode == "RGB"  # the simulator refuses others
        assert max(image.size) <= WIDEST


def test_sixty_nine_designs_are_a_full_sheet(nine: Game) -> None:
    designs: list[Any] = list(range(140))
    assert [len(part) for part in parts(designs)] == [69, 69, 2]
    assert ACROSS * 7 - 1 == USABLE


def test_a_package_names_textures_that_are_there(nine: Game) -> None:
    files = playground_files(studio(nine))
    templates = [json.loads(data) for name, data in files.items() if "/Templates/" in name]
    pieces = 0
    for template in templates:
        assert f"nine-muses/Textures/{template['FrontTexture']}" in files
        assert f"nine-muses/Textures/{template['BackTexture']}" in files
        assert re.fullmatch("[0-9A-F]{32}", template["GUID"])
        room = template["NumHorizontal"] * template["NumVertical"]
        assert all(0 <= index < room for index in template["Indices"])
        assert {str(index) for index in template["Indices"]} == set(template["CardNames"])
        pieces += len(template["Indices"])
    assert pieces == sum(c.pieces for c in nine.components)
    assert len({template["GUID"] for template in templates}) == len(templates)


def test_the_game_crafter_gets_its_pixels(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("game.yaml", "size: tcg", "size: poker")
    game = load_game(tiny).game
    assert game is not None
    files, problems, _ = service_files(studio(game, 25.4 / 8), "tgc")
    assert problems == []
    assert {picture(data).size for data in files.values()} == {(825, 1125)}


@pytest.mark.parametrize(
    ("kind", "size", "wanted"),
    [
        ("kind: token\n    title: Tokens\n    size: [82.55, 95.25]\n    outline: hexagon",
         "LargeHexTile", (1200, 1050)),
        ("kind: token\n    title: Tokens\n    size: [63.5, 57.15]\n    outline: hexagon",
         "MediumHexTile", (825, 750)),
        ("kind: board\n    title: Tokens\n    size: [457.2, 228.6]", "BiFoldBoard", (2775, 5475)),
    ],
)  # fmt: skip
def test_the_game_crafter_gets_hexagons_and_boards(
    tiny: Path, edit: Callable[[str, str, str], None], kind: str, size: str,
    wanted: tuple[int, int],
) -> None:  # fmt: skip
    edit(
        "game.yaml", "kind: token\n    title: Tokens\n    size: [20, 20]\n    outline: round", kind
    )
    if "board" in kind:
        edit("game.yaml", "    back: token.svg.j2\n", "")
    game = load_game(tiny).game
    assert game is not None
    files, _, remarks = service_files(studio(game, 25.4 / 8), "tgc")
    tokens = {picture(data).size for name, data in files.items() if name.startswith("tokens/")}
    assert tokens == {wanted}
    assert f"Tokens: The Game Crafter calls it {size}" in remarks


def test_a_board_of_the_table_is_as_sharp_as_it_can_be(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("game.yaml", "kind: token\n    title: Tokens\n    size: [20, 20]\n    outline: round",
         "kind: board\n    title: Tokens\n    size: [594, 420]")  # fmt: skip
    edit("game.yaml", "    back: token.svg.j2\n", "")
    game = load_game(tiny).game
    assert game is not None
    files = simulator_files(studio(game), str)
    assert picture(files["tokens-token.png"]).size == (4096, 2896)
    rough = simulator_files(studio(game), str, dpi=100)
    assert picture(rough["tokens-token.png"]).size == (2338, 1653)


def test_back_first_for_drivethru(tiny: Path, edit: Callable[[str, str, str], None]) -> None:
    edit("game.yaml", "size: tcg", "size: poker")
    game = load_game(tiny).game
    assert game is not None
    files, problems, remarks = service_files(studio(game, 25.4 / 8), "drivethru")
    assert problems == []
    assert any("verified" in remark for remark in remarks)
    deck = next(component for component in game.components if component.kind == "deck")
    pages = PdfReader(io.BytesIO(files[f"{deck.id}.pdf"])).pages
    assert len(pages) == 2 * deck.pieces
    assert [round(float(v), 2) for v in pages[0].mediabox[2:]] == [198, 270]  # 2.75 x 3.75 inches
    assert pages[1].trimbox.left == pytest.approx(9)
    front = pages[1].extract_text()
    assert deck.cards[0].title in front
    assert deck.cards[0].title not in pages[0].extract_text()


def test_a_size_that_a_service_has_not_is_reported_with_its_place(nine: Game) -> None:
    files, problems, _ = service_files(studio(nine, 25.4 / 8), "drivethru")
    assert files == {}
    assert {problem.check for problem in problems} == {"preflight"}
    assert "DriveThruCards has no cards of 63 x 88 mm; it has poker" in problems[0].message
    assert problems[0].location.file.endswith("game.yaml")


@pytest.mark.parametrize(
    ("size", "service", "trim"),
    [
        ("tcg", "drivethru", (63.5, 88.9)),  # larger: by bleed
        ("tarot", "drivethru", (69.85, 120.65)),  # narrower and higher
        ("[75, 120]", "mpc", (70, 120)),  # scaled
    ],
)
def test_a_deck_is_resized_to_what_a_service_has(
    tiny: Path, edit: Callable[[str, str, str], None], size: str, service: str,
    trim: tuple[float, float],
) -> None:  # fmt: skip
    edit("game.yaml", "size: tcg", f"size: {size}")
    refused = run("export", service, "tiny")
    assert "use size: " in refused.output or "--fit" in refused.output
    told = run("export", service, "tiny", "--fit")
    assert told.exit_code == 0, told.output
    assert "resized from" in told.output
    folder = Path(f"output/export/tiny-{service}")
    if service == "drivethru":
        page = PdfReader(folder / "cards.pdf").pages[1]
        found = (float(page.trimbox.width), float(page.trimbox.height))
        assert found == pytest.approx([side / 25.4 * 72 for side in trim], abs=0.01)
    else:
        shown = picture((folder / "cards" / "ford[2].png").read_bytes())
        wide, high = (round((side + 2 * 36 / 300 * 25.4) / 25.4 * 300) for side in trim)
        assert shown.size == (wide, high)
        edges = shown.convert("RGB").crop((0, 0, wide, 3)).getcolors() or []
        assert [count for count, _ in edges] == [3 * wide]  # the background reaches the edge


@pytest.mark.parametrize("said", ["[2.5in, 3.5in]", '["2.5 in", 88.9mm]', "[6.35cm, 3.5in]"])
def test_sizes_may_be_in_inches(
    tiny: Path, edit: Callable[[str, str, str], None], said: str
) -> None:
    edit("game.yaml", "size: tcg", f"size: {said}")
    game = load_game(tiny).game
    assert game is not None
    assert game.components[0].size == SIZES["poker"]


def test_the_sizes_of_all_services_are_listed() -> None:
    listed = run("export", "--sizes").output
    assert listed.count("tarot-us") == 2
    for service in SERVICES:
        assert len([line for line in listed.splitlines() if line.startswith(service)]) == len(
            {**SERVICES[service].sizes, **SERVICES[service].hexagons, **SERVICES[service].boards}
        )


def test_a_background_that_ends_early_is_reported(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    template = next(tiny.glob("templates/*back*.j2"))
    text = template.read_text("utf-8")
    template.write_text(
        '{% extends "shared/face.svg.j2" %}\n{% block face %}'
        '<rect x="0" y="0" width="{{ width }}" height="{{ height }}" fill="#222222"/>'
        "{% endblock %}\n",
        "utf-8",
    )
    assert text
    game = load_game(tiny).game
    assert game is not None
    _, problems, _ = service_files(studio(game, 25.4 / 8), "tgc")
    assert any("does not fill the bleed" in problem.message for problem in problems)


def test_the_command_writes_where_it_says(tiny: Path) -> None:
    told = run("export", "png", "tiny", "--dpi", "72", "-o", "out")
    assert told.exit_code == 0
    assert "out/tiny-png" in told.output
    assert Path("out/tiny-png/cards.csv").is_file()
    assert run("export", "png", "tiny", "--corners", "--bleed", "2").exit_code == 2
    refused = run("export", "tts", "tiny", "--bleed", "2")
    assert refused.exit_code == 2
    assert "--bleed applies to png, svg and pdf, not to tts" in refused.output


# ---- order files, other tabletops, saved objects that were arranged


def test_an_autofill_order_names_a_picture_for_every_slot(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    told = run("export", "mpc-autofill", "tiny", "--fit")
    assert told.exit_code == 0, told.output
    folder = Path("output/export/tiny-mpc-autofill/cards")
    order = ElementTree.parse(folder / "order.xml").getroot()
    game = load_game(tiny).game
    assert game is not None
    deck = game.component("cards")
    slots = []
    for card in order.findall("fronts/card"):
        assert (folder / card.findtext("id", "")).is_file()
        assert card.findtext("sourceType") == "Local File"
        assert card.findtext("query")
        slots += [int(each) for each in card.findtext("slots", "").split(",")]
    assert sorted(slots) == [*range(deck.pieces)]
    assert order.findtext("details/quantity") == str(deck.pieces)
    assert order.findtext("details/stock") == "(S30) Standard Smooth"
    assert (folder / order.findtext("cardback", "")).is_file()


def test_an_autofill_order_names_backs_that_are_not_the_usual_one(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    marked = "{% if card.title == 'Mill' %}<rect width='9' height='9' fill='#ffffff'/>{% endif %}"
    edit("templates/back.svg.j2", "{% endblock %}", f"{marked}{{% endblock %}}")
    told = run("export", "mpc-autofill", "tiny", "--fit")
    assert told.exit_code == 0, told.output
    folder = Path("output/export/tiny-mpc-autofill/cards")
    order = ElementTree.parse(folder / "order.xml").getroot()
    fronts = {each.findtext("id"): each.findtext("slots") for each in order.iter("card")}
    assert order.findtext("cardback") == "ford-back.png"  # three of five cards have it
    (other,) = order.findall("backs/card")
    assert other.findtext("id") == "mill-back.png"
    assert other.findtext("slots") == fronts["mill.png"]
    assert {each.name for each in folder.glob("*.png")} == {
        "ford.png", "ford-back.png", "mill.png", "mill-back.png", "hill.png"
    }  # fmt: skip


def test_tabletopia_gets_fronts_and_backs_of_one_size(tiny: Path) -> None:
    assert run("export", "tabletopia", "tiny").exit_code == 0
    folder = Path("output/export/tiny-tabletopia")
    sizes = {picture(each.read_bytes()).size for each in folder.glob("*/cards*.png")}
    assert len(sizes) == 1
    assert {each.name for each in folder.glob("fronts/cards-*")} == {
        "cards-ford.png", "cards-mill.png", "cards-hill.png",
    }  # fmt: skip
    assert (folder / "backs" / "cards.png").is_file()


def test_screentop_gets_grids_pictures_and_a_table(tiny: Path) -> None:
    assert run("export", "screentop", "tiny").exit_code == 0
    folder = Path("output/export/tiny-screentop")
    assert (folder / "grids" / "cards.png").is_file()
    assert (folder / "pictures" / "tokens-token.png").is_file()
    assert "Ford" in (folder / "cards.csv").read_text("utf-8")


def saved(tiny: Path, *options: str) -> dict[str, Any]:
    told = run("export", "tts", "tiny", *options)
    assert told.exit_code == 0, told.output
    found: dict[str, Any] = json.loads(Path("output/export/tiny-tts/tiny.json").read_text("utf-8"))
    return found


def test_a_card_on_the_table_says_its_text_and_has_tags(tiny: Path) -> None:
    objects = saved(tiny)["ObjectStates"]
    deck = next(each for each in objects if each["Name"] == "DeckCustom")
    cards = {each["Nickname"]: each for each in deck["ContainedObjects"]}
    assert deck["Nickname"] == "Cards"
    assert cards["Ford"]["Description"] == "Pay two [coin] and cross."
    assert cards["Mill"]["Tags"] == ["Cards", "stone", "water"]
    things = [*objects, *deck["ContainedObjects"]]
    assert len({each["GUID"] for each in things}) == len(things)


def test_an_arranged_table_keeps_all_but_the_drawings(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    old = saved(tiny)
    deck = next(each for each in old["ObjectStates"] if each["Name"] == "DeckCustom")
    deck["Transform"]["posX"], deck["LuaScript"] = 42.0, "-- mine"
    deck["ContainedObjects"][0]["Tags"].append("mine")
    old["ObjectStates"].append({"Name": "Checker_red", "GUID": "abcdef", "Nickname": "Pawn"})
    Path("mine.json").write_text(json.dumps(old), "utf-8")
    edit("cards.yaml", "A hill.", "A high hill.")
    edit("cards.yaml", "title: Mill", "title: Windmill")
    new = saved(tiny, "--update", "mine.json")
    found = next(each for each in new["ObjectStates"] if each["Name"] == "DeckCustom")
    assert (found["Transform"]["posX"], found["LuaScript"]) == (42.0, "-- mine")
    assert "mine" in found["ContainedObjects"][0]["Tags"]
    assert {each["Nickname"] for each in found["ContainedObjects"]} == {"Ford", "Windmill", "Hill"}
    assert "A high hill." in {each["Description"] for each in found["ContainedObjects"]}
    assert found["DeckIDs"] == [each["CardID"] for each in found["ContainedObjects"]]
    assert any(each["Nickname"] == "Pawn" for each in new["ObjectStates"])
    assert len(new["ObjectStates"]) == len(old["ObjectStates"])


def test_only_a_saved_object_is_updated(tiny: Path) -> None:
    Path("x.json").write_text("[]", "utf-8")
    told = run("export", "tts", "tiny", "--update", "x.json")
    assert told.exit_code == 2
    assert "x.json is not a saved object of Tabletop Simulator" in told.output


# ---- boards


def test_a_board_is_whole_once_its_sheets_overlap(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    """Each sheet shows what lies there on the board, its neighbours' strips included."""
    edit("game.yaml", "size: page", "size: [500, 300]")
    template = (
        '{% extends "shared/face.svg.j2" %}{% block face %}{% for x in range(10) %}'
        '{% for y in range(6) %}<rect x="{{ 50 * x }}" y="{{ 50 * y }}" width="50" height="50" '
        "fill=\"{{ '#%02x%02x80' % (20 * x + 20, 30 * y + 20) }}\"/>"
        "{% endfor %}{% endfor %}{% endblock %}"
    )
    (tiny / "templates" / "sheet.svg.j2").write_text(template, "utf-8")
    refused = run("build", "tiny")
    assert "does not fit" in refused.output
    assert "or `kind: board`, which takes several sheets" in refused.output
    told = run("export", "boards", "tiny", "--paper", "a4")
    assert told.exit_code == 0, told.output
    document = pypdfium2.PdfDocument("output/export/tiny-boards/boards-a4.pdf")
    shown = [page.render(scale=72 / 25.4 / 2.834645669).to_pil() for page in document]
    assert len(shown) == 4  # two by two, the board on its side
    colours: set[tuple[int, ...]] = set()
    for sheet in shown:
        assert sheet.width < sheet.height
        found = sheet.convert("RGB").getcolors(maxcolors=100_000) or []
        colours |= {colour for number, colour in found if number > 300}
    wanted = {(20 * x + 20, 30 * y + 20, 128) for x in range(10) for y in range(6)}
    assert wanted <= colours


def test_without_a_board_the_command_says_so(tiny: Path) -> None:
    told = run("export", "boards", "tiny")
    assert told.exit_code == 0
    assert "every tile, sheet and board fits on one sheet of A4" in told.output


def test_each_card_is_a_pdf_of_its_own(tiny: Path) -> None:
    assert run("export", "pdf", "tiny").exit_code == 0
    folder = Path("output/export/tiny-pdf/cards")
    assert {each.name for each in folder.iterdir()} == {"ford.pdf", "mill.pdf", "hill.pdf"}
    first = (folder / "ford.pdf").read_bytes()
    pages = PdfReader(io.BytesIO(first)).pages
    assert "Ford" in pages[0].extract_text()
    assert len(pages) == 2
    assert float(pages[0].mediabox.width) == pytest.approx(63 / 25.4 * 72, abs=0.01)
    run("export", "pdf", "tiny")
    assert (folder / "ford.pdf").read_bytes() == first
