"""Getting started: the deal of Heroes and hands, the target, and who takes the first turn.

In the rulebook: Set the table.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Annotated

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import HERO
from validator.games.sing_o_muse.effects import opened_turn
from validator.games.sing_o_muse.modes import verb
from validator.games.sing_o_muse.seat import Crew, Pieces, without
from validator.games.sing_o_muse.state import State
from validator.referee import api as ref
from validator.referee.api import CHANCE, Judge, Say, Secret, Trace, event

DEALT = event("{owner} leads with {hero} and [holds|hold] {cards}")
BEGINS = Say("begin", "{owner} begins", whole=True)
LEAVES = Say("leave the first turn to {other}", "leaves the first turn to {other}")
AGREED = event("the target is {laurels} Laurels")
Player = Annotated[int, ref.PLAYER]
FIRST = (phases.SETUP, phases.BEGIN)


def opened(state: State) -> Trace:
    """Return a trace with the rules that set the facts before any card is dealt."""
    assert state.stage == phases.SETUP
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
    """Check that the cards are in the deck, none twice."""
    lacks: Pieces = ()
    if len({*cards}) < len(cards) or not all(map(stock.__contains__, cards)):
        lacks = s.each_title(sorted(Counter(cards) - Counter(stock)))
    to.holds((*rules, "DECK-18"), not lacks, "{cards} [is|are] not in the deck", cards=lacks)


def counted(cards: Pieces) -> str:
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
               cards=Secret(s.each_title(rest), (of,), counted(rest)))  # fmt: skip
    if not all(any(crew.leader for crew in side.crews) for side in s.seats):
        return s
    begin = s._replace(stage=phases.BEGIN)
    if s.first >= 0 and s.first in lowest_might_first(begin):
        return _start(to.did("SETUP-06", s, begin), s.first, to)
    return to.did("SETUP-06", s, begin._replace(turn=lowest_might_first(begin)[0]))


def lowest_might_first(s: State) -> tuple[int, ...]:
    """Return the seats that may take the first turn: the owners of the weakest Heroes.

    If one of them declines, the next player may take it.
    """
    if s.declined >= 0:
        return (s.declined,)
    mights = [s.table.cards[side.crews[0].leader].might for side in s.seats]
    return tuple(seat for seat, value in enumerate(mights) if value == min(mights))


def _start(s: State, seat: int, to: Judge) -> State:
    """Begin the first turn."""
    rules = ("SETUP-06", "SETUP-07") if s.declined < 0 else ("SETUP-07",)
    return to.did(rules, s, opened_turn(s._replace(turn=seat)), BEGINS, owner=s.name_of(seat))


def may_begin(s: State, me: int, to: Judge) -> None:
    """Check that the player may take the first turn.

    This is the owner of the weakest Hero, or a player to whom the others have left it.
    """
    to.holds("SETUP-06", s.stage != phases.SETUP, "the cards must be dealt before the first turn")
    able = lowest_might_first(s)
    to.holds(("SETUP-06", "SETUP-07"), me in able, "the first turn must be taken by {players}",
             players=tuple(map(s.name_of, able)))  # fmt: skip


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


def deal_by_chance(state: State, random: Random) -> ref.Move:
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
