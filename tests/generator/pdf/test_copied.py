"""A new PDF with objects of another: they stay as they were, and what nothing shows is left out."""

from __future__ import annotations

import io

import pypdf

from generator.pdf.copied import CopiedPdf, packed, text_string
from generator.pdf.stored_objects import Objects, Ref, Stream, String

SOURCE = (
    b"%PDF-1.4\n1 0 obj\n<</Pages 2 0 R>>\nendobj\n2 0 obj\n<</Kids []/Count 0>>\nendobj\n"
    b"5 0 obj\n<</A#20b [1 -.5 true null (a\\)b) <41> 6 0 R]>>\nendobj\n6 0 obj\n7\nendobj\n"
)
TABLE = (
    b"xref\n1 2\n0000000009 00000 n \n0000000041 00000 n \n5 2\n0000000077 00000 n \n"
    b"0000000139 00000 n \ntrailer\n<</Root 1 0 R/Size 7>>\nstartxref\n156\n%%EOF\n"
)


def test_objects_are_copied_unchanged_and_only_those_that_are_used() -> None:
    source = Objects(SOURCE + TABLE)
    file = CopiedPdf(source)
    kids: list[Ref] = []
    tree = file.add({b"Type": b"Pages", b"Kids": kids, b"Count": 1})
    form = file.add(packed(b"q Q", {b"Resources": Ref(5)}))
    kids.append(file.add({b"Type": b"Page", b"Parent": tree, b"MediaBox": [0, 0, 9.5, 1e-4],
                          b"Contents": form}))  # fmt: skip
    root = file.add({b"Type": b"Catalog", b"Pages": tree})
    info = file.add({b"Title": text_string("Müsli"), b"Author": text_string("a (b)")})
    data = file.file({b"Root": root, b"Info": info})
    found = Objects(data)
    stream = found.get(form)
    assert isinstance(stream, Stream)
    assert found.unpacked(stream) == b"q Q"
    copied = found.get(stream.entries[b"Resources"])
    assert copied == source.get(Ref(5)) == {
        b"A b": [1, -0.5, True, None, String(b"(a\\)b)"), String(b"<41>"), Ref(6)]
    }  # fmt: skip
    assert found.get(Ref(6)) == 7
    assert found.get(Ref(1)) is None
    reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Müsli", "a (b)")
    assert [*map(float, reader.pages[0].mediabox)] == [0, 0, 9.5, 0.0001]
