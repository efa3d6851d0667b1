"""Draws the objects that draped figures hold, around the point where they are held.

Each is drawn upright, in the units of a figure that is 100 units high.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from generator.illustration.brush import Brush, mix, moved, n

GOLD, GOLD_DARK, GOLD_LIGHT = "#e8bf63", "#b8862f", "#f6dd9c"
PARCHMENT, WOOD, LEAF, LEATHER = "#f7ecd2", "#b67a35", "#7f9440", "#96602f"


def scroll(brush: Brush) -> str:
    """Draw an unrolled scroll."""
    ink = brush.ink
    out = brush.shape("M-4 -9C-1.4 -10.2 1.4 -8 4 -9V8C1.4 9 -1.4 7 -4 8Z", PARCHMENT, ink, 0.34)
    for k in range(6):
        y = -6.4 + 2.3 * k
        line = f"M-2.6 {n(y)}C-1 {n(y - 0.6)} 1 {n(y + 0.5)} 2.6 {n(y)}"
        out += brush.shape(line, "none", "#7a6a55", 0.34)
    for y in (-9, 8):
        roll = "M-5 -1.2H5V1.2H-5ZM-6.6 -0.6H-4.8V0.6H-6.6ZM4.8 -0.6H6.6V0.6H4.8Z"
        out += moved(brush.shape(roll, "#ecd9ad", ink, 0.3), 0, y)
    return out


def roll(brush: Brush) -> str:
    """Draw a rolled-up scroll."""
    out = brush.shape("M-8 -1.7H8V1.7H-8Z", PARCHMENT, brush.ink, 0.34)
    out += brush.shape("M-8 0.5H8V1.7H-8Z", "#d9c49a")
    out += brush.shape("M-9.8 -0.7H-8V0.7H-9.8ZM8 -0.7H9.8V0.7H8Z", GOLD_DARK, brush.ink, 0.24)
    return out + brush.shape("M-0.9 -1.9H0.9V1.9H-0.9Z", "#8c2f1f", brush.ink, 0.2)


def lyre(brush: Brush) -> str:
    """Draw a lyre with five strings."""
    ink = brush.ink
    arms = (
        "M-2.6 8C-7.6 6 -9 -1 -6 -6C-5 -8 -5.4 -10 -7 -11L-5.6 -12C-3 -10.6 -2.8 -7.6 -4 -5"
        "C-5.8 -1 -4.6 3.4 -1.6 5H1.6C4.6 3.4 5.8 -1 4 -5C2.8 -7.6 3 -10.6 5.6 -12L7 -11"
        "C5.4 -10 5 -8 6 -6C9 -1 7.6 6 2.6 8Z"
    )
    out = brush.shape(arms, GOLD, ink, 0.34)
    out += brush.shape("M-7.6 -9.4H7.6V-8.1H-7.6Z", GOLD_DARK, ink, 0.26)
    for k in range(5):
        string = f"M{n(-2.4 + 1.2 * k)} -8.2L{n(-1.2 + 0.6 * k)} 6"
        out += brush.shape(string, "none", "#fff3c9", 0.28)
    shell = "M-3.6 4C-3.8 9.6 -1.6 10.6 0 10.6C1.6 10.6 3.8 9.6 3.6 4C1.4 5.4 -1.4 5.4 -3.6 4Z"
    out += brush.shape(shell, "#7a4a1c", ink, 0.34)
    return out + brush.shape("M-2.4 6C-2 8.4 -0.9 9.2 0.2 9.2", "none", "#c08a55", 0.4)


def _mask(brush: Brush, comic: bool) -> str:
    ink = brush.ink
    face = (
        "M0 -8C4.6 -8 6.6 -5 6.4 -1C6.2 3.6 3.8 7.6 0 7.6C-3.8 7.6 -6.2 3.6 -6.4 -1"
        "C-6.6 -5 -4.6 -8 0 -8Z"
    )
    out = brush.shape(face, "#f3e2bb", ink, 0.34)
    side = "M2.6 -6.6C5 -4 5 3 2 7C4.6 5.6 6.2 2.6 6.4 -1C6.6 -4.6 5 -7 2.6 -6.6Z"
    out += brush.shape(side, "#d6b57c")
    for k in range(7):
        out += brush.disc(-6 + 2 * k, -8.2 + 1.6 * ((k - 3) / 3.3) ** 2, 1.35, "#7a3b22", 0.26)
    eyes = (
        "M{a} -2.2C{b} -3.6 {c} -3.4 {d} -1.6C{e} -0.6 {b} -0.8 {a} -2.2Z"
        if comic
        else "M{a} -2.2C{b} -3 {c} -2.6 {d} -1C{e} -0.6 {b} -0.8 {a} -2.2Z"
    )
    brows = (
        "M{f} -3.8C{g} -5.4 {c} -5 {h} -3.4" if comic else "M{f} -4.8C{g} -4.4 {c} -3.6 {h} -2.6"
    )
    for way in (-1, 1):
        places = dict(zip("abcdefgh", (1.2, 2, 3.6, 4.2, 3.4, 0.9, 2.4, 4.8), strict=True))
        values = {name: n(way * x) for name, x in places.items()}
        out += brush.shape(eyes.format(**values), ink, solid=True)
        out += brush.shape(brows.format(**values), "none", ink, 0.5)
    out += brush.shape("M-0.3 -1.6C-0.4 0 -0.9 1.2 -0.2 1.6H0.8", "none", ink, 0.34)
    mouth = (
        "M-3.6 2.6C-1.6 4 1.6 4 3.6 2.6C3.4 5.2 1.8 6.2 0 6.2C-1.8 6.2 -3.4 5.2 -3.6 2.6Z"
        if comic
        else "M-3 5.8C-2.6 3.4 -1.4 2.6 0 2.6C1.4 2.6 2.6 3.4 3 5.8C1.6 4.6 -1.6 4.6 -3 5.8Z"
    )
    return out + brush.shape(mouth, "#6b2318", ink, 0.3, solid=True)


def mask_comic(brush: Brush) -> str:
    """Draw a mask of comedy."""
    return _mask(brush, True)


def mask_tragic(brush: Brush) -> str:
    """Draw a mask of tragedy."""
    return _mask(brush, False)


def aulos(brush: Brush) -> str:
    """Draw an aulos: two pipes that point downwards from the mouth."""
    out = ""
    for turn in (84, 96):
        pipe = brush.shape("M0 -0.55L24 -0.85V0.85L0 0.55Z", WOOD, brush.ink, 0.28)
        for k in range(4):
            pipe += brush.disc(24 * (0.42 + 0.12 * k), 0, 0.32, brush.ink, solid=True)
        pipe += brush.shape("M2 -0.8H3.2V0.8H2Z", GOLD, brush.ink, 0.2)
        pipe += brush.shape("M22.4 -1.1H24V1.1H22.4Z", GOLD, brush.ink, 0.22)
        out += moved(pipe, turn=turn)
    return out


def globe(brush: Brush) -> str:
    """Draw a celestial globe."""
    out = brush.disc(0, 0, 6, "#2f6f86", 0.34)
    side = "M1.2 -5.9A6 6 0 0 1 1.2 5.9A9 9 0 0 0 1.2 -5.9Z"
    out += brush.shape(side, "#1d4d60")
    rings = "M-6 0C-6 -2.6 6 -2.6 6 0C6 2.6 -6 2.6 -6 0ZM0 -6C-3.4 -6 -3.4 6 0 6C3.4 6 3.4 -6 0 -6Z"
    out += moved(brush.shape(rings, "none", GOLD, 0.5), turn=-24)
    for x, y in ((-2.4, -3), (0.6, -1.2), (-3.6, 1.8), (1.8, 3.3), (-0.6, 4.2)):
        out += brush.disc(x, y, 0.42, "#fff3c9")
    return out


def rod(brush: Brush) -> str:
    """Draw a pointing rod."""
    return brush.shape("M-0.3 -14L0.3 -14L0.4 9H-0.4Z", GOLD, brush.ink, 0.24)


def staff(brush: Brush) -> str:
    """Draw a walking staff with a knob."""
    out = brush.shape("M-0.7 -34H0.7V50H-0.7Z", WOOD, brush.ink, 0.3)
    return out + brush.disc(0, -34.6, 1.3, GOLD, 0.26)


def crook(brush: Brush) -> str:
    """Draw a shepherd's crook."""
    line = "M0 34V-30C0 -36 8 -36 7 -30C6.4 -27.4 3.4 -28 4 -30"
    return brush.shape(line, "none", brush.ink, 2) + brush.shape(line, "none", WOOD, 1.3)


