"""Converts a CardMaker project (.cmp) to layouts, one per deck."""

from __future__ import annotations

import re
from collections.abc import Mapping as Attributes
from dataclasses import replace
from pathlib import Path

from generator.artwork.tree import DrawingError, SvgNode, parse
from generator.projects.layout import MM_PER_INCH, Layout, LayoutBox, listed
from validator.core.location import Location, Problem
from validator.core.tree import Mapping, Scalar
from validator.load.columns import ANY_NAMES
from validator.load.separated import read_separated

MOST_DECKS = 50
SCREEN = 96.0  # dots per inch that CardMaker sets points at, whatever the layout's
_KINDS = {"Text": "text", "FormattedText": "text", "Graphic": "picture", "Shape": "rectangle"}
_COLUMN = re.compile(r"@\[([^\[\]]+)\]")
_COMPUTED = re.compile(r"@\[|#\(|##|!\[|#no")
_READ = {"name", "type", "variable", "x", "y", "width", "height", "font", "enabled", "textalign",
         "verticalalign", "elementcolor", "horizontalalign"}  # fmt: skip
_IDLE = {"", "0", "false", "255", "100", "-1", "0x000000FF", "0xFFFFFF00", "0x00000000"}


def cardmaker_layouts(file: Path) -> list[Layout]:
    """Return the supported parts of a project file, with a layout for each deck."""
    whole = Layout(file.parent, "cardmaker")
    data = whole.read(file.name)
    try:
        root = parse(data, ("Project",)).root if data is not None else None
    except DrawingError as error:
        whole.left.append(Problem(Location(file.as_posix(), error.line), str(error), "syntax"))
        root = None
    cards = [each for each in root.children if each.tag == "Layout"] if root else []
    if len(cards) > MOST_DECKS:
        location = Location(file.as_posix(), cards[MOST_DECKS].line, 1)
        whole.leave(location, f"only the first {MOST_DECKS} layouts are imported")
    for defines in sorted(file.parent.glob("*_defines.csv")):
        whole.leave(
            Location(defines.as_posix()),
            "CardMaker's defines are not supported; write their values into the cells",
        )
    script = root is not None and "javascript" in root.attributes.get("translatorName", "").lower()
    found: list[Layout] = []
    for card in cards[:MOST_DECKS]:
        layout = Layout(file.parent, "cardmaker", name=card.attributes.get("Name", "")[:60])
        layout.left = [] if found else whole.left
        _read(layout, file.as_posix(), card, script)
        found.append(layout)
    return found or [whole]


def _read(layout: Layout, file: str, card: SvgNode, script: bool) -> None:
    location = Location(file, card.line, 1)
    try:
        dots = float(card.attributes.get("dpi", "300"))
        width, height = (float(card.attributes[each]) for each in ("width", "height"))
    except (KeyError, ValueError):
        dots = width = height = 0.0
    if not (10 <= dots <= 10_000 and 10 <= width / dots * MM_PER_INCH <= 1000
            and 10 <= height / dots * MM_PER_INCH <= 1000):  # fmt: skip
        layout.leave(
            location,
            "the layout's width, height and dpi do not give the size of a card; the layout "
            "is left out",
        )
        return
    millimetre = MM_PER_INCH / dots
    layout.width, layout.height = width * millimetre, height * millimetre
    for node in reversed(card.children):  # the last one is drawn first
        at = Location(file, node.line, 1)
        if node.tag == "Reference" and not layout.sheet:
            _reference(layout, node, at)
        elif node.tag == "Element" and node.attributes.get("enabled", "true").lower() != "false":
            layout.met.add(at)
            _element(layout, node, at, millimetre, dots, script)
        else:
            name = node.attributes.get("name") or node.attributes.get("RelativePath", "")
            layout.leave(at, f"not imported: {node.tag} {name:.80}".rstrip())


def _reference(layout: Layout, node: SvgNode, location: Location) -> None:
    said = node.attributes.get("RelativePath", "").replace("\\", "/")
    kind, *parts = said.split(";")
    if kind.lower() == "excel" and len(parts) == 2:
        layout.sheet = "#".join(parts)
    elif not parts and said.lower().endswith(".csv"):
        layout.sheet = said
    else:
        layout.leave(
            location, f"the table '{said:.80}' is not imported: only CSV and Excel files are"
        )
        return
    if said.lower().endswith(".csv") and (lines := layout.lines(said)):
        first = listed(lines[0])[0]
        rows, _ = read_separated("\n".join(lines), said, ANY_NAMES)
        cards = [each.entries for each in rows.items if isinstance(each, Mapping)] if rows else []
        counts = [each[first] for each in cards if first in each]
        if counts and all(isinstance(each, Scalar) and each.raw.isdigit() for each in counts):
            layout.copies = first
        else:
            layout.leave(Location(layout.sheet), "its first column contains more than numbers "
                         "of copies, so each card has one copy")  # fmt: skip
    elif kind.lower() == "excel":
        layout.leave(
            location,
            "in CardMaker, the first column contains the number of copies; if its name does "
            "not say so, assign it under `columns:`",
        )


