"""Runs tasks in parallel processes, and replaces processes that are killed.

Unlike in `ProcessPoolExecutor`, only the task of a killed process is repeated, and the pool can be
ended at once, whatever its processes are doing.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator
from contextlib import suppress
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar, cast

from validator.core.interrupt import STOPS, uninterrupted

ATTEMPTS = 3  # for one task, before the task itself is blamed

Task = TypeVar("Task")
Result = TypeVar("Result")


class LostWorkerError(Exception):
    """Raised when every process that worked on a task was killed."""


class FailedTaskError(Exception):
    """Raised when a task raised an exception in its process."""


class _Worker(Generic[Task, Result]):
    """A process, the task that it works on, and how many processes have tried that task."""

    def __init__(self, work: Callable[[Task], Result], task: Task, attempt: int = 1) -> None:
        self.pipe, theirs = Pipe()
        self.process = Process(target=_serve, args=(theirs, work), daemon=True)
        self.process.start()
        theirs.close()
        self.give(task, attempt)

    def give(self, task: Task, attempt: int = 1) -> None:
        self.task, self.attempt = task, attempt
        with suppress(OSError):  # lost already: its pipe reports it
            self.pipe.send(task)

    def receive(self) -> Result:
        """Return the result once the pipe is ready.

        Raises EOFError or OSError if the process is lost.
        """
        error, result = self.pipe.recv()
        if error:
            raise FailedTaskError(f"{self.task}: {error}")
        return cast(Result, result)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def work_through(
    work: Callable[[Task], Result], jobs: int, take: Callable[[], Task | None]
) -> Generator[Result, None, None]:
    """Work through tasks in `jobs` processes, and yield the results as they become ready.

    `take` returns the next task, or None if there are no more; it is called when a process is free.
    Close the generator to end the processes. Raises LostWorkerError if several processes are killed
    during a task, and FailedTaskError if `work` raises an exception.
    """
    workers: dict[object, _Worker[Task, Result]] = {}  # by pipe

    def start(task: Task, attempt: int = 1) -> None:
        with uninterrupted():  # otherwise a process might be left running
            worker = _Worker[Task, Result](work, task, attempt)
            workers[worker.pipe] = worker

    try:
        while len(workers) < jobs and (task := take()) is not None:
            start(task)
        while workers:
            for pipe in wait([worker.pipe for worker in workers.values()]):
                worker = workers[pipe]
                try:
                    result = worker.receive()
                except (EOFError, OSError):
                    del workers[pipe]
                    start(*_once_more(worker))
                    continue
                yield result
                if (task := take()) is not None:
                    worker.give(task)
                else:
                    del workers[pipe]
                    worker.end()
    finally:
        for worker in workers.values():
            worker.end()


def _once_more(lost: _Worker[Task, Result]) -> tuple[Task, int]:
    """Return the task of a worker that was lost, and the number of the next attempt."""
    lost.end()
    if lost.attempt == ATTEMPTS:
        code = lost.process.exitcode or 0
        raise LostWorkerError(
            f"{ATTEMPTS} processes in a row crashed ({_how(code)}) while they worked on {lost.task}"
        )
    return lost.task, lost.attempt + 1


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _serve(pipe: Connection, work: Callable[[Task], Result]) -> None:
    """Work on incoming tasks for as long as the parent process exists."""
    for each in STOPS:  # Ctrl-C reaches all processes of a terminal; the parent decides
        signal.signal(each, signal.SIG_IGN if each == signal.SIGINT else signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None
    with suppress(EOFError, OSError):
        while pipe in wait([pipe, parent.sentinel]):
            pipe.send(_outcome(work, pipe.recv()))


def _outcome(work: Callable[[Task], Result], task: Task) -> tuple[str, Result | None]:
    """Return the task's error as text (empty if it succeeded), and its result (None if it failed).

    Errors are text because not every exception can be sent between processes.
    """
    try:
        return "", work(task)
    except Exception as error:
        return f"{type(error).__name__}: {error}", None


def cores() -> int:
    """Return the number of processes that this machine can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
