"""What tests of the preview share: a server of a game in a process of its own."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.conftest import HERE

PATIENCE = 30.0  # seconds; generous, so that a busy machine fails no test


class Server:
    """A running `pieria preview`."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def ask(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of what stands at a path, which is sent as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.putrequest("GET", path, skip_host="Host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def state(self) -> Any:
        return json.loads(self.ask("/state")[2])


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """A server of the game in `folder`, stopped as Ctrl-C stops it."""
    command = [sys.executable, "-m", "generator.cli", "preview", str(folder)]
    environment = os.environ | {"PYTHONPATH": str(HERE.parent), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [*command, "--no-open", "--port", "0", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        yield Server(process, int(found[1]))
    finally:
        process.send_signal(signal.SIGINT)
        try:
            _, told = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == 130, told
    assert told.startswith("\nStopped."), told
    assert "Traceback" not in told


def soon(true: Callable[[], Any]) -> Any:
    """What `true` gives once it is something; a failure after a long while."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.02)
    raise AssertionError("it never came true")
