"""What tests share: a tiny game to copy and break, and pages to look at."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from validator.core.model import Game
from validator.load.game import load_game

HERE = Path(__file__).parent
TINY = HERE / "good" / "tiny"
# Games whose scripts do not yet keep and break every rule. A test fails once one of them does.
WAITING: set[str] = set()
# Games with long rounds and free texts: their own files ask what test_referees asks of the others.
APART = {"schizonauts"}


def run(*arguments: str) -> Result:
    """What `pieria` says and does with these arguments; a traceback fails the test."""
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def words_in(pdf: bytes, pages: slice = slice(None)) -> str:
    """The words on some pages of a PDF, in the order in which they are drawn.

    By pdfium: pypdf follows every form of a drawing, which takes a minute for a book.
    """
    document = pypdfium2.PdfDocument(pdf)
    chosen = range(len(document))[pages]
    texts = [document[page].get_textpage().get_text_range() for page in chosen]
    return " ".join(" ".join(texts).split())


def pytest_configure(config: pytest.Config) -> None:
    """Let Python keep bytecode for the length of a run where it is told to keep none.

    Else every process that a test starts compiles the program, and every test its templates.
    Ctrl-C works even if a shell started the run in the background, and with it in all processes.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.dont_write_bytecode:
        folder = tempfile.mkdtemp(prefix="pieria-bytecode-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for processes of the run, too
        os.environ["PYTHONPYCACHEPREFIX"] = folder


LONGEST_ID = 60  # characters of a test's name that stand for one parameter


def pytest_make_parametrize_id(val: object) -> str | None:
    """A short name for bytes and long texts, of which pytest would print all."""
    if isinstance(val, str) and len(val) <= LONGEST_ID:
        return None
    if not isinstance(val, str | bytes):
        return None
    if isinstance(val, bytes):
        return "bytes"  # not of their content: a font that a test makes has the time in it
    data = val.encode("utf-8", "surrogatepass")
    return f"text-{len(data)}-{hashlib.sha256(data).hexdigest()[:6]}"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own where builds remember; the user's is left alone."""
    monkeypatch.setenv("PIERIA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tiny game to edit, with its folder's parent as the place to stand."""
    folder = tmp_path / "tiny"
    shutil.copytree(TINY, folder)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def edit(tiny: Path) -> Callable[[str, str, str], None]:
    """Replace words in a file of the tiny game; they must be there."""

    def change(file: str, old: str, new: str) -> None:
        path = tiny / file
        text = path.read_text("utf-8")
        assert old in text, f"{old!r} does not stand in {file}"
        path.write_text(text.replace(old, new), "utf-8")

    return change


@pytest.fixture(scope="session")
def tiny_game() -> Game:
    loaded = load_game(TINY)
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game
