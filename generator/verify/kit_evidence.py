"""The evidence about a kit: its pages, the pieces on them, and the game according to the
manifest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from generator.core.geometry import UPRIGHT, Matrix
from generator.kit.manifest import Item, Manifest, ManifestError
from generator.printers.profiles import Printer, as_measured_last, printed, printer_of
from generator.sheets.cut_settings import CutSettings
from generator.sheets.paper import PAPERS, SIDES
from generator.verify.bounds import Bounds, bounds_of
from generator.verify.inside import Inside
from generator.verify.reader import OpenPdf, PageContent, PlacedDrawing
from validator.core.sizes import Size

BEHIND = 0.05  # mm that a back may lie beside its front
EXACT = 0.02  # mm that a trim may be off: a PDF of ours has three decimals, pdfium's are floats


class FoundPiece:
    """A drawing on a page that the manifest lists, with its position and its design."""

    def __init__(self, page: int, drawn: PlacedDrawing, item: Item) -> None:
        self.page = page  # from 1
        self.piece = item.id
        self.drawn = drawn
        self.item = item
        self.corners = drawn.corners(item.size.width, item.size.height)
        self.trim = bounds_of(self.corners)  # the piece as it will be cut, on the page

    @property
    def board_part(self) -> Bounds:
        """The part of a board that this sheet shows, in the board's own millimetres.

        The board may be rotated on the page.
        """
        trim, size = self.trim, self.item.size
        shown = (self.drawn.clip or trim).within(trim)
        left, top = shown.left - trim.left, shown.top - trim.top
        right, bottom = shown.right - trim.left, shown.bottom - trim.top
        if abs(trim.right - trim.left - size.width) <= EXACT:
            return Bounds(left, top, right, bottom)
        return Bounds(top, size.height - right, bottom, size.height - left)


@dataclass
class Evidence:
    """The data that were read from a finished kit: its pages, and the game that they should
    print.
    """

    reader: OpenPdf
    manifest: Manifest
    printers: Mapping[tuple[str, str], Printer] = field(default_factory=dict)  # saved printers
    # printer that the file was made for, as it prints now
    printer: Printer | None = field(init=False)
    paper: Size = field(init=False)
    sides: str = field(init=False)
    cutting: CutSettings = field(init=False)
    sheets: Sequence[PageContent] = field(init=False)  # pages as they come out of the printer
    placed: list[list[FoundPiece]] = field(init=False)  # by page
    designs: dict[str, tuple[FoundPiece, Inside]] = field(init=False)  # by the form's hash
    _grounds: dict[tuple[str, Size], tuple[float, float, float, float]] = field(
        default_factory=dict, init=False
    )

    def __post_init__(self) -> None:
        self.paper, self.sides, self.cutting = _options(self.manifest)
        self.printer = self._printer()
        count = len(self.reader)
        self.sheets = [self.reader.sheet(page, self._printed(page)) for page in range(count)]
        items = {item.id: item for item in self.manifest.items}
        self.placed = [
            [
                FoundPiece(page, each, items[each.piece])
                for each in sheet.drawn
                if each.piece in items
            ]
            for page, sheet in enumerate(self.sheets, 1)
        ]
        self.designs = {}
        for each in (each for page in self.placed for each in page):
            if each.drawn.form_hash not in self.designs:
                self.designs[each.drawn.form_hash] = (each, self.reader.inside(each.drawn))

    def ground(self, each: FoundPiece) -> tuple[float, float, float, float]:
        """Return the extent of a design's coloured background, in mm from the design's corner.

        The values are the left, top, right and bottom of the shapes that cover most of an edge.
        """
        size, form = each.item.size, each.drawn.form_hash
        found = self._grounds.get((form, size))
        if found is None:
            found = self._grounds[form, size] = _ground_of(self.designs[form][1].filled, size)
        return found

    def shown(self, drawn: PlacedDrawing) -> str:
        """Return the hash of the face or back that is actually drawn.

        Returns an empty string if it is no face or back of the kit.
        """
        form = drawn.form_hash
        if form and self.manifest.drawings.get(drawn.hash) == form:
            return drawn.hash
        return self._by_form.get(form, "")

    @cached_property
    def _by_form(self) -> dict[str, str]:
        return {form: drawing for drawing, form in self.manifest.drawings.items()}

    @cached_property
    def owners(self) -> dict[str, tuple[str, str]]:
        """The piece and the side that each hash of a drawing belongs to."""
        found: dict[str, tuple[str, str]] = {}
        for item in self.manifest.items:
            found.setdefault(item.face.hash, (item.id, "face"))
            if item.back:
                side = "back" if item.behind == "behind" else "face"
                found.setdefault(item.back.hash, (item.id, side))
        return found

    def _printer(self) -> Printer | None:
        """Return the printer named in the manifest, or None.

        It is the saved printer or, if it is not saved, the printer as it was for the build.
        """
        named = self.manifest.options.get("printer")
        if not named:
            return None
        try:
            return as_measured_last(printer_of(named), self.printers)
        except ValueError as error:
            raise ManifestError(f"of its manifest, {error}") from None

    @property
    def outdated(self) -> bool:
        """Whether the printer was measured again after the file was made."""
        return self.printer is not None and self.printer != printer_of(
            self.manifest.options.get("printer")
        )

    def _printed(self, page: int) -> Matrix:
        """Return the matrix by which the printer transforms a page of the file."""
        if self.printer is None:
            return UPRIGHT
        back = page % 2 if self.sides.startswith("duplex") else page >= len(self.reader) // 2
        if self.sides in ("gutterfold", "fronts"):
            back = False
        return printed(self.printer.back if back else self.printer.front, self.paper)


def _is_paper(name: object) -> bool:
    """Return whether a name in a manifest is that of a paper."""
    try:
        return bool(PAPERS[str(name)])
    except KeyError:
        return False


def _options(manifest: Manifest) -> tuple[Size, str, CutSettings]:
    """Return the paper, sides and cut settings that the manifest names.

    Raises ManifestError.
    """
    options = manifest.options
    paper, sides, cutting = options.get("paper"), options.get("sides"), options.get("cutting")
    if not _is_paper(paper) or sides not in SIDES or not isinstance(cutting, dict):
        raise ManifestError("its manifest's options are not those of this version of Pieria")
    plain = CutSettings()
    for name in CutSettings._fields:
        value, usual = cutting.get(name), getattr(plain, name)
        kinds = (int, float) if isinstance(usual, float) else (type(usual),)
        if not isinstance(value, kinds):
            raise ManifestError(f"its manifest has no readable option '{name}'")
    found = CutSettings(**{name: cutting[name] for name in CutSettings._fields})
    on = PAPERS[str(paper)]
    if on.grid is not None:  # already cut, so that nothing marks the cuts
        found = found._replace(marks="none")
    return on.size, str(sides), found


# Most pages have one of a few layouts, so results that depend only on the layout are cached.
once_a_layout = lru_cache(maxsize=256)
GROUND = 0.6  # share of an edge that a coloured shape must cover to be a ground
EDGES = ("left", "top", "right", "bottom")


def same(one: Bounds, other: Bounds, by: float) -> bool:
    """Return whether two rectangles differ by at most `by` on each side."""
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def _ground_of(shapes: Sequence[Bounds], size: Size) -> tuple[float, float, float, float]:
    width, height = size.width, size.height
    left, top, right, bottom = width / 2, height / 2, width / 2, height / 2
    for box in shapes:
        if min(box.bottom, height) - max(box.top, 0) >= GROUND * height:
            left, right = min(left, box.left), max(right, box.right)
        if min(box.right, width) - max(box.left, 0) >= GROUND * width:
            top, bottom = min(top, box.top), max(bottom, box.bottom)
    return left, top, right, bottom
