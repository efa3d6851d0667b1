"""The walls of the house: who may import whom, and the doors that say what is inside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    file for room in ("generator", "validator") for file in (ROOT / room).rglob("*.py")
)
# A library, and the only modules that may know it.
ONLY = {
    "reportlab": {
        "generator/pdf/writer.py",
        "generator/pdf/encoder.py",
        "generator/pdf/objects.py",
        "generator/pdf/forms.py",
        "generator/story/pdf.py",
        "generator/book/typeset.py",
        "generator/book/blocks.py",
        "generator/book/composing.py",
        "generator/book/lettering.py",
        "generator/book/painting.py",
        "generator/book/page_writer.py",
        "generator/book/canvas.py",
        "generator/book/flowables.py",
        "generator/book/spans.py",
        "generator/book/tags.py",
        "generator/table/lobby.py",  # QR codes
    },
    "markdown_it": {
        "generator/book/fences.py",
        "generator/book/inlines.py",
        "generator/book/markdown.py",
        "generator/docs/html.py",
    },
    "jinja2": {
        "generator/faces/sandbox.py",
        "generator/faces/filters.py",
        "generator/faces/loading.py",
        "generator/faces/compiled.py",
        "generator/faces/limits.py",
        "generator/faces/translatable.py",
        "generator/faces/bytecode.py",
        "generator/faces/templates.py",
        "generator/story/html.py",
    },
    "yaml": {"validator/load/yaml.py"},
    "csv": {"generator/export/deck_files.py", "generator/export/images.py"},
    "xlsxwriter": {"generator/export/deck_files.py"},
    "uharfbuzz": {"generator/faces/fonts.py", "generator/assets/typefaces.py"},
    "fontTools": {"generator/assets/typefaces.py"},
    "brotli": {"generator/assets/typefaces.py"},
    "pyphen": {"generator/core/hyphens.py"},
    "uniseg": {"generator/faces/breaks.py"},
    "pypdfium2": {
        "generator/projects/pictures.py",
        "generator/book/booklet.py",
        "generator/verify/book_pdf.py",
        "generator/verify/ink_coverage.py",
        "generator/export/changed_sheets.py",
        "generator/export/designs.py",
        "generator/verify/legibility.py",
        "generator/verify/texts.py",
        "generator/verify/inside.py",
        "generator/verify/composition.py",
        "generator/story/plots.py",
        "generator/verify/reader.py",
    },
    "pypdf": {"generator/export/preflight.py", "generator/verify/composition.py"},
    "polib": {"generator/translation/overlay_files.py"},
    "distributed": {"validator/simulate/batch.py"},
    "numpy": {"validator/environments/pettingzoo.py", "validator/environments/openspiel.py"},
    "gymnasium": {"validator/environments/pettingzoo.py"},
    "pettingzoo": {"validator/environments/pettingzoo.py"},
    "pyspiel": {"validator/environments/openspiel.py"},
    "starlette": {
        "generator/web/live.py",
        "generator/web/pages.py",
        "generator/web/security.py",
        "generator/web/serving.py",
        "generator/preview/server.py",
        "generator/table/server.py",
        "generator/table/hosting.py",
        "generator/studio/server.py",
    },
    "uvicorn": {"generator/web/serving.py"},
    "prompt_toolkit": {"generator/table/terminal.py"},
    "watchfiles": {"generator/preview/watch.py"},
    "http": {"generator/published/download.py"},
    "socket": {"generator/published/download.py", "generator/web/serving.py"},
    "ssl": {"generator/published/download.py"},
    "PIL": {
        "generator/projects/pictures.py",
        "generator/verify/ink_coverage.py",
        "generator/verify/legibility.py",
        "generator/export/preflight.py",
        "generator/export/prepress.py",
        "generator/export/changed_sheets.py",
        "generator/export/designs.py",
        "generator/export/services.py",
        "generator/export/tabletop.py",
        "generator/pdf/objects.py",
        "generator/drawing/pictures.py",
        "generator/assets/pictures.py",
    },
    "resvg_py": {"generator/artwork/raster.py"},
}


Graph = dict[str, set[str]]


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def module_of(file: Path) -> str:
    return name_of(file).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def at_run_time(node: ast.AST) -> Iterator[ast.AST]:
    """All that is below a node, functions included, without what only type checkers read."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            continue
        yield child
        yield from at_run_time(child)


@cache
def imports(file: Path, types: bool = False) -> list[str]:
    """What a module imports, at its top and inside its functions; with `types` for them as well."""
    tree = ast.parse(file.read_text("utf-8"))
    found: list[str] = []
    for node in ast.walk(tree) if types else at_run_time(tree):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            inner = (f"{node.module}.{alias.name}" for alias in node.names)
            found += (each if each in OURS else node.module or "" for each in inner)
    return found


