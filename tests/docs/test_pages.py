"""Every page is read by somebody who types what it shows: no command, file or message drifts."""

from __future__ import annotations

import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import HERE
from tests.docs.fences import Fence, fences, spans
from tests.docs.reader import SETTINGS, Reader, UntrueError, framed, parse, patched, same, typed

ROOT = HERE.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEMPLATES = ROOT / "docs" / "templates.md"
PAGES += [ROOT / "benchmarks" / "README.md"]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One place for all readers, so that cards which several pages show are drawn once."""
    return tmp_path_factory.mktemp("desk")


@pytest.fixture
def reader(desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    monkeypatch.setenv("PIERIA_CACHE", str(desk / "cache"))
    for name in SETTINGS:
        monkeypatch.setenv(name, str(tmp_path / "settings"))
    folder = desk / "reader"
    folder.mkdir()
    monkeypatch.chdir(folder)
    yield Reader(folder)
    shutil.rmtree(folder)


def ids(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if page != TEMPLATES], ids=ids)
def test_a_reader_gets_what_the_page_shows(page: Path, reader: Reader) -> None:
    reader.read(page)


def test_examples_of_templates_are_drawn(reader: Reader, tmp_path: Path) -> None:
    """docs/examples.py follows the page to its end, as a reader does."""
    draw = runpy.run_path(str(ROOT / "docs" / "examples.py"))["draw"]
    draw(reader, tmp_path)
    pictures = [file.read_text("utf-8") for file in tmp_path.glob("templates-*.svg")]
    faces = [fence for fence in fences(TEMPLATES) if fence.file.endswith("/card.svg.j2")]
    assert len({*pictures}) == len(faces) >= 8


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_opens_with_what_it_is_about(page: Path) -> None:
    """A title, then a paragraph before the first list, table, picture, block or heading."""
    title, _, rest = page.read_text("utf-8").partition("\n\n")
    first = re.sub(r"(?s)\A(<!--.*?-->|```.*?```)\s*", "", rest).partition("\n\n")[0]
    assert title.startswith("# ")
    assert first[:1] not in "#|-!<"
    assert not first.startswith("```"), f"begin {page.name} with a sentence"
    assert page.name == "README.md" or len(first.split()) >= 10


def test_the_readme_fits_two_screens_and_begins_with_a_kit() -> None:
    """A kit is seen before the first command; 100 lines of source are two screens of a site."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.index("](docs/pictures/") < text.index("```")
    assert len(text.splitlines()) <= 110


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_every_file_of_a_page_is_used_by_a_command(page: Path) -> None:
    """A file that is written and never read would prove nothing."""
    steps = fences(page)
    for number, fence in enumerate(steps):
        if fence.file and not fence.reason and not fence.file.endswith(".play"):
            later = "\n".join(step.words for step in steps[number + 1 :])
            folder = fence.file.split("/")[0]
            used = re.search(rf"^\$ (?!ls|cat).*{re.escape(folder)}", later, re.MULTILINE)
            assert used, f"{fence}: no command below reads {fence.file}"


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_every_command_in_the_text_is_one(page: Path) -> None:
    """`pieria build --ink low` in a sentence is compared with the program, too."""
    for line, words in spans(page):
        if words.startswith("pieria ") and not re.search(r"[A-Z]{3}|…", words):
            parse(words, f"{page.name}:{line}", mention=True)


# ------------------------------------------------------------------ the reader's own eyes


@pytest.mark.parametrize(
    ("shown", "said", "alike"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\nb", "a\nc\n", False),
        ("a\n...\nd", "a\nb\nc\nd\n", True),
        ("a\n...", "a\n", True),
        ("a\n...\nd", "a\nb\n", False),
        ("build ...", "build 3d33\n", True),
        ("build ... of", "build 3d33\nof", False),
        ("a", "a\nb", False),
        ("1 + 1", "1 + 1", True),
        ("1 + 1", "11 1", False),
    ],
)
def test_what_is_shown_is_compared_with_what_is_said(shown: str, said: str, alike: bool) -> None:
    assert same(shown, said) is alike


def test_a_console_block_is_commands_and_what_they_say() -> None:
    words = "$ pieria list\nmuse\n\nmore\n$ pieria build \\\n    muse\n"
    assert list(typed(words)) == [("pieria list", "muse\n\nmore"), ("pieria build muse", "")]


def test_notes_belong_to_the_next_block(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- not run: a drawing -->\n```\na\n```\n\n"
        "<!-- file my/x.yaml\ntop:\n  HERE\nend: 1\n-->\n\n```yaml\na: 1\nb: 2\n```\n\n"
        '<!-- run\n$ pieria check my\n-->\n\n```csv title="my/y.csv"\na,b\n```\n',
        "utf-8",
    )
    drawing, inside, hidden, titled = fences(page)
    assert drawing.reason == "a drawing"
    assert framed(inside) == "top:\n  a: 1\n  b: 2\nend: 1\n"
    assert (hidden.hidden, hidden.words) == (True, "$ pieria check my\n")
    assert (titled.file, titled.reason, titled.line) == ("my/y.csv", "", 22)


def test_a_diff_changes_whole_lines_that_stand_there_once() -> None:
    assert patched("a\nb\nc\n", " a\n-b\n+B\n+\n c\n") == "a\nB\n\nc\n"
    assert patched("a\n\nb\n", " a\n \n+x\n") == "a\n\nx\nb\n"
    for words in ("ab\n", "b\nb\n", "a\n"):
        with pytest.raises(AssertionError, match="do not stand there once"):
            patched(words, "-b\n+c\n")


@pytest.mark.parametrize(
    "words",
    [
        "```\nnobody says what this is\n```\n",
        "```yaml\na: 1\n```\n",
        "    an indented block\n",
        "```console\n$ pieria list\nno such game\n```\n",
        "```console\n$ pieria build no-such-game\n```\n",
        "```console\n$ pieria check --no-such-option\n```\n",
        "```console\n$ curl https://example.org\n```\n",
        "<!-- parsed: long -->\n```console\n$ pieria simulate muse --gmaes 3\n```\n",
        "<!-- not run: -->\n```\na\n```\n",
        "<!-- not run: a reason without a block -->\n",
        "```play\ngame: nine-muses\nplayers: [Ann, Bob]\n---\nAnn dance\n```\n",
        "```python\nassert 1 == 2\n```\n",
    ],
)
def test_a_page_that_is_not_true_fails(words: str, tmp_path: Path, reader: Reader) -> None:
    page = tmp_path / "page.md"
    page.write_text(words, "utf-8")
    with pytest.raises(AssertionError):
        reader.read(page)


def test_a_command_in_the_text_that_is_none_fails() -> None:
    parse("pieria build muse --paper letter", "here")
    with pytest.raises(UntrueError, match="No such option"):
        parse("pieria build muse --papre letter", "here")
    with pytest.raises(AssertionError, match="no pieria biuld"):
        parse("pieria biuld", "here")


def blocks() -> list[Fence]:
    return [fence for page in PAGES for fence in fences(page)]


def test_most_blocks_are_run() -> None:
    """What is only to be read is the exception."""
    seen = [fence for fence in blocks() if not fence.hidden]
    read = [fence for fence in seen if fence.reason]
    assert len(read) < len(seen) / 3, [f"{fence}: {fence.reason}" for fence in read]
