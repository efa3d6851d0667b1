"""No message from any link leaves session, record and version apart, or is answered with 500.

Messages are mutated, and the disk, the referee and the page's state fail now and then.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from generator.table import page, server
from generator.table.links import Link
from generator.web import security
from tests.generator.table.table_server import LOAD, Client, served, session_of
from validator.script.play import replay_text
from validator.table.session import Session
from validator.table.views import PUBLIC

SIGNS = (
    *'"[]{}|#', "~ ", "! ", "= ", "->", "  ", "\r\n", "\0", "\x07", "\u2028", "\ufeff", "\ud83d",
    "é", "😀", "99999999999999999999", "None", "-1",
)  # fmt: skip
ROUTES = ("say", "say", "say", "ask", "move")
MESSAGES = 150


class Disk:
    """What keeps the record; it can be full."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.is_full = False

    def keep(self, name: str, text: str) -> None:
        text.encode()
        if self.is_full:
            raise OSError(28, "No space left on device")
        self.files[name] = text


def mutated(text: str, random: Random) -> str:
    """The text with a few characters changed."""
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        place = random.randrange(len(text) + 1)
        roll = random.random()
        if roll < 0.6:
            text = text[:place] + random.choice(SIGNS) + text[place:]
        elif roll < 0.8:
            text = text[:place] + text[place + 1 :]
        else:
            text = text[:place]
    return text


def message(session: Session, lines: list[str], random: Random) -> tuple[str, Any]:
    """A route, and something to send there that is nearly right."""
    route = random.choice(ROUTES)
    number = session.here.number
    node: object = number
    if random.random() < 0.15:
        node = random.choice((0, -1, 10**30, max(0, number - 1), 1.5, None, "0", True))
    line = mutated(random.choice([*lines, "| hello", "= Ann.hand has Heron", "table end"]), random)
    if route == "ask":
        return route, random.choice(({"text": line}, {"piece": line.split(" ")[-1]}, {"text": []}))
    if route == "move":
        what: object = random.choice((*server.MOVES, "burn", None, []))
        return route, {"what": what, "node": node, "to": random.choice((0, 1, -1, 10**9, "x"))}
    return route, {"line": line, "node": node}


def sent(table: Client, link: Link, route: str, body: Any, random: Random) -> tuple[int, Any]:
    """The status and the answer, if it is JSON."""
    data: Any = body
    if random.random() < 0.1:
        data = mutated(json.dumps(body), random).encode("utf-8", "surrogatepass")
    status, _, answer = table.ask(link, route, data)
    return status, json.loads(answer) if status == 200 else None


@pytest.mark.parametrize("game", ["nine-muses", "schizonauts", "sing-o-muse", "dance-of-muses"])
def test_session_record_and_version_stay_together(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "MOST_ASKED", 1e9)
    random, disk = Random(game), Disk()
    session = session_of(game, seed="7", keep=disk.keep)
    disk.keep("", session.text())  # as `play` does before the game begins
    shown, fails = page.state_of, [False]

    def state_of(*given: Any) -> Any:
        if fails[0]:
            raise ZeroDivisionError("as a referee with a fault")
        return shown(*given)

    monkeypatch.setattr(server, "state_of", state_of)
    accepted = failed = 0
    with served(session, together=False) as table:
        links = [table.keeper, *(table.seat(each) for each in (0, 1, PUBLIC))]
        for link in links:
            table.state(link)
        for number in range(MESSAGES):
            link = random.choice(links)
            lines = [each["line"] for each in table.state(link)["moves"]] or ["Ann toil", "Bob x"]
            route, body = message(session, lines, random)
            disk.is_full, fails[0] = number % 7 == 3, number % 7 == 5
            before = session.here, len(session.nodes), session.text(), table.table.version
            status, answer = sent(table, link, route, body, random)
            broken = disk.is_full or fails[0]
            disk.is_full = fails[0] = False
            assert status < 500, (route, body)
            after = session.here, len(session.nodes), session.text(), table.table.version
            assert disk.files[""] == after[2], (route, body)
            if after[:3] != before[:3]:
                assert not broken, (route, body)
                assert after[3] > before[3], (route, body)
                assert answer["answer"]["accepted"], (route, body)
                accepted += 1
            failed += broken
            states = [
                table.state(each) for each in (links if broken or after != before else [link])
            ]
            assert {each["node"] for each in states} == {session.here.number}
            assert {each["version"] for each in states} == {after[3]}
    assert accepted > 5
    assert failed > 10
    report = replay_text(disk.files[""], "record.play", LOAD)
    assert report.ok, report.problems
    for name, text in disk.files.items():
        assert replay_text(text, name, LOAD).ok


