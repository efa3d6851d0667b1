"""The Nine Muses kit: its counts, its score cards, and words that follow the rules' numbers."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path

from generator.kit.build import build_kit
from generator.kit.cover import placeholders
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from tests.conftest import words_in
from validator.checks import check_game
from validator.core.model import Card, Game
from validator.core.resources import resource
from validator.load.game import load_game

Point = tuple[float, float]


def load(folder: Path) -> Game:
    loaded = load_game(folder)
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game


@lru_cache
def shipped() -> Game:
    return load(resource("data") / "nine-muses")


def printed_reference(game: Game) -> str:
    """The words of a kit's reference cards, front and back."""
    references = replace(game, components=(game.component("references"),))
    built = build_kit(references, Options())
    assert built.problems == ()
    return words_in(built.pdf, slice(2, 4))  # behind the cover


def test_the_shipped_data_are_clean_and_have_the_counts_of_the_rules() -> None:
    game = shipped()
    assert list(check_game(game)) == []
    number = game.rules.number
    assert {each.id: each.pieces for each in game.components} == {
        "philosophers": number("NINE-COMP-05.count"),
        "muses": number("NINE-COMP-02.count"),
        "aristotle": number("NINE-COMP-01.count"),
        "scores": number("NINE-COMP-03.count"),
        "references": number("NINE-COMP-04.count"),
        "tokens": number("NINE-COMP-06.count"),
    }
    decks = [each for each in game.components if each.kind == "deck"]
    assert sum(deck.pieces for deck in decks) == number("NINE-COMP-07.cards")


def test_names_are_those_of_the_rulebook() -> None:
    game = shipped()
    muses = {card.title for card in game.component("muses").cards}
    assert muses == set(game.rules.number("NINE-COMP-02.names"))
    kinds: Counter[str] = Counter()
    for card in game.component("philosophers").cards:
        kinds[card.title] += card.copies
    assert kinds == dict(game.rules.number("NINE-COMP-05.kinds"))


def test_the_kit_builds_and_its_credits_name_every_deck_as_a_placeholder() -> None:
    game = shipped()
    built = build_kit(game, Options())
    assert built.problems == ()
    assert built.pieces >= game.rules.number("NINE-COMP-07.cards")
    decks = {each.title for each in game.components if each.kind == "deck"}
    assert decks <= set(placeholders(game))


def test_a_number_of_the_rules_changes_the_printed_reference(tmp_path: Path) -> None:
    folder = tmp_path / "nine-muses"
    shutil.copytree(resource("data") / "nine-muses", folder)
    rules = folder / "rules.yaml"
    toil = "data: {craft: 1}"
    assert rules.read_text("utf-8").count(toil) == 1
    rules.write_text(rules.read_text("utf-8").replace(toil, "data: {craft: 2}"), "utf-8")
    assert "Toil. Gain 2 Craft." in printed_reference(load(folder))
    assert "Toil. Gain 1 Craft." in printed_reference(shipped())


def test_any_condition_of_the_fields_is_put_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "nine-muses"
    shutil.copytree(resource("data") / "nine-muses", folder)
    muses = folder / "muses.yaml"
    odd = muses.read_text("utf-8")
    for stated, instead in (
        ("{C: [4, 99]}", "{C: [2, 3], E: [0, 0]}"),
        ("{S: [3, 99]}", "{S: [2, 2], most: E}"),
        ("{E: [1, 99]}", "{E: [0, 2], muses: [1, 9]}"),
    ):
        assert stated in odd
        odd = odd.replace(stated, instead)
    muses.write_text(odd, "utf-8")
    game = load(folder)
    renderer, component = KitRenderer(game, Options()).renderer, game.component("muses")

    def face(name: str) -> list[str]:
        svg = renderer.face(component, component.card(name), component.face).svg
        return [" ".join(svg_text.split()) for svg_text in re.findall(r">([^<>]+)</text>", svg)]

    assert {"between", "2–3", "none"} <= set(face("calliope"))
    assert "0" not in face("calliope")
    assert {"exactly", "2", "the most"} <= set(face("clio"))
    assert {"at most", "2", "your Muses: at least", "1"} <= set(face("erato"))
    assert renderer.usage.problems == []


# ---- the score cards, as they lie on the table


def tips(card: Card) -> dict[int, tuple[bool, Point]]:
    """Where the pointer of each digit ends, for the orientation in which the digit is upright."""
    (x, y), (across, down) = card.first, card.step
    places = [(x + i * across, y + i * down) for i in range(len(card.digits))]
    upright = {digit: (False, at) for digit, at in zip(card.digits, places, strict=True)}
    turned = {digit: (True, at) for digit, at in zip(card.turned, places, strict=True)}
    return upright | turned


def meetings(tens: Card, ones: Card, shown: tuple[int, int]) -> list[tuple[int, int]]:
    """Pairs of upright digits whose pointers touch when the cards show a score."""
    above, below = tips(tens), tips(ones)
    (tens_turned, (x, y)), (ones_turned, (to_x, to_y)) = above[shown[0]], below[shown[1]]
    moved = to_x - x, to_y - y
    return [
        (ten, one)
        for (ten, (turned, at)), (one, (other_turned, other)) in product(
            above.items(), below.items()
        )
        if turned == tens_turned
        and other_turned == ones_turned
        and max(abs(at[0] + moved[0] - other[0]), abs(at[1] + moved[1] - other[1])) < 5
    ]


def test_the_score_cards_show_every_score_and_only_one_at_a_time() -> None:
    game = shipped()
    tens, ones = game.component("scores").cards
    rule = game.rules["NINE-COMP-11"]
    scores = [10 * ten + one for ten, one in product(range(10), range(10))]
    assert scores == list(range(rule.lowest, rule.highest + 1))
    for shown in product(range(10), range(10)):
        assert meetings(tens, ones, shown) == [shown]


def test_the_tens_card_lies_over_the_ones_card_and_hides_no_digit_that_counts() -> None:
    component = shipped().component("scores")
    tens, ones = component.cards
    width, height = component.size.width, component.size.height
    assert (tens.points, ones.points) == ("right", "left")
    assert all(x == width for _, (x, _) in tips(tens).values())  # the tip is the card's edge
    for ten, one in product(range(10), range(10)):
        (_, (x, y)), (_, (to_x, to_y)) = tips(tens)[ten], tips(ones)[one]
        left, top = to_x - x, to_y - y  # the ones digit stands to the right of the edge
        overlap = min(width, left + width) - max(0, left), height - abs(top)
        assert overlap[0] > 5
        assert overlap[1] > 20
