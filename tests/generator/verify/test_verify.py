"""Finished PDFs are read back and verified; whatever is wrong with one is found."""

from __future__ import annotations

import io
import json
import random
import re
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
)

import generator.kit.build
import generator.kit.pages
import generator.pdf.writer
import generator.verify.streams
from generator.core.memo import Memo
from generator.kit.build import build_kit
from generator.kit.manifest import ManifestError
from generator.kit.options import Options
from generator.printers.profiles import Misregistration, Printer
from generator.sheets.cut_settings import CutSettings
from generator.sheets.imposition import lay_out
from generator.sheets.pages import Box, Page
from generator.sheets.paper import BLEEDS, MARKS, PAPERS, SIDES, sides_named
from generator.verify import kit_pages, kit_pdf
from generator.verify.claims import Verification
from generator.verify.kit_pdf import CLAIMS
from generator.verify.reader import OpenPdf, ReadError
from generator.verify.streams import StreamsError, drawn_names, forms_of_pages
from tests.conftest import run
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.core.sizes import Size
from validator.load.game import load_game

Edit = Callable[[str, str, str], None]
ODD = Misregistration(x=1.2, y=-0.7, angle=0.4, scale_x=100.6, scale_y=99.5)


REMEMBERED = Memo()  # what all files of these tests were made of


def verify(data: bytes) -> Verification:
    """A verification, which is the same with what was read from other files before."""
    verified = kit_pdf.verify_kit(data)
    for _ in range(2):
        assert kit_pdf.verify_kit(data, REMEMBERED) == verified
    return verified


def printed(game: Game | None, options: Options = Options()) -> bytes:  # noqa: B008
    assert game is not None
    built = build_kit(game, options)
    assert built.problems == ()
    return built.pdf


def found(verified: Verification) -> dict[str, list[str]]:
    """What does not hold, by claim."""
    return {each.name: [*map(str, each.findings)] for each in verified.claims if each.findings}


