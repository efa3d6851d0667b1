"""Makes a referee available as an OpenSpiel game in Python: `load`, or `pyspiel.load_game("pieria",
…)`.

Install it with `pip install 'pieria[openspiel]'`. Draws use a seed of 32 bits, which four chance
nodes supply one byte at a time. Chance therefore has known probabilities, and a game can be
replayed from its history of actions, which is how OpenSpiel stores it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
import pyspiel

from validator.environments.episode import REWARDS, Episode, referee_and_actions
from validator.environments.observations import Observer
from validator.simulate.match import LONGEST

BYTES = 4  # bytes in the seed of a draw
BYTE = 256
SIDES = [(number, 1 / BYTE) for number in range(BYTE)]
MOST_PLAYERS = 16
MOST_SCORE = 10_000.0  # shipped games end with a few hundred


NAME = "pieria"
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="A game with a Pieria referee",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "game": "crazy-eights",
        "players": 2,
        "rewards": "results",
        "longest": LONGEST,
    },
)


class RefereeGame(pyspiel.Game):  # type: ignore[misc]
    """A game for a fixed number of players; see `load`."""

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        chosen: dict[str, Any] = {**TYPE.parameter_specification, **(params or {})}
        self.called, self.players, self.rewards = (
            chosen["game"],
            chosen["players"],
            chosen["rewards"],
        )
        if self.rewards not in REWARDS:
            raise ValueError(f"rewards are '{self.rewards}'; expected one of {', '.join(REWARDS)}")
        self.referee, self.actions = referee_and_actions(self.called, self.players)
        self.observer = Observer(self.called, self.players)
        most = 1.0 if self.rewards == "results" else MOST_SCORE
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions), max_chance_outcomes=BYTE,
            num_players=self.players, min_utility=-most, max_utility=most,
            max_game_length=chosen["longest"],
        )  # fmt: skip
        super().__init__(TYPE, info, chosen)

    def new_initial_state(self) -> RefereeState:
        return RefereeState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SeatObserver:
        del iig_obs_type, params
        return SeatObserver(self.observer)


class RefereeState(pyspiel.State):  # type: ignore[misc]
    """A state of the game. Its actions are the words of moves."""

    def __init__(self, game: RefereeGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.called, game.players)
        self.longest = game.max_game_length()
        self.words = 0  # chosen so far
        self.drawn: tuple[int, ...] = ()  # bytes of the next seed

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.episode.is_chance else self.episode.seat or 0

    def _legal_actions(self, player: int) -> list[int]:
        assert player >= 0
        return self.episode.legal() if player == self.episode.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return SIDES

    def _apply_action(self, action: int) -> None:
        if not self.episode.is_chance:
            self.episode.choose(action)
            self.words += 1
            return
        self.drawn = (*self.drawn, action)
        if len(self.drawn) == BYTES:
            self.episode.draw(Random(int.from_bytes(bytes(self.drawn))))
            self.drawn = ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"byte {action}"
        return str(self.episode.actions.words[action])

    def is_terminal(self) -> bool:
        return self.episode.over or self.words >= self.longest

    def returns(self) -> list[float]:
        scored = self.get_game().rewards == "scores"
        return list(self.episode.scores() if scored else self.episode.results())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RefereeState:
        """Return a random state that looks the same to a player.

        `sampler()` returns random numbers from 0 to 1.
        """
        other: RefereeState = self.clone()
        other.episode = self.episode.like(player, Random(sampler()))
        return other

    def __str__(self) -> str:
        return "\n".join(self.episode.referee.show(self.episode.state))


class SeatObserver:
    """The observation of a player, for OpenSpiel's tensors and strings."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.tensor: Any = np.zeros(observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RefereeState, player: int) -> None:
        """Fill the tensor with a player's observation."""
        self.tensor[:] = self.observer.numbers(state.episode, player)

    def string_from(self, state: RefereeState, player: int) -> str:
        """Return a player's observation as text."""
        return self.observer.text(state.episode, player)


pyspiel.register_game(TYPE, RefereeGame)


def load(
    game: str, players: int = 2, rewards: str = "results", longest: int = LONGEST
) -> pyspiel.Game:
    """Load a shipped game, or the game in a project folder, for OpenSpiel.

    `rewards` is "results" (see `Episode.results`) or "scores". A game ends without a winner after
    `longest` actions. Raises LookupError if there is no such game, or if it has no referee for this
    number of players.
    """
    return pyspiel.load_game(NAME, {
        "game": game, "players": players, "rewards": rewards, "longest": longest,
    })  # fmt: skip
