"""Muse's referee: random games, small scripts, edited numbers, nonsense."""

from __future__ import annotations

import ast
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pypdfium2
import pytest

from generator.kit.build import build_kit
from generator.kit.options import Options
from tests.validator.hidden import HiddenPieces
from validator.core.model import Game
from validator.core.resources import resource
from validator.games.muse import jump
from validator.games.muse.constants import LATE
from validator.load.game import load_game
from validator.referee.core import CHANCE
from validator.referee.invariants import Conservation
from validator.referee.registry import find_referee
from validator.script.play import replay_text
from validator.script.played import Report
from validator.script.start import describes

NAMES = ("Ann", "Bob", "Cat", "Dov", "Eve", "Fay")
load = cache(load_game)


@cache
def muse() -> Game:
    game = load(resource("data") / "muse").game
    assert game is not None
    return game


def told(lines: str, header: str = "", players: str = "Ann, Bob, Cat") -> Report:
    """A script of Muse, played."""
    text = f"game: muse\nplayers: [{players}]\n{header}\n---\n{lines}"
    return replay_text(text, "x.play", load)


def problems(lines: str, header: str = "", players: str = "Ann, Bob, Cat") -> list[str]:
    return [problem.message for problem in told(lines, header, players).problems]


@pytest.mark.parametrize(("players", "options"), [*((n, ()) for n in range(2, 7)), (3, (LATE,))])
def test_random_games_end_lose_nothing_and_show_nothing_hidden(
    players: int, options: tuple[str, ...]
) -> None:
    referee = find_referee(muse(), NAMES[:players], options)
    assert referee is not None
    random, at = Random(players), referee.begin(0)
    conservation, knowledge, described = Conservation(referee), HiddenPieces(referee), 0
    for step in range(1000):
        if (actor := referee.to_act(at)) is None:
            break
        move = referee.chance(at, random) if actor == CHANCE else referee.guess(at, random)
        assert move is not None
        assert referee.refusal(at, move) is None
        after = referee.apply(at, move)
        assert conservation.full(after) == ""
        if step % 9 == 0:
            assert knowledge.after(at, after) == ""
            described += describes(referee, after)
        at = after
    assert at.stage == "over"
    assert at.winners
    assert described


FIRST_TURNS = """\
~ deal Ann 2C 3C 4C
! Ann describe char1 -> MUSE-SETUP-04
~ deal Bob 5C 6C 7C
~ deal Cat 8C 9C TC
table prepare approve
= step tell, narrator Ann, pool 27, Ann.tokens 1, discard none
Ann describe char1 | Rossum sits in his study.
! Ann support Y1 2C -> MUSE-DRAW-02
~ draw 7S
Ann support Y1 2C
= narrator Bob, Y1.owner Ann, Y1.cards 1
! Ann showdown 1 -> MUSE-SUPPORT-11, MUSE-TURN-03
Bob describe scene1
~ draw 7H
! Bob describe scene2 -> MUSE-DRAW-01, MUSE-DRAW-03
Cat jump 8C 9C
! Bob match 5C -> MUSE-JUMP-03
table close
= narrator Cat, Bob.hand 5C 6C 7C 7H 8C 9C, won yes
! Ann jump 3C -> MUSE-JUMP-12
Cat support N1 TC
~ draw AS
= narrator Ann, Cat.hand AS, N1.owner Cat
"""


def test_turns_and_a_jump_in() -> None:
    assert problems(FIRST_TURNS) == []


SHOWDOWN = """\
start:
  narrator: Ann
  Ann: {hand: [9C, 9D, 2H], tokens: 1}
  Bob: {hand: [QS, 3D]}
  Cat: {hand: [4D, 4S, KC]}
  Y1: {owner: Ann, cards: [5C, 8H]}
  N1: {owner: Bob, cards: [6C, TD, 6S]}
  deck_top: [AC, AD, AH, AS, JC, JD, JH, JS, 7C]
"""


def test_a_showdown_pays_cards_to_losers_and_tokens_to_winners() -> None:
    lines = """\
Ann showdown 1
= showdown.Y 5C, showdown.N 6C, showdown.leading N, showdown.aside.N TD 6S
! Bob tides N QS -> MUSE-SHOWDOWN-09
! Bob tides Y QS -> MUSE-RUL-15
! Cat tides Y 4S -> MUSE-SHOWDOWN-10
Ann tides Y 9C
Cat tides Y 4D 4S
! Cat tides Y KC -> MUSE-RUL-16
! Cat tides N KC -> MUSE-SHOWDOWN-16
! Bob tides N QS -> MUSE-SHOWDOWN-11
table close
! ~ draw 8C -> MUSE-COMP-10
~ draw AC AD AH AS JC JD JH JS
! ~ draw 7C -> MUSE-DRAW-10
! Ann answer -> MUSE-SHOWDOWN-23
Bob discard QS 3D AC
= outcome "Yes to 1", Ann.tokens 2, Cat.tokens 2, Bob.tokens 1, discard 11
! Bob jump AD -> MUSE-SHOWDOWN-27
Ann answer | Alice wins the match.
= narrator Ann, questions C, Bob.cards 7, Y1.place side
"""
    assert problems(lines, SHOWDOWN) == []


