"""Powers of Muses: who may use them, on whom, and what they do to dice."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import MINUS, PLUS, SWAP, Design, die_words
from validator.games.dance_of_muses.ending import ended
from validator.games.dance_of_muses.state import NEUTRAL, NOBODY, State
from validator.games.dance_of_muses.turn import BEFORE_THE_DANCE, POWER_USED
from validator.referee.core import ANY, KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict

POWER_RULES = {PLUS: "DANCE-POWER-13", MINUS: "DANCE-POWER-14", SWAP: "DANCE-POWER-15"}
Aim = tuple[int, ...]


def users(state: State, *_: object) -> Sequence[int]:
    """Before the step any face-up Muse can be the user, after it only the one who moved."""
    if state.danced != NOBODY:
        return (state.danced,)
    return [index for index, tile in enumerate(state.tiles) if tile.up]


def targets(state: State, _: int, user: int, copied: int | None) -> list[Aim]:
    """Return the Muses on squares of the Area of Effect."""
    return [(index,) for index in reached(state, user, copied)]


power = Verb(
    "power", about="Use the Power of the Muse who takes this turn's step, before or after it.",
    args=(
        notation.DANCER.of(users), notation.RECALLED.of(State.recalled),
        notation.TARGETS.of(targets),
    ),
    modes=(modes.DANCE, modes.AFTER),
    gates={**BEFORE_THE_DANCE, **dict.fromkeys((modes.USED, modes.SPENT), POWER_USED)},
)  # fmt: skip


def design_of(state: State, user: int, copied: int | None) -> Design:
    """The Power in use: printed on the user, or on the Muse that she recalls."""
    return state.table.designs[state.tiles[user if copied is None else copied].muse]


def reached(state: State, user: int, copied: int | None) -> list[int]:
    """Return the tiles in the Area of Effect around the user's present square."""
    tiles = state.tiles
    if user < 0:  # she is not on the table
        return []
    x, y = tiles[user].square
    area = {(x + dx, y + dy) for dx, dy in design_of(state, user, copied).area}
    return [index for index, tile in enumerate(tiles) if tile.square in area and index != user]


@power.guard("DANCE-POWER-02")
def who_stepped(state: State, _: int, user: int) -> Verdict:
    if state.danced == NOBODY:
        return NOT_CONCERNED
    if user == state.danced:
        return KEPT
    return f"{state.tiles[state.danced].muse} took the step of this turn"


@power.guard("DANCE-POWER-04")
def face_up(state: State, _: int, user: int) -> Verdict:
    return KEPT if state.tiles[user].up else "she is face-down"


@power.guard("DANCE-VAR-01")
def recalls_a_neighbour(state: State, seat: int, user: int, copied: int | None) -> Verdict:
    """Mnemosyne, and only she, uses the Power of a face-up neighbour."""
    known = state.recalled(seat, user)
    if known == (None,):
        return (
            NOT_CONCERNED if copied is None else f"{state.tiles[user].muse} has a Power of her own"
        )
    return KEPT if copied in known else "she recalls the Power of a face-up Muse beside her"


@power.guard("DANCE-POWER-11")
def one_other(_state: State, _: int, user: int, _copied: int | None, aim: Aim) -> Verdict:
    if aim is ANY:
        return NOT_CONCERNED
    if len(aim) != 1:
        return f"{len(aim)} targets"
    return "a Muse is not her own target" if aim[0] == user else KEPT


@power.guard("DANCE-POWER-17")
def somebody_there(state: State, _: int, user: int, copied: int | None) -> Verdict:
    if reached(state, user, copied):
        return KEPT
    return f"no Muse is in the Area of Effect of {state.tiles[user].muse}"


@power.guard("DANCE-POWER-06")
def able_to_step(state: State, _: int, user: int) -> Verdict:
    if state.danced != NOBODY:
        return NOT_CONCERNED
    return KEPT if state.has_step(user) else f"{state.tiles[user].muse} has no legal step"


@power.guard("DANCE-POWER-07")
def in_the_area(state: State, _: int, user: int, copied: int | None, aim: Aim) -> Verdict:
    """The target is on an orange square; each area that the rules name has its own rule."""
    if aim is ANY:
        return NOT_CONCERNED
    there = reached(state, user, copied)
    outside = [state.tiles[index].muse for index in aim if index not in there and index != user]
    if not outside:
        return KEPT
    name = design_of(state, user, copied).area_name
    whose = state.tiles[user].muse
    facts = f"{', '.join(outside)} is not on an orange square of {whose}'s area"
    own = state.table.area_rules.get(name)
    return tuple(Breach(rule, facts) for rule in ("DANCE-POWER-07", own) if rule)


@power.guard("DANCE-POWER-14")
def not_below(state: State, _: int, user: int, copied: int | None, aim: Aim) -> Verdict:
    if aim is ANY or design_of(state, user, copied).power != MINUS:
        return NOT_CONCERNED
    low = [i for i in aim if state.tiles[i].value - state.table.minus < state.table.lowest]
    return f"{state.tiles[low[0]].muse}'s die shows {state.tiles[low[0]].value}" if low else KEPT


@power.effect
def _power(
    state: State, _: int, user: int, copied: int | None, aim: Aim, trace: Trace | None
) -> State:
    table, kind = state.table, design_of(state, user, copied).power
    tiles = list(state.tiles)
    index = aim[0]
    old = tiles[index]
    if kind == SWAP:
        tiles[index] = old._replace(value=tiles[user].value)
        tiles[user] = tiles[user]._replace(value=old.value)
    else:
        change = table.plus if kind == PLUS else -table.minus
        tiles[index] = old._replace(value=old.value + change)
    uses = state.uses + 1
    mode = table.dancing(state.steps, uses)
    after = state._replace(mode=mode, tiles=tuple(tiles), user=user, uses=uses)
    if trace is not None:
        _noted(state, after, design_of(state, user, copied), index, trace)
    return ended(after, trace)


def _noted(state: State, after: State, design: Design, target: int, trace: Trace) -> None:
    """Record which rules of Powers changed dice. Swapping two equal dice changes nothing."""
    me = after.tiles[after.user]
    tiles = [after.tiles[target], *([me] if design.power == SWAP else [])]
    dice = [
        f"{new.muse}.die"
        for old, new in zip(state.tiles, after.tiles, strict=True)
        if old.value != new.value
    ]
    shown = ", ".join(f"{tile.muse} {die_words(tile.colour, tile.value)}" for tile in tiles)
    trace(POWER_RULES[design.power], *dice, text=f"{me.muse} uses {design.power}: {shown}")
    if rule := state.table.area_rules.get(design.area_name):
        trace(rule)
    trace(("DANCE-POWER-12", "DANCE-POWER-16"), *dice)
    trace(("DANCE-POWER-01", "DANCE-TURN-01"), "used", "user", *dice)
    if me.owner == NEUTRAL:
        trace("DANCE-POWER-18", "user", *dice)
