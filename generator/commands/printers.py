"""`pieria calibrate` and `pieria printers`: measure a printer's offset, and list the results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from generator.commands.calibrated import known_printers, printers_file
from generator.commands.files import write_file
from generator.commands.options import output_folder
from generator.commands.terminal import show
from generator.sheets.paper import DUPLEX_SIDES, PAPERS, REAL_PAPERS, USUAL_PAPER, sides_named

if TYPE_CHECKING:
    from generator.printers.profiles import Measures, Misregistration, Printer


@click.command()
@click.option(
    "--paper",
    type=click.Choice(list(REAL_PAPERS)),
    default=USUAL_PAPER,
    show_default=True,
    help="Paper to measure with.",
)
@click.option(
    "--sides",
    type=click.Choice(["duplex", *DUPLEX_SIDES]),
    default="duplex",
    show_default=True,
    help="Whether the printer flips on the long or the short edge.",
)
@click.option("--printer", metavar="NAME", help="Print the test page corrected for this printer.")
@click.option("--save", metavar="NAME", help="Save the measurement under this name.")
@click.option(
    "--front",
    type=click.FloatRange(1, 300),
    nargs=5,
    metavar="A B C D E",
    help="The five lengths measured on the front, in mm.",
)
@click.option(
    "--back",
    type=click.FloatRange(1, 300),
    nargs=5,
    metavar="A B C D E",
    help="The five lengths measured on the back, in mm.",
)
@output_folder
def calibrate(
    paper: str,
    sides: str,
    printer: str | None,
    save: str | None,
    front: Measures | None,
    back: Measures | None,
    output: str,
) -> None:
    """Print a test page to measure how a printer shifts pages, or save the measurement.

    The page explains how to measure. `pieria build --printer NAME` then compensates
    for the offset of this printer, and `pieria printers` lists the saved measurements.

    \b
    Examples:
      pieria calibrate
      pieria calibrate --save office --front 20.5 20.5 19 170 230 --back 20 20.5 20 170 230
      pieria calibrate --printer office
    """
    turned = sides_named(sides)
    if save is None:
        if front or back:
            raise click.UsageError("a measurement needs a name; add --save NAME")
        _print(paper, turned, printer, output)
    elif printer is not None:
        raise click.UsageError(
            "--save and --printer cannot be used together; save first, then print"
        )
    else:
        _save(save, paper, turned, front, back)


def _print(paper: str, turned: str, name: str | None, output: str) -> None:
    """Write the test page for measuring a printer to a file."""
    from pathlib import Path

    from generator.commands.calibrated import printer_named
    from generator.printers.calibration import print_test_page

    found = printer_named(name, paper, turned) if name else None
    flip = "" if turned == "duplex-long" else f"-{turned}"
    used = f"-{name}" if name else ""
    file = Path(output) / f"printer-test-{paper}{flip}{used}.pdf"
    write_file(file, print_test_page(paper, turned, found))
    show(
        f"{file.as_posix()}: print it at 100 % on both sides; "
        "then follow the instructions on the page"
    )


def _save(
    name: str, paper: str, turned: str, front: Measures | None, back: Measures | None
) -> None:
    """Save a printer's measurements under its name in the user's settings."""
    from generator.printers.profiles import NAME, NOBODY, PERFECT, Printer, to_yaml, unusual

    if name == NOBODY:
        raise click.UsageError(
            f"'{NOBODY}' is not a printer name: --printer {NOBODY} builds for no printer"
        )
    if not NAME.fullmatch(name):
        raise click.UsageError(
            f"'{name}' is not a printer name: a letter, then up to 39 letters, digits, - and _"
        )
    if front is None and back is None:
        raise click.UsageError("no measurement; add --front A B C D E or --back A B C D E")
    known = known_printers()
    made = Printer(
        name,
        paper,
        turned,
        _fault("front", front or PERFECT, paper, turned),
        _fault("back", back or PERFECT, paper, turned),
    )
    file = printers_file()
    write_file(file, to_yaml({**known, (name, paper): made}).encode())
    _show(made)
    for side, fault in (("front", made.front), ("back", made.back)):
        if strange := unusual(fault):
            show(
                f"Warning: --{side}: {strange}. Was the page printed at 100 %, and were the "
                "lengths measured from the correct edges? Before you print a kit, print the test "
                "page again with this printer.",
                err=True,
            )
    show(f"Saved in {file.as_posix()}. Now: pieria build --printer {name} --paper {paper}")


def _fault(side: str, measures: Measures, paper: str, turned: str) -> Misregistration:
    from generator.printers.profiles import crosses, misregistration_of, out_of_bounds

    fault = misregistration_of(measures, crosses(PAPERS[paper].size, side, turned))
    if wrong := out_of_bounds(fault):
        raise click.UsageError(
            f"--{side} {' '.join(f'{each:g}' for each in measures)}: {wrong}. On a perfect print, "
            "the five lengths are 20 20 20 170 230; was the page printed at 100 %?"
        )
    return fault


def _show(printer: Printer) -> None:
    from generator.core.geometry import n

    for side, fault in (("front", printer.front), ("back", printer.back)):
        show(
            f"{printer.name}, {printer.paper}, {side}: "
            f"{n(abs(fault.x))} mm too far {'left' if fault.x < 0 else 'right'}, "
            f"{n(abs(fault.y))} mm too {'high' if fault.y < 0 else 'low'}, "
            f"turned by {n(fault.angle)}°, "
            f"scaled to {n(fault.scale_x)} % across and {n(fault.scale_y)} % down"
        )


@click.command()
@click.option("--remove", metavar="NAME", help="Delete a printer.")
def printers(remove: str | None) -> None:
    """List the measured printers and their corrections.

    \b
    Examples:
      pieria printers
      pieria printers --remove office
    """
    from generator.printers.profiles import to_yaml
    from validator.core.location import did_you_mean

    known = known_printers()
    if remove is not None:
        if remove not in {name for name, _ in known}:
            hint = did_you_mean(remove, {name for name, _ in known})
            raise click.UsageError(f"no printer '{remove}'{hint}")
        known = {key: value for key, value in known.items() if key[0] != remove}
        write_file(printers_file(), to_yaml(known).encode())
    for _, printer in sorted(known.items()):
        _show(printer)
    if not known:
        show("No printer has been measured yet; run pieria calibrate")
