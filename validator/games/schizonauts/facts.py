"""The facts of Schizonauts in the words of `start:`, and the states that they describe."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import sub
from typing import Any

from validator.games.schizonauts import phases
from validator.games.schizonauts.characters import default_sheet, sheet_from
from validator.games.schizonauts.scene import scene_players
from validator.games.schizonauts.sheet import (
    AGENT,
    KINDS,
    OVERLAP,
    SIDES,
    THIEF,
    Memory,
    MemoryLine,
    Pair,
    Sheet,
    Side,
    same,
    write_line,
)
from validator.games.schizonauts.state import (
    LENGTHS,
    NOBODY,
    NONE,
    MemoryBleed,
    Pieces,
    Reveal,
    Scene,
    Seat,
    State,
    hand_made_odd,
    minus,
    pile_size,
    plus,
)
from validator.games.schizonauts.table import Table
from validator.referee import api as ref
from validator.referee.api import FLAG, SEAT, FactReader, Field, FrozenMap, Kind, whole
from validator.referee.facts import shown
from validator.referee.fields import UNSET, Values, of_players

LATE = (phases.INTERLUDE, *phases.FROM_ENDGAME)
MEMORY = re.compile(r'\s*(?:(agent|thief|overlap)\s+)?(?:(\w+)\s+)?"?(.*?)"?\s*', re.IGNORECASE)
DIE = re.compile(r"(\d*)(d\d+)")


def opening(table: Table, first: int | None) -> State:
    """Return the state before anything is written or dealt."""
    blank = default_sheet(table, 0)[OVERLAP]
    return State(
        table, starter=NOBODY if first is None else first, box=tuple(table.keys),
        spare=table.printed, bank=table.coins,
        seats=(Seat(Sheet(blank, blank, blank)),) * table.count,
    )  # fmt: skip


def _each(state: State, **columns: Iterable[Any]) -> State:
    """Return the state with attributes of all seats set, one value per seat."""
    seats = state.seats
    for name, values in columns.items():
        seats = tuple(own._replace(**{name: each}) for own, each in zip(seats, values, strict=True))
    return state._replace(seats=seats)


# ---- how a fact is read


def _cards(reader: FactReader, name: str, table: Table) -> Pieces:
    """A list of key cards, with or without their articles."""
    known = {key.lower(): key for key in table.keys}
    named = [str(each).lower() for each in reader.listed(name, "key cards") or ()]
    with_article = [each if each in known else f"the {each}" for each in named]
    return FactReader({name: tuple(with_article)}, reader.path).words(name, tuple(table.keys))


def _key(reader: FactReader, name: str, table: Table) -> str:
    """The key card of a scene; empty without one."""
    return "" if reader.raw(name) in ("none", "") else (*_cards(reader, name, table), "")[0]


def _length(reader: FactReader, name: str, _: Table) -> str:
    word = str(reader.raw(name)).replace(" ", "_").lower()
    return FactReader({name: word}, reader.path).word(name, (*LENGTHS, "own"), "")


def _text(reader: FactReader, name: str, _: Table) -> str:
    raw = reader.raw(name)
    return "" if raw == "none" else str(raw)


def _aptitude(reader: FactReader, name: str, table: Table) -> int:
    words = (*table.letters, *table.aptitudes, "none")
    return table.aptitude_called(reader.word(name, words, "none"))


def _used(reader: FactReader, name: str, table: Table) -> Pair:
    inner = reader.inner(name)
    found = _aptitude(inner, SIDES[AGENT], table), _aptitude(inner, SIDES[THIEF], table)
    inner.done()
    return found


def _pair(reader: FactReader, name: str, _: Table) -> Pair:
    """``{A: 1, T: 2}``, ``[A, T, T]`` or ``T``."""
    if isinstance(raw := reader.raw(name), tuple) and any(isinstance(each, int) for each in raw):
        raise reader.wrong(name, "expected {A: 1, T: 2} or [A, T, T], not numbers alone")
    kinds = reader.words(name, KINDS)
    return kinds.count("A"), kinds.count("T")


def _letter_of(table: Table, aptitude: int) -> str:
    return table.letters[aptitude] if aptitude >= 0 else "none"


def _by_kind(pair: Pair, _: Table) -> FrozenMap:
    return FrozenMap(dict(zip(KINDS, pair, strict=True)))


def _sided(*more: str, nobody: str = "none") -> Kind:
    """Return the kind of a side: agent or thief; other words mean neither."""
    return Kind(
        lambda reader, name, _: _kind(reader.word(name, (*SIDES[:2], *more), "")),
        lambda side, _: SIDES[side] if side >= 0 else nobody,
    )


def _kind(word: str) -> int:
    return 0 if word in ("agent", "A") else 1 if word in ("thief", "T") else NOBODY


def _later(
    read: Callable[[State, FactReader, str], Any],
) -> Callable[[FactReader, str, Table], Any]:
    """Return a reader whose value is a function of the state, for facts that depend on it."""
    return lambda reader, name, _: lambda state: read(state, reader, name)


CARDS = Kind(_cards)
PAIR = Kind(_pair, _by_kind)
USED = Kind(
    _used,
    lambda used, table: FrozenMap(
        {SIDES[side]: _letter_of(table, used[side]) for side in (AGENT, THIEF)}
    ),
)


# ---- what follows from others


def _scenes(state: State) -> int:
    rule = state.table.game.rules["SCHIZ-DECK-05"]
    return int(state.size * rule.per_card + rule.final * state.table.count)


def _length_of(state: State) -> str:
    sizes = state.table.sizes.items()
    return next((name for name, size in sizes if size and size == state.size), "own")


def _known(state: State) -> str:
    """The result, when the scores are compared."""
    return state.result() if state.tallied or state.phase == phases.OVER else "none"


def _won_by(state: State) -> tuple[str, ...]:
    rule = "SCHIZ-TALLY-03" if state.result() == "dark" else "SCHIZ-TALLY-02"
    return (rule, "SCHIZ-TALLY-01") if _known(state) != "none" else ()


def _when_unmasked(state: State, seat: int, side: Callable[[State, int], int]) -> str:
    return SIDES[side(state, seat)] if state.seats[seat].unmasked else "none"


def _dice_rules(state: State) -> tuple[str, ...]:
    """The rules from which the dice of a scene follow."""
    if not state.scene.open:
        return ()
    here = (state.seats[seat].dead for seat in scene_players(state))
    dead = ("SCHIZ-AFTER-02",) if any(here) else ()
    if state.phase == phases.FLASHBACK:
        return ("SCHIZ-DICE-01", "SCHIZ-DICE-02", "SCHIZ-DICE-04", "SCHIZ-SCENE-10",
                "SCHIZ-SCENE-12")  # fmt: skip
    if state.phase == phases.ENDGAME:
        return ("SCHIZ-DICE-01", "SCHIZ-DICE-03", "SCHIZ-END-10", "SCHIZ-END-13",
                "SCHIZ-REVEAL-12", "SCHIZ-REVEAL-13", *dead)  # fmt: skip
    return ("SCHIZ-CRISIS-06", *(("SCHIZ-CRISIS-07", *dead) if dead else ()))


# ---- a state from facts


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe; others have defaults."""
    start, own = FIELDS.read(facts, table)
    phase = start.get("phase", phases.FLASHBACK)
    starter = start.get("starter", start.get("first", 0))
    has_turn = phase in (phases.FLASHBACK, phases.ENDGAME, phases.FINAL)
    state = opening(table, starter)._replace(
        phase=phase, round=start.get("round", 1), step=start.get("step", _step(start)),
        turn=start.get("turn", starter if has_turn else NOBODY),
    )  # fmt: skip
    state = _each(state, made=(each.get("made", phase != phases.CHARACTERS) for each in own))
    state = _each(state, sheet=_sheets(table, own, phase))
    state = _keys(state, start, own)
    state = _each(state, sheet=[_bled(state, seat) for seat in table.seats])
    state = _people(state, own)
    state = _allegiance_cards(state, start, own)
    state = _turn(state, start)
    placed = sum(sum(own.coins) + own.earned for own in state.seats)
    return state._replace(bank=table.coins - placed)


