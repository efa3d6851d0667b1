"""Defines PDF objects written through ReportLab: streams, pages, pictures, gradients."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase import pdfdoc

from generator.core.geometry import n
from generator.drawing.colour import SCREEN, ColourSpace, PressInks
from generator.drawing.drawings import Gradient
from generator.drawing.pictures import Plain, plain_picture

if TYPE_CHECKING:
    import PIL.Image


def array_of(values: Iterable[float]) -> str:
    """Return numbers as the text of a PDF array, which ReportLab writes unchanged."""
    return f"[{' '.join(map(n, values))}]"


class PdfStream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream of operators in its final form.

    A kit has one for each face. ReportLab's own streams have an object for each entry, and
    formatting these objects takes longer than compressing the content.
    """

    __RefOnly__ = 1  # reportlab: never inside another object

    def __init__(self, packed: bytes, entries: bytes = b"") -> None:
        self.packed = packed
        self.entries = entries

    def format(self, document: object) -> bytes:  # noqa: ARG002, reportlab hands it over
        packed, self.packed = self.packed, b""  # from here on, it is in the file
        head = b"<</Filter /FlateDecode /Length %d %b>>" % (len(packed), self.entries)
        return b"%b\nstream\n%b\nendstream\n" % (head, packed)


class PdfPage(pdfdoc.PDFObject):  # type: ignore[misc]
    """A page whose entries, other than its parent and contents, are in their final form.

    `more` are entries that ReportLab formats.
    """

    __RefOnly__ = 1

    def __init__(self, entries: bytes, contents: PdfStream) -> None:
        self.entries = entries
        self.contents = contents
        self.more: dict[str, Any] = {}

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        parent, contents = (
            document.Reference(each).format(document) for each in (document.Pages, self.contents)
        )
        more = b"".join(
            b" /%b %b" % (name.encode(), pdfdoc.format(value, document))
            for name, value in self.more.items()
        )
        head = b"/Type /Page /Parent %b /Contents %b" % (parent, contents)
        return b"<<%b %b%b>>" % (head, self.entries, more)


class Late(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that is created only when the file is assembled, to save memory for pictures."""

    __RefOnly__ = 1

    def __init__(self, make: Callable[[], pdfdoc.PDFObject]) -> None:
        self.make = make

    def format(self, document: object) -> bytes:
        found: bytes = self.make().format(document)
        return found


def colour_function(gradient: Gradient) -> pdfdoc.PDFObject:
    """Return the function that maps each part of a gradient to its colour."""
    steps = [
        pdfdoc.PDFExponentialFunction(low, high, 1)
        for (_, low), (_, high) in zip(gradient.stops, gradient.stops[1:], strict=False)
    ]
    bounds = [offset for offset, _ in gradient.stops[1:-1]]
    return pdfdoc.PDFStitchingFunction(steps, bounds, [0, 1] * len(steps), Domain=array_of((0, 1)))


def picture_object(file: Path, document: pdfdoc.PDFDocument, space: ColourSpace) -> Any:
    """Return the PDF object of a picture.

    A JPEG or plain PNG is embedded unchanged; other pictures are decoded.
    """
    data = file.read_bytes()
    plain = plain_picture(data)
    if plain is not None and (space is SCREEN or (plain.colours, plain.filter) == GREY_JPEG):
        return _plain(plain)
    from PIL import Image

    with Image.open(io.BytesIO(data)) as opened:
        image: Image.Image = opened
        kept = ("RGB", "L") if space is SCREEN else ("L",)
        if opened.format == "JPEG" and image.mode in kept:
            name = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
            return _Image(image.size, name, data, "DCTDecode")
        alpha = "A" in image.getbands() or "transparency" in image.info
        if image.mode.startswith("I"):  # 16 bits a pixel, of which paper shows 8
            image = image.convert("I").point(lambda value: value / 256).convert("L")
        rgb = image.convert("RGBA" if alpha else "RGB")
        mask = ""
        if alpha:
            shape = zlib.compress(rgb.getchannel("A").tobytes(), 6)
            seen = document.Reference(_Image(image.size, "DeviceGray", shape, "FlateDecode"))
            mask = f"/SMask {document.idToObjectNumberAndVersion[seen.name][0]} 0 R"
        return pixels_of(rgb.convert("RGB"), space, mask)


GREY_JPEG = (1, "DCTDecode")


def pixels_of(image: PIL.Image.Image, space: ColourSpace, more: str = "") -> _Image:
    """Return a decoded RGB picture as a PDF object in the document's colour space."""
    if isinstance(space, PressInks):
        from PIL import ImageFilter

        cube = ImageFilter.Color3DLUT(space.size, space.table, channels=4, target_mode="CMYK")
        image = image.filter(cube)
    else:
        image = image.convert(space.mode)
    packed = zlib.compress(image.tobytes(), 6)
    return _Image(image.size, space.name, packed, "FlateDecode", more)


def _plain(found: Plain) -> _Image:
    """Return the PDF object of a picture whose compressed pixels are embedded unchanged."""
    more = ""
    if found.filter == "FlateDecode":  # a PNG, whose rows are filtered
        more = f"/Predictor 15 /Colors {found.colours} /BitsPerComponent 8 /Columns {found.width}"
        more = f"/DecodeParms <<{more}>>"
    space = "DeviceRGB" if found.colours == 3 else "DeviceGray"
    size = (found.width, found.height)
    return _Image(size, space, b"".join(found.packed), found.filter, more)


class _Image(pdfdoc.PDFObject):  # type: ignore[misc]
    """A picture with 8 bits per colour in its final form.

    A stream of ReportLab would copy it four times.
    """

    __RefOnly__ = 1

    def __init__(
        self, size: tuple[int, int], space: str, content: bytes, packed: str, more: str = ""
    ) -> None:
        self.content = content
        self.entries = (
            f"<</Type /XObject /Subtype /Image /Width {size[0]} /Height {size[1]} "
            f"/ColorSpace /{space} /BitsPerComponent 8 /Filter /{packed} {more} "
            f"/Length {len(content)}>>"
        )

    def format(self, document: object) -> bytes:  # noqa: ARG002, reportlab hands it over
        return b"%b\nstream\n%b\nendstream\n" % (self.entries.encode(), self.content)
