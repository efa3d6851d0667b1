"""Memories in a scene: chosen, written, marked; and the voices of a scene."""

from __future__ import annotations

import re

from validator.games.schizonauts import notation
from validator.games.schizonauts.common import (
    belongs_to,
    by_phase,
    name,
    open_scene,
)
from validator.games.schizonauts.position import (
    BET,
    ENDGAME,
    FINAL,
    FLASHBACK,
    NOBODY,
    Position,
    Reveal,
    in_crisis,
    in_scene,
    preferred,
    reveal_of,
    true_side,
)
from validator.games.schizonauts.scene import (
    PERSONAS,
    check,
    create,
    extra,
    memory,
    say,
    voice,
)
from validator.games.schizonauts.sheet import (
    AGENT,
    OVERLAP,
    SIDES,
    THIEF,
    Line,
    Memory,
    changed,
    find,
    has_text,
    joined,
    same,
    written,
)
from validator.referee.core import Notes, Verdict
from validator.referee.zones import put

TITLE = re.compile(r"^\s*agent\s+", re.IGNORECASE)  # how a script may address an agent

# ---- the memory


@memory.law("SCHIZ-SCENE-13")
def no_box_for_visitors(at: Position, seat: int) -> Verdict:
    """In flashback a visitor only mentions his memories."""
    if at.phase != FLASHBACK or not at.scene.open or seat != at.scene.visitor:
        return None
    return "a visitor uses no memory of his own; he only mentions it"


@create.law("SCHIZ-SCENE-13")
def visitors_write_nothing(at: Position, seat: int) -> Verdict:
    """Nor does he write one."""
    return no_box_for_visitors(at, seat)


@by_phase((memory, create), {
    FLASHBACK: ("SCHIZ-SCENE-01", "SCHIZ-SCENE-14"),
    ENDGAME: ("SCHIZ-END-14", "SCHIZ-SCENE-14"),
})  # fmt: skip
def before_the_question(at: Position, _: int) -> Verdict:
    """The actor's memory is chosen before the question is put."""
    if not at.scene.question:
        return None
    return "the question is put" if not at.scene.rolled else "the dice are rolled"


@by_phase((memory, create), {FLASHBACK: ("SCHIZ-SCENE-01",), ENDGAME: ("SCHIZ-END-08",)})
def one_memory(at: Position, seat: int) -> Verdict:
    """One memory for a scene."""
    scene = at.scene
    chosen = scene.memory if seat == at.turn else scene.visitors_memory
    if not scene.open or chosen is None:
        return None
    return f"{name(at, seat)} uses {notation.memory_text(at.table, chosen)} in this scene"


@memory.law("SCHIZ-CRISIS-04")
def true_memory(at: Position, seat: int, which: Memory) -> Verdict:
    """In a crisis the actor remembers from the side of her true allegiance."""
    if not in_crisis(at) or seat != at.turn:
        return None
    side = true_side(at, seat)
    if which.side != side:
        return f"the true side is the {SIDES[side]}'s"
    return _new_and_there(at, seat, which, at.scene.memory)


@memory.law("SCHIZ-CRISIS-05")
def preferred_memory(at: Position, seat: int, which: Memory) -> Verdict:
    """Her visitor remembers from his side of her preferred allegiance."""
    if not in_crisis(at) or seat != at.scene.visitor or seat == at.turn:
        return None
    side = preferred(at, at.turn)
    if which.side != side:
        return f"the preferred side is the {SIDES[side]}'s"
    return _new_and_there(at, seat, which, at.scene.visitors_memory)


def _new_and_there(at: Position, seat: int, which: Memory, chosen: Memory | None) -> Verdict:
    """One memory a scene, and one that the player has."""
    if chosen is not None:
        return f"{name(at, seat)} uses {notation.memory_text(at.table, chosen)} in this scene"
    return on_the_sheet(at, seat, which) or ""


