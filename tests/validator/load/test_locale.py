"""A game in another language: its texts replaced, all else the same; bad overlays are located."""

from __future__ import annotations

from pathlib import Path

import pytest

from validator.core.model import Game
from validator.core.translations import Translations, filled, plural_of
from validator.load.game import load_game
from validator.load.phrases import phrases

GOOD = """\
language: it
title: Piccolo
licence: {notice: Stampa a piacere.}
components: {cards: {title: Carte}}
cards:
  cards:
    ford: {title: Guado, words: "Paga **due** :coin: e passa."}
    mill:
      title: Mulino
      tags: [pietra, acqua]
rules:
  TINY-SETUP-01: "Da {min} a {max} giocatori."
words:
  "Hands: %(n)s": "Mani: %(n)s"
"""


def overlay(folder: Path, text: str, language: str = "it") -> None:
    (folder / "locale").mkdir(exist_ok=True)
    (folder / "locale" / f"{language}.yaml").write_text(text, "utf-8")


def italian(folder: Path) -> Game:
    loaded = load_game(folder, "it")
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game


def test_an_overlay_replaces_texts_and_nothing_else(tiny: Path) -> None:
    overlay(tiny, GOOD)
    game = italian(tiny)
    source = load_game(tiny).game
    assert source is not None
    assert (game.title, game.language, game.stem) == ("Piccolo", "it", "tiny-it")
    assert game.licence.notice == "Stampa a piacere."
    assert game.licence.licence == source.licence.licence
    cards, before = game.component("cards"), source.component("cards")
    assert [card.title for card in cards.cards] == ["Guado", "Mulino", "Hill"]
    assert [(card.id, card.copies) for card in cards.cards] == [
        (card.id, card.copies) for card in before.cards
    ]
    assert cards.card("mill").tags == ("pietra", "acqua")
    assert cards.card("mill").words == before.card("mill").words
    assert cards.card("ford").price == before.card("ford").price
    assert game.rules["TINY-SETUP-01"].text == "Da 2 a 4 giocatori."
    assert game.words("Hands: %(n)s", n=3) == "Mani: 3"
    assert game.words("Not known: %(n)s", n=3) == "Not known: 3"


def test_messages_point_to_what_is_printed(tiny: Path) -> None:
    overlay(tiny, GOOD)
    ford = italian(tiny).component("cards").card("ford")
    assert str(ford.location_of(ford.words)) == "tiny/locale/it.yaml:7:33"
    assert ford.location_of(2).file == "tiny/cards.yaml"


def test_every_text_can_be_said(tiny: Path) -> None:
    game = load_game(tiny).game
    assert game is not None
    places = phrases(game)
    assert ("cards", "cards", "mill", "tags", 1) in places
    assert ("licence", "placeholders") in places
    assert not any("price" in place and "coins" in place for place in places)


