"""Referees as environments: words of moves, what a seat sees, and the tests of both libraries."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest

from validator.environments.episode import Episode
from validator.environments.observations import Observer

GAMES = (
    ("crazy-eights", 2), ("nine-muses", 3), ("dance-of-muses", 3), ("muse", 3),
    ("sing-o-muse", 2), ("schizonauts", 3),
)  # fmt: skip
games = pytest.mark.parametrize(("game", "players"), GAMES, ids=[name for name, _ in GAMES])


def played(game, players, words, seed=1):
    episode, random = Episode(game, players), Random(seed)
    while not episode.over and words:
        if episode.is_chance:
            episode.draw(random)
        else:
            episode.choose(random.choice(episode.legal()))
            words -= 1
    while episode.is_chance:
        episode.draw(random)
    return episode


@games
def test_words_of_moves_differ_and_lead_to_the_move(game, players):
    episode = played(game, players, 20)
    while episode.actions.wait in episode.legal():
        episode.choose(episode.actions.wait)
    start, moves = episode.state, list(episode._left)
    assert moves
    spelled = {episode.actions.spelled(move): move for move in moves}
    assert len(spelled) == len(moves)
    for first in spelled:  # no move is the beginning of another
        assert not any(other[: len(first)] == first for other in spelled if other != first)
    words, move = Random(3).choice(sorted(spelled.items()))
    expected = episode.referee.apply(start, move)
    while episode.state is start:
        episode.choose(words[len(episode.chosen)])
    assert episode.state == expected


@games
def test_an_observation_does_not_depend_on_what_is_hidden(game, players):
    episode = played(game, players, 20)
    observer = Observer(game, players)
    for seat in range(players):
        other = episode.like(seat, Random(9))
        assert observer.numbers(episode, seat) == observer.numbers(other, seat)
        assert observer.text(episode, seat) == observer.text(other, seat)
        assert len(observer.numbers(episode, seat)) == observer.size
    hidden = [episode.like(0, Random(seed)).state for seed in range(3)]
    if game in ("crazy-eights", "nine-muses", "muse", "sing-o-muse"):
        assert any(state != episode.state for state in hidden)


def test_a_stored_episode_is_the_same_and_a_copy_is_independent():
    episode = played("nine-muses", 2, 25)
    again = pickle.loads(pickle.dumps(episode))
    assert (again.state, again.seat, again.chosen) == (episode.state, episode.seat, episode.chosen)
    copy = deepcopy(episode)
    copy.choose(copy.legal()[0])
    assert again.legal() == episode.legal()
    other = deepcopy(episode.like(0, Random(1)))
    assert other.legal()
    with pytest.raises(ValueError, match="cannot be stored"):
        pickle.dumps(other)


def test_an_illegal_word_is_named_and_unknown_games_are_refused():
    episode = played("crazy-eights", 2, 3)
    with pytest.raises(ValueError, match=r"action 0 \('wait'\) is not legal; legal are"):
        episode.choose(0)
    with pytest.raises(LookupError, match="no game or folder 'crazy-eigths'; did you mean"):
        Episode("crazy-eigths", 2)
    with pytest.raises(LookupError, match="Nine Muses is for 2 to 4 players, not 7"):
        Episode("nine-muses", 7)


def test_results_are_those_of_the_referee():
    episode = played("crazy-eights", 2, 10_000)
    assert episode.over
    (winner,) = episode.referee.winners(episode.state)
    assert episode.results() == tuple(1.0 if seat == winner else -1.0 for seat in range(2))
    assert episode.scores()[winner] > 0


@games
def test_pettingzoo(game, players):
    pytest.importorskip("pettingzoo")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # observations are dictionaries with a mask
        from pettingzoo.test import api_test, max_cycles_test, seed_test
        from pettingzoo.utils import parallel_to_aec

        from validator.environments.pettingzoo import env, parallel_env

        api_test(env(game, players), num_cycles=60)
        seed_test(partial(env, game, players), num_cycles=10)
        together = partial(parallel_env, game, players)
        one_by_one = lambda max_cycles: parallel_to_aec(together(max_cycles=max_cycles))  # noqa: E731
        max_cycles_test(SimpleNamespace(parallel_env=together, env=one_by_one))


def test_pettingzoo_gives_the_results_and_ends():
    pytest.importorskip("pettingzoo")
    from validator.environments.pettingzoo import env

    game = env("crazy-eights", 2, rewards="scores")
    game.reset(seed=4)
    total = dict.fromkeys(game.possible_agents, 0.0)
    random = Random(1)
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        total[agent] += reward
        legal = [word for word, allowed in enumerate(seen["action_mask"]) if allowed]
        game.step(None if terminated or truncated else random.choice(legal))
    assert tuple(total.values()) == game.unwrapped.episode.scores()


@games
def test_openspiel(game, players):
    pyspiel = pytest.importorskip("pyspiel")
    from validator.environments.openspiel import load

    pyspiel.random_sim_test(
        load(game, players, longest=6), num_sims=1, serialize=True, verbose=False
    )


def test_openspiel_plays_whole_games_and_searches_what_is_hidden():
    pyspiel = pytest.importorskip("pyspiel")
    import numpy as np
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    from validator.environments.openspiel import load

    game = load("crazy-eights", 2)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state, random = game.new_initial_state(), np.random.RandomState(2)
    while state.is_chance_node():
        state.apply_action(random.randint(256))
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, random), 2.0, 4, random_state=random,
                    use_observation_string=True, allow_inconsistent_action_sets=True)  # fmt: skip
    assert bot.step(state) in state.legal_actions()
    stored = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(stored)
    assert again.observation_string(0) == state.observation_string(0)
