"""A cluster of two workers, one of which is killed, plays the same games to the same bytes.

Needs the extra `cluster`; without it there is nothing to test.
"""

from __future__ import annotations

import os
import signal

import pytest

from tests.conftest import run as pieria
from validator.core.resources import resource
from validator.simulate.batch import batches, run

distributed = pytest.importorskip("distributed")
HOME = str((resource("data") / "nine-muses").resolve())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="workers are killed by a signal")
def test_a_worker_that_dies_changes_nothing() -> None:
    todo = batches(HOME, (2,), 100, 3)
    expected, *_ = run(todo, 1)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        killed: list[int] = []

        def kill_one(_: int) -> None:
            if not killed:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        found, complete, _ = run(todo, 1, kill_one, cluster.scheduler_address)
    assert killed
    assert complete
    assert found == expected


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("tcp://127.0.0.1:1", "no cluster at 'tcp://127.0.0.1:1'"),
        ("nowhere", "--cluster nowhere: missing port number"),
        ("tsl://127.0.0.1:1", "expected tcp://HOST:PORT or tls://HOST:PORT"),
        ("tls://127.0.0.1:1", "an encrypted connection needs certificates"),
    ],
)
def test_an_address_without_a_cluster_is_refused(
    address: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.simulate.batch.PATIENCE", "200ms")
    told = pieria("simulate", "nine-muses", "--games", "1", "--cluster", address)
    assert told.exit_code == 2
    assert words in told.output
