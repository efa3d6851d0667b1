"""Memories in a scene: chosen, written, marked; and its story characters."""

from __future__ import annotations

import re

from validator.games.schizonauts import notation, phases
from validator.games.schizonauts.modes import by_phase
from validator.games.schizonauts.scene import check, create, extra, memory, say, voice
from validator.games.schizonauts.sheet import OVERLAP, SIDES, Line, Memory, same
from validator.games.schizonauts.state import NOBODY, Reveal, State
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Trace, Verdict, record

TITLE = re.compile(r"^\s*agent\s+", re.IGNORECASE)  # how a script may address an agent

# ---- the memory


@ref.guards_for((memory, create), "SCHIZ-SCENE-13")
def no_box_for_visitors(state: State, seat: int) -> Verdict:
    if state.phase != phases.FLASHBACK or seat != state.scene.visitor:
        return NOT_CONCERNED
    return "a visitor uses no memory of his own; he only mentions it"


@by_phase(
    (memory, create), {phases.FLASHBACK: ("SCHIZ-SCENE-01",), phases.ENDGAME: ("SCHIZ-END-08",)}
)
def one_memory(state: State, seat: int) -> Verdict:
    scene = state.scene
    chosen = scene.memory if seat == state.turn else scene.visitors_memory
    if chosen is None:
        return NOT_CONCERNED
    return f"{state.name(seat)} uses {notation.memory_text(state.table, chosen)} in this scene"


@memory.guard("SCHIZ-CRISIS-04", when=State.in_crisis)
def true_memory(state: State, seat: int, which: Memory) -> Verdict:
    """In a crisis the actor uses a memory of the side of her true allegiance."""
    if seat != state.turn:
        return NOT_CONCERNED
    return _one_of_side(state, seat, which, state.true_side(seat), "true")


@memory.guard("SCHIZ-CRISIS-05", when=State.in_crisis)
def preferred_memory(state: State, seat: int, which: Memory) -> Verdict:
    """Her visitor uses a memory of the side of her preferred allegiance."""
    if seat != state.scene.visitor or seat == state.turn:
        return NOT_CONCERNED
    return _one_of_side(state, seat, which, state.preferred(state.turn), "preferred")


def _one_of_side(state: State, seat: int, which: Memory, side: int, word: str) -> Verdict:
    """One memory for each scene, of this side, on the player's sheet."""
    if which.side != side:
        return f"the {word} side is the {SIDES[side]}'s"
    return one_memory(state, seat) or on_the_sheet(state, seat, which) or KEPT


@memory.guard("SCHIZ-SCENE-05")
def own_side(state: State, seat: int, which: Memory) -> Verdict:
    if state.phase != phases.FLASHBACK or seat != state.turn:
        return NOT_CONCERNED
    if which.side == state.scene.persona or (which.side == OVERLAP and state.table.overlap_too):
        return KEPT
    return f"the active character is the {SIDES[state.scene.persona]}, not the {SIDES[which.side]}"


@memory.guard("SCHIZ-AFTER-02")
def dead_have_overlap_only(state: State, seat: int, which: Memory) -> Verdict:
    if state.phase != phases.ENDGAME or not state.seats[seat].dead:
        return NOT_CONCERNED
    return KEPT if which.side == OVERLAP else f"{state.name(seat)}'s character is dead"


@memory.guard("SCHIZ-END-03")
def has_card_of_the_kind(state: State, seat: int, which: Memory) -> Verdict:
    if state.phase != phases.ENDGAME or which.side == OVERLAP:
        return NOT_CONCERNED
    shown = state.reveal_of(seat)
    if state.seats[seat].down[which.side] or (shown and shown.kind == which.side):
        return KEPT
    return f"{state.name(seat)} has no {SIDES[which.side]} card face down"


@memory.guard("SCHIZ-END-02", "SCHIZ-REVEAL-12")
def shown_for_it(state: State, seat: int, which: Memory) -> Verdict:
    """A persona's memory requires a revealed card of that persona in this scene."""
    if state.phase != phases.ENDGAME or which.side == OVERLAP:
        return NOT_CONCERNED
    shown = state.reveal_of(seat)
    if shown and shown.kind == which.side:
        return KEPT
    return f"no {SIDES[which.side]} card is turned up for it in this scene"


