"""`pieria new` and `pieria schema`: create projects, and schemas for editors."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.deck import KINDS
from generator.commands.files import check_new_folder, write_file, write_files
from generator.commands.games import game_named
from generator.commands.options import game_names
from generator.commands.results import finish, show_table
from generator.commands.terminal import show
from generator.core.atomic_write import draft_folder
from generator.projects.referee_copy import SAMPLE, name_referee
from validator.core.resources import resource

if TYPE_CHECKING:
    from generator.export.deck_files import ExportedDeck
    from generator.projects.sheet import Wishes
    from validator.core.model import Game
    from validator.load.schema import Schema

BLANK = "blank"
STARTS = (BLANK, "drawn")  # folders of templates/ that are small games to start from
LOOKS = ("lantern", "plain", "picture", "words")  # as in generator/projects/looks.py
CHOICES = ("title", "copies", "ignore", "text", "number", "icon", "picture", "word")
UNCOPIED = ("__pycache__", ".git")
FIRST_LINE = "# yaml-language-server: $schema="


@click.command()
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False))
@click.option(
    "--from", "origin", default=BLANK, show_default=True,
    metavar="GAME|SPREADSHEET|PICTURES|blank|drawn",
    help="A game to copy (data and templates); a .csv or .xlsx file, whose column types are "
    "guessed; a folder of finished pictures, or a PDF with one card per page."
    "",
)  # fmt: skip
@click.option(
    "--deck", "kind", type=click.Choice(KINDS),
    help="Format of card files (default: as in the game).",
)  # fmt: skip
@click.option(
    "--look", type=click.Choice(LOOKS),
    help="Draw the cards of a SPREADSHEET in this look, for editing in Inkscape and the "
    "studio (default: a plain template)."
    "",
)  # fmt: skip
@click.option(
    "--size", help="Size of the cards: a name, or [width, height] in mm (default: poker)."
)
@click.option(
    "--column", "columns", multiple=True, metavar="NAME=TYPE",
    help=f"Type of a column, if the guess is wrong: {', '.join(CHOICES)}. May be repeated.",
)  # fmt: skip
@click.option(
    "--referee", is_flag=True,
    help="Add a referee in Python, with scripts and tests.",
)  # fmt: skip
@click.option(
    "--plain", is_flag=True,
    help="With --referee: three plain templates instead of the drawings of Crazy Eights.",
)  # fmt: skip
@click.option(
    "--code", metavar="CODE",
    help="Code of a new game, with which its rule IDs begin, such as FERRY (default: MINE, or "
    "with --referee a word of the folder's name).",
)  # fmt: skip
def new(
    directory: str, origin: str, kind: str | None, look: str | None, size: str | None,
    columns: tuple[str, ...], referee: bool, plain: bool, code: str | None,
) -> None:  # fmt: skip
    """Create a project in the new folder DIR, ready to build.

    `--from blank` is a small game with comments that explain every line, `--from drawn` a deck
    whose cards are drawn in Inkscape, and `--from GAME` your own deck for a game, with different
    cards but the same rules. `--from SPREADSHEET` takes a .csv or .xlsx file (`deck.xlsx#Heroes`: a
    worksheet), guesses the types of fields, creates a first layout, and copies pictures that are
    beside the file. `--from FOLDER` takes finished pictures of cards (PNG, JPEG, SVG, or pages of
    PDFs): a back must have the name of its front with `back` instead of `front`, or be the only
    back. The project includes JSON Schemas for your editor.

    `--referee` makes a copy of Crazy Eights with its referee, scripts and tests, named after the
    folder. With `--plain`, its cards are plain, for a game with other cards. Pieria runs a referee
    only after you install it, never from a deck's folder.

    \b
    Examples:
      pieria new my-game
      pieria new my-deck --from nine-muses
      pieria new my-game --deck xlsx
      pieria new my-deck --from deck.xlsx --look lantern
      pieria new my-deck --from exported-cards
      pieria new ferry --referee && pip install -e ferry
    """
    if referee and origin != BLANK:
        raise click.UsageError(f"--referee is for a new game; '{origin}' already has a referee")
    if plain and not referee:
        raise click.UsageError("--plain can only be used with --referee")
    if code is not None:
        _check_code(code, origin)
    if (look or size or columns) and not _is_sheet(origin):
        raise click.UsageError(
            "--look, --size and --column can only be used with --from SPREADSHEET"
        )
    wishes = _wishes(look or "", size or "poker", columns)
    target = Path(directory)
    check_new_folder(target)
    with new_project(target) as made:
        start = str(resource("data") / SAMPLE) if referee else origin
        said = _filled(made, start, target.resolve().name, wishes)
        if referee:
            name_referee(made, target.resolve().name, code, plain)
        elif code is not None:
            _set_code(made, code)
        if kind is not None:
            _convert(made, kind)
    for line in said:
        show(line)
    named = shlex.quote(directory)
    show(f"{directory} is ready. Try:\n  pieria check {named}\n  pieria build {named}")
    if referee:
        show(f"  pip install -e {named}\n  pieria simulate {named}")


def _filled(made: Path, origin: str, name: str, wishes: Wishes) -> list[str]:
    """Write the files of a new project, and return what there is to say about them."""
    said = _from_sheet(made, origin, name, wishes) if _is_sheet(origin) else []
    said = said or _from_pictures(made, origin, name)
    if not said:
        _make(made, origin)
        _name(made, name, origin)
    return said


def _check_code(code: str, origin: str) -> None:
    """End the command if a new project cannot have this code."""
    from generator.projects.referee_copy import LONGEST_CODE, is_taken

    if origin not in STARTS:
        raise click.UsageError(f"--code is for a new game; '{origin}' keeps its own code")
    if not re.fullmatch(rf"[A-Z]{{1,{LONGEST_CODE}}}", code):
        raise click.UsageError(
            f"--code: expected 1 to {LONGEST_CODE} capital letters, as in 'FERRY', not '{code}'"
        )
    if is_taken(code):
        raise click.UsageError(
            f"--code: {code} is the code of a game with a referee; choose another code"
        )


def _set_code(folder: Path, code: str) -> None:
    """Replace the code of a blank project, in its rule ids as well."""
    old = re.findall(r"(?m)^code: (\w+)", (folder / "game.yaml").read_text("utf-8"))[0]
    for file in (each for each in folder.rglob("*") if each.is_file()):
        text = file.read_text("utf-8")
        file.write_text(re.sub(rf"\b{old}\b", code, text), "utf-8")


@contextmanager
def new_project(target: Path) -> Iterator[Path]:
    """Yield a temporary folder, which becomes the project if nothing fails.

    If it cannot be written, the command ends.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with draft_folder(target.parent) as draft:
            made = draft / "made"
            yield made
            write_schemas(made)
            if target.exists():
                target.rmdir()
            made.replace(target)
    except OSError as error:
        show(f"{target}: cannot be written: {error.strerror or error}", err=True)
        sys.exit(2)


