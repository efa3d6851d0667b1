"""Lists the names that a template may read. All other names are hidden.

The module `sandbox` checks every attribute and filter against this list, and limits the work that
they cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.model import Card, Component, Game, Licence, Rule, Rules, Theme
from validator.core.sizes import Size

# Filters of Jinja2 that templates may use: those that draw at random, make HTML, inspect values or
# pad without limit are left out.
FILTERS = frozenset(
    {
        "abs", "batch", "capitalize", "count", "d", "default", "dictsort", "e", "escape",
        "first", "float", "forceescape", "format", "groupby", "int", "items", "join",
        "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr",
        "replace", "reverse", "round", "safe", "select", "selectattr", "slice", "sort",
        "string", "sum", "title", "trim", "truncate", "unique", "upper", "wordcount",
    }
)  # fmt: skip
# Filters that pass on their input without inspecting it.
HANDING_ON = frozenset(
    {"batch", "d", "default", "e", "escape", "first", "join", "last", "list", "reverse", "safe",
     "slice"}
)  # fmt: skip
LOOKING = FILTERS - HANDING_ON
# Filters that convert their input to text.
WRITING = frozenset(
    {
        "capitalize", "e", "escape", "forceescape", "format", "lower", "replace", "safe",
        "string", "title", "trim", "truncate", "upper", "wordcount",
    }
)  # fmt: skip
# Their numbers determine the size of their output.
COUNTED = frozenset({"batch", "slice", "truncate"})

# Methods of plain values that templates may use.
OF_TEXT = frozenset(
    {
        "capitalize", "casefold", "count", "endswith", "find", "index", "isalnum",
        "isalpha", "isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace",
        "istitle", "isupper", "lower", "lstrip", "partition", "removeprefix",
        "removesuffix", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "split",
        "splitlines", "startswith", "strip", "swapcase", "title", "unescape", "upper",
    }
)  # fmt: skip
OF_BLOCKS = frozenset({"bottom", "height", "size"})  # attributes of a text that was laid out
OF_LISTS = frozenset({"count", "index"})
OF_LOOPS = frozenset({"first", "index", "index0", "last", "length"})
OF_MAPPINGS = frozenset({"get", "items", "keys", "values"})

# Attributes of a game that templates may read, in addition to the fields of a card and the numbers
# of a rule. All others, such as paths of files, stay hidden.
READABLE: dict[type, frozenset[str]] = {
    Card: frozenset({"id", "title", "copies", "source", "fields"}),
    Component: frozenset(
        {
            "id", "kind", "title", "size", "outline", "cards", "count", "optional", "boxed",
            "description", "source", "pieces", "card",
        }
    ),
    Game: frozenset(
        {
            "id", "code", "title", "tagline", "language", "players", "minutes", "age", "requires",
            "licence", "theme", "components", "rules", "component", "translation",
        }
    ),
    Licence: frozenset({"credit", "url", "licence", "spdx", "notice", "placeholders"}),
    FrozenMap: OF_MAPPINGS,
    Rule: frozenset(
        {"id", "kind", "statement", "text", "section", "checkable", "source", "finding", "data"}
    ),
    Rules: frozenset({"version", "all", "number"}),
    Size: frozenset({"width", "height"}),
    Theme: frozenset({"art_direction", "fonts", "colours", "low_ink", "symbols"}),
}  # fmt: skip


# Names that lead from a face to other cards, and to numbers that depend on them.
AROUND = frozenset({"card", "cards", "component", "components", "count", "pieces", "rules"})


def own_values(value: object) -> Mapping[Any, Any]:
    """Return the values that the author of a deck named.

    These are a card's fields, a rule's numbers, or a mapping's entries.
    """
    # None of these has subclasses, and isinstance() of a Mapping takes long.
    if type(value) is Card:
        return dict_of(value.fields)
    if type(value) is Rule:
        return dict_of(value.data)
    return dict_of(value) if type(value) is FrozenMap else _NOTHING


def dict_of(mapping: FrozenMap) -> Mapping[Any, Any]:
    """Return the values of a FrozenMap as a plain mapping, which is faster to access."""
    values: Mapping[Any, Any] = object.__getattribute__(mapping, "_values")
    return values


_NOTHING: Mapping[Any, Any] = {}
