"""The drawing functions of templates: ornaments, figures, and icons as scenes and constellations.

This module is the package's only interface: other packages import no other module of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.core.outlines import Rings, rings
from generator.illustration import figures, silhouettes
from generator.illustration.host import Host
from generator.illustration.ornaments import ORNAMENTS
from validator.core.location import did_you_mean
from validator.core.paths import Box

LONGEST_ORNAMENT = 1000  # mm, leaves, rays, drops
ANCHORS = ("left", "right", "none")
# placeholder for a game's own icons
SQUARE: Rings = (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),)


class Illustration:
    """The drawing functions that templates of one game can call."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions by the names that templates use."""
        return {
            "ornament": self.ornament, "figure": figures.Figures(self.host).figure,
            "stage": self.stage, "gaps": self.gaps, "hatching": self.hatching,
            "constellation": self.constellation, "bright": self.bright,
            "halftone": self.halftone, "chance": silhouettes.chance,
        }  # fmt: skip

    def _outline(self, name: str) -> Rings:
        """Return the outline of an icon from the library, or of the game's own drawing."""
        self.host.charge(20)
        shape = self.host.shape(name)
        return rings(*shape) if shape else SQUARE

    def _kept(self, kind: str, key: str, draw: Callable[[], str]) -> str:
        """Return the result of `draw`, cached between builds."""
        found: str | None = self.host.memo.get(kind, key)
        if found is None:
            found = draw()
            self.host.memo.put(kind, key, found)
        return found

    def stage(
        self,
        figures: Sequence[Mapping[str, object]],
        x: float,
        y: float,
        width: float,
        height: float,
        anchor: str = "",
    ) -> list[silhouettes.Staged]:
        """Return figures placed on the lower edge of a panel to fill it: ``stage(card.scene, …)``.

        Each figure has an `icon`, and `x`, `y`, `size`, `turn` and `flip` as in a scene. A shape
        that is cut off at a side is moved to that edge of the panel. Each result has `icon`, the
        position `x`, `y` of its middle, `size`, `turn` and `flip`.
        """
        if anchor not in ("", *ANCHORS):
            raise LookupError(f"no anchor '{anchor}'{did_you_mean(anchor, ANCHORS)}")
        if not figures:
            return []
        panel = _panel(x, y, width, height)
        return silhouettes.stage(figures, panel, self._outline, anchor)

    def gaps(
        self,
        figures: Sequence[silhouettes.Staged],
        x: float,
        y: float,
        width: float,
        height: float,
        smallest: float = 1.0,
        largest: float = 2.2,
        most: int = 5,
        seed: str = "",
    ) -> list[tuple[float, float, float]]:
        """Return circles between placed figures, as (x, y, radius), for ornaments.

        `seed` is the card's id.
        """
        taken = [silhouettes.placed(each, self._outline(each.icon)) for each in figures]
        panel = _panel(x, y, width, height)
        return silhouettes.gaps(taken, panel, (smallest, largest), most, seed)

    def hatching(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        step: float = 1.0,
        start: float = 0.4,
        slant: float = 0.35,
        turn: float = 0,
        flip: bool = False,
    ) -> str:
        """Return path data of lines that shade an icon centred at x, y. Stroke the path."""
        outline = self._outline(name)
        shape = self.host.shape(name)
        key = repr((shape is None or shape[0], x, y, size, step, start, slant, turn)) + repr(flip)
        placed = silhouettes.Staged(name, x, y, size, turn, flip)
        step = max(step, size / 200)
        return self._kept(
            "hatching",
            key,
            lambda: silhouettes.hatching(silhouettes.placed(placed, outline), step, start, slant),
        )

    def halftone(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        pitch: float = 0.8,
        start: float = 0,
        turn: float = 0,
    ) -> str:
        """Return path data of a halftone screen inside an icon centred at x, y. Fill the path."""
        outline = self._outline(name)
        shape = self.host.shape(name)
        pitch = max(pitch, size / 60)
        key = repr((shape is None or shape[0], x, y, size, pitch, start, turn))
        placed = silhouettes.Staged(name, x, y, size, turn, False)
        return self._kept(
            "halftone",
            key,
            lambda: silhouettes.halftone(silhouettes.placed(placed, outline), pitch, start),
        )

    def constellation(
        self, figure: silhouettes.Staged, stars: int = 12
    ) -> list[tuple[float, float]]:
        """Return the stars of a constellation in the shape of a figure, in the order of its
        lines.
        """
        outline = self._outline(figure.icon)
        if not 3 <= stars <= silhouettes.MOST_STARS:
            raise ValueError(
                f"a constellation has {stars} stars; expected 3 to {silhouettes.MOST_STARS}"
            )
        return silhouettes.constellation(figure, outline, stars)

    def bright(self, stars: Sequence[Sequence[float]], count: int) -> list[tuple[float, float]]:
        """Return `count` stars of a constellation that are far from each other, from left to
        right.
        """
        return silhouettes.apart([figures.point_of(each) for each in stars], count)

    def ornament(self, name: str, *arguments: object, **more: object) -> str:
        """Return path data of an ornament, in mm from 0, 0: ``ornament('meander', 50, 3)``."""
        if name not in ORNAMENTS:
            raise LookupError(f"no ornament '{name}'{did_you_mean(name, ORNAMENTS)}")
        values = (*arguments, *more.values())
        lengths = (*arguments, *(more[each] for each in more if each != "seed"))
        for each in lengths:
            if isinstance(each, int | float) and not abs(each) <= LONGEST_ORNAMENT:
                raise ValueError(
                    f"an argument of ornament() is {each:g}; expected at most {LONGEST_ORNAMENT:,}"
                )
        self.host.charge(100)
        if not all(type(each) in (int, float, str, bool) for each in values):
            return ORNAMENTS[name](*arguments, **more)
        key = repr((name, arguments, more))
        self.host.asked_for("ornament", key)
        return self._kept("ornament", key, lambda: ORNAMENTS[name](*arguments, **more))


def _panel(x: float, y: float, width: float, height: float) -> Box:
    """Return the box of a panel. Raises ValueError if it has no size."""
    if not (width > 0 and height > 0):
        raise ValueError(
            f"the panel is {width:g} x {height:g} mm; both lengths must be more than 0"
        )
    return (x, y, x + width, y + height)
