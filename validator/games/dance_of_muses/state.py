"""A state of Dance of Muses: tiles on the grid with their dice, hands, and whose turn it is.

A tile in play is identified by its index in the order of placement, because all players can see
where it is, while its name may be hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from validator.core.model import Game, Rules
from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import (
    AREA_RULES,
    COLOURS,
    METALS,
    RECALL,
    Die,
    Offset,
    TileDesign,
    areas,
)
from validator.referee.messages import Message
from validator.referee.zones import quick_copies

NEUTRAL = -1  # owner of the Neutral Muse
NOBODY = -1
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
NEIGHBOURS = (*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))
AT_SIDES, AT_CORNERS = 1, 2  # largest squared distances of neighbours
Groups = tuple[tuple[int, ...], ...]  # the seats of each Company


class Table:
    """The constants of a game: players, tiles, and the numbers of the rules."""

    def __init__(
        self, game: Game, players: Sequence[str], designs: Mapping[str, TileDesign], variant: bool
    ) -> None:
        rule, count = game.rules, len(players)
        self.game = game
        self.players = tuple(players)
        self.seats = tuple(range(count))
        self.designs = dict(designs)
        self.variant = variant
        self.guest = next((name for name, each in designs.items() if each.guest), "")
        self.areas = areas(game)
        self.area_rules = {rule[f"DANCE-{each}"].area: each for each in AREA_RULES}
        self.fewest = rule["DANCE-SETUP-01"].players.min
        self.most = rule["DANCE-SETUP-01"].players.max
        self.hand: int = rule["DANCE-SETUP-03"].muses_each.get(count, 0)
        self.left_over: int = rule["DANCE-SETUP-04"].left_over.get(count, 0)
        self.size: int = rule["DANCE-SETUP-08"].company_size.get(count, 1)
        self.companies: int = rule["DANCE-SETUP-08"].companies.get(count, count)
        self.dice: int = rule["DANCE-SETUP-10"].company_dice.get(count, 0)
        self.supply = tuple(rule["DANCE-COMP-03"].by_colour[colour] for colour in COLOURS)
        self.tokens = tuple(rule["DANCE-COMP-04"].by_metal.get(metal, 0) for metal in METALS)
        self.sides: int = rule["DANCE-COMP-03"].sides
        self.muses: int = rule["DANCE-COMP-01"].muse_tiles
        self.roll: int = rule["DANCE-SETUP-14"].dice
        fewest = count == rule["DANCE-SETUP-01"].players.min
        self.neutral_rule = "SETUP-05" if fewest else "SETUP-06"
        self.neutral_up: bool = rule[f"DANCE-{self.neutral_rule}"].face == "up" or variant
        self.face_down: int = rule["DANCE-PLACE-07"].face_down
        self.start_value: int = rule["DANCE-PLACE-06"].start_value
        self.place_each: int = rule["DANCE-PLACE-01"].muses
        self._read_play(rule)

    def _read_play(self, rule: Rules) -> None:
        """Read a rule's numbers for play and scoring, and its chosen reading."""
        self.most_pushed: int = rule["DANCE-MOVE-13"].max_pushed
        self.step: int = rule["DANCE-MOVE-02"].squares
        self.directions = tuple((dx * self.step, dy * self.step) for dx, dy in SIDES)
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
        self.most_bronze: int = rule["DANCE-SCORE-12"].max_bronze
        self.silver_suns: int = rule["DANCE-COMP-06"].silver_suns
        self.neutral_first = rule["DANCE-PLACE-04"].choice == "neutral_is_first"
        corners = rule["DANCE-MOVE-08"].choice == "sides_and_corners"
        self.reach = AT_CORNERS if corners else AT_SIDES  # largest squared distance within a group
        self.one_by_one = rule["DANCE-MOVE-12"].choice == "one_by_one"
        self.apollo_all = rule["DANCE-SCORE-02"].choice == "every_muse"
        self.neutral_removed = rule["DANCE-SCORE-04"].choice == "neutral_removed"
        self.shared = rule["DANCE-TIE-04"].choice == "shared"

    def dancing(self, steps: int, uses: int) -> str:
        """Return the mode after a number of steps and Powers in a turn."""
        if steps < self.steps:
            return modes.DANCE if uses < self.uses else modes.USED
        return modes.AFTER if uses < self.uses else modes.SPENT


@quick_copies
class Seat(NamedTuple):
    """The pieces of one player."""

    company: int  # by index
    hand: tuple[str, ...] = ()


