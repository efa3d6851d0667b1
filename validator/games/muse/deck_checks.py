"""Checks custom packs for Muse: enough cards and tokens for the deal."""

from __future__ import annotations

from collections.abc import Iterator

from validator.referee.api import Deal, Game


def deals(game: Game) -> Iterator[Deal]:
    """Yield the numbers of cards in the first hands and of tokens at the start."""
    rule, players = game.rules, range(game.players[0], game.players[1] + 1)
    for name, what, number, each in (
        ("cards", "Playing cards", "MUSE-COMP-01.cards", "MUSE-SETUP-02.cards_each"),
        ("tokens", "Tokens", "MUSE-COMP-02.min_tokens", "MUSE-SETUP-03.tokens_each"),
    ):
        found = [each for each in game.components if each.id == name]
        have = found[0].pieces if found else rule.number(number)
        location = found[0].location if found else rule[number.partition(".")[0]].location
        need = {count: count * rule.number(each) for count in players}
        yield Deal(location, what, have, need, (each.partition(".")[0],))