@memory.law("SCHIZ-SCENE-05")
def own_side(at: Position, seat: int, which: Memory) -> Verdict:
    """In flashback a memory stands on the active character's side."""
    if at.phase != FLASHBACK or seat != at.turn or not at.scene.open:
        return None
    if which.side == at.scene.persona or (which.side == OVERLAP and at.table.overlap_too):
        return ""
    return f"the active character is the {SIDES[at.scene.persona]}, not the {SIDES[which.side]}"


@memory.law("SCHIZ-AFTER-02")
def dead_have_overlap_only(at: Position, seat: int, which: Memory) -> Verdict:
    """The dead use overlap memories only."""
    if at.phase != ENDGAME or not at.dead[seat]:
        return None
    return "" if which.side == OVERLAP else f"{name(at, seat)}'s character is dead"


@memory.law("SCHIZ-END-03")
def has_card_of_the_kind(at: Position, seat: int, which: Memory) -> Verdict:
    """A side is closed to a player without a face-down card of its kind."""
    if at.phase != ENDGAME or which.side == OVERLAP:
        return None
    shown = reveal_of(at, seat)
    if at.down[seat][which.side] or (shown and shown.kind == which.side):
        return ""
    return f"{name(at, seat)} has no {SIDES[which.side]} card face down"


@memory.law("SCHIZ-END-02", "SCHIZ-REVEAL-12")
def shown_for_it(at: Position, seat: int, which: Memory) -> Verdict:
    """A persona's memory asks for a card of that persona in this scene."""
    if at.phase != ENDGAME or which.side == OVERLAP:
        return None
    shown = reveal_of(at, seat)
    if shown and shown.kind == which.side:
        return ""
    return f"no {SIDES[which.side]} card is turned up for it in this scene"


@by_phase((memory,), {FLASHBACK: ("SCHIZ-SCENE-01",), ENDGAME: ("SCHIZ-END-08",)})
def on_the_sheet(at: Position, seat: int, which: Memory) -> Verdict:
    """It stands on the player's sheet."""
    if find(at.sheets[seat], which) is not None:
        return ""
    return f"{name(at, seat)} has no memory {notation.memory_text(at.table, which)}"


@memory.law("SCHIZ-SCENE-02")
def box_is_empty(at: Position, seat: int, which: Memory) -> Verdict:
    """In flashback its box is empty."""
    if at.phase != FLASHBACK or which.side == OVERLAP:
        return None
    line = find(at.sheets[seat], which)
    if line is None:
        return None
    return f'the box of "{line.text}" is filled' if line.box else ""


@memory.law("SCHIZ-REVEAL-08")
def circle_is_empty(at: Position, seat: int, which: Memory) -> Verdict:
    """A memory used with a reveal has not bled."""
    if at.phase != ENDGAME or which.side == OVERLAP:
        return None
    line = find(at.sheets[seat], which)
    if line is None:
        return None
    return f'the circle of "{line.text}" is filled' if line.circle else ""


@memory.law("SCHIZ-END-13", "SCHIZ-SCENE-11")
def bound_to_aptitude(at: Position, seat: int, which: Memory) -> Verdict:
    """A visitor's memory is of the aptitude he has named."""
    if seat != at.scene.visitor or at.scene.aptitude == NOBODY or at.phase == FLASHBACK:
        return None
    if which.aptitude == at.scene.aptitude:
        return ""
    return f"{name(at, seat)} uses {at.table.aptitudes[at.scene.aptitude]}"


