"""Times simulated games that are checked at every step, and random play in other frameworks.

Run it by hand in an environment that has Pieria. `pip install rlcard open_spiel` adds the peers in
Python; boardgame.io needs a folder in which `npm install boardgame.io` was run:

    python benchmarks/simulate.py --games 10000 --jobs 2
    python benchmarks/simulate.py --boardgame-io FOLDER

Pieria's games are timed as whole processes of `pieria simulate`: in half of them, players follow a
strategy; in all, pieces are conserved, and peaks and rules counted. Peers play random moves and
count nothing.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

BOARDGAME_IO = """
const { Client } = require('boardgame.io/client');
const { TicTacToe } = { TicTacToe: {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { clickCell: ({ G, playerID }, id) => {
    if (G.cells[id] !== null) return 'INVALID_MOVE';
    G.cells[id] = playerID; } },
  endIf: ({ G, ctx }) => {
    const lines = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
    if (lines.some(l => l.every(i => G.cells[i] === ctx.currentPlayer)))
      return { winner: ctx.currentPlayer };
    if (G.cells.every(c => c !== null)) return { draw: true };
  } } };
const start = process.hrtime.bigint(); let moves = 0;
while (Number(process.hrtime.bigint() - start) < SECONDS * 1e9) {
  const client = Client({ game: TicTacToe, debug: false }); client.start();
  while (!client.getState().ctx.gameover) {
    const free = client.getState().G.cells.map((c, i) => c === null ? i : -1).filter(i => i >= 0);
    client.moves.clickCell(free[Math.floor(Math.random() * free.length)]); moves++;
  }
  client.stop();
}
console.log(moves / (Number(process.hrtime.bigint() - start) / 1e9));
"""


def pieria(game: str, players: str, games: int, jobs: int) -> None:
    """Time a whole process of `pieria simulate`, from its start to the certificate."""
    start = time.perf_counter()
    told = subprocess.run(
        [sys.executable, "-m", "generator.cli", "simulate", game, "--players", players,
         "--games", str(games), "--jobs", str(jobs), "--format", "json"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    seconds = time.perf_counter() - start
    tally = json.loads(told)["players"]
    moves = sum(steps * number for each in tally.values() for steps, number in each["steps"])
    played = sum(number for each in tally.values() for _, number in each["steps"])
    words = f"Pieria {game}, {players} players, {jobs} processes"
    print(f"{words:52}{played:>8,} games{seconds:>8.1f} s{moves / seconds:>10,.0f} moves/s")


def rate(play: Callable[[Random], int], seconds: float) -> float:
    """Return moves per second, over whole games."""
    random, moves, start = Random(1), 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        moves += play(random)
    return moves / spent


def rlcard(game: str) -> Callable[[Random], int]:
    import rlcard as library

    env = library.make(game, config={"seed": 1})

    def play(random: Random) -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


def open_spiel(name: str) -> Callable[[Random], int]:
    import pyspiel
    from open_spiel.python import games

    assert games
    game = pyspiel.load_game(name)

    def play(random: Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def boardgame_io(folder: Path, seconds: float) -> float:
    script = BOARDGAME_IO.replace("SECONDS", str(seconds))
    told = subprocess.run(
        ["node", "-e", script], capture_output=True, text=True, check=True, cwd=folder
    )
    return float(told.stdout)


def main() -> None:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("--games", type=int, default=10_000, help="default %(default)s")
    words.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    words.add_argument("--seconds", type=float, default=3.0, help="for each peer (%(default)s)")
    words.add_argument("--boardgame-io", type=Path, metavar="FOLDER")
    asked = words.parse_args()
    for game, players in (("nine-muses", "3"), ("dance-of-muses", "3")):
        pieria(game, players, asked.games, asked.jobs)
    peers: list[tuple[str, str, Callable[[], Callable[[Random], int]]]] = [
        ("RLCard uno", "rlcard", lambda: rlcard("uno")),
        ("RLCard gin-rummy", "rlcard", lambda: rlcard("gin-rummy")),
        ("OpenSpiel python_tic_tac_toe", "pyspiel", lambda: open_spiel("python_tic_tac_toe")),
    ]
    for name, needs, make in peers:
        if importlib.util.find_spec(needs) is None:
            print(f"{name}: skipped, `pip install` it to measure it")
        else:
            print(f"{name + ', one process':52}{rate(make(), asked.seconds):>34,.0f} moves/s")
    if asked.boardgame_io and shutil.which("node"):
        found = boardgame_io(asked.boardgame_io, asked.seconds)
        print(f"{'boardgame.io tic-tac-toe, one process':52}{found:>34,.0f} moves/s")


if __name__ == "__main__":
    main()
