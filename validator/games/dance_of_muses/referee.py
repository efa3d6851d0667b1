"""The referee of Dance of Muses: positions, verbs and rules under the names all referees share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from validator.core.location import Problem
from validator.core.model import Game
from validator.games.dance_of_muses import claims, facts, place, setup, show, start, turn
from validator.games.dance_of_muses.course import COURSE
from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    OVER,
    PLACE,
    Position,
    Table,
    company_of,
    dice_on,
)
from validator.games.dance_of_muses.possible import impossible, unplayable
from validator.games.dance_of_muses.score import score
from validator.games.dance_of_muses.tiles import read_tiles
from validator.referee.core import CHANCE, Breach, Move, verbs_by_name
from validator.referee.referee import Referee, Zone

MNEMOSYNE = "mnemosyne"


class DanceOfMuses(Referee[Position]):
    """Dance of Muses at one table."""

    verbs = verbs_by_name(place.place, *turn.VERBS, *setup.VERBS, turn.peek, *claims.VERBS)
    course = COURSE
    sometimes = (
        "at",
        "face",
        "die",
        "colour",
        "value",
        "final",
        "owner",
        "neutral",
        "suns",
        "power",
        "area",
        "row",
        "sum",
    )
    known_options = (MNEMOSYNE,)
    only_start = (("map", "the formation as it is drawn, a line for each row from above"),)
    recurrence_rule = "DANCE-MOVE-14"

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        designs, self.problems = read_tiles(game)
        self.table = Table(game, players, designs, MNEMOSYNE in options)
        for rule, why in () if self.problems else unplayable(self.table):
            self.problems.append(Problem(game.rules[rule].spot, f"{rule}: {why}", "numbers"))
        supply = tuple(self.table.tokens.values())
        self._no_tokens = [supply, *((0,) * len(supply) for _ in range(self.table.companies))]
        self._at_first = _widened(self._no_tokens)

    def other_meaning(self, word: str) -> str:
        if start.read_die(word) is not None:
            return "a die"
        low = word.lower()
        if low in COLOURS:
            return "a colour of dice"
        if low in (name.lower() for name in self.table.designs):
            return "a Muse"
        if low in ("up", "down", "neutral"):
            return "a word about a tile"
        return super().other_meaning(word)

    def begin(self, first: int | None = None) -> Position:
        return start.opening(self.table, first)

    def place(self, facts: Mapping[str, Any]) -> Position:
        return start.position(self.table, facts)

    def facts(self, at: Position) -> Mapping[str, Any]:
        return facts.facts(at)

    def settable(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return facts.as_start(given)

    def unsound(self, at: Position) -> Sequence[Breach]:
        return list(impossible(at))

    def to_act(self, at: Position) -> int | None:
        if at.stage in (PLACE, DANCE):
            return at.turn
        return None if at.stage == OVER else CHANCE

    def chance(self, at: Position, random: Random) -> Move:
        return setup.by_chance(at, random)

    def zones(self, at: Position) -> Mapping[str, Zone]:
        left, *won = self._tokens(at)
        dice = _named(COLOURS, "die", at.supply)
        zones: dict[str, Zone] = {
            "table": tuple(tile.muse for tile in at.tiles),
            "dice on Muses": _named(COLOURS, "die", dice_on(at.tiles)),
            "box": at.box,
            "pool": {**dice, **_named(self.table.tokens, "token", left)},
        }
        for name, hand in zip(self.players, at.hands, strict=True):
            zones[f"{name}'s hand"] = hand
        for colour, tokens in zip(at.colours, won, strict=False):
            zones[f"{COLOURS[colour]}'s tokens"] = _named(self.table.tokens, "token", tokens)
        return zones

    def scores(self, at: Position) -> Sequence[float]:
        """The Suns of every player's Company; before the end those that it would win now."""
        suns = score(at).suns
        return [float(suns[company_of(at, seat)]) for seat in self.table.seats]

    def parts(self, at: Position) -> tuple[object, ...]:
        names = tuple([tile.muse for tile in at.tiles])
        tokens = _widened(self._tokens(at)) if at.stage == OVER else self._at_first
        return (names, at.box, dice_on(at.tiles), at.supply, *at.hands, *tokens)

    def _tokens(self, at: Position) -> list[tuple[int, ...]]:
        """Sun tokens by metal: those that are left, then those of each Company."""
        if at.stage != OVER:
            return self._no_tokens
        supply = self._no_tokens[0]
        result = score(at)
        won = [
            tuple({"bronze": bronze, "silver": int(index == result.silver)}.get(metal, 0)
                  for metal in self.table.tokens)
            for index, bronze in enumerate(result.bronze)
        ]  # fmt: skip
        left = tuple(n - sum(each) for n, *each in zip(supply, *won, strict=True))
        return [left, *won]

    def printed(self) -> Mapping[str, int]:
        return {
            **dict.fromkeys(self.table.designs, 1),
            **_named(COLOURS, "die", self.table.supply),
            **_named(self.table.tokens, "token", tuple(self.table.tokens.values())),
        }

    def view(self, at: Position, seat: int) -> Position:
        tiles = tuple(
            tile if tile.up or tile.owner == seat else tile._replace(muse="?") for tile in at.tiles
        )
        hands = tuple(
            hand if own == seat else ("?",) * len(hand) for own, hand in enumerate(at.hands)
        )
        return at._replace(tiles=tiles, hands=hands, box=self._box(at, ["?"] * len(at.box)))

    def shuffled(self, at: Position, seat: int, random: Random) -> Position:
        hidden = [tile.muse for tile in at.tiles if not tile.up and tile.owner != seat]
        for own, hand in enumerate(at.hands):
            hidden += hand if own != seat else ()
        hidden += [muse for muse in at.box if muse != self.table.guest]
        random.shuffle(hidden)
        tiles = tuple(
            tile if tile.up or tile.owner == seat else tile._replace(muse=hidden.pop())
            for tile in at.tiles
        )
        hands = tuple(
            hand if own == seat else tuple(hidden.pop() for _ in hand)
            for own, hand in enumerate(at.hands)
        )
        return at._replace(tiles=tiles, hands=hands, box=self._box(at, hidden))

    def _box(self, at: Position, hidden: Sequence[str]) -> tuple[str, ...]:
        """The box with other Muses in it; the guest stays, for she is never dealt."""
        rest = iter(hidden)
        guest = self.table.guest
        return tuple(muse if muse == guest else next(rest) for muse in at.box)

    def show(self, at: Position) -> list[str]:
        return show.lines(at)

    def recurring(self, at: Position) -> Any:
        if at.stage != DANCE or at.steps or at.uses or not at.tiles:
            return None
        left, low = min(tile.x for tile in at.tiles), min(tile.y for tile in at.tiles)
        return at.turn, tuple((t.muse, t.x - left, t.y - low, t.value) for t in at.tiles)

    def grounds(self, at: Position, fact: str) -> tuple[str, ...]:
        first, _, last = fact.lower().partition(".")
        if first in (name.lower() for name in self.players):
            first = facts.OF_THE_COMPANY.get(last, first)
        tables = (ALWAYS, AT_THE_END) if at.stage == OVER else (ALWAYS,)
        found = [rule for t in tables for key in (first, f".{last}") for rule in t.get(key, ())]
        if at.stage == OVER and first == "winner":
            found.append(score(at).decided_by)
        return tuple(found)


