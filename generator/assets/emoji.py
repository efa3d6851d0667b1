"""Finds the colour emoji that ship with Pieria (Twemoji, one SVG file for each)."""

from __future__ import annotations

import re
import unicodedata
import zipfile
from functools import lru_cache

from validator.core.resources import resource

SET, AUTHOR, LICENCE = "Twemoji", "Twitter and other contributors", "CC BY 4.0"
SHIPPED = "twemoji:"  # the prefix of their file names, which no file of a game has
SHOWN_AS_LETTER = "\ufe0e"
SHOWN_AS_PICTURE = "\ufe0f"  # after a character that is also a single-colour letter
_TONE = re.compile("[\U0001f3fb-\U0001f3ff]|\ufe0e")  # skin tones, and the selector for text
_SIGN = "[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
_KEY = "[#*0-9]\ufe0f?\u20e3"
EMOJI = re.compile(rf"{_FLAG}|{_KEY}|{_SIGN}(?:\u200d{_SIGN})*|[\ufe0e\ufe0f]")
NAMED = "emoji-"  # the prefix of their icons' names: emoji-1f525
_TONES = {f"{code:x}" for code in range(0x1F3FB, 0x1F400)}  # skin tones
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


def emoji_name(found: re.Match[str]) -> str:
    """Return the icon's name for a match of the pattern EMOJI.

    Returns an empty string if the characters request plain text instead of a picture.
    """
    signs = found[0].replace(SHOWN_AS_PICTURE, "")
    letter = not signs or found.string[found.end() : found.end() + 1] == SHOWN_AS_LETTER
    return "" if letter else NAMED + "-".join(f"{ord(sign):x}" for sign in signs)


def as_letters(signs: str) -> str:
    """Return an emoji as plain characters, without selectors for pictures and skin tones."""
    return _TONE.sub("", signs.replace(SHOWN_AS_PICTURE, ""))


def said_of(signs: str) -> str:
    """Return the name of an emoji in words, for screen readers."""
    return unicodedata.name(signs[:1], "").lower()


def emoji_files(name: str) -> list[str]:
    """Return the file names for an emoji in emoji sets: Twemoji, Noto Emoji and OpenMoji."""
    codes = name.removeprefix(NAMED)
    noto = f"emoji_u{codes.replace('-', '_')}"
    return [codes, noto, codes.upper(), f"{codes}-fe0f", f"{codes.upper()}-FE0F"]


def is_picture(signs: str) -> bool:
    """Return whether an emoji is shown as a picture; some, such as © and ♥, are text by default."""
    return len(signs) > 1 or any(first <= ord(signs) <= last for first, last in _ALWAYS)


def picture_of(codes: str) -> str:
    """Return the name of the picture for code points such as `1f3f4-2620`, or an empty string."""
    return _names().get(_plain(codes), "")


def read_picture(name: str) -> bytes:
    """Return the SVG of an emoji picture as bytes."""
    with zipfile.ZipFile(resource("templates") / "icons" / "twemoji.zip") as archive:
        return archive.read(name.removeprefix(SHIPPED))


@lru_cache(1)
def _names() -> dict[str, str]:
    with zipfile.ZipFile(resource("templates") / "icons" / "twemoji.zip") as archive:
        return {_plain(each[:-4]): SHIPPED + each for each in archive.namelist()}


def _plain(codes: str) -> str:
    return "-".join(each for each in codes.split("-") if each not in ("fe0f", *_TONES))
