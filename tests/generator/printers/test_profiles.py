"""What a printer does wrong is measured, kept, and undone: read back from finished pages."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import click
import pypdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf.generic import DecodedStreamObject, NameObject
from pypdfium2 import raw

from generator.book.booklet import booklet
from generator.kit.build import build_kit
from generator.kit.manifest import Manifest
from generator.kit.options import Options
from generator.printers.calibration import print_test_page
from generator.printers.profiles import (
    BOUNDS,
    CROSS_HEIGHT,
    CROSS_INSET,
    CROSS_WIDTH,
    PERFECT,
    Measures,
    Misregistration,
    Printer,
    correction,
    crosses,
    load_printers,
    misregistration_of,
    out_of_bounds,
    printed_at,
    to_yaml,
)
from generator.sheets.paper import DUPLEX_SIDES, PAPERS, REAL_PAPERS, SidesName
from generator.verify.book_pdf import verify_book
from generator.verify.reader import read_manifest
from tests.conftest import run
from validator.core.model import Game
from validator.core.sizes import Size

ASKEW = Misregistration(x=0.8, y=-1.3, angle=0.4, scale_x=100.6, scale_y=99.3)
OTHERWISE = Misregistration(x=-1.1, y=0.6, angle=-0.7, scale_x=99.8, scale_y=100.2)
OFFICE = Printer("office", "a4", "duplex-long", ASKEW, OTHERWISE)


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the user's settings that is not the user's."""
    folder = tmp_path / "settings"
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(folder / name))
    return folder / "pieria" / "printers.yaml"


def measured(fault: Misregistration, paper: Size, side: str, turned: str) -> Measures:
    """What a ruler says of the test page from a printer with this fault."""
    at = crosses(paper, side, turned)
    (x1, y1), (x2, y2) = at.near, at.far
    near = printed_at(fault, x1, y1, paper)
    level = printed_at(fault, x2, y1, paper)
    upright = printed_at(fault, x1, y2, paper)

    def from_edge(length: float, whole: float, far: bool) -> float:
        return whole - length if far else length

    return (
        from_edge(near[0], paper.width, at.from_right),
        from_edge(upright[0], paper.width, at.from_right),
        from_edge(near[1], paper.height, at.from_bottom),
        ((near[0] - level[0]) ** 2 + (near[1] - level[1]) ** 2) ** 0.5,
        ((near[0] - upright[0]) ** 2 + (near[1] - upright[1]) ** 2) ** 0.5,
    )


def in_millimetres(page: pypdfium2.PdfPage) -> list[tuple[pypdfium2.PdfMatrix, str]]:
    """The matrices of the faces on a page, to points; the piece that each shows."""
    return [
        (item.get_matrix(), str(number))
        for number, item in enumerate(page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1))
    ]


def lands(matrix: pypdfium2.PdfMatrix, x: float, y: float, paper: Size) -> tuple[float, float]:
    """Where a point of a face lies on the page, in millimetres from the top left."""
    across, up = matrix.on_point(x, y)
    return across * 25.4 / 72, paper.height - up * 25.4 / 72


# ---- measuring


faults = st.builds(
    Misregistration,
    x=st.floats(-5, 5),
    y=st.floats(-5, 5),
    angle=st.floats(-2, 2),
    scale_x=st.floats(97, 103),
    scale_y=st.floats(97, 103),
)


@given(
    faults,
    st.sampled_from(sorted(REAL_PAPERS)),
    st.sampled_from(["front", "back"]),
    st.sampled_from(sorted(DUPLEX_SIDES)),
)
@settings(max_examples=60, deadline=None)
def test_the_five_lengths_tell_the_fault(
    fault: Misregistration, paper: str, side: str, turned: str
) -> None:
    size = PAPERS[paper].size
    found = misregistration_of(measured(fault, size, side, turned), crosses(size, side, turned))
    for name in ("x", "y", "angle", "scale_x", "scale_y"):
        assert getattr(found, name) == pytest.approx(getattr(fault, name), abs=1e-6), name


