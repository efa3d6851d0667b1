"""The modes of Muse, with the rules that many verbs share.

Refusals name the mode of the state first, then the players at the table, then the Narrator.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from validator.games.muse import phases
from validator.games.muse.constants import ANSWERS, SHEETS
from validator.games.muse.limits import surplus_of
from validator.games.muse.state import State
from validator.referee import api as ref
from validator.referee.api import Judge, Message, Verbs

# Modes with a pending task, and modes in which players act freely.
DUE = (*phases.DRAWS, phases.OPENING, *phases.SURPLUS, phases.BONUS)
STAGES = (phases.TELL, phases.ANSWER, phases.BID, phases.SHOWDOWN, phases.EPILOGUE)
ELEMENTS = {  # an element: its name, how it is told of whom, and its blanks on the sheet
    "char": ("Character", "{words}", r"people\.\d+\.name"),
    "goal": ("Goal", "the goal of {who}", r"people\.\d+\.goals\.\d+"),
    "rel": ("Tie", "the tie of {who}", r"people\.\d+\.ties\.\d+"),
    "scene": ("Scene", "{words}", r"scenes\.\d+"),
    "threat": ("Threat", "{words}", r"threats\.\d+"),
}
ENDED = (  # what ended a turn, the rules on it, and what its Narrator did
    (
        "support",
        ("MUSE-TURN-03", "MUSE-SUPPORT-11", "MUSE-TURN-02"),
        Message("[has|have] Supported an answer"),
    ),
    ("showdown", ("MUSE-TURN-04", "MUSE-TURN-02"), Message("[has|have] started a Showdown")),
    ("end", ("MUSE-TURN-05", "MUSE-TURN-02"), Message("[has|have] ended the turn")),
)


def owed(s: State) -> int:
    """Return the number of cards that must be drawn before any player can act."""
    total = 0
    for due in s.due:
        if due.kind not in phases.DRAWS:
            break
        total += due.number
    return total


def drawn_first(s: State) -> Message:
    due, number = s.due[0], owed(s)
    if due.seat < 0:
        return Message("{number} [card|cards] must be drawn first, the next for {sheet}",
                       {"number": number, "sheet": due.kind})  # fmt: skip
    return Message("{number} [card|cards] must be drawn first, the next by {owner}",
                   {"number": number, "owner": s.name_of(due.seat)})  # fmt: skip


def announced_words(act: str) -> Message:
    """Return an announced action in words: "Support No to Question 2" for ``support N2``."""
    verb, _, name = act.partition(" ")
    if verb == "support":
        return Message("Support {sheet}", {"sheet": ANSWERS[SHEETS.index(name)]})
    return Message("start the Showdown for Question {question}", {"question": name})


def element_name(element: str) -> str:
    """Return the name of an element on the Story Sheet: "Character 1" for ``char1``."""
    kind, number = _kind(element)
    return f"{ELEMENTS[kind][0] if kind in ELEMENTS else kind.title()} {number}".rstrip()


def _kind(element: str) -> tuple[str, str]:
    return element.rstrip("0123456789"), element.lstrip("abcdefghijklmnopqrstuvwxyz")


def told_element(s: State, element: str) -> Message | str:
    """Return the name of an element for messages: "the goal of Mirel".

    If the Story Sheet does not name it, return its general name.
    """
    kind, number = _kind(element)
    if kind not in ELEMENTS or not number:
        return element_name(element)
    _, template, blank = ELEMENTS[kind]
    lines = [(path, words) for path, words in s.story if re.fullmatch(blank, path)]
    if not 0 < int(number) <= len(lines):
        return element_name(element)
    path, words = lines[int(number) - 1]
    who = dict(s.story).get(".".join((*path.split(".")[:2], "name")), "")
    if "{who}" in template and not who:
        return element_name(element)
    return Message(template, {"words": _short(words), "who": _short(who)})


def _short(words: str) -> str:
    """Return the name at the start of an entry on the Story Sheet, or the whole entry."""
    return words.split(",")[0].strip().rstrip(".")


def who_narrates(s: State) -> Message:
    return Message("it is {actor}'s turn to narrate", {"actor": s.name_of(s.narrator)})


def surplus_first(s: State) -> Message:
    seat = s.due[0].seat
    values = {"owner": s.name_of(seat), "number": surplus_of(s, seat)}
    return Message("{owner} must first discard {number} [card|cards]", values)


def bonus_first(s: State) -> Message:
    return Message("{owner} [was|were] skipped and must first draw a bonus card",
                   {"owner": s.name_of(s.due[0].seat)})  # fmt: skip


plain, own_turn, opening, after_jump, loser = phases.SURPLUS
verb = Verbs("MUSE", {
    phases.SETUP: ref.gate(
        "SETUP-04", "SETUP-02", why="the cards have not been dealt yet"),
    phases.PREPARE: ref.gate("SHEET-19", why="the Story Sheet has not been approved yet"),
    "colour": ref.gate("DRAW-02", why=drawn_first),
    "gift": ref.gate("DRAW-04", why=drawn_first),
    "empty": ref.gate("DRAW-06", why=drawn_first),
    phases.OPENING: ref.gate("RUL-24", "DRAW-06", why=drawn_first),
    "share": ref.gate("SHOWDOWN-21", why=drawn_first),
    "skipped": ref.gate("JUMP-08", why=drawn_first),
    "newcomer": ref.gate("PLAYER-01", why=drawn_first),
    "yes": ref.gate("END-02", why=drawn_first),
    "no": ref.gate("END-02", why=drawn_first),
    opening: ref.gate("RUL-24", "LIMIT-03", "TURN-02", why=surplus_first),
    own_turn: ref.gate("LIMIT-03", "TURN-02", why=surplus_first),
    after_jump: ref.gate("LIMIT-04", "JUMP-09", why=surplus_first),
    loser: ref.gate("LIMIT-04", "SHOWDOWN-23", why=surplus_first),
    plain: ref.gate("LIMIT-04", why=surplus_first),
    phases.BONUS: ref.gate("RUL-04", "JUMP-08", why=bonus_first),
    phases.TELL: ref.gate("TURN-02", why="the Narrator's turn is not over"),
    phases.ANSWER: ref.gate(
        "SHOWDOWN-24", "RUL-18", why="the outcome of the Showdown must be told first"),
    phases.BID: ref.gate("JUMP-04", why="the bidding for the narration is not over"),
    phases.SHOWDOWN: ref.gate("SHOWDOWN-18", "TURN-04", why="the Showdown is not over"),
    phases.EPILOGUE: ref.gate(
        "END-01", why="the Crisis Question has been answered, so only the Epilogue is told"),
    phases.OVER: ref.gate("END-01", why="the game is over"),
})  # fmt: skip
ALL = tuple(verb.modes)
DEALT = tuple(mode for mode in verb.modes if mode != phases.SETUP)  # once all hands are dealt


# ---- who


def narrator(s: State) -> tuple[int, ...]:
    return (s.narrator,)


def everybody(s: State) -> tuple[int, ...]:
    return s.circle


def narrates(*rules: str) -> ref.Gate:
    """Return the gate that allows only the Narrator to act; `rules` are the verb's own."""
    return ref.gate(*rules, "TURN-06", "TURN-01", why=who_narrates)


NARRATES = narrates()


def has(s: State, me: int, cards: Sequence[str], to: Judge, *rules: str, bid: bool = False) -> None:
    """Check that the cards are in the player's hand or, with `bid`, in the bid, none twice."""
    own = s.seats[me]
    held = (*own.hand, *own.bid) if bid else own.hand
    lacks = [card for place, card in enumerate(cards) if card not in held or card in cards[:place]]
    to.holds(rules, not lacks, "{cards} [is|are] not in {owner}'s hand", cards=tuple(lacks),
             owner=s.name_of(me))  # fmt: skip
