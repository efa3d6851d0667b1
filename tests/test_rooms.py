"""The walls of the house: who may import whom, and the doors that say what is inside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    file for room in ("generator", "validator") for file in (ROOT / room).rglob("*.py")
)
# A library, and the only modules that may know it.
ONLY = {
    "reportlab": {"generator/pdf/writer.py", "generator/pdf/forms.py", "generator/story/pdf.py"},
    "jinja2": {
        "generator/faces/sandbox.py",
        "generator/faces/renderer.py",
        "generator/story/html.py",
    },
    "yaml": {"validator/load/yaml.py"},
    "csv": {"generator/export/deck_files.py", "generator/export/images.py"},
    "xlsxwriter": {"generator/export/deck_files.py"},
    "uharfbuzz": {"generator/faces/fonts.py"},
    "fontTools": {"generator/drawing/painter.py"},
    "pypdfium2": {
        "generator/verify/ink_coverage.py",
        "generator/export/designs.py",
        "generator/verify/legibility.py",
        "generator/story/plots.py",
        "generator/verify/reader.py",
    },
    "pypdf": {"generator/export/preflight.py"},
    "distributed": {"validator/simulate/batch.py"},
    "starlette": {"generator/preview/server.py"},
    "uvicorn": {"generator/preview/server.py"},
    "watchfiles": {"generator/preview/watch.py"},
    "PIL": {
        "generator/verify/ink_coverage.py",
        "generator/export/preflight.py",
        "generator/export/designs.py",
        "generator/export/services.py",
        "generator/export/tabletop.py",
        "generator/pdf/writer.py",
        "generator/drawing/pictures.py",
    },
}


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_imports_keep_the_walls(file: Path) -> None:
    name = name_of(file)
    for imported in imports(file):
        room = imported.split(".")[0]
        if name.startswith("validator/"):
            assert room not in ("generator", "click"), f"{name} imports {imported}"
        if room in ONLY:
            assert name in ONLY[room], f"{name} imports {imported}"


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_every_module_says_what_it_is(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text("utf-8"))), f"{file} has no docstring"
