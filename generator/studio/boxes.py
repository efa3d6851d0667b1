"""Lists which decks have a tuckbox, and adds or removes one."""

from __future__ import annotations

from typing import Any

from generator.studio.columns import COMPONENTS
from generator.studio.editing import Editor
from generator.studio.listed import set_entry
from generator.studio.tables import EditError, table_of


def boxes_of(editor: Editor) -> list[dict[str, Any]]:
    """Return the components that are decks, each with whether it has its own tuckbox."""
    decks = {deck.component: deck.title for deck in editor.decks.values()}
    return [
        {"id": cells["id"], "title": decks[cells["id"]], "on": cells.get("boxed") == "true"}
        for cells in _components(editor)
        if cells.get("id") in decks
    ]


def set_boxed(editor: Editor, name: str, on: bool) -> dict[str, Any]:
    """Give the cards of a component a tuckbox, or remove it. Raises EditError."""
    ids = [cells.get("id") for cells in _components(editor)]
    if name not in ids:
        raise EditError(f"the entry ‘id: {name}’ in game.yaml cannot be edited here; edit the file")
    file = editor.folder / "game.yaml"
    before = file.read_bytes()
    path = ("components", ids.index(name))
    made = set_entry(before, path, "boxed", "true" if on else "")
    editor.write(file, before, made, {"what": "box", "title": f"The tuckbox of {name}"})
    editor.read()
    return {"saved": file.name}


def _components(editor: Editor) -> list[dict[str, str]]:
    try:
        table = table_of(COMPONENTS, (editor.folder / "game.yaml").read_bytes())
    except (EditError, OSError):
        return []
    texts = [[cell.text for cell in row.cells] for row in table.rows]
    return [dict(zip(table.titles, each, strict=True)) for each in texts]
