"""The arguments of Nine Muses' verbs: how scripts write them, and how they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from validator.games.nine_muses.cards import KINDS, NOTHING, WORDS, Knowledge, Pieces
from validator.games.nine_muses.state import State
from validator.referee import api as ref
from validator.referee.api import ANY, PLAYER, TABLE, Arg, TokenCursor, hands, name, names, number

Thefts = tuple[tuple[int, int, int], ...]  # kind of Knowledge, seat of the victim, how many
Benefits = tuple[tuple[Pieces, Thefts], ...]  # Muses, and what is stolen for their gain
Gain = Callable[..., tuple[Knowledge, Knowledge] | None]  # (state, seat, *args) -> pool and gain
KIND_WORDS = tuple(each.lower() for each in (*WORDS, *KINDS))
MOST = 1000  # most of anything that a line names


def one_or_more(arg: Arg) -> Arg:
    """Return a copy of the argument that may be left out or have several values.

    Several values are read as a tuple, so that a rule can refuse them.
    """
    begins = arg.begins
    assert begins is not None

    def read(words: TokenCursor, state: State, *known: Any) -> Any:
        words.skip("option")
        found = [arg.read(words, state, *known)]
        while words.skip(",", "and") or begins(words, state):
            found.append(arg.read(words, state, *known))
        return found[0] if len(found) == 1 else tuple(found)

    def write(state: State, found: Any) -> str:
        several = found if isinstance(found, tuple) else (found,)
        return " ".join(arg.write(state, each) for each in several)

    return Arg(arg.syntax, read, write).or_left_out()


CARD = one_or_more(name(lambda state: state.table.philosophers, "Philosopher", "CARD"))
WITH_CARD = CARD.after("with")
OPTION = one_or_more(number("the number of an option", "OPTION"))
MUSE = name(lambda state: state.table.muses, "Muse", "MUSE")


def _kind(words: TokenCursor) -> int:
    return KIND_WORDS.index(words.name((*WORDS, *KINDS), "kind of Knowledge").lower()) % 3


def _ahead_amount(words: TokenCursor) -> bool:
    return words.ahead_whole() or words.ahead(*KIND_WORDS)


def _some(words: TokenCursor) -> tuple[int | None, int | None]:
    """Read a number and a kind in either order; one of them may be omitted."""
    count = words.whole("a number") if words.ahead_whole() else None
    kind = _kind(words) if words.ahead(*KIND_WORDS) else None
    if count is None and words.ahead_whole():
        count = words.whole("a number")
    return count, kind


def _read_amount(words: TokenCursor, *_: object) -> Knowledge:
    """Read an amount: ``3 science``, ``science 3``, ``1 C, 2 S``."""
    found = NOTHING
    while found == NOTHING or _ahead_amount(words):
        count, kind = _some(words)
        count, kind = 1 if count is None else count, _kind(words) if kind is None else kind
        if not 0 <= count < MOST:
            raise words.fail(f"a number from 0 to {MOST - 1}")
        found = found.plus(Knowledge.of(kind, count))
        words.skip(",", "and")
        if count == 0 and not _ahead_amount(words):
            break
    return found


def _write_amount(_: object, amount: Knowledge) -> str:
    return " ".join(f"{word} {n}" for n, word in zip(amount, WORDS, strict=True) if n) or "craft 0"


AMOUNT = Arg("KIND N", _read_amount, _write_amount)
PAYING = Arg("KIND N…", _read_amount, _write_amount)


FROM_WHERE = Arg(
    "PLAYER|centre",
    lambda words, *known: -1 if words.skip("centre", "center") else PLAYER.read(words, *known),
    lambda state, seat: "centre" if seat < 0 else state.name(seat),
).past("the").repeating(
    lambda s, _, muse, *__: None if muse in s.muse_deck else s.owner(muse), "from"
)  # fmt: skip


def stolen(gain: Gain) -> Arg:
    """Return the argument for thefts, such as ``from Bob 1 craft 1 science, Cat 1 craft``.

    Numbers and kinds that follow from the gain may be omitted: ``from Bob``, ``from Bob 1 Cat 2``.
    """

    def read(words: TokenCursor, state: State, seat: int, *before: Any) -> Thefts:
        known = None if ANY in before else gain(state, seat, *before)
        return _read_thefts(words, state, *(known or (NOTHING, NOTHING)))

    return Arg("PLAYER [N] [KIND]…", read, _write_thefts, key=("from",), default=lambda *_: (),
               joins=merged)  # fmt: skip


def _read_thefts(words: TokenCursor, state: State, pool: Knowledge, gained: Knowledge) -> Thefts:
    """Read the thefts for a gain; a number or a kind that follows from the gain may be omitted."""
    short = gained.beyond(pool)
    kinds = [k for k in range(3) if short[k]] or [k for k in range(3) if gained[k]] or [0]
    found: Thefts = ()
    while True:
        victim, first = PLAYER.read(words, state), True
        while first or _ahead_amount(words):
            count, kind = _some(words)
            if kind is None and len(kinds) > 1:
                which = " or ".join(WORDS[each] for each in kinds)
                raise words.fail(f"expected what is stolen: {which}")
            kind = kinds[0] if kind is None else kind
            if count is None:
                count = max(1, short[kind] - sum(n for k, _, n in found if k == kind))
            if not 0 < count < MOST:
                raise words.fail(f"expected a number from 1 to {MOST - 1}")
            found, first = merged(found, ((kind, victim, count),)), False
        words.skip(",", "and")
        if not words.ahead_in(state.table.players):
            return found


def _write_thefts(state: State, thefts: Thefts) -> str:
    return ", ".join(f"{state.name(who)} {count} {WORDS[kind]}" for kind, who, count in thefts)


def merged(first: Thefts, more: Thefts) -> Thefts:
    """Return all thefts of two tuples in a fixed order; those of a kind from a player are added."""
    found: dict[tuple[int, int], int] = {}
    for kind, victim, count in (*first, *more):
        found[kind, victim] = found.get((kind, victim), 0) + count
    return tuple((kind, victim, count) for (kind, victim), count in sorted(found.items()))


# ---- benefits: Muses, and what is stolen for them; then more Muses

_MUSES = names(lambda state: state.table.muses, "Muse", "MUSE…")


def due_benefits(state: State, seat: int) -> Benefits:
    """Return the benefits that `collect` means if it names none: those that are due.

    Out of turn, they are those that would be due.
    """
    muses = _due(state, seat)
    return ((muses, ()),) if muses else ()


def _due(state: State, seat: int) -> Pieces:
    muses = state.due if seat in (state.turn, ref.CHANCE, TABLE) else state.seats[seat].muses
    return tuple(sorted(muses))


def _read_benefits(words: TokenCursor, state: State, seat: int) -> Benefits:
    found: list[tuple[Pieces, Thefts]] = []
    pool, ahead = state.pool, _MUSES.begins
    assert ahead is not None
    while not found or ahead(words, state):
        muses = _MUSES.read(words, state) if ahead(words, state) else _due(state, seat)
        gained = state.table.benefit(muses)
        thefts: Thefts = ()
        if words.skip("from"):
            thefts = _read_thefts(words, state, pool, gained)
        pool = pool.minus(gained.minus(gained.beyond(pool)))
        found.append((tuple(sorted(muses)), thefts))
        words.skip(",", "then")
    return tuple(found)


def _write_benefits(state: State, benefits: Benefits) -> str:
    if len(benefits) == 1 and benefits[0][0] == tuple(sorted(state.due)):  # all that is due
        return f"from {_write_thefts(state, benefits[0][1])}"
    parts = [(_MUSES.write(state, muses), _write_thefts(state, thefts))
             for muses, thefts in benefits]  # fmt: skip
    return ", ".join(f"{muses} from {thefts}" if thefts else muses for muses, thefts in parts)


BENEFITS = Arg(
    "MUSE… [from PLAYER [N] [KIND]…]…", _read_benefits, _write_benefits,
    default=lambda state, seat, *_: due_benefits(state, seat),
)  # fmt: skip

# ---- chance

PIECES = names(lambda state: (*state.table.philosophers, *state.table.muses), "card", "CARD…",
               last=True)  # fmt: skip
ROW = names(lambda state: (*state.table.philosophers, *state.table.muses), "card", "MUSE…")
HANDS = hands(lambda state: (*state.table.philosophers, *state.table.muses)).or_left_out(None)


def _read_new_muses(words: TokenCursor, state: State, *_: object) -> Pieces:
    words.skip("muse")
    return () if words.skip("none") else ROW.read(words, state)


NEW_MUSES = Arg(
    "MUSE", _read_new_muses, lambda state, muses: ROW.write(state, muses) if muses else "none",
    default=lambda *_: None,
)  # fmt: skip
STARTER = PLAYER.after("starter")
POINTS = Arg("VP", lambda words, *_: (words.whole("the VP"), words.skip("vp"))[0],
             lambda _, points: str(points))  # fmt: skip
