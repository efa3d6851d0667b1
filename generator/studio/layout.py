"""The Layout view: shows the drawing of a deck's face with its elements, and edits them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from generator.core.svg import PaintError
from generator.faces.templates import TemplateError
from generator.preview.snapshot import DRAWING
from generator.projects.looks import LOOKS
from generator.studio.columns import set_kind
from generator.studio.drawing import EditedDrawing
from generator.studio.editing import Editor
from generator.studio.resizing import redraw, resize
from generator.studio.shaping import added, changed, ordered, removed
from generator.studio.splitting import split
from generator.studio.tables import EditError
from generator.studio.written import own_template, source_of, written_in
from validator.core.model import Component, Game
from validator.core.sizes import SIZES
from validator.load.game import load_game
from validator.load.text import inside

LARGEST = 8_000_000  # bytes of a drawing


@dataclass(frozen=True)
class ElementChange:
    """A change to an element of a drawing.

    `name` shows whether the element at this index is still the same.
    """

    index: int
    name: str
    values: Mapping[str, Any]


def _game(folder: Path) -> Game:
    game = load_game(folder).game
    if game is None:
        raise EditError("game.yaml cannot be read; fix its problems first")
    return game


def _component(game: Game, name: str) -> Component:
    try:
        return game.component(name)
    except KeyError:
        raise EditError(f"the deck ‘{name}’ no longer exists") from None


def _named(component: Component, side: str) -> str:
    """Return the name of a face's or back's template. Raises EditError."""
    name = component.back if side == "back" else component.face
    if not name:
        raise EditError("these cards have no back")
    return name


def _file(game: Game, component: Component, side: str) -> Path:
    name = _named(component, side)
    file = game.folder / "templates" / name
    if not inside(game.folder, file) or not file.is_file():
        raise EditError(f"{name} is not in the project's own templates")
    return file


def layout_of(editor: Editor, deck: str, side: str, card: str = "") -> dict[str, Any]:
    """Return the elements of a face.

    For a template with code, return the elements of `card`, each with the line of the template that
    draws it. Raises EditError.
    """
    game = _game(editor.folder)
    component = _component(game, deck)
    name = _named(component, side)
    head: dict[str, Any] = {
        "file": name,
        "size": next((name for name, size in SIZES.items() if size == component.size), ""),
        "sizes": [*SIZES],
        "looks": {key: look.title for key, look in LOOKS.items()},
        "width": component.size.width,
        "height": component.size.height,
        "colours": dict(game.theme.colours),
        "families": sorted({*game.theme.fonts.values()}),
        "fields": ["title", *component.fields],
    }
    if not name.endswith(".svg"):
        return head | _coded(game, component, name, card)
    data = _file(game, component, side).read_bytes()[:LARGEST]
    drawing = _drawing(data, component)
    return {**head, "elements": [asdict(each) for each in drawing.elements()]}


def _coded(game: Game, component: Component, template: str, card: str) -> dict[str, Any]:
    """Return the drawing of a card by a template with code, and the files that produce it."""
    known = [each for each in component.cards if f"{component.id}/{each.id}" == card]
    try:
        elements = written_in(game, component, (known or component.cards)[0], template)
        wrong = {}
    except TemplateError as error:
        place, said = error.problem.location, error.problem.message.split(DRAWING)[0]
        elements, wrong = [], {"message": said, "file": place.file, "line": place.line}
    except (PaintError, IndexError) as error:
        elements, wrong = [], {"message": str(error) or "there are no cards", "line": 0}
    names = dict.fromkeys([template, *(each["file"] for each in elements)])
    sources = {
        name: {"lines": text.splitlines(), "own": own}
        for name in names for text, own in [source_of(game, name)]
    }  # fmt: skip
    return {"elements": elements, "sources": sources, "wrong": wrong}


def write_line(
    editor: Editor, _deck: str, _side: str, name: str, line: int, old: str, new: str
) -> dict[str, Any]:  # fmt: skip
    """Replace a line of a template with code. Raises EditError."""
    file = own_template(_game(editor.folder), name)
    data = file.read_bytes()
    lines = data.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    found = lines[line - 1].rstrip("\r\n") if 0 < line <= len(lines) else None
    if found != old:
        raise EditError(f"line {line} of {name} was changed elsewhere; check it and try again")
    lines[line - 1] = new + lines[line - 1][len(old) :]
    about = {"what": "layout", "title": f"line {line} of {name}"}
    editor.write(file, data, "".join(lines).encode("utf-8", "surrogateescape"), about)
    return {"saved": file.name}


def drawing_of(editor: Editor, deck: str, side: str) -> Path:
    """Return the drawing file of a face or back.

    Raises EditError.
    """
    game = _game(editor.folder)
    return _file(game, _component(game, deck), side)


def shape(editor: Editor, deck: str, side: str, changes: Sequence[ElementChange]) -> dict[str, Any]:
    """Change several elements of a drawing in a single edit.

    Raises EditError.
    """
    file, drawing, game = _opened(editor, deck, side)
    now = drawing
    for each in changes:
        _same(now, each.index, each.name)
        now = _drawing(changed(now, each.index, each.values), _component(game, deck))
    names = f"{len(changes)} elements" if len(changes) > 1 else changes[0].name
    return _saved(editor, file, drawing, now.data, names)


def remove(editor: Editor, deck: str, side: str, index: int, name: str) -> dict[str, Any]:
    """Delete an element of a drawing. Raises EditError."""
    file, drawing, _ = _opened(editor, deck, side)
    _same(drawing, index, name)
    return _saved(editor, file, drawing, removed(drawing, index), name)


def order(
    editor: Editor, deck: str, side: str, index: int, name: str, front: bool
) -> dict[str, Any]:  # fmt: skip
    """Move an element in front of or behind all others in a drawing.

    Raises EditError.
    """
    file, drawing, _ = _opened(editor, deck, side)
    _same(drawing, index, name)
    return _saved(editor, file, drawing, ordered(drawing, index, front), name)


def add(
    editor: Editor, deck: str, side: str, kind: str, field: str,
    at: tuple[float, float] | None, more: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Add an element to a drawing, centred at a point in mm. Raises EditError.

    With `more`, one undo also reverts the previous edit, which turned the field into one that is
    printed.
    """
    file, drawing, game = _opened(editor, deck, side)
    colour = str(game.theme.colours.get("ink", "#000000"))
    family = str(game.theme.fonts.get("text", "Alegreya"))
    made, name = added(drawing, kind, field, family, colour, at)
    return _saved(editor, file, drawing, made, name, more) | {"name": name}


