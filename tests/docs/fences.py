"""A page of the documentation to what its reader would type, in order.

A fenced block is run by its language: `console` and `sh` are carried out and what they say is
compared; `yaml`, `jinja`, `play` and `csv` are files; `python` is executed. What the reader need
not see stands in comments before a block, each for the next block alone:

    <!-- not run: why -->         the block is only to be read
    <!-- parsed: why -->          its commands are compared with the program, not carried out
    <!-- file NAME                the block stands in this file, in the place of HERE
    words of the file
    HERE
    -->
    <!-- run                      a console block that nobody sees
    $ pieria new my-game
    -->

`title="my-deck/cards.yaml"` behind the language shows the name of a file, which the block replaces;
a `diff` block changes lines of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

_COMMENT = re.compile(r"<!--\s*(not run|parsed|file|run)\b:?[ ]?(.*?)-->", re.DOTALL)
_TITLE = re.compile(r'\btitle="([^"]+)"')


@dataclass(frozen=True)
class Fence:
    """A block, and what the comments before it say of it."""

    page: Path
    line: int  # of the block's first line of words, from 1
    language: str
    words: str
    file: str = ""  # which it becomes, relative to where the reader stands
    frame: str = "HERE"  # words of that file, HERE standing for the block
    reason: str = ""  # why it is not run
    parsed: bool = False  # its commands are not carried out
    hidden: bool = False  # a comment, seen by nobody

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def fences(page: Path) -> list[Fence]:
    """The blocks of a page and the hidden ones between them. A comment without a block fails."""
    found: list[Fence] = []
    notes: dict[str, str] = {}
    tokens = MarkdownIt("commonmark").parse(page.read_text("utf-8"))
    for token in tokens:
        line = (token.map or [0])[0] + 1
        if token.type == "html_block":
            for kind, words in _COMMENT.findall(token.content):
                if kind == "run":
                    hidden = words.lstrip("\n")
                    found.append(Fence(page, line + 1, "console", hidden, hidden=True))
                else:
                    assert kind not in notes, f"{page.name}:{line}: two notes '{kind}'"
                    notes[kind] = words.rstrip()
        elif token.type in ("fence", "code_block"):
            found.append(_fence(page, line, token.info, token.content, notes))
            notes = {}
    assert not notes, f"{page.name}: a note {notes} without a block"
    return found


def _fence(page: Path, line: int, info: str, words: str, notes: dict[str, str]) -> Fence:
    title = _TITLE.search(info)
    file, _, frame = notes.get("file", "").partition("\n")
    reason = notes.get("not run", "")
    assert "not run" not in notes or reason, f"{page.name}:{line}: say why it is not run"
    assert "parsed" not in notes or notes["parsed"], f"{page.name}:{line}: say why"
    return Fence(
        page,
        line + 1,
        info.split()[0] if info else "",
        words,
        file.strip() or (title[1] if title else ""),
        frame or "HERE",
        reason,
        "parsed" in notes,
    )


def spans(page: Path) -> list[tuple[int, str]]:
    """The words between single backticks, outside blocks, each with its line."""
    return [
        ((token.map or [0])[0] + 1, child.content)
        for token in MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8"))
        for child in token.children or ()
        if child.type == "code_inline"
    ]
