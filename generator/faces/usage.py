"""Records the inputs from which faces are made, and the problems with their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from validator.core.location import Location, Problem
from validator.core.model import Card, Game
from validator.core.translations import flat
from validator.core.tree import Scalar, scalars


class Icon(NamedTuple):
    """An icon of the library, with its shape in a square of `box` units."""

    name: str
    d: str
    box: float
    author: str
    licence: str
    set: str


@dataclass
class Usage:
    """The data that template functions record while the faces of a game are rendered.

    `reads` contains what the last face depends on besides its card, such as ``template
    card.svg.j2`` and ``rule MUSE-LIMIT-01``.
    """

    game: Game
    card: Card | None = None  # card of the face that is being rendered
    reads: set[str] = field(default_factory=set)
    icons: dict[str, Icon] = field(default_factory=dict)
    fonts: set[str] = field(default_factory=set)  # families
    problems: list[Problem] = field(default_factory=list)
    notes: dict[Problem, None] = field(default_factory=dict)  # worth knowing, in their order
    noted: int = 0  # how often a problem or a note was found
    # How much too long a text is, as a fraction of its space.
    excess: dict[Problem, float] = field(default_factory=dict)
    # Where an overlay has a printed text.
    translated: dict[str, Location] = field(default_factory=dict)
    watch: Callable[[str, list[Location]], None] | None = None  # is called with every text and the
    # places in templates that lead to it, the innermost first

    @property
    def location(self) -> Location:
        """The location of the card that is being rendered, or of the game if there is none."""
        return self.card.location if self.card else self.game.location

    def note(self, file: str, message: str) -> None:
        """Record a remark that a file of the game's folder is printed in an unexpected way."""
        self.noted += 1
        location = Location(file_name(str(self.game.folder / file)))
        self.notes[Problem(location, message, "drawing", "note")] = None

    def warn(self, words: str, message: str, check: str) -> None:
        """Record a warning about the setting of a text.

        A text that is on no card gets the location of the game.
        """
        self.noted += 1
        self.notes[Problem(self._written(words), message, check, "warning")] = None

    def note_problem(self, words: str, message: str, check: str, excess: float = 0) -> None:
        self.noted += 1
        problem = Problem(self._written(words), message, check)
        if problem not in self.problems:
            self.problems.append(problem)
        self.excess[problem] = max(excess, self.excess.get(problem, 0))

    def _written(self, words: str) -> Location:
        """Return where a printed text was written: in the card or, if translated, in an overlay."""
        if self.card is not None:
            wanted = _typed(words)
            part: Scalar | None = None  # the longest value that a template put into other text
            for scalar in scalars(self.card.node):
                written = _typed(scalar.raw)
                if written == wanted:
                    return scalar.location
                longest = max(len(part.raw), SHORTEST_PART) if part else SHORTEST_PART
                if len(written) > longest and written in wanted:
                    part = scalar
            if part is not None:
                return part.location
        found = self.translated.get(flat(words)) or self.game.words.location_of(words)
        return found or self.location

    def note_text(self, words: str) -> None:
        """Report a text, with the template lines that requested it, to the observer of texts."""
        if self.watch is None:
            return
        self.watch(words, list(template_lines()))


def template_lines() -> Iterator[Location]:
    """Yield the lines of templates that are being rendered, the innermost first."""
    import traceback

    for frame, line in traceback.walk_stack(None):
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            found = template.get_corresponding_lineno(line)
            yield Location(file_name(template.filename or template.name or ""), found, 1)


SHORTEST_PART = 3  # letters: a shorter value occurs in other text by chance
_QUOTES = str.maketrans("‘’", "''")


def _typed(words: str) -> str:
    """Return a text as an author would type it, for comparison."""
    return " ".join(words.translate(_QUOTES).split())


class LocatedError(ValueError):
    """Raised for something that cannot be drawn; it contains the location of the error."""

    def __init__(self, message: str, location: Location) -> None:
        super().__init__(message)
        self.location = location


def file_name(file: str) -> str:
    """Return a file's name for messages: relative to the working directory if the file is below
    it.
    """
    try:
        return Path(file).resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file
