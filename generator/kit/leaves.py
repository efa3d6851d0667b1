"""Pages of the kit itself, which no card of the game is on: what each shows, and on what template.

A cover, credits, tuckboxes and swap lists of a kit; plots of simulated games.
"""

from __future__ import annotations

from generator.core.shown import Shown
from generator.sheets.tuckboxes import TUCKBOXES, Tuckbox
from validator.core.lazy import dataclass


@dataclass(frozen=True)
class Leaf:
    """A page. `id` is what the manifest calls it, `title` what a bookmark does."""

    id: str
    title: str
    template: str
    kit: Shown  # what its template reads
    front: str = ""  # the template of the page whose reverse this one is


def cover(kit: Shown) -> Leaf:
    """The first sheet: a poster, and on its reverse what the kit holds."""
    return Leaf("Cover", "Cover", "shared/cover.svg.j2", kit, "shared/poster.svg.j2")


def credits_page(kit: Shown) -> Leaf:
    """The last page: who made what."""
    return Leaf("Credits", "Credits", "shared/credits.svg.j2", kit)


def net(box: Tuckbox) -> Leaf:
    """The net of a tuckbox, to be cut out and folded."""
    return Leaf(box.name, TUCKBOXES, "shared/tuckbox.svg.j2", box)


def swap_list(title: str, page: Shown) -> Leaf:
    """A list of what to take out of a kit and what to put in."""
    return Leaf(title, title, "shared/swaps.svg.j2", page)
