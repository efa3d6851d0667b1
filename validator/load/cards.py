"""Reads the cards of a component, from game.yaml or from a separate file in a supported format.

Columns of a spreadsheet, and keys in a JSON file, may have the names that other tools use: see
`columns`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from collections.abc import Mapping as AnyMapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import MOST_CARDS, SOURCES, Card
from validator.core.tree import Columns, Mapping, Node, Scalar, Sequence, describe
from validator.load.columns import ANY_NAMES, IGNORED, ColumnNames, plainly
from validator.load.habits import CURLY_QUOTES
from validator.load.join import Join, joined, read_join
from validator.load.json import read_json
from validator.load.markup import MARKUPS, translate_markup
from validator.load.separated import read_separated
from validator.load.shape import (
    TITLE,
    Anything,
    EntryTable,
    MappingShape,
    OneOf,
    Reader,
    ShapeField,
    Text,
    Whole,
    optional,
)
from validator.load.text import called, decoded, read_bytes, read_text, unportable
from validator.load.where import Where, chosen, none_taken, read_where
from validator.load.yaml import read_yaml

YAML = (".yaml", ".yml")
WORKBOOKS = (".xlsx", ".xlsm")
JSON = ".json"
CARD_FILES = (*YAML, JSON, ".csv", ".tsv", ".txt", *WORKBOOKS)
_SHEET = re.compile(r"(.+\.xls[xm])#(.+)", re.IGNORECASE)  # a workbook and one of its sheets

KEPT = "con|prn|aux|nul|com[0-9]|lpt[0-9]"  # names that Windows reserves
_ANY = "con, prn, aux, nul, com1 or lpt1"
LONGEST_ID = 80  # characters: ids become names of files
ID = Text(
    rf"(?!(?:{KEPT})$)[a-z0-9][a-z0-9-]{{0,{LONGEST_ID - 1}}}",
    f"an id of lower-case letters, digits and hyphens, at most {LONGEST_ID} characters, "
    f"and not {_ANY}",
)
COPIES = Whole()


SOURCE = {  # keys of a component that describe how to read its card file
    "columns": optional(
        EntryTable(Text()), "column headings -> fields, or 'ignore'", FrozenMap({})
    ),
    "other_columns": optional(OneOf((IGNORED,)), "what to do with columns that are not fields"),
    "published": optional(
        Text(r"https?://\S{1,2000}", "an address, such as 'https://…'"),
        "the address from which `pieria pull` downloads the card file",
        "",
    ),
    "where": optional(Anything(), "the rows of the card file to use, as in Kind = Spell"),
    "join": optional(Anything(), "a second file with further fields"),
    "markup": optional(
        OneOf(MARKUPS), "the tool whose markup the texts of the cards use", MARKUPS[0]
    ),
}


class Origin(NamedTuple):
    """The source of a component's cards, described in `SOURCE`."""

    source: str = "original"
    columns: ColumnNames = ANY_NAMES
    markup: str = MARKUPS[0]
    fixed: bool = False  # whether game.yaml says anything about its columns
    where: tuple[Where, ...] = ()
    join: Join | None = None


def origin_of(
    values: FrozenMap, fields: AnyMapping[str, ShapeField], node: Mapping, to: Reader
) -> Origin:
    """Return the origin of a component's cards, as declared by the `values` of its `node`."""
    source = values["source"] or "original"
    known = (*card_fields(source), *fields)
    renamed = {str(name): target for name, target in (values["columns"] or {}).items() if target}
    place = node.entries.get("columns")
    for name, target in renamed.items():
        if target.split(".")[0] not in (*known, IGNORED) and isinstance(place, Mapping):
            hint = did_you_mean(target, (*known, IGNORED))
            message = (
                f"the column '{name}' cannot be read as '{target}', because there is no such "
                f"field{hint}"
            )
            to.say(place.entries[name], message, "references")
    where = read_where(node.entries.get("where"), to)
    looked_at = tuple(each.column for each in where)
    names = ColumnNames(known, renamed, values["other_columns"] == IGNORED, looked_at)
    fixed = bool(renamed or values["other_columns"])
    join = read_join(node.entries.get("join"), known, to)
    return Origin(source, names, values["markup"] or MARKUPS[0], fixed, where, join)


def _below(node: Mapping, source: str, to: Reader) -> tuple[Node | None, str]:
    """Return the list below `cards:` in a file, and the language of its texts if it states one."""
    for key, place in node.keys.items():
        if key not in ("source", "cards"):
            to.say(place, f"unknown name '{key}'{did_you_mean(key, ('source', 'cards'))}")
    if stated := node.entries.get("source"):
        source = OneOf(SOURCES).read(stated, to) or source
    inner = node.entries.get("cards")
    if inner is None:
        to.say(node, "'cards' is missing; expected a list of cards")
    return inner, source


