"""The back page of a book: the quick reference, between a band with the title and one with art."""

from __future__ import annotations

from collections.abc import Sequence

from generator.book.blocks import Block, ColumnsBlock, ItemBlock, PanelBlock, TextBlock
from generator.book.composing import Composer
from generator.book.marks import Area, Label, Mark, moved
from generator.book.ornament import Art
from generator.book.styles import HIGH, LINE, WIDE
from generator.book.tree import Block as Node

HEAD, FOOT = 27.0, 27.0  # mm of the bands
STRIP = 12.4  # mm, the height of the art at the foot
APART = 0.6  # mm between its pictures, at least
UNEVEN = 3  # how many times as long as another a step beside it may be
SHORT = 150  # letters of a part that has a column of its own


def back_room() -> tuple[float, float]:
    """Return the top of the area for blocks on the page, and its height, both in mm."""
    return 8.0, HIGH - 8.0 - FOOT - 4.0


def back_blocks(composer: Composer, nodes: Sequence[Node]) -> list[Block]:
    """Return the blocks of the back page.

    The title and subtitle are in the coloured band, choices are in pairs, and short sections are
    side by side.
    """
    composer.compact = True
    blocks = composer.section_blocks(nodes)
    composer.compact = False
    styles = composer.styles
    for block in blocks[:2]:
        if isinstance(block, TextBlock) and block.level == 2:
            block.said = composer.said(block.words, styles.glance)
            block.gap = 13.0
        elif isinstance(block, TextBlock) and block.said.style.name == "lead":
            block.said = composer.said(block.words, styles.glance_lead)
            blocks[0].gap, block.gap = 1.6, 7.5
    found = _pairs(blocks)
    return _beside(found)


def _pairs(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with steps and choices in rows of two, or of three if there are three."""
    found: list[Block] = []
    run: list[Block] = []
    for block in [*blocks, None]:
        same = block is not None and run and type(block) is type(run[-1])
        wanted = (isinstance(block, PanelBlock) and bool(block.head)) or (
            isinstance(block, ItemBlock) and bool(block.sign)
        )  # fmt: skip
        if run and not (same and wanted):
            count = _columns_of(run)
            found.append(ColumnsBlock(run[0].location, LINE * 0.7, inner=run, count=count,
                                      across=True, between=2.4, even=True,
                                      name=run[0].name))  # fmt: skip
            run = []
        if block is not None:
            if wanted:
                run.append(block)
            else:
                found.append(block)
    return found


def _columns_of(run: Sequence[Block]) -> int:
    """Return the number of columns of steps or choices.

    Three are read across. Steps of which one is much longer than another are below each other.
    """
    lengths = [sum(len(each.words) for each in block.inner) for block in run
               if isinstance(block, ItemBlock)]  # fmt: skip
    if lengths and max(lengths) > UNEVEN * min(lengths):
        return 1
    return 3 if len(run) == 3 else 2


def _beside(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with short sections, each a heading and its text, in columns."""
    found: list[Block] = []
    parts: list[list[Block]] = []

    def close() -> None:
        while parts:
            row = [parts.pop(0)]
            while parts and len(row) < 3 and _is_short(row[0]) and _is_short(parts[0]):
                row.append(parts.pop(0))
            if len(row) == 1:
                found.extend(row[0])
            else:
                inner = [PanelBlock(part[0].location, inner=part, fill="", pad=0.0) for part in row]
                found.append(ColumnsBlock(row[0][0].location, LINE * 0.6, inner=inner,
                                          count=len(row), across=True))  # fmt: skip

    for block in blocks:
        if block.level == 3:
            parts.append([block])
        elif parts:
            parts[-1].append(block)
        else:
            found.append(block)
    close()
    return found


def _is_short(part: Sequence[Block]) -> bool:
    return all(isinstance(block, TextBlock) for block in part) and (
        sum(len(block.words) for block in part) < SHORT
    )


def back_marks(art: Art, credit: str, title: str) -> list[Mark]:
    """Return the page's decoration.

    It consists of the backgrounds, details of faces at the top and the bottom, and the credit.
    """
    marks: list[Mark] = [Area(-0.1, -0.1, WIDE + 0.2, HIGH + 0.2, "panel")]
    if title:
        marks += [Area(0, 0, WIDE, HEAD, "dark"), Area(0, HEAD, WIDE, 0.9, "line")]
    top = HIGH - FOOT
    marks += [Area(0, top, WIDE, FOOT + 0.1, "dark"), Area(0, top, WIDE, 0.9, "line")]
    window = next(iter(art.windows), None)
    if window is not None:
        cards = art.cards_of(window)
        across = STRIP * window.box[2] / window.box[3]
        count = max(1, int((WIDE - APART) / (across + APART)))
        between = (WIDE - count * across) / (count + 1)  # whole pictures, from edge to edge
        for number in range(count):
            x = between + number * (across + between)
            marks += art.window(window, cards[number % len(cards)], x, top + 2.2, across)
    elif (frieze := art.frieze(WIDE, STRIP)) is not None:
        marks += [moved(each, 0, top + 2.2) for each in frieze.marks]
    marks.append(Label(credit, 11.0, HIGH - 8.6, 2.5, face="label", colour="on_dark"))
    return marks
