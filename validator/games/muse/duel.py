"""Showdowns in Muse: Turning the Tides, and what winners and losers get."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from validator.games.muse import gates, notation
from validator.games.muse.flow import settle, take_tokens
from validator.games.muse.state import (
    CRISIS,
    EPILOGUE,
    NOBODY,
    OVER,
    QUESTIONS,
    SHEETS,
    SHOWDOWN,
    SIDES,
    WORDS,
    Due,
    Pieces,
    Showdown,
    State,
    best,
    clockwise,
    combination_words,
    lacking,
    leading,
    name_of,
    names_of,
    open_subplots,
    ordered,
    rank_of,
    side_of,
    strength,
    without,
)
from validator.referee.core import Notes, Verb, Verdict
from validator.referee.zones import put


def both_sides(state: State, _: int) -> tuple[int, ...]:
    """Yes and No, while a Showdown is going on."""
    return (0, 1) if state.showdown else ()


def alike(state: State, seat: int, _side: int) -> Iterable[Pieces]:
    """Every set of cards of one rank in a hand."""
    hand = ordered(state.table, state.hands[seat])
    for rank in dict.fromkeys(rank_of(card) for card in hand):
        cards = [card for card in hand if rank_of(card) == rank]
        for number in range(1, len(cards) + 1):
            yield from combinations(cards, number)


def sentences(state: State, *_: object) -> tuple[int | None]:
    """What is told with the cards, where an option asks for it."""
    return (state.table.sentences[0] if state.table.narrated else None,)


tides = Verb(
    "tides",
    about="Turn the Tides: lay cards of one rank on the losing side, so that it beats the other.",
    args=(
        notation.SIDE.of(both_sides), notation.CHOSEN.of(alike), notation.TOLD.of(sentences),
    ),
)  # fmt: skip
epilogue = Verb(
    "epilogue", about="Tell a piece of the Epilogue, the winning owner first.", args=()
)  # fmt: skip

VERBS = (tides, epilogue)

gates.tie(VERBS, gates.SEATED, gates.EVERYBODY)


@tides.law("MUSE-SHOWDOWN-09")
def in_a_showdown(state: State, _: int) -> Verdict:
    """The tides turn only in a Showdown."""
    return None if state.stage == SHOWDOWN else "no Showdown is going on"


@tides.law("MUSE-RUL-15", "MUSE-SHOWDOWN-16")
def stays_on_a_side(state: State, seat: int, side: int) -> Verdict:
    """A side once taken is final; an owner lays only for the own sheet."""
    contest = state.showdown
    if contest is None:
        return None
    own = side_of(contest, seat)
    if own in (NOBODY, side):
        return ""
    how = "owns" if seat in contest.owners else "Supports"
    return f"{name_of(state, seat)} {how} {WORDS[own]}"


@tides.law("MUSE-SHOWDOWN-09")
def for_the_losing_side(state: State, _: int, side: int) -> Verdict:
    """The side was losing as the wave of lays began."""
    contest = state.showdown
    if contest is None or contest.wave == side:
        return None
    return "" if leading(state.table, contest) != side else f"{WORDS[side]} is winning already"


@tides.law("MUSE-RUL-16", "MUSE-SHOWDOWN-17")
def so_many_lays_in_a_wave(state: State, seat: int, side: int) -> Verdict:
    """A player lays so often before the other side answers."""
    contest = state.showdown
    if contest is None or contest.wave != side:
        return None
    if contest.laid.count(seat) < state.table.lays:
        return ""
    return f"{name_of(state, seat)} has laid in this wave; {WORDS[1 - side]} answers first"


@tides.law("MUSE-SHOWDOWN-13")
def of_one_rank(state: State, _: int, _side: int, cards: Pieces) -> Verdict:
    """At least one card, and all of one rank."""
    del state
    if not cards:
        return "no card is laid"
    ranks = dict.fromkeys(rank_of(card) for card in cards)
    return "" if len(ranks) == 1 else f"cards of {len(ranks)} ranks: {' '.join(ranks)}"


@tides.law("MUSE-SHOWDOWN-09", "MUSE-COMP-10")
def from_the_own_hand(state: State, seat: int, _side: int, cards: Pieces) -> Verdict:
    """Only cards of the own hand."""
    lacks = lacking(state.hands[seat], cards)
    return f"{' '.join(lacks)} is not in {name_of(state, seat)}'s hand" if lacks else None


def _fails(state: State, side: int, cards: Pieces) -> bool:
    """Whether laid cards, with what matches them on their side, do not beat the other side."""
    contest = state.showdown
    if contest is None or not cards:
        return False
    own = strength(state.table, (*contest.up[side], *cards), rank_of(cards[0]))
    return own <= best(state.table, contest.up[1 - side])


def _facts(state: State, side: int, cards: Pieces) -> str:
    contest = state.showdown
    assert contest is not None
    rank = rank_of(cards[0])
    own = tuple(card for card in (*contest.up[side], *cards) if rank_of(card) == rank)
    against = combination_words(state.table, contest.up[1 - side])
    return f"{combination_words(state.table, own)} does not beat {against}"


@tides.law("MUSE-SHOWDOWN-10", "MUSE-SHOWDOWN-17", "MUSE-RUL-17")
def beats_the_other_side(state: State, _: int, side: int, cards: Pieces) -> Verdict:
    """The combination that contains the laid cards beats the other side."""
    if state.showdown is None or not cards:
        return None
    return _facts(state, side, cards) if _fails(state, side, cards) else ""


@tides.law("MUSE-END-04")
def crisis_alike(state: State, _: int, side: int, cards: Pieces) -> Verdict:
    """The Crisis Showdown goes like any other."""
    if state.showdown is None or state.showdown.question != CRISIS or not cards:
        return None
    return _facts(state, side, cards) if _fails(state, side, cards) else ""


@tides.law("MUSE-SHOWDOWN-11")
def kinds_and_ranks(state: State, _: int, side: int, cards: Pieces) -> Verdict:
    """Kinds of combinations come first, then ranks."""
    pair = _compared(state, side, cards)
    if pair is None or pair[0][:2] == pair[1][:2]:
        return None
    return _facts(state, side, cards) if pair[0] < pair[1] else ""


@tides.law("MUSE-SHOWDOWN-08")
def suits_of_cards(state: State, _: int, side: int, cards: Pieces) -> Verdict:
    """Equal single cards are decided by suit."""
    pair = _compared(state, side, cards)
    if pair is None or pair[0][:2] != pair[1][:2] or pair[0][0] != 1:
        return None
    return _facts(state, side, cards) if pair[0] < pair[1] else ""


@tides.law("MUSE-SHOWDOWN-12", "MUSE-SHOWDOWN-08")
def suits_of_pairs(state: State, _: int, side: int, cards: Pieces) -> Verdict:
    """Equal pairs are decided by their best suit."""
    pair = _compared(state, side, cards)
    if pair is None or pair[0][:2] != pair[1][:2] or pair[0][0] == 1:
        return None
    return _facts(state, side, cards) if pair[0] < pair[1] else ""


def _compared(state: State, side: int, cards: Pieces) -> Any:
    """The strength of a lay, with what matches it, and that of the other side."""
    contest = state.showdown
    if contest is None or not cards:
        return None
    own = strength(state.table, (*contest.up[side], *cards), rank_of(cards[0]))
    return own, best(state.table, contest.up[1 - side])


@tides.law("MUSE-SHOWDOWN-14")
def set_aside_never_counts(state: State, _: int, side: int, cards: Pieces) -> Verdict:
    """Matching cards count only face up and on the same side."""
    contest = state.showdown
    if contest is None or not cards:
        return None
    rank = rank_of(cards[0])
    if not _fails(state, side, cards):
        joined = any(rank_of(card) == rank for card in contest.up[side])
        return "" if joined else None
    other = best(state.table, contest.up[1 - side])
    elsewhere = (*contest.aside[0], *contest.aside[1], *contest.up[1 - side])
    if strength(state.table, (*contest.up[side], *cards, *elsewhere), rank) <= other:
        return None
    found = [card for card in elsewhere if rank_of(card) == rank]
    return f"{' '.join(found)} does not count for {WORDS[side]}"


@tides.law("MUSE-OPT-01")
def told_with_it(state: State, _: int, _side: int, _cards: Pieces, told: int | None) -> Verdict:
    """With the option, some sentences go with every lay."""
    if not state.table.narrated:
        return None
    least, most = state.table.sentences
    number = told or 0
    if least <= number <= most:
        return ""
    return f"{number} sentences behind '|', not {least} to {most}"


@tides.effect
def _tides(
    state: State, seat: int, side: int, cards: Pieces, _told: int | None, note: Notes | None
) -> State:
    contest = state.showdown
    assert contest is not None
    if note is not None:
        _note_tides(state, seat, side, cards, note)
    up = put(contest.up, side, (*contest.up[side], *cards))
    laid = (*contest.laid, seat) if contest.wave == side else (seat,)
    sides = contest.sides
    if side_of(contest, seat) == NOBODY:
        sides = (*sides, (seat, side))
    contest = contest._replace(up=up, wave=side, laid=laid, sides=sides)
    hands = put(state.hands, seat, without(state.hands[seat], cards))
    return state._replace(hands=hands, showdown=contest)


def _note_tides(state: State, seat: int, side: int, cards: Pieces, note: Notes) -> None:
    contest = state.showdown
    assert contest is not None
    name, answer = name_of(state, seat), SIDES[side]
    text = f"{name} lays {' '.join(cards)} for {WORDS[side]}"
    note("MUSE-SHOWDOWN-09", f"showdown.{answer}", "showdown.leading", f"{name}.hand", text=text)
    for rule in ("MUSE-SHOWDOWN-10", "MUSE-SHOWDOWN-11", "MUSE-SHOWDOWN-07", "MUSE-RUL-17"):
        note(rule, "showdown.leading")
    if len(cards) > 1:
        note("MUSE-SHOWDOWN-13", f"showdown.{answer}")
    if side_of(contest, seat) == NOBODY:
        note("MUSE-SHOWDOWN-15", "showdown.supporters", f"showdown.supporters.{name}",
             text=f"{name} Supports {WORDS[side]}")  # fmt: skip
    if any(rank_of(card) == rank_of(cards[0]) for card in contest.up[side]):
        note("MUSE-SHOWDOWN-14", f"showdown.{answer}", "showdown.leading")
    if contest.wave == side:
        note("MUSE-SHOWDOWN-17", f"showdown.{answer}")
        note("MUSE-RUL-16", f"showdown.{answer}")
    if contest.question == CRISIS:
        note("MUSE-END-04", "showdown.leading")


# ---- the Showdown is over


def supporters(contest: Showdown, side: int) -> tuple[int, ...]:
    """Seats that Support a side."""
    return tuple(seat for seat, each in contest.sides if each == side)


def in_order(state: State, owner: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Seats clockwise from an owner."""
    return tuple(seat for seat in clockwise(state, owner) if seat in seats)


