"""The test suite itself: names of tests and files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import HERE, LONGEST_ID, pytest_make_parametrize_id

CASE = """\
from tests.conftest import TINY

def test_one():
    assert TINY
"""


def test_two_files_of_one_name_are_both_run(tmp_path: Path) -> None:
    for folder in ("cards", "tiles"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "test_deck.py").write_text(CASE, "utf-8")
    command = [
        sys.executable, "-m", "pytest", "-c", str(HERE.parent / "pyproject.toml"),
        "-p", "no:cacheprovider", str(tmp_path),
    ]  # fmt: skip
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines()[-1].startswith("2 passed"), ran.stdout


def test_the_name_of_a_test_is_short() -> None:
    assert pytest_make_parametrize_id("Clio") is None  # pytest's own name is short
    assert pytest_make_parametrize_id(4) is None
    names = [
        pytest_make_parametrize_id(each)
        for each in (b"", bytes(50_000), bytes(49_999) + b"1", "x" * 5000, "\ud800" * 500)
    ]
    assert all(name and len(name) <= LONGEST_ID and name.isascii() for name in names)
    assert len({*names}) == 3  # two texts, and bytes, whose content may change
