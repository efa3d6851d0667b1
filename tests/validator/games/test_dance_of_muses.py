"""Dance of Muses: positions as they are drawn, numbers and tiles of one's own, nonsense."""

from __future__ import annotations

import ast
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from validator.core.location import Location
from validator.core.resources import resource
from validator.games import dance_of_muses
from validator.games.dance_of_muses import modes
from validator.load.game import load_game
from validator.referee.core import CHANCE, Move
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.referee.tokens import TokenCursor
from validator.script.play import replay_text
from validator.script.played import Report
from validator.script.read import read_line
from validator.script.report import trace

FOLDER = resource("data") / "dance-of-muses"
load = cache(load_game)
MAP = """start:
  map: |
    Clio O3        Calliope P2  Erato O1
    Thalia O5?     Euterpe W1?  Urania P1
    Melpomene P1?  .            Terpsichore O1
    Polyhymnia P1  .            .
"""


def played(steps: str, header: str = MAP, players: str = "Ann, Bob") -> Report:
    text = f"game: dance-of-muses\nplayers: [{players}]\n{header}---\n{steps}"
    return replay_text(text, "x.play", load)


def told(steps: str, header: str = MAP, players: str = "Ann, Bob") -> list[str]:
    return [str(problem) for problem in played(steps, header, players).problems]


def test_a_map_says_where_everybody_stands() -> None:
    steps = (
        "= Clio.at 0,3, Terpsichore.at 2,1, Polyhymnia.at 0,0, Thalia.face down, Thalia.die O5\n"
        "= neutral Euterpe, Clio.owner Ann, Urania.owner Bob, Melpomene.owner Bob, one_group yes\n"
    )
    assert told(steps) == []


def test_a_trace_shows_a_map_that_is_a_start_again() -> None:
    report = played("Ann dance Melpomene L\n")
    shown = trace(report).split("Ann: after")[1]
    assert "Melpomene P2?" in shown
    again = (
        "start:\n  map: |\n"
        + "\n".join(f"    {line}" for line in shown.splitlines() if line)
        + "\n"
    )
    assert (
        told("= Melpomene.at -1,1, Clio.at 0,3, Thalia.face down, neutral Euterpe\n", again) == []
    )


def test_what_a_start_leaves_out_has_a_default() -> None:
    steps = "= step dance, turn Ann, Ann.colour orange, Dov.colour purple, Clio.die O2\n"
    assert told(steps, "start: {Clio: O2}\n", "Ann, Bob, Cat, Dov") == []
    placing = "start: {step: place, turn: Bob, Clio: '0,0 Ann'}\n"
    steps = "= Bob.hand Euterpe Melpomene Polyhymnia, Ann.hand Calliope Erato\n"
    assert told(steps, placing, "Ann, Bob, Cat") == []


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("map: [1, 2]", "expected rows of squares"),
        ("map: 'Clio O1 Erato O2'", "separate the squares of a map with two spaces"),
        ("map: 'Cleo O1'", "did you mean 'Clio'"),
        ("Clio: 0,0 Q4", "'Q4' is not a square (0,1), die (O4)"),
        ("Clio: {at: [1]}", "expected a square, such as [1, 2]"),
        ("Clio: {die: 4}", "expected a die, such as O4"),
        ("Clio: {area: wide}", "expected copied, orth, diag, all or a list"),
        ("companies: 3", "expected lists of players"),
        ("Clio: O7", "a die cannot show 7"),
        ("Clio: 0,0 O4 1,1", "'1,1' is a second square: '0,0' is already there"),
        ("Clio: 0,0 O4 P4", "'P4' is a second die: 'O4' is already there"),
        ("Clio: 0,0 up down", "'down' is a second face: 'up' is already there"),
        ("Clio: 0,0 Ann neutral", "'neutral' is a second owner: 'Ann' is already there"),
        ("map: 'Clio O1 O2'", "'O2' is a second die: 'O1' is already there"),
        ("map: 'Clio O1  Clio O2'", "Clio is on the map twice"),
        ("{map: 'Clio O1', Clio: O2}", "'die' of Clio is already on the map"),
        ("danced: Clio", "cannot be set here"),
        ("step: after", "no 'after' here; known: dance, over, place, setup"),
        ("box: [Clio]", "no fact 'box'"),
    ],
)
def test_a_start_that_cannot_be_is_a_problem_with_its_place(start: str, message: str) -> None:
    (problem,) = told("", f"start:\n  {start}\n")
    assert message in problem
    assert problem.startswith(("x.play:3:", "x.play:4:"))


