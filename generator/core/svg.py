"""Reads SVG as a stream of events."""

from __future__ import annotations

from typing import Protocol
from xml.parsers import expat

from generator.core.geometry import TooFarError

Attributes = dict[str, str]


class PaintError(ValueError):
    """Raised for SVG that is malformed or outside the painted subset.

    `line` counts from 1 in the SVG source. `art` is the id of the shared art that was refused; it
    is empty if the face itself was.
    """

    def __init__(self, message: str, line: int = 0, art: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.art = art


class SvgReader(Protocol):
    """The methods that `read_svg` calls for the parts of an SVG source, in order."""

    def start(self, tag: str, attributes: Attributes) -> None:
        """Handle the start of an element."""

    def end(self, tag: str) -> None:
        """Handle the end of an element."""

    def characters(self, data: str) -> None:
        """Handle text inside an element."""

    def instruction(self, target: str, data: str) -> None:
        """Handle a processing instruction."""


def read_svg(svg: str, reader: SvgReader) -> None:
    """Parse an SVG source. Raises PaintError with the line."""
    parser = expat.ParserCreate(namespace_separator=None)
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.ProcessingInstructionHandler = reader.instruction
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(svg, True)
    except expat.ExpatError as error:
        raise PaintError(f"not well-formed SVG: {error}", error.lineno) from None
    except UnicodeEncodeError as error:
        sign = ascii(error.object[error.start])
        raise PaintError(f"{sign} is half of a surrogate pair and not a character") from None
    except TooFarError as error:
        raise PaintError(str(error), parser.CurrentLineNumber) from None
    except PaintError as error:
        error.line = error.line or parser.CurrentLineNumber
        raise


def _refuse_entity(*_: object) -> None:
    raise PaintError("entities are not allowed")
