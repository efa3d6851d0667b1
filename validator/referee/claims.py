"""Lines that every game has alike: who has won, and what lies still and is to be judged.

A game declares the verbs and their judges; here they get their words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from validator.core.scalars import flow
from validator.referee.core import Judge, Verb, Verdict
from validator.referee.grammar import PLAYERS, thing_to_judge
from validator.referee.tokens import Words


def end_claim(why_not: Callable[[Any], str], *rules: str) -> Verb:
    """``table end``: the game is over. `why_not` says of a state why it is not."""
    verb = Verb("end", about="Say that the game is over.", kind="claim", args=())

    @verb.law(*rules)
    def is_over(state: Any, _: int) -> Verdict:
        return why_not(state)

    return verb


def winner_claim(winners: Callable[[Any], Sequence[int]], *rules: str) -> Verb:
    """``table winner Ann, Bob``: exactly these have won."""
    about = "Say who has won; several share it."
    verb = Verb("winner", about=about, kind="claim", args=(PLAYERS,))

    @verb.law(*rules)
    def who_won(state: Any, _: int, named: Sequence[int]) -> Verdict:
        won = winners(state)
        players = " and ".join(state.table.players[seat] for seat in won) or "nobody"
        return "" if set(named) == set(won) else f"{players} won"

    return verb


def judge_claim(judges: Callable[..., Judge], things: Mapping[str, str], example: str) -> Verb:
    """``table judge kit {…}``: what lies still, with what differs from the data in braces."""
    about = "Judge something that lies still: what the data say, with the differences in braces."
    return Verb(
        "judge", about=about, kind="claim", things=things, judges=judges,
        args=thing_to_judge(tuple(things), example),
    )  # fmt: skip


def tell_winners(winner: Verb) -> None:
    """``winner Ann, Bob``, or ``winner nobody``. The position's table names the players."""

    @winner.reader
    def read(words: Words, at: Any, _: int) -> tuple[Any, ...]:
        if words.skip("nobody"):
            return ((),)
        players = at.table.players
        named = [players.index(words.name(players, "player"))]
        words.skip(",", "and")
        while words.more:
            named.append(players.index(words.name(players, "player")))
            words.skip(",", "and")
        return (tuple(named),)

    @winner.writer
    def write(at: Any, named: Sequence[int]) -> str:
        return ", ".join(at.table.players[seat] for seat in named) or "nobody"


def tell_judged(judge: Verb, things: Mapping[str, str], example: str) -> None:
    """``judge kit {craft: 13}``: a thing, and in braces what differs from the data.

    `things` has what each takes in words, where that is no list of names that the judge knows.
    """
    judge.things = things

    @judge.reader
    def read(words: Words, _at: Any, _: int) -> tuple[Any, ...]:
        what = words.name(things, "thing to judge")
        changes = words.value("{what differs}") if words.more else {}
        if not isinstance(changes, Mapping):
            raise words.fail(f"expected what differs by name, as in {example}")
        return what, changes

    @judge.writer
    def write(_: Any, what: str, changes: Any) -> str:
        return f"{what} {flow(changes)}" if changes else what
