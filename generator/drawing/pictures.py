"""Pictures of a game's folder: a name to a file that may be read and that can be decoded.

A picture is a PNG or a JPEG inside of the folder; links are followed, and where they lead counts.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from generator.core.digest import hash_of

MOST_PIXELS = 40_000_000  # A4 at 600 dots an inch has 35 million
LARGEST = 64 * 1024 * 1024  # bytes of a file
FORMATS = ("PNG", "JPEG")


class PictureError(ValueError):
    """A picture that is not there, lies outside, or cannot be read."""


@dataclass(frozen=True)
class Picture:
    """A picture's file and what is in it. `width` and `height` are pixels."""

    file: Path
    name: str  # what a document calls it: the same for the same picture
    width: int
    height: int
    alpha: bool  # one can see through it


class PictureBook:
    """The pictures of a game's folder, each read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, Picture] = {}

    def read(self, name: str) -> Picture:
        """The picture of that name. Raises PictureError."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = read_picture(self.folder, name)
        return known


def file_of(folder: Path, name: str) -> Path:
    """The file of that name in a game's folder. Raises PictureError."""
    home = folder.resolve()
    try:
        file = (home / name).resolve()
        there = file.is_file()
    except (OSError, RuntimeError, ValueError):  # too long, links in a circle, a null byte
        there, file = False, home
    if not file.is_relative_to(home):
        raise PictureError(f"the picture '{name}' leaves the game's folder")
    if not there:
        short = name if len(name) <= 80 else name[:79] + "…"
        raise PictureError(f"there is no picture '{short}'")
    return file


def read_picture(folder: Path, name: str) -> Picture:
    """A picture, decoded once to see that it is whole. Raises PictureError."""
    file = file_of(folder, name)
    try:
        size, data = file.stat().st_size, b""
        if size <= LARGEST:
            data = file.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise PictureError(f"the picture '{name}' cannot be read: {reason}") from None
    if size > LARGEST:
        raise PictureError(f"the picture '{name}' is larger than {LARGEST // 1024**2} MB")
    alpha = False
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of bombs; here they are refused
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                width, height = image.size
                alpha = "A" in image.getbands() or "transparency" in image.info
                if width * height <= MOST_PIXELS:
                    image.load()
    except Image.DecompressionBombError:
        width = height = MOST_PIXELS  # their product is refused below
    except UnidentifiedImageError:
        raise PictureError(f"the picture '{name}' is neither a PNG nor a JPEG") from None
    except Exception as error:  # whatever Pillow raises on a broken file
        raise PictureError(f"the picture '{name}' cannot be read: {error}") from None
    if width * height > MOST_PIXELS:
        raise PictureError(f"the picture '{name}' has more than {MOST_PIXELS:,} pixels")
    return Picture(file, f"P{hash_of(data)}", width, height, alpha)
