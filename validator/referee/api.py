"""The names that the referee of an installed package imports: they stay. See docs/referees.md."""

from __future__ import annotations

from validator.core.frozen_map import Record
from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.claims import end_claim, judge_claim, winner_claim
from validator.referee.consistency import Claim, Derived
from validator.referee.core import (
    ANY,
    CHANCE,
    TABLE,
    Breach,
    Gate,
    Judge,
    Move,
    Notes,
    Verb,
    Verdict,
    gate,
    laws_for,
    verbs_by_name,
)
from validator.referee.deck_checks import Beyond, Deal, DeckChecks
from validator.referee.facts import FactError, Given, merged
from validator.referee.fields import (
    FLAG,
    SEAT,
    SEATS,
    Field,
    Fields,
    Kind,
    Pile,
    Things,
    one_of,
    parsed,
    pieces,
    whole,
)
from validator.referee.grammar import PLAYER, PLAYERS, Arg, hands, name, names, number, word
from validator.referee.moment import Moment
from validator.referee.observe import census, difference
from validator.referee.referee import Referee, Zone
from validator.referee.requirements import Demand, each_player, one_each, stated
from validator.referee.ruleset import Ruleset
from validator.referee.tokens import Words, in_a_line
from validator.referee.zones import put, without

__all__ = [
    "ANY",
    "CHANCE",
    "FLAG",
    "PLAYER",
    "PLAYERS",
    "SEAT",
    "SEATS",
    "TABLE",
    "Arg",
    "Beyond",
    "Breach",
    "Claim",
    "Deal",
    "DeckChecks",
    "Demand",
    "Derived",
    "FactError",
    "Field",
    "Fields",
    "Game",
    "Gate",
    "Given",
    "Judge",
    "Kind",
    "Moment",
    "Move",
    "Notes",
    "Pile",
    "Problem",
    "Record",
    "Referee",
    "Ruleset",
    "Things",
    "Verb",
    "Verdict",
    "Words",
    "Zone",
    "census",
    "difference",
    "each_player",
    "end_claim",
    "gate",
    "hands",
    "in_a_line",
    "judge_claim",
    "laws_for",
    "merged",
    "name",
    "names",
    "number",
    "one_each",
    "one_of",
    "parsed",
    "pieces",
    "put",
    "stated",
    "verbs_by_name",
    "whole",
    "winner_claim",
    "without",
    "word",
]
