"""How often the strategy `search` wins against another one: seats change from game to game.

python benchmarks/search.py nine-muses --games 40 --against racer
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from random import Random

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE
from validator.referee.registry import find_referee, seats
from validator.simulate.strategies import SEARCH, STRATEGIES, choose

LONGEST = 4_000


def game(name: str, against: str, index: int, seconds: float) -> tuple[float, int, float]:
    """What `search` won of a game of two (a shared win is half), its moves, and its time."""
    loaded = load_game(resource("data") / name).game
    assert loaded is not None
    referee = find_referee(loaded, seats(2))
    assert referee is not None
    mine, random = index % 2, Random(f"search/{name}/{against}/{index}")
    at, moves, spent = referee.begin(0), 0, 0.0
    for _ in range(LONGEST):
        actor = referee.to_act(at)
        if actor is None:
            break
        if actor == CHANCE:
            move = referee.chance(at, random)
        else:
            begun = time.perf_counter()
            found = choose(SEARCH if actor == mine else against, referee, at, random, seconds)
            assert found is not None
            assert referee.allows(at, found)
            move = found
            if actor == mine:
                spent += time.perf_counter() - begun
                moves += 1
        at = referee.apply(at, move)
    winners = referee.winners(at) if referee.to_act(at) is None else ()
    return (1 / len(winners) if mine in winners else 0.0), moves, spent


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--against", default="random", choices=STRATEGIES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.0, help="0: a number of playouts")
    asked = parser.parse_args()
    won, moves, spent = 0.0, 0, 0.0
    for index in range(asked.games):
        share, count, time_ = game(asked.game, asked.against, index, asked.seconds)
        won, moves, spent = won + share, moves + count, spent + time_
    low, high = interval(won, asked.games)
    print(
        f"{asked.game}: search against {asked.against}: {won:g} of {asked.games} won, "
        f"{100 * won / asked.games:.0f} % (95 %: {100 * low:.0f} to {100 * high:.0f}), "
        f"{1000 * spent / max(moves, 1):.0f} ms a move, {moves / asked.games:.0f} moves a game"
    )


if __name__ == "__main__":
    main()
