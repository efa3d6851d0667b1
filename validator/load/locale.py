"""Translates a game: replaces its texts with those of `locale/xx.yaml`.

Such a file, an overlay, contains the translations of a game's texts at the same places as in the
source, and those of its templates under the English text. IDs, numbers, icons and colours do not
change, so scripts and records have the same meaning in every language. A text keeps the icons and
placeholders of its source.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import PLACEHOLDER, Card, Component, Game
from validator.core.renamed import key_now
from validator.core.resources import resource
from validator.core.translations import PLACE, Translations, flat, plural_of
from validator.core.tree import Columns, Node, Scalar, Sequence, describe
from validator.core.tree import Mapping as MappingNode
from validator.load.markup import ICON, SPAN
from validator.load.phrases import LICENCE, TEXT, Place, Step, phrases
from validator.load.shape import (
    TITLE,
    Anything,
    EntryTable,
    Many,
    MappingShape,
    Reader,
    ShapeField,
    Text,
    optional,
)
from validator.load.text import is_there, read_text
from validator.load.yaml import read_yaml

Said = dict[Place, Scalar]


LANGUAGE = Text(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?", "a language tag, such as 'it'")
LOCALE = MappingShape(
    {
        "language": ShapeField(LANGUAGE),
        "title": optional(TITLE, "the game's name"),
        "tagline": optional(TITLE, "the line under the title"),
        "requires": optional(
            Many(Text()), "what players need besides the kit; as many entries as in game.yaml"
        ),
        "licence": optional(LICENCE, "the texts of the licence"),
        "components": optional(
            EntryTable(
                MappingShape(
                    {
                        "title": optional(TITLE, "the title of the component"),
                        "description": optional(
                            Text(), "the component's line in the list of contents"
                        ),
                    }
                )
            ),
            "component -> title, description",
        ),
        "cards": optional(
            EntryTable(EntryTable(Anything())), "component -> card -> title and text fields"
        ),
        "rules": optional(EntryTable(Text()), "rule id -> statement, with the same {placeholders}"),
        "words": optional(
            EntryTable(Anything()), "English words of the templates -> their translations"
        ),
        "plural": optional(
            Text(), "the formula that gives the plural form for a number n, such as 'n != 1'"
        ),
    }
)
APART = ("language", "words", "plural")  # keys that are not texts of the game
_ICON = re.compile(rf"(?<!\\)({ICON}|{SPAN})")
_BOLD = re.compile(r"(?<!\\)\*\*")


# ---- the texts of a game


# ---- an overlay


def locale_file(game: Game, language: str) -> Path:
    """Return the file with a game's texts in a language."""
    return game.folder / "locale" / f"{language}.yaml"


def languages(folder: Path) -> list[str]:
    """Return the languages that a game's folder has overlays for, in alphabetical order."""
    return sorted(file.stem for file in (folder / "locale").glob("*.yaml"))


@dataclass
class Overlay:
    """The contents of an overlay: translations by place, and words by their English text."""

    language: str
    said: Said = field(default_factory=dict)
    words: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    keys: dict[str, Location] = field(default_factory=dict)  # where each word is named
    locations: dict[str, Location] = field(default_factory=dict)  # where each translated text is
    plural: str = ""


def read_overlay(
    file: Path, name: str, language: str, game: Game | None
) -> tuple[Overlay, list[Problem]]:
    """Return the overlay in a file, and its problems; without a game, only its words are read."""
    text = read_text(file, name)
    overlay = Overlay(language)
    if isinstance(text, Problem):
        return overlay, [text]
    tree, problems = read_yaml(text, name)
    to = Reader()
    if not isinstance(tree, MappingNode):
        if not problems:
            problems.append(
                Problem(Location(name), "expected a mapping. See: pieria docs languages", "shape")
            )
        return overlay, problems
    _head(tree, overlay, to)
    if game is not None:
        match = _Match(game, overlay, to)
        match.top(tree)
        match.sheets(language)
    _words(tree.entries.get("words"), overlay, to)
    return overlay, problems + to.problems


