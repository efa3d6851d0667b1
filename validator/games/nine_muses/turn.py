"""A turn: benefits of Muses first, then a Philosopher for one of the four actions.

In the rulebook: Your turn; Collect; Exchange; Toil; Call; Demonstrate.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Annotated

from validator.games.nine_muses import notation
from validator.games.nine_muses.cards import NOTHING, WORDS, Knowledge, PhilosopherLine, Pieces
from validator.games.nine_muses.ending import end_of_the_game, is_last_round
from validator.games.nine_muses.knowledge import gain, may_steal, stealing, thefts
from validator.games.nine_muses.notation import Benefits, Thefts
from validator.games.nine_muses.state import ACT, CALLED, COLLECT, IN_TURN, ROUND, State, verb
from validator.referee import api as ref
from validator.referee.api import ANYTHING, Amount, Judge, Say
from validator.referee.core import MOST_TRIED

COLLECTS = Say("Collect from {muses}", "collects from {muses}")
SCORES = Say("score {points}", "scores {points}")
USES = Say("{card}", "uses {card}")
PAYS = Say("pay {amount}", "pays {amount} to the pool")
CALLS = Say("Discard {card} and Call {muse}", "calls {muse} with {card}")
FAILS = Say("in vain", "fails")
TAKES = Say("take her from {place}", "takes her from {place}")
DEMONSTRATES = Say("Demonstrate {amount} with {card}", "demonstrates {amount} with {card}")
TOILS = Say("Toil with {card}", "toils with {card}")


# ---- what can be chosen


def hand(s: State, me: int, *_: object) -> Pieces:
    """Return the distinct Philosophers in a player's hand."""
    cards = s.seats[me].hand
    return cards if len(cards) < 2 else tuple(dict.fromkeys(cards))


def options_of(s: State, _: int, card: str) -> tuple[int, ...]:
    return _numbers(len(s.table.philosophers.get(card, ())))


@lru_cache
def _numbers(most: int) -> tuple[int, ...]:
    return tuple(range(1, most + 1))


def faces(s: State, me: int) -> Pieces:
    """Return the face-up Muses that are not the player's own."""
    return (
        *s.centre,
        *(muse for seat, own in enumerate(s.seats) if seat != me for muse in own.muses),
    )


def offers(s: State, me: int) -> tuple[Knowledge, ...]:
    """Return every amount of one type of Knowledge that a player could give up."""
    held = s.seats[me].held
    return (NOTHING,) if s.table.wasted and held == NOTHING else of_one_kind(held)


@lru_cache(4096)
def of_one_kind(held: Knowledge) -> tuple[Knowledge, ...]:
    every = (Knowledge.of(kind, n) for kind in range(3) for n in range(1, held[kind] + 1))
    return tuple(islice(every, MOST_TRIED + 1))  # no listing goes on after these


def collections(s: State, me: int) -> Iterable[Benefits]:
    """Yield the Muses whose benefits are collected together, with each possible set of thefts."""
    for muses, _ in notation.due_benefits(s, me):
        for stolen in thefts(s, me, s.pool, s.table.benefit(muses)):
            yield ((muses, stolen),)


def pool_and_gain_of_toil(s: State, *_: object) -> tuple[Knowledge, Knowledge]:
    return s.pool, s.table.toil


def option(s: State, card: str, number: int) -> PhilosopherLine | None:
    options = s.table.philosophers.get(card, ())
    return options[number - 1] if isinstance(number, int) and 1 <= number <= len(options) else None


def cost(s: State, _: int, card: str, number: int, *__: object) -> Knowledge | None:
    chosen = option(s, card, number)
    return chosen.pay if chosen else None


def exchanged(s: State, me: int, card: str, number: int) -> tuple[Knowledge, Knowledge] | None:
    """Return the pool after the payment for an option, and the option's gain.

    Returns None if the player cannot pay.
    """
    chosen = option(s, card, number)
    if chosen is None or not s.seats[me].held.covers(chosen.pay):
        return None
    return s.pool.plus(chosen.pay), chosen.gain


def worth(s: State, _: int, amount: Knowledge, *__: object) -> int:
    """Return the VP for tokens, by the values on the Aristotle card."""
    return sum(number * each for number, each in zip(amount, s.table.worth, strict=True))