def spread(*axes: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Every value of every axis, beside different ones of the others."""
    return [tuple(axis[row % len(axis)] for axis in axes) for row in range(15)]


# ---- kits that hold


@pytest.mark.parametrize(
    ("paper", "sides", "bleeds", "marks"),
    [
        each
        for each in spread(
            (*PAPERS, "a4", "both"), (*SIDES,), (*BLEEDS, "each"), (*[*MARKS][1:], *MARKS)
        )
        if each[1::2] != ("gutterfold", "silhouette")
    ],
)
def test_every_way_of_printing_holds(
    tiny_game: Game, paper: str, sides: Any, bleeds: Any, marks: Any
) -> None:
    options = Options(paper, sides, cutting=CutSettings(bleeds=bleeds, marks=marks))
    verified = verify(printed(tiny_game, options))
    assert found(verified) == {}
    assert len(verified.claims) == len(CLAIMS)


@pytest.mark.parametrize("name", shipped_games())
def test_every_kit_holds(name: str) -> None:
    game = load_game(resource("data") / name).game
    row = shipped_games().index(name)
    options = Options(
        ("both", "letter", "a4")[row % 3],
        sides_named([*SIDES][row % len(SIDES)]),
        ("colour", "low")[row % 2],
    )
    assert found(verify(printed(game, options))) == {}


def test_what_is_verified_is_said(tiny_game: Game) -> None:
    claims = {claim.name: claim.words for claim in verify(printed(tiny_game)).claims}
    assert claims["scale"] == "10 pages of 210 x 297 mm, to be printed at 100 %"
    assert claims["pieces"] == "9 pieces of 5 designs"
    assert claims["backs"].startswith(
        "9 behind their fronts once the paper is turned over its long"
    )
    assert claims["bleed"] == "1.0 to 2.0 mm beyond each unshared cut"
    assert claims["pictures"] == "no pictures; everything is drawn"


def test_a_printers_faults_are_undone(tiny_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(printer=Printer("old", "a4", front=ODD, back=ODD._replace(x=-2.0)))
    assert found(verify(printed(tiny_game, options))) == {}
    monkeypatch.setattr(Printer, "matrices", lambda *_: {})
    assert {"trim", "backs", "places"} <= set(found(verify(printed(tiny_game, options))))


# ---- mutations of the layout


Change = Callable[[Page], Page]


@pytest.fixture
def mutated(
    tiny_game: Game, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., dict[str, list[str]]]:
    """What is found when every page of the layout is changed in one way."""

    def build(change: Change, options: Options = Options()) -> dict[str, list[str]]:  # noqa: B008
        def changed(*of: Any, **more: Any) -> list[Page]:
            return [*map(change, lay_out(*of, **more))]

        for module in (generator.kit.build, generator.kit.pages):
            monkeypatch.setattr(module, "lay_out", changed)
        return found(verify(printed(tiny_game, options)))

    return build


def boxes(change: Callable[[Box], Box], side: str = "") -> Change:
    """A change of the first card that lies on a page."""

    def changed(page: Page) -> Page:
        first = next((b for b in page.boxes if b.piece.startswith("cards/")), None)
        if first is None or (side and page.side != side):
            return page
        return page._replace(boxes=tuple(change(b) if b is first else b for b in page.boxes))

    return changed


def moved(box: Box, x: float, y: float = 0.0) -> Box:
    trim, clip = box.trim, box.clip
    return box._replace(
        trim=trim._replace(x=trim.x + x, y=trim.y + y),
        clip=clip._replace(x=clip.x + x, y=clip.y + y),
    )


@pytest.mark.parametrize("by", [1.0, 0.06])
def test_a_back_that_lies_beside_its_front(mutated: Any, by: float) -> None:
    wrong = mutated(boxes(lambda box: moved(box, 0, by), "back"))
    assert wrong["backs"] == [
        f"page 4: cards/ford: its back is {by:.2f} mm off once the paper is turned over its "
        "long edge"
    ]


@pytest.mark.parametrize("sides", [each for each in SIDES if each != "fronts"])
def test_a_page_that_is_flipped_the_wrong_way(
    tiny_game: Game, monkeypatch: pytest.MonkeyPatch, sides: Any
) -> None:
    other = {
        "duplex-long": "duplex-short",
        "duplex-short": "duplex-long",
        "fronts-backs": "duplex-short",
        "gutterfold": "duplex-long",
    }[sides]
    monkeypatch.setattr(
        generator.kit.build,
        "lay_out",
        lambda pieces, paper, _, cutting, __: lay_out(pieces, paper, sides_named(other), cutting),
    )
    wrong = found(verify(printed(tiny_game, Options(sides=sides))))
    assert "backs" in wrong


def test_a_back_upside_down(mutated: Any) -> None:
    wrong = mutated(boxes(lambda box: box._replace(turn=180), "back"))
    assert [*wrong] == ["backs"]


def test_a_card_that_is_lost(mutated: Any) -> None:
    wrong = mutated(lambda page: page._replace(boxes=page.boxes[len(page.boxes) > 1 :]))
    assert "cards/ford: faces found: 1; expected 2" in wrong["pieces"]


def test_a_back_that_is_lost(mutated: Any) -> None:
    wrong = mutated(lambda page: page._replace(boxes=() if page.side == "back" else page.boxes))
    assert "page 3: cards/hill: there is no back behind it" in wrong["backs"]


def test_a_card_that_is_there_twice(mutated: Any) -> None:
    def twice(page: Page) -> Page:
        more = tuple(moved(b, 0, 120) for b in page.boxes[:1] if b.piece == "cards/ford")
        return page._replace(boxes=(*page.boxes, *more))

    assert "cards/ford: faces found: 3; expected 2" in mutated(twice)["pieces"]


def test_another_cards_face(mutated: Any) -> None:
    def wrong_face(page: Page) -> Page:
        ids = {box.piece: box.drawing for box in page.boxes}
        return page._replace(
            boxes=tuple(
                b._replace(drawing=ids["cards/mill"])
                if b.piece == "cards/ford" and not b.reverse
                else b
                for b in page.boxes
            )
        )

    wrong = mutated(wrong_face)["pieces"]
    assert "cards/ford: faces found: 0; expected 2" in wrong


def test_a_card_on_another(mutated: Any) -> None:
    wrong = mutated(boxes(lambda box: moved(box, 0.5), "front"))
    assert wrong["trim"][0] == "page 3: cards/ford: it overlaps cards/ford"


def test_bleed_that_is_lost(mutated: Any) -> None:
    wrong = mutated(boxes(lambda box: box._replace(clip=box.trim)))
    assert "page 4: cards/ford: 0.0 mm of bleed at its right; 2.0 mm fits there" in wrong["bleed"]


def test_bleed_over_a_neighbour(mutated: Any) -> None:
    wrong = mutated(boxes(lambda box: box._replace(clip=box.trim.grown(1.4, 1.4))))
    assert "page 3: cards/ford: its bleed reaches into another piece" in wrong["bleed"]


def test_a_card_that_is_partly_hidden(mutated: Any) -> None:
    wrong = mutated(boxes(lambda box: box._replace(clip=box.trim.grown(-1, -1))))
    assert wrong["trim"] == [
        "page 3: cards/ford: a part of it is not shown",
        "page 4: cards/ford: a part of it is not shown",
    ]


@pytest.mark.parametrize("marks", ["crop", "lines", "ticks"])
def test_a_mark_beside_its_cut(mutated: Any, marks: Any) -> None:
    def shifted(page: Page) -> Page:
        first = page.lines[:4]
        return page._replace(
            lines=(*(e._replace(x1=e.x1 + 0.3, x2=e.x2 + 0.3) for e in first), *page.lines[4:])
        )

    wrong = mutated(shifted, Options(cutting=CutSettings(marks=marks)))
    assert any("no mark shows the cut at its left" in each for each in wrong["marks"])


def test_a_round_piece_without_a_mark_at_one_of_its_sides(mutated: Any) -> None:
    def without(page: Page) -> Page:
        tokens = [box.trim for box in page.boxes if box.outline == "round"]
        left = {round(trim.x, 3) for trim in tokens}
        return page._replace(
            lines=tuple(e for e in page.lines if not any(0 < x - e.x2 <= 2 for x in left))
        )

    wrong = mutated(without)["marks"]
    assert any("no mark points to its cut at its left; expected four" in each for each in wrong)


def test_a_mark_on_a_card(mutated: Any) -> None:
    def longer(page: Page) -> Page:
        return page._replace(
            lines=tuple(e._replace(x1=e.x1 + 5, x2=e.x2 + 5, y2=e.y2 + 6) for e in page.lines)
        )

    assert any("a mark is printed on it" in each for each in mutated(longer)["marks"])


def test_a_fold_that_nothing_shows(mutated: Any) -> None:
    def without(page: Page) -> Page:
        return page._replace(lines=tuple(e for e in page.lines if e.kind != "fold"))

    assert (
        "page 3: no line shows where to fold"
        in mutated(without, Options(sides="gutterfold"))["marks"]
    )


def test_ink_where_no_printer_prints(mutated: Any) -> None:
    def outward(page: Page) -> Page:
        return page._replace(lines=tuple(e._replace(x1=e.x1 - 30) for e in page.lines))

    assert any("a mark or note" in each for each in mutated(outward)["printable"])


def test_another_paper(mutated: Any) -> None:
    wrong = mutated(lambda page: page._replace(paper=Size(215.9, 279.4)))
    assert "page 1: the page is 215.9 x 279.4 mm, the paper 210 x 297 mm" in wrong["scale"]


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ((0.97, 0, 0, 0.97), "it is 61.11 x 85.36 mm, not 63 x 88 mm"),
        ((-1, 0, 0, 1), "it is mirrored"),
        ((0.9998, 0.02, -0.02, 0.9998), "it is at an angle"),
    ],
)
def test_a_drawing_that_is_not_true(
    tiny_game: Game, monkeypatch: pytest.MonkeyPatch, matrix: Any, message: str
) -> None:
    shift = 63 if matrix[0] < 0 else 0
    monkeypatch.setattr(
        generator.pdf.writer, "placed", lambda box: (*matrix, box.trim.x + shift, box.trim.y)
    )
    wrong = found(verify(printed(tiny_game)))
    assert any(message in each for each in wrong["trim"])


# ---- files that were changed after they were written


def rewritten(pdf: bytes, change: Callable[[pypdf.PdfWriter], None]) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_font_that_is_not_embedded(tiny_game: Game) -> None:
    def strip(writer: pypdf.PdfWriter) -> None:
        for each in writer._objects:
            if isinstance(each, dict) and "/FontFile2" in each:
                del each["/FontFile2"]

    wrong = found(verify(rewritten(printed(tiny_game), strip)))
    assert any("is not embedded" in each for each in wrong["fonts"])


def test_a_page_that_is_turned_or_scaled(tiny_game: Game) -> None:
    def turn(writer: pypdf.PdfWriter) -> None:
        writer.pages[2].rotate(90)
        preferences: Any = writer._root_object["/ViewerPreferences"]
        preferences[NameObject("/PrintScaling")] = NameObject("/AppDefault")
        preferences[NameObject("/Duplex")] = NameObject("/Simplex")

    wrong = found(verify(rewritten(printed(tiny_game), turn)))["scale"]
    assert "page 3: the page is turned by 90°" in wrong
    assert "it does not ask viewers to print it at 100 % (PrintScaling)" in wrong
    assert "the file asks printers for 'simplex' sides (Duplex), not 'long'" in wrong


def test_a_page_that_is_lost(tiny_game: Game) -> None:
    wrong = found(verify(rewritten(printed(tiny_game), lambda writer: writer.remove_page(2))))
    assert "9 pages cannot be fronts and backs of sheets" in wrong["backs"]
    assert "9 pages, but the manifest lists 10" in wrong["places"]


def test_something_on_a_blank_page(tiny_pdf: bytes) -> None:
    pages = pypdf.PdfReader(io.BytesIO(tiny_pdf)).pages
    (blank, *_) = [number for number, page in enumerate(pages) if not drawings_of(page)]

    def draw(writer: pypdf.PdfWriter) -> None:
        contents: Any = writer.pages[blank]["/Contents"].get_object()
        contents.set_data(contents.get_data() + b" 0 0 0 rg 100 100 50 50 re f")

    wrong = found(verify(rewritten(tiny_pdf, draw)))
    assert f"page {blank + 1}: something is drawn on a blank page" in wrong["places"]


HERE = (10.0, 20.0, 63.0, 88.0)


@pytest.mark.parametrize("side", range(4))
def test_what_a_page_holds_is_compared_with_the_manifest(side: int) -> None:
    def alike(*there: tuple[object, ...]) -> bool:
        return kit_pages._all_alike([("cards/ford", "face", *HERE)], there)

    def moved(by: float) -> tuple[object, ...]:
        return ("cards/ford", "face", *HERE[:side], HERE[side] + by, *HERE[side + 1 :])

    assert alike(moved(0))
    assert alike(moved(0.0001))
    assert not alike(moved(0.06))
    assert not alike()
    assert not alike(moved(0), moved(0))  # one more than the manifest lists
    assert not alike(("cards/ford", "back", *HERE))
    assert not alike(("cards/mill", "face", *HERE))


def test_a_place_that_the_manifest_does_not_list(tiny_pdf: bytes) -> None:
    """Each page and each place: a copy that is drawn elsewhere is found where it is."""
    for number, page in enumerate(pypdf.PdfReader(io.BytesIO(tiny_pdf)).pages):
        if not drawings_of(page):
            continue

        def move(writer: pypdf.PdfWriter, number: int = number) -> None:
            contents: Any = writer.pages[number]["/Contents"].get_object()
            contents.set_data(b"1 0 0 1 3 0 cm " + contents.get_data())

        wrong = found(verify(rewritten(tiny_pdf, move)))
        assert (
            f"page {number + 1}: its content differs from what the manifest lists"
            in wrong["places"]
        )


@pytest.fixture(scope="module")
def tiny_pdf(tiny_game: Game) -> bytes:
    return printed(tiny_game)


def drawings_of(page: Any) -> dict[str, Any]:
    forms = page["/Resources"].get("/XObject", {})
    return {name: forms.raw_get(name) for name in forms}


def drawn_places(pdf: bytes) -> list[tuple[int, int, bytes]]:
    """Pages (from 0), places on them (from 0), and the names of what is drawn there."""
    return [
        (number, place, name)
        for number, page in enumerate(pypdf.PdfReader(io.BytesIO(pdf)).pages)
        for place, name in enumerate(drawn_names(page.get_contents().get_data()))  # type: ignore[union-attr]
    ]


def redrawn(pdf: bytes, number: int, place: int, name: bytes) -> bytes:
    """The file with another drawing in a place of a page: `/X1 Do` becomes `/X2 Do`."""

    def change(writer: pypdf.PdfWriter) -> None:
        page = writer.pages[number]
        known = {key: form for each in writer.pages for key, form in drawings_of(each).items()}
        key = NameObject(f"/{name.decode()}")
        page["/Resources"]["/XObject"][key] = known[key]  # type: ignore[index]
        contents: Any = page["/Contents"].get_object()
        before, *draws = re.split(rb"(?=/X\d+ Do)", contents.get_data())
        draws[place] = re.sub(rb"/X\d+ Do", b"/%s Do" % name, draws[place])
        contents.set_data(before + b"".join(draws))

    return rewritten(pdf, change)


def test_another_drawing_is_found_wherever_it_is_drawn(tiny_pdf: bytes) -> None:
    places = drawn_places(tiny_pdf)
    assert len(places) > 12
    for (number, place, old), (_, _, new) in zip(places, places[1:] + places[:1], strict=True):
        if old != new:
            wrong = found(verify(redrawn(tiny_pdf, number, place, new)))
            assert any(each.startswith(f"page {number + 1}: ") for each in wrong["places"])
            assert "pieces" in wrong


def test_faces_and_backs_are_counted_as_they_are_drawn(tiny_pdf: bytes) -> None:
    on_page = [each for each in drawn_places(tiny_pdf) if each[0] == 2]
    ford, other = dict.fromkeys(name for _, _, name in on_page[:3])
    place = next(place for _, place, name in on_page if name == ford)
    wrong = found(verify(redrawn(tiny_pdf, 2, place, other)))
    assert "cards/ford: faces found: 1; expected 2" in wrong["pieces"]
    assert any("faces found: " in each for each in wrong["pieces"])
    assert wrong["places"][0].startswith("page 3: cards/ford: the face of cards/")
    back = next(name for number, _, name in drawn_places(tiny_pdf) if number == 3)
    wrong = found(verify(redrawn(tiny_pdf, 2, place, back)))
    assert any("backs found: " in each for each in wrong["pieces"])


def test_drawings_that_changed_their_names(tiny_pdf: bytes) -> None:
    def swap(writer: pypdf.PdfWriter) -> None:
        forms = writer.pages[2]["/Resources"]["/XObject"]  # type: ignore[index]
        one, other = list(forms)[:2]
        first, second = forms.raw_get(one), forms.raw_get(other)
        forms[NameObject(one)], forms[NameObject(other)] = second, first

    wrong = found(verify(rewritten(tiny_pdf, swap)))
    assert any("is drawn where its face should be" in each for each in wrong["places"])


@pytest.mark.parametrize("inside", [False, True])
def test_a_drawing_that_was_changed(tiny_pdf: bytes, inside: bool) -> None:
    def change(writer: pypdf.PdfWriter) -> None:
        form = next(iter(drawings_of(writer.pages[2]).values())).get_object()
        if inside:
            form = next(iter(form["/Resources"]["/XObject"].values())).get_object()
        form.set_data(form.get_data() + b"0 0 m 1 1 l S\n")

    wrong = found(verify(rewritten(tiny_pdf, change)))
    assert any("something that the manifest does not list" in each for each in wrong["places"])
    assert any("faces found: " in each for each in wrong["pieces"])


def test_a_form_is_read_in_every_colour_that_it_takes_over() -> None:
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(100, 100)
    forms = []
    for ops in (b"0 0 9 9 re f", b"1 g /A Do 0 g /A Do q 2 0 0 2 0 0 cm 0 g /A Do Q"):
        form = DecodedStreamObject()
        form[NameObject("/Type")] = NameObject("/XObject")
        form[NameObject("/Subtype")] = NameObject("/Form")
        form[NameObject("/BBox")] = ArrayObject([NumberObject(each) for each in (0, 0, 99, 99)])
        form.set_data(ops)
        forms.append(writer._add_object(form))
    outer: Any = forms[1].get_object()
    outer[NameObject("/Resources")] = drawing(forms[0])
    page[NameObject("/Resources")] = drawing(forms[1])
    contents = DecodedStreamObject()
    contents.set_data(b"/Pieria <</Piece (a) /Side (face) /Hash (b)>> BDC /A Do EMC")
    page[NameObject("/Contents")] = writer._add_object(contents)
    reader = OpenPdf(bytes_of(writer))
    (drawn,) = reader.sheet(0).drawn
    assert [each.right for each in reader.inside(drawn).filled] == [9, 18]  # white is no ground


# ---- files that take more than they may


def nested(levels: int, times: int, cycle: bool = False) -> bytes:
    """A kit whose first page draws a form that draws a form…, each so many times."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(100, 100)
    forms = []
    for level in range(levels):
        form = DecodedStreamObject()
        form[NameObject("/Type")] = NameObject("/XObject")
        form[NameObject("/Subtype")] = NameObject("/Form")
        form[NameObject("/BBox")] = ArrayObject([NumberObject(each) for each in (0, 0, 9, 9)])
        form.set_data(b"/A Do " * times * (cycle or level < levels - 1) + b"0 0 m 9 9 l S")
        forms.append(writer._add_object(form))
    targets = [*forms[1:], *(forms[:1] if cycle else [])]
    for outer, inner in zip(forms, targets, strict=False):
        found: Any = outer.get_object()
        found[NameObject("/Resources")] = drawing(inner)
    page[NameObject("/Resources")] = drawing(forms[0])
    contents = DecodedStreamObject()
    contents.set_data(b"/A Do")
    page[NameObject("/Contents")] = writer._add_object(contents)
    return bytes_of(writer)


def drawing(form: Any) -> DictionaryObject:
    entries = DictionaryObject({NameObject("/A"): form})
    return DictionaryObject({NameObject("/XObject"): entries})


def bytes_of(writer: pypdf.PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def flood() -> bytes:
    """Pages that share one long stream."""
    writer = pypdf.PdfWriter()
    contents = DecodedStreamObject()
    contents.set_data(b"0 0 m 1 1 l S\n" * 100_000)
    shared = writer._add_object(contents.flate_encode())
    for _ in range(60):
        writer.add_blank_page(100, 100)[NameObject("/Contents")] = shared
    return bytes_of(writer)


def many_kids() -> bytes:
    """A tree of pages in which every node has the next ten times over."""
    writer = pypdf.PdfWriter()
    node: Any = None
    for _ in range(9):
        kids = ArrayObject([node] * 10 if node else [])
        node = writer._add_object(
            DictionaryObject({NameObject("/Type"): NameObject("/Pages"), NameObject("/Kids"): kids})
        )
    writer._root_object[NameObject("/Pages")] = node
    return bytes_of(writer)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: nested(10, 10), "its pages draw more than 64 MB"),
        (lambda: nested(2, 400_000), "its pages draw more than 64 MB"),
        (lambda: nested(3, 1, cycle=True), "nests form XObjects more than 30"),
        (lambda: nested(40, 1), "nests form XObjects more than 30"),
        (flood, "its pages draw more than 64 MB"),
        (many_kids, "is in a tree twice"),
    ],
)
def test_a_file_that_would_fill_the_memory_is_refused(
    make: Callable[[], bytes], message: str
) -> None:
    pdf = make()
    started = time.process_time()
    with pytest.raises(StreamsError, match=re.escape(message)):
        forms_of_pages(pdf)
    assert time.process_time() - started < 5


