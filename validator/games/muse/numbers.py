"""Derived numbers in the Muse catalogue, and the number of pieces that a game can require."""

from __future__ import annotations

from validator.referee.consistency import Claim, Derived, Number, claim
from validator.referee.requirements import Requirement, one_each, stated


def _elements(number: Number, bound: str) -> int:
    """Return the number of tickable elements on a standard Story Sheet."""
    goals = number("MUSE-SHEET-03.goals_each") + number("MUSE-SHEET-04.relationships_each")
    characters: int = number("MUSE-SHEET-01.characters") * (1 + goals)
    scenes: int = number(f"MUSE-SHEET-02.{bound}")
    threats: int = number(f"MUSE-SHEET-05.{bound}")
    return characters + scenes + threats


def _at_most(low: str, high: str) -> Claim:
    """Return the claim that a number of a rule is not greater than another one."""
    return claim(low.partition(".")[0], lambda least, most: least <= most,
                 f"{low} is {{least}}, but {high} is only {{most}}",
                 least=low, most=high)  # fmt: skip


def _player_counts(number: Number) -> tuple[int, ...]:
    """Return the possible numbers of players."""
    return tuple(range(number("MUSE-SETUP-01.min"), number("MUSE-SETUP-01.max") + 1))


def _table_of_limits(number: Number) -> str:
    """Return an error unless the limit table has one row for each number of players."""
    listed, wanted = tuple(number("MUSE-LIMIT-01.hand_limit")), _player_counts(number)
    words = (
        f"the table has rows for {', '.join(map(str, listed))} players, but the game is for "
        f"{', '.join(map(str, wanted))}"
    )
    return "" if listed == wanted else words


def _suit_order(number: Number) -> str:
    """Return an error unless the order of suits names each suit of the pack once."""
    order, suits = number("MUSE-SHOWDOWN-08.suits_high_to_low"), number("MUSE-COMP-01.suits")
    same = sorted(order) == sorted(suits)
    words = f"the order {', '.join(order)} must name each of these suits once: {', '.join(suits)}"
    return "" if same else words


def _deal(number: Number) -> str:
    """Return an error if first hands exceed the limit (MUSE-SETUP-02) or the pack is too small."""
    each, pack = number("MUSE-SETUP-02.cards_each"), number("MUSE-COMP-01.cards")
    wrong = [
        f"{players} players"
        for players, limit in number("MUSE-LIMIT-01.hand_limit").items()
        if each > limit or each * players > pack
    ]
    return f"{each} cards per player are too many with {', '.join(wrong)}" if wrong else ""


def cards_out(number: Number, players: int) -> int:
    """Return the maximum number of cards outside deck and discard pile.

    These are full hands, full Subplot sheets and one more card of the Narrator.
    """
    limit = number(f"MUSE-LIMIT-01.hand_limit.{players}")
    sheets = 2 * number("MUSE-QUEST-09.subplot") * number(f"MUSE-LIMIT-02.sheet_limit.{players}")
    return int(limit * players + sheets + number("MUSE-DRAW-01.cards"))


def _always_enough_cards(number: Number) -> str:
    """Return an error if the pack is too small: 2 to 6 players need 49, 50, 49, 46 and 51 cards."""
    pack = number("MUSE-COMP-01.cards")
    out = {players: cards_out(number, players) for players in number("MUSE-LIMIT-01.hand_limit")}
    short = [f"{players} players ({cards} cards)" for players, cards in out.items() if cards > pack]
    words = f"more cards can be in use than the {pack} in the pack, with {', '.join(short)}"
    return words if short else ""


def _crisis_draw(number: Number) -> str:
    """Return an error if the Crisis tokens can require more cards than full hands leave.

    It is not an error if a ruling covers this case.
    """
    pack, tokens = number("MUSE-COMP-01.cards"), number("MUSE-COMP-02.min_tokens")
    each = number("MUSE-END-02.cards_per_token")
    short = [
        f"{players} players ({pack - limit * players} cards)"
        for players, limit in number("MUSE-LIMIT-01.hand_limit").items()
        if pack - limit * players < each * tokens
    ]
    if not short:
        return ""
    return f"{tokens} tokens can require more cards than are left, with {', '.join(short)}"


