"""Turns tallies into a certificate: are there enough pieces, does the game end, can each seat win?

What never happened in n games happens in fewer than 3 / n of all games, with 95 % confidence (rule
of three).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from validator.core.model import Game
from validator.referee.consistency import Claim
from validator.referee.referee import P, Referee
from validator.referee.registry import numbers_for, requirements_of
from validator.simulate import laboratory
from validator.simulate.match import parts_of
from validator.simulate.strategies import ABOUT
from validator.simulate.tally import MaxUsage, Tally, interval, mean, quantile

SURE = "95 % confidence"
UNMET = 20  # rules named in a text
CONFIDENCE = 3.0  # -ln(0.05), rounded up: the rule of three


@dataclass(frozen=True)
class Need:
    """The numbers of a piece: in the kit, in use at once, and possible by the rules."""

    part: str
    printed: int | None  # None: the players bring it
    peaks: Mapping[int, MaxUsage]  # by number of players
    bounds: Mapping[int, int] = field(default_factory=dict)  # empty: the rules set none
    lies: bool = True  # whether they are pieces in zones
    counted: bool = True  # whether play shows how many are in use
    rules: tuple[str, ...] = ()  # the rules behind the bounds
    why: str = ""
    decided_by: str = ""  # the ruling that applies if there are too few

    @property
    def most(self) -> int:
        return max((peak.most for peak in self.peaks.values()), default=0)

    @property
    def bound(self) -> int | None:
        """The largest bound for any number of players; None if the rules set none."""
        return max(self.bounds.values(), default=None)

    @property
    def spare(self) -> int | None:
        """Return how many were left when most were in use; negative if there were too few."""
        return None if self.printed is None else self.printed - self.most

    @property
    def suffices(self) -> bool | None:
        """Return whether the kit has as many as the rules can require.

        None if there is no bound.
        """
        if self.bound is None or self.printed is None:
            return None
        return self.bound <= self.printed

    def at_limit(self, games: Mapping[int, int]) -> dict[int, float]:
        """The share of games, 0 to 1, in which all were in use; by number of players."""
        limits = {players: self.bounds.get(players, self.printed) for players in self.peaks}
        return {
            players: peak.games / games[players]
            for players, peak in self.peaks.items()
            if (limit := limits[players]) is not None and peak.most >= limit
        }


@dataclass(frozen=True)
class ClaimMade:
    """A statement that a rule makes about numbers, and whether it is true."""

    rule: str
    failure: str  # why it is not true; empty: it is
    covered_by: str  # the ruling that applies instead

    @property
    def words(self) -> str:
        """Return why it is not true; empty if it is."""
        covered = self.failure and self.covered_by not in ("", self.rule)
        return f"{self.failure}; {self.covered_by} applies" if covered else self.failure


@dataclass(frozen=True)
class CardFigures:
    """A card's statistics: games in which it was held, uses, and uses by winners."""

    card: str
    drawn: int
    users: int
    winners: int

    @property
    def wins(self) -> str:
        """``53% (41%-64%)``: the share of its users who won, with its 95 % interval."""
        return share(self.winners, self.users)


@dataclass(frozen=True)
class Certificate:
    """The certificate of a game: what a number of simulated games show."""

    game: str
    title: str
    seed: int
    games: Mapping[int, int]  # by number of players
    needs: tuple[Need, ...]
    claims: tuple[ClaimMade, ...]
    tallies: Mapping[int, Tally]
    never_drawn: tuple[str, ...]
    never_named: tuple[str, ...]  # held, but never used by a move
    never_won_with: tuple[str, ...]  # used, but never by a player who won
    never_legal: tuple[str, ...]  # verbs
    rules_met: tuple[str, ...]  # settled, allowed or refused something
    rules_unmet: tuple[str, ...]  # of those the referee enforces
    complete: bool  # whether all games that were asked for were played
    cards: tuple[CardFigures, ...] = ()  # of decks of many designs, in the order of the kit
    strategy: str = ""  # of every player; empty: mixed strategies
    minutes: int | None = None  # that the game says it takes

    @property
    def failures(self) -> list[tuple[int, int, str]]:
        """Failed games: number of players, index of the game, what was wrong."""
        return [(players, index, words) for players, tally in sorted(self.tallies.items())
                for index, words in tally.failures]  # fmt: skip

    @property
    def terminating(self) -> bool:
        """Return whether every game ended (GDL: terminating)."""
        return not any("no end" in words for _, _, words in self.failures)

    @property
    def playable(self) -> bool:
        """Return whether the player to act always had a legal move (GDL: playable)."""
        return not any("no legal move" in words for _, _, words in self.failures)

    @property
    def winnable(self) -> bool:
        """Return whether every seat won at least one game (GDL: winnable)."""
        return all(
            tally.seats[seat] for players, tally in self.tallies.items() for seat in range(players)
        )

    @property
    def sound(self) -> bool:
        """Return whether no game failed."""
        return not self.failures


