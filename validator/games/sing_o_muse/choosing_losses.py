"""Losses: the lost character or Treasure is chosen by a player or drawn at random.

In the rulebook: Losing characters.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.effects import eligible, pool
from validator.games.sing_o_muse.losing_companions import (
    discard_character,
    lost_unless_only_hero,
    transform,
)
from validator.games.sing_o_muse.modes import IN_PLAY, is_due, verb
from validator.games.sing_o_muse.state import State, Task
from validator.referee.judge import Judge, Rules
from validator.referee.messages import Say, event

GIVES_UP = Say("give up the protection of {card}", "gives up the protection of {card}")
LOSES = Say("lose {card}", "{owner} loses {card}", whole=True)
LOSES_FROM_HAND = event("{owner} loses {card} from hand")
BLIND = event("{card} is drawn at random")


def task_of(s: State) -> Task:
    return s.agenda[-1]


def of_kind(s: State, *kinds: str) -> Task | None:
    """Return the pending task if its kind is one of these; otherwise None."""
    top = s.top
    return top if top is not None and top.kind in kinds else None


def _spared(s: State, me: int, card: str) -> str:
    """Return how a player's only Hero would be lost if the player declined its protection.

    Returns an empty string if the protection can no longer be declined.
    """
    return next((how for who, hero, how in s.spared if (who, hero) == (me, card)), "")


def can_be_lost(s: State, task: Task, card: str, to: Judge, general: str) -> None:
    """Check that an effect can hit a character."""
    side, title = s.seats[task.of], s.title(card)
    label = side.crew_of(card)
    to.holds("GEN-02", label is not None, "{card} is not in a Crew of {owner}", card=title,
             owner=s.name_of(task.of))  # fmt: skip
    to.holds("LOSS-11", card not in side.transformed, "{card} is transformed and cannot be chosen",
             card=title)  # fmt: skip
    to.holds(("LOSS-03", "GEN-02"), not task.crews or label in task.crews,
             "{card} is not in Crew {crews}", card=title,
             crews=tuple(s.table.labels[each] for each in task.crews))  # fmt: skip
    to.holds((general, "CREW-06"), card in eligible(s, task),
             "{card} leads a Crew and cannot be chosen", card=title)  # fmt: skip


def of_the_pool(s: State, card: str, to: Judge, rules: Rules, why: str) -> None:
    """Check that the task can affect the card. `why` is the reason in the refusal."""
    to.holds(rules, card in pool(s), why, card=s.title(card), owner=s.name_of(task_of(s).of))


@verb(open=IN_PLAY, anybody=True)
def loses(
    s: State, me: int, card: Annotated[str, notation.LOST.of(lambda s, _: pool(s, "lose", "shed"))],
    to: Judge,
) -> State:  # fmt: skip
    """Choose the Companion or Treasure that is lost."""
    task, how = of_kind(s, "lose", "shed"), _spared(s, me, card)
    asked = s.mode in ("lose", "shed")
    if asked:
        is_due(s, me, to, "LOSS-02", "HOLD-05")
    to.holds(("TURN-02", "LOSS-02"), asked or how, "no character or Treasure has to be lost now")
    if task is not None and task.kind == "lose":
        can_be_lost(s, task, card, to, "LOSS-02")
    elif task is not None:
        of_the_pool(s, card, to, "TREASURE-06", "{card} is not a Treasure of {owner}")
    to.asked()
    if task is None:
        after = (discard_character if how == "discard" else transform)(
            s._replace(spared=()), me, card, to
        )
        return to.did("LOSS-07", s, after, GIVES_UP, card=s.title(card))
    return lost(s, task, card, to)


def lost(s: State, task: Task, card: str, to: Judge) -> State:
    """Lose the chosen character or Treasure."""
    if task.kind == "shed":
        return to.did("GEN-02", s, s.pop().thrown(card), LOSES, owner=s.name_of(task.of),
                      card=s.title(card))  # fmt: skip
    after = lost_unless_only_hero(s.pop(), task.of, card, task.what.partition(" ")[0], to)
    return to.did(("LOSS-02", "GEN-02"), s, after)


@verb("chance", open=(phases.BLIND, "hand"), due=("TURN-02", "LOSS-04", "LOSS-03", "HOLD-05"),
      anybody=True)  # fmt: skip
def hits(s: State, _: int, card: Annotated[str, notation.LOST], to: Judge) -> State:
    """Reveal which card a blind draw takes."""
    task, title = task_of(s), s.title(card)
    if task.kind == "hand":
        of_the_pool(s, card, to, "HOLD-01", "{card} is not a Hold This Card in {owner}'s hand")
        to.asked()
        return to.did("HOLD-01", s, s.pop().thrown(card), LOSES_FROM_HAND, card=title,
                      owner=s.name_of(task.of))  # fmt: skip
    can_be_lost(s, task, card, to, "LOSS-03")
    to.asked()
    how, whom = task.what.split()
    rule = "LOSS-03" if whom == "companion" else "LOSS-04"
    after = lost_unless_only_hero(s.pop(), task.of, card, how, to)
    return to.did((rule, "GEN-02"), s, after, BLIND, card=title)