NUMBERS: tuple[Derived | Claim, ...] = (
    Derived("MUSE-COMP-01.cards",
            lambda n: len(n("MUSE-COMP-01.ranks")) * len(n("MUSE-COMP-01.suits")),
            "the number of ranks multiplied by the number of suits"),
    Derived("MUSE-COMP-01.cards",
            lambda n: n("MUSE-COMP-01.pack") - n("MUSE-COMP-01.jokers_left_out"),
            "the size of the pack without its Jokers"),
    Derived("MUSE-COMP-03.count", lambda n: len(n("MUSE-COMP-03.labels")), "the number of labels"),
    Derived("MUSE-COMP-03.count", lambda n: 2 * n("MUSE-QUEST-09.questions"),
            "two for each Question"),
    Derived("MUSE-QUEST-09.questions",
            lambda n: n("MUSE-QUEST-09.crisis") + n("MUSE-QUEST-09.subplot"),
            "the Crisis and Subplot Questions together"),
    Derived("MUSE-SHEET-18.min", lambda n: _elements(n, "min"), "the smallest number of elements"),
    Derived("MUSE-SHEET-18.max", lambda n: _elements(n, "max"), "the largest number of elements"),
    Derived("MUSE-OPT-02.sheets", lambda n: 2 * n("MUSE-OPT-02.subplot"),
            "two for each Subplot Question"),
    _at_most("MUSE-SETUP-01.min", "MUSE-SETUP-01.max"),
    _at_most("MUSE-SHEET-02.min", "MUSE-SHEET-02.max"),
    _at_most("MUSE-SHEET-05.min", "MUSE-SHEET-05.max"),
    _at_most("MUSE-OPT-02.subplot", "MUSE-QUEST-09.subplot"),
    _at_most("MUSE-SHEET-07.questions", "MUSE-QUEST-09.subplot"),
    claim("MUSE-COMP-07", lambda lines, goals, ties: lines >= goals + ties,
          "a character has {goals} goals and {ties} relationships, but only {lines} lines",
          lines="MUSE-COMP-07.min_lines", goals="MUSE-SHEET-03.goals_each",
          ties="MUSE-SHEET-04.relationships_each"),
    claim("MUSE-COMP-02", lambda players, each, have: have >= players * each,
          "{players} players start with {each} tokens each, but there are {have}",
          players="MUSE-SETUP-01.max", each="MUSE-SETUP-03.tokens_each",
          have="MUSE-COMP-02.min_tokens"),
    Claim("MUSE-LIMIT-01", _table_of_limits),
    Claim("MUSE-SHOWDOWN-08", _suit_order),
    Claim("MUSE-SETUP-02", _deal),
    Claim("MUSE-DRAW-12", _always_enough_cards),
    Claim("MUSE-END-11", _crisis_draw, covered_by="MUSE-RUL-03"),
)  # fmt: skip

REQUIREMENTS = (
    Requirement("Cards", lambda game, players: cards_out(game.rules.number, players),
                ("MUSE-LIMIT-01", "MUSE-LIMIT-02", "MUSE-DRAW-01"),
                "full hands, full Subplot sheets and the Narrator's card", pieces=("cards",),
                whole=True),
    Requirement("token", None, ("MUSE-COMP-02",), "", pieces=("tokens",),
                decided_by="MUSE-COMP-09"),
    Requirement("Answer Sheets", stated("MUSE-COMP-03.count"), ("MUSE-COMP-03",),
                "two for each Question", pieces=("answer-sheets",)),
    Requirement("Story Sheets", stated("MUSE-COMP-05.story_sheets"), ("MUSE-COMP-05",),
                "one for the table", pieces=("story-sheet",), instead=("larger-sheet",)),
    Requirement("Quick references", one_each, ("MUSE-SETUP-01",), "one for each player",
                pieces=("references",)),
)  # fmt: skip
