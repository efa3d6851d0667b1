"""A turn of the dance: the step of a Muse, her Power, and the end of the turn.

In the rulebook: Your turn; The dance step; Powers; Mnemosyne.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import MINUS, PLUS, Offset, TileDesign
from validator.games.dance_of_muses.constants import NEUTRAL, NOBODY
from validator.games.dance_of_muses.ending import end_at_last_value
from validator.games.dance_of_muses.group import (
    Indices,
    group_move,
    has_step,
    keep_one_group,
    may_push,
)
from validator.games.dance_of_muses.modes import verb
from validator.games.dance_of_muses.state import State
from validator.referee.api import ANY, Judge, Message, Say, put

STEPS = Say("Dance {way} with {muse}", "dances {way} with {muse}")
WAYS = {
    (1, 0): Message("right"), (-1, 0): Message("left"),
    (0, 1): Message("upwards"), (0, -1): Message("downwards"),
}  # fmt: skip
PUSHES = Say("push {muses}", "pushes {muses}")
RAISES = Say("raise {dice}", "raises {dice}")
RAISES_ALL = Say("raise {all} dice by {number}", "raises {all} dice by {number}")
RAISES_BY_POWER = Say("Use {muse}'s Power: raise {dice}", "uses {muse}'s Power to raise {dice}")
LOWERS = Say("Use {muse}'s Power: lower {dice}", "uses {muse}'s Power to lower {dice}")
SWAPS = Say("Use {muse}'s Power: swap dice ({dice})", "uses {muse}'s Power to swap dice ({dice})")
EVEN = Say("Use {muse}'s Power: swap dice with {target}, which changes nothing: both show {value}",
           "uses {muse}'s Power to swap equal dice with {target}")  # fmt: skip
BINDS = Say("then step with {muse}", "must step with {muse} next")
LOOKS = Say("Look at {muse}", "looks at {muse}")
ENDS = Say("End the turn", "ends the turn")

# ---- the step


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def dancers(s: State, *_: object) -> range | tuple[int]:
    """Return the Muses that can take the step: all, or only the one who has used her Power."""
    return (s.user,) if s.mode == modes.USED else range(len(s.tiles))


def directions(s: State, *_: object) -> tuple[Offset, ...]:
    """Return the possible steps: one in each direction."""
    return s.table.directions


def straight_step(s: State, step: Offset, to: Judge) -> None:
    """Check that a step goes one square up, down, left or right."""
    to.holds("MOVE-02", not (step[0] and step[1]),
             "the step is diagonal; it must go up, down, left or right")  # fmt: skip
    to.holds("MOVE-02", step in s.table.directions,
             "the step is {number} [square|squares] long; expected {step}",
             number=abs(step[0] + step[1]), step=s.table.step)  # fmt: skip


@verb(open=(modes.DANCE, modes.USED), due=modes.BEFORE_THE_DANCE)
def dance(
    s: State, _: int, muse: Annotated[int, notation.DANCER.of(dancers)],
    step: Annotated[Offset, notation.STEP.of(directions)],
    pushing: Annotated[Indices | None, notation.PUSHING], to: Judge,
) -> State:  # fmt: skip
    """Move a Muse by one straight step; those in front of her are pushed."""
    if s.mode == modes.USED:
        to.holds(("POWER-05", "POWER-02"), muse == s.user,
                 "{user} used her Power before the step, so she must take it",
                 user=s.named(s.user))  # fmt: skip
    straight_step(s, step, to)
    moved = group_move(s, muse, step)
    keep_one_group(s, moved, step, to)
    may_push(s, moved[1:], pushing, to)
    to.asked()
    return end_at_last_value(raise_dice(take_step(s, moved, step, to), moved, to), to)


def take_step(s: State, moved: list[int], step: Offset, to: Judge) -> State:
    """Move the chosen Muse and those whom she pushes."""
    (muse, *pushed), tiles, steps = moved, list(s.tiles), s.steps + 1
    for index in moved:
        x, y = tiles[index].square
        tiles[index] = tiles[index]._replace(square=(x + step[0], y + step[1]))
    chosen, mode = tiles[muse], s.table.dancing(steps, s.uses)
    after = s._replace(tiles=tuple(tiles), mode=mode, danced=muse, steps=steps)
    alone = after._replace(tiles=put(s.tiles, muse, chosen)) if pushed else after
    x, y = chosen.square
    to.did(("MOVE-01", "MOVE-02", "TURN-01", "TURN-03"), s, alone, STEPS, muse=s.named(muse),
           way=WAYS[_sign(step[0]), _sign(step[1])])  # fmt: skip
    xs, ys = zip(*(tile.square for tile in s.tiles), strict=True)
    if not (min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)):
        to.did("MOVE-03", s, alone)
    if chosen.owner == NEUTRAL and chosen.up:
        to.did("POWER-18", s, alone)
    to.did("MOVE-06", s, s)  # nobody else moves
    if pushed:
        return to.did("MOVE-05", alone, after, PUSHES, muses=s.named(*pushed))
    return to.did("MOVE-04", s, after)


def raise_dice(s: State, moved: list[int], to: Judge) -> State:
    """Raise the die of every Muse who moved."""
    tiles, table, change = list(s.tiles), s.table, s.table.raise_
    for index in moved:  # the chosen Muse first; this matters only with the ruling one_by_one
        tiles[index] = tiles[index]._replace(value=tiles[index].value + change)
        if table.one_by_one and tiles[index].value >= table.end:
            change = 0
    after = s._replace(tiles=tuple(tiles))
    if not all(tiles[index].up for index in moved):
        to.did("PLACE-10", s, after)
    raised = [index for index in moved if tiles[index].value != s.tiles[index].value]
    said = RAISES_ALL if len(raised) == len(moved) > 1 else RAISES
    return to.did(("MOVE-10", "MOVE-11", "MOVE-12"), s, after, said, dice=after.dice(*raised),
                  number=change, all=_all(*raised))  # fmt: skip


def _all(*raised: int) -> Message:
    _, *others = raised or (NOBODY,)
    return Message("both") if len(others) == 1 else Message("all {number}", {"number": len(raised)})


# ---- Powers


def users(s: State, *_: object) -> Sequence[int]:
    """Return the Muses that can use their Power: who stepped or, before that, all face-up ones."""
    if s.mode == modes.AFTER:
        return (s.danced,)
    return [index for index, tile in enumerate(s.tiles) if tile.up]


def design_of(s: State, user: int, copied: int | None) -> TileDesign:
    """Return the Power in use: printed on the user, or on the Muse that she recalls."""
    return s.table.designs[s.tiles[user if copied is None else copied].muse]


def reached(s: State, user: int, copied: int | None) -> list[int]:
    """Return the tiles in the Area of Effect around the user's present square."""
    if user < 0:  # she is not on the table
        return []
    x, y = s.tiles[user].square
    area = {(x + dx, y + dy) for dx, dy in design_of(s, user, copied).area}
    return [index for index, tile in enumerate(s.tiles) if tile.square in area and index != user]


