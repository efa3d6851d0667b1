"""`pieria deck`: writes a component's cards to a file for a spreadsheet program or an editor."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.files import write_file
from generator.commands.games import game_named
from generator.commands.options import component_names, game_names
from generator.commands.terminal import show

KINDS = ("csv", "xlsx", "yaml")


@click.command()
@click.argument("game", shell_complete=game_names)
@click.argument("component", required=False, shell_complete=component_names)
@click.option("--to", "kind", type=click.Choice(KINDS), required=True, help="File format.")
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False),
    help="Output file (default: COMPONENT with the format's ending, in this folder).",
)  # fmt: skip
def deck(game: str, component: str | None, kind: str, output: str | None) -> None:
    """Write the cards of one COMPONENT of a GAME to a file for editing.

    The COMPONENT may be omitted if the GAME has only one. Pieria reads the file back as the same
    deck. Existing files are not overwritten.

    \b
    Examples:
      pieria deck nine-muses philosophers --to xlsx
      pieria deck ./my-deck cards --to csv --output my-deck/cards.csv
    """
    from generator.export.deck_files import DeckFormatError, deck_of, files_of
    from validator.load.schema import declared

    found = game_named(game)
    if component is None:
        if len(found.components) > 1:
            known = ", ".join(each.id for each in found.components)
            raise click.UsageError(f"'{game}' has several components; name one of {known}")
        component = found.components[0].id
    target = Path(output or f"{component}.{kind}")
    try:
        chosen = found.component(component)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from None
    if target.exists():
        raise click.UsageError(f"'{target}' already exists; choose another name with --output")
    shape = declared(found)[chosen.id].shape
    try:
        (data,) = files_of([deck_of(chosen, shape)], kind)[0].values()
    except DeckFormatError as error:
        raise click.UsageError(str(error)) from None
    write_file(target, data)
    number = len(chosen.cards)
    show(f"{target}: {number} card{'s' * (number != 1)}. Use it in game.yaml:")
    show(f"  - id: {chosen.id}\n    cards: {target.name}")
