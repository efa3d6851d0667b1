"""What many verbs ask alike: whose turn it is, and rules that differ by phase."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from validator.games.schizonauts.state import State
from validator.referee.api import Verb, Verdict
from validator.referee.core import Test

T = TypeVar("T", bound=Callable[..., Any])


def _only_in(phase: str, test: Test) -> Test:
    def concerned(state: State, seat: int, *args: object) -> Verdict:
        verdict: Verdict = test(state, seat, *args) if state.phase == phase else None
        return verdict

    concerned.__name__ = concerned.__qualname__ = f"{test.__qualname__} in {phase}"
    return concerned


def by_phase(verbs: Iterable[Verb], ids: Mapping[str, tuple[str, ...]]) -> Callable[[T], T]:
    """Tie one predicate to several verbs, under the rules of the phase: each half has its own."""
    chosen = tuple(verbs)

    def tie(test: T) -> T:
        reads = len(inspect.signature(test).parameters) - 2
        for phase, named in ids.items():
            inside = _only_in(phase, test)
            for verb in chosen:
                verb.add(inside, named, reads)
        return test

    return tie
