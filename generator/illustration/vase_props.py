"""Draws the objects that people on Attic vases hold.

The hand is at 0, 0; lengths are in units of the person, who is 100 high. What is held upright goes
up from there, and what hangs goes down.
"""

from __future__ import annotations

from math import cos, pi, sin

from generator.illustration.black_figure import (
    BRONZE,
    CLAY,
    FILLED,
    GLAZE,
    RED,
    WHITE,
    Body,
    circle,
    cut,
    group,
    limb,
    part,
    path,
)
from generator.illustration.brush import Point, n, ribbon, spline
from generator.illustration.vase_tales import father, fleece, made_wing
from generator.illustration.vase_treasures import ball_of_thread, cudgel, leaf, sickle


def torch() -> str:
    """Draw a bundle of splints, bound twice, with a flame at its upper end."""
    flame = (
        "M-4.6 -18C-9 -25 -5 -29 -4.6 -36C-1 -32 0 -29 0.6 -26C3 -28 4.4 -31 4 -34C9 -27 8.4 -21"
    )
    out = part(f"{flame} 4.6 -18Z", RED, CLAY, 0.5)
    out += path("M-2 -18C-4 -23 -1 -25 -1 -29C2.6 -25 3.6 -22 2 -18Z", BRONZE)
    out += part("M-1.8 9L-3.4 -17Q0 -20 3.4 -17L1.8 9Z", FILLED, CLAY, 0.5)
    for y in (-13, -5.4):
        out += path(f"M-3.4 {y}L3.2 {y + 1}", "none", CLAY, 1)
    return out


def club() -> str:
    """Draw a knotted club that is held near its thin end."""
    return group(cudgel(), "scale(0.36) translate(0 14)")


def hooked_sword() -> str:
    """Draw a sickle-shaped sword, with the handle in the fist."""
    return group(sickle(), "scale(0.4) translate(0 12)")


def trident() -> str:
    """Draw a trident with barbed prongs."""
    out = part("M-0.9 46L-0.8 -30H0.8L0.9 46Z", GLAZE, CLAY, 0.3)
    prongs = "M-8.6 -46C-9.4 -34 -6 -29 0 -29C6 -29 9.4 -34 8.6 -46"
    out += path(prongs, "none", CLAY, 3.2) + path(prongs, "none", GLAZE, 2.2)
    out += part("M-1.1 -29V-48H1.1V-29Z", GLAZE, CLAY, 0.3)
    for x, y in ((-8.6, -44), (0, -46), (8.6, -44)):
        out += part(f"M{x - 3.2} {y}L{x} {y - 9}L{x + 3.2} {y}L{x} {y - 2.4}Z", GLAZE, CLAY, 0.4)
    return out + path("M-2 -27H2M-1.8 -24.6H1.8", "none", CLAY, 0.8)


def hammer() -> str:
    """Draw a smith's hammer with a heavy head."""
    out = part("M-1.2 7L-1.4 -22H1.4L1.2 7Z", FILLED, CLAY, 0.4)
    head = "M-9 -30L-7 -31.6H7L9.6 -30V-21.6L7 -20H-7L-9 -21.6Z"
    return out + part(head, FILLED, CLAY, 0.6) + cut([(-5.4, -31), (-5.4, -20.6)],
                                                    [(5.4, -31), (5.4, -20.6)])  # fmt: skip


def crook() -> str:
    """Draw a herdsman's staff that ends in a hook."""
    line: list[Point] = [(0, 66), (0, 20), (0, -22), (-0.6, -28), (2, -33), (7, -33), (9, -28)]
    return part(spline(ribbon(line, [0.9, 0.9, 0.9, 1, 1.1, 1.1, 0.7], 40), True), GLAZE, CLAY, 0.3)


def branch() -> str:
    """Draw a branch with leaves in pairs."""
    out = ""
    for k in range(5):
        x, y = 1.6 * sin(k * 1.1), -9.0 - 8 * k
        for side in (-1, 1):
            out += group(leaf(0, 0, 0), f"translate({n(x)} {n(y)}) rotate({-90 + side * 48})"
                                        f" scale({n(0.72 - 0.05 * k)})")  # fmt: skip
    out += group(leaf(0, 0, 0), "translate(0 -46) rotate(-90) scale(0.56)")
    return limb([(0, 9), (0.6, -8), (1.4, -24), (0, -47)], [1.8, 1.6, 1.2, 0.6]) + out


