"""Checks a finished PDF against a print service's requirements, reading the file with pypdf.

It uses nothing that our PDF writer reports: boxes, operators, resources, pictures and typefaces are
all read from the file. There is one function for each requirement. Because colours are opaque and
do not overprint, the largest amount of ink in any operator, gradient or pixel is also the largest
on paper.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdf
from pypdf.generic import ContentStream

POINTS = 72 / 25.4
NEAR = 0.05  # mm that a box may be off
ROUNDED = 0.01  # ink by which three decimals and 8 bits may be off: 1 %
STANDARD = "PDF/X-1a:2003"
HIDDEN = ("JavaScript", "EmbeddedFiles", "AP")  # names in the catalogue of a PDF that hide content
INKS = {"k": "fill", "K": "stroke"}
NEUTRAL = {"g", "G"}
OTHER = {"rg", "RG", "cs", "CS", "sc", "scn", "SC", "SCN"}


@dataclass(frozen=True)
class PressRequirements:
    """The requirements of a print service. Lengths are in millimetres, and ink is from 0 to 4."""

    name: str
    width: float  # trim
    height: float
    bleed: float
    most_ink: float
    back_first: bool
    condition: str


@dataclass(frozen=True)
class Inspected:
    """The result of a preflight: reasons to reject the file, and the most ink in one place."""

    reasons: tuple[str, ...]
    most_ink: float
    pages: int


def preflight(pdf: bytes, wanted: PressRequirements) -> Inspected:
    """Return every distinct reason why a print service would reject a PDF."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    found = _Measured()
    reasons = [*_document(reader, pdf, wanted)]
    for number, page in enumerate(reader.pages, 1):
        reasons += (f"page {number}: {each}" for each in _boxes(page, wanted))
        found.look(page, reader)
    reasons += found.reasons(wanted)
    reasons += _order(found.shown, wanted)
    return Inspected(tuple(dict.fromkeys(reasons)), found.most, len(reader.pages))


# ---- the document


def _document(reader: pypdf.PdfReader, pdf: bytes, wanted: PressRequirements) -> Iterator[str]:
    root: Any = reader.trailer["/Root"]
    info: Any = reader.trailer.get("/Info", {})
    if pdf[:8] not in (b"%PDF-1.3", b"%PDF-1.4"):
        yield f"it is PDF {pdf[5:8].decode('latin-1')}, not 1.3 or 1.4"
    if info.get("/GTS_PDFXVersion") != STANDARD:
        yield f"it does not declare {STANDARD}"
    if info.get("/Trapped") not in ("/True", "/False"):
        yield "it does not say whether it is trapped"
    if "/ID" not in reader.trailer:
        yield "it has no ID"
    if reader.is_encrypted:
        yield "it is encrypted"
    intents = [each.get_object() for each in root.get("/OutputIntents", [])]
    named = [each.get("/OutputConditionIdentifier") for each in intents
             if each.get("/S") == "/GTS_PDFX"]  # fmt: skip
    if named != [wanted.condition]:
        yield f"its output intent is {named or 'missing'}, not '{wanted.condition}'"
    for name in ("AcroForm", "OpenAction", "AA"):
        if f"/{name}" in root:
            yield f"it has a form or an action (/{name})"
    for name in HIDDEN:
        if f"/{name}" in root.get("/Names", {}):
            yield f"it contains scripts or files (/{name})"


def _boxes(page: Any, wanted: PressRequirements) -> Iterator[str]:
    for what, box, beyond in (
        ("page", page.mediabox, wanted.bleed),
        ("bleed box", page.bleedbox, wanted.bleed),
        ("trim box", page.trimbox, 0.0),
    ):
        size = (float(box.width) / POINTS, float(box.height) / POINTS)
        ask = (wanted.width + 2 * beyond, wanted.height + 2 * beyond)
        if any(abs(a - b) > NEAR for a, b in zip(size, ask, strict=True)):
            yield f"its {what} is {size[0]:.2f} x {size[1]:.2f} mm, not {ask[0]:.2f} x {ask[1]:.2f}"
    left = float(page.trimbox.left - page.mediabox.left) / POINTS
    bottom = float(page.trimbox.bottom - page.mediabox.bottom) / POINTS
    if max(abs(left - wanted.bleed), abs(bottom - wanted.bleed)) > NEAR:
        yield "its trim box is not centred"
    if "/Annots" in page:
        yield "it has annotations"


def _order(shown: Sequence[tuple[str, str]], wanted: PressRequirements) -> Iterator[str]:
    """Yield problems with the order of pages.

    Pages must be pairs of a face and a back, with the back in the required place.
    """
    first, second = ("back", "face") if wanted.back_first else ("face", "back")
    if len(shown) % 2:
        yield f"{len(shown)} pages cannot be pairs of {first} and {second}"
    for number in range(0, len(shown) - 1, 2):
        one, other = shown[number], shown[number + 1]
        if (one[1], other[1]) != (first, second) or one[0] != other[0]:
            yield (
                f"pages {number + 1} and {number + 2} are not {first} and {second} of one card, "
                f"but {one[1]} of '{one[0]}' and {other[1]} of '{other[0]}'"
            )
            return


