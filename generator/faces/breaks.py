"""Finds line breaks between Chinese, Japanese and Korean characters (Unicode UAX 14)."""

from __future__ import annotations

import re
from functools import cache

# Korean, Chinese, Japanese: letters, their punctuation, wide forms.
EAST = (
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001b000-\U0001b2ff\U0001f200-\U0001f2ff\U00020000-\U0003ffff]"
)


def is_eastern(text: str) -> bool:
    """Return whether a line may break between characters: in Chinese, Japanese or Korean."""
    if text.isascii():
        return False
    if max(text) < "\u2e80" and not any("\u1100" <= sign <= "\u11ff" for sign in text):
        return False  # before the expression is compiled, which takes 2 ms
    return _east().search(text) is not None


@cache
def _east() -> re.Pattern[str]:
    return re.compile(EAST)


def parts(word: str) -> list[str]:
    """Split a word where a line may break, as into ``「カ`` and ``ー``, but never before ``。``."""
    from uniseg.linebreak import line_break_units

    return list(line_break_units(word))
