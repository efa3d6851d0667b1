"""The colour emoji that ship with Pieria: Twemoji, one SVG each."""

from __future__ import annotations

import zipfile
from functools import lru_cache

from validator.core.resources import resource

SET, AUTHOR, LICENCE = "Twemoji", "Twitter and other contributors", "CC BY 4.0"
SHIPPED = "twemoji:"  # the prefix of their file names, which no file of a game has
_SHOWN_AS_PICTURE = "fe0f"
_TONES = {f"{code:x}" for code in range(0x1F3FB, 0x1F400)}  # of skin
# Characters that are pictures even without U+FE0F (Emoji_Presentation of Unicode 15).
_ALWAYS = (
    (0x231A, 0x231B), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3), (0x25FD, 0x25FE),
    (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
    (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4),
    (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD),
    (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E),
    (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF),
    (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x1F000, 0x10FFFF),
)  # fmt: skip


def is_picture(signs: str) -> bool:
    """Return whether characters are shown as a picture rather than as text, as © and ♥ are."""
    return len(signs) > 1 or any(first <= ord(signs) <= last for first, last in _ALWAYS)


def picture_of(codes: str) -> str:
    """Return the name of the picture for code points such as `1f3f4-2620`; empty if there
    is none.
    """
    return _names().get(_plain(codes), "")


def read_picture(name: str) -> bytes:
    """Return the SVG of a picture."""
    with zipfile.ZipFile(resource("templates") / "icons" / "twemoji.zip") as archive:
        return archive.read(name.removeprefix(SHIPPED))


@lru_cache(1)
def _names() -> dict[str, str]:
    with zipfile.ZipFile(resource("templates") / "icons" / "twemoji.zip") as archive:
        return {_plain(each[:-4]): SHIPPED + each for each in archive.namelist()}


def _plain(codes: str) -> str:
    return "-".join(each for each in codes.split("-") if each not in (_SHOWN_AS_PICTURE, *_TONES))
