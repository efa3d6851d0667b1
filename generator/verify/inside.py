"""Defines what drawings in a finished PDF contain: texts, pictures and filled shapes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pypdfium2 import raw

from generator.core.geometry import UPRIGHT, Matrix, times
from generator.verify.bounds import Bounds, placed_around


class PlacedText(NamedTuple):
    """A text, with its position in the millimetres of the drawing or page that contains it."""

    bounds: Bounds
    size: float
    faint: bool
    font: str
    embedded: bool
    item: Any
    page: Any

    @property
    def text(self) -> str:
        """The characters of the text.

        They are read on demand, because reading them takes time. For a text from a memo, there are
        none.
        """
        if self.page is None:
            return ""
        return letters_of(self.item, self.page.get_textpage())


class PlacedPicture(NamedTuple):
    """A picture in a drawing: its width and height in pixels, and its placement matrix."""

    across: int
    down: int
    matrix: Matrix

    @property
    def resolution(self) -> float:
        """The resolution in pixels per inch: the lower of the horizontal and the vertical one."""
        a, b, c, d, _, _ = self.matrix
        wide, high = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5  # mm
        return float(min(self.across / max(wide, 1e-6), self.down / max(high, 1e-6))) * 25.4


class Inside:
    """The contents of a drawing, in the drawing's own millimetres."""

    def __init__(self) -> None:
        self.words: list[PlacedText] = []
        self.pictures: list[PlacedPicture] = []
        self.filled: list[Bounds] = []  # around shapes that are filled with a colour, and pictures
        self.turned: list[tuple[PlacedText | None, Bounds, Matrix]] = []  # parts of forms that are
        # turned, with what is around them in there: only the last matrix gives their bounds

    @classmethod
    def of(
        cls,
        words: Iterable[tuple[Sequence[float], float, bool, str, bool]],
        pictures: Iterable[tuple[int, int, Matrix]],
        filled: Iterable[Sequence[float]],
    ) -> Inside:
        """Return the contents that `plain` converted to these plain values."""
        found = cls()
        found.words = [
            PlacedText(Bounds(*box), size, faint, font, embedded, None, None)
            for box, size, faint, font, embedded in words
        ]
        found.pictures = [PlacedPicture(*each) for each in pictures]
        found.filled = [Bounds(*each) for each in filled]
        return found

    def plain(self) -> tuple[Any, ...]:
        """Return the contents as plain values for a memo, without the characters of texts."""
        words = [(tuple(bounds), *rest[:4]) for bounds, *rest in self.words]
        return words, [tuple(each) for each in self.pictures], [tuple(each) for each in self.filled]

    def add(self, inner: Inside, matrix: Matrix) -> None:
        """Add the contents of an inner form XObject, which a matrix places."""
        self.pictures += [
            PlacedPicture(across, down, times(own, matrix)) for across, down, own in inner.pictures
        ]
        self.turned += [(word, box, times(own, matrix)) for word, box, own in inner.turned]
        if matrix[1] or matrix[2]:
            self.turned += [(word, word.bounds, matrix) for word in inner.words]
            self.turned += [(None, bounds, matrix) for bounds in inner.filled]
            return
        self.words += [placed_text(word, word.bounds, matrix) for word in inner.words]
        self.filled += [placed_around(matrix, *bounds) for bounds in inner.filled]

    def settled(self) -> Inside:
        """Return the contents, with rotated areas replaced by their bounding boxes."""
        if not self.turned:
            return self
        found = Inside()
        found.add(self, UPRIGHT)
        for word, box, matrix in found.turned:
            if word is not None:
                found.words.append(placed_text(word, box, matrix))
            else:
                found.filled.append(placed_around(matrix, *box))
        return found


def placed_text(words: PlacedText, box: Bounds, matrix: Matrix) -> PlacedText:
    """Return a text after applying a matrix to its `box` and size."""
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    return words._replace(bounds=placed_around(matrix, *box), size=words.size * scale)


def utf16(read: Callable[[object, int], int]) -> str:
    """Return a text from pdfium; `read` writes it to a buffer, or only returns its length."""
    length = read(None, 0)
    buffer = ctypes.create_string_buffer(length)
    read(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def letters_of(item: object, textpage: object) -> str:
    """Return the characters of a pdfium text object."""
    return utf16(lambda buffer, size: raw.FPDFTextObj_GetText(item, textpage, buffer, size))
