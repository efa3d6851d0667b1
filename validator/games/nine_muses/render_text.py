"""Renders a state of Nine Muses as plain text."""

from __future__ import annotations

from validator.games.nine_muses import modes
from validator.games.nine_muses.cards import KINDS, Amounts
from validator.games.nine_muses.facts import display
from validator.games.nine_muses.state import State


def lines(state: State) -> list[str]:
    """Return the pool, the centre and a line for each player."""
    table = state.table
    turn = "game over" if state.mode == modes.OVER else state.mode
    head = f"round {state.round} of {table.rounds + table.extra_round}, {turn}"
    found = [
        head,
        f"  pool    {_tokens(state.pool)}    deck {len(state.deck)}  discard {len(state.discard)}"
        f"  Muse deck {len(state.muse_deck)}",
        f"  centre  {'  '.join(state.centre) or '-'}",
    ]
    width = max(map(len, table.players))
    for seat, (name, own) in enumerate(zip(table.players, state.seats, strict=True)):
        mark = ">" if state.mode in modes.IN_TURN and seat == state.turn else " "
        muses, hand = "  ".join(own.muses) or "-", " ".join(own.hand) or "-"
        score = display(own.score, table)
        found.append(f"{mark} {name.ljust(width)}  {score} VP  {_tokens(own.held)}  Muses {muses}")
        found.append(f"  {' ' * width}  hand  {hand}")
    return found


def _tokens(amounts: Amounts) -> str:
    return " ".join(f"{kind}{n}" for n, kind in zip(amounts, KINDS, strict=True))
