"""The moves of a player in Nine Muses, with their guards.

Modes and the turn are checked first, then the guards of the action in the order of this file,
special ones before general ones, and the card last.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from validator.games.nine_muses import modes, notation
from validator.games.nine_muses.cards import NOTHING, WORDS, Amounts, Muse, Option
from validator.games.nine_muses.gains import Gain, Thefts, record_gain, steal_guards, take, thefts
from validator.games.nine_muses.state import Pieces, Seat, State, add, covers, less
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict
from validator.referee.grammar import Arg

# ---- candidates for each argument


def hand(state: State, seat: int, *_: object) -> tuple[str, ...]:
    """The different Philosophers in a player's hand."""
    cards = state.seats[seat].hand
    return cards if len(cards) < 2 else tuple(dict.fromkeys(cards))


def options_of(state: State, _: int, card: str) -> tuple[int, ...]:
    """The numbers of a card's options, from 1."""
    return _numbers(len(state.table.philosophers.get(card, ())))


@lru_cache
def _numbers(most: int) -> tuple[int, ...]:
    return tuple(range(1, most + 1))


def faces(state: State, seat: int) -> tuple[str, ...]:
    """Face-up Muses that are not the player's own."""
    others = [m for other, own in enumerate(state.seats) if other != seat for m in own.muses]
    return (*state.centre, *others)


def offers(state: State, seat: int) -> tuple[Amounts, ...]:
    """Every number of tokens of one kind that a player could give up."""
    held = state.seats[seat].held
    return (NOTHING,) if state.table.wasted and held == NOTHING else of_one_kind(held)


@lru_cache(4096)
def of_one_kind(held: Amounts) -> tuple[Amounts, ...]:
    """Yield every number of tokens of one kind among those held."""
    craft, science, ethics = held
    return (
        *((n, 0, 0) for n in range(1, craft + 1)),
        *((0, n, 0) for n in range(1, science + 1)),
        *((0, 0, n) for n in range(1, ethics + 1)),
    )


def option(state: State, card: Any, number: Any) -> Option | None:
    """The option of a card with this number; None if there is none."""
    options = state.table.philosophers.get(card, ())
    if isinstance(number, int) and 1 <= number <= len(options):
        return options[number - 1]
    return None


def collected(state: State, _: int, muses: object) -> tuple[Amounts, Amounts] | None:
    """The pool, and the sum of what some Muses give."""
    gain = NOTHING
    for name in muses if isinstance(muses, tuple) else state.due:
        gain = add(gain, state.table.muses[name].gain)
    return state.pool, gain


def toiled(state: State, *_: object) -> tuple[Amounts, Amounts]:
    """The pool and the gain of a Toil."""
    return state.pool, (state.table.toil, 0, 0)


def exchanged(
    state: State, seat: int, card: object, number: object
) -> tuple[Amounts, Amounts] | None:
    """The pool after the payment of an option, and its gain."""
    chosen = option(state, card, number)
    if chosen is None or not covers(state.seats[seat].held, chosen.pay):
        return None
    return add(state.pool, chosen.pay), chosen.gain


def stealing(gain: Gain) -> Arg:
    """Return the candidates for stealing what the pool lacks of a verb's gain."""

    def possible(state: State, seat: int, *args: Any) -> Any:
        known = gain(state, seat, *args)
        return thefts(state, seat, *known) if known else ()

    return notation.stolen(gain).of(possible)


def own_due(state: State, _: int) -> tuple[Pieces, ...]:
    """The Muses to be collected from; their order does not change the sum."""
    return (tuple(sorted(state.due)),) if state.due else ()


def nothing_due(state: State) -> str:
    """The reason why nothing is collected now."""
    name = state.table.players[state.turn]
    if state.table.starting(state.seats[state.turn].muses):
        return "the benefits of this turn are collected already"
    return f"{name} has no Muse to collect from"


def cost(state: State, _: int, card: object, number: object, *__: object) -> Amounts | None:
    """The cost of an option."""
    chosen = option(state, card, number)
    return chosen.pay if chosen else None


# ---- the verbs

collected_first = ref.gate(
    "NINE-TURN-01", "NINE-TURN-02",
    why=lambda state: f"{', '.join(state.due)} must be collected first",
)  # fmt: skip
card_used = ref.gate("NINE-TURN-03", why="the card of this turn is used")
BEFORE_THE_CARD = {modes.COLLECT: collected_first, modes.CALLED: card_used}