def tablet(brush: Brush) -> str:
    """Draw an open pair of wax tablets."""
    out = ""
    for side, outer, inner in (
        (-1, "M-8.4 -5.4L-0.2 -6.6V6.2L-8.4 7.2Z", "M-7.4 -4.3L-1.2 -5.3V5L-7.4 5.9Z"),
        (1, "M8.4 -5.4L0.2 -6.6V6.2L8.4 7.2Z", "M7.4 -4.3L1.2 -5.3V5L7.4 5.9Z"),
    ):
        out += brush.shape(outer, "#8a5a2b", brush.ink, 0.34)
        out += brush.shape(inner, "#3a2a22", brush.ink, 0.2)
        for k in range(5):
            end, y = side * (6.4 - 0.7 * (k % 3)), -3.4 + 1.6 * k
            line = f"M{side * 2} {n(y)}L{n(end)} {n(y + 0.6)}"
            out += brush.shape(line, "none", "#e8cf9a", 0.3)
    return out


def tympanon(brush: Brush) -> str:
    """Draw a tympanon: a hand drum with bells."""
    out = brush.disc(0, 0, 6.4, GOLD_DARK, 0.34) + brush.disc(-0.6, -0.2, 5.4, "#f3e4c6", 0.24)
    out += brush.shape("M-4.4 -1C-2.6 -3 1.6 -3 3 -1", "none", "#d9c49a", 0.5)
    for k in range(8):
        out += brush.disc(6 * cos(k * pi / 4), 6 * sin(k * pi / 4), 0.7, GOLD_LIGHT, 0.18)
    return out


