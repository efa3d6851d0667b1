"""What is left by a command that is killed, by a full disk, and in a cache that is not private."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.core.atomic_write import is_temporary, sweep, write_together
from generator.core.memo import cache_folder, file_of, load_memo
from generator.verify.reader import read_manifest
from tests.conftest import run

PATIENCE = 60.0  # seconds; generous, so that a busy machine fails no test
POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX signals, owners and modes")
# Writes a draft of a file and of a folder, says so, and waits to be killed.
WAITS = """
import sys, time
from pathlib import Path
from generator.core import atomic_write
folder = Path(sys.argv[1])
with atomic_write.draft_folder(folder) as made, atomic_write._draft_file(folder, b"half"):
    (made / "card.yaml").write_text("half")
    print("written", flush=True)
    time.sleep(60)
"""


def drafts(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if is_temporary(name)]  # noqa: PTH208


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process in the middle of writing into a folder."""
    command = [sys.executable, "-c", WAITS, str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "written\n"
    yield process
    process.kill()
    process.communicate()


@POSIX
def test_drafts_are_swept_once_their_writer_is_dead(
    tmp_path: Path, writer: subprocess.Popen[str]
) -> None:
    mine = [tmp_path / ".pieria-notes", tmp_path / ".other.part", tmp_path / "a.part"]
    for file in mine:
        file.touch()
    sweep(tmp_path)
    assert len(drafts(tmp_path)) == 2  # a file and a folder, which somebody is writing
    writer.kill()
    writer.wait()
    sweep(tmp_path)
    assert drafts(tmp_path) == []
    assert all(file.exists() for file in mine)


@POSIX
@pytest.mark.parametrize(
    "command", ["build tiny -o . --no-verify", "new deck", "preview tiny --static site"]
)
def test_drafts_of_a_killed_run_block_nothing(
    tiny: Path, command: str, writer: subprocess.Popen[str]
) -> None:
    writer.kill()
    writer.wait()
    if "site" in command:
        Path("site/pictures").mkdir(parents=True)
        for name in drafts(Path()):
            Path(name).rename(Path("site") / name)
    result = run(*command.split())
    assert result.exit_code == 0, result.output
    assert drafts(Path("site" if "site" in command else ".")) == []


@POSIX
def test_a_link_named_like_a_draft_leads_nowhere(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").touch()
    out = tmp_path / "out"
    out.mkdir()
    (out / ".pieria-0123abcd.part").symlink_to(precious)
    sweep(out)
    assert (precious / "file").exists()


@POSIX
@pytest.mark.parametrize(("by", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stopped_build_leaves_no_draft(tmp_path: Path, by: signal.Signals, code: int) -> None:
    games = ("crazy-eights", "sing-o-muse")  # a small kit is there before a large one
    build = ("build", *games, "--no-book", "-o", str(tmp_path))
    command = [sys.executable, "-m", "generator.cli", *build]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + PATIENCE
    while not list(tmp_path.glob("*.pdf")) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(by)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert "Traceback" not in told
    assert drafts(tmp_path) == []
    assert_pairs(tmp_path)


def assert_pairs(folder: Path) -> None:
    """Each PDF has its own manifest beside it, and no other."""
    for pdf in folder.glob("*.pdf"):
        beside = json.loads(pdf.with_suffix(".manifest.json").read_text("utf-8"))
        assert beside["build"] == read_manifest(pdf).build
    assert len(list(folder.glob("*.json"))) == len(list(folder.glob("*.pdf")))


# ---- files that belong together


@pytest.mark.parametrize("failing", range(4))
def test_a_full_disk_leaves_the_pair_of_the_last_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    """Whichever step fails: writing one draft or the other, or moving the first."""
    a, b = tmp_path / "a.pdf", tmp_path / "a.manifest.json"
    write_together({a: b"old", b: b"old"})
    steps = []

    def full(self: Path, *arguments: Any, real: Any = None) -> Any:
        steps.append(self)
        if len(steps) == failing + 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(self, *arguments)

    for name in ("open", "replace"):
        real = getattr(Path, name)
        monkeypatch.setattr(Path, name, lambda *args, real=real: full(*args, real=real))
    with pytest.raises(OSError, match="No space left") as caught:
        write_together({a: b"new", b: b"new"})
    monkeypatch.undo()
    assert caught.value.filename in (str(a), str(b))
    assert (a.read_bytes(), b.read_bytes()) == (b"old", b"old")
    assert drafts(tmp_path) == []


def test_a_folder_in_the_place_of_a_file_is_kept(tmp_path: Path) -> None:
    a, b = tmp_path / "a.pdf", tmp_path / "a.manifest.json"
    a.write_bytes(b"old")
    b.mkdir()
    with pytest.raises(IsADirectoryError):
        write_together({a: b"new", b: b"new"})
    assert a.read_bytes() == b"old"
    assert b.is_dir()


# Writes two files together, and is killed before it moves one more than so many.
KILLED = """
import os, signal, sys
from pathlib import Path
from generator.core import atomic_write
a, b, step, sources = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), bool(sys.argv[4])
steps, replace = [], Path.replace
def one(self, to):
    steps.append(to)
    if len(steps) > step:
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(self, to)
Path.replace = one
atomic_write.write_together({a: b"new", b: b"new"}, sources=sources)
"""


@POSIX
def test_a_kill_between_two_files_leaves_no_wrong_pair(tmp_path: Path) -> None:
    a, b = tmp_path / "a.pdf", tmp_path / "a.manifest.json"
    write_together({a: b"old", b: b"old"})
    for step in range(3):
        subprocess.run([sys.executable, "-c", KILLED, str(a), str(b), str(step), ""], check=False)
        assert not b.exists() or a.read_bytes() == b.read_bytes()
        sweep(tmp_path)
        assert drafts(tmp_path) == []
    assert a.read_bytes() == b"new"


@POSIX
def test_a_kill_between_two_sources_leaves_both(tmp_path: Path) -> None:
    a, b = tmp_path / "game.yaml", tmp_path / "cards.yaml"
    write_together({a: b"old", b: b"old"})
    found = []
    for step in range(3):
        subprocess.run([sys.executable, "-c", KILLED, str(a), str(b), str(step), "1"], check=False)
        sweep(tmp_path)
        found.append((a.read_bytes(), b.read_bytes()))
    assert found == [(b"old", b"old"), (b"new", b"old"), (b"new", b"new")]


def test_a_full_disk_is_reported_by_the_build(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("build", "tiny", "-o", "out")
    before = {file.name: file.read_bytes() for file in Path("out").iterdir()}
    card = tiny / "cards.yaml"
    card.write_text(card.read_text("utf-8").replace("A hill.", "A low hill."), "utf-8")
    real = Path.open

    def full(self: Path, mode: str = "r", **extra: Any) -> Any:
        if mode == "xb" and self.parent.name == "out" and drafts(self.parent):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(self, mode, **extra)

    monkeypatch.setattr(Path, "open", full)
    result = run("build", "tiny", "-o", "out", "--no-cache")
    assert result.exit_code == 2
    assert "out/tiny-a4.manifest.json: cannot be written: No space left on device" in result.output
    assert {file.name: file.read_bytes() for file in Path("out").iterdir()} == before


# ---- the cache, which holds code


@POSIX
def test_a_cache_that_others_can_write_is_not_used(tiny: Path, cache: Path) -> None:
    run("build", "tiny", "-o", "out")
    (planted,) = cache.iterdir()
    cache.chmod(0o777)
    assert load_memo(planted).entries == {}
    private = cache / f"private-{os.geteuid()}"
    for command in (("build", "tiny", "-o", "out"), ("check", "tiny")):
        result = run(*command)
        assert result.exit_code == 0
        assert f"other users can write into this cache folder; the cache for the next build " \
            f"is in {private}" in result.output  # fmt: skip
    assert load_memo(file_of(tiny, "colour")).entries
    assert private.stat().st_mode & 0o077 == 0
    private.chmod(0o770)
    before = {file: file.read_bytes() for file in private.iterdir()}
    result = run("build", "tiny", "-o", "out", "--ink", "low")
    assert "nothing is cached for the next build" in result.output
    assert {file: file.read_bytes() for file in private.iterdir()} == before


@POSIX
def test_a_cache_of_another_user_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.mkdir(mode=0o700)
    assert cache_folder() == cache
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert cache_folder() == cache / f"private-{mine + 1}"


def test_ctrl_c_while_a_draft_is_made_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def interrupted(path: Path, mode: str = "r") -> object:
        file = opened(path, mode)
        signal.raise_signal(signal.SIGINT)
        return file

    monkeypatch.setattr(Path, "open", interrupted)
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            write_together({tmp_path / "a.pdf": b"%PDF"})
    finally:
        signal.signal(signal.SIGINT, previous)
    assert list(tmp_path.iterdir()) == []
