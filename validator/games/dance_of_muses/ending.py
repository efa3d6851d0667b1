"""The end of the game: a die that shows the last value stops everything."""

from __future__ import annotations

from validator.games.dance_of_muses.position import NEUTRAL, OVER, Position
from validator.games.dance_of_muses.score import NOBODY, score
from validator.referee.core import Notes


def ended(at: Position, note: Notes | None) -> Position:
    """The position, over if a die shows the last value."""
    table = at.table
    shown = [tile for tile in at.tiles if tile.value >= table.end]
    if not shown:
        return at
    after = at._replace(stage=OVER)
    if note is not None:
        names = ", ".join(tile.muse for tile in shown)
        note("DANCE-END-01", "end", "step", text=f"a {table.end} on {names}: the game ends")
        if any(not tile.up or tile.owner == NEUTRAL for tile in shown):
            note("DANCE-END-02", "end", "step")
        note("DANCE-END-03", "end", "step", "turn")
        if at.danced < 0:
            note("DANCE-END-04", "end", "step", "danced")
        _scored(after, note)
    return after


def _scored(at: Position, note: Notes) -> None:
    """What the rules of scoring settle."""
    result = score(at)
    players, names = at.table.players, [tile.muse for tile in at.tiles]
    finals = [f"{name}.final" for name in names]
    fulfilled = ", ".join(names[index] for index in result.fulfilled)
    note("DANCE-SCORE-01", *(f"{name}.face" for name in names))
    note("DANCE-SCORE-02", "apollo", *finals, text=f"Will of Apollo: {fulfilled or 'nobody'}")
    note("DANCE-SCORE-03", "apollo", *finals)
    note("DANCE-SCORE-04", "rows", "sums", "columns", "neutral_die")
    note("DANCE-SCORE-05", "rows")
    for rule in ("DANCE-SCORE-06", "DANCE-SCORE-07", "DANCE-SCORE-08"):
        note(rule, "columns", "suns", "tokens")
    for rule in ("DANCE-SCORE-09", "DANCE-SCORE-10", "DANCE-SCORE-12"):
        note(rule, "silver", "tokens")
    for rule in ("DANCE-SCORE-11", "DANCE-COMP-05", "DANCE-COMP-06"):
        note(rule, "suns")
    note("DANCE-COMP-07", "golden")
    won = " and ".join(players[seat] for i in result.winners for seat in at.companies[i])
    note(result.decided_by, "winner", text=f"{won} won" if won else "nobody has won")
    if result.silver == NOBODY:
        note("DANCE-TIE-03", "winner", "sums")
