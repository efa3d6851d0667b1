"""`pieria changes`: lists the differences between two builds."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from generator.commands.results import finish
from generator.commands.terminal import show

if TYPE_CHECKING:
    from generator.kit.manifest import Manifest


@click.command()
@click.argument("old", type=click.Path(exists=True, dir_okay=False))
@click.argument("new", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Output format.",
)
def changes(old: str, new: str, form: str) -> None:
    """List the differences between two builds: pieces to swap, and why.

    OLD and NEW are manifests that `pieria build` wrote, or the PDFs next to them.

    \b
    Examples:
      pieria changes printed/muse-a4.pdf output/muse-a4.pdf
      pieria changes old.manifest.json output/muse-a4.manifest.json --format json
    """
    from generator.kit.changes import REPORTERS, compare

    before, after = earlier_build(old), earlier_build(new)
    if before.game != after.game:
        raise click.UsageError(
            f"{old} is a build of '{before.game}', and {new} of '{after.game}'; compare two "
            "builds of the same game"
        )
    show(REPORTERS[form](compare(before, after)))


def earlier_build(name: str) -> Manifest:
    """Return the manifest in a file or in a PDF. Exits with an error if there is none."""
    from pathlib import Path

    from generator.kit.manifest import ManifestError
    from generator.verify.reader import read_manifest
    from validator.core.location import Location, Problem

    try:
        return read_manifest(Path(name))
    except ManifestError as error:
        location = Location(name, error.line, error.column)
        message = f"expected a manifest or a PDF that pieria build wrote; {error}"
        finish([Problem(location, message, "manifest")], "text")
    except OSError as error:
        show(f"{name}: cannot be read: {error.strerror or error}", err=True)
    sys.exit(1)
