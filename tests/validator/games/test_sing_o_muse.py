"""The referee of Sing! O Muse: decks of one's own, numbers that are edited."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from validator.core.model import Game
from validator.core.resources import resource
from validator.games import sing_o_muse
from validator.games.sing_o_muse.state import Task
from validator.load.game import load_game
from validator.referee.core import CHANCE, Move
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.script.play import replay_text
from validator.script.played import Report


@cache
def sing() -> Game:
    game = load_game(resource("data") / "sing-o-muse").game
    assert game is not None
    return game


def load(_: object) -> Any:
    return type("Loaded", (), {"game": sing(), "problems": []})()


def play(steps: str, header: str = "", players: str = "[Ann, Bob]") -> Report:
    text = f"game: sing-o-muse\nplayers: {players}\n{header}---\n{steps}"
    return replay_text(text, "x.play", load)


def problems(steps: str, header: str = "", players: str = "[Ann, Bob]") -> list[str]:
    return [problem.message for problem in play(steps, header, players).problems]


def test_a_deck_of_ones_own_plays_without_code() -> None:
    header = """cards:
  muse:
    - {title: H1, type: hero, might: 3, traits: [wisdom]}
    - {title: H2, type: hero, might: 4}
    - {title: C1, type: companion, might: 2, traits: [fire]}
    - {title: F1, type: foe, might: 9, requires: [fire], vulnerable: [wisdom],
       reward: {laurels: 2}}
    - {title: X1, type: hold, effects: [{verb: stop, kind: foe}]}
    - {title: C2, type: companion, might: 1, copies: 3}
  quests:
    - {title: Q1, laurels: 3, steps: [{foe: f1}, {sea: true}]}
start:
  Ann: {A: {leader: H1, members: [C1], quest: Q1}}
  Bob: {hand: [X1], A: {leader: H2, members: [C2, C2]}}
  foes: [F1]
"""
    steps = """
