"""Writes the fields of an interactive PDF form, with appearances and small scripts.

Every field has its own name, tooltip and appearance; the tab order is that of the template. Viewers
use the embedded typefaces.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfdoc

from generator.core.geometry import Matrix, cm, n, times
from generator.drawing.drawings import Drawing, FieldPlace
from generator.drawing.values import colour
from generator.faces.fields import BASE, LINE, FieldPart
from generator.faces.fonts import FontFace
from generator.pdf.writer import POINTS, Writer
from generator.sheets.pages import Page
from generator.sheets.shapes import placed
from validator.core.filled import Blank, Value

# Flags of fields and annotations, ISO 32000-1, tables 165, 221 and 228.
PRINT, MULTILINE = 4, 1 << 12
# Viewers choose the size of text themselves, so that all typed text fits; with several lines they
# begin with this size, in points, which matches the sheet's own lines.
FROM = 12.0
# The character that a viewer may draw for a mark of its own, in Zapf Dingbats.
_DINGBATS = {"tick": "4", "cross": "8", "dot": "l"}
_ALIGN = {"left": 0, "center": 1, "right": 2}


class FieldAppearance(NamedTuple):
    """A form field, its position on a page, and how it looks."""

    page: int
    part: FieldPart
    rect: tuple[float, float, float, float]  # points from the bottom left
    turn: int  # degrees anticlockwise, a multiple of 90
    face: FontFace
    written: Drawing | None  # the value in handwriting, in mm from the field's top left corner
    mark: Drawing | None  # the set tick


@dataclass
class FormWriter:
    """Adds fields to a PDF document before it is finished."""

    shown: Sequence[FieldAppearance]
    values: Mapping[str, Value]

    def __call__(self, writer: Writer) -> None:
        self.writer = writer
        self.document = writer.document
        self.fonts: dict[str, Any] = {}
        self.files: dict[str, Any] = {}
        fields: dict[str, _Field] = {}
        on_page: dict[int, list[Any]] = {}
        for each in self.shown:
            blank = each.part.blank
            field = fields.setdefault(blank.name, _Field(self.field(each), []))
            widget = self.widget(each)
            reference = self.refer(widget)
            field.widgets.append((widget, reference))
            on_page.setdefault(each.page, []).append(reference)
        for number, widgets in on_page.items():
            page = writer.pages[number]
            turn = _page_turn([each for each in self.shown if each.page == number])
            page.more = {
                "Annots": pdfdoc.PDFArray(widgets),
                "Tabs": pdfdoc.PDFName("S"),
                "Rotate": turn,
            }
        roots = list(self.tree(fields))
        computed = [fields[name] for name in self.computed(fields)]
        writer.document.Catalog.AcroForm = self.dictionary(
            {
                "Fields": pdfdoc.PDFArray(roots),
                "NeedAppearances": "false",
                "DR": self.dictionary({"Font": self.dictionary(self.fonts)}),
                "CO": pdfdoc.PDFArray([field.reference for field in computed]),
            }
        )

    # ---- fields

    def field(self, each: FieldAppearance) -> Any:
        """Return the PDF dictionary of a field, which all its places on pages share."""
        part, blank = each.part, each.part.blank
        entries: dict[str, Any] = {"TU": pdfdoc.PDFString(blank.label or blank.name)}
        value = self.values.get(blank.name)
        if blank.kind == "tick":
            state = pdfdoc.PDFName("Yes" if value is True else "Off")
            return self.dictionary(entries | {"FT": pdfdoc.PDFName("Btn"), "V": state})
        entries["FT"] = pdfdoc.PDFName("Tx")
        if part.lines > 1:
            entries["Ff"] = MULTILINE
        if value is not None:
            entries["V"] = pdfdoc.PDFString(str(value))
        if blank.kind == "number":
            entries["MaxLen"] = len(str(blank.most))
        if actions := dict(_scripts(blank)):
            scripts = {key: self.script(code) for key, code in actions.items()}
            entries["AA"] = self.dictionary(scripts)
        return self.dictionary(entries)

    def script(self, code: str) -> Any:
        name = pdfdoc.PDFName("JavaScript")
        return self.dictionary({"S": name, "JS": pdfdoc.PDFString(code)})

    def tree(self, fields: Mapping[str, _Field]) -> Iterator[Any]:
        """Yield the root fields of the document.

        ``people.1.name`` is a field nested two levels deep.
        """
        groups: dict[str, tuple[Any, Any, list[Any]]] = {}
        for name, field in fields.items():
            *above, last = name.split(".")
            parent = None
            for depth in range(1, len(above) + 1):
                path = ".".join(above[:depth])
                if path not in groups:
                    group = self.dictionary({"T": pdfdoc.PDFString(above[depth - 1])})
                    reference = self.refer(group)
                    kids: list[Any] = []
                    groups[path] = group, reference, kids
                    if parent is None:
                        yield reference
                    else:
                        group["Parent"] = parent[1]
                        parent[2].append(reference)
                parent = groups[path]
            field.settle(self, last, parent[1] if parent else None)
            if parent is None:
                yield field.reference
            else:
                parent[2].append(field.reference)
        for group, _, kids in groups.values():
            group["Kids"] = pdfdoc.PDFArray(kids)

    def computed(self, fields: Mapping[str, _Field]) -> Iterator[str]:
        for name in fields:
            if any(
                each.part.blank.name == name and each.part.blank.lowest_of for each in self.shown
            ):
                yield name

    # ---- places

    def widget(self, each: FieldAppearance) -> Any:
        part, blank = each.part, each.part.blank
        look: dict[str, Any] = {}
        if each.turn:
            look["R"] = each.turn
        entries: dict[str, Any] = {
            "Type": pdfdoc.PDFName("Annot"),
            "Subtype": pdfdoc.PDFName("Widget"),
            "Rect": pdfdoc.PDFArray([float(n(value)) for value in each.rect]),
            "F": PRINT,
            "P": self.writer.page_refs[each.page],
        }
        if blank.kind == "tick":
            look["CA"] = pdfdoc.PDFString(_DINGBATS[part.mark])
            on = self.values.get(blank.name) is True
            entries["AS"] = pdfdoc.PDFName("Yes" if on else "Off")
            states = {"Yes": self.look(each, each.mark), "Off": self.look(each, None)}
            appearance = self.dictionary(states)
        else:
            appearance = self.look(each, each.written)
            entries["DA"] = pdfdoc.PDFString(self.style(each))
            entries["Q"] = _ALIGN[part.align]
        entries["MK"] = self.dictionary(look)
        entries["AP"] = self.dictionary({"N": appearance})
        return self.dictionary(entries)

    def style(self, each: FieldAppearance) -> str:
        """Return the style of a field's text for viewers.

        With size 0, they shrink the text until it fits.
        """
        part = each.part
        line = part.pitch * POINTS / FROM if part.lines > 1 else LINE
        name = f"{each.face.name.replace('-', '')}{round(100 * line)}"
        if name not in self.fonts:
            self.fonts[name] = self.refer(self.font(each.face, line))
        return f"/{name} 0 Tf {self.paint_with(part.fill)}"

    def colour(self, text: str) -> tuple[float, ...]:
        """Return the components of a colour in the document's colour space."""
        return self.writer.resources.space.of(colour(text))

    def paint_with(self, text: str) -> str:
        """Return the operator that sets the fill colour."""
        parts = [n(value) for value in self.colour(text)]
        return f"{' '.join(parts)} {'g' if len(parts) == 1 else 'rg'}"

    def look(self, each: FieldAppearance, drawing: Drawing | None) -> Any:
        """Return the appearance of a field before anybody types."""
        part = each.part
        wide, high = part.width * POINTS, part.height * POINTS
        shown = f"q {cm((POINTS, 0, 0, -POINTS, 0, high))}{drawing.ops}Q\n" if drawing else ""
        ops = shown if part.blank.kind == "tick" else f"/Tx BMC\n{shown}EMC\n"
        form = pdfdoc.PDFStream(content=zlib.compress(ops.encode("latin-1"), 6))
        turned = {90: (0, 1, -1, 0, high, 0), 180: (-1, 0, 0, -1, wide, high)}
        turned |= {270: (0, -1, 1, 0, 0, wide), 0: (1, 0, 0, 1, 0, 0)}
        entries = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArray([0, 0, float(n(wide)), float(n(high))]),
            "Matrix": pdfdoc.PDFArray([float(n(value)) for value in turned[each.turn]]),
            "Filter": pdfdoc.PDFName("FlateDecode"),
            "Resources": self.writer.listed(drawing.needs if drawing else ()),
        }
        for key, value in entries.items():
            form.dictionary[key] = value
        return self.refer(form)

    def font(self, face: FontFace, line: float) -> Any:
        """Return a complete typeface in the encoding that viewers use, with lines `line`
        em apart.
        """
        ascent = round(1000 * line * BASE / LINE)
        descent = ascent - round(1000 * line)
        descriptor = self.dictionary(
            {
                "Type": pdfdoc.PDFName("FontDescriptor"),
                "FontName": pdfdoc.PDFName(face.name),
                "Flags": 32,
                "FontBBox": pdfdoc.PDFArray([-200, descent, 1200, ascent]),
                "ItalicAngle": 0,
                "Ascent": ascent,
                "Descent": descent,
                "CapHeight": 700,
                "StemV": 80,
                "FontFile2": self.file(face),
            }
        )
        signs = [bytes([code]).decode("cp1252", "ignore") for code in range(32, 256)]
        widths = [round(face.width(sign)) if sign else 0 for sign in signs]
        return self.dictionary(
            {
                "Type": pdfdoc.PDFName("Font"),
                "Subtype": pdfdoc.PDFName("TrueType"),
                "BaseFont": pdfdoc.PDFName(face.name),
                "FirstChar": 32,
                "LastChar": 255,
                "Widths": pdfdoc.PDFArray(widths),
                "Encoding": pdfdoc.PDFName("WinAnsiEncoding"),
                "FontDescriptor": self.refer(descriptor),
            }
        )

    def file(self, face: FontFace) -> Any:
        if face.name not in self.files:
            data = face.file.read_bytes()
            file = pdfdoc.PDFStream(content=zlib.compress(data, 6))
            file.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
            file.dictionary["Length1"] = len(data)
            self.files[face.name] = self.refer(file)
        return self.files[face.name]

    def dictionary(self, entries: Mapping[str, object]) -> Any:
        return pdfdoc.PDFDictionary(dict(entries))

    def refer(self, thing: object) -> Any:
        return self.document.Reference(thing)


