"""Cards in a script's header: read as the deck's own file is read, with the same problems."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from validator.core.location import Problem
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.core.tree import Mapping
from validator.load.game import load_game
from validator.load.yaml import read_yaml
from validator.script.overrides import overridden

MISFIT: dict[str, Any] = {"?": [[]]}  # fits no declared field


@cache
def shipped(name: str) -> Game:
    game = load_game(resource("data") / name).game
    assert game is not None
    return game


def problems_with(name: str, cards: object) -> list[Problem]:
    """The problems of a header that has these cards in line 2."""
    tree, problems = read_yaml(f"game: {name}\ncards: {json.dumps(cards)}\n", "x.play")
    assert isinstance(tree, Mapping)
    assert not problems
    return overridden(shipped(name), tree.entries)[1]


@pytest.mark.parametrize("name", shipped_games())
def test_every_field_of_every_deck_is_checked(name: str) -> None:
    decks = [each for each in shipped(name).components if each.cards and each.fields]
    assert decks
    for deck in decks:
        (card, *_), first = deck.cards, next(iter(deck.fields))
        for field in (*deck.fields, "copies", "source", "id", "title"):
            for cards in ({card.id: {field: MISFIT}}, {deck.id: {card.title: {field: MISFIT}}}):
                found = problems_with(name, cards)
                assert found, (deck.id, field)
                assert {(each.location.file, each.location.line) for each in found} == {
                    ("x.play", 2)
                }
        (typo,) = problems_with(name, {deck.id: {card.id: {f"{first}x": 1}}})
        assert typo.message.startswith(f"unknown name '{first}x'")
        assert problems_with(name, {deck.id: {"Newcomer": {f"{first}x": 1}}})


BAD_CARDS: list[object] = [
    {"title": "Ford"},
    {"title": "Ford", "words": "x", "pirce": {"coins": 1}},
    {"title": "Ford", "words": ["x"], "copies": -1, "source": "me", "id": "A B"},
    {"title": "Ford", "words": "x", "price": {"coins": "many", "barter": 3}},
    {"title": "Ford", "words": "x", "price": {}, "tags": "x"},
    {"words": "x"},
    "Ford",
    [],
]


@pytest.mark.parametrize("card", BAD_CARDS, ids=str)
def test_a_card_has_the_same_problems_in_a_header_as_in_a_file(tiny: Path, card: object) -> None:
    game = load_game(tiny).game
    assert game is not None
    good = {"id": "mill", "title": "Mill", "words": "y"}
    (tiny / "cards.yaml").write_text(json.dumps([good, good, card]), "utf-8")
    tree = read_yaml(json.dumps({"cards": {"cards": [good, good, card]}}), "x.play")[0]
    assert isinstance(tree, Mapping)
    in_file = sorted((each.message, each.check) for each in load_game(tiny).problems)
    in_header = sorted((each.message, each.check) for each in overridden(game, tree.entries)[1])
    assert len(in_file) >= 2  # two cards of the same id, and the bad one
    assert in_header == in_file
