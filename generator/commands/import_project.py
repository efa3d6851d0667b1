"""`pieria import`: converts a project of another tool to a Pieria project."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from generator.commands.files import check_new_folder, write_files
from generator.commands.project import new_project
from generator.commands.results import finish
from generator.commands.terminal import show, show_problems
from validator.core.location import Location
from validator.core.resources import resource

if TYPE_CHECKING:
    from generator.projects.layout import Layout
    from generator.projects.pictures import CardPictures
    from generator.projects.sheet import ProjectFiles

PICTURED = ("tts", "cockatrice")  # tools whose cards are pictures
TOOLS = ("squib", "nandeck", "cardmaker", *PICTURED)


@click.command("import")
@click.argument("tool", type=click.Choice(TOOLS))
@click.argument("path", type=click.Path())
@click.argument("folder", default="", type=click.Path(file_okay=False))
def import_project(tool: str, path: str, folder: str) -> None:
    """Convert a project from another tool, at PATH, to a Pieria project in FOLDER.

    The spreadsheet, the size of the card and its texts, pictures and rectangles are converted.
    Cards in a saved object of Tabletop Simulator (tts), or in a .cod or cards.xml of Cockatrice,
    become a deck of pictures with titles. Everything else is listed with its file and line. If
    fewer than half of the elements are understood, the project is refused. The command does not run
    the project's code, change its files, download anything, or read files outside its folder.
    FOLDER defaults to the name of PATH.

    
    Examples:
      pieria import squib my-squib-deck river
      pieria import squib my-squib-deck/src/deck.rb river
      pieria import nandeck deck.txt river
      pieria import cardmaker deck.cmp river
      pieria import tts saved-object.json river
      pieria import cockatrice deck.cod river
    """
    source = Path(path)
    if not source.exists():
        raise click.UsageError(f"no such file or folder: '{path}'")
    target = Path(folder or source.resolve().stem)
    check_new_folder(target)
    if tool in PICTURED:
        _bring_pictures(tool, source, target)
        return
    layouts = _read(tool, source)
    made_of = [each for each in layouts if each.sheet and each.boxes]
    if not made_of:
        _refuse_empty(path, layouts)
    with new_project(target) as made:
        rows = _write(made, made_of, target.resolve().name)
        show_left(layouts)
        met, drawn = _understood(layouts)
        if 2 * drawn < met or not drawn:
            _refuse(path, f"{drawn} of {met} elements were understood, which is fewer than half")
    sheets = " and ".join(dict.fromkeys(each.sheet for each in made_of))
    left = len({problem for each in layouts for problem in each.left})
    lacking = f"{drawn} understood, {met - drawn} left out; see the {left} notes above"
    found = lacking if left else "all of them understood"
    show(f"{rows} rows of {sheets}; {met} elements found, {found}.")
    _ready(target)


def _refuse_empty(path: str, layouts: Sequence[Layout]) -> NoReturn:
    show_left(layouts)
    drawn_on = any(each.sheet for each in layouts)
    what = "no drawing" if drawn_on else "no spreadsheet of cards"
    _refuse(path, f"{what} that Pieria can read was found")


def _understood(layouts: Sequence[Layout]) -> tuple[int, int]:
    """Return the number of elements found, and of those that can be drawn."""
    drawn = sum(len(each.drawn) for each in layouts)
    return sum(len(each.met | each.drawn) for each in layouts), drawn


def _refuse(path: str | Path, message: str) -> NoReturn:
    """End the command with an error and without writing a project."""
    show(f"{path}: {message}; no project was created. {PICTURES}", err=True)
    sys.exit(1)


def _ready(target: Path) -> None:
    named = shlex.quote(str(target))
    show(f"{target} is ready. Try:\n  pieria check {named}\n  pieria build {named}")


def _bring_pictures(tool: str, source: Path, target: Path) -> None:
    """Create a project from the pictures and titles of a deck."""
    from generator.projects import cockatrice, saved_object
    from generator.projects.pictures import PictureProject, project_of
    from validator.load.cards import slug

    if source.is_dir():
        raise click.UsageError(f"'{source}' is a folder; give the file that contains the cards")
    cards = (saved_object if tool == "tts" else cockatrice).cards_of(source)
    show_left([cards])
    count = f"{len(cards.fronts)} of {cards.met} cards were understood"
    if not cards.fronts or 2 * len(cards.fronts) < cards.met:
        few = f"{count}, which is fewer than half" if cards.met else "no card was found"
        _refuse(source, few)
    id_ = slug(target.resolve().name)
    deck = project_of(cards, PictureProject(), id_, id_.replace("-", " ").title(), source.name)
    with new_project(target) as made:
        write_files({made / each: data for each, data in deck.files.items()})
    for line in deck.said:
        show(line)
    left = len(set(cards.left))
    show(f"{count}; {left} note{'s' * (left != 1)} above." if left else f"{count}.")
    _ready(target)


PICTURES = (
    "Export its cards as pictures, then `pieria new NAME --from FOLDER` makes a deck from them."
)


def _read(tool: str, source: Path) -> list[Layout]:
    if tool == "squib":
        from generator.projects.squib import squib_layout

        if source.is_file() and source.suffix.lower() != ".rb":
            return [squib_layout(source.parent)]
        return [squib_layout(source)]
    if source.is_dir():
        raise click.UsageError(f"'{source}' is a folder; name the file of the project")
    if tool == "nandeck":
        from generator.projects.nandeck import nandeck_layout

        return [nandeck_layout(source)]
    from generator.projects.cardmaker import cardmaker_layouts

    return cardmaker_layouts(source)


def show_left(layouts: Sequence[Layout | CardPictures]) -> None:
    """List on the terminal the elements of a project that were not imported."""
    from validator.core.reports import REPORTERS

    if left := {problem for each in layouts for problem in each.left}:
        show_problems(REPORTERS["text"](sorted(left)))


def _write(made: Path, layouts: Sequence[Layout], name: str) -> int:
    """Write the files of the project and return its number of rows.

    If a spreadsheet is unreadable, the command ends.
    """
    from generator.projects.sheet import SpreadsheetError, component_named, joined
    from validator.load.cards import slug

    id_ = slug(name)
    files: dict[str, bytes] = {}
    games, taken = [], set[str]()
    rows = 0
    for layout in layouts:
        try:
            project, still = _project(layout, id_)
        except SpreadsheetError as error:
            show_left(layouts)
            finish(error.problems, "text")
            sys.exit(1)
        part = "cards"
        if len(layouts) > 1:
            part = slug(layout.name) or "cards"
            part = next(each for each in (part, *(f"{part}-{n}" for n in range(2, 100)))
                        if each not in taken)  # fmt: skip
        taken.add(part)
        face = "card.svg.j2" if part == "cards" else f"{part}.svg.j2"
        named = {"templates/card.svg.j2": f"templates/{face}"}
        files |= {named.get(each, each): data for each, data in project.files.items()}
        games.append(component_named(project.files["game.yaml"].decode(), part, layout.name, face))
        for each, picture in {**project.pictures, **still}.items():
            (made / each).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, made / each)
        sheet = Location((layout.folder / layout.sheet).as_posix())
        for each in project.missing:
            layout.leave(sheet, f"the picture '{each}' is not in the folder")
        rows += project.cards
    back = resource("templates") / "blank" / "templates" / "back.svg.j2"
    files |= {"game.yaml": joined(games).encode(), "templates/back.svg.j2": back.read_bytes()}
    write_files({made / each: data for each, data in files.items()})
    return rows


def _project(layout: Layout, id_: str) -> tuple[ProjectFiles, dict[str, Path]]:
    """Return the project files for one deck, and the pictures that are the same on all its
    cards.
    """
    from generator.projects.sheet import SpreadsheetError, project_of
    from validator.core.location import Problem
    from validator.load.cards import file_and_worksheet
    from validator.load.text import inside

    sheet = layout.folder / layout.sheet.replace("\\", "/")
    if not inside(layout.folder, Path(file_and_worksheet(sheet.as_posix())[0])):
        outside = "the spreadsheet is outside the project's folder and is not read"
        raise SpreadsheetError([Problem(Location(layout.sheet), outside, "file")])
    still = layout.still()
    title = id_.replace("-", " ").title()
    return project_of(sheet.as_posix(), id_, title, layout), still
