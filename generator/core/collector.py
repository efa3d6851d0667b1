"""Pauses Python's garbage collector for work that makes many objects and hardly any cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 100_000  # more objects than before: Python's own 700 suit programs with much garbage


_ends = False  # whether the process ends with what it does now


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Run the garbage collector rarely in a process that ends with the block.

    Importing a command makes many objects and no garbage, and the process ends soon. Looking
    for cycles would take a tenth of a small build.
    """
    global _ends
    gc.set_threshold(SELDOM)
    _ends = True
    try:
        yield
    finally:
        _ends = False
        gc.freeze()


@contextmanager
def collector_paused(keep: bool = False) -> Iterator[None]:
    """Pause the garbage collector, which takes a tenth of a build and finds almost nothing.

    With `keep`, it never looks at what the block leaves behind if the process ends soon.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if keep and _ends:
            gc.freeze()
        if enabled:
            gc.enable()