def _step(start: Values) -> str:
    if start.bleed is UNSET:
        return phases.SCENE
    return phases.BLEED if "bleeder" in start.bleed else phases.VOTE


def _sheets(table: Table, own: list[Values], phase: str) -> tuple[Sheet, ...]:
    found = []
    for seat, each in enumerate(own):
        base = default_sheet(table, seat)
        sheet = sheet_from(table, each.reader, base)
        if phase in phases.FROM_ENDGAME and not any(sheet[OVERLAP].ratings):
            overlap = sheet[OVERLAP]._replace(ratings=sheet.lower_ratings())
            sheet = sheet.with_side(OVERLAP, overlap)
        found.append(sheet)
    return tuple(found)


def _bled(state: State, seat: int) -> Sheet:
    """Return a sheet with at least one memory in its overlap if its player has had a turn."""
    sheet, overlap = state.seats[seat].sheet, state.seats[seat].sheet[OVERLAP]
    had = state.phase in (phases.GATHER, phases.SITUATION, *LATE)
    if state.phase == phases.FLASHBACK and state.turn >= 0:
        had = state.round > 1 or _before(state, seat)
    if any(overlap.sections) or not had:
        return sheet
    text = f"{sheet[THIEF].name} and {sheet[AGENT].name}'s {state.table.aptitudes[0]}"
    return sheet.with_side(
        OVERLAP, overlap._replace(sections=((MemoryLine(text),), *overlap.sections[1:]))
    )


