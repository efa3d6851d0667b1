"""Converts gradients of a drawing to the form that the painter accepts.

A converted gradient has at least two colours, none of them transparent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from generator.artwork.painting import NotPaintedError, PaintState, opacity_of, written
from generator.artwork.tree import SvgNode
from generator.artwork.values import colour, length, number, transform
from generator.core.geometry import FARTHEST, Matrix, n, times
from validator.core.paths import Box


class DrawnGradient:
    """A gradient of a drawing as used by one shape, including properties that it inherits."""

    def __init__(
        self, node: SvgNode, by_id: Mapping[str, SvgNode], state: PaintState, box: Box
    ) -> None:
        self.state = state
        self.box = box
        self.kind = node.tag
        self.said: dict[str, str] = {}
        self.stops: list[SvgNode] = []
        transforms = ""
        seen: set[int] = set()
        at: SvgNode | None = node
        while at is not None and id(at) not in seen:
            seen.add(id(at))
            self.said = at.attributes | self.said
            transforms = transforms or at.attributes.get("gradientTransform", "")
            self.stops = self.stops or [each for each in at.children if each.tag == "stop"]
            at = by_id.get(at.href.removeprefix("#")) if at.href else None
        self.transform = transform(transforms)

    def write(self, id_: str, coloured: Callable[[str], str]) -> tuple[str, str, float] | None:
        """Return the gradient's definition, the reference to it, and its opacity.

        It is None if the gradient paints nothing.
        """
        stops = [self._stop(each) for each in self.stops]
        if not stops:
            return None
        names = [name for _, name, _ in stops]
        through = {round(opacity, 4) for _, _, opacity in stops}
        if len(stops) == 1 or (len(set(names)) == 1 and len(through) == 1):
            return "", coloured(names[-1]), stops[-1][2]
        if len(through) > 1:
            raise NotPaintedError("a gradient that fades to transparent")
        if self.said.get("spreadMethod", "pad") != "pad":
            raise NotPaintedError("a repeating gradient")
        left, top, right, bottom = self.box
        in_box = self.said.get("gradientUnits") != "userSpaceOnUse"
        if in_box and (right <= left or bottom <= top):
            return None
        placed = self._coordinates(
            *((1.0, 1.0) if in_box else (self.state.width, self.state.height))
        )
        if placed is None:
            return "", coloured(names[-1]), stops[-1][2]
        matrix = self.state.matrix
        if in_box:
            matrix = times((right - left, 0, 0, bottom - top, left, top), matrix)
        where, turn = self._in_units(placed, times(self.transform, matrix))
        body = "".join(
            f'<stop offset="{n(offset)}" stop-color="{coloured(name)}"/>'
            for offset, name, _ in stops
        )
        text = f'gradientUnits="userSpaceOnUse" gradientTransform="{turn}" {where}>{body}'
        return f'<{self.kind} id="{id_}" {text}</{self.kind}>', f"url(#{id_})", through.pop()

    def _in_units(self, placed: dict[str, float], matrix: Matrix) -> tuple[str, str]:
        """Return a gradient's coordinates, and the transformation that places them.

        Coordinates are written with only three decimals, so they are scaled to the range 0 to 1000.
        """
        a, b, c, d, e, f = matrix
        names_of_start = ("x1", "y1") if self.kind == "linearGradient" else ("cx", "cy")
        x, y = placed[names_of_start[0]], placed[names_of_start[1]]
        e, f = a * x + c * y + e, b * x + d * y + f
        if max(abs(e), abs(f)) > FARTHEST:
            raise NotPaintedError("a gradient that begins far outside the drawing")
        for name in placed:
            placed[name] -= {"x": x, "y": y}.get(name.strip("cf12"), 0.0)
        far = max(abs(each) for each in placed.values()) or 1.0
        unit = 1000 / far
        a, b, c, d = a / unit, b / unit, c / unit, d / unit
        if max(map(abs, (a, b, c, d))) < 1e-5:
            raise NotPaintedError("a gradient with very small units")
        if max(map(abs, (a, b, c, d))) > FARTHEST:
            raise NotPaintedError("a gradient with very large units")
        where = " ".join(f'{name}="{n(value * unit)}"' for name, value in placed.items())
        return where, written((a, b, c, d, e, f))

    def _stop(self, node: SvgNode) -> tuple[float, str, float]:
        said = node.style.get("stop-color", "black")
        if said.lower() == "currentcolor":
            said = self.state.style["color"]
        name, opacity = colour(said)
        offset = min(max(number(node.attributes.get("offset", "0") or "0"), 0.0), 1.0)
        return offset, name, opacity * opacity_of(node.style.get("stop-opacity", "1"))

    def _coordinates(self, wide: float, high: float) -> dict[str, float] | None:
        """Return the gradient's coordinates.

        Returns None if it has no extent and therefore paints only its last colour.
        """
        diagonal = math.hypot(wide, high) / math.sqrt(2)
        wholes = {"x": wide, "y": high, "r": diagonal}
        defaults = {"x2": "100%", "cx": "50%", "cy": "50%", "r": "50%"}

        def along(name: str, default: str) -> float:
            whole = wholes[name[-1] if name[0] in "cf" else name[0]]
            return length(self.said.get(name, default), whole)

        names = ("x1", "y1", "x2", "y2") if self.kind == "linearGradient" else ("cx", "cy", "r")
        found = {name: along(name, defaults.get(name, "0%")) for name in names}
        if self.kind == "radialGradient":
            if length(self.said.get("fr", "0"), diagonal):
                raise NotPaintedError("a gradient with two circles")
            for name in ("fx", "fy"):
                found[name] = along(name, self.said.get(f"c{name[1]}", "50%"))
            away = math.hypot(found["fx"] - found["cx"], found["fy"] - found["cy"])
            if found["r"] > 0 and away >= found["r"]:
                raise NotPaintedError("a gradient whose focus is outside its circle")
            return found if found["r"] > 0 else None
        flat = found["x1"] == found["x2"] and found["y1"] == found["y2"]
        return None if flat else found