def spreadsheet_overlay(game: Game, language: str) -> Overlay:
    """Return the translations that are stored in columns of spreadsheets."""
    overlay = Overlay(language)
    _Match(game, overlay, Reader()).sheets(language)
    return overlay


def _head(tree: MappingNode, overlay: Overlay, to: Reader) -> None:
    for key, place in tree.keys.items():
        if key not in LOCALE.fields:
            hint = key_now(key, LOCALE.fields) or did_you_mean(key, LOCALE.fields)
            to.say(place, f"unknown name '{key}'{hint}")
    stated = tree.entries.get("language")
    if stated is None:
        to.say(tree, f"'language' is missing; expected {LANGUAGE.name}")
    elif (found := LANGUAGE.read(stated, to)) not in (None, overlay.language):
        to.say(stated, f"the file is named '{overlay.language}', but its `language` is '{found}'")
    plural = tree.entries.get("plural")
    if plural is not None and (rule := Text().read(plural, to)):
        try:
            plural_of(overlay.language, rule)(1)
        except (ValueError, ArithmeticError, RecursionError):
            to.say(plural, f"expected a plural rule, such as 'n != 1', not '{rule}'")
        else:
            overlay.plural = rule


def _words(node: Node | None, overlay: Overlay, to: Reader) -> None:
    if node is None or _empty(node):
        return
    if not isinstance(node, MappingNode):
        to.say(node, f"expected a mapping from English words to others, not {describe(node)}")
        return
    for english, entry in node.entries.items():
        if _empty(entry):  # this text is not translated yet
            continue
        items = entry.items if isinstance(entry, Sequence) else [entry]
        read = [Text().read(item, to) for item in items]  # each reports what is wrong with it
        if None in read:
            continue
        for item in items:
            assert isinstance(item, Scalar)
            _agree(english, item, _named, "%({})s", to)
            overlay.locations.setdefault(flat(item.raw), item.location)
        forms = tuple(item.raw for item in items if isinstance(item, Scalar))
        overlay.words[english] = forms if isinstance(entry, Sequence) else forms[0]
        overlay.keys[english] = node.keys[english].location


def _empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


class _Match:
    """Compares an overlay with the texts of its game, and keeps the translations that fit."""

    def __init__(self, game: Game, overlay: Overlay, to: Reader) -> None:
        self.game = game
        self.overlay = overlay
        self.to = to
        self.texts = phrases(game)
        self.below: dict[Place, list[Step]] = {}
        for place in self.texts:
            for depth, step in enumerate(place):
                names = self.below.setdefault(place[:depth], [])
                if step not in names:
                    names.append(step)

    def top(self, tree: MappingNode) -> None:
        for key, entry in tree.entries.items():
            if key in LOCALE.fields and key not in APART:
                if key in self.below[()]:
                    self.take(entry, (key,))
                else:
                    self.to.say(tree.keys[key], f"{self.game.id} has no '{key}' to translate")

    def sheets(self, language: str) -> None:
        """Add the translations in columns for the language, next to the original columns of the
        cards.
        """
        for part in self.game.components:
            for card in part.cards:
                cells = card.node.said.get(language, {}) if isinstance(card.node, Columns) else {}
                for path, cell in cells.items():
                    steps = (int(step) if step.isdecimal() else step for step in path)
                    place: Place = ("cards", part.id, card.id, *steps)
                    if place in self.overlay.said:
                        where = self.overlay.said[place].location
                        self.to.say(
                            cell,
                            f"{where} also translates this text; remove one of the two",
                            "language",
                        )
                    elif place in self.texts:
                        self.take(cell, place)

    def take(self, node: Node, place: Place) -> None:
        if _empty(node):
            return
        if phrase := self.texts.get(place):
            shape = TITLE if place[-1] in ("title", "tagline") else TEXT
            if shape.read(node, self.to) is None:
                return
            assert isinstance(node, Scalar)
            if place[0] == "rules":
                _agree(phrase.text, node, _braced, "{{{}}}", self.to)
            _agree_markup(phrase.text, node, self.to)
            self.overlay.said[place] = node
            self.overlay.locations.setdefault(flat(node.raw), node.location)
        elif isinstance(node, MappingNode):
            for key, entry in node.entries.items():
                step: Step = key
                if step not in self.below[place] and key.lstrip("-").isdigit():
                    step = int(key)
                if step in self.below[place]:
                    self.take(entry, (*place, step))
                else:
                    self.to.say(node.keys[key], self.unknown(key, place))
        elif isinstance(node, Sequence):
            self.listed(node, place)
        else:
            names = ", ".join(map(str, self.below[place]))
            self.to.say(node, f"expected a mapping with {names}, not {describe(node)}")

    def listed(self, node: Sequence, place: Place) -> None:
        names = self.below[place]
        if not all(isinstance(step, int) for step in names):
            self.to.say(node, f"expected a mapping with {', '.join(map(str, names))}, not a list")
            return
        for index, item in enumerate(node.items):
            if index in names:
                self.take(item, (*place, index))
            elif not _empty(item):
                self.to.say(item, f"the source text has no line {index + 1} to translate here")

    def unknown(self, key: str, place: Place) -> str:
        hint = did_you_mean(key, self.below[place])
        if place in (("cards",), ("components",)):
            return f"no component '{key}'{hint}"
        if place == ("rules",):
            return f"no rule '{key}'{hint}"
        if place[0] == "cards" and len(place) == 2:
            return f"{place[1]} has no card '{key}'{hint}"
        if place[0] == "cards":
            card = self.game.component(str(place[1])).card(str(place[2]))
            if key in card.fields or key in ("id", "copies", "source"):
                return f"'{key}' contains no words, so it is the same in every language"
        return f"no text '{key}' here{hint}"


