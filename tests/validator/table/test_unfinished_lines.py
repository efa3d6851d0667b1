"""Lines that are not finished: every beginning of every line of every script is answered."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import pytest

from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.registry import seats
from validator.script.split import split
from validator.table.queries import TYPED, begun, complete, hint
from validator.table.record import header
from validator.table.session import Session
from validator.table.views import OPEN

GAMES = shipped_games()
PATIENCE = 120  # seconds of processor time for all lines of a game


def lines_of(game: str) -> list[str]:
    """All steps of the scripts of a game, once each."""
    found: dict[str, None] = {}
    for file in sorted((resource("data") / game / "scripts").glob("*.play")):
        _, _, steps = file.read_text("utf-8").partition("\n---\n")
        found |= dict.fromkeys(steps.splitlines())
    return [*found]


def shapes_of(lines: list[str]) -> list[str]:
    """One line of each shape: those that differ only in letters and digits are split alike."""
    return [*{re.sub(r"\w+", "x", line): line for line in lines}.values()]


def ends_of(line: str) -> list[int]:
    """Where the first words of a line begin, and where they are complete or nearly so."""
    words, _ = split(line, TYPED)
    return [end for word in words[:3] for end in (word.column, word.end - 2, word.end - 1)]


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Fail if the block takes more processor time than this."""

    def stop(_: int, __: FrameType | None) -> NoReturn:
        pytest.fail(f"this takes more than {seconds} s of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("game", GAMES)
def test_every_beginning_of_every_line_is_answered(game: str) -> None:
    found = load_game(resource("data") / game).game
    assert found is not None
    text = "\n".join(header(found, seats(max(2, found.players[0])), game)) + "\n"
    session = Session.of(text, "new.play", seed="1")
    while session.advance():
        pass
    lines = lines_of(game)
    assert len(lines) > 20
    with bounded(PATIENCE):
        for text in {line[:end] for line in shapes_of(lines) for end in range(len(line) + 1)}:
            done, last = begun(text)
            if last:
                assert text.endswith(last)
            assert all(word == word.lower() for word in done)
        for text in {line[:end] for line in lines for end in ends_of(line)}:
            complete(session, OPEN, text)
            hint(session, OPEN, text)


@pytest.mark.parametrize(
    ("text", "done", "last"),
    [
        ("", [], ""),
        ("Ann", [], "Ann"),
        ("Ann ", ["ann"], ""),
        ('Ann play "', ["ann", "play"], ""),
        ('Ann play "The Fu', ["ann", "play"], "The Fu"),
        ('Ann play "The Fu"', ["ann", "play", "the fu"], ""),
        ('Ann play "a" "', ["ann", "play", "a"], ""),
        ("Ann toil Heron, Aes", ["ann", "toil", "heron"], "Aes"),
        ("Ann toil [", ["ann", "toil"], None),
        ('Ann toil {a: "b', ["ann", "toil"], None),
        ("Ann toil [a: ]", ["ann", "toil", "[a: ]"], ""),
        ("Ann toil | a no", ["ann", "toil"], None),
        ("Ann toil # a no", ["ann", "toil"], None),
        ("|", [], None),
        ("#", [], None),
        ("[", [], None),
        ("[" * 9000, [], None),
    ],
)
def test_the_beginning_of_the_next_word_is_found(
    text: str, done: list[str], last: str | None
) -> None:
    if text.endswith("]"):
        text += " "
    assert begun(text) == (done, last)


@pytest.mark.parametrize("sign", ['"', "[", "{", "|", "#", "]", "}", ",", "\\", "~", "=", "!"])
def test_signs_and_half_characters_anywhere_are_answered(sign: str) -> None:
    found = load_game(resource("data") / "nine-muses").game
    assert found is not None
    text = "\n".join(header(found, ("Ann", "Bob"), "nine-muses")) + "\n"
    session = Session.of(text, "new.play", seed="1")
    while session.advance():
        pass
    for line in (f"Ann toil {sign}", f"{sign}Ann", f"Ann{sign} toil", sign, sign * 500,
                 f"Ann {sign}\ud83d", f"Ann toil {sign} {sign} x"):  # fmt: skip
        assert isinstance(complete(session, OPEN, line), list)
        assert isinstance(hint(session, OPEN, line), str)


def test_a_quoted_name_is_completed_from_its_beginning() -> None:
    found = load_game(resource("data") / "schizonauts").game
    assert found is not None
    file = resource("data") / "schizonauts" / "scripts" / "game-2.play"
    lines = file.read_text("utf-8").splitlines()
    quoted = next(i for i, line in enumerate(lines) if line.startswith("Ann") and ' "The ' in line)
    session = Session.of("\n".join(lines[:quoted]) + "\n", "part.play", file)
    head = lines[quoted].partition('"')[0]
    whole = {word for word, _ in complete(session, OPEN, head) if word.startswith('"The ')}
    found_words = {word for word, _ in complete(session, OPEN, f'{head}"the ')}
    assert whole
    assert whole <= found_words
