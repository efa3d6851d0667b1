"""The referee of My Game: which moves its rules allow, and what follows from a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from validator.referee.api import (
    CHANCE,
    SEAT,
    SEATS,
    Field,
    Fields,
    Game,
    Move,
    Notes,
    Problem,
    Referee,
    Ruleset,
    Verb,
    Verdict,
    end_claim,
    gate,
    hands,
    name,
    pieces,
    put,
    verbs_by_name,
    whole,
    winner_claim,
    without,
)

DEAL, PLAY, OVER = "deal", "play", "over"  # modes: what the game waits for
Cards = tuple[str, ...]
Hands = tuple[tuple[int, Cards], ...]  # seats and their cards

# ---- state


class Table:
    """What does not change during a game: the players, the cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        rule, cards = game.rules, game.component("cards").cards
        self.players = tuple(players)
        self.costs: dict[str, int] = {card.title: card.cost for card in cards}
        self.copies: dict[str, int] = {card.title: card.copies for card in cards}
        self.hand: int = rule["MINE-SETUP-02"].cards
        self.first_coins: int = rule["MINE-SETUP-02"].coins
        self.gain: int = rule["MINE-REST-01"].coins
        self.turns: int = rule["MINE-END-01"].rounds * len(players)


class Seat(NamedTuple):
    """What a player has."""

    hand: Cards
    played: Cards
    coins: int


class State(NamedTuple):
    """One moment of a game. A move makes a new state and leaves the old one as it is."""

    table: Table
    turn: int  # the seat to act; seats are numbered from 0
    turns: int  # taken by all players together
    deck: Cards
    seats: tuple[Seat, ...]

    @property
    def mode(self) -> str:
        """What the game waits for."""
        if not any(seat.hand or seat.played for seat in self.seats):
            return DEAL
        over = self.turns >= self.table.turns or not all(seat.hand for seat in self.seats)
        return OVER if over else PLAY


def score(state: State, seat: int) -> int:
    """What the cards that a player has played cost together."""
    return sum(state.table.costs[card] for card in state.seats[seat].played)


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest score, once the game is over."""
    scores = [score(state, seat) for seat in range(len(state.seats))]
    over = state.mode == OVER
    return tuple(seat for seat, each in enumerate(scores) if over and each == max(scores))


# ---- facts: the names that scripts use for the parts of a state

CARDS = pieces(lambda table: table.costs)
FIELDS = Fields(
    Field("step", attribute="mode", rules=("MINE-END-01",)),
    Field("turn", SEAT),
    Field("turns", whole()),
    Field("deck", CARDS, zone="deck", hidden="all", back="card"),
    Field("winner", get=winners, show=SEATS.show, rules=("MINE-END-02",)),
    Field("hand", CARDS, own=True, zone="hand", hidden="others", back="card"),
    Field("played", CARDS, own=True, zone="played"),
    Field("coins", whole(), own=True),
    Field("score", get=score, own=True, by_player=True, rules=("MINE-END-02",)),
)


def from_start(table: Table, facts: Mapping[str, Any]) -> State:
    """The state that the facts of `start:` describe. Other cards are in the deck."""
    given, own = FIELDS.read(facts, table)
    seats = tuple(
        Seat(each.get("hand", ()), each.get("played", ()), each.get("coins", table.first_coins))
        for each in own
    )
    rest = Counter(table.copies)
    rest.subtract(card for seat in seats for card in (*seat.hand, *seat.played))
    deck = given.get("deck", tuple((+rest).elements()))
    turn = max(given.get("turn", 0), 0)  # `turn: nobody` is -1
    return State(table, turn, given.get("turns", 0), deck, seats)


# ---- verbs: the lines of a script, and the modes in which each is allowed

CARD = name(lambda state: state.table.costs, "card")
HANDS = hands(lambda state: state.table.costs)
OWN_CARD = CARD.of(lambda state, seat: dict.fromkeys(state.seats[seat].hand))  # to choose from
TURN = gate("MINE-TURN-01", why=lambda state: f"it is {state.table.players[state.turn]}'s turn")
MODES = {
    DEAL: gate("MINE-SETUP-02", why="the hands are not dealt yet"),
    PLAY: gate("MINE-SETUP-02", why="the hands are dealt already"),
    OVER: gate("MINE-END-01", why="the game is over"),
}
deal = Verb("deal", about="Deal all hands.", kind="chance", args=(HANDS,), modes=(DEAL,))
play = Verb("play", about="Pay for a card and play it.", args=(OWN_CARD,), modes=(PLAY,))
rest = Verb("rest", about="Take coins instead.", args=(), modes=(PLAY,))
end = end_claim(lambda state: "" if state.mode == OVER else "there are turns left", "MINE-END-01")
winner = winner_claim(winners, "MINE-END-02")

# ---- guards: what a rule says of a move. "" if the rule is kept, otherwise what is wrong


@deal.law("MINE-SETUP-02")
def whole_hands(state: State, _: int, dealt: Hands) -> Verdict:
    """Every player gets the same number of cards."""
    counts = [len(dict(dealt).get(seat, ())) for seat in range(len(state.seats))]
    need = state.table.hand
    return "" if set(counts) == {need} else f"{counts} cards, not {need} for each player"


@deal.law("MINE-COMP-01")
def in_the_deck(state: State, _: int, dealt: Hands) -> Verdict:
    """The cards are in the deck."""
    missing = Counter(card for _, hand in dealt for card in hand) - Counter(state.deck)
    return f"too few cards in the deck: {', '.join(missing)}" if missing else ""


@play.law("MINE-PLAY-01")
def in_hand(state: State, seat: int, card: str) -> Verdict:
    """The card is in the player's hand."""
    hand = state.seats[seat].hand
    return "" if card in hand else f"{state.table.players[seat]} has {', '.join(hand)}"


