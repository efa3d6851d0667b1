"""Gaining Knowledge: first from the pool, then by stealing what the pool lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, wraps
from typing import Any

from validator.games.nine_muses.cards import KINDS, NOTHING, WORDS, Amounts
from validator.games.nine_muses.state import Seat, State, Theft, add, less, missing
from validator.referee.core import KEPT, NOT_CONCERNED, Trace, Verb, Verdict
from validator.referee.zones import put

# (state, seat, *args) -> (pool, gain) of a move, or None.
Gain = Callable[..., tuple[Amounts, Amounts] | None]
# A line of `collect` may steal for its first Muses before it names others. A theft that these do
# not allow also has the pool and their gain, and is refused (NINE-RUL-07).
Thefts = tuple[Theft, ...]
FEW = 200  # most ways to steal that are cached
NO_THEFT: tuple[Thefts, ...] = ((),)


def thefts(state: State, seat: int, pool: Amounts, gain: Amounts) -> Iterable[Thefts]:
    """Return every way to steal what the pool lacks of a gain, including none."""
    short = missing(pool, gain)
    if short == (0, 0, 0):
        return NO_THEFT
    sources = tuple(
        [
            (kind, victim, state.seats[victim].held[kind])
            for kind, number in enumerate(short)
            for victim in state.table.seats
            if number and victim != seat
        ]
    )
    return _few(sources, short) or _splits(sources, short, ())


@lru_cache(4096)
def _few(sources: Thefts, short: Amounts) -> tuple[Thefts, ...]:
    """Return every way to take the shortage from the sources, cached if they are few."""
    ways = 1
    for kind, _, have in sources:
        ways *= min(have, short[kind]) + 1
    return tuple(_splits(sources, short, ())) if ways <= FEW else ()


def _splits(sources: Thefts, left: Amounts, taken: Thefts) -> Iterator[Thefts]:
    """Yield every way to take the rest from the sources: (kind, victim, tokens held)."""
    if not sources:
        yield taken
        return
    (kind, victim, have), *others = sources
    rest_of = tuple(others)
    for number in range(min(have, left[kind]) + 1):
        rest = less(left, (number * (kind == 0), number * (kind == 1), number * (kind == 2)))
        more = (*taken, (kind, victim, number)) if number else taken
        yield from _splits(rest_of, rest, more)


def pool_first(state: State, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts) -> Verdict:
    """Tokens that the pool has come from the pool."""
    del state
    short = missing(pool, gained)
    for kind in sorted({each[0] for each in stolen}):
        if gained[kind] and not short[kind]:
            return f"the pool has {pool[kind]} {WORDS[kind]}, enough for this gain"
    return KEPT


def same_kind(state: State, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts) -> Verdict:
    """Only the missing kind is stolen."""
    del state, pool
    for kind, _, _ in stolen:
        if not gained[kind]:
            return f"nothing of {WORDS[kind]} is gained here, so none can be missing"
    return KEPT


def no_more_than_missing(
    state: State, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts
) -> Verdict:
    """No more is stolen than the pool lacks."""
    del state
    short = missing(pool, gained)
    for kind in range(len(KINDS)):
        taken = sum(number for each, _, number in stolen if each == kind)
        if taken > short[kind] > 0:
            return f"{short[kind]} {WORDS[kind]} missing, {taken} stolen"
    return KEPT


def from_others(state: State, seat: int, stolen: Thefts, _p: Amounts, _g: Amounts) -> Verdict:
    """Tokens are stolen from other players."""
    del state
    return "nobody steals from themselves" if any(v == seat for _, v, _ in stolen) else KEPT


def no_more_than_held(state: State, seat: int, stolen: Thefts, _p: Amounts, _g: Amounts) -> Verdict:
    """No more is stolen than the victims hold."""
    for kind, victim, number in stolen:
        have = state.seats[victim].held[kind]
        if number > have and victim != seat:
            return f"{state.table.players[victim]} has {have} {WORDS[kind]}, not {number}"
    return KEPT


def duty(state: State, seat: int, stolen: Thefts, pool: Amounts, gained: Amounts) -> Verdict:
    """With the ruling "duty", everything missing that can be stolen is stolen."""
    if not state.table.duty:
        return NOT_CONCERNED
    for kind, number in enumerate(missing(pool, gained)):
        there = sum(own.held[kind] for other, own in enumerate(state.seats) if other != seat)
        taken = sum(n for each, _, n in stolen if each == kind)
        if taken < min(number, there):
            return f"{min(number, there)} {WORDS[kind]} must be stolen, not {taken}"
    return KEPT


STEALING: tuple[tuple[Callable[..., Verdict], tuple[str, ...]], ...] = (
    (pool_first, ("NINE-KNOW-02", "NINE-KNOW-03", "NINE-RUL-03")),
    (same_kind, ("NINE-KNOW-05", "NINE-KNOW-03", "NINE-RUL-03")),
    (no_more_than_missing, ("NINE-KNOW-03", "NINE-RUL-03")),
    (from_others, ("NINE-KNOW-03", "NINE-KNOW-04")),
    (no_more_than_held, ("NINE-KNOW-04", "NINE-RUL-03")),
    (duty, ("NINE-RUL-03",)),
)


def steal_guards(verb: Verb, reads: int, gain: Gain) -> None:
    """Add the guards on stealing to a verb whose last argument is a tuple of thefts."""
    for test, ids in STEALING:
        verb.add(_of_thefts(test, gain), ids, reads)


def _of_thefts(test: Callable[..., Verdict], gain: Gain) -> Callable[..., Verdict]:
    """Return a guard on stealing as a guard of a verb with this gain."""

    is_duty = test is duty

    @wraps(test)
    def asked(state: State, seat: int, *args: Any) -> Verdict:
        stolen = args[-1]
        if not stolen and not (is_duty and state.table.duty):
            return NOT_CONCERNED  # nothing is stolen: the most frequent case
        known = gain(state, seat, *args[:-1])
        if known is None:
            return NOT_CONCERNED
        for so_far in dict.fromkeys(early for *_, early in stolen if isinstance(early, tuple)):
            clause = tuple(each[:3] for each in stolen if each[3:] == (so_far,))
            if broken := test(state, seat, clause, *so_far):
                return broken
        return test(state, seat, tuple(each[:3] for each in stolen), *known)

    return asked


def take(
    seat: int,
    gained: Amounts,
    stolen: Thefts,
    pool: Amounts,
    seats: tuple[Seat, ...],
    paid: Amounts = NOTHING,
) -> tuple[Amounts, tuple[Seat, ...]]:
    """Return the pool and all seats after a gain; the payment is already in the pool."""
    taken = less(gained, missing(pool, gained))
    held = seats[seat].held
    mine = add(less(held, paid) if paid is not NOTHING else held, taken)
    if stolen:
        everybody = list(seats)
        for kind, victim, number in stolen:
            loss = (number * (kind == 0), number * (kind == 1), number * (kind == 2))
            everybody[victim] = everybody[victim]._replace(held=less(everybody[victim].held, loss))
            mine = add(mine, loss)
        seats = tuple(everybody)
    return less(pool, taken), put(seats, seat, seats[seat]._replace(held=mine))


def record_gain(
    state: State, seat: int, gained: Amounts, stolen: Thefts, pool: Amounts, trace: Trace
) -> None:
    """Record a gain: from the pool, by stealing, and what the lack of tokens took away."""
    short = missing(pool, gained)
    players = state.table.players
    name = players[seat]
    for kind, number in enumerate(gained):
        if not number:
            continue
        word = WORDS[kind]
        mine, stock = f"{name}.{word}", f"pool.{word}"
        got = number - short[kind]
        if got:
            trace("NINE-KNOW-02", mine, stock, text=f"{name} gains {got} {word} from the pool")
            trace("NINE-KNOW-01", mine, stock)
        taken = 0
        for each, victim, n in stolen:
            if each == kind:
                taken += n
                other = f"{players[victim]}.{word}"
                text = f"{name} steals {n} {word} from {players[victim]}"
                trace(("NINE-KNOW-03", "NINE-KNOW-04", "NINE-RUL-11"), mine, other, text=text)
        if taken < short[kind]:
            lost = short[kind] - taken
            limited = (mine, stock) if got else (mine,)
            settled = limited if got or taken else ()
            rules = ("NINE-KNOW-06", "NINE-KNOW-05", "NINE-RUL-08", "NINE-RUL-03")
            trace(rules, *settled, text=f"{lost} {word} cannot be gained and is lost")