def certify(
    game: Game, referees: Mapping[int, Referee[P]], tallies: Mapping[int, Tally], seed: int,
    complete: bool = True, strategy: str = "",
) -> Certificate:  # fmt: skip
    """Return the certificate of a game; `referees` and `tallies` are by number of players."""
    whole: dict[str, Counter[str]] = {
        name: sum((getattr(tally, name) for tally in tallies.values()), Counter())
        for name in (
            "verbs",
            "rules",
            "kept",
            "refused",
            "drawn",
            "named",
            "won_with",
            "users",
            "winners_with",
        )
    }
    referee = next(iter(referees.values()))
    part = parts_of(referee)
    can_be_drawn = {piece for piece in part if whole["drawn"]}
    drawn, named = set(whole["drawn"]), set(whole["named"])
    decks = {piece for piece in can_be_drawn if part[piece] != piece}
    met = {*whole["rules"], *whole["kept"], *whole["refused"]}
    judged = [rule.id for rule in game.rules if rule.checkable == "yes"]
    return Certificate(
        game.id,
        game.title,
        seed,
        {players: tally.games for players, tally in sorted(tallies.items())},
        tuple(_needs(game, referees, tallies)),
        tuple(_claims(game)),
        dict(sorted(tallies.items())),
        tuple(sorted(decks - drawn)),
        tuple(sorted(decks & drawn - named)),
        tuple(sorted(decks & named - set(whole["won_with"]))),
        tuple(name for name, verb in referee.verbs.items()
              if verb.kind == "move" and not whole["verbs"][name]),
        tuple(rule for rule in judged if rule in met),
        tuple(rule for rule in judged if rule not in met),
        complete,
        tuple(
            CardFigures(piece, whole["drawn"][piece], whole["users"][piece],
                        whole["winners_with"][piece])
            for piece in part
            if piece in decks
        ),
        strategy,
        game.minutes,
    )  # fmt: skip


def _needs(
    game: Game, referees: Mapping[int, Referee[Any]], tallies: Mapping[int, Tally]
) -> list[Need]:
    printed: dict[str, int] = {}
    for referee in referees.values():
        part = parts_of(referee)
        counts: Counter[str] = Counter()
        for piece, number in referee.printed().items():
            counts[part[piece]] += number
        for name, number in counts.items():
            printed[name] = max(number, printed.get(name, 0))
    requirements = {requirement.what: requirement for requirement in requirements_of(game)}
    found = []
    for name in dict.fromkeys((*requirements, *printed)):
        peaks = {
            n: tally.peaks[name] for n, tally in sorted(tallies.items()) if name in tally.peaks
        }
        requirement = requirements.get(name)
        if requirement is None:
            found.append(Need(name, printed[name], peaks))
            continue
        held = requirement.printed(game)
        bounds = {n: requirement.most(game, n) for n in sorted(tallies)} if requirement.most else {}
        found.append(
            Need(
                name, printed.get(name) if held is None else held, peaks, bounds,
                name in printed, requirement.met is not None or name in printed,
                requirement.rules, requirement.why, requirement.decided_by,
            )
        )  # fmt: skip
    return found


def _claims(game: Game) -> list[ClaimMade]:
    """Return the claims about numbers; of several claims of one rule, one that fails."""
    found: dict[str, ClaimMade] = {}
    for entry in numbers_for(game.code):
        if isinstance(entry, Claim):
            failure = entry.holds(game.rules.number)
            if failure or entry.rule not in found:
                found[entry.rule] = ClaimMade(entry.rule, failure, entry.covered_by)
    return list(found.values())


# ---- a certificate in words, and as plain data


