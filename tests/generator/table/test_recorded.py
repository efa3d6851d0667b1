"""`pieria replay --watch` and `--static`: a recorded game as a page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator.kit.options import Options
from generator.table.faces import TableFaces
from generator.table.page import shown
from generator.table.recorded import files, recording, unpacked
from tests.conftest import run
from tests.generator.table.table_server import LOAD, session_of
from validator.core.resources import resource, shipped_games
from validator.table.session import Session
from validator.table.views import OPEN, PUBLIC

SCRIPT = resource("data") / "nine-muses" / "scripts" / "call.play"
STATIC = ("replay", "--static", "site")


@pytest.mark.parametrize("game", shipped_games())
def test_frames_lead_back_to_every_position(game: str) -> None:
    session = session_of(game, seed="4", strategies={0: "random", 1: "random"})
    for _ in range(30):
        session.advance()
    for seat in (OPEN, 0):
        found = recording(session, seat)
        zones: dict[str, object] = {}
        facts: dict[str, object] = {}
        nodes = [node for node in session.here.path() if node.parent is None or node.seen_by(seat)]
        assert len(found["frames"]) == len(nodes) == len(found["log"]) + 1
        for node, frame in zip(nodes, found["frames"], strict=True):
            for kind, known in (("zones", zones), ("facts", facts)):
                known.update({each["name"]: each for each in frame[kind]})
                for name in frame.get("gone", ()):
                    known.pop(name, None)
            whole = shown(session, node, seat)
            assert zones == {each["name"]: each for each in whole["zones"]}
            assert facts == {each["name"]: each for each in whole["facts"]}


def test_the_log_says_which_rule_settled_what_changed() -> None:
    session = Session.of(SCRIPT.read_text("utf-8"), SCRIPT.name, SCRIPT, load=LOAD)
    log = recording(session, OPEN)["log"]
    call = next(step for step in log if step["line"].startswith("Bob call Clio"))
    changed = {name: (before, after, rules) for name, before, after, rules in call["changed"]}
    assert changed["Bob.muses"][:2] == ("Terpsichore", "Terpsichore Clio")
    assert "NINE-CALL-01" in changed["Bob.muses"][2]
    parts = [tuple(row[:3]) for step in log for row in step["changed"]]
    assert ("pool craft", "1", "5") in parts  # of a fact that has parts, those that changed
    refused = next(step for step in log if step["line"].startswith("! Ann call Calliope"))
    assert refused["refused"][0]["rule"] == "NINE-CALL-03"


def test_a_page_for_one_seat_does_not_contain_the_rest() -> None:
    session = session_of("crazy-eights", seed="8", strategies={0: "random", 1: "random"})
    for _ in range(9):
        session.advance()
    session.strategies.clear()
    session.say("= Bob.hand has 4D")
    faces = TableFaces(session.game, Options())
    hidden = {
        slot.piece for zone in session.here.eyes(OPEN).zones() for slot in zone.slots
        if zone.name in ("Bob's hand", "stock")
    }  # fmt: skip
    seen = {piece for node in session.nodes for piece in node.eyes(0).visible()}
    for seat in (0, PUBLIC):
        whole = dict(files(session, recording(session, seat), faces))
        page = whole["index.html"].decode()
        meta = json.loads(re.findall(r'<script type="application/json" id="meta">(.*?)</script>',
                                     page)[0])  # fmt: skip
        inside = unpacked(meta["packed"])
        pictures = inside.pop("pictures")  # its data has words such as 3S, and so have typefaces
        assert inside.pop("typefaces")
        assert pictures
        assert not {meta["faces"][piece]["path"] for piece in hidden - seen} & set(pictures)
        assert not set(re.findall(r"\w+", json.dumps(inside))) & (hidden - seen)


def test_a_folder_is_written_again_and_no_other_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        result = run(*STATIC, str(SCRIPT))
        assert result.exit_code == 0, result.output
        assert "index.html" in result.output
    names = {each.suffix for each in Path("site").rglob("*") if each.is_file()}
    assert names == {".html", ".css", ".js"}
    size = sum(each.stat().st_size for each in Path("site").rglob("*.*"))
    assert size < 2_000_000
    Path("other").mkdir()
    Path("other/note.txt").write_text("mine")
    result = run("replay", "--static", "other", str(SCRIPT))
    assert result.exit_code == 2
    assert "is not empty" in result.output
    assert [each.name for each in Path("other").iterdir()] == ["note.txt"]


def test_a_view_is_chosen_for_a_page() -> None:
    result = run("replay", str(SCRIPT), "--view", "Ann")
    assert result.exit_code == 2
    assert "add one of them" in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((str(SCRIPT), "--view", "Zoe"), "no player 'Zoe'"),
        ((str(SCRIPT), str(SCRIPT)), "only one script can be watched at a time, not 2"),
        (("bad.play",), "no verb 'fly'"),
    ],
)
def test_wrong_use_is_explained(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.play").write_text("game: nine-muses\nplayers: [Ann, Bob]\n---\nAnn fly\n")
    result = run(*STATIC, *arguments)
    assert result.exit_code != 0
    assert words in result.output
    assert not Path("site").exists()
