"""Draws a fight, a throw of dice or a scoring in rows: values per side, comparisons, and sums.

The author writes the labels of the rows. Every number in them either is a fact of the replayed
script, as in ``{Ann.might}``, or is compared with one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.book.clusters import die_marks
from generator.book.examples import Replayed
from generator.book.faces import FigureFaces
from generator.book.framed_text import broken
from generator.book.marks import Area, FaceMark, Figure, Label, Mark, Stroke, moved
from generator.book.moves import filled
from generator.book.styles import BookLook
from generator.book.throws import grid, reading
from generator.book.tree import FigureRow, plain
from validator.core.location import Location

VALUE = re.compile(r"(.*?)\s+(-?\d+)(?:\s*=\s*([\d +\-×]+))?(\s+x)?")
THROWN = re.compile(r"\bd\d+:\d+")
SIDE = 31.0  # mm, the width of a picture
NAME = 3.0
SIGN = 2.5  # mm, the minimum size of the words between two pieces
SUM = 17.0  # mm, the height of a line of sums
COLOURED = re.compile(r"\s*#(\w+)$")
PIECE = re.compile(r"\b([\w-]+/[\w-]+)\s*")  # a piece beside a sum, `suns/silver`
PILE = 15.0  # mm, the height of piles
COIN = 6.4

Trouble = list[tuple[Location, str]]


def tally(
    faces: FigureFaces, replayed: Replayed, look: BookLook, wide: float, grown: float
) -> tuple[Figure, Trouble]:
    """Return a figure that compares the pieces and values of two sides, and its problems.

    A row is ``name: left 5 | loses to | right 6 = 3 + 3 | sentence``; `` x`` after a value crosses
    the piece out. The row ``sum: Ann 6 + 3 + 4 | Bob 6 + 6 + 3`` shows sums.
    """
    facts = replayed.referee.facts(replayed.after)
    marks: list[Mark] = []
    troubles: Trouble = []
    said: list[str] = []
    y = 0.0
    heads: list[str] = []
    for row in replayed.script.rows:
        cells = [filled(plain(each), facts) for each in row.cells]
        if row.name == "heads":
            heads = cells
            continue
        if row.name == "dice":
            found, high = grid(replayed, row, heads, look, wide, grown)
            found = [moved(each, 0, y) for each in found]
        elif THROWN.search(cells[0]):
            found, high = _thrown(replayed, row, look, wide, y, troubles)
        elif row.name == "sum":
            found, high = _sums(faces, cells, wide, y, row, troubles)
        elif row.name.startswith("piles "):
            found, high = _piles(faces, cells, wide, y, row, troubles)
        elif len(cells) >= 3:
            if not marks and heads:
                marks, y = _heads(heads, wide)
            colours = [_colour_of(faces, each) for each in (*heads, "", "")[:2]]
            found, high = _against(faces, cells, look, wide, y, grown, row, colours, troubles)
        else:
            found, high = _line(row.name, cells, wide, y)
        marks += found
        if row.name != "dice":
            said.append(_said(faces, cells))
        y += high + 2.4
    return Figure(wide, max(y - 2.4, 5.0), tuple(marks), " ".join(said)), troubles


def _said(faces: FigureFaces, cells: Sequence[str]) -> str:
    """Return a row in words, in which pieces are named and both sides form one sentence."""
    named = [PIECE.sub(lambda found: f"{faces.called(found[1])} ", each).strip() for each in cells]
    parts = [" ".join(named[:3]), *named[3:]] if len(named) > 2 else named
    return " ".join(each if each[-1:] in ".!?”" else f"{each}." for each in parts if each)


def _thrown(
    replayed: Replayed, row: FigureRow, look: BookLook, wide: float, y: float, troubles: Trouble
) -> tuple[list[Mark], float]:
    """Return the marks that explain the result of a throw of dice, on a panel."""
    wrong: list[str] = []
    found, high = reading(replayed, row, look, wide, wrong)
    troubles += [(row.location, each) for each in wrong]
    tile = Area(0, y, wide, high, "tile", radius=1.4)
    return [tile, *(moved(each, 0, y) for each in found)], high


def _heads(heads: Sequence[str], wide: float) -> tuple[list[Mark], float]:
    """Return the names of the two sides, and the top of the first row below them."""
    marks: list[Mark] = []
    for at, (head, anchor) in enumerate(zip(heads, ("start", "end"), strict=False)):
        words = COLOURED.sub("", head)
        marks.append(Label(words, 2.0 if not at else wide - 2.0, 4.0, NAME + 0.4, anchor, "label",
                           "accent"))  # fmt: skip
    return marks, 6.4


def _colour_of(faces: FigureFaces, head: str) -> str:
    """Return the colour of a side's dice, which the author writes after its name: `Ann #orange`."""
    found = COLOURED.search(head)
    return str(faces.game.theme.colours.get(found[1], "")) if found else ""


