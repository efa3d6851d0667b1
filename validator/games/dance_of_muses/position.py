"""A position of Dance of Muses: tiles on the grid with their dice, hands, and whose turn it is.

A tile in play is spoken of by its index, in the order of placement. Everybody at the table can
point at it, while its name may be hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from validator.core.model import Game
from validator.games.dance_of_muses.tiles import RECALL, Design, Offset, areas

Die = tuple[int, int]  # colour and value
SETUP, PLACE, DANCE, OVER = "setup", "place", "dance", "over"
NEUTRAL = -1  # owner of the Neutral Muse
COLOURS = ("orange", "purple", "white")
LETTERS = ("O", "P", "W")
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
SIDES = NEIGHBOURS[:4]
DIRECTIONS: dict[str, Offset] = {"U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0)}


class Tile(NamedTuple):
    """A Muse in play. `owner` is a seat, or NEUTRAL; `up` is whether her face shows."""

    muse: str
    x: int
    y: int
    up: bool
    colour: int
    value: int
    owner: int


class Table:
    """What does not change during a game: players, tiles, and the numbers of the rules."""

    def __init__(
        self, game: Game, players: Sequence[str], designs: Mapping[str, Design], variant: bool
    ) -> None:
        rule, count = game.rules, len(players)
        self.game = game
        self.players = tuple(players)
        self.seats = tuple(range(count))
        self.designs = dict(designs)
        self.variant = variant
        self.guest = next((name for name, each in designs.items() if each.guest), "")
        self.areas = areas(game)
        self.fewest = rule["DANCE-SETUP-01"].players.min
        self.most = rule["DANCE-SETUP-01"].players.max
        self.hand: int = rule["DANCE-SETUP-03"].muses_each.get(count, 0)
        self.left_over: int = rule["DANCE-SETUP-04"].left_over.get(count, 0)
        self.size: int = rule["DANCE-SETUP-08"].company_size.get(count, 1)
        self.companies: int = rule["DANCE-SETUP-08"].companies.get(count, count)
        self.dice: int = rule["DANCE-SETUP-10"].company_dice.get(count, 0)
        self.supply = tuple(rule["DANCE-COMP-03"].by_colour[colour] for colour in COLOURS)
        self.tokens = dict(rule["DANCE-COMP-04"].by_metal)
        self.sides: int = rule["DANCE-COMP-03"].sides
        self.muses: int = rule["DANCE-COMP-01"].muse_tiles
        self.roll: int = rule["DANCE-SETUP-14"].dice
        face = "DANCE-SETUP-05" if count == rule["DANCE-SETUP-01"].players.min else "DANCE-SETUP-06"
        self.neutral_rule = face
        self.neutral_up: bool = rule[face].face == "up" or variant
        self.face_down: int = rule["DANCE-PLACE-07"].face_down
        self.start_value: int = rule["DANCE-PLACE-06"].start_value
        self.place_each: int = rule["DANCE-PLACE-01"].muses
        self.most_pushed: int = rule["DANCE-MOVE-13"].max_pushed
        self.step: int = rule["DANCE-MOVE-02"].squares
        self.steps: int = rule["DANCE-TURN-03"].steps
        self.raise_: int = rule["DANCE-MOVE-10"].change
        self.uses: int = rule["DANCE-POWER-03"].uses
        self.plus: int = rule["DANCE-POWER-13"].change
        self.minus: int = rule["DANCE-POWER-14"].change
        self.lowest: int = rule["DANCE-POWER-14"].lowest
        self.end: int = rule["DANCE-END-01"].end_value
        self.apollo: int = rule["DANCE-SCORE-02"].apollo_value
        self.column_tokens: int = rule["DANCE-SCORE-07"].tokens
        self.bronze_suns: int = rule["DANCE-SCORE-09"].bronze_suns
        self.silver_suns: int = rule["DANCE-COMP-06"].silver_suns
        self.neutral_first = rule["DANCE-PLACE-04"].choice == "neutral_is_first"
        self.corners = rule["DANCE-MOVE-08"].choice == "sides_and_corners"
        self.one_by_one = rule["DANCE-MOVE-12"].choice == "one_by_one"
        self.apollo_all = rule["DANCE-SCORE-02"].choice == "every_muse"
        self.neutral_removed = rule["DANCE-SCORE-04"].choice == "neutral_removed"
        self.shared = rule["DANCE-TIE-04"].choice == "shared"

    @property
    def names(self) -> tuple[str, ...]:
        """The Muses of this game; the guest only where the variant is played."""
        return tuple(name for name in self.designs if self.variant or name != self.guest)


class Position(NamedTuple):
    """One moment of a game. Nothing in it can be changed; a move makes a new one."""

    table: Table
    stage: str
    companies: tuple[tuple[int, ...], ...]  # seats of each Company
    colours: tuple[int, ...]  # colour of each Company; -1: not chosen yet
    first: int  # First Player; -1: not rolled yet
    rolling: tuple[int, ...]  # seats that have tied and roll for it again
    turn: int
    tiles: tuple[Tile, ...]
    hands: tuple[tuple[str, ...], ...]
    box: tuple[str, ...]  # tiles not dealt, or out of this game
    supply: tuple[int, ...]  # dice that stand on no tile, by colour
    danced: int = -1  # index of the tile that took this turn's step; -1: none yet
    user: int = -1  # index of the tile whose Power was used in this turn; -1: none
    steps: int = 0  # steps taken in this turn
    uses: int = 0  # Powers used in this turn


def company_of(at: Position, seat: int) -> int:
    """The index of a player's Company."""
    return next(index for index, seats in enumerate(at.companies) if seat in seats)