def stylus(brush: Brush) -> str:
    """Draw a stylus for writing on wax."""
    return brush.shape("M-5 -0.5L5 -0.35L6.6 0L5 0.35L-5 0.5Z", GOLD, brush.ink, 0.24)


def compass(brush: Brush) -> str:
    """Draw a pair of compasses."""
    legs = "M-0.6 -8L-5 9.6L-4 9.2L0 -5.4L4 9.2L5 9.6L0.6 -8Z"
    out = brush.shape(legs, GOLD, brush.ink, 0.3) + brush.disc(0, -8.4, 1.5, GOLD_DARK, 0.28)
    return out + brush.shape("M-2.6 1.4H2.6", "none", GOLD_DARK, 0.5)


def steam_ball(brush: Brush) -> str:
    """Draw a ball that steam rotates (an aeolipile).

    It is between two posts over a kettle, with a plume from the upper one of its bent pipes.
    """
    ink = brush.ink
    out = brush.shape(
        "M-6.4 6.6H6.4C6 10.6 3.6 12.4 0 12.4C-3.6 12.4 -6 10.6 -6.4 6.6Z", "#8a5a2b", ink, 0.3
    )
    out += brush.shape("M-7.2 5.2H7.2V6.8H-7.2Z", GOLD_DARK, ink, 0.26)
    out += brush.shape("M-6.4 5.2V-2.6M6.4 5.2V-2.6", "none", GOLD_DARK, 1)
    for turn in (0, 180):
        pipe = brush.shape("M-1.2 -4.6V-8.6H4.6V-6.8H1.2V-4.6Z", GOLD_DARK, ink, 0.26)
        out += moved(pipe, 0, -2.6, turn)
    plume = (
        "M4.8 -11C6.6 -11.3 6.4 -12.8 5.8 -14C4.8 -16.2 6.6 -18 9.6 -19.6"
        "C8.4 -17.6 8.6 -16.4 9.4 -15C10.6 -12.4 8.6 -9.6 4.8 -9.5Z"
    )
    out += brush.shape(plume, "#f3ead8", ink, 0.2)
    out += brush.disc(0, -2.6, 5.4, GOLD, 0.34)
    out += brush.shape("M1.2 -7.9A5.4 5.4 0 0 1 1.2 2.7A8 8 0 0 0 1.2 -7.9Z", GOLD_DARK)
    return out + brush.shape("M-5.3 -2.6H5.3", "none", GOLD_DARK, 0.5)


def astrolabe(brush: Brush) -> str:
    """Draw an astrolabe that hangs from its ring."""
    out = brush.disc(0, 0, 6.2, GOLD, 0.34) + brush.disc(0, 0, 4.9, "#214a5c", 0.24)
    out += brush.shape("M0 -4.9V4.9M-4.9 0H4.9", "none", GOLD, 0.3)
    rings = "M-3 1.2A3 3 0 1 0 3 1.2A3 3 0 1 0 -3 1.2Z"
    out += brush.shape(rings, "none", GOLD, 0.5) + brush.shape(
        "M-5 3.4L5 -3.4", "none", GOLD_LIGHT, 0.7
    )
    ring = "M-0.5 -6.2C-2.2 -8.8 2.2 -8.8 0.5 -6.2"
    return out + brush.shape(ring, "none", brush.ink, 1.1) + brush.shape(ring, "none", GOLD, 0.6)


