"""Makes snapshots of a game's folder. A part that cannot be drawn keeps its last good picture.

A previewer belongs to one thread, because its pictures and sheets share typefaces and a PDF reader.
Other threads may read only finished results.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from generator.core.digest import hash_of
from generator.core.memo import Memo
from generator.core.svg import PaintError
from generator.export.designs import page_png
from generator.export.standalone_svg import alone
from generator.faces.fonts import FontBook
from generator.kit.build import too_large
from generator.kit.document import kit_pdf
from generator.kit.manifest import UNCOMPARED
from generator.kit.options import Options
from generator.kit.pages import KitPages
from generator.kit.renderer import KitRenderer
from generator.pdf.encoder import Encoder
from generator.preview.differences import change_of, with_changes
from generator.preview.drawn_faces import DrawnFaces, in_order, with_few_copies
from generator.preview.snapshot import CardPreview, PreviewGroup, PreviewPage, Snapshot
from generator.sheets.grid import TooLargeError
from generator.sheets.imposition import lay_out
from generator.sheets.pages import Page
from generator.sheets.paper import PAPERS
from generator.translation.words import spoken
from generator.verify.legibility import read_pages
from validator.checks import check_deck, check_game
from validator.checks.counts import MOST
from validator.checks.whose import by_card
from validator.core.location import Problem
from validator.core.model import Card, Component, Game, Loaded
from validator.core.resources import resource
from validator.core.sizes import SIZES, Size
from validator.load.game import load_game
from validator.load.text import overlay

DPI = 110.0  # resolution of sheets
FEW = 24  # cards that a quick snapshot draws: as many as a large screen shows
MOST_KEPT = 200_000_000  # bytes of pictures that are made before they are requested


class PictureSource(NamedTuple):
    """The data from which a picture is drawn on request."""

    kit_renderer: KitRenderer
    key: str  # key of the face in the renderer
    size: Size
    bleed: float

    def svg(self) -> bytes:
        """Return the picture as SVG.

        Raises PaintError, or OSError for a file that no longer exists.
        """
        assert self.kit_renderer.faces is not None
        return alone(self.kit_renderer, self.kit_renderer.faces[self.key], self.size, self.bleed)

    @property
    def has_files(self) -> bool:
        """Whether the picture includes files of the game's folder, which may be deleted."""
        return any(
            name.startswith("picture ") for name in self.kit_renderer.inventory.uses[self.key]
        )


@dataclass
class Print:
    """A laid-out kit of the preview.

    Its PDF is written when one of its sheets is requested.
    """

    kit_renderer: KitRenderer
    pages: tuple[Page, ...]
    numbers: dict[str, int] = field(default_factory=dict)  # name of a sheet -> page

    @cached_property
    def pdf(self) -> bytes:
        return kit_pdf(self.kit_renderer, self.pages, b"")


