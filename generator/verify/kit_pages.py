"""Claims about a kit's pages and the positions of its pieces.

There is one function for each claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import dist

from generator.core.geometry import Point
from generator.kit.manifest import UNCOMPARED
from generator.sheets.paper import SIDES
from generator.verify.bounds import Bounds
from generator.verify.claims import FileClaim, Finding, measured_again, on_printer
from generator.verify.kit_evidence import BEHIND, EXACT, Evidence, FoundPiece, once_a_layout, same
from generator.verify.reader import PlacedDrawing
from validator.core.sizes import Size


def scale(kit: Evidence) -> FileClaim:
    """Check that every page has the size of its paper, and is printed unrotated and at 100 %.

    The file must also request the right duplex setting.
    """
    found = []
    if kit.reader.scales:
        found.append(Finding(0, "", "it does not ask viewers to print it at 100 % (PrintScaling)"))
    wanted = SIDES[kit.sides].edge or "simplex"
    if kit.reader.duplex != wanted:
        message = f"the file asks printers for '{kit.reader.duplex}' sides (Duplex), not '{wanted}'"
        found.append(Finding(0, "", message))
    if kit.outdated and kit.printer is not None:
        found.append(Finding(0, "", measured_again(kit.printer)))
    paper = Bounds(0, 0, kit.paper.width, kit.paper.height)
    for page, sheet in enumerate(kit.sheets, 1):
        found += [
            Finding(page, "", f"the {name} is {_size(box)}, the paper {kit.paper}")
            for name, box in (("page", sheet.media), ("visible part", sheet.crop))
            if not same(box, paper, BEHIND)
        ]
        if sheet.turned:
            found.append(Finding(page, "", f"the page is turned by {sheet.turned}°"))
    words = (
        f"{len(kit.sheets)} pages of {kit.paper}, to be printed at 100 %{on_printer(kit.printer)}"
    )
    return FileClaim("scale", words, tuple(found))


def pieces(kit: Evidence) -> FileClaim:
    """Check that every piece of the game, and nothing else, occurs the right number of times."""
    wanted: Counter[tuple[str, str, str]] = Counter()
    free = set()  # pages with the build id, and so look different from the manifest's draft
    for item in kit.manifest.items:
        if item.kit and item.id in UNCOMPARED:
            free.add(item.id)
        drawn = item.printed * max(1, item.sheets)
        wanted[item.id, "face", "" if item.id in free else item.face.hash] += drawn
        if item.back and item.behind != "no":
            side = "back" if item.behind == "behind" else "face"
            wanted[item.id, side, "" if item.id in free else item.back.hash] += item.printed
    there: Counter[tuple[str, str, str]] = Counter()
    for sheet in kit.sheets:
        for each in sheet.drawn:
            shown = kit.shown(each)
            piece, side = each.piece, each.side
            if shown != each.hash:
                piece, side = kit.owners.get(shown, ("", side))
            there[piece, side, "" if piece in free else shown] += 1
    found = []
    for key in dict.fromkeys((*wanted, *there)):
        id_, side, _ = key
        if there[key] != wanted[key]:
            message = f"{side}s found: {there[key]}; expected {wanted[key]}"
            found.append(Finding(0, id_ or "a piece", message))
    game = [item for item in kit.manifest.items if item.printed and not item.kit]
    count = sum(item.printed for item in game)
    return FileClaim("pieces", f"{count} pieces of {len(game)} designs", tuple(found))


def places(kit: Evidence) -> FileClaim:
    """Check that every drawing is where the manifest says, and that it matches its mark."""
    found = []
    for page, sheet in enumerate(kit.sheets, 1):
        found += [
            Finding(page, each.piece, _swapped(kit, each))
            for each in sheet.drawn
            if kit.shown(each) != each.hash
        ]
        leaf = kit.manifest.pages[page - 1] if page <= len(kit.manifest.pages) else None
        recorded = sorted((box.piece, box.side, *box.trim) for box in leaf.boxes) if leaf else []
        there = sorted(
            (each.piece, each.drawn.side, *_as_size(each.trim)) for each in kit.placed[page - 1]
        )
        if not _all_alike(recorded, there):
            found.append(Finding(page, "", "its content differs from what the manifest lists"))
        if not sheet.drawn and sheet.others:
            found.append(Finding(page, "", "something is drawn on a blank page"))
    if len(kit.manifest.pages) != len(kit.sheets):
        message = f"{len(kit.sheets)} pages, but the manifest lists {len(kit.manifest.pages)}"
        found.append(Finding(0, "", message))
    return FileClaim("places", f"{len(kit.sheets)} pages as the manifest lists them", tuple(found))


def _swapped(kit: Evidence, each: PlacedDrawing) -> str:
    """Return a message about a drawing that is in a place marked for another."""
    piece, side = kit.owners.get(kit.shown(each), ("", ""))
    what = f"the {side} of {piece} is" if piece else "something that the manifest does not list is"
    return f"{what} drawn where its {each.side} should be"


def _as_size(box: Bounds) -> tuple[float, float, float, float]:
    return box.left, box.top, box.right - box.left, box.bottom - box.top


def _all_alike(recorded: Sequence[tuple[object, ...]], there: Sequence[tuple[object, ...]]) -> bool:
    """Return whether two lists contain the same drawings, in any order.

    Copies of a card differ only in their positions.
    """
    rest = list(there)
    for one in recorded:
        found = next((index for index, other in enumerate(rest) if _alike(one, other)), None)
        if found is None:
            return False
        del rest[found]
    return not rest


def _alike(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    numbers = zip(one[2:], other[2:], strict=True)
    return one[:2] == other[:2] and all(
        isinstance(a, float) and isinstance(b, float) and abs(a - b) <= EXACT for a, b in numbers
    )


def trims(kit: Evidence) -> FileClaim:
    """Check that every drawing has its true size, is completely visible and overlaps no other."""
    found = []
    shown: dict[str, list[FoundPiece]] = {}  # boards, each of whose sheets shows a part
    for page, placed in enumerate(kit.placed, 1):
        for each in placed:
            message = _untrue(each.corners, each.item.size)
            if message:
                found.append(Finding(page, each.piece, message))
            elif each.item.sheets:
                shown.setdefault(each.piece, []).append(each)
            elif each.drawn.clip and not each.drawn.clip.grown(EXACT).holds(each.trim):
                found.append(Finding(page, each.piece, "a part of it is not shown"))
        found += [
            Finding(page, placed[one].piece, f"it overlaps {placed[other].piece}")
            for one, other in _overlapping(tuple(each.trim for each in placed))
        ]
        cut = [each.trim for each in placed if not each.item.page]
        if cut and not same(kit.sheets[page - 1].trim, _outside(cut), 2 * EXACT):
            found.append(
                Finding(page, "", "its TrimBox does not enclose exactly the pieces to cut")
            )
    for piece, parts in shown.items():
        if not _covered([each.board_part for each in parts], parts[0].item.size):
            found.append(
                Finding(parts[0].page, piece, "its sheets together do not show the whole piece")
            )
    count = sum(map(len, kit.placed))
    return FileClaim("trim", f"{count} drawings at true size, none on top of another", tuple(found))


def _covered(parts: Sequence[Bounds], size: Size) -> bool:
    """Return whether the parts of a board together show the whole board."""
    xs = sorted({0.0, size.width, *(x for part in parts for x in (part.left, part.right))})
    ys = sorted({0.0, size.height, *(y for part in parts for y in (part.top, part.bottom))})
    cells = (
        ((a + b) / 2, (c + d) / 2)
        for a, b in pairwise(xs)
        for c, d in pairwise(ys)
        if b - a > EXACT
        and d - c > EXACT
        and b <= size.width + EXACT
        and d <= size.height + EXACT
        and a >= -EXACT
        and c >= -EXACT
    )
    return all(
        any(p.left <= x <= p.right and p.top <= y <= p.bottom for p in parts) for x, y in cells
    )


@once_a_layout
def _overlapping(trims: tuple[Bounds, ...]) -> list[tuple[int, int]]:
    """Return the pairs of pieces that overlap."""
    return [
        (one, other)
        for one, trim in enumerate(trims)
        for other in range(one + 1, len(trims))
        if not trim.within(trims[other]).grown(-EXACT).empty
    ]


def _untrue(corners: tuple[Point, Point, Point, Point], size: Size) -> str:
    """Return the error in a drawing's size or rotation as text, or an empty string."""
    top_left, top_right, bottom_right, bottom_left = corners
    across, down = dist(top_left, top_right), dist(top_left, bottom_left)
    if abs(across - size.width) > EXACT or abs(down - size.height) > EXACT:
        return f"it is {across:.2f} x {down:.2f} mm, not {size}"
    level = abs(top_left[0] - top_right[0]) < EXACT or abs(top_left[1] - top_right[1]) < EXACT
    if not level or abs(dist(top_left, bottom_right) - dist(top_right, bottom_left)) > (EXACT):
        return "it is at an angle"
    (ax, ay), (bx, by), (cx, cy) = top_left, top_right, bottom_left
    if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0:
        return "it is mirrored"
    return ""


