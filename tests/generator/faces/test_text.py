"""Wrapping, shrinking and markup, measured with a shipped font."""

from __future__ import annotations

from itertools import pairwise

import pytest

from generator.core.quotes import typeset
from generator.faces.fonts import FALLBACKS, FontBook
from generator.faces.lines import MM_PER_POINT, FontFaces
from generator.faces.marked import BOLD, ITALIC, MarkupError, WordPart, parse
from generator.faces.text import fit
from validator.core.resources import resource

BOOK = FontBook(resource("templates") / "fonts")
FACES = FontFaces(
    *(BOOK.face("EB Garamond", bold, italic) for italic in (False, True) for bold in (False, True))
)


def test_markup_becomes_pieces_that_a_line_break_does_not_part() -> None:
    assert parse("a **b**c :coin:") == (
        (WordPart("a", 0),),
        (WordPart("b", BOLD), WordPart("c", 0)),
        (WordPart("coin", 0, icon=True),),
    )


def test_a_backslash_takes_a_sign_as_it_is() -> None:
    assert parse(r"2 \* 3") == tuple((WordPart(x, 0),) for x in ("2", "*", "3"))


@pytest.mark.parametrize("text", ["**bold", "*italic", "a **b"])
def test_open_markup_is_an_error(text: str) -> None:
    with pytest.raises(MarkupError, match="is not closed"):
        parse(text)


def test_no_line_is_wider_than_the_box() -> None:
    fitted = fit("word " * 60, 50, None, FACES, 10, 10)
    lines = {}
    for run in fitted.runs:
        lines[run.y] = run.x + run.width
    assert len(lines) > 5
    assert max(lines.values()) <= 50.01


def test_text_shrinks_no_more_than_it_must() -> None:
    text = "word " * 60
    fitted = fit(text, 50, 30, FACES, 12, 6)
    assert 6 < fitted.size < 12
    assert not fitted.overflow
    assert fit(text, 50, 30, FACES, fitted.size + 0.25, fitted.size + 0.25).overflow


def test_what_does_not_fit_says_by_how_much() -> None:
    assert "needs" in fit("word " * 300, 50, 10, FACES, 9, 7).overflow
    assert "wide" in fit("Donaudampfschifffahrt" * 3, 20, None, FACES, 9, 7).overflow


def _rows(words: str, width: float, align: str) -> list[list[str]]:
    """The words of each line, as `fit` sets them."""
    rows: dict[float, list[str]] = {}
    for run in fit(words, width, None, FACES, 10, 10, align=align).runs:
        rows.setdefault(run.y, []).extend(run.piece.text.split())
    return list(rows.values())


@pytest.mark.parametrize("align", ["left", "center", "right"])
@pytest.mark.parametrize("width", range(24, 60, 2))
def test_no_paragraph_ends_in_a_line_of_one_word(align: str, width: int) -> None:
    words = "Fifty friends, one old ship and a fleece for an excuse to go"
    rows = _rows(words, width, align)
    assert " ".join(word for row in rows for word in row) == words
    assert len(rows) == 1 or len(rows[-1]) > 1


def test_centred_lines_are_about_equally_long() -> None:
    first, last = _rows("Ten years to fight, ten to come home, and a story", 60, "center")
    assert abs(len(" ".join(first)) - len(" ".join(last))) < 8


def test_lines_are_set_left_centred_and_right() -> None:
    starts = [
        fit("word", 50, None, FACES, 10, 10, align=a).runs[0].x for a in ("left", "center", "right")
    ]
    width = FACES.plain.width("word") * 10 * MM_PER_POINT / 1000
    assert starts == pytest.approx([0, (50 - width) / 2, 50 - width])


def test_words_are_kerned() -> None:
    face = BOOK.face("Cinzel")
    assert face.width("AVATAR") < sum(face.width(letter) for letter in "AVATAR")


def test_every_shipped_font_gives_a_glyph_for_each_letter() -> None:
    for family in sorted({*BOOK.families} - {*FALLBACKS}):
        shaped = BOOK.face(family).word("office")
        assert len(shaped.kerns) == 6, family
        assert not shaped.missing, family


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("Apollo's light", "Apollo’s light"),
        ("the Muses' dance", "the Muses’ dance"),
        ("a 'cue', then", "a ‘cue’, then"),
        ("said 'No!'", "said ‘No!’"),
        ("5' tall", "5' tall"),
    ],
)
def test_typed_apostrophes_are_typeset(typed: str, set_: str) -> None:
    assert typeset(typed) == set_


@pytest.mark.parametrize(
    "text",
    ["3*4*5", "2 * 3 * 4", "a ** b", r"one\ntwo", r"C:\dir\b", "5* and 6*", "x**y**z", "* point"],
)
def test_what_is_no_markup_is_printed_as_it_is(text: str) -> None:
    words = [each for each in text.split(" ") if each]
    assert parse(text) == tuple((WordPart(each, 0),) for each in words)


def test_markup_may_end_or_begin_within_a_word() -> None:
    assert parse("**Gold**s (*new*)") == (
        (WordPart("Gold", BOLD), WordPart("s", 0)),
        (WordPart("(", 0), WordPart("new", ITALIC), WordPart(")", 0)),
    )


def test_a_short_word_that_would_end_a_text_alone_makes_it_smaller() -> None:
    fitted = fit("The Confessional Key", 34, None, FACES, 12, 9)
    assert 11 <= fitted.size < 12
    assert not fitted.alone