def _against(
    faces: FigureFaces, cells: Sequence[str], look: BookLook, wide: float, y: float, grown: float,
    row: FigureRow, colours: Sequence[str], troubles: Trouble,
) -> tuple[list[Mark], float]:  # fmt: skip
    """Return two opposing pieces with their values and the outcome.

    `colours` are the colours of both sides' dice.
    """
    side = min(SIDE * grown, wide * 0.33)
    high = side
    marks: list[Mark] = [Area(0, y, wide, high, "tile", radius=1.4)]
    for at, cell in enumerate((cells[0], cells[2])):
        value = VALUE.fullmatch(cell)
        if value is None:
            troubles.append((row.location, f"expected a piece and its value, not '{cell}'"))
            continue
        name, number, parts, lost = value.groups()
        x = 0.0 if not at else wide - side
        marks += _piece(faces, name, x, y, side, high, bool(lost), row, troubles)
        middle = side + 10.5 if not at else wide - side - 10.5
        if colours[at]:
            marks += die_marks(middle - 5.0, y + high * 0.32 - 5.0, 10.0, colours[at], number)
        else:
            marks += _number(number, middle, y + high * 0.32, 12.0, bool(lost))
        if parts:
            marks.append(Label(parts, middle, y + high * 0.32 + 9.2, 2.8, "middle", "label",
                               "accent"))  # fmt: skip
    room = max(wide - 2 * side - 2 * 17.5, 8.0)
    size = max(SIGN, min(4.2, room / max(look.head.width(cells[1]) / 1000, 0.1)))
    marks.append(Label(cells[1], wide / 2, y + high * 0.36, size, "middle", "head", "accent"))
    words = cells[3] if len(cells) > 3 else ""
    lines = broken(words, (wide - 2 * side - 6) / 3.2, lambda t: look.text.width(t) / 1000)
    base = y + high * 0.72
    for number_, line in enumerate(lines):
        marks.append(Label(line, wide / 2, base + number_ * 3.9, 3.2, "middle"))
    return marks, high


def _piece(
    faces: FigureFaces, name: str, x: float, y: float, wide: float, high: float, lost: bool,
    row: FigureRow, troubles: Trouble,
) -> list[Mark]:  # fmt: skip
    """Return marks for the upper part of a card, crossed out if the card is lost."""
    found = faces.named(name)
    if found is None:
        troubles.append((row.location, f"no card '{name}'"))
        return []
    component, card = found
    scale = wide / component.size.width
    inset = min(2.0, component.size.width * 0.03)
    part = (inset, inset, component.size.width - 2 * inset,
            min(high / scale, component.size.height) - 2 * inset)  # fmt: skip
    shown = faces.shown(component, card, x + inset * scale, y + inset * scale, scale, window=part,
                        veil="#2a2320" if lost else "")  # fmt: skip
    marks: list[Mark] = [shown] if isinstance(shown, FaceMark) else []
    if lost:
        a, b = 4.0, wide - 4.0
        marks += [Stroke(x + a, y + a, x + b, y + high - a, "line", 0.9),
                  Stroke(x + b, y + a, x + a, y + high - a, "line", 0.9)]  # fmt: skip
    return marks


def _number(number: str, x: float, y: float, across: float, lost: bool) -> list[Mark]:
    ring = "muted" if lost else "line"
    return [
        Area(x - across / 2, y - across / 2, across, across, "tile", ring, 0.6, is_round=True),
        Label(number, x, y + across * 0.19, across * 0.5, "middle", "bold",
              "muted" if lost else "ink"),
    ]  # fmt: skip


def _coin(
    faces: FigureFaces,
    name: str,
    x: float,
    y: float,
    wide: float,
    row: FigureRow,
    troubles: Trouble,
) -> list[Mark]:
    """Return marks for a piece of the kit, `wide` mm wide, or an empty list if there is no such
    piece.
    """
    found = faces.named(name)
    if found is None:
        troubles.append((row.location, f"no piece '{name}'; write component/card"))
        return []
    component, card = found
    shown = faces.shown(component, card, x, y, wide / component.size.width, shadow=True)
    return [shown] if shown else []


