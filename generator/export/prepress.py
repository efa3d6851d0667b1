"""Prepares faces for a printing press, in the inks of a print service and without transparency.

Shapes and text stay shapes and text. PDF/X-1a does not allow transparency, so the transparent areas
of a face become pictures in the same inks; the rest is unchanged. Everything above the last
transparent part is drawn on top of these pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from generator.core.geometry import cm
from generator.drawing.colour import PressInks
from generator.drawing.drawings import Drawing, Resources
from generator.export.designs import DesignRenderer, ExportedSide

if TYPE_CHECKING:
    from PIL.Image import Image

FINE, ROUGH = 600, 300  # dots per inch: of pictures with words in them, and without
LOOK = 100  # dots per inch for finding transparent areas
AROUND = 2  # pixels of margin around such an area
CELL = 8  # pixels: areas closer than that become one picture
MOST = 0.7  # share of a face above which one picture of the whole face is smaller
_STEPS = re.compile(r"\((?:\\.|[^()\\])*\)|(?<!\S)(?:(q|Q)|/(\S+) (gs|Do))(?!\S)")
Area = tuple[int, int, int, int]  # left, top, right, bottom in pixels


def press_pdf(
    studio: DesignRenderer,
    sides: Sequence[ExportedSide],
    inks: PressInks,
    title: str,
    condition: str,
) -> tuple[bytes, list[str]]:
    """Return the pages as PDF/X-1a, and the keys of the pages with transparent areas.

    In the PDF, pictures replace these areas.
    """
    pressed = studio.again(inks)
    drawings = pressed.kit_renderer.drawings
    flat = [side for side in _once(sides) if drawings[side.key].flat]
    _flatten(studio.again(), pressed, flat)
    return pressed.page_pdf(sides, title, condition), [side.key for side in flat]


def _once(sides: Iterable[ExportedSide]) -> list[ExportedSide]:
    return list({side.key: side for side in sides}.values())


def _flatten(
    screen: DesignRenderer, pressed: DesignRenderer, sides: Sequence[ExportedSide]
) -> None:
    """Replace the transparent areas of the pages by pictures."""
    if not sides:
        return
    drawings, resources = screen.kit_renderer.drawings, screen.kit_renderer.painter.resources
    detail: dict[str, int] = {}
    pages = []
    for side in sides:  # three pages each: opaque parts, everything, and everything in detail
        below = _below(drawings[side.key])
        versions = (_opaque(below, resources), below, below)
        fine = FINE if "BT " in below.ops else ROUGH
        for name, drawing, dots in zip("pwf", versions, (LOOK, LOOK, fine), strict=True):
            key = f"{side.key}-{name}"
            drawings[key], detail[key] = drawing, dots
            pages.append(side._replace(key=key))
    seen = screen.seen(pages, lambda side: detail[side.key])
    for side, plain, whole, picture in zip(sides, seen, seen, seen, strict=False):
        _patch(screen, pressed, side, picture, plain.size, _places(plain, whole))


def _patch(
    screen: DesignRenderer, pressed: DesignRenderer, side: ExportedSide, picture: Image,
    looked: tuple[int, int], places: Sequence[Area],
) -> None:  # fmt: skip
    """Draw a face for the press.

    It consists of the opaque parts, pictures of the given areas, and everything above them.
    """
    kit_renderer = pressed.kit_renderer
    resources = kit_renderer.painter.resources
    drawing = kit_renderer.drawings[side.key]
    kept = _opaque(_below(drawing), resources)
    area = screen.area(side.component)
    shown = []
    names = []
    for number, place in enumerate(places):
        across, down = picture.width / looked[0], picture.height / looked[1]
        left, right = (min(round(each * across), picture.width) for each in place[::2])
        top, bottom = (min(round(each * down), picture.height) for each in place[1::2])
        name = f"Flat{side.key}-{number}"
        resources.pixels[name] = picture.crop((left, top, right, bottom))
        wide, high = area.width / picture.width, area.height / picture.height  # mm a pixel
        on_face = ((right - left) * wide, 0, 0, (top - bottom) * high,
                   area.x + left * wide, area.y + bottom * high)  # fmt: skip
        shown.append(f"q {cm(on_face)}/{name} Do Q\n")
        names.append(name)
    above = drawing.ops[drawing.flat :]
    used = {each for each in drawing.needs if f"/{each} " in above}
    kit_renderer.drawings[side.key] = Drawing(
        kept.ops + "".join(shown) + above, {*used, *kept.needs, *names},
        marks=drawing.marks, flat=drawing.flat,
    )  # fmt: skip


def _below(drawing: Drawing) -> Drawing:
    """Return a drawing without everything that is above its last transparent part."""
    return Drawing(
        drawing.ops[: drawing.flat], drawing.needs, marks=drawing.marks, flat=drawing.flat
    )


def _opaque(drawing: Drawing, resources: Resources) -> Drawing:
    """Return a drawing without its transparent parts, even if they are inside shared art."""
    ops = drawing.ops
    cuts: list[tuple[int, int]] = []
    renamed: list[tuple[int, int, str]] = []
    opened: list[int] = []
    through: list[bool] = []
    for step in _STEPS.finditer(ops):
        state, name, does = step.groups()
        if state == "q":
            opened.append(step.start())
            through.append(False)
        elif state == "Q" and opened:
            start = opened.pop()
            if through.pop():
                cuts.append((start, step.end()))
        elif does and resources.shows_through(name):
            if name in resources.forms:
                renamed.append((*step.span(2), _opaque_form(name, resources)))
            elif through:
                through[-1] = True
    pieces, needs, at = [], {*drawing.needs}, 0
    edits = [*((start, end, "") for start, end in cuts), *renamed]
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
        if start < at:
            continue  # inside what is left out
        pieces += [ops[at:start], new]
        at = end
        needs |= {new} if new else set()
    kept = "".join([*pieces, ops[at:]])
    return Drawing(kept, {each for each in needs if f"/{each} " in kept}, marks=drawing.marks)


def _opaque_form(name: str, resources: Resources) -> str:
    """Return the name of a form XObject without its transparent parts."""
    other = f"{name}-opaque"
    if other not in resources.forms:
        drawing, box = resources.forms[name]
        resources.forms[other] = (_opaque(drawing, resources), box)
    return other


# ---- finding transparent areas


def _places(plain: Image, whole: Image) -> list[Area]:
    """Return the areas where two pictures of a face differ, each with a margin of some pixels."""
    from PIL import ImageChops

    bands = ImageChops.difference(plain, whole).split()
    changed = bands[0]
    for band in bands[1:]:
        changed = ImageChops.lighter(changed, band)
    size = changed.size
    across, down = (-(-each // CELL) for each in size)
    cells = {
        (x, y)
        for x in range(across)
        for y in range(down)
        if changed.crop((x * CELL, y * CELL, (x + 1) * CELL, (y + 1) * CELL)).getbbox()
    }
    found = []
    for group in _groups(cells):
        xs, ys = [x for x, _ in group], [y for _, y in group]
        around = (min(xs) * CELL, min(ys) * CELL, (max(xs) + 1) * CELL, (max(ys) + 1) * CELL)
        left, top, right, bottom = changed.crop(around).getbbox() or (0, 0, 0, 0)
        found.append(
            (
                max(0, around[0] + left - AROUND),
                max(0, around[1] + top - AROUND),
                min(size[0], around[0] + right + AROUND),
                min(size[1], around[1] + bottom + AROUND),
            )
        )
    covered = sum((right - left) * (bottom - top) for left, top, right, bottom in found)
    return [(0, 0, *size)] if covered > MOST * size[0] * size[1] else found


def _groups(cells: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    """Yield groups of adjacent cells."""
    left = set(cells)
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            x, y = waiting.pop()
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            group |= near
            waiting += near
        yield group