def _is_sheet(origin: str) -> bool:
    from validator.load.cards import file_and_worksheet

    return file_and_worksheet(origin)[0].lower().endswith((".csv", ".tsv", ".xlsx", ".xlsm"))


def _from_pictures(folder: Path, origin: str, name: str) -> list[str]:
    """Create a project from finished pictures, and return its description.

    Returns an empty list if `origin` contains no pictures.
    """
    from generator.projects.pictures import deck_of, has_pictures
    from generator.projects.sheet import SpreadsheetError
    from validator.core.resources import shipped_games
    from validator.load.cards import slug

    source = Path(origin)
    if origin in (*STARTS, *shipped_games()) or (source / "game.yaml").is_file():
        return []
    try:
        if not has_pictures(source):
            return []
        id_ = slug(name)
        deck = deck_of(source, id_, id_.replace("-", " ").title())
    except SpreadsheetError as error:
        finish(error.problems, "text")
        sys.exit(1)
    except OSError as error:
        show(f"{origin}: cannot be read: {error.strerror or error}", err=True)
        sys.exit(2)
    write_files({folder / each: data for each, data in deck.files.items()})
    return deck.said


def _wishes(look: str, size: str, columns: Sequence[str]) -> Wishes:
    """Return the choices that the user made instead of accepting guesses."""
    from generator.projects.sheet import Wishes
    from validator.core.location import did_you_mean
    from validator.core.sizes import SIZES

    if size not in SIZES and not re.fullmatch(r"\[ *[0-9.]+ *, *[0-9.]+ *\]", size):
        hint = did_you_mean(size, SIZES) or "; a name, or [width, height] in mm"
        raise click.UsageError(f"--size: no size '{size}'{hint}")
    chosen = {}
    for each in columns:
        name, _, kind = each.rpartition("=")
        if not name or kind not in CHOICES:
            raise click.UsageError(
                f"--column: expected NAME=TYPE, as in 'Cost=number', not '{each}'; the types are "
                f"{', '.join(CHOICES)}"
            )
        chosen[name] = kind
    return Wishes(look, size, chosen)


