"""Conditions and loops of a drawn card: `cost > 2`, `kind = Spell`, `each tags`.

An element of the drawing declares them in an attribute, `pieria:if` or `pieria:each`, or after its
label: ``frame if kind = Spell``, ``gem each tags by 0 6``. Both are converted to conditions and
loops in a template.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.artwork.tree import SvgNode
from validator.core.location import did_you_mean
from validator.load.columns import plainly
from validator.load.shape import Decimal, Many, MappingShape, OneOf, Shape, ShapeField, Whole, YesNo

CARDS = "cards"  # what `each cards` goes through: all cards of the component
ITEM = "item"  # the name of an element inside `each FIELD` that shows the item itself
LONGEST = 200  # letters of a label or a condition
_PART = re.compile(r"(not +)?([^=<>!]+?) *(?:(<=|>=|!=|=|<|>) *(.+))?")
_EACH = re.compile(r"([\w -]+?)(?: +where +(.+?))?(?: +by +(-?[\d.]+)[ ,]+(-?[\d.]+))?")
_LABEL = re.compile(r"(?P<name>.*?)(?:(?:^|\s+)each +(?P<each>.+?))?(?:(?:^|\s+)if +(?P<if>.+))?")
_UNSAFE = re.compile(r"[\n{}%#]")
_TRUE = {"true": True, "yes": True, "false": False, "no": False}


class ConditionError(ValueError):
    """Raised for a condition or a loop that cannot be read."""


class NamedValue(NamedTuple):
    """The meaning of a name in a condition: a template expression, and the field that it reads."""

    value: str
    field: ShapeField


Scope = Mapping[str, NamedValue]  # by plain name


def scope_of(fields: Mapping[str, ShapeField], of: str) -> Scope:
    """Return the meanings of the field names.

    `of` is the owner of the fields in expressions, such as ``card``.
    """
    return {
        plainly(name): NamedValue(f"{of}.{name}", field)
        for name, field in fields.items()
        if name.isidentifier()
    }


@dataclass(frozen=True)
class ElementLabel:
    """An element's label, split into its name, condition and loop."""

    name: str  # the label without the condition and the loop
    condition: str = ""
    each: str = ""


def shown(node: SvgNode) -> ElementLabel:
    """Return an element's condition and loop, from its attributes or else from its label."""
    label = node.names.get("label", "")
    found = _LABEL.fullmatch(label) if len(label) <= LONGEST else None
    if found is None:
        return ElementLabel("", node.names.get("if", ""), node.names.get("each", ""))
    condition = node.names.get("if") or found["if"] or ""
    return ElementLabel(found["name"], condition, node.names.get("each") or found["each"] or "")


def condition(words: str, scope: Scope) -> str:
    """Return the template expression for ``kind = Spell and cost > 2``.

    Raises ConditionError.
    """
    if len(words) > LONGEST:
        raise ConditionError(
            f"the condition has {len(words):,} characters; expected at most {LONGEST}"
        )
    return " and ".join(_compared(part.strip(), scope) for part in re.split(r"\band\b", words))


def _compared(words: str, scope: Scope) -> str:
    match = _PART.fullmatch(words)
    if match is None or _UNSAFE.search(words):
        raise ConditionError(
            f"'{words}' cannot be read; write a field, `cost > 2`, or `kind = Spell, Trap`"
        )
    negated, name, sign, values = match.groups()
    value, field = _named(name, scope)
    if sign is None:
        return f"not {value}" if negated else value
    listed = [each.strip() for each in values.split(",") if each.strip()]
    shape = field.shape
    if isinstance(shape, Many):
        found = " or ".join(f"{_literal(each, shape.of, name)} in {value}" for each in listed)
        said = f"({found})" if sign == "=" else f"not ({found})"
        if sign not in ("=", "!="):
            raise ConditionError(f"'{name}' is a list; write `{name} = {listed[0]}`")
    elif sign in ("=", "!="):
        words_ = ", ".join(_literal(each, shape, name) for each in listed)
        said = f"{value} {'in' if sign == '=' else 'not in'} [{words_}]"
    elif not isinstance(shape, Whole | Decimal) or len(listed) != 1:
        raise ConditionError(
            f"'{words}' compares several numbers; compare a field with one number only"
        )
    else:
        said = f"({value} is not none and {value} {sign} {_literal(listed[0], shape, name)})"
    return f"not ({said})" if negated else said


def _named(name: str, scope: Scope) -> NamedValue:
    found = scope.get(plainly(name))
    if found is None:
        known = [each.value.partition(".")[2] or each.value for each in scope.values()]
        raise ConditionError(f"there is no field '{name}'{did_you_mean(name, known)}")
    return found


def _literal(word: str, shape: Shape, name: str) -> str:
    """Return a value in template notation, if a field of this shape can have it."""
    if isinstance(shape, Whole | Decimal):
        if not re.fullmatch(r"-?\d{1,9}(?:\.\d{1,6})?", word):
            raise ConditionError(
                f"'{name}' is a number and cannot be compared with '{word}'; write a number"
            )
        return word
    if isinstance(shape, YesNo):
        if word.lower() not in _TRUE:
            raise ConditionError(f"'{name}' is true or false and cannot be compared with '{word}'")
        return "true" if _TRUE[word.lower()] else "false"
    if isinstance(shape, OneOf) and word not in shape.words:
        hint = did_you_mean(word, shape.words)
        raise ConditionError(f"'{name}' can never be '{word}'; expected {shape.name}{hint}")
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


class Loop(NamedTuple):
    """A loop: the template lines before and after the repeated part, and the names inside it."""

    begin: str
    end: str
    scope: Scope


def loop(words: str, scope: Scope, cards: Mapping[str, ShapeField], step: str = "") -> Loop:
    """Parse ``tags by 0 6`` or ``cards where kind = Spell by 0 6``. Raises ConditionError."""
    match = _EACH.fullmatch(f"{words} by {step}"[:LONGEST] if step else words[:LONGEST])
    if match is None:
        raise ConditionError(f"'each {words}' cannot be read; write `each tags by 0 6`")
    name, where, right, down = match.groups()
    if right is None:
        raise ConditionError(
            f"'each {words}' has no distance; write `each {name} by 0 6`, to put each item 6 mm "
            "below the last"
        )
    if plainly(name) == CARDS and CARDS not in scope:
        value, inner = "component.cards", scope_of(cards, ITEM)
    else:
        value, field = _named(name, scope)
        shape = field.shape
        if not isinstance(shape, Many):
            raise ConditionError(f"'{name}' is not a list, so its items cannot be repeated")
        fields = shape.of.fields if isinstance(shape.of, MappingShape) else {}
        inner = {ITEM: NamedValue(ITEM, ShapeField(shape.of)), **scope_of(fields, ITEM)}
    chosen = f" if {condition(where, {**scope, **inner})}" if where else ""
    place = f"{{{{ loop.index0 * {float(right):g} }}}} {{{{ loop.index0 * {float(down):g} }}}}"
    begin = f'{{% for item in {value}{chosen} %}}<g transform="translate({place})">\n'
    return Loop(begin, "</g>{% endfor %}\n", {**scope, **inner})
