"""What a drawing shows along the edges of a piece."""

from __future__ import annotations

import pytest

from generator.drawing.edges import edges_of
from generator.drawing.painter import Painter
from generator.faces.face import RenderedFace
from generator.faces.fonts import FontBook
from validator.core.resources import resource
from validator.core.sizes import Size

SIZE = Size(63, 88)
RED, BLUE, PAPER = "1 0 0", "0 0 1", ""
GROUND = '<rect x="-2" y="-2" width="67" height="92" fill="#ff0000"/>'


def edges(svg: str) -> tuple[str, str, str, str]:
    painter = Painter(FontBook(resource("templates") / "fonts"), lambda _face, _text: [])
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{svg}</svg>'
    return edges_of(painter.paint(RenderedFace(text)), painter.resources, SIZE)


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