def snake_staff(brush: Brush) -> str:
    """Draw the staff of a healer, with a snake around it."""
    out = brush.shape("M-0.6 -18H0.6V20H-0.6Z", WOOD, brush.ink, 0.3)
    body = "M0.4 15C-4 13 -4 9.6 0 8C4 6.4 4 3 0 1.4C-4 -0.2 -4 -3.6 0 -5.2C4 -6.8 4 -10 0 -11.6"
    skin = "#ffffff" if brush.saving else LEAF
    out += brush.shape(body, "none", brush.ink, 2)
    out += f'<path d="{body}" fill="none" stroke="{skin}" stroke-width="1.4"/>'
    head = "M0 -11.6C-2.4 -12.4 -4.4 -12.2 -5.2 -13.2C-4.4 -14.8 -2 -14.8 -0.2 -13.4Z"
    return out + brush.shape(head, LEAF, brush.ink, 0.28)


def ship(brush: Brush) -> str:
    """Draw a model ship under sail."""
    ink = brush.ink
    hull = (
        "M-8 2.4C-9.4 0.6 -9.6 -1.6 -8.6 -3C-7.8 -1 -6.6 0 -5 0.4H6C7.4 0 8.6 -1.4 9 -3.4"
        "C9.6 0 8.4 4 6 5.2H-5.4C-6.6 4.6 -7.4 3.6 -8 2.4Z"
    )
    sail = (
        "M-4.6 -10C-1.4 -9 2.4 -9 5.4 -10C6.4 -7 6.2 -4 5 -1.6C2 -2.6 -1.8 -2.6 -4.4 -1.6"
        "C-5.4 -4 -5.6 -7 -4.6 -10Z"
    )
    out = brush.shape("M0.2 -11.6H0.8V0.6H0.2Z", WOOD, ink, 0.2)
    out += brush.shape(sail, "#fdfaf4", ink, 0.3)
    out += brush.shape("M-4.9 -6.6C-1.6 -5.6 2.4 -5.6 5.8 -6.6", "none", "#8c2f1f", 0.9)
    out += brush.shape(hull, "#8a5a2b", ink, 0.34)
    oars = "".join(f"M{x} 3.4L{x - 2} 7.6" for x in (-3, 0, 3, 6))
    return out + brush.shape(oars, "none", ink, 0.4)


def lantern(brush: Brush) -> str:
    """Draw a burning lantern with bars, a roof and a ring; it shines around itself."""
    ink = brush.ink
    out = "" if brush.saving else '<circle cy="0.4" r="7.6" fill="#ffdf8a" fill-opacity="0.3"/>'
    out += brush.shape(
        "M-1.5 -8.2A1.5 1.5 0 1 1 1.5 -8.2A1.5 1.5 0 1 1 -1.5 -8.2Z", "none", ink, 0.5
    )
    out += brush.shape("M-3.4 -3.6H3.4V5H-3.4Z", "#fff0b0", ink, 0.34)
    flame = "M0 -2.2C1.9 0.2 1.9 2.6 0 3.8C-1.9 2.6 -1.9 0.2 0 -2.2Z"
    out += brush.shape(flame, "#f0a030", ink, 0.2) + brush.shape(
        "M0 0.6C1 2 0.8 3 0 3.4C-0.8 3 -1 2 0 0.6Z", "#fffdf4"
    )
    out += brush.shape("M-3.3 -3.6V5M-1.7 -3.6V5M1.7 -3.6V5M3.3 -3.6V5", "none", GOLD_DARK, 0.55)
    roof = "M-4.6 -3.4L-1.2 -6.6H1.2L4.6 -3.4Z"
    return out + brush.shape(f"{roof}M-4.2 4.6H4.2V6.2H-4.2Z", GOLD_DARK, ink, 0.3)


def spear(brush: Brush) -> str:
    """Draw a spear."""
    out = brush.shape("M-0.5 -26H0.5V50H-0.5Z", WOOD, brush.ink, 0.28)
    return out + brush.shape("M0 -38L2.2 -30.4L0.7 -26H-0.7L-2.2 -30.4Z", "#c9ced2", brush.ink, 0.3)


