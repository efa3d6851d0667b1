"""Finds mistakes in the referee of an installed package, from its functions and its scripts.

It reports rules that the catalogue lacks, rules that nothing enforces, scripts that fail, verbs
without an effect or without a line in a script, steps whose result is lost or that no rule
explains, conditions that no script ever broke, and arguments that no rule reads.
"""

from __future__ import annotations

import dis
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import CodeType

from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game
from validator.referee.core import TooManyMovesError
from validator.referee.enforcement import registered
from validator.referee.judge import Recorder, Rules
from validator.referee.messages import Say, unfilled
from validator.referee.referee import P, Referee
from validator.referee.registry import ID, RefereeError, brings_referee, find_referee, seats
from validator.referee.rules_in_code import with_helpers
from validator.referee.trace import NO_RULE, changed
from validator.referee.verbs import S, Verb
from validator.script.catalogue import catalogue, scripts_of
from validator.script.played import PlayedStep, Report
from validator.simulate.match import NO_END, play_match
from validator.simulate.mutate import Asked, Baseline, Place, played

SEED, GAMES, MOST_STEPS = 1, 4, 2000  # of the simulated games
POSITIONS = 50  # of scripts, in which legal moves are listed


def inspect_own(game: Game) -> list[Problem]:
    """Return the mistakes in a referee whose package is in the folder of the game.

    An unusable referee is reported by the card checks.
    """
    with suppress(RefereeError):
        if brings_referee(game) and (referee := find_referee(game, seats(game.players[0]))):
            return inspect(referee, scripts_of(game))
    return []


def inspect(referee: Referee[P], scripts: Sequence[Path]) -> list[Problem]:
    """Return the mistakes in a referee, sorted by location.

    `scripts` show which rules it checks.
    """
    return mistakes(referee, played(referee.verbs.values(), scripts))


def mistakes(referee: Referee[P], baseline: Baseline) -> list[Problem]:
    """Return the mistakes in a referee whose scripts have been played, sorted by location."""
    verbs, reports, asked = [*referee.verbs.values()], [*baseline.reports.values()], baseline.asked
    found = [*_unknown(referee, asked, reports), *_unenforced(referee.game, reports)]
    found += _alike(verbs)
    found += [*_failing(reports), *_always_true(asked, referee, reports)]
    found += [*_unfilled(asked), *_ungated(referee, reports), *_stopping(referee)]
    found += _repeated(
        referee, [each.before for report in reports for each in report.played if each.before]
    )
    own = [verb for verb in verbs if verb.kind != "claim" and verb.judges is None]
    for verb in own:
        steps = [step for report in reports for step in report.played
                 if step.verb == verb.name and step.refusal is None]  # fmt: skip
        found += [*_effects(verb, referee, steps), *(_unread(verb) if verb.listed else ())]
        if verb.listed and not steps:
            found.append(_unplayed(verb))
    return sorted({*found})


def _alike(verbs: Iterable[Verb]) -> Iterator[Problem]:
    """Yield problems for verbs with the same word, because lines can then only mean the last of
    them.
    """
    actor = {"aside": "move", "claim": "table"}
    first: dict[tuple[str, str], Verb] = {}
    for verb in verbs:
        other = first.setdefault((actor.get(verb.kind, verb.kind), verb.word), verb)
        if other is not verb:
            message = (
                f"'{other.name}' and this verb share the word '{verb.word}' and the actor; give "
                "one of them another word, or combine them in one verb that is open in several "
                "modes"
            )
            yield Problem(_start_of(verb), message, ID)


def _unknown(referee: Referee[P], asked: Asked, reports: Iterable[Report]) -> Iterator[Problem]:
    """Yield problems for rules that the referee names but the catalogue lacks."""
    rules, code = referee.game.rules, referee.verbs.code
    named = [*registered(referee), referee.pieces_rule]
    for (verb, short), _ in asked.answers.values():
        named += referee.verbs[verb].ids(short)
    named += [entry.rule for report in reports for step in report.played for entry in step.trace]
    whole = re.compile(
        rf"""(?<=["']){re.escape(code)}-[A-Z]+-\d+(?![\d{{])"""
    )  # not the start of an f-string
    for file in _modules(referee):
        named += whole.findall(Path(file).read_text("utf-8"))
    for rule in dict.fromkeys(id_ for id_ in named if id_ and id_ not in rules):
        short = rule.removeprefix(f"{code}-")
        if short in rules:
            message = f"write '{short.removeprefix(f'{code}-')}' here, without the game's code"
        else:
            hint = did_you_mean(rule, [each.id for each in rules])
            message = f"no rule '{rule}' in {Path(rules.file).name}{hint}"
        yield Problem(_where_named(referee, rule), message, ID)


def _unenforced(game: Game, reports: Iterable[Report]) -> Iterator[Problem]:
    """Yield problems for rules that the referee should enforce but never names."""
    for entry in catalogue(game, reports):
        if entry.judged_by == "nobody":
            message = (
                f"the referee does not enforce {entry.rule.id}; name it in to.holds, where it is "
                "checked, or in to.did, where it is carried out, or write 'checkable: \"no\"' if "
                "the players judge it"
            )
            yield Problem(entry.rule.location, message, ID, "warning")


