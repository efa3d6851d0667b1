"""What a player can do in Nine Muses, and the rules of it.

Rules are named in the order of this file: first who may act at all, then the rules of the action,
the special ones before the general ones; the card comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from validator.games.nine_muses.cards import NOTHING, WORDS, Amounts, Muse, Option
from validator.games.nine_muses.gains import Thefts, steal_laws, take, thefts
from validator.games.nine_muses.position import (
    OVER,
    PLAY,
    ROUND,
    SETUP,
    Pieces,
    Position,
    add,
    covers,
    is_last_round,
    less,
    meets,
    owner,
    starting,
    to_collect,
)
from validator.referee.core import ANY, Notes, Verb, Verdict, laws_for
from validator.referee.zones import put, without

# ---- candidates for each argument


def hand(at: Position, seat: int, *_: object) -> tuple[str, ...]:
    """The kinds of Philosophers in a player's hand."""
    cards = at.hands[seat]
    return cards if len(cards) < 2 else tuple(dict.fromkeys(cards))


def options_of(at: Position, _: int, card: str) -> tuple[int, ...]:
    """The numbers of a card's options, from 1."""
    return tuple(range(1, len(at.table.philosophers.get(card, ())) + 1))


def faces(at: Position, seat: int) -> tuple[str, ...]:
    """Face-up Muses that are not the player's own."""
    others = [m for other in at.table.seats if other != seat for m in at.owned[other]]
    return (*at.centre, *others)


def offers(at: Position, seat: int) -> Iterator[Amounts]:
    """Every number of tokens of one kind that a player could give up."""
    craft, science, ethics = at.held[seat]
    yield from ((n, 0, 0) for n in range(1, craft + 1))
    yield from ((0, n, 0) for n in range(1, science + 1))
    yield from ((0, 0, n) for n in range(1, ethics + 1))
    if at.table.wasted and not craft + science + ethics:
        yield NOTHING


def own_due(at: Position, _: int) -> tuple[Pieces, ...]:
    """The Muses to be collected from; their order never changes what is gained in all."""
    return (at.due,) if at.due else ()


def nothing_said(*_: object) -> tuple[None]:
    """The optional last words of a move, left out."""
    return (None,)


def option(at: Position, card: Any, number: Any) -> Option | None:
    """An option of a card, if there is one with this number."""
    options = at.table.philosophers.get(card, ())
    if isinstance(number, int) and 1 <= number <= len(options):
        return options[number - 1]
    return None


def collected(at: Position, _: int, muses: Any) -> tuple[Amounts, Amounts] | None:
    """The pool and what some Muses give in all."""
    gain = NOTHING
    for name in muses if isinstance(muses, tuple) else at.due:
        gain = add(gain, at.table.muses[name].gain)
    return at.pool, gain


def toiled(at: Position, *_: object) -> tuple[Amounts, Amounts]:
    """The pool and the gain of a Toil."""
    return at.pool, (at.table.toil, 0, 0)


def exchanged(at: Position, seat: int, card: Any, number: Any) -> tuple[Amounts, Amounts] | None:
    """The pool after the payment of an option, and its gain."""
    chosen = option(at, card, number)
    if chosen is None or not covers(at.held[seat], chosen.pay):
        return None
    return add(at.pool, chosen.pay), chosen.gain


def collect_thefts(at: Position, seat: int, muses: Pieces) -> Any:
    """What can be stolen while collecting."""
    known = collected(at, seat, muses)
    return thefts(at, seat, *known) if known else ()


def toil_thefts(at: Position, seat: int, _: str) -> Any:
    """What can be stolen with a Toil."""
    return thefts(at, seat, at.pool, (at.table.toil, 0, 0))


def exchange_thefts(at: Position, seat: int, card: str, number: int) -> Any:
    """What can be stolen in an exchange."""
    known = exchanged(at, seat, card, number)
    return thefts(at, seat, *known) if known else ()


# ---- the verbs

