"""Makes a referee available as a PettingZoo environment: `env` for one agent at a time,
`parallel_env` for all.

Install it with `pip install 'pieria[pettingzoo]'`. An observation is a dictionary. `observation`
contains the numbers of `validator.environments.observations`, and `action_mask` contains 1 for each
legal action.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypedDict, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from validator.environments.episode import REWARDS, Episode, referee_and_actions
from validator.environments.observations import Observer

Observation = dict[str, np.ndarray]


class EnvironmentOptions(TypedDict, total=False):
    """The options of an environment; see `env`."""

    rewards: str
    max_cycles: int | None
    render_mode: str | None


class _Game:
    """The part that both environments share: the episode, the agents, and their spaces."""

    def __init__(
        self, game: str, players: int, rewards: str, max_cycles: int | None, render_mode: str | None
    ) -> None:
        if rewards not in REWARDS:
            raise ValueError(f"rewards are '{rewards}'; expected one of {', '.join(REWARDS)}")
        self.referee, self.actions = referee_and_actions(game, players)
        self.observer = Observer(game, players)
        self.game = game
        self.rewards_from = rewards
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.referee.game.id}_v0", "render_modes": ["ansi"],
            "is_parallelizable": True,
        }  # fmt: skip
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._random = Random()
        low, high = np.finfo(np.float32).min, np.finfo(np.float32).max
        space = spaces.Dict({
            "observation": spaces.Box(low, high, (self.observer.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
        })  # fmt: skip
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Start a game.

        Without a seed, the random numbers continue from the last game.
        """
        if seed is not None:
            self._random = Random(seed)
        self.agents = self.possible_agents[:]
        self.episode = Episode(self.game, len(self.possible_agents))
        self.draw()

    def draw(self) -> None:
        """Draw from decks and dice until a player has to choose."""
        while self.episode.is_chance:
            self.episode.draw(self._random)

    def seen(self, agent: str) -> Observation:
        """Return an agent's observation; only the agent that chooses has legal actions."""
        seat = self.possible_agents.index(agent)
        mask: Any = np.zeros(len(self.actions), np.int8)
        if seat == self.episode.seat:
            mask[self.episode.legal()] = 1
        numbers = np.array(self.observer.numbers(self.episode, seat), np.float32)
        return {"observation": numbers, "action_mask": mask}

    def worth(self) -> tuple[float, ...]:
        """Return the value of the state for each agent: the results or the scores."""
        return self.episode.results() if self.rewards_from == "results" else self.episode.scores()

    def render(self) -> str:
        """Return the game as text, with everything visible."""
        return "\n".join(self.referee.show(self.episode.state))

    def close(self) -> None:
        """Do nothing: an environment holds no resources."""


class RefereeEnv(_Game, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """An environment in which one agent chooses at a time."""

    def __init__(
        self, game: str, players: int = 2, rewards: str = "results",
        max_cycles: int | None = None, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        AECEnv.__init__(self)
        _Game.__init__(self, game, players, rewards, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        del options
        self.begin(seed)
        self.steps = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.episode.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> Observation:
        return self.seen(agent)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        before = self.worth()
        self.episode.choose(int(action))
        self.draw()
        self.steps += 1
        changes = zip(self.possible_agents, before, self.worth(), strict=True)
        self.rewards = {agent: after - was for agent, was, after in changes}
        ended = self.episode.over
        cut = self.max_cycles is not None and self.steps >= self.max_cycles * len(self.agents)
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, cut and not ended)
        self._accumulate_rewards()
        self._select()


class ParallelRefereeEnv(_Game, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """The same game for programs that let all agents act in every cycle.

    Only the choice of the agent whose turn it is counts; the action masks of all others allow only
    `wait`. An action that is not legal counts as the first legal one.
    """

    def __init__(
        self, game: str, players: int = 2, rewards: str = "results",
        max_cycles: int | None = None, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        _Game.__init__(self, game, players, rewards, max_cycles, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        del options
        self.begin(seed)
        self.steps = 0
        return self._all_seen(), {agent: {} for agent in self.agents}

    def _all_seen(self) -> dict[str, Observation]:
        found = {agent: self.seen(agent) for agent in self.agents}
        for seat, agent in enumerate(self.possible_agents):
            if agent in found and seat != self.episode.seat:
                found[agent]["action_mask"][self.actions.wait] = 1
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool],
        dict[str, dict[str, Any]],
    ]:  # fmt: skip
        before = self.worth()
        assert self.episode.seat is not None
        action, legal = int(actions[self.possible_agents[self.episode.seat]]), self.episode.legal()
        self.episode.choose(action if action in legal else legal[0])
        self.draw()
        self.steps += 1
        changes = zip(self.possible_agents, before, self.worth(), strict=True)
        rewards = {agent: after - was for agent, was, after in changes}
        ended = self.episode.over
        cut = not ended and self.max_cycles is not None and self.steps >= self.max_cycles
        seen, infos = self._all_seen(), {agent: dict[str, Any]() for agent in self.agents}
        terminations = dict.fromkeys(self.agents, ended)
        truncations = dict.fromkeys(self.agents, cut)
        if ended or cut:
            self.agents = []
        return seen, rewards, terminations, truncations, infos


def raw_env(game: str, players: int = 2, **options: Unpack[EnvironmentOptions]) -> RefereeEnv:
    """Return the environment of a game without PettingZoo's wrappers; see `env`."""
    return RefereeEnv(game, players, **options)


def env(
    game: str, players: int = 2, **options: Unpack[EnvironmentOptions]
) -> AECEnv[str, Observation, int]:
    """Return the environment of a shipped game, or of the game in a project folder.

    `rewards` is "results" (see `Episode.results`) or "scores". `max_cycles` truncates a game after
    that many actions per agent. An agent that takes an illegal action loses, and the game ends.
    Raises LookupError if there is no such game, or if it has no referee for this number of players.
    """
    legal_only = wrappers.TerminateIllegalWrapper(raw_env(game, players, **options), -1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal_only))


def parallel_env(
    game: str, players: int = 2, **options: Unpack[EnvironmentOptions]
) -> ParallelRefereeEnv:
    """Return the environment in which all agents act in every cycle. See `env`."""
    return ParallelRefereeEnv(game, players, **options)
