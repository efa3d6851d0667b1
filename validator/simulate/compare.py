"""Compares two certificates of the same seed: length, scores, wins, cards, pieces in use.

The first sentence names the differences that chance does not explain. Then each difference is shown
with its 95 % interval and the number of games needed to detect it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from math import fsum

from validator.simulate.certificate import SURE, Certificate
from validator.simulate.laboratory import ShareComparison, between, games_for, p_of, real
from validator.simulate.tally import Tally, mean

Z = 1.96  # standard errors on either side, for a 95 % interval
MOST_GAMES = 1_000_000  # nobody plays more than these: the difference is too small to matter


def comparison(a: Certificate, b: Certificate, name_a: str, name_b: str) -> str:
    """Return the differences between two versions of a game, as text for a terminal."""
    lines = [f"A: {name_a}, {sum(a.games.values()):,} games; B: {name_b}, "
             f"{sum(b.games.values()):,} games; seed {a.seed}; ranges: {SURE}"]  # fmt: skip
    rows: list[tuple[int, str, ShareComparison, str]] = []
    for players in a.games:
        if players in b.tallies:
            both = a.tallies[players], b.tallies[players]
            rows += [(players, *row) for row in _compared(*both)]
    lines += ["", *_verdict([each for _, _, each, _ in rows])]
    sure = set(real([each for _, _, each, _ in rows]))
    for players in dict.fromkeys(players for players, *_ in rows):
        lines += ["", f"{players} players"]
        for many, label, each, words in rows:
            if many == players:
                lines.append(f"  {label:16}{words}{_needed(each, each in sure)}")
        mine, theirs = a.tallies[players], b.tallies[players]
        lines.append(
            f"  {'failed':16}{mine.failed} of {mine.games}, {theirs.failed} of {theirs.games}"
        )
    lines += ["", *_cards(a, b), *_pieces(a, b)]
    return "\n".join(lines)


def _verdict(found: list[ShareComparison]) -> Iterator[str]:
    """Yield sentences about the differences that chance does not explain."""
    sure = real(found)
    if sure:
        names = "; ".join(f"{each.name}: {each.share:.3g} to {each.other:.3g}" for each in sure)
        yield (
            f"Significantly different from A to B ({SURE} over all {len(found)} comparisons): "
            f"{names}."
        )
    else:
        yield f"No significant difference in {len(found)} comparisons."


def _needed(each: ShareComparison, sure: bool) -> str:
    """Return how many games would reveal a difference of this size, or an empty string.

    The string is empty if the difference is certain already, or needs too many games.
    """
    if sure or not 0 < each.games <= MOST_GAMES:
        return ""
    return f"; {each.games:,} games would show a difference of this size"


def _compared(a: Tally, b: Tally) -> Iterator[tuple[str, ShareComparison, str]]:
    """Yield the label, the comparison and the text of each figure for one number of players."""
    counts: list[tuple[str, Counter[int] | Counter[float], Counter[int] | Counter[float]]] = [
        ("turns", a.turns, b.turns),
        ("decisions", a.decisions, b.decisions),
        ("legal moves", a.choices, b.choices),
        ("lead changes", a.lead_changes, b.lead_changes),
    ]
    if a.scores and b.scores:
        counts.insert(1, ("score", a.scores, b.scores))
    for label, mine, theirs in counts:
        if mine and theirs:
            yield (
                label,
                _means(f"{label} with {a.players}", mine, theirs),
                _mean_words(mine, theirs),
            )
    for seat in range(a.players):
        won = a.seats[seat], a.games, b.seats[seat], b.games
        name = f"wins of seat {seat + 1} of {a.players}"
        yield f"wins seat {seat + 1}", between(name, *won), _shares(won[0], a, won[2], b)


def _means(
    name: str, a: Counter[int] | Counter[float], b: Counter[int] | Counter[float]
) -> ShareComparison:
    error = math.sqrt(_variance(a) + _variance(b))
    change = mean(b) - mean(a)
    if not math.isfinite(error):
        return ShareComparison(name, mean(a), mean(b), 1.0)
    needed = games_for(change, error, sum(a.values()))
    return ShareComparison(name, mean(a), mean(b), p_of(change, error), needed)


def _mean_words(a: Counter[int] | Counter[float], b: Counter[int] | Counter[float]) -> str:
    low, high = difference(a, b)
    return f"A {mean(a):.2f}, B {mean(b):.2f}: {_change(low, high)}"


def _cards(a: Certificate, b: Certificate) -> list[str]:
    """Return the cards whose users win more or less often in one version than in the other."""
    theirs = {each.card: each for each in b.cards}
    found = [
        between(each.card, each.winners, each.users, theirs[each.card].winners,
                theirs[each.card].users)
        for each in a.cards
        if each.card in theirs
    ]  # fmt: skip
    return [
        f"{each.name}: its users won {100 * each.share:.0f} % in A, {100 * each.other:.0f} % in B."
        for each in real(found)
    ]


def difference(
    a: Counter[int] | Counter[float], b: Counter[int] | Counter[float]
) -> tuple[float, float]:
    """Return the 95 % interval of mean(B) - mean(A), for values with their counts."""
    middle = mean(b) - mean(a)
    error = Z * math.sqrt(_variance(a) + _variance(b))
    return middle - error, middle + error


def _variance(counts: Counter[int] | Counter[float]) -> float:
    """Return the variance of the mean of values given as counts."""
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
    """Return the difference B - A in words, from its 95 % interval."""
    if not math.isfinite(low + high):
        return "too few games"
    words = f"{low:+.2f} to {high:+.2f}{unit}"
    return f"no difference seen ({words})" if low <= 0 <= high else f"B differs by {words}"


def _pieces(a: Certificate, b: Certificate) -> list[str]:
    """Return the components whose peak use or printed number differs."""
    theirs = {need.component: need for need in b.needs}
    lines = []
    for need in a.needs:
        other = theirs.pop(need.component, None)
        if other is None:
            lines.append(f"{need.component}: only in A ({need.printed})")
        elif (need.printed, need.most) != (other.printed, other.most):
            lines.append(f"{need.component}: A {need.most} of {need.printed} in use, "
                         f"B {other.most} of {other.printed}")  # fmt: skip
    lines += [f"{name}: only in B ({need.printed})" for name, need in theirs.items()]
    return lines or ["The most pieces in use at once are the same in A and B."]
