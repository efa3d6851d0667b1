"""Reads which form XObjects the pages of a PDF draw, in which order, and how much they contain.

pdfium expands a form XObject wherever it is drawn, and does not report which one it was. Therefore,
the streams of the file are read here first. Each form XObject is read once, however often it is
drawn.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

from generator.core.memo import Memo
from generator.kit.hashes import form_hash
from generator.pdf.stored_objects import Objects, ObjectsError, Ref, Stream, spelled_out
from generator.pdf.stored_pages import StoredPage, operators_of, pages_of

# Bytes of drawn content, with each form counted wherever it is drawn. pdfium takes up to 15 times
# as much memory.
MOST_DRAWN = 64_000_000
EACH = 1000  # bytes that a form counts for beside its stream
MOST_PIXELS = 200_000_000  # bytes of a picture; a larger one is not checked for completeness
AT_ONCE = 1 << 20  # bytes
DEEPEST = 30  # forms in forms

# A drawn name, or parts that may only look like one: strings and comments.
_DRAWN = re.compile(
    rb"\((?:[^\\()]++|\\.)*+\)|<[0-9A-Fa-f\s]*+>|%[^\r\n]*+|/([^\s/<>\[\](){}%]++)\s++Do\b",
    re.DOTALL,
)


class StreamsError(ValueError):
    """Raised if a PDF's streams cannot be read, or contain more than a kit does."""


class FormXObject:
    """A form XObject, as its stream describes it.

    Two of them are equal if they are the same object in the file.
    """

    def __init__(
        self,
        hash: str,
        unfolded: int,
        cut: bool,
        draws: Callable[[], tuple[FormXObject, ...]],
        key: str,
    ) -> None:
        self.hash = hash
        self.unfolded = unfolded  # bytes, forms inside counted wherever they are drawn
        self.cut = cut  # a picture in it, or in a form inside, lacks pixels
        self._draws = draws
        self.key = key  # a digest of its object and of all that it refers to; empty: not known

    @cached_property
    def draws(self) -> tuple[FormXObject, ...]:
        """The form XObjects that this one draws, in order."""
        return self._draws()


def forms_of_pages(data: bytes, memo: Memo | None = None) -> list[tuple[FormXObject, ...]]:
    """Return the form XObjects that each page of a PDF draws, in order. Raises StreamsError.

    `memo` contains what an earlier build has read. Use it only for files made by Pieria, which are
    trusted to conform to the standard.
    """
    try:
        streams = _Streams(Objects(data), memo)
        return [streams.page(each) for each in pages_of(streams.objects)]
    except StreamsError:
        raise
    except (ObjectsError, ValueError, OverflowError, RecursionError) as error:
        reason = str(error)[:100] or type(error).__name__
        raise StreamsError(f"its content cannot be read ({reason})") from None


Entries = dict[bytes, Any]


