"""What the table claims in Sing! O Muse: the end, the winner, how something that lies still is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.games.sing_o_muse.common import not_over
from validator.games.sing_o_muse.kit import (
    card_facts,
    judge_cards,
    judge_kit,
    judge_setup,
    kit_facts,
    table_facts,
)
from validator.games.sing_o_muse.losses import tell
from validator.games.sing_o_muse.position import OVER, Position, laurels
from validator.games.sing_o_muse.start import position, unsound
from validator.referee.core import Judge, Notes, Verb, Verdict
from validator.referee.facts import FactError, merged

over = Verb("over", "over", "End a game in which nobody can reach the target.", kind="table")
winner = Verb("winner", "winner PLAYER…", "Say who has won; several share it.", kind="claim")
judge = Verb(
    "judge", "judge kit|cards|setup|position {…}",
    "Judge something that lies still: what the data say, with the differences in braces.",
    kind="claim",
)  # fmt: skip

VERBS = (over, winner, judge)
THINGS = {
    "kit": "",
    "cards": "{CARD: {…}} with the fields of its deck",
    "setup": "",
    "position": "",
}
LIMITS = (
    "SING-DECK-18", "SING-QUEUE-02", "SING-CREW-02", "SING-CREW-01", "SING-DEITY-04",
    "SING-DEITY-07", "SING-TREASURE-01", "SING-TREASURE-02", "SING-TREASURE-03",
)  # fmt: skip


def unclaimed(at: Position) -> int:
    """The Laurels that nobody has yet, on Quests and Muse cards."""
    table = at.table
    won = {each for side in at.sides for each in (*side.victory, *side.aside)}
    gone = set(at.box)
    quests = sum(q.laurels for each, q in table.quests.items() if each not in won | gone)
    cards = sum(c.worth for each, c in table.cards.items() if each not in won | gone)
    return quests + cards


over.add(not_over, ("SING-WIN-03",))


@over.law("SING-WIN-03")
def nobody_can_win(at: Position, _: int) -> Verdict:
    """All unclaimed Laurels together are too few for everybody."""
    if at.stage == OVER:
        return None
    left = unclaimed(at)
    for seat, side in enumerate(at.sides):
        if not side.out and laurels(at, seat) + left >= at.target:
            name = at.table.players[seat]
            return f"{name} has {laurels(at, seat)} Laurels, {left} are unclaimed"
    return ""


def best(at: Position) -> tuple[int, ...]:
    """Who has most Laurels of those who are in."""
    inside = [seat for seat, side in enumerate(at.sides) if not side.out]
    most = max(laurels(at, seat) for seat in inside)
    return tuple(seat for seat in inside if laurels(at, seat) == most)


@over.effect
def _over(at: Position, _: int, note: Notes | None) -> Position:
    names = ", ".join(at.table.players[seat] for seat in best(at))
    tell(note, "SING-WIN-03", "end", "winner", text=f"nobody can win any more: {names} has most")
    return at._replace(stage=OVER, champions=best(at), agenda=(), silver=(), window=())


@winner.law("SING-WIN-01", "SING-WIN-03")
def over_before(at: Position, _: int, _named: tuple[int, ...]) -> Verdict:
    """Nobody has won before the end."""
    return "" if at.stage == OVER else "the game is not over"


@winner.law("SING-WIN-01", "SING-WIN-03")
def who_has_won(at: Position, _: int, named: tuple[int, ...]) -> Verdict:
    """The winners, and nobody else."""
    if at.stage != OVER or set(named) == set(at.champions):
        return None if at.stage != OVER else ""
    return f"{', '.join(at.table.players[seat] for seat in at.champions)} won"


def _judged(at: Position, _: int, what: str, changes: Mapping[str, Any]) -> Judge:
    table, to = at.table, Judge()
    if what == "kit":
        judge_kit(table, merged(kit_facts(table.game), changes), to)
    elif what == "cards":
        judge_cards(table, merged(card_facts(table.game), changes), to)
    elif what == "setup":
        judge_setup(table, merged(table_facts(table), changes), to)
    else:
        try:
            breaches = unsound(position(table, {"loose": True, **changes}))
        except FactError as error:
            if error.rule is None:
                raise
            to.holds(error.rule, False, error.message)
            return to
        broken = {breach.rule for breach in breaches}
        to.breaches += breaches
        to.kept += [rule for rule in LIMITS if rule not in broken]
    return to


judge.judges = _judged


def stays(at: Position, *_: object) -> Position:
    """A claim changes nothing."""
    return at


for _verb in (winner, judge):
    _verb.does = stays
