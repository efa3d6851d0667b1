"""The arguments of Nine Muses' verbs: how a script writes them, and how they are read."""

from __future__ import annotations

from typing import Any

from validator.games.nine_muses.cards import KINDS, NOTHING, WORDS, Amounts, kind_index
from validator.games.nine_muses.gains import Gain, Thefts
from validator.games.nine_muses.state import Pieces, State, missing
from validator.referee.grammar import ANY, PLAYER, Arg, hands, name, names
from validator.referee.tokens import TokenCursor, in_a_line

KIND_WORDS = tuple(each.lower() for each in (*WORDS, *KINDS))
MOST = 1000  # most of anything that a line names


def _kind(words: TokenCursor) -> int:
    index = kind_index(words.name((*WORDS, *KINDS), "kind of Knowledge"))
    assert index is not None
    return index


def _seat(words: TokenCursor, state: State) -> int:
    return state.table.players.index(words.name(state.table.players, "player"))


def _read_card(words: TokenCursor, state: State, *_: object) -> Any:
    """Read the Philosopher that is used; several as a tuple, for the rules to refuse."""
    known = state.table.philosophers
    cards = [words.name(known, "Philosopher")]
    while words.ahead(",", "and") or words.ahead_in(known):
        words.skip(",", "and")
        cards.append(words.name(known, "Philosopher"))
    return cards[0] if len(cards) == 1 else tuple(cards)


def _write_card(_: State, card: object) -> str:
    return " ".join(map(in_a_line, card if isinstance(card, tuple) else (card,)))


CARD = Arg("CARD", _read_card, _write_card).or_left_out()
WITH_CARD = CARD.after("with")


def _read_numbers(words: TokenCursor, *_: object) -> Any:
    """Read the number of an option; several as a tuple, for the rules to refuse."""
    words.skip("option")
    numbers = [words.whole("the number of an option")]
    while words.ahead(",", "and") or words.ahead_whole():
        words.skip(",", "and")
        numbers.append(words.whole("the number of an option"))
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


OPTION = Arg(
    "OPTION",
    _read_numbers,
    lambda _, found: " ".join(map(str, found if isinstance(found, tuple) else (found,))),
).or_left_out()


def _ahead_amount(words: TokenCursor, *_: object) -> bool:
    return words.ahead_whole() or words.ahead(*KIND_WORDS)


def _read_amount(words: TokenCursor, *_: object) -> Amounts:
    """``3 science``, ``science 3``, ``1 C, 2 S``."""
    if not _ahead_amount(words):
        _kind(words)  # raises the error
    found = [0, 0, 0]
    while _ahead_amount(words):
        if words.ahead_whole():
            count = words.whole("a number")
            kind = _kind(words)
        else:
            kind = _kind(words)
            count = words.whole("a number") if words.ahead_whole() else 1
        if not 0 <= count < MOST:
            raise words.fail(f"a number from 0 to {MOST - 1}")
        found[kind] += count
        words.skip(",", "and")
    return found[0], found[1], found[2]


def _write_amount(_: object, amount: Amounts) -> str:
    return " ".join(f"{word} {n}" for n, word in zip(amount, WORDS, strict=True) if n) or "craft 0"


AMOUNT = Arg("KIND N", _read_amount, _write_amount)
PAYING = Arg("KIND N…", _read_amount, _write_amount)


def _read_muses(words: TokenCursor, state: State, *_: object) -> Pieces:
    found = [words.name(state.table.muses, "Muse")]
    while words.skip(",", "and", "then") or words.ahead_in(state.table.muses):
        if not words.ahead_in(state.table.muses):
            break
        found.append(words.name(state.table.muses, "Muse"))
    return tuple(sorted(found))


MUSES = Arg(
    "MUSE…",
    _read_muses,
    lambda _, muses: " ".join(map(in_a_line, muses)),
    default=lambda state, *_: tuple(sorted(state.due)) or ANY,
    joins=lambda first, more: tuple(sorted((*first, *more))),
    begins=lambda words, state: words.ahead_in(state.table.muses),
)
MUSE = name(lambda state: state.table.muses, "Muse", "MUSE")


def _read_place(words: TokenCursor, state: State, *_: object) -> int:
    words.skip("the")
    return -1 if words.skip("centre", "center") else _seat(words, state)


def _write_place(state: State, place: int) -> str:
    return "centre" if place < 0 else state.table.players[place]


FROM_WHERE = Arg("PLAYER|centre", _read_place, _write_place).restating(
    lambda state, _seat, muse, *_: state.lies_at(muse), "from"
)
FROM_WHOM = Arg(
    "PLAYER|pool",
    lambda words, state, *_: None if words.skip("pool") else _seat(words, state),
    lambda state, whom: "pool" if whom is None else state.table.players[whom],
    key=("from",),
    default=lambda *_: None,
)


