"""Defines claims about a finished file, and the evidence that refutes them."""

from __future__ import annotations

from typing import NamedTuple

from generator.printers.profiles import Printer
from validator.core.location import Location, Problem


class Finding(NamedTuple):
    """Evidence against a claim, with its piece and its page (from 1; 0 means the whole file)."""

    page: int
    piece: str
    message: str
    coarse: bool = False  # a picture with too few pixels, which a build reports with its file

    def __str__(self) -> str:
        page = f"page {self.page}: " if self.page else ""
        piece = f"{self.piece}: " if self.piece else ""
        return f"{page}{piece}{self.message}"


class FileClaim(NamedTuple):
    """A claim about a file, as text, and the findings that contradict it."""

    name: str
    words: str
    findings: tuple[Finding, ...]


class Verification(NamedTuple):
    """All claims about a file."""

    game: str
    title: str
    build: str
    claims: tuple[FileClaim, ...]

    @property
    def findings(self) -> int:
        """The total number of findings about the file."""
        return sum(len(claim.findings) for claim in self.claims)


def problems_of(
    verified: Verification, file: str, most: int = 0, without_coarse: bool = False
) -> list[Problem]:
    """Return the findings as problems of a file.

    There are at most `most` for each claim, unless `most` is 0. `without_coarse` leaves out
    pictures with too few pixels, which the build has already reported.
    """
    found = []
    for claim in verified.claims:
        findings = [each for each in claim.findings if not (without_coarse and each.coarse)]
        shown = findings[: most or None]
        found += [Problem(Location(file), f"{claim.name}: {each}", "verify") for each in shown]
        if left := len(findings) - len(shown):
            message = f"{claim.name}: {left} more like this; `pieria verify` lists all"
            found.append(Problem(Location(file), message, "verify"))
    return found


def on_printer(printer: Printer | None) -> str:
    """Return the end of a claim's text that names the printer for which a file was made."""
    return f" on '{printer.name}'" if printer else ""


def measured_again(printer: Printer) -> str:
    """Return a message saying that a file was made for an outdated measurement of its printer."""
    return (
        f"it was made for another measurement of '{printer.name}' than the one that is saved; "
        f"build it again with --printer {printer.name}"
    )


def short(words: str) -> str:
    """Return the beginning of a text, long enough for readers to recognise the text."""
    words = words.strip()
    return words if len(words) <= 30 else f"{words[:29]}…"
