"""Draw the small pictures of the options in docs/printing.md from real kits.

Run `python docs/options.py docs/pictures/options` where Pieria is installed. It uses the same code
as `pieria build` and takes about a minute; with the path of a single picture, it draws only that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from PIL import Image, ImageDraw

from generator.drawing.inks import INKS
from generator.kit.build import Built, build_kit
from generator.kit.forms import print_form, sheets_of
from generator.kit.manifest import from_json
from generator.kit.options import Options
from generator.printers.calibration import print_test_page
from generator.sheets.cut_files import plan
from generator.sheets.cut_settings import CutSettings
from generator.sheets.pages import Page
from generator.sheets.paper import BLEEDS, PAPERS, USUAL_PAPER
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.game import load_game

GROUND = "#6d6a66"
GAP = 6  # pixels around paper
SMALL = 0.7  # pixels a millimetre: a whole page as a thumbnail
LARGE = 2.4  # ... a corner of it
CLOSE = 5.5  # ... the edge between two cards
COLOURS = 64
LARGEST = 50_000  # bytes
CORNER = (0.0, 0.0, 92.0, 66.0)  # mm: left, top, width, height

Area = tuple[float, float, float, float]


class Sheet(NamedTuple):
    """A page of a finished kit."""

    pdf: bytes
    number: int
    page: Page


def game(name: str) -> Game:
    """Load a game that comes with Pieria."""
    loaded = load_game(resource("data") / name)
    assert loaded.game is not None
    return loaded.game


def sheets(built: Built, part: str) -> list[Sheet]:
    """Return the pages with a component's pieces, both fronts and backs."""
    assert not built.problems
    return [
        Sheet(built.pdf, number, page)
        for number, page in enumerate(built.pages)
        if any(box.piece.startswith(part) for box in page.boxes)
    ]


