"""Starts a new project: examines dropped files, shows them as cards, and creates a folder.

Until the project exists, dropped files are stored in a separate folder. The project is created by
the command that the page displays.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.core.again import command
from generator.projects.guesses import Guess
from generator.projects.looks import LOOKS
from generator.projects.pictures import ENDINGS, deck_of
from generator.projects.sheet import CHOICES, ProjectFiles, SpreadsheetError, Wishes, project_of
from generator.studio.drafts import DraftRenderer
from generator.studio.listed import set_entry
from generator.studio.recent import recent
from generator.studio.resizing import size_of
from generator.studio.tables import EditError
from validator.core.resources import resource, shipped_games
from validator.core.scalars import flow
from validator.core.sizes import SIZES
from validator.load.cards import slug
from validator.load.columns import IGNORED
from validator.load.yaml import read_yaml

SHEETS = (".csv", ".tsv", ".xlsx", ".xlsm")
TOOLS = {".rb": "squib", ".cmp": "cardmaker", ".txt": "nandeck"}
SHOWN = ("poker", "bridge", "mini-us", "tarot-us", "square", "tcg")
TITLES = {"tcg": "TCG", "mini-us": "Mini", "tarot-us": "Tarot"}
NOTE = re.compile(r"(?m)^(\S[^:\n]*(?::\d+)?)[\d:]*: warning: (.+?)(?: \[[\w-]+\])?$")
MOST_FILES = 2000
FEW = 5  # cards that are shown
EXAMPLES = 5
GREY = b64decode(  # a PNG of one grey pixel
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGPYAgAAtgC1GKYl5AAAAABJRU5ErkJggg=="
)
MOST_ALIKE = 100  # folders of one name with different numbers
MOST_LISTED = 30  # projects
TIME = 120.0  # seconds in which a project is made


class Starter:
    """The files that were dropped on the page, in batches, and the pictures drawn from them."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pieria-studio-")
        self.pictures: dict[str, bytes] = {}

    @property
    def folder(self) -> Path:
        return Path(self._folder.name)

    def close(self) -> None:
        """Remove the files that were dropped on the page."""
        self._folder.cleanup()

    def batch(self, name: str) -> Path:
        """Return the folder for a batch of dropped files.

        Raises EditError for a name that the page never assigns.
        """
        if not re.fullmatch(r"[a-z0-9]{1,24}", name):
            raise EditError("these files were not added; drop them again")
        return self.folder / name

    def put(self, batch: str, name: str, data: bytes) -> None:
        """Store a file that was dropped on the page."""
        plain = re.sub(r"[\x00-\x1f/\\:]", "-", name).lstrip(".~") or "file"
        folder = self.batch(batch)
        folder.mkdir(exist_ok=True)
        if len([*folder.iterdir()]) >= MOST_FILES:
            raise EditError(f"more than {MOST_FILES:,} files; drop fewer")
        (folder / plain[:120]).write_bytes(data)

    # ---- previews before anything is created

    def look_at(self, batch: str, look: str, size: str, columns: dict[str, str]) -> dict[str, Any]:
        """Examine dropped files, and return what a project made from them would look like.

        For a spreadsheet, the result has its columns, and cards in four looks; for pictures, it has
        cards.
        """
        folder = self.batch(batch)
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        tool = next((each for each in files if each.suffix.lower() in TOOLS), None)
        sheet = next((each for each in files if each.suffix.lower() in SHEETS), None)
        drawn = [each for each in files if each.suffix.lower() in (*ENDINGS, ".pdf")]
        if tool is not None and sheet is not None:
            return self._tool(tool, len(files))
        try:
            if sheet is not None:
                return self._sheet(sheet, Wishes(look, size, columns))
            if drawn:
                made = deck_of(folder, "cards", "Cards")
                return {"kind": "pictures", "file": f"{len(drawn)} files", "said": made.said,
                        "sofar": self._files(made.files)}  # fmt: skip
        except SpreadsheetError as error:
            raise EditError(str(error.problems[0].message)) from None
        raise EditError(
            "expected a spreadsheet (.csv, .xlsx), pictures of cards, or a project "
            "from another tool with its spreadsheet"
        )

    def _tool(self, source: Path, files: int) -> dict[str, Any]:
        """Convert another tool's project into a draft.

        Returns the messages of the conversion, and the draft's cards.
        """
        tool, drawn = TOOLS[source.suffix.lower()], []
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            target = Path(folder) / "project"
            done = _run(["import", tool, str(source), str(target)], self.folder)
            with suppress(EditError):  # errors in cards are shown after the project is made
                drawn = self._drawn(target, FEW)[:-1]
        notes = [f"{Path(place).name}: {words}" for place, words in NOTE.findall(done.stderr)]
        return {"kind": "tool", "tool": tool, "file": source.name, "files": files,
                "said": done.stdout.partition(";")[0], "notes": notes, "sofar": drawn}  # fmt: skip

    def _files(self, files: dict[str, bytes]) -> list[dict[str, str]]:
        """Return the first cards of a project whose files are in memory."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            _write(Path(folder), files)
            return self._drawn(Path(folder), FEW)[:-1]

    def _sheet(self, sheet: Path, wishes: Wishes) -> dict[str, Any]:
        found = {}
        project: ProjectFiles | None = None
        for key in LOOKS:
            made = project_of(
                sheet.as_posix(), "new-game", "New game",
                wishes=Wishes(key, wishes.size, wishes.columns),
            )  # fmt: skip
            chosen = key == (wishes.look or "lantern")
            project = made if chosen else project
            gaps = dict.fromkeys(made.missing, GREY)  # until the pictures are dropped too
            files = {**gaps, **made.files, **{name: each.read_bytes()
                                      for name, each in made.pictures.items()}}  # fmt: skip
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                _write(Path(folder), files)
                found[key] = self._drawn(Path(folder), FEW if chosen else 1, _sample(made))
        assert project is not None
        rows = [dict(row) for row in project.rows]
        copies = next((each.column for each in project.guesses if each.field == "copies"), "")
        total = sum(int(row.get(copies) or 1) if (row.get(copies) or "1").isdigit() else 1
                    for row in rows)  # fmt: skip
        chosen_look = wishes.look or "lantern"
        return {
            "kind": "sheet",
            "file": sheet.name,
            "rows": project.cards,
            "copies": total,
            "columns": [_column(guess, rows) for guess in project.guesses],
            "missing": project.missing,
            "looks": [
                {"key": key, "title": look.title, "face": found[key][-1]["face"]}
                for key, look in LOOKS.items()
            ],
            "sample": found[chosen_look][-1]["title"],
            "sofar": found[chosen_look][:-1],
            "empty": _empty(project, rows),
        }

    def _drawn(self, folder: Path, most: int, sample: str = "") -> list[dict[str, str]]:
        """Return pictures of the first cards of a project, followed by the sample card."""
        drafts = DraftRenderer(folder, self.pictures)
        if drafts.game is None or drafts.problems:
            why = drafts.problems[0].full_message if drafts.problems else "it cannot be read"
            raise EditError(f"the spreadsheet cannot be turned into cards: {why}")
        component = drafts.game.components[0]
        cards = [*component.cards[: most - 1 if most == 1 else most]]
        cards.append(next((each for each in component.cards if each.title == sample),
                          component.cards[0]))  # fmt: skip
        return [{"title": card.title, "face": drafts.draw(component, card)} for card in cards]

    # ---- making it

    def arguments(self, sent: Mapping[str, object], target: Path) -> list[str]:
        """Return the arguments of the command that creates the project. Raises EditError."""
        kind = str(sent.get("kind", ""))
        if kind == "game":
            if sent.get("game") not in (*shipped_games(), "blank", "drawn"):
                raise EditError("there is no such game")
            return ["new", str(target), "--from", str(sent["game"])]
        folder = self.batch(str(sent.get("batch", "")))
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        if kind == "tool":
            source = next(each for each in files if each.suffix.lower() in TOOLS)
            return ["import", TOOLS[source.suffix.lower()], str(source), str(target)]
        if kind == "pictures":
            return ["new", str(target), "--from", str(folder)]
        sheet = next((each for each in files if each.suffix.lower() in SHEETS), None)
        look, size, columns = wishes_of(sent)
        if sheet is None:
            raise EditError("drop a spreadsheet first")
        more = [word for name, kind in columns.items() for word in ("--column", f"{name}={kind}")]
        return ["new", str(target), "--from", str(sheet), "--look", look, "--size", size, *more]

    def make(self, sent: Mapping[str, object]) -> Path:
        """Create the project, and return its folder. Raises EditError with the command's output."""
        target = place_of(str(sent.get("folder", "")), str(sent.get("name", "")))
        _run(self.arguments(sent, target), self.folder)
        if sent.get("kind") == "game":  # its copy would otherwise have the title of the original
            file = target / "game.yaml"
            title = flow(str(sent.get("name", "")).strip())
            with suppress(EditError):
                file.write_bytes(set_entry(file.read_bytes(), (), "title", title))
        return target


