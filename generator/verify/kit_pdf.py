"""Verifies that a finished PDF can be printed, cut and played.

The requirements come from the manifest's description of the game and from its options. The findings
come from the drawn pages alone, never from the layout. There is one function for each claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import pairwise, product
from types import MappingProxyType

from generator.core.memo import Memo
from generator.core.outlines import room
from generator.drawing.resolution import GOOD, LEAST, ROUNDED
from generator.kit.manifest import UNCOMPARED, Item, Manifest, ManifestError
from generator.printers.profiles import Printer, as_measured_last, printed, printer_of
from generator.sheets.cut_settings import OVERLAP, CutSettings
from generator.sheets.paper import PAPERS, SIDES
from generator.verify.legibility import SMALLEST
from generator.verify.reader import (
    UPRIGHT,
    Bounds,
    Inside,
    Matrix,
    OpenPdf,
    PageContent,
    Place,
    PlacedDrawing,
)
from validator.core.location import Location, Problem
from validator.core.outlines import corners_of
from validator.core.sizes import Size

BEHIND = 0.05  # mm that a back may lie beside its front
EXACT = 0.02  # mm that a trim may be off: a PDF of ours has three decimals, pdfium's are floats
HAIR = 0.15  # mm: half of the widest mark, which reaches beyond its line
POINTS = 2.0  # mm between a round piece and a mark that points to its cut
GROUND = 0.6  # of an edge that a coloured shape must run along to be a ground
SAFE_SHARE = 0.05  # of a piece's shorter side; small pieces have a smaller safe zone


@dataclass(frozen=True)
class Finding:
    """Something that does not hold; on which page (from 1; 0: the whole file), of which piece."""

    page: int
    piece: str
    message: str
    coarse: bool = False  # a picture with too few pixels, which a build reports with its file

    def __str__(self) -> str:
        page = f"page {self.page}: " if self.page else ""
        piece = f"{self.piece}: " if self.piece else ""
        return f"{page}{piece}{self.message}"


@dataclass(frozen=True)
class FileClaim:
    """A claim about the file, in words, and what contradicts it."""

    name: str
    words: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Verification:
    """All claims about a file."""

    game: str
    title: str
    build: str
    claims: tuple[FileClaim, ...]

    @property
    def findings(self) -> int:
        """Return how many things do not hold."""
        return sum(len(claim.findings) for claim in self.claims)


class FoundPiece:
    """A known drawing, where it lies, and the design that it shows."""

    def __init__(self, page: int, drawn: PlacedDrawing, item: Item) -> None:
        self.page = page  # from 1
        self.piece = item.id
        self.drawn = drawn
        self.item = item
        self.corners = drawn.corners(item.size.width, item.size.height)
        self.trim = _around(self.corners)  # the piece as it will be cut, on the page

    @property
    def board_part(self) -> Bounds:
        """Return what is shown of a board, in its own millimetres, upright or on its side."""
        trim, size = self.trim, self.item.size
        shown = (self.drawn.clip or trim).within(trim)
        left, top = shown.left - trim.left, shown.top - trim.top
        right, bottom = shown.right - trim.left, shown.bottom - trim.top
        if abs(trim.right - trim.left - size.width) <= EXACT:
            return Bounds(left, top, right, bottom)
        return Bounds(top, size.height - right, bottom, size.height - left)


@dataclass
class Evidence:
    """What was read: pages, and the game that they claim to print."""

    reader: OpenPdf
    manifest: Manifest
    printers: Mapping[tuple[str, str], Printer] = field(default_factory=dict)  # that are saved
    printer: Printer | None = field(init=False)  # that the file was made for, as it prints now
    paper: Size = field(init=False)
    sides: str = field(init=False)
    cutting: CutSettings = field(init=False)
    sheets: Sequence[PageContent] = field(init=False)  # as they come out of the printer
    placed: list[list[FoundPiece]] = field(init=False)  # by page
    designs: dict[str, tuple[FoundPiece, Inside]] = field(init=False)  # by the form's hash
    _grounds: dict[tuple[str, Size], tuple[float, float, float, float]] = field(
        default_factory=dict, init=False
    )

    def __post_init__(self) -> None:
        self.paper, self.sides, self.cutting = _options(self.manifest)
        self.printer = self._printer()
        count = len(self.reader)
        self.sheets = [self.reader.sheet(page, self._printed(page)) for page in range(count)]
        items = {item.id: item for item in self.manifest.items}
        self.placed = [
            [
                FoundPiece(page, each, items[each.piece])
                for each in sheet.drawn
                if each.piece in items
            ]
            for page, sheet in enumerate(self.sheets, 1)
        ]
        self.designs = {}
        for each in (each for page in self.placed for each in page):
            if each.drawn.form_hash not in self.designs:
                self.designs[each.drawn.form_hash] = (each, self.reader.inside(each.drawn))

    def ground(self, each: FoundPiece) -> tuple[float, float, float, float]:
        """Return how far the coloured ground of a design goes, in its own millimetres.

        Left, top, right and bottom of the shapes along most of an edge.
        """
        size, form = each.item.size, each.drawn.form_hash
        found = self._grounds.get((form, size))
        if found is None:
            found = self._grounds[form, size] = _ground_of(self.designs[form][1].filled, size)
        return found

    def shown(self, drawn: PlacedDrawing) -> str:
        """The hash of the face or back that is really drawn; empty for none of the kit's."""
        form = drawn.form_hash
        if form and self.manifest.drawings.get(drawn.hash) == form:
            return drawn.hash
        return self._by_form.get(form, "")

    @cached_property
    def _by_form(self) -> dict[str, str]:
        return {form: drawing for drawing, form in self.manifest.drawings.items()}

    @cached_property
    def owners(self) -> dict[str, tuple[str, str]]:
        """The piece and side for each hash of a drawing."""
        found: dict[str, tuple[str, str]] = {}
        for item in self.manifest.items:
            found.setdefault(item.face.hash, (item.id, "face"))
            if item.back:
                side = "back" if item.behind == "behind" else "face"
                found.setdefault(item.back.hash, (item.id, side))
        return found

    def _printer(self) -> Printer | None:
        """The printer that the manifest names: as it is saved, else as it was for the build."""
        named = self.manifest.options.get("printer")
        if not named:
            return None
        try:
            return as_measured_last(printer_of(named), self.printers)
        except ValueError as error:
            raise ManifestError(f"of its manifest, {error}") from None

    @property
    def outdated(self) -> bool:
        """Return whether its printer was measured again after the file was made."""
        return self.printer is not None and self.printer != printer_of(
            self.manifest.options.get("printer")
        )

    def _printed(self, page: int) -> Matrix:
        """Return where the printer that the file was made for puts what is drawn on a page."""
        if self.printer is None:
            return UPRIGHT
        back = page % 2 if self.sides.startswith("duplex") else page >= len(self.reader) // 2
        if self.sides in ("gutterfold", "fronts"):
            back = False
        return printed(self.printer.back if back else self.printer.front, self.paper)


