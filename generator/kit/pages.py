"""Assembles the pages of a kit: its pieces between cover, tuckboxes and credits, or only the
changed pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from generator.drawing.inks import INKS
from generator.kit.cover import Kit, contents, font_credits, icon_credits, placeholders
from generator.kit.front_matter import KitPage, cover, credits_page, net, swap_list
from generator.kit.inventory import LeafFaces, leaf_item
from generator.kit.manifest import DrawnSide, Item
from generator.kit.renderer import KitRenderer
from generator.sheets.imposition import in_printing_order, lay_out
from generator.sheets.pages import Page, Piece
from generator.sheets.paper import PAPERS, SIDES
from generator.sheets.tuckboxes import TUCKBOXES, Tuckbox, game_box, tuckboxes
from validator.core.location import Problem
from validator.core.model import Game
from validator.core.sizes import SIZES
from validator.core.translations import Translations

if TYPE_CHECKING:
    from generator.kit.changes import Comparison


class KitPages:
    """Arranges the pages of a kit around the pieces that a renderer draws."""

    def __init__(self, kit_renderer: KitRenderer) -> None:
        self.kit = kit_renderer

    def with_front_and_end(self, body: Sequence[Page]) -> list[Page]:
        """Return all pages of a kit: the cover, these pages, and the credits.

        Cover and credits are rendered once before the build id is known, because the id depends on
        them too, and because the credits name the typefaces and icons that they themselves use.
        """
        if not PAPERS[self.kit.options.paper].has_pages:
            self.kit.identify()
            self.kit.renderer.usage.notes[self._without_pages()] = None
            return in_printing_order(body, self.kit.options.sides)
        boxes = list(self.tuckboxes())
        lies_on = _lies_on(body, 2 if self.alone else 1)
        sheets = sum(page.side == "front" for page in body) + len(boxes) + 2 + self.alone
        draft = self.describe(lies_on, sheets)
        for leaf in (cover(draft), credits_page(draft)):
            self.kit.inventory.note_leaf(leaf.id, self.faces_of(leaf, draft=True))
        nets = [self.leaf(net(box)) for box in boxes]
        for box, pages in zip(boxes, nets, strict=True):
            faces: LeafFaces | None = (pages[0].boxes[0].drawing, None, "no") if pages else None
            self.kit.inventory.note_leaf(
                box.name, faces, box.title, cards=box.cards, inside=box.inside
            )
        self.kit.identify()
        kit = self.describe(lies_on, sheets)
        first, last = self.leaf(cover(kit)), self.leaf(credits_page(kit))
        return in_printing_order([*first, *body, *chain(*nets), *last], self.kit.options.sides)

    def _without_pages(self) -> Problem:
        """Return a note that the kit's own pages are left out, because of the paper."""
        paper = PAPERS[self.kit.options.paper]
        message = (
            f"cover, credits and tuckboxes are not printed on this paper ({paper.title}); print "
            "them with --paper a4 or letter"
        )
        return Problem(self.kit.game.location, message, "paper", "note")

    def changed(
        self, pieces: Sequence[Piece], changes: Comparison
    ) -> tuple[list[Page], list[Item]]:
        """Return the pages with the swap list and the new pieces, and the items for these pages."""
        from generator.kit.changes import swap_pages

        options = self.kit.options
        paper = PAPERS[options.paper]
        if not paper.has_pages:
            pages = lay_out(pieces, paper.size, options.sides, options.cutting, paper.grid)
            return in_printing_order(pages, options.sides), []
        pages, swaps = [], []
        face = self.kit.fonts.face(str(self.kit.game.theme.fonts["text"]))
        for each in swap_pages(
            changes, lambda sign: not face.word(sign).missing, self.kit.game.words
        ):
            leaf_pages = self.leaf(swap_list(each.title, each))
            pages += leaf_pages
            swaps += [
                leaf_item(each.title, DrawnSide(page.boxes[0].drawing), 1)
                for page in leaf_pages[:1]
            ]
        pages += lay_out(pieces, paper.size, options.sides, options.cutting)
        wanted = dict(changes.printed)
        for box in self.tuckboxes():
            if wanted.get(box.name, 0):
                wanted[box.name] -= 1
                pages += self.leaf(net(box))
        return in_printing_order(pages, options.sides), swaps

    def tuckboxes(self) -> Iterator[Tuckbox]:
        """Yield one box for the whole game.

        If not all pieces fit into it, yield one or more boxes for each boxed deck.
        """
        stock, sleeved = self.kit.options.stock, self.kit.options.sleeved
        if whole := game_box(self.kit.game, stock, sleeved):
            yield whole
            return
        for component in self.kit.game.components:
            if component.boxed:
                yield from tuckboxes(component, stock, sleeved)

    def describe(self, lies_on: dict[str, set[int]], sheets: int) -> Kit:
        """Return the description of the kit for cover and credits."""
        renderer, players = self.kit.renderer, self.kit.options.players
        return Kit(
            contents=contents(self.kit.game, lies_on, players),
            sheets=sheets,
            paper=PAPERS[self.kit.options.paper],
            sides=SIDES[self.kit.options.sides],
            ink=INKS[self.kit.options.ink],
            build_id=self.kit.build_id,
            icons=icon_credits(renderer.usage.icons.values(), self.kit.game.words),
            fonts=font_credits(self.kit.fonts, renderer.usage.fonts),
            originals=placeholders(self.kit.game),
            players=players,
            supplies=_supplies(self.kit.game, players),
        )

    def leaf(self, leaf: KitPage) -> list[Page]:
        """Return one of the kit's own pages and its reverse, which is often blank."""
        faces = self.faces_of(leaf)
        if faces is None:
            return []
        face, back, behind = faces
        piece = Piece(
            leaf.id,
            SIZES["page"],
            "rect",
            face,
            back,
            called(self.kit.game.words, leaf.title),
            True,
        )
        pieces = [piece]
        if behind == "alone" and back is not None:
            pieces = [piece._replace(back=None), piece._replace(face=back, back=None)]
        paper, sides = PAPERS[self.kit.options.paper].size, self.kit.options.sides
        return lay_out(pieces, paper, sides, self.kit.options.cutting)

    @property
    def alone(self) -> bool:
        """Whether the reverses of the kit's own pages are printed as separate fronts."""
        return self.kit.options.sides in ("fronts", "gutterfold")

    def faces_of(self, leaf: KitPage, draft: bool = False) -> LeafFaces | None:
        """Return the face keys of a page and its reverse, and where the reverse is printed.

        The place is "no" (there is no reverse), "alone" (on a page of its own) or "behind". Returns
        None if a face cannot be drawn.
        """
        key = self.kit.draw_leaf(leaf, draft)
        if not leaf.front:
            return (key, None, "no") if key else None
        front = self.kit.draw_leaf(leaf._replace(template=leaf.front, front=""), draft)
        if key is None or front is None:
            return None
        return front, key, "alone" if self.alone else "behind"


def called(words: Translations, title: str) -> str:
    """Return the title of one of the kit's own pages, for bookmarks, in the kit's language."""
    known = {
        "Cover": words("Cover"),
        "Credits": words("Credits"),
        TUCKBOXES: words("Tuckboxes"),
        "Swap list": words("Swap list"),
    }
    return known.get(title, title)


def _supplies(game: Game, players: int | None) -> tuple[str, ...]:
    """Return the supplies that players must add to the kit: ``21 d6``."""
    if not players:
        return ()
    from validator.referee.needs import supplies

    found = supplies(game, players)
    return tuple(f"{most} {game.words.pattern(what)}" for what, most in found)


def _lies_on(body: Sequence[Page], before: int) -> dict[str, set[int]]:
    """Return which sheets of paper contain each component.

    `before` is the number of sheets that the cover takes.
    """
    found: dict[str, set[int]] = {}
    number = before
    for page in body:
        number += page.side == "front"
        for box in page.boxes:
            found.setdefault(box.piece.split("/")[0], set()).add(number)
    return found
