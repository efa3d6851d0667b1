"""Font files of a game: each becomes one that can be embedded, or is refused with a reason."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from reportlab.pdfbase.ttfonts import TTFont

from generator.assets.typefaces import TypefaceError, prepare
from generator.faces.fonts import FontFace
from tests.conftest import run
from tests.generator.assets.fonts import (
    collection,
    coloured,
    postscript,
    put,
    truetype,
    unlicensed,
    variable,
)

Edit = Callable[[str, str, str], None]
TEXT = "text: EB Garamond"


def widths(data: bytes, text: str = "Ford", **more: object) -> list[float]:
    """How wide letters are in a file as it is embedded."""
    face = FontFace("test", "regular", prepare(data, **more).file)  # type: ignore[arg-type]
    return [face.width(letter) for letter in text]


@pytest.mark.parametrize("flavor", [None, "woff", "woff2"])
def test_packed_fonts_measure_as_plain_ones(flavor: str | None) -> None:
    assert widths(truetype(flavor)) == widths(truetype())


def test_postscript_outlines_become_quadratic_ones_of_the_same_size() -> None:
    made = prepare(postscript())
    assert TTFont("test", str(made.file)).face.charToGlyph.keys() >= set(map(ord, "abcdefg"))
    assert widths(postscript(), "bcd") == widths(truetype(), "bcd")


def test_an_instance_of_a_variable_font_is_what_was_asked_for() -> None:
    thin, thick = widths(variable(), "I"), widths(variable(), "I", axes={"wght": 900})
    assert (thin, thick) == ([100], [900])


def test_what_was_made_is_kept(cache: Path) -> None:
    data = postscript()
    first = prepare(data)
    before = first.file.stat().st_ino
    assert prepare(data).file.stat().st_ino == before
    assert first.file.is_relative_to(cache)


@pytest.mark.parametrize(
    ("data", "more", "message"),
    [
        (b"", {}, "it is not a font"),
        (b"words", {}, "it is not a font"),
        (truetype()[:3000], {}, "it is not a font|no outlines|broken|no table of characters"),
        (truetype(fs_type=2), {}, "forbid embedding .* use another typeface"),
        (truetype(fs_type=0x200), {}, "allow embedding only as a bitmap"),
        (truetype(fs_type=0x100), {}, "only be embedded as a whole"),
        (truetype(), {"axes": {"wght": 700}}, "no axis 'wght'.*not a variable font"),
        (variable(), {"axes": {"wdth": 100}}, "no axis 'wdth'.*wght 100 to 900"),
        (variable(), {"axes": {"wght": 1000}}, "is outside the range of its axis, 100 to 900"),
        (collection(), {}, "2 fonts; choose one, as in number: 1"),
        (collection(), {"number": 3}, "2 fonts; the number 3 does not exist"),
    ],
)
def test_what_cannot_be_embedded_is_refused(
    data: bytes, more: dict[str, object], message: str
) -> None:
    with pytest.raises(TypefaceError, match=message):
        prepare(data, **more)  # type: ignore[arg-type]


def test_fonts_that_may_be_embedded_for_print_or_edits_are_taken() -> None:
    for allowed in (0, 4, 8, 6):
        assert prepare(truetype(fs_type=allowed)).family == "Cinzel"


def test_one_font_of_a_collection_is_not_the_other() -> None:
    assert widths(collection(), number=1) != widths(collection(), number=2)


def test_a_font_that_unpacks_without_end_is_refused() -> None:
    """Of its table's length the directory lies, as an attacker would let it."""
    packed = zlib.compress(bytes(200 * 1024 * 1024), 9)
    head = b"wOFF\0\1\0\0" + (64 + len(packed)).to_bytes(4, "big") + b"\0\1" + bytes(30)
    entry = b"glyf" + (64).to_bytes(4, "big") + len(packed).to_bytes(4, "big")
    entry += (300 * 1024 * 1024).to_bytes(4, "big") + bytes(4)
    with pytest.raises(TypefaceError, match="unpacks to more than 64 MB"):
        prepare(head + entry + packed)


# ---- in a game


def fonts_of(pdf: Path) -> set[str]:
    """The names of the typefaces on a PDF's pages."""
    found = set()
    for page in pypdf.PdfReader(pdf).pages:
        fonts = page["/Resources"]["/Font"].get_object()  # type: ignore[index]
        found |= {str(each.get_object()["/BaseFont"]).split("+")[-1] for each in fonts.values()}
    return found


def test_a_kit_is_set_in_fonts_of_ones_own(tiny: Path, edit: Edit) -> None:
    """Two fonts of one name stay two, and the credits say whose they are."""
    put(tiny, "fonts/Wide.otf", postscript(scale=1.2))
    put(tiny, "fonts/Thin.otf", postscript())
    edit("game.yaml", "display: Cinzel", "display: fonts/Wide.otf")
    own = "text: {regular: fonts/Thin.otf, licence: My own licence, fallback: [EB Garamond]}"
    edit("game.yaml", TEXT, own)
    assert run("build", "tiny").exit_code == 0
    names = fonts_of(Path("output/tiny-a4.pdf"))
    assert len([each for each in names if each.startswith("Same-Name-")]) == 2, names
    pages = pypdf.PdfReader("output/tiny-a4.pdf").pages
    assert any("My own licence" in page.extract_text() for page in pages)


