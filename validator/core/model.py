"""The model of a game that was read from its files and checked. All values are immutable.

Lengths are millimetres. Every value that messages may refer to keeps its `Location`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem, did_you_mean
from validator.core.sizes import Size
from validator.core.translations import ENGLISH, Translations, gettext_noop
from validator.core.tree import Node, place_of

Kind = Literal["deck", "tile", "token", "sheet", "board", "net"]
Outline = str  # one of `outlines.NAMES`, or path data in millimetres

SOURCES: tuple[str, ...] = ("rulebook", "derived", "advice", "ruling", "original")
MOST_CARDS = 20_000  # designs of a component
KINDS: tuple[str, ...] = ("deck", "tile", "token", "sheet", "board", "net")


class MissingFieldError(AttributeError):
    """Raised for a card field that does not exist or is empty."""

    def __init__(self, card: Card, message: str) -> None:
        super().__init__(message)
        self.location = card.location


@dataclass(frozen=True)
class Card:
    """One design of a component, printed `copies` times: a card, a tile, a token or a sheet."""

    id: str
    title: str
    copies: int
    source: str
    fields: FrozenMap
    node: Node = field(repr=False, compare=False)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return getattr(self.fields, name)
        except AttributeError as error:
            raise MissingFieldError(self, str(error)) from None

    @property
    def location(self) -> Location:
        return self.node.location

    def location_of(self, value: object) -> Location:
        """Return where the card's data contains `value`, or the card's own location if it
        does not.
        """
        return place_of(self.node, value)


@dataclass(frozen=True)
class Component:
    """A deck, a set of tiles or tokens, a sheet or a net: pieces of one size with one template."""

    id: str
    kind: Kind
    title: str
    size: Size
    outline: Outline
    face: str  # template name
    back: str | None  # template name; None: nothing is printed behind it
    cards: tuple[Card, ...]
    count: int | None  # how many pieces the rules require; None if they do not say
    optional: bool  # the game can be played without it
    boxed: bool  # kept in its own tuckbox
    description: str
    source: str
    location: Location
    count_location: Location
    file: str = ""  # file of its cards, as game.yaml names it; empty: they are in game.yaml
    published: str = ""  # the address that `pieria pull` copies the file from
    complete: bool = True  # False: some of its cards could not be read
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)  # shapes
    node: Node | None = field(default=None, repr=False, compare=False)

    @property
    def published_location(self) -> Location:
        """Where game.yaml declares the address from which `pieria pull` copies the file."""
        return self.location if self.node is None else place_of(self.node, self.published)

    @property
    def pieces(self) -> int:
        return sum(card.copies for card in self.cards)

    def card(self, id: str) -> Card:
        """Return the card with this id. Raises KeyError."""
        for card in self.cards:
            if card.id == id:
                return card
        raise KeyError(f"no '{id}' in {self.id}{did_you_mean(id, (c.id for c in self.cards))}")


@dataclass(frozen=True)
class Rule:
    """A rule of the catalogue.

    `data` contains its numbers; `text` is its statement with these filled in.
    """

    id: str
    kind: str
    statement: str
    section: str
    checkable: str
    source: str
    finding: str
    data: FrozenMap
    bounds: FrozenMap  # name of a number -> its minimum and maximum
    location: Location
    node: Node = field(repr=False, compare=False)
    translations: Translations = field(
        default=ENGLISH, repr=False, compare=False
    )  # translations of the words in its data

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self.data[name]
        except KeyError:
            hint = did_you_mean(name, self.data)
            raise AttributeError(f"rule {self.id} has no number '{name}'{hint}") from None

    @property
    def text(self) -> str:
        """The statement with its numbers filled in."""
        return PLACEHOLDER.sub(self._fill, self.statement).replace("{{", "{").replace("}}", "}")

    def _fill(self, match: re.Match[str]) -> str:
        return in_words(walk(self.data, match[1].split("."), self.id), say=self.translations)


RULEBOOK = "rulebook.md"
PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+(?:\.\w+)*)\}(?!\})")


def walk(value: object, path: list[str], owner: str) -> Any:
    """Return the value at a path of names in a rule's data.

    Raises LookupError, whose message says what the data contains instead.
    """
    for step in path:
        if isinstance(value, Mapping):
            key: str | int = (
                int(step) if step.lstrip("-").isdigit() and int(step) in value else step
            )
            if key not in value:
                raise LookupError(f"{owner} has no number '{step}'{did_you_mean(step, value)}")
            value = value[key]
        elif isinstance(value, tuple) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            raise LookupError(f"{owner} has nothing named '{step}'")
    return value


FOR = gettext_noop("for")  # between a value and the number it is for: 8 for 2 players


def in_words(value: object, between: str = ", ", say: Callable[[str], str] = str) -> str:
    """Return a rule's value as kits print it: ``2, 3, 4``, ``d6: 1, d8: 2``, ``8 for 2, 7 for 3``.

    The last form is that of a mapping with whole numbers as keys, such as numbers of players;
    nested values are separated by slashes: ``10/6/2 for 2``. `say` translates words.
    """
    if isinstance(value, Mapping):
        return between.join(
            f"{say(key)}: {in_words(each, '/', say)}"
            if isinstance(key, str)
            else f"{in_words(each, '/', say)} {say(FOR)} {key}"
            for key, each in value.items()
        )
    if isinstance(value, tuple):
        return between.join(in_words(each, "/", say) for each in value)
    if isinstance(value, bool):
        return say("yes" if value else "no")
    return f"{value:g}" if isinstance(value, float) else say(str(value))


@dataclass(frozen=True)
class Rules:
    """The rule catalogue of a game. `version` is the version of the rules, which scripts state."""

    version: str
    all: tuple[Rule, ...]
    file: str
    code: str = ""  # code at the beginning of its rule ids
    _by_id: dict[str, Rule] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_id.update((rule.id, rule) for rule in self.all)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __getitem__(self, id: str) -> Rule:
        try:
            return self._by_id[id]
        except KeyError:
            raise LookupError(f"no rule '{id}'{did_you_mean(id, self._by_id)}") from None

    def number(self, reference: str) -> Any:
        """Return the value for a reference such as ``NINE-COMP-05.kinds.Aesop``.

        Raises LookupError.
        """
        id_, *path = reference.split(".")
        return walk(self[id_].data, path, id_)


class FontFile(NamedTuple):
    """A font for a game's own typeface.

    It is a whole file, one font in a collection, or an instance of a variable font.
    """

    file: str  # below the game's folder
    number: int | None  # index in a collection, from 1
    axes: tuple[tuple[str, float], ...]  # axes of a variable typeface: wght, wdth, ...
    location: Location


class Typeface(NamedTuple):
    """A typeface that comes with a game, with a font file for each style."""

    files: Mapping[str, FontFile]  # by style: regular, bold, italic, bolditalic
    licence: str
    copyright: str
    fallback: tuple[str, ...]  # roles or families that have the characters which this one lacks
    location: Location


@dataclass(frozen=True)
class Theme:
    """The look of a game: colours and typefaces by role, symbols by name."""

    art_direction: str  # the art direction, in a few lines, for those who draw
    fonts: FrozenMap  # role -> family, which is the role where the game brings the typeface
    colours: FrozenMap  # role -> #rrggbb
    low_ink: FrozenMap  # role -> #rrggbb, where it differs when ink is saved
    grey: FrozenMap  # the same for kits in greys
    symbols: FrozenMap  # name -> FrozenMap(icon, file, colour): an icon with a meaning in this
    # game; one of the library, or else a file of the game's own
    location: Location
    typefaces: Mapping[str, Typeface] = field(default_factory=dict)  # by role
    symbol_locations: Mapping[str, Location] = field(
        default_factory=dict, compare=False
    )  # of files


@dataclass(frozen=True)
class Licence:
    """The authors of the game, and the terms on which its kit may be shared."""

    credit: str
    url: str
    licence: str
    notice: str
    # Sentence that says which parts of the kit are not from the rulebook, or an empty string.
    placeholders: str
    location: Location
    spdx: str = ""  # the licence as an SPDX expression; empty if not stated


class Window(NamedTuple):
    """A rectangle on a component's faces from which art for the rulebook is taken.

    It is in mm from the top left corner. `component` may also be ``poster``, the first page of the
    kit.
    """

    component: str
    cards: tuple[str, ...]  # ids or titles; none: all
    box: tuple[float, float, float, float]  # x, y, width, height


NOTHING = FrozenMap({})


class BookStyle(NamedTuple):
    """The settings in which the look of a rulebook differs from that of its kit."""

    fonts: FrozenMap = NOTHING  # head, text or label -> family or role of the theme
    colours: FrozenMap = NOTHING  # coloured element -> #rrggbb or role of the theme
    page_colours: FrozenMap = NOTHING  # component -> colour of pages that explain it
    edge: str = ""  # an ornament at the top of pages
    vignettes: tuple[Window, ...] = ()
    plates: tuple[str, ...] = ()  # components whose back may fill a page
    zones: FrozenMap = NOTHING  # zone -> what figures call it, or component/card on which it lies
    bearers: FrozenMap = NOTHING  # fact with cards that belong to others -> how to find those


PLAIN_BOOK = BookStyle()
# Checks whose problems a designer may allow: they judge the printed result, and read nothing.
WAIVABLE: tuple[str, ...] = (
    "book-card", "book-figure", "book-name", "book-room", "book-term", "box-edge", "counts", "fit",
    "foreign-markup", "frame", "glyphs", "impossible", "last-line", "legible", "name", "ornament",
    "panel", "published", "resolution", "sheets", "tint", "total", "typed-number", "write-in",
)  # fmt: skip


NOWHERE = Location("game.yaml")


class Waiver(NamedTuple):
    """A type of problem that the designer allows.

    It names a check, and the card for which its problems are allowed (all cards, if omitted).
    """

    check: str  # one of WAIVABLE
    card: str  # component/card; empty: all of the game
    reason: str
    location: Location = NOWHERE


@dataclass(frozen=True)
class Game:
    """A game: its printed components and its enforced rules, which come from the same files."""

    id: str
    code: str
    title: str
    tagline: str
    language: str
    players: tuple[int, int]
    minutes: int | None
    age: int | None
    requires: tuple[str, ...]  # what players need besides the kit
    licence: Licence
    theme: Theme
    components: tuple[Component, ...]
    rules: Rules
    folder: Path
    templates: str  # the folder of templates/ that holds the faces
    location: Location
    node: Node = field(repr=False, compare=False)
    # texts of templates and of the kit
    words: Translations = field(default=ENGLISH, repr=False, compare=False)
    translation: str = ""  # the language of its overlay; empty for the language of its files
    waivers: tuple[Waiver, ...] = ()
    book: BookStyle = PLAIN_BOOK
    # Where waivers are that have allowed a problem.
    waived: set[Location] = field(default_factory=set, repr=False, compare=False)

    @property
    def rulebook(self) -> Path:
        """The file with the source of the rulebook in the kit's language.

        It may not exist.
        """
        if self.translation:
            return self.folder / "locale" / f"rulebook.{self.translation}.md"
        return self.folder / RULEBOOK

    @property
    def stem(self) -> str:
        """The beginning of the names of the game's files: ``muse``, or ``muse-fr`` for a
        translation.
        """
        return f"{self.id}-{self.translation}" if self.translation else self.id

    def component(self, id: str) -> Component:
        """Return the component with this id. Raises KeyError."""
        for component in self.components:
            if component.id == id:
                return component
        known = (each.id for each in self.components)
        raise KeyError(f"{self.id} has no component '{id}'{did_you_mean(id, known)}")


class Loaded(NamedTuple):
    """A game, as far as it could be read, with all problems in its files.

    `game` is None if `game.yaml` itself could not be read. It is complete only if there are no
    problems.
    """

    game: Game | None
    problems: list[Problem]
    # Informative only; no reason to distrust the game.
    notes: Sequence[Problem] = ()

    @property
    def warnings(self) -> list[Problem]:
        """The problems that are probably mistakes, although the game can be printed."""
        return [each for each in self.notes if each.level == "warning"]
