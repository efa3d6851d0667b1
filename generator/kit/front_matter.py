"""Makes the pages of a kit that show no cards: cover, credits, tuckboxes, swap lists and plots."""

from __future__ import annotations

from typing import NamedTuple

from generator.core.shown import TemplateValue
from generator.sheets.tuckboxes import TUCKBOXES, Tuckbox


class KitPage(NamedTuple):
    """A page of the kit that belongs to no card.

    `id` is the page's name in the manifest, and `title` its bookmark.
    """

    id: str
    title: str
    template: str
    kit: TemplateValue  # what its template reads
    front: str = ""  # the template of the page whose reverse this one is


def cover(kit: TemplateValue) -> KitPage:
    """Return the first sheet of the kit: a poster, with the list of contents on its reverse."""
    return KitPage("Cover", "Cover", "shared/cover.svg.j2", kit, "shared/poster.svg.j2")


def credits_page(kit: TemplateValue) -> KitPage:
    """Return the last page, with credits to all authors."""
    return KitPage("Credits", "Credits", "shared/credits.svg.j2", kit)


def net(box: Tuckbox) -> KitPage:
    """Return the net of a tuckbox, to be cut out and folded."""
    return KitPage(box.name, TUCKBOXES, "shared/tuckbox.svg.j2", box)


def swap_list(title: str, page: TemplateValue) -> KitPage:
    """Return a page that lists the pieces to remove from a kit and those to add."""
    return KitPage(title, title, "shared/swaps.svg.j2", page)
