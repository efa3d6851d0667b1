"""Certificates as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from validator.simulate import laboratory
from validator.simulate.certificate import (
    CONFIDENCE,
    SURE,
    UNMET,
    Certificate,
    ClaimMade,
    Need,
    share,
    strategy_sums,
)
from validator.simulate.strategies import ABOUT
from validator.simulate.tally import Tally, interval, mean, quantile


def text_report(found: Certificate, pace: float = laboratory.PACE) -> str:
    """Return a certificate as text: the verdict, answers in sentences, then a table for each
    question.

    `pace` is the number of seconds per decision.
    """
    counts = list(found.games)
    heads = tuple(f"{count} players" for count in counts)
    pieces = [
        (need.component, _held(need), *(_in_use(need, n) for n in counts), _verdict(need, found))
        for need in found.needs
    ]
    seats = tuple(f"seat {seat}" for seat in range(1, max(counts) + 1))
    parts = [
        _summary(found),
        *_answers(found, pace),
        _titled("Length, choices and score", _lengths([found.tallies[count] for count in counts])),
        _titled("Are there enough pieces? (most in use at once / most that the rules allow; "
                "-: not counted in play)",
                [("piece", "printed", *heads, "enough?"), *pieces]),
        _titled(f"Wins by seat (in brackets: {SURE}; a shared win counts for each winner)",
                [("players", *seats)] + [_seats(found.tallies[count], len(seats))
                                         for count in counts]),
    ]  # fmt: skip
    if strategies := _strategies(found):
        parts.append(
            _titled(
                f"Wins by strategy, in games of players with different ones (in brackets: {SURE})",
                [("strategy", "players", "won", "what they do"), *strategies],
            )
        )
    if found.claims:
        parts.append(_claims_checked(found.claims))
    parts.append(_coverage(found))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def _answers(found: Certificate, pace: float) -> Iterator[list[str]]:
    """Yield paragraphs about length, winners, cards and moves."""
    tallies = found.tallies
    long = f"How long is a game? (at {pace:g} s per decision; set your own time with --pace)"
    by_strategy = strategy_sums(found)
    compared = laboratory.among_users(
        {each.card: each.users for each in found.cards},
        {each.card: each.winners for each in found.cards},
    )
    cards = laboratory.strong_and_weak(
        compared, "Cards", "users of other cards", laboratory.DOMINATED
    )
    for title, lines in (
        (long, laboratory.length(tallies, pace, found.minutes)),
        ("Who wins?", (*laboratory.seats(tallies), *laboratory.leaders(tallies),
                       *laboratory.strategies(by_strategy))),
        (f"Which cards and moves win? (differences that chance does not explain, {SURE} "
         "over all comparisons)", (*cards, *laboratory.options(tallies))),
    ):  # fmt: skip
        if sentences := [f"  {line}" for line in lines]:
            yield [title, *sentences]


def _lengths(tallies: Sequence[Tally]) -> list[tuple[str, ...]]:
    """Return one row per number of players, without scores if the game has none."""
    heads = (
        "players", "games", "turns (median)", "90 % of games", "legal moves per turn (mean)",
        "shared wins", "score (median)", "lowest to highest",
    )  # fmt: skip
    scored = any(score for tally in tallies for score in tally.scores)
    return [row if scored else row[:-2] for row in (heads, *map(_row, tallies))]


def _summary(found: Certificate) -> list[str]:
    """Return the verdict, its meaning, and how to reproduce it."""
    games = sum(found.games.values())
    failed = sum(tally.failed for tally in found.tallies.values())
    if found.sound:
        lines = [
            f"{found.title}: no fault in {_count(games, 'game')}{_shortage(found)}.",
            "Every player always had a legal move, every game ended, and no piece was lost "
            f"({_at_most(games)} would fail).",
        ]
    else:
        lines = [f"{found.title}: NOT SOUND. {failed} of {_count(games, 'game')} failed."]
        lines += [f"  {_count(players, 'player')}, game {index}: {words}"
                  for players, index, words in found.failures]  # fmt: skip
    everybody = f" Every player used the strategy '{found.strategy}'." if found.strategy else ""
    stopped = " Stopped before all games were played." if not found.complete else ""
    return [*lines, f"Seed {found.seed}.{everybody}{stopped}"]


def _shortage(found: Certificate) -> str:
    """Return the pieces of which all were in use in these games, or too few, as text."""
    short = [need.component for need in found.needs if (need.spare or 0) < 0]
    if short:
        return f", but too few pieces: {', '.join(short)}"
    used_up = [need.component for need in found.needs
               if need.bound is None and need.at_limit(found.games)]  # fmt: skip
    return f"; all were in use of: {', '.join(used_up)}" if used_up else ", and no piece ran out"


def _titled(title: str, rows: Sequence[tuple[str, ...]]) -> list[str]:
    return [title, *(f"  {line}" for line in _table(rows))]


def _claims_checked(claims: Sequence[ClaimMade]) -> list[str]:
    """Report how many consistency rules between the numbers hold, and which do not."""
    ruled = [claim for claim in claims if claim.failure and claim.covered_by]
    wrong = [claim for claim in claims if claim.failure and not claim.covered_by]
    kept = len(claims) - len(ruled) - len(wrong)
    exceptions = f", {len(ruled)} with an exception that a ruling covers" if ruled else ""
    lines = [f"Statements that the rules make about numbers: {kept} of {len(claims)} always "
             f"true{exceptions}."]  # fmt: skip
    lines += [f"  {claim.rule}, with an exception: {claim.words}." for claim in ruled]
    return [*lines, *(f"  {claim.rule} is NOT TRUE: {claim.words}." for claim in wrong)]


def _coverage(found: Certificate) -> list[str]:
    """Return the rules and moves that occurred, and those that never did."""
    met = f"{len(found.rules_met)} of the" if found.rules_unmet else "All"
    rules = len(found.rules_met) + len(found.rules_unmet)
    lines = [f"{met} {rules} rules that the referee enforces took effect."]
    if found.rules_unmet:
        first = ", ".join(found.rules_unmet[:UNMET])
        more = len(found.rules_unmet) - UNMET
        rest = f" and {more} more (--format json)" if more > 0 else ""
        lines.append(f"Rules that never mattered in play: {first}{rest}.")
    lines += ["Every seat won at least once."] if found.winnable else []
    for words, names in (
        (f"Seats that NEVER won ({SURE}: not by chance)", _seats_without_win(found, False)),
        ("Seats that did not win, in too few games to say why", _seats_without_win(found, True)),
        ("Cards that no player ever held", found.never_drawn),
        ("Cards that were held but never used", found.never_named),
        ("Cards that no winner used", found.never_won_with),
        ("Moves that were never legal", found.never_legal),
    ):  # fmt: skip
        if names:
            lines.append(f"{words}: {', '.join(names)}.")
    return lines


def _seats_without_win(found: Certificate, by_chance: bool) -> list[str]:
    """Return the seats that never won, as ``3 of 4 players``.

    With `by_chance`, these are seats for which chance explains it; otherwise the others. A seat
    with an equal chance of winning, 1 in `players`, loses all n games with the probability (1 - 1 /
    players) ** n.
    """
    return [
        f"{seat + 1} of {players} players"
        for players, tally in found.tallies.items()
        for seat in range(players)
        if not tally.seats[seat]
        and ((1 - 1 / players) ** (tally.games - tally.failed) >= 0.05) == by_chance
    ]


def _row(tally: Tally) -> tuple[str, ...]:
    scores = tally.scores
    ended = max(tally.games - tally.failed, 1)
    ties = 1 - sum(tally.alone.values()) / ended
    low, high = (min(scores), max(scores)) if scores else (0.0, 0.0)
    return (
        str(tally.players), str(tally.games), f"{quantile(tally.turns, 0.5):g}",
        f"{quantile(tally.turns, 0.05):g}-{quantile(tally.turns, 0.95):g}",
        f"{mean(tally.choices):.1f}", f"{ties:.0%}", f"{quantile(scores, 0.5):g}",
        f"{low:g} to {high:g}",
    )  # fmt: skip


def _seats(tally: Tally, columns: int) -> tuple[str, ...]:
    ended = tally.games - tally.failed
    seats = [share(tally.seats[seat], ended) for seat in range(tally.players)]
    return str(tally.players), *seats, *[""] * (columns - len(seats))


def card_report(found: Certificate) -> str:
    """Return a table of the cards, sorted by the share of their users who won."""
    seats = sum(players * tally.games for players, tally in found.tallies.items())
    wins = sum(sum(tally.seats.values()) for tally in found.tallies.values())
    used = sorted(found.cards, key=lambda each: (-interval(each.winners, each.users)[0], each.card))
    rows = [("card", "games held", "players used it", "of them won")]
    rows += [(each.card, str(each.drawn), str(each.users), each.wins) for each in used]
    head = f"Of all players {share(wins, seats)} won. In brackets: {SURE}."
    return "\n".join((head, *(line.rstrip() for line in _table(rows))))


def _held(need: Need) -> str:
    return "none" if need.printed is None else str(need.printed)


def _in_use(need: Need, players: int) -> str:
    """Return the peak use and the maximum possible use: ``9/10``."""
    peak = need.peaks.get(players)
    met = str(peak.most if peak else 0) if need.counted else "-"
    return f"{met}/{need.bounds[players]}" if need.bounds else met


def _verdict(need: Need, found: Certificate) -> str:
    """Return whether there are enough pieces, according to the bound or, without one, to the
    games.
    """
    limits = need.at_limit(found.games)
    worst = max(limits, key=lambda players: limits[players], default=0)
    games = f"games with {_count(worst, 'player')}"
    share_ = f"{100 * limits[worst]:.0f} % of {games}" if limits else ""
    if need.printed is None and need.bounds:
        return f"bring {need.bound}: {need.why} ({need.rules[0]})"
    if need.suffices:
        reached = f"; reached in {share_}" if limits else ""
        return f"yes: {need.why} ({need.rules[0]}){reached}"
    ruling = f" If more are needed, {need.decided_by} applies." if need.decided_by else ""
    if need.spare is not None and need.spare < 0:
        return f"NO: {-need.spare} more were needed.{ruling.replace('If more are needed', 'Then')}"
    if limits:
        return f"just enough: all in use in {share_}.{ruling}"
    fewest = min(found.games.values())
    return f"never ran out in {_count(fewest, 'game')} ({_at_most(fewest)} would).{ruling}"


def _at_most(games: int) -> str:
    """Return the upper bound on how often an event occurs that never did in this many games.

    It follows from the rule of three.
    """
    bound = round(games / CONFIDENCE)
    return (
        f"{SURE}: fewer than 1 in {bound:,} games" if bound > 1 else "too few games to say how many"
    )


def _strategies(found: Certificate) -> list[tuple[str, ...]]:
    sums = strategy_sums(found)
    return [(name, str(played), share(won, played), ABOUT[name])
            for name, (played, won) in sums.items()]  # fmt: skip


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if cell[:1] in "-0123456789" and index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
