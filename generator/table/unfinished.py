"""Finds the record of a game that was begun in a folder and not finished."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from validator.core.model import Game, Loaded
from validator.load.text import bytes_of
from validator.table.session import Session, SessionError


def unfinished(game: Game, folder: Path, players: str | None) -> tuple[Path, str] | None:
    """Return the newest record of a game in a folder, and its players, if it is not finished.

    A game in which no player has moved does not count, nor does one with other players than
    `players`.
    """
    files = [file for file in folder.glob(f"{game.id}*.play") if _is_of(file.stem, game.id)]
    for file in sorted(files, key=lambda each: each.stat().st_mtime, reverse=True)[:1]:
        try:
            text = bytes_of(file).decode("utf-8")
            session = Session.of(text, file.as_posix(), file, load=partial(_loaded, game))
        except (OSError, UnicodeDecodeError, SessionError):
            return None
        names = list(session.names)
        if not _same(names, players) or session.referee.to_act(session.state) is None:
            return None
        if session.here.begun():
            return file, " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return None


def _is_of(stem: str, game: str) -> bool:
    """Return whether a file name is one that `free_name` gives to records of the game."""
    number = stem.removeprefix(game)
    return not number or (number.startswith("-") and number[1:].isdigit())


def _loaded(game: Game, _: Path) -> Loaded:
    return Loaded(game, [])


def _same(names: list[str], players: str | None) -> bool:
    """Return whether these are the players that the user named: names, a number, or any."""
    if players is None or players == str(len(names)):
        return True
    return names == [each.strip() for each in players.split(",")]
