"""A verb is one function: judged, listed, carried out, recorded and worded by calling it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Annotated, Any, NamedTuple

import pytest

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee import api as ref
from validator.referee.core import Move, Trace, TraceEntry
from validator.referee.judge import Breach, Recorder
from validator.referee.messages import Message, MessagePart, Player
from validator.referee.registry import find_referee
from validator.referee.rules_in_code import rules_in
from validator.referee.verbs import Verb, Verbs

load = cache(load_game)


class Table(NamedTuple):
    players: tuple[str, ...] = ("Ann", "Bob")


class State(NamedTuple):
    coins: int = 3
    table: Table = Table()
    mode: str = "open"


verb = Verbs("TINY", {"open": ref.gate("TURN-01", why="coins are paid")})
PAYS = ref.Say("pay {number}", "pays {number} to the bank")
COINS = ref.number("how many coins").of((1, 2, 3, 4, 5))


def has(s: State, number: int, to: ref.Judge) -> None:
    to.holds(("PAY-01", "PAY-02"), number <= s.coins, "{player} [has|have] {coins}, not {number}",
             because="{player} [has|have] {coins}", coins=s.coins, number=number)  # fmt: skip


@verb(open="open")
def pay(s: State, _: int, number: Annotated[int, COINS], to: ref.Judge) -> State:
    """Pay coins."""
    has(s, number, to)
    to.asked()
    return to.did("PAY-03", s, s._replace(coins=s.coins - number), PAYS, number=number)


def paid(state: State, number: int) -> tuple[Verb, Move]:
    found = verb["pay"]
    assert isinstance(found, Verb)
    return found, Move(0, "pay", (number,))


def test_a_move_is_refused_by_the_first_broken_rules_with_the_games_code() -> None:
    pays, move = paid(State(), 4)
    assert not pays.allows(State(), move)
    assert [(each.rule, each.facts) for each in pays.breaches(State(), move)] == [
        ("TINY-PAY-01", "Ann has 3, not 4"),
        ("TINY-PAY-02", "Ann has 3, not 4"),
    ]


def test_a_guess_asks_what_is_asked_early_also_of_a_verb_without_arguments() -> None:
    tiny = Verbs("TINY", {"open": ref.gate("TURN-01", why="coins are paid")})

    def has_none(s: State, _: int, to: ref.Judge) -> None:
        to.holds("BEG-01", not s.coins, "{player} [has|have] {coins}", coins=s.coins)

    @tiny(open="open", early=has_none)
    def beg(s: State, _: int, to: ref.Judge) -> State:
        """Take a coin."""
        to.asked()
        return s._replace(coins=s.coins + 1)

    assert tiny["beg"].guess(State(), 0, Random(1)) is None
    assert tiny["beg"].guess(State(coins=0), 0, Random(1)) == Move(0, "beg", ())


def test_a_refusal_speaks_to_the_player_who_moves() -> None:
    pays, move = paid(State(), 4)
    (first, _) = pays.breaches(State(), move)
    assert isinstance(first, Breach)
    for you, text in ((False, "Ann has 3, not 4"), (True, "you have 3, not 4")):
        seen = first.message.seen(lambda value, you=you: (  # type: ignore[misc]
            Player(0, "Ann", you) if value == "Ann" else value))  # fmt: skip
        assert seen.text() == text


def test_a_legal_move_is_listed_traced_and_put_into_words_by_the_same_function() -> None:
    pays, move = paid(State(), 2)
    listing: list[Move] = ref_listing(pays, State())
    assert [each.args for each in listing] == [(1,), (2,), (3,)]
    trace = Trace()
    after = pays.apply(State(), move, trace, lambda s: {"coins": s.coins})
    assert after.coins == 1
    assert list(trace) == [TraceEntry("TINY-PAY-03", ("coins",), "Ann pays 2 to the bank")]
    assert list(pays.kept(State(), move)) == ["TINY-PAY-01", "TINY-PAY-02"]


def ref_listing(pays: Verb, state: State) -> list[Move]:
    from validator.referee.core import Listing

    out = Listing()
    pays.extend(state, 0, (), out)
    return list(out)


def test_a_rule_after_the_first_effect_is_a_mistake_of_the_referee() -> None:
    to = Recorder()
    to.asked()
    with pytest.raises(AssertionError, match=r"after to\.asked"):
        to.holds("PAY-01", True, "")


def test_an_effect_before_all_rules_are_asked_is_a_mistake_of_the_referee() -> None:
    with pytest.raises(AssertionError, match=r"before to\.asked"):
        Recorder().did("PAY-03", State(), State())


def test_rules_of_helpers_are_enforced_by_the_verb() -> None:
    assert {rule for rule, _ in rules_in(pay)} == {"PAY-01", "PAY-02", "PAY-03"}
    assert {rule for rule, _ in verb["pay"].enforced()} == {
        "TINY-PAY-01", "TINY-PAY-02", "TINY-PAY-03",
    }  # fmt: skip


def test_values_stay_values_until_they_are_read() -> None:
    said = Message("{player} takes {cards}", {"player": "Ann", "cards": ("Clio", "Erato")})
    parts = list(said.parts())
    assert parts == [
        MessagePart("Ann", "Ann"), MessagePart(" "), MessagePart("takes"), MessagePart(" "),
        MessagePart("Clio", "Clio"), MessagePart(" and "), MessagePart("Erato", "Erato"),
    ]  # fmt: skip


def test_a_message_is_translated_whole_and_keeps_its_values() -> None:
    german = {"{player} [takes|take] {card}": "{card} geht an {player}", "Clio": "Klio"}
    said = Message("{player} takes {card}", {"player": "Ann", "card": "Clio"})
    assert said.text(lambda text: german.get(text, text)) == "Klio geht an Ann"


def test_braces_without_a_value_stay_in_a_message() -> None:
    assert Message("write {craft: 13}", {"craft": 1}).text() == "write {craft: 13}"


def verbs_of_functions() -> list[tuple[str, Verb]]:
    found = []
    for file in sorted(resource("data").glob("*/game.yaml")):
        game = load(file.parent).game
        assert game is not None
        referee: ref.Referee[Any] | None = find_referee(game, ("Ann", "Bob", "Cat"))
        assert referee is not None
        known = {rule.id for rule in game.rules}
        for each in referee.verbs.values():
            if isinstance(each, Verb):
                assert {rule for rule, _ in each.enforced()} <= known, each.name
                found.append((file.parent.name, each))
    return found


def test_every_rule_that_a_verb_names_is_in_the_catalogue() -> None:
    assert verbs_of_functions()