def bird(brush: Brush) -> str:
    """Draw a crow that sits on a hand."""
    dark = mix("#2d251e", "#214a5c", 0.3)
    body = (
        "M-9 4.6C-6 2.6 -4.6 -1.4 -1.4 -3C-0.6 -5.6 2.8 -6.4 4.4 -4.2L7.6 -3L4.6 -1.8"
        "C4 1.8 0.4 4.2 -3 3.6C-5.2 3.6 -7 4.4 -9 4.6Z"
    )
    out = brush.shape("M-0.6 3.4V6.2M1.4 2.8V5.8", "none", GOLD_DARK, 0.6)
    out += brush.shape(body, dark, brush.ink, 0.3)
    out += brush.shape("M-5.4 1.6C-3 1.4 -0.6 0.2 0.8 -2", "none", "#7f93a0", 0.4)
    return out + brush.disc(3.2, -3.8, 0.45, "#fffdf6", solid=True)


def fox(brush: Brush) -> str:
    """Draw a sitting fox that looks up."""
    red, pale, ink = "#c0662c", "#fdf3e2", brush.ink
    tail = "M-3 8C-8.6 9.4 -11.6 5.4 -9.6 0.6C-8.8 -1.2 -7.2 -1.4 -6.6 0C-7.6 3 -6 5 -2.4 5.2Z"
    tip = "M-9.6 0.6C-8.8 -1.2 -7.2 -1.4 -6.6 0C-7 1.2 -8.2 0.6 -9.6 0.6Z"
    body = (
        "M1 -5C-3 -3.6 -5.6 1 -5.2 5C-5 7 -4 8 -2 8.2H4.6C5 7.2 4.4 6.8 3.4 6.6"
        "C3.2 3.4 4.4 0.6 4 -3Z"
    )
    head = (
        "M-0.6 -6.4C-1.6 -8.4 -1.6 -10.6 -0.8 -12.6C0.6 -11.8 1.6 -10.8 2.2 -9.4L3.8 -11.4"
        "C4.4 -10.4 4.6 -9.2 4.6 -8.2L9.6 -6C9.8 -5.2 9.2 -4.6 8.2 -4.4"
        "C5.4 -2.4 1.4 -2.6 -0.6 -6.4Z"
    )
    out = brush.shape(tail, red, ink, 0.34) + brush.shape(tip, pale, ink, 0.22)
    out += brush.shape(body, red, ink, 0.34)
    out += brush.shape("M4 -3C2.4 -0.6 1.2 1.4 1.4 4C2.2 2 3.4 1 4 -1Z", pale)
    out += brush.shape("M-3.8 7.6C-4 5.4 -2.6 3.6 -0.6 3.6M1.4 8.2L1.8 4.6", "none", ink, 0.3)
    out += brush.shape(head, red, ink, 0.34)
    out += brush.shape("M8.2 -4.4C6 -2.8 3 -2.6 1 -4C3.6 -4.4 5.6 -5 7 -5.6Z", pale)
    out += brush.shape("M3 -7.2L4.8 -7", "none", ink, 0.5)
    return out + brush.disc(9.2, -5.7, 0.7, ink, solid=True)


def quill(brush: Brush) -> str:
    """Draw a quill that leans back, with its point at 0, 0."""
    ink = brush.ink
    vane = (
        "M0.6 -6C-0.8 -12 0.4 -20 5.6 -27C7.4 -26.4 8.6 -24.6 8.8 -22.4L7.6 -21.4L8.6 -20"
        "C8.4 -15.6 6 -10.4 2.2 -6.4Z"
    )
    out = brush.shape(vane, "#fdfaf4", ink, 0.34)
    for k in range(6):
        y = -9 - 2.6 * k
        x = 1.4 + 0.11 * (k + 1) ** 1.7
        out += brush.shape(f"M{n(x)} {n(y)}L{n(x + 2.4)} {n(y - 2.6)}", "none", "#8d8577", 0.24)
        out += brush.shape(f"M{n(x)} {n(y)}L{n(x - 1)} {n(y - 2.4)}", "none", "#8d8577", 0.24)
    out += brush.shape("M0 0L1.3 -6.6C1.6 -14 3.4 -21 5.6 -27", "none", ink, 0.5)
    return out + brush.shape("M-0.4 0.6L0.1 -3.4L1 -3.2Z", ink, ink, 0.2, solid=True)


