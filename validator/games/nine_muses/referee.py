"""The referee of Nine Muses: its positions, verbs and rules under the names all referees share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from validator.core.model import Game
from validator.games.nine_muses import chance, claims, lines, moves, show, start
from validator.games.nine_muses.cards import WORDS, read_cards
from validator.games.nine_muses.course import COURSE
from validator.games.nine_muses.position import (
    OVER,
    PLAY,
    Position,
    Table,
    is_last_round,
    winners,
)
from validator.referee.core import CHANCE, Breach, Move, verbs_by_name
from validator.referee.referee import Referee, Zone

assert lines  # the readers and writers of the verbs


class NineMuses(Referee[Position]):
    """Nine Muses at one table."""

    verbs = verbs_by_name(*moves.VERBS, *chance.VERBS, *claims.VERBS)
    course = COURSE
    derived = ("players", "first", "last_round", "end", "winner", "aristotle",
               "shown", "due", "knowledge")  # fmt: skip

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        cards, self.problems = read_cards(game)
        self.table = Table(game, players, cards)

    def begin(self, first: int | None = None) -> Position:
        return start.opening(self.table, first or 0)

    def place(self, facts: Mapping[str, Any]) -> Position:
        return start.position(self.table, facts)

    supply = ("box", "pool", "deck", "discard", "muse deck")

    def scores(self, at: Position) -> Sequence[float]:
        return at.scores

    def unsound(self, at: Position) -> Sequence[Breach]:
        return start.unsound(at)

    def to_act(self, at: Position) -> int | None:
        if at.stage == PLAY:
            return at.turn
        return None if at.stage == OVER else CHANCE

    def facts(self, at: Position) -> Mapping[str, Any]:
        return start.facts(at)

    def chance(self, at: Position, random: Random) -> Move:
        return chance.by_chance(at, random)

    def zones(self, at: Position) -> Mapping[str, Zone]:
        zones: dict[str, Zone] = {
            "box": _tokens(at.box),
            "pool": _tokens(at.pool),
            "deck": at.deck,
            "discard": at.discard,
            "muse deck": at.muse_deck,
            "centre": at.centre,
        }
        for seat, name in enumerate(self.players):
            zones[f"{name}'s Knowledge"] = _tokens(at.held[seat])
            zones[f"{name}'s hand"] = at.hands[seat]
            zones[f"{name}'s Muses"] = at.owned[seat]
        return zones

    def parts(self, at: Position) -> tuple[object, ...]:
        return (at.box, at.pool, *at.held, at.deck, at.discard, at.muse_deck, at.centre,
                *at.hands, *at.owned)  # fmt: skip

    def printed(self) -> Mapping[str, int]:
        tokens = self.game.rules["NINE-COMP-06"]
        return {**{word: getattr(tokens, word) for word in WORDS}, **self.table.copies}

    def view(self, at: Position, seat: int) -> Position:
        hands = tuple(
            hand if own == seat else ("?",) * len(hand) for own, hand in enumerate(at.hands)
        )
        deck = ("?",) * len(at.deck)
        return at._replace(hands=hands, deck=deck, muse_deck=tuple(sorted(at.muse_deck)))

    def shuffled(self, at: Position, seat: int, random: Random) -> Position:
        hidden = [*at.deck]
        for other, hand in enumerate(at.hands):
            hidden += hand if other != seat else ()
        random.shuffle(hidden)
        hands = []
        for other, hand in enumerate(at.hands):
            if other != seat:
                hands.append(tuple(hidden[: len(hand)]))
                del hidden[: len(hand)]
            else:
                hands.append(hand)
        muse_deck = list(at.muse_deck)
        random.shuffle(muse_deck)
        return at._replace(hands=tuple(hands), deck=tuple(hidden), muse_deck=tuple(muse_deck))

    def show(self, at: Position) -> list[str]:
        return show.lines(at)

    def grounds(self, at: Position, fact: str) -> tuple[str, ...]:
        first, _, last = fact.partition(".")
        if fact == "winner" and at.stage == OVER:
            tied = len(winners(at)) > 1
            return ("NINE-END-02", "NINE-SCORE-01", *(("NINE-RUL-02",) if tied else ()))
        if first in ("end", "last_round", "step"):
            last_rules = ("NINE-END-01", "NINE-RUL-13", "NINE-ROUND-01")
            return (*last_rules, "NINE-ROUND-06") if is_last_round(at) else last_rules
        if last == "shown":
            return ("NINE-RUL-09", "NINE-COMP-11", "NINE-SCORE-02")
        if last == "score" or first == "score":
            return ("NINE-RUL-09", "NINE-SCORE-01")
        if first == "aristotle":
            return ("NINE-SETUP-05",)
        if last in WORDS or first in ("pool", "box"):
            return ("NINE-COMP-12",)
        return ()

    def remarks(self, before: Position, after: Position) -> Sequence[str]:
        most = self.table.most_shown
        return [
            f"{name} has {new} VP, more than a score pair can show ({most})"
            for name, old, new in zip(self.players, before.scores, after.scores, strict=True)
            if new > most >= old
        ]


def _tokens(amounts: tuple[int, int, int]) -> Zone:
    return dict(zip(WORDS, amounts, strict=True))


def make(game: Game, players: Sequence[str], options: Sequence[str] = ()) -> NineMuses:
    """The referee of a game of Nine Muses."""
    return NineMuses(game, players, options)
