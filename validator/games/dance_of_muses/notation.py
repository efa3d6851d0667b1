"""The arguments of the verbs of Dance of Muses: how scripts write them, and how they are read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from validator.core.location import did_you_mean
from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import COLOURS, Offset, die_words, read_die
from validator.games.dance_of_muses.group import group_move
from validator.games.dance_of_muses.script_formation import read_square
from validator.games.dance_of_muses.state import Companies, State
from validator.referee.grammar import ANY, PLAYER, Arg, name, names, number, word
from validator.referee.tokens import ScriptError, TokenCursor, in_a_line

DIRECTIONS: dict[str, Offset] = {"U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0)}
LONG = {"up": "U", "down": "D", "left": "L", "right": "R"}
METAL_WORDS = ("silver", "bronze", "golden")


def _seat(words: TokenCursor, state: State) -> int:
    seat: int = PLAYER.read(words, state)
    return seat


# ---- the set-up


def _read_companies(words: TokenCursor, state: State, *_: object) -> Companies:
    companies: list[tuple[int, ...]] = []
    group: list[int] = []
    while words.more:
        if words.skip(","):
            companies.append(tuple(group))
            group = []
        else:
            group.append(_seat(words, state))
            words.skip("and")
    return (*companies, tuple(group))


COMPANIES = Arg(
    "PLAYER PLAYER, PLAYER PLAYER",
    _read_companies,
    lambda state, companies: ", ".join(
        " ".join(state.table.players[seat] for seat in group) for group in companies
    ),
)


def _read_colours(
    words: TokenCursor, state: State, *_: object
) -> tuple[tuple[int, int | None], ...]:
    """Read players and their colours.

    A word that is not a colour is read as None, for the rules to refuse.
    """
    chosen = []
    while words.more:
        seat = _seat(words, state)
        known = words.ahead_in(COLOURS)
        chosen.append((seat, COLOURS.index(words.name(COLOURS, "colour")) if known else None))
        if not known:
            words.take("a colour")
        words.skip(",")
    return tuple(chosen)


CHOSEN_COLOURS = Arg(
    "PLAYER COLOUR, …",
    _read_colours,
    lambda state, chosen: ", ".join(
        f"{state.table.players[seat]} {COLOURS[colour]}" for seat, colour in chosen
    ),
)


def _read_rolls(
    words: TokenCursor, state: State, *_: object
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    rolls: list[tuple[int, tuple[int, ...]]] = []
    while words.more or not rolls:
        seat = _seat(words, state)
        faces = [words.whole("the face of a die")]
        while words.ahead_whole():
            faces.append(words.take().value)
        rolls.append((seat, tuple(faces)))
        words.skip(",")
    return tuple(rolls)


ROLLS = Arg(
    "PLAYER FACE PLAYER FACE…",
    _read_rolls,
    lambda state, rolls: " ".join(
        " ".join((state.table.players[seat], *map(str, faces))) for seat, faces in rolls
    ),
)

# ---- tiles that are put on the table

MUSE = name(lambda state: state.table.designs, "Muse")
MUSES = names(lambda state: state.table.designs, "Muse", last=True)


def _read_square(words: TokenCursor, *_: object) -> Offset:
    words.skip("at")
    square = read_square(words.next) if words.more else None
    if square is None:
        raise words.fail(f"'{words.next}' is not a square; write x,y, such as 0,1 or -1,2")
    words.take()
    return square


def _ahead_square(words: TokenCursor, *_: object) -> bool:
    return words.ahead("at") or (words.more and read_square(words.next) is not None)


SQUARE = Arg("X,Y", _read_square, lambda _, state: f"{state[0]},{state[1]}", begins=_ahead_square)
FACES = ("up", "down", "face-up", "face-down")
FACE = Arg(
    "up|down",
    lambda words, *_: words.name(FACES, "face").endswith("up"),
    lambda _, up: "up" if up else "down",
    begins=lambda words, _: words.ahead(*FACES),
)


def _read_die(words: TokenCursor, *_: object) -> tuple[int, int] | None:
    """Read a die such as ``O4``. ``bare`` (no die) is read as None, for the rules to refuse."""
    if words.skip("bare"):
        return None
    if (die := read_die(words.next)) is None:
        raise words.fail(f"'{words.next}' is not a die; write its colour and value, such as O4")
    words.take()
    return die


DIE = Arg(
    "DIE",
    _read_die,
    lambda _, die: die_words(*die) if die else "bare",
    begins=lambda words, _: words.ahead("bare") or read_die(words.next) is not None,
)
OWN_DIE = replace(DIE, syntax="DIE|bare").or_left_out(
    lambda state, seat, *_: state.own_die(seat)[0]
)

# ---- tiles in play, by index


def _read_tile(words: TokenCursor, state: State, *_: object) -> int:
    """Read a Muse in play by name or square."""
    if (square := read_square(words.next)) is not None:
        for index, tile in enumerate(state.tiles):
            if tile.square == square:
                words.take()
                return index
        raise words.fail(f"no Muse is at {words.next}")
    location = words.location
    muse = words.name(tuple(state.table.designs), "Muse")
    if (found := state.find(muse)) is not None:
        return found
    there = [tile.muse for tile in state.tiles]
    raise ScriptError(location, f"{muse} is not in play{did_you_mean(muse, there)}")


def _read_dancer(words: TokenCursor, state: State, *_: object) -> int:
    """Read a Muse in play; before the dance, any Muse.

    A Muse who is not on the table becomes a negative number, for the rules to refuse.
    """
    if state.mode in (modes.PLACE, *modes.SETTING_UP) and words.ahead_in(state.table.designs):
        muse = words.name(state.table.designs, "Muse")
        index = state.find(muse)
        return -1 - tuple(state.table.designs).index(muse) if index is None else index
    return _read_tile(words, state)


def called(state: State, index: int) -> str:
    """Return the public name of a Muse: her name or, if she is face-down, her square."""
    name = state.called(index)
    return in_a_line(name) if name in state.table.designs else name


def _ahead_tile(words: TokenCursor, state: State) -> bool:
    return words.more and (
        words.ahead_in(state.table.designs) or read_square(words.next) is not None
    )


TILE = Arg("MUSE", _read_tile, called)
DANCER = Arg("MUSE", _read_dancer, called)


def _tiles(words: TokenCursor, state: State) -> tuple[int, ...]:
    found = []
    while _ahead_tile(words, state):
        found.append(_read_dancer(words, state))
        words.skip(",", "and")
    return tuple(found)


def _write_tiles(state: State, tiles: tuple[int, ...]) -> str:
    return ", ".join(called(state, index) for index in tiles) or "nobody"


def _read_step(words: TokenCursor, state: State, _: int, muse: int) -> Offset:
    """Read a step: a direction (``R``, ``right``, ``UR``, ``R2``), ``stay``, or the target
    square (``2,1``).
    """
    location = words.location
    words.skip("to")
    if (square := read_square(words.next)) is not None:
        words.take()
        x, y = state.tiles[muse].square if muse >= 0 else (0, 0)
        return square[0] - x, square[1] - y
    text = words.take("a direction: U, D, L or R").text
    letters = LONG.get(text.lower(), text.upper())
    if text.lower() in ("stay", "nowhere"):
        return 0, 0
    times = 1
    if letters[-1:].isdigit() and letters[:1] in DIRECTIONS:
        digits = letters[1:]
        if digits.isascii() and digits.isdigit() and len(digits) < 4:
            times, letters = int(digits), letters[:1]
    if not letters or len(letters) > 2 or any(sign not in DIRECTIONS for sign in letters):
        raise ScriptError(location, f"'{text}' is not a direction; write U, D, L or R")
    x = sum(DIRECTIONS[sign][0] for sign in letters) * times
    y = sum(DIRECTIONS[sign][1] for sign in letters) * times
    return x, y


def _write_step(_: State, step: Offset) -> str:
    x, y = step
    letters = ("U" if y > 0 else "D" if y else "") + ("R" if x > 0 else "L" if x else "")
    length = max(abs(x), abs(y))
    return f"{letters or 'stay'}{length if length > 1 else ''}"


STEP = Arg("U|D|L|R|X,Y", _read_step, _write_step)


def _read_pushed(words: TokenCursor, state: State, *_: object) -> tuple[int, ...]:
    return () if words.skip("nobody", "none") else tuple(sorted(_tiles(words, state)))


def _pushed(state: State, _: int, muse: int, step: Offset) -> tuple[int, ...]:
    if muse < 0 or bool(step[0]) == bool(step[1]):
        return ()
    return tuple(sorted(group_move(state, muse, step)[1:]))


PUSHING = Arg("MUSE…", _read_pushed, _write_tiles).repeating(_pushed, "pushing")


def _only_recalled(state: State, _: int, user: int) -> Any:
    """Return the only Muse whose Power can be recalled, ANY if there are several, or None."""
    known = state.recalled(_, user)
    return known[0] if len(known) == 1 else ANY if known else None


RECALLED = DANCER.after("as").or_left_out(_only_recalled)


def _read_targets(words: TokenCursor, state: State, *_: object) -> tuple[int, ...]:
    words.skip("on")
    return _tiles(words, state) or (_read_dancer(words, state),)


TARGETS = Arg(
    "TARGET", _read_targets, _write_tiles,
    begins=lambda words, state: words.ahead("on") or _ahead_tile(words, state),
).or_left_out()  # fmt: skip

# ---- claims


def _read_company(words: TokenCursor, state: State, *_: object) -> int:
    if words.ahead_in(state.table.players):
        return state.seats[_seat(words, state)].company
    known = tuple(COLOURS[colour] for colour in state.colours if colour >= 0)
    return state.colours.index(COLOURS.index(words.name(known, "colour")))


METAL = word(METAL_WORDS, "token")
COMPANY = Arg("COLOUR", _read_company, lambda state, index: COLOURS[state.colours[index]])
TOKENS = number("the number of tokens").or_left_out(1)