def candle(brush: Brush) -> str:
    """Draw a burning candle in a holder."""
    ink = brush.ink
    out = brush.shape("M-1.9 -8.6H1.9V4.6H-1.9Z", PARCHMENT, ink, 0.34)
    out += brush.shape("M0.7 -8.4H1.7V4.4H0.7Z", "#d9c49a")
    out += brush.shape("M-1.9 -8.6C-1.7 -6.6 -0.9 -6.8 -0.7 -8.6ZM0.2 -8.6C0.4 -5 1.4 -5 1.9 -8.6Z",
                       "#fdfaf4", ink, 0.22)  # fmt: skip
    out += brush.shape("M0 -9V-10.6", "none", ink, 0.4)
    flame = (
        "M0 -16.4C2.4 -13.4 2.8 -11.2 1.4 -9.8C0.4 -9 -0.8 -9 -1.6 -9.8"
        "C-2.8 -11.4 -1.8 -13.6 0 -16.4Z"
    )
    out += brush.shape(flame, GOLD, ink, 0.3)
    out += brush.shape("M0 -12.8C1 -11.4 1 -10.2 0 -9.6C-1 -10.2 -1 -11.4 0 -12.8Z", "#c8574a")
    holder = "M-5.6 4.4H5.6C5 6.6 3 7.6 0 7.6C-3 7.6 -5 6.6 -5.6 4.4Z"
    return out + brush.shape(holder, GOLD_DARK, ink, 0.34)


def book(brush: Brush) -> str:
    """Draw two bound books, one on the other."""
    ink = brush.ink
    out = ""
    cover = (
        "M-9 -2.8H8.4V-1.8H-7.4C-8.2 -1.4 -8.2 1.6 -7.4 2H8.4V3H-9C-10.6 2.6 -10.6 -2.4 -9 -2.8Z"
    )
    for x, y, hue in ((0, 3.4, "#2f5d73"), (-1.2, -2.6, "#8c2f1f")):
        drawn = brush.shape("M-7.6 -1.8H7.6V2H-7.6Z", PARCHMENT, ink, 0.24)
        lines = "".join(f"M-7.6 {n(-0.9 + 0.95 * k)}H7.6" for k in range(3))
        drawn += brush.shape(lines, "none", "#b49f78", 0.22) + brush.shape(cover, hue, ink, 0.34)
        drawn += brush.shape("M-6 -2.7V-1.9M-3.6 -2.7V-1.9", "none", GOLD, 0.5)
        out += moved(drawn, x, y)
    return out


def open_book(brush: Brush) -> str:
    """Draw a book that lies open towards the viewer."""
    ink = brush.ink
    out = brush.shape("M-9.4 -5.4H9.4V6.2H-9.4Z", "#8c2f1f", ink, 0.36)
    for side in (-1, 1):
        page = "M0 -4.6C2.4 -6.2 5.8 -6.2 8.6 -5.2V5.2C5.8 4.2 2.4 4.2 0 5.8Z"
        leaf = brush.shape(page, PARCHMENT, ink, 0.34)
        for k in range(5):
            line = brush.shape("M1.4 0C3.2 -1 5.4 -1 7.4 -0.5", "none", "#7a6a55", 0.3)
            leaf += moved(line, 0, -3.4 + 1.6 * k)
        out += moved(leaf, scale=f"{side} 1")
    return out + brush.shape("M1 5.4V10L0 8.8L-1 10V5.6Z", GOLD, ink, 0.24)


def seal_press(brush: Brush) -> str:
    """Draw a hand stamp: a ball to hold, a neck, and a wooden block on red rubber."""
    ink = brush.ink
    out = brush.shape("M-5.2 5.6H5.2V7.4H-5.2Z", "#b8342a", ink, 0.32)
    out += brush.shape("M-5.6 1.4H5.6V5.6H-5.6Z", WOOD, ink, 0.34)
    out += brush.shape("M-1.3 1.4L-1 -3H1L1.3 1.4Z", GOLD, ink, 0.32)
    out += brush.shape("M-4.6 3.4H4.6", "none", "#6d3f1c", 0.3)
    out += brush.disc(0, -5.2, 2.8, WOOD, 0.34)
    return out + brush.shape("M-1.4 -6C-1.2 -6.8 -0.5 -7.2 0.3 -7.2", "none", "#e0b070", 0.4)