collect = Verb(
    "collect", "collect [MUSE…] [from PLAYER [N] [KIND]…]",
    "Take the benefits of your Muses, in an order of your choice.",
    (own_due, collect_thefts),
)  # fmt: skip
exchange = Verb(
    "exchange", "exchange CARD OPTION [paying N KIND…] [from PLAYER [N] [KIND]…]",
    "Carry out one option of a Philosopher, then discard it.",
    (hand, options_of, exchange_thefts, nothing_said),
)  # fmt: skip
call = Verb(
    "call", "call MUSE [from PLAYER|centre] [with CARD]",
    "Discard a Philosopher and take a Muse whose condition you alone fulfil.",
    (faces, hand, nothing_said),
)  # fmt: skip
demonstrate = Verb(
    "demonstrate", "demonstrate KIND N [with CARD] [for VP]",
    "Discard a Philosopher and give up Knowledge of one kind for VP.",
    (offers, hand, nothing_said),
)  # fmt: skip
toil = Verb(
    "toil", "toil CARD [from PLAYER [N] [KIND]…]",
    "Discard a Philosopher and gain Craft.",
    (hand, toil_thefts),
)  # fmt: skip


def never(*_: object) -> tuple[()]:
    """No candidates: the rules always refuse this."""
    return ()


skip = Verb("pass", "pass", "Do nothing; the rules refuse it.", listed=False)
fetch = Verb(
    "take", "take [N] KIND [from PLAYER|pool]",
    "Take Knowledge outside of any action, late for instance; the rules refuse it.", (never,),
    listed=False,
)  # fmt: skip
give = Verb(
    "give", "give PLAYER N KIND, or give MUSE to PLAYER|centre",
    "Hand something over; the rules refuse it.", (never,), listed=False,
)  # fmt: skip

VERBS = (collect, exchange, call, demonstrate, toil, skip, fetch, give)
CARD_VERBS = (exchange, call, demonstrate, toil)

# ---- who may act


@laws_for(VERBS, "NINE-END-01", "NINE-ROUND-01")
def not_over(at: Position, _: int) -> Verdict:
    """Nothing is played after the last round."""
    return "the game is over" if at.stage == OVER else None


@laws_for(VERBS, "NINE-SETUP-07", "NINE-SETUP-06")
def set_up(at: Position, _: int) -> Verdict:
    """Nothing is played before the cards are dealt."""
    return "the set-up still waits for '~ deal' or '~ row'" if at.stage == SETUP else None


@laws_for(VERBS, "NINE-ROUND-03", "NINE-ROUND-04", "NINE-TURN-03")
def round_begun(at: Position, _: int) -> Verdict:
    """Nothing is played between two rounds."""
    return "no hands: the new round waits for '~ round'" if at.stage == ROUND else None


@laws_for(VERBS, "NINE-TURN-05")
def own_turn(at: Position, seat: int) -> Verdict:
    """Players act clockwise, one at a time."""
    if at.stage != PLAY:
        return None
    return "" if seat == at.turn else f"it is {at.table.players[at.turn]}'s turn"


@laws_for(VERBS, "NINE-TURN-03")
def one_action(at: Position, seat: int) -> Verdict:
    """A player uses one Philosopher a turn."""
    if at.stage == PLAY and at.last == seat != at.turn:
        return f"{at.table.players[seat]} has used a Philosopher in this turn already"
    return None


# ---- collect


@collect.law("NINE-TURN-01")
def collect_first(at: Position, seat: int) -> Verdict:
    """Benefits come before the card."""
    if seat != at.turn or at.stage != PLAY or at.due or not to_collect(at, seat):
        return None
    return "the benefits of this turn are collected already"


@collect.law("NINE-RUL-07", "NINE-TURN-02")
def not_this_turn(at: Position, seat: int, muses: Any) -> Verdict:
    """A Muse Called in this turn waits for the next one."""
    if not isinstance(muses, tuple) or at.last != seat or at.turn == seat:
        return None
    own = [muse for muse in muses if muse in at.owned[seat]]
    return f"{own[0]} gives nothing before the owner's next turn" if own else None


@collect.law("NINE-TURN-02")
def collect_all(at: Position, seat: int, muses: Any) -> Verdict:
    """Every Muse that gives at the start of a turn is collected from, once."""
    if seat != at.turn or at.stage != PLAY:
        return None
    if not at.due:
        return f"{at.table.players[seat]} has no Muse to collect from"
    if muses is ANY or sorted(muses) == sorted(at.due):
        return ""
    if strange := [muse for muse in muses if muse not in at.due]:
        return f"{strange[0]} gives {at.table.players[seat]} nothing at the start of this turn"
    if left := [muse for muse in at.due if muse not in muses]:
        return f"{', '.join(left)} would be left out"
    return "a Muse gives once a turn"


