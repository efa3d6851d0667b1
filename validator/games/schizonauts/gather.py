"""Gather, with the allegiance deck; then the situation, and the interlude.

In the rulebook: Gather; The situation, and the interlude.
"""

from __future__ import annotations

from functools import reduce
from typing import Annotated

from validator.games.schizonauts import notation, phases
from validator.games.schizonauts.allegiance_deck import half_allegiance_deck, hand_made_odd
from validator.games.schizonauts.endgame import keys_used_up
from validator.games.schizonauts.modes import also, lacking, verb
from validator.games.schizonauts.sheet import NONE, OVERLAP, SIDES, Pair, minus, plus, same
from validator.games.schizonauts.state import MemoryBleed, Scene, State
from validator.referee import api as ref
from validator.referee.api import Judge, Say

GATHERED = Say("Build the allegiance deck", "{agents} agents and {thieves} thieves are the deck")
READS = Say("Read the situation aloud", "reads the situation")
NAMED = Say("Say: I am {name}; the lower of your two ratings in the overlap: {ratings}",
            "says: I am {name}")  # fmt: skip
ENDGAME = Say("", "begins endgame")


def hand_size(state: State) -> int:
    """Return the number of key cards that each player holds when flashback is over."""
    return max((len(own.hand) for own in state.seats), default=0)


def halves(state: State, *_: object) -> tuple[Pair, ...]:
    """Return the only candidate for the allegiance deck: the one that the rules require."""
    half = half_allegiance_deck(state.table.count, hand_size(state))
    return ((half, half),)


# ---- gather


@verb("table", open=phases.GATHER, due=also("GATHER-01"))
def gather(s: State, _: int, cards: Annotated[Pair, notation.BY_SIDE.of(halves)],
           to: Judge) -> State:  # fmt: skip
    """Build the allegiance deck from agent and thief cards."""
    (agents, thieves), count, hand = cards, s.table.count, hand_size(s)
    size, odd = 2 * half_allegiance_deck(count, hand), count * hand_made_odd(hand) % 2
    to.holds("GATHER-04", agents == thieves,
             "{agents} agents and {thieves} thieves; both numbers must be equal",
             agents=agents, thieves=thieves)  # fmt: skip
    to.holds(("GATHER-03", "GATHER-02", "GATHER-05") if odd else ("GATHER-02", "GATHER-05"),
             sum(cards) == size,
             "{count} players with hands of {hand} need a deck of {size} [card|cards], not {had}",
             count=count, hand=hand, size=size, had=sum(cards))  # fmt: skip
    have: Pair = reduce(plus, (own.votes for own in s.seats), s.spare)
    for kind, word in enumerate(SIDES[:2]):
        to.holds(("COMP-07", "GATHER-01"), cards[kind] <= have[kind],
                 "{number} {side} cards are needed, but there are only {have}", number=cards[kind],
                 side=word, have=have[kind])  # fmt: skip
    to.asked()
    after = s._replace(
        spare=minus(have, cards), pile=cards, dealing=True, round=1, scene=Scene(),
        bleed=MemoryBleed(), step=phases.SCENE,
        seats=tuple([own._replace(votes=NONE) for own in s.seats]),
    )  # fmt: skip
    return to.did(("GATHER-01", "GATHER-06", "GATHER-05", "KIT-06"), s, after, GATHERED,
                  agents=agents, thieves=thieves)  # fmt: skip


@verb(open=phases.SITUATION, by=lambda s: (s.starter,), due=also("GATHER-09"),
      turn=ref.gate("GATHER-09", "SETUP-02", why=lambda s: f"{s.name(s.starter)} reads it"),
)  # fmt: skip
def situation(s: State, _: int, to: Judge) -> State:
    """As the starter, read the situation aloud."""
    to.asked()
    return to.did("GATHER-09", s, s._replace(phase=phases.INTERLUDE), READS)


# ---- interlude


@verb(open=phases.INTERLUDE, by=lacking("name"), due=also("INTER-03", "INTER-02"))
def interlude(
    s: State, me: int, ratings: Annotated[tuple[int, ...], notation.RATINGS.stating(
        lambda s, me: s.seats[me].sheet.lower_ratings())],
    said: Annotated[str, notation.JOINED.of(lambda s, me, _: (s.seats[me].sheet.joined(),))],
    to: Judge,
) -> State:  # fmt: skip
    """Write the ratings of the overlap, and say the name that your personas now share."""
    sheet, called = s.seats[me].sheet, s.seats[me].sheet.joined()
    to.holds(("INTER-03", "INTER-02"), not s.seats[me].name, "{player} [is|are] {name}",
             name=called)  # fmt: skip
    for letter, given, right in zip(s.table.letters, ratings, sheet.lower_ratings(), strict=True):
        to.holds("INTER-01", given == right,
                 "{letter} must be {right}, the lower of the two ratings, not {given}",
                 letter=letter, right=right, given=given)  # fmt: skip
    to.holds("INTER-02", same(said, called), "the single name must be {name}", name=called)
    to.asked()
    sheet = sheet.with_side(OVERLAP, sheet[OVERLAP]._replace(ratings=ratings))
    words = tuple(f"{word} {n}" for word, n in zip(s.table.aptitudes, ratings, strict=True))
    s = to.did(("INTER-01", "SHEET-03"), s, s.with_seat(me, sheet=sheet))
    s = to.did(("INTER-02", "INTER-03"), s, s.with_seat(me, name=called), NAMED, name=called,
               ratings=words)  # fmt: skip
    if not all(own.name for own in s.seats):
        return s
    after = s._replace(phase=phases.ENDGAME, round=1, turn=s.starter, step=phases.SCENE)
    s = to.did("GEN-03", s, after, ENDGAME)
    return s if s.keys_held() else keys_used_up(s, to)