collect = Verb(
    "collect", about="Take the benefits of your Muses, in an order of your choice.",
    args=(notation.MUSES.of(own_due), stealing(collected)),
    modes=(modes.COLLECT, modes.CALLED),
    gates={modes.ACT: ref.gate("NINE-TURN-02", "NINE-TURN-01", why=nothing_due)},
)  # fmt: skip
exchange = Verb(
    "exchange", about="Carry out one option of a Philosopher, then discard it.",
    args=(
        notation.CARD.of(hand), notation.OPTION.of(options_of),
        stealing(exchanged),
        notation.PAYING.restating(cost, "paying"),
    ),
    modes=(modes.ACT,), gates=BEFORE_THE_CARD,
)  # fmt: skip
call = Verb(
    "call", about="Discard a Philosopher and take a Muse whose condition you alone fulfil.",
    args=(notation.MUSE.of(faces), notation.WITH_CARD.of(hand), notation.FROM_WHERE),
    modes=(modes.ACT,), gates=BEFORE_THE_CARD,
)  # fmt: skip
demonstrate = Verb(
    "demonstrate", about="Discard a Philosopher and give up Knowledge of one kind for VP.",
    args=(
        notation.AMOUNT.of(offers), notation.WITH_CARD.of(hand),
        notation.POINTS.restating(lambda state, _, amount, *__: worth(state, amount), "for"),
    ),
    modes=(modes.ACT,), gates=BEFORE_THE_CARD,
)  # fmt: skip
toil = Verb(
    "toil", about="Discard a Philosopher and gain Craft.",
    args=(notation.CARD.of(hand), stealing(toiled)),
    modes=(modes.ACT,), gates=BEFORE_THE_CARD,
)  # fmt: skip


def never(*_: object) -> tuple[()]:
    """No candidates: the rules always refuse this."""
    return ()


skip = Verb(
    "pass", about="Do nothing; the rules refuse it.", modes=modes.IN_TURN, listed=False, args=()
)
fetch = Verb(
    "take", about="Take Knowledge outside any action; the rules refuse it.",
    args=(notation.AMOUNT.of(never), notation.FROM_WHOM), modes=modes.IN_TURN, listed=False,
)  # fmt: skip
give = Verb(
    "give", about="Hand something over; the rules refuse it.",
    args=(notation.GIFT.of(never),), modes=modes.IN_TURN, listed=False,
)  # fmt: skip

VERBS = (collect, exchange, call, demonstrate, toil, skip, fetch, give)


# ---- who may act: why a verb that is not open is refused

MODES = {
    modes.SETUP: ref.gate(
        "NINE-SETUP-07", "NINE-SETUP-06", why="the set-up still waits for '~ deal' or '~ row'"
    ),
    modes.ROUND: ref.gate(
        "NINE-ROUND-03", "NINE-ROUND-04", "NINE-TURN-03",
        why="no hands: the new round waits for '~ round'",
    ),
    modes.OVER: ref.gate("NINE-END-01", "NINE-ROUND-01", why="the game is over"),
}  # fmt: skip
TURN = ref.gate("NINE-TURN-05", why=lambda state: f"it is {state.table.players[state.turn]}'s turn")


def out_of_turn(state: State, move: ref.Move) -> Iterator[Breach]:
    """The rules that a player also breaks by acting again after the card of their turn."""
    seat = move.seat
    if state.last != seat:
        return
    players = state.table.players
    turn = f"it is {players[state.turn]}'s turn"
    if move.verb == collect.name and move.args:
        named = state.seats[seat].muses if move.args[0] is ref.ANY else move.args[0]
        own = [muse for muse in named if muse in state.seats[seat].muses]
        if own:
            facts = f"{turn}; {own[0]} gives nothing before the owner's next turn"
            yield from (Breach("NINE-RUL-07", facts), Breach("NINE-TURN-02", facts))
    facts = f"{turn}; {players[seat]} has used a Philosopher already"
    yield Breach("NINE-TURN-03", facts)


# ---- collect


@collect.guard("NINE-TURN-02")
def collect_all(state: State, seat: int, muses: Any) -> Verdict:
    """Every Muse that gives at the start of a turn is collected from, once."""
    if muses is ref.ANY or sorted(muses) == sorted(state.due):
        return KEPT
    if strange := [muse for muse in muses if muse not in state.due]:
        return f"{strange[0]} gives {state.table.players[seat]} nothing at the start of this turn"
    if left := [muse for muse in state.due if muse not in muses]:
        return f"{', '.join(left)} would be left out"
    return "a Muse gives once a turn"


