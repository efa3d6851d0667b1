"""The key cards of Schizonauts by name, and their problems."""

from __future__ import annotations

import re
from typing import Any

from validator.core.location import did_you_mean
from validator.games.schizonauts.state import Key
from validator.referee import api as ref
from validator.referee.api import Problem

ARTICLE = re.compile(r"^(the|a|an)\s+", re.IGNORECASE)


def plain(name: str) -> str:
    """Return a name in lower case, without spaces and a leading article."""
    return re.sub(r"\s+", "", ARTICLE.sub("", name.strip())).lower()


def read_keys(game: ref.Game) -> tuple[dict[str, Key], list[Problem]]:
    """Return the key cards of a game, and the problems of unplayable ones."""
    problems: list[Problem] = []
    found = {component.id: component for component in game.components}
    for name in ("key-cards", "allegiance", "coins"):
        if name not in found:
            hint = did_you_mean(name, found)
            message = f"the referee needs a component '{name}'{hint}"
            problems.append(Problem(game.location, message, "cards"))
    aptitudes = tuple(game.rules["SCHIZ-COMP-02"].aptitudes)
    keys: dict[str, Key] = {}
    for card in found["key-cards"].cards if "key-cards" in found else ():
        fields: Any = card.fields
        aptitude, bonus = fields.get("aptitude"), fields.get("bonus")
        if aptitude not in aptitudes:
            message = f"{card.title}: 'aptitude' is one of {', '.join(aptitudes)}"
            problems.append(Problem(card.location_of(aptitude), message, "cards"))
            continue
        if not isinstance(bonus, int) or isinstance(bonus, bool) or not -99 < bonus < 100:
            message = f"{card.title}: 'bonus' is a whole number"
            problems.append(Problem(card.location_of(bonus), message, "cards"))
            continue
        for _ in range(card.copies):
            page, slot = fields.get("page", 0), fields.get("slot", 0)
            keys[card.title] = Key(card.title, aptitudes.index(aptitude), bonus, page, slot)
    return keys, problems