def edited(folder: Path, rule: str, old: str, new: str) -> None:
    """Change a number in the block of a rule."""
    file = folder / "rules.yaml"
    head, id_, tail = file.read_text("utf-8").partition(f"- id: {rule}\n")
    block, mark, rest = tail.partition("\n  - id: ")
    assert block.count(old) == 1, (rule, old)
    file.write_text(head + id_ + block.replace(old, new) + mark + rest, "utf-8")


def test_a_newcomer_plays_like_everybody_else() -> None:
    lines = "Ann end\ntable join Dov after Ann\n~ deal Dov QS KS AC\nDov jump QS\ntable close\n"
    report = told(
        lines + "Cat bonus\n~ draw AS\nAnn bonus\n~ draw AH\n", "start: {ordered: false}\n"
    )
    assert [problem.message for problem in report.problems] == []
    assert report.untraced == []
    referee, state = report.referee, report.end
    assert referee is not None
    assert referee.names(state) == ("Ann", "Bob", "Cat", "Dov")
    assert report.played[3].line == "Dov jump QS"
    assert Conservation(referee).full(state) == ""
    other = referee.shuffled(state, 3, Random(1))
    assert other.seats[3].hand == state.seats[3].hand
    assert referee.view(other, 3) == referee.view(state, 3)


def test_what_a_line_settles_counts_beside_the_draws_that_follow_from_it() -> None:
    lines = "Ann showdown 1\ntable close\n! = outcome none -> MUSE-SHOWDOWN-18\n"
    start = (
        "start: {ordered: true, Y1: {owner: Ann, cards: [5C, 8H]}, "
        "N1: {owner: Bob, cards: [6C, 6S]}}\n"
    )
    assert problems(lines, start) == []
    settled = "! = Ann.cards 0 -> MUSE-SHOWDOWN-22\n! = Ann.cards 0 -> MUSE-JUMP-08\n"
    (problem,) = problems(lines + settled, start)
    assert "It should break MUSE-JUMP-08" in problem


def test_a_position_as_text_leaves_out_what_is_empty() -> None:
    report = told("Ann announce support Y1\n", "start: {Ann: {hand: [2C]}, climax: true}\n")
    assert report.referee is not None
    first, *others = report.referee.show(report.end)
    assert "narrator Ann" in first
    assert "climax yes, elements" in first
    assert "announced support Y1" in first
    assert not any(
        name in first for name in ("disallowed", "question ", "last ", "gained", "clash")
    )
    assert any(line.endswith("hand: 2C") for line in others)


FULL = "start: {ordered: true, Ann: {hand: 6}, Bob: {hand: []}, Cat: {hand: [KC]}}\n"
SHEETS = (
    "start: {ordered: true, Ann: {hand: 6}, Bob: {hand: [QC]}, Cat: {hand: [KC, KD]}, "
    "Y1: {owner: Ann, cards: 2}, N1: {owner: Bob, cards: 2}}\n"
)
EDITS = {
    "MUSE-LIMIT-01": ("3: 7", "3: 5", FULL, "Ann end\n! Bob draw -> MUSE-LIMIT-03\n"
                      "Ann discard 2C\n= Ann.cards 5\n"),
    "MUSE-SETUP-02": ("cards_each: 3", "cards_each: 4", "",
                      "! ~ deal Ann 2C 3C 4C -> MUSE-SETUP-02\n~ deal Ann 2C 3C 4C 5C\n"),
    "MUSE-SETUP-03": ("tokens_each: 1", "tokens_each: 2", "", "= Ann.tokens 2, pool 24\n"),
    "MUSE-DRAW-02": ("cards: 1", "cards: 2", FULL, "Ann describe char1\n= Ann.cards 8\n"),
    "MUSE-DRAW-01": ("cards: 1", "cards: 2", "start: {Ann: {hand: []}}\n",
                     "Ann draw\n~ draw KC\nAnn describe char1\n~ draw QC\n"
                     "! Ann describe char2 -> MUSE-DRAW-03\n"),
    "MUSE-SHOWDOWN-03": ("min_each_side: 2", "min_each_side: 3", SHEETS,
                         "! Ann showdown 1 -> MUSE-SHOWDOWN-03\n"),
    "MUSE-SHOWDOWN-19": ("tokens: 1", "tokens: 2", SHEETS,
                         "Ann showdown 1\ntable close\n= Bob.tokens 3\n"),
    "MUSE-JUMP-01": ("min_bid: 1", "min_bid: 2", SHEETS,
                     "! Bob jump QC -> MUSE-JUMP-01\nCat jump KC KD\n"),
    "MUSE-JUMP-08": ("cards: 1", "cards: 2", SHEETS,
                     "Cat jump KC\ntable close\nBob bonus\n= Bob.cards 3\n"),
    "MUSE-TIMEOUT-04": ("min_likes: 1", "min_likes: 2", SHEETS,
                        "! Ann timeout raise 2 likes Bob -> MUSE-TIMEOUT-04\n"
                        "Ann timeout raise 2 likes Bob, Cat\n"),
    "MUSE-RUL-22": ("tokens_per_card: 1", "tokens_per_card: 2",
                    "options: [late-crisis]\nstart: {questions: [1], Y1: {cards: 2}}\n",
                    "Ann timeout upgrade 1\n= CY.tokens 4\n"),
}  # fmt: skip