@given(faults)
@settings(max_examples=30, deadline=None)
def test_undoing_puts_every_point_where_it_belongs(fault: Misregistration) -> None:
    paper = PAPERS["a4"].size
    a, b, c, d, e, f = correction(fault, paper)
    for x, y in ((0.0, 0.0), (210.0, 297.0), (30.0, 200.0)):
        drawn = (a * x + c * y + e, b * x + d * y + f)
        assert printed_at(fault, *drawn, paper) == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("turned", DUPLEX_SIDES)
@pytest.mark.parametrize("paper", REAL_PAPERS)
def test_a_perfect_print_measures_as_the_page_says(paper: str, turned: str, side: str) -> None:
    size = PAPERS[paper].size
    assert measured(Misregistration(), size, side, turned) == pytest.approx(PERFECT)
    assert PERFECT == (CROSS_INSET, CROSS_INSET, CROSS_INSET, CROSS_WIDTH, CROSS_HEIGHT)
    assert misregistration_of(PERFECT, crosses(size, side, turned)) == Misregistration()


# ---- the test page


@pytest.mark.parametrize("turned", DUPLEX_SIDES)
@pytest.mark.parametrize("paper", REAL_PAPERS)
def test_the_crosses_of_the_back_lie_behind_those_of_the_front(paper: str, turned: str) -> None:
    size = PAPERS[paper].size
    front, back = crosses(size, "front", turned), crosses(size, "back", turned)
    for (x, y), (other_x, other_y) in ((front.near, back.near), (front.far, back.far)):
        turned_over = (size.width - x, y) if turned == "duplex-long" else (x, size.height - y)
        assert turned_over == pytest.approx((other_x, other_y))
    document = pypdfium2.PdfDocument(print_test_page(paper, turned))
    assert len(document) == 2
    scale = 8  # pixels a millimetre
    for page, at in zip(document, (front, back), strict=True):
        picture = page.render(scale=scale * 25.4 / 72).to_pil().convert("L")
        for x in (at.near[0], at.far[0]):
            for y in (at.near[1], at.far[1]):
                middle = picture.getpixel((round(scale * x - 0.5), round(scale * y - 0.5)))
                assert isinstance(middle, int)
                assert middle < 160, (x, y)


def test_a_printer_prints_the_corrected_test_page_right() -> None:
    paper = PAPERS["a4"].size
    document = pypdfium2.PdfDocument(print_test_page("a4", "duplex-long", OFFICE))
    for page, fault, side in zip(document, (ASKEW, OTHERWISE), ("front", "back"), strict=True):
        ((matrix, _),) = in_millimetres(page)
        at = crosses(paper, side, "duplex-long")
        for x, y in (at.near, at.far, (0.0, 0.0)):
            drawn = lands(matrix, x, y, paper)
            assert abs(drawn[0] - x) + abs(drawn[1] - y) > 0.3  # something was done
            assert printed_at(fault, *drawn, paper) == pytest.approx((x, y), abs=0.02)


# ---- kits


@pytest.mark.parametrize("sides", ["duplex-long", "gutterfold", "fronts-backs"])
def test_a_printer_puts_every_piece_of_a_kit_where_it_belongs(
    tiny_game: Game, sides: SidesName
) -> None:
    paper = PAPERS["a4"].size
    built = build_kit(tiny_game, Options(sides=sides, printer=OFFICE))
    plain = build_kit(tiny_game, Options(sides=sides))
    assert built.problems == ()
    askew, straight = pypdfium2.PdfDocument(built.pdf), pypdfium2.PdfDocument(plain.pdf)
    seen = 0
    for number, page in enumerate(built.pages):
        fault = ASKEW if page.side == "front" else OTHERWISE
        pairs = zip(in_millimetres(askew[number]), in_millimetres(straight[number]), strict=True)
        for (drawn, _), (meant, _) in pairs:
            for corner in ((0.0, 0.0), (20.0, 30.0)):
                printed = printed_at(fault, *lands(drawn, *corner, paper), paper)
                assert printed == pytest.approx(lands(meant, *corner, paper), abs=0.02)
                seen += 1
        assert askew[number].get_trimbox() == straight[number].get_trimbox()
    assert seen > 20


# ---- the file