@by_phase((memory,), {phases.FLASHBACK: ("SCHIZ-SCENE-01",), phases.ENDGAME: ("SCHIZ-END-08",)})
def on_the_sheet(state: State, seat: int, which: Memory) -> Verdict:
    """The memory is on the player's sheet."""
    if state.seats[seat].sheet.find(which) is not None:
        return KEPT
    return f"{state.name(seat)} has no memory {notation.memory_text(state.table, which)}"


@by_phase((memory,), {phases.FLASHBACK: ("SCHIZ-SCENE-02",), phases.ENDGAME: ("SCHIZ-REVEAL-08",)})
def not_used_up(state: State, seat: int, which: Memory) -> Verdict:
    """The box of a memory is empty in flashback, its circle in endgame."""
    line = state.seats[seat].sheet.find(which)
    if which.side == OVERLAP or line is None:
        return NOT_CONCERNED
    mark, filled = ("box", line.box) if state.phase == phases.FLASHBACK else ("circle", line.circle)
    return f'the {mark} of "{line.text}" is filled' if filled else KEPT


@memory.guard("SCHIZ-END-13", "SCHIZ-SCENE-11")
def bound_to_aptitude(state: State, seat: int, which: Memory) -> Verdict:
    chosen = state.scene.aptitude
    if seat != state.scene.visitor or chosen == NOBODY or state.phase == phases.FLASHBACK:
        return NOT_CONCERNED
    used = state.table.aptitudes[chosen]
    return KEPT if which.aptitude == chosen else f"{state.name(seat)} uses {used}"


@memory.effect
def _memory(state: State, seat: int, which: Memory, trace: Trace | None) -> State:
    sheet = state.seats[seat].sheet
    line = sheet.find(which)
    assert line is not None
    which = which._replace(text=line.text)
    scene, player = state.scene.remembering(seat == state.turn, which), state.name(seat)
    seats = state.seats
    if state.phase == phases.FLASHBACK and which.side != OVERLAP:
        seats = state.seats_with(seat, sheet=sheet.changed(which, line._replace(box=True)))
    elif state.phase == phases.ENDGAME and which.side != OVERLAP:
        shown = state.reveal_of(seat)
        assert shown is not None
        reveals = [each for each in scene.reveals if each.seat != seat]
        scene = scene._replace(reveals=(*reveals, Reveal(seat, shown.kind, shown.full, which)))
    if trace is not None:
        text = f"{player} remembers {notation.memory_text(state.table, which)}"
        fact = "scene.memory" if seat == state.turn else "scene.visitors_memory"
        section = state.section(seat, which)
        if state.phase == phases.FLASHBACK:
            trace("SCHIZ-SCENE-01", fact, text=text)
            filled = () if which.side == OVERLAP else (section,)
            trace(("SCHIZ-SCENE-02", "SCHIZ-SHEET-04"), *filled)
            trace(("SCHIZ-SCENE-10", "SCHIZ-DICE-02"))
        elif state.phase == phases.ENDGAME:
            trace("SCHIZ-END-08", fact, text=text)
            trace("SCHIZ-END-13")
            if which.side == OVERLAP:
                trace("SCHIZ-REVEAL-13")
            else:
                trace("SCHIZ-REVEAL-07", f"scene.reveals.{player}")
                trace("SCHIZ-REVEAL-08")
        else:
            trace("SCHIZ-CRISIS-04" if seat == state.turn else "SCHIZ-CRISIS-05", fact, text=text)
            trace("SCHIZ-CRISIS-06")
            if state.seats[seat].dead:
                trace(("SCHIZ-CRISIS-07", "SCHIZ-AFTER-02"))
    return state._replace(scene=scene, seats=seats)


@create.guard("SCHIZ-SCENE-05")
def on_own_side(state: State, seat: int, which: Memory) -> Verdict:
    """A new memory is written on the active character's side."""
    return own_side(state, seat, which) if which.side != OVERLAP else "never in the overlap"


