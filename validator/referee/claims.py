"""Claims that scripts of every game can make: about the end, the winners, and things outside
play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from validator.referee.core import Judged
from validator.referee.grammar import PLAYERS, thing_to_judge
from validator.referee.judge import Collector, Judge
from validator.referee.messages import Say
from validator.referee.verbs import Verb

IS_OVER = Say("Say that the game is over", "the game is over", whole=True)
WON = Say("Say that {players} [wins|win]", "{players} [wins|win]", whole=True)


def end_claim(why_not: Callable[[Any], str], *rules: str) -> Verb:
    """Return the claim ``table end``, which states that the game is over.

    `why_not` returns the reason why the game goes on in a state, or "".
    """

    def is_over(state: Any, _: int, to: Judge) -> Any:
        why = why_not(state)
        to.holds(rules, not why, "{reason}", reason=why)
        to.asked()
        return to.did(rules, state, state, IS_OVER)

    about = "Say that the game is over."
    return Verb("end", about, "claim", function=is_over, rules=rules)


def winner_claim(winners: Callable[[Any], Sequence[int]], *rules: str) -> Verb:
    """Return the claim ``table winner Ann, Bob``: that exactly these players have won."""

    def who_won(state: Any, _: int, named: Sequence[int], to: Judge) -> Any:
        won = winners(state)
        players = tuple(state.table.players[seat] for seat in won) or "nobody"
        to.holds(rules, set(named) == set(won), "the winners must be {players}", players=players)
        to.asked()
        return to.did(rules, state, state, WON, players=players)

    about = "Say who has won; several players may share the win."
    return Verb("winner", about, "claim", (PLAYERS,), function=who_won, rules=rules)


def judge_claim(subjects: Mapping[str, Judged], example: str, word: str = "judge") -> Verb:
    """Return the claim ``table judge kit {…}``, which checks one of the subjects.

    The braces contain the differences from the game's data.
    """

    def judges(state: Any, _: int, what: str, changes: Any) -> Collector:
        to = Collector()
        subjects[what].judge(state, changes, to)
        return to

    takes = {name: subject.takes for name, subject in subjects.items()}
    return Verb(
        word, kind="claim", judges=judges, args=thing_to_judge(takes, example),
        about="Judge data outside a game; write the differences from the data in braces.",
        things=subjects,
    )  # fmt: skip
