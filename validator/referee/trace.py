"""Determines which rules changed which facts in a step, from its trace and the facts around it.

An effect records which rules applied and to which facts (`trace("NINE-EXCH-01", "Ann.craft")`).
Comparing the facts before and after shows which of them the rules set: only changed facts count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from validator.referee.core import TraceEntry

NO_RULE = "no rule decided "  # how `unsettled` reports a changed fact


def flat(facts: Mapping[str, object], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every fact with its dotted name in lower case, as in ``ann.craft``."""
    for name, value in facts.items():
        full = f"{path}{str(name).lower()}"
        if isinstance(value, Mapping) and value:
            yield from flat(value, f"{full}.")
        else:
            yield full, value


def changed(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    """Return the names of the facts that a step changed."""
    return set(_changed(before, after, ""))


def _changed(before: Mapping[str, object], after: Mapping[str, object], path: str) -> Iterator[str]:
    for name in before if before.keys() == after.keys() else {**before, **after}:
        old, new = before.get(name), after.get(name)
        if old is new or old == new:  # true of most facts, so whole branches are compared first
            continue
        if old and new and isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _changed(old, new, f"{path}{str(name).lower()}.")
        else:
            for value in (old, new):
                yield from (each for each, fact in flat({name: value}, path) if fact is not None)


@lru_cache(4096)
def _pattern(name: str) -> re.Pattern[str]:
    parts = re.escape(name.lower()).replace(r"\*", r"[^.]+")
    return re.compile(rf"{parts}(\..*)?")


def within(name: str, facts: Iterable[str]) -> set[str]:
    """Return the facts that have this name or are below it; in the name, ``*`` matches any one
    part.
    """
    if "*" not in name:
        whole = name.lower()
        below = f"{whole}."
        return {fact for fact in facts if fact == whole or fact.startswith(below)}
    pattern = _pattern(name)
    return {fact for fact in facts if pattern.fullmatch(fact)}


def settled(trace: Iterable[TraceEntry], changes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the rules that set each changed fact."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in trace:
        for name in entry.facts:
            for fact in within(name, changes):
                if entry.rule not in found.get(fact, ()):
                    found[fact] = (*found.get(fact, ()), entry.rule)
    return found


def unsettled(
    trace: Iterable[TraceEntry], changes: Collection[str], derived: Iterable[str]
) -> Iterator[str]:
    """Yield errors in the trace of a step: rules without an effect, and changed facts without a
    rule.
    """
    left = set(changes)
    for entry in trace:
        own = [within(name, changes) for name in entry.facts]
        if entry.facts and not any(own):
            yield f"{entry.rule} decided none of {', '.join(entry.facts)}"
        left.difference_update(*own)
    for name in derived:
        left -= within(name, left)
    yield from (f"{NO_RULE}{fact}" for fact in sorted(left))