def _run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command, and return its result.

    If it fails, raise EditError with the last line of its output.
    """
    done = subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=TIME, check=False, cwd=folder,
    )  # fmt: skip
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        raise EditError(words[-1].removeprefix("Error: ") if words else "no game was created")
    return done


def wishes_of(sent: Mapping[str, object]) -> tuple[str, str, dict[str, str]]:
    """Return the look, the size and the column types in a request. Raises EditError."""
    look, size, columns = (
        sent.get("look", "lantern"),
        sent.get("size", "poker"),
        sent.get("columns"),
    )
    if look not in LOOKS:
        raise EditError("there is no such layout style")
    size_of(str(size))
    found = columns if isinstance(columns, dict) else {}
    if any(kind not in CHOICES for kind in found.values()):
        raise EditError("there is no such column type")
    return look, str(size), {str(name): str(kind) for name, kind in found.items()}


def places() -> dict[str, Any]:
    """Return the starting points for a project.

    They are recent projects, shipped games, sizes, and the usual folder.
    """
    games = []
    for name in shipped_games():
        text = (resource("data") / name / "game.yaml").read_text("utf-8")
        title = re.search(r"(?m)^title: (.+)$", text)
        games.append({"id": name, "title": title[1].strip("\"'") if title else name})
    return {
        "recent": [{"folder": str(each), "title": _title(each)} for each in _projects()],
        "games": games,
        "sizes": [
            {"id": name, "title": TITLES.get(name, name.title()), "width": SIZES[name].width,
             "height": SIZES[name].height}
            for name in SHOWN
        ],
        "base": str(base_folder()),
    }  # fmt: skip


def _projects() -> list[Path]:
    """Return the recently opened projects, and others in the usual folder."""
    try:
        near = sorted(each.parent for each in base_folder().glob("*/game.yaml"))
    except OSError:
        near = []
    return [*dict.fromkeys((*recent(), *(each.resolve() for each in near)))][:MOST_LISTED]


def base_folder() -> Path:
    """Return the folder for new projects: the user's documents folder, if it exists."""
    documents = Path.home() / "Documents"
    return documents if documents.is_dir() else Path.cwd()


