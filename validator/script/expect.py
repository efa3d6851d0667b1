"""Compares the assertions of a ``=`` line with the facts of a position.

``Ann.craft 3``, ``centre Clio Erato``, ``Ann.score >= 10``, ``Ann.hand has Heron``, ``end``,
``Ann.hand count 3``, ``muse_deck in order Clio Erato``, ``score Ann 14 Bob 9``, ``legal 12``,
``legal Ann toil Heron``, ``illegal Bob toil Heron``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from validator.core.location import Location, did_you_mean
from validator.referee.referee import P, Referee
from validator.referee.tokens import ScriptError, TokenCursor, Word

Names = Callable[[], Collection[str]]  # names that facts may have; called only if one is missing
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
# The value of facts of a piece that is not in play.
ABSENT = type("Absent", (), {"__repr__": lambda _: "not there"})()


@dataclass(frozen=True)
class Assertion:
    """One assertion: a fact's name, and the value to compare it with."""

    words: tuple[Word, ...]
    location: Location

    @property
    def name(self) -> str:
        return self.words[0].text


class AssertionResult(NamedTuple):
    """The result of an assertion.

    It contains whether the assertion is true, the actual value, and a remark if the assertion is
    ambiguous.
    """

    true: bool
    found: str
    remark: str = ""


def clauses(
    words: tuple[Word, ...], location: Location, facts: Mapping[str, object]
) -> list[Assertion]:
    """Return the assertions in a line; a comma may also separate the values of one fact."""
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
        raise ScriptError(location, "the assertion is empty; expected a fact and its value")
    return [
        Assertion(tuple(part), Location(location.file, location.line, part[0].column))
        for part in found
    ]


def _is_move(part: list[Word]) -> bool:
    """Return whether a clause is about a move, whose arguments may contain commas."""
    counts = len(part) == 3 and isinstance(part[2].value, int)  # legal toil 3
    named = len(part) > 1 and isinstance(part[1].value, str) and not counts
    return part[0].text.lower() in LEGALITY and named


def _goes_on(before: str, name: str, facts: Mapping[str, object]) -> bool:
    """Return whether a name after a comma belongs to the previous fact, as in ``Ann 14, Bob 9``."""
    try:
        fact = look_up(before, facts, Location(""))
        return isinstance(fact, Mapping) and not isinstance(
            look_up(name, fact, Location("")), Mapping
        )
    except ScriptError:
        return False


def _stands_alone(name: str, facts: Mapping[str, object]) -> bool:
    """Return whether a fact's name alone is a complete assertion, because its value is a
    boolean.
    """
    try:
        return isinstance(look_up(name, facts, Location("")), bool)
    except ScriptError:
        return False


def look_up(
    name: str, facts: Mapping[str, object], location: Location, known: Names = tuple
) -> Any:
    """Return the value of the fact with a dotted name, ignoring case. Raises ScriptError.

    The value is ABSENT if `known()` contains all parts of the name, in lower case, but the fact
    does not exist at present, as for a Muse who is not in play.
    """
    value: Any = facts
    parts = name.split(".")
    for place, part in enumerate(parts):
        if not isinstance(value, Mapping):
            raise ScriptError(
                location,
                f"no fact '{name}': '{parts[place - 1]}' is a single value, without entries",
            )
        low = part.lower()
        key = next((each for each in value if str(each).lower() == low), None)
        if key is None:
            names = known()
            if all(each.lower() in names for each in parts[place:]):
                return ABSENT
            raise ScriptError(location, f"no fact '{part}'{did_you_mean(part, value)}")
        value = value[key]
    return value


def fact_names(referee: Referee[P], state: P) -> frozenset[str]:
    """Return all names that facts of a game may have, in lower case.

    These are its pieces, cards and players, and the facts of this position and of the first one.
    """
    found = {*referee.printed(), *referee.players, *referee.sometimes}
    for component in referee.game.components:
        for card in component.cards:
            found |= {card.id, card.title}
    for position in (state, referee.begin()):
        found.update(_keys(referee.facts(position)))
    return frozenset(name.lower() for name in found)


