"""The end: the Will of Apollo, rows and columns, Suns, and the winners.

In the rulebook: The end; Comparing the dice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, NamedTuple

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import COLOURS, METALS
from validator.games.dance_of_muses.constants import NEUTRAL, NOBODY
from validator.games.dance_of_muses.modes import verb
from validator.games.dance_of_muses.state import State
from validator.referee import api as ref
from validator.referee.api import Judge, Say, event
from validator.referee.claims import IS_OVER, WON

GETS = event("{company} gets {number} {metal} [token|tokens]")
ENDS = Say("end the game with a {value} on {muses}", "ends the game with a {value} on {muses}")
APOLLO = event("the Will of Apollo sets {dice}")
WINS = event("{players} [wins|win]")
NO_TOKENS = (0,) * len(METALS)


class Score(NamedTuple):
    """The result of a game.

    A Company is an index; NOBODY stands for a tied column or Silver token.
    """

    fulfilled: tuple[int, ...]  # indices of the tiles that fulfilled the Will of Apollo
    values: tuple[int, ...]  # values of all dice by tile, after the Will of Apollo
    rows: tuple[tuple[int, ...], ...]  # dice of each Company, from high to low
    columns: tuple[int, ...]
    silver: int
    bronze: tuple[int, ...]  # Bronze tokens of each Company
    suns: tuple[int, ...]
    sums: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str  # the rule of the last comparison

    @property
    def tokens(self) -> tuple[tuple[str, ...], ...]:
        """The metals of each Company's Sun tokens, such as ``("silver", "bronze")``."""
        return tuple(
            ("silver",) * (index == self.silver) + ("bronze",) * bronze
            for index, bronze in enumerate(self.bronze)
        )


@lru_cache
def score(state: State) -> Score:
    """Return the result if the game ended now, applying the scoring rules in order."""
    table, companies = state.table, range(len(state.colours))
    fulfilled = _apollo(state)
    values = tuple(
        table.apollo if index in fulfilled else tile.value for index, tile in enumerate(state.tiles)
    )
    rows = _rows(state, values)
    neutral = [v for v, tile in zip(values, state.tiles, strict=True) if tile.owner == NEUTRAL]
    rivals = [*rows] if table.neutral_removed else [*rows, tuple(neutral)]  # SCORE-04
    columns = _columns(rivals, len(rows))
    silver = _silver_sun(columns)
    bronze = tuple(
        columns.count(index) * table.column_tokens - (index == silver) for index in companies
    )
    suns = tuple(  # SCORE-11
        bronze[index] * table.bronze_suns + (index == silver) * table.silver_suns
        for index in companies
    )
    sums = tuple(map(sum, rows))
    winners, decided_by = _tiebreakers(suns, silver, sums)
    if len(winners) > 1 and not table.shared:
        winners = ()
    return Score(fulfilled, values, rows, columns, silver, bronze, suns, sums,
                 winners, decided_by)  # fmt: skip


def _apollo(state: State) -> tuple[int, ...]:
    """Return the tiles whose dice show the number of their Suns.

    Every tile is tested once (SCORE-02, SCORE-03).
    """
    table = state.table
    return tuple(
        index
        for index, tile in enumerate(state.tiles)
        if tile.value == table.designs[tile.muse].suns
        and (table.apollo_all or (not tile.up and tile.owner != NEUTRAL))
    )


