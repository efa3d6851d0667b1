"""Draws lines that help with cutting: crop marks, ticks, outlines and registration marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.sheets.cut_settings import CutSettings
from generator.sheets.grid import SheetGrid
from generator.sheets.pages import Box, Line, LineKind, Rect
from validator.core.sizes import Size

NOTE = 40.0  # mm, the least width of a line of small print
NOTE_HEIGHT = 2.4
NOTE_LEAST = 1.7  # room for its letters without a line's space


def around_all(rects: Sequence[Rect]) -> Rect:
    """Return the bounding rectangle of several rectangles."""
    left, top = min(r.x for r in rects), min(r.y for r in rects)
    right, bottom = max(r.right for r in rects), max(r.bottom for r in rects)
    return Rect(left, top, right - left, bottom - top)


def cut_lines(boxes: Sequence[Box], block: SheetGrid) -> Iterator[Line]:
    """Yield lines that help with cutting, as chosen in the settings."""
    cutting = block.cutting
    if block.page:
        return
    if block.outline != "rect":  # another shape's outline itself is printed
        if block.outline == "round" and cutting.marks != "none":
            for box in boxes:
                yield from _round_ticks(box, cutting)
        return
    if cutting.safe_zone:
        for box in boxes:
            yield from _outline(box.trim.grown(-cutting.safe, -cutting.safe), "safe")
    if cutting.marks == "crop":
        yield from _crop_marks(boxes, block)
    elif cutting.marks == "lines":
        for box in boxes:
            yield from _outline(box.trim, "cut")
    elif cutting.marks == "ticks":
        for box in boxes:
            yield from _ticks(box.trim, cutting.tick)


def registration(paper: Size, cutting: CutSettings) -> Iterator[Line]:
    """Yield registration marks: a square at the top left, and angles at the top right and bottom
    left.

    The square is a line that is as wide as it is long. The centre lines of the angles' strokes are
    on the inset.
    """
    inset, half = cutting.inset, cutting.square / 2
    yield Line(inset, inset + half, inset + cutting.square, inset + half, "square")
    long = cutting.arm - cutting.stroke / 2  # the stroke's square end adds the rest
    right, bottom = paper.width - inset, paper.height - inset
    yield Line(right - long, inset, right, inset, "angle")
    yield Line(right, inset, right, inset + long, "angle")
    yield Line(inset, bottom, inset + long, bottom, "angle")
    yield Line(inset, bottom - long, inset, bottom, "angle")


def _outline(rect: Rect, kind: LineKind) -> Iterator[Line]:
    yield Line(rect.x, rect.y, rect.right, rect.y, kind)
    yield Line(rect.x, rect.bottom, rect.right, rect.bottom, kind)
    yield Line(rect.x, rect.y, rect.x, rect.bottom, kind)
    yield Line(rect.right, rect.y, rect.right, rect.bottom, kind)


def _ticks(trim: Rect, length: float) -> Iterator[Line]:
    """Yield two short lines that meet at a right angle inside each corner."""
    for x, inward in ((trim.x, 1), (trim.right, -1)):
        for y, downward in ((trim.y, 1), (trim.bottom, -1)):
            yield Line(x, y, x + inward * length, y, "cut")
            yield Line(x, y, x, y + downward * length, "cut")


def _round_ticks(box: Box, cutting: CutSettings) -> Iterator[Line]:
    """Yield four ticks outside the bleed of a round piece, which point to its edge.

    Opposite ticks are aligned with the centre, so that a light piece on white paper can be cut out
    and a punch can be aimed.
    """
    trim, clip, length = box.trim, box.clip, cutting.token_tick
    x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
    yield Line(x, clip.y - length, x, clip.y, "crop")
    yield Line(x, clip.bottom, x, clip.bottom + length, "crop")
    yield Line(clip.x - length, y, clip.x, y, "crop")
    yield Line(clip.right, y, clip.right + length, y, "crop")


def _crop_marks(boxes: Sequence[Box], block: SheetGrid) -> Iterator[Line]:
    """Yield a mark at each end of every cut, outside the bleed of the block."""
    cutting, paper = block.cutting, block.paper
    trims = [box.trim for box in boxes]
    bleed = around_all([box.clip for box in boxes])
    upwards = max(cutting.edge, bleed.y - cutting.mark)
    end = paper.height / 2 if block.folded else paper.height - cutting.edge
    downwards = min(end, bleed.bottom + cutting.mark)
    for x in sorted({round(t.x, 6) for t in trims} | {round(t.right, 6) for t in trims}):
        yield Line(x, upwards, x, bleed.y, "crop")
        yield Line(x, bleed.bottom, x, downwards, "crop")
    leftmost = max(cutting.edge, bleed.x - cutting.mark)
    rightmost = min(paper.width - cutting.edge, bleed.right + cutting.mark)
    for y in sorted({round(t.y, 6) for t in trims} | {round(t.bottom, 6) for t in trims}):
        yield Line(leftmost, y, bleed.x, y, "crop")
        yield Line(bleed.right, y, rightmost, y, "crop")


def note_place(trim: Rect, bleed: Rect, block: SheetGrid) -> Rect | None:
    """Return the space for a line of small print below the block, or None.

    It is between the first two cuts or, if there is no room, below the crop marks.
    """
    top = bleed.bottom + 0.4
    end = block.paper.height - block.cutting.edge
    narrow = block.cell.width < NOTE + 2 and block.cutting.marks == "crop"
    if narrow and top + block.cutting.mark + NOTE_HEIGHT <= end:
        top += block.cutting.mark
    height = min(NOTE_HEIGHT, end - top)
    if height < NOTE_LEAST:
        return None
    left = trim.x + 1
    if block.cutting.marks == "silhouette":  # to the right of the angle that may be there
        left = max(left, block.cutting.inset + block.cutting.arm + block.cutting.clear)
    return Rect(left, top, max(block.cell.width - 2, NOTE), height)