class _Streams:
    """Reads each stream of a file once."""

    def __init__(self, objects: Objects, memo: Memo | None) -> None:
        self.objects = objects
        self.memo = memo
        self.known: dict[tuple[object, int], FormXObject | None] = {}  # None: being read
        self.whole: dict[object, bool] = {}  # pictures
        self.drawn = 0

    def page(self, page: StoredPage) -> tuple[FormXObject, ...]:
        """Return the form XObjects that a page draws."""
        ops = operators_of(self.objects, page)
        names = drawn_names(ops)
        forms = self.forms(names, page.resources, 0)
        found = tuple(forms[name] for name in names if name in forms)
        self.drawn += EACH + len(ops) + sum(form.unfolded for form in found)
        if self.drawn > MOST_DRAWN:
            raise StreamsError(
                f"its pages draw more than {MOST_DRAWN // 1_000_000} MB, form XObjects counted "
                "each "
                "time they are drawn; this is too much to verify"
            )
        return found

    def forms(self, names: list[bytes], resources: Entries, depth: int) -> dict[bytes, FormXObject]:
        """Return the form XObjects among the names that operators draw, by name."""
        if not names:
            return {}
        entries = self.objects.entries(resources.get(b"XObject"))
        found = {}
        for name in set(names):
            reference = entries.get(spelled_out(name))
            stream = self.objects.get(reference)
            if type(stream) is Stream and stream.entries.get(b"Subtype") == b"Form":
                found[name] = self.form(reference, stream, resources, depth)
        return found

    def form(self, reference: object, stream: Stream, outer: Entries, depth: int) -> FormXObject:
        own = stream.entries.get(b"Resources")
        resources = outer if own is None else self.objects.entries(own)
        key = reference, id(outer) if own is None else 0
        known = self.known.get(key)
        if known is not None:
            return known
        if key in self.known or depth > DEEPEST:
            raise StreamsError(f"it nests form XObjects more than {DEEPEST} levels deep")
        self.known[key] = None
        digest = ""
        if self.memo is not None and own is not None and isinstance(reference, Ref):
            digest = self.objects.digest(reference)
        kept = self.memo.get("form", digest) if self.memo is not None and digest else None
        if kept is None:
            made = self.read(stream, resources, depth, digest)
            if self.memo is not None and digest:
                self.memo.put("form", digest, (made.hash, made.unfolded, made.cut))
        else:
            hash_, unfolded, cut = kept
            made = FormXObject(
                hash_,
                unfolded,
                cut,
                lambda: self.read(stream, resources, depth, digest).draws,
                digest,
            )
        self.known[key] = made
        return made

    def read(self, stream: Stream, resources: Entries, depth: int, key: str) -> FormXObject:
        """Return the form XObject in a stream, with the drawings that its operators draw."""
        ops = self.objects.unpacked(stream)
        names = drawn_names(ops)
        inside = self.forms(names, resources, depth + 1)
        draws = tuple(inside[name] for name in names if name in inside)
        unfolded = EACH + len(ops) + sum(form.unfolded for form in draws)
        hashes = {name.decode("latin-1"): form.hash for name, form in inside.items()}
        cut = self.cut(names, resources) or any(form.cut for form in draws)
        return FormXObject(form_hash(ops, hashes), unfolded, cut, lambda: draws, key)

    def cut(self, names: list[bytes], resources: Entries) -> bool:
        """Return whether a picture that the operators draw lacks pixels.

        Each picture is decompressed only once.
        """
        entries = self.objects.entries(resources.get(b"XObject"))
        drawn = {
            reference
            for name in set(names)
            if type(reference := entries.get(spelled_out(name))) is Ref
        }
        for reference in drawn - self.whole.keys():
            stream = self.objects.get(reference)
            is_picture = type(stream) is Stream and stream.entries.get(b"Subtype") == b"Image"
            self.whole[reference] = not is_picture or is_whole(stream)
        return not all(self.whole[reference] for reference in drawn)


_COLOURS = {b"DeviceGray": 1, b"DeviceRGB": 3, b"DeviceCMYK": 4}


def is_whole(picture: Stream) -> bool:
    """Return whether a picture with 8 bits per colour has all its pixels.

    Returns True for types of pictures that Pieria does not write.
    """
    entries, packed = picture.entries, picture.packed
    if entries.get(b"Filter") == b"DCTDecode":
        return packed[:2] == b"\xff\xd8" and packed[-2:] == b"\xff\xd9"
    width, height, space = (entries.get(name) for name in (b"Width", b"Height", b"ColorSpace"))
    if not (type(width) is int and type(height) is int and isinstance(space, bytes)):
        return True
    if entries.get(b"Filter") != b"FlateDecode" or space not in _COLOURS:
        return True
    # Each row is preceded by a filter byte.
    line = width * _COLOURS[space] + (b"DecodeParms" in entries)
    left = height * line
    inflater, rest = zlib.decompressobj(), packed
    try:
        while rest and 0 < left <= MOST_PIXELS:
            left -= len(inflater.decompress(rest, AT_ONCE))
            rest = inflater.unconsumed_tail
    except zlib.error:
        pass
    return left <= 0 or left > MOST_PIXELS


def drawn_names(ops: bytes) -> list[bytes]:
    """Return the names of form XObjects and pictures that operators draw, in order."""
    return [match[1] for match in _DRAWN.finditer(ops) if match[1] is not None]
