"""Finds accessibility defects in a tagged PDF: the part of PDF/UA-1 that programs can check.

Everything is read from the file's own objects, without data from the writer. Clauses are those of
ISO 14289-1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from generator.pdf.stored_objects import Objects, ObjectsError, Ref, Stream
from generator.pdf.stored_pages import StoredPage, operators_of, pages_of

DEEPEST = 60  # elements in elements
KINDS = re.compile(  # ISO 32000-1, 14.8.4
    r"Document|Part|Art|Sect|Div|BlockQuote|Caption|TOCI?|Index|NonStruct|Private|P|H[1-6]|L|LI|Lbl"
    r"|LBody|Table|T[RHD]|THead|TBody|TFoot|Span|Quote|Note|Reference|BibEntry|Code|Link|Annot"
    r"|Figure|Formula|Form"
)
HOLDERS = {  # kinds of elements that are only in certain others
    "TOCI": {"TOC"},
    "LI": {"L"},
    "Lbl": {"LI", "TOCI", "Note"},
    "LBody": {"LI"},
    "TR": {"Table", "THead", "TBody", "TFoot"},
    "TH": {"TR"},
    "TD": {"TR"},
}
_PAINTS = frozenset((b"S s f F f* B B* b b* sh Do Tj TJ ' \" EI").split())
_OPERAND = b"/<>[](+-.0123456789"  # how operands begin, unlike operators
_TOKENS = re.compile(
    rb"(\((?:[^\\()]++|\\.)*+\)|<[0-9A-Fa-f\s]*+>|%[^\r\n]*+)|<<|>>|[\[\]]|/[^\s/<>\[\](){}%]*+"
    rb"|[^\s/<>\[\](){}%]++",
    re.DOTALL,
)


class TagProblem(NamedTuple):
    """A problem with tags, and its page, which is 0 for the whole document."""

    page: int
    message: str


class _Element(NamedTuple):
    """A structure element, and its contents in reading order."""

    number: int  # number of its object
    kind: str
    entries: dict[bytes, Any]
    inside: tuple[_Element, ...]
    marks: tuple[tuple[int, int], ...]  # numbers of a page's object and of a mark
    links: tuple[int, ...]  # numbers of annotations' objects


def missing_tags(objects: Objects) -> list[TagProblem]:
    """Return all problems of a PDF's tags.

    Raises ObjectsError for a file that cannot be read.
    """
    file = _File(objects)
    found = [*file.document()]
    if file.tree is not None:
        found += [*file.elements(file.tree, "", 0), *file.headings(), *file.pages_marked()]
    return found


class _File:
    """A file whose objects are checked clause by clause."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.root = self.objects.entries(objects.trailer.get(b"Root"))
        self.structure = self.objects.entries(self.root.get(b"StructTreeRoot"))
        self.met: set[int] = set()  # numbers of elements
        self.owners: dict[tuple[int, int], int] = {}  # marks -> the number of their element

    def once(self, reference: object) -> None:
        """Record that a node of a tree is visited.

        Raises ObjectsError if it was visited before.
        """
        if type(reference) is Ref:
            if reference.number in self.met:
                raise ObjectsError(f"object {reference.number} is in a tree twice")
            self.met.add(reference.number)

    def listed(self, value: object) -> list[Any]:
        found = self.objects.get(value)
        if found is None:
            return []
        return found if isinstance(found, list) else [value]

    # ---- the document (5, 6.2, 7.1, 7.2)

    def document(self) -> Iterator[TagProblem]:
        if not self.root.get(b"Lang"):
            yield TagProblem(0, "the document has no language (Lang)")
        if self.objects.entries(self.root.get(b"MarkInfo")).get(b"Marked") is not True:
            yield TagProblem(0, "the document does not say that it is tagged (MarkInfo)")
        if (
            self.objects.entries(self.root.get(b"ViewerPreferences")).get(b"DisplayDocTitle")
            is not True
        ):
            yield TagProblem(0, "viewers show the file's name instead of the title")
        metadata = self.objects.get(self.root.get(b"Metadata"))
        packet = self.objects.unpacked(metadata) if type(metadata) is Stream else b""
        for name in (b"dc:title", b"pdfuaid:part"):
            if name not in packet:
                yield TagProblem(0, f"the metadata lack {name.decode()}")
        if self.tree is None:
            yield TagProblem(0, "the document has no structure (StructTreeRoot)")

    @cached_property
    def tree(self) -> _Element | None:
        tops = self.listed(self.structure.get(b"K"))
        return self.element(tops[0], 0) if tops else None

    def element(self, reference: object, depth: int) -> _Element:
        """Return a structure element with its contents.

        Raises ObjectsError if an element occurs in two places.
        """
        entries = self.objects.entries(reference)
        number = reference.number if type(reference) is Ref else 0
        self.once(reference)
        inside: list[_Element] = []
        marks: list[tuple[int, int]] = []
        links: list[int] = []
        for kid in self.listed(entries.get(b"K")) if depth < DEEPEST else ():
            kid_entries = self.objects.entries(kid)
            page = kid_entries.get(b"Pg", entries.get(b"Pg"))
            if b"MCID" in kid_entries and type(page) is Ref:
                marks.append((page.number, kid_entries[b"MCID"]))
            elif kid_entries.get(b"Type") == b"OBJR" and type(kid_entries.get(b"Obj")) is Ref:
                links.append(kid_entries[b"Obj"].number)
            elif b"S" in kid_entries:
                inside.append(self.element(kid, depth + 1))
        self.owners |= dict.fromkeys(marks, number)
        kind = entries.get(b"S", b"").decode("latin-1")
        return _Element(number, kind, entries, tuple(inside), tuple(marks), tuple(links))

    # ---- elements (7.1 to 7.7, 7.18.5)

    def elements(self, element: _Element, holder: str, page: int) -> Iterator[TagProblem]:
        """Yield the problems of a structure element and its descendants.

        `page` is the page of the previous element.
        """
        page = self.page_of(element) or page
        kind = element.kind
        if not KINDS.fullmatch(kind):
            yield TagProblem(page, f"'{kind}' is not a standard kind of element")
        if kind in HOLDERS and holder not in HOLDERS[kind]:
            wanted = ", ".join(sorted(HOLDERS[kind]))
            yield TagProblem(page, f"{kind} is inside {holder or 'nothing'}, not inside {wanted}")
        if kind in ("Figure", "Formula") and not self.spoken(element):
            yield TagProblem(page, f"a {kind.lower()} has no words for a screen reader (Alt)")
        if kind == "Link" and not element.links:
            yield TagProblem(page, "a link has no annotation (OBJR)")
        if kind == "Table":
            yield from self.table(element, page)
        for inner in element.inside:
            yield from self.elements(inner, kind, page)

    def spoken(self, element: _Element) -> bool:
        """Return whether a structure element has replacement text for screen readers."""
        texts = (element.entries.get(name) for name in (b"Alt", b"ActualText"))
        return any(len(bytes(text)) > len(b"()") for text in texts if isinstance(text, bytes))

    def table(self, table: _Element, page: int) -> Iterator[TagProblem]:
        heads = [each for each in _within(table) if each.kind == "TH"]
        if not heads:
            yield TagProblem(page, "a table has no header (TH)")
        for head in heads:
            attributes = self.listed(head.entries.get(b"A"))
            if not any(b"Scope" in self.objects.entries(each) for each in attributes):
                yield TagProblem(
                    page, "a table header does not say which cells it applies to (Scope)"
                )
        wide = {len(row.inside) for row in _within(table) if row.kind == "TR"}
        if len(wide) > 1:
            yield TagProblem(page, "rows of a table differ in their number of cells")

    def headings(self) -> Iterator[TagProblem]:
        """Yield a problem for each heading that skips a level; the first must be H1."""
        assert self.tree is not None
        level = 0
        for each in _within(self.tree):
            if each.kind[:1] == "H" and each.kind[1:].isdigit():
                own = int(each.kind[1:])
                if own > level + 1:
                    yield TagProblem(self.page_of(each), f"{each.kind} follows level {level}")
                level = own

    # ---- pages (7.1, 7.18)

    @cached_property
    def pages(self) -> list[StoredPage]:
        return [*pages_of(self.objects)]

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The page numbers, by the object number of the page."""
        return {page.reference.number: at for at, page in enumerate(self.pages, 1)}

    def page_of(self, element: _Element) -> int:
        return next((self.numbers.get(page, 0) for page, _ in element.marks), 0)

    @cached_property
    def parents(self) -> dict[int, Any]:
        """The parent tree: the structure elements for a page's marks, or for an annotation."""
        numbers = self.listed(self.objects.entries(self.structure.get(b"ParentTree")).get(b"Nums"))
        return dict(zip(numbers[::2], numbers[1::2], strict=False))

    def pages_marked(self) -> Iterator[TagProblem]:
        assert self.tree is not None
        links = {number: each for each in _within(self.tree) for number in each.links}
        for at, page in enumerate(self.pages, 1):
            parents = self.listed(self.parents.get(page.entries.get(b"StructParents", -1)))
            marks, found = self.content(at, page)
            yield from found
            for mark in marks:
                owner = parents[mark] if mark < len(parents) else None
                if owner is None or self.owners.get((page.reference.number, mark)) != owner.number:
                    yield TagProblem(at, f"mark {mark} belongs to no element")
            annotations = self.listed(page.entries.get(b"Annots"))
            if annotations and page.entries.get(b"Tabs") != b"S":
                yield TagProblem(at, "the tab order does not follow the structure (Tabs)")
            for annotation in annotations:
                yield from self.annotation(at, annotation, links)

    def annotation(
        self, at: int, reference: Any, links: dict[int, _Element]
    ) -> Iterator[TagProblem]:
        entries = self.objects.entries(reference)
        if len(entries.get(b"Contents", b"")) <= len(b"()"):
            yield TagProblem(at, "a link does not describe its target (Contents)")
        owner = links.get(reference.number)
        parent = self.parents.get(entries.get(b"StructParent", -1))
        if owner is None or parent is None or owner.number != parent.number:
            yield TagProblem(at, "an annotation is in no element")
        elif entries.get(b"Subtype") == b"Link" and owner.kind != "Link":
            yield TagProblem(at, f"a link is in {owner.kind}, not in Link")

    def content(self, at: int, page: StoredPage) -> tuple[list[int], list[TagProblem]]:
        """Return the numbers of the marks on a page, and problems with content outside them."""
        ops = operators_of(self.objects, page)
        marks: list[int] = []
        found: list[TagProblem] = []
        around: list[str] = []  # kinds of the open marks
        before: list[bytes] = []  # operands
        bare = 0
        for match in _TOKENS.finditer(ops):
            token = match[0]
            if token[:1] in _OPERAND or match[1]:
                before.append(token)
                continue
            if token in (b"BDC", b"BMC"):
                around.append(_kind(before))
                if around[-1] == "tagged":
                    marks.append(int(before[before.index(b"/MCID") + 1]))
                if around[-1] != "other" and {"tagged", "Artifact"} & {*around[:-1]}:
                    found.append(TagProblem(at, "a mark, or an artifact, is inside another"))
            elif token == b"EMC":
                around = around[:-1]
            elif token in _PAINTS:
                bare += not {"tagged", "Artifact"} & {*around}
            before = []
        if bare:
            found.append(TagProblem(at, f"{bare} elements are drawn outside every tag"))
        if around:
            found.append(TagProblem(at, "a mark is not closed"))
        return marks, found


def _kind(operands: list[bytes]) -> str:
    """Return the kind of a mark: `tagged`, `Artifact`, or something else."""
    if b"/MCID" in operands:
        return "tagged"
    return "Artifact" if b"/Artifact" in operands else "other"


def _within(element: _Element) -> Iterator[_Element]:
    """Yield a structure element and its descendants, in reading order."""
    yield element
    for inner in element.inside:
        yield from _within(inner)
