"""What the table claims in Nine Muses: the end, the winner, how something that lies still is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.games.nine_muses.kit import (
    card_facts,
    judge_cards,
    judge_kit,
    judge_setup,
    kit_facts,
    table_facts,
)
from validator.games.nine_muses.position import OVER, Position, winners
from validator.games.nine_muses.start import position, unsound
from validator.referee.core import Judge, Verb, Verdict
from validator.referee.facts import merged

end = Verb("end", "end", "Say that the game is over.", kind="claim")
winner = Verb("winner", "winner PLAYER…", "Say who has won; several share it.", kind="claim")
judge = Verb(
    "judge", "judge kit|cards|setup|position {…}",
    "Judge something that lies still: what the data say, with the differences in braces.",
    kind="claim",
)  # fmt: skip

VERBS = (end, winner, judge)
THINGS = {
    "kit": "",
    "cards": "{CARD: {…}} with the fields of its deck",
    "setup": "",
    "position": "",
}


@end.law("NINE-END-01", "NINE-ROUND-01", "NINE-RUL-13")
def all_played(at: Position, _: int) -> Verdict:
    """The game ends after the last round."""
    return "" if at.stage == OVER else f"round {at.round} is not the end"


@winner.law("NINE-END-01")
def over_before(at: Position, _: int, _named: tuple[int, ...]) -> Verdict:
    """Nobody has won before the end."""
    return "" if at.stage == OVER else "the game is not over"


@winner.law("NINE-RUL-02", "NINE-END-02")
def all_tied_share(at: Position, _: int, named: tuple[int, ...]) -> Verdict:
    """Tied players share the win."""
    won = winners(at)
    if at.stage != OVER or len(won) == 1:
        return None
    return "" if set(named) == set(won) else _won(at, won)


@winner.law("NINE-END-02")
def most_points(at: Position, _: int, named: tuple[int, ...]) -> Verdict:
    """The most VP win."""
    won = winners(at)
    if at.stage != OVER or len(won) > 1:
        return None
    return "" if set(named) == set(won) else _won(at, won)


def _won(at: Position, won: tuple[int, ...]) -> str:
    scores = ", ".join(f"{n} {s}" for n, s in zip(at.table.players, at.scores, strict=True))
    return f"{' and '.join(at.table.players[seat] for seat in won)} won: {scores}"


def _judged(at: Position, _: int, what: str, changes: Mapping[str, Any]) -> Judge:
    table, to = at.table, Judge()
    if what == "kit":
        judge_kit(table.game, merged(kit_facts(table.game), changes), to)
    elif what == "cards":
        judge_cards(table.game, merged(card_facts(table.game), changes, 1), to)
    elif what == "setup":
        facts = merged(table_facts(table.game, table.players), changes)
        judge_setup(table.game, table.players, facts, to)
    else:
        breaches = unsound(position(table, {"loose": True, **changes}))
        broken = {breach.rule for breach in breaches}
        to.breaches += breaches
        to.kept += [rule for rule in ("NINE-COMP-12", "NINE-COMP-13") if rule not in broken]
    return to


judge.judges = _judged


def stays(at: Position, *_: object) -> Position:
    """A claim changes nothing."""
    return at


for _verb in VERBS:
    _verb.does = stays
