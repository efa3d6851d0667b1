"""Stores the tallies of a run in a file, so that the run can continue after it was killed.

The file is JSON. It contains the planned games, and the finished games with their tallies by number
of players. It is replaced as a whole, so a killed run leaves either the old or the new file.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from validator.simulate.tally import MaxUsage, Tally

EVERY = 5.0  # seconds between two writes
LARGEST = 256 * 1024 * 1024


class ResumeError(Exception):
    """Raised if the file of an earlier run cannot be used; the message explains why."""


class SavedRun:
    """The file of a run.

    `key` identifies the game, the players and the seed, and must equal the key in the file.
    """

    def __init__(self, file: Path, key: Mapping[str, object]) -> None:
        self.file = file
        self.key = dict(key)
        self.tallies: dict[int, Tally] = {}
        self.done: dict[int, list[tuple[int, int]]] = {}  # first game, number of games
        self._written = time.monotonic()
        if file.exists():
            self._read()

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(tally.games for tally in self.tallies.values())

    def left(self, players: int, games: int) -> list[tuple[int, int]]:
        """Return the ranges of games that have not been played yet, as (first, number)."""
        found, start = [], 0
        for first, number in sorted(self.done.get(players, ())):
            if first > start:
                found.append((start, first - start))
            start = first + number
        return [*found, (start, games - start)] if start < games else found

    def add(self, first: int, tally: Tally, tallies: Mapping[int, Tally]) -> None:
        """Record finished games; `tallies` are the sums so far, which become part of the file."""
        ranges = self.done.setdefault(tally.players, [])
        ranges.append((first, tally.games))
        ranges[:] = _joined(ranges)
        self.tallies = dict(tallies)
        if time.monotonic() - self._written > EVERY:
            self.write()

    def write(self) -> None:
        """Replace the file. Raises OSError."""
        data = {
            "key": self.key,
            "done": [[players, ranges] for players, ranges in sorted(self.done.items())],
            "tallies": [_plain(tally) for _, tally in sorted(self.tallies.items())],
        }
        draft = self.file.with_name(f"{self.file.name}.{os.getpid()}.draft")
        try:
            draft.write_text(json.dumps(data), "utf-8")
            draft.replace(self.file)
        finally:
            draft.unlink(missing_ok=True)
        self._written = time.monotonic()

    def _read(self) -> None:
        if not self.file.is_file() or self.file.stat().st_size > LARGEST:
            raise ResumeError(f"{self.file} is not a file of a stored run; choose another name")
        try:
            data = json.loads(self.file.read_text("utf-8"))
            key = data["key"]
            self.done = {int(n): [(int(a), int(b)) for a, b in each] for n, each in data["done"]}
            self.tallies = {each["players"]: _tally(each) for each in data["tallies"]}
        except (ValueError, LookupError, TypeError, AttributeError):
            raise ResumeError(
                f"{self.file} is not a file that 'pieria simulate --resume' wrote; choose "
                f"another name"
            ) from None
        other = [name for name in self.key if key.get(name) != self.key[name]]
        if other:
            raise ResumeError(
                f"{self.file} belongs to another run: its {', '.join(other)} differ; "
                "repeat that command, or choose another file"
            )


def _joined(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge adjacent ranges."""
    found: list[tuple[int, int]] = []
    for first, number in sorted(ranges):
        if found and sum(found[-1]) == first:
            found[-1] = (found[-1][0], found[-1][1] + number)
        else:
            found.append((first, number))
    return found


def _plain(tally: Tally) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in fields(tally):
        value = getattr(tally, each.name)
        if each.name == "scores_of":
            value = [[seat, list(map(list, scores.items()))] for seat, scores in value.items()]
        elif isinstance(value, Counter):
            value = list(map(list, value.items()))
        elif each.name in ("peaks", "held"):
            value = {name: [peak.most, peak.index, peak.games] for name, peak in value.items()}
        found[each.name] = value
    return found


def _tally(data: Mapping[str, Any]) -> Tally:
    tally = Tally(int(data["players"]))
    for each in fields(tally):
        value, now = data[each.name], getattr(tally, each.name)
        if each.name == "scores_of":
            value = {seat: Counter(dict(map(tuple, scores))) for seat, scores in value}
        elif isinstance(now, Counter):
            value = Counter(dict(map(tuple, value)))
        elif each.name in ("peaks", "held"):
            value = {name: MaxUsage(*peak) for name, peak in value.items()}
        elif each.name == "by_strategy":
            value = {name: (int(played), int(won)) for name, (played, won) in value.items()}
        elif each.name == "failures":
            value = [(int(index), str(words)) for index, words in value]
        setattr(tally, each.name, value)
    return tally
