"""The structure of a PDF for screen readers: elements, their marks on pages, and the tree of both.

reportlab writes no tags; the objects here are those of ISO 32000-1, 14.7 and 14.8.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from reportlab.pdfbase import pdfdoc


@dataclass(eq=False)
class Element:
    """A part of the document: `kind` is a standard structure type such as P or H2."""

    kind: str
    alt: str = ""
    inside: list[Element] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)  # page and number of the mark
    scope: str = ""  # of a TH

    def add(self, kind: str, alt: str = "") -> Element:
        """A new element inside of this one."""
        element = Element(kind, alt)
        self.inside.append(element)
        return element


class Tags:
    """Marks what is drawn on a canvas, and writes the tree of all elements."""

    def __init__(self) -> None:
        self.root = Element("Document")
        self.pages: dict[int, list[Element]] = {}  # page -> elements by the number of their mark
        self.open = 0

    @contextmanager
    def marked(self, canvas: Any, element: Element | None) -> Iterator[None]:
        """What is drawn inside belongs to the element; None: it is an ornament."""
        if self.open:  # a mark is not put into another
            yield
            return
        if element is None:
            canvas._code.append("/Artifact BMC")
        else:
            page = canvas.getPageNumber()
            on_page = self.pages.setdefault(page, [])
            element.marks.append((page, len(on_page)))
            canvas._code.append(f"/{element.kind} <</MCID {len(on_page)}>> BDC")
            on_page.append(element)
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1
            canvas._code.append("EMC")

    def write(self, document: Any) -> None:
        """Put the tree into a reportlab document whose pages are all there."""
        pages = document.Pages.pages
        names: dict[int, str] = {}
        refs: dict[Element, Any] = {}

        def ref(element: Element) -> Any:
            if element not in refs:
                names[len(refs)] = name = f"Pieria.Element{len(refs)}"
                refs[element] = pdfdoc.PDFObjectReference(name)
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
        tree["ParentTree"] = pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(entries)})
        tree["ParentTreeNextKey"] = len(pages)
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})

    def _element(self, document: Any, element: Element, parent: Any, ref: Any) -> None:
        own = ref(element)
        kids: list[Any] = [
            pdfdoc.PDFDictionary(
                {
                    "Type": pdfdoc.PDFName("MCR"),
                    "Pg": pdfdoc.PDFObjectReference(f"Page{page}"),
                    "MCID": mark,
                }
            )
            for page, mark in element.marks
        ]
        for inner in element.inside:
            if _is_used(inner):
                kids.append(ref(inner))
                self._element(document, inner, own, ref)
        entries: dict[str, Any] = {
            "Type": pdfdoc.PDFName("StructElem"),
            "S": pdfdoc.PDFName(element.kind),
            "P": parent,
            "K": pdfdoc.PDFArray(kids),
        }
        if element.alt:
            entries["Alt"] = pdfdoc.PDFString(element.alt)
        if element.scope:
            entries["A"] = pdfdoc.PDFDictionary(
                {"O": pdfdoc.PDFName("Table"), "Scope": pdfdoc.PDFName(element.scope)}
            )
        document.Reference(pdfdoc.PDFDictionary(entries), own.name)


def _is_used(element: Element) -> bool:
    """Whether anything of an element was drawn."""
    return bool(element.marks) or any(map(_is_used, element.inside))
