"""Turns tallies into a certificate of a game.

It answers whether there are enough pieces, whether every game ends, and whether each seat can win.
An event that never happened in n games happens in fewer than 3 / n of all games, with 95 %
confidence (rule of three).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from validator.core.model import Game
from validator.referee.consistency import Claim
from validator.referee.referee import P, Referee
from validator.referee.registry import numbers_for, requirements_of
from validator.simulate.match import components_of
from validator.simulate.tally import MaxUsage, Tally, interval

SURE = "95 % confidence"
UNMET = 20  # rules named in a text
CONFIDENCE = 3.0  # -ln(0.05), rounded up: the rule of three
COUNTED = (  # counts that are summed over all numbers of players
    "verbs", "rules", "kept", "refused", "drawn", "named", "won_with", "users", "winners_with",
)  # fmt: skip


@dataclass(frozen=True)
class Need:
    """Pieces of one type: how many exist, were in use at once, and can be required by the rules."""

    component: str
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
        """The maximum that the rules can require with any number of players, or None without a
        bound.
        """
        return max(self.bounds.values(), default=None)

    @property
    def spare(self) -> int | None:
        """The number of pieces left at peak use; negative if there were too few."""
        return None if self.printed is None else self.printed - self.most

    @property
    def suffices(self) -> bool | None:
        """Whether the kit contains as many pieces as the rules can require.

        None if there is no bound.
        """
        if self.bound is None or self.printed is None:
            return None
        return self.bound <= self.printed

    def at_limit(self, games: Mapping[int, int]) -> dict[int, float]:
        """Return the share of games (0 to 1) in which all pieces were in use, by number of
        players.
        """
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
        """The reason why the statement is false, or an empty string if it is true."""
        covered = self.failure and self.covered_by not in ("", self.rule)
        return f"{self.failure}; {self.covered_by} applies" if covered else self.failure


@dataclass(frozen=True)
class CardFigures:
    """Statistics about a card: in how many games it was held, its uses, and its uses by winners."""

    card: str
    drawn: int
    users: int
    winners: int

    @property
    def wins(self) -> str:
        """The share of the card's users who won, and its 95 % interval: ``53% (41%-64%)``."""
        return share(self.winners, self.users)


@dataclass(frozen=True)
class Certificate:
    """The certificate of a game: the findings from a number of simulated games."""

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
    rules_unmet: tuple[str, ...]  # rules that the referee enforces but that never took effect
    complete: bool  # whether all requested games were played
    # Figures for decks with many designs, in the order of the kit.
    cards: tuple[CardFigures, ...] = ()
    strategy: str = ""  # strategy of all players; empty for mixed strategies
    minutes: int | None = None  # playing time that the game states

    @property
    def failures(self) -> list[tuple[int, int, str]]:
        """The failed games: number of players, index of the game, and the problem."""
        return [(players, index, words) for players, tally in sorted(self.tallies.items())
                for index, words in tally.failures]  # fmt: skip

    @property
    def terminating(self) -> bool:
        """Whether every game ended ("terminating" in the Game Description Language)."""
        return not any("no end" in words for _, _, words in self.failures)

    @property
    def playable(self) -> bool:
        """Whether the player to act always had a legal move ("playable" in that language)."""
        return not any("no legal move" in words for _, _, words in self.failures)

    @property
    def winnable(self) -> bool:
        """Whether the player in every seat won at least one game ("winnable" in that language)."""
        return all(
            tally.seats[seat] for players, tally in self.tallies.items() for seat in range(players)
        )

    @property
    def sound(self) -> bool:
        """Whether no game failed."""
        return not self.failures


def certify(
    game: Game, referees: Mapping[int, Referee[P]], tallies: Mapping[int, Tally], seed: int,
    complete: bool = True, strategy: str = "",
) -> Certificate:  # fmt: skip
    """Return the certificate of a game; `referees` and `tallies` are by number of players."""
    whole = {name: sum((getattr(tally, name) for tally in tallies.values()), Counter[str]())
             for name in COUNTED}  # fmt: skip
    referee = next(iter(referees.values()))
    components = components_of(referee)
    can_be_drawn = {piece for piece in components if whole["drawn"]}
    drawn, named = set(whole["drawn"]), set(whole["named"])
    decks = {piece for piece in can_be_drawn if components[piece] != piece}
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
            for piece in components
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
        components = components_of(referee)
        counts: Counter[str] = Counter()
        for piece, number in referee.printed().items():
            counts[components[piece]] += number
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
    """Return the result of one claim for each rule that makes claims.

    If a rule makes several, a false one is chosen.
    """
    found: dict[str, ClaimMade] = {}
    for entry in numbers_for(game.code):
        if isinstance(entry, Claim):
            failure = entry.holds(game.rules.number)
            if failure or entry.rule not in found:
                found[entry.rule] = ClaimMade(entry.rule, failure, entry.covered_by)
    return list(found.values())


# ---- a certificate in words, and as plain data


def share(part: int, whole: int) -> str:
    """Return a share with its 95 % interval (Wilson): ``53% (41%-64%)``."""
    low, high = interval(part, whole)
    return f"{part / whole:.0%} ({low:.0%}-{high:.0%})" if whole else "-"


def strategy_sums(found: Certificate) -> dict[str, tuple[int, int]]:
    """Return, for each strategy in mixed games, how many players used it and how many of them
    won.
    """
    sums: dict[str, tuple[int, int]] = {}
    for tally in found.tallies.values():
        for strategy, (played, won) in sorted(tally.by_strategy.items()):
            mine = sums.get(strategy, (0, 0))
            sums[strategy] = (mine[0] + played, mine[1] + won)
    return sums
