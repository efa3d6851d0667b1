"""Makes the secrets in a table's links, and stores them in a file for continuing the game.

The file is in the user's cache rather than beside the record, because records are sent to others.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from generator.core.atomic_write import sweep, write_together
from generator.core.memo import cache_folder, others_can_write
from validator.table.views import OPEN, PUBLIC

SECRET = re.compile(r"[\w-]{22,64}", re.ASCII)
LARGEST = 10_000  # bytes of the file


class Link(NamedTuple):
    """A secret link to a seat; `keeper` is set for the host's link."""

    secret: str
    seat: int
    keeper: bool = False


class Links:
    """The secrets of a table's links.

    `known` contains the secrets of an earlier run, by seat.
    """

    def __init__(self, seats: Sequence[int], known: Mapping[int, str] | None = None) -> None:
        self._known = dict(known or {})
        self._place: tuple[Path | None, int] = None, 0
        self.computers: dict[int, str] = {}  # strategies of the computer's seats
        self.keeper = Link(self._secret(OPEN), OPEN, True)
        self.seats: dict[int, Link] = {}
        self.grow(seats)

    def _secret(self, seat: int) -> str:
        return self._known.setdefault(seat, secrets.token_urlsafe(16))

    def grow(self, seats: Sequence[int]) -> None:
        """Create links for these seats and for the spectators.

        Links for other seats are removed.
        """
        self.seats = {seat: Link(self._secret(seat), seat) for seat in (*seats, PUBLIC)}
        self.save(*self._place)

    def renew(self, seat: int) -> None:
        """Give a seat a new link, so that the old one no longer works."""
        self._known.pop(seat, None)
        self.seats[seat] = Link(self._secret(seat), seat)
        self.save(*self._place)

    @property
    def _all(self) -> tuple[Link, ...]:
        return (self.keeper, *self.seats.values())

    def move(self, file: Path | None) -> None:
        """Store the links for the record of the next game, too."""
        self.save(file, self._place[1])

    def played(self, computers: Mapping[int, str]) -> None:
        """Record which seats the computer plays, and how."""
        if self.computers != computers:
            self.computers = dict(computers)
            self.save(*self._place)

    def find(self, secret: str) -> Link | None:
        """Return the link with this secret, or None."""
        given, found = secret.encode(), None
        for link in self._all:
            if secrets.compare_digest(link.secret.encode(), given):
                found = link
        return found

    def save(self, file: Path | None, port: int) -> None:
        """Save the secrets, the port that they were used with, and the computer's seats.

        Errors are ignored.
        """
        self._place = file, port
        if file is None:
            return
        known = {str(link.seat): link.secret for link in self._all}
        found = {"port": port, "secrets": known, "computers": self.computers}
        with suppress(OSError):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not others_can_write(file.parent):
                sweep(file.parent)
                old = os.umask(0o077)
                try:
                    write_together({file: json.dumps(found).encode()})
                finally:
                    os.umask(old)


def kept_in(record: Path) -> Path | None:
    """Return the file that stores the secrets for a record, or None if there is no cache."""
    folder = cache_folder()
    if folder is None:
        return None
    return folder / f"{hashlib.sha256(os.fsencode(record.resolve())).hexdigest()[:24]}.links"


class Kept(NamedTuple):
    """The stored data of a table's last run: secrets by seat, port, and the computer's
    strategies.
    """

    secrets: dict[int, str]
    port: int | None
    computers: dict[int, str]


NOTHING_KEPT = Kept({}, None, {})


def kept(file: Path | None) -> Kept:
    """Return the stored data of the last run, which are empty if the file cannot be used."""
    if file is None or others_can_write(file.parent) or others_can_write(file):
        return NOTHING_KEPT
    try:
        with file.open("rb") as opened:
            found = json.loads(opened.read(LARGEST))
        known = {int(seat): secret for seat, secret in found["secrets"].items()}
        computers = {int(seat): str(how) for seat, how in found.get("computers", {}).items()}
        port = found["port"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return NOTHING_KEPT
    good = all(isinstance(each, str) and SECRET.fullmatch(each) for each in known.values())
    if not good or len({*known.values()}) < len(known):
        return NOTHING_KEPT
    return Kept(known, port if type(port) is int and 0 < port < 65_536 else None, computers)
