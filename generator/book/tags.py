"""Writes the structure of a PDF for screen readers: elements and their marks on pages.

ReportLab writes no tags; the objects here follow ISO 32000-1, 14.7 and 14.8, as PDF/UA (ISO
14289-1) requires.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.pdfbase import pdfdoc

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

FIRST_LINK = 100_000  # keys of links in the parent tree, after those of pages

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


class Mark(NamedTuple):
    """A marked piece of content, given by its page and its number on the page."""

    page: int
    number: int


class LinkAnnotation(NamedTuple):
    """A link on a page: the page and the PDF object of its annotation."""

    page: int
    reference: Any


@dataclass(eq=False)
class StructureElement:
    """An element of the document's structure; `kind` is a standard type such as P or H2."""

    kind: str
    alt: str = ""
    kids: list[StructureElement | Mark | LinkAnnotation] = field(
        default_factory=list
    )  # contents in reading order
    attributes: dict[str, str] = field(default_factory=dict)  # with their owner under O

    def add(self, kind: str, alt: str = "") -> StructureElement:
        """Return a new structure element inside this one."""
        element = StructureElement(kind, alt)
        self.kids.append(element)
        return element


class Tags:
    """Marks the content of a PDF with structure elements, and writes their tree."""

    def __init__(self) -> None:
        self.root = StructureElement("Document")
        self.pages: dict[
            int, list[StructureElement]
        ] = {}  # page -> elements by the number of their mark
        self.links: list[StructureElement] = []  # by the key of their annotation, from FIRST_LINK
        self.open = 0

    def begin(self, page: int, element: StructureElement | None) -> str:
        """Return the operators that begin an element's content; None begins an artifact."""
        if element is None:
            return "/Artifact BMC"
        on_page = self.pages.setdefault(page, [])
        element.kids.append(Mark(page, len(on_page)))
        on_page.append(element)
        return f"/{element.kind} <</MCID {len(on_page) - 1}>> BDC"

    @contextmanager
    def marked(self, canvas: Canvas, element: StructureElement | None) -> Iterator[None]:
        """Tag everything that the block draws as content of the element; None means an artifact."""
        if self.open:  # a mark is not put into another
            yield
            return
        canvas._code.append(self.begin(canvas.getPageNumber(), element))
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1
            canvas._code.append("EMC")

    def link(self, element: StructureElement, page: int, reference: object) -> int:
        """Connect a link annotation to an element, and return its key in the parent tree."""
        element.kids.append(LinkAnnotation(page, reference))
        self.links.append(element)
        return FIRST_LINK + len(self.links) - 1

    def write(self, document: pdfdoc.PDFDocument, title: str, language: str) -> None:
        """Add the structure tree to a ReportLab document whose pages are complete."""
        pages = document.Pages.pages
        refs: dict[StructureElement, Any] = {}

        def ref(element: StructureElement) -> Any:
            if element not in refs:
                refs[element] = pdfdoc.PDFObjectReference(f"Pieria.Element{len(refs)}")
            return refs[element]

        tree = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("StructTreeRoot")})
        root = document.Reference(tree, "Pieria.StructTree")
        self._element(document, self.root, root, ref)
        tree["K"] = pdfdoc.PDFArray([ref(self.root)])
        entries: list[Any] = []
        for number, page in enumerate(pages):
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            page.StructParents = number
            page.Tabs = pdfdoc.PDFName("S")
            entries += [number, pdfdoc.PDFArray([ref(e) for e in self.pages.get(number + 1, ())])]
        for key, element in enumerate(self.links, FIRST_LINK):
            entries += [key, ref(element)]
        tree["ParentTree"] = pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(entries)})
        tree["ParentTreeNextKey"] = FIRST_LINK + len(self.links)
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})
        told = XMP.format(title=html.escape(title), language=language)
        metadata = pdfdoc.PDFStream(content=told.encode())
        metadata.dictionary["Type"] = pdfdoc.PDFName("Metadata")
        metadata.dictionary["Subtype"] = pdfdoc.PDFName("XML")
        document.Catalog.Metadata = document.Reference(metadata, "Pieria.Metadata")

    def _element(
        self, document: pdfdoc.PDFDocument, element: StructureElement, parent: Any, ref: Any
    ) -> None:
        own = ref(element)
        kids: list[Any] = []
        for kid in element.kids:
            if isinstance(kid, Mark):
                kids.append(_kid("MCR", kid.page, MCID=kid.number))
            elif isinstance(kid, LinkAnnotation):
                kids.append(_kid("OBJR", kid.page, Obj=kid.reference))
            elif _is_used(kid):
                kids.append(ref(kid))
                self._element(document, kid, own, ref)
        entries: dict[str, Any] = {
            "Type": pdfdoc.PDFName("StructElem"),
            "S": pdfdoc.PDFName(element.kind),
            "P": parent,
            "K": pdfdoc.PDFArray(kids),
        }
        if element.alt:
            entries["Alt"] = pdfdoc.PDFString(element.alt)
        if element.attributes:
            named = {name: pdfdoc.PDFName(value) for name, value in element.attributes.items()}
            entries["A"] = pdfdoc.PDFDictionary(named)
        document.Reference(pdfdoc.PDFDictionary(entries), own.name)


def _kid(kind: str, page: int, **more: object) -> Any:
    """Return the entry for an element's content on a page."""
    page_of = pdfdoc.PDFObjectReference(f"Page{page}")
    return pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName(kind), "Pg": page_of, **more})


def _is_used(element: StructureElement) -> bool:
    """Return whether any content of an element was drawn.

    Empty table cells count as drawn.
    """
    if element.kind in ("TH", "TD"):
        return True
    return any(not isinstance(kid, StructureElement) or _is_used(kid) for kid in element.kids)