def unchosen(at: Position) -> int:
    """The colour of the Neutral die: the first that no Company chose, if there is one."""
    return next((each for each in range(len(COLOURS)) if each not in at.colours), 0)


def with_colours(at: Position) -> Position:
    """Companies that chose no colour take the first free ones."""
    own = list(at.colours)
    for index, colour in enumerate(own):
        if colour < 0:
            own[index] = next(c for c in range(len(COLOURS)) if c not in own)
    return at._replace(colours=tuple(own))


def own_die(at: Position, seat: int, *_: object) -> tuple[Die, ...]:
    """The die of the own colour with its first value."""
    return ((with_colours(at).colours[company_of(at, seat)], at.table.start_value),)


def die_of_neutral(at: Position) -> Die:
    """The die that the rules put on the Neutral Muse."""
    return unchosen(with_colours(at)), at.table.start_value


def left_over(at: Position) -> tuple[str, ...]:
    """The Muses that the deal left over; Mnemosyne takes their place in the variant."""
    return tuple(muse for muse in at.box if (muse == at.table.guest) == at.table.variant)


def squares(tiles: Sequence[Tile]) -> dict[Offset, int]:
    """Which tile stands on which square."""
    return {(tile.x, tile.y): index for index, tile in enumerate(tiles)}


def find(at: Position, muse: str) -> int | None:
    """The index of a Muse in play."""
    for index, tile in enumerate(at.tiles):
        if tile.muse == muse:
            return index
    return None


def line(at: Position, index: int, step: Offset) -> list[int]:
    """The tiles that a step moves: the chosen one and the unbroken line in front of her."""
    tiles, (dx, dy) = at.tiles, step
    x, y = tiles[index].x + dx, tiles[index].y + dy
    moved = [index]
    while True:
        for other, tile in enumerate(tiles):
            if tile.x == x and tile.y == y:
                moved.append(other)
                break
        else:
            return moved
        x, y = x + dx, y + dy


def pushed(at: Position, muse: int, step: Offset) -> tuple[int, ...]:
    """Who is pushed by a straight step, in the order of their indices."""
    if not at.tiles or bool(step[0]) == bool(step[1]):
        return ()
    return tuple(sorted(line(at, muse, step)[1:]))


def recalled(at: Position, _: int, user: int) -> list[int | None]:
    """Whose Power is used: None, her own; Mnemosyne recalls that of a face-up neighbour."""
    if not at.tiles or at.table.designs[at.tiles[user].muse].power != RECALL:
        return [None]
    me = at.tiles[user]
    return [i for i, t in enumerate(at.tiles) if t.up and (t.x - me.x, t.y - me.y) in NEIGHBOURS]


def stepped(at: Position, moved: Sequence[int], step: Offset) -> list[Offset]:
    """The squares of all tiles after a step."""
    return [
        (tile.x + step[0], tile.y + step[1]) if index in moved else (tile.x, tile.y)
        for index, tile in enumerate(at.tiles)
    ]


def is_one_group(places: Sequence[Offset], corners: bool) -> bool:
    """Whether squares hang together, by sides, or also by corners."""
    reach = 2 if corners else 1  # square of the distance
    left = list(places)
    edge = left[:1]
    del left[:1]
    while edge and left:
        x, y = edge.pop()
        rest: list[Offset] = []
        for place in left:
            dx, dy = place[0] - x, place[1] - y
            (edge if dx * dx + dy * dy <= reach else rest).append(place)
        left = rest
    return not left


def can_step(at: Position, index: int, step: Offset) -> bool:
    """Whether the Muses stay one group after a step."""
    return is_one_group(stepped(at, line(at, index, step), step), at.table.corners)


def has_step(at: Position, index: int) -> bool:
    """Whether a Muse has any legal step."""
    length = at.table.step
    return any(can_step(at, index, (dx * length, dy * length)) for dx, dy in SIDES)


def dice_on(tiles: Sequence[Tile]) -> tuple[int, ...]:
    """How many dice of each colour stand on tiles."""
    counts = [0] * len(COLOURS)
    for tile in tiles:
        counts[tile.colour] += 1
    return tuple(counts)


def die_words(colour: int, value: int) -> str:
    """``O4``: colour and value of a die."""
    return f"{LETTERS[colour]}{value}"
