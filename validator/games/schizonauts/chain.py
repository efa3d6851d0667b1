"""The chain of key cards: laid at the end of the preamble, refilled from the key deck.

In the rulebook: Flashback; Variants.

The visitor takes a card of the chain in `scene.take`.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.modes import also, lacking, verb
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.sheet import Pair
from validator.games.schizonauts.state import Pieces, State, faces
from validator.referee import api as ref
from validator.referee.api import Judge, Say

CHAIN = Say("Turn up {number} key cards", "{number} key cards are turned up")
BEGINS = Say("", "the flashbacks begin")
DRAWN = Say("{cards}", "new in the chain: {cards}")


def opening_number(s: State, *_: object) -> int:
    """Return the number of key cards that are turned up at the start of flashback."""
    return s.table.chain_each * s.table.count


@verb("table", open=phases.PREAMBLE)
def chain(
    s: State, _: int,
    number: Annotated[int, notation.NUMBER_OF_CARDS.stating(opening_number)], to: Judge,
) -> State:  # fmt: skip
    """Begin flashback by turning up the chain."""
    waiting = s.names(lacking("ready")(s))
    to.holds("SETUP-06", not waiting, "{players} [has|have] not said the formula yet",
             players=waiting)  # fmt: skip
    to.holds(("SETUP-07", "OPT-02"), number == opening_number(s),
             "the chain must have {should} cards, not {number}", should=opening_number(s),
             number=number)  # fmt: skip
    to.asked()
    return to.did("SETUP-07", s, s._replace(due=number), CHAIN, number=number)


def picked(s: State, dice: Pair | None, drawn: Pieces, to: Judge) -> None:
    """Check that two dice pick an unused page and slot, if there is no key deck.

    The dice are rolled again if the card was used.
    """
    table = s.table
    to.holds("OPT-01", dice is not None and len(drawn) == 1,
             "without a deck, each card must be picked by two dice")  # fmt: skip
    assert dice is not None
    page, slot = dice[0], dice[1] or table.zero_slot
    to.holds("OPT-01", 1 <= page <= faces(table.page_die), "a {die} cannot show {page}",
             die=table.page_die, page=page)  # fmt: skip
    key = table.keys.get(drawn[0])
    to.holds("OPT-01", key and (key.page, key.slot) == (page, slot),
             "{card} is not in slot {slot} of page {page}", card=drawn[0], slot=slot,
             page=page)  # fmt: skip
    to.holds("OPT-02", drawn[0] in (*s.box, *s.deck),
             "{card} is already marked, so the dice must be rolled again",
             card=drawn[0])  # fmt: skip


@verb("chance", open=(modes.CHAIN_OPENS, modes.CHAIN_WAITS), due=also("FLASH-10", "FLASH-11"))
def draw(s: State, _: int, dice: Annotated[Pair | None, notation.PICKING],
         drawn: Annotated[Pieces, notation.DRAWN_CARDS], to: Judge) -> State:  # fmt: skip
    """Turn up cards for the chain; without a deck, roll the dice that choose one."""
    preamble, number = s.phase == phases.PREAMBLE, len(drawn)
    rule, no_deck = "SETUP-07" if preamble else "FLASH-10", s.table.no_deck
    to.holds(rule, 0 < number <= s.due if preamble else number == s.due,
             "{due} [card|cards] must be turned up, not {number}", due=s.due,
             number=number)  # fmt: skip
    if no_deck:
        picked(s, dice, drawn, to)
        free = tuple(sorted(ref.without((*s.box, *s.deck), *drawn)))
        # The next cards are unknown: only the size of the deck is known.
        kept = len(s.deck) - number
        after = s._replace(deck=free[:kept], box=free[kept:])
    else:
        gone = tuple((Counter(drawn) - Counter(s.deck)).elements())
        to.holds("OPT-01", dice is None,
                 "this game is played with a key deck, so no dice are rolled")  # fmt: skip
        to.holds(("FLASH-10", "SETUP-07", "DECK-03"), not gone,
                 "{cards} [is|are] not in the key deck", cards=gone)  # fmt: skip
        after = s._replace(deck=ref.without(s.deck, *drawn))
    to.asked()
    after = after._replace(chain=(*s.chain, *drawn), due=s.due - number)
    s = to.did((rule, "OPT-01", "OPT-02") if no_deck else rule, s, after, DRAWN, cards=drawn)
    if not preamble or s.due:
        return s
    over = s.table.deck_only and not s.deck  # the shortest reading ends flashback at once
    after = s._replace(phase=phases.GATHER if over else phases.FLASHBACK, round=1,
                       turn=NOBODY if over else s.starter, step=phases.SCENE)  # fmt: skip
    return to.did("GEN-03", s, after, BEGINS)
