"""What a script may say, and how it is told that it may not."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from validator.core.resources import resource, shipped_games
from validator.games.nine_muses.referee import NineMuses
from validator.load.game import load_game
from validator.referee.core import CHANCE, Move
from validator.referee.trace import changed, flat, settled
from validator.script.play import replay, replay_text
from validator.script.played import Report
from validator.script.read import parse_script
from validator.script.report import written

load = cache(load_game)
HEAD = "game: nine-muses\nplayers: [Ann, Bob]\n"
START = "start: {Ann: {craft: 2, hand: [Aesop, Heron]}, Bob: {craft: 2, hand: [Heron, Aesop]}}\n"


def told(steps: str, header: str = START) -> list[str]:
    return [str(problem) for problem in played(steps, header).problems]


def played(steps: str, header: str = START) -> Report:
    return replay_text(f"{HEAD}{header}---\n{steps}", "night.play", load)


def test_a_start_that_is_refused_stands_alone() -> None:
    start = "start: {Ann: {muses: [Clio]}, Bob: {muses: [Clio]}}\n"
    assert told("! start -> NINE-COMP-13\n", start) == []
    assert told("! start -> NINE-COMP-13\nAnn toil Aesop\n", start) == [
        "night.play:6:1: a script whose start must be refused has no other steps; remove this "
        "line [script]"
    ]


def test_a_player_has_a_name_of_one_word() -> None:
    for name in ("Ann Lee", "~Ann", "a.b", "7", "table", "Nobody", "pool", '"Ann,"'):
        report = replay_text(f"game: nine-muses\nplayers: [{name}, Bob]\n---\n", "x", load)
        assert "cannot be the name of a player" in str(report.problems[0]), name
    for name in ("none", "Nothing", "all", "everybody", "illegal", "toil", "Exchange"):
        report = replay_text(f"game: nine-muses\nplayers: [{name}, Bob]\n---\n", "x", load)
        assert "choose another name" in str(report.problems[0]), name
    empty = replay_text("game: nine-muses\nplayers: []\n---\n", "x", load)
    assert [str(each) for each in empty.problems] == [
        "x:2:10: there are no players; name at least one [header]"
    ]


def test_absurd_numbers_end_in_a_problem_soon() -> None:
    start = "start: {loose: true, Ann: {craft: 999999, ethics: 999999, hand: [Aesop, Heron]}}\n"
    assert told("= legal 12\n", start) == [
        "night.play:5:1: more than 200000 moves to try here: is one of the numbers far too "
        "large? [script]"
    ]


def test_a_mistake_of_the_referee_is_reported_with_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Aesop")

    monkeypatch.setattr(NineMuses, "legal", broken)
    (problem,) = played("= legal 12\nAnn toil Aesop\n").problems
    assert (problem.location.line, problem.check) == (5, "fault")
    assert "an error in the referee itself" in problem.message


@pytest.mark.parametrize("seed", ["", "seed: 1\n"])
def test_a_referee_that_asks_chance_without_end_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    again = Move(CHANCE, "row", ())
    monkeypatch.setattr(NineMuses, "to_act", lambda *_: CHANCE)
    monkeypatch.setattr(NineMuses, "refusal", lambda *_: None)
    monkeypatch.setattr(NineMuses, "kept", lambda *_: ())
    monkeypatch.setattr(NineMuses, "apply", lambda _, state, *__: state)
    monkeypatch.setattr(NineMuses, "written", lambda *_: "~ row")
    for gives in ("known_draw", "chance"):
        monkeypatch.setattr(NineMuses, gives, lambda *_: again)
    text = f"game: nine-muses\nplayers: [Ann, Bob]\n{seed}---\n= end\n"
    (problem,) = replay_text(text, "x.play", load).problems
    assert problem.check == "fault"
    assert "more than 10,000 draws in a row" in problem.message


def test_what_a_start_leaves_out_has_its_default() -> None:
    assert (
        told(
            "= Ann.craft 3, Ann.knowledge 3 0 0, Bob.knowledge [2, 0, 0], pool 5 6 2, round 1\n"
            "= centre Calliope Clio Erato Euterpe Polyhymnia, turn Ann, step act\n"
            "= muse_deck Melpomene Terpsichore Thalia Urania, score Ann 0 Bob 0\n",
            "start: {Ann: {craft: 3}}\n",
        )
        == []
    )


def test_the_first_player_may_be_named() -> None:
    assert told("= turn Bob, first Bob\n", "first: Bob\nstart: {Ann: {craft: 3}}\n") == []
    assert told("= first Bob\n", "first: Bob\n") == []


def test_cards_of_the_script_change_what_is_legal() -> None:
    cards = (
        "cards:\n"
        "  Clio: {condition: {C: [2, 2]}, benefit: {VP: 3, S: 1}}\n"
        "  Aesop: {options: [{gain: {E: 1}}]}\n"
        "  philosophers: {Zeno: {options: [{gain: {S: 2}}], copies: 2}, Heron: 1}\n"
    )
    start = "start: {Ann: {hand: [Zeno, Aesop]}, Bob: {craft: 3, hand: [Aesop, Heron]}}\n"
    steps = (
        "Ann call Clio with Aesop\nBob exchange Aesop 1\n= Bob.ethics 1\nAnn collect\n"
        "= Ann.score 3, Ann.science 1\nAnn exchange Zeno 1\n= Ann.science 3\n"
    )
    assert told(steps, cards + start) == []
    (problem,) = told("", "cards: {Zeus: {options: []}}\n")
    assert "no card or deck 'Zeus'" in problem


def test_rows_of_one_title_are_one_card() -> None:
    """Aesop has several pictures: his title changes all, and copies are of all."""
    aesops = "start: {Ann: {hand: [Aesop, Aesop, Aesop]}, Bob: {hand: [Heron]}}\n"
    (problem,) = told("", "cards: {Aesop: 2}\n" + aesops)
    assert "(Aesop: 1 too many)" in problem
    assert told("Ann exchange Aesop 1\n= Ann.craft 4\n", "cards: {Aesop: 3}\n" + aesops) == []
    (problem,) = told("", "cards: {aesop-crow: {options: [{gain: {E: 1}}]}}\n")
    assert "Aesop: another row with this title has different values; make" in problem


def test_a_script_starts_after_a_line_of_another(tmp_path: Path) -> None:
    night = "game: nine-muses\nplayers: [Ann, Bob]\n"
    hands = "start: {Ann: {hand: [Aesop, Heron]}, Bob: {hand: [Heron]}}\n---\n"
    (tmp_path / "one.play").write_text(night + hands + "Ann toil Aesop\nBob toil Heron\n", "utf-8")

    def after(start: str, steps: str = "Bob toil Heron\n", players: str = night) -> list[str]:
        file = tmp_path / "two.play"
        file.write_text(f"{players}start: {start}\n---\n{steps}", "utf-8")
        return [each.message for each in replay(file, "two.play").problems]

    assert after("{after: one.play:5}", "= turn Bob, Ann.hand Heron\nBob toil Heron\n") == []
    assert after("{after: one.play:5, Bob: {score: 9}}", "= Bob.score 9\n") == []
    assert after("{after: two.play:5}") == [
        "two.play cannot be replayed up to line 5: two.play:3:8: these scripts start after one "
        "another in a circle; change the start of one of them [start]"
    ]
    assert after("{after: one.play:4}") == ["there is no step in line 4 of one.play"]
    assert after("{after: ../one.play:5}") == [
        "there is no script '../one.play' in the folder of this script"
    ]
    assert "expected a script and the number of a line" in after("{after: one.play}")[0]
    others = night.replace("Bob", "Bea")
    assert after("{after: one.play:5}", "", others) == [
        "one.play has Ann, Bob as 'players', and this script Ann, Bea"
    ]


def test_numbers_and_rulings_of_the_script_are_enforced() -> None:
    assert told("Ann toil Aesop\n= Ann.craft 5\n", "data: {NINE-TOIL-01.craft: 3}\n" + START) == []
    wasted = "rulings: {NINE-RUL-05: card_wasted}\n" + START
    assert told("Ann call Calliope with Aesop\n= Ann.muses none, Ann.hand Heron\n", wasted) == []
    assert "no other interpretation" in told("", "rulings: {NINE-TOIL-01: x}\n")[0]
    assert "is not one of right, duty" in told("", "rulings: {NINE-RUL-03: x}\n")[0]


def test_a_deck_of_ones_own_lies_beside_the_script(tmp_path: Path) -> None:
    shutil.copytree(resource("data") / "nine-muses", tmp_path / "my-deck")
    rules = tmp_path / "my-deck" / "rules.yaml"
    changes = {
        "data: {craft: 1}": "data: {craft: 2}",  # NINE-TOIL-01
        "data: {centre: 5}": "data: {centre: 4}",
        "data: {cards_each: 3}": "data: {cards_each: 2}",
        "craft_each: 2": "craft_each: 1",
        "data: {min: 2, max: 4": "data: {min: 2, max: 3",
    }
    text = rules.read_text("utf-8")
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    rules.write_text(text, "utf-8")
    script = tmp_path / "night.play"
    head = "game: ./my-deck\nplayers: [Ann, Bob]\n---\n"
    script.write_text(
        f"{head}! ~ row Clio Erato Thalia Urania Calliope -> NINE-SETUP-06\n"
        "! ~ deal Ann Aesop Heron Heron -> NINE-SETUP-07\n"
        "~ row Clio Erato Thalia Urania\n~ deal Ann Aesop Heron\n~ deal Bob Aesop Heron\n"
        "= Ann.craft 1, Bob.craft 1\nAnn toil Aesop\n= Ann.craft 3\n",
        "utf-8",
    )
    assert [str(each) for each in replay(script, load=load).problems] == []
    script.write_text("game: ./my-deck\nplayers: [A, B, C, D]\n---\n! start -> NINE-SETUP-01\n")
    assert replay(script, load=load).problems == []


def test_unknown_ambiguous_and_illegal_are_reported_apart() -> None:
    def check(step: str) -> str:
        (problem,) = played(step + "\n").problems
        return problem.check

    assert check("Ann toil Aesopp") == "script"
    assert check("Ann juggle") == "script"
    assert check("Ann toil") == "ambiguous"
    assert check("Ann toil Hypatia") == "refused"
    assert check("! Ann toil") == "ambiguous"
    assert check("! Ann toil Aesopp -> NINE-TURN-03") == "script"


def test_a_refused_move_changes_nothing() -> None:
    report = played("! Ann toil Hypatia\n! Bob toil Heron\n! Ann exchange Heron 7\n= legal 8\n")
    assert report.ok
    assert report.end is report.begun


def test_the_step_of_a_start_fits_its_cards() -> None:
    setup = "start: {step: setup}\n"
    assert (
        told("= Ann.hand none, centre none, legal 0\n~ deal Ann Aesop Heron Heron\n", setup) == []
    )
    assert told("= Ann.hand none, legal 0\n", "start: {step: round}\n") == []
    assert told("! start -> NINE-ROUND-02\n", "start: {step: round, Ann: {hand: [Aesop]}}\n") == []
    laid = "start: {step: setup, centre: [Clio], Ann: {hand: [Aesop]}, Bob: {hand: [Aesop]}}\n"
    assert "so the set-up is complete" in told("", laid)[0]


def test_a_start_is_a_mapping() -> None:
    assert told("", "start: x\n") == [
        "night.play:3:8: expected a mapping of facts, not 'x' [start]"
    ]


def test_a_seed_can_be_filled_in_and_taken_out() -> None:
    seeded = (resource("data") / "nine-muses" / "scripts" / "seeded.play").read_text("utf-8")
    for newline in ("\n", "\r\n"):
        report = replay_text(seeded.replace("\n", newline), "night.play", load)
        filled = written(report)
        assert filled.count(newline) == filled.count("\n") == seeded.count("\n") + 4
        again = replay_text(filled.replace(f"seed: 7{newline}", ""), "night.play", load)
        assert again.ok
        assert again.end == report.end._replace(table=again.end.table)


def test_names_of_several_words_come_back_from_their_words() -> None:
    cards = (
        "cards: {philosophers: {Zeno of Elea: {options: [{gain: {S: 2}}], copies: 3},"
        " 'Bias, the \"Wise\"': {options: [{gain: {S: 1}}], copies: 3}},"
        " muses: {Muse of Fire: {condition: {C: [1, 9]}, when: start, benefit: {C: 1}}}}\n"
    )
    start = (
        "start:\n"
        "  Ann: {craft: 1, hand: [Zeno of Elea, 'Bias, the \"Wise\"'], muses: [Muse of Fire]}\n"
        "  Bob: {hand: [Zeno of Elea, Zeno of Elea]}\n"
    )
    report = played("", cards + start)
    assert report.ok
    referee = report.referee
    assert referee is not None
    lines: list[str] = []
    state = report.begun
    while moves := referee.legal(state):
        for move in moves:
            line = referee.written(state, move)
            assert told(f"{''.join(lines)}= legal {line}\n", cards + start) == [], line
        lines.append(f"{referee.written(state, moves[-1])}\n")
        state = referee.apply(state, moves[-1])


def test_assertions_as_people_write_them() -> None:
    held = (
        "score Ann 0 Bob 0",
        "score Ann 0, Bob 0, round 1",
        "score.Ann 0, score.Bob 0",
        "pool craft 6, science 6, ethics 2",
        "pool {craft: 6}",
        "pool 6 6 2",
        "centre has Clio, Erato, centre lacks Urania",
        "Ann.hand Heron Aesop",
        "Ann.hand [Heron, Aesop]",
        "Ann.hand Heron, Aesop, turn Ann",
        "Ann.muses none, end no, round >= 1",
        "legal 8, legal Ann toil Heron, illegal Bob toil Heron",
        "ANN.CRAFT 2",
    )
    for each in held:
        assert told(f"= {each}\n") == [], each
    wrong = {
        "score Ann 0, Bob 1": "score is Ann 0, Bob 0",
        "Ann.craft 3": "Ann.craft is 2",
        "centre lacks Clio": "centre is Calliope Clio",
        "Ann.crafft 2": "did you mean 'craft'?",
        "Ann.craft": "'Ann.craft' needs a value; it is 2 now",
        "legal 7": "8 moves are legal",
        "legal Bob toil Heron": "breaks NINE-TURN-05",
    }
    for each, words in wrong.items():
        (problem,) = played(f"= {each}\n").problems
        assert words in problem.message, each


def test_a_refusal_may_name_several_rules_of_which_one_is_enough() -> None:
    either = "! Bob toil Heron -> NINE-TURN-04 | NINE-TURN-05 | She laughs.\n"
    report = played(either)
    assert report.ok
    assert report.played[0].step.story == "She laughs."
    assert report.coverage.broken.keys() == {"NINE-TURN-05"}
    both = "! Bob toil Heron -> NINE-TURN-05 , NINE-TURN-04 | NINE-TURN-05 # the second\n"
    assert told(both) == []
    (problem,) = told("! Bob toil Heron -> NINE-TURN-03 | NINE-TURN-05, NINE-TURN-04\n")
    assert "It should break NINE-TURN-03 | NINE-TURN-05, NINE-TURN-04." in problem
    (problem,) = told("! Bob toil Heron -> NINE-TURN-05 | NINE-TURN-77\n")
    assert "no rule 'NINE-TURN-77'" in problem


def test_lists_are_counted_and_ordered() -> None:
    for held in (
        "Ann.hand count 2, turn Ann",
        "discard count 0, centre count >= 5",
        "Ann.hand in order Aesop, Heron, turn Ann",
        "discard in order none",
    ):
        report = played(f"= {held}\n")
        assert (report.problems, report.remarks) == ([], []), held
    for wrong in ("Ann.hand count 3", "Ann.hand in order Heron Aesop", "Ann.hand [2]"):
        assert [each.check for each in played(f"= {wrong}\n").problems] == ["assertion"], wrong
    for unread in ("Ann.hand count", "Ann.hand count x", "Ann.hand in Heron", "turn count 1"):
        assert [each.check for each in played(f"= {unread}\n").problems] == ["script"], unread


def test_a_number_behind_a_list_is_warned_of() -> None:
    report = played("= Ann.hand 2\n! = Ann.hand 3\n= Ann.hand >= 1, Ann.craft 2\n")
    assert report.ok
    assert [(each.location.line, each.check) for each in report.remarks] == [
        (5, "ambiguous"),
        (6, "ambiguous"),
    ]
    assert "write 'Ann.hand count 2'" in report.remarks[0].message


def test_a_number_behind_a_list_of_numbers_is_in_it() -> None:
    header = "game: muse\nplayers: [Ann, Bob]\nstart: {questions: [2]}\n---\n"
    report = replay_text(f"{header}= questions 2, questions >= 1\n! = questions 1\n", "x", load)
    assert report.ok, report.problems


@pytest.mark.parametrize(
    ("game", "start", "fact"),
    [
        ("dance-of-muses", "", "Clio.at"),
        ("sing-o-muse", "start: {Ann: {A: {leader: h-jason}}}", "Ann.A.treasures.h-jason"),
        ("muse", "start: {}", "showdown.leading"),
        ("schizonauts", "", "Ann.up.kind"),
    ],
)
def test_what_is_not_there_can_be_asserted(game: str, start: str, fact: str) -> None:
    header = f"game: {game}\nplayers: [Ann, Bob]\n{start}\n---\n"
    held = f"= {fact} none, {fact} lacks x, {fact} count 0, {fact} != x\n! = {fact} 3\n"
    assert [str(each) for each in replay_text(header + held, "x", load).problems] == []
    wrong = replay_text(f"{header}= {fact} >= 0\n= {fact} has x\n", "x", load)
    assert [each.check for each in wrong.problems] == ["assertion", "assertion"]
    (typo,) = replay_text(f"{header}= {fact}x none\n", "x", load).problems
    assert typo.check == "script"


def test_a_script_goes_on_behind_a_wrong_claim() -> None:
    report = played("table judge kit {reference: 7}\ntable winner Zed\nAnn toil Aesop\n")
    assert [each.check for each in report.problems] == ["refused", "script"]
    assert [each.verb for each in report.played] == ["toil"]


@pytest.mark.parametrize(
    ("game", "listed", "counted"),
    [
        ("nine-muses", "{discard: [Aesop, Aesop, Heron]}", "{discard: {Aesop: 2, Heron: 1}}"),
        ("dance-of-muses", "{Ann: {hand: [Clio, Erato]}}", "{Ann: {hand: {Clio: 1, Erato: 1}}}"),
        ("muse", "{Y1: {cards: [2C, 3C]}}", "{Y1: {cards: {2C: 1, 3C: 1}}}"),
        ("sing-o-muse", "{discard: [c-ajax, f-bull]}", "{discard: {c-ajax: 1, f-bull: 1}}"),
        ("schizonauts", "{phase: flashback, Ann: {hand: [The Meat Cleaver]}}",
         "{phase: flashback, Ann: {hand: {Meat Cleaver: 1}}}"),
    ],
)  # fmt: skip
def test_a_start_may_count_the_cards_of_a_list(game: str, listed: str, counted: str) -> None:
    header = f"game: {game}\nplayers: [Ann, Bob]\nstart: {{loose: true}}\n---\n"
    one, other = (
        replay_text(header.replace("{loose: true}", start[:-1] + ", loose: true}"), "x", load)
        for start in (listed, counted)
    )
    assert [str(each) for each in (*one.problems, *other.problems)] == []
    assert one.referee is not None
    assert other.referee is not None
    assert dict(one.referee.facts(one.begun)) == dict(other.referee.facts(other.begun))
    wrong = header.replace("{loose: true}", counted.replace(": 1}", ": x}"))
    (problem,) = replay_text(wrong, "x", load).problems
    assert "expected a whole number from 0 to 1000, not 'x'" in problem.message


@pytest.mark.parametrize("game", shipped_games())
def test_only_a_rule_that_settled_a_fact_refuses_a_wrong_claim_about_it(game: str) -> None:
    """A rule that acted in the same step, but on other facts, does not count as broken."""
    tried = 0
    files = iter(sorted((resource("data") / game / "scripts").glob("*.play")))
    while tried < 3:
        file = next(files)
        whole = replay(file)
        moves = [at for at, each in enumerate(whole.played) if at and each.trace and each.verb]
        if whole.problems or not moves or whole.referee is None:
            continue
        move = whole.played[moves[-1]]
        text = "\n".join(file.read_text().split("\n")[: move.step.location.line])
        before, after = (
            whole.referee.facts(whole.played[at].after) for at in (moves[-1] - 1, moves[-1])
        )
        because = settled(move.trace, changed(before, after))
        for fact, value in flat(after):
            settlers = {*because.get(fact, ()), *whole.referee.fields.rules(move.after, fact)}
            other = min({entry.rule for entry in move.trace} - settlers, default="")
            if type(value) is int and other and tried < 3:
                claim = f"! = {fact} {value + 1} -> {other}"
                found = replay_text(f"{text}\n{claim}\n", file.as_posix(), load)
                assert [each.check for each in found.problems] == ["refused"], (file, claim)
                tried += 1


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("Ann, ann", "two players are called 'ann'"),
        ("ANN, Bob, Ann", "two players are called 'Ann'"),
        ("Ann, Bob, Bob", "two players are called 'Bob'"),
        ("Ann, Table", "'Table' cannot be the name of a player"),
        ("Ann, B b", "'B b' cannot be the name of a player"),
        (", ".join(f"P{'abcdefghijklmnopqrstuvwxyz'[i]}" for i in range(26)), "more than"),
    ],
)
def test_names_of_players_differ_in_more_than_capitals(players: str, said: str) -> None:
    _, problems = parse_script(f"game: nine-muses\nplayers: [{players}]\n---\n", "x.play")
    found = [str(each) for each in problems]
    assert len([each for each in found if said in each]) == 1, found
