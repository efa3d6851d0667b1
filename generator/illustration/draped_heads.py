"""Defines the appearance of a draped person, and draws the head: face, hair, beard and hat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Any, NamedTuple

from generator.illustration.brush import Brush, Point, along, heading, lerp, mix, moved
from generator.illustration.cloth import SHADE, drape
from generator.illustration.things import GOLD, GOLD_DARK


class Person(NamedTuple):
    """The appearance of a person; colours are #rrggbb."""

    robe: str = "chiton"  # chiton, peplos, himation (a mantle over a shoulder), wrapped
    hair: str = "bun"
    hat: str = ""
    beard: bool = False
    cloth: str = "#dba08c"
    mantle: str = "#e8bf63"
    locks: str = "#4b3a30"
    skin: str = "#f4dfc4"
    left: Point = (-14.0, -55.0)
    right: Point = (14.0, -62.0)
    nod: float = 0.0
    step: float = 0.0  # how far a foot is put forwards
    broad: float = 1.0
    held: tuple[Mapping[str, Any], ...] = ()
    frontal: bool = False  # the head is turned to the viewer


_CAP = (
    "M4.4 -4.4C4 -6.9 1.2 -7.9 -1.6 -7.3C-5 -6.5 -6.9 -3.4 -6.3 0.1C-6 2.3 -4.6 3.9 -2.9 3.9"
    "C-1.7 3.8 -1.3 2.6 -1 1.6C-0.7 0.5 0.3 -0.3 1 -1.3C1.8 -2.6 3 -3.4 4.4 -4.4Z"
)


_FACE = (
    "M4.1 -4.6C4.75 -3.5 4.9 -2.3 5.15 -1.2C5.5 -0.1 6.15 1 6.55 1.75C6.7 2.1 6.3 2.35 5.6 2.35"
    "C5.55 2.65 5.5 2.8 5.75 3.05C5.95 3.3 5.75 3.5 5.3 3.58C5.65 3.72 5.75 4.05 5.45 4.3"
    "C5.1 4.5 4.95 4.7 5.1 5.05C5.35 5.7 4.95 6.5 3.9 6.75C2.7 7 0.6 6.3 -1.4 3.9"
    "C-4 1 -3 -5 4.1 -4.6Z"
)


_NECK = "M-2.9 3C-2.6 6.6 -3 9 -5 11.4C-2 13.4 2.4 13.3 4.8 11.3C3 9.6 2.3 7.8 2.3 5.6Z"


_BEARD = (
    "M-1.6 1.2C-0.6 2.4 1 2.7 2.4 2.5C3.8 2.3 4.9 2.4 5.7 2.9C5.9 3.4 5.6 3.7 5.5 4.3"
    "C6.4 5.2 6.3 6.8 6 8.4C5.5 10.2 4.2 11 3 11.1C0.6 10.6 -1 8.6 -1.8 6"
    "C-2.4 4.2 -2.4 2.4 -1.6 1.2Z"
)


def draw_head(brush: Brush, who: Person) -> str:
    """Draw a head in profile; the centre of the skull is at 0, 0."""
    skin, shadow = who.skin, mix(who.skin, "#a0632f", 0.34)
    out = brush.shape(_NECK, skin, brush.ink, 0.36)
    under = "M2.3 5.9C2.4 7.9 2.9 9.4 4.2 10.9C2.6 10.5 0.9 8.9 0.1 6C0.9 6.2 1.7 6.1 2.3 5.9Z"
    out += brush.shape(under, shadow)
    face = brush.shape(_FACE, skin, brush.ink, 0.36)
    face += brush.shape("M3.9 6.6C2.5 6.8 0.7 6 -1 3.9C0.8 5.2 2.4 5.8 3.9 6.6Z", shadow)
    face += _eye(brush, who) + _mouth(brush, who)
    if who.hair == "long":
        out = _long_hair(brush, who) + out
    elif who.hair == "bun" and who.hat not in ("veil", "hood"):  # cloth lies over it
        face += _bun(brush, who)
    if who.hair != "none":
        face += _cap_of_hair(brush, who)
    if not who.beard and who.hair in ("bun", "long"):
        face += brush.disc(-0.5, 1.9, 0.45, GOLD, 0.15) + brush.disc(-0.5, 3, 0.5, GOLD, 0.15)
    face += HATS[who.hat](brush, who)
    c, s = cos(who.nod * pi / 180), sin(who.nod * pi / 180)
    return out + moved(face, -1 + c + 4 * s, 4 + s - 4 * c, who.nod)  # about the nape


def _pale(brush: Brush, who: Person) -> str:
    """Return the colour for single strands of hair."""
    return "" if brush.saving else mix(who.locks, "#f3d9a8", 0.34)