def problems_of(
    verified: Verification, file: str, most: int = 0, without_coarse: bool = False
) -> list[Problem]:
    """Return what does not hold, as problems of a file; `most` of each claim, if not 0.

    `without_coarse`: leave out pictures with too few pixels, which the build has reported.
    """
    found = []
    for claim in verified.claims:
        findings = [each for each in claim.findings if not (without_coarse and each.coarse)]
        shown = findings[: most or None]
        found += [Problem(Location(file), f"{claim.name}: {each}", "verify") for each in shown]
        if left := len(findings) - len(shown):
            message = f"{claim.name}: {left} more like this; `pieria verify` lists all"
            found.append(Problem(Location(file), message, "verify"))
    return found


def verify_kit(
    data: bytes,
    memo: Memo | None = None,
    printers: Mapping[tuple[str, str], Printer] = MappingProxyType({}),
) -> Verification:
    """Verify a PDF of ours. Raises ReadError and ManifestError for a file that is none.

    `memo` holds what earlier builds read back from the same faces. A file with findings is read
    again without it. `printers`: those that are saved, in case the file was made for one of them.
    """
    if memo is not None:
        found = _verify(OpenPdf(data, memo), printers)
        if not found.findings:
            return found
    return _verify(OpenPdf(data), printers)


def _verify(reader: OpenPdf, printers: Mapping[tuple[str, str], Printer]) -> Verification:
    manifest = reader.manifest
    evidence = Evidence(reader, manifest, printers)
    claims = tuple(claim(evidence) for claim in CLAIMS)
    return Verification(manifest.game, manifest.title, manifest.build, claims)


