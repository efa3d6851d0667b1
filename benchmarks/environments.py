"""Times environments made from referees, and card games of PettingZoo and OpenSpiel for comparison.

Run it by hand in an environment that has Pieria; peers that are not installed are skipped:

    pip install 'pieria[pettingzoo,openspiel]' rlcard
    python benchmarks/environments.py
    python benchmarks/environments.py --match 40

A step is one action of a random player who reads the action mask; in Pieria's games it is one word
of a move. In the rows with an observation, the player's observation is computed before each step.
`--match` lets Pieria's `search` play Crazy Eights against OpenSpiel's MCTS, which sees all cards,
and ISMCTS, which does not. Their thinking times differ: `search` stops after the time given by
`--think`, and the number of simulations of its opponent, 5 to 400, is only adjusted to it. The
match prints the time per decision of both.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

GAMES = (("crazy-eights", 2), ("nine-muses", 3), ("dance-of-muses", 3), ("muse", 3),
         ("sing-o-muse", 2), ("schizonauts", 3))  # fmt: skip
Play = Callable[[Random], int]


def rate(play: Play, seconds: float) -> float:
    """Return steps per second of CPU time over whole games, or parts of long ones."""
    random, steps, start = Random(1), 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += play(random)
    return steps / spent


def words(game: str, players: int, _: bool) -> Play:
    from validator.environments.episode import Episode

    def play(random: Random) -> int:
        episode, steps = Episode(game, players), 0
        while not episode.over and steps < 2_000:
            if episode.is_chance:
                episode.draw(random)
            else:
                episode.choose(random.choice(episode.legal()))
                steps += 1
        return steps

    return play


def agents(env: Any) -> Play:
    """Return a function that plays at random in a PettingZoo environment, with observations."""

    def play(random: Random) -> int:
        env.reset(seed=random.getrandbits(30))
        steps = 0
        for _ in env.agent_iter(2_000):
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                break
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(random.choice(mask.nonzero()[0]))
            steps += 1
        return steps

    return play


def states(game: Any, observed: bool) -> Play:
    """Return a function that plays at random in an OpenSpiel game."""

    def play(random: Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal() and steps < 2_000:
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, shares)[0])
                continue
            if observed:
                state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def contestants() -> Iterator[tuple[str, Callable[[], Play]]]:
    for name, players in GAMES:
        yield f"Pieria {name}, words", lambda n=name, p=players: words(n, p, False)
    for name, players in GAMES:
        yield f"Pieria {name}, PettingZoo", lambda n=name, p=players: zoo(n, p)
    for peer in ("leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5"):
        yield f"PettingZoo {peer}", lambda n=peer: zoo_peer(n)
    for observed in (False, True):
        after = ", observed" if observed else ""
        for name, players in GAMES:
            yield (f"Pieria {name}, OpenSpiel{after}",
                   lambda n=name, p=players, o=observed: spiel(n, p, o))  # fmt: skip
        for peer in ("python_kuhn_poker", "python_block_dominoes", "crazy_eights", "gin_rummy"):
            if not (peer == "gin_rummy" and observed):
                yield f"OpenSpiel {peer}{after}", lambda n=peer, o=observed: spiel_peer(n, o)


def zoo(name: str, players: int) -> Play:
    from validator.environments.pettingzoo import env

    return agents(env(name, players))


def zoo_peer(name: str) -> Play:
    from importlib import import_module

    return agents(import_module(f"pettingzoo.classic.{name}").env())


def spiel(name: str, players: int, observed: bool) -> Play:
    from validator.environments.openspiel import load

    return states(load(name, players), observed)


def spiel_peer(name: str, observed: bool) -> Play:
    import pyspiel
    from open_spiel.python import games

    assert games
    return states(pyspiel.load_game(name), observed)


# ---- a match


def match(games: int, seconds: float) -> None:
    """Play Crazy Eights: `search` against MCTS and ISMCTS, each seat in turn."""
    for fair in (False, True):
        won, moves = 0.0, {"search": [0, 0.0], "MCTS": [0, 0.0]}
        for number in range(games):
            won += one_game(number, fair, seconds, moves)
        name = "ISMCTS (sees its own cards)" if fair else "MCTS (sees all cards)"
        times = ", ".join(f"{who} {spent / max(count, 1) * 1000:.0f} ms per decision"
                          for who, (count, spent) in moves.items())  # fmt: skip
        from validator.simulate.tally import interval

        low, high = interval(round(won), games)
        print(f"search won {won:g} of {games} against {name}: {won / games:.0%} "
              f"(95 % confidence: {low:.0%}-{high:.0%}); {times}")  # fmt: skip


def one_game(number: int, fair: bool, seconds: float, moves: dict[str, list[Any]]) -> float:
    """Return 1 if `search` won, 0 if not, and a half for a shared win."""
    import numpy as np

    from validator.environments.openspiel import load
    from validator.simulate.search import search

    game, random, mine = load("crazy-eights", 2), Random(number), number % 2
    state = game.new_initial_state()
    bot = opponent(game, fair, np.random.RandomState(number), moves["MCTS"])
    while not state.is_terminal():
        episode = state.episode
        if state.is_chance_node():
            state.apply_action(random.randrange(256))
            continue
        start = time.process_time()
        if state.current_player() != mine:
            state.apply_action(timed_step(bot, state, seconds))
            count = moves["MCTS"]
        else:
            move = search(episode.referee, episode.state, mine, random, seconds)
            move = move or episode.referee.guess(episode.state, random)
            before = episode.state
            while state.episode.state is before and not state.is_terminal():
                spelled = episode.actions.spelled(move)
                state.apply_action(spelled[len(state.episode.chosen)])
            count = moves["search"]
        count[0] += 1
        count[1] += time.process_time() - start
    return (state.returns()[mine] + 1) / 2


def opponent(game: Any, fair: bool, random: Any, count: list[Any]) -> Any:
    from open_spiel.python.algorithms import ismcts, mcts

    del count
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    if fair:
        return ismcts.ISMCTSBot(game, evaluator, 2.0, 10, random_state=random,
                                use_observation_string=True,
                                allow_inconsistent_action_sets=True)  # fmt: skip
    return mcts.MCTSBot(game, 2.0, 10, evaluator, random_state=random, solve=False)


def timed_step(bot: Any, state: Any, seconds: float) -> int:
    """Let a bot search for about `seconds`; return the number of simulations for its next move."""
    simulations = getattr(bot, "_max_simulations", None) or bot.max_simulations
    start = time.process_time()
    action = bot.step(state)
    spent = max(time.process_time() - start, 1e-4)
    if len(state.legal_actions()) > 1:
        better = int(min(400, max(5, simulations * (seconds / spent) ** 0.5)))
        if hasattr(bot, "_max_simulations"):
            bot._max_simulations = better
        else:
            bot.max_simulations = better
    return int(action)


def main() -> None:
    known = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    known.add_argument("--seconds", type=float, default=1.0, help="for each (%(default)s)")
    known.add_argument("--match", type=int, metavar="GAMES", help="play games of Crazy Eights")
    known.add_argument("--think", type=float, default=0.1, help="seconds per move (%(default)s)")
    asked = known.parse_args()
    if asked.match:
        match(asked.match, asked.think)
        return
    for name, make in contestants():
        try:
            steps = rate(make(), asked.seconds)
        except ImportError as error:
            print(f"{name}: skipped, {error}")
            continue
        with suppress(BrokenPipeError):
            print(f"{name:44}{steps:>12,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