def place_of(folder: str, name: str) -> Path:
    """Return the folder for a new project with this name.

    Raises EditError.
    """
    base = Path.home() / Path(folder).expanduser() if folder else base_folder()
    if not base.is_dir():
        raise EditError(f"there is no folder ‘{folder}’; choose one that exists")
    if not name.strip():
        raise EditError("give the game a name")
    target = base / slug(name)
    if target.exists() and any(target.iterdir()):
        raise EditError(f"there is already a folder ‘{target.name}’ in {base}; use another name")
    return target


def free_name(folder: str, name: str) -> str:
    """Return a name for a new game that no folder in `folder` has.

    It is the desired name, with a number if necessary.
    """
    for number in range(1, MOST_ALIKE):
        tried = f"{name} {number}" if number > 1 else name
        with suppress(EditError):
            place_of(folder, tried)
            return tried
    return name


def _title(folder: Path) -> str:
    try:
        root, _ = read_yaml((folder / "game.yaml").read_text("utf-8"), "")
        return str(getattr(root, "entries", {})["title"].raw)
    except (OSError, KeyError, UnicodeDecodeError, AttributeError):
        return folder.name


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    shutil.copyfile(
        resource("templates") / "blank" / "templates" / "back.svg.j2",
        folder / "templates" / "back.svg.j2",
    )


def _sample(project: ProjectFiles) -> str:
    """Return the title of the card that shows a look best.

    It is the card with the longest texts among those whose titles are not unusually long.
    """
    title = next(each.column for each in project.guesses if each.field == "title")
    named = sorted(project.rows, key=lambda row: len(row.get(title, "")))
    usual = named[: len(named) // 2 + 1]
    longest = max(usual, key=lambda row: sum(map(len, row.values())), default={})
    return longest.get(title, "")


def _column(guess: Guess, rows: list[dict[str, str]]) -> dict[str, Any]:
    values = [*dict.fromkeys(row[guess.column] for row in rows if row.get(guess.column))]
    kind = guess.kind.rstrip("?").split(" ")[0] if guess.kind else guess.field
    becomes = {"one": "word", "integer": "number"}.get(kind, kind)
    words = guess.kind.count(",") + 1 if becomes == "word" else 0
    return {
        "column": guess.column,
        "examples": " · ".join(values[:EXAMPLES]),
        "becomes": becomes if becomes in CHOICES else "text",
        "words": words or len(values),
        "optional": guess.optional,
        "why": guess.why,
        "unsure": guess.unsure,
        "ignored": guess.field == IGNORED,
    }


def _empty(project: ProjectFiles, rows: list[dict[str, str]]) -> str:
    """Return a sentence about cards with empty fields.

    It names the first such card as an example.
    """
    title = next(each.column for each in project.guesses if each.field == "title")
    optional = [each.column for each in project.guesses if each.optional]
    found = [(number, row) for number, row in enumerate(rows, 2)
             if not all(row.get(each) for each in optional)]  # fmt: skip
    if not found:
        return ""
    number, row = found[0]
    listed = " and no ".join(each for each in optional if not row.get(each))
    called = f"row {number} “{row.get(title, '')}” has no {listed}"
    if len(found) == 1:
        return f"R{called[1:]}: these fields are empty on that card."
    return f"{len(found)} of {len(rows)} cards have empty fields, such as {called}."
