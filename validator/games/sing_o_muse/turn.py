"""A turn: draws from the deck, which may run out, and the end of the turn.

In the rulebook: Your turn; Draw.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Annotated

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.effects import next_turn, pool
from validator.games.sing_o_muse.modes import NOT_OVER, acts_at_once, verb
from validator.games.sing_o_muse.seat import Pieces, without
from validator.games.sing_o_muse.setup import (
    Player,
    counted,
    deal_by_chance,
    lies_in_the_deck,
    muse_cards,
)
from validator.games.sing_o_muse.state import State
from validator.referee import api as ref
from validator.referee.api import CHANCE, Judge, Say, Secret, event

ENDS = Say("end the turn", "ends the turn")
RUNS_OUT = event("the deck runs out; {number} [discard is|discards are] shuffled")
DRAWS = event("{owner} draws {cards}")
RESHUFFLED = event("{number} [discard becomes|discards become] the deck")


# ---- drawing


def _immediate(s: State, cards: Pieces) -> list[bool]:
    return [each in s.table.cards and s.immediate(each) for each in cards]


def so_many(s: State, cards: Pieces, to: Judge) -> None:
    """Check the number of drawn cards.

    All due cards must be drawn; fewer only if the deck runs out or a card takes effect first.
    """
    need = s.agenda[-1].n
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
    top = s.agenda[-1]
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
                  cards=Secret(s.each_title(cards), (of,), counted(cards)))  # fmt: skip


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


def _draw_by_chance(state: State, random: Random) -> ref.Move:
    task = state.agenda[-1]
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
        return deal_by_chance(state, random)
    task = state.agenda[-1]
    if task.kind == phases.DRAW:
        return _draw_by_chance(state, random)
    if task.kind == "flips":
        assert state.war is not None
        pile = state.war.fighters[state.war.seats.index(task.of)]
        return ref.Move(CHANCE, "flips", (task.of, tuple(random.sample(pile, len(pile)))))
    return ref.Move(CHANCE, "hits", (random.choice(pool(state)),))
