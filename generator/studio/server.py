"""Serves the studio on this machine only, with one project open at a time.

The link contains a secret, like the link to a table. Requests are accepted only from the studio's
own page. All access to a project's files happens on one thread, that of its previewer.
"""

from __future__ import annotations

import asyncio
import datetime
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.memo import file_of, load_memo, save_memo
from generator.kit.options import Options
from generator.preview.previewer import Previewer
from generator.preview.server import FETCHING, PreviewState
from generator.sheets.paper import USUAL_PAPER
from generator.studio.actions import ACTIONS
from generator.studio.editing import CellPlace, ConflictError, Editor
from generator.studio.pictures import add_picture, picture_file
from generator.studio.printed import LastPrint
from generator.studio.printing import Printing
from generator.studio.recent import note_recent
from generator.studio.starting import Starter
from generator.studio.state import cells_of, state_of
from generator.studio.tables import EditError
from generator.web.live import Live
from generator.web.pages import LIT, Assets
from generator.web.security import (
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
from validator.core.resources import resource

if TYPE_CHECKING:
    import socket

MOST_SENT = 400_000  # bytes of a face that is sent with the answer to an edit
MOST_DROPPED = 64_000_000  # bytes of a file
SCRIPTS = (
    "api", "canvas", "cards", "coded", "deal", "drawn", "find", "grid", "icons", "inspect",
    "layout", "plots", "print", "printer", "rules", "shell", "start", "studio", "test",
)  # fmt: skip
ASSETS = Assets(
    "studio", "pieria studio", "studio.css", "places.css", *(f"{each}.js" for each in SCRIPTS), LIT
)
Answer = dict[str, Any]


class OpenProject:
    """The open project: its previewer, its edits, and its last print."""

    def __init__(self, folder: Path, live: Live) -> None:
        self.folder = folder.resolve()
        self.memo_file = file_of(self.folder, Options().ink)
        self.previewer = Previewer(self.folder, Options(), load_memo(self.memo_file))
        self.preview = PreviewState(self.previewer, [self.folder, resource("templates")], live)
        self.editor = Editor(self.folder)
        self.printed = LastPrint(self.folder)
        self.printing = Printing(self.folder)
        self.trials: dict[str, bytes] = {}  # faces of a trial
        self.saved = ""

    def state(self) -> Answer:
        """Return everything that the page displays."""
        self.editor.read()
        return state_of(self.editor, self.previewer.last, self.printed, self.saved)

    def edit(self, place: CellPlace, old: str, new: str) -> Answer:
        """Write a cell, and redraw the cell's card at once."""
        begun = time.perf_counter()
        self.editor.set(place, old, new)
        self.saved = self.editor.deck(place.deck).file.name
        written = time.perf_counter()
        found = {"saved": self.saved, "written_ms": _ms(written - begun)}
        found |= self._drawn(place.deck, place.row)
        return found | {"drawn_ms": _ms(time.perf_counter() - written)}

    def draw(self, edit: Callable[..., Answer], deck: str, row: int, *values: object) -> Answer:
        """Edit the drawing of a deck, and redraw one of the deck's cards at once."""
        found = edit(self.editor, deck, *values)
        self.saved = found["saved"]
        return found | self._drawn(deck, row)

    def _drawn(self, name: str, row: int) -> Answer:
        """Return the face of a card, drawn from the current files."""
        deck = self.editor.deck(name)
        try:
            deck = self.editor.taking(deck, row)
            only = {deck.file.resolve(): deck.format.only(deck.data(), row)}
            drawn = self.previewer.trial(only, deck.component)
        except (EditError, IndexError, StopIteration):
            drawn = None
        if drawn is None:
            return {"stale": True}
        picture = self.previewer.picture(drawn) or b""
        sent = picture.decode() if 0 < len(picture) < MOST_SENT else ""
        return {"face": drawn, "svg": sent}

    def keep_printed(self) -> Answer:
        """Record that the current kit has been printed."""
        now = datetime.datetime.now().astimezone().strftime("%d %B, %H:%M")
        if self.previewer.last.manifest is None:
            raise EditError("the kit cannot be printed yet; fix its problems first")
        try:
            self.printed.keep(self.previewer, cells_of(self.editor), now)
        except OSError as error:
            raise EditError(f"output/ cannot be written: {error.strerror or error}") from None
        return {"when": now}

    def save_memo(self) -> None:
        """Save the cache of drawn faces for the next session."""
        save_memo(self.previewer.memo, self.memo_file)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


class StudioApp:
    """The HTTP interface of the studio: its pages' requests, and the responses."""

    def __init__(
        self,
        folder: Path | None,
        port: int,
        printers: Callable[[], Iterable[tuple[str, str]]] = tuple,
        usual_paper: Callable[[Path], str] = lambda _: USUAL_PAPER,
        launch: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.launch = launch  # opens a file with the user's default program
        self.usual_paper = usual_paper  # default paper of a project
        self.printers = printers  # the user's measured printers: name and paper
        self.secret = secrets.token_urlsafe(16)
        self.guard = Guard(LOCAL, port)
        self.live = Live()
        self.project: OpenProject | None = None
        self.starter = Starter()
        self._folder = folder
        self._changes = 0

    # ---- access

    def check(self, request: Request) -> None:
        """Refuse a request without the secret."""
        given = request.path_params["secret"].encode()
        if not secrets.compare_digest(self.secret.encode(), given):
            raise RefusedError(404, "this link is no longer valid; open the studio again")

    def opened(self) -> OpenProject:
        """Return the open project. Raises RefusedError if there is none."""
        if self.project is None:
            raise RefusedError(409, "no project is open")
        return self.project

    async def work(self, do: Callable[..., object], *arguments: object) -> Any:
        """Run a call on the project's thread, and return its result.

        A refused edit is returned as an error response.
        """
        try:
            return await self.opened().preview.worker.do(do, *arguments)
        except ConflictError as error:
            return {"conflict": error.values}
        except EditError as error:
            return {"refused": str(error)}

    def drawn(self) -> None:
        """Notify all open pages of an edit, after the page that made it has received the new
        face.
        """
        asyncio.get_running_loop().call_later(FETCHING, self.changed)

    def changed(self) -> None:
        """Notify all open pages of a change."""
        self._changes += 1
        preview = self.project.preview.state[9:21] if self.project else "start"
        self.live.announce(f"{preview}-{self._changes}")

    # ---- what is shown

    async def show_page(self, request: Request) -> Response:
        self.check(request)
        return answer(ASSETS.page("en", "Pieria Studio"), "text/html", PAGE_POLICY)

    async def show_part(self, request: Request) -> Response:
        self.check(request)
        return await ASSETS.show_part(request)

    async def show_events(self, request: Request) -> Response:
        self.check(request)
        return await self.live.show_events(request)

    async def show_state(self, request: Request) -> Response:
        self.check(request)
        if self.project is None:
            return answer(as_json({"open": False}), "application/json")
        found = await self.work(self.project.state)
        preview = self.project.preview.state or "null"
        data = as_json({"open": True, **found})[:-1] + f', "preview": {preview}}}'.encode()
        return answer(data, "application/json")

    async def show_picture(self, request: Request) -> Response:
        self.check(request)
        project, name = self.opened(), request.path_params["name"]

        def make(each: str) -> bytes | None:
            made = project.previewer.picture(each) or project.trials.get(each)
            return made or project.printed.picture(each)

        return await project.preview.worker.picture(name, project.previewer.made, make)

    async def show_page_of_kit(self, request: Request) -> Response:
        """Return a page of a kit that was built for viewing."""
        self.check(request)
        project, values = self.opened(), request.path_params
        large = request.query_params.get("large") == "1"
        data = await project.preview.worker.do(
            project.printing.picture, values["build"], values["page"], large
        )
        return answer(data, "image/png", keep=True)

    async def download(self, request: Request) -> Response:
        """Return a finished PDF as a download."""
        self.check(request)
        try:
            name, data = await asyncio.to_thread(
                self.opened().printing.take, request.path_params["build"]
            )
        except EditError as error:
            raise RefusedError(404, str(error)) from None
        return attachment(data, name, "application/pdf")

    async def show_draft(self, request: Request) -> Response:
        """Return a picture of a card of a project that has not been created yet."""
        self.check(request)
        data = self.starter.pictures.get(request.path_params["name"])
        return answer(data, "image/svg+xml", PICTURE_POLICY, keep=True)

    async def upload(self, request: Request) -> Response:
        """Store a file that the user dropped on the page."""
        self.check(request)
        kind = "application/octet-stream"
        data = await self.guard.data(request, kind, "files", MOST_DROPPED)
        batch, name = (request.query_params.get(each, "") for each in ("batch", "name"))
        if not batch:  # a picture for the project that is open
            found = await self.work(add_picture, self.opened().editor, name, data)
            self.changed()
            return answer(as_json(found), "application/json")
        try:
            await asyncio.to_thread(self.starter.put, batch, name, data)
        except EditError as error:
            return answer(as_json({"refused": str(error)}), "application/json")
        return answer(b"{}", "application/json")

    async def show_file(self, request: Request) -> Response:
        """Return a picture in the project's folder."""
        self.check(request)
        found = await asyncio.to_thread(
            picture_file, self.opened().folder, request.path_params["name"]
        )
        data, kind = found or (None, "image/png")
        return answer(data, kind, PICTURE_POLICY)

    async def show_sheet(self, request: Request) -> Response:
        self.check(request)
        project = self.opened()
        return await project.preview.worker.picture(
            request.path_params["name"], project.previewer.made, project.previewer.sheet, "png"
        )

    # ---- what changes something

    async def do(self, request: Request) -> Response:
        """Perform the action that a page requests by name."""
        self.check(request)
        sent = await self.guard.sent(request)
        action = ACTIONS.get(request.path_params["action"])
        if action is None:
            raise RefusedError(404, "no such action")
        found = await action(self, sent)
        return answer(as_json(found), "application/json")

    async def open(self, folder: Path) -> None:
        """Open a project, after closing the current one."""
        await self.close()
        self.project = await asyncio.get_running_loop().run_in_executor(
            None, OpenProject, folder, self.live
        )
        self.project.preview.start()
        note_recent(self.project.folder)
        self.changed()

    async def close(self) -> None:
        """Close the open project."""
        project, self.project = self.project, None
        if project is not None:
            await project.preview.stop()
            await project.printing.close()
            project.save_memo()

    # ---- the app

    def app(self) -> Starlette:
        """Return the web application.

        It refuses unknown paths, hosts, secrets and origins.
        """
        at = "/s/{secret}"
        return app(
            [
                Route(f"{at}/", self.show_page),
                Route(f"{at}/state", self.show_state),
                Route(f"{at}/events", self.show_events),
                Route(f"{at}/pictures/{{name}}.svg", self.show_picture),
                Route(f"{at}/sheets/{{name}}.png", self.show_sheet),
                Route(f"{at}/pages/{{build}}/{{page:int}}.png", self.show_page_of_kit),
                Route(f"{at}/pdf/{{build}}", self.download),
                Route(f"{at}/drafts/{{name}}.svg", self.show_draft),
                Route(f"{at}/files/{{name:path}}", self.show_file),
                Route(f"{at}/upload", self.upload, methods=["POST"]),
                Route(f"{at}/do/{{action}}", self.do, methods=["POST"]),
                Route(f"{at}/{{name}}", self.show_part),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        if self._folder is not None:
            await self.open(self._folder)
        try:
            yield
        finally:
            await self.close()
            self.starter.close()


def serve(studio: StudioApp, place: socket.socket, started: Callable[[], object]) -> None:
    """Serve the studio until Ctrl-C, which raises KeyboardInterrupt."""
    serve_app(studio.app(), place, started, studio.live.close)