def backs(kit: Evidence) -> FileClaim:
    """Check that every back is behind its front and the same way up.

    This is computed for paper that is flipped or folded.
    """
    found = []
    furthest = 0.0
    count = 0
    pairs, odd = _pairs(kit)
    if odd:
        found.append(Finding(0, "", odd))
    for front, reverse in pairs:
        there = [each for each in kit.placed[reverse] if each.drawn.side == "back"]
        for each in kit.placed[front]:
            if each.drawn.side != "face" or each.item.behind != "behind":
                continue
            own = [back for back in there if back.piece == each.piece]
            if not own:
                found.append(Finding(front + 1, each.piece, "there is no back behind it"))
                continue
            nearest = min(own, key=lambda back: _apart(kit, each, back))
            there.remove(nearest)
            distance = _apart(kit, each, nearest)
            furthest = max(furthest, distance)
            count += 1
            if distance > BEHIND:
                message = f"its back is {distance:.2f} mm off once the paper is {_moved(kit)}"
                found.append(Finding(reverse + 1, each.piece, message))
        found += [Finding(reverse + 1, each.piece, "this back has no front") for each in there]
    words = f"{count} behind their fronts once the paper is {_moved(kit)}, {furthest:.3f} mm off"
    words += on_printer(kit.printer)
    return FileClaim("backs", words if count else "no backs", tuple(found))