# ---- what is drawn


class _Measured:
    """The measurements of the pages of a PDF."""

    def __init__(self) -> None:
        self.most = 0.0  # most ink at one point, from 0 to 4
        self.spaces: set[str] = set()  # colour spaces other than the inks and grey
        self.through: set[str] = set()  # kinds of transparency
        self.loose: set[str] = set()  # typefaces that are not embedded
        self.shown: list[tuple[str, str]] = []  # piece and side of each page
        self.seen: set[int] = set()  # objects that have been examined

    def reasons(self, wanted: PressRequirements) -> Iterator[str]:
        for name in sorted(self.spaces):
            yield f"it has colours in {name}, not in the four inks"
        for name in sorted(self.through):
            yield f"it has transparency: {name}"
        for name in sorted(self.loose):
            yield f"the typeface {name} is not embedded"
        if self.most > wanted.most_ink + ROUNDED:
            yield (
                f"it has {self.most:.0%} of ink in one place; expected at most "
                f"{wanted.most_ink:.0%}"
            )

    def look(self, page: Any, reader: pypdf.PdfReader) -> None:
        """Measure a page and everything that it contains."""
        if "/Group" in page:
            self.through.add("a transparency group of the page")
        contents = page.get_contents()
        before = len(self.shown)
        if contents is not None:
            self.operators(ContentStream(contents, reader))
        if len(self.shown) != before + 1:
            self.shown[before:] = [("?", "?")]
        self.resources(page.get("/Resources", {}), reader)

    def operators(self, stream: ContentStream) -> None:
        for operands, operator in stream.operations:
            name = operator.decode("latin-1")
            if name in INKS:
                self.ink([float(each) for each in operands])
            elif name in NEUTRAL:
                self.ink([1.0 - float(operands[0])])
            elif name in OTHER:
                self.spaces.add("RGB" if name in ("rg", "RG") else f"another space ({name})")
            elif name == "BDC" and operands[0] == "/Pieria":
                said = operands[1]
                piece = said["/Piece"]
                self.shown.append((str(getattr(piece, "original_bytes", b"").decode("utf-8")),
                                   str(said["/Side"])))  # fmt: skip

    def ink(self, parts: Sequence[float]) -> None:
        self.most = max(self.most, sum(parts))

    def resources(self, given: Any, reader: pypdf.PdfReader) -> None:
        listed = given.get_object()
        if id(listed) in self.seen:
            return
        self.seen.add(id(listed))
        for state in _values(listed, "/ExtGState"):
            for name, plain in (("/ca", 1), ("/CA", 1), ("/SMask", "/None"), ("/BM", "/Normal")):
                if name in state and state[name] != plain:
                    self.through.add(f"{name[1:]} {state[name]}")
        for shading in _values(listed, "/Shading"):
            self.shading(shading)
        for font in _values(listed, "/Font"):
            self.font(font)
        for thing in _values(listed, "/XObject"):
            if id(thing) in self.seen:
                continue
            self.seen.add(id(thing))
            if thing["/Subtype"] == "/Image":
                self.picture(thing)
                continue
            if "/Group" in thing:
                self.through.add("a transparency group")
            before = list(self.shown)
            self.operators(ContentStream(thing, reader))
            self.shown = before
            self.resources(thing.get("/Resources", {}), reader)

    def shading(self, shading: Any) -> None:
        space = str(shading["/ColorSpace"])
        if space not in ("/DeviceCMYK", "/DeviceGray"):
            self.spaces.add(space[1:])
        waiting = [shading["/Function"].get_object()]
        while waiting:
            function = waiting.pop()
            waiting += [each.get_object() for each in function.get("/Functions", [])]
            for end in ("/C0", "/C1"):
                if end in function:
                    parts = [float(each) for each in function[end]]
                    self.ink(parts if len(parts) == 4 else [1.0 - parts[0]])

    def font(self, font: Any) -> None:
        inner = [each.get_object() for each in font.get("/DescendantFonts", [])]
        for each in inner or [font]:
            described = each.get("/FontDescriptor", {})
            if not any(f"/FontFile{kind}" in described for kind in ("", "2", "3")):
                self.loose.add(str(each.get("/BaseFont", "?"))[1:])

    def picture(self, image: Any) -> None:
        from PIL import Image, ImageChops

        space = str(image.get("/ColorSpace"))
        if "/SMask" in image or "/Mask" in image:
            self.through.add("a transparent picture")
        if space == "/DeviceGray":
            self.ink([1.0])
        elif space != "/DeviceCMYK":
            self.spaces.add(f"a picture of {space[1:]}")
        else:
            size = (int(image["/Width"]), int(image["/Height"]))
            cyan, magenta, yellow, black = Image.frombytes("CMYK", size, image.get_data()).split()
            halves = (ImageChops.add(cyan, magenta, 2.0), ImageChops.add(yellow, black, 2.0))
            _, most = ImageChops.add(*halves, 2.0).getextrema()
            assert isinstance(most, int)
            self.most = max(self.most, most / 255 * 4)


def _values(listed: Any, kind: str) -> Iterator[Any]:
    for each in listed.get(kind, {}).get_object().values() if kind in listed else ():
        yield each.get_object()