def imports_by_name(file: Path) -> Iterator[str]:
    """What it may import through `import_module`, as far as the name is written out."""
    text = file.read_text("utf-8")
    if "import_module" not in text:
        return
    nodes = [*at_run_time(ast.parse(text))]
    texts = {
        ast.unparse(each.targets[0]): each.value for each in nodes if isinstance(each, ast.Assign)
    }
    for node in nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            name = texts.get(ast.unparse(node.args[0]), node.args[0])
            start = beginning(name, module_of(file))
            yield from (each for each in OURS if start and each.startswith(start))


def beginning(name: ast.expr, module: str) -> str:
    """What is known of a name before it is computed: ``a.games.`` of ``f"{__name__}.{game}"``."""
    known = ""
    for part in name.values if isinstance(name, ast.JoinedStr) else [name]:
        if isinstance(part, ast.Constant):
            known += str(part.value)
        elif isinstance(part, ast.FormattedValue) and ast.unparse(part.value) == "__name__":
            known += module
        else:
            break
    return known


OURS = {module_of(file): file for file in MODULES}
IMPORTED: Graph = {name: {*imports(file)} & {*OURS} - {name} for name, file in OURS.items()}
TYPED: Graph = {name: {*imports(file, True)} & {*OURS} - {name} for name, file in OURS.items()}


def package_of(module: str) -> str:
    """A module's package; what lies beside the packages stands for itself."""
    above = module.rpartition(".")[0]
    return module if OURS[module].name == "__init__.py" or "." not in above else above


def packages(imported: Graph) -> Graph:
    graph: Graph = {}
    for module, file in OURS.items():
        package, others = package_of(module), imported[module] | {*imports_by_name(file)}
        graph.setdefault(package, set()).update({package_of(each) for each in others} - {package})
    return graph


def knots(graph: Graph) -> list[set[str]]:
    """The largest sets whose members all reach each other."""
    reach = {name: {*others} for name, others in graph.items()}
    for middle in graph:
        for others in reach.values():
            if middle in others:
                others |= reach[middle]
    found: list[set[str]] = []
    for name in graph:
        knot = {other for other in reach[name] if name in reach[other]}
        if knot and knot not in found:
            found.append(knot)
    return found


def test_a_knot_is_seen_through_lazy_imports() -> None:
    assert knots({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [{"a", "b", "c"}]
    name = ast.parse('import_module(f"{__name__}.{game}.{part}")', mode="eval").body
    assert isinstance(name, ast.Call)
    assert beginning(name.args[0], "games") == "games."
    tree = ast.parse("if TYPE_CHECKING:\n import a\ndef f():\n from b import c")
    assert [ast.unparse(each) for each in at_run_time(tree) if "import" in ast.unparse(each)][1:]
    assert not any("import a" in ast.unparse(each) for each in at_run_time(tree))


@pytest.mark.parametrize("graph", [packages(IMPORTED), IMPORTED], ids=["packages", "modules"])
def test_imports_go_one_way(graph: Graph) -> None:
    assert [sorted(knot) for knot in knots(graph)] == []


def test_types_make_no_circles_either() -> None:
    """In the generator, in the core and in what loads; a referee and its parts know each other."""
    above = {name: others - {"generator"} for name, others in TYPED.items()}  # its version
    found = [sorted(knot) for knot in knots(above)]
    ours = ("generator", "validator.core", "validator.load")
    found.remove(["generator.studio.actions", "generator.studio.server"])  # one object in two files
    assert [knot for knot in found if knot[0].startswith(ours)] == []
    assert [sorted(knot) for knot in knots(packages(above)) if "generator.kit" in knot] == []


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_imports_keep_the_walls(file: Path) -> None:
    name = name_of(file)
    for imported in imports(file):
        room = imported.split(".")[0]
        if name.startswith("validator/"):
            assert room not in ("generator", "click"), f"{name} imports {imported}"
        if name.startswith("validator/games/"):
            known = ("validator.games", "validator.referee", "validator.core")
            assert room != "validator" or imported.startswith(known), f"{name} imports {imported}"
        if room in ONLY:
            assert name in ONLY[room], f"{name} imports {imported}"


def test_illustrations_are_reached_through_their_functions_only() -> None:
    inside = "generator.illustration"
    known = {
        other
        for name, others in IMPORTED.items()
        if package_of(name) != inside
        for other in others
        if package_of(other) == inside
    }
    assert known == {f"{inside}.functions"}


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_every_module_says_what_it_is(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text("utf-8"))), f"{file} has no docstring"
