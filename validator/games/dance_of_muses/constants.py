"""The constants of a game of Dance of Muses: players, tiles, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validator.core.model import Rules
from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import AREA_RULES, COLOURS, METALS, TileDesign, areas
from validator.referee.api import Game

NEUTRAL = -1  # owner of the Neutral Muse
NOBODY = -1
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
NEIGHBOURS = (*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))
AT_SIDES, AT_CORNERS = 1, 2  # largest squared distances of neighbours


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
        self.muses_each: int = rule["DANCE-SETUP-03"].muses_each.get(count, 0)
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