@dataclass
class _Field:
    """A field and its places on pages.

    It is a single dictionary if there is one place, or else a field with widgets.
    """

    entries: Any
    widgets: list[tuple[Any, Any]]
    reference: Any = None

    def settle(self, form: FormWriter, name: str, parent: object) -> None:
        self.entries["T"] = pdfdoc.PDFString(name)
        if parent is not None:
            self.entries["Parent"] = parent
        if len(self.widgets) == 1:
            widget, self.reference = self.widgets[0]
            for key, value in self.entries.dict.items():
                widget[key] = value
            return
        self.reference = form.refer(self.entries)
        self.entries["Kids"] = pdfdoc.PDFArray([reference for _, reference in self.widgets])
        for widget, _ in self.widgets:
            widget["Parent"] = self.reference
        if "DA" in self.widgets[0][0].dict:
            self.entries["DA"] = self.widgets[0][0].dict["DA"]


def places_on(
    page: Page, drawings: Mapping[str, Drawing]
) -> Iterator[tuple[FieldPlace, tuple[float, float, float, float], int]]:
    """Yield the places of fields on a page, each with its rectangle in points and its rotation.

    The rotation is anticlockwise. Fields are axis-aligned; a field on a slanting line keeps its
    centre and its size.
    """
    high = page.paper.height
    for box in page.boxes:
        for place in drawings[box.drawing].places:
            matrix = times(place.matrix, placed(box))
            middle = (place.x + place.width / 2, place.y + place.height / 2)
            x, y = _moved(matrix, middle)
            quarter = _quarters(matrix)
            wide, tall = place.width, place.height
            if quarter % 2:
                wide, tall = tall, wide
            rect = (x - wide / 2, high - y - tall / 2, x + wide / 2, high - y + tall / 2)
            left, bottom, right, top = (value * POINTS for value in rect)
            yield place, (left, bottom, right, top), (-90 * quarter) % 360


