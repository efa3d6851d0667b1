"""Jumping In: bids for the narration, and what follows when they are closed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from validator.games.muse import gates, notation
from validator.games.muse.flow import settle, turn_over
from validator.games.muse.state import (
    BID,
    EPILOGUE,
    NOBODY,
    OVER,
    SETUP,
    SHOWDOWN,
    TELL,
    Due,
    Pieces,
    State,
    clockwise,
    lacking,
    name_of,
    ordered,
    without,
)
from validator.referee.core import Notes, Verb, Verdict, laws_for
from validator.referee.zones import put


def own_bid(state: State, seat: int) -> Pieces:
    """The cards that a Listener has bid so far."""
    return dict(state.bids).get(seat, ())


def highest(state: State) -> int:
    """How many cards the highest bid of a Listener holds."""
    return max((len(cards) for _, cards in state.bids), default=0)


def leader(state: State) -> int:
    """The Listener with the highest bid."""
    return max(state.bids, key=lambda bid: len(bid[1]))[0] if state.bids else NOBODY


def total(state: State, before: Pieces, cards: Pieces) -> int:
    """How many cards lie there after a raise."""
    return len(cards) if state.table.new_stack else len(before) + len(cards)


def raises(state: State, seat: int) -> Iterable[Pieces]:
    """Every set of cards with which a Listener can open or raise."""
    before = own_bid(state, seat)
    cards = (*before, *state.hands[seat]) if state.table.new_stack else state.hands[seat]
    added = 0 if state.table.new_stack else len(before)
    least = max(state.table.least_bid, highest(state) + 1) - added
    if state.clash and state.clash[1]:
        least = max(least, state.clash[1])
    for number in range(max(1, least), len(cards) + 1):
        yield from combinations(ordered(state.table, cards), number)


def matches(state: State, seat: int) -> Iterable[Pieces]:
    """Every set of cards with which the Narrator can match."""
    need = highest(state) - (0 if state.table.new_stack else len(state.match))
    cards = (*state.match, *state.hands[seat]) if state.table.new_stack else state.hands[seat]
    if need <= 0 or len(state.match) >= highest(state):
        return ()
    return combinations(ordered(state.table, cards), need)


jump = Verb(
    "jump",
    about="Jump In: a Listener bids for the narration; again, to add cards to the own bid.",
    args=(notation.bid(own_bid).of(raises),),
)
match = Verb(
    "match", about="The Narrator matches the highest bid.",
    args=(notation.bid(lambda state, _: state.match).of(matches),),
)  # fmt: skip
withdraw = Verb(
    "withdraw", about="Take back a bid, which the rules forbid.", kind="aside", args=(),
    listed=False,
)  # fmt: skip
bonus = Verb("bonus", about="A player who was skipped by a Jump In draws.", args=())
erase = Verb(
    "erase", about="Who has jumped in unsays the last sentences of the old Narrator.",
    kind="aside", args=(),
)  # fmt: skip

VERBS = (jump, match, withdraw, bonus, erase)

gates.tie(VERBS, gates.SEATED)
gates.tie((jump, match, withdraw, erase), gates.EVERYBODY)


# ---- bids


@jump.law("MUSE-SHOWDOWN-26")
def not_in_a_showdown(state: State, _: int) -> Verdict:
    """Nobody jumps in while a Showdown is going on."""
    return "a Showdown is going on" if state.stage == SHOWDOWN else ""


@jump.law("MUSE-END-08")
def not_in_the_epilogue(state: State, _: int) -> Verdict:
    """Nobody jumps in during the Epilogue."""
    return "the Epilogue is told" if state.stage in (EPILOGUE, OVER) else None


@jump.law("MUSE-SHOWDOWN-27")
def not_into_an_answer(state: State, _: int) -> Verdict:
    """The answer of a Showdown is told in peace."""
    return "the answer of the Showdown is being told" if state.answering else ""


@jump.law("MUSE-JUMP-01")
def listeners_only(state: State, seat: int) -> Verdict:
    """The Narrator cannot Jump In."""
    if state.stage not in (TELL, BID):
        return None
    return "" if seat != state.narrator else f"{name_of(state, seat)} is the Narrator"


@jump.law("MUSE-JUMP-12")
def not_into_a_jumped_turn(state: State, _: int) -> Verdict:
    """A turn that was won by a Jump In cannot be jumped into."""
    if state.stage not in (TELL, BID):
        return None
    return f"{name_of(state, state.narrator)} has won this turn by a Jump In" if state.won else ""


@jump.law("MUSE-JUMP-11")
def not_into_a_kept_narration(state: State, _: int) -> Verdict:
    """A narration once kept is safe for the rest of the turn."""
    if state.stage != TELL or state.won or state.contests < state.table.contests:
        return None
    return f"{name_of(state, state.narrator)} has kept the narration in this turn"


@jump.law("MUSE-JUMP-10")
def one_contest_in_a_turn(state: State, _: int) -> Verdict:
    """The Listeners together get so many contests in a turn."""
    if state.stage != TELL:
        return None
    return "" if state.contests < state.table.contests else f"{state.contests} contest in this turn"


@jump.law("MUSE-JUMP-13")
def who_lays_of_two(state: State, seat: int) -> Verdict:
    """Of bids at the same moment one is laid."""
    if not state.clash:
        return None
    return "" if seat == state.clash[0] else f"{name_of(state, state.clash[0])} lays the bid"


@jump.law("MUSE-JUMP-13")
def with_the_cards_told(state: State, seat: int, cards: Pieces) -> Verdict:
    """The bid is the one that was tried."""
    if not state.clash or not state.clash[1] or seat != state.clash[0]:
        return None
    number = len(cards)
    return "" if number == state.clash[1] else f"{number} cards, not {state.clash[1]}"


@jump.law("MUSE-JUMP-01")
def so_many_at_least(state: State, _: int, cards: Pieces) -> Verdict:
    """A bid has at least so many cards."""
    least = state.table.least_bid
    if state.bids:
        return "no card is added" if not cards else None
    return "" if len(cards) >= least else f"{len(cards)} cards, not {least} or more"


@jump.law("MUSE-JUMP-02")
def higher_than_before(state: State, seat: int, cards: Pieces) -> Verdict:
    """Another bid holds more cards than the highest so far."""
    if state.stage != BID:
        return None
    number = total(state, own_bid(state, seat), cards)
    return "" if number > highest(state) else f"{number} cards do not exceed {highest(state)}"


@jump.law("MUSE-RUL-26")
def adds_to_the_bid(state: State, seat: int, cards: Pieces) -> Verdict:
    """A raise adds cards; what lies there stays."""
    before = own_bid(state, seat)
    if not before or state.table.new_stack:
        return None
    twice = [card for card in cards if card in before]
    return f"{' '.join(twice)} is bid already" if twice else ""


@laws_for((jump, match), "MUSE-COMP-10")
def bids_own_cards(state: State, seat: int, cards: Pieces) -> Verdict:
    """Only cards of the own hand, or with a new stack of the own bid."""
    hand = state.hands[seat]
    if state.table.new_stack:
        hand = (*hand, *(state.match if seat == state.narrator else own_bid(state, seat)))
    lacks = lacking(hand, cards)
    return f"{' '.join(lacks)} is not in {name_of(state, seat)}'s hand" if lacks else ""


@jump.effect
def _jump(state: State, seat: int, cards: Pieces, note: Notes | None) -> State:
    name, before = name_of(state, seat), own_bid(state, seat)
    new = cards if state.table.new_stack else (*before, *cards)
    back = before if state.table.new_stack else ()
    if note is not None:
        text = f"{name} bids {len(new)}: {' '.join(new)}"
        note("MUSE-JUMP-01", f"bids.{name}", "bids", f"{name}.hand", "step", text=text)
        note("MUSE-JUMP-02", "highest", "bids")
        note("MUSE-JUMP-04", "step")
        if before:
            note("MUSE-RUL-26", f"bids.{name}", f"{name}.hand")
        if state.announced:
            note("MUSE-JUMP-15", "announced")
    others = tuple(bid for bid in state.bids if bid[0] != seat)
    hand = without((*state.hands[seat], *back), cards)
    return state._replace(
        stage=BID, hands=put(state.hands, seat, hand), bids=(*others, (seat, new)), clash=()
    )


@match.law("MUSE-JUMP-03")
def something_to_match(state: State, _: int) -> Verdict:
    """There is a bid to match."""
    if state.stage != BID:
        return "nobody has jumped in"
    return "the highest bid is matched already" if len(state.match) == highest(state) else ""


@match.law("MUSE-JUMP-03", "MUSE-TURN-06")
def narrator_matches(state: State, seat: int) -> Verdict:
    """The Narrator answers."""
    if state.stage != BID:
        return None
    return "" if seat == state.narrator else f"{name_of(state, state.narrator)} narrates"


@match.law("MUSE-JUMP-03")
def neither_fewer_nor_more(state: State, _: int, cards: Pieces) -> Verdict:
    """Exactly as many cards as the highest bid."""
    if state.stage != BID:
        return None
    number = total(state, state.match, cards)
    return "" if number == highest(state) else f"{number} cards, not {highest(state)}"


@match.effect
def _match(state: State, seat: int, cards: Pieces, note: Notes | None) -> State:
    name = name_of(state, seat)
    back = state.match if state.table.new_stack else ()
    new = cards if state.table.new_stack else (*state.match, *cards)
    if note is not None:
        text = f"{name} matches with {' '.join(new)}"
        note("MUSE-JUMP-03", "match", f"{name}.hand", text=text)
        note("MUSE-JUMP-04", "step")
    hand = without((*state.hands[seat], *back), cards)
    return state._replace(hands=put(state.hands, seat, hand), match=new)


@withdraw.law("MUSE-RUL-26")
def bids_stay(state: State, seat: int) -> Verdict:
    """A bid is not taken back while bidding lasts."""
    lies = own_bid(state, seat) or (state.match if seat == state.narrator else ())
    return f"{' '.join(lies)} stays" if lies else f"{name_of(state, seat)} has bid nothing"


# ---- bidding is over


def finish(state: State, note: Notes | None) -> State:
    """Nobody bids higher, and the Narrator has matched or not."""
    kept = len(state.match) == highest(state)
    best, old = leader(state), state.narrator
    own = own_bid(state, best)
    winner_name, old_name = name_of(state, best), name_of(state, old)
    second = _second(state, best)
    hands = list(state.hands)
    for seat, cards in state.bids:
        if seat != best:
            hands[seat] = (*hands[seat], *cards)
            if note is not None:
                who = name_of(state, seat)
                note("MUSE-JUMP-07", f"{who}.hand", f"{who}.cards", text=f"{who} takes them back")
    if kept:
        hands[best] = (*hands[best], *own, *state.match)
        if note is not None:
            facts = [f"{winner_name}.hand", f"{winner_name}.cards", f"{old_name}.hand"]
            text = f"{old_name} keeps the narration; {winner_name} gets {' '.join(state.match)}"
            note("MUSE-JUMP-05", *facts, "narrator", text=text)
            note("MUSE-RUL-07", *facts)
            note("MUSE-DRAW-10", *facts)
            note("MUSE-JUMP-11", "contests")
        return _kept(state._replace(hands=tuple(hands)), best, note)
    hands[old] = (*hands[old], *state.match)
    gets = old if second == NOBODY or not state.table.to_second else second
    hands[gets] = (*hands[gets], *own)
    if note is not None:
        name = name_of(state, gets)
        facts = [f"{who}.{what}" for who in (name, winner_name) for what in ("hand", "cards")]
        text = f"{winner_name} jumps in; {' '.join(own)} goes to {name}"
        note("MUSE-JUMP-06", *facts, "narrator", text=text)
        note("MUSE-RUL-06", *facts)
        note("MUSE-DRAW-10", *facts)
        if state.match:
            note("MUSE-RUL-07", *facts)
        if state.announced:
            text = f"'{state.announced}' does not take place"
            note("MUSE-JUMP-15", "announced", "questions", text=text)
    state = state._replace(hands=tuple(hands), bids=(), match=(), stage=TELL, clash=())
    return _lost(state, best, gets, note)


def _second(state: State, best: int) -> int:
    """The Listener or Narrator with the second-best bid."""
    others = [(len(cards), seat) for seat, cards in state.bids if seat != best]
    if state.match:
        others.append((len(state.match), state.narrator))
    return max(others)[1] if others else NOBODY


def _kept(state: State, best: int, note: Notes | None) -> State:
    seat, table = state.narrator, state.table
    again = not state.hands[seat]
    gained, ticks = (0, 0) if table.reopens_all else (state.gained, state.ticks)
    if note is not None:
        note("MUSE-RUL-08", "gained", "again")
        note("MUSE-JUMP-10", "contests")
        if again:
            note("MUSE-DRAW-09", "again", f"{name_of(state, seat)}.hand")
    state = state._replace(
        stage=TELL, bids=(), match=(), clash=(), contests=state.contests + 1, again=again,
        gained=gained, ticks=ticks, due=(Due("surplus", best),),
    )  # fmt: skip
    return settle(state, note)


def _lost(state: State, winner: int, gets: int, note: Notes | None) -> State:
    old = state.narrator
    circle = clockwise(state, old)
    skipped = circle[: circle.index(winner)]
    if note is not None:
        note("MUSE-RUL-04", "due")
        note("MUSE-JUMP-08", "due")
        if not skipped:
            note("MUSE-JUMP-08", *(f"{name}.cards" for name in state.table.players))
    then = [Due("surplus", gets)] if gets != old else []
    then += [Due("bonus", seat) for seat in skipped]
    state = state._replace(interrupted=(old, state.announced), announced="")
    return turn_over(state, "jump", (*then, Due("narrate", winner)), note)


@bonus.law("MUSE-SHOWDOWN-28")
def none_after_a_showdown(state: State, _: int) -> Verdict:
    """Who is passed over by a Showdown gets no card."""
    if gates.head(state).kind == "bonus" or state.last[1] != "showdown":
        return None
    return "the narration went to the winner of a Showdown"


@bonus.law("MUSE-JUMP-08", "MUSE-DRAW-10")
def skipped_players_draw(state: State, seat: int) -> Verdict:
    """Players between the old and the new Narrator draw, and nobody else."""
    skipped = [due.seat for due in state.due if due.kind == "bonus"]
    return "" if seat in skipped else f"{name_of(state, seat)} is not skipped by a Jump In"


@bonus.law("MUSE-RUL-04")
def one_after_the_other(state: State, seat: int) -> Verdict:
    """Surplus goes first, and each draws before the next one."""
    skipped = [due.seat for due in state.due if due.kind == "bonus"]
    if seat not in skipped:
        return None
    due = gates.head(state)
    if due == Due("bonus", seat):
        return ""
    return f"{name_of(state, due.seat)} comes first: {due.kind}"


@bonus.effect
def _bonus(state: State, seat: int, note: Notes | None) -> State:
    name = name_of(state, seat)
    if note is not None:
        text = f"{name} was skipped and draws"
        note("MUSE-JUMP-08", f"{name}.cards", f"{name}.hand", "due", text=text)
        note("MUSE-RUL-04", "due")
    due = (Due("skipped", seat, state.table.bonus), Due("surplus", seat), *state.due[1:])
    return settle(state._replace(due=due), note)


@erase.law("MUSE-JUMP-06", "MUSE-RUL-25")
def who_has_jumped_in(state: State, seat: int) -> Verdict:
    """Only who has just jumped in unsays something."""
    if state.stage == SETUP:
        return None
    if state.stage == TELL and state.won and seat == state.narrator:
        return ""
    return f"{name_of(state, seat)} has not jumped in"


@erase.effect
def _erase(state: State, seat: int, note: Notes | None) -> State:
    if note is not None:
        who = state.last[0]
        facts = [f"{name}.hand" for name in state.table.players]
        text = f"{name_of(state, seat)} unsays {name_of(state, who)}'s last sentences; ticks stay"
        note("MUSE-RUL-25", "ticked", "unticked", *facts, text=text)
    return state
