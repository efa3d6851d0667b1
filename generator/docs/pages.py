"""Reads the documentation pages in a checkout: their files, links, navigation and pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

# Pages outside docs/, and their names among the other pages.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "benchmarks/README.md": "benchmarks.md",
}
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)  # for the tests, not for readers
_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")
_PICTURE_LINE = re.compile(r"^!\[[^\]]*\]\(([^):\s]+)\)\n+", re.MULTILINE)
_WORDS_LINK = re.compile(r"\[([^\]]+)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


class LeadsNowhereError(Exception):
    """Raised for a link or a navigation entry whose page does not exist."""


def pages(root: Path) -> dict[Path, str]:
    """Return the files of all hand-written pages, each with its name, such as ``printing.md``."""
    found = {file: file.name for file in sorted((root / "docs").glob("*.md"))}
    return found | {root / file: name for file, name in ELSEWHERE.items()}


def navigation(index: str) -> dict[str, list[tuple[str, str]]]:
    """Return the links on the front page by heading: pairs of a title and an unchanged target."""
    found: dict[str, list[tuple[str, str]]] = {}
    heading = ""
    for line in index.splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif heading and (entry := re.fullmatch(r"- \[(.+)\]\((.+\.md)\)", line)):
            found.setdefault(heading, []).append((entry[1], entry[2]))
    return found


def relinked(file: Path, names: Mapping[Path, str], root: Path) -> str:
    """Return the text of a page without comments, with its links adapted to the pages and files of
    `docs/`.

    Comments are replaced by empty lines, so that warnings have the right line numbers. Raises
    LeadsNowhereError.
    """

    def follow(match: re.Match[str]) -> str:
        target = (file.parent / match[2]).resolve()
        if target in names:
            return match[1] + names[target] + match[3]
        if target.is_file() and target.is_relative_to(root / "docs"):
            return match[1] + target.relative_to(root / "docs").as_posix() + match[3]
        raise LeadsNowhereError(
            f"{file.relative_to(root).as_posix()}: {match[2]} is not a page of the documentation"
        )

    text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), file.read_text("utf-8"))
    return _LINK.sub(follow, text)


def description(root: Path, address: str) -> str:
    """Return the README for a package index, without relative links or pictures.

    If the site has an address, links and pictures lead there; otherwise links become plain text,
    and pictures are left out.
    """
    names = pages(root)

    def follow(match: re.Match[str]) -> str:
        name = names.get((root / match[2]).resolve())
        if not address or name is None:
            return match[1]
        return f"[{match[1]}]({address}{name.removesuffix('.md')}.html{match[3] or ''})"

    def show(match: re.Match[str]) -> str:
        if not address:
            return ""
        return match[0].replace(match[1], f"{address}{match[1].removeprefix('docs/')}")

    text = _COMMENT.sub("", (root / "README.md").read_text("utf-8"))
    return _WORDS_LINK.sub(follow, _PICTURE_LINE.sub(show, text))


def pictures(root: Path) -> list[str]:
    """Return the pictures of the README, relative to `docs/`."""
    text = (root / "README.md").read_text("utf-8")
    return [name.removeprefix("docs/") for name in _PICTURE_LINE.findall(text)]
