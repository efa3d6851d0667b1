"""Writes cut files of laid-out pages, for machines that find registration marks.

The DXF or SVG files match the PDF and are in millimetres. The layer `cut` contains the cuts; the
layer `registration` contains the printed marks, for alignment.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from generator.core.geometry import n
from generator.core.outlines import Outline, path_data
from generator.sheets.pages import REGISTRATION, Line, Page, Rect
from generator.sheets.shapes import shape_on_page
from validator.core.outlines import FINE, area
from validator.core.paths import Point, flattened
from validator.core.sizes import Size

QUARTER = math.tan(math.pi / 8)  # the bulge that means a quarter circle in DXF

Segment = tuple[float, float, float, float]  # x1, y1, x2, y2


@dataclass(frozen=True)
class Plan:
    """The cuts of a page, in millimetres from the top left.

    They are straight cuts and closed outlines. A closed outline is a rectangle with a corner
    radius, which for a circle is half its width, or a shape of lines and curves.
    """

    paper: Size
    marks: tuple[Line, ...]
    straight: tuple[Segment, ...]
    closed: tuple[tuple[Rect, float], ...]
    shapes: tuple[Outline, ...] = ()


def cut_files(pages: Iterable[Page], form: str, corners: float = 0) -> dict[str, str]:
    """Return the texts of cut files by name; there is one for all sheets with the same cuts.

    Pages without registration marks are cut with scissors and have no file. `corners` is the radius
    of rectangular pieces' corners in mm.
    """
    sheets: dict[str, list[int]] = {}
    for page in pages:
        if page.side == "front" and any(line.kind in REGISTRATION for line in page.lines):
            sheets.setdefault(FORMS[form](plan(page, corners)), []).append(page.sheet)
    return {f"{_name(numbers)}.{form}": text for text, numbers in sheets.items()}


def plan(page: Page, corners: float = 0) -> Plan:
    """Return the lines along which a page is cut.

    Neighbours with square corners share their cuts, so that none is made twice.
    """
    marks = tuple(line for line in page.lines if line.kind in REGISTRATION)
    plain = [box for box in page.boxes if box.outline in ("rect", "round")]
    shapes = tuple((box.trim, _radius(box.trim, box.outline, corners)) for box in plain)
    others = tuple(shape_on_page(box) for box in page.boxes if box not in plain)
    if any(radius for _, radius in shapes) or not _touching([trim for trim, _ in shapes]):
        return Plan(page.paper, marks, (), shapes, others)
    return Plan(page.paper, marks, tuple(_shared([trim for trim, _ in shapes])), ())


def _radius(trim: Rect, outline: str, corners: float) -> float:
    most = min(trim.width, trim.height) / 2
    return most if outline == "round" else min(corners, most)


def _touching(trims: Sequence[Rect]) -> bool:
    """Return whether the pieces of a grid touch each other."""
    sideways = {round(trim.x, 3) for trim in trims} & {round(trim.right, 3) for trim in trims}
    upwards = {round(trim.y, 3) for trim in trims} & {round(trim.bottom, 3) for trim in trims}
    return bool(sideways or upwards)


def _shared(trims: Sequence[Rect]) -> Iterator[Segment]:
    """Yield all edges, first across the page, then down; edges that meet are merged."""
    across: dict[float, list[tuple[float, float]]] = {}
    down: dict[float, list[tuple[float, float]]] = {}
    for trim in trims:
        for y in (trim.y, trim.bottom):
            across.setdefault(round(y, 3), []).append((trim.x, trim.right))
        for x in (trim.x, trim.right):
            down.setdefault(round(x, 3), []).append((trim.y, trim.bottom))
    for y, spans in sorted(across.items()):
        yield from ((start, y, end, y) for start, end in _joined(spans))
    for x, spans in sorted(down.items()):
        yield from ((x, start, x, end) for start, end in _joined(spans))


def _joined(spans: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    start = end = -math.inf
    for first, last in sorted(spans):
        if first > end + 1e-3:
            if end > start:
                yield start, end
            start, end = first, last
        end = max(end, last)
    yield start, end


def _name(sheets: Sequence[int]) -> str:
    """Return a file name for the cuts of some sheets, such as ``sheet-4`` or ``sheets-2-5+9``."""
    runs: list[list[int]] = []
    for sheet in sorted(sheets):
        if runs and sheet == runs[-1][-1] + 1:
            runs[-1].append(sheet)
        else:
            runs.append([sheet])
    named = "+".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
    return f"sheet{'s' * (len(sheets) > 1)}-{named}"


# ---- SVG


def to_svg(plan: Plan) -> str:
    """Return the cuts as an SVG of the size of the paper; red lines are to be cut."""
    wide, high = n(plan.paper.width), n(plan.paper.height)
    cuts = [f'<path d="M{n(a)} {n(b)}L{n(c)} {n(d)}"/>' for a, b, c, d in plan.straight]
    for rect, radius in plan.closed:
        x, y, w, h, r = (n(value) for value in (*rect, radius))
        if _round(rect, radius):
            cuts.append(f'<circle cx="{n(rect.x + radius)}" cy="{n(rect.y + radius)}" r="{r}"/>')
        else:
            cuts.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}"/>')
    cuts += [f'<path d="{path_data(shape)}"/>' for shape in plan.shapes]
    marks = [
        f'<path d="M{" L".join(f"{n(x)} {n(y)}" for x, y in points)}Z"/>'
        for points in _marks(plan.marks)
    ]
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<svg xmlns="http://www.w3.org/2000/svg"'
            ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
            f' width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">',
            '<g id="registration" inkscape:groupmode="layer" inkscape:label="registration"'
            ' fill="none" stroke="#0000ff" stroke-width="0.1">',
            *marks,
            "</g>",
            '<g id="cut" inkscape:groupmode="layer" inkscape:label="cut"'
            ' fill="none" stroke="#ff0000" stroke-width="0.1">',
            *cuts,
            "</g>",
            "</svg>\n",
        )
    )


def _round(rect: Rect, radius: float) -> bool:
    return abs(rect.width - 2 * radius) < 1e-6 and abs(rect.height - 2 * radius) < 1e-6


def _marks(lines: Iterable[Line]) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines of registration marks.

    They are the centre lines of the angles, and the outline of the square.
    """
    for line in lines:
        half = (line.x2 - line.x1) / 2 if line.kind == "square" else 0
        points = [(line.x1, line.y1 - half), (line.x2, line.y2 - half)]
        if half:
            points += [(line.x2, line.y2 + half), (line.x1, line.y1 + half)]
        yield points


