"""Computes each player's scores over a game from its steps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from validator.load.tabletop import Tabletop
from validator.table.nodes import GameNode
from validator.table.session import Session

OTHER = "Other"
LAST = 6  # steps in which a game is decided


def scoring(session: Session, table: Tabletop) -> dict[str, Any] | None:
    """Return the scores by category and after each step, or None if the game declares no score.

    A step's score counts for the category of its verb, and for the player who gained it.
    """
    score = table.score
    if score is None:
        return None
    path = session.here.path()
    if not score["fact"]:
        return {"fact": "", "totals": {}, "parts": {}, "curve": [], "rounds": [],
                "why": _why(session, score, path)}  # fmt: skip
    titles = {part["verb"]: part["title"] for part in score["parts"]}
    categories: dict[str, dict[str, list[int]]] = {
        title: {name: [] for name in session.names} for title in [*titles.values(), OTHER]
    }
    curve = [_scores(node, score["fact"]) for node in path]
    for node, before, after in zip(path[1:], curve, curve[1:], strict=False):
        verb = node.referee.verbs[node.move.verb].word if node.move else ""
        for name, now in after.items():
            if change := now - before.get(name, 0):
                categories[titles.get(verb, OTHER)].setdefault(name, []).append(change)
    if not titles or not any(categories[OTHER].values()):
        del categories[OTHER]
    return {
        "fact": score["fact"],
        "totals": curve[-1],
        "parts": categories,
        "curve": curve,
        "rounds": _rounds(path, table),
        "why": _why(session, score, path),
    }


def _why(
    session: Session, score: Mapping[str, Any], path: list[GameNode]
) -> list[dict[str, str | bool]]:
    """Return the rules that ended and decided the game.

    If `table.yaml` lists alternatives, only those that were applied are returned.
    """
    steps = [  # without claims about the end, which change nothing
        node for before, node in pairwise(path) if node.played and node.state is not before.state
    ]  # fmt: skip
    cited = {entry.rule for node in steps[-LAST:] if node.played for entry in node.played.trace}
    wins = [rule for rule in score["wins"] if rule in cited] or score["wins"][:1]
    found = [(score["ended"], True)] * bool(score["ended"]) + [(rule, False) for rule in wins]
    rules = session.game.rules
    return [{"rule": rule, "text": rules[rule].text, "end": end} for rule, end in found]


def _scores(node: GameNode, fact: str) -> Mapping[str, int]:
    """Return each player's score in the position of a node, from the fact with this name."""
    referee, state = node.referee, node.state
    field = next(each for each in referee.fields.own if each.name == fact)
    found = {name: field.value(state, seat) for seat, name in enumerate(referee.names(state))}
    return {name: value if isinstance(value, int) else 0 for name, value in found.items()}


def _rounds(path: list[GameNode], table: Tabletop) -> list[int]:
    """Return the steps at which a round begins, if the game declares rounds."""
    turn = table.values["round"]
    if not turn or not turn["fact"]:
        return []
    found, last = [], None
    for place, node in enumerate(path):
        field = next(each for each in node.referee.fields.common if each.name == turn["fact"])
        value = field.value(node.state)
        if value != last:
            found.append(place)
            last = value
    return found
