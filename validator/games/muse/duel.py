"""Showdowns in Muse: Turning the Tides, and what winners and losers get."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from validator.games.muse import notation, phases
from validator.games.muse.flow import pay_tokens, settle
from validator.games.muse.modes import elsewhere, holds, sits_here
from validator.games.muse.state import (
    CRISIS,
    NO_SHOWDOWN,
    NOBODY,
    QUESTIONS,
    SIDES,
    WORDS,
    Due,
    Pieces,
    Showdown,
    State,
    best,
    rank_of,
    sets,
)
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict, record

# ---- candidates


def open_sides(state: State, seat: int) -> Iterable[int]:
    """The sides that a player can still take."""
    own = state.showdown.side_of(seat)
    return (0, 1) if own < 0 else (own,)


def alike(state: State, seat: int, _side: int) -> tuple[Pieces, ...]:
    """Every set of cards of one rank in a hand."""
    return _alike(state.table.ordered(state.seats[seat].hand))


@lru_cache(4096)
def _alike(hand: Pieces) -> tuple[Pieces, ...]:
    found: list[Pieces] = []
    for rank in dict.fromkeys(map(rank_of, hand)):
        cards = [card for card in hand if rank_of(card) == rank]
        found += sets(tuple(cards), 1, len(cards))
    return tuple(found)


def sentences(state: State, *_: object) -> tuple[int | None]:
    """Return the text that goes with the cards, if an option requires it."""
    return (state.table.sentences[0] if state.table.narrated else None,)


# ---- the verbs

tides = Verb(
    "tides",
    about="Turn the Tides: add cards of one rank to the losing side, so that it beats the other.",
    args=(
        notation.SIDE.of(open_sides), notation.CHOSEN.of(alike), notation.TOLD.of(sentences),
    ),
    modes=(phases.SHOWDOWN,), by=lambda state: state.circle,
    gates=elsewhere(ref.gate("MUSE-SHOWDOWN-09", why="no Showdown is going on"), phases.SHOWDOWN),
)  # fmt: skip
epilogue = Verb(
    "epilogue", about="Tell a part of the Epilogue, the winning owner first.", args=(),
    modes=(phases.EPILOGUE,), by=lambda state: state.telling[:1],
    gates=elsewhere(
        ref.gate("MUSE-END-01", why="the Crisis Question is not answered"), phases.EPILOGUE
    ),
)  # fmt: skip

VERBS = (tides, epilogue)

ref.guards_for(VERBS, "MUSE-PLAYER-02")(sits_here)


@tides.guard("MUSE-RUL-15", "MUSE-SHOWDOWN-16")
def stays_on_a_side(state: State, seat: int, side: int) -> Verdict:
    contest = state.showdown
    own = contest.side_of(seat)
    if own in (NOBODY, side):
        return KEPT
    how = "owns" if seat in contest.owners else "Supports"
    return f"{state.name_of(seat)} {how} {WORDS[own]}"


@tides.guard("MUSE-SHOWDOWN-09")
def for_the_losing_side(state: State, _: int, side: int) -> Verdict:
    """The side was losing when this wave of cards began."""
    contest = state.showdown
    if contest.wave == side:
        return NOT_CONCERNED
    return KEPT if state.table.leading(contest) != side else f"{WORDS[side]} is winning already"


@tides.guard("MUSE-RUL-16", "MUSE-SHOWDOWN-17")
def so_many_lays_in_a_wave(state: State, seat: int, side: int) -> Verdict:
    contest = state.showdown
    if contest.wave != side:
        return NOT_CONCERNED
    if contest.laid.count(seat) < state.table.lays:
        return KEPT
    return f"{state.name_of(seat)} has laid in this wave; {WORDS[1 - side]} answers first"


@tides.guard("MUSE-SHOWDOWN-13")
def of_one_rank(_state: State, _: int, _side: int, cards: Pieces) -> Verdict:
    if len(cards) == 1:
        return KEPT
    ranks = dict.fromkeys(map(rank_of, cards))
    if not cards:
        return "no card is laid"
    return KEPT if len(ranks) == 1 else f"cards of {len(ranks)} ranks: {' '.join(ranks)}"


@tides.guard("MUSE-SHOWDOWN-09", "MUSE-COMP-10")
def from_the_own_hand(state: State, seat: int, _side: int, cards: Pieces) -> Verdict:
    return holds(state, seat, cards)


@tides.guard("MUSE-SHOWDOWN-10", "MUSE-SHOWDOWN-17", "MUSE-RUL-17")
def beats_the_other_side(state: State, _: int, side: int, cards: Pieces) -> Verdict:
    if not cards:
        return NOT_CONCERNED
    table, contest = state.table, state.showdown
    rank = rank_of(cards[0])
    own = table.strength((*contest.up[side], *cards), rank)
    other = best(table, contest.up[1 - side])
    if own > other:
        return KEPT
    laid = tuple(card for card in (*contest.up[side], *cards) if rank_of(card) == rank)
    against = table.combination_words(contest.up[1 - side])
    facts = f"{table.combination_words(laid)} does not beat {against}"
    rules = ["MUSE-SHOWDOWN-10", "MUSE-SHOWDOWN-17", "MUSE-RUL-17"]
    if contest.question == CRISIS:
        rules.append("MUSE-END-04")
    rules += _deciding(own, other)
    aside = (*contest.aside.Y, *contest.aside.N, *contest.up[1 - side])
    found = [card for card in aside if rank_of(card) == rank]
    if table.strength((*laid, *found), rank) > other:
        rules.append("MUSE-SHOWDOWN-14")
        facts += f"; {' '.join(found)} does not count for {WORDS[side]}"
    return tuple(Breach(rule, facts) for rule in rules)


def _deciding(own: tuple[int, ...], other: tuple[int, ...]) -> tuple[str, ...]:
    """The rules by which one combination beats another: kind, rank, then suit."""
    if own[:2] != other[:2]:
        return ("MUSE-SHOWDOWN-11",)
    return ("MUSE-SHOWDOWN-08",) if own[0] == 1 else ("MUSE-SHOWDOWN-12", "MUSE-SHOWDOWN-08")


@tides.guard("MUSE-OPT-01", when=lambda state: bool(state.table.narrated))
def told_with_it(
    state: State, _: int, _side: int, _cards: Pieces, sentences: int | None
) -> Verdict:
    least, most = state.table.sentences
    number = sentences or 0
    if least <= number <= most:
        return KEPT
    return f"{number} sentences after '|', not {least} to {most}"


@tides.effect
def _tides(
    state: State, seat: int, side: int, cards: Pieces, _told: int | None, trace: Trace | None
) -> State:
    contest = state.showdown
    laid = (*contest.laid, seat) if contest.wave == side else (seat,)
    sides = contest.sides
    if contest.side_of(seat) == NOBODY:
        sides = (*sides, (seat, side))
    up = contest.up._replace(**{SIDES[side]: (*contest.up[side], *cards)})
    if trace is not None:
        _record_tides(state, seat, side, cards, trace)
    contest = contest._replace(up=up, wave=side, laid=laid, sides=sides)
    seats = state.with_seat(seat, hand=ref.without(state.seats[seat].hand, *cards))
    return state._replace(seats=seats, showdown=contest)


def _record_tides(state: State, seat: int, side: int, cards: Pieces, trace: Trace) -> None:
    table, contest, name = state.table, state.showdown, state.name_of(seat)
    pile = f"showdown.{SIDES[side]}"
    facts = (pile, "showdown.leading", "showdown.wave", "showdown.laid", f"{name}.hand")
    trace("MUSE-SHOWDOWN-09", *facts, text=f"{name} lays {' '.join(cards)} for {WORDS[side]}")
    turned = (pile, "showdown.leading")
    own = table.strength((*contest.up[side], *cards), rank_of(cards[0]))
    decided = _deciding(own, best(table, contest.up[1 - side]))
    trace(("MUSE-SHOWDOWN-10", "MUSE-SHOWDOWN-07", "MUSE-RUL-17", *decided), *turned)
    if len(cards) > 1:
        trace("MUSE-SHOWDOWN-13", pile)
    if contest.side_of(seat) == NOBODY:
        trace("MUSE-SHOWDOWN-15", "showdown.supporters", text=f"{name} Supports {WORDS[side]}")
    if any(rank_of(card) == rank_of(cards[0]) for card in contest.up[side]):
        trace("MUSE-SHOWDOWN-14", *turned)
    if contest.wave == side:
        trace("MUSE-SHOWDOWN-17", pile)
        trace("MUSE-RUL-16", pile, "showdown.laid")
    if contest.question == CRISIS:
        trace("MUSE-END-04", *turned)


# ---- the Showdown is over


def supporters(contest: Showdown, side: int) -> tuple[int, ...]:
    return tuple(seat for seat, each in contest.sides if each == side)


def in_order(state: State, owner: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in state.clockwise(owner) if seat in seats)


def finish(state: State, trace: Trace | None) -> State:
    """End the Showdown when nobody turns the tides any more: the better side wins."""
    contest = state.showdown
    side, question = state.table.leading(contest), contest.question
    text = state.questions[question].text if question == CRISIS else ""
    sheets = state.sheets.with_both(question, owner=NOBODY)
    after = state._replace(
        outcome=f"{WORDS[side]} to {QUESTIONS[question]}", showdown=NO_SHOWDOWN, sheets=sheets,
        questions=state.with_question(question, False, text),
    )  # fmt: skip
    cards = state.table.combination_words(contest.up[side])
    text = f"{WORDS[side]} wins with {cards}: {state.name_of(contest.owners[side])}"
    facts = ("showdown",) if state.outcome == after.outcome else ("outcome", "showdown")
    record(trace, ("MUSE-SHOWDOWN-18", "MUSE-SHOWDOWN-11", "MUSE-RUL-17"), *facts, text=text)
    over = _crisis_over if question == CRISIS else _subplot_over
    return over(after, contest, side, trace)


def _crisis_over(state: State, contest: Showdown, side: int, trace: Trace | None) -> State:
    owner = contest.owners[side]
    winners = (owner, *in_order(state, owner, supporters(contest, side)))
    if trace is not None:
        trace("MUSE-SCORE-01", "winner", text=f"winners: {state.names_of(winners)}")
        trace("MUSE-END-01", "step", "questions", "CY", "CN", "due")
        trace("MUSE-END-05")
        trace("MUSE-END-06", "epilogue", "narrator", "turn")
        trace("MUSE-END-07", "epilogue", "turn")
        trace("MUSE-END-08", "step")
        if any(contest.up):
            trace("MUSE-COMP-10", "discard")
        if owner != state.narrator:
            trace("MUSE-SETUP-10", "story_sheet")
    return state._replace(
        stage=phases.EPILOGUE, winners=winners, telling=winners, narrator=owner, due=(),
        discard=(*state.discard, *contest.up.Y, *contest.up.N),
    )  # fmt: skip


def _subplot_over(state: State, contest: Showdown, side: int, trace: Trace | None) -> State:
    table, question = state.table, contest.question
    winner, loser = contest.owners[side], contest.owners[1 - side]
    pot = tuple(
        card for two in zip(contest.aside, contest.up, strict=True) for pile in two for card in pile
    )  # fmt: skip
    everybody = tuple(seat for seat, _ in contest.sides)
    paid = (winner, *(everybody if table.all_supporters else supporters(contest, side)))
    sharing = everybody if table.all_supporters else supporters(contest, 1 - side)
    losers = (loser, *in_order(state, loser, sharing))
    each, rest = divmod(len(pot), len(losers))
    shares = [(seat, each + (rest if seat == loser else 0)) for seat in losers]
    climax = state.disallowed and not state.open_subplots() and state.questions[CRISIS].open
    if trace is not None:
        _record_rewards(state, paid, shares, len(pot), trace)
        for sheet in state.sheets.labels(question):
            trace("MUSE-SHOWDOWN-25", sheet, "questions", f"question.{QUESTIONS[question]}")
        if climax and not state.climax:
            trace("MUSE-TIMEOUT-09", "climax", text="the Climax is on")
    state = pay_tokens(state, paid, table.reward, trace)
    due = [Due("share", seat, number) for seat, number in shares]
    due += [Due("surplus", seat) for seat in losers]
    return settle(
        state._replace(
            discard=(*state.discard, *pot), climax=state.climax or climax,
            due=(*due, Due("narrate", winner)),
        ),
        trace,
    )  # fmt: skip


def _record_rewards(
    state: State, paid: tuple[int, ...], shares: list[tuple[int, int]], pot: int, trace: Trace
) -> None:
    tokens = [f"{state.name_of(seat)}.tokens" for seat in paid]
    trace("MUSE-SHOWDOWN-19", *tokens, "pool", text=f"a token each: {state.names_of(paid)}")
    trace("MUSE-RUL-05", *tokens)
    words = ", ".join(f"{state.name_of(seat)} {number}" for seat, number in shares)
    rules = ("MUSE-SHOWDOWN-20", "MUSE-SHOWDOWN-21", "MUSE-SHOWDOWN-22")
    trace(rules, "due", "discard", text=f"pot of {pot}: {words}")
    trace("MUSE-COMP-10", "discard")


# ---- the Epilogue


@epilogue.guard("MUSE-END-06", "MUSE-END-07", when=lambda s: bool(s.telling == s.winners))
def owner_tells_first(state: State, seat: int) -> Verdict:
    return KEPT if seat == state.telling[0] else f"{state.name_of(state.telling[0])} tells first"


@epilogue.guard("MUSE-END-07")
def clockwise_then(state: State, seat: int) -> Verdict:
    return KEPT if seat == state.telling[0] else f"{state.name_of(state.telling[0])} tells now"


@epilogue.effect
def _epilogue(state: State, seat: int, trace: Trace | None) -> State:
    left = state.telling[1:]
    rule = "MUSE-END-06" if state.telling == state.winners else "MUSE-END-07"
    record(trace, rule, "epilogue", text=f"{state.name_of(seat)} tells a piece of the Epilogue")
    if not left:
        record(trace, "MUSE-END-01", "end", "step", text="the game is over")
        return state._replace(telling=left, stage=phases.OVER)
    record(trace, "MUSE-END-07", "narrator", "turn")
    record(trace, "MUSE-SETUP-10", "story_sheet")
    return state._replace(telling=left, narrator=left[0])