def _piles(
    faces: FigureFaces, cells: Sequence[str], wide: float, y: float, row: FigureRow,
    troubles: Trouble,
) -> tuple[list[Mark], float]:  # fmt: skip
    """Return marks for piles of a piece side by side: ``piles coins/1: Bob's sheet | agent 1 |
    thief 2``.
    """
    name = row.name.partition(" ")[2]
    marks: list[Mark] = [Area(0, y, wide, PILE, "tile", radius=1.4)]
    marks.append(Label(cells[0], 3.0, y + PILE / 2 + 1, NAME, face="label", colour="accent"))
    each_wide = wide * 0.7 / max(len(cells) - 1, 1)
    for at, cell in enumerate(cells[1:]):
        title, _, number = cell.rpartition(" ")
        if not number.isdigit():
            troubles.append((row.location, f"expected a name and a number, not '{cell}'"))
            continue
        x = wide * 0.3 + at * each_wide
        marks.append(Area(x, y + 1.2, each_wide - 1.6, PILE - 2.4, "panel", radius=1.2))
        marks.append(Label(f"{title}: {number}", x + 2.0, y + 4.6, 2.6, face="label"))
        step = min(COIN + 0.6, (each_wide - 6.0 - COIN) / max(int(number) - 1, 1))
        for coin in range(int(number)):
            marks += _coin(faces, name, x + 2.0 + coin * step, y + 6.0, COIN, row, troubles)
    return marks, PILE


def _sums(
    faces: FigureFaces, cells: Sequence[str], wide: float, y: float, row: FigureRow,
    troubles: Trouble,
) -> tuple[list[Mark], float]:  # fmt: skip
    """Return marks for the total of each side, of which the highest wins.

    A total may be preceded by the name of a piece.
    """
    sides: list[tuple[str, str, list[int]]] = []
    for cell in cells:
        named = PIECE.search(cell)
        name, _, rest = PIECE.sub("", cell).partition(" ")
        values = [int(each) for each in re.findall(r"-?\d+", rest)]
        if not values:
            troubles.append((row.location, f"expected a name and numbers, not '{cell}'"))
        sides.append((name, named[1] if named else "", values))
    best = max((sum(values) for _, _, values in sides), default=0)
    columns = min(len(sides), 2)
    each_wide = wide / max(columns, 1)
    high = SUM * -(-len(sides) // max(columns, 1))
    marks: list[Mark] = [Area(0, y, wide, high, "tile", radius=1.4)]
    for at, (name, piece, values) in enumerate(sides):
        x, top = at % columns * each_wide + 4.0, y + at // columns * SUM
        total = sum(values)
        line = top + (4.4 if len(values) > 1 else 10.4)
        marks.append(Label(name, x, line, NAME, face="label", colour="accent"))
        for number, value in enumerate(values if len(values) > 1 else ()):
            if number:
                marks.append(Label("+", x + 0.2, top + 11.8, 3.2, "middle", "bold", "accent"))
            marks += _number(str(value), x + 5.0, top + 10.6, 7.4, False)
            x += 10.0
        if len(values) > 1:
            marks.append(Label("=", x + 0.6, top + 11.8, 3.4, "middle", "bold", "accent"))
        if len(values) == 1:  # nothing is below the name
            x += 2.0 + 0.6 * NAME * len(name)
        marks += _number(str(total), x + 7.2, top + 9.4, 10.4, total < best)
        if piece:
            marks += _coin(faces, piece, x + 16.0, top + 2.6, SUM - 5.2, row, troubles)
    return marks, high


def _line(name: str, cells: Sequence[str], wide: float, y: float) -> tuple[list[Mark], float]:
    """Return a name and its counts on one line."""
    marks: list[Mark] = [Area(0, y, wide, 9.0, "tile", radius=1.2)]
    marks.append(Label(name, 3.0, y + 5.8, NAME, face="label", colour="accent"))
    marks.append(Label(cells[0] if cells else "", wide * 0.3, y + 5.8, 3.3))
    if len(cells) > 1:
        marks.append(Label(cells[1], wide - 3.0, y + 6.2, 4.4, "end", "bold", "accent"))
    return marks, 9.0
