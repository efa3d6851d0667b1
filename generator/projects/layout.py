"""The layout of another tool's project, as boxes on a card, and its conversion to a template."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.artwork.tree import DrawingError
from generator.artwork.values import colour
from validator.core.location import Location, Problem
from validator.load.columns import plainly
from validator.load.fieldtypes import PLAIN
from validator.load.markup import escaped
from validator.load.shape import Text
from validator.load.text import inside, read_bytes

LEFT = "not-imported"
MM_PER_INCH = 25.4
MOST_LINES = 20_000  # lines of a script
LONGEST = 2_000  # characters of a line
SMALLEST = 5.0  # points, to which texts shrink
_PICTURE = PLAIN["picture"]


@dataclass(frozen=True)
class LayoutBox:
    """An element on the card: a text, a picture or a rectangle, in mm from the corner of the
    trimmed card.

    It shows the value of `column` or, without one, its own `words`: for a picture, the name of a
    file.
    """

    kind: str
    location: Location
    x: float
    y: float
    width: float
    height: float
    column: str = ""
    words: str = ""
    size: float = 9.0  # points
    align: str = "left"
    valign: str = "top"
    bold: bool = False
    italic: bool = False
    fill: str = "none"
    stroke: str = "none"
    thickness: float = 0.0
    radius: float = 0.0
    fit: str = "slice"
    cards: int = 0  # only the first `cards` cards show it; 0 for all


@dataclass
class Layout:
    """Those parts of another tool's project that could be imported.

    `left` lists parts that are not imported.
    """

    folder: Path
    markup: str
    sheet: str = ""
    width: float = 63.5
    height: float = 88.9
    copies: str = ""  # the column that says how many, whatever its name
    boxes: list[LayoutBox] = field(default_factory=list)
    left: list[Problem] = field(default_factory=list)
    name: str = ""  # name of the deck, if a project has several
    met: set[Location] = field(default_factory=set)  # elements that the project draws
    # locations of the boxes that the template draws
    drawn: set[Location] = field(default_factory=set)

    @property
    def enough(self) -> bool:
        """Whether at least half of the elements can be imported."""
        return bool(self.drawn) and 2 * len(self.drawn) >= len(self.met | self.drawn)

    def leave(self, location: Location, message: str) -> None:
        """Record a part of the project that is not imported, or that is imported with changes."""
        self.left.append(Problem(location, message, LEFT, "warning"))

    def colour(self, said: str, location: Location, instead: str) -> str:
        """Return a colour in SVG notation, or `instead` if it is not a colour."""
        if said.strip().lower() in ("", "none", "empty", "transparent"):
            return "none"
        try:
            found, opacity = colour(said.strip())
        except DrawingError:
            self.leave(location, f"the colour '{said:.40}' is not imported: {instead}")
            return instead
        if opacity < 1:
            self.leave(location, f"the colour '{said:.40}' is imported without its transparency")
        return found

    def typeface(self, family: str, location: Location) -> None:
        """Report a typeface of the original project that is replaced by another one."""
        if family:
            self.leave(
                location, f"the typeface '{family:.60}' is the theme's text face now; "
                "give its file under `theme: fonts:`",
            )  # fmt: skip

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file in the folder.

        A file that is missing or outside the folder is reported, and None is returned.
        """
        path = self.folder / name.replace("\\", "/")
        if not inside(self.folder, path):
            self.leave(Location(name), "the file is outside the project's folder and is not read")
            return None
        data = read_bytes(path, path.as_posix())
        if isinstance(data, Problem):
            self.left.append(data)
            return None
        return data

    def lines(self, name: str) -> Sequence[str]:
        """Return the lines of a script or a spreadsheet.

        The file may have an old Windows encoding.
        """
        data = self.read(name) or b""
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
        found = text.splitlines()
        path = (self.folder / name).as_posix()
        if len(found) > MOST_LINES:
            self.leave(Location(path, MOST_LINES + 1, 1), "the file is not read beyond this line")
        for number, line in enumerate(found[:MOST_LINES], 1):
            if len(line) > LONGEST:
                self.leave(
                    Location(path, number, 1), f"only {LONGEST} characters of the line are read"
                )
        return [line[:LONGEST] for line in found[:MOST_LINES]]

    def card(self, fields: Mapping[str, tuple[str, str]], cards: int) -> str:
        """Return the template for a deck.

        `cards` is the number of cards; `fields` has the field and the type of each column.
        """
        known = {plainly(name): each for name, each in fields.items()}
        parts = [
            "{# Made from a layout of another tool; lengths are millimetres from the trim. #}\n"
            '{% extends "shared/face.svg.j2" %}\n{% block face %}\n'
            '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}" '
            'height="{{ height + 2 * bleed }}" fill="#ffffff"/>\n'
        ]
        for box in self.boxes:
            field_, kind = known.get(plainly(box.column), ("", ""))
            self.met.add(box.location)
            if box.kind == "text" and not box.column and _CODE.search(box.words):
                self.leave(box.location, "its text is code, which is not printed; it is left out")
            elif 0 < box.cards < cards:
                self.leave(box.location, f"the {box.kind} is only on cards 1 to {box.cards} of "
                           f"{cards}; it is left out")  # fmt: skip
            elif box.column and not field_:
                self.leave(box.location, f"the spreadsheet has no column '{box.column}': its "
                f"{box.kind} "
                           "is left out")  # fmt: skip
            elif box.column and box.kind == "picture" and not kind.startswith("picture"):
                self.leave(box.location, f"the column '{box.column}' does not contain names of "
                                         "picture files (.png, .jpg, .svg); its picture is left "
                                         "out")  # fmt: skip
            else:
                drawn = _drawn(box, f"card.{field_}" if field_ else _words(box))
                if kind.endswith("?"):
                    drawn = f"{{% if card.{field_} is not none %}}{drawn}{{% endif %}}"
                parts.append(drawn + "\n")
                self.drawn.add(box.location)
        return "".join(parts) + "{% endblock %}\n"

    def still(self) -> dict[str, Path]:
        """Return the files of the pictures that are the same on all cards.

        Missing files are left out.
        """
        found = {}
        kept = []
        for box in self.boxes:
            if box.kind == "picture" and not box.column:
                file = self.folder / box.words
                named = isinstance(_PICTURE, Text) and re.fullmatch(_PICTURE.pattern, box.words)
                if not (named and inside(self.folder, file) and file.is_file()):
                    self.leave(
                        box.location,
                        f"the picture '{box.words:.80}' is not in the folder, or its name cannot "
                        "be used; it is left out",
                    )
                    continue
                found[box.words] = file
            kept.append(box)
        self.boxes = kept
        return found