def _keys(facts: object) -> Iterator[str]:
    if isinstance(facts, Mapping):
        for name, value in facts.items():
            yield str(name)
            yield from _keys(value)


def holds(clause: Assertion, facts: Mapping[str, object], known: Names = tuple) -> AssertionResult:
    """Compare an assertion with the facts. Raises ScriptError if the assertion is unclear."""
    fact = look_up(clause.name, facts, clause.location, known)
    rest = TokenCursor(list(clause.words[1:]), Location(clause.location.file, clause.location.line))
    found = f"{clause.name} is {fact_words(fact)}"
    if not rest.words:
        if isinstance(fact, bool):
            return AssertionResult(fact, found)
        raise ScriptError(
            clause.location, f"'{clause.name}' needs a value; it is {fact_words(fact)} now"
        )
    if rest.ahead("has", "lacks"):
        return AssertionResult(_has(clause, fact, rest), found)
    if rest.ahead("count") and not isinstance(fact, Mapping):
        return AssertionResult(_count(clause, fact, rest), found)
    if rest.ahead("in") and not isinstance(fact, Mapping):
        return AssertionResult(_in_order(clause, fact, rest), found)
    sign = rest.take().text if rest.ahead(*COMPARE) else "="
    if not rest.more:
        raise ScriptError(rest.location, f"'{clause.name} {sign}' needs a value")
    remark = _unclear(clause, rest) if isinstance(fact, tuple) and sign in ("=", "!=") else ""
    return AssertionResult(_compared(fact, rest, sign), found, remark)


def _has(clause: Assertion, fact: object, rest: TokenCursor) -> bool:
    """Return whether ``has Heron Aesop`` or ``lacks Heron`` is true."""
    has = rest.take().text.lower() == "has"
    values = _plain(rest)
    inside = [each in map(_key, _list(clause, fact)) for each in map(_key, values)]
    if not values:
        raise ScriptError(rest.location, "expected what the list contains or lacks")
    return all(inside) if has else not any(inside)


def _count(clause: Assertion, fact: object, rest: TokenCursor) -> bool:
    """Return whether ``count 3`` or ``count >= 2`` is true."""
    rest.take()
    sign = rest.take().text if rest.ahead(*COMPARE) else "="
    number = rest.whole("a whole number (of entries in the list)")
    rest.done()
    return COMPARE[sign](len(_list(clause, fact)), number)


def _in_order(clause: Assertion, fact: object, rest: TokenCursor) -> bool:
    """Return whether ``in order Clio Erato`` is true."""
    rest.take()
    rest.need("order")
    values = _plain(rest)
    if not values:
        raise ScriptError(rest.location, "expected what the list contains, in order")
    items = [_key(each) for each in _list(clause, fact)]
    return items == ([] if _is_none(values) else [_key(each) for each in values])


def _list(clause: Assertion, fact: object) -> Collection[Any]:
    if fact is ABSENT:
        return ()
    if not isinstance(fact, tuple | Mapping):
        raise ScriptError(
            clause.location, f"'{clause.name}' is not a list: it is {fact_words(fact)}"
        )
    return fact


def _unclear(clause: Assertion, rest: TokenCursor) -> str:
    """Return the explanation of an ambiguous ``Ann.hand 3``, or an empty string.

    It may mean three cards or a card with the name 3.
    """
    word = rest.words[rest.place]
    if rest.place + 1 < len(rest.words) or not isinstance(word.value, int):
        return ""
    name, number = clause.name, word.text
    return (
        f"'{name} {number}' is unclear, because '{name}' is a list; write '{name} count "
        f"{number}' for the number of its entries, '{name} [{number}]' "
        f"for its content"
    )


def _plain(rest: TokenCursor) -> list[Any]:
    values = [word.value for word in rest.words[rest.place :]]
    if len(values) == 1 and isinstance(values[0], tuple):
        return list(values[0])
    return values


