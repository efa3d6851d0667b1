"""What the deck gives in Muse: first hands, and every card that is drawn; and other luck."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from validator.games.muse.flow import settle
from validator.games.muse.position import (
    BEGUN,
    BID,
    CRISIS,
    DRAWS,
    PREPARATION,
    SETUP,
    SHOWDOWN,
    TELL,
    Pieces,
    Position,
    is_drawing,
    lacks_approval,
    name_of,
    without,
)
from validator.referee.core import CHANCE, Move, Notes, Verb, Verdict
from validator.referee.zones import put

deal = Verb(
    "deal", "deal PLAYER CARD…", "The first hand of a player, also of one who joins.",
    kind="chance",
)  # fmt: skip
draw = Verb(
    "drawn", "draw CARD… [for PLAYER]",
    "The cards that come from the deck, behind the line that draws them or before it.",
    kind="chance",
)  # fmt: skip
narrator = Verb("narrator", "narrator PLAYER", "Who narrates first.", kind="chance")
clash = Verb(
    "clash", "clash [{PLAYER: NUMBER, …}] PLAYER",
    "Who of the Listeners that bid at the same moment, and with how many cards, lays the bid.",
    kind="chance",
)  # fmt: skip

VERBS = (deal, draw, narrator, clash)
NEWCOMER = "newcomer"


# ---- first hands


def joins(at: Position, to: int) -> bool:
    """Whether a newcomer's first cards are due."""
    return bool(at.due) and at.due[0].kind == NEWCOMER and at.due[0].seat == to


@deal.law("MUSE-SETUP-04", "MUSE-SETUP-02")
def at_the_very_beginning(at: Position, _: int, to: int, _cards: Pieces) -> Verdict:
    """Hands are dealt first of all, and once."""
    if joins(at, to):
        return None
    if at.stage != SETUP:
        return "the first hands are dealt already"
    return f"{name_of(at, to)} has a hand already" if at.hands[to] else ""


