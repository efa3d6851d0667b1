"""Lists what a translator still has to do: texts to translate and unused translations to remove.

It finds the texts in templates and in the program; nothing is printed for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.faces.renderer import Renderer
from generator.translation.moves import move_words
from generator.translation.page_words import page_words, table_words
from generator.translation.words import ID, renderer_of, short, wanted_words
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import PLACEHOLDER, Game, walk
from validator.core.tree import CellContent
from validator.load.locale import (
    Overlay,
    locale_file,
    read_overlay,
    shared_words,
    spreadsheet_overlay,
)
from validator.load.phrases import Place, phrases
from validator.referee.registry import requirements_of, ruleset_of

_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Translated:
    """The completeness of a translation: its missing and its unused texts.

    Rules that no sheet prints are counted separately.
    """

    game: str
    language: str
    done: int  # texts and words; the tool's own do not count if the tool translates them
    all: int
    rules_done: int
    rules: int
    missing: tuple[Problem, ...]  # where the source says it
    unused: tuple[Problem, ...]  # where the overlay says it

    @property
    def percent(self) -> int:
        """The percentage of texts that are translated; it is 100 only if none is missing."""
        return 100 * self.done // self.all if self.all else 100


def translated(source: Game, language: str) -> Translated:
    """Return which texts a game's overlay lacks, and which of its texts are unused.

    `source` is the untranslated game.
    """
    file = locale_file(source, language)
    name = (Path(source.location.file).parent / "locale" / file.name).as_posix()
    own = read_overlay(file, name, language, source)[0]
    shared = shared_words(language)[0] or Overlay(language)
    renderer = renderer_of(source)
    printed = renderer.templates.printed_rules()
    texts = phrases(source)
    found = [each for each in _sayings(source, own, shared, renderer)
             if each.place[0] != "rules" or each.place[1] in printed]  # fmt: skip
    missing = [_missing(each.location, each.text, language, each.where) for each in found
               if not each.said]  # fmt: skip
    done = len(found) - len(missing)
    words = {**wanted_words(renderer), **_brought(source), **_zones(source)}
    known = {*words, *_at_a_table(source), *(each for each, _ in _rule_words(source))}
    rules = [place for place in texts if place[0] == "rules"]
    missing = sorted(set(missing))
    return Translated(
        source.id,
        language,
        done,
        done + len(missing),
        sum(place in own.said for place in rules),
        len(rules),
        tuple(missing),
        tuple(
            _unused(location, each, known)
            for each, location in own.keys.items()
            if each not in known
        ),
    )


def _at_a_table(source: Game) -> dict[str, Location]:
    """Return the texts that people read when they play on the screen.

    They are sentences about moves, texts of `table.yaml`, and those of the page itself.
    """
    if ruleset_of(source) is None:
        return {}
    return {**page_words(), **table_words(source), **move_words(source)}


@dataclass(frozen=True)
class SourceText:
    """A translatable text of a game, with its translation."""

    place: Place  # in an overlay; of a word ("words", English)
    text: str
    location: Location
    said: tuple[str, ...]  # its forms, of which only a word has several; empty: not translated
    in_sheet: bool = False  # in a column of the language, so that no overlay says it

    @property
    def where(self) -> str:
        """The place of the text in an overlay: ``cards: muses: clio: title``, or ``words``."""
        return "words" if self.place[0] == "words" else ": ".join(map(str, self.place))


def sayings(source: Game, language: str, moves: bool = False) -> tuple[list[SourceText], str]:
    """Return all texts that an overlay can contain, in the overlay's order, and its plural rule.

    `source` is the untranslated game. `moves` adds the texts for play on the screen: sentences of
    the referee, and texts of `table.yaml` and of the page. Kits do not contain them, so a
    translation is complete without them. Raises ValueError if an existing overlay cannot be read.
    """
    file = locale_file(source, language)
    own = spreadsheet_overlay(source, language)
    if file.exists():
        own, problems = read_overlay(file, file.as_posix(), language, source)
        if problems:
            raise ValueError(str(problems[0]))
    shared = shared_words(language)[0] or Overlay(language)
    found = {each.place: each for each in _sayings(source, own, shared, renderer_of(source))}
    for english, location in _at_a_table(source).items():
        if english in shared.words and english not in own.words:
            continue
        forms = own.words.get(english, ())
        if moves or forms:
            all_forms = (forms,) if isinstance(forms, str) else forms
            saying = SourceText(("words", english), english, location, all_forms)
            found.setdefault(saying.place, saying)
    return list(found.values()), own.plural


def _sayings(
    source: Game, own: Overlay, shared: Overlay, renderer: Renderer
) -> Iterator[SourceText]:
    """Yield the texts, except for rules that nothing prints and for the program's own words."""
    printed = renderer.templates.printed_rules()
    for place, phrase in phrases(source).items():
        if place[0] != "rules" or place[1] in printed or place in own.said:
            node = own.said.get(place)
            said = () if node is None else (node.raw,)
            yield SourceText(
                place, phrase.text, phrase.location, said, isinstance(node, CellContent)
            )
    names = {source.licence.credit, source.licence.url, source.licence.licence}
    words = {**wanted_words(renderer), **_brought(source), **_zones(source)}
    for english, location in _rule_words(source, own):
        if english not in names and _LETTER.search(english):
            words.setdefault(english, location)
    for english, location in words.items():
        forms = own.words.get(english, ())
        if forms or english not in shared.words:
            all_forms = (forms,) if isinstance(forms, str) else forms
            yield SourceText(("words", english), english, location, all_forms)


def _brought(source: Game) -> dict[str, Location]:
    """Return the supplies that players must add to the kit, which the cover lists."""
    return {each.what: source.location for each in requirements_of(source) if each.bring}


def _zones(source: Game) -> dict[str, Location]:
    """Return the names of zones in positions that a rulebook draws."""
    ruleset = ruleset_of(source)
    if ruleset is None or not source.rulebook.is_file():
        return {}
    players = [f"Player {number}" for number in range(min(source.players))]
    names = ruleset.referee(source, players).fields.zone_names
    return {name: Location(f"{source.folder.name}/{source.rulebook.name}") for name in names}


def _missing(location: Location, text: str, language: str, where: str) -> Problem:
    return Problem(location, f"“{short(text)}” has no translation in '{language}' ({where})", ID)


def _unused(location: Location, english: str, known: set[str]) -> Problem:
    near = did_you_mean(english, known)
    hint = near if near.startswith("; did") else ""
    return Problem(location, f"no template and no rule uses “{short(english)}”{hint}", ID)


def _rule_words(game: Game, said: Overlay | None = None) -> Iterator[tuple[str, Location]]:
    """Yield the words in rules' data that statements print, such as ``up`` and ``yes``.

    Words that are not in `said` are left out.
    """
    for rule in game.rules:
        if said is not None and ("rules", rule.id) not in said.said:
            continue
        for match in PLACEHOLDER.finditer(rule.statement):
            for english in _words_in(walk(rule.data, match[1].split("."), rule.id)):
                yield english, rule.location


def _words_in(value: object) -> Iterator[str]:
    if isinstance(value, bool):
        yield "yes" if value else "no"
    elif isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (key for key in value if isinstance(key, str))
        for each in value.values():
            yield from _words_in(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _words_in(each)
