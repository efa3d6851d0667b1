"""The entry in the menu of a desktop, and how the program calls itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from generator.core.again import command
from tests.conftest import run


def test_the_entry_runs_a_program_of_one_file_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["my tools/pieria.pyz"])
    assert run("studio", "--desktop-entry").exit_code == 0
    entry = (tmp_path / "data" / "applications" / "pieria-studio.desktop").read_text()
    assert f'Exec={sys.executable} "{tmp_path}/my tools/pieria.pyz" studio\n' in entry


def test_the_program_calls_itself(tmp_path: Path) -> None:
    done = subprocess.run(command("--version"), capture_output=True, check=True, text=True)
    assert done.stdout.startswith("pieria, version")
