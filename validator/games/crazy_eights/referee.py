"""The referee of Crazy Eights, and the game as one declared object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from validator.core.model import Game
from validator.games.crazy_eights import moves
from validator.games.crazy_eights.numbers import NUMBERS
from validator.games.crazy_eights.state import DEAL, FIELDS, OVER, PLAY, State, Table, from_start
from validator.referee.core import CHANCE, Breach, Move, Notes, verbs_by_name
from validator.referee.deck_checks import Deal, DeckChecks
from validator.referee.observe import census, difference
from validator.referee.referee import Referee
from validator.referee.requirements import Demand, one_each, stated
from validator.referee.ruleset import Ruleset


class CrazyEights(Referee[State]):
    """Crazy Eights at one table."""

    verbs = verbs_by_name(*moves.VERBS)
    fields, modes, turn = FIELDS, moves.MODES, moves.TURN
    supply = ("stock", "discard")

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        self.table = Table(game, players)

    def begin(self, first: int | None = None) -> State:
        return self.place({})._replace(turn=first or 0)

    def opened(self, _: State) -> Notes:
        note = Notes()
        note("EIGHTS-SETUP-01", "players")
        return note

    def place(self, facts: Mapping[str, Any]) -> State:
        return from_start(self.table, facts)

    def to_act(self, state: State) -> int | None:
        return state.turn if state.mode == PLAY else None if state.mode == OVER else CHANCE

    def chance(self, state: State, random: Random) -> Move:
        if state.mode != DEAL:
            return Move(CHANCE, "drawn", (random.choice(state.stock),))
        stock, each = random.sample(state.stock, len(state.stock)), self.table.dealt
        up = next(card for card in stock if not moves.is_wild(state, card))
        stock.remove(up)
        seats = range(len(self.players))
        dealt = tuple((seat, tuple(stock[each * seat : each * (seat + 1)])) for seat in seats)
        return Move(CHANCE, "deal", (dealt, up))

    def printed(self) -> Mapping[str, int]:
        return self.table.copies

    def unsound(self, state: State) -> Sequence[Breach]:
        if not self.table.dealt:
            return [Breach("EIGHTS-SETUP-01", f"no deal for {len(self.players)} players")]
        wrong = difference(census(self.zones(state)), self.printed())
        return [Breach("EIGHTS-COMP-01", wrong)] if wrong else []


def deals(game: Game) -> Iterator[Deal]:
    """Hands, and the card that is turned up."""
    deck, dealt = game.component("cards"), game.rules["EIGHTS-SETUP-02"].cards
    need = {players: players * each + 1 for players, each in dealt.items()}
    yield Deal(deck.spot, deck.title, deck.pieces, need, ("EIGHTS-SETUP-02", "EIGHTS-SETUP-03"))


RULESET = Ruleset(
    referee=CrazyEights,
    numbers=NUMBERS,
    demands=(
        Demand("Cards", stated("EIGHTS-COMP-01.cards"), ("EIGHTS-COMP-01",), "one deck",
               pieces=("cards",), whole=True),
        Demand("References", one_each, ("EIGHTS-COMP-02",), "one for each player",
               pieces=("references",)),
    ),
    deck=DeckChecks(moves.judge, ("kit",), deals, components=("cards",)),
)  # fmt: skip