def cards_of(
    node: Node | None, fields: dict[str, ShapeField], origin: Origin, folder: Path, to: Reader
) -> tuple[list[Card], bool]:
    """Return a component's cards, from game.yaml or a file, and whether the list is complete.

    Cards with wrong values are included; entries that are neither cards nor files are left out.
    """
    before, source = len(to.problems), origin.source
    named = str(node.value) if isinstance(node, Scalar) else ""
    ours = not named or named.lower().endswith(YAML)
    if isinstance(node, Sequence) and node.items and all(map(_is_file, node.items)):
        ours = all(str(getattr(each, "raw", "")).lower().endswith(YAML) for each in node.items)
    files, node = node, _listed(node, origin, folder, to)
    if isinstance(node, Mapping):
        node, source = _below(node, source, to)
    if node is None:
        return [], False
    if not isinstance(node, Sequence):
        to.say(node, f"expected a list of cards, not {describe(node)}")
        return [], False
    complete = all(each.check in ("duplicate-key", "columns") for each in to.problems[before:])
    if origin.join is not None:
        plain = origin._replace(where=(), fixed=False)
        everything = _listed(files, plain, folder, Reader()) if origin.where else None
        if isinstance(everything, Mapping):
            everything = everything.entries.get("cards")
        left = everything.items if isinstance(everything, Sequence) else ()
        joined(node, origin.join, lambda file, names: _card_file(
            file, plain._replace(columns=names), folder, to), to, left)  # fmt: skip
    to.problems += none_taken(origin.where)
    _leave_total_out(node, to)
    counted = all(_is_counted(item, to) for item in node.items)
    if not ours or origin.markup != MARKUPS[0]:
        translate_markup(node, card_shape(fields, source), origin.markup, to)
    cards = read_cards(node, fields, source, to)
    return cards, complete and counted and len(cards) == len(node.items)


def _listed(node: Node | None, origin: Origin, folder: Path, to: Reader) -> Node | None:
    """Return the cards of one file or of several, or the node itself if it lists the cards."""
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return _card_file(node, origin, folder, to)
    if isinstance(node, Sequence) and node.items and all(map(_is_file, node.items)):
        return _joined(node, origin, folder, to)
    return node


def _is_file(node: Node) -> bool:
    """Return whether an item of `cards:` is the name of a file rather than a card."""
    return isinstance(node, Scalar) and isinstance(node.value, str)


def _joined(named: Sequence, origin: Origin, folder: Path, to: Reader) -> Node | None:
    """Return the cards of several files in sequence."""
    found = Sequence(named.file, named.line, named.column)
    for each in named.items:
        assert isinstance(each, Scalar)
        node = _card_file(each, origin, folder, to)
        if isinstance(node, Mapping):
            node = node.entries.get("cards")
        if not isinstance(node, Sequence):
            return None
        found.items += node.items
    return found


TOTALS = frozenset(
    {"total", "totals", "sum", "grandtotal", "totalcards", "gesamt", "summe", "somme", "totale"}
)


def _leave_total_out(node: Sequence, to: Reader) -> None:
    """Remove the last row of a spreadsheet, with a warning, if it is the total of the copies above
    it.
    """
    if len(node.items) < 3:
        return
    *above, last = node.items
    if not isinstance(last, Columns):
        return
    title = getattr(last.entries.get("title"), "raw", "")
    copies = getattr(last.entries.get("copies"), "value", None)
    if isinstance(copies, int) and copies == sum(map(_copies, above)):
        if not title or plainly(title).rstrip(":") in TOTALS:
            node.items.pop()
            message = f"this row contains the total of the {copies} copies above, so it is skipped"
            to.say(last, message, "total", "warning")
    elif plainly(title).rstrip(":") in TOTALS:
        message = (
            "is this row a total? It is printed as a card; to make it a comment, begin it with '# '"
        )
        to.say(last, message, "total", "warning")


def _copies(node: Node) -> int:
    said = node.entries.get("copies") if isinstance(node, Mapping) else None
    value = said.value if isinstance(said, Scalar) else 1
    return value if isinstance(value, int) else 1


def _is_counted(node: Node, to: Reader) -> bool:
    """Return whether a card's number of copies can be read."""
    said = node.entries.get("copies") if isinstance(node, Mapping) else None
    return said is None or COPIES.read(said, Reader(to.number)) is not None


