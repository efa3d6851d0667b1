"""Translates a game into a pseudo-language that reveals untranslatable texts.

Every text gets accents, becomes about a third longer and is put in brackets, as in “[Ŕûûļéš]”. A
text that no longer fits would not fit in German either, and a text without brackets cannot be
translated. `en-XA` is the usual tag.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.faces.renderer import Renderer
from validator.core.location import Location
from validator.core.model import Game
from validator.core.translations import Translations, flat
from validator.core.tree import Scalar
from validator.load.locale import retranslated
from validator.load.markup import ICON, SPAN
from validator.load.phrases import phrases

PSEUDO = "en-XA"
# Each letter with an accent; letters that some typeface of the game lacks are unchanged.
ACCENTS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "áƀçđéƒĝĥíĵķļɱñóþqŕšţûvŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻMÑÓÞQŔŠŢÛVŴẊÝŽ",
        strict=True,
    )
)
VOWELS = "aeiouAEIOU"  # written twice: a text grows by about a third
# Parts of a text that must be kept: escapes, bold and italic, icons, placeholders, addresses, ids
# of rules.
_KEPT = re.compile(
    rf"(\\.|\*+|{ICON}|{SPAN}|"
    r"%%|%\(\w+\)[sd]|\{\w+(?:\.\w+)*\}|https?://\S+|[A-Z]+-[A-Z]+-\d+)"
)
_LETTER = re.compile(r"[^\W\d_]")


def pseudo(text: str, accents: Mapping[str, str] = ACCENTS) -> str:
    """Pseudo-translate a text: ``Pay **two** :coin:`` becomes ``[Páááý **ţŵóó** :coin:]``."""
    parts = _KEPT.split(text)
    if not any(_LETTER.search(part) for part in parts[::2]):
        return text
    parts[::2] = ["".join(_sign(sign, accents) for sign in part) for part in parts[::2]]
    return f"[{''.join(parts)}]"


def _sign(sign: str, accents: Mapping[str, str]) -> str:
    return accents.get(sign, sign) * (2 if sign in VOWELS else 1)


def in_pseudo(source: Game, renderer: Renderer) -> Game:
    """Return the game with all texts, including those of its templates, in the pseudo-language."""
    accents = _accents(source, renderer)
    said = {}
    locations: dict[str, Location] = {}
    for place, phrase in phrases(source).items():
        words = pseudo(phrase.text, accents)
        location = phrase.location
        said[place] = Scalar(location.file, location.line, location.column, words, words)
        locations.setdefault(flat(words), location)
    entries = {}
    for english, location in renderer.templates.marked_words().items():
        entries[english] = pseudo(english, accents)
        locations.setdefault(flat(entries[english]), location)
    words_of = Translations(
        PSEUDO, entries, locations, other=lambda english: pseudo(english, accents)
    )
    return retranslated(source, said, words_of)


def _accents(game: Game, renderer: Renderer) -> dict[str, str]:
    """Return the accented letters that all typefaces of a game contain, by plain letter."""
    families = {str(family) for family in game.theme.fonts.values()}
    faces = [
        renderer.lettering.fonts.face(family, bold)
        for family in sorted(families & renderer.lettering.fonts.families.keys())
        for bold in (False, True)
    ]
    return {
        letter: accent
        for letter, accent in ACCENTS.items()
        if not any(face.word(accent).missing for face in faces)
    }


def unmarked(text: str) -> str:
    """Return the parts of a drawn text that are outside all brackets, or an empty string."""
    rest = text
    while (shorter := re.sub(r"\[[^\[\]]*\]", " ", rest)) != rest:
        rest = shorter
    return " ".join(_KEPT.sub(" ", rest).split())