steal_guards(collect, 2, collected)


@collect.effect
def _collect(state: State, seat: int, muses: Pieces, stolen: Thefts, trace: Trace | None) -> State:
    table = state.table
    gain, points = NOTHING, 0
    for name in muses:
        muse = table.muses[name]
        gain = add(gain, muse.gain)
        points += muse.points
    pool, seats = state.pool, state.seats
    if gain != NOTHING:
        pool, seats = take(seat, gain, stolen, pool, seats)
    if points:
        own = seats[seat]
        seats = ref.put(seats, seat, own._replace(score=own.score + points))
    if trace is not None:
        player = table.players[seat]
        facts = ("step", f"{player}.due", *differing(state, seat, seats))
        trace("NINE-TURN-02", *facts, text=f"{player} collects from {', '.join(muses)}")
        trace("NINE-TURN-01", "step")
        trace("NINE-RUL-07", *facts)
        if points:
            trace("NINE-SCORE-01", f"{player}.score", text=f"{player} scores {points}")
            trace("NINE-SCORE-02", f"{player}.shown")
        record_gain(state, seat, gain, stolen, state.pool, trace)
    if state.mode == modes.CALLED:
        return _next_turn(state, trace, pool=pool, seats=seats)
    return state._replace(pool=pool, seats=seats, due=(), mode=modes.ACT)


def differing(state: State, seat: int, seats: tuple[Seat, ...]) -> list[str]:
    """The facts of a player that a move changed."""
    name, old, new = state.table.players[seat], state.seats[seat], seats[seat]
    found = [
        f"{name}.{word}"
        for word, had, has in zip(WORDS, old.held, new.held, strict=True)
        if had != has
    ]
    return found if old.score == new.score else [*found, f"{name}.score"]


# ---- exchange


@exchange.guard("NINE-EXCH-01")
def one_option(state: State, _: int, card: Any, number: Any) -> Verdict:
    options = state.table.philosophers.get(card, ())
    if isinstance(number, tuple):
        return f"{len(number)} options, and only one is carried out"
    if number is not ref.ANY and not 1 <= number <= len(options):
        return f"{card} has {len(options)} option{'s' * (len(options) != 1)}"
    return KEPT


@exchange.guard("NINE-KNOW-05", "NINE-EXCH-02")
def pays_its_cost(
    state: State, _: int, card: object, number: object, _s: object, paying: object
) -> Verdict:
    chosen = option(state, card, number)
    if chosen is None or paying is None:
        return NOT_CONCERNED
    if paying == chosen.pay:
        return KEPT
    return f"the option costs {amount_words(chosen.pay)}, not {amount_words(paying)}"


@exchange.guard("NINE-EXCH-03")
def can_pay(state: State, seat: int, card: object, number: object) -> Verdict:
    chosen = option(state, card, number)
    if chosen is None or chosen.pay == NOTHING:
        return NOT_CONCERNED
    if covers(state.seats[seat].held, chosen.pay):
        return KEPT
    name, have = state.table.players[seat], state.seats[seat].held
    return lambda: f"it costs {amount_words(chosen.pay)}; {name} has {amount_words(have)}"


steal_guards(exchange, 3, exchanged)


@exchange.effect
def _exchange(
    state: State, seat: int, card: str, number: int, stolen: Thefts, _: object, trace: Trace | None
) -> State:
    pay, gain = state.table.philosophers[card][number - 1]
    paid = add(state.pool, pay)
    pool, seats = take(seat, gain, stolen, paid, state.seats, pay)
    if trace is not None:
        name = state.table.players[seat]
        facts = differing(state, seat, seats)
        facts += [
            f"pool.{word}"
            for word, had, has in zip(WORDS, state.pool, pool, strict=True)
            if had != has
        ]
        trace(("NINE-EXCH-01", "NINE-EXCH-02"), *facts, text=f"{name} uses {card}, option {number}")
        if pay != NOTHING:
            text = f"{name} pays {amount_words(pay)} to the pool"
            trace(("NINE-KNOW-02", "NINE-RUL-04", "NINE-RUL-08"), *facts, text=text)
        record_gain(state, seat, gain, stolen, paid, trace)
    return _used(state, seat, card, trace, pool=pool, seats=seats)


