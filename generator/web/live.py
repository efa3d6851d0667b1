"""Notifies open pages of each change; each page then requests the data that it shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from generator.web.security import HEADERS, fresh

ALIVE = 15.0  # seconds after which a silent stream sends a sign of life


class Live:
    """Notifies open pages when their content changes.

    `tag` identifies the content.
    """

    def __init__(self) -> None:
        self.tag = ""
        self._changed = asyncio.Event()
        self._closing = False

    def announce(self, tag: str) -> None:
        """Send a tag to all open pages; to be called in the event loop."""
        self.tag = tag
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Wait until something changes."""
        await self._changed.wait()

    def close(self) -> None:
        """End the event streams that pages listen to."""
        self._closing = True
        self.announce(self.tag)

    async def show_events(self, _: Request) -> Response:
        """Return an event stream with the current tag, and a line for each change."""
        return StreamingResponse(
            self._events(), media_type="text/event-stream", headers=HEADERS | fresh(False)
        )

    async def _events(self) -> AsyncIterator[str]:
        sent = ""
        while not self._closing:
            news = self._changed
            if sent != self.tag:
                sent = self.tag
                yield f"data: {sent}\n\n"
                continue
            try:
                async with asyncio.timeout(ALIVE):
                    await news.wait()
            except TimeoutError:
                yield ": still here\n\n"
