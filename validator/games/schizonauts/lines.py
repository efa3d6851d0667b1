"""The lines of a Schizonauts script: how the arguments of each verb are read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.core.location import did_you_mean
from validator.core.scalars import flow
from validator.games.schizonauts import claims, dice, endgame, final, scene, setup, vote
from validator.games.schizonauts.characters import new_pair
from validator.games.schizonauts.position import LENGTHS, NOBODY, Position, Table, is_open, result
from validator.games.schizonauts.sheet import (
    AGENT,
    KINDS,
    OVERLAP,
    SIDES,
    THIEF,
    Memory,
    Pair,
    Sheet,
    joined,
    lines_of,
    same,
    write_line,
)
from validator.referee.core import Verb
from validator.referee.facts import Given
from validator.referee.tokens import Words, quoted

SIDE_WORDS = {"agent": 0, "thief": 1, "overlap": 2, "a": 0, "t": 1, "o": 2, "agents": 0,
              "thieves": 1}  # fmt: skip
ROLL = re.compile(r"(\d*)([dD]\d+)(?::(\d+))?")
PAIR = re.compile(r"([^=]+)=(.*)")


# ---- words


def _seat(words: Words, at: Position) -> int:
    return at.table.players.index(words.name(at.table.players, "player"))


def _seats(words: Words, at: Position) -> tuple[int, ...]:
    """Names, with or without commas; ``all``, ``nobody``."""
    if words.skip("all", "everybody"):
        return at.table.seats
    if words.skip("nobody", "none"):
        return ()
    names = words.names(at.table.players, "player")
    if not names:
        words.name(at.table.players, "player")
    while words.skip("and"):
        names += words.names(at.table.players, "player")
    return tuple(sorted({at.table.players.index(each) for each in names}))


def _side(words: Words) -> int:
    return SIDE_WORDS[words.name(tuple(SIDE_WORDS), "side")]


def _maybe_side(words: Words) -> int | None:
    return _side(words) if words.ahead_in(SIDE_WORDS) and not _quoted(words) else None


def _quoted(words: Words) -> bool:
    return words.more and words.words[words.place].quoted


def _aptitude(words: Words, table: Table) -> int:
    name = words.name((*table.letters, *table.aptitudes), "aptitude")
    return table.letters.index(name) if name in table.letters else table.aptitudes.index(name)


def _maybe_aptitude(words: Words, table: Table) -> int | None:
    known = (*table.letters, *table.aptitudes)
    if words.ahead_in(known) and not _quoted(words):
        return _aptitude(words, table)
    return None


def _text(words: Words, what: str = "a text") -> str:
    return str(words.take(what).text)


def _card(words: Words, at: Position) -> str:
    """A key card, with or without its article."""
    text = _text(words, "a key card")
    known = at.table.keys
    for each in known:
        if each.lower() == text.lower() or each.lower() == f"the {text.lower()}":
            return each
    words.place -= 1
    raise words.fail(f"no key card '{text}'{did_you_mean(text, known)}")


def _cards(words: Words, at: Position) -> tuple[str, ...]:
    found = []
    while words.more:
        found.append(_card(words, at))
        words.skip(",")
    return tuple(found)


def _memory(words: Words, at: Position, seat: int, side: int | None = None) -> Memory:
    """``thief V "Gang Leader"``; side and aptitude may be left out where the sheet tells them."""
    given = _maybe_side(words)
    aptitude = _maybe_aptitude(words, at.table)
    text = _text(words, "a memory")
    owner = seat if seat >= 0 else max(at.turn, 0)
    wanted = given if given is not None else side
    found = [
        Memory(s, a, line.text)
        for s, a, line in lines_of(at.sheets[owner])
        if same(line.text, text)
        and (given is None or s == given)
        and (aptitude is None or a == aptitude)
    ]
    preferred = [each for each in found if each.side == wanted] or (found if given is None else [])
    if preferred:
        return preferred[0]
    if aptitude is None and found:
        aptitude = found[0].aptitude
    return Memory(
        wanted if wanted is not None else OVERLAP, NOBODY if aptitude is None else aptitude, text
    )


def _new(words: Words, at: Position, side: int | None = None) -> Memory:
    """A memory that is written: the aptitude must be said."""
    given = _maybe_side(words)
    aptitude = _aptitude(words, at.table)
    wanted = given if given is not None else side
    if wanted is None or wanted == NOBODY:
        raise words.fail("say on which side: agent or thief")
    return Memory(wanted, aptitude, _text(words, "a memory"))


def memory_text(table: Table, memory: Memory) -> str:
    """A memory as a script writes it."""
    letter = f"{table.letters[memory.aptitude]} " if memory.aptitude >= 0 else ""
    return f"{SIDES[memory.side]} {letter}{quoted(memory.text)}"


def _assigned(words: Words) -> list[tuple[str, str]]:
    """``A=6 T=6`` or ``A 6 T 6`` as pairs."""
    found = []
    while words.more:
        if (match := PAIR.fullmatch(words.next)) and not _quoted(words):
            words.take()
            found.append((match[1], match[2]))
        else:
            break
        words.skip(",")
    return found


def _number(words: Words, text: str) -> int:
    if text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 100:
        return int(text)
    raise words.fail(f"expected a whole number behind '=', not '{text}'")


def _by_side(words: Words) -> Pair:
    """``A=6 T=6``."""
    found = [0, 0]
    for name, value in _assigned(words):
        side = SIDE_WORDS.get(name.lower())
        if side not in (AGENT, THIEF):
            raise words.fail(f"'{name}' is neither A nor T")
        found[side] = _number(words, value)
    return found[0], found[1]


def _by_player(words: Words, at: Position, what: str) -> list[tuple[int, str]]:
    found = []
    players = [each.lower() for each in at.table.players]
    for name, value in _assigned(words):
        if name.lower() not in players:
            raise words.fail(f"no player '{name}'{did_you_mean(name, at.table.players)}")
        found.append((players.index(name.lower()), value))
    if not found and words.more:
        raise words.fail(f"expected {what} as in 'Ann=…'")
    return found


def _side_value(words: Words, text: str) -> int:
    side = SIDE_WORDS.get(text.lower())
    if side not in (AGENT, THIEF):
        raise words.fail(f"expected agent or thief behind '=', not '{text}'")
    return side


def pair_words(pair: Pair) -> str:
    """``A=2 T=1``."""
    return " ".join(f"{KINDS[kind]}={number}" for kind, number in enumerate(pair))


def _names(at: Position, seats: Any) -> str:
    return ", ".join(at.table.players[seat] for seat in seats) or "nobody"


# ---- set-up


@setup.character.reader
def _read_character(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    given = words.value("the pair in braces") if words.more else Record({})
    return (new_pair(at.table, Given(given), seat),)


@setup.character.writer
def _write_character(at: Position, sheet: Sheet) -> str:
    parts = []
    for side in (AGENT, THIEF, OVERLAP):
        each = sheet[side]
        if side == OVERLAP and not any(each.sections) and not any(each.ratings):
            continue
        entries = [f"name: {quoted(each.name)}"] if side != OVERLAP else []
        entries.append(f"ratings: [{', '.join(map(str, each.ratings))}]")
        for word, section in zip(at.table.aptitudes, each.sections, strict=True):
            texts = ", ".join(
                quoted(write_line(x, side != OVERLAP) if x.box or x.circle else x.text)
                for x in section
            )
            entries.append(f"{word}: [{texts}]")
        parts.append(f"{SIDES[side]}: {{{', '.join(entries)}}}")
    return "{" + ", ".join(parts) + "}"


@setup.length.reader
def _read_length(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    if words.ahead_whole():
        number = words.whole("a number")
        if words.skip("rounds", "round"):
            number *= at.table.count
        else:
            words.skip("cards", "card")
        return (("own", number),)
    very = "very_" if words.skip("very") else ""
    known = tuple(each.removeprefix("very_") for each in LENGTHS) if very else LENGTHS
    length = very + words.name(known, "length")
    if length not in LENGTHS:
        raise words.fail(f"no length '{length}'")
    return ((length, at.table.sizes[length]),)


@setup.length.writer
def _write_length(_: Position, what: tuple[str, int]) -> str:
    return f"{what[1]} cards" if what[0] == "own" else what[0].replace("_", " ")


@setup.starter.reader
def _read_starter(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    who = _seat(words, at)
    return who, _seats(words, at) if words.skip("by") else at.table.seats


@setup.starter.writer
def _write_starter(at: Position, who: int, by: Any) -> str:
    more = "" if by == at.table.seats else f" by {_names(at, by)}"
    return f"{at.table.players[who]}{more}"


@setup.cards.reader
def _read_cards(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_by_side(words) if words.more else at.table.vote_cards,)


@setup.cards.writer
def _write_cards(_: Position, pair: Pair) -> str:
    return pair_words(pair)


@setup.study.reader
def _read_study(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (words.name(setup.STUDY, "side"),)


@setup.study.writer
def _write_study(_: Position, what: str) -> str:
    return what


@setup.ready.reader
def _read_ready(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (_text(words) if words.more else "",)


@setup.chain.reader
def _read_chain(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    number = at.table.chain_each * at.table.count
    return (words.whole("how many cards") if words.more else number,)


@setup.chain.writer
def _write_chain(_: Position, number: int) -> str:
    return str(number)


@setup.deck.reader
def _read_deck(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (tuple(sorted(_cards(words, at))),)


@setup.deck.writer
def _write_deck(_: Position, cards: Any) -> str:
    return " ".join(map(quoted, cards))


@setup.draw.reader
def _read_draw(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    rolled = []
    while words.more and (match := ROLL.fullmatch(words.next)) and match[3] is not None:
        words.take()
        rolled.append(int(match[3][:4]))
    if not rolled:
        return _cards(words, at), None
    if len(rolled) != 2:
        raise words.fail("expected two dice: the page's and the slot's")
    page, slot = rolled
    if words.more:
        return _cards(words, at), (page, slot)
    zero = at.table.game.rules["SCHIZ-OPT-01"].zero_slot
    there = [k.name for k in at.table.keys.values() if (k.page, k.slot) == (page, slot or zero)]
    return tuple(there), (page, slot)


@setup.draw.writer
def _write_draw(at: Position, cards: Any, rolled: Any) -> str:
    if rolled is None:
        return " ".join(map(quoted, cards))
    rule = at.table.game.rules["SCHIZ-OPT-01"]
    return f"{rule.page_die}:{rolled[0]} {rule.slot_die}:{rolled[1]}"


@setup.deal.reader
def _read_deal(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    dealt = []
    for seat, value in _by_player(words, at, "cards"):
        kinds = value.split(",") if "," in value else value
        dealt += [(seat, _side_value(words, each)) for each in kinds]
    return (tuple(sorted(dealt)),)


@setup.deal.writer
def _write_deal(at: Position, dealt: Any) -> str:
    return " ".join(f"{at.table.players[seat]}={KINDS[kind]}" for seat, kind in dealt)


# ---- scenes


def _reads_side(*verbs: Verb) -> None:
    for verb in verbs:
        verb.reads = lambda words, *_: (_side(words),)
        verb.writes = lambda _, side: SIDES[side]


_reads_side(scene.play, scene.as_, vote.bleeder, final.true, final.prefers)


def _reads_seat(*verbs: Verb) -> None:
    for verb in verbs:
        verb.reads = lambda words, at, _: (_seat(words, at),)
        verb.writes = lambda at, who: at.table.players[who]


_reads_seat(scene.invite, dice.narrator, dice.judge)


def _reads_card(*verbs: Verb) -> None:
    for verb in verbs:
        verb.reads = lambda words, at, _: (_card(words, at),)
        verb.writes = lambda _, card: quoted(card)


_reads_card(scene.take, scene.use)


def _reads_text(*verbs: Verb) -> None:
    for verb in verbs:
        verb.reads = lambda words, *_: (_text(words) if words.more else "",)
        verb.writes = lambda _, text: quoted(text) if text else ""


_reads_text(scene.voice, scene.say, endgame.claim, setup.ready)


def _writes_memory(*verbs: Verb) -> None:
    for verb in verbs:
        verb.writes = lambda at, which: memory_text(at.table, which)


_writes_memory(scene.memory, scene.create, scene.check, scene.extra, vote.supply, vote.propose,
               vote.link)  # fmt: skip


def _active_side(at: Position, seat: int) -> int | None:
    if not is_open(at) or at.phase != "flashback":
        return None
    side = at.scene.persona if seat == at.turn else at.scene.visiting
    return side if side >= 0 else None


@scene.memory.reader
def _read_memory(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    default = _active_side(at, seat)
    return (_memory(words, at, seat, OVERLAP if default is None else default),)


@scene.check.reader
def _read_check(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    return (_memory(words, at, seat, _active_side(at, seat)),)


@scene.create.reader
def _read_create(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    return (_new(words, at, _active_side(at, seat)),)


@scene.extra.reader
def _read_extra(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_new(words, at),)


@scene.weave.reader
def _read_weave(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (words.name(("key", "memory"), "thing to weave in"),)


@scene.aptitude.reader
def _read_aptitude(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_aptitude(words, at.table),)


@scene.aptitude.writer
def _write_aptitude(at: Position, chosen: int) -> str:
    return at.table.letters[chosen]


@scene.weave.writer
def _write_weave(_: Position, what: str) -> str:
    return what


@scene.question.reader
def _read_question(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    text = _text(words, "the question")
    worded: Any = None
    against: tuple[int, ...] = ()
    while words.ahead("worded", "objecting"):
        if words.skip("objecting"):
            against = _seats(words, at)
        else:
            words.take()
            words.skip("by")
            worded = _seats(words, at)
    return text, worded, against


@scene.question.writer
def _write_question(at: Position, text: str, worded: Any, against: Any) -> str:
    by = f" worded by {_names(at, worded)}" if worded else ""
    return quoted(text) + by + (f" objecting {_names(at, against)}" if against else "")


# ---- dice


@dice.die.reader
def _read_die(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    to = _seat(words, at)
    if not words.more:
        return to, None
    text = _text(words, "a die")
    match = ROLL.fullmatch(text)
    if match is None:
        raise words.fail(f"expected a die, not '{text}'")
    plain = (int(match[1] or 1), match[2].lower()) == (at.table.gift_dice, at.table.die)
    return to, None if plain else text


@dice.die.writer
def _write_die(at: Position, to: int, what: Any) -> str:
    return at.table.players[to] + (f" {what}" if what else "")


def _dice(words: Words) -> list[str]:
    found: list[str] = []
    while words.more and (match := ROLL.fullmatch(words.next)) and match[3] is None:
        words.take()
        found += [match[2].lower()] * min(int((match[1] or "1")[:3]), 100)
        words.skip(",", "+")
    return found


@dice.trade.reader
def _read_trade(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    gone = _dice(words)
    if not words.skip("=", "for"):
        raise words.fail("expected '=' and the die that is received")
    got = _dice(words)
    if len(got) != 1:
        raise words.fail("expected one die behind '='")
    order = at.table.dice
    gone.sort(key=lambda die: order.index(die) if die in order else len(order))
    return ((tuple(gone), got[0]),)


@dice.trade.writer
def _write_trade(_: Position, given: Any) -> str:
    return f"{' '.join(given[0])} = {given[1]}"


@dice.roll.reader
def _read_roll(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    found: dict[int, list[tuple[str, int]]] = {}
    while words.more:
        seat = _seat(words, at)
        shown = found.setdefault(seat, [])
        while words.more and not words.ahead("/") and not words.ahead_in(at.table.players):
            word = words.take().text
            match = ROLL.fullmatch(word)
            if match is None or match[3] is None or match[1]:
                words.place -= 1
                raise words.fail(f"expected a die and its face, as in d6:4, not '{word}'")
            shown.append((match[2].lower(), int(match[3][:4])))
            words.skip(",")
        words.skip("/")
    return (tuple((seat, tuple(shown)) for seat, shown in sorted(found.items())),)


@dice.roll.writer
def _write_roll(at: Position, thrown: Any) -> str:
    return " / ".join(
        f"{at.table.players[seat]} {' '.join(f'{die}:{face}' for die, face in shown)}".rstrip()
        for seat, shown in thrown
    )


@dice.answer.reader
def _read_answer(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    chosen = _maybe_aptitude(words, at.table)
    side = _maybe_side(words)
    if chosen is None:
        chosen = _maybe_aptitude(words, at.table)
    return chosen, side, _text(words) if words.more else ""


@dice.answer.writer
def _write_answer(at: Position, chosen: Any, side: Any, text: str) -> str:
    parts = [at.table.letters[chosen]] if chosen is not None else []
    parts += [SIDES[side]] if side is not None else []
    return " ".join([*parts, quoted(text)] if text else parts)


@dice.price.reader
def _read_price(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return _maybe_aptitude(words, at.table), _text(words) if words.more else ""


@dice.price.writer
def _write_price(at: Position, chosen: Any, text: str) -> str:
    return (f"{at.table.letters[chosen]} " if chosen is not None else "") + quoted(text)


@dice.override.reader
def _read_override(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    if not words.skip("by"):
        return (tuple(seat for seat in at.table.seats if seat != at.scene.judge),)
    return (_seats(words, at),)


@dice.override.writer
def _write_override(at: Position, by: Any) -> str:
    return f"by {_names(at, by)}"


@dice.death.reader
def _read_death(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    who = _seat(words, at)
    return who, _seats(words, at) if words.skip("by") else at.table.seats


@dice.death.writer
def _write_death(at: Position, who: int, by: Any) -> str:
    return f"{at.table.players[who]} by {'all' if by == at.table.seats else _names(at, by)}"


# ---- vote and bleed


@vote.vote.reader
def _read_vote(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    votes = [(seat, _side_value(words, value)) for seat, value in _by_player(words, at, "votes")]
    return (tuple(sorted(votes)),)


@vote.vote.writer
def _write_vote(at: Position, votes: Any) -> str:
    return " ".join(f"{at.table.players[seat]}={SIDES[kind]}" for seat, kind in votes)


@vote.raise_.reader
def _read_raise(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    side = _side(words)
    aptitude = _aptitude(words, at.table)
    words.skip("to")
    return ((side, aptitude, words.whole("the new rating")),)


@vote.raise_.writer
def _write_raise(at: Position, what: Any) -> str:
    return f"{SIDES[what[0]]} {at.table.letters[what[1]]} {what[2]}"


def _recipient(at: Position) -> int | None:
    return None if at.bleed.bleeder == NOBODY else vote.recipient(at)


def _bleeder(at: Position) -> int | None:
    return None if at.bleed.bleeder == NOBODY else at.bleed.bleeder


@vote.supply.reader
def _read_supply(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_new(words, at, _bleeder(at)),)


@vote.link.reader
def _read_link(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_new(words, at, _recipient(at)),)


@vote.propose.reader
def _read_propose(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_memory(words, at, at.turn, _bleeder(at)),)


@vote.bleed.reader
def _read_bleed(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    which = _memory(words, at, at.turn, _bleeder(at))
    voters = tuple(seat for seat in at.table.seats if seat != at.turn)
    return which, _seats(words, at) if words.skip("for", "by") else voters


@vote.bleed.writer
def _write_bleed(at: Position, which: Memory, by: Any) -> str:
    return f"{memory_text(at.table, which)} for {_names(at, by)}"


@vote.copy.reader
def _read_copy(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    side = _maybe_side(words)
    aptitude = _maybe_aptitude(words, at.table)
    text = _text(words, "a memory")
    memory = at.bleed.chosen
    if aptitude is None and memory is not None:
        aptitude = memory.aptitude
    if memory is not None and same(memory.text, text):
        text = memory.text
    where = OVERLAP if side is None else side
    return (Memory(where, NOBODY if aptitude is None else aptitude, text),)


@vote.copy.writer
def _write_copy(at: Position, which: Memory) -> str:
    if which.side == OVERLAP and which.aptitude >= 0:
        return f"{at.table.letters[which.aptitude]} {quoted(which.text)}"
    return memory_text(at.table, which)


@vote.replace.reader
def _read_replace(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    old = _memory(words, at, seat, _recipient(at))
    words.skip("with", "by", "for", "=")
    side, aptitude = _maybe_side(words), _maybe_aptitude(words, at.table)
    new = Memory(
        old.side if side is None else side,
        old.aptitude if aptitude is None else aptitude,
        _text(words, "the new memory"),
    )
    return old, new


@vote.replace.writer
def _write_replace(at: Position, old: Memory, new: Memory) -> str:
    moved = (old.side, old.aptitude) != (new.side, new.aptitude)
    text = memory_text(at.table, new) if moved else quoted(new.text)
    return f"{memory_text(at.table, old)} with {text}"


# ---- gather and endgame


@endgame.gather.reader
def _read_gather(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (_by_side(words),)


@endgame.gather.writer
def _write_gather(_: Position, cards: Pair) -> str:
    return pair_words(cards)


@endgame.interlude.reader
def _read_interlude(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    ratings = list(endgame.lowest(at, seat))
    given = _assigned(words)
    known = {each.lower(): apt for apt, each in enumerate(at.table.letters)}
    known |= {each.lower(): apt for apt, each in enumerate(at.table.aptitudes)}
    if given:
        ratings = [0] * len(ratings)
    for letter, value in given:
        if letter.lower() not in known:
            raise words.fail(f"no aptitude '{letter}'{did_you_mean(letter, at.table.letters)}")
        ratings[known[letter.lower()]] = _number(words, value)
    said = _text(words) if words.more else joined(at.sheets[seat])
    if same(said, joined(at.sheets[seat])):
        said = joined(at.sheets[seat])
    return tuple(ratings), said


@endgame.interlude.writer
def _write_interlude(at: Position, ratings: Any, said: str) -> str:
    pairs = zip(at.table.letters, ratings, strict=True)
    return f"{' '.join(f'{letter}={n}' for letter, n in pairs)} {quoted(said)}"


@endgame.reveal.reader
def _read_reveal(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    kind = _side(words)
    full, which, faces = False, None, []
    only: Any = None
    by: Any = None
    while words.ahead("full", "memory", "dice", "to", "by"):
        if words.skip("full"):
            full = True
        elif words.skip("memory"):
            which = _memory(words, at, seat, kind)
        elif words.skip("dice"):
            while words.ahead_whole():
                faces.append(words.whole("a face"))
                words.skip(",")
        elif words.skip("to"):
            only = _seats(words, at)
        else:
            words.skip("by")
            by = _seat(words, at)
    if only == at.table.seats:
        only = None
    return kind, full, which, tuple(faces), only, None if by == seat else by


@endgame.reveal.writer
def _write_reveal(
    at: Position, kind: int, full: bool, which: Any, faces: Any, only: Any, by: Any
) -> str:
    parts = [KINDS[kind] if kind < len(KINDS) else SIDES[kind]]
    parts += ["full"] if full else []
    parts += [f"memory {memory_text(at.table, which)}"] if which else []
    parts += [f"dice {' '.join(map(str, faces))}"] if faces else []
    parts += [f"to {_names(at, only)}"] if only is not None else []
    parts += [f"by {at.table.players[by]}"] if by is not None else []
    return " ".join(parts)


@endgame.look.reader
def _read_look(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    words.skip("at")
    if words.skip("deck", "pile"):
        return (NOBODY,)
    return (_seat(words, at) if words.more else seat,)


@endgame.look.writer
def _write_look(at: Position, whose: int) -> str:
    return "deck" if whose == NOBODY else at.table.players[whose]


@endgame.pay.reader
def _read_pay(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    coins = [0] * at.table.count
    for seat, value in _by_player(words, at, "coins"):
        coins[seat] += _number(words, value)
    return (tuple(coins),)


@endgame.pay.writer
def _write_pay(at: Position, coins: Any) -> str:
    return " ".join(f"{n}={c}" for n, c in zip(at.table.players, coins, strict=True) if c)


@endgame.bet.reader
def _read_bet(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return _seat(words, at), _by_side(words)


@endgame.bet.writer
def _write_bet(at: Position, on: int, coins: Pair) -> str:
    return f"{at.table.players[on]} {pair_words(coins)}"


# ---- final resolution


@final.outcome.reader
def _read_outcome(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (words.name(final.OUTCOMES, "outcome"),)


@final.outcome.writer
def _write_outcome(_: Position, word: str) -> str:
    return word


@final.verdict.reader
def _read_verdict(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    side = _side(words)
    return side, words.name(final.BY, "way to settle it") if words.skip("by") else "agreed"


@final.verdict.writer
def _write_verdict(_: Position, side: int, by: str) -> str:
    return f"{SIDES[side]} by {by}"


@final.identity.reader
def _read_identity(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return ((_side(words), words.whole("the coins")),)


@final.identity.writer
def _write_identity(_: Position, what: Any) -> str:
    return f"{SIDES[what[0]]} {what[1]}"


@final.tally.reader
def _read_tally(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    given = _by_side(words) if words.more and "=" in words.next else at.score
    won = result(at)
    if words.ahead_in((*final.RESULTS, "tie", "draw")):
        won = words.name((*final.RESULTS, "tie", "draw"), "result")
        won = "dark" if won in ("tie", "draw") else won
    coins = words.whole("coins in all") if words.skip("coins") else None
    return given, won, coins


@final.tally.writer
def _write_tally(_: Position, score: Pair, won: str, coins: Any) -> str:
    return f"{pair_words(score)} {won}" + (f" coins {coins}" if coins is not None else "")


@final.escape.reader
def _read_escape(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_seats(words, at) if words.more else (),)


@final.escape.writer
def _write_escape(at: Position, who: Any) -> str:
    return _names(at, who)


# ---- what lies still


claims.judge.things = claims.THINGS


@claims.judge.reader
def _read_judge(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    what = words.name(claims.THINGS, "thing to judge")
    changes = words.value("the differences in braces") if words.more else Record({})
    if not isinstance(changes, Mapping):
        raise words.fail("the differences stand in braces {…}")
    return what, changes


@claims.judge.writer
def _write_judge(_: Position, what: str, changes: Any) -> str:
    return f"{what} {flow(changes)}" if changes else what
