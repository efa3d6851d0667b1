"""Serves a page on this machine: the socket, the headers of answers, the server until Ctrl-C."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response

HOST = "127.0.0.1"
PORT = 4747
NEXT_PORTS = 20  # are tried when it is taken

# Nothing but our own page, style and script, and pictures; nobody may frame it.
PAGE_POLICY = (
    "default-src 'none'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A face that is opened by itself is a document: it runs nothing and asks for nothing.
PICTURE_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; sandbox"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}


def fresh(keep: bool) -> dict[str, str]:
    """The header that says how long a browser may cache an answer."""
    return {"Cache-Control": "private, max-age=600" if keep else "no-store"}


def answer(data: bytes | None, kind: str, policy: str = "", keep: bool = False) -> Response:
    """An answer with the common headers; 404 for None."""
    if data is None:
        return PlainTextResponse("Not Found", 404)
    policies = {"Content-Security-Policy": policy} if policy else {}
    return Response(data, media_type=kind, headers=HEADERS | fresh(keep) | policies)


def listen(port: int | None, host: str = HOST) -> socket.socket:
    """A socket on `port`; if None is given, on the usual port or the next free one.

    Raises OSError if the requested port is taken or the address is not one of this machine.
    """
    wishes = [port] if port is not None else [*range(PORT, PORT + NEXT_PORTS), 0]
    for wish in wishes:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would let two programs share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, wish))
            made.listen()
        except OSError:
            made.close()
            if wish == wishes[-1]:
                raise
            continue
        return made
    raise AssertionError("there is a last port")


class _Server(uvicorn.Server):
    """Ends the streams first, which would keep it waiting."""

    def __init__(
        self, app: Starlette, started: Callable[[], object], close: Callable[[], object]
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app, log_level="error", access_log=False, lifespan="on",
                server_header=False, timeout_graceful_shutdown=2,
            )
        )  # fmt: skip
        self.close = close
        self.when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.close()
        await super().shutdown(sockets)


async def serve_app(
    app: Starlette, place: socket.socket, started: Callable[[], object],
    close: Callable[[], object] = lambda: None,
) -> None:  # fmt: skip
    """Answer until Ctrl-C, which raises KeyboardInterrupt.

    `started` is called when the page can be opened, `close` before the last streams are ended.
    """
    await _Server(app, started, close).serve([place])
