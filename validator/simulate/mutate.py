"""Tests scripts by mutation: forces each question of each verb; some script should then fail.

A rule forced to yes forbids nothing; one forced to no always forbids. A script notices if its
result changes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType
from typing import NamedTuple, NoReturn

from validator.load.game import load_game
from validator.referee.core import Gate
from validator.referee.judge import Judge, Legal, Rules, ids_of
from validator.referee.referee import P, Referee
from validator.referee.verbs import JUDGE, LISTER, Verb
from validator.script.play import Load, Report, replay

Place = tuple[str, CodeType, int]  # of a question: verb, code and line


class Mutant(NamedTuple):
    """A question that was forced. `noticed_by` is the script that failed; empty if none did."""

    verbs: tuple[str, ...]  # verbs that ask it
    ids: tuple[str, ...]
    predicate: str
    forced: str  # yes or no
    noticed_by: str


def mutants(
    referee: Referee[P], scripts: Sequence[Path], tick: Callable[[], object] = lambda: None
) -> Iterator[Mutant]:
    """Force every question of a game, both ways, and play its scripts until one fails.

    All `scripts` must hold without mutations. The verbs are restored afterwards.
    """
    load = cache(load_game)
    reports = {file: replay(file, load=load) for file in scripts}
    verbs = list(referee.verbs.values())
    for mutant in mutated_questions(verbs, reports, load):
        yield mutant
        tick()
    for opening in openings(referee):
        names = tuple(verb.name for verb in opening.verbs)
        noticed = ""
        with opening.forced():
            for file in likely(reports, names, opening.gate.rules, "yes"):
                if not replay(file, load=load).ok:
                    noticed = file.name
                    break
        yield Mutant(names, opening.gate.rules, opening.name, "yes", noticed)
        tick()


class _Forced(Judge):
    """A judge of one verb who notes where rules are asked, and answers one question itself."""

    def __init__(self, inner: Judge, verb: str, asked: _Asked) -> None:
        self.inner, self.verb, self.asked_at = inner, verb, asked

    def _forced(self, rules: Rules) -> bool | None:
        """Note a question of the verb's function; return the answer that is forced, if one is."""
        frame = sys._getframe(2)
        place = self.verb, frame.f_code, frame.f_lineno
        asked = self.asked_at
        asked.places.setdefault(place, (ids_of(rules), set()))[1].add(asked.file)
        return asked.answer[1] if asked.answer and asked.answer[0] == place else None

    def holds(
        self, rules: Rules, kept: object, why: str, because: str = "", **values: object
    ) -> None:
        forced = self._forced(rules)
        self.inner.holds(rules, kept if forced is None else forced, why, because, **values)

    def forbids(self, rules: Rules, why: str, **values: object) -> NoReturn:
        if self._forced(rules):
            raise Legal
        self.inner.forbids(rules, why, **values)

    def asked(self) -> None:
        self.inner.asked()


class _Asked:
    """Where functions ask rules: the rules and the scripts of each place, and a forced answer."""

    def __init__(self) -> None:
        self.places: dict[Place, tuple[tuple[str, ...], set[Path]]] = {}
        self.answer: tuple[Place, bool] | None = None
        self.file = Path()


def mutated_questions(
    verbs: Sequence[Verb], reports: dict[Path, Report], load: Load,
    forced: Sequence[bool] = (True, False),
) -> Iterator[Mutant]:  # fmt: skip
    """Force each question that each verb asks, and play the scripts that come to it."""
    own = [verb for verb in verbs if verb.judges is None]
    asked = _Asked()
    for verb in own:
        verb.judge = _Forced(JUDGE, verb.name, asked)
        verb.lister = _Forced(LISTER, verb.name, asked)
    try:
        for asked.file in reports:
            replay(asked.file, load=load)
        for place, (rules, files) in list(asked.places.items()):
            name, code, _ = place
            ids = next(verb for verb in own if verb.name == name).ids(rules)
            for answer in forced:
                asked.answer, word = (place, answer), "yes" if answer else "no"
                first = [file for file in likely(reports, (name,), ids, word) if file in files]
                noticed = next((each.name for each in first if _fails(each, load)), "")
                asked.answer = None
                yield Mutant((name,), ids, f"{code.co_name} {ids[0]}", word, noticed)
    finally:
        for verb in own:
            verb.judge, verb.lister = JUDGE, LISTER


def _fails(file: Path, load: Load) -> bool:
    """Whether a script does not hold; an effect that should not have been reached may raise."""
    try:
        return not replay(file, load=load).ok
    except Exception:
        return True


class Opening(NamedTuple):
    """A gate to open: the verbs that it closes, in a mode or out of turn."""

    gate: Gate
    closed: tuple[tuple[Verb, str], ...]  # verbs and modes; an empty mode: out of turn

    @property
    def verbs(self) -> tuple[Verb, ...]:
        return tuple(dict.fromkeys(verb for verb, _ in self.closed))

    @property
    def name(self) -> str:
        modes = dict.fromkeys(mode for _, mode in self.closed)
        return " ".join(f"closed in '{mode}'" if mode else "whose turn it is" for mode in modes)

    @contextmanager
    def forced(self) -> Iterator[None]:
        """Open the verbs while the block runs."""
        before = [(verb, verb.modes, verb.anybody) for verb in self.verbs]
        for verb, mode in self.closed:
            if mode:
                verb.modes = (*verb.modes, mode)
            else:
                verb.anybody = True
        try:
            yield
        finally:
            for verb, modes, anybody in before:
                verb.modes, verb.anybody = modes, anybody


def openings(referee: Referee[P]) -> list[Opening]:
    """Return every gate of a game with the verbs that it closes."""
    found: dict[int, tuple[Gate, list[tuple[Verb, str]]]] = {}

    def closes(gate: Gate | None, verb: Verb, mode: str = "") -> None:
        if gate is not None:
            found.setdefault(id(gate), (gate, []))[1].append((verb, mode))

    verbs = list(referee.verbs.values())
    for mode in dict.fromkeys((*referee.modes, *(mode for verb in verbs for mode in verb.gates))):
        for verb in verbs:
            if verb.modes and mode not in verb.modes:
                closes(verb.gates.get(mode) or referee.modes.get(mode), verb, mode)
    for verb in verbs:
        if verb.kind == "move":  # players do not try what the table does
            closes(referee.turn_of(verb), verb)
    return [Opening(gate, tuple(closed)) for gate, closed in found.values()]


def likely(
    reports: dict[Path, Report], verbs: Sequence[str], ids: Sequence[str], forced: str
) -> list[Path]:
    """Sort scripts: those that break or keep a rule of `ids` first.

    Among equals, shorter scripts come first.
    """

    def distance(file: Path) -> tuple[int, int]:
        coverage, played = reports[file].coverage, reports[file].played
        rules = coverage.broken if forced == "yes" else coverage.kept
        uses = any(verb in each.line for each in played for verb in verbs)
        return (not any(id_ in rules for id_ in ids)) * 2 + (not uses), len(played)

    return sorted(reports, key=distance)
