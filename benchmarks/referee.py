"""Times the referee and other engines in random games in which every move is checked.

Run it by hand in an environment that has Pieria; `pip install open_spiel chess rlcard` adds the
peers:

    python benchmarks/referee.py                     a minute or two
    python benchmarks/referee.py --rounds 21 --slice 0.4

In one process, each engine gets a slice of time in every round, one after the other, so that other
load on the machine slows all of them. It prints the median over the rounds of each engine's rate,
and of its rate as a multiple of the first engine's in the same round. Times are processor time of
this process.
"""

from __future__ import annotations

import argparse
import importlib.util
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE
from validator.referee.invariants import Conservation
from validator.referee.registry import find_referee, seats
from validator.script.play import replay

PLAYERS = seats(8)
Play = Callable[[Random], Iterator[None]]  # one random game; yields after every move


@dataclass(frozen=True)
class Way:
    """A program that plays random games, and the package that it needs."""

    name: str
    make: Callable[[], Play]
    needs: str = ""

    def missing(self) -> bool:
        return bool(self.needs) and importlib.util.find_spec(self.needs) is None


# ---- Pieria


def table(name: str, players: int) -> Any:
    game = load_game(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, PLAYERS[:players])
    assert referee is not None
    return referee


def pieria(name: str, players: int, mode: str) -> Callable[[], Play]:
    """Return a function that plays random games and counts moves, in one of three modes.

    `found` finds one legal move at a time, `listed` lists all and takes one, and `judged` plays a
    finished game again and checks each move like a line of a script.
    """

    def make() -> Play:
        referee = table(name, players)

        def choose(at: Any, random: Random) -> Any:
            if referee.to_act(at) == CHANCE:
                return referee.chance(at, random)
            if mode == "listed":
                return random.choice(referee.legal(at))
            return referee.guess(at, random)

        def play(random: Random) -> Iterator[None]:
            conservation = Conservation(referee)
            at = referee.begin(0)
            while referee.to_act(at) is not None:
                after = referee.apply(at, choose(at, random))
                assert not conservation.after(at, after)
                at = after
                yield
            assert not conservation.full(at)

        @cache
        def recorded() -> tuple[Any, ...]:
            moves, at, random = [], referee.begin(0), Random(1)
            while referee.to_act(at) is not None:
                moves.append(choose(at, random))
                at = referee.apply(at, moves[-1])
            return tuple(moves)

        def judged(_: Random) -> Iterator[None]:
            conservation = Conservation(referee)
            at = referee.begin(0)
            for move in recorded():
                assert referee.refusal(at, move) is None
                after = referee.apply(at, move)
                assert not conservation.after(at, after)
                at = after
                yield
            assert not conservation.full(at)

        return judged if mode == "judged" else play

    return make


# ---- peers


def open_spiel(name: str) -> Callable[[], Play]:
    def make() -> Play:
        import pyspiel

        if name.startswith("python_"):
            from open_spiel.python import games

            assert games
        game = pyspiel.load_game(name)

        def play(random: Random) -> Iterator[None]:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                yield

        return play

    return make


def chess() -> Play:
    import chess

    def play(random: Random) -> Iterator[None]:
        board = chess.Board()
        while moves := list(board.legal_moves):
            if board.is_game_over():
                return
            board.push(random.choice(moves))
            yield

    return play


def rlcard(name: str) -> Callable[[], Play]:
    def make() -> Play:
        import rlcard

        game = rlcard.make(name).game

        def play(random: Random) -> Iterator[None]:
            game.init_game()
            while not game.is_over():
                game.step(random.choice(list(game.get_legal_actions())))
                yield

        return play

    return make


