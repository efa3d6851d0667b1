"""Numbers of the Nine Muses catalogue that follow from others."""

from __future__ import annotations

from collections import Counter
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.referee.consistency import Claim, Derived, Number, Numbers

KINDS = ("craft", "science", "ethics")


def _per_count(number: Number, make: Any) -> FrozenMap:
    least, most = number("NINE-SETUP-01.min"), number("NINE-SETUP-01.max")
    return FrozenMap({players: make(players) for players in range(least, most + 1)})


def _box(number: Number) -> FrozenMap:
    tokens = [number(f"NINE-COMP-06.{kind}") for kind in KINDS]
    pool = number("NINE-SETUP-03.pool")
    return _per_count(
        number, lambda players: tuple(a - b for a, b in zip(tokens, pool[players], strict=True))
    )


def _pool_after_setup(number: Number) -> FrozenMap:
    each = [number(f"NINE-SETUP-09.{kind}_each") for kind in KINDS]
    pool = number("NINE-SETUP-03.pool")
    return _per_count(
        number,
        lambda players: tuple(a - players * b for a, b in zip(pool[players], each, strict=True)),
    )


def _enough(number: Number, reference: str, each: str) -> str:
    most = number("NINE-SETUP-01.max")
    have, need = number(reference), most * number(each)
    return "" if have >= need else f"{most} players need {need}, there are {have}"


def _deck_lasts(number: Number) -> str:
    rounds, cards = number("NINE-ROUND-01.rounds"), number("NINE-SETUP-07.cards_each")
    deck = number("NINE-COMP-05.count")
    short = [
        str(players)
        for players in range(number("NINE-SETUP-01.min"), number("NINE-SETUP-01.max") + 1)
        if rounds * cards * players > deck
    ]
    return f"{deck} Philosophers run out with {', '.join(short)} players" if short else ""


def _three_columns(number: Number) -> str:
    types = len(number("NINE-KNOW-01.types"))
    odd = [
        str(players) for players, row in number("NINE-SETUP-03.pool").items() if len(row) != types
    ]
    return f"{', '.join(odd)} players have not {types} amounts" if odd else ""


def _score_shown(number: Number) -> str:
    first = number("NINE-SETUP-08.score")
    least, most = number("NINE-COMP-11.lowest"), number("NINE-COMP-11.highest")
    return "" if least <= first <= most else f"the pair cannot show {first}"


def _copies(number: Numbers) -> FrozenMap:
    copies: Counter[str] = Counter()
    for card in number.cards("philosophers"):
        copies[card.title] += card.copies
    return FrozenMap(dict(copies))


def _names(number: Numbers) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.title for card in number.cards("muses")))


NUMBERS: tuple[Derived | Claim, ...] = (
    Derived("NINE-COMP-02.names", _names, "the names of the cards"),
    Derived("NINE-COMP-02.count", lambda n: len(n("NINE-COMP-02.names")), "the number of names"),
    Derived(
        "NINE-COMP-03.count",
        lambda n: n("NINE-COMP-03.tens") + n("NINE-COMP-03.ones"),
        "tens and ones together",
    ),
    Derived("NINE-COMP-05.kinds", _copies, "the copies of the cards"),
    Derived(
        "NINE-COMP-05.count",
        lambda n: sum(n("NINE-COMP-05.kinds").values()),
        "the sum of the copies",
    ),
    Derived(
        "NINE-COMP-05.kind_count", lambda n: len(n("NINE-COMP-05.kinds")), "the number of kinds"
    ),
    Derived(
        "NINE-COMP-06.count",
        lambda n: sum(n(f"NINE-COMP-06.{kind}") for kind in KINDS),
        "the sum of the three types",
    ),
    Derived(
        "NINE-COMP-07.cards",
        lambda n: sum(n(f"NINE-COMP-0{i}.count") for i in range(1, 6)),
        "the sum of all decks",
    ),
    Derived("NINE-SETUP-04.box", _box, "what the pool leaves of the tokens"),
    Derived("NINE-SETUP-10.pool_after_setup", _pool_after_setup, "the pool less the first gifts"),
    Derived(
        "NINE-SETUP-06.deck",
        lambda n: n("NINE-COMP-02.count") - n("NINE-SETUP-06.centre"),
        "what the centre leaves of the Muses",
    ),
    Derived(
        "NINE-ROUND-06.round",
        lambda n: 1 + -(-n("NINE-SETUP-06.deck") // n("NINE-ROUND-04.muses")),
        "the round that opens the last Muse",
    ),
    Derived("NINE-ROUND-01.rounds", lambda n: n("NINE-ROUND-06.round"), "the last Muse's round"),
    Claim("NINE-COMP-03", lambda n: _enough(n, "NINE-COMP-03.tens", "NINE-SETUP-08.tens")),
    Claim("NINE-COMP-03", lambda n: _enough(n, "NINE-COMP-03.ones", "NINE-SETUP-08.ones")),
    Claim("NINE-COMP-04", lambda n: _enough(n, "NINE-COMP-04.count", "NINE-SETUP-08.reference")),
    Claim("NINE-COMP-05", lambda n: _enough(n, "NINE-COMP-05.count", "NINE-SETUP-07.cards_each")),
    Claim("NINE-SETUP-03", _three_columns),
    Claim("NINE-SETUP-08", _score_shown),
    Claim("NINE-ROUND-03", _deck_lasts, covered_by="NINE-RUL-01"),
)