@pytest.mark.parametrize("sign", ["\ud83d", "\x07", "\0", "\ufffe"])
def test_what_no_file_can_hold_is_refused_from_every_seat(sign: str) -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        for link in (table.keeper, table.seat(0), table.seat(1)):
            before = table.state(link)
            found = table.say(link, f"| hello {sign}")
            assert f"U+{ord(sign):04X}" in found["answer"]["message"]
            assert found["state"] == before
            assert table.say(link, "| hello")["answer"]["accepted"]


def test_an_error_of_the_referee_is_answered_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        ann, session = table.seat(0), table.table.session
        state = table.state(ann)
        with monkeypatch.context() as broken:
            broken.setattr(type(session.referee), "remarks", None)
            found = table.say(ann, state["moves"][0]["line"])["answer"]
            assert not found["accepted"]
            assert "an error in the referee itself" in found["message"]
        with monkeypatch.context() as broken:
            broken.setattr(server, "why_not", None)
            status, _, data = table.ask(ann, "ask", {"piece": "Clio"})
            assert (status, b"an error in Pieria itself" in data) == (422, True)
        assert table.state(ann) == state
        assert table.say(ann, state["moves"][0]["line"])["answer"]["accepted"]


@pytest.mark.parametrize("automatic", [True, False])
def test_a_players_move_counts_though_another_has_moved_meanwhile(automatic: bool) -> None:
    """But a second click on the same move does not, and neither does one that is illegal now."""
    session = session_of("schizonauts", seed="7", strategies={1: "random"})
    with served(session) as table:
        played = 0
        for _ in range(30):
            while session.advance():
                pass
            node = session.here
            mine = [move for move in node.legal() if move.seat == 0]
            later = [move for move in node.legal() if move.seat == 1 and session._changes(move)]
            for move in mine[:20]:
                line = session.referee.written(node.state, move)
                if not later or not session._changes(move):
                    continue
                other = session.referee.written(node.state, later[0])
                if not session.say(other, automatic=automatic):
                    continue
                if session.referee.refusal(session.state, move) is None:
                    found = table.say(table.keeper, line, node.number, "Ann")["answer"]
                    assert found["accepted"], found
                    again = table.say(table.keeper, line, node.number, "Ann")["answer"]
                    assert again["stale"]
                    played += 1
                session.go(node.number)
                break
            if not mine:
                break
            session.say(session.referee.written(node.state, mine[0]))
        assert played


def test_one_seat_does_not_write_the_sealed_choices_of_all() -> None:
    session = session_of("schizonauts", players=3, seed="1")
    assert session.sealed() == {"vote"}
    names = " ".join(f"{name}=agent" for name in session.names)
    for seat in (0, 1, 2):
        answer = session.say(f"table VOTE {names}", seat)
        assert "everybody's choices" in answer.message
    assert "everybody's choices" not in session.say(f"table vote {names}").message
    for game in ("nine-muses", "muse", "sing-o-muse", "dance-of-muses", "crazy-eights"):
        assert not session_of(game).sealed()


def test_a_hidden_piece_is_not_named_in_whatever_letters() -> None:
    session = session_of("crazy-eights", seed="4")
    while session.advance():
        pass
    hidden = set(session.referee.printed()) - set(session.here.eyes(0).visible())
    piece = min(each for each in hidden if each[-1].isalpha())
    said = {
        session.say(line, 0).message.lower().replace(piece.lower(), "x")
        for each in (piece, piece.lower())
        for line in (f"Ann play {each}", f'Ann play "{each}"', f"Ann play [{each}]",
                     f"Ann play card={each}")
    }  # fmt: skip
    assert said == {"ann cannot see x"}
