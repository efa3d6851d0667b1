"""Decides which topics share a page, and which get an extra page, so that hardly any page contains
only a picture.

Lengths are millimetres. Nothing here draws, and nothing depends on a page's look.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from generator.book.blocks import Block
from generator.book.spreads import Section, has_page, natural, pages_of, size_of
from generator.book.styles import LINE, ROOM

PLATE = 1.3  # what a page costs that has only a picture; an empty half page costs a quarter
MERGED = 0.05  # two topics on a page are harder to find
SMALLER = 2.0  # the cost of figures that shrink to nothing
SHORT = 0.62  # share of a page below which a topic may share it with another
SHARED = 1.06  # largest share of a page that two topics may need before gaps shrink
SHEET = 4  # pages of a folded sheet
MORE = 2  # most pages that a topic may get beyond those that it needs


@dataclass(frozen=True)
class Topic:
    """One or two sections that share their pages, and how many pages these are beyond the least."""

    sections: tuple[Section, ...]
    more: int = 0

    @property
    def title(self) -> str:
        return self.sections[0].title

    @property
    def blocks(self) -> list[Block]:
        """Return all blocks, with a wider gap between two sections."""
        first, *others = self.sections
        found = list(first.blocks)
        for section in others:
            found[-1].gap = max(found[-1].gap, 2 * LINE)
            found += section.blocks
        return found

    @cached_property
    def pages(self) -> list[list[Block]]:
        return pages_of(Section(self.title, self.blocks), self.more)

    @cached_property
    def cost(self) -> float:
        """Return the cost of the pages: empty space, and figures that have to shrink."""
        return math.fsum(map(_waste, self.pages)) + MERGED * (len(self.sections) - 1)

    @property
    def crammed(self) -> bool:
        """Return whether figures have to shrink on one of the pages."""
        return any(not _is_whole(each) and size_of(each, ROOM) < 1 for each in self.pages)

    def plates(self, number: int) -> int:
        """Return how many pages of art precede it if it may begin on page `number`.

        A topic with several pages begins on a left-hand page.
        """
        return int(len(self.pages) > 1 and number % 2 == 1 and number > 3)


def paginated(sections: Sequence[Section], first: int) -> list[Topic]:
    """Return the topics of a book from page `first` to the last but one, which cost least."""
    plan = _cheapest([[Topic((each,))] for each in sections], first)
    if _plates(plan, first) == 0 and not any(each.crammed for each in plan):
        return plan
    return _cheapest([_layouts(each) for each in sections], first)


def _layouts(section: Section) -> list[Topic]:
    """Return a topic on as many pages as it needs, and on more if its blocks can be divided."""
    found = [Topic((section,))]
    for more in range(1, MORE + 1):
        topic = Topic((section,), more)
        if len(topic.pages) == len(found[-1].pages):
            break
        found.append(topic)
    return found


def _cheapest(layouts: Sequence[Sequence[Topic]], first: int) -> list[Topic]:
    """Return the cheapest layouts; `layouts` contains the possible ones of each section."""
    best: list[dict[int, tuple[float, list[Topic]]]] = [{} for _ in range(len(layouts) + 1)]
    best[0][first] = 0.0, []
    for at, forms in enumerate(layouts):
        choices = [(form, at + 1) for form in forms]
        pair = tuple(each[0].sections[0] for each in layouts[at : at + 2])
        if len(pair) > 1 and _may_join(*pair):
            choices.append((Topic(pair), at + 2))
        for number, (cost, chosen) in best[at].items():
            for topic, then in choices:
                plates = topic.plates(number)
                after = number + plates + len(topic.pages)
                new = cost + topic.cost + PLATE * plates
                if after not in best[then] or new < best[then][after][0] - 1e-6:
                    best[then][after] = new, [*chosen, topic]
    last = min(best[-1], key=lambda number: best[-1][number][0] + PLATE * closing(number))
    return best[-1][last][1]


def closing(number: int) -> int:
    """Return how many pages of art come before the back page, if the next page is `number`."""
    return -number % SHEET


def _plates(topics: Sequence[Topic], number: int) -> int:
    """Return the number of pages of art that a book has."""
    plates = 0
    for topic in topics:
        before = topic.plates(number)
        plates += before
        number += before + len(topic.pages)
    return plates + closing(number)


def _may_join(first: Section, second: Section) -> bool:
    blocks = [*first.blocks, *second.blocks]
    return (
        not any(map(has_page, blocks))
        and max(natural(first.blocks), natural(second.blocks)) < ROOM * SHORT
        and natural(blocks) + LINE <= ROOM * SHARED
    )


def _is_whole(blocks: Sequence[Block]) -> bool:
    return len(blocks) == 1 and has_page(blocks[0])


def _waste(blocks: Sequence[Block]) -> float:
    """Return a page's cost, from its empty share after figures have grown, and from shrinkage."""
    if _is_whole(blocks):
        return 0.0
    size = size_of(blocks, ROOM)
    high = natural(blocks, size)
    empty = max(0.0, 1 - high / ROOM)
    return empty * empty + SMALLER * max(0.0, 1 - size) + max(0.0, high / ROOM - 1)


def replaced(topics: Sequence[Topic], new: Mapping[Section, Section]) -> list[Topic]:
    """Return topics on as many pages as before, in which new sections replace others."""
    return [
        replace(topic, sections=tuple(new.get(each, each) for each in topic.sections))
        for topic in topics
    ]
