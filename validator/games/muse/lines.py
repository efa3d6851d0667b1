"""The lines of a Muse script: how the arguments of each verb are read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from validator.core.scalars import flow
from validator.games.muse import chance, claims, duel, jump, start, timeout, turn
from validator.games.muse.position import (
    QUESTIONS,
    SHEETS,
    SIDES,
    Pieces,
    Position,
    name_of,
    names_of,
    ordered,
)
from validator.referee.core import ANY
from validator.referee.tokens import ScriptError, Words, quoted

YES = ("with", "likes", "like", "agree", "agrees", "by")
NO = ("against", "objects", "object", "objecting", "refuses", "without")
ALL = ("all", "everybody")


def _cards(words: Words, at: Position) -> Pieces:
    return words.names(at.table.cards, "card")


def _chosen(words: Words, at: Position) -> Pieces:
    """Cards that somebody chooses: their order means nothing."""
    return ordered(at.table, _cards(words, at))


def _seat(words: Words, at: Position) -> int:
    return at.roster.index(words.name(at.roster, "player"))


def _question(words: Words) -> int:
    words.skip("question")
    return QUESTIONS.index(words.name(QUESTIONS, "Question"))


def _spaced(items: Pieces) -> str:
    return " ".join(items)


# ---- the Narrator's turn


@turn.describe.reader
def _read_describe(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    found = [start.element(words.take("an element, as in char1").text)]
    while words.more:
        words.skip(",", "and")
        found.append(start.element(words.take("an element").text))
    return (" ".join(found),)


@turn.describe.writer
def _write_describe(_at: Position, element: str) -> str:
    return element


@turn.gift.reader
def _read_gift(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    words.skip("to")
    return (_seat(words, at) if words.more else at.narrator,)


@turn.gift.writer
def _write_gift(at: Position, to: int) -> str:
    return name_of(at, to)


@turn.support.reader
def _read_support(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    sheet = SHEETS.index(words.name(SHEETS, "Answer Sheet"))
    words.skip("with")
    if words.skip("telling", "tell"):
        return sheet, turn.TELLING
    if words.ahead_whole():
        return sheet, words.whole("a number of tokens")
    if words.skip("token"):
        return sheet, None
    cards = _cards(words, at)
    if turn.is_crisis(sheet):
        return sheet, cards or None
    return sheet, cards or ANY


@turn.support.writer
def _write_support(_at: Position, sheet: int, means: Any) -> str:
    how = "" if means in (None, ANY) else means if isinstance(means, str | int) else _spaced(means)
    return f"{SHEETS[sheet]} {how}".rstrip()


@turn.showdown.reader
def _read_showdown(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (_question(words),)


@turn.showdown.writer
def _write_showdown(_at: Position, question: int) -> str:
    return QUESTIONS[question]


@turn.announce.reader
def _read_announce(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    what = words.name((turn.support.name, turn.showdown.name), "act to announce")
    if what == turn.support.name:
        return (f"{what} {words.name(SHEETS, 'Answer Sheet')}",)
    return (f"{what} {QUESTIONS[_question(words)]}",)


@turn.announce.writer
def _write_announce(_at: Position, what: str) -> str:
    return what


@turn.discard.reader
def _read_discard(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_chosen(words, at),)


@turn.discard.writer
def _write_discard(_at: Position, cards: Pieces) -> str:
    return _spaced(cards)


# ---- Showdowns and bids


@duel.tides.reader
def _read_tides(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    for side, label in enumerate(duel.WORDS):
        if words.skip(label.lower(), SIDES[side].lower()):
            break
    else:
        words.name(SIDES, "side")
    words.skip("with")
    told = sentences(words.story) if at.table.narrated else None
    return side, _chosen(words, at), told


def sentences(story: str) -> int:
    """How many sentences a story has; words without a full stop are one."""
    ends = len(re.findall(r"[.!?…]+[\"'”’)]*(?=\s|$)", story))
    open_end = bool(re.search(r"\w[^.!?…]*$", story))
    return ends + open_end


@duel.tides.writer
def _write_tides(_at: Position, side: int, cards: Pieces, _told: int | None) -> str:
    return f"{SIDES[side]} {_spaced(cards)}"


@jump.jump.reader
def _read_jump(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    words.skip("in"), words.skip("with")
    cards = _chosen(words, at)
    return (_added(cards, jump.own_bid(at, seat), at),)


@jump.match.reader
def _read_match(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    words.skip("with")
    return (_added(_chosen(words, at), at.match, at),)


def _added(cards: Pieces, before: Pieces, at: Position) -> Pieces:
    """What is added to a bid, also where a line repeats the cards that lie there."""
    if at.table.new_stack or not before or not set(before) < set(cards):
        return cards
    return tuple(card for card in cards if card not in before)


@jump.jump.writer
@jump.match.writer
def _write_bid(_at: Position, cards: Pieces) -> str:
    return _spaced(cards)


# ---- Time Outs


def _people(words: Words, at: Position) -> tuple[int, ...]:
    if words.skip(*ALL):
        return at.seats
    found = []
    while words.ahead_in(at.roster) or words.ahead("and"):
        if not words.skip("and"):
            found.append(_seat(words, at))
        words.skip(",")
    if not found and not words.skip("nobody"):
        raise words.fail("expected a player here")
    return tuple(found)


def _opinions(words: Words, at: Position) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Who agrees and who does not."""
    yes: tuple[int, ...] | None = None
    no: tuple[int, ...] = ()
    while words.more:
        words.skip(",", "and")
        if words.skip(*YES):
            yes = (*(yes or ()), *_people(words, at))
        elif words.skip(*NO):
            no = (*no, *_people(words, at))
        elif words.ahead(*ALL) or words.ahead_in(at.roster):
            yes = (*(yes or ()), *_people(words, at))
        else:
            break
    return yes, no


