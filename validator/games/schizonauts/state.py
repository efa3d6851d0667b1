"""A state of Schizonauts: sheets, cards, coins, and the current scene.

Sides, allegiance cards and coins are indexed as in `sheet`: 0 for the agent, 1 for the thief.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from validator.games.schizonauts import modes, phases
from validator.games.schizonauts.constants import Table
from validator.games.schizonauts.phases import NOBODY as NOBODY
from validator.games.schizonauts.sheet import NONE, Memory, Pair, Sheet
from validator.referee import api as ref
from validator.referee.zones import quick_copies

Pieces = tuple[str, ...]
Die = tuple[str, int]  # a die and the face it shows


class Reveal(NamedTuple):
    """An allegiance card revealed in this scene, and the purpose of the reveal."""

    seat: int
    kind: int
    full: bool = False
    memory: Memory | None = None


@quick_copies
class Scene(NamedTuple):
    """A scene, from its opening to its close.

    Pairs contain values for the actor and the visitor.
    """

    open: bool = False
    persona: int = NOBODY  # flashback: the actor's active side
    visitor: int = NOBODY
    visiting: int = NOBODY  # flashback: the visitor's side
    key: str = ""
    memory: Memory | None = None  # the actor's
    visitors_memory: Memory | None = None
    aptitude: int = NOBODY  # the visitor's
    woven_key: bool = False
    woven_memory: bool = False
    question: str = ""
    asked: bool = False  # final resolution: whether the fixed question has been put
    gifts: tuple[tuple[int, int], ...] = ()  # contributor, to whom
    traded: tuple[tuple[int, ...], ...] = ()  # changes by trades, by size of die
    rolling: bool = False
    rolls: tuple[tuple[Die, ...], tuple[Die, ...]] = ((), ())
    rolled: bool = False
    narrator: int = NOBODY
    judge: int = NOBODY
    answer: str = ""
    price: str = ""
    reveals: tuple[Reveal, ...] = ()
    verdict: int = NOBODY  # crisis: the final allegiance

    def remembering(self, actor: bool, memory: Memory) -> Scene:
        """Return the scene with a memory that the actor or the visitor has chosen."""
        return self._replace(memory=memory) if actor else self._replace(visitors_memory=memory)


@quick_copies
class MemoryBleed(NamedTuple):
    """The closing vote of a flashback turn, and the memory bleed that follows."""

    votes: tuple[tuple[int, int], ...] = ()
    bleeder: int = NOBODY
    raised: bool = False
    supplied: int = 0
    proposals: tuple[tuple[int, Memory], ...] = ()
    chosen: Memory | None = None
    copied: bool = False
    replaced: tuple[str, ...] = ()
    linked: int = 0


@quick_copies
class Seat(NamedTuple):
    """The pieces of a player: a sheet, cards and coins."""

    sheet: Sheet
    made: bool = False
    studied: int = 0  # parts of the sheet, in the preamble
    ready: bool = False
    hand: Pieces = ()
    votes: Pair = NONE
    up: Pair = NONE
    down: Pair = NONE
    name: str = ""  # since the interlude
    dead: bool = False
    coins: Pair = NONE
    earned: int = 0
    unmasked: bool = False

    @property
    def money(self) -> int:
        """All coins of the player, including earned coins that are not yet bet."""
        return sum(self.coins) + self.earned


@quick_copies
class State(NamedTuple):
    """A position in the game. States are immutable; a move creates a new one."""

    table: Table
    phase: str = phases.CHARACTERS
    size: int = 0  # key cards of this game; 0: not chosen yet
    starter: int = NOBODY
    round: int = 1
    turn: int = NOBODY
    step: str = phases.SCENE
    # key cards
    box: Pieces = ()
    deck: Pieces = ()  # in an unknown order
    chain: Pieces = ()
    due: int = 0  # cards to be turned up for the chain
    centre: Pieces = ()
    # agent and thief cards
    spare: Pair = NONE
    pile: Pair = NONE  # the allegiance deck
    dealing: bool = False  # whether allegiance cards are due
    bank: int = 0  # coins
    seats: tuple[Seat, ...] = ()
    # the turn
    scene: Scene = Scene()
    used: Pair = (NOBODY, NOBODY)  # aptitudes of the agent's and the thief's scene; -1: none
    visitors: tuple[int, ...] = ()
    bleed: MemoryBleed = MemoryBleed()
    scored: bool = False  # the final turn's coins went to a side
    score: Pair = NONE
    tallied: bool = False
    escaped: tuple[int, ...] = ()

    @property
    def mode(self) -> str:
        """The name of the mode, which decides which verbs are open."""
        return modes.mode(self)

    @property
    def key_in_play(self) -> Pieces:
        """The key card of the scene, or an empty tuple if there is none."""
        return (self.scene.key,) if self.scene.key else ()

    @property
    def rounds(self) -> int:
        """The number of rounds of flashback, and of endgame, that the key deck allows."""
        return self.size // self.table.count

    def name(self, seat: int) -> str:
        """Return the name of a seat, or of TABLE, in scripts."""
        return self.table.players[seat] if 0 <= seat < self.table.count else "the table"

    def names(self, seats: Iterable[int]) -> tuple[str, ...]:
        """Return the names of some seats."""
        return tuple(map(self.name, seats))

    def others(self, seat: int) -> tuple[int, ...]:
        """Return all seats except this one."""
        return tuple([each for each in self.table.seats if each != seat])

    def with_seat(self, seat: int, **changes: object) -> State:
        """Return the state with changes to one player."""
        own: Any = self.seats[seat]
        return self._replace(seats=ref.put(self.seats, seat, own._replace(**changes)))

    def writing(self, seat: int, memory: Memory) -> State:
        """Return the state with one more memory on a player's sheet."""
        return self.with_seat(seat, sheet=self.seats[seat].sheet.written(memory))

    def with_scene(self, **changes: object) -> State:
        """Return the state with changes to the scene."""
        old: Any = self.scene
        return self._replace(scene=old._replace(**changes))

    def with_bleed(self, **changes: object) -> State:
        """Return the state with changes to the bleed."""
        old: Any = self.bleed
        return self._replace(bleed=old._replace(**changes))

    def keys_held(self) -> bool:
        """Return whether anybody holds a key card."""
        return any(own.hand for own in self.seats)

    def in_scene(self, seat: int) -> bool:
        """Return whether a player is actor or visitor of the open scene."""
        return self.scene.open and seat in (self.turn, self.scene.visitor)

    def side_of(self, seat: int) -> int:
        """Return 0 if the player is the actor of the scene, and 1 if they are the visitor."""
        return 0 if seat == self.turn else 1

    def second_half(self) -> bool:
        """Return whether the first scene of a flashback turn is over."""
        return bool(self.visitors) and self.phase == phases.FLASHBACK

    def reveal_of(self, seat: int) -> Reveal | None:
        """Return the card that a player has revealed in this scene."""
        return next((each for each in self.scene.reveals if each.seat == seat), None)

    def bleedable(self, side: int) -> list[Memory]:
        """Return the memories with an empty circle on a side of the current player's sheet."""
        return [
            Memory(side, aptitude, line.text)
            for aptitude, section in enumerate(self.seats[self.turn].sheet[side].sections)
            for line in section
            if not line.circle
        ]


def faces(die: str) -> int:
    """Return the number of faces of a die, from its name."""
    return int(die[1:])
