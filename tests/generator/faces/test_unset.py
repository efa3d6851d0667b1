"""Characters that no typeface of a kit can set are reported wherever they are printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import run

Edit = Callable[[str, str, str], None]
HEBREW, ARABIC, LACKED = "שלום", "مرحبا", "\ua000"  # a letter of Yi
REFUSED = "scripts that join letters or run from right to left are not supported"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40mm" height="20mm">'
    '<text x="2" y="10" font-family="EB Garamond" font-size="5">{}</text></svg>'
)
RAW = '<text x="8" y="3" font-family="EB Garamond" font-size="2" fill="#ffffff">{}</text>'


def in_a_cell(tiny: Path, words: str) -> str:
    path = tiny / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("A hill.", words), "utf-8")
    return "tiny/cards.yaml:11:26: "


def in_a_title(tiny: Path, words: str) -> str:
    path = tiny / "cards.yaml"
    changed = path.read_text("utf-8").replace("title: Hill", f"id: hill, title: {words}")
    path.write_text(changed, "utf-8")
    return "tiny/cards.yaml:11:23: "


def on_a_token(tiny: Path, drawn: str) -> str:
    path = tiny / "templates/token.svg.j2"
    changed = path.read_text("utf-8").replace("{% endblock %}", f"{drawn}\n{{% endblock %}}")
    path.write_text(changed, "utf-8")
    return "tiny/game.yaml:40:13: "


def in_raw_svg(tiny: Path, words: str) -> str:
    return on_a_token(tiny, RAW.format(words))


def on_a_curve(tiny: Path, words: str) -> str:
    return on_a_token(tiny, f"{{{{ curve('{words}', 10, 10, 8, size=6, fill='#ffffff') }}}}")


def in_a_line(tiny: Path, words: str) -> str:
    return on_a_token(tiny, f"{{{{ line('{words}', 3, 10, size=6, fill='#ffffff') }}}}")


def in_a_picture(tiny: Path, words: str) -> str:
    (tiny / "art.svg").write_text(DRAWING.format(words), "utf-8")
    on_a_token(tiny, "{{ picture('art.svg', 1, 1, 18, 18) }}")
    return "tiny/templates/token.svg.j2:5:1: "


def in_a_drawn_template(tiny: Path, words: str) -> str:
    game = tiny / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("token.svg.j2", "token.svg"), "utf-8")
    drawing = DRAWING.format(words).replace("40", "20")
    (tiny / "templates/token.svg").write_text(drawing, "utf-8")
    return "tiny/templates/token.svg:1"


def in_an_overlay(tiny: Path, words: str) -> str:
    (tiny / "locale").mkdir()
    overlay = f"language: he\ncards: {{cards: {{hill: {{words: {words}}}}}}}\n"
    (tiny / "locale/he.yaml").write_text(overlay, "utf-8")
    return "tiny/locale/he.yaml:2:31: "


WHERE = (
    in_a_cell, in_a_title, in_raw_svg, on_a_curve, in_a_line, in_a_picture, in_a_drawn_template,
    in_an_overlay,
)  # fmt: skip


@pytest.mark.parametrize("write", WHERE)
@pytest.mark.parametrize("words", [HEBREW, ARABIC])
def test_words_from_right_to_left_are_refused_with_their_place_and_what_to_do(
    tiny: Path, write: Callable[[Path, str], str], words: str
) -> None:
    place = write(tiny, words)
    result = run("check", "tiny", *(("--language", "he") if write is in_an_overlay else ()))
    assert result.exit_code == 1
    (line,) = [each for each in result.output.splitlines() if REFUSED in each]
    assert line.startswith(place), result.output
    assert f"'{words[0]}' (U+{ord(words[0]):04X})" in line
    assert "as paths in an SVG, and show them with picture()" in line or (
        "turn the text into paths" in line
    )


@pytest.mark.parametrize("write", WHERE)
def test_a_missing_character_is_reported_once_with_its_card(
    tiny: Path, write: Callable[[Path, str], str]
) -> None:
    place = write(tiny, f"Snow{LACKED}")
    result = run("check", "tiny", *(("--language", "he") if write is in_an_overlay else ()))
    assert result.exit_code == 1
    found = [each for each in result.output.splitlines() if "has no '\ua000' (U+A000)" in each]
    assert len(found) == 1, result.output
    assert found[0].startswith(place), result.output


def test_what_a_raw_text_lacks_may_be_allowed(tiny: Path, edit: Edit) -> None:
    in_raw_svg(tiny, LACKED)
    waiver = "allow:\n  - {check: glyphs, card: Token, reason: the box is the joke}\n"
    edit("game.yaml", "types:\n", f"{waiver}types:\n")
    result = run("check", "tiny")
    assert result.exit_code == 0, result.output
    assert "allow" not in result.output
    edit("templates/token.svg.j2", LACKED, "snow")
    result = run("check", "tiny")
    assert (
        "tiny/game.yaml:18:5: warning: there is no problem 'glyphs' of tokens/token to allow"
        in (result.output)
    )
    assert "remove this waiver, or correct its check and card [allow]" in result.output
    assert run("check", "tiny", "--strict").exit_code == 1


# ---- words that no function knows


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ("text('A', 1, 1, 9, align='bogus')",
         "align is 'bogus'; expected left, center, right or justify"),
        ("text('A', 1, 1, 9, 9, valign='foo')", "valign is 'foo'; expected top, middle or bottom"),
        ("line('A', 1, 1, align='justify')", "align is 'justify'; expected left, center or right"),
        ("line('A', 1, 1, align=3)", "align is 3; expected left, center or right"),
        ("picture('x.png', 1, 1, 9, 9, fit='fill')", "fit is 'fill'; expected slice or meet"),
    ],
)  # fmt: skip
def test_an_unknown_word_is_an_error(tiny: Path, drawn: str, message: str) -> None:
    on_a_token(tiny, f"{{{{ {drawn} }}}}")
    told = run("check", "tiny")
    assert told.exit_code == 1
    assert f": {message}" in told.output


# ---- signs that show nothing, emoji, roles


def test_a_sign_that_shows_nothing_prints_nothing(tiny: Path) -> None:
    """As the variation selector that keyboards put after a symbol."""
    in_a_cell(tiny, "A\ufe0f hi\u200bll.")
    built = run("build", "tiny", "-o", "out", "--no-cache")
    assert built.exit_code == 0, built.output
    from pypdf import PdfReader

    words = "".join(page.extract_text() for page in PdfReader("out/tiny-a4.pdf").pages)
    assert "A hill." in words


def test_emoji_are_pictures_in_colours_or_letters(tiny: Path) -> None:
    shown = "\u2764\ufe0f \U0001f525 \U0001f44d\U0001f3fd \U0001f1ee\U0001f1f9 1\ufe0f\u20e3"
    in_a_cell(tiny, f"A {shown} hill, \u2665 and \u2764\ufe0e.")
    built = run("build", "tiny", "-o", "out", "--no-cache")
    assert built.exit_code == 0, built.output
    from pypdf import PdfReader

    words = "".join(page.extract_text() for page in PdfReader("out/tiny-a4.pdf").pages)
    assert "5 icons from Twemoji by Twitter and other contributors" in words
    assert {"\u2665", "\u2764"} < {*words}
    assert "\U0001f525" not in words
    (tiny / "icons").mkdir()
    head, _, _ = DRAWING.partition("<text")
    drawing = f'{head}<rect width="9" height="20" fill="#009246"/></svg>'
    (tiny / "icons/1f1ee-1f1f9.svg").write_text(drawing, "utf-8")
    assert run("build", "tiny", "-o", "out", "--no-cache").exit_code == 0
    words = "".join(page.extract_text() for page in PdfReader("out/tiny-a4.pdf").pages)
    assert "4 icons from Twemoji" in words


def test_a_message_on_an_unknown_emoji_says_what_to_use(tiny: Path) -> None:
    in_a_cell(tiny, "A \U0001faff hill.")
    told = run("check", "tiny").output
    assert "(U+1FAFF)" in told
    assert "or put a picture of it into the game's folder icons/" in told


def test_a_text_of_a_template_may_name_a_role_of_the_theme(tiny: Path) -> None:
    on_a_token(tiny, RAW.format("A").replace("EB Garamond", "label"))
    assert run("check", "tiny").exit_code == 0
    on_a_token(tiny, RAW.format("A").replace("EB Garamond", "lable"))
    assert "no typeface or role 'lable'; did you mean 'label'?" in run("check", "tiny").output
