"""A position of Nine Muses as lines of a plain terminal."""

from __future__ import annotations

from validator.games.nine_muses.cards import KINDS, Amounts
from validator.games.nine_muses.position import OVER, PLAY, Position
from validator.games.nine_muses.start import display, step


def lines(at: Position) -> list[str]:
    """The table at a glance: pool and centre above, a line for each player below."""
    table = at.table
    turn = "game over" if at.stage == OVER else step(at)
    head = f"round {at.round} of {table.rounds + table.extra_round}, {turn}"
    found = [
        head,
        f"  pool    {_tokens(at.pool)}    deck {len(at.deck)}  discard {len(at.discard)}"
        f"  Muse deck {len(at.muse_deck)}",
        f"  centre  {'  '.join(at.centre) or '-'}",
    ]
    width = max(map(len, table.players))
    for seat, name in enumerate(table.players):
        mark = ">" if at.stage == PLAY and seat == at.turn else " "
        own = "  ".join(at.owned[seat]) or "-"
        hand = " ".join(at.hands[seat]) or "-"
        score = display(table, at.scores[seat])
        found.append(
            f"{mark} {name.ljust(width)}  {score} VP  {_tokens(at.held[seat])}  Muses {own}"
        )
        found.append(f"  {' ' * width}  hand  {hand}")
    return found


def _tokens(amounts: Amounts) -> str:
    return " ".join(f"{kind}{n}" for n, kind in zip(amounts, KINDS, strict=True))