= Ann.A.might 5, Ann.A.traits fire wisdom, Bob.A.members c2-1 c2-2
Ann challenge A F1
= Ann.laurels 2, Ann.A.marks 1, used 1
Bob stops X1
= Ann.laurels 0, Ann.A.marks 0, used 1, foes F1, discard X1
Ann end
"""
    assert problems(steps, header) == []


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("{type: immediate, on_draw: [{verb: discard_compagnon}]}", "discard_companion"),
        ("{type: immediate, on_draw: [{verb: draw, who: each}]}", "'draw' has no argument 'who'"),
        ("{type: hero, traits: [wisdm]}", "wisdom"),
        ("{type: treasure, slot: helmet}", "weapon"),
        ("{type: hearo}", "hero"),
        ("{type: foe, on_defeat: 7}", "expected a list"),
        ("{type: immediate, on_draw: [{verb: draw, n: many}]}", "whole number"),
    ],
)
def test_a_card_that_cannot_be_carried_out_is_a_located_problem(card: str, told: str) -> None:
    report = play("= turn Ann\n", f"cards:\n  muse:\n    New: {card}\n")
    assert len(report.problems) == 1
    assert told in report.problems[0].message
    assert report.problems[0].location.line == 5


ANSWERS = ("loses", "blocks", "clears", "learns", "bumps", "restores", "takes", "promotes")


def one_card(move: Move) -> str:
    """The one card that an answer names; empty if it names none, or several."""
    first = move.args[0]
    cards = (first,) if isinstance(first, str) else first if isinstance(first, tuple) else ()
    rest = [each for each in move.args[1:] if each not in (None, ())]
    return cards[0] if len(cards) == 1 and not rest else ""


def targets(referee: Referee[Any], state: Any, move: Move) -> Iterator[tuple[str, Any]]:
    """Every target that a line may name, and the position that it leads to without the target."""
    after = referee.apply(state, move)
    for old, new in zip(state.seats, after.seats, strict=True):
        for card, hero in new.learned:
            if card == move.args[0] and (card, hero) not in old.learned:
                yield hero, after
    if not after.agenda or after.agenda[-1].seat != move.seat:
        return
    for answer in referee.legal(after):
        if answer.verb in ANSWERS and (card := one_card(answer)):
            yield card, referee.apply(after, answer)
        elif answer.verb == "versus" and after.agenda[-1].kind == "choose":
            crews = after.seats[answer.args[0]].crews
            yield next(crew.leader for crew in crews if crew.leader), referee.apply(after, answer)


def test_a_line_may_name_every_target_also_the_only_one() -> None:
    """The long form of each listed move is legal, and the same as the short one with its answer."""
    found = set()
    for players, seed in ((2, 1), (2, 2), (3, 3), (3, 4), (4, 5)):
        referee = find_referee(sing(), ("Ann", "Bob", "Cat", "Dov")[:players])
        assert referee is not None
        random = Random(seed)
        state = referee.begin(0)
        while (seat := referee.to_act(state)) is not None:
            held = [
                Move(seat, "hold", (card, None)) for card in state.seats[seat].hand if seat >= 0
            ]
            listed = [move for move in referee.legal(state) if move.verb == "resolve"]
            for move in (*listed, *(move for move in held if referee.allows(state, move))):
                for target, expected in targets(referee, state, move):
                    named = move._replace(args=(move.args[0], target))
                    assert referee.refusal(state, named) is None, referee.written(state, named)
                    assert referee.apply(state, named) == expected, referee.written(state, named)
                    found.add(move.args[0])
            next_ = (
                referee.chance(state, random) if seat == CHANCE else referee.guess(state, random)
            )
            assert next_ is not None
            state = referee.apply(state, next_)
    assert {"i-father", "i-mother"} <= found
    assert len(found) > 5


@pytest.mark.parametrize(
    ("effect", "target", "facts"),
    [
        ("verb: revelation, kind: father, who: opponent", "h-theseus",
         "Ann.B.learned.h-theseus x-ransom"),
        ("verb: discard_companion, who: opponent, choice: acting", "c-ajax", "discard has c-ajax"),
        ("verb: transform_companion, who: opponent, choice: acting", "c-ajax",
         "Ann.A.transformed c-ajax"),
        ("verb: discard_treasure, who: opponent, choice: acting", "t-cap", "discard has t-cap"),
        ("verb: discard_companion, who: opponent", "h-jason", "asked Ann"),
        ("verb: steal_treasure, who: opponent", "t-cap", "discard has t-cap, pending give"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("players", ["[Ann, Bob]", "[Ann, Bob, Cat]"])
def test_what_is_named_of_an_opponent_is_the_target(
    players: str, effect: str, target: str, facts: str
) -> None:
    """However many opponents there are: with one, nothing has to be chosen first."""
    header = f"""cards:
  x-ransom: {{effects: [{{{effect}}}]}}
start:
  Ann:
    A: {{leader: h-jason, members: [c-ajax, c-nestor]}}
    B: {{leader: h-theseus}}
    treasures: {{h-jason: [t-club, t-cap]}}
  Bob: {{A: {{leader: h-cadmus}}, hand: [x-ransom]}}
"""
    if "Cat" in players:
        header += "  Cat: {A: {leader: h-heracles, members: [c-zetes]}}\n"
    assert problems(f"Bob hold x-ransom on {target}\n= {facts}\n", header, players) == []


@pytest.mark.parametrize("card", ["i-feast", "i-muse"])
def test_a_target_that_nothing_asks_for_is_a_word_left_over(card: str) -> None:
    header = f"start:\n  Ann: {{A: {{leader: h-jason}}, hand: [{card}]}}\n{BOB}"
    for line in (
        f"Ann resolve {card} on h-jason",
        f"! Ann resolve {card} on h-jason -> SING-IMM-03",
    ):
        (problem,) = play(line, header).problems
        assert problem.check == "script"
        assert "unexpected 'on'" in problem.message
        assert "SING-" not in problem.message


def test_a_treasure_that_is_not_given_is_not_named() -> None:
    header = """start:
  Ann: {A: {leader: h-jason}, hand: [i-thief]}
  Bob: {A: {leader: h-theseus}, treasures: {h-theseus: [t-club]}}
