"""Builds a printable kit from a checked game; one function for each step.

game -> faces (SVG) -> pieces -> pages -> cover and credits -> PDF
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from html import unescape
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from generator import __version__
from generator.core.memo import Memo
from generator.core.svg import PaintError
from generator.drawing.colour import ColourSpace
from generator.drawing.edges import Edges as Shown
from generator.drawing.edges import edges_of
from generator.drawing.inks import INKS, USUAL_INK
from generator.drawing.painter import Drawing, Painter
from generator.drawing.pictures import KEPT, PictureBook
from generator.drawing.resolution import GOOD, LEAST, ROUNDED, pictures_of
from generator.faces.face import RenderedFace
from generator.faces.fonts import FontBook
from generator.faces.kept import KeptFaces
from generator.faces.renderer import Renderer
from generator.faces.symbols import Drawings
from generator.faces.templates import TemplateError, Templates
from generator.faces.usage import file_name
from generator.kit.cover import Kit, contents, font_credits, icon_credits, placeholders
from generator.kit.hashes import Contents, form_hash
from generator.kit.inventory import Inventory, LeafFaces, leaf_item
from generator.kit.leaves import Leaf, cover, credits_page, net, swap_list
from generator.kit.manifest import Behind, Item, Manifest, Side, leaves, to_json
from generator.pdf.writer import About, Encoder, write_pdf
from generator.sheets.cut_settings import CutSettings, Cutter
from generator.sheets.imposition import TooLargeError, in_printing_order, lay_out
from generator.sheets.pages import Edges, Page, Piece
from generator.sheets.paper import PAPERS, SIDES, USUAL_BLEED, USUAL_PAPER, SidesName
from generator.sheets.tuckboxes import TUCKBOXES, Tuckbox, game_box, tuckboxes
from validator.checks.waivers import not_waived
from validator.core.location import Location, Problem
from validator.core.model import Card, Component, Game
from validator.core.resources import resource
from validator.core.sizes import SIZES

if TYPE_CHECKING:
    from generator.kit.changes import Comparison
    from generator.printers.profiles import Printer

MANIFEST = "manifest.json"  # its name inside the PDF
AT_ONCE = 2000  # drawings that are packed together: one by one takes longer
NOTE_SIZE = 1.9  # mm, the small print under a block of cards


@dataclass(frozen=True)
class Options:
    """How a kit is printed."""

    paper: str = USUAL_PAPER  # one of PAPERS
    sides: SidesName = "duplex-long"
    ink: str = USUAL_INK  # one of INKS
    stock: float = 0.32  # mm a card is thick; 300 g/m² card is about 0.32
    sleeved: bool = False
    cutting: CutSettings = field(default_factory=CutSettings)
    printer: Printer | None = None  # whose faults are undone
    players: int | None = None  # for whom the cover says what is needed
    cutter: Cutter | None = field(default=None, repr=False)  # which changes no page

    @property
    def suffix(self) -> str:
        """The part of file names that shows options: always the paper, others if unusual."""
        sides = "" if self.sides == "duplex-long" else f"-{self.sides}"
        ink = INKS[self.ink].suffix
        cutting = self.cutting
        bleeds = "" if cutting.bleeds == USUAL_BLEED else f"-bleed-{cutting.bleeds}"
        marks = "" if cutting.marks == "crop" else f"-marks-{cutting.marks}"
        safe = "-safe-zone" if cutting.safe_zone else ""
        printer = f"-for-{self.printer.name}" if self.printer else ""
        players = f"-{self.players}-players" if self.players else ""
        return f"-{self.paper}{sides}{ink}{bleeds}{marks}{safe}{players}{printer}"


@dataclass(frozen=True)
class Built:
    """A finished kit, or the problems that prevent it."""

    problems: tuple[Problem, ...]
    pdf: bytes = b""
    pages: tuple[Page, ...] = ()
    pieces: int = 0
    build_id: str = ""
    manifest: bytes = b""  # JSON
    changes: Comparison | None = None  # since an earlier build; without any there is no PDF
    notes: tuple[Problem, ...] = ()  # worth knowing, and no reason not to print

    @property
    def sheets(self) -> int:
        """Sheets of paper, whether printed on one side or both."""
        return sum(page.side == "front" for page in self.pages)


Tick = Callable[[], None]
Look = Callable[[RenderedFace, Location], Iterable[Problem]]


def build_kit(
    game: Game,
    options: Options,
    tick: Tick = lambda: None,
    since: Manifest | None = None,
    memo: Memo | None = None,
    look: Look | None = None,
) -> Built:
    """Print a game, or only what changed `since` an earlier build.

    `tick` is called after each design that was drawn. `memo` holds what earlier builds computed.
    `look` judges each face.
    """
    kit_renderer = KitRenderer(game, options, memo)
    kit_renderer.look = look
    pieces = list(kit_renderer.pieces(tick))
    if kit_renderer.problems:
        return Built(tuple(sorted(set(kit_renderer.problems))))
    try:
        paper = PAPERS[options.paper]
        body = lay_out(pieces, paper.size, options.sides, options.cutting, paper.grid)
        pages = kit_renderer.with_front_and_end(body)
    except TooLargeError as error:
        return Built((too_large(game, error),))
    if kit_renderer.problems:
        return Built(tuple(sorted(set(kit_renderer.problems))))
    changes = items = None
    if since is None:
        manifest = kit_renderer.inventory.about(game, options, kit_renderer.build_id)
        items = kit_renderer.inventory.items(game, options)
    else:
        manifest = kit_renderer.inventory.take(game, options, kit_renderer.build_id)
        from generator.kit.changes import compare

        changes = compare(since, manifest)
        if not changes.swaps:
            return Built((), build_id=kit_renderer.build_id, changes=changes)
        pieces = list(_first(pieces, changes.printed))
        pages, swaps = kit_renderer.changed_pages(pieces, changes)
        if kit_renderer.problems:
            return Built(tuple(sorted(set(kit_renderer.problems))))
        manifest = replace(manifest.only(changes.printed, swaps), since=since.build)
    drawings = kit_renderer.form_hashes(pages)
    text = to_json(replace(manifest, drawings=drawings), leaves(pages), items)
    pdf = kit_renderer.pdf(pages, text, keep=False)
    notes = tuple(not_waived(kit_renderer.renderer.usage.notes, game))
    return Built((), pdf, tuple(pages), len(pieces), kit_renderer.build_id, text, changes, notes)


def too_large(game: Game, error: TooLargeError) -> Problem:
    """A piece that no sheet has room for, as a problem of its component, or of the game."""
    component = next((c for c in game.components if c.id == error.piece.id.split("/")[0]), None)
    if component is None:  # a page of the kit itself
        return Problem(game.location, f"{error}; choose larger paper", "paper")
    message = f"{error}; choose a smaller size or larger paper"
    if component.kind in ("tile", "sheet"):
        message += ", or `kind: board`, which takes several sheets"
    return Problem(component.location, message, "paper")


def _first(pieces: Sequence[Piece], counts: dict[str, int]) -> Iterator[Piece]:
    """The first copies of those pieces that are to be printed."""
    seen: dict[tuple[str, str], int] = {}
    for piece in pieces:
        key = (piece.id, piece.face)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= counts.get(piece.id, 0):
            yield piece


def draw_all(game: Game, options: Options, tick: Tick = lambda: None) -> list[Problem]:
    """The problems of a game's faces, cover and credits; nothing is written."""
    return list(build_kit(game, options, tick).problems)


