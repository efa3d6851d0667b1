"""Declares in one object everything that the program needs to know about a game's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from validator.core.filled import FilledSheet
from validator.core.location import Problem
from validator.core.model import Card, Rules
from validator.referee.consistency import Claim, Derived
from validator.referee.deck_checks import DeckChecks
from validator.referee.referee import Referee
from validator.referee.requirements import Requirement

SheetCheck = Callable[[FilledSheet, Rules, Card], Iterator[Problem]]


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """A game: its referee, and everything that does not depend on the players.

    A shipped game has one in `validator.games.<game>.referee`; an installed package offers one as
    an entry point. Both are found by the code with which the game's rule ids begin.
    """

    referee: type[Referee[Any]]  # lists, checks and carries out moves
    numbers: tuple[Derived | Claim, ...] = ()  # derived numbers of the rules, and claims
    requirements: tuple[Requirement, ...] = ()  # how many of each piece the game can require
    pieces: Mapping[str, str] = field(default_factory=dict)
    """How states call the pieces of a component: ``{"cards": "{rank}{suit}", "coins": "coin"}``."""
    deck: DeckChecks | None = None  # how it judges a custom deck
    check_sheet: SheetCheck | None = None  # how it judges a filled sheet
    simulated: int = 200  # default number of games for each number of players
    sheet_options: tuple[str, ...] = ()  # the optional rules that a filled sheet may name