def read_cards(
    node: Sequence, fields: AnyMapping[str, ShapeField], source: str, to: Reader
) -> list[Card]:
    """Return the cards in a list.

    They have the fields that their deck declares.
    """
    if len(node.items) > MOST_CARDS:
        to.say(node, f"{len(node.items):,} cards; a component may have at most {MOST_CARDS:,}")
        return []
    shape, own_fields = card_shape(fields, source), MappingShape(dict(fields))
    cards: list[Card] = []
    named: set[str] = set()  # ids that cards say themselves
    for item in node.items:
        if to.full:
            break
        if card := _card(item, shape, own_fields, to):
            cards.append(card)
            if isinstance(item, Mapping) and "id" in item.entries:
                named.add(card.id)
    _check_taken(cards, named, to)
    seen: set[str] = set(named)
    for place, card in enumerate(cards):
        if not _says_id(card) and card.id in seen:
            cards[place] = card = replace(card, id=_free(card.id, seen))
        seen.add(card.id)
    unique_ids(cards, to)
    return cards


def _says_id(card: Card) -> bool:
    return isinstance(card.node, Mapping) and "id" in card.node.entries


def _check_taken(cards: Iterable[Card], named: set[str], to: Reader) -> None:
    """Report each ID that equals an ID made from the title of another card."""
    titled: dict[str, Card] = {}
    for card in cards:
        if not _says_id(card) and card.id in named:
            titled.setdefault(card.id, card)
    for card in cards:
        first = titled.get(card.id)
        if first is not None and _says_id(card) and not to.full:
            where = _beside(first.location, card.location)
            message = (
                f"'{card.id}' is already the ID of '{first.title}' in {where}, made from its "
                "title; choose a different ID"
            )
            to.problems.append(Problem(card.location_of(card.id), message, "ids"))


def _free(id_: str, taken: set[str]) -> str:
    """Return an unused ID: ``storm-2`` if ``storm`` is taken."""
    number = 2
    while (found := f"{id_[: LONGEST_ID - len(str(number)) - 1]}-{number}") in taken:
        number += 1
    return found


def _card_file(node: Scalar, origin: Origin, folder: Path, to: Reader) -> Node | None:
    """Return the tree of a card file.

    The file must be in the game's own folder.
    """
    named, sheet = file_and_worksheet(node.raw)
    if hint := _unread(named):
        to.say(node, hint, "file")
        return None
    try:
        path = (folder / named).resolve()
        there = path.is_file()
    except (OSError, RuntimeError, ValueError):  # too long, circular links, a null byte
        to.say(node, f"{describe(node)} cannot be the name of a file", "file")
        return None
    if not path.is_relative_to(folder.resolve()):
        to.say(node, f"'{named}' is outside the game's folder", "file")
        return None
    if hint := unportable(folder, named):
        to.say(node, hint, "file")
        return None
    if not there:
        files = (each.name for each in folder.glob("[!.~]*") if each.suffix.lower() in CARD_FILES)
        to.say(node, f"there is no file '{named}'{did_you_mean(named, files)}", "file")
        return None
    tree, problems = _card_tree(path, sheet, origin, node)
    to.problems += problems
    if origin.fixed and path.suffix.lower() in YAML:
        to.say(
            node,
            "'columns' and 'other_columns' are for spreadsheets and JSON; "
            "a YAML file has names of fields",
        )
    return tree


def spreadsheet_problems(data: bytes, name: str, sheet: str, form: str) -> list[Problem]:
    """Return the reasons why bytes cannot be read as CSV or a workbook.

    The contents of cells are not checked.
    """
    if form == "xlsx":
        from validator.load.workbook import read_workbook

        rows, problems = read_workbook(data, name, sheet)
        return problems if rows is None else []
    text = decoded(data, name, sheet=True)
    if isinstance(text, Problem):
        return [text]
    return [each for each in read_separated(text, name)[1] if each.check == "syntax"]


def file_and_worksheet(named: str) -> tuple[str, str]:
    """Split the name of a card file in `game.yaml` into a file and a worksheet.

    An example is ``deck.xlsx#Heroes``.
    """
    parts = _SHEET.fullmatch(named)
    return (parts[1], parts[2]) if parts else (named, "")


def _card_tree(
    path: Path, sheet: str, origin: Origin, node: Scalar
) -> tuple[Node | None, list[Problem]]:
    names, where = origin.columns, origin.where
    name, suffix = called(path), path.suffix.lower()
    if suffix in WORKBOOKS:
        data = read_bytes(path, name)
        if isinstance(data, Problem):
            return None, [data]
        from validator.load.workbook import read_workbook

        return read_workbook(data, name, sheet, names, node.location, where)
    text = read_text(path, name, sheet=suffix not in (*YAML, JSON))
    if isinstance(text, Problem):
        return None, [text]
    if suffix in (*YAML, JSON):
        tree, problems = (read_yaml if suffix in YAML else read_json)(text, name)
        listed = tree.entries.get("cards") if isinstance(tree, Mapping) else tree
        if where and isinstance(listed, Sequence):
            listed.items = chosen(listed.items, where, names.fields)
        return tree, [*problems, *(_renamed(tree, names) if suffix == JSON else ())]
    return read_separated(text, name, names, where)


