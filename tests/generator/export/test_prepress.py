"""Pages for a press: inks and their limit, nothing to see through, a preflight that finds it."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject

from generator.drawing.colour import PressInks
from generator.drawing.values import colour
from generator.export.designs import DesignRenderer, ExportedSide
from generator.export.preflight import PressRequirements, preflight
from generator.export.prepress import press_pdf
from tests.conftest import run
from validator.core.resources import resource
from validator.load.game import load_game

CUBE = resource("templates") / "press" / "swop.cube"
CONDITION = "CGATS TR 001"
BLEED = 25.4 / 8
WANTED = PressRequirements("the service", 63.5, 88.9, BLEED, 2.4, True, CONDITION)
FACE = """{% extends "shared/face.svg.j2" %}{% block face %}
<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="88">
<stop offset="0" stop-color="#7a1f1f"/><stop offset="1" stop-color="#000000"/></linearGradient>
<rect x="-5" y="-5" width="80" height="100" fill="url(#a)"/>
{{ picture("p.png", 10, 30, 20, 20) }}
SEE_THROUGH
<rect x="8" y="8" width="48" height="14" fill="#f6ecd0" stroke="#1a3a5a"/>
{{ line(card.title, 32, 17, size=14, align='center') }}
{% endblock %}"""


@pytest.fixture(scope="module")
def inks() -> PressInks:
    return PressInks(CUBE)


@pytest.fixture
def poker(tiny: Path, edit: Callable[[str, str, str], None]) -> Callable[[str], DesignRenderer]:
    """The tiny deck as poker cards, each with a picture, a gradient, and what is told."""

    def draw(see_through: str) -> DesignRenderer:
        edit("game.yaml", "size: tcg", "size: poker")
        picture = Image.effect_noise((150, 150), 90).convert("RGB")
        picture.putpixel((0, 0), (0, 0, 0))
        picture.save(tiny / "p.png")
        face = FACE.replace("SEE_THROUGH", see_through)
        (tiny / "templates" / "card.svg.j2").write_text(face, "utf-8")
        game = load_game(tiny).game
        assert game is not None
        studio = DesignRenderer(game, BLEED)
        assert studio.draw() == []
        return studio

    return draw


def sides_of(studio: DesignRenderer) -> list[ExportedSide]:
    deck = studio.game.components[0]
    found = []
    for design in studio.designs:
        if design.component is deck:
            piece = f"{deck.id}/{design.id}"
            found.append(ExportedSide(design.back or design.face, deck, piece, back=True))
            found.append(ExportedSide(design.face, deck, piece))
    return found


def test_inks_keep_their_limit(inks: PressInks) -> None:
    steps = [step / 12 for step in range(13)]
    for red, green, blue in product(steps, steps, steps):
        parts = inks.of((red, green, blue))
        assert sum(parts) <= 2.4 + 1e-9
        assert all(-1e-9 <= part <= 1 + 1e-9 for part in parts)


def test_white_is_paper_and_black_is_rich(inks: PressInks) -> None:
    assert inks.of((1, 1, 1)) == (0, 0, 0, 0)
    assert inks.of((0, 0, 0)) == pytest.approx((0.6, 0.4, 0.4, 1.0), abs=0.003)


def test_dark_text_is_black_ink_alone(inks: PressInks) -> None:
    assert inks.of_text((0, 0, 0)) == (0, 0, 0, 1)
    assert inks.of_text(colour("#2a2622"))[:3] == (0, 0, 0)
    assert inks.of_text(colour("#7a1f1f")) == inks.of(colour("#7a1f1f"))


def test_a_file_that_is_no_cube_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"cube 17 2.4\nshort")
    with pytest.raises(ValueError, match="is not a colour table"):
        PressInks(tmp_path / "x")


@pytest.mark.parametrize("through", ["", '<circle cx="30" cy="60" r="12" opacity="0.4"/>'])
def test_a_press_gets_what_it_asks_for(
    through: str, poker: Callable[[str], DesignRenderer], inks: PressInks
) -> None:
    studio = poker(through)
    sides = sides_of(studio)
    pdf, flat = press_pdf(studio, sides, inks, "Cards", CONDITION)
    found = preflight(pdf, WANTED)
    assert found.reasons == ()
    assert 2.3 < found.most_ink <= 2.41  # the gradient ends in rich black
    assert bool(flat) == bool(through)
    assert pdf.count(b"/DeviceRGB") == 0
    text = pypdf.PdfReader(io.BytesIO(pdf)).pages[1].extract_text()
    assert "Ford" in text  # words are words, also on top of a picture
    document = pypdfium2.PdfDocument(pdf)
    for number, side in enumerate(sides):
        seen = document[number].render(scale=1).to_pil().convert("RGB")
        drawn = studio.pictures([side.key], seen.size)[side.key]
        off = ImageStat.Stat(ImageChops.difference(seen, drawn)).mean
        assert max(off) < 20, (number, off)  # of 255: four inks look as the screen does


def test_what_shows_through_is_reported(
    poker: Callable[[str], DesignRenderer], inks: PressInks
) -> None:
    studio = poker('<circle cx="30" cy="60" r="12" fill-opacity="0.4"/>')
    pressed = studio.again(inks)
    reasons = preflight(pressed.page_pdf(sides_of(studio), "Cards", CONDITION), WANTED).reasons
    assert reasons == ("it has transparency: ca 0.4",)


def test_pages_for_a_screen_are_rejected(poker: Callable[[str], DesignRenderer]) -> None:
    studio = poker("")
    reasons = preflight(studio.page_pdf(sides_of(studio), "Cards"), WANTED).reasons
    assert "it has colours in RGB, not in the four inks" in reasons
    assert "it has colours in a picture of DeviceRGB, not in the four inks" in reasons
    assert "it has colours in DeviceRGB, not in the four inks" in reasons  # the gradient
    assert "it does not declare PDF/X-1a:2003" in reasons
    assert f"its output intent is missing, not '{CONDITION}'" in reasons


def test_too_much_ink_is_rejected(poker: Callable[[str], DesignRenderer], tmp_path: Path) -> None:
    cube = bytes([255, 255, 255, 0]) * 8
    (tmp_path / "wet.cube").write_bytes(b"cube 2 3\n" + cube)
    studio = poker("")
    pdf, _ = press_pdf(
        studio, sides_of(studio), PressInks(tmp_path / "wet.cube"), "Cards", CONDITION
    )
    assert preflight(pdf, WANTED).reasons == (
        "it has 300% of ink in one place; expected at most 240%",
    )


def test_order_boxes_and_extras_are_rejected(
    poker: Callable[[str], DesignRenderer], inks: PressInks
) -> None:
    studio = poker("")
    sides = sides_of(studio)
    pdf, _ = press_pdf(studio, [*reversed(sides[:2]), *sides[2:]], inks, "Cards", CONDITION)
    wrong = "pages 1 and 2 are not back and face of one card, but face of 'cards/ford'"
    assert any(wrong in reason for reason in preflight(pdf, WANTED).reasons)
    odd, _ = press_pdf(studio, sides[:3], inks, "Cards", CONDITION)
    assert "3 pages cannot be pairs of back and face" in preflight(odd, WANTED).reasons

    good, _ = press_pdf(studio, sides[:2], inks, "Cards", CONDITION)
    assert preflight(good, WANTED).reasons == ()  # one card is a pair, too
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(good))
    page = writer.pages[0]
    page.trimbox.lower_left = (20, 20)
    page[NameObject("/Annots")] = ArrayObject()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    page["/Resources"][NameObject("/Font")] = DictionaryObject({NameObject("/F"): font})  # type: ignore[index]
    writer.root_object[NameObject("/OpenAction")] = TextStringObject("x")
    out = io.BytesIO()
    writer.write(out)
    reasons = "\n".join(preflight(out.getvalue(), WANTED).reasons)
    for told in ("page 1: its trim box is", "page 1: it has annotations", "a form or an action",
                 "the typeface Helvetica is not embedded"):  # fmt: skip
        assert told in reasons


def test_the_export_says_what_was_read_back(poker: Callable[[str], DesignRenderer]) -> None:
    poker('<circle cx="30" cy="60" r="12" opacity="0.4"/>')
    told = run("export", "drivethru", "tiny", "-o", "out")
    assert told.exit_code == 0, told.output
    assert "verified: 10 pages" in told.output
    assert "these parts become pictures; everything else stays vector art" in told.output
    assert preflight(Path("out/tiny-drivethru/cards.pdf").read_bytes(), WANTED).reasons == ()


def pictures_of(holder: pypdf.generic.DictionaryObject) -> list[tuple[int, int]]:
    """The sizes of the pictures that a page, or a form, draws, in pixels."""
    found = []
    for each in holder["/Resources"].get("/XObject", {}).values():  # type: ignore[attr-defined]
        drawn = each.get_object()
        if drawn["/Subtype"] == "/Form":
            found += pictures_of(drawn)
        elif (size := (drawn["/Width"], drawn["/Height"])) != (150, 150):
            found.append(size)
    return found


@pytest.mark.parametrize(
    ("through", "count"),
    [
        ('<circle cx="30" cy="80" r="2" opacity="0.4"/>', 1),
        ('<g transform="translate(0 60)"><circle cx="30" cy="20" r="2" opacity="0.4"/></g>', 1),
        ('<circle cx="8" cy="80" r="2" opacity="0.4"/>'
         '<circle cx="55" cy="40" r="2" opacity="0.4"/>', 2),
        ("{{ icon('two-coins', 30, 78, 4, opacity=0.4) }}{{ art('seen.svg.j2') }}", 2),
    ],
)  # fmt: skip
def test_only_the_places_that_show_through_are_pictures(
    tiny: Path, poker: Callable[[str], DesignRenderer], inks: PressInks, through: str, count: int
) -> None:
    seen = (
        '<svg viewBox="0 0 64 89"><path d="M3 70h50" stroke="#ffffff"/>'
        '<rect x="50" y="60" width="3" height="3" {}/></svg>'
    )
    (tiny / "templates/seen.svg.j2").write_text(seen.format('opacity=".5"'), "utf-8")
    studio = poker(through)
    sides = sides_of(studio)[:2]
    pdf, _ = press_pdf(studio, sides, inks, "Cards", CONDITION)
    assert preflight(pdf, WANTED).reasons == ()
    small = pictures_of(pypdf.PdfReader(io.BytesIO(pdf)).pages[1])
    assert len(small) == count
    assert max(max(size) for size in small) < 90  # 4 mm and a little at 300 dots per inch
    page = pypdfium2.PdfDocument(pdf)[1].render(scale=2).to_pil().convert("RGB")
    drawn = studio.pictures([sides[1].key], page.size)[sides[1].key]
    off = ImageChops.difference(page, drawn).crop((60, 60, *page.size))
    assert max(ImageStat.Stat(off).mean) < 20
    assert len(pdf) < 600_000


def test_every_pair_of_pages_is_one_card(
    poker: Callable[[str], DesignRenderer], inks: PressInks
) -> None:
    """The service prints sheets of two pages: a pair that is turned is found, also the last."""
    studio = poker("")
    right = sides_of(studio)
    pairs = [right[at : at + 2] for at in range(0, len(right), 2)]
    assert len(pairs) >= 2
    for wrong in range(len(pairs)):
        turned = [[*reversed(pair)] if at == wrong else pair for at, pair in enumerate(pairs)]
        sides = [side for pair in turned for side in pair]
        pdf, _ = press_pdf(studio, sides, inks, "Cards", CONDITION)
        reasons = preflight(pdf, WANTED).reasons
        (said,) = [each for each in reasons if "of one card" in each]
        assert said.startswith(f"pages {2 * wrong + 1} and {2 * wrong + 2} are not back and face")
    mixed = [pairs[0][0], pairs[1][1], pairs[1][0], pairs[0][1], *right[4:]]
    pdf, _ = press_pdf(studio, mixed, inks, "Cards", CONDITION)
    reasons = preflight(pdf, WANTED).reasons
    (said,) = [each for each in reasons if "of one card" in each]  # the first alone
    assert said.startswith("pages 1 and 2 are not back and face")
