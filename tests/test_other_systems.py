"""What differs on Windows and macOS, as far as it can be tried on Linux."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run
from validator.load.text import unportable

ROOT = Path(__file__).resolve().parent.parent

# Libraries choose their binary by the system, so they are imported before it is called Windows.
WINDOWS = """
import sys, asyncio, multiprocessing.connection, multiprocessing.popen_spawn_posix, subprocess
import click, pypdfium2, uharfbuzz, PIL.Image, fontTools.ttLib, reportlab.pdfgen.canvas, jinja2
for name in ("fcntl", "pwd", "grp", "termios", "resource", "tty"):
    sys.modules[name] = None
sys.platform = "win32"
from generator.cli import main
main(sys.argv[1:])
"""


def called(code: str, *args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, timeout=120,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"),
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip


def test_games_are_the_same_where_processes_are_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["simulate", "crazy-eights", "--games", "6", "--players", "2"]
    alone = run(*command, "--jobs", "1")
    spawned: Any = multiprocessing.get_context("spawn").Process
    monkeypatch.setattr("validator.core.pool.Process", spawned)
    assert run(*command, "--jobs", "2").output == alone.output
    assert alone.exit_code == 0


def test_a_kit_is_written_where_there_are_no_locks_and_no_posix_modules(tiny: Path) -> None:
    made = called(WINDOWS, "build", "tiny", "-o", "windows")
    assert made.returncode == 0, made.stderr
    assert run("build", "tiny", "-o", "linux").exit_code == 0
    for name in ("tiny-a4.pdf", "tiny-a4.manifest.json"):
        assert Path("windows", name).read_bytes() == Path("linux", name).read_bytes()
    assert not [each for each in Path("windows").iterdir() if each.name.endswith(".part")]


@pytest.mark.parametrize(
    "command",
    [["check", "crazy-eights"], ["rules", "nine-muses"], ["docs", "play"], ["check", "Ἑρμῆς"],
     ["simulate", "nine-muses", "--games", "1", "--jobs", "1"]],
    ids=lambda command: " ".join(command[:1]),
)  # fmt: skip
def test_words_that_a_console_lacks_do_not_end_a_command(command: list[str]) -> None:
    code = "import sys; from generator.cli import main; main(sys.argv[1:])"
    done = called(code, *command, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert "Traceback" not in done.stderr
    assert done.returncode == (2 if "Ἑρμῆς" in command else 0)
    assert done.stdout or done.stderr


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sub/cards.yaml", ""),
        ("other.yaml", ""),
        (
            "sub\\cards.yaml",
            "'sub\\cards.yaml' refers to a file only on Windows; write 'sub/cards.yaml'",
        ),
        ("Sub/cards.yaml", "where file names are case-sensitive; write 'sub'"),
        ("sub/Cards.YAML", "where file names are case-sensitive; write 'cards.yaml'"),
    ],
)
def test_names_that_other_systems_do_not_find(tmp_path: Path, name: str, expected: str) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "cards.yaml").touch()
    found = unportable(tmp_path, name)
    assert expected in found
    assert bool(found) == bool(expected)


def test_a_card_file_named_as_on_windows_is_reported_with_its_line(tiny: Path) -> None:
    game = tiny / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("cards: cards", "cards: .\\cards", 1), "utf-8")
    checked = run("check", "tiny")
    assert checked.exit_code == 1
    assert "refers to a file only on Windows; write './cards" in checked.output
