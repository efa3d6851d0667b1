"""The cards of Nine Muses for the referee: options, conditions, benefits, worth.

Amounts of Knowledge are triples (Craft, Science, Ethics). Unreadable values become problems.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from validator.core.frozen_map import FrozenMap
from validator.core.location import Problem, did_you_mean
from validator.core.model import Card, Game

KINDS = ("C", "S", "E")
WORDS = ("craft", "science", "ethics")
Amounts = tuple[int, int, int]
NOTHING: Amounts = (0, 0, 0)
CONDITIONS = (*KINDS, "total", "muses", "most", "lowest_score")
NO_END = 1_000_000


class Option(NamedTuple):
    """One line of a Philosopher: a gain, or a trade with the pool."""

    pay: Amounts
    gain: Amounts


class Range(NamedTuple):
    """A range of a quantity, both ends included. `what` is a kind of Knowledge, total or muses."""

    what: str
    low: int
    high: int


class Muse(NamedTuple):
    """A Muse: the condition for calling her, and what and when she gives to her owner."""

    name: str
    ranges: tuple[Range, ...]
    most: int | None  # index of the kind of which the caller must hold strictly most
    lowest_score: bool
    when: str
    points: int
    gain: Amounts

    @property
    def starts(self) -> bool:
        """Whether she gives at the start of her owner's turn."""
        return self.when == "start"


class Cards(NamedTuple):
    """All designs of a game, by name, in the order of the data."""

    philosophers: dict[str, tuple[Option, ...]]
    muses: dict[str, Muse]
    worth: Amounts  # VP for a token of each kind
    copies: dict[str, int]  # of every piece in play


def read_cards(game: Game) -> tuple[Cards, list[Problem]]:
    """Return the cards of a game and their problems."""
    to: list[Problem] = []
    found = {component.id: component for component in game.components}
    for name in ("philosophers", "muses", "aristotle"):
        if name not in found:
            hint = did_you_mean(name, found)
            to.append(
                Problem(game.location, f"the referee needs a component '{name}'{hint}", "cards")
            )
    philosophers: dict[str, tuple[Option, ...]] = {}
    copies: dict[str, int] = {}
    for card in found["philosophers"].cards if "philosophers" in found else ():
        philosophers[card.title] = _options(card, to)
        copies[card.title] = copies.get(card.title, 0) + card.copies
    muses = {}
    for card in found["muses"].cards if "muses" in found else ():
        if (muse := _muse(card, to)) is not None:
            muses[card.title] = muse
            copies[card.title] = copies.get(card.title, 0) + card.copies
            if card.title in philosophers:
                _say(to, card, card.title, "a Muse and a Philosopher have one name")
    aristotle = found["aristotle"].cards if "aristotle" in found else ()
    worth = _worth(aristotle[0], to) if aristotle else NOTHING
    return Cards(philosophers, muses, worth, copies), to


def _say(to: list[Problem], card: Card, value: object, message: str) -> None:
    to.append(Problem(card.location_of(value), f"{card.title}: {message}", "cards"))


def amounts(value: object) -> Amounts | None:
    """Return a triple from ``{C: 1, E: 2}``, ``{craft: 1}`` or ``[1, 0, 2]``, else None."""
    if value is None:
        return NOTHING
    if isinstance(value, tuple) and len(value) == 3 and all(_whole(each) for each in value):
        return value
    if not isinstance(value, Mapping):
        return None
    found = [0, 0, 0]
    for name, number in value.items():
        index = kind_index(str(name))
        if index is None or not (number is None or _whole(number)):
            return None
        found[index] += number or 0
    return found[0], found[1], found[2]


def kind_index(word: str) -> int | None:
    """Return 0, 1, 2 for Craft, Science, Ethics: the word or its first letter."""
    low = word.lower()
    for index, full in enumerate(WORDS):
        if low in (full, full[0]):
            return index
    return None


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < NO_END


def _options(card: Card, to: list[Problem]) -> tuple[Option, ...]:
    options = card.fields.get("options")
    if not isinstance(options, tuple):
        _say(to, card, options, "'options' is a list of gains and trades")
        return ()
    read = []
    for each in options:
        pay = amounts(each.get("pay")) if isinstance(each, Mapping) else None
        gain = amounts(each.get("gain")) if isinstance(each, Mapping) else None
        if pay is None or gain is None or set(each) - {"pay", "gain"}:
            _say(to, card, each, "an option is {gain: {C: 2}} or {pay: {S: 1}, gain: {C: 3}}")
        else:
            read.append(Option(pay, gain))
    return tuple(read)


def _muse(card: Card, to: list[Problem]) -> Muse | None:
    condition = card.fields.get("condition") or FrozenMap({})
    benefit = card.fields.get("benefit") or FrozenMap({})
    if not isinstance(condition, Mapping) or not isinstance(benefit, Mapping):
        _say(to, card, condition, "'condition' and 'benefit' are mappings")
        return None
    ranges = []
    for name, value in condition.items():
        if name not in CONDITIONS:
            _say(to, card, name, f"no condition '{name}'{did_you_mean(str(name), CONDITIONS)}")
        elif name not in ("most", "lowest_score") and value not in (None, ()):
            low, high = value if isinstance(value, tuple) and len(value) == 2 else (value, value)
            if _whole(low) and _whole(high) and low <= high:
                ranges.append(Range(name, low, high))
            else:
                _say(to, card, value, f"'{name}' is a span as in [1, 99]")
    most = condition.get("most")
    index = kind_index(str(most)) if most else None
    if most and index is None:
        _say(to, card, most, "'most' is one of C, S, E")
    lowest = condition.get("lowest_score")
    if lowest not in (None, True, False):
        _say(to, card, lowest, "'lowest_score' is true or false")
    own = dict(benefit)
    when = own.pop("when", None) or card.fields.get("when") or "start"
    points = own.pop("VP", None) or 0
    gain = amounts(own)
    if gain is None or not _whole(points):
        _say(to, card, benefit, "a benefit is {VP: 1} or {C: 1, S: 1}")
        gain, points = NOTHING, 0
    return Muse(card.title, tuple(ranges), index, bool(lowest), str(when), points, gain)


def _worth(card: Card, to: list[Problem]) -> Amounts:
    """Return the VP per token: from the fields C, S, E, or from a field that contains them."""
    fields = card.fields
    candidates = [fields, *(value for value in fields.values() if isinstance(value, Mapping))]
    for each in candidates:
        own = FrozenMap({key: each[key] for key in each if kind_index(str(key)) is not None})
        worth = amounts(own) if len(own) == 3 else None
        if worth is not None:
            return worth
    _say(to, card, None, "Aristotle shows the VP of C, S and E, as in {C: 1, S: 2, E: 4}")
    return NOTHING
