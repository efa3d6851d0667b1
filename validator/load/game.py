"""A game's folder to a `Game`. What cannot be read is a problem; the rest is returned."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from collections.abc import Mapping as AnyMapping
from functools import cache
from pathlib import Path

from validator.core.frozen_map import Record
from validator.core.location import Problem, Spot, did_you_mean
from validator.core.model import (
    KINDS,
    MOST_CARDS,
    SOURCES,
    Card,
    Component,
    Game,
    Licence,
    Loaded,
    Rules,
    Theme,
)
from validator.core.sizes import SIZES, Size
from validator.core.tree import Mapping, Node, Scalar, Sequence, describe
from validator.load.derived import CatalogueNumbers, filled_in
from validator.load.fieldtypes import read_fields, read_types
from validator.load.locale import in_language
from validator.load.material import SYMBOL, TYPEFACE, themed
from validator.load.numbers import Declared, Number, Span, shipped_with
from validator.load.rules import read_rules
from validator.load.separated import read_separated
from validator.load.shape import (
    TITLE,
    Anything,
    Decimal,
    Field,
    Many,
    OneOf,
    Reader,
    Shape,
    Shaped,
    Table,
    Text,
    Whole,
    YesNo,
    optional,
)
from validator.load.text import inside, read_bytes, read_text
from validator.load.workbook import read_workbook
from validator.load.yaml import read_yaml
from validator.referee.registry import numbers_for

YAML = (".yaml", ".yml")
WORKBOOKS = (".xlsx", ".xlsm")
CARD_FILES = (*YAML, ".csv", ".tsv", ".txt", *WORKBOOKS)
_SHEET = re.compile(r"(.+\.xls[xm])#(.+)", re.IGNORECASE)  # a workbook and one of its sheets

KEPT = "con|prn|aux|nul|com[0-9]|lpt[0-9]"  # names that Windows keeps for itself
_ANY = "con, prn, aux, nul, com1 or lpt1"
LONGEST_ID = 80  # letters: ids become names of files
ID = Text(
    rf"(?!(?:{KEPT})$)[a-z0-9][a-z0-9-]{{0,{LONGEST_ID - 1}}}",
    f"an id of small letters, digits and hyphens, {LONGEST_ID} at most, and not {_ANY}",
)
COLOUR = Text(r"#[0-9a-fA-F]{6}", "a colour as #rrggbb")
TEMPLATE = Text(r"[\w./-]+\.svg\.j2", "the name of a template, as in 'card.svg.j2'")

THEME = Shaped(
    {
        "direction": Field(Text(), "the art direction in a few lines"),
        "fonts": Field(Table(TYPEFACE), "role -> typeface, or a file of your own"),
        "colours": Field(Table(COLOUR), "role -> #rrggbb"),
        "low_ink": optional(Table(COLOUR), "roles that differ when ink is saved", Record({})),
        "symbols": optional(Table(SYMBOL), "icons that mean something in this game", Record({})),
    }
)
LICENCE = Shaped(
    {
        "credit": Field(Text(), "who made the game"),
        "url": optional(Text(), "where it lives", ""),
        "licence": Field(Text(), "the licence's name, or 'none stated'"),
        "notice": Field(Text(), "the notice that is printed with the kit"),
        "stand_in": optional(Text(), "what of the kit is our own stand-in", ""),
    }
)
COMPONENT = Shaped(
    {
        "id": Field(ID),
        "kind": Field(OneOf(KINDS)),
        "title": Field(TITLE),
        "size": Field(Anything(), "a size's name or [width, height] in millimetres"),
        "outline": optional(OneOf(("rect", "round")), "what is cut out", "rect"),
        "face": Field(TEMPLATE),
        "back": optional(TEMPLATE, "left out: nothing is printed behind"),
        "cards": Field(Anything(), "a file, or the cards themselves"),
        "fields": optional(Anything(), "the fields that each card has beside id, title, copies"),
        "count": optional(Whole(), "how many pieces there must be; best a rule's number"),
        "optional": optional(YesNo(), "the game can be played without it", False),
        "boxed": optional(YesNo(), "kept in a tuckbox of its own", False),
        "about": optional(Text(), "a line for the cover's list of contents", ""),
        "source": optional(OneOf(SOURCES), "where its cards come from", "original"),
    }
)
COPIES = Whole()
MOST_PLAYERS = 100
PLAYERS = Shaped({"min": Field(Whole(1, MOST_PLAYERS)), "max": Field(Whole(1, MOST_PLAYERS))})
GAME = Shaped(
    {
        "game": Field(ID),
        "code": Field(Text(r"[A-Z]+", "the game's code in rule ids")),
        "title": Field(TITLE),
        "tagline": optional(TITLE, "a line under the title", ""),
        "language": optional(Text(r"[a-z]{2}(-[A-Z]{2})?", "a language tag as in 'en'"), "", "en"),
        "players": Field(PLAYERS),
        "minutes": optional(Whole(1), "how long a game takes"),
        "age": optional(Whole(1), "from what age"),
        "needs": optional(Many(Text()), "what a table needs beside the kit", ()),
        "templates": optional(ID, "the folder of templates; left out: the game's own name"),
        "licence": Field(LICENCE),
        "theme": Field(THEME),
        "types": optional(Anything(), "field types of the game's own, by name"),
        "components": Field(Many(Anything(), 1)),
    }
)


def load_game(folder: Path, language: str = "") -> Loaded:
    """Read the game in `folder`: `game.yaml`, `rules.yaml` and the card files that it names.

    With a `language` its texts are those of `locale/<language>.yaml`, as far as it has them.
    """
    name = _called(folder / "game.yaml")
    if not _is_utf8(name):
        message = "the name of the folder is not UTF-8 text; rename it"
        return Loaded(None, [Problem(Spot(name), message, "file")])
    if outside := [
        each for each in ("game.yaml", "rules.yaml") if not inside(folder, folder / each)
    ]:
        return Loaded(None, [_left(folder / each) for each in outside])
    tree, problems = _tree(folder / "game.yaml", name)
    declared = _declaration(folder, tree)

    def players(number: Number) -> Span:
        return _players(tree, declared, number)

    file = folder / "rules.yaml"
    stated, found = read_rules(file, _called(file), declared, players)
    problems += found
    if not isinstance(tree, Mapping):
        if not problems:
            problems.append(Problem(Spot(name), "expected a mapping; see docs/data.md", "shape"))
        return Loaded(None, sorted(problems))
    model = declared.rules if declared else None
    to = Reader(CatalogueNumbers(stated.all, numbers_for(stated.code), model=model))
    head = GAME.read(tree, to)
    assert head is not None
    _check_code(tree.entries.get("code"), stated, to)
    components = _components(tree, folder, to)
    theme = themed(head["theme"], tree.entries.get("theme"), folder, to)
    problems += to.problems
    rules, found, notes = filled_in(stated, components, model)
    problems += found
    game = _game(head, tree, rules, components, theme, folder, players(rules.number))
    if game is not None:
        game, found = in_language(game, language)
        problems += found
    return Loaded(game, sorted(set(problems)), notes)


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _code(tree: Node | None) -> str:
    """The code of a game's rules; empty where it cannot be read."""
    code = tree.entries.get("code") if isinstance(tree, Mapping) else None
    return code.raw if isinstance(code, Scalar) else ""


