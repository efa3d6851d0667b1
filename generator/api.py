"""The stable Python API of Pieria, for programs and notebooks.

    from generator import api as pieria
    game = pieria.load("nine-muses")

A game is given by the name of a shipped game or the path of a project folder, as on the command
line. The problems of a deck are a list of `Problem`, each with file, line and message; a function
that needs a deck without problems raises `DeckError`, which contains them. Usage errors are
LookupErrors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from random import Random
from typing import Any

import click

from generator.kit.build import Built, build_kit
from generator.kit.options import Options
from generator.verify.claims import Verification
from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.core import CHANCE, Move
from validator.referee.referee import Referee
from validator.script.played import Report
from validator.simulate.certificate import Certificate

__all__ = [
    "DeckError", "Face", "Position", "build", "check", "face", "load", "play", "replay",
    "simulate", "verify",
]  # fmt: skip


class DeckError(Exception):
    """Raised if a deck has problems; the attribute `problems` contains them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Face:
    """The drawn face of a piece, which notebooks display."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


class ColumnText:
    """Text that notebooks display with aligned columns."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


class Simulated(ColumnText):
    """The certificate of simulated games, as text.

    `certificate` contains the figures.
    """

    def __init__(self, certificate: Certificate) -> None:
        from validator.simulate.certificate_text import text_report

        super().__init__(text_report(certificate))
        self.certificate = certificate


@dataclass(frozen=True)
class Position:
    """A position in a game.

    `move` and `draw` return the next position and leave this one unchanged.
    """

    referee: Referee[Any]
    state: Any

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The legal moves in the notation of scripts, or an empty tuple if chance acts or the game
        is over.
        """
        return tuple(self._moves)

    @cached_property
    def _moves(self) -> dict[str, Move]:
        moves = self.referee.legal(self.state)
        return {self.referee.written(self.state, move): move for move in moves}

    @property
    def player(self) -> str:
        """The name of the acting player, ``table``, ``~`` for chance, or empty at the end."""
        seat = self.referee.to_act(self.state)
        return "" if seat is None else self.referee.actor(seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.referee.to_act(self.state) is None

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won, by name, or an empty tuple before the end."""
        if not self.is_over:
            return ()
        return tuple(self.referee.players[seat] for seat in self.referee.winners(self.state))

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of each player, by seat, or an empty tuple in a game without scores."""
        return self.referee.scores(self.state)

    def move(self, line: str) -> Position:
        """Return the position after a move in the notation of `legal`. Raises ValueError."""
        if line not in self._moves:
            some = "; ".join(self.legal[:5]) or "none"
            raise ValueError(f"'{line}' is not one of the {len(self.legal)} legal moves: {some}")
        return Position(self.referee, self.referee.apply(self.state, self._moves[line]))

    def draw(self, seed: int | str) -> Position:
        """Return the position after all chance draws that come next.

        Raises ValueError if no draw comes next.
        """
        if self.referee.to_act(self.state) != CHANCE:
            raise ValueError(
                f"the next step is not a draw; it is the turn of {self.player or 'nobody'}"
            )
        state, random = self.state, Random(seed)
        while self.referee.to_act(state) == CHANCE:
            state = self.referee.apply(state, self.referee.chance(state, random))
        return Position(self.referee, state)

    def __str__(self) -> str:
        return "\n".join(self.referee.show(self.state))

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def load(game: str | Path, language: str = "") -> Game:
    """Load a game. Raises DeckError, or LookupError if there is no such game."""
    from generator.commands import games

    loaded = _loaded(games.load, str(game), language)
    if loaded.problems or loaded.game is None:
        raise DeckError(loaded.problems)
    found: Game = loaded.game
    return found


def _loaded(function: Any, name: str, language: str) -> Any:
    try:
        return function(name, language, deck=True)
    except click.UsageError as error:
        raise LookupError(error.format_message()) from None


def check(game: str | Path, language: str = "") -> list[Problem]:
    """Return all problems in a game's data and faces, sorted by location."""
    from generator.commands import games
    from generator.commands.check import faces

    loaded = _loaded(games.load, str(game), language)
    found = [*loaded.problems, *loaded.notes]
    if not loaded.problems and loaded.game is not None:
        found += faces(loaded.game, Options())
    return sorted(set(found))


def build(game: Game, output: str | Path = "", options: Options | None = None) -> Built:
    """Build a kit and return its `pdf`, `manifest`, `pages` and `notes`. Raises DeckError.

    With `output`, a folder, the PDF and its manifest are also written there. Raises OSError.
    """
    options = options or Options()
    built = build_kit(game, options)
    if not built.pdf:
        raise DeckError(built.problems)
    if output:
        file = Path(output, f"{game.id}{options.suffix}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.with_name(f"{file.name}.pdf").write_bytes(built.pdf)
        file.with_name(f"{file.name}.manifest.json").write_bytes(built.manifest)
    return built


def verify(pdf: str | Path | bytes) -> Verification:
    """Verify a finished kit and return the findings. Raises ValueError for any other file."""
    from generator.verify.kit_pdf import verify_kit

    return verify_kit(pdf if isinstance(pdf, bytes) else Path(pdf).read_bytes())


def face(game: Game, piece: str, component: str = "") -> Face:
    """Return the face of a piece by its title or id. Raises LookupError, or DeckError."""
    from generator.export.standalone_svg import alone
    from generator.kit.renderer import KitRenderer

    for each in game.components:
        for card in each.cards:
            if piece in (card.id, card.title) and component in ("", each.id):
                kit = KitRenderer(game, Options())
                kit.faces = {}
                key = kit.draw(each, card, each.face)
                if not key or key not in kit.faces:
                    raise DeckError(kit.problems)
                return Face(alone(kit, kit.faces[key], each.size, 0.0).decode())
    raise LookupError(f"{game.title} has no piece '{piece}'")


def replay(script: str | Path) -> Report:
    """Replay a script and return its report: `ok`, `problems`, `played`, `end`."""
    from validator.script.play import replay as play_back

    return play_back(Path(script))


def play(game: Game, players: Sequence[str] = ("Ann", "Bob"), first: int = 0) -> Position:
    """Return the first position of a game. Raises LookupError if it has no referee."""
    from validator.referee.registry import find_referee, no_referee

    least, most = game.players
    if not least <= len(players) <= most:
        raise LookupError(f"{game.title} is for {least} to {most} players, not {len(players)}")
    referee = find_referee(game, tuple(players))
    if referee is None:
        raise LookupError(no_referee(game))
    return Position(referee, referee.begin(first))


def simulate(
    game: Game, games: int = 100, players: Sequence[int] = (), seed: int = 1, jobs: int = 1,
    strategy: str = "",
) -> Simulated:  # fmt: skip
    """Play random games and return their certificate.

    `players` are the numbers of players (default: all).

    Raises LookupError if the game has no referee.
    """
    from validator.simulate.batch import batches, run, table
    from validator.simulate.certificate import certify

    folder = str(game.folder.resolve())
    counts = tuple(players) or tuple(range(game.players[0], game.players[1] + 1))
    referees = {count: table(folder, count) for count in counts}
    outcome = run(batches(folder, counts, games, seed, strategy=strategy), jobs)
    played = {count: referees[count] for count in outcome.tallies}
    return Simulated(certify(game, played, outcome.tallies, seed, outcome.complete, strategy))