def _is_paper(name: object) -> bool:
    """Return whether a name means a paper, of the usual ones or any other."""
    try:
        return bool(PAPERS[str(name)])
    except KeyError:
        return False


def _options(manifest: Manifest) -> tuple[Size, str, CutSettings]:
    """Paper, sides and cutting, as the manifest has them. Raises ManifestError."""
    options = manifest.options
    paper, sides, cutting = options.get("paper"), options.get("sides"), options.get("cutting")
    if not _is_paper(paper) or sides not in SIDES or not isinstance(cutting, dict):
        raise ManifestError("its manifest's options are not those of this version of Pieria")
    plain = CutSettings()
    for each in fields(CutSettings):
        value, usual = cutting.get(each.name), getattr(plain, each.name)
        kinds = (int, float) if isinstance(usual, float) else (type(usual),)
        if not isinstance(value, kinds):
            raise ManifestError(f"its manifest's options have no '{each.name}' that can be read")
    found = CutSettings(**{f.name: cutting[f.name] for f in fields(CutSettings)})
    on = PAPERS[str(paper)]
    if on.grid is not None:  # cut already, so that nothing marks the cuts
        found = replace(found, marks="none")
    return on.size, str(sides), found


def on(printer: Printer | None) -> str:
    """The end of a claim about a file that was made for a printer."""
    return f" on '{printer.name}'" if printer else ""


def measured_again(printer: Printer) -> str:
    """Return what is wrong with a file that was made for an earlier measurement of its printer."""
    return (
        f"it was made for another measurement of '{printer.name}' than the one that is saved; "
        f"build it again with --printer {printer.name}"
    )


# ---- the file and its pages


def scale(kit: Evidence) -> FileClaim:
    """Every page is as large as its paper, is not turned, and viewers are asked not to scale it."""
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
            if not _same(box, paper, BEHIND)
        ]
        if sheet.turned:
            found.append(Finding(page, "", f"the page is turned by {sheet.turned}°"))
    words = f"{len(kit.sheets)} pages of {kit.paper}, to be printed at 100 %{on(kit.printer)}"
    return FileClaim("scale", words, tuple(found))


def pieces(kit: Evidence) -> FileClaim:
    """Every piece of the game is there as often as it should be, and nothing else."""
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
        if there[key] < wanted[key]:
            message = f"{there[key]} of {wanted[key]} {side}s are there"
            found.append(Finding(0, id_ or "a piece", message))
        elif there[key] > wanted[key]:
            message = f"{there[key]} {side}s are there, {wanted[key]} were asked for"
            found.append(Finding(0, id_ or "a piece", message))
    game = [item for item in kit.manifest.items if item.printed and not item.kit]
    count = sum(item.printed for item in game)
    return FileClaim("pieces", f"{count} pieces of {len(game)} designs", tuple(found))


def places(kit: Evidence) -> FileClaim:
    """Everything lies where the manifest says, and is what its mark says."""
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
            found.append(Finding(page, "", "it does not hold what the manifest lists"))
        if not sheet.drawn and sheet.others:
            found.append(Finding(page, "", "something is drawn on a blank page"))
    if len(kit.manifest.pages) != len(kit.sheets):
        message = f"{len(kit.sheets)} pages, but the manifest lists {len(kit.manifest.pages)}"
        found.append(Finding(0, "", message))
    return FileClaim("places", f"{len(kit.sheets)} pages as the manifest lists them", tuple(found))


def _swapped(kit: Evidence, each: PlacedDrawing) -> str:
    """What is drawn in a place that is marked as another's."""
    piece, side = kit.owners.get(kit.shown(each), ("", ""))
    what = f"the {side} of {piece} is" if piece else "something that the manifest does not list is"
    return f"{what} drawn where its {each.side} should be"


def _as_size(box: Bounds) -> tuple[float, float, float, float]:
    return box.left, box.top, box.right - box.left, box.bottom - box.top


def _all_alike(recorded: Sequence[tuple[object, ...]], there: Sequence[tuple[object, ...]]) -> bool:
    """Whether each is there once, in any order: copies of a card differ by their place alone."""
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