def _from_sheet(folder: Path, origin: str, name: str, wishes: Wishes) -> list[str]:
    """Create a project from a spreadsheet, and return a description of the guesses.

    If `origin` is not a spreadsheet, the command ends with an error.
    """
    from generator.projects.sheet import SpreadsheetError, project_of
    from validator.load.cards import slug
    from validator.load.columns import IGNORED

    id_ = slug(name)
    try:
        project = project_of(origin, id_, id_.replace("-", " ").title(), wishes=wishes)
    except SpreadsheetError as error:
        finish(error.problems, "text")
        sys.exit(1)
    files = {**project.files}
    if not wishes.look:
        back = resource("templates") / "blank" / "templates" / "back.svg.j2"
        files["templates/back.svg.j2"] = back.read_bytes()
    write_files({folder / each: data for each, data in files.items()})
    for each, picture in project.pictures.items():
        (folder / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, folder / each)
    lines = [f"{project.cards} rows of {origin}:"]
    for guess in project.guesses:
        meant = "left out" if guess.field == IGNORED else f"{guess.field} {guess.kind}".strip()
        lines.append(f"  {guess.column}: {meant}" + (f" ({guess.why})" if guess.why else ""))
    lines.append("If a guess is wrong, correct it with --column, or change `columns` and "
    "`fields` in "
                 "game.yaml.")  # fmt: skip
    if project.pictures:
        lines.append(f"Pictures copied: {len(project.pictures)}.")
    if project.missing:
        few = ", ".join(project.missing[:5]) + (" …" if len(project.missing) > 5 else "")
        lines.append(
            f"Pictures that were not found beside the spreadsheet ({len(project.missing)}): {few}"
        )
    return lines


def _make(folder: Path, origin: str) -> None:

    if origin in STARTS:
        shutil.copytree(resource("templates") / origin, folder)
    else:
        game = game_named(origin)
        _copy(game.folder, folder)
        own = folder / "templates"
        if not own.exists() and (shared := resource("templates") / game.templates).is_dir():
            shutil.copytree(shared, own)
        for script in (folder / "scripts").glob("*.play"):
            text = script.read_text("utf-8")
            script.write_text(text.replace(f"game: {game.id}\n", "game: ..\n"), "utf-8")


def _name(folder: Path, name: str, origin: str) -> None:
    """Set a project's id from the name of its folder; a blank project also gets its title from it.

    A copy of a game keeps the game's title, and `templates:` still names the folder of templates
    that were not copied.
    """
    from validator.load.cards import slug

    id_ = slug(name)
    for file in (folder / "game.yaml", folder / "rules.yaml"):
        if not file.is_file():
            continue
        text = file.read_text("utf-8")
        text = re.sub(r"(?m)^game: .*$", f"game: {id_}", text, count=1)
        if file.name == "game.yaml" and origin in STARTS:
            title = id_.replace("-", " ").title()
            text = re.sub(r"(?m)^title: .*$", f"title: {json.dumps(title)}", text, count=1)
        file.write_text(text, "utf-8")
    book = folder / "rulebook.md"
    if origin == BLANK and book.is_file():
        words = book.read_text("utf-8").partition("\n")[2]
        book.write_text(f"# {id_.replace('-', ' ').title()}\n{words}", "utf-8")


def _copy(source: Path, target: Path) -> None:
    """Copy the files of a game.

    A link to a file of the game is replaced by a copy of that file; other links are dropped.

    A deck may come from anywhere: a link in it could lead to the user's files, or be circular.
    """
    home = source.resolve()
    for place, folders, files in os.walk(source):
        here = Path(place)
        for name in (*folders, *files):
            link = here / name
            if link.is_symlink() and not (link.is_file() and link.resolve().is_relative_to(home)):
                raise click.UsageError(
                    f"'{link.as_posix()}' is a link to a folder, or to a file outside the "
                    f"game; replace it with its target, or remove it"
                )
        folders[:] = [name for name in folders if name not in UNCOPIED]
        new = target / here.relative_to(source)
        new.mkdir(parents=True, exist_ok=True)
        for name in files:
            if (here / name).is_file():  # not a pipe or a device
                shutil.copyfile(here / name, new / name)