def penknife(brush: Brush) -> str:
    """Draw a small knife, its blade to the right."""
    out = brush.shape("M-3.6 -1H2.4V1H-3.6C-4.4 1 -4.4 -1 -3.6 -1Z", WOOD, brush.ink, 0.3)
    return out + brush.shape("M2.4 -0.9H6C7.6 -0.8 8.6 0 9 0.9H2.4Z", "#c9d0da", brush.ink, 0.3)


def purse(brush: Brush) -> str:
    """Draw a full purse that stands on its bottom, at 0, 0, tied below its mouth."""
    mouth = (
        "M-1.6 -7.4C-2.6 -8.6 -3.2 -9.4 -3 -10.4L-1 -9.6L0 -10.6L1 -9.6L3 -10.4"
        "C3.2 -9.4 2.6 -8.6 1.6 -7.4Z"
    )
    bag = (
        "M-1.6 -7.4C-4.6 -5.6 -5.6 -2.4 -4.4 -0.4C-3.4 0.6 3.4 0.6 4.4 -0.4"
        "C5.6 -2.4 4.6 -5.6 1.6 -7.4Z"
    )
    out = brush.shape(mouth, LEATHER, brush.ink, 0.32) + brush.shape(bag, LEATHER, brush.ink, 0.34)
    out += brush.shape(
        "M2 -7C4.2 -5.2 4.6 -2.4 3.4 -0.2C4.6 -0.4 5 -1.8 4.8 -3C4.6 -5 3.4 -6.4 2 -7Z", "#6d3f1c"
    )
    for line in ("M-0.8 -6.6C-1.8 -5.4 -2.4 -4 -2.4 -2.6", "M0.4 -6.6C0.6 -5.4 0.6 -4.4 0.4 -3.4"):
        out += brush.shape(line, "none", brush.ink, 0.26)
    return out + brush.shape("M-1.9 -8.1H1.9V-6.9H-1.9Z", GOLD, brush.ink, 0.24)


def letter(brush: Brush) -> str:
    """Draw a folded letter with a seal."""
    ink = brush.ink
    out = brush.shape("M-8 -5.4H8V5.4H-8Z", PARCHMENT, ink, 0.36)
    out += brush.shape("M-8 5.4L-1.6 -0.6M8 5.4L1.6 -0.6", "none", ink, 0.26)
    out += brush.shape("M-8 -5.4L0 1.2L8 -5.4Z", "#fdfaf4", ink, 0.3)
    out += brush.disc(0, 1, 2.3, "#9c211c", 0.3, solid=True)
    heart = "M0 2.2C-1.6 1 -1.3 0 -0.7 0C-0.3 0 0 0.4 0 0.6C0 0.4 0.3 0 0.7 0C1.3 0 1.6 1 0 2.2Z"
    return out + brush.shape(heart, "#f1cfc2", solid=True)


