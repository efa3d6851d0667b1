"""Finds the differences between the last preview of a game and the current one, with their
causes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.kit.changes import compare
from generator.kit.manifest import Item, Manifest
from generator.preview.snapshot import CardChange, CardPreview, Snapshot


def change_of(was: CardPreview, now: CardPreview, kind: str, why: str) -> CardChange:
    """Return the change of a card, with the earlier pictures of the sides that look different."""
    face, back = was.face != now.face, was.back != now.back
    sides = tuple(side for side, differs in (("face", face), ("back", back)) if differs)
    return CardChange(kind, why, sides, was.face if face else None, was.back if back else None)


def with_changes(last: Snapshot, snapshot: Snapshot, manifest: Manifest) -> Snapshot:
    """Return the snapshot with its differences from the last one marked.

    `manifest` is that of the current kit.
    """
    fresh = {item.id: item for item in manifest.items}
    snapshot = snapshot.mapped(lambda preview: _with_item(preview, fresh))
    items = [preview.item for preview in snapshot.previews if preview.item]
    items += _kit(manifest) or (_kit(last.manifest) if last.manifest else [])
    manifest = manifest._replace(items=tuple(items))
    snapshot = replace(snapshot, manifest=manifest, removed=())
    if last.manifest is None:
        return snapshot
    changes = {each.item.id: each for each in compare(last.manifest, manifest).changes}
    before = {preview.id: preview for preview in last.previews} | _retitled(last, snapshot)
    gone = {preview.id for preview in last.previews} - {preview.id for preview in snapshot.previews}

    def marked(preview: CardPreview) -> CardPreview:
        found = changes.get(preview.id)
        if found is None:
            return preview
        was = before.get(preview.id)
        if was is None:
            return replace(preview, change=CardChange(found.kind, found.why))
        kind, why = found.kind, found.why
        if was.id != preview.id:
            kind, why = "changed", f"title: {was.title} → {preview.title}"
            gone.discard(was.id)
        return replace(preview, change=change_of(was, preview, kind, why))

    snapshot = snapshot.mapped(marked)
    removed = (f"{group.title}: {preview.title}" for group in last.groups
               for preview in group.previews if preview.id in gone)  # fmt: skip
    return replace(snapshot, removed=tuple(removed))


def _with_item(preview: CardPreview, fresh: Mapping[str, Item]) -> CardPreview:
    """Return the preview of a card with the card's current manifest entry, unless its picture is
    outdated.
    """
    return preview if preview.stale else replace(preview, item=fresh.get(preview.id))


def _kit(manifest: Manifest) -> list[Item]:
    return [item for item in manifest.items if item.kit]


def _retitled(last: Snapshot, now: Snapshot) -> dict[str, CardPreview]:
    """Return the cards whose ids changed because their titles did: the earlier card by new id.

    They are matched by position, in decks with an unchanged number of cards.
    """
    decks = {group.id: group.previews for group in last.groups}
    found = {}
    for group in now.groups:
        before = decks.get(group.id, ())
        if len(before) != len(group.previews):
            continue
        old, new = {preview.id for preview in before}, {preview.id for preview in group.previews}
        for was, preview in zip(before, group.previews, strict=True):
            if was.id not in new and preview.id not in old:
                found[preview.id] = was
    return found
