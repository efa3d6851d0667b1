"""Random draws: first hands, the first Narrator, drawn cards, ties broken by chance.

In the rulebook: Preparing a story; Gaining a card.
"""

from __future__ import annotations

from random import Random
from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import settle
from validator.games.muse.constants import ANSWERS, CRISIS, SHEETS, SIDES, Pieces
from validator.games.muse.jump import highest_bidder, may_contest, total
from validator.games.muse.modes import ALL, DEALT, owed, verb
from validator.games.muse.state import State, sheets_of
from validator.referee import api as ref
from validator.referee.api import CHANCE, Judge, Say, Trace, event

NEWCOMER = "newcomer"
APPROVED = tuple(mode for mode in ALL if mode != phases.PREPARE)
NOT_BIDDING = dict.fromkeys(APPROVED, ("JUMP-13",))
DISCARDED = "is in the discard pile, which is not shuffled before the deck is empty"
Bids = tuple[tuple[int, int], ...]  # seat and number of cards
# Why cards are drawn: what is due, and the rules on it.
CAUSES = (
    ("colour", ("DRAW-02", "DRAW-01", "LIMIT-03")),
    ("gift", ("DRAW-04", "DRAW-01", "LIMIT-03")),
    ("empty", ("DRAW-06", "DRAW-01", "LIMIT-03")),
    ("share", ("SHOWDOWN-21", "SHOWDOWN-22", "SHOWDOWN-20")),
    ("skipped", ("JUMP-08",)),
    (NEWCOMER, ("PLAYER-01",)),
    ("yes", ("END-02", "RUL-28")),
    ("no", ("END-02", "RUL-28")),
)
DEALS = Say("deal {cards} to {who}", "{who} is dealt {cards}")
DRAWN = Say("draw {card} for {who}", "{card} is drawn for {who}")
SHUFFLED = event("the discard pile becomes the draw deck")
FORETOLD = event("{cards} [is|are] on top of the deck")
FIRST = Say("{who} narrates first", "{who} narrates first")
LAYS = Say("{who} lays the bid", "{who} lays the bid")


def opened(state: State) -> Trace:
    """Return a trace with the rules that set the facts before any card is dealt."""
    trace, late = Trace(), state.table.late
    trace("MUSE-SETUP-01", "players")
    for name in state.table.players:
        trace("MUSE-SETUP-03", f"{name}.tokens")
    trace("MUSE-SETUP-05", "deck", "discard", "discard_count")
    trace("MUSE-SETUP-06", "pool")
    trace("MUSE-SETUP-11", "ticked")
    trace("MUSE-COMP-02", "tokens_in_all", "supply")
    for place, label in enumerate(SHEETS):
        rule = "MUSE-SETUP-07" if state.in_play(place) else "MUSE-SETUP-08"
        trace("MUSE-OPT-02" if late else rule, label)
    trace("MUSE-OPT-02" if late else ("MUSE-SHEET-06", "MUSE-SHEET-07"), "questions")
    return trace


# ---- first hands


def joins(s: State, whom: int) -> bool:
    """Return whether `whom` is a player who has joined and still waits for a first hand."""
    return bool(s.due) and s.due[0].kind == NEWCOMER and s.due[0].seat == whom