def text_report(found: Certificate, pace: float = laboratory.PACE) -> str:
    """Return a certificate as text: the verdict, answers in words, then a table for each question.

    `pace` is how many seconds a decision takes.
    """
    counts = list(found.games)
    heads = tuple(f"{count} players" for count in counts)
    pieces = [
        (need.part, _held(need), *(_in_use(need, n) for n in counts), _verdict(need, found))
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
    """Paragraphs of sentences: how long, who wins, which cards and moves."""
    tallies = found.tallies
    long = f"How long is a game? (at {pace:g} s a decision; --pace sets what you measured)"
    by_strategy = strategy_sums(found)
    compared = laboratory.among_users(
        {each.card: each.users for each in found.cards},
        {each.card: each.winners for each in found.cards},
    )
    cards = laboratory.strong_and_weak(compared, "Cards", "users of others", laboratory.DOMINATED)
    for title, lines in (
        (long, laboratory.length(tallies, pace, found.minutes)),
        ("Who wins?", (*laboratory.seats(tallies), *laboratory.leaders(tallies),
                       *laboratory.strategies(by_strategy))),
        (f"Which cards and moves win? (differences that chance does not explain, {SURE} for all "
         "together)", (*cards, *laboratory.options(tallies))),
    ):  # fmt: skip
        if sentences := [f"  {line}" for line in lines]:
            yield [title, *sentences]


def _lengths(tallies: Sequence[Tally]) -> list[tuple[str, ...]]:
    """A row for each number of players; without scores where the game has none."""
    heads = (
        "players", "games", "turns (median)", "90 % of games", "legal moves per turn (mean)",
        "shared wins", "score (median)", "lowest to highest",
    )  # fmt: skip
    scored = any(score for tally in tallies for score in tally.scores)
    return [row if scored else row[:-2] for row in (heads, *map(_row, tallies))]


def _summary(found: Certificate) -> list[str]:
    """The verdict, what it means, and how to repeat it."""
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
    """The pieces of which these games needed all or more than the kit has."""
    short = [need.part for need in found.needs if (need.spare or 0) < 0]
    if short:
        return f", but too few pieces: {', '.join(short)}"
    used_up = [need.part for need in found.needs
               if need.bound is None and need.at_limit(found.games)]  # fmt: skip
    return f"; all were in use of: {', '.join(used_up)}" if used_up else ", and no piece ran out"


def _titled(title: str, rows: Sequence[tuple[str, ...]]) -> list[str]:
    return [title, *(f"  {line}" for line in _table(rows))]


def _claims_checked(claims: Sequence[ClaimMade]) -> list[str]:
    """How many statements of the rules about their own numbers are true, and which are not."""
    ruled = [claim for claim in claims if claim.failure and claim.covered_by]
    wrong = [claim for claim in claims if claim.failure and not claim.covered_by]
    kept = len(claims) - len(ruled) - len(wrong)
    exceptions = f", {len(ruled)} with an exception that a ruling covers" if ruled else ""
    lines = [f"Statements that the rules make about numbers: {kept} of {len(claims)} always "
             f"true{exceptions}."]  # fmt: skip
    lines += [f"  {claim.rule}, with an exception: {claim.words}." for claim in ruled]
    return [*lines, *(f"  {claim.rule} is NOT TRUE: {claim.words}." for claim in wrong)]


def _coverage(found: Certificate) -> list[str]:
    """Return what play reached, and what it never reached."""
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
    """``3 of 4 players``: seats that never won, as chance explains in at least 5 % of cases or not.

    By chance: a seat with an equal share of wins, 1 in `players`, loses all n games with the
    probability (1 - 1 / players) ** n.
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


def share(part: int, whole: int) -> str:
    """``53% (41%-64%)``: a share and its 95 % interval (Wilson)."""
    low, high = interval(part, whole)
    return f"{part / whole:.0%} ({low:.0%}-{high:.0%})" if whole else "-"


def _seats(tally: Tally, columns: int) -> tuple[str, ...]:
    ended = tally.games - tally.failed
    seats = [share(tally.seats[seat], ended) for seat in range(tally.players)]
    return str(tally.players), *seats, *[""] * (columns - len(seats))


def card_report(found: Certificate) -> str:
    """Return a table of the cards, those first whose users won most."""
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
    """``9/10``: the most that was in use, and the most that can ever be."""
    peak = need.peaks.get(players)
    met = str(peak.most if peak else 0) if need.counted else "-"
    return f"{met}/{need.bounds[players]}" if need.bounds else met


def _verdict(need: Need, found: Certificate) -> str:
    """Return whether there is enough: by the bound, else by what so many games needed."""
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
    """The bound for something that never happened in so many games (rule of three)."""
    bound = round(games / CONFIDENCE)
    return (
        f"{SURE}: fewer than 1 in {bound:,} games" if bound > 1 else "too few games to say how many"
    )


def _strategies(found: Certificate) -> list[tuple[str, ...]]:
    sums = strategy_sums(found)
    return [(name, str(played), share(won, played), ABOUT[name])
            for name, (played, won) in sums.items()]  # fmt: skip


def strategy_sums(found: Certificate) -> dict[str, tuple[int, int]]:
    """Return how many players had each strategy in mixed games, and how many of them won."""
    sums: dict[str, tuple[int, int]] = {}
    for tally in found.tallies.values():
        for strategy, (played, won) in sorted(tally.by_strategy.items()):
            mine = sums.get(strategy, (0, 0))
            sums[strategy] = (mine[0] + played, mine[1] + won)
    return sums


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


def plain(found: Certificate) -> dict[str, Any]:
    """Return a certificate as plain data for JSON. The same games give the same bytes."""
    return {
        "game": found.game,
        "seed": found.seed,
        "complete": found.complete,
        "games": {str(players): games for players, games in found.games.items()},
        "components": [
            {
                "component": need.part,
                "printed": need.printed,
                "spare": need.spare,
                "suffices": need.suffices,
                "bounds": {str(players): most for players, most in need.bounds.items()},
                "rules": list(need.rules),
                "decided_by": need.decided_by,
                "peaks": {
                    str(players): {"most": peak.most, "first_game": peak.index, "games": peak.games}
                    for players, peak in need.peaks.items()
                },
            }
            for need in found.needs
        ],
        "claims": [
            {"rule": claim.rule, "holds": not claim.failure, "failure": claim.failure,
             "covered_by": claim.covered_by}
            for claim in found.claims
        ],
        "conditions": {
            "terminating": found.terminating,
            "playable": found.playable,
            "winnable": found.winnable,
        },
        "coverage": {
            "rules_met": list(found.rules_met),
            "rules_unmet": list(found.rules_unmet),
            "never_drawn": list(found.never_drawn),
            "never_used": list(found.never_named),
            "never_won_with": list(found.never_won_with),
            "never_legal": list(found.never_legal),
        },
        "strategy": found.strategy,
        "cards": [
            {"card": each.card, "drawn": each.drawn, "users": each.users, "winners": each.winners,
             "wins": list(interval(each.winners, each.users))}
            for each in found.cards
        ],
        "players": {str(players): _plain_tally(tally) for players, tally in found.tallies.items()},
        "failures": [
            {"players": players, "game": index, "failure": words}
            for players, index, words in found.failures
        ],
    }  # fmt: skip


def _plain_tally(tally: Tally) -> dict[str, Any]:
    return {
        "steps": _pairs(tally.steps),
        "scores": {str(seat): _pairs(scores) for seat, scores in sorted(tally.scores_of.items())},
        "wins": _pairs(tally.seats),
        "wins_alone": _pairs(tally.alone),
        "choices": _pairs(tally.choices),
        "leanings": {
            name: {"games": played, "won": won}
            for name, (played, won) in sorted(tally.by_strategy.items())
        },
        "turns": _pairs(tally.turns),
        "decisions": _pairs(tally.decisions),
        "options": {
            name: {"users": users, "winners": tally.options_won[name]}
            for name, users in sorted(tally.options.items())
        },
        "lead_changes": _pairs(tally.lead_changes),
        "known_after_tenths": _pairs(tally.known),
        "half_time": dict(sorted(tally.half.items())),
        "verbs": dict(sorted(tally.verbs.items())),
        "most_held": {name: peak.most for name, peak in sorted(tally.held.items())},
    }


def _pairs(counts: Mapping[Any, int]) -> list[list[Any]]:
    return [[value, counts[value]] for value in sorted(counts)]