@deal.law("MUSE-SETUP-02")
def so_many_cards(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """The same number of cards for everybody."""
    if at.stage != SETUP or joins(at, to):
        return None
    need = at.table.first_cards
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.law("MUSE-PLAYER-01")
def so_many_for_a_newcomer(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """As many cards as the others had."""
    if not joins(at, to):
        return None
    need = at.due[0].number
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.law("MUSE-COMP-10")
def dealt_from_the_deck(at: Position, _: int, _to: int, cards: Pieces) -> Verdict:
    """Every card is there once."""
    wrong = fate(at, cards)
    return wrong[1] if wrong else ""


@deal.effect
def _deal(at: Position, seat: int, to: int, cards: Pieces, note: Notes | None) -> Position:
    if joins(at, to):
        return _draw(at, seat, cards, None, note)
    name = name_of(at, to)
    if note is not None:
        note("MUSE-SETUP-02", f"{name}.hand", text=f"{name} is dealt {' '.join(cards)}")
        note("MUSE-COMP-10", f"{name}.hand", "deck")
    known = max(0, at.known - len(cards))
    after = at._replace(
        hands=put(at.hands, to, cards), deck=without(at.deck, cards), known=known
    )  # fmt: skip
    if not all(after.hands[each] for each in after.seats):
        return after
    if note is not None:
        told_set_up(after, note)
    return after._replace(stage=TELL)


def told_set_up(at: Position, note: Notes) -> None:
    """What the table looks like once all hands are dealt."""
    note("MUSE-SETUP-01", "players")
    for name in at.roster:
        note("MUSE-SETUP-03", f"{name}.tokens")
    note("MUSE-SETUP-05", "deck", "discard")
    note("MUSE-SETUP-06", "pool")
    note("MUSE-SETUP-11", "ticked")
    note("MUSE-COMP-02", "tokens_in_all")
    for sheet in ("Y1", "N1", "CY", "CN"):
        note("MUSE-SETUP-07", f"{sheet}.owner", f"{sheet}.open", f"{sheet}.count")
    if at.table.late:
        note("MUSE-OPT-02", "questions", "Y2.open", "N2.open", "CY.open", "CN.open")
    else:
        note("MUSE-SETUP-08", "Y2.open", "N2.open", "questions")
        note("MUSE-SHEET-06", "questions")
        note("MUSE-SHEET-07", "questions")


# ---- draws


def fate(at: Position, cards: Pieces) -> tuple[str, str] | None:
    """Why the deck cannot give these cards now: the kind of reason, and words; None if it can."""
    deck, discard, known = list(at.deck), list(at.discard), at.known
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


def owed(at: Position) -> int:
    """How many cards are to be drawn before somebody acts."""
    total = 0
    for due in at.due:
        if due.kind not in DRAWS:
            break
        total += due.number
    return total


def may_come(at: Position) -> bool:
    """Whether a line that may stand next draws cards, so that they may be named before it."""
    if at.due:
        return at.due[0].kind == "bonus"
    if at.stage in (SHOWDOWN, BID):
        return True
    if at.stage != TELL:
        return False
    crisis = at.open[CRISIS] and at.climax and all(owner >= 0 for owner in at.owners[2 * CRISIS :])
    return at.gained < at.table.gains or at.again or crisis


@draw.law("MUSE-DRAW-10")
def a_draw_is_due(at: Position, _: int, cards: Pieces) -> Verdict:
    """Cards come from the deck only where a rule draws them."""
    if not is_drawing(at):
        return "" if may_come(at) else "nobody draws a card now"
    need = owed(at)
    return "" if len(cards) <= need else f"{len(cards)} cards, and only {need} are drawn"


@draw.law("MUSE-DRAW-01")
def one_gain(at: Position, _: int, _cards: Pieces) -> Verdict:
    """The Narrator gains no second card."""
    if at.stage != TELL or at.due or may_come(at) or at.gained < at.table.gains:
        return None
    return f"{name_of(at, at.narrator)} has gained a card in this turn"


@draw.law("MUSE-SHOWDOWN-28")
def none_for_the_passed_over(at: Position, _: int, _cards: Pieces, whom: int | None) -> Verdict:
    """A Showdown skips players without a bonus card."""
    if whom in (None, at.narrator) or at.due or at.last[1] != "showdown":
        return None
    return "who is passed over by a Showdown draws nothing"


@draw.law("MUSE-END-05")
def none_after_the_crisis(at: Position, _: int, _cards: Pieces) -> Verdict:
    """The Crisis Showdown pays no cards."""
    if is_drawing(at) or at.stage in (SETUP, TELL, BID, SHOWDOWN):
        return None
    return "the Crisis Showdown gives no cards"


@draw.law("MUSE-DRAW-10")
def for_whom(at: Position, _: int, _cards: Pieces, whom: int | None) -> Verdict:
    """The card goes to whom it is due."""
    if whom is None:
        return None
    if not is_drawing(at):
        return f"{name_of(at, whom)} draws nothing now"
    due = at.due[0]
    if due.seat == whom:
        return ""
    return f"the card is for {name_of(at, due.seat)}, not for {name_of(at, whom)}"


@draw.law("MUSE-DRAW-12", "MUSE-RUL-02")
def deck_before_discards(at: Position, _: int, cards: Pieces) -> Verdict:
    """Discards come back when the deck is used up, not earlier."""
    wrong = fate(at, cards)
    return wrong[1] if wrong and wrong[0] == "discard" else None


@draw.law("MUSE-COMP-10")
def lies_in_the_deck(at: Position, _: int, cards: Pieces) -> Verdict:
    """What is drawn lies in the deck."""
    wrong = fate(at, cards)
    if wrong and wrong[0] == "discard":
        return None
    return wrong[1] if wrong else ""


@draw.effect
def _draw(at: Position, _: int, cards: Pieces, _whom: int | None, note: Notes | None) -> Position:
    for place, card in enumerate(cards):
        if not is_drawing(at):
            rest = cards[place:]
            deck = (*rest, *without(at.deck, rest))
            return at._replace(deck=deck, known=max(at.known, len(rest)))
        at = give(at, card, note)
    return at


def give(at: Position, card: str, note: Notes | None) -> Position:
    """The next card that is due."""
    at = reshuffled(at, note)
    due, rest = at.due[0], at.due[1:]
    at = at._replace(deck=without(at.deck, (card,)), known=max(0, at.known - 1))
    if due.kind in ("yes", "no"):
        at = _to_side(at, int(due.kind == "no"), card, note)
    else:
        at = at._replace(hands=put(at.hands, due.seat, (*at.hands[due.seat], card)))
        if note is not None:
            name = name_of(at, due.seat)
            facts = (f"{name}.hand", f"{name}.cards", "deck")
            note(CAUSES[due.kind], *facts, text=f"{name} draws {card}")
            if due.kind == "share":
                note("MUSE-SHOWDOWN-22", *facts)
                note("MUSE-SHOWDOWN-20", *facts)
            note("MUSE-DRAW-10", *facts)
            if due.kind in ("colour", "gift", "empty"):
                note("MUSE-DRAW-01", *facts, "gained")
                note("MUSE-LIMIT-03", *facts)
            if due.kind == "empty" and at.won:
                note("MUSE-DRAW-08", *facts)
            if due.kind == "empty" and at.ended:
                note("MUSE-DRAW-07", *facts)
                note("MUSE-RUL-09", *facts)
    left = due._replace(number=due.number - 1)
    at = at._replace(due=(left, *rest) if left.number else rest)
    if at.table.at_last_card:
        at = reshuffled(at, note)
    return settle(at, note)


def _to_side(at: Position, side: int, card: str, note: Notes | None) -> Position:
    contest = at.showdown
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
    return at._replace(showdown=contest._replace(up=up))


def reshuffled(at: Position, note: Notes | None) -> Position:
    """The discards as a new deck, if the old one is used up."""
    if at.deck or not at.discard:
        return at
    if note is not None:
        text = "the discard pile becomes the draw deck"
        note("MUSE-DRAW-12", "deck", "discard", text=text)
        note("MUSE-RUL-02", "deck", "discard")
    return at._replace(deck=at.discard, discard=(), known=0)


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


def waits_for(*kinds: str) -> Callable[[Position, int], Verdict]:
    """A law: nobody acts while cards of these kinds are to be drawn."""

    def card_is_drawn_first(at: Position, _: int) -> Verdict:
        if not is_drawing(at) or at.due[0].kind not in kinds:
            return None
        due = at.due[0]
        who = f"for {due.kind}" if due.seat < 0 else f"by {name_of(at, due.seat)}"
        return f"{owed(at)} to be drawn first, the next {who}: '~ draw CARD'"

    return card_is_drawn_first


# ---- the first Narrator, and bids at the same moment


@narrator.law("MUSE-SETUP-04")
def hands_before_narrator(at: Position, _: int, _who: int) -> Verdict:
    """Everything else comes first."""
    return "cards are still to be dealt" if at.stage == SETUP else None


@narrator.law("MUSE-SHEET-19")
def approval_before_narrator(at: Position, _: int, _who: int) -> Verdict:
    """The story does not begin before everybody is satisfied with its sheet."""
    return "nobody has approved of the Story Sheet" if lacks_approval(at) else None


@narrator.law("MUSE-SETUP-09")
def picked_once(at: Position, _: int, _who: int) -> Verdict:
    """The first Narrator is picked before the story begins, and once."""
    if at.stage == SETUP:
        return None
    return "" if at.prep < BEGUN - 1 else "the first Narrator is known"


@narrator.effect
def _narrator(at: Position, _: int, who: int, note: Notes | None) -> Position:
    if note is not None:
        note("MUSE-SETUP-09", "narrator", "turn", text=f"{name_of(at, who)} narrates first")
        note("MUSE-SETUP-04", "narrator")
        note("MUSE-SETUP-10", "story_sheet")
    return at._replace(narrator=who, prep=PREPARATION.index("narrator"))


Bids = tuple[tuple[int, int], ...]  # seat and number of cards


@clash.law("MUSE-JUMP-13")
def listeners_who_may_bid(at: Position, _: int, who: int) -> Verdict:
    """Only Listeners bid, while a contest can be."""
    if at.stage not in (TELL, BID) or at.due:
        return "nobody bids now"
    return "" if who != at.narrator else f"{name_of(at, who)} is the Narrator"


@clash.law("MUSE-JUMP-13")
def more_cards_first(at: Position, _: int, who: int, bids: Bids) -> Verdict:
    """The one with more cards lays; chance decides among equals."""
    if not bids:
        return None
    most = max(number for _seat, number in bids)
    if dict(bids).get(who) == most:
        return ""
    best = [name_of(at, seat) for seat, number in bids if number == most]
    return f"{' and '.join(best)} bid more: {most} cards"


@clash.effect
def _clash(at: Position, _: int, who: int, bids: Bids, note: Notes | None) -> Position:
    if note is not None:
        note("MUSE-JUMP-13", "clash", text=f"{name_of(at, who)} lays the bid")
    if at.bids and at.bids[-1][0] == who:  # told behind the bid
        return at
    return at._replace(clash=(who, dict(bids).get(who, 0)))


# ---- by itself


def lying(at: Position) -> Move | None:
    """The next card as the deck lies, if its order is known."""
    if not is_drawing(at) or not (at.ordered or at.known):
        return None
    return Move(CHANCE, draw.name, ((at.deck or at.discard)[:1], None))


def by_chance(at: Position, random: Random) -> Move:
    """What the shuffled deck gives now."""
    if at.stage == SETUP:
        to = next(seat for seat in at.seats if not at.hands[seat])
        return Move(CHANCE, deal.name, (to, tuple(random.sample(at.deck, at.table.first_cards))))
    if at.known:
        return Move(CHANCE, draw.name, (at.deck[:1], None))
    return Move(CHANCE, draw.name, ((random.choice(at.deck or at.discard),), None))
