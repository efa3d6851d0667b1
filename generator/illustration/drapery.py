"""Draws people in draped cloth as SVG: 100 units high, standing on y = 0 and facing right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.illustration import arms
from generator.illustration.brush import (
    Brush,
    Point,
    along,
    heading,
    lerp,
    mix,
    moved,
    n,
    ribbon,
    spline,
)
from generator.illustration.cloth import drape
from generator.illustration.draped_heads import Person, draw_head
from generator.illustration.frontal_heads import draw_front
from generator.illustration.garments import (
    bodice,
    diagonal,
    girdle,
    overfold,
    skirt,
    torso,
    wrapped,
)
from generator.illustration.hands import GRIPS, HANDS, draw_hand, elbow
from generator.illustration.things import GOLD, GOLD_DARK, THINGS
from validator.core.location import did_you_mean

ARM = (16.2, 15.0)  # lengths of upper arm and forearm


def _foot(brush: Brush, skin: str, x: float, y: float = 0) -> str:
    shape = (
        "M-3.2 0C-3.8 -1.6 -3.1 -3.4 -1.6 -4.4L1.6 -4.6C2.2 -3 4.4 -2.2 6.4 -1.6"
        "C7.6 -1.2 7.7 -0.2 7.2 0Z"
    )
    straps = "M1 -4.1C1.2 -2.6 2.2 -1.4 3.4 -0.6M-2.4 -2.9C-0.6 -2.2 1.2 -2.4 2.2 -2.7"
    out = brush.shape(shape, skin, brush.ink, 0.36)
    out += brush.shape("M-3.5 -0.55L7.5 -0.55L7.3 0.35L-3.4 0.35Z", GOLD_DARK, brush.ink, 0.28)
    return moved(out + brush.shape(straps, "none", GOLD_DARK, 0.55), x, y)


def _is_man(who: Person) -> bool:
    return who.beard or who.hair == "short"


def _bare_arms(who: Person) -> bool:
    return _is_man(who) or who.robe in ("mantle", "peplos")


def _neck(left: bool) -> Point:
    """Return where the sleeve of an arm begins."""
    return (-4.6 if left else 4.6), -81.4


def _band(brush: Brush, who: Person, bend: Point, wrist: Point) -> str:
    """Draw a woman's bracelet."""
    if _is_man(who):
        return ""
    band = brush.shape("M-0.55 -1.75H0.55V1.75H-0.55Z", GOLD, brush.ink, 0.2)
    return moved(band, *lerp(bend, wrist, 0.84), heading(bend, wrist))


def _arm(brush: Brush, who: Person, left: bool, shoulder: Point, wrist: Point) -> str:
    """Draw an arm from back to front: limb, palm, held object, fingers, sleeve and bracelet."""
    hand = "left" if left else "right"
    held = [each for each in who.held if each.get("hand") == hand]
    first: Mapping[str, Any] = held[0] if held else {}
    bend = elbow(shoulder, wrist, *ARM, int(first.get("bend") or 1))
    turn = first.get("palm")
    pose = str(first.get("grip") or "open")
    if pose not in HANDS:
        raise LookupError(f"no grip '{pose}'{did_you_mean(pose, GRIPS)}")
    turned = heading(bend, wrist) if turn is None else float(turn)
    palm, fingers = draw_hand(brush, who.skin, pose, wrist, turned, bool(first.get("over")))
    things = "".join(_thing(brush, each, wrist) for each in held)
    held_up = "" if _rests(who, left) else palm + things + fingers
    if _bare_arms(who):
        out = arms.limb(brush, who.skin, shoulder, bend, wrist, _broad(who)) + held_up
        if who.robe == "mantle":
            out += arms.bare_shoulder(brush, who.skin, shoulder, -1 if left else 1)
        else:
            out += arms.short_sleeve(brush, _neck(left), shoulder, bend, who.cloth, _broad(who))
    else:
        tube, cuff = arms.sleeve(brush, _neck(left), shoulder, bend, wrist, who.cloth)
        out = tube + arms.forearm(brush, who.skin, bend, wrist, _broad(who)) + held_up + cuff
    return out + _band(brush, who, bend, wrist)


def _broad(who: Person) -> float:
    return 1.08 if _is_man(who) else 0.95


def _thing(brush: Brush, each: Mapping[str, Any], wrist: Point) -> str:
    name = each.get("thing")
    if not name:
        return ""
    if name not in THINGS:
        raise LookupError(f"there is no object '{name}'{did_you_mean(str(name), THINGS)}")
    x, y = wrist[0] + float(each.get("dx") or 0), wrist[1] + float(each.get("dy") or 0)
    size = float(each.get("size") or 1)
    return moved(THINGS[name](brush), x, y, float(each.get("turn") or 0), n(size))


def _rests(who: Person, left: bool) -> bool:
    """Return whether a hand is on the hip, over the cloth."""
    holds = any(each.get("hand") == "left" for each in who.held)
    return left and not holds and who.left[0] < -8