@quick_copies
class Tile(NamedTuple):
    """A Muse in play.

    `owner` is a seat, or NEUTRAL; `up` means that her face is visible.
    """

    muse: str
    square: Offset
    up: bool
    colour: int
    value: int
    owner: int

    @property
    def die(self) -> Die:
        return self.colour, self.value


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

    def named(self, *indices: int) -> tuple[object, ...]:
        """Return the names of Muses for messages; a face-down Muse is described by her owner."""
        return tuple([self._named(each) for each in indices])

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

    def dice(self, *indices: int) -> tuple[Message, ...]:
        """Return, for messages, the dice on some Muses, such as ``Clio's die to 4``."""
        return tuple([
            Message("{muse}'s die to {value}", {"muse": muse, "value": self.tiles[index].value})
            for muse, index in zip(self.named(*indices), indices, strict=True)
        ])  # fmt: skip

    def companies(self) -> Groups:
        """Return the seats of each Company."""
        return tuple(
            tuple(seat for seat, own in enumerate(self.seats) if own.company == index)
            for index in range(len(self.colours))
        )

    def unchosen(self) -> int:
        """Return the colour of the Neutral die: the first colour that no Company chose."""
        return next((each for each in range(len(COLOURS)) if each not in self.colours), 0)

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

    def die_of_neutral(self) -> Die:
        """Return the die that the rules prescribe for the Neutral Muse."""
        return self.with_colours().unchosen(), self.table.start_value

    def left_over(self) -> tuple[str, ...]:
        """Return the Muses that were not dealt; in the variant, Mnemosyne instead."""
        table = self.table
        return tuple(muse for muse in self.box if (muse == table.guest) == table.variant)

    def setting_up(self) -> str:
        """Return the mode of the pending set-up task, or PLACE if there is none."""
        if not all(own.hand for own in self.seats):
            return modes.DEAL
        if len(self.tiles) < self.table.left_over:
            return modes.NEUTRAL_MUSE
        if self.rolling:
            return modes.TIED
        return modes.ROLL if self.first < 0 else modes.PLACE

    def find(self, muse: str) -> int | None:
        """Return the index of a Muse in play, or None if she is not in play."""
        for index, tile in enumerate(self.tiles):
            if tile.muse == muse:
                return index
        return None

    def group_move(self, index: int, step: Offset) -> list[int]:
        """Return the tiles that a step moves: the chosen tile and the unbroken line in front of
        it.
        """
        there = {tile.square: other for other, tile in enumerate(self.tiles)}
        x, y = self.tiles[index].square
        dx, dy = step
        moved = [index]
        while any(step) and (pushed_ := there.get((x := x + dx, y := y + dy))) is not None:
            moved.append(pushed_)
        return moved

    def pushed(self, muse: int, step: Offset) -> tuple[int, ...]:
        """Return the Muses that a straight step pushes, in the order of their indices."""
        if muse < 0 or bool(step[0]) == bool(step[1]):
            return ()
        return tuple(sorted(self.group_move(muse, step)[1:]))

    def recalled(self, _: int, user: int) -> tuple[int | None, ...]:
        """Return the Muses whose Power a Muse can use.

        None stands for her own Power; Mnemosyne can use those of her neighbours.
        """
        if user < 0 or self.table.designs[self.tiles[user].muse].power != RECALL:
            return (None,)
        x, y = self.tiles[user].square
        near = {(x + dx, y + dy) for dx, dy in NEIGHBOURS}
        return tuple(i for i, tile in enumerate(self.tiles) if tile.up and tile.square in near)

    def stays_single_group(self, moved: Sequence[int] = (), step: Offset = (0, 0)) -> bool:
        """Return whether the Muses form one group after those in `moved` take a step."""
        places = [tile.square for tile in self.tiles]
        dx, dy = step
        for index in moved:
            x, y = places[index]
            places[index] = x + dx, y + dy
        return is_one_group(places, self.table.reach)

    def has_step(self, index: int) -> bool:
        """Return whether a Muse has any legal step."""
        return any(
            self.stays_single_group(self.group_move(index, step), step)
            for step in self.table.directions
        )

    def dice_on(self) -> tuple[int, ...]:
        """Return the number of dice on tiles, by colour."""
        counts = [0] * len(COLOURS)
        for tile in self.tiles:
            counts[tile.colour] += 1
        return tuple(counts)


def squares(tiles: Sequence[Tile]) -> dict[Offset, int]:
    """Return the tiles by square."""
    return {tile.square: index for index, tile in enumerate(tiles)}


def is_one_group(places: Sequence[Offset], reach: int) -> bool:
    """Return whether squares form one connected group.

    Squares are connected if their squared distance is at most `reach`.
    """
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