def _named(text: str) -> set[str]:
    return {match[2] for match in PLACE.finditer(text) if match[2]}


def _braced(text: str) -> set[str]:
    return {match[1] for match in PLACEHOLDER.finditer(text)}


def _agree(source: str, node: Scalar, names: Any, form: str, to: Reader) -> None:
    """Report a translation whose placeholders differ from those of its source."""
    wanted, translated = names(source), names(node.raw)
    for name in sorted(wanted - translated):
        to.say(node, f"{form.format(name)} is missing here, but is in the source text", "language")
    for name in sorted(translated - wanted):
        known = ", ".join(form.format(each) for each in sorted(wanted)) or "no placeholder"
        to.say(
            node, f"{form.format(name)} is not in the source text, which has {known}", "language"
        )


def _times(number: float) -> str:
    """Return a frequency in words: ``1 time``, ``2.5 times``."""
    return f"{number:g} time{'s' * (number != 1)}"


def _agree_markup(source: str, node: Scalar, to: Reader) -> None:
    """Report a translation whose icons, spans or bold parts differ from those of its source."""
    wanted, translated = _ICON.findall(source), _ICON.findall(node.raw)
    for name in dict.fromkeys((*wanted, *translated)):
        if wanted.count(name) != translated.count(name):
            here, there = translated.count(name), wanted.count(name)
            to.say(
                node,
                f"{name} occurs {_times(here)} here, but {_times(there)} in the source text",
                "language",
            )
    before, after = len(_BOLD.findall(source)) // 2, len(_BOLD.findall(node.raw)) / 2
    if before != after:
        to.say(
            node,
            f"**bold** occurs {_times(after)} here, but {_times(before)} in the source text",
            "language",
        )


# ---- a game in another language


def in_language(game: Game, language: str = "") -> tuple[Game, list[Problem]]:
    """Return the translated game, and the problems of its overlay.

    Without a language, the game is unchanged, and the program's own texts are in the game's
    language.
    """
    if language in ("", game.language):
        shared, problems = shared_words(game.language)
        if shared is None:
            return game, problems
        return replace(game, words=_spoken([shared], game.language)), problems
    file = locale_file(game, language)
    name = _beside(game, file)
    if not file.resolve().is_relative_to(game.folder.resolve() / "locale"):
        return game, [
            Problem(Location(name), "the translation file is outside the game's folder", "file")
        ]
    if not is_there(file):
        known = did_you_mean(language, languages(game.folder)) or "; there is none yet"
        return game, [Problem(Location(name), f"no '{language}' for {game.id}{known}", "file")]
    overlay, problems = read_overlay(file, name, language, game)
    shared, found = shared_words(language)
    words = _spoken([each for each in (shared, overlay) if each], language)
    return retranslated(game, overlay.said, words), problems + found