Card = Annotated[str, notation.CARD.of(hand)]
WithCard = Annotated[str, notation.WITH_CARD.of(hand)]


# ---- a turn: first the benefits, then one card


@verb(open=(COLLECT, CALLED), due=("TURN-02", "TURN-01"))
def collect(
    s: State, me: int, benefits: Annotated[Benefits, notation.BENEFITS.of(collections)], to: Judge,
) -> State:  # fmt: skip
    """Take the benefits of your Muses, in an order of your choice."""
    muses = tuple(name for names, _ in benefits for name in names)
    to.holds("TURN-02", sorted(muses) == sorted(s.due),
             "{player} must collect from {due}, not from {muses}", due=s.due,
             muses=muses)  # fmt: skip
    gains = [(s.table.benefit(names), stolen) for names, stolen in benefits]
    later = s
    for gained, stolen in gains:
        may_steal(later, me, later.pool, gained, stolen, to)
        if len(gains) > 1:  # the next thefts are checked with what this gain leaves in the pool
            later = gain(later, me, gained, stolen, Judge())
    to.asked()
    points, called = sum(map(s.table.points.__getitem__, muses)), s.mode == CALLED
    s = to.did(("TURN-02", "TURN-01", "RUL-07"), s, s._replace(due=(), mode=ACT),
               COLLECTS, muses=muses)  # fmt: skip
    if points:
        s = score(s, me, points, to, "TURN-02", "RUL-07")
    for gained, stolen in gains:
        s = gain(s, me, gained, stolen, to, "TURN-02", "RUL-07")
    return next_turn(s, to) if called else s


def score(s: State, me: int, points: int, to: Judge, *rules: str) -> State:
    """Add Victory Points to the player's score."""
    after = s._replace(seats=s.seated(me, score=s.seats[me].score + points))
    return to.did((*rules, "SCORE-01", "SCORE-02"), s, after, SCORES, points=Amount(points, "VP"))


def has(s: State, me: int, card: str, to: Judge) -> None:
    """Check that the player uses one Philosopher, from their own hand."""
    own = s.seats[me].hand
    to.holds("TURN-03", card in own, "{card} is not in {player}'s hand, which is: {hand}",
             hand=own, card=card)  # fmt: skip


def use(s: State, me: int, card: str, to: Judge, rule: str, say: Say, **values: object) -> State:
    """Discard the card used for an action; `rule` is the action's."""
    to.asked()
    seats = s.seated(me, hand=ref.without(s.seats[me].hand, card))
    after = s._replace(seats=seats, discard=(*s.discard, card), last=me)
    return to.did((rule, "TURN-03", "TURN-04"), s, after, say, card=card, **values)


def next_turn(s: State, to: Judge) -> State:
    """Pass the turn clockwise to the next player who holds a card, or end the round."""
    count = len(s.seats)
    for step in range(1, count + 1):
        seat = (s.turn + step) % count
        if s.seats[seat].hand:
            after = begins_turn(s, seat)
            step_too = ("TURN-05", "TURN-01") if after.mode != s.mode else "TURN-05"
            return to.did(step_too, s, after)
    if not is_last_round(s):
        return to.did("ROUND-02", s, s._replace(mode=ROUND, due=()))
    return end_of_the_game(s, to)


def begins_turn(s: State, seat: int) -> State:
    """Begin a player's turn, with the Muses' benefits that are due at its start."""
    due = s.seats[seat].muses
    return s._replace(turn=seat, due=due, mode=COLLECT if due else ACT)


# ---- the four actions


