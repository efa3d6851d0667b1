"""What a referee of one's own imports: the names of this module stay; see docs/referees.md."""

from __future__ import annotations

from validator.demand import Demand, each_player, one_each, stated
from validator.model import Game
from validator.record import Record
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
from validator.referee.referee import Referee, Zone
from validator.referee.zones import put, without
from validator.script.words import Words, in_a_line
from validator.spot import Problem

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
    "Move",
    "Notes",
    "Problem",
    "Record",
    "Referee",
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
