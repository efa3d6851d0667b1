"""Numbers that follow from the length of the game and the number of players, for `numbers`.

In the rulebook: Length and characters.

The size of the key deck is not derived: `setup.key_deck_sizes`.
"""

from __future__ import annotations

from validator.games.schizonauts.allegiance_deck import half_allegiance_deck
from validator.referee.consistency import Number


def highest(number: Number) -> int:
    """Return the highest rating that a persona can start with."""
    others = len(number("SCHIZ-COMP-02.aptitudes")) - 1
    return int(number("SCHIZ-CHAR-09.points") - others * number("SCHIZ-CHAR-10.lowest"))


def rating(number: Number, bleeds: int) -> int:
    """Return the highest possible rating after this many memory bleeds."""
    raised = highest(number) + bleeds * number("SCHIZ-BLEED-02.increase")
    return int(min(number("SCHIZ-BLEED-03.cap"), raised))


class LengthNumbers:
    """A length of the game and a number of players, with the numbers that follow from both."""

    def __init__(self, number: Number, length: str, n: int) -> None:
        self.number, self.n = number, n
        self.deck = int(number(f"SCHIZ-DECK-02.{length}.{n}"))
        self.rounds = self.deck // n

    def scenes(self) -> int:
        """Return the number of scenes."""
        final = self.number("SCHIZ-GEN-06.scenes_per_turn.final")
        return int(self.number("SCHIZ-DECK-05.per_card") * self.deck + final * self.n)

    def agent_cards(self) -> int:
        return half_allegiance_deck(self.n, self.rounds)

    def dealt(self) -> tuple[int, int, int]:
        """Return how many allegiance cards each player gets, and how many are never dealt.

        The values are the cards per player by the end of endgame, those dealt to each before final
        resolution, and the total that is never dealt.
        """
        left = 2 * self.agent_cards() - self.n * self.rounds
        last = 1 if left >= self.n else 0
        return self.rounds, last, left - self.n * last

    def true_agents(self) -> tuple[int, int]:
        """Return how many players, at least and at most, can have more agents than thieves."""
        n, deck, hand = self.n, self.agent_cards(), sum(self.dealt()[:2])

        def possible(agents: int) -> bool:
            least = agents * (hand + 1) // 2
            most = agents * hand + (n - agents) * (hand - 1) // 2
            return any(a <= deck and n * hand - a <= deck for a in range(least, most + 1))

        found = [agents for agents in range(n + 1) if possible(agents)]
        return min(found), max(found)

    def pools(self) -> tuple[tuple[int, int, int], ...]:
        """Return the most dice of actor, visitor and contributors, in flashback and in endgame."""
        number, bonus = self.number, self.number("SCHIZ-COMP-04.largest")
        memory, full = number("SCHIZ-REVEAL-07.dice"), rating(number, self.rounds)
        each = number("SCHIZ-DICE-05.dice") * number("SCHIZ-DICE-05.contributions")
        gifts = self.contributors() * int(each)
        flashback = (rating(number, self.rounds - 1), full + bonus, gifts)
        return flashback, (full + bonus + memory, full + memory, gifts)

    def contributors(self) -> int:
        """Return the number of players who are not in a scene."""
        return self.n - int(self.number("SCHIZ-GEN-05.player_characters"))

    def most_six_sided(self) -> tuple[int, ...]:
        return tuple(sum(pool) for pool in self.pools())

    def most_of_each(self) -> tuple[int, ...]:
        """Return the maximum number of dice of each size.

        It is reached if both players trade all their dice for that size.
        """
        worth = self.number("SCHIZ-DICE-09.worth")
        return tuple(
            max(
                (actor + part) // worth[size] + (visitor + gifts - part) // worth[size]
                for actor, visitor, gifts in self.pools()
                for part in range(gifts + 1)
            )
            for size in self.number("SCHIZ-KIT-09.sizes")
        )

    def coins(self) -> tuple[int, int]:
        """Return the minimum and maximum number of coins that all endgame scenes pay."""
        scene = self.number("SCHIZ-PAY-04.both")
        most = scene + self.contributors() * self.number("SCHIZ-PAY-01.coins")
        return self.deck * scene, self.deck * most

    def chips(self) -> tuple[int, int, int]:
        """Return the number of chips needed of each denomination.

        Payouts are made in ones, and the 2n piles on the sheets are exchanged for larger chips.
        """
        one, five, twenty = self.number("SCHIZ-KIT-14.denominations")
        most, piles = self.coins()[1], len(self.number("SCHIZ-SHEET-01.personas")) * self.n
        payout = most // self.deck
        return (
            min(most // one, (five - one) * piles + payout),
            min(most // five, (twenty // five - 1) * piles),
            most // twenty,
        )
