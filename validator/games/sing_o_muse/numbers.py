"""Derived numbers in the Sing! O Muse catalogue, and checks of its numbers."""

from __future__ import annotations

from validator.referee.consistency import Claim, Derived, Number


def _numeric_trait(number: Number) -> str:
    numeric, traits = number("SING-DECK-08.numeric"), number("SING-DECK-08.traits")
    return "" if numeric in traits else f"{numeric} is not one of the traits"


def _border_colours(number: Number) -> str:
    """Return an error unless each kind of card has its own border colour, unlike any stripe."""
    borders = [*number("SING-DECK-04.borders").values(), *number("SING-DECK-05.borders").values()]
    twice = sorted({each for each in borders if borders.count(each) > 1})
    return f"two kinds of card have the same border: {', '.join(twice)}" if twice else ""


def _stripes(number: Number) -> str:
    stripes = [
        number("SING-DECK-06.treasure_stripe"),
        number("SING-DECK-06.companion_stripe"),
        number("SING-DECK-06.laurel_stripe"),
        number("SING-DECK-07.immediate_stripe"),
    ]
    on = set(number("SING-DECK-05.borders").values())
    if len(set(stripes)) < len(stripes):
        return "two kinds of stripes have the same colour"
    return ", ".join(
        f"stripes in {each} cannot be seen on a border of the same colour"
        for each in stripes
        if each in on
    )


def _long_game(number: Number) -> str:
    short, long = number("SING-SETUP-09.target"), number("SING-SETUP-09.long_target")
    return (
        ""
        if long > short
        else (f"the target of a long game, {long}, must be higher than the usual one, {short}")
    )


def _players(number: Number) -> str:
    least, most = number("SING-SETUP-10.players.min"), number("SING-SETUP-10.players.max")
    long = number("SING-SETUP-10.long_players")
    return (
        "" if least <= long <= most else f"the target, {long}, must be between {least} and {most}"
    )


def _counters_reach(number: Number) -> str:
    """Return an error unless a counter is long enough for the long game.

    It must reach the long target, minus one, plus the Laurels of the largest Quest.
    """
    highest, target = number("SING-KIT-02.highest"), number("SING-SETUP-09.long_target")
    return (
        ""
        if highest >= target
        else (f"the counters end at {highest}, but the target of a long game is {target}")
    )


def _strips_hold(number: Number) -> str:
    """Return an error unless the heading and the spaces of a strip fit evenly into its parts."""
    fields, parts = number("SING-KIT-03.spaces") + 1, number("SING-KIT-03.parts")
    return (
        ""
        if fields % parts == 0
        else f"{fields} fields cannot be divided equally among {parts} parts"
    )


def _kinds_return(number: Number) -> str:
    candidates, returning = number("SING-KIT-04.candidates"), number("SING-KIT-04.returning")
    return (
        ""
        if returning <= candidates
        else (f"{returning} cards cannot return if there are only {candidates}")
    )


NUMBERS: tuple[Derived | Claim, ...] = (
    Derived("SING-DECK-08.count", lambda n: len(n("SING-DECK-08.traits")), "the number of traits"),
    Derived(
        "SING-KIT-02.counters",
        lambda n: n("SING-KIT-02.per_player") * n("SING-SETUP-10.players.max"),
        "the counters per player multiplied by the largest number of players",
    ),
    Derived(
        "SING-KIT-03.pieces",
        lambda n: n("SING-KIT-03.strips") * n("SING-KIT-03.parts"),
        "the number of strips multiplied by their parts",
    ),
    Claim("SING-DECK-08", _numeric_trait),
    Claim("SING-DECK-05", _border_colours),
    Claim("SING-DECK-06", _stripes),
    Claim("SING-SETUP-09", _long_game),
    Claim("SING-SETUP-10", _players),
    Claim("SING-KIT-02", _counters_reach),
    Claim("SING-KIT-03", _strips_hold),
    Claim("SING-KIT-04", _kinds_return),
)
