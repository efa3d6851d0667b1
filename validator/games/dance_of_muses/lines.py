"""The lines of a Dance of Muses script: how the arguments of each verb are read and written."""

from __future__ import annotations

from typing import Any

from validator.core.location import did_you_mean
from validator.games.dance_of_muses import claims, place, power, setup, step, turn
from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    DIRECTIONS,
    OVER,
    PLACE,
    SETUP,
    Position,
    company_of,
    die_words,
    find,
)
from validator.games.dance_of_muses.position import (
    line as line_of,
)
from validator.games.dance_of_muses.start import read_die, read_square
from validator.referee.core import ANY
from validator.script.claims import tell_judged, tell_winners
from validator.script.words import ScriptError, Words, in_a_line

LONG = {"up": "U", "down": "D", "left": "L", "right": "R"}


def _seat(words: Words, at: Position) -> int:
    return at.table.players.index(words.name(at.table.players, "player"))


def _muse(words: Words, at: Position) -> str:
    return words.name(tuple(at.table.designs), "Muse")


def _tile(words: Words, at: Position) -> int:
    """A Muse in play, by her name or by her square."""
    if (square := read_square(words.next)) is not None:
        for index, tile in enumerate(at.tiles):
            if (tile.x, tile.y) == square:
                words.take()
                return index
        raise words.fail(f"no Muse stands at {words.next}")
    spot = words.spot
    muse = _muse(words, at)
    index_ = find(at, muse)
    if index_ is not None:
        return index_
    if at.stage in (SETUP, PLACE):
        return 0  # nobody dances yet, whoever is named
    there = [tile.muse for tile in at.tiles]
    raise ScriptError(spot, f"{muse} is not in play{did_you_mean(muse, there)}")


def _called(at: Position, index: int) -> str:
    """How everybody at the table can call a Muse: her name, or where she lies face-down."""
    tile = at.tiles[index]
    return in_a_line(tile.muse) if tile.up or at.stage == OVER else f"{tile.x},{tile.y}"


def _square(words: Words) -> Any:
    square = read_square(words.take("a square as 0,1").text)
    if square is None:
        words.place -= 1
        raise words.fail(f"'{words.next}' is no square: write x,y as in 0,1 or -1,2")
    return square


def _die(words: Words) -> Any:
    """The next word as a die, or None if it is none."""
    die = read_die(words.next) if words.more else None
    if die is not None:
        words.take()
    return die


# ---- the set-up


