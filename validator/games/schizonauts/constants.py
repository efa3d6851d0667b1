"""The constants of a game of Schizonauts: players, cards, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from validator.core.model import Rules
from validator.games.schizonauts.cards import read_keys
from validator.games.schizonauts.phases import LENGTHS, NOBODY
from validator.games.schizonauts.sheet import AGENT, THIEF, Pair
from validator.referee import api as ref


class Table:
    """The constants of a game: players, cards, and the numbers of the rules."""

    def __init__(
        self, game: ref.Game, players: Sequence[str], problems: list[ref.Problem],
        no_deck: bool = False,
    ) -> None:  # fmt: skip
        self.game = game
        self.players = tuple(players)
        self.count = len(players)
        self.seats = tuple(range(len(players)))
        self.no_deck = no_deck
        rule = game.rules
        self.aptitudes: tuple[str, ...] = tuple(rule["SCHIZ-COMP-02"].aptitudes)
        self.letters = tuple(each[0].upper() for each in self.aptitudes)
        self.apt = tuple(range(len(self.aptitudes)))
        self.keys = read_keys(game, self.aptitudes, problems)
        self.fewest, self.most = rule["SCHIZ-GEN-02"].players_from, rule["SCHIZ-GEN-02"].players_to
        self.advised: int = rule["SCHIZ-GEN-02"].advised_from
        self.many: int = rule["SCHIZ-GEN-02"].warn_above
        self.longest: int = rule["SCHIZ-DECK-04"].most
        self.final_scenes: int = rule["SCHIZ-DECK-05"].final
        self.scenes_per_card: int = rule["SCHIZ-DECK-05"].per_card
        self.minutes_per_scene: int = rule["SCHIZ-DECK-06"].minutes
        self.key_deck_sizes = {
            length: int(rule["SCHIZ-DECK-02"].data[length].get(len(players), 0))
            for length in LENGTHS
        }
        self.vote_cards: Pair = (
            rule["SCHIZ-SETUP-01"].agent_cards, rule["SCHIZ-SETUP-01"].thief_cards,
        )  # fmt: skip
        self.chain_each: int = rule["SCHIZ-SETUP-07"].cards_per_player
        self.formula: str = rule["SCHIZ-SETUP-06"].formula
        self.points: int = rule["SCHIZ-CHAR-09"].points
        self.lowest: int = rule["SCHIZ-CHAR-10"].lowest
        self.start_memories: int = rule["SCHIZ-CHAR-05"].memories
        self.name_words: int = rule["SCHIZ-CHAR-02"].words
        self._read_scenes(rule)

    def _read_scenes(self, rule: Rules) -> None:
        """Read the numbers in a rule for scenes, dice and bleeds."""
        self.scenes: int = rule["SCHIZ-FLASH-04"].scenes
        self.deck_only: bool = rule["SCHIZ-FLASH-15"].choice == "deck_empty"
        self.overlap_too: bool = rule["SCHIZ-SCENE-05"].choice == "own_side_and_overlap"
        self.other_section: bool = rule["SCHIZ-BLEED-11"].choice == "other_section"
        self.die: str = rule["SCHIZ-DICE-01"].die
        self.dice_per_point: int = rule["SCHIZ-DICE-01"].dice_per_point
        self.gifts: int = rule["SCHIZ-DICE-05"].contributions
        self.gift_dice: int = rule["SCHIZ-DICE-05"].dice
        self.worth: dict[str, int] = dict(rule["SCHIZ-DICE-09"].worth)
        self.dice = tuple(sorted(self.worth, key=lambda die: self.worth[die]))
        self.dice_from: int = rule["SCHIZ-DICE-09"].dice_from
        self.largest: str = rule["SCHIZ-DICE-11"].largest
        self.tie_narrator: str = rule["SCHIZ-RESOLVE-04"].narrator
        self.tie_judge: str = rule["SCHIZ-RESOLVE-08"].judge
        self.increase: int = rule["SCHIZ-BLEED-02"].increase
        self.cap: int = rule["SCHIZ-BLEED-03"].cap
        self.supplied: int = rule["SCHIZ-BLEED-06"].new_memories
        self.linked: int = rule["SCHIZ-BLEED-11"].memories
        self._read_endgame(rule)

    def _read_endgame(self, rule: Rules) -> None:
        """Read the numbers in a rule for the endgame and the final resolution."""
        self.first_deal: int = rule["SCHIZ-GATHER-06"].cards
        self.round_deal: int = rule["SCHIZ-GATHER-07"].cards
        self.final_deal: int = rule["SCHIZ-FINAL-02"].cards
        self.pay_gift: int = rule["SCHIZ-PAY-01"].coins
        self.pay_judge: int = rule["SCHIZ-PAY-02"].coins
        self.pay_narrator: int = rule["SCHIZ-PAY-03"].coins
        self.pay_both: int = rule["SCHIZ-PAY-04"].both
        self.reveals: int = rule["SCHIZ-REVEAL-01"].cards
        self.memory_dice: int = rule["SCHIZ-REVEAL-07"].dice
        self.question: str = rule["SCHIZ-CRISIS-08"].question
        picking = rule["SCHIZ-OPT-01"]  # without a key deck: a page, and a slot where 0 is the last
        self.page_die: str = picking.page_die
        self.slot_die: str = picking.slot_die
        self.zero_slot: int = picking.zero_slot
        self.escape_share: int = rule["SCHIZ-TALLY-04"].divisor
        found = {component.id: component for component in self.game.components}
        self.printed: Pair = (0, 0)
        if "allegiance" in found:
            by_persona = [0, 0]
            for card in found["allegiance"].cards:
                by_persona[card.fields.get("persona") == "thief"] += card.copies
            self.printed = (by_persona[AGENT], by_persona[THIEF])
        coins = found["coins"].cards if "coins" in found else ()
        self.coins = sum(card.copies * int(card.fields.get("worth", 0)) for card in coins)

    def scenes_with(self, size: int) -> int:
        """Return the number of scenes of a game with this many key cards."""
        return int(size * self.scenes_per_card + self.final_scenes * self.count)

    def hours_with(self, size: int) -> str:
        """Return about how many hours a game with this many key cards takes: ``3.5``."""
        time = timedelta(minutes=self.scenes_with(size) * self.minutes_per_scene)
        return f"{round(2 * time / timedelta(hours=1)) / 2:g}"

    def aptitude_called(self, word: str) -> int:
        """Return the aptitude with this letter or name, or -1 if there is none."""
        low = word.lower()
        known = zip(self.letters, self.aptitudes, strict=True)
        return next((i for i, both in enumerate(known) if low in map(str.lower, both)), NOBODY)

    def key_called(self, name: str) -> str | None:
        """Return the title of a key card, named with or without its article; None if unknown."""
        low = name.lower()
        return next((key for key in self.keys if key.lower() in (low, f"the {low}")), None)

    def pool_words(self, dice: Sequence[int]) -> str:
        """Return a pool of dice as text: ``3d6 1d8``."""
        return (
            " ".join(f"{n}{die}" for die, n in zip(self.dice, dice, strict=True) if n) or "no dice"
        )
