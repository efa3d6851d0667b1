"""Memories in a scene: how they are chosen, written and marked; and story characters.

In the rulebook: One scene.
"""

from __future__ import annotations

import re
from typing import Annotated

from validator.games.schizonauts import memory_notation as noted
from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.identity import preferred_side, true_side
from validator.games.schizonauts.memory_notation import memory_said
from validator.games.schizonauts.modes import actor, also, pair, verb
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.scene import new_memories, own_memories, takes_part
from validator.games.schizonauts.sheet import OVERLAP, SIDES, Memory, MemoryLine, same
from validator.games.schizonauts.state import Reveal, State
from validator.referee.api import Judge, Say

TITLE = re.compile(r"^\s*agent\s+", re.IGNORECASE)  # how a script may address an agent
REMEMBERS = Say("Remember {memory}", "remembers {memory}")
WRITES = Say("Write {memory} and use it", "writes {memory} and [uses|use] it")
CHECKS = Say("Fill the box of {memory}", "fills the box of {memory}")
CALLS = Say("Say the name {name}", "says the name {name}")
ADDS = Say("Add {memory}", "adds {memory}")
VOICES = Say("Play {name}", "voices {name}")


# ---- the memory of a scene


def once(s: State, me: int, rule: str, to: Judge) -> None:
    """Check that a player uses only one memory per scene."""
    chosen = s.scene.memory if me == s.turn else s.scene.visitors_memory
    to.holds(rule, chosen is None, "{player} already [uses|use] {memory} in this scene",
             memory=memory_said(s.table, chosen))  # fmt: skip


def own_side(s: State, which: Memory, to: Judge) -> None:
    """Check that the memory belongs to the character whom the player plays in the scene."""
    side = s.scene.persona
    to.holds("SCENE-05", which.side == side or (which.side == OVERLAP and s.table.overlap_too),
             "the memory must be the {side}'s, not the {other}'s", side=SIDES[side],
             other=SIDES[which.side])  # fmt: skip


def found(s: State, me: int, which: Memory, rule: str, to: Judge) -> MemoryLine:
    """Check that the memory is on the player's sheet. Returns its line."""
    line = s.seats[me].sheet.find(which)
    to.holds(rule, line, "{player} [has|have] no memory {memory}",
             memory=memory_said(s.table, which))  # fmt: skip
    assert line is not None
    return line


def memory_in_flashback(s: State, me: int, which: Memory, to: Judge) -> MemoryLine:
    """Check that the actor uses an unused memory of the active persona, and return its line."""
    to.holds("SCENE-13", me == s.turn, "a visitor can only mention a memory, not use it")
    once(s, me, "SCENE-01", to)
    own_side(s, which, to)
    line = found(s, me, which, "SCENE-01", to)
    if which.side != OVERLAP:
        to.holds("SCENE-02", not line.box, 'the box of "{memory}" is already filled',
                 memory=line.text)  # fmt: skip
    return line


def memory_in_endgame(s: State, me: int, which: Memory, to: Judge) -> MemoryLine:
    """Check that a memory of a persona may be used, and return its line.

    The player must have revealed a card of that persona in this scene.
    """
    side, own, shown = which.side, s.seats[me], s.reveal_of(me)
    once(s, me, "END-08", to)
    if own.dead:
        to.holds("AFTER-02", side == OVERLAP, "{player}'s character is dead")
    if side != OVERLAP:
        revealed = shown is not None and shown.kind == side
        to.holds(("END-03", "END-02", "REVEAL-12"), revealed or own.down[side],
                 "{player} [has|have] no {side} card face down", side=SIDES[side])  # fmt: skip
        to.holds(("END-02", "REVEAL-12"), revealed,
                 "no {side} card has been turned up for the memory in this scene",
                 side=SIDES[side])  # fmt: skip
    line = found(s, me, which, "END-08", to)
    if side != OVERLAP:
        to.holds("REVEAL-08", not line.circle, 'the circle of "{memory}" is already filled',
                 memory=line.text)  # fmt: skip
    chosen = s.scene.aptitude
    if me == s.scene.visitor and chosen != NOBODY:
        to.holds(("END-13", "SCENE-11"), which.aptitude == chosen, "{player} [uses|use] {aptitude}",
                 aptitude=s.table.aptitudes[chosen])  # fmt: skip
    return line


