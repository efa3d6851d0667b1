"""Parts of faces: what templates may do with a text or an icon is the same as with its SVG."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.core.svg import PaintError
from generator.faces.face import RenderedFace
from generator.faces.templates import TemplateError
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from validator.load.game import load_game

DRAWN = "{{ text('Hill', 3, 4, 30) }}"
# What stands in a face, and what the same SVG without any parts is drawn as.
SAME = {
    "plain": DRAWN,
    "in a group": f"<g transform='translate(3 3)'>{DRAWN}</g>{DRAWN}",
    "in a group with a style": f"<g opacity='0.5' fill='#ff0000'>{DRAWN}</g>",
    "see-through": "{{ icon('coin', 3, 3, 9, opacity=0.4) }}" + DRAWN,
    "see-through in a group": (
        "<g transform='scale(2)'>{{ icon('coin', 3, 3, 9, opacity=0.4) }}</g>" + DRAWN
    ),
    "see-through in the skeleton": f"{DRAWN}<rect width='9' height='9' opacity='0.3'/>{DRAWN}",
    "drawn twice": "{% set a = text('Hill', 3, 4, 30) %}{{ a }}{{ a }}",
    "not drawn": "{% set a = text('Hill', 3, 4, 30) %}" + DRAWN,
    "drawn in another order": (
        "{% set a = text('Hill', 3, 4, 30) %}{{ line('Ford', 3, 9) }}{{ a }}"
    ),
    "from a macro": "{% macro m() %}" + DRAWN + "{% endmacro %}{{ m() }}{{ m() }}",
    "from a block": "{% set a %}" + DRAWN + "{% endset %}{{ a ~ a }}",
    "joined": "{{ [text('Hill', 3, 4, 30), icon('coin', 3, 3, 9)]|join }}",
    "with icons": "{{ text('A :coin: **b**', 3, 4, 30, tracking=0.2) }}",
    "from shared art": "{{ art('part.svg.j2') }}",
}
# Looks into a part; what it prints is what it would print of the SVG.
LOOKED = (
    "text('Hill', 3, 4, 30)|length",
    "text('Hill', 3, 4, 30).count('<text')",
    "text('Hill', 3, 4, 30)|upper|length",
    "'Hill' in text('Hill', 3, 4, 30)",
    "text('Hill', 3, 4, 30)[:5]|e|length",
    "text('Hill', 3, 4, 30) == text('Hill', 3, 4, 30)",
    "[text('Hill', 3, 4, 30), text('Hill', 3, 4, 30)]|unique|list|length",
    "'%s'|format(text('Hill', 3, 4, 30))|length",
    "('%9s' % text('Hill', 3, 4, 30))|length",
    "max(text('A', 3, 4, 30), text('B', 3, 4, 30))|length",
)


def rendered(tiny: Path, words: str) -> tuple[KitRenderer, RenderedFace]:
    (tiny / "templates" / "card.svg.j2").write_text(
        '{% extends "shared/face.svg.j2" %}{% block face %}' + words + "{% endblock %}", "utf-8"
    )
    (tiny / "templates" / "part.svg.j2").write_text(f"<svg>{DRAWN}</svg>", "utf-8")
    game = load_game(tiny).game
    assert game is not None
    kit = KitRenderer(game, Options())
    component = game.components[0]
    return kit, kit.renderer.face(component, component.cards[0], "card.svg.j2")


@pytest.mark.parametrize("words", SAME.values(), ids=SAME)
def test_parts_are_drawn_as_their_svg_is(tiny: Path, words: str) -> None:
    kit, face = rendered(tiny, words)
    joined = kit.painter.paint(face)
    whole = kit.painter.paint(RenderedFace(face.svg, face.shared))
    assert "\x01" not in face.svg
    assert strings(joined.ops) == strings(whole.ops)
    assert (joined.needs, joined.marks) == (whole.needs, whole.marks)
    assert (joined.flat == 0) == (whole.flat == 0)
    assert strings(joined.ops[joined.flat :]) == strings(whole.ops[whole.flat :])


def strings(ops: str) -> list[str]:
    """What is shown, but for the operators by which texts differ."""
    ops = re.sub(r"/Icon <<.*?>> BDC ", "", ops)  # a part says which icons are in its text
    return [word for word in ops.split() if word.startswith(("[", "/F", "(")) or word in ("q", "Q")]


@pytest.mark.parametrize("words", LOOKED)
def test_whoever_looks_into_a_part_sees_its_svg(tiny: Path, words: str) -> None:
    kit, face = rendered(tiny, "{{ line(" + words + ", 3, 9) }}")
    with kit.renderer.templates.environment.without_marks():
        component = kit.game.components[0]
        plain = kit.renderer.face(component, component.cards[0], "card.svg.j2")
    assert face.svg == plain.svg


def test_imported_templates_share_no_part_between_faces(tiny: Path) -> None:
    (tiny / "templates" / "lib.svg.j2").write_text("{% set hill = " + DRAWN[3:-3] + " %}", "utf-8")
    words = "{% import 'lib.svg.j2' as lib %}{{ line(card.title, 3, 30) }}{{ lib.hill }}"
    kit, _ = rendered(tiny, words)
    component = kit.game.components[0]
    faces = [kit.renderer.face(component, card, "card.svg.j2") for card in component.cards[:2]]
    assert all(face.svg.count("Hill") == 1 for face in faces)


@pytest.mark.parametrize("mark", ["\x01 0\x02", "\x019\x02", "\x010\x02"])
def test_a_mark_in_a_template_draws_nothing_new(tiny: Path, mark: str) -> None:
    try:
        kit, face = rendered(tiny, DRAWN + mark)
        drawing = kit.painter.paint(face)
    except (PaintError, TemplateError):
        return
    assert drawing.marks <= 2
