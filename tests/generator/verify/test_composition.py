"""Posters, tuckboxes and blanks, looked at as they are printed."""

from __future__ import annotations

from pathlib import Path

from generator.kit.build import Built, build_kit
from generator.kit.forms import forms
from generator.kit.options import Options
from generator.verify.composition import check_blanks, check_edges, check_name, check_panels
from validator.core.model import Game
from validator.load.game import load_game


def made(folder: Path) -> tuple[Game, Built]:
    game = load_game(folder).game
    assert game is not None
    built = build_kit(game, Options())
    assert built.problems == ()
    return game, built


def found(folder: Path) -> list[str]:
    """What the checks report of a game."""
    game, built = made(folder)
    problems = check_name(game, built.pdf) + check_panels(game, built.pdf, built.pages, built.boxes)
    problems += check_edges(game, built.pdf, built.pages, built.boxes)
    for name, form in forms(game, Options()):
        problems += check_blanks(game, name, form)
    return [each.message for each in problems]


def test_the_tiny_game_is_composed_well(tiny: Path) -> None:
    assert found(tiny) == []


def test_larger_words_than_the_name_are_reported(tiny: Path) -> None:
    (tiny / "templates" / "poster.svg.j2").write_text(
        "{{ line(game.title, 95, 60, font='display', size=40, align='center') }}\n"
        "{{ line('Will', 95, 120, font='display', size=60, align='center') }}\n",
        "utf-8",
    )
    [message] = found(tiny)
    assert "the largest text on the poster is “Will” (57 pt)" in message


def test_a_blank_panel_is_reported(tiny: Path) -> None:
    (tiny / "templates" / "box.svg.j2").write_text(
        "{% if panel == 'around' %}<rect width='400' height='300' fill='#224466'/>"
        "{{ line(game.title, w / 2, 30, w - 4, size=20, min=8, align='center', fill='#ffffff') }}"
        "{% endif %}",
        "utf-8",
    )
    [message] = found(tiny)
    assert message.startswith("the front of the tuckbox “Tiny” is blank")


def test_words_at_a_fold_or_in_the_notch_of_a_box_are_reported(tiny: Path) -> None:
    box = (
        "{{% if panel == 'around' %}}{{% for x in (0, w + d) %}}"
        "{{{{ line('Back' if loop.first else 'Front', x + {}, {}, w, size=14) }}}}"
        "{{% endfor %}}<path d='M0 30h400v3h-400z' fill='#224466'/>{{% endif %}}"
    )
    (tiny / "templates" / "box.svg.j2").write_text(box.format("w / 2 - 4", 9), "utf-8")
    assert not any("Front" in each for each in found(tiny))
    assert any("“Back” on the tuckbox “Tiny” is 0.0 mm from the notch" in each
               for each in found(tiny))  # fmt: skip
    (tiny / "templates" / "box.svg.j2").write_text(box.format(0.2, 40), "utf-8")
    assert any("mm from the edge of the front; expected 1 mm or more" in each
               for each in found(tiny))  # fmt: skip
    (tiny / "templates" / "box.svg.j2").write_text(box.format(3, 40), "utf-8")
    assert not any("mm from" in each for each in found(tiny))


def test_blanks_on_a_tint_are_reported(tiny: Path) -> None:
    game, _ = made(tiny)
    sheet = next(each for each in game.components if each.kind == "sheet")
    blank = "{{ field('hero', 10, 20, 60, 8, label='hero') }}"
    ground = "<rect width='300' height='300' fill='{}'/>"
    face = tiny / "templates" / sheet.face
    words = face.read_text("utf-8").replace("{% block face %}", "{% block face %}" + ground + blank)
    face.write_text(words.replace("fill='{}'", "fill='#f6eddb'"), "utf-8")
    messages = found(tiny)
    assert any("1 of the blanks of" in each and "'hero'" in each for each in messages)
    face.write_text(words.replace("fill='{}'", "fill='#ffffff'"), "utf-8")
    assert not any("blanks" in each for each in found(tiny))
