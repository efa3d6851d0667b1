"""A position of Muse as lines of a plain terminal."""

from __future__ import annotations

from validator.games.muse.position import (
    CRISIS,
    OVER,
    QUESTIONS,
    SHEETS,
    SIDES,
    Position,
    combination_words,
    leading,
    limit,
    load,
    name_of,
    names_of,
    unticked,
)
from validator.games.muse.start import due_words

STEPS = {
    "setup": "set-up",
    "tell": "{narrator} narrates",
    "bid": "bidding for the narration of {narrator}",
    "showdown": "a Showdown",
    "epilogue": "the Epilogue",
    "over": "the end",
}


def lines(at: Position) -> list[str]:
    """Questions and their sheets, a Showdown or bids, then a line for each player."""
    head = STEPS[at.stage].format(narrator=name_of(at, at.narrator))
    marks = [
        word for word, on in (("Climax", at.climax), ("no new Questions", at.disallowed)) if on
    ]
    found = [", ".join((head, *marks))]
    found.append(
        f"  deck {len(at.deck)}  discards {len(at.discard)}  tokens in the pool {at.pool}"
        f"  ticked {len(at.ticked)} of {len(at.elements)}  hand limit {limit(at)}"
    )
    if left := unticked(at):
        found.append(f"  unticked  {' '.join(left)}")
    for question, label in enumerate(QUESTIONS):
        if at.open[question]:
            found += _question(at, question, label)
    found += _contest(at)
    for seat, cards in at.bids:
        found.append(f"  {name_of(at, seat)} bids {' '.join(cards)}")
    if at.match:
        found.append(f"  {name_of(at, at.narrator)} matches {' '.join(at.match)}")
    width = max(map(len, at.roster), default=0)
    for seat in at.seats:
        mark = ">" if seat == at.narrator and at.stage != OVER else " "
        name = at.roster[seat].ljust(width)
        hand = " ".join(at.hands[seat]) or "-"
        tokens = f"{at.tokens[seat]} token{'s' * (at.tokens[seat] != 1)}"
        found.append(f"{mark} {name}  {tokens}  {hand}")
    if at.due:
        found.append(f"  due: {', '.join(due_words(at, due) for due in at.due)}")
    if at.stage == OVER:
        found.append(f"  winners: {names_of(at, at.winners)}")
    return found


def _question(at: Position, question: int, label: str) -> list[str]:
    text = f"  {at.texts[question]}" if at.texts[question] else ""
    found = [f"  Question {label}{text}"]
    for sheet in (2 * question, 2 * question + 1):
        number = load(at, sheet)
        cards = "" if question == CRISIS else " ".join(at.sheets[sheet])
        what = f"{number} token{'s' * (number != 1)}" if question == CRISIS else cards or "-"
        owner = "centre" if at.owners[sheet] < 0 else name_of(at, at.owners[sheet])
        found.append(f"    {SHEETS[sheet]}  {owner}: {what}")
    return found


def _contest(at: Position) -> list[str]:
    contest = at.showdown
    if contest is None:
        return []
    ahead = leading(at.table, contest)
    found = [f"  Showdown {QUESTIONS[contest.question]}"]
    for side, label in enumerate(SIDES):
        mark = "*" if side == ahead else " "
        with_ = [name_of(at, seat) for seat, each in contest.sides if each == side]
        who = " + ".join((name_of(at, contest.owners[side]), *with_))
        up = " ".join(contest.up[side]) or "-"
        aside = f"  aside {' '.join(contest.aside[side])}" if contest.aside[side] else ""
        best = combination_words(at.table, contest.up[side])
        found.append(f"   {mark}{label}  {who}: {up}  ({best}){aside}")
    return found
