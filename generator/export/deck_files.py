"""Writes decks to files for editing: CSV, an Excel workbook or YAML.

Reading such a file results in the same deck. A number that refers to a rule stays a reference.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import xlsxwriter

from validator.core import tree
from validator.core.model import Card, Component
from validator.core.scalars import UNSEEN, flow
from validator.load.cells import no_formula
from validator.load.shape import (
    REFERENCE,
    Decimal,
    EntryTable,
    Many,
    MappingShape,
    OneOf,
    Shape,
    Whole,
    YesNo,
)

MOST_COLUMNS = 24  # columns per field; a field that needs more is written as YAML in one cell
_LONGEST_LINE = 90  # longest line of YAML in flow style

Path = tuple[str, ...]
Value = str | int | float | bool


@dataclass(frozen=True)
class ExportedDeck:
    """The cards of a component for export: their values, and the expected shape of the values."""

    name: str  # name of the worksheet
    cards: tuple[dict[str, Any], ...]
    shape: MappingShape


def deck_of(component: Component, shape: MappingShape) -> ExportedDeck:
    """Return a component's cards for export, without values that can be omitted."""
    return ExportedDeck(
        component.id, tuple(_said(each, component, shape) for each in component.cards), shape
    )


def _said(card: Card, component: Component, shape: MappingShape) -> dict[str, Any]:
    entries = card.node.entries if isinstance(card.node, tree.Mapping) else {}
    said: dict[str, Any] = {"title": card.title}
    if "id" in entries:
        said = {"id": card.id, **said}
    if "copies" in entries:
        said["copies"] = _value(card.copies, entries["copies"])
    if card.source != component.source:
        said["source"] = card.source
    for name, value in card.fields.items():
        if value is not None and (name in entries or shape.fields[name].needed):
            said[name] = _value(value, entries.get(name))
    return said


def _value(value: object, node: tree.Node | None) -> Any:
    """Return a value as plain lists and mappings.

    If its node refers to the number of a rule, the reference is returned instead.
    """
    if isinstance(value, Mapping):
        inner = node.entries if isinstance(node, tree.Mapping) else {}
        left_out = {key for key, each in value.items() if not each and str(key) not in inner}
        pairs = ((key, each, inner.get(str(key))) for key, each in value.items())
        return {key: _value(each, at) for key, each, at in pairs if key not in left_out}
    if isinstance(value, tuple):
        items = node.items if isinstance(node, tree.Sequence) else []
        return [_value(each, dict(enumerate(items)).get(i)) for i, each in enumerate(value)]
    raw = node.raw if isinstance(node, tree.Scalar) else ""
    return raw if not isinstance(value, str) and REFERENCE.fullmatch(raw) else value


# ---- sheets

_NO_SHEET = re.compile(r"[\[\]:*?/\\']")  # characters that Excel does not allow in names of sheets
_SELDOM = ("id", "source")  # columns that exist only if a card uses them


@dataclass(frozen=True)
class Column:
    """A column of a spreadsheet: its cells, and their possible values."""

    path: Path
    shape: Shape
    needed: bool
    about: str
    cells: tuple[Value | None, ...]

    @property
    def title(self) -> str:
        return ".".join(self.path)

    @property
    def note(self) -> str:
        """A one-line description of the values that the column may contain."""
        shape = self.shape
        words = shape.name
        if isinstance(shape, Many) and not isinstance(shape.of, Many | EntryTable | MappingShape):
            words = "a list, as in a; b"
        elif isinstance(shape, Many | EntryTable | MappingShape):
            words = f"{words} in YAML, as in {'[{a: 1}]' if isinstance(shape, Many) else '{a: 1}'}"
        return f"{words}{'' if self.needed else ' (optional)'}" + (self.about and f": {self.about}")


def columns(deck: ExportedDeck) -> tuple[Column, ...]:
    """Return the columns of a deck: one for each field, or several if a field has parts."""
    said = {name for card in deck.cards for name in card}
    fields = deck.shape.fields
    first = [*({"id"} & said), "title", "copies", *({"source"} & said)]
    found = []
    for name in dict.fromkeys([*first, *(each for each in fields if each not in _SELDOM)]):
        field = fields[name]
        values = [card.get(name) for card in deck.cards]
        for path, shape, needed in _paths(values, (name,), field.shape, field.needed):
            cells = tuple(_cell(_at(value, path[1:])) for value in values)
            about = field.about if len(path) == 1 else ""
            found.append(Column(path, shape, needed, about, cells))
    return tuple(found)


