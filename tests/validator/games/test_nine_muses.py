"""Nine Muses: which rule is named first where several are broken."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.script.play import replay_text

load = cache(load_game)
# The pool lacks Craft and Ethics, and Ann's Muses give both.
SCARCE = """game: nine-muses
players: [Ann, Bob]
cards:
  Clio: {benefit: {C: 2, E: 1}}
start:
  pool: [0, 6, 0]
  Ann: {craft: 9, muses: [Clio], hand: [Heron]}
  Bob: {craft: 1, ethics: 2, hand: [Heron]}
---
"""


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("Ann collect from Bob 1 science", "NINE-KNOW-05"),
        ("Ann collect from Bob 3 craft", "NINE-KNOW-03"),
        ("Ann collect from Bob 2 craft", "NINE-KNOW-04"),
        ("Ann collect from Ann 1 craft", "NINE-KNOW-03"),
        ("Ann take 1 craft from Bob", "NINE-KNOW-03"),
        ("Ann take 1 craft from pool", "NINE-KNOW-06"),
    ],
)
def test_a_rule_is_named_before_the_ruling_that_explains_it(move: str, rule: str) -> None:
    (refusal,) = replay_text(f"{SCARCE}{move}\n", "x.play", load).refusals.values()
    assert refusal.rule == rule


def round_of(deck: int) -> tuple[Referee[Any], Any]:
    """The end of a round, with so many cards in the deck; no discard is like one of them."""
    game = load(resource("data") / "nine-muses").game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob", "Cat", "Dov"))
    assert referee is not None
    begun = referee.begin(1)
    first = [card for card in begun.deck if card in ("Heron", "Hypatia")]
    rest = tuple(card for card in begun.deck if card not in ("Heron", "Hypatia"))
    return referee, begun._replace(
        mode="round", round=2, starter=1, deck=tuple(first[:deck]), discard=rest,
        centre=begun.muse_deck[:5], muse_deck=begun.muse_deck[5:],
    )  # fmt: skip


@pytest.mark.parametrize("deck", range(3, 9))
def test_shuffled_discards_reach_the_players_who_are_dealt_to_last(deck: int) -> None:
    referee, state = round_of(deck)
    for seed in range(20):
        move = referee.chance(state, Random(seed))
        assert referee.refusal(state, move) is None
        hands, muses, stated = move.args
        order = [(state.starter + step) % 4 for step in range(4)]
        # The same hands, dealt in the opposite order.
        back = tuple(zip(order, [dict(hands)[seat] for seat in reversed(order)], strict=True))
        refusal = referee.refusal(state, move._replace(args=(tuple(sorted(back)), muses, stated)))
        assert refusal is not None
        assert refusal.rules[:1] == ("NINE-RUL-12",)


@pytest.mark.parametrize(
    ("craft", "words"), [(0, "Ann does not meet"), (3, "Bob meets the condition of")]
)
def test_another_player_fulfils_a_condition_too_only_if_the_caller_does(
    craft: int, words: str
) -> None:
    """Bob always has the Craft that Clio asks for, and Ann only once."""
    text = (
        "game: nine-muses\nplayers: [Ann, Bob]\ncards:\n  Clio: {condition: {C: [3, 99]}}\n"
        "start:\n  centre: [Clio]\n"
        f"  Ann: {{craft: {craft}, hand: [Heron]}}\n  Bob: {{craft: 3, hand: [Heron]}}\n---\n"
        "Ann call Clio with Heron\n"
    )
    (refusal,) = replay_text(text, "x.play", load).refusals.values()
    assert refusal.facts.startswith(words), refusal
