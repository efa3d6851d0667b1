"""The set-up, the choice of the first player, draws, and the end of a turn."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Annotated

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import HERO
from validator.games.sing_o_muse.effects import next_turn, opened_turn, pool
from validator.games.sing_o_muse.modes import NOT_OVER, acts_at_once, verb
from validator.games.sing_o_muse.seat import Crew, Pieces, without
from validator.games.sing_o_muse.state import State, Task
from validator.referee import api as ref
from validator.referee.core import CHANCE, Trace
from validator.referee.judge import Judge
from validator.referee.messages import Say, Secret, event

DEALT = event("{owner} leads with {hero} and [holds|hold] {cards}")
BEGINS = Say("begin", "{owner} begins", whole=True)
LEAVES = Say("leave the first turn to {other}", "leaves the first turn to {other}")
ENDS = Say("end the turn", "ends the turn")
AGREED = event("the target is {laurels} Laurels")
RUNS_OUT = event("the deck runs out; {number} [discard is|discards are] shuffled")
DRAWS = event("{owner} draws {cards}")
RESHUFFLED = event("{number} [discard becomes|discards become] the deck")
Player = Annotated[int, ref.PLAYER]


# ---- the set-up


def opened(s: State) -> Trace:
    """Return a trace with the rules that set the facts before any card is dealt."""
    assert s.stage == phases.SETUP
    trace = Trace()
    trace("SING-SETUP-01", "middle")
    trace("SING-SETUP-09", "target")
    trace("SING-SETUP-10", "players")
    trace("SING-SETUP-05", "deck")
    return trace


def muse_cards(s: State, cards: Pieces, to: Judge) -> None:
    """Check that no Quest card is drawn from the Muse deck."""
    for each in cards:
        to.holds("DECK-02", each not in s.table.quests, "{card} is a Quest card",
                 card=s.title(each))  # fmt: skip


def lies_in_the_deck(s: State, stock: Pieces, cards: Pieces, to: Judge, *rules: str) -> None:
    lacks: Pieces = ()
    if len({*cards}) < len(cards) or not all(map(stock.__contains__, cards)):
        lacks = s.each_title(sorted(Counter(cards) - Counter(stock)))
    to.holds((*rules, "DECK-18"), not lacks, "{cards} [is|are] not in the deck", cards=lacks)


def _counted(cards: Pieces) -> str:
    """Return the words for drawn cards that other players read: only their number."""
    return "a card" if len(cards) == 1 else f"{len(cards)} cards"


@verb("chance", open=(phases.SETUP, phases.BEGIN), due=("SETUP-02", "SETUP-09"))
def deal(s: State, _: int, of: Player, cards: Annotated[Pieces, notation.DEALT],
         to: Judge) -> State:  # fmt: skip
    """Deal a player's first Hero and further cards."""
    table, own = s.table, s.seats[of]
    need = table.first_heroes + table.further
    muse_cards(s, cards, to)
    to.holds("SETUP-02", not any(crew.everybody for crew in own.crews),
             "{owner} already [has|have] a Hero and a hand", owner=s.name_of(of))  # fmt: skip
    to.holds("SETUP-02", len(cards) == need, "{number} [card is|cards are] dealt; expected {need}",
             number=len(cards), need=need)  # fmt: skip
    for each in cards[: table.first_heroes]:
        to.holds("SETUP-02", table.cards[each].type == HERO, "{card} is not a Hero",
                 card=s.title(each))  # fmt: skip
    lies_in_the_deck(s, s.deck, cards, to)
    to.asked()
    hero, rest = cards[0], cards[1:]
    after = s.alter(of, hand=rest, dealt=rest, crews=(Crew(leader=hero), *own.crews[1:]))
    after = after._replace(deck=without(s.deck, *cards))
    s = to.did(("SETUP-02", "SETUP-03"), s, after, DEALT, owner=s.name_of(of), hero=s.title(hero),
               cards=Secret(s.each_title(rest), (of,), _counted(rest)))  # fmt: skip
    if not all(any(crew.leader for crew in side.crews) for side in s.seats):
        return s
    begin = s._replace(stage=phases.BEGIN)
    if s.first >= 0 and s.first in entitled(begin):
        return _start(to.did("SETUP-06", s, begin), s.first, to)
    return to.did("SETUP-06", s, begin._replace(turn=entitled(begin)[0]))


def entitled(s: State) -> tuple[int, ...]:
    """Return the seats that may take the first turn: the owners of the weakest Heroes.

    If one of them declines, the next player may take it.
    """
    if s.declined >= 0:
        return (s.declined,)
    mights = [s.table.cards[side.crews[0].leader].might for side in s.seats]
    return tuple(seat for seat, value in enumerate(mights) if value == min(mights))


