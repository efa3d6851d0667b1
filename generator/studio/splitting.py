"""Gives some cards a separate layout: splits a component into two components that share a table.

`game.yaml` gets a copy of the component with its own `where:` and its own copy of the face.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from generator.studio.decks import EditedDeck
from generator.studio.editing import Editor
from generator.studio.listed import ListedFormat
from generator.studio.tables import EditError, copy_row, set_cell, table_of
from validator.core.model import Game
from validator.load.cards import slug
from validator.load.columns import plainly
from validator.load.text import inside

COMPONENTS = ListedFormat(("components",), ("where",))
_IN_CONDITIONS = re.compile(r"[=!<>,\n]|\band\b")


def split(editor: Editor, game: Game, name: str, column: str, value: str) -> dict[str, Any]:
    """Give the cards with this value in a column a component and a face of their own.

    Returns the new component's id. Raises EditError.
    """
    deck = _shared(editor, name, column, value)
    component = game.component(name)
    if component.count is not None:
        raise EditError(
            f"the rules count the {component.count} {component.title} as one deck, so some of them "
            "cannot get a separate layout; write a condition into this layout instead"
        )
    known = {each.id for each in game.components}
    new = next(each for each in _names(slug(value)) if each not in known)
    face, copied = _copied(editor.folder, component.face, new)
    file = editor.folder / "game.yaml"
    before = file.read_bytes()
    table = table_of(COMPONENTS, before)
    ids = table.titles.index("id")
    row = next((at for at, each in enumerate(table.rows) if each.cells[ids].text == name), None)
    if row is None:
        raise EditError(f"the entry ‘id: {name}’ in game.yaml cannot be edited here; edit the file")
    said = table.rows[row].cells[table.titles.index("where")].text
    both = f"{said} and " if said else ""
    data, place = copy_row(COMPONENTS, before, row)
    data = _set(data, row, where=f"{both}{column} != {value}")
    wanted = {"id": new, "title": value, "face": face, "where": f"{both}{column} = {value}"}
    data = _set(data, place, **wanted)
    files = {editor.folder / "templates" / face: (b"", copied), file: (before, data)}
    editor.write_all(files, {"what": "split", "title": f"A layout for {value}"})
    editor.read()
    return {"saved": f"game.yaml and {face}", "part": new, "from": deck.id}


def _shared(editor: Editor, name: str, column: str, value: str) -> EditedDeck:
    """Return the deck to split.

    Some of its rows, but not all, must have the value. Raises EditError.
    """
    decks = [each for each in editor.decks.values() if each.component == name]
    if len(decks) != 1 or decks[0].file.name == "game.yaml":
        raise EditError(
            "only cards that are all in one spreadsheet can have a different layout; move these "
            "cards into one spreadsheet"
        )
    deck = decks[0]
    table = table_of(deck.format, deck.data())
    if column not in table.titles or not value or _IN_CONDITIONS.search(value + column):
        raise EditError(
            f"‘{column} = {value}’ cannot be written as a condition; choose another column"
        )
    at = table.titles.index(column)
    rows = [place for place in range(len(table.rows)) if deck.takes(table, place)]
    some = [place for place in rows if plainly(table.rows[place].cells[at].text) == plainly(value)]
    if not some or len(some) == len(rows):
        which = "every" if some else "no"
        raise EditError(f"{which} card of this layout has ‘{value}’ in {column}")
    return deck


def _copied(folder: Path, face: str, new: str) -> tuple[str, bytes]:
    """Return the name and the bytes of the copy of a face.

    Raises EditError.
    """
    file = folder / "templates" / face
    if not inside(folder, file) or not file.is_file():
        raise EditError(f"{face} is not in the project's own templates")
    stem, dot, ending = face.partition(".")
    names = (f"{each}{dot}{ending}" for each in _names(f"{stem}-{new}"))
    return next(each for each in names if not (file.parent / each).exists()), file.read_bytes()


def _names(stem: str) -> Iterator[str]:
    """Yield possible names: the stem, then the stem with ascending numbers."""
    return (f"{stem}-{number}" if number > 1 else stem for number in count(1))


def _set(data: bytes, row: int, **values: str) -> bytes:
    for name, value in values.items():
        titles = table_of(COMPONENTS, data).titles
        data = set_cell(COMPONENTS, data, row, titles.index(name), value)
    return data
