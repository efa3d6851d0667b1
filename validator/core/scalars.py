"""Converts between text and values on one line, by the rules of YAML 1.2."""

from __future__ import annotations

import json
import re
from collections import abc

from validator.core.tree import Plain

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?")
_BARE = re.compile(r"[^\W\d_](?:[\w /()'’.!?-]*[\w()'’.!?])?")  # needs no quotation marks
UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")  # characters that YAML interprets differently
_WORDS: dict[str, Plain] = {"": None, "~": None, "null": None, "true": True, "false": False}


def plain(raw: str) -> Plain:
    """Return the value of an unquoted scalar."""
    if raw in _WORDS:
        return _WORDS[raw]
    first = raw[0]
    if first in "-+0123456789":
        if _WHOLE.fullmatch(raw) and len(raw) < 300:
            return int(raw)
        if _DECIMAL.fullmatch(raw) and len(raw) < 300:
            return float(raw)
    return raw


def flow(value: object) -> str:
    """Return a value as YAML on one line, which reads back as the same value.

    The value may consist of mappings, lists and tuples, text, numbers, booleans and None.
    """
    if isinstance(value, abc.Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        if _BARE.fullmatch(value) and plain(value) == value:
            return value
        quoted = json.dumps(value, ensure_ascii=False)
        return UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
    return json.dumps(value)
