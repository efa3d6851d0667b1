"""The data of Schizonauts' key cards."""

from __future__ import annotations

import re
from typing import NamedTuple

from validator.referee import api as ref

ARTICLE = re.compile(r"^(the|a|an)\s+", re.IGNORECASE)


class Bonus(int):
    """A number of dice to add or, if it is negative, to remove."""

    @classmethod
    def parse(cls, value: object) -> Bonus:
        """Read a bonus. Raises Misread."""
        if not isinstance(value, int) or isinstance(value, bool) or not -99 < value < 100:
            raise ref.Misread("a whole number", value)
        return cls(value)


class KeyCard(NamedTuple):
    """A key card: an aptitude, a bonus to it, and where the card is defined."""

    aptitude: str
    bonus: Bonus
    page: int = 0
    slot: int = 0


class Key(NamedTuple):
    """A key card in play. `aptitude` is an index into the list of aptitudes."""

    name: str
    aptitude: int
    bonus: int
    page: int
    slot: int


def plain(name: str) -> str:
    """Return a name in lower case, without spaces and without its leading article."""
    return re.sub(r"\s+", "", ARTICLE.sub("", name.strip())).lower()


def read_keys(
    game: ref.Game, aptitudes: tuple[str, ...], problems: list[ref.Problem]
) -> dict[str, Key]:
    """Return the key cards of a game by title; `problems` collects their errors."""
    reader = ref.CardReader(game, problems)
    for name in ("allegiance", "coins"):
        reader.cards(name)
    shown, keys = reader.read("key-cards", KeyCard), {}
    for card in reader.components["key-cards"].cards if shown else ():
        each = shown.get(card.title)
        if each is None or not card.copies:
            continue
        if each.aptitude in aptitudes:
            place = aptitudes.index(each.aptitude)
            keys[card.title] = Key(card.title, place, each.bonus, each.page, each.slot)
        else:
            reader.say(card, each.aptitude, f"'aptitude' must be one of {', '.join(aptitudes)}")
    return keys
