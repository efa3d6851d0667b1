"""Reads and writes the user's measured printers, and finds the one that `--printer` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from generator.commands.results import finish
from generator.sheets.paper import DUPLEX_SIDES, PAPERS

if TYPE_CHECKING:
    from pathlib import Path

    from generator.printers.profiles import Printer, Printers


def printers_file() -> Path:
    """Return the file of the user's printers, in the system's folder for settings."""
    from pathlib import Path

    folder = click.get_app_dir("pieria")
    if folder.startswith("~"):
        raise click.UsageError("there is no home folder to save printers in; set HOME")
    return Path(folder) / "printers.yaml"


def known_printers() -> Printers:
    """Return the user's printers.

    If the file is broken, it is kept, and the command ends with an error.
    """
    from generator.printers.profiles import load_printers

    printers, problems = load_printers(printers_file())
    if problems:
        finish(problems, "text")
    return printers


def saved_printers() -> Printers:
    """Return the user's printers as far as they can be read.

    Commands that read a file made for one of these printers use it.
    """
    from generator.printers.profiles import load_printers

    try:
        return load_printers(printers_file())[0]
    except click.UsageError:  # the user has no home folder
        return {}


def printer_named(name: str, paper: str, sides: str) -> Printer:
    """Return the user's printer with this name, measured with this paper.

    Exits with an error if there is none.
    """
    from validator.core.location import did_you_mean

    known = known_printers()
    papers = sorted(each for other, each in known if other == name)
    if not papers:
        hint = did_you_mean(name, {other for other, _ in known})
        raise click.UsageError(f"no printer '{name}'{hint or '; pieria calibrate measures one'}")
    if paper not in papers:
        measured = " and ".join(PAPERS[each].title for each in papers)
        raise click.UsageError(
            f"'{name}' was measured with {measured}, not with {PAPERS[paper].title}; also run "
            "pieria calibrate for this paper"
        )
    printer = known[name, paper]
    if sides in DUPLEX_SIDES and not printer.fits(sides):
        raise click.UsageError(
            f"the back of '{name}' was measured with --sides {printer.turned}, not {sides}; use "
            f"--sides {printer.turned}, or measure the printer again"
        )
    return printer
