"""Draws strokes that look hand-drawn, as SVG: smooth outlines, limbs, and pen lines that are
thicker in the middle.

Lengths are in units of the drawing, with y downwards. A `Brush` that saves ink omits shading and
keeps outlines: shapes with an outline are white, and those without are drawn only if `solid`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot, pi, sin
from typing import NamedTuple

Point = tuple[float, float]
INK = "#2d251e"


class _Written(dict[int, str]):
    """A cache of fractions of a unit as text."""

    def __init__(self, scale: int) -> None:
        self.scale = scale

    def __missing__(self, key: int) -> str:
        self[key] = text = f"{key / self.scale:g}"
        return text


_HUNDREDTHS, _TENTHS = _Written(100), _Written(10)


def n(value: float) -> str:
    """Return the text of a number, with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def lerp(a: Point, b: Point, t: float) -> Point:
    """Return the point between two others at fraction `t`."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def along(points: Sequence[Point], t: float) -> Point:
    """Return the point at `t`, from 0 to 1, on a Catmull-Rom curve through points."""
    last = len(points) - 1
    far = t * last
    i = min(max(int(far), 0), last - 1)
    return between(points, i, far - i)


def between(points: Sequence[Point], i: int, u: float) -> Point:
    """Return the point at `u`, from 0 to 1, between points i and i + 1 of a Catmull-Rom curve."""
    bx, by = points[i]
    cx, cy = points[i + 1]
    ax, ay = points[i - 1] if i else (2 * bx - cx, 2 * by - cy)
    dx, dy = points[i + 2] if i + 2 < len(points) else (2 * cx - bx, 2 * cy - by)
    u2 = u * u
    u3 = u2 * u
    a, b = 0.5 * (2 * u2 - u - u3), 0.5 * (2 - 5 * u2 + 3 * u3)
    c, d = 0.5 * (u + 4 * u2 - 3 * u3), 0.5 * (u3 - u2)
    return a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def ribbon(points: Sequence[Point], halves: Sequence[float], steps: int = 14) -> list[Point]:
    """Return the outline of a limb along points; `halves` are half the width at each point."""
    widths = [(half, 0.0) for half in halves]
    left, right = [], []
    for step in range(steps + 1):
        t = step / steps
        (x, y), half = along(points, t), along(widths, t)[0]
        a, b = along(points, max(0, t - 0.01)), along(points, min(1, t + 0.01))
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy) or 1
        left.append((x - dy / length * half, y + dx / length * half))
        right.append((x + dy / length * half, y - dx / length * half))
    return left + right[::-1]


def pen_line(line: Sequence[Point], width: float, ends: tuple[float, float]) -> str:
    """Return path data of a pen line through points that is `width` wide in its middle."""
    last = len(line) - 1
    low = min(ends)
    halves = [width / 2 * (low + (1 - low) * sin(pi * i / last) ** 0.7) for i in range(last + 1)]
    halves[0], halves[-1] = width / 2 * ends[0], width / 2 * ends[1]
    left, right = [], []
    for i, ((x, y), half) in enumerate(zip(line, halves, strict=True)):
        a, b = line[max(i - 1, 0)], line[min(i + 1, last)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = (hypot(dx, dy) or 1) / half
        left.append((x - dy / length, y + dx / length))
        right.append((x + dy / length, y - dx / length))
    return spline(left + right[::-1], True)


def _curves(points: Sequence[Point], closed: bool, fine: bool, tension: float) -> str:
    """Return the curves of a `spline` as path data, without its start."""
    count, scale = len(points), 100 if fine else 10
    written = _HUNDREDTHS if fine else _TENTHS
    a, b = points[-1] if closed else points[0], points[0]
    before = hypot(b[0] - a[0], b[1] - a[1])
    u = v = 0.0  # the handle behind the last point
    curves: list[str] = []
    for i in range(1, count + 2 if closed else count + 1):
        c = points[i % count if closed else min(i, count - 1)]
        dx, dy = c[0] - a[0], c[1] - a[1]
        length = (hypot(dx, dy) or 1) / (0.72 * tension)
        dx, dy, after = dx / length, dy / length, hypot(c[0] - b[0], c[1] - b[1])
        x, y = b
        if i > 1:
            curves.append(
                f"C{written[round(u * scale)]} {written[round(v * scale)]} "
                f"{written[round((x - dx * before) * scale)]} "
                f"{written[round((y - dy * before) * scale)]} "
                f"{written[round(x * scale)]} {written[round(y * scale)]}"
            )
        u, v = x + dx * after, y + dy * after
        a, b, before = b, c, after
    return "".join(curves)


def spline(
    points: Sequence[Point],
    closed: bool = False,
    join: bool = False,
    fine: bool = True,
    tension: float = 0.5,
) -> str:
    """Return path data of a smooth curve through points.

    With `join`, the curve continues from the last point of the path before it. All coordinates are
    absolute and written with few digits, as PDF needs them.
    """
    scale = 100 if fine else 10
    x, y = points[0]
    start = f"{'L' if join else 'M'}{round(x * scale) / scale:g} {round(y * scale) / scale:g}"
    if len(points) < 3 and not closed:
        return start + "".join(f"L{round(x, 2):g} {round(y, 2):g}" for x, y in points[1:])
    return f"{start}{_curves(points, closed, fine, tension)}{'Z' if closed else ''}"


def mix(a: str, b: str, t: float) -> str:
    """Return a mix of two colours; `t` is the fraction of the second one."""
    first, second = (bytes.fromhex(each[1:7]) for each in (a, b))
    return "#" + "".join(
        f"{round(x + (y - x) * t):02x}" for x, y in zip(first, second, strict=True)
    )


def moved(body: str, x: float = 0, y: float = 0, turn: float = 0, scale: str = "") -> str:
    """Return a group whose content is scaled, rotated by `turn` degrees, and then moved."""
    steps = [f"translate({n(x)} {n(y)})"] if x or y else []
    steps += [f"rotate({n(turn)})"] if turn else []
    steps += [f"scale({scale})"] if scale else []
    return f'<g transform="{" ".join(steps)}">{body}</g>' if steps else body


def heading(a: Point, b: Point) -> float:
    """Return the direction from one point to another, in degrees."""
    return degrees(atan2(b[1] - a[1], b[0] - a[0]))


class Brush(NamedTuple):
    """The settings for strokes: the colour of lines, and whether to save ink."""

    ink: str = INK
    saving: bool = False

    def shape(
        self, d: str, fill: str = "none", line: str = "", width: float = 0.25, solid: bool = False
    ) -> str:
        """Draw a closed shape with its outline, or a line without a fill."""
        if self.saving:
            if fill == "none":
                line = line and self.ink
            elif not solid:
                if not line:
                    return ""
                fill, line = "#ffffff", self.ink
        stroke = ""
        if line:
            stroke = (
                f' stroke="{line}" stroke-width="{n(width)}" stroke-linejoin="round"'
                ' stroke-linecap="round"'
            )
        return f'<path d="{d}" fill="{fill}"{stroke}/>'

    def disc(
        self, x: float, y: float, r: float, fill: str, width: float = 0, solid: bool = False
    ) -> str:
        """Draw a disc, with a line around it if `width` is not 0."""
        if self.saving and not solid:
            if not width:
                return ""
            fill = "#ffffff"
        stroke = f' stroke="{self.ink}" stroke-width="{n(width)}"' if width else ""
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{stroke}/>'

    def pen(
        self,
        points: Sequence[Point],
        width: float,
        colour: str = "",
        steps: int = 5,
        ends: tuple[float, float] = (0.15, 0.15),
    ) -> str:
        """Draw a pen line: thin at its ends, `width` wide in its middle.

        Light lines are omitted to save ink.
        """
        if self.saving and colour:
            return ""
        line = [along(points, step / steps) for step in range(steps + 1)]
        return f'<path d="{pen_line(line, width, ends)}" fill="{colour or self.ink}"/>'
