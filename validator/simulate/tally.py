"""Statistics about many simulated games with one number of players, which can be joined in any
order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from validator.simulate.match import SimulatedGame

FAILURES_KEPT = 5
OF_A_MATCH = (  # counted in each match under the same name
    "verbs", "rules", "kept", "refused", "drawn", "named", "won_with", "users", "options",
    "options_won", "winners_with",
)  # fmt: skip
SUMS = (
    "steps", "scores", "choices", "seats", "alone", "verbs", "rules", "kept", "refused", "drawn",
    "named", "won_with", "users", "winners_with", "turns", "decisions", "options", "options_won",
    "lead_changes", "known", "half",
)  # fmt: skip


@dataclass
class MaxUsage:
    """The largest number of pieces in use, the first game with it, and how many games had it."""

    most: int
    index: int
    games: int = 1

    def joined(self, other: MaxUsage) -> MaxUsage:
        """Return the larger of two maximums; for equal ones, the games are added."""
        if self.most == other.most:
            return MaxUsage(self.most, min(self.index, other.index), self.games + other.games)
        return self if self.most > other.most else other


@dataclass
class Tally:
    """Statistics about a number of games, independent of their order.

    `scores` and `choices` count how often each value occurred; `by_strategy` contains the number of
    seats that used each strategy and their wins (a shared win counts as a fraction).
    """

    players: int
    games: int = 0
    steps: Counter[int] = field(default_factory=Counter)
    scores: Counter[float] = field(default_factory=Counter)
    scores_of: dict[int, Counter[float]] = field(default_factory=dict)  # by seat
    choices: Counter[int] = field(default_factory=Counter)
    # Seat -> wins; a shared win counts for each.
    seats: Counter[int] = field(default_factory=Counter)
    alone: Counter[int] = field(default_factory=Counter)  # seat -> wins that are not shared
    by_strategy: dict[str, tuple[int, int]] = field(default_factory=dict)
    peaks: dict[str, MaxUsage] = field(default_factory=dict)
    held: dict[str, MaxUsage] = field(default_factory=dict)
    verbs: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)  # rule -> games in which it settled a fact
    kept: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    won_with: Counter[str] = field(default_factory=Counter)
    users: Counter[str] = field(default_factory=Counter)  # piece -> players who used it
    winners_with: Counter[str] = field(default_factory=Counter)  # how many of these players won
    turns: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)  # verb -> players who used it
    options_won: Counter[str] = field(default_factory=Counter)  # how many of these players won
    # from watched games with one winner
    lead_changes: Counter[int] = field(default_factory=Counter)
    known: Counter[int] = field(default_factory=Counter)  # tenths of a game -> games decided there
    half: Counter[str] = field(default_factory=Counter)  # at half time: "led", …
    failures: list[tuple[int, str]] = field(default_factory=list)  # index and what was wrong
    failed: int = 0

    def add(self, match: SimulatedGame) -> None:
        """Add one game."""
        self.games += 1
        self.steps[match.steps] += 1
        for seat, score in enumerate(match.scores):
            self.scores[score] += 1
            self.scores_of.setdefault(seat, Counter())[score] += 1
        self.choices.update(match.choices)
        self.turns[match.turns] += 1
        self.decisions[match.decisions] += 1
        if (story := match.story) is not None:
            self.lead_changes[story.lead_changes] += 1
            self.known[story.known] += 1
            self.half["last won"] += story.last_at_half
            if story.led_at_half is not None:
                self.half["led"] += 1
                self.half["led and won"] += story.led_at_half
        if match.failure:
            self.failed += 1
            self._fail([(match.index, match.failure)])
        self.seats.update(match.winners)
        if len(match.winners) == 1:
            self.alone[match.winners[0]] += 1
        if len(set(match.strategies)) > 1:
            for seat, strategy in enumerate(match.strategies):
                played, won = self.by_strategy.get(strategy, (0, 0))
                self.by_strategy[strategy] = (played + 1, won + (seat in match.winners))
        for mine, theirs in ((self.peaks, match.peaks), (self.held, match.held)):
            for name, most in theirs.items():
                _raise(mine, name, MaxUsage(most, match.index))
        for name in OF_A_MATCH:
            getattr(self, name).update(getattr(match, name))

    def join(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.failed += other.failed
        for name in SUMS:
            getattr(self, name).update(getattr(other, name))
        for seat, scores in other.scores_of.items():
            self.scores_of.setdefault(seat, Counter()).update(scores)
        for strategy, (played, won) in other.by_strategy.items():
            mine = self.by_strategy.get(strategy, (0, 0))
            self.by_strategy[strategy] = (mine[0] + played, mine[1] + won)
        for mine_, theirs in ((self.peaks, other.peaks), (self.held, other.held)):
            for name, peak in theirs.items():
                _raise(mine_, name, peak)
        self._fail(other.failures)

    def _fail(self, failures: Iterable[tuple[int, str]]) -> None:
        self.failures = sorted([*self.failures, *failures])[:FAILURES_KEPT]


def _raise(peaks: dict[str, MaxUsage], name: str, peak: MaxUsage) -> None:
    known = peaks.get(name)
    peaks[name] = known.joined(peak) if known else peak


def interval(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval (0 to 1) of a share that was observed as `part` of `whole`.

    It is the score interval of E. B. Wilson (1927).
    """
    if not whole:
        return 0.0, 1.0
    share, z = part / whole, 1.96
    middle = share + z * z / (2 * whole)
    spread = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    scale = 1 + z * z / whole
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def mean(counts: Counter[int] | Counter[float]) -> float:
    """Return the mean of values given as counts, or 0 if there are none."""
    total = sum(counts.values())
    return sum(value * number for value, number in counts.items()) / total if total else 0.0


def quantile(counts: Counter[int] | Counter[float], part: float) -> float:
    """Return a quantile of values given as counts; `part` is 0 to 1."""
    left = part * sum(counts.values())
    for value, number in sorted(counts.items()):
        left -= number
        if left <= 0:
            return value
    return 0
