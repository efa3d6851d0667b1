"""Batches sized by time, workers that are lost, and Ctrl-C: with real processes and signals."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from validator.core.resources import resource
from validator.simulate.batch import GROWTH, SECONDS, Batch, BatchResult, Portions, batches, run
from validator.simulate.tally import Tally

pty = pytest.importorskip("pty")  # processes and signals as POSIX has them
HOME = str(resource("data") / "nine-muses")
SOON = 60.0  # seconds; generous, so that a busy machine fails no test


def until(condition: Callable[[], bool], seconds: float = SOON) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not (true := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return true


# ---- sizes of batches


def divided(seconds_of_a_game: float, games: int, workers: int) -> list[Batch]:
    portions = Portions(batches("game", (2, 3), games, 1))
    found = []
    while (batch := portions.take(workers)) is not None:
        found.append(batch)
        tally = Tally(batch.players, games=batch.games)
        portions.note(BatchResult(tally, seconds_of_a_game * batch.games, batch.first))
    return found


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.2, 3.0])
@pytest.mark.parametrize("workers", [1, 3])
def test_every_game_is_in_one_batch(seconds: float, workers: int) -> None:
    found = divided(seconds, 100, workers)
    played = [(b.players, i) for b in found for i in range(b.first, b.first + b.games)]
    assert played == [(players, index) for players in (2, 3) for index in range(100)]


def test_batches_are_sized_by_time() -> None:
    sizes = [batch.games for batch in divided(0.01, 1000, 2) if batch.players == 2]
    assert sizes[0] == 1  # so that progress shows from the first game on
    assert max(sizes) == round(SECONDS / 0.01)
    assert all(size <= GROWTH * sum(sizes[:i]) for i, size in enumerate(sizes) if i)
    assert {batch.games for batch in divided(3.0, 20, 2)} == {1}


# ---- lost workers


def test_a_killed_worker_changes_nothing() -> None:
    todo = batches(HOME, (2,), 60, 3)
    killed: set[BaseProcess] = set()

    def kill_one(_: int) -> None:
        for victim in multiprocessing.active_children():
            if len(killed) < 2 and victim not in killed:  # one batch is lost twice at most
                victim.kill()
                killed.add(victim)
                break

    outcome = run(todo, 2, kill_one)
    assert len(killed) == 2
    assert outcome == run(todo, 1)
    assert multiprocessing.active_children() == []


def test_a_failure_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails_late(batch: Batch) -> BatchResult:
        if batch.first == 6:
            raise LookupError("the folder is gone")
        return BatchResult(Tally(batch.players, games=batch.games), 1.0, batch.first)

    monkeypatch.setattr("validator.simulate.batch.timed", fails_late)
    tallies, complete, stopped_by = run(batches(HOME, (2,), 9, 1), 2)
    assert not complete
    assert tallies[2].games >= 5
    assert stopped_by == "game 6 of seed 1 with 2 players: LookupError: the folder is gone"


# ---- Ctrl-C


@contextmanager
def simulating(jobs: int) -> Iterator[tuple[subprocess.Popen[str], Callable[[], str]]]:
    """`pieria simulate` without an end, and what its terminal shows so far."""
    terminal, theirs = pty.openpty()
    os.set_blocking(terminal, False)
    shown = ""

    def look() -> str:
        nonlocal shown
        with suppress(OSError):
            shown += os.read(terminal, 65536).decode()
        return shown

    command = ["simulate", "nine-muses", "--players", "2", "--games", "1000000", "-j", str(jobs)]
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", *command],
        stdout=subprocess.PIPE, stderr=theirs, text=True, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        yield process, look
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        os.close(terminal)


def children(process: subprocess.Popen[str]) -> set[int]:
    """Processes that a process has started (Linux)."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return {int(each) for each in listed.read_text().split()}


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_reports_what_is_finished(jobs: int) -> None:
    with simulating(jobs) as (process, look):
        assert until(lambda: look().count("Playing") > 3), look()  # progress from the first games
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=SOON)
        assert process.returncode == 130
        assert "Stopped before all games were played" in out
        assert "Statements that the rules make" in out  # the whole certificate
        assert "Traceback" not in look()


def test_a_second_ctrl_c_ends_at_once() -> None:
    with simulating(2) as (process, look):
        assert until(lambda: look().count("Playing") > 3)
        for _ in range(2):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.01)
        process.communicate(timeout=SOON)
        assert process.returncode in (130, -signal.SIGINT)  # the same for a shell
        assert "Traceback" not in look()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are listed by Linux")
def test_no_worker_outlives_a_killed_parent() -> None:
    with simulating(2) as (process, _):
        assert until(lambda: len(children(process)) == 2)
        workers = children(process)
        process.kill()
        assert until(lambda: not any(Path(f"/proc/{each}").exists() for each in workers))
