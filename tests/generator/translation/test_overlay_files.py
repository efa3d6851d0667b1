"""Translations in files: skeletons, PO files, columns of sheets."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import polib
import pytest

from tests.conftest import run
from validator.core.resources import resource
from validator.load.game import load_game
from validator.load.locale import locale_file


@pytest.fixture
def dance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(resource("data") / "dance-of-muses", tmp_path / "dance")
    return tmp_path / "dance"


def test_a_skeleton_has_a_line_for_each_text(tiny: Path) -> None:
    assert run("languages", "tiny", "--init", "it").exit_code == 0
    text = (tiny / "locale" / "it.yaml").read_text("utf-8")
    assert "    ford:\n      title:  # Ford\n" in text
    found = run("check", "tiny", "--language", "it")
    assert {line.rpartition("[")[2] for line in found.output.splitlines() if "tiny/" in line} == {
        "language]"
    }
    assert "already exists" in run("languages", "tiny", "--init", "it").output
    assert "is not a language tag" in run("languages", "tiny", "--init", "Italian").output


def test_a_po_file_comes_back_as_the_same_language(dance: Path) -> None:
    before, _ = load_game(dance, "it"), (dance / "locale" / "it.yaml").unlink
    assert run("languages", "dance", "--language", "it", "--to-po", "it.po").exit_code == 0
    assert run("languages", "dance", "--language", "it", "--to-po", "same.po").exit_code == 0
    assert Path("it.po").read_bytes() == Path("same.po").read_bytes()
    assert run("languages", "dance", "--language", "it", "--from-po", "it.po").exit_code == 0
    after = load_game(dance, "it")
    assert before.game is not None
    assert after.game is not None
    assert after.problems == before.problems == []
    assert after.game.title == before.game.title
    assert after.game.components == before.game.components
    assert [rule.text for rule in after.game.rules] == [rule.text for rule in before.game.rules]
    assert after.game.words("Cover") == before.game.words("Cover")


def test_fuzzy_and_outdated_entries_are_not_taken(tiny: Path) -> None:
    run("languages", "tiny", "--init", "it")
    run("languages", "tiny", "--language", "it", "--to-po", "it.po")
    file = polib.pofile("it.po")
    for entry in file:
        entry.msgstr = f"({entry.msgid})"
        if entry.msgid == "Ford":
            entry.flags.append("fuzzy")
        if entry.msgid == "Mill":
            entry.msgid = "Milk"
    file.save("it.po")
    told = run("languages", "tiny", "--language", "it", "--from-po", "it.po")
    assert "it.po:" in told.output
    assert "“Milk” (cards:cards:mill:title) is not a text of the game" in told.output
    game = load_game(tiny, "it").game
    assert game is not None
    cards = [card.title for card in game.component("cards").cards]
    assert cards == ["Ford", "Mill", "(Hill)"]


@pytest.mark.parametrize("text", ["", "tiny/game.yaml", 'msgid "a\nmsgstr "b"', "msgid x"])
def test_what_is_no_po_file_changes_nothing(tiny: Path, text: str) -> None:
    run("languages", "tiny", "--init", "it")
    before = (tiny / "locale" / "it.yaml").read_bytes()
    Path("it.po").write_text(text, "utf-8")
    found = run("languages", "tiny", "--language", "it", "--from-po", "it.po")
    assert found.exit_code == 1
    assert "[po]" in found.output
    assert (tiny / "locale" / "it.yaml").read_bytes() == before


def test_a_sheet_may_have_a_column_for_a_language(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("game.yaml", "cards: cards.yaml", "cards: cards.csv")
    sheet = "title,title:it,words,words:it,copies\nFord,Guado,Cross.,Passa.,2\nMill,,Grind.,,3\n"
    (tiny / "cards.csv").write_text(sheet, "utf-8")
    assert run("languages", "tiny", "--init", "it").exit_code == 0
    loaded = load_game(tiny, "it")
    assert loaded.problems == []
    assert loaded.game is not None
    ford, mill = loaded.game.component("cards").cards
    assert (ford.title, ford.words, mill.title) == ("Guado", "Passa.", "Mill")
    assert "ford" not in locale_file(loaded.game, "it").read_text("utf-8")
    edit("locale/it.yaml", "      title:  # Mill", "      title: Mulino")
    (tiny / "cards.csv").write_text(sheet.replace("Mill,,", "Mill,Mulino,"), "utf-8")
    (problem,) = load_game(tiny, "it").problems
    assert str(problem).startswith(
        "tiny/cards.csv:3:6: row 3, 'title:it': tiny/locale/it.yaml:18:14 also"
    )