def finish(state: State, note: Notes | None) -> State:
    """Nobody turns the tides any more: the better side wins."""
    contest = state.showdown
    assert contest is not None
    side = leading(state.table, contest)
    label = QUESTIONS[contest.question]
    state = state._replace(outcome=f"{WORDS[side]} to {label}", showdown=None)
    if note is not None:
        cards = combination_words(state.table, contest.up[side])
        text = f"{WORDS[side]} wins with {cards}: {name_of(state, contest.owners[side])}"
        note("MUSE-SHOWDOWN-18", "outcome", "step", "winner", text=text)
        note("MUSE-SHOWDOWN-11", "outcome", "winner")
        note("MUSE-RUL-17", "outcome", "winner")
    if contest.question == CRISIS:
        return _crisis_over(state, contest, side, note)
    return _subplot_over(state, contest, side, note)


def _crisis_over(state: State, contest: Showdown, side: int, note: Notes | None) -> State:
    owner = contest.owners[side]
    winners = (owner, *in_order(state, owner, supporters(contest, side)))
    owners = put(put(state.owners, 2 * CRISIS, NOBODY), 2 * CRISIS + 1, NOBODY)
    used = (*contest.up[0], *contest.up[1])
    if note is not None:
        note("MUSE-SCORE-01", "winner", text=f"winners: {names_of(state, winners)}")
        note("MUSE-END-01", "step", "end", "questions")
        note(
            "MUSE-END-05",
            *(f"{n}.{what}" for n in state.table.players for what in ("tokens", "cards")),
        )
        note("MUSE-END-06", "epilogue", "outcome")
        note("MUSE-END-07", "epilogue", "turn")
        note("MUSE-END-06", "turn", "narrator")
        note("MUSE-SETUP-10", "story_sheet")
        note("MUSE-END-08", "step")
    return state._replace(
        stage=EPILOGUE, winners=winners, telling=winners, narrator=owner, owners=owners,
        open=put(state.open, CRISIS, False), discard=(*state.discard, *used), due=(),
    )  # fmt: skip


