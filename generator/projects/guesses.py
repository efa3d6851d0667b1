"""Guesses the field type of each column of a spreadsheet."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from validator.core.resources import resource
from validator.core.tree import CellContent
from validator.load.columns import IGNORED, USUAL, plainly
from validator.load.fieldtypes import PLAIN, RESERVED
from validator.load.shape import Text

LONG = 28  # characters of a text that needs its own box, on average
WORDS = 2.0  # average number of words in a text that gets the box if no other text needs it
REMARKS = frozenset(
    {"note", "notes", "comment", "comments", "todo", "remark", "remarks", "status", "id#", "memo",
     "internal", "feedback", "notiz", "notizen", "kommentar", "kommentare", "bemerkung",
     "bemerkungen", "remarque", "remarques", "commentaire", "commentaires", "nota", "notas",
     "commento", "commenti", "comentario", "comentarios"}
)  # fmt: skip
REMARKS_END = ("notes", "comments", "remarks", "todo")  # for names such as "Design notes"
FEW = 8  # maximum number of different words in a column that repeats the same few
_WORD = re.compile(r"[^\W\d_][^,?:#{}\[\]\n]{0,23}")
LEAST_RUNNING = 10  # rows numbered in order, from which on the numbers are not values of the cards
FEW_WRONG = 0.2  # largest share of a column's values that may be typing errors
_PICTURE = PLAIN["picture"]


@dataclass(frozen=True)
class Guess:
    """A column of the spreadsheet, with the field and the type that were guessed for it."""

    column: str
    field: str  # IGNORED, title, copies, id, or a name of its own
    kind: str = ""  # a type of `fields:`; empty for the common names
    long: bool = False  # whether the texts are sentences
    why: str = ""  # an explanation for people, who confirm it
    unsure: bool = False  # whether they should look at it

    @property
    def optional(self) -> bool:
        return self.kind.endswith("?")


def guess_columns(cells: Mapping[str, list[CellContent | None]]) -> list[Guess]:
    """Guess the type of each column from its name and its values."""
    common = {name: field for field, names in USUAL.items() for name in (field, *names)}
    found: dict[str, Guess] = {}
    taken: set[str] = set(RESERVED)
    for column, values in cells.items():
        field = common.get(plainly(column), "")
        counted = field != "copies" or all(
            isinstance(each.value, int) for each in values if each is not None
        )
        if field and counted and field not in [each.field for each in found.values()]:
            found[column] = _common(column, field, values)
        elif _is_remark(column) or not any(values):
            filled = sum(each is not None for each in values)
            why = (
                f"named “{column}”; {filled} of {len(values)} cells are filled"
                if filled
                else "empty"
            )
            found[column] = Guess(column, IGNORED, why=why)
        else:
            field = free_name(column, taken)
            taken.add(field)
            found[column] = kind_of(column, field, values)
    if all(each.field != "title" for each in found.values()):
        for column, guess in found.items():
            if guess.kind == "text" and not guess.long:
                found[column] = Guess(column, "title", why="the first column of short texts")
                break
    texts = {column: [each.raw for each in cells[column] if each is not None]
             for column, guess in found.items() if guess.kind.startswith("text")}  # fmt: skip
    long = long_texts(texts)
    return [replace(guess, long=True) if column in long else guess
            for column, guess in found.items()]  # fmt: skip


def long_texts(texts: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the columns with texts that need a box of their own.

    If there are none, the column with the longest texts is returned.
    """
    full = {column: [each for each in said if each] for column, said in texts.items()}
    mean = {column: sum(map(len, said)) / max(1, len(said)) for column, said in full.items()}
    found = {column for column in mean if mean[column] > LONG}
    longest = max(mean, key=lambda column: mean[column], default="")
    words = [len(each.split()) for each in full.get(longest, ())]
    if not found and words and sum(words) / len(words) >= WORDS:
        found = {longest}
    return found


def _common(column: str, field: str, values: list[CellContent | None]) -> Guess:
    """Return the guess for a column with a well-known name."""
    full = [each.raw for each in values if each is not None]
    named = f"named “{column}”"
    if field == "copies" and plainly(column) != "copies":
        return Guess(
            column, field, why=f"named “{column}”, with whole numbers; please check", unsure=True
        )
    if field == "title" and len({*full}) == len(values):
        return Guess(column, field, why=f"All {len(full)} are different")
    return Guess(column, field, why=named)


def chosen_guesses(
    guesses: list[Guess], cells: Mapping[str, list[CellContent | None]], chosen: Mapping[str, str]
) -> list[Guess]:
    """Return the guesses, with some of them replaced by the user's choices."""
    taken = {each.field for each in guesses if each.column not in chosen} | set(RESERVED)
    found = []
    for guess in guesses:
        wish = chosen.get(guess.column, "")
        values = cells[guess.column]
        if not wish:
            displaced = guess.field in ("title", "copies") and guess.field in chosen.values()
            found.append(kind_of(guess.column, free_name(guess.column, taken), values)
                         if displaced else guess)  # fmt: skip
        elif wish in ("title", "copies", IGNORED):
            found.append(Guess(guess.column, wish, why="as you chose"))
        else:
            name = guess.field if guess.kind else free_name(guess.column, taken)
            taken.add(name)
            found.append(wished(guess.column, name, values, wish))
    return found


