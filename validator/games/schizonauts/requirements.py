"""The number of pieces that Schizonauts can require, by number of players, over all lengths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from validator.games.schizonauts.dice_pool import pool_of
from validator.games.schizonauts.phases import LENGTHS
from validator.games.schizonauts.scene import scene_players
from validator.games.schizonauts.sheet import OVERLAP
from validator.games.schizonauts.state import State
from validator.referee import api as ref
from validator.referee.api import Game, Requirement
from validator.referee.requirements import Most

DICE = ("d6", "d8", "d10", "d12")
CHIPS = ("one", "five", "twenty")


def _longest(rule: str, *path: int) -> Most:
    """Return a function for the largest number in a rule's table over all lengths."""

    def most(game: Game, players: int) -> int:
        found = []
        for length in LENGTHS:
            cell: Any = game.rules.number(f"{rule}.{length}.{players}")
            for step in path:
                cell = cell[step]
            found.append(int(cell))
        return max(found)

    return most


def _allegiance(game: Game, players: int) -> int:
    """Return how many cards of one allegiance the longest game needs; at least one per vote."""
    each: int = game.rules.number("SCHIZ-COMP-06.agent_cards")
    return max(_longest("SCHIZ-GATHER-05")(game, players), players * each)


def _long_sheets(sheet: str) -> Most:
    """Return a function for the number of sheets with more lines.

    It is one per player if the longest game needs more lines than a sheet has, and otherwise 0.
    """

    def most(game: Game, players: int) -> int:
        rounds = _longest("SCHIZ-KIT-01")(game, players)
        return players if rounds > game.rules.number(f"SCHIZ-KIT-18.{sheet}.rounds") else 0

    return most


def _overlap(game: Game, players: int) -> int:
    """Return the number of lines that the overlap needs if all its memories are in one section."""
    rounds = _longest("SCHIZ-KIT-01")(game, players)
    return int(game.rules.number(f"SCHIZ-KIT-16.overlap.{rounds}"))


def _most_dice(size: str) -> Most:
    """Return a function for the maximum number of dice of one size, from the rule's table."""

    def most(game: Game, players: int) -> int:
        sizes: tuple[str, ...] = game.rules.number("SCHIZ-KIT-09.sizes")
        return _longest("SCHIZ-KIT-09", sizes.index(size))(game, players)

    return most


def _dice_lying(size: str) -> Callable[[State], int]:
    """Return a function that counts the dice of one size in a scene, including late reveals."""

    def met(state: State) -> int:
        if state.scene.rolled:
            return sum(each == size for roll in state.scene.rolls for each, _ in roll)
        if not state.scene.open or state.scene.visitor < 0:
            return 0
        place = state.table.dice.index(size)
        return sum(max(0, pool_of(state, seat)[place]) for seat in scene_players(state))

    return met


def _chips(size: int) -> Callable[[State], int]:
    """Return a function that counts chips of a denomination, if piles have as few as possible."""

    def met(state: State) -> int:
        values: tuple[int, ...] = state.table.game.rules.number("SCHIZ-KIT-14.denominations")
        value = values[size]
        above = values[size + 1] if size + 1 < len(values) else 0
        piles = (pile for pair in (own.coins for own in state.seats) for pile in pair)
        paid = 0 if size else sum(own.earned for own in state.seats)
        return paid + sum((pile % above if above else pile) // value for pile in piles)

    return met


def _lines(state: State, overlap: bool) -> int:
    """Return the number of memories in the fullest section of all sheets.

    With `overlap`, only the overlaps count; otherwise only the personas' sides.
    """
    return max(
        len(section)
        for sheet in (own.sheet for own in state.seats)
        for side, each in enumerate(sheet)
        if (side == OVERLAP) == overlap
        for section in each.sections
    )


REQUIREMENTS = (
    Requirement(
        "Character sheets", ref.one_each, ("SCHIZ-COMP-11",), "one for each player",
        pieces=("sheets",),
    ),
    Requirement(
        "Long character sheets", _long_sheets("standard"), ("SCHIZ-KIT-18",),
        "one for each player in games of more rounds than the standard sheet is for",
        pieces=("long-sheets",), decided_by="SCHIZ-COMP-11",
    ),
    Requirement(
        "Continuation strips", _long_sheets("long"), ("SCHIZ-KIT-18",),
        "one for each player in games of more rounds than the long sheet is for",
        pieces=("strips",), decided_by="SCHIZ-COMP-11",
    ),
    Requirement("Memories in a section of a persona", None, ("SCHIZ-CHAR-05", "SCHIZ-KIT-16"), "",
                room="SCHIZ-KIT-18.standard.section",
                met=lambda state: _lines(state, overlap=False), decided_by="SCHIZ-COMP-11"),
    Requirement(
        "Memories in a section of the overlap", _overlap, ("SCHIZ-KIT-16",),
        "one memory per round, all in one section", room="SCHIZ-KIT-18.standard.overlap",
        met=lambda state: _lines(state, overlap=True), decided_by="SCHIZ-KIT-18",
    ),
    Requirement(
        "Key objects", _longest("SCHIZ-DECK-02"), ("SCHIZ-DECK-02",), "the longest key deck",
        pieces=("key-cards",), whole=True, decided_by="SCHIZ-DECK-04",
    ),
    *(
        Requirement(
            kind, _allegiance, ("SCHIZ-GATHER-05", "SCHIZ-COMP-06"),
            "the allegiance deck of the longest game", pieces=(f"allegiance/{kind.lower()}",),
        )
        for kind in ("Agent", "Thief")
    ),
    *(
        Requirement(
            f"Chips: {name}", _longest("SCHIZ-KIT-14", size), ("SCHIZ-KIT-14",),
            "paid in low chips, exchanged for high ones", pieces=(f"coins/{name}",),
            met=_chips(size),
        )
        for size, name in enumerate(CHIPS)
    ),
    Requirement(
        "coin", _longest("SCHIZ-KIT-13", 1), ("SCHIZ-KIT-13",),
        "total value of the chips if every scene pays its maximum",
    ),
    *(
        Requirement(
            size, _most_dice(size), ("SCHIZ-KIT-09",),
            "the largest pools of both players, traded up", met=_dice_lying(size), bring=True,
        )
        for size in DICE
    ),
    Requirement(
        "Name tents", ref.one_each, ("SCHIZ-COMP-12",), "one for each player", pieces=("tents",)
    ),
    Requirement(
        "Player references", ref.one_each, ("SCHIZ-GEN-02",), "one for each player",
        pieces=("reference",),
    ),
    Requirement(
        "Pages of objects", ref.stated("SCHIZ-COMP-01.pages"), ("SCHIZ-COMP-01",), "all pages",
        pieces=("cues",),  # their backs are the lists
    ),
)  # fmt: skip