def targets(s: State, _: int, user: int, copied: int | None) -> list[Indices]:
    """Return the sets of Muses in the Area of Effect that can be the targets of a Power."""
    return [(index,) for index in reached(s, user, copied)]


def may_use_power(s: State, me: int, user: int, copied: int | None, to: Judge) -> None:
    """Check that a Muse may use her Power.

    She must be face-up and take this turn's step, and her Area of Effect must not be empty.
    """
    name = s.named(user)
    if s.mode == modes.AFTER:
        to.holds("POWER-02", user == s.danced,
                 "{muse} took the step of this turn, so only she may use her Power",
                 muse=s.named(s.danced))  # fmt: skip
    to.holds("POWER-04", s.tiles[user].up, "{muse} is face-down and cannot use a Power", muse=name)
    known = s.recalled(me, user)
    if known == (None,):
        to.holds("VAR-01", copied is None,
                 "{muse} can use only her own Power, and cannot recall another",
                 muse=name)  # fmt: skip
    else:
        to.holds("VAR-01", copied in known,
                 "{muse} can recall only the Power of a face-up Muse beside her",
                 muse=name)  # fmt: skip
    to.holds("POWER-17", reached(s, user, copied), "no Muse is in the Area of Effect of {muse}",
             muse=name)  # fmt: skip
    if s.mode == modes.DANCE:
        to.holds("POWER-06", has_step(s, user),
                 "{muse} has no legal step, so she cannot use her Power before it",
                 muse=name)  # fmt: skip


def may_lower(s: State, target: int, to: Judge) -> None:
    """Check that a Power lowers no die below the lowest value."""
    value, table = s.tiles[target].value, s.table
    to.holds("POWER-14", value - table.minus >= table.lowest,
             "{target}'s die shows {value}, which cannot be lowered", target=s.named(target),
             value=value)  # fmt: skip


