"""Jumping In: bids for the narration, and what follows when they are closed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from validator.games.muse import gates
from validator.games.muse.flow import settle, turn_over
from validator.games.muse.position import (
    BID,
    EPILOGUE,
    NOBODY,
    OVER,
    SETUP,
    SHOWDOWN,
    TELL,
    Due,
    Pieces,
    Position,
    clockwise,
    lacking,
    name_of,
    ordered,
    without,
)
from validator.referee.core import Notes, Verb, Verdict, laws_for
from validator.referee.zones import put


def own_bid(at: Position, seat: int) -> Pieces:
    """The cards that a Listener has bid so far."""
    return dict(at.bids).get(seat, ())


def highest(at: Position) -> int:
    """How many cards the highest bid of a Listener holds."""
    return max((len(cards) for _, cards in at.bids), default=0)


def leader(at: Position) -> int:
    """The Listener with the highest bid."""
    return max(at.bids, key=lambda bid: len(bid[1]))[0] if at.bids else NOBODY


def total(at: Position, before: Pieces, cards: Pieces) -> int:
    """How many cards lie there after a raise."""
    return len(cards) if at.table.new_stack else len(before) + len(cards)


def raises(at: Position, seat: int) -> Iterable[Pieces]:
    """Every set of cards with which a Listener can open or raise."""
    before = own_bid(at, seat)
    cards = (*before, *at.hands[seat]) if at.table.new_stack else at.hands[seat]
    added = 0 if at.table.new_stack else len(before)
    least = max(at.table.least_bid, highest(at) + 1) - added
    if at.clash and at.clash[1]:
        least = max(least, at.clash[1])
    for number in range(max(1, least), len(cards) + 1):
        yield from combinations(ordered(at.table, cards), number)


def matches(at: Position, seat: int) -> Iterable[Pieces]:
    """Every set of cards with which the Narrator can match."""
    need = highest(at) - (0 if at.table.new_stack else len(at.match))
    cards = (*at.match, *at.hands[seat]) if at.table.new_stack else at.hands[seat]
    if need <= 0 or len(at.match) >= highest(at):
        return ()
    return combinations(ordered(at.table, cards), need)


jump = Verb(
    "jump", "jump CARD…",
    "Jump In: a Listener bids for the narration; again, to add cards to the own bid.",
    (raises,),
)  # fmt: skip
match = Verb("match", "match CARD…", "The Narrator matches the highest bid.", (matches,))
withdraw = Verb(
    "withdraw", "withdraw", "Take back a bid, which the rules forbid.", kind="aside",
    listed=False,
)  # fmt: skip
bonus = Verb("bonus", "bonus", "A player who was skipped by a Jump In draws.")
erase = Verb(
    "erase", "erase", "Who has jumped in unsays the last sentences of the old Narrator.",
    kind="aside",
)  # fmt: skip

VERBS = (jump, match, withdraw, bonus, erase)

gates.tie(VERBS, gates.SEATED)
gates.tie((jump, match, withdraw, erase), gates.EVERYBODY)


# ---- bids


@jump.law("MUSE-SHOWDOWN-26")
def not_in_a_showdown(at: Position, _: int) -> Verdict:
    """Nobody jumps in while a Showdown is going on."""
    return "a Showdown is going on" if at.stage == SHOWDOWN else ""


@jump.law("MUSE-END-08")
def not_in_the_epilogue(at: Position, _: int) -> Verdict:
    """Nobody jumps in during the Epilogue."""
    return "the Epilogue is told" if at.stage in (EPILOGUE, OVER) else None


@jump.law("MUSE-SHOWDOWN-27")
def not_into_an_answer(at: Position, _: int) -> Verdict:
    """The answer of a Showdown is told in peace."""
    return "the answer of the Showdown is being told" if at.answering else ""


@jump.law("MUSE-JUMP-01")
def listeners_only(at: Position, seat: int) -> Verdict:
    """The Narrator cannot Jump In."""
    if at.stage not in (TELL, BID):
        return None
    return "" if seat != at.narrator else f"{name_of(at, seat)} is the Narrator"


@jump.law("MUSE-JUMP-12")
def not_into_a_jumped_turn(at: Position, _: int) -> Verdict:
    """A turn that was won by a Jump In cannot be jumped into."""
    if at.stage not in (TELL, BID):
        return None
    return f"{name_of(at, at.narrator)} has won this turn by a Jump In" if at.won else ""


@jump.law("MUSE-JUMP-11")
def not_into_a_kept_narration(at: Position, _: int) -> Verdict:
    """A narration once kept is safe for the rest of the turn."""
    if at.stage != TELL or at.won or at.contests < at.table.contests:
        return None
    return f"{name_of(at, at.narrator)} has kept the narration in this turn"


@jump.law("MUSE-JUMP-10")
def one_contest_in_a_turn(at: Position, _: int) -> Verdict:
    """The Listeners together get so many contests in a turn."""
    if at.stage != TELL:
        return None
    return "" if at.contests < at.table.contests else f"{at.contests} contest in this turn"


@jump.law("MUSE-JUMP-13")
def who_lays_of_two(at: Position, seat: int) -> Verdict:
    """Of bids at the same moment one is laid."""
    if not at.clash:
        return None
    return "" if seat == at.clash[0] else f"{name_of(at, at.clash[0])} lays the bid"


@jump.law("MUSE-JUMP-13")
def with_the_cards_told(at: Position, seat: int, cards: Pieces) -> Verdict:
    """The bid is the one that was tried."""
    if not at.clash or not at.clash[1] or seat != at.clash[0]:
        return None
    number = len(cards)
    return "" if number == at.clash[1] else f"{number} cards, not {at.clash[1]}"


@jump.law("MUSE-JUMP-01")
def so_many_at_least(at: Position, _: int, cards: Pieces) -> Verdict:
    """A bid has at least so many cards."""
    least = at.table.least_bid
    if at.bids:
        return "no card is added" if not cards else None
    return "" if len(cards) >= least else f"{len(cards)} cards, not {least} or more"


@jump.law("MUSE-JUMP-02")
def higher_than_before(at: Position, seat: int, cards: Pieces) -> Verdict:
    """Another bid holds more cards than the highest so far."""
    if at.stage != BID:
        return None
    number = total(at, own_bid(at, seat), cards)
    return "" if number > highest(at) else f"{number} cards do not exceed {highest(at)}"


@jump.law("MUSE-RUL-26")
def adds_to_the_bid(at: Position, seat: int, cards: Pieces) -> Verdict:
    """A raise adds cards; what lies there stays."""
    before = own_bid(at, seat)
    if not before or at.table.new_stack:
        return None
    twice = [card for card in cards if card in before]
    return f"{' '.join(twice)} is bid already" if twice else ""


@laws_for((jump, match), "MUSE-COMP-10")
def bids_own_cards(at: Position, seat: int, cards: Pieces) -> Verdict:
    """Only cards of the own hand, or with a new stack of the own bid."""
    hand = at.hands[seat]
    if at.table.new_stack:
        hand = (*hand, *(at.match if seat == at.narrator else own_bid(at, seat)))
    lacks = lacking(hand, cards)
    return f"{' '.join(lacks)} is not in {name_of(at, seat)}'s hand" if lacks else ""


@jump.effect
def _jump(at: Position, seat: int, cards: Pieces, note: Notes | None) -> Position:
    name, before = name_of(at, seat), own_bid(at, seat)
    new = cards if at.table.new_stack else (*before, *cards)
    back = before if at.table.new_stack else ()
    if note is not None:
        text = f"{name} bids {len(new)}: {' '.join(new)}"
        note("MUSE-JUMP-01", f"bids.{name}", "bids", f"{name}.hand", "step", text=text)
        note("MUSE-JUMP-02", "highest", "bids")
        note("MUSE-JUMP-04", "step")
        if before:
            note("MUSE-RUL-26", f"bids.{name}", f"{name}.hand")
        if at.announced:
            note("MUSE-JUMP-15", "announced")
    others = tuple(bid for bid in at.bids if bid[0] != seat)
    hand = without((*at.hands[seat], *back), cards)
    return at._replace(
        stage=BID, hands=put(at.hands, seat, hand), bids=(*others, (seat, new)), clash=()
    )


@match.law("MUSE-JUMP-03")
def something_to_match(at: Position, _: int) -> Verdict:
    """There is a bid to match."""
    if at.stage != BID:
        return "nobody has jumped in"
    return "the highest bid is matched already" if len(at.match) == highest(at) else ""


@match.law("MUSE-JUMP-03", "MUSE-TURN-06")
def narrator_matches(at: Position, seat: int) -> Verdict:
    """The Narrator answers."""
    if at.stage != BID:
        return None
    return "" if seat == at.narrator else f"{name_of(at, at.narrator)} narrates"


@match.law("MUSE-JUMP-03")
def neither_fewer_nor_more(at: Position, _: int, cards: Pieces) -> Verdict:
    """Exactly as many cards as the highest bid."""
    if at.stage != BID:
        return None
    number = total(at, at.match, cards)
    return "" if number == highest(at) else f"{number} cards, not {highest(at)}"


@match.effect
def _match(at: Position, seat: int, cards: Pieces, note: Notes | None) -> Position:
    name = name_of(at, seat)
    back = at.match if at.table.new_stack else ()
    new = cards if at.table.new_stack else (*at.match, *cards)
    if note is not None:
        text = f"{name} matches with {' '.join(new)}"
        note("MUSE-JUMP-03", "match", f"{name}.hand", text=text)
        note("MUSE-JUMP-04", "step")
    hand = without((*at.hands[seat], *back), cards)
    return at._replace(hands=put(at.hands, seat, hand), match=new)


@withdraw.law("MUSE-RUL-26")
def bids_stay(at: Position, seat: int) -> Verdict:
    """A bid is not taken back while bidding lasts."""
    lies = own_bid(at, seat) or (at.match if seat == at.narrator else ())
    return f"{' '.join(lies)} stays" if lies else f"{name_of(at, seat)} has bid nothing"


# ---- bidding is over


def finish(at: Position, note: Notes | None) -> Position:
    """Nobody bids higher, and the Narrator has matched or not."""
    kept = len(at.match) == highest(at)
    best, old = leader(at), at.narrator
    own = own_bid(at, best)
    winner_name, old_name = name_of(at, best), name_of(at, old)
    second = _second(at, best)
    hands = list(at.hands)
    for seat, cards in at.bids:
        if seat != best:
            hands[seat] = (*hands[seat], *cards)
            if note is not None:
                who = name_of(at, seat)
                note("MUSE-JUMP-07", f"{who}.hand", f"{who}.cards", text=f"{who} takes them back")
    if kept:
        hands[best] = (*hands[best], *own, *at.match)
        if note is not None:
            facts = [f"{winner_name}.hand", f"{winner_name}.cards", f"{old_name}.hand"]
            text = f"{old_name} keeps the narration; {winner_name} gets {' '.join(at.match)}"
            note("MUSE-JUMP-05", *facts, "narrator", text=text)
            note("MUSE-RUL-07", *facts)
            note("MUSE-DRAW-10", *facts)
            note("MUSE-JUMP-11", "contests")
        return _kept(at._replace(hands=tuple(hands)), best, note)
    hands[old] = (*hands[old], *at.match)
    gets = old if second == NOBODY or not at.table.to_second else second
    hands[gets] = (*hands[gets], *own)
    if note is not None:
        name = name_of(at, gets)
        facts = [f"{who}.{what}" for who in (name, winner_name) for what in ("hand", "cards")]
        text = f"{winner_name} jumps in; {' '.join(own)} goes to {name}"
        note("MUSE-JUMP-06", *facts, "narrator", text=text)
        note("MUSE-RUL-06", *facts)
        note("MUSE-DRAW-10", *facts)
        if at.match:
            note("MUSE-RUL-07", *facts)
        if at.announced:
            text = f"'{at.announced}' does not take place"
            note("MUSE-JUMP-15", "announced", "questions", text=text)
    at = at._replace(hands=tuple(hands), bids=(), match=(), stage=TELL, clash=())
    return _lost(at, best, gets, note)


def _second(at: Position, best: int) -> int:
    """The Listener or Narrator with the second-best bid."""
    others = [(len(cards), seat) for seat, cards in at.bids if seat != best]
    if at.match:
        others.append((len(at.match), at.narrator))
    return max(others)[1] if others else NOBODY


def _kept(at: Position, best: int, note: Notes | None) -> Position:
    seat, table = at.narrator, at.table
    again = not at.hands[seat]
    gained, ticks = (0, 0) if table.reopens_all else (at.gained, at.ticks)
    if note is not None:
        note("MUSE-RUL-08", "gained", "again")
        note("MUSE-JUMP-10", "contests")
        if again:
            note("MUSE-DRAW-09", "again", f"{name_of(at, seat)}.hand")
    at = at._replace(
        stage=TELL, bids=(), match=(), clash=(), contests=at.contests + 1, again=again,
        gained=gained, ticks=ticks, due=(Due("surplus", best),),
    )  # fmt: skip
    return settle(at, note)


def _lost(at: Position, winner: int, gets: int, note: Notes | None) -> Position:
    old = at.narrator
    circle = clockwise(at, old)
    skipped = circle[: circle.index(winner)]
    if note is not None:
        note("MUSE-RUL-04", "due")
        note("MUSE-JUMP-08", "due")
        if not skipped:
            note("MUSE-JUMP-08", *(f"{name}.cards" for name in at.roster))
    then = [Due("surplus", gets)] if gets != old else []
    then += [Due("bonus", seat) for seat in skipped]
    at = at._replace(interrupted=(old, at.announced), announced="")
    return turn_over(at, "jump", (*then, Due("narrate", winner)), note)


@bonus.law("MUSE-SHOWDOWN-28")
def none_after_a_showdown(at: Position, _: int) -> Verdict:
    """Who is passed over by a Showdown gets no card."""
    if gates.head(at).kind == "bonus" or at.last[1] != "showdown":
        return None
    return "the narration went to the winner of a Showdown"


@bonus.law("MUSE-JUMP-08", "MUSE-DRAW-10")
def skipped_players_draw(at: Position, seat: int) -> Verdict:
    """Players between the old and the new Narrator draw, and nobody else."""
    skipped = [due.seat for due in at.due if due.kind == "bonus"]
    return "" if seat in skipped else f"{name_of(at, seat)} is not skipped by a Jump In"


@bonus.law("MUSE-RUL-04")
def one_after_the_other(at: Position, seat: int) -> Verdict:
    """Surplus goes first, and each draws before the next one."""
    skipped = [due.seat for due in at.due if due.kind == "bonus"]
    if seat not in skipped:
        return None
    due = gates.head(at)
    if due == Due("bonus", seat):
        return ""
    return f"{name_of(at, due.seat)} comes first: {due.kind}"


@bonus.effect
def _bonus(at: Position, seat: int, note: Notes | None) -> Position:
    name = name_of(at, seat)
    if note is not None:
        text = f"{name} was skipped and draws"
        note("MUSE-JUMP-08", f"{name}.cards", f"{name}.hand", "due", text=text)
        note("MUSE-RUL-04", "due")
    due = (Due("skipped", seat, at.table.bonus), Due("surplus", seat), *at.due[1:])
    return settle(at._replace(due=due), note)


@erase.law("MUSE-JUMP-06", "MUSE-RUL-25")
def who_has_jumped_in(at: Position, seat: int) -> Verdict:
    """Only who has just jumped in unsays something."""
    if at.stage == SETUP:
        return None
    if at.stage == TELL and at.won and seat == at.narrator:
        return ""
    return f"{name_of(at, seat)} has not jumped in"


@erase.effect
def _erase(at: Position, seat: int, note: Notes | None) -> Position:
    if note is not None:
        who = at.last[0]
        facts = [f"{name}.hand" for name in at.roster]
        text = f"{name_of(at, seat)} unsays {name_of(at, who)}'s last sentences; ticks stay"
        note("MUSE-RUL-25", "ticked", "unticked", *facts, text=text)
    return at
