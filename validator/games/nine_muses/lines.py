"""The lines of a Nine Muses script: how the arguments of each verb are read and written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from validator.games.nine_muses import chance, claims, moves
from validator.games.nine_muses.cards import KINDS, NOTHING, WORDS, Amounts, kind_index
from validator.games.nine_muses.gains import Gain, Thefts
from validator.games.nine_muses.position import Position, missing
from validator.load.yaml import flow
from validator.referee.core import ANY
from validator.script.claims import tell_judged, tell_winners
from validator.script.words import Words, in_a_line

ALL_KINDS = (*WORDS, *KINDS)


def _kind(words: Words) -> int:
    name = words.name(ALL_KINDS, "kind of Knowledge")
    index = kind_index(name)
    assert index is not None
    return index


def _card(words: Words, at: Position) -> Any:
    """The Philosopher that is used; several, which the rules refuse, as a tuple."""
    if not words.more:
        return ANY
    cards = [words.name(at.table.philosophers, "Philosopher")]
    while words.ahead(",", "and") or words.ahead_in(at.table.philosophers):
        words.skip(",", "and")
        cards.append(words.name(at.table.philosophers, "Philosopher"))
    return cards[0] if len(cards) == 1 else tuple(cards)


def _with(words: Words, at: Position) -> Any:
    if not words.skip("with"):
        return ANY
    if not words.more:
        raise words.fail("expected a Philosopher here")
    return _card(words, at)


def _seat(words: Words, at: Position) -> int:
    return at.table.players.index(words.name(at.table.players, "player"))


def _amount(words: Words) -> Amounts:
    """``3 science``, ``science 3``, ``1 C, 2 S``."""
    found = [0, 0, 0]
    while words.ahead_whole() or words.ahead(*(each.lower() for each in ALL_KINDS)):
        if words.ahead_whole():
            number = words.whole("a number")
            kind = _kind(words)
        else:
            kind = _kind(words)
            number = words.whole("a number") if words.ahead_whole() else 1
        if not 0 <= number < 1000:
            raise words.fail("a number from 0 to 999")
        found[kind] += number
        words.skip(",", "and")
    return found[0], found[1], found[2]


def _thefts(words: Words, at: Position, seat: int, gain: Gain, *args: Any) -> Thefts:
    """``from Bob``, ``from Bob 1 Cat 2``, ``from Bob 1 craft 1 science, Cat 1 craft``."""
    if not words.skip("from"):
        return ()
    known = None if ANY in args else gain(at, seat, *args)
    short = missing(*known) if known else NOTHING
    stolen: dict[tuple[int, int], int] = {}
    while True:
        victim = _seat(words, at)
        first = True
        while first or words.ahead_whole() or words.ahead(*(e.lower() for e in ALL_KINDS)):
            number = words.whole("a number") if words.ahead_whole() else None
            kind = None
            if words.ahead(*(e.lower() for e in ALL_KINDS)):
                kind = _kind(words)
                if number is None and words.ahead_whole():
                    number = words.whole("a number")
            if kind is None:
                kind = _only_kind(words, short, known[1] if known else NOTHING)
            if number is None:
                there = short[kind] - sum(n for (k, _), n in stolen.items() if k == kind)
                number = max(1, there)
            if not 0 < number < 1000:
                raise words.fail("a number from 1 to 999")
            stolen[kind, victim] = stolen.get((kind, victim), 0) + number
            first = False
        words.skip(",", "and")
        if not words.ahead_in(at.table.players):
            return tuple(sorted((kind, who, n) for (kind, who), n in stolen.items()))


def _only_kind(words: Words, short: Amounts, gain: Amounts) -> int:
    """The kind that is meant where the script does not say."""
    kinds = [k for k in range(3) if short[k]] or [k for k in range(3) if gain[k]]
    if len(kinds) > 1:
        raise words.fail(f"say which is stolen: {' or '.join(WORDS[kind] for kind in kinds)}")
    return kinds[0] if kinds else 0


def _stolen_words(at: Position, stolen: Thefts) -> str:
    if not stolen:
        return ""
    parts = [f"{at.table.players[who]} {n} {WORDS[kind]}" for kind, who, n in stolen]
    return f" from {', '.join(parts)}"


def _names(names: Iterable[str]) -> str:
    return " ".join(map(in_a_line, names))


def _amount_words(given: Amounts) -> str:
    return " ".join(f"{word} {n}" for n, word in zip(given, WORDS, strict=True) if n)


@moves.collect.reader
def _read_collect(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    muses: list[str] = []
    stolen: dict[tuple[int, int], int] = {}
    while words.ahead_in(at.table.muses) or words.ahead("from"):
        if words.ahead("from"):
            own = tuple(muses) or ANY
            for kind, who, n in _thefts(
                words, at, seat, moves.collected, *((own,) if muses else (at.due,))
            ):
                stolen[kind, who] = stolen.get((kind, who), 0) + n
        else:
            muses.append(words.name(at.table.muses, "Muse"))
        words.skip(",", "then")
    named: Any = tuple(muses)
    if sorted(named) == sorted(at.due) or not named:
        named = at.due or ANY  # the order changes nothing
    return named, tuple(sorted((kind, who, n) for (kind, who), n in stolen.items()))


@moves.collect.writer
def _write_collect(at: Position, muses: Any, stolen: Thefts) -> str:
    return f"{_names(muses) if muses is not ANY else ''}{_stolen_words(at, stolen)}"


@moves.exchange.reader
def _read_exchange(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    card = _card(words, at)
    numbers = []
    words.skip("option")
    while words.ahead_whole():
        numbers.append(words.whole("the number of an option"))
        words.skip(",", "and")
    number: Any = ANY if not numbers else numbers[0] if len(numbers) == 1 else tuple(numbers)
    paying: Any = None
    stolen: Thefts = ()
    while words.ahead("paying", "from"):
        if words.skip("paying"):
            paying = _amount(words)
        else:
            stolen = _thefts(words, at, seat, moves.exchanged, card, number)
    chosen = moves.option(at, card, number)
    if chosen is not None and paying == chosen.pay:
        paying = None
    return card, number, stolen, paying


@moves.exchange.writer
def _write_exchange(at: Position, card: str, number: Any, stolen: Thefts, paying: Any) -> str:
    paid = f" paying {_amount_words(paying)}" if paying else ""
    numbers = " ".join(map(str, number)) if isinstance(number, tuple) else number
    return f"{in_a_line(card)} {numbers}{paid}{_stolen_words(at, stolen)}"


@moves.call.reader
def _read_call(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    muse = words.name(at.table.muses, "Muse")
    source, card = None, ANY
    while words.ahead("from", "with"):
        if words.skip("from"):
            words.skip("the")
            source = -1 if words.skip("centre", "center") else _seat(words, at)
        else:
            card = _with(words, at)
    if source is not None and source == moves.lies_at(at, muse):
        source = None
    return muse, card, source


@moves.call.writer
def _write_call(at: Position, muse: str, card: str, source: Any) -> str:
    whence = ""
    if source is not None:
        whence = f" from {'centre' if source < 0 else at.table.players[source]}"
    return f"{in_a_line(muse)}{whence} with {in_a_line(card)}"


@moves.demonstrate.reader
def _read_demonstrate(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    if not words.ahead_whole() and not words.ahead(*(e.lower() for e in ALL_KINDS)):
        _kind(words)
    given = _amount(words)
    told, card = None, ANY
    while words.ahead("for", "with"):
        if words.skip("for"):
            told = words.whole("the VP")
            words.skip("vp")
        else:
            card = _with(words, at)
    if told == moves.worth(at, given):
        told = None
    return given, card, told


@moves.demonstrate.writer
def _write_demonstrate(at: Position, given: Amounts, card: str, told: Any) -> str:
    del at
    points = f" for {told}" if told is not None else ""
    return f"{_amount_words(given) or 'craft 0'} with {in_a_line(card)}{points}"


@moves.toil.reader
def _read_toil(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    words.skip("with")
    card = ANY if words.ahead("from") else _card(words, at)
    return card, _thefts(words, at, seat, moves.toiled, card)


@moves.toil.writer
def _write_toil(at: Position, card: str, stolen: Thefts) -> str:
    return f"{in_a_line(card)}{_stolen_words(at, stolen)}"


@moves.fetch.reader
def _read_fetch(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    given = _amount(words)
    whom: int | None = None
    if words.skip("from") and not words.skip("pool"):
        whom = _seat(words, at)
    return ((whom, given),)


@moves.fetch.writer
def _write_fetch(at: Position, what: Any) -> str:
    whom = "pool" if what[0] is None else at.table.players[what[0]]
    return f"{_amount_words(what[1])} from {whom}"


@moves.give.reader
def _read_give(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    if words.ahead_in(at.table.muses):
        muse = words.name(at.table.muses, "Muse")
        words.need("to")
        words.skip("the")
        whom = -1 if words.skip("centre", "center") else _seat(words, at)
        return (("muse", muse, whom),)
    whom = _seat(words, at)
    return (("knowledge", _amount(words), whom),)


@moves.give.writer
def _write_give(at: Position, what: Any) -> str:
    whom = "centre" if what[2] < 0 else at.table.players[what[2]]
    if what[0] == "muse":
        return f"{in_a_line(what[1])} to {whom}"
    return f"{whom} {_amount_words(what[1])}"


# ---- chance


def _pieces(words: Words, at: Position) -> tuple[str, ...]:
    known = (*at.table.philosophers, *at.table.muses)
    found = words.names(known, "card")
    if words.more and not words.ahead("starter", "muse"):
        words.name(known, "card")
    return found


@chance.deal.reader
def _read_deal(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    to = _seat(words, at)
    return to, _pieces(words, at)


@chance.deal.writer
def _write_deal(at: Position, to: int, cards: tuple[str, ...]) -> str:
    return f"{at.table.players[to]} {_names(cards)}"


@chance.row.reader
def _read_row(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_pieces(words, at),)


@chance.row.writer
def _write_row(at: Position, muses: tuple[str, ...]) -> str:
    del at
    return _names(muses)


@chance.new_round.reader
def _read_round(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    hands: Any = None
    if words.ahead_value():
        spot = words.fail("expected {PLAYER: [CARD, …], …}")
        value = words.value("the new hands")
        if not isinstance(value, Mapping):
            raise spot
        known = {name.lower(): name for name in at.table.philosophers}
        known |= {name.lower(): name for name in at.table.muses}
        dealt = []
        for name, cards in value.items():
            if name not in at.table.players or not isinstance(cards, tuple):
                raise spot
            for card in cards:
                if str(card).lower() not in known:
                    raise words.fail(f"no card '{card}'")
            own = tuple(known[str(card).lower()] for card in cards)
            dealt.append((at.table.players.index(name), own))
        hands = tuple(sorted(dealt))
    words.skip("muse")
    muses: Any = None
    if words.skip("none"):
        muses = ()
    elif words.more and not words.ahead("starter"):
        muses = _pieces(words, at)
    starter = _seat(words, at) if words.skip("starter") else None
    return hands, muses, starter


@chance.new_round.writer
def _write_round(at: Position, hands: Any, muses: Any, starter: int | None) -> str:
    parts = []
    if hands is not None:
        parts.append(flow({at.table.players[seat]: cards for seat, cards in hands}))
    if muses is not None:
        parts.append(_names(muses) or "none")
    if starter is not None:
        parts.append(f"starter {at.table.players[starter]}")
    return " ".join(parts)


# ---- claims


tell_winners(claims.winner)
tell_judged(claims.judge, claims.THINGS, "{philosophers: {Aesop: 5}}")
