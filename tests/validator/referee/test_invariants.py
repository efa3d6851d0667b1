"""The observers see what a count alone would not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.validator.hidden import HiddenPieces
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE
from validator.referee.invariants import Conservation
from validator.referee.pieces import ZoneTracker
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats


@pytest.fixture
def table() -> tuple[Referee[Any], Any]:
    game = load_game(resource("data") / "nine-muses").game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    state, random = referee.begin(), Random(1)
    while referee.to_act(state) == -1:
        state = referee.apply(state, referee.chance(state, random))
    return referee, state


def test_a_card_in_two_places_is_seen(table: tuple[Referee[Any], Any]) -> None:
    referee, state = table
    doubled = state._replace(discard=(state.seats[0].hand[0],))
    fault = Conservation(referee).after(state, doubled)
    assert fault == f"{state.seats[0].hand[0]}: 1 too many"


def test_one_card_for_another_is_seen_though_the_number_is_right(
    table: tuple[Referee[Any], Any],
) -> None:
    referee, state = table
    other = next(card for card in state.deck if card != state.seats[0].hand[0])
    first, *rest = state.seats
    first = first._replace(hand=(other, *first.hand[1:]))
    swapped = state._replace(seats=(first, *rest))
    assert "too many" in Conservation(referee).after(state, swapped)


def test_a_token_of_another_kind_is_seen(table: tuple[Referee[Any], Any]) -> None:
    referee, state = table
    craft, science, ethics = state.pool
    fault = Conservation(referee).after(
        state, state._replace(pool=(craft - 1, science + 1, ethics))
    )
    assert fault == "craft: 1 missing, science: 1 too many"


def test_a_zone_that_owes_pieces_is_seen(table: tuple[Referee[Any], Any]) -> None:
    """The sum is right: what one zone lacks another has too many."""
    referee, state = table
    (craft, *others), (first, *rest) = state.pool, state.seats
    first = first._replace(held=(first.held[0] + craft + 1, *first.held[1:]))
    owing = state._replace(pool=(-1, *others), seats=(first, *rest))
    assert Conservation(referee).after(state, owing) == "pool: -1 craft"


def test_a_rule_that_peeks_is_seen(
    table: tuple[Referee[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    referee, state = table
    honest = referee.legal

    def peeking(position: Any) -> Any:
        moves = honest(position)
        return moves[: len(moves) - (position.seats[1 - position.turn].hand[0] == "Aesop")]

    monkeypatch.setattr(referee, "legal", peeking)
    knowledge = HiddenPieces(referee)
    faults = {knowledge.after(state, state) for _ in range(60)}
    assert f"what {referee.players[state.turn]} may do depends on something hidden" in faults


@pytest.mark.parametrize(
    "name", sorted(file.parent.name for file in resource("data").glob("*/game.yaml"))
)
def test_the_zones_that_a_step_changes_lead_from_all_zones_before_to_all_after(name: str) -> None:
    """What is followed step by step is what looking at the whole state finds."""
    game = load_game(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, seats(min(4, game.players[1])))
    assert referee is not None
    pieces, random, state = ZoneTracker(referee), Random(5), referee.begin(0)
    known = list(referee.fields.parts(state))
    for number in range(120):
        actor = referee.to_act(state)
        if actor is None:
            break
        move = referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
        assert move is not None
        after = referee.apply(state, move)
        if number == 20:  # a step from another state than the latest
            pieces.step(after, state)
        pieces.step(state, after)
        for place, _, now in pieces.changes:
            known[place] = now
        assert tuple(known) == referee.fields.parts(after)
        assert len(pieces.layout) == len(known)
        state = after