RESOLUTION = "resolution"  # the check of pictures with too few pixels


def _pixels(mm: float) -> int:
    """Pixels of a length that looks sharp on paper."""
    return ceil(mm / 25.4 * GOOD)


_HREF = re.compile(r'<image\b[^>]*href="([^"]+)"')


@lru_cache(maxsize=1000)
def _edges_together(front: Shown, behind: Shown) -> Edges:
    """The edges of a piece; one value for all pieces that look alike there."""
    left, top, right, bottom = behind
    return Edges(*map(" | ".join, zip(front, (right, top, left, bottom), strict=True)))


class _Source(NamedTuple):
    """What a face is drawn from: ids of component and card, and a template."""

    part: str
    card: str
    template: str
    location: Location

    @property
    def key(self) -> tuple[str, str, str]:
        return self.part, self.card, self.template

    def place_of(
        self, name: str, svg: str, card: Card | None, templates: Templates
    ) -> Location | None:
        """Where a face names a file: the cell of its card, or the line of a template."""
        if card and (cell := card.location_of(name)) != card.location:
            return cell
        line = next((each for each in svg.splitlines() if name in unescape(each)), "")
        return templates.line_of(line.strip(), self.template) if line else None

    def problem(
        self, error: PaintError, svg: str, card: Card | None, templates: Templates
    ) -> tuple[Problem, str]:
        """A painter's refusal where it is caused, and what is the same for all that it concerns.

        That is the cell that names what is refused, or the line of a template; the card if neither
        is found.
        """
        if (unclosed := _unclosed(svg)) and "not well-formed" in str(error):
            error = PaintError(f"<{unclosed[0]}> is not closed; add </{unclosed[0]}>", unclosed[1])
        lines = svg.splitlines()
        line = lines[error.line - 1].strip() if 0 < error.line <= len(lines) else ""
        named = _HREF.search(line)
        name = unescape(named[1]) if named else ""
        if card and name and (cell := card.location_of(name)) != card.location:
            return Problem(cell, str(error), "paint"), f"{cell} {error}"
        where = f" at “{line[:70]}”" if line else ""
        place = templates.line_of(line, self.template) if line else None
        drawing = f"drawing {self.part} '{self.card}'"
        if place is not None:
            message = f"{error}{where}, {drawing} ({self.location})"
            return Problem(place, message, "paint"), f"{place} {error}"
        message = f"{error}{where}, {drawing} with {self.template}"
        return Problem(self.location, message, "paint"), message