@play.law("MINE-PLAY-02")
def can_pay(state: State, seat: int, card: str) -> Verdict:
    """The player has as many coins as the card costs."""
    cost, coins = state.table.costs[card], state.seats[seat].coins
    player = state.table.players[seat]
    return "" if coins >= cost else f"{card} costs {cost}, and {player} has {coins}"


# ---- effects: the state after a move. Each note names a rule and the facts that it changes


@deal.effect
def _deal(state: State, _: int, dealt: Hands, note: Notes | None) -> State:
    if note is not None:
        note("MINE-SETUP-02", "*.hand", "deck")
    seats = tuple(state.seats[seat]._replace(hand=hand) for seat, hand in dealt)
    deck = without(state.deck, *(card for _, hand in dealt for card in hand))
    return state._replace(deck=deck, seats=seats)


@play.effect
def _play(state: State, seat: int, card: str, note: Notes | None) -> State:
    player, cost = state.table.players[seat], state.table.costs[card]
    if note is not None:
        note("MINE-PLAY-01", f"{player}.hand", f"{player}.played")
        note("MINE-PLAY-02", f"{player}.coins", text=f"{player} pays {cost}")
    hand, played, coins = state.seats[seat]
    return _next(state, Seat(without(hand, card), (*played, card), coins - cost), note)


@rest.effect
def _rest(state: State, seat: int, note: Notes | None) -> State:
    if note is not None:
        note("MINE-REST-01", f"{state.table.players[seat]}.coins")
    own = state.seats[seat]
    return _next(state, own._replace(coins=own.coins + state.table.gain), note)


def _next(state: State, own: Seat, note: Notes | None) -> State:
    """The state after a turn that leaves its player with `own`."""
    if note is not None:
        note("MINE-TURN-01", "turn", "turns")
    seats, turn = put(state.seats, state.turn, own), (state.turn + 1) % len(state.seats)
    return state._replace(seats=seats, turn=turn, turns=state.turns + 1)


# ---- referee


class MyGameReferee(Referee[State]):
    """My Game with certain players."""

    verbs = verbs_by_name(deal, play, rest, end, winner)
    fields, modes, turn = FIELDS, MODES, TURN

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        self.table = Table(game, players)
        need, deck = self.table.hand * len(players), game.component("cards")
        if need > deck.pieces:  # `pieria check` reports it
            message = f"{deck.pieces} cards, but {len(players)} players need {need} (MINE-SETUP-02)"
            self.problems.append(Problem(deck.spot, message, "deal"))

    def begin(self, first: int | None = None) -> State:
        return self.place({})._replace(turn=first or 0)

    def opened(self, _: State) -> Notes:
        note = Notes()
        note("MINE-SETUP-02", "*.coins")
        note("MINE-COMP-01", "deck")
        return note

    def place(self, facts: Mapping[str, Any]) -> State:
        return from_start(self.table, facts)

    def to_act(self, state: State) -> int | None:
        return {DEAL: CHANCE, PLAY: state.turn, OVER: None}[state.mode]

    def chance(self, state: State, random: Random) -> Move:
        seats, each = range(len(self.players)), self.table.hand
        cards = random.sample(state.deck, each * len(seats))
        dealt = tuple((seat, tuple(cards[each * seat : each * (seat + 1)])) for seat in seats)
        return Move(CHANCE, "deal", (dealt,))

    def printed(self) -> Mapping[str, int]:
        return self.table.copies


RULESET = Ruleset(referee=MyGameReferee)  # the entry point in pyproject.toml names it
