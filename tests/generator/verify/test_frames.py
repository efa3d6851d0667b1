"""What a program can see of a designer's slips: icons, sheets and lines to write on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.commands.check import faces
from generator.kit.options import Options
from generator.sheets.imposition import check_sheets, lay_out
from generator.sheets.pages import Piece
from generator.sheets.paper import PAPERS
from validator.core.model import Game
from validator.core.sizes import SIZES, Size
from validator.load.game import load_game

Edit = Callable[[str, str, str], None]
ICON = "{{ icon('coin', 6, 70, 8) }}"


def found(folder: Path, check: str) -> list[str]:
    game = load_game(folder).game
    assert game is not None
    return [str(each) for each in faces(game, Options()) if each.check == check]


@pytest.mark.parametrize("check", ["frame", "last-line", "ornament", "sheets", "write-in"])
def test_a_good_deck_has_no_warning(tiny: Path, check: str) -> None:
    assert found(tiny, check) == []


@pytest.mark.parametrize(
    ("frame", "fits"),
    [
        ("<circle cx='10' cy='74' r='5.5'/>", True),
        ("<circle cx='10' cy='74' r='3.2'/>", False),
        ("<rect x='5' y='69' width='10' height='10'/>", True),
        ("<rect x='5' y='72.2' width='10' height='10'/>", False),
        ("<g transform='translate(10 74) scale(2)'><ellipse rx='1.6' ry='1.6'/></g>", False),
        ("<rect x='2' y='60' width='4' height='4'/>", True),  # no frame of it
    ],
)
def test_an_icon_stays_inside_of_its_frame(tiny: Path, edit: Edit, frame: str, fits: bool) -> None:
    edit(
        "templates/card.svg.j2", ICON, frame.replace("/>", " fill='none' stroke='#000000'/>") + ICON
    )
    messages = found(tiny, "frame")
    assert (messages == []) == fits
    assert all("beyond its frame; expected all of it inside" in each for each in messages)


MASK = """<svg viewBox='0 0 12 8'>
<path d='M0 1C2 -1 8 -1 11 1L10 7C7 9 4 9 1 7Z' fill='#aa3322'/>
<circle cx='3' cy='3' r='1'/></svg>"""


@pytest.mark.parametrize(
    ("frame", "fits"),
    [
        ("<rect x='4' y='68' width='14' height='10' stroke='#000000'/>", True),
        ("<rect x='4' y='68' width='11' height='10' stroke='#000000'/>", False),
        ("<rect x='4' y='68' width='11' height='10'/>", True),  # ground without a line
        ("<g stroke='#000000'><circle cx='10.1' cy='74' r='6'/></g>", False),
        ("<rect x='4' y='68' width='5' height='10' stroke='#000000'/>", True),  # no frame of it
    ],
)
def test_a_drawing_does_not_cross_the_line_of_its_frame(
    tiny: Path, edit: Edit, frame: str, fits: bool
) -> None:
    (tiny / "templates" / "mask.svg.j2").write_text(MASK, "utf-8")
    drawn = "<g transform='translate(5 70)'>{{ art('mask.svg.j2') }}</g>"
    edit("templates/card.svg.j2", ICON, frame.replace("/>", " fill='#eeeeee'/>") + drawn)
    messages = found(tiny, "frame")
    assert (messages == []) == fits
    assert all("a drawing reaches" in each for each in messages)


def test_an_icon_that_is_clipped_does_not_leave_its_frame(tiny: Path, edit: Edit) -> None:
    frame = "<circle cx='10' cy='74' r='3.2' fill='#eeeeee'/>"
    clip = "<clipPath id='c'><circle cx='10' cy='74' r='3.2'/></clipPath>"
    edit("templates/card.svg.j2", ICON, f"{clip}{frame}<g clip-path='url(#c)'>{ICON}</g>")
    assert found(tiny, "frame") == []


def test_text_over_lines_is_reported(tiny: Path, edit: Edit) -> None:
    lines = "".join(
        f"<rect x='0' y='{y / 10}' width='63' height='0.5' fill='#c0c0c0'/>"
        for y in range(200, 300, 10)
    )
    edit("templates/card.svg.j2", "{{ line(card.title", lines + "{{ line(card.title")
    (first, *_) = found(tiny, "ornament")
    assert "tiny/cards.yaml:5:12: warning: “Pay” is printed over ornament" in first


def test_the_outline_of_letters_is_no_ornament(tiny: Path, edit: Edit) -> None:
    face = (tiny / "templates" / "card.svg.j2").read_text()
    call = face[face.index("{{ line(card.title") :].split(") }}")[0]
    edit("templates/card.svg.j2", call, f"{call}, outline='#5a1a1a', fill='#ffffff'")
    assert found(tiny, "ornament") == []


def test_words_on_a_ruled_line_are_not_over_ornament(tiny: Path, edit: Edit) -> None:
    rule = "<rect x='0' y='12.3' width='63' height='0.3' fill='#000000'/>"
    edit("templates/card.svg.j2", "{{ line(card.title", rule + "{{ line(card.title")
    assert found(tiny, "ornament") == []


def test_a_short_word_alone_in_the_last_line_is_reported(tiny: Path, edit: Edit) -> None:
    edit("templates/card.svg.j2", "text(card.words, 6, 20, width - 12, 40, size=10, min=7)",
         "text('The Confessional Key', 6, 20, 27, 40, size=11, min=11)")  # fmt: skip
    (first, *_) = found(tiny, "last-line")
    assert "“The Confessional Key” ends in a line of one short word; expected two" in first


@pytest.mark.parametrize(
    ("fields", "pitch"),
    [
        ("{{ field('a', 20, 20, 90, 30, lines=5) }}", ""),
        ("{{ field('a', 20, 20, 90, 20, lines=5) }}", "4.0 mm apart"),
        ("{{ field('a', 20, 20, 90, 4) }}{{ field('b', 20, 26, 90, 4) }}", ""),
        ("{{ field('a', 20, 20, 90, 4) }}{{ field('b', 20, 25, 90, 4) }}", "5.0 mm apart"),
        ("{{ field('a', 20, 20, 4, 4, kind='tick') }}", ""),
    ],
)
def test_lines_to_write_on_are_far_enough_apart(
    tiny: Path, edit: Edit, fields: str, pitch: str
) -> None:
    edit("templates/sheet.svg.j2", "{% endblock %}", fields + "{% endblock %}")
    messages = found(tiny, "write-in")
    assert len(messages) == bool(pitch)
    assert all(pitch in each for each in messages)


@pytest.mark.parametrize(
    ("cards", "tokens", "noted"),
    [
        (9, 3, True),  # the cards leave no room for the tokens
        (9, 40, False),
        (10, 3, True),
        (2, 3, False),  # all on one sheet, which no other can take
        (12, 3, False),
    ],
)
def test_a_sheet_that_is_nearly_empty_is_noted(
    tiny_game: Game, cards: int, tokens: int, noted: bool
) -> None:
    pieces = [Piece("cards/a", SIZES["tcg"], "rect", "f", None, "Cards", kind="deck")] * cards
    token = Piece("tokens/b", Size(20, 20), "round", "g", None, "Tokens", kind="token")
    pages = lay_out([*pieces, *[token] * tokens], PAPERS["a4"].size, "fronts")
    messages = [str(each) for each in check_sheets(tiny_game, pages)]
    assert len(messages) == noted
    assert all("full; expected a third or more" in each for each in messages)


def test_what_is_meant_can_be_allowed(tiny: Path, edit: Edit) -> None:
    edit("templates/sheet.svg.j2", "{% endblock %}",
         "{{ field('a', 20, 20, 90, 20, lines=5) }}{% endblock %}")  # fmt: skip
    edit("game.yaml", "theme:", "allow: [{check: write-in, reason: for small hands}]\ntheme:")
    assert found(tiny, "write-in") == []


def test_words_that_lie_on_the_card_below_are_no_fault_of_that_card(tiny: Path, edit: Edit) -> None:
    long = "Take the bottom card of the discard pile. " * 60
    edit("cards.yaml", "Pay **two** :coin: and cross.", long)
    dark = "<rect y='40' width='63' height='49' fill='#333333'/>"
    edit("templates/card.svg.j2", "{{ line(card.title", dark + "{{ line(card.title")
    (problem,) = found(tiny, "fit")
    assert "cards.yaml:5:" in problem
    assert not [each for each in found(tiny, "legible") if "discard pile" in each]