@verb("chance", open=ALL)
def deal(
    s: State, _: int, whom: Annotated[int, ref.PLAYER],
    cards: Annotated[Pieces, notation.CARDS], to: Judge,
) -> State:  # fmt: skip
    """Deal the first hand of a player, or of a player who joins."""
    newcomer, need, who = joins(s, whom), s.table.first_cards, s.name_of(whom)
    if newcomer:
        need = s.due[0].number
    else:
        rules = ("SETUP-04", "SETUP-02")
        to.holds(rules, s.stage == phases.SETUP and not s.seats[whom].hand,
                 "{who} already [has|have] a hand", who=who)  # fmt: skip
    to.holds("PLAYER-01" if newcomer else "SETUP-02", len(cards) == need,
             "{number} [card is|cards are] dealt; expected {need}", number=len(cards),
             need=need)  # fmt: skip
    of_the_deck(s, cards, to, "COMP-10")
    to.asked()
    if newcomer:
        return draws(s, cards, to)
    after = s._replace(seats=s.with_seat(whom, hand=cards), deck=ref.without(s.deck, *cards),
                       known=max(0, s.known - len(cards)))  # fmt: skip
    s = to.did(("SETUP-02", "COMP-10", "SETUP-05"), s, after, DEALS, who=who, cards=cards)
    dealt = all(s.seats[each].hand for each in s.circle)
    return to.did("SETUP-04", s, s._replace(stage=phases.TELL)) if dealt else s


# ---- draws


def of_the_deck(s: State, cards: Pieces, to: Judge, *discarded: str) -> None:
    """Check that these cards can be drawn from the deck now.

    If a card is in the discard pile, the rules `discarded` are broken.
    """
    card, wrong = fate(s, cards)
    to.holds(discarded if wrong == DISCARDED else "COMP-10", not wrong, "{card} {wrong}",
             card=card, wrong=wrong)  # fmt: skip


def fate(s: State, cards: Pieces) -> tuple[str, str]:
    """Return the first of these cards that cannot be drawn from the deck now, and the reason.

    Both are empty strings if there is no such card.
    """
    if len(cards) == 1 and not s.known and cards[0] in (s.deck or s.discard):
        return "", ""
    deck, discard, known = list(s.deck), list(s.discard), s.known
    for card in cards:
        if not deck:
            deck, discard, known = discard, [], 0
        if card not in deck:
            return card, DISCARDED if card in discard else "is not in the deck"
        if known and deck[0] != card:
            return card, "is not the top card of the deck"
        deck.remove(card)
        known = max(0, known - 1)
    return "", ""


def is_drawing(s: State) -> bool:
    return bool(s.due) and s.due[0].kind in phases.DRAWS


def may_come(s: State) -> bool:
    """Return whether the next line may draw cards, which a script can then name in advance."""
    if s.due:
        return s.due[0].kind == "bonus"
    if s.stage in (phases.SHOWDOWN, phases.BID):
        return True
    if s.stage != phases.TELL:
        return False
    owned = all(sheet.owner >= 0 for sheet in s.sheets.both(CRISIS))
    crisis = s.questions[CRISIS].open and s.climax and owned
    return s.gained < s.table.gains or s.kept_with_whole_hand or crisis


def nothing_due(s: State, whom: int | None, to: Judge) -> None:
    """Check that a line which names cards in advance is followed by one that may draw them."""
    if s.stage in (phases.EPILOGUE, phases.OVER):
        to.forbids(("DRAW-10", "END-05"), "no card is drawn after the Crisis Showdown")
    if whom not in (None, s.narrator) and not s.due:
        to.holds(("DRAW-10", "SHOWDOWN-28"), s.last[1] != "showdown",
                 "a player who was passed over because of a Showdown draws no card")  # fmt: skip
    if s.stage == phases.TELL and not s.due:
        to.holds(("DRAW-10", "DRAW-01"), may_come(s),
                 "{narrator} [has|have] already gained a card this turn",
                 narrator=s.name_of(s.narrator))  # fmt: skip
    to.holds("DRAW-10", may_come(s) and whom is None, "no player may draw a card now")


