"""Derived numbers in the Dance of Muses catalogue, and the number of pieces that a game
requires.
"""

from __future__ import annotations

from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.model import Game
from validator.games.dance_of_muses.cards import AREA_RULES, COLOURS
from validator.referee.consistency import Claim, Derived, Number
from validator.referee.requirements import Requirement, one_each, stated

BY_PLAYERS = (
    "DANCE-SETUP-03.muses_each",
    "DANCE-SETUP-04.left_over",
    "DANCE-SETUP-08.company_size",
    "DANCE-SETUP-08.companies",
    "DANCE-SETUP-10.company_dice",
)


def _players(number: Number) -> range:
    return range(number("DANCE-SETUP-01.players.min"), number("DANCE-SETUP-01.players.max") + 1)


def _table(number: Number, make: Any) -> FrozenMap:
    return FrozenMap({players: make(players) for players in _players(number)})


def _left_over(number: Number) -> FrozenMap:
    """Return the Muses that remain after the deal, by number of players."""
    tiles, each = number("DANCE-COMP-01.muse_tiles"), number("DANCE-SETUP-03.muses_each")
    return _table(number, lambda players: tiles - players * each[players])


def _company_dice(number: Number) -> FrozenMap:
    """Return the dice of a Company: one for each Muse of its members."""
    size, each = number("DANCE-SETUP-08.company_size"), number("DANCE-SETUP-03.muses_each")
    return _table(number, lambda players: size[players] * each[players])


def _squares(area: str) -> Derived:
    def offsets(number: Number) -> int:
        return len(set(number(f"{area}.offsets").values()))

    return Derived(f"{area}.squares", offsets, "the number of offsets")


def _tables_are_complete(number: Number) -> str:
    players = set(_players(number))
    wrong = [reference for reference in BY_PLAYERS if set(number(reference)) != players]
    words = (
        f"{', '.join(wrong)} must have one entry for each number of players: "
        f"{', '.join(map(str, sorted(players)))}"
    )
    return words if wrong else ""


def _everybody_plays(number: Number) -> str:
    """Return an error unless the Companies include all players."""
    companies, size = number("DANCE-SETUP-08.companies"), number("DANCE-SETUP-08.company_size")
    wrong = [str(n) for n in _players(number) if companies[n] * size[n] != n]
    words = f"the members of the Companies do not add up to {' or '.join(wrong)} players"
    return words if wrong else ""


def _every_muse_has_a_die(number: Number) -> str:
    """Return an error unless there is one die for each Muse."""
    tiles, left = number("DANCE-COMP-01.muse_tiles"), number("DANCE-SETUP-04.left_over")
    companies, dice = number("DANCE-SETUP-08.companies"), number("DANCE-SETUP-10.company_dice")
    wrong = [
        f"{companies[n] * dice[n] + left[n]} dice with {n} players"
        for n in _players(number)
        if companies[n] * dice[n] + left[n] != tiles
    ]
    return f"{tiles} Muses need one die each, but there are {', '.join(wrong)}" if wrong else ""


def _enough_dice(number: Number) -> str:
    """Return an error if a Company needs more dice of a colour than there are."""
    have = min(number("DANCE-COMP-03.by_colour").values())
    need = max(number("DANCE-SETUP-10.company_dice").values())
    words = f"a Company needs {need} dice, but there are only {have} of each colour"
    return "" if need <= have else words


def _enough_colours(number: Number) -> str:
    """Return an error if there are fewer colours than Companies and Neutral Muse."""
    colours, companies = number("DANCE-SETUP-09.colours"), number("DANCE-SETUP-08.companies")
    left = number("DANCE-SETUP-04.left_over")
    short = [str(n) for n in _players(number) if companies[n] + (left[n] > 0) > colours]
    return f"{colours} colours are too few for {' or '.join(short)} players" if short else ""


def _enough_tokens(number: Number) -> str:
    """Return an error if more Sun tokens can be won than there are."""
    problems = [
        f"{number(f'DANCE-SCORE-12.max_{metal}')} {metal} tokens are awarded, but there are {have}"
        for metal, have in number("DANCE-COMP-04.by_metal").items()
        if metal != "golden" and number(f"DANCE-SCORE-12.max_{metal}") > have
    ]
    return "; ".join(problems)


def _values_are_on_the_die(number: Number) -> str:
    """Return an error if a die cannot show a value of the rules."""
    start, end = number("DANCE-PLACE-06.start_value"), number("DANCE-END-01.end_value")
    sides, will = number("DANCE-COMP-03.sides"), number("DANCE-SCORE-02.apollo_value")
    if not number("DANCE-POWER-14.lowest") <= start < end <= sides:
        return f"dice with {sides} sides cannot go from {start} to {end}"
    return "" if will <= sides else f"a die of {sides} sides cannot show {will}"


