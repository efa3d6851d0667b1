"""Reads a game's folder into a `Game`; unreadable parts become problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import (
    KINDS,
    SOURCES,
    WAIVABLE,
    Card,
    Component,
    Game,
    Licence,
    Loaded,
    Rules,
    Theme,
    Waiver,
)
from validator.core.outlines import NAMES, OutlineError, is_path, shape_of
from validator.core.sizes import SIZES, Size
from validator.core.tree import Mapping, Node, Scalar, Sequence, describe
from validator.load.book import BOOK, book_style, check_art
from validator.load.cards import ID, SOURCE, cards_of, origin_of
from validator.load.derived import CatalogueNumbers, with_numbers
from validator.load.fieldtypes import read_fields, read_types
from validator.load.locale import in_language
from validator.load.material import SYMBOL, TYPEFACE, themed
from validator.load.numbers import DeclaredNumbers, Number, Span, shipped_with
from validator.load.rules import read_rules
from validator.load.shape import (
    TITLE,
    Anything,
    Colour,
    EntryTable,
    Length,
    Many,
    MappingShape,
    OneOf,
    Reader,
    ShapeField,
    Text,
    Whole,
    YesNo,
    optional,
)
from validator.load.text import called, inside, read_text
from validator.load.where import Where, rows_left
from validator.load.yaml import read_yaml
from validator.referee.registry import numbers_for

COLOUR = Colour()
TEMPLATE = Text(
    r"[\w./-]+\.svg(\.j2)?",
    "the name of a template, such as 'card.svg.j2', or of a drawing, 'card.svg'",
)
OUTLINE = Text(
    rf"{'|'.join(NAMES)}|[Mm][^<>&]*",
    f"{', '.join(NAMES)}, or an SVG path in mm, such as 'M10 0 L20 18 L0 18 Z'",
)

SPDX = Text(
    r"[A-Za-z0-9][A-Za-z0-9.+-]*(?: (?:AND|OR|WITH) [A-Za-z0-9][A-Za-z0-9.+-]*)*",
    "an SPDX expression, such as 'CC-BY-NC-4.0' or 'MIT OR CC0-1.0'",
)
THEME = MappingShape(
    {
        "art_direction": ShapeField(Text(), "a few lines that describe the art direction"),
        "fonts": ShapeField(EntryTable(TYPEFACE), "role -> typeface, or your own file"),
        "colours": ShapeField(EntryTable(COLOUR), "role -> #rrggbb"),
        "low_ink": optional(
            EntryTable(COLOUR), "roles that differ when ink is saved", FrozenMap({})
        ),
        "grey": optional(
            EntryTable(COLOUR), "roles that differ when printed in black only", FrozenMap({})
        ),
        "symbols": optional(EntryTable(SYMBOL), "icons with a meaning in this game", FrozenMap({})),
    }
)
LICENCE = MappingShape(
    {
        "credit": ShapeField(Text(), "the authors of the game"),
        "url": optional(Text(), "the address of the game's page", ""),
        "licence": ShapeField(Text(), "the licence's name, or 'none stated'"),
        "spdx": optional(SPDX, "the same as an SPDX expression, for programs", ""),
        "notice": ShapeField(Text(), "the notice that is printed with the kit"),
        "placeholders": optional(Text(), "which parts of the kit are original", ""),
    }
)
USUAL_KINDS = FrozenMap(  # names of the kinds in other tools
    dict.fromkeys(("cards", "card", "decks", "deck of cards"), "deck")
    | dict.fromkeys(("tiles", "hex", "hexes", "hexagon"), "tile")
    | dict.fromkeys(("tokens", "counter", "counters", "chip", "chips", "coin", "coins"), "token")
    | dict.fromkeys(("sheets", "page", "pages", "player sheet"), "sheet")
    | dict.fromkeys(("boards", "map", "mat", "playmat", "player board"), "board")
    | dict.fromkeys(("nets", "die", "dice", "box"), "net")
)
COMPONENT = MappingShape(
    {
        "id": ShapeField(ID),
        "kind": ShapeField(OneOf(KINDS, USUAL_KINDS), "the kind of the component's pieces"),
        "title": ShapeField(TITLE, "the name of the component, as in the list of contents"),
        "size": ShapeField(Anything(), "a size's name or [width, height] in mm or inches (2.75in)"),
        "outline": optional(OUTLINE, "the shape along which a piece is cut out", "rect"),
        "face": ShapeField(TEMPLATE),
        "back": optional(TEMPLATE, "if omitted, nothing is printed on the back"),
        "cards": ShapeField(Anything(), "a file, or the cards themselves"),
        "fields": optional(
            Anything(), "the fields that each card has besides id, title and copies"
        ),
        "count": optional(
            Whole(),
            "the required number of pieces; preferably a reference such as MINE-COMP-01.count",
        ),
        "optional": optional(
            YesNo(), "whether the game can be played without the component", False
        ),
        "boxed": optional(YesNo(), "whether the pieces are kept in their own tuckbox", False),
        "description": optional(Text(), "a line in the cover's list of contents", ""),
        "source": optional(OneOf(SOURCES), "the source of the component's cards", "original"),
        **SOURCE,
    }
)
LENGTH = Length(3, 1000)
MOST_PLAYERS = 100
PLAYERS = MappingShape(
    {
        "min": ShapeField(Whole(1, MOST_PLAYERS), "the fewest players"),
        "max": ShapeField(Whole(1, MOST_PLAYERS), "the most players"),
    }
)
WAIVER = MappingShape(
    {
        "check": ShapeField(OneOf(WAIVABLE), "the word in brackets after a message"),
        "card": optional(Text(), "title or id of the card; all cards if omitted", ""),
        "reason": ShapeField(Text(), "why the problem is intended"),
    }
)

GAME = MappingShape(
    {
        "game": ShapeField(ID),
        "code": ShapeField(Text(r"[A-Z]+", "the code in rule IDs, in capitals such as MINE")),
        "title": ShapeField(TITLE, "the game's name, as it is printed"),
        "tagline": optional(TITLE, "a line under the title", ""),
        "language": optional(
            Text(r"[a-z]{2}(-[A-Z]{2})?", "a language tag, such as 'en'"), "", "en"
        ),
        "players": ShapeField(PLAYERS, "the number of players"),
        "minutes": optional(Whole(1), "how long a game takes"),
        "age": optional(Whole(1), "the youngest recommended age"),
        "requires": optional(Many(Text()), "what players need besides the kit", ()),
        "paper": optional(
            Text(), "the paper that it is printed on, as in `pieria build --paper`", ""
        ),
        "templates": optional(ID, "the folder of templates; by default the game's own name"),
        "licence": ShapeField(LICENCE, "the authors of the game, and what others may do with it"),
        "theme": ShapeField(THEME, "the typefaces, colours and symbols of the templates"),
        "types": optional(Anything(), "the game's own field types, by name"),
        "book": optional(BOOK, "the look of the rulebook"),
        "allow": optional(Many(WAIVER), "intended problems, with the reason", ()),
        "components": ShapeField(Many(Anything(), 1), "decks, tiles, tokens and sheets of the kit"),
    }
)


def _unreadable(folder: Path, name: str) -> list[Problem]:
    """Return why the files in a folder must not be read: the folder's name, or files outside it."""
    if not _is_utf8(name):
        message = "the name of the folder is not UTF-8 text; rename it"
        return [Problem(Location(name), message, "file")]
    files = (folder / each for each in ("game.yaml", "rules.yaml"))
    return [_left(each) for each in files if not inside(folder, each)]


