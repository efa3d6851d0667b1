"""Numbers of the Schizonauts catalogue that follow from others.

n: players. A `length` is a row of the length table, a cell a length and an n. R: rounds of a cell.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.referee.consistency import Claim, Derived, Number

LENGTHS = ("very_short", "short", "medium", "long", "very_long")

# ---- the length table


def _players(number: Number) -> range:
    return range(number("SCHIZ-GEN-02.players_from"), number("SCHIZ-GEN-02.players_to") + 1)


def _cells(number: Number) -> Iterator[tuple[str, int]]:
    yield from product(LENGTHS, _players(number))


def _deck(number: Number, length: str, n: int) -> int:
    return int(number(f"SCHIZ-DECK-02.{length}.{n}"))


def _rounds(number: Number, length: str, n: int) -> int:
    return _deck(number, length, n) // n


def _all_rounds(number: Number) -> list[int]:
    return sorted({_rounds(number, *cell) for cell in _cells(number)})


def _scenes(number: Number, length: str, n: int) -> int:
    final = number("SCHIZ-GEN-06.scenes_per_turn.final")
    return int(number("SCHIZ-DECK-05.per_card") * _deck(number, length, n) + final * n)


def _rows(
    rule: str, cell: Callable[[Number, str, int], Any], why: str
) -> tuple[Derived | Claim, ...]:
    """An agreement for each length of a rule's table, whose cells follow from length and n."""

    def row(length: str) -> Callable[[Number], FrozenMap]:
        return lambda number: FrozenMap({n: cell(number, length, n) for n in _players(number)})

    return tuple(Derived(f"{rule}.{length}", row(length), why) for length in LENGTHS)


def _equal_hands(number: Number) -> str:
    uneven = [
        f"{_deck(number, length, n)} cards for {n} players"
        for length, n in _cells(number)
        if _deck(number, length, n) % n
    ]
    return ", ".join(uneven)


def _share(number: Number) -> tuple[float, float]:
    shares = [100 * _deck(number, *cell) / _scenes(number, *cell) for cell in _cells(number)]
    return round(min(shares), 1), round(max(shares), 1)


def _hours(length: str) -> Callable[[Number], tuple[float, float]]:
    def hours(number: Number) -> tuple[float, float]:
        minutes = number("SCHIZ-DECK-06.minutes")
        all_n = [_scenes(number, length, n) * minutes / 60 for n in _players(number)]
        return round(min(all_n), 1), round(max(all_n), 1)

    return hours


# ---- characters and dice


def _ratings(number: Number) -> list[tuple[int, ...]]:
    """Every way to spread the points over the aptitudes."""
    points, lowest = number("SCHIZ-CHAR-09.points"), number("SCHIZ-CHAR-10.lowest")
    aptitudes = len(number("SCHIZ-COMP-02.aptitudes"))
    spread = product(range(lowest, points + 1), repeat=aptitudes)
    return [each for each in spread if sum(each) == points]


def _patterns(number: Number) -> tuple[str, ...]:
    return tuple(sorted({"-".join(map(str, sorted(each))) for each in _ratings(number)}))


def _highest(number: Number) -> int:
    others = len(number("SCHIZ-COMP-02.aptitudes")) - 1
    return int(number("SCHIZ-CHAR-09.points") - others * number("SCHIZ-CHAR-10.lowest"))


def _trades(die: str) -> Callable[[Number], tuple[str, ...]]:
    """The sets of smaller dice that have together a die's worth, those of most dice first."""

    def trades(number: Number) -> tuple[str, ...]:
        worth = number("SCHIZ-DICE-09.worth")
        smaller = [each for each in worth if worth[each] < worth[die]]
        return tuple(
            "+".join(_several(*each) for each in Counter(dice).items())
            for count in range(worth[die], number("SCHIZ-DICE-09.dice_from") - 1, -1)
            for dice in reversed([*combinations_with_replacement(smaller, count)])
            if sum(worth[each] for each in dice) == worth[die]
        )

    return trades


def _several(die: str, count: int) -> str:
    return die if count == 1 else f"{count}{die}"


