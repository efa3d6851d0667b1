"""Defines the finishes of figures: flat colours, styles of vase painting, and shading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.core.geometry import n
from generator.illustration.bodies import BodyPart
from generator.illustration.outlines import (
    Drawing,
    Point,
    crossings,
    points_of,
    polygon,
    polyline,
    written,
)
from validator.core.location import did_you_mean


class Paint(NamedTuple):
    """A finish: its colours by material, and the style of its lines."""

    fills: Mapping[str, str]
    line: str
    width: float
    hatching: float = 0.0  # part of each outline that is hatched, from its right
    shade: float = 0.0  # part of each piece of dress that lies in shade, from its right


MATERIALS = ("skin", "robe", "mantle", "hair", "metal", "leather", "shield")


def finish(name: str, figure: str, line: str, width: float, own: Mapping[str, str]) -> Paint:
    """Return the finish called `name`. `figure` is the colour of bodies, `line` the colour of
    lines.

    Black figures and engravings have a single colour; in red figures, hair is as dark as lines.
    `own` contains other colours for some materials. Raises LookupError for an unknown name.
    """
    for material in own:
        if material not in MATERIALS:
            raise LookupError(f"no material '{material}'{did_you_mean(material, MATERIALS)}")
    if name not in FINISHES:
        raise LookupError(f"no finish '{name}'{did_you_mean(name, FINISHES)}")
    fills = dict.fromkeys(MATERIALS, figure)
    if name in ("red", "flat", "shaded"):
        fills["hair"] = line
    hatched, shaded = 0.5 if name == "engraved" else 0.0, 0.4 if name == "shaded" else 0.0
    return Paint(fills | dict(own), line, width, hatched, shaded)


FINISHES = ("black", "engraved", "flat", "red", "shaded")


def hatching(outline: Drawing, share: float, step: float = 1.1) -> Drawing:
    """Return slanting lines over the right part of each outline.

    At every height, they cover the fraction `share` of the outline's width. Their ends vary
    slightly from line to line, as in an engraving.
    """
    slant = 0.55
    drawn: Drawing = []
    for ring in _rings(outline):
        tilted = [(x, y + slant * x) for x, y in ring]
        low, high = min(y for _, y in tilted), max(y for _, y in tilted)
        rows = range(1, int((high - low) / step))
        levels = [low + row * step + step * 0.37 for row in rows]
        for row, y, found in zip(rows, levels, crossings((tilted,), levels), strict=True):
            crossed = sorted(x for x, _ in found)
            for left, right in zip(crossed[::2], crossed[1::2], strict=False):
                uneven = 0.12 * ((row * 7) % 5) / 5
                start = right - (right - left) * max(0.0, share - uneven)
                if right - start > 0.5:
                    drawn += polyline([(start, y - slant * start), (right, y - slant * right)])
    return drawn


def shading(outline: Drawing, share: float, step: float = 1.8) -> Drawing:
    """Return the shaded right part of each outline: the fraction `share` of its width."""
    drawn: Drawing = []
    for ring in _rings(outline):
        low, high = min(y for _, y in ring), max(y for _, y in ring)
        levels = [low + step * (row + 0.5) for row in range(int((high - low) / step))]
        bands: list[list[tuple[Point, Point]]] = [[]]
        for y, found in zip(levels, crossings((ring,), levels), strict=True):
            left, right = sorted(x for x, _ in found)[-2:]
            if bands[-1] and abs(right - bands[-1][-1][1][0]) > 4 * step:
                bands.append([])  # a fold of the outline begins or ends
            bands[-1].append(((right - (right - left) * share, y), (right, y)))
        for band in bands:
            if len(band) > 1:
                drawn += polygon([*(a for a, _ in band), *(b for _, b in reversed(band))])
    return drawn


def _rings(outline: Drawing) -> Iterator[list[Point]]:
    """Yield the closed subpaths of a drawing as points."""
    part: Drawing = []
    for step in outline:
        if step[0] == "Z" and part:
            yield list(points_of(part))
            part = []
        elif step[0] != "Z":
            part.append(step)


def painted(parts: Sequence[BodyPart], paint: Paint) -> str:
    """Return the SVG of body parts, drawn from back to front."""
    drawn = []
    style = f'stroke="{paint.line}" stroke-linejoin="round" stroke-linecap="round"'
    for part in parts:
        fill = paint.fills.get(part.material, "none")
        if part.outline:
            drawn.append(
                f'<path d="{written(part.outline)}" fill="{fill}" {style} '
                f'stroke-width="{n(paint.width)}"/>'
            )
        if paint.hatching and part.hatched and part.outline:
            lines = written(hatching(part.outline, paint.hatching))
            if lines:
                thin = n(paint.width * 0.55)
                drawn.append(f'<path d="{lines}" fill="none" {style} stroke-width="{thin}"/>')
        if paint.shade and part.material not in ("skin", "none") and part.outline:
            dark = written(shading(part.outline, paint.shade))
            drawn.append(f'<path d="{dark}" fill="{paint.line}" fill-opacity="0.17"/>')
        if part.lines:
            drawn.append(
                f'<path d="{written(list(part.lines))}" fill="none" {style} '
                f'stroke-width="{n(paint.width * 0.8)}"/>'
            )
    return "".join(drawn)
