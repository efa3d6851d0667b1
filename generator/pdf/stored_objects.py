"""Parses the bytes of a PDF into objects: numbers, names, dictionaries, streams and others.

It supports files that conform to the standard, as those of Pieria do: every object is where the
file's tables indicate, and every stream has its declared length. Other files are refused, never
repaired. pypdf could read the same, but importing it and reading with it take three times as long
as pdfium takes to load all pages.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

DEEPEST = 60  # arrays and dictionaries inside each other
MOST_TABLES = 100  # tables of objects: a file has one for each time it was changed
MOST_OBJECTS = 1_000_000
MOST_READ = 100_000_000  # bytes of all streams of a file

_TOKEN = re.compile(
    rb"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+(?:"  # never backtracking, which could take very long
    rb"/([^\0\t\n\f\r /<>\[\](){}%]*)"  # 1: a name
    rb"|(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![^\0\t\n\f\r /<>\[\](){}%])"  # 2: a reference
    rb"|([+-]?(?:\d+\.?\d*|\.\d+))"  # 3: a number
    rb"|(<<|\[)|(>>|\])"  # 4, 5
    rb"|(<[0-9A-Fa-f\0\t\n\f\r ]*>|\((?:[^\\()]|\\.)*\))"  # 6: a string
    rb"|([A-Za-z]+)"  # 7: true, false, null
    rb"|(\())",  # 8: a string with brackets in it
    re.DOTALL,
)
_BRACKET = re.compile(rb"\\.|[()]", re.DOTALL)
_OBJECT = re.compile(rb"[\0\t\n\f\r ]*(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj\b")
_REFERENCE = re.compile(rb"(\d+) \d+ R\b")
_STREAM = re.compile(rb"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+stream(?:\r\n|\n)")
_END = re.compile(rb"[\0\t\n\f\r ]*endstream\b")
_SECTION = re.compile(rb"[\0\t\n\f\r ]*(\d+) +(\d+)[ \t]*(?:\r\n|\r|\n)")
_ENTRY = re.compile(rb"(\d{10}) (\d{5}) ([nf])[ \r\n]{2}")
_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_NAME_CODE = re.compile(rb"#([0-9A-Fa-f]{2})")
_WORDS = {b"true": True, b"false": False, b"null": None}


class ObjectsError(ValueError):
    """Raised for a file that is not a valid PDF, or uses unsupported features."""


class String(bytes):
    """A PDF string, including its delimiters, as written in the file.

    Plain bytes represent a name.
    """


class Ref(NamedTuple):
    """A reference to an object, by the object's number."""

    number: int


class Stream(NamedTuple):
    """A stream: its dictionary, and its compressed bytes."""

    entries: dict[bytes, Any]
    packed: bytes


class _Packed(NamedTuple):
    """The place of an object inside an object stream."""

    stream: int
    place: int