def load_game(folder: Path | str, language: str = "") -> Loaded:
    """Read the game in `folder`: `game.yaml`, `rules.yaml` and the card files that it names.

    With a `language`, its texts are replaced by those in `locale/<language>.yaml`.
    """
    folder = Path(folder)
    name = called(folder / "game.yaml")
    if unreadable := _unreadable(folder, name):
        return Loaded(None, unreadable)
    tree, problems = _tree(folder / "game.yaml", name)
    declared = _declaration(folder, tree)
    players = partial(_players, tree, declared)
    file = folder / "rules.yaml"
    stated, found = read_rules(file, called(file), declared, players)
    problems += found
    if not isinstance(tree, Mapping):
        if not problems:
            problems.append(
                Problem(Location(name), "expected a mapping. See: pieria docs data", "shape")
            )
        return Loaded(None, sorted(problems))
    model = declared.rules if declared else None
    to = Reader(CatalogueNumbers(stated.all, numbers_for(stated.code), model=model))
    head = GAME.read(tree, to)
    assert head is not None
    _check_code(tree.entries.get("code"), stated, to)
    components = _components(tree, folder, to)
    check_art(tree, components, to)
    theme = themed(head["theme"], tree.entries.get("theme"), folder, to)
    waivers = tuple(_waivers(head["allow"] or (), tree.entries.get("allow"), components, to))
    problems += to.problems
    rules, found, notes = with_numbers(stated, components, model)
    problems += found
    game = _game(head, tree, rules, components, theme, folder, players(rules.number))
    if game is not None:
        game = replace(game, waivers=waivers)
        game, found = in_language(game, language)
        problems += found
    notes += (each for each in problems if each.level != "error")
    errors = {each for each in problems if each.level == "error"}
    return Loaded(game, sorted(errors), sorted(set(notes)))


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _code(tree: Node | None) -> str:
    """Return the code in a game's rule IDs, or an empty string if it cannot be read."""
    code = tree.entries.get("code") if isinstance(tree, Mapping) else None
    return code.raw if isinstance(code, Scalar) else ""


