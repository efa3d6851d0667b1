"""Changes the size or the look of cards: their drawings are stretched or redrawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from generator.projects.guesses import long_texts
from generator.projects.looks import LOOKS, Look, LookField, back, drawing, theme_of
from generator.studio.columns import COMPONENTS
from generator.studio.drawing import (
    ANCHORED,
    BASELINE,
    MOVED,
    EditedDrawing,
    Element,
    inverse,
    number,
    properties,
)
from generator.studio.editing import Editor
from generator.studio.listed import set_entry
from generator.studio.shaping import changed
from generator.studio.tables import EditError, table_of
from generator.studio.tags import Tag, set_attributes
from validator.core.model import Component, Game
from validator.core.scalars import flow
from validator.core.sizes import SIZES, Size
from validator.core.tree import Mapping
from validator.load.text import inside
from validator.load.yaml import read_yaml

# Whose positions are elsewhere.
CUT_OUT = ("clipPath", "mask", "pattern", "use", "symbol", "filter")
GRADIENTS = ("linearGradient", "radialGradient")
Pairs = dict[Path, tuple[bytes, bytes]]


def resize(editor: Editor, game: Game, name: str, said: str) -> dict[str, Any]:
    """Change the size of a component's cards.

    It is given by name or as ``[width, height]``. Raises EditError.
    """
    component, new = game.component(name), size_of(said)
    file = editor.folder / "game.yaml"
    before = file.read_bytes()
    files: Pairs = {file: (before, set_entry(before, _path(before, name), "size", said))}
    for face in _faces(game, component):
        data = face.read_bytes()
        others = [each.title for each in game.components
                  if face.name in (each.face, each.back) and each.id != name]  # fmt: skip
        if others:
            raise EditError(f"{face.name} is also the drawing of {others[0]}; resize it by hand")
        files[face] = (data, stretched(data, component, new))
    editor.write_all(files, {"what": "size", "title": f"The size of {component.title}"})
    editor.read()
    return {"saved": "game.yaml"}


def redraw(editor: Editor, game: Game, name: str, key: str) -> dict[str, Any]:
    """Draw the face and the back of a component anew, in one of the looks.

    Raises EditError.
    """
    if key not in LOOKS:
        raise EditError("there is no such look")
    files = in_look(editor, game, game.component(name), LOOKS[key])
    editor.write_all(files, {"what": "look", "title": f"The look {LOOKS[key].title}"})
    editor.read()
    return {"saved": ", ".join(each.name for each, (old, new) in files.items() if old != new)}


def in_look(editor: Editor, game: Game, component: Component, look: Look) -> Pairs:
    """Return the files of a component that another look changes, with old and new contents.

    The theme stays unchanged, and so does a back that other cards share. Raises EditError.
    """
    others = [each for each in game.components if each.id != component.id]
    shared = {name for each in others for name in (each.face, each.back)}
    file = editor.folder / "game.yaml"
    before = data = file.read_bytes()
    theme, _ = read_yaml(theme_of(look), "")
    wanted = theme.entries["theme"] if isinstance(theme, Mapping) else None
    for part in ("fonts", "colours") if component.back not in shared else ():
        entries = getattr(getattr(wanted, "entries", {}).get(part), "entries", {})
        for role, said in entries.items():
            data = set_entry(data, ("theme", part), role, flow(said.value))
    files: Pairs = {}
    fields = _look_fields(editor, component.id)
    for role in ("face", "back"):
        name = getattr(component, role)
        if not name or name in shared:
            continue
        said = (
            drawing(look, fields, component.size) if role == "face" else back(look, component.size)
        )
        new = editor.folder / "templates" / name
        if not name.endswith(".svg"):  # the drawing takes the place of a template with code
            new = new.with_name(f"{component.id}{'' if role == 'face' else '-back'}.svg")
            data = set_entry(data, _path(before, component.id), role, new.name)
            if new.exists():
                raise EditError(f"templates/{new.name} exists already; rename it first")
        files[new] = (new.read_bytes() if new.exists() else b"", said.encode())
    files[file] = (before, data)
    return files


def size_of(said: str) -> Size:
    """Return a size that is given by name, or as ``[width, height]`` in mm.

    Raises EditError.
    """
    if said in SIZES:
        return SIZES[said]
    found = re.fullmatch(r"\[(\d{1,3}(?:\.\d+)?), (\d{1,3}(?:\.\d+)?)\]", said)
    sides = [float(each) for each in found.groups()] if found else []
    if not sides or not all(10 <= each <= 400 for each in sides):
        raise EditError(
            f"the size ‘{said[:30]}’ cannot be used; expected 10 to 400 mm in width and height"
        )
    return Size(*sides)


def _path(data: bytes, name: str) -> tuple[str, int]:
    table = table_of(COMPONENTS, data)
    ids = [row.cells[table.titles.index("id")].text for row in table.rows]
    if name not in ids:
        raise EditError(f"the entry ‘id: {name}’ in game.yaml cannot be edited here; edit the file")
    return "components", ids.index(name)


def _faces(game: Game, component: Component) -> list[Path]:
    """Return the drawings of a component.

    Raises EditError for a template with code.
    """
    found = []
    for name in dict.fromkeys(filter(None, (component.face, component.back))):
        file = game.folder / "templates" / str(name)
        if not str(name).endswith(".svg") or not inside(game.folder, file) or not file.is_file():
            raise EditError(f"{name} is not a drawing in this project; change its code instead")
        found.append(file)
    return found


def _look_fields(editor: Editor, name: str) -> list[LookField]:
    """Return the fields of a component that a look draws."""
    deck = next(each for each in editor.decks.values() if each.component == name)
    table = table_of(deck.format, deck.data())
    held = {each["field"]: at for at, each in enumerate(deck.columns(table)) if each["field"]}
    texts = {field: [row.cells[held[field]].text for row in table.rows]
             for field, kind in deck.kinds.items()
             if field in held and kind.startswith("text")}  # fmt: skip
    long = long_texts(texts)
    return [LookField(field, kind, field in long) for field, kind in deck.kinds.items()]


# ---- a drawing at another size


def stretched(data: bytes, component: Component, new: Size) -> bytes:
    """Return a drawing stretched to another size; texts, circles and icons keep their proportions.

    Raises EditError.
    """
    old = component.size
    across, down = new.width / old.width, new.height / old.height
    first = EditedDrawing(data, [*component.fields], old.width, old.height)
    if any(each.name in CUT_OUT for each in first.tags) or first.root[4:] != (0.0, 0.0):
        raise EditError("the drawing has clipping, copies or a bleed; resize its page in Inkscape")
    for element in first.elements():
        if element.fixed or (element.unsized and first.tags[element.index].name not in MOVED):
            raise EditError(f"‘{element.name}’ cannot be stretched; resize its page in Inkscape")
    seen: set[int | None] = set()
    for element in first.elements():
        now = EditedDrawing(data, [*component.fields], old.width, old.height)
        tag = now.tags[element.index]
        if tag.name in MOVED:
            data = set_attributes(data, element.index, _along(now, element.index, across, down))
        elif element.box is not None:
            values = _values(element, tag, across, down)
            shape = now.shape_of(tag) if tag.name == "text" else None
            if shape in seen:  # two texts in one rectangle
                values = {"size": values["size"]}
            seen |= {shape} - {None}
            data = changed(now, element.index, values)
    for index, tag in enumerate(first.tags):
        if tag.name in GRADIENTS and tag.attributes.get("gradientUnits") == "userSpaceOnUse":
            said = tag.attributes.get("gradientTransform", "")
            grown = f"scale({across:.5g} {down:.5g}) {said}".strip()
            data = set_attributes(data, index, {"gradientTransform": grown})
    root = first.tags[0].attributes
    box = root.get("viewBox", "").replace(",", " ").split()
    unit = number(box[2]) / old.width if len(box) == 4 else 1.0
    sizes = {"width": f"{new.width:g}mm", "height": f"{new.height:g}mm",
             "viewBox": f"0 0 {new.width * unit:g} {new.height * unit:g}"}  # fmt: skip
    return set_attributes(data, 0, sizes)


def _along(now: EditedDrawing, index: int, across: float, down: float) -> dict[str, str]:
    """Return the transform of an outline that is stretched together with the card."""
    above, tag = now.matrix(now.tags[index].parent), now.tags[index]
    back_, said = inverse(above), tag.attributes.get("transform", "")
    a, _, _, d, e, f = above
    x, y = across * e * back_[0] + back_[4], down * f * back_[3] + back_[5]
    grown = (across * a * back_[0], down * d * back_[3], x, y)
    move = f"translate({x:.5g} {y:.5g}) " if abs(x) + abs(y) > 1e-6 else ""
    return {"transform": f"{move}scale({grown[0]:.5g} {grown[1]:.5g}) {said}".strip()}


def _values(element: Element, tag: Tag, across: float, down: float) -> dict[str, Any]:
    """Return the position and size that an element has on the resized card."""
    x, y, wide, high = element.box or (0.0, 0.0, 0.0, 0.0)
    smaller = min(across, down)
    style = element.style
    if element.kind in ("circle", "icon") or (wide == high and element.field):
        side = wide * smaller
        place = {"x": (x + wide / 2) * across - side / 2, "y": (y + high / 2) * down - side / 2,
                 "width": side, "height": side}  # fmt: skip
    else:
        place = {"x": x * across, "y": y * down, "width": wide * across, "height": high * down}
    if element.kind == "line of text":
        anchored = ANCHORED[style["align"]]
        base = y + BASELINE * high
        place = {"x": x + (x + anchored * wide) * (across - 1), "y": y + base * (down - 1)}
        if "pieria:width" in tag.attributes:
            place |= {"x": x * across, "width": wide * across}
        return place | {"size": style["size"] * smaller}
    if "text" in element.kind:
        return place | {"size": style["size"] * smaller}
    more = {"radius": style["radius"] * smaller} if style["radius"] else {}
    said = {**properties(tag.attributes.get("style", "")), **tag.attributes}
    return place | more | ({"outline": style["outline"] * smaller} if "stroke" in said else {})
