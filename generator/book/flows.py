"""Arranges clusters of pieces (zones with their labels) in rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from generator.book.clusters import Cluster, Scale, cluster
from generator.book.map_pictures import map_cluster
from generator.book.marks import Area, FaceMark, Label, Mark, moved
from generator.book.zones import Zone

WIDE = 400.0  # mm, enough for any zones side by side
LABEL = 2.5  # mm, the size of a zone's label


@dataclass
class Flow:
    """Several placed clusters: their marks, and the position of each zone."""

    marks: list[Mark] = field(default_factory=list)
    places: dict[str, tuple[Cluster, float, float]] = field(default_factory=dict)
    wide: float = 0.0
    high: float = 0.0
    said: list[str] = field(default_factory=list)


def flow(
    scale: Scale, zones: Sequence[Zone], room: float, labels: str = "", gap: float = 3.0,
    most_wide: int = 3, middle: bool = False,
) -> Flow:  # fmt: skip
    """Arrange zones as clusters from left to right, in rows.

    `labels` is the colour of their labels, or empty for no labels.
    """
    found = Flow()
    y = 0.0
    for row in filter(None, _rows(scale, zones, room, labels, gap, most_wide)):
        across = math.fsum(wide for _, wide in row) + gap * (len(row) - 1)
        x = max(0.0, (room - across) / 2) if middle else 0.0
        high = max(each.high for each, _ in row)
        for made, wide in row:
            left = x + (wide - made.wide) / 2 if labels else x
            top = y + (high - made.high if labels else 0.0)
            found.marks += made.at(left, top)
            found.places[made.zone.name] = (made, left, top)
            found.said.append(made.said)
            colour = labels or ((scale.ink or "muted") if made.zone.component else "")
            if colour and made.label:
                middle_x = x + wide / 2
                below = top + made.high if made.zone.component and not labels else y + high
                base = top - 1.3 if _has_name_above(made, high) else below + LABEL + 1.3
                found.marks.append(
                    Label(made.label, middle_x, base, LABEL, "middle", "label", colour)
                )
            found.wide = max(found.wide, x + wide)
            x += wide + gap
        named = any(each.label and (labels or each.zone.component) for each, _ in row)
        y += high + (LABEL + 2.5 if named else 1.5)
    found.high = max(y - 1.0, 0.0)
    return found


def _has_name_above(made: Cluster, high: float) -> bool:
    """Return whether the name of a low zone is above it, so that arrows from below do not cross
    it: one for tokens that are all still to come.
    """
    zone = made.zone
    coming = zone.size and zone.free.issuperset(zone.pieces)
    is_round = all(each.outline == "round" for places in made.places.values() for each in places)
    return bool(coming) and is_round and high - made.high > LABEL + 2


def flows(scale: Scale, zones: Sequence[Zone], labels: str) -> list[Flow]:
    """Return the arrangements of zones from the widest, with all of them side by side, to the
    narrowest.
    """
    found = [flow(scale, zones, WIDE, labels)]
    if any(zone.component == "map" for zone in zones):  # it would shrink
        return found
    while (narrower := flow(scale, zones, found[-1].wide - 0.1, labels)).wide < found[-1].wide - 1:
        found.append(narrower)
    least = flow(scale, zones, 1.0, labels)  # cards cover each other as far as they may
    for part in (0.75, 0.5, 0.25):
        room = least.wide + (found[-1].wide - least.wide) * part
        if room < found[-1].wide - 2.0:
            found.append(flow(scale, zones, room, labels))
    return [*found, least] if least.wide < found[-1].wide - 0.1 else found


def _rows(
    scale: Scale, zones: Sequence[Zone], room: float, labels: str, gap: float, most_wide: int
) -> list[list[tuple[Cluster, float]]]:
    """Return the clusters of each row, with their widths."""
    rows: list[list[tuple[Cluster, float]]] = [[]]
    x = 0.0
    for zone in zones:
        made = (map_cluster(scale, zone, room) if zone.component == "map"
                else cluster(scale, zone, room, most_wide))  # fmt: skip
        if made is None:
            continue
        made.label = made.label if zone.named else ""
        has_label = bool(labels or zone.component)
        wide = max(made.wide, scale.measure(made.label) * LABEL + 0.6 if has_label else 0.0)
        if rows[-1] and x + wide > room + 0.01:
            rows.append([])
            x = 0.0
        rows[-1].append((made, wide))
        x += wide + gap
    return rows


def shifted(found: Flow, dx: float, dy: float) -> Flow:
    """Return arranged clusters, moved by an offset."""
    places = {name: (made, x + dx, y + dy) for name, (made, x, y) in found.places.items()}
    marks = [moved(each, dx, dy) for each in found.marks]
    return replace(found, marks=marks, places=places)


def ghost(shown: FaceMark, colour: str) -> Area:
    """Return the dashed outline of a piece, which shows where it was or will be."""
    wide, high = shown.right - shown.x, shown.bottom - shown.y
    radius = 0.0 if shown.outline == "round" else wide * 0.05
    return Area(shown.x, shown.y, wide, high, "", colour, 0.35, (0.9, 0.75), radius,
                shown.outline == "round")  # fmt: skip
