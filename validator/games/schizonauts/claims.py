"""What the table claims in Schizonauts: the end, and how something that lies still is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from validator.games.schizonauts.characters import default_sheet, judge_pair, sheet_from
from validator.games.schizonauts.facts import from_start
from validator.games.schizonauts.kit import (
    judge_coins,
    judge_deck,
    judge_figures,
    judge_kit,
    judge_length,
    judge_own_deck,
    judge_pack,
    judge_record,
    judge_sheet,
)
from validator.games.schizonauts.sound import unsound
from validator.games.schizonauts.state import OVER, State
from validator.referee.core import Judge, Verb, Verdict
from validator.referee.facts import Given
from validator.referee.grammar import thing_to_judge

_JUDGES: dict[str, Callable[[State, Mapping[str, Any], Judge], None]] = {
    "deck": judge_deck,
    "own-deck": judge_own_deck,
    "length": judge_length,
    "kit": judge_kit,
    "sheet": judge_sheet,
    "pack": judge_pack,
    "figures": judge_figures,
    "coins": judge_coins,
    "record": judge_record,
}
THINGS = {"characters": "", **dict.fromkeys(_JUDGES, ""), "position": ""} | {
    "characters": "{agent: {…}, thief: {…}, overlap: {…}}, as behind `character`",
    "deck": "{CARD: {…}} with the fields of its deck",
    "own-deck": "{CARD: {…}} with the fields of its deck",
    "figures": "{RULE-ID: {…}} with numbers of the rule",
}
end = Verb("end", about="Say that the game is over.", kind="claim", args=())
judge = Verb(
    "assess", kind="claim",
    about="Judge something that lies still: what the data say, with the differences in braces.",
    args=thing_to_judge(tuple(THINGS), "{players: 4}"), things=THINGS,
)  # fmt: skip

VERBS = (end, judge)


@end.law("SCHIZ-GEN-03", "SCHIZ-FINAL-01")
def all_is_told(state: State, _: int) -> Verdict:
    """The game ends after tally and escape."""
    return "" if state.phase == OVER else f"this is {state.phase}"


def _judged(state: State, _: int, what: str, changes: Mapping[str, Any]) -> Judge:
    to = Judge()
    if what == "characters":
        base = default_sheet(state.table, 0)
        judge_pair(state.table, sheet_from(state.table, Given(changes), base), to)
    elif what == "position":
        breaches = unsound(from_start(state.table, {"loose": True, **changes}))
        broken = {breach.rule for breach in breaches}
        to.breaches += breaches
        possible = ("SCHIZ-COMP-05", "SCHIZ-COMP-07", "SCHIZ-DECK-04", "SCHIZ-BLEED-03")
        to.kept += [rule for rule in possible if rule not in broken]
    else:
        _JUDGES[what](state, changes, to)
    return to


judge.judges = _judged


def stays(state: State, *_: object) -> State:
    """A claim changes nothing."""
    return state


for _verb in VERBS:
    _verb.does = stays