"""
    steps = "Ann resolve i-thief\nAnn takes t-club\n"
    assert problems(f"{steps}Ann gives t-club on h-jason\n", header) == []
    (message,) = problems(f"{steps}Ann gives t-bow on h-jason\n", header)
    assert "the Treasure to give is" in message


# A number in rules.yaml, its new value, and what the referee enforces then.
ANN = "start:\n  Ann: {A: {leader: h-jason, members: [c-nestor]}, hand: [%s]}\n"
BOB = "  Bob: {A: {leader: h-theseus}}\n"
EDITS: dict[str, tuple[str, str, str]] = {
    "data: {cards: 3}": (
        "data: {cards: 4}",
        "start:\n  phase: draw\n  Ann: {A: {leader: h-jason}}\n" + BOB,
        "! ~ draw Ann c-ajax c-zetes c-calais -> SING-DRAW-01\n"
        "~ draw Ann c-ajax c-zetes c-calais c-teucer\n",
    ),
    "data: {max_characters: 7}": (
        "data: {max_characters: 2}",
        ANN % "c-ajax" + BOB,
        "! Ann play c-ajax to A -> SING-CREW-02\nAnn play c-ajax to A discarding c-nestor\n",
    ),
    "data: {max_crews: 2}": (
        "data: {max_crews: 3}",
        ANN % "h-perseus, h-aeneas, h-cadmus" + BOB,
        "Ann play h-perseus leads B\nAnn play h-aeneas leads C\n"
        "! Ann play h-cadmus leads D -> SING-CREW-05\n= Ann.C.leader h-aeneas\n",
    ),
    "data: {capacity: 5}": (
        "data: {capacity: 1}",
        ANN % "f-bull" + BOB + "  foes: [f-boar]\n",
        "! Ann play f-bull queue -> SING-QUEUE-02\nAnn play f-bull queue bumping f-boar\n",
    ),
    "data: {quest_actions: 1}": (
        "data: {quest_actions: 2}",
        ANN % "" + BOB,
        "Ann tread\nAnn tread\n! Ann tread -> SING-TURN-03\n",
    ),
    "data: {target: 7, long_target: 10}": (
        "data: {target: 2, long_target: 10}",
        "start:\n  Ann: {victory: [q-games]}\n" + BOB,
        "= end, winner Ann, target 2\n",
    ),
    "data: {weapons: 1}": (
        "data: {weapons: 2}",
        ANN % "t-club, t-bow, t-sickle" + BOB,
        "Ann play t-club on h-jason\nAnn play t-bow on h-jason\n"
        "! Ann play t-sickle on h-jason -> SING-TREASURE-01\n",
    ),
    "data: {divisor: 2, rounding: SING-GEN-01.rounding}": (
        "data: {divisor: 3, rounding: SING-GEN-01.rounding}",
        ANN % "" + BOB + "  foes: [f-minotaur]\n",
        "= Ann.A.might 4\nAnn challenge A f-minotaur\n",
    ),
    "data: {rounding: up}": (
        "data: {rounding: down}",
        ANN % "t-bow" + BOB + "  foes: [f-minotaur]\n",
        "Ann play t-bow on h-jason\n= Ann.A.might 5\nAnn challenge A f-minotaur\n",
    ),
    "data: {heroes: 1, further: 3}": (
        "data: {heroes: 1, further: 2}",
        "",
        "! ~ deal Ann h-jason c-ajax c-zetes c-calais -> SING-SETUP-02\n"
        "~ deal Ann h-jason c-ajax c-zetes\n",
    ),
}


def edited(folder: Path, *edits: tuple[str, str]) -> Path:
    """A copy of the game with other numbers."""
    source = resource("data") / "sing-o-muse"
    copy = shutil.copytree(source, folder / "sing", ignore=shutil.ignore_patterns("scripts"))
    text = (copy / "rules.yaml").read_text("utf-8")
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (copy / "rules.yaml").write_text(text, "utf-8")
    return copy


@pytest.mark.parametrize("old", EDITS)
def test_a_number_edited_in_the_data_is_enforced(tmp_path: Path, old: str) -> None:
    new, header, steps = EDITS[old]
    copy = edited(tmp_path, (old, new))
    script = f"game: {copy}\nplayers: [Ann, Bob]\n{header}---\n{steps}"
    assert [str(problem) for problem in replay_text(script, "x.play").problems] == []


RULES_IN = [
    "answers", "blocking", "choosing_losses", "claims", "effects",
    "hold_cards_and_deities", "losing_companions", "crew_might", "modes", "notation", "playing",
    "quest_progress", "questing", "rearranging", "referee", "setup", "turn", "war", "war_choices",
]  # fmt: skip


@pytest.mark.parametrize("name", RULES_IN)
def test_no_number_of_a_rule_stands_in_the_code(name: str) -> None:
    file = Path(sing_o_muse.__file__).parent / f"{name}.py"
    tree = ast.parse(file.read_text("utf-8"))
    # How many games are simulated where nobody says it is no number of a rule.
    other = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "simulated"
    ]
    found = [
        f"{node.value} in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 1
        if node not in other
    ]
    assert found == []


@pytest.mark.parametrize(
    "step",
    [
        "Ann play", "Ann play c-ajx to A", "Ann play c-ajax", "Ann play c-ajax to Z9",
        "Ann challenge C f-bull", "Ann embark A", "Ann favor d-zeus", "Ann joins",
        "Ann loots t-club", "~ draw", "~ draw Ann", "~ hits", "table judge kit {boards: 1}",
        "table judge position {Ann: {A: {leader: nobody}}}", "table target many",
        "Ann withdraw A all c-ajax", "= Ann.A.helm 3", "Ann pass t-club", "Ann picks",
    ],
)  # fmt: skip
def test_nonsense_is_a_problem_of_the_line(step: str) -> None:
    header = "start:\n  Ann: {A: {leader: h-jason, members: [c-ajax]}}\n" + BOB
    (problem,) = play(f"{step}\n", header).problems
    assert problem.check == "script"
    assert problem.location.line == 7


@pytest.mark.parametrize(
    ("card", "rule"),
    [("x-spring", "SING-TRANSFORM-04"), ("x-ransom", "SING-LOSS-12"), ("x-guide", "")],
)
def test_a_target_that_nothing_takes_names_the_effects_own_rule_or_none(
    card: str, rule: str
) -> None:
    text = (
        "game: sing-o-muse\nplayers: [Ann, Bob]\n"
        f"start: {{loose: true, Ann: {{hand: [{card}], A: {{leader: h-jason}}}}}}\n---\n"
        f"! Ann hold {card} on h-jason{f' -> {rule}' if rule else ''}\n"
    )
    problems = [str(each) for each in replay_text(text, "x.play").problems]
    if rule:
        assert problems == []
    else:
        (problem,) = problems
        assert "no effect takes a target here" in problem
        assert problem.endswith("[script]")


# ---- what is announced can be stopped, until it is too late

HEROES = """    - {title: H1, type: hero, might: 9}
    - {title: H2, type: hero, might: 3}
    - {title: H3, type: hero, might: 4}
    - {title: C1, type: companion, might: 1, copies: 6}
    - {title: T1, type: treasure, slot: bauble, copies: 2}
    - {title: Stop, type: hold, effects: [{verb: stop, kind: any}]}
    - {title: Wreck, type: hold, effects: [{verb: wreck}]}
    - {title: God, type: deity, favor: {might: 1}, wrath: {might: -1}}
