"""The referee of Crazy Eights: the legal moves and their effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, NamedTuple

from validator.games.crazy_eights.numbers import NUMBERS
from validator.referee import api as ref
from validator.referee.api import Game, Move

DEAL, PLAY, DRAW, OVER = "deal", "play", "draw", "over"  # modes: what the game waits for
NO_SUIT = "none"  # before the first card is turned up
SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
Cards = tuple[str, ...]

# ---- state


class Table:
    """The constants of a game: the players, the cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        rule, cards = game.rules, game.component("cards").cards
        self.game, self.players = game, tuple(players)
        self.rank: dict[str, str] = {card.title: card.rank for card in cards}
        self.suit: dict[str, str] = {card.title: card.suit for card in cards}
        self.name: dict[str, str] = {card.title: card.name for card in cards}
        self.copies: dict[str, int] = {card.title: card.copies for card in cards}
        self.suits: Cards = rule["EIGHTS-COMP-01"].suits
        self.ranks: Cards = rule["EIGHTS-COMP-01"].ranks
        self.wild: str = rule["EIGHTS-PLAY-03"].rank
        self.dealt: int = rule["EIGHTS-SETUP-02"].cards.get(len(players), 0)
        self.most_drawn: int = rule["EIGHTS-DRAW-01"].most
        points = rule["EIGHTS-SCORE-01"]
        self.points: dict[str, int] = {
            rank: int(rank) if rank.isdigit() else points.court for rank in self.ranks
        } | {self.wild: points.eight, "A": points.ace}


class Seat(NamedTuple):
    """The hand and the score of a player."""

    hand: Cards = ()


class State(NamedTuple):
    """A position in the game. A move creates a new state and leaves the old one unchanged."""

    table: Table
    seats: tuple[Seat, ...]
    mode: str = DEAL
    turn: int = 0  # the seat to act; seats are numbered from 0
    stock: Cards = ()
    discard: Cards = ()  # the top card is the last
    suit: str = NO_SUIT  # the suit to match: of the top card, or named with an eight
    drawn: int = 0  # cards drawn in this turn
    passes: int = 0  # players who passed one after the other, with no card to draw


def points(state: State, seat: int) -> int:
    """Return the points of the cards in a hand."""
    return sum(state.table.points[state.table.rank[card]] for card in state.seats[seat].hand)


def winners(state: State) -> tuple[int, ...]:
    """Return the seats with the fewest points in hand if the game is over; otherwise none."""
    held = [points(state, seat) for seat in range(len(state.seats))]
    return tuple(seat for seat, each in enumerate(held) if state.mode == OVER and each == min(held))


def score(state: State, seat: int) -> int:
    """Return a winner's score: the points in all other hands minus those in the winner's
    own hand.
    """
    own, seats = points(state, seat), range(len(state.seats))
    return sum(points(state, other) - own for other in seats) if seat in winners(state) else 0


def fits(state: State, card: str) -> bool:
    """Return whether a card may be played: it has the rank of the top card or the suit, or is an
    eight.
    """
    table, top = state.table, state.discard[-1]
    return table.suit[card] == state.suit or table.rank[card] in (table.rank[top], table.wild)


def fitting(state: State, seat: int) -> Cards:
    """Return the cards in a player's hand that may be played on the top card."""
    return tuple(card for card in state.seats[seat].hand if fits(state, card))


def can_draw(state: State) -> bool:
    """Return whether there is a card to draw, in the stock or below the top of the discard pile."""
    return bool(state.stock) or len(state.discard) > 1


# ---- facts: the names that scripts use for the parts of a state

CARDS = ref.pieces(lambda table: table.rank)
ENDS = ("EIGHTS-END-01", "EIGHTS-END-02")
FIELDS = ref.Fields(
    ref.Field("players", get=lambda state: state.table.players),
    ref.Field("step", ref.one_of(DEAL, PLAY, DRAW, OVER), attribute="mode"),
    ref.Field("turn", ref.SEAT, lambda s: s.turn if s.mode in (PLAY, DRAW) else None),
    ref.Field("stock", CARDS, zone="stock", hidden="all", back="card"),
    ref.Field("discard", CARDS, zone="discard"),
    ref.Field("suit", ref.one_of("C", "D", "H", "S", NO_SUIT)),
    ref.Field("drawn", ref.whole()),
    ref.Field("passes", ref.whole()),
    ref.Field("end", get=lambda state: state.mode == OVER, rules=ENDS),
    ref.Field("winner", get=winners, show=ref.SEATS.show, rules=ENDS),
    ref.Field("hand", CARDS, own=True, zone="hand", hidden="others", back="card"),
    ref.Field("points", get=points, own=True, rules=("EIGHTS-SCORE-01",)),
    ref.Field("score", get=score, own=True, by_player=True, rules=("EIGHTS-SCORE-01",)),
)

# ---- verbs: the lines of a script, and what each mode waits for


def acts(state: State) -> ref.Message:
    """Return the reason why only one player may act, such as "it is Ann's turn"."""
    return ref.turn_of(state.table.players[state.turn])


