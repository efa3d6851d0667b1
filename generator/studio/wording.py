"""Adds a word to the fixed set of words that a column allows.

The column's type in `game.yaml` is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.studio.decks import EditedDeck
from generator.studio.editing import Editor
from generator.studio.tables import EditError, table_of
from validator.core.scalars import flow
from validator.core.tree import Mapping, Node, Scalar, Sequence
from validator.load.yaml import read_yaml, spans

ONE_OF = "one of "


def add_word(editor: Editor, name: str, column: str, word: str) -> dict[str, str]:
    """Add a word to those that a column of a deck's table allows.

    Raises EditError.
    """
    word = " ".join(word.split())
    if not re.fullmatch(r"[^,?\n]{1,40}", word):
        message = (
            "a word may have up to 40 characters and may not contain a comma or a question mark"
        )
        raise EditError(message)
    deck = editor.deck(name)
    table = table_of(deck.format, deck.data())
    at = table.titles.index(column) if column in table.titles else -1
    said = deck.columns(table)[at] if at >= 0 else {}
    if not said.get("words"):
        raise EditError(f"the column ‘{column}’ accepts any text")
    if word in said["words"]:
        return {"word": word}
    file = editor.folder / "game.yaml"
    before = file.read_bytes()
    text = before.decode()
    marks = spans(text)
    types = {(each.line, each.column): each
             for each in _types(text, deck, editor, said["field"])}  # fmt: skip
    for place in sorted(types, reverse=True):
        raw = types[place].raw.strip()
        longer = flow(f"{raw.rstrip('?')}, {word}{'?' * raw.endswith('?')}")
        text = text[: marks[place].start] + longer + text[marks[place].end :]
    editor.write(file, before, text.encode(), {"what": "word", "title": f"‘{word}’ in {column}"})
    editor.read()
    return {"word": word}


def _types(text: str, deck: EditedDeck, editor: Editor, field: str) -> Iterator[Scalar]:
    """Yield the nodes with a field's type, for each component that shares the table."""
    root, _ = read_yaml(text, "game.yaml")
    components = _entry(root, "components")
    named = _entry(root, "types")
    sharing = {each.component for each in editor.decks.values() if each.same_table(deck)}
    for each in components.items if isinstance(components, Sequence) else ():
        own, said = _entry(each, "id"), _entry(_entry(each, "fields"), field)
        if not isinstance(own, Scalar) or own.raw not in sharing or not isinstance(said, Scalar):
            continue
        known = said if said.raw.startswith(ONE_OF) else _entry(named, said.raw.rstrip("?"))
        if isinstance(known, Scalar) and known.raw.startswith(ONE_OF):
            yield known


def _entry(node: Node | None, name: str) -> Node | None:
    return node.entries.get(name) if isinstance(node, Mapping) else None
