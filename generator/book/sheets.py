"""Draws a filled-in sheet: the whole sheet with numbered changes, and close-ups before and after
each change.

The entries are the referee's facts about a position. Close-ups are rotated so that lines of writing
are horizontal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.book.examples import ExampleLine, Replayed
from generator.book.faces import FigureFaces
from generator.book.marks import Area, Arrow, Disc, FaceMark, Figure, Mark, Stroke
from generator.drawing.drawings import FieldPlace
from generator.faces.fields import Filling
from validator.core.filled import Value
from validator.core.model import Card, Component

RATIO = 0.49  # ratio of a window's height to its width
BETWEEN = 9.0  # mm between two windows
TALL = 128.0  # mm, a whole sheet
BADGE = 4.6  # mm across the number of a step
FRAME = 0.8  # mm around a line of writing
LINE_OF = 1.6  # from this length on, relative to its height, a blank is a line
NARROW, LONG = 30.0, 62.0  # mm of the sheet that a window shows


@dataclass(frozen=True)
class SheetChange:
    """A step that changed a sheet: the changed blanks, with their values before and after."""

    deed: ExampleLine
    names: tuple[str, ...]
    before: Mapping[str, Value]
    after: Mapping[str, Value]


class SheetViews:
    """The drawings of one player's sheet during a replayed script."""

    def __init__(self, faces: FigureFaces, replayed: Replayed) -> None:
        self.faces = faces
        self.replayed = replayed
        players = replayed.referee.names(replayed.after)
        named = [each for each in replayed.script.zones if each in players]
        self.owner = named[0] if named else players[0]
        found = self._sheet(replayed.after)
        self.component: Component | None = None
        self.card: Card | None = None
        if found is not None:
            self.component = faces.game.component(found[0])
            self.card = self.component.card(found[1])
        self._keys: dict[frozenset[tuple[str, Value]], str | None] = {}

    def _sheet(self, state: object) -> tuple[str, str, Mapping[str, Value]] | None:
        for each in self.replayed.referee.paper_sheets(state):
            if each.owner == self.owner:
                return each.component, each.card, each.values
        return None

    def values(self, state: object) -> Mapping[str, Value]:
        """Return the values written on the sheet in a state."""
        found = self._sheet(state)
        return found[2] if found else {}

    def changes(self) -> list[SheetChange]:
        """Return the steps that change the values on the sheet."""
        found = []
        for deed in self.replayed.deeds:
            if deed.refused:
                continue
            before, after = self.values(deed.before), self.values(deed.after)
            names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
            if names:
                found.append(SheetChange(deed, tuple(names), before, after))
        return found

    def key(self, filling: Filling) -> str | None:
        """Return the key of the drawing of the sheet with these settings, or None if it cannot
        be drawn.
        """
        renderer = self.faces.kit_renderer
        if self.component is None or self.card is None:
            return None
        renderer.renderer.filling = filling
        try:
            return renderer.draw(self.component, self.card, self.component.face)
        finally:
            renderer.renderer.filling = None

    def written(self, values: Mapping[str, Value]) -> str | None:
        """Return the key of the drawing of the sheet with values in handwriting, or None."""
        named = frozenset(values.items())
        if named not in self._keys:
            self._keys[named] = self.key(Filling(values, form=False, noted=True))
        return self._keys[named]

    def places(self, values: Mapping[str, Value]) -> Mapping[str, FieldPlace]:
        """Return the position of each value on the drawn sheet."""
        key = self.written(values)
        drawing = self.faces.kit_renderer.drawings.get(key) if key else None
        return {each.key: each for each in (drawing.places if drawing else ())}

    # ---- figures

    def whole(self, wide: float, grown: float) -> Figure:
        """Return the whole sheet at the end of the script, with the numbers of steps at the
        changes.
        """
        key = self.written(self.values(self.replayed.after))
        if key is None or self.component is None:
            return Figure(wide, 10, ())
        size = self.component.size
        scale = min(TALL * grown / size.height, wide / size.width)
        left = (wide - size.width * scale) / 2
        high = size.height * scale
        marks: list[Mark] = [
            FaceMark(key, left, 0, size.width, size.height, scale, title=self.component.title),
            Area(left, 0, size.width * scale, high, "", "ink", 0.3),
        ]
        places = self.places(self.values(self.replayed.after))
        for number, change in enumerate(self.changes(), 1):
            name = next((each for each in change.names if each in places), "")
            if name:
                marks += _marked(places[name], str(number), left, scale, size.width / 2,
                                 size.height / 2)  # fmt: skip
        said = "; ".join(f"{name}: {value}" for name, value in self._said())
        return Figure(wide, high, tuple(marks), f"{self.component.title}, {self.owner}. {said}.")

    def _said(self) -> Sequence[tuple[str, Value]]:
        values = self.values(self.replayed.after)
        return [(name.replace(".", " "), value) for name, value in values.items() if value]

    def windows(self, change: SheetChange, wide: float, grown: float) -> Figure:
        """Return close-ups of the place of a change, one before the change and one after it."""
        places = {**self.places(change.before), **self.places(change.after)}
        name = next((each for each in change.names if each in places), "")
        place = places.get(name)
        if place is None or self.component is None:
            return Figure(wide, 5, ())
        across = (wide - BETWEEN) / 2
        high = across * RATIO * min(grown, 1.0)
        marks: list[Mark] = []
        for at, values in enumerate((change.before, change.after)):
            x = at * (across + BETWEEN)
            marks.append(Area(x, 0, across, high, "#ffffff"))
            marks += self._window(values, place, x, across, high)
            marks.append(Area(x, 0, across, high, "", "ink", 0.25))
        y = high / 2
        start = across + 1.6
        marks.append(Arrow(start, y, start + 2, y, start + 6, y, "accent", 0.8, 3.4, ""))
        scale = across / shown_of(place)
        rx = min(place.width * scale / 2 + 1.6, across / 2 - 1)
        is_line = place.width >= LINE_OF * place.height
        out = 0.9 if is_line else 2.4  # lines are close together
        y += 0.8 * is_line  # the ends of bent lines are lower
        ry = min(place.height * scale / 2 + out, high / 2 - 1)
        x = across + BETWEEN + across / 2
        marks.append(Area(x - rx, y - ry, 2 * rx, 2 * ry, "", "accent", 0.5, radius=ry * 0.6,
                          is_round=rx < 1.5 * ry))  # fmt: skip
        old, new = change.before.get(name), change.after.get(name)
        said = ["✓" if each is True else str(each or "–") for each in (old, new)]
        alt = f"{name.replace('.', ' ')}: {' → '.join(said)}"
        return Figure(wide, high, tuple(marks), alt)

    def _window(
        self, values: Mapping[str, Value], place: FieldPlace, x: float, across: float, high: float
    ) -> list[Mark]:
        key = self.written(values)
        if key is None or self.component is None:
            return []
        scale = across / shown_of(place)
        wide, tall = across / scale, high / scale
        cx, cy = middle_of(place)
        a, b = place.matrix[0], place.matrix[1]
        level = math.degrees(math.atan2(b, a))
        size = self.component.size
        window = (cx - wide / 2, cy - tall / 2, wide, tall)
        return [FaceMark(key, x, 0, size.width, size.height, scale, window=window, level=level)]


