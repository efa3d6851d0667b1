"""Plots a deck's cost curve as SVG: a bar for each cost, and the probability of holding such a
card.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from generator.core.geometry import n
from validator.simulate.odds import Odds

WIDE, HIGH, EDGE = 160.0, 90.0, 14.0  # mm
INK, BAR, LINE = "#22201c", "#c9a66b", "#7c3a1d"


def curve_svg(title: str, field: str, odds: Odds) -> str:
    """Return the plot of the odds of one deck as SVG."""
    said = (
        f"{escape(field)} of {odds.total} cards; line: at least one card of this {escape(field)} "
        f"or less in a hand of {odds.hand}"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(WIDE)}mm" height="{n(HIGH)}mm" '
        f'viewBox="0 0 {n(WIDE)} {n(HIGH)}" font-family="sans-serif" font-size="3.4" fill="{INK}">',
        f'<rect width="{n(WIDE)}" height="{n(HIGH)}" fill="#ffffff"/>',
        f'<text x="{n(EDGE)}" y="8" font-size="5" font-weight="bold">{escape(title)}</text>',
        f'<text x="{n(EDGE)}" y="13">{said}</text>',
    ]
    bottom, top = HIGH - EDGE, 20.0
    step = (WIDE - 2 * EDGE) / max(len(odds.curve), 1)
    most = max((each.cards for each in odds.curve), default=1)
    points = []
    for index, each in enumerate(odds.curve):
        middle = EDGE + (index + 0.5) * step
        high = (bottom - top) * each.cards / most
        parts.append(
            f'<rect x="{n(middle - step * 0.35)}" y="{n(bottom - high)}" width="{n(step * 0.7)}" '
            f'height="{n(high)}" fill="{BAR}"/>'
            f'<text x="{n(middle)}" y="{n(bottom + 5)}" text-anchor="middle">{each.value:g}</text>'
            f'<text x="{n(middle)}" y="{n(bottom - 1.5)}" text-anchor="middle">{each.cards}</text>'
        )
        points.append((middle, bottom - (bottom - top) * each.cumulative))
    parts += _line(points, [each.cumulative for each in odds.curve])
    axis = f"M{n(EDGE)} {n(bottom)}H{n(WIDE - EDGE)}"
    parts.append(f'<path d="{axis}" stroke="{INK}" stroke-width="0.3"/></svg>')
    return "\n".join(parts) + "\n"


def _line(points: Sequence[tuple[float, float]], chances: Sequence[float]) -> list[str]:
    path = " ".join(f"{n(x)},{n(y)}" for x, y in points)
    parts = [f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="0.6"/>']
    for (x, y), chance in zip(points, chances, strict=True):
        parts.append(
            f'<circle cx="{n(x)}" cy="{n(y)}" r="0.9" fill="{LINE}"/><text x="{n(x)}" '
            f'y="{n(y - 2)}" text-anchor="middle" fill="{LINE}">{chance:.0%}</text>'
        )
    return parts
