"""Reads the pages of a PDF as stored objects, before anything interprets them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.pdf.stored_objects import Objects, ObjectsError, Ref, Stream


class StoredPage(NamedTuple):
    """A page in a file: its reference, its entries, and its resources, which may be inherited."""

    reference: Any
    entries: dict[bytes, Any]
    resources: dict[bytes, Any]


def pages_of(objects: Objects) -> Iterator[StoredPage]:
    """Yield the pages of a file in order.

    Raises ObjectsError if the structure of its pages is not a tree.
    """
    waiting: list[tuple[Any, Any]] = [
        (objects.entries(objects.trailer.get(b"Root")).get(b"Pages"), None)
    ]
    met: set[Ref] = set()
    while waiting:
        reference, resources = waiting.pop()
        if type(reference) is Ref:
            if reference in met:
                raise ObjectsError(f"object {reference.number} is in a tree twice")
            met.add(reference)
        node = objects.entries(reference)
        resources = node.get(b"Resources", resources)
        kids = objects.get(node.get(b"Kids"))
        if isinstance(kids, list):
            waiting += [(kid, resources) for kid in reversed(kids)]
        else:
            yield StoredPage(reference, node, objects.entries(resources))


def operators_of(objects: Objects, page: StoredPage) -> bytes:
    """Return the operators that draw a page, decompressed."""
    contents = objects.get(page.entries.get(b"Contents"))
    parts = map(objects.get, contents if isinstance(contents, list) else [contents])
    return b"\n".join(objects.unpacked(each) for each in parts if type(each) is Stream)
