"""The documentation is true: every command, option, check and template function is in it."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from conftest import HERE

from generator.cli import main
from generator.face import FaceContext, Renderer
from validator.load.fieldtypes import PLAIN
from validator.sizes import SIZES

ROOT = HERE.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WORDS = "\n".join(page.read_text("utf-8") for page in PAGES)


def options() -> list[tuple[str, str]]:
    context = click.Context(main)
    found = []
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert command.help, f"pieria {name} says what it does"
        found += [(name, each.opts[0]) for each in command.params if isinstance(each, click.Option)]
    return found


@pytest.mark.parametrize(("command", "option"), options())
def test_every_option_is_documented(command: str, option: str) -> None:
    assert f"pieria {command}" in WORDS
    assert option in WORDS, f"{option} of pieria {command} stands in no page of docs/"


@pytest.mark.parametrize(
    "name", ["text", "line", "curve", "icon", "art", "picture", "ornament", "rule", "field"]
)
def test_every_template_function_is_documented(name: str) -> None:
    assert hasattr(Renderer, name)
    assert f"`{name}(" in (ROOT / "docs" / "templates.md").read_text("utf-8")


def test_every_name_a_template_sees_is_documented() -> None:
    words = (ROOT / "docs" / "templates.md").read_text("utf-8")
    for name in FaceContext.__dataclass_fields__:
        assert f"`{name}`" in words or name == "kit"


def test_every_size_and_field_type_is_documented() -> None:
    words = (ROOT / "docs" / "data.md").read_text("utf-8")
    for name in (*SIZES, *PLAIN):
        assert f"`{name}`" in words


# Options of `pieria build` that change what a page looks like.
SEEN = {
    "paper", "sides", "ink", "bleed", "marks", "corners", "safe-zone", "stock", "sleeved",
    "changed-since",
}  # fmt: skip


def choices() -> list[str]:
    """Each of these options, and each of its words."""
    build = main.get_command(click.Context(main), "build")
    assert build is not None
    found = []
    for option in build.params:
        name = option.opts[0].removeprefix("--")
        if name in SEEN:
            words = option.type.choices if isinstance(option.type, click.Choice) else ()
            found += [f"{name}-{word}" for word in words] or [name]
    return [each for each in found if each not in ("paper-all", "sides-duplex")]


@pytest.mark.parametrize("name", [*choices(), "cut-file", "calibrate", "form"])
def test_every_option_of_printing_has_a_small_picture(name: str) -> None:
    assert f"(pictures/options/{name}.png)" in (ROOT / "docs" / "printing.md").read_text("utf-8")
    assert (ROOT / "docs" / "pictures" / "options" / f"{name}.png").stat().st_size < 40_000


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_page_speaks_of_a_machine() -> None:
    for page in [*PAGES, *Path(ROOT).glob("*.md")]:
        assert not re.search(r"/(tmp|home|root)/", page.read_text("utf-8")), page.name