@memory.effect
def _memory(at: Position, seat: int, which: Memory, note: Notes | None) -> Position:
    sheet = at.sheets[seat]
    line = find(sheet, which)
    assert line is not None
    which = which._replace(text=line.text)
    scene = at.scene
    if seat == at.turn:
        scene = scene._replace(memory=which)
    else:
        scene = scene._replace(visitors_memory=which)
    player = name(at, seat)
    sheets = at.sheets
    if at.phase == FLASHBACK and which.side != OVERLAP:
        sheets = put(sheets, seat, changed(sheet, which, line._replace(box=True)))
    elif at.phase == ENDGAME and which.side != OVERLAP:
        shown = reveal_of(at, seat)
        assert shown is not None
        reveals = [each for each in scene.reveals if each.seat != seat]
        scene = scene._replace(reveals=(*reveals, Reveal(seat, shown.kind, shown.full, which)))
    if note is not None:
        text = f"{player} remembers {notation.memory_text(at.table, which)}"
        fact = "scene.memory" if seat == at.turn else "scene.visitors_memory"
        section = f"{player}.{SIDES[which.side]}.{at.table.aptitudes[which.aptitude]}"
        dice = f"scene.pool.{player}"
        if at.phase == FLASHBACK:
            note("SCHIZ-SCENE-01", fact, text=text)
            note("SCHIZ-SCENE-02", section)
            note("SCHIZ-SHEET-04", section)
            note("SCHIZ-SCENE-10", "scene.aptitude", dice)
            note("SCHIZ-DICE-02", dice)
        elif at.phase == ENDGAME:
            note("SCHIZ-END-08", fact, section, text=text)
            note("SCHIZ-END-13", dice)
            if which.side == OVERLAP:
                note("SCHIZ-REVEAL-13", dice)
            else:
                note("SCHIZ-REVEAL-07", dice)
                note("SCHIZ-REVEAL-08", section)
        else:
            note("SCHIZ-CRISIS-04" if seat == at.turn else "SCHIZ-CRISIS-05", fact, text=text)
            note("SCHIZ-CRISIS-06", dice, section)
            if at.dead[seat]:
                note("SCHIZ-CRISIS-07", dice)
                note("SCHIZ-AFTER-02", dice)
    return at._replace(scene=scene, sheets=sheets)


@create.law("SCHIZ-SCENE-05")
def on_own_side(at: Position, seat: int, which: Memory) -> Verdict:
    """A new memory stands on the active character's side."""
    return own_side(at, seat, which) if which.side != OVERLAP else "never in the overlap"


@create.law("SCHIZ-SCENE-04", "SCHIZ-SCENE-03")
def none_left(at: Position, seat: int, which: Memory) -> Verdict:
    """Only where the section has no memory with an empty box."""
    if at.phase != FLASHBACK or seat != at.turn or which.side == OVERLAP:
        return None
    section = at.sheets[seat][which.side].sections[which.aptitude]
    left = [line.text for line in section if not line.box]
    return f'"{left[0]}" still has an empty box' if left else ""


@create.effect
def _create(at: Position, seat: int, which: Memory, note: Notes | None) -> Position:
    sheet = written(at.sheets[seat], which, Line(which.text, box=True))
    if note is not None:
        player = name(at, seat)
        section = f"{player}.{SIDES[which.side]}.{at.table.aptitudes[which.aptitude]}"
        text = f"{player} writes {notation.memory_text(at.table, which)} and uses it"
        note("SCHIZ-SCENE-03", section, "scene.memory", text=text)
        note("SCHIZ-SCENE-10", "scene.aptitude", f"scene.pool.{player}")
    scene = at.scene._replace(memory=which)
    return at._replace(scene=scene, sheets=put(at.sheets, seat, sheet))


# ---- boxes, extra memories, voices


@check.law("SCHIZ-END-16", "SCHIZ-END-08", "SCHIZ-REVEAL-08")
def boxes_rest(at: Position, _: int, _which: Memory) -> Verdict:
    """In endgame no box is filled."""
    later = at.phase in (ENDGAME, FINAL) or at.step == BET
    return "from the interlude on no box is filled" if later else None


@check.law("SCHIZ-SCENE-13")
def visitor_fills_none(at: Position, seat: int, _which: Memory) -> Verdict:
    """Only the actor's active memory is marked."""
    if at.phase != FLASHBACK or seat == at.turn:
        return None
    return f"{name(at, seat)} is not the actor: no box of hers is filled"