def test_what_was_saved_is_read_again(at_home: Path) -> None:
    at_home.parent.mkdir(parents=True)
    at_home.write_text(to_yaml({("office", "a4"): OFFICE, ("home", "letter"): OFFICE}), "utf-8")
    printers, problems = load_printers(at_home)
    assert problems == []
    assert printers["office", "a4"] == OFFICE
    assert printers["home", "letter"].back == OTHERWISE


def test_a_side_that_says_nothing_is_perfect(at_home: Path) -> None:
    at_home.parent.mkdir(parents=True)
    at_home.write_text("office:\n  a4:\n    front: {x: 1}\n", "utf-8")
    printers, problems = load_printers(at_home)
    assert problems == []
    assert printers["office", "a4"] == Printer("office", "a4", front=Misregistration(x=1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("office:\n  a4:\n    front: {x: far}\n", ":3:16: expected a number from -15 to 15"),
        ("office:\n  a4:\n    front: {angel: 1}\n", ":3:13: unknown name 'angel'; did you mean"),
        ("office:\n  a5: {}\n", ":2:3: unknown name 'a5'"),
        ("office: [\n", "[syntax]"),
        ("- office\n", ":1:1: expected"),
        ("office:\n  a4: {scale: 1\n", "[syntax]"),
    ],
)
def test_a_broken_file_is_reported_with_its_line_and_kept(
    tiny: Path, at_home: Path, text: str, said: str
) -> None:
    at_home.parent.mkdir(parents=True)
    at_home.write_text(text, "utf-8")
    save = ["--save", "home", "--front", "20", "20", "20", "170", "230"]
    for command in (["build", "tiny", "--printer", "office"], ["printers"], ["calibrate", *save]):
        result = run(*command)
        assert result.exit_code == 1, command
        assert said in result.output
        assert at_home.read_text("utf-8") == text


# ---- the commands


def save(name: str, *more: str) -> str:
    measures = [f"{each:g}" for each in measured(ASKEW, PAPERS["a4"].size, "front", "duplex-long")]
    result = run("calibrate", "--save", name, "--front", *measures, *more)
    assert result.exit_code == 0, result.output
    return result.output


def test_measured_saved_listed_used_and_forgotten(tiny: Path, at_home: Path) -> None:
    assert "No printer" in run("printers").output
    assert "0.8 mm too far right, 1.3 mm too high" in save("office")
    save("cellar", "--back", "20", "20", "20", "170", "230")
    assert (
        re.findall(r"^\w+", run("printers").output, re.MULTILINE) == ["cellar"] * 2 + ["office"] * 2
    )
    result = run("build", "tiny", "--printer", "office", "-o", "out")
    assert result.exit_code == 0, result.output
    assert Path("out/tiny-a4-for-office.pdf").exists()
    assert run("calibrate", "--printer", "office", "-o", "out").exit_code == 0
    assert Path("out/printer-test-a4-office.pdf").exists()
    assert "office" not in run("printers", "--remove", "office").output
    assert load_printers(at_home)[0].keys() == {("cellar", "a4")}


def test_the_test_page_says_where_it_is(tiny: Path) -> None:
    output = run("calibrate", "--paper", "letter", "--sides", "duplex-short", "-o", "out").output
    assert "out/printer-test-letter-duplex-short.pdf" in output
    assert len(pypdfium2.PdfDocument("out/printer-test-letter-duplex-short.pdf")) == 2


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("build tiny --printer offcie", "no printer 'offcie'; did you mean 'office'?"),
        ("calibrate --printer offcie", "no printer 'offcie'; did you mean 'office'?"),
        ("printers --remove offcie", "no printer 'offcie'; did you mean 'office'?"),
        ("build tiny --printer office --paper letter", "measured with A4, not with Letter"),
        ("build tiny --printer both --sides duplex-short", "measured with --sides duplex-long"),
        ("calibrate --save my/printer --front 20 20 20 170 230", "is not a printer name"),
        ("calibrate --save x", "no measurement"),
        ("calibrate --front 20 20 20 170 230", "needs a name"),
        ("calibrate --save x --front 20 20 20 150 230", "the scale across would be 88.24 %"),
        ("calibrate --save x --front 20 20 20 175.9 230", "103.5 %; expected 97.5 to 102.5 %"),
        ("calibrate --save x --back 20 34 20 170 230", "the angle would be"),
        ("calibrate --save none --front 20 20 20 170 230", "'none' is not a printer name"),
        ("calibrate --save x --front 20 20 20 170 0", "0.0 is not in the range"),
        ("calibrate --save x --front 20 20 nan 170 230", "downwards would be nan"),
        ("calibrate --save x --printer office", "cannot be used together"),
    ],
)
def test_wrong_use_is_reported_with_what_would_do(tiny: Path, command: str, said: str) -> None:
    save("office")
    save("both", "--back", "21", "20", "20", "170", "230")
    result = run(*command.split())
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())


