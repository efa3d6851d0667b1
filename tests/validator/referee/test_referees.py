"""What every referee owes: listing and refusing agree, nothing is lost, nothing hidden matters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.conftest import APART, WAITING
from tests.validator.hidden import HiddenPieces
from validator.core.location import Location
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.component_checks import Part, Subject
from validator.referee.core import CHANCE, Move, Trace
from validator.referee.facts import FactError
from validator.referee.invariants import Conservation
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats
from validator.referee.tokens import TokenCursor
from validator.referee.trace import changed, unsettled
from validator.referee.verbs import Verb
from validator.script.play import replay_text
from validator.script.read import read_line
from validator.script.start import describes
from validator.simulate.match import play_match

ODD = (
    "", "[1, 2]", "{}", "{1: 2}", "{Ann: x}", "{Ann: [1]}", "{Ann: {Ann: 1}}", "{Ann: true}", "-1",
    "99", "1.5", "null", '""', "Ann", "{Bob: 50, Ann: 1} Bob", "{Bob: null} Bob", "[null] Bob",
    "[{a: 1}] Bob",
)  # fmt: skip
NAMES = ("Ann", "Bob", "Cat", "Dov", "Eve", "Fay", "Gus", "Hal")


loaded = cache(load_game)


@cache
def game_called(name: str) -> Game:
    game = loaded(resource("data") / name).game
    assert game is not None
    return game


GAMES = sorted({file.parent.parent.name for file in resource("data").glob("*/scripts/*.play")})
TABLES = [
    (name, players)
    for name in GAMES
    if name not in WAITING | APART
    for players in range(game_called(name).players[0], game_called(name).players[1] + 1)
]


def seat(name: str, players: int) -> Referee[Any]:
    referee = find_referee(game_called(name), NAMES[:players])
    assert referee is not None
    assert not referee.problems
    return referee


def test_rules_that_settle_the_same_facts_share_a_note_and_its_words_are_about_the_first() -> None:
    trace = Trace()
    trace(("R-1", "R-2"), "hand", "discard", text="Ann plays 5S")
    trace("R-3", "turn")
    facts = ("hand", "discard")
    assert trace == [("R-1", facts, "Ann plays 5S"), ("R-2", facts, ""), ("R-3", ("turn",), "")]


def moments(referee: Referee[Any], seed: int) -> Iterator[tuple[Any, Move, Any]]:
    """A random game as (position, move, next position)."""
    random = Random(seed)
    state = referee.begin(0)
    while (actor := referee.to_act(state)) is not None:
        move = referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
        assert move is not None
        after = referee.apply(state, move)
        yield state, move, after
        state = after


@pytest.mark.parametrize("name", sorted({name for name, _ in TABLES}))
def test_odd_contents_of_a_chance_line_are_a_problem_of_the_line(name: str) -> None:
    """Of whatever kind they are: no line makes a referee fail."""
    players = game_called(name).players[0]
    referee = seat(name, players)
    chances = [verb for verb in referee.verbs.values() if verb.kind == "chance"]
    assert chances
    for verb in chances:
        for odd in ODD:
            line = f"~ {verb.word} {odd}"
            text = f"game: {name}\nplayers: [{', '.join(NAMES[:players])}]\n---\n{line}\n"
            for problem in replay_text(text, "x.play", loaded).problems:
                assert problem.check != "fault", (line, problem.message)
                assert problem.message, line


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_games_end_and_lose_nothing(name: str, players: int) -> None:
    referee = seat(name, players)
    for seed in range(3):
        conservation = Conservation(referee)
        for state, move, after in moments(referee, seed):
            assert referee.refusal(state, move) is None
            assert conservation.after(state, after) == ""
        assert conservation.full(after) == ""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_hidden_changes_nothing(name: str, players: int) -> None:
    referee = seat(name, players)
    knowledge = HiddenPieces(referee)
    played = list(moments(referee, 5))
    for state, _, after in played[:: max(3, len(played) // 60)]:
        assert knowledge.after(state, after) == ""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_listed_moves_are_allowed_and_come_back_from_their_words(name: str, players: int) -> None:
    referee = seat(name, players)
    played = list(moments(referee, 6))
    for state, _, _ in played[:: max(4, len(played) // 60)]:
        legal = referee.legal(state)
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert referee.refusal(state, move) is None
            words = referee.written(state, move)
            step = read_line(words, Location("x", 1, 1))
            assert step is not None
            cursor = TokenCursor(list(step.words), step.location)
            assert referee.seat(cursor.take().text) == move.seat
            verb = referee.verbs[cursor.take().text]
            assert Move(move.seat, verb.name, verb.read(cursor, state, move.seat)) == move, words
            cursor.done()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_other_move_is_refused(name: str, players: int) -> None:
    """Moves of other moments, by anybody: refused exactly if they are not listed.

    Verbs that a game does not list, or not in full, may be legal all the same.
    """
    referee = seat(name, players)
    played = list(moments(referee, 7))
    some, few = max(5, len(played) // 25), max(9, len(played) // 12)
    universe = {move for state, _, _ in played[::some] for move in referee.legal(state)[::3]}
    for state, _, _ in played[::few]:
        legal = set(referee.legal(state))
        for move in universe:
            for player in range(players):
                own = move._replace(seat=player)
                refused = referee.refusal(state, own) is not None
                if own in legal or move.verb not in referee.unlisted:
                    assert refused == (own not in legal), referee.written(state, own)
                assert referee.allows(state, own) == (not refused)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_facts_lead_back_to_a_position_between_actions(name: str, players: int) -> None:
    referee = seat(name, players)
    played = list(moments(referee, 8))
    played = played[:: max(6, len(played) // 60)]
    described = [state for state, _, _ in played if describes(referee, state)]
    assert len(described) > len(played) / 8
    for state in described:
        again = referee.place(referee.fields.settable(referee.facts(state)))
        assert list(referee.position_errors(again)) == []


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_rule_accounts_for_every_change_and_records_nothing_else(name: str, players: int) -> None:
    referee = seat(name, players)
    random, faults = Random(11), []
    state = referee.begin(0)
    while (actor := referee.to_act(state)) is not None:
        move = referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
        assert move is not None
        trace = Trace()
        after = referee.apply(state, move, trace)
        changes = changed(referee.facts(state), referee.facts(after))
        faults += [
            f"{referee.written(state, move)}: {fault}"
            for fault in unsettled(trace, changes, referee.fields.derived())
        ]
        state = after
    assert faults == []


@pytest.mark.parametrize("name", GAMES)
def test_a_start_with_a_wrong_number_of_players_breaks_the_rule_on_players(name: str) -> None:
    """Whatever else is stated: the number of players comes before what follows from it."""
    game = game_called(name)
    least, most = game.players
    for count in (least - 1, most + 1):
        referee = find_referee(game, (*NAMES, "Ida")[:count])
        assert referee is not None
        state = referee.begin(0)
        rule = referee.position_errors(state)[0].rule
        assert rule.split("-")[1] in ("SETUP", "GEN")
        try:
            again = referee.place(referee.fields.settable(referee.facts(state)))
            found: str | None = referee.position_errors(again)[0].rule
        except FactError as error:
            found = error.rule
        assert found == rule


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_is_the_same_each_time(name: str, players: int) -> None:
    first, second = (
        [referee.written(state, move) for state, move, _ in moments(referee, 9)]
        for referee in (seat(name, players), seat(name, players))
    )
    assert first == second


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_refusal_leaves_the_position_alone(name: str, players: int) -> None:
    referee = seat(name, players)
    state, move, _ = list(moments(referee, 10))[-1]
    before = referee.facts(state)
    wrong = move._replace(seat=(move.seat + 1) % players)
    assert referee.refusal(state, wrong) is not None
    assert referee.facts(state) == before


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_out_of_turn_does_not_begin_with_what_the_player_did_before(name: str) -> None:
    """A newcomer must read that it is somebody else's turn."""
    players = game_called(name).players[1]
    referee = seat(name, players)
    asked = 0
    for state, move, _ in islice(moments(referee, 5), 300):
        verb = referee.verbs[move.verb]
        by = referee.turn_of(verb) and (referee.whose_turn(state),)
        if move.seat < 0 or (verb.by(state) if verb.by else by) != (move.seat,):
            continue
        for other in {*range(players)} - {move.seat}:
            refusal = referee.refusal(state, move._replace(seat=other))
            if refusal is None and verb.anybody:
                continue  # `by` only says whom the list has
            assert refusal is not None
            assert not re.match(f"{NAMES[other]} has (?!no )", refusal.facts)
            asked += 1
    assert asked


