"""Draws a translated kit to find texts that do not fit and words that cannot be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.faces.renderer import Renderer
from generator.kit.build import too_large
from generator.kit.cover import SETS
from generator.kit.options import Options
from generator.kit.pages import KitPages
from generator.kit.renderer import KitRenderer
from generator.sheets.grid import TooLargeError
from generator.sheets.imposition import lay_out
from generator.sheets.paper import PAPERS
from generator.translation.pseudolocale import PSEUDO, unmarked
from generator.translation.words import ID, short
from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.load.phrases import kept_words

_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class FitReport:
    """The result of drawing a kit in a language.

    It lists texts that are too long, and texts that cannot be translated.
    """

    problems: tuple[Problem, ...]  # all kinds except the two below
    # The excess as a fraction of the space; worst first.
    too_long: tuple[tuple[float, Problem], ...]
    unmarked: tuple[Problem, ...]  # only with the pseudo-language


def fits(game: Game, options: Options) -> FitReport:
    """Draw a whole kit, including cover and credits, and check its texts."""
    kit_renderer = KitRenderer(game, options)
    renderer = kit_renderer.renderer
    seen: dict[str, list[Location]] = {}
    if game.translation == PSEUDO:

        def watch(words: str, places: list[Location]) -> None:
            seen.setdefault(unmarked(words), places)

        renderer.usage.watch = watch
    pieces = list(kit_renderer.pieces(lambda: None))
    large = []
    try:
        paper = PAPERS[options.paper]
        body = lay_out(pieces, paper.size, options.sides, options.cutting, paper.grid)
    except TooLargeError as error:
        large, body = [too_large(game, error)], []
    KitPages(kit_renderer).with_front_and_end(body)
    problems = {*kit_renderer.problems, *renderer.usage.problems, *large}
    too_long = [
        (renderer.usage.excess.get(each, 0), each) for each in problems if each.check == "fit"
    ]
    return FitReport(
        tuple(sorted(each for each in problems if each.check != "fit")),
        tuple(sorted(too_long, key=lambda each: (-each[0], each[1]))),
        tuple(_unmarked(renderer, seen)),
    )


def _unmarked(renderer: Renderer, seen: Mapping[str, Sequence[Location]]) -> Iterator[Problem]:
    """Yield a problem for each untranslated word in templates, except for names of people."""
    names = _names(renderer)
    found: dict[tuple[str, int], Problem] = {}
    for text, places in seen.items():
        words = [each for each in _WORD.findall(text) if each not in names]
        if words and places:
            location = _line_of(places, words)
            message = (
                f"“{short(text)}” is not translatable; put it in _(), or move it into the data"
            )
            found.setdefault((location.file, location.line), Problem(location, message, ID))
    yield from sorted(found.values())


def _names(renderer: Renderer) -> set[str]:
    """Return words that are the same in every language.

    They are in names, licences, measures and `word` fields.
    """
    icons, fonts = renderer.usage.icons.values(), renderer.lettering.fonts.families
    texts = [f"{icon.author} {SETS.get(icon.set, icon.set)} {icon.licence}" for icon in icons]
    texts += [f"{name} {fonts[name].licence} {fonts[name].copyright}" for name in fonts]
    texts += [renderer.game.licence.url, *kept_words(renderer.game)]
    return {"mm", "cm", "Letter", *_WORD.findall(" ".join(texts))}


def _line_of(places: Sequence[Location], words: Sequence[str]) -> Location:
    """Return the template line that contains a text.

    `places` are the lines that led to the text.
    """
    for location in places:
        lines = (
            Path(location.file).read_text("utf-8").splitlines()
            if Path(location.file).is_file()
            else []
        )
        line = lines[location.line - 1] if 0 < location.line <= len(lines) else ""
        if any(word.lower() in line.lower() for word in words):
            return location
    return places[0]
