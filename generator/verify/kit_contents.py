"""Claims about the contents of a kit's pieces: texts, typefaces and pictures.

There is one function for each claim.
"""

from __future__ import annotations

from math import dist

from generator.core.outlines import room
from generator.drawing.resolution import GOOD, LEAST, ROUNDED
from generator.kit.manifest import Item
from generator.verify.bounds import Bounds
from generator.verify.claims import FileClaim, Finding, short
from generator.verify.kit_evidence import BEHIND, Evidence
from generator.verify.legibility import SMALLEST
from validator.core.outlines import corners_of

SAFE_SHARE = 0.05  # safe zone of small pieces, relative to the shorter side


def safe_zone(kit: Evidence) -> FileClaim:
    """Check that no text is too close to a cut."""
    found = []
    nearest = 100.0
    for each, face in kit.designs.values():
        if each.item.page:
            continue
        size = each.item.size
        needed = min(kit.cutting.safe, SAFE_SHARE * min(size.width, size.height))
        for word in face.words:
            if word.faint:
                continue
            away = _room(word.bounds, each.item, each.drawn.side == "back")
            nearest = min(nearest, away)
            if away < needed - BEHIND:
                message = f"“{short(word.text)}” is {away:.1f} mm from the cut"
                message += f"; expected {needed:.1f} mm or more"
                found.append(Finding(each.page, each.piece, message))
    words_ = f"words at least {nearest:.1f} mm from every cut" if nearest < 100 else "no words"
    return FileClaim("safe zone", words_, tuple(found))


def _room(box: Bounds, item: Item, back: bool) -> float:
    """Return the distance from a box on a piece to the piece's cut."""
    if item.outline == "round":
        radius = item.size.width / 2
        locations = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        return radius - max(dist(location, (radius, radius)) for location in locations)
    if item.outline != "rect":
        if back:  # a back is cut like its front, seen from behind
            wide = item.size.width
            box = Bounds(wide - box.right, box.top, wide - box.left, box.bottom)
        return room(box, corners_of(item.outline, item.size))
    return min(box.left, box.top, item.size.width - box.right, item.size.height - box.bottom)


def fonts(kit: Evidence) -> FileClaim:
    """Check that all typefaces are embedded in the file."""
    found: dict[str, Finding] = {}
    names = set()
    designs = kit.designs.values()
    texts = [(each.page, each.piece, word) for each, face in designs for word in face.words]
    texts += [(page, "", word) for page, sheet in enumerate(kit.sheets, 1) for word in sheet.notes]
    for page, piece, word in texts:
        names.add(word.font)
        if not word.embedded:
            message = f"the typeface {word.font} is not embedded"
            found.setdefault(word.font, Finding(page, piece, message))
    return FileClaim("fonts", f"{len(names)} typefaces, all embedded", tuple(found.values()))


def text(kit: Evidence) -> FileClaim:
    """Check that no text is too small to read."""
    found = []
    least = 100.0
    for each, face in kit.designs.values():
        for word in face.words:
            if word.faint:
                continue
            least = min(least, word.size)
            if word.size < SMALLEST - 0.05:
                message = f"“{short(word.text)}” is set in {word.size:.1f} pt"
                message += f"; expected {SMALLEST:g} pt or more"
                found.append(Finding(each.page, each.piece, message))
    return FileClaim("text", f"{least:.1f} pt or more" if least < 100 else "none", tuple(found))


def pictures(kit: Evidence) -> FileClaim:
    """Check that pictures are complete, and have enough pixels for their printed size."""
    found = []
    for each, _ in kit.designs.values():
        if each.drawn.form and each.drawn.form.cut:
            message = "a picture on it is cut off; save the picture again and look at it"
            found.append(Finding(each.page, each.piece, message))
    count = 0
    least = 1e9
    for each, face in kit.designs.values():
        for image in face.pictures:
            count += 1
            least = min(least, image.resolution)
            if image.resolution < LEAST * ROUNDED:
                message = f"a picture has {image.resolution:.0f} pixels per inch; "
                message += f"expected {LEAST:.0f} or more, {GOOD:.0f} is good"
                found.append(Finding(each.page, each.piece, message, coarse=True))
    words = (
        f"{count}, {least:.0f} pixels per inch or more"
        if count
        else "no pictures; everything is drawn"
    )
    return FileClaim("pictures", words, tuple(found))
