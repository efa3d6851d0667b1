"""Derived numbers in the Sing! O Muse catalogue, and checks of its numbers."""

from __future__ import annotations

from validator.referee.consistency import Claim, Derived, Number, claim


def _border_colours(number: Number) -> str:
    """Return an error unless each kind of card has its own border colour, unlike any stripe."""
    borders = [*number("SING-DECK-04.borders").values(), *number("SING-DECK-05.borders").values()]
    twice = sorted({each for each in borders if borders.count(each) > 1})
    return f"two kinds of card have the same border: {', '.join(twice)}" if twice else ""


def _stripes(number: Number) -> str:
    """Return an error unless stripes differ from each other and from the borders."""
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


def _strips_hold(number: Number) -> str:
    """Return an error unless the heading and the spaces of a strip fit evenly into its parts."""
    fields, parts = number("SING-KIT-03.spaces") + 1, number("SING-KIT-03.parts")
    words = f"{fields} fields cannot be divided equally among {parts} parts"
    return "" if fields % parts == 0 else words


NUMBERS: tuple[Derived | Claim, ...] = (
    Derived("SING-DECK-08.count", lambda n: len(n("SING-DECK-08.traits")), "the number of traits"),
    Derived("SING-KIT-02.counters",
            lambda n: n("SING-KIT-02.per_player") * n("SING-SETUP-10.players.max"),
            "the counters per player multiplied by the largest number of players"),
    Derived("SING-KIT-03.pieces", lambda n: n("SING-KIT-03.strips") * n("SING-KIT-03.parts"),
            "the number of strips multiplied by their parts"),
    claim("SING-DECK-08", lambda numeric, traits: numeric in traits,
          "{numeric} is not one of the traits",
          numeric="SING-DECK-08.numeric", traits="SING-DECK-08.traits"),
    Claim("SING-DECK-05", _border_colours),
    Claim("SING-DECK-06", _stripes),
    claim("SING-SETUP-09", lambda short, long: long > short,
          "the target of a long game, {long}, must be higher than the usual one, {short}",
          short="SING-SETUP-09.target", long="SING-SETUP-09.long_target"),
    claim("SING-SETUP-10", lambda least, long, most: least <= long <= most,
          "the target, {long}, must be between {least} and {most}",
          least="SING-SETUP-10.players.min", long="SING-SETUP-10.long_players",
          most="SING-SETUP-10.players.max"),
    claim("SING-KIT-02", lambda highest, target: highest >= target,
          "the counters end at {highest}, but the target of a long game is {target}",
          highest="SING-KIT-02.highest", target="SING-SETUP-09.long_target"),
    Claim("SING-KIT-03", _strips_hold),
    claim("SING-KIT-04", lambda returning, candidates: returning <= candidates,
          "{returning} cards cannot return if there are only {candidates}",
          returning="SING-KIT-04.returning", candidates="SING-KIT-04.candidates"),
)  # fmt: skip
