"""What a game checks of a custom deck by its rules: what the deal takes, and what cannot happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from validator.core.location import Spot
from validator.core.model import Game
from validator.referee.core import Verb


class Deal(NamedTuple):
    """Pieces that a table needs."""

    spot: Spot
    what: str
    have: int
    need: Mapping[int, int]  # by number of players
    rules: tuple[str, ...]


class Beyond(NamedTuple):
    """Something on a card that can never come about: what it is, why, and by which rules."""

    spot: Spot
    what: str
    why: str
    rules: tuple[str, ...]


def _nothing(_: Game) -> Iterator[Any]:
    yield from ()


@dataclass(frozen=True)
class DeckChecks:
    """How a game judges a custom deck."""

    judge: Verb  # the claim that judges
    judged: tuple[str, ...]  # the things that it judges of a deck
    deals: Callable[[Game], Iterator[Deal]] = _nothing  # beyond what its demands say
    beyond: Callable[[Game], Iterator[Beyond]] = _nothing
    components: tuple[str, ...] = ()  # without which its cards cannot be judged together