def memory_in_crisis(s: State, me: int, which: Memory, to: Judge) -> MemoryLine:
    """Check that the memory is of the actor's true side or, for the visitor, preferred side.

    Both sides are those of the actor.
    """
    acts = me == s.turn
    rule, side = (
        ("CRISIS-04", true_side(s, me)) if acts else ("CRISIS-05", preferred_side(s, s.turn))
    )
    to.holds(rule, which.side == side, "the memory must be the {side}'s, who is the {word} side",
             word="true" if acts else "preferred", side=SIDES[side])  # fmt: skip
    once(s, me, rule, to)
    return found(s, me, which, rule, to)


@verb(open=(modes.FLASH.play, modes.END.play, modes.CRISIS.dice), by=pair, due=also("SCENE-01"),
      early=takes_part)  # fmt: skip
def memory(
    s: State, me: int,
    which: Annotated[Memory, noted.memory(noted.usual_side).of(own_memories)], to: Judge,
) -> State:  # fmt: skip
    """Choose the memory that you use in this scene."""
    flashback, endgame = s.phase == phases.FLASHBACK, s.phase == phases.ENDGAME
    allowed = (
        memory_in_flashback if flashback else memory_in_endgame if endgame else memory_in_crisis
    )
    line = allowed(s, me, which, to)
    to.asked()
    which = which._replace(text=line.text)
    words, sheet, overlap = memory_said(s.table, which), s.seats[me].sheet, which.side == OVERLAP
    after = s._replace(scene=s.scene.remembering(me == s.turn, which))
    if flashback:
        s = to.did(("SCENE-01", "SCENE-10", "DICE-02"), s, after, REMEMBERS, memory=words)
        boxed = s if overlap else s.with_seat(me, sheet=sheet.changed(which, line._replace(
            box=True)))  # fmt: skip
        return to.did(("SCENE-02", "SHEET-04"), s, boxed)
    if not endgame:
        dead = ("CRISIS-07", "AFTER-02") if s.seats[me].dead else ()
        rule = "CRISIS-04" if me == s.turn else "CRISIS-05"
        return to.did((rule, "CRISIS-06", *dead), s, after, REMEMBERS, memory=words)
    s = to.did(("END-08", "END-13"), s, after, REMEMBERS, memory=words)
    shown = s.reveal_of(me)
    if overlap or shown is None:
        return to.did("REVEAL-13", s, s)
    others = (each for each in s.scene.reveals if each.seat != me)
    reveals = (*others, Reveal(me, shown.kind, shown.full, which))
    return to.did(("REVEAL-07", "REVEAL-08"), s, s.with_scene(reveals=reveals))


@verb(open=modes.FLASH.play, by=actor, due=also("SCENE-01", "END-16"), early=takes_part)
def create(
    s: State, me: int,
    which: Annotated[Memory, noted.new_memory(noted.active_side).of(new_memories)],
    to: Judge,
) -> State:  # fmt: skip
    """Write a new memory and use it, if its section has no unused memory left."""
    to.holds("SCENE-13", me == s.turn, "a visitor can only mention a memory, not use it")
    once(s, me, "SCENE-01", to)
    to.holds("SCENE-05", which.side != OVERLAP, "a new memory must not be written in the overlap")
    own_side(s, which, to)
    sheet = s.seats[me].sheet
    left = [each.text for each in sheet[which.side].sections[which.aptitude] if not each.box]
    to.holds(("SCENE-04", "SCENE-03"), not left, '"{memory}" has not been used in a scene yet',
             memory=left[0] if left else "")  # fmt: skip
    to.asked()
    after = s.with_seat(me, sheet=sheet.written(which, MemoryLine(which.text, box=True)))
    return to.did(("SCENE-03", "SCENE-10"), s, after.with_scene(memory=which), WRITES,
                  memory=memory_said(s.table, which))  # fmt: skip