def _convert(folder: Path, kind: str) -> None:
    """Convert the card files of a project to another format, and update their names in
    game.yaml.
    """
    from dataclasses import replace

    from generator.export.deck_files import DeckFormatError, deck_of, files_of
    from validator.load.cards import file_and_worksheet
    from validator.load.game import load_game
    from validator.load.schema import declared

    game = load_game(folder).game
    assert game is not None
    text = (folder / "game.yaml").read_text("utf-8")
    decks: dict[str, ExportedDeck] = {}
    for id_, said in declared(game).items():
        file, sheet = file_and_worksheet(said.file)
        if re.search(_named(said.file), text) and not file.lower().endswith(f".{kind}"):
            deck = deck_of(game.component(id_), said.shape)
            decks.setdefault(said.file, replace(deck, name=sheet or Path(file).stem))
    try:
        files, names = files_of([*decks.values()], kind, [each.name for each in folder.iterdir()])
    except DeckFormatError as error:
        raise click.UsageError(str(error)) from None
    for named, name in zip(decks, names, strict=True):
        text = re.sub(_named(named), r"\g<1>" + name.replace("\\", r"\\"), text)
        (folder / file_and_worksheet(named)[0]).unlink(missing_ok=True)
    (folder / "game.yaml").write_text(text, "utf-8")
    for name, data in files.items():
        write_file(folder / name, data)


def _named(file: str) -> str:
    """Return a regular expression for the places where `game.yaml` names a card file."""
    return rf"(?m)^( *(?:- )?cards: +)([\"']?){re.escape(file)}\2(?=\s|$)" if file else "$^"


def write_schemas(folder: Path) -> None:
    """Write schemas into a folder of the project, and refer to them in its data files."""
    from validator.load.game import load_game

    loaded = load_game(folder)
    assert loaded.game is not None
    for name, schema in _schemas(loaded.game).items():
        write_file(folder / "schemas" / f"{name}.json", _encoded(schema))
    named = {"game.yaml": "game", "rules.yaml": "rules", "table.yaml": "table"}
    text = (folder / "game.yaml").read_text("utf-8")
    for component in loaded.game.components:
        file = f"{component.id}.yaml"
        if f"cards: {file}" in text:
            named[file] = component.id
    for overlay in sorted((folder / "locale").glob("*.yaml")):
        named[f"locale/{overlay.name}"] = "locale"
    for file, name in named.items():
        path = folder / file
        if path.is_file():
            up = "../" * file.count("/")
            head = f"{FIRST_LINE}{up}schemas/{name}.json\n"
            path.write_text(head + path.read_text("utf-8"), "utf-8")


def _schemas(game: Game) -> dict[str, Schema]:
    from validator.load.schema import card_schemas, general_schemas, locale_schema

    return {**general_schemas(), "locale": locale_schema(game), **card_schemas(game)}


def _encoded(schema: Schema) -> bytes:
    return (json.dumps(schema, indent=1, ensure_ascii=False) + "\n").encode()


@click.command()
@click.argument("game", default="", shell_complete=game_names)
@click.option(
    "--output", "-o", type=click.Path(file_okay=False),
    help="Output folder (default: print the schemas).",
)  # fmt: skip
def schema(game: str, output: str | None) -> None:
    """Write JSON Schemas of the data files; with a GAME, also of its card files.

    Editors with a YAML language server complete and check a file whose first line is
    `# yaml-language-server: $schema=schemas/game.json`.

    \b
    Examples:
      pieria schema
      pieria schema ./my-deck --output my-deck/schemas
    """
    from validator.load.schema import general_schemas

    found = _schemas(game_named(game)) if game else general_schemas()
    if output is None:
        show(json.dumps(found, indent=1, ensure_ascii=False))
        return
    rows: list[tuple[str, ...]] = [("schema", "for")]
    for name, each in found.items():
        file = Path(output) / f"{name}.json"
        write_file(file, _encoded(each))
        rows.append((file.as_posix(), str(each["title"])))
    show_table(rows)