def _pairs(kit: Evidence) -> tuple[list[tuple[int, int]], str]:
    """Return the pages (from 0) that are back to back.

    The second value is an error in their number, or an empty string.
    """
    count = len(kit.sheets)
    if kit.sides in ("gutterfold", "fronts"):
        return [(page, page) for page in range(count)], ""
    odd = f"{count} pages cannot be fronts and backs of sheets" if count % 2 else ""
    if kit.sides == "fronts-backs":
        return [(page, page + count // 2) for page in range(count // 2)], odd
    return [(page, page + 1) for page in range(0, count - 1, 2)], odd


def _moved(kit: Evidence) -> str:
    return SIDES[kit.sides].moved


def _apart(kit: Evidence, front: FoundPiece, back: FoundPiece) -> float:
    """Return the distance of a back's corners from those of its front.

    Left corners of the back are behind right corners of the front. Flipping on the long edge
    mirrors left and right of the page; flipping on the short edge, or a fold across the middle,
    mirrors top and bottom.
    """
    top_left, top_right, bottom_right, bottom_left = back.corners
    behind = (top_right, top_left, bottom_left, bottom_right)
    sideways = kit.sides in ("duplex-long", "fronts-backs")

    def through(location: Point) -> Point:
        x, y = location
        return (kit.paper.width - x, y) if sideways else (x, kit.paper.height - y)

    return max(dist(a, through(b)) for a, b in zip(front.corners, behind, strict=True))


def _size(box: Bounds) -> Size:
    return Size(round(box.right - box.left, 1), round(box.bottom - box.top, 1))


def _outside(boxes: Sequence[Bounds]) -> Bounds:
    return Bounds(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
