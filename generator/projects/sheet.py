"""Makes a project from a spreadsheet; guesses the types of its columns, so that the project is
ready to build.

The guesses are written into game.yaml and a template, where they can be changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.projects.guesses import Guess, chosen_guesses, free_name, guess_columns, kind_of
from generator.projects.layout import Layout
from generator.projects.looks import LOOKS, Look, LookField, back, drawing, theme_of
from validator.core.location import Location, Problem
from validator.core.scalars import flow
from validator.core.sizes import SIZES, Size
from validator.core.tree import CellContent, Columns
from validator.core.tree import Sequence as Rows
from validator.load.cards import file_and_worksheet
from validator.load.columns import ANY_NAMES, IGNORED, USUAL, plainly
from validator.load.fieldtypes import RESERVED
from validator.load.separated import read_separated
from validator.load.table import TableRows
from validator.load.text import decoded, read_bytes
from validator.load.workbook import read_workbook

MOST_CORNERS = 4


class SpreadsheetError(Exception):
    """Raised for a spreadsheet that cannot become a project; `problems` explains why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(str(problems[0]))
        self.problems = problems


@dataclass(frozen=True)
class ProjectFiles:
    """The files of a new project by name, and the pictures to copy from the spreadsheet's
    folder.
    """

    files: Mapping[str, bytes]
    pictures: Mapping[str, Path]
    missing: Sequence[str]  # pictures that were not found
    guesses: Sequence[Guess]
    cards: int
    rows: Sequence[Mapping[str, str]] = ()  # the words of each card by column


@dataclass(frozen=True)
class Wishes:
    """The choices that the user made instead of accepting guesses."""

    look: str = ""  # one of LOOKS; empty: a template in Jinja
    size: str = "poker"  # a name in `sizes`, or [width, height] in mm
    columns: Mapping[str, str] = field(default_factory=dict)  # column -> one of CHOICES


CHOICES = ("title", "copies", "ignore", "text", "number", "icon", "picture", "word")
_WISHES = Wishes()


def project_of(
    source: str, name: str, title: str, layout: Layout | None = None, wishes: Wishes = _WISHES
) -> ProjectFiles:
    """Return the project for a spreadsheet, ``deck.csv`` or ``deck.xlsx#Heroes``.

    A `layout` that was read from another tool's project replaces the default one.
    Raises SpreadsheetError.
    """
    file, sheet = file_and_worksheet(source)
    rows, data = _rows(Path(file), sheet)
    cells = _columns(rows)
    guesses = chosen_guesses(guess_columns(cells), cells, wishes.columns)
    if layout is not None:
        guesses = _used(guesses, cells, layout)
    _check_titles(guesses, file)
    own = re.sub(r"[^\w.-]+", "-", Path(file).name)
    named = f"{own}#{sheet}" if sheet else own
    pictures, missing = _pictures(Path(file).resolve().parent, guesses, cells)
    files = {own: data}
    if wishes.look:
        look, size_ = LOOKS[wishes.look], _size(wishes.size)
        game = in_look(_game(name, title, named, guesses, wishes.size), look)
        files["templates/card.svg"] = drawing(look, _elements(guesses), size_).encode()
        files["templates/back.svg"] = back(look, size_).encode()
    elif layout is None:
        game, face = _game(name, title, named, guesses, wishes.size), _face(guesses)
    else:
        size = f"[{layout.width:.5g}, {layout.height:.5g}]"
        game = _game(name, title, named, guesses, size, layout.markup)
        face = layout.card({each.column: (each.field, each.kind) for each in guesses
                            if each.field not in (IGNORED, "copies", "id")},
                           len(rows.items))  # fmt: skip
    files["game.yaml"] = game.encode()
    if not wishes.look:
        files["templates/card.svg.j2"] = face.encode()
    count = len(rows.items)
    said = [{column: cell.raw for column, values in cells.items() if (cell := values[number])}
            for number in range(count)]  # fmt: skip
    return ProjectFiles(files, pictures, missing, guesses, count, said)


def _check_titles(guesses: Sequence[Guess], file: str) -> None:
    """Raise SpreadsheetError if no column is guessed to contain titles."""
    if not any(each.field == "title" for each in guesses):
        message = (
            "no column contains words that could be titles; the first row must "
            "contain the names of the columns"
        )
        raise SpreadsheetError([Problem(Location(file), message, "columns")])


def _rows(file: Path, sheet: str) -> tuple[Rows, bytes]:
    data = read_bytes(file, file.as_posix())
    if isinstance(data, Problem):
        raise SpreadsheetError([data])
    if file.suffix.lower() in (".xlsx", ".xlsm"):
        rows, problems = read_workbook(data, file.as_posix(), sheet)
    else:
        text = decoded(data, file.as_posix(), sheet=True)
        if isinstance(text, Problem):
            raise SpreadsheetError([text])
        rows, problems = read_separated(text, file.as_posix(), ANY_NAMES)
    errors = [each for each in problems if each.level == "error"]
    if errors or rows is None or not rows.items:
        empty = Problem(Location(file.as_posix()), "the spreadsheet has no cards", "syntax")
        raise SpreadsheetError(errors or [empty])
    return rows, data