def _rating(number: Number, bleeds: int) -> int:
    """The highest rating there can be after some bleeds."""
    raised = _highest(number) + bleeds * number("SCHIZ-BLEED-02.increase")
    return int(min(number("SCHIZ-BLEED-03.cap"), raised))


def _pools(number: Number, length: str, n: int) -> tuple[tuple[int, int, int], ...]:
    """Most dice of actor, visitor and contributors together, in flashback and in endgame."""
    rounds, bonus = _rounds(number, length, n), number("SCHIZ-COMP-04.largest")
    memory = number("SCHIZ-REVEAL-07.dice")
    given = _contributors(number, n) * _contribution(number)
    full = _rating(number, rounds)
    flashback = (_rating(number, rounds - 1), full + bonus, given)
    return flashback, (full + bonus + memory, full + memory, given)


def _contributors(number: Number, n: int) -> int:
    return n - int(number("SCHIZ-GEN-05.player_characters"))


def _contribution(number: Number) -> int:
    return int(number("SCHIZ-DICE-05.dice") * number("SCHIZ-DICE-05.contributions"))


def _most_six_sided(number: Number, length: str, n: int) -> tuple[int, ...]:
    return tuple(sum(pool) for pool in _pools(number, length, n))


def _most_of_each(number: Number, length: str, n: int) -> tuple[int, ...]:
    """Most dice of each size, if both players trade all they have into it."""
    worth, sizes = number("SCHIZ-DICE-09.worth"), number("SCHIZ-KIT-09.sizes")
    return tuple(
        max(
            (actor + part) // worth[size] + (visitor + given - part) // worth[size]
            for actor, visitor, given in _pools(number, length, n)
            for part in range(given + 1)
        )
        for size in sizes
    )


def _worst_case(number: Number) -> FrozenMap:
    most = [_most_of_each(number, *cell) for cell in _cells(number)]
    sizes = number("SCHIZ-KIT-09.sizes")
    return FrozenMap({size: max(each[i] for each in most) for i, size in enumerate(sizes)})


def _book_dice_suffice(number: Number) -> str:
    book, need = number("SCHIZ-COMP-09.book"), _worst_case(number)
    short = [f"{need[size]} {size} ({book[size]})" for size in need if need[size] > book[size]]
    return f"a scene can ask for more dice than the book says: {', '.join(short)}" if short else ""


def _one_player(number: Number) -> FrozenMap:
    def most(n: int) -> int:
        endgame = [_pools(number, length, n)[1] for length in LENGTHS]
        return max(actor + given for actor, _, given in endgame)

    return FrozenMap({n: most(n) for n in _players(number)})


def _bleeds_to_cap(number: Number) -> int:
    above: int = number("SCHIZ-BLEED-03.cap") - _highest(number)
    increase: int = number("SCHIZ-BLEED-02.increase")
    return math.ceil(above / increase)


# ---- allegiance


def _half_deck(n: int, rounds: int) -> int:
    """Agent cards, and as many thief cards: everybody an odd number, the deck an even one."""
    cards = n * (rounds + 1 - rounds % 2)
    return (cards + cards % 2) // 2


def _agent_cards(number: Number, length: str, n: int) -> int:
    return _half_deck(n, _rounds(number, length, n))


def _most_cards(number: Number, n_to: int | None = None) -> int:
    cells = [cell for cell in _cells(number) if n_to is None or cell[1] <= n_to]
    return max(_agent_cards(number, *cell) for cell in cells)


def _book_row(n: int) -> Callable[[Number], tuple[int, ...]]:
    def row(number: Number) -> tuple[int, ...]:
        hands = number("SCHIZ-GATHER-05.book_hands")
        return tuple(_half_deck(n, int(hand.split("-")[0])) for hand in hands)

    return row


def _book_cells(number: Number) -> int:
    enough = number("SCHIZ-KIT-04.book_each")
    return sum(_agent_cards(number, *cell) <= enough for cell in _cells(number))


def _dealt(number: Number, length: str, n: int) -> tuple[int, int, int]:
    """Cards of a player by the end of endgame, dealt before final resolution, never dealt."""
    rounds = _rounds(number, length, n)
    left = 2 * _agent_cards(number, length, n) - n * rounds
    last = 1 if left >= n else 0
    return rounds, last, left - n * last


