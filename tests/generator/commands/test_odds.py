"""Chances of decks: as counting all hands gives them, and shown by the command."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import run
from validator.core.frozen_map import FrozenMap
from validator.core.model import Game
from validator.simulate.odds import at_least_one, odds_of


@pytest.mark.parametrize("total", [1, 4, 7])
def test_a_chance_is_that_of_all_hands_counted(total: int) -> None:
    for copies in range(total + 1):
        for drawn in range(total + 1):
            hands = [*combinations(range(total), drawn)]
            held = sum(any(card < copies for card in hand) for hand in hands)
            assert at_least_one(total, copies, drawn) == pytest.approx(held / len(hands))


def test_a_hand_larger_than_the_deck_holds_all_of_it() -> None:
    assert at_least_one(5, 1, 9) == 1


def test_the_curve_counts_copies_in_ascending_order_and_leaves_out_what_is_no_number(
    tiny_game: Game,
) -> None:
    deck = tiny_game.component("cards")
    costs: list[object] = [3, 1, True, "2", None, 1]
    cards = tuple(
        replace(deck.cards[0], id=f"card-{i}", copies=i + 1, fields=FrozenMap({"cost": cost}))
        for i, cost in enumerate(costs)
    )
    odds = odds_of(replace(deck, cards=cards), 2, 1, "cost")
    assert (odds.total, odds.hand, odds.seen) == (21, 2, 3)
    assert [(step.value, step.cards) for step in odds.curve] == [(1, 8), (3, 1)]
    assert odds.curve[1].in_hand == pytest.approx(at_least_one(21, 1, 2))
    assert odds.curve[1].cumulative == pytest.approx(at_least_one(21, 9, 2))
    assert odds.mean == pytest.approx((8 * 1 + 1 * 3) / 9)
    assert odds_of(replace(deck, cards=cards), 2, 1).mean is None


def test_the_command_shows_every_card_and_the_curve(tiny: Path) -> None:
    run("new", "mine")
    said = run("odds", "mine", "--deck", "cards", "--hand", "2", "--draws", "1").output
    assert (
        "Cards: 12 cards; probability of at least one copy in a hand of 2, and among 3 cards"
        in said
    )
    assert "cost: 1.83 on average" in said
    found = json.loads(
        run("odds", "mine", "--hand", "2", "--draws", "1", "--format", "json").output
    )
    deck = next(each for each in found["decks"] if each["deck"] == "cards")
    bell = next(each for each in deck["cards"] if each["id"] == "the-bell")
    assert bell["in_hand"] == pytest.approx(1 - 9 * 8 / (12 * 11))
    assert bell["by_turn"] == pytest.approx(1 - 9 * 8 * 7 / (12 * 11 * 10))
    assert [each["cards"] for each in deck["curve"]] == [5, 4, 3]
    assert deck["curve"][-1]["cumulative"] == 1


def test_the_curve_is_drawn(tiny: Path) -> None:
    run("new", "mine")
    assert run("odds", "mine", "--deck", "cards", "--plot", "curve.svg").exit_code == 0
    drawn = ElementTree.parse("curve.svg").getroot()
    words = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"1", "2", "3", "5", "4"} <= set(words)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--deck", "card"), "no deck 'card'; did you mean 'cards'?"),
        (
            ("--by", "cots", "--deck", "cards"),
            "no number 'cots' on its cards; did you mean 'cost'?",
        ),
    ],
)
def test_wrong_names_are_reported(tiny: Path, options: tuple[str, ...], message: str) -> None:
    run("new", "mine")
    told = run("odds", "mine", *options)
    assert told.exit_code == 2
    assert message in told.output