def _columns(rows: Rows) -> dict[str, list[CellContent | None]]:
    """Return the cells of each column by name, with None for an empty cell.

    Dotted column names are columns of their own.
    """
    names: dict[str, None] = {}
    cards = [card for card in rows.items if isinstance(card, Columns)]
    for card in cards:
        names |= dict.fromkeys(card.entries)
    if isinstance(rows, TableRows):  # columns without any values so far
        plain = (each for each in rows.titles if each and not re.search(r"^#|[.:]", each))
        names |= dict.fromkeys(plain)
    return {
        name: [each if isinstance(each := card.entries.get(name), CellContent) else None
               for card in cards]
        for name in names
    }  # fmt: skip


def _size(said: str) -> Size:
    """Return the size that is given by name or as ``[width, height]``."""
    found = re.findall(r"[0-9.]+", said)
    return SIZES[said] if said in SIZES else Size(float(found[0]), float(found[1]))


def _elements(guesses: Sequence[Guess]) -> list[LookField]:
    """Return the fields that a look draws."""
    return [LookField(each.field, each.kind, each.long) for each in guesses if each.kind]


def in_look(game: str, look: Look) -> str:
    """Return the `game.yaml` of `project_of`, with the cards drawn in a look."""
    start, end = game.index("theme:\n"), game.index("components:\n")
    changed = game[:start] + theme_of(look) + game[end:]
    return changed.replace(
        "face: card.svg.j2     # in templates/", "face: card.svg        # a drawing in templates/"
    ).replace("back: back.svg.j2", "back: back.svg")


def _used(
    guesses: Sequence[Guess], cells: Mapping[str, list[CellContent | None]], layout: Layout
) -> list[Guess]:
    """Return the guesses, adapted to a layout.

    Everything that the layout draws becomes a field, and the column for copies is that of the
    layout.
    """
    drawn = {plainly(box.column) for box in layout.boxes}
    copies = plainly(layout.copies)
    taken = {each.field for each in guesses} | set(RESERVED)
    found = []
    for guess in guesses:
        plain = plainly(guess.column)
        values = cells[guess.column]
        if guess.field == "copies" and layout.markup == "squib" and None in values:
            layout.leave(
                Location(layout.sheet),
                f"a blank '{guess.column}' means no card in Squib, but one card here; "
                "write 0 for none",
            )
        if plain == copies:
            found.append(Guess(guess.column, "copies"))
        elif (guess.field == "copies" and copies) or (
            guess.field in (IGNORED, "id", "copies") and plain in drawn and any(values)
        ):
            field = free_name(guess.column, taken)
            taken.add(field)
            found.append(kind_of(guess.column, field, values))
        else:
            found.append(guess)
    return found


def _pictures(
    folder: Path, guesses: Sequence[Guess], cells: Mapping[str, list[CellContent | None]]
) -> tuple[dict[str, Path], list[str]]:
    """Return the pictures that cells name, and the names of missing ones.

    Pictures are in the spreadsheet's folder or in subfolders.
    """
    wanted = [cell.raw for guess in guesses if guess.kind.startswith("picture")
              for cell in cells[guess.column] if cell is not None]  # fmt: skip
    if not wanted:
        return {}, []
    below = {each.name: each for each in sorted(folder.glob("*/*")) if each.is_file()}
    found: dict[str, Path] = {}
    missing = []
    for name in dict.fromkeys(wanted):
        near = folder / name
        there = near if near.is_file() else below.get(name)
        if there is not None and there.resolve().is_relative_to(folder) and ".." not in name:
            found[name] = there
        else:
            missing.append(name)
    return found, missing


def component_named(game: str, id_: str, title: str, face: str) -> str:
    """Return the `game.yaml` of `project_of` with another component id, title and template."""
    changes = {
        "  - id: cards": f"  - id: {id_}",
        "    title: Cards": f"    title: {flow(title or 'Cards')}",
        "    face: card.svg.j2 ": f"    face: {face} ",
    }
    for old, new in changes.items():
        game = game.replace(old, new, 1)
    return game


def joined(games: Sequence[str]) -> str:
    """Return a `game.yaml` with the components of several others."""
    head = "components:\n"
    return games[0] + "".join("\n" + each.split(head, 1)[1] for each in games[1:])


# ---- what is written


GAME_HEAD = """\
# Made from {file}. Change everything: `pieria preview` shows it, `pieria check` says what is wrong.
game: {name}
code: {code}
title: {title}
players: {{min: 2, max: 4}}

licence:                  # printed on the cover and the credits of the kit
  credit: "Game design: you"
  licence: all rights reserved
  notice: Print it for your own table.

theme:
  art_direction: Plain cards with a dark frame and one warm colour.
  fonts: {{display: Cinzel, text: Alegreya, label: Alegreya Sans}}
  colours:                # roles; templates say colour.paper, colour.frame
    paper: "#fbf7ee"
    ink: "#22201c"
    muted: "#6b6257"
    frame: "#7c3a1d"

"""