@verb(open=ACT)
def exchange(
    s: State, me: int, card: Card, number: Annotated[int, notation.OPTION.of(options_of)],
    stolen: Annotated[Thefts, stealing(exchanged)],
    wrong_price: Annotated[Knowledge | None, notation.PAYING.repeating(cost, "paying")], to: Judge,
) -> State:  # fmt: skip
    """Use one option of a Philosopher, then discard the card."""
    has(s, me, card, to)
    chosen, own = option(s, card, number), s.seats[me]
    to.holds("EXCH-01", chosen, "{card} has no option {number}; the last one is {count}", card=card,
             count=len(s.table.philosophers[card]), number=number)  # fmt: skip
    assert chosen
    gained, pay = chosen
    to.holds(("KNOW-05", "EXCH-02"), wrong_price is None,
             "this option costs {cost}; the line states {paying}", cost=pay,
             paying=wrong_price)  # fmt: skip
    if pay != NOTHING:
        to.holds("EXCH-03", own.held.covers(pay),
                 "the option costs {cost}, but {player} [has|have] only {held}", cost=pay,
                 held=own.held)  # fmt: skip
    may_steal(s, me, s.pool.plus(pay), gained, stolen, to)
    s = use(s, me, card, to, "EXCH-01", USES)
    if pay != NOTHING:
        after = s._replace(pool=s.pool.plus(pay), seats=s.seated(me, held=own.held.minus(pay)))
        s = to.did(("EXCH-01", "EXCH-02", "KNOW-02", "RUL-04", "RUL-08"),
                   s, after, PAYS, amount=pay)  # fmt: skip
    return next_turn(gain(s, me, gained, stolen, to, "EXCH-01", "EXCH-02"), to)


def meets(s: State, seat: int, muse: str) -> bool:
    """Return whether a player meets every part of a Muse's condition."""
    own, condition = s.seats[seat], s.table.muses[muse].condition
    have = (*own.held, sum(own.held), len(own.muses))  # in the order of the ranges
    for number, span in zip(have, condition.ranges, strict=True):
        if span is not None and not span.low <= number <= span.high:
            return False
    others = [each for each in s.seats if each is not own]
    if kind := condition.most:
        own_number = getattr(own.held, kind)
        if any(getattr(each.held, kind) >= own_number for each in others):
            return False
    return not condition.lowest_score or all(own.score < each.score for each in others)


def may_call(s: State, me: int, muse: str, to: Judge) -> None:
    """Check that a face-up Muse is Called whose condition only the player fulfils."""
    lies = s.owner(muse)
    to.holds(("CALL-07", "CALL-01"), muse not in s.muse_deck,
             "{muse} is still in the Muse deck", muse=muse)  # fmt: skip
    to.holds(("CALL-07", "CALL-01"), lies != me, "{muse} already belongs to {player}", muse=muse)
    if s.table.wasted:  # then her condition decides only whether `call` succeeds
        return
    asks = s.table.condition[muse]
    to.holds(("CALL-02", "RUL-05"), meets(s, me, muse),
             "{player} [does|do] not meet the condition of {muse}: {condition}",
             condition=asks, muse=muse)  # fmt: skip
    if lies >= 0:
        to.holds(("CALL-05", "CALL-03", "RUL-05"), not meets(s, lies, muse),
                 "{owner} [owns|own] her and [meets|meet] her condition too",
                 owner=s.name(lies))  # fmt: skip
    for seat in s.table.seats:
        if seat != me:
            to.holds(("CALL-03", "RUL-05"), not meets(s, seat, muse),
                     "{other} meets the condition of {muse} too: {condition}",
                     because="{other} does not meet the condition of {muse}: {condition}",
                     other=s.name(seat), condition=asks, muse=muse)  # fmt: skip
    if s.seats[me].muses:
        to.holds("CALL-06", True, "a player may own any number of Muses")


@verb(open=ACT, early=may_call)
def call(
    s: State, me: int, muse: Annotated[str, notation.MUSE.of(faces)], card: WithCard,
    wrong_place: Annotated[int | None, notation.FROM_WHERE], to: Judge,
) -> State:  # fmt: skip
    """Discard a Philosopher and take a Muse whose condition only you meet."""
    has(s, me, card, to)
    start, lies = s, s.owner(muse)
    place = "the centre" if lies < 0 else s.name(lies)
    to.holds("CALL-01", wrong_place is None, "{muse} must be taken from {place}", muse=muse,
             place=place)  # fmt: skip
    s = use(s, me, card, to, "CALL-01", CALLS, muse=muse)
    if s.table.wasted and [seat for seat in s.table.seats if meets(s, seat, muse)] != [me]:
        return next_turn(to.did("RUL-05", start, s, FAILS), to)
    seats, centre = s.seats, s.centre
    if lies < 0:
        centre = ref.without(centre, muse)
    else:
        seats = s.seated(lies, muses=ref.without(seats[lies].muses, muse))
    after = s._replace(
        seats=ref.put(seats, me, seats[me]._replace(muses=(*seats[me].muses, muse))), centre=centre
    )
    if lies >= 0:
        to.did(("CALL-05", "CALL-04"), s, after)
    s = to.did(("CALL-01", "CALL-02", "CALL-03", "RUL-06"), s, after, TAKES, place=place)
    at_once = s._replace(mode=CALLED, due=(muse,)) if s.table.at_once else s
    s = to.did("RUL-07", s, at_once)
    return s if s.due else next_turn(s, to)