def test_a_kit_for_a_printer_is_proved_whichever_copies_of_a_card_it_holds(tiny: Path) -> None:
    measures = ["20", "20.5", "20", "169.5", "230"]
    assert run("calibrate", "--save", "office", "--back", *measures).exit_code == 0
    result = run("build", "nine-muses", "--printer", "office", "--no-book", "-o", "out")
    assert result.exit_code == 0, result.output


def test_a_strange_measurement_is_saved_with_a_warning(at_home: Path) -> None:
    usual = run("calibrate", "--save", "a", "--front", "20.5", "20.5", "19", "169.5", "230.5")
    assert "Warning" not in usual.output
    strange = run("calibrate", "--save", "b", "--back", "20", "20", "20", "172.5", "230")
    assert strange.exit_code == 0
    assert "--back: the scale across would be 101.5 %; expected 99 to 101 %" in strange.output
    assert load_printers(at_home)[0].keys() == {("a", "a4"), ("b", "a4")}


# ---- reprints

BACK = ["--back", "21", "21", "20", "170", "230"]  # 1 mm off


def backs_off(file: Path) -> str:
    """What `pieria verify` says of the backs of a kit."""
    told = run("verify", str(file))
    return next(line for line in told.output.splitlines() if line.startswith("  backs"))


@pytest.fixture
def printed_for_office(tiny: Path) -> Path:
    """A copy of a game with two kits printed for a printer."""
    assert run("calibrate", "--save", "office", *BACK).exit_code == 0
    built = run("build", "tiny", "--printer", "office", "-o", "out")
    assert built.exit_code == 0, built.output
    cards = tiny / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("grinds *slowly*", "grinds"), "utf-8")
    return Path("out/tiny-a4-for-office.pdf")


def reprint(*more: str) -> Manifest:
    """What the manifest of a file of changes says, which must be the only one."""
    for old in Path("out").glob("*-changes-*.pdf"):
        old.unlink()
    result = run("build", "--changed-since", "out/tiny-a4-for-office.pdf", "-o", "out", *more)
    assert result.exit_code == 0, result.output
    (file,) = Path("out").glob("*-changes-*.pdf")
    assert run("verify", str(file)).exit_code == 0
    return read_manifest(file)


def test_a_reprint_is_for_the_same_printer(printed_for_office: Path, at_home: Path) -> None:
    first = read_manifest(printed_for_office).options
    assert reprint().options == first
    at_home.unlink()  # on another machine: the printer as it was measured for the first build
    assert reprint().options == first
    assert reprint("--printer", "none").options["printer"] is None


def test_a_reprint_follows_a_new_measurement(printed_for_office: Path) -> None:
    assert "0.000 mm off on 'office'" in backs_off(printed_for_office)
    run("calibrate", "--save", "office", "--back", "21.6", "21.6", "20", "170", "230")
    told = run("verify", str(printed_for_office))
    assert told.exit_code == 1
    assert "for another measurement of 'office' than the one that is saved" in told.output
    assert "its back is 0.60 mm off" in told.output
    assert reprint().options["printer"]["back"]["x"] == pytest.approx(-1.6)