TABLES = (
    ("nine-muses", "Nine Muses", 4),
    ("dance-of-muses", "Dance of Muses", 4),
    ("muse", "Muse", 4),
    ("sing-o-muse", "Sing! O Muse", 4),
    ("schizonauts", "Schizonauts", 4),
    ("schizonauts", "Schizonauts", 8),
    ("crazy-eights", "Crazy Eights", 4),
)
WAYS = (
    *(
        Way(f"Pieria {title}, {players} players, {what}", pieria(name, players, mode))
        for name, title, players in TABLES
        for mode, what in (("found", "a move found"), ("judged", "judged"))
    ),
    Way("Pieria Nine Muses, 4 players, all listed", pieria("nine-muses", 4, "listed")),
    Way(
        "OpenSpiel crazy_eights, 4 players (C++)",
        open_spiel("crazy_eights(players=4)"),
        "open_spiel",
    ),
    Way("RLCard uno", rlcard("uno"), "rlcard"),
    Way("OpenSpiel python_kuhn_poker", open_spiel("python_kuhn_poker"), "open_spiel"),
    Way("OpenSpiel python_liars_poker", open_spiel("python_liars_poker"), "open_spiel"),
    Way("OpenSpiel python_block_dominoes", open_spiel("python_block_dominoes"), "open_spiel"),
    Way("OpenSpiel python_team_dominoes", open_spiel("python_team_dominoes"), "open_spiel"),
    Way("OpenSpiel python_tic_tac_toe", open_spiel("python_tic_tac_toe"), "open_spiel"),
    Way("OpenSpiel gin_rummy (C++)", open_spiel("gin_rummy"), "open_spiel"),
    Way("python-chess, is_game_over() each ply", lambda: chess(), "chess"),
)


def rate(play: Play, random: Random, seconds: float) -> float:
    """Return moves per second of this process's CPU time, over whole games."""
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in play(random):
            moves += 1
    return moves / spent


def compare(rounds: int, seconds: float) -> None:
    ways = []
    for way in WAYS:
        if way.missing():
            print(f"{way.name}: skipped, `pip install {way.needs}` to measure it")
        else:
            ways.append((way, way.make(), Random(1)))
    rates: dict[str, list[float]] = {way.name: [] for way, _, _ in ways}
    for number in range(rounds + 1):
        for way, play, random in ways:
            found = rate(play, random, seconds)
            if number:  # the first round warms up
                rates[way.name].append(found)
    first = next(iter(rates.values()))
    print(f"{'':48}{'moves/s':>10}{'x first':>9}")
    for name, found in rates.items():
        ratio = statistics.median(a / b for a, b in zip(found, first, strict=True))
        print(f"{name:48}{statistics.median(found):>10,.0f}{ratio:>9.2f}")


# ---- one script


def sixty_moves() -> str:
    """Return a script of 60 moves of a game of four players, including every draw."""
    referee, random = table("nine-muses", 4), Random(3)
    at, lines, moves = referee.begin(0), [], 0
    while referee.to_act(at) is not None:
        chance = referee.to_act(at) == CHANCE
        move = referee.chance(at, random) if chance else random.choice(referee.legal(at))
        lines.append(referee.written(at, move))
        moves += not chance and move.verb != "collect"
        at = referee.apply(at, move)
    assert moves == 60
    head = f"game: nine-muses\nplayers: [{', '.join(PLAYERS[:4])}]\n---\n"
    return head + "\n".join(lines) + "\n= end\n"


def script(rounds: int) -> None:
    load = cache(load_game)
    with tempfile.TemporaryDirectory() as folder:
        file, empty = Path(folder) / "sixty.play", Path(folder) / "empty.play"
        file.write_text(sixty_moves(), "utf-8")
        empty.write_text("game: nine-muses\nplayers: [Ann, Bob]\n---\n", "utf-8")
        inside, whole, bare = [], [], []
        for _ in range(rounds):
            start = time.perf_counter()
            report = replay(file, load=load)
            inside.append(time.perf_counter() - start)
            assert report.ok, report.problems[:1]
            assert report.is_over
            whole.append(process(file))
            bare.append(process(empty))
        beyond = statistics.median(a - b for a, b in zip(whole, bare, strict=True))
    print(f"a script of 60 turns ({len(report.played)} lines):")
    print(f"  replayed in a running process  {statistics.median(inside[1:]) * 1000:6.1f} ms")
    print(f"  `pieria replay`, whole         {statistics.median(whole) * 1000:6.1f} ms")
    print(f"  a script without steps, whole  {statistics.median(bare) * 1000:6.1f} ms")
    print(f"  beyond it                      {beyond * 1000:6.1f} ms")


def process(file: Path) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-m", "generator.cli", "replay", str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=13)
    options.add_argument("--slice", type=float, default=0.3, help="seconds for a way in a round")
    given = options.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {given.rounds} rounds")
    script(given.rounds)
    compare(given.rounds, given.slice)


if __name__ == "__main__":
    main()
