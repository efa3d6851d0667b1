"""There are enough pieces for the deal, for every number of players that the game says it is for.

Each game lists what its set-up and its rounds hand out, from the numbers of its rules. A deck that
is too small for some numbers of players is told together with those for which it suffices: print
more copies, or say so in `players:` of `game.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from validator.games import module_of
from validator.model import Game
from validator.spot import Problem, Spot

ID = "deal"


class Deal(NamedTuple):
    """Pieces that a table needs at once."""

    spot: Spot
    what: str
    have: int
    need: Mapping[int, int]  # by number of players
    rules: tuple[str, ...]


def check(game: Game) -> Iterator[Problem]:
    """Problems of decks that are too small."""
    module = module_of(game, "deck")
    for deal in module.deals(game) if module else ():
        short = [count for count, need in deal.need.items() if need > deal.have]
        if not short:
            continue
        enough = [str(count) for count in deal.need if count not in short]
        most = max(short)
        suffice = f"they suffice for {_row(enough)}" if enough else "they suffice for no table"
        message = (
            f"{deal.what}: {deal.have}, but {most} players need {deal.need[most]} "
            f"({', '.join(deal.rules)}); {suffice}"
        )
        yield Problem(deal.spot, message, ID)


def _row(counts: list[str]) -> str:
    return f"{' and '.join(filter(None, (', '.join(counts[:-1]), counts[-1])))} players"