# ---- pieces in their places


def trims(kit: Evidence) -> FileClaim:
    """Every drawing has its true size, all of it is shown, and none lies on another."""
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
        if cut and not _same(kit.sheets[page - 1].trim, _outside(cut), 2 * EXACT):
            found.append(Finding(page, "", "its TrimBox is not around what is cut"))
    for piece, parts in shown.items():
        if not _covered([each.board_part for each in parts], parts[0].item.size):
            found.append(Finding(parts[0].page, piece, "its sheets do not show all of it"))
    count = sum(map(len, kit.placed))
    return FileClaim("trim", f"{count} drawings in true size, none on another", tuple(found))


def _covered(parts: Sequence[Bounds], size: Size) -> bool:
    """Return whether parts of a board together show all of it."""
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


# Most pages have one of few layouts, and what only depends on these is looked at once for each.
_once_a_layout = lru_cache(maxsize=256)


@_once_a_layout
def _overlapping(trims: tuple[Bounds, ...]) -> list[tuple[int, int]]:
    """Pairs of pieces that lie on each other."""
    return [
        (one, other)
        for one, trim in enumerate(trims)
        for other in range(one + 1, len(trims))
        if not trim.within(trims[other]).grown(-EXACT).empty
    ]


def _untrue(corners: tuple[Place, Place, Place, Place], size: Size) -> str:
    """What is wrong with a drawing's size and turn; empty if it is true."""
    top_left, top_right, bottom_right, bottom_left = corners
    across, down = _distance(top_left, top_right), _distance(top_left, bottom_left)
    if abs(across - size.width) > EXACT or abs(down - size.height) > EXACT:
        return f"it is {across:.2f} x {down:.2f} mm, not {size}"
    level = abs(top_left[0] - top_right[0]) < EXACT or abs(top_left[1] - top_right[1]) < EXACT
    if not level or abs(_distance(top_left, bottom_right) - _distance(top_right, bottom_left)) > (
        EXACT
    ):
        return "it is at an angle"
    (ax, ay), (bx, by), (cx, cy) = top_left, top_right, bottom_left
    if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0:
        return "it is mirrored"
    return ""


def backs(kit: Evidence) -> FileClaim:
    """Every back lies behind its front, the same way up, once the paper is turned or folded."""
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
    words += on(kit.printer)
    return FileClaim("backs", words if count else "no backs", tuple(found))


def _pairs(kit: Evidence) -> tuple[list[tuple[int, int]], str]:
    """Pages (from 0) that lie back to back, and what is wrong with their number."""
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
    """How far a back's corners lie from its front's: its left ones behind the front's right ones.

    A flip over the long edge mirrors left and right of the page, one over the short edge, or a fold
    across the middle, top and bottom.
    """
    top_left, top_right, bottom_right, bottom_left = back.corners
    behind = (top_right, top_left, bottom_left, bottom_right)
    sideways = kit.sides in ("duplex-long", "fronts-backs")

    def through(location: Place) -> Place:
        x, y = location
        return (kit.paper.width - x, y) if sideways else (x, kit.paper.height - y)

    return max(_distance(a, through(b)) for a, b in zip(front.corners, behind, strict=True))


# ---- bleed, marks, margins


def bleed(kit: Evidence) -> FileClaim:
    """Colour that reaches a cut goes on beyond it, but never into another piece."""
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
                        f"{reach:.1f} mm of bleed at its {EDGES[side]}; {wanted:.1f} mm has room"
                    )
                    found.append(Finding(page, each.piece, words))
                elif reach > (wanted and kit.cutting.bleed + OVERLAP) + BEHIND:
                    words = f"{reach:.1f} mm of bleed at its {EDGES[side]}; expected none"
                    found.append(Finding(page, each.piece, words))
        box, inks = kit.sheets[page - 1].bleed.grown(BEHIND), [each.drawn.ink for each in cut]
        if cut and not all(box.holds(ink) for ink in inks if not ink.empty):
            found.append(Finding(page, "", "its BleedBox does not hold all the bleed"))
    words = f"{least:.1f} to {most:.1f} mm beyond each unshared cut" if most > EXACT else "none"
    return FileClaim("bleed", words, tuple(found))


