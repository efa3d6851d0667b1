"""Converts straight quotation marks and apostrophes to typographic ones, by language."""

from __future__ import annotations

import html
import re
import unicodedata

MARKS = {"fr": ("«\u00a0", "\u00a0»"), "de": ("„", "“")}  # others take the English ones
ENGLISH = ("“", "”")
_OPENING = " \t\n\u00a0([{—–-“‘„«"  # after these, or at the start, a mark opens
_TAG = re.compile(r"(<[^>]*>)")
_CODE = re.compile(r"<(?:font name=|code>)")


def curly(text: str, language: str = "en", before: str = "") -> str:
    """Return plain text with typographic quotation marks.

    `before` is the character before the text, if any.
    """
    if '"' not in text and "'" not in text:
        return text
    opens, closes = MARKS.get(language.partition("-")[0], ENGLISH)
    found = []
    for place, sign in enumerate(text):
        if sign in "\"'":
            following = text[place + 1 : place + 2]
            begins = (not before or before in _OPENING) and not following.isspace()
            if sign == '"':
                found.append(opens if begins else closes)
            else:
                found.append("‘" if begins else "’")
        else:
            found.append(sign)
        before = sign if sign not in "\"'" else found[-1][0]
    return "".join(found)


def curly_markup(markup: str, language: str = "en") -> str:
    """Return a paragraph's markup with typographic quotation marks outside tags and code."""
    if not any(sign in markup for sign in ('"', "'", "&quot;", "&#x27;")):
        return markup
    found, before, code = [], "", 0
    for part in _TAG.split(markup):
        if part.startswith("<"):
            if _CODE.match(part) or (code and part.startswith("<font")):
                code += 1
            elif code and part in ("</font>", "</code>"):
                code -= 1
        elif part:
            plain = html.unescape(part)
            if not code:
                part = html.escape(curly(plain, language, before), quote=False)
            before = plain[-1]
        found.append(part)
    return "".join(found)


_QUOTED = re.compile(r"(?<![^\W\d_]|[.,;:!?…])'(?=[^\W\d_])")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_]|[.,;:!?…])'")


def typeset(words: str) -> str:
    """Return a card's text with typographic apostrophes and single quotation marks."""
    words = words.strip()
    if not words.isascii():  # an accent is part of its letter, however it was typed
        words = unicodedata.normalize("NFC", words)
    if "'" in words:
        words = _APOSTROPHE.sub("’", _QUOTED.sub("‘", words))
    return words