class Objects:
    """The objects of a PDF file, each parsed on first use.

    Methods raise ObjectsError.
    """

    def __init__(self, data: bytes, most: int = MOST_READ) -> None:
        self.data = data
        self.most = most  # limit of the decompressed bytes of all streams
        self.left = most
        self._places: dict[int, int | _Packed | None] = {}  # None: free
        self._known: dict[int, Any] = {}
        self._digests: dict[int, str] = {}
        self._ends: list[int] = []  # where objects begin, and therefore where others end
        self._bundles: dict[int, list[Any]] = {}
        self.trailer: dict[bytes, Any] = {}
        start = _START.search(data, max(0, len(data) - 2048))
        if start is None:
            raise ObjectsError("it does not end like a PDF; it may be incomplete")
        self._tables(int(start[1]))
        if b"Encrypt" in self.trailer:
            raise ObjectsError("it is encrypted")

    def get(self, value: object) -> Any:
        """Return the object that a reference refers to, or any other value unchanged."""
        steps = 0
        while type(value) is Ref:
            number = value.number
            if number in self._known:
                value = self._known[number]
            else:
                value = self._known[number] = self._load(number)
            steps += 1
            if steps > DEEPEST:
                raise ObjectsError("references are circular")
        return value

    def entries(self, value: object) -> dict[bytes, Any]:
        """Return the entries of a dictionary.

        For a stream, these are the entries of its dictionary; for any other value, there are none.
        """
        found = self.get(value)
        if type(found) is Stream:
            return found.entries
        return found if isinstance(found, dict) else {}

    def digest(self, reference: Ref) -> str:
        """Return a digest of an object and everything that it refers to.

        It does not depend on the numbers of objects.
        """
        known = self._digests.get(reference.number)
        if known is None:
            self._digests[reference.number] = "again"  # in case it refers to itself
            known = self._digests[reference.number] = self._digest(reference.number)
        return known

    def _digest(self, number: int) -> str:
        place = self._places.get(number)
        if not isinstance(place, int):  # in a stream of objects
            raise ObjectsError(f"object {number} is not a separate object")
        if not self._ends:
            self._ends = sorted(each for each in self._places.values() if isinstance(each, int))
        after = bisect_right(self._ends, place)
        end = self._ends[after] if after < len(self._ends) else len(self.data)
        head = _OBJECT.match(self.data, place)
        data = self.data[head.end() if head else place : end]
        header, mark, packed = data.partition(b"stream")
        inner = [self.digest(Ref(int(each))) for each in _REFERENCE.findall(header)]
        found = hashlib.sha256(_REFERENCE.sub(b"R", header) + mark + packed)
        found.update(" ".join(inner).encode())
        return found.hexdigest()[:32]

    def unpacked(self, stream: Stream) -> bytes:
        """Return the decompressed bytes of a stream."""
        filters = self.get(stream.entries.get(b"Filter"))
        names = [self.get(each) for each in filters] if isinstance(filters, list) else [filters]
        data = stream.packed
        for name in names:
            if name == b"FlateDecode":
                data = self._inflated(data)
            elif name is not None:
                raise ObjectsError(
                    f"a stream is compressed with {name!r:.40}, not with FlateDecode"
                )
        settings = self.get(stream.entries.get(b"DecodeParms"))
        if isinstance(settings, list):
            settings = self.get(settings[0]) if len(settings) == 1 else None
        if isinstance(settings, dict) and _count(self.get(settings.get(b"Predictor", 1))) > 1:
            data = _unpredicted(data, _count(self.get(settings.get(b"Columns", 1))))
        if filters is None:
            self._spend(len(data))
        return data

    def _inflated(self, packed: bytes) -> bytes:
        inflater = zlib.decompressobj()
        try:
            data = inflater.decompress(packed, self.left + 1)
        except zlib.error as error:
            raise ObjectsError(str(error)) from None
        self._spend(len(data))
        if not inflater.eof:
            raise ObjectsError("a stream ends too early")
        return data

    def _spend(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise ObjectsError(f"its streams hold more than {self.most // 1_000_000} MB")

    # ---- where objects are

    def _tables(self, place: int) -> None:
        """Read the cross-reference tables, beginning with the newest."""
        waiting = [place]
        seen: set[int] = set()
        while waiting:
            place = waiting.pop()
            if place in seen or len(seen) > MOST_TABLES:
                raise ObjectsError("its tables of objects are circular")
            seen.add(place)
            if self.data.startswith(b"xref", place):
                entries = self._table(place + 4)
            else:
                entries = self._packed_table(place)
            self.trailer = entries | self.trailer
            waiting += [_count(entries[key]) for key in (b"Prev", b"XRefStm") if key in entries]

    def _table(self, place: int) -> dict[bytes, Any]:
        while section := _SECTION.match(self.data, place):
            first, count = int(section[1]), int(section[2])
            place = section.end()
            if place + 20 * count > len(self.data) or first + count > MOST_OBJECTS:
                raise ObjectsError("its table of objects is cut off")
            for number in range(first, first + count):
                entry = _ENTRY.match(self.data, place)
                if entry is None:
                    raise ObjectsError("its table of objects is broken")
                self._places.setdefault(number, int(entry[1]) if entry[3] == b"n" else None)
                place += 20
        end = self.data.find(b"trailer", place, place + 100)
        trailer = self._parse(end + 7)[0] if end >= 0 else None
        if not isinstance(trailer, dict):
            raise ObjectsError("it has no trailer")
        return trailer

    def _packed_table(self, place: int) -> dict[bytes, Any]:
        table = self._at(place, None)
        if not isinstance(table, Stream) or table.entries.get(b"Type") != b"XRef":
            raise ObjectsError("its table of objects is not at the stated position")
        widths = [_count(each) for each in table.entries.get(b"W", ())]
        if len(widths) != 3 or not 0 < sum(widths) < 30:
            raise ObjectsError("its table of objects is broken")
        data = self.unpacked(table)
        sections = table.entries.get(b"Index", [0, table.entries.get(b"Size")])
        rows = iter(range(0, len(data) - sum(widths) + 1, sum(widths)))
        for first, count in zip(sections[::2], sections[1::2], strict=True):
            for number, row in zip(range(_count(first), _count(first) + _count(count)), rows):  # noqa: B905, cut off where data end
                kind, one, two = _numbers(data, row, widths)
                found: int | _Packed | None = None
                if kind == 1 or not widths[0]:
                    found = one
                elif kind == 2:
                    found = _Packed(one, two)
                self._places.setdefault(number, found)
        return table.entries

    def _load(self, number: int) -> Any:
        place = self._places.get(number)
        if place is None:
            return None
        if isinstance(place, _Packed):
            bundle = self._bundles.get(place.stream)
            if bundle is None:
                bundle = self._bundles[place.stream] = self._bundle(place.stream)
            if place.place >= len(bundle):
                raise ObjectsError(f"object {number} is not at the stated position")
            return bundle[place.place]
        return self._at(place, number)

    def _bundle(self, number: int) -> list[Any]:
        """Return the objects inside a PDF object stream."""
        place = self._places.get(number)
        stream = self._at(place, number) if isinstance(place, int) else None
        if not isinstance(stream, Stream):
            raise ObjectsError(f"object {number} is not an object stream")
        data = self.unpacked(stream)
        first, count = _count(stream.entries.get(b"First")), _count(stream.entries.get(b"N"))
        heads = data[:first].split()
        if count > MOST_OBJECTS or len(heads) < 2 * count:
            raise ObjectsError(f"object {number} is not an object stream")
        return [_parse(data, first + int(at))[0] for at in heads[1 : 2 * count : 2]]

    def _at(self, place: int, number: int | None) -> Any:
        """Return the object at an offset in the file."""
        head = _OBJECT.match(self.data, place)
        if head is None or (number is not None and int(head[1]) != number):
            raise ObjectsError(f"object {number} is not at the stated position")
        value, place = self._parse(head.end())
        if not isinstance(value, dict):
            return value
        stream = _STREAM.match(self.data, place)
        if stream is None:
            return value
        start = stream.end()
        end = start + _count(self.get(value.get(b"Length")))
        if not _END.match(self.data, end):
            raise ObjectsError(
                f"the stream of object {head[1].decode()} does not have the length that it states"
            )
        return Stream(value, self.data[start:end])

    def _parse(self, place: int) -> tuple[Any, int]:
        return _parse(self.data, place)


def _parse(data: bytes, place: int) -> tuple[Any, int]:
    """Return the object at an offset, and the offset of its end."""
    outer: list[list[Any]] = []
    values: list[Any] = []
    next_token = _TOKEN.scanner(data, place).match  # type: ignore[attr-defined]
    while True:
        token = next_token()
        if token is None:
            raise ObjectsError("a value cannot be read")
        kind = token.lastindex
        if kind == 4:
            outer.append(values)
            values = [token[4]]
            if len(outer) > DEEPEST:
                raise ObjectsError(f"values are nested more than {DEEPEST} times")
            continue
        if kind == 1:
            word = token[1]
            value: Any = spelled_out(word) if b"#" in word else word
        elif kind == 2:
            value = Ref(int(token[2]))
        elif kind == 3:
            value = float(token[3]) if b"." in token[3] else int(token[3])
        elif kind == 5:
            value = _closed(values, token[5])
            values = outer.pop()
        elif kind == 8:
            place = _end_of_string(data, token.end())
            value = String(data[token.start(8) : place])
            next_token = _TOKEN.scanner(data, place).match  # type: ignore[attr-defined]
        else:
            value = String(token[6]) if kind == 6 else _word(token[7])
        if not outer:
            return value, place if kind == 8 else token.end()
        values.append(value)


def _word(word: bytes) -> bool | None:
    if word not in _WORDS:
        raise ObjectsError(f"{word!r:.40} is not a value")
    return _WORDS[word]


def spelled_out(name: bytes) -> bytes:
    """Return a PDF name with its escapes, such as `#20`, decoded."""
    if b"#" not in name:
        return name
    return _NAME_CODE.sub(lambda code: bytes([int(code[1], 16)]), name)


def _closed(values: list[object], bracket: bytes) -> Any:
    """Return the array or dictionary that ends here.

    Its opening bracket was read before.
    """
    if not values:
        raise ObjectsError("a bracket was never opened")
    if (values[0], bracket) == (b"[", b"]"):
        return values[1:]
    names, rest = values[1::2], values[2::2]
    if (values[0], bracket) != (b"<<", b">>") or len(names) != len(rest):
        raise ObjectsError("a dictionary is not closed")
    if not all(type(each) is bytes for each in names):
        raise ObjectsError("a dictionary has a key that is not a name")
    found = dict(zip(names, rest, strict=True))
    if len(found) != len(names):
        # Readers disagree on which one counts.
        raise ObjectsError("a dictionary contains a key twice")
    return found


def _end_of_string(data: bytes, place: int) -> int:
    depth = 1
    for match in _BRACKET.finditer(data, place):
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    raise ObjectsError("a string does not end")


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ObjectsError(f"{value!r:.40} should be a whole number")
    return value


def _numbers(data: bytes, place: int, widths: list[int]) -> Iterator[int]:
    for width in widths:
        yield int.from_bytes(data[place : place + width], "big")
        place += width


def _unpredicted(data: bytes, columns: int) -> bytes:
    """Return the bytes of cross-reference streams before PNG's filters `none` and `up` were
    applied.
    """
    rows = []
    above = bytes(columns)
    for place in range(0, len(data), columns + 1):
        kind, row = data[place], data[place + 1 : place + 1 + columns]
        if kind == 2:
            row = bytes((one + two) & 255 for one, two in zip(row, above, strict=False))
        elif kind:
            raise ObjectsError("a table is compressed with a filter that is not supported")
        rows.append(row)
        above = row
    return b"".join(rows)
