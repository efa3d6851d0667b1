"""Reports a maximum number of players (`players.max`) that is less than the minimum."""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.core.tree import Mapping, Node, Scalar

ID = "players"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem if the maximum number of players is less than the minimum."""
    least, most = game.players
    if most < least:
        message = (
            f"'max' players is {most}, fewer than 'min', which is {least}; write {least} or more "
            f"for 'max', or {most} or fewer for 'min'"
        )
        yield Problem(_location(game), message, ID)


def _location(game: Game) -> Location:
    """Return where the larger number is written: in game.yaml, or in the rule that game.yaml refers
    to.
    """
    said = game.node.entries.get("players") if isinstance(game.node, Mapping) else None
    node = said.entries.get("max", said) if isinstance(said, Mapping) else None
    if not isinstance(node, Scalar):
        return game.location
    id_, *path = node.raw.split(".")
    if id_ not in game.rules:
        return node.location
    found: Node = game.rules[id_].node
    for step in ("data", *path):
        if not isinstance(found, Mapping) or step not in found.entries:
            return node.location
        found = found.entries[step]
    return found.location