@setup.companies.reader
def _read_companies(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    groups: list[tuple[int, ...]] = []
    group: list[int] = []
    while words.more:
        if words.skip(","):
            groups.append(tuple(group))
            group = []
        else:
            group.append(_seat(words, at))
            words.skip("and")
    return ((*groups, tuple(group)),)


@setup.companies.writer
def _write_companies(at: Position, groups: Any) -> str:
    return ", ".join(" ".join(at.table.players[seat] for seat in group) for group in groups)


@setup.colours.reader
def _read_colours(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    chosen = []
    while words.more:
        seat = _seat(words, at)
        known = words.ahead_in(COLOURS)
        chosen.append((seat, COLOURS.index(words.name(COLOURS, "colour")) if known else None))
        if not known:
            words.take("a colour")
        words.skip(",")
    return (tuple(chosen),)


@setup.colours.writer
def _write_colours(at: Position, chosen: Any) -> str:
    return ", ".join(f"{at.table.players[seat]} {COLOURS[colour]}" for seat, colour in chosen)


@setup.deal.reader
def _read_deal(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    to = _seat(words, at)
    muses = words.names(tuple(at.table.designs), "Muse")
    if words.more:
        _muse(words, at)
    return to, muses


@setup.deal.writer
def _write_deal(at: Position, to: int, muses: Any) -> str:
    return f"{at.table.players[to]} {' '.join(map(in_a_line, muses))}"


@setup.neutral.reader
def _read_neutral(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    found: dict[str, Any] = {}
    value: Any
    while words.more:
        spot, text = words.spot, words.next
        if words.ahead("up", "down"):
            what, value = "face", words.take().text.lower() == "up"
        elif words.ahead_in(tuple(at.table.designs)):
            what, value = "Muse", _muse(words, at)
        elif words.skip("at") or read_square(words.next) is not None:
            what, value = "square", _square(words)
        elif (die := _die(words)) is not None:
            what, value = "die", die
        else:
            raise words.fail(f"'{words.next}' is no Muse, square, face or die")
        if what in found:
            raise ScriptError(spot, f"'{text}' is a second {what}; leave one out")
        found[what] = value
    left = setup.left_over(at)
    muse = found.get("Muse", left[0] if len(left) == 1 else None)
    up = found.get("face", at.table.neutral_up)
    return muse, found.get("square", (0, 0)), up, found.get("die", setup.die_of_neutral(at))


@setup.neutral.writer
def _write_neutral(at: Position, muse: Any, square: Any, up: Any, die: Any) -> str:
    del at
    name = f"{in_a_line(muse)} " if muse else ""
    return f"{name}{square[0]},{square[1]} {'up' if up else 'down'} {die_words(*die)}"


@setup.roll.reader
def _read_roll(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    rolls = []
    while words.more:
        seat = _seat(words, at)
        faces = [words.whole("the face of a die")]
        while words.ahead_whole():
            faces.append(words.take().value)
        rolls.append((seat, tuple(faces)))
        words.skip(",")
    if not rolls:
        raise words.fail("expected a player and a face")
    return (tuple(rolls),)


@setup.roll.writer
def _write_roll(at: Position, rolls: Any) -> str:
    words = [(at.table.players[seat], *map(str, faces)) for seat, faces in rolls]
    return " ".join(" ".join(each) for each in words)


@place.place.reader
def _read_place(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    muse = _muse(words, at)
    words.skip("at")
    square = _square(words)
    up = True
    if words.ahead("up", "down", "face-up", "face-down"):
        up = words.take().text.lower() in ("up", "face-up")
    if words.skip("bare"):
        return muse, square, up, None
    return muse, square, up, _die(words) or place.own_die(setup.with_colours(at), seat)[0]


@place.place.writer
def _write_place(_: Position, muse: str, square: Any, up: bool, die: Any) -> str:
    face, value = "up" if up else "down", die_words(*die) if die else "bare"
    return f"{in_a_line(muse)} {square[0]},{square[1]} {face} {value}"


# ---- the dance


def _step(words: Words, at: Position, muse: int) -> tuple[int, int]:
    """``R``, ``right``, ``UR``, ``R2``, ``stay``, or the square where she goes: ``2,1``."""
    spot = words.spot
    words.skip("to")
    if (square := read_square(words.next)) is not None and at.tiles:
        words.take()
        return square[0] - at.tiles[muse].x, square[1] - at.tiles[muse].y
    word = words.take("a direction: U, D, L or R").text
    letters = LONG.get(word.lower(), word.upper())
    if word.lower() in ("stay", "nowhere"):
        return 0, 0
    number = 1
    if letters[-1:].isdigit() and letters[:1] in DIRECTIONS:
        digits = letters[1:]
        if digits.isascii() and digits.isdigit() and len(digits) < 4:
            number, letters = int(digits), letters[:1]
    if not letters or len(letters) > 2 or any(sign not in DIRECTIONS for sign in letters):
        raise ScriptError(spot, f"'{word}' is no direction; write U, D, L or R")
    x = sum(DIRECTIONS[sign][0] for sign in letters) * number
    y = sum(DIRECTIONS[sign][1] for sign in letters) * number
    return x, y


@step.dance.reader
def _read_dance(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    muse = _tile(words, at)
    step = _step(words, at, muse)
    pushing: Any = None
    if words.skip("pushing"):
        found = []
        while words.more:
            if words.skip("nobody", "none"):
                break
            found.append(_tile(words, at))
            words.skip(",", "and")
        pushing = tuple(found)
        line = line_of(at, muse, step)[1:] if bool(step[0]) != bool(step[1]) else []
        if at.tiles and set(pushing) == set(line):
            pushing = None
    return muse, step, pushing


@step.dance.writer
def _write_dance(at: Position, muse: int, step: Any, pushing: Any) -> str:
    words = [_called(at, muse), _step_words(step)]
    if pushing is not None:
        words += ["pushing", ", ".join(_called(at, i) for i in pushing) or "nobody"]
    return " ".join(words)


def _step_words(step: tuple[int, int]) -> str:
    x, y = step
    letters = ("U" if y > 0 else "D" if y else "") + ("R" if x > 0 else "L" if x else "")
    length = max(abs(x), abs(y))
    return f"{letters or 'stay'}{length if length > 1 else ''}"


@power.power.reader
def _read_power(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    user = _tile(words, at)
    aim = []
    words.skip("on")
    while words.more and not words.ahead("as"):
        aim.append(_tile(words, at))
        words.skip(",", "and")
    copied: Any = None
    if words.skip("as"):
        copied = _tile(words, at)
    elif at.tiles:
        known = power.recalled(at, seat, user)
        copied = known[0] if len(known) == 1 else ANY if known else None
    open_ = not aim and at.stage in (DANCE, OVER)
    return user, copied, ANY if open_ else tuple(aim)


@power.power.writer
def _write_power(at: Position, user: int, copied: Any, aim: Any) -> str:
    names = ", ".join(_called(at, index) for index in aim)
    recalled = f" as {_called(at, copied)}" if copied is not None else ""
    return f"{_called(at, user)} {names}{recalled}"


@turn.peek.reader
def _read_peek(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    spot = words.spot
    muse = _muse(words, at)
    index = find(at, muse)
    if index is None:
        raise ScriptError(spot, f"{muse} is not on the table")
    return (index,)


@turn.peek.writer
def _write_peek(at: Position, muse: int) -> str:
    return _called(at, muse)


# ---- claims


@claims.award.reader
def _read_award(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    metal = words.name(("silver", "bronze", "golden"), "token")
    if words.ahead_in(at.table.players):
        company = company_of(at, _seat(words, at))
    else:
        known = tuple(COLOURS[colour] for colour in at.colours if colour >= 0)
        company = at.colours.index(COLOURS.index(words.name(known, "colour")))
    return metal, company, words.whole("how many") if words.ahead_whole() else 1


@claims.award.writer
def _write_award(at: Position, metal: str, company: int, number: int) -> str:
    return f"{metal} {COLOURS[at.colours[company]]}{f' {number}' if number != 1 else ''}"


tell_winners(claims.winner)
tell_judged(claims.judge, claims.THINGS, "{dice: {purple: 3}}")