def picture(pdf: bytes, number: int, scale: float, area: Area | None = None) -> Image.Image:
    """Return a page, or an area of it in mm, as a picture with `scale` pixels per millimetre."""
    page = pypdfium2.PdfDocument(pdf)[number]
    drawn = page.render(scale=3 * scale * 25.4 / 72).to_pil().convert("RGB")
    if area is not None:
        left, top, wide, high = (3 * scale * each for each in area)
        drawn = drawn.crop((round(left), round(top), round(left + wide), round(top + high)))
    return drawn.resize((drawn.width // 3, drawn.height // 3), Image.Resampling.LANCZOS)


def beside(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return one picture with several side by side on a dark background."""
    wide = sum(each.width + GAP for each in pictures) + GAP
    high = max(each.height for each in pictures) + 2 * GAP
    table = Image.new("RGB", (wide, high), GROUND)
    left = GAP
    for each in pictures:
        table.paste(each, (left, GAP))
        left += each.width + GAP
    return table


def whole(found: Sequence[Sheet]) -> Image.Image:
    """Return a picture of whole pages side by side."""
    return beside([picture(each.pdf, each.number, SMALL) for each in found])


def corner(found: Sheet) -> Image.Image:
    """Return a picture of a corner of a page."""
    return beside([picture(found.pdf, found.number, LARGE, CORNER)])


def edge(found: Sheet) -> Image.Image:
    """Return an enlarged picture of the left edge of a block, where two cards meet."""
    first = found.page.boxes[0].trim
    area = (max(0.0, first.x - 9), first.bottom - 14, 40, 28)
    return beside([picture(found.pdf, found.number, CLOSE, area)])


def with_cuts(found: Sheet, corners: float, area: Area) -> Image.Image:
    """Return a picture of a corner of a page, with the lines of its cut file on top."""
    shown = picture(found.pdf, found.number, LARGE, area)
    draw = ImageDraw.Draw(shown)
    cuts = plan(found.page, corners)
    for rect, radius in cuts.closed:
        x, y = LARGE * (rect.x - area[0]), LARGE * (rect.y - area[1])
        around = (x, y, x + LARGE * rect.width, y + LARGE * rect.height)
        draw.rounded_rectangle(around, LARGE * radius, outline="#ff0000", width=2)
    for x1, y1, x2, y2 in cuts.straight:
        ends = ((x1, y1), (x2, y2))
        draw.line([(LARGE * (x - area[0]), LARGE * (y - area[1])) for x, y in ends], "#ff0000", 2)
    return beside([shown])


def on_papers(found: Sheet) -> Image.Image:
    """Return a picture of the page for both papers, placed on A4 and on Letter."""
    shown = picture(found.pdf, found.number, SMALL)
    laid = []
    for name in PAPERS["both"].covers:
        size = PAPERS[name].size
        paper = Image.new("RGB", (round(size.width * SMALL), round(size.height * SMALL)), "#dddddd")
        paper.paste(shown, ((paper.width - shown.width) // 2, (paper.height - shown.height) // 2))
        laid.append(paper)
    return beside(laid)


# ---- the pictures


def all_pictures() -> Iterator[tuple[str, Image.Image]]:
    """Yield every picture with the name of its file, which consists of option and value."""
    yield from _of_paper_and_sides(game("nine-muses"))
    yield from _of_bleed_and_marks(game("nine-muses"))
    yield from _of_ink(game("sing-o-muse"))
    yield from _of_boxes(game("nine-muses"))
    yield from _of_the_rest(game("muse"), game("dance-of-muses"))


def _of_paper_and_sides(nine: Game) -> Iterator[tuple[str, Image.Image]]:
    for paper in PAPERS.values():
        fronts = sheets(build_kit(nine, Options(paper.name, "fronts")), "philosophers")
        yield f"paper-{paper.name}", on_papers(fronts[0]) if paper.covers else whole(fronts[:1])
    for sides in ("duplex-long", "duplex-short", "gutterfold", "fronts"):
        found = sheets(build_kit(nine, Options(sides=sides)), "references")
        scale = 1.1 if sides == "gutterfold" else SMALL
        shown = found[:2] if "duplex" in sides else found[:1]
        yield f"sides-{sides}", beside([picture(each.pdf, each.number, scale) for each in shown])
    found = sheets(build_kit(nine, Options(sides="fronts-backs")), "muses")
    yield "sides-fronts-backs", whole(found)


def _of_bleed_and_marks(nine: Game) -> Iterator[tuple[str, Image.Image]]:
    def first(part: str = "philosophers", **cutting: Any) -> Sheet:
        return sheets(build_kit(nine, Options(cutting=CutSettings(**cutting))), part)[0]

    sing = game("sing-o-muse")
    for bleed in BLEEDS:
        built = build_kit(sing, Options(cutting=CutSettings(bleeds=bleed)))
        yield f"bleed-{bleed}", edge(sheets(built, "muse/t-club")[0])
    for marks in ("crop", "lines", "ticks", "none"):
        yield f"marks-{marks}", edge(first(marks=marks))
    cut = first(marks="silhouette")
    yield "marks-silhouette", corner(cut)
    yield "cut-file", with_cuts(cut, 0, CORNER)
    apart = first(marks="silhouette", bleeds="each")
    yield "corners", with_cuts(apart, 3, (0, 0, 118, 85))
    yield "cut-file-round", with_cuts(first("tokens", marks="silhouette"), 0, CORNER)
    yield "draw-safe-zone", edge(first(safe_zone=True))


def _of_ink(sing: Game) -> Iterator[tuple[str, Image.Image]]:
    for ink in INKS:
        found = sheets(build_kit(sing, Options(ink=ink)), "muse/")
        yield f"ink-{ink}", whole(found[:2])


def _of_boxes(nine: Game) -> Iterator[tuple[str, Image.Image]]:
    for name, options in (("thickness", Options()), ("sleeved", Options(sleeved=True))):
        yield name, whole(sheets(build_kit(nine, options), "Tuckbox")[:1])


def _of_the_rest(muse: Game, dance: Game) -> Iterator[tuple[str, Image.Image]]:
    mixed = [
        found
        for found in sheets(build_kit(dance, Options()), "trackers")
        if len({box.trim.width for box in found.page.boxes}) > 1
    ]
    yield "mixed", whole(mixed)
    test = print_test_page(USUAL_PAPER, "duplex-long")
    yield "calibrate", beside([picture(test, number, SMALL) for number in (0, 1)])
    options = Options(sides="fronts")
    forms, _ = sheets_of(muse, options)
    form = print_form(muse, forms[0], options).pdf
    yield "form", beside([picture(form, 0, SMALL)])
    yield "changed-since", whole(swapped(muse))


def swapped(muse: Game) -> list[Sheet]:
    """Return the pages that are printed after one card has changed: the swap list and the card."""
    before = from_json(build_kit(muse, Options()).manifest)
    parts = {each.id: each for each in muse.components}
    tokens = parts["tokens"]
    first = replace(tokens.cards[0], copies=tokens.cards[0].copies + 1)
    changed = replace(tokens, cards=(first, *tokens.cards[1:]))
    after = replace(muse, components=tuple(
        changed if each is tokens else each for each in muse.components
    ))  # fmt: skip
    built = build_kit(after, Options(), since=before)
    return [Sheet(built.pdf, n, page) for n, page in enumerate(built.pages) if not page.empty][:2]


def main(target: Path) -> None:
    """Write all pictures into a folder, or only the picture of this path.

    A picture that is too large for a web page is an error.
    """
    only = target.stem if target.suffix else ""
    folder = target.parent if only else target
    folder.mkdir(parents=True, exist_ok=True)
    for name, shown in all_pictures():
        if only not in ("", name):
            continue
        file = folder / f"{name}.png"
        shown.quantize(COLOURS).save(file, optimize=True)
        assert file.stat().st_size < LARGEST, f"{file} is too large"
        if only:
            return
    if only:
        raise SystemExit(f"there is no picture '{only}'; see the tables in docs/printing.md")


if __name__ == "__main__":
    from paths import paths

    main(*paths(__doc__, "folder"))
