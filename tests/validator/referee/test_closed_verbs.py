"""Verbs as functions: what all their uses ask, and how what they do is told."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from validator.referee.core import Move, gate
from validator.referee.judge import Broken, Judge
from validator.referee.messages import Hidden, Later, Message, Say, after, event
from validator.referee.verbs import Verb, Verbs

verb = Verbs("T", {"on": gate("A-01", why="it is on"), "off": gate("E-01", why="it is off"),
                   "over": gate("B-01", why="it is over")}, always=("over",))  # fmt: skip
STATE = SimpleNamespace(mode="on", table=SimpleNamespace(players=("Ann",)))


def never(_s: object, _: int, to: Judge) -> None:
    to.forbids("C-01", "not now")


@verb(early=never, due=("D-01",), open="off")
def stop(s: object, _: int, to: Judge) -> object:
    """Stop."""
    to.asked()
    return s


def test_what_is_asked_early_is_asked_in_every_use_also_without_arguments() -> None:
    known = verb["stop"]
    assert isinstance(known, Verb)
    assert known.guess(STATE, 0, Random(1)) is None
    assert not known.allows(STATE, Move(0, "stop"))
    with pytest.raises(Broken):
        known.recorded(STATE, Move(0, "stop"))


def test_in_some_modes_a_closed_verb_breaks_the_rules_of_the_mode_whatever_it_says() -> None:
    gates = verb["stop"].gates
    assert gates["on"].rules == ("T-D-01",)
    assert "over" not in gates


def test_what_happens_to_others_is_told_in_sentences_of_their_own() -> None:
    steps = [(Say("play {card}", "plays {card}"), {"card": "Zeus"}),
             (event("{owner} loses {card}"), {"owner": "Bob", "card": "Ajax"}),
             (Say("", "draws"), {})]  # fmt: skip
    assert after(steps, "Ann").text() == "Ann plays Zeus and draws; Bob loses Ajax"
    assert after(steps[1:2], "Ann").text() == "Bob loses Ajax"


def test_a_verb_that_is_open_in_an_unknown_mode_is_refused_where_it_is_declared() -> None:
    with pytest.raises(ValueError, match="no mode 'offf' is declared"):
        verb(open=("on", "offf"))


def test_a_value_is_found_when_somebody_reads_the_message() -> None:
    names: list[str] = []
    message = Message("{muses} [is|are] pushed", {"muses": Later(lambda: tuple(names))})
    names += ["Clio", "Erato"]
    assert message.text() == "Clio and Erato are pushed"
    seen = message.seen(lambda name: Hidden("a Muse") if name == "Erato" else name)
    assert seen.text() == "Clio and a Muse are pushed"
