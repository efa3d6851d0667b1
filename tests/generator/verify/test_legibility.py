"""Contrast and size of text, as read back from finished pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.core.memo import Memo
from generator.kit.build import build_kit
from generator.kit.options import Options
from generator.verify.legibility import check_legible
from generator.verify.texts import contrast
from validator.load.game import load_game


def messages(folder: Path) -> list[str]:
    game = load_game(folder).game
    assert game is not None
    built = build_kit(game, Options())
    assert built.problems == ()
    return [str(each) for each in check_legible(game, built.pdf, built.pages, Memo())]


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_the_tiny_game_is_legible(tiny: Path) -> None:
    assert messages(tiny) == []


def test_pale_words_are_reported_with_their_card(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("templates/card.svg.j2", "size=10, min=7", "size=10, min=7, fill='#bbbbbb'")
    pale = [each for each in messages(tiny) if "a contrast of 1.9:1" in each]
    assert "cards.yaml:5:12: “Pay” and 2 other words have" in pale[0]
    assert "“A mill grinds” and “slowly” have" in pale[2]


def test_words_on_a_dark_ground_of_shared_art_are_measured_there(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("templates/frame.svg.j2", 'fill="none"', 'fill="#111111"')
    assert any("“Ford” has a contrast of" in each for each in messages(tiny))
    edit("templates/card.svg.j2", "min=9, align='center'", "min=9, align='center', fill='#ffffff'")
    assert not any("“Ford”" in each for each in messages(tiny))


def test_tiny_words_are_reported_in_a_turned_and_scaled_group_too(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit(
        "templates/card.svg.j2",
        "{{ line(card.title",
        "<g transform='scale(0.3)'>{{ line(card.title",
    )
    edit("templates/card.svg.j2", "align='center') }}\n", "align='center') }}</g>\n")
    assert any("is set in 4.2 pt; expected 5 pt or more" in each for each in messages(tiny))


def test_words_on_a_piece_have_the_size_of_what_is_read_in_play(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit(
        "templates/token.svg.j2",
        "{% endblock %}",
        "{{ curve('Ferry', 10, 10, 8, size=6.5) }}\n{% endblock %}",
    )
    found = [each for each in messages(tiny) if "is set in" in each]
    assert found == [
        "tiny/game.yaml:40:13: warning: “F” is set in 6.5 pt; expected 7 pt or more on a "
        "piece that is read during play [legible]"
    ]


@pytest.mark.parametrize(
    ("icon", "ratio"),
    [
        (":coin:", ""),
        (":coin#paper:", "1.0:1"),
        (":coin#ffee00:", "1.2:1"),
        (":coin#FFEE00:", "1.2:1"),
        (":coin#c03020:", ""),
        (":coin#muted:", ""),
        (":quill-ink#paper:", "1.0:1"),
    ],
)
def test_an_icon_in_a_text_has_the_colour_that_it_asks_for_and_is_measured(
    tiny: Path, edit: Callable[[str, str, str], None], icon: str, ratio: str
) -> None:
    edit("cards.yaml", ":coin:", icon)
    name = icon.split("#")[0].strip(":")
    message = (
        f"“:{name}:” has a contrast of {ratio} with what is behind it; expected 3:1 "
        "or more [legible]"
    )
    assert messages(tiny) == ([f"tiny/cards.yaml:3:5: {message}"] if ratio else [])


def test_icons_that_do_not_stand_in_a_text_are_no_words(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("templates/token.svg.j2", "fill='#ffffff'", "fill=colour.frame")
    assert messages(tiny) == []


def test_an_icon_of_its_own_colours_is_judged_by_the_strongest(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        '<circle cx="12" cy="12" r="11" fill="#fff8e0"/>'
        '<circle cx="12" cy="12" r="8" fill="{}"/></svg>'
    )
    edit("cards.yaml", ":coin:", ":sun:")
    (tiny / "icons").mkdir()
    (tiny / "icons/sun.svg").write_text(drawing.format("#802020"), "utf-8")
    assert messages(tiny) == []
    (tiny / "icons/sun.svg").write_text(drawing.format("#fff0c0"), "utf-8")
    assert any("“:sun:” has a contrast of 1.1:1" in each for each in messages(tiny))


@pytest.mark.parametrize(
    ("icon", "message"),
    [
        (
            ":coin#papr:",
            "':coin#papr:' in “Pay **two** :coin#papr: and cross.”: no colour 'papr'; write a role "
            "of the theme, a CSS colour name, or six digits as in `:coin#c03020:`; did you mean "
            "'paper'? [markup]",
        ),
        (":coin#ff:", "no colour 'ff'; write a role of the theme"),
        (":coinn:", "':coinn:' in “Pay **two** :coinn: and cross.”: no icon 'coinn'; did you mean"),
        (":sun#frame:", "the icon 'sun' has its own colours, which are fixed"),
    ],
)
def test_what_an_icon_cannot_be_is_a_problem_of_its_cell(
    tiny: Path, edit: Callable[[str, str, str], None], icon: str, message: str
) -> None:
    (tiny / "icons").mkdir()
    (tiny / "icons/sun.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#802020" '
        'd="M0 0h9v9z"/><path fill="#208020" d="M0 0v9h9z"/></svg>',
        "utf-8",
    )
    edit("cards.yaml", ":coin:", icon)
    game = load_game(tiny).game
    assert game is not None
    (problem,) = build_kit(game, Options()).problems
    assert str(problem).startswith("tiny/cards.yaml:5:12: ")
    assert message in str(problem)


def test_words_at_the_foot_of_a_tall_card_are_reported_with_it(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("templates/card.svg.j2", "16, 76, size=12", "16, 84, size=12, fill='#bbbbbb'")
    found = [each for each in messages(tiny) if "contrast" in each]
    assert found
    assert all(each.startswith("tiny/cards.yaml:") or "/cards.yaml:" in each for each in found)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [((11, 11, 11), (0, 0, 0), 1.0663), ((10, 10, 10), (0, 0, 0), 1.0607),
     ((255, 0, 0), (255, 255, 255), 3.998), ((0, 255, 0), (0, 0, 0), 15.304),
     ((0, 0, 255), (0, 0, 0), 2.444), ((128, 128, 128), (0, 0, 0), 5.317)],
)  # fmt: skip
def test_contrast_of_dark_and_coloured_pairs(
    one: tuple[int, int, int], other: tuple[int, int, int], ratio: float
) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.001)
