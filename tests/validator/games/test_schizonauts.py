"""Schizonauts: the referee on random games, its numbers from data, its judging of still things."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.validator.hidden import HiddenPieces
from validator.core.location import Location
from validator.core.model import Game
from validator.core.resources import resource
from validator.games.schizonauts import numbers
from validator.games.schizonauts.identity import is_confirmed
from validator.load.game import load_game
from validator.referee.core import CHANCE, TABLE, Move, Trace
from validator.referee.invariants import Conservation
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.referee.tokens import TokenCursor
from validator.referee.trace import changed, unsettled
from validator.script.play import replay, replay_text
from validator.script.read import read_line

NAMES = ("Ann", "Bob", "Cat", "Dov", "Eve")
# Whoever writes or says a text has a free hand: other words are legal that no list can hold.
FREE = {"character", "create", "replace", "link", "supply", "question", "price", "ready"}


@cache
def game() -> Game:
    loaded = load_game(resource("data") / "schizonauts").game
    assert loaded is not None
    return loaded


def seat(players: int, *options: str) -> Referee[Any]:
    referee = find_referee(game(), NAMES[:players], options)
    assert referee is not None
    assert not referee.problems
    return referee


@cache
def moments(players: int, seed: int, *options: str) -> tuple[tuple[Any, Move, Any], ...]:
    """A random game of the shortest length as (position, move, next position)."""
    return tuple(_moments(seat(players, *options), seed))


def _moments(referee: Referee[Any], seed: int) -> Iterator[tuple[Any, Move, Any]]:
    random = Random(seed)
    state = referee.begin(0)
    while (actor := referee.to_act(state)) is not None:
        move = referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
        assert move is not None
        if move.verb == "length":
            move = referee.legal(state)[0]
        after = referee.apply(state, move)
        yield state, move, after
        state = after


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_and_lose_nothing(players: int) -> None:
    referee = seat(players)
    conservation = Conservation(referee)
    for state, move, after in moments(players, 1):
        assert referee.refusal(state, move) is None
        assert conservation.after(state, after) == ""
    assert conservation.full(after) == ""
    assert after.phase == "over"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_rule_accounts_for_every_change_and_records_nothing_else(players: int) -> None:
    referee, faults = seat(players), []
    for state, move, _ in moments(players, 1):
        trace = Trace()
        changes = changed(referee.facts(state), referee.facts(referee.apply(state, move, trace)))
        faults += [
            f"{referee.written(state, move)}: {fault}"
            for fault in unsettled(trace, changes, referee.fields.derived())
        ]
    assert faults == []


@pytest.mark.parametrize("players", [3, 4])
def test_every_coin_is_in_the_bank_or_with_a_player(players: int) -> None:
    referee: Any = seat(players)
    for _, _, after in moments(players, 1):
        with_players = sum(sum(own.coins) + own.earned for own in after.seats)
        assert after.bank == referee.table.coins - with_players >= 0


def test_a_bank_is_never_overdrawn() -> None:
    for state, move, _ in moments(3, 1):
        if move.verb == "pay":
            referee, poor = seat(3), state._replace(bank=sum(move.args[0]) - 1)
            refusal = referee.refusal(poor, move)
            assert refusal is not None
            assert refusal.rules == ("SCHIZ-COMP-10",)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_final_turn_begins_with_unmasking_and_a_confirmed_scene_is_only_told(
    players: int,
) -> None:
    referee = seat(players)
    told = 0
    for state, _, _ in (moment for seed in range(1, 6) for moment in moments(players, seed)):
        if state.phase != "final":
            continue
        verbs = {move.verb for move in referee.legal(state)}
        if not state.seats[state.turn].unmasked:
            assert verbs == {"unmask"}
        elif is_confirmed(state) and state.scene.open:
            told += 1
            assert verbs <= {"narrator", "judge", "question", "price", "death", "close"}
    assert told


def test_what_is_due_is_named_first_in_an_endgame_turn() -> None:
    """A breach of a paid, unbet or unfinished turn names a rule of endgame, and of payout."""
    referee = seat(4)
    early = {"SCENE", "FLASH", "GEN", "VOTE", "BLEED", "QUEST"}
    for state, _, _ in moments(4, 1):
        if state.phase != "endgame" or state.turn < 0 or state.dealing:
            continue
        for move in (
            Move(state.turn, "done"),
            Move(state.turn, "invite", (state.turn,)),
            Move((state.turn + 1) % 4, "invite", (state.turn,)),
            Move(state.turn, "question", ("What?", None, ())),
        ):
            refusal = referee.refusal(state, move)
            if refusal is None:
                continue
            part = refusal.rule.split("-")[1]
            if state.step == "pay":
                assert part == "PAY", (move, refusal)
            elif state.step == "bet":
                assert refusal.rule == "SCHIZ-BET-01", (move, refusal)
            elif move.verb != "question" or not state.scene.question:
                assert part not in early, (move, refusal)


@pytest.mark.parametrize("line", ["Ann study agent", "Ann look deck", "Ann look Bob",
                                  "Ann outcome crisis", "table chain 7"])  # fmt: skip
def test_a_line_is_written_as_it_was_read(line: str) -> None:
    referee, state = seat(2), seat(2).begin(0)
    step = read_line(line, Location("x", 1, 1))
    assert step is not None
    cursor = TokenCursor(list(step.words), step.location)
    who = cursor.take().text
    own = TABLE if who == "table" else referee.seat(who)
    verb = referee.verbs[cursor.take().text]
    move = Move(own, verb.name, verb.read(cursor, state, own))
    assert referee.written(state, move) == line


@pytest.mark.parametrize(
    "pair",
    ["{agent: {}}", "{thief: {}}", "{agent: {}, thief: null}", "{agent: null, thief: null}",
     "{agent: {name: Lee}}", "{overlap: {}}"],
)  # fmt: skip
def test_a_pair_of_one_persona_is_refused(pair: str) -> None:
    header = "game: schizonauts\nplayers: [Ann, Bob]\n---\n"
    script = f"{header}! Ann character {pair} -> SCHIZ-CHAR-01\n"
    assert [str(problem) for problem in replay_text(script, "x.play").problems] == []
    blank = f"{header}Ann character {{agent: {{name: null}}, thief: {{}}}}\n"
    assert [problem.check for problem in replay_text(blank, "x.play").problems] == ["script"]


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_hidden_changes_nothing(players: int) -> None:
    knowledge = HiddenPieces(seat(players))
    for state, _, after in moments(players, 2)[::5]:
        assert knowledge.after(state, after) == ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_listed_moves_come_back_from_their_words(players: int) -> None:
    referee = seat(players)
    for state, _, _ in moments(players, 3)[::13]:
        legal = referee.legal(state)
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert referee.refusal(state, move) is None
            words = referee.written(state, move)
            step = read_line(words, Location("x", 1, 1))
            assert step is not None
            cursor = TokenCursor(list(step.words), step.location)
            who = cursor.take().text
            assert move.seat == (TABLE if who == "table" else referee.seat(who))
            verb = referee.verbs[cursor.take().text]
            assert Move(move.seat, verb.name, verb.read(cursor, state, move.seat)) == move, words
            cursor.done()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_other_move_is_refused(players: int) -> None:
    referee = seat(players)
    played = moments(players, 4)
    universe = {move for state, _, _ in played[::11] for move in referee.legal(state)[::3]}
    for state, _, _ in played[::17]:
        legal = set(referee.legal(state))
        for move in universe:
            seats = range(players) if move.seat >= 0 else (TABLE,)
            for own in (move._replace(seat=each) for each in seats):
                refused = referee.refusal(state, own) is not None
                assert refused != referee.allows(state, own)
                if move.verb not in FREE:
                    assert refused == (own not in legal), referee.written(state, own)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("options", [(), ("no-deck",)])
def test_a_length_is_legal_exactly_if_its_allegiance_deck_can_be_built(
    players: int, options: tuple[str, ...]
) -> None:
    referee = find_referee(game(), (*NAMES, "Fay", "Gus", "Hal")[:players], options)
    assert referee is not None
    facts = {name: {"made": True} for name in referee.players}
    setup = referee.place({"phase": "setup", **facts})._replace(size=0)
    lengths = set()
    for rounds in range(1, referee.table.longest // players + 1):
        move = Move(TABLE, "length", (("own", rounds * players),))
        refusal = referee.refusal(setup, move)
        last = referee.place({"phase": "gather", "rounds": rounds})
        can_be_built = any(each.verb == "gather" for each in referee.legal(last))
        assert (refusal is None) == can_be_built, (players, rounds, refusal)
        errors = {breach.rule for breach in referee.position_errors(last)}
        assert ("SCHIZ-COMP-07" in errors) == (not can_be_built)
        if refusal is not None:
            assert refusal.rules == ("SCHIZ-DECK-04", "SCHIZ-COMP-07")
        lengths.add(can_be_built)
    assert lengths == {True, False}
    sizes = {move.args[0][1] for move in referee.legal(setup) if move.verb == "length"}
    assert sizes == {size for size in referee.table.key_deck_sizes.values() if size}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_is_awaited_can_go_on(players: int) -> None:
    """The players who are named as "to act" have a move; the game never waits for nobody."""
    referee = seat(players)
    alone = 0
    for state, _, _ in moments(players, 1):
        waits = referee.awaited(state)
        movers = {move.seat for move in referee.legal(state)}
        if not state.scene.answer and state.scene.open:
            movers |= {state.scene.narrator}  # answers are not listed: players make them up
        if referee.to_act(state) == CHANCE:
            assert waits == (CHANCE,)
            continue
        assert waits
        assert set(waits) <= movers, (referee.mode(state), waits)
        alone += len(waits) == 1 and waits[0] >= 0
    assert alone > len(moments(players, 1)) / 4
    assert referee.awaited(moments(players, 1)[-1][2]) == ()


def test_a_game_without_a_deck_ends_too() -> None:
    state, _, after = moments(3, 6, "no-deck")[-1]
    assert after.phase == "over"
    assert len(state.centre) == state.size


def simulated(tree: ast.AST) -> set[int]:
    """How many games are simulated where nobody says it is no number of a rule."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "simulated"
    }


