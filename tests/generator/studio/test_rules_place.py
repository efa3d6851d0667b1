"""A rule's number is tried without writing anything, and saved as one changed value."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from generator.book.references import CLOSE, OPEN, References
from generator.kit.options import Options
from generator.preview.previewer import Previewer
from generator.studio.editing import Editor
from generator.studio.rules import Trial, add_rule, another, rules_of
from generator.studio.tables import EditError
from tests.conftest import TINY
from validator.load.game import load_game


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Editor:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Editor(Path(shutil.copytree(TINY, tmp_path / "tiny")))


def free(editor: Editor) -> tuple[str, list[str], str]:
    """The first number of a rule that can be changed."""
    return next(
        (rule["id"], part["path"], part["number"])
        for rule in rules_of(editor)["rules"]
        for part in rule["parts"]
        if part.get("free")
    )


def test_a_trial_writes_nothing_and_shows_what_follows(editor: Editor) -> None:
    rule, path, old = free(editor)
    before = (editor.folder / "rules.yaml").read_bytes()
    previewer = Previewer(editor.folder, Options())
    previewer.take()
    trial = Trial(editor, rule, path, str(int(old) + 1))
    found = trial.effects(previewer, {})
    assert rule in [each["id"] for each in found["follows"]]
    assert (editor.folder / "rules.yaml").read_bytes() == before
    trial.save()
    after = (editor.folder / "rules.yaml").read_text()
    assert len(after) == len(before.decode())
    assert free(editor)[2] == str(int(old) + 1)
    editor.undo()
    assert (editor.folder / "rules.yaml").read_bytes() == before


def test_a_number_for_each_number_of_players_is_changed_by_itself(tmp_path: Path) -> None:
    editor = Editor(Path(shutil.copytree(Path("data/crazy-eights"), tmp_path / "eights")))
    parts = next(each for each in rules_of(editor)["rules"] if each["id"] == "EIGHTS-SETUP-02")
    said = [part.get("number") or part["words"] for part in parts["parts"]]
    assert said[1:9] == ["7", " for 2, ", "5", " for 3, ", "5", " for 4, ", "5", " for 5"]
    trial = Trial(editor, "EIGHTS-SETUP-02", parts["parts"][3]["path"], "6")
    assert b"{2: 7, 3: 6, 4: 5, 5: 5}" in trial.after
    rules = (editor.folder / "rules.yaml").read_bytes()
    assert len(trial.after) == len(rules)


def test_what_is_no_number_or_no_rule_is_refused(editor: Editor) -> None:
    rule, path, _ = free(editor)
    with pytest.raises(EditError, match="not a number"):
        Trial(editor, rule, path, "many")
    with pytest.raises(EditError, match="is computed from another number"):
        Trial(editor, rule, ["nothing"], "3")
    with pytest.raises(EditError, match="is computed from another number"):
        Trial(editor, "TINY-NONE-01", path, "3")


def test_a_variant_is_a_copy_with_the_other_number_beside_the_project(editor: Editor) -> None:
    rule, path, old = free(editor)
    before = (editor.folder / "rules.yaml").read_bytes()
    trial = Trial(editor, rule, path, str(int(old) + 1))
    first, second = trial.keep(), trial.keep()
    assert first.parent == editor.folder.parent
    assert second.name == f"{first.name}-2"
    assert free(Editor(first))[2] == str(int(old) + 1)
    assert (editor.folder / "rules.yaml").read_bytes() == before


def test_another_four_is_written_as_a_number_that_is_no_rule_s(editor: Editor) -> None:
    book = editor.folder / "rulebook.md"
    book.write_text("# Tiny\nYou have {{ 4 | words }} or four actions.\n")
    another(editor, 2, "four")
    text = book.read_text()
    assert text == "# Tiny\nYou have {{ 4 | words }} or {{ 4 | words }} actions.\n"
    with pytest.raises(EditError, match="no longer contains ‘four’"):
        another(editor, 2, "four")
    rules = load_game(editor.folder).game
    assert rules is not None
    references = References(rules.rules, "rulebook.md")
    filled = references.filled("{{ 4 | words }} {{ 12 }} {{ 4 | Words }}")
    assert re.sub(f"[{OPEN}{CLOSE}]", "", filled) == "four 12 Four"
    references.typed(filled, 1, {rule.id for rule in rules.rules})
    assert not references.problems


def test_a_rule_is_stated_with_its_numbers_and_taken_back(editor: Editor) -> None:
    file = editor.folder / "rules.yaml"
    before = file.read_bytes()
    name = add_rule(editor, "Deal 5 cards and 12 coins; {two} draw 1 card.", "Set-up")["id"]
    assert file.read_bytes().startswith(before)
    parts = next(rule["parts"] for rule in rules_of(editor)["rules"] if rule["id"] == name)
    numbers = [(part["path"], part["number"], part["free"]) for part in parts if "number" in part]
    assert numbers == [(["cards"], "5", True), (["coins"], "12", True), (["card"], "1", True)]
    assert "".join(part.get("words", "#") for part in parts) == (
        "Deal # cards and # coins; {two} draw # card."
    )
    editor.undo()
    assert file.read_bytes() == before
    with pytest.raises(EditError, match="a sentence of up to"):
        add_rule(editor, " ", "Set-up")


def test_the_first_rule_begins_a_catalogue(market: Path) -> None:
    editor = Editor(market)
    assert rules_of(editor)["rules"] == []
    add_rule(editor, "Everybody has 3 lanterns.", "Components")
    assert add_rule(editor, "The game ends after 9 nights.", "The end")["id"].endswith("-END-01")
    loaded = load_game(market)
    assert loaded.game is not None
    assert not loaded.problems
    assert [rule.text for rule in loaded.game.rules][1] == "The game ends after 9 nights."
    editor.undo()
    editor.undo()
    assert not (market / "rules.yaml").exists()
    editor.redo()
    assert len(rules_of(editor)["rules"]) == 1