@pytest.mark.parametrize("name", GAMES)
def test_a_verb_refuses_those_whom_by_does_not_list(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it declares no gate for them, and its function does not refuse them."""
    referee = seat(name, 2 if name != "schizonauts" else 3)
    state = referee.begin(0)
    verb = Verb("salute", args=(), by=lambda _: (1,))
    monkeypatch.setitem(referee.verbs, "salute", verb)
    for player in range(2):
        move = Move(player, "salute")
        refusal = referee.refusal(state, move)
        assert referee.allows(state, move) == (refusal is None) == (player == 1)
        if refusal is not None and referee.turn is None:
            mode = referee.modes[referee.mode(state)]
            assert refusal.rules == mode.rules


def parts_in(parts: Sequence[Part]) -> Iterator[Part]:
    for each in parts:
        yield each
        yield from parts_in(each.parts)


@pytest.mark.parametrize("name", GAMES)
def test_no_fact_about_a_kit_is_true_whatever_the_data_have(name: str) -> None:
    """A check of such a fact can fail only if a script says so: it enforces nothing."""
    referee = seat(name, game_called(name).players[0])
    subjects = [each for verb in referee.verbs.values() for each in verb.things.values()]
    for subject in subjects:
        if isinstance(subject, Subject):
            assert [
                p.name for p in parts_in((*subject.parts, *subject.own)) if p.found is True
            ] == []


@pytest.mark.parametrize("name", shipped_games())
def test_scores_and_winners_have_one_type_in_every_game(name: str) -> None:
    game = load_game(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, seats(game.players[0]))
    assert referee is not None
    match = play_match(referee, 1, 0)
    assert not match.failure
    for found, kind in ((match.scores, float), (match.winners, int)):
        assert type(found) is tuple
        assert {type(each) for each in found} <= {kind}
    assert match.scores == () or len(match.scores) == len(referee.players)
    assert set(match.winners) <= set(range(len(referee.players)))