def test_such_a_file_is_reported_by_verify(tiny_pdf: bytes, tmp_path: Path) -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(nested(10, 10)))
    writer.add_attachment("manifest.json", next(iter(
        pypdf.PdfReader(io.BytesIO(tiny_pdf)).attachments.values()))[0])  # fmt: skip
    file = tmp_path / "nested.pdf"
    file.write_bytes(bytes_of(writer))
    result = run("verify", str(file))
    assert result.exit_code == 1
    assert "its pages draw more than 64 MB" in result.output


# ---- what a designer may get wrong


@pytest.mark.parametrize(
    ("file", "old", "new", "claim", "message"),
    [
        ("card", "40, size=10, min=7", "40, size=4, min=4", "text",
         "“A hill.” is set in 4.0 pt; expected 5 pt or more"),
        ("card", "6, 20, width - 12, 40", "1, 20, width - 2, 40", "safe zone",
         "is 1.1 mm from the cut; expected 3.0 mm or more"),
        ("back", 'x="{{ -bleed }}"', 'x="0"', "bleed",
         "0.0 mm of bleed at its left; 2.0 mm fits there"),
    ],
)  # fmt: skip
def test_a_face_that_breaks_a_claim(
    tiny: Path, edit: Edit, file: str, old: str, new: str, claim: str, message: str
) -> None:
    edit(f"templates/{file}.svg.j2", old, new)
    wrong = found(verify(printed(load_game(tiny).game)))
    assert [*wrong] == [claim]
    assert any(message in each for each in wrong[claim])