def _resting(brush: Brush, who: Person, shoulder: Point) -> str:
    """Draw what lies over the cloth of an arm whose hand is on the hip: forearm and hand."""
    wrist = who.left
    bend = elbow(shoulder, wrist, *ARM, 1)
    hand = "".join(draw_hand(brush, who.skin, "hip", wrist, heading(bend, wrist) - 10, False))
    bare = _bare_arms(who)
    out = arms.forearm(brush, who.skin, bend, wrist, _broad(who), not bare) + hand
    if not bare:
        out += arms.sleeve(brush, _neck(True), shoulder, bend, wrist, who.cloth)[1]
    return out + _band(brush, who, bend, wrist)


def _over(brush: Brush, who: Person) -> str:
    """Draw what of an empty far hand in front is over the near arm: all of it, or the thumb if it
    helps the other hand to hold.
    """
    first = next(each for each in who.held if each.get("hand") == "left")
    if first.get("thing"):
        return ""
    bend = elbow((-8.6, -78.2), who.left, *ARM, int(first.get("bend") or 1))
    turn, pose = first.get("palm"), str(first.get("grip") or "open")
    turned = heading(bend, who.left) if turn is None else float(turn)
    palm, fingers = draw_hand(brush, who.skin, pose, who.left, turned, bool(first.get("over")))
    return fingers if pose == "hold" else palm + fingers


def _in_front(who: Person) -> bool:
    """Return whether the far arm is in front of the body."""
    return any(each.get("hand") == "left" and each.get("front") for each in who.held)


def _upper(brush: Brush, who: Person) -> str:
    """Draw the head, the bodice and the outer garments of a standing figure."""
    if who.robe == "mantle":
        return torso(brush, who.skin) + diagonal(brush, who.mantle)
    body = bodice(brush, who.cloth, who.skin)
    if who.robe in ("chiton", "peplos"):
        body = overfold(brush, who.cloth, who.robe == "peplos") + body
    body += girdle(brush)
    if who.robe == "wrapped":
        body += wrapped(brush, who.mantle)
    elif who.robe == "himation":
        body += diagonal(brush, who.mantle)
    return body


def _head(brush: Brush, who: Person) -> str:
    drawn = draw_front(brush, who) if who.frontal else draw_head(brush, who)
    return moved(drawn, 0.6, -90.8, scale="0.9")


def _with_arms(brush: Brush, who: Person, body: str) -> str:
    far = _arm(brush, who, True, (-8.6, -78.2), who.left)
    near = _arm(brush, who, False, (8.4, -78.4), who.right)
    head = _head(brush, who)
    if _in_front(who):
        return body + head + far + near + _over(brush, who)
    rest = _resting(brush, who, (-8.6, -78.2)) if _rests(who, True) else ""
    return far + body + rest + head + near


def standing(brush: Brush, who: Person) -> str:
    """Draw a standing person."""
    body = _foot(brush, who.skin, -5.5, -0.2) + _foot(brush, who.skin, 5.4 + who.step * 0.5)
    body += skirt(brush, who.cloth, who.step) + _upper(brush, who)
    return _with_arms(brush, who, body)


def bust(brush: Brush, who: Person) -> str:
    """Draw a person from the hips up, as if behind a ledge; the figure is cut off at y = 0."""
    return moved(_with_arms(brush, who, _upper(brush, who)), 0, 54)


