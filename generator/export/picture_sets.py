"""Exports sets of pictures for virtual tabletops that cannot import objects."""

from __future__ import annotations

from generator.export.designs import DesignRenderer, Files, pixels, png
from generator.export.images import png_files
from generator.export.tabletop import sheets, singles
from validator.core.model import KINDS

LONGEST = 2048  # pixels of a side that Tabletopia takes
DPI = 300


def tabletopia_files(studio: DesignRenderer) -> Files:
    """Return the pictures for Tabletopia, with fronts and backs in separate files.

    Pictures of pieces of one kind have exactly the same size.
    """
    files: dict[str, bytes] = {}
    for component, designs in studio.decks(KINDS):
        longest = max(component.size.width, component.size.height) / 25.4
        cell = pixels(component.size, 0, min(DPI, LONGEST / longest))
        keys = [key for each in designs for key in (each.face, each.back) if key]
        drawn = studio.pictures(keys, cell)
        ready = {key: png(picture) for key, picture in drawn.items()}
        shared = len({each.back for each in designs}) == 1
        for each in designs:
            files[f"fronts/{component.id}-{each.id}.png"] = ready[each.face]
            if each.back:
                name = component.id if shared else f"{component.id}-{each.id}"
                files[f"backs/{name}.png"] = ready[each.back]
    return files


def screentop_files(studio: DesignRenderer) -> Files:
    """Return the pictures for Screentop, and a table of all designs with titles.

    A deck is one picture with a grid of cards; other pieces are single pictures.
    """
    grids, _ = sheets(studio)
    rest, _ = singles(studio)
    table = png_files(studio, 72)["cards.csv"]
    return (
        {f"grids/{name}": data for name, data in grids.items()}
        | {f"pictures/{name}": data for name, data in rest.items()}
        | {"cards.csv": table}
    )
