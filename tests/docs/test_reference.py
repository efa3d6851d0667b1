"""The reference is whole and says nothing that is not there: commands, data, templates, checks."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from runpy import run_path
from typing import Any

import click
import jinja2.filters
import jinja2.nodes
import pytest

from generator.assets import pictures
from generator.book.tree import FIGURES
from generator.cli import main
from generator.drawing import document, strokes, svg_pass
from generator.drawing.inks import INKS
from generator.export.formats import FORMATS
from generator.export.service_list import SERVICES
from generator.faces import limits, sandbox, visible
from generator.faces.circles import polar
from generator.faces.fields import Filling
from generator.faces.fonts import FontBook
from generator.faces.lettering import LONGEST_TEXT, Lettering
from generator.faces.renderer import FaceContext, Renderer
from generator.faces.symbols import Symbols
from generator.illustration.figures import Figures
from generator.illustration.functions import Illustration
from generator.illustration.ornaments import ORNAMENTS
from generator.sheets.paper import BLEEDS, DUPLEX_SIDES, MARKS, PAPERS, REAL_PAPERS, SIDES
from tests.conftest import HERE, run
from tests.docs.fences import fences, spans
from validator.core import renamed
from validator.core.model import Game
from validator.core.resources import resource
from validator.core.sizes import SIZES
from validator.load import game as game_file
from validator.load import locale as locale_file
from validator.load import rules as rules_file
from validator.load import tabletop as tabletop_file
from validator.load import yaml
from validator.load.fieldtypes import PLAIN
from validator.load.shape import EntryTable, Many, MappingShape, OneOf, Shape, ShapeField

ROOT = HERE.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
WORDS = "\n".join(page.read_text("utf-8") for page in PAGES)


# ---------------------------------------------------------------------------------- commands


def commands() -> dict[str, click.Command]:
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def options(command: click.Command) -> list[click.Option]:
    return [each for each in command.params if isinstance(each, click.Option)]


def sections() -> dict[str, tuple[str, str]]:
    """Of commands.md: a command's name -> its heading and what stands below."""
    found = {}
    for part in (DOCS / "commands.md").read_text("utf-8").split("\n## ")[1:]:
        heading, _, words = part.partition("\n")
        if named := re.fullmatch(r"`pieria (\w+)(.*)`", heading):
            found[named[1]] = named[2], words
    return found


def capitals(usage: str) -> list[str]:
    return re.findall(r"[A-Z]+", usage)


def test_every_command_has_its_section() -> None:
    assert {*sections()} == {*commands()}


@pytest.mark.parametrize("name", commands())
def test_a_section_names_all_arguments_and_options_and_no_others(name: str) -> None:
    command = commands()[name]
    heading, words = sections()[name]
    assert command.help, f"pieria {name} says what it does"
    usage = command.collect_usage_pieces(click.Context(command))
    assert capitals(heading) == capitals(" ".join(each for each in usage if each != "[OPTIONS]"))
    page = (DOCS / "commands.md").read_text("utf-8")
    known = set()
    for option in options(command):
        for each in (*option.opts, *option.secondary_opts):
            known.add(each)
            where = words if each.startswith("--") else page  # -o is told once
            named = re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", where)
            assert named, f"{each} of pieria {name} does not stand in its section of commands.md"
    told = {each for span in re.findall(r"`([^`]+)`", words) for each in _own_options(span, name)}
    assert told <= known, f"pieria {name} has no {told - known}"


def _own_options(span: str, name: str) -> list[str]:
    other = re.match(r"pieria (\w+)", span)
    if (other and other[1] != name) or span.startswith("pip "):
        return []
    return re.findall(r"(?<![\w-])--[a-z][a-z-]*", span)


@pytest.mark.parametrize("name", commands())
def test_choices_and_defaults_stand_in_the_section_or_where_it_leads(name: str) -> None:
    _, words = sections()[name]
    told = words + "".join(
        (DOCS / page).read_text("utf-8") for page in re.findall(r"\]\((\w+\.md)", words)
    )
    shared = "\n".join(words for _, words in sections().values())
    shared += (DOCS / "printing.md").read_text("utf-8")  # has what several commands share
    for option in options(commands()[name]):
        if isinstance(option.type, click.Choice):
            for word in option.type.choices:
                assert re.search(rf"`[^`]*\b{word}\b[^`]*`", told + shared), (option.opts, word)
        if option.show_default and not option.is_flag:
            text = f"{option.default:g}" if isinstance(option.default, float) else option.default
            place = told if text not in ("a4", "colour", "text", "output") else shared
            assert re.search(rf"(?<![\w.]){re.escape(str(text))}(?!\w)", place), (option.opts, text)


