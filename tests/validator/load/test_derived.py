"""Numbers that follow from others or from the cards: computed, compared, the same as ever."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.commands.options import FORMATS
from tests.conftest import run
from validator.checks import check_deck, check_game
from validator.core.frozen_map import FrozenMap
from validator.core.model import Game, Loaded
from validator.core.resources import resource, shipped_games
from validator.load.derived import CatalogueNumbers
from validator.load.game import load_game
from validator.referee.consistency import Derived
from validator.referee.registry import numbers_for

GOLDEN = Path(__file__).with_name("derived.yaml")  # as the catalogues once stated them
ONE, TWO = "TINY-COMP-01.one", "TINY-COMP-01.two"


@cache
def shipped(name: str) -> Game:
    loaded = load_game(resource("data") / name)
    assert loaded.game is not None
    assert (loaded.problems, loaded.notes) == ([], [])
    return loaded.game


def plain(value: Any) -> Any:
    if isinstance(value, FrozenMap):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", shipped_games())
def test_every_number_that_is_not_stated_is_as_it_was(name: str) -> None:
    game = shipped(name)
    golden = yaml.load(GOLDEN.read_text("utf-8"), yaml.CSafeLoader).get(name, {})
    entries = [each for each in numbers_for(game.code) if isinstance(each, Derived)]
    raw = yaml.load((game.folder / "rules.yaml").read_text("utf-8"), yaml.CSafeLoader)
    stated = {rule["id"]: rule.get("data", {}) for rule in raw["rules"]}
    assert {each.reference for each in entries if not says(stated, each.reference)} == {*golden}
    assert {each: plain(game.rules.number(each)) for each in golden} == golden


def says(stated: dict[str, Any], reference: str) -> bool:
    value: Any = stated
    try:
        for step in reference.split("."):
            value = value[int(step) if step.isdigit() else step]
    except LookupError:
        return False
    return True


def copied(name: str, folder: Path) -> Path:
    return Path(
        shutil.copytree(
            resource("data") / name, folder, ignore=shutil.ignore_patterns("scripts", "locale")
        )
    )


def checked(folder: Path) -> tuple[Loaded, list[str]]:
    loaded = load_game(folder)
    assert loaded.game is not None
    judged = {*check_game(loaded.game), *check_deck(loaded.game, loaded.problems)}
    return loaded, [each.message for each in sorted({*loaded.problems, *judged})]


THALES = "  - {title: Thales, copies: 4, options: [{gain: {S: 1}}]}\n"
SAPPHO = "  - {title: Sappho, condition: {S: [4, 9]}, when: start, benefit: {VP: 1}}\n"
NINE = {
    "add": ("philosophers.yaml", "cards:\n", f"cards:\n{THALES}"),
    "add a Muse": ("muses.yaml", "cards:\n", f"cards:\n{SAPPHO}"),
    "rename": ("philosophers.yaml", "title: Aesop", "title: Thales"),
    "rename a Muse": ("muses.yaml", "title: Clio", "title: Sappho"),
    "remove": ("philosophers.yaml", "copies: 2", "copies: 0"),
    "remove a Muse": ("muses.yaml", "title: Clio\n", "title: Clio\n    copies: 0\n"),
    "more": ("philosophers.yaml", "copies: 2", "copies: 5"),
}


@pytest.mark.parametrize("edit", NINE)
def test_one_edit_changes_a_deck(edit: str, tmp_path: Path) -> None:
    folder = copied("nine-muses", tmp_path / "deck")
    change(folder, *NINE[edit])
    loaded, problems = checked(folder)
    assert problems == []
    assert len(loaded.notes) == 1
    assert loaded.notes[0].level == "note"
    game = loaded.game
    assert game is not None
    number = game.rules.number
    assert number("NINE-COMP-05.count") == game.component("philosophers").pieces
    assert number("NINE-COMP-02.count") == game.component("muses").pieces
    assert number("NINE-COMP-07.muses") == number("NINE-COMP-02.count")
    assert number("NINE-ROUND-01.rounds") == number("NINE-COMP-02.count") - 4


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")


RENAMED = [
    ("dance-of-muses", "muses.yaml", "title: Clio", "title: Sappho"),
    ("sing-o-muse", "quests.yaml", "title: The Riddle at the Gate", "title: The Gate"),
    ("sing-o-muse", "quests.yaml", "- id: q-hunt", "- id: q-hunt\n    copies: 0"),
    ("sing-o-muse", "muse.yaml", "title: Talos the Bronze Man", "title: Talos"),
    ("schizonauts", "objects.yaml", "The Jerry Can, page: 1", "The Oil Can, page: 1"),
]


@pytest.mark.parametrize("edit", RENAMED, ids=lambda each: f"{each[1]}: {each[3]}")
def test_one_edit_is_enough_in_every_game(edit: tuple[str, ...], tmp_path: Path) -> None:
    folder = copied(edit[0], tmp_path / "deck")
    change(folder, *edit[1:])
    assert checked(folder)[1] == []


def test_a_deck_that_the_rules_cannot_play_is_a_problem_as_well(tmp_path: Path) -> None:
    folder = copied("dance-of-muses", tmp_path / "deck")
    change(folder, "muses.yaml", "title: Clio", "copies: 0, title: Clio")
    loaded, problems = checked(folder)
    assert [each.message for each in loaded.notes] == [
        "the deck differs from the published one: DANCE-COMP-01.muse_tiles 8 instead of 9; if "
        "this is not intended, undo the change"
    ]
    assert problems == ["DANCE-COMP-01: 3 players need 9 Muses, but there are only 8"]


def test_a_note_points_at_the_row_of_a_card_that_has_several(tmp_path: Path) -> None:
    folder = copied("nine-muses", tmp_path / "mine")
    change(folder, "philosophers.yaml", "copies: 2", "copies: 3")  # the first of Aesop's rows
    (note,) = load_game(folder).notes
    lines = (folder / "philosophers.yaml").read_text("utf-8").splitlines()
    assert "Aesop: 7 instead of 6" in note.message
    assert note.location.line == lines.index("    copies: 3") + 1


def test_an_unchanged_copy_has_no_note(tmp_path: Path) -> None:
    loaded, problems = checked(copied("nine-muses", tmp_path / "deck"))
    assert (problems, loaded.notes) == ([], [])


def test_what_a_designer_states_must_agree_with_the_cards(tmp_path: Path) -> None:
    folder = copied("nine-muses", tmp_path / "deck")
    text = (folder / "rules.yaml").read_text("utf-8")
    (folder / "rules.yaml").write_text(text.replace("Aesop: 6", "Aesop: 7"), "utf-8")
    loaded, problems = checked(folder)
    assert len(problems) == 1
    assert problems[0].startswith("NINE-COMP-05.kinds is Aesop: 7")
    assert loaded.notes == []


def test_a_note_is_shown_in_every_format_and_fails_nothing(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("cards.yaml", "title: Hill", "title: “Hill”")
    shown = {form: run("check", "tiny", "--format", form) for form in FORMATS}
    assert {result.exit_code for result in shown.values()} == {0}
    assert "note: the curly quotation marks are part of the title" in shown["text"].output
    assert "1 game checked: no problems." in shown["text"].output
    assert shown["github"].output.startswith("::notice ")
    assert {each["level"] for each in json.loads(shown["json"].output)} == {"note"}


def of_tiny(tiny: Path, *derived: Derived) -> CatalogueNumbers:
    game = load_game(tiny).game
    assert game is not None
    return CatalogueNumbers(game.rules, derived, game.components)


def test_the_order_of_declarations_does_not_matter(tiny: Path) -> None:
    one = Derived(ONE, lambda n: n(TWO) + 1, "one more")
    two = Derived(TWO, lambda n: n("TINY-COMP-01.count") * 2, "twice the cards")
    for derived in ((one, two), (two, one)):
        numbers = of_tiny(tiny, *derived)
        assert numbers(ONE) == 2 * numbers("TINY-COMP-01.count") + 1


def test_a_circle_is_reported_once(tiny: Path) -> None:
    one, two = Derived(ONE, lambda n: n(TWO), "two"), Derived(TWO, lambda n: n(ONE), "one")
    problems: list[Any] = []
    of_tiny(tiny, one, two).filled(problems)
    assert [each.message for each in problems] == [
        f"{ONE} is derived from itself: {ONE} from {TWO} from {ONE}"
    ]


def test_a_number_that_cannot_be_computed_is_reported_once(tiny: Path) -> None:
    one = Derived(ONE, lambda n: n("TINY-COMP-01.count") // 0, "nonsense")
    two = Derived(TWO, lambda n: n(ONE), "what comes of nonsense")
    problems: list[Any] = []
    of_tiny(tiny, two, one).filled(problems)
    (problem,) = problems
    assert problem.message.startswith(
        f"{ONE} cannot be computed, because a value has the wrong type"
    )


@pytest.mark.parametrize("shape", ["{}", "{{inner: {}}}", "[{}]", "[{{inner: [{}]}}]"])
def test_a_stated_number_that_leads_back_to_itself_is_reported(shape: str, tmp_path: Path) -> None:
    """Whatever lies around the reference, and whether the deck would give the number or not."""
    folder = copied("nine-muses", tmp_path / "deck")
    file = folder / "rules.yaml"
    entries = [each.reference for each in numbers_for("NINE") if isinstance(each, Derived)]
    tree = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
    for reference in entries:
        id_, *path = reference.split(".")
        rule = next(each for each in tree["rules"] if each["id"] == id_)
        place = rule.setdefault("data", {})
        for step in path[:-1]:
            place = place.setdefault(step, {})
        place[path[-1]] = yaml.safe_load(shape.format(reference))
    file.write_text(yaml.dump(tree, Dumper=yaml.CSafeDumper, allow_unicode=True), "utf-8")
    loaded = load_game(folder)
    assert loaded.problems
    assert all(problem.location.line for problem in loaded.problems)
