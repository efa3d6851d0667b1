"""`pieria upgrade`: converts the files of a project to current names."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.files import write_files
from generator.commands.results import finish
from generator.commands.terminal import show


@click.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(exists=True))
def upgrade(folder: str) -> None:
    """Convert the files of a project that use earlier names of keys, options or commands.

    It changes game.yaml, table.yaml, overlays, templates, rulebooks, scripts and records inside the
    FOLDER in place, and commands in .md and .sh files. Comments and layout are preserved. If a file
    cannot be read, nothing is written. Running it again changes nothing.

    \b
    Examples:
      pieria upgrade ./my-deck
      pieria upgrade night.play
    """
    from generator.projects import upgrade as upgrading

    found, problems = upgrading.upgrade(Path(folder))
    if problems:
        finish(problems, "text")
        return
    below = Path(folder) if Path(folder).is_dir() else None
    if found:
        write_files({file: each.data for file, each in found.items()}, below, sources=True)
    for file, each in found.items():
        for change in each.changes:
            show(f"{file.as_posix()}:{change}")
    count = len(found)
    show(f"{count} file{'s' * (count != 1)} changed." if found else "Nothing to change.")
