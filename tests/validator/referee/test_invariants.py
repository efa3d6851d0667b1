"""The observers see what a count alone would not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import Move, Verb
from validator.referee.invariants import Conservation, Knowledge
from validator.referee.referee import Referee
from validator.referee.registry import find_referee


@pytest.fixture
def table() -> tuple[Referee[Any], Any]:
    game = load_game(resource("data") / "nine-muses").game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    at, random = referee.begin(), Random(1)
    while referee.to_act(at) == -1:
        at = referee.apply(at, referee.chance(at, random))
    return referee, at


def test_a_card_in_two_places_is_seen(table: tuple[Referee[Any], Any]) -> None:
    referee, at = table
    doubled = at._replace(discard=(at.seats[0].hand[0],))
    fault = Conservation(referee).after(at, doubled)
    assert fault == f"{at.seats[0].hand[0]}: 1 too many"


def test_one_card_for_another_is_seen_though_the_number_is_right(
    table: tuple[Referee[Any], Any],
) -> None:
    referee, at = table
    other = next(card for card in at.deck if card != at.seats[0].hand[0])
    first, *rest = at.seats
    first = first._replace(hand=(other, *first.hand[1:]))
    swapped = at._replace(seats=(first, *rest))
    assert "too many" in Conservation(referee).after(at, swapped)


def test_a_token_of_another_kind_is_seen(table: tuple[Referee[Any], Any]) -> None:
    referee, at = table
    craft, science, ethics = at.pool
    fault = Conservation(referee).after(at, at._replace(pool=(craft - 1, science + 1, ethics)))
    assert fault == "craft: 1 missing, science: 1 too many"


def test_a_zone_that_owes_pieces_is_seen(table: tuple[Referee[Any], Any]) -> None:
    """The sum is right: what one zone lacks another has too many."""
    referee, at = table
    (craft, *others), (first, *rest) = at.pool, at.seats
    first = first._replace(held=(first.held[0] + craft + 1, *first.held[1:]))
    owing = at._replace(pool=(-1, *others), seats=(first, *rest))
    assert Conservation(referee).after(at, owing) == "pool: -1 craft"


def test_a_rule_that_peeks_is_seen(
    table: tuple[Referee[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    referee, at = table
    honest = referee.legal

    def peeking(position: Any) -> Any:
        moves = honest(position)
        return moves[: len(moves) - (position.seats[1 - position.turn].hand[0] == "Aesop")]

    monkeypatch.setattr(referee, "legal", peeking)
    knowledge = Knowledge(referee)
    faults = {knowledge.after(at, at) for _ in range(60)}
    assert f"what {referee.players[at.turn]} may do depends on something hidden" in faults


def test_a_guard_that_reads_less_puts_no_earlier_guard_out_of_force() -> None:
    verb = Verb("draw", about="", kind="chance")
    verb.add(lambda _at, _seat, _card, whom: "wrong player" if whom else "", ("X-A-01",))
    verb.add(lambda _at, _seat, card: "" if card else "no card", ("X-A-02",))
    assert not verb.allows(None, Move(-1, "draw", ("7S", 1)))
    assert verb.allows(None, Move(-1, "draw", ("7S", 0)))
