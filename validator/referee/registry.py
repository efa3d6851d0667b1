"""Finds the referee of a game by the code of its rules, which a renamed copy keeps.

The referees of shipped games are in `validator.games`. For any other code, an installed package may
offer a referee as an entry point in the group `pieria.referees`, with the code as its name
(docs/referees.md). Code in the folder of a deck is never run: a deck is only data, and may come
from anywhere. Packages are searched only when a game needs one. A broken package is reported by
name and affects no other game.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, NamedTuple

from validator.core.location import Location, Problem
from validator.core.model import Game, MissingFieldError
from validator.referee.consistency import FAILURES, Claim, Derived, failure

if TYPE_CHECKING:  # a build needs only numbers, and should not import the referees
    from importlib.metadata import EntryPoint

    from validator.referee.deck_checks import DeckChecks
    from validator.referee.printed import PrintedPieces
    from validator.referee.referee import Referee
    from validator.referee.requirements import Requirement
    from validator.referee.ruleset import Ruleset

GROUP = "pieria.referees"
ID = "referee"
TABLES = 12  # numbers of players for which a deck is tried
LARGEST = 100_000  # bytes of a pyproject.toml that is looked into


class Shipped(NamedTuple):
    """The modules of a shipped game, imported on demand.

    A build needs only the numbers, which can be imported without the referee.
    """

    ruleset: str  # module that declares RULESET
    numbers: str  # declares NUMBERS


SHIPPED = {  # by code; imported when a game needs it, as those of packages are
    "NINE": Shipped("validator.games.nine_muses.referee", "validator.games.nine_muses.numbers"),
    "DANCE": Shipped(
        "validator.games.dance_of_muses.referee", "validator.games.dance_of_muses.numbers"
    ),
    "MUSE": Shipped("validator.games.muse.referee", "validator.games.muse.numbers"),
    "SCHIZ": Shipped("validator.games.schizonauts.referee", "validator.games.schizonauts.numbers"),
    "SING": Shipped("validator.games.sing_o_muse.referee", "validator.games.sing_o_muse.numbers"),
    "EIGHTS": Shipped(
        "validator.games.crazy_eights.referee", "validator.games.crazy_eights.numbers"
    ),
}


class RefereeError(Exception):
    """Raised for a referee that cannot be used.

    `location` is the location of the cause, if it is known.
    """

    def __init__(self, message: str, location: Location | None = None) -> None:
        super().__init__(message)
        self.location = location


class Offer(NamedTuple):
    """An installed package's offer of a referee for the rules with a given code."""

    code: str
    package: str  # its name and version
    entry: EntryPoint
    fault: str = ""  # why it is not used, if that can be seen without importing it

    @property
    def words(self) -> str:
        return f"{self.entry.value} of the package {self.package}"


def offers() -> list[Offer]:
    """Return the referees of installed packages by code, without importing them."""
    return [*_offers_in(tuple((place, _changed(place)) for place in map(Path, sys.path)))]


@lru_cache(1)
def _offers_in(places: tuple[tuple[Path, int], ...]) -> list[Offer]:
    """Return the offers of the packages in folders, each with the time of its last change.

    Reading the packages' files takes a tenth of the time that `importlib.metadata` needs.
    """
    if not any(_offers_from(*each) for each in places):
        return []
    from importlib.metadata import entry_points

    found = sorted((entry.name, entry.value, entry) for entry in entry_points(group=GROUP))
    count = Counter(name for name, _, _ in found)
    packages = {(name, value): _package(entry) for name, value, entry in found}
    result = []
    for name, value, entry in found:
        fault = ""
        if not re.fullmatch("[A-Z]+", name):
            fault = (
                f"'{name}' is not a game code; expected the capital letters with which the game's "
                "rule ids begin"
            )
        elif name in SHIPPED:
            fault = f"{name} is the code of a game that comes with Pieria; choose another code"
        elif count[name] > 1:
            others = sorted({p for (n, v), p in packages.items() if n == name and v != value})
            fault = f"{name} is also offered by {', '.join(others)}; uninstall one of them"
        result.append(Offer(name, packages[name, value], entry, fault))
    return result


def _changed(place: Path) -> int:
    """Return the time when an entry was last added to a folder or removed from it."""
    try:
        return place.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache
def _offers_from(place: Path, changed: int) -> bool:  # noqa: ARG001, what is known may be old
    """Return whether a package in a folder or archive may offer a referee."""
    if place.is_file():
        return True  # packages may be in an archive
    try:
        found = [each for each in place.iterdir() if each.suffix in (".dist-info", ".egg-info")]
    except OSError:
        return False
    for package in found:
        with suppress(OSError):
            if GROUP.encode() in (package / "entry_points.txt").read_bytes():
                return True
    return False