def _subplot_over(state: State, contest: Showdown, side: int, note: Notes | None) -> State:
    table, question = state.table, contest.question
    winner, loser = contest.owners[side], contest.owners[1 - side]
    pot = (*contest.aside[0], *contest.up[0], *contest.aside[1], *contest.up[1])
    everybody = tuple(seat for seat, _ in contest.sides)
    paid = (winner, *(everybody if table.all_supporters else supporters(contest, side)))
    sharing = everybody if table.all_supporters else supporters(contest, 1 - side)
    losers = (loser, *in_order(state, loser, sharing))
    for seat in paid:
        state = take_tokens(state, table.reward, note)
        state = state._replace(tokens=put(state.tokens, seat, state.tokens[seat] + table.reward))
    each, rest = divmod(len(pot), len(losers))
    shares = [(seat, each + (rest if seat == loser else 0)) for seat in losers]
    yes, no = 2 * question, 2 * question + 1
    state = state._replace(
        owners=put(put(state.owners, yes, NOBODY), no, NOBODY),
        open=put(state.open, question, False),
        texts=put(state.texts, question, ""),
        discard=(*state.discard, *pot),
    )
    if note is not None:
        _note_rewards(state, paid, shares, len(pot), note)
        for sheet in (SHEETS[yes], SHEETS[no]):
            note("MUSE-SHOWDOWN-25", f"{sheet}.owner", f"{sheet}.open", f"{sheet}.cards",
                 f"{sheet}.count", "questions")  # fmt: skip
    if state.disallowed and not open_subplots(state) and state.open[CRISIS]:
        state = state._replace(climax=True)
        if note is not None:
            note("MUSE-TIMEOUT-09", "climax", text="the Climax is on")
    due = [Due("share", seat, number) for seat, number in shares]
    due += [Due("surplus", seat) for seat in losers]
    return settle(state._replace(due=(*due, Due("narrate", winner))), note)


