"""Finished kits to the small contact sheets that the README shows.

Run it where `output/` holds the kits: `python docs/pictures.py output docs/pictures`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
from PIL import Image

COLUMNS = 6
PAGES = 12
SCALE = 0.3  # pixels a point
GAP = 6
GROUND = "#6d6a66"


def contact_sheet(pdf: Path, target: Path) -> None:
    """The first printed pages of a kit that differ from each other, side by side."""
    pictures: list[Image.Image] = []
    for page in pypdfium2.PdfDocument(pdf):
        picture = page.render(scale=SCALE).to_pil().convert("RGB")
        blank = picture.getextrema() == ((255, 255),) * 3
        if not blank and picture.tobytes() not in {each.tobytes() for each in pictures}:
            pictures.append(picture)
    step = max(1, len(pictures) // PAGES)
    chosen = pictures[::step][:PAGES]
    wide, high = chosen[0].size
    rows = -(-len(chosen) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (wide + GAP) + GAP, rows * (high + GAP) + GAP), GROUND)
    for index, picture in enumerate(chosen):
        x, y = index % COLUMNS, index // COLUMNS
        sheet.paste(picture, (GAP + x * (wide + GAP), GAP + y * (high + GAP)))
    sheet.quantize(128).save(target, optimize=True)


def main(kits: Path, pictures: Path) -> None:
    """One picture for each A4 kit in colour."""
    pictures.mkdir(parents=True, exist_ok=True)
    for pdf in sorted(kits.glob("*-a4.pdf")):
        contact_sheet(pdf, pictures / f"{pdf.stem.removesuffix('-a4')}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
