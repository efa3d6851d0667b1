"""Plays many games in batches, with identical results in any process on any machine.

A batch consists of plain values (folder, players, seed, indices). Its games are independent, and
tallies can be joined in any order. The result is therefore the same to the byte, whatever the size
of batches and the number of processes, and even if workers are lost and replaced.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from validator.core.interrupt import uninterrupted
from validator.core.pool import FailedTaskError, LostWorkerError, work_through
from validator.load.game import load_game
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats
from validator.simulate.match import LONGEST, SimulatedGame, play_match
from validator.simulate.resumed import SavedRun
from validator.simulate.tally import Tally

if TYPE_CHECKING:
    from distributed import Client

# duration of a batch: short enough to show progress, long enough to be worth sending
SECONDS = 0.75
GROWTH = 4  # limit of a batch, as a multiple of the games timed so far
PATIENCE = "20s"  # timeout for a cluster that does not answer
RETRIES = 5  # retries of a batch on a cluster
AHEAD = 2  # batches queued for each thread of a cluster, so that none waits for the network


class Batch(NamedTuple):
    """The games `first` to `first + games - 1` of a seed, for one number of players."""

    folder: str
    players: int
    seed: int
    first: int
    games: int
    longest: int = LONGEST
    strategy: str = ""  # strategy of all players; empty for mixed strategies

    def __str__(self) -> str:
        last = self.first + self.games - 1
        games = f"game {self.first}" if self.games == 1 else f"games {self.first} to {last}"
        return f"{games} of seed {self.seed} with {self.players} players"


class AddressError(Exception):
    """Raised for a cluster address that cannot be used; the message explains why."""


class BatchResult(NamedTuple):
    """The tally of a batch, and the seconds that its games took."""

    tally: Tally
    seconds: float
    first: int  # index of the first game


class Outcome(NamedTuple):
    """Tallies by number of players, and why the run stopped if not all games were played."""

    tallies: dict[int, Tally]
    complete: bool
    stopped_by: str = ""


@lru_cache(maxsize=16)
def table(folder: str, players: int) -> Referee[Any]:
    """Return the referee of a game for `players` players. Raises LookupError if there is none."""
    game = load_game(Path(folder)).game
    referee = find_referee(game, seats(players)) if game else None
    if referee is None:
        raise LookupError(f"the game in '{folder}' has no referee")
    return referee


def play_batch(batch: Batch) -> Tally:
    """Play the games of a batch and return their tally."""
    tally = Tally(batch.players)
    for match in matches(batch):
        tally.add(match)
    return tally


def matches(batch: Batch) -> Iterator[SimulatedGame]:
    """Play the games of a batch one by one."""
    referee = table(batch.folder, batch.players)
    for index in range(batch.first, batch.first + batch.games):
        yield play_match(referee, batch.seed, index, batch.longest, batch.strategy)


def timed(batch: Batch) -> BatchResult:
    """Play a batch and measure its duration in seconds, without the time to load the game."""
    table(batch.folder, batch.players)
    started = perf_counter()
    return BatchResult(play_batch(batch), perf_counter() - started, batch.first)


def batches(
    folder: str, players: Sequence[int], games: int, seed: int, longest: int = LONGEST,
    strategy: str = "",
) -> list[Batch]:  # fmt: skip
    """Return one batch of `games` games for each number of players; `run` divides them."""
    return [Batch(folder, count, seed, 0, games, longest, strategy) for count in players]


class Portions:
    """Divides batches into portions that take about `SECONDS` each.

    The number of games in a portion follows from the duration of earlier games; the first portions
    are single games.
    """

    def __init__(self, todo: Sequence[Batch]) -> None:
        self.left = [batch for batch in reversed(todo) if batch.games]
        self.games: Counter[int] = Counter()  # games timed so far, by number of players
        self.seconds: defaultdict[int, float] = defaultdict(float)

    def take(self, workers: int) -> Batch | None:
        """Return the next batch to play, or None if all are taken.

        `workers` is the number of processes; the last portions are smaller, so that all
        processes stay busy.
        """
        if not self.left:
            return None
        whole = self.left.pop()
        size = min(self._size(whole.players), -(-whole.games // workers))
        if rest := whole.games - size:
            self.left.append(whole._replace(first=whole.first + size, games=rest))
        return whole._replace(games=size)

    def _size(self, players: int) -> int:
        timed, seconds = self.games[players], self.seconds[players]
        return max(1, min(GROWTH * timed, int(SECONDS * timed / seconds) if seconds else 1))

    def note(self, played: BatchResult) -> None:
        """Record the duration of a finished batch, which determines the size of the next
        portions.
        """
        self.games[played.tally.players] += played.tally.games
        self.seconds[played.tally.players] += played.seconds


def _left(todo: Sequence[Batch], record: SavedRun) -> list[Batch]:
    """Return the games that have yet to be played according to the saved run."""
    return [
        batch._replace(first=first, games=games)
        for batch in todo
        for first, games in record.left(batch.players, batch.games)
    ]


def run(
    todo: Sequence[Batch],
    jobs: int,
    tick: Callable[[int], object] = lambda _: None,
    cluster: str = "",
    record: SavedRun | None = None,
) -> Outcome:
    """Play all batches and join their tallies. Ctrl-C stops at once and keeps finished games.

    `tick` is called with the number of games that were just finished. A lost worker is replaced and
    its batch repeated; a batch that loses several workers, or fails, stops the run like Ctrl-C.
    Finished games in `record` are not played again, and the record is saved periodically. Raises
    OSError if there is no cluster at the address, AddressError if the address cannot be used, and
    ImportError if the library for clusters is missing.
    """
    tallies: dict[int, Tally] = {}
    if record is not None:
        tallies |= record.tallies
    portions = Portions(todo if record is None else _left(todo, record))
    done = _on_cluster(portions, cluster) if cluster else _here(portions, jobs)
    try:
        for played in done:
            tally = played.tally
            with uninterrupted():  # Ctrl-C does not split the count of a batch
                tallies.setdefault(tally.players, Tally(tally.players)).join(tally)
                if record is not None:
                    record.add(played.first, tally, tallies)
            portions.note(played)
            tick(tally.games)
    except KeyboardInterrupt:
        return Outcome(tallies, False)
    except (LostWorkerError, FailedTaskError) as error:
        return Outcome(tallies, False, str(error))
    finally:
        done.close()
        if record is not None:
            record.write()
    return Outcome(tallies, True)


def _here(portions: Portions, jobs: int) -> Generator[BatchResult, None, None]:
    if jobs > 1:
        yield from work_through(timed, jobs, lambda: portions.take(jobs))
        return
    for batch in portions.left:
        for index in range(batch.first, batch.first + batch.games):
            yield timed(batch._replace(first=index, games=1))


def _on_cluster(portions: Portions, address: str) -> Generator[BatchResult, None, None]:
    """Play batches on a Dask cluster. All workers must have the game's folder at the same path."""
    from distributed import KilledWorker
    from distributed import as_completed as in_any_order

    with _client(address) as client:
        client.wait_for_workers(1, timeout=PATIENCE)
        running = in_any_order()

        def refill() -> None:
            threads = sum(client.nthreads().values()) or 1
            while running.count() < AHEAD * threads and (batch := portions.take(threads)):
                running.add(client.submit(timed, batch, retries=RETRIES, pure=False))

        refill()
        for future in running:
            try:
                played = future.result()
            except KilledWorker as error:
                raise LostWorkerError(str(error)) from None
            except Exception as error:
                words = " ".join(str(error).split()).rstrip(".")
                raise FailedTaskError(f"{type(error).__name__}: {words}") from error
            yield played
            refill()


def _client(address: str) -> Client:
    """Return a connection to a cluster. Raises AddressError if the address is incomplete."""
    from distributed import Client
    from distributed.security import Security

    encrypted = address.startswith(("tls://", "wss://"))
    if encrypted and Security().get_connection_args("client").get("ssl_context") is None:
        raise AddressError(
            "an encrypted connection needs certificates; name their files in Dask's configuration, "
            "distributed.comm.tls, or as DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
            "..._TLS__CLIENT__CERT and ..._TLS__CLIENT__KEY"
        )
    for name in ("distributed", "asyncio"):  # our own message reports what failed
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=PATIENCE)
    except ValueError as error:
        raise AddressError(f"{error}; expected tcp://HOST:PORT or tls://HOST:PORT") from None
