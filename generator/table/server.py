"""Serves a session to pages on this machine or the local network; each link is for one seat.

All access to the session happens on one worker thread, one step at a time. A link's secret is part
of its path and is always checked. The data for a seat comes only from that seat's view. A line is
accepted only if it comes from the table's own page and was written at the current node of the
session.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.table.changes import Changes
from generator.table.hosting import Hosting
from generator.table.links import Link, Links
from generator.table.lobby import Lobby
from generator.table.modules import module
from generator.table.page import ASSETS, about, previews, scripts, seat_name, shown, state_of
from generator.table.pictures import backs, face_path, pictures
from generator.table.recorded import files, recording
from generator.web.pages import Worker, kind_of
from generator.web.security import (
    BOOK_POLICY,
    HOST,
    LOCAL,
    PAGE_POLICY,
    PICTURE_POLICY,
    Guard,
    RefusedError,
    answer,
    app,
    as_json,
    attachment,
)
from generator.web.serving import serve_app
from validator.referee.registry import seats
from validator.script.played import cause
from validator.script.read import LONGEST
from validator.table.nodes import GameNode
from validator.table.queries import complete, hint, why_not
from validator.table.session import Session
from validator.table.views import OPEN, PUBLIC

if TYPE_CHECKING:
    import socket

    from generator.table.faces import TableFaces

P = ParamSpec("P")
T = TypeVar("T")
ANSWERS = ("agree", "refuse")
FOR_SEATS = ("undo", *ANSWERS, "again")  # actions of players besides playing
MOVES = (*FOR_SEATS, "redo", "go", "draw")
ASKED = 100  # moves whose effects a page may ask for at once
PAUSE = 0.9  # seconds before each move of an opponent, so that people see the last one
UNKNOWN = "This link is no longer valid. Ask the host for the current link."


class TableApp:
    """The HTTP interface of a table: its pages' requests, and the responses.

    `draws` creates the object that draws faces. It is called on the drawing thread when the first
    picture is requested, so that a page appears before its pictures.
    """

    def __init__(
        self, session: Session, draws: Callable[[], TableFaces], links: Links, hosts: Sequence[str],
        port: int, together: bool = True, pause: float = PAUSE,
    ) -> None:  # fmt: skip
        self.changes = Changes(session)
        self.drawn: TableFaces | None = None
        self._draws = draws
        self.links = links
        self.hosts = tuple(hosts)
        self.guard = Guard(hosts, port)
        self.together = together  # hot seat: all players share the keeper's page
        self.pause = pause
        self._meta: dict[str, Any] = {}
        self._states: dict[
            tuple[int, bool], tuple[GameNode, bytes]
        ] = {}  # by seat, host or not: JSON
        self._play = Worker("table")
        self._draw = Worker("faces")
        self._moving: asyncio.Task[None] | None = None
        host = next((each for each in hosts if each not in LOCAL), HOST)
        self.lobby = Lobby(session, links, lambda link: self.address(link, host, port), together)
        self.hosting = Hosting(self)
        self._records: dict[tuple[int, int], dict[str, bytes]] = {}  # by node and seat
        session.prove = self._prove

    @property
    def session(self) -> Session:
        """The session that is being played."""
        return self.changes.session

    @property
    def version(self) -> int:
        """A number that increases with each change to the session."""
        return self.changes.version

    async def work(self, do: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function that uses the session, and return its result.

        Raises RefusedError for an internal error.
        """
        try:
            found: T = await self._play.do(partial(do, *arguments, **named))
            return found
        except Exception as error:
            message = f"an error in Pieria itself{cause(error)}; nothing has changed"
            raise RefusedError(422, message) from None

    def faces(self) -> TableFaces:
        """Return the object that draws faces.

        Use it on the drawing thread only.
        """
        if self.drawn is None:
            self.drawn = self._draws()
        return self.drawn

    def _made(self, path: str) -> bytes | None:
        """Return a picture if it has already been drawn, or else None."""
        return self.drawn.made(path) if self.drawn else None

    # ---- access

    def link(self, request: Request) -> Link:
        """Return the link that the request was made with.

        Raises RefusedError.
        """
        found = self.links.find(request.path_params["secret"])
        if found is None:
            raise RefusedError(404, UNKNOWN)
        return found

    def seat(self, request: Request, link: Link) -> int:
        """Return the seat whose view is requested.

        It is the link's own seat; the host may request any.
        """
        wanted = request.query_params.get("as", "")
        if not link.keeper or not wanted:
            return link.seat
        names = {"open": OPEN, "public": PUBLIC}
        names |= {name: seat for seat, name in enumerate(self.session.names)}
        if wanted not in names:
            raise RefusedError(400, "no such seat")
        return names[wanted]

    # ---- pages

    async def show_page(self, request: Request) -> Response:
        link = self.link(request)
        data = await self.work(self._page, link)
        return answer(data, "text/html", PAGE_POLICY)

    def _page(self, link: Link) -> bytes:
        session = self.session
        if not self._meta:
            start = session.nodes[0].state
            self._meta = about(session, pictures(session.referee), backs(session.referee, start))
        meta = self._meta | {
            "live": True,
            "keeper": link.keeper,
            "record": PurePath(session.script.name).name,
            "together": self.together and link.keeper,
            "first": session.script.first,
            "least": session.game.players[0],
            "most": session.game.players[1],
            "seats": seats(session.game.players[1]),
        }
        seat = PUBLIC if link.keeper and self.together else link.seat
        data = json.loads(self._shown(seat, link.keeper))
        return ASSETS.page(
            session.game.translation or session.game.language,
            session.game.title,
            script=scripts(True),
            meta=meta,
            state=data,
        )

    async def show_part(self, request: Request) -> Response:
        self.link(request)
        if request.path_params["name"] == "fonts.css":
            return answer(
                await self._draw.do(lambda: self.faces().page_fonts()), "text/css", keep=True
            )
        found = module(ASSETS.folder, request.path_params["name"])
        if found is not None:
            return answer(found, "text/javascript")
        return await ASSETS.show_part(request)

    async def show_face(self, request: Request) -> Response:
        self.link(request)
        path = f"faces/{request.path_params['deck']}/{request.path_params['card']}.svg"
        return await self._draw.picture(path, self._made, lambda name: self.faces().svg(name))

    async def show_rulebook(self, request: Request) -> Response:
        """Return a file of the rulebook, which is made when it is first asked for."""
        self.link(request)
        name = request.path_params["name"] or "index.html"
        found = await self._draw.do(lambda: self.faces().rulebook(name))
        policy = BOOK_POLICY if name == "index.html" else PICTURE_POLICY
        return answer(found, kind_of(name), policy)

    async def show_blanks(self, request: Request) -> Response:
        """Return the positions of the blanks on a sheet."""
        self.link(request)
        path = face_path(request.path_params["deck"], request.path_params["card"], "face")
        found = await self._draw.do(lambda: self.faces().blanks(path))
        data = None if found is None else as_json(found)
        return answer(data, "application/json", keep=True)

    # ---- states

    async def show_version(self, request: Request) -> Response:
        self.lobby.saw(self.link(request))
        return answer(str(self.version).encode(), "text/plain")

    async def show_state(self, request: Request) -> Response:
        link = self.link(request)
        seat = self.seat(request, link)
        data = await self.work(self._shown, seat, link.keeper)
        return answer(data, "application/json")

    async def show_node(self, request: Request) -> Response:
        """Return an earlier position of the game, for viewing."""
        link = self.link(request)
        seat = self.seat(request, link)
        self.guard.spend(link.secret)
        data = await self.work(self._earlier, request.path_params["node"], seat)
        return answer(data, "application/json")

    def _earlier(self, number: int, seat: int) -> bytes | None:
        path = {node.number: node for node in self.session.here.path()}
        if number not in path:
            return None
        return as_json(shown(self.session, path[number], seat))

    def _shown(self, seat: int, keeper: bool) -> bytes:
        """Return everything that a page displays, as JSON text."""
        now = self.changes
        head = {"version": now.version, "notice": now.notice, "wish": now.consent.shown(seat),
                "draft": now.draft}  # fmt: skip
        head["sealed"] = now.sealed.shown(seat)
        return as_json(head)[:-1] + b", " + self._state(seat, keeper)[1:]

    def _state(self, seat: int, keeper: bool) -> bytes:
        here, known = self.session.here, self._states.get((seat, keeper))
        if known is None or known[0] is not here:
            known = here, as_json(state_of(self.session, seat, keeper))
            self._states[seat, keeper] = known
        return known[1]

    def _prove(self) -> None:
        """Compute the contents of all open pages before a step is accepted.

        If this fails, the step is undone.
        """
        pages = [*self._states]
        self._states.clear()
        for seat, keeper in pages:
            self._state(seat, keeper)

    # ---- the host, and what comes after a game

    def forget(self) -> None:
        """Discard the cached contents of pages, after a change that is not a move."""
        self.changes.version += 1
        self._meta = {}
        self._states.clear()

    def replace(self, session: Session) -> None:
        """Replace the session with another one."""
        self.changes.begin(session)
        self.lobby.session = session
        session.prove = self._prove
        self._meta = {}
        self._states.clear()

    async def show_record(self, request: Request) -> Response:
        """Return the finished game as a page with a timeline, as the player in a seat may see
        it.
        """
        link = self.link(request)
        session = self.session
        if session.referee.to_act(session.state) is not None:
            raise RefusedError(409, "the record is shown when the game is over")
        key = session.here.number, link.seat
        if key not in self._records:
            found = await self.work(recording, session, link.seat)
            made = await self._draw.do(lambda: dict(files(session, found, self.faces())))
            self._records = {key: made}
        name = request.path_params["name"] or "index.html"
        return answer(self._records[key].get(name), kind_of(name), PAGE_POLICY)

    async def save(self, request: Request) -> Response:
        """Return the script of the game.

        Only the host may have it, because it contains every draw.
        """
        link = self.link(request)
        if not link.keeper:
            raise RefusedError(403, "only the host can save the script, because it shows all draws")
        text = await self.work(self.session.text)
        return attachment(text, f"{self.session.game.id}.play", "text/plain")

    # ---- what changes something

    async def say(self, request: Request) -> Response:
        """Play a line.

        Nothing changes if it was written at a node that the session has left.
        """
        link = self.link(request)
        sent = await self.guard.sent(request, link.secret)
        seat = self.seat(request, link)
        line, node = sent.get("line"), sent.get("node")
        if not isinstance(line, str) or not isinstance(node, int) or len(line) > LONGEST:
            raise RefusedError(400, "expected a line and a node")
        writer = OPEN if link.keeper else link.seat
        return await self._changed(link, seat, self.changes.say, line, node, writer, seat)

    async def lay(self, request: Request) -> Response:
        """Record a player's secret choice, for a line that contains a choice of every player."""
        link = self.link(request)
        sent = await self.guard.sent(request, link.secret)
        seat = self.seat(request, link)
        word, choice, node = sent.get("verb"), sent.get("choice"), sent.get("node")
        if not isinstance(word, str) or not isinstance(choice, str) or not isinstance(node, int):
            raise RefusedError(400, "expected a verb, a choice and a node")
        return await self._changed(link, seat, self.changes.lay, word, choice, node, seat)

    async def draft(self, request: Request) -> Response:
        """Show all players what one of them writes on a common sheet."""
        link = self.link(request)
        sent = await self.guard.sent(request, link.secret)
        words = sent.get("words")
        if not isinstance(words, dict) or not all(isinstance(each, str) for each in words.values()):
            raise RefusedError(400, "expected texts by their blanks")
        if link.seat == PUBLIC and not link.keeper:
            raise RefusedError(403, "only players can write")
        return await self._changed(link, self.seat(request, link), self.changes.write, words)

    async def move(self, request: Request) -> Response:
        """Undo or redo a step, make a random draw, or go to an earlier position."""
        link = self.link(request)
        sent = await self.guard.sent(request, link.secret)
        what, node, to = sent.get("what"), sent.get("node"), sent.get("to")
        if what not in MOVES or not isinstance(node, int):
            raise RefusedError(400, "expected an action and a node")
        if link.seat == PUBLIC or (what not in FOR_SEATS and not link.keeper):
            raise RefusedError(403, "only the host can do this")
        goal, shown = to if isinstance(to, int) else -1, self.seat(request, link)
        one_screen = link.keeper and self.together and what not in ANSWERS
        seat = shown if one_screen else link.seat  # on one screen, whose side is shown acts
        do = self.changes.move
        return await self._changed(link, shown, do, what, node, goal, seat, link.keeper)

    async def _changed(
        self, link: Link, seat: int, do: Callable[..., dict[str, Any]], *arguments: object
    ) -> Response:
        """Make a change, respond with the new state, and then make the automatic steps."""
        await self.work(self._state, seat, link.keeper)  # an error here prevents the change
        found = await self.work(do, *arguments)
        if found.get("accepted"):
            await self.work(self.changes.draws)
            self.go_on()
        state = await self.work(self._shown, seat, link.keeper)
        data = b'{"answer": ' + as_json(found) + b', "state": ' + state + b"}"
        return answer(data, "application/json")

    # ---- automatic steps

    def go_on(self) -> None:
        """Let the computer play if it is a computer player's turn."""
        if not self.changes.waits and (self._moving is None or self._moving.done()):
            self._moving = asyncio.create_task(self._opponents())

    async def _opponents(self) -> None:
        """Make the moves of computer opponents, slowly enough for people to follow them."""
        with suppress(RefusedError):  # an error in the referee itself: people can go on
            await asyncio.sleep(self.pause)
            while await self.work(self.changes.advance):
                await self.work(self.changes.draws)
                await asyncio.sleep(self.pause)

    # ---- questions

    async def ask(self, request: Request) -> Response:
        """Return the completions of a typed line, or why nothing can be done with a piece."""
        link = self.link(request)
        sent = await self.guard.sent(request, link.secret)
        seat = self.seat(request, link)
        text, piece, lines = sent.get("text"), sent.get("piece"), sent.get("lines")
        found: object
        if isinstance(text, str) and len(text) <= LONGEST:
            found = await self.work(self._completed, text, seat)
        elif isinstance(piece, str) and len(piece) <= LONGEST:
            found = await self.work(self._why, piece, seat)
        elif isinstance(lines, list):
            found = await self.work(self._previews, lines[:ASKED], seat)
        else:
            raise RefusedError(400, "expected a text or a piece")
        return answer(as_json(found), "application/json")

    def _previews(self, lines: list[Any], seat: int) -> dict[str, Any]:
        """Return the effects that moves would have, by the lines that make the moves."""
        return previews(self.session, seat, lines)

    def _completed(self, text: str, seat: int) -> dict[str, Any]:
        return {"words": complete(self.session, seat, text), "hint": hint(self.session, seat, text)}

    def _why(self, piece: str, seat: int) -> list[dict[str, Any]]:
        return [
            each._asdict() | {"reasons": [reason._asdict() for reason in each.reasons]}
            for each in why_not(self.session, seat, piece)
        ]

    # ---- the app

    def app(self) -> Starlette:
        """Return the web application.

        It refuses unknown paths, hosts, secrets and origins.
        """
        at = "/t/{secret}"
        return app(
            [
                Route(f"{at}/", self.show_page),
                Route(f"{at}/state", self.show_state),
                Route(f"{at}/version", self.show_version),
                Route(f"{at}/node/{{node:int}}", self.show_node),
                Route(f"{at}/save", self.save),
                Route(f"{at}/say", self.say, methods=["POST"]),
                Route(f"{at}/move", self.move, methods=["POST"]),
                Route(f"{at}/lay", self.lay, methods=["POST"]),
                Route(f"{at}/draft", self.draft, methods=["POST"]),
                Route(f"{at}/ask", self.ask, methods=["POST"]),
                Route(f"{at}/faces/{{deck}}/{{card}}.svg", self.show_face),
                Route(f"{at}/rulebook/{{name:path}}", self.show_rulebook),
                Route(f"{at}/blanks/{{deck}}/{{card}}", self.show_blanks),
                *self.hosting.routes(at),
                Route(f"{at}/record/{{name:path}}", self.show_record),
                Route(f"{at}/{{name}}", self.show_part),
            ],
            self.hosts,
            self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.work(self.changes.draws)
        self.go_on()
        try:
            yield
        finally:
            if self._moving is not None:
                self._moving.cancel()
                with suppress(asyncio.CancelledError):
                    await self._moving
            self._play.stop()
            self._draw.stop()

    def address(self, link: Link, host: str, port: int) -> str:
        """Return the address of a link's page."""
        return f"http://{host}:{port}/t/{link.secret}/"

    def addresses(self, host: str, port: int) -> list[tuple[str, str]]:
        """Return the links of all seats, with the names of their players."""
        return [
            (
                "spectators" if seat == PUBLIC else seat_name(self.session, seat),
                self.address(link, host, port),
            )
            for seat, link in self.links.seats.items()
            if seat not in self.session.strategies
        ]


def serve(table: TableApp, place: socket.socket, started: Callable[[], object]) -> None:
    """Serve the table until Ctrl-C, which raises KeyboardInterrupt."""
    serve_app(table.app(), place, started)
