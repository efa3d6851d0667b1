"""Plays cards with a target: ``hold X on TARGET`` also answers the card's task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from validator.games.sing_o_muse.answers import (
    ACTS,
    PLAYS,
    PLAYS_IDLY,
    learns,
    promotes,
    restores,
    takes,
    versus,
)
from validator.games.sing_o_muse.blocking import blocks, bumps, clears
from validator.games.sing_o_muse.cards import Effect
from validator.games.sing_o_muse.choosing_losses import loses
from validator.games.sing_o_muse.effects import advance, begun, effects_of, pool
from validator.games.sing_o_muse.modes import ASKED
from validator.games.sing_o_muse.state import State, Task
from validator.referee.api import CHANCE, FactError, Judge

# ---- an answer in the same line: 'hold X on TARGET'

Answer = tuple[Callable[..., State], tuple[Any, ...]]
ANSWERS: dict[str, Callable[[str], Answer]] = {
    "lose": lambda piece: (loses, (piece,)),
    "shed": lambda piece: (loses, (piece,)),
    "block": lambda piece: (blocks, (piece,)),
    "clear": lambda piece: (clears, (piece,)),
    "learn": lambda piece: (learns, (piece,)),
    "bump": lambda piece: (bumps, ((piece,),)),
    "restore": lambda piece: (restores, ((piece,), ())),
    "take": lambda piece: (takes, ((piece,), None)),
    "steal": lambda piece: (takes, ((piece,), None)),
    "promote": lambda piece: (promotes, (piece,)),
}


def _answer_with(s: State, me: int, piece: str) -> Answer | None:
    """Return the answer that a target implies for this player's pending task, if any."""
    top = s.top
    if top is None or top.seat != me:
        return None
    if top.kind == "choose":
        owner = next((seat for seat, side in enumerate(s.seats) if piece in side.held()), None)
        return None if owner is None else (versus, (owner,))
    return ANSWERS[top.kind](piece) if top.kind in ANSWERS else None


def named(s: State, me: int, piece: str, effects: Sequence[Effect], to: Judge) -> State:
    """Answer the task of one of the effects with the target in the line.

    `s` comes from `advance` with `asking`. A target that is an opponent's card chooses this
    opponent. If the effect then asks this player for a card, the target answers that as well.
    """
    if s.top is not None and s.top.kind == "learn" and piece not in pool(s) and len(pool(s)) == 1:
        # The choice of who learns it does not matter: the target answers the next task.
        after = advance(s, Judge())
        s = advance(s, to) if _answer_with(after, me, piece) is not None else s
    if _answer_with(s, me, piece) is None and not _befalls(s, me, piece):
        no_target(s, piece, effects, to)
    while (answer := _answer_with(s, me, piece)) is not None:
        function, args = answer
        s = function(s, me, *args, to)
        if function is not versus:
            break
        s = advance(s, to, asking=True)
    return advance(s, to)


def resolved(s: State, me: int, card: str, when: str, on: str | None, to: Judge,
             *rules: str) -> State:  # fmt: skip
    """Resolve a card from the hand, as `rules` state; a target in the line answers the card's task.

    A War starts only if the card was just drawn or is played from the hand.
    """
    start, peaceful = s, when == "on_draw" and (me, card) not in s.silver
    s = s._replace(silver=tuple(each for each in s.silver if each != (me, card)))
    s = s.push(Task("finish", by=me, card=card))
    s = begun(s, card, when, me, peaceful=peaceful)
    say = ACTS if when == "on_draw" else PLAYS
    if say is PLAYS and on is None and advance(s, Judge()) == start.thrown(card):
        say = PLAYS_IDLY
    s = to.did(rules, start, s, say, card=s.title(card))
    s = advance(s, to, asking=on is not None)
    return s if on is None else named(s, me, on, effects_of(s, card, when), to)


def _befalls(s: State, me: int, piece: str) -> bool:
    """Return whether a target belongs to the player whom the pending task affects.

    There was no choice of a player, so the target is only a confirmation.
    """
    top = s.top
    return top is not None and top.of not in (-1, me) and piece in s.seats[top.of].held()


# The rule on which pieces an effect may choose, by the verb of the effect.
ELIGIBLE = {
    "restore": "TRANSFORM-04",
    "retrieve": "LOSS-12",
    **dict.fromkeys(
        ("discard_character", "discard_companion", "transform_character", "transform_companion"),
        "LOSS-11",
    ),
}


def no_target(s: State, piece: str, effects: Sequence[Effect], to: Judge) -> None:
    """Refuse a target by the rule that forbids it. Raises FactError if no effect takes any."""
    top, title = s.top, s.title(piece)
    if top is not None and top.kind == "lose" and top.seat == CHANCE:
        to.forbids("LOSS-03" if top.what.endswith("companion") else "LOSS-04",
                   "a blind draw decides, so {card} cannot be named", card=title)  # fmt: skip
    if top is not None and top.seat != CHANCE and top.kind in ASKED:
        rules, words = ASKED[top.kind]
        to.forbids(rules[0], "{card} does not match what is required: {other} {answer}", card=title,
                   other=s.name_of(top.seat), answer=words)  # fmt: skip
    for effect in effects:
        if effect.verb in ELIGIBLE:
            to.forbids(ELIGIBLE[effect.verb],
                       "the effect has nothing to choose from, so {card} cannot be named",
                       card=title)  # fmt: skip
    raise FactError((), f"no effect takes a target here; omit 'on {title}'")
