"""Marks on moved pieces: the name of their destination, how many arrive, and which are new."""

from __future__ import annotations

from collections.abc import Sequence

from generator.book.flows import LABEL
from generator.book.marks import Area, Disc, FaceMark, Mark
from generator.book.marks import Label as Text
from generator.book.zones import Measure

TAG = 2.5  # mm, the size of the name of a place outside the picture
HALF = 2.1  # mm, half the height of a tag
BADGE = 4.8  # mm across the number of pieces that arrive


def tag(
    words: str, leaving: Sequence[FaceMark], marks: Sequence[Mark], wide: float, high: float,
    measure: Measure,
) -> tuple[Area, Text]:  # fmt: skip
    """Return a tag with the place that pieces go to, where it covers least of the `marks`.

    It is below the pieces if possible, else above them, else on their foot.
    """
    across = measure(words) * TAG + 2.4
    top, foot = min(each.y for each in leaving), max(each.bottom for each in leaving)
    middle = (min(each.x for each in leaving) + max(each.right for each in leaving)) / 2
    x = min(max(middle, across / 2 + 0.6), wide - across / 2 - 0.6)
    shown = [each for each in marks if isinstance(each, FaceMark)]
    heads = [each for each in marks if isinstance(each, Text) and each.size > LABEL]

    def covered(y: float) -> float:
        found = sum(
            max(0.0, min(y + HALF, each.bottom - 0.8) - max(y - HALF, each.y + 0.8))
            for each in shown
            if each.x < x + across / 2 and each.right > x - across / 2
        )
        return found + 9.0 * sum(
            y - HALF < each.y and each.y - each.size < y + HALF
            and each.x < x + across / 2 and each.x + measure(each.text) * each.size > x - across / 2
            for each in heads
        )  # fmt: skip

    y = min((min(foot + HALF - 0.3, high - HALF - 0.3), top - HALF + 0.3, foot - 1.4), key=covered)
    ground = Area(x - across / 2, y - HALF, across, HALF * 2, "second", "tile", 0.4, radius=1.2)
    return ground, Text(words, x, y + TAG * 0.34, TAG, "middle", "label", "tile")


def beside(ground: Area, marks: Sequence[Mark], measure: Measure) -> list[Mark]:
    """Return marks without the labels of places that a tag covers."""
    middle = ground.x + ground.wide / 2
    return [each for each in marks if not (
        isinstance(each, Text) and each.size == LABEL
        and ground.y < each.y < ground.y + ground.high + LABEL
        and abs(each.x - middle) < (ground.wide + measure(each.text) * LABEL) / 2
    )]  # fmt: skip


def arrived(shown: FaceMark, count: int) -> Disc:
    """Return the number of pieces that arrive, on the edge of the last of them."""
    return Disc(f"+{count}", shown.right - 0.4, shown.y + 0.6, BADGE, "second", "tile", "tile")


def ringed(shown: FaceMark) -> Area:
    """Return an outline around a piece that is new in its place."""
    x, y, wide, high = shown.x - 0.6, shown.y - 0.6, shown.right - shown.x, shown.bottom - shown.y
    return Area(x, y, wide + 1.2, high + 1.2, "", "second", 0.7, radius=wide * 0.05 + 0.6,
                is_round=shown.outline == "round")  # fmt: skip
