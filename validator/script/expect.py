"""Assertions: the clauses of a ``=`` line against the facts of a position.

``Ann.craft 3``, ``centre Clio Erato``, ``Ann.score >= 10``, ``Ann.hand has Heron``, ``end``,
``score Ann 14 Bob 9``, ``legal 12``, ``legal Ann toil Heron``, ``illegal Bob toil Heron``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from validator.core.location import Spot, did_you_mean
from validator.script.words import ScriptError, Word, Words

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    ">=": lambda a, b: bool(a >= b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    "<": lambda a, b: bool(a < b),
}
LEGALITY = ("legal", "illegal")
EMPTY = ("none", "nothing", "nobody", "-")
YES = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class Clause:
    """One assertion: a fact's name, and what it is compared with."""

    words: tuple[Word, ...]
    spot: Spot

    @property
    def name(self) -> str:
        return self.words[0].text


def clauses(words: tuple[Word, ...], spot: Spot, facts: Mapping[str, Any]) -> list[Clause]:
    """The clauses of a line; what behind a comma goes on with the fact before it is part of it."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text == "," and not word.quoted:
            parts.append([])
        elif word.text == "end:" and not parts[-1]:
            parts[-1].append(Word("end", word.column, "end"))
            parts.append([])
        else:
            parts[-1].append(word)
    found: list[list[Word]] = []
    for part in parts:
        if found and _is_move(found[-1]) and part and part[0].text.lower() not in LEGALITY:
            found[-1] += (Word(",", part[0].column, ","), *part)
        elif (len(part) == 1 and found and not _stands_alone(part[0].text, facts)) or (
            len(part) == 2 and found and _goes_on(found[-1][0].text, part[0].text, facts)
        ):
            found[-1] += part
        elif part:
            found.append(part)
    if not found:
        raise ScriptError(spot, "nothing is asserted here")
    return [Clause(tuple(part), Spot(spot.file, spot.line, part[0].column)) for part in found]


def _is_move(part: list[Word]) -> bool:
    """Whether a clause is about a move, which may have commas of its own."""
    counts = len(part) == 3 and isinstance(part[2].value, int)  # legal toil 3
    told = len(part) > 1 and isinstance(part[1].value, str) and not counts
    return part[0].text.lower() in LEGALITY and told


def _goes_on(before: str, name: str, facts: Mapping[str, Any]) -> bool:
    """Whether a name behind a comma belongs to the fact before it: ``score Ann 14, Bob 9``."""
    try:
        fact = look_up(before, facts, Spot(""))
        return isinstance(fact, Mapping) and not isinstance(look_up(name, fact, Spot("")), Mapping)
    except ScriptError:
        return False


def _stands_alone(name: str, facts: Mapping[str, Any]) -> bool:
    """Whether a name is a whole clause: a fact that is true or false."""
    try:
        return isinstance(look_up(name, facts, Spot("")), bool)
    except ScriptError:
        return False


def look_up(name: str, facts: Mapping[str, Any], spot: Spot) -> Any:
    """The fact of a dotted name, in whatever capitals. Raises ScriptError."""
    value: Any = facts
    for part in name.split("."):
        if not isinstance(value, Mapping):
            raise ScriptError(spot, f"'{name}' goes too deep: '{part}' is not there")
        low = part.lower()
        key = next((each for each in value if str(each).lower() == low), None)
        if key is None:
            raise ScriptError(spot, f"no fact '{part}'{did_you_mean(part, value)}")
        value = value[key]
    return value


def holds(clause: Clause, facts: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether a clause is true, and how the fact really is. Raises ScriptError."""
    fact = look_up(clause.name, facts, clause.spot)
    rest = Words(list(clause.words[1:]), Spot(clause.spot.file, clause.spot.line))
    if not rest.words:
        if isinstance(fact, bool):
            return fact, f"{clause.name} is {told(fact)}"
        raise ScriptError(clause.spot, f"say what '{clause.name}' is: it is {told(fact)} now")
    sign = rest.take().text if rest.ahead(*COMPARE) else "="
    if rest.ahead("has", "lacks"):
        has = rest.take().text.lower() == "has"
        if not isinstance(fact, tuple | Mapping):
            raise ScriptError(clause.spot, f"'{clause.name}' is not a list")
        if not rest.more:
            raise ScriptError(rest.spot, "say what the list has or lacks")
        inside = [_in(value, fact) for value in _plain(rest)]
        return (all(inside) if has else not any(inside)), f"{clause.name} is {told(fact)}"
    if not rest.more:
        raise ScriptError(rest.spot, f"'{clause.name} {sign}' is compared with nothing")
    return _compared(fact, rest, sign), f"{clause.name} is {told(fact)}"


