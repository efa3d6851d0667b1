"""Times the server of `pieria play`: to the first page, and from a move to the updated table.

python benchmarks/table.py [GAME...]
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from validator.core.resources import shipped_games

PROJECT = Path(__file__).resolve().parent.parent
MOVES = 100


def asked(port: int, path: str, body: object = None) -> tuple[bytes, float]:
    """Send a request; return the response, and how long it took in milliseconds."""
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    data = None if body is None else json.dumps(body).encode()
    connection.request("GET" if body is None else "POST", path, data, headers if body else {})
    answer = connection.getresponse()
    found = answer.read()
    assert answer.status == 200, (path, answer.status, found)
    connection.close()
    return found, 1000 * (time.perf_counter() - begun)


def processor_time(process: int) -> float:
    """Return the processor time in seconds that a process has used so far; Linux only."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(game: str) -> str:
    """Return a game's line in the table of results."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "generator.cli", "play", game, "--no-open", "--port", "0",
             "--seed", "1"],
            cwd=folder, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": str(PROJECT), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)(/t/[^/]+)/", process.stdout.readline())
        assert found is not None
        port, path = int(found[1]), found[2]
        asked(port, f"{path}/")
        first, spent = time.perf_counter() - begun, processor_time(process.pid)
        state = json.loads(asked(port, f"{path}/state?as=open")[0])
        times, sizes = [], []
        for number in range(MOVES):
            if state["over"] or not state["moves"]:
                break
            line = state["moves"][number * 7 % len(state["moves"])]["line"]
            data, taken = asked(port, f"{path}/say?as=open", {"line": line, "node": state["node"]})
            times.append(taken)
            sizes.append(len(data))
            state = json.loads(data)["state"]
            time.sleep(0.03)  # a table accepts 30 requests a second
        process.send_signal(signal.SIGINT)
        process.communicate()
    times.sort()
    high = times[int(0.95 * (len(times) - 1))]
    return (
        f"| {game} | {spent:.2f} | {first:.2f} | {len(times)} | {statistics.median(times):.0f} | "
        f"{high:.0f} | {times[-1]:.0f} | {max(sizes) / 1000:.0f} |"
    )


if __name__ == "__main__":
    print(
        "| game | first page, processor s | first page, s | moves | median, ms | "
        "95 of 100, ms | slowest, ms | largest, kB |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for each in sys.argv[1:] or shipped_games():
        print(timed(each), flush=True)