def _declaration(folder: Path, tree: Node | None) -> Declared | None:
    """The catalogue of the shipped game whose code a game has; None for any other, and for it."""
    home = shipped_with(_code(tree))
    return None if home is None or home.resolve() == folder.resolve() else _declared(home)


def _players(tree: Node | None, declared: Declared | None, number: Number) -> Span:
    """How many may play; what cannot be read is as it is declared. Problems are told elsewhere."""
    node = tree.entries.get("players") if isinstance(tree, Mapping) else None
    said = PLAYERS.read(node, Reader(number)) if node else None
    if said and said["min"] and said["max"]:
        return said["min"], said["max"]
    return declared.players if declared else (1, 1)


@cache
def _declared(home: Path) -> Declared:
    """The catalogue of a shipped game."""
    model = load_game(home).game
    assert model is not None, home
    return Declared(home.name, model.rules, model.players)


def _check_code(node: Node | None, rules: Rules, to: Reader) -> None:
    """The code names the referee, so that of the catalogue must be the same."""
    if isinstance(node, Scalar) and rules.code and node.raw != rules.code:
        to.say(
            node,
            f"the code is {describe(node)} here and '{rules.code}' in rules.yaml; "
            "it names the game whose rules these are, so write the same in both",
            "references",
        )


def _left(file: Path) -> Problem:
    return Problem(Spot(file.as_posix()), "a link that leaves the game's folder", "file")


def _called(file: Path) -> str:
    """A file's name in messages: relative to where the user stands, if it lies below."""
    try:
        return file.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file.as_posix()


def _tree(file: Path, name: str) -> tuple[Node | None, list[Problem]]:
    text = read_text(file, name)
    if isinstance(text, Problem):
        return None, [text]
    return read_yaml(text, name)


