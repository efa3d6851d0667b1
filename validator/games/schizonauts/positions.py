"""The positions of Schizonauts that `start:` describes; omitted facts follow from others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import sub
from typing import Any

from validator.games.schizonauts import phases
from validator.games.schizonauts.characters import default_sheet, sheet_from
from validator.games.schizonauts.facts import FIELDS, WOVEN
from validator.games.schizonauts.scene import scene_players
from validator.games.schizonauts.sheet import (
    AGENT,
    OVERLAP,
    THIEF,
    MemoryLine,
    Pair,
    Sheet,
)
from validator.games.schizonauts.state import (
    NOBODY,
    NONE,
    MemoryBleed,
    Scene,
    Seat,
    State,
    hand_made_odd,
    minus,
    pile_size,
    plus,
)
from validator.games.schizonauts.table import Table
from validator.referee.dealing import Undealt
from validator.referee.kinds import UNSET, Values

LATE = (phases.INTERLUDE, *phases.FROM_ENDGAME)


def opening(table: Table, first: int | None) -> State:
    """Return the state before anything is written or dealt."""
    blank = default_sheet(table, 0)[OVERLAP]
    return State(
        table, starter=NOBODY if first is None else first, box=tuple(table.keys),
        spare=table.printed, bank=table.coins,
        seats=(Seat(Sheet(blank, blank, blank)),) * table.count,
    )  # fmt: skip


def _each(state: State, **columns: Iterable[Any]) -> State:
    """Return the state with attributes set for all seats, one value per seat."""
    seats = state.seats
    for name, values in columns.items():
        seats = tuple(own._replace(**{name: each}) for own, each in zip(seats, values, strict=True))
    return state._replace(seats=seats)


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe, with defaults for the rest."""
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
    """Return whether a player's turn in this round is over."""
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


def _in_hand(state: State, seat: int, key: str) -> int:
    """Return the number of key cards that a player holds at this point."""
    done, acts, number = _before(state, seat), state.turn == seat, 0
    if state.phase == phases.FLASHBACK:
        closed = acts and state.step in (phases.VOTE, phases.BLEED)
        number = state.round - 1 + int(done or closed)
    elif state.phase in (phases.GATHER, phases.SITUATION, phases.INTERLUDE):
        number = state.rounds
    elif state.phase == phases.ENDGAME and state.turn != NOBODY:
        used = done or (acts and (bool(key) or state.step != phases.SCENE))
        number = state.rounds - (state.round - 1) - int(used)
    return min(number, state.rounds)


def _keys(state: State, start: Values, own: list[Values]) -> State:
    """Set the key cards. Zones without facts are filled in the order of the data."""
    table, count = state.table, state.table.count
    hands = [each.get("hand", None) for each in own]
    chain, deck, centre = (start.get(zone, None) for zone in ("chain", "deck", "centre"))
    key = start.scene.get("key", "") if "scene" in start else ""
    zones = ((key,) if key else (), *hands, chain, deck, centre)
    named = [card for zone in zones for card in zone or ()]
    size = _size(start, table, len(named))
    if state.phase in (phases.CHARACTERS, phases.SETUP) and "cards" not in start and not named:
        size = size if any(each in start for each in ("rounds", "length")) else 0
    state = state._replace(size=size)
    fill = Undealt(dict.fromkeys(table.keys, 1), named).fill
    full = [fill(hand, _in_hand(state, seat, key)) for seat, hand in enumerate(hands)]
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
    used = {key, *deck, *chain, *centre, *(card for hand in full for card in hand)}
    box = tuple(card for card in table.keys if card not in used)
    state = state._replace(box=box, deck=deck, chain=chain, centre=centre, due=start.get("due", 0))
    return _each(state, hand=full)


def _people(state: State, own: list[Values]) -> State:
    """Set the players' attributes and possessions; omitted values follow from the phase."""
    late = state.phase in phases.FROM_ENDGAME
    ready = state.phase not in (phases.CHARACTERS, phases.SETUP, phases.PREAMBLE)
    unmasked = state.phase in (phases.TALLY, phases.OVER)
    return state._replace(seats=tuple(
        seat._replace(
            name=each.get("name", seat.sheet.joined() if late else ""),
            ready=each.get("ready", ready), studied=each.get("studied", 0),
            dead=each.get("dead", False), coins=each.get("coins", NONE),
            earned=each.get("earned", 0), unmasked=each.get("unmasked", unmasked),
        )
        for seat, each in zip(state.seats, own, strict=True)
    ))  # fmt: skip


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


def _rolls(state: State, said: Values) -> State:
    """Set the pools and rolled dice of each player."""
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
