"""What tests of the table share: a server of a session in a thread, and a client."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn

from generator.kit.options import Options
from generator.table.faces import TableFaces
from generator.table.links import Link, Links
from generator.table.server import TableApp
from generator.web.security import HOST, LOCAL
from generator.web.serving import listen
from tests.validator.shipped import load
from validator.core.model import Game
from validator.core.resources import resource
from validator.referee.registry import seats
from validator.table.record import header
from validator.table.session import Session

PATIENCE = 120  # seconds; generous, so that a busy machine fails no test
LOAD = load


def session_of(game: str, players: int = 2, text: str = "", **settings: Any) -> Session:
    """A session of a shipped game: new, or going on with a script."""
    found = LOAD(resource("data") / game).game
    assert found is not None
    text = text or "\n".join(header(found, seats(players), game)) + "\n"
    return Session.of(text, "new.play", load=LOAD, **settings)


class Client:
    """A table that is served, and requests to it."""

    def __init__(self, table: TableApp, port: int) -> None:
        self.table = table
        self.port = port
        self.origin = f"http://{HOST}:{port}"

    @property
    def keeper(self) -> Link:
        return self.table.links.keeper

    def seat(self, seat: int) -> Link:
        return self.table.links.seats[seat]

    def address(self, link: Link) -> str:
        return self.table.address(link, HOST, self.port)

    def ask(
        self, link: Link | str, path: str, body: Any = None, method: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body. A body is sent as our page would send it."""
        secret = link if isinstance(link, str) else link.secret
        sent = {} if body is None else {"Origin": self.origin, "Content-Type": "application/json"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
            wanted = method or ("GET" if body is None else "POST")
            connection.request(wanted, f"/t/{secret}/{path}", data, sent)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def state(self, link: Link, seat: str = "") -> Any:
        return json.loads(self.ask(link, f"state?as={seat}" if seat else "state")[2])

    def say(self, link: Link, line: str, node: int | None = None, seat: str = "") -> Any:
        """Play a line; the answer and the state after it."""
        at = self.state(link)["node"] if node is None else node
        path = f"say?as={seat}" if seat else "say"
        status, _, data = self.ask(link, path, {"line": line, "node": at})
        assert status == 200, data
        return json.loads(data)


FACES: dict[int, tuple[Game, TableFaces]] = {}  # each game's are drawn once for all tests


def faces_of(game: Game) -> TableFaces:
    """What draws the faces of a game."""
    if id(game) not in FACES:
        FACES[id(game)] = game, TableFaces(game, Options())
    return FACES[id(game)][1]


@contextmanager
def served(session: Session, **settings: Any) -> Iterator[Client]:
    """A table in a thread of its own."""
    place = listen(0)
    port = place.getsockname()[1]
    humans = [seat for seat in range(len(session.names)) if seat not in session.strategies]
    draws = partial(faces_of, session.game)
    table = TableApp(session, draws, Links(humans), LOCAL, port, pause=0.0, **settings)
    config = uvicorn.Config(table.app(), log_config=None, log_level="error", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([place])))
    thread.start()
    try:
        soon(lambda: server.started)
        yield Client(table, port)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        place.close()


def soon(is_so: Callable[[], Any]) -> Any:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := is_so():
            return found
        time.sleep(0.02)
    raise AssertionError("this takes too long")
