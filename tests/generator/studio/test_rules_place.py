"""A rule's number is tried without writing anything, and saved as one changed value."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.kit.options import Options
from generator.preview.previewer import Previewer
from generator.studio.editing import Editor
from generator.studio.rules import Trial, rules_of
from generator.studio.tables import EditError
from tests.conftest import TINY


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


def test_what_is_no_number_or_no_rule_is_refused(editor: Editor) -> None:
    rule, path, _ = free(editor)
    with pytest.raises(EditError, match="not a number"):
        Trial(editor, rule, path, "many")
    with pytest.raises(EditError, match="follows from another"):
        Trial(editor, rule, ["nothing"], "3")
    with pytest.raises(EditError, match="follows from another"):
        Trial(editor, "TINY-NONE-01", path, "3")
