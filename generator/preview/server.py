"""Serves a preview page on this machine only, and updates it as files are saved.

The previewer does all its work on one worker thread, one step at a time; the event loop only
answers requests. Faces are addressed by hashes of their contents, never by paths.
"""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.preview.page import ASSETS, page
from generator.preview.previewer import Previewer
from generator.preview.snapshot import Snapshot, to_json
from generator.preview.watch import saves
from generator.web.live import Live
from generator.web.pages import Worker
from generator.web.security import PAGE_POLICY, answer, app
from generator.web.serving import serve_app
from validator.core.location import Location, Problem

if TYPE_CHECKING:
    import socket

REST = 0.7  # seconds in which pictures can be requested before slower checks start
FETCHING = 0.2  # seconds in which pages have the first pictures, before the others are drawn
MOMENT = 0.03  # seconds that the worker takes a snapshot before it looks for other work
IN_SIGHT = 18  # cards whose pictures were requested last
MOST_ASKED = 1000


class PreviewState:
    """The state that all open pages share: the last snapshot, and a notification of the next."""

    def __init__(
        self, previewer: Previewer, folders: Iterable[Path], live: Live | None = None
    ) -> None:
        self.previewer = previewer
        self.folders = [*folders]
        self.state = ""
        self.live = live or Live()
        self.worker = Worker("preview")
        self._closer: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None
        self._steps: Generator[Snapshot | None, None, None] | None = None
        self._shown: Snapshot | None = None
        self._asked: dict[str, None] = {}  # ids of cards, those requested last at the end

    # ---- following the files

    async def reload(self) -> None:
        """Take a quick snapshot, and then a complete one, which is examined.

        If another save follows, the complete snapshot is left to the reload for that save.
        """
        if self._closer is not None:
            self._closer.cancel()
        quick_snapshot = await self.worker.do(self._quick_snapshot)
        if quick_snapshot is not None:
            self._show(quick_snapshot)
            for name in _changed(
                quick_snapshot
            ):  # the page requests them next, and should not wait
                await self.worker.do(self.previewer.picture, name)
        self._closer = asyncio.create_task(self._look(FETCHING if quick_snapshot else 0.0))

    def _quick_snapshot(self) -> Snapshot | None:
        try:
            return self.previewer.quick_snapshot([*self._asked][-IN_SIGHT:])
        except Exception:  # the snapshot that follows will report it
            return None

    async def _look(self, wait: float = 0.0) -> None:
        """Take a complete snapshot, then read its sheets for text that is hard to read."""
        await asyncio.sleep(wait)
        taking = self._steps = self.previewer.taking()
        while (snapshot := await self.worker.do(self._take, taking)) is None:
            pass
        self._show(snapshot)
        await asyncio.sleep(REST)
        steps = self._steps = self.previewer.look_closer()
        while (snapshot := await self.worker.do(next, steps, None)) is not None:
            self._show(snapshot)

    def _take(self, taking: Iterator[Snapshot | None]) -> Snapshot | None:
        """Return the complete snapshot, or None if it is not ready within a moment.

        The next save must not have to wait longer.
        """
        until = time.perf_counter() + MOMENT
        try:
            while (snapshot := next(taking)) is None and time.perf_counter() < until:
                pass
            return snapshot
        except Exception as error:
            traceback.print_exc()
            message = f"Pieria has a bug ({error!r}); see the terminal for details"
            problem = Problem(Location(str(self.previewer.folder)), message, "preview")
            return replace(self.previewer.last, problems=(problem, *self.previewer.last.problems))

    def _show(self, snapshot: Snapshot) -> None:
        if snapshot == self._shown:
            return
        self._shown = snapshot
        self.state = to_json(snapshot)
        self.live.announce(self.state[9:21])

    async def _follow(self) -> None:
        async for _ in saves(self.folders):
            await self.reload()

    # ---- answers

    async def show_page(self, _: Request) -> Response:
        language = self.previewer.language
        data = await self.worker.do(page, self._shown or self.previewer.last, language, True)
        return answer(data, "text/html", PAGE_POLICY)

    async def show_state(self, _: Request) -> Response:
        return answer(self.state.encode(), "application/json")

    async def show_picture(self, request: Request) -> Response:
        name = request.path_params["name"]
        self._note_asked(name)
        return await self.worker.picture(name, self.previewer.made, self.previewer.picture)

    async def show_sheet(self, request: Request) -> Response:
        name = request.path_params["name"]
        return await self.worker.picture(name, self.previewer.made, self.previewer.sheet, "png")

    def _note_asked(self, name: str) -> None:
        """Record which cards a page shows; it requests only pictures that are in sight."""
        for preview in self._shown.previews if self._shown else ():
            if preview.face == name:
                self._asked.pop(preview.id, None)
                self._asked[preview.id] = None
        while len(self._asked) > MOST_ASKED:
            del self._asked[next(iter(self._asked))]

    def app(self) -> Starlette:
        """Return the web application: the page and its requests."""
        return app(
            [
                Route("/", self.show_page),
                Route("/state", self.show_state),
                Route("/events", self.live.show_events),
                Route("/pictures/{name}.svg", self.show_picture),
                Route("/sheets/{name}.png", self.show_sheet),
                Route("/{name}", ASSETS.show_part),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.start()
        while self._shown is None:
            await self.live.changed()
        try:
            yield
        finally:
            await self.stop()

    def start(self) -> None:
        """Take the first snapshot, and start to watch the files."""
        self._following = asyncio.create_task(self._follow())
        if self._shown is None:
            self._closer = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Stop watching the files."""
        for task in filter(None, (self._following, self._closer)):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.worker.stop()
        if self._steps is not None:
            self._steps.close()  # and the page that it was reading


def _changed(snapshot: Snapshot) -> list[str]:
    """Return the names of the new pictures in a snapshot."""
    sides = [
        picture
        for preview in snapshot.previews
        if preview.change is not None
        for side, picture in (("face", preview.face), ("back", preview.back))
        if side in preview.change.sides and picture
    ]
    return [*dict.fromkeys(sides)]


# ---- the machine's side


def serve(
    previewer: Previewer,
    folders: Iterable[Path],
    place: socket.socket,
    started: Callable[[], object],
) -> None:
    """Serve the preview until Ctrl-C, which raises KeyboardInterrupt.

    `started` is called when the page can be opened.
    """

    preview = PreviewState(previewer, folders)
    serve_app(preview.app(), place, started, preview.live.close)
