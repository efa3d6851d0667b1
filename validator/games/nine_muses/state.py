"""A state of Nine Muses: the location of every printed piece, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from validator.games.nine_muses.cards import NOTHING, Cards, Knowledge
from validator.referee import api as ref
from validator.referee.api import Game, Message, Problem, Verbs, turn_of
from validator.referee.zones import quick_copies

Pieces = tuple[str, ...]
# The pending task of a state; CALLED: the card is used, and a benefit is due.
SETUP, COLLECT, ACT, CALLED, ROUND, OVER = "setup", "collect", "act", "called", "round", "over"
IN_TURN = (COLLECT, ACT, CALLED)


class Table:
    """The constants of a game: players, cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str], problems: list[Problem]) -> None:
        cards, rule, count = Cards(game, problems), game.rules, len(players)
        self.game, self.players, self.seats = game, tuple(players), tuple(range(count))
        self.muses, self.philosophers, self.worth = cards.muses, cards.philosophers, cards.worth
        self.copies = cards.copies
        self.asks = {name: muse.condition.places() for name, muse in cards.muses.items()}
        self.gain = {name: Knowledge(*muse.benefit[1:]) for name, muse in cards.muses.items()}
        self.points = {name: muse.benefit.VP for name, muse in cards.muses.items()}
        self.fewest, self.most = rule["NINE-SETUP-01"].min, rule["NINE-SETUP-01"].max
        self.pool = Knowledge(*rule["NINE-SETUP-03"].pool.get(count, NOTHING))
        self.box = Knowledge(*rule["NINE-SETUP-04"].box.get(count, NOTHING))
        self.centre: int = rule["NINE-SETUP-06"].centre
        self.first_cards: int = rule["NINE-SETUP-07"].cards_each
        self.cards_each: int = rule["NINE-ROUND-03"].cards_each
        start = rule["NINE-SETUP-09"]
        self.gift = Knowledge(start.craft_each, start.science_each, start.ethics_each)
        self.start_score: int = rule["NINE-SETUP-08"].score
        self.toil = Knowledge(rule["NINE-TOIL-01"].craft)
        self.new_muses: int = rule["NINE-ROUND-04"].muses
        self.moves_on: int = rule["NINE-ROUND-05"].seats
        self.most_shown: int = rule["NINE-COMP-11"].highest
        self.condition = {
            name: muse.condition.text(self.most_shown) for name, muse in cards.muses.items()
        }
        self.least_demonstrated: int = rule["NINE-RUL-05"].min_tokens
        self.duty: bool = rule["NINE-RUL-03"].choice == "duty"
        self.wasted: bool = rule["NINE-RUL-05"].choice == "card_wasted"
        self.at_once: bool = rule["NINE-RUL-07"].choice == "this_turn"
        self.extra_round = int(rule["NINE-RUL-13"].choice == "one_more_round")
        self.rounds: int = rule["NINE-ROUND-01"].rounds

    def benefit(self, muses: Pieces) -> Knowledge:
        """Return the sum of the Knowledge that these Muses give."""
        total = NOTHING
        for name in muses:
            total = total.plus(self.gain[name])
        return total


@quick_copies
class Seat(NamedTuple):
    """The pieces of one player."""

    held: Knowledge
    score: int = 0
    hand: Pieces = ()
    muses: Pieces = ()


@quick_copies
class State(NamedTuple):
    """A position in the game. States are immutable; a move creates a new one."""

    table: Table
    mode: str
    round: int
    starter: int  # seat that starts this round
    turn: int  # seat that acts
    last: int  # seat that used the latest card; -1: nobody has
    due: Pieces  # Muses whose benefits the player still has to collect
    final: int  # rounds begun since the last Muse came, including the current one; 0 before that
    box: Knowledge
    pool: Knowledge
    deck: Pieces  # Philosophers, the top first
    discard: Pieces
    muse_deck: Pieces
    centre: Pieces
    seats: tuple[Seat, ...]

    def name(self, seat: int) -> str:
        return self.table.players[seat]

    def seated(self, seat: int, **changes: object) -> tuple[Seat, ...]:
        """Return the seats with changes to one of them."""
        seats: list[Any] = [*self.seats]
        seats[seat] = seats[seat]._replace(**changes)
        return tuple(seats)

    def meets(self, seat: int, name: str) -> bool:
        """Return whether a player now meets the condition of a Muse."""
        own = self.seats[seat]
        held = own.held
        spans, most, lowest = self.table.asks[name]
        for what, low, high in spans:
            have = held[what] if what < 3 else sum(held) if what == 3 else len(own.muses)
            if not low <= have <= high:
                return False
        if most is None and not lowest:
            return True
        for each in self.seats:
            if each is not own and (
                (most is not None and each.held[most] >= held[most])
                or (lowest and each.score <= own.score)
            ):
                return False
        return True

    def owner(self, muse: str) -> int:
        """Return the seat that owns a Muse, or -1 if none does."""
        for seat, own in enumerate(self.seats):
            if muse in own.muses:
                return seat
        return -1

    def next_starter(self) -> int:
        return (self.starter + self.table.moves_on) % len(self.seats)

    def is_last_round(self) -> bool:
        table = self.table
        return self.final > table.extra_round or self.round >= table.rounds + table.extra_round

    def winners(self) -> tuple[int, ...]:
        """Return the seats with the most VP; tied players share the win."""
        best = max(own.score for own in self.seats)
        return tuple(seat for seat, own in enumerate(self.seats) if own.score == best)


def waiting(s: State) -> Message:
    """Return a message: what the player to act must choose, and who still holds cards."""
    if s.mode == COLLECT:
        return Message("collect from {muses} first", {"muses": s.due})
    if s.mode == CALLED:
        return Message("this turn's card has already been used, and {muses} must be collected",
                       {"muses": s.due})  # fmt: skip
    left = tuple(Message("{owner} {number}", {"owner": s.name(seat), "number": len(own.hand)})
                 for seat, own in enumerate(s.seats) if own.hand)  # fmt: skip
    return Message("{actor} [has|have] no benefit to collect and must use a card; "
                   "cards left: {left}", {"actor": s.name(s.turn), "left": left})  # fmt: skip


verb = Verbs("NINE", {  # what each mode waits for
    SETUP: ref.gate("SETUP-07", "SETUP-06",
                    why="the hands and the row of Muses have not all been dealt yet"),
    COLLECT: ref.gate("TURN-01", "TURN-02", why=waiting),
    ACT: ref.gate("TURN-03", why=waiting),
    CALLED: ref.gate("TURN-03", why=waiting),
    ROUND: ref.gate("ROUND-03", "ROUND-04", "TURN-03",
                    why="the cards of the new round have not been dealt yet"),
    OVER: ref.gate("END-01", "ROUND-01", why="the game is over"),
}, turn=ref.gate("TURN-05", why=lambda s: turn_of(s.name(s.turn))))  # fmt: skip
