"""The names that the referee of an installed package imports: they stay. See docs/referees.md."""

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
    Position,
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
from validator.referee.consistency import Claim, Derived, Numbers
from validator.referee.core import (
    ANY,
    CHANCE,
    TABLE,
    Breach,
    Gate,
    Move,
    Trace,
    Verb,
    gate,
)
from validator.referee.core import KEPT as KEPT  # from here: for games with verbs as declarations
from validator.referee.core import NOT_CONCERNED as NOT_CONCERNED
from validator.referee.core import Verdict as Verdict
from validator.referee.core import guards_for as guards_for
from validator.referee.core import record as record
from validator.referee.core import verbs_by_name as verbs_by_name
from validator.referee.dealing import Hands, hands_of, shuffled_hands, taken_from
from validator.referee.deck_checks import Beyond, Deal, DeckChecks, dealt
from validator.referee.facts import FactError, FactReader, merged
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
from validator.referee.messages import Message, Say, Secret
from validator.referee.moment import Moment
from validator.referee.referee import Referee, Zone
from validator.referee.requirements import Requirement, each_player, one_each, stated
from validator.referee.ruleset import Ruleset
from validator.referee.tokens import TokenCursor, in_a_line
from validator.referee.typed_cards import CardReader, Misread
from validator.referee.verbs import Verbs
from validator.referee.zones import census, difference, put, without

__all__ = [
    "ANY",
    "ANYTHING",
    "CHANCE",
    "COUNTS",
    "FLAG",
    "PLAYER",
    "PLAYERS",
    "SEAT",
    "SEATS",
    "TABLE",
    "TEXT",
    "WHOLE",
    "Arg",
    "Beyond",
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
    "Judge",
    "Kind",
    "Message",
    "Misread",
    "Moment",
    "Move",
    "Numbers",
    "Pile",
    "Position",
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
    "Verb",
    "Verbs",
    "Zone",
    "ask",
    "at_least",
    "census",
    "copies",
    "counted",
    "dealt",
    "designs",
    "difference",
    "each_player",
    "end_claim",
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
    "whole",
    "winner_claim",
    "within",
    "without",
    "word",
]