def _start(s: State, seat: int, to: Judge) -> State:
    rules = ("SETUP-06", "SETUP-07") if s.declined < 0 else ("SETUP-07",)
    return to.did(rules, s, opened_turn(s._replace(turn=seat)), BEGINS, owner=s.name_of(seat))


def may_begin(s: State, me: int, to: Judge) -> None:
    """Check that the player may take the first turn.

    This is the owner of the weakest Hero, or a player to whom the others have left it.
    """
    to.holds("SETUP-06", s.stage != phases.SETUP, "the cards must be dealt before the first turn")
    able = entitled(s)
    to.holds(("SETUP-06", "SETUP-07"), me in able, "the first turn must be taken by {players}",
             players=tuple(map(s.name_of, able)))  # fmt: skip


FIRST = (phases.SETUP, phases.BEGIN)


@verb(open=FIRST, due=("SETUP-06",), anybody=True)
def begins(s: State, me: int, to: Judge) -> State:
    """Take the first turn."""
    may_begin(s, me, to)
    to.asked()
    return _start(s, me, to)


@verb(open=FIRST, due=("SETUP-06",), anybody=True)
def declines(s: State, me: int, to: Judge) -> State:
    """Leave the first turn to the next player."""
    may_begin(s, me, to)
    to.asked()
    following = (me + 1) % len(s.seats)
    after = s._replace(declined=following, turn=following)
    return to.did("SETUP-07", s, after, LEAVES, other=s.name_of(following))


@verb("table", open=FIRST, due=("SETUP-02", "SETUP-09"))
def target(
    s: State, _: int, laurels: Annotated[int, ref.number("the number of Laurels")], to: Judge
) -> State:
    """Agree on a longer game before the start."""
    usual, long = s.table.target, s.table.long_target
    to.holds("SETUP-09", laurels == usual or laurels >= long,
             "the target is {laurels} Laurels; expected {usual}, or {long} or more",
             laurels=laurels, usual=usual, long=long)  # fmt: skip
    to.asked()
    return to.did("SETUP-09", s, s._replace(target=laurels), AGREED, laurels=laurels)


# ---- drawing


def _due(s: State) -> Task:
    assert s.top is not None
    return s.top


def _immediate(s: State, cards: Pieces) -> list[bool]:
    return [each in s.table.cards and s.immediate(each) for each in cards]


def so_many(s: State, cards: Pieces, to: Judge) -> None:
    """Check the number of drawn cards.

    All due cards must be drawn; fewer only if the deck runs out or a card takes effect first.
    """
    need = _due(s).n
    whole, silver = min(need, len(s.deck) + len(s.discard)), _immediate(s, cards)
    right = bool(cards) and len(cards) in (whole, min(need, len(s.deck)))
    if not right and s.table.during_draw and len(cards) < whole and True in silver:
        right = silver.index(True) == len(cards) - 1
    to.holds("DRAW-01", right, "{number} [card is|cards are] drawn; expected {whole}",
             number=len(cards), whole=whole)  # fmt: skip


def from_the_top(s: State, cards: Pieces, to: Judge) -> None:
    """Check that the drawn cards are the top cards of the deck.

    Once the deck is empty, they must be cards from the discard pile.
    """
    first, rest = cards[: len(s.deck)], cards[len(s.deck) :]
    lies_in_the_deck(s, s.deck, first, to, "DRAW-01")
    known = s.deck[: min(s.known, len(first))]
    to.holds(("DRAW-01", "DECK-18"), first[: len(known)] == known,
             "the top cards of the deck are {cards}", cards=s.each_title(known))  # fmt: skip
    if rest:
        lacks = Counter(rest) - Counter(s.discard)
        to.holds(("DRAW-02", "DECK-15"), not lacks, "{cards} [is|are] not among the discards",
                 cards=s.each_title(sorted(lacks)))  # fmt: skip