ALWAYS: dict[str, tuple[str, ...]] = {
    "golden": ("DANCE-COMP-07",),
    "one_group": ("DANCE-MOVE-08", "DANCE-MOVE-07"),
    "supply": ("DANCE-COMP-03",),
    "box": ("DANCE-COMP-02",),
    "companies": ("DANCE-SETUP-08", "DANCE-SETUP-11"),
    "end": ("DANCE-END-01", "DANCE-END-02"),
    "step": ("DANCE-END-01",),
    ".die": ("DANCE-COMP-03",),
    ".colour": ("DANCE-COMP-03",),
    ".dice": ("DANCE-SETUP-10", "DANCE-SETUP-12"),
}
AT_THE_END: dict[str, tuple[str, ...]] = {
    "step": ("DANCE-END-03", "DANCE-END-04"),
    ".face": ("DANCE-SCORE-01",),
    ".final": ("DANCE-SCORE-02", "DANCE-SCORE-03"),
    "apollo": ("DANCE-SCORE-02", "DANCE-SCORE-03"),
    "neutral_die": ("DANCE-SCORE-04",),
    "rows": ("DANCE-SCORE-05", "DANCE-SCORE-04", "DANCE-SCORE-06"),
    "sums": ("DANCE-TIE-03", "DANCE-SCORE-04"),
    "columns": ("DANCE-SCORE-07", "DANCE-SCORE-08", "DANCE-SCORE-06"),
    "tokens": ("DANCE-SCORE-09", "DANCE-SCORE-12", "DANCE-SCORE-10"),
    "silver": ("DANCE-SCORE-09", "DANCE-SCORE-10"),
    "suns": ("DANCE-SCORE-11", "DANCE-COMP-06", "DANCE-COMP-05"),
}


def _widened(tokens: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Counts of tokens told apart from counts of dice, by being wider."""
    return [(*(0,) * len(COLOURS), *each) for each in tokens]


def _named(
    names: Sequence[str] | Mapping[str, int], kind: str, counts: Sequence[int]
) -> dict[str, int]:
    return {f"{name} {kind}": n for name, n in zip(names, counts, strict=True)}