steal_laws(collect, 2, collected)


@collect.effect
def _collect(
    at: Position, seat: int, muses: Pieces, stolen: Thefts, note: Notes | None
) -> Position:
    table = at.table
    gain, points = NOTHING, 0
    for name in muses:
        muse = table.muses[name]
        gain = add(gain, muse.gain)
        points += muse.points
    if note is not None:
        player = table.players[seat]
        note("NINE-TURN-02", f"{player}.score", *(f"{player}.{each}" for each in WORDS),
             text=f"{player} collects from {', '.join(muses)}")  # fmt: skip
        note("NINE-TURN-01", "step")
        note("NINE-RUL-07", f"{player}.due", "step", *(f"{player}.{each}" for each in WORDS))
        if points:
            note("NINE-SCORE-01", f"{player}.score", text=f"{player} scores {points}")
            note("NINE-SCORE-02", f"{player}.shown")
    if gain != NOTHING:
        pool, held = take(at, seat, gain, stolen, note)
    else:
        pool, held = at.pool, at.held
    scores = put(at.scores, seat, at.scores[seat] + points) if points else at.scores
    if at.acted:
        return _next_turn(at, note, pool=pool, held=held, scores=scores)
    return at._replace(pool=pool, held=held, scores=scores, due=())


# ---- what all four actions ask


@laws_for(CARD_VERBS, "NINE-TURN-01", "NINE-TURN-02")
def collected_before(at: Position, seat: int) -> Verdict:
    """The card comes after the benefits."""
    if at.stage != PLAY or seat != at.turn or at.acted:
        return None
    return f"{', '.join(at.due)} must be collected first" if at.due else ""


@laws_for(CARD_VERBS, "NINE-TURN-03")
def one_card_a_turn(at: Position, seat: int) -> Verdict:
    """With the ruling of a benefit at once, a second card still waits for the next turn."""
    return "the card of this turn is used" if at.acted and seat == at.turn else None


def _held(at: Position, seat: int, card: Any) -> Verdict:
    if at.stage != PLAY:
        return None
    if card in at.hands[seat]:
        return ""
    held = ", ".join(at.hands[seat]) or "no cards"
    name = at.table.players[seat]
    if card is ANY:
        return f"{name} has {held}"
    if isinstance(card, tuple):
        return f"{' and '.join(card)}: one Philosopher is used in a turn"
    return f"{name} does not hold {card}: {held}"


# ---- exchange


@exchange.law("NINE-EXCH-01")
def one_option(at: Position, _: int, card: Any, number: Any) -> Verdict:
    """One option, once, of those on the card."""
    options = at.table.philosophers.get(card, ())
    if isinstance(number, tuple):
        return f"{len(number)} options, and only one is carried out"
    if number is not ANY and not 1 <= number <= len(options):
        return f"{card} has {len(options)} option{'s' * (len(options) != 1)}"
    return ""


@exchange.law("NINE-KNOW-05", "NINE-EXCH-02")
def pays_its_cost(at: Position, _: int, card: Any, number: Any, _s: Any, paying: Any) -> Verdict:
    """Nothing else is paid than what the option says."""
    chosen = option(at, card, number)
    if chosen is None or paying is None:
        return None
    if paying == chosen.pay:
        return ""
    return f"the option costs {amount_words(chosen.pay)}, not {amount_words(paying)}"


@exchange.law("NINE-EXCH-03")
def can_pay(at: Position, seat: int, card: Any, number: Any) -> Verdict:
    """A trade needs its whole cost."""
    chosen = option(at, card, number)
    if chosen is None or chosen.pay == NOTHING:
        return None
    if covers(at.held[seat], chosen.pay):
        return ""
    name, have = at.table.players[seat], amount_words(at.held[seat])
    return f"it costs {amount_words(chosen.pay)}; {name} has {have}"


steal_laws(exchange, 3, exchanged)


@exchange.law("NINE-TURN-03")
def exchange_card(at: Position, seat: int, card: Any) -> Verdict:
    """The card comes from the own hand."""
    return _held(at, seat, card)


