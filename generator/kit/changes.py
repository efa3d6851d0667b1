"""Compares two manifests: lists new, removed and changed pieces, what to swap, and why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.core.shown import TemplateValue
from generator.kit.manifest import UNCOMPARED, DrawnSide, Facts, Item, Manifest, shown
from validator.core.outlines import is_path
from validator.core.translations import ENGLISH, Translations

# Of a card's facts besides its title: if more are the same, the card only has a new title.
SAME = 0.5
Kind = Literal["changed", "new", "removed", "more", "fewer", "renamed"]


@dataclass(frozen=True)
class ChangeReason:
    """Why a piece looks different: a changed field of its card, template, rule or colour."""

    kind: str
    name: str
    old: str = ""  # the values, where they are short
    new: str = ""

    def __str__(self) -> str:
        if self.old != self.new:
            values = f"{self.old or '(none)'} → {self.new or '(none)'}"
            return f"{self.kind} {self.name}: {values}".strip()
        return f"{self.kind} {self.name}".strip()


@dataclass(frozen=True)
class Change:
    """The changes to one design: how many pieces to remove and to add."""

    kind: Kind
    item: Item  # the current item, or the earlier one if it was removed
    take_out: int
    put_in: int
    reasons: tuple[ChangeReason, ...] = ()
    was: str = ""  # earlier id of the piece, if it was different

    @property
    def why(self) -> str:
        return "; ".join(map(str, self.reasons))


@dataclass(frozen=True)
class Comparison:
    """All differences between two builds of a game."""

    game: str
    title: str
    old: str  # build ids
    new: str
    changes: tuple[Change, ...]

    @property
    def printed(self) -> dict[str, int]:
        """The number of copies of each piece to print."""
        return {change.item.id: change.put_in for change in self.changes if change.put_in}

    @property
    def swaps(self) -> tuple[Change, ...]:
        """The changes that require an action, which are all except changed names."""
        return tuple(change for change in self.changes if change.kind != "renamed")

    @property
    def take_out(self) -> int:
        return sum(change.take_out for change in self.changes)

    @property
    def put_in(self) -> int:
        return sum(change.put_in for change in self.changes)


def compare(old: Manifest, new: Manifest) -> Comparison:
    """Return the changes from one build to another, in the order of the new kit.

    Removed pieces come last.
    """
    before = {item.id: item for item in old.items if _compared(item)}
    after = {item.id: item for item in new.items if _compared(item)}
    gone = {id_: item for id_, item in before.items() if id_ not in after}
    fresh = [item for item in after.values() if item.id not in before]
    same = {item.id: _renamed(item, gone) for item in fresh}
    same |= {item.id: _alike(item, gone) for item in fresh if same[item.id] is None}
    changes = []
    for item in after.values():
        known = before.get(item.id) or same[item.id]
        if known is None:
            changes.append(Change("new", item, 0, item.copies))
        else:
            changes += _changed(known, item, old, new)
    changes += [Change("removed", item, item.copies, 0) for item in gone.values()]
    return Comparison(new.game, new.title, old.build, new.build, tuple(changes))


def _compared(item: Item) -> bool:
    if item.kit and (item.id in UNCOMPARED or item.id.startswith("Swap list")):
        return False
    return item.copies > 0


def _renamed(item: Item, gone: dict[str, Item]) -> Item | None:
    """Remove from `gone` the piece that looks like `item` but has another id, and return it.

    Returns None if there is none.
    """
    for id_, known in gone.items():
        if _looks(known) == _looks(item):
            return gone.pop(id_)
    return None


def _alike(item: Item, gone: dict[str, Item]) -> Item | None:
    """Remove from `gone` the piece of the same component with another title but equal data.

    Returns the piece, or None if there is none.
    """
    part = item.id.split("/")[0]
    said = {id_: known.data for id_, known in gone.items() if id_.split("/")[0] == part}
    found = nearest(item.data, said)
    return gone.pop(found) if found else None


def nearest(facts: Facts, others: Mapping[str, Facts]) -> str:
    """Return the name of that candidate in `others` with the most equal facts, ignoring titles.

    Returns an empty string if none is similar enough.
    """

    def alike(other: Facts) -> float:
        names = {*facts, *other} - {"title", "of"}
        return sum(facts.get(each) == other.get(each) for each in names) / max(1, len(names))

    found = max(others, key=lambda each: alike(others[each]), default="")
    return found if found and alike(others[found]) > SAME else ""


def _looks(item: Item) -> tuple[object, ...]:
    return item.face.hash, item.back.hash if item.back else "", item.size, item.outline


def _changed(known: Item, item: Item, old: Manifest, new: Manifest) -> Iterator[Change]:
    sides = list(_sides_that_differ(known, item, old, new))
    if sides or (known.size, known.outline) != (item.size, item.outline):
        reasons = tuple(dict.fromkeys(_reasons(known, item, sides, old, new)))
        was = known.id if known.id != item.id else ""
        yield Change("changed", item, known.copies, item.copies, reasons, was)
    elif known.copies != item.copies:
        more = item.copies - known.copies
        reason = ChangeReason("", "copies", str(known.copies), str(item.copies))
        yield Change("more" if more > 0 else "fewer", item, max(-more, 0), max(more, 0), (reason,))
    elif known.id != item.id:
        yield Change("renamed", item, 0, 0, (ChangeReason("", "id", known.id, item.id),))


def _sides_that_differ(
    known: Item, item: Item, old: Manifest, new: Manifest
) -> Iterator[tuple[DrawnSide | None, DrawnSide | None]]:
    """Yield the old and the new version of each face or back that looks different.

    A kit without backs gives no information on backs.
    """
    if known.face.hash != item.face.hash:
        yield known.face, item.face
    fronts = "fronts" in (old.options.get("sides"), new.options.get("sides"))
    if fronts and (known.back is None or item.back is None):
        return
    if (known.back and known.back.hash) != (item.back and item.back.hash):
        yield known.back, item.back


# ---- why


def _reasons(
    known: Item,
    item: Item,
    sides: Sequence[tuple[DrawnSide | None, DrawnSide | None]],
    old: Manifest,
    new: Manifest,
) -> Iterator[ChangeReason]:
    """Yield the reasons for changed sides: differences in everything that they are made from."""
    found = [
        *_of_the_piece(known, item),
        *_of_options(old, new),
        *_differing("", known.data, item.data),
    ]
    for before, after in sides:
        if before is None or after is None:
            found.append(ChangeReason("back", "added" if after else "left out"))
        else:
            found += _of_sources(set(before.uses), set(after.uses), old, new)
    yield from found or _of_the_whole(old, new)


def _of_the_piece(known: Item, item: Item) -> Iterator[ChangeReason]:
    if known.size != item.size:
        yield ChangeReason("", "size", str(known.size), str(item.size))
    if known.outline != item.outline:
        before, after = known.outline, item.outline
        before = "a path" if is_path(before) else before  # a path is too long to read
        after = "another path" if is_path(after) else after
        yield ChangeReason("", "outline", before, after)
    if known.copies != item.copies:
        yield ChangeReason("", "copies", str(known.copies), str(item.copies))


def _of_options(old: Manifest, new: Manifest) -> Iterator[ChangeReason]:
    """Yield changed options that affect the look of faces."""
    for name in ("ink", "language", "cutting.bleed", "cutting.token_bleed"):
        before, after = _option(old, name), _option(new, name)
        if before != after:
            yield ChangeReason("option", name, before, after)


def _option(manifest: Manifest, path: str) -> str:
    value: object = manifest.options
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return "" if value is None else str(value)


def _of_sources(
    before: set[str], after: set[str], old: Manifest, new: Manifest
) -> Iterator[ChangeReason]:
    """Yield changed rules, templates, colours, icons and typefaces that sides are made from."""
    used = before & after
    for name in sorted(used):
        kind, rest = name.split(" ", 1)
        if kind == "rule":
            yield from _differing(f"rule {rest}", old.rules.get(rest, {}), new.rules.get(rest, {}))
        elif old.sources.get(name) != new.sources.get(name):
            yield ChangeReason(kind, rest)
    for name in sorted(old.sources.keys() & new.sources.keys()):
        kind, role = name.split(" ", 1)
        was, is_ = old.sources[name], new.sources[name]
        thing = {"colour": "colour", "font": "typeface", "symbol": "icon"}.get(kind)
        seen = f"{thing} {shown(was)}" in before and f"{thing} {shown(is_)}" in after
        if was != is_ and seen:
            yield ChangeReason(kind, role, shown(was), shown(is_))


def _differing(what: str, before: Facts, after: Facts) -> Iterator[ChangeReason]:
    for name in dict.fromkeys((*before, *after)):
        was, is_ = before.get(name, ""), after.get(name, "")
        if was != is_:
            yield ChangeReason(what, name, shown(was), shown(is_))


def _of_the_whole(old: Manifest, new: Manifest) -> Iterator[ChangeReason]:
    """Yield changes that may affect any face, for faces without a more specific reason."""
    game = {name for name in (*old.sources, *new.sources) if name.startswith("game ")}
    found = [
        ChangeReason("game.yaml", name[5:], shown(old.sources.get(name, "")),
               shown(new.sources.get(name, "")))
        for name in sorted(game)
        if old.sources.get(name) != new.sources.get(name)
    ]  # fmt: skip
    if old.version != new.version:
        found.append(ChangeReason("", "Pieria", old.version, new.version))
    yield from found or [
        ChangeReason("", "something that all faces share: game.yaml, or Pieria itself")
    ]


# ---- in words and JSON


def text_report(found: Comparison) -> str:
    """Return a summary line, and a line for each change."""
    if not found.changes:
        builds = f"between build {found.old} and {found.new}" if found.old != found.new else ""
        return f"{found.title}: nothing changed {builds or f'since build {found.old}'}."
    rows = [("", "take out", "put in", "piece", "why")]
    rows += [
        (each.kind, str(each.take_out or ""), str(each.put_in or ""), each.item.id, each.why)
        for each in found.changes
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [summary(found)]
    for kind, out, into, piece, why in rows:
        cells = (kind.ljust(widths[0]), out.rjust(widths[1]), into.rjust(widths[2]))
        lines.append("  ".join((*cells, piece.ljust(widths[3]), why)).rstrip())
    return "\n".join(lines)


def summary(found: Comparison) -> str:
    """Return one line with the numbers of pieces to remove and to add."""
    kinds = [each.kind for each in found.changes]
    counts = ", ".join(
        f"{kinds.count(kind)} {word}"
        for kind, word in {
            "new": "new", "changed": "changed", "removed": "removed", "more": "with more copies",
            "fewer": "with fewer copies", "renamed": "renamed",
        }.items()
        if kind in kinds
    )  # fmt: skip
    return (
        f"{found.title}, build {found.old} → {found.new}: {counts}"
        f"; take out {found.take_out}, put in {found.put_in}"
    )


def json_report(found: Comparison) -> str:
    """Return the changes as JSON."""
    return json.dumps(
        {
            "game": found.game,
            "old": found.old,
            "new": found.new,
            "take_out": found.take_out,
            "put_in": found.put_in,
            "changes": [
                {
                    "kind": each.kind,
                    "piece": each.item.id,
                    "title": each.item.title,
                    "take_out": each.take_out,
                    "put_in": each.put_in,
                    "reasons": [
                        {"kind": why.kind or "card", "name": why.name, "old": why.old,
                         "new": why.new}
                        for why in each.reasons
                    ],
                }
                for each in found.changes
            ],
        },
        indent=2,
        ensure_ascii=False,
    )  # fmt: skip


REPORTERS = {"text": text_report, "json": json_report}


# ---- the swap list, as its page prints it

ROWS = 30  # rows of a page
WHY = 130  # characters: two small lines


@dataclass(frozen=True)
class Swap(TemplateValue):
    """A row of the swap list, as text for a template."""

    take_out: int
    put_in: int
    title: str
    component: str  # its title
    why: str


@dataclass(frozen=True)
class SwapPage(TemplateValue):
    """A page of the swap list; the template `shared/swaps.svg.j2` reads it as `kit`."""

    old: str  # build ids
    new: str
    take_out: int  # pieces of the whole list
    put_in: int
    rows: tuple[Swap, ...]
    number: int  # number of this page, from 1
    pages: int
    renamed: int  # pieces that only got another id

    @property
    def title(self) -> str:
        return "Swap list" if self.pages == 1 else f"Swap list {self.number}"


def swap_pages(
    found: Comparison, has_glyph: Callable[[str], bool], words: Translations = ENGLISH
) -> list[SwapPage]:
    """Return the swap list in pages, in the kit's language.

    `has_glyph` returns whether a character can be printed.
    """
    short = {
        "new": words("new"),
        "removed": words("no longer in the game"),
        "more": words("more copies"),
        "fewer": words("fewer copies"),
    }

    def literal(words: str) -> str:
        """Return text with markup characters escaped and unprintable characters replaced."""
        plain = "".join(sign if has_glyph(sign) else "?" for sign in " ".join(words.split()))
        return re.sub(r"([\\*:])", r"\\\1", plain)

    rows = []
    for each in found.swaps:
        why = each.why if each.kind == "changed" else short[each.kind]
        why = why.replace(" → ", f" {words('to')} ")
        why = why if len(why) <= WHY else f"{why[: WHY - 1]}…"
        item = each.item
        component = words("Tuckbox") if item.kit else item.part
        rows.append(
            Swap(each.take_out, each.put_in, literal(item.title), literal(component), literal(why))
        )
    parts = [tuple(rows[start : start + ROWS]) for start in range(0, len(rows), ROWS)]
    renamed = len(found.changes) - len(rows)
    return [
        SwapPage(
            found.old, found.new, found.take_out, found.put_in, part, number, len(parts), renamed
        )
        for number, part in enumerate(parts, 1)
    ]