def _paths(
    values: Sequence[object], path: Path, shape: Shape, needed: bool
) -> list[tuple[Path, Shape, bool]]:
    """Return the columns of a field.

    These are its parts if they are few and plain text, or else the field itself.
    """
    parts = list(_parts(values, path, shape, needed))
    named = all(re.fullmatch(r"\w[\w-]*", step) for found, _, _ in parts for step in found[1:])
    full = all(_kept(value, [found[1:] for found, _, _ in parts]) for value in values)
    few = 0 < len(parts) <= MOST_COLUMNS
    return parts if few and named and full else [(path, shape, needed)]


def _parts(
    values: Sequence[Any], path: Path, shape: Shape, needed: bool
) -> Iterator[tuple[Path, Shape, bool]]:
    there = [value for value in values if value is not None]
    if isinstance(shape, MappingShape) and shape.fields:
        for name, field in shape.fields.items():
            inner = [value.get(name) for value in there]
            yield from _parts(inner, (*path, name), field.shape, needed and field.needed)
    elif isinstance(shape, EntryTable):
        for key in dict.fromkeys(key for value in there for key in value):
            inner = [value.get(key) for value in there]
            yield from _parts(inner, (*path, str(key)), shape.of, False)
    elif isinstance(shape, Many) and isinstance(shape.of, MappingShape | EntryTable | Many):
        for place in range(max(map(len, there), default=0)):
            inner = [value[place] if place < len(value) else None for value in there]
            yield from _parts(inner, (*path, str(place + 1)), shape.of, False)
    else:
        yield path, shape, needed


def _at(value: object, path: Path) -> Any:
    """Return the part of a value at a path of names and numbers, or None if there is none."""
    for step in path:
        if isinstance(value, list):
            place = int(step) - 1
            value = value[place] if place < len(value) else None
        elif isinstance(value, dict):
            value = next((each for key, each in value.items() if str(key) == step), None)
    return value


def _kept(value: object, paths: Sequence[Path]) -> bool:
    """Return whether columns can represent a value.

    They cannot represent nested lists and mappings that are empty.
    """
    if value is None:
        return True
    return _leaves(value) == sum(_at(value, path) is not None for path in paths)


def _leaves(value: object) -> int:
    """Return how many cells a value needs, or a huge number if cells cannot represent it."""
    if isinstance(value, dict):
        return sum(map(_leaves, value.values())) if value else 1_000
    if isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        return sum(map(_leaves, value))
    return 1


def _cell(value: Any) -> Value | None:
    if isinstance(value, list):
        words = [str(each) for each in value]
        simple = all(isinstance(each, str | int | float) for each in value) and all(
            word and word == word.strip() and not re.search(r"[;\n]", word) for word in words
        )
        if simple and words and words[0][0] not in "[{":
            return "; ".join(words)
        return flow(value)
    return flow(value) if isinstance(value, dict) else value


class DeckFormatError(Exception):
    """Raised for a deck that the chosen file format cannot represent."""


def files_of(
    decks: Sequence[ExportedDeck], kind: str, taken: Collection[str] = ()
) -> tuple[dict[str, bytes], list[str]]:
    """Return files by name, and the file of each deck for `game.yaml`; a workbook holds all decks.

    Names that are `taken` are not used. Raises DeckFormatError.
    """
    if kind == "xlsx":
        book = _free("cards", ".xlsx", taken)
        sheets: list[str] = []
        for deck in decks:
            sheets.append(_free(_NO_SHEET.sub("-", deck.name)[:28], "", sheets))
        named = [replace(deck, name=name) for deck, name in zip(decks, sheets, strict=True)]
        files = {book: to_workbook(named)} if decks else {}
        return files, [f"{book}#{name}" if len(decks) > 1 else book for name in sheets]
    write = to_csv if kind == "csv" else to_yaml
    files = {}
    names: list[str] = []
    for deck in decks:
        names.append(_free(deck.name, f".{kind}", [*taken, *names]))
        files[names[-1]] = write(deck)
    return files, names


