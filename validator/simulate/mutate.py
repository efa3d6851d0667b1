"""Tests scripts by mutation: forces the result of each check in turn, which should make a script
fail.

A check that always succeeds forbids nothing; one that always fails refuses every move. A script
detects the mutation if its result changes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn

from validator.load.game import load_game
from validator.referee.core import Gate
from validator.referee.judge import Judge, Legal, Rules, ids_of
from validator.referee.messages import unfilled
from validator.referee.referee import P, Referee
from validator.referee.verbs import JUDGE, LISTER, Verb
from validator.script.play import Playing, replay
from validator.script.played import Report

SHARED = "validator.referee.dealing"  # checks that games share
Place = tuple[str, int]  # a file, and a line in it
Question = tuple[str, str]  # a verb and the first rule that its function checks, wherever it does


class Mutant(NamedTuple):
    """A check with a forced result.

    `noticed_by` is the name of the script that failed, or empty if none failed.
    """

    verbs: tuple[str, ...]  # verbs that ask it
    ids: tuple[str, ...]
    what: str  # a check, or the verbs that were opened
    forced: str  # yes or no
    noticed_by: str


def mutants(
    referee: Referee[P], scripts: Sequence[Path], tick: Callable[[], object] = lambda: None
) -> Iterator[Mutant]:
    """Force every check of a game both ways, and play its scripts until one fails.

    All `scripts` must succeed without mutations. The verbs are restored afterwards.
    """
    verbs = list(referee.verbs.values())
    baseline = played(verbs, scripts)
    for mutant in mutated_questions(verbs, baseline):
        yield mutant
        tick()
    for opening in openings(referee):
        names = tuple(verb.name for verb in opening.verbs)
        noticed = opening.noticed_by(baseline)
        yield Mutant(names, opening.rules, opening.name, "yes", noticed)
        tick()


class _Forced(Judge):
    """A judge of one verb that records all checks, and forces the result of one of them."""

    def __init__(self, inner: Judge, verb: str, asked: Asked) -> None:
        self.inner, self.verb, self.asked_at = inner, verb, asked

    def _answer(self, rules: Rules, kept: bool, text: str, values: Mapping[str, object]) -> bool:
        """Record a check and its text; return its result, or the forced one."""
        question, asked = (self.verb, ids_of(rules)[0]), self.asked_at
        if asked.answer is not None:
            return asked.answer[1] if asked.answer[0] == question else kept
        files = asked.questions.setdefault(question, ({}, {}))[kept]
        files.setdefault(asked.file, asked.step)
        line = sys._getframe(2)
        if (caller := line.f_back) and line.f_globals["__name__"] == SHARED:
            line = caller  # where the game calls it
        place = (line.f_code.co_filename, line.f_lineno)
        if place not in asked.answers and (name := unfilled(text, values)):
            asked.unfilled[place] = name
        asked.answers.setdefault(place, ((self.verb, rules), set()))[1].add(kept)
        return kept

    def holds(
        self, rules: Rules, kept: object, why: str, because: str = "", **values: object
    ) -> None:
        answer = self._answer(rules, bool(kept), f"{why} {because}", values)
        self.inner.holds(rules, answer, why, because, **values)

    def forbids(self, rules: Rules, why: str, **values: object) -> NoReturn:
        if self._answer(rules, False, why, values):
            raise Legal
        self.inner.forbids(rules, why, **values)

    def asked(self) -> None:
        self.inner.asked()


class Asked:
    """The checks in functions, each with the scripts in which it fails and in which it succeeds."""

    def __init__(self) -> None:
        self.questions: dict[Question, tuple[dict[Path, int], dict[Path, int]]] = {}
        # By file and line: a verb that makes the check there, its rules, and all results.
        self.answers: dict[Place, tuple[tuple[str, Rules], set[bool]]] = {}
        self.unfilled: dict[Place, str] = {}  # a placeholder without a value in a reason
        self.answer: tuple[Question, bool] | None = None
        self.file, self.step = Path(), 0


class Baseline(NamedTuple):
    """Scripts played without mutations: their reports, copies before each step from which play
    can continue, and the checks in the verbs' functions.
    """

    reports: dict[Path, Report]
    before: dict[Path, list[Playing]]
    asked: Asked


def played(verbs: Iterable[Verb], scripts: Iterable[Path]) -> Baseline:
    """Play scripts, and record the checks of the verbs' functions."""
    load, found = cache(load_game), Baseline({}, {}, Asked())
    asked = found.asked

    def watch(playing: Playing) -> None:
        asked.step = len(here)
        here.append(playing.forked())

    with listening(verbs, asked):
        for asked.file in scripts:
            asked.step, here = 0, found.before.setdefault(asked.file, [])
            found.reports[asked.file] = replay(asked.file, load=load, watch=watch)
    return found


