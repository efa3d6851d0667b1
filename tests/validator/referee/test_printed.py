"""Pieces of states and the printed cards that they are."""

from __future__ import annotations

import pytest

from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.printed import PrintedPieces
from validator.referee.registry import find_referee, printed_pieces, seats


def game_of(name: str) -> Game:
    game = load_game(resource("data") / name).game
    assert game
    return game


@pytest.mark.parametrize("name", shipped_games())
def test_all_pieces_that_a_referee_names_are_printed(name: str) -> None:
    game = game_of(name)
    referee = find_referee(game, seats(min(game.players)))
    assert referee
    known = printed_pieces(game)
    missing = {piece for piece in referee.printed() if known.find(piece) is None}
    assert len(missing) <= (3 if name == "dance-of-muses" else 0), missing


def test_a_ruleset_says_how_pieces_are_called() -> None:
    found = printed_pieces(game_of("crazy-eights")).find("qS")
    assert found
    assert (found.component.id, found.card.id) == ("cards", "qs")
    coin = printed_pieces(game_of("schizonauts")).find("coin")
    assert coin
    assert coin.component.id == "coins"


def test_pieces_of_other_components_are_called_by_id_or_title() -> None:
    game = game_of("nine-muses")
    pieces = PrintedPieces(game, {"muses": "the {title}"})
    assert pieces.find("Clio") is None
    assert pieces.find("the Clio") is not None
    assert pieces.find("the Clio") == pieces.find("THE CLIO")
    assert pieces.find("Heron") == pieces.find("heron")


def test_a_card_without_a_field_of_the_name_has_none() -> None:
    game = game_of("nine-muses")
    assert PrintedPieces(game, {"muses": "{rank}"}).find("Clio") is None
