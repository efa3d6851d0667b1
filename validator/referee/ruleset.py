"""A game as one declared object, which the registry finds by its code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from validator.core.filled import Filled
from validator.core.location import Problem
from validator.core.model import Card, Rules
from validator.referee.consistency import Claim, Derived
from validator.referee.deck_checks import DeckChecks
from validator.referee.referee import Referee
from validator.referee.requirements import Requirement

SheetCheck = Callable[[Filled, Rules, Card], Iterator[Problem]]


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """A game: its referee, and what is known without players.

    A shipped game has one in `validator.games.<game>.referee`; an installed package offers one by
    an entry point. Both are found by the code that the ids of the game's rules begin with.
    """

    referee: type[Referee[Any]]  # sets a table, and says what is legal at it
    numbers: tuple[Derived | Claim, ...] = ()  # of the rules, that follow from others
    requirements: tuple[Requirement, ...] = ()  # how many of each piece the game can ask for
    deck: DeckChecks | None = None  # what its rules say of a custom deck
    check_sheet: SheetCheck | None = None  # what they say of a sheet that is filled in
    simulated: int = 200  # games with each number of players, where nobody says how many
    sheet_options: tuple[str, ...] = ()  # the optional rules that such a sheet may name
