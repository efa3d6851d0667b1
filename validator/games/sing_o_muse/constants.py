"""The constants of a game of Sing! O Muse: players, cards, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from validator.core.model import Game
from validator.games.sing_o_muse.cards import FOE, HERO, Deck, Gear, MuseCard, Quest


class Table:
    """The constants of a game: players, cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str], deck: Deck, long: bool = False) -> None:
        self.game = game
        self.players = tuple(players)
        self.seats = tuple(range(len(players)))
        self.cards: dict[str, MuseCard] = deck.cards
        self.quests: dict[str, Quest] = deck.quests
        self.names = deck.names
        self.heroes = sum(card.type == HERO for card in deck.cards.values())
        rule = game.rules
        self.fewest: int = rule["SING-SETUP-10"].players.min
        self.most: int = rule["SING-SETUP-10"].players.max
        self.long_target: int = rule["SING-SETUP-09"].long_target
        self.long_players: int = rule["SING-SETUP-10"].long_players
        self.target: int = rule["SING-SETUP-09"].target
        self.start_target = self.long_target if long else self.target
        self.first_heroes: int = rule["SING-SETUP-02"].heroes
        self.further: int = rule["SING-SETUP-02"].further
        self.draw: int = rule["SING-DRAW-01"].cards
        self.actions: int = rule["SING-TURN-03"].quest_actions
        self.labels = tuple(ascii_uppercase[: rule["SING-CREW-05"].max_crews])
        self.crew_size: int = rule["SING-CREW-02"].max_characters
        self.lowest: int = rule["SING-CREW-09"].lowest_might
        self.capacity: int = rule["SING-QUEUE-02"].capacity
        self.divisor: int = rule["SING-CHAL-07"].divisor
        self.rounding: str = rule["SING-CHAL-07"].rounding
        self.transformed_needed: int = rule["SING-TRANSFORM-06"].needed
        one, two = rule["SING-TREASURE-01"].weapons, rule["SING-TREASURE-02"].armor
        self.slots = {"weapon": one, "armor": two, "shield": rule["SING-TREASURE-03"].shields}
        self.during_draw: bool = rule["SING-IMM-02"].choice == "during_the_draw"
        self.each_character: bool = rule["SING-TREASURE-11"].choice == "each_character"
        self.halved_for_each: bool = rule["SING-CHAL-08"].choice == "for_each"
        self.all_crews: bool = rule["SING-CHAL-12"].choice == "all_crews"
        self.quest_returns: bool = rule["SING-WITHDRAW-03"].choice == "quest_returns"
        self._gear = {piece: card.gear for piece, card in self.cards.items() if card.gear}
        self.worth = {piece: card.worth for piece, card in self.cards.items()}
        self.worth.update({piece: quest.laurels for piece, quest in self.quests.items()})
        self.held_back = frozenset(piece for piece, card in self.cards.items() if card.holds)
        self.random_from_one: bool = rule["SING-LOSS-03"].choice == "one_crew"

    def title(self, piece: str) -> str:
        """Return the title of a card."""
        found = self.cards.get(piece) or self.quests.get(piece)
        return found.title if found else piece

    def titles(self, pieces: Sequence[str]) -> str:
        """Return the titles of cards as text, separated by commas."""
        return ", ".join(map(self.title, pieces)) or "nothing"

    def crew(self, label: int) -> str:
        """Return the name of a Crew: ``Crew A``."""
        return f"Crew {self.labels[label]}"

    def gear(self, piece: str) -> Gear:
        """Return the effects of a Treasure for its bearer."""
        return self._gear[piece]

    def gear_of(self, piece: str) -> Gear | None:
        """Return a Treasure's effects for its bearer, or None if the piece is not a Treasure."""
        return self._gear.get(piece)

    def own_traits(self, character: str) -> tuple[str, ...]:
        """Return the traits of a character; a Foe in a Crew has those of its reward."""
        card = self.cards[character]
        if card.type == FOE:
            return card.join.traits if card.join else ()
        return card.traits
