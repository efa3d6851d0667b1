"""Contrast and size of text, as read back from finished pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.kit.build import Options, build_kit
from generator.verify.legibility import check_legible, contrast
from validator.load.game import load_game


def messages(folder: Path) -> list[str]:
    game = load_game(folder).game
    assert game is not None
    built = build_kit(game, Options())
    assert built.problems == ()
    return [str(each) for each in check_legible(game, built.pdf, built.pages)]


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_the_tiny_game_is_legible(tiny: Path) -> None:
    assert messages(tiny) == []


def test_pale_words_are_told_with_their_card(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("templates/card.svg.j2", "size=10, min=7", "size=10, min=7, fill='#bbbbbb'")
    found = messages(tiny)
    assert any("cards.yaml:3:5: “Pay” has a contrast of 1.9:1" in each for each in found)


def test_words_on_a_dark_ground_of_shared_art_are_measured_there(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("templates/frame.svg.j2", 'fill="none"', 'fill="#111111"')
    assert any("“Ford” has a contrast of" in each for each in messages(tiny))
    edit("templates/card.svg.j2", "min=9, align='center'", "min=9, align='center', fill='#ffffff'")
    assert not any("“Ford”" in each for each in messages(tiny))


def test_tiny_words_are_told_in_a_turned_and_scaled_group_too(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit(
        "templates/card.svg.j2",
        "{{ line(card.title",
        "<g transform='scale(0.3)'>{{ line(card.title",
    )
    edit("templates/card.svg.j2", "align='center') }}\n", "align='center') }}</g>\n")
    assert any("is set in 4.2 pt; 5 pt is the least" in each for each in messages(tiny))