@check.law("SCHIZ-SCENE-02")
def marks_the_active_one(at: Position, seat: int, which: Memory) -> Verdict:
    """The box of the active memory is filled, and no other."""
    if at.phase != FLASHBACK or seat != at.turn:
        return None
    active = at.scene.memory
    if active is not None and at.scene.open and active.side == which.side and (
        active.aptitude == which.aptitude and same(active.text, which.text)
    ):  # fmt: skip
        return ""
    return f"the active memory is {notation.memory_text(at.table, active)}"


belongs_to((check,), (FLASHBACK,))


@extra.law("SCHIZ-END-16", "SCHIZ-CHAR-13")
def sheet_is_final(at: Position, _: int) -> Verdict:
    """From the interlude on the sheet stays as it is."""
    later = at.phase in (ENDGAME, FINAL, "interlude", "tally")
    return "the sheet no longer changes" if later else None


belongs_to((extra,), (FLASHBACK,), "SCHIZ-CHAR-13")


@extra.law("SCHIZ-CHAR-13", "SCHIZ-SCENE-04")
def no_scene_open(at: Position, _: int) -> Verdict:
    """No scene is open."""
    return "a scene is open" if at.scene.open else ""


@extra.law("SCHIZ-CHAR-13")
def own_new_memory(at: Position, seat: int, which: Memory) -> Verdict:
    """On an own persona side, with a text that is new to the sheet."""
    if which.side == OVERLAP:
        return "the overlap takes only what bleeds"
    return f'"{which.text}" is on the sheet' if has_text(at.sheets[seat], which.text) else ""


@extra.effect
def _extra(at: Position, seat: int, which: Memory, note: Notes | None) -> Position:
    if note is not None:
        player = name(at, seat)
        section = f"{player}.{SIDES[which.side]}.{at.table.aptitudes[which.aptitude]}"
        text = f"{player} adds {notation.memory_text(at.table, which)}"
        note("SCHIZ-CHAR-13", section, text=text)
    return at._replace(sheets=put(at.sheets, seat, written(at.sheets[seat], which)))


open_scene((voice,), "SCHIZ-SCENE-09", "SCHIZ-SCENE-14")


def _owners(at: Position, text: str) -> list[int]:
    """The players whose agent, thief or joined character has this name."""
    called = TITLE.sub("", text)
    return [
        seat
        for seat, sheet in enumerate(at.sheets)
        if any(
            same(each, called)
            for each in (sheet[AGENT].name, sheet[THIEF].name, joined(sheet))
            if each
        )
    ]


@voice.law("SCHIZ-GEN-07", "SCHIZ-GEN-05")
def no_second_self(at: Position, _: int, text: str) -> Verdict:
    """Neither persona of a player in the scene returns as a story character, in any phase."""
    if not at.scene.open:
        return None
    for seat in _owners(at, text):
        if in_scene(at, seat):
            return f"{text} is a character of {name(at, seat)}, who is in the scene"
    return ""


@voice.law("SCHIZ-GEN-05")
def no_third_character(at: Position, _: int, text: str) -> Verdict:
    """No contributor's player character is in the scene."""
    if not at.scene.open:
        return None
    for seat in _owners(at, text):
        if not in_scene(at, seat):
            return f"{text} is a character of {name(at, seat)}, who contributes"
    return ""


@voice.effect
def _voice(at: Position, seat: int, text: str, note: Notes | None) -> Position:
    if note is not None:
        note("SCHIZ-SCENE-09", "scene.stage", text=f"{name(at, seat)} voices {text}")
    return at


@say.law("SCHIZ-FLASH-01", "SCHIZ-CHAR-04")
def one_name_only(at: Position, _: int, text: str) -> Verdict:
    """Until the interlude thieves have first names only and agents last names only."""
    if at.phase in (ENDGAME, FINAL, "interlude", "tally"):
        return None
    words = [word for word in text.split() if word.lower() != "agent"]
    known = [
        sheet[side].name for sheet in at.sheets for side in PERSONAS if sheet[side].name
    ]  # fmt: skip
    full = len(words) > at.table.name_words and any(same(w, each) for w in words for each in known)
    return f"{text} is more than one name of a character" if full else ""