def _eye(brush: Brush, who: Person) -> str:
    """Draw the eye and the brow, and the cheek if there is no beard."""
    out, ink = "", brush.ink
    if not who.beard:
        cheek = "M2.3 3.9C2.9 3.4 3.6 3.4 4 3.9C3.5 4.3 2.8 4.4 2.3 3.9Z"
        out += brush.shape(cheek, mix(who.skin, "#d2694a", 0.3))
    eye = "M2.2 -0.55C2.9 -1.35 4 -1.4 4.75 -0.85C4.3 -0.25 3 -0.05 2.2 -0.55Z"
    out += brush.shape(eye, "#fffdf6", ink, 0.2) + brush.disc(3.85, -0.75, 0.48, ink, solid=True)
    out += brush.shape("M2 -0.6C2.8 -1.55 4 -1.65 4.85 -1", "none", ink, 0.34)
    brow = 0.62 if who.beard else 0.36
    return out + brush.shape("M1.7 -2.3C2.8 -3.15 4 -3.1 4.95 -2.5", "none", ink, brow)


def _mouth(brush: Brush, who: Person) -> str:
    """Draw the lips and the nostril, and the beard around them."""
    out = ""
    lips = "M5.75 3.2C5.2 3.2 4.9 3.3 4.4 3.62C4.9 3.75 5.3 3.75 5.5 4.15C5.1 4.3 4.8 4.1 4.4 3.62Z"
    if who.beard:
        out += brush.shape(_BEARD, who.locks, brush.ink, 0.36)
        for k in range(5):
            x = 0.1 + k * 1.05
            curl = [(x - 1.0, 3.8 + k * 0.12), (x - 0.1, 6.2), (x + 0.5, 9.4 - abs(k - 2.6) * 0.5)]
            out += brush.pen(curl, 0.5, _pale(brush, who))
        out += brush.shape(lips, "#b5533c")
        dark = mix(who.locks, "#120a08", 0.45)
        out += brush.pen([(6.1, 2.5), (4.7, 2.7), (3.4, 3.5), (2.2, 4.9)], 1.05,
                         "" if brush.saving else dark)  # fmt: skip
    else:
        out += brush.shape(lips, "#b5533c", solid=True)
    nostril = "M4.4 3.62L5.5 3.55M5.1 1.9C5.3 1.5 5.8 1.6 6 1.9"
    return out + brush.shape(nostril, "none", brush.ink, 0.2)


def _long_hair(brush: Brush, who: Person) -> str:
    back = "M-4.5 -4C-7.4 1 -7 7 -7.4 12C-5.4 13.8 -3.4 13.4 -2.2 12C-2.6 8 -1 4.6 -1 1.6Z"
    locks = [[(-5 + k, -1.0), (-6.3 + 1.2 * k, 5.0), (-6.6 + 1.3 * k, 11.6)] for k in range(4)]
    drawn = "".join(brush.pen(each, 0.45, _pale(brush, who)) for each in locks)
    return brush.shape(back, who.locks, brush.ink, 0.36) + drawn


def _bun(brush: Brush, who: Person) -> str:
    bun = (
        "M0 -3C2 -3.2 3.3 -1.6 3.1 0.3C2.9 2.2 1.2 3.2 -0.6 2.8C-2.6 2.4 -3.4 0.6 -2.9 -1.1"
        "C-2.4 -2.4 -1.4 -2.9 0 -3Z"
    )
    tint = _pale(brush, who)
    coil = brush.pen([(-2, -1.6), (-0.2, -2), (1.6, -0.8), (1.6, 1), (0, 1.8)], 0.45, tint)
    coil += brush.pen([(-1.8, 0.9), (-0.9, -0.6), (0.4, -0.4), (0.3, 0.6)], 0.4, tint)
    return moved(brush.shape(bun, who.locks, brush.ink, 0.36) + coil, -7.4, 0.2)


def _cap_of_hair(brush: Brush, who: Person) -> str:
    """Draw the hair on the skull, with curls along its edge if it is short."""
    tint = mix(who.locks, "#f3d9a8", 0.12)
    if who.hair == "short":  # curls break the outline
        out = "".join(brush.disc(x, y, 1.5, tint, 0.34) for x, y in _CURLS)
        out += f'<path d="{_CAP}" fill="{"#ffffff" if brush.saving else who.locks}"/>'
    else:
        out = brush.shape(_CAP, who.locks, brush.ink, 0.36)
    for points in _STRANDS if who.hair != "short" else ():
        out += brush.pen(points, 0.5, _pale(brush, who), 8)
    if who.hair == "short":
        for x, y in ((3.6, -4.8), (2.2, -3.5), (1, -2), (0, -0.6), (-0.9, 1), (-1.8, 2.6),
                     (-3.4, 3.4)):  # fmt: skip
            out += brush.disc(x, y, 1.05, tint, 0.22)
        for x, y in ((1.4, -5.4), (-1, -5.2), (-3, -3.6), (-1, -2.6), (-4.6, -1.6), (-3, -0.6),
                     (-4.6, 1), (0.6, -3.6)):  # fmt: skip
            out += brush.shape(f"M{x} {y}a0.8 0.8 0 1 1 0.9 0.9", "none", _pale(brush, who), 0.3)
    return out


