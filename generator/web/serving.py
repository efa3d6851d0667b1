"""Serves a page on this computer: the socket, its connections, and the server until Ctrl-C.

Clients that connect and send nothing, or never finish a request, cannot block others: waiting
connections are closed after a while, and the longest-waiting one is closed when a new connection
needs its place.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.web.security import HOST
from validator.core.messages import printable

if sys.platform != "win32":
    import resource

PORT = 4747
NEXT_PORTS = 20  # are tried when it is taken
MOST_CONNECTIONS = 200  # fewer where a process may open few files
BACKLOG = 64  # connections that the system holds until they are accepted
HEADER_TIME = 10.0  # seconds in which the headers of a request must be complete
MOST_LOGGED = 20  # messages that are shown in a minute
LONGEST_LOGGED = 4000  # characters of one message


def listen(port: int | None, host: str = HOST, last: int | None = None) -> socket.socket:
    """Return a listening socket.

    It listens on `port` or, by default, on the `last` port, the usual one, or the next free one.
    Raises OSError if the requested port is taken, or if the address does not belong to this
    computer.
    """
    usual = [*([last] if last else []), *range(PORT, PORT + NEXT_PORTS), 0]
    wishes = [port] if port is not None else usual
    for wish in wishes:
        # With its protocol: only then does asyncio send small answers at once (TCP_NODELAY).
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere it would allow two programs to share a port
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
    raise AssertionError("no port was tried")


def most_connections() -> int:
    """Return the maximum number of connections: a quarter of the files that may be open."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if files < 0 else max(8, min(MOST_CONNECTIONS, files // 4))


class _Connection(H11Protocol):
    """A connection that must send its requests in time.

    It is dropped if there are too many connections.
    """

    since = 0.0  # when it last had to wait for a request, or began to answer one
    timer: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the connection is open but has no request that is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = time.monotonic()
        self._wait()
        open_ones = [
            each
            for each in self.connections
            if isinstance(each, _Connection) and not each.transport.is_closing()
        ]
        if len(open_ones) > most_connections():
            longest = min(open_ones, key=lambda each: (not each.is_waiting, each.since))
            longest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.is_waiting:
            self.since = time.monotonic()
            self._wait_no_more()
        elif self.timer is None:
            self._wait()

    def _wait(self) -> None:
        self.timer = self.loop.call_later(HEADER_TIME, self._give_up)

    def _wait_no_more(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _give_up(self) -> None:
        self.timer = None
        if self.is_waiting:
            self.transport.abort()


class _FewLines(logging.StreamHandler):  # type: ignore[type-arg]
    """Logs the messages of the server, up to a maximum number of lines."""

    def __init__(self) -> None:
        super().__init__()
        self.minute, self.number = -1, 0

    def filter(self, _: logging.LogRecord) -> bool:
        minute = int(time.monotonic() // 60)
        self.number = self.number + 1 if minute == self.minute else 1
        self.minute = minute
        return self.number <= MOST_LOGGED + 1

    def format(self, record: logging.LogRecord) -> str:
        if self.number > MOST_LOGGED:
            return "more messages in this minute were left out"
        return printable(super().format(record)[-LONGEST_LOGGED:])


@contextmanager
def few_lines() -> Iterator[None]:
    """Limit what the server and the event loop log in a `with` block."""
    handler = _FewLines()
    loggers = [logging.getLogger(name) for name in ("uvicorn", "asyncio")]
    before = [each.propagate for each in loggers]
    for each in loggers:
        each.addHandler(handler)
        each.propagate = False
    try:
        yield
    finally:
        for each, propagate in zip(loggers, before, strict=True):
            each.removeHandler(handler)
            each.propagate = propagate


class _Server(uvicorn.Server):
    """A server that ends event streams first, because they would delay its shutdown."""

    def __init__(
        self, app: Starlette, started: Callable[[], object], close: Callable[[], object]
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app, http=_Connection, ws="none", log_config=None, log_level="error",
                access_log=False, lifespan="on", server_header=False, backlog=BACKLOG,
                timeout_graceful_shutdown=2,
            )
        )  # fmt: skip
        self.close = close
        self.when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self.when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.close()
        await super().shutdown(sockets)


def serve_app(
    app: Starlette, place: socket.socket, started: Callable[[], object],
    close: Callable[[], object] = lambda: None,
) -> None:  # fmt: skip
    """Serve a web application until Ctrl-C, which raises KeyboardInterrupt.

    `started` is called when the page can be opened, and `close` to end open event streams.
    """
    with few_lines():
        asyncio.run(_Server(app, started, close).serve([place]))
