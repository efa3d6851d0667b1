"""Describes the course of a game for `pieria verbs`: its phases, in the order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from validator.referee.fields import Fields
from validator.referee.verbs import Verb


class Moment(NamedTuple):
    """A phase of a game.

    `when` identifies it by facts: their names and possible values. `lines` contains the names of
    the verbs in the order in which a script uses them, each with the reason for its place.
    """

    title: str
    when: Mapping[str, tuple[str, ...]]
    lines: tuple[tuple[str, str], ...]

    def holds(self, facts: Mapping[str, object]) -> bool:
        """Return whether a game with these facts is in this phase."""
        return all(str(facts.get(name)) in values for name, values in self.when.items())


ASKED = {
    "move": "a move of the player to act",
    "chance": "required, unless a seed draws it",
    "claim": "optional claim",
}
REFUSED = "always refused, so only after `!`"


def by_modes(verbs: Iterable[Verb], fields: Fields, modes: Iterable[str] = ()) -> Iterator[Moment]:
    """Yield the phases of a game, derived from the modes in which its verbs are open.

    Modes with the same verbs are merged into one phase. If no fact shows a mode, its phase has no
    facts, and the mode is its title.
    """
    step = next((field for field in fields.common if field.kept_in == "mode"), None)

    def shown(mode: str) -> str:  # several modes may be one step for players
        return str(step.kind.show(mode, None)) if step and step.kind and mode else mode

    found: dict[str, dict[str, str]] = {shown(mode): {} for mode in modes}
    for verb in verbs:
        for mode in verb.modes or ("",):
            why = ASKED.get(verb.kind, "when the game asks for it") if verb.listed else REFUSED
            found.setdefault(shown(mode), {})[verb.name] = why
    always = tuple(found.pop("", {}).items())
    alike: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for mode, lines in found.items():
        alike.setdefault(tuple(lines.items()), []).append(mode)
    for same, those in alike.items():
        if same:
            yield Moment(", ".join(those), {step.name: tuple(those)} if step else {}, same)
    yield Moment("at any time", {}, always)