"""
CHALLENGED = """cards:
  muse:
%s    - {title: F1, type: %s, might: 1, on_defeat: [%s]}
  quests:
    - {title: Q1, laurels: %s, steps: [{%s: f1}]}
start:
  phase: play
  Ann: {A: {leader: h1, members: [c1, c1], quest: q1}}
  Bob: {A: {leader: h2, members: [c1]}, hand: [stop, wreck, god]}
  Cat: {A: {leader: h3}, hand: [t1, t1]}
  %ss: [f1]
"""
# Effects of a defeat in which the deck or a blind draw decides something.
BY_CHANCE = [
    "verb: discard_companion, choice: random", "verb: discard_character, scope: crew",
    "verb: transform_companion, choice: random, who: each", "verb: draw, n: 2",
    "verb: discard_hand, who: each_other", "verb: discard_character, who: each_other",
]  # fmt: skip


def challenged(effect: str = "", kind: str = "foe", laurels: int = 1) -> str:
    effects = f"{{{effect}}}" if effect else ""
    return CHALLENGED % (HEROES, kind, effects, laurels, kind, kind)


@pytest.mark.parametrize("kind", ["foe", "ordeal"])
@pytest.mark.parametrize("effect", BY_CHANCE)
def test_others_are_asked_about_a_challenge_before_chance_acts_in_it(
    effect: str, kind: str
) -> None:
    """Whatever chance decides: at the table the others are asked, and a stop undoes nothing."""
    header, three = challenged(effect, kind), "[Ann, Bob, Cat]"
    report = play("Ann challenge A f1\n", header, three)
    assert [str(each) for each in report.problems] == []
    referee, state = report.referee, report.end
    assert referee is not None
    for seat in (1, 2):
        assert referee.to_act(state) == seat
        listed = {move.verb: move for move in referee.legal(state)}
        assert {*listed} == ({"allows", "stops"} if seat == 1 else {"allows"})
        if seat == 1:
            stopped = referee.apply(state, listed["stops"])
            before = report.begun.thrown("stop")
            assert stopped == before._replace(used=1, stage=stopped.stage)
        state = referee.apply(state, listed["allows"])
    assert referee.to_act(state) == CHANCE
    # In a script the line of chance may follow at once, and a seed draws if nobody objects.
    seeded = f"seed: 4\n{header}"
    assert problems("Ann challenge A f1\nBob stops stop\n= used 1\n", seeded, three) == []
    assert problems("Ann challenge A f1\n= pending none\n", seeded, three) == []


@pytest.mark.parametrize("laurels", [1, 7])
@pytest.mark.parametrize("kind", ["foe", "ordeal"])
@pytest.mark.parametrize("effect", ["", "verb: draw, n: 1"])
def test_who_lets_a_challenge_happen_is_bound(effect: str, kind: str, laurels: int) -> None:
    steps = (
        "Ann challenge A f1\nBob allows\n! Bob stops stop -> SING-CHAL-13\n"
        "! Bob stops stop -> SING-CHAL-03\n! Bob allows -> SING-CHAL-13\n"
    )
    assert problems(steps, challenged(effect, kind, laurels), "[Ann, Bob, Cat]") == []


@pytest.mark.parametrize("later", ["Ann end", "Ann embark A q2", "Bob favor god on h2"])
def test_a_late_stop_of_a_challenge_names_no_rule_of_the_sea(later: str) -> None:
    header = challenged().replace(
        "start:", "    - {title: Q2, laurels: 1, steps: [{sea: true}]}\nstart:"
    )
    steps = f"Ann challenge A f1\n{later}\n"
    report = play(f"{steps}Bob stops stop\n", header, "[Ann, Bob, Cat]")
    (refusal,) = report.refusals.values()
    assert refusal.rule == "SING-CHAL-03"
    assert not [rule for rule in refusal.rules if "-SEA-" in rule]
    report = play(f"{steps}Bob stops wreck\n", header, "[Ann, Bob, Cat]")
    (refusal,) = report.refusals.values()
    assert refusal.rule == "SING-SEA-06"


@pytest.mark.parametrize("out", [(1,), (2,), (3,), (1, 2), (2, 3), (3, 1), (1, 2, 3)])
@pytest.mark.parametrize("asked", [0, 1, 2])
def test_a_crossing_survives_the_elimination_of_others(out: tuple[int, ...], asked: int) -> None:
    """Whoever is eliminated, before, while or after being asked: the rest are asked in order."""
    names = ["Ann", "Bob", "Cat", "Dov", "Eve"]
    cards = "".join(f"    - {{title: H{n}, type: hero, might: 3}}\n" for n in range(5))
    for n in range(5):
        for kind in ("father", "mother"):
            effect = f"{{verb: revelation, kind: {kind}, who: opponent}}"
            cards += f"    - {{title: {kind}{n}, type: hold, effects: [{effect}]}}\n"
    others = "".join(
        f"  {names[n]}: {{A: {{leader: h{n}, learned: {{h{n}: [father{n}]}}}}}}\n"
        for n in (1, 2, 3)
    )
    header = f"""cards:
  muse:
{cards}  quests:
    - {{title: Q1, laurels: 1, steps: [{{sea: true}}, {{sea: true}}]}}
