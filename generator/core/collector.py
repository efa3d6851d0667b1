"""Pauses Python's garbage collector for work that makes many objects and hardly any cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 100_000  # more objects than before: Python's own 700 suit programs with much garbage


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Run the garbage collector rarely in a process that ends with the block.

    Importing a command makes many objects and no garbage, and the process ends soon. Looking
    for cycles would take a tenth of a small build.
    """
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.freeze()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector, which takes a tenth of a build and finds almost nothing."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