LONGEST_SEARCHED = 300_000  # characters of an SVG in which the element that is not closed is found
_TAGS = re.compile(r"<!--.*?-->|<(/?)([\w:-]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?(/?)>", re.DOTALL)


def _unclosed(svg: str) -> tuple[str, int] | None:
    """The element of an SVG text that is not closed, and its line, counting from 1."""
    opened: list[re.Match[str]] = []
    for tag in _TAGS.finditer(svg[:LONGEST_SEARCHED]):
        if tag[2] is None or tag[3]:
            continue
        if not tag[1]:
            opened.append(tag)
        elif opened and opened[-1][2] == tag[2]:
            opened.pop()
        else:
            break
    return (opened[-1][2], svg.count("\n", 0, opened[-1].start()) + 1) if opened else None


class KitRenderer:
    """Holds what the faces of one kit share: typefaces, drawings, resources of the document."""

    def __init__(
        self,
        game: Game,
        options: Options,
        memo: Memo | None = None,
        fonts: FontBook | None = None,
        space: ColourSpace | None = None,
    ) -> None:
        self.game = game
        self.options = options
        templates = resource("templates")
        book = fonts or FontBook(templates / "fonts")
        self.fonts = book.with_own(game.theme, game.folder)
        ink = INKS[options.ink]
        bleed = max(options.cutting.bleed, options.cutting.token_bleed)
        pictures = PictureBook(game.folder)

        @cache
        def drawings() -> Drawings:
            from generator.artwork.book import DrawingBook

            return DrawingBook(game.folder, self.fonts, pictures)

        self.renderer = Renderer(game, templates, self.fonts, bleed, ink.low, memo, drawings)
        self.rendered: KeptFaces | Renderer = self.renderer
        if memo is not None and memo.lasting:
            self.rendered = KeptFaces(self.renderer, memo)
        self.encoder = Encoder()
        self.painter = Painter(
            self.fonts,
            self.encoder,
            pictures,
            space or ink.space,
            memo=memo,
        )
        self.renderer.usage.notes |= dict.fromkeys(self.fonts.unlicensed)
        self.inventory = Inventory(self.renderer, Contents(self.fonts, pictures))
        self.problems: list[Problem] = list(self.fonts.problems)
        self.drawings: dict[str, Drawing] = {}
        self.look: Look | None = None
        self.faces: dict[str, RenderedFace] | None = None  # by key, where they are to be kept
        self.scales: Mapping[str, float] = {}  # component -> how much larger an export prints it
        self.undrawn: dict[tuple[str, str, str], Problem] = {}  # component, card, template: why
        self._reported: set[str] = set()  # what was wrong already for another card
        self._noted: set[str] = set()  # keys of faces that the build id covers
        self._seen: set[str] = set()  # keys of drawings, also of those that cannot be painted
        self._loose: list[Drawing] = []  # that are not packed yet
        self._forms: dict[str, str] = {}  # key of a drawing -> hash of its form
        self._inner_forms: dict[str, str] = {}  # the same of forms in forms, by resource name
        self._backs: dict[str, str | None] = {}  # component -> key of its common back
        self._digest = hashlib.sha256(f"pieria {__version__} {options}".encode())
        self.build_id = ""

    # ---- faces

    def pieces(self, tick: Tick) -> Iterator[Piece]:
        """Every piece of the kit with its drawings; what cannot be drawn becomes a problem."""
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
        """What a piece shows at its cuts. A back's left edge is behind the right one of its front.

        Nothing for pieces that share no cuts.
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
        """A deck's back is drawn once, unless its template looks at the card."""
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
        """A sheet's second page, printed as a front of its own where backs are not printed."""
        pages = component.kind == "sheet" and self.options.sides == "fronts"
        pages |= component.size == SIZES["page"] and self.options.sides == "gutterfold"
        if not pages or not component.back:
            return None
        return self.draw(component, card, component.back)

    def draw(self, component: Component, card: Card, template: str) -> str | None:
        """The key of a painted face, its hash; equal faces have one key."""
        source = _Source(component.id, card.id, template, card.location)
        try:
            face = self.rendered.face(component, card, template)
        except TemplateError as error:
            self._refuse(error, source)
            return None
        return self._paint(face, source)

    def draw_leaf(self, leaf: Leaf, draft: bool = False) -> str | None:
        """The same of a page of the kit itself; a draft is not painted."""
        name = leaf.template.split("/")[-1].split(".")[0]
        source = _Source("kit", name, leaf.template, self.game.location)
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
        """The key of a symbol of the theme alone, `size` mm wide; in `colour`, #rrggbb."""
        symbols = self.renderer.symbols
        element = symbols.inline(name, -0.04 * size, 0.8 * size, size, symbols.ink, colour)
        shared = symbols.shared(
            frozenset(each[1:] for each in element.named.names if each[:1] == "#")
        )
        svg = f'<svg xmlns="http://www.w3.org/2000/svg">{element.svg}</svg>'
        source = _Source("kit", name, f"symbol {name}", self.game.location)
        return self._paint(RenderedFace(svg, shared), source)

    def _refuse(self, error: TemplateError, source: _Source) -> None:
        self.undrawn[source.key] = error.problem
        for each in (error, *error.others):
            if each.cause not in self._reported:
                self._reported.add(each.cause)
                self.problems.append(each.problem)

    def _note(self, face: RenderedFace) -> str:
        """The hash of a face, which the build id covers."""
        key = self.inventory.note(face)
        if key not in self._noted:
            self._noted.add(key)
            self._digest.update(key.encode())
        return key

    def _paint(self, face: RenderedFace, source: _Source) -> str:
        key = self._note(face)
        if key not in self._seen:
            self._seen.add(key)
            if self.faces is not None:
                self.faces[key] = face
            if self.look is not None:
                self.renderer.usage.notes |= dict.fromkeys(self.look(face, source.location))
            try:
                self.drawings[key] = drawing = self.painter.paint(face)
                self._forms[key] = self._form_hash(drawing)
                self._loose.append(drawing)
                self._note_coarse(drawing, face, source)
                if len(self._loose) >= AT_ONCE:
                    self._pack()
                for typeface, text in self.painter.unset:
                    self.renderer.lettering.note_painted(typeface, text)
                self.painter.unset.clear()
            except PaintError as error:
                usage = self.renderer.usage
                if drawing_file := self.renderer.symbols.origins.get(error.art):
                    problem = self._of_drawing(drawing_file, error)
                    cause = str(problem.location)
                else:
                    problem, cause = source.problem(
                        error, face.svg, usage.card, self.renderer.templates
                    )
                self.undrawn[source.key] = problem
                if cause not in self._reported:
                    self._reported.add(cause)
                    self.problems.append(problem)
        return key

    def _note_coarse(self, drawing: Drawing, face: RenderedFace, source: _Source) -> None:
        """Note the pictures of a drawing that have too few pixels for their printed size."""
        scale = self.scales.get(source.part, 1.0)
        book = self.painter.pictures
        for shown in pictures_of(drawing, self.painter.resources):
            known = book.named(shown.name) if book else None
            if known is None:
                continue
            name, picture = known
            wide, high = shown.wide * scale, shown.high * scale
            found = shown._replace(wide=wide, high=high).resolution(picture.width, picture.height)
            if found >= GOOD * ROUNDED:
                continue
            kept = name.startswith(KEPT)
            own = self._source_card(source)
            place = None if kept else source.place_of(name, face.svg, own, self.renderer.templates)
            what = "a picture inside a drawing" if kept else f"the picture '{name}'"
            error = found < LEAST * ROUNDED
            message = (
                f"{what} has {found:.0f} pixels per inch at its printed size, "
                f"{wide:.0f} x {high:.0f} mm; expected {LEAST:.0f} or more, and {GOOD:.0f} to look "
                f"sharp; print it smaller, or use one of {_pixels(wide)} x {_pixels(high)} pixels"
            )
            self.renderer.usage.notes[
                Problem(place or source.location, message, RESOLUTION, "error" if error else "note")
            ] = None

    def _of_drawing(self, name: str, error: PaintError) -> Problem:
        """The problem of a drawing of the game's folder that cannot be painted."""
        file = name.partition("#")[0]
        message = (
            f"the drawing {file} cannot be printed: {error}; simplify it, or save it as PNG and "
            "use that"
        )
        return Problem(Location(file_name(str(self.game.folder / file))), message, "paint")

    def _source_card(self, source: _Source) -> Card | None:
        """The card of a face; None for a page of the kit itself."""
        parts = (each for each in self.game.components if each.id == source.part)
        return next((card for part in parts for card in part.cards if card.id == source.card), None)

    def _pack(self) -> None:
        for drawing in self._loose:
            drawing.pack()
        self._loose.clear()

    # ---- cover and credits

    def with_front_and_end(self, body: Sequence[Page]) -> list[Page]:
        """The kit's pages between its cover and its credits.

        Cover and credits are rendered once before the build id is known, for two reasons: the id
        covers them too, and the credits name the typefaces and icons that they use themselves.
        """
        if not PAPERS[self.options.paper].has_pages:
            self.build_id = self._digest.hexdigest()[:8]
            self.renderer.usage.notes[self._without_pages()] = None
            return in_printing_order(body, self.options.sides)
        boxes = list(self.tuckboxes())
        lies_on = _lies_on(body, 2 if self.alone else 1)
        sheets = sum(page.side == "front" for page in body) + len(boxes) + 2 + self.alone
        draft = self.describe(lies_on, sheets)
        for leaf in (cover(draft), credits_page(draft)):
            self.inventory.note_leaf(leaf.id, self.faces_of(leaf, draft=True))
        nets = [self.leaf(net(box)) for box in boxes]
        for box, pages in zip(boxes, nets, strict=True):
            faces: LeafFaces | None = (pages[0].boxes[0].drawing, None, "no") if pages else None
            self.inventory.note_leaf(box.name, faces, box.title, cards=box.cards, inside=box.inside)
        self.build_id = self._digest.hexdigest()[:8]
        kit = self.describe(lies_on, sheets)
        first, last = self.leaf(cover(kit)), self.leaf(credits_page(kit))
        return in_printing_order([*first, *body, *chain(*nets), *last], self.options.sides)

    def _without_pages(self) -> Problem:
        """The note that a paper has no room for the kit's own pages, or is not for them."""
        paper = PAPERS[self.options.paper]
        message = (
            f"cover, credits and tuckboxes are not printed on this paper ({paper.title}); print "
            "them with --paper a4 or letter"
        )
        return Problem(self.game.location, message, "paper", "note")

    def changed_pages(
        self, pieces: Sequence[Piece], changes: Comparison
    ) -> tuple[list[Page], list[Item]]:
        """The swap list and what it puts in; and the items that the swap list adds to the kit."""
        from generator.kit.changes import swap_pages

        options = self.options
        paper = PAPERS[options.paper]
        pages: list[Page] = []
        swaps = []
        face = self.fonts.face(str(self.game.theme.fonts["text"]))
        if not paper.has_pages:
            pages = lay_out(pieces, paper.size, options.sides, options.cutting, paper.grid)
            return in_printing_order(pages, options.sides), []
        for each in swap_pages(changes, lambda sign: not face.word(sign).missing, self.game.words):
            leaf_pages = self.leaf(swap_list(each.title, each))
            pages += leaf_pages
            swaps += [
                leaf_item(each.title, Side(page.boxes[0].drawing), 1) for page in leaf_pages[:1]
            ]
        pages += lay_out(pieces, paper.size, options.sides, options.cutting)
        wanted = dict(changes.printed)
        for box in self.tuckboxes():
            if wanted.get(box.name, 0):
                wanted[box.name] -= 1
                pages += self.leaf(net(box))
        return in_printing_order(pages, options.sides), swaps

    def tuckboxes(self) -> Iterator[Tuckbox]:
        """One box for the game if all pieces fit, or one or several for each boxed deck."""
        stock, sleeved = self.options.stock, self.options.sleeved
        if whole := game_box(self.game, stock, sleeved):
            yield whole
            return
        for component in self.game.components:
            if component.boxed:
                yield from tuckboxes(component, stock, sleeved)

    def describe(self, lies_on: dict[str, set[int]], sheets: int) -> Kit:
        """What cover and credits say of the kit."""
        renderer, players = self.renderer, self.options.players
        return Kit(
            contents=contents(self.game, lies_on, players),
            sheets=sheets,
            paper=PAPERS[self.options.paper],
            sides=SIDES[self.options.sides],
            ink=INKS[self.options.ink],
            build_id=self.build_id,
            icons=icon_credits(renderer.usage.icons.values(), self.game.words),
            fonts=font_credits(self.fonts, renderer.usage.fonts),
            originals=placeholders(self.game),
            players=players,
            brought=_brought(self.game, players),
        )

    def leaf(self, leaf: Leaf) -> list[Page]:
        """A page of the kit itself and its reverse, which is blank unless the page has a front."""
        faces = self.faces_of(leaf)
        if faces is None:
            return []
        face, back, behind = faces
        piece = Piece(leaf.id, SIZES["page"], "rect", face, back, self.called(leaf.title), True)
        pieces = [piece]
        if behind == "alone" and back is not None:
            pieces = [piece._replace(back=None), piece._replace(face=back, back=None)]
        paper, sides = PAPERS[self.options.paper].size, self.options.sides
        return lay_out(pieces, paper, sides, self.options.cutting)

    @property
    def alone(self) -> bool:
        """Whether the reverse of a page is printed as a front of its own."""
        return self.options.sides in ("fronts", "gutterfold")

    def faces_of(self, leaf: Leaf, draft: bool = False) -> LeafFaces | None:
        """The keys of a page and its reverse, and where the reverse is printed."""
        key = self.draw_leaf(leaf, draft)
        if not leaf.front:
            return (key, None, "no") if key else None
        front = self.draw_leaf(replace(leaf, template=leaf.front, front=""), draft)
        if key is None or front is None:
            return None
        return front, key, "alone" if self.alone else "behind"

    # ---- PDF

    def form_hashes(self, pages: Sequence[Page]) -> dict[str, str]:
        """The hashes of the forms that will draw the faces and backs of these pages, by theirs."""
        keys = dict.fromkeys(box.drawing for page in pages for box in page.boxes)
        return {key: self._forms[key] for key in keys}

    def _form_hash(self, drawing: Drawing) -> str:
        forms, known = self.painter.resources.forms, self._inner_forms
        inside = [name for name in drawing.needs if name in forms]
        for name in inside:
            if name not in known:
                known[name] = self._form_hash(forms[name][0])
        return form_hash(drawing.ops.encode("latin-1"), {name: known[name] for name in inside})

    def pdf(self, pages: Sequence[Page], manifest: bytes, keep: bool = True) -> bytes:
        """The file of these pages. `keep` as for `write_pdf`."""
        game = self.game
        printer = self.options.printer
        about = About(
            title=game.words("%(game)s: print-and-play kit", game=game.title),
            author=game.licence.credit,
            subject=f"{game.title}, build {self.build_id}, {self.options.paper}",
            language=game.language,
            duplex=SIDES[self.options.sides].duplex,
            attached={MANIFEST: manifest},
        )
        return write_pdf(
            pages,
            self.drawings,
            self.painter.resources,
            self.encoder,
            about,
            self.small_print,
            adjust=printer.matrices(PAPERS[self.options.paper].size) if printer else {},
            keep=keep,
        )

    def called(self, title: str) -> str:
        """The title of a page of the kit itself in bookmarks, in the kit's language."""
        words = self.game.words
        known = {
            "Cover": words("Cover"),
            "Credits": words("Credits"),
            TUCKBOXES: words("Tuckboxes"),
            "Swap list": words("Swap list"),
        }
        return known.get(title, title)

    def small_print(self, page: Page) -> Drawing | None:
        """A line under the cards that identifies a sheet: game, part, number, build."""
        if page.note is None:
            return None
        note = page.note
        fonts, words = self.game.theme.fonts, self.game.words
        face = self.fonts.face(fonts.get("small", fonts["text"]))
        sheet = words(
            "sheet %(number)s %(side)s, build %(build)s",
            number=page.sheet,
            side=words("front") if page.side == "front" else words("back"),
            build=self.build_id,
        )
        size = NOTE_SIZE
        for parts in range(len(page.sections), -1, -1):
            named = "".join(f"{each}, " for each in page.sections[:parts])
            line = f"{self.game.title}: {named}{sheet}"
            if face.width(line) * size / 1000 <= note.width:
                break
        return self.painter.words(line, face, size, note.x, note.bottom - 0.5, "#555555")


def _brought(game: Game, players: int | None) -> tuple[str, ...]:
    """``21 d6``: what the table brings beside the kit."""
    if not players:
        return ()
    from validator.referee.needs import brought

    found = brought(game, players)
    return tuple(f"{most} {game.words.pattern(what)}" for what, most in found)


def _lies_on(body: Sequence[Page], before: int) -> dict[str, set[int]]:
    """The sheets of paper on which each component lies; the cover takes those `before`."""
    found: dict[str, set[int]] = {}
    number = before
    for page in body:
        number += page.side == "front"
        for box in page.boxes:
            found.setdefault(box.piece.split("/")[0], set()).add(number)
    return found
