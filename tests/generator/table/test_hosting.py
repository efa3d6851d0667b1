"""What the host does about seats: names, seats, who starts, other links, before the first move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.commands.play import _keeper, _NextGames
from tests.generator.table.table_server import Client, served, session_of
from validator.script.play import replay
from validator.table.session import Session
from validator.table.views import PUBLIC


def asked(table: Client, path: str, **sent: Any) -> str:
    """The answer of a request of the host: empty, or what is wrong."""
    status, _, data = table.ask(table.keeper, path, sent)
    assert status == 200, data
    return data.decode()


def hosted(table: Client, file: Path) -> None:
    """Let the host change the players of a game that is recorded in this file."""
    games = _NextGames(file, table.table.links)
    table.table.hosting.again = lambda: games.again(table.table.session)
    table.table.hosting.arrange = lambda *wanted: games.arranged(table.table.session, *wanted)


def recorded(file: Path) -> Session:
    session = session_of("nine-muses", seed="3", keep=_keeper(file))
    session.keep("", session.text())
    return session


def test_the_host_names_players_adds_a_seat_and_says_who_starts(tmp_path: Path) -> None:
    file = tmp_path / "night.play"
    with served(recorded(file), together=False) as table:
        hosted(table, file)
        bob = table.seat(1)
        names = ["Mia", "Bob", "O’Hara"]
        assert asked(table, "players", names=names, first="Bob") == "{}"
        assert table.state(bob)["players"] == names
        assert table.state(bob)["acting"] == ["Bob"]
        assert table.state(table.seat(2))["seat"] == "O’Hara"
        assert "players: [Mia, Bob, O’Hara]" in file.read_text("utf-8")
        for wrong, why in ((["Mia"] * 2, "a different name"), (["Mia", ""], "a different name"),
                           (["Mia"], "is for 2 to 4 players, not 1")):  # fmt: skip
            assert why in asked(table, "players", names=wrong)
        assert table.say(bob, table.state(bob)["moves"][0]["line"])["answer"]["accepted"]
        assert "has begun" in asked(table, "players", names=["Mia", "Bob"])
        assert table.state(bob)["players"] == names
    assert replay(file).ok


def test_another_link_takes_the_place_of_a_seats_old_one(tmp_path: Path) -> None:
    with served(recorded(tmp_path / "night.play"), together=False) as table:
        old = table.seat(1)
        assert asked(table, "renew", name="Bob") == "{}"
        assert table.ask(old, "state")[0] == 404
        assert table.state(table.seat(1))["seat"] == "Bob"
        assert "no such seat" in asked(table, "renew", name="Zoe")
        for path in ("renew", "players", "seat", "again"):
            assert table.ask(table.seat(PUBLIC), path, {"name": "Bob"})[0] == 403


def test_the_next_game_has_a_record_of_its_own_and_so_have_its_players(tmp_path: Path) -> None:
    file = tmp_path / "night.play"
    with served(recorded(file), together=False) as table:
        hosted(table, file)
        before = file.read_text("utf-8")
        assert asked(table, "again") == "{}"
        assert asked(table, "players", names=["Mia", "Bob"], first="") == "{}"
        assert "Mia" not in file.read_text("utf-8")
        assert file.read_text("utf-8").startswith(before.partition("---")[0])
        assert "players: [Mia, Bob]" in (tmp_path / "night-2.play").read_text("utf-8")


def test_real_cards_can_be_chosen_before_the_first_move(tmp_path: Path) -> None:
    file = tmp_path / "night.play"
    with served(recorded(file), together=False) as table:
        hosted(table, file)
        assert asked(table, "players", names=["Ann", "Bob"], physical=True) == "{}"
        assert table.state(table.keeper)["acting"] == ["~"]
        assert table.state(table.keeper)["physical"]