def girdle() -> str:
    """Draw a broad belt that sags from the hand to the other hand, 68 to the left of it."""
    out = part("M-72 -3Q-34 23 4 -3L8 5Q-34 35 -76 5Z", BRONZE, GLAZE, 0.8)
    for k in range(9):
        t = 0.1 + 0.1 * k
        x, y = -74 + 80 * t, 1 + 56 * t * (1 - t)
        out += path(
            f"M{n(x)} {n(y - 2.4)}L{n(x + 2)} {n(y)}L{n(x)} {n(y + 2.4)}L{n(x - 2)} {n(y)}Z", RED
        )
    out += part("M-82 -5L-72 -8L-68 6L-78 9Z", RED, GLAZE, 0.7)  # its buckle
    out += path("M-78 -2L-73.6 -3.4L-71.8 3.2L-76.4 4.6Z", "none", BRONZE, 1.2)
    return out + cut(
        [(5, -2), (13, 3)], [(6.4, 1), (14, 7)], [(7, 4), (13, 11)], line=BRONZE, w=1.4
    )


def arrow() -> str:
    """Draw the feathered end of an arrow that sticks in what is at 0, 0."""
    out = part("M-0.9 3V-26H0.9V3Z", GLAZE, CLAY, 0.4)
    for y in (-15, -19, -23):
        for side in (-1, 1):
            out += path(f"M0 {y}L{side * 4.4} {y - 5}V{y - 8}L0 {y - 3}Z", WHITE, GLAZE, 0.4)
    return out


def oar() -> str:
    """Draw a long oar, carried with its blade up."""
    out = part("M-1.5 50L-1.3 -64H1.3L1.5 50Z", GLAZE, CLAY, 0.4)
    out += part("M-1.4 -60C-6.4 -66 -6.4 -84 -4 -90H4C6.4 -84 6.4 -66 1.4 -60Z", GLAZE, CLAY, 0.6)
    return out + cut([(0, -62), (0, -86)], w=0.6) + circle(0, 51, 2.4, GLAZE, CLAY, 0.4)


def coin() -> str:
    """Draw a silver coin with the owl of Athens."""
    out = circle(4, -6, 9.4, WHITE, GLAZE, 0.8) + circle(4, -6, 8, "none", GLAZE, 0.4)
    bird = "M1 -11.6C3 -13.4 7 -13 8 -10.6C10 -7 8 -2.6 5.4 0.4L-1.4 0.6C-1 -3.4 -1 -8 1 -11.6Z"
    out += part(bird, GLAZE, "", 0)
    return out + circle(3.2, -9.6, 1.2, WHITE) + circle(6.4, -9.6, 1.2, WHITE)


def jug() -> str:
    """Draw a jug with a red belly, held by its handle."""
    out = path("M0.6 -8C-5 -6 -5 4 2 6", "none", CLAY, 2.8) + path(
        "M0.6 -8C-5 -6 -5 4 2 6", "none", RED, 1.8)  # fmt: skip
    belly = "M2.6 -11C6 -13.4 11 -12 14 -9L10.4 -5C11 -1.6 16 1 16 8C16 14 12 17.4 12 19H2"
    out += part(f"{belly}C2 17.4 -2 14 -2 8C-2 1 4 -1.6 4 -5Z", RED, CLAY, 0.7)
    return out + path("M-1.6 5H15.6M-1.8 9H15.8", "none", CLAY, 0.8)


def water_jar() -> str:
    """Draw a jar with a red belly, held by the handle at its shoulder."""
    out = path("M-1 -2C-5 0 -4 8 2 9", "none", CLAY, 2.6)
    belly = "M3 -10H15L13 -6V-2C18 0 21 4 20 10C19 17 14 21 12 24H6C4 21 -1 17 -2 10C-3 4 0 0 5 -2"
    out += part(f"{belly}V-6Z", RED, CLAY, 0.7)
    out += part("M4.6 24H13.4L15 27H3Z", RED, CLAY, 0.5)
    return out + path("M-1.4 6.4H19.4M-1.6 10.4H19.6", "none", CLAY, 0.8)


def yarn() -> str:
    """Draw a ball of thread, whose end hangs down."""
    end = "M11 3C15 9 8 14 11 21C12.4 25 9.6 28 11 32"
    out = path(end, "none", GLAZE, 1.9) + path(end, "none", BRONZE, 0.9)
    return out + group(ball_of_thread(2.2), "translate(5 -2) scale(0.25)")


def apple() -> str:
    """Draw a golden apple."""
    out = path("M2 -6C2 -9 3.4 -10.6 5.4 -11.4", "none", GLAZE, 1)
    fruit = "M2 -5.6C6 -8.6 10.4 -5.6 9.4 0.4C8.6 5.4 5 7.6 2 6.2C-1 7.6 -4.6 5.4 -5.4 0.4C-6.4"
    return out + part(f"{fruit} -5.6 -2 -8.6 2 -5.6Z", BRONZE, GLAZE, 0.7)


