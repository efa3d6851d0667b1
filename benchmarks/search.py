"""Measures how often the strategy `search` beats others in games of two, who swap seats.

python benchmarks/search.py nine-muses muse --games 200 --against racer --results search.jsonl

Each game is one line of the results file, written when the game ends; a benchmark that is started
again continues after the last line. Without games to play, it prints the results as a table.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE
from validator.referee.registry import find_referee, seats
from validator.simulate.strategies import SEARCH, STRATEGIES, choose

LONGEST = 6_000


def game(name: str, against: str, index: int, seconds: float) -> dict[str, Any]:
    """Play a game of two; return what `search` won (half if shared) and its processor time."""
    loaded = load_game(resource("data") / name).game
    assert loaded is not None
    referee = find_referee(loaded, seats(2))
    assert referee is not None
    mine, random = index % 2, Random(f"search/{name}/{against}/{index}")
    state, moves, spent, steps = referee.begin(0), 0, 0.0, 0
    while (actor := referee.to_act(state)) is not None and steps < LONGEST:
        steps += 1
        if actor == CHANCE:
            move = referee.chance(state, random)
        else:
            begun = time.process_time()
            found = choose(SEARCH if actor == mine else against, referee, state, random, seconds)
            assert found is not None
            assert referee.allows(state, found)
            move = found
            if actor == mine:
                spent += time.process_time() - begun
                moves += 1
        state = referee.apply(state, move)
    winners = referee.winners(state) if referee.to_act(state) is None else ()
    won = 1 / len(winners) if mine in winners else 0.0
    nobody = not winners
    return {"game": name, "against": against, "index": index, "seconds": seconds,
            "won": won, "nobody": nobody, "moves": moves, "spent": round(spent, 3)}  # fmt: skip


def interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return middle - half, middle + half


def results(file: Path) -> list[dict[str, Any]]:
    """Return the games in a results file."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text().splitlines()]


def table(found: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a Markdown table, with one line per pair of strategies."""
    yield (
        "| game | against | games | won | nobody won | won, % | interval, % | ms per move | moves |"
    )
    yield "|---|---|---:|---:|---:|---:|---|---:|---:|"
    for pair in dict.fromkeys((each["against"], each["game"]) for each in found):
        games = [each for each in found if (each["against"], each["game"]) == pair]
        won = sum(each["won"] for each in games)
        low, high = interval(won, len(games))
        moves = sum(each["moves"] for each in games)
        spent = sum(each["spent"] for each in games)
        nobody = sum(each["nobody"] for each in games)
        yield (
            f"| {pair[1]} | {pair[0]} | {len(games)} | {won:g} | {nobody} | "
            f"{100 * won / len(games):.0f} | {100 * low:.0f} to {100 * high:.0f} | "
            f"{1000 * spent / max(moves, 1):.0f} | {moves / len(games):.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--against", nargs="+", default=["random"], choices=STRATEGIES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.0, help="0: a number of steps")
    parser.add_argument("--results", type=Path, default=Path("search.jsonl"))
    asked = parser.parse_args()
    known = ("game", "against", "index", "seconds")
    done = {tuple(each[key] for key in known) for each in results(asked.results)}
    for against in asked.against:
        for index in range(asked.games):
            for name in asked.game:
                if (name, against, index, asked.seconds) not in done:
                    line = json.dumps(game(name, against, index, asked.seconds))
                    with asked.results.open("a") as file:
                        file.write(line + "\n")
    print(*table(results(asked.results)), sep="\n")


if __name__ == "__main__":
    main()