def _element(
    layout: Layout, node: SvgNode, location: Location, millimetre: float, dots: float, script: bool
) -> None:
    said = node.attributes
    name = said.get("name", "")[:60]
    kind = _KINDS.get(said.get("type", ""), "")
    try:
        place = [float(said[each]) * millimetre for each in ("x", "y", "width", "height")]
    except (KeyError, ValueError):
        place = []
    if not kind or not place or min(place[2:]) <= 0 or max(map(abs, place)) > 2000:
        layout.leave(location, f"the element '{name}' ({said.get('type', 'no type')}) is left out")
        return
    shown = _shown(layout, kind, node, location, script)
    if shown is None:
        return
    for each, value in said.items():
        if each not in _READ and value not in _IDLE:
            layout.leave(location, f"'{each}' of '{name}' is not imported")
    x, y, width, height = place
    box = LayoutBox(kind, location, x, y, width, height, *shown, fit="meet",
              fill=_colour(layout, said.get("elementcolor", "0x000000FF"), location))  # fmt: skip
    layout.boxes.append(_lettered(layout, box, said, dots) if kind == "text" else box)


def _shown(
    layout: Layout, kind: str, node: SvgNode, location: Location, script: bool
) -> tuple[str, str] | None:
    """Return the column or the text of an element, or None if it is left out.

    With `script`, elements contain JavaScript, in which a name stands for a column and a quoted
    text for itself.
    """
    name = node.attributes.get("name", "")[:60]
    variable = node.attributes.get("variable", "").strip()
    if kind == "rectangle":
        if not re.match(r"#rectangle;[-\d;]*#$", variable):
            layout.leave(location, f"the shape '{name}' is not a plain rectangle; it is left out")
            return None
        if re.search(r"[1-9]", variable.replace("-1", "")):
            layout.leave(
                location,
                f"the shape '{name}' is drawn filled; its thickness and arguments are not imported",
            )
        return "", ""
    if script:
        if re.fullmatch(r"[^\W\d]\w*", variable):
            return variable, ""
        literal = re.fullmatch(r"\"([^\"\\]*)\"|'([^'\\]*)'", variable)
        if literal is None:
            layout.leave(
                location,
                f"the element '{name}' shows a value that JavaScript computes; it is left out",
            )
            return None
        variable = literal[1] or literal[2] or ""
    if match := _COLUMN.fullmatch(variable):
        return match[1], ""
    if _COMPUTED.search(variable) or not variable:
        layout.leave(
            location, f"the element '{name}' shows a computed value or no value; it is left out"
        )
        return None
    return "", variable.replace("\\", "/") if kind == "picture" else variable.replace("\\n", "\n")


def _lettered(layout: Layout, box: LayoutBox, said: Attributes[str, str], dots: float) -> LayoutBox:
    family, size, bold, _, italic = [*said.get("font", "").split(";"), *[""] * 5][:5]
    layout.typeface(family, box.location)
    try:
        points = min(max(float(size) * SCREEN / dots, 1.0), 200.0)
    except ValueError:
        layout.leave(
            box.location, f"the font '{said.get('font', '')[:60]}' has no size; 9 points are used"
        )
        points = 9.0
    align = said.get("textalign", said.get("horizontalalign", "0"))
    return replace(
        box, size=points, bold=_yes(bold), italic=_yes(italic),
        align={"1": "center", "2": "right"}.get(align, "left"),
        valign={"1": "middle", "2": "bottom"}.get(said.get("verticalalign", ""), "top"),
    )  # fmt: skip


def _yes(said: str) -> bool:
    return said.lower() in ("1", "true")


def _colour(layout: Layout, said: str, location: Location) -> str:
    """Return the colour that is given as `0xRRGGBBAA`, as `0xRRGGBB`, or by name."""
    return layout.colour(re.sub(r"^0x(?=[0-9A-Fa-f]{6})", "#", said), location, "#000000")
