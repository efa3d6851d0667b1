"""Replays the fenced scripts of a rulebook, and returns their steps and positions.

A figure either contains a script, in which the header entry `game:` is left out, or refers to lines
of a script in the game's folder scripts/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from generator.book.framed_text import FACT, WRITTEN, counts_of, value_of
from generator.book.references import CHECK
from generator.book.tree import DerivedFigure
from validator.core.location import Problem, did_you_mean
from validator.core.model import Game, Loaded, Rules
from validator.referee.referee import Referee
from validator.script.play import play, replay
from validator.script.played import PlayedStep, Report
from validator.script.read import parse_script


@dataclass(frozen=True)
class ExampleLine:
    """A line of an example: the player and the move, with its result or the reason for refusing
    it.
    """

    said: str  # the script's own words
    line: str  # the move as a script writes it
    happened: tuple[str, ...]
    refused: str  # facts for which the move is refused; empty if it was made
    rules: tuple[str, ...]
    actor: str = ""  # who moves; empty: chance
    before: Any = None
    after: Any = None

    def translated(self, rules: Rules) -> ExampleLine:
        """Return the line in another language; a rule's ID replaces the English reason."""
        refused = rules[self.rules[0]].text if self.refused and self.rules else self.refused
        return replace(self, happened=(), refused=refused)


@dataclass(frozen=True)
class Replayed:
    """An example that was replayed without errors, with the positions before and after it."""

    script: DerivedFigure
    referee: Referee[Any]
    deeds: tuple[ExampleLine, ...]
    before: Any
    after: Any

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that took effect in the example."""
        return tuple(dict.fromkeys(rule for deed in self.deeds for rule in deed.rules))


def replayed(game: Game, script: DerivedFigure) -> tuple[Replayed | None, list[Problem]]:
    """Replay a figure's script.

    If it fails, the problem is located at its line in the rulebook.
    """
    first, last = script.lines or (0, 10**9)
    if script.script:
        file = game.folder / "scripts" / script.script
        if ".." in script.script or not file.is_file():
            message = f"no script '{script.script}' in {(game.folder / 'scripts').as_posix()}"
            return None, [Problem(script.location, message, CHECK)]
        report = replay(file, load=lambda _: Loaded(game, []))
    else:
        report = _played(game, script)
    if report.problems or report.referee is None or report.begun is None:
        what = "the position is refused: " if script.kind == "plan" else (
            "the example no longer replays: "
        )  # fmt: skip
        problems = [
            Problem(each.location, what + each.message, CHECK) for each in report.problems
        ] or [Problem(script.location, f"{what}expected moves below the line ---", CHECK)]
        return None, problems
    found = _found(script, report, (first, last), bool(script.script))
    return found, _unknown(found, game)


def _unknown(found: Replayed, game: Game) -> list[Problem]:
    """Return problems for facts and pieces that a figure should show but that do not exist."""
    facts, known = found.referee.facts(found.after), [each.id for each in game.components]
    wrong = []
    for wanted in found.script.zones:
        path, _, component = wanted.partition(" as ")
        is_fact = "." in path or bool(component)
        value = value_of(facts, path) if is_fact else None
        if is_fact and value is None:
            wrong.append(f"no fact '{path}' to draw; `pieria verbs` lists the facts")
        elif component == WRITTEN:
            continue
        elif component and component.split()[0] not in ("die", *known):
            wrong.append(f"no component '{component}'{did_you_mean(component, known)}")
        elif component and not all(isinstance(each, int) for each in counts_of(value).values()):
            wrong.append(f"'{path}' is not a number of pieces; write '{path}' alone to show it")
    wrong += _unknown_facts(found)
    return [Problem(found.script.location, each, CHECK) for each in wrong]


def _unknown_facts(found: Replayed) -> Iterator[str]:
    """Yield the facts that captions name but that no position of the example has."""
    states = [found.before, *(each.after for each in found.deeds if each.after is not None)]
    known = [found.referee.facts(each) for each in states]
    told = [each.words for each in found.script.rows] + [each.said for each in found.deeds]
    for path in dict.fromkeys(path for words in told for _, path in FACT.findall(words)):
        if all(value_of(facts, path) is None for facts in known):
            yield f"no fact '{path}' for a caption; `pieria verbs` lists the facts"


def _played(game: Game, script: DerivedFigure) -> Report:
    """Play the script in a figure.

    Line numbers are those of the rulebook.
    """
    above = "\n" * (script.location.line - 1 + _before_text(script.text))
    own = script.text.lstrip("\n")
    text = f"{above}game: .\n{own}"
    if not re.search(r"^---\s*$", own, re.MULTILINE):
        text = f"{text.rstrip()}\n---\n"
    read, problems = parse_script(text, script.location.file, game.folder / "rulebook.md")
    return play(read, script.location.file, problems, lambda _: Loaded(game, []))


def _before_text(text: str) -> int:
    """Return the number of lines in a fenced block before its script."""
    return len(text) - len(text.lstrip("\n"))


def _found(script: DerivedFigure, report: Report, lines: tuple[int, int], named: bool) -> Replayed:
    """Return the part of a replayed script that is printed.

    `lines` are its first and last line.
    """
    first, last = lines
    before = after = report.begun
    deeds: list[ExampleLine] = []
    assert report.referee is not None
    for played in report.played:
        if played.step.location.line < first:
            before = after = played.after
        elif played.step.location.line <= last:
            # Only those refusals of a script's own file are printed that it explains.
            if played.refusal is None or played.step.story or not named:
                actor = (played.line or played.step.text).partition(" ")[0]
                known = actor if actor in report.referee.names(played.after) else ""
                deeds += (
                    replace(each, actor=known, before=after, after=played.after)
                    for each in _deeds(report.referee, played)
                )
            after = played.after
    return Replayed(script, report.referee, tuple(deeds), before, after)


def _happened(referee: Referee[Any], played: PlayedStep) -> tuple[str, ...]:
    """Return the sentences for a move: its effects, and why it is allowed."""
    if played.move is None or played.before is None:
        return ()
    said = referee.sentences(played.before, played.move)
    sentences = (said.after.text(), *(each.text() for each in said.because))
    return tuple(dict.fromkeys(filter(None, sentences)))


def _deeds(referee: Referee[Any], played: PlayedStep) -> Iterator[ExampleLine]:
    step = played.step
    if played.refusal is not None:
        if step.inner == "fact":
            return
        rules = tuple(rule for each in step.rules for rule in each) or (played.refusal.rule,)
        facts = next(
            (each.facts for each in played.refusal.breaches if each.rule in rules),
            played.refusal.facts,
        )
        yield ExampleLine(step.story, step.text, (), facts, rules[:1])
    elif step.kind in ("move", "chance"):
        notes = [entry for entry in played.trace if entry.text]
        bare = played.line.startswith("table ") or len(played.line.split()) < 3  # "Ann end"
        if bare and not notes and not step.story:
            return
        line = "" if step.inner == "chance" else played.line
        yield ExampleLine(
            step.story if not played.drawn else "",
            line,
            _happened(referee, played) or tuple(dict.fromkeys(each.text for each in notes)),
            "",
            tuple(dict.fromkeys(entry.rule for entry in notes)),
        )
    elif step.story:
        yield ExampleLine(step.story, "", (), "", ())