def test_a_coarse_picture(tiny: Path, edit: Edit) -> None:
    Image.new("RGB", (100, 100), "navy").save(tiny / "dot.png")
    edit("templates/card.svg.j2", "{{ art(", "{{ picture('dot.png', 10, 30, 30, 30) }}{{ art(")
    wrong = found(verify(printed(load_game(tiny).game)))
    assert "page 3: cards/ford: a picture has 85 pixels per inch" in wrong["pictures"][0]


def test_a_picture_that_lacks_pixels(tiny: Path, edit: Edit) -> None:
    """Its file keeps to the letter of the format, so that only who unpacks it can see that."""
    pixels = zlib.compress(random.Random(1).randbytes(300 * 601), 9)
    head = struct.pack(">IIBBBBB", 600, 600, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", pixels), (b"IEND", b"")]
    (tiny / "half.png").write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in chunks
        )
    )
    edit("templates/card.svg.j2", "{{ art(", "{{ picture('half.png', 10, 30, 30, 30) }}{{ art(")
    wrong = found(verify(printed(load_game(tiny).game)))
    assert "a picture on it is cut off" in wrong["pictures"][0]
    for mode, form in (("RGB", "JPEG"), ("L", "JPEG"), ("RGB", "PNG"), ("RGBA", "PNG")):
        Image.new(mode, (600, 600)).save(tiny / "half.png", form)
        assert "pictures" not in found(verify(printed(load_game(tiny).game)))


