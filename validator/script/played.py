"""The result of a script: its played steps, problems and remarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from traceback import walk_tb
from typing import Any

from validator.core.location import Location, Problem
from validator.referee.core import Move, Refusal, Trace
from validator.referee.invariants import Coverage
from validator.referee.referee import Referee
from validator.script.read import Script, Step

PROGRAM = ("validator", "generator", "tests")  # packages that are not modules of a game


@dataclass
class PlayedStep:
    """A played step.

    `line` is the step as a script writes it; `drawn` is True if it came from a seed.
    """

    step: Step
    line: str
    trace: Trace
    after: Any
    refusal: Refusal | None = None
    drawn: bool = False
    move: Move | None = None  # move that was played or refused
    before: Any = None  # the position before a move
    untraced: tuple[str, ...] = ()  # changes that the trace does not explain

    @property
    def verb(self) -> str:
        """The verb of a move, or an empty string for other steps."""
        return self.move.verb if self.move else ""


@dataclass
class Report:
    """The result of a script: its steps, problems and remarks."""

    script: Script | None
    name: str
    problems: list[Problem]
    referee: Referee[Any] | None = None
    begun: Any = None
    end: Any = None  # the last position
    played: list[PlayedStep] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)  # worth knowing, but not problems
    # Refusals of lines that should be legal.
    refusals: dict[Location, Refusal] = field(default_factory=dict)
    legal: dict[Location, list[str]] = field(default_factory=dict)
    coverage: Coverage = field(default_factory=Coverage)

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def untraced(self) -> list[str]:
        """The changes that the trace of their step does not explain, with their lines."""
        return [
            f"{self.name}:{each.step.location.line}: {fault}"
            for each in self.played
            for fault in each.untraced
        ]

    @property
    def is_over(self) -> bool:
        return (
            self.referee is not None
            and self.end is not None
            and self.referee.to_act(self.end) is None
        )


def cause(error: Exception) -> str:
    """Return where an error in the program was raised, and its text.

    If a game caused the error, the location is the last line in a module of the game.
    """
    frames = [(frame, line) for frame, line in walk_tb(error.__traceback__)]
    game = [each for each in frames if _of_a_game(each[0].f_globals.get("__name__", ""))]
    where = ""
    for frame, line in (game or frames)[-1:]:
        where = f" in {Path(frame.f_code.co_filename).name}:{line}"
    kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
    return f"{where} ({kind}{error}".rstrip(": ")[:200] + ")"


def _of_a_game(module: str) -> bool:
    return module.startswith("validator.games.") or module.partition(".")[0] not in PROGRAM
