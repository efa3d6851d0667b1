"""The end of a Dance of Muses: Will of Apollo, rows and columns, Suns, and who has won."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import METALS
from validator.games.dance_of_muses.state import NEUTRAL, NOBODY, State
from validator.referee.core import Trace

NO_TOKENS = (0,) * len(METALS)


class Score(NamedTuple):
    """How a game ends. Companies by index; NOBODY where a column or the Silver has none."""

    fulfilled: tuple[int, ...]  # indices of the tiles that fulfilled the Will of Apollo
    values: tuple[int, ...]  # of all dice, by tile, after the Will of Apollo
    rows: tuple[tuple[int, ...], ...]  # of each Company, from high to low
    columns: tuple[int, ...]
    silver: int
    bronze: tuple[int, ...]  # Bronze tokens of each Company
    suns: tuple[int, ...]
    sums: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str  # the rule of the last comparison

    @property
    def tokens(self) -> tuple[tuple[str, ...], ...]:
        """The Sun tokens of each Company."""
        return tuple(
            ("silver",) * (index == self.silver) + ("bronze",) * bronze
            for index, bronze in enumerate(self.bronze)
        )


@lru_cache
def score(state: State) -> Score:
    """Return the scoring of a state, as if the game ended now."""
    table = state.table
    fulfilled = tuple(
        index
        for index, tile in enumerate(state.tiles)
        if tile.value == table.designs[tile.muse].suns
        and (table.apollo_all or (not tile.up and tile.owner != NEUTRAL))
    )
    values = tuple(
        table.apollo if index in fulfilled else tile.value for index, tile in enumerate(state.tiles)
    )
    rows = _rows(state, values)
    rivals = [*rows] if table.neutral_removed else [*rows, _neutral_row(state, values)]
    columns = []
    for place in range(max(map(len, rivals), default=0)):
        dice = [row[place] if place < len(row) else 0 for row in rivals]
        best = max(dice)
        alone = dice.count(best) == 1 and dice.index(best) < len(rows)
        columns.append(dice.index(best) if alone else NOBODY)
    silver = next((winner for winner in columns if winner != NOBODY), NOBODY)
    companies = range(len(state.colours))
    bronze = tuple(
        columns.count(index) * table.column_tokens - (index == silver) for index in companies
    )
    suns = tuple(
        bronze[index] * table.bronze_suns + (index == silver) * table.silver_suns
        for index in companies
    )
    sums = tuple(map(sum, rows))
    winners, decided_by = _winners(suns, silver, sums)
    if len(winners) > 1 and not table.shared:
        winners = ()
    return Score(fulfilled, values, rows, tuple(columns), silver, bronze, suns, sums,
                 winners, decided_by)  # fmt: skip


def result(state: State) -> Score:
    """Return the scoring at the end of the game; before it, an empty one."""
    if state.mode in modes.ENDED:
        return score(state)
    values = tuple(tile.value for tile in state.tiles)
    rows, nought = ((),) * len(state.colours), (0,) * len(state.colours)
    return Score((), values, rows, (), NOBODY, nought, nought, nought, (), "")


def won_by(state: State) -> tuple[int, ...]:
    """The seats that have won, all those of a Company."""
    won = result(state).winners
    return tuple(seat for seat, own in enumerate(state.seats) if own.company in won)


def awarded(state: State) -> tuple[int, ...]:
    """How many Sun tokens of each metal were won in all."""
    if state.mode not in modes.ENDED:
        return NO_TOKENS
    won = [metal for tokens in score(state).tokens for metal in tokens]
    return tuple(map(won.count, METALS))


def not_awarded(state: State) -> tuple[int, ...]:
    """How many Sun tokens of each metal are left."""
    tokens = state.table.tokens
    if state.mode not in modes.ENDED:
        return tokens
    return tuple(number - won for number, won in zip(tokens, awarded(state), strict=True))


def _rows(state: State, values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The dice of each Company from high to low; the Neutral die is in none."""
    rows: list[list[int]] = [[] for _ in state.colours]
    for tile, value in zip(state.tiles, values, strict=True):
        if tile.owner != NEUTRAL and tile.colour in state.colours:
            rows[state.colours.index(tile.colour)].append(value)
    return tuple(tuple(sorted(row, reverse=True)) for row in rows)


def _neutral_row(state: State, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        value for tile, value in zip(state.tiles, values, strict=True) if tile.owner == NEUTRAL
    )


def _winners(
    suns: tuple[int, ...], silver: int, sums: tuple[int, ...]
) -> tuple[tuple[int, ...], str]:
    best = max(suns, default=0)
    leaders = tuple(index for index, each in enumerate(suns) if each == best)
    if len(leaders) == 1:
        return leaders, "DANCE-TIE-01"
    if silver in leaders:
        return (silver,), "DANCE-TIE-02"
    most = max(sums, default=0)
    leaders = tuple(index for index in leaders if sums[index] == most)
    return leaders, "DANCE-TIE-03" if len(leaders) == 1 else "DANCE-TIE-04"


# ---- the end itself


def ended(state: State, trace: Trace | None) -> State:
    """Return the state, with the game over if a die shows the last value."""
    last = state.table.end
    for tile in state.tiles:
        if tile.value >= last:
            break
    else:
        return state
    after = state._replace(mode=modes.OVER if state.steps else modes.CUT)
    if trace is not None:
        _noted(after, trace)
    return after


def _noted(state: State, trace: Trace) -> None:
    table, scored = state.table, score(state)
    shown = [tile for tile in state.tiles if tile.value >= table.end]
    names = ", ".join(tile.muse for tile in shown)
    trace("DANCE-END-01", "end", "step", text=f"a {table.end} on {names}: the game ends")
    if any(not tile.up or tile.owner == NEUTRAL for tile in shown):
        trace("DANCE-END-02", "end", "step")
    trace("DANCE-END-03", "end", "step", "turn")
    if state.mode == modes.CUT:
        trace("DANCE-END-04", "end", "step")
    trace("DANCE-SCORE-01", *(f"{tile.muse}.face" for tile in state.tiles if not tile.up))
    fulfilled = ", ".join(state.tiles[index].muse for index in scored.fulfilled)
    apollo = ("apollo",) if fulfilled else ()
    trace("DANCE-SCORE-02", *apollo, text=f"Will of Apollo: {fulfilled or 'nobody'}")
    won = tuple(table.players[seat] for seat in won_by(state))
    facts = ("winner",) if won else ()
    trace(scored.decided_by, *facts, text=f"{' and '.join(won) or 'nobody'} won")