@create.guard("SCHIZ-SCENE-04", "SCHIZ-SCENE-03")
def none_left(state: State, seat: int, which: Memory) -> Verdict:
    if seat != state.turn or which.side == OVERLAP:
        return NOT_CONCERNED
    section = state.seats[seat].sheet[which.side].sections[which.aptitude]
    left = [line.text for line in section if not line.box]
    return f'"{left[0]}" still has an empty box' if left else KEPT


@create.effect
def _create(state: State, seat: int, which: Memory, trace: Trace | None) -> State:
    sheet = state.seats[seat].sheet.written(which, Line(which.text, box=True))
    text = f"{state.name(seat)} writes {notation.memory_text(state.table, which)} and uses it"
    record(trace, "SCHIZ-SCENE-03", state.section(seat, which), "scene.memory", text=text)
    record(trace, "SCHIZ-SCENE-10")
    return state.with_seat(seat, sheet=sheet).with_scene(memory=which)


# ---- boxes, extra memories, voices


@check.guard("SCHIZ-SCENE-13")
def visitor_fills_none(state: State, seat: int, _which: Memory) -> Verdict:
    if seat == state.turn:
        return NOT_CONCERNED
    return f"{state.name(seat)} is not the actor: no box of hers is filled"


@check.guard("SCHIZ-SCENE-02")
def marks_the_active_one(state: State, seat: int, which: Memory) -> Verdict:
    if state.phase != phases.FLASHBACK or seat != state.turn:
        return NOT_CONCERNED
    active = state.scene.memory
    if active is not None and state.scene.open and active.side == which.side and (
        active.aptitude == which.aptitude and same(active.text, which.text)
    ):  # fmt: skip
        return KEPT
    return f"the active memory is {notation.memory_text(state.table, active)}"


@extra.guard("SCHIZ-CHAR-13")
def own_new_memory(state: State, seat: int, which: Memory) -> Verdict:
    if which.side == OVERLAP:
        return "the overlap takes only what bleeds"
    there = state.seats[seat].sheet.has_text(which.text)
    return f'"{which.text}" is on the sheet' if there else KEPT


@extra.effect
def _extra(state: State, seat: int, which: Memory, trace: Trace | None) -> State:
    text = f"{state.name(seat)} adds {notation.memory_text(state.table, which)}"
    record(trace, "SCHIZ-CHAR-13", state.section(seat, which), text=text)
    return state.writing(seat, which)


def _owners(state: State, text: str) -> list[int]:
    """The players with an agent, thief or joined character of this name."""
    called = TITLE.sub("", text)
    names = (
        (own.sheet.agent.name, own.sheet.thief.name, own.sheet.joined()) for own in state.seats
    )
    return [s for s, own in enumerate(names) if any(same(each, called) for each in own if each)]


@voice.guard("SCHIZ-GEN-07", "SCHIZ-GEN-05")
def no_second_self(state: State, _: int, text: str) -> Verdict:
    """Neither persona of a player in the scene returns as a story character, in any phase."""
    for seat in _owners(state, text):
        if state.in_scene(seat):
            return f"{text} is a character of {state.name(seat)}, who is in the scene"
    return KEPT


@voice.guard("SCHIZ-GEN-05")
def no_third_character(state: State, _: int, text: str) -> Verdict:
    for seat in _owners(state, text):
        if not state.in_scene(seat):
            return f"{text} is a character of {state.name(seat)}, who contributes"
    return KEPT


@voice.effect
def _voice(state: State, seat: int, text: str, trace: Trace | None) -> State:
    record(trace, "SCHIZ-SCENE-09", text=f"{state.name(seat)} voices {text}")
    return state


@say.guard("SCHIZ-FLASH-01", "SCHIZ-CHAR-04")
def one_name_only(state: State, _: int, text: str) -> Verdict:
    """Until the interlude thieves have first names only and agents last names only."""
    if state.phase in (phases.INTERLUDE, phases.ENDGAME, phases.FINAL, phases.TALLY):
        return NOT_CONCERNED
    words = [word for word in text.split() if word.lower() != "agent"]
    known = [each.name for own in state.seats for each in own.sheet if each.name]
    named = any(same(word, each) for word in words for each in known)
    full = named and len(words) > state.table.name_words
    return f"{text} is more than one name of a character" if full else KEPT
