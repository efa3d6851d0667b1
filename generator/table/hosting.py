"""Answers the requests that only a table's host may make: seats, links, players, the next game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.table.changes import Changes
from generator.table.links import Link, Links
from generator.table.lobby import Lobby
from generator.web.security import Guard, RefusedError, answer, as_json
from validator.table.session import Session, SessionError

P = ParamSpec("P")
T = TypeVar("T")
Arrange = Callable[[Sequence[str], str, bool], Session]
"""Makes a game that has not begun: (players, who acts first or empty, whether draws are entered)"""


class Hosted(Protocol):
    """The interface of a table's server, with the functions that `Hosting` uses."""

    changes: Changes
    guard: Guard
    links: Links
    lobby: Lobby

    @property
    def session(self) -> Session:
        """The session that is being played."""

    def link(self, request: Request) -> Link:
        """Return the link that the request was made with.

        Raises RefusedError.
        """

    async def work(self, do: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run a call that uses the session, and return its result.

        Raises RefusedError for an internal error.
        """

    def forget(self) -> None:
        """Discard the cached contents of pages, after a change that is not a move."""

    def replace(self, session: Session) -> None:
        """Replace the session with another one."""

    def go_on(self) -> None:
        """Let the computer play if it is a computer player's turn."""


class Hosting:
    """The host's requests about seats and games.

    `again` starts a new game with the same players. `arrange` starts one with other players, in the
    same record.
    """

    def __init__(self, table: Hosted) -> None:
        self.table = table
        self.again: Callable[[], Session] | None = None
        self.arrange: Arrange | None = None

    def routes(self, at: str) -> list[Route]:
        """Return the web routes of these requests, below the path `at`."""
        return [
            Route(f"{at}/seats", self.show_seats),
            Route(f"{at}/seat", self.change_seat, methods=["POST"]),
            Route(f"{at}/players", self.change_players, methods=["POST"]),
            Route(f"{at}/renew", self.renew_link, methods=["POST"]),
            Route(f"{at}/again", self.play_again, methods=["POST"]),
        ]

    def _host(self, request: Request) -> Link:
        """Return the link that a request uses, if it is the host's.

        Raises RefusedError.
        """
        link = self.table.link(request)
        if not link.keeper:
            raise RefusedError(403, "only the host can do this")
        return link

    async def show_seats(self, request: Request) -> Response:
        """Return the seats and the links of all players."""
        self._host(request)
        return answer(as_json(await self.table.work(self.table.lobby.seats)), "application/json")

    async def change_seat(self, request: Request) -> Response:
        """Give a seat to the computer, or back to a person."""
        link, table = self._host(request), self.table
        sent = await table.guard.sent(request, link.secret)
        name, strategy = str(sent.get("name")), str(sent.get("strategy"))
        message = await table.work(table.lobby.seat, name, strategy)
        table.changes.waits = False
        table.forget()
        table.go_on()
        return _said(message)

    async def change_players(self, request: Request) -> Response:
        """Change the players before the first move.

        Their names and number, the starting player, and the use of real cards can be changed.
        """
        link, table = self._host(request), self.table
        sent = await table.guard.sent(request, link.secret)
        names, first = sent.get("names"), sent.get("first", "")
        if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
            raise RefusedError(400, "expected names")
        physical = bool(sent.get("physical"))
        message = await table.work(self._arranged, names, str(first), physical)
        if not message:
            await table.work(table.changes.draws)
            table.go_on()
        return _said(message)

    def _arranged(self, names: list[str], first: str, physical: bool) -> str:
        """Start the game again with these players.

        Returns an error message, or an empty string.
        """
        session, names = self.table.session, [each.strip() for each in names]
        least, most = session.game.players
        if self.arrange is None or session.here.begun():
            return "the game has begun, so its players cannot be changed"
        if not least <= len(names) <= most:
            return f"{session.game.title} is for {least} to {most} players, not {len(names)}"
        if "" in names or len({each.lower() for each in names}) < len(names):
            return "a name is empty or used twice; give each player a different name"
        try:
            made = self.arrange(names, first, physical)
        except SessionError as error:
            return error.problems[0].full_message
        self.table.replace(made)
        self.table.links.grow(range(len(names)))
        return ""

    async def renew_link(self, request: Request) -> Response:
        """Give a seat a new link; the old one becomes invalid."""
        link, table = self._host(request), self.table
        sent = await table.guard.sent(request, link.secret)
        seat = table.lobby.seat_called(str(sent.get("name")))
        if seat is not None:
            table.links.renew(seat)
        return _said("" if seat is not None else "there is no such seat")

    async def play_again(self, request: Request) -> Response:
        """Start a new game with the same players and a new record."""
        link, table = self._host(request), self.table
        await table.guard.sent(request, link.secret)
        if self.again is None:
            raise RefusedError(409, "this table cannot start another game; run `pieria play`")
        table.replace(await table.work(self.again))
        await table.work(table.changes.draws)
        table.go_on()
        return _said("")


def _said(message: str) -> Response:
    """Return a response with an error message, or an empty object if the message is empty."""
    return answer(as_json({"error": message} if message else {}), "application/json")
