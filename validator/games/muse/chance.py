"""Random results in Muse: first hands, drawn cards, and ties that luck decides."""

from __future__ import annotations

from random import Random

from validator.games.muse import notation, phases
from validator.games.muse.flow import settle
from validator.games.muse.jump import (
    leader,
    none_bids,
    not_into_a_jumped_turn,
    not_into_a_kept_narration,
    one_contest_in_a_turn,
    total,
)
from validator.games.muse.modes import DEALT, MODES, owed
from validator.games.muse.state import CRISIS, SHEETS, SIDES, Pieces, State
from validator.referee import api as ref
from validator.referee.core import CHANCE, KEPT, NOT_CONCERNED, Trace, Verb, Verdict, record

NEWCOMER = "newcomer"
Bids = tuple[tuple[int, int], ...]  # seat and number of cards

deal = Verb(
    "deal", about="The first hand of a player, or of a player who joins.", kind="chance",
    args=(ref.PLAYER, notation.CARDS),
)  # fmt: skip
draw = Verb(
    "drawn", word="draw", kind="chance", args=(notation.WHOM, notation.CARDS),
    modes=tuple(mode for mode in MODES if mode != phases.PREPARE),
    about="The cards drawn from the deck, before or after the line that draws them.",
)  # fmt: skip
narrator = Verb(
    "narrator", about="The first Narrator.", kind="chance", args=(ref.PLAYER,),
    modes=tuple(mode for mode in DEALT if mode != phases.PREPARE),
)  # fmt: skip
clash = Verb(
    "clash", kind="chance", args=(notation.BIDS, ref.PLAYER), modes=(phases.TELL, phases.BID),
    about="The Listener whose bid counts when several bid at once, and their numbers of cards.",
    gates=dict.fromkeys(
        (mode for mode in MODES if mode not in (phases.TELL, phases.BID, phases.PREPARE)),
        ref.gate("MUSE-JUMP-13", why="nobody bids now"),
    ),
)  # fmt: skip

VERBS = (deal, draw, narrator, clash)


# ---- first hands


def joins(state: State, to: int) -> bool:
    """Whether a newcomer's first cards are due."""
    return bool(state.due) and state.due[0].kind == NEWCOMER and state.due[0].seat == to


@deal.guard("MUSE-SETUP-04", "MUSE-SETUP-02")
def one_hand_each(state: State, _: int, to: int) -> Verdict:
    """Hands are dealt once, before anything else; later only to players who join."""
    if joins(state, to):
        return NOT_CONCERNED
    if state.stage != phases.SETUP:
        return "the first hands are dealt already"
    return f"{state.name_of(to)} has a hand already" if state.seats[to].hand else KEPT


@deal.guard("MUSE-SETUP-02")
def so_many_cards(state: State, _: int, to: int, cards: Pieces) -> Verdict:
    if state.stage != phases.SETUP or joins(state, to):
        return NOT_CONCERNED
    return _this_many(cards, state.table.first_cards)


@deal.guard("MUSE-PLAYER-01")
def so_many_for_a_newcomer(state: State, _: int, to: int, cards: Pieces) -> Verdict:
    return _this_many(cards, state.due[0].number) if joins(state, to) else NOT_CONCERNED


