"""Supporting an answer with a card, a token or narration alone; who owns Answer Sheets.

In the rulebook: Supporting an answer.
"""

from __future__ import annotations

from typing import Annotated, Any

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import PASS, turn_over
from validator.games.muse.constants import ANSWERS, NOBODY, SHEETS, TELLING, Pieces
from validator.games.muse.limits import hand_limit, is_full, load, sheet_limit
from validator.games.muse.modes import NARRATES, has, narrator, verb
from validator.games.muse.state import State, is_crisis, opposite
from validator.referee import api as ref
from validator.referee.api import Judge, Say

Means = Any  # cards, None for the required tokens, a number of tokens, or TELLING
LAYS = Say("Lay {cards} on {sheet}", "lays {cards} on {sheet}")
TOKEN = Say("Lay a token on {sheet}", "lays a token on {sheet}")
OWNS = Say("own it", "owns it")
SWAPS = Say("give {sheet} to {place}", "gives {sheet} to {place}")
CLAIMS = Say("Claim {sheet}", "claims {sheet}")
STAYS = Say("Support {sheet} only by narration",
            "[Supports|Support] {sheet}, which stays with {owner}")  # fmt: skip


# ---- Support


def sheets(s: State, _: int) -> list[int]:
    """Return the Answer Sheets of Questions in play."""
    return [sheet for sheet in range(len(SHEETS)) if s.in_play(sheet)]


def means(s: State, me: int, sheet: int) -> list[Means]:
    """Return the ways to Support a sheet.

    Each is a tuple of cards from the hand, None for tokens, or TELLING.
    """
    own, full = s.seats[me], is_full(s, sheet)
    found: list[Means] = []
    if is_crisis(sheet):
        found += [None] if own.tokens else []
    elif not full:
        found += [(card,) for card in own.hand]
    if full or s.sheets[sheet].owner == me:
        found.append(TELLING)
    return found


def in_play(s: State, sheet: int, to: Judge) -> None:
    """Check that the Question of a sheet is in play."""
    late = is_crisis(sheet) and s.table.late
    to.holds(("SUPPORT-09", "RUL-23", "OPT-02") if late else "SUPPORT-09",
             s.in_play(sheet), "{sheet} is set aside, because its Question is not in play",
             sheet=ANSWERS[sheet])  # fmt: skip


def lays_token(s: State, me: int, sheet: int, laid: Means, to: Judge) -> None:
    """Check that the required tokens, and no card, are added to a Crisis answer."""
    need, have, label = s.table.support_tokens, s.seats[me].tokens, ANSWERS[sheet]
    if isinstance(laid, tuple):
        to.holds("SUPPORT-03", False, "a token must be laid on {sheet}, not {cards}", sheet=label,
                 cards=laid)  # fmt: skip
    number = need if laid is None else laid
    to.holds(("SUPPORT-03", "SUPPORT-10") if have < number else "SUPPORT-03", number == need,
             "{number} [token is|tokens are] laid; expected {need}", number=number,
             need=need)  # fmt: skip
    to.holds(("SUPPORT-10", "SUPPORT-03"), have >= need,
             "{player} [has|have] only {have} [token|tokens]", have=have)  # fmt: skip


def lays_card(s: State, me: int, sheet: int, laid: Means, to: Judge) -> None:
    """Check that the card added to a Subplot answer is from the hand, and that it has room."""
    need = s.table.support_cards
    to.holds("SUPPORT-10", s.seats[me].hand, "{player} [has|have] no card in hand")
    if laid is not ref.ANY:
        cards = laid if isinstance(laid, tuple) else ()
        to.holds("SUPPORT-02", len(cards) == need,
                 "{number} [card is|cards are] laid; expected {need}", number=len(cards),
                 need=need)  # fmt: skip
        has(s, me, cards, to, "SUPPORT-02", "SUPPORT-10")
    keeps = not s.table.full_swaps and owns_full_opposite(s, me, sheet)
    full = ("LIMIT-07", "LIMIT-02", "SUPPORT-08", "RUL-14")
    to.holds((*full, "RUL-12") if keeps else full, not is_full(s, sheet),
             "{sheet} has {number} [card|cards]; the limit is {limit}",
             sheet=ANSWERS[sheet], number=load(s, sheet), limit=sheet_limit(s))  # fmt: skip
    to.holds("RUL-12", not keeps, "{player} [owns|own] {sheet}, which is full",
             sheet=ANSWERS[opposite(sheet)])  # fmt: skip


def tells(s: State, me: int, sheet: int, to: Judge) -> None:
    """Check that a sheet is Supported by narration alone only by its owner, or if it is full.

    A Crisis sheet is never full.
    """
    owner, label = s.sheets[sheet].owner, ANSWERS[sheet]
    if is_crisis(sheet):
        to.holds(("SUPPORT-03", "LIMIT-06", "SUPPORT-05"), owner == me,
                 "{sheet} belongs to {owner}, so a token must be laid", sheet=label,
                 owner=s.name_of(owner))  # fmt: skip
        return
    to.holds(("SUPPORT-02", "SUPPORT-05", "SUPPORT-08"), is_full(s, sheet) or owner == me,
             "{sheet} is neither full nor owned by {player}, so a card must be laid",
             sheet=label)  # fmt: skip
    if claims_full_sheet(s, sheet):
        to.holds(("RUL-13", "SUPPORT-06"), not owns_full_opposite(s, me, sheet),
                 "{player} [owns|own] {sheet}, which is full",
                 sheet=ANSWERS[opposite(sheet)])  # fmt: skip


