"""`pieria import`: a project of another tool becomes one of Pieria."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.project import write_schemas
from generator.commands.shared import check_new_folder, finish, write_files
from generator.commands.terminal import show, show_problems
from generator.core.drafts import draft_folder
from validator.core.resources import resource

if TYPE_CHECKING:
    from generator.projects.layout import Layout

TOOLS = ("squib", "nandeck", "cardmaker")


@click.command("import")
@click.argument("tool", type=click.Choice(TOOLS))
@click.argument("path", type=click.Path())
@click.argument("folder", default="", type=click.Path(file_okay=False))
def bring(tool: str, path: str, folder: str) -> None:
    """Convert the project of another tool at PATH to a Pieria project in FOLDER.

    The sheet, the size of the card and its texts, pictures and rectangles are converted. Everything
    else is listed with its file and line. No code of the other project is run, nothing in it is
    changed, and no file outside its folder is read. FOLDER defaults to the name of PATH.

    \b
    Examples:
      pieria import squib my-squib-deck river
      pieria import nandeck deck.txt river
      pieria import cardmaker deck.cmp river
    """
    source = Path(path)
    if not source.exists():
        raise click.UsageError(f"there is no '{path}'")
    target = Path(folder or source.resolve().stem)
    check_new_folder(target)
    layout = _read(tool, source)
    if not layout.sheet or not layout.boxes:
        what = "no sheet of cards was found" if not layout.sheet else "nothing that is drawn"
        show_left(layout)
        show(f"{path}: {what} that could be read; no project was made", err=True)
        sys.exit(1)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with draft_folder(target.parent) as draft:
            made = draft / "made"
            rows = _write(made, layout, target.resolve().name)
            write_schemas(made)
            if target.exists():
                target.rmdir()
            made.replace(target)
    except OSError as error:
        show(f"{target}: cannot be written: {error.strerror or error}", err=True)
        sys.exit(2)
    show_left(layout)
    show(f"{rows} rows of {layout.sheet}, {len(layout.boxes)} elements on the card; "
         f"not taken over: {len(set(layout.left))}.")  # fmt: skip
    named = shlex.quote(str(target))
    show(f"{target} is ready. Try:\n  pieria check {named}\n  pieria build {named}")


def _read(tool: str, source: Path) -> Layout:
    if tool == "squib":
        from generator.projects.squib import squib_layout

        return squib_layout(source if source.is_dir() else source.parent)
    if source.is_dir():
        raise click.UsageError(f"'{source}' is a folder; name the file of the project")
    if tool == "nandeck":
        from generator.projects.nandeck import nandeck_layout

        return nandeck_layout(source)
    from generator.projects.cardmaker import cardmaker_layout

    return cardmaker_layout(source)


def show_left(layout: Layout) -> None:
    """List what was not taken over."""
    from validator.core.messages import REPORTERS

    if layout.left:
        show_problems(REPORTERS["text"](sorted(set(layout.left))))


def _write(made: Path, layout: Layout, name: str) -> int:
    """The files of the project; how many rows it has. A sheet that is none ends here."""
    from generator.projects.sheet import SheetError, project_of
    from validator.core.location import Location, Problem
    from validator.load.cards import file_and_sheet, slug
    from validator.load.text import inside

    id_ = slug(name)
    sheet = layout.folder / layout.sheet.replace("\\", "/")
    try:
        if not inside(layout.folder, Path(file_and_sheet(sheet.as_posix())[0])):
            outside = "the sheet is outside the project's folder and is not read"
            raise SheetError([Problem(Location(layout.sheet), outside, "file")])
        still = layout.still()
        project = project_of(sheet.as_posix(), id_, id_.replace("-", " ").title(), layout)
    except SheetError as error:
        show_left(layout)
        finish(error.problems, "text")
        sys.exit(1)
    back = resource("templates") / "blank" / "templates" / "back.svg.j2"
    files = {**project.files, "templates/back.svg.j2": back.read_bytes()}
    write_files({made / each: data for each, data in files.items()})
    for each, picture in {**project.pictures, **still}.items():
        (made / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, made / each)
    for each in project.missing:
        layout.leave(Location(sheet.as_posix()), f"the picture '{each}' is not in the folder")
    return project.cards