def lovers_ship(brush: Brush) -> str:
    """Draw a small ship under sail with two lovers who look at each other."""
    ink = brush.ink
    out = brush.shape("M0.2 -15H0.9V0.6H0.2Z", WOOD, ink, 0.2)
    sail = (
        "M-6.6 -14.6C-2 -13.4 3 -13.4 7.6 -14.6C8.6 -12 8.4 -10.4 7.4 -8.4C3 -9.4 -2 -9.4 -6.2 -8.4"
    )
    out += brush.shape(f"{sail}C-7.4 -10.4 -7.6 -12 -6.6 -14.6Z", "#fdfaf4", ink, 0.34)
    out += brush.shape("M-6.9 -11.6C-2 -10.4 3 -10.4 8 -11.6", "none", "#8c2f1f", 1)
    for side, robe, skin, hair in (
        (-1, "#8c2f1f", "#c98f5e", "#2d251e"),
        (1, "#5f9bb4", "#f0cba6", "#a9541f"),
    ):
        lover = brush.shape("M-2.6 1C-2.8 -3 -1.4 -3.6 0 -3.4C1.6 -3.4 2.4 -2.4 2.6 1Z", robe, ink,
                            0.28)  # fmt: skip
        # a head in profile, and an arm around the other
        face = (
            "M-1.9 -5.2C-2 -7 -0.8 -7.9 0.5 -7.7C1.5 -7.5 1.9 -6.9 1.9 -6.2L2.6 -5.1L1.9 -4.9"
            "C2.1 -4 1.8 -3.3 0.9 -3.2L0.6 -2.7H-0.9L-1 -3.8C-1.6 -4.2 -1.9 -4.6 -1.9 -5.2Z"
        )
        lover += brush.shape(face, skin, ink, 0.28)
        locks = (
            "M1.7 -6.9C1.4 -8.4 -0.6 -8.8 -1.9 -7.7C-3.1 -6.6 -2.9 -4.6 -2.1 -3.4C-1.5 -3 -0.9 -3.3"
            " -0.9 -3.9C-0.6 -4.8 -0.4 -5.4 0.2 -6.1C0.8 -6.4 1.4 -6.4 1.7 -6.9Z"
        )
        lover += brush.shape(locks, hair, ink, 0.24) + brush.disc(1.1, -5.7, 0.3, ink, solid=True)
        if side > 0:
            lover += brush.shape("M-0.6 -2.6L5 -2.4", "none", ink, 1.5)
            lover += brush.shape("M-0.6 -2.6L5 -2.4", "none", skin, 0.95)
        out += moved(lover, 0.6 + side * 3.3, 0, scale=f"{-side} 1")
    hull = (
        "M-10.6 1.4C-12.4 -0.8 -12.8 -3 -11.6 -5.2C-10.8 -2.4 -9 -0.4 -6.6 0H8.6"
        "C10.6 -0.4 12 -2.4 12.4 -5.6C13.4 -1 11.8 4.6 8.6 5.8H-7.6C-9 5 -10 3.2 -10.6 1.4Z"
    )
    out += brush.shape(hull, "#8a5a2b", ink, 0.36)
    out += brush.shape("M-10.2 2.2C-4 3.2 4 3.2 11.2 1.6", "none", GOLD, 0.7)
    return out + brush.disc(8.8, 0.9, 0.7, "#fdfaf4", 0.2)


def tortoise(brush: Brush) -> str:
    """Draw a tortoise that has won a race: it stretches its neck over a line."""
    shell, skin, ink = "#a9772e", "#9aa45c", brush.ink
    neck = (
        "M7 1C9.6 0.4 10.4 -2.6 12.8 -3.4C15 -3.6 16.2 -1.8 15.4 -0.4C14.4 0.8 12.8 0.4 12 1.4"
        "C10.8 3 9 3.8 7 3.6Z"
    )
    out = brush.shape(neck, skin, ink, 0.34)
    for x in (-5.4, 4):
        out += brush.shape(f"M{x - 1.8} 3L{x - 2.4} 7H{x + 2.4}L{x + 1.8} 3Z", skin, ink, 0.34)
    out += brush.shape("M-8.6 2.8L-11.8 4.6L-8.2 4.4Z", skin, ink, 0.3)
    out += brush.shape("M-9.6 4C-9.6 -4.4 -4.6 -7.6 0 -7.6C5 -7.6 9 -4 9 4Z", shell, ink, 0.4)
    out += brush.shape(
        "M-9.8 4.2C-4 5.6 4 5.6 9.2 4.2L9 2.4C4 3.6 -4 3.6 -9.6 2.4Z", GOLD, ink, 0.3
    )
    plates = "M-5 -1.4L-2.6 -5H2.4L4.8 -1.4L2.4 1.8H-2.6ZM-5 -1.4H-9.2M4.8 -1.4H8.4M-2.6 -5L-4 -6.8"
    out += brush.shape(f"{plates}M2.4 -5L4 -6.6M-2.6 1.8L-3.4 3.2M2.4 1.8L3 3.2", "none", ink, 0.34)
    return out + brush.disc(14, -2, 0.5, ink, solid=True)


def coin(brush: Brush) -> str:
    """Draw a coin with a letter, in a beaded rim."""
    out = brush.disc(0, 0, 3.3, GOLD, 0.34) + brush.disc(0, 0, 2.5, GOLD_LIGHT, 0.24)
    return out + brush.shape("M-1.2 1.5L0 -1.6L1.2 1.5M-0.7 0.5H0.7", "none", brush.ink, 0.5)


THINGS: dict[str, Callable[[Brush], str]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        astrolabe, aulos, bird, book, candle, coin, compass, crook, fox, globe, lantern, letter,
        lovers_ship, lyre, mask_comic, mask_tragic, open_book, penknife, purse, quill, rod, roll,
        scroll, seal_press, ship, snake_staff, spear, staff, steam_ball, stylus, tablet, tortoise,
        tympanon,
    )
}  # fmt: skip