# ---- call


@call.guard("NINE-CALL-07", "NINE-CALL-01")
def face_up(state: State, seat: int, muse: object) -> Verdict:
    if muse in state.muse_deck:
        return f"{muse} is still in the Muse deck"
    if muse in state.seats[seat].muses:
        return f"{muse} already belongs to {state.table.players[seat]}"
    return KEPT


@call.guard("NINE-CALL-01")
def where_she_lies(state: State, seat: int, muse: Any, _: object, source: Any) -> Verdict:
    del seat
    if source is None:
        return NOT_CONCERNED
    lies = state.owner(muse)
    if source == (-1 if lies is None else lies):
        return KEPT
    return f"{muse} is not there" if lies is None else f"{state.table.players[lies]} has {muse}"


def _works(state: State, seat: int, muse: str) -> tuple[bool, list[int]]:
    """Whether the caller meets a Muse's condition, and the others who do."""
    design = state.table.muses[muse]
    others = [each for each in state.table.seats if each != seat and state.meets(each, design)]
    return state.meets(seat, design), others


@call.guard("NINE-CALL-02", "NINE-RUL-05")
def caller_qualifies(state: State, seat: int, muse: Any) -> Verdict:
    if state.table.wasted:
        return NOT_CONCERNED
    if state.meets(seat, state.table.muses[muse]):
        return KEPT
    name = state.table.players[seat]
    return lambda: f"{name} does not fulfil her condition: {condition_words(state, muse)}"


@call.guard("NINE-CALL-05", "NINE-CALL-03", "NINE-RUL-05")
def owner_does_not(state: State, seat: int, muse: Any) -> Verdict:
    """An owner who still fulfils the condition keeps the Muse."""
    if state.table.wasted or (lies := state.owner(muse)) is None or lies == seat:
        return NOT_CONCERNED
    if not state.meets(lies, state.table.muses[muse]):
        return KEPT
    too = " too" if state.meets(seat, state.table.muses[muse]) else ""
    return f"{state.table.players[lies]}, who has her, fulfils her condition{too}"


@call.guard("NINE-CALL-03", "NINE-RUL-05")
def nobody_else_does(state: State, seat: int, muse: Any) -> Verdict:
    if state.table.wasted:
        return NOT_CONCERNED
    design = state.table.muses[muse]
    for other in state.table.seats:
        if other != seat and state.meets(other, design):
            name = state.table.players[other]
            too = " too" if state.meets(seat, design) else ""
            return lambda: f"{name} fulfils it{too}: {condition_words(state, muse)}"
    return KEPT


@call.guard("NINE-CALL-06")
def any_number(state: State, seat: int, muse: object) -> Verdict:
    del muse
    return KEPT if state.seats[seat].muses else NOT_CONCERNED


@call.effect
def _call(state: State, seat: int, muse: str, card: str, _: object, trace: Trace | None) -> State:
    table, seats, centre = state.table, state.seats, state.centre
    name = table.players[seat]
    if table.wasted:
        mine, others = _works(state, seat, muse)
        if not mine or others:
            if trace is not None:
                trace("NINE-RUL-05", f"{name}.hand", text=f"the Call of {muse} fails")
            return _used(state, seat, card, trace)
    lies = state.owner(muse)
    if lies is None:
        centre = ref.without(centre, muse)
    else:
        loser = seats[lies]
        seats = ref.put(seats, lies, loser._replace(muses=ref.without(loser.muses, muse)))
    own = seats[seat]
    seats = ref.put(seats, seat, own._replace(muses=(*own.muses, muse)))
    due = (muse,) if table.at_once and table.muses[muse].starts else ()
    if trace is not None:
        whence = "the centre" if lies is None else table.players[lies]
        facts = [f"{name}.muses", "centre" if lies is None else f"{table.players[lies]}.muses"]
        trace("NINE-CALL-01", *facts, text=f"{name} takes {muse} from {whence}")
        trace(("NINE-CALL-02", "NINE-CALL-03", "NINE-RUL-06"), *facts)
        if lies is not None:
            trace(("NINE-CALL-05", "NINE-CALL-04"), *facts)
        trace("NINE-RUL-07", *((f"{name}.due", "step") if due else ()))
    return _used(state, seat, card, trace, due, centre=centre, seats=seats)


# ---- demonstrate