@contextmanager
def listening(verbs: Iterable[Verb], asked: Asked) -> Iterator[None]:
    """Pass the checks of the verbs' functions to `asked` in a `with` block."""
    own = [verb for verb in verbs if verb.judges is None]
    for verb in own:
        verb.judge = _Forced(JUDGE, verb.name, asked)
        verb.lister = _Forced(LISTER, verb.name, asked)
    try:
        yield
    finally:
        for verb in own:
            verb.judge, verb.lister = JUDGE, LISTER


def mutated_questions(
    verbs: Sequence[Verb], baseline: Baseline, forced: Sequence[bool] = (True, False)
) -> Iterator[Mutant]:
    """Force each check of each verb, and play the scripts in which its result is different."""
    reports, before, asked = baseline
    with listening(verbs, asked):
        for question, files in asked.questions.items():
            name, rule = question
            ids = next(verb for verb in verbs if verb.name == name).ids(rule)
            for answer in forced:
                asked.answer, word = (question, answer), "yes" if answer else "no"
                steps = files[not answer]  # until then the script is played as without force
                likeliest = likely({file: reports[file] for file in steps}, (name,), ids, word)
                noticed = next((each.name for each in likeliest if before[each][
                    steps[each]].forked().fails_after(steps[each])), "")  # fmt: skip
                asked.answer = None
                yield Mutant((name,), ids, "question", word, noticed)


class Opening(NamedTuple):
    """An opening for mutation tests: verbs made legal in modes where rules close them."""

    name: str
    rules: tuple[str, ...]
    closed: tuple[tuple[Verb, str], ...]  # verbs and modes; an empty mode: out of turn

    @property
    def verbs(self) -> tuple[Verb, ...]:
        return tuple(dict.fromkeys(verb for verb, _ in self.closed))

    def noticed_by(self, baseline: Baseline) -> str:
        """Return the name of a script that fails while the verbs are open, or an empty string.

        Only a script in which these rules forbid something can fail, from that line on.
        """
        reports, before, _ = baseline
        names = tuple(verb.name for verb in self.verbs)
        rules = {*self.rules}
        broken = {file: report for file, report in reports.items()
                  if not rules.isdisjoint(report.coverage.broken)}  # fmt: skip
        with self.forced():
            likeliest = likely(broken, names, self.rules, "yes")
            return next((file.name for file in likeliest
                         if self._fails(reports[file], before[file])), "")  # fmt: skip

    def _fails(self, report: Report, before: Sequence[Playing]) -> bool:
        """Return whether a script fails if played from the first line that these rules forbid."""
        places = (place for rule in self.rules for place in report.coverage.broken.get(rule, ()))
        lines = {int(place.rpartition(":")[2]) for place in places}
        for index, playing in enumerate(before):
            if playing.script.steps[index].location.line in lines:
                other = playing.forked()
                other.referee = other.referee.without_caches()
                return other.fails_after(index)
        return False

    @contextmanager
    def forced(self) -> Iterator[None]:
        """Open the verbs in a `with` block."""
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


def openings(referee: Referee[P]) -> Iterator[Opening]:
    """Yield all openings: each mode for all verbs, each verb in all modes, and each gate on
    turns.
    """
    verbs = list(referee.verbs.values())
    modes = dict.fromkeys((*referee.modes, *(mode for verb in verbs for mode in verb.gates)))
    closed = [(verb, mode) for mode in modes for verb in verbs
              if verb.modes and mode not in verb.modes]  # fmt: skip
    for mode, gate in referee.modes.items():
        rules = tuple(gate.all_rules())
        here = [each for each in closed if each[1] == mode]
        here = [(verb, each) for verb, each in here
                if {*rules} & {*verb.gates.get(mode, gate).all_rules()}]  # fmt: skip
        if here:
            yield Opening(f"closed in '{mode}'", rules, tuple(here))
    for verb in verbs:
        own = [gate for mode, gate in verb.gates.items() if (verb, mode) in closed]
        if own:
            shut = tuple(dict.fromkeys(rule for gate in own for rule in gate.all_rules()))
            yield Opening("closed", shut, tuple(each for each in closed if each[0] is verb))
    turns: dict[Gate, list[tuple[Verb, str]]] = {}
    for verb in verbs:
        turn = referee.turn_of(verb)
        if turn is not None and verb.kind == "move":  # players do not try the table's verbs
            turns.setdefault(turn, []).append((verb, ""))
    for turn, early in turns.items():
        yield Opening("whose turn it is", tuple(turn.all_rules()), tuple(early))


def likely(
    reports: dict[Path, Report], verbs: Sequence[str], ids: Sequence[str], forced: str
) -> list[Path]:
    """Return scripts in the order in which they are likely to fail.

    Those that break or keep a rule in `ids` come first; among equals, shorter ones do.
    """

    def distance(file: Path) -> tuple[int, int]:
        coverage, played = reports[file].coverage, reports[file].played
        rules = coverage.broken if forced == "yes" else coverage.kept
        uses = any(verb in each.line for each in played for verb in verbs)
        return (not any(id_ in rules for id_ in ids)) * 2 + (not uses), len(played)

    return sorted(reports, key=distance)