# ---- the command line


def test_build_verifies_what_it_writes(tiny: Path, edit: Edit) -> None:
    assert "PDF verified." in run("build", "tiny", "-o", "out").output
    edit("templates/card.svg.j2", "size=10, min=7", "size=4, min=4")
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert "out/tiny-a4.pdf: text: page 3: cards/ford: “" in result.output
    assert Path("out/tiny-a4.pdf").exists()  # told, and printed all the same
    result = run("build", "tiny", "-o", "out", "--no-verify")
    assert result.exit_code == 0
    assert "verified" not in result.output


def test_a_kit_too_large_to_be_read_back_is_built(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator.verify.streams, "MOST_DRAWN", 1000)
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert "too much to verify; --no-verify builds it without" in result.output
    assert Path("out/tiny-a4.pdf").exists()
    assert run("build", "tiny", "-o", "out", "--no-verify").exit_code == 0


def test_a_file_of_changes_is_verified_too(tiny: Path, edit: Edit) -> None:
    run("build", "tiny", "-o", "out")
    edit("cards.yaml", "A hill.", "A low hill.")
    result = run("build", "--changed-since", "out/tiny-a4.pdf", "-o", "out")
    assert result.exit_code == 0
    assert "PDF verified." in result.output


def test_verify_lists_every_claim_and_every_finding(tiny: Path, edit: Edit) -> None:
    run("build", "tiny", "-o", "out")
    result = run("verify", "out/tiny-a4.pdf")
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 1 + len(CLAIMS)
    assert json.loads(run("verify", "out/tiny-a4.pdf", "--format", "json").output) == []
    edit("templates/card.svg.j2", "size=10, min=7", "size=4, min=4")
    run("build", "tiny", "-o", "out", "--no-verify")
    told = run("verify", "out/tiny-a4.pdf", "--format", "json")
    assert told.exit_code == 1
    assert {each["check"] for each in json.loads(told.output)} == {"verify"}


def test_what_is_no_kit_gets_one_problem(tiny: Path) -> None:
    with pytest.raises(ReadError):
        verify(b"nothing")
    bare = pypdf.PdfWriter()
    bare.add_blank_page(100, 100)
    bare.write("bare.pdf")
    with pytest.raises(ManifestError):
        verify(Path("bare.pdf").read_bytes())
    Path("words.pdf").write_text("words", "utf-8")
    for file in ("bare.pdf", "words.pdf"):
        result = run("verify", file)
        assert result.exit_code == 1
        assert result.output.startswith(f"{file}: expected a PDF that pieria build wrote; ")
