"""`pieria verify`: checks that a finished PDF meets its kit's specification."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from generator.commands.calibrated import saved_printers
from generator.commands.options import problem_format
from generator.commands.results import finish
from generator.commands.terminal import show

if TYPE_CHECKING:
    from generator.verify.claims import Verification
    from validator.core.location import Problem


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...",
    type=click.Path(exists=True, dir_okay=False),
)  # fmt: skip
@problem_format
def verify(files: tuple[str, ...], form: str) -> None:
    """Verify that finished PDFs can be printed, cut and played.

    This checks that every piece is present at its true size; that every back is behind its front
    when the paper is flipped or folded; that bleed, marks, margins and safe zones are right; that
    typefaces are embedded, text and pictures are large enough, and nothing will be scaled. The
    manifest that `pieria build` embeds in a FILE lists what it must contain. A FILE for a --printer
    is measured as that printer will print it. For a rulebook, it checks the order and position of
    the folded pages, margins, typefaces, sizes and contrast.

    
    Examples:
      pieria verify output/muse-a4.pdf
      pieria verify output/*.pdf --format github
    """
    from generator.kit.manifest import ManifestError
    from generator.verify.claims import problems_of
    from generator.verify.reader import ReadError
    from validator.core.location import Location, Problem

    problems: list[Problem] = []
    for file in files:
        try:
            verified = _verified(file)
        except (ReadError, ManifestError) as error:
            message = f"expected a PDF that pieria build wrote; {error}"
            problems.append(Problem(Location(file), message, "verify"))
            continue
        except OSError as error:
            show(f"{file}: cannot be read: {error.strerror or error}", err=True)
            raise SystemExit(2) from None
        problems += problems_of(verified, file)
        if form == "text":
            show(_report(file, verified))
    finish(problems, form)


def _verified(file: str) -> Verification:
    """Verify a kit or a rulebook. Raises ReadError, ManifestError or OSError."""
    from pathlib import Path

    from generator.verify.book_pdf import is_book, verify_book
    from generator.verify.kit_pdf import verify_kit
    from validator.load.text import LARGEST_PDF, bytes_of

    data = bytes_of(Path(file), LARGEST_PDF)
    if is_book(data):
        return verify_book(data, saved_printers())
    return verify_kit(data, printers=saved_printers())


def _report(file: str, verified: Verification) -> str:
    """Return each requirement with the result of its check."""
    holds = "verified" if not verified.findings else f"not verified, {_findings(verified.findings)}"
    rows = [f"{file}: {verified.title}, build {verified.build}: {holds}"]
    for claim in verified.claims:
        mark = _findings(len(claim.findings)) if claim.findings else claim.words
        rows.append(f"  {claim.name:<10} {mark}")
    return "\n".join(rows)


def _findings(count: int) -> str:
    return "1 finding" if count == 1 else f"{count} findings"