# ---- boxes, extra memories, voices


@verb("aside", open=modes.WHOLE_FLASHBACK, due=also("END-08", "REVEAL-08"))
def check(
    s: State, me: int,
    which: Annotated[Memory, noted.memory(noted.active_side).of(own_memories)], to: Judge,
) -> State:  # fmt: skip
    """Fill in the box of a memory. Choosing a memory of the active character does this, too."""
    active = s.scene.memory if s.scene.open else None
    to.holds("SCENE-13", me == s.turn, "{player} [is|are] not the actor, so no box may be filled")
    right = active is not None and active[:2] == which[:2] and same(active.text, which.text)
    to.holds("SCENE-02", right, "the active memory is already {memory}",
             memory=memory_said(s.table, s.scene.memory))  # fmt: skip
    to.asked()
    return to.did((), s, s, CHECKS, memory=memory_said(s.table, which))


@verb("aside", open=(modes.FLASHBACK_TURN, *modes.AFTER_SCENES), due=also("CHAR-13", "SCENE-04"))
def add(
    s: State, me: int,
    which: Annotated[Memory, noted.new_memory(noted.no_side).of(new_memories)], to: Judge,
) -> State:  # fmt: skip
    """In flashback, write an extra memory of your own between two scenes."""
    to.holds("CHAR-13", which.side != OVERLAP,
             "only memories that bleed may be written in the overlap")  # fmt: skip
    to.holds("CHAR-13", not s.seats[me].sheet.has_text(which.text),
             '"{memory}" is already on the sheet',
             memory=which.text)  # fmt: skip
    to.asked()
    return to.did("CHAR-13", s, s.writing(me, which), ADDS, memory=memory_said(s.table, which))


def owners(s: State, text: str) -> list[int]:
    """Return the seats of players whose agent, thief or joined character has this name."""
    called = TITLE.sub("", text)
    names = ((own.sheet.agent.name, own.sheet.thief.name, own.sheet.joined()) for own in s.seats)
    return [seat for seat, own in enumerate(names) if any(same(each, called) for each in own
                                                          if each)]  # fmt: skip


Somebody = Annotated[str, notation.NAME.or_left_out("").of(("Somebody",))]


@verb("aside", name="story-character", due=also("SCENE-09"), open=(
    modes.ALONE, modes.CHAIN_WAITS, *modes.FLASH, *modes.END, *modes.IN_CRISIS, modes.CRISIS.roll,
    modes.TOLD,
))  # fmt: skip
def voice(s: State, _: int, name: Somebody, to: Judge) -> State:
    """Play a story character in the scene."""
    for seat in owners(s, name):
        values = {"name": name, "owner": s.name(seat)}
        to.holds(("GEN-07", "GEN-05"), not s.in_scene(seat),
                 "{name} is a character of {owner}, who [is|are] in the scene",
                 **values)  # fmt: skip
        to.forbids("GEN-05", "{name} is a character of {owner}, who [contributes|contribute]",
                   **values)  # fmt: skip
    to.asked()
    return to.did("SCENE-09", s, s, VOICES, name=name)


@verb("aside")
def say(s: State, _: int, name: Somebody, to: Judge) -> State:
    """Address a character in the scene by a name."""
    if s.phase not in (phases.INTERLUDE, phases.ENDGAME, phases.FINAL, phases.TALLY):
        words = [word for word in name.split() if word.lower() != "agent"]
        known = [each.name for own in s.seats for each in own.sheet if each.name]
        named = any(same(word, each) for word in words for each in known)
        to.holds(("FLASH-01", "CHAR-04"), not named or len(words) <= s.table.name_words,
                 "{name} is more than one name; only one name of a character may be said",
                 name=name)  # fmt: skip
    to.asked()
    return to.did((), s, s, CALLS, name=name)
