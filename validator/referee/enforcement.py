"""Lists where each rule is enforced, from a game's registered verbs and facts.

The facts that effects set, and the checks in functions, are known only after a run. They are taken
from replayed scripts.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from validator.referee.referee import P, Referee

Places = dict[str, dict[str, None]]  # rule -> places, each once, in the order of the verbs


@cache
def place_of(function: Callable[..., object]) -> str:
    """Return the file and line where a function begins: ``nine_muses/turn.py:230``."""
    while isinstance(function, partial):
        function = function.func
    code = inspect.unwrap(function).__code__
    file = Path(code.co_filename)
    return f"{file.parent.name}/{file.name}:{code.co_firstlineno}"


def registered(referee: Referee[P]) -> Places:
    """Return the places that enforce each rule: guards, gates, declared parts and computed
    facts.
    """
    found: Places = {}
    for rule, place in _registered(referee):
        found.setdefault(rule, {})[place] = None
    return found


def _registered(referee: Referee[Any]) -> Iterator[tuple[str, str]]:
    for verb in referee.verbs.values():
        for rule, function in verb.enforced():
            yield rule, f"{verb.name}: {function.__name__.strip('_')} ({place_of(function)})"
        for mode, gate in verb.gates.items():
            yield from ((rule, f"{verb.name}: closed in '{mode}'") for rule in gate.rules)
        for thing, subject in verb.things.items():
            for rule, fact in subject.enforced():
                yield rule, f"{verb.name} {thing}: {fact}"
    for mode, gate in referee.modes.items():
        yield from ((rule, f"what '{mode}' leaves open") for rule in gate.rules)
    if referee.turn is not None:
        yield from ((rule, "whose turn it is") for rule in referee.turn.rules)
    if referee.players_rule:
        yield referee.players_rule, "the number of players"
    for name, rules in referee.fields.computed():
        yield from ((rule, f"fact {name}") for rule in rules)


def joined(*several: Mapping[str, Mapping[str, None]]) -> Places:
    """Merge several lists of places, without duplicates."""
    found: Places = {}
    for each in several:
        for rule, places in each.items():
            found.setdefault(rule, {}).update(places)
    return found
