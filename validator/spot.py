"""Where a value was written, and what is wrong there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place in a file. Lines and columns count from 1; line 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something the user got wrong: where, what and what would do, and which check says so."""

    spot: Spot
    message: str
    check: str

    def __str__(self) -> str:
        return f"{self.spot}: {self.message} [{self.check}]"


def did_you_mean(word: str, known: Iterable[object]) -> str:
    """``; did you mean 'mill'?``, or the known words where nothing is near and they are few."""
    words = sorted({str(each) for each in known})
    lower = {each.lower(): each for each in reversed(words)}
    near = difflib.get_close_matches(word.lower(), lower, n=1, cutoff=0.6)
    if near:
        return f"; did you mean '{lower[near[0]]}'?"
    if 0 < len(words) <= 12:
        return f"; known: {', '.join(words)}"
    return ""
