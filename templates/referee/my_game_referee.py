"""The referee of My Game: a position and a move to the rule that it breaks, or to what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from validator.referee.api import (
    CHANCE,
    Game,
    Given,
    Move,
    Notes,
    Problem,
    Record,
    Referee,
    Ruleset,
    Verb,
    Verdict,
    Words,
    Zone,
    in_a_line,
    laws_for,
    put,
    verbs_by_name,
    without,
)

Cards = tuple[str, ...]


# ---- state: what does not change during a game, and what does


class Table:
    """The players, what the cards cost, and the numbers of the rules: none stands in this file."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        rule, cards = game.rules, game.component("cards").cards
        self.players = tuple(players)
        self.costs: dict[str, int] = {card.title: card.cost for card in cards}
        self.copies: dict[str, int] = {card.title: card.copies for card in cards}
        self.hand: int = rule["MINE-SETUP-02"].cards
        self.first_coins: int = rule["MINE-SETUP-02"].coins
        self.gain: int = rule["MINE-REST-01"].coins
        self.rounds: int = rule["MINE-END-01"].rounds


class Position(NamedTuple):
    """One moment of a game. A move makes a new one; the old one is still there."""

    table: Table
    deck: Cards
    hands: tuple[Cards, ...]  # by seat: players are numbered from 0
    played: tuple[Cards, ...]
    coins: tuple[int, ...]
    dealt: int = 0  # players who have their hand
    turns: int = 0  # turns taken by all


def seat_of_turn(at: Position) -> int:
    """Whose turn it is."""
    return at.turns % len(at.table.players)


def is_over(at: Position) -> bool:
    """Whether a hand is empty, or all rounds are played."""
    players = len(at.table.players)
    return at.dealt == players and (not all(at.hands) or at.turns >= at.table.rounds * players)


def score(at: Position, seat: int) -> int:
    """What the cards before a player cost together."""
    return sum(at.table.costs[card] for card in at.played[seat])


def winners(at: Position) -> tuple[int, ...]:
    """Everybody with the highest score."""
    scores = [score(at, seat) for seat in range(len(at.table.players))]
    return tuple(seat for seat, each in enumerate(scores) if each == max(scores))


# ---- moves: each argument has a slot, a function that lists what it may be


def own_cards(at: Position, seat: int) -> Cards:
    """What may be named in `play CARD`: the cards of the hand, each once."""
    return tuple(dict.fromkeys(at.hands[seat]))


deal = Verb("deal", "deal PLAYER CARD…", "The hand of a player.", kind="chance")
play = Verb("play", "play CARD", "Pay for a card of your hand and lay it down.", (own_cards,))
rest = Verb("rest", "rest", "Take coins instead.")
end = Verb("end", "end", "Say that the game is over.", kind="claim")


# ---- laws: what a rule of the catalogue says of a move. None: it is not concerned; "": it is kept;
# other words are the facts that show how it is broken. A law reads as many arguments as it names.


@laws_for((play, rest), "MINE-END-01")
def not_over(at: Position, _seat: int) -> Verdict:
    """Nobody acts when the game is over."""
    return "the game is over" if is_over(at) else ""


@laws_for((play, rest), "MINE-TURN-01")
def own_turn(at: Position, seat: int) -> Verdict:
    """Turns go round."""
    now = seat_of_turn(at)
    return "" if seat == now else f"it is the turn of {at.table.players[now]}"


@play.law("MINE-PLAY-01")
def in_hand(at: Position, seat: int, card: str) -> Verdict:
    """A card of the own hand."""
    hand = at.hands[seat]
    return "" if card in hand else f"{at.table.players[seat]} holds {', '.join(hand) or 'nothing'}"


@play.law("MINE-PLAY-02")
def can_pay(at: Position, seat: int, card: str) -> Verdict:
    """As many coins as the card shows."""
    cost, have = at.table.costs[card], at.coins[seat]
    return "" if have >= cost else f"{card} costs {cost}; {at.table.players[seat]} has {have}"


@deal.law("MINE-SETUP-02")
def one_hand_each(at: Position, _: int, seat: int, cards: Cards) -> Verdict:
    """So many cards, one player after the other."""
    if seat != at.dealt:
        return "this is not the next player to be dealt a hand"
    need = at.table.hand
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.law("MINE-COMP-01")
def from_the_deck(at: Position, _: int, _seat: int, cards: Cards) -> Verdict:
    """What is dealt lies in the deck."""
    missing = [card for card in cards if cards.count(card) > at.deck.count(card)]
    return f"the deck holds {at.deck.count(missing[0])} {missing[0]}" if missing else ""


@end.law("MINE-END-01")
def it_is_over(at: Position, _: int) -> Verdict:
    """The claim holds when the game is over."""
    return "" if is_over(at) else "there are turns to play"


# ---- effects: what a move does. `note` hears which rule settled which facts; it is None in play
# without a script


@deal.effect
def _deal(at: Position, _: int, seat: int, cards: Cards, note: Notes | None) -> Position:
    if note is not None:
        note("MINE-SETUP-02", f"{at.table.players[seat]}.hand", "deck")
    return at._replace(
        deck=without(at.deck, *cards), hands=put(at.hands, seat, cards), dealt=at.dealt + 1
    )