def seated(brush: Brush, who: Person) -> str:
    """Draw a person on a chair with curved legs, about three quarters as high as when standing."""
    x, y = -7.5, 19.5
    placed = who._replace(left=(who.left[0] - x, who.left[1] - y),
                          right=(who.right[0] - x, who.right[1] - y))  # fmt: skip
    far = _arm(brush, placed, True, (-8.6, -78.2), placed.left)
    near = _arm(brush, placed, False, (8.0, -78.2), placed.right)
    robe, mantle = who.cloth, who.mantle
    lap = (
        [(-1, -42.4), (7, -41.6), (15, -40), (19, -34.4), (18.6, -18), (20.6, -5.4)],
        [(-5, -40), (3, -38), (11.6, -34.4), (14.6, -28), (15.2, -15), (16.4, -4.2)],
        [(-8.5, -37.4), (-2, -34.4), (6.6, -29), (10.4, -22), (11.2, -12), (12, -3.8)],
        [(-12, -35), (-7, -31), (1.4, -24), (6, -17), (7, -10), (7.4, -4)],
        [(-15.6, -33.4), (-12.4, -28), (-4.6, -20), (0.6, -14), (2.4, -9), (2.4, -4.6)],
    )
    over = (
        [(-1, -43), (7, -42.4), (14.6, -41), (18.6, -36), (17.6, -29), (16.6, -22)],
        [(-6, -40.6), (1, -38.4), (8.6, -35), (12.4, -29), (12.2, -23), (11, -17.6)],
        [(-11, -37.6), (-5.6, -34.6), (1.6, -30), (5.6, -25), (5.8, -19.4), (5, -14)],
        [(-16.4, -34.6), (-14, -30), (-8.6, -25), (-3.6, -20.6), (-2.4, -16), (-3, -11)],
    )
    back = (
        [(-17, -34), (-18, -26), (-18, -14)],
        [(-14, -33), (-14.6, -24), (-14.4, -17)],
        [(-11, -32), (-11, -24), (-10.6, -20)],
    )
    out = _chair(brush) + moved(far, x, y)
    out += moved(overfold(brush, robe) + bodice(brush, robe, who.skin) + girdle(brush), x, y)
    out += brush.shape("M7 -3.4H27V0H7Z", GOLD_DARK, brush.ink, 0.36)
    out += _foot(brush, who.skin, 9.5, -3.8) + _foot(brush, who.skin, 16.6, -3.8)
    starts = (0.3, 0.45, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)
    folds = [(0.1 + 0.119 * k, start, 1, 0.065) for k, start in enumerate(starts)]
    out += drape(brush, lap, folds, robe, 0.022) + _near_side(brush)
    out += drape(brush, back, [(0.3, 0.05, 1, 0.2), (0.66, 0.05, 1, 0.2)], mantle, 0.16, True)
    ends = (0.62, 1, 0.9, 1, 0.92, 1, 0.96)
    out += drape(brush, over, [(0.14 + 0.128 * k, 0.025, end, 0.08) for k, end in enumerate(ends)],
                 mantle, 0.03)  # fmt: skip
    if _rests(placed, True):
        out += moved(_resting(brush, placed, (-8.6, -78.2)), x, y)
    return out + moved(_head(brush, who) + near, x, y)


WOOD = "#b8862f"


def _leg(brush: Brush, points: Sequence[Point], halves: Sequence[float]) -> str:
    out = brush.shape(spline(ribbon(points, halves, 8), True), WOOD, brush.ink, 0.36)
    pale = mix(WOOD, "#fff2c8", 0.35)
    return out + brush.pen([along(points, t) for t in (0.06, 0.4, 0.8)], 0.6, pale)


def _chair(brush: Brush) -> str:
    """Draw the parts of a chair behind the sitter: back leg, back, cushion and rail."""
    out = _leg(brush, [(-19.6, -27), (-20.8, -18), (-23.2, -8), (-28, 0)], (1.3, 1.35, 1.2, 0.8))
    out += _leg(brush, [(-19.6, -26), (-22.4, -40), (-26.8, -55)], (1.2, 1.3, 1.1))
    rest = (
        "M-32.8 -60.6C-32.6 -62 -30.8 -63.4 -29.4 -62.8C-25.4 -59.4 -22.2 -54.4 -21.4 -49.2"
        "C-21.8 -47.8 -23.8 -46.8 -25 -47.4C-26.2 -52 -29.2 -57 -32.8 -60.6Z"
    )
    # a flat roll whose end is seen behind the sitter
    cushion = (
        "M-22.4 -31.9C-20 -32.7 2 -32.7 5 -31.7C6.2 -30.4 6 -28.6 5 -27.6H-22.2"
        "C-24.2 -28.2 -24.4 -31.2 -22.4 -31.9Z"
    )
    return (
        out
        + brush.shape(rest, WOOD, brush.ink, 0.36)
        + brush.shape(cushion, "#8c2f1f", brush.ink, 0.34)
        + brush.pen([(-22.6, -29.8), (-20, -29.4), (-17, -29.6)], 0.5, "#5e1c15")
        + brush.shape("M-22.8 -27.6H1.4V-24.4H-22.8Z", WOOD, brush.ink, 0.36)
        + brush.disc(-20, -26, 0.8, GOLD, 0.2)
    )


def _near_side(brush: Brush) -> str:
    """Draw the parts of a chair in front of the sitter: the rail and the front leg."""
    leg = _leg(brush, [(-1, -24.6), (-0.4, -16), (2.2, -7), (7, 0)], (1.5, 1.35, 1.2, 0.8))
    rail = brush.shape("M-18.4 -27.6H1.4V-24.4H-18.4Z", WOOD, brush.ink, 0.36)
    return leg + rail + brush.disc(-1, -26, 0.8, GOLD, 0.2)


ROBES = ("chiton", "himation", "mantle", "peplos", "wrapped")


POSES = {"bust": bust, "seated": seated, "standing": standing}


def person(pose: str, who: Person, ink: str, saving: bool) -> str:
    """Return the SVG of a person in draped cloth.

    Raises LookupError for unknown names of poses or clothes.
    """
    drawn = POSES[pose](Brush(ink, saving), who._replace(skin="#ffffff") if saving else who)
    return moved(drawn, scale=f"{n(who.broad)} 1") if who.broad != 1 else drawn
