"""Numbers of the Muse catalogue that follow from others, and two claims of its rulebook."""

from __future__ import annotations

from validator.checks.agreement import Agreement, Claim, Number


def _elements(number: Number, bound: str) -> int:
    """Tickable elements of a standard Story Sheet."""
    goals = number("MUSE-SHEET-03.goals_each") + number("MUSE-SHEET-04.relationships_each")
    characters: int = number("MUSE-SHEET-01.characters") * (1 + goals)
    scenes: int = number(f"MUSE-SHEET-02.{bound}")
    threats: int = number(f"MUSE-SHEET-05.{bound}")
    return characters + scenes + threats


def _always_enough_cards(number: Number) -> str:
    """Full hands, full Subplot sheets and one more card of the Narrator fit in the pack."""
    pack = number("MUSE-COMP-01.cards")
    sheets = 2 * number("MUSE-QUEST-09.subplot")
    short = [
        f"{players} players ({limit * (players + sheets) + 1} cards)"
        for players, limit in number("MUSE-LIMIT-01.hand_limit").items()
        if limit * (players + sheets) + 1 > pack
    ]
    return f"more than {pack} cards can be out with {', '.join(short)}" if short else ""


def _crisis_draw(number: Number) -> str:
    """Tokens on the Crisis sheets never ask for more cards than full hands leave."""
    pack, tokens = number("MUSE-COMP-01.cards"), number("MUSE-COMP-02.min_tokens")
    short = [
        f"{players} players ({pack - limit * players} cards)"
        for players, limit in number("MUSE-LIMIT-01.hand_limit").items()
        if pack - limit * players < tokens - 1
    ]
    return (
        f"{tokens} tokens can ask for more cards than are left with {', '.join(short)}"
        if short
        else ""
    )


NUMBERS: tuple[Agreement | Claim, ...] = (
    Agreement(
        "MUSE-COMP-01.cards",
        lambda n: len(n("MUSE-COMP-01.ranks")) * len(n("MUSE-COMP-01.suits")),
        "ranks times suits",
    ),
    Agreement(
        "MUSE-COMP-03.count", lambda n: len(n("MUSE-COMP-03.labels")), "the number of labels"
    ),
    Agreement(
        "MUSE-COMP-03.count", lambda n: 2 * n("MUSE-QUEST-09.questions"), "two for each Question"
    ),
    Agreement(
        "MUSE-QUEST-09.questions",
        lambda n: n("MUSE-QUEST-09.crisis") + n("MUSE-QUEST-09.subplot"),
        "Crisis and Subplot Questions together",
    ),
    Agreement("MUSE-SHEET-18.min", lambda n: _elements(n, "min"), "the fewest elements"),
    Agreement("MUSE-SHEET-18.max", lambda n: _elements(n, "max"), "the most elements"),
    Agreement(
        "MUSE-OPT-02.sheets",
        lambda n: 2 * n("MUSE-OPT-02.subplot"),
        "two for each Subplot Question",
    ),
    Claim("MUSE-DRAW-12", _always_enough_cards, covered_by=""),
    Claim("MUSE-END-11", _crisis_draw, covered_by="MUSE-RUL-03"),
)