def _rows(state: State, values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the dice of each Company in descending order, without the Neutral die (SCORE-05)."""
    rows: list[list[int]] = [[] for _ in state.colours]
    for tile, value in zip(state.tiles, values, strict=True):
        if tile.owner != NEUTRAL and tile.colour in state.colours:
            rows[state.colours.index(tile.colour)].append(value)
    return tuple(tuple(sorted(row, reverse=True)) for row in rows)


def _columns(rivals: list[tuple[int, ...]], companies: int) -> tuple[int, ...]:
    """Return the Company with the highest die in each column (SCORE-06 to SCORE-08).

    NOBODY stands for a tie.
    """
    columns = []
    for place in range(max(map(len, rivals), default=0)):
        dice = [row[place] if place < len(row) else 0 for row in rivals]
        best = max(dice)
        alone = dice.count(best) == 1 and dice.index(best) < companies
        columns.append(dice.index(best) if alone else NOBODY)
    return tuple(columns)


def _silver_sun(columns: tuple[int, ...]) -> int:
    """Return the Company that wins the leftmost decided column (SCORE-09, SCORE-10)."""
    return next((winner for winner in columns if winner != NOBODY), NOBODY)


def _tiebreakers(
    suns: tuple[int, ...], silver: int, sums: tuple[int, ...]
) -> tuple[tuple[int, ...], str]:
    """Return the winning Companies and the rule that decides.

    The most Suns win; ties are broken by the Silver token, then by the dice. Without any Suns,
    nobody has the Silver token, and the dice decide.
    """
    best = max(suns, default=0)
    leaders = tuple(index for index, each in enumerate(suns) if each == best)
    if len(leaders) == 1:
        return leaders, "TIE-01"
    if silver in leaders:
        return (silver,), "TIE-02"
    most = max(sums, default=0)
    leaders = tuple(index for index in leaders if sums[index] == most)
    return leaders, "TIE-03" if len(leaders) == 1 else "TIE-04"


def result(state: State) -> Score:
    """Return the result at the end of the game, or an empty one before it."""
    if state.mode in modes.ENDED:
        return score(state)
    values = tuple(tile.value for tile in state.tiles)
    rows, nought = ((),) * len(state.colours), (0,) * len(state.colours)
    return Score((), values, rows, (), NOBODY, nought, nought, nought, (), "")


def won_by(state: State) -> tuple[int, ...]:
    """Return the seats that have won: all seats of the winning Companies."""
    won = result(state).winners
    return tuple(seat for seat, own in enumerate(state.seats) if own.company in won)


def awarded(state: State) -> tuple[int, ...]:
    """Return the number of Sun tokens that were won, by metal."""
    if state.mode not in modes.ENDED:
        return NO_TOKENS
    won = [metal for tokens in score(state).tokens for metal in tokens]
    return tuple(map(won.count, METALS))


def not_awarded(state: State) -> tuple[int, ...]:
    """Return the number of Sun tokens that nobody won, by metal."""
    tokens = state.table.tokens
    if state.mode not in modes.ENDED:
        return tokens
    return tuple(number - won for number, won in zip(tokens, awarded(state), strict=True))


def company_words(s: State, company: int) -> str:
    """Return a Company's name: the colour of its dice."""
    return "nobody" if company == NOBODY else COLOURS[s.colours[company]]


def end_at_last_value(s: State, to: Judge) -> State:
    """End the game if a die shows the last value; then score it."""
    table = s.table
    shown = [index for index, tile in enumerate(s.tiles) if tile.value >= table.end]
    if not shown:
        return s
    after = s._replace(mode=modes.OVER if s.steps else modes.CUT)
    to.did(("END-01", "END-03"), s, after, ENDS, value=table.end, muses=after.named(*shown))
    if any(not s.tiles[index].up or s.tiles[index].owner == NEUTRAL for index in shown):
        to.did("END-02", s, after)
    if not s.steps:
        to.did("END-04", s, after)
    to.did("SCORE-01", s, after)
    scored = score(after)
    to.did("SCORE-02", s, after, APOLLO if scored.fulfilled else None,
           dice=after.dice_from(scored.values, *scored.fulfilled))  # fmt: skip
    won = tuple(map(s.name, won_by(after))) or "nobody"
    return to.did(scored.decided_by, s, after, WINS, players=won)


# ---- claims about it


@verb("claim", name="over", word="end")
def over(s: State, _: int, to: Judge) -> State:
    """Say that the game is over."""
    to.holds("END-01", s.mode in modes.ENDED, "the game is not over: no die shows {value}",
             value=s.table.end)  # fmt: skip
    to.asked()
    return to.did((), s, s, IS_OVER)


@verb("claim")
def award(
    s: State, _: int, metal: Annotated[str, notation.METAL],
    company: Annotated[int, notation.COMPANY], number: Annotated[int, notation.TOKENS], to: Judge,
) -> State:  # fmt: skip
    """Say who gets which Sun tokens at the end."""
    to.holds(("END-01", "SCORE-07"), s.mode in modes.ENDED, "the game is not over")
    scored, most = score(s), s.table.most_bronze
    to.holds("COMP-07", metal != "golden", "the Golden token is never awarded")
    if metal == "silver":
        to.holds("SCORE-10", scored.silver != NOBODY,
                 "no Company has won a column, so the Silver token is not awarded")  # fmt: skip
        to.holds("SCORE-10", number == 1, "there is only one Silver token")
        to.holds("SCORE-09", company == scored.silver, "the Silver token must go to {company}",
                 company=company_words(s, scored.silver))  # fmt: skip
    else:
        to.holds("SCORE-12", number <= most,
                 "{number} Bronze [token is|tokens are] awarded; expected at most {most}",
                 number=number, most=most)  # fmt: skip
        won = scored.bronze[company]
        to.holds(("SCORE-07", "SCORE-08", "SCORE-09"), number == won,
                 "the number of Bronze tokens of {company} must be {number}",
                 company=company_words(s, company), number=won)  # fmt: skip
    to.asked()
    return to.did((), s, s, GETS, company=company_words(s, company).capitalize(), number=number,
                  metal=metal.title())  # fmt: skip


@verb("claim")
def winner(s: State, _: int, named: Annotated[tuple[int, ...], ref.PLAYERS], to: Judge) -> State:
    """Say who has won; several players may share the win."""
    to.holds("END-01", s.mode in modes.ENDED, "the game is not over")
    scored, won = score(s), won_by(s)
    suns = tuple(f"{company_words(s, company)} {each}" for company, each in enumerate(scored.suns))
    to.holds(scored.decided_by, set(won) == set(named),
             "the winners must be {players}; the Companies have these Suns: {suns}",
             players=tuple(map(s.name, won)) or "nobody", suns=suns)  # fmt: skip
    to.asked()
    return to.did((), s, s, WON, players=tuple(map(s.name, won)))