def wished(column: str, name: str, values: list[CellContent | None], wish: str) -> Guess:
    """Return the type that the user chose for a column, as a Guess."""
    full = [each for each in values if each is not None]
    maybe = "?" if len(full) < len(values) else ""
    words = dict.fromkeys(each.raw for each in full)
    whole = all(isinstance(each.value, int) for each in full)
    kind = {
        "number": "integer" if whole else "number", "icon": "icon", "picture": "picture",
        "word": f"one of {', '.join(words)}",
    }.get(wish, "text")  # fmt: skip
    mean = sum(len(each.raw) for each in full) / max(1, len(full))
    return Guess(column, name, f"{kind}{maybe}", kind == "text" and mean > LONG, "as you chose")


def _is_remark(column: str) -> bool:
    """Return whether a column contains notes of the designer, which are not printed."""
    plain = plainly(column)
    return plain in REMARKS or plain.endswith(REMARKS_END)


def free_name(column: str, taken: set[str]) -> str:
    """Return an unused name for a field, of lower-case letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", column.casefold())  # coût becomes cout
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    name = f"field_{name}" if not name[:1].isalpha() else name
    number = 2
    free = name
    while free in taken:
        free = f"{name}_{number}"
        number += 1
    return free


def kind_of(column: str, field: str, values: list[CellContent | None]) -> Guess:
    """Return a Guess with the type that fits all values of a column."""
    full = [each for each in values if each is not None]
    maybe = "?" if len(full) < len(values) else ""
    numbers = [each.value for each in full]
    odd = [each for each in full if not _is_count(each.value)]
    if len(full) >= LEAST_RUNNING and numbers == [*range(1, len(values) + 1)]:
        why = f"1 to {len(full)} in order: a row number"
        return Guess(column, IGNORED, why=why)
    if not odd:
        return Guess(column, field, f"integer{maybe}", why=_counted(full, values))
    if _are_few(odd, full):
        why = _mostly("whole numbers", odd, full)
        return Guess(column, field, f"integer{maybe}", why=why, unsure=True)
    if all(isinstance(each, int | float) and not isinstance(each, bool) for each in numbers):
        return Guess(column, field, f"number{maybe}", why=_counted(full, values))
    assert isinstance(_PICTURE, Text)
    if all(re.fullmatch(_PICTURE.pattern, each.raw) for each in full):
        return Guess(column, field, f"picture{maybe}", why="names of pictures")
    odd = [each for each in full if each.raw not in _shipped_icons()]
    if not odd or _are_few(odd, full):
        why = _mostly("shipped icons", odd, full)
        return Guess(column, field, f"icon{maybe}", why=why, unsure=bool(odd))
    words = dict.fromkeys(each.raw for each in full)
    if len(words) <= FEW and 2 * len(words) <= len(full) and all(map(_WORD.fullmatch, words)):
        why = f"{len(words)} words in {len(full)} rows"
        return Guess(column, field, f"one of {', '.join(words)}{maybe}", why=why)
    mean = sum(len(each.raw) for each in full) / len(full)
    marks = [mark for mark, sign in (("**bold**", r"\*\*.+\*\*"), (":icons:", r":[a-z][a-z-]*:"))
             if any(re.search(sign, each.raw) for each in full)]  # fmt: skip
    marked = f", with {' and '.join(marks)}" if marks else ""
    why = f"Long{marked}" if mean > LONG else f"Short texts{marked}"
    return Guess(column, field, f"text{maybe}", mean > LONG, why)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_few(odd: Sequence[CellContent], full: Sequence[CellContent]) -> bool:
    """Return whether so few values of a column have another type that they may be mistakes."""
    return len(odd) <= FEW_WRONG * len(full)


def _mostly(kind: str, odd: Sequence[CellContent], full: Sequence[CellContent]) -> str:
    """Return a reason for a guess such as ``16 of 17 are whole numbers, not 'two' in row 3``."""
    said = f"{len(full) - len(odd)} of {len(full)} are {kind}"
    return f"{said}, not '{odd[0].raw[:30]}' in {odd[0].location.row}" if odd else said


def _counted(full: Sequence[CellContent], values: Sequence[CellContent | None]) -> str:
    """Return how many numbers and empty cells a column contains: ``16 numbers, 1 empty``."""
    empty = len(values) - len(full)
    return f"{len(full)} numbers" + (f", {empty} empty" if empty else "")


@cache
def _shipped_icons() -> frozenset[str]:
    """Return the names of the icons that come with Pieria."""
    text = (resource("templates") / "icons" / "icons.json").read_text("utf-8")
    return frozenset(json.loads(text))
