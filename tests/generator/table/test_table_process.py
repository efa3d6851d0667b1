"""`pieria play` as a process: what a kill, a restart and a full disk leave."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.table.links import NOTHING_KEPT, Links, kept
from tests.conftest import HERE, run
from tests.generator.table.table_server import LOAD, Client, served, session_of
from validator.script.play import replay
from validator.table.session import Session


def started(
    tmp_path: Path, *arguments: str, port: int | None = 0
) -> tuple[subprocess.Popen[str], str]:
    """`pieria play` as a process, and the link of the host."""
    command = [
        sys.executable,
        "-m",
        "generator.cli",
        "play",
        *arguments,
        "--no-open",
        *([] if port is None else ["--port", str(port)]),
    ]
    environment = os.environ | {"PYTHONPATH": str(HERE.parent), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, line
    return process, found[0]


def remote(link: str) -> tuple[Client, str]:
    """A client of a table in another process, and the secret of its keeper."""
    match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/t/([\w-]+)/", link)
    assert match
    client = Client.__new__(Client)
    client.port = int(match[1])
    client.origin = f"http://127.0.0.1:{match[1]}"
    return client, match[2]


def test_what_was_accepted_survives_a_kill(tmp_path: Path) -> None:
    process, link = started(tmp_path, "nine-muses", "--seed", "4")
    try:
        table, secret = remote(link)
        played = []
        for _ in range(5):
            state = json.loads(table.ask(secret, "state?as=open")[2])
            line = state["moves"][0]["line"]
            status, _, data = table.ask(
                secret, "say?as=open", {"line": line, "node": state["node"]}
            )
            assert status == 200
            assert json.loads(data)["answer"]["accepted"]
            played.append(line)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    record = tmp_path / "nine-muses.play"
    report = replay(record)
    assert report.ok, report.problems
    written = record.read_text("utf-8").splitlines()
    assert [line for line in written if line in played] == played
    assert Session.of(record.read_text("utf-8"), "again.play", load=LOAD).here.depth > 5
    assert {each.name for each in tmp_path.iterdir()} == {"nine-muses.play", "cache"}


def test_links_and_port_are_the_same_after_a_kill_and_a_restart(tmp_path: Path) -> None:
    """With the same record; a new game has new links."""
    first, link = started(tmp_path, "nine-muses", "--links")
    first.send_signal(signal.SIGKILL)
    first.communicate()
    (tmp_path / ".pieria-0badcafe.part").write_text("left by a kill")
    process, again = started(tmp_path, "nine-muses.play", "--links", port=None)
    try:
        assert again == link
        assert not list(tmp_path.glob(".pieria-*"))
        table, secret = remote(link)
        assert table.ask(secret, "state")[0] == 200
        status, _, words = table.ask("x" * 22, "")
        assert (status, b"Ask the host" in words) == (404, True)
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert "Traceback" not in errors
    (tmp_path / "nine-muses.play").unlink()
    other, fresh = started(tmp_path, "nine-muses", "--links")
    other.send_signal(signal.SIGINT)
    other.communicate()
    assert fresh.split("/t/")[1] != link.split("/t/")[1]


def test_kept_links_that_cannot_be_used_are_made_anew(tmp_path: Path) -> None:
    made = Links([0, 1])
    file = tmp_path / "cache" / "x.links"
    made.save(file, 4711)
    made.played({1: "racer"})
    assert file.stat().st_mode & 0o077 == 0
    known, port, computers = kept(file)
    assert (port, computers) == (4711, {1: "racer"})
    assert Links([0, 1], known).keeper == made.keeper
    assert Links([0, 1], known).seats == made.seats
    good = file.read_text()
    for text in ("", "[]", "{}", "[" * 5000, good.replace(made.keeper.secret, "short"),
                 good.replace(made.keeper.secret, made.seats[0].secret)):  # fmt: skip
        file.write_text(text)
        assert kept(file) == NOTHING_KEPT
    file.write_text(good)
    file.chmod(0o622)
    assert kept(file) == NOTHING_KEPT
    assert kept(None) == kept(tmp_path / "none") == NOTHING_KEPT


def test_a_record_that_cannot_be_written_is_reported_before_the_game_begins(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("play", "nine-muses", "--record", str(tmp_path / "file" / "x.play"), "--no-open")
    assert result.exit_code == 2
    assert "the record cannot be written" in result.output
    assert "--record" in result.output


def test_a_client_that_leaves_in_mid_body_leaves_no_trace(
    capfd: pytest.CaptureFixture[str],
) -> None:
    import socket

    with served(session_of("nine-muses", seed="3")) as table:
        for route in ("say", "move", "ask"):
            request = (
                f"POST /t/{table.keeper.secret}/{route} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Origin: {table.origin}\r\nContent-Type: application/json\r\n"
                'Content-Length: 200\r\n\r\n{"line": "Ann t'
            )
            with socket.create_connection(("127.0.0.1", table.port)) as raw:
                raw.sendall(request.encode())
        assert table.say(table.keeper, "| still here")["answer"]["accepted"]
    assert "Traceback" not in "".join(capfd.readouterr())


def test_links_are_printed_for_every_seat(tmp_path: Path) -> None:
    process, _ = started(
        tmp_path, "nine-muses", "--players", "Ann,Bob,Cat", "--seat", "Cat=racer", "--links"
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(6)]
        assert [line.split(":")[0].strip() for line in lines[1:4]] == ["Ann", "Bob", "spectators"]
        assert lines[4].strip() == "the computer plays Cat (racer)"
        assert "pieria play nine-muses.play" in lines[5]
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert "Traceback" not in errors
