"""The painted subset of SVG: what becomes ink, and what is refused by name."""

from __future__ import annotations

import pytest

from generator.core.svg import PaintError
from generator.drawing.painter import Painter
from generator.drawing.values import number, transform
from generator.faces.face import Definition, RenderedFace
from generator.faces.fonts import FontBook
from generator.pdf.encoder import Encoder
from validator.core.resources import resource

ICON = Definition('<svg><path d="M0 0H10V10Z" fill="currentColor"/></svg>', (0.0, 0.0, 10.0, 10.0))


@pytest.fixture
def painter() -> Painter:
    return Painter(FontBook(resource("templates") / "fonts"), Encoder())


def ops(painter: Painter, inner: str) -> str:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>'
    return painter.paint(RenderedFace(svg, {"icon-a": ICON})).ops


def test_a_rectangle_is_filled_in_its_colour(painter: Painter) -> None:
    assert ops(painter, '<rect x="1" y="2" width="3" height="4" fill="#ff0000"/>') == (
        "1 0 0 rg 1 2 3 4 re f\n"
    )


def test_groups_hand_down_style_and_opacities_multiply(painter: Painter) -> None:
    drawn = painter.paint(
        RenderedFace('<svg><g fill="#00ff00" opacity="0.5"><circle r="1" opacity="0.5"/></g></svg>')
    )
    assert "0 1 0 rg" in drawn.ops
    assert painter.resources.states[next(iter(drawn.needs))] == (0.25, 0.25)


def test_a_shared_definition_is_painted_once(painter: Painter) -> None:
    use = '<use href="#icon-a" x="{}" y="0" width="5" height="5" fill="#000000"/>'
    drawn = ops(painter, use.format(1) + use.format(9))
    assert drawn.count(" Do") == 2
    assert list(painter.resources.forms) == ["Ficon_a"]


def test_a_rotated_matrix_has_no_exponents(painter: Painter) -> None:
    drawn = ops(painter, '<g transform="rotate(90)"><rect width="1" height="1"/></g>')
    assert "e-" not in drawn


def test_transforms_are_applied_from_right_to_left() -> None:
    assert transform("translate(10 0) scale(2)") == (2, 0, 0, 2, 10, 0)
    assert transform("rotate(180 5 5)") == pytest.approx((-1, 0, 0, -1, 10, 10))


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("<filter/>", "<filter> is not in the supported subset of SVG"),
        ('<rect width="1" height="1" style="fill:red"/>', "<rect> with style"),
        ('<rect width="1cm" height="1"/>', "width is '1cm'; expected a plain number"),
        ('<rect width="1" height="1" fill="reed"/>', "colour 'reed' is not #rrggbb"),
        ('<path d="M0 0 L"/>', "path data"),
        ('<use href="#icon-b"/>', "there is no such definition"),
        ("<text>a<tspan>b</tspan></text>", "<tspan>"),
        ('<text font-family="Nope" y="1">a</text>', "no typeface or role 'Nope'"),
        ("loose words", "is outside <text>"),
        ('<g transform="spin(3)"/>', "transform"),
        ('<rect width="1" height="1" fill="url(#g)"/>', "does not refer to a linearGradient"),
        ("<g>", "not well-formed"),
    ],
)
def test_what_is_outside_of_the_subset_is_refused_by_name(
    painter: Painter, inner: str, said: str
) -> None:
    with pytest.raises(PaintError, match="(?s)" + said.replace("(", r"\(").replace("[", r"\[")):
        ops(painter, inner)


def test_entities_are_refused(painter: Painter) -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'
    with pytest.raises(PaintError, match="entities"):
        painter.paint(RenderedFace(bomb))


def test_numbers_are_plain() -> None:
    assert number("-.5") == -0.5
    for text in ("1 0 0 rg", "nan", "1e999x", "0x10"):
        with pytest.raises(PaintError):
            number(text)
