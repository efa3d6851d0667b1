"""The positions of Schizonauts that `start:` describes; omitted facts follow from others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from validator.games.schizonauts import phases
from validator.games.schizonauts.allegiance_deck import half_allegiance_deck, hand_made_odd
from validator.games.schizonauts.characters import default_sheet, sheet_from
from validator.games.schizonauts.constants import Table
from validator.games.schizonauts.facts import FIELDS
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.sheet import (
    AGENT,
    NONE,
    OVERLAP,
    THIEF,
    MemoryLine,
    Pair,
    Sheet,
    minus,
    plus,
)
from validator.games.schizonauts.state import Seat, State
from validator.referee.dealing import Undealt
from validator.referee.kinds import Values

LATE = (phases.INTERLUDE, *phases.FROM_ENDGAME)


def opening(table: Table, first: int | None) -> State:
    """Return the state before any character is created and any card is dealt."""
    blank = default_sheet(table, 0)[OVERLAP]
    return State(
        table, starter=NOBODY if first is None else first, box=tuple(table.keys),
        spare=table.printed, bank=table.coins,
        seats=(Seat(Sheet(blank, blank, blank)),) * table.count,
    )  # fmt: skip


def _each(state: State, **columns: Iterable[Any]) -> State:
    """Return the state with attributes set for all seats.

    Each attribute has one value for each seat.
    """
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
        phase=phase, round=start.get("round", 1), step=start.get("step", phases.SCENE),
        turn=start.get("turn", starter if has_turn else NOBODY),
    )  # fmt: skip
    state = _each(state, made=(each.get("made", phase != phases.CHARACTERS) for each in own))
    state = _each(state, sheet=_sheets(table, own, phase))
    state = _keys(state, start, own)
    state = _each(state, sheet=[_bled(state, seat) for seat in table.seats])
    state = _people(state, own)
    state = _allegiance_cards(state, start, own)
    state = _turn(state, start)
    return state._replace(bank=table.coins - sum(own.money for own in state.seats))


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
    """Return a player's sheet, with a memory in its overlap if the player has had a turn."""
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
    """Return whether a player's turn in the current round is over."""
    count = state.table.count
    return (seat - state.starter) % count < (state.turn - state.starter) % count


def _size(start: Values, table: Table, named: int) -> int:
    count = table.count
    if "cards" in start:
        return int(start.cards)
    if "rounds" in start:
        return int(start.rounds) * count
    if start.get("length", "own") != "own":
        return table.key_deck_sizes[start.length] or count
    short = next(iter(table.key_deck_sizes.values()), 0) or count
    return max(short, -(-named // count) * count)


def _in_hand(state: State, seat: int) -> int:
    """Return the number of key cards that a player holds at this point of the game."""
    done, number = _before(state, seat), 0
    if state.phase == phases.FLASHBACK:
        closed = state.turn == seat and state.step == phases.VOTE
        number = state.round - 1 + int(done or closed)
    elif state.phase in (phases.GATHER, phases.SITUATION, phases.INTERLUDE):
        number = state.rounds
    elif state.phase == phases.ENDGAME and state.turn != NOBODY:
        number = state.rounds - (state.round - 1) - int(done)
    return min(number, state.rounds)


def _keys(state: State, start: Values, own: list[Values]) -> State:
    """Return the state with the key cards in their zones."""
    table, count = state.table, state.table.count
    hands = [each.get("hand", None) for each in own]
    chain, deck, centre = (start.get(zone, None) for zone in ("chain", "deck", "centre"))
    zones = (*hands, chain, deck, centre)
    named = [card for zone in zones for card in zone or ()]
    size = _size(start, table, len(named))
    if state.phase in (phases.CHARACTERS, phases.SETUP) and "cards" not in start and not named:
        size = size if any(each in start for each in ("rounds", "length")) else 0
    state = state._replace(size=size)
    fill = Undealt(dict.fromkeys(table.keys, 1), named).fill
    full = [fill(hand, _in_hand(state, seat)) for seat, hand in enumerate(hands)]
    left = max(0, size - sum(map(len, full)))
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
    used = {*deck, *chain, *centre, *(card for hand in full for card in hand)}
    box = tuple(card for card in table.keys if card not in used)
    state = state._replace(box=box, deck=deck, chain=chain, centre=centre)
    return _each(state, hand=full)


def _people(state: State, own: list[Values]) -> State:
    """Return the state with the attributes and pieces of players.

    Omitted values follow from the phase.
    """
    late = state.phase in phases.FROM_ENDGAME
    ready = state.phase not in (phases.CHARACTERS, phases.SETUP, phases.PREAMBLE)
    return state._replace(seats=tuple(
        record._replace(
            name=each.get("name", record.sheet.joined() if late else ""),
            ready=each.get("ready", ready), dead=each.get("dead", False),
            coins=each.get("coins", NONE),
            unmasked=state.phase in (phases.TALLY, phases.OVER)
            or (state.phase == phases.FINAL and _before(state, seat)),
        )
        for (seat, record), each in zip(enumerate(state.seats), own, strict=True)
    ))  # fmt: skip


def _allegiance_cards(state: State, start: Values, own: list[Values]) -> State:
    """Return the state with its agent and thief cards, by default dealt alternately."""
    table, count = state.table, state.table.count
    in_hand = state.phase in (phases.PREAMBLE, phases.FLASHBACK, phases.GATHER)
    ballots = tuple(each.get("votes", table.vote_cards if in_hand else NONE) for each in own)
    hand = max(state.rounds, 1)
    half = half_allegiance_deck(count, hand)
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
    dealing = start.get("dealing", state.phase == phases.GATHER and any(pile))
    if dealing and state.phase not in (phases.GATHER, phases.ENDGAME):
        raise start.reader.wrong(
            "dealing", f"no allegiance cards are dealt in the phase {state.phase}"
        )
    state = _each(state, votes=ballots, up=up, down=down)
    return state._replace(pile=pile, spare=spare, dealing=dealing)


def _turn(state: State, start: Values) -> State:
    """Return the state with the current turn.

    At the vote of a turn, both of its scenes have been played.
    """
    count, scoring = state.table.count, start.get("score", NONE)
    state = state._replace(score=scoring, tallied=state.phase == phases.OVER)
    if state.step != phases.VOTE:
        if start.get("used", (NOBODY, NOBODY)) != (NOBODY, NOBODY):
            raise start.reader.wrong("used", "both scenes of a turn are over only at step: vote")
        return state
    after = ((state.turn + 1) % count, (state.turn + 2) % count)
    used = start.get("used", NONE)
    return state._replace(
        used=(max(0, used[0]), max(0, used[1])),
        visitors=tuple(seat for seat in after if seat != state.turn),
    )
