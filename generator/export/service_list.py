"""The print services and their requirements.

To add a service, add a value here and a row in `docs/export.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from validator.core.model import Component
from validator.core.sizes import Size

INCH = 25.4  # mm
DPI = 300


@dataclass(frozen=True)
class Pressed:
    """The page format that a service's press requires. `condition` names the printing condition."""

    cube: str  # the inks for each colour, a file in templates/press
    most_ink: float  # on one location: 2.4 is 240 %
    condition: str
    back_first: bool


@dataclass(frozen=True)
class Service:
    """A print service: its bleed, and its sizes in mm by name."""

    name: str
    about: str  # what is written
    bleed: float
    sizes: dict[str, Size]
    most: int  # designs in one order of a deck; 0 for unlimited
    press: Pressed | None = None  # settings for PDF/X-1a; None: it prints from pictures
    # Flat side up, as the service cuts them.
    hexagons: dict[str, Size] = field(default_factory=dict)
    boards: dict[str, Size] = field(default_factory=dict)

    def sizes_for(self, component: Component) -> dict[str, Size]:
        """Return the sizes in which the service prints pieces of this kind, or an empty mapping."""
        if component.kind == "deck" and component.outline == "rect":
            return self.sizes
        if component.kind == "board" and component.outline == "rect":
            return self.boards
        return self.hexagons if component.outline == "hexagon" else {}


SERVICES = {
    "tgc": Service(
        "The Game Crafter",
        "PNG with bleed",
        INCH / 8,
        {
            "poker": Size(63.5, 88.9),
            "bridge": Size(57.15, 88.9),
            "mini": Size(44.45, 63.5),
            "micro": Size(31.75, 44.45),
            "jumbo": Size(88.9, 139.7),
            "tarot": Size(69.85, 120.65),
            "euro-poker": Size(63, 88),
        },
        0,
        # Its templates are an eighth of an inch larger on each side, at 300 dots per inch.
        hexagons={
            "LargeHexTile": Size(95.25, 82.55),
            "MediumHexTile": Size(63.5, 57.15),
            "SmallHexTile": Size(50.8, 44.45),
        },
        boards={
            "QuarterBoard": Size(127, 127),
            "HalfBoard": Size(127, 254),
            "SmallSquareBoard": Size(101.6, 101.6),
            "DominoBoard": Size(101.6, 203.2),
            "SkinnyBoard": Size(101.6, 254),
            "SliverBoard": Size(50.8, 203.2),
            "StripBoard": Size(50.8, 254),
            "SquareBoard": Size(203.2, 203.2),
            "LargeSquareBoard": Size(254, 254),
            "AccordionBoard": Size(203.2, 406.4),
            "BiFoldBoard": Size(228.6, 457.2),
            "QuadFoldBoard": Size(457.2, 457.2),
            "LargeQuadFoldBoard": Size(508, 508),
            "MediumSixFoldBoard": Size(406.4, 406.4),
            "SixFoldBoard": Size(685.8, 457.2),
        },
    ),
    "mpc": Service(
        "MakePlayingCards",
        "PNG with bleed",
        36 / DPI * INCH,
        {
            "poker": Size(63.5, 88.9),
            "standard": Size(63, 88),
            "bridge": Size(57.15, 88.9),
            "mini": Size(44.45, 63.5),
            "tarot": Size(70, 120),
        },
        612,
    ),
    "drivethru": Service(
        "DriveThruCards",
        "one PDF/X-1a for each deck, backs first",
        INCH / 8,
        {"poker": Size(63.5, 88.9), "tarot": Size(69.85, 120.65)},
        0,
        Pressed("swop.cube", 2.4, "CGATS TR 001", back_first=True),
    ),
}