def _text(words: Words) -> str:
    if words.more and words.words[words.place].quoted:
        return words.take().text
    return ""


@timeout.timeout.reader
def _read_timeout(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    if not words.more:
        return timeout.PAUSE, None, None, ()
    kind = words.name(timeout.KINDS, "kind of Time Out")
    what: Any = None
    if kind == timeout.RAISE:
        slot = None
        if words.more and not words.words[words.place].quoted and not words.ahead(*YES, *NO):
            slot = words.take().text.upper()
        what = (slot, _text(words))
    elif kind == timeout.UPGRADE:
        what = _question(words)
    elif kind == timeout.ELEMENT:
        what = _change(words)
    yes, no = _opinions(words, at)
    if kind in (timeout.CLIMAX, timeout.DISALLOW, timeout.TOKENS):
        yes = yes or ()
    return kind, what, yes, no


def _change(words: Words) -> tuple[str, str, str]:
    change = words.name(timeout.CHANGES, "change of the sheet")
    if change in (timeout.QUESTION, timeout.DROP):
        name = QUESTIONS[_question(words)]
    else:
        name = start.element(words.take("an element, as in char1").text)
    return change, name, _text(words)


@timeout.timeout.writer
def _write_timeout(at: Position, kind: str, what: Any, yes: Any, no: tuple[int, ...]) -> str:
    parts = [kind]
    if kind == timeout.RAISE:
        parts += [what[0] or "", quoted(what[1]) if what[1] else ""]
    elif kind == timeout.UPGRADE:
        parts.append(QUESTIONS[what])
    elif kind == timeout.ELEMENT:
        parts += [*what[:2], quoted(what[2]) if what[2] else ""]
    if yes:
        parts.append(f"{'likes' if kind == timeout.RAISE else 'with'} {names_of(at, yes)}")
    if no:
        parts.append(f"{'objects' if kind == timeout.RAISE else 'against'} {names_of(at, no)}")
    return " ".join(part for part in parts if part)


@timeout.join.reader
def _read_join(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    word = words.take("the name of a player")
    if word.text.lower() in ("table", "nobody", "after") or word.text[:1] in "~!=#|":
        spot = type(words.line)(words.line.file, words.line.line, word.column)
        raise ScriptError(spot, f"'{word.text}' cannot be the name of a player")
    return word.text, _seat(words, at) if words.skip("after") else None


@timeout.join.writer
def _write_join(at: Position, name: str, after: int | None) -> str:
    return f"{name} after {name_of(at, after)}" if after is not None else name


@timeout.leave.reader
def _read_leave(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_seat(words, at),)


@timeout.leave.writer
def _write_leave(at: Position, seat: int) -> str:
    return name_of(at, seat)


# ---- chance


@chance.deal.reader
def _read_deal(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return _seat(words, at), _cards(words, at)


@chance.deal.writer
def _write_deal(at: Position, to: int, cards: Pieces) -> str:
    return f"{name_of(at, to)} {_spaced(cards)}"


@chance.draw.reader
def _read_draw(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    whom = _seat(words, at) if words.ahead_in(at.roster) else None
    cards = _cards(words, at)
    if not cards:
        words.name(at.table.cards, "card")
    if words.skip("for"):
        whom = _seat(words, at)
    return cards, whom


@chance.draw.writer
def _write_draw(at: Position, cards: Pieces, whom: int | None) -> str:
    return f"{_spaced(cards)}{f' for {name_of(at, whom)}' if whom is not None else ''}"


@chance.narrator.reader
def _read_narrator(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_seat(words, at),)


@chance.narrator.writer
def _write_narrator(at: Position, who: int) -> str:
    return name_of(at, who)


@chance.clash.reader
def _read_clash(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    bids: list[tuple[int, int]] = []
    if words.ahead_value():
        for name, number in dict(words.value("{PLAYER: NUMBER}")).items():
            if name not in at.roster or not isinstance(number, int):
                raise words.fail("expected how many cards each bids, as in {Bob: 2, Cat: 2}")
            bids.append((at.roster.index(name), number))
    return _seat(words, at), tuple(bids)


@chance.clash.writer
def _write_clash(at: Position, who: int, bids: chance.Bids) -> str:
    numbers = flow({name_of(at, seat): number for seat, number in bids})
    return f"{f'{numbers} ' if bids else ''}{name_of(at, who)}"


# ---- the table


@claims.prepare.reader
def _read_prepare(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    step = words.name(claims.STEPS, "step of the preparation")
    names = _people(words, at) if words.skip(*YES) else None
    changes = _changes(words) if words.more else None
    return step, names, changes


def _changes(words: Words) -> Any:
    value = words.value("{what differs}")
    if not isinstance(value, Mapping):
        raise words.fail("expected what differs by name, as in {scenes: 2}")
    return value


@claims.prepare.writer
def _write_prepare(at: Position, step: str, names: Any, changes: Any) -> str:
    who = f" with {names_of(at, names)}" if names else ""
    return f"{step}{who}{'' if changes is None else f' {flow(changes)}'}"


@claims.winner.reader
def _read_winner(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_people(words, at),)


@claims.winner.writer
def _write_winner(at: Position, named: tuple[int, ...]) -> str:
    return names_of(at, named)


claims.judge.things = claims.THINGS


@claims.judge.reader
def _read_judge(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    what = words.name(claims.THINGS, "thing to judge")
    if what == "question":
        return what, words.take("the words of a Question").text
    if what == "preparation":
        steps = words.value("[deal, seed, …]")
        if not isinstance(steps, tuple):
            raise words.fail("expected the steps in order, as in [deal, seed, brainstorm]")
        return what, tuple(str(step) for step in steps)
    return what, _changes(words) if words.more else {}


@claims.judge.writer
def _write_judge(_at: Position, what: str, changes: Any) -> str:
    if isinstance(changes, str):
        return f"{what} {quoted(changes)}"
    return f"{what} {flow(changes)}" if changes else what
