"""What the deck gives in Muse: first hands, and every card that is drawn; and other luck."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from validator.games.muse import notation
from validator.games.muse.flow import settle
from validator.games.muse.state import (
    BEGUN,
    BID,
    CRISIS,
    DRAWS,
    PREPARATION,
    SETUP,
    SHOWDOWN,
    TELL,
    Pieces,
    State,
    is_drawing,
    lacks_approval,
    name_of,
    without,
)
from validator.referee.core import CHANCE, Move, Notes, Verb, Verdict
from validator.referee.grammar import PLAYER
from validator.referee.zones import put

deal = Verb(
    "deal", about="The first hand of a player, also of one who joins.", kind="chance",
    args=(PLAYER, notation.CARDS),
)  # fmt: skip
draw = Verb(
    "drawn", word="draw", kind="chance", args=(notation.WHOM, notation.CARDS),
    about="The cards that come from the deck, behind the line that draws them or before it.",
)  # fmt: skip
narrator = Verb("narrator", about="Who narrates first.", kind="chance", args=(PLAYER,))
clash = Verb(
    "clash", kind="chance", args=(notation.BIDS, PLAYER),
    about="Who of the Listeners that bid at the same moment, and with how many cards, lays the "
    "bid.",
)  # fmt: skip

VERBS = (deal, draw, narrator, clash)
NEWCOMER = "newcomer"


# ---- first hands


def joins(state: State, to: int) -> bool:
    """Whether a newcomer's first cards are due."""
    return bool(state.due) and state.due[0].kind == NEWCOMER and state.due[0].seat == to


@deal.law("MUSE-SETUP-04", "MUSE-SETUP-02")
def at_the_very_beginning(state: State, _: int, to: int, _cards: Pieces) -> Verdict:
    """Hands are dealt first of all, and once."""
    if joins(state, to):
        return None
    if state.stage != SETUP:
        return "the first hands are dealt already"
    return f"{name_of(state, to)} has a hand already" if state.hands[to] else ""


