"""Reads the start tags of a drawing, and edits its bytes: attributes, added and removed elements.

An edit replaces only the affected bytes; then the file is read again and compared. An edit that
would change anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from xml.parsers import expat

from generator.studio.tables import EditError

LARGEST = 8_000_000  # bytes
MOST = 20_000  # elements
_ATTRIBUTE = r"(\s+){}(\s*=\s*)(\"[^\"]*\"|'[^']*')"
_TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_NOT_ALONE = "this edit would also change other parts of the drawing; use Inkscape"


@dataclass(frozen=True)
class Tag:
    """A start tag, with its attributes, its range of bytes, and the tag that contains it."""

    name: str
    attributes: Mapping[str, str]
    start: int
    end: int
    line: int
    parent: int = -1


def tags_of(data: bytes) -> list[Tag]:
    """Return the start tags of a drawing, in document order. Raises EditError."""
    return _read(data)[0]


def _read(data: bytes) -> tuple[list[Tag], list[int]]:
    """Return the start tags of a drawing, and the position of each end tag."""
    if len(data) > LARGEST:
        raise EditError("the drawing is too large to be edited here")
    parser = expat.ParserCreate()
    found: list[Tag] = []
    closed: dict[int, int] = {}
    opened: list[int] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(found) >= MOST:
            raise EditError("the drawing has too many elements to be edited here")
        at = parser.CurrentByteIndex
        end = _tag_end(data, at)
        above = opened[-1] if opened else -1
        opened.append(len(found))
        found.append(Tag(name, attributes, at, end, parser.CurrentLineNumber, above))

    def end(_: str) -> None:
        closed[opened.pop()] = parser.CurrentByteIndex

    def doctype(*_: object) -> None:
        raise EditError("the drawing has a document type; save it again as plain SVG")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise EditError(f"the drawing is not SVG that can be read: {error}") from None
    return found, [closed[place] for place in range(len(found))]


def _tag_end(data: bytes, at: int) -> int:
    """Return the position of the end of a start tag.

    A > within quotation marks does not end it.
    """
    match = _TAG.match(data, at)
    if match is None:
        raise EditError("the drawing has an encoding that cannot be edited here; save it as UTF-8")
    return match.end()


def _said(tags: list[Tag]) -> list[tuple[str, Mapping[str, str]]]:
    return [(each.name, each.attributes) for each in tags]


def is_empty(data: bytes, tag: Tag) -> bool:
    """Return whether a tag is written as <name/>, with nothing inside."""
    return data[tag.start : tag.end].endswith(b"/>")


def inside(tags: list[Tag], index: int) -> range:
    """Return the indices of an element and of everything inside it."""
    last = index + 1
    while last < len(tags) and tags[last].parent >= index:
        last += 1
    return range(index, last)


def set_attributes(data: bytes, index: int, values: Mapping[str, str]) -> bytes:
    """Return the drawing with changed attributes of one tag.

    An empty value removes an attribute.
    """
    before = tags_of(data)
    tag = before[index]
    text = data[tag.start : tag.end].decode("utf-8")
    for name, value in values.items():
        known = re.search(_ATTRIBUTE.format(re.escape(name)), text)
        if known and not value:
            text = text[: known.start()] + text[known.end() :]
        elif known:
            quote = known[3][0]
            written = escape(value, quote=False).replace(
                quote, "&quot;" if quote == '"' else "&#39;"
            )
            text = text[: known.start(3)] + quote + written + quote + text[known.end(3) :]
        elif value:
            at = len(text) - (2 if text.endswith("/>") else 1)
            text = text[:at].rstrip() + f' {name}="{escape(value)}"' + text[at:]
    made = data[: tag.start] + text.encode() + data[tag.end :]
    expected = {**tag.attributes, **values}
    alike = _said(before)
    alike[index] = (tag.name, {name: value for name, value in expected.items() if value})
    if _said(tags_of(made)) != alike:
        raise EditError(_NOT_ALONE)
    return made


def without(data: bytes, indices: Collection[int]) -> bytes:
    """Return the drawing without some elements and their contents."""
    before, ends = _read(data)
    gone = {place for index in indices for place in inside(before, index)}
    made = data
    for index in sorted(indices, reverse=True):
        tag = before[index]
        if tag.parent < 0:
            raise EditError("the drawing itself cannot be deleted")
        end = tag.end if is_empty(data, tag) else _tag_end(data, ends[index])
        start = len(made[: tag.start].rstrip(b" \t"))
        if made[end : end + 1] == b"\n":  # a line of its own goes with its end
            end += 1
        else:
            start = tag.start
        made = made[:start] + made[end:]
    if _said(tags_of(made)) != [
        each for place, each in enumerate(_said(before)) if place not in gone
    ]:
        raise EditError(_NOT_ALONE)
    return made


def with_element(data: bytes, parent: int, text: str) -> tuple[bytes, int]:
    """Return the drawing with a new last child of `parent`, and the index of its tag."""
    before, ends = _read(data)
    tag = before[parent]
    if is_empty(data, tag):
        raise EditError("the drawing has no layer for another element; use Inkscape")
    at = ends[parent]
    line = data.rfind(b"\n", 0, at) + 1
    indent = data[line:at] if not data[line:at].strip() else b""
    start = line if not data[line:at].strip() else at
    written = indent + b"  " + text.encode() + b"\n"
    made = data[:start] + written + data[start:]
    place = inside(before, parent).stop
    after = _said(tags_of(made))
    new = len(after) - len(before)
    if new < 1 or after[:place] + after[place + new :] != _said(before):
        raise EditError(_NOT_ALONE)
    return made, place


def moved_to(data: bytes, index: int, parent: int, last: bool) -> bytes:
    """Return the drawing with an element moved to be the last or the first child of `parent`."""
    before, ends = _read(data)
    tag = before[index]
    if parent in inside(before, index):
        raise EditError("an element cannot be moved into itself")
    end = tag.end if is_empty(data, tag) else _tag_end(data, ends[index])
    text = data[tag.start : end]
    cut = without(data, [index])
    parent -= len(inside(before, index)) * (parent > index)
    if last:
        made, _ = with_element(cut, parent, text.decode("utf-8"))
    else:
        at = tags_of(cut)[parent].end
        made = cut[:at] + b"\n    " + text + cut[at:]
    if sorted(map(repr, _said(tags_of(made)))) != sorted(map(repr, _said(before))):
        raise EditError(_NOT_ALONE)
    return made
