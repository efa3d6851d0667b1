"""Answers a designer's questions about simulated games: length, seats, cards, options.

If many comparisons are made at once, p-values are corrected (S. Holm, A Simple Sequentially
Rejective Multiple Test Procedure, 1979), so that all statements of "more often" are jointly true
with 95 % confidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, erfc, sqrt
from typing import NamedTuple

from validator.simulate.course import TENTHS
from validator.simulate.tally import Tally, interval, quantile

PACE = 15.0  # seconds per decision, if nobody measured it
LEVEL = 0.05  # probability of error over all comparisons of a kind
POWER = 2.8  # 1.96 + 0.84: a difference of this many standard errors is found in 80 % of cases
SEEN = 0.05  # the advantage of a seat that a designer would want to know
NAMED = 12  # names in one sentence
FEW_STORIES = 10
RUNAWAY, EVEN = 0.8, 0.5  # share of games won by the player who led at half-time
ALWAYS = 0.99  # share of players from which everybody counts as having made a move


class ShareComparison(NamedTuple):
    """A comparison of two shares, and whether their difference is significant."""

    name: str
    share: float
    other: float
    p: float
    games: int = 0  # games needed to detect this difference; 0: unknown

    @property
    def more(self) -> bool:
        return self.share > self.other


def against(name: str, part: int, whole: int, expected: float) -> ShareComparison:
    """Compare an observed share with a fixed one."""
    share = part / whole if whole else expected
    error = sqrt(expected * (1 - expected) / whole) if whole else 0.0
    return ShareComparison(name, share, expected, p_of(share - expected, error))


def between(name: str, a: int, of_a: int, b: int, of_b: int) -> ShareComparison:
    """Compare two shares (the two-proportion z-test)."""
    if not of_a or not of_b:
        return ShareComparison(name, 0.0, 0.0, 1.0)
    p, q, pooled = a / of_a, b / of_b, (a + b) / (of_a + of_b)
    error = sqrt(pooled * (1 - pooled) * (1 / of_a + 1 / of_b))
    return ShareComparison(name, p, q, p_of(p - q, error), games_for(p - q, error, of_a))


def p_of(difference: float, error: float) -> float:
    """Return the two-sided p-value of a difference with this standard error."""
    if not error:
        return 1.0 if not difference else 0.0
    return erfc(abs(difference) / error / sqrt(2))


def games_for(difference: float, error: float, games: int) -> int:
    """Return how many games are needed to detect a difference of this size in 80 % of cases.

    `error` is its standard error in `games` games.
    """
    return ceil(games * (POWER * error / difference) ** 2) if difference else 0


def real(found: Sequence[ShareComparison]) -> list[ShareComparison]:
    """Return the comparisons whose difference is significant, using Holm's correction."""
    kept = []
    for place, each in enumerate(sorted(found, key=lambda each: each.p)):
        if each.p > LEVEL / (len(found) - place):
            break
        kept.append(each)
    return kept


def percent(share: float) -> str:
    """Return a share in percent: ``53 %``."""
    return f"{100 * share:.0f} %"


def between_words(part: int, whole: int) -> str:
    """Return a share with its 95 % interval: ``53 % (48 to 58 %)``."""
    low, high = interval(part, whole)
    return f"{percent(part / whole if whole else 0)} ({100 * low:.0f} to {100 * high:.0f} %)"


# ---- length


def length(tallies: Mapping[int, Tally], pace: float, printed: int | None) -> Iterator[str]:
    """Yield the number of turns and the duration, by number of players.

    `pace` is in seconds per decision; `printed` is the duration on the box, in minutes.
    """
    for players, tally in tallies.items():
        low, middle, high = (quantile(tally.turns, part) for part in (0.05, 0.5, 0.95))
        decisions = quantile(tally.decisions, 0.5)
        yield (
            f"{players} players: {middle:g} turns (90 % of games: {low:g} to {high:g}), "
            f"{decisions:g} decisions, about {minutes(decisions, pace)}"
        )
    numbers = sum((Counter(tally.decisions) for tally in tallies.values()), Counter[int]())
    if printed and (middle := quantile(numbers, 0.5)):
        of = " (median of all games)" if len(tallies) > 1 else ""
        yield (
            f"The game states {printed} minutes: {printed * 60 / middle:.0f} s for each of the "
            f"{middle:g} decisions{of}."
        )


def minutes(decisions: float, pace: float) -> str:
    """Return the duration of a number of decisions as text: ``26 minutes``."""
    number = max(1, round(decisions * pace / 60))
    return f"{number} minute{'s' * (number != 1)}"


# ---- seats and leaders


def seat_comparisons(tallies: Mapping[int, Tally]) -> list[ShareComparison]:
    """Compare the share of wins of each seat with an equal share."""
    found = []
    for players, tally in tallies.items():
        ended = tally.games - tally.failed
        expected = sum(tally.seats.values()) / max(1, players * ended)
        if players > 1 and 0 < expected < 1:
            found += [
                against(f"seat {seat + 1} of {players}", tally.seats[seat], ended, expected)
                for seat in range(players)
            ]
    return found


