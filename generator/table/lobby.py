"""The seats of a table: people, computer players, links with QR codes, and who is present."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from generator.table.links import Link, Links
from validator.simulate.strategies import ABOUT, STRATEGIES
from validator.table.session import Session
from validator.table.views import PUBLIC

WATCH = "Spectators"
HERE = 6.0  # seconds since the last request of a seat's page, after which nobody is present


class Lobby:
    """The seats of a table.

    `address` returns the address of a link.
    """

    def __init__(
        self, session: Session, links: Links, address: Callable[[Link], str], shared: bool
    ) -> None:
        self.session = session
        self.links = links
        self.address = address
        self.shared = shared  # one screen for all: there is nobody to send links to
        self._seen: dict[int, float] = {}

    def saw(self, link: Link) -> None:
        """Record that a page with this link has sent a request."""
        self._seen[link.seat] = time.monotonic()

    def seat_called(self, name: str) -> int | None:
        """Return the seat of the player with this name, or that of spectators.

        Returns None if this seat has no link.
        """
        names = {each: seat for seat, each in enumerate(self.session.names)} | {WATCH: PUBLIC}
        seat = names.get(name)
        return seat if seat in self.links.seats else None

    def seats(self) -> list[dict[str, Any]]:
        """Return the seats in the form that the host's page displays."""
        seats = [(seat, name) for seat, name in enumerate(self.session.names)]
        return [self._seat(*each) for each in [*seats, (PUBLIC, WATCH)]]

    def _seat(self, seat: int, name: str) -> dict[str, Any]:
        link = None if self.shared else self.links.seats.get(seat)
        address = self.address(link) if link else ""
        size, path = qr_code(address) if address else (0, "")
        now = time.monotonic()
        return {
            "name": name,
            "strategy": self.session.strategies.get(seat, ""),
            "strategies": [*ABOUT.items()][::-1] if seat >= 0 else [],
            "link": address,
            "qr": path,
            "size": size,
            "begun": self.session.here.begun(),
            "here": now - self._seen.get(seat, -HERE) < HERE,
        }

    def seat(self, name: str, strategy: str) -> str:
        """Give a seat to the computer, or to a person if `strategy` is empty.

        Returns an error message, or an empty string.
        """
        if name not in self.session.names or (strategy and strategy not in STRATEGIES):
            return "there is no such seat, or no such computer player"
        seat = self.session.names.index(name)
        self.session.strategies.pop(seat, None)
        if strategy:
            self.session.strategies[seat] = strategy
        self.links.played(self.session.strategies)
        return ""


@lru_cache(maxsize=64)
def qr_code(text: str) -> tuple[int, str]:
    """Return a QR code for a text.

    It is given by the number of modules on each side, and the dark modules as an SVG path.
    """
    from reportlab.graphics.barcode.qr import QrCodeWidget

    code = QrCodeWidget(text, barLevel="L").qr
    code.make()
    count = code.getModuleCount()
    runs = []
    for row in range(count):
        column = 0
        while column < count:
            start = column
            while column < count and code.isDark(row, column):
                column += 1
            if column > start:
                runs.append(f"M{start} {row}h{column - start}v1h{start - column}z")
            column += 1
    return count, "".join(runs)