def _game(
    name: str,
    title: str,
    file: str,
    guesses: Sequence[Guess],
    size: str = "poker",
    markup: str = "",
) -> str:
    renamed = {each.column: each.field for each in guesses
               if each.field == IGNORED or (plainly(each.column) != plainly(each.field)
               and plainly(each.column) not in USUAL.get(each.field, ()))}  # fmt: skip
    marked = f"    markup: {markup}\n" if markup else ""
    columns = f"    columns: {flow(renamed)}\n" if renamed else ""
    fields = "".join(f"      {each.field}: {flow(each.kind)}\n" for each in guesses if each.kind)
    head = GAME_HEAD.format(
        file=file,
        name=name,
        code="".join(filter(str.isalpha, name.upper())) or "GAME",
        title=flow(title),
    )
    return f"""\
{head}components:
  - id: cards
    kind: deck
    title: Cards
    size: {size}           # or [width, height] in millimetres
    face: card.svg.j2     # in templates/
    back: back.svg.j2
    cards: {flow(file)}
{columns}{marked}    boxed: true           # a tuckbox is printed for it
    fields:               # what a card has besides its title and copies
{fields or "      {}" + chr(10)}"""


_HEAD = """\
{# The face of a card. Lengths are millimetres from the upper left corner of the trim; a background
   reaches `bleed` beyond it. `pieria docs templates` lists the functions. #}
{% extends "shared/face.svg.j2" %}
{% block face %}
<rect x="{{ -bleed }}" y="{{ -bleed }}" fill="{{ colour.frame }}"
  width="{{ width + 2 * bleed }}" height="{{ height + 2 * bleed }}"/>
<rect x="4" y="4" width="{{ width - 8 }}" height="{{ height - 8 }}" rx="2.5"
  fill="{{ colour.paper }}"/>
"""


def _face(guesses: Sequence[Guess]) -> str:
    """Return a first layout.

    It has a title, a picture, a line of types, a text box, and numbers in the corners.
    """
    pictures = [each for each in guesses if each.kind.startswith("picture")][:1]
    numbers = [each for each in guesses if each.kind.startswith(("integer", "number"))]
    texts = [each for each in guesses if each.kind.startswith(("text", "one of "))]
    short = [each for each in texts if not each.long]
    long = [each for each in texts if each.long]
    parts = [_HEAD, "{{ line(card.title, width / 2, 12.5, width - 32, font='display', size=14, "
             "min=6, align='center') }}\n"]  # fmt: skip
    top = 17.0
    icons = [each for each in guesses if each.kind.startswith("icon")][:1]
    if icons and not pictures:
        parts.append(_asked(icons[0], f"{{{{ icon(card.{icons[0].field}, width / 2 - 12, 18, 24, "
                                      "fill=colour.frame) }}"))  # fmt: skip
        top = 45.0
    if pictures:
        parts.append(_asked(pictures[0], f"{{{{ picture(card.{pictures[0].field}, 7, 16, "
                                         "width - 14, 32) }}"))  # fmt: skip
        top = 50.0
    if short:
        parts.append(_kinds(short, top))
        top += 5.5
    parts += _boxes(long, top, 84.5 - top - (10 if len(numbers) > 2 else 0))
    places = (("8.5", "11"), ("width - 8.5", "11"), ("8.5", "height - 11"),
              ("width - 8.5", "height - 11"))  # fmt: skip
    for (x, y), number in zip(places, numbers[:MOST_CORNERS], strict=False):
        drawn = (
            f'<circle cx="{{{{ {x} }}}}" cy="{{{{ {y} }}}}" r="4.2" fill="{{{{ colour.paper }}}}" '
            'stroke="{{ colour.frame }}" stroke-width="0.5"/>\n'
            f"{{{{ line(card.{number.field}, {x}, {y} + 1.8, 7, size=12, min=6, font='label', "
            "bold=true, align='center') }}"
        )
        parts.append(_asked(number, drawn))
    return "".join(parts) + "{% endblock %}\n"


def _asked(guess: Guess, drawn: str) -> str:
    """Return template code that draws a field; an optional field only if it has a value."""
    if not guess.optional:
        return drawn + "\n"
    return f"{{% if card.{guess.field} is not none %}}\n{drawn}\n{{% endif %}}\n"


def _kinds(short: Sequence[Guess], top: float) -> str:
    """Return template code for a line of short texts, in which empty ones are skipped."""
    names = ", ".join(f"card.{each.field}" for each in short)
    return (
        f"{{{{ line([{names}]|reject('none')|join(' · '), width / 2, {top + 2:g}, width - 16, "
        "font='label', size=8, min=5, align='center', fill=colour.muted) }}\n"
    )


def _boxes(long: Sequence[Guess], top: float, height: float) -> list[str]:
    """Return template code for long texts below each other; the first gets most of the space."""
    parts = []
    for number, each in enumerate(long):
        room = height / len(long)
        style = "" if number == 0 else ", italic=true, fill=colour.muted"
        drawn = (
            f"{{{{ text(card.{each.field}, 7.5, {top + room * number:g}, width - 15, "
            f"{room - 1:g}, size=10, min=5, align='center', valign='middle'{style}) }}}}"
        )
        parts.append(_asked(each, drawn))
    return parts
