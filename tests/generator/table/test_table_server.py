"""The table's server: who may do what, and what nobody may find out."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.table.links import Link
from generator.table.pictures import backs, pictures
from generator.web.security import BURST, MOST_BYTES
from tests.generator.table.table_server import served, session_of, soon
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.registry import find_referee
from validator.script.play import replay_text
from validator.table.nodes import GameNode
from validator.table.views import OPEN, PUBLIC

GAMES = shipped_games()


def test_a_seat_plays_its_own_moves_and_all_seats_follow() -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        ann, bob = table.seat(0), table.seat(1)
        first = table.state(ann)
        assert first["acting"] == ["Ann"]
        assert first["moves"]
        assert not table.state(bob)["moves"]
        line = first["moves"][0]["line"]
        assert "this is Bob's seat" in table.say(bob, line)["answer"]["message"]
        version = table.ask(bob, "version")[2]
        played = table.say(ann, line)
        assert played["answer"]["accepted"]
        assert table.ask(bob, "version")[2] != version
        assert table.state(bob)["acting"] == ["Bob"]
        assert table.state(bob)["node"] == played["state"]["node"]
        assert not table.say(table.seat(PUBLIC), "Bob draw")["answer"]["accepted"]


def test_a_refused_line_names_the_rule_and_changes_nothing() -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        ann = table.seat(0)
        before = table.state(ann)
        answer = table.say(ann, "Ann call Clio")["answer"]
        assert not answer["accepted"]
        assert answer["reasons"][0]["rule"].startswith("NINE-CALL-")
        assert answer["reasons"][0]["statement"]
        assert table.say(ann, "Ann fly")["answer"]["message"]
        assert table.state(ann) == before
        why = json.loads(table.ask(ann, "ask", {"piece": "Clio"})[2])
        assert {"call"} <= {each["verb"] for each in why}
        words = json.loads(table.ask(ann, "ask", {"text": "Ann to"})[2])["words"]
        assert [word for word, _ in words] == ["toil"]


def test_a_line_for_a_table_that_has_changed_changes_nothing() -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        ann = table.seat(0)
        state = table.state(ann)
        line, node = state["moves"][0]["line"], state["node"]
        answers: list[Any] = []
        threads = [
            threading.Thread(target=lambda: answers.append(table.say(ann, line, node)))
            for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        accepted = [each["answer"].get("accepted", False) for each in answers]
        assert sorted(accepted) == [False] * 5 + [True]
        assert sum(each["answer"].get("stale", False) for each in answers) == 5
        assert table.table.session.text().count(line) == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Host": "evil.example"}, 400),
    ],
)
def test_only_our_own_page_can_play(headers: dict[str, str], status: int) -> None:
    with served(session_of("nine-muses", seed="3")) as table:
        state = table.state(table.keeper)
        body = {"line": state["moves"][0]["line"], "node": state["node"]}
        assert table.ask(table.keeper, "say", body, **headers)[0] == status
        assert table.state(table.keeper) == state


def test_every_path_asks_for_the_secret_and_hides_what_it_can() -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        body = {"line": "| hi", "node": 0}
        for path, sent in (("", None), ("state", None), ("version", None), ("save", None),
                           ("node/0", None), ("table.js", None), ("say", body),
                           ("move", {"what": "undo", "node": 0}), ("ask", {"text": ""}),
                           ("faces/muses/clio.face.svg", None)):  # fmt: skip
            for secret in ("wrong", "", table.keeper.secret[:-1], table.keeper.secret + "x"):
                assert table.ask(secret, path, sent)[0] in (404, 405)
            status, headers, _ = table.ask(table.keeper, path, sent)
            assert status in (200, 404)
            if status == 200:
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["x-content-type-options"] == "nosniff"
        page = table.ask(table.keeper, "")
        assert page[1]["cache-control"] == "no-store"
        assert "script-src 'self'" in page[1]["content-security-policy"]
        secrets = {table.keeper.secret, *(link.secret for link in table.table.links.seats.values())}
        assert len(secrets) == 4
        for link in table.table.links.seats.values():  # no page leads to another's
            sent_page = table.ask(link, "")[2].decode()
            assert not any(secret in sent_page for secret in secrets)


def test_what_a_page_sends_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.web.security.MOST_ASKED", 0.0)  # however slowly this is run
    with served(session_of("nine-muses", seed="3")) as table:
        keeper = table.keeper
        long = b'{"line": "' + b"x" * MOST_BYTES + b'", "node": 0}'
        assert table.ask(keeper, "say", long)[0] == 413
        for body in (b"{", b"[]", b'{"line": 1, "node": 0}', b'{"line": "x"}', b"[" * 30_000):
            assert table.ask(keeper, "say", body)[0] == 400
        assert table.ask(keeper, "say", {"line": "x" * 21_000, "node": 0})[0] == 400
        assert table.ask(keeper, "move", {"what": "burn", "node": 0})[0] == 400
        assert table.ask(keeper, "state?as=Zoe")[0] == 400
        statuses = {table.ask(keeper, "ask", {"text": "Ann"})[0] for _ in range(int(BURST) + 1)}
        assert statuses == {200, 429}
        assert table.ask(keeper, "state")[0] == 200


def test_a_client_that_leaves_in_mid_move_harms_nobody() -> None:
    import socket

    with served(session_of("nine-muses", seed="3")) as table:
        for cut in (20, 120, 260):
            request = (
                f"POST /t/{table.keeper.secret}/say HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Origin: {table.origin}\r\nContent-Type: application/json\r\n"
                'Content-Length: 200\r\n\r\n{"line": "Ann t'
            ).encode()
            with socket.create_connection(("127.0.0.1", table.port)) as raw:
                raw.sendall(request[:cut])
        assert table.say(table.keeper, "| still here")["answer"]["accepted"]


def test_only_the_keeper_saves_goes_back_and_chooses_a_view() -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        ann, keeper = table.seat(0), table.keeper
        before = table.state(ann)["node"]
        table.say(ann, table.state(ann)["moves"][0]["line"])
        node = table.state(ann)["node"]
        assert table.ask(ann, "save")[0] == 403
        assert replay_text(table.ask(keeper, "save")[2].decode(), "saved.play").ok
        assert table.state(ann, "Bob")["seat"] == "Ann"
        assert table.state(keeper, "Bob")["seat"] == "Bob"
        for what in ("redo", "go", "draw"):
            assert table.ask(ann, "move", {"what": what, "node": node, "to": 0})[0] == 403
        undo = table.ask(ann, "move", {"what": "undo", "node": node})
        assert "waiting for the other players to agree" in json.loads(undo[2])["answer"]["message"]
        assert table.state(ann)["node"] == node
        assert table.ask(table.seat(PUBLIC), "move", {"what": "undo", "node": node})[0] == 403
        back = table.ask(keeper, "move", {"what": "undo", "node": node})
        assert json.loads(back[2])["state"]["node"] == before


@pytest.mark.parametrize("game", GAMES)
def test_hidden_pieces_can_be_exchanged_and_a_seat_receives_the_same_bytes(game: str) -> None:
    session = session_of(game, seed="11", strategies={0: "random", 1: "random"})
    for _ in range(24):
        session.advance()
    session.strategies.clear()
    random, here = Random(3), session.here
    alone = GameNode(here.number, None, here.lines, here.playing)
    with served(session, together=False) as table:
        soon(lambda: table.table._moving and table.table._moving.done())  # it touches the session

        def received(seat: int) -> list[bytes]:
            table.table._states.clear()
            link = table.seat(seat)
            found = [table.ask(link, path)[2] for path in ("", "state")]
            if seat != PUBLIC:
                name = session.names[seat]
                pieces = [{"piece": piece} for piece in [*session.referee.printed()][::25]]
                asked = ({"text": ""}, {"text": f"{name} "}, *pieces)
                found += [table.ask(link, "ask", sent)[2] for sent in asked]
            return found

        for seat in (PUBLIC, 0, 1):
            session.here = alone
            before = received(seat)
            for _ in range(3):
                playing = here.playing.forked()
                playing.state = session.referee.shuffled(here.state, seat, random)
                session.here = GameNode(here.number, None, here.lines, playing)
                assert received(seat) == before


def test_opponents_play_by_themselves_and_one_press_undoes_to_the_own_last_step() -> None:
    """The computer does not play again after a step back in the log, until somebody plays."""
    session = session_of("crazy-eights", seed="5", strategies={1: "random"})
    with served(session, together=False) as table:
        keeper, ann = table.keeper, table.seat(0)

        def move(link: Link, what: str) -> Any:
            sent = {"what": what, "node": session.here.number}
            return json.loads(table.ask(link, "move", sent)[2])["state"]

        def idle() -> bool:
            return bool(table.state(keeper)["over"] or table.state(ann)["moves"])

        soon(idle)
        node = session.here.number
        table.say(ann, table.state(ann)["moves"][0]["line"])
        soon(idle)
        end = session.here
        steps = [each for each in end.path()[node + 1 :] if not each.drew]
        assert len(steps) > 1
        middle = steps[-1].parent
        assert middle is not None
        sent = {"what": "go", "node": end.number, "to": middle.number}
        table.ask(keeper, "move", sent)
        assert session.here is middle
        assert "The computer waits" in table.state(ann)["notice"]
        move(keeper, "redo")
        soon(lambda: session.here is end)
        assert move(keeper, "undo")["node"] == node
        move(keeper, "redo")
        soon(idle)
        assert session.here is end
        assert session.back(whole=True) is session.nodes[node]


def test_faces_are_drawn_when_they_are_asked_for() -> None:
    session = session_of("nine-muses", seed="1")
    assert {"Clio", "Heron", "craft"} <= set(pictures(session.referee))
    assert {"Muse", "Philosopher"} <= set(backs(session.referee, session.nodes[0].state))
    with served(session) as table:
        for picture in (pictures(session.referee)["Clio"], backs(session.referee,
                        session.nodes[0].state)["Muse"]):  # fmt: skip
            status, headers, data = table.ask(table.keeper, picture.path)
            assert status == 200
            assert headers["content-type"].startswith("image/svg+xml")
            assert data.startswith(b"<svg")
        for path in ("faces/muses/no.face.svg", "faces/muses/clio.side.svg", "faces/../x.svg"):
            assert table.ask(table.keeper, path)[0] == 404


@pytest.mark.parametrize("game", GAMES)
def test_cards_have_their_printed_faces(game: str) -> None:
    session = session_of(game)
    decks = {c.id for c in session.game.components if c.kind == "deck" and c.pieces > 3}
    found = {picture.path.split("/")[1] for picture in pictures(session.referee).values()}
    assert decks & found or not decks
    pieces = set(session.referee.printed())
    assert len(pieces - set(pictures(session.referee))) <= 3  # dice have no face of their own


def test_a_piece_with_an_outline_is_shown_cut_along_it(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(resource("data") / "nine-muses", folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("outline: round", "outline: hexagon"), "utf-8")
    game = load_game(folder).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    assert pictures(referee)["craft"].corners.startswith("25.00 0.00, 75.00 0.00")
    assert pictures(referee)["Clio"].corners == ""


# ---- the command


def test_a_sheet_is_sent_with_what_is_written_on_it() -> None:
    """What is in the state has a blank of its name on the printed sheet."""
    with served(session_of("schizonauts")) as table:
        line = table.state(table.keeper)["moves"][0]["line"]
        sheets = table.say(table.keeper, line, seat="open")["state"]["sheets"]
        (sheet,) = [each for each in sheets if each["owner"] == "Ann"]
        assert sheet["values"]["agent.name"]
        path = sheet["path"].replace("faces/", "blanks/").removesuffix(".face.svg")
        status, _, data = table.ask(table.keeper, path)
        assert status == 200
        _, _, blanks = json.loads(data)
        assert {*sheet["values"]} <= {blank[0] for blank in blanks}
        _, _, picture = table.ask(table.keeper, sheet["path"])
        boxes = [blank for blank in blanks if blank[1] == "tick" and ".active." in blank[0]]
        # The picture has a straight box where a page draws a tick, as in a PDF form.
        assert picture.count(b'width="2.9" height="2.9"') == len(boxes)
        assert table.ask(table.keeper, "blanks/sheets/none")[0] == 404
        assert table.ask("another", path)[0] == 404


@pytest.mark.parametrize("game", shipped_games())
def test_sheets_lie_where_the_game_has_zones_and_faces(game: str) -> None:
    """Every sheet names a printed card; a zone or fact that it covers is one of the game."""
    session = session_of(game)
    names = {zone.name for zone in session.here.eyes(OPEN).zones()}
    for _ in range(40):
        if not session.advance():
            moves = session.here.legal()
            if not moves:
                break
            session.say(session.referee.written(session.state, moves[0]))
    faces = {
        (component.id, card.id) for component in session.game.components for card in component.cards
    }
    for sheet in session.here.eyes(OPEN).sheets():
        assert (sheet.component, sheet.card) in faces
        assert not sheet.zone or sheet.zone in names
        assert {*sheet.facts} <= {fact.name for fact in session.here.eyes(OPEN).facts()}


def test_a_step_that_showed_something_is_taken_back_when_all_agree() -> None:
    """Nobody takes it back alone, a refusal ends the wish, and everybody reads what was done."""

    def move(link: Link, what: str) -> Any:
        node = table.state(table.keeper)["node"]
        status, _, data = table.ask(link, "move", {"what": what, "node": node})
        assert status == 200, data
        return json.loads(data)

    with served(session_of("nine-muses", players=3, seed="3"), together=False) as table:
        ann, bob, cat, guest = (table.seat(each) for each in (0, 1, 2, PUBLIC))
        session = table.table.session
        soon(lambda: session.actors()[0] >= 0)
        while not any(node.reveals() for node in session.taken_back()):
            link = table.seat(session.actors()[0])
            table.say(link, table.state(link)["moves"][0]["line"])
        node = session.here.number
        for refuses in (True, False):
            assert "waiting" in move(ann, "undo")["answer"]["message"]
            assert session.here.number == node
            wish = table.state(bob)["wish"]
            assert wish == {"by": "Ann", "line": "", "waiting": ["Bob", "Cat"], "asked": True}
            assert not table.state(ann)["wish"]["asked"]
            assert not table.state(guest)["wish"]["asked"]
            move(bob, "agree")
            assert session.here.number == node
            assert table.state(cat)["wish"]["waiting"] == ["Cat"]
            move(cat, "refuse" if refuses else "agree")
            assert table.state(ann)["wish"] is None
            if refuses:
                assert session.here.number == node
                assert table.state(ann)["notice"] == "Cat does not agree: the step stays."
        assert session.here.number != node
        for link in (ann, bob, guest):
            assert "All players took back" in table.state(link)["notice"]
        assert "nobody has asked" in move(cat, "agree")["answer"]["message"]
        assert table.ask(guest, "move", {"what": "agree", "node": 0})[0] == 403


def test_what_the_keeper_takes_back_is_announced_to_all() -> None:
    with served(session_of("nine-muses", seed="3"), together=False) as table:
        ann = table.seat(0)
        played = table.say(ann, soon(lambda: table.state(ann)["moves"])[0]["line"])
        node = played["state"]["node"]
        table.ask(table.keeper, "move", {"what": "undo", "node": node})
        assert "The host took back" in table.state(table.seat(1))["notice"]
