"""What came of a script: its played steps, problems and remarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from validator.core.location import Location, Problem
from validator.referee.core import Move, Refusal, Trace
from validator.referee.invariants import Coverage
from validator.referee.referee import Referee
from validator.script.read import Script, Step


@dataclass
class PlayedStep:
    """A played step. `line` is its form in a script; `drawn` if it came from a seed."""

    step: Step
    line: str
    trace: Trace
    after: Any
    refusal: Refusal | None = None
    drawn: bool = False
    move: Move | None = None  # that was played or refused
    before: Any = None  # the position before a move

    @property
    def verb(self) -> str:
        """The verb of a move; empty for other steps."""
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
    untraced: list[str] = field(default_factory=list)  # changes that the trace does not explain

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def is_over(self) -> bool:
        return (
            self.referee is not None
            and self.end is not None
            and self.referee.to_act(self.end) is None
        )


def cause(error: Exception) -> str:
    """Return where an error of the program itself was raised, and what it says."""
    inner = error.__traceback__
    while inner is not None and inner.tb_next is not None:
        inner = inner.tb_next
    where = f" in {Path(inner.tb_frame.f_code.co_filename).name}" if inner else ""
    line = f":{inner.tb_lineno}" if inner else ""
    what = f"{type(error).__name__}: {error}".rstrip(": ")[:200]
    return f"{where}{line} ({what})"
