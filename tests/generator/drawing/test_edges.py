"""What a drawing shows along the edges of a piece."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from generator.drawing.edges import edges_of
from generator.drawing.painter import Painter
from generator.drawing.pictures import PictureBook
from generator.faces.face import RenderedFace
from generator.faces.fonts import FontBook
from validator.core.resources import resource
from validator.core.sizes import Size

SIZE = Size(63, 88)
RED, BLUE, PAPER = "1 0 0", "0 0 1", ""
GROUND = '<rect x="-2" y="-2" width="67" height="92" fill="#ff0000"/>'


def edges(svg: str, pictures: PictureBook | None = None) -> tuple[str, str, str, str]:
    fonts = FontBook(resource("templates") / "fonts")
    painter = Painter(fonts, lambda _face, _text: [], pictures)
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{svg}</svg>'
    return edges_of(painter.paint(RenderedFace(text)), painter.resources, SIZE)


def shade(direction: str, stops: str = "#ff0000 #0000ff") -> str:
    """A ground with a gradient."""
    ends = zip((0, 1), stops.split(), strict=True)
    told = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in ends)
    return (
        f'<linearGradient id="g" {direction} gradientUnits="userSpaceOnUse">{told}'
        f"</linearGradient>{GROUND.replace('#ff0000', 'url(#g)')}"
    )


ACROSS, DOWN = 'x1="0" x2="63"', 'y1="0" y2="88"'


def test_a_gradient_is_its_colours_at_each_edge() -> None:
    left, top, right, bottom = edges(shade(ACROSS))
    assert (left, right) == (RED, BLUE)  # neighbours in a row differ
    assert top == bottom != left  # those below each other do not
    left, top, right, bottom = edges(shade(DOWN))
    assert (top, bottom) == (RED, BLUE)
    assert left == right
    assert edges(shade(ACROSS, "#ff0000 #ff0000")) == (RED,) * 4
    radial = shade('cx="31.5" cy="44" r="44"').replace("linear", "radial")
    left, top, right, bottom = edges(radial)
    assert left == right
    assert left != top == bottom


def test_a_picture_has_no_edge_like_another(tmp_path: Path) -> None:
    Image.new("RGB", (9, 9), "red").save(tmp_path / "red.png")
    picture = '<image href="red.png" x="-2" y="-2" width="67" height="92" {}/>'
    shown = edges(picture.format('preserveAspectRatio="xMidYMid slice"'), PictureBook(tmp_path))
    assert len({*shown}) == 4
    assert "" not in shown


@pytest.mark.parametrize(
    ("svg", "shown"),
    [
        ("", (PAPER,) * 4),
        (GROUND, (RED,) * 4),
        ('<rect x="4" y="4" width="55" height="80" fill="#ff0000"/>', (PAPER,) * 4),
        (GROUND + '<rect x="4" y="4" width="55" height="80" fill="#0000ff"/>', (RED,) * 4),
        (GROUND + '<rect x="-2" y="-2" width="67" height="92" fill="#0000ff"/>', (BLUE,) * 4),
        (GROUND + '<path d="M-2-2H65V90H-2Z" fill="#0000ff"/>', (BLUE,) * 4),
        (
            GROUND + '<rect x="-2" y="-2" width="67" height="14" fill="#0000ff"/>',
            (f"{RED}; {BLUE} 0.0-12.0", BLUE, f"{RED}; {BLUE} 0.0-12.0", RED),
        ),
        (GROUND + '<circle cx="0" cy="44" r="2" fill="#0000ff"/>', (RED,) * 4),
        (f'<g transform="translate(4 4) scale(.5)">{GROUND}</g>', (PAPER,) * 4),
        (f'<g transform="translate(-5 -5) scale(2)">{GROUND}</g>', (RED,) * 4),
        (
            '<clipPath id="c"><rect x="5" y="5" width="50" height="70"/></clipPath>'
            f'<g clip-path="url(#c)">{GROUND}</g>',
            (PAPER,) * 4,
        ),
        (f'<line x1="1" y1="1" x2="9" y2="9" stroke="#000000" stroke-dasharray="2 3"/>{GROUND}',
         (RED,) * 4),
    ],
)  # fmt: skip
def test_grounds_that_reach_the_trim_are_seen(svg: str, shown: tuple[str, ...]) -> None:
    assert edges(svg) == shown
