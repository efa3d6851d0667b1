"""Measures how much of Crazy Eights is luck: how often different players beat a random one.

python benchmarks/luck.py --games 200

The games have two players. `thumb` follows a rule of thumb: keep eights, and play the suit that you
have most of. `search` is the strategy of that name, `longer` is the same with five times as many
steps, and `seer` is one that sees all cards.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

from search import interval

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE, Move
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats
from validator.simulate import search

Player = Callable[[Referee[Any], Any, int, Random], Move]


def thumb(referee: Referee[Any], state: Any, seat: int, _: Random) -> Move:
    """Keep eights, and play the suit that you have most of."""
    moves, table = referee.legal(state), state.table

    def worth(move: Move) -> tuple[bool, int]:
        card, suit = move.args
        suit = suit or table.suit[card]
        same = sum(table.suit[each] == suit for each in state.seats[seat].hand if each != card)
        return table.rank[card] != table.wild, same

    return max(moves, key=worth) if moves[0].verb == "play" else moves[0]


def chance(referee: Referee[Any], state: Any, _: int, random: Random) -> Move:
    """Play a random legal move."""
    found = referee.guess(state, random)
    assert found is not None
    return found


def searcher(steps: int = search.FULL.steps, sees_all: bool = False) -> Player:
    """Return a player that searches for `steps` steps and, with `sees_all`, knows all cards."""

    def player(referee: Referee[Any], state: Any, seat: int, random: Random) -> Move:
        world = (lambda state, *_: state) if sees_all else referee.shuffled
        with patch.object(referee, "shuffled", world):
            effort = search.FULL._replace(steps=steps)
            found = search.search(referee, state, seat, random, effort=effort)
        return found or chance(referee, state, seat, random)

    return player


PLAYERS = {
    "chance": chance,
    "thumb": thumb,
    "search": searcher(),
    "longer": searcher(5 * search.FULL.steps),
    "seer": searcher(sees_all=True),
}


def won(referee: Referee[Any], player: Player, index: int) -> float:
    """Return a player's result in a game against random play; the starting player alternates."""
    mine, state = index % 2, referee.begin(0)
    draws, guesses = Random(f"luck/{index // 2}"), Random(f"luck/players/{index}")
    while (actor := referee.to_act(state)) is not None:
        if actor == CHANCE:
            move = referee.chance(state, draws)
        else:
            move = (player if actor == mine else chance)(referee, state, actor, guesses)
        state = referee.apply(state, move)
    winners = referee.winners(state)
    return 1 / len(winners) if mine in winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", nargs="*", help=", ".join(PLAYERS))
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    game = load_game(resource("data") / "crazy-eights").game
    assert game is not None
    referee = find_referee(game, seats(2))
    assert referee is not None
    for name in asked.player or PLAYERS:
        total = sum(won(referee, PLAYERS[name], index) for index in range(asked.games))
        low, high = (100 * each for each in interval(total, asked.games))
        share = 100 * total / asked.games
        print(f"| {name} | {asked.games} | {share:.0f} | {low:.0f} to {high:.0f} |", flush=True)


if __name__ == "__main__":
    main()
