"""The state of a preview as immutable values, and its JSON form, which the page reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from generator.core.digest import hash_of
from generator.kit.manifest import Item, Manifest
from validator.core.location import Location, Problem
from validator.core.outlines import percent_corners
from validator.core.sizes import Size

# In messages about templates, followed by the card: the page shows the message there.
DRAWING = " (drawing "


@dataclass(frozen=True)
class CardChange:
    """How a card has changed since the last save."""

    kind: str  # as in generator.kit.changes: new, changed, more, fewer, renamed
    why: str
    sides: tuple[str, ...] = ()  # the sides, face or back, that look different
    face: str | None = None  # the pictures as they were
    back: str | None = None


@dataclass(frozen=True)
class CardPreview:
    """A card as it was last drawn.

    `stale` means that the picture is older than the files.
    """

    id: str  # component/card
    title: str
    copies: int
    text: str  # all its texts, for searching
    location: Location
    face: str | None  # names of pictures; None if there was never one
    back: str | None
    stale: bool = False
    problems: tuple[Problem, ...] = ()
    change: CardChange | None = None
    item: Item | None = field(default=None, compare=False, repr=False)  # its entry in the manifest


@dataclass(frozen=True)
class PreviewGroup:
    """The cards of a component, with the measurements of their overlays in millimetres."""

    id: str
    title: str
    kind: str
    size: Size
    outline: str
    bleed: float  # shown around the trim by its pictures
    safe: float  # inside the trim, as `pieria build --draw-safe-zone` prints it; 0: it is not cut
    previews: tuple[CardPreview, ...]
    stale: bool = False
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class PreviewPage:
    """One printed side of a sheet of paper.

    `stale` means that it is from the last kit without errors.
    """

    id: str
    title: str
    parts: str  # what lies on it
    size: Size
    drawings: str  # a hash of what is drawn where: equal if nothing moved
    changed: bool = False


@dataclass(frozen=True)
class Snapshot:
    """The state of a game at one moment.

    `problems` includes those of cards.
    """

    game: str = ""
    title: str = ""
    ink: str = "colour"
    groups: tuple[PreviewGroup, ...] = ()
    leaves: tuple[PreviewPage, ...] = ()
    leaves_stale: bool = False
    problems: tuple[Problem, ...] = ()
    removed: tuple[str, ...] = ()  # titles of cards that were there before the last save
    roots: tuple[str, ...] = ()  # folders that the page need not name before each file
    manifest: Manifest | None = field(default=None, compare=False, repr=False)

    @property
    def previews(self) -> Iterator[CardPreview]:
        """The previews of all cards."""
        for group in self.groups:
            yield from group.previews

    @property
    def pictures(self) -> set[str]:
        """The names of all pictures of cards that the page may request."""
        found = set()
        for preview in self.previews:
            found |= {preview.face, preview.back}
            if preview.change:
                found |= {preview.change.face, preview.change.back}
        return {each for each in found if each}

    def mapped(self, change: Callable[[CardPreview], CardPreview]) -> Snapshot:
        """Return the snapshot with `change` applied to each card's preview."""
        groups = tuple(
            replace(group, previews=tuple(map(change, group.previews))) for group in self.groups
        )
        return replace(self, groups=groups)

    def as_final(self) -> Snapshot:
        """Return the snapshot without marks for changed cards."""
        leaves = tuple(replace(leaf, changed=False) for leaf in self.leaves)
        calm = self.mapped(lambda preview: replace(preview, change=None))
        return replace(calm, leaves=leaves, removed=())


def state_of(snapshot: Snapshot) -> dict[str, Any]:
    """Return the snapshot as plain values for JSON.

    Cards refer to their problems by number.
    """
    return _PageState(snapshot).values()


class _PageState:
    """Converts a snapshot to plain values for the page."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.numbers = {problem: number for number, problem in enumerate(snapshot.problems)}
        self.cards_of_problem: dict[Problem, list[str]] = {}
        for preview in snapshot.previews:
            for problem in preview.problems:
                self.cards_of_problem.setdefault(problem, []).append(preview.id)

    def values(self) -> dict[str, Any]:
        snapshot = self.snapshot
        return {
            "game": snapshot.game, "title": snapshot.title, "ink": snapshot.ink,
            "groups": [*map(self.group, snapshot.groups)],
            "sheets": [
                {
                    "id": leaf.id, "title": leaf.title, "parts": leaf.parts,
                    "width": leaf.size.width, "height": leaf.size.height, "changed": leaf.changed,
                }
                for leaf in snapshot.leaves
            ],
            "sheetsStale": snapshot.leaves_stale,
            "problems": [
                {
                    "where": self.place(problem.location),
                    "message": problem.full_message.split(DRAWING)[0],
                    "check": problem.check,
                    "cards": self.cards_of_problem.get(problem, []),
                }
                for problem in snapshot.problems
            ],
            "removed": list(snapshot.removed),
        }  # fmt: skip

    def place(self, location: Location) -> str:
        where = str(location)
        found = next((root for root in self.snapshot.roots if where.startswith(root)), "")
        return where.removeprefix(found)

    def numbers_of(self, problems: tuple[Problem, ...]) -> list[int]:
        return sorted({self.numbers[each] for each in problems if each in self.numbers})

    def group(self, group: PreviewGroup) -> dict[str, Any]:
        return {
            "id": group.id, "title": group.title, "kind": group.kind, "size": str(group.size),
            "width": group.size.width, "height": group.size.height,
            "round": group.outline == "round",
            "corners": percent_corners(group.outline, group.size),
            "bleed": group.bleed, "safe": group.safe, "stale": group.stale,
            "problems": self.numbers_of(group.problems),
            "cards": [*map(self.card, group.previews)],
        }  # fmt: skip

    def card(self, preview: CardPreview) -> dict[str, Any]:
        change = preview.change
        return {
            "id": preview.id, "title": preview.title, "copies": preview.copies,
            "text": preview.text, "where": self.place(preview.location),
            "face": preview.face, "back": preview.back, "stale": preview.stale,
            "problems": self.numbers_of(preview.problems),
            "change": change and {
                "kind": change.kind, "why": change.why, "sides": list(change.sides),
                "face": change.face, "back": change.back,
            },
        }  # fmt: skip


def to_json(snapshot: Snapshot) -> str:
    """Return the snapshot as JSON, with a hash by which a page knows whether it is up to date."""
    words = json.dumps(state_of(snapshot), ensure_ascii=False, sort_keys=True)
    return f'{{"tag": "{hash_of(words)}", {words[1:]}'
