"""Shows the decks of a project as tables, with their card files and the contents of their columns.

They are read from `game.yaml` itself, so that cards can be edited even if the game cannot be
loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.studio.listed import ListedFormat
from generator.studio.separated import SeparatedFormat
from generator.studio.tables import EditedTable, EditError, TableFormat
from generator.studio.workbook import WorkbookFormat
from validator.core.scalars import flow
from validator.core.tree import Mapping, Node, Scalar, Sequence
from validator.load.cards import JSON, WORKBOOKS, YAML, card_fields, file_and_worksheet
from validator.load.columns import DOT, IGNORED, ColumnNames, plainly
from validator.load.shape import Reader
from validator.load.text import LARGEST, bytes_of, inside
from validator.load.where import Where, read_where
from validator.load.yaml import read_yaml

SAID = {"integer": "number", "boolean": "yes or no"}  # kinds as named on the page
COMMON = {"title": "title", "copies": "copies", "id": "id", "source": "source"}


@dataclass(frozen=True)
class EditedDeck:
    """A component whose cards are edited, and the file that contains them.

    The file may contain only some of the cards.
    """

    id: str
    component: str
    title: str
    file: Path
    format: TableFormat[Any]
    names: ColumnNames
    kinds: dict[str, str]  # field -> its type, as game.yaml says it
    where: tuple[Where, ...] = ()  # conditions that select the deck's rows in the file

    def same_table(self, other: EditedDeck) -> bool:
        """Return whether the cards of another deck are in the same table."""
        mine, its = self.format, other.format
        inner = [(getattr(each, "sheet", ""), getattr(each, "path", ())) for each in (mine, its)]
        return self.file == other.file and inner[0] == inner[1]

    def data(self) -> bytes:
        """Return the bytes of the deck's card file.

        Raises EditError.
        """
        try:
            return bytes_of(self.file, LARGEST)
        except OSError as error:
            raise EditError(f"{self.file.name} cannot be read: {error.strerror or error}") from None

    def takes(self, table: EditedTable, row: int) -> bool:
        """Return whether a row of the file is a card of this component."""
        cells = table.rows[row].cells
        words = {plainly(title): cell.text
                 for title, cell in zip(table.titles, cells, strict=True)}  # fmt: skip
        return all(each.takes(words.get(plainly(each.column), "")) for each in self.where)

    def columns(self, table: EditedTable) -> list[dict[str, Any]]:
        """Return the description of each column: its field, its type and the words that it
        allows.
        """
        stems = [DOT.split(title.split(":")[0])[0].strip() for title in table.titles]
        named = dict.fromkeys(stem for stem in stems if stem and not stem.startswith("#"))
        targets = self.names.targets([*named])
        return [self._column(title, targets.get(stem) or IGNORED)
                for title, stem in zip(table.titles, stems, strict=True)]  # fmt: skip

    def _column(self, title: str, field: str) -> dict[str, Any]:
        stem = field.split(".")[0]
        kind = COMMON.get(field) or self.kinds.get(stem, "")
        words = [each.strip() for each in kind.removeprefix("one of ").rstrip("?").split(",")]
        words = words if kind.startswith("one of ") else []
        plain = kind.rstrip("?")
        if field == IGNORED or not kind:
            return {"title": title, "field": "", "kind": "not printed", "words": []}
        return {
            "title": title,
            "field": field,
            "kind": f"one of {len(words)}" if words else SAID.get(plain, plain),
            "words": words,
        }


def decks_of(folder: Path) -> list[EditedDeck]:
    """Return the decks in a project's game.yaml.

    Decks whose files cannot be edited as tables are left out.
    """
    try:
        text = bytes_of(folder / "game.yaml", LARGEST).decode()
    except (OSError, UnicodeDecodeError):
        return []
    root, _ = read_yaml(text, "game.yaml")
    listed = root.entries.get("components") if isinstance(root, Mapping) else None
    types = root.entries.get("types") if isinstance(root, Mapping) else None
    found: list[EditedDeck] = []
    for number, each in enumerate(listed.items if isinstance(listed, Sequence) else ()):
        if isinstance(each, Mapping):
            found += _decks(folder, each, number, types)
    return found


def sharing(decks: Iterable[EditedDeck]) -> list[list[EditedDeck]]:
    """Return the decks in groups that share a table."""
    found: list[list[EditedDeck]] = []
    for deck in decks:
        known = next((each for each in found if each[0].same_table(deck)), None)
        if known is None:
            found.append([deck])
        else:
            known.append(deck)
    return found


def _decks(folder: Path, node: Mapping, number: int, types: Node | None) -> list[EditedDeck]:
    """Return the decks of a component, with one for each of its files."""
    said = {name: _words(node.entries.get(name)) for name in ("id", "title", "source")}
    named = types.entries if isinstance(types, Mapping) else {}
    kinds = {name: _kind(each, named) for name, each in _entries(node, "fields").items()}
    fields = (*card_fields(said["source"] or "original"), *kinds)
    renamed = {name: _words(each) for name, each in _entries(node, "columns").items()}
    others = _words(node.entries.get("other_columns")) == IGNORED
    names = ColumnNames(fields, {a: b for a, b in renamed.items() if b}, others)
    cards = node.entries.get("cards")
    where = read_where(node.entries.get("where"), Reader())
    files: list[tuple[Path, TableFormat[Any]]] = []
    if isinstance(cards, Sequence) and not all(isinstance(each, Scalar) for each in cards.items):
        path = ("components", number, "cards")
        files.append((folder / "game.yaml", ListedFormat(path, tuple(kinds))))
    else:
        for each in cards.items if isinstance(cards, Sequence) else [cards]:
            name, sheet = file_and_worksheet(_words(each))
            file = folder / name
            if name and inside(folder, file) and file.is_file():
                files.append((file, _format(file, sheet, names, tuple(kinds))))
    return [
        EditedDeck(f"{said['id']}/{place + 1}" if place else said["id"], said["id"],
             said["title"] or said["id"], file, format_, names, kinds, where)
        for place, (file, format_) in enumerate(files)
    ]  # fmt: skip


def _format(
    file: Path, sheet: str, names: ColumnNames, fields: tuple[str, ...]
) -> TableFormat[Any]:
    ending = file.suffix.lower()
    if ending in WORKBOOKS:
        return WorkbookFormat(sheet)
    if ending in (*YAML, JSON):
        return ListedFormat((), fields)
    return SeparatedFormat(names)


def _entries(node: Mapping, name: str) -> dict[str, Node]:
    found = node.entries.get(name)
    return found.entries if isinstance(found, Mapping) else {}


def _words(node: Node | None) -> str:
    return node.raw if isinstance(node, Scalar) else ""


def _kind(node: Node, types: dict[str, Node]) -> str:
    """Return the type of a field as text.

    A named type is replaced by its definition.
    """
    if not isinstance(node, Scalar):
        return "record"
    name = node.raw.strip().rstrip("?")
    known = types.get(name)
    return known.raw if isinstance(known, Scalar) else flow(node.raw).strip('"')
