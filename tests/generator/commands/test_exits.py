"""However a command ends: one exit code for each reason, one line, never a traceback."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from generator.cli import COMMANDS, main
from tests.conftest import TINY
from validator.checks import players
from validator.core.location import Problem
from validator.core.model import Game

PIERIA = (sys.executable, "-m", "generator.cli")


def ended(command: str, by: BaseException | signal.Signals, monkeypatch: Any) -> tuple[int, str]:
    """Exit code and words of a command that ends so before it has read its arguments."""

    def end(*_: Any, **__: Any) -> None:
        if isinstance(by, BaseException):
            raise by
        os.kill(os.getpid(), by)

    chosen = main.get_command(click.Context(main), command)
    monkeypatch.setattr(chosen, "make_context", end)
    result = CliRunner().invoke(main, [command])
    return result.exit_code, result.output


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Keep Ctrl-C of the tests themselves as it is."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_ends_alike(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(errno.EACCES, "Permission denied", "deck/cards.yaml")
    assert ended(command, signal.SIGINT, monkeypatch)[0] == 130
    assert ended(command, signal.SIGTERM, monkeypatch) == (143, "")
    assert ended(command, BrokenPipeError(errno.EPIPE, "Broken pipe"), monkeypatch) == (141, "")
    assert ended(command, full, monkeypatch) == (
        2, "deck/cards.yaml: cannot be used: Permission denied\n",
    )  # fmt: skip
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is the full disk of Linux")
@pytest.mark.parametrize("command", ["--help", "list", "schema", "verbs nine-muses"])
def test_output_that_cannot_be_written_is_reported(command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PIERIA, *command.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "the output cannot be written: No space left on device\n"


def test_a_reader_that_has_enough_is_no_problem() -> None:
    """`| head -1`, as the shell sees it: the code of a program that a closed pipe ended."""
    process = subprocess.Popen(
        [*PIERIA, "rules", "nine-muses"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 141
    process.stderr.close()


@pytest.mark.parametrize("closed", [1, 2])
def test_closed_streams_are_no_problem(closed: int, tmp_path: Path) -> None:
    words = f"pieria build '{TINY}' --no-verify -o '{tmp_path}' {closed}>&-"
    words = words.replace("pieria", f"'{sys.executable}' -m generator.cli")
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "tiny-a4.pdf").exists()


@pytest.mark.parametrize("date", ["abc", "-1", "1.5", "²", "9" * 30, "1e9"])
def test_a_date_that_no_file_can_have_is_reported(
    date: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    result = CliRunner().invoke(main, ["list"])
    assert result.exit_code == 2
    assert "SOURCE_DATE_EPOCH" in result.output


@pytest.mark.parametrize("date", ["", " 946684800 ", "0"])
def test_a_date_that_files_can_have_is_taken(date: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    assert CliRunner().invoke(main, ["list"]).exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("late", [0.15, 0.25, 0.4])
def test_ctrl_c_while_the_program_starts_leaves_no_traceback(late: float) -> None:
    command = [*PIERIA, "list"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        process.wait(late)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert "generator" not in errors  # a file of ours in a traceback; Python's own start is its own


def test_a_note_of_a_check_does_not_keep_a_kit_from_being_built(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(game: Game) -> list[Problem]:
        return [Problem(game.location, "only a note", "players", "note")]

    monkeypatch.setattr(players, "check", check)
    result = CliRunner().invoke(main, ["build", str(tiny), "-o", "out", "--no-verify"])
    assert result.exit_code == 0, result.output
    assert "only a note" in CliRunner().invoke(main, ["check", str(tiny)]).output
    assert Path("out/tiny-a4.pdf").exists()
