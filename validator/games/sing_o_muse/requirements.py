"""The number of pieces that Sing! O Muse can require, by number of players."""

from __future__ import annotations

from validator.core.model import Card, Game
from validator.games.sing_o_muse.state import State
from validator.referee.requirements import Requirement, each_player, one_each, stated


def open_steps(game: Game, players: int) -> int:
    """Return the maximum number of mark_step steps.

    It is reached if each Crew is on one of the longest Quests and lacks only its last step.
    """
    crews = players * game.rules.number("SING-CREW-05.max_crews")
    steps = sorted((len(card.steps or ()) for card in _quests(game)), reverse=True)
    return sum(max(each - 1, 0) for each in steps[:crews])


def _quests(game: Game) -> list[Card]:
    return [card for each in game.components if each.id == "quests" for card in each.cards]


def _marked(state: State) -> int:
    """Return the number of mark_step steps on all Crews' Quests."""
    return sum(crew.marks for side in state.seats for crew in side.crews if crew.quest)


REQUIREMENTS = (
    Requirement("Muse deck", None, ("SING-DECK-01",), "", pieces=("muse",), whole=True),
    Requirement(
        "Quest deck", lambda game, _: sum(card.copies for card in _quests(game)), ("SING-DECK-01",),
        "all are face up in the middle", pieces=("quests",), whole=True,
    ),
    Requirement(
        "Progress beads", open_steps, ("SING-KIT-01", "SING-CREW-05"),
        "every Crew before the last step of one of the longest Quests", pieces=("beads",),
        met=_marked,
    ),
    Requirement(
        "Cards in a queue", stated("SING-QUEUE-02.capacity"), ("SING-QUEUE-02",),
        "a full queue bumps a card", room="SING-KIT-03.spaces",
        met=lambda state: max(len(state.foes), len(state.ordeals)),
    ),
    Requirement(
        "Queue strips", stated("SING-KIT-03.pieces"), ("SING-KIT-03",), "both queues",
        pieces=("strips",),
    ),
    Requirement(
        "Laurel counters", each_player("SING-KIT-02.per_player"), ("SING-KIT-02",),
        "one for each player", pieces=("counters",),
    ),
    Requirement(
        "Laurel markers", each_player("SING-KIT-02.per_player"), ("SING-KIT-02",),
        "one for each player", pieces=("markers",),
    ),
    Requirement(
        "Laurels on a counter", None, ("SING-KIT-02",), "", room="SING-KIT-02.highest",
        met=lambda state: max(map(state.laurels, state.table.seats)),
    ),
    Requirement(
        "Player references", one_each, ("SING-SETUP-10",), "one for each player",
        pieces=("reference",),
    ),
)  # fmt: skip