# A move that must not be made, and the rule that says most about it.
ANSWERING = "start: {answering: true, outcome: Yes to 1, narrator: Ann}\n"
OWN_TURN_OVER = "start: {Ann: {hand: 9}, narrator: Ann}\n"
FIRST_NAMED = {
    "Bob answer": ("MUSE-SHOWDOWN-24", ANSWERING),
    "Ann support Y1 KC": ("MUSE-SUPPORT-02", SHEETS),
    "Ann support CY": ("MUSE-SUPPORT-10", "start: {Ann: {hand: [2C], tokens: 0}}\n"),
    "Ann support Y1 2C": ("MUSE-SUPPORT-02", "start: {Bob: {hand: [2C]}}\n"),
    "Ann support N1 2C": ("MUSE-SUPPORT-10", "start: {Ann: {hand: []}, Bob: {hand: [2C]}}\n"),
    "Ann discard 2C": ("MUSE-LIMIT-03", OWN_TURN_OVER),
    "Bob end": ("MUSE-LIMIT-03", OWN_TURN_OVER),
}


@pytest.mark.parametrize("line", FIRST_NAMED)
def test_the_rule_that_says_most_is_named_first(line: str) -> None:
    rule, header = FIRST_NAMED[line]
    first = "Ann end\n" if header is OWN_TURN_OVER else ""
    (refusal,) = told(first + line, header).refusals.values()
    assert refusal.rule == rule
    if rule == "MUSE-LIMIT-03":  # the Narrator's own limit is not that of Listeners
        assert "MUSE-LIMIT-04" not in refusal.rules


JUMPED = """\
start:
  Ann: {hand: [2C, 3C, 4C, 5C, 6C, 7C]}
  Bob: {hand: [2D, 3D, 4D, 5D, 6D, 7D]}
  Cat: {hand: [2H, 3H, 4H]}
  Dov: {hand: [2S]}
"""


def test_the_winner_of_a_jump_in_narrates_at_once() -> None:
    """Also while the old Narrator discards and skipped players draw; and nobody before."""
    lines = ["Ann describe char1", "~ draw AS", "Cat jump 2H", "Ann match 2C", "Cat jump 3H"]
    after = ["table close", "Ann discard 3C 4C 5C", "Bob bonus", "~ draw AH", "Bob discard 2D"]
    text = "".join(f"{line}\n= narrator Ann, turn Ann, story_sheet Ann\n" for line in lines)
    text += "".join(f"{line}\n= narrator Cat, turn Cat, won yes\n" for line in after)
    text += "! Ann end -> MUSE-TURN-06\nCat end\n= narrator Dov, won no\n"
    assert problems(text, JUMPED, "Ann, Bob, Cat, Dov") == []


def test_the_narrator_changes_after_surplus_cards_and_rewards() -> None:
    """A turn that ends by itself keeps its Narrator until the cards are done."""
    lines = "Ann end\n= narrator Ann\nAnn discard 2C\n= narrator Bob\n"
    start = "start: {Ann: {hand: [2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C]}}"
    assert problems(lines, start) == []


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        ("support Y2", "MUSE-SUPPORT-09"), ("support CY", "MUSE-SUPPORT-10"),
        ("showdown 2", "MUSE-SHOWDOWN-01"), ("showdown C", "MUSE-SHOWDOWN-04"),
        ("showdown 1", "MUSE-SHOWDOWN-03"),
    ],
)  # fmt: skip
def test_only_acts_that_are_legal_now_are_announced(act: str, rule: str) -> None:
    start = """start:
  Ann: {hand: [2C], tokens: 0}
  Y1: {owner: Ann, cards: [3C]}
  N1: {owner: Bob, cards: [4C, 5C]}
"""
    lines = f"! Ann announce {act} -> {rule}\n! Ann {act} -> {rule}\nAnn announce support N1\n"
    assert problems(lines, start) == []


