"""Faces for a printing press: the inks of a service, nothing that one can see through.

Shapes and words stay shapes and words. PDF/X-1a knows no transparency: where a face has any, all
that is drawn up to its last see-through part becomes a picture in the same inks; what is drawn on
top of it, mostly the words, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.core.geometry import cm
from generator.drawing.colour import PressInks
from generator.drawing.painter import Drawing
from generator.export.designs import Side, Studio

FINE, ROUGH = 600, 300  # dots per inch: of pictures with words in them, and without


def press_pdf(
    studio: Studio, sides: Sequence[Side], inks: PressInks, title: str, condition: str
) -> tuple[bytes, list[str]]:
    """The PDF/X-1a of these pages, and the keys of those that became pictures in part."""
    pressed = studio.again(inks)
    drawings = pressed.kit_renderer.drawings
    flat = [side for side in _once(sides) if drawings[side.key].flat]
    _flatten(studio.again(), pressed, flat)
    return pressed.page_pdf(sides, title, condition), [side.key for side in flat]


def _once(sides: Iterable[Side]) -> list[Side]:
    return list({side.key: side for side in sides}.values())


def _flatten(screen: Studio, pressed: Studio, sides: Sequence[Side]) -> None:
    """Put a picture in the place of what others show through."""
    if not sides:
        return
    below: dict[str, str] = {}
    for side in sides:
        drawing = screen.kit_renderer.drawings[side.key]
        below[side.key] = drawing.ops[: drawing.flat]
        screen.kit_renderer.drawings[side.key] = Drawing(
            below[side.key], drawing.needs, marks=drawing.marks, flat=drawing.flat
        )
    resources = pressed.kit_renderer.painter.resources
    pictures = screen.seen(sides, lambda side: FINE if "BT " in below[side.key] else ROUGH)
    for side, picture in zip(sides, pictures, strict=True):
        drawing = pressed.kit_renderer.drawings[side.key]
        above = drawing.ops[drawing.flat :]
        name = f"Flat{side.key}"
        resources.pixels[name] = picture
        area = screen.area(side.component)
        place = (area.width, 0, 0, -area.height, area.x, area.y + area.height)
        shown = f"q {cm(place)}/{name} Do Q\n"
        used = {each for each in drawing.needs if f"/{each} " in above}
        pressed.kit_renderer.drawings[side.key] = Drawing(
            shown + above, frozenset({*used, name}), marks=drawing.marks, flat=drawing.flat
        )