def _key(value: object) -> str:
    return str(value).lower()


def _is_none(values: list[object]) -> bool:
    return not values or (len(values) == 1 and _key(values[0]) in EMPTY)


def _compared(fact: object, rest: TokenCursor, sign: str) -> bool:
    bracketed = rest.ahead_value()
    values = _plain(rest)
    compare = COMPARE[sign]
    if fact is ABSENT:
        return sign == "=" if _is_none(values) else sign == "!="
    if isinstance(fact, bool):
        word = str(values[0]).lower() if values else ""
        if len(values) != 1 or word not in YES:
            raise ScriptError(rest.location, "expected 'yes' or 'no' for this fact")
        return compare(fact, YES[word])
    if isinstance(fact, int):
        value = _number(values)
        if value is None:
            raise ScriptError(rest.location, "expected a whole number for this fact")
        return compare(fact, value)
    if isinstance(fact, tuple) and not _has_numbers(fact, sign):
        number = _number(values)
        if number is not None and not bracketed:  # a list is compared by its length
            return compare(len(fact), number)
    if sign not in ("=", "!="):
        raise ScriptError(rest.location, f"'{sign}' compares whole numbers")
    same = _same(fact, values, rest)
    return same if sign == "=" else not same


def _has_numbers(fact: tuple[object, ...], sign: str) -> bool:
    """Return whether a number after the name of a list may be one of the list's values."""
    same = sign in ("=", "!=")
    return any(isinstance(each, int) or (same and _number([each]) is not None) for each in fact)


def _number(values: list[object]) -> int | None:
    if len(values) == 1 and isinstance(values[0], int):
        return values[0]
    if len(values) == 1 and str(values[0]).isascii() and str(values[0]).isdigit():
        return int(str(values[0])[:18])
    return None


def _same(fact: object, values: list[object], rest: TokenCursor) -> bool:
    if isinstance(fact, tuple):
        if _is_none(values):
            return not fact
        return sorted(map(_key, fact)) == sorted(map(_key, values))
    if isinstance(fact, Mapping):
        if len(values) == 1 and isinstance(values[0], Mapping):
            return all(_part(fact, key, value, rest) for key, value in values[0].items())
        if _is_none(values):
            return not fact
        if values and len(values) == len(fact) and all(isinstance(v, int) for v in values):
            return [_key(each) for each in fact.values()] == [_key(each) for each in values]
        if len(values) % 2:
            raise ScriptError(rest.location, "expected names with values, as in 'Ann 14 Bob 9'")
        pairs = zip(values[::2], values[1::2], strict=True)
        return all(_part(fact, key, value, rest) for key, value in pairs)
    raw = [word.text for word in rest.words[rest.place :]]
    if fact is None or fact == "":
        return _is_none(values)
    return _key(fact) == _key(" ".join(map(str, values))) or _key(fact) == _key(" ".join(raw))


def _part(fact: Mapping[str, object], key: object, value: object, rest: TokenCursor) -> bool:
    inner = look_up(str(key), fact, rest.location)
    if isinstance(inner, Mapping) and isinstance(value, Mapping):
        return all(_part(inner, each, deep, rest) for each, deep in value.items())
    if isinstance(inner, tuple):
        wanted = value if isinstance(value, tuple) else (value,)
        return sorted(map(_key, inner)) == sorted(map(_key, wanted))
    if isinstance(inner, bool):
        return inner == value or YES.get(_key(value)) == inner
    return _key(inner) == _key(value)


def fact_words(fact: object) -> str:
    """Return a fact in the form used in messages."""
    if fact is ABSENT:
        return str(fact)
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, tuple):
        return " ".join(map(str, fact)) or "none"
    if isinstance(fact, Mapping):
        return ", ".join(f"{key} {fact_words(value)}" for key, value in fact.items()) or "none"
    return str(fact) if fact not in (None, "") else "none"