def _marked(
    place: FieldPlace, number: str, left: float, scale: float, cx: float, cy: float
) -> list[Mark]:
    """Return a ring around a blank, or a frame along a line, and the number of its step.

    The number is on the side that is away from the middle of the sheet, at `cx`, `cy`.
    """
    mx, my = middle_of(place)
    x, y = left + mx * scale, my * scale
    if place.width < LINE_OF * place.height:
        reach = max(2.4, place.width * scale / 2)
        marks: list[Mark] = [Area(x - reach, y - reach, 2 * reach, 2 * reach, "", "accent", 0.5,
                                  is_round=True)]  # fmt: skip
        away = math.hypot(mx - cx, my - cy) or 1.0
        dx, dy = (mx - cx) / away, (my - cy) / away
    else:
        a, b, c, d, e, f = place.matrix
        out = FRAME / scale
        x1, x2 = place.x - out, place.x + place.width + out
        y1, y2 = place.y - out, place.y + place.height + out
        corners = [(left + (a * px + c * py + e) * scale, (b * px + d * py + f) * scale)
                   for px, py in ((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1))]  # fmt: skip
        marks = [Stroke(*one, *other, "accent", 0.5) for one, other in pairwise(corners)]
        reach = (place.width + 2 * out) * scale / 2
        length = math.hypot(a, b) or 1.0
        dx, dy = a / length, b / length
    reach += BADGE / 2
    disc = Disc(number, x + dx * reach, y + dy * reach, BADGE, "accent", "on_accent")
    return [*marks, disc]


def shown_of(place: FieldPlace) -> float:
    """Return the size (mm) of the area of the sheet that a close-up shows."""
    return min(LONG, max(NARROW, place.width * 1.8))


def middle_of(place: FieldPlace) -> tuple[float, float]:
    """Return the centre of a blank on its sheet."""
    a, b, c, d, e, f = place.matrix
    x, y = place.x + place.width / 2, place.y + place.height / 2
    return a * x + c * y + e, b * x + d * y + f
