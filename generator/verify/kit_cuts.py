"""Claims about a kit's cuts: bleed, marks and the paper's edge.

There is one function for each claim.
"""

from __future__ import annotations

from itertools import product

from generator.core.geometry import Point
from generator.sheets.cut_settings import OVERLAP
from generator.verify.bounds import Bounds, bounds_of
from generator.verify.claims import FileClaim, Finding
from generator.verify.kit_evidence import BEHIND, EDGES, EXACT, Evidence, FoundPiece, once_a_layout

HAIR = 0.15  # mm: half of the widest mark, which reaches beyond its line
POINTS = 2.0  # mm between a round piece and a mark that points to its cut


def bleed(kit: Evidence) -> FileClaim:
    """Check that colour at a cut extends beyond the cut, but never into another piece."""
    found = []
    least, most = 100.0, 0.0
    for page, placed in enumerate(kit.placed, 1):
        cut = [each for each in placed if not each.item.page]
        trims = tuple(each.trim for each in cut)
        into_others = _reaching(tuple(each.drawn.ink for each in cut), trims)
        gaps = _gaps(trims, tuple(each.item.outline != "rect" for each in cut))
        for number, each in enumerate(cut):
            trim = each.trim
            if number in into_others:
                found.append(Finding(page, each.piece, "its bleed reaches into another piece"))
            ground = _ground(kit, each)
            for side in range(4):
                reach = (ground[side] - trim[side]) * (1 if side > 1 else -1)
                gap = gaps.get((number, side), kit.paper.width)
                if reach < -BEHIND or gap <= EXACT:
                    continue  # its colour ends before the cut; or another piece begins there
                wanted = min(_wanted(kit, each, side), gap / 2)
                least, most = min(least, reach), max(most, reach)
                if reach < wanted - BEHIND:
                    words = (
                        f"{reach:.1f} mm of bleed at its {EDGES[side]}; {wanted:.1f} mm fits there"
                    )
                    found.append(Finding(page, each.piece, words))
                elif reach > (wanted and kit.cutting.bleed + OVERLAP) + BEHIND:
                    words = f"{reach:.1f} mm of bleed at its {EDGES[side]}; expected none"
                    found.append(Finding(page, each.piece, words))
        box, inks = kit.sheets[page - 1].bleed.grown(BEHIND), [each.drawn.ink for each in cut]
        if cut and not all(box.holds(ink) for ink in inks if not ink.empty):
            found.append(Finding(page, "", "its BleedBox does not contain all the bleed"))
    words = f"{least:.1f} to {most:.1f} mm beyond each unshared cut" if most > EXACT else "none"
    return FileClaim("bleed", words, tuple(found))


@once_a_layout
def _reaching(inks: tuple[Bounds, ...], trims: tuple[Bounds, ...]) -> set[int]:
    """Return the pieces whose ink extends into another piece.

    A piece that is drawn later hides the strip just below it.
    """
    return {
        number
        for number, ink in enumerate(inks)
        for other, trim in enumerate(trims)
        if other != number
        and not ink.within(trim).grown(-EXACT - (OVERLAP / 2 if other > number else 0)).empty
    }


def _ground(kit: Evidence, each: FoundPiece) -> Bounds:
    """Return the visible extent of a piece's coloured background on the page."""
    left, top, right, bottom = kit.ground(each)
    locations = [(left, top), (right, top), (right, bottom), (left, bottom)]
    ground = bounds_of([each.drawn.on_page(*location) for location in locations])
    return ground.within(each.drawn.clip) if each.drawn.clip else ground


@once_a_layout
def _gaps(trims: tuple[Bounds, ...], shaped: tuple[bool, ...]) -> dict[tuple[int, int], float]:
    """Return the distance from each side of a piece to the next piece, if there is one."""
    found: dict[tuple[int, int], float] = {}
    for (number, trim), side in product(enumerate(trims), range(4)):
        away = [
            distance
            for at, other in enumerate(trims)
            if at != number and (distance := _beyond(trim, other, side)) is not None
        ]
        if away and not shaped[number]:
            found[number, side] = min(away)
    return found


def _beyond(trim: Bounds, other: Bounds, side: int) -> float | None:
    """Return the distance between a side of a piece and another piece beyond it, or None if the
    other is elsewhere.
    """
    low, high = (1, 3) if side % 2 == 0 else (0, 2)
    distance = (other[(side + 2) % 4] - trim[side]) * (1 if side > 1 else -1)
    facing = min(other[high], trim[high]) - max(other[low], trim[low]) > EXACT
    return max(0.0, distance) if facing and distance >= -EXACT else None


def _wanted(kit: Evidence, each: FoundPiece, side: int) -> float:
    """Return the required bleed at a cut.

    It is limited, so that there is room for a mark before the edge of the paper.
    """
    if each.item.outline != "rect":
        return kit.cutting.token_bleed
    if kit.cutting.bleeds == "none":
        return 0.0
    edge = (0.0, 0.0, kit.paper.width, kit.paper.height)[side]
    room = abs(edge - each.trim[side]) - kit.cutting.edge - kit.cutting.mark_least
    return max(0.0, min(kit.cutting.bleed, room))