@verb(open=ACT)
def demonstrate(
    s: State, me: int, amount: Annotated[Knowledge, notation.AMOUNT.of(offers)], card: WithCard,
    wrong_points: Annotated[int | None, notation.POINTS.repeating(worth, "for")], to: Judge,
) -> State:  # fmt: skip
    """Discard a Philosopher and give up Knowledge of one kind for VP."""
    has(s, me, card, to)
    own, least, points = s.seats[me], s.table.least_demonstrated, worth(s, me, amount)
    kinds = [kind for kind in range(3) if amount[kind]]
    to.holds("DEMO-02", len(kinds) <= 1,
             "{amount} are of several types; a Demonstration uses only one type",
             amount=amount)  # fmt: skip
    for kind in kinds:
        number, have, word = amount[kind], own.held[kind], WORDS[kind]
        to.holds(("DEMO-01", "DEMO-02"), have, "{player} [has|have] no {kind}", kind=word)
        to.holds("DEMO-02", number <= have,
                 "{number} {kind} would be given up, but {player} [has|have] only {have}",
                 have=have, kind=word, number=number)  # fmt: skip
    if not s.table.wasted:
        to.holds("RUL-05", sum(amount) >= least,
                 "{number} [token is|tokens are] given up; expected at least {least}",
                 number=sum(amount), least=least)  # fmt: skip
    to.holds("DEMO-03", wrong_points is None,
             "{amount} are worth {points} VP; the line states {stated}", amount=amount,
             points=points, stated=wrong_points)  # fmt: skip
    s = use(s, me, card, to, "DEMO-01", DEMONSTRATES, amount=amount)
    after = s._replace(pool=s.pool.plus(amount), seats=s.seated(me, held=own.held.minus(amount)))
    s = to.did(("DEMO-01", "DEMO-02", "DEMO-03", "KNOW-02"), s, after)
    return next_turn(score(s, me, points, to, "DEMO-03"), to)


@verb(open=ACT)
def toil(
    s: State,
    me: int,
    card: Card,
    stolen: Annotated[Thefts, stealing(pool_and_gain_of_toil)],
    to: Judge,
) -> State:
    """Discard a Philosopher and gain Craft."""
    has(s, me, card, to)
    may_steal(s, me, *pool_and_gain_of_toil(s), stolen, to)
    s = use(s, me, card, to, "TOIL-01", TOILS)
    s = gain(s, me, s.table.toil, stolen, to, "TOIL-01", "TURN-06")
    return next_turn(s, to)


# ---- moves that the rules always refuse


@verb(name="pass", open=IN_TURN, listed=False)
def skip(_s: State, _: int, to: Judge) -> State:
    """Do nothing, which the rules forbid."""
    to.forbids("TURN-06", "passing is not allowed, because Toil is always possible")


@verb(open=IN_TURN, listed=False)
def take(s: State, _: int, said: Annotated[Pieces, ANYTHING], to: Judge) -> State:
    """Take Knowledge although no action allows this, which the rules forbid."""
    owed = not named_in(said, s.table.players)
    to.holds("KNOW-06", not owed,
             "tokens that could not be gained are lost, so nothing is owed later")  # fmt: skip
    to.forbids(("KNOW-03", "RUL-11"),
               "tokens can be stolen only when the pool has too few for a gain")  # fmt: skip


@verb(open=IN_TURN, listed=False)
def give(s: State, _: int, said: Annotated[Pieces, ANYTHING], to: Judge) -> State:
    """Hand something over, which the rules forbid."""
    muses = named_in(said, s.table.muses)
    to.holds("CALL-04", not muses,
             "{muses} cannot be given away; a Muse changes hands only by a Call",
             muses=muses)  # fmt: skip
    to.forbids("RUL-11", "players can trade only with the pool")


def named_in(said: Pieces, known: Iterable[str]) -> Pieces:
    """Return the names in `known` that are among the words of a line."""
    low = [word.lower() for word in said]
    return tuple(name for name in known if name.lower() in low)