start:
  rest: box
  Ann: {{A: {{leader: h0, quest: q1}}}}
{others}  Eve: {{A: {{leader: h4}}, hand: [{", ".join(f"mother{n}" for n in out)}]}}
"""
    steps = ["Ann sea A", *(f"{names[n]} allows" for n in range(1, asked + 1))]
    steps += [f"Eve hold mother{n} on h{n}" for n in out]
    left = [name for n, name in enumerate(names) if n > asked and n not in out]
    for name in left:
        steps += [f"= pending sea, asked {name}, Ann.A.marks 0", f"{name} allows"]
    steps += ["= pending none, Ann.A.marks 1, Ann.A.quest q1"]
    assert problems("\n".join(steps) + "\n", header, f"[{', '.join(names)}]") == []


def test_a_second_tied_war_of_a_turn_settles_what_it_says() -> None:
    """Also if nothing but the War itself ends: the totals are those of the War before."""
    header = """cards:
  muse:
    - {title: H1, type: hero, might: 3}
    - {title: H2, type: hero, might: 3}
    - {title: Helen, type: hold, copies: 2, effects: [{verb: war, trojan: true}]}
  quests: []
start:
  rest: box
  phase: play
  Ann: {A: {leader: h1}, hand: [helen, helen]}
  Bob: {A: {leader: h2}}
"""
    steps = "~ flips Ann h1\n~ flips Bob h2\n= war_total Ann 3 Bob 3, war_winner none\n"
    report = play(f"Ann hold helen-1\n{steps}Ann hold helen-2\n{steps}", header)
    assert [str(each) for each in report.problems] == []
    assert report.untraced == []


def test_a_lost_leader_leaves_the_deity_then_the_treasures_to_the_discard_pile() -> None:
    referee = find_referee(sing(), ["Ann", "Bob"])
    assert referee is not None
    ann = {"leader": "h-jason", "members": ["h-theseus"], "favor": "d-zeus",
           "treasures": {"h-jason": ["t-club"]}}  # fmt: skip
    facts = {"Ann": {"A": ann}, "Bob": {"A": {"leader": "h-diomedes"}}}
    lose = Task("lose", CHANCE, 1, 0, what="discard character")
    state: Any = referee.place(facts)
    after = referee.apply(state._replace(agenda=(lose,)), Move(CHANCE, "hits", ("h-jason",)))
    assert after.discard == ("d-zeus", "t-club", "h-jason")
