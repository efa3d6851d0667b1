"""Processes that share work: what is lost, what fails, what Ctrl-C waits for."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator

import pytest

from validator.core.interrupt import uninterrupted
from validator.core.pool import FailedTaskError, LostWorkerError, work_through


def square(number: int) -> int:
    """A task; one ends its process, one fails."""
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 14:
        raise ValueError("fourteen")
    return number * number


def squares(*numbers: int) -> Iterator[int]:
    left = list(reversed(numbers))
    return work_through(square, 2, lambda: left.pop() if left else None)


def test_a_task_that_ends_its_process_again_and_again_is_reported() -> None:
    found: list[int] = []
    with pytest.raises(LostWorkerError, match=r"3 processes in a row crashed \(signal 9\).* 13"):
        found.extend(squares(3, 13, 4, 5))
    assert 9 in found  # what came before counts
    assert multiprocessing.active_children() == []


def test_a_task_that_fails_names_itself() -> None:
    with pytest.raises(FailedTaskError, match="14: ValueError: fourteen"):
        list(squares(14))


def test_a_signal_waits_for_the_end_of_a_block() -> None:
    steps = []

    def change() -> None:
        with uninterrupted():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            steps.append("whole")
        steps.append("never")

    with pytest.raises(KeyboardInterrupt):
        change()
    assert steps == ["whole"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