@verb("chance", open=(phases.DRAW, phases.RESOLVE), due=("DRAW-03", "TURN-01"))
def draw(s: State, _: int, of: Player, cards: Annotated[Pieces, notation.DRAWN],
         to: Judge) -> State:  # fmt: skip
    """Draw cards from the deck, in order; without cards, draw the known top of the deck."""
    if s.mode == phases.RESOLVE:
        to.forbids(("IMM-01", "DRAW-03", "TURN-01"), "{asked}", asked=acts_at_once(s))
    top = _due(s)
    to.holds(("TURN-02", "DRAW-03", "TURN-01"), top.of == of, "{other} must draw now, not {owner}",
             other=s.name_of(top.of), owner=s.name_of(of))  # fmt: skip
    muse_cards(s, cards, to)
    so_many(s, cards, to)
    from_the_top(s, cards, to)
    silver = _immediate(s, cards)
    if s.table.during_draw:
        acts = cards[silver.index(True)] if True in silver[:-1] else ""
        to.holds("IMM-02", not acts, "{card} must be resolved before the next card is drawn",
                 card=s.title(acts))  # fmt: skip
    to.asked()
    deck, discard, known = without(s.deck, *cards), s.discard, max(0, s.known - len(cards))
    if len(cards) > len(s.deck):
        deck, discard, known = without(s.discard, *cards[len(s.deck) :]), (), 0
    after = s.alter(of, hand=(*s.seats[of].hand, *cards))
    after = after._replace(
        deck=deck, discard=discard, known=known,
        silver=(*s.silver, *[(of, each) for each in cards if s.immediate(each)]),
        drawn=(*s.drawn, *cards) if of == s.turn else s.drawn,
        agenda=(*s.agenda[:-1], top._replace(n=top.n - len(cards))),
    )  # fmt: skip
    if len(cards) > len(s.deck):
        to.did(("DECK-15", "DRAW-02"), s, after, RUNS_OUT, number=len(s.discard))
    if True in silver:
        to.did("IMM-02", s, after)
    return to.did(("DRAW-01", "DRAW-03"), s, after, DRAWS, owner=s.name_of(of),
                  cards=Secret(s.each_title(cards), (of,), _counted(cards)))  # fmt: skip


@verb("chance", open=NOT_OVER)
def reshuffle(s: State, _: int, order: Annotated[Pieces, notation.ORDER], to: Judge) -> State:
    """Make the discard pile the new deck; if cards are listed, they are its order."""
    to.holds(("DECK-15", "DRAW-02"), not s.deck, "{number} [card is|cards are] left in the deck",
             number=len(s.deck))  # fmt: skip
    to.holds(("DECK-15", "DRAW-02"), s.discard, "the deck and the discard pile are both empty")
    to.holds(("DECK-15", "DECK-18"), not order or Counter(order) == Counter(s.discard),
             "the shuffled cards must be the discards: {cards}",
             cards=s.each_title(s.discard))  # fmt: skip
    to.asked()
    after = s._replace(deck=order or s.discard, known=len(order), discard=())
    return to.did("DECK-15", s, after, RESHUFFLED, number=len(s.discard))


# ---- the end of a turn


def played_out(s: State, me: int, to: Judge) -> None:
    """End the Play step.

    Only Hold This Cards may be left in hand, and no character may be waiting.
    """
    if s.stage != phases.PLAY:
        return
    hand = s.to_play(me)
    if s.seats[me].waiting:
        waiting = s.to_place(me)
        to.holds(("CREW-12", "WITHDRAW-05"), not waiting, "{cards} must first be placed in a Crew",
                 cards=s.each_title(waiting))  # fmt: skip
    to.holds(("PLAY-02", "TURN-01"), not hand, "{cards} must first be played",
             cards=s.each_title(hand))  # fmt: skip


@verb(open=(phases.PLAY, phases.QUEST))
def end(s: State, me: int, to: Judge) -> State:
    """End the turn."""
    played_out(s, me, to)
    to.asked()
    after = next_turn(s, to)
    no_quest = s.stage == phases.PLAY or not s.used
    return to.did(("QUEST-10", "HOLD-03") if no_quest else "HOLD-03", s, after, ENDS)


# ---- chance


def _deal_by_chance(state: State, random: Random) -> ref.Move:
    """Return a random deal of a Hero and further cards.

    It leaves enough Heroes for the players who are dealt to later.
    """
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
    return ref.Move(CHANCE, "deal", (to, (*lead, *rest)))


def _draw_by_chance(state: State, random: Random) -> ref.Move:
    task = _due(state)
    if not state.deck:
        order = tuple(random.sample(state.discard, len(state.discard)))
        return ref.Move(CHANCE, "reshuffle", (order,))
    count = min(task.n, len(state.deck))
    cards = state.deck[: min(count, state.known)]
    if len(cards) < count:
        cards = (*cards, *random.sample(state.deck[len(cards) :], count - len(cards)))
    if state.table.during_draw and True in (silver := _immediate(state, cards)):
        cards = cards[: silver.index(True) + 1]
    return ref.Move(CHANCE, "draw", (task.of, cards))


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