@verb("chance", open=APPROVED, word="draw")
def drawn(
    s: State, _: int, whom: Annotated[int | None, notation.WHOM],
    cards: Annotated[Pieces, notation.CARDS], to: Judge,
) -> State:  # fmt: skip
    """Draw cards from the deck, before or after the line that requires them."""
    if is_drawing(s):
        need, seat = owed(s), s.due[0].seat
        to.holds("DRAW-10", len(cards) <= need,
                 "{number} [card is|cards are] drawn; expected at most {need}", number=len(cards),
                 need=need)  # fmt: skip
        if whom is not None:
            to.holds("DRAW-10", whom == seat, "the card is for {who}, not for {other}",
                     who=s.name_of(seat), other=s.name_of(whom))  # fmt: skip
    else:
        nothing_due(s, whom, to)
        to.holds(("DRAW-12", "RUL-02"), not s.deck or len(cards) <= len(s.deck),
                 "the deck has only {number} [card|cards]; name the other cards after the deck "
                 "has been shuffled", number=len(s.deck))  # fmt: skip
    of_the_deck(s, cards, to, "DRAW-12", "RUL-02")
    to.asked()
    return draws(s, cards, to)


def draws(s: State, cards: Pieces, to: Judge) -> State:
    """Give drawn cards to whom they are due; put the others on top of the deck."""
    for place, card in enumerate(cards):
        if not is_drawing(s):
            return foretold(s, cards[place:], to)
        s = give(s, card, to)
    return s


def foretold(s: State, cards: Pieces, to: Judge) -> State:
    """Put cards that a script names in advance on top of the deck."""
    s = reshuffled(s, to)
    deck, known = (*cards, *ref.without(s.deck, *cards)), max(s.known, len(cards))
    after = s._replace(deck=deck, known=known)
    return to.did("COMP-10", s, after, FORETOLD, cards=cards)


def give(s: State, card: str, to: Judge) -> State:
    """Give a drawn card to the player who must draw, or to the side that must receive it."""
    s = reshuffled(s, to)
    (due, *rest), hand = s.due, s.seats[s.due[0].seat].hand
    left = due._replace(number=due.number - 1)
    after = s._replace(deck=ref.without(s.deck, card), known=max(0, s.known - 1),
                       due=(left, *rest) if left.number else tuple(rest))  # fmt: skip
    rules = dict(CAUSES)[due.kind]
    if due.seat < 0:
        answer = int(due.kind == "no")
        who, side = ANSWERS[sheets_of(CRISIS)[answer]], SIDES[answer]
        up = s.showdown.up._replace(**{side: (*getattr(s.showdown.up, side), card)})
        after = after._replace(showdown=s.showdown._replace(up=up))
    else:
        who, rules = s.name_of(due.seat), (*rules, "DRAW-10")
        after = after._replace(seats=s.with_seat(due.seat, hand=(*hand, card)))
    if due.kind == "empty":
        rules = (*rules, "DRAW-08") if s.won else rules
        rules = (*rules, "DRAW-07", "RUL-09") if s.ended else rules
    s = to.did(rules, s, after, DRAWN, card=card, who=who)
    return settle(reshuffled(s, to) if s.table.at_last_card else s, to)


def reshuffled(s: State, to: Judge) -> State:
    """Make the discard pile the deck if the deck is empty."""
    if s.deck or not s.discard:
        return s
    after = s._replace(deck=s.discard, discard=(), known=0)
    return to.did(("DRAW-12", "RUL-02"), s, after, SHUFFLED)


# ---- random results


@verb("chance", name="narrator", open=[mode for mode in DEALT if mode != phases.PREPARE])
def first_narrator(s: State, _: int, who: Annotated[int, ref.PLAYER], to: Judge) -> State:
    """Choose the first Narrator."""
    to.holds("SETUP-09", s.prep < phases.BEGUN - 1, "the first Narrator has already been chosen")
    to.asked()
    after = s._replace(prep=phases.PREPARATION.index("narrator"))
    to.did("SETUP-04", s, after)
    after = after._replace(narrator=who)
    return to.did(("SETUP-09", "SETUP-10"), s, after, FIRST, who=s.name_of(who))


def laid_already(s: State, bids: Bids, who: int) -> bool:
    """Return whether a line only reports a bid that has already been accepted."""
    bid = len(s.seats[who].bid)
    is_last = s.stage == phases.BID and highest_bidder(s) == who and len(s.matching()) < bid
    return is_last and dict(bids).get(who, bid) <= bid


