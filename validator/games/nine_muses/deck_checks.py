"""Checks of custom decks for Nine Muses: pieces for the deal, impossible conditions."""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.model import Card, Component, Game
from validator.games.nine_muses.cards import KINDS, WORDS, Amounts, Muse, read_cards
from validator.referee.deck_checks import Beyond, Deal


def _component(game: Game, name: str) -> Component:
    return next(each for each in game.components if each.id == name)


def _players(game: Game) -> range:
    return range(game.players[0], game.players[1] + 1)


def deals(game: Game) -> Iterator[Deal]:
    """Yield the Muses of the row, and the tokens that players receive from the pool."""
    rule, players = game.rules, _players(game)
    muses, centre = _component(game, "muses"), rule["NINE-SETUP-06"].centre
    need = dict.fromkeys(players, centre)
    yield Deal(muses.location, muses.title, muses.pieces, need, ("NINE-SETUP-06",))
    pool = rule["NINE-SETUP-03"].pool
    for kind, word in enumerate(WORDS):
        gift = rule["NINE-SETUP-09"].data[f"{word}_each"]
        for count in players:
            need = {count: gift * count}
            what = f"{word.capitalize()} in the pool of {count} players"
            rules = ("NINE-SETUP-03", "NINE-SETUP-09")
            yield Deal(rule["NINE-SETUP-03"].location, what, pool[count][kind], need, rules)


def beyond(game: Game) -> Iterator[Beyond]:
    """Yield costs and gains beyond the tokens in play, and conditions that nobody or all meet."""
    pool = game.rules["NINE-SETUP-03"].pool
    most: Amounts = tuple(
        max(pool[count][kind] for count in _players(game)) for kind in range(len(KINDS))
    )
    total = max(sum(pool[count]) for count in _players(game))
    cards, _ = read_cards(game)
    for card in _component(game, "philosophers").cards:
        for number, option in enumerate(cards.philosophers[card.title], 1):
            for what, amounts in (("pays", option.pay), ("gains", option.gain)):
                yield from _too_much(card, f"option {number} {what}", amounts, most)
    for card in _component(game, "muses").cards:
        if muse := cards.muses.get(card.title):
            yield from _too_much(card, "the benefit gains", muse.gain, most)
            others = sum(each.copies for each in _component(game, "muses").cards) - 1
            yield from _condition(card, muse, most, total, others, game.players[0] > 1)


def _too_much(card: Card, what: str, amounts: Amounts, most: Amounts) -> Iterator[Beyond]:
    for kind, word in enumerate(WORDS):
        if amounts[kind] > most[kind]:
            why = f"no more than {most[kind]} are in play with any number of players"
            words = f"{card.title}: {what} {amounts[kind]} {word.capitalize()}"
            yield Beyond(card.location, words, why, ("NINE-SETUP-03", "NINE-COMP-12"))


def _condition(
    card: Card, muse: Muse, most: Amounts, total: int, others: int, rivals: bool
) -> Iterator[Beyond]:
    """Check a condition against the most that a player can hold.

    `rivals`: whether there is always another player.
    """
    span = {
        **{kind: (0, number) for kind, number in zip(KINDS, most, strict=True)},
        "total": (0, total), "muses": (0, others),
    }  # fmt: skip
    why = {
        **dict.fromkeys((*KINDS, "total"), ("are in play", ("NINE-SETUP-03", "NINE-COMP-12"))),
        "muses": ("other Muses are in the deck", ("NINE-COMP-02", "NINE-CALL-07")),
    }
    free = rivals and muse.most is None and not muse.lowest_score
    for what, low, high in muse.ranges:
        bound = span[what][1]
        words, rules = why[what]
        if low > bound:
            about = f"{card.title}: the condition asks for {low} or more of '{what}'"
            yield Beyond(card.location_of(low), about, f"no more than {bound} {words}", rules)
            return
        free = free and low == 0 and high >= bound
        span[what] = max(low, span[what][0]), min(high, bound)
    lows, highs = (sum(span[kind][end] for kind in KINDS) for end in (0, 1))
    low, high = span["total"]
    if lows > high or highs < low:
        about = f"{card.title}: the condition contradicts itself"
        why_ = f"C, S and E come to {lows} to {highs}, its total is {low} to {high}"
        yield Beyond(card.location, about, why_, ("NINE-COMP-08", "NINE-CALL-02"))
    if muse.most is not None and span[KINDS[muse.most]][1] == 0:
        about = f"{card.title}: the condition contradicts itself"
        why_ = f"most {KINDS[muse.most]} of all is more than none, which it asks for as well"
        yield Beyond(card.location, about, why_, ("NINE-COMP-08", "NINE-CALL-02"))
    if free:
        about = f"{card.title}: nobody can ever Call her"
        why_ = "everybody always meets the condition, and only one player may meet it"
        yield Beyond(card.location, about, why_, ("NINE-CALL-03",))
