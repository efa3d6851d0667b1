"""Draws a figure that explains the parts of a card, with numbered discs, leader lines and labels.

The discs are numbered from top to bottom. A part is located by a rectangle that its template tags
with `data-field`, or by the author, in mm from the card's top left corner, as in ``12,40``. Leaders
begin beside their part, and go around words and the other parts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.book.faces import FieldBox, FigureFaces
from generator.book.framed_text import broken
from generator.book.leaders import leaders
from generator.book.marks import Area, Disc, FaceMark, Figure, Label, Mark, Stroke
from generator.book.styles import BookLook
from generator.book.tree import DerivedFigure, FigureRow, Inline, plain
from generator.book.wording import WordBox
from generator.core.geometry import rotated, times
from validator.core.location import Location, did_you_mean

LAID = "laid"  # the name of a row with another piece that lies on the card
PLACE = re.compile(r"(-?\d+(?:\.\d+)?), ?(-?\d+(?:\.\d+)?)")
CARD = 0.6  # largest width of the card, relative to the figure
HEAD = 2.9  # mm, size of a part's name
TEXT = 3.15
SPACE = 1.25  # line spacing, relative to the size
GAP = 2.6  # mm between notes
DISC = 5.2
GUTTER = 6.0  # mm between the card and the discs

Trouble = list[tuple[Location, str]]


@dataclass(frozen=True)
class _Callout:
    """An explained part: its leader on the card, from the part on, and its text in lines."""

    leader: Sequence[tuple[float, float]]
    head: str
    lines: Sequence[str]

    @property
    def x(self) -> float:
        return self.leader[0][0]

    @property
    def y(self) -> float:
        return self.leader[-1][1]

    @property
    def high(self) -> float:
        return HEAD * SPACE + len(self.lines) * TEXT * SPACE


def anatomy(
    faces: FigureFaces, node: DerivedFigure, look: BookLook, wide: float, grown: float,
    first: int = 1, mirrored: bool = False,
) -> tuple[Figure, Trouble]:  # fmt: skip
    """Return a figure that explains the parts of a card, and its problems.

    `first` is the number in its first disc. The notes are on the side that is nearer to the parts;
    if both are equally near, they are on the left if the figure is `mirrored`.
    """
    found = faces.named(node.script)
    if found is None:
        return Figure(wide, 10, (), ""), [(node.location, _no_card(faces, node.script))]
    component, card = found
    fields = faces.fields(component, card)
    size = component.size
    across = min(wide * CARD, 70.0 * grown, 100.0 * size.width / size.height * grown)
    scale = across / size.width
    places = [(row, _place(row, fields)) for row in explained(node)]
    troubles = [(row.location, _no_field(row.name, fields)) for row, box in places if box is None]
    named = [(row, box) for row, box in places if box is not None]
    mirrored = _is_mirrored([box for _, box in named], size.width, mirrored)
    left = wide - across if mirrored else 0.0
    room = wide - across - GUTTER - DISC - 2.0
    laid: list[FaceMark] = []
    words = [*faces.words(component, card)]
    for row in (row for row in node.rows if row.name == LAID):
        piece, more, message = _laid(faces, row, fields, scale)
        laid += [piece] if piece else []
        words += more
        troubles += [(row.location, message)] if message else []
    routes = leaders(
        tuple((x * scale, y * scale, w * scale, h * scale) for _, (x, y, w, h) in named),
        tuple(WordBox(*(side * scale for side in each)) for each in words),
        across, size.height * scale, mirrored,
    )  # fmt: skip
    top = -min([0.0, *(y for route in routes for _, y in route)])  # leaders above the card
    notes = [
        _callout(row, [(left + x, top + y) for x, y in route], room, look)
        for (row, _), route in zip(named, routes, strict=True)
    ]
    notes.sort(key=lambda each: each.y)
    foot = max([size.height * scale, *(y for route in routes for _, y in route)])
    high = max(top + foot, math.fsum(n.high + GAP for n in notes) - GAP)
    shown = faces.shown(component, card, left, top, scale, shadow=True)
    marks: list[Mark] = [shown] if shown else []
    marks += [each._replace(x=each.x + left, y=each.y + top) for each in laid]
    for number, (note, at) in enumerate(zip(notes, _spread(notes, high), strict=True), first):
        marks += _note(note, at, number, mirrored, left if mirrored else across)
    said = [f"{note.head}: {' '.join(note.lines)}".rstrip(".") for note in notes]
    alt = f"{'. '.join([str(card.fields.get('name') or card.title), *said])}."
    return Figure(wide, high, tuple(marks), alt), troubles


def explained(node: DerivedFigure) -> list[FigureRow]:
    """Return the rows of a figure that explain parts, which have numbers."""
    return [row for row in node.rows if row.name != LAID]


def _laid(
    faces: FigureFaces, row: FigureRow, fields: Mapping[str, FieldBox], scale: float
) -> tuple[FaceMark | None, list[WordBox], str]:
    """Return a piece that lies on the card in the middle of a field, turned clockwise, with the
    boxes around its words in mm of the card, or what is wrong with its row.
    """
    name, place, *turn = [_bare(each) for each in row.cells]
    found, box = faces.named(name), fields.get(place)
    if found is None:
        return None, [], _no_card(faces, name)
    if box is None:
        return None, [], _no_field(place, fields)
    size = found[0].size
    middle = box[0] + box[2] / 2, box[1] + box[3] / 2
    x, y = middle[0] - size.width / 2, middle[1] - size.height / 2
    degrees = float(turn[0]) if turn else 0.0
    about = times((1, 0, 0, 1, x, y), rotated(degrees, *middle))
    shown = faces.shown(*found, x * scale, y * scale, scale, shadow=True, turn=degrees)
    return shown, [each.moved(about) for each in faces.words(*found)], ""


def _callout(
    row: FigureRow, leader: Sequence[tuple[float, float]], room: float, look: BookLook
) -> _Callout:
    """Return the note of a part with its leader on the card, in at most `room` mm."""
    head, words = _words(row)
    lines = broken(words, room / TEXT, lambda t: look.text.width(t) / 1000) if words else []
    return _Callout(leader, head, lines)


def _no_card(faces: FigureFaces, name: str) -> str:
    known = [f"{c.id}/{card.title}" for c in faces.game.components for card in c.cards]
    return f"no card '{name}'{did_you_mean(name, known)}"


def _is_mirrored(boxes: Iterable[FieldBox], wide: float, usual: bool) -> bool:
    """Return whether the parts of a card are nearer to its left edge than to its right edge."""
    spare = [(x, wide - x - across) for x, _, across, _ in boxes]
    lean = math.fsum(right - left for left, right in spare)
    return usual if abs(lean) < wide * 0.1 * len(spare) else lean > 0


def _no_field(name: str, fields: Iterable[str]) -> str:
    return (
        f"no field '{name}' on this card{did_you_mean(name, fields)}; tag a rectangle of its "
        f'template with data-field="{name}", or write its place in mm, as in 12,40'
    )


def _place(row: FigureRow, fields: dict[str, FieldBox] | object) -> FieldBox | None:
    if place := PLACE.fullmatch(row.name):
        return float(place[1]), float(place[2]), 0.0, 0.0
    assert hasattr(fields, "get")
    found: FieldBox | None = fields.get(row.name)
    return found


def _words(row: FigureRow) -> tuple[str, str]:
    """Return the name and the explanation of a part of the card."""
    cells = [_bare(each) for each in row.cells]
    return cells[0] if cells else row.name, cells[1] if len(cells) > 1 else ""


def _bare(inline: Inline) -> str:
    """Return text without its symbols, because their names are beside them."""
    words = plain(tuple(span for span in inline if not span.icon))
    return re.sub(r"\s+([,.;:])", r"\1", " ".join(words.split()))


def _spread(notes: Sequence[_Callout], high: float) -> list[float]:
    """Return the positions of the tops of the notes.

    Notes are beside their parts as far as possible, do not overlap, and stay within the height.
    """
    tops: list[float] = []
    below = 0.0
    for note in notes:
        tops.append(max(note.y - note.high / 2, below))
        below = tops[-1] + note.high + GAP
    above = high
    for at in reversed(range(len(notes))):
        tops[at] = max(0.0, min(tops[at], above - notes[at].high))
        above = tops[at] - GAP
    return tops


def _note(note: _Callout, top: float, number: int, mirrored: bool, edge: float) -> list[Mark]:
    """Return the marks of a note: a disc, its leader line, and the text."""
    x = edge - GUTTER - DISC / 2 if mirrored else edge + GUTTER + DISC / 2
    y = top + HEAD * 0.6
    text_x = x - DISC / 2 - 1.6 if mirrored else x + DISC / 2 + 1.6
    anchor = "end" if mirrored else "start"
    end_x, end_y = note.leader[0]
    path = [*pairwise([*note.leader, (x, y)])]
    found: list[Mark] = [
        *(Stroke(*one, *other, "#ffffff", 0.8) for one, other in path),
        *(Stroke(*one, *other, "accent", 0.3) for one, other in path),
        Area(end_x - 0.8, end_y - 0.8, 1.6, 1.6, "accent", "#ffffff", 0.28, is_round=True),
        Disc(str(number), x, y, DISC, "accent", "on_accent", ""),
        Label(note.head, text_x, top + HEAD * 0.95, HEAD, anchor, "label", "accent"),
    ]
    base = top + HEAD * SPACE
    for line in note.lines:
        base += TEXT * SPACE
        found.append(Label(line, text_x, base - TEXT * 0.25, TEXT, anchor))
    return found
