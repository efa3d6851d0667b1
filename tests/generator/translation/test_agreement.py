"""Each verb and noun of what a table says fits its subject: one player, you, or several."""

from __future__ import annotations

import re

import pytest

from generator.translation.completeness import sayings
from generator.translation.moves import move_words
from generator.translation.page_words import table_words
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.load.tabletop import read_tabletop

FORMS = re.compile(r"\[([^|\][]*)\|([^|\][]*)\]")
# Placeholders of players and of several pieces, which may be "you" or "Ann and Bob".
SUBJECTS = (
    "actor|cards|first|guest|judge|keeper|loser|muses|named|narrator|now|other|owner|player"
    "|players|roller|starter|target|to|victim|visitor|voter|who|whom|winner"
)
NUMBERS = "coins|due|have|likes|most|number|placed|size"
NOUNS = "cards|coins|discards|elements|sentences|squares|targets|tokens"


def game_of(name: str) -> Game:
    game = load_game(resource("data") / name).game
    assert game is not None
    return game


def verbs() -> str:
    """The verbs of all games in their third person, as a pattern."""
    texts = [text for name in shipped_games() for text in move_words(game_of(name))]
    pairs = [pair for text in texts for pair in FORMS.findall(text)]
    found = {one for one, several in pairs if re.fullmatch(r"[a-z]+s", one) and several[-1] != "s"}
    assert {"gains", "leads", "is", "studies"} <= found
    return "|".join(sorted(found))


def wrong_forms(text: str, third_person: str) -> str:
    """The first words of a text that fit one subject only; empty if there are none."""
    rest = FORMS.sub("[]", text)
    for pattern in (
        rf"\{{(?:{SUBJECTS})\}}(?:,? (?:who|clearly|still|then))? (?:{third_person})\b",
        rf"\[\].*(?:\band|\bthen|\bwho|,) (?:{third_person})\b",
        rf"\{{(?:{NUMBERS})\}} (?:{NOUNS})\b",
    ):
        if found := re.search(pattern, rest):
            return found[0]
    return ""


@pytest.mark.parametrize("name", shipped_games())
def test_every_verb_has_a_form_for_you_and_for_several(name: str) -> None:
    game, third_person = game_of(name), verbs()
    assert wrong_forms("{owner} [leads|lead] with {hero} and holds {cards}", third_person)
    assert wrong_forms("{who} is judge", third_person)
    texts = [*move_words(game), *read_tabletop(game)[0].values["waits"].values()]
    assert not {text: found for text in texts if (found := wrong_forms(text, third_person))}


@pytest.mark.parametrize(("name", "language"), [("dance-of-muses", "it"), ("muse", "fr")])
def test_a_translated_game_says_its_moves_in_its_language(name: str, language: str) -> None:
    """Each sentence has its placeholders again, and both forms of a verb that needs them."""
    game = game_of(name)
    said = {each.text: each.said for each in sayings(game, language, moves=True)[0]}
    shared = {"you", "your", "{name}'s", "the game is over"}  # of the words of all kits
    own = {*move_words(game), *table_words(game)} & said.keys()
    assert len(own) > 100
    assert not own & shared
    assert not [text for text in own if not said[text]]
    names = re.compile(r"\{[\w']+\}")
    for text in own:
        assert {*names.findall(text)} >= {*names.findall(said[text][0])}, text
        assert not text.startswith("[") or FORMS.search(said[text][0]), text
    spoken = load_game(resource("data") / name, language).game
    assert spoken is not None
    assert not [text for text in shared if spoken.words.pattern(text) == text]