verb = ref.Verbs("EIGHTS", {
    DEAL: ref.gate("SETUP-02", why="the cards have not been dealt yet"),
    PLAY: ref.gate("TURN-01", why=acts),
    DRAW: ref.gate("DRAW-01", why="a card must be drawn first"),
    OVER: ref.gate("END-01", why="the game is over"),
}, turn=ref.gate("TURN-01", why=acts))  # fmt: skip
WAITS = {DEAL: ref.CHANCE, DRAW: ref.CHANCE, OVER: None}  # modes in which no player acts

CARD = ref.name(lambda state: state.table.rank, "card")
SUIT = ref.name(lambda state: state.table.suits, "suit").after("as").or_left_out(None)
HANDS = ref.hands(lambda state: state.table.rank)


def suits(state: State, _: int, card: str) -> tuple[str | None, ...]:
    """Return the suits that can be named with a card.

    With an eight, these are all suits; with any other card, only None.
    """
    return state.table.suits if state.table.rank[card] == state.table.wild else (None,)


# ---- what they do: rules are asked first; then each step says which rules made it

PLAYS = ref.Say("Play {card}", "plays {card}")  # words for a step, before and after it
NAMES = ref.Say("name {suit}", "names {suit}")
WINS = ref.Say("have no cards left", "has no cards left")
SHUFFLES = ref.Say("Shuffle the discards", "shuffles the discards")
DRAWS = ref.Say("Draw a card", "draws")
DRAWN = ref.event("{who} draws {card}")  # a sentence of its own
PASSES = ref.Say("Pass", "passes")
BLOCKED = ref.Say("end the game", "ends the game: nobody can play or draw")
TURNS_UP = ref.event("{card} is turned up")


@verb("chance", open=DEAL)
def deal(
    s: State, _: int, hands: Annotated[ref.Hands, HANDS],
    up: Annotated[str, CARD.after("up")], to: ref.Judge,
) -> State:  # fmt: skip
    """Deal the hands and turn up the first card of the discard pile."""
    ref.hands_of(hands, s.table.dealt, len(s.seats), "SETUP-02", to)
    cards = (up, *(card for _, hand in hands for card in hand))
    ref.taken_from(s.stock, cards, "the stock", "COMP-01", to)
    to.holds("SETUP-03", s.table.rank[up] != s.table.wild,
             "{card} is wild, so it must go back into the stock", card=up)  # fmt: skip
    to.asked()
    seats, stock = tuple(Seat(hand) for _, hand in hands), ref.without(s.stock, *cards)
    s = to.did(("SETUP-02", "TURN-01"), s, s._replace(mode=PLAY, seats=seats, stock=stock))
    after = s._replace(discard=(up,), suit=s.table.suit[up])
    return to.did("SETUP-03", s, after, TURNS_UP, card=up)


@verb(open=PLAY)
def play(
    s: State, me: int, card: Annotated[str, CARD.of(fitting)],
    suit: Annotated[str | None, SUIT.of(suits)], to: ref.Judge,
) -> State:  # fmt: skip
    """Lay a card on the discard pile; with an eight, name a suit."""
    hand, wild = s.seats[me].hand, s.table.rank[card] == s.table.wild
    to.holds("PLAY-01", card in hand, "{player} [has|have] no {card}", card=card)
    to.holds("PLAY-02", fits(s, card), "{card} has neither the rank of {top} nor the suit {suit}",
             card=card, top=s.discard[-1], suit=SUITS[s.suit])  # fmt: skip
    if wild:
        to.holds("PLAY-03", suit, "playing {card} requires naming a suit", card=card)
    else:
        to.holds("PLAY-03", not suit, "{card} is not wild, so no suit may be named", card=card)
    to.asked()
    seats = ref.put(s.seats, me, Seat(ref.without(hand, card)))
    after = s._replace(seats=seats, discard=(*s.discard, card), suit=s.table.suit[card], passes=0)
    s = to.did(("PLAY-01", "PLAY-02"), s, after, PLAYS, card=card)
    if suit:
        s = to.did("PLAY-03", s, s._replace(suit=suit), NAMES, suit=SUITS[suit])
    if not s.seats[me].hand:
        s = to.did("END-01", s, s._replace(mode=OVER), WINS)
    return next_turn(s, to)


def cannot_play(s: State, me: int, rule: str, to: ref.Judge) -> None:
    """Check that the player cannot play a card, so that drawing or passing is allowed."""
    cards = fitting(s, me)
    to.holds(rule, not cards, "{player} [has|have] a card that fits: {cards}", cards=cards)


def next_turn(s: State, to: ref.Judge) -> State:
    """Pass the turn to the next player."""
    after = s._replace(turn=(s.turn + 1) % len(s.seats), drawn=0)
    return to.did("TURN-01", s, after)


@verb(open=PLAY)
def draw(s: State, me: int, to: ref.Judge) -> State:
    """Draw a card, because none of yours fits."""
    to.holds("DRAW-01", s.drawn < s.table.most_drawn,
             "{number} [card has|cards have] already been drawn this turn",
             number=s.drawn)  # fmt: skip
    cannot_play(s, me, "DRAW-01", to)
    to.holds("DRAW-02", can_draw(s), "there is no card to draw")
    to.asked()
    if not s.stock:
        after = s._replace(stock=s.discard[:-1], discard=s.discard[-1:])
        s = to.did("DRAW-02", s, after, SHUFFLES)
    return to.did("DRAW-01", s, s._replace(mode=DRAW), DRAWS)


