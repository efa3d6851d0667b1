"""What the table claims in Sing! O Muse: the end, the winner, how something that lies still is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.games.sing_o_muse.effects import ENDED
from validator.games.sing_o_muse.facts import from_start, unsound
from validator.games.sing_o_muse.kit import (
    card_facts,
    judge_cards,
    judge_kit,
    judge_setup,
    kit_facts,
    table_facts,
)
from validator.games.sing_o_muse.losses import tell
from validator.games.sing_o_muse.modes import NOT_OVER
from validator.games.sing_o_muse.state import OVER, State, laurels
from validator.referee.claims import judge_claim, winner_claim
from validator.referee.core import Judge, Notes, Verb, Verdict
from validator.referee.facts import FactError, merged

over = Verb(
    "over",
    about="End a game in which nobody can reach the target.",
    kind="table",
    args=(),
    modes=NOT_OVER,
)
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


def unclaimed(state: State) -> int:
    """The Laurels that nobody has yet, on Quests and Muse cards."""
    table = state.table
    won = {each for side in state.seats for each in (*side.victory, *side.aside)}
    gone = set(state.box)
    quests = sum(q.laurels for each, q in table.quests.items() if each not in won | gone)
    cards = sum(c.worth for each, c in table.cards.items() if each not in won | gone)
    return quests + cards


@over.law("SING-WIN-03")
def nobody_can_win(state: State, _: int) -> Verdict:
    """All unclaimed Laurels together are too few for everybody."""
    left = unclaimed(state)
    for seat, side in enumerate(state.seats):
        if not side.out and laurels(state, seat) + left >= state.target:
            name = state.table.players[seat]
            return f"{name} has {laurels(state, seat)} Laurels, {left} are unclaimed"
    return ""


def best(state: State) -> tuple[int, ...]:
    """Who has most Laurels of those who are in."""
    inside = [seat for seat, side in enumerate(state.seats) if not side.out]
    most = max(laurels(state, seat) for seat in inside)
    return tuple(seat for seat in inside if laurels(state, seat) == most)


@over.effect
def _over(state: State, _: int, note: Notes | None) -> State:
    names = ", ".join(state.table.players[seat] for seat in best(state))
    tell(note, "SING-WIN-03", *ENDED, text=f"nobody can win any more: {names} has most")
    return state._replace(stage=OVER, champions=best(state), agenda=(), silver=(), window=())


def _judged(state: State, _: int, what: str, changes: Mapping[str, Any]) -> Judge:
    table, to = state.table, Judge()
    if what == "kit":
        judge_kit(table, merged(kit_facts(table.game), changes), to)
    elif what == "cards":
        judge_cards(table, merged(card_facts(table.game), changes), to)
    elif what == "setup":
        judge_setup(table, merged(table_facts(table), changes), to)
    else:
        try:
            breaches = unsound(from_start(table, {"loose": True, **changes}))
        except FactError as error:
            if error.rule is None:
                raise
            to.holds(error.rule, False, error.message)
            return to
        broken = {breach.rule for breach in breaches}
        to.breaches += breaches
        to.kept += [rule for rule in LIMITS if rule not in broken]
    return to


winner = winner_claim(lambda state: state.champions, "SING-WIN-01", "SING-WIN-03")
judge = judge_claim(_judged, THINGS, "{muse: {Zeus: 2}}")
VERBS = (over, winner, judge)
