"""The sentences of a referee in PO files and overlays."""

from __future__ import annotations

import shutil
from pathlib import Path

import polib
import pytest

from generator.translation.moves import move_words
from generator.translation.page_words import page_words
from tests.conftest import run
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.messages import Amount, Message, Player


def test_a_referees_texts_are_those_that_its_messages_look_up() -> None:
    game = load_game(resource("data") / "nine-muses").game
    assert game is not None
    found = move_words(game)
    assert {"gain {amount}", "[gains|gain] {amount} from the pool", "the game is over",
            "{number} {kind} would be given up, but {player} [has|have] only "
            "{have}", "you"} <= found.keys()  # fmt: skip
    assert found["gain {amount}"].file == "nine_muses/knowledge.py"
    assert not [text for text in found if "[|" in text or not text.strip()]


def test_a_translation_of_a_sentence_comes_through_a_po_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(resource("data") / "nine-muses", tmp_path / "nine")
    assert run("languages", "nine", "--language", "de", "--to-po", "de.po").exit_code == 0
    text = Path("de.po").read_text("utf-8")
    source = 'msgid "[gains|gain] {amount} from the pool"\nmsgstr ""'
    assert source in text
    said = source.replace('msgstr ""', 'msgstr "[nimmt|nimmst] {amount} vom Vorrat"')
    Path("de.po").write_text(text.replace(source, said), "utf-8")
    run("languages", "nine", "--language", "de", "--from-po", "de.po")
    overlay = Path("nine/locale/de.yaml").read_text("utf-8")
    assert "nimmst" in overlay
    assert "[steals|steal]" not in overlay
    game = load_game(Path("nine"), "de").game
    assert game is not None
    values = {"player": Player(0, "Ann", you=True), "amount": Amount(2, "Craft")}
    words = Message("[gains|gain] {amount} from the pool", values)
    assert words.text(game.words.pattern) == "nimmst 2 Craft vom Vorrat"


def test_the_words_of_the_page_come_through_a_po_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(resource("data") / "crazy-eights", tmp_path / "eights")
    assert run("languages", "eights", "--language", "de", "--to-po", "de.po").exit_code == 0
    text = Path("de.po").read_text("utf-8")
    found = {each.msgid for each in polib.pofile(text)}
    assert page_words().keys() <= found
    assert {"Your turn", "Step back (←)", "d{sides} shows {value}, the highest"} <= found
    assert "Lay a card that fits" in found  # of table.yaml