@pytest.mark.parametrize("name", ["P1", "o6", "W2", "Clio", "mnemosyne", "White", "up", "supply"])
def test_a_player_is_not_called_like_something_else_on_the_table(name: str) -> None:
    (problem,) = told("", "", f"{name}, Bob")
    assert problem.startswith(f"x.play:2:10: '{name}' cannot be the name of a player here")


def test_after_a_tied_roll_the_tie_is_named_first() -> None:
    steps = (
        "~ deal Ann Calliope Clio Erato Thalia\n~ deal Bob Euterpe Urania Melpomene Polyhymnia\n"
        "~ neutral\n~ roll Ann 4 Bob 4\nAnn place Clio 1,0\n"
    )
    (refusal,) = played(steps, "").refusals.values()
    assert refusal.rules == ("DANCE-SETUP-15", "DANCE-SETUP-14")


def test_a_script_brings_tiles_of_its_own() -> None:
    cards = (
        "cards:\n  Clio: {suns: 5, power: minus}\n"
        "  muses: {Erato: {suns: 1, area: all}}\n" + MAP + "  Clio: {area: [[2, 0], [-2, 0]]}\n"
    )
    steps = (
        "= Clio.suns 5, Clio.power minus, Erato.area all, Erato.power plus\n"
        "! Ann power Clio Calliope -> DANCE-POWER-07\n! Ann power Clio Erato -> DANCE-POWER-14\n"
        "Ann power Erato Euterpe\nAnn dance Erato U\n= Euterpe.die W2, Erato.die O2\n"
        "! table judge position {Clio: {at: [9, 9]}} -> DANCE-MOVE-07\n"
    )
    assert told(steps, cards) == []
    (problem,) = told("", "cards: {Clio: {power: fly}}\n")
    assert "'fly' is not one of plus, minus, swap, recall" in problem


@pytest.mark.parametrize("muse", ["Calliope", "Melpomene", "Terpsichore", "Urania"])
def test_every_tile_can_be_replaced(muse: str) -> None:
    cards = f"cards: {{{muse}: {{suns: 6, power: plus, area: orth}}}}\n"
    steps = f"= {muse}.suns 6, {muse}.power plus\n"
    assert told(steps, cards + "start: {}\n") == []


@pytest.mark.parametrize(
    ("header", "rule"),
    [
        ("cards: {muses: []}", "DANCE-COMP-01"),
        ("cards: {Clio: 0}", "DANCE-COMP-01"),
        ("data: {DANCE-SETUP-03.muses_each.2: 0}", "DANCE-SETUP-03"),
        ("data: {DANCE-SETUP-03.muses_each.2: 5}", "DANCE-COMP-01"),
        ("data: {DANCE-SETUP-03.muses_each.2: 3}", "DANCE-SETUP-04"),
        ("data: {DANCE-SETUP-08.companies.2: 9}", "DANCE-SETUP-08"),
        ("data: {DANCE-SETUP-14.dice: 0}", "DANCE-SETUP-14"),
        ("data: {DANCE-MOVE-02.squares: 0}", "DANCE-MOVE-02"),
        ("data: {DANCE-COMP-03.by_colour.white: 0}", "DANCE-COMP-03"),
        ("options: [mnemosyne]\ncards: {mnemosyne: []}", "DANCE-VAR-01"),
    ],
)
def test_numbers_with_which_nobody_can_play_are_a_problem(header: str, rule: str) -> None:
    problems = played("", f"{header}\nseed: 1\n").problems
    assert [problem.check for problem in problems] == ["numbers"]
    assert problems[0].message.startswith(f"{rule}: ")


