"""Defines the stable names that the referee of an installed package may import. See
docs/referees.md.
"""

from __future__ import annotations

from validator.core.frozen_map import FrozenMap
from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.claims import end_claim, judge_claim, winner_claim
from validator.referee.component_checks import (
    COUNTS,
    TEXT,
    WHOLE,
    Function,
    PositionSubject,
    Seen,
    Subject,
    ask,
    at_least,
    copies,
    counted,
    designs,
    follows,
    group,
    is_,
    part,
    same,
    titles,
    total,
    within,
)
from validator.referee.consistency import Claim, Derived, Numbers, claim
from validator.referee.core import ANY, CHANCE, TABLE, Breach, Gate, Move, Trace, gate
from validator.referee.dealing import Hands, Undealt, hands_of, shuffled_hands, taken_from
from validator.referee.deck_checks import Deal, DeckChecks, OutOfRange, dealt
from validator.referee.facts import FactError, FactReader, merged
from validator.referee.fields import Field, Fields, Pile, Things
from validator.referee.grammar import (
    ANYTHING,
    PLAYER,
    PLAYERS,
    Arg,
    hands,
    name,
    names,
    nothing_said,
    number,
    together,
    word,
)
from validator.referee.judge import Collector, Judge
from validator.referee.kinds import FLAG, MOVED, SEAT, SEATS, Kind, one_of, parsed, pieces, whole
from validator.referee.messages import (
    Amount,
    Hidden,
    Message,
    NamedPiece,
    Player,
    Say,
    Secret,
    event,
    turn_of,
)
from validator.referee.moment import Moment
from validator.referee.referee import Referee, Zone
from validator.referee.requirements import Requirement, each_player, one_each, stated
from validator.referee.ruleset import Ruleset
from validator.referee.tokens import TokenCursor, in_a_line
from validator.referee.typed_cards import CardReader, Misread
from validator.referee.verbs import Verb, Verbs
from validator.referee.zones import census, difference, put, without

__all__ = [
    "ANY",
    "ANYTHING",
    "CHANCE",
    "COUNTS",
    "FLAG",
    "MOVED",
    "PLAYER",
    "PLAYERS",
    "SEAT",
    "SEATS",
    "TABLE",
    "TEXT",
    "WHOLE",
    "Amount",
    "Arg",
    "Breach",
    "CardReader",
    "Claim",
    "Collector",
    "Deal",
    "DeckChecks",
    "Derived",
    "FactError",
    "FactReader",
    "Field",
    "Fields",
    "FrozenMap",
    "Function",
    "Game",
    "Gate",
    "Hands",
    "Hidden",
    "Judge",
    "Kind",
    "Message",
    "Misread",
    "Moment",
    "Move",
    "NamedPiece",
    "Numbers",
    "OutOfRange",
    "Pile",
    "Player",
    "PositionSubject",
    "Problem",
    "Referee",
    "Requirement",
    "Ruleset",
    "Say",
    "Secret",
    "Seen",
    "Subject",
    "Things",
    "TokenCursor",
    "Trace",
    "Undealt",
    "Verb",
    "Verbs",
    "Zone",
    "ask",
    "at_least",
    "census",
    "claim",
    "copies",
    "counted",
    "dealt",
    "designs",
    "difference",
    "each_player",
    "end_claim",
    "event",
    "follows",
    "gate",
    "group",
    "hands",
    "hands_of",
    "in_a_line",
    "is_",
    "judge_claim",
    "merged",
    "name",
    "names",
    "nothing_said",
    "number",
    "one_each",
    "one_of",
    "parsed",
    "part",
    "pieces",
    "put",
    "same",
    "shuffled_hands",
    "stated",
    "taken_from",
    "titles",
    "together",
    "total",
    "turn_of",
    "whole",
    "winner_claim",
    "within",
    "without",
    "word",
]
