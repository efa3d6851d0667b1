"""Finds the source of a face, and the line that caused a painter's error."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

from generator.core.svg import PaintError
from generator.faces.face import RenderedFace
from generator.faces.templates import Templates
from validator.core.location import Location, Problem
from validator.core.model import Card

_HREF = re.compile(r'<image\b[^>]*href="([^"]+)"')


class FaceSource(NamedTuple):
    """The source of a face: the ids of its component and card, and its template.

    `data` is the card, or None for a page of the kit itself.
    """

    component: str
    card: str
    template: str
    location: Location
    data: Card | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        return self.component, self.card, self.template

    def cell_of(self, name: str) -> Location | None:
        """Return the spreadsheet cell of the card that contains this text, or None."""
        cell = self.data.location_of(name) if self.data and name else None
        return cell if self.data and cell != self.data.location else None

    def place_of(self, name: str, face: RenderedFace, templates: Templates) -> Location | None:
        """Return the place where a face gets the name of a file.

        It is a cell of the card or a line of a template, or None if neither is found.
        """
        if cell := self.cell_of(name):
            return cell
        line = next((each for each in face.svg.splitlines() if name in unescape(each)), "")
        return templates.line_of(line.strip(), self.template) if line else None

    def problem(self, error: PaintError, svg: str, templates: Templates) -> tuple[Problem, str]:
        """Return a painter's error as a problem, and a key that all affected faces share.

        The problem is located at the cell that names the refused resource, at the line of the
        template, or else at the card.
        """
        if (unclosed := _unclosed(svg)) and "not well-formed" in str(error):
            error = PaintError(f"<{unclosed[0]}> is not closed; add </{unclosed[0]}>", unclosed[1])
        lines = svg.splitlines()
        line = lines[error.line - 1].strip() if 0 < error.line <= len(lines) else ""
        named = _HREF.search(line)
        if cell := self.cell_of(unescape(named[1]) if named else ""):
            return Problem(cell, str(error), "paint"), f"{cell} {error}"
        where = f" at “{line[:70]}”" if line else ""
        place = templates.line_of(line, self.template) if line else None
        drawing = f"drawing {self.component} '{self.card}'"
        if place is not None:
            message = f"{error}{where} ({drawing}, {self.location})"
            return Problem(place, message, "paint"), f"{place} {error}"
        message = f"{error}{where} ({drawing} with {self.template})"
        return Problem(self.location, message, "paint"), message


LONGEST_SEARCHED = 300_000  # characters of an SVG that is searched for an unclosed element
_TAGS = re.compile(r"<!--.*?-->|<(/?)([\w:-]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?(/?)>", re.DOTALL)


def _unclosed(svg: str) -> tuple[str, int] | None:
    """Return the element that an SVG source does not close, and its line (from 1), or None."""
    opened: list[re.Match[str]] = []
    for tag in _TAGS.finditer(svg[:LONGEST_SEARCHED]):
        if tag[2] is None or tag[3]:
            continue
        if not tag[1]:
            opened.append(tag)
        elif opened and opened[-1][2] == tag[2]:
            opened.pop()
        else:
            break
    return (opened[-1][2], svg.count("\n", 0, opened[-1].start()) + 1) if opened else None
