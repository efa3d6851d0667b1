"""What the loader says of YAML that cannot be parsed: where the mistake is, and what to write."""

from __future__ import annotations

import pytest

from validator.load.yaml import read_yaml

DECK = """\
cards:
  - title: Aesop
    text: short
    copies: 6
    options:
      - {gain: 2}
  - title: Heron
    copies: 2
"""

QUOTES = "put it in quotes: "
TEXTS = {  # what replaces the text of the first card
    "fables: short": f'this text contains a colon; {QUOTES}`text: "fables: short"`',
    "fables:": f'this text contains a colon; {QUOTES}`text: "fables:"`',
    'say "go": now  # loud': f"this text contains a colon; {QUOTES}`text: 'say \"go\": now'`",
    '"Halt" is said': f'the text continues after the closing "; {QUOTES}`text: \'"Halt" is said\'`',
    "[Discard] a card": "a text that begins with [ is read as a list or mapping; "
    f'{QUOTES}`text: "[Discard] a card"`',
    "*Bold* text": f'a text cannot begin with *; {QUOTES}`text: "*Bold* text"`',
    "%5 more": f'a text cannot begin with %; {QUOTES}`text: "%5 more"`',
    "@home": f'a text cannot begin with @; {QUOTES}`text: "@home"`',
    "> home": f'a text cannot begin with >; {QUOTES}`text: "> home"`',
    '"short': "this quotation mark is not closed; close it at the end of the text",
    "'tis short": "this quotation mark is not closed; close it at the end of the text; if it is an "
    f'apostrophe, {QUOTES}`text: "\'tis short"`',
    "!Attack": "the tag '!Attack' is not supported here; write the plain value, or, if a text "
    "begins with !, put the text in quotes",
    "- home": "a list must begin on a new line, below its name; if this is a text, "
    f'{QUOTES}`text: "- home"`',
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_that_needs_quotes_is_shown_with_them(text: str) -> None:
    assert _said(DECK.replace("short", text)) == [f"3:11: {TEXTS[text]}"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "    copies: 6",
            "   copies: 6",
            "4:4: this line is indented by 3 spaces, and no line above is; indent it by 4, as "
            "line 3",
        ),
        (
            "    copies: 6",
            "      copies: 6",
            "4:7: this line is indented by 6 spaces, but line 3 is indented by 4 spaces; indent "
            "both lines by the same amount, or, if this continues the text of line 3, put the "
            "whole text in quotes",
        ),
        (
            "  - title: Heron",
            "    - title: Heron",
            "7:5: this line is indented by 4 spaces, but the entry in line 2 is indented by 2 "
            "spaces; indent both by the same amount",
        ),
        (
            "  - title: Heron",
            "  title: Heron",
            "7:3: this line is in the list of line 2; begin it with '- ', or indent it by 4 spaces "
            "if it belongs to that entry",
        ),
        (
            "    copies: 6",
            "  \tcopies: 6",
            "4:3: this line is indented with a tab; replace the tab with as many spaces as the "
            "lines beside it begin with",
        ),
        ("copies: 6", "copies:6", "4:5: there is no space after the colon; write `copies: 6`"),
        (
            "copies: 6",
            "copies 6",
            "4:5: there is no colon after the name in this line, as in `copies: 6`",
        ),
        (
            "{gain: 2}",
            "{gain: 2",
            "6:9: this { is not closed, or a comma is missing; end it with }, and put texts in it "
            "that have a colon, a comma or a bracket in quotes",
        ),
        (
            "short",
            '"a\\dagger"',
            "3:13: a backslash in double quotes must be written twice; or use single quotes",
        ),
    ],
)
def test_a_broken_line_is_explained(old: str, new: str, said: str) -> None:
    assert _said(DECK.replace(old, new, 1)) == [said]


def test_line_ends_of_windows_move_no_place() -> None:
    text = DECK.replace("short", "fables: short").replace("\n", "\r\n")
    assert _said(text)[0].startswith("3:11: this text contains a colon")


def _said(text: str) -> list[str]:
    problems = read_yaml(text, "x.yaml")[1]
    return [f"{each.location.line}:{each.location.column}: {each.message}" for each in problems]
