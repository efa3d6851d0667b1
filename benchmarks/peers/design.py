"""The data that all peers use: the deck's rows and a card's layout, in mm from the top left."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path

FONTS = Path(__file__).resolve().parents[2] / "templates" / "fonts" / "AlegreyaSans"
REGULAR, BOLD, ITALIC = (
    FONTS / f"AlegreyaSans-{style}.ttf" for style in ("Regular", "Bold", "Italic")
)
PAPER_W, PAPER_H = 210, 297
CARD_W, CARD_H = 63, 88
LEFT, TOP = 10.5, 16.5  # of the block of 3 x 3
BLEED = 2
PT = 25.4 / 72  # mm in a point
LEADING = 1.2 * 9 * PT
INK, MUTED, PAPER, HUE = "#2b2b33", "#6a6a72", "#f7f1e3", "#2d5f68"

Row = dict[str, str]


def arguments() -> tuple[Path, Path]:
    """Return the deck's folder and the file to write, from the command line."""
    return Path(sys.argv[1]), Path(sys.argv[2])


def sheets(folder: Path) -> Iterator[list[Row]]:
    """Yield the rows of the deck in groups of nine, one group per sheet."""
    with (folder / "deck.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for start in range(0, len(rows), 9):
        yield rows[start : start + 9]


def icon_paths(folder: Path) -> dict[str, str]:
    return json.loads((folder / "icons" / "paths.json").read_text("utf-8"))


def corner(index: int, back: bool = False) -> tuple[float, float]:
    """Return the top left corner of a card's trim on its sheet; backs are in mirrored order."""
    row, column = divmod(index, 3)
    return LEFT + (2 - column if back else column) * CARD_W, TOP + row * CARD_H


def ground(index: int, back: bool = False) -> tuple[float, float, float, float]:
    """Return x, y, width, height of a card's background, with bleed only at the block's edges."""
    row, column = divmod(index, 3)
    column = 2 - column if back else column
    left, right = BLEED * (column == 0), BLEED * (column == 2)
    above, below = BLEED * (row == 0), BLEED * (row == 2)
    return -left, -above, CARD_W + left + right, CARD_H + above + below


def crop_marks() -> Iterator[tuple[float, float, float, float]]:
    """Yield x1, y1, x2, y2 of every crop mark."""
    right, bottom = LEFT + 3 * CARD_W, TOP + 3 * CARD_H
    for i in range(4):
        x, y = LEFT + i * CARD_W, TOP + i * CARD_H
        yield x, TOP - 5, x, TOP - 2
        yield x, bottom + 2, x, bottom + 5
        yield LEFT - 5, y, LEFT - 2, y
        yield right + 2, y, right + 5, y


def words(text: str) -> list[tuple[str, bool]]:
    """Return the words of a card's text, and whether each is bold. A comma belongs to its word."""
    return [(word.replace("**", ""), word.startswith("**")) for word in text.split(" ")]


def wrapped(
    text: str, regular: dict[str, float], bold: dict[str, float], width: float
) -> Iterator[tuple[float, int, str, bool]]:
    """Yield x, line, words and boldness of each run of the text.

    The dicts map words to widths in mm.
    """
    space = regular[" "]
    x, line = 0.0, 0
    start, run, run_bold = 0.0, [], False
    for word, is_bold in words(text):
        wide = (bold if is_bold else regular)[word]
        if x and x + space + wide > width:
            yield start, line, " ".join(run), run_bold
            x, line, run = 0.0, line + 1, []
        elif x:
            x += space
            if is_bold != run_bold:
                yield start, line, " ".join(run), run_bold
                run = []
        if not run:
            start, run_bold = x, is_bold
        run.append(word)
        x += wide
    yield start, line, " ".join(run), run_bold


def rgb(colour: str) -> tuple[float, float, float]:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))


class Measured(dict):
    """A cache of the widths of words."""

    def __init__(self, measure) -> None:
        super().__init__()
        self.measure = measure

    def __missing__(self, word: str) -> float:
        wide = self[word] = self.measure(word)
        return wide
