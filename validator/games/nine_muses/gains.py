"""Gaining Knowledge: from the pool first, and what the pool lacks by stealing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from validator.games.nine_muses.cards import KINDS, WORDS, Amounts
from validator.games.nine_muses.state import Seat, State, Theft, add, less, missing
from validator.referee.core import Notes, Verb, Verdict
from validator.referee.zones import put

Gain = Callable[..., tuple[Amounts, Amounts] | None]  # the pool and the gain of a move, if any
Thefts = tuple[Theft, ...]
NO_THEFT: tuple[Thefts, ...] = ((),)


def thefts(state: State, seat: int, pool: Amounts, gain: Amounts) -> Iterable[Thefts]:
    """Every way to steal what the pool lacks of a gain, nothing included."""
    short = missing(pool, gain)
    if short == (0, 0, 0):
        return NO_THEFT
    sources = [
        (kind, victim, state.seats[victim].held[kind])
        for kind, number in enumerate(short)
        for victim in state.table.seats
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
            def asked(state: State, seat: int, *args: object) -> Verdict:
                if not args[-1]:  # nothing is stolen: asked most often
                    return None
                known = gain(state, seat, *args[:-1])
                return None if known is None else test(state, seat, args[-1], *known)

            verb.add(asked, ids, reads)

        return tie

    @law("NINE-KNOW-02", "NINE-KNOW-03", "NINE-RUL-03")
    def pool_first(
        state: State, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts
    ) -> Verdict:
        del state
        short = missing(pool, gained)
        for kind in sorted({each[0] for each in stolen}):
            if gained[kind] and not short[kind]:
                return f"the pool holds {pool[kind]} {WORDS[kind]}, enough for this gain"
        return ""

    @law("NINE-KNOW-05", "NINE-KNOW-03", "NINE-RUL-03")
    def same_kind(
        state: State, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts
    ) -> Verdict:
        del state, pool
        for kind, _, _ in stolen:
            if not gained[kind]:
                return f"nothing of {WORDS[kind]} is gained here, so none can be missing"
        return ""

    @law("NINE-KNOW-03", "NINE-RUL-03")
    def no_more_than_missing(
        state: State, _seat: int, stolen: Thefts, pool: Amounts, gained: Amounts
    ) -> Verdict:
        del state
        short = missing(pool, gained)
        for kind in range(len(KINDS)):
            taken = sum(number for each, _, number in stolen if each == kind)
            if taken > short[kind] > 0:
                return f"{short[kind]} {WORDS[kind]} missing, {taken} stolen"
        return ""

    @law("NINE-KNOW-03", "NINE-KNOW-04")
    def from_others(state: State, seat: int, stolen: Thefts, _p: Amounts, _g: Amounts) -> Verdict:
        del state
        return "nobody steals from themselves" if any(v == seat for _, v, _ in stolen) else ""

    @law("NINE-KNOW-04", "NINE-RUL-03")
    def no_more_than_held(
        state: State, seat: int, stolen: Thefts, _p: Amounts, _g: Amounts
    ) -> Verdict:
        for kind, victim, number in stolen:
            have = state.seats[victim].held[kind]
            if number > have and victim != seat:
                return f"{state.table.players[victim]} has {have} {WORDS[kind]}, not {number}"
        return ""

    def duty(state: State, seat: int, *args: object) -> Verdict:
        if not state.table.duty:
            return None
        *before, stolen = args
        known = gain(state, seat, *before)
        if known is None:
            return None
        short = missing(*known)
        for kind, number in enumerate(short):
            there = sum(own.held[kind] for other, own in enumerate(state.seats) if other != seat)
            taken = sum(n for each, _, n in stolen if each == kind)  # type: ignore[attr-defined]
            if taken < min(number, there):
                return f"{min(number, there)} {WORDS[kind]} must be stolen, not {taken}"
        return ""

    verb.add(duty, ("NINE-RUL-03",), reads)


def take(
    seat: int, gained: Amounts, stolen: Thefts, pool: Amounts, seats: tuple[Seat, ...]
) -> tuple[Amounts, tuple[Seat, ...]]:
    """The pool and everybody's seat after a gain."""
    taken = less(gained, missing(pool, gained))
    mine = add(seats[seat].held, taken)
    if stolen:
        everybody = list(seats)
        for kind, victim, number in stolen:
            loss = (number * (kind == 0), number * (kind == 1), number * (kind == 2))
            everybody[victim] = everybody[victim]._replace(held=less(everybody[victim].held, loss))
            mine = add(mine, loss)
        seats = tuple(everybody)
    return less(pool, taken), put(seats, seat, seats[seat]._replace(held=mine))


def note_gain(
    state: State, seat: int, gained: Amounts, stolen: Thefts, pool: Amounts, note: Notes
) -> None:
    """What rules did: a gain that the pool, others and the lack of tokens made what it is."""
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
            note("NINE-KNOW-02", mine, stock, text=f"{name} gains {got} {word} from the pool")
            note("NINE-KNOW-01", mine, stock)
        taken = 0
        for each, victim, n in stolen:
            if each == kind:
                taken += n
                other = f"{players[victim]}.{word}"
                text = f"{name} steals {n} {word} from {players[victim]}"
                note("NINE-KNOW-03", mine, other, text=text)
                note("NINE-KNOW-04", mine, other)
                note("NINE-RUL-11", mine, other)
        if taken < short[kind]:
            lost = short[kind] - taken
            limited = (mine, stock) if got else (mine,)
            settled = limited if got or taken else ()
            note("NINE-KNOW-06", *settled, text=f"{lost} {word} cannot be gained and is lost")
            note("NINE-KNOW-05", *settled)
            note("NINE-RUL-08", *settled)
            note("NINE-RUL-03", *settled)