def test_a_draw_without_a_line_waits_unless_the_start_orders_the_deck() -> None:
    """``deck_top`` orders as many cards as it names."""
    hands = "Ann: {hand: [KC]}, Bob: {hand: [KD]}, Cat: {hand: [KH]}"
    silent = "Ann describe char1\nAnn end\nBob describe char2\n"
    for start, is_known in (
        ("", 0), (", deck: 49", 0), (", deck_top: [7C]", 1),
        (", deck: [7C, 8C]", 2), (", ordered: true", 2),
    ):  # fmt: skip
        lines = silent + ("" if is_known > 1 else "! ") + "Bob end\n"
        if not is_known:
            lines = "Ann describe char1\n! Ann end\n~ draw 9S\nAnn end\n"
        assert problems(lines, f"start: {{{hands}{start}}}") == [], start


DEALT = "~ deal Ann 2C 3C 4C\n~ deal Bob 2D 3D 4D\n~ deal Cat 2H 3H 4H\n"


@pytest.mark.parametrize("step", ["judge", "prepare"])
def test_a_sheet_is_judged_by_the_options_in_force(step: str) -> None:
    for sheet, option, rules in (
        ("{crisis: null, subplots: 2}", "", "MUSE-SHEET-06, MUSE-SHEET-07"),
        ("{subplots: 2}", "larger-sheet", "MUSE-SHEET-07"),
        ("{relationships: 2}", "late-crisis", "MUSE-SHEET-04"),
        ('{crisis: "Will it rain?", subplots: 1}', "late-crisis", "MUSE-OPT-02"),
    ):
        lines = f"{DEALT}! table {step} sheet {sheet} -> {rules}\n"
        assert problems(lines, f"options: [{option}]") == []
    for sheet, option in (
        ("{goals: 3, relationships: 4, characters: 9}", "larger-sheet"),
        ("{crisis: null, subplots: 2}", "late-crisis"),
    ):
        assert problems(f"{DEALT}table {step} sheet {sheet}\n", f"options: [{option}]") == []


UNAPPROVED = (
    "Ann describe char1", "Ann support Y1 2C", "Ann showdown 1", "Ann end", "Ann draw",
    "Ann gift Bob", "Ann announce showdown 1", "Ann answer", "Ann erase",
    "Bob jump 2D", "Ann match 2C", "Ann tides Y 2C", "Ann epilogue", "table close",
    "Ann timeout pause", "Ann timeout climax with all", "table join Dov after Ann",
    "table leave Cat", "~ narrator Ann", "~ draw 5C", "~ clash {Bob: 1, Cat: 1} Bob",
    "table prepare answers", "table prepare layout",
)  # fmt: skip


@pytest.mark.parametrize("steps", ["", "table prepare seed\n", "table prepare sheet\n"])
def test_nothing_goes_on_before_the_sheet_is_approved(steps: str) -> None:
    refused = "".join(f"! {line} -> MUSE-SHEET-19\n" for line in UNAPPROVED)
    lines = f"{DEALT}{steps}{refused}= legal 1\ntable prepare approve\nAnn describe char1\n"
    assert problems(lines) == []


def test_a_start_in_the_story_needs_no_approval() -> None:
    assert problems("= prepared done\nAnn describe char1\n", "start: {}") == []
    waiting = "! Ann describe char1 -> MUSE-SHEET-19\ntable prepare approve\nAnn end\n"
    assert problems(waiting, "start: {prepared: deal}") == []


def test_objects_added_to_the_tokens_are_no_loss_of_pieces() -> None:
    lines = "Ann timeout tokens with all\n= added 3, tokens_in_all 33, pool 0\n"
    start = "{disallowed: true, questions: [C], pool: 0, CY: {owner: Ann, tokens: 30}"
    poor = ", ".join(f"{name}: {{tokens: 0}}" for name in ("Ann", "Bob", "Cat"))
    assert problems(lines, f"start: {start}, {poor}}}\n") == []


