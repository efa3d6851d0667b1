"""Objects of a PDF: what keeps the standard is read as pypdf reads it, what does not is refused."""

from __future__ import annotations

import contextlib
import io
import time
import zlib

import pypdf
import pytest

from generator.pdf.stored_objects import Objects, ObjectsError, Ref, Stream, String


def classic(*objects: bytes, trailer: bytes = b"", prev: bytes = b"") -> bytes:
    """A file of objects 1, 2, … with an ordinary table."""
    data, places = prev or b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    return data + b"xref\n1 %d\n%btrailer\n<</Root 1 0 R %b>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects), table, trailer, start
    )  # fmt: skip


def packed() -> bytes:
    """A file with a stream of objects and a packed table, as other programs write them."""
    heads = b"1 0 3 12 "
    bundle = zlib.compress(heads + b"<</K 3 0 R>>[7]")
    data = b"%PDF-1.5\n"
    at_bundle = len(data)
    data += b"2 0 obj\n<</Type/ObjStm/N 2/First %d/Filter/FlateDecode/Length %d>>stream\n" % (
        len(heads), len(bundle)
    )  # fmt: skip
    data += bundle + b"\nendstream\nendobj\n"
    at_table = len(data)
    rows = [(0, 0, 0), (2, 2, 0), (1, at_bundle, 0), (2, 2, 1), (1, at_table, 0)]
    flat = [bytes([kind]) + one.to_bytes(2, "big") + bytes([two]) for kind, one, two in rows]
    above, filtered = bytes(4), b""
    for row in flat:
        filtered += b"\2" + bytes((a - b) % 256 for a, b in zip(row, above, strict=True))
        above = row
    table = zlib.compress(filtered)
    data += b"4 0 obj\n<</Type/XRef/W[1 2 1]/Size 5/Root 1 0 R/Filter/FlateDecode" + (
        b"/DecodeParms<</Predictor 12/Columns 4>>/Length %d>>stream\n" % len(table)
    )
    return data + table + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % at_table


def test_every_kind_of_value() -> None:
    objects = Objects(
        classic(b"<</A#42 [1 -.5 true null /N#20x (a(b)\\)) (c) <4142> 2 0 R]>>", b"12"), 1000
    )
    found = objects.get(objects.trailer[b"Root"])[b"AB"]
    assert found == [1, -0.5, True, None, b"N x", b"(a(b)\\))", b"(c)", b"<4142>", Ref(2)]
    assert [type(each) for each in found[4:6]] == [bytes, String]
    assert objects.get(found[-1]) == 12
    assert objects.get(Ref(99)) is None


def test_packed_objects_and_tables() -> None:
    objects = Objects(packed(), 10_000)
    root = objects.get(objects.trailer[b"Root"])
    assert objects.get(root[b"K"]) == [7]


def test_a_changed_file_has_its_newest_objects() -> None:
    old = classic(b"[1]", b"[2]")
    place = old.rindex(b"xref\n1 2")
    new = classic(b"[3]", prev=old, trailer=b"/Prev %d" % place)
    objects = Objects(new, 1000)
    assert (objects.get(Ref(1)), objects.get(Ref(2))) == ([3], [2])


def test_streams_are_those_that_pypdf_reads() -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("a.txt", b"words " * 100)
    out = io.BytesIO()
    writer.write(out)
    objects = Objects(out.getvalue(), 10_000)
    streams = [
        found for number in range(1, 20) if type(found := objects.get(Ref(number))) is Stream
    ]
    assert b"words " * 100 in [objects.unpacked(each) for each in streams]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"%PDF-1.4\n", "does not end like a PDF"),
        (classic(b"[1]").replace(b"1 0 obj", b"7 0 obj"), "object 1 is not at the stated position"),
        (classic(b"<</Length 3>>stream\n12345\nendstream"), "the length that it states"),
        (classic(b"<</A 1 /A 2>>"), "a key twice"),
        (classic(b"<</A 1"), "cannot be read|is not a value"),
        (classic(b"[" * 100), "nested more than"),
        (classic(b"(a(b)"), "a string does not end"),
        (classic(b"1 0 R"), "references are circular"),
        (classic(b"[1 2>>"), "not closed"),
        (classic(b"]"), "never opened"),
        (classic(b"[1]", trailer=b"/Encrypt 1 0 R"), "encrypted"),
        (classic(b"[1]").replace(b"xref\n1 1", b"xref\n1 9", 1), "cut off|broken"),
    ],
)
def test_what_is_broken_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ObjectsError, match=message):
        Objects(data, 1000).get(Ref(1))


@pytest.mark.parametrize("data", [b" " * 100_000 + b"!", b"%" * 100_000 + b"\n!"])
@pytest.mark.parametrize("before", [b"", b"<<>>", b"["])
def test_space_and_comments_take_no_time(before: bytes, data: bytes) -> None:
    started = time.process_time()
    with contextlib.suppress(ObjectsError):
        Objects(classic(before + data), 1000).get(Ref(1))
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("head", "body", "message"),
    [
        (b"/Filter /FlateDecode", zlib.compress(bytes(10**7)), "hold more than"),
        (b"/Filter /FlateDecode", zlib.compress(b"abcdef" * 9)[:-6], "ends too early"),
        (b"/Filter /FlateDecode", b"nothing", "incorrect header"),
        (b"/Filter [/LZWDecode]", b"nothing", "LZWDecode"),
        (b"", bytes(2_000_000), "hold more than 1 MB"),
    ],
)
def test_streams_that_are_not_unpacked(head: bytes, body: bytes, message: str) -> None:
    stream = b"<<%b /Length %d>>stream\n%b\nendstream" % (head, len(body), body)
    objects = Objects(classic(stream), 1_000_000)
    with pytest.raises(ObjectsError, match=message):
        objects.unpacked(objects.get(Ref(1)))
