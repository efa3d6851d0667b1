"""The course of a game as `pieria verbs` explains it: which lines a script contains, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from validator.referee.core import Verb
from validator.referee.fields import Fields


class Moment(NamedTuple):
    """A part of a game.

    `when` has the facts that identify it: a name and its possible values. `lines` has verbs by
    name in the order of their lines, each with the reason for the line.
    """

    title: str
    when: Mapping[str, tuple[str, ...]]
    lines: tuple[tuple[str, str], ...]

    def holds(self, facts: Mapping[str, object]) -> bool:
        """Whether a position with these facts is at this moment."""
        return all(str(facts.get(name)) in values for name, values in self.when.items())


ASKED = {
    "move": "a move of the player to act",
    "chance": "needed, unless a seed draws it",
    "claim": "optional claim",
}


def by_modes(verbs: Iterable[Verb], fields: Fields) -> Iterator[Moment]:
    """Return the course of a game from the modes in which its verbs are open."""
    step = next((field.name for field in fields.common if field.kept_in == "mode"), None)
    found: dict[str, list[tuple[str, str]]] = {}
    for verb in verbs:
        for mode in verb.modes or ("",):
            found.setdefault(mode, []).append((verb.name, ASKED.get(verb.kind, "as the game asks")))
    for mode, lines in found.items():
        if step is not None and mode:
            yield Moment(mode, {step: (mode,)}, tuple(lines))
    yield Moment("at any time", {}, tuple(found.get("", ())))
