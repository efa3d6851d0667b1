"""Make the contact sheets of README.md and the pictures of docs/artwork.md from finished kits.

Run `python docs/pictures.py output docs/pictures` where `output/` contains the kits. After the
steps of the tutorial, `python docs/pictures.py --tutorial output docs/pictures/tutorial` makes its
pictures.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

COLUMNS = 6
PAGES = 12
SCALE = 0.3  # pixels a point
FINE = 4  # times as many pixels are drawn first, so that thin lines stay thin
GAP = 6
GROUND = "#6d6a66"
BACK = re.compile(r"([^\n]*)sheet \d+ back, build")  # in the margin
FAINT = 24  # grey levels by which two pages differ at most that look alike
FIRST_CARD = (55, 86, 415, 590)  # pixels of the first card of a sheet of changes: two a point
# Pictures of docs/artwork.md: kit, words of the page, and what is cut out of it, in points.
DETAILS = {
    "companions": ("sing-o-muse", "Philoctetes", (24, 47, 571, 297)),
    "constellations": ("sing-o-muse", "The Great Labors", (94, 76, 502, 420)),
    "evidence": ("schizonauts", "Microfilm Button", (24, 30, 571, 290)),
}


def contact_sheet(pdf: Path, target: Path) -> None:
    """Write a picture of a kit's different printed pages, with one page of backs per part."""
    pictures: list[Image.Image] = []
    backs: set[str] = set()
    for page in pypdfium2.PdfDocument(pdf):
        back = BACK.search(page.get_textpage().get_text_range())
        if back and back[1] in backs:
            continue
        backs |= {back[1]} if back else set()
        fine = page.render(scale=SCALE * FINE).to_pil().convert("RGB")
        picture = fine.reduce(FINE)
        blank = picture.getextrema() == ((255, 255),) * 3
        if not blank and not any(look_alike(picture, each) for each in pictures):
            pictures.append(picture)
    count = min(PAGES, len(pictures))
    chosen = [pictures[number * len(pictures) // count] for number in range(count)]
    wide, high = chosen[0].size
    rows = -(-len(chosen) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (wide + GAP) + GAP, rows * (high + GAP) + GAP), GROUND)
    for index, picture in enumerate(chosen):
        x, y = index % COLUMNS, index // COLUMNS
        sheet.paste(picture, (GAP + x * (wide + GAP), GAP + y * (high + GAP)))
    sheet.quantize(128).save(target, optimize=True)
    at_arms_length(target)


def look_alike(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pages differ only in small print."""
    faint = ImageChops.difference(one, other).convert("L").resize((24, 34), Image.Resampling.BOX)
    return faint.getextrema()[1] < FAINT


def at_arms_length(picture: Path) -> None:
    """Write a grey contact sheet at half size, to show what can be told apart across a table."""
    sheet = Image.open(picture).convert("L")
    small = sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS)
    small.save(picture.with_stem(f"{picture.stem}-arm"), optimize=True)


def tutorial(output: Path, pictures: Path) -> None:
    """Write pictures of a sheet of the tutorial's first kit with its backs, and of the new card."""
    pictures.mkdir(parents=True, exist_ok=True)
    kit = pypdfium2.PdfDocument(output / "my-game-a4.pdf")
    front, back = (kit[number].render(scale=0.5).to_pil().convert("RGB") for number in (2, 3))
    wide, high = front.size
    both = Image.new("RGB", (2 * wide + 3 * GAP, high + 2 * GAP), GROUND)
    both.paste(front, (GAP, GAP))
    both.paste(back, (wide + 2 * GAP, GAP))
    both.quantize(128).save(pictures / "sheets.png", optimize=True)
    (changes,) = output.glob("my-game-a4-changes-*.pdf")
    page = pypdfium2.PdfDocument(changes)[2].render(scale=2).to_pil().convert("RGB")
    page.crop(FIRST_CARD).quantize(128).save(pictures / "fisher.png", optimize=True)


def detail(kits: Path, name: str, pictures: Path) -> None:
    """Write a picture of some cards of the first sheet that contains certain words."""
    kit, words, box = DETAILS[name]
    document = pypdfium2.PdfDocument(kits / f"{kit}-a4.pdf")
    pages = (page for page in document if words in page.get_textpage().get_text_range())
    shown = next(page for page in pages if "front, build" in page.get_textpage().get_text_range())
    fine = shown.render(scale=3).to_pil().convert("RGB").crop(tuple(3 * each for each in box))
    fine.reduce(2).quantize(128).save(pictures / f"{name}.png", optimize=True)


def main(kits: Path, pictures: Path) -> None:
    """Write a picture of each A4 kit in colour, and the pictures of details."""
    pictures.mkdir(parents=True, exist_ok=True)
    for pdf in sorted(set(kits.glob("*-a4.pdf")) - set(kits.glob("*-book-a4.pdf"))):
        contact_sheet(pdf, pictures / f"{pdf.stem.removesuffix('-a4')}.png")
    for name, (kit, *_) in DETAILS.items():
        if (kits / f"{kit}-a4.pdf").is_file():
            detail(kits, name, pictures)


if __name__ == "__main__":
    from paths import paths

    if "--tutorial" in sys.argv:
        sys.argv.remove("--tutorial")
        tutorial(*paths(__doc__, "kits", "pictures"))
    else:
        main(*paths(__doc__, "kits", "pictures"))