def _plain(rest: Words) -> list[Any]:
    values = [word.value for word in rest.words[rest.place :]]
    if len(values) == 1 and isinstance(values[0], tuple):
        return list(values[0])
    return values


def _in(value: Any, fact: Any) -> bool:
    return any(_key(value) == _key(each) for each in fact)


def _key(value: Any) -> str:
    return str(value).lower()


def _compared(fact: Any, rest: Words, sign: str) -> bool:
    values = _plain(rest)
    compare = COMPARE[sign]
    if isinstance(fact, bool):
        word = str(values[0]).lower()
        if len(values) != 1 or word not in YES:
            raise ScriptError(rest.spot, "this fact is 'yes' or 'no'")
        return compare(fact, YES[word])
    if isinstance(fact, int):
        value = _number(values)
        if value is None:
            raise ScriptError(rest.spot, "this fact is a whole number")
        return compare(fact, value)
    if isinstance(fact, tuple) and not any(isinstance(each, int) for each in fact):
        number = _number(values)
        if number is not None:  # a list is compared with how many it holds
            return compare(len(fact), number)
    if sign not in ("=", "!="):
        raise ScriptError(rest.spot, f"'{sign}' compares whole numbers")
    same = _same(fact, values, rest)
    return same if sign == "=" else not same


def _number(values: list[Any]) -> int | None:
    if len(values) == 1 and isinstance(values[0], int):
        return values[0]
    if len(values) == 1 and str(values[0]).isascii() and str(values[0]).isdigit():
        return int(str(values[0])[:18])
    return None


def _same(fact: Any, values: list[Any], rest: Words) -> bool:
    if isinstance(fact, tuple):
        if len(values) == 1 and _key(values[0]) in EMPTY:
            return not fact
        return sorted(map(_key, fact)) == sorted(map(_key, values))
    if isinstance(fact, Mapping):
        if len(values) == 1 and isinstance(values[0], Mapping):
            return all(_part(fact, key, value, rest) for key, value in values[0].items())
        if len(values) == 1 and _key(values[0]) in EMPTY:
            return not fact
        if values and len(values) == len(fact) and all(isinstance(v, int) for v in values):
            return [_key(each) for each in fact.values()] == [_key(each) for each in values]
        if len(values) % 2:
            raise ScriptError(rest.spot, "give names and values in turn, as in 'Ann 14 Bob 9'")
        pairs = zip(values[::2], values[1::2], strict=True)
        return all(_part(fact, key, value, rest) for key, value in pairs)
    raw = [word.text for word in rest.words[rest.place :]]
    if fact is None or fact == "":
        return len(values) == 1 and _key(values[0]) in EMPTY
    return _key(fact) == _key(" ".join(map(str, values))) or _key(fact) == _key(" ".join(raw))


def _part(fact: Mapping[str, Any], key: Any, value: Any, rest: Words) -> bool:
    inner = look_up(str(key), fact, rest.spot)
    if isinstance(inner, Mapping) and isinstance(value, Mapping):
        return all(_part(inner, each, deep, rest) for each, deep in value.items())
    if isinstance(inner, tuple):
        wanted = value if isinstance(value, tuple) else (value,)
        return sorted(map(_key, inner)) == sorted(map(_key, wanted))
    if isinstance(inner, bool):
        return inner == value or YES.get(_key(value)) == inner
    return _key(inner) == _key(value)


def told(fact: Any) -> str:
    """A fact as a message tells it."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, tuple):
        return " ".join(map(str, fact)) or "none"
    if isinstance(fact, Mapping):
        return ", ".join(f"{key} {told(value)}" for key, value in fact.items()) or "none"
    return str(fact) if fact not in (None, "") else "none"