@play.effect
def _play(at: Position, seat: int, card: str, note: Notes | None) -> Position:
    name = at.table.players[seat]
    if note is not None:
        note("MINE-PLAY-02", f"{name}.coins", text=f"{name} pays {at.table.costs[card]}")
        note("MINE-PLAY-01", f"{name}.hand", f"{name}.played", f"score.{name}")
        note("MINE-TURN-01", "turn")
    return at._replace(
        hands=put(at.hands, seat, without(at.hands[seat], card)),
        played=put(at.played, seat, (*at.played[seat], card)),
        coins=put(at.coins, seat, at.coins[seat] - at.table.costs[card]),
        turns=at.turns + 1,
    )


@rest.effect
def _rest(at: Position, seat: int, note: Notes | None) -> Position:
    if note is not None:
        note("MINE-REST-01", f"{at.table.players[seat]}.coins")
        note("MINE-TURN-01", "turn")
    return at._replace(
        coins=put(at.coins, seat, at.coins[seat] + at.table.gain), turns=at.turns + 1
    )


@end.effect
def _end(at: Position, _: int, _note: Notes | None) -> Position:
    return at


# ---- lines: how a script writes the arguments, and how they are read


@play.reader
def _read_play(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (words.name(at.table.costs, "card"),)


@play.writer
def _write_play(_: Position, card: str) -> str:
    return in_a_line(card)


@deal.reader
def _read_deal(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    seat = at.table.players.index(words.name(at.table.players, "player"))
    return seat, words.names(at.table.costs, "card")


@deal.writer
def _write_deal(at: Position, seat: int, cards: Cards) -> str:
    return f"{at.table.players[seat]} {' '.join(map(in_a_line, cards))}"


# ---- the referee: what every game answers


class MyGameReferee(Referee[Position]):
    """My Game at one table."""

    verbs = verbs_by_name(deal, play, rest, end)
    derived = ("end", "winner", "score")  # facts that follow from others

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        self.table = Table(game, players)
        need, deck = self.table.hand * len(players), game.component("cards")
        if need > deck.pieces:  # what `pieria check` tells of cards that cannot be played with
            message = f"{deck.pieces} cards, but {len(players)} players need {need} (MINE-SETUP-02)"
            self.problems.append(Problem(deck.spot, message, "deal"))

    def begin(self, first: int | None = None) -> Position:
        del first  # MINE-TURN-01 says who begins
        return self.place({})._replace(dealt=0)

    def place(self, facts: Mapping[str, Any]) -> Position:
        """A position from `start:`. Cards that are not mentioned lie in the deck."""
        table, given = self.table, Given(facts)
        given.yes("loose")
        own = [given.inner(name) for name in self.players]
        hands = tuple(each.words("hand", table.costs) for each in own)
        played = tuple(each.words("played", table.costs) for each in own)
        coins = tuple(each.whole("coins", table.first_coins) for each in own)
        turns = given.whole("turns", 0)
        for each in own:
            each.done()
        given.done()
        out = [card for cards in (*hands, *played) for card in cards]
        deck = [card for card, copies in table.copies.items() for _ in range(copies)]
        for card in out:
            if card not in deck:
                raise given.wrong("deck", f"{card} is printed {table.copies[card]} times only")
            deck.remove(card)
        return Position(table, tuple(deck), hands, played, coins, len(own), turns)

    def to_act(self, at: Position) -> int | None:
        if at.dealt < len(self.players):
            return CHANCE
        return None if is_over(at) else seat_of_turn(at)

    def chance(self, at: Position, random: Random) -> Move:
        return Move(CHANCE, "deal", (at.dealt, tuple(random.sample(at.deck, self.table.hand))))

    def facts(self, at: Position) -> Mapping[str, Any]:
        over = is_over(at)
        return {
            "turn": "nobody" if over else self.players[seat_of_turn(at)],
            "turns": at.turns,
            "deck": len(at.deck),
            "end": over,
            "winner": tuple(self.players[seat] for seat in winners(at)) if over else (),
            "score": Record({name: score(at, seat) for seat, name in enumerate(self.players)}),
            **{
                name: Record({"hand": at.hands[seat], "played": at.played[seat],
                              "coins": at.coins[seat]})
                for seat, name in enumerate(self.players)
            },
        }  # fmt: skip

    def grounds(self, at: Position, fact: str) -> tuple[str, ...]:
        return ("MINE-END-02",) if fact == "winner" and is_over(at) else ()

    # Every printed card lies in one zone, before and after every move; whoever loses one is told.

    def zones(self, at: Position) -> Mapping[str, Zone]:
        zones: dict[str, Zone] = {"deck": at.deck}
        for seat, name in enumerate(self.players):
            zones[f"{name}'s hand"] = at.hands[seat]
            zones[f"{name}'s cards"] = at.played[seat]
        return zones

    def printed(self) -> Mapping[str, int]:
        return self.table.copies

    # What a player cannot see: the deck and the hands of others.

    def view(self, at: Position, seat: int) -> Position:
        hands = (each if own == seat else ("?",) * len(each) for own, each in enumerate(at.hands))
        return at._replace(deck=("?",) * len(at.deck), hands=tuple(hands))

    def shuffled(self, at: Position, seat: int, random: Random) -> Position:
        hidden = [*at.deck, *(c for own, hand in enumerate(at.hands) if own != seat for c in hand)]
        random.shuffle(hidden)
        hands = list(at.hands)
        for own, hand in enumerate(at.hands):
            if own != seat:
                hands[own] = tuple(hidden.pop() for _ in hand)
        return at._replace(deck=tuple(hidden), hands=tuple(hands))


RULESET = Ruleset(referee=MyGameReferee)  # what the entry point names
