"""Draws every design of a game, on its own PDF page or as a picture, with trim and bleed.

pdfium renders the pictures from the printed pages.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.drawing.colour import ColourSpace
from generator.kit.coarse import CHECK as RESOLUTION
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from generator.pdf.writer import About, write_pdf
from generator.sheets.cut_settings import CutSettings
from generator.sheets.pages import Box, Page, Piece, Rect
from validator.checks.waivers import not_waived
from validator.core.location import Problem
from validator.core.model import Component, Game
from validator.core.outlines import corners_of
from validator.core.sizes import Size

if TYPE_CHECKING:
    from PIL.Image import Image

MM = 25.4  # in an inch
Files = Mapping[str, bytes]  # name below the output folder -> content


class Design(NamedTuple):
    """A card, tile, token or sheet: the keys of its faces, and its number of copies."""

    component: Component
    id: str
    title: str
    copies: int
    face: str
    back: str | None


class ExportedSide(NamedTuple):
    """A face or a back that is exported on a separate page."""

    key: str
    component: Component
    piece: str = ""
    back: bool = False


class ScaleMode(NamedTuple):
    """The way in which a design is fitted to another trim size.

    It is scaled by the factor `scale`; if its proportions differ from those of `size`, the
    difference is taken from its bleed.
    """

    size: Size
    scale: float


class DesignRenderer:
    """Draws the designs of a game with `bleed` mm of bleed; `fits` scales components to other
    sizes.
    """

    def __init__(
        self,
        game: Game,
        bleed: float,
        ink: str = "colour",
        space: ColourSpace | None = None,
        fits: Mapping[str, ScaleMode] = MappingProxyType({}),
    ) -> None:
        self.game = game
        self.bleed = bleed
        self.ink = ink
        self.fits = fits
        # At least as large as templates assume, so that a background never ends early.
        areas = [self.area(each) for each in game.components if each.id in fits]
        beyond = max([bleed, *(-min(each.x, each.y) for each in areas)])
        usual = CutSettings()
        cutting = CutSettings(
            bleed=max(beyond, usual.bleed), token_bleed=max(beyond, usual.token_bleed)
        )
        self.kit_renderer = KitRenderer(game, Options(ink=ink, cutting=cutting), space=space)
        self.kit_renderer.faces = {}
        self.kit_renderer.scales = {name: fit.scale for name, fit in fits.items()}
        self.designs: list[Design] = []

    def draw(self, tick: Callable[[], None] = lambda: None) -> list[Problem]:
        """Draw all designs.

        If one cannot be drawn, return its problems and export nothing.
        """
        drawn: dict[str, Piece] = {}
        for piece in self.kit_renderer.pieces(tick):
            drawn.setdefault(piece.id, piece)
        for component in self.game.components:
            for card in component.cards:
                found = drawn.get(f"{component.id}/{card.id}")
                if found is not None:
                    self.designs.append(Design(component, card.id, card.title or card.id,
                                               card.copies, found.face, found.back))  # fmt: skip
        return sorted(set(self.kit_renderer.problems))

    @property
    def coarse(self) -> list[Problem]:
        """Return problems about pictures with too few pixels for their printed size."""
        notes = self.kit_renderer.renderer.usage.notes
        return not_waived((each for each in notes if each.check == RESOLUTION), self.game)

    def decks(self, kinds: Iterable[str]) -> Iterator[tuple[Component, list[Design]]]:
        """Yield the components of these kinds, each with its designs, in the order of the game."""
        for component in self.game.components:
            designs = [each for each in self.designs if each.component is component]
            if designs and component.kind in kinds:
                yield component, designs

    def again(self, space: ColourSpace | None = None) -> DesignRenderer:
        """Return a new renderer for the same game.

        One renderer makes one document in one colour space.
        """
        other = DesignRenderer(self.game, self.bleed, self.ink, space, self.fits)
        other.draw()
        return other

    def size(self, component: Component) -> Size:
        """Return the trim size to which a component is scaled."""
        return self.fits[component.id].size if component.id in self.fits else component.size

    def area(self, component: Component) -> Rect:
        """Return the visible area of a design, bleed included, in millimetres before scaling."""
        fit = self.fits.get(component.id, ScaleMode(component.size, 1.0))
        wide, high = (
            (side + 2 * self.bleed) / fit.scale for side in (fit.size.width, fit.size.height)
        )
        own = component.size
        return Rect((own.width - wide) / 2, (own.height - high) / 2, wide, high)

    def page_pdf(self, sides: Sequence[ExportedSide], title: str, condition: str = "") -> bytes:
        """Return a PDF with one page per face and back, including bleed."""
        pages = [self._page(side) for side in sides]
        game = self.game
        about = About(
            title, game.licence.credit, game.title, game.language, None, condition=condition
        )
        kit_renderer = self.kit_renderer
        resources, encoder = kit_renderer.painter.resources, kit_renderer.encoder
        return write_pdf(pages, kit_renderer.drawings, resources, encoder, about, lambda _: None)

    def _page(self, side: ExportedSide) -> Page:
        bleed, size = self.bleed, self.size(side.component)
        paper = Size(size.width + 2 * bleed, size.height + 2 * bleed)
        trim = Rect(bleed, bleed, size.width, size.height)
        whole = Rect(0, 0, paper.width, paper.height)
        place, scale = trim, 1.0
        if fit := self.fits.get(side.component.id):
            scale, own = fit.scale, side.component.size
            wide, high = own.width * scale, own.height * scale
            place = Rect((paper.width - wide) / 2, (paper.height - high) / 2, wide, high)
        name = side.piece or side.key
        box = Box(name, side.key, place, whole, "rect", reverse=side.back, scale=scale)
        return Page(paper, "front", (box,), (), trim, whole, (), None)

    def seen(
        self, sides: Sequence[ExportedSide], dots: Callable[[ExportedSide], float]
    ) -> Iterator[Image]:
        """Yield the pages as RGB pictures; `dots` returns the resolution of a page in dots per
        inch.
        """
        import pypdfium2

        document = pypdfium2.PdfDocument(self.page_pdf(sides, self.game.title))
        for side, page in zip(sides, document, strict=True):
            yield page.render(scale=dots(side) / 72).to_pil().convert("RGB")

    @cached_property
    def _proofs(self) -> dict[str, Any]:
        """Return every face and back as a page that pdfium can render, by key."""
        import pypdfium2

        sides: dict[str, Component] = {}
        for design in self.designs:
            for key in filter(None, (design.face, design.back)):
                sides.setdefault(key, design.component)
        document = pypdfium2.PdfDocument(
            self.page_pdf([ExportedSide(*each) for each in sides.items()], self.game.title)
        )
        return dict(zip(sides, document, strict=True))

    def pictures(self, keys: Iterable[str], cell: tuple[int, int]) -> dict[str, Image]:
        """Return faces and backs as RGB pictures by key, each of `cell` pixels and with bleed."""
        found = {}
        for key in dict.fromkeys(keys):
            page = self._proofs[key]
            # pdfium rounds up; a little too large is cut to the pixel by resizing.
            scale = max(cell[0] / page.get_width(), cell[1] / page.get_height())
            picture = page.render(scale=scale).to_pil().convert("RGB")
            found[key] = picture if picture.size == cell else picture.resize(cell)
        return found


def pixels(size: Size, bleed: float, dpi: float) -> tuple[int, int]:
    """Return the width and height of a design with its bleed, in pixels."""
    return tuple(round((mm + 2 * bleed) / MM * dpi) for mm in (size.width, size.height))  # type: ignore[return-value]


def png(picture: Image, dpi: float = 300) -> bytes:
    """Return a picture as a PNG file that states its resolution."""
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


def page_png(pdf: bytes, number: int, dpi: float) -> bytes:
    """Return a page of a PDF as a PNG file."""
    import pypdfium2

    page = pypdfium2.PdfDocument(pdf)[number]
    return png(page.render(scale=dpi / 72).to_pil().convert("RGB"), dpi)


def cut_out(picture: Image, component: Component, radius: float) -> Image:
    """Return the picture of a piece, transparent outside its outline.

    A rectangle gets corners with this radius, in pixels.
    """
    from PIL import Image, ImageDraw

    mask = Image.new("L", (picture.width * 4, picture.height * 4), 0)
    draw = ImageDraw.Draw(mask)
    whole = (0, 0, mask.width - 1, mask.height - 1)
    if component.outline == "round":
        draw.ellipse(whole, fill=255)
    elif component.outline != "rect":
        size = component.size
        across, down = mask.width / size.width, mask.height / size.height
        corners = corners_of(component.outline, size)
        draw.polygon([(x * across, y * down) for x, y in corners], fill=255)
    else:
        draw.rounded_rectangle(whole, radius * 4, fill=255)
    cut = picture.copy()
    cut.putalpha(mask.resize(picture.size))
    return cut
