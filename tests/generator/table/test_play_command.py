"""`pieria play`: what it refuses, and the table in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.table.terminal import Terminal
from generator.table.terminal import run as run_terminal
from generator.table.unfinished import unfinished
from tests.conftest import run
from validator.core.resources import resource
from validator.load.game import load_game
from validator.script.play import replay
from validator.table.queries import options
from validator.table.session import Session
from validator.table.views import OPEN

START = "game: nine-muses\nplayers: [Ann, Bob]\n---\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no-game",), "no game or folder 'no-game'"),
        (("nine-muses", "--players", "9"), "is for 2 to 4 players, not 9"),
        (("nine-muses", "--players", "Ann,Ann"), "two players are called 'Ann'"),
        (("nine-muses", "--seat", "Zoe=racer"), "no player 'Zoe'"),
        (("nine-muses", "--seat", "Bob=wizard"), "no strategy 'wizard'"),
        (("nine-muses", "--options", "fog"), "no option 'fog'"),
        (("missing.play",), "there is no file 'missing.play'"),
        (("old.play", "--players", "3"), "old.play already names the players"),
        (("nine-muses", "--record", "old.play"), "continue it with 'pieria play old.play'"),
        (("nine-muses", "--host", "999.1.1.1"), "cannot be used"),
    ],
)
def test_wrong_use_is_explained(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.play").write_text(START, "utf-8")
    result = run("play", *arguments, "--no-open")
    assert result.exit_code != 0
    assert words in result.output
    assert Path("old.play").read_text("utf-8") == START
    assert [each.name for each in tmp_path.iterdir()] == ["old.play"]


def test_the_newest_record_that_is_not_finished_is_found(tmp_path: Path) -> None:
    game = load_game(resource("data") / "nine-muses").game
    assert game is not None
    assert unfinished(game, tmp_path, None) is None
    file = tmp_path / "nine-muses-2.play"
    file.write_text(START, "utf-8")
    assert unfinished(game, tmp_path, None) is None  # nobody has moved
    session = Session.of(START, "x.play", seed="3")
    while session.advance():
        pass
    session.say(options(session, OPEN)[0][0].line)
    file.write_text(session.text(), "utf-8")
    assert unfinished(game, tmp_path, None) == (file, "Ann and Bob")
    assert unfinished(game, tmp_path, "Ann, Bob") == unfinished(game, tmp_path, "2")
    assert unfinished(game, tmp_path, "Ann,Cat") is None
    file.write_text("no script", "utf-8")
    assert unfinished(game, tmp_path, None) is None


def terminal(tmp_path: Path) -> Terminal:
    file = tmp_path / "night.play"
    return Terminal(Session.of(START, "night.play", seed="3"), file)


def test_a_terminal_plays_refuses_explains_and_saves(tmp_path: Path) -> None:
    table = terminal(tmp_path)
    said = "\n".join(table.begin())
    assert "round 1" in said
    assert table.prompt() == "Ann> "
    assert any(line.startswith("Ann toil") for line in table.take("moves"))
    refused = "\n".join(table.take("Ann call Clio"))
    assert refused.startswith("no: NINE-CALL-02")
    assert any("NINE-CALL-02" in line for line in table.take("why Clio"))
    assert table.take("undo") == ["there is nothing to undo"]
    move = next(line for line in table.take("moves") if line.startswith("Ann toil"))
    assert table.take(move)[0] == move
    assert table.prompt() == "Bob> "
    table.take("undo")
    assert table.prompt() == "Ann> "
    table.take("redo")
    saved = tmp_path / "copy.play"
    assert table.take(f"save {saved}") == [f"{saved}: written"]
    assert replay(saved).ok
    assert any(line.startswith("why:") for line in table.take("help"))
    assert table.completions("Bob to")[0][0] == "toil"
    assert ("undo", "undo the last step") in table.completions("un")
    assert table.hint("Bob toil ").startswith("toil [CARD]")
    assert table.take("Bob fly")
    table.take("quit")
    assert table.is_over


def test_a_terminal_reads_what_is_typed(tmp_path: Path) -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    table, said = terminal(tmp_path), list[str]()
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("moves\n| a note\nquit\n")
        run_terminal(table, said.append)
    assert any(line.startswith("Ann toil") for line in said)
    assert table.session.here.seen_by(OPEN) is not None
    assert table.session.text().endswith("| a note\n")


def test_a_terminal_shows_one_person_only_their_hand(tmp_path: Path) -> None:
    session = Session.of(START, "night.play", seed="3", strategies={1: "random"})
    said = "\n".join(Terminal(session, tmp_path / "x.play").begin())
    assert "~ deal Bob ? ? ?" in said
    assert "hand: ?, ?, ?" in said
