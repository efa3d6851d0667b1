"""Writes a replayed script as a page with a timeline, as one file or as a folder."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.core.atomic_write import is_temporary
from generator.table.modules import JOINED, joined
from generator.table.page import ASSETS, about, said, scripts, shown
from generator.table.pictures import PiecePicture, backs, lying, pictures
from validator.table.nodes import GameNode
from validator.table.queries import reasons
from validator.table.session import Session

if TYPE_CHECKING:
    from generator.table.faces import TableFaces

PARTED = ("zones", "facts", "sheets")  # parts of a position of which only changes are written


def recording(session: Session, seat: int) -> dict[str, Any]:
    """Return all positions of a session and its log, as the player in a seat may see them.

    Each position is given as a difference from the previous one. Everything hidden from that player
    is left out.
    """
    nodes = [session.nodes[0], *(node for node in session.here.path()[1:] if node.seen_by(seat))]
    views = [shown(session, node, seat) for node in nodes]
    frames = [views[0], *(_difference(before, after) for before, after in pairwise(views))]
    log = [
        _step(session, node, before, after, seat)
        for node, (before, after) in zip(nodes[1:], pairwise(views), strict=True)
    ]
    return {"frames": frames, "log": log}


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    found = {
        name: value for name, value in after.items()
        if name not in PARTED and value != before[name]
    }  # fmt: skip
    gone: list[str] = []
    for kind in PARTED:
        old = {each["name"]: each for each in before[kind]}
        new = {each["name"]: each for each in after[kind]}
        found[kind] = [each for name, each in new.items() if each != old.get(name)]
        gone += [name for name in old if name not in new]
    return found | ({"gone": gone} if gone else {})


def _step(
    session: Session, node: GameNode, before: Mapping[str, Any], after: Mapping[str, Any], seat: int
) -> dict[str, Any]:
    """Return a step for the log, with the changed facts and the rules behind the changes."""
    seen, played = node.seen_by(seat), node.played
    assert seen is not None
    assert played is not None
    line, _, story = seen.line.partition(" | ")
    old = {fact["name"]: fact for fact in before["facts"]}
    changed = [
        (*change, node.playing.because.get(fact["name"].lower(), ()))
        for fact in after["facts"]
        for change in _changes(old.get(fact["name"], {"value": "", "parts": ()}), fact)
    ]
    step = seen._asdict() | {"line": line if story else seen.line, "story": story}
    step |= {"node": node.number, "changed": changed} | said(node, seat, seen.line)
    if played.refusal is not None:
        why = reasons(session, seat, played.refusal, None)
        step["refused"] = [each._asdict() for each in why]
    return step


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the changed parts of a fact, with their values before and after."""
    if before["value"] == after["value"]:
        return
    old, new = dict(before["parts"]), dict(after["parts"])
    if old and new:
        for part in dict.fromkeys((*old, *new)):
            if old.get(part) != new.get(part):
                yield f"{after['name']} {part}", old.get(part, ""), new.get(part, "")
    else:
        yield after["name"], before["value"], after["value"]


def files(
    session: Session, found: Mapping[str, Any], faces: TableFaces
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a recording with their names.

    The page itself comes last.
    """
    known = pictures(session.referee)
    behind = backs(session.referee, session.nodes[0].state)
    used = {face: known[face] for face in lying(session.game) if face in known}
    used |= _used(found["frames"], known, behind)
    sheets = {sheet["path"] for frame in found["frames"] for sheet in frame["sheets"]}
    album = faces.album(sorted({picture.path for picture in used.values()} | sheets))
    yield from ASSETS.parts().items()
    yield JOINED, joined(ASSETS.folder)
    yield "fonts.css", faces.page_fonts()
    game = session.game
    blanks = {path: faces.blanks(path) for path in sorted(sheets)}
    data = packed({**found, **album._asdict()})
    meta = about(session, known, behind, live=False, blanks=blanks, packed=data)
    yield (
        "index.html",
        ASSETS.page(
            game.language, game.title, script=scripts(False), meta=meta, state=found["frames"][0]
        ),
    )


def packed(value: object) -> str:
    """Return a value as JSON, compressed with gzip and encoded in base64.

    A page that was opened as a file can unpack it.
    """
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def unpacked(text: str) -> Any:
    """Return the value that `packed` encoded in a text."""
    return json.loads(gzip.decompress(base64.b64decode(text)))


def _used(
    frames: list[dict[str, Any]],
    known: Mapping[str, PiecePicture],
    behind: Mapping[str, PiecePicture],
) -> dict[str, PiecePicture]:
    """Return the pictures that any frame shows.

    Faces of cards in decks are left out, because decks show their backs.
    """
    found = {}
    for frame in frames:
        for zone in frame["zones"]:
            for slot in zone["slots"]:
                if slot["piece"] in known and not zone["secret"]:
                    found[slot["piece"]] = known[slot["piece"]]
                if slot["back"] in behind:
                    found[f"{slot['back']} "] = behind[slot["back"]]
    return found


def is_ours(folder: Path) -> bool:
    """Return whether a folder is empty or contains only an earlier recording.

    Raises OSError.
    """
    index = folder / "index.html"
    if index.is_file():
        return ASSETS.mark in index.read_text("utf-8", "replace")
    return all(is_temporary(file.name) for file in folder.iterdir())