def _free(name: str, suffix: str, taken: Collection[str]) -> str:
    """Return the first name that is not taken: `cards`, `cards-2`…"""
    names = (f"{name}{f'-{number}' * (number > 1)}{suffix}" for number in range(1, len(taken) + 2))
    lower = {each.lower() for each in taken}
    return next(each for each in names if each.lower() not in lower)


def to_csv(deck: ExportedDeck) -> bytes:
    """Return a deck as CSV, encoded so that spreadsheet programs recognise UTF-8.

    A row of comments explains the columns.
    """
    found = columns(deck)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([column.title for column in found])
    writer.writerow([f"{'# ' * (column is found[0])}{column.note}" for column in found])
    for row in zip(*(column.cells for column in found), strict=True):
        writer.writerow([_in_csv(value) for value in row])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _in_csv(value: Value | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return no_formula(value)
    return "" if value is None else str(value)


def to_workbook(decks: Sequence[ExportedDeck]) -> bytes:
    """Return an Excel workbook with one worksheet per deck.

    Text columns are formatted as text, so that the spreadsheet program does not turn text into
    dates; a comment in each heading explains what the column contains.
    """
    out = io.BytesIO()
    # XlsxWriter writes the same bytes for the same cells, apart from the time of writing.
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.set_properties({"created": datetime.datetime(2000, 1, 1)})
    head = book.add_format({"bold": True, "bottom": 1, "valign": "top"})
    text = book.add_format({"num_format": "@", "text_wrap": True, "valign": "top"})
    number = book.add_format({"valign": "top"})
    for deck in decks:
        sheet = book.add_worksheet(deck.name)
        sheet.freeze_panes(1, 1)
        for place, column in enumerate(columns(deck)):
            form = number if isinstance(column.shape, Whole | Decimal) else text
            longest = max((len(str(each)) for each in column.cells if each is not None), default=0)
            width = min(48, max(len(column.title), longest, 6) + 2)
            sheet.set_column(place, place, width, form)
            sheet.write_string(0, place, column.title, head)
            sheet.write_comment(0, place, column.note)
            if choice := _choice(column.shape):
                sheet.data_validation(1, place, 999, place, {"validate": "list", "source": choice})
            for row, value in enumerate(column.cells, 1):
                if _put(sheet, row, place, value, form):
                    raise DeckFormatError(
                        f"'{column.title}' of card {row} is longer than the 32,767 "
                        "characters that a "
                        "cell of a workbook holds"
                    )
    book.close()
    return out.getvalue()


def _choice(shape: Shape) -> list[str]:
    """Return the words for a drop-down list of a column.

    The list is empty if the shape has no words, or if the program cannot store them.
    """
    words = list(shape.words) if isinstance(shape, OneOf) else []
    if isinstance(shape, YesNo):
        words = ["yes", "no"]
    return words if len(",".join(words)) <= 255 else []


def _put(sheet: Any, row: int, place: int, value: Value | None, form: Any) -> int:
    """Write a cell of a worksheet; return 0 if it was written."""
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, str):
        return int(sheet.write_string(row, place, value, form))
    return 0 if value is None else int(sheet.write_number(row, place, value, form))


# ---- YAML


def to_yaml(deck: ExportedDeck) -> bytes:
    """Return a YAML file with one entry per card."""
    cards = (f"- {_block(card, '  ', 0).lstrip()}\n" for card in deck.cards)
    return "\n".join(cards).encode() or b"[]\n"


def _block(value: object, margin: str, longest: int = _LONGEST_LINE) -> str:
    """Return a value as YAML that follows the name of its key.

    A long value begins on a new line.
    """
    if isinstance(value, str) and "\n" in value and not UNSEEN.search(value):
        lines = value.split("\n")
        if lines[0] and lines[-1] and all(each == each.strip() for each in lines):
            return " |-" + "".join(f"\n{margin}{each}" if each else "\n" for each in lines)
    short = flow(value)
    inner = margin + "  "
    if value and isinstance(value, dict) and len(margin) + len(short) > longest:
        pairs = ((flow(key), _block(each, inner)) for key, each in value.items())
        return "".join(f"\n{margin}{key}:{each}" for key, each in pairs)
    if value and isinstance(value, list) and len(margin) + len(short) > longest:
        return "".join(f"\n{margin}- {_block(each, inner).lstrip()}" for each in value)
    return f" {short}"