def _declaration(folder: Path, tree: Node | None) -> DeclaredNumbers | None:
    """Return the catalogue of the shipped game with this code.

    Returns None if there is none, or if this is that game.
    """
    home = shipped_with(_code(tree))
    return None if home is None or home.resolve() == folder.resolve() else _declared(home)


def _players(tree: Node | None, declared: DeclaredNumbers | None, number: Number) -> Span:
    """Return the range of the number of players.

    Unreadable numbers, which are reported elsewhere, are replaced by their defaults.
    """
    node = tree.entries.get("players") if isinstance(tree, Mapping) else None
    said = PLAYERS.read(node, Reader(number)) if node else None
    if said and said["min"] and said["max"]:
        return said["min"], said["max"]
    return declared.players if declared else (1, 1)


@cache
def _declared(home: Path) -> DeclaredNumbers:
    """Return the catalogue of a shipped game."""
    model = load_game(home).game
    assert model is not None, home
    return DeclaredNumbers(home.name, model.rules, model.players)


def _check_code(node: Node | None, rules: Rules, to: Reader) -> None:
    """Report a code in game.yaml that differs from that of the rule catalogue.

    The code of the catalogue selects the referee.
    """
    if isinstance(node, Scalar) and rules.code and node.raw != rules.code:
        to.say(
            node,
            f"the code is {describe(node)} here and '{rules.code}' in rules.yaml; "
            "write the same code in both files",
            "references",
        )


def _left(file: Path) -> Problem:
    return Problem(Location(file.as_posix()), "a link that leads outside the game's folder", "file")


def _tree(file: Path, name: str) -> tuple[Node | None, list[Problem]]:
    text = read_text(file, name)
    if isinstance(text, Problem):
        return None, [text]
    return read_yaml(text, name)


def _game(
    head: FrozenMap,
    tree: Mapping,
    rules: Rules,
    components: list[Component],
    theme: Theme | None,
    folder: Path,
    players: Span,
) -> Game | None:
    """Return the model of the game, or None if too little of `game.yaml` could be read."""
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
        requires=tuple(each for each in head["requires"] or () if each),
        licence=Licence(**licence, location=tree.entries["licence"].location),
        theme=theme,
        components=tuple(components),
        rules=rules,
        folder=folder,
        templates=head["templates"] or head["game"],
        book=book_style(head["book"]),
        location=tree.location,
        node=tree,
    )


