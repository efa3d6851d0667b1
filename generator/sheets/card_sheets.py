"""Reads files that give the measurements of card sheets: perforated stock for cards or labels.

Shipped sheets are in `templates/papers/`, one file per sheet; `--paper FILE.yaml` reads another.
A manifest does not refer to such a file: there, the name of the paper contains all measurements, as
in ``215.9x279.4mm_2x5_88.9x50.8_19.05x12.7_0x0``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from validator.core.location import Problem
from validator.core.sizes import Size
from validator.core.tree import Mapping, Node, Scalar, Sequence, describe
from validator.load.shape import (
    TITLE,
    Length,
    MappingShape,
    Reader,
    Shape,
    ShapeField,
    Whole,
    optional,
)
from validator.load.text import read_text
from validator.load.yaml import read_yaml

MOST = 40  # columns, and rows
_NUMBERS = r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)"
_NAME = re.compile(rf"{_NUMBERS}mm_(\d+)x(\d+)_{_NUMBERS}_{_NUMBERS}_{_NUMBERS}")


class Grid(NamedTuple):
    """The cells of a printed sheet, in millimetres from the top left of the paper."""

    cell: Size
    columns: int
    rows: int
    left: float
    top: float
    gaps: Size

    @property
    def width(self) -> float:
        """The total width of the columns and of the gaps between them."""
        return self.columns * (self.cell.width + self.gaps.width) - self.gaps.width

    @property
    def height(self) -> float:
        return self.rows * (self.cell.height + self.gaps.height) - self.gaps.height


class CardSheet(NamedTuple):
    """A sheet of precut cards or labels, as a file describes it."""

    title: str
    size: Size
    grid: Grid

    @property
    def name(self) -> str:
        """The name of the sheet, which encodes all its measurements."""
        grid, size = self.grid, self.size
        pairs = (
            (grid.columns, grid.rows), (grid.cell.width, grid.cell.height), (grid.left, grid.top),
            (grid.gaps.width, grid.gaps.height),
        )  # fmt: skip
        said = "_".join(f"{one:.6g}x{other:.6g}" for one, other in pairs)
        return f"{size.width:.6g}x{size.height:.6g}mm_{said}"


class _Pair(Shape):
    """The shape of a pair of lengths, in mm or with units."""

    name: str = "two lengths, as in [85, 54] or [3.5in, 2in]"

    def __init__(self, least: float) -> None:
        self.of = Length(least, 2000)

    def read(self, node: Node, to: Reader) -> Size | None:
        if not isinstance(node, Sequence) or len(node.items) != 2:
            to.say(node, f"expected {self.name}, not {describe(node)}")
            return None
        wide, high = (self.of.read(each, to) for each in node.items)
        return None if wide is None or high is None else Size(wide, high)

    def neutral(self) -> Size:
        return Size(1, 1)


class _Paper(_Pair):
    """The shape of a paper, given by its name or by two lengths."""

    def __init__(self, known: dict[str, Size]) -> None:
        super().__init__(50)
        self.known = known
        self.name = f"{', '.join(known)}, or [width, height] in mm"

    def read(self, node: Node, to: Reader) -> Size | None:
        if isinstance(node, Scalar) and node.raw.lower() in self.known:
            return self.known[node.raw.lower()]
        return super().read(node, to)


def read_card_sheet(file: Path, known: dict[str, Size]) -> tuple[CardSheet | None, list[Problem]]:
    """Return the sheet of precut cards or labels that a file describes.

    `known` contains the papers that the file may refer to.
    """
    text = read_text(file, file.as_posix())
    if isinstance(text, Problem):
        return None, [text]
    tree, problems = read_yaml(text, file.as_posix())
    if tree is None or problems:
        return None, problems
    count, edge = Whole(1, MOST), Length(0, 2000)
    shape = MappingShape(
        {
            "title": ShapeField(TITLE, "the name of the sheet"),
            "paper": ShapeField(_Paper(known), "a paper's name or [width, height]"),
            "card": ShapeField(_Pair(5), "width and height of a cell"),
            "columns": ShapeField(count),
            "rows": ShapeField(count),
            "left": ShapeField(edge, "from the left edge of the paper to the first cell"),
            "top": ShapeField(edge, "from the top edge of the paper to the first cell"),
            "gap": optional(_Pair(0), "the gaps between columns and between rows", Size(0, 0)),
        }
    )
    to = Reader()
    said = shape.read(tree, to)
    if to.problems or said is None:
        return None, to.problems
    grid = Grid(said["card"], said["columns"], said["rows"], said["left"], said["top"], said["gap"])
    found = CardSheet(said["title"], said["paper"], grid)
    assert isinstance(tree, Mapping)
    if wrong := _beyond(found):
        return None, [Problem(tree.entries["card"].location, wrong, "paper")]
    return found, []


def _beyond(sheet: CardSheet) -> str:
    """Return a message saying how a grid extends beyond its paper, or an empty string if it does
    not.
    """
    grid, size = sheet.grid, sheet.size
    right, bottom = grid.left + grid.width, grid.top + grid.height
    if right <= size.width + 0.05 and bottom <= size.height + 0.05:
        return ""
    return (
        f"the grid ends {right:.4g} mm from the left and {bottom:.4g} mm from the top of paper of "
        f"{size}; correct 'card', 'columns', 'rows', 'left', 'top' or 'gap'"
    )


def sheet_named(name: str) -> CardSheet | None:
    """Return the card sheet whose measurements a name encodes, or None for any other name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    wide, high, columns, rows, *others = found.groups()
    width, height, left, top, across, down = map(float, others)
    grid = Grid(Size(width, height), int(columns), int(rows), left, top, Size(across, down))
    size = Size(float(wide), float(high))
    made = CardSheet(f"{size}, {grid.columns * grid.rows} cards", size, grid)
    return None if _beyond(made) or max(grid.columns, grid.rows) > MOST else made
