"""A position of Muse as lines of a plain terminal."""

from __future__ import annotations

from validator.games.muse.start import due_words
from validator.games.muse.state import (
    CRISIS,
    OVER,
    QUESTIONS,
    SHEETS,
    SIDES,
    State,
    combination_words,
    leading,
    limit,
    load,
    name_of,
    names_of,
    unticked,
)

STEPS = {
    "setup": "set-up",
    "tell": "{narrator} narrates",
    "bid": "bidding for the narration of {narrator}",
    "showdown": "a Showdown",
    "epilogue": "the Epilogue",
    "over": "the end",
}


def lines(state: State) -> list[str]:
    """Questions and their sheets, a Showdown or bids, then a line for each player."""
    head = STEPS[state.stage].format(narrator=name_of(state, state.narrator))
    marks = [
        word
        for word, on in (("Climax", state.climax), ("no new Questions", state.disallowed))
        if on
    ]
    found = [", ".join((head, *marks))]
    found.append(
        f"  deck {len(state.deck)}  discards {len(state.discard)}  tokens in the pool {state.pool}"
        f"  ticked {len(state.ticked)} of {len(state.elements)}  hand limit {limit(state)}"
    )
    if left := unticked(state):
        found.append(f"  unticked  {' '.join(left)}")
    for question, label in enumerate(QUESTIONS):
        if state.open[question]:
            found += _question(state, question, label)
    found += _contest(state)
    for seat, cards in state.bids:
        found.append(f"  {name_of(state, seat)} bids {' '.join(cards)}")
    if state.match:
        found.append(f"  {name_of(state, state.narrator)} matches {' '.join(state.match)}")
    width = max(map(len, state.table.players), default=0)
    for seat in state.seats:
        mark = ">" if seat == state.narrator and state.stage != OVER else " "
        name = state.table.players[seat].ljust(width)
        hand = " ".join(state.hands[seat]) or "-"
        tokens = f"{state.tokens[seat]} token{'s' * (state.tokens[seat] != 1)}"
        found.append(f"{mark} {name}  {tokens}  {hand}")
    if state.due:
        found.append(f"  due: {', '.join(due_words(state, due) for due in state.due)}")
    if state.stage == OVER:
        found.append(f"  winners: {names_of(state, state.winners)}")
    return found


def _question(state: State, question: int, label: str) -> list[str]:
    text = f"  {state.texts[question]}" if state.texts[question] else ""
    found = [f"  Question {label}{text}"]
    for sheet in (2 * question, 2 * question + 1):
        number = load(state, sheet)
        cards = "" if question == CRISIS else " ".join(state.sheets[sheet])
        what = f"{number} token{'s' * (number != 1)}" if question == CRISIS else cards or "-"
        owner = "centre" if state.owners[sheet] < 0 else name_of(state, state.owners[sheet])
        found.append(f"    {SHEETS[sheet]}  {owner}: {what}")
    return found


def _contest(state: State) -> list[str]:
    contest = state.showdown
    if contest is None:
        return []
    ahead = leading(state.table, contest)
    found = [f"  Showdown {QUESTIONS[contest.question]}"]
    for side, label in enumerate(SIDES):
        mark = "*" if side == ahead else " "
        with_ = [name_of(state, seat) for seat, each in contest.sides if each == side]
        who = " + ".join((name_of(state, contest.owners[side]), *with_))
        up = " ".join(contest.up[side]) or "-"
        aside = f"  aside {' '.join(contest.aside[side])}" if contest.aside[side] else ""
        best = combination_words(state.table, contest.up[side])
        found.append(f"   {mark}{label}  {who}: {up}  ({best}){aside}")
    return found
