"""The forms that the pages of a PDF draw: which, in which order, and how much there is in them.

pdfium unfolds a form wherever it is drawn and does not say which one it was. So the file's own
streams are read here, through pypdf, before pdfium unfolds them: each form once, however often it
is drawn.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdf

from generator.kit.hashes import form_hash

MOST_READ = 100_000_000  # bytes of all streams, each read once
MOST_DRAWN = 64_000_000  # bytes of what is drawn, each form counted wherever it is drawn: pdfium
# takes up to 15 times as much memory
EACH = 1000  # bytes that a form counts for beside its stream
DEEPEST = 30  # forms in forms
MOST_NODES = 100_000  # pages, and nodes between them

# A name that is drawn, or what may only look like one: strings and comments.
_DRAWN = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*|/([^\s/<>\[\](){}%]+)\s+Do\b", re.DOTALL
)


class StreamsError(ValueError):
    """A PDF's streams cannot be read, or hold more than a kit does."""


@dataclass(frozen=True)
class Form:
    """A form as its stream has it."""

    hash: str
    unfolded: int  # bytes, forms inside counted wherever they are drawn


def forms_of_pages(data: bytes) -> list[list[str]]:
    """For each page of a PDF the hashes of the forms that it draws, in order.

    Raises StreamsError.
    """
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it repairs is told by the claims
    try:
        streams = _Streams()
        return [streams.page(*each) for each in _pages(pypdf.PdfReader(io.BytesIO(data)))]
    except StreamsError:
        raise
    except Exception as error:  # pypdf raises what it pleases on broken files
        reason = str(error).split("\n")[0][:100] or type(error).__name__
        raise StreamsError(f"its streams cannot be read ({reason})") from None


def _pages(reader: pypdf.PdfReader) -> Iterator[tuple[Any, Any]]:
    """Pages with their resources, which they may have from the nodes above them."""
    waiting: list[tuple[Any, Any]] = [(reader.root_object["/Pages"], None)]
    visited = 0
    while waiting:
        node, resources = waiting.pop()
        node = node.get_object()
        visited += 1
        if visited > MOST_NODES:
            raise StreamsError(f"it has more than {MOST_NODES:,} pages")
        resources = node.get("/Resources", resources)
        if "/Kids" in node:
            waiting += [(kid, resources) for kid in reversed(node["/Kids"])]
        else:
            yield node, resources


class _Streams:
    """Reads each stream once."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], Form | None] = {}  # by number; None: being read
        self.read = 0
        self.drawn = 0

    def page(self, node: Any, resources: Any) -> list[str]:
        """The hashes of the forms that a page draws."""
        contents = node.get("/Contents")
        contents = contents.get_object() if contents is not None else []
        parts = contents if isinstance(contents, Sequence) else [contents]
        ops = b"\n".join(self.data(part.get_object()) for part in parts)
        forms = self.forms(ops, resources, 0)
        found = [forms[name] for name in drawn_names(ops) if name in forms]
        self.drawn += EACH + len(ops) + sum(form.unfolded for form in found)
        if self.drawn > MOST_DRAWN:
            raise StreamsError(
                f"its pages draw more than {MOST_DRAWN // 1_000_000} MB, forms counted wherever "
                "they are drawn, which is too much to be read back"
            )
        return [form.hash for form in found]

    def data(self, stream: Any) -> bytes:
        found: bytes = stream.get_data()
        self.read += len(found)
        if self.read > MOST_READ:
            raise StreamsError(f"its streams hold more than {MOST_READ // 1_000_000} MB")
        return found

    def forms(self, ops: bytes, resources: Any, depth: int) -> dict[bytes, Form]:
        """The forms that operators draw, by name."""
        given = resources.get_object().get("/XObject") if resources is not None else None
        entries = given.get_object() if given is not None else {}
        found = {}
        for name in set(drawn_names(ops)):
            entry = entries.get("/" + name.decode("latin-1"))
            stream = entry.get_object() if entry is not None else None
            if stream is not None and stream.get("/Subtype") == "/Form":
                found[name] = self.form(stream, resources, depth)
        return found

    def form(self, stream: Any, outer: Any, depth: int) -> Form:
        own = stream.get("/Resources")
        key = stream.indirect_reference.idnum, 0 if own is not None else id(outer)
        known = self.known.get(key)
        if known is not None:
            return known
        if key in self.known or depth > DEEPEST:
            raise StreamsError(f"it draws forms in forms, more than {DEEPEST} times over")
        self.known[key] = None
        ops = self.data(stream)
        inside = self.forms(ops, own if own is not None else outer, depth + 1)
        unfolded = EACH + len(ops)
        unfolded += sum(inside[name].unfolded for name in drawn_names(ops) if name in inside)
        hashes = {name.decode("latin-1"): form.hash for name, form in inside.items()}
        made = self.known[key] = Form(form_hash(ops, hashes), unfolded)
        return made


def drawn_names(ops: bytes) -> list[bytes]:
    """The names of forms and pictures that operators draw, in order."""
    return [match[1] for match in _DRAWN.finditer(ops) if match[1] is not None]