def _this_many(cards: Pieces, need: int) -> str:
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.guard("MUSE-COMP-10")
def dealt_from_the_deck(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    wrong = fate(state, cards)
    return wrong[1] if wrong else KEPT


@deal.effect
def _deal(state: State, seat: int, to: int, cards: Pieces, trace: Trace | None) -> State:
    if state.stage != phases.SETUP:
        return _draw(state, seat, None, cards, trace)
    after = state._replace(
        seats=state.with_seat(to, hand=cards), deck=ref.without(state.deck, *cards),
        known=max(0, state.known - len(cards)),
    )  # fmt: skip
    dealt = all(after.seats[each].hand for each in after.circle)
    if trace is not None:
        name = state.name_of(to)
        facts = (f"{name}.hand", f"{name}.cards", "deck", "known")
        trace(("MUSE-SETUP-02", "MUSE-COMP-10"), *facts, text=f"{name} is dealt {' '.join(cards)}")
        trace("MUSE-SETUP-05", "deck", "deck_count")
        if dealt:
            trace("MUSE-SETUP-04", "step")
    return after._replace(stage=phases.TELL) if dealt else after


def opened(state: State) -> Trace:
    """The rules that settled the facts before any card is dealt."""
    trace, table = Trace(), state.table
    trace("MUSE-SETUP-01", "players")
    for name in table.players:
        trace("MUSE-SETUP-03", f"{name}.tokens")
    trace("MUSE-SETUP-05", "deck", "discard", "discard_count")
    trace("MUSE-SETUP-06", "pool")
    trace("MUSE-SETUP-11", "ticked")
    trace("MUSE-COMP-02", "tokens_in_all", "supply")
    for place, label in enumerate(SHEETS):
        rule = "MUSE-SETUP-07" if state.questions[place // 2].open else "MUSE-SETUP-08"
        trace("MUSE-OPT-02" if table.late else rule, label)
    trace("MUSE-OPT-02" if table.late else ("MUSE-SHEET-06", "MUSE-SHEET-07"), "questions")
    return trace


# ---- draws


def fate(state: State, cards: Pieces) -> tuple[str, str] | None:
    """Return why the deck cannot give these cards now, as (kind, text), or None if it can."""
    if len(cards) == 1 and not state.known and cards[0] in (state.deck or state.discard):
        return None
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


def is_drawing(state: State) -> bool:
    return bool(state.due) and state.due[0].kind in phases.DRAWS


def may_come(state: State) -> bool:
    """Whether the next line may draw cards, so that they can be named before it."""
    if state.due:
        return state.due[0].kind == "bonus"
    if state.stage in (phases.SHOWDOWN, phases.BID):
        return True
    if state.stage != phases.TELL:
        return False
    owned = all(sheet.owner >= 0 for sheet in state.sheets.both(CRISIS))
    crisis = state.questions[CRISIS].open and state.climax and owned
    return state.gained < state.table.gains or state.again or crisis


@draw.guard("MUSE-DRAW-10")
def a_draw_is_due(state: State, _: int, _whom: int | None, cards: Pieces) -> Verdict:
    """Cards come from the deck only when a rule draws them."""
    if not is_drawing(state):
        return KEPT if may_come(state) else "nobody draws a card now"
    need = owed(state)
    return KEPT if len(cards) <= need else f"{len(cards)} cards, and only {need} are drawn"


@draw.guard("MUSE-DRAW-01")
def one_gain(state: State, _: int) -> Verdict:
    open_ = state.due or may_come(state) or state.gained < state.table.gains
    if state.stage != phases.TELL or open_:
        return NOT_CONCERNED
    return f"{state.name_of(state.narrator)} has gained a card in this turn"


@draw.guard("MUSE-SHOWDOWN-28")
def none_for_the_passed_over(state: State, _: int, whom: int | None) -> Verdict:
    """A Showdown skips players without a bonus card."""
    if whom in (None, state.narrator) or state.due or state.last[1] != "showdown":
        return NOT_CONCERNED
    return "who is passed over by a Showdown draws nothing"


@draw.guard("MUSE-END-05")
def none_after_the_crisis(state: State, _: int) -> Verdict:
    if state.stage not in (phases.EPILOGUE, phases.OVER) or is_drawing(state):
        return NOT_CONCERNED
    return "the Crisis Showdown gives no cards"


@draw.guard("MUSE-DRAW-10")
def for_whom(state: State, _: int, whom: int | None) -> Verdict:
    if whom is None:
        return NOT_CONCERNED
    if not is_drawing(state):
        return f"{state.name_of(whom)} draws nothing now"
    due = state.due[0]
    if due.seat == whom:
        return KEPT
    return f"the card is for {state.name_of(due.seat)}, not for {state.name_of(whom)}"


@draw.guard("MUSE-DRAW-12", "MUSE-RUL-02")
def deck_before_discards(state: State, _: int, _whom: int | None, cards: Pieces) -> Verdict:
    wrong = fate(state, cards)
    return wrong[1] if wrong and wrong[0] == "discard" else NOT_CONCERNED


@draw.guard("MUSE-COMP-10")
def lies_in_the_deck(state: State, _: int, _whom: int | None, cards: Pieces) -> Verdict:
    kind, words = fate(state, cards) or ("", "")
    return NOT_CONCERNED if kind == "discard" else words


@draw.effect
def _draw(state: State, _: int, _whom: int | None, cards: Pieces, trace: Trace | None) -> State:
    for place, card in enumerate(cards):
        if not is_drawing(state):
            return _foretold(state, cards[place:], trace)
        state = give(state, card, trace)
    return state


def _foretold(state: State, cards: Pieces, trace: Trace | None) -> State:
    """Put cards that a script names before the line that draws them on top of the deck."""
    deck = (*cards, *ref.without(state.deck, *cards))
    known = max(state.known, len(cards))
    facts = [name for name, same in (("deck", deck == state.deck),
                                     ("known", known == state.known)) if not same]  # fmt: skip
    record(trace, "MUSE-COMP-10", *facts)
    return state._replace(deck=deck, known=known)


CAUSES = {
    "colour": ("MUSE-DRAW-02", "MUSE-DRAW-01", "MUSE-LIMIT-03"),
    "gift": ("MUSE-DRAW-04", "MUSE-DRAW-01", "MUSE-LIMIT-03"),
    "empty": ("MUSE-DRAW-06", "MUSE-DRAW-01", "MUSE-LIMIT-03"),
    "share": ("MUSE-SHOWDOWN-21", "MUSE-SHOWDOWN-22", "MUSE-SHOWDOWN-20"),
    "skipped": ("MUSE-JUMP-08",),
    NEWCOMER: ("MUSE-PLAYER-01",),
    "yes": ("MUSE-END-02", "MUSE-RUL-28"),
    "no": ("MUSE-END-02", "MUSE-RUL-28"),
}


def give(state: State, card: str, trace: Trace | None) -> State:
    state = reshuffled(state, trace)
    due, rest = state.due[0], state.due[1:]
    left = due._replace(number=due.number - 1)
    if trace is not None:
        _record_card(state, card, trace)
    state = state._replace(
        deck=ref.without(state.deck, card), known=max(0, state.known - 1),
        due=(left, *rest) if left.number else rest,
    )  # fmt: skip
    if due.seat < 0:
        side, contest = int(due.kind == "no"), state.showdown
        up = contest.up._replace(**{SIDES[side]: (*contest.up[side], card)})
        state = state._replace(showdown=contest._replace(up=up))
    else:
        hand = (*state.seats[due.seat].hand, card)
        state = state._replace(seats=state.with_seat(due.seat, hand=hand))
    if state.table.at_last_card:
        state = reshuffled(state, trace)
    return settle(state, trace)


def _record_card(state: State, card: str, trace: Trace) -> None:
    """Which rules give a card, and to whom."""
    due = state.due[0]
    rule, *others = CAUSES[due.kind]
    if due.seat < 0:
        name = SIDES[due.kind == "no"]
        facts: tuple[str, ...] = (f"showdown.{name}",)
    else:
        name = state.name_of(due.seat)
        facts = (f"{name}.hand", f"{name}.cards")
        others.append("MUSE-DRAW-10")
    trace(rule, *facts, "deck", "known", "due", text=f"{card} is drawn for {name}")
    if due.kind == "empty" and state.won:
        others.append("MUSE-DRAW-08")
    if due.kind == "empty" and state.ended:
        others += ["MUSE-DRAW-07", "MUSE-RUL-09"]
    if others:
        trace(tuple(others), *facts, "due")


def reshuffled(state: State, trace: Trace | None) -> State:
    if state.deck or not state.discard:
        return state
    facts = ("deck", "discard", "known")
    text = "the discard pile becomes the draw deck"
    record(trace, ("MUSE-DRAW-12", "MUSE-RUL-02"), *facts, text=text)
    return state._replace(deck=state.discard, discard=(), known=0)


# ---- the first Narrator, and bids at the same moment


@narrator.guard("MUSE-SETUP-09")
def picked_once(state: State, _: int, _who: int) -> Verdict:
    return KEPT if state.prep < phases.BEGUN - 1 else "the first Narrator is known"


@narrator.effect
def _narrator(state: State, _: int, who: int, trace: Trace | None) -> State:
    changed = who != state.narrator
    text = f"{state.name_of(who)} narrates first"
    record(trace, "MUSE-SETUP-09", *(("narrator", "turn") if changed else ()), text=text)
    record(trace, "MUSE-SETUP-04", "prepared")
    record(trace, "MUSE-SETUP-10", *(("story_sheet",) if changed else ()))
    return state._replace(narrator=who, prep=phases.PREPARATION.index("narrator"))


# A turn that takes no Jump In takes no two at once either.
clash.guard("MUSE-JUMP-12")(not_into_a_jumped_turn)
clash.guard("MUSE-JUMP-11", when=none_bids)(not_into_a_kept_narration)
clash.guard("MUSE-JUMP-10", when=none_bids)(one_contest_in_a_turn)


def laid_already(state: State, bids: Bids, who: int) -> bool:
    """Whether the line says afterwards why the bid of `who` counts."""
    bid = len(state.seats[who].bid)
    is_last = state.stage == phases.BID and leader(state) == who and len(state.matching()) < bid
    return is_last and dict(bids).get(who, bid) <= bid


def _bidders(bids: Bids, who: int) -> Bids:
    """All who try to bid; without numbers it is only known who lays the bid."""
    return bids if who in dict(bids) else (*bids, (who, 0))


@clash.guard("MUSE-JUMP-13", "MUSE-JUMP-01")
def listeners_who_may_bid(state: State, _: int, bids: Bids, who: int) -> Verdict:
    out = [seat for seat, _number in _bidders(bids, who) if seat not in state.listeners()]
    if not out:
        return KEPT
    names = state.names_of(out)
    is_narrator = out == [state.narrator]
    return f"{names} is the Narrator" if is_narrator else f"{names} is not a Listener"


@clash.guard("MUSE-JUMP-13")
def two_at_least(_state: State, _: int, bids: Bids) -> Verdict:
    if not bids:
        return NOT_CONCERNED
    return KEPT if len(bids) > 1 else "only one player bids"


@clash.guard("MUSE-JUMP-01")
def a_bid_each(state: State, _: int, bids: Bids) -> Verdict:
    least = state.table.least_bid
    wrong = [
        f"{state.name_of(seat)} lays {number} cards" for seat, number in bids if number < least
    ]
    return f"{', '.join(wrong)}, not {least} or more" if wrong else KEPT


@clash.guard("MUSE-COMP-10", "MUSE-JUMP-01")
def no_more_than_they_hold(state: State, _: int, bids: Bids, who: int) -> Verdict:
    behind = laid_already(state, bids, who)
    for seat, number in _bidders(bids, who):
        own = state.seats[seat]
        held = len(own.hand)
        if state.table.new_stack or (behind and seat == who):
            held += len(own.bid)
        least = max(number, state.table.least_bid)
        if held < least:
            return f"{state.name_of(seat)} cannot lay {least}: {held} in the hand"
    return KEPT


@clash.guard("MUSE-JUMP-02")
def each_above_the_highest(state: State, _: int, bids: Bids, who: int) -> Verdict:
    if state.stage != phases.BID:
        return NOT_CONCERNED
    behind = laid_already(state, bids, who)
    for seat, number in _bidders(bids, who):
        if behind and seat == who:
            continue
        others = [each for each in state.listeners() if not (behind and each == who)]
        highest = max((len(state.seats[each].bid) for each in others), default=0)
        own = state.seats[seat]
        most = number or len(own.hand) + (len(own.bid) if state.table.new_stack else 0)
        bid = total(state, own.bid, range(most))
        if bid <= highest:
            return f"{state.name_of(seat)}'s bid of {bid} does not exceed {highest}"
    return KEPT


@clash.guard("MUSE-JUMP-13")
def more_cards_first(state: State, _: int, bids: Bids, who: int) -> Verdict:
    if not bids:
        return NOT_CONCERNED
    most = max(number for _seat, number in bids)
    if dict(bids).get(who) == most:
        return KEPT
    best = [state.name_of(seat) for seat, number in bids if number == most]
    return f"{' and '.join(best)} bid more: {most} cards"


@clash.effect
def _clash(state: State, _: int, bids: Bids, who: int, trace: Trace | None) -> State:
    behind = laid_already(state, bids, who)
    after = state if behind else state._replace(clash=(who, dict(bids).get(who, 0)))
    facts = () if after.clash == state.clash else ("clash",)
    record(trace, "MUSE-JUMP-13", *facts, text=f"{state.name_of(who)} lays the bid")
    return after


# ---- by itself


def known_draw(state: State) -> ref.Move | None:
    """Return the next card if the order of the deck is known."""
    if not is_drawing(state) or not (state.ordered or state.known):
        return None
    return ref.Move(CHANCE, draw.name, (None, (state.deck or state.discard)[:1]))


def by_chance(state: State, random: Random) -> ref.Move:
    """Return a random draw from the shuffled deck."""
    if state.stage == phases.SETUP:
        to = next(seat for seat in state.circle if not state.seats[seat].hand)
        cards = tuple(random.sample(state.deck, state.table.first_cards))
        return ref.Move(CHANCE, deal.name, (to, cards))
    if state.known:
        return ref.Move(CHANCE, draw.name, (None, state.deck[:1]))
    return ref.Move(CHANCE, draw.name, (None, (random.choice(state.deck or state.discard),)))
