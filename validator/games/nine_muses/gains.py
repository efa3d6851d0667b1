"""Gaining Knowledge: from the pool first, and what the pool lacks by stealing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from validator.games.nine_muses.cards import KINDS, WORDS, Amounts
from validator.games.nine_muses.position import Position, Theft, add, less, missing
from validator.referee.core import Notes, Verb, Verdict
from validator.referee.zones import put

Gain = Callable[..., tuple[Amounts, Amounts] | None]  # the pool and the gain of a move, if any
Thefts = tuple[Theft, ...]
NO_THEFT: tuple[Thefts, ...] = ((),)


def thefts(at: Position, seat: int, pool: Amounts, gain: Amounts) -> Iterable[Thefts]:
    """Every way to steal what the pool lacks of a gain, nothing included."""
    short = missing(pool, gain)
    if short == (0, 0, 0):
        return NO_THEFT
    sources = [
        (kind, victim, at.held[victim][kind])
        for kind, number in enumerate(short)
        for victim in at.table.seats
        if number and victim != seat
    ]
    return _splits(sources, short, ())


def _splits(sources: list[Theft], left: Amounts, taken: Thefts) -> Iterator[Thefts]:
    """Every way to take what is left from the sources: kind, victim, and how many they hold."""
    if not sources:
        yield taken
        return
    (kind, victim, have), *others = sources
    for number in range(min(have, left[kind]) + 1):
        rest = less(left, (number * (kind == 0), number * (kind == 1), number * (kind == 2)))
        yield from _splits(others, rest, (*taken, (kind, victim, number)) if number else taken)


def steal_laws(verb: Verb, reads: int, gain: Gain) -> None:
    """Tie the rules of stealing to a verb whose last read argument is a tuple of thefts."""

    def law(*ids: str) -> Callable[[Callable[..., Verdict]], None]:
        def tie(test: Callable[..., Verdict]) -> None:
            def asked(at: Position, seat: int, *args: object) -> Verdict:
                if not args[-1]:  # nothing is stolen: asked most often
                    return None
                known = gain(at, seat, *args[:-1])
                return None if known is None else test(at, seat, args[-1], *known)

            verb.add(asked, ids, reads)

        return tie

    @law("NINE-KNOW-02", "NINE-KNOW-03", "NINE-RUL-03")
    def pool_first(
        at: Position, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts
    ) -> Verdict:
        del at
        short = missing(pool, gained)
        for kind in sorted({each[0] for each in stolen}):
            if gained[kind] and not short[kind]:
                return f"the pool holds {pool[kind]} {WORDS[kind]}, enough for this gain"
        return ""

    @law("NINE-KNOW-05", "NINE-KNOW-03", "NINE-RUL-03")
    def same_kind(
        at: Position, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts
    ) -> Verdict:
        del at, pool
        for kind, _, _ in stolen:
            if not gained[kind]:
                return f"nothing of {WORDS[kind]} is gained here, so none can be missing"
        return ""

    @law("NINE-KNOW-03", "NINE-RUL-03")
    def no_more_than_missing(
        at: Position, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts
    ) -> Verdict:
        del at
        short = missing(pool, gained)
        for kind in range(len(KINDS)):
            taken = sum(number for each, _, number in stolen if each == kind)
            if taken > short[kind] > 0:
                return f"{short[kind]} {WORDS[kind]} missing, {taken} stolen"
        return ""

    @law("NINE-KNOW-03", "NINE-KNOW-04")
    def from_others(at: Position, seat: int, stolen: Thefts, _p: Amounts, _g: Amounts) -> Verdict:
        del at
        return "nobody steals from themselves" if any(v == seat for _, v, _ in stolen) else ""

    @law("NINE-KNOW-04", "NINE-RUL-03")
    def no_more_than_held(
        at: Position, seat: int, stolen: Thefts, _p: Amounts, _g: Amounts
    ) -> Verdict:
        for kind, victim, number in stolen:
            have = at.held[victim][kind]
            if number > have and victim != seat:
                return f"{at.table.players[victim]} has {have} {WORDS[kind]}, not {number}"
        return ""

    def duty(at: Position, seat: int, *args: object) -> Verdict:
        if not at.table.duty:
            return None
        *before, stolen = args
        known = gain(at, seat, *before)
        if known is None:
            return None
        short = missing(*known)
        for kind, number in enumerate(short):
            there = sum(held[kind] for other, held in enumerate(at.held) if other != seat)
            taken = sum(n for each, _, n in stolen if each == kind)  # type: ignore[attr-defined]
            if taken < min(number, there):
                return f"{min(number, there)} {WORDS[kind]} must be stolen, not {taken}"
        return ""

    verb.add(duty, ("NINE-RUL-03",), reads)


def take(
    at: Position,
    seat: int,
    gained: Amounts,
    stolen: Thefts,
    note: Notes | None,
    pool: Amounts | None = None,
    held: tuple[Amounts, ...] | None = None,
) -> tuple[Amounts, tuple[Amounts, ...]]:
    """The pool and everybody's Knowledge after a gain."""
    pool = at.pool if pool is None else pool
    held = at.held if held is None else held
    short = missing(pool, gained)
    taken = less(gained, short)
    pool = less(pool, taken)
    mine = add(held[seat], taken)
    for kind, victim, number in stolen:
        stock = list(held[victim])
        stock[kind] -= number
        held = put(held, victim, tuple(stock))
        own = list(mine)
        own[kind] += number
        mine = (own[0], own[1], own[2])
    if note is not None:
        _noted(at, seat, gained, short, stolen, note)
    return pool, put(held, seat, mine)


def _noted(
    at: Position, seat: int, gained: Amounts, short: Amounts, stolen: Thefts, note: Notes
) -> None:
    name = at.table.players[seat]
    for kind, number in enumerate(gained):
        if not number:
            continue
        word = WORDS[kind]
        facts = (f"{name}.{word}", f"pool.{word}")
        got = number - short[kind]
        note("NINE-KNOW-02", *facts, text=f"{name} gains {got} {word} from the pool")
        note("NINE-KNOW-01", *facts)
        taken = sum(n for each, _, n in stolen if each == kind)
        for each, victim, n in stolen:
            if each == kind:
                other = at.table.players[victim]
                what = (*facts, f"{other}.{word}")
                note("NINE-KNOW-03", *what, text=f"{name} steals {n} {word} from {other}")
                note("NINE-KNOW-04", *(f"{player}.{word}" for player in at.table.players))
                note("NINE-RUL-11", *what)
        if taken < short[kind]:
            lost = short[kind] - taken
            note("NINE-KNOW-06", *facts, text=f"{lost} {word} cannot be gained and is lost")
            note("NINE-KNOW-05", *(f"{name}.{each}" for each in WORDS))
            note("NINE-RUL-08", *facts)
            note("NINE-RUL-03", *facts, *(f"{p}.{word}" for p in at.table.players))