_CURLS = ((3.6, -5.2), (2.2, -6.4), (0.4, -7), (-1.6, -6.9), (-3.4, -6.2), (-4.9, -4.9),
          (-6, -3.2), (-6.4, -1.4), (-6.2, 0.4), (-5.6, 2), (-4.4, 3.2))  # fmt: skip


_STRANDS: tuple[list[Point], ...] = (
    [(3.6, -4.6), (0.4, -5), (-3, -3), (-5.4, 0.4)],
    [(3, -4.1), (0.2, -3.6), (-2.2, -1.2), (-4.4, 2.4)],
    [(1.6, -2.4), (-0.2, -1.2), (-1.6, 0.8), (-2.8, 3.3)],
    [(2.6, -6.2), (-1, -6.2), (-4.4, -4), (-6, -1)],
)


_FILLET = "M4.5 -4.7C1.4 -5.7 -2.4 -4.6 -6.2 -1.2L-5.8 -0.2C-2.2 -3.5 1.2 -4.6 4.4 -3.8Z"


def _wreath(brush: Brush, _who: Person) -> str:
    """Draw a wreath of leaves around a head."""
    line = [(4.2, -4.8), (0.2, -5.8), (-3.4, -4.2), (-6.0, -0.6)]
    out = brush.pen(line, 0.5, "#5c6b2c")
    for k in range(8):
        at = along(line, k / 7)
        turn = heading(at, along(line, k / 7 + 0.02)) if k < 7 else 120
        for side, leaf in ((-1, 0.35), (1, 0.05)):
            shape = "M0 0C0.8 -1 2 -1 2.8 -0.2C2 0.5 0.8 0.6 0 0Z"
            green = mix("#7f9440", "#e0d27a", leaf)
            out += moved(brush.shape(shape, green, brush.ink, 0.16), *at, turn + 180 + side * 38)
    return out


def _diadem(brush: Brush, _who: Person) -> str:
    """Draw a crown with gems."""
    band = (
        "M4.5 -4.4C3.2 -6.8 2.5 -8 2.7 -9.4C0.2 -9.2 -2 -8.4 -4 -6.6L-3.2 -5"
        "C-0.8 -6 2 -5.8 4.5 -4.4Z"
    )
    gems = ((-2.2, -6.5), (-0.3, -7.1), (1.5, -7.2))
    return brush.shape(band, GOLD, brush.ink, 0.3) + "".join(
        brush.disc(x, y, 0.38, "#8c2f1f", solid=True) for x, y in gems
    )


def _band(brush: Brush, _who: Person) -> str:
    """Draw a gold headband."""
    return brush.shape(_FILLET, GOLD, brush.ink, 0.24)


def _star_band(brush: Brush, _who: Person) -> str:
    """Draw a headband with stars."""
    dots = ((2.8, -4.6), (0.4, -4.6), (-2, -3.6), (-4.2, -2))
    return brush.shape(_FILLET, "#214a5c", brush.ink, 0.24) + "".join(
        brush.disc(x, y, 0.36, "#fff3c9") for x, y in dots
    )


def _veil(brush: Brush, who: Person) -> str:
    """Draw cloth over the head, as a veil or a hood."""
    sheet = (
        [(3.6, -6.2), (4.6, -2.6), (0.6, 1.4), (-0.6, 6), (2.4, 12), (5, 14)],
        [(0.6, -8.3), (-1, -3), (-2.4, 2), (-3, 7), (-2.2, 14)],
        [(-2.6, -8.2), (-5, -3), (-5.6, 3), (-6.2, 9), (-7, 15)],
        [(-4.4, -7.2), (-8.6, -2), (-8.4, 4), (-8.8, 10), (-11, 14)],
    )
    folds = [(0.2, 0.1, 0.98, 0.12), (0.42, 0.06, 0.98, 0.12), (0.62, 0.05, 0.98, 0.12),
             (0.82, 0.1, 0.98, 0.12)]  # fmt: skip
    return drape(brush, sheet, folds, who.mantle, 0)