def _failing(reports: Iterable[Report]) -> Iterator[Problem]:
    """Yield the first problem of each failing script, without repetitions."""
    first: dict[str, Problem] = {}
    for report in reports:
        for problem in sorted(report.problems)[:1]:
            if problem.location.file == report.name:  # not one of the game's data
                first.setdefault(problem.message, replace(problem, level="warning"))
    yield from first.values()


def _unfilled(asked: Asked) -> Iterator[Problem]:
    """Yield problems for reasons with a placeholder to which no value is passed."""
    for place, name in asked.unfilled.items():
        yield _no_value(place, name)


def _no_value(place: Place, name: str) -> Problem:
    message = f"this text has {{{name}}}, but no value of this name is passed; write {name}=…"
    return Problem(_location(*place), message, ID)


def _ungated(referee: Referee[P], reports: Iterable[Report]) -> Iterator[Problem]:
    """Yield problems for modes that states have but that are not declared."""
    states = (step.after for report in reports for step in report.played if step.after)
    for mode in dict.fromkeys((*map(referee.mode, states), *referee.waits)):
        if mode and mode not in referee.modes:
            message = f"the mode '{mode}' has no gate; declare in Verbs(…) why verbs are closed"
            yield Problem(referee.game.location, message, ID)


def _repeated(referee: Referee[P], states: Sequence[P]) -> Iterator[Problem]:
    """Yield problems for verbs of which the same legal move is listed several times."""
    known: set[str] = set()
    for state in states[:: 1 + len(states) // POSITIONS]:
        with suppress(TooManyMovesError):
            counts = Counter(referee.legal(state))
            known.update(move.verb for move, number in counts.items() if number > 1)
    for name in known:
        message = (
            f"'{name}' lists the same move several times, because candidates are equal; return "
            "each once, as dict.fromkeys(…) does"
        )
        yield Problem(_start_of(referee.verbs[name]), message, ID, "warning")


def _stopping(referee: Referee[P]) -> Iterator[Problem]:
    """Yield a problem if a random game, of the fewest or the most players, cannot go on."""
    for players in dict.fromkeys(referee.game.players):
        if (other := find_referee(referee.game, seats(players))) is None:
            continue
        games = (play_match(other, SEED, index, MOST_STEPS) for index in range(GAMES))
        failed = next((each.failure for each in games if each.failure), "")
        if failed and NO_END not in failed:
            message = f"a simulated game of {players} players stops: {failed}"
            yield Problem(referee.game.location, message, ID)


class _RuleWatch(Recorder):
    """A recorder that also stores where the verb's module makes each step."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[Place] = []

    def did(self, rules: Rules, before: S, after: S, say: Say | None = None, **values: object) -> S:
        line = sys._getframe(1)
        self.places.append((line.f_code.co_filename, line.f_lineno))
        return super().did(rules, before, after, say, **values)


def _effects(verb: Verb, referee: Referee[P], steps: Sequence[PlayedStep]) -> Iterator[Problem]:
    """Yield problems for verbs without an effect, unused states, and changes that no rule
    explains.
    """
    unruled: dict[str, None] = {}
    effect = not steps and any(_loads(each.__code__, "did") for each in with_helpers(verb.function))
    said = False
    for step in steps:
        assert step.move is not None
        watch = _RuleWatch()
        verb.function(step.before, step.move.seat, *step.move.args, watch)
        effect |= step.after != step.before
        said |= any(deed.say for deed in watch.deeds)
        unruled |= dict.fromkeys(
            fault.removeprefix(NO_RULE) for fault in step.untraced if fault.startswith(NO_RULE)
        )
        yield from _lost(referee, watch, step.after)
        for place, deed in zip(watch.places, watch.deeds, strict=True):
            words = f"{deed.say.before} {deed.say.after}" if deed.say else ""
            if name := unfilled(words, deed.values):
                yield _no_value(place, name)
    if unruled:
        message = (
            f"no rule causes what '{verb.name}' changes ({', '.join([*unruled][:3])}); "
            "return to.did(rule, state before, state after)"
        )
        yield Problem(_start_of(verb), message, ID, "warning")
    elif verb.listed and said and not effect:
        message = (
            f"'{verb.name}' has a sentence, but changes nothing in any script; change the state "
            "that to.did returns, unless the players only say something here"
        )
        yield Problem(_start_of(verb), message, ID, "note")
    elif verb.listed and not effect:
        message = (
            f"'{verb.name}' has no effect; return to.did(rule, state before, state after), "
            "or declare it with listed=False if the rules always refuse it"
        )
        yield Problem(_start_of(verb), message, ID, "warning")


def _lost(referee: Referee[P], watch: _RuleWatch, end: object) -> Iterator[Problem]:
    """Yield problems for states that `to.did` returned but the verb did not use."""
    for number, deed in enumerate(deeds := watch.deeds):
        later = deeds[number + 1 :]
        followed = later[0].before if later else end
        if followed is not deed.before or any(each.before is deed.after for each in later):
            continue
        made, *others = (changed(referee.facts(each.before), referee.facts(each.after))
                         for each in (deed, *later))  # fmt: skip
        if made and made.isdisjoint({fact for names in others for fact in names}):
            message = (
                "the state that to.did returns here is not used, so the step has no effect; "
                "write s = to.did(…), or return it"
            )
            yield Problem(_location(*watch.places[number]), message, ID, "warning")


def _unplayed(verb: Verb) -> Problem:
    """Return the problem of a verb whose checks and effects no script shows."""
    message = (
        f"no script uses '{verb.word}' legally, so its conditions and its effect are untested; "
        "write such a line in a script"
    )
    return Problem(_start_of(verb), message, ID, "warning")


def _unread(verb: Verb) -> Iterator[Problem]:
    """Yield notes about arguments that no rule reads, so that every value is legal."""
    code, early = verb.function.__code__, verb.early and verb.early.__code__
    names = code.co_varnames[2 : 2 + len(verb.args)]
    asked = [*_loaded(code)]
    if "asked" in asked:
        asked = asked[: len(asked) - asked[::-1].index("asked")]
    read = {*asked}
    if early:
        first = early.co_varnames[2 : early.co_argcount - 1]
        before = {*_loaded(early)}
        read |= {f"={name}" for name, each in zip(names, first, strict=False)
                 if f"={each}" in before}  # fmt: skip
    for name in names:
        if f"={name}" not in read:
            message = (
                f"no rule of '{verb.name}' reads its argument '{name}', so every value is legal; "
                "check it before to.asked(), unless this is intended"
            )
            yield Problem(_start_of(verb), message, ID, "note")


def _always_true(asked: Asked, referee: Referee[P], reports: Sequence[Report]) -> Iterator[Problem]:
    """Yield problems for conditions that were true whenever a script evaluated them.

    If scripts fail, report only conditions of rules that a line expects to be broken. A condition
    that only says what a rule permits is always true: ``! = illegal MOVE -> ID`` shows it.
    """
    ok = all(report.ok for report in reports)
    expected = {*_not_broken(reports)}
    permitted = {*_permitted(reports)}
    for place, ((name, rules), answers) in asked.answers.items():
        ids = referee.verbs[name].ids(rules)
        if False in answers or not permitted.isdisjoint(ids):
            continue
        if ok or not expected.isdisjoint(ids):
            message = (
                f"this condition of {', '.join(ids)} was true in all scripts; check that it can "
                f"be false, and write a line of '{name}' with '!' that breaks it"
            )
            yield Problem(_location(*place), message, ID, "warning")


def _permitted(reports: Iterable[Report]) -> Iterator[str]:
    """Yield the rules that permit a move which a ``!`` line claims to be illegal."""
    for report in reports:
        for step in report.script.steps if report.script else ():
            if step.kind == "refused" and step.text.startswith("illegal "):
                yield from (rule for rules in step.rules for rule in rules)


def _not_broken(reports: Iterable[Report]) -> Iterator[str]:
    """Yield the rules in ``!`` lines that no rule refused, although refusal was expected."""
    for report in reports:
        failed = {problem.location for problem in report.problems}
        for step in report.script.steps if report.script else ():
            if step.kind == "refused" and step.location in failed:
                yield from (rule for rules in step.rules for rule in rules)


def _loaded(code: CodeType) -> Iterator[str]:
    """Yield the names that compiled code reads, in order.

    Variables have ``=`` before their names; attributes do not.
    """
    for step in dis.get_instructions(code):
        if step.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE")):
            several = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            yield from (f"={each}" for each in several)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            yield step.argval


def _loads(code: CodeType, name: str) -> bool:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return name in _loaded(code) or any(_loads(each, name) for each in inner)


def _start_of(verb: Verb) -> Location:
    code = verb.function.__code__
    return _location(code.co_filename, code.co_firstlineno)


def _where_named(referee: Referee[P], rule: str) -> Location:
    """Return the first place in the referee's modules that names a rule."""
    short = rule.removeprefix(f"{referee.verbs.code}-")
    quoted = re.compile(rf"""["'](?:{re.escape(rule)}|{re.escape(short)})(?![-\w])""")
    for file in _modules(referee):
        for number, line in enumerate(Path(file).read_text("utf-8").splitlines(), start=1):
            if found := quoted.search(line):
                return _location(file, number, found.start() + 1)
    return _location(_modules(referee)[0], 0)


def _modules(referee: Referee[P]) -> list[str]:
    """Return the files of the referee's functions, starting with the file of its class."""
    own = sys.modules[type(referee).__module__].__file__ or ""
    return list(dict.fromkeys((own, *(
        each.__code__.co_filename
        for verb in referee.verbs.values() for function in (verb.function, verb.early) if function
        for each in with_helpers(function)
        if each.__module__.partition(".")[0] != "validator" or own == each.__code__.co_filename
    ))))  # fmt: skip


def _location(file: str, line: int, column: int = 1) -> Location:
    """Return a location in a module; the file is relative to the current folder if it is inside."""
    near = os.path.relpath(file)
    return Location(Path(file if near.startswith("..") else near).as_posix(), line, column)