def discus() -> str:
    """Draw a discus, with the grooves of its rim."""
    out = circle(0, 0, 8.6, BRONZE, GLAZE, 0.8) + circle(0, 0, 6.4, "none", GLAZE, 0.5)
    return out + circle(0, 0, 1.2, GLAZE)


def sky() -> str:
    """Draw the vault of heaven as a disc with stars, carried with both hands."""
    out = circle(0, -15, 16, FILLED, CLAY, 0.8) + circle(0, -15, 13.6, "none", CLAY, 0.5)
    for k in range(7):
        a = pi * 2 * k / 6
        x, y = (0.0, -15.0) if k == 6 else (8.6 * cos(a), -15 + 8.6 * sin(a))
        r = 3.4 if k == 6 else 2.2
        star = "".join(f"{'L' if i else 'M'}{n(x + (r if i % 2 else r * 0.4) * sin(pi * i / 4))}"
                       f" {n(y - (r if i % 2 else r * 0.4) * cos(pi * i / 4))}"
                       for i in range(8))  # fmt: skip
        out += path(f"{star}Z", WHITE)
    return out


def eye() -> str:
    """Draw the round eye of a Cyclops."""
    return circle(0, 0, 3.2, WHITE, GLAZE, 0.7) + circle(0, 0, 1.4, GLAZE)


def lyre() -> str:
    """Draw a lyre with curved arms and the shell of a tortoise."""
    out = ""
    for side in (-1, 1):
        arm: list[Point] = [(side * 5 + 6, -2), (side * 10 + 6, -12), (side * 8 + 6, -22),
                            (side * 11 + 6, -29)]  # fmt: skip
        out += limb(arm, [1.6, 1.7, 1.4, 0.9])
    out += "".join(path(f"M{6 + 1.7 * k} -23V2", "none", GLAZE, 0.55) for k in (-2, -1, 0, 1, 2))
    out += part("M-6 -24.4H18V-22.2H-6Z", RED, CLAY, 0.3)
    out += part("M-2 -5C1 -6.6 11 -6.6 14 -5C14.6 4 11 9 6 9C1 9 -2.6 4 -2 -5Z", BRONZE, GLAZE, 0.7)
    return out + cut([(0, 0), (6, 3), (12, 0)], [(3, -5), (4, 6)], [(9, -5), (8, 6)], line=GLAZE)


def owl() -> str:
    """Draw an owl that sits on the hand."""
    return group(standing_owl(), "translate(2 -1) scale(0.38)")


def standing_owl() -> str:
    """Draw an owl in profile that looks out of the picture, 64 high and on y = 0."""
    body = Body().add(
        "M2 -64C16 -64 23 -56 21 -45C26 -30 21 -12 8 -5L-30 1C-26 -10 -24 -34 -17 -46"
        "C-20 -57 -12 -64 2 -64Z"
    )
    body.cut(
        [(-16, -44), (-2, -38), (4, -24), (-6, -8), (-24, -1)],
        [(-14, -34), (-4, -28), (-6, -16), (-16, -6)],
        [(-16, -26), (-10, -20), (-14, -10)],
        w=1,
    )
    out = part("M-2 -8L-1 -1L-5 0H4L3 -1L3 -8ZM8 -8L9 -1L6 0H15L13 -1L12 -8Z", BRONZE, GLAZE, 0.7)
    out += body.svg(0.8)
    for x, y in ((9, -35), (15, -33), (8, -27), (15, -25), (9, -19), (14, -16)):
        out += circle(x, y, 1.3, WHITE)
    for eye in (-5.4, 11.4):
        out += circle(eye, -51, 7.4, WHITE, CLAY, 0.6) + circle(eye, -51, 3.2, GLAZE)
    return out + part("M0.6 -48L3 -39L5.4 -48Z", BRONZE, GLAZE, 0.6)


PROPS = {
    "apple": apple, "arrow": arrow, "branch": branch, "club": club, "coin": coin, "crook": crook,
    "discus": discus, "eye": eye, "father": father, "fleece": fleece, "girdle": girdle,
    "hammer": hammer, "hooked-sword": hooked_sword, "jug": jug, "lyre": lyre,
    "made-wing": made_wing, "oar": oar, "owl": owl, "sky": sky, "torch": torch, "trident": trident,
    "water-jar": water_jar, "yarn": yarn,
}  # fmt: skip
