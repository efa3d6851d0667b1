"""Claims of the table in Dance of Muses: the end, tokens, the winner, judgements."""

from __future__ import annotations

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import COLOURS
from validator.games.dance_of_muses.component_checks import SUBJECTS
from validator.games.dance_of_muses.ending import score, won_by
from validator.games.dance_of_muses.facts import company_words
from validator.games.dance_of_muses.state import NOBODY, State
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Verb, Verdict

PLAYED = (*modes.SETTING_UP, modes.PLACE, *modes.DANCING)
NOT_OVER = "the game is not over"
end = Verb(
    "over", word="end", about="Say that the game is over.", kind="claim", args=(),
    modes=modes.ENDED,
    gates=dict.fromkeys(
        PLAYED, ref.gate("DANCE-END-01", why=lambda state: f"no die shows {state.table.end}")
    ),
)  # fmt: skip
award = Verb(
    "award", about="Say who gets which Sun tokens at the end.", kind="claim",
    args=(notation.METAL, notation.COMPANY, notation.TOKENS), modes=modes.ENDED,
    gates=dict.fromkeys(PLAYED, ref.gate("DANCE-END-01", "DANCE-SCORE-07", why=NOT_OVER)),
)  # fmt: skip
winner = Verb(
    "winner", about="Say who has won; several share it.", kind="claim", args=(ref.PLAYERS,),
    modes=modes.ENDED, gates=dict.fromkeys(PLAYED, ref.gate("DANCE-END-01", why=NOT_OVER)),
)  # fmt: skip
judge = ref.judge_claim(SUBJECTS, "{dice: {purple: 3}}")
VERBS = (end, award, winner, judge)


@award.guard("DANCE-COMP-07")
def no_gold(_state: State, _: int, metal: str) -> Verdict:
    return "the Golden token has no use here" if metal == "golden" else NOT_CONCERNED


@award.guard("DANCE-SCORE-10", "DANCE-SCORE-09")
def one_silver(state: State, _: int, metal: str, company: int, number: int) -> Verdict:
    if metal != "silver":
        return NOT_CONCERNED
    silver, found = score(state).silver, []
    if silver == NOBODY:
        found.append(Breach("DANCE-SCORE-10", "nobody has won a column"))
    elif number != 1:
        found.append(Breach("DANCE-SCORE-10", "there is one Silver token"))
    if company != silver:
        facts = f"Silver goes to {company_words(state, silver)}"
        found.append(Breach("DANCE-SCORE-09", facts))
    return tuple(found) or ""


@award.guard("DANCE-SCORE-12")
def no_more_than_columns(state: State, _: int, metal: str, _company: int, number: int) -> Verdict:
    most = state.table.game.rules["DANCE-SCORE-12"].max_bronze
    if metal != "bronze":
        return NOT_CONCERNED
    return KEPT if number <= most else f"{number} Bronze, at most {most}"


@award.guard("DANCE-SCORE-07", "DANCE-SCORE-08", "DANCE-SCORE-09")
def columns_won(state: State, _: int, metal: str, company: int, number: int) -> Verdict:
    if metal != "bronze":
        return NOT_CONCERNED
    won = score(state).bronze[company]
    return KEPT if number == won else f"{company_words(state, company)} gets {won} Bronze"


def _won(state: State, named: tuple[int, ...]) -> str:
    won = won_by(state)
    if set(won) == set(named):
        return ""
    names = " and ".join(state.table.players[seat] for seat in won) or "nobody"
    suns = ", ".join(
        f"{COLOURS[colour]} {n}" for colour, n in zip(state.colours, score(state).suns, strict=True)
    )
    return f"{names} won; Suns {suns}"


def _winner_guard(rule: str) -> None:
    @winner.guard(rule)
    def decided(state: State, _: int, named: tuple[int, ...]) -> Verdict:
        if score(state).decided_by != rule:
            return NOT_CONCERNED
        return _won(state, named)


for _rule in ("DANCE-TIE-01", "DANCE-TIE-02", "DANCE-TIE-03", "DANCE-TIE-04"):
    _winner_guard(_rule)