def _beside(game: Game, file: Path) -> str:
    """Return a file's name for messages, written like the names of the game's other files."""
    return (PurePosixPath(game.location.file).parent / "locale" / file.name).as_posix()


def shared_words(language: str) -> tuple[Overlay | None, list[Problem]]:
    """Return translations of the words that the program itself puts on covers, credits and
    boxes.
    """
    file = resource("templates") / "shared" / "locale" / f"{language}.yaml"
    if not is_there(file):
        return None, []
    return read_overlay(file, f"templates/shared/locale/{file.name}", language, None)


def _spoken(overlays: list[Overlay], language: str) -> Translations:
    """Return the translations of several overlays together; later overlays override earlier
    ones.
    """
    entries: dict[str, str | tuple[str, ...]] = {}
    locations: dict[str, Location] = {}
    plural = ""
    for each in overlays:
        entries |= each.words
        locations |= each.locations
        plural = each.plural or plural
    return Translations(language, entries, locations, plural_of(language, plural))


class _Replaced(NamedTuple):
    """The translated texts of a game by their places, and all places that contain one."""

    said: Said
    below: set[Place]

    def of(self, value: Any, *place: Step) -> Any:
        """Return a value with its texts replaced by their translations."""
        if place in self.said:
            return self.said[place].raw
        if place not in self.below:
            return value
        if isinstance(value, tuple):
            return tuple(self.of(each, *place, index) for index, each in enumerate(value))
        if isinstance(value, FrozenMap):
            return FrozenMap({key: self.of(each, *place, key) for key, each in value.items()})
        return value

    def card(self, each: Card, part: str) -> Card:
        place: Place = ("cards", part, each.id)
        if place not in self.below:
            return each
        fields = {name: self.of(value, *place, name) for name, value in each.fields.items()}
        title = self.of(each.title, *place, "title")
        node = _merged(each.node, self.said, self.below, place)
        return replace(each, title=title, fields=FrozenMap(fields), node=node)

    def component(self, each: Component) -> Component:
        return replace(
            each,
            title=self.of(each.title, "components", each.id, "title"),
            description=self.of(each.description, "components", each.id, "description"),
            cards=tuple(self.card(one, each.id) for one in each.cards),
        )


def retranslated(game: Game, said: Said, words: Translations) -> Game:
    """Return the game with some of its texts, and some words of its templates, replaced."""
    to = _Replaced(said, {place[:depth] for place in said for depth in range(len(place))})
    of = to.of
    rules = tuple(
        replace(rule, statement=of(rule.statement, "rules", rule.id), translations=words)
        for rule in game.rules
    )
    spoken = {name: of(getattr(game.licence, name), "licence", name) for name in LICENCE.fields}
    return replace(
        game,
        title=of(game.title, "title"),
        tagline=of(game.tagline, "tagline"),
        requires=of(game.requires, "requires"),
        licence=replace(game.licence, **spoken),
        components=tuple(map(to.component, game.components)),
        rules=replace(game.rules, all=rules),
        language=words.language,
        translation=words.language,
        words=words,
    )


def _merged(node: Node, said: Mapping[Place, Node], below: set[Place], place: Place) -> Node:
    """Return a card's tree with the overlay's texts, so that messages refer to the text that is
    printed.
    """
    if place in said:
        return said[place]
    if place not in below:
        return node
    if isinstance(node, MappingNode):
        made = MappingNode(node.file, node.line, node.column)
        made.keys = node.keys
        for key, each in node.entries.items():
            number = key.lstrip("-").isdigit() and (*place, int(key)) in below | said.keys()
            step: Step = int(key) if number else key
            made.entries[key] = _merged(each, said, below, (*place, step))
        return made
    listed = Sequence(node.file, node.line, node.column)
    if isinstance(node, Sequence):
        listed.items = [
            _merged(each, said, below, (*place, index)) for index, each in enumerate(node.items)
        ]
    else:  # a list in one cell of a table
        listed.items = [each for location, each in said.items() if location[: len(place)] == place]
    return listed
