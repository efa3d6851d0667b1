"""The garbage collector rests while a build works, and looks at nothing that a build leaves."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from generator.core.collector import collector_paused, seldom_collected


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


@pytest.mark.parametrize("keep", [True, False])
def test_what_a_process_leaves_behind_is_not_looked_at_again(keep: bool) -> None:
    with seldom_collected():
        with collector_paused(keep=keep):
            assert not gc.isenabled()
        assert bool(gc.get_freeze_count()) is keep
        assert gc.isenabled()


def test_a_process_that_goes_on_collects_what_a_build_left() -> None:
    with collector_paused(keep=True):
        pass
    assert not gc.get_freeze_count()
    assert gc.isenabled()
