"""What the table claims in Dance of Muses: the end, tokens, the winner, how something lies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.games.dance_of_muses import notation
from validator.games.dance_of_muses.facts import as_start, facts
from validator.games.dance_of_muses.kit import (
    judge_kit,
    judge_setup,
    judge_tiles,
    kit_facts,
    table_facts,
    tile_facts,
)
from validator.games.dance_of_muses.position import COLOURS, OVER, Position
from validator.games.dance_of_muses.possible import unlawful
from validator.games.dance_of_muses.score import NOBODY, score
from validator.games.dance_of_muses.start import position
from validator.referee.core import Judge, Verb, Verdict
from validator.referee.facts import merged
from validator.referee.grammar import PLAYERS, thing_to_judge

THINGS = {
    "kit": "",
    "tiles": "{MUSE: {name, suns, power, area, die_space}}",
    "setup": "",
    "position": "",
}
end = Verb("over", word="end", about="Say that the game is over.", kind="claim", args=())
award = Verb(
    "award", about="Say who gets which Sun tokens at the end.", kind="claim",
    args=(notation.METAL, notation.COMPANY, notation.TOKENS),
)  # fmt: skip
winner = Verb("winner", about="Say who has won; several share it.", kind="claim", args=(PLAYERS,))
judge = Verb(
    "judge", kind="claim",
    about="Judge something that lies still: what the data say, with the differences in braces.",
    args=thing_to_judge(tuple(THINGS), "{dice: {purple: 3}}"), things=THINGS,
)  # fmt: skip

VERBS = (end, award, winner, judge)
LAID = ("DANCE-COMP-01", "DANCE-COMP-03", "DANCE-PLACE-05", "DANCE-MOVE-07", "DANCE-SETUP-10")


@end.law("DANCE-END-01")
def a_die_shows_it(at: Position, _: int) -> Verdict:
    """The game ends with the first 6."""
    return "" if at.stage == OVER else f"no die shows {at.table.end}"


@award.law("DANCE-COMP-07")
def no_gold(at: Position, _: int, metal: str, _company: int, _n: int) -> Verdict:
    """The Golden token is never awarded."""
    del at
    return "the Golden token has no use here" if metal == "golden" else None


@award.law("DANCE-END-01", "DANCE-SCORE-07")
def only_at_the_end(at: Position, _: int, _metal: str, _company: int, _n: int) -> Verdict:
    """Tokens come at the end."""
    return None if at.stage == OVER else "the game is not over"


@award.law("DANCE-SCORE-10")
def one_silver(at: Position, _: int, metal: str, _company: int, number: int) -> Verdict:
    """The Silver token is awarded once, or not at all."""
    if at.stage != OVER or metal != "silver":
        return None
    if score(at).silver == NOBODY:
        return "nobody has won a column"
    return "" if number == 1 else "there is one Silver token"


@award.law("DANCE-SCORE-09")
def leftmost_won(at: Position, _: int, metal: str, company: int, _n: int) -> Verdict:
    """Silver for the leftmost column that was won."""
    if at.stage != OVER or metal != "silver":
        return None
    silver = score(at).silver
    winner_ = "nobody" if silver == NOBODY else COLOURS[at.colours[silver]]
    return "" if company == silver else f"Silver goes to {winner_}"


@award.law("DANCE-SCORE-12")
def no_more_than_columns(at: Position, _: int, metal: str, _company: int, number: int) -> Verdict:
    """There are no more tokens to win than columns."""
    most = at.table.game.rules["DANCE-SCORE-12"].max_bronze
    if at.stage != OVER or metal != "bronze":
        return None
    return "" if number <= most else f"{number} Bronze, at most {most}"


@award.law("DANCE-SCORE-07", "DANCE-SCORE-08", "DANCE-SCORE-09")
def columns_won(at: Position, _: int, metal: str, company: int, number: int) -> Verdict:
    """A Bronze token for every other column that was won."""
    if at.stage != OVER or metal != "bronze":
        return None
    won = score(at).bronze[company]
    return "" if number == won else f"{COLOURS[at.colours[company]]} gets {won} Bronze"


@winner.law("DANCE-END-01")
def over_before(at: Position, _: int, _named: tuple[int, ...]) -> Verdict:
    """Nobody has won before the end."""
    return "" if at.stage == OVER else "the game is not over"


def _won(at: Position, named: tuple[int, ...]) -> str:
    result = score(at)
    seats = {seat for index in result.winners for seat in at.companies[index]}
    if seats == set(named):
        return ""
    names = " and ".join(at.table.players[seat] for seat in sorted(seats)) or "nobody"
    suns = ", ".join(
        f"{COLOURS[colour]} {n}" for colour, n in zip(at.colours, result.suns, strict=True)
    )
    return f"{names} won; Suns {suns}"


def _winner_law(rule: str) -> None:
    @winner.law(rule)
    def decided(at: Position, _: int, named: tuple[int, ...]) -> Verdict:
        if at.stage != OVER or score(at).decided_by != rule:
            return None
        return _won(at, named)


for _rule in ("DANCE-TIE-01", "DANCE-TIE-02", "DANCE-TIE-03", "DANCE-TIE-04"):
    _winner_law(_rule)


def _judged(at: Position, _: int, what: str, changes: Mapping[str, Any]) -> Judge:
    table, to = at.table, Judge()
    if what == "kit":
        judge_kit(table.game, merged(kit_facts(table.game), changes), to)
    elif what == "tiles":
        judge_tiles(table.game, merged(tile_facts(table.game), changes), to)
    elif what == "setup":
        judge_setup(table, merged(table_facts(table), changes), to)
    else:
        to.breaches += unlawful(position(table, merged(as_start(facts(at)), changes)))
        broken = {breach.rule for breach in to.breaches}
        to.kept += [rule for rule in LAID if rule not in broken]
    return to


judge.judges = _judged


def stays(at: Position, *_: object) -> Position:
    """A claim changes nothing."""
    return at


for _verb in VERBS:
    _verb.does = stays