def _components(tree: Mapping, folder: Path, to: Reader) -> list[Component]:
    types = read_types(tree.entries.get("types"), to)
    listed = tree.entries.get("components")
    components = []
    seen: dict[str, Location] = {}
    shared: list[tuple[str, tuple[Where, ...]]] = []
    for node in listed.items if isinstance(listed, Sequence) else []:
        values = COMPONENT.read(node, to)
        if values is None or not isinstance(node, Mapping):
            continue
        if values["id"] in seen:
            line = seen[values["id"]].line
            message = f"'{values['id']}' is already the ID of line {line}; choose a different ID"
            to.say(node, message, "ids")
        elif values["id"]:
            seen[values["id"]] = node.location
        fields = read_fields(node.entries.get("fields"), types, to)
        origin = origin_of(values, fields, node, to)
        shared.append((str(getattr(node.entries.get("cards"), "raw", "")), origin.where))
        cards, complete = cards_of(node.entries.get("cards"), fields, origin, folder, to)
        size = _size(node.entries.get("size"), to)
        if values["id"] and values["kind"] and values["title"] and values["face"] and size:
            if values["kind"] == "board" and values["back"]:
                message = "a board is printed on one side; make its back a separate board"
                to.say(node.entries["back"], message)
            outline = _outline(values["outline"] or "rect", node, size, to)
            components.append(_component(values, node, size, outline, cards, complete, fields))
    to.problems += rows_left(shared)
    return components


def _component(
    values: FrozenMap,
    node: Mapping,
    size: Size,
    outline: str,
    cards: list[Card],
    complete: bool,
    fields: dict[str, ShapeField],
) -> Component:
    return Component(
        id=values["id"],
        kind=values["kind"],
        title=values["title"],
        size=size,
        outline=outline,
        face=values["face"],
        back=values["back"],
        cards=tuple(cards),
        count=values["count"],
        optional=bool(values["optional"]),
        boxed=bool(values["boxed"]),
        description=values["description"] or "",
        source=values["source"] or "original",
        location=node.location,
        count_location=node.entries["count"].location if "count" in node.entries else node.location,
        complete=complete,
        fields=fields,
        file=str(getattr(node.entries.get("cards"), "raw", "")),
        published=values["published"] or "",
        node=node,
    )


def _waivers(
    said: Iterable[FrozenMap | None], node: Node | None, components: Iterable[Component], to: Reader
) -> Iterator[Waiver]:
    """Yield the problems that `allow:` in game.yaml allows, one for each card concerned.

    A card is named by its title or ID; a waiver covers all cards of that name.
    """
    named: dict[str, list[str]] = {}
    for component in components:
        for card in component.cards:
            for name in {card.id, card.title, f"{component.id}/{card.id}"}:
                named.setdefault(name.lower(), []).append(f"{component.id}/{card.id}")
    listed = node.items if isinstance(node, Sequence) else []
    for each, place in zip(said, listed, strict=False):
        if each is None or not each["check"]:
            continue
        name = each["card"] or ""
        cards = named.get(name.lower(), []) if name else [""]
        if not cards:
            to.say(place, f"no card '{name}'{did_you_mean(name, named)}", "references")
        reason, location = each["reason"] or "", place.location
        yield from (Waiver(each["check"], card, reason, location) for card in cards)


def _outline(said: str, node: Mapping, size: Size, to: Reader) -> str:
    """Return the outline of a piece, which is a named shape or a path.

    If it cannot be used, return that of a rectangle.
    """
    if is_path(said):
        try:
            shape_of(said, size)
        except OutlineError as error:
            to.say(node.entries["outline"], str(error), "outline")
            return "rect"
    return said


def _size(node: Node | None, to: Reader) -> Size | None:
    """Return a size, given by name or as a pair of lengths, or None if it cannot be read."""
    if isinstance(node, Scalar):
        if node.raw in SIZES:
            return SIZES[node.raw]
        to.say(node, f"no size '{node.raw}'{did_you_mean(node.raw, SIZES)}", "references")
    elif isinstance(node, Sequence) and len(node.items) == 2:
        lengths = [LENGTH.read(item, to) for item in node.items]
        if None not in lengths:
            return Size(*lengths)  # type: ignore[arg-type]
    elif node is not None:
        to.say(
            node,
            "expected a size's name or [width, height] in mm, or in inches as in [2.75in, 4.75in], "
            f"not {describe(node)}",
        )
    return None