def test_no_number_of_a_rule_stands_in_the_python() -> None:
    """Whole numbers from 3 to 98 only say which part of something is meant."""
    folder = Path(numbers.__file__).parent
    for file in sorted(folder.glob("*.py")):
        if file.name == "numbers.py":
            continue
        tree = ast.parse(file.read_text("utf-8"))
        parts = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.Subscript)
            for inner in ast.walk(node.slice)
        } | simulated(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in parts:
                assert not 2 < abs(node.value) < 99, f"{file.name}:{node.lineno}: {node.value}"


ENDGAME = """start:
  phase: endgame
  Ann: {hand: [The Tide Table, The Fire Axe], overlap: {violence: [X]}}
"""
SCENE = """Ann invite Bob
Ann use "The Tide Table"
Ann memory overlap V "X"
Ann weave memory
Bob aptitude V
Ann weave key
Ann question "What now?"
~ roll Ann d6:5 d6:2 / Bob d6:4 d6:3
"""
FLASHBACK = """Ann play thief
Ann invite Bob
Bob take "The Jerry Can"
Bob as agent
Ann memory thief V "Ash's violence"
Ann weave memory
Bob aptitude K
Bob weave key
Ann question "What now?"
"""
BLEEDING = "start: {step: vote, Ann: {agent: {V: 5, K: 1, I: 1}}}\n"
VOTE = "table vote Bob=agent Cat=agent Dov=agent\ntable bleeder agent\n"
# What is changed in rules.yaml: (the rule, old, new, header, steps).
EDITS = {
    "points": (
        "CHAR-09", "points: 7", "points: 8", "",
        "! Ann character {agent: {ratings: [2, 2, 3]}, thief: {}} -> SCHIZ-CHAR-09\n"
        "Ann character {agent: {ratings: [2, 2, 4]}, thief: {ratings: [2, 2, 4]}}\n",
    ),
    "chain": (
        "SETUP-07", "cards_per_player: 1", "cards_per_player: 2",
        "start: {phase: preamble, length: medium, Ann: {ready: true}, Bob: {ready: true}, "
        "Cat: {ready: true}, Dov: {ready: true}}\n",
        "! table chain 4 -> SCHIZ-SETUP-07\ntable chain 8\n= due 8\n",
    ),
    "increase": (
        "BLEED-02", "increase: 1", "increase: 2", BLEEDING,
        f"{VOTE}! Ann raise agent V 6 -> SCHIZ-BLEED-02\nAnn raise agent V 7\n",
    ),
    "cap": (
        "BLEED-03", "cap: 8", "cap: 5", BLEEDING,
        f"{VOTE}! Ann raise agent V 6 -> SCHIZ-BLEED-03\nAnn raise agent V 5\n",
    ),
    "narrator": (
        "PAY-03", "coins: 3", "coins: 4", ENDGAME,
        SCENE + 'table narrator Ann\ntable judge Ann\nAnn price "A scar"\ntable override by all\n'
        'Bob price "A debt"\ntable close\n! table pay Ann=3 Bob=2 -> SCHIZ-PAY-03\n'
        "table pay Ann=4 Bob=2\n",
    ),
    "contribution": (
        "DICE-05", "dice: 1, die", "dice: 2, die",
        "start: {deck: []}\n",
        f"{FLASHBACK}= scene.pool.Ann 2d6\n! Cat die Ann 1d6 -> SCHIZ-DICE-05\nCat die Ann\n"
        "= scene.pool.Ann 4d6\n",
    ),
    "divisor": (
        "TALLY-04", "divisor: 2", "divisor: 4",
        "start: {phase: tally, score: {A: 3}, Ann: {coins: {A: 3}}, Bob: {coins: {A: 2}}}\n",
        "table tally A=3 T=0 agents\n! table escape Ann, Bob -> SCHIZ-TALLY-04\n"
        "table escape Ann\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_a_number_edited_in_the_data_is_enforced(tmp_path: Path, name: str) -> None:
    rule, old, new, header, steps = EDITS[name]
    copy = edited(tmp_path, rule, old, new)
    script = f"game: {copy}\nplayers: [Ann, Bob, Cat, Dov]\n{header}---\n{steps}"
    assert [str(problem) for problem in replay_text(script, "x.play").problems] == []


def edited(tmp_path: Path, rule: str, old: str, new: str) -> Path:
    """A copy of the game with one number of one rule changed."""
    folder = resource("data") / "schizonauts"
    copy = shutil.copytree(folder, tmp_path / "it", ignore=shutil.ignore_patterns("scripts"))
    before, mark, after = (copy / "rules.yaml").read_text("utf-8").partition(f"SCHIZ-{rule}\n")
    assert mark
    assert old in after.split("- id:")[0]
    (copy / "rules.yaml").write_text(before + mark + after.replace(old, new, 1), "utf-8")
    return copy


def test_a_tie_is_reported_as_in_the_rulebook() -> None:
    referee = seat(2)
    state = referee.begin(0)._replace(phase="tally", score=(6, 6))
    tally = Move(TABLE, "tally", ((6, 6), "dark", None))
    words = "Agents 6, thieves 6: the thieves lose, but PALACE goes dark"
    assert str(referee.sentences(state, tally).after) == words


@pytest.mark.parametrize(
    "step",
    [
        "Ann play", "Ann play Jules", "Ann invite Zoe", 'Ann take "The Cleaver"', "Ann memory",
        "Ann trade d6 d6", "Ann trade = d8", "~ roll Ann d6", "~ roll Zoe d6:1", "~ roll",
        "table vote Bob", "table vote Bob=cop", "Ann raise agent V", "Ann link V", "~ deal Ann=X",
        "table gather A=x", "Ann interlude Q=1", "Ann reveal", "Ann bet Bob A=1.5",
        "Ann identity A",
        "table tally A=1 thieves dark", "table assess", "table assess kit {coins: 5}",
        "table assess deck {cards: 3}", "table assess figures {SCHIZ-KIT-99: {}}", "table length",
        "Ann character {agent: {violence: 3.5}}", "Ann character {agent: []}", "~ draw d6:1",
        "Ann character {thief: {ratings: [1, 2]}}", "table assess record {Ann: {hand: 3}}",
        "= scene.pool.Zoe 3", "= Ann.thief.luck 3", "Ann question", 'Ann replace "A" with',
    ],
)  # fmt: skip
def test_nonsense_is_a_problem_of_the_line(step: str) -> None:
    script = f"game: schizonauts\nplayers: [Ann, Bob]\nstart: {{}}\n---\n{step}\n"
    problems = replay_text(script, "x.play").problems
    assert problems, step
    assert {problem.check for problem in problems} <= {"script", "refused"}
    assert all(problem.location.line == 5 for problem in problems)


@pytest.mark.parametrize(
    "start",
    [
        "{phase: lunch}", "{turn: Zoe}", "{deck: [Nothing]}", "{Ann: {hand: 3}}",
        "{round: -1}",
        "{Ann: {thief: {V: x}}}", "{scene: {memory: 3}}", "{Ann: {down: [X]}}", "{bleed: 4}",
        "{Ann: {coins: -3}}", "{used: {agent: Q}}", "{used: {agent: V}}", "{step: bleed}",
        "{Ann: {overlap: {violence: {a: 1}}}}", "{cards: many}", "{length: endless}", "[]",
    ],
)  # fmt: skip
def test_a_start_that_is_none_is_a_problem_of_the_header(start: str) -> None:
    script = f"game: schizonauts\nplayers: [Ann, Bob]\nstart: {start}\n---\n"
    problems = replay_text(script, "x.play").problems
    assert [(p.check, p.location.line) for p in problems] == [("start", 3)], problems


def test_the_positions_in_the_docs_can_be_started_from() -> None:
    page = (Path(__file__).parents[3] / "docs" / "schizonauts.md").read_text("utf-8")
    start = page.split("```yaml\n")[1].partition("```")[0]
    script = f"game: schizonauts\nplayers: [Ann, Bob, Cat, Dov]\n{start}---\n= Ann.up A 0 T 1\n"
    assert [str(problem) for problem in replay_text(script, "x.play").problems] == []


def test_the_middle_of_a_scene_is_reached_by_lines_or_from_another_script(tmp_path: Path) -> None:
    head = "game: schizonauts\nplayers: [Ann, Bob, Cat, Dov]\n"
    (tmp_path / "one.play").write_text(f"{head}start: {{deck: []}}\n---\n{FLASHBACK}", "utf-8")

    def problems(start: str) -> list[str]:
        (tmp_path / "two.play").write_text(
            f'{head}start: {start}\n---\n= scene.key "The Jerry Can"\nCat die Ann\n', "utf-8"
        )
        return [each.message for each in replay(tmp_path / "two.play", "two.play").problems]

    assert problems("{after: one.play:13}") == []
    (middle,) = problems("{after: one.play:13, Ann: {dead: true}}")
    assert "line 13 of one.play is in the middle of an action" in middle
    (scene,) = problems("{scene: {visitor: Bob}}")
    assert scene.startswith("'scene' cannot be set here; write the lines")