def _neighbours_share_an_edge(number: Number) -> str:
    """Return an error unless opposite sides of a die are no neighbours in value."""
    sides, opposite = number("DANCE-COMP-03.sides"), number("DANCE-KIT-01.opposite")
    if sorted([*opposite, *opposite.values()]) != list(range(1, sides + 1)):
        return f"the pairs must name each of the {sides} sides exactly once"
    apart = [f"{one} and {other}" for one, other in opposite.items() if abs(one - other) == 1]
    return f"{', '.join(apart)} must share an edge, but are opposite each other" if apart else ""


def _companies(number: Number) -> FrozenMap:
    """Return the number of Companies, by number of players."""
    size = number("DANCE-SETUP-08.company_size")
    return _table(number, lambda players: players // size[players])


NUMBERS: tuple[Derived | Claim, ...] = (
    Derived("DANCE-COMP-01.muse_tiles", lambda n: len(n.cards("muses")), "the number of tiles"),
    Derived("DANCE-COMP-03.dice", lambda n: sum(n("DANCE-COMP-03.by_colour").values()),
            "the total over all colours"),
    Derived("DANCE-COMP-04.tokens", lambda n: sum(n("DANCE-COMP-04.by_metal").values()),
            "the total over all metals"),
    Derived("DANCE-SETUP-04.left_over", _left_over, "the number of Muses left after the deal"),
    Derived("DANCE-SETUP-09.colours", lambda n: len(n("DANCE-COMP-03.by_colour")),
            "the number of dice colours"),
    Derived("DANCE-SETUP-08.companies", _companies,
            "the number of players divided by the members of a Company"),
    Derived("DANCE-SETUP-10.company_dice", _company_dice,
            "the members of a Company multiplied by the Muses in a hand"),
    Derived("DANCE-MOVE-13.max_pushed", lambda n: n("DANCE-COMP-01.muse_tiles") - 1,
            "the number of Muses other than the one that steps"),
    *(_squares(f"DANCE-{area}") for area in AREA_RULES),
    Derived("DANCE-SCORE-12.max_columns", lambda n: max(n("DANCE-SETUP-10.company_dice").values()),
            "the length of the longest row of dice"),
    Derived("DANCE-SCORE-12.max_bronze",
            lambda n: n("DANCE-SCORE-12.max_columns") * n("DANCE-SCORE-07.tokens")
            - n("DANCE-SCORE-12.max_silver"),
            "the number of columns less the one that wins Silver"),
    Claim("DANCE-SETUP-03", _tables_are_complete),
    Claim("DANCE-SETUP-08", _everybody_plays),
    Claim("DANCE-PLACE-11", _every_muse_has_a_die),
    Claim("DANCE-COMP-03", _enough_dice),
    Claim("DANCE-SETUP-09", _enough_colours),
    Claim("DANCE-SCORE-12", _enough_tokens),
    Claim("DANCE-END-01", _values_are_on_the_die),
    Claim("DANCE-KIT-01", _neighbours_share_an_edge),
)  # fmt: skip

# ---- how many pieces a game can require


def _bronze(game: Game, players: int) -> int:
    """Return the number of Bronze tokens that all columns can win.

    The Silver tokens, which are won first, are not counted.
    """
    number = game.rules.number
    columns = number(f"DANCE-SETUP-10.company_dice.{players}")
    return int(columns * number("DANCE-SCORE-07.tokens") - number("DANCE-SCORE-12.max_silver"))


def _never(_: Game, __: int) -> int:
    """Return 0, for pieces that only variants use."""
    return 0


REQUIREMENTS = (
    Requirement("Muses", stated(
        "DANCE-COMP-01.muse_tiles"), ("DANCE-COMP-01",), "all Muses are placed",
                pieces=("muses",)),
    Requirement("Mnemosyne", _never, ("DANCE-COMP-02",), "only the variant uses Mnemosyne",
                pieces=("mnemosyne",)),
    *(
        Requirement(f"{colour} die", stated("DANCE-SETUP-10.company_dice.{players}"),
                    ("DANCE-SETUP-10",), "all dice of a Company", pieces=(f"dice/{colour}",),
                    instead=(f"trackers/{colour}",))
        for colour in COLOURS
    ),
    Requirement("bronze token", _bronze, ("DANCE-SCORE-12",),
                "one for each column except the one that wins Silver", pieces=("suns/bronze",)),
    Requirement("silver token", stated("DANCE-SCORE-12.max_silver"),
                ("DANCE-SCORE-10", "DANCE-SCORE-12"), "it is awarded once",
                pieces=("suns/silver",)),
    Requirement("golden token", _never, ("DANCE-COMP-07",), "no rule awards it",
                pieces=("suns/golden",)),
    Requirement("References", one_each, ("DANCE-SETUP-01",), "one for each player",
                pieces=("references",)),
)  # fmt: skip