def _phrygian(brush: Brush, who: Person) -> str:
    """Draw a cap of felt whose soft tip falls forward over its rim."""
    cap = (
        "M4.9 -3.7C4 -5.4 3.7 -6.6 4.4 -7.6C5.2 -8.2 6.6 -7.6 7.4 -8.6C8.2 -10.2 6.8 -12 4.6 -12"
        "C0.4 -12 -4.2 -9.8 -6.2 -5.6C-7.2 -3.4 -7.4 -1 -7 1.4C-6.2 0.4 -5.4 -0.2 -4.2 -0.8"
        "C-1.4 -2.2 1.6 -3.2 4.9 -3.7Z"
    )
    rim = (
        "M5.2 -4.6L5.4 -3.2C1.8 -2.8 -1.6 -1.6 -4 -0.2C-5.4 0.6 -6.4 1.6 -7 2.6L-7.6 1"
        "C-5.4 -2 0.6 -4.4 5.2 -4.6Z"
    )
    tint = mix(who.mantle, SHADE, 0.4)
    out = brush.shape(cap, who.mantle, brush.ink, 0.36)
    shade = "M-7 1C-7.4 -2 -6.4 -5.4 -3.6 -8.2C-5.2 -5 -5.2 -2.6 -4.6 -0.8Z"
    out += brush.shape(shade, mix(who.mantle, SHADE, 0.28))
    for points in ([(4.4, -7.6), (3.4, -9), (1.4, -9.6)], [(3.4, -5.2), (1.6, -7), (-0.6, -7.6)]):
        out += brush.pen(points, 0.55, "" if brush.saving else tint)
    return out + brush.shape(rim, mix(who.mantle, SHADE, 0.14), brush.ink, 0.3)


def _helmet(brush: Brush, _who: Person) -> str:
    """Draw a helmet with a crest and cheek guards."""
    crest = (
        "M3.6 -10.6C0 -14.6 -7.6 -13.6 -10.4 -7.6C-12 -3.6 -11.4 1.6 -9.4 6.4"
        "C-8.6 2.4 -8.2 -1.4 -6.8 -4.4"
        "C-4.8 -7.6 -0.8 -9 3.6 -8.6Z"
    )
    bowl = (
        "M5 -4.2C5.4 -6.4 2.6 -8.8 -1.4 -8.6C-5.4 -8 -7.6 -4.6 -7 -0.4C-6.9 1.8 -7.6 3.8 -8.4 5"
        "C-6.4 5.6 -4 5 -2.8 3.8C-1.8 2.8 -1.8 1 -0.8 -0.4C0.6 -2.2 3.2 -2.6 5 -4.2Z"
    )
    guard = (
        "M-0.6 -0.8C0.4 1.2 1.4 3.4 1 5.8C0.2 6.8 -1.4 6.4 -2.2 5.2C-2.6 3.6 -2.2 0.8 -0.6 -0.8Z"
    )
    out = brush.shape(crest, "#8c2f1f", brush.ink, 0.36)
    for k in range(7):
        inner = along([(2.6, -9.0), (-4.6, -7.6), (-7.8, -1.6), (-9.0, 4.0)], k / 6.5)
        outer = along([(2.8, -11.0), (-6.4, -12.6), (-10.8, -5.0), (-9.8, 4.8)], k / 6.5)
        out += brush.pen(
            [inner, lerp(inner, outer, 0.5), outer], 0.45, "" if brush.saving else "#c4674f"
        )
    out += brush.shape(bowl, GOLD, brush.ink, 0.36) + brush.shape(guard, GOLD, brush.ink, 0.3)
    out += brush.pen([(3.8, -5.4), (-1.0, -5.6), (-4.6, -2.6)], 0.6, GOLD_DARK)
    return out


def _bare(_brush: Brush, _who: Person) -> str:
    return ""


def _feather(brush: Brush, _who: Person) -> str:
    """Draw a quill behind the ear."""
    vane = (
        "M-2 -1.6C-4 -4.2 -7.6 -8 -11.6 -9C-12.4 -6.8 -9.4 -3.6 -5.4 -2C-4.2 -1.8 -3 -1.4 -2 -1.6Z"
    )
    out = brush.shape(vane, "#fdf6e4", brush.ink, 0.3)
    out += brush.shape("M-11 -8.6C-7.6 -5.6 -4 -2.8 1.6 0.6", "none", brush.ink, 0.3)
    return out + brush.shape("M-8.6 -4.6L-9 -7M-6.4 -3L-6.8 -5.2", "none", brush.ink, 0.22)


HATS: dict[str, Callable[[Brush, Person], str]] = {
    "": _bare, "band": _band, "diadem": _diadem, "helmet": _helmet, "hood": _veil,
    "feather": _feather,
    "phrygian": _phrygian, "stars": _star_band, "veil": _veil, "wreath": _wreath,
}  # fmt: skip
