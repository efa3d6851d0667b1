"""A finished PDF to what is in it: through pdfium, which knows nothing of our writer."""

from __future__ import annotations

import ctypes
from functools import cached_property
from pathlib import Path
from typing import Any

import pypdfium2
from pypdfium2 import raw

from generator.manifest import Manifest, ManifestError, from_json

ATTACHED = "manifest.json"
LARGEST = 100_000_000  # bytes of a manifest


class ReadError(ValueError):
    """A file is no PDF, or one that cannot be read."""


class Reader:
    """A PDF that is open for reading."""

    def __init__(self, data: bytes) -> None:
        try:
            self.document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise ReadError(f"no PDF that can be read ({error})") from None

    @cached_property
    def manifest(self) -> Manifest:
        """The manifest that is attached. Raises ManifestError."""
        for index in range(raw.FPDFDoc_GetAttachmentCount(self.document)):
            attached = raw.FPDFDoc_GetAttachment(self.document, index)
            if _name(attached) == ATTACHED:
                return from_json(_content(attached))
        raise ManifestError("no manifest of Pieria is attached to it")


def read_manifest(file: Path) -> Manifest:
    """The manifest in a JSON file, or attached to a PDF. Raises ManifestError or OSError."""
    data = file.read_bytes()
    if not data.startswith(b"%PDF-"):
        return from_json(data)
    try:
        return Reader(data).manifest
    except ReadError as error:
        raise ManifestError(str(error)) from None


def _name(attached: Any) -> str:
    def read(buffer: Any, length: int) -> int:
        return int(raw.FPDFAttachment_GetName(attached, buffer, length))

    length = read(None, 0)
    buffer = ctypes.create_string_buffer(length)
    read(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def _content(attached: Any) -> bytes:
    size = ctypes.c_ulong()
    raw.FPDFAttachment_GetFile(attached, None, 0, size)
    if size.value > LARGEST:
        raise ManifestError("the manifest that is attached to it is too large")
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDFAttachment_GetFile(attached, buffer, size.value, size)
    return buffer.raw