def test_a_heading_goes_on_one_line_rather_than_end_in_a_short_word_alone() -> None:
    fitted = fit("The Confessional Key", 30, None, FACES, 12, 7)
    assert not fitted.alone
    assert len({run.y for run in fitted.runs}) == 1
    assert 7 < fitted.size < 12


def test_a_short_word_that_has_to_end_a_text_alone_is_reported() -> None:
    assert fit("The Confessional Key", 30, None, FACES, 12, 12).alone
    assert not fit("Confessional Key", 25, None, FACES, 12, 12).alone  # nothing can join it


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("en", "encyclopaedias", ["en", "cyc", "lo", "pae", "di", "as"]),
        ("de", "Kartenstapel", ["Kar", "ten", "sta", "pel"]),
        ("it", "precipitevolmente", ["pre", "ci", "pi", "te", "vol", "men", "te"]),
    ],
)
def test_a_word_that_does_not_fit_is_parted_by_its_language(
    language: str, word: str, parts: list[str]
) -> None:
    assert fit(word, 14, None, FACES, 9, 9).overflow
    fitted = fit(word, 14, None, FACES, 9, 9, language=language)
    assert not fitted.overflow
    lines = [run.piece.text for run in fitted.runs]
    assert len(lines) == 2
    begin = lines[0].removesuffix("-")
    assert begin + lines[1] == word
    assert begin in {"".join(parts[:count]) for count in range(len(parts))}


def test_a_long_word_fills_a_line_that_would_be_nearly_empty() -> None:
    words = "One incomprehensibility follows another one here"
    whole = fit(words, 33, None, FACES, 10, 10)
    parted = fit(words, 33, None, FACES, 10, 10, language="en")
    assert whole.runs[0].piece.text == "One"
    assert parted.runs[0].piece.text.startswith("One in")
    assert parted.runs[0].piece.text.endswith("-")
    assert len(parted.runs) <= len(whole.runs)


def test_a_name_is_not_parted_for_looks() -> None:
    words = "One Incomprehensibilitas follows another one here"
    fitted = fit(words, 33, None, FACES, 10, 10, language="en")
    assert not any(run.piece.text.endswith("-") for run in fitted.runs)


WORDS = "The river carries every boat of the town down to the sea before the sun is up. " * 3


def test_justified_lines_end_at_the_edge_but_for_the_last_of_a_paragraph() -> None:
    fitted = fit(f"{WORDS}\n{WORDS}", 50, None, FACES, 9, 9, align="justify")
    plain = fit(f"{WORDS}\n{WORDS}", 50, None, FACES, 9, 9)
    ends: dict[float, float] = {}
    starts: dict[float, float] = {}
    for run in fitted.runs:
        ends[run.y] = max(run.x + run.width, ends.get(run.y, 0))
        starts[run.y] = min(run.x, starts.get(run.y, 99))
    assert {*starts.values()} == {0.0}
    rows = sorted(ends)
    short = [at for at, y in enumerate(rows) if abs(ends[y] - 50) > 0.01]
    assert short == [len(rows) // 2 - 1, len(rows) - 1]
    assert fitted.height == plain.height
    one = fit("A word", 50, None, FACES, 9, 9, align="justify")
    assert one.runs == fit("A word", 50, None, FACES, 9, 9).runs


@pytest.mark.parametrize("markup", ["**The** river *carries* :coin: every", "The river"])
def test_a_justified_line_keeps_its_words_in_order(markup: str) -> None:
    text = f"{markup} {WORDS}"
    runs = fit(text, 40, None, FACES, 9, 9, align="justify").runs
    assert [*runs] == sorted(runs, key=lambda run: (run.y, run.x))
    for one, other in pairwise(runs):
        assert one.y != other.y or one.x + one.width <= other.x + 0.001


def test_a_span_has_a_colour_a_size_and_a_style() -> None:
    assert parse("a {red 120%: b **c** :x:} {bold: {#0a0: d}}, {e} {f") == (
        (WordPart("a", 0),),
        (WordPart("b", 0, False, "red", 1.2),),
        (WordPart("c", BOLD, False, "red", 1.2),),
        (WordPart("x", 0, True, "red", 1.2),),
        (WordPart("d", BOLD, False, "#0a0"), WordPart(",", 0)),
        (WordPart("{e}", 0),),
        (WordPart("{f", 0),),
    )
    assert parse(r"\{red: a\}") == ((WordPart("{red:", 0),), (WordPart("a}", 0),))
    for text, said in (
        ("{red: a", "'{' is not closed"),
        ("{red: **a} b", "the emphasis is not closed before '}'"),
        ("{900%: a}", "expected 25% to 400%"),
    ):
        with pytest.raises(MarkupError, match=said):
            parse(text)


def test_larger_words_have_more_room() -> None:
    plain = fit("one two\nthree", 50, None, FACES, 10, 10)
    larger = fit("one {200%: two}\nthree", 50, None, FACES, 10, 10)
    mm = 10 * MM_PER_POINT
    assert larger.runs[-1].y - plain.runs[-1].y == pytest.approx(0.78 * mm)
    assert larger.height > plain.height
    two = larger.runs[1]
    assert two.width == pytest.approx(2 * FACES.plain.width("two") * mm / 1000)
    assert two.x == pytest.approx(plain.runs[0].width - two.width / 2)
    second = fit("one\n{200%: two}", 50, None, FACES, 10, 10)
    assert second.runs[1].y - second.runs[0].y == pytest.approx(2 * 1.2 * mm)
