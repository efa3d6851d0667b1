"""A pack for Muse by its rules: what the deal takes. A playing card asks for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.model import Game
from validator.referee.deck_checks import Deal


def deals(game: Game) -> Iterator[Deal]:
    """First hands from the pack, and first tokens."""
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
