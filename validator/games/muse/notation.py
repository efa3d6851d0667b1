"""The arguments of Muse's verbs: how scripts write them, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import add
from typing import Any

from validator.core.scalars import flow
from validator.games.muse import phases
from validator.games.muse.constants import QUESTIONS, SHEETS, SIDES, TELLING, WORDS, Pieces
from validator.games.muse.state import State, is_crisis
from validator.referee.core import ANY
from validator.referee.grammar import PLAYER, Arg, differences, names, word
from validator.referee.tokens import ScriptError, TokenCursor, in_a_line, quoted

RAISE, CLIMAX, DISALLOW, TOKENS, PAUSE, ELEMENT, UPGRADE = TIME_OUTS = (
    "raise", "climax", "disallow", "tokens", "pause", "element", "upgrade",
)  # fmt: skip
ADD, REMOVE, REWORD, QUESTION, DROP = CHANGES = ("add", "remove", "reword", "question", "drop")
YES = ("with", "likes", "like", "agree", "agrees", "by")
NO = ("against", "objects", "object", "objecting", "refuses", "without")
ALL = ("all", "everybody")
ALIASES = {"character": "char", "relationship": "rel"}
Seats = tuple[int, ...]


# ---- pieces

CARDS = names(lambda state: state.table.cards, "card", "CARD…")


def _read_chosen(words: TokenCursor, state: State, *_: object) -> Pieces:
    """Read the cards that a player chooses, in any order."""
    words.skip("with")
    return state.table.ordered(words.names(state.table.cards, "card"))


CHOSEN = replace(CARDS, read=_read_chosen)


def _read_bid(words: TokenCursor, state: State, seat: int, *_: object) -> Pieces:
    """Read the cards that are added to a bid.

    Cards that are already in the bid may be repeated, and are skipped.
    """
    while words.skip("in", "with"):
        pass
    cards: Pieces = CHOSEN.read(words, state)
    lie = state.seats[seat].bid
    if state.table.new_stack or not lie or not set(lie) < set(cards):
        return cards
    return tuple(card for card in cards if card not in lie)


BID = replace(CARDS, read=_read_bid)


def element(text: str) -> str:
    """Return the short name of an element: ``char1`` for ``character1``."""
    low = text.lower()
    for long, short in ALIASES.items():
        if low.startswith(long):
            return short + low.removeprefix(long)
    return low


def _read_element(words: TokenCursor, *_: object) -> str:
    """Read the element that is described; several elements are read as one text, for refusal."""
    found = [element(words.take("an element, such as char1").text)]
    while words.more:
        words.skip(",", "and")
        found.append(element(words.take("an element").text))
    return " ".join(found)


ELEMENT_NAME = Arg("ELEMENT", _read_element, lambda _, value: str(value))


def place(known: Sequence[str], what: str, syntax: str) -> Arg:
    """Return an argument that is written as a name in `known` and read as its index."""

    def read(words: TokenCursor, *_: object) -> int:
        words.skip(what.lower())
        return known.index(words.name(known, what))

    return Arg(syntax, read, lambda _, value: known[value])


SHEET = place(SHEETS, "Answer Sheet", "SHEET")
ASKED = place(QUESTIONS, "Question", " | ".join(QUESTIONS))


def _read_means(words: TokenCursor, state: State, _: int, sheet: Any) -> Any:
    words.skip("with")
    if words.skip(TELLING, "tell"):
        return TELLING
    if words.ahead_whole():
        return words.whole("a number of tokens")
    if words.skip("token"):
        return None
    return words.names(state.table.cards, "card") or (None if is_crisis(sheet) else ANY)


def _write_means(_: State, means: object) -> str:
    return "token" if means is None else " ".join(means) if type(means) is tuple else str(means)


MEANS = Arg(
    f"CARD | {TELLING}", _read_means, _write_means,
    default=lambda _state, _seat, sheet: None if is_crisis(sheet) else ANY,
)  # fmt: skip


def _read_announced(words: TokenCursor, state: State, *_: object) -> str:
    what = words.name(("support", "showdown"), "act to announce")
    own = SHEET if what == "support" else ASKED
    return f"{what} {own.write(state, own.read(words, state))}"


ANNOUNCED = Arg("support SHEET | showdown QUESTION", _read_announced, lambda _, value: str(value))


# ---- Showdowns


def _read_side(words: TokenCursor, *_: object) -> int:
    for side, label in enumerate(WORDS):
        if words.skip(label.lower()):
            return side
    return SIDES.index(words.name(SIDES, "side"))


SIDE = Arg(" | ".join(SIDES), _read_side, lambda _, side: SIDES[side])


def sentences(story: str) -> int:
    """Return the number of sentences in a story; words without a full stop count as one."""
    ends = len(re.findall(r"[.!?…]+[\"'”’)]*(?=\s|$)", story))
    open_end = bool(re.search(r"\w[^.!?…]*$", story))
    return ends + open_end


TOLD = Arg(
    "",
    lambda words, state, *_: sentences(words.story) if state.table.narrated else None,
    lambda *_: "",
)


# ---- players


def _read_people(words: TokenCursor, state: State, *_: object) -> Seats:
    if words.skip(*ALL):
        return state.circle
    found: Seats = ()
    while words.ahead_in(state.table.players) or words.ahead("and"):
        if not words.skip("and"):
            found = (*found, PLAYER.read(words, state))
        words.skip(",")
    if not found and not words.skip("nobody"):
        raise words.fail("expected a player here")
    return found


PEOPLE = Arg("PLAYER…", _read_people, State.names_of)


def _opinion(syntax: str, keys: tuple[str, ...], default: Callable[..., Seats | None]) -> Arg:
    """Return an argument for players who agree or object, after one of the words `keys`."""

    def read(words: TokenCursor, state: State, *_: object) -> Seats:
        words.skip(*keys)
        found: Seats = _read_people(words, state)
        words.skip(",", "and")
        return found

    def begins(words: TokenCursor, state: State) -> bool:
        named = keys is YES and (words.ahead(*ALL) or words.ahead_in(state.table.players))
        return words.ahead(*keys) or named

    def write(state: State, seats: Seats) -> str:
        return f"{keys[0]} {state.names_of(seats)}"

    return Arg(syntax, read, write, default=default, joins=add, begins=begins)


APPROVING = _opinion("with PLAYER…|all", YES, lambda *_: None)


# ---- Time Outs


def _text(words: TokenCursor) -> str:
    return words.take().text if words.more and words.words[words.place].quoted else ""


def _read_what(words: TokenCursor, state: State, _: int, kind: object) -> Any:
    """Read the subject of a Time Out: a slot and a Question's words, a Question, a change."""
    if kind == RAISE:
        slot = None
        if words.more and not words.words[words.place].quoted and not words.ahead(*YES, *NO):
            slot = words.take().text.upper()
        return slot, _text(words)
    if kind == UPGRADE:
        return ASKED.read(words, state)
    if kind != ELEMENT:
        return None
    change = words.name(CHANGES, "change of the sheet")
    if change in (QUESTION, DROP):
        name = QUESTIONS[ASKED.read(words, state)]
    else:
        name = element(words.take("an element, such as char1").text)
    return change, name, _text(words)


