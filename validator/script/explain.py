"""Lists what the scripts of a game can contain, for `pieria verbs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.referee.core import TABLE
from validator.referee.facts import FactError
from validator.referee.referee import P, Referee
from validator.referee.verbs import Verb

HEADS = {
    "move": "PLAYER …",
    "aside": "PLAYER …, out of turn",
    "chance": "~ …",
    "table": "table …",
    "claim": "table …, a claim that changes nothing",
}
SIGNS = {"chance": "~ ", "table": "table ", "claim": "table "}
UNKNOWN = "?"  # a name that no fact has
START = "position"  # the subject that takes all facts of `start:`


def lines(referee: Referee[P]) -> Iterator[str]:
    """Yield the lines of `pieria verbs`: verbs, claims, the course of a game, facts, rulings."""
    for kind, head in HEADS.items():
        found = [verb for verb in referee.verbs.values() if verb.kind == kind]
        if found:
            yield head
        for verb in found:
            yield f"  {verb.syntax}"
            yield f"      {verb.about}"
            for thing in verb.things:
                yield f"      {thing}: {takes(referee, verb, thing)}"
    yield from _course(referee)
    yield "Facts, for start: and for = lines"
    for fact, about in referee.only_start:
        yield f"  {fact}: {about}"
    for fact, value in referee.facts(referee.place({})).items():
        inner = f": {', '.join(map(str, value))}" if isinstance(value, Mapping) else ""
        yield f"  {fact}{inner}"
    for option in referee.known_options:
        yield f"option  {option}"
    choices = [rule for rule in referee.game.rules if rule.data.get("choices")]
    if choices:
        yield "Rulings that a header can change"
    for rule in choices:
        yield f"  {rule.id}: {' | '.join(rule.data['choices'])}"


def _course(referee: Referee[Any]) -> Iterator[str]:
    """Yield the phases of a game and the lines of a script in each, with the reasons for their
    order.
    """
    if referee.course:
        yield "When lines are written, in their order"
    for moment in referee.course:
        when = ", ".join(f"{name} {' or '.join(each)}" for name, each in moment.when.items())
        yield f"  {moment.title}{f' ({when})' if when else ''}"
        for name, asks in moment.lines:
            verb = referee.verbs[name]
            yield f"      {SIGNS.get(verb.kind, '')}{verb.word}: {asks}"


def takes(referee: Referee[P], verb: Verb, thing: str) -> str:
    """Return the arguments of a claim about a subject: its declared syntax or its fact names.

    The names are taken from the error for an unknown fact, so the list is always complete.
    """
    if syntax := verb.things[thing].syntax:
        return syntax
    if thing == START:
        return "{…} with facts of start:"
    names = _known(referee, verb, thing, ())
    found = []
    for name in names:
        if name in referee.players[1:]:
            continue
        shown = "PLAYER" if name in referee.players else name
        inner = _known(referee, verb, thing, (name,))
        found.append(f"{shown}: {{{', '.join(inner)}}}" if inner else shown)
    return f"{{{', '.join(found)}}}"


def _known(referee: Referee[Any], verb: Verb, thing: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that the checks of a subject know below a path.

    Returns an empty tuple if names are not used there.
    """
    changes: Any = FrozenMap({UNKNOWN: 0})
    for name in reversed(path):
        changes = FrozenMap({name: changes})
    assert verb.judges is not None
    try:
        verb.judges(referee.begin(), TABLE, thing, changes)
    except FactError as error:
        return error.known if error.path == (*path, UNKNOWN) else ()
    return ()
