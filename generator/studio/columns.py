"""Changes the type of a column in a card table, and updates `game.yaml` and the drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.projects.guesses import Guess, free_name, kind_of, wished
from generator.projects.sheet import CHOICES
from generator.studio.decks import EditedDeck
from generator.studio.drawing import EditedDrawing, Element
from generator.studio.editing import Editor
from generator.studio.listed import ListedFormat, set_entry
from generator.studio.shaping import added, changed, removed
from generator.studio.tables import EditedTable, EditError, table_of
from validator.core.model import Component, Game
from validator.core.scalars import flow
from validator.core.tree import CellContent
from validator.load.cells import parse_value
from validator.load.columns import IGNORED
from validator.load.fieldtypes import RESERVED
from validator.load.text import inside

COMMON = ("title", "copies", IGNORED)
GUESSED = "guess"  # from its cells, as at the start
COMPONENTS = ListedFormat(("components",))
DRAWN = {"icon": "icon", "picture": "picture"}  # kinds that a rectangle shows
Pairs = dict[Path, tuple[bytes, bytes]]


@dataclass
class _Change:
    """A change to the columns of a deck: its fields by name, and the columns named in game.yaml."""

    fields: dict[str, str] = field(default_factory=dict)  # name -> type; empty: it is no field
    columns: dict[str, str] = field(default_factory=dict)  # column -> field
    long: bool = False  # whether the column has sentences


def set_kind(editor: Editor, game: Game, name: str, column: str, kind: str) -> dict[str, Any]:
    """Set the type of a column.

    It is one of the types that a new project offers, or GUESSED. Raises EditError.
    """
    if kind not in (*CHOICES, GUESSED):
        raise EditError(f"there is no column type ‘{kind}’")
    deck = editor.deck(name)
    table = table_of(deck.format, deck.data())
    if column not in table.titles:
        raise EditError(f"the column ‘{column}’ no longer exists")
    if isinstance(deck.format, ListedFormat) and kind in COMMON:
        raise EditError(
            f"a YAML list of cards names its own fields; rename them in {deck.file.name}"
        )
    change = _change(deck, table, column, kind)
    file = editor.folder / "game.yaml"
    before = data = file.read_bytes()
    files: Pairs = {}
    sharing = {each.component for each in editor.decks.values() if each.same_table(deck)}
    for place, id_ in _components(before):
        if id_ in sharing:
            data = _in_game(data, place, change)
            for drawing, made in _drawings(game, game.component(id_), change):
                files[drawing] = (drawing.read_bytes(), made)
    editor.write_all({file: (before, data)} | files, {"what": "column", "title": column})
    editor.read()
    field, of = next(iter(change.fields.items()), ("", ""))
    return {"saved": "game.yaml", "field": field, "kind": of.rstrip("?")}


def _components(data: bytes) -> Iterator[tuple[int, str]]:
    table = table_of(COMPONENTS, data)
    for place, row in enumerate(table.rows):
        yield place, dict(zip(table.titles, row.cells, strict=True))["id"].text


def _change(deck: EditedDeck, table: EditedTable, column: str, kind: str) -> _Change:
    """Return how a chosen type changes this column, and the column that had its role before."""
    known = {each["title"]: each["field"] for each in deck.columns(table)}
    taken = {*RESERVED, *deck.kinds}
    before = known[column]
    if before == "title" and kind != "title":
        raise EditError("each card needs a title; make another column the title instead")
    found = _Change()
    if kind in COMMON:
        found.columns[column] = kind
        if before in deck.kinds:
            found.fields[before] = ""
        for other, has in known.items():
            if has == kind and other != column and kind != IGNORED:
                name = free_name(other, taken)
                usual = "text" if kind == "title" else "number"
                found.fields[name] = _type(table, other, name, usual).kind
                found.columns[other] = name
        return found
    name = before if before in deck.kinds else free_name(column, taken)
    guess = _type(table, column, name, kind)
    found.fields[name], found.long = guess.kind, guess.long
    if before != name:
        found.columns[column] = name
    return found


def _type(table: EditedTable, column: str, name: str, kind: str) -> Guess:
    at = table.titles.index(column)
    words = [row.cells[at].text for row in table.rows]
    cells = [CellContent("", 0, 0, parse_value(each), each) if each else None for each in words]
    guessed = kind_of(column, name, cells) if kind == GUESSED else Guess(column, IGNORED)
    return guessed if guessed.kind else wished(column, name, cells, kind)


def _in_game(data: bytes, place: int, change: _Change) -> bytes:
    """Return `game.yaml` with the changed fields and columns of a component."""
    at = ("components", place)
    said = table_of(COMPONENTS, data)
    for name, pairs in (("columns", change.columns), ("fields", change.fields)):
        new = {key: value for key, value in pairs.items() if value}
        if name not in said.titles or not said.rows[place].cells[said.titles.index(name)].text:
            data = set_entry(data, at, name, flow(new)) if new else data
            continue
        for key, value in pairs.items():
            data = set_entry(data, (*at, name), key, flow(value) if value else "")
    return data


def _drawings(game: Game, component: Component, change: _Change) -> Iterator[tuple[Path, bytes]]:
    """Yield the drawings of a component that show a field which changed or was removed.

    Raises EditError for a template with code that prints a removed field.
    """
    for side in dict.fromkeys((component.face, component.back)):
        file = game.folder / "templates" / side if side else None
        if file is None or not inside(game.folder, file) or not file.is_file():
            continue
        data = file.read_bytes()
        if file.suffix == ".svg":
            made = data
            for name, kind in change.fields.items():
                made = _redrawn(made, component, game, name, kind, change.long)
            yield file, made
            continue
        gone = [name for name, kind in change.fields.items() if not kind]
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if any(re.search(rf"card\.{name}\b", line) for name in gone):
                raise EditError(
                    f"{file.name} defines this column in line {number}; change it there"
                )


def _redrawn(
    data: bytes, component: Component, game: Game, name: str, kind: str, long: bool
) -> bytes:  # fmt: skip
    """Return the drawing with elements that can show the field.

    If the field was removed, its elements are removed.
    """
    fields = [*dict.fromkeys((*component.fields, name))]
    size = component.size
    look = game.theme.fonts.get("text", "Alegreya"), game.theme.colours.get("ink", "#000000")
    while True:
        drawing = EditedDrawing(data, fields, size.width, size.height)
        steps = (_step(drawing, each, name, kind, long, look) for each in drawing.elements())
        made = next((each for each in steps if each is not None), None)
        if made is None:
            return data
        data = made


def _step(
    drawing: EditedDrawing, element: Element, name: str, kind: str, long: bool,
    look: tuple[str, str],
) -> bytes | None:  # fmt: skip
    """Return the drawing with one unsuitable element replaced.

    Returns None if all elements suit their field.
    """
    if element.fixed:
        return None
    if element.field == name:
        plain = kind.rstrip("?").split(" ")[0]
        shape = DRAWN.get(plain, "box" if plain == "text" and long else "text")
        is_text = "text" in element.kind
        if kind and (is_text == (shape not in DRAWN) or "-as-" in element.name):
            return None
        gone = removed(drawing, element.index)
        if not kind or element.box is None:
            return gone
        x, y, wide, high = element.box
        again = EditedDrawing(gone, [*drawing.fields.values()], *drawing.size)
        return added(again, shape, name, *look, (x + wide / 2, y + high / 2))[0]
    if kind:
        return None
    # For example the badge of a number.
    if element.name.startswith(f"{name}-") and not element.field:
        return removed(drawing, element.index)
    asked = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
    if re.search(asked, element.style["condition"]):
        return changed(drawing, element.index, {"condition": ""})
    return None
