"""Draws ships, weapons and wonders in the style and the colours of Attic vases.

Like monsters, they are about 100 units high and stand on y = 0, so that a scene can place them like
figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from generator.illustration.black_figure import (
    BRONZE,
    CLAY,
    GLAZE,
    RED,
    WHITE,
    Body,
    circle,
    cut,
    group,
    part,
    path,
)
from generator.illustration.brush import Point, n, ribbon, spline
from generator.illustration.vase_riders import crests


def axes() -> str:
    """Draw three axes in a row, each with a ring at its head through which an arrow can pass."""
    out = ""
    for x in (-44.0, 0.0, 44.0):
        helve = f"M{n(x - 1.6)} 0L{n(x - 1.4)} -66H{n(x + 1.4)}L{n(x + 1.6)} 0Z"
        out += part(helve, GLAZE, CLAY, 0.6)
        for side in (-1, 1):
            blade = [(0.0, -62), (7, -64), (15, -74), (19, -62), (15, -50), (7, -58)]
            out += part(spline([(x + side * u, v) for u, v in blade], True))
            out += cut([(x + side * 15.4, -71), (x + side * 17, -62), (x + side * 15.4, -53)])
            out += cut([(x + side * 4, -61), (x + side * 10, -61)], w=0.5)
        out += circle(x, -76, 7.4, "none", GLAZE, 3.2) + circle(x, -76, 7.4, "none", CLAY, 0.5)
        out += part(f"M{n(x - 3)} -56H{n(x + 3)}V-66H{n(x - 3)}Z", RED, CLAY, 0.5)
        out += part(f"M{n(x - 8)} 0L{n(x - 5)} -6H{n(x + 5)}L{n(x + 8)} 0Z")
    return out


def _greave() -> str:
    """Draw a bronze shin guard in three-quarter view, open at the back."""
    shin: list[Point] = [(-4, -100), (6, -101), (14, -95), (15, -87), (11, -80), (14, -62),
                         (13, -40), (9, -20), (8, -9), (11, -1)]  # fmt: skip
    calf: list[Point] = [(-7, -1), (-8, -12), (-11, -30), (-19, -54), (-17, -72), (-11, -80),
                         (-12, -92), (-4, -100)]  # fmt: skip
    edge: list[Point] = [(-2, -1), (-2, -12), (-3, -30), (-8, -54), (-7, -70), (-5, -80)]
    outline = spline(shin) + spline([(11, -1), (3, 2), (-7, -1)], join=True)
    out = part(outline + spline(calf, join=True) + "Z", BRONZE, GLAZE, 1.5)
    lining = spline(calf[:6]) + spline(edge[::-1], join=True)
    out += part(lining + "Z", RED, GLAZE, 1.1)
    for y, left, right in ((-62, -18.4, -7.6), (-24, -9.8, -2.8)):
        out += part(f"M{left} {y}L{right} {y - 2}V{y + 3}L{left + 0.6} {y + 5}Z", WHITE, GLAZE, 0.7)
    spiral = [
        (3 + 7 * (1 - k / 16) * cos(pi * k / 4.5), -90 + 7 * (1 - k / 16) * sin(pi * k / 4.5))
        for k in range(15)
    ]
    out += cut(spiral, [(-6, -80), (3, -77), (11, -80)], line=GLAZE, w=1)
    out += cut(
        [(3, -74), (8, -58), (7, -38), (4, -22)],
        [(-1, -70), (2, -54), (2, -34)],
        [(-2, -12), (4, -10), (9, -12)],
        [(-2, -7), (5, -5), (10, -7)],
        line=GLAZE,
        w=0.9,
    )
    return out + path("M10.4 -72C12.4 -62 11.8 -48 10.6 -38", "none", WHITE, 1.2)


def greaves() -> str:
    """Draw two bronze shin guards, with flared knees, straps and a red lining."""
    one = _greave()
    return group(one, "translate(-20 -3) rotate(-5)") + group(one, "translate(22 0) rotate(3)")


def horse_of_wood() -> str:
    """Draw the wooden horse of Troy, on wheels and with a hatch in its side."""
    body = Body()
    body.add(
        "M-40 -72C-30 -78 8 -80 24 -74L34 -104C35 -111 44 -114 48 -108L64 -88C66 -84 62 -80 58 -80"
        "L46 -84L42 -52C40 -44 34 -40 26 -40H-36C-44 -44 -46 -66 -40 -72Z"
    )
    for x in (-36.0, -22.0, 16.0, 30.0):
        body.add(f"M{n(x)} -46h9l-1.4 34h-6.2Z")
    body.cut(
        [(-42, -62), (40, -64)], [(-42, -52), (40, -54)], [(30, -84), (43, -80)],
        [(34, -96), (46, -90)], [(54, -100), (56.6, -98)], [(58, -84.4), (61.6, -86)],
    )  # fmt: skip
    out = body.svg()
    out += part("M-12 -70H8V-46H-12Z", RED, CLAY, 0.8)
    out += cut([(-5.4, -70), (-5.4, -46)], [(1.4, -70), (1.4, -46)], w=0.5)
    for k in range(6):  # a cropped mane, and a tail of rope
        x, y = 33 - 1.9 * k, -106 + 6.4 * k
        out += part(
            f"M{n(x)} {n(y)}L{n(x - 6)} {n(y - 1)}L{n(x - 1.6)} {n(y + 6)}Z", RED, CLAY, 0.4
        )
    tail: list[Point] = [(-40, -70), (-50, -62), (-50, -44), (-56, -32)]
    out += part(spline(ribbon(tail, [3, 3.4, 3, 1], 10), True))
    out += part("M-48 -16H52V-8H-48Z") + cut([(-46, -12), (50, -12)], w=0.5)
    for x in (-36, 38):
        out += circle(x, -8, 8.4, GLAZE, CLAY, 0.9) + circle(x, -8, 2.2, BRONZE, GLAZE, 0.5)
        spokes = [[(x + 3 * cos(a), -8 + 3 * sin(a)), (x + 7 * cos(a), -8 + 7 * sin(a))]
                  for a in (pi * k / 3 for k in range(6))]  # fmt: skip
        out += cut(*spokes, w=0.7)
    return out


def galley() -> str:
    """Draw a galley under sail, with an eye on its bow and its oars in the waves."""
    return _rigging() + _hull()


def argo() -> str:
    """Draw a galley with its crew: a helmsman, six rowers and a lookout, who lets a dove fly."""
    out = group(_rigging(), "translate(0 -20.8) scale(0.8)")
    for k in range(6):  # behind the shields
        x = -27 + 11.2 * k
        out += part(f"M{n(x - 4.6)} -32C{n(x - 4.6)} -41 {n(x + 4.6)} -41 {n(x + 4.6)} -32Z", w=0.6)
        out += circle(x + 0.6, -42.4, 3.5, GLAZE, CLAY, 0.6)
        out += path(f"M{n(x - 2.6)} -43.4C{n(x - 1.6)} -47 {n(x + 2.6)} -47.4 {n(x + 3.6)} -44.4Z",
                    RED, CLAY, 0.4)  # fmt: skip
    out += path("M-47 -45L-66 -3", "none", CLAY, 3) + path("M-47 -45L-66 -3", "none", GLAZE, 2)
    out += part("M-64.6 -10L-71 2L-66.6 4L-61.6 -8Z", GLAZE, CLAY, 0.5)
    out += group(_sailor((-9, -13), (-3, -11)), "translate(-43 -33) scale(1.06)")
    out += _hull()
    return out + group(_sailor((11, -29), (-4, -10)), "translate(52 -35) scale(1)")


def _sailor(near: Point, far: Point) -> str:
    """Draw a small man in a red kilt, 27 high, with the places of his hands."""
    body = Body()
    for foot in (-3.4, 3.2):
        body.add(spline(ribbon([(foot * 0.4, -11), (foot * 0.8, -5), (foot, 0)], [2, 1.7, 1], 6),
                        True)).add(f"M{n(foot - 1)} -1.2H{n(foot + 1)}L{n(foot + 2.6)} 0"
                                   f"H{n(foot - 1.2)}Z")  # fmt: skip
    body.add(spline(ribbon([(-2.6, -19), ((far[0] - 6) / 2, (far[1] - 21) / 2), far],
                           [1.5, 1.3, 0.9], 6), True))  # fmt: skip
    body.add("M-3.8 -20.6C-1.6 -21.6 1.6 -21.6 3.8 -20.6L2.6 -10.6H-2.6Z")
    body.add(spline(ribbon([(2.6, -19), ((near[0] + 4) / 2, (near[1] - 19) / 2 + 1.4), near],
                           [1.6, 1.4, 0.9], 6), True))  # fmt: skip
    body.add("M-2.6 -24.6C-2.6 -28 3 -28 3.2 -24.6L4 -23.4L3 -23L2 -20.4H-1.4Z")
    out = body.svg(0.6) + part("M-2.8 -12.6H2.8L4.6 -6.4H-4.6Z", RED, CLAY, 0.4)
    return out + cut([(-1.4, -10), (-2, -7)], [(1.2, -10), (1.8, -7)], w=0.4)


def _rigging() -> str:
    """Draw the mast and the sail of a galley."""
    out = path("M-1.4 -104H1.4V-30H-1.4Z", GLAZE, CLAY, 0.5)
    sail = (
        "M-38 -98C-14 -92 16 -92 40 -98C46 -82 46 -64 38 -46C14 -54 -14 -54 -36 -46C-44"
        " -64 -44 -82 -38 -98Z"
    )
    out += part(sail, WHITE, GLAZE, 1.2)
    out += part("M-42 -101H43V-97.6H-42Z")
    for k in range(1, 6):
        x = -38.0 + 13 * k
        out += cut([(x, -95), (x - 1, -74), (x - 0.6, -51)], line=GLAZE, w=0.4)
    return out + part(
        "M0 -88L4 -77L15 -77L6.4 -70L9.6 -59L0 -66L-9.6 -59L-6.4 -70L-15 -77L-4 -77Z", RED, GLAZE
    )


def _hull() -> str:
    """Draw the hull of a galley with its shields and oars, in waves that go on beside it."""
    hull = Body()
    hull.add(
        "M-62 -58C-72 -54 -74 -36 -64 -24C-56 -12 -40 -6 -20 -6H44C54 -6 60 -12 76 -12L62 -22"
        "C66 -30 66 -40 60 -48C60 -40 56 -34 48 -33C20 -30 -20 -30 -44 -33C-58 -36 -62 -46 -56 -56Z"
    )
    hull.cut([(-58, -29), (-20, -24), (20, -24), (56, -28)], [(-50, -18), (-16, -13), (48, -14)])
    out = hull.svg()
    for k in range(9):
        x = -40 + 9.4 * k
        out += path(f"M{n(x)} -20L{n(x - 9)} 0", "none", GLAZE, 1.7)
        out += path(f"M{n(x)} -20L{n(x - 9)} 0", "none", CLAY, 0.4)
        out += circle(x + 2, -34, 3.4, RED if k % 2 else BRONZE, GLAZE, 0.7)
    out += circle(55, -21, 4, WHITE, CLAY, 0.6) + circle(55.8, -21, 1.7, GLAZE)
    return out + crests(-100, 11)


def winged_sandal() -> str:
    """Draw a sandal on a foot in outline, with straps, and a wing that rises from the heel."""
    out = ""
    for k in range(5):  # the wing: long feathers, from the lowest up, then short ones at its root
        long, turn = 44 + 5.6 * k, 176 + 13.5 * k
        feather = f"M0 -5C{n(long * 0.4)} -9 {n(long * 0.84)} -8 {n(long)} 1C{n(long * 0.7)} 8"
        blade = part(f"{feather} {n(long * 0.3)} 7 0 5Z", (WHITE, BRONZE)[k % 2], GLAZE, 1)
        blade += cut([(6, 0), (long * 0.5, -1.4), (long - 6, 0.6)], line=GLAZE, w=0.6)
        out += group(blade, f"translate({n(-21 + k)} {n(-36 - 5 * k)}) rotate({n(turn)})")
    for k in range(3):
        down = part("M0 -6C12 -9 24 -7 28 0C22 7 10 8 0 6Z", RED, GLAZE, 0.9)
        out += group(down, f"translate({-18 + k} {-38 - 9 * k}) rotate({182 + 22 * k})")
    foot = (
        "M-26 -11C-32 -22 -24 -34 -22 -44L-21 -78H3L4 -46C16 -38 30 -28 46 -22C56 -19 61 -12 56 -9Z"
    )
    out += part(foot, WHITE, GLAZE, 1.2)
    out += cut([(47, -14), (53, -15)], [(-16, -30), (-12, -34), (-8, -30)], line=GLAZE, w=0.9)
    # three straps across the foot, the thong at the toe, and bands around the ankle
    for path_of in (
        [(-24, -20), (-8, -34), (8, -42)], [(0, -10), (10, -26), (20, -36)],
        [(20, -10), (26, -22), (33, -28)], [(4, -42), (20, -26), (34, -10)],
        [(33, -28), (42, -18), (46, -10)],
    ):  # fmt: skip
        out += path(spline(path_of), "none", GLAZE, 4.6) + path(spline(path_of), "none", RED, 3)
    for y in (-60, -70):
        out += part(
            f"M-22.6 {y}Q-9 {y + 4} 4.4 {y}V{y + 5}Q-9 {y + 9} -22.6 {y + 5}Z", RED, GLAZE, 0.9
        )
    out += circle(-9, -63, 3.4, BRONZE, GLAZE, 0.8)
    out += path("M-19 -14C-25 -16 -27 -24 -22 -29C-17 -28 -14 -20 -19 -14Z", RED, GLAZE, 1)
    out += part("M-29 -11H58Q65 -9 61 -3H10L4 -1H-25Q-32 -3 -29 -11Z")
    return out + cut([(-26, -6), (58, -6)], line=BRONZE, w=0.9)


def stag() -> str:
    """Draw a fleeing stag with golden antlers."""
    back = _legs((((24, -58), (44, -52), (56, -34)), ((-28, -58), (-50, -44), (-66, -24))), 0.86)
    near = _legs((((26, -56), (50, -62), (66, -50)), ((-34, -56), (-42, -34), (-62, -8))), 1)
    return _deer(back, near)


def deer() -> str:
    """Draw a stag that stands and listens."""
    back = _legs((((20, -58), (17, -30), (18, -1)), ((-27, -58), (-25, -30), (-22, -1))), 0.86)
    near = _legs((((26, -56), (28, -30), (29, 0)), ((-36, -56), (-42, -32), (-37, 0))), 1)
    for x in (18.0, -22.0):
        back.add(f"M{x - 2.4} -4H{x + 2.2}L{x + 4} 0H{x - 2.8}Z")
    for x in (29.0, -37.0):
        near.add(f"M{x - 2.4} -4H{x + 2.2}L{x + 4} 1H{x - 2.8}Z")
    return _deer(back, near)


def _legs(joints: Sequence[tuple[Point, Point, Point]], k: float) -> Body:
    """Return the silhouette of legs, each given by its hip, its knee and its foot."""
    body = Body()
    for leg in joints:
        body.add(spline(ribbon(leg, [7.6 * k, 4 * k, 2 * k], 10), True))
    return body


def mare() -> str:
    """Draw a mare that bites, with her head low, her jaws open and her mane on end."""
    back = _legs((((20, -58), (17, -30), (18, -1)), ((-30, -58), (-28, -30), (-24, -1))), 0.9)
    near = _legs((((27, -54), (34, -30), (29, 0)), ((-38, -56), (-44, -30), (-38, 0))), 1.05)
    for body, feet in ((back, (18.0, -24.0)), (near, (29.0, -38.0))):
        for x in feet:
            body.add(f"M{x - 2.6} -4H{x + 2.4}L{x + 4.4} 1H{x - 3}Z")
    near.add(
        "M-46 -58C-46 -74 -28 -76 -8 -71C6 -70 14 -82 28 -80C40 -78 50 -68 55 -57L63 -46L71 -26L72"
        " -17L67 -14L58 -27L61 -11L55 -10L46 -34C43 -40 39 -44 35 -43C28 -38 10 -45 -8 -48C-24 -50"
        " -40 -44 -46 -58Z"
    )
    near.add("M53 -58L41 -60L51 -52Z")  # an ear, laid back
    near.cut([(14, -76), (22, -66), (24, -52), (18, -46)], [(-32, -70), (-26, -60), (-32, -50)],
             [(52, -52), (49, -44), (51, -36)], [(67, -22), (69.6, -21)],
             [(-8, -64), (-6, -58), (-8, -52)], [(-2, -64), (0, -58), (-2, -51)])  # fmt: skip
    tail: list[Point] = [(-42, -68), (-51, -64), (-53, -46), (-48, -28)]
    out = part(spline(ribbon(tail, [3, 3.6, 3, 0.8], 10), True)) + back.svg()
    for k in range(6):
        x, y = 17 + 6.4 * k, (-77.4, -79.4, -79, -75, -69.6, -63)[k]
        out += part(
            f"M{n(x - 4)} {n(y + 4)}L{n(x - 3 - k * 0.4)} {n(y - 9)}L{n(x + 4)} {n(y + 3)}Z"
        )
    out += near.svg() + circle(60, -46, 2, WHITE) + circle(60.6, -45.6, 0.9, GLAZE)
    for x, y, u, v in ((65.4, -16.2, -3.4, 4.4), (62.4, -20.6, -3, 3.4),
                       (60.4, -13.6, 3.6, -3.2), (59.6, -18.4, 2.6, -3)):  # fmt: skip
        out += part(f"M{x} {y}l{n(u)} {n(v)}l{n(-0.2 * u)} {n(-1.5 * abs(v))}Z", WHITE, GLAZE, 0.3)
    return out


def _deer(back: Body, near: Body) -> str:
    """Draw a stag with golden antlers on the legs that are given."""
    near.add(
        "M-42 -66C-34 -76 -6 -72 14 -74C24 -76 30 -84 34 -98L46 -96C46 -80 40 -60 30 -52"
        "C16 -46 -8 -52 -26 -46C-38 -44 -46 -54 -42 -66Z"
    )
    near.add("M32 -98C34 -108 44 -110 50 -106L66 -96C68 -92 64 -89 60 -90L44 -92Z")
    near.add("M34 -102L22 -108C24 -101 28 -98 34 -98Z").add(
        "M-42 -64L-54 -72C-52 -64 -48 -60 -42 -58Z"
    )
    near.cut([(26, -74), (30, -64), (26, -52)], [(-34, -68), (-24, -60), (-28, -48)],
             [(46, -103), (49, -103)], [(-8, -66), (6, -66)], [(-14, -60), (2, -60)])  # fmt: skip
    antlers: list[list[Point]] = [
        [(40, -108), (34, -122), (40, -136)], [(37, -116), (28, -124), (27, -132)],
        [(45, -108), (52, -120), (50, -136)], [(49, -115), (59, -122), (62, -132)],
        [(36, -124), (44, -130), (46, -138)],
    ]  # fmt: skip
    out = "".join(path(spline(each), "none", GLAZE, 3.4) for each in antlers)
    out += "".join(path(spline(each), "none", BRONZE, 2) for each in antlers)
    return back.svg() + out + near.svg()


def spring() -> str:
    """Draw a fountain, in which water runs from a lion's mouth into a basin."""
    out = part("M-40 0V-86H40V0Z") + part("M-50 -86L0 -112L50 -86V-80H-50Z")
    out += path("M-36 -87L0 -105L36 -87ZM-44 -83H44", "none", CLAY, 0.8)
    for x in (-33, 33):
        out += part(f"M{x - 5} 0L{x - 4} -72H{x + 4}L{x + 5} 0Z", WHITE, GLAZE, 0.9)
        out += part(f"M{x - 7} -72H{x + 7}V-79H{x - 7}Z", WHITE, GLAZE, 0.9)
        out += cut([(x - 1.4, -70), (x - 1.6, -2)], [(x + 1.4, -70), (x + 1.6, -2)], line=GLAZE)
    mane = spline(
        [
            (
                15 * (1 + 0.14 * (-1) ** k) * cos(pi * k / 8),
                -56 + 15 * (1 + 0.14 * (-1) ** k) * sin(pi * k / 8),
            )
            for k in range(16)
        ],
        True,
    )
    out += part(mane, RED, CLAY, 0.8) + circle(-8, -65, 3, BRONZE, GLAZE, 0.6)
    out += circle(8, -65, 3, BRONZE, GLAZE, 0.6) + circle(0, -56, 10, BRONZE, GLAZE, 0.8)
    out += circle(-4, -59, 1.3, GLAZE) + circle(4, -59, 1.3, GLAZE)
    out += path("M0 -58L-2 -53H2ZM-4 -50C-2 -47.6 2 -47.6 4 -50L3 -46H-3Z", GLAZE)
    water = "M-3 -47C-3.4 -34 -5 -24 -7 -14H7C5 -24 3.4 -34 3 -47Z"
    out += part(water, WHITE, GLAZE, 0.6) + cut(
        [(-1, -44), (-2.4, -16)], [(1, -44), (2.4, -16)], line=GLAZE, w=0.5
    )
    out += part("M-26 -16H26L20 0H-20Z", RED, CLAY, 0.8)
    return out + path(
        "M-22 -12C-16 -15 -12 -9 -6 -12C0 -15 4 -9 10 -12C14 -14 18 -10 22 -12", "none", WHITE, 1
    )


VASE_THINGS = {
    "argo": argo, "axes": axes, "deer": deer, "galley": galley, "greaves": greaves,
    "horse-of-wood": horse_of_wood, "mare": mare,
    "spring": spring, "stag": stag, "winged-sandal": winged_sandal,
}  # fmt: skip