def marks(kit: Evidence) -> FileClaim:
    """Check that every cut is marked, that no piece has a crop mark on it, and that folds are in
    the middle.
    """
    found = []
    count = 0
    for page, placed in enumerate(kit.placed, 1):
        sheet = kit.sheets[page - 1]
        cut = [each for each in placed if not each.item.page and each.item.outline == "rect"]
        fold = any(each.drawn.side == "back" for each in placed) and kit.sides == "gutterfold"
        middle = kit.paper.height / 2
        if fold and not any(_level(line, 1, middle) for line in sheet.lines):
            found.append(Finding(page, "", "no line shows where to fold"))
        if kit.cutting.marks in ("none", "silhouette"):
            continue
        trims = tuple(each.trim for each in cut)
        rounds = [each for each in placed if each.item.outline == "round"]
        count += 4 * (len(cut) + len(rounds))
        for number, side in _unpointed(sheet.lines, tuple(each.trim for each in rounds)):
            message = f"no mark points to its cut at its {EDGES[side]}; expected four"
            found.append(Finding(page, rounds[number].piece, message))
        crop = kit.cutting.marks == "crop"
        for number, side in _unmarked(sheet.lines, trims, crop):
            message = f"no mark shows the cut at its {EDGES[side]}"
            found.append(Finding(page, cut[number].piece, message))
        if crop and not kit.cutting.safe_zone:
            found += [
                Finding(page, cut[number].piece, "a mark is printed on it")
                for number in _crossed(sheet.lines, trims)
            ]
    return FileClaim("marks", f"at {count} cuts" if count else "none", tuple(found))


Line = tuple[Point, Point]


@once_a_layout
def _unmarked(
    lines: tuple[Line, ...], trims: tuple[Bounds, ...], crop: bool
) -> list[tuple[int, int]]:
    """Return the sides of pieces whose cuts are not marked, as (piece, side)."""
    return [
        (number, side)
        for number, trim in enumerate(trims)
        for side in range(4)
        if not any(_marks(line, trim, side, crop) for line in lines)
    ]


@once_a_layout
def _unpointed(lines: tuple[Line, ...], trims: tuple[Bounds, ...]) -> list[tuple[int, int]]:
    """Return the sides of round pieces to which no line points from outside."""
    return [
        (number, side)
        for number, trim in enumerate(trims)
        for side in range(4)
        if not any(_points(line, trim, side) for line in lines)
    ]


def _points(line: Line, trim: Bounds, side: int) -> bool:
    """Return whether a line points at a side of a piece.

    It must end just before the middle of the side, in the direction of the piece's centre.
    """
    axis = side % 2
    if not _level(line, 1 - axis, (trim[1 - axis] + trim[3 - axis]) / 2):
        return False
    ends = (line[0][axis], line[1][axis])
    away = trim[side] - max(ends) if side < 2 else min(ends) - trim[side]
    return -EXACT <= away <= POINTS


@once_a_layout
def _crossed(lines: tuple[Line, ...], trims: tuple[Bounds, ...]) -> list[int]:
    """Return the pieces that are crossed by a line."""
    inner = [trim.grown(-EXACT) for trim in trims]
    return [at for at, box in enumerate(inner) if any(_crosses(line, box) for line in lines)]


def _marks(line: Line, trim: Bounds, side: int, crop: bool) -> bool:
    """Return whether a line marks a cut.

    It must be along the piece's edge or, as a crop mark, in line with it.
    """
    if not _level(line, side % 2, trim[side]):
        return False
    across = 1 - side % 2
    low, high = sorted((line[0][across], line[1][across]))
    return crop or min(high, trim[across + 2]) - max(low, trim[across]) > EXACT


def _level(line: Line, axis: int, place: float) -> bool:
    """Return whether a line is on a cut: at x (axis 0) or y (axis 1)."""
    one, other = line
    return abs(one[axis] - place) <= EXACT and abs(other[axis] - place) <= EXACT


def _crosses(line: Line, box: Bounds) -> bool:
    (x1, y1), (x2, y2) = line
    around = Bounds(min(x1, x2) - 1e-4, min(y1, y2) - 1e-4, max(x1, x2), max(y1, y2))
    return not around.within(box).empty


def printable(kit: Evidence) -> FileClaim:
    """Check that nothing is drawn in the margin where desktop printers cannot print."""
    paper, edge = kit.paper, kit.cutting.edge
    area = Bounds(edge, edge, paper.width - edge, paper.height - edge).grown(HAIR)
    nearest = paper.width
    found = []
    for page, sheet in enumerate(kit.sheets, 1):
        inks = [("a mark or note", ink) for ink in sheet.others]
        inks += [(each.piece, each.ink) for each in sheet.drawn]
        for what, ink in inks:
            if ink.empty:
                continue
            room = min(ink.left, ink.top, paper.width - ink.right, paper.height - ink.bottom)
            nearest = min(nearest, room)
            if not area.holds(ink):
                message = (
                    f"it comes within {room:.1f} mm of the paper's edge; {edge:g} mm must stay free"
                )
                found.append(Finding(page, what, message))
    return FileClaim(
        "printable", f"ink stays {nearest:.1f} mm inside the paper's edge", tuple(found)
    )