def _renamed(tree: Node | None, names: ColumnNames) -> list[Problem]:
    """Rename the keys of cards in a JSON file to fields, as for the columns of a spreadsheet.

    A key with the value `null` is removed, like an empty cell.
    """
    listed = tree.entries.get("cards") if isinstance(tree, Mapping) else tree
    cards = [each for each in getattr(listed, "items", ()) if isinstance(each, Mapping)]
    places = {name: place for card in reversed(cards) for name, place in card.keys.items()}
    targets = names.targets(dict.fromkeys(name for card in cards for name in card.keys))
    unknown = [name for name, target in targets.items() if target is None]
    meant = names.meant(targets)
    targets.update(meant)  # is read as the most likely field, and reported
    for card in cards:
        entries, keys = card.entries, card.keys
        card.entries, card.keys = {}, {}
        for name, entry in entries.items():
            target = targets[name]
            empty = isinstance(entry, Scalar) and entry.value is None
            if target and target != IGNORED and target not in card.entries and not empty:
                card.entries[target], card.keys[target] = entry, keys[name]
    if not unknown:
        return []
    location = min(places[name].location for name in unknown)
    return [Problem(location, names.proposal(unknown, meant), "columns")]


def _unread(named: str) -> str:
    """Return why a text cannot be the name of a card file, and what to do, or an empty string."""
    if "://" in named:
        return (
            f"'{named}' is a link, and links are not followed; download the file as .xlsx or .csv"
        )
    suffix = Path(named).suffix.lower()
    if suffix in (".xls", ".xlsb", ".ods", ".fods", ".numbers", ".gsheet"):
        return f"{suffix} files are not supported; save '{named}' as .xlsx or as 'CSV UTF-8'"
    if suffix not in CARD_FILES or not named.isprintable():
        return f"'{named}' is not a card file; expected one of {', '.join(CARD_FILES)}"
    return ""


def card_fields(source: str) -> dict[str, ShapeField]:
    """Return the fields that every card can have."""
    return {
        "id": optional(ID, "made from the title if omitted"),
        "title": ShapeField(TITLE),
        "copies": optional(COPIES, "the number of copies to print", 1),
        "source": optional(OneOf(SOURCES), "", source),
    }


def card_shape(fields: AnyMapping[str, ShapeField], source: str) -> MappingShape:
    """Return the shape of a deck's cards: fields that all cards have, then those of the deck."""
    return MappingShape({**card_fields(source), **fields})


def _card(node: Node, shape: MappingShape, own: MappingShape, to: Reader) -> Card | None:
    values = shape.values(node, to)
    if values is None:
        return None
    title = values["title"] or ""
    if title[:1] in CURLY_QUOTES and title[-1:] in CURLY_QUOTES and isinstance(node, Mapping):
        message = (
            "the curly quotation marks are part of the title and are printed; if this is not "
            "intended, remove them"
        )
        to.say(node.entries["title"], message, "shape", "note")
    return Card(
        id=values["id"] or slug(title),
        title=title,
        copies=values["copies"] if values["copies"] is not None else 1,
        source=values["source"] or "original",
        fields=own.whole({name: values[name] for name in own.fields}),
        node=node,
    )


def unique_ids(cards: Iterable[Card], to: Reader) -> None:
    """Report each card that has the ID of an earlier card."""
    seen: dict[str, Card] = {}
    for card in cards:
        first = seen.setdefault(card.id, card)
        if first is not card and not to.full:
            where = _beside(first.location, card.location)
            message = f"'{card.id}' is already the ID of {where}; choose a different ID"
            to.problems.append(Problem(card.location_of(card.id), message, "ids"))


def _beside(location: Location, other: Location) -> str:
    """Return a location for messages: ``line 4`` if it is in the same file as `other`.

    Otherwise, return the full location.
    """
    return location.row if location.file == other.file else str(location)


def slug(title: str) -> str:
    """Return an id made from a title: ``The Meat Cleaver`` becomes ``the-meat-cleaver``.

    Accents are dropped; non-Latin letters are replaced by their code points.
    """
    plain = unicodedata.normalize("NFKD", title.lower())
    words = "".join(
        each if each.isascii() or not each.isalpha() else f"u{ord(each):x}"
        for each in plain
        if not unicodedata.combining(each)
    )
    id_ = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
    id_ = id_[:LONGEST_ID].rstrip("-") or "card"
    return f"{id_}-card" if re.fullmatch(KEPT, id_) else id_
