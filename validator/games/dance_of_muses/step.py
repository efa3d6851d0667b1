"""The dance step: who moves where, who is pushed, which dice go up. Tiles by index in play."""

from __future__ import annotations

from typing import Any

from validator.games.dance_of_muses import notation
from validator.games.dance_of_muses.asked import in_dance
from validator.games.dance_of_muses.ending import ended
from validator.games.dance_of_muses.position import (
    NEUTRAL,
    SIDES,
    Position,
    die_words,
    is_one_group,
    line,
    stepped,
)
from validator.games.dance_of_muses.tiles import Offset
from validator.referee.core import Notes, Verb, Verdict


def anyone(at: Position, *_: object) -> range:
    """Every Muse in play."""
    return range(len(at.tiles))


def directions(at: Position, *_: object) -> list[Offset]:
    """One step to each side."""
    length = at.table.step
    return [(dx * length, dy * length) for dx, dy in SIDES]


dance = Verb(
    "dance", about="Move a Muse by one step; those in front of her are pushed.",
    args=(notation.DANCER.of(anyone), notation.STEP.of(directions), notation.PUSHING),
)  # fmt: skip


@in_dance(dance, "DANCE-TURN-03", "DANCE-TURN-01")
def one_step(at: Position) -> Verdict:
    """One step a turn."""
    taken = at.steps >= at.table.steps
    return f"{at.tiles[at.danced].muse} has taken the step of this turn" if taken else ""


@in_dance(dance, "DANCE-POWER-05", "DANCE-POWER-02")
def user_dances(at: Position, muse: int) -> Verdict:
    """Who used a Power before the step takes the step."""
    if at.user < 0 or at.danced >= 0:
        return None
    return "" if muse == at.user else f"{at.tiles[at.user].muse} used her Power before the step"


@in_dance(dance, "DANCE-MOVE-02")
def one_square(at: Position, _: int, step: Offset) -> Verdict:
    """One square to a side."""
    dx, dy = step
    if dx and dy:
        return "the step is diagonal"
    length, need = abs(dx + dy), at.table.step
    return "" if length == need else f"{length} squares, not {need}"


def _straight(step: Offset) -> bool:
    return bool(step[0]) != bool(step[1])


def _hand_in_hand(at: Position, muse: int, step: Offset, group_move: bool) -> Verdict:
    """Whether all Muses are one group after the step, of one Muse or of several."""
    if not _straight(step):
        return None
    moved = line(at, muse, step)
    if (len(moved) > 1) != group_move:
        return None
    if is_one_group(stepped(at, moved, step), at.table.corners):
        return ""
    names = " and ".join(at.tiles[index].muse for index in moved)
    return f"with {names} moved, the Muses are more than one group"


@in_dance(dance, "DANCE-MOVE-09", "DANCE-MOVE-07", "DANCE-MOVE-08")
def group_move_holds_hands(at: Position, muse: int, step: Offset) -> Verdict:
    """After a Group Move all Muses are one group."""
    return _hand_in_hand(at, muse, step, True)


@in_dance(dance, "DANCE-MOVE-07", "DANCE-MOVE-08")
def step_holds_hands(at: Position, muse: int, step: Offset) -> Verdict:
    """After a step all Muses are one group."""
    return _hand_in_hand(at, muse, step, False)


@in_dance(dance, "DANCE-MOVE-13")
def not_too_many(at: Position, muse: int, step: Offset) -> Verdict:
    """As many are pushed as there can be."""
    pushed, most = len(line(at, muse, step)) - 1 if _straight(step) else 0, at.table.most_pushed
    return None if not pushed else "" if pushed <= most else f"{pushed} pushed, at most {most}"


@in_dance(dance, "DANCE-MOVE-05")
def nobody_stays_behind(at: Position, muse: int, step: Offset, pushing: Any) -> Verdict:
    """The whole unbroken line in front moves."""
    if pushing is None or not _straight(step):
        return None
    stays = [at.tiles[i].muse for i in line(at, muse, step)[1:] if i not in pushing]
    return f"{', '.join(stays)} cannot stay behind" if stays else ""


@in_dance(dance, "DANCE-MOVE-06", "DANCE-MOVE-05", "DANCE-MOVE-04")
def nobody_else_moves(at: Position, muse: int, step: Offset, pushing: Any) -> Verdict:
    """Nobody behind, beside, or beyond a gap moves along."""
    if pushing is None or not _straight(step):
        return None
    extra = [at.tiles[i].muse for i in pushing if i not in line(at, muse, step)[1:]]
    return f"{', '.join(extra)} does not move along" if extra else ""


@dance.effect
def _dance(
    at: Position, _: int, muse: int, step: Offset, _pushing: Any, note: Notes | None
) -> Position:
    table = at.table
    moved = line(at, muse, step)
    tiles = list(at.tiles)
    for index in moved:
        tile = tiles[index]
        tiles[index] = tile._replace(x=tile.x + step[0], y=tile.y + step[1])
    for index in moved:  # the chosen one first, which matters only with the ruling one_by_one
        tiles[index] = tiles[index]._replace(value=tiles[index].value + table.raise_)
        if table.one_by_one and tiles[index].value >= table.end:
            break
    after = at._replace(tiles=tuple(tiles), danced=muse, steps=at.steps + 1)
    if note is not None:
        _noted(at, after, muse, moved, note)
    return ended(after, note)


def _noted(at: Position, after: Position, muse: int, moved: list[int], note: Notes) -> None:
    """What the rules of the step settle."""
    chosen = after.tiles[muse]
    still = [tile.muse for index, tile in enumerate(at.tiles) if index not in moved]
    names = [after.tiles[index].muse for index in moved]
    text = f"{chosen.muse} steps to {chosen.x},{chosen.y}"
    note("DANCE-MOVE-01", f"{chosen.muse}.at", "danced", text=text)
    note("DANCE-MOVE-02", f"{chosen.muse}.at")
    if chosen.owner == NEUTRAL and chosen.up:
        note("DANCE-POWER-18", "danced")
    if len(moved) > 1:
        places = [f"{name}.at" for name in names[1:]]
        note("DANCE-MOVE-05", *places, text=f"pushes {', '.join(names[1:])}")
    else:
        note("DANCE-MOVE-04", *(f"{tile.muse}.at" for tile in at.tiles))
    note("DANCE-MOVE-06", *(f"{name}.at" for name in still))
    xs, ys = [tile.x for tile in at.tiles], [tile.y for tile in at.tiles]
    if not (min(xs) <= chosen.x <= max(xs) and min(ys) <= chosen.y <= max(ys)):
        note("DANCE-MOVE-03", f"{chosen.muse}.at")
    dice = ", ".join(
        f"{tile.muse} {die_words(tile.colour, tile.value)}"
        for tile in (after.tiles[index] for index in moved)
    )
    raised = [f"{name}.{fact}" for name in names for fact in ("die", "value")]
    note("DANCE-MOVE-10", *raised, text=f"dice up: {dice}")
    note("DANCE-MOVE-12", *raised)
    kept = [f"{name}.{fact}" for name in still for fact in ("die", "value")]
    note("DANCE-MOVE-11", *kept, *(f"{tile.muse}.colour" for tile in at.tiles))
    note("DANCE-TURN-01", "step", "danced")
    hidden = [tile.muse for tile in (after.tiles[index] for index in moved) if not tile.up]
    if hidden:
        note("DANCE-PLACE-10", *(f"{name}.{fact}" for name in hidden for fact in ("die", "value")))
