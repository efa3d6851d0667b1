"""Derived numbers in the Nine Muses catalogue, and the number of pieces that a game requires."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.referee.consistency import Claim, Derived, Number, Numbers, claim
from validator.referee.requirements import Requirement, each_player, stated

KINDS = ("craft", "science", "ethics")


def _players(number: Number) -> range:
    """Return the possible numbers of players."""
    return range(number("NINE-SETUP-01.min"), number("NINE-SETUP-01.max") + 1)


def _by_count(row: Callable[[Number, int], tuple[int, ...]]) -> Callable[[Numbers], Any]:
    """Return a function that computes a table with a row for each number of players."""
    return lambda number: FrozenMap({players: row(number, players) for players in _players(number)})


def _box(number: Number, players: int) -> tuple[int, ...]:
    """Return the tokens in the box: those that are not in the pool."""
    pool = number("NINE-SETUP-03.pool")[players]
    return tuple(
        number(f"NINE-COMP-06.{kind}") - in_play for kind, in_play in zip(KINDS, pool, strict=True)
    )


def _pool_after_setup(number: Number, players: int) -> tuple[int, ...]:
    """Return the pool less the players' first tokens."""
    pool = number("NINE-SETUP-03.pool")[players]
    gifts = [players * number(f"NINE-SETUP-09.{kind}_each") for kind in KINDS]
    return tuple(have - gift for have, gift in zip(pool, gifts, strict=True))


def _enough(rule: str, have: str, each: str) -> Claim:
    """Return the claim that there are enough pieces for the largest number of players."""
    return claim(rule, lambda have, each, players: have >= each * players,
                 "{players} players need {each} pieces each, but there are only {have}",
                 have=f"{rule}.{have}", each=each, players="NINE-SETUP-01.max")  # fmt: skip


def _deck_lasts(number: Number) -> str:
    """Return an error if the deck is too small for the hands of all rounds."""
    each = number("NINE-ROUND-01.rounds") * number("NINE-SETUP-07.cards_each")
    deck = number("NINE-COMP-05.count")
    short = ", ".join(str(players) for players in _players(number) if each * players > deck)
    return f"{deck} Philosopher cards are too few for {short} players" if short else ""


def _three_columns(number: Number) -> str:
    """Return an error unless the pool has an amount of each type of Knowledge."""
    types = len(number("NINE-KNOW-01.types"))
    odd = ", ".join(str(players) for players,
                    row in number("NINE-SETUP-03.pool").items() if len(row) != types)  # fmt: skip
    return f"the row for {odd} players must have {types} amounts, one per type" if odd else ""


def _copies(number: Numbers) -> FrozenMap:
    copies: Counter[str] = Counter()
    for card in number.cards("philosophers"):
        copies[card.title] += card.copies
    return FrozenMap(dict(copies))


NUMBERS: tuple[Derived | Claim, ...] = (
    Derived("NINE-COMP-02.names",
            lambda n: tuple(dict.fromkeys(card.title for card in n.cards("muses"))),
            "the names of the cards"),
    Derived("NINE-COMP-02.count", lambda n: len(n("NINE-COMP-02.names")), "the number of names"),
    Derived("NINE-COMP-03.count", lambda n: n("NINE-COMP-03.tens") + n("NINE-COMP-03.ones"),
            "the tens and ones cards together"),
    Derived("NINE-COMP-05.kinds", _copies, "the numbers of copies of the cards"),
    Derived("NINE-COMP-05.count", lambda n: sum(n("NINE-COMP-05.kinds").values()),
            "the total of these copies"),
    Derived("NINE-COMP-05.kind_count", lambda n: len(n("NINE-COMP-05.kinds")),
            "the number of kinds"),
    Derived("NINE-COMP-06.count", lambda n: sum(n(f"NINE-COMP-06.{kind}") for kind in KINDS),
            "the total of the three types"),
    Derived("NINE-COMP-07.cards", lambda n: sum(n(f"NINE-COMP-0{i}.count") for i in range(1, 6)),
            "the total of all decks"),
    Derived("NINE-SETUP-04.box", _by_count(_box), "all tokens less those in the pool"),
    Derived("NINE-SETUP-10.pool_after_setup", _by_count(_pool_after_setup),
            "the pool less the tokens that the players start with"),
    Derived("NINE-SETUP-06.deck", lambda n: n("NINE-COMP-02.count") - n("NINE-SETUP-06.centre"),
            "all Muses less those in the centre"),
    Derived("NINE-ROUND-06.round",
            lambda n: 1 + -(-n("NINE-SETUP-06.deck") // n("NINE-ROUND-04.muses")),
            "the round in which the last Muse is revealed"),
    Derived("NINE-ROUND-01.rounds", lambda n: n("NINE-ROUND-06.round"),
            "the round in which the last Muse is revealed"),
    _enough("NINE-COMP-03", "tens", "NINE-SETUP-08.tens"),
    _enough("NINE-COMP-03", "ones", "NINE-SETUP-08.ones"),
    _enough("NINE-COMP-04", "count", "NINE-SETUP-08.reference"),
    _enough("NINE-COMP-05", "count", "NINE-SETUP-07.cards_each"),
    Claim("NINE-SETUP-03", _three_columns),
    claim("NINE-SETUP-08", lambda first, least, most: least <= first <= most,
          "a pair of score cards cannot show {first}", first="NINE-SETUP-08.score",
          least="NINE-COMP-11.lowest", most="NINE-COMP-11.highest"),
    Claim("NINE-ROUND-03", _deck_lasts, covered_by="NINE-RUL-01"),
)  # fmt: skip

REQUIREMENTS = (
    *(
        Requirement(word, stated(f"NINE-SETUP-03.pool.{{players}}.{kind}"), ("NINE-SETUP-03",),
                    "all tokens of the pool", pieces=(f"tokens/{word}",))
        for kind, word in enumerate(KINDS)
    ),
    Requirement("Philosophers", each_player("NINE-SETUP-07.cards_each"), ("NINE-SETUP-07",),
                "full hands",
                pieces=("philosophers",), whole=True),
    Requirement("Muses", stated("NINE-COMP-02.count"), ("NINE-COMP-02",), "all take part",
                pieces=("muses",), whole=True),
    Requirement("Score cards", each_player("NINE-SETUP-08.tens", "NINE-SETUP-08.ones"),
                ("NINE-SETUP-08",),
                "a pair for each player", pieces=("scores",)),
    Requirement("References", each_player("NINE-SETUP-08.reference"), ("NINE-SETUP-08",),
                "one for each player",
                pieces=("references",)),
    Requirement("Points on a pair of score cards", None, ("NINE-COMP-11",), "",
                room="NINE-COMP-11.highest",
                decided_by="NINE-RUL-09", met=lambda state: max(own.score for own in state.seats)),
)  # fmt: skip