def kind_of(editor: Editor, deck: str, column: str, kind: str) -> dict[str, Any]:
    """Set the type of a column. Raises EditError."""
    return set_kind(editor, _game(editor.folder), deck, column, kind)


def resized(editor: Editor, deck: str, size: str) -> dict[str, Any]:
    """Change the size of a deck's cards. Raises EditError."""
    game = _game(editor.folder)
    return resize(editor, game, _component(game, deck).id, size)


def in_look(editor: Editor, deck: str, look: str) -> dict[str, Any]:
    """Draw the cards of a deck anew, in one of the looks.

    Raises EditError.
    """
    game = _game(editor.folder)
    return redraw(editor, game, _component(game, deck).id, look)


def split_of(editor: Editor, deck: str, column: str, value: str) -> dict[str, Any]:
    """Give the cards with this value in a column a layout of their own. Raises EditError."""
    game = _game(editor.folder)
    _component(game, deck)
    return split(editor, game, deck, column, value)


def _opened(editor: Editor, deck: str, side: str) -> tuple[Path, EditedDrawing, Game]:
    game = _game(editor.folder)
    component = _component(game, deck)
    file = _file(game, component, side)
    if file.suffix != ".svg":
        raise EditError(f"{file.name} is a template with code; edit it as text")
    return file, _drawing(file.read_bytes(), component), game


def _drawing(data: bytes, component: Component) -> EditedDrawing:
    size = component.size
    return EditedDrawing(data, [*component.fields], size.width, size.height)


def _same(drawing: EditedDrawing, index: int, name: str) -> None:
    known = next((each for each in drawing.elements() if each.index == index), None)
    if known is None or known.name != name:
        raise EditError(f"the element ‘{name}’ has moved; check the drawing and try again")


def _saved(
    editor: Editor, file: Path, drawing: EditedDrawing, made: bytes, name: str, more: bool = False
) -> dict[str, Any]:
    about = {"what": "layout", "title": f"{name} in {file.name}", "more": more}
    editor.write(file, drawing.data, made, about)
    return {"saved": file.name}
