"""Finds, checks and decodes the pictures in a game's folder, by name.

A picture must be inside the folder even after links are followed. Files other than PNG or JPEG that
a PDF can embed are converted once.
"""

from __future__ import annotations

import re
import warnings
import zlib
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from generator.assets import store
from generator.assets.pictures import MOST_PIXELS, PLAIN, PictureError, converted
from generator.core.digest import hash_of

LARGEST = 64 * 1024 * 1024  # bytes of a file
KEPT = "kept:"  # the prefix for names of pictures made from a game's drawings


class Picture(NamedTuple):
    """A picture file and its properties.

    `width` and `height` are in pixels.
    """

    file: Path
    name: str  # its name in a document: the same for the same picture
    width: int
    height: int
    alpha: bool  # whether it is transparent

    @property
    def hash(self) -> str:
        """The hash of the picture file's bytes."""
        return self.name[1:]


class PictureBook:
    """The pictures in a game's folder, each of which is read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, Picture] = {}

    def read(self, name: str) -> Picture:
        """Return the picture called `name`. Raises PictureError."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = read_picture(self.folder, name)
        return known

    def named(self, name: str) -> tuple[str, Picture] | None:
        """Return the picture with this resource name, and its name in the game's folder.

        Returns None if no such picture has been read.
        """
        return next(((href, each) for href, each in self._known.items() if each.name == name), None)


_HARMLESS = frozenset({b"IHDR", b"IDAT", b"IEND", b"pHYs", b"tIME", b"gAMA", b"cHRM", b"sRGB"})
_PACKED_MOST = 1032  # times: no stream of zlib can be longer when it is unpacked


class Plain(NamedTuple):
    """A picture file that can be embedded in a PDF unchanged, with its PDF properties.

    It was found to be complete without decompressing it, because that takes most of the time.
    It is decompressed when the finished PDF is verified.
    """

    width: int
    height: int
    colours: int  # 3 or 1, of 8 bits
    packed: tuple[memoryview, ...]  # the parts of a file that hold the pixels
    filter: str  # the name of their compression in a PDF


def plain_picture(data: bytes) -> Plain | None:
    """Return the picture in a file that a PDF can embed unchanged, or None for any other file."""
    found = _plain_png(data) or _plain_jpeg(data)
    return found if found and 0 < found.width * found.height <= MOST_PIXELS else None


def _plain_png(data: bytes) -> Plain | None:
    """Return the picture in a PNG that can be embedded unchanged, or None.

    It must have 8-bit RGB or grey, and must not be interlaced or have alpha, profiles or texts.
    """
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 33:
        return None
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    depth, kind, interlaced = data[24], data[25], data[28]
    if depth != 8 or kind not in (0, 2) or interlaced:
        return None
    parts = []
    view = memoryview(data)
    place, name = 8, b""
    while name != b"IEND":
        length = int.from_bytes(data[place : place + 4], "big")
        name, end = data[place + 4 : place + 8], place + 8 + length
        if end + 4 > len(data) or name not in _HARMLESS:
            return None
        if zlib.crc32(view[place + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return None
        if name == b"IDAT":
            parts.append(view[place + 8 : end])
        place = end + 4
    colours = 3 if kind == 2 else 1
    if sum(map(len, parts)) * _PACKED_MOST < height * (width * colours + 1):
        return None  # pixels are missing
    return Plain(width, height, colours, tuple(parts), "FlateDecode")


_EXIF = 0xE1  # where a camera records its orientation: 2 to 8 is rotated
_TURNED = re.compile(
    rb"\x01\x12\0\x03\0\0\0\x01\0[\x02-\x08]|\x12\x01\x03\0\x01\0\0\0[\x02-\x08]\0"
)
_FRAMES = (0xC0, 0xC1, 0xC2)  # of JPEG: baseline, extended, progressive
_OTHER_FRAMES = (0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))


def _plain_jpeg(data: bytes) -> Plain | None:
    """Return the data if it is a complete JPEG with 8-bit RGB or grey, or else None."""
    if data[:2] != b"\xff\xd8" or data[-2:] != b"\xff\xd9":
        return None
    place, frame = 2, b""
    while data[place : place + 1] == b"\xff":
        marker, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
        if marker in _FRAMES and not frame:
            frame = data[place + 4 : place + 10]
        elif marker in (*_FRAMES, *_OTHER_FRAMES) or length < 2:
            return None
        if marker == _EXIF and _TURNED.search(data, place, place + 2 + length):
            return None
        if marker == 0xDA:  # the pixels
            break
        place += 2 + length
    else:
        return None
    if len(frame) < 6 or frame[0] != 8 or frame[5] not in (1, 3):
        return None
    height, width = int.from_bytes(frame[1:3], "big"), int.from_bytes(frame[3:5], "big")
    return Plain(width, height, frame[5], (memoryview(data),), "DCTDecode")


def file_of(folder: Path, name: str) -> Path:
    """Return the file called `name` in a game's folder. Raises PictureError."""
    home = folder.resolve()
    try:
        file = (home / name).resolve()
        there = file.is_file()
    except (OSError, RuntimeError, ValueError):  # too long, circular links, a null byte
        there, file = False, home
    if not file.is_relative_to(home):
        raise PictureError(f"the picture '{name}' is outside the game's folder")
    if not there:
        short = name if len(name) <= 80 else name[:79] + "…"
        raise PictureError(f"there is no picture '{short}'")
    return file


def read_picture(folder: Path, name: str) -> Picture:
    """Return a picture from a game's folder.

    A file that a PDF cannot embed unchanged is converted once. Raises PictureError.
    """
    file = _kept(name) if name.startswith(KEPT) else file_of(folder, name)
    try:
        size, data = file.stat().st_size, b""
        if size <= LARGEST:
            data = file.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise PictureError(f"the picture '{name}' cannot be read: {reason}") from None
    if size > LARGEST:
        raise PictureError(f"the picture '{name}' is larger than {LARGEST // 1024**2} MB")
    plain = plain_picture(data)
    if plain is not None:
        return Picture(file, f"P{hash_of(data)}", plain.width, plain.height, False)
    try:
        if (made := converted(data)) is not None:
            file, data = made, made.read_bytes()
        width, height, alpha = _decoded(data)
    except PictureError as error:
        raise PictureError(f"the picture '{name}' {error}") from None
    return Picture(file, f"P{hash_of(data)}", width, height, alpha)


def _kept(name: str) -> Path:
    file = store.find(name.removeprefix(KEPT)) if re.fullmatch(r"kept:\w+\.\w+", name) else None
    if file is None:
        raise PictureError(f"there is no picture '{name[:80]}'")
    return file


def _decoded(data: bytes) -> tuple[int, int, bool]:
    """Decode a picture, and return its width, its height, and whether it is transparent.

    Raises PictureError.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=PLAIN) as image:
                image.load()
                clear = "A" in image.getbands() or "transparency" in image.info
                return image.width, image.height, clear
    except Exception as error:  # whatever Pillow raises on a broken file
        raise PictureError(f"cannot be read: {error}") from None