class Previewer:
    """Draws a game's folder whenever `take` is called, and keeps the last snapshot."""

    def __init__(
        self, folder: Path, options: Options, memo: Memo | None = None, spoken: str = ""
    ) -> None:
        self.folder = folder
        self.spoken = spoken  # the language of an overlay; empty for that of the game's files
        self.options = options
        self.memo = memo or Memo()
        self.last = Snapshot(ink=options.ink)
        self._fonts = FontBook(resource("templates") / "fonts")  # and every word that was measured
        self._encoder = Encoder()  # for trials, whose drawings are never written
        self._sources: dict[str, PictureSource] = {}
        self._made: dict[str, bytes] = {}  # pictures and sheets that were asked for
        self._print: Print | None = None
        self._loaded: Loaded | None = None  # by a quick snapshot, for the next snapshot
        self._seen: dict[str, tuple[Card, ...]] = {}  # cards of the last snapshot, by component
        self._game: Game | None = None  # state of the game at the last print
        self._read: dict[str, tuple[str, ...]] = {}  # drawing -> what is not legible on it

    @property
    def language(self) -> str:
        """The language of the texts on cards."""
        return self._game.language if self._game else "en"

    # ---- a snapshot

    def quick_snapshot(self, in_sight: Collection[str] = ()) -> Snapshot | None:
        """Return the last snapshot with the few cards redrawn whose data changed, as a first
        response.

        If no data changed, a template may have changed; then the cards with the ids `in_sight` are
        redrawn. Returns None if only `take` can find the changes. Call this before `take`, which
        then uses the files that were read here.
        """
        if self.spoken:
            return None
        loaded = self._loaded = load_game(self.folder)
        if loaded.game is None or loaded.problems:
            return None
        known = {preview.id: preview for preview in self.last.previews}
        pairs = [
            (component, known[f"{component.id}/{was.id}"], was, card)
            for component in loaded.game.components
            if len(before := self._seen.get(component.id, ())) == len(component.cards)
            for was, card in zip(before, component.cards, strict=True)
        ]
        chosen = [each for each in pairs if each[2] != each[3]]
        chosen = chosen or [each for each in pairs if each[1].id in in_sight]
        if not 0 < len(chosen) <= FEW:
            return None
        kit_renderer = self._renderer(loaded.game)
        drawn = {}
        for component, preview, _, card in chosen:
            fresh = self._redrawn(kit_renderer, component, preview, card)
            if fresh is None:
                return None
            change = change_of(preview, fresh, "changed", "")
            if change.sides:
                drawn[preview.id] = replace(fresh, change=change)
        if not drawn:
            return None
        return self.last.as_final().mapped(lambda preview: drawn.get(preview.id, preview))

    def _redrawn(
        self, kit_renderer: KitRenderer, component: Component, preview: CardPreview, card: Card
    ) -> CardPreview | None:
        """Return the preview of a card with new pictures, or None if it cannot be drawn."""
        behind = kit_renderer.back(component, card) or kit_renderer.back_alone(component, card)
        keys = (kit_renderer.draw(component, card, component.face), behind)
        if kit_renderer.undrawn or keys[0] not in kit_renderer.drawings:
            return None
        face, back = (key and self._picture(kit_renderer, key, component) for key in keys)
        return replace(preview, face=face, back=back, title=card.title, stale=False, problems=())

    def trial(self, files: Mapping[Path, bytes], component: str) -> str | None:
        """Return the face of a component's first card as if these files had these bytes.

        Returns None if it cannot be drawn; a snapshot of the saved files will report the reason.
        """
        with overlay(files):
            loaded = load_game(self.folder)
        game = loaded.game
        found = (
            next((each for each in game.components if each.id == component), None) if game else None
        )
        wrong = [each for each in loaded.problems if Path(each.location.file).name != "game.yaml"]
        if game is None or found is None or not found.cards or wrong:
            return None  # changes to other cards in game.yaml do not matter
        kit_renderer = self._renderer(game, self._encoder)
        card = found.cards[0]
        face = kit_renderer.draw(found, card, found.face)
        if kit_renderer.undrawn or face not in kit_renderer.drawings:
            return None
        name = self._picture(kit_renderer, face, found)
        self.picture(name)
        return name

    def take(self) -> Snapshot:
        """Return a snapshot of the game's current files.

        Returns the last snapshot itself if nothing has changed.
        """
        found = self.last
        for snapshot in self.taking():
            found = snapshot or found
        return found

    def taking(self) -> Generator[Snapshot | None, None, None]:
        """Take a snapshot in steps of one face each.

        Yields None after each step, then the snapshot. A caller who stops early leaves the last
        snapshot unchanged.
        """
        loaded = self._loaded or load_game(self.folder)
        self._loaded = None
        game, broken = loaded.game, loaded.problems
        judged = [] if game is None else [*check_game(game), *check_deck(game, broken)]
        if game is not None and not broken:
            game, broken = spoken(game, self.spoken) if self.spoken else (game, broken)
        drawn = None if game is None else (yield from self._drawn(game, bool(broken)))
        if game is None or drawn is None:
            yield self._keep(self._all_stale(broken))
            return
        groups = self._groups(game, drawn, broken, judged)
        snapshot = replace(
            self.last.as_final(),
            game=game.id, title=game.title, roots=_roots(game), groups=groups,
            problems=in_order([*broken, *judged, *drawn.kit_renderer.problems]),
        )  # fmt: skip
        yield None
        snapshot, kit = yield from self._with_sheets(snapshot, game, drawn, bool(broken))
        yield None
        inventory, build_id = drawn.kit_renderer.inventory, drawn.kit_renderer.build_id
        manifest = inventory.take(game, self.options, build_id)
        snapshot = with_changes(self.last, snapshot, manifest)
        yield None
        self._print, self._game = kit or self._print, game
        self._seen = {component.id: component.cards for component in game.components}
        yield self._keep(self._with_legible(snapshot))

    def _drawn(self, game: Game, broken: bool) -> Generator[None, None, DrawnFaces | None]:
        """Draw a game's faces; a `broken` game was read only in part, and may be impossible to
        draw.
        """
        try:
            self.memo = Memo(self.memo.entries | self.memo.used)
            faces = DrawnFaces(self._renderer(game))
            yield from faces.draw(game)
        except Exception:
            if not broken:
                raise
            return None
        return faces

    def _renderer(self, game: Game, encoder: Encoder | None = None) -> KitRenderer:
        """Return a renderer for the preview.

        It keeps the faces that it draws, uses few copies of each card, and measures each word only
        once.
        """
        few = with_few_copies(game)
        kit_renderer = KitRenderer(few, self.options, self.memo, self._fonts, encoder=encoder)
        kit_renderer.faces = {}
        return kit_renderer

    def _keep(self, snapshot: Snapshot) -> Snapshot:
        if snapshot.as_final() == self.last.as_final():
            return self.last
        self.last = snapshot
        wanted = snapshot.pictures | {leaf.id for leaf in snapshot.leaves}
        for kept in (self._sources, self._made):
            for name in kept.keys() - wanted:
                del kept[name]
        return snapshot

    def _all_stale(self, problems: Iterable[Problem]) -> Snapshot:
        """Return the last snapshot, marked as outdated, of a game that can no longer be read."""
        stale = self.last.as_final().mapped(_stale)
        groups = tuple(replace(group, stale=True) for group in stale.groups)
        return replace(stale, groups=groups, leaves_stale=True, problems=in_order(problems))

    # ---- cards

    def _group(
        self, component: Component, previews: Sequence[CardPreview], judged: Sequence[Problem]
    ) -> PreviewGroup:
        places = (component.location, component.count_location)
        return PreviewGroup(
            component.id,
            component.title,
            component.kind,
            component.size,
            component.outline,
            self._bleed(component),
            0.0 if component.size == SIZES["page"] else self.options.cutting.safe,
            tuple(previews),
            problems=tuple(each for each in judged if each.location in places),
        )

    def _groups(
        self, game: Game, drawn: DrawnFaces, broken: list[Problem], judged: list[Problem]
    ) -> tuple[PreviewGroup, ...]:
        wrong, odd = by_card(broken, game), by_card(judged, game)
        files = {problem.location.file for problem in broken}
        last = {group.id: group for group in self.last.groups}
        groups = []
        for component in game.components:
            known = last.pop(component.id, None)
            before = {preview.id: preview for preview in known.previews} if known else {}
            previews = []
            for card in component.cards:
                id_ = f"{component.id}/{card.id}"
                preview = drawn.preview(
                    component, card, wrong.get(id_, []), before.pop(id_, None), self._picture
                )
                problems = in_order([*preview.problems, *odd.get(id_, [])])
                previews.append(replace(preview, problems=problems))
            previews += [
                _stale(preview)
                for preview in before.values()
                if {preview.location.file, game.location.file} & files
            ]
            groups.append(self._group(component, previews, judged))
        if broken:  # missing parts may only be unreadable
            groups += [
                replace(group, stale=True, problems=(), previews=(*map(_stale, group.previews),))
                for group in last.values()
            ]
        return tuple(groups)

    def _picture(self, kit_renderer: KitRenderer, key: str, component: Component) -> str:
        """Return the name of a face's picture, which encodes everything that it depends on."""
        size, bleed = component.size, self._bleed(component)
        name = hash_of(key, str(size), str(bleed))
        self._sources[name] = PictureSource(kit_renderer, key, size, bleed)
        return name

    def _bleed(self, component: Component) -> float:
        """Return the visible bleed (mm) of a component: the printed bleed, or 0 if it is not
        cut.
        """
        cutting = self.options.cutting
        if component.size == SIZES["page"]:
            return 0.0
        return cutting.bleed if component.outline == "rect" else cutting.token_bleed

    # ---- sheets

    def _with_sheets(
        self, snapshot: Snapshot, game: Game, drawn: DrawnFaces, broken: bool
    ) -> Generator[None, None, tuple[Snapshot, Print | None]]:
        """Return the snapshot with the kit's sheets, and the kit, in steps.

        If the kit cannot be printed, these are the sheets of the last complete kit.
        """
        kit_renderer = drawn.kit_renderer
        whole = not broken and not kit_renderer.undrawn and all(
            component.pieces <= MOST for component in game.components
        )  # fmt: skip
        pages: list[Page] = []
        if whole:
            paper, options = PAPERS[self.options.paper], self.options
            try:
                body = lay_out(drawn.pieces, paper.size, options.sides, options.cutting, paper.grid)
            except TooLargeError as error:
                problems = in_order([*snapshot.problems, too_large(game, error)])
                return replace(snapshot, problems=problems, leaves_stale=True), None
            yield None
            pages = KitPages(kit_renderer).with_front_and_end(body)
            snapshot = replace(
                snapshot, problems=in_order([*snapshot.problems, *kit_renderer.problems])
            )
            whole = not kit_renderer.undrawn
            yield None
        if not whole:
            return replace(snapshot, leaves_stale=True), None
        kit = Print(kit_renderer, tuple(pages))
        leaves = tuple(self._leaves(kit))
        return replace(snapshot, leaves=leaves, leaves_stale=False), kit

    def _leaves(self, kit: Print) -> Iterator[PreviewPage]:
        """Yield the kit's pages, and record the page number for each name."""
        before = {leaf.drawings for leaf in self.last.leaves}
        for number, page in enumerate(kit.pages):
            if page.empty:
                continue
            drawings = hash_of(repr([box._replace(piece="") for box in page.boxes]))
            own = page.sections and page.sections[0] in UNCOMPARED
            name = hash_of(kit.kit_renderer.build_id, self.options.paper, str(number))
            kit.numbers[name] = number
            yield PreviewPage(
                name,
                f"Sheet {page.sheet}, {page.side}",
                ", ".join(dict.fromkeys(page.sections)),
                page.paper,
                drawings,
                bool(before) and not own and drawings not in before,
            )

    # ---- slower checks

    def look_closer(self) -> Generator[Snapshot, None, None]:
        """Read the printed sheets back, step by step, to find text that is too small or too pale.

        Each step yields the snapshot so far and takes about a tenth of a second; no sheet is read
        twice. Pictures that include files of the game's folder are made first, in case the files
        disappear.
        """
        for name, source in [*self._sources.items()]:
            if sum(map(len, self._made.values())) > MOST_KEPT:
                break
            if source.has_files and self.picture(name):
                yield self.last
        kit, game = self._print, self._game
        if kit is None or game is None or self.last.leaves_stale:
            return
        own = {box.drawing for page in kit.pages for box in page.boxes if "/" not in box.piece}
        shown = {box.drawing for page in kit.pages for box in page.boxes}
        for name in self._read.keys() - shown:
            del self._read[name]
        for page, found in read_pages(game, kit.pdf, kit.pages, {*self._read, *own}):
            new = {box.drawing: box.piece for box in page.boxes if box.drawing not in self._read}
            of_cards = by_card(found, game)
            for drawing, piece in new.items():
                messages = (each.message for each in of_cards.get(piece, ()))
                self._read[drawing] = tuple(dict.fromkeys(messages))
            self.last = self._with_legible(self.last)
            yield self.last

    def _with_legible(self, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot with the findings about legibility so far.

        A finding about a face that several cards share is reported once.
        """
        reported: set[str] = set()
        problems = set(snapshot.problems)

        def marked(preview: CardPreview) -> CardPreview:
            new = set(preview.problems)
            for name in (preview.face, preview.back):
                drawing = self._sources[name].key if name in self._sources else None
                if drawing is None or drawing in reported or preview.stale:
                    continue
                reported.add(drawing)
                for message in self._read.get(drawing, ()):
                    new.add(Problem(preview.location, message, "legible"))
            problems.update(new)
            return replace(preview, problems=in_order(new))

        marked_ = snapshot.mapped(marked)
        return replace(marked_, problems=in_order(problems))

    # ---- pictures

    def picture(self, name: str) -> bytes | None:
        """Return a face or back of the last snapshot as a standalone SVG."""
        if name not in self._made and name in self._sources:
            try:
                self._made[name] = self._sources[name].svg()
            except (PaintError, OSError):  # one of its files is gone: a snapshot will report it
                return None
        return self._made.get(name)

    def made(self, name: str) -> bytes | None:
        """Return a picture or sheet that was already made, or None; any thread may call this."""
        return self._made.get(name)

    def sheet(self, name: str) -> bytes | None:
        """Return a sheet of the last complete kit as PNG."""
        kit = self._print
        if name not in self._made and kit and name in kit.numbers:
            self._made[name] = page_png(kit.pdf, kit.numbers[name], DPI)
        return self._made.get(name)


def _roots(game: Game) -> tuple[str, ...]:
    """Return the path prefixes that messages use for files of the game, and for templates that
    come with Pieria.
    """
    own = game.location.file.removesuffix("game.yaml")
    return tuple(each for each in (own, f"{resource('templates').parent.as_posix()}/") if each)


def _stale(preview: CardPreview) -> CardPreview:
    """Return a card marked as outdated, because its files contain no readable version."""
    return replace(preview, stale=True, change=None, problems=())
