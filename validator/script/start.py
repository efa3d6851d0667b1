"""Sets up a script's initial position: the default, a described one, or one from another script.

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


class Start(NamedTuple):
    """A position, and the rules that it breaks."""

    state: Any
    breaches: tuple[Breach, ...] = ()
    loose: bool = False  # pieces may be missing
    game: Game | None = None  # game of the other script


PositionOf = Callable[[Script, int], Start | Problem]  # (script, line) -> position after it


def first_position(
    script: Script, game: Game, referee: Referee[S], position_of: PositionOf
) -> Start | Problem:
    """Return the initial position of a script, or a problem if there is none."""
    node = script.nodes.get("start")
    first = script.players.index(script.first) if script.first else None
    try:
        if node is None:
            return _judged(referee, referee.begin(first), {})
        facts = _facts(game, node)
        if "after" in facts:
            return _after(script, facts, referee, position_of)
        facts = {"first": script.first, **facts} if script.first else facts
        return _judged(referee, referee.place(facts), facts)
    except FactError as error:
        if error.rule is None:
            place = _node_at(node, error.path).location if node else script.place_of("players")
            return Problem(place, error.message, "start")
        return Start(None, (Breach(error.rule, error.message),))


def _judged(referee: Referee[S], state: S, facts: Facts) -> Start:
    loose = facts.get("loose") is True
    return Start(state, () if loose else tuple(referee.position_errors(state)), loose)


def _facts(game: Game, node: Node) -> Facts:
    """Return the facts of `start:`. Raises FactError."""
    facts = Anything().read(node, Reader(game.rules.number))
    if not isinstance(facts, Mapping):
        raise FactError((), f"expected a mapping of facts, not {shown(facts)}")
    return facts


def _after(script: Script, facts: Facts, referee: Referee[S], position_of: PositionOf) -> Start:
    """Return a position from another script, changed by the other facts in `start:`."""
    name, _, line = str(facts["after"]).rpartition(":")
    found = position_of(_other(script, name, line), int(line))
    if isinstance(found, Problem):
        raise FactError(("after",), f"{name} cannot be replayed up to line {line}: {found}")
    changes = {fact: value for fact, value in facts.items() if fact != "after"}
    if not changes and found.game == referee.game:  # without `data` and `cards` of their own
        return found
    if not describes(referee, found.state):
        message = (
            f"line {line} of {name} is in the middle of an action, which only moves can change"
        )
        raise FactError(
            ("after",), f"{message}; write lines below '---' instead of facts beside 'after'"
        )
    everything = merged(referee.fields.settable(referee.facts(found.state)), changes)
    return _judged(referee, referee.place(everything), everything)


def describes(referee: Referee[S], state: S) -> bool:
    """Return whether `start:` can describe a position.

    It cannot describe positions within a scene or a contest.
    """
    facts = referee.facts(state)
    try:
        return referee.facts(referee.place(referee.fields.settable(facts))) == facts
    except FactError:
        return False


def _other(script: Script, name: str, line: str) -> Script:
    """Return another script in the same folder or below.

    It must have the same game and players.
    """

    def wrong(message: str) -> FactError:
        return FactError(("after",), message)

    if not name or not line.isascii() or not line.isdigit() or len(line) > 6:
        raise wrong("expected a script and the number of a line in it, such as game.play:120")
    folder = script.file.parent if script.file else None
    file = folder / name if folder and "\0" not in name else None
    if folder is None or file is None or not inside(folder, file) or not file.is_file():
        raise wrong(f"there is no script '{name}' in the folder of this script")
    other, problems = read_script(file, name)
    if other is None or problems:
        raise wrong(f"{problems[0]}" if problems else f"{name} cannot be read")
    for what in ("game", "players", "options"):
        ours, theirs = getattr(script, what), getattr(other, what)
        if ours != theirs:
            raise wrong(f"{name} has {_said(theirs)} as '{what}', and this script {_said(ours)}")
    if int(line) not in [step.location.line for step in other.steps]:
        raise wrong(f"there is no step in line {line} of {name}")
    return other


def _said(value: object) -> str:
    return ", ".join(value) or "nothing" if isinstance(value, tuple) else str(value)


def _node_at(node: Node, path: tuple[str, ...]) -> Node:
    """Return the node at a path of names, or the deepest existing node on the way."""
    for name in path:
        if not isinstance(node, MappingNode) or name not in node.entries:
            break
        node = node.entries[name]
    return node