def _moved(matrix: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _quarters(matrix: Matrix) -> int:
    """Return the number of clockwise quarter turns that is nearest to a matrix's rotation."""
    return round(math.degrees(math.atan2(matrix[1], matrix[0])) / 90) % 4


def _page_turn(shown: Sequence[FieldAppearance]) -> int:
    """Return how far a viewer should rotate the page so that its first field is upright."""
    return shown[0].turn if shown else 0


def _scripts(blank: Blank) -> Iterator[tuple[str, str]]:
    """Yield the scripts of a field by event: keystroke, validation, calculation."""
    if blank.kind != "number":
        return
    yield "K", 'AFNumber_Keystroke(0, 1, 0, 0, "", true);'
    yield "V", f"AFRange_Validate(true, {blank.least}, true, {blank.most});"
    if blank.lowest_of:
        names = ", ".join(f'"{name}"' for name in blank.lowest_of)
        ready = f' && this.getField("{blank.when}").value != "Off"' if blank.when else ""
        yield (
            "C",
            f"var names = [{names}], lowest = null, all = true, i, value;\n"
            "for (i = 0; i < names.length; i++) {\n"
            "  value = this.getField(names[i]).valueAsString;\n"
            '  if (value === "") all = false;\n'
            "  else if (lowest === null || Number(value) < lowest) lowest = Number(value);\n"
            "}\n"
            f'event.value = all{ready} ? lowest : "";\n',
        )
