"""Defines the option `--paper`, and determines the default paper of a command.

The default is `paper:` in the project's game.yaml, or else in the user's config.yaml, or else A4.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from generator.commands.results import finish
from generator.sheets.paper import PAPERS, USUAL_PAPER, PaperError, paper_of, shipped_sheets

if TYPE_CHECKING:
    from validator.core.location import Problem
    from validator.core.tree import Node

CONFIG = "config.yaml"  # the user's settings, in the system's folder for settings
ABOUT_PAPER = (
    "Any of these, an ISO size such as a5, a size such as 100x150mm or 4x6in, a card sheet such as "
    "letter-10-cards, or a .yaml file that describes one "
    f"(default: the paper in game.yaml or your config.yaml, or {USUAL_PAPER})."
)


class PaperType(click.ParamType):  # type: ignore[type-arg]
    """The type of the option `--paper`: a name, a size, or a file with a card sheet's grid."""

    name = "paper"

    def __init__(self, *others: str) -> None:
        self.others = others  # words that mean several papers

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the paper's name in `PAPERS`."""
        if value in self.others:
            return value
        try:
            return paper_of(value).name
        except PaperError as error:
            self.fail(str(error), param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the names of common papers, with a hint that there are others."""
        del param, ctx
        return f"[{'|'.join([*PAPERS, *self.others])}|SIZE|FILE]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names of papers that begin with the typed text."""
        del ctx, param
        known = [*PAPERS, *self.others, *shipped_sheets()]
        return [CompletionItem(each) for each in known if each.startswith(incomplete)]


one_paper = click.option("--paper", type=PaperType(), default=None, help=ABOUT_PAPER)


def usual_paper(folder: Path | None) -> str:
    """Return the default paper for a project.

    An unknown paper is reported and the command ends. `folder` is the project's folder; without
    one, only the user's settings are read.
    """
    home = click.get_app_dir("pieria")
    files = [folder / "game.yaml"] if folder else []
    files += [] if home.startswith("~") else [Path(home) / CONFIG]
    for file in files:
        if said := _said(file):
            return said
    return USUAL_PAPER


def _said(file: Path) -> str:
    """Return the paper that a file sets, or an empty string."""
    from validator.core.location import Problem
    from validator.core.tree import Mapping, Scalar
    from validator.load.text import called, read_text
    from validator.load.yaml import read_yaml

    if not file.is_file():
        return ""
    text = read_text(file, called(file))
    if isinstance(text, Problem):
        finish([text], "text")
        return ""
    tree, problems = read_yaml(text, called(file))
    if file.name == CONFIG and (unknown := _unknown(tree)):
        finish([*problems, *unknown], "text")
    said = tree.entries.get("paper") if isinstance(tree, Mapping) else None
    if not isinstance(said, Scalar):
        return ""
    try:
        beside = file.parent / said.raw
        is_file = said.raw.endswith((".yaml", ".yml"))
        return paper_of(str(beside) if is_file else said.raw).name
    except PaperError as error:
        finish([Problem(said.location, str(error), "paper")], "text")
        return ""


def _unknown(tree: Node | None) -> list[Problem]:
    """Return problems for unknown keys in config.yaml."""
    from validator.load.shape import MappingShape, Reader, Text, optional

    to = Reader()
    if tree is not None:
        MappingShape({"paper": optional(Text())}).read(tree, to)
    return to.problems
