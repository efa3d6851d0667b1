"""Builds a printable kit from a checked game, with one function for each step.

game -> faces (SVG) -> pieces -> pages -> cover and credits -> PDF
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.core.memo import Memo
from generator.kit.document import kit_pdf
from generator.kit.manifest import Item, Manifest, leaves, to_json
from generator.kit.options import Options
from generator.kit.pages import KitPages
from generator.kit.renderer import KitRenderer, Look, Tick
from generator.sheets.grid import TooLargeError
from generator.sheets.imposition import lay_out
from generator.sheets.pages import Page, Piece
from generator.sheets.paper import PAPERS
from generator.sheets.tuckboxes import Tuckbox
from validator.checks.waivers import not_waived
from validator.core.location import Problem
from validator.core.model import Game

if TYPE_CHECKING:
    from generator.kit.changes import Comparison


class Built(NamedTuple):
    """A finished kit, or the problems that prevented building it."""

    problems: tuple[Problem, ...]
    pdf: bytes = b""
    pages: tuple[Page, ...] = ()
    pieces: int = 0
    build_id: str = ""
    manifest: bytes = b""  # JSON
    changes: Comparison | None = None  # since an earlier build; without changes there is no PDF
    notes: tuple[Problem, ...] = ()  # worth knowing, but no reason not to print
    boxes: tuple[Tuckbox, ...] = ()  # boxes whose nets are printed

    @property
    def sheets(self) -> int:
        """The number of sheets of paper, whether printed on one side or both."""
        return sum(page.side == "front" for page in self.pages)


def build_kit(
    game: Game,
    options: Options,
    tick: Tick = lambda: None,
    since: Manifest | None = None,
    memo: Memo | None = None,
    look: Look | None = None,
) -> Built:
    """Print a game, or only what changed `since` an earlier build.

    `tick` is called after each drawn design. `memo` contains the results of earlier builds. `look`
    checks each face; if it is given, there is a PDF even if a text does not fit.
    """
    kit = KitRenderer(game, options, memo)
    kit.look = look
    pieces = list(kit.pieces(tick))
    if _is_stopped(kit):
        return _failed(kit)
    arranged = KitPages(kit)
    try:
        paper = PAPERS[options.paper]
        body = lay_out(pieces, paper.size, options.sides, options.cutting, paper.grid)
        pages = arranged.with_front_and_end(body)
    except TooLargeError as error:
        return Built((*_failed(kit).problems, too_large(game, error)))
    if _is_stopped(kit):
        return _failed(kit)
    if since is not None:
        return _changed(arranged, pieces, since)
    manifest = kit.inventory.about(game, options, kit.build_id)
    items = kit.inventory.items(game, options)
    return _finished(arranged, pages, len(pieces), manifest, items)


def _changed(arranged: KitPages, pieces: Sequence[Piece], since: Manifest) -> Built:
    """Arrange only the pieces that are new or changed since an earlier build."""
    from generator.kit.changes import compare

    kit = arranged.kit
    manifest = kit.inventory.take(kit.game, kit.options, kit.build_id)
    changes = compare(since, manifest)
    if not changes.swaps:
        return Built((), build_id=kit.build_id, changes=changes)
    pieces = list(_first(pieces, changes.printed))
    pages, swaps = arranged.changed(pieces, changes)
    if kit.problems:
        return _failed(kit)
    manifest = manifest.only(changes.printed, swaps)._replace(since=since.build)
    return _finished(arranged, pages, len(pieces), manifest)._replace(changes=changes)


def _finished(
    arranged: KitPages,
    pages: Sequence[Page],
    pieces: int,
    manifest: Manifest,
    items: Iterable[Item] | None = None,
) -> Built:
    """Write the PDF with its manifest.

    `items` are the items of the manifest; they are created while it is written.
    """
    kit = arranged.kit
    text = to_json(manifest._replace(drawings=kit.forms.of(pages)), leaves(pages), items)
    pdf = kit_pdf(kit, pages, text, keep=False)
    notes = tuple(not_waived(kit.renderer.usage.notes, kit.game))
    return Built(
        _failed(kit).problems, pdf, tuple(pages), pieces, kit.build_id, text, notes=notes,
        boxes=tuple(arranged.tuckboxes()),
    )  # fmt: skip


def _is_stopped(kit: KitRenderer) -> bool:
    """Return whether problems prevent the next step of the build."""
    return bool(kit.problems) and (kit.look is None or bool(kit.undrawn))


def _failed(kit: KitRenderer) -> Built:
    return Built(tuple(sorted(set(kit.problems))))


def too_large(game: Game, error: TooLargeError) -> Problem:
    """Return a problem for a piece that no sheet can hold, located at its component or the game."""
    component = next((c for c in game.components if c.id == error.piece.id.split("/")[0]), None)
    if component is None:  # a page of the kit itself
        return Problem(game.location, f"{error}; choose larger paper", "paper")
    message = f"{error}; choose a smaller size or larger paper"
    if component.kind in ("tile", "sheet"):
        message += ", or `kind: board`, which takes several sheets"
    return Problem(component.location, message, "paper")


def _first(pieces: Sequence[Piece], counts: dict[str, int]) -> Iterator[Piece]:
    """Yield at most `counts[id]` copies of each face of a piece, in the order of the pieces."""
    seen: dict[tuple[str, str], int] = {}
    for piece in pieces:
        key = (piece.id, piece.face)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= counts.get(piece.id, 0):
            yield piece
