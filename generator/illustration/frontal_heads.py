"""Draws the heads of draped people who face the viewer: face, hair, beard and hat."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from generator.illustration.brush import Brush, Point, along, heading, mix, moved
from generator.illustration.cloth import SHADE
from generator.illustration.draped_heads import Person
from generator.illustration.things import GOLD

_FACE = (
    "M-4.5 -3.4C-4.7 0 -4.4 3 -3.2 5C-2.2 6.6 -1 7.3 0 7.3C1 7.3 2.2 6.6 3.2 5C4.4 3 4.7 0 4.5 -3.4"
    "C3.4 -5.4 1.6 -6 0 -6C-1.6 -6 -3.4 -5.4 -4.5 -3.4Z"
)
_NECK = "M-2.5 4C-2.5 7.6 -2.9 9.4 -4.8 11.4C-2 13.2 2 13.2 4.8 11.4C2.9 9.4 2.5 7.6 2.5 4Z"
_WAVE = (
    "M0 -6.5C-2.4 -6.2 -3.9 -4.8 -4.2 -2.6C-4.4 -1 -4.8 0.6 -4.7 2C-6.2 0.8 -6.6 -1.6 -6.2 -3.6"
    "C-5.6 -6.8 -3 -8.4 0 -8.4Z"
)
_BEARD = (
    "M-4.7 0.6C-5 5.6 -3.8 10.4 0 11.4C3.8 10.4 5 5.6 4.7 0.6C3.6 2.8 1.8 3 0 3"
    "C-1.8 3 -3.6 2.8 -4.7 0.6Z"
)


def draw_front(brush: Brush, who: Person) -> str:
    """Draw a head from the front; 0, 0 is the centre of the skull."""
    behind = _hair_behind(brush, who)
    out = brush.shape(_NECK, who.skin, brush.ink, 0.36)
    dark = mix(who.skin, "#a0632f", 0.34)
    out += brush.shape("M-2.4 6.4C-1 7.9 1 7.9 2.4 6.4L2.6 8.8C1.4 9.8 -1 9.4 -2.4 7.6Z", dark)
    face = brush.shape(_FACE, who.skin, brush.ink, 0.36)
    side = (
        "M4.5 -3.4C4.7 0 4.4 3 3.2 5C2.2 6.6 1 7.3 0 7.3C1.6 6.4 3 4.4 3.4 1.4"
        "C3.6 -0.4 3.8 -2 4.5 -3.4Z"
    )
    face += brush.shape(side, dark) + _features(brush, who) + _hair(brush, who)
    face += FRONTAL_HATS[who.hat](brush, who)
    c, s = cos(who.nod * pi / 180), sin(who.nod * pi / 180)
    at = -6 * -s, 6 - 6 * c, who.nod  # about the neck
    return moved(behind, *at) + out + moved(face, *at)


def _features(brush: Brush, who: Person) -> str:
    """Draw eyes, nose, mouth and beard."""
    ink, out = brush.ink, ""
    if not who.beard:
        blush = mix(who.skin, "#d2694a", 0.3)
        for x in (-2.9, 2.5):
            cheek = brush.shape("M-0.9 0C-0.4 -0.6 0.5 -0.6 0.9 0C0.4 0.5 -0.4 0.5 -0.9 0Z", blush)
            out += moved(cheek, x, 2.4)
    for side in (-1, 1):
        eye = brush.shape(
            "M0.9 -0.3C1.5 -1.4 2.6 -1.4 3.2 -0.5C2.6 0.2 1.5 0.2 0.9 -0.3Z", "#fffdf6", ink, 0.2
        )
        eye += brush.disc(2, -0.6, 0.5, ink, solid=True)
        eye += brush.shape("M0.8 -0.3C1.5 -1.6 2.7 -1.6 3.4 -0.5", "none", ink, 0.34)
        eye += brush.shape(
            "M0.9 -2.2C1.8 -3 2.9 -2.9 3.6 -2", "none", ink, 0.6 if who.beard else 0.36
        )
        out += moved(eye, 0, 0.1, scale=f"{1.12 * side:g} 1.14")
    out += brush.shape("M0.5 -2C0.3 0 0.5 1.4 0.9 2.2C0.3 2.8 -0.5 2.8 -1 2.3", "none", ink, 0.26)
    if who.beard:
        out += brush.shape(_BEARD, who.locks, ink, 0.36)
        tint = "" if brush.saving else mix(who.locks, "#f3d9a8", 0.34)
        for x in (-3, -1.6, 0, 1.6, 3):
            curl: list[Point] = [(x, 4.6), (x * 1.1, 7), (x * 0.7, 9.8 - abs(x) * 0.5)]
            out += brush.pen(curl, 0.45, tint)
    lips = "M-1.5 4.2C-0.8 3.6 -0.3 3.7 0 3.9C0.3 3.7 0.8 3.6 1.5 4.2C0.8 5 -0.8 5 -1.5 4.2Z"
    out += brush.shape(lips, "#b5533c", solid=not who.beard)
    return out + brush.shape("M-1.5 4.2C-0.6 4.1 0.6 4.1 1.5 4.2", "none", ink, 0.2)


def _hair_behind(brush: Brush, who: Person) -> str:
    if who.hair == "none":
        return ""
    if who.hair == "long":
        back = (
            "M0 -8.4C-5.6 -8.4 -6.8 -4 -6.6 1C-6.6 5 -7.6 8.6 -8.6 12.2C-7.8 14.6 -5.6 14.4 -4.8 12"
            "C-4 9.6 -3.4 7 -3.2 4H3.2C3.4 7 4 9.6 4.8 12C5.6 14.4 7.8 14.6 8.6 12.2"
            "C7.6 8.6 6.6 5 6.6 1C6.8 -4 5.6 -8.4 0 -8.4Z"
        )
        return brush.shape(back, who.locks, brush.ink, 0.36)
    if who.hair == "short":
        ring = ((-0.4 + 6 * sin(k * 0.42), -1.6 - 5.6 * cos(k * 0.42)) for k in range(-5, 6))
        return "".join(brush.disc(x, y, 1.7, who.locks, 0.34) for x, y in ring)
    knot = "" if who.hat == "veil" else brush.disc(0, -8.4, 2.6, who.locks, 0.36)
    return knot + brush.shape(
        "M-5.8 2C-7 -3 -5 -8 0 -8C5 -8 7 -3 5.8 2Z", who.locks, brush.ink, 0.36
    )


def _hair(brush: Brush, who: Person) -> str:
    """Draw the hair that frames the forehead, parted in the middle, or curls."""
    if who.hair == "none":
        return ""
    if who.hair == "short":
        line: list[Point] = [
            (-5, 0),
            (-4.6, -3.4),
            (-2.6, -5.6),
            (0, -6),
            (2.6, -5.6),
            (4.6, -3.4),
            (5, 0),
        ]
        return "".join(brush.disc(*along(line, k / 10), 1.35, who.locks, 0.24) for k in range(11))
    tint = "" if brush.saving else mix(who.locks, "#f3d9a8", 0.34)
    half = brush.shape(_WAVE, who.locks, brush.ink, 0.34)
    for k in range(3):
        half += brush.pen(
            [(-0.6, -7.8 + k * 0.4), (-3.6, -6.4 + k * 0.8), (-5.4 + k * 0.3, -1.4)], 0.4, tint
        )
    half += brush.disc(-4.9, 3, 0.5, GOLD, 0.16)
    return half + moved(half, scale="-1 1")


def _veil(brush: Brush, who: Person) -> str:
    """Draw cloth that falls from the crown to the shoulders."""
    cloth = (
        "M0 -9.8C-6.4 -9.8 -8.4 -4.6 -8.2 1C-8 6 -9.2 10.6 -11 14.6C-8.4 16 -6 14.6 -4.8 12.4"
        "C-5.6 8 -6 4 -5.4 0C-5 -4 -3 -6.8 0 -6.8C3 -6.8 5 -4 5.4 0C6 4 5.6 8 4.8 12.4"
        "C6 14.6 8.4 16 11 14.6C9.2 10.6 8 6 8.2 1C8.4 -4.6 6.4 -9.8 0 -9.8Z"
    )
    out = brush.shape(cloth, who.mantle, brush.ink, 0.36)
    shade = (
        "M8.2 1C8 6 9.2 10.6 11 14.6C9.4 15.4 8 15.2 6.8 14.4C7.2 9 6.8 4 6.6 0"
        "C6.4 -4 5 -7 2 -9.4C6.6 -8.6 8.4 -4 8.2 1Z"
    )
    out += brush.shape(shade, mix(who.mantle, SHADE, 0.26))
    for side in (-1, 1):
        for k in range(2):
            line: list[Point] = [
                (side * (2 + k), -8.8 + k), (side * (6 + k * 0.9), -2),
                (side * (6.2 + k * 1.2), 6), (side * (7 + k * 1.6), 13.4),
            ]  # fmt: skip
            out += brush.pen(line, 0.5, "" if brush.saving else mix(who.mantle, SHADE, 0.5))
    return out


def _diadem(brush: Brush, _who: Person) -> str:
    crown = (
        "M-5.6 -4.4C-3 -6.8 3 -6.8 5.6 -4.4L5.4 -7.4C3.6 -8.2 1.4 -9.4 0 -11.6"
        "C-1.4 -9.4 -3.6 -8.2 -5.4 -7.4Z"
    )
    gems = ((-3.2, -7), (0, -8.4), (3.2, -7))
    return brush.shape(crown, GOLD, brush.ink, 0.3) + "".join(
        brush.disc(x, y, 0.55, "#8c2f1f", solid=True) for x, y in gems
    )


def _band(brush: Brush, _who: Person) -> str:
    return brush.shape(
        "M-5.8 -3.6C-3 -6.2 3 -6.2 5.8 -3.6L5.9 -4.8C3 -7.4 -3 -7.4 -5.9 -4.8Z",
        GOLD,
        brush.ink,
        0.24,
    )


def _wreath(brush: Brush, _who: Person) -> str:
    line: list[Point] = [(-6.4, 0.4), (-6, -3.6), (-3.6, -6.8), (-0.4, -8)]
    half = ""
    for k in range(6):
        at, turn = along(line, k / 6), heading(along(line, k / 6), along(line, k / 6 + 0.03))
        for side, pale in ((-1, 0.35), (1, 0.05)):
            green = mix("#7f9440", "#e0d27a", pale)
            leaf = brush.shape(
                "M0 0C0.8 -1 2 -1 2.9 -0.2C2 0.5 0.8 0.6 0 0Z", green, brush.ink, 0.16
            )
            half += moved(leaf, *at, turn + side * 36)
    return half + moved(half, scale="-1 1")


def _bare(_brush: Brush, _who: Person) -> str:
    return ""


FRONTAL_HATS: dict[str, Callable[[Brush, Person], str]] = {
    "": _bare, "band": _band, "diadem": _diadem, "veil": _veil, "wreath": _wreath,
}  # fmt: skip
