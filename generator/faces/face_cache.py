"""Reuses faces of an earlier build if nothing that their templates can read has changed.

A face is stored with everything that its rendering used, such as templates, rules, typefaces and
icons. It is reused only if all of these are unchanged. Data that all faces of a deck can read is
part of the key. A template that reads other cards depends on all of them. Faces with problems are
rendered again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from generator.core.memo import Memo
from generator.faces.face import Definition, FaceElement, FaceRun, Part, RenderedFace, TextRun
from generator.faces.fonts import FontFace
from generator.faces.renderer import Renderer
from generator.faces.visible import AROUND, READABLE, dict_of
from validator.core.frozen_map import FrozenMap
from validator.core.model import Card, Component

MOST_KEPT = 32_000_000  # letters of the faces of one build


class KeptFaces:
    """Renders faces, or takes them from the memo of an earlier build."""

    def __init__(self, renderer: Renderer, memo: Memo) -> None:
        self.renderer = renderer
        self.memo = memo
        self.asked = renderer.templates.environment.asked
        self._elements: dict[tuple[str, str], FaceElement] = {}
        self._states: dict[tuple[Any, ...], str] = {}  # digests of what faces depend on
        self._left = MOST_KEPT

    def face(self, component: Component, card: Card, template: str) -> RenderedFace:
        """Return the face or back of a card. Raises TemplateError."""
        renderer = self.renderer
        dressed = renderer.filling is not None or renderer.game.words.other is not str
        if dressed or template.endswith(".svg"):
            return renderer.face(component, card, template)
        key = _digest((self._common, component.id, template, _plain(card)))
        found = self.memo.get("face", key)
        if found is not None and self._state(found[0]) == found[1] and self._has_art(found[5]):
            renderer.usage.card = card
            return self._taken(found[0], *found[2:])
        noted = renderer.usage.noted
        face = renderer.face(component, card, template)
        if renderer.usage.noted == noted:
            self._keep(key, face)
        return face

    def _has_art(self, shared: Iterable[str]) -> bool:
        """Return whether all shared art of a cached face is cached as well.

        The lookup also keeps the art for the next build. A face whose art is not cached is rendered
        again.
        """
        return None not in [self.memo.get("art", id_) for id_ in shared]

    # ---- what faces depend on

    @cached_property
    def _common(self) -> str:
        """A hash of everything that all templates of the game can read, except other cards and
        rules.
        """
        renderer = self.renderer
        game, fonts = renderer.game, renderer.lettering.fonts
        icons, own = game.folder / "icons", renderer.templates.folders
        folders = [icons, *own]
        names = [
            sorted(f.name for f in each.rglob("*")) if each.is_dir() else () for each in folders
        ]
        seen = (
            _plain(game, AROUND), _plain(game.theme), _plain(renderer.colour),
            [_plain(each, AROUND) for each in game.components],
            renderer.bleed, renderer.low_ink,
            game.words.language, sorted(game.words.entries.items()),
            [(name, _plain(entry)) for name, entry in fonts.families.items()],
            sorted(fonts.fallbacks.items()), names,
        )  # fmt: skip
        return _digest(seen)

    def _state(self, asked: Iterable[tuple[object, ...]]) -> str:
        """Return a digest of everything, except its card, that a face depends on."""
        return _digest([self._of(each) for each in asked])

    def _of(self, asked: tuple[Any, ...]) -> str:
        known = self._states.get(asked)
        if known is None:
            known = self._states[asked] = self._read(*asked)
        return known

    def _read(self, kind: str, *what: Any) -> str:
        game = self.renderer.game
        if kind == "template":
            return self.renderer.templates.kept_source(*what)
        if kind == "rule":
            return _digest(_plain(game.rules[what[0]])) if what[0] in game.rules else ""
        if kind == "around":
            return _digest(([_plain(each) for each in game.components], _plain(game.rules)))
        return ""

    # ---- faces as plain values

    def _keep(self, key: str, face: RenderedFace) -> None:
        usage = self.renderer.usage
        asked = [*self.asked]
        if ("problem",) in self.asked or any(each[:9] == "#drawing-" for each in face.named.names):
            return
        asked += [("template", each[9:]) for each in sorted(usage.reads) if each[:9] == "template "]
        parts = tuple(map(_stored, face.parts))
        shared = [
            (id_, each.svg, each.box) for id_, each in face.shared.items() if id_[:5] != "icon-"
        ]
        self._left -= len(face.skeleton) + sum(len(each.key) for each in face.parts)
        self._left -= sum(len(svg) for _, svg, _ in shared)
        if self._left > 0:
            for id_, svg, box in shared:
                self.memo.put("art", id_, (svg, box))
            reads, ids = tuple(sorted(usage.reads)), tuple(id_ for id_, _, _ in shared)
            kept = (tuple(asked), self._state(asked), face.skeleton, parts, reads, ids)
            self.memo.put("face", key, kept)

    def _taken(
        self,
        asked: Iterable[tuple[Any, ...]],
        skeleton: str,
        parts: Iterable[tuple[Any, ...]],
        reads: Iterable[str],
        shared: Iterable[str],
    ) -> RenderedFace:
        """Return a cached face, in the same form as a rendered one."""
        renderer = self.renderer
        faces: dict[str, FontFace] = {}
        for kind, *what in asked:
            if kind == "ornament":
                self.memo.get(kind, *what)  # marks the entry as used, so that it is kept
            elif kind == "icon":
                renderer.symbols.use_icon(*what)
            elif kind == "letters":
                found = renderer.lettering.faces(*what)
                faces |= {f"{each.family} {each.name}": each for each in found}
        renderer.usage.reads = set(reads)
        for id_ in shared:
            if id_ not in renderer.symbols.art_drawn:
                renderer.symbols.art_drawn[id_] = Definition(*self.memo.get("art", id_))
        self.memo.faces_taken += 1
        return renderer.carrying(skeleton, tuple(self._part(each, faces) for each in parts))

    def _part(self, stored: tuple[Any, ...], faces: Mapping[str, FontFace]) -> Part:
        kind, *rest = stored
        if kind != "words":
            return self._element(kind, *rest)
        size, fill, tracking, pieces = rest
        made = [
            FaceRun(each[0], each[1], faces[each[2]], *each[3:])
            if len(each) == 6
            else self._element(*each)
            for each in pieces
        ]
        fonts = self.renderer.usage.fonts
        fonts.update(each.face.family for each in made if isinstance(each, FaceRun))
        return TextRun(tuple(made), size, fill, tracking)

    def _element(
        self, tag: str, attributes: tuple[tuple[str, str], ...], name: str = ""
    ) -> FaceElement:
        made = FaceElement(tag, dict(attributes), name)
        return self._elements.setdefault((made.key, name), made)


def _stored(part: Part) -> tuple[Any, ...]:
    """Return a part as plain values that `marshal` can write."""
    if isinstance(part, FaceElement):
        return (part.tag, tuple(part.attributes.items()), part.name)
    pieces = [
        _stored(each)
        if isinstance(each, FaceElement)
        else (each.x, each.y, f"{each.face.family} {each.face.name}", *each[3:])
        for each in part.pieces
    ]
    return ("words", part.size, part.fill, part.tracking, tuple(pieces))


def _plain(value: Any, hidden: frozenset[str] = frozenset()) -> Any:
    """Return the visible part of a value as plain lists and words.

    Attributes in `hidden` are left out.
    """
    kind = type(value)
    if kind in (str, int, float, bool, type(None)):
        return value
    if kind is FrozenMap or isinstance(value, Mapping):
        found = dict_of(value) if kind is FrozenMap else value
        return [(_plain(name), _plain(each)) for name, each in found.items()]
    if kind in READABLE:
        names = sorted(READABLE[kind] - hidden)
        seen = [(name, getattr(value, name)) for name in names]
        return [kind.__name__, *((name, _plain(each)) for name, each in seen if not callable(each))]
    if isinstance(value, list | tuple):
        return [*map(_plain, value)]
    return repr(value)


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]
