"""Prints from the studio: runs `pieria build` as a process, and shows its pages as pictures.

Every file is made by the command that the page displays. Builds that are no longer needed are
stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.core.digest import hash_of
from generator.drawing.inks import INKS
from generator.export.designs import page_png
from generator.export.formats import FORMATS
from generator.export.service_list import SERVICES
from generator.kit.manifest import Manifest, ManifestError, from_json
from generator.sheets.paper import (
    BLEEDS,
    MARKS,
    PAPERS,
    SIDES,
    PaperError,
    paper_of,
    shipped_sheets,
)
from generator.studio.running import Ended, Runs
from generator.studio.tables import EditError

DPI = 60.0  # resolution of a page on the screen
LARGE = 130.0  # resolution of an enlarged page
CHOICES: dict[str, Mapping[str, object]] = {
    "sides": SIDES,
    "ink": INKS,
    "bleed": BLEEDS,
    "marks": MARKS,
}
FLAGS = {"safe": "--draw-safe-zone", "sleeved": "--sleeved"}


@dataclass
class Made:
    """A finished build: its PDF and the contents of its pages."""

    folder: Path
    file: str = ""
    pdf: bytes = b""
    manifest: Manifest | None = None
    row: Mapping[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


class Printing:
    """The builds of one project, by their print options."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rooms = tempfile.TemporaryDirectory(prefix="pieria-print-")
        self.made: dict[str, Made] = {}
        self.runs = Runs()

    async def close(self) -> None:
        """Stop all build processes, and remove the builds."""
        await self.runs.close()
        self._rooms.cleanup()

    def arguments(self, sent: Mapping[str, object], since: Path | None) -> list[str]:
        """Return the options for `pieria build` that a request asks for.

        Raises EditError for unknown values.
        """
        words = ["--paper", _paper(str(sent.get("paper")))]
        for name, known in CHOICES.items():
            value = sent.get(name)
            if value not in known:
                raise EditError(f"there is no {name} ‘{value}’")
            words += [f"--{name}", str(value)]
        words += [flag for name, flag in FLAGS.items() if sent.get(name) is True]
        if sent.get("marks") == "silhouette":
            words += ["--cut-file", "svg" if sent.get("cut") == "svg" else "dxf"]
        if printer := sent.get("printer"):
            words += ["--printer", str(printer)]
        if since is not None:
            words += ["--changed-since", str(since)]
        return words

    async def plan(
        self, sent: Mapping[str, object], since: Path | None, state: str
    ) -> dict[str, Any]:
        """Build a kit with these options, and return a description of its sheets and the work."""
        options = self.arguments(sent, since)
        name = hash_of(" ".join(options), state)
        if name not in self.made:
            kind = "changes" if since else "all"
            made = await self._build(name, options, kind)
            if made is None:
                return {"stopped": True}
            self.made[name] = made
            for old in [*self.made][:-6]:
                shutil.rmtree(self.made.pop(old).folder, ignore_errors=True)
        return {"id": name} | _shown(self.made[name])

    async def _build(self, name: str, options: list[str], kind: str) -> Made | None:
        folder = Path(self._rooms.name) / name
        words = ["build", str(self.folder), *options, "--estimate-ink", "--no-book"]
        done = await self.runs.run(kind, *words, "--format", "json", "--output", str(folder))
        return None if done is None else await asyncio.to_thread(_read, folder, done)

    async def test_page(self, paper: str, sides: str) -> dict[str, Any]:
        """Make the test page that measures how a printer misplaces pages.

        Returns the id of its PDF.
        """
        folder = Path(self._rooms.name) / f"test-{_paper(paper)}-{sides}"
        if sides not in SIDES:
            raise EditError(f"‘{sides}’ is not a value of --sides")
        words = ("--paper", paper, "--sides", sides, "--output", str(folder))
        done = await self.runs.run("calibrate", "calibrate", *words)
        file = next(iter(sorted(folder.glob("*.pdf"))), None)
        if done is None or file is None:
            raise EditError(_last_words(done, "the test page could not be made"))
        self.made[folder.name] = Made(folder, file.name, file.read_bytes())
        return {"id": folder.name}

    async def save_printer(
        self, name: str, paper: str, sides: str, measured: Sequence[Sequence[float]]
    ) -> None:
        """Save the lengths measured on the front and the back of the test page. Raises
        EditError.
        """
        words = ["--save", name, "--paper", _paper(paper), "--sides", sides]
        for side, lengths in zip(("--front", "--back"), measured, strict=True):
            words += [side, *(f"{each:g}" for each in lengths)]
        done = await self.runs.run("calibrate", "calibrate", *words)
        if done is None or done.code:
            raise EditError(_last_words(done, "the measurement could not be saved"))

    def picture(self, name: str, page: int, large: bool) -> bytes | None:
        """Return a page of a build as PNG."""
        made = self.made.get(name)
        if made is None or not made.pdf or not 0 <= page < _pages(made):
            return None
        return page_png(made.pdf, page, LARGE if large else DPI)

    def take(self, name: str) -> tuple[str, bytes]:
        """Return the name and the bytes of a finished PDF.

        It is also written to the project's folder `output`. Raises EditError.
        """
        made = self.made.get(name)
        if made is None or not made.pdf:
            raise EditError("this build no longer exists; open the pages again")
        try:
            shutil.copytree(made.folder, self.folder / "output", dirs_exist_ok=True)
        except OSError as error:
            raise EditError(f"output/ cannot be written: {error.strerror or error}") from None
        return made.file, made.pdf


