"""The files of pages, in `templates/shared`, and the pictures of pieces on them."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.web.security import PAGE_POLICY, PICTURE_POLICY, answer, app
from validator.core.resources import resource

KINDS = {
    "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    "png": "image/png",
}  # fmt: skip
LIT = "lit.js"  # lit-html as one script, which every page may use


def as_script(value: object) -> str:
    """Return a value as JSON that can be embedded in a script element, which no text in it ends."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")


class Assets:
    """The files of a page, in a folder of `templates/shared`.

    `mark` identifies the page's generator.
    """

    def __init__(self, folder: str, mark: str, *names: str) -> None:
        self.folder = resource("templates") / "shared" / folder
        self.mark = f'<meta name="generator" content="{mark}">'
        self.names = names

    def part(self, name: str) -> bytes | None:
        """Return one of the page's further files, or None for any other name."""
        if name not in self.names:
            return None
        folder = self.folder.parent / "web" if name == LIT else self.folder
        return (folder / name).read_bytes()

    def parts(self) -> dict[str, bytes]:
        """Return all of the page's further files."""
        return {name: data for name in self.names if (data := self.part(name)) is not None}

    def page(self, language: str, title: str, **values: object) -> bytes:
        """Return the page with its values.

        Texts are inserted unchanged, and other values as JSON for the page's script.
        """
        words = (self.folder / "page.html").read_text("utf-8")
        found = {"MARK": self.mark, "LANGUAGE": html.escape(language), "TITLE": html.escape(title)}
        for name, value in values.items():
            found[name.upper()] = value if isinstance(value, str) else as_script(value)
        return re.sub(r"%(\w+)%", lambda match: found[match[1]], words).encode()

    async def show_part(self, request: Request) -> Response:
        """Respond with one of the page's further files."""
        name = request.path_params["name"]
        return answer(self.part(name), kind_of(name))


def kind_of(name: str) -> str:
    """Return the media type of a file of a page, by its extension."""
    return KINDS.get(name.rpartition(".")[2], "application/octet-stream")


def files_app(files: Mapping[str, bytes]) -> Starlette:
    """Return a web application that serves static files, on this machine only."""

    async def show_file(request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        kind = kind_of(name)
        return answer(files.get(name), kind, PAGE_POLICY if kind == KINDS["html"] else "")

    return app([Route("/{name:path}", show_file)])


class Worker:
    """A thread that produces the contents of pages, one step at a time.

    The event loop can respond in the meantime.
    """

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)

    async def do(self, what: Callable[..., object], *arguments: object) -> Any:
        """Run a call on the thread, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, what, *arguments)

    def stop(self) -> None:
        """Wait for the current step to end, and start no further one."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def picture(
        self, name: str, made: Callable[[str], bytes | None], make: Callable[[str], bytes | None],
        ending: str = "svg",
    ) -> Response:  # fmt: skip
        """Respond with a picture of a piece.

        If the picture was made before, the response is immediate, even while the thread is busy.
        """
        data = made(name) or await self.do(make, name)
        return answer(data, KINDS[ending], PICTURE_POLICY if ending == "svg" else "", keep=True)
