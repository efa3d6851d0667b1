"""A state of Dance of Muses: tiles on the grid with their dice, hands, and whose turn it is.

A tile in play is identified by its index in the order of placement, because all players can see
where it is, while its name may be hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import COLOURS, RECALL, Die, Offset
from validator.games.dance_of_muses.constants import NEIGHBOURS, NEUTRAL, NOBODY, Table
from validator.referee.messages import Later, Message
from validator.referee.zones import quick_copies

Companies = tuple[tuple[int, ...], ...]  # the seats of each Company


@quick_copies
class Seat(NamedTuple):
    """The pieces of one player."""

    company: int  # by index
    hand: tuple[str, ...] = ()


@quick_copies
class Tile(NamedTuple):
    """A Muse in play. `owner` is a seat, or NEUTRAL; `up` means that her face is visible."""

    muse: str
    square: Offset
    up: bool
    colour: int
    value: int
    owner: int


@quick_copies
class State(NamedTuple):
    """A position in the game. States are immutable; a move creates a new one."""

    table: Table
    mode: str
    colours: tuple[int, ...]  # colour of each Company; -1: not chosen yet
    first: int  # First Player; -1: not rolled yet
    rolling: tuple[int, ...]  # seats that have tied and roll for it again
    turn: int
    tiles: tuple[Tile, ...]
    seats: tuple[Seat, ...]
    box: tuple[str, ...]  # tiles not dealt, or out of this game
    supply: tuple[int, ...]  # dice that stand on no tile, by colour
    danced: int = NOBODY  # index of the tile that took this turn's latest step
    user: int = NOBODY  # index of the tile whose Power was used in this turn
    steps: int = 0  # steps taken in this turn
    uses: int = 0  # Powers used in this turn

    def name(self, seat: int) -> str:
        return self.table.players[seat]

    def called(self, index: int) -> str:
        """Return the public name of a Muse: her name or, if she is face-down, her square."""
        if index < 0:  # she is not on the table
            return tuple(self.table.designs)[-1 - index]
        tile = self.tiles[index]
        return tile.muse if tile.up or self.mode in modes.ENDED else "{},{}".format(*tile.square)

    def named(self, *indices: int) -> Later:
        """Return the names of Muses for messages; a face-down Muse is described by her owner."""
        return Later(lambda: tuple(map(self._named, indices)))

    def _named(self, index: int) -> object:
        tile = self.tiles[index]
        if tile.up or self.mode in modes.ENDED:
            return tile.muse
        if tile.owner == NEUTRAL:
            return Message("the Neutral Muse")
        values = {"owner": self.name(tile.owner), "square": self.called(index)}
        alike = sum(tile.owner == each.owner and not each.up for each in self.tiles)
        if alike > 1:
            return Message("{owner}'s Mysterious Muse at {square}", values)
        return Message("{owner}'s Mysterious Muse", values)

    def dice(self, *indices: int) -> Later:
        """Return, for messages, the dice on some Muses, such as ``Clio's die to 4``."""
        return Later(lambda: tuple(
            Message("{muse}'s die to {value}",
                    {"muse": self._named(index), "value": self.tiles[index].value})
            for index in indices
        ))  # fmt: skip

    def dice_from(self, values: Sequence[int], *indices: int) -> Later:
        """Return, for messages, how dice change to `values`, as ``Clio's die from 2 to 6``."""
        return Later(lambda: tuple(
            Message("{muse}'s die from {old} to {value}",
                    {"muse": self._named(index), "old": self.tiles[index].value,
                     "value": values[index]})
            for index in indices
        ))  # fmt: skip

    def companies(self) -> Companies:
        """Return the seats of each Company."""
        return tuple(
            tuple(seat for seat, own in enumerate(self.seats) if own.company == index)
            for index in range(len(self.colours))
        )

    def with_colours(self) -> State:
        """Return the state, in which Companies without a chosen colour have the first free ones."""
        own = list(self.colours)
        for index, colour in enumerate(own):
            if colour < 0:
                own[index] = next(c for c in range(len(COLOURS)) if c not in own)
        return self._replace(colours=tuple(own))

    def own_die(self, seat: int, *_: object) -> tuple[Die]:
        """Return the only candidate for a player's die: the player's colour and the first value."""
        colour = self.colours[self.seats[seat].company]
        if colour < 0:
            return self.with_colours().own_die(seat)
        return ((colour, self.table.start_value),)

    def find(self, muse: str) -> int | None:
        """Return the index of a Muse in play, or None if she is not in play."""
        for index, tile in enumerate(self.tiles):
            if tile.muse == muse:
                return index
        return None

    def recalled(self, _: int, user: int) -> tuple[int | None, ...]:
        """Return the Muses whose Power a Muse can use.

        None stands for her own Power; Mnemosyne can use those of her neighbours.
        """
        if user < 0 or self.table.designs[self.tiles[user].muse].power != RECALL:
            return (None,)
        x, y = self.tiles[user].square
        near = {(x + dx, y + dy) for dx, dy in NEIGHBOURS}
        return tuple(i for i, tile in enumerate(self.tiles) if tile.up and tile.square in near)

    def dice_on(self) -> tuple[int, ...]:
        """Return the number of dice on tiles, by colour."""
        counts = [0] * len(COLOURS)
        for tile in self.tiles:
            counts[tile.colour] += 1
        return tuple(counts)


def squares(tiles: Sequence[Tile]) -> dict[Offset, int]:
    """Return the tiles by square."""
    return {tile.square: index for index, tile in enumerate(tiles)}