def _paper(said: str) -> str:
    """Return the paper's name, such as `a5` or `100x150mm`. Raises EditError."""
    if not re.fullmatch(r"[\w.+-]{1,40}", said) or said.lower().endswith((".yaml", ".yml")):
        raise EditError(
            f"‘{said}’ is not a paper size; enter a size such as 100x150mm, or a name such as a5"
        )
    try:
        return paper_of(said).name
    except PaperError as error:
        raise EditError(str(error)) from None


def _last_words(done: Ended | None, usual: str) -> str:
    """Return the last output of a failed command, which explains the failure.

    If there is none, return `usual`.
    """
    words = (done.error or done.out).decode("utf-8", "replace").strip().splitlines() if done else []
    return words[-1].removeprefix("Error: ") if words else usual


def _read(folder: Path, done: Ended) -> Made:
    """Return what a finished command has built."""
    made = Made(folder)
    try:
        said = done.json()
    except EditError as error:
        made.problems = [str(error)]
        return made
    made.problems = [
        _said(each, folder) for each in said["problems"] if each.get("level", "error") == "error"
    ]
    if said["files"]:
        made.row = said["files"][0]
        file = Path(made.row["file"])
        made.file, made.pdf = file.name, file.read_bytes()
        with contextlib.suppress(ManifestError, OSError):
            made.manifest = from_json(file.with_suffix(".manifest.json").read_bytes())
    return made


def _said(problem: Mapping[str, Any], folder: Path) -> str:
    """Return a problem as a sentence.

    The name of the PDF that was just built is left out.
    """
    place = str(problem["location"] if "location" in problem else problem.get("file", ""))
    message = str(problem["message"])
    return message if place.startswith(str(folder)) else f"{place}: {message}"


def _pages(made: Made) -> int:
    return int(made.row.get("pages", 0))


def _shown(made: Made) -> dict[str, Any]:
    """Return the sheets of a build, each with its pages and their contents."""
    row = made.row
    return {
        "file": made.file,
        "problems": made.problems[:8],
        "verified": bool(made.pdf) and not made.problems,
        "work": {name: row.get(name) for name in ("sheets", "cuts", "minutes", "ink", "pages")},
        "build": row.get("build", ""),
        "sheets": _sheets(made.manifest) if made.manifest else [],
    }


def _sheets(manifest: Manifest) -> list[dict[str, Any]]:
    """Return the fronts of sheets, each with its back, by sheet number."""
    items = {item.id: item for item in manifest.items}
    found: dict[int, dict[str, Any]] = {}
    numbers: dict[str, int] = {}
    for number, leaf in enumerate(manifest.pages):
        sheet = found.setdefault(leaf.sheet, {"pages": [], "title": "", "note": "", "pieces": []})
        sheet["pages"].append(number)
        pieces = [box.piece for box in leaf.boxes if box.piece in items]
        if leaf.side != "front" or not pieces:
            continue
        whole = [items[each] for each in dict.fromkeys(pieces)]
        kit = whole[0].kit
        called = "Tuckbox" if whole[0].id.startswith("Tuckbox") else whole[0].title
        title = called if kit else " and ".join(dict.fromkeys(each.part for each in whole))
        numbers[title] = numbers.get(title, 0) + 1
        cards = "" if kit else f"{len(leaf.boxes)} card{'s' * (len(leaf.boxes) != 1)}"
        sheet |= {"title": title if kit else f"{title} {numbers[title]}", "note": cards,
                  "pieces": [] if kit else [*dict.fromkeys(pieces)]}  # fmt: skip
    for sheet in found.values():
        sheet["title"] = sheet["title"] or "Cover, credits and lists"
    return [*found.values()]


def choices() -> dict[str, Any]:
    """Return the available choices of print options, as the commands define them."""
    return {
        "papers": [
            {"id": each.name,
             "title": f"{each.title}, {each.size.width:g} × {each.size.height:g} mm"}
            for each in PAPERS.values()
        ] + [{"id": each, "title": f"Card sheet {each}"} for each in shipped_sheets()],
        "marks": [{"id": each.name, "about": each.about} for each in MARKS.values()],
        "bleeds": [{"id": each.name, "about": each.about} for each in BLEEDS.values()],
        "services": [
            {"id": each.name, "about": each.about} for each in FORMATS.values()
            if each.name in SERVICES
        ],
        "tables": [
            {"id": each.name, "about": each.about} for each in FORMATS.values()
            if each.name not in SERVICES
        ],
    }  # fmt: skip


async def export(runs: Runs, folder: Path, form: str) -> dict[str, Any]:
    """Write the files for a print service or a virtual tabletop to the folder `output`.

    The folder is in the project.
    """
    if form not in FORMATS:
        raise EditError("there is no such format")
    target = folder / "output" / "export"
    done = await runs.run("export", "export", form, str(folder), "--output", str(target))
    if done is None:
        return {"folder": "", "said": [], "done": False}
    out = done.out + done.error
    words = out.decode("utf-8", "replace").strip().splitlines()
    return {"folder": str(target), "said": words[-12:], "done": done.code == 0}
