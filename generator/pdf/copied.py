"""Writes a new PDF that contains objects of a finished one, such as the typefaces of its pages."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from generator.pdf.stored_objects import Objects, Ref, Stream, String

_ESCAPED = re.compile(rb"[()\\]")
_CODED = re.compile(rb"[^!-~]|[#%/()<>\[\]{}]")  # letters that a name spells as #20
_KEYWORDS = {True: b"true", False: b"false", None: b"null"}


def text_string(words: str) -> String:
    """Return a text as a PDF string: readable in the file if it is ASCII, otherwise as UTF-16."""
    if words.isascii():
        return String(b"(" + _ESCAPED.sub(rb"\\\g<0>", words.encode()) + b")")
    return String(b"<FEFF" + words.encode("utf-16-be").hex().encode() + b">")


def packed(data: bytes, entries: Mapping[bytes, object]) -> Stream:
    """Return a compressed stream with these entries."""
    return Stream({**entries, b"Filter": b"FlateDecode"}, zlib.compress(data, 6))


class CopiedPdf:
    """A new PDF with new objects, and with the objects of a `source` that they refer to.

    Objects of the source keep their numbers.
    """

    def __init__(self, source: Objects) -> None:
        self.source = source
        self._new: dict[int, Any] = {}
        self._first = int(source.trailer[b"Size"])

    def add(self, value: object) -> Ref:
        """Add an object, and return the reference to it."""
        number = self._first + len(self._new)
        self._new[number] = value
        return Ref(number)

    def file(self, trailer: Mapping[bytes, object]) -> bytes:
        """Return the finished file; objects to which nothing in the trailer leads are left out."""
        found: dict[int, bytes] = {}
        waiting = [*_references(trailer)]
        while waiting:
            number = waiting.pop()
            if number not in found:
                new = number in self._new
                value = self._new[number] if new else self.source.get(Ref(number))
                found[number] = _written(value)
                waiting += _references(value)
        parts = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
        place, places = len(parts[0]), {}
        for number, body in sorted(found.items()):
            parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, body))
            places[number] = place
            place += len(parts[-1])
        end = _written({**trailer, b"Size": max(found) + 1})
        parts += [_table(places), b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (end, place)]
        return b"".join(parts)


def _references(value: object) -> Iterable[int]:
    """Yield the numbers of the objects that a value refers to."""
    if isinstance(value, Ref):
        yield value.number
    elif isinstance(value, Stream):
        yield from _references(value.entries)
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _references(each)


def _written(value: Any) -> bytes:
    """Return a value as it is written in a file."""
    if isinstance(value, Ref):
        return b"%d 0 R" % value.number
    if isinstance(value, Stream):
        head = _written({**value.entries, b"Length": len(value.packed)})
        return b"%b\nstream\n%b\nendstream" % (head, value.packed)
    if isinstance(value, dict):
        pairs = (b"%b %b" % (_written(key), _written(each)) for key, each in value.items())
        return b"<<%b>>" % b" ".join(pairs)
    if isinstance(value, list):
        return b"[%b]" % b" ".join(map(_written, value))
    if isinstance(value, String):
        return bytes(value)
    if isinstance(value, bytes):  # a name
        return b"/" + _CODED.sub(lambda letter: b"#%02X" % letter[0][0], value)
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".").encode()
    return b"%d" % value if type(value) is int else _KEYWORDS[value]


def _table(places: dict[int, int]) -> bytes:
    """Return the cross-reference table, with a section for each run of numbers."""
    rows = {0: b"0000000000 65535 f \n"}
    rows |= {number: b"%010d 00000 n \n" % place for number, place in places.items()}
    table = b"xref\n"
    for _, run in groupby(enumerate(sorted(rows)), lambda each: each[1] - each[0]):
        numbers = [number for _, number in run]
        table += b"%d %d\n" % (numbers[0], len(numbers))
        table += b"".join(rows[number] for number in numbers)
    return table
