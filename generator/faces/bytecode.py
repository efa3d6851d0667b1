"""Caches compiled templates.

A deck's templates are stored in the memo of its builds. Shipped templates are part of the program
and are stored beside the bytecode of its modules, because anyone who can write there can change all
of Pieria's code anyway. If that folder cannot be written, they are stored in the memo as well.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
import jinja2.bccache

from generator.core.atomic_write import write_together
from generator.core.memo import Memo, others_can_write
from generator.faces import compiled, sandbox

_DIGEST = hashlib.sha256().digest_size


class BytecodeMemo(jinja2.BytecodeCache):
    """A cache of compiled templates by text, name and file."""

    def __init__(self, memo: Memo, shipped: Path) -> None:
        self.memo = memo
        self.shipped = shipped.resolve()
        self._own: set[str] = set()  # keys of the program's own templates

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        key = super().get_cache_key(name, filename)
        if filename is not None and Path(filename).is_relative_to(self.shipped):
            self._own.add(key)
        return key

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        found = None
        if bucket.key in self._own:
            found = _read(_file(bucket.key), _made_by(bucket.checksum))
        if found is None:
            found = self.memo.get("template", f"{bucket.key} {bucket.checksum}")
        if found is not None:
            bucket.bytecode_from_string(found)

    def keep(self, name: str, file: str | None, source: str) -> None:
        """Keep a compiled template in the memo, even though this build does not use it."""
        self.memo.get(
            "template", f"{self.get_cache_key(name, file)} {self.get_source_checksum(source)}"
        )

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        code = bucket.bytecode_to_string()
        file = _file(bucket.key) if bucket.key in self._own else None
        if not _write(file, _made_by(bucket.checksum), code):
            self.memo.put("template", f"{bucket.key} {bucket.checksum}", code)


def _file(key: str) -> Path | None:
    """Return the file for a shipped template's bytecode.

    Returns None if Python does not cache bytecode.
    """
    try:
        return Path(cache_from_source(sandbox.__file__)).with_name(f"template-{key[:16]}.pieria")
    except NotImplementedError:
        return None


def _made_by(checksum: str) -> bytes:
    """Return a hash of a template's text and of the code that compiles the template."""
    made = f"{checksum} {jinja2.__version__} {sys.version} "
    code = b"".join(Path(str(each.__file__)).read_bytes() for each in (compiled, sandbox))
    return hashlib.sha256(made.encode() + code).digest()


def _read(file: Path | None, made_by: bytes) -> bytes | None:
    if file is None or others_can_write(file.parent) or others_can_write(file):
        return None
    try:
        data = file.read_bytes()
    except OSError:
        return None
    head, check, code = data[:_DIGEST], data[_DIGEST : 2 * _DIGEST], data[2 * _DIGEST :]
    return code if head == made_by and check == hashlib.sha256(code).digest() else None


def _write(file: Path | None, made_by: bytes, code: bytes) -> bool:
    """Write bytecode, and return whether this was possible; the folder may be read-only."""
    if file is None or sys.dont_write_bytecode or others_can_write(file.parent):
        return False
    with contextlib.suppress(OSError):
        write_together({file: made_by + hashlib.sha256(code).digest() + code})
        file.chmod(0o600 | file.parent.stat().st_mode & 0o044)
        return True
    return False