# ---- DXF


def to_dxf(plan: Plan) -> str:
    """Return the cuts as DXF of release 12, which every program reads.

    Lengths are in millimetres from the bottom left.
    """
    high = plan.paper.height
    parts = [_pairs((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))]
    parts.append(_pairs((9, "$INSUNITS"), (70, 4), (9, "$EXTMIN"), (10, 0), (20, 0), (30, 0)))
    parts.append(_pairs((9, "$EXTMAX"), (10, plan.paper.width), (20, high), (30, 0), (0, "ENDSEC")))
    parts.append(_pairs((0, "SECTION"), (2, "ENTITIES")))
    for points in _marks(plan.marks):
        for (x1, y1), (x2, y2) in pairwise([*points, points[0]] if len(points) > 2 else points):
            parts.append(_dxf_line("registration", x1, high - y1, x2, high - y2))
    for x1, y1, x2, y2 in plan.straight:
        parts.append(_dxf_line("cut", x1, high - y1, x2, high - y2))
    for rect, radius in plan.closed:
        if _round(rect, radius):
            x, y = rect.x + radius, high - rect.y - radius
            parts.append(_pairs((0, "CIRCLE"), (8, "cut"), (10, x), (20, y), (30, 0), (40, radius)))
        else:
            parts.append(_dxf_outline(rect, radius, high))
    parts += [_dxf_polyline(flattened(shape, FINE), high) for shape in plan.shapes]
    parts.append(_pairs((0, "ENDSEC"), (0, "EOF")))
    return "".join(parts)


def _pairs(*pairs: tuple[int, str | float]) -> str:
    """Return group codes and their values, each on its own line."""
    return "".join(
        f"{code}\n{value if isinstance(value, (str, int)) else n(value)}\n" for code, value in pairs
    )


def _dxf_line(layer: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return _pairs(
        (0, "LINE"), (8, layer), (10, x1), (20, y1), (30, 0), (11, x2), (21, y2), (31, 0)
    )  # fmt: skip


def _dxf_outline(rect: Rect, radius: float, high: float) -> str:
    """Return a closed, anticlockwise polyline around a rectangle.

    Rounded corners are chords with a bulge that makes them quarter circles.
    """
    left, right, top, bottom = rect.x, rect.right, high - rect.y, high - rect.bottom
    corners = [(left, bottom, 0, -1), (right, bottom, 1, 0), (right, top, 0, 1), (left, top, -1, 0)]
    parts = [_pairs((0, "POLYLINE"), (8, "cut"), (66, 1), (10, 0), (20, 0), (30, 0), (70, 1))]
    for x, y, dx, dy in corners:  # and the direction in which the knife arrives
        before = _vertex(x - radius * dx, y - radius * dy)
        if radius:
            parts += [before, f"42\n{QUARTER:.9f}\n", _vertex(x - radius * dy, y + radius * dx)]
        else:
            parts.append(before)
    parts.append(_pairs((0, "SEQEND"), (8, "cut")))
    return "".join(parts)


def _dxf_polyline(corners: Sequence[Point], high: float) -> str:
    """Return a closed, anticlockwise polyline, because release 12 has no cubic curves."""
    turned = [(x, high - y) for x, y in corners]
    if area(turned) < 0:
        turned.reverse()
    head = _pairs((0, "POLYLINE"), (8, "cut"), (66, 1), (10, 0), (20, 0), (30, 0), (70, 1))
    vertices = "".join(_vertex(x, y) for x, y in turned)
    return f"{head}{vertices}{_pairs((0, 'SEQEND'), (8, 'cut'))}"


def _vertex(x: float, y: float) -> str:
    return _pairs((0, "VERTEX"), (8, "cut"), (10, x), (20, y), (30, 0))


FORMS: Mapping[str, Callable[[Plan], str]] = MappingProxyType({"dxf": to_dxf, "svg": to_svg})