@demonstrate.guard("NINE-DEMO-02")
def one_kind(state: State, seat: int, amount: Any) -> Verdict:
    if amount.count(0) < 2:
        kinds = [word for number, word in zip(amount, WORDS, strict=True) if number]
        return f"{' and '.join(kinds)} in one Demonstration"
    for kind, have in enumerate(state.seats[seat].held):
        if amount[kind] > have > 0:
            return f"{state.table.players[seat]} has {have} {WORDS[kind]}, not {amount[kind]}"
    return KEPT


@demonstrate.guard("NINE-DEMO-01", "NINE-DEMO-02")
def a_kind_held(state: State, seat: int, amount: Any) -> Verdict:
    for kind, have in enumerate(state.seats[seat].held):
        if amount[kind] and not have:
            return f"{state.table.players[seat]} has no {WORDS[kind]}"
    return KEPT


@demonstrate.guard("NINE-RUL-05")
def something_given(state: State, _: int, amount: Any) -> Verdict:
    if state.table.wasted:
        return NOT_CONCERNED
    least = state.table.least_demonstrated
    return KEPT if sum(amount) >= least else f"{sum(amount)} given up; at least {least}"


@demonstrate.guard("NINE-DEMO-03")
def right_worth(state: State, _: int, amount: Any, _card: object, stated: Any) -> Verdict:
    """The VP that the script names are those that Aristotle shows."""
    if stated is None or stated == (points := worth(state, amount)):
        return KEPT
    return f"{amount_words(amount)} are worth {points} VP, not {stated}"


def worth(state: State, amount: Amounts) -> int:
    """The VP that Aristotle shows for some tokens."""
    craft, science, ethics = state.table.worth
    return amount[0] * craft + amount[1] * science + amount[2] * ethics


@demonstrate.effect
def _demonstrate(
    state: State, seat: int, amount: Amounts, card: str, _: object, trace: Trace | None
) -> State:
    points, own = worth(state, amount), state.seats[seat]
    seats = ref.put(
        state.seats, seat, own._replace(held=less(own.held, amount), score=own.score + points)
    )
    if trace is not None:
        name = state.table.players[seat]
        facts = [f"{who}.{word}" for n, word in zip(amount, WORDS, strict=True) if n
                 for who in (name, "pool")]  # fmt: skip
        text = f"{name} gives up {amount_words(amount)} and scores {points}"
        scored = (f"{name}.score",) if points else ()
        trace("NINE-DEMO-03", *scored, *facts, text=text)
        trace(("NINE-DEMO-01", "NINE-DEMO-02", "NINE-KNOW-02"), *facts)
        trace("NINE-SCORE-01", *scored)
        trace("NINE-SCORE-02", *((f"{name}.shown",) if points else ()))
    return _used(state, seat, card, trace, pool=add(state.pool, amount), seats=seats)


# ---- toil

steal_guards(toil, 2, toiled)


@toil.effect
def _toil(state: State, seat: int, card: str, stolen: Thefts, trace: Trace | None) -> State:
    gain = (state.table.toil, 0, 0)
    pool, seats = take(seat, gain, stolen, state.pool, state.seats)
    if trace is not None:
        name = state.table.players[seat]
        trace("NINE-TOIL-01", *differing(state, seat, seats), text=f"{name} toils with {card}")
        trace("NINE-TURN-06", f"{name}.hand")
        record_gain(state, seat, gain, stolen, state.pool, trace)
    return _used(state, seat, card, trace, pool=pool, seats=seats)


# ---- what all four actions ask last: the card comes from the own hand


@ref.guards_for((exchange, toil), "NINE-TURN-03")
def card_held(state: State, seat: int, card: object) -> Verdict:
    hand = state.seats[seat].hand
    if card in hand:
        return KEPT
    name, held = state.table.players[seat], ", ".join(hand) or "no cards"
    if card is ref.ANY:
        return f"{name} has {held}"
    if isinstance(card, tuple):
        return f"{' and '.join(card)}: one Philosopher is used in a turn"
    return f"{name} does not hold {card}: {held}"


@ref.guards_for((call, demonstrate), "NINE-TURN-03")
def card_also_held(state: State, seat: int, _: object, card: object) -> Verdict:
    return card_held(state, seat, card)


# ---- what the rules always refuse


@skip.guard("NINE-TURN-06")
def no_passing(state: State, _: int) -> Verdict:
    del state
    return "nobody passes: Toil is always possible"


