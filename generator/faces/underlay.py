"""Draws outlines and shadows behind letters, as shapes that text extraction ignores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from generator.core.geometry import n
from generator.faces.face import FaceRun, TextRun, quoted

MOST_LETTERS = 2000  # letters of a text with an outline or a shadow


class Effects(NamedTuple):
    """An outline and a shadow.

    An empty colour means that there is none; `width`, `right` and `down` are in mm.
    """

    outline: str = ""
    width: float = 0.3
    shadow: str = ""
    right: float = 0.3
    down: float = 0.3


def underlay(words: TextRun, effects: Effects) -> str:
    """Return the SVG of the outlines and shadows below a text.

    Icons have neither.
    """
    runs = [each for each in words.pieces if isinstance(each, FaceRun)]
    if sum(len(each.text) for each in runs) > MOST_LETTERS:
        raise ValueError(
            f"a text with an outline or a shadow has at most {MOST_LETTERS:,} letters; "
            "leave `outline` and `shadow` out"
        )
    drawn = ""
    wide = 2 * effects.width if effects.outline else 0.0
    if effects.shadow:
        shapes = _shapes(runs, words, wide, effects.shadow)
        place = f"translate({n(effects.right)} {n(effects.down)})"
        drawn += f'<g transform="{place}" fill={quoted(effects.shadow)}>{shapes}</g>'
    if effects.outline:
        shapes = _shapes(runs, words, wide, effects.outline)
        drawn += f"<g fill={quoted(effects.outline)}>{shapes}</g>"
    return drawn


def _shapes(runs: Iterable[FaceRun], words: TextRun, wide: float, colour: str) -> str:
    """Return the letters of runs as paths, with outlines `wide` mm wide."""
    drawn = []
    tracking = float(words.tracking or 0)
    for run in runs:
        em = float(run.size or words.size)
        scale = em / 1000
        line = ""
        if wide:
            line = f' stroke={quoted(colour)} stroke-width="{n(wide / scale)}"'
            line += ' stroke-linejoin="round"'
        letters = []
        x = 0.0  # in thousandths of an em
        for word in run.text.split(" "):
            left = x
            for _, advance, path in run.face.glyphs(word):
                if path:
                    letters.append(f'<path transform="translate({n(left)} 0)" d="{path}"/>')
                left += advance + tracking / scale
            x += run.face.word(word).width + run.face.word(" ").width
            x += (len(word) + 1) * tracking / scale
        place = f"translate({run.x} {run.y}) scale({scale:.6f})"
        drawn.append(f'<g transform="{place}"{line}>{"".join(letters)}</g>')
    return "".join(drawn)
