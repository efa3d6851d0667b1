"""Checks the hosts, origins and limits of requests to local servers, and sets response headers."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute

HOST = "127.0.0.1"
LOCAL = (HOST, "localhost")
MOST_BYTES = 64_000  # size limit of a request
PATIENCE = 10.0  # seconds in which a request must be complete
MOST_ASKED = 30.0  # requests that change or compute something, a second and client
BURST = 60.0

# Nothing but our own page, style and script, and pictures; nobody may frame it.
PAGE_POLICY = (
    "default-src 'none'; img-src 'self' data: blob:; font-src data:; style-src 'self'; "
    "script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
# A face that is opened on its own is a document: it runs no script and loads nothing.
PICTURE_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; sandbox"
)
# A rulebook has its style in its page; it runs no script either.
BOOK_POLICY = (
    "default-src 'none'; img-src 'self' data:; font-src data:; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}


class RefusedError(Exception):
    """Raised for a request that is answered with an error."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def fresh(keep: bool) -> dict[str, str]:
    """Return the header that says for how long a browser may cache a response."""
    return {"Cache-Control": "private, max-age=600" if keep else "no-store"}


def answer(data: bytes | None, kind: str, policy: str = "", keep: bool = False) -> Response:
    """Return a response with the usual headers, or 404 if `data` is None."""
    if data is None:
        return PlainTextResponse("Not Found", 404)
    policies = {"Content-Security-Policy": policy} if policy else {}
    return Response(data, media_type=kind, headers=HEADERS | fresh(keep) | policies)


def attachment(data: bytes | str, name: str, kind: str) -> Response:
    """Return a response that the browser saves as a file.

    `name` must not contain quotation marks or line ends.
    """
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=kind, headers=HEADERS | fresh(False) | headers)


def as_json(value: object) -> bytes:
    """Return a value as JSON text in UTF-8."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def app(
    routes: Sequence[BaseRoute],
    hosts: Sequence[str] = LOCAL,
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> Starlette:
    """Return the web application.

    It refuses unknown paths and host names.
    """
    trusted = Middleware(TrustedHostMiddleware, allowed_hosts=[*hosts], www_redirect=False)
    made = Starlette(
        routes=[*routes], middleware=[trusted], lifespan=lifespan,
        exception_handlers={RefusedError: _refused},
    )  # fmt: skip
    made.router.redirect_slashes = False
    return made


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return PlainTextResponse(str(error), error.status, headers=HEADERS | fresh(False))


class Guard:
    """Reads the data that a page sends.

    The data must come from the server's own page, in time and within limits.
    """

    def __init__(self, hosts: Sequence[str], port: int) -> None:
        self.origins = {f"http://{host}:{port}" for host in hosts}
        self._budget: dict[str, tuple[float, float]] = {}  # client -> requests left, when

    async def sent(self, request: Request, client: str = "") -> Mapping[str, Any]:
        """Return the JSON object of a request.

        Raises RefusedError for anything that the server's own page would not send.
        """
        data = await self.data(request, "application/json", client)
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            raise RefusedError(400, "this is not JSON") from None
        if not isinstance(found, dict):
            raise RefusedError(400, "expected an object")
        return found

    async def data(
        self, request: Request, kind: str, client: str = "", most: int = MOST_BYTES
    ) -> bytes:
        """Return the bytes of a request.

        Raises RefusedError if there are more than `most` bytes, and in the same cases as `sent`.
        """
        own = request.headers.get("sec-fetch-site", "same-origin") == "same-origin"
        if request.headers.get("origin") not in self.origins or not own:
            raise RefusedError(403, "this request comes from another website")
        if request.headers.get("content-type", "").split(";")[0] != kind:
            raise RefusedError(415, f"expected {kind}")
        self.spend(client)
        return await _body(request, most)

    def spend(self, client: str = "") -> None:
        """Count a request of a client.

        Raises RefusedError if there are too many.
        """
        now = time.monotonic()
        left, before = self._budget.get(client, (BURST, now))
        left = min(BURST, left + (now - before) * MOST_ASKED)
        if left < 1:
            raise RefusedError(429, "too many requests; wait a second")
        self._budget[client] = left - 1, now


async def _body(request: Request, most: int) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise RefusedError(413, "the request is too large")
    except TimeoutError:
        raise RefusedError(408, "the request takes too long") from None
    except ClientDisconnect:  # nobody is reading this
        raise RefusedError(400, "the request is incomplete") from None
    return bytes(body)
