"""Gains of Knowledge: from the pool, and by stealing what the pool lacks.

In the rulebook: Gaining Knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from validator.games.nine_muses import notation
from validator.games.nine_muses.cards import NOTHING, WORDS, Knowledge
from validator.games.nine_muses.notation import Gain, Thefts
from validator.games.nine_muses.state import State
from validator.referee.api import Arg, Judge, Message, Say

FEW = 200  # most ways to steal that are cached
GAINS = Say("gain {amount}", "gains {amount} from the pool")
STEALS = Say("steal {amount} from {victim}", "steals {amount} from {victim}")
NOT_GAINED = Say("gain {lack} (the pool has none)", "gains {lack} (the pool has none)")


def stealing(gain: Gain) -> Arg:
    """Return the argument for thefts, with all possible thefts for a verb's gain as candidates.

    Thefts may take everything that the pool lacks, or less.
    """

    def possible(s: State, me: int, *args: Any) -> Iterable[Thefts]:
        known = gain(s, me, *args)
        return () if known is None else thefts(s, me, *known)

    return notation.stolen(gain).of(possible)


def thefts(s: State, me: int, pool: Knowledge, gained: Knowledge) -> Iterable[Thefts]:
    """Return every way to steal all or part of what the pool lacks for a gain."""
    short = gained.beyond(pool)
    if short == NOTHING:
        return ((),)
    sources = tuple(
        (kind, victim, s.seats[victim].held[kind])
        for kind in range(3)
        if short[kind]
        for victim in s.table.seats
        if victim != me
    )
    return _few(sources, short) or _splits(sources, short, ())


@lru_cache(4096)
def _few(sources: Thefts, short: Knowledge) -> tuple[Thefts, ...]:
    ways = 1
    for kind, _, have in sources:
        ways *= min(have, short[kind]) + 1
    return tuple(_splits(sources, short, ())) if ways <= FEW else ()


def _splits(sources: Thefts, left: Knowledge, taken: Thefts) -> Iterator[Thefts]:
    """Yield every way to steal at most `left` from the sources.

    A source is a kind of Knowledge, the victim's seat, and the tokens that the victim holds.
    """
    if not sources:
        yield taken
        return
    (kind, victim, have), *others = sources
    for number in range(min(have, left[kind]) + 1):
        more = (*taken, (kind, victim, number)) if number else taken
        yield from _splits(tuple(others), left.minus(Knowledge.of(kind, number)), more)


def may_steal(
    s: State, me: int, pool: Knowledge, gained: Knowledge, stolen: Thefts, to: Judge
) -> None:
    """Check the thefts for a gain. Under the ruling "duty", thefts must not be omitted."""
    if not stolen and not s.table.duty:
        return
    short = gained.beyond(pool)
    taken = [sum(n for each, _, n in stolen if each == kind) for kind in range(3)]
    for kind in sorted({each for each, _, _ in stolen}):
        word = WORDS[kind]
        to.holds(("KNOW-05", "KNOW-03", "RUL-03"), gained[kind],
                 "no {kind} is gained here, so no {kind} can be missing", kind=word)  # fmt: skip
        to.holds(("KNOW-02", "KNOW-03", "RUL-03"), short[kind],
                 "the pool has {number} {kind}, which is enough for this gain",
                 number=pool[kind], kind=word)  # fmt: skip
        to.holds(("KNOW-03", "RUL-03"), taken[kind] <= short[kind],
                 "{taken} {kind} would be stolen, but only {short} can be, because no more are "
                 "missing", short=short[kind], kind=word, taken=taken[kind])  # fmt: skip
    for kind, victim, number in stolen:
        to.holds(("KNOW-03", "KNOW-04"), victim != me, "players cannot steal from themselves")
        have = s.seats[victim].held[kind]
        to.holds(("KNOW-04", "RUL-03"), number <= have,
                 "{number} {kind} would be stolen from {victim}, who [has|have] only {have}",
                 victim=s.name(victim), have=have, kind=WORDS[kind], number=number)  # fmt: skip
    for kind in range(3) if s.table.duty else ():
        there = sum(own.held[kind] for other, own in enumerate(s.seats) if other != me)
        must = min(short[kind], there)
        to.holds("RUL-03", taken[kind] >= must, "{taken} {kind} would be stolen; expected {must}",
                 must=must, kind=WORDS[kind], taken=taken[kind])  # fmt: skip


def gain(s: State, me: int, gained: Knowledge, stolen: Thefts, to: Judge, *rules: str) -> State:
    """Let a player gain Knowledge, as `rules` state.

    What neither the pool nor thefts supply is lost.
    """
    start, short = s, gained.beyond(s.pool)
    got = gained if short is NOTHING else gained.minus(short)
    if got != NOTHING:
        after = s._replace(
            pool=s.pool.minus(got), seats=s.seated(me, held=s.seats[me].held.plus(got))
        )
        s = to.did(("KNOW-02", *rules, "KNOW-01"), s, after, GAINS, amount=got)
    for kind, victim, number in stolen:
        loot = Knowledge.of(kind, number)
        after = s._replace(seats=s.seated(victim, held=s.seats[victim].held.minus(loot)))
        after = after._replace(seats=after.seated(me, held=s.seats[me].held.plus(loot)))
        s = to.did(("KNOW-03", *rules, "KNOW-04", "RUL-11"), s, after, STEALS,
                   amount=loot, victim=s.name(victim))  # fmt: skip
        short = short.minus(loot)
    if short != NOTHING:
        to.did(("KNOW-06", "KNOW-05", "RUL-08", "RUL-03", *rules), start, s, NOT_GAINED,
               lack=_lack(short, got))  # fmt: skip
    return s


@lru_cache(256)
def _lack(short: Knowledge, got: Knowledge) -> tuple[Message, ...]:
    """Return the words for what the pool lacks: ``no Craft``, or ``no more Craft`` after some."""
    return tuple(
        Message("no more {kind}" if some else "no {kind}", {"kind": word.title()})
        for missing, some, word in zip(short, got, WORDS, strict=True)
        if missing
    )
