"""The sentences about moves: for each reader, with typed values, in plain English."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from validator.core.location import Location
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE, Move
from validator.referee.messages import Amount, Message, NamedPiece, Player
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.referee.tokens import TokenCursor
from validator.script.split import split

load = cache(load_game)
TINY = {"round": 1, "turn": "Ann", "Ann": {"hand": ["Aesop", "Heron"], "craft": 1}}


def nine(**facts: object) -> tuple[Referee[Any], Any]:
    game = load(resource("data") / "nine-muses").game
    assert game is not None
    referee: Referee[Any] | None = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    return referee, referee.place(facts)


def move_of(referee: Referee[Any], state: object, line: str) -> Move:
    words, story = split(line, Location("line"))
    tokens = TokenCursor(words, Location("line"), story)
    seat = referee.seat(tokens.take().text)
    verb = referee.verbs[tokens.take().text]
    return Move(seat, verb.name, verb.read(tokens, state, seat))


def test_a_move_is_said_before_and_after_it_with_its_card_and_amounts() -> None:
    referee, state = nine(**TINY)
    move = move_of(referee, state, "Ann exchange Aesop 1")
    said = referee.sentences(state, move)
    assert said.before.text() == "Aesop: gain 2 Craft"
    assert said.short.text() == "Gain 2 Craft"
    assert said.card == NamedPiece("Aesop", "Aesop", "Ann's hand")
    assert said.after.text() == "Ann uses Aesop and gains 2 Craft from the pool"
    assert [part.value for part in said.after.parts() if part.value is not None] == [
        Player(0, "Ann"), NamedPiece("Aesop", "Aesop", "discard"), Amount(2, "Craft"),
    ]  # fmt: skip


def test_a_move_speaks_to_the_seat_that_makes_it_and_of_it_to_others() -> None:
    referee, state = nine(**TINY)
    move = move_of(referee, state, "Ann exchange Aesop 1")
    texts = [referee.sentences(state, move, seat).after.text() for seat in (0, 1)]
    assert texts == [
        "You use Aesop and gain 2 Craft from the pool",
        "Ann uses Aesop and gains 2 Craft from the pool",
    ]


def test_a_refusal_and_a_reason_have_both_persons() -> None:
    referee, state = nine(**TINY)
    state = referee.place({**TINY, "Ann": {"hand": ["Heron"], "craft": 1}})
    move = move_of(referee, state, "Ann exchange Heron 2")
    found = {seat: referee.refusals(state, move, seat)[0].text() for seat in (0, 1)}
    assert found[0].endswith("you have only 1 Craft")
    assert found[1].endswith("Ann has only 1 Craft")


def test_a_seat_reads_nothing_that_it_does_not_see() -> None:
    referee, state = nine()
    for seat in (0, 1):
        move = referee.chance(state, Random(seat)) if referee.to_act(state) == CHANCE else None
        if move is None:
            break
        said = {reader: referee.sentences(state, move, reader).after for reader in (None, 0, 1)}
        for reader, message in said.items():
            pieces = [each for each in message.parts() if isinstance(each.value, NamedPiece)]
            sees = reader is None or reader == seat
            assert bool(pieces) == sees or move.verb == "row"
        state = referee.apply(state, move)


def test_a_message_is_translated_whole_and_its_values_too() -> None:
    referee, state = nine(**TINY)
    move = move_of(referee, state, "Ann exchange Aesop 1")
    german = {"gain {amount}": "nimm {amount}", "Craft": "Handwerk"}
    text = referee.sentences(state, move).before.text(lambda text: german.get(text, text))
    assert text == "Aesop: nimm 2 Handwerk"


def test_words_that_depend_on_a_value_follow_it() -> None:
    text = "{number} [card|cards]: {cards} [is|are] gone; {owner}'s turn [is|are] over"
    ann, bob = Player(0, "Ann", True), Player(1, "Bob")
    one = Message(text, {"number": 1, "owner": ann, "cards": ("Clio",)})
    assert one.text() == "1 card: Clio is gone; your turn is over"
    two = Message(text, {"number": 2, "owner": bob, "cards": ("Clio", "Erato")})
    assert two.text() == "2 cards: Clio and Erato are gone; Bob's turn is over"
