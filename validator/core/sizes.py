"""Trim sizes by name, in millimetres.

The names are those that sellers of card sleeves and print services use; `page` is the area inside
10 mm margins that A4 and Letter share (190 wide for A4, 259.4 high for Letter). Two tarot sizes are
in use: 70 x 120 mm, and 2.75 x 4.75 inches in the United States.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """A trim size in millimetres."""

    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


SIZES: dict[str, Size] = {
    "tcg": Size(63, 88),
    "poker": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "japanese": Size(59, 86),
    "euro": Size(59, 92),
    "usa": Size(56, 87),
    "mini-euro": Size(44, 68),
    "mini-american": Size(41, 63),
    "tarot": Size(70, 120),
    "tarot-us": Size(69.85, 120.65),
    "mini-us": Size(44.45, 63.5),
    "micro": Size(31.75, 44.45),
    "square": Size(70, 70),
    "business": Size(85, 55),
    "jumbo": Size(88.9, 139.7),
    "page": Size(190, 259.4),
    "half-page": Size(190, 129.7),
    "quarter-page": Size(95, 129.7),
}
