"""Write docs/modules.md: every module with the first sentence of its docstring.

Run `python docs/modules.py` after you add or rename a module or change its docstring.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "modules.md"
HEAD = """\
# Modules

This page describes each module of Pieria, package by package. Search the page for
a word that describes your change. [Architecture](architecture.md) explains how the packages work
together. `python docs/modules.py` writes this page from the docstrings.
"""


def page() -> str:
    """Return the text of docs/modules.md."""
    return "\n".join([HEAD, *_lines()])


def _lines() -> Iterator[str]:
    for name in ("generator", "validator"):
        tops = [ROOT / name, *sorted(each.parent for each in (ROOT / name).rglob("__init__.py"))]
        for folder in dict.fromkeys(tops):
            modules = sorted(each for each in folder.glob("*.py") if each.name != "__init__.py")
            package = folder.relative_to(ROOT).as_posix()
            yield from (f"## {package}", "", _says(folder / "__init__.py"), "")
            yield from (f"- `{each.stem}`: {_says(each)}" for each in modules)
            yield from [""] * bool(modules)


def _says(file: Path) -> str:
    """Return the first paragraph of a module's docstring as one line."""
    words = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return " ".join(words.split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
