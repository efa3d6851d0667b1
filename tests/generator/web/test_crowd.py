"""Many slow clients: a new player gets in, and the log stays short."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from generator.web import serving as web
from generator.web.security import HOST
from tests.generator.table.table_server import soon


@contextmanager
def server() -> Iterator[int]:
    """The port of a page with one answer."""
    with running() as (port, _):
        yield port


@contextmanager
def running() -> Iterator[tuple[int, web._Server]]:
    """A page with one answer, served as every page of ours."""

    async def hello(_: Request) -> PlainTextResponse:
        return PlainTextResponse("hello")

    place = web.listen(0)
    made = web._Server(Starlette(routes=[Route("/", hello)]), lambda: None, lambda: None)
    thread = threading.Thread(target=lambda: asyncio.run(made.serve([place])))
    thread.start()
    try:
        soon(lambda: made.started)
        yield place.getsockname()[1], made
    finally:
        made.should_exit = True
        thread.join(20)
        place.close()


def connected(port: int, data: bytes = b"") -> socket.socket:
    found = socket.create_connection((HOST, port), timeout=10)
    found.sendall(data)
    return found


def greeted(port: int) -> bool:
    with connected(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") as found:
        return found.recv(100).startswith(b"HTTP/1.1 200")


def test_slow_clients_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MOST_CONNECTIONS", 12)
    with server() as port, ExitStack() as slow:
        for number in range(60):
            data = b"GET / HTTP/1.1\r\nHost" if number % 2 else b""
            slow.enter_context(connected(port, data))
            if number % 10 == 9:
                assert greeted(port)
        assert greeted(port)


def test_headers_that_never_end_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "HEADER_TIME", 0.3)
    request = b"GET / HTTP/1.1\r\nHost: x\r\n"
    with server() as port:
        for first in (b"", request + b"\r\n"):  # a new connection, and one that was used
            with connected(port, first) as found:
                said = b""
                while first and not said.endswith(b"hello"):
                    said += found.recv(1000)
                found.sendall(request)
                with suppress(ConnectionResetError):
                    assert found.recv(1000) == b""
        assert greeted(port)


def test_no_answer_waits_until_the_one_before_is_acknowledged() -> None:
    """Such a wait of 40 ms for each style and script would delay a page by half a second."""
    with running() as (port, made), connected(port) as _:
        (connection,) = soon(lambda: made.server_state.connections)
        accepted = connection.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_connections_leave_files_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for files, most in (
        (64, 16),
        (256, 64),
        (1024, web.MOST_CONNECTIONS),
        (-1, web.MOST_CONNECTIONS),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, -1))
        assert web.most_connections() == most


def test_the_log_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    with web.few_lines():
        for number in range(1000):
            logging.getLogger("asyncio").error("accept %s failed %s", number, "x" * 10_000)
            logging.getLogger("uvicorn.error").error("bad\x1b[2J")
    errors = capsys.readouterr().err
    assert len(errors) < (web.MOST_LOGGED + 3) * web.LONGEST_LOGGED
    assert "left out" in errors
    assert errors.count("\n") <= 2 * (web.MOST_LOGGED + 1)
    assert "\x1b" not in errors
