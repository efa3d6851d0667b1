"""Derived numbers in the Schizonauts catalogue.

`n` is the number of players. A `length` is a row of the rulebook's length table. A cell of that
table is a game of one length with one value of `n`. `R` is the number of rounds in a cell.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.games.schizonauts.allegiance_deck import half_allegiance_deck
from validator.games.schizonauts.numbers_by_length import LengthNumbers, highest
from validator.games.schizonauts.phases import LENGTHS
from validator.referee.consistency import Claim, Derived, Number


def _players(number: Number) -> range:
    """Return the possible numbers of players."""
    return range(number("SCHIZ-GEN-02.players_from"), number("SCHIZ-GEN-02.players_to") + 1)


def _cells(number: Number, n_to: float = math.inf) -> Iterator[LengthNumbers]:
    """Yield all games in the length table with at most `n_to` players."""
    for length, n in product(LENGTHS, _players(number)):
        if n <= n_to:
            yield LengthNumbers(number, length, n)


def _all_rounds(number: Number) -> list[int]:
    return sorted({cell.rounds for cell in _cells(number)})


def _rows(rule: str, of: Callable[[LengthNumbers], Any], why: str) -> Iterator[Derived]:
    """Yield a derived number for each length in a rule's table.

    `of` computes its value for a number of players.
    """

    def row(length: str) -> Callable[[Number], FrozenMap]:
        return lambda number: FrozenMap(
            {n: of(LengthNumbers(number, length, n)) for n in _players(number)}
        )

    return (Derived(f"{rule}.{length}", row(length), why) for length in LENGTHS)


def _equal_hands(number: Number) -> str:
    uneven = (cell for cell in _cells(number) if cell.deck % cell.n)
    return ", ".join(
        f"{cell.deck} cards cannot be shared equally by {cell.n} players" for cell in uneven
    )


def _share(number: Number) -> tuple[float, float]:
    shares = [100 * cell.deck / cell.scenes() for cell in _cells(number)]
    return round(min(shares), 1), round(max(shares), 1)


def _hours(length: str) -> Derived:
    """Return the hours that games of a length take."""

    def hours(number: Number) -> tuple[float, float]:
        minutes = number("SCHIZ-DECK-06.minutes")
        all_n = [LengthNumbers(number, length, n).scenes() * minutes / 60 for n in _players(number)]
        return round(min(all_n), 1), round(max(all_n), 1)

    return Derived(f"SCHIZ-KIT-03.{length}_hours", hours,
                   "the number of scenes multiplied by the minutes per scene")  # fmt: skip


# ---- characters and dice


def _ratings(number: Number) -> list[tuple[int, ...]]:
    """Return every way to divide the points of a persona among the aptitudes."""
    points, lowest = number("SCHIZ-CHAR-09.points"), number("SCHIZ-CHAR-10.lowest")
    aptitudes = len(number("SCHIZ-COMP-02.aptitudes"))
    spread = product(range(lowest, points + 1), repeat=aptitudes)
    return [each for each in spread if sum(each) == points]


def _patterns(number: Number) -> tuple[str, ...]:
    return tuple(sorted({"-".join(map(str, sorted(each))) for each in _ratings(number)}))


def _trades(die: str) -> Derived:
    """Return the derived number that lists the sets of smaller dice equal in worth to a die.

    The largest sets come first.
    """

    def trades(number: Number) -> tuple[str, ...]:
        worth = number("SCHIZ-DICE-09.worth")
        smaller = [each for each in worth if worth[each] < worth[die]]
        return tuple(
            "+".join(f"{n}{each}" if n > 1 else each for each, n in Counter(dice).items())
            for count in range(worth[die], number("SCHIZ-DICE-09.dice_from") - 1, -1)
            for dice in reversed([*combinations_with_replacement(smaller, count)])
            if sum(worth[each] for each in dice) == worth[die]
        )

    return Derived(f"SCHIZ-DICE-10.trades.{die}", trades, "all sets of dice of equal worth")


def _worst_case(number: Number) -> FrozenMap:
    """Return the largest number of dice of each size in any game."""
    most = zip(*(cell.most_of_each() for cell in _cells(number)), strict=True)
    return FrozenMap(dict(zip(number("SCHIZ-KIT-09.sizes"), map(max, most), strict=True)))


def _book_dice_suffice(number: Number) -> str:
    """Return an error if a scene can require more dice than the rulebook says."""
    book, need = number("SCHIZ-COMP-09.book"), _worst_case(number)
    short = [f"{need[size]} {size} ({book[size]})" for size in need if need[size] > book[size]]
    words = f"a scene can require more dice than the rulebook says: {', '.join(short)}"
    return words if short else ""


def _one_player(number: Number) -> FrozenMap:
    found = dict.fromkeys(_players(number), 0)
    for cell in _cells(number):
        actor, _, gifts = cell.pools()[1]
        found[cell.n] = max(found[cell.n], actor + gifts)
    return FrozenMap(found)


def _bleeds_to_cap(number: Number) -> int:
    """Return how many bleeds raise the highest first rating to the cap."""
    above: int = number("SCHIZ-BLEED-03.cap") - highest(number)
    increase: int = number("SCHIZ-BLEED-02.increase")
    return math.ceil(above / increase)


# ---- allegiance


def _most_cards(number: Number, n_to: float = math.inf) -> int:
    return max(cell.agent_cards() for cell in _cells(number, n_to))


def _cards_up_to(number: Number) -> FrozenMap:
    most = {to: _most_cards(number, to) for to in _players(number)}
    return FrozenMap({to: each for to, each in most.items() if each < most.get(to + 1, each)})


def _book_row(n: int) -> Derived:
    """Return a row of the rulebook's table of half decks."""

    def row(number: Number) -> tuple[int, ...]:
        hands = number("SCHIZ-GATHER-05.book_hands")
        return tuple(half_allegiance_deck(n, int(hand.split("-")[0])) for hand in hands)

    return Derived(
        f"SCHIZ-GATHER-05.book_rows.{n}", row, "half the size of the deck for these hands"
    )


