"""Draws the faces of one kit, and reports faces that cannot be drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path

from generator import __version__
from generator.core.memo import Memo
from generator.core.svg import PaintError
from generator.drawing.colour import GREY, ColourSpace
from generator.drawing.drawings import Drawing
from generator.drawing.edges import Edges as Shown
from generator.drawing.edges import edges_of
from generator.drawing.inks import INKS
from generator.drawing.painter import Painter
from generator.drawing.pictures import PictureBook
from generator.faces.face import RenderedFace
from generator.faces.face_cache import KeptFaces
from generator.faces.fonts import FontBook
from generator.faces.renderer import Renderer
from generator.faces.symbols import Drawings
from generator.faces.templates import TemplateError
from generator.faces.usage import file_name
from generator.kit.coarse import CHECK as RESOLUTION
from generator.kit.coarse import coarse_pictures
from generator.kit.front_matter import KitPage
from generator.kit.hashes import FaceHashes, FormHashes
from generator.kit.inventory import Inventory
from generator.kit.manifest import Behind
from generator.kit.options import Options
from generator.kit.source import FaceSource
from generator.pdf.encoder import Encoder
from generator.sheets.cut_settings import OVERLAP
from generator.sheets.pages import Edges, Piece
from validator.checks.waivers import not_waived
from validator.core.location import Location, Problem
from validator.core.model import Card, Component, Game
from validator.core.resources import resource
from validator.core.sizes import SIZES

AT_ONCE = 2000  # drawings that are packed together, because one by one takes longer

Tick = Callable[[], None]
Look = Callable[[RenderedFace, Location, str], Iterable[Problem]]


@lru_cache(maxsize=1000)
def _edges_together(front: Shown, behind: Shown) -> Edges:
    """Return the edges of a piece on both sides.

    The result is cached, so that pieces with equal edges share one object.
    """
    left, top, right, bottom = behind
    return Edges(*map(" | ".join, zip(front, (right, top, left, bottom), strict=True)))


def _drawings(folder: Path, fonts: FontBook, pictures: PictureBook) -> Drawings:
    from generator.artwork.book import DrawingBook  # most games have no drawings

    return DrawingBook(folder, fonts, pictures)


def _face_renderer(
    game: Game, options: Options, fonts: FontBook, pictures: PictureBook, memo: Memo | None
) -> Renderer:
    ink = INKS[options.ink]
    # faces are painted as far as a drawing extends below the next one
    bleed = max(options.cutting.bleed, options.cutting.token_bleed) + OVERLAP
    drawings = cache(partial(_drawings, game.folder, fonts, pictures))
    is_grey = ink.space is GREY
    return Renderer(game, resource("templates"), fonts, bleed, ink.low, memo, drawings, is_grey)


class KitRenderer:
    """Draws the faces of one kit, with the resources that they share."""

    def __init__(
        self,
        game: Game,
        options: Options,
        memo: Memo | None = None,
        fonts: FontBook | None = None,
        space: ColourSpace | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        self.game = game
        self.options = options
        book = fonts or FontBook(resource("templates") / "fonts")
        self.fonts = book.with_own(game.theme, game.folder)
        pictures = PictureBook(game.folder)
        self.renderer = _face_renderer(game, options, self.fonts, pictures, memo)
        self.rendered: KeptFaces | Renderer = self.renderer
        if memo is not None and memo.lasting:
            self.rendered = KeptFaces(self.renderer, memo)
        self.encoder = encoder or Encoder()
        space = space or INKS[options.ink].space
        self.painter = Painter(self.fonts, self.encoder, pictures, space, memo=memo)
        self.renderer.usage.notes |= dict.fromkeys(self.fonts.unlicensed)
        self.inventory = Inventory(self.renderer, FaceHashes(self.fonts, pictures))
        self.problems: list[Problem] = list(self.fonts.problems)
        self.drawings: dict[str, Drawing] = {}
        self.look: Look | None = None
        self.faces: dict[str, RenderedFace] | None = None  # by key, where they are to be kept
        self.scales: Mapping[str, float] = {}  # component -> how much larger an export prints it
        self.undrawn: dict[tuple[str, str, str], Problem] = {}  # component, card, template: why
        self._reported: set[str] = set()  # problems that were already reported for another card
        self._noted: set[str] = set()  # keys of faces that the build id covers
        self._seen: set[str] = set()  # keys of drawings, including those that cannot be painted
        self._loose: list[Drawing] = []  # drawings that are not packed yet
        self._coarse: dict[tuple[str, float], list[tuple[str, str, bool]]] = {}  # by their places
        self.forms = FormHashes(self.painter.resources)
        self._backs: dict[str, str | None] = {}  # component -> key of its common back
        self._digest = hashlib.sha256(f"pieria {__version__} {options}".encode())
        self.build_id = ""

    def identify(self) -> None:
        """Set the build id, which depends on all faces that were recorded so far."""
        self.build_id = self._digest.hexdigest()[:8]

    # ---- faces

    def pieces(self, tick: Tick) -> Iterator[Piece]:
        """Yield every piece of the kit with its drawings.

        Pieces that cannot be drawn become problems.
        """
        for component in self.game.components:
            for card in component.cards:
                face = self.draw(component, card, component.face)
                back = self.back(component, card)
                back_alone = self.back_alone(component, card)
                tick()
                if face is None:
                    continue
                behind: Behind = "behind" if back else "alone" if back_alone else "no"
                made = (face, back or back_alone, behind)
                self.inventory.faces[f"{component.id}/{card.id}"] = made
                piece = Piece(
                    f"{component.id}/{card.id}",
                    component.size,
                    component.outline,
                    face,
                    back,
                    component.title,
                    page=component.size == SIZES["page"],
                    kind=component.kind,
                    edges=self.edges(component, face, back),
                )
                for _ in range(card.copies):
                    yield piece
                    if back_alone is not None:
                        yield piece._replace(face=back_alone, back=None)
        self.problems += not_waived(self.renderer.usage.problems, self.game)

    def edges(self, component: Component, face: str, back: str | None) -> Edges:
        """Return the look of a piece along its edges, or an empty value if it shares no cuts.

        The left edge of a back is behind the right edge of its front.
        """
        if component.outline != "rect" or component.size == SIZES["page"]:
            return Edges()
        front, behind = (
            edges_of(self.drawings[key], self.painter.resources, component.size)
            if key in self.drawings
            else ("", "", "", "")
            for key in (face, back)
        )
        return _edges_together(front, behind)

    def back(self, component: Component, card: Card) -> str | None:
        """Return the key of a card's back.

        A back is drawn once for a deck, unless its template reads the card.
        """
        sides = self.options.sides
        if component.back is None or sides == "fronts":
            return None
        if sides == "gutterfold" and component.size == SIZES["page"]:
            return None
        if not self.renderer.templates.same_for_all(component.back):
            return self.draw(component, card, component.back)
        if component.id not in self._backs:
            self._backs[component.id] = self.draw(component, card, component.back)
        return self._backs[component.id]

    def back_alone(self, component: Component, card: Card) -> str | None:
        """Return the key of a sheet's back if it is printed as a separate front, or None.

        This is done for large pieces if backs are not printed, or if the paper is folded.
        """
        pages = component.kind == "sheet" and self.options.sides == "fronts"
        pages |= component.size == SIZES["page"] and self.options.sides == "gutterfold"
        if not pages or not component.back:
            return None
        return self.draw(component, card, component.back)

    def draw(self, component: Component, card: Card, template: str) -> str | None:
        """Paint a face, and return its key.

        The key is a hash of the face, so that equal faces have the same key.
        """
        source = FaceSource(component.id, card.id, template, card.location, card)
        try:
            face = self.rendered.face(component, card, template)
        except TemplateError as error:
            self._refuse(error, source)
            return None
        return self._paint(face, source)

    def draw_leaf(self, leaf: KitPage, draft: bool = False) -> str | None:
        """Draw one of the kit's own pages, and return its key.

        A draft is rendered but not painted.
        """
        name = leaf.template.split("/")[-1].split(".")[0]
        source = FaceSource("kit", name, leaf.template, self.game.location)
        key = None
        try:
            face = self.renderer.leaf(leaf.template, SIZES["page"], leaf.kit)
        except TemplateError as error:
            self._refuse(error, source)
        else:
            key = self._note(face) if draft else self._paint(face, source)
        self.problems += not_waived(self.renderer.usage.problems, self.game)
        return key

    def draw_symbol(self, name: str, size: float, colour: str = "") -> str:
        """Return the key of a theme symbol that is drawn by itself.

        It is `size` mm wide and in `colour` (#rrggbb).
        """
        symbols = self.renderer.symbols
        element = symbols.inline(name, -0.04 * size, 0.8 * size, size, symbols.ink, colour)
        shared = symbols.shared(
            frozenset(each[1:] for each in element.named.names if each[:1] == "#")
        )
        svg = f'<svg xmlns="http://www.w3.org/2000/svg">{element.svg}</svg>'
        source = FaceSource("kit", name, f"symbol {name}", self.game.location)
        return self._paint(RenderedFace(svg, shared), source)

    def _refuse(self, error: TemplateError, source: FaceSource) -> None:
        self.undrawn[source.key] = error.problem
        for each in (error, *error.others):
            if each.cause not in self._reported:
                self._reported.add(each.cause)
                self.problems.append(each.problem)

    def _note(self, face: RenderedFace) -> str:
        """Return the hash of a face, which also becomes part of the build id."""
        key = self.inventory.note(face)
        if key not in self._noted:
            self._noted.add(key)
            self._digest.update(key.encode())
        return key

    def _paint(self, face: RenderedFace, source: FaceSource) -> str:
        key = self._note(face)
        if key in self._seen:
            return key
        self._seen.add(key)
        if self.faces is not None:
            self.faces[key] = face
        if self.look is not None and source.component != "kit":  # a poster is composed freely
            self.renderer.usage.notes |= dict.fromkeys(self.look(face, source.location, key))
        try:
            self.drawings[key] = drawing = self.painter.paint(face)
        except PaintError as error:
            self._refuse_painting(error, face, source)
            return key
        self.forms.note(key, drawing)
        self._loose.append(drawing)
        self._note_coarse(drawing, face, source)
        if len(self._loose) >= AT_ONCE:
            self._pack()
        for typeface, text in self.painter.unset:
            self.renderer.lettering.note_painted(typeface, text)
        self.painter.unset.clear()
        return key

    def _refuse_painting(self, error: PaintError, face: RenderedFace, source: FaceSource) -> None:
        if drawing_file := self.renderer.symbols.origins.get(error.art):
            problem = self._of_drawing(drawing_file, error)
            cause = str(problem.location)
        else:
            problem, cause = source.problem(error, face.svg, self.renderer.templates)
        self.undrawn[source.key] = problem
        if cause not in self._reported:
            self._reported.add(cause)
            self.problems.append(problem)

    def _note_coarse(self, drawing: Drawing, face: RenderedFace, source: FaceSource) -> None:
        """Record the pictures in a drawing that have too few pixels for their printed size.

        A picture that many cards show at one size is recorded once.
        """
        if not drawing.pictures:
            return
        scale, templates = self.scales.get(source.component, 1.0), self.renderer.templates
        key = drawing.pictures, scale
        if key not in self._coarse:
            self._coarse[key] = [*coarse_pictures(drawing, self.painter, scale)]
        for name, message, error in self._coarse[key]:
            cause = message if name else f"{source.location} {message}"
            # A waiver may be for a single card.
            if cause in self._reported and not self.game.waivers:
                continue
            self._reported.add(cause)
            place = source.place_of(name, face, templates) if name else None
            location = place or source.location
            problem = Problem(location, message, RESOLUTION, "error" if error else "note")
            self.renderer.usage.notes[problem] = None

    def _of_drawing(self, name: str, error: PaintError) -> Problem:
        """Return the problem with a drawing in the game's folder that cannot be painted."""
        file = name.partition("#")[0]
        message = (
            f"the drawing {file} cannot be printed: {error}; simplify it, or save it as PNG and "
            "use that"
        )
        return Problem(Location(file_name(str(self.game.folder / file))), message, "paint")

    def _pack(self) -> None:
        for drawing in self._loose:
            drawing.pack()
            drawing.pictures = ""
        self._loose.clear()
