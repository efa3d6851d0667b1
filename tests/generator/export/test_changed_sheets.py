"""Pictures of changed sheets for a code review."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import yaml
from click.testing import CliRunner
from PIL import Image

from generator.export.changed_sheets import main

TINY = Path("tests/good/tiny").resolve()


def git(folder, *words):
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_only_changed_sheets_are_shown_old_beside_new(tmp_path):
    deck = tmp_path / "deck"
    shutil.copytree(TINY, deck)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    words = ["--base", "HEAD", "--output", str(tmp_path / "out")]
    same = CliRunner().invoke(main, [str(deck), *words])
    assert same.exit_code == 0, same.output
    assert "No sheet changed." in same.output
    cards = deck / "cards.yaml"
    first = "Ford"
    cards.write_text(cards.read_text().replace(first, f"{first}s", 1))
    told = CliRunner().invoke(main, [str(deck), *words])
    assert told.exit_code == 0, told.output
    (picture,) = sorted((tmp_path / "out").glob("sheet-*.png"))[:1]
    with Image.open(picture) as image:
        assert image.width > image.height  # two portrait pages
    assert "sheets changed" in (tmp_path / "out" / "summary.md").read_text()


def test_without_an_earlier_commit_every_sheet_is_shown(tmp_path):
    told = CliRunner().invoke(main, [str(TINY), "--base", "", "--output", str(tmp_path / "out")])
    assert told.exit_code == 0, told.output
    assert "there is no earlier kit to compare with" in told.output


def test_the_files_for_ci_are_yaml_and_name_what_exists():
    action = yaml.safe_load(Path("action.yml").read_text())
    assert action["runs"]["using"] == "composite"
    hooks = yaml.safe_load(Path(".pre-commit-hooks.yaml").read_text())
    from generator.cli import COMMANDS

    assert all(hook["entry"].split()[1] in COMMANDS for hook in hooks)
    gitlab = yaml.safe_load(Path("templates/ci/gitlab.yml").read_text())
    for script in (str(action), str(gitlab)):
        assert "generator.export.changed_sheets" in script