WRONG = {
    "cards: {cardz: {}}": "1:9: no component 'cardz'",
    "cards: {cards: {fort: {title: X}}}": "1:17: cards has no card 'fort'; did you mean 'ford'?",
    "cards: {cards: {ford: {wordz: X}}}": "1:24: no text 'wordz' here; did you mean 'words'?",
    "cards: {cards: {ford: {copies: X}}}": "1:24: 'copies' contains no words, so it is the same",
    "cards: {cards: {ford: {price: X}}}": "1:24: 'price' contains no words",
    "cards: {cards: {ford: {title: [X]}}}": "1:31: expected text, not a list",
    "cards: {cards: {ford: X}}": "1:23: expected a mapping with title, words, not 'X'",
    "cards: {cards: {ford: {title: true}}}": "1:31: expected text, not 'true'",
    "cards: {cards: {mill: {tags: [A, B, C]}}}": "1:37: the source text has no line 3",
    "cards: {cards: {ford: {words: Paga **due**.}}}": (
        "1:31: :coin: occurs 0 times here, but 1 time in the source text"
    ),
    "cards: {cards: {ford: {words: 'Paga due :coin:.'}}}": (
        "**bold** occurs 0 times here, but 1 time in the source text"
    ),
    "rules: {TINY-SETUP-01: 'Fino a {max}.'}": (
        "1:24: {min} is missing here, but is in the source text"
    ),
    "rules: {TINY-SETUP-01: '{min}-{max} {n}'}": (
        "1:24: {n} is not in the source text, which has {max}"
    ),
    "rules: {TINY-SETUP-09: Niente.}": "1:9: no rule 'TINY-SETUP-09'; did you mean 'TINY-",
    "words: {'%(n)s suns': 'soli'}": "1:23: %(n)s is missing here, but is in the source text",
    "tagline: Nulla": "1:1: tiny has no 'tagline' to translate",
    "cardz: {}": "1:1: unknown name 'cardz'; did you mean 'cards'?",
    "plural: (n": "1:9: expected a plural rule",
    "[": "1:1: this [ is not closed",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_does_not_fit_the_source_is_reported(tiny: Path, text: str) -> None:
    overlay(tiny, f"{text}\nlanguage: it\n")
    told = [str(problem) for problem in load_game(tiny, "it").problems]
    assert any(WRONG[text] in each for each in told), told
    assert all(each.startswith("tiny/locale/it.yaml:") for each in told)


def test_a_language_that_is_not_there_or_not_its_own(tiny: Path) -> None:
    assert "no 'it' for tiny; there is none yet" in str(load_game(tiny, "it").problems[0])
    overlay(tiny, "language: fr\n")
    assert "the file is named 'it', but its `language` is 'fr'" in str(
        load_game(tiny, "it").problems[0]
    )
    assert "known: it" in str(load_game(tiny, "de").problems[0])


def test_words_that_a_rule_prints_are_translated(tiny: Path) -> None:
    rules = (tiny / "rules.yaml").read_text("utf-8")
    rules = rules.replace(
        "There are {count} cards.", "'{count} cards, face-{face}; sleeved: {sleeved}.'"
    )
    rules = rules.replace("data: {count: 5}", "data: {count: 5, face: down, sleeved: true}")
    (tiny / "rules.yaml").write_text(rules, "utf-8")
    overlay(
        tiny,
        "language: it\nwords: {down: coperte}\n"
        "rules: {TINY-COMP-01: '{count} carte {face}; bustine: {sleeved}.'}\n",
    )
    assert italian(tiny).rules["TINY-COMP-01"].text == "5 carte coperte; bustine: sì."


def test_a_game_of_its_own_language_speaks_it_throughout(tiny: Path) -> None:
    text = (tiny / "game.yaml").read_text("utf-8")
    (tiny / "game.yaml").write_text(text + "language: it\n", "utf-8")
    game = load_game(tiny).game
    assert game is not None
    assert game.words("Cover") == "Copertina"
    assert game.stem == "tiny"


def test_words_are_filled_in_and_take_their_plural() -> None:
    assert filled("100 %% of %(n)s, 5 %", {"n": 3}) == "100 % of 3, 5 %"
    with pytest.raises(LookupError, match=r"no value for %\(n\)s"):
        filled("%(n)s", {})
    slavic = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    forms = Translations(
        "pl", {"%(num)s suns": ("slonce", "slonca", "slonc")}, plural=plural_of("", slavic)
    )
    said = [forms.many("%(num)s sun", "%(num)s suns", number) for number in (1, 3, 5)]
    assert said == ["slonce", "slonca", "slonc"]
    french = Translations("fr", {"a sun": "un soleil", "suns": "soleils"}, plural=plural_of("fr"))
    assert [french.many("a sun", "suns", number) for number in (0, 1, 2)] == [
        "un soleil", "un soleil", "soleils"
    ]  # fmt: skip


def test_numbers_have_the_sign_of_their_language() -> None:
    said = [Translations(tag).number(49.5) for tag in ("en", "it", "pt-BR")]
    assert said == ["49.5", "49,5", "49,5"]
    assert Translations("it").number(90.0) == "90"


def test_an_overlay_from_elsewhere_is_not_read(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("language: it\n", "utf-8")
    (tiny / "locale").mkdir()
    (tiny / "locale" / "it.yaml").symlink_to(tmp_path / "other.yaml")
    for language in ("it", "../../other"):
        told = load_game(tiny, language).problems
        assert [problem.message for problem in told] == [
            "the translation file is outside the game's folder"
        ]