@fetch.guard("NINE-KNOW-06")
def nothing_owed(_state: State, _: int, _given: object, whom: object) -> Verdict:
    return "nothing is owed: what could not be gained is lost" if whom is None else NOT_CONCERNED


@fetch.guard("NINE-KNOW-03", "NINE-RUL-11")
def no_robbing(_state: State, _: int, _given: object, whom: object) -> Verdict:
    return NOT_CONCERNED if whom is None else "Knowledge is stolen only while a gain falls short"


@give.guard("NINE-CALL-04")
def muses_stay(_state: State, _: int, gift: Any) -> Verdict:
    is_muse = isinstance(gift[0], str)
    return f"{gift[0]} moves only when another player Calls her" if is_muse else NOT_CONCERNED


@give.guard("NINE-RUL-11")
def no_deals(_state: State, _: int, gift: Any) -> Verdict:
    return NOT_CONCERNED if isinstance(gift[0], str) else "players trade only with the pool"


# ---- after a card was used


def _used(
    state: State, seat: int, card: str, trace: Trace | None, due: Pieces = (), **changes: Any
) -> State:
    """Discard the card; then end the turn, or wait for a benefit.

    `changes` are those of the action itself, so that only one new state is made.
    """
    seats = changes.get("seats", state.seats)
    own = seats[seat]
    changes["seats"] = ref.put(seats, seat, own._replace(hand=ref.without(own.hand, card)))
    changes["discard"] = (*state.discard, card)
    changes["last"] = seat
    if trace is not None:
        name = state.table.players[seat]
        trace("NINE-TURN-03", f"{name}.hand")
        trace("NINE-TURN-04", f"{name}.hand", "discard")
    if due:
        return state._replace(**changes, mode=modes.CALLED, due=due)
    return _next_turn(state, trace, **changes)


def _next_turn(state: State, trace: Trace | None, **changes: Any) -> State:
    """The next player clockwise who holds a card, or the end of the round."""
    table = state.table
    seats: tuple[Seat, ...] = changes["seats"]
    count = len(seats)
    for step in range(1, count + 1):
        seat = (state.turn + step) % count
        if seats[seat].hand:
            due = table.starting(seats[seat].muses)
            if trace is not None:
                facts = [f"{table.players[seat]}.due"] if due else []
                facts += ["turn"] if seat != state.turn else []
                trace("NINE-TURN-05", *facts)
                if (modes.COLLECT if due else modes.ACT) != state.mode:
                    trace("NINE-TURN-01", "step")
            return state._replace(
                **changes, turn=seat, mode=modes.COLLECT if due else modes.ACT, due=due
            )
    if trace is not None:
        trace("NINE-ROUND-02", "step", "turn", text=f"round {state.round} is played")
    if not state.is_last_round():
        return state._replace(**changes, mode=modes.ROUND, due=())
    if trace is not None:
        scores = [own.score for own in seats]
        trace("NINE-END-01", "end", "step", text="the game is over")
        trace("NINE-ROUND-01", "end")
        trace("NINE-RUL-13", "end", "step")
        trace(("NINE-END-02", "NINE-SCORE-01"), "winner")
        if scores.count(max(scores)) > 1:
            trace("NINE-RUL-02", "winner", text="the win is shared")
    return state._replace(**changes, mode=modes.OVER, due=())


# ---- words


@lru_cache(4096)
def amount_words(amount: Amounts) -> str:
    """``2 craft and 1 ethics``."""
    parts = [f"{n} {word}" for n, word in zip(amount, WORDS, strict=True) if n]
    return " and ".join(parts) or "nothing"


QUANTITIES = {"C": "craft", "S": "science", "E": "ethics", "total": "tokens in all"}


def condition_words(state: State, muse: str) -> str:
    """A Muse's condition in a few words."""
    return _condition_words(state.table.muses[muse], state.table.most_shown)


@lru_cache(4096)
def _condition_words(design: Muse, most: int) -> str:
    parts = []
    for what, low, high in design.ranges:
        name = QUANTITIES.get(what, what)
        span = f"{low}" if low == high else f"at least {low}" if high >= most else f"{low}-{high}"
        parts.append(f"{name} at most {high}" if low == 0 < high < most else f"{name} {span}")
    if design.most is not None:
        parts.append(f"strictly most {WORDS[design.most]}")
    if design.lowest_score:
        parts.append("strictly lowest score")
    return ", ".join(parts) or "none"
