"""The strategy `search`: it sees what wins, and keeps to what its player may know."""

from __future__ import annotations

from random import Random

import pytest

from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.core import CHANCE, Move, TooManyMovesError
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats
from validator.simulate.search import FULL, MOST_MOVES, compared, search
from validator.simulate.strategies import SEARCH, choose


def referee_of(game: str, players: int = 2) -> Referee[object]:
    found = load_game(resource("data") / game).game
    assert found is not None
    referee = find_referee(found, seats(players))
    assert referee is not None
    return referee


def reached(referee: Referee[object], steps: int, seed: int) -> object:
    """A position in which a player chooses, after so many steps by chance."""
    random, state = Random(seed), referee.begin(0)
    while True:
        actor = referee.to_act(state)
        assert actor is not None
        if steps <= 0 and actor >= 0 and len(referee.legal(state)) > 1:
            return state
        move = referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
        assert move is not None
        state, steps = referee.apply(state, move), steps - 1


@pytest.mark.parametrize("game", shipped_games())
def test_a_search_finds_a_legal_move_that_depends_on_nothing_hidden(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.simulate.strategies.FULL", FULL._replace(steps=200, depth=30))
    referee = referee_of(game)
    state = reached(referee, 12, 3)
    seat = referee.to_act(state)
    assert seat is not None
    found = choose(SEARCH, referee, state, Random(5))
    assert found is not None
    assert referee.allows(state, found)
    for number in range(3):
        other = referee.shuffled(state, seat, Random(number))
        assert choose(SEARCH, referee, other, Random(5)) == found
    assert len(compared(referee, state, seat, Random(1))) <= MOST_MOVES


def test_a_search_takes_the_move_that_wins() -> None:
    """Nothing but four points in the last turn of the game wins for Ann."""
    referee = referee_of("nine-muses")
    own = {"craft": 4, "hand": ["Heron"]}
    state = referee.place({"round": 5, "Ann": own, "Bob": {"score": 3, "hand": []}})
    found = search(referee, state, 0, Random(1))
    assert found is not None
    assert referee.written(state, found) == "Ann demonstrate craft 4 with Heron"


def test_a_search_does_not_repeat_moves_that_change_nothing() -> None:
    """Choosing an aptitude once more is the only move of some positions that is listed."""
    referee = referee_of("schizonauts")
    state, random, before = referee.begin(0), Random("schizonauts"), 0
    for _ in range(150):
        actor = referee.to_act(state)
        assert actor is not None
        if actor == CHANCE:
            move = referee.chance(state, random)
        else:
            found = compared(referee, state, actor, random)
            assert all(referee.apply(state, each) != state for each in found)
            move = random.choice(found) if found else referee.guess(state, random)  # type: ignore[assignment]
        before += referee.apply(state, move) != state
        state = referee.apply(state, move)
    assert before > 100


def test_of_moves_that_nobody_would_list_a_random_one_is_found() -> None:
    """A hand of Muse with thousands of ways to discard down to the limit."""
    referee = referee_of("muse", 3)
    hand = [*referee.table.cards][:30]
    state = referee.place({"Ann": {"hand": hand}, "narrator": "Ann"})
    state = referee.apply(state, Move(0, "end"))
    with pytest.raises(TooManyMovesError):
        referee.legal(state)
    for number in range(20):
        move = referee.guess(state, Random(number))
        assert move is not None
        assert referee.allows(state, move)
    assert choose(SEARCH, referee, state, Random(1)) is not None


def test_a_search_with_time_ends_in_time() -> None:
    import time

    referee = referee_of("nine-muses")
    state = reached(referee, 10, 1)
    seat = referee.to_act(state)
    assert seat is not None
    begun = time.process_time()
    assert search(referee, state, seat, Random(1), seconds=0.1) is not None
    assert time.process_time() - begun < 5


def test_a_search_beats_players_who_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validator.simulate.strategies.FULL", FULL._replace(steps=600))
    won = 0
    referee = referee_of("nine-muses")
    for index in range(3):
        state, random = referee.begin(0), Random(index)
        while (actor := referee.to_act(state)) is not None:
            if actor == CHANCE:
                move = referee.chance(state, random)
            else:
                name = SEARCH if actor == index % 2 else "random"
                found = choose(name, referee, state, random)
                assert found is not None
                move = found
            state = referee.apply(state, move)
        won += list(referee.winners(state)) == [index % 2]
    assert won >= 2
