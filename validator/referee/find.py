"""The referee of a game, found by the code of its catalogue, also for a copy under a new name.

Games that come with Pieria have theirs in `validator.games`. For any other code an installed
package may offer one, as an entry point of the group `pieria.referees` whose name is the code
(docs/referees.md). Code that merely lies beside a deck is never run: a deck is data, and may come
from anywhere. No package is looked for before a game needs it, and one that is broken is told by
name and touches no other game.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from validator.checks.agreement import Agreement, Claim, compared
from validator.core.location import Problem
from validator.core.model import Game
from validator.games import PACKAGES, module_of
from validator.referee.facts import FactError
from validator.referee.observe import census, difference
from validator.referee.referee import Referee

GROUP = "pieria.referees"
ID = "referee"
TABLES = 12  # numbers of players for which a deck is tried


class RefereeError(Exception):
    """A referee that an installed package offers and that cannot be used; the words say why."""


@dataclass(frozen=True)
class Offer:
    """A referee for the rules of a code, as an installed package offers it."""

    code: str
    package: str  # its name and version
    entry: EntryPoint
    fault: str = ""  # why it is not used, as far as that shows without running it

    @property
    def words(self) -> str:
        return f"{self.entry.value} of the package {self.package}"


def offers() -> list[Offer]:
    """The referees of installed packages, by code. None of them is imported."""
    found = sorted((entry.name, entry.value, entry) for entry in entry_points(group=GROUP))
    count = Counter(name for name, _, _ in found)
    packages = {(name, value): _package(entry) for name, value, entry in found}
    result = []
    for name, value, entry in found:
        fault = ""
        if not re.fullmatch("[A-Z]+", name):
            fault = f"'{name}' is no code: the capital letters that rule ids begin with"
        elif name in PACKAGES:
            fault = f"{name} is the code of a game that comes with Pieria; choose another"
        elif count[name] > 1:
            others = sorted({p for (n, v), p in packages.items() if n == name and v != value})
            fault = f"{name} is also offered by {', '.join(others)}; uninstall one of them"
        result.append(Offer(name, packages[name, value], entry, fault))
    return result


def _package(entry: EntryPoint) -> str:
    dist = entry.dist
    if dist is None or dist.metadata is None or not dist.metadata["Name"]:
        return "without a name"
    return f"{dist.metadata['Name']} {dist.metadata['Version'] or ''}".rstrip()


def find_referee(
    game: Game, players: Sequence[str], options: Sequence[str] = ()
) -> Referee[Any] | None:
    """The referee for these players, or None if the game has none. Raises RefereeError."""
    module = module_of(game, "referee")
    if module is not None:
        referee: Referee[Any] = module.make(game, players, options)
        return referee
    offer = offer_for(game)
    if offer is None:
        return None
    made = load_offer(offer)
    try:
        return made(game, players, options)
    except Exception as error:  # whatever somebody else's code does
        raise RefereeError(f"{offer.words} cannot set a table: {_told(error)}") from error


def offer_for(game: Game) -> Offer | None:
    """What an installed package offers for a game, whether or not it can be used."""
    return next((offer for offer in offers() if game.code and offer.code == game.code), None)


def load_offer(offer: Offer) -> type[Referee[Any]]:
    """Import what a package offers. Raises RefereeError."""
    if offer.fault:
        raise RefereeError(f"{offer.words} is not used: {offer.fault}")
    try:
        found = offer.entry.load()
    except (Exception, SystemExit) as error:
        raise RefereeError(f"{offer.words} cannot be imported: {_told(error)}") from error
    if not (isinstance(found, type) and issubclass(found, Referee)):
        kind = "another class" if isinstance(found, type) else f"of the type {type(found).__name__}"
        raise RefereeError(f"{offer.words} is {kind}, not a subclass of Referee")
    if lacks := sorted(getattr(found, "__abstractmethods__", ())):
        raise RefereeError(f"{offer.words} is not finished: it lacks {', '.join(lacks)}")
    if not isinstance(inspect.getattr_static(found, "verbs", None), dict):
        raise RefereeError(f"{offer.words} is not finished: it has no 'verbs'")
    return found


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def problems_of(game: Game) -> list[Problem]:
    """What the referee of a game cannot play with, or why it cannot be asked."""
    found: set[Problem] = set()
    least, most = game.players
    for players in range(least, min(most, least + TABLES) + 1):
        try:
            referee = find_referee(game, seats(players))
            if referee is not None and module_of(game, "referee") is None:
                _tried(referee, game.code)
        except RefereeError as error:
            return [Problem(game.spot, str(error), ID)]
        if referee is None:
            return []
        found.update(referee.problems)
        found.update(compared(game.rules, referee.numbers))
    return sorted(found)


def _tried(referee: Referee[Any], code: str) -> None:
    """Ask somebody else's referee what every command asks first. Raises RefereeError."""
    asked = "begin"
    try:
        at = referee.begin(0)
        for asked in ("to_act", "facts", "show", "zones", "parts"):
            getattr(referee, asked)(at)
        asked = "printed"
        pieces = difference(census(referee.zones(at)), referee.printed())
        asked = "place"
        referee.facts(referee.place({}))
        asked = "problems"
        wrong: list[object] = [each for each in referee.problems if not isinstance(each, Problem)]
        asked = "numbers"
        wrong += [each for each in referee.numbers if not isinstance(each, Agreement | Claim)]
    except FactError as error:
        raise RefereeError(f"the referee of {code} fails in {asked}: {error.message}") from error
    except Exception as error:
        raise RefereeError(f"the referee of {code} fails in {asked}: {_told(error)}") from error
    if wrong:
        raise RefereeError(f"the referee of {code} has {wrong[0]!r} among its problems or numbers")
    if pieces:
        raise RefereeError(
            f"the referee of {code} begins with pieces that are not printed: {pieces}"
        )


def seats(players: int) -> tuple[str, ...]:
    """Names of players where nobody is asked for theirs."""
    names = ("Ann", "Bob", "Cat", "Dov", "Eve", "Fay", "Gus", "Hal")
    return tuple(names[:players]) + tuple(f"P{n}" for n in range(len(names) + 1, players + 1))