@exchange.effect
def _exchange(
    at: Position, seat: int, card: str, number: int, stolen: Thefts, _: Any, note: Notes | None
) -> Position:
    pay, gain = at.table.philosophers[card][number - 1]
    held, pool = at.held, at.pool
    if pay != NOTHING:
        held = put(held, seat, less(held[seat], pay))
        pool = add(pool, pay)
    if note is not None:
        name = at.table.players[seat]
        facts = [f"{who}.{word}" for word in WORDS for who in (name, "pool")]
        note("NINE-EXCH-01", *facts, text=f"{name} uses {card}, option {number}")
        note("NINE-EXCH-02", *facts)
        if pay != NOTHING:
            note("NINE-KNOW-02", *facts, text=f"{name} pays {amount_words(pay)} to the pool")
            note("NINE-RUL-04", *facts)
            note("NINE-RUL-08", *facts)
    pool, held = take(at, seat, gain, stolen, note, pool, held)
    return _used(at, seat, card, note, pool=pool, held=held)


# ---- call


@call.law("NINE-CALL-07", "NINE-CALL-01")
def face_up(at: Position, seat: int, muse: Any) -> Verdict:
    """Only a Muse in the centre or with an opponent can be Called."""
    if muse in at.muse_deck:
        return f"{muse} is still in the Muse deck"
    if muse in at.owned[seat]:
        return f"{muse} lies in front of {at.table.players[seat]} already"
    return ""


@call.law("NINE-CALL-01")
def where_she_lies(at: Position, seat: int, muse: Any, _: Any, source: Any) -> Verdict:
    """She is taken from where she lies."""
    del seat
    if source is None:
        return None
    lies = owner(at, muse)
    if source == (-1 if lies is None else lies):
        return ""
    return f"{muse} is not there" if lies is None else f"{at.table.players[lies]} has {muse}"


def _works(at: Position, seat: int, muse: str) -> tuple[bool, list[int]]:
    """Whether the caller meets a Muse's condition, and the others who do."""
    design = at.table.muses[muse]
    others = [each for each in at.table.seats if each != seat and meets(at, each, design)]
    return meets(at, seat, design), others


@call.law("NINE-CALL-02", "NINE-RUL-05")
def caller_qualifies(at: Position, seat: int, muse: Any) -> Verdict:
    """The caller fulfils the condition."""
    if at.table.wasted or at.stage != PLAY:
        return None
    if meets(at, seat, at.table.muses[muse]):
        return ""
    return f"{at.table.players[seat]} does not fulfil her condition: {condition_words(at, muse)}"


@call.law("NINE-CALL-05", "NINE-CALL-03", "NINE-RUL-05")
def owner_does_not(at: Position, seat: int, muse: Any) -> Verdict:
    """An owner who still fulfils the condition keeps the Muse."""
    if at.table.wasted or (lies := owner(at, muse)) is None or lies == seat:
        return None
    if not meets(at, lies, at.table.muses[muse]):
        return ""
    return f"{at.table.players[lies]}, who has her, fulfils her condition too"


@call.law("NINE-CALL-03", "NINE-RUL-05")
def nobody_else_does(at: Position, seat: int, muse: Any) -> Verdict:
    """Nobody else fulfils the condition."""
    if at.table.wasted or at.stage != PLAY:
        return None
    design = at.table.muses[muse]
    for other in at.table.seats:
        if other != seat and meets(at, other, design):
            return f"{at.table.players[other]} fulfils it too: {condition_words(at, muse)}"
    return ""


@call.law("NINE-CALL-06")
def any_number(at: Position, seat: int, muse: Any) -> Verdict:
    """A player may own any number of Muses."""
    del muse
    return "" if at.owned[seat] else None


@call.law("NINE-TURN-03")
def call_card(at: Position, seat: int, _: Any, card: Any) -> Verdict:
    """The card comes from the own hand."""
    return _held(at, seat, card)