PLACING = "start: {step: place}\n"
EDITS = {
    "data: {start_value: 1}": (
        "data: {start_value: 2}", PLACING,
        "! Ann place Calliope 1,0 up O1 -> DANCE-PLACE-06\n"
        "Ann place Calliope 1,0 up O2\n= Calliope.die O2\n",
    ),
    "data: {face_down: 1}": (
        "data: {face_down: 2}", PLACING,
        "Ann place Calliope 1,0 down\nBob place Melpomene 2,0\nAnn place Clio 1,1 down\n",
    ),
    "data: {squares: 1}": (
        "data: {squares: 2}", MAP,
        "! Ann dance Clio U -> DANCE-MOVE-02\n! Ann dance Erato R2 -> DANCE-MOVE-07\n"
        "Ann dance Polyhymnia R2\n= Polyhymnia.at 2,0\n",
    ),
    "data: {change: 1}\n  - id: DANCE-MOVE-11": (
        "data: {change: 2}\n  - id: DANCE-MOVE-11", MAP, "Ann dance Erato U\n= Erato.die O3\n",
    ),
    "data: {end_value: 6}": ("data: {end_value: 5}", MAP, "= end yes, Thalia.die O5\n"),
    "data: {power: plus, change: 1}": (
        "data: {power: plus, change: 2}", MAP, "Ann power Clio Calliope\n= Calliope.die P4\n",
    ),
    "data: {power: minus, change: 1, lowest: 1}": (
        "data: {power: minus, change: 1, lowest: 5}", MAP,
        "! Ann power Urania Calliope -> DANCE-POWER-14\n",
    ),
    "data: {uses: 1}": (
        "data: {uses: 2}", MAP,
        "Ann power Clio Calliope\nAnn power Clio Calliope\n= Calliope.die P4\n"
        "! Ann power Clio Calliope -> DANCE-POWER-03\n",
    ),
    "data: {steps: 1}": (
        "data: {steps: 2}", MAP,
        "Ann dance Erato U\n! Ann end -> DANCE-TURN-02\nAnn dance Erato D\nAnn end\n",
    ),
    "data: {dice: 1}": (
        "data: {dice: 2}", "",
        "! ~ roll Ann 6 Bob 1 -> DANCE-SETUP-14\n~ roll Ann 6 1 Bob 5 3\n= first Bob\n",
    ),
    "apollo_value: 6": (
        "apollo_value: 5", MAP,
        "Ann power Clio Calliope\nAnn dance Clio U\nAnn end\nBob dance Thalia L\n"
        "= end, Calliope.final 5, apollo has Calliope\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("old", EDITS)
def test_a_number_edited_in_the_data_is_enforced(tmp_path: Path, old: str) -> None:
    new, header, steps = EDITS[old]
    copy = shutil.copytree(FOLDER, tmp_path / "dance", ignore=shutil.ignore_patterns("scripts"))
    text = (copy / "rules.yaml").read_text("utf-8")
    assert text.count(old) == 1
    (copy / "rules.yaml").write_text(text.replace(old, new), "utf-8")
    script = f"game: {copy}\nplayers: [Ann, Bob]\n{header}---\n{steps}"
    assert [str(problem) for problem in replay_text(script, "x.play").problems] == []


MODULES = "setup place turn ending position_errors referee"


@pytest.mark.parametrize("name", MODULES.split())
def test_no_number_of_a_rule_stands_in_the_code(name: str) -> None:
    file = Path(dance_of_muses.__file__).parent / f"{name}.py"
    found = [
        f"{node.value} in line {node.lineno}"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 1
    ]
    assert found == []


def test_a_listed_move_does_not_name_a_muse_that_lies_face_down() -> None:
    referee = find_referee(load(FOLDER).game, ("Ann", "Bob"))  # type: ignore[arg-type]
    assert referee is not None
    state = referee.place({"map": "Clio O1  Thalia O2?", "loose": True})
    written = {referee.written(state, move) for move in referee.legal(state)}
    assert {"Ann dance Clio U", "Ann dance 1,0 U", "Ann power Clio 1,0"} <= written
    assert not any("Thalia" in line for line in written)


def test_what_a_player_cannot_see_may_be_any_other_muse() -> None:
    referee = find_referee(load(FOLDER).game, ("Ann", "Bob"))  # type: ignore[arg-type]
    assert referee is not None
    random = Random(3)
    state = referee.begin(0)
    while len(state.tiles) < 3:
        asked = referee.to_act(state) == CHANCE
        state = referee.apply(
            state, referee.chance(state, random) if asked else placed_down(referee, state)
        )
    assert [tile.up for tile in state.tiles] == [False, False, False]
    seen: dict[str, set[Any]] = {name: set() for name in ("box", "hand", "own", "other")}
    for _ in range(60):
        twin = referee.shuffled(state, 0, random)
        assert referee.view(twin, 0) == referee.view(state, 0)
        seen["box"].add(twin.box)
        seen["hand"].add(twin.seats[0].hand)
        for tile in twin.tiles:
            seen["own" if tile.owner == 0 else "other"].add(tile.muse)
    assert seen["box"] == {("Mnemosyne",)}
    assert seen["hand"] == {state.seats[0].hand}
    # Nobody looks at a face-down Muse, not even the player who placed her.
    hidden = {*state.seats[1].hand, *(tile.muse for tile in state.tiles)}
    assert seen["own"] == seen["other"] == hidden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_muse_who_is_not_on_the_table_keeps_her_name_in_lines_of_the_dance(players: int) -> None:
    """Also before anything is dealt or placed: `Why not?` writes such lines."""
    referee = find_referee(load(FOLDER).game, ("Ann", "Bob", "Cat", "Dov")[:players])  # type: ignore[arg-type]
    assert referee is not None
    random, state, asked = Random(3), referee.begin(0), set()
    while state.mode not in modes.DANCING:
        there = [tile.muse for tile in state.tiles if tile.up]
        for muse in {*referee.table.designs}.difference(tile.muse for tile in state.tiles):
            for line in (
                f"power {muse}", f"dance {muse} U", *(f"power {muse} {each}" for each in there[:1])
            ):  # fmt: skip
                step = read_line(f"Ann {line}", Location("x", 1, 1))
                assert step is not None
                cursor = TokenCursor(list(step.words[1:]), step.location)
                verb = referee.verbs[cursor.take().text]
                move = Move(0, verb.name, verb.read(cursor, state, 0))
                assert referee.refusal(state, move) is not None
                assert referee.written(state, verb.filled(state, move)) == f"Ann {line}"
        asked.add(state.mode)
        draws = referee.to_act(state) == CHANCE
        move = referee.chance(state, random) if draws else referee.legal(state)[0]
        state = referee.apply(state, move)
    assert modes.PLACE in asked


def placed_down(referee: Referee[Any], state: Any) -> Move:
    """A Muse of whoever is to act, face-down if that may be."""
    moves = reversed(referee.legal(state))
    found: Move = next(move for move in moves if not move.args[2])
    return found


def test_the_special_rule_is_named_before_the_general_one() -> None:
    first = "~ deal Ann Clio Erato Thalia\n~ deal Bob Calliope Euterpe Melpomene\n"
    first += "~ deal Cat Polyhymnia Terpsichore Urania\n~ roll Ann 6 Bob 2 Cat 1\n"
    for steps, rules in (
        (f"{first}Bob place Calliope 0,0\n", ("DANCE-SETUP-14", "DANCE-PLACE-01")),
        (f"{first}Ann place Clio 0,0\nAnn dance Clio U\n", ("DANCE-PLACE-01",)),
    ):
        (refusal,) = played(steps, "", "Ann, Bob, Cat").refusals.values()
        assert refusal.rules == rules
    for steps, broken in (
        ("Bob place Clio 3,3\n", ("DANCE-TURN-04",)),
        ("Ann place Clio 3,3\n", ("DANCE-PLACE-11",)),
        ("Ann dance Terpsichore L pushing Clio\n",
         ("DANCE-MOVE-06", "DANCE-MOVE-05", "DANCE-MOVE-04")),
    ):  # fmt: skip
        (refusal,) = played(steps).refusals.values()
        assert refusal.rules == broken


@pytest.mark.parametrize(
    "step",
    [
        "Ann dance Clio", "Ann dance Clio X", "Ann dance 9,9 U", "Ann power", "Ann place Clio",
        "Ann peek Mnemosyne", "table award silver teal", "table judge kit {sizes: {Clio: 5}}",
        "table judge setup {companies: [5]}", "~ roll Ann", "~ neutral 1,x", "table colours Ann",
    ],
)  # fmt: skip
def test_nonsense_is_a_problem_of_the_line(step: str) -> None:
    (problem,) = played(f"{step}\n").problems
    assert problem.check == "script"
    assert problem.location.line == 10


def test_a_misspelt_muse_of_a_hand_is_reported_with_what_was_meant() -> None:
    (problem,) = told("~ deal Ann Clio Erato Thalia Uranya\n", "")
    assert "no Muse 'Uranya'" in problem
    assert "did you mean 'Urania'" in problem


def test_legal_steps_are_those_that_a_walk_over_the_squares_finds() -> None:
    game = load(FOLDER).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob", "Cat"))
    assert referee is not None
    state, random = referee.begin(0), Random(4)
    for _ in range(40):
        if (seat := referee.to_act(state)) is None:
            break
        if state.mode in ("dance", "used"):
            steps = {move.args[:2] for move in referee.legal(state) if move.verb == "dance"}
            squares = [tile.square for tile in state.tiles]
            user = {state.user} - {-1}
            assert steps == {
                (chosen, (dx, dy))
                for chosen in user or range(len(squares))
                for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))
                if holds_together(pushed(squares, chosen, dx, dy))
            }
        move = referee.chance(state, random) if seat < 0 else random.choice(referee.legal(state))
        state = referee.apply(state, move)


def pushed(squares: list[tuple[int, int]], chosen: int, dx: int, dy: int) -> set[tuple[int, int]]:
    """Squares after a step: whoever is run into goes on in the same way."""
    after = list(squares)
    runs = [chosen]
    while runs:
        index = runs.pop()
        after[index] = (after[index][0] + dx, after[index][1] + dy)
        runs += [i for i, each in enumerate(after) if each == after[index] and i != index]
    return set(after)


def holds_together(squares: set[tuple[int, int]]) -> bool:
    """Flood the squares from one of them, over sides and corners."""
    seen: set[Any] = set()
    edge = [min(squares)]
    while edge:
        x, y = edge.pop()
        if (x, y) in squares - seen:
            seen.add((x, y))
            edge += [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return seen == squares