def _read_gift(words: TokenCursor, state: State, *_: object) -> tuple[Any, int]:
    if words.ahead_in(state.table.muses):
        muse = words.name(state.table.muses, "Muse")
        words.need("to")
        return muse, _read_place(words, state)
    whom = _seat(words, state)
    return _read_amount(words), whom


def _write_gift(state: State, gift: tuple[Any, int]) -> str:
    what, whom = gift
    if isinstance(what, str):
        return f"{in_a_line(what)} to {_write_place(state, whom)}"
    return f"{_write_place(state, whom)} {_write_amount(state, what)}"


GIFT = Arg("PLAYER N KIND, or give MUSE to PLAYER|centre", _read_gift, _write_gift)


def stolen(gain: Gain) -> Arg:
    """``from Bob``, ``from Bob 1 Cat 2``, ``from Bob 1 craft 1 science, Cat 1 craft``."""

    def read(words: TokenCursor, state: State, seat: int, *before: Any) -> Thefts:
        known = None if ANY in before else gain(state, seat, *before)
        short, gained = (missing(*known), known[1]) if known else (NOTHING, NOTHING)
        found: Thefts = ()
        while True:
            victim = _seat(words, state)
            first = True
            while first or _ahead_amount(words):
                found = merged_thefts(found, (_one_theft(words, victim, short, gained, found),))
                first = False
            words.skip(",", "and")
            if not words.ahead_in(state.table.players):
                return _too_early(found, known) if known and words.more else found

    def write(state: State, thefts: Thefts) -> str:
        players = state.table.players
        return ", ".join(f"{players[who]} {count} {WORDS[kind]}" for kind, who, count, *_ in thefts)

    return Arg(
        "PLAYER [N] [KIND]…", read, write, key=("from",), default=lambda *_: (),
        joins=merged_thefts,
    )  # fmt: skip


def _one_theft(
    words: TokenCursor, victim: int, short: Amounts, gained: Amounts, before: Thefts
) -> tuple[int, int, int]:
    """Read a number and a kind in either order; omitted ones follow from the shortage."""
    count = words.whole("a number") if words.ahead_whole() else None
    if words.ahead(*KIND_WORDS):
        kind = _kind(words)
        if count is None and words.ahead_whole():
            count = words.whole("a number")
    else:
        kinds = [k for k in range(3) if short[k]] or [k for k in range(3) if gained[k]]
        if len(kinds) > 1:
            stolen_kinds = " or ".join(WORDS[kind] for kind in kinds)
            raise words.fail(f"expected what is stolen: {stolen_kinds}")
        kind = kinds[0] if kinds else 0
    if count is None:
        count = max(1, short[kind] - sum(n for k, _, n in before if k == kind))
    if not 0 < count < MOST:
        raise words.fail(f"expected a number from 1 to {MOST - 1}")
    return kind, victim, count


def _too_early(thefts: Thefts, so_far: tuple[Amounts, Amounts]) -> Any:
    """Add the pool and the gain so far to thefts of more than this gain lacks."""
    short = missing(*so_far)
    taken = [sum(n for each, _, n in thefts if each == kind) for kind in range(len(KINDS))]
    return tuple((*each, so_far) if taken[each[0]] > short[each[0]] else each for each in thefts)


def merged_thefts(first: Thefts, more: Thefts) -> Any:
    """Return two tuples of thefts as one, in the order of the candidates."""
    found: dict[tuple[Any, ...], int] = {}
    for each in (*first, *more):
        key = (each[0], each[1], *each[3:])
        found[key] = found.get(key, 0) + each[2]
    return tuple((*key[:2], count, *key[2:]) for key, count in sorted(found.items()))


# ---- chance

PIECES = names(
    lambda state: (*state.table.philosophers, *state.table.muses), "card", "CARD…", last=True
)
ROW = names(lambda state: (*state.table.philosophers, *state.table.muses), "card", "MUSE…")


HANDS = hands(lambda state: (*state.table.philosophers, *state.table.muses)).or_left_out(None)


def _read_new_muses(words: TokenCursor, state: State, *_: object) -> Pieces:
    words.skip("muse")
    if words.skip("none"):
        return ()
    found: Pieces = ROW.read(words, state)
    return found


NEW_MUSES = Arg(
    "MUSE", _read_new_muses,
    lambda state, muses: ROW.write(state, muses) if muses else "none",
    default=lambda *_: None,
)  # fmt: skip
STARTER = PLAYER.after("starter")
POINTS = Arg(
    "VP",
    lambda words, *_: (words.whole("the VP"), words.skip("vp"))[0],
    lambda _, points: str(points),
)
