"""Delays Ctrl-C and other signals until a change is complete."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# SIGHUP: the terminal was closed. It does not exist on Windows.
STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP")
              if hasattr(signal, name))  # fmt: skip


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Run a `with` block to its end, then handle any signal that arrived in the meantime.

    Only signals with handlers written in Python are delayed; ignored signals and signals that end
    the process keep their effect. Outside the main thread, where no signal arrives, nothing
    changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    before = {each: signal.getsignal(each) for each in STOPS}
    held = {each: handler for each, handler in before.items() if callable(handler)}
    for each in held:
        signal.signal(each, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for each, handler in held.items():
            signal.signal(each, handler)
        for number, frame in came[:1]:
            held[signal.Signals(number)](number, frame)
