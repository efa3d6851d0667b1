"""Decodes the bytes of a data file, and reports its size, encoding and control characters."""

from __future__ import annotations

import codecs
import errno
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType

from validator.core.location import Location, Problem

LARGEST = 32 * 1024 * 1024  # bytes; 10,000 cards are about 5 MB
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_HALF = re.compile("[\ud800-\udfff]")  # an unpaired surrogate, which no encoding writes


# Files that are read as if they had these bytes, to show the consequences of an unsaved edit.
_OVERLAY: ContextVar[Mapping[Path, bytes]] = ContextVar("overlay", default=MappingProxyType({}))


@contextmanager
def overlay(files: Mapping[Path, bytes]) -> Iterator[None]:
    """In a `with` block, read these existing files as if they contained the given bytes.

    Paths must be absolute.
    """
    token = _OVERLAY.set(files)
    try:
        yield
    finally:
        _OVERLAY.reset(token)


def called(file: Path) -> str:
    """Return a file's name for messages: relative to the working directory if the file is below
    it.
    """
    try:
        return file.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file.as_posix()


def read_bytes(file: Path, name: str) -> bytes | Problem:
    """Return the contents of a file, or a problem if it cannot be read; `name` is the file's name
    in messages.
    """
    laid = _OVERLAY.get()
    if laid and (data := laid.get(file.resolve())) is not None:
        return data
    try:
        about = file.stat()
        if not (stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)):
            return Problem(Location(name), "this is a device or a pipe, not a file", "file")
        if about.st_size > LARGEST:
            return Problem(
                Location(name), f"the file is larger than {LARGEST // 1024**2} MB; split it", "file"
            )
        return file.read_bytes()
    except FileNotFoundError:
        return Problem(Location(name), "no such file", "file")
    except OSError as error:
        return Problem(Location(name), f"cannot be read: {error.strerror or error}", "file")


LARGEST_PDF = 1024 * 1024 * 1024  # bytes; a kit of 10,000 pictures is about half of that


def bytes_of(file: Path, largest: int = LARGEST) -> bytes:
    """Return the contents of a regular file of at most `largest` bytes.

    Raises OSError for any other file: a pipe would block, and a device may be endless.
    """
    about = file.stat()
    if not (stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)):
        raise OSError(errno.EINVAL, "this is a device or a pipe, not a file", str(file))
    if about.st_size > largest:
        raise OSError(errno.EFBIG, f"it is larger than {largest // 1024**2:,} MB", str(file))
    return file.read_bytes()


def is_there(file: Path) -> bool:
    """Return whether the file exists.

    Returns True if the system does not allow the check, because reading the file then reports the
    reason.
    """
    try:
        return file.exists()
    except OSError:
        return True
    except ValueError:  # a null byte
        return False


def inside(folder: Path, file: Path) -> bool:
    """Return whether a file is in a folder even after links are followed."""
    try:
        return file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # circular links
        return False


def unportable(folder: Path, name: str) -> str:
    """Return the reason why a file name works only on some systems, or an empty string."""
    if "\\" in name:
        meant = name.replace("\\", "/")
        return f"'{name}' refers to a file only on Windows; write '{meant}'"
    for part in Path(name).parts:
        there = [each.name for each in folder.iterdir()] if folder.is_dir() else []
        alike = [each for each in there if each.casefold() == part.casefold()]
        if alike and part not in alike:
            return (
                f"'{name}' does not exist on Linux, where file names are case-sensitive; write "
                f"'{alike[0]}'"
            )
        folder /= part
    return ""


def read_text(file: Path, name: str, sheet: bool = False) -> str | Problem:
    """Return the text of a file without its byte order mark, or a problem.

    `name` is the file's name in messages. A `sheet` may also be in the “Unicode text” format of
    spreadsheet programs: UTF-16 with a byte order mark.
    """
    data = read_bytes(file, name)
    return data if isinstance(data, Problem) else decoded(data, name, sheet)


def unreadable(text: str) -> str:
    """Return the first character that `read_text` would not accept, as U+XXXX, or an empty
    string.
    """
    found = _CONTROL.search(text) or _HALF.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def decoded(data: bytes, name: str, sheet: bool = False) -> str | Problem:
    """Return the text that the bytes of a file encode, or a problem."""
    wide = sheet and data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        if wide:
            return Problem(
                Location(name), f"not readable as UTF-16 text: {error.reason}", "encoding"
            )
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        how = "as 'CSV UTF-8', or as .xlsx" if sheet else "with UTF-8 encoding"
        return Problem(
            Location(name, line, column),
            f"byte 0x{data[error.start]:02x} is not valid in UTF-8; save the file {how}",
            "encoding",
        )
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        return Problem(
            Location(name, line, column),
            f"control character U+{ord(found[0]):04X}: this is not a text file",
            "encoding",
        )
    return text