def _ground_of(shapes: Sequence[Bounds], size: Size) -> tuple[float, float, float, float]:
    width, height = size.width, size.height
    left, top, right, bottom = width / 2, height / 2, width / 2, height / 2
    for box in shapes:
        if min(box.bottom, height) - max(box.top, 0) >= GROUND * height:
            left, right = min(left, box.left), max(right, box.right)
        if min(box.right, width) - max(box.left, 0) >= GROUND * width:
            top, bottom = min(top, box.top), max(bottom, box.bottom)
    return left, top, right, bottom


EDGES = ("left", "top", "right", "bottom")


@_once_a_layout
def _reaching(inks: tuple[Bounds, ...], trims: tuple[Bounds, ...]) -> set[int]:
    """Pieces whose ink reaches into another piece.

    A piece that is drawn later hides what goes on a little below it.
    """
    return {
        number
        for number, ink in enumerate(inks)
        for other, trim in enumerate(trims)
        if other != number
        and not ink.within(trim).grown(-EXACT - (OVERLAP / 2 if other > number else 0)).empty
    }


def _ground(kit: Evidence, each: FoundPiece) -> Bounds:
    """Return how far a piece's coloured ground is shown on the page."""
    left, top, right, bottom = kit.ground(each)
    locations = [(left, top), (right, top), (right, bottom), (left, bottom)]
    ground = _around([each.drawn.on_page(*location) for location in locations])
    return ground.within(each.drawn.clip) if each.drawn.clip else ground


@_once_a_layout
def _gaps(trims: tuple[Bounds, ...], shaped: tuple[bool, ...]) -> dict[tuple[int, int], float]:
    """Return how far the next piece beyond a side of a piece is, where there is one."""
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
    """Return how far another piece is beyond a side; None: it is elsewhere."""
    low, high = (1, 3) if side % 2 == 0 else (0, 2)
    distance = (other[(side + 2) % 4] - trim[side]) * (1 if side > 1 else -1)
    facing = min(other[high], trim[high]) - max(other[low], trim[low]) > EXACT
    return max(0.0, distance) if facing and distance >= -EXACT else None


def _wanted(kit: Evidence, each: FoundPiece, side: int) -> float:
    """The bleed at a cut: what leaves room for a mark between it and the paper's edge."""
    if each.item.outline != "rect":
        return kit.cutting.token_bleed
    if kit.cutting.bleeds == "none":
        return 0.0
    edge = (0.0, 0.0, kit.paper.width, kit.paper.height)[side]
    room = abs(edge - each.trim[side]) - kit.cutting.edge - kit.cutting.mark_least
    return max(0.0, min(kit.cutting.bleed, room))


def marks(kit: Evidence) -> FileClaim:
    """Marks stand at every cut, and no crop mark on a piece; a fold lies in the middle."""
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


Line = tuple[Place, Place]


@_once_a_layout
def _unmarked(
    lines: tuple[Line, ...], trims: tuple[Bounds, ...], crop: bool
) -> list[tuple[int, int]]:
    """Pieces and their sides whose cut no line shows."""
    return [
        (number, side)
        for number, trim in enumerate(trims)
        for side in range(4)
        if not any(_marks(line, trim, side, crop) for line in lines)
    ]


@_once_a_layout
def _unpointed(lines: tuple[Line, ...], trims: tuple[Bounds, ...]) -> list[tuple[int, int]]:
    """Round pieces and their sides to whose edge no line points from outside."""
    return [
        (number, side)
        for number, trim in enumerate(trims)
        for side in range(4)
        if not any(_points(line, trim, side) for line in lines)
    ]


def _points(line: Line, trim: Bounds, side: int) -> bool:
    """True if a line ends shortly before the middle of a side, in line with the piece's middle."""
    axis = side % 2
    if not _level(line, 1 - axis, (trim[1 - axis] + trim[3 - axis]) / 2):
        return False
    ends = (line[0][axis], line[1][axis])
    away = trim[side] - max(ends) if side < 2 else min(ends) - trim[side]
    return -EXACT <= away <= POINTS


@_once_a_layout
def _crossed(lines: tuple[Line, ...], trims: tuple[Bounds, ...]) -> list[int]:
    """Pieces that a line crosses."""
    inner = [trim.grown(-EXACT) for trim in trims]
    return [at for at, box in enumerate(inner) if any(_crosses(line, box) for line in lines)]


