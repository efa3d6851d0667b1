"""The mannequin: a human figure in the style of Greek vases, from joints to SVG.

A figure is 100 units high and faces right. The ground is y = 0, y is negative above it, and x = 0
is between the feet. A template sets the positions of hands and feet; elbows and knees follow from
the lengths of the limbs. Body, dress, hair and arms are closed outlines, painted from back to
front. The finish determines how they are painted: the same figure is flat, black-figure, red-figure
or engraved.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, pi, sin

from generator.illustration.bodies import (
    HEAD,
    HIP,
    LAP,
    LOWER_ARM,
    SHIN,
    THIGH,
    UPPER_ARM,
    UPRIGHT,
    BodyPart,
    Dress,
    Stance,
    changed,
    joint,
    limb,
    moved,
    swing,
    turned,
)
from generator.illustration.creatures import barrel
from generator.illustration.dresses import (
    SHORT,
    chair_parts,
    cloak_part,
    lap_parts,
    robe_parts,
    sleeve_part,
)
from generator.illustration.heads import head, neck_parts
from generator.illustration.outlines import (
    Drawing,
    Point,
    circle,
    loop,
    polygon,
    polyline,
    ribbon,
    through,
)

ANKLE = -3.4  # above the ground
HELD_LEFT, HELD_RIGHT = BodyPart("held-left", []), BodyPart("held-right", [])


def standing(dress: Dress, stance: Stance = UPRIGHT) -> list[BodyPart]:
    """Return the parts of a whole standing figure."""
    lean, broad = stance.lean, stance.broad
    lower: list[BodyPart] = []
    thick = 0.3 + 0.7 * broad
    if dress.robe in SHORT:
        hip = HIP + stance.low
        hips = (-2.6 * broad + lean * 0.5, hip), (2.8 * broad + lean * 0.5, hip)
        lower += [_leg(hips[0], stance.back, thick), _leg(hips[1], stance.front, thick)]
        clothes = [moved(each, lean, stance.low) for each in SHORT[dress.robe]()]
        lower += [_widened(each, broad, lean) for each in clothes]
    else:
        lower += [_foot(stance.back - 1), _foot(stance.front)]
        robe = robe_parts(dress.robe, lean, stance.back, stance.front)
        lower += [_widened(each, broad, lean) for each in robe]
    return _whole(dress, stance, lower)


def grounded(stance: Stance) -> Stance:
    """Return the stance with the hips low enough for both feet to reach the ground."""
    reach = (THIGH + SHIN) ** 2 * 0.998
    low = stance.low
    for x, foot in ((-2.6, stance.back), (2.8, stance.front)):
        far = foot - (x * stance.broad + stance.lean * 0.5)
        low = max(low, ANKLE - HIP - max(0.0, reach - far * far) ** 0.5)
    return stance._replace(low=low)


def centaur(dress: Dress, stance: Stance = UPRIGHT) -> list[BodyPart]:
    """Return the parts of a centaur: a horse, from whose chest a man rises in a short dress."""
    if dress.robe not in SHORT:
        dress = dress._replace(robe="tunic")
    clothes = [moved(each, stance.lean) for each in SHORT[dress.robe]()]
    trunk = [_widened(each, stance.broad, stance.lean) for each in clothes]
    return _whole(dress, stance, [*trunk, *barrel()])


def seated(dress: Dress, stance: Stance = UPRIGHT) -> list[BodyPart]:
    """Return the parts of a figure on a chair with curved legs.

    It is about three quarters as high as a standing figure.
    """
    low = stance._replace(low=LAP)
    feet = [_foot(low.front + 13), _foot(low.back + 15)]
    lap = [_widened(each, low.broad, low.lean) for each in lap_parts(dress.robe, low.lean)]
    return [*chair_parts(), *_whole(dress, low, [*feet, *lap])]


def _whole(dress: Dress, stance: Stance, lower: Iterable[BodyPart]) -> list[BodyPart]:
    """Return the parts of a figure from back to front: its dress, head and arms."""
    thick = 0.3 + 0.7 * stance.broad
    far, near = stance.shoulder(True), stance.shoulder(False)
    bowed = [_bowed(each, stance.nod) for each in head(dress)]
    above = [moved(each, stance.lean, stance.low) for each in (*neck_parts(), *bowed)]
    behind = []
    if dress.cloak:
        behind.append(
            moved(_widened(cloak_part(stance.lean), stance.broad, stance.lean), 0, stance.low)
        )
    sleeve = [] if dress.robe in SHORT else [sleeve_part(near, stance.right)]
    return [
        *(_swayed(each, stance) for each in behind),
        HELD_LEFT,
        _arm(far, stance.left, thick),
        *(_swayed(each, stance) for each in (*lower, *above)),
        HELD_RIGHT,
        _arm(near, stance.right, thick),
        *sleeve,
    ]


def _swayed(part: BodyPart, stance: Stance) -> BodyPart:
    if not stance.sway:
        return part
    return changed(part, lambda at: (at[0] + stance.sway * swing(at[1] - stance.low), at[1]))


def _bowed(part: BodyPart, degrees: float) -> BodyPart:
    """Return a part of a head, rotated about the nape of the neck."""
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    x, y = HEAD[0] - 1.0, HEAD[1] + 7.5

    def change(at: Point) -> Point:
        return x + (at[0] - x) * c - (at[1] - y) * s, y + (at[0] - x) * s + (at[1] - y) * c

    return changed(part, change) if degrees else part


def grip(left: bool, stance: Stance) -> Point:
    """Return the centre of a hand that reaches for its point in the stance."""
    hand = stance.left if left else stance.right
    elbow, wrist = joint(stance.shoulder(left), hand, UPPER_ARM, LOWER_ARM, 0)
    along = atan2(wrist[1] - elbow[1], wrist[0] - elbow[0])
    return wrist[0] + 2.2 * cos(along), wrist[1] + 2.2 * sin(along)


def shaft(at: Point, up: float, down: float, tilt: float, blade: bool) -> list[BodyPart]:
    """Return a staff through a point, tilted by degrees.

    With `blade`, it is a spear.
    """
    angle = tilt * pi / 180 - pi / 2
    wood = [(-down, -0.5), (up, -0.4), (up, 0.4), (-down, 0.5)]
    parts = [BodyPart("leather", polygon(turned(wood, at, angle)), hatched=False)]
    if blade:
        leaf = [(up - 1, 0.0), (up + 3.0, -1.7), (up + 9.5, 0.0), (up + 3.0, 1.7)]
        rib = polyline(turned([(up, 0.0), (up + 8.0, 0.0)], at, angle))
        parts.append(BodyPart("metal", loop(turned(leaf, at, angle)), rib, hatched=False))
    return parts


def sword(at: Point, length: float, tilt: float) -> list[BodyPart]:
    """Return a straight sword, held at its hilt and tilted by degrees from upright."""
    angle = tilt * pi / 180 - pi / 2
    blade = [(2.2, -1.1), (length * 0.55, -1.0), (length * 0.8, -1.5), (length, 0.0),
             (length * 0.8, 1.5), (length * 0.55, 1.0), (2.2, 1.1)]  # fmt: skip
    hilt = [(-3.8, -0.7), (1.4, -0.7), (1.4, -3.0), (2.6, -3.2), (2.6, 3.2), (1.4, 3.0),
            (1.4, 0.7), (-3.8, 0.7)]  # fmt: skip
    rib = polyline(turned([(3.4, 0.0), (length * 0.86, 0.0)], at, angle))
    pommel = circle(*turned([(-4.2, 0.0)], at, angle)[0], 1.3)
    return [
        BodyPart("metal", polygon(turned(blade, at, angle)), rib, hatched=False),
        BodyPart("leather", [*polygon(turned(hilt, at, angle)), *pommel], hatched=False),
    ]


def bow(at: Point, height: float, tilt: float, drawn: float) -> list[BodyPart]:
    """Return a bow, held at its middle, with an arrow on its string.

    The string is pulled back by `drawn`.
    """
    angle = tilt * pi / 180
    half = height / 2
    arc = [(-3.0, -half - 1.6), (-2.2, -half), (1.6, -half * 0.66), (1.2, -half * 0.3), (-1.0, 0.0),
           (1.2, half * 0.3), (1.6, half * 0.66), (-2.2, half), (-3.0, half + 1.6)]  # fmt: skip
    wood = ribbon(turned(arc, at, angle), (0.8, 2.6, 0.8))
    ends = [(-2.4, -half + 0.4), (-2.4 - drawn, 0.0), (-2.4, half - 0.4)]
    cord = ribbon(turned(ends[:2], at, angle), (0.5, 0.5, 0.5))
    cord += ribbon(turned(ends[1:], at, angle), (0.5, 0.5, 0.5))
    parts = [BodyPart("leather", wood, hatched=False), BodyPart("leather", cord, hatched=False)]
    if drawn:
        arrow = [(-2.4 - drawn, -0.4), (8.0, -0.4), (8.0, -1.8), (13.0, 0.0), (8.0, 1.8),
                 (8.0, 0.4), (-2.4 - drawn, 0.4)]  # fmt: skip
        parts.append(BodyPart("metal", polygon(turned(arrow, at, angle)), hatched=False))
    return parts


def shield(at: Point, radius: float) -> BodyPart:
    """Return a round shield with a rim; the template draws the emblem on it."""
    rim = circle(*at, radius * 0.86)
    studs: Drawing = []
    for stud in range(24):
        angle = stud * pi / 12
        studs += circle(at[0] + radius * 0.93 * cos(angle), at[1] + radius * 0.93 * sin(angle), 0.3)
    return BodyPart("shield", circle(*at, radius), [*rim, *studs])


def bust(dress: Dress, nod: float = 0.0) -> list[BodyPart]:
    """Return a head and shoulders that are cut off by a curve.

    They are about as wide as high; 0, 0 is in the middle, just above their lower edge.
    """
    body = [
        (-2.6, -14.0), (-4.4, -11.4), (-10.2, -9.4), (-14.4, -6.4), (-15.4, 0.4),
        (-8.0, 3.4), (0.0, 4.4), (8.0, 3.4), (15.2, 0.0), (13.8, -6.2), (9.6, -9.2),
        (4.2, -11.2), (2.6, -13.6),
    ]  # fmt: skip
    mantle = [
        (-14.4, -6.2), (-9.0, -10.0), (-5.4, -10.6), (-1.6, -5.6), (3.4, -2.0), (9.8, -1.2),
        (14.6, -3.0), (15.4, 0.4), (8.0, 3.8), (0.0, 4.8), (-8.0, 3.8), (-15.8, 0.6),
    ]  # fmt: skip
    upper = [(-11.6, -8.6), (-5.4, -9.6), (-1.6, -5.0), (4.0, -1.6), (13.6, -2.2)]
    lower = [(-15.2, -1.0), (-11.0, 2.2), (-4.0, 4.0), (4.0, 4.2), (14.6, 1.0)]
    folds: Drawing = []
    for fold in range(1, 6):
        t = fold / 6
        folds += through([(a + (c - a) * t, b + (d - b) * t)
                          for (a, b), (c, d) in zip(upper, lower, strict=True)])  # fmt: skip
    cloth = "robe" if dress.robe != "himation" else "mantle"
    neck, *above = (
        _placed(each, -HEAD[0], -HEAD[1] - 20.6, 1.25)
        for each in (*neck_parts(), *(_bowed(part, nod) for part in head(dress)))
    )
    return [BodyPart("skin", loop(body)), neck, BodyPart(cloth, loop(mantle), folds), *above]


def _placed(part: BodyPart, x: float, y: float, scale: float) -> BodyPart:
    """Return a part of a head, enlarged and placed so that the chin stays over the neck."""
    return changed(part, lambda at: ((at[0] + x) * scale, (at[1] + y) * scale + 3.4))


def _widened(part: BodyPart, broad: float, lean: float) -> BodyPart:
    """Return a part of a body, widened by a factor around the middle of the figure."""
    if broad == 1:
        return part
    return changed(part, lambda at: (lean + (at[0] - lean) * broad, at[1]))


def _arm(shoulder: Point, hand: Point, thick: float) -> BodyPart:
    elbow, wrist = joint(shoulder, hand, UPPER_ARM, LOWER_ARM, 0)
    halves = [(0, 2.7), (0.5, 2.6), (1, 1.9), (1.4, 2.1), (2, 1.25)]
    outline = limb([shoulder, elbow, wrist], [(at, half * thick) for at, half in halves])
    along = atan2(wrist[1] - elbow[1], wrist[0] - elbow[0])
    palm = turned([(-0.9, -1.2), (1.6, -1.6), (3.2, -1.2), (4.3, -0.2), (3.9, 0.9), (2.4, 1.3),
                    (1.8, 2.4), (0.9, 2.2), (-0.9, 1.2)], wrist, along)  # fmt: skip
    fingers = turned([(2.0, -0.3), (3.9, -0.1)], wrist, along)
    return BodyPart("skin", [*loop(outline), *loop(palm)], polyline(fingers))


def _leg(hip: Point, foot: float, thick: float) -> BodyPart:
    ankle = (foot, ANKLE)
    knee, ankle = joint(hip, ankle, THIGH, SHIN, -1)
    halves = [(0, 4.9), (0.45, 4.5), (0.9, 2.9), (1.1, 2.9), (1.4, 3.3), (1.75, 2.1), (2, 1.5)]
    outline = limb([hip, knee, ankle], [(at, half * thick) for at, half in halves])
    sole = [(-2.0, -3.4), (-2.4, -0.9), (-1.8, 0.0), (6.2, 0.0), (6.8, -0.9), (4.2, -2.0),
            (1.7, -4.0)]  # fmt: skip
    toes = [(ankle[0] + x, ankle[1] - ANKLE + y) for x, y in sole]
    shin = atan2(ankle[1] - knee[1], ankle[0] - knee[0])
    calf = through(turned([(4.0, 1.4), (9.0, 1.9), (17.0, 0.6)], knee, shin))
    cap = through([(knee[0] - 1.8, knee[1] + 0.8), (knee[0], knee[1] + 1.9),
                   (knee[0] + 2.0, knee[1] + 0.5)])  # fmt: skip
    return BodyPart("skin", [*loop(outline), *loop(toes)], [*calf, *cap])


def _foot(x: float) -> BodyPart:
    sole = [(-1.6, -2.6), (-1.8, -0.7), (-1.0, 0.0), (6.0, 0.0), (6.6, -0.8), (4.4, -1.7),
            (2.0, -3.0)]  # fmt: skip
    return BodyPart("skin", loop([(x + u, v) for u, v in sole]))
