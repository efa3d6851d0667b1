"""The referee of Dance of Muses: positions, verbs and rules under the names all referees share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from validator.games.dance_of_muses import claims, dance, lines, setup, show, start
from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    OVER,
    PLACE,
    Position,
    Table,
    dice_on,
)
from validator.games.dance_of_muses.score import score
from validator.games.dance_of_muses.tiles import read_tiles
from validator.model import Game
from validator.referee.core import CHANCE, Breach, Move, Verb
from validator.referee.referee import Referee, Zone

assert lines  # the readers and writers of the verbs

MNEMOSYNE = "mnemosyne"


def _verbs() -> dict[str, Verb]:
    """`table end` says that it is over, `Ann end` ends a turn: two verbs of one name."""
    found = {verb.name: verb for verb in (*setup.VERBS, *dance.VERBS, dance.peek)}
    found |= {verb.name: verb for verb in claims.VERBS if verb is not claims.end}
    claims.end.name = "over"
    claims.end.form = "over"
    return found | {"over": claims.end}


class DanceOfMuses(Referee[Position]):
    """Dance of Muses at one table."""

    verbs = _verbs()
    known_options = (MNEMOSYNE,)
    derived = ("players", "danced_", "end", "one_group", "golden", "supply", "box", "winner",
               "apollo", "columns", "rows", "suns_", "sums", "tokens", "silver", "final",
               "neutral_die", "used", "dice")  # fmt: skip

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        designs, self.problems = read_tiles(game)
        self.table = Table(game, players, designs, MNEMOSYNE in options)

    def begin(self, first: int | None = None) -> Position:
        return start.opening(self.table, first)

    def place(self, facts: Mapping[str, Any]) -> Position:
        return start.position(self.table, facts)

    def settable(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        found = dict(super().settable(facts))
        found.pop("suns", None)
        return found

    def unsound(self, at: Position) -> Sequence[Breach]:
        table, count = self.table, len(self.players)
        if not table.fewest <= count <= table.most:
            facts = f"{count} players, not {table.fewest} to {table.most}"
            return [Breach("DANCE-SETUP-01", facts)]
        return start.unsound(at)

    def to_act(self, at: Position) -> int | None:
        if at.stage in (PLACE, DANCE):
            return at.turn
        return None if at.stage == OVER else CHANCE

    def facts(self, at: Position) -> Mapping[str, Any]:
        return start.facts(at)

    def chance(self, at: Position, random: Random) -> Move:
        return setup.by_chance(at, random)

    def zones(self, at: Position) -> Mapping[str, Zone]:
        zones: dict[str, Zone] = {
            "table": tuple(tile.muse for tile in at.tiles),
            "box": at.box,
            "dice on Muses": _dice(dice_on(at.tiles)),
            "dice": _dice(at.supply),
        }
        for name, hand in zip(self.players, at.hands, strict=True):
            zones[f"{name}'s hand"] = hand
        return zones

    def parts(self, at: Position) -> tuple[object, ...]:
        names = tuple([tile.muse for tile in at.tiles])
        return (names, at.box, dice_on(at.tiles), at.supply, *at.hands)

    def printed(self) -> Mapping[str, int]:
        dice = _dice(self.table.supply)
        assert isinstance(dice, Mapping)
        return {**dict.fromkeys(self.table.designs, 1), **dice}

    def view(self, at: Position, seat: int) -> Position:
        tiles = tuple(
            tile if tile.up or tile.owner == seat else tile._replace(muse="?") for tile in at.tiles
        )
        hands = tuple(
            hand if own == seat else ("?",) * len(hand) for own, hand in enumerate(at.hands)
        )
        return at._replace(tiles=tiles, hands=hands)

    def shuffled(self, at: Position, seat: int, random: Random) -> Position:
        hidden = [tile.muse for tile in at.tiles if not tile.up and tile.owner != seat]
        for own, hand in enumerate(at.hands):
            hidden += hand if own != seat else ()
        random.shuffle(hidden)
        tiles = []
        for tile in at.tiles:
            if not tile.up and tile.owner != seat:
                tile = tile._replace(muse=hidden.pop())
            tiles.append(tile)
        hands = []
        for own, hand in enumerate(at.hands):
            hands.append(hand if own == seat else tuple(hidden.pop() for _ in hand))
        return at._replace(tiles=tuple(tiles), hands=tuple(hands))

    def show(self, at: Position) -> list[str]:
        return show.lines(at)

    def recurring(self, at: Position) -> Any:
        if at.stage != DANCE or at.danced >= 0 or at.user >= 0:
            return None
        left = min(tile.x for tile in at.tiles)
        low = min(tile.y for tile in at.tiles)
        return at.turn, tuple((t.muse, t.x - left, t.y - low, t.value) for t in at.tiles)

    def grounds(self, at: Position, fact: str) -> tuple[str, ...]:
        first, _, last = fact.lower().partition(".")
        if first == "golden":
            return ("DANCE-COMP-07",)
        if first == "one_group":
            return ("DANCE-MOVE-08", "DANCE-MOVE-07")
        if first in ("supply", "box") or last in ("colour", "die"):
            return ("DANCE-COMP-03",) if first != "box" else ("DANCE-COMP-02",)
        if first == "companies":
            return ("DANCE-SETUP-08", "DANCE-SETUP-11")
        if last == "dice":
            return ("DANCE-SETUP-10", *(("DANCE-SETUP-12",) if self.table.size > 1 else ()))
        if first in ("end", "step") and at.stage != OVER:
            return ("DANCE-END-01",)
        if at.stage != OVER:
            return ()
        return _END.get(first, ()) + _END.get(f".{last}", ()) + self._won_by(at, first)

    def _won_by(self, at: Position, first: str) -> tuple[str, ...]:
        return (score(at).decided_by,) if first == "winner" else ()

    def remarks(self, before: Position, after: Position) -> Sequence[str]:
        del before, after
        return ()


_END: dict[str, tuple[str, ...]] = {
    "end": ("DANCE-END-01", "DANCE-END-02"),
    "step": ("DANCE-END-01", "DANCE-END-03", "DANCE-END-04"),
    "apollo": ("DANCE-SCORE-02", "DANCE-SCORE-03"),
    ".final": ("DANCE-SCORE-02", "DANCE-SCORE-03"),
    ".face": ("DANCE-SCORE-01",),
    "neutral_die": ("DANCE-SCORE-04",),
    "rows": ("DANCE-SCORE-05", "DANCE-SCORE-04", "DANCE-SCORE-06"),
    "sums": ("DANCE-TIE-03", "DANCE-SCORE-04"),
    "columns": ("DANCE-SCORE-07", "DANCE-SCORE-08", "DANCE-SCORE-06"),
    "tokens": ("DANCE-SCORE-09", "DANCE-SCORE-12", "DANCE-SCORE-10"),
    "silver": ("DANCE-SCORE-09", "DANCE-SCORE-10"),
    "suns": ("DANCE-SCORE-11", "DANCE-COMP-06", "DANCE-COMP-05"),
}


def _dice(counts: Sequence[int]) -> Zone:
    return {f"{colour} die": n for colour, n in zip(COLOURS, counts, strict=True)}


def make(game: Game, players: Sequence[str], options: Sequence[str] = ()) -> DanceOfMuses:
    """The referee of a Dance of Muses."""
    return DanceOfMuses(game, players, options)
