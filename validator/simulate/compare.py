"""Compares two certificates of the same seed: length, scores, wins, pieces in use.

A difference is reported with its 95 % interval; if the interval contains zero, as "no difference
seen".
"""

from __future__ import annotations

import math
from collections import Counter
from math import fsum

from validator.simulate.certificate import SURE, Certificate
from validator.simulate.tally import Tally, mean

Z = 1.96  # standard errors on either side, for a 95 % interval


def comparison(a: Certificate, b: Certificate, name_a: str, name_b: str) -> str:
    """Return what differs between two versions of a game, as text for a terminal."""
    lines = [f"A: {name_a}, {sum(a.games.values()):,} games; B: {name_b}, "
             f"{sum(b.games.values()):,} games; seed {a.seed}; ranges: {SURE}"]  # fmt: skip
    for players in a.games:
        if players not in b.tallies:
            continue
        mine, theirs = a.tallies[players], b.tallies[players]
        lines += ["", f"{players} players"]
        lines.append(f"  moves        {_means(mine.steps, theirs.steps)}")
        if mine.scores and theirs.scores:
            lines.append(f"  score        {_means(mine.scores, theirs.scores)}")
        lines.append(f"  legal moves  {_means(mine.choices, theirs.choices)}")
        lines += [
            f"  wins seat {seat + 1}  {_shares(mine.seats[seat], mine, theirs.seats[seat], theirs)}"
            for seat in range(players)
        ]
        lines.append(
            f"  failed       {mine.failed} of {mine.games}, {theirs.failed} of {theirs.games}"
        )
    lines += ["", *_pieces(a, b)]
    return "\n".join(lines)


def _means(a: Counter[int] | Counter[float], b: Counter[int] | Counter[float]) -> str:
    low, high = difference(a, b)
    return f"A {mean(a):.2f}, B {mean(b):.2f}: {_change(low, high)}"


def difference(
    a: Counter[int] | Counter[float], b: Counter[int] | Counter[float]
) -> tuple[float, float]:
    """Return the 95 % interval of mean(B) - mean(A), for values with their counts."""
    middle = mean(b) - mean(a)
    error = Z * math.sqrt(_variance(a) + _variance(b))
    return middle - error, middle + error


def _variance(counts: Counter[int] | Counter[float]) -> float:
    """The variance of the mean."""
    total = sum(counts.values())
    if total < 2:
        return math.inf
    middle = mean(counts)
    squares = fsum(number * (value - middle) ** 2 for value, number in counts.items())
    return squares / (total - 1) / total


def _shares(a: int, of_a: Tally, b: int, of_b: Tally) -> str:
    p, q = a / max(of_a.games, 1), b / max(of_b.games, 1)
    error = Z * math.sqrt(p * (1 - p) / max(of_a.games, 1) + q * (1 - q) / max(of_b.games, 1))
    change = _change((q - p - error) * 100, (q - p + error) * 100, " percentage points")
    return f"A {p:.0%}, B {q:.0%}: {change}"


def _change(low: float, high: float, unit: str = "") -> str:
    """The difference B - A in words, from its 95 % interval."""
    if not math.isfinite(low + high):
        return "too few games"
    words = f"{low:+.2f} to {high:+.2f}{unit}"
    return f"no difference seen ({words})" if low <= 0 <= high else f"B differs by {words}"


def _pieces(a: Certificate, b: Certificate) -> list[str]:
    """Components whose peak or printed number differs."""
    theirs = {need.part: need for need in b.needs}
    lines = []
    for need in a.needs:
        other = theirs.pop(need.part, None)
        if other is None:
            lines.append(f"{need.part}: only in A ({need.printed})")
        elif (need.printed, need.most) != (other.printed, other.most):
            lines.append(f"{need.part}: A {need.most} of {need.printed} in use, "
                         f"B {other.most} of {other.printed}")  # fmt: skip
    lines += [f"{part}: only in B ({need.printed})" for part, need in theirs.items()]
    return lines or ["The most pieces in use at once are the same in A and B."]