@deal.law("MUSE-SETUP-02")
def so_many_cards(state: State, _: int, to: int, cards: Pieces) -> Verdict:
    """The same number of cards for everybody."""
    if state.stage != SETUP or joins(state, to):
        return None
    need = state.table.first_cards
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.law("MUSE-PLAYER-01")
def so_many_for_a_newcomer(state: State, _: int, to: int, cards: Pieces) -> Verdict:
    """As many cards as the others had."""
    if not joins(state, to):
        return None
    need = state.due[0].number
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.law("MUSE-COMP-10")
def dealt_from_the_deck(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    """Every card is there once."""
    wrong = fate(state, cards)
    return wrong[1] if wrong else ""


@deal.effect
def _deal(state: State, seat: int, to: int, cards: Pieces, note: Notes | None) -> State:
    if joins(state, to):
        return _draw(state, seat, None, cards, note)
    name = name_of(state, to)
    if note is not None:
        note("MUSE-SETUP-02", f"{name}.hand", text=f"{name} is dealt {' '.join(cards)}")
        note("MUSE-COMP-10", f"{name}.hand", "deck")
    known = max(0, state.known - len(cards))
    after = state._replace(
        hands=put(state.hands, to, cards), deck=without(state.deck, cards), known=known
    )  # fmt: skip
    if not all(after.hands[each] for each in after.seats):
        return after
    if note is not None:
        told_set_up(after, note)
    return after._replace(stage=TELL)


def told_set_up(state: State, note: Notes) -> None:
    """What the table looks like once all hands are dealt."""
    note("MUSE-SETUP-01", "players")
    for name in state.table.players:
        note("MUSE-SETUP-03", f"{name}.tokens")
    note("MUSE-SETUP-05", "deck", "discard")
    note("MUSE-SETUP-06", "pool")
    note("MUSE-SETUP-11", "ticked")
    note("MUSE-COMP-02", "tokens_in_all")
    for sheet in ("Y1", "N1", "CY", "CN"):
        note("MUSE-SETUP-07", f"{sheet}.owner", f"{sheet}.open", f"{sheet}.count")
    if state.table.late:
        note("MUSE-OPT-02", "questions", "Y2.open", "N2.open", "CY.open", "CN.open")
    else:
        note("MUSE-SETUP-08", "Y2.open", "N2.open", "questions")
        note("MUSE-SHEET-06", "questions")
        note("MUSE-SHEET-07", "questions")


# ---- draws


def fate(state: State, cards: Pieces) -> tuple[str, str] | None:
    """Why the deck cannot give these cards now: the kind of reason, and words; None if it can."""
    deck, discard, known = list(state.deck), list(state.discard), state.known
    for card in cards:
        if not deck:
            deck, discard, known = discard, [], 0
        if card in deck and known and deck[0] != card:
            return "order", f"the top card is {deck[0]}, not {card}"
        if card not in deck:
            if card in discard:
                return "discard", f"{card} lies in the discard pile, and the deck holds {len(deck)}"
            return "elsewhere", f"{card} does not lie in the deck"
        deck.remove(card)
        known = max(0, known - 1)
    return None


def owed(state: State) -> int:
    """How many cards are to be drawn before somebody acts."""
    total = 0
    for due in state.due:
        if due.kind not in DRAWS:
            break
        total += due.number
    return total


def may_come(state: State) -> bool:
    """Whether a line that may stand next draws cards, so that they may be named before it."""
    if state.due:
        return state.due[0].kind == "bonus"
    if state.stage in (SHOWDOWN, BID):
        return True
    if state.stage != TELL:
        return False
    crisis = (
        state.open[CRISIS]
        and state.climax
        and all(owner >= 0 for owner in state.owners[2 * CRISIS :])
    )
    return state.gained < state.table.gains or state.again or crisis


@draw.law("MUSE-DRAW-10")
def a_draw_is_due(state: State, _: int, _whom: Any, cards: Pieces) -> Verdict:
    """Cards come from the deck only where a rule draws them."""
    if not is_drawing(state):
        return "" if may_come(state) else "nobody draws a card now"
    need = owed(state)
    return "" if len(cards) <= need else f"{len(cards)} cards, and only {need} are drawn"


@draw.law("MUSE-DRAW-01")
def one_gain(state: State, _: int) -> Verdict:
    """The Narrator gains no second card."""
    if state.stage != TELL or state.due or may_come(state) or state.gained < state.table.gains:
        return None
    return f"{name_of(state, state.narrator)} has gained a card in this turn"


@draw.law("MUSE-SHOWDOWN-28")
def none_for_the_passed_over(state: State, _: int, whom: int | None) -> Verdict:
    """A Showdown skips players without a bonus card."""
    if whom in (None, state.narrator) or state.due or state.last[1] != "showdown":
        return None
    return "who is passed over by a Showdown draws nothing"


@draw.law("MUSE-END-05")
def none_after_the_crisis(state: State, _: int) -> Verdict:
    """The Crisis Showdown pays no cards."""
    if is_drawing(state) or state.stage in (SETUP, TELL, BID, SHOWDOWN):
        return None
    return "the Crisis Showdown gives no cards"


@draw.law("MUSE-DRAW-10")
def for_whom(state: State, _: int, whom: int | None) -> Verdict:
    """The card goes to whom it is due."""
    if whom is None:
        return None
    if not is_drawing(state):
        return f"{name_of(state, whom)} draws nothing now"
    due = state.due[0]
    if due.seat == whom:
        return ""
    return f"the card is for {name_of(state, due.seat)}, not for {name_of(state, whom)}"


@draw.law("MUSE-DRAW-12", "MUSE-RUL-02")
def deck_before_discards(state: State, _: int, _whom: Any, cards: Pieces) -> Verdict:
    """Discards come back when the deck is used up, not earlier."""
    wrong = fate(state, cards)
    return wrong[1] if wrong and wrong[0] == "discard" else None


@draw.law("MUSE-COMP-10")
def lies_in_the_deck(state: State, _: int, _whom: Any, cards: Pieces) -> Verdict:
    """What is drawn lies in the deck."""
    wrong = fate(state, cards)
    if wrong and wrong[0] == "discard":
        return None
    return wrong[1] if wrong else ""


@draw.effect
def _draw(state: State, _: int, _whom: int | None, cards: Pieces, note: Notes | None) -> State:
    for place, card in enumerate(cards):
        if not is_drawing(state):
            rest = cards[place:]
            deck = (*rest, *without(state.deck, rest))
            return state._replace(deck=deck, known=max(state.known, len(rest)))
        state = give(state, card, note)
    return state


def give(state: State, card: str, note: Notes | None) -> State:
    """The next card that is due."""
    state = reshuffled(state, note)
    due, rest = state.due[0], state.due[1:]
    state = state._replace(deck=without(state.deck, (card,)), known=max(0, state.known - 1))
    if due.kind in ("yes", "no"):
        state = _to_side(state, int(due.kind == "no"), card, note)
    else:
        state = state._replace(hands=put(state.hands, due.seat, (*state.hands[due.seat], card)))
        if note is not None:
            name = name_of(state, due.seat)
            facts = (f"{name}.hand", f"{name}.cards", "deck")
            note(CAUSES[due.kind], *facts, text=f"{name} draws {card}")
            if due.kind == "share":
                note("MUSE-SHOWDOWN-22", *facts)
                note("MUSE-SHOWDOWN-20", *facts)
            note("MUSE-DRAW-10", *facts)
            if due.kind in ("colour", "gift", "empty"):
                note("MUSE-DRAW-01", *facts, "gained")
                note("MUSE-LIMIT-03", *facts)
            if due.kind == "empty" and state.won:
                note("MUSE-DRAW-08", *facts)
            if due.kind == "empty" and state.ended:
                note("MUSE-DRAW-07", *facts)
                note("MUSE-RUL-09", *facts)
    left = due._replace(number=due.number - 1)
    state = state._replace(due=(left, *rest) if left.number else rest)
    if state.table.at_last_card:
        state = reshuffled(state, note)
    return settle(state, note)


def _to_side(state: State, side: int, card: str, note: Notes | None) -> State:
    contest = state.showdown
    assert contest is not None
    up = put(contest.up, side, (*contest.up[side], card))
    if note is not None:
        note(
            "MUSE-END-02",
            f"showdown.{'YN'[side]}",
            "deck",
            text=f"{card} is drawn for {['Yes', 'No'][side]}",
        )
        note("MUSE-RUL-28", f"showdown.{'YN'[side]}")
    return state._replace(showdown=contest._replace(up=up))


def reshuffled(state: State, note: Notes | None) -> State:
    """The discards as a new deck, if the old one is used up."""
    if state.deck or not state.discard:
        return state
    if note is not None:
        text = "the discard pile becomes the draw deck"
        note("MUSE-DRAW-12", "deck", "discard", text=text)
        note("MUSE-RUL-02", "deck", "discard")
    return state._replace(deck=state.discard, discard=(), known=0)


CAUSES = {
    "colour": "MUSE-DRAW-02",
    "gift": "MUSE-DRAW-04",
    "empty": "MUSE-DRAW-06",
    "share": "MUSE-SHOWDOWN-21",
    "skipped": "MUSE-JUMP-08",
    "newcomer": "MUSE-PLAYER-01",
    "yes": "MUSE-END-02",
    "no": "MUSE-END-02",
}


def waits_for(*kinds: str) -> Callable[[State, int], Verdict]:
    """A law: nobody acts while cards of these kinds are to be drawn."""

    def card_is_drawn_first(state: State, _: int) -> Verdict:
        if not is_drawing(state) or state.due[0].kind not in kinds:
            return None
        due = state.due[0]
        who = f"for {due.kind}" if due.seat < 0 else f"by {name_of(state, due.seat)}"
        return f"{owed(state)} to be drawn first, the next {who}: '~ draw CARD'"

    return card_is_drawn_first


# ---- the first Narrator, and bids at the same moment


@narrator.law("MUSE-SETUP-04")
def hands_before_narrator(state: State, _: int, _who: int) -> Verdict:
    """Everything else comes first."""
    return "cards are still to be dealt" if state.stage == SETUP else None


@narrator.law("MUSE-SHEET-19")
def approval_before_narrator(state: State, _: int, _who: int) -> Verdict:
    """The story does not begin before everybody is satisfied with its sheet."""
    return "nobody has approved of the Story Sheet" if lacks_approval(state) else None


@narrator.law("MUSE-SETUP-09")
def picked_once(state: State, _: int, _who: int) -> Verdict:
    """The first Narrator is picked before the story begins, and once."""
    if state.stage == SETUP:
        return None
    return "" if state.prep < BEGUN - 1 else "the first Narrator is known"


@narrator.effect
def _narrator(state: State, _: int, who: int, note: Notes | None) -> State:
    if note is not None:
        note("MUSE-SETUP-09", "narrator", "turn", text=f"{name_of(state, who)} narrates first")
        note("MUSE-SETUP-04", "narrator")
        note("MUSE-SETUP-10", "story_sheet")
    return state._replace(narrator=who, prep=PREPARATION.index("narrator"))


Bids = tuple[tuple[int, int], ...]  # seat and number of cards


@clash.law("MUSE-JUMP-13")
def listeners_who_may_bid(state: State, _: int, _bids: Bids, who: int) -> Verdict:
    """Only Listeners bid, while a contest can be."""
    if state.stage not in (TELL, BID) or state.due:
        return "nobody bids now"
    return "" if who != state.narrator else f"{name_of(state, who)} is the Narrator"


@clash.law("MUSE-JUMP-13")
def more_cards_first(state: State, _: int, bids: Bids, who: int) -> Verdict:
    """The one with more cards lays; chance decides among equals."""
    if not bids:
        return None
    most = max(number for _seat, number in bids)
    if dict(bids).get(who) == most:
        return ""
    best = [name_of(state, seat) for seat, number in bids if number == most]
    return f"{' and '.join(best)} bid more: {most} cards"


@clash.effect
def _clash(state: State, _: int, bids: Bids, who: int, note: Notes | None) -> State:
    if note is not None:
        note("MUSE-JUMP-13", "clash", text=f"{name_of(state, who)} lays the bid")
    if state.bids and state.bids[-1][0] == who:  # told behind the bid
        return state
    return state._replace(clash=(who, dict(bids).get(who, 0)))


# ---- by itself


def lying(state: State) -> Move | None:
    """The next card as the deck lies, if its order is known."""
    if not is_drawing(state) or not (state.ordered or state.known):
        return None
    return Move(CHANCE, draw.name, (None, (state.deck or state.discard)[:1]))


def by_chance(state: State, random: Random) -> Move:
    """What the shuffled deck gives now."""
    if state.stage == SETUP:
        to = next(seat for seat in state.seats if not state.hands[seat])
        return Move(
            CHANCE, deal.name, (to, tuple(random.sample(state.deck, state.table.first_cards)))
        )
    if state.known:
        return Move(CHANCE, draw.name, (None, state.deck[:1]))
    return Move(CHANCE, draw.name, (None, (random.choice(state.deck or state.discard),)))