@call.effect
def _call(at: Position, seat: int, muse: str, card: str, _: Any, note: Notes | None) -> Position:
    name = at.table.players[seat]
    if at.table.wasted:
        mine, others = _works(at, seat, muse)
        if not mine or others:
            if note is not None:
                note("NINE-RUL-05", f"{name}.hand", text=f"the Call of {muse} fails")
            return _used(at, seat, card, note)
    lies = owner(at, muse)
    centre, owned = at.centre, at.owned
    if lies is None:
        centre = without(centre, muse)
    else:
        owned = put(owned, lies, without(owned[lies], muse))
    owned = put(owned, seat, (*owned[seat], muse))
    if note is not None:
        whence = "the centre" if lies is None else at.table.players[lies]
        facts = [f"{name}.muses", "centre"] if lies is None else [f"{name}.muses"]
        note("NINE-CALL-01", *facts, text=f"{name} takes {muse} from {whence}")
        note("NINE-CALL-02", *facts)
        note("NINE-CALL-03", *facts)
        note("NINE-RUL-06", *facts)
        note("NINE-RUL-07", *(f"{name}.{each}" for each in (*WORDS, "score", "due")))
        if lies is not None:
            other = f"{at.table.players[lies]}.muses"
            note("NINE-CALL-05", *facts, other)
            note("NINE-CALL-04", *facts, other)
    at_once = at.table.at_once and at.table.muses[muse].starts
    due = (muse,) if at_once else ()
    return _used(at, seat, card, note, due, centre=centre, owned=owned)


# ---- demonstrate


@demonstrate.law("NINE-DEMO-02")
def one_kind(at: Position, seat: int, given: Any) -> Verdict:
    """Tokens of one kind, and no more than one holds."""
    if given.count(0) < 2:
        kinds = [word for number, word in zip(given, WORDS, strict=True) if number]
        return f"{' and '.join(kinds)} in one Demonstration"
    for kind, have in enumerate(at.held[seat]):
        if given[kind] > have > 0:
            return f"{at.table.players[seat]} has {have} {WORDS[kind]}, not {given[kind]}"
    return ""


@demonstrate.law("NINE-DEMO-01", "NINE-DEMO-02")
def a_kind_held(at: Position, seat: int, given: Any) -> Verdict:
    """The kind chosen is one that the player holds."""
    for kind, have in enumerate(at.held[seat]):
        if given[kind] and not have:
            return f"{at.table.players[seat]} has no {WORDS[kind]}"
    return ""


@demonstrate.law("NINE-RUL-05")
def something_given(at: Position, _: int, given: Any) -> Verdict:
    """Something is given up."""
    if at.table.wasted:
        return None
    least = at.table.least_demonstrated
    return "" if sum(given) >= least else f"{sum(given)} given up; at least {least}"


@demonstrate.law("NINE-DEMO-03")
def worth_told(at: Position, _: int, given: Any, _card: Any, told: Any) -> Verdict:
    """The VP that the script names are those that Aristotle shows."""
    if told is None or told == (points := worth(at, given)):
        return ""
    return f"{amount_words(given)} are worth {points} VP, not {told}"


@demonstrate.law("NINE-TURN-03")
def demonstrate_card(at: Position, seat: int, _: Any, card: Any) -> Verdict:
    """The card comes from the own hand."""
    return _held(at, seat, card)


def worth(at: Position, given: Amounts) -> int:
    """The VP that Aristotle shows for some tokens."""
    craft, science, ethics = at.table.worth
    return given[0] * craft + given[1] * science + given[2] * ethics


@demonstrate.effect
def _demonstrate(
    at: Position, seat: int, given: Amounts, card: str, _: Any, note: Notes | None
) -> Position:
    points = worth(at, given)
    if note is not None:
        name = at.table.players[seat]
        facts = [f"{who}.{word}" for n, word in zip(given, WORDS, strict=True) if n
                 for who in (name, "pool")]  # fmt: skip
        text = f"{name} gives up {amount_words(given)} and scores {points}"
        note("NINE-DEMO-03", f"{name}.score", *facts, text=text)
        note("NINE-DEMO-01", *facts)
        note("NINE-DEMO-02", *facts)
        note("NINE-KNOW-02", *facts)
        note("NINE-SCORE-01", f"{name}.score", f"score.{name}")
        note("NINE-SCORE-02", f"{name}.shown")
    return _used(
        at, seat, card, note,
        held=put(at.held, seat, less(at.held[seat], given)),
        pool=add(at.pool, given),
        scores=put(at.scores, seat, at.scores[seat] + points),
    )  # fmt: skip


# ---- toil

steal_laws(toil, 2, toiled)


@toil.law("NINE-TURN-03")
def toil_card(at: Position, seat: int, card: Any) -> Verdict:
    """The card comes from the own hand."""
    return _held(at, seat, card)


