"""Kits of several games, made in several processes."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from generator.commands import kits
from generator.commands.overwrite_guard import RECORD
from tests.conftest import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")


@pytest.fixture
def twins(tiny: Path) -> list[str]:
    """Two games of different names."""
    other = tiny.with_name("twin")
    shutil.copytree(tiny, other)
    game = other / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("game: tiny", "game: twin"), "utf-8")
    return ["twin", "tiny"]


def files_in(folder: str) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes()
            for each in Path(folder).rglob("*") if each.is_file()}  # fmt: skip


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_change_neither_files_nor_words(
    twins: list[str], method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context: Any = multiprocessing.get_context(method)
    started = context.Process
    monkeypatch.setattr("validator.core.pool.Process", started)
    options = [*twins, "--marks", "silhouette", "--format", "json", "-o"]
    at_once = run("build", *options, "out", "--jobs", "2")
    made = files_in("out")
    shutil.rmtree("out")
    alone = run("build", *options, "out", "--jobs", "1")
    assert at_once.output == alone.output
    assert [each["file"] for each in json.loads(alone.stdout)["files"]] == [
        "out/twin-a4-marks-silhouette.pdf", "out/tiny-a4-marks-silhouette.pdf",
    ]  # fmt: skip
    assert made == files_in("out")
    assert any(name.startswith("twin-a4-marks-silhouette-cut/") for name in made)
    assert multiprocessing.active_children() == []


def test_games_of_one_name_do_not_take_each_others_files(tiny: Path) -> None:
    shutil.copytree(tiny, tiny.with_name("copy"))
    result = run("build", "copy", "tiny", "--jobs", "2")
    assert result.exit_code == 1
    assert "'tiny' in output was built from another project" in result.output
    assert files_in("output")["tiny-a4.pdf"]
    assert b"copy" in files_in("output")[RECORD]


def test_a_process_that_is_killed_is_reported(
    twins: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(kits, "_parts", killed)
    result = run("build", *twins, "--jobs", "2")
    assert result.exit_code == 1
    assert "3 processes in a row crashed (signal 9)" in result.output
    assert "--jobs 1" in result.output


def test_a_file_that_cannot_be_used_ends_the_build_as_without_processes(
    twins: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise PermissionError(13, "Permission denied", "cards.yaml")

    monkeypatch.setattr(kits, "_parts", refused)
    said = {(r.exit_code, r.output) for jobs in "12" for r in [run("build", *twins, "-j", jobs)]}
    assert said == {(2, "cards.yaml: cannot be used: Permission denied\n")}