def _marks(line: Line, trim: Bounds, side: int, crop: bool) -> bool:
    """True if a line shows a cut: along its edge of the piece, or as a crop mark somewhere."""
    if not _level(line, side % 2, trim[side]):
        return False
    across = 1 - side % 2
    low, high = sorted((line[0][across], line[1][across]))
    return crop or min(high, trim[across + 2]) - max(low, trim[across]) > EXACT


def _level(line: Line, axis: int, place: float) -> bool:
    """True if a line runs along a cut: at x (axis 0) or y (axis 1)."""
    one, other = line
    return abs(one[axis] - place) <= EXACT and abs(other[axis] - place) <= EXACT


def _crosses(line: Line, box: Bounds) -> bool:
    (x1, y1), (x2, y2) = line
    around = Bounds(min(x1, x2) - 1e-4, min(y1, y2) - 1e-4, max(x1, x2), max(y1, y2))
    return not around.within(box).empty


def printable(kit: Evidence) -> FileClaim:
    """Nothing is drawn where desktop printers cannot print."""
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
                message = f"it comes within {room:.1f} mm of the paper's edge; {edge:g} mm is free"
                found.append(Finding(page, what, message))
    return FileClaim(
        "printable", f"ink stays {nearest:.1f} mm inside the paper's edge", tuple(found)
    )


# ---- what is on the pieces


def safe_zone(kit: Evidence) -> FileClaim:
    """Words stay away from the cut."""
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
                message = f"“{_short(word.text)}” is {away:.1f} mm from the cut"
                message += f"; expected {needed:.1f} mm or more"
                found.append(Finding(each.page, each.piece, message))
    words_ = f"words are {nearest:.1f} mm from a cut or more" if nearest < 100 else "no words"
    return FileClaim("safe zone", words_, tuple(found))


def _room(box: Bounds, item: Item, back: bool) -> float:
    """Return how far a box on a piece stays from its cut."""
    if item.outline == "round":
        radius = item.size.width / 2
        locations = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        return radius - max(_distance(location, (radius, radius)) for location in locations)
    if item.outline != "rect":
        if back:  # which is cut as its front is, seen from behind
            wide = item.size.width
            box = Bounds(wide - box.right, box.top, wide - box.left, box.bottom)
        return room(box, corners_of(item.outline, item.size))
    return min(box.left, box.top, item.size.width - box.right, item.size.height - box.bottom)


def fonts(kit: Evidence) -> FileClaim:
    """All typefaces travel inside the file."""
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
    """No text is too small to read."""
    found = []
    least = 100.0
    for each, face in kit.designs.values():
        for word in face.words:
            if word.faint:
                continue
            least = min(least, word.size)
            if word.size < SMALLEST - 0.05:
                message = f"“{_short(word.text)}” is set in {word.size:.1f} pt"
                message += f"; expected {SMALLEST:g} pt or more"
                found.append(Finding(each.page, each.piece, message))
    return FileClaim("text", f"{least:.1f} pt or more" if least < 100 else "none", tuple(found))


def pictures(kit: Evidence) -> FileClaim:
    """Pictures are whole, and have the pixels that their size on paper needs."""
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
    words = f"{count}, {least:.0f} pixels per inch or more" if count else "none: all is drawn"
    return FileClaim("pictures", words, tuple(found))


CLAIMS: tuple[Callable[[Evidence], FileClaim], ...] = (
    scale, pieces, places, trims, backs, bleed, marks, printable, safe_zone, fonts, text, pictures,
)  # fmt: skip


# ---- arithmetic


def _distance(one: Place, other: Place) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _same(one: Bounds, other: Bounds, by: float) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def _around(locations: Sequence[Place]) -> Bounds:
    xs, ys = [x for x, _ in locations], [y for _, y in locations]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def _size(box: Bounds) -> Size:
    return Size(round(box.right - box.left, 1), round(box.bottom - box.top, 1))


def _outside(boxes: Sequence[Bounds]) -> Bounds:
    return Bounds(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _short(words: str) -> str:
    words = words.strip()
    return words if len(words) <= 30 else f"{words[:29]}…"