@toil.effect
def _toil(at: Position, seat: int, card: str, stolen: Thefts, note: Notes | None) -> Position:
    if note is not None:
        name = at.table.players[seat]
        note("NINE-TOIL-01", f"{name}.craft", "pool.craft", text=f"{name} toils with {card}")
        note("NINE-TURN-06", "turn")
    pool, held = take(at, seat, (at.table.toil, 0, 0), stolen, note)
    return _used(at, seat, card, note, pool=pool, held=held)


# ---- what the rules always refuse


@skip.law("NINE-TURN-06")
def no_passing(at: Position, _: int) -> Verdict:
    """Toil is always possible."""
    del at
    return "nobody passes: Toil is always possible"


@fetch.law("NINE-KNOW-06")
def nothing_owed(at: Position, _: int, what: Any) -> Verdict:
    """Nothing is owed from an earlier turn."""
    del at
    return "nothing is owed: what could not be gained is lost" if what[0] is None else None


@fetch.law("NINE-KNOW-03", "NINE-RUL-11")
def no_robbing(at: Position, _: int, what: Any) -> Verdict:
    """Knowledge of others is only stolen during a gain."""
    del at
    return None if what[0] is None else "Knowledge is stolen only while a gain falls short"


@give.law("NINE-CALL-04")
def muses_stay(at: Position, _: int, what: Any) -> Verdict:
    """A Muse leaves her owner only by a Call."""
    del at
    return f"{what[1]} moves only when another player Calls her" if what[0] == "muse" else None


@give.law("NINE-RUL-11")
def no_deals(at: Position, _: int, what: Any) -> Verdict:
    """Players do not trade with each other."""
    del at
    return None if what[0] == "muse" else "players trade only with the pool"


# ---- after a card was used


def _used(
    at: Position, seat: int, card: str, note: Notes | None, due: Pieces = (), **changes: Any
) -> Position:
    """The card goes to the discard pile; the turn passes on, or waits for a benefit.

    `changes` are what the action itself did, so that one position is made and not three.
    """
    changes["hands"] = put(at.hands, seat, without(at.hands[seat], card))
    changes["discard"] = (*at.discard, card)
    changes["last"] = seat
    if note is not None:
        name = at.table.players[seat]
        note("NINE-TURN-03", f"{name}.hand")
        note("NINE-TURN-04", f"{name}.hand", "discard")
    if due:
        return at._replace(**changes, acted=True, due=due)
    return _next_turn(at, note, **changes)


def _next_turn(at: Position, note: Notes | None, **changes: Any) -> Position:
    """The next player clockwise who holds a card, or the end of the round."""
    table = at.table
    count = len(table.players)
    hands, owned = changes.get("hands", at.hands), changes.get("owned", at.owned)
    for step in range(1, count + 1):
        seat = (at.turn + step) % count
        if hands[seat]:
            if note is not None:
                note("NINE-TURN-05", "turn")
            due = starting(table, owned[seat])
            return at._replace(**changes, turn=seat, acted=False, due=due)
    if note is not None:
        note("NINE-ROUND-02", "step", "round", text=f"round {at.round} is played")
    if not is_last_round(at):
        return at._replace(**changes, stage=ROUND, acted=False, due=())
    if note is not None:
        scores = changes.get("scores", at.scores)
        note("NINE-END-01", "end", "step", "round", text="the game is over")
        note("NINE-ROUND-01", "end", "round")
        note("NINE-RUL-13", "end", "step", "round")
        note("NINE-END-02", "winner")
        note("NINE-SCORE-01", "winner", *(f"{name}.score" for name in table.players))
        if sum(score == max(scores) for score in scores) > 1:
            note("NINE-RUL-02", "winner", text="the win is shared")
    return at._replace(**changes, stage=OVER, acted=False, due=())


# ---- words


@lru_cache(4096)
def amount_words(given: Amounts) -> str:
    """``2 craft and 1 ethics``."""
    parts = [f"{n} {word}" for n, word in zip(given, WORDS, strict=True) if n]
    return " and ".join(parts) or "nothing"


QUANTITIES = {"C": "craft", "S": "science", "E": "ethics", "total": "tokens in all"}


def condition_words(at: Position, muse: str) -> str:
    """A Muse's condition in a few words."""
    return _condition_words(at.table.muses[muse], at.table.most_shown)


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


def lies_at(at: Position, muse: str) -> int | None:
    """Where a Muse can be taken from: a seat, -1 for the centre, None for the deck."""
    if muse in at.centre:
        return -1
    return owner(at, muse)
