"""The end of a Dance of Muses: Will of Apollo, rows and columns, Suns, and who has won."""

from __future__ import annotations

from typing import NamedTuple

from validator.games.dance_of_muses.position import NEUTRAL, Position

NOBODY = -1


class Score(NamedTuple):
    """How a game ends. Companies by index; NOBODY where a column or the Silver has none."""

    fulfilled: tuple[int, ...]  # indices of the tiles whose Will of Apollo came true
    values: tuple[int, ...]  # of all dice, by tile, after it
    rows: tuple[tuple[int, ...], ...]  # of each Company, from high to low
    columns: tuple[int, ...]
    silver: int
    bronze: tuple[int, ...]  # Bronze tokens of each Company
    suns: tuple[int, ...]
    sums: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str  # the rule of the last comparison


def score(at: Position) -> Score:
    """Score a position whose game is over."""
    table = at.table
    fulfilled = tuple(
        index
        for index, tile in enumerate(at.tiles)
        if tile.value == table.designs[tile.muse].suns
        and (table.apollo_all or (not tile.up and tile.owner != NEUTRAL))
    )
    values = tuple(
        table.apollo if index in fulfilled else tile.value for index, tile in enumerate(at.tiles)
    )
    rows = _rows(at, values)
    rivals = [*rows] if table.neutral_removed else [*rows, _neutral_row(at, values)]
    columns = []
    for place in range(max(map(len, rivals), default=0)):
        dice = [row[place] if place < len(row) else 0 for row in rivals]
        best = max(dice)
        alone = dice.count(best) == 1 and dice.index(best) < len(rows)
        columns.append(dice.index(best) if alone else NOBODY)
    silver = next((winner for winner in columns if winner != NOBODY), NOBODY)
    companies = range(len(at.companies))
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


def _rows(at: Position, values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The dice of each Company from high to low; the Neutral die is in none."""
    rows: list[list[int]] = [[] for _ in at.companies]
    for tile, value in zip(at.tiles, values, strict=True):
        if tile.owner != NEUTRAL and tile.colour in at.colours:
            rows[at.colours.index(tile.colour)].append(value)
    return tuple(tuple(sorted(row, reverse=True)) for row in rows)


def _neutral_row(at: Position, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        value for tile, value in zip(at.tiles, values, strict=True) if tile.owner == NEUTRAL
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
