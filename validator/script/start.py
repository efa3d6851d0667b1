"""The initial position of a script: the default one, a described one, or one from another script.

``start: {after: game.play:120}`` is the position after line 120 of a script in the same folder.
Facts beside `after` change it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from validator.core.location import Problem
from validator.core.model import Game
from validator.core.tree import Mapping as MappingNode
from validator.core.tree import Node
from validator.load.shape import Anything, Reader
from validator.load.text import inside
from validator.referee.core import Breach
from validator.referee.facts import FactError, merged, shown
from validator.referee.referee import Referee
from validator.script.read import Script, read_script

S = TypeVar("S")
Facts = Mapping[str, object]
PositionOf = Callable[[Script, int], Facts | Problem]  # (script, line) -> facts after the line


class Start(NamedTuple):
    """A position, and the rules that are broken in it."""

    state: Any
    breaches: tuple[Breach, ...] = ()
    loose: bool = False  # pieces may be missing


def first_position(
    script: Script, game: Game, referee: Referee[S], position_of: PositionOf
) -> Start | Problem:
    """Return the initial position of a script, or a problem if there is none."""
    node = script.nodes.get("start")
    first = script.players.index(script.first) if script.first else None
    try:
        facts = {} if node is None else _facts(script, game, node, position_of)
        state = referee.begin(first) if node is None else referee.place(facts)
        loose = facts.get("loose") is True
        return Start(state, () if loose else tuple(referee.position_errors(state)), loose)
    except FactError as error:
        if error.rule is None:
            place = _node_at(node, error.path).location if node else script.place_of("players")
            return Problem(place, error.message, "start")
        return Start(None, (Breach(error.rule, error.message),))


def _facts(script: Script, game: Game, node: Node, position_of: PositionOf) -> Facts:
    """Return the facts of `start:`. Raises FactError."""
    facts = Anything().read(node, Reader(game.rules.number))
    if not isinstance(facts, Mapping):
        raise FactError((), f"expected facts by name, not {shown(facts)}")
    if "after" in facts:
        facts = _after(script, facts, position_of)
    return {"first": script.first, **facts} if script.first else facts


def _after(script: Script, facts: Facts, position_of: PositionOf) -> Facts:
    """Return the facts of a position in another script, with the other facts in `start:` applied.

    The other script is in the folder of this one or below, and has the same game and players.
    """

    def wrong(message: str) -> FactError:
        return FactError(("after",), message)

    place = str(facts["after"])
    name, _, line = place.rpartition(":")
    if not name or not line.isascii() or not line.isdigit() or len(line) > 6:
        raise wrong(f"expected a script and a line of it, as in game.play:120, not '{place}'")
    folder = script.file.parent if script.file else None
    file = folder / name if folder and "\0" not in name else None
    if folder is None or file is None or not inside(folder, file) or not file.is_file():
        raise wrong(f"no script '{name}' in the folder of this one")
    other, problems = read_script(file, name)
    if other is None or problems:
        raise wrong(f"{problems[0]}" if problems else f"{name} cannot be read")
    for what in ("game", "players", "options"):
        ours, theirs = getattr(script, what), getattr(other, what)
        if ours != theirs:
            raise wrong(f"{name} has {_said(theirs)} as '{what}', and this script {_said(ours)}")
    if int(line) not in [step.location.line for step in other.steps]:
        raise wrong(f"{name} has no step in line {line}")
    found = position_of(other, int(line))
    if isinstance(found, Problem):
        raise wrong(f"{name} does not hold up to line {line}: {found}")
    changes = {fact: value for fact, value in facts.items() if fact != "after"}
    return {**merged(found, changes)}


def _said(value: object) -> str:
    return ", ".join(value) or "nothing" if isinstance(value, tuple) else str(value)


def _node_at(node: Node, path: tuple[str, ...]) -> Node:
    """Return the node at a path of names, or the deepest existing node on the way."""
    for name in path:
        if not isinstance(node, MappingNode) or name not in node.entries:
            break
        node = node.entries[name]
    return node
