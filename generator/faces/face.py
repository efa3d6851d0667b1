"""A rendered face: SVG, and the art and icons that it names. Whoever has it needs no renderer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Box = tuple[float, float, float, float]


class Definition(NamedTuple):
    """Art or an icon that faces share: an SVG text and its view box."""

    svg: str
    box: Box


@dataclass(frozen=True, slots=True)
class RenderedFace:
    """The SVG of a face. `shared` has what it names by id, what that names included."""

    svg: str
    shared: Mapping[str, Definition] = field(default_factory=dict)
