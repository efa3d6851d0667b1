"""Limits the values in templates, and checks which of them may become text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import jinja2
import jinja2.ext
import jinja2.meta
import jinja2.sandbox
from markupsafe import Markup

from validator.core.translations import filled

V = TypeVar("V")
LONGEST = 1_000_000  # characters of a text, items of a list
LARGEST = 1_000_000  # characters of a template
MOST_BITS = 1024  # bits of a whole number: about 300 digits, the most that a float can have
TOO_LONG = f"a text of more than {LONGEST:,} characters is too long for a card"
TOO_MANY = f"a list of more than {LONGEST:,} values is too long for a card"
PLAIN = frozenset({bool, float, int, type(None)})
# Jinja2's own values that templates may inspect.
JINJA_VALUES = (
    jinja2.Undefined,
    jinja2.runtime.BlockReference,
    jinja2.runtime.LoopContext,
    jinja2.runtime.Macro,
    jinja2.runtime.TemplateReference,
    jinja2.environment.TemplateModule,
    jinja2.utils.Cycler,
    jinja2.utils.Namespace,
)
_WIDE = r"%(?:\([^)]*\))?[-+ #0]*(?:\*|\d{3,}|\d*\.(?:\*|\d{3,}))"


class LimitExceededError(jinja2.TemplateRuntimeError):
    """Raised for a template that would never finish or would use too much memory."""


class NoneValueError(jinja2.TemplateRuntimeError):
    """Raised for a template that prints an empty value, such as an empty field of a card."""

    def __init__(self) -> None:
        super().__init__(
            "an empty value is printed here; check it with {% if … is not none %} first"
        )


def bounded(words: str) -> str:
    """Return the text.

    Raises LimitExceededError if it is too long.
    """
    if len(words) > LONGEST:
        raise LimitExceededError(TOO_LONG)
    return words


def check_format(words: str, heavy: int) -> None:
    """Raise LimitExceededError for a format that would produce too long a text."""
    if re.search(_WIDE, words) or words.count("%") * heavy > LONGEST:
        raise LimitExceededError(TOO_LONG)


def interpolate(words: str, values: Mapping[str, object]) -> str:
    """Return text with each ``%(name)s`` replaced by its value.

    Raises LimitExceededError if it gets too long.
    """
    plain = {
        name: each.unescape() if isinstance(each, Markup) else str(writable(each))
        for name, each in values.items()
    }
    longest = max(map(len, plain.values()), default=0)
    if len(words) + longest * words.count("%(") > LONGEST:
        raise LimitExceededError(TOO_LONG)
    return filled(words, plain)


_HELD: dict[type, str] = {}


def holds(kind: type) -> str:
    """Return what the length of a value of this type counts: letters, items, pairs, or nothing.

    The result is cached by type, because a face calls this function tens of thousands of times.
    """
    found = _HELD.get(kind)
    if found is None:
        if issubclass(kind, str):
            found = "letters"
        elif issubclass(kind, list | tuple | set | frozenset):
            found = "items"
        else:
            found = "pairs" if issubclass(kind, Mapping) else ""
        _HELD[kind] = found
    return found


def size_of(value: object) -> int:
    """Count the letters and items in a value, at all levels. Raises LimitExceededError.

    Nested lists can grow exponentially, so each is counted as often as it would be read.
    """
    if isinstance(value, str) and len(value) <= LONGEST:  # nearly all values are texts
        return len(value)
    total = 0
    waiting: list[Any] = [value]
    while waiting:
        each = waiting.pop()
        held = holds(type(each))
        if held == "letters":
            total += len(each)
        elif held == "items":
            total += len(each)
            waiting += each if total <= LONGEST else ()
        elif held == "pairs":
            total += 2 * len(each)
            waiting += (*each.keys(), *each.values()) if total <= LONGEST else ()
        else:
            check_number(each)
            total += 1
        if total > LONGEST:
            raise LimitExceededError(TOO_MANY)
    return total


def check_number(value: object) -> None:
    """Raise LimitExceededError for a whole number that would make further work slow."""
    if type(value) is int and value.bit_length() > MOST_BITS:
        raise LimitExceededError("a number of more than 300 digits is too long for a card")


def check_product(left: int, right: int) -> None:
    """Raise LimitExceededError for factors whose product would be too long."""
    if left.bit_length() + right.bit_length() > MOST_BITS:
        raise LimitExceededError("a product of such large numbers is not allowed in a template")


def check_power(base: float, exponent: float) -> None:
    """Raise LimitExceededError for a power that could be too long."""
    if abs(exponent) > 64 or abs(base) > 1e6:
        raise LimitExceededError("a power of such large numbers is not allowed in a template")


def writable(value: V) -> V:
    """Return the value unchanged if it consists only of text and numbers, which can be printed.

    Other objects would be printed with addresses and paths of this machine. Raises
    TemplateRuntimeError for any other value, and LimitExceededError.
    """
    if type(value) in PLAIN or isinstance(value, str):
        return value
    size_of(value)  # stops for lists that contain themselves
    waiting: list[Any] = [value]
    while waiting:
        each = waiting.pop()
        held = holds(type(each))
        if held == "items":
            waiting += each
        elif held == "pairs":
            waiting += (*each.keys(), *each.values())
        elif not held and type(each) not in PLAIN and not isinstance(each, _WRITABLE):
            raise jinja2.TemplateRuntimeError(
                f"a value of type '{type(each).__name__}' cannot be converted to text; print one "
                "of its parts"
            )
    return value


# Jinja2's own values whose text is made by templates; one that is not there reports itself.
_WRITABLE = (
    jinja2.Undefined, jinja2.environment.TemplateModule, jinja2.runtime.Macro, range,
)  # fmt: skip
