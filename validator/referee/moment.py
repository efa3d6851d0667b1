"""The course of a game as `pieria verbs` explains it: which lines are written, and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Moment(NamedTuple):
    """A part of a game. `when` has the facts that show it: a name, and the values it may have.

    `lines` are verbs by name in the order in which their lines come, each with what asks for it.
    """

    title: str
    when: Mapping[str, tuple[str, ...]]
    lines: tuple[tuple[str, str], ...]

    def holds(self, facts: Mapping[str, object]) -> bool:
        """Whether this is the moment of a position with these facts."""
        return all(str(facts.get(name)) in values for name, values in self.when.items())