@pytest.mark.parametrize("rule", EDITS)
def test_a_number_edited_in_the_data_is_enforced(tmp_path: Path, rule: str) -> None:
    old, new, header, lines = EDITS[rule]
    skipped = shutil.ignore_patterns("scripts")
    copy = shutil.copytree(resource("data") / "muse", tmp_path / "muse", ignore=skipped)
    edited(copy, rule, old, new)
    script = f"game: {copy}\nplayers: [Ann, Bob, Cat]\n{header}---\n{lines}"
    found = [str(problem) for problem in replay_text(script, "x.play").problems]
    assert found == []


def test_edited_numbers_are_printed_on_the_reference(tmp_path: Path) -> None:
    copy = shutil.copytree(resource("data") / "muse", tmp_path / "muse")
    for rule, old, new in (
        ("MUSE-LIMIT-01", "2: 8", "2: 9"),
        ("MUSE-SHOWDOWN-03", "min_each_side: 2", "min_each_side: 3"),
        ("MUSE-JUMP-01", "min_bid: 1", "min_bid: 4"),
        ("MUSE-JUMP-08", "cards: 1", "cards: 5"),
        ("MUSE-TIMEOUT-04", "min_likes: 1", "min_likes: 6"),
        ("MUSE-DRAW-02", "cards: 1", "cards: 7"),
    ):
        edited(copy, rule, old, new)
    game = load_game(copy).game
    assert game is not None
    references = tuple(each for each in game.components if each.id == "references")
    built = build_kit(replace(game, components=references), Options())
    document = pypdfium2.PdfDocument(built.pdf)
    said = " ".join(page.get_textpage().get_text_range() for page in document)
    said = " ".join(said.split())
    for words in ("Bid 4 or more", "over draw 5", "6 other player", "1 box, draw 7"):
        assert words in said


@pytest.mark.parametrize("file", sorted(Path(jump.__file__).parent.glob("*.py")), ids=str)
def test_no_number_of_a_rule_stands_in_the_code(file: Path) -> None:
    """Whole numbers say which part is meant; a Question has two sheets and two sides."""
    if file.name == "numbers.py":
        return
    tree = ast.parse(file.read_text("utf-8"))
    named = {line.lineno for line in tree.body if isinstance(line, ast.Assign)}  # TRIES = 4
    found = [
        f"{node.value} in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is int and 2 < node.value < 99
        if node.lineno not in named
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "Ann support", "Ann support Z9", "Ann tides", "Ann tides Y ZZ", "Ann showdown 7",
        "table join table", "table join", "Ann timeout shout", "table judge kit {tokens: many}",
        "table judge sheet {scenes: -1}", "table judge preparation [dinner]", "~ draw",
        "~ clash {Zoe: 1} Ann", "table judge position {Ann: {hand: [2C, 2C], tokens: x}}",
        "~ clash [1, 2] Bob", "~ clash {Bob: 1, Cat: two} Bob", "~ clash {Bob: true, Cat: 1} Bob",
        "~ clash {Bob: [1], Cat: 1} Bob", "table judge setup {Y1: 5}", "Ann timeout element",
        "table prepare", "Zoe end",
        "table judge giving-up {hand: [2Z]}", "table judge sheet {characters: {name: 4, x: 1}}",
    ],
)  # fmt: skip
def test_nonsense_is_a_problem_of_the_line(line: str) -> None:
    (problem,) = told(line, "start: {}").problems
    assert problem.check == "script", problem
    assert problem.location.line == 5


@pytest.mark.parametrize(
    "start",
    [
        "{Ann: {hand: [2C]}, Bob: {hand: [2C]}}", "{pool: 3}", "{tokens: 2}", "{Ann: {hand: 60}}",
        "{narrator: Zoe}", "{ticked: [char9]}", "{due: [dinner]}", "{due: [surplus]}",
        "{questions: [9]}", "{Y1: {owner: Zoe}}", "{elements: {horses: 2}}", "{step: lunch}",
        "{showdown: {question: 1, Y: [2C], N: [ZZ]}}", "{bids: {Zoe: [2C]}}", "{last: 4}",
        "{Ann: {hand: [2C], cards: [3C], hats: 1}}", "{due: [open Z]}", "{epilogue: [Zoe]}",
        "{Ann: {hand: 30}, Bob: {hand: 30}}", "{deck: [2C, 2C]}", "{CY: {tokens: 99}}",
        "{showdown: {question: 9}}", "{interrupted: 3}", "{clash: {player: Zoe}}", "{due: 3}",
    ],
)  # fmt: skip
def test_an_impossible_start_is_a_problem_of_the_header(start: str) -> None:
    found = told("Ann end", f"start: {start}").problems
    assert found
    assert all(problem.check != "fault" for problem in found), found