def test_a_font_that_cannot_be_used_is_reported_where_it_is_named(tiny: Path, edit: Edit) -> None:
    put(tiny, "fonts/Locked.ttf", truetype(fs_type=2))
    edit("game.yaml", TEXT, "text: fonts/Locked.ttf")
    said = run("check", "tiny").output
    assert "tiny/game.yaml:13:34: the typeface 'fonts/Locked.ttf' cannot be used: " in said
    assert "1 problem." in said


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("fonts/Non.ttf", "there is no file 'fonts/Non.ttf'; did you mean 'fonts/None.ttf'?"),
        ("../None.ttf", "'../None.ttf' is outside the game's folder"),
        ("{bold: fonts/None.ttf}", "'regular' is missing"),
        ("{regular: fonts/None.ttf, blod: x}", "unknown name 'blod'; did you mean 'bold'?"),
        ("{regular: {file: fonts/None.ttf, weight: 700}}", "'weight' is not an axis"),
        ("{regular: fonts/None.ttf, fallback: [Nun]}", "no typeface or role 'Nun' to fall back"),
        ("{regular: game.yaml}", "'game.yaml' is not a supported file here; expected .ttf"),
    ],
)
def test_wrong_declarations_are_problems(tiny: Path, edit: Edit, said: str, message: str) -> None:
    put(tiny, "fonts/None.ttf", truetype())
    edit("game.yaml", TEXT, f"text: {said}")
    assert message in run("check", "tiny").output


def test_characters_that_a_font_lacks_are_set_in_its_fallback(tiny: Path, edit: Edit) -> None:
    put(tiny, "fonts/Some.otf", postscript())
    edit("game.yaml", TEXT, "text: fonts/Some.otf")
    edit("cards.yaml", "A hill.", "A hall ÷ .")
    said = run("check", "tiny").output
    assert "cards.yaml:11:26: the typeface text (Same-Name) has no '÷' (U+00F7)" in said
    assert "name one that has it as its `fallback`" in said
    edit(
        "game.yaml", "fonts/Some.otf", "{regular: fonts/Some.otf, fallback: [label], licence: OFL}"
    )
    assert run("check", "tiny").output == "1 game checked: no problems.\n"


def test_scripts_that_join_or_turn_round_are_refused(tiny: Path, edit: Edit) -> None:
    """Whether the typeface has the letters or not."""
    put(tiny, "fonts/Some.otf", postscript("שלום" + "".join(map(chr, range(32, 127)))))
    edit("game.yaml", TEXT, "text: fonts/Some.otf")
    edit("cards.yaml", "A hill.", "A hill שלום.")
    said = run("check", "tiny").output
    assert "cards.yaml:11:26: " in said
    assert "“A hill שלום.”: scripts that join letters or run from right to left" in said


def test_chinese_and_japanese_wrap_between_letters(tiny: Path, edit: Edit) -> None:
    put(tiny, "fonts/East.otf", postscript("次の三枚カードを引。、「」 "))
    edit(
        "game.yaml", TEXT, "text: {regular: fonts/East.otf, fallback: [EB Garamond], licence: OFL}"
    )
    edit("cards.yaml", "A hill.", "次の三枚の「カード」を引。" * 4)
    assert run("check", "tiny").output == "1 game checked: no problems.\n"
    run("build", "tiny", "--no-verify")
    lines = pypdf.PdfReader("output/tiny-a4.pdf").pages[2].extract_text().split("\n")
    found = [line.strip() for line in lines if "カード" in line]
    assert "".join(found).startswith("次の三枚の「カード」を引。次の")
    assert len(found) > 1
    assert not any(line[0] in "。」ー" or line[-1] == "「" for line in found)


def test_roles_may_share_a_file(tiny: Path, edit: Edit) -> None:
    put(tiny, "fonts/Both.otf", postscript())
    edit("game.yaml", "display: Cinzel", "display: fonts/Both.otf")
    edit("game.yaml", "label: EB Garamond", "label: {regular: fonts/Both.otf, fallback: [text]}")
    built = run("build", "tiny")
    assert built.exit_code == 0, built.output


def test_a_font_that_cannot_be_used_hides_no_other_problem(tiny: Path, edit: Edit) -> None:
    put(tiny, "fonts/Locked.ttf", b"words")
    edit("game.yaml", "display: Cinzel", "display: fonts/Locked.ttf")
    edit("cards.yaml", "A hill.", "A hill 次.")
    said = run("check", "tiny").output
    assert "cannot be used: it is not a font" in said
    assert "has no '次' (U+6B21)" in said


def test_a_font_of_coloured_emoji_is_refused_with_what_to_use() -> None:
    with pytest.raises(TypefaceError, match=r"colour pictures.* such as Noto Emoji, or save each"):
        prepare(coloured())


def test_a_typeface_without_a_licence_is_a_warning(tiny: Path, edit: Edit) -> None:
    put(tiny, "own.ttf", unlicensed())
    edit("game.yaml", TEXT, "text: own.ttf")
    told = run("check", "tiny")
    assert "warning: the typeface 'own.ttf' states no licence" in told.output
    edit("game.yaml", "text: own.ttf", "text: {regular: own.ttf, licence: OFL}")
    assert "states no licence" not in run("check", "tiny").output
