"""What tests of the studio share: a studio of a folder in a thread, and requests to it."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from generator.commands.calibrated import saved_printers
from generator.studio.server import StudioApp
from generator.web.security import HOST
from generator.web.serving import listen
from tests.generator.table.table_server import PATIENCE, soon

MARKET = """\
Card,How many,Kind,Cost,Icon,What it does,Notes
The Lantern Maker,3,Stall,2,lantern,Light a lantern: **look at the next three cards**.,first
The Fox in Silk,2,Guest,4,fox-head,"Take a Charm, face down.",
The Honey Jar,5,Charm,1,honey-jar,Your first Stall each night costs 1 less.,
The Tea Seller,4,Stall,1,teapot,"Draw a card for every Guest in front of you, at most three.",
The Drummer,2,Guest,2,drum,Every other player discards a card if they have five or more.,
"""


class Client:
    """A studio that is served, and requests to it as its page sends them."""

    def __init__(self, studio: StudioApp, port: int) -> None:
        self.studio = studio
        self.port = port
        self.address = f"http://{HOST}:{port}/s/{studio.secret}/"

    def ask(
        self, path: str, body: Any = None, secret: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body."""
        sent = {"Origin": f"http://{HOST}:{self.port}", "Content-Type": "application/json"}
        sent = ({} if body is None else sent) | {k.replace("_", "-"): v for k, v in headers.items()}
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
            method = "GET" if body is None else "POST"
            at = f"/s/{secret or self.studio.secret}/{path}"
            connection.request(method, at, data, sent)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def do(self, action: str, **body: Any) -> Any:
        status, _, data = self.ask(f"do/{action}", body)
        assert status == 200, data
        return json.loads(data)

    def state(self) -> Any:
        return json.loads(self.ask("state")[2])

    def edit(self, row: int, title: str, column: str, old: str, new: str) -> Any:
        return self.do("edit", deck="cards", row=row, title=title, column=column, old=old, new=new)


@contextmanager
def served(folder: Path | None) -> Iterator[Client]:
    """A studio in a thread of its own."""
    place = listen(0)
    port = place.getsockname()[1]
    studio = StudioApp(folder, port, saved_printers)
    config = uvicorn.Config(studio.app(), log_config=None, log_level="error", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([place])))
    thread.start()
    try:
        soon(lambda: server.started)
        yield Client(studio, port)
    finally:
        studio.live.close()
        server.should_exit = True
        thread.join(PATIENCE)
        place.close()
