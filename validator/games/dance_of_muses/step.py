"""The dance step: who moves where, who is pushed, which dice increase. Tiles are indices."""

from __future__ import annotations

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import Offset, die_words
from validator.games.dance_of_muses.ending import ended
from validator.games.dance_of_muses.state import NEUTRAL, NOBODY, State, Tile
from validator.games.dance_of_muses.turn import BEFORE_THE_DANCE, STEP_TAKEN
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict


def dancers(state: State, *_: object) -> range | tuple[int]:
    """Every Muse in play; one that used her Power before the step must take it."""
    if state.user != NOBODY and state.danced == NOBODY:
        return (state.user,)
    return range(len(state.tiles))


def directions(state: State, *_: object) -> tuple[Offset, ...]:
    """One step to each side."""
    return state.table.directions


dance = Verb(
    "dance", about="Move a Muse by one step; those in front of her are pushed.",
    args=(notation.DANCER.of(dancers), notation.STEP.of(directions), notation.PUSHING),
    modes=(modes.DANCE, modes.USED),
    gates={**BEFORE_THE_DANCE, **dict.fromkeys((modes.AFTER, modes.SPENT), STEP_TAKEN)},
)  # fmt: skip


@dance.guard("DANCE-POWER-05", "DANCE-POWER-02")
def user_dances(state: State, _: int, muse: int) -> Verdict:
    user = state.user
    if user == NOBODY or state.danced != NOBODY:
        return NOT_CONCERNED
    return KEPT if muse == user else f"{state.tiles[user].muse} used her Power before the step"


@dance.guard("DANCE-MOVE-02")
def one_square(state: State, _: int, _muse: int, step: Offset) -> Verdict:
    if step in state.table.directions:
        return KEPT
    dx, dy = step
    if dx and dy:
        return "the step is diagonal"
    return f"{abs(dx + dy)} squares, not {state.table.step}"


def _straight(step: Offset) -> bool:
    return bool(step[0]) != bool(step[1])


@dance.guard("DANCE-MOVE-09")
def group_move_holds_hands(state: State, seat: int, muse: int, step: Offset) -> Verdict:
    x, y = state.tiles[muse].square
    square = (x + step[0], y + step[1])
    for tile in state.tiles:
        if tile.square == square and _straight(step):
            return step_holds_hands(state, seat, muse, step)
    return NOT_CONCERNED


@dance.guard("DANCE-MOVE-07", "DANCE-MOVE-08")
def step_holds_hands(state: State, _: int, muse: int, step: Offset) -> Verdict:
    if not _straight(step):
        return NOT_CONCERNED
    moved = state.line(muse, step)
    if state.holds_hands(moved, step):
        return KEPT
    return lambda: (
        f"with {' and '.join(state.tiles[index].muse for index in moved)} moved, "
        "the Muses are more than one group"
    )


@dance.guard("DANCE-MOVE-13")
def not_too_many(state: State, _: int, muse: int, step: Offset) -> Verdict:
    count = len(state.line(muse, step)) - 1 if _straight(step) else 0
    if not count:
        return NOT_CONCERNED
    most = state.table.most_pushed
    return KEPT if count <= most else f"{count} pushed, at most {most}"


@dance.guard("DANCE-MOVE-05", "DANCE-MOVE-06", "DANCE-MOVE-04")
def the_line_in_front(
    state: State, _: int, muse: int, step: Offset, pushing: tuple[int, ...] | None
) -> Verdict:
    if pushing is None or not _straight(step):
        return NOT_CONCERNED
    moved, found = state.line(muse, step)[1:], []
    if stays := [state.tiles[index].muse for index in moved if index not in pushing]:
        found.append(Breach("DANCE-MOVE-05", f"{', '.join(stays)} cannot stay behind"))
    if extra := [state.tiles[index].muse for index in pushing if index not in moved]:
        facts = f"{', '.join(extra)} does not move along"
        rules = ("DANCE-MOVE-06", "DANCE-MOVE-05", "DANCE-MOVE-04")
        found += [Breach(rule, facts) for rule in rules]
    return tuple(found)


@dance.effect
def _dance(
    state: State, _: int, muse: int, step: Offset, _pushing: object, trace: Trace | None
) -> State:
    table = state.table
    moved = state.line(muse, step)
    tiles = list(state.tiles)
    dx, dy = step
    raised = table.raise_
    for index in moved:  # the chosen Muse first; this matters only with the ruling one_by_one
        name, (x, y), up, colour, value, owner = tiles[index]
        value += raised
        tiles[index] = Tile(name, (x + dx, y + dy), up, colour, value, owner)
        if table.one_by_one and value >= table.end:
            raised = 0
    steps = state.steps + 1
    mode = table.dancing(steps, state.uses)
    after = state._replace(mode=mode, tiles=tuple(tiles), danced=muse, steps=steps)
    if trace is not None:
        _noted(state, after, moved, trace)
    return ended(after, trace)


def _noted(state: State, after: State, moved: list[int], trace: Trace) -> None:
    chosen, *others = [after.tiles[index] for index in moved]
    place = f"{chosen.muse}.at"
    x, y = chosen.square
    trace("DANCE-MOVE-01", place, "danced", text=f"{chosen.muse} steps to {x},{y}")
    trace("DANCE-MOVE-02", place)
    trace("DANCE-TURN-01", place, "step", "danced")
    if chosen.owner == NEUTRAL and chosen.up:
        trace("DANCE-POWER-18", place)
    if others:
        text = f"pushes {', '.join(tile.muse for tile in others)}"
        trace("DANCE-MOVE-05", *(f"{tile.muse}.at" for tile in others), text=text)
    else:
        trace("DANCE-MOVE-04", place)
    trace("DANCE-MOVE-06", text="nobody else moves")
    xs, ys = zip(*(tile.square for tile in state.tiles), strict=True)
    if not (min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)):
        trace("DANCE-MOVE-03", place)
    raised = [i for i in moved if after.tiles[i].value != state.tiles[i].value]
    dice = [f"{after.tiles[index].muse}.die" for index in raised]
    shown = ", ".join(
        f"{tile.muse} {die_words(tile.colour, tile.value)}"
        for tile in (after.tiles[index] for index in raised)
    )
    rules = ("DANCE-MOVE-10", "DANCE-MOVE-11", "DANCE-MOVE-12")
    trace(rules, *dice, text=f"dice up: {shown}")
    if hidden := [f"{after.tiles[i].muse}.die" for i in raised if not after.tiles[i].up]:
        trace("DANCE-PLACE-10", *hidden)
