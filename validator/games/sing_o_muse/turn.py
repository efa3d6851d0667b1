"""The set-up, who begins, drawing, and the end of a turn."""

from __future__ import annotations

from collections import Counter
from random import Random

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import HERO
from validator.games.sing_o_muse.effects import next_turn, opened_turn, pool
from validator.games.sing_o_muse.modes import IN_PLAY, NOT_OVER, acts_at_once
from validator.games.sing_o_muse.state import Crew, Pieces, State, Task, without
from validator.referee import api as ref
from validator.referee.core import CHANCE, KEPT, NOT_CONCERNED, Trace, Verb, Verdict, record

HAS_BEGUN = ref.gate("SING-SETUP-02", "SING-SETUP-09", why="the game has begun")
NO_DRAW = ref.gate("SING-DRAW-03", "SING-TURN-01", why="no draw is due now")
FIRST_TURN = {
    phases.SETUP: ref.gate("SING-SETUP-06", why="the first turn comes after the deal"),
    **dict.fromkeys(IN_PLAY, ref.gate("SING-SETUP-06", why="the game has begun")),
}

deal = Verb(
    "deal", about="The first Hero and further cards of a player.", kind="chance",
    args=(ref.PLAYER, notation.DEALT), modes=(phases.SETUP, phases.BEGIN),
    gates=dict.fromkeys(IN_PLAY, HAS_BEGUN),
)  # fmt: skip
draw = Verb(
    "draw", about="The cards drawn from the deck, in order; bare: the known top of the deck.",
    kind="chance", args=(ref.PLAYER, notation.DRAWN), modes=(phases.DRAW,),
    gates={
        **dict.fromkeys((phases.SETUP, phases.BEGIN, *IN_PLAY), NO_DRAW),
        phases.RESOLVE: ref.gate("SING-IMM-01", "SING-DRAW-03", "SING-TURN-01", why=acts_at_once),
    },
)  # fmt: skip
reshuffle = Verb(
    "reshuffle", about="The discard pile becomes the deck, in this order if cards are listed.",
    kind="chance", args=(notation.ORDER,), modes=NOT_OVER,
)  # fmt: skip
begins = Verb("begins", about="Take the first turn.", args=(), anybody=True,
    modes=(phases.BEGIN,), gates=FIRST_TURN,
)  # fmt: skip
declines = Verb(
    "declines", about="Leave the first turn to the next player.", args=(), anybody=True,
    modes=(phases.BEGIN,), gates=FIRST_TURN,
)  # fmt: skip
target = Verb(
    "target", about="Agree on a longer game before the start.", kind="table",
    args=(ref.number("the number of Laurels"),), modes=(phases.SETUP, phases.BEGIN),
    gates=dict.fromkeys(IN_PLAY, HAS_BEGUN),
)  # fmt: skip
end = Verb("end", about="End the turn.", args=(), modes=(phases.PLAY, phases.QUEST))
VERBS = (deal, draw, reshuffle, begins, declines, target, end)


# ---- the set-up


def opened(state: State) -> Trace:
    """The rules that settled the facts before any card is dealt."""
    assert state.stage == phases.SETUP
    trace = Trace()
    trace("SING-SETUP-01", "middle")
    trace("SING-SETUP-09", "target")
    trace("SING-SETUP-10", "players")
    trace("SING-SETUP-05", "deck")
    return trace


