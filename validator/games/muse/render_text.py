"""Renders a position of Muse as plain text."""

from __future__ import annotations

from validator.games.muse import phases
from validator.games.muse.facts import due_words
from validator.games.muse.state import CRISIS, QUESTIONS, SHEETS, SIDES, State

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
    head = STEPS[state.stage].format(narrator=state.name_of(state.narrator))
    marks = [
        word
        for word, on in (("Climax", state.climax), ("no new Questions", state.disallowed))
        if on
    ]
    found = [", ".join((head, *marks))]
    found.append(
        f"  deck {len(state.deck)}  discards {len(state.discard)}  tokens in the pool {state.pool}"
        f"  ticked {len(state.ticked)} of {len(state.elements)}  hand limit {state.limit()}"
    )
    if left := state.unticked():
        found.append(f"  unticked  {' '.join(left)}")
    for question, label in enumerate(QUESTIONS):
        if state.questions[question].open:
            found += _question(state, question, label)
    found += _contest(state)
    for seat, own in enumerate(state.seats):
        if own.bid:
            does = "matches" if seat == state.narrator else "bids"
            found.append(f"  {state.name_of(seat)} {does} {' '.join(own.bid)}")
    width = max(map(len, state.table.players), default=0)
    for seat in state.circle:
        mark = ">" if seat == state.narrator and state.stage != phases.OVER else " "
        name = state.table.players[seat].ljust(width)
        own = state.seats[seat]
        hand = " ".join(own.hand) or "-"
        tokens = f"{own.tokens} token{'s' * (own.tokens != 1)}"
        found.append(f"{mark} {name}  {tokens}  {hand}")
    if state.due:
        found.append(f"  due: {', '.join(due_words(due, state.table) for due in state.due)}")
    if state.stage == phases.OVER:
        found.append(f"  winners: {state.names_of(state.winners)}")
    return found


def _question(state: State, question: int, label: str) -> list[str]:
    text = f"  {state.questions[question].text}".rstrip()
    found = [f"  Question {label}{text}"]
    for sheet in (2 * question, 2 * question + 1):
        number = state.load(sheet)
        cards = "" if question == CRISIS else " ".join(state.sheets[sheet].cards)
        what = f"{number} token{'s' * (number != 1)}" if question == CRISIS else cards or "-"
        lies = state.sheets[sheet].owner
        owner = "centre" if lies < 0 else state.name_of(lies)
        found.append(f"    {SHEETS[sheet]}  {owner}: {what}")
    return found


def _contest(state: State) -> list[str]:
    contest = state.showdown
    if contest.question < 0:
        return []
    ahead = state.table.leading(contest)
    found = [f"  Showdown {QUESTIONS[contest.question]}"]
    for side, label in enumerate(SIDES):
        mark = "*" if side == ahead else " "
        with_ = [state.name_of(seat) for seat, each in contest.sides if each == side]
        who = " + ".join((state.name_of(contest.owners[side]), *with_))
        up = " ".join(contest.up[side]) or "-"
        aside = f"  aside {' '.join(contest.aside[side])}" if contest.aside[side] else ""
        best = state.table.combination_words(contest.up[side])
        found.append(f"   {mark}{label}  {who}: {up}  ({best}){aside}")
    return found
