"""The arguments of Schizonauts' verbs: how scripts write them, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from validator.core.location import did_you_mean
from validator.games.schizonauts.characters import new_pair
from validator.games.schizonauts.phases import LENGTHS, NOBODY
from validator.games.schizonauts.sheet import (
    AGENT,
    KINDS,
    OVERLAP,
    SIDES,
    THIEF,
    Sheet,
    same,
    write_line,
)
from validator.games.schizonauts.state import Die, Pieces, State
from validator.referee import api as ref
from validator.referee.api import Arg, TokenCursor
from validator.referee.grammar import PLAYER as PLAYER
from validator.referee.grammar import PLAYERS as PLAYERS
from validator.referee.tokens import quoted

SIDE_WORDS = {"agent": 0, "thief": 1, "overlap": 2, "a": 0, "t": 1, "o": 2, "agents": 0,
              "thieves": 1}  # fmt: skip
ROLL = re.compile(r"(\d*)([dD]\d+)(?::(\d+))?")
ASSIGNED = re.compile(r"([^=]+)=(.*)")
BY_VERDICT = ("agreed", "narrator", "judge")
RESULTS = ("agents", "thieves", "dark")
DRAWN = ("tie", "draw")  # other words for a dark result
# (state, seat) -> the side of a memory if the line does not name it
SideOf = Callable[[State, int], int | None]


# ---- words and players


def bare(words: TokenCursor, known: Collection[str]) -> bool:
    """Return whether the next word is an unquoted word in `known`."""
    return words.ahead_in(known) and not words.words[words.place].quoted


def _text(what: str) -> Callable[..., str]:
    return lambda words, *_: str(words.take(what).text)


def _quoted(_: State, text: str) -> str:
    return quoted(text) if text else ""


TEXT = Arg('"TEXT"', _text("a text"), _quoted)
NAME = Arg('"NAME"', _text("a name"), _quoted)


BY_ALL = PLAYERS.after("by").stating(lambda state, *_: state.table.seats)


FORMULA = Arg('"THIS IS WHO I AM"', _text("a text"), _quoted)
WORDED = replace(PLAYERS.past("by").after("worded"), syntax="by PLAYER…",
                 write=lambda state, seats: f"by {PLAYERS.write(state, seats)}")  # fmt: skip


# ---- sides, aptitudes, numbers behind ``=``


def read_side(words: TokenCursor, *_: object) -> int:
    return SIDE_WORDS[words.name(tuple(SIDE_WORDS), "side")]


def _side_value(words: TokenCursor, text: str) -> int:
    side = SIDE_WORDS.get(text.lower())
    if side not in (AGENT, THIEF):
        raise words.fail(f"expected agent or thief after '=', not '{text}'")
    return side


SIDE = Arg(
    "agent|thief", read_side, lambda _, side: SIDES[side],
    begins=lambda words, _: bare(words, SIDE_WORDS),
)  # fmt: skip
KIND = Arg("A|T", read_side, lambda _, kind: (*KINDS, SIDES[OVERLAP])[kind])


def aptitude_words(state: State) -> tuple[str, ...]:
    return (*state.table.letters, *state.table.aptitudes)


def read_aptitude(words: TokenCursor, state: State, *_: object) -> int:
    return state.table.aptitude_called(words.name(aptitude_words(state), "aptitude"))


APTITUDE = Arg(
    "V|K|I", read_aptitude, lambda state, aptitude: state.table.letters[aptitude],
    begins=lambda words, state: bare(words, aptitude_words(state)),
)  # fmt: skip
ANSWER = Arg(
    '"TEXT"', _text("a text"), _quoted,
    begins=lambda words, state: not bare(words, (*SIDE_WORDS, *aptitude_words(state))),
)  # fmt: skip


def _assigned(
    words: TokenCursor, what: str, names: Sequence[str], place: Callable[[str], int],
    read: Callable[[TokenCursor, str], Iterable[int]],
) -> list[tuple[int, int]]:  # fmt: skip
    """Read ``Ann=… Bob=…`` as pairs of a place in `names` and a value that `read` returns."""
    found = []
    while words.more and not words.words[words.place].quoted:
        match = ASSIGNED.fullmatch(words.next)
        if match is None:
            break
        index = place(match[1])
        if not 0 <= index < len(names):
            raise words.fail(f"no {what} '{match[1]}'{did_you_mean(match[1], names)}")
        words.take()
        found += [(index, each) for each in read(words, match[2])]
        words.skip(",")
    if not found and words.more:
        raise words.fail(f"expected '{names[0]}=' here, with a value")
    return found


def _assigns(words: TokenCursor, _: State) -> bool:
    return "=" in words.next and not words.words[words.place].quoted


def _number(words: TokenCursor, text: str) -> int:
    if text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 100:
        return int(text)
    raise words.fail(f"expected a whole number after '=', not '{text}'")


def _numbers(
    syntax: str, what: str, names: Callable[[State], Sequence[str]],
    place: Callable[[State, str], int], zeros: bool = True,
) -> Arg:  # fmt: skip
    """Return the argument for a number for each of some names: ``A=2 T=1``.

    Without `zeros`, it writes no name whose number is 0.
    """

    def read(words: TokenCursor, state: State, *_: object) -> tuple[int, ...]:
        known = names(state)
        found = [0] * len(known)
        for index, number in _assigned(words, what, known, lambda name: place(state, name),
                                       lambda words, text: [_number(words, text)]):  # fmt: skip
            found[index] += number
        return tuple(found)

    def write(state: State, numbers: Sequence[int]) -> str:
        pairs = zip(names(state), numbers, strict=True)
        return " ".join(f"{name}={number}" for name, number in pairs if number or zeros)

    return Arg(syntax, read, write, begins=_assigns)


def _seat_called(state: State, name: str) -> int:
    players = [each.lower() for each in state.table.players]
    return players.index(name.lower()) if name.lower() in players else NOBODY


def _sides(
    syntax: str, said: Sequence[str], read: Callable[[TokenCursor, str], Iterable[int]]
) -> Arg:
    """Return the argument for sides of players: ``Ann=… Bob=…``; `said` are the words for sides."""
    return Arg(
        syntax,
        lambda words, state, *_: tuple(sorted(_assigned(
            words, "player", state.table.players, lambda name: _seat_called(state, name), read
        ))),
        lambda state, pairs: " ".join(
            f"{state.table.players[seat]}={said[side]}" for seat, side in pairs
        ),
    )  # fmt: skip


BY_SIDE = _numbers("A=N T=N", "side", lambda _: KINDS,
                   lambda _, name: SIDE_WORDS.get(name.lower(), NOBODY))  # fmt: skip
RATINGS = _numbers("V=N K=N I=N", "aptitude", lambda state: state.table.letters,
                   lambda state, name: state.table.aptitude_called(name))  # fmt: skip
COINS = _numbers("PLAYER=N …", "player", lambda state: state.table.players, _seat_called,
                 zeros=False)  # fmt: skip
VOTES = _sides("PLAYER=agent|thief …", SIDES, lambda words, text: [_side_value(words, text)])
DEALT = _sides("PLAYER=A|T …", KINDS, lambda words, text: [
    _side_value(words, each) for each in (text.split(",") if "," in text else text)
])  # fmt: skip


# ---- key cards


def _card(words: TokenCursor, state: State, *_: object) -> str:
    """Read a key card, with or without its article."""
    text = words.take("a key card").text
    if (card := state.table.key_called(text)) is not None:
        return card
    words.place -= 1
    raise words.fail(f"no key card '{text}'{did_you_mean(text, state.table.keys)}")


def _cards(words: TokenCursor, state: State, *_: object) -> Pieces:
    found = []
    while words.more:
        found.append(_card(words, state))
        words.skip(",")
    return tuple(found)


def _card_words(_: State, cards: Pieces) -> str:
    return " ".join(map(quoted, cards))


CARD = Arg('"KEY CARD"', _card, lambda _, card: quoted(card))
DECK = Arg("CARD…", lambda words, state, *_: tuple(sorted(_cards(words, state))), _card_words)


def _throws(words: TokenCursor, _: State) -> bool:
    match = ROLL.fullmatch(words.next)
    return match is not None and match[3] is not None


def _read_picking(words: TokenCursor, state: State, *_: object) -> tuple[int, int]:
    faces = []
    while words.more and _throws(words, state):
        faces.append(int(words.take().text.partition(":")[2][:4]))
    if len(faces) != 2:
        raise words.fail("expected two dice: the page's and the slot's")
    return faces[0], faces[1]


def _picking_words(state: State, dice: tuple[int, int]) -> str:
    return f"{state.table.page_die}:{dice[0]} {state.table.slot_die}:{dice[1]}"


PICKING = Arg(
    "PAGE-DIE:N SLOT-DIE:N", _read_picking, _picking_words, default=lambda *_: None, begins=_throws
)


def _picked(state: State, _: int, dice: tuple[int, int] | None) -> Pieces:
    """Return the card that two dice choose, as a candidate; none without dice."""
    if dice is None:
        return ()
    table, (page, slot) = state.table, dice
    slot = slot or table.zero_slot
    return tuple(key.name for key in table.keys.values() if (key.page, key.slot) == (page, slot))


DRAWN_CARDS = Arg("CARD…", _cards, _card_words, default=_picked)


# ---- characters and the set-up


def _character_words(state: State, sheet: Sheet) -> str:
    parts = []
    for side in (AGENT, THIEF, OVERLAP):
        each = sheet[side]
        if side == OVERLAP and not any(each.sections) and not any(each.ratings):
            continue
        entries = [f"name: {quoted(each.name)}"] if side != OVERLAP else []
        entries.append(f"ratings: [{', '.join(map(str, each.ratings))}]")
        for aptitude, section in zip(state.table.aptitudes, each.sections, strict=True):
            texts = ", ".join(
                quoted(write_line(line, side != OVERLAP) if line.box or line.circle else line.text)
                for line in section
            )
            entries.append(f"{aptitude}: [{texts}]")
        parts.append(f"{SIDES[side]}: {{{', '.join(entries)}}}")
    return "{" + ", ".join(parts) + "}"


CHARACTER = Arg(
    "{agent: {…}, thief: {…}}",
    lambda words, state, seat: new_pair(
        state.table, ref.FactReader(words.value("the pair in braces") if words.more else {}), seat
    ),
    _character_words,
)


def _read_length(words: TokenCursor, state: State, *_: object) -> tuple[str, int]:
    if words.ahead_whole():
        cards = words.whole("a number")
        if words.skip("rounds", "round"):
            cards *= state.table.count
        else:
            words.skip("cards", "card")
        return "own", cards
    very = "very_" if words.skip("very") else ""
    known = tuple(each.removeprefix("very_") for each in LENGTHS) if very else LENGTHS
    length = very + words.name(known, "length")
    if length not in LENGTHS:
        raise words.fail(f"no length '{length}'")
    return length, state.table.key_deck_sizes[length]


LENGTH = Arg(
    "very short|short|medium|long|very long, or length N cards",
    _read_length,
    lambda _, what: f"{what[1]} cards" if what[0] == "own" else what[0].replace("_", " "),
)
NUMBER_OF_CARDS = ref.number("how many cards")


# ---- dice


def _read_gift(words: TokenCursor, state: State, *_: object) -> str | None:
    """Read the die of a contribution, or None if it is the usual one."""
    text = words.take("a die").text
    match = ROLL.fullmatch(text)
    if match is None:
        raise words.fail(f"expected a die, not '{text}'")
    plain = (int(match[1] or 1), match[2].lower()) == (state.table.gift_dice, state.table.die)
    return None if plain else text


GIFT = Arg("NdX", _read_gift, lambda _, dice: str(dice)).or_left_out(None)


def _dice(words: TokenCursor) -> list[str]:
    found: list[str] = []
    while words.more and (match := ROLL.fullmatch(words.next)) and match[3] is None:
        words.take()
        found += [match[2].lower()] * min(int((match[1] or "1")[:3]), 100)
        words.skip(",", "+")
    return found


def _read_trade(words: TokenCursor, state: State, *_: object) -> tuple[Pieces, str | Pieces]:
    """Read a trade: the dice given and the die received.

    Several received dice are read as a tuple, for the rules to refuse.
    """
    gone = _dice(words)
    if not words.skip("=", "for"):
        raise words.fail("expected '=' and the die that is received")
    got = _dice(words)
    if not got:
        raise words.fail("expected one die after '='")
    order = state.table.dice
    gone.sort(key=lambda die: order.index(die) if die in order else len(order))
    return tuple(gone), got[0] if len(got) == 1 else tuple(got)


def _write_trade(_: State, traded: tuple[Pieces, str | Pieces]) -> str:
    gone, got = traded
    return f"{' '.join(gone)} = {got if isinstance(got, str) else ' '.join(got)}"


TRADE = Arg("DIE DIE… = DIE", _read_trade, _write_trade)


def _read_roll(
    words: TokenCursor, state: State, *_: object
) -> tuple[tuple[int, tuple[Die, ...]], ...]:
    found: dict[int, list[Die]] = {}
    while words.more:
        shown = found.setdefault(PLAYER.read(words, state), [])
        while words.more and not words.ahead("/") and not words.ahead_in(state.table.players):
            text = words.take().text
            match = ROLL.fullmatch(text)
            if match is None or match[3] is None or match[1]:
                words.place -= 1
                raise words.fail(f"expected a die and its face, as in d6:4, not '{text}'")
            shown.append((match[2].lower(), int(match[3][:4])))
            words.skip(",")
        words.skip("/")
    return tuple((seat, tuple(shown)) for seat, shown in sorted(found.items()))


ROLLED = Arg(
    "PLAYER DIE:FACE… / PLAYER DIE:FACE…",
    _read_roll,
    lambda state, thrown: " / ".join(
        f"{state.table.players[seat]} {' '.join(f'{die}:{face}' for die, face in shown)}".rstrip()
        for seat, shown in thrown
    ),
)


# ---- the bleed, endgame and final resolution


RAISED = ref.together(SIDE, APTITUDE, ref.number("the new rating", "RATING").past("to"))


def _read_joined(words: TokenCursor, state: State, seat: int, *_: object) -> str:
    said, right = words.take("a name").text, state.seats[seat].sheet.joined()
    return right if same(said, right) else said


JOINED = Arg(
    '"NAME"', _read_joined, _quoted,
    default=lambda state, seat, *_: state.seats[seat].sheet.joined(),
)  # fmt: skip
FULL = Arg(
    "full",
    lambda words, *_: words.skip("full"),
    lambda _, full: "full" if full else "",
    default=lambda *_: False,
    begins=lambda words, _: words.ahead("full"),
)


def _read_faces(words: TokenCursor, *_: object) -> tuple[int, ...]:
    faces = []
    while words.ahead_whole():
        faces.append(words.whole("a face"))
        words.skip(",")
    return tuple(faces)


FACES = Arg(
    "FACE…", _read_faces, lambda _, faces: " ".join(map(str, faces)),
    key=("dice",), default=lambda *_: (),
)  # fmt: skip


def _read_watching(words: TokenCursor, state: State, *_: object) -> tuple[int, ...] | None:
    seats: tuple[int, ...] = PLAYERS.read(words, state)
    return None if seats == state.table.seats else seats


SHOWN_TO = Arg("PLAYER…", _read_watching, PLAYERS.write, key=("to",), default=lambda *_: None)
FORCED_BY = PLAYER.after("by").or_left_out(lambda _state, seat, *_: seat)


LOOKED = Arg(
    "PLAYER|deck",
    lambda words, state, *_: NOBODY if words.skip("deck", "pile") else PLAYER.read(words, state),
    lambda state, whose: "deck" if whose == NOBODY else str(state.table.players[whose]),
    default=lambda _state, seat: seat,
).past("at")
SCORED = ref.together(SIDE, ref.number("the coins", "COINS"))


def _read_result(words: TokenCursor, *_: object) -> str:
    won = words.name((*RESULTS, *DRAWN), "result")
    return "dark" if won in DRAWN else won


RESULT = Arg(
    "agents|thieves|dark",
    _read_result,
    lambda _, won: str(won),
    begins=lambda words, _: words.ahead_in((*RESULTS, *DRAWN)),
)
VERDICT_BY = ref.word(BY_VERDICT, "way to decide it", "agreed|narrator").after("by")