def _package(entry: EntryPoint) -> str:
    dist = entry.dist
    if dist is None or dist.metadata is None or not dist.metadata["Name"]:
        return "without a name"
    return f"{dist.metadata['Name']} {dist.metadata['Version'] or ''}".rstrip()


def ruleset_of(game: Game) -> Ruleset | None:
    """Return the ruleset of a game, or None if the game has no referee. Raises RefereeError."""
    return ruleset_for(game.code)


def ruleset_for(code: str) -> Ruleset | None:
    """Return the ruleset for rules with this code, or None if there is none. Raises
    RefereeError.
    """
    if code in SHIPPED:
        return _shipped(code)
    offer = offer_for(code)
    return load_offer(offer) if offer else None


@cache
def _shipped(code: str) -> Ruleset:
    from validator.referee.ruleset import Ruleset

    found = import_module(SHIPPED[code].ruleset).RULESET
    assert isinstance(found, Ruleset), f"{SHIPPED[code].ruleset} declares no Ruleset"
    return found


def find_referee(
    game: Game, players: Sequence[str], options: Sequence[str] = ()
) -> Referee[Any] | None:
    """Return the referee for these players, or None if the game has none. Raises RefereeError."""
    ruleset = ruleset_of(game)
    if ruleset is None:
        return None
    try:
        referee = ruleset.referee(game, players, options)
    except MissingFieldError as error:
        raise RefereeError(lacks(game, error).message, error.location) from error
    except Exception as error:  # other people's code may raise anything
        if game.code in SHIPPED:
            if not isinstance(error, FAILURES):
                raise
            raise RefereeError(misfit(game, error).message) from error
        offer = offer_for(game.code)
        what = offer.words if offer else f"the referee of {game.code}"
        raise RefereeError(f"{what} cannot set up a game: {_described(error)}") from error
    referee.piece_names = ruleset.pieces
    return referee


def no_referee(game: Game) -> str:
    """Return why there is no referee: the game has none, or its package is not installed."""
    if brings_referee(game):
        folder = Path(os.path.normpath(game.folder)).as_posix()
        return f"the referee in {folder} is not installed; run: pip install -e {folder}"
    return f"{game.title} has no referee yet. See: pieria docs referees"


def brings_referee(game: Game) -> bool:
    """Return whether the folder of a game contains a package that offers a referee."""
    package = game.folder / "pyproject.toml"
    with suppress(OSError, UnicodeDecodeError):
        return package.stat().st_size < LARGEST and GROUP in package.read_text("utf-8")
    return False


def lacks(game: Game, error: MissingFieldError) -> Problem:
    """Return a problem for a card that lacks a field that the rules need."""
    words = (
        f"the rules of {game.code} need a field of this card: {error}; "
        "give it, and declare it under 'fields' of the component"
    )
    return Problem(error.location, words, ID)


def misfit(game: Game, error: BaseException) -> Problem:
    """Return a problem for numbers in the rules with which no game can be set up.

    If the referee is from a package, the cause may also be in its module, which is named.
    """
    if game.code in SHIPPED:
        why, hint = failure(error, "a number", "used"), "those of the shipped game"
        words = f"{why}; compare the numbers in rules.yaml with {hint}"
    else:
        words = _described(error)
    return Problem(game.location, f"no game can be set up with these rules: {words}", ID)


def requirements_of(game: Game) -> tuple[Requirement, ...]:
    """Return the requirements of a game, found by the code of its rules.

    The result is empty if the game's referee cannot be used; `pieria check` reports the reason.
    """
    ruleset = _usable(game.code)
    return ruleset.requirements if ruleset else ()


def printed_pieces(game: Game) -> PrintedPieces:
    """Return the printed designs of a game, by the names of pieces in its states."""
    from validator.referee.printed import PrintedPieces

    ruleset = _usable(game.code)
    return PrintedPieces(game, ruleset.pieces if ruleset else {})


def numbers_for(code: str) -> tuple[Derived | Claim, ...]:
    """Return the derived numbers in the rules with this code, and the claims about their
    numbers.
    """
    if code in SHIPPED:
        found: tuple[Derived | Claim, ...] = import_module(SHIPPED[code].numbers).NUMBERS
        return found
    ruleset = _usable(code)
    return ruleset.numbers if ruleset else ()


