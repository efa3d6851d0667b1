"""Measures the ink that a finished PDF needs: the share of a page that each ink covers.

Pages are rendered at one pixel per point. As in printers, black replaces the common part of cyan,
magenta and yellow; the actual mix depends on the paper and the driver.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import fsum
from typing import NamedTuple

from generator.sheets.pages import Page

SCALE = 1.0  # pixels a point; finer lines than one are measured too wide, coarser ones exactly


class InkCoverage(NamedTuple):
    """The percentage of the page's area that each ink covers, averaged over all printed sides."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    def __str__(self) -> str:
        named = zip("CMYK", self, strict=True)
        return " ".join(f"{name} {value:.0f} %" for name, value in named if value >= 0.5) or "none"


def ink_of(pdf: bytes, pages: Sequence[Page]) -> InkCoverage:
    """Return the ink coverage of a whole file.

    Equal sides are measured only once.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    known: dict[Hashable, InkCoverage] = {}
    sides = []
    for number, page in enumerate(pages):
        if page.empty:
            continue
        shown = tuple((box.drawing, box.trim, box.turn) for box in page.boxes)
        if shown not in known:
            known[shown] = _ink(document[number])
        sides.append(known[shown])
    return InkCoverage(*(fsum(each) / len(sides) for each in zip(*sides, strict=True)))


def _ink(page: object) -> InkCoverage:
    from PIL import ImageChops, ImageStat

    picture = page.render(scale=SCALE).to_pil().convert("RGB")  # type: ignore[attr-defined]
    parts = picture.split()
    lightest = ImageChops.lighter(parts[0], ImageChops.lighter(parts[1], parts[2]))
    means = [ImageStat.Stat(ImageChops.subtract(lightest, part)).mean[0] for part in parts]
    black = 255 - ImageStat.Stat(lightest).mean[0]
    return InkCoverage(*(mean / 2.55 for mean in (*means, black)))