def _note_rewards(
    state: State, paid: tuple[int, ...], shares: list[tuple[int, int]], pot: int, note: Notes
) -> None:
    tokens = [f"{name_of(state, seat)}.tokens" for seat in paid]
    everybody = [f"{name}.tokens" for name in state.table.players]
    note("MUSE-SHOWDOWN-19", *everybody, text=f"a token each: {names_of(state, paid)}")
    note("MUSE-DRAW-11", *tokens)
    note("MUSE-RUL-05", *everybody, "due")
    note("MUSE-COMP-11", *tokens, "pool")
    words = ", ".join(f"{name_of(state, seat)} {number}" for seat, number in shares)
    cards = [f"{name_of(state, seat)}.cards" for seat, _ in shares]
    note("MUSE-SHOWDOWN-20", "due", *cards, text=f"pot of {pot}: {words}")
    note("MUSE-SHOWDOWN-21", "discard", "due", *cards)
    note("MUSE-SHOWDOWN-22", "due", *cards)
    note("MUSE-COMP-10", "discard")


# ---- the Epilogue


@epilogue.law("MUSE-END-01")
def after_the_crisis(state: State, _: int) -> Verdict:
    """The Epilogue follows the Crisis Showdown."""
    return "" if state.stage in (EPILOGUE, OVER) else "the Crisis Question is not answered"


@epilogue.law("MUSE-END-06", "MUSE-END-07")
def owner_tells_first(state: State, seat: int) -> Verdict:
    """The winning owner tells before anybody else."""
    if state.stage != EPILOGUE or state.telling != state.winners:
        return None
    return "" if seat == state.telling[0] else f"{name_of(state, state.telling[0])} tells first"


@epilogue.law("MUSE-END-07")
def clockwise_then(state: State, seat: int) -> Verdict:
    """Supporters follow clockwise."""
    if state.stage != EPILOGUE:
        return None
    return "" if seat == state.telling[0] else f"{name_of(state, state.telling[0])} tells now"


@epilogue.effect
def _epilogue(state: State, seat: int, note: Notes | None) -> State:
    left = state.telling[1:]
    if note is not None:
        rule = "MUSE-END-06" if state.telling == state.winners else "MUSE-END-07"
        note(rule, "epilogue", "turn", text=f"{name_of(state, seat)} tells a piece of the Epilogue")
        if left:
            note("MUSE-END-07", "narrator")
            note("MUSE-SETUP-10", "story_sheet")
        else:
            note("MUSE-END-01", "end", "step", text="the game is over")
    if not left:
        return state._replace(telling=left, stage=OVER)
    return state._replace(telling=left, narrator=left[0])
