"""What a referee of one's own imports: the names of this module stay; see docs/referees.md."""

from __future__ import annotations

from validator.core.frozen_map import Record
from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.core import (
    ANY,
    CHANCE,
    TABLE,
    Breach,
    Judge,
    Move,
    Notes,
    Verb,
    Verdict,
    laws_for,
    verbs_by_name,
)
from validator.referee.facts import FactError, Given
from validator.referee.moment import Moment
from validator.referee.referee import Referee, Zone
from validator.referee.requirements import Demand, each_player, one_each, stated
from validator.referee.ruleset import Ruleset
from validator.referee.tokens import Words, in_a_line
from validator.referee.zones import put, without

__all__ = [
    "ANY",
    "CHANCE",
    "TABLE",
    "Breach",
    "Demand",
    "FactError",
    "Game",
    "Given",
    "Judge",
    "Moment",
    "Move",
    "Notes",
    "Problem",
    "Record",
    "Referee",
    "Ruleset",
    "Verb",
    "Verdict",
    "Words",
    "Zone",
    "each_player",
    "in_a_line",
    "laws_for",
    "one_each",
    "put",
    "stated",
    "verbs_by_name",
    "without",
]
