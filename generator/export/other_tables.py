"""Exports to Vassal (a module to be completed in its editor) and Cockatrice (card database,
pictures).

The files were not tested with these programs: open the files there before you rely on them.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from generator.export.designs import Design, DesignRenderer, Files, pixels, png
from generator.export.picture_sets import tabletopia_files
from validator.core.model import KINDS

VASSAL = "3.7.0"  # the oldest version whose format is written
XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
DATE = (1980, 1, 1, 0, 0, 0)  # the same input gives the same bytes
DPI = 150
TABLE = 3000, 2000  # pixels of Vassal's board


def vassal_files(studio: DesignRenderer) -> Files:
    """Return a .vmod module with a table and a palette of all pieces.

    Decks and traits have to be added in Vassal.
    """
    pictures: dict[str, bytes] = {}
    panels, number = [], 0
    for component, designs in studio.decks(KINDS):
        slots = []
        for each, name, data in _named(studio, designs):
            file = f"{component.id}-{each.id}.png"
            pictures[file] = data
            number += 1
            slots.append(_slot(name, file, number))
        words = quoteattr(component.title)
        panels.append(f"<VASSAL.build.widget.ListWidget entryName={words} height='400' "
                      f"width='600' divider='194' scale='0.5'>{''.join(slots)}"
                      "</VASSAL.build.widget.ListWidget>")  # fmt: skip
    for name, data in tabletopia_files(studio).items():
        if name.startswith("backs/"):
            pictures[f"back-{name.removeprefix('backs/')}"] = data
    title, version = studio.game.title, str(studio.game.rules.version or "1")
    about = (
        f'{XML}<data version="1"><version>{escape(version)}</version>'
        f"<VassalVersion>{VASSAL}</VassalVersion><name>{escape(title)}</name><description/></data>\n"
    )
    build = _build_file(title, version, panels, number + 1)
    members = {"buildFile.xml": build.encode(), "moduledata": about.encode()}
    members |= {f"images/{name}": data for name, data in sorted(pictures.items())}
    return {f"{studio.game.id}.vmod": _zipped(members)}


def _build_file(title: str, version: str, panels: Iterable[str], next_slot: int) -> str:
    """Return the description of a VASSAL module with a table and a window of pieces."""
    return "".join((
        XML,
        f"<VASSAL.build.GameModule name={quoteattr(title)} version={quoteattr(version)} "
        f"vassalVersion='{VASSAL}' description='' nextPieceSlotId='{next_slot}'>",
        "<VASSAL.build.module.BasicCommandEncoder/>",
        "<VASSAL.build.module.Map mapName='Table' edgeWidth='0' edgeHeight='0' launch='false'>",
        "<VASSAL.build.module.map.BoardPicker>",
        f"<VASSAL.build.module.map.boardPicker.Board name='Table' width='{TABLE[0]}' "
        f"height='{TABLE[1]}'/>",
        "</VASSAL.build.module.map.BoardPicker>",
        "<VASSAL.build.module.map.StackMetrics/><VASSAL.build.module.map.PieceMover/>",
        "<VASSAL.build.module.map.KeyBufferer/><VASSAL.build.module.map.MenuDisplayer/>",
        "</VASSAL.build.module.Map>",
        "<VASSAL.build.module.PieceWindow name='Pieces' defaultWidth='600' hidden='false' "
        "scale='1.0'><VASSAL.build.widget.TabWidget entryName='Pieces'>",
        *panels,
        "</VASSAL.build.widget.TabWidget></VASSAL.build.module.PieceWindow>",
        "</VASSAL.build.GameModule>\n",
    ))  # fmt: skip


def _slot(name: str, file: str, number: int) -> str:
    """Return a piece of a VASSAL palette: its picture, its name, and the command that adds it to
    a map.
    """
    plain = re.sub(r"[\\/;,\t]+", " ", name)  # these separate the parts of the command
    command = f"+/null/piece;;;{file};{plain}/null;0;0;{number};0"
    return (
        f"<VASSAL.build.widget.PieceSlot entryName={quoteattr(name)} gpid='{number}' height='0' "
        f"width='0'>{escape(command)}</VASSAL.build.widget.PieceSlot>"
    )


def cockatrice_files(studio: DesignRenderer) -> Files:
    """Return the files for Cockatrice: a version 4 database, and one picture for each card."""
    code = re.sub(r"[^A-Z0-9]", "", studio.game.id.upper())[:8] or "DECK"
    files: dict[str, bytes] = {}
    cards = []
    taken: Counter[str] = Counter()
    for component, designs in studio.decks(("deck",)):
        for each, title, data in _named(studio, designs):
            taken[title.lower()] += 1
            name = title if taken[title.lower()] == 1 else f"{title} ({component.title})"
            name = re.sub(r'[\\/:*?"<>|]+', " ", name)
            files[f"pics/{code}/{name}.png"] = data
            card = component.card(each.id)
            props = "".join(_props({"type": component.title, **card.fields}))
            cards.append(
                f"  <card><name>{escape(name)}</name><text></text><prop>{props}</prop>"
                f"<set num={quoteattr(each.id)}>{code}</set><tablerow>1</tablerow></card>\n"
            )
    database = "".join((
        '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_carddatabase version="4">\n <sets>\n',
        f"  <set><name>{code}</name><longname>{escape(studio.game.title)}</longname>",
        "<settype>Custom</settype><releasedate></releasedate></set>\n </sets>\n <cards>\n",
        *cards,
        " </cards>\n</cockatrice_carddatabase>\n",
    ))  # fmt: skip
    files[f"customsets/{studio.game.id}.xml"] = database.encode()
    return files


def _props(fields: dict[str, object]) -> Iterator[str]:
    """Yield the text fields and number fields of a card as VASSAL properties."""
    for name, value in fields.items():
        if isinstance(value, str | int | float) and re.fullmatch(r"[A-Za-z_][\w.-]*", name):
            yield f"<{name}>{escape(str(value))}</{name}>"


def _named(studio: DesignRenderer, designs: list[Design]) -> Iterator[tuple[Design, str, bytes]]:
    """Yield designs with their titles, and with pictures of their faces without bleed."""
    for each in designs:
        cell = pixels(each.component.size, 0, DPI)
        picture = studio.pictures([each.face], cell)[each.face]
        yield each, each.title or each.id, png(picture, DPI)


def _zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), data)
    return out.getvalue()