def can_lay(s: State, seat: int, number: int, behind: bool, to: Judge) -> None:
    """Check that a player holds enough cards for a bid.

    `behind` means that cards already bid count as well.
    """
    own, name = s.seats[seat], s.name_of(seat)
    held = len(own.hand) + (len(own.bid) if s.table.new_stack or behind else 0)
    least = max(number, s.table.least_bid)
    to.holds(("COMP-10", "JUMP-01"), held >= least,
             "{who} cannot lay {least} cards: the hand has only {held}", who=name, least=least,
             held=held)  # fmt: skip


def exceeds(s: State, seat: int, number: int, others: list[int], to: Judge) -> None:
    """Check that a bid is higher than all other bids that were made before it."""
    own = s.seats[seat]
    highest = max((len(s.seats[each].bid) for each in others), default=0)
    most = number or len(own.hand) + (len(own.bid) if s.table.new_stack else 0)
    bid = total(s, own.bid, range(most))
    to.holds("JUMP-02", bid > highest, "{who}'s bid of {bid} does not exceed {highest}",
             who=s.name_of(seat), bid=bid, highest=highest)  # fmt: skip


@verb("chance", open=(phases.TELL, phases.BID), due=NOT_BIDDING)
def clash(
    s: State, _: int, bids: Annotated[Bids, notation.BIDS], who: Annotated[int, ref.PLAYER],
    to: Judge,
) -> State:  # fmt: skip
    """Choose the Listener whose bid counts if several bid at once.

    The line also states how many cards each of them tries to lay.
    """
    may_contest(s, to)
    behind, least = laid_already(s, bids, who), s.table.least_bid
    bidders = bids if who in dict(bids) else (*bids, (who, 0))
    for seat, _number in bidders:
        to.holds(("JUMP-13", "JUMP-01"), seat in s.listeners(), "{who} is not a Listener",
                 who=s.name_of(seat))  # fmt: skip
    to.holds("JUMP-13", len(bids) != 1, "only one player bids, so there are no simultaneous bids")
    for seat, number in bids:
        to.holds("JUMP-01", number >= least,
                 "{who} lays {number} [card|cards]; expected at least {least}",
                 who=s.name_of(seat), number=number, least=least)  # fmt: skip
    if bids:
        most = max(number for _, number in bids)
        best = tuple(s.name_of(seat) for seat, number in bids if number == most)
        to.holds("JUMP-13", dict(bids).get(who) == most,
                 "the highest bid, {most}, is that of {players}",
                 players=best, most=most)  # fmt: skip
    for seat, number in bidders:
        can_lay(s, seat, number, behind and seat == who, to)
    if s.stage == phases.BID:
        others = [each for each in s.listeners() if not (behind and each == who)]
        for seat, number in bidders:
            if not behind or seat != who:
                exceeds(s, seat, number, others, to)
    to.asked()
    after = s if behind else s._replace(clash=(who, dict(bids).get(who, 0)))
    return to.did("JUMP-13", s, after, LAYS, who=s.name_of(who))


# ---- by itself


def known_draw(state: State) -> ref.Move | None:
    """Return the next draw if the order of the deck is known, or None."""
    if not is_drawing(state) or not (state.ordered or state.known):
        return None
    return ref.Move(CHANCE, drawn.__name__, (None, (state.deck or state.discard)[:1]))


def by_chance(s: State, random: Random) -> ref.Move:
    """Return a random draw from the shuffled deck."""
    if s.stage == phases.SETUP:
        whom = next(seat for seat in s.circle if not s.seats[seat].hand)
        cards = tuple(random.sample(s.deck, s.table.first_cards))
        return ref.Move(CHANCE, deal.__name__, (whom, cards))
    if s.known:
        return ref.Move(CHANCE, drawn.__name__, (None, s.deck[:1]))
    return ref.Move(CHANCE, drawn.__name__, (None, (random.choice(s.deck or s.discard),)))