def deck_checks_of(game: Game) -> DeckChecks | None:
    """Return a game's checks of custom decks, or None if the game has no referee."""
    ruleset = _usable(game.code)
    return ruleset.deck if ruleset else None


def _usable(code: str) -> Ruleset | None:
    try:
        return ruleset_for(code)
    except RefereeError:
        return None


def offer_for(code: str) -> Offer | None:
    """Return an installed package's offer for a code, even if it cannot be used."""
    return next((offer for offer in offers() if offer.code == code), None) if code else None


def load_offer(offer: Offer) -> Ruleset:
    """Import the referee that a package offers. Raises RefereeError."""
    from validator.referee.referee import Referee
    from validator.referee.ruleset import Ruleset

    if offer.fault:
        raise RefereeError(f"{offer.words} is not used: {offer.fault}")
    try:
        found = offer.entry.load()
    except (Exception, SystemExit) as error:
        raise RefereeError(f"{offer.words} cannot be imported: {_described(error)}") from error
    if not isinstance(found, Ruleset):
        kind = "a class" if isinstance(found, type) else f"of the type {type(found).__name__}"
        raise RefereeError(f"{offer.words} is {kind}, not a Ruleset")
    referee = found.referee
    if not (isinstance(referee, type) and issubclass(referee, Referee)):
        raise RefereeError(f"the referee of {offer.words} is not a subclass of Referee")
    if lacks := sorted(_lacks(referee)):
        raise RefereeError(f"{offer.words} is not finished: it lacks {', '.join(lacks)}")
    wrong = [each for each in found.numbers if not isinstance(each, Derived | Claim)]
    if wrong:
        raise RefereeError(
            f"the derived numbers of {offer.words} contain {wrong[0]!r}, which has the wrong type"
        )
    return found


def _lacks(referee: type[Referee[Any]]) -> Iterator[str]:
    """Yield the required declarations that are missing in a referee."""
    yield from getattr(referee, "__abstractmethods__", ())
    yield from (name for name in ("fields", "verbs") if not hasattr(referee, name))


def _described(error: BaseException) -> str:
    """Return the text of an error, and the line of the package's module that led to it."""
    words = f"{type(error).__name__}: {error}".rstrip(": ")
    own = Path(__file__).parents[1]
    for frame in reversed(extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if own not in file.parents and "importlib" not in frame.filename:
            return f"{words} ({file.name}, line {frame.lineno})"
    return words


def problems_of(game: Game) -> list[Problem]:
    """Return the reasons why the referee of a game cannot play, or cannot be loaded."""
    found: set[Problem] = set()
    least, most = game.players
    for players in range(least, min(most, least + TABLES) + 1):
        try:
            referee = find_referee(game, seats(players))
            if referee is not None and game.code not in SHIPPED:
                _tried(referee, game.code)
        except RefereeError as error:
            return [Problem(error.location or game.location, str(error), ID)]
        if referee is None:
            return []
        found.update(referee.problems)
    return sorted(found)


def _tried(referee: Referee[Any], code: str) -> None:
    """Try the functions of a package's referee that every command needs. Raises RefereeError."""
    from validator.referee.facts import FactError
    from validator.referee.zones import census, difference

    asked = "begin"
    try:
        state = referee.begin(0)
        asked = "fields"
        referee.fields.try_zones(state)
        for asked in ("to_act", "facts", "show", "zones"):
            getattr(referee, asked)(state)
        asked = "printed"
        pieces = difference(census(referee.zones(state)), referee.printed())
        asked = "place"
        referee.facts(referee.place({}))
        asked = "problems"
        wrong: list[object] = [each for each in referee.problems if not isinstance(each, Problem)]
    except FactError as error:
        raise RefereeError(f"the referee of {code} fails in {asked}: {error.message}") from error
    except Exception as error:
        raise RefereeError(
            f"the referee of {code} fails in {asked}: {_described(error)}"
        ) from error
    if wrong:
        raise RefereeError(
            f"the problems that the referee of {code} reports include "
            f"{wrong[0]!r}, which is not a Problem"
        )
    if pieces:
        raise RefereeError(
            f"the referee of {code} starts with pieces that the kit does not contain: {pieces}"
        )


def seats(players: int) -> tuple[str, ...]:
    """Return default names for this number of players."""
    names = ("Ann", "Bob", "Cat", "Dov", "Eve", "Fay", "Gus", "Hal")
    return tuple(names[:players]) + tuple(f"P{n}" for n in range(len(names) + 1, players + 1))
