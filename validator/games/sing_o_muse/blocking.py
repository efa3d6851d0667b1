"""Blocking: a card is laid across a Quest, or taken away; cards are bumped from the queues.

In the rulebook: Blocking cards.

A Crew overcomes a Blocking card in `questing`, which marks no step. The card stays on a Quest that
`quest_progress.return_quest` puts back in the middle.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.sing_o_muse import notation
from validator.games.sing_o_muse.answers import few_of_the_pool, none_or_one, whole_pool
from validator.games.sing_o_muse.choosing_losses import task_of
from validator.games.sing_o_muse.effects import pool
from validator.games.sing_o_muse.modes import is_due, verb
from validator.games.sing_o_muse.seat import Pieces
from validator.games.sing_o_muse.state import State
from validator.referee.api import Judge, Say

BLOCKS = Say("lay {card} across {quest}", "{card} blocks {quest}", whole=True)
CLEARS = Say("take {card} from {quest}", "{card} is taken from {quest}", whole=True)
BUMPS = Say("take {cards} from the queues", "{cards} [leaves|leave] the queues", whole=True)
BUMPS_NONE = Say("leave the queues alone", "leaves the queues alone")


def blocking_cards_first(s: State, quest: str, to: Judge) -> None:
    """Check that no card blocks the Quest, because such cards must be overcome before any step."""
    block = s.blocked_by(quest)
    to.holds("BLOCK-02", not block, "{cards} [blocks|block] the Quest and must be overcome first",
             cards=s.each_title(block))  # fmt: skip


@verb(open="block", due=("TURN-02", "BLOCK-01"), anybody=True)
def blocks(
    s: State, me: int, quest: Annotated[str, notation.ANY_QUEST.of(whole_pool)], to: Judge
) -> State:
    """Lay the Blocking card across a Quest."""
    is_due(s, me, to, "BLOCK-01")
    task, title, rules = task_of(s), s.title(quest), ("BLOCK-01", "DECK-02")
    nobody = "no Crew of an opponent is on {quest}"
    why = nobody if task.what == "others" else "{quest} is not on the table"
    to.holds(rules, quest in pool(s), why, quest=title)
    to.asked()
    after = s.pop().lifted(task.card)
    after = after._replace(blocks=(*s.blocks, (quest, task.card)))
    return to.did(("BLOCK-01", "BLOCK-05", "BLOCK-07"), s, after, BLOCKS,
                  card=s.title(task.card), quest=title)  # fmt: skip


@verb(open="clear", due=("TURN-02", "HOLD-05"), anybody=True)
def clears(
    s: State, me: int, card: Annotated[str, notation.BLOCKING.of(whole_pool)], to: Judge
) -> State:
    """Remove a Blocking card."""
    is_due(s, me, to, "HOLD-05")
    to.holds("BLOCK-05", card in s.blocking, "{card} does not block any Quest", card=s.title(card))
    to.asked()
    quest = next(on for on, each in s.blocks if each == card)
    return to.did("BLOCK-05", s, s.pop().thrown(card), CLEARS, card=s.title(card),
                  quest=s.title(quest))  # fmt: skip


@verb(open="bump", due=("TURN-02", "HOLD-05"), anybody=True)
def bumps(
    s: State, me: int, cards: Annotated[Pieces, notation.BUMPED.of(none_or_one)], to: Judge
) -> State:
    """Discard some Foes or Ordeals from the queues, or none."""
    is_due(s, me, to, "HOLD-05")
    to.holds(("BLOCK-05", "QUEUE-03"), {*s.blocking}.isdisjoint(cards),
             "{cards} [blocks|block] a Quest and cannot be bumped",
             cards=s.each_title(cards))  # fmt: skip
    few_of_the_pool(
        s, cards, to, "QUEUE-03", "cards", "{card} is not in a queue, so it cannot be bumped"
    )
    to.asked()
    return to.did("QUEUE-03", s, s.pop().thrown(*cards), BUMPS if cards else BUMPS_NONE,
                  cards=s.each_title(cards))  # fmt: skip
