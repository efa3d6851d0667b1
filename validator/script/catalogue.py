"""Finds the places where each rule of a game is enforced, and the scripts that keep or break it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from validator.core.model import Game, Rule
from validator.referee.enforcement import joined, registered
from validator.referee.invariants import Coverage
from validator.referee.registry import find_referee, seats
from validator.script.played import Report


@dataclass(frozen=True)
class Entry:
    """A rule, the places where code enforces it, and the script lines that keep and break it."""

    rule: Rule
    enforced: tuple[str, ...]
    kept: tuple[str, ...]
    broken: tuple[str, ...]

    @property
    def judged_by(self) -> str:
        """Who enforces this rule: "referee", "table" (the players), or "nobody"."""
        if self.rule.checkable == "no":
            return "table"
        return "referee" if self.enforced or self.kept or self.broken else "nobody"


def scripts_of(game: Game) -> list[Path]:
    """Return the scripts of a game's folder, sorted by name."""
    return sorted((game.folder / "scripts").glob("*.play"))


def catalogue(game: Game, reports: Iterable[Report]) -> list[Entry]:
    """Return one entry per rule, in the order of `rules.yaml`."""
    total = Coverage()
    for report in reports:
        for rule, places in report.coverage.kept.items():
            total.kept.setdefault(rule, []).extend(places)
        for rule, places in report.coverage.broken.items():
            total.broken.setdefault(rule, []).extend(places)
        total.enforced = joined(total.enforced, report.coverage.enforced)
    referee = find_referee(game, seats(game.players[0]))
    enforced = joined(registered(referee) if referee else {}, total.enforced)
    return [
        Entry(
            rule,
            tuple(enforced.get(rule.id, ())),
            tuple(dict.fromkeys(total.kept.get(rule.id, ()))),
            tuple(dict.fromkeys(total.broken.get(rule.id, ()))),
        )
        for rule in game.rules
    ]


def lines(entries: Sequence[Entry]) -> list[str]:
    """Return the catalogue as lines for a terminal."""
    found = []
    for entry in entries:
        rule = entry.rule
        if rule.checkable == "no":
            state = "for the players to judge"
        else:
            state = f"kept by {_places(entry.kept)}; broken by {_places(entry.broken)}"
        part = " (in part)" if rule.checkable == "partly" else ""
        found.append(f"{rule.id}  {rule.text}")
        found.append(f"    {state}{part}")
        if entry.enforced and rule.checkable != "no":
            shown = ", ".join(entry.enforced[:3])
            more = len(entry.enforced) - 3
            found.append(f"    in {shown}{f' and {more} more' if more > 0 else ''}")
    return found


def _places(places: tuple[str, ...]) -> str:
    if not places:
        return "nothing"
    first = places[0].rpartition("/")[2]
    return first if len(places) == 1 else f"{first} and {len(places) - 1} more"
