"""Draws figures for templates as SVG: people in several finishes, busts, beasts and monsters."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from generator.illustration import (
    bestiary,
    black_figure,
    creatures,
    draped_heads,
    drapery,
    finishes,
    frontal_heads,
    mannequin,
)
from generator.illustration.bodies import GAZES, HAIRS, HATS, LAP, ROBES, BodyPart, Dress, Stance
from generator.illustration.brush import moved, n
from generator.illustration.dresses import SHORT
from generator.illustration.finishes import Paint, painted
from generator.illustration.host import Host
from generator.illustration.mannequin import bust, seated, standing
from generator.illustration.vase_props import PROPS
from validator.core.location import did_you_mean

BEASTS = {"horse": creatures.horse, "hound": creatures.hound}
DRAPED = ("draped", "outlined")  # finishes
DRAPED_COLOURS = {"skin": "skin", "robe": "cloth", "mantle": "mantle", "hair": "locks"}
POSES = ("bust", *BEASTS, *bestiary.MONSTERS, "seated", "standing")
LARGE = ("father", "fleece", "made-wing")  # things in hands that are drawn like bodies
WORK = 200  # calls of a template that a figure counts as


class Figures:
    """Draws the figures on the faces of one game."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def figure(
        self,
        pose: str = "standing",
        finish: str = "flat",
        fill: str | None = None,
        line: str | None = None,
        *,
        width: float = 0.4,
        robe: str = "chiton",
        hair: str = "bun",
        hat: str = "",
        beard: bool = False,
        cloak: bool = False,
        gaze: str = "side",
        left: Sequence[float] = (-14, -50),
        right: Sequence[float] = (14, -50),
        front: float = 4,
        back: float = -4,
        lean: float = 0,
        broad: float = 1,
        sway: float = 0,
        nod: float = 0,
        low: float = 0,
        wings: bool = False,
        centaur: bool = False,
        held: Sequence[Mapping[str, object]] = (),
        colours: Mapping[str, str] = MappingProxyType({}),
    ) -> Markup:
        """Draw a human figure, 100 units high, on the ground at 0, 0; or a bust, a beast or a
        monster.

        A bust is 40 units high. `held` lists what the hands hold. Each entry has `hand` (left or
        right) and an `icon` of `size`, a `staff` or `spear` with its extent up and down, a `sword`
        or `bow` of a length (the bow `drawn` by a distance), or a `shield` of a radius with an
        icon. With the finish `draped`, or `outlined` to save ink, the cloth has folds, and each
        hand holds a `thing`, with a `grip` and rotated by `palm` degrees.
        """
        check_names(((gaze, GAZES),), "a figure")
        if finish in DRAPED:
            who = draped_heads.Person(
                robe, hair, hat, beard, left=point_of(left), right=point_of(right), nod=nod,
                step=front - 4, broad=broad, held=tuple(held),
                frontal=gaze == "front",
                **{DRAPED_COLOURS[name]: value for name, value in colours.items()},
            )  # fmt: skip
            return self._draped(pose, who, line or self.host.ink, finish == "outlined")
        named = ((pose, POSES), (robe, ROBES), (hair, HAIRS), (hat, HATS))
        check_names(named, "a figure")
        self.host.charge(WORK)
        ink = line or self.host.ink
        paint = finishes.finish(finish, fill or ink, ink, width, colours)
        dress = Dress(robe, hair, hat, beard, cloak, gaze == "front")
        if pose in bestiary.MONSTERS:
            return Markup(_of_vase(pose, paint, colours))
        if pose == "bust":
            return Markup(painted(bust(dress, nod), paint))
        if pose in BEASTS:
            spread = creatures.wings(lean)[:2] if wings else []  # the nearer one, on its back
            return Markup(painted([*BEASTS[pose](), *spread], paint))
        stance = Stance(point_of(left), point_of(right), front, back, lean, broad, sway, nod)
        if pose == "seated" or robe in SHORT:
            stance = stance._replace(low=LAP if pose == "seated" else low)
        if pose == "standing" and robe in SHORT and not centaur:
            stance = mannequin.grounded(stance)
        behind = creatures.wings(lean) if wings else []
        draw = seated if pose == "seated" else mannequin.centaur if centaur else standing
        parts = [*behind, *draw(dress, stance)]
        return self._person(parts, stance, held, paint, colours)

    def _person(
        self,
        parts: Sequence[BodyPart],
        stance: Stance,
        held: Sequence[Mapping[str, object]],
        paint: Paint,
        colours: Mapping[str, str],
    ) -> Markup:
        """Draw a person with everything in their hands."""
        drawn: list[str] = []
        for part in parts:
            if part.material.startswith("held-"):
                hand = part.material.removeprefix("held-")
                at = mannequin.grip(hand == "left", stance)
                drawn += [
                    self._held(each, at, paint, colours) for each in held if each["hand"] == hand
                ]
            else:
                drawn.append(painted([part], paint))
        return Markup("".join(drawn))

    def _draped(self, pose: str, who: draped_heads.Person, line: str, saving: bool) -> Markup:
        """Draw a person in draped cloth; the result is cached between builds."""
        named = ((pose, drapery.POSES), (who.robe, drapery.ROBES), (who.hair, HAIRS))
        hats = frontal_heads.FRONTAL_HATS if who.frontal else draped_heads.HATS
        check_names((*named, (who.hat, hats)), "a draped figure")
        self.host.charge(WORK)
        key = repr((pose, who, line, saving))
        found: str | None = self.host.memo.get("figure", key)
        if found is None:
            found = drapery.person(pose, who, line, saving)
            self.host.memo.put("figure", key, found)
        return Markup(found)

    def _held(
        self,
        thing: Mapping[str, Any],
        at: tuple[float, float],
        paint: Paint,
        colours: Mapping[str, str],
    ) -> str:
        """Draw the object that a hand holds, with its rear parts first."""
        x, y = at[0] + float(thing.get("dx") or 0), at[1] + float(thing.get("dy") or 0)
        turn = float(thing.get("turn") or 0)
        wood = paint._replace(line=paint.fills["leather"], width=paint.width * 0.6)
        drawn: list[str] = []
        for name in ("staff", "spear"):
            if reach := thing.get(name):
                up, down = point_of(reach)
                drawn.append(
                    painted(mannequin.shaft((x, y), up, down, turn, name == "spear"), wood)
                )
        if length := thing.get("sword"):
            drawn.append(painted(mannequin.sword((x, y), float(length), turn), paint))
        if length := thing.get("bow"):
            pull = float(thing.get("drawn") or 0)
            drawn.append(painted(mannequin.bow((x, y), float(length), turn, pull), wood))
        size = float(thing.get("size") or 20)
        if radius := thing.get("shield"):
            drawn.append(painted([mannequin.shield((x, y), float(radius))], paint))
            size = float(thing.get("size") or float(radius) * 1.3)
        if prop := thing.get("thing"):
            check_names(((prop, PROPS),), "what a hand holds")
            tinted = paint
            if prop not in LARGE:  # small things are dark, also where ink is saved
                tinted = paint._replace(fills=dict(paint.fills, robe=paint.fills["leather"]))
            scale = n(float(thing.get("size") or 1))
            drawn.append(moved(_of_vase(prop, tinted, colours, held=True), x, y, turn, scale))
        if icon := thing.get("icon"):
            colour = thing.get("fill") or (paint.line if radius else paint.fills["metal"])
            drawn.append(
                self.host.icon(icon, x - size / 2, y - size / 2, size, str(colour), rotate=turn)
            )
        return "".join(drawn)


def _of_vase(name: str, paint: Paint, colours: Mapping[str, str], held: bool = False) -> str:
    """Return a beast or an object in the style of vases, or an object that a hand holds, in the
    colours of a figure.
    """
    body = paint.fills["robe"]
    red = colours.get("mantle", black_figure.RED)
    white = colours.get("shield", black_figure.WHITE)
    bronze = colours.get("metal", black_figure.BRONZE)
    return bestiary.monster(name, body, paint.line, red, white, bronze, body == "#ffffff", held)


def check_names(named: Sequence[tuple[str, Collection[str]]], what: str) -> None:
    """Raise LookupError for the first name that is not known."""
    for value, known in named:
        if value not in known:
            raise LookupError(f"no '{value}' for {what}{did_you_mean(value, known)}")


def point_of(values: Sequence[float]) -> tuple[float, float]:
    """Return two numbers as a point. Raises ValueError for anything else."""
    if len(values) != 2:
        raise ValueError(f"{list(values)[:4]} is not a point; expected two numbers")
    return float(values[0]), float(values[1])
