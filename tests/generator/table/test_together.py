"""Choices that several players make at once, each in secret."""

from __future__ import annotations

import pytest

from generator.table.page import state_of
from generator.table.together import Sealed
from tests.generator.table.table_server import LOAD
from validator.core.resources import resource
from validator.table.session import Session
from validator.table.views import OPEN


@pytest.mark.parametrize("script", ["game-2", "game-3", "game-4-example"])
def test_a_sealed_vote_is_played_once_all_who_must_vote_have(script: str) -> None:
    """With an odd number of players all vote, otherwise all but the player to act."""
    file = resource("data") / "schizonauts/scripts" / f"{script}.play"
    whole = Session.of(file.read_text("utf-8"), file.name, file, load=LOAD)
    vote = next(
        node for node in whole.here.path() if "".join(node.lines[-1:]).startswith("table vote")
    )
    line = vote.lines[-1]
    session = Session.of(whole.text(vote.parent), "part.play", load=LOAD, physical=True)
    sealed = Sealed(session, session.tabletop)
    choices = dict(part.split("=") for part in line.split()[2:])
    assert sealed.open() == ["vote"]
    voters = [seat for seat, name in enumerate(session.names) if name in choices]
    for seat in voters:
        assert line not in session.text()
        assert sealed.shown(seat)[0]["waiting"] == [session.names[s] for s in voters if s >= seat]
        assert sealed.lay(seat, "vote", choices[session.names[seat]], session.say) == (True, "")
    assert line in session.text()


def test_whoever_can_help_in_a_scene_is_invited_to_the_shared_screen() -> None:
    file = resource("data/schizonauts/scripts/game-3.play")
    whole = Session.of(file.read_text("utf-8"), file.name, file, load=LOAD)
    gift = next(node for node in whole.here.path() if " die " in "".join(node.lines[-1:]))
    session = Session.of(whole.text(gift.parent), "part.play", load=LOAD, physical=True)
    assert gift.lines[-1].startswith("Ann die ")
    assert "Ann" in state_of(session, OPEN, keeper=True)["invited"]
    assert session.say(gift.lines[-1]).accepted
    assert "Ann" not in state_of(session, OPEN, keeper=True)["invited"]  # once in a scene


CHALLENGE = """game: sing-o-muse
players: [Ann, Bob, Cat]
start:
  foes: [f-lion]
  Ann: {A: {leader: h-heracles, members: [c-ajax, c-castor], quest: q-hunt, marks: 1}, victory: [q-labors]}
  Bob: {hand: [x-panic]}
  Cat: {hand: [x-spring]}
---
"""  # noqa: E501


@pytest.mark.parametrize("computer", [False, True])
def test_others_are_asked_before_a_challenge_ends_the_game(computer: bool) -> None:
    def awaited() -> tuple[list[str], bool]:
        found = state_of(session, OPEN, keeper=True)
        return found["awaited"], found["over"]

    bots = {2: "random"} if computer else {}
    session = Session.of(CHALLENGE, "new.play", load=LOAD, strategies=bots)
    assert session.say("Ann challenge A f-lion").accepted
    assert awaited() == (["Bob"] if computer else ["Bob", "Cat"], False)
    answers = {move.verb for move in session.here.legal_for((1,))}
    assert {"allows", "stops"} <= answers
    assert session.say("Bob allows").accepted
    if not computer:
        assert awaited() == (["Cat"], False)
        assert session.say("Cat allows").accepted
    assert awaited() == ([], True)
