"""The notation of memories in scripts of Schizonauts: side, aptitude and text.

If a line omits one of these, it follows from the sheet.
"""

from __future__ import annotations

from validator.games.schizonauts.constants import Table
from validator.games.schizonauts.notation import (
    SIDE_WORDS,
    SideOf,
    aptitude_words,
    bare,
    read_aptitude,
    read_side,
)
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.sheet import OVERLAP, SIDES, THIEF, Memory, same
from validator.games.schizonauts.state import State
from validator.referee.api import Arg, TokenCursor
from validator.referee.grammar import PLAYER as PLAYER
from validator.referee.tokens import quoted

# ---- memories


def memory_text(table: Table, memory: Memory | None) -> str:
    """Return a memory in the notation of scripts."""
    if memory is None:
        return "none"
    letter = f"{table.letters[memory.aptitude]} " if memory.aptitude >= 0 else ""
    return f"{SIDES[memory.side]} {letter}{quoted(memory.text)}"


def memory_said(table: Table, memory: Memory | None) -> str:
    """Return a memory for messages: its text and its aptitude."""
    if memory is None:
        return "no memory"
    where = table.aptitudes[memory.aptitude].title() if memory.aptitude >= 0 else SIDES[memory.side]
    return f"“{memory.text}” ({where})"


def _memory_words(state: State, memory: Memory) -> str:
    return memory_text(state.table, memory)


def _place(words: TokenCursor, state: State) -> tuple[int | None, int | None]:
    """Read the side and the aptitude of a memory; each is None if it is omitted."""
    side = read_side(words) if bare(words, SIDE_WORDS) else None
    aptitude = read_aptitude(words, state) if bare(words, aptitude_words(state)) else None
    return side, aptitude


def _find(words: TokenCursor, state: State, owner: int, usual: int | None) -> Memory:
    """Read a memory and find it on a sheet.

    If a line omits its side or aptitude, the text determines them.
    """
    given, aptitude = _place(words, state)
    text = words.take("a memory").text
    wanted = usual if given is None else given
    found = [
        Memory(side, apt, line.text)
        for side, apt, line in state.seats[owner].sheet.lines_of()
        if same(line.text, text) and given in (None, side) and aptitude in (None, apt)
    ]
    found = [each for each in found if each.side == wanted] or found
    if found:
        return found[0]
    return Memory(
        OVERLAP if wanted is None else wanted, NOBODY if aptitude is None else aptitude, text
    )


def memory(side: SideOf, actors: bool = False) -> Arg:
    """Return an argument for a memory on the player's sheet or, with `actors`, on the actor's."""

    def read(words: TokenCursor, state: State, seat: int, *_: object) -> Memory:
        owner = state.turn if actors or seat < 0 else seat
        return _find(words, state, max(owner, 0), side(state, seat))

    return Arg('[agent|thief|overlap] [V|K|I] "TEXT"', read, _memory_words)


def new_memory(side: SideOf) -> Arg:
    """Return an argument for a new memory, with its aptitude.

    Its side must be stated unless `side` determines it.
    """

    def read(words: TokenCursor, state: State, seat: int, *_: object) -> Memory:
        given = read_side(words) if bare(words, SIDE_WORDS) else side(state, seat)
        aptitude = read_aptitude(words, state)
        if given is None:
            raise words.fail("expected the side: agent or thief")
        return Memory(given, aptitude, words.take("a memory").text)

    return Arg('agent|thief V|K|I "TEXT"', read, _memory_words)


def no_side(*_: object) -> None:
    """Return None, because a line must state the side of the memory."""


def active_side(state: State, seat: int) -> int | None:
    """Return the character whom a player in an open flashback scene plays, or None."""
    if not state.scene.open or state.phase != "flashback":
        return None
    side = state.scene.persona if seat == state.turn else state.scene.visiting
    return side if side >= 0 else None


def usual_side(state: State, seat: int) -> int:
    """Return the side on which an unspecified memory is looked up in a scene."""
    side = active_side(state, seat)
    return OVERLAP if side is None else side


def bleeding_side(state: State, _: int) -> int | None:
    """Return the persona that bleeds, or None if it is not known yet."""
    return None if state.bleed.bleeder == NOBODY else state.bleed.bleeder


def receiving_side(state: State, _: int) -> int | None:
    """Return the persona that receives the bled memory, or None if it is not known yet."""
    return None if state.bleed.bleeder == NOBODY else THIEF - state.bleed.bleeder


def _read_copied(words: TokenCursor, state: State, *_: object) -> Memory:
    side, aptitude = _place(words, state)
    text, bled = words.take("a memory").text, state.bleed.chosen
    if bled is not None:
        aptitude = bled.aptitude if aptitude is None else aptitude
        text = bled.text if same(bled.text, text) else text
    return Memory(OVERLAP if side is None else side, NOBODY if aptitude is None else aptitude, text)


COPIED = Arg('[V|K|I] "TEXT"', _read_copied, _memory_words)


def _read_replacement(words: TokenCursor, state: State, _: int, old: Memory) -> Memory:
    side, aptitude = _place(words, state)
    return Memory(
        old.side if side is None else side,
        old.aptitude if aptitude is None else aptitude,
        words.take("the new memory").text,
    )


REPLACEMENT = Arg(
    'with [agent|thief] [V|K|I] "TEXT"',
    _read_replacement,
    lambda state, new: f"with {memory_text(state.table, new)}",
).past("with", "by", "for", "=")


SHOWN_FOR = Arg(
    '[agent|thief] [V|K|I] "TEXT"',
    lambda words, state, seat, kind, *_: _find(words, state, seat, kind), _memory_words,
    key=("memory",), default=lambda *_: None,
)  # fmt: skip
