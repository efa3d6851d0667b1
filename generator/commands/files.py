"""Writes files, and checks folders before it writes into them. A write error ends the command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import click

from generator.commands.terminal import show

if TYPE_CHECKING:
    from pathlib import Path


def check_new_folder(folder: Path, is_ours: Callable[[Path], bool] | None = None) -> None:
    """Exit with an error unless `folder` is new or empty, or contains only the output of an earlier
    run.

    `is_ours` recognises such a folder; it may raise OSError.
    """
    try:
        if not folder.exists():
            return
        if folder.is_dir() and (is_ours(folder) if is_ours else not any(folder.iterdir())):
            return
    except OSError as error:
        show(f"{folder}: cannot be read: {error.strerror or error}", err=True)
        sys.exit(2)
    found = "is not empty" if folder.is_dir() else "is a file"
    raise click.UsageError(f"'{folder}' {found}; name a new folder")


def write_file(file: Path, data: bytes, below: Path | None = None) -> None:
    """Write one file; see `write_files`."""
    write_files({file: data}, below)


def write_files(
    files: Mapping[Path, bytes],
    below: Path | None = None,
    gone: Iterable[Path] = (),
    sources: bool = False,
) -> None:
    """Write files that belong together; neither a partial file nor a partial set is ever visible.

    `below` is the folder that the user named: links that lead out of it are refused, because they
    may have come with a deck. `gone` are files of an earlier set; `sources` means that these are
    the user's own files, each of which must exist at all times. A write error ends the command.
    """
    from generator.core.atomic_write import sweep, write_together

    swept = click.get_current_context().meta.setdefault("generator.swept", set())
    for file in files:
        if below is not None and leads_out(file.parent, below):
            show(f"{file}: a link points outside {below.as_posix()}; remove it", err=True)
            sys.exit(2)
        if file.parent not in swept:
            swept.add(file.parent)
            sweep(file.parent)
    try:
        write_together(files, gone, sources)
    except OSError as error:
        show(f"{error.filename}: cannot be written: {error.strerror or error}", err=True)
        sys.exit(2)


def leads_out(folder: Path, below: Path) -> bool:
    """Return whether links in a folder's path lead out of another folder."""
    try:
        return not folder.resolve().is_relative_to(below.resolve())
    except (OSError, RuntimeError):  # circular links
        return True