def _game(
    head: Record,
    tree: Mapping,
    rules: Rules,
    components: list[Component],
    theme: Theme | None,
    folder: Path,
    players: Span,
) -> Game | None:
    """The model, if the head of `game.yaml` gave enough to go on."""
    if theme is None or not all(head[key] for key in ("game", "title", "players", "licence")):
        return None
    licence = head["licence"]
    if any(licence[key] is None for key in LICENCE.fields):
        return None
    return Game(
        id=head["game"],
        code=head["code"] or "",
        title=head["title"],
        tagline=head["tagline"] or "",
        language=head["language"] or "en",
        players=players,
        minutes=head["minutes"],
        age=head["age"],
        needs=tuple(each for each in head["needs"] or () if each),
        licence=Licence(**licence, spot=tree.entries["licence"].spot),
        theme=theme,
        components=tuple(components),
        rules=rules,
        folder=folder,
        templates=head["templates"] or head["game"],
        spot=tree.spot,
        node=tree,
    )


def _components(tree: Mapping, folder: Path, to: Reader) -> list[Component]:
    types = read_types(tree.entries.get("types"), to)
    listed = tree.entries.get("components")
    components = []
    seen: dict[str, Spot] = {}
    for node in listed.items if isinstance(listed, Sequence) else []:
        values = COMPONENT.read(node, to)
        if values is None or not isinstance(node, Mapping):
            continue
        if values["id"] in seen:
            to.say(
                node, f"'{values['id']}' is already the id of line {seen[values['id']].line}", "ids"
            )
        elif values["id"]:
            seen[values["id"]] = node.spot
        fields = read_fields(node.entries.get("fields"), types, to)
        cards, complete = _cards(
            node.entries.get("cards"), fields, values["source"] or "original", folder, to
        )
        size = _size(node.entries.get("size"), to)
        if values["id"] and values["kind"] and values["title"] and values["face"] and size:
            components.append(_component(values, node, size, cards, complete, fields))
    return components


def _component(
    values: Record,
    node: Mapping,
    size: Size,
    cards: list[Card],
    complete: bool,
    fields: dict[str, Field],
) -> Component:
    return Component(
        id=values["id"],
        kind=values["kind"],
        title=values["title"],
        size=size,
        outline=values["outline"] or "rect",
        face=values["face"],
        back=values["back"],
        cards=tuple(cards),
        count=values["count"],
        optional=bool(values["optional"]),
        boxed=bool(values["boxed"]),
        about=values["about"] or "",
        source=values["source"] or "original",
        spot=node.spot,
        count_spot=node.entries["count"].spot if "count" in node.entries else node.spot,
        complete=complete,
        fields=fields,
    )


def _size(node: Node | None, to: Reader) -> Size | None:
    """A named size, or a pair of millimetres."""
    if isinstance(node, Scalar):
        if node.raw in SIZES:
            return SIZES[node.raw]
        to.say(node, f"no size '{node.raw}'{did_you_mean(node.raw, SIZES)}", "references")
    elif isinstance(node, Sequence) and len(node.items) == 2:
        lengths = [Decimal(3, 1000).read(item, to) for item in node.items]
        if None not in lengths:
            return Size(*lengths)  # type: ignore[arg-type]
    elif node is not None:
        to.say(node, f"expected a size's name or [width, height] in mm, not {describe(node)}")
    return None


def _cards(
    node: Node | None, fields: dict[str, Field], source: str, folder: Path, to: Reader
) -> tuple[list[Card], bool]:
    """The cards of a component, written in place or in a file of their own, and if these are all.

    A card with a wrong value is there; what cannot be read as a card, or as a file, is not.
    """
    before = len(to.problems)
    if isinstance(node, Scalar) and isinstance(node.value, str):
        node = _card_file(node, (*card_fields(source), *fields), folder, to)
    if isinstance(node, Mapping):
        for key, place in node.keys.items():
            if key not in ("source", "cards"):
                to.say(place, f"unknown name '{key}'{did_you_mean(key, ('source', 'cards'))}")
        if stated := node.entries.get("source"):
            source = OneOf(SOURCES).read(stated, to) or source
        inner = node.entries.get("cards")
        if inner is None:
            to.say(node, "'cards' is missing: a list of cards")
        node = inner
    if node is None:
        return [], False
    if not isinstance(node, Sequence):
        to.say(node, f"expected a list of cards, not {describe(node)}")
        return [], False
    complete = all(each.check == "duplicate-key" for each in to.problems[before:])
    counted = all(_is_counted(item, to) for item in node.items)
    cards = read_cards(node, fields, source, to)
    return cards, complete and counted and len(cards) == len(node.items)


def _is_counted(node: Node, to: Reader) -> bool:
    """Whether it can be read how many copies of a card there are."""
    said = node.entries.get("copies") if isinstance(node, Mapping) else None
    return said is None or COPIES.read(said, Reader(to.number)) is not None


