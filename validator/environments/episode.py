"""A game in progress, played word by word: who chooses, from which words, and the next state.

Where several players may act at once, those whom the game does not wait for choose first, by seat,
and may choose to wait. The player whom the game waits for comes last and must act. Joint moves are
chosen by the player to act or, if there is none, by the first player.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from validator.core.location import did_you_mean
from validator.core.resources import resource, shipped_games
from validator.environments.actions import Actions
from validator.referee.core import CHANCE, Move
from validator.referee.referee import Referee
from validator.simulate.batch import table

REWARDS = ("results", "scores")  # see `Episode`
GUESSES = 6  # guessed moves of a referee that does not list all
Spelled = tuple[int, ...]


@lru_cache(maxsize=16)
def referee_and_actions(game: str, players: int) -> tuple[Referee[Any], Actions]:
    """Return the referee of a shipped game or of a project folder, and its actions.

    Raises LookupError if there is no such game, if it has no referee, or if it does not support the
    number of players.
    """
    folder = resource("data") / game if game in shipped_games() else Path(game)
    if not (folder / "game.yaml").is_file():
        raise LookupError(f"no game or folder '{game}'{did_you_mean(game, shipped_games())}")
    referee = table(str(folder), players)
    least, most = referee.game.players
    if not least <= players <= most:
        raise LookupError(f"{referee.game.title} is for {least} to {most} players, not {players}")
    return referee, Actions(referee)


class _Made(NamedTuple):
    """A chosen word or a draw, linked to the previous one."""

    before: _Made | None
    made: int | Move


class Episode:
    """A game from its first state to its end. Raises LookupError like `referee_and_actions`.

    It can be pickled: its words and draws are stored and replayed.
    """

    def __init__(self, game: str, players: int) -> None:
        self.game = game
        self.referee, self.actions = referee_and_actions(game, players)
        self.state = self.referee.begin(0)
        kind = type(self.referee)  # whether it guesses moves that it does not list
        self._proposes = kind.guess is not Referee.guess and kind.legal is Referee.legal
        self._made: _Made | None = _Made(None, self.actions.wait)  # None: it cannot be repeated
        self.chosen: Spelled = ()  # words of an unfinished move
        self._moves: dict[int, list[Move]] = {}  # moves of each seat that chooses
        self._left: list[Move] = []  # legal moves that begin with `chosen`
        self._queue: tuple[int, ...] = ()
        self.seat: int | None = None  # who chooses; CHANCE; None: the game is over
        self.fault = ""
        self._ask()

    def __copy__(self) -> Episode:
        other = object.__new__(Episode)
        other.__dict__.update(self.__dict__)  # every attribute is replaced, never changed
        return other

    def __deepcopy__(self, memo: object) -> Episode:
        return copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        made: list[int | Move] = []
        link = self._made
        if link is None:
            raise ValueError("an episode whose hidden pieces were redealt cannot be stored")
        while link.before is not None:
            made.append(link.made)
            link = link.before
        return _repeated, (self.game, len(self.referee.players), tuple(reversed(made)))

    # ---- who chooses what

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat is None

    @property
    def is_chance(self) -> bool:
        """Whether chance, that is, the deck or the dice, decides next."""
        return self.seat == CHANCE

    def _ask(self) -> None:
        """Determine who chooses in the new state."""
        self.chosen, actor = (), self.referee.to_act(self.state)
        if actor is None or actor == CHANCE:
            self.seat = actor
            return
        together = max(actor, 0)
        found: dict[int, list[Move]] = {}
        for move in self._offered():
            found.setdefault(move.seat if move.seat >= 0 else together, []).append(move)
        waited_for = [*self.referee.awaited(self.state), actor, together, *found]
        last = [seat for seat in waited_for if seat in found][:1]
        self._moves = found
        self._queue = (*sorted(found.keys() - set(last)), *last)
        if not found:
            self.fault = f"{self.referee.actor(actor)} has no legal move"
        self._next()

    def _offered(self) -> dict[Move, None]:
        """Return the legal moves, including samples of moves that a referee does not list."""
        found = dict.fromkeys(self.referee.legal(self.state))
        for number in range(GUESSES if self._proposes else 0):
            move = self.referee.guess(self.state, Random(number))
            if move is not None:
                found.setdefault(move)
        return found

    def _next(self) -> None:
        if not self._queue:
            self.seat = None
            return
        self.seat, self._queue = self._queue[0], self._queue[1:]
        self._left = self._moves[self.seat]
        self.chosen = self._forced((), self._left) if not self._queue else ()

    def _forced(self, chosen: Spelled, left: Sequence[Move]) -> Spelled:
        """Return the chosen words, extended by those that all remaining moves share."""
        if len(left) < 2:
            return chosen
        spelled = [self.actions.spelled(move) for move in left]
        first, length = spelled[0], len(chosen)
        while all(each[length] == first[length] for each in spelled):
            length += 1
        return first[:length]

    def legal(self) -> list[int]:
        """Return the words that can be chosen, in ascending order; an empty list if chance
        decides.
        """
        if self.seat is None or self.seat == CHANCE:
            return []
        length = len(self.chosen)
        found = {self.actions.spelled(move)[length] for move in self._left}
        if self._queue and not self.chosen:
            found.add(self.actions.wait)
        return sorted(found)

    # ---- what happens

    def choose(self, word: int) -> None:
        """Choose a word. Raises ValueError if it is not legal."""
        if word not in self.legal():
            said = self.actions.words[word] if 0 <= word < len(self.actions) else str(word)
            raise ValueError(f"action {word} ('{said}') is not legal; legal are {self.legal()}")
        self._made = self._made and _Made(self._made, word)
        if word == self.actions.wait:
            self._next()
            return
        length = len(self.chosen)
        left = [move for move in self._left if self.actions.spelled(move)[length] == word]
        if len(left) == 1:
            self._make(left[0])
        else:
            self._left, self.chosen = left, self._forced((*self.chosen, word), left)

    def draw(self, random: Random) -> None:
        """Let chance decide: choose a random result of the deck or the dice."""
        self._drawn(self.referee.chance(self.state, random))

    def _drawn(self, move: Move) -> None:
        self._made = self._made and _Made(self._made, move)
        self._make(move)

    def _make(self, move: Move) -> None:
        self.state = self.referee.apply(self.state, move)
        self._ask()

    # ---- what came of it

    def scores(self) -> tuple[float, ...]:
        """Return the scores by seat; zeros in a game without scores."""
        return self.referee.scores(self.state) or (0.0,) * len(self.referee.players)

    def results(self) -> tuple[float, ...]:
        """Return each seat's result: 1 for winning alone, less for a shared win, -1 for losing.

        With k winners, each winner's result is 2 / k - 1. Before the end, all results are 0.
        """
        players = len(self.referee.players)
        if not self.over or self.fault:
            return (0.0,) * players
        won = self.referee.winners(self.state)
        return tuple(2 / len(won) - 1 if seat in won else -1.0 for seat in range(players))

    def like(self, seat: int, random: Random) -> Episode:
        """Return an episode that looks the same to a player, with the hidden cards dealt again at
        random.
        """
        other = copy(self)
        other._made = None
        other.state = self.referee.shuffled(self.state, seat, random)
        return other


def _repeated(game: str, players: int, made: tuple[int | Move, ...]) -> Episode:
    """Return the episode that results from repeating these words and draws."""
    episode = Episode(game, players)
    for each in made:
        if isinstance(each, Move):
            episode._drawn(each)
        else:
            episode.choose(each)
    return episode