@deal.guard("SING-DECK-02")
def muse_cards_only(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    quests = [each for each in cards if each in state.table.quests]
    return f"{state.title(quests[0])} is a Quest card" if quests else KEPT


@deal.guard("SING-SETUP-02")
def first_hand(state: State, _: int, to: int, cards: Pieces) -> Verdict:
    """One Hero first, then so many further cards, once."""
    table = state.table
    if any(crew.everybody for crew in state.seats[to].crews):
        return f"{state.name_of(to)} has cards already"
    need = table.first_heroes + table.further
    if len(cards) != need:
        return f"{len(cards)} cards, not {need}"
    lead = cards[: table.first_heroes]
    wrong = [each for each in lead if each in table.cards and table.cards[each].type != HERO]
    return f"{table.title(wrong[0])} is not a Hero" if wrong else KEPT


@deal.guard("SING-DECK-18")
def dealt_from_the_deck(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    return _lacking(state.deck, cards, state)


def _lacking(stock: Pieces, cards: Pieces, state: State) -> str:
    if len({*cards}) == len(cards) and all(map(stock.__contains__, cards)):
        return ""
    lacks = Counter(cards) - Counter(stock)
    return f"{state.titles(sorted(lacks))} is not in the deck"


@deal.effect
def _deal(state: State, _: int, to: int, cards: Pieces, trace: Trace | None) -> State:
    hero, rest = cards[0], cards[1:]
    crews = (Crew(leader=hero), *state.seats[to].crews[1:])
    state = state.alter(to, hand=rest, dealt=rest, crews=crews)
    state = state._replace(deck=without(state.deck, *cards))
    name = state.name_of(to)
    text = f"{name} leads with {state.title(hero)} and holds {state.titles(rest)}"
    facts = (f"{name}.hand", f"{name}.dealt", f"{name}.A.leader")
    record(trace, "SING-SETUP-02", *facts, "deck", text=text)
    record(trace, "SING-SETUP-03", *facts)
    if not all(any(crew.leader for crew in side.crews) for side in state.seats):
        return state
    record(trace, "SING-SETUP-06", "phase", "turn")
    state = state._replace(stage=phases.BEGIN)
    if state.first >= 0 and state.first in entitled(state):
        return _start(state, state.first, trace)
    return state._replace(turn=entitled(state)[0])


def entitled(state: State) -> tuple[int, ...]:
    """The seats that may take the first turn: owners of the weakest Heroes, or those after."""
    if state.declined >= 0:
        return (state.declined,)
    mights = [state.table.cards[side.crews[0].leader].might for side in state.seats]
    return tuple(seat for seat, value in enumerate(mights) if value == min(mights))


def _start(state: State, seat: int, trace: Trace | None) -> State:
    after = opened_turn(state._replace(turn=seat))
    rule = "SING-SETUP-06" if state.declined < 0 else "SING-SETUP-07"
    record(trace, rule, "turn", "phase", "agenda", text=f"{state.name_of(seat)} begins")
    record(trace, "SING-SETUP-07", "turn", "phase")
    return after


@ref.guards_for((begins, declines), "SING-SETUP-06", "SING-SETUP-07")
def weakest_begins(state: State, seat: int) -> Verdict:
    names = ", ".join(state.name_of(each) for each in entitled(state))
    return KEPT if seat in entitled(state) else f"{names} may take the first turn"


@begins.effect
def _begins(state: State, seat: int, trace: Trace | None) -> State:
    return _start(state, seat, trace)


@declines.effect
def _declines(state: State, seat: int, trace: Trace | None) -> State:
    following = (seat + 1) % len(state.seats)
    text = f"{state.name_of(seat)} leaves the first turn to {state.name_of(following)}"
    record(trace, "SING-SETUP-07", "turn", "declined", text=text)
    return state._replace(declined=following, turn=following)


@target.guard("SING-SETUP-09")
def a_longer_game(state: State, _: int, laurels: int) -> Verdict:
    """The target is the usual one, the long one, or more."""
    table = state.table
    if laurels == table.target or laurels >= table.long_target:
        return KEPT
    return f"{laurels} Laurels: the target is {table.target}, {table.long_target} or more"


@target.effect
def _target(state: State, _: int, laurels: int, trace: Trace | None) -> State:
    changed = ("target",) if laurels != state.target else ()
    record(trace, "SING-SETUP-09", *changed, text=f"the target is {laurels} Laurels")
    return state._replace(target=laurels)


# ---- drawing


def _due(state: State) -> Task:
    assert state.top is not None
    return state.top


@draw.guard("SING-TURN-02", "SING-DRAW-03", "SING-TURN-01")
def own_draw(state: State, _: int, to: int) -> Verdict:
    """Only the active player draws, or a player whom an effect makes draw."""
    of = _due(state).of
    return KEPT if of == to else f"{state.name_of(of)} draws now, not {state.name_of(to)}"


draw.guard("SING-DECK-02")(muse_cards_only)


@draw.guard("SING-DRAW-01")
def so_many(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    need = _due(state).n
    whole = min(need, len(state.deck) + len(state.discard))
    pause = min(need, len(state.deck))
    if len(cards) in (whole, pause) and cards:
        return KEPT
    if state.table.during_draw and cards and len(cards) < whole:
        silver = _immediate(state, cards)
        if True in silver and silver.index(True) == len(cards) - 1:
            return KEPT
    return f"{len(cards)} cards, not {whole}"


def _immediate(state: State, cards: Pieces) -> list[bool]:
    return [each in state.table.cards and state.immediate(each) for each in cards]


@draw.guard("SING-DRAW-01", "SING-DECK-18")
def from_the_top(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    """The drawn cards are the top cards of the deck."""
    first = cards[: len(state.deck)]
    if lacking := _lacking(state.deck, first, state):
        return lacking
    known = state.deck[: min(state.known, len(first))]
    if first[: len(known)] != known:
        return f"the top of the deck is {state.titles(known)}"
    return KEPT


@draw.guard("SING-DRAW-02", "SING-DECK-15")
def then_from_the_discards(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    """After the deck come the shuffled discards."""
    if len(cards) <= len(state.deck):
        return NOT_CONCERNED
    rest = cards[len(state.deck) :]
    lacks = Counter(rest) - Counter(state.discard)
    return f"{state.titles(sorted(lacks))} is not among the discards" if lacks else KEPT


@draw.guard("SING-IMM-02", when=lambda state: bool(state.table.during_draw))
def interrupted(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    """With this ruling, the draw stops at each Play Immediately card."""
    silver = _immediate(state, cards)
    if True not in silver[:-1]:
        return KEPT
    return f"{state.title(cards[silver.index(True)])} acts before the next card is drawn"


@draw.effect
def _draw(state: State, _: int, to: int, cards: Pieces, trace: Trace | None) -> State:
    deck, discard, known = state.deck, state.discard, state.known
    if trace is not None:
        _told(state, to, cards, trace)
    if len(cards) > len(deck):
        deck, discard, known = without(discard, *cards[len(deck) :]), (), 0
    else:
        deck, known = without(deck, *cards), max(0, known - len(cards))
    silver = tuple([(to, each) for each in cards if state.immediate(each)])
    top = _due(state)
    state = state.alter(to, hand=(*state.seats[to].hand, *cards))
    return state._replace(
        deck=deck, discard=discard, known=known, silver=(*state.silver, *silver),
        drawn=(*state.drawn, *cards) if to == state.turn else state.drawn,
        agenda=(*state.agenda[:-1], top._replace(n=top.n - len(cards))),
    )  # fmt: skip


def _told(state: State, to: int, cards: Pieces, trace: Trace) -> None:
    name = state.name_of(to)
    if len(cards) > len(state.deck):
        text = f"the deck runs out; {len(state.discard)} discards are shuffled"
        trace("SING-DECK-15", "deck", "discard", text=text)
        trace("SING-DRAW-02", "deck", "discard", f"{name}.hand")
    facts = (f"{name}.hand", "deck", "known", "drawn", "agenda")
    trace(("SING-DRAW-01", "SING-DRAW-03"), *facts, text=f"{name} draws {state.titles(cards)}")
    if any(_immediate(state, cards)):
        trace("SING-IMM-02", "resolve")


@reshuffle.guard("SING-DECK-15", "SING-DRAW-02")
def only_an_empty_deck(state: State, _: int) -> Verdict:
    if state.deck:
        return f"{len(state.deck)} cards are left in the deck"
    return KEPT if state.discard else "the discard pile is empty too"


@reshuffle.guard("SING-DECK-15", "SING-DECK-18")
def all_discards(state: State, _: int, order: Pieces) -> Verdict:
    if not order or Counter(order) == Counter(state.discard):
        return KEPT
    return f"the discards are {state.titles(state.discard)}"


@reshuffle.effect
def _reshuffle(state: State, _: int, order: Pieces, trace: Trace | None) -> State:
    text = f"{len(state.discard)} discards become the deck"
    record(trace, "SING-DECK-15", "deck", "discard", "known", text=text)
    return state._replace(deck=order or state.discard, known=len(order), discard=())


# ---- the end of a turn


def played_out(state: State, seat: int) -> Verdict:
    """The hand holds only Hold This Cards when the Play step ends."""
    if state.stage != phases.PLAY:
        return NOT_CONCERNED
    left = state.to_play(seat)
    return f"{state.titles(left)} must be played first" if left else KEPT


def placed_out(state: State, seat: int) -> Verdict:
    """Waiting characters are placed in the Play step."""
    if state.stage != phases.PLAY or not (left := state.to_place(seat)):
        return NOT_CONCERNED
    return f"{state.titles(left)} must be placed first"


end.add(played_out, ("SING-PLAY-02", "SING-TURN-01"))
end.add(placed_out, ("SING-CREW-12", "SING-WITHDRAW-05"))


@end.effect
def _end(state: State, _: int, trace: Trace | None) -> State:
    if state.stage == phases.PLAY or not state.used:
        record(trace, "SING-QUEST-10", "turn")
    record(trace, "SING-HOLD-03")
    return next_turn(state, trace)


# ---- chance


def _deal_by_chance(state: State, random: Random) -> ref.Move:
    """Return a random Hero and further cards that leave a Hero for each later player."""
    table = state.table
    to = next(s for s, side in enumerate(state.seats) if not side.crews[0].leader)
    heroes = [each for each in state.deck if table.cards[each].type == HERO]
    lead = random.sample(heroes, table.first_heroes)
    others = [each for each in state.deck if each not in lead]
    rest = random.sample(others, table.further)
    spare = [each for each in heroes if each not in (*lead, *rest)]
    to_come = sum(not side.crews[0].leader for side in state.seats) - 1
    if len(spare) < to_come * table.first_heroes:
        kept = random.sample([each for each in heroes if each not in lead],
                             to_come * table.first_heroes)  # fmt: skip
        rest = random.sample([each for each in others if each not in kept], table.further)
    return ref.Move(CHANCE, deal.name, (to, (*lead, *rest)))


def _draw_by_chance(state: State, random: Random) -> ref.Move:
    task = _due(state)
    if not state.deck:
        order = tuple(random.sample(state.discard, len(state.discard)))
        return ref.Move(CHANCE, reshuffle.name, (order,))
    count = min(task.n, len(state.deck))
    cards = state.deck[: min(count, state.known)]
    if len(cards) < count:
        cards = (*cards, *random.sample(state.deck[len(cards) :], count - len(cards)))
    if state.table.during_draw and True in (silver := _immediate(state, cards)):
        cards = cards[: silver.index(True) + 1]
    return ref.Move(CHANCE, draw.name, (task.of, cards))


def by_chance(state: State, random: Random) -> ref.Move:
    """Return a random result of the deck or of a blind draw."""
    if state.stage == phases.SETUP:
        return _deal_by_chance(state, random)
    task = state.agenda[-1]
    if task.kind == phases.DRAW:
        return _draw_by_chance(state, random)
    if task.kind == "flips":
        assert state.war is not None
        pile = state.war.fighters[state.war.seats.index(task.of)]
        return ref.Move(CHANCE, "flips", (task.of, tuple(random.sample(pile, len(pile)))))
    return ref.Move(CHANCE, "hits", (random.choice(pool(state)),))
