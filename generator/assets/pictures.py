"""Converts WebP, TIFF, GIF, CMYK and rotated pictures to PNG or JPEG.

Each picture is converted once and cached by its content. Other PNG and JPEG files are used
unchanged.
"""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.assets import store

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 40_000_000  # A4 at 600 dots per inch has 35 million
PLAIN = ("PNG", "JPEG")
FORMATS = (*PLAIN, "WEBP", "TIFF", "GIF")
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif")
_TURNED = 0x0112  # the orientation that a camera notes


class PictureError(ValueError):
    """Raised for a picture that is missing, is outside the game's folder, or cannot be read."""


def converted(data: bytes) -> Path | None:
    """Return the file of the picture converted to PNG or JPEG, or None if the original can be used.

    Raises PictureError.
    """
    names = {kind: store.name_of("picture", data) + kind for kind in (".png", ".jpg")}
    for name in names.values():
        if (file := store.find(name)) is not None:
            return file
    made = _made(data)
    return None if made is None else store.save(names[made[0]], made[1])


def _made(data: bytes) -> tuple[str, bytes] | None:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of bombs; here they are refused
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise PictureError(f"has more than {MOST_PIXELS:,} pixels")
                turned = image.getexif().get(_TURNED, 1) != 1
                if image.format in PLAIN and not turned and image.mode != "CMYK":
                    return None
                photograph = image.format == "JPEG"
                return _written(_upright(image), photograph)
    except PictureError:
        raise
    except (UnidentifiedImageError, Image.DecompressionBombError) as error:
        bomb = isinstance(error, Image.DecompressionBombError)
        kinds = "is not a PNG, JPEG, WebP, TIFF or GIF picture"
        raise PictureError(f"has more than {MOST_PIXELS:,} pixels" if bomb else kinds) from None
    except Exception as error:  # whatever Pillow raises on a broken file
        raise PictureError(f"cannot be read: {error}") from None


def _upright(image: Any) -> Image:
    """Return the picture as displayed, rotated by its metadata and in red, green and blue."""
    from PIL import ImageOps

    image.load()
    upright: Image = ImageOps.exif_transpose(image)
    if upright.mode == "CMYK":
        return _from_inks(upright)
    if upright.mode.startswith(("I", "F")):  # 16 bits per pixel, of which paper shows 8
        return upright.convert("I").point(lambda value: value / 256).convert("L")
    clear = "A" in upright.getbands() or "transparency" in upright.info
    return upright.convert("RGBA" if clear else "L" if upright.mode in ("1", "L") else "RGB")


def _from_inks(image: Image) -> Image:
    """Convert a CMYK picture to RGB, using its own profile if it has one."""
    from PIL import ImageCms

    profile = image.info.get("icc_profile")
    if profile:
        try:
            made = ImageCms.profileToProfile(
                image, io.BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB"
            )
        except ImageCms.PyCMSError:
            made = None
        if made is not None:
            return made
    return image.convert("RGB")


def _written(image: Image, photograph: bool) -> tuple[str, bytes]:
    out = io.BytesIO()
    if photograph and image.mode in ("RGB", "L"):
        image.save(out, "JPEG", quality=95, subsampling=0)
        return ".jpg", out.getvalue()
    image.save(out, "PNG")
    return ".png", out.getvalue()