# Words that are code of some tool, which nobody would print on a card.
_CODE = re.compile(
    r"[#$]\{|\{\(|=>|==|!=|&&|\|\||@\[|#\(|!\[|^\s*~|\+=|;\s*$"
    r"|\b(?:function|return|var|const|let)\b[^.]*[=({;]|\b(?:if|for|while)\s*\(.*\)"
    r"|\b\w+\.\w+\(|['\"]\s*\+|\+\s*['\"]"
)


def _words(box: LayoutBox) -> str:
    said = escaped(box.words) if box.kind == "text" else box.words
    return json.dumps(said, ensure_ascii=False)


def _drawn(box: LayoutBox, value: str) -> str:
    place = f"{box.x:.5g}, {box.y:.5g}, {box.width:.5g}, {box.height:.5g}"
    if box.kind == "picture":
        return f"{{{{ picture({value}, {place}, fit='{box.fit}') }}}}"
    if box.kind == "text":
        style = "".join(f", {each}=true" for each in ("bold", "italic") if getattr(box, each))
        fill = "" if box.fill == "none" else f", fill='{box.fill}'"
        return (
            f"{{{{ text({value}, {place}, size={box.size:.4g}, "
            f"min={min(box.size, SMALLEST):.4g}, align='{box.align}', valign='{box.valign}'"
            f"{style}{fill}) }}}}"
        )
    line = f' stroke="{box.stroke}" stroke-width="{box.thickness:.4g}"'
    return (
        f'<rect x="{box.x:.5g}" y="{box.y:.5g}" width="{box.width:.5g}" '
        f'height="{box.height:.5g}" rx="{box.radius:.4g}" fill="{box.fill}"'
        f"{line if box.stroke != 'none' and box.thickness else ''}/>"
    )


def in_mm(said: str, dots: float, whole: float = 0.0) -> float:
    """Convert a length, given with a unit or in dots, to mm.

    `dots` is the number of dots per inch; a percentage is of `whole`, in mm. Raises ValueError.
    """
    match = re.fullmatch(r"\s*(-?\d{1,6}(?:\.\d{1,6})?)\s*(in|mm|cm|pt|px|%)?\s*", said)
    if match is None:
        raise ValueError(said)
    units = {"in": MM_PER_INCH, "mm": 1.0, "cm": 10.0, "pt": MM_PER_INCH / 72, "%": whole / 100}
    return float(match[1]) * units.get(match[2], MM_PER_INCH / dots)


def listed(said: str) -> list[str]:
    """Split text at commas outside quotation marks."""
    parts, begin, quoted = [], 0, False
    for at, sign in enumerate(said):
        if sign == '"':
            quoted = not quoted
        elif sign == "," and not quoted:
            parts.append(said[begin:at])
            begin = at + 1
    parts.append(said[begin:])
    return [each.strip().strip('"').strip() for each in parts]
