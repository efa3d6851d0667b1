"""The place Layout: the drawing of a deck's face, its elements, and edits of them."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

from generator.studio.drawing import Drawing
from generator.studio.editing import Editor
from generator.studio.tables import EditError
from validator.core.model import Component, Game
from validator.load.game import load_game
from validator.load.text import inside

LARGEST = 8_000_000  # bytes of a drawing


def _game(folder: Path) -> Game:
    game = load_game(folder).game
    if game is None:
        raise EditError("game.yaml cannot be read; settle its problems first")
    return game


def _component(game: Game, name: str) -> Component:
    try:
        return game.component(name)
    except KeyError:
        raise EditError(f"there is no deck ‘{name}’ any more") from None


def _file(game: Game, component: Component, side: str) -> Path:
    name = component.back if side == "back" else component.face
    if not name:
        raise EditError("nothing is printed behind these cards")
    file = game.folder / "templates" / name
    if not inside(game.folder, file) or not file.is_file():
        raise EditError(f"{name} is not in the project's own templates")
    return file


def layout_of(editor: Editor, deck: str, side: str) -> dict[str, Any]:
    """The elements of a face, or where a template in Jinja writes each field. Raises EditError."""
    game = _game(editor.folder)
    component = _component(game, deck)
    file = _file(game, component, side)
    data = file.read_bytes()[:LARGEST]
    head: dict[str, Any] = {
        "file": file.name,
        "width": component.size.width,
        "height": component.size.height,
        "colours": dict(game.theme.colours),
        "families": sorted({*game.theme.fonts.values()}),
        "fields": ["title", *component.fields],
    }
    if file.suffix != ".svg":
        lines = data.decode("utf-8", "replace").splitlines()
        written = [
            {"field": name, "line": number, "code": line.strip()[:160]}
            for number, line in enumerate(lines, 1)
            for name in re.findall(r"card\.(\w+)", line)[:1]
        ]
        return {**head, "jinja": written, "elements": []}
    drawing = Drawing(data, [*component.fields], component.size.width)
    return {**head, "elements": [asdict(each) for each in drawing.elements()]}


def shape(
    editor: Editor, deck: str, side: str, index: int, name: str, values: dict[str, Any]
) -> dict[str, Any]:
    """Change an element of a drawing. Raises EditError."""
    game = _game(editor.folder)
    component = _component(game, deck)
    file = _file(game, component, side)
    data = file.read_bytes()
    drawing = Drawing(data, [*component.fields], component.size.width)
    known = next((each for each in drawing.elements() if each.index == index), None)
    if known is None or known.name != name:
        raise EditError(f"the element ‘{name}’ is not where it was; look at the drawing again")
    made = drawing.changed(data, index, values)
    editor.write(file, data, made, {"what": "layout", "title": f"{name} in {file.name}"})
    return {"saved": file.name}
