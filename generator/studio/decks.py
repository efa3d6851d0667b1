"""The decks of a project as tables: which file has their cards, and what its columns hold.

They are read from `game.yaml` itself, so that cards can be edited while the game cannot be loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.studio.listed import ListedFormat
from generator.studio.separated import SeparatedFormat
from generator.studio.tables import EditError, Format, Table
from generator.studio.workbook import WorkbookFormat
from validator.core.scalars import flow
from validator.core.tree import Mapping, Node, Scalar, Sequence
from validator.load.cards import JSON, WORKBOOKS, YAML, card_fields, file_and_sheet
from validator.load.columns import IGNORED, ColumnNames
from validator.load.text import LARGEST, bytes_of, inside
from validator.load.yaml import read_yaml

COMMON = {"title": "title", "copies": "copies", "id": "id", "source": "source"}


@dataclass(frozen=True)
class Deck:
    """A component whose cards are edited."""

    id: str
    title: str
    file: Path
    form: Format
    names: ColumnNames
    kinds: dict[str, str]  # field -> its type, as game.yaml says it

    def data(self) -> bytes:
        """The file's bytes. Raises EditError."""
        try:
            return bytes_of(self.file, LARGEST)
        except OSError as error:
            raise EditError(f"{self.file.name} cannot be read: {error.strerror or error}") from None

    def columns(self, table: Table) -> list[dict[str, Any]]:
        """What each column of a table holds: its field and kind, and the words it may have."""
        stems = [title.split(":")[0].split(".")[0].strip() for title in table.titles]
        named = dict.fromkeys(stem for stem in stems if stem and not stem.startswith("#"))
        targets = self.names.targets([*named])
        return [self._column(title, targets.get(stem) or IGNORED)
                for title, stem in zip(table.titles, stems, strict=True)]  # fmt: skip

    def _column(self, title: str, field: str) -> dict[str, Any]:
        stem = field.split(".")[0]
        kind = COMMON.get(field) or self.kinds.get(stem, "")
        words = [each.strip() for each in kind.removeprefix("one of ").rstrip("?").split(",")]
        words = words if kind.startswith("one of ") else []
        if field == IGNORED or not kind:
            return {"title": title, "field": "", "kind": "not printed", "words": []}
        return {
            "title": title,
            "field": field,
            "kind": f"one of {len(words)}" if words else kind.rstrip("?"),
            "words": words,
        }


def decks_of(folder: Path) -> list[Deck]:
    """The decks of a project's game.yaml; those of files that are no tables are left out."""
    try:
        text = bytes_of(folder / "game.yaml", LARGEST).decode()
    except (OSError, UnicodeDecodeError):
        return []
    root, _ = read_yaml(text, "game.yaml")
    listed = root.entries.get("components") if isinstance(root, Mapping) else None
    types = root.entries.get("types") if isinstance(root, Mapping) else None
    found = []
    for number, each in enumerate(listed.items if isinstance(listed, Sequence) else ()):
        if isinstance(each, Mapping) and (deck := _deck(folder, each, number, types)):
            found.append(deck)
    return found


def _deck(folder: Path, node: Mapping, number: int, types: Node | None) -> Deck | None:
    said = {name: _words(node.entries.get(name)) for name in ("id", "title", "source")}
    named = types.entries if isinstance(types, Mapping) else {}
    kinds = {name: _kind(each, named) for name, each in _entries(node, "fields").items()}
    fields = (*card_fields(said["source"] or "original"), *kinds)
    renamed = {name: _words(each) for name, each in _entries(node, "columns").items()}
    others = _words(node.entries.get("other_columns")) == IGNORED
    names = ColumnNames(fields, {a: b for a, b in renamed.items() if b}, others)
    cards = node.entries.get("cards")
    form: Format
    if isinstance(cards, Scalar):
        name, sheet = file_and_sheet(cards.raw)
        file = folder / name
        if not inside(folder, file) or not file.is_file():
            return None
        ending = file.suffix.lower()
        if ending in WORKBOOKS:
            form = WorkbookFormat(sheet)
        elif ending in (*YAML, JSON):
            form = ListedFormat((), tuple(kinds))
        else:
            form = SeparatedFormat(names)
    elif isinstance(cards, Sequence):
        file = folder / "game.yaml"
        form = ListedFormat(("components", number, "cards"), tuple(kinds))
    else:
        return None
    return Deck(said["id"], said["title"] or said["id"], file, form, names, kinds)


def _entries(node: Mapping, name: str) -> dict[str, Node]:
    found = node.entries.get(name)
    return found.entries if isinstance(found, Mapping) else {}


def _words(node: Node | None) -> str:
    return node.raw if isinstance(node, Scalar) else ""


def _kind(node: Node, types: dict[str, Node]) -> str:
    """A field's type in words; a type with a name as what it stands for."""
    if not isinstance(node, Scalar):
        return "record"
    name = node.raw.strip().rstrip("?")
    known = types.get(name)
    return known.raw if isinstance(known, Scalar) else flow(node.raw).strip('"')