@verb("chance", word="draw", open=DRAW)
def drawn(s: State, _: int, card: Annotated[str, CARD], to: ref.Judge) -> State:
    """Add the drawn card to the player's hand."""
    ref.taken_from(s.stock, (card,), "the stock", "COMP-01", to)
    to.asked()
    seats = ref.put(s.seats, s.turn, Seat((*s.seats[s.turn].hand, card)))
    after = s._replace(mode=PLAY, stock=ref.without(s.stock, card), seats=seats, drawn=s.drawn + 1)
    return to.did("DRAW-01", s, after, DRAWN, who=s.table.players[s.turn], card=card)


@verb(open=PLAY, name="pass")
def skip(s: State, me: int, to: ref.Judge) -> State:
    """Pass, because you can draw no more cards."""
    cannot_play(s, me, "PASS-01", to)
    left = s.table.most_drawn - s.drawn
    to.holds("PASS-01", left <= 0 or not can_draw(s),
             "{player} can still draw {number} [card|cards]", number=left)  # fmt: skip
    to.asked()
    passes = 0 if can_draw(s) else s.passes + 1
    s = to.did("PASS-01", s, s._replace(passes=passes), PASSES)
    if passes >= len(s.seats):
        s = to.did("END-02", s, s._replace(mode=OVER), BLOCKED)
    return next_turn(s, to)


# ---- claims, and what is judged outside play

DECK = ref.part(
    "cards", ref.titles("cards"), ref.counted("EIGHTS-COMP-01.names"), kind=ref.COUNTS
)  # fmt: skip
judge = ref.judge_claim({"kit": ref.Subject((DECK,))}, "{cards: {8C: 0}}")
verb.add(
    ref.end_claim(lambda s: "" if s.mode == OVER else "a player has a card to play", ENDS[0]),
    ref.winner_claim(winners, *ENDS),
    judge,
)

# ---- referee


class CrazyEights(ref.Referee[State]):
    """The referee of Crazy Eights for the given players."""

    verbs, fields, waits = verb, FIELDS, WAITS
    table_type, state_type, seat_type, rest = Table, State, Seat, "stock"
    players_rule, pieces_rule = "EIGHTS-SETUP-01", "EIGHTS-COMP-01"
    supply = ("stock", "discard")

    def place(self, facts: Mapping[str, object]) -> State:
        state, suit = super().place(facts), self.table.suit
        if state.discard:
            follow = suit[state.discard[-1]] if state.suit == NO_SUIT else state.suit
            state = state._replace(suit=follow, mode=PLAY if state.mode == DEAL else state.mode)
        elif state.mode in (PLAY, DRAW):
            raise ref.FactError(
                ("discard",),
                "expected at least one card in the discard pile",
                "EIGHTS-SETUP-03",
            )
        if state.mode == DRAW and not state.stock:
            raise ref.FactError(
                ("stock",), "expected at least one card to draw", "EIGHTS-COMP-01"
            )  # fmt: skip
        few = len(self.first(state)) <= self.table.dealt * len(state.seats)
        if state.mode == DEAL and few and facts.keys() - {"turn"}:
            raise ref.FactError(("stock",), "expected enough cards to deal", "EIGHTS-COMP-01")
        return state

    def title(self, piece: str) -> str:
        return str(self.table.name[piece])

    def first(self, state: State) -> list[str]:
        """Return the cards that can be turned up first for the discard pile."""
        return [card for card in state.stock if self.table.rank[card] != self.table.wild]

    def chance(self, state: State, random: Random) -> Move:
        if state.mode == DRAW:
            return Move(ref.CHANCE, "drawn", (random.choice(state.stock),))
        up = random.choice(self.first(state))
        rest, each = ref.without(state.stock, up), self.table.dealt
        dealt = ref.shuffled_hands(random, rest, len(state.seats), each)
        return Move(ref.CHANCE, "deal", (dealt, up))


REQUIREMENTS = (
    ref.Requirement("Cards", ref.stated("EIGHTS-COMP-01.cards"),
                    ("EIGHTS-COMP-01",), "one deck", pieces=("cards",), whole=True),
    ref.Requirement("References", ref.stated("EIGHTS-COMP-02.count"),
                    ("EIGHTS-COMP-02",), "shared by all players", pieces=("references",)),
)  # fmt: skip
DEAL_TAKES = ref.dealt(
    "cards", "EIGHTS-SETUP-02.cards.{players}", "EIGHTS-SETUP-03", extra=1
)  # fmt: skip
RULESET = ref.Ruleset(
    referee=CrazyEights, numbers=NUMBERS, requirements=REQUIREMENTS,
    pieces={"cards": "{rank}{suit}"},
    deck=ref.DeckChecks(judge, ("kit",), DEAL_TAKES, components=("cards",)),
)  # fmt: skip