def _true_agents(number: Number, length: str, n: int) -> tuple[int, int]:
    """Fewest and most players with more agents than thieves, given what the deck holds."""
    deck = _agent_cards(number, length, n)
    rounds, last, _ = _dealt(number, length, n)
    hand = rounds + last

    def possible(agents: int) -> bool:
        least = agents * (hand + 1) // 2
        most = agents * hand + (n - agents) * (hand - 1) // 2
        return any(a <= deck and n * hand - a <= deck for a in range(least, most + 1))

    found = [agents for agents in range(n + 1) if possible(agents)]
    return min(found), max(found)


def _own_lengths(number: Number) -> int:
    cards = number("SCHIZ-COMP-01.cards")
    return max(_half_deck(n, r) for n in _players(number) for r in range(1, cards // n + 1))


def _pack_suffices(number: Number) -> str:
    pack, need = min(number("SCHIZ-KIT-05.red"), number("SCHIZ-KIT-05.black")), _most_cards(number)
    return "" if pack >= need else f"{need} of a colour are needed, a pack has {pack}"


def _book_cards_suffice(number: Number) -> str:
    book, need = number("SCHIZ-COMP-07.book_each"), _most_cards(number)
    cells, served = len(list(_cells(number))), _book_cells(number)
    if book >= need:
        return ""
    return f"{book} of each kind serve {served} of {cells} lengths, up to {need} are needed"


# ---- coins


def _coins(number: Number, length: str, n: int) -> tuple[int, int]:
    deck, scene = _deck(number, length, n), number("SCHIZ-PAY-04.both")
    most = scene + _contributors(number, n) * number("SCHIZ-PAY-01.coins")
    return deck * scene, deck * most


def _chips(number: Number, length: str, n: int) -> tuple[int, int, int]:
    """Chips of each denomination if payouts are made in ones and 2n piles are changed up."""
    one, five, twenty = number("SCHIZ-KIT-14.denominations")
    most, piles = _coins(number, length, n)[1], len(number("SCHIZ-SHEET-01.personas")) * n
    payout = most // _deck(number, length, n)
    return (
        min(most // one, (five - one) * piles + payout),
        min(most // five, (twenty // five - 1) * piles),
        most // twenty,
    )


def _scopes(number: Number) -> FrozenMap:
    def scope(n_to: int) -> tuple[int, ...]:
        chips = [_chips(number, *cell) for cell in _cells(number) if cell[1] <= n_to]
        return tuple(max(column) for column in zip(*chips, strict=True))

    return FrozenMap({n: scope(n) for n in number("SCHIZ-KIT-15.tables")})


def _largest_scope(number: Number) -> int:
    return sum(number(f"SCHIZ-KIT-15.scopes.{max(_players(number))}"))


# ---- memory lines


def _by_rounds(lines: Callable[[Number, int], Any]) -> Callable[[Number], FrozenMap]:
    return lambda number: FrozenMap({r: lines(number, r) for r in _all_rounds(number)})


def _overlap_lines(number: Number, rounds: int) -> int:
    return int(number("SCHIZ-SHEET-10.overlap_per_round") * rounds)


def _section_lines(number: Number, rounds: int) -> tuple[int, ...]:
    more = number("SCHIZ-SHEET-10.section_per_round") * rounds
    return tuple(more + start for start in number("SCHIZ-KIT-16.section_starts"))


def _side_lines(number: Number, rounds: int) -> tuple[int, ...]:
    more = number("SCHIZ-SHEET-10.side_per_round") * rounds - number("SCHIZ-SHEET-10.side_saved")
    return tuple(more + start for start in number("SCHIZ-KIT-16.side_starts"))


def _cells_up_to(number: Number, rounds: int) -> int:
    return sum(_rounds(number, *cell) <= rounds for cell in _cells(number))


def _most_players_above(number: Number, rounds: int) -> int:
    return max(n for length, n in _cells(number) if _rounds(number, length, n) > rounds)


def _ample_rounds(number: Number) -> int:
    def fits(rounds: int, part: str) -> bool:
        lines = number(f"SCHIZ-KIT-17.{part}_lines.{rounds}")
        return bool(lines <= number(f"SCHIZ-KIT-18.standard.{part}"))

    return max(r for r in _all_rounds(number) if fits(r, "section") and fits(r, "overlap"))


def _strip_lines(number: Number) -> int:
    """What the longest game needs beyond a long sheet, in a section or in the overlap."""
    rounds, long = max(_all_rounds(number)), number("SCHIZ-KIT-18.long")
    section = _section_lines(number, rounds)[0] - long["section"]
    return int(max(section, _overlap_lines(number, rounds) - long["overlap"]))


def _sheet(version: str) -> tuple[Derived, ...]:
    state = f"SCHIZ-KIT-18.{version}"
    return (
        Derived(
            f"{state}.section",
            lambda n: _section_lines(n, n(f"{state}.rounds"))[0],
            "what its rounds need in a section",
        ),
        Derived(
            f"{state}.overlap",
            lambda n: _overlap_lines(n, n(f"{state}.rounds")),
            "what its rounds need in the overlap",
        ),
        Derived(
            f"{state}.cells", lambda n: _cells_up_to(n, n(f"{state}.rounds")), "the cells it serves"
        ),
    )


# ---- key deck


def _per_page(number: Number, what: str) -> int:
    return int(number(f"SCHIZ-KIT-19.{what}") // number("SCHIZ-COMP-01.pages"))


def _mean_bonus(number: Number) -> float:
    sizes = number("SCHIZ-KIT-19.bonuses_per_aptitude")
    total = sum(size * count for size, count in sizes.items())
    return float(round(total / sum(sizes.values()), 2))


def _bonuses_of_a_page(number: Number) -> FrozenMap:
    aptitudes, pages = len(number("SCHIZ-COMP-02.aptitudes")), number("SCHIZ-COMP-01.pages")
    sizes = number("SCHIZ-KIT-19.bonuses_per_aptitude")
    return FrozenMap({size: aptitudes * count // pages for size, count in sizes.items()})


NUMBERS: tuple[Derived | Claim, ...] = (
    Claim("SCHIZ-DECK-02", _equal_hands),
    Derived(
        "SCHIZ-COMP-01.cards",
        lambda n: sum(card.copies for card in n.cards("key-cards")),
        "the number of key cards",
    ),
    Derived(
        "SCHIZ-COMP-01.cards",
        lambda n: n("SCHIZ-COMP-01.pages") * n("SCHIZ-COMP-01.slots"),
        "pages times slots",
    ),
    Derived(
        "SCHIZ-OPT-01.page_die", lambda n: f"d{n('SCHIZ-COMP-01.pages')}", "the number of pages"
    ),
    Derived(
        "SCHIZ-OPT-01.slot_die", lambda n: f"d{n('SCHIZ-COMP-01.slots')}", "the number of slots"
    ),
    Derived(
        "SCHIZ-SHEET-03.circles",
        lambda n: len(n("SCHIZ-COMP-02.aptitudes")) * (len(n("SCHIZ-SHEET-01.personas")) + 1),
        "aptitudes times both sides and the overlap",
    ),
    Derived(
        "SCHIZ-GEN-06.scenes_per_turn.flashback",
        lambda n: len(n("SCHIZ-SHEET-01.personas")),
        "the number of personas",
    ),
    Derived("SCHIZ-CHAR-10.highest", _highest, "what the lowest of the others leave"),
    Derived("SCHIZ-CHAR-10.patterns", _patterns, "every split of the points"),
    Derived("SCHIZ-CHAR-10.arrangements", lambda n: len(_ratings(n)), "the number of splits"),
    Derived(
        "SCHIZ-DECK-05.per_card",
        lambda n: n("SCHIZ-DECK-05.flashback") + n("SCHIZ-DECK-05.endgame"),
        "flashback and endgame together",
    ),
    *(
        Derived(f"SCHIZ-DICE-10.trades.{die}", _trades(die), "every set of equal worth")
        for die in ("d8", "d10", "d12")
    ),
    Derived(
        "SCHIZ-DICE-11.largest",
        lambda n: max(n("SCHIZ-DICE-09.worth").items(), key=lambda each: each[1])[0],
        "the die of highest worth",
    ),
    Derived(
        "SCHIZ-PAY-04.both",
        lambda n: n("SCHIZ-PAY-02.coins") + n("SCHIZ-PAY-03.coins"),
        "judge and narrator together",
    ),
    # cards of the two decks
    *_rows("SCHIZ-KIT-01", _rounds, "cards over players"),
    *_rows("SCHIZ-KIT-02", _scenes, "the scenes of its rounds"),
    Derived("SCHIZ-KIT-02.share_percent", _share, "the least and the largest share"),
    Derived("SCHIZ-KIT-03.very_short_hours", _hours("very_short"), "scenes times minutes"),
    Derived("SCHIZ-KIT-03.very_long_hours", _hours("very_long"), "scenes times minutes"),
    *_rows("SCHIZ-GATHER-05", _agent_cards, "half of the allegiance deck"),
    *(
        Derived(f"SCHIZ-GATHER-05.book_rows.{n}", _book_row(n), "half of the deck at its hands")
        for n in (3, 4)
    ),
    Derived("SCHIZ-COMP-07.each", _most_cards, "the largest half deck"),
    Derived("SCHIZ-COMP-07.cells", lambda n: len(list(_cells(n))), "lengths times players"),
    Derived("SCHIZ-KIT-04.cards", lambda n: 2 * n("SCHIZ-KIT-04.each"), "two of each"),
    Derived(
        "SCHIZ-KIT-04.each",
        lambda n: n("SCHIZ-KIT-04.pages") * n("SCHIZ-KIT-04.agents_per_page"),
        "pages times agents a page",
    ),
    Derived(
        "SCHIZ-KIT-04.each",
        lambda n: n("SCHIZ-KIT-04.pages") * n("SCHIZ-KIT-04.thieves_per_page"),
        "pages times thieves a page",
    ),
    Derived(
        "SCHIZ-KIT-04.each_up_to",
        lambda n: FrozenMap({up_to: _most_cards(n, up_to) for up_to in n("SCHIZ-KIT-04.tables")}),
        "the largest half deck up to so many players",
    ),
    Derived("SCHIZ-KIT-04.book_cells", _book_cells, "the cells that the book's cards serve"),
    Derived(
        "SCHIZ-KIT-05.fewest_rounds",
        lambda n: n("SCHIZ-COMP-01.cards") // n("SCHIZ-GEN-02.players_from"),
        "all cards over the fewest players",
    ),
    Derived(
        "SCHIZ-KIT-05.fewest_each",
        lambda n: _half_deck(n("SCHIZ-GEN-02.players_from"), n("SCHIZ-KIT-05.fewest_rounds")),
        "half of the deck for these rounds",
    ),
    Derived("SCHIZ-KIT-05.most_each", _own_lengths, "the largest half deck of any length"),
    Claim("SCHIZ-COMP-07", _book_cards_suffice, covered_by="SCHIZ-KIT-04"),
    Claim("SCHIZ-KIT-05", _pack_suffices),
    *_rows("SCHIZ-KIT-06", _dealt, "what rounds and deck make of it"),
    *_rows("SCHIZ-KIT-07", _true_agents, "what the deck allows"),
    # dice
    *_rows("SCHIZ-KIT-08", _most_six_sided, "the sum of the largest pools"),
    *_rows("SCHIZ-KIT-09", _most_of_each, "the largest pools traded up"),
    Claim("SCHIZ-COMP-09", _book_dice_suffice, covered_by="SCHIZ-COMP-09"),
    Derived("SCHIZ-COMP-09.worst_case", _worst_case, "the most of each size in any cell"),
    Derived("SCHIZ-KIT-10.most", _one_player, "the largest pool of one player"),
    Derived(
        "SCHIZ-KIT-11.flashback_visitor",
        lambda n: n("SCHIZ-BLEED-03.cap") + n("SCHIZ-COMP-04.largest"),
        "cap and largest bonus",
    ),
    Derived(
        "SCHIZ-KIT-11.endgame_actor",
        lambda n: n("SCHIZ-KIT-11.flashback_visitor") + n("SCHIZ-REVEAL-07.dice"),
        "cap, largest bonus and memory",
    ),
    Derived("SCHIZ-KIT-12.bleeds", _bleeds_to_cap, "the way from the highest start to the cap"),
    Derived(
        "SCHIZ-KIT-12.rounds", lambda n: n("SCHIZ-KIT-12.bleeds") + 1, "one more than the bleeds"
    ),
    # coins
    *_rows("SCHIZ-KIT-13", _coins, "what the endgame scenes pay"),
    *_rows("SCHIZ-KIT-14", _chips, "what the piles need"),
    Derived("SCHIZ-KIT-15.scopes", _scopes, "the most of each chip up to so many players"),
    Derived("SCHIZ-KIT-15.all_chips", _largest_scope, "the sum of the largest scope"),
    Derived(
        "SCHIZ-KIT-15.ones_only",
        lambda n: _coins(n, "very_short", n("SCHIZ-KIT-15.ones_players"))[1],
        "the most coins of that game",
    ),
    # sheets
    Derived("SCHIZ-KIT-16.overlap", _by_rounds(_overlap_lines), "lines a round"),
    Derived("SCHIZ-KIT-16.section_lines", _by_rounds(_section_lines), "lines a round and starts"),
    Derived("SCHIZ-KIT-16.side_lines", _by_rounds(_side_lines), "lines a round and starts"),
    Derived(
        "SCHIZ-KIT-16.section_starts.0",
        lambda n: n("SCHIZ-CHAR-05.memories"),
        "the least memories of a section",
    ),
    Derived(
        "SCHIZ-KIT-16.side_starts.0",
        lambda n: n("SCHIZ-CHAR-05.memories") * len(n("SCHIZ-COMP-02.aptitudes")),
        "the least memories of a side",
    ),
    *_sheet("standard"),
    *_sheet("long"),
    Derived("SCHIZ-KIT-18.ample_rounds", _ample_rounds, "what the simulation found"),
    Derived(
        "SCHIZ-KIT-18.strip_rounds",
        lambda n: tuple(r for r in _all_rounds(n) if r > n("SCHIZ-KIT-18.long.rounds")),
        "the rounds beyond the long sheet",
    ),
    Derived(
        "SCHIZ-KIT-18.long.players",
        lambda n: _most_players_above(n, n("SCHIZ-KIT-18.standard.rounds")),
        "the largest table beyond the standard sheet",
    ),
    Derived(
        "SCHIZ-KIT-18.strip.players",
        lambda n: _most_players_above(n, n("SCHIZ-KIT-18.long.rounds")),
        "the largest table beyond the long sheet",
    ),
    Derived("SCHIZ-KIT-18.strip.lines", _strip_lines, "what a long sheet lacks at most"),
    # the key deck
    Derived(
        "SCHIZ-KIT-19.per_aptitude",
        lambda n: n("SCHIZ-COMP-01.cards") // len(n("SCHIZ-COMP-02.aptitudes")),
        "cards over aptitudes",
    ),
    Derived(
        "SCHIZ-KIT-19.per_aptitude",
        lambda n: sum(n("SCHIZ-KIT-19.bonuses_per_aptitude").values()),
        "the sum over sizes of bonus",
    ),
    Derived("SCHIZ-KIT-19.mean_bonus", _mean_bonus, "the mean over sizes of bonus"),
    Derived("SCHIZ-KIT-20.bonuses_per_page", _bonuses_of_a_page, "an even share of the deck"),
    Derived(
        "SCHIZ-KIT-20.page_sum",
        lambda n: sum(size * k for size, k in n("SCHIZ-KIT-20.bonuses_per_page").items()),
        "the bonuses of a page",
    ),
    Derived(
        "SCHIZ-KIT-20.aptitude_from",
        lambda n: _per_page(n, "per_aptitude"),
        "an even share, rounded down",
    ),
    Derived(
        "SCHIZ-KIT-20.aptitude_to",
        lambda n: -(-n("SCHIZ-KIT-19.per_aptitude") // n("SCHIZ-COMP-01.pages")),
        "an even share, rounded up",
    ),
)
