"""Collects the data for a kit's manifest: its faces, and their sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator import __version__
from generator.core.digest import hash_of
from generator.faces.face import RenderedFace
from generator.faces.renderer import Renderer
from generator.kit.hashes import FaceHashes
from generator.kit.manifest import (
    Behind,
    DrawnSide,
    Facts,
    Item,
    Manifest,
    fact,
    facts_of,
    facts_of_rule,
    leaves,
    plain,
)
from generator.sheets.boards import fits, sheets_of
from generator.sheets.pages import Page
from generator.sheets.paper import PAPERS
from validator.core.model import Game
from validator.core.sizes import SIZES, Size

if TYPE_CHECKING:
    from generator.kit.options import Options

# Facts of `game.yaml` that any face may print.
GAME = ("title", "tagline", "language", "players", "minutes", "age", "requires")


LeafFaces = tuple[str, str | None, Behind]  # hashes of a page and its reverse


@dataclass
class Inventory:
    """Records the faces of a kit and what each is made from."""

    renderer: Renderer
    contents: FaceHashes
    uses: dict[str, tuple[str, ...]] = field(default_factory=dict)  # hash of a face -> names
    faces: dict[str, tuple[str, str | None, Behind]] = field(default_factory=dict)  # by piece
    _alike: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)  # kept once
    # the kit's own pages
    leaves: dict[str, tuple[LeafFaces, str, int, Facts]] = field(default_factory=dict)

    def note(self, face: RenderedFace) -> str:
        """Record the sources of the face that was rendered last, and return the face's hash."""
        key = self.contents.of(face)
        named = self.contents.named(face).union(self.renderer.usage.reads, self.uses.get(key, ()))
        uses = tuple(sorted(named))
        self.uses[key] = self._alike.setdefault(uses, uses)
        return key

    def note_leaf(self, id: str, faces: LeafFaces | None, title: str = "", **data: object) -> None:
        """Record one of the kit's own pages: the cover, the credits or a tuckbox.

        Each call counts one printed copy. `faces` is None if the page could not be drawn; then
        nothing is recorded.
        """
        if faces is not None:
            _, _, count, _ = self.leaves.get(id, (faces, title, 0, {}))
            facts = {name: fact(value) for name, value in data.items()}
            self.leaves[id] = (faces, title or id, count + 1, facts)

    def take(
        self, game: Game, options: Options, build: str, pages: Sequence[Page] = ()
    ) -> Manifest:
        """Return the manifest of the kit.

        Copies are counted in the game's data, not on the pages.
        """
        about = self.about(game, options, build)
        return about._replace(items=tuple(self.items(game, options)), pages=tuple(leaves(pages)))

    def items(self, game: Game, options: Options) -> Iterator[Item]:
        """Yield the designs of the kit one by one.

        All designs of a large deck at once would need more memory than the finished file.
        """
        yield from self._items(game, PAPERS[options.paper].size)
        yield from self._leaves()

    def about(self, game: Game, options: Options, build: str) -> Manifest:
        """Return the manifest of the kit without its items and pages, which are added later."""
        made = (*self.faces.values(), *(leaf[0] for leaf in self.leaves.values()))
        names = {name for face, back, _ in made for key in (face, back) if key
                 for name in self.uses[key]}  # fmt: skip
        rules = sorted(name[5:] for name in names if name.startswith("rule "))
        return Manifest(
            __version__,
            game.id,
            game.title,
            build,
            "",
            plain(options) | ({"language": game.translation} if game.translation else {}),
            (),
            {**self._theme(game), **self._sources(sorted(names))},
            {id_: facts_of_rule(game, id_) for id_ in rules if id_ in game.rules},
            (),
        )

    def _items(self, game: Game, paper: Size) -> Iterator[Item]:
        for component in game.components:
            for card in component.cards:
                id_ = f"{component.id}/{card.id}"
                if id_ not in self.faces:
                    continue  # it could not be drawn
                face, back, behind = self.faces[id_]
                sheets = 0
                if component.kind == "board" and not fits(component.size, paper):
                    sheets = sheets_of(component.size, paper)
                yield Item(
                    id_,
                    card.title,
                    component.title,
                    component.size,
                    component.outline,
                    card.copies,
                    card.copies,
                    self._side(face),
                    self._side(back) if back else None,
                    behind,
                    page=component.size == SIZES["page"] or sheets > 0,
                    sheets=sheets,
                    data=facts_of(component, card),
                )

    def _leaves(self) -> Iterator[Item]:
        for id_, ((face, back, behind), title, count, data) in self.leaves.items():
            yield leaf_item(id_, self._side(face), count)._replace(
                title=title, data=data, back=self._side(back) if back else None, behind=behind
            )

    def _side(self, key: str) -> DrawnSide:
        return DrawnSide(key, self.uses[key])

    def _theme(self, game: Game) -> Facts:
        """Return the properties that all faces share, by role."""
        theme = game.theme
        symbols = {name: symbol.icon for name, symbol in theme.symbols.items()}
        named: dict[str, Mapping[str, object]] = {
            "colour": self.renderer.colour,
            "font": theme.fonts,
            "symbol": symbols,
            "game": {name: value for name in GAME if (value := getattr(game, name)) is not None},
        }
        return {
            f"{kind} {name}": fact(value)
            for kind, values in named.items()
            for name, value in values.items()
        }

    def _sources(self, names: Iterable[str]) -> Facts:
        """Return the hashes of everything that faces are made from, such as templates and icons."""
        found = {}
        for name in names:
            kind, rest = name.split(" ", 1)
            if kind == "template":
                found[name] = hash_of(self.renderer.templates.source(rest))[:8]
            elif kind in ("icon", "typeface", "picture"):
                found[name] = self.contents.of_name(name)[:8]
        return found


def leaf_item(title: str, side: DrawnSide, count: int) -> Item:
    """Return an item for a page of the kit itself, rather than of the game."""
    return Item(
        title,
        title,
        "Kit",
        SIZES["page"],
        "rect",
        count,
        count,
        side,
        None,
        "no",
        page=True,
        kit=True,
    )