def test_no_page_names_an_option_that_is_not_there() -> None:
    known = {
        spelling
        for command in commands().values()
        for option in options(command)
        for spelling in (*option.opts, *option.secondary_opts)
    } | {"--help", "--version"}
    choices: dict[str, set[str]] = {}
    for command in commands().values():
        for option in options(command):
            if isinstance(option.type, click.Choice):
                choices.setdefault(option.opts[0], set()).update(map(str, option.type.choices))
    for page in PAGES:
        for line, span in spans(page):
            found = re.match(r"(--[a-z][a-z-]*)(?: ([a-z|0-9-]+))?", span)
            if not found:
                continue
            place = f"{page.name}:{line}: {span}"
            assert found[1] in known, place
            if found[2] and found[1] in choices and "|" in found[2]:
                assert {*found[2].split("|")} <= choices[found[1]], place


# -------------------------------------------------------------------------------- data files


def names(shape: Shape) -> Iterator[str]:
    """Every name that a shape reads, its own and those inside."""
    if isinstance(shape, MappingShape):
        yield from in_fields(shape.fields)
    elif isinstance(shape, Many | EntryTable):
        yield from names(shape.of)


def in_fields(fields: dict[str, ShapeField]) -> Iterator[str]:
    for name, field in fields.items():
        yield name
        yield from names(field.shape)


SHAPES = {
    "game.yaml": game_file.GAME,
    "components": game_file.COMPONENT,
    "rules.yaml": rules_file.CATALOGUE,
    "a rule": rules_file.RULE,
    "theme": game_file.THEME,
    "licence": game_file.LICENCE,
    "table.yaml": tabletop_file.TABLETOP,
}


@pytest.mark.parametrize("what", [*SHAPES, "locale"])
def test_every_name_of_a_data_file_is_documented(what: str) -> None:
    page = DOCS / ("languages.md" if what == "locale" else "data.md")
    shape = locale_file.LOCALE if what == "locale" else SHAPES[what]
    words = page.read_text("utf-8")
    told = {word for span in re.findall(r"`([^`\n]+)`", words) for word in span.split()}
    told |= {each for fence in fences(page) for each in re.findall(r"(\w+):", fence.words)}
    told |= {word.strip("{}:,") for word in told}
    missing = {*names(shape)} - told
    assert not missing, f"{page.name} does not tell {sorted(missing)} of {what}"


def test_every_word_that_a_data_file_chooses_from_is_documented() -> None:
    words = (DOCS / "data.md").read_text("utf-8")
    for shape in SHAPES.values():
        for field in shape.fields.values():
            if isinstance(field.shape, OneOf):
                for word in field.shape.words:
                    assert re.search(rf"\b{word}\b", words), word


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("as", tabletop_file.ZONE.fields["as"].shape),
        ("size", tabletop_file.ZONE.fields["size"].shape),
        ("icon", tabletop_file.VERB.fields["icon"].shape),
    ],
)
def test_a_list_has_all_layouts_sizes_and_icons_of_the_table(name: str, shape: OneOf) -> None:
    words = (DOCS / "data.md").read_text("utf-8").partition("\n## table.yaml\n")[2]
    listed = words.partition(f"\n`{name}` ")[2].partition("\n\n- ")[2].partition("\n\n")[0]
    told = [word for word in re.findall(r"`([^`]+)`", listed) if ":" not in word]
    assert sorted(told) == sorted(shape.words)


def test_the_page_of_the_table_draws_every_icon_that_a_verb_may_have() -> None:
    script = (resource("templates") / "shared" / "table" / "icons.js").read_text("utf-8")
    assert {*re.findall(r'^  (\w+): "', script, re.MULTILINE)} == {*tabletop_file.ICONS}