def test_a_reprint_keeps_every_option(tiny: Path, edit: Callable[[str, str, str], None]) -> None:
    assert run("calibrate", "--save", "office", *BACK).exit_code == 0
    options = (
        "--printer office --ink low --bleed each --marks silhouette --cut-file svg --corners 2.5 "
        "--thickness 0.4 --sleeved --players 3 --draw-safe-zone"
    )
    assert run("build", "tiny", *options.split(), "-o", "out").exit_code == 0
    (first,) = Path("out").glob("*.pdf")
    edit("cards.yaml", "grinds *slowly*", "grinds")
    assert run("build", "--changed-since", str(first), "-o", "again").exit_code == 0
    (again,) = Path("again").glob("*.pdf")
    assert read_manifest(again).options == read_manifest(first).options
    assert [*Path("again").glob("*-cut/*.svg")]
    crop = run("build", "--changed-since", str(first), "--marks", "crop", "-o", "crop")
    assert crop.exit_code == 0, crop.output  # cut files go with their marks


def four_pages() -> bytes:
    """A book of four pages with a dot each."""
    pages = pypdf.PdfWriter()
    dot = DecodedStreamObject()
    dot.set_data(b"9 9 9 9 re f")
    for _ in range(4):
        page = pages.add_blank_page(139.7 * 72 / 25.4, 215.9 * 72 / 25.4)
        page[NameObject("/Contents")] = pages._add_object(dot)
    out = io.BytesIO()
    pages.write(out)
    return out.getvalue()


@pytest.mark.parametrize("turned", DUPLEX_SIDES)
def test_pages_of_a_booklet_meet_at_the_fold(turned: str) -> None:
    printer = Printer("office", "a4", turned, ASKEW, OTHERWISE)
    data = booklet(four_pages(), "a4", "rulebook test", printer)
    saved = {("office", "a4"): printer}
    claims = {claim.name: claim for claim in verify_book(data, saved).claims}
    assert claims["scale"].findings == claims["halves"].findings == ()
    again = printer._replace(back=OTHERWISE._replace(x=0.0))
    claims = {claim.name: claim for claim in verify_book(data, {("office", "a4"): again}).claims}
    assert ["1.1" in each.message for each in claims["halves"].findings] == [True, True]
    assert {each.page for each in claims["halves"].findings} == {2}
    document = pypdfium2.PdfDocument(data)
    assert [page.get_size() for page in document] == [pytest.approx((595.28, 841.89), abs=0.1)] * 2


@pytest.mark.parametrize("turned", DUPLEX_SIDES)
def test_a_booklet_for_a_printer_reads_on_both_sides(turned: str) -> None:
    """Page 2 lies behind page 1, the same way up once the paper is flipped as it was measured."""
    data = booklet(four_pages(), "a4", printer=Printer("plain", "a4", turned))
    front, back = (
        [form.get_matrix() for form in page.get_objects([raw.FPDF_PAGEOBJ_FORM], max_depth=1)]
        for page in pypdfium2.PdfDocument(data)
    )
    wide, high = 139.7 * 72 / 25.4, 215.9 * 72 / 25.4
    paper = (210 * 72 / 25.4, 297 * 72 / 25.4)

    def through(x: float, y: float) -> tuple[float, float]:
        return (paper[0] - x, y) if turned == "duplex-long" else (x, paper[1] - y)

    for y in (0.0, high):  # the spine of page 1 is behind that of page 2, foot behind foot
        assert through(*front[1].on_point(0, y)) == pytest.approx(
            back[0].on_point(wide, y), abs=0.1
        )


def test_booklets_of_a_kit_are_for_its_printer(tiny: Path) -> None:
    assert run("calibrate", "--save", "office", *BACK).exit_code == 0
    result = run("build", "crazy-eights", "--printer", "office", "-o", "out")
    assert result.exit_code == 0, result.output
    told = run("verify", "out/crazy-eights-book-a4-for-office.pdf")
    assert told.exit_code == 0, told.output
    assert "pages meet at the fold, 0.000 mm off on 'office'" in told.output


@pytest.mark.parametrize("name", BOUNDS)
def test_what_no_printer_does_is_out_of_bounds_on_both_ends(name: str) -> None:
    least, most = BOUNDS[name]
    for value, said in ((least - 0.1, True), (least, False), (most, False), (most + 0.1, True)):
        words = out_of_bounds(Misregistration(**{name: value}))
        assert bool(words) == said, (name, value)
        assert not said or f"{value:.4g}" in words