def seats(tallies: Mapping[int, Tally]) -> Iterator[str]:
    """Yield sentences on whether the order of play matters.

    If this is not clear, they say how many games would be needed to decide it.
    """
    found = seat_comparisons(tallies)
    if not found:
        return
    if unequal := real(found):
        words = ", ".join(
            f"{each.name} won {percent(each.share)}, not {percent(each.other)}" for each in unequal
        )
        yield f"The order of play matters: {words} (95 % confidence over all comparisons)."
        return
    worst = max(found, key=lambda each: abs(each.share - each.other))
    shared = any(sum(each.seats.values()) > each.games - each.failed for each in tallies.values())
    yield (
        f"No seat has an advantage that these games show. Largest difference: {worst.name} won "
        f"{percent(worst.share)} of games; an equal share is {percent(worst.other)}"
        f"{', because shared wins count for each winner' if shared else ''}."
    )
    expected = min(each.other for each in found)
    need = ceil(expected * (1 - expected) * (POWER / SEEN) ** 2)
    games = min(tally.games for tally in tallies.values())
    if games < need:
        yield (
            f"To see an advantage of {100 * SEEN:.0f} percentage points, "
            f"play {need:,} games per number of players (--games)."
        )


def leaders(tallies: Mapping[int, Tally]) -> Iterator[str]:
    """Yield sentences about lead changes, runaway leaders, comebacks, and when the winner was
    decided.
    """
    changes, known, half = Counter[int](), Counter[int](), Counter[str]()
    for tally in tallies.values():
        changes += tally.lead_changes
        known += tally.known
        half += tally.half
    games = sum(changes.values())
    if games < FEW_STORIES:
        return
    often = quantile(changes, 0.5)
    yield (
        f"The lead changed {often:g} time{'s' * (often != 1)} (median of {games:,} games with one "
        "winner)."
    )
    late = sum(number for tenths, number in known.items() if tenths >= TENTHS - 1)
    yield (
        f"The winner led alone for good after {10 * quantile(known, 0.5):g} % of the turns "
        f"(median); in {between_words(late, games)} of games only in the last tenth."
    )
    if half["led"] >= FEW_STORIES:
        won = half["led and won"]
        low, high = interval(won, half["led"])
        verdict = "leaders run away" if low > RUNAWAY else "the winner is decided late"
        verdict = "a lead at half-time means little" if high < EVEN else verdict
        yield (
            f"Players who led alone at half-time won {between_words(won, half['led'])} of games: "
            f"{verdict}."
        )
    share = between_words(half["last won"], games)
    yield f"Comebacks: in {share} of games, the player in last place at half-time won."


# ---- cards and options


def with_and_without(
    used: Mapping[str, int], won: Mapping[str, int], tallies: Mapping[int, Tally]
) -> list[ShareComparison]:
    """Compare the share of wins of players who used an item with that of all others."""
    seats = sum(players * (tally.games - tally.failed) for players, tally in tallies.items())
    wins = sum(sum(tally.seats.values()) for tally in tallies.values())
    return [
        between(name, won.get(name, 0), number, wins - won.get(name, 0), seats - number)
        for name, number in used.items()
        if 0 < number < seats
    ]


def among_users(used: Mapping[str, int], won: Mapping[str, int]) -> list[ShareComparison]:
    """Compare the share of wins of players who used an item with that of users of other items.

    Players who are ahead use more of all cards, so players who did not use a card are not a fair
    comparison.
    """
    users, wins = sum(used.values()), sum(won.get(name, 0) for name in used)
    return [
        between(name, won.get(name, 0), number, wins - won.get(name, 0), users - number)
        for name, number in used.items()
        if 0 < number < users
    ]


WEAK = "whose users won less often"
DOMINATED = "that may be dominated, because their users won less often"


def strong_and_weak(
    found: Sequence[ShareComparison], what: str, others: str, weak: str = WEAK
) -> Iterator[str]:
    """Yield sentences about items whose users won more or less often than `others`."""
    sure = real(found)
    for more, words in ((True, "whose users won more often"), (False, weak)):
        named = [each for each in sure if each.more is more]
        named.sort(key=lambda each: -abs(each.share - each.other))
        if named:
            names = "; ".join(
                f"{each.name} {percent(each.share)}, {others} {percent(each.other)}"
                for each in named[:NAMED]
            )
            rest = f"; and {len(named) - NAMED} more" if len(named) > NAMED else ""
            yield f"{what} {words}: {names}{rest}."
    if found and not sure:
        yield f"{what}: none of the {len(found)} win rates compared differs from that of {others}."


def options(tallies: Mapping[int, Tally]) -> Iterator[str]:
    """Yield sentences about moves that every player made, and moves whose users won more or less
    often.
    """
    used, won = Counter[str](), Counter[str]()
    for tally in tallies.values():
        used += tally.options
        won += tally.options_won
    seats = sum(players * tally.games for players, tally in tallies.items())
    always = [name for name, number in used.items() if number >= ALWAYS * seats]
    if always:
        yield f"Moves that every player made: {', '.join(sorted(always))}."
    rest = {name: number for name, number in used.items() if name not in always}
    found = with_and_without(rest, won, tallies)
    yield from strong_and_weak(found, "Moves", "other players")


def strategies(sums: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """Yield sentences about strategies that are stronger than random play."""
    if "random" not in sums or len(sums) < 2:
        return
    played, won = sums["random"]
    found = [between(name, wins, seats, won, played)
             for name, (seats, wins) in sums.items() if name != "random"]  # fmt: skip
    better = [each.name for each in real(found) if each.more]
    if better:
        yield f"Stronger than random players: {', '.join(better)}."
    else:
        yield (
            "These games do not show that a strategy is stronger than random play, so they say "
            "little about balance; play more games, or try --strategy planner,random."
        )
