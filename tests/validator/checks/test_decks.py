"""A deck of one's own for a shipped game: what is wrong with it is told where it stands.

Each case changes words in a file of a game's data. `§` in the new words marks the place where the
problem is told; nothing else may be told. A case without a message is a deck that is all right.
Other places are named by words: `muses.yaml:«title: Clio»` is where these first stand in the file.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import yaml

from generator.kit.build import build_kit
from generator.kit.options import Options
from tests.conftest import run
from tests.validator.checks.variation import varied
from validator.checks import check_deck, check_game
from validator.core.model import Loaded
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.registry import SHIPPED, find_referee, problems_of, seats
from validator.script.play import replay_text
from validator.simulate.match import play_match
from validator.simulate.script import script

NINE, DANCE, MUSE = "nine-muses", "dance-of-muses", "muse"
SCHIZ, SING = "schizonauts", "sing-o-muse"
QUEST = "steps: [{foe: f-sphinx}, {any_ordeal: wisdom}]"
VERBS = (
    "discard_companion, discard_character, transform_companion, transform_character, restore, "
    "retrieve, draw, discard_hand, war, block_quest, clear_block, bump, steal_treasure, "
    "discard_treasure, skip_quest, gain_laurels, revelation, wreck, stop"
)
LIMIT = "a whole number from 0 to 1000"
# one of the two rows of a Philosopher was changed, the other was not
ONE_ROW = (
    "philosophers.yaml:«title: Hipparchia»: NINE-COMP-09: the cards named Hipparchia have "
    "different options [kit]",
    "philosophers.yaml:«title: Hipparchia\n    id»: Hipparchia: another row with this title has "
    "different values; make the values the same, or change this title [cards]",
)


class Case(NamedTuple):
    """A change to a file of a game, and what is said of it."""

    game: str
    file: str
    old: str
    new: str
    message: str = ""
    besides: tuple[str, ...] = ()  # what else is then said, elsewhere


CASES = [
    # cards: words that the referee knows, references
    Case(NINE, "philosophers.yaml", "- title: Aesop", "- title: Calliope",
         "muses.yaml:«Calliope»: Calliope: a Muse and a Philosopher have the same name [cards]"),
    Case(NINE, "muses.yaml", "condition: {C: [4, 99]}", "condition: {C: [4, 2]}",
         "muses.yaml:«title: Calliope»: Calliope: 'C' must be a range, such as [1, 99] [cards]"),
    Case(NINE, "game.yaml", "  - id: philosophers\n", "  - id: thinkers\n",
         "game.yaml:«game»: the referee needs a component 'philosophers', which is missing; "
         "known: aristotle, muses, "
         "references, scores, thinkers, tokens [cards]"),
    Case(DANCE, "muses.yaml", "title: Clio", "title: §Calliope",
         "Calliope: another tile has the same name; change one of them [cards]",
         ("muses.yaml:«{id: calliope»: DANCE-COMP-01: Calliope is listed more than once [kit]",)),
    Case(SING, "quests.yaml", QUEST, QUEST.replace("{foe: f-sphinx}", "{foe: §f-sfinx}"),
         "The Riddle at the Gate: no foe 'f-sfinx'; did you mean 'f-sphinx'? [cards]"),
    Case(SING, "quests.yaml", QUEST, QUEST.replace("{foe: f-sphinx}", "{ordeal: §f-sphinx}"),
         "The Riddle at the Gate: no ordeal 'f-sphinx'; there are: o-apples, o-axes, o-discus, "
         "o-eagle, o-enchanted, o-forge, o-girdle, o-hind, o-labyrinth, o-lotus, o-mares, o-oxen, "
         "o-race, o-riddle, o-river, o-rocks, o-song, o-stables, o-sun [cards]"),
    Case(SING, "quests.yaml", QUEST, QUEST.replace("{any_ordeal: wisdom}", "{any_foe: §robot}"),
         "The Riddle at the Gate: no kind of Foe 'robot'; known: any, beast, giant, monster, "
         "people [cards]"),
    Case(SING, "muse.yaml", "{verb: draw, n: 1}", "{verb: §steal, n: 1}",
         f"'steal' is not one of {VERBS} [shape]"),
    Case(SING, "muse.yaml", "{verb: draw, n: 1}", "{verb: draw, n: 1, choice: §owner}",
         "Champion of Troy: 'draw' has no argument 'choice'; known: n [cards]"),
    Case(SING, "muse.yaml", "vulnerable: [cunning]", "vulnerable: [§item:t-key]",
         "Talos the Bronze Man: no trait or Treasure 'item:t-key'; did you mean 'item:t-sickle'? "
         "[cards]"),
    Case(SING, "muse.yaml", "The Filthy Stables\n    type: ordeal\n",
         "The Filthy Stables\n    type: §ordeal\n    reward: {join: {might: 1}}\n",
         "The Filthy Stables: only a Foe may join a Crew, not a card of type ordeal "
         "(SING-CREW-07) [cards]"),
    # kit: counts by kind, and what a card must show
    Case(NINE, "muses.yaml", "- title: Calliope", "- §title: Calliope\n    copies: 2",
         "NINE-COMP-02: Muses: Calliope: 2, not 1 [kit]",
         ("rules.yaml:«id: NINE-COMP-02»: NINE-COMP-02: Muse cards: 10, not 9 [kit]",
          "rules.yaml:«id: NINE-COMP-07»: NINE-COMP-07: cards in all: 57, not 56 [kit]")),
    Case(NINE, "game.yaml", "turned: [5, 6, 7, 8, 9]\n        first: [63, 13]",
         "turned: [5, 6, 7, 8]\n        first: [63, 13]",
         "game.yaml:«title: Tens»: "
         "NINE-COMP-11: Tens shows no 9 for the tens digit of the scores 0 to 99 "
         "[kit]"),
    Case(NINE, "rules.yaml", "data: {lowest: 0, highest: 99}", "data: {lowest: 0, highest: 100}",
         "game.yaml:«title: Tens»: "
         "NINE-COMP-11: Tens shows no 10 for the tens digit of the scores 0 to "
         "100 [kit]"),
    Case(DANCE, "muses.yaml", "- {id: calliope, title: Calliope, role: Muse of epic poetry, suns: "
         "3, power: swap, area: all",
         "- §{id: calliope, title: Calliope, role: Muse of epic poetry, suns: 3, power: swap, "
         "area: copied", "DANCE-COMP-09: Calliope shows no Area of Effect [kit]"),
    Case(MUSE, "cards.csv", "Two of Clubs,2,C,", "Two of Clubs,3,C,",
         "rules.yaml:«id: MUSE-COMP-01»: MUSE-COMP-01: cards: 2C: 0, not 1; 3C: 2, not 1 [kit]"),
    Case(SCHIZ, "objects.yaml", "- {title: The Jerry Can, page: 1, slot: 3, aptitude: violence, "
         "bonus: 2", "- §{title: The Jerry Can, page: 1, slot: 3, aptitude: violence, bonus: 9",
         "SCHIZ-COMP-04: The Jerry Can: its bonus is 9; expected +1 to +2 [kit]"),
    Case(SING, "quests.yaml", "- id: q-hunt", "- id: q-hunt\n    copies: 0"),
    Case(SING, "quests.yaml", QUEST, "steps: []",
         "quests.yaml:«id: q-thebes»: SING-DECK-13: The Riddle at the Gate shows no steps [kit]"),
    # deal: enough for every number of players
    Case(SING, "rules.yaml", "data: {heroes: 1, further: 3}", "data: {heroes: 3, further: 3}",
         "game.yaml:«id: muse»: Heroes: 14, but 6 players need 18 (SING-DECK-17, SING-SETUP-02); "
         "enough for 2, 3 and 4 players [deal]"),
    Case(SING, "rules.yaml", "data: {heroes: 1, further: 3}", "data: {heroes: 2, further: 3}"),
    Case(SING, "rules.yaml", "data: {heroes: 1, further: 3}", "data: {heroes: 1, further: 40}",
         "game.yaml:«id: muse»: Muse deck: 128, but 6 players need 246 (SING-SETUP-02); enough "
         "for 2 and 3 players [deal]"),
    # impossible: nothing that no game can give
    Case(NINE, "philosophers.yaml", "gain: {C: 1, S: 1}}\n    niche: leaf\n    backdrop: columns",
         "gain: {C: 14, S: 1}}\n    niche: leaf\n    backdrop: columns", besides=ONE_ROW),
    Case(NINE, "philosophers.yaml",
         "{pay: {S: 1}, gain: {E: 1}}\n      - {gain: {C: 1, S: 1}}",
         "{pay: {E: 5}, gain: {E: 1}}\n      - {gain: {C: 1, S: 1}}",
         "philosophers.yaml:«title: Hipparchia»: "
         "Hipparchia: option 1 pays 5 Ethics: no more than 4 are in play with "
         "any number of players (NINE-SETUP-03, NINE-COMP-12) [impossible]", ONE_ROW),
    Case(NINE, "muses.yaml", "condition: {C: [4, 99]}", "condition: {C: [§15, 99]}",
         "Calliope: the condition requires 15 or more of 'C': no more than 14 are in play "
         "(NINE-SETUP-03, NINE-COMP-12) [impossible]"),
    Case(NINE, "muses.yaml", "condition: {C: [4, 99]}", "condition: {C: [14, 99]}"),
    Case(NINE, "muses.yaml", "condition: {C: [4, 99]}", "condition: {muses: [§9, 99]}",
         "Calliope: the condition requires 9 or more of 'muses': no more than 8 other Muses are in "
         "the deck (NINE-COMP-02, NINE-CALL-07) [impossible]"),
    Case(NINE, "muses.yaml", "condition: {C: [4, 99]}", "condition: {C: [2, 4], total: [0, 1]}",
         "muses.yaml:«title: Calliope»: "
         "Calliope: the condition contradicts itself: Craft, Science and Ethics add up to 2 "
         "to 16, but its total is 0 to 1 (NINE-COMP-08, NINE-CALL-02) [impossible]"),
    Case(NINE, "muses.yaml", "condition: {C: [4, 99]}", "condition: {most: S, S: [0, 0]}",
         "muses.yaml:«title: Calliope»: "
         "Calliope: the condition contradicts itself: it requires the most S of all "
         "players, but also no S (NINE-COMP-08, NINE-CALL-02) [impossible]"),
    Case(NINE, "muses.yaml", "condition: {C: [4, 99]}", "condition: {C: [0, 99]}",
         "muses.yaml:«title: Calliope»: "
         "Calliope: no player can ever Call her: every player always meets the condition, but "
         "only one player may meet it"
         " (NINE-CALL-03) [impossible]"),
    Case(DANCE, "rules.yaml", "right: [1, 0]", "right: [8, 0]"),
    Case(DANCE, "rules.yaml", "right: [1, 0]", "right: [9, 0]",
         "rules.yaml:«id: DANCE-POWER-08»: "
         "DANCE-POWER-08.offsets.right: a square of the Area of Effect is 9 squares away from the "
         "Muse: in a group of 9 Muses, no two can be more than 8 squares apart "
         "(DANCE-COMP-01, DANCE-MOVE-07) "
         "[impossible]"),
    Case(SING, "muse.yaml", "might: 14\n    tags: [giant]", "might: §900\n    tags: [giant]",
         "Talos the Bronze Man: it requires Might 450: the strongest Crew that this deck "
         "allows has 59 (SING-CHAL-05, SING-CREW-09) [impossible]"),
    Case(SING, "muse.yaml", "trojan: true", "trojan: false",
         "quests.yaml:«id: q-troy»: "
         "The Trojan War: it is won only in the Trojan War: no card starts that "
         "War (SING-QUEST-13) [impossible]"),
    # catalogue: the rules that the referee plays by
    Case(NINE, "rules.yaml", "data: {cards_each: 3}", "data: {cards_each: §-3}",
         f"NINE-SETUP-07.cards_each: expected {LIMIT}, not '-3' [catalogue]"),
    Case(NINE, "rules.yaml", "choice: right, choices", "choice: §left, choices",
         "NINE-RUL-03.choice: 'left' is not one of right, duty [catalogue]"),
    Case(NINE, "rules.yaml", "data: {seats: 1}", "data: {seats: §one}",
         f"NINE-ROUND-05.seats: expected {LIMIT}, not 'one' [catalogue]"),
    Case(SING, "rules.yaml", "divisor: 2, rounding", "divisor: §0, rounding",
         "SING-CHAL-07.divisor: expected a whole number from 1 to 100, not '0' [catalogue]"),
]  # fmt: skip


def deck(case: Case, folder: Path) -> str:
    """A copy of the game with the change; what should be said, with its place."""
    shutil.copytree(
        resource("data") / case.game, folder, ignore=shutil.ignore_patterns("scripts", "locale")
    )
    file = folder / case.file
    text = file.read_text("utf-8")
    assert text.count(case.old) >= 1, f"{case.old!r} does not stand in {case.file}"
    before, _, after = text.partition(case.old)
    marked = before + case.new + after
    file.write_text(marked.replace("§", ""), "utf-8")
    head, mark, _ = marked.partition("§")
    if not mark or not case.message:
        return placed(case.message, folder)
    return f"{case.file}:{at(head)}: {case.message}"


def at(head: str) -> str:
    """Line and column of what follows the beginning of a file."""
    return f"{head.count(chr(10)) + 1}:{len(head) - head.rfind(chr(10))}"


def placed(message: str, folder: Path) -> str:
    """The message with the place of its words in numbers."""
    named = re.match(r"(\S+?):«(.+?)»", message, re.DOTALL)
    if not named:
        return message
    head, found, _ = (folder / named[1]).read_text("utf-8").partition(named[2])
    assert found, message
    return f"{named[1]}:{at(head)}{message[named.end() :]}"


def told(folder: Path, loaded: Loaded | None = None) -> list[str]:
    loaded = loaded or load_game(folder)
    assert loaded.game is not None
    problems = loaded.problems or [*check_game(loaded.game), *check_deck(loaded.game)]
    return [str(each) for each in problems]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.new[:40]}")
def test_a_deck_is_judged_by_its_game(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "deck"
    expected = deck(case, folder)
    monkeypatch.chdir(folder)
    besides = [placed(each, folder) for each in case.besides]
    assert sorted(told(folder)) == sorted(filter(None, (expected, *besides)))


def test_a_deck_that_widens_its_own_types_is_held_to_what_the_referee_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "deck"
    shutil.copytree(
        resource("data") / SING, folder, ignore=shutil.ignore_patterns("scripts", "locale")
    )
    types, cards = folder / "game.yaml", folder / "muse.yaml"
    words = types.read_text("utf-8")
    start, end = words.index("    verb: >-\n"), words.index("    who: one of")
    types.write_text(f"{words[:start]}    verb: text\n{words[end:]}", "utf-8")
    deck = cards.read_text("utf-8").replace("{verb: draw, n: 1}", "{verb: explode}", 1)
    cards.write_text(deck, "utf-8")
    line = deck[: deck.index("{verb: explode}")].count("\n") + 1
    monkeypatch.chdir(folder)
    assert told(folder) == [
        f"muse.yaml:{line}:24: Champion of Troy: no verb 'explode'; there are: {VERBS} [cards]"
    ]


def test_a_rule_that_is_gone_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "deck"
    shutil.copytree(resource("data") / NINE, folder)
    text = (folder / "rules.yaml").read_text("utf-8")
    start = text.index("  - id: NINE-TOIL-01\n")
    end = text.index("  - id: NINE-KNOW-01\n")
    (folder / "rules.yaml").write_text(text[:start] + text[end:], "utf-8")
    monkeypatch.chdir(folder)
    assert told(folder) == [
        "rules.yaml: NINE-TOIL-01 is missing; the referee of nine-muses enforces it: To Toil, the "
        "player discards the selected Philosopher card and gains 1 Craft. [catalogue]"
    ]


def test_a_deck_under_another_name_is_judged_as_well(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    shutil.copytree(resource("data") / NINE, folder)
    for file in ("game.yaml", "rules.yaml"):
        text = (folder / file).read_text("utf-8")
        text = text.replace("game: nine-muses", "game: my-deck").replace("rounds: 5", "rounds: 4")
        (folder / file).write_text(text, "utf-8")
    assert any("NINE-ROUND-01.rounds is 4" in each for each in told(folder))


@pytest.mark.parametrize(
    "name", sorted(each.ruleset.split(".")[2].replace("_", "-") for each in SHIPPED.values())
)
def test_the_shipped_decks_are_all_right(name: str) -> None:
    assert told(resource("data") / name) == []


# Game, seeds of decks, numbers of players, games with each; fewer where games are long.
PLAYED = [
    (NINE, range(2), (2, 4), 3),
    (DANCE, range(2), (2, 4), 3),
    (MUSE, range(2), (2, 5), 5),
    (SING, (2, 4), (2, 6), 3),
    (SCHIZ, range(1), (2,), 2),
]


@pytest.mark.parametrize(("name", "seeds", "counts", "games"), PLAYED, ids=lambda each: str(each))
def test_a_deck_without_problems_is_played_to_the_end(
    name: str, seeds: range, counts: tuple[int, ...], games: int, tmp_path: Path
) -> None:
    clean, load = 0, cache(load_game)
    for seed in seeds:
        folder = varied(name, tmp_path / str(seed), seed)
        if told(folder, load(folder)):
            continue
        clean += 1
        game = load(folder).game
        assert game is not None
        assert problems_of(game) == []
        for count in counts:
            referee = find_referee(game, seats(count))
            assert referee is not None
            for index in range(games):
                match = play_match(referee, seed, index)
                assert not match.failure, f"{name}, deck {seed}, game {index} of {count}"
                if index == 0 and count == max(counts):
                    text = script(referee, folder.as_posix(), match, seed, "as it was played")
                    report = replay_text(text, "x.play", load)
                    assert [str(each) for each in report.problems] == []
                    assert report.is_over
    assert clean >= len(seeds) / 2


def test_a_number_far_too_large_ends_as_a_failure(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    shutil.copytree(
        resource("data") / MUSE, folder, ignore=shutil.ignore_patterns("scripts", "locale")
    )
    rules = (folder / "rules.yaml").read_text("utf-8")
    start = rules.index("- id: MUSE-DRAW-02\n")
    rules = rules[:start] + rules[start:].replace("data: {cards: 1}", "data: {cards: 40}", 1)
    (folder / "rules.yaml").write_text(rules, "utf-8")
    assert told(folder) == []
    game = load_game(folder).game
    assert game is not None
    referee = find_referee(game, seats(2))
    assert referee is not None
    failure = play_match(referee, 1, 0).failure
    assert failure == "more than 200,000 moves to choose from: is one of the numbers far too large?"


def test_every_player_is_left_a_hero(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    shutil.copytree(
        resource("data") / SING, folder, ignore=shutil.ignore_patterns("scripts", "locale")
    )
    deck = (folder / "muse.yaml").read_text("utf-8")
    head, *heroes = deck.split("    type: hero\n")
    few = head + "    type: hero\n    copies: 6\n" + "    type: companion\n".join(heroes)
    (folder / "muse.yaml").write_text(few, "utf-8")
    game = load_game(folder).game
    assert game is not None
    referee = find_referee(game, seats(6))
    assert referee is not None
    for seed in range(60):
        state, random = referee.begin(0), Random(seed)
        while state.stage == "setup":
            state = referee.apply(state, referee.chance(state, random))
        assert all(seat.crews[0].leader for seat in state.seats)


def test_commands_say_why_a_deck_cannot_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "mine", "--from", NINE).exit_code == 0
    played = run("simulate", "mine", "--games", "2", "--jobs", "1")
    assert played.exit_code == 0
    assert "every game ended" in played.output
    muses, rules = tmp_path / "mine" / "muses.yaml", tmp_path / "mine" / "rules.yaml"
    words = muses.read_text("utf-8")
    muses.write_text(words.replace("condition: {C: [4, 99]}", "condition: {C: [40, 99]}"), "utf-8")
    for command in ("check", "simulate", "verbs", "rules"):
        refused = run(command, "mine")
        assert refused.exit_code == 1
        assert "Calliope: the condition requires 40 or more of 'C'" in refused.output
    muses.write_text(words, "utf-8")
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("data: {craft: 1}", "data: {craft: one}"), "utf-8")
    replayed = run("replay", "mine/scripts/turn.play")
    assert replayed.exit_code == 1
    assert f"NINE-TOIL-01.craft: expected {LIMIT}, not 'one' [catalogue]" in replayed.output


def test_muses_under_other_names_are_printed(tmp_path: Path) -> None:
    game = load_game(varied(DANCE, tmp_path / "deck", 1)).game
    assert game is not None
    found = build_kit(game, Options()).problems
    assert {problem.check for problem in found} <= {"fit"}  # for nine suns there is no room


@pytest.mark.parametrize("name", shipped_games())
def test_components_without_their_fields_are_reported(name: str, tmp_path: Path) -> None:
    """The rules ask cards for fields that nobody declares: told, whatever they do with them."""
    whole = yaml.load((resource("data") / name / "game.yaml").read_text("utf-8"), yaml.CSafeLoader)
    for number, component in enumerate(whole["components"]):
        if "fields" not in component:
            continue
        folder = tmp_path / str(number)
        shutil.copytree(resource("data") / name, folder, ignore=shutil.ignore_patterns("scripts"))
        without = {key: value for key, value in component.items() if key != "fields"}
        components = [*whole["components"]]
        components[number] = without
        tree = whole | {"components": components}
        text = yaml.dump(tree, Dumper=yaml.CSafeDumper, allow_unicode=True)
        (folder / "game.yaml").write_text(text, "utf-8")
        loaded = load_game(folder)
        problems = [*loaded.problems, *(check_deck(loaded.game, ()) if loaded.game else ())]
        assert problems, component["id"]
        assert all(problem.location.line for problem in problems)


def test_numbers_that_make_no_game_together_are_reported(tmp_path: Path) -> None:
    old, new = "company_size: {2: 1,", "company_size: {2: 100,"
    folder = tmp_path / "deck"
    shutil.copytree(resource("data") / DANCE, folder, ignore=shutil.ignore_patterns("scripts"))
    text = (folder / "rules.yaml").read_text("utf-8")
    assert old in text
    (folder / "rules.yaml").write_text(text.replace(old, new), "utf-8")
    loaded = load_game(folder)
    assert loaded.game is not None
    problems = [*loaded.problems, *check_deck(loaded.game, loaded.problems)]
    assert any("compare the numbers" in problem.message for problem in problems)
