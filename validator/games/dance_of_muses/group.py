"""The group: whom a step pushes, and that all Muses stay a single group.

In the rulebook: The dance step; Pushing.

`turn.straight_step` checks the step itself, its direction and length.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.dance_of_muses.cards import Offset
from validator.games.dance_of_muses.state import State
from validator.referee.api import Judge

Indices = tuple[int, ...]  # indices of tiles in play


def group_move(s: State, index: int, step: Offset) -> list[int]:
    """Return the tiles that a step moves: the chosen one and the unbroken line in front of it."""
    there = {tile.square: other for other, tile in enumerate(s.tiles)}
    x, y = s.tiles[index].square
    dx, dy = step
    moved = [index]
    while any(step) and (pushed := there.get((x := x + dx, y := y + dy))) is not None:
        moved.append(pushed)
    return moved


def stays_one_group(s: State, moved: Sequence[int] = (), step: Offset = (0, 0)) -> bool:
    """Return whether the Muses form one group after those in `moved` take a step."""
    places = [tile.square for tile in s.tiles]
    dx, dy = step
    for index in moved:
        x, y = places[index]
        places[index] = x + dx, y + dy
    return is_one_group(places, s.table.reach)


def has_step(s: State, index: int) -> bool:
    """Return whether a Muse has any legal step."""
    return any(stays_one_group(s, group_move(s, index, step), step) for step in s.table.directions)


def keep_one_group(s: State, moved: list[int], step: Offset, to: Judge) -> None:
    """Check that all Muses still form a single group after the step."""
    rules = ("MOVE-09", "MOVE-07", "MOVE-08") if len(moved) > 1 else ("MOVE-07", "MOVE-08")
    to.holds(rules, stays_one_group(s, moved, step),
             "moving {muses} would split the Muses into several groups",
             muses=s.named(*moved))  # fmt: skip


def may_push(s: State, pushed: list[int], pushing: Indices | None, to: Judge) -> None:
    """Check that a Group Move pushes exactly the Muses in front, and not too many."""
    if pushed:
        to.holds("MOVE-13", len(pushed) <= s.table.most_pushed,
                 "{number} [Muse is|Muses are] pushed; expected at most {most}",
                 number=len(pushed), most=s.table.most_pushed)  # fmt: skip
    if pushing is not None:
        stay = [index for index in pushed if index not in pushing]
        to.holds("MOVE-05", not stay, "{muses} must be pushed as well", muses=s.named(*stay))
        extra = [index for index in pushing if index not in pushed]
        to.holds(("MOVE-06", "MOVE-05", "MOVE-04"), not extra,
                 "{muses} must stay, because nobody pushes them",
                 muses=s.named(*extra))  # fmt: skip


def is_one_group(places: Sequence[Offset], reach: int) -> bool:
    """Return whether squares form one connected group.

    Squares are connected if their squared distance is at most `reach`.
    """
    left = list(places)
    edge = left[:1]
    del left[:1]
    while edge and left:
        x, y = edge.pop()
        rest: list[Offset] = []
        for place in left:
            dx, dy = place[0] - x, place[1] - y
            (edge if dx * dx + dy * dy <= reach else rest).append(place)
        left = rest
    return not left