def _book_cells(number: Number) -> int:
    """Return the number of games for which the rulebook's cards are enough."""
    enough = number("SCHIZ-KIT-04.book_each")
    return sum(cell.agent_cards() <= enough for cell in _cells(number))


def _own_lengths(number: Number) -> int:
    """Return the largest half deck of any length."""
    cards = number("SCHIZ-COMP-01.cards")
    return max(
        half_allegiance_deck(n, r) for n in _players(number) for r in range(1, cards // n + 1)
    )


def _pack_suffices(number: Number) -> str:
    """Return an error if a pack of cards has too few cards of a colour."""
    pack, need = min(number("SCHIZ-KIT-05.red"), number("SCHIZ-KIT-05.black")), _most_cards(number)
    return "" if pack >= need else f"{need} cards of one colour are needed, but a pack has {pack}"


def _book_cards_suffice(number: Number) -> str:
    """Return an error if the rulebook's cards are too few."""
    book, need = number("SCHIZ-COMP-07.book_each"), _most_cards(number)
    cells, served = len(list(_cells(number))), _book_cells(number)
    words = f"{book} of each kind are enough for {served} of {cells} games; up to {need} are needed"
    return "" if book >= need else words


def _scopes(number: Number) -> FrozenMap:
    """Return the chips that games of up to some numbers of players need."""

    def scope(n_to: int) -> tuple[int, ...]:
        return tuple(map(max, zip(*(cell.chips() for cell in _cells(number, n_to)), strict=True)))

    return FrozenMap({n: scope(n) for n in number("SCHIZ-KIT-15.tables")})


# ---- memory lines


def _by_rounds(number: Number, lines: Callable[[Number, int], Any]) -> FrozenMap:
    return FrozenMap({rounds: lines(number, rounds) for rounds in _all_rounds(number)})


def _overlap_lines(number: Number, rounds: int) -> int:
    """Return the lines that the overlap needs in a number of rounds."""
    return int(number("SCHIZ-SHEET-10.overlap_per_round") * rounds)


def _section_lines(number: Number, rounds: int) -> tuple[int, ...]:
    """Return the lines that a section needs in a number of rounds."""
    more = number("SCHIZ-SHEET-10.section_per_round") * rounds
    return tuple(more + start for start in number("SCHIZ-KIT-16.section_starts"))


def _side_lines(number: Number, rounds: int) -> tuple[int, ...]:
    """Return the lines that a side needs in a number of rounds."""
    more = number("SCHIZ-SHEET-10.side_per_round") * rounds - number("SCHIZ-SHEET-10.side_saved")
    return tuple(more + start for start in number("SCHIZ-KIT-16.side_starts"))


def _most_players_above(number: Number, rounds: int) -> int:
    return max(cell.n for cell in _cells(number) if cell.rounds > rounds)


def _ample_rounds(number: Number) -> int:
    def fits(rounds: int, part: str) -> bool:
        lines = number(f"SCHIZ-KIT-17.{part}_lines.{rounds}")
        return bool(lines <= number(f"SCHIZ-KIT-18.standard.{part}"))

    return max(r for r in _all_rounds(number) if fits(r, "section") and fits(r, "overlap"))


def _strip_lines(number: Number) -> int:
    """Return the number of lines that the longest game needs beyond those of a long sheet.

    The larger of the numbers for a section and for the overlap counts.
    """
    rounds, long = max(_all_rounds(number)), number("SCHIZ-KIT-18.long")
    section = _section_lines(number, rounds)[0] - long["section"]
    return int(max(section, _overlap_lines(number, rounds) - long["overlap"]))


def _sheet(version: str) -> Iterator[Derived]:
    """Yield the numbers of lines on a version of the sheet, and how many games it is enough for."""
    sheet = f"SCHIZ-KIT-18.{version}"

    def cells(number: Number) -> int:
        return sum(cell.rounds <= number(f"{sheet}.rounds") for cell in _cells(number))

    yield Derived(f"{sheet}.section", lambda n: _section_lines(n, n(f"{sheet}.rounds"))[0],
                  "the lines that its rounds need in a section")  # fmt: skip
    yield Derived(f"{sheet}.overlap", lambda n: _overlap_lines(n, n(f"{sheet}.rounds")),
                  "the lines that its rounds need in the overlap")  # fmt: skip
    yield Derived(f"{sheet}.cells", cells, "the number of games for which it is enough")


# ---- key deck


def _mean_bonus(number: Number) -> float:
    """Return the mean bonus of the key cards."""
    sizes = number("SCHIZ-KIT-19.bonuses_per_aptitude")
    total = sum(size * count for size, count in sizes.items())
    return float(round(total / sum(sizes.values()), 2))


def _bonuses_of_a_page(number: Number) -> FrozenMap:
    """Return an even share of the bonuses per page."""
    aptitudes, pages = len(number("SCHIZ-COMP-02.aptitudes")), number("SCHIZ-COMP-01.pages")
    sizes = number("SCHIZ-KIT-19.bonuses_per_aptitude")
    return FrozenMap({size: aptitudes * count // pages for size, count in sizes.items()})


NUMBERS: tuple[Derived | Claim, ...] = (
    Claim("SCHIZ-DECK-02", _equal_hands),
    Derived("SCHIZ-COMP-01.cards", lambda n: sum(card.copies for card in n.cards("key-cards")),
            "the number of key cards"),
    Derived("SCHIZ-COMP-01.cards", lambda n: n("SCHIZ-COMP-01.pages") * n("SCHIZ-COMP-01.slots"),
            "the number of pages multiplied by the slots on each"),
    Derived("SCHIZ-OPT-01.page_die", lambda n: f"d{n('SCHIZ-COMP-01.pages')}",
            "the number of pages"),
    Derived("SCHIZ-OPT-01.slot_die", lambda n: f"d{n('SCHIZ-COMP-01.slots')}",
            "the number of slots"),
    Derived("SCHIZ-SHEET-03.circles",
            lambda n: len(n("SCHIZ-COMP-02.aptitudes")) * (len(n("SCHIZ-SHEET-01.personas")) + 1),
            "the number of aptitudes multiplied by three areas (two sides and the overlap)"),
    Derived("SCHIZ-GEN-06.scenes_per_turn.flashback", lambda n: len(n("SCHIZ-SHEET-01.personas")),
            "the number of personas"),
    Derived("SCHIZ-CHAR-10.highest", highest,
            "the points left if all other aptitudes are at their lowest"),
    Derived("SCHIZ-CHAR-10.patterns", _patterns, "all ways to split the points"),
    Derived("SCHIZ-CHAR-10.arrangements", lambda n: len(_ratings(n)),
            "the number of ways to split the points"),
    Derived("SCHIZ-DECK-05.per_card",
            lambda n: n("SCHIZ-DECK-05.flashback") + n("SCHIZ-DECK-05.endgame"),
            "flashback and endgame scenes together"),
    *map(_trades, ("d8", "d10", "d12")),
    Derived("SCHIZ-DICE-11.largest",
            lambda n: max(n("SCHIZ-DICE-09.worth").items(), key=lambda each: each[1])[0],
            "the die of highest worth"),
    Derived("SCHIZ-PAY-04.both", lambda n: n("SCHIZ-PAY-02.coins") + n("SCHIZ-PAY-03.coins"),
            "the coins of judge and narrator together"),
    # cards of the two decks
    *_rows("SCHIZ-KIT-01", lambda cell: cell.rounds,
           "the size of the key deck divided by the number of players"),
    *_rows("SCHIZ-KIT-02", LengthNumbers.scenes, "the number of scenes in this number of rounds"),
    Derived("SCHIZ-KIT-02.share_percent", _share, "the smallest and the largest of these shares"),
    *map(_hours, ("very_short", "very_long")),
    *_rows("SCHIZ-GATHER-05", LengthNumbers.agent_cards, "half the size of the allegiance deck"),
    *map(_book_row, (3, 4)),
    Derived("SCHIZ-COMP-07.each", _most_cards, "half the size of the largest allegiance deck"),
    Derived("SCHIZ-COMP-07.cells", lambda n: len(list(_cells(n))),
            "the number of lengths multiplied by the number of player counts"),
    Derived("SCHIZ-KIT-04.cards", lambda n: 2 * n("SCHIZ-KIT-04.each"),
            "twice the number of each kind"),
    Derived("SCHIZ-KIT-04.each",
            lambda n: n("SCHIZ-KIT-04.pages") * n("SCHIZ-KIT-04.agents_per_page"),
            "the number of pages multiplied by the agents on each"),
    Derived("SCHIZ-KIT-04.each",
            lambda n: n("SCHIZ-KIT-04.pages") * n("SCHIZ-KIT-04.thieves_per_page"),
            "the number of pages multiplied by the thieves on each"),
    Derived("SCHIZ-KIT-04.each_up_to", _cards_up_to,
            "half the size of the largest deck for up to this many players"),
    Derived("SCHIZ-KIT-04.book_cells", _book_cells,
            "the number of games for which the rulebook's cards are enough"),
    Derived("SCHIZ-KIT-05.fewest_rounds",
            lambda n: n("SCHIZ-COMP-01.cards") // n("SCHIZ-GEN-02.players_from"),
            "the number of cards divided by the fewest players"),
    Derived("SCHIZ-KIT-05.fewest_each",
            lambda n: half_allegiance_deck(n("SCHIZ-GEN-02.players_from"),
                                            n("SCHIZ-KIT-05.fewest_rounds")),
            "half the size of the allegiance deck for this number of rounds"),
    Derived("SCHIZ-KIT-05.most_each", _own_lengths, "the largest half deck of any length"),
    Claim("SCHIZ-COMP-07", _book_cards_suffice, covered_by="SCHIZ-KIT-04"),
    Claim("SCHIZ-KIT-05", _pack_suffices),
    *_rows("SCHIZ-KIT-06", LengthNumbers.dealt,
           "the value for this number of rounds and this deck"),
    *_rows("SCHIZ-KIT-07", LengthNumbers.true_agents, "the value for this allegiance deck"),
    # dice
    *_rows("SCHIZ-KIT-08", LengthNumbers.most_six_sided, "the total of the largest pools"),
    *_rows("SCHIZ-KIT-09", LengthNumbers.most_of_each, "the largest pools, traded up"),
    Claim("SCHIZ-COMP-09", _book_dice_suffice, covered_by="SCHIZ-COMP-09"),
    Derived("SCHIZ-COMP-09.worst_case", _worst_case,
            "the largest number of each size in any game of the length table"),
    Derived("SCHIZ-KIT-10.most", _one_player, "the largest pool that one player can have"),
    Derived("SCHIZ-KIT-11.flashback_visitor",
            lambda n: n("SCHIZ-BLEED-03.cap") + n("SCHIZ-COMP-04.largest"),
            "the cap plus the largest bonus"),
    Derived("SCHIZ-KIT-11.endgame_actor",
            lambda n: n("SCHIZ-KIT-11.flashback_visitor") + n("SCHIZ-REVEAL-07.dice"),
            "the cap plus the largest bonus plus the die of a memory"),
    Derived("SCHIZ-KIT-12.bleeds", _bleeds_to_cap,
            "the number of increases from the highest start to the cap"),
    Derived("SCHIZ-KIT-12.rounds", lambda n: n("SCHIZ-KIT-12.bleeds") + 1,
            "the number of bleeds plus one"),
    # coins
    *_rows("SCHIZ-KIT-13", LengthNumbers.coins, "the total that the endgame scenes pay"),
    *_rows("SCHIZ-KIT-14", LengthNumbers.chips, "the number of chips that the piles need"),
    Derived("SCHIZ-KIT-15.scopes", _scopes,
            "the largest number of each chip for up to this many players"),
    Derived("SCHIZ-KIT-15.all_chips",
            lambda n: sum(n(f"SCHIZ-KIT-15.scopes.{max(_players(n))}")),
            "the total of the largest scope"),
    Derived("SCHIZ-KIT-15.ones_only",
            lambda n: LengthNumbers(n, "very_short", n("SCHIZ-KIT-15.ones_players")).coins()[1],
            "the largest number of coins in that game"),
    # sheets
    Derived("SCHIZ-KIT-16.overlap", lambda n: _by_rounds(n, _overlap_lines), "the lines per round"),
    Derived("SCHIZ-KIT-16.section_lines", lambda n: _by_rounds(n, _section_lines),
            "the lines per round plus the starting memories"),
    Derived("SCHIZ-KIT-16.side_lines", lambda n: _by_rounds(n, _side_lines),
            "the lines per round plus the starting memories"),
    Derived("SCHIZ-KIT-16.section_starts.0", lambda n: n("SCHIZ-CHAR-05.memories"),
            "the smallest number of memories in a section"),
    Derived("SCHIZ-KIT-16.side_starts.0",
            lambda n: n("SCHIZ-CHAR-05.memories") * len(n("SCHIZ-COMP-02.aptitudes")),
            "the smallest number of memories on a side"),
    *_sheet("standard"),
    *_sheet("long"),
    Derived("SCHIZ-KIT-18.ample_rounds", _ample_rounds, "the result of the simulation"),
    Derived("SCHIZ-KIT-18.strip_rounds",
            lambda n: tuple(r for r in _all_rounds(n) if r > n("SCHIZ-KIT-18.long.rounds")),
            "the numbers of rounds for which the long sheet is too short"),
    Derived("SCHIZ-KIT-18.long.players",
            lambda n: _most_players_above(n, n("SCHIZ-KIT-18.standard.rounds")),
            "the most players in a game for which the standard sheet is too short"),
    Derived("SCHIZ-KIT-18.strip.players",
            lambda n: _most_players_above(n, n("SCHIZ-KIT-18.long.rounds")),
            "the most players in a game for which the long sheet is too short"),
    Derived("SCHIZ-KIT-18.strip.lines", _strip_lines,
            "the largest number of lines that a long sheet can lack"),
    # the key deck
    Derived("SCHIZ-KIT-19.per_aptitude",
            lambda n: n("SCHIZ-COMP-01.cards") // len(n("SCHIZ-COMP-02.aptitudes")),
            "the number of cards divided by the number of aptitudes"),
    Derived("SCHIZ-KIT-19.per_aptitude",
            lambda n: sum(n("SCHIZ-KIT-19.bonuses_per_aptitude").values()),
            "the total number of cards over all bonuses"),
    Derived("SCHIZ-KIT-19.mean_bonus", _mean_bonus, "the average bonus of these cards"),
    Derived("SCHIZ-KIT-20.bonuses_per_page", _bonuses_of_a_page,
            "an even share of the deck per page"),
    Derived("SCHIZ-KIT-20.page_sum",
            lambda n: sum(size * k for size, k in n("SCHIZ-KIT-20.bonuses_per_page").items()),
            "the total of the bonuses on a page"),
    Derived("SCHIZ-KIT-20.aptitude_from",
            lambda n: n("SCHIZ-KIT-19.per_aptitude") // n("SCHIZ-COMP-01.pages"),
            "an even share per page, rounded down"),
    Derived("SCHIZ-KIT-20.aptitude_to",
            lambda n: -(-n("SCHIZ-KIT-19.per_aptitude") // n("SCHIZ-COMP-01.pages")),
            "an even share per page, rounded up"),
)  # fmt: skip