def _write_what(_: State, what: Any) -> str:
    if isinstance(what, int):
        return QUESTIONS[what]
    *parts, text = what or ("",)
    return " ".join(filter(None, (*parts, quoted(text) if text else "")))


KIND = word(
    TIME_OUTS, "kind of Time Out",
    'raise [SLOT] ["Will …?"] | climax | disallow | tokens | upgrade QUESTION | '
    'element add|remove|reword ELEMENT | element question QUESTION "…" | '
    "element drop QUESTION | pause",
).or_left_out(PAUSE)  # fmt: skip
WHAT = Arg("", _read_what, _write_what)
IN_FAVOUR = _opinion(
    "with|likes PLAYER…|all", YES,
    lambda _state, _seat, kind, *_: None if kind in (RAISE, ELEMENT, UPGRADE, PAUSE) else (),
)  # fmt: skip
OPPOSED = _opinion("against|objects PLAYER…", NO, lambda *_: ())


def _read_newcomer(words: TokenCursor, *_: object) -> str:
    found = words.take("the name of a player")
    if found.text.lower() in ("table", "nobody", "after") or found.text[:1] in "~!=#|":
        location = type(words.line)(words.line.file, words.line.line, found.column)
        raise ScriptError(location, f"'{found.text}' cannot be the name of a player")
    return found.text


NEWCOMER = Arg("NAME", _read_newcomer, lambda _, name: in_a_line(name))
AFTER = PLAYER.after("after").or_left_out(None)


# ---- chance


def _read_bids(words: TokenCursor, state: State, *_: object) -> tuple[tuple[int, int], ...]:
    """Read how many cards each of several Listeners tries to bid: ``{Bob: 1, Cat: 1}``."""
    start = words.place
    value = words.value("{PLAYER: NUMBER}")
    names = {name.lower(): seat for seat, name in enumerate(state.table.players)}

    def wrong(what: str) -> ScriptError:
        words.place = start
        expected = "expected the players and their numbers of cards, such as {Bob: 2, Cat: 2}"
        return words.fail(f"{what}; {expected}")

    if not isinstance(value, Mapping):
        raise wrong(f"{flow(value)} does not say who bids")
    found = {}
    for name, number in value.items():
        seat = names.get(str(name).lower())
        if seat is None:
            raise wrong(f"there is no player '{name}'")
        if type(number) is not int:
            raise wrong(f"{name}'s number of cards is '{flow(number)}'")
        found[seat] = number
    return tuple(found.items())


BIDS = Arg(
    "{PLAYER: NUMBER, …}", _read_bids,
    lambda state, bids: flow({state.name_of(seat): number for seat, number in bids}),
    default=lambda *_: (), begins=lambda words, _: words.ahead_value(),
)  # fmt: skip


WHOM = replace(
    PLAYER.past("for", "to").or_left_out(None),
    begins=lambda words, state: words.ahead("for", "to") or words.ahead_in(state.table.players),
)  # fmt: skip


# ---- the table

STEP = word(phases.ALL_STEPS, "step of the preparation", " | ".join(phases.ALL_STEPS))


DIFFERENCES = differences("{scenes: 2}")