def test_tables_of_data_files_name_nothing_else() -> None:
    known = {name for shape in SHAPES.values() for name in names(shape)} | {*PLAIN, *SIZES}
    known |= {"credit", "one", "list", "map", "X?"}
    for line in (DOCS / "data.md").read_text("utf-8").splitlines():
        if line.startswith("| `"):
            for span in re.findall(r"`([^`]+)`", line.split(" | ")[0]):
                assert span.split()[0] in known, f"no data file says '{span}'"


def test_every_size_and_field_type_is_documented() -> None:
    words = (DOCS / "data.md").read_text("utf-8")
    for name in (*SIZES, *PLAIN):
        assert f"`{name}`" in words


def test_every_kind_of_figure_has_a_row_and_an_example() -> None:
    words = (DOCS / "rulebook.md").read_text("utf-8")
    for kind in FIGURES:
        assert f"\n| `{kind}` |" in words, f"docs/rulebook.md: no row for the figure {kind}"
        assert f"\n```{kind} " in words, f"docs/rulebook.md: no example of the figure {kind}"


# ---------------------------------------------------------------------------------- messages


def checks() -> set[str]:
    """Every check of a Problem: the third argument, by value or by a constant, or a module's ID."""
    found = set()
    for room in ("generator", "validator"):
        for file in (ROOT / room).rglob("*.py"):
            words = file.read_text("utf-8")
            if not re.search(
                r"[Pp]roblem\(|say\(|warn\(|^(?:ID|CHECK|FAULT) =", words, re.MULTILINE
            ):
                continue
            tree = ast.parse(words)
            constants = {
                node.targets[0].id: node.value
                for node in tree.body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                    third = [*node.args, *(each.value for each in node.keywords)][2:3]
                    if name in ("Problem", "note_problem", "say", "_say", "warn") and third:
                        check = constants.get(getattr(third[0], "id", ""), third[0])
                        found.add(getattr(check, "value", None))
                elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                    names = [getattr(each, "id", "") for each in node.targets[0].elts]
                    if "check" in names and isinstance(node.value, ast.Tuple):
                        found.add(getattr(node.value.elts[names.index("check")], "value", None))
                elif isinstance(node, ast.Assign):
                    known = getattr(node.targets[0], "id", "") in ("ID", "CHECK", "FAULT")
                    found.add(getattr(node.value, "value", None) if known else None)
    return {each for each in found if isinstance(each, str) and re.fullmatch(r"[a-z-]+", each)}


def test_every_check_is_documented() -> None:
    rows = re.findall(r"^\| (`.+?) \|", (DOCS / "messages.md").read_text("utf-8"), re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert {"shape", "counts", "preflight"} <= checks() <= told
    assert not told - checks() - {"ambiguous"}, "no check is called so"


# --------------------------------------------------------------------------------- templates

TEMPLATES = DOCS / "templates.md"


@pytest.fixture(scope="module")
def renderer(tiny_game: Game) -> Renderer:
    return Renderer(tiny_game, resource("templates"), FontBook(resource("templates") / "fonts"), 1)


def test_every_name_of_the_sandbox_stands_in_an_example_that_is_drawn(renderer: Renderer) -> None:
    """tests/docs/test_pages.py draws them."""
    used: set[str] = set()
    for fence in [fence for page in PAGES for fence in fences(page)]:
        if fence.language == "jinja" and not fence.reason:
            tree = renderer.templates.environment.parse(fence.words)
            used |= {name.name for name in tree.find_all(jinja2.nodes.Name)}
    missing = {*renderer.templates.environment.globals, *FaceContext._fields} - used
    in_words = {"kit", "component", "form", "gettext"}
    assert missing <= in_words, missing
    words = TEMPLATES.read_text("utf-8")
    for name in in_words:
        assert f"`{name}`" in words


def test_filters_are_those_of_jinja_and_the_documented_ones(renderer: Renderer) -> None:
    ours, jinjas = {*renderer.templates.environment.filters}, {*jinja2.filters.FILTERS}
    words = TEMPLATES.read_text("utf-8")
    for name in ours - jinjas:
        assert f"`value\\|{name}`" in words
        assert f"|{name}" in "".join(fence.words for fence in fences(TEMPLATES))
    for name in jinjas - ours:
        assert f"`{name}`" in words, f"{name} is taken away"


FUNCTIONS = ["text", "line", "curve", "icon", "art", "picture", "ornament", "field", "rule"]


def rows() -> dict[str, str]:
    """A function's name -> what stands in the brackets of its row."""
    found = re.findall(r"^\| `(\w+)\((.*?)\)` \|", TEMPLATES.read_text("utf-8"), re.MULTILINE)
    return dict(found)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_reported_with_its_parameters_and_defaults(name: str) -> None:
    homes = (Lettering, Symbols, Renderer, Illustration, Figures)
    function = next(getattr(each, name) for each in homes if hasattr(each, name))
    function = Filling.draw if name == "field" else function
    parameters = [*inspect.signature(function).parameters.values()][2 if name == "field" else 1 :]
    told = rows()[name]
    shared = "" if "…" not in told else f"{rows()['text']}, {TEMPLATES.read_text('utf-8')}"
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        assert re.search(rf"\b{parameter.name}\b", f"{told}, {shared}"), parameter
        if parameter.name in told and parameter.default is not parameter.empty:
            shown = re.search(rf"\b{parameter.name}=([^,]+)", told)
            assert shown, parameter
            value = shown[1].strip("'")
            assert value in (str(parameter.default), "…"), f"{name}: {parameter}"


def test_polar_is_reported() -> None:
    assert rows()["polar"] == ", ".join(inspect.signature(polar).parameters)


@pytest.mark.parametrize("name", ORNAMENTS)
def test_every_ornament_is_reported_with_its_parameters(name: str) -> None:
    words = (DOCS / "ornaments.md").read_text("utf-8")
    row = re.search(rf"^\| `{name}` \| (.*?) \|", words, re.MULTILINE)
    assert row, name
    parameters = [*inspect.signature(ORNAMENTS[name]).parameters.values()][2:]
    assert re.findall(r"`(\w+)=(\S+?)`", row[1]) == [
        (each.name, str(each.default)) for each in parameters
    ]


# ------------------------------------------------------------------------------------- looks


def test_papers_have_their_row_and_every_command_knows_them() -> None:
    """A paper, an ink, sides, bleeds and marks are one value each; pictures show all of them."""
    page = (DOCS / "printing.md").read_text("utf-8")
    for paper in PAPERS.values():
        size = f"{paper.size.width:g} x {paper.size.height:g}"
        assert f"\n| `{paper.name}`: {paper.title} | {size} |" in page
        # A cover or tuckbox, and a spread of the rulebook, fit on it.
        assert min(paper.size.width - 210, paper.size.height - 279.4) >= 0, paper.name
    registries: dict[str, Mapping[str, Any]] = {
        "paper": PAPERS,
        "ink": INKS,
        "sides": SIDES,
        "bleed": BLEEDS,
        "marks": MARKS,
    }
    for name, command in commands().items():
        for option in options(command):
            known = registries.get(option.opts[0].removeprefix("--"))
            if known is not None and isinstance(option.type, click.Choice):
                words = {*map(str, option.type.choices)} - {"all", "duplex"}
                fewer = {*REAL_PAPERS} | {*DUPLEX_SIDES}  # that a printer can be measured with
                wanted = {*known} & fewer if name == "calibrate" else {*known}
                assert words == wanted, (name, option.opts)


@pytest.mark.parametrize("name", FORMATS)
def test_every_export_format_is_documented(name: str) -> None:
    page = (DOCS / "export.md").read_text("utf-8")
    if name in SERVICES:
        assert f"\n| `{name}`, {SERVICES[name].name} |" in page
    else:
        assert re.search(rf"`{name}`|^\$ pieria export {name} ", page, re.MULTILINE)
    assert run("export", "--help").output.count(f"\n    {name} ") == 1
    row = re.search(r"^\| `(png.*?)` \|", (DOCS / "commands.md").read_text("utf-8"), re.MULTILINE)
    assert row is not None
    assert sorted(row[1].split(r"\|")) == sorted(FORMATS)


# Options of `pieria build` that change what a page looks like.
SEEN = {
    "paper", "sides", "ink", "bleed", "marks", "corners", "draw-safe-zone", "thickness", "sleeved",
    "changed-since",
}  # fmt: skip


def choices() -> list[str]:
    """Each of these options, and each of its words."""
    found = []
    for option in options(commands()["build"]):
        name = option.opts[0].removeprefix("--")
        if name in SEEN:
            words = option.type.choices if isinstance(option.type, click.Choice) else ()
            words = (*PAPERS,) if name == "paper" else words
            found += [f"{name}-{word}" for word in words] or [name]
    return [each for each in found if each not in ("paper-all", "sides-duplex")]


@pytest.mark.parametrize("name", [*choices(), "cut-file", "calibrate", "form"])
def test_every_option_of_printing_has_a_small_picture(name: str) -> None:
    assert f"(pictures/options/{name}.png)" in (DOCS / "printing.md").read_text("utf-8")
    assert (DOCS / "pictures" / "options" / f"{name}.png").stat().st_size < 50_000


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_page_speaks_of_a_machine() -> None:
    for page in [*PAGES, *Path(ROOT).glob("*.md")]:
        assert not re.search(r"/(tmp|home|root)/", page.read_text("utf-8")), page.name


# ------------------------------------------------------------------------------ architecture


def test_the_tree_of_packages_names_existing_modules() -> None:
    tree = next(each for each in fences(DOCS / "architecture.md") if "the tree" in each.reason)
    folders: list[Path] = []
    for line in tree.words.splitlines():
        if line.startswith("   "):
            continue  # the description of a name continues
        names = re.split(r"\s{2,}", line.strip())[0].split(" | ")[0].split(", ")
        if not line.startswith("  "):
            folders = [ROOT, (ROOT / names[0]).parent]
        for name in names:
            pattern = re.sub(r"<\w+>|\bxx\b", "*", name.rstrip("/"))
            found = [file for folder in folders for file in folder.glob(pattern)]
            found += [file for folder in folders for file in folder.glob(f"{pattern}.py")]
            assert found, f"docs/architecture.md: there is no {name}"
            if not line.startswith("  "):
                folders = found if len(names) == 1 else folders


def test_every_package_is_in_the_tree_and_every_module_on_its_page() -> None:
    tree = (DOCS / "architecture.md").read_text("utf-8")
    for top in ("generator", "validator"):
        for package in (each.parent for each in (ROOT / top).glob("*/__init__.py")):
            assert f"{package.name}/" in tree, f"docs/architecture.md: no line for {package.name}"
    page = run_path(str(DOCS / "modules.py"))["page"]()
    assert (DOCS / "modules.md").read_text("utf-8") == page, "run python docs/modules.py"
    assert not [line for line in page.splitlines() if line.endswith(": ")], "no docstring"


def test_the_page_on_safety_has_the_bounds_of_the_code() -> None:
    words = (ROOT / "docs" / "safety.md").read_text("utf-8")
    filters = re.search(r"`(abs [a-z\s]+)`", words)
    assert filters
    assert set(filters[1].split()) == visible.FILTERS | {"n"}
    for most in (
        sandbox.MOST_STEPS,
        limits.LONGEST,
        sandbox.LONGEST_FACE,
        LONGEST_TEXT,
        svg_pass.MOST_OPS,
        svg_pass.MOST_MARKS,
        strokes.MOST_DASHES,
        document.LONGEST_PATH,
        pictures.MOST_PIXELS,
        yaml.MOST_VALUES,
    ):
        assert f"{most:,}" in words, most


# ----------------------------------------------------------------------------------- renames


def test_every_new_name_is_in_the_page_about_upgrades() -> None:
    page = (DOCS / "upgrade.md").read_text("utf-8")
    rows = [
        *(f"| the command `{old}` | `{new}` |" for old, new in renamed.COMMANDS.items()),
        *(
            f"| `{command} {old}` | `{command} {new}` |"
            for command, each in renamed.OPTIONS.items()
            for old, new in each.items()
        ),
        *(f"| the field type `{old}` | `{new}` |" for old, new in renamed.FIELD_TYPES.items()),
    ]
    assert [row for row in rows if f"\n{row}\n" not in page] == []
    for old, new in renamed.KEYS.items():
        assert re.search(rf"^\| `{old}:` of .+ \| `{new}:` \|$", page, re.MULTILINE)
