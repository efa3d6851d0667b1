"""Many games, in batches that any process on any machine can play: the same numbers everywhere.

A batch is named by plain values (folder, players, seed, indices). Its games know nothing of each
other, and tallies join in any order, so neither the number of processes nor a worker that dies and
comes back changes a byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from validator.load.game import load_game
from validator.referee.find import find_referee, seats
from validator.referee.referee import Referee
from validator.simulate.match import LONGEST, Match, play_match
from validator.simulate.tally import Tally

BATCH = 25  # games: a quarter of a second
PATIENCE = "20s"  # with a cluster that does not answer


class Batch(NamedTuple):
    """So many games of one table."""

    folder: str
    players: int
    seed: int
    first: int
    games: int
    longest: int = LONGEST


@lru_cache(maxsize=16)
def table(folder: str, players: int) -> Referee[Any]:
    """The referee of a game's folder for so many players. Raises LookupError if it has none."""
    game = load_game(Path(folder)).game
    referee = find_referee(game, seats(players)) if game else None
    if referee is None:
        raise LookupError(f"the game in '{folder}' has no referee")
    return referee


def play_batch(batch: Batch) -> Tally:
    """Play the games of a batch."""
    tally = Tally(batch.players)
    for match in matches(batch):
        tally.add(match)
    return tally


def matches(batch: Batch) -> Iterator[Match]:
    """The games of a batch, one by one."""
    referee = table(batch.folder, batch.players)
    for index in range(batch.first, batch.first + batch.games):
        yield play_match(referee, batch.seed, index, batch.longest)


def batches(
    folder: str, players: Sequence[int], games: int, seed: int, longest: int = LONGEST
) -> list[Batch]:
    """So many games for each number of players."""
    return [
        Batch(folder, count, seed, first, min(BATCH, games - first), longest)
        for count in players
        for first in range(0, games, BATCH)
    ]


def run(
    todo: Sequence[Batch],
    jobs: int,
    tick: Callable[[int], object] = lambda _: None,
    cluster: str = "",
) -> tuple[dict[int, Tally], bool]:
    """Tallies by number of players, and whether all was played. Ctrl-C keeps what is done.

    `tick` is told the number of games that were just finished. Raises OSError if there is no
    cluster at the address, ImportError without the library for it.
    """
    tallies: dict[int, Tally] = {}
    done = _on_cluster(todo, cluster) if cluster else _here(todo, jobs)
    try:
        for tally in done:
            tallies.setdefault(tally.players, Tally(tally.players)).join(tally)
            tick(tally.games)
    except KeyboardInterrupt:
        return tallies, False
    finally:
        done.close()
    return tallies, True


def _here(todo: Sequence[Batch], jobs: int) -> Generator[Tally, None, None]:
    if jobs == 1 or len(todo) < 2:
        yield from map(play_batch, todo)
        return
    pool = ProcessPoolExecutor(min(jobs, len(todo)))
    try:
        waiting: list[Future[Tally]] = [pool.submit(play_batch, batch) for batch in todo]
        for future in as_completed(waiting):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _on_cluster(todo: Sequence[Batch], address: str) -> Generator[Tally, None, None]:
    """The same on a Dask cluster. The games' folder must lie at the same place for all workers."""
    from distributed import Client
    from distributed import as_completed as in_any_order

    with Client(address, timeout=PATIENCE) as client:
        waiting = client.map(play_batch, todo, retries=5, pure=False)
        for future in in_any_order(waiting):
            yield future.result()


def cores() -> int:
    """Processes that make sense here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