def read_cards(
    node: Sequence, fields: AnyMapping[str, Field], source: str, to: Reader
) -> list[Card]:
    """The cards of a list, each with the fields that its deck declares."""
    if len(node.items) > MOST_CARDS:
        to.say(node, f"{len(node.items):,} cards; a component has {MOST_CARDS:,} at most")
        return []
    shape = _card_shape(fields, source)
    cards = []
    for item in node.items:
        if to.full:
            break
        if card := _card(item, shape, fields, to):
            cards.append(card)
    unique_ids(cards, to)
    return cards


def _card_file(node: Scalar, names: Collection[str], folder: Path, to: Reader) -> Node | None:
    """The tree of a card file, which must lie in the game's own folder.

    `names` are the fields that a column of a sheet may be meant for.
    """
    named, sheet = file_and_sheet(node.raw)
    if hint := _unread(named):
        to.say(node, hint, "file")
        return None
    try:
        path = (folder / named).resolve()
        there = path.is_file()
    except (OSError, RuntimeError, ValueError):  # too long, links in a circle, a null byte
        to.say(node, f"{describe(node)} cannot be the name of a file", "file")
        return None
    if not path.is_relative_to(folder.resolve()):
        to.say(node, f"'{named}' leaves the game's folder", "file")
        return None
    if not there:
        files = (each.name for each in folder.glob("[!.~]*") if each.suffix.lower() in CARD_FILES)
        to.say(node, f"there is no file '{named}'{did_you_mean(named, files)}", "file")
        return None
    tree, problems = _card_tree(path, sheet, names, node)
    to.problems += problems
    return tree


def file_and_sheet(named: str) -> tuple[str, str]:
    """A card file as `game.yaml` names it: ``deck.xlsx#Heroes`` is a file and one of its sheets."""
    parts = _SHEET.fullmatch(named)
    return (parts[1], parts[2]) if parts else (named, "")


def _card_tree(
    path: Path, sheet: str, names: Collection[str], node: Scalar
) -> tuple[Node | None, list[Problem]]:
    name, suffix = _called(path), path.suffix.lower()
    if suffix in YAML:
        return _tree(path, name)
    if suffix in WORKBOOKS:
        data = read_bytes(path, name)
        if isinstance(data, Problem):
            return None, [data]
        return read_workbook(data, name, sheet, names, node.spot)
    text = read_text(path, name, sheet=True)
    return (None, [text]) if isinstance(text, Problem) else read_separated(text, name, names)


def _unread(named: str) -> str:
    """Why a name can be no card file's, and what would do; nothing if it can."""
    if "://" in named:
        return f"'{named}' is a link, and nothing is fetched; download it as .xlsx or .csv"
    suffix = Path(named).suffix.lower()
    if suffix in (".xls", ".xlsb", ".ods", ".fods", ".numbers", ".gsheet"):
        return f"{suffix} files are not read; save '{named}' as .xlsx or as 'CSV UTF-8'"
    if suffix not in CARD_FILES or not named.isprintable():
        return f"'{named}' is no card file; known: {', '.join(CARD_FILES)}"
    return ""


def card_fields(source: str) -> dict[str, Field]:
    """What every card may say."""
    return {
        "id": optional(ID, "left out: made from the title"),
        "title": Field(TITLE),
        "copies": optional(COPIES, "how many of it are printed", 1),
        "source": optional(OneOf(SOURCES), "", source),
    }


def _card_shape(fields: AnyMapping[str, Field], source: str) -> Shaped:
    """What a card of this deck may say: the common names, then the deck's own fields."""
    return Shaped({**card_fields(source), **fields})


def _card(node: Node, shape: Shape, fields: AnyMapping[str, Field], to: Reader) -> Card | None:
    values = shape.read(node, to)
    if values is None:
        return None
    title = values["title"] or ""
    return Card(
        id=values["id"] or slug(title),
        title=title,
        copies=values["copies"] if values["copies"] is not None else 1,
        source=values["source"] or "original",
        fields=Shaped(dict(fields)).whole(Record({name: values[name] for name in fields})),
        node=node,
    )


def unique_ids(cards: Iterable[Card], to: Reader) -> None:
    """A problem for each card whose id an earlier card has."""
    seen: dict[str, Card] = {}
    for card in cards:
        first = seen.setdefault(card.id, card)
        if first is not card and not to.full:
            message = f"'{card.id}' is already the id of {_beside(first.spot, card.spot)}"
            to.problems.append(Problem(card.spot_of(card.id), message, "ids"))


def _beside(spot: Spot, other: Spot) -> str:
    """``line 4`` for a place in the same file as another; with the file's name elsewhere."""
    return spot.row if spot.file == other.file else str(spot)


def slug(title: str) -> str:
    """An id made from a title: ``The Meat Cleaver`` becomes ``the-meat-cleaver``.

    Accents are dropped; other letters than Latin ones become their numbers in Unicode.
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