def owns_full_opposite(s: State, me: int, sheet: int) -> bool:
    """Return whether a player owns the opposite sheet, and that sheet is full."""
    return s.sheets[opposite(sheet)].owner == me and is_full(s, opposite(sheet))


def claims_full_sheet(s: State, sheet: int) -> bool:
    """Return whether narration alone makes a player the owner of a full, unowned sheet."""
    return is_full(s, sheet) and s.sheets[sheet].owner == NOBODY


@verb(open=phases.TELL, by=narrator, turn=NARRATES)
def support(
    s: State, me: int, sheet: Annotated[int, notation.SHEET.of(sheets)],
    how: Annotated[Means, notation.MEANS.of(means)], to: Judge,
) -> State:  # fmt: skip
    """Support an answer: Y1 9C adds a card, CY a token.

    A full sheet, or your own, may be Supported by narration alone.
    """
    in_play(s, sheet, to)
    if how == TELLING:
        tells(s, me, sheet, to)
    elif is_crisis(sheet):
        lays_token(s, me, sheet, how, to)
    else:
        lays_card(s, me, sheet, how, to)
    to.asked()
    if how == TELLING and not claims_full_sheet(s, sheet):
        return _told(s, me, sheet, to)
    if how == TELLING:
        after = _claim(s, me, sheet, to)
    else:
        after = _token(s, me, sheet, to) if is_crisis(sheet) else _card(s, me, sheet, how, to)
        after = take_ownership(after, me, sheet, to)
    return to.did(("TURN-03", "TURN-02", "SUPPORT-11"), s, turn_over(after, "support", PASS, to))


def _token(s: State, me: int, sheet: int, to: Judge) -> State:
    """Lay a token on a Crisis sheet."""
    need = s.table.support_tokens
    after = s._replace(
        seats=s.with_seat(me, tokens=s.seats[me].tokens - need),
        sheets=s.sheets.with_sheet(sheet, tokens=s.sheets[sheet].tokens + need),
    )
    return to.did(("SUPPORT-03", "COMP-11", "LIMIT-06"), s, after, TOKEN, sheet=ANSWERS[sheet])


def _card(s: State, me: int, sheet: int, cards: Pieces, to: Judge) -> State:
    """Lay a card on a Subplot sheet."""
    hand = s.seats[me].hand
    after = s._replace(
        seats=s.with_seat(me, hand=ref.without(hand, *cards)),
        sheets=s.sheets.with_sheet(sheet, cards=(*s.sheets[sheet].cards, *cards)),
    )
    if len(hand) > hand_limit(s):
        to.did("LIMIT-05", s, after)
    if is_full(after, sheet):
        to.did("LIMIT-07", s, after)
    return to.did(("SUPPORT-02", "COMP-10", "LIMIT-02"), s, after, LAYS, cards=cards,
                  sheet=ANSWERS[sheet])  # fmt: skip


def take_ownership(s: State, me: int, sheet: int, to: Judge) -> State:
    """Make a player the owner of a sheet.

    If the player owned the opposite sheet, its owner is now whoever owned this one, or nobody: no
    player owns both answers to a Question.
    """
    other, former = opposite(sheet), s.sheets[sheet].owner
    if former == me:
        return to.did("SUPPORT-05", s, s)
    swapped = s.sheets[other].owner == me
    after = s._replace(sheets=s.sheets.with_sheet(sheet, owner=me))
    s = to.did(("SUPPORT-04", "SUPPORT-06"), s, after, OWNS, sheet=ANSWERS[sheet])
    if not swapped:
        return s
    after = s._replace(sheets=s.sheets.with_sheet(other, owner=former))
    if former < 0:
        to.did("RUL-11", s, after)
    return to.did(("SUPPORT-07", "SUPPORT-06"), s, after, SWAPS, sheet=ANSWERS[other],
                  place="the centre" if former < 0 else s.name_of(former))  # fmt: skip


def _claim(s: State, me: int, sheet: int, to: Judge) -> State:
    """Give a full sheet without an owner to a player, who loses the opposite sheet."""
    sheets = s.sheets.with_sheet(sheet, owner=me)
    if sheets[opposite(sheet)].owner == me:
        sheets = sheets.with_sheet(opposite(sheet), owner=NOBODY)
    return to.did("RUL-13", s, s._replace(sheets=sheets), CLAIMS, sheet=ANSWERS[sheet])


def _told(s: State, me: int, sheet: int, to: Judge) -> State:
    """Support a sheet by narration alone, which does not change the sheet."""
    owner = s.sheets[sheet].owner
    rule = "SUPPORT-05" if owner == me else "SUPPORT-08"
    to.did((rule, "LIMIT-07"), s, s, STAYS, sheet=ANSWERS[sheet], owner=s.name_of(owner))
    if s.table.goes_on and is_full(s, sheet):
        return to.did("RUL-30", s, s)
    after = turn_over(s, "support", PASS, to)
    return to.did(("RUL-30", "TURN-03", "TURN-02", "SUPPORT-11"), s, after)