@verb(
    open=(modes.DANCE, modes.AFTER),
    early=may_use_power,
    due=modes.BEFORE_THE_DANCE | dict.fromkeys((modes.USED, modes.SPENT), ("POWER-03", "TURN-01")),
)
def power(
    s: State, _: int, user: Annotated[int, notation.DANCER.of(users)],
    copied: Annotated[int | None, notation.RECALLED.of(State.recalled)],
    aim: Annotated[Indices, notation.TARGETS.of(targets)], to: Judge,
) -> State:  # fmt: skip
    """Use the Power of the Muse who takes this turn's step, before or after it."""
    table, design, name = s.table, design_of(s, user, copied), s.named(user)
    aims = () if aim is ANY else aim
    to.holds("POWER-11", len(aims) == 1, "{number} [target is|targets are] named; expected one",
             number=len(aims))  # fmt: skip
    (target,) = aims
    to.holds("POWER-11", target != user, "{muse} cannot be her own target", muse=name)
    area = table.area_rules.get(design.area_name)
    to.holds(("POWER-07", area) if area else "POWER-07", target in reached(s, user, copied),
             "{target} is not on an orange square of {muse}'s area", target=s.named(target),
             muse=name)  # fmt: skip
    if design.power == MINUS:
        may_lower(s, target, to)
    to.asked()
    uses = s.uses + 1
    s = to.did(("POWER-01", "TURN-01"), s,
               s._replace(mode=table.dancing(s.steps, uses), user=user, uses=uses))  # fmt: skip
    if s.tiles[user].owner == NEUTRAL:
        to.did("POWER-18", s, s)
    s = end_at_last_value(change_dice(s, design, target, to), to)
    return to.did("POWER-05", s, s, BINDS, muse=name) if s.mode == modes.USED else s


def change_dice(s: State, design: TileDesign, target: int, to: Judge) -> State:
    """Return the state after the Power has changed the dice. Swapping equal dice has no effect."""
    table, user, old = s.table, s.user, s.tiles[target].value
    if design.power == PLUS:
        rule, values, said = "POWER-13", {target: old + table.plus}, RAISES_BY_POWER
    elif design.power == MINUS:
        rule, values, said = "POWER-14", {target: old - table.minus}, LOWERS
    else:  # swap
        own = s.tiles[user].value
        rule, values, said = "POWER-15", {target: own, user: old}, EVEN if own == old else SWAPS
    tiles = list(s.tiles)
    for index, value in values.items():
        tiles[index] = tiles[index]._replace(value=value)
    after = s._replace(tiles=tuple(tiles))
    if area := table.area_rules.get(design.area_name):
        to.did(area, s, after)
    return to.did((rule, "POWER-12", "POWER-16", "POWER-01"), s, after, said, muse=s.named(user),
                  dice=after.dice(*values), target=s.named(target), value=old)  # fmt: skip


# ---- the end of a turn, and moves that are not turns


@verb(open=(modes.AFTER, modes.SPENT), due=dict.fromkeys(modes.SETTING_UP, ("PLACE-13",)))
def end(s: State, me: int, to: Judge) -> State:
    """End the turn after the step."""
    to.asked()
    if not s.uses:
        to.did("POWER-01", s, s)  # nobody has to use one
    after = s._replace(mode=s.table.dancing(0, 0), turn=(me + 1) % len(s.seats), danced=NOBODY,
                       user=NOBODY, steps=0, uses=0)  # fmt: skip
    return to.did(("TURN-04", "TURN-02"), s, after, ENDS)


@verb(
    open=modes.DANCING,
    due=dict.fromkeys(modes.SETTING_UP, ("PLACE-13",)),
    name="pass",
    listed=False,
)
def skip(_s: State, _: int, to: Judge) -> State:
    """Skip the turn, which the rules forbid."""
    to.forbids(("TURN-02", "TURN-01"), "a dance step must be taken before the turn can end")


@verb("aside")
def peek(s: State, _: int, muse: Annotated[int, notation.TILE], to: Judge) -> State:
    """Look at a face-down Muse or turn her over, which the rules forbid."""
    to.holds("PLACE-09", s.tiles[muse].up or s.mode in modes.ENDED,
             "{muse} must stay face-down until the game is over", muse=s.named(muse))  # fmt: skip
    to.asked()
    return to.did((), s, s, LOOKS, muse=s.named(muse))