def _before(state: State, seat: int) -> bool:
    """Return whether a player's turn of this round is over."""
    count = state.table.count
    return (seat - state.starter) % count < (state.turn - state.starter) % count


def _size(start: Values, table: Table, named: int) -> int:
    count = table.count
    if "cards" in start:
        return int(start.cards)
    if "rounds" in start:
        return int(start.rounds) * count
    if start.get("length", "own") != "own":
        return table.sizes[start.length] or count
    short = next(iter(table.sizes.values()), 0) or count
    return max(short, -(-named // count) * count)


def _keys(state: State, start: Values, own: list[Values]) -> State:
    """Set the key cards. Zones without facts are filled in the order of the data."""
    table, count = state.table, state.table.count
    hands = [each.get("hand", None) for each in own]
    chain, deck = start.get("chain", None), start.get("deck", None)
    centre = start.get("centre", None)
    key = start.scene.get("key", "") if "scene" in start else ""
    named: list[str] = [key] if key else []
    for zone in (*hands, chain, deck, centre):
        named += zone or ()
    size = _size(start, table, len(named))
    if state.phase in (phases.CHARACTERS, phases.SETUP) and "cards" not in start and not named:
        size = 0 if not any(each in start for each in ("rounds", "length")) else size
    rounds = size // count
    free = [card for card in table.keys if card not in named]

    def fill(zone: Pieces | None, number: int) -> Pieces:
        if zone is not None:
            return zone
        taken = tuple(free[: max(0, number)])
        del free[: len(taken)]
        return taken

    before = [_before(state, seat) for seat in table.seats]
    full: list[Pieces] = []
    for seat, hand in enumerate(hands):
        number = 0
        if state.phase == phases.FLASHBACK:
            closed = state.turn == seat and state.step in ("vote", "bleed")
            number = state.round - 1 + int(before[seat] or closed)
        elif state.phase in (phases.GATHER, phases.SITUATION, phases.INTERLUDE):
            number = rounds
        elif state.phase == phases.ENDGAME:
            used = before[seat] or (
                state.turn == seat and (bool(key) or state.step != phases.SCENE)
            )
            number = rounds - (state.round - 1) - int(used)
            number = 0 if state.turn == NOBODY else number
        full.append(fill(hand, min(number, rounds)))
    held = sum(map(len, full)) + bool(key)
    left = max(0, size - held)
    if state.phase in (phases.FLASHBACK, phases.PREAMBLE):
        centre = fill(centre, 0)
        opened = 0 if state.phase == phases.PREAMBLE else table.chain_each * count
        in_deck = len(deck) if deck is not None else None
        rest = left - len(centre)
        number = min(opened, rest if in_deck is None else rest - in_deck)
        chain = fill(chain, number)
        deck = fill(deck, left - len(chain) - len(centre))
    else:
        chain, deck = fill(chain, 0), fill(deck, 0)
        number = left - len(chain) - len(deck) if state.phase in phases.FROM_ENDGAME else 0
        centre = fill(centre, number)
    used_cards = Counter((*deck, *chain, *centre, *(c for hand in full for c in hand)))
    used_cards.update((key,) if key else ())
    box = tuple(card for card in table.keys if not used_cards[card])
    due = start.get("due", 0)
    state = _each(state, hand=full)
    return state._replace(size=size, box=box, deck=deck, chain=chain, centre=centre, due=due)


def _people(state: State, own: list[Values]) -> State:
    late = state.phase in phases.FROM_ENDGAME
    defaults = (seat.sheet.joined() if late else "" for seat in state.seats)
    names = [each.get("name", default) for each, default in zip(own, defaults, strict=True)]
    ready = state.phase not in (phases.CHARACTERS, phases.SETUP, phases.PREAMBLE)
    return _each(
        state,
        name=names,
        ready=(each.get("ready", ready) for each in own),
        studied=(each.get("studied", 0) for each in own),
        dead=(each.get("dead", False) for each in own),
        coins=(each.get("coins", NONE) for each in own),
        earned=(each.get("earned", 0) for each in own),
        unmasked=(each.get("unmasked", state.phase in (phases.TALLY, phases.OVER)) for each in own),
    )


def _allegiance_cards(state: State, start: Values, own: list[Values]) -> State:
    """Set agent and thief cards. Cards without facts are dealt alternately, agent first."""
    table, count = state.table, state.table.count
    in_hand = state.phase in (phases.PREAMBLE, phases.FLASHBACK, phases.GATHER)
    ballots = tuple(each.get("votes", table.vote_cards if in_hand else NONE) for each in own)
    hand = max(state.rounds, 1)
    half = pile_size(count, hand) // 2
    each_has = 0
    if state.phase in (phases.SITUATION, phases.INTERLUDE):
        each_has = table.first_deal
    elif state.phase == phases.ENDGAME:
        each_has = min(state.round, hand) * table.round_deal
        if state.turn == NOBODY and start.dealing is False:
            each_has = hand_made_odd(hand) * table.round_deal
    elif state.phase in (phases.FINAL, phases.TALLY, phases.OVER):
        each_has = hand_made_odd(hand)
    if start.dealing is True and state.phase == phases.ENDGAME and state.turn != NOBODY:
        each_has -= table.round_deal
    up, down = [], []
    for seat, each in enumerate(own):
        stated = "up" in each or "down" in each
        agents = sum((seat + card) % 2 == 0 for card in range(each_has))
        dealt: Pair = NONE if stated else (agents, each_has - agents)
        shown_now = state.seats[seat].unmasked and not stated
        up.append(each.get("up", dealt if shown_now else NONE))
        down.append(each.get("down", NONE if shown_now else dealt))
    out: Pair = reduce(plus, (*up, *down), NONE)
    built = state.phase in (phases.SITUATION, *LATE)
    default = (max(0, half - out[0]), max(0, half - out[1])) if built else NONE
    pile = start.get("pile", default)
    spare = reduce(minus, ballots, minus(table.printed, plus(pile, out)))
    dealing = start.get("dealing", False)
    if dealing and state.phase not in (phases.GATHER, phases.ENDGAME):
        raise start.reader.wrong(
            "dealing", f"no allegiance cards are dealt in the phase {state.phase}"
        )
    state = _each(state, votes=ballots, up=up, down=down)
    return state._replace(pile=pile, spare=spare, dealing=dealing)


def _turn(state: State, start: Values) -> State:
    table = state.table
    taken = list(start.get("used", (NOBODY, NOBODY)))
    visitors = start.get("visitors", ())
    played = state.step in (phases.VOTE, phases.BLEED)
    if played and state.phase == phases.FLASHBACK:  # both scenes of the turn
        taken = [max(0, each) for each in taken]
        after = [(state.turn + 1) % table.count, (state.turn + 2) % table.count]
        visitors = visitors or tuple(seat for seat in after if seat != state.turn)
    state = state._replace(
        used=(taken[0], taken[1]), visitors=visitors, score=start.get("score", NONE),
        scored=start.get("scored", False), escaped=start.get("escaped", ()),
        tallied=start.get("tallied", state.phase == phases.OVER),
    )  # fmt: skip
    if "bleed" in start:
        state = state._replace(bleed=_bleed(state, start.bleed))
    if "scene" in start:
        state = _scene(state, start.scene)
    if state.phase == phases.FLASHBACK and state.visitors and state.used == (NOBODY, NOBODY):
        first = AGENT if state.scene.persona == THIEF else THIEF  # the persona of the first scene
        state = state._replace(used=(0, NOBODY) if first == AGENT else (NOBODY, 0))
    return state


def _memory(state: State, reader: FactReader, name: str) -> Memory | None:
    """``thief V "Gang Leader"``; without an aptitude, a memory that a sheet has."""
    raw, table = reader.raw(name), state.table
    if raw == "none":
        return None
    match = MEMORY.fullmatch(str(raw))
    assert match is not None
    side_word, apt_word, text = match.groups()
    apt = table.aptitude_called(apt_word or "")
    if apt_word and apt == NOBODY:
        text = f"{apt_word} {text}".strip()
    if side_word is None and apt == NOBODY:
        raise reader.wrong(name, 'expected a memory as in: thief V "Gang Leader"')
    side = SIDES.index((side_word or SIDES[0]).lower())
    if apt == NOBODY:
        for sheet in (own.sheet for own in state.seats):
            for index, section in enumerate(sheet[side].sections):
                if any(same(line.text, text) for line in section):
                    apt = index
    return Memory(side, apt, text)


def _plain(said: Values, record: Any, *later: str) -> Any:
    """Return the record with the values in `start:`, except those that are read later."""
    names = [each for each in record._fields if each in said.values and each not in later]
    return record._replace(**{each: said.values[each] for each in names if each in said})


def _bleed(state: State, said: Values) -> MemoryBleed:
    chosen = said.memory(state) if "memory" in said else None
    proposed = ((seat, read(state)) for seat, read in said.get("proposals", ()))
    bleed: MemoryBleed = _plain(
        said, MemoryBleed(raised=chosen is not None, chosen=chosen), "proposals"
    )
    return bleed._replace(proposals=tuple(each for each in proposed if each[1]))


def _scene(state: State, said: Values) -> State:
    if said.get("half", 1) > 1 and not state.visitors:
        state = state._replace(visitors=(NOBODY,) * (said.half - 1))
    later = ("memory", "visitors_memory", "reveals", "rolled")
    scene: Scene = _plain(said, Scene(open=True), *later)
    rolled = said.get("rolled", ())
    woven = said.get("woven", WOVEN if scene.question or rolled else ())
    memory, visitors = (said.values[name](state) if name in said else None for name in later[:2])
    question = scene.question or ("?" if rolled else "")
    if state.phase == phases.FINAL and scene.open:
        question = question or state.table.question
    scene = scene._replace(
        memory=memory, visitors_memory=visitors, question=question, gifts=said.get("dice", ()),
        woven_key="key" in woven, woven_memory="memory" in woven,
        reveals=tuple(read(state) for _, read in said.get("reveals", ())),
    )  # fmt: skip
    return _rolls(state._replace(scene=scene), said)


def _reveal(state: State, reader: FactReader, player: str) -> Reveal:
    seat = state.table.players.index(player)
    if not isinstance(reader.raw(player), Mapping):
        return Reveal(seat, VOTED.read(reader, player, state.table))
    each = reader.inner(player)
    kind = _kind(each.word("kind", (*SIDES[:2], *KINDS), ""))
    found = Reveal(seat, kind, each.yes("full"), _memory(state, each, "memory"))
    each.done()
    return found


def _rolls(state: State, said: Values) -> State:
    """Pools and rolled dice by player."""
    table, inside = state.table, scene_players(state)
    pools, rolled = dict(said.get("pool", ())), dict(said.get("rolled", ()))
    for name, there in (("pool", pools), ("rolled", rolled)):
        for seat in there:
            if seat not in inside:
                raise said.reader.inner(name).wrong(table.players[seat], "not in the scene")
    actor, visitor = (rolled.get(seat, ()) for seat in (*inside, NOBODY, NOBODY)[:2])
    thrown = bool(actor or visitor)
    have = {seat: state.pool(seat) for seat in inside}
    traded = [tuple(map(sub, pools.get(seat, dice), dice)) for seat, dice in have.items()]
    traded += [(0,) * len(table.dice)] * (2 - len(traded))
    scene = state.scene._replace(
        rolls=(actor, visitor), rolled=thrown, rolling=said.get("rolling", thrown),
        traded=tuple(traded) if pools else (),
    )  # fmt: skip
    return state._replace(scene=scene)


def _pool(reader: FactReader, player: str, table: Table) -> tuple[int, ...]:
    raw = reader.raw(player)
    words = raw.split() if isinstance(raw, str) else raw
    if not isinstance(words, tuple | list):
        raise reader.wrong(player, f"expected dice as in '2d6 1d8', not {shown(raw)}")
    found = dict.fromkeys(table.dice, 0)
    for word in words:
        if str(word) in ("no", "dice", "none"):
            continue
        match = DIE.fullmatch(str(word).lower())
        if match is None or match[2] not in found:
            raise reader.wrong(player, f"'{word}' is not a die; there are {', '.join(table.dice)}")
        found[match[2]] += int(match[1] or 1)
    return tuple(found.values())


def _faces(reader: FactReader, player: str, _: Table) -> tuple[tuple[str, int], ...]:
    raw = reader.raw(player)
    words = raw.split() if isinstance(raw, str) else raw
    found = []
    if not isinstance(words, tuple | list):
        raise reader.wrong(player, f"expected dice as in [d6:4, d8:2], not {shown(raw)}")
    for word in words:
        die, _colon, face = str(word).lower().partition(":")
        if not DIE.fullmatch(die) or not face.isdigit() or len(face) > 100:
            raise reader.wrong(player, f"expected a die and its face, as in d6:4, not '{word}'")
        found.append((die, int(face)))
    return tuple(found)


# ---- how facts are shown


def _memory_fact(memory: Memory | None, table: Table) -> str:
    if memory is None:
        return "none"
    return f'{SIDES[memory.side]} {_letter_of(table, memory.aptitude)} "{memory.text}"'


def _side_facts(written: tuple[int, Side], table: Table) -> FrozenMap:
    """A side of a sheet: its name, its ratings by letter, its memories by aptitude."""
    side, each = written
    entries: dict[str, Any] = {"name": each.name} if side != OVERLAP else {}
    entries |= dict(zip(table.letters, each.ratings, strict=True))
    for aptitude, section in zip(table.aptitudes, each.sections, strict=True):
        entries[aptitude] = tuple(write_line(line, side != OVERLAP) for line in section)
    return FrozenMap(entries)


def stage(state: State) -> str:
    """The stage of the scene."""
    scene = state.scene
    if not scene.open:
        return "closed"
    if scene.narrator >= 0 and scene.judge >= 0:
        return "price" if scene.price else "answer"
    if scene.rolled:
        return "roles"
    if scene.rolling:
        return "roll"
    return "dice" if scene.question else "play"


def _by_seat(fact: Callable[[State, int], Any]) -> Callable[[State], tuple[tuple[int, Any], ...]]:
    """A fact of each player in the open scene."""

    def by_seat(state: State) -> tuple[tuple[int, Any], ...]:
        inside = scene_players(state) if state.scene.open else ()
        return tuple((seat, fact(state, seat)) for seat in inside)

    return by_seat


def _outcome(state: State) -> str:
    """The kind of the final turn, known once the player is unmasked."""
    if state.phase != phases.FINAL or state.turn < 0 or not state.seats[state.turn].unmasked:
        return "none"
    return "crisis" if state.in_crisis() else "confirmed"


def _woven(state: State) -> Pieces:
    known = zip(WOVEN, (state.scene.woven_key, state.scene.woven_memory), strict=True)
    return tuple(word for word, there in known if there)


def _rolled(state: State) -> tuple[tuple[int, Any], ...]:
    inside = scene_players(state) if state.scene.open and state.scene.rolled else ()
    return tuple(zip(inside, state.scene.rolls, strict=False))


def _reveal_facts(each: Reveal, table: Table) -> FrozenMap:
    memory = _memory_fact(each.memory, table)
    return FrozenMap({"kind": KINDS[each.kind], "full": each.full, "memory": memory})


# ---- the facts

WOVEN = ("key", "memory")
SIDE, VOTED, VERDICT = _sided("none"), _sided(*KINDS), _sided(*KINDS, "none")
TEXT = Kind(_text, lambda text, _: text or "none")
REMEMBERED = Kind(_later(_memory), _memory_fact)
PLAYER = Kind(
    lambda reader, name, table: table.players.index(reader.word(name, table.players, "")),
    lambda seat, table: table.players[seat],
)
POOL = of_players(Kind(_pool, lambda dice, table: table.pool_words(dice)))
ROLL = of_players(Kind(_faces, lambda dice, _: tuple(f"{die}:{face}" for die, face in dice)))
TEXTS = Kind(lambda reader, name, _: tuple(map(str, reader.listed(name, "texts") or ())))
HALF = Kind(lambda reader, name, table: reader.whole(name, 1, 1, table.scenes))
BLEED = (
    Field("votes", of_players(VOTED)),
    Field("bleeder", _sided("nobody", "none", nobody="nobody")),
    Field("raised", FLAG),
    Field("supplied", whole(0, 99)),
    Field("proposals", of_players(REMEMBERED)),
    Field("memory", REMEMBERED, attribute="chosen"),
    Field("copied", FLAG),
    Field("replaced", TEXTS),
    Field("linked", whole(0, 99)),
)
OF_A_SCENE = (
    Field("open", FLAG),
    Field("stage", get=stage),
    Field("outcome", get=_outcome, rules=("SCHIZ-FINAL-07",)),
    Field("persona", SIDE),
    Field("visitor", SEAT),
    Field("visiting", SIDE),
    Field("key", Kind(_key, TEXT.show)),
    Field("memory", REMEMBERED),
    Field("visitors_memory", REMEMBERED),
    Field("aptitude", Kind(_aptitude, lambda aptitude, table: _letter_of(table, aptitude))),
    Field("woven", Kind(lambda reader, name, _: reader.words(name, WOVEN)), _woven),
    Field("question", TEXT),
    Field("asked", FLAG),
    Field("dice", of_players(PLAYER), attribute="gifts"),
    Field("pool", POOL, _by_seat(State.pool), repeats=True, rules=_dice_rules),
    Field("rating", get=_by_seat(lambda state, seat: state.rating(seat)[1]),
          show=of_players(whole()).show, rules=_dice_rules),
    Field("rolling", FLAG),
    Field("rolled", ROLL, _rolled),
    Field("narrator", SEAT),
    Field("judge", SEAT),
    Field("answer", TEXT),
    Field("price", TEXT),
    Field(
        "reveals", of_players(Kind(_later(_reveal), _reveal_facts)),
        lambda state: tuple((each.seat, each) for each in state.scene.reveals),
    ),
    Field("verdict", VERDICT),
    Field("half", HALF, shows=False),
)  # fmt: skip
ALLEGIANCE, COIN = ("Agent", "Thief"), ("coin",)  # pieces of which only the numbers count
FIELDS = ref.Fields(
    Field("players", get=lambda state: state.table.players),
    Field("phase", ref.one_of(*phases.PHASES)),
    Field(
        "length", Kind(_length, lambda name, _: name.replace("_", " ")), _length_of, repeats=True,
        rules=("SCHIZ-DECK-01", "SCHIZ-DECK-05", "SCHIZ-KIT-01"),
    ),
    Field("cards", whole(0, 999), attribute="size"),
    Field(
        "rounds", whole(0, 99), lambda state: state.rounds, repeats=True,
        rules=("SCHIZ-DECK-01", "SCHIZ-DECK-05", "SCHIZ-KIT-01"),
    ),
    Field("scenes", get=_scenes, rules=("SCHIZ-DECK-05", "SCHIZ-KIT-02")),
    Field("starter", SEAT),
    Field("round", whole()),
    Field("turn", SEAT),
    Field("step", ref.one_of(*phases.STEPS)),
    Field("deck", CARDS, zone="key deck", hidden="all", back="key card"),
    Field("chain", CARDS, zone="chain"),
    Field("key", attribute="key_in_play", zone="scene", shows=False),
    Field("due", whole(0, 99)),
    Field("centre", CARDS, zone="centre"),
    Field("box", zone="box", hidden="all", back="key card"),
    Field("pile", PAIR, zone="allegiance deck", counts=ALLEGIANCE, hidden="all", back="allegiance"),
    Field("spare", show=_by_kind, zone="pool", counts=ALLEGIANCE),
    Field("dealing", FLAG),
    Field("bank", rules=("SCHIZ-TALLY-07",), zone="bank", counts=COIN),
    Field("used", USED),
    Field("visitors", ref.SEATS),
    Field("score", PAIR),
    Field("scored", FLAG),
    Field("tallied", FLAG),
    Field("result", get=_known, rules=_won_by),
    Field(
        "winner", get=lambda state: "none" if _known(state) == "dark" else _known(state),
        rules=_won_by,
    ),
    Field("escaped", ref.SEATS),
    Field("end", get=lambda state: state.phase == phases.OVER),
    Field(
        "coins", get=lambda state: sum(sum(own.coins) for own in state.seats),
        rules=("SCHIZ-TALLY-07",),
    ),
    Field("bleed", below=BLEED),
    Field("scene", below=OF_A_SCENE),
    *(
        Field(
            word, Kind(lambda reader, name, _: reader.inner(name), _side_facts), own=True,
            get=lambda state, seat, side=side: (side, state.seats[seat].sheet[side]),
        )
        for side, word in enumerate(SIDES)
    ),
    Field("name", TEXT, own=True),
    Field("made", FLAG, own=True),
    Field("studied", whole(0, len(SIDES)), own=True),
    Field("ready", FLAG, own=True),
    Field("hand", CARDS, own=True, zone="hand"),
    Field("votes", PAIR, own=True, zone="votes", counts=ALLEGIANCE),
    Field("up", PAIR, own=True, zone="cards face up", counts=ALLEGIANCE),
    Field(
        "down", PAIR, own=True, zone="cards face down", counts=ALLEGIANCE, hidden="others",
        back="allegiance",
    ),
    Field("money", own=True, zone="coins", counts=COIN, shows=False),
    Field(
        "allegiance", own=True,
        get=lambda state, seat: (*SIDES[:2], "undetermined")[state.allegiance(seat)],
        rules=("SCHIZ-ALLEG-01", "SCHIZ-ALLEG-02", "SCHIZ-REVEAL-05"),  # of cards, not of claims
    ),
    Field("unmasked", FLAG, own=True),
    Field(
        "true", own=True, rules=("SCHIZ-FINAL-04",),
        get=lambda state, seat: _when_unmasked(state, seat, State.true_side),
    ),
    Field(
        "preferred", own=True, rules=("SCHIZ-FINAL-05", "SCHIZ-FINAL-06"),
        get=lambda state, seat: _when_unmasked(state, seat, State.preferred),
    ),
    Field("coins", PAIR, own=True),
    Field("total", own=True, get=lambda state, seat: sum(state.seats[seat].coins)),
    Field("earned", whole(0, 999), own=True),
    Field("dead", FLAG, own=True),
    only_start={"first": SEAT},
)  # fmt: skip
