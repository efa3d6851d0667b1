"""Finds mistakes in the referee of an installed package, from its functions and its scripts.

Reported are rules that the catalogue lacks, rules that nothing enforces, verbs without an effect,
conditions that no script ever broke, and arguments that no rule reads.
"""

from __future__ import annotations

import dis
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType

from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game
from validator.load.game import load_game
from validator.referee.enforcement import registered
from validator.referee.referee import P, Referee
from validator.referee.registry import ID, RefereeError, brings_referee, find_referee, seats
from validator.referee.verbs import Verb, with_helpers
from validator.script.catalogue import catalogue, scripts_of
from validator.script.play import replay
from validator.script.played import Report
from validator.simulate.mutate import Asked, listening


def inspect_own(game: Game) -> list[Problem]:
    """Return the mistakes in a referee whose package is in the folder of the game.

    A referee that cannot be used is reported with the cards.
    """
    with suppress(RefereeError):
        if brings_referee(game) and (referee := find_referee(game, seats(game.players[0]))):
            return inspect(referee, scripts_of(game))
    return []


def inspect(referee: Referee[P], scripts: Sequence[Path]) -> list[Problem]:
    """Return the mistakes in a referee, sorted by location. `scripts` show what it asks."""
    verbs, load = [*referee.verbs.values()], cache(load_game)
    with listening(verbs) as asked:
        reports = [replay(file, load=load) for file in scripts]
    found = [*_unknown(referee), *_unenforced(referee.game, reports)]
    for verb in verbs:
        if verb.judges is None and verb.listed:
            found += [*_without_effect(verb), *_unread(verb)]
    if all(report.ok for report in reports):
        found += _always_true(asked, referee)
    return sorted({*found})


def _unknown(referee: Referee[P]) -> Iterator[Problem]:
    """Rules that the referee names, but the catalogue does not have."""
    rules = referee.game.rules
    named = [*registered(referee), referee.pieces_rule]
    for rule in dict.fromkeys(id_ for id_ in named if id_ and id_ not in rules):
        hint = did_you_mean(rule, [each.id for each in rules])
        message = f"no rule '{rule}' in {Path(rules.file).name}{hint}"
        yield Problem(_where_named(referee, rule), message, ID)


def _unenforced(game: Game, reports: Iterable[Report]) -> Iterator[Problem]:
    """Rules for the referee that nothing in it names."""
    for entry in catalogue(game, reports):
        if entry.judged_by == "nobody":
            message = (
                f"the referee does not enforce {entry.rule.id}; name it where it is asked "
                "(to.holds) or done (to.did), or write 'checkable: \"no\"' if the players judge it"
            )
            yield Problem(entry.rule.location, message, ID, "warning")


def _without_effect(verb: Verb) -> Iterator[Problem]:
    """A verb that is not a claim, and never reports that a rule did something."""
    functions = with_helpers(verb.function)
    if verb.kind == "claim" or any(_loads(each.__code__, "did") for each in functions):
        return
    message = (
        f"'{verb.name}' has no effect; return to.did(rule, state before, state after), "
        "or declare it with listed=False if the rules always refuse it"
    )
    yield Problem(_start_of(verb), message, ID, "warning")


def _unread(verb: Verb) -> Iterator[Problem]:
    """Arguments that no rule reads, so that every value is legal."""
    code = verb.function.__code__
    names = code.co_varnames[2 : 2 + len(verb.args)]
    asked = [*_loaded(code)]
    if "asked" in asked:
        asked = asked[: len(asked) - asked[::-1].index("asked")]
    early = verb.early.__code__ if verb.early is not None else None
    first = early.co_varnames[2 : early.co_argcount - 1] if early else ()
    read = {
        *asked,
        *(name for name, each in zip(names, first, strict=False) if early and _loads(early, each)),
    }
    for name in names:
        if name not in read:
            message = (
                f"no rule of '{verb.name}' reads its argument '{name}', so every value is legal; "
                "ask about it before to.asked(), unless this is meant"
            )
            yield Problem(_start_of(verb), message, ID, "note")


def _always_true(asked: Asked, referee: Referee[P]) -> Iterator[Problem]:
    """Conditions that were true whenever a script asked them."""
    for place, ((name, rules), answers) in asked.answers.items():
        if False not in answers:
            whole = ", ".join(referee.verbs[name].ids(rules))
            message = (
                f"this condition of {whole} was true in all scripts; check that it can be false, "
                f"and write a line of '{name}' with '!' that breaks it"
            )
            yield Problem(_location(*place), message, ID, "warning")


def _loaded(code: CodeType) -> Iterator[str]:
    """Yield the names that compiled code reads, in order."""
    for step in dis.get_instructions(code):
        if step.opname.startswith("LOAD_"):
            yield from (step.argval if isinstance(step.argval, tuple) else (step.argval,))


def _loads(code: CodeType, name: str) -> bool:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return name in _loaded(code) or any(_loads(each, name) for each in inner)


def _start_of(verb: Verb) -> Location:
    code = verb.function.__code__
    return _location(code.co_filename, code.co_firstlineno)


def _where_named(referee: Referee[P], rule: str) -> Location:
    """Return the first place in the referee's modules where a rule is named."""
    short = rule.removeprefix(f"{referee.verbs.code}-")
    quoted = re.compile(rf"""["'](?:{re.escape(rule)}|{re.escape(short)})["']""")
    files = dict.fromkeys(
        each.__code__.co_filename
        for verb in referee.verbs.values() for function in (verb.function, verb.early) if function
        for each in with_helpers(function)
    )  # fmt: skip
    own = sys.modules[type(referee).__module__].__file__ or ""
    for file in dict.fromkeys((own, *files)):
        for number, line in enumerate(Path(file).read_text("utf-8").splitlines(), start=1):
            if found := quoted.search(line):
                return _location(file, number, found.start() + 1)
    return _location(own, 0)


def _location(file: str, line: int, column: int = 1) -> Location:
    """Return a place in a module; the file as seen from the current folder, if it is in there."""
    near = os.path.relpath(file)
    return Location(Path(file if near.startswith("..") else near).as_posix(), line, column)
