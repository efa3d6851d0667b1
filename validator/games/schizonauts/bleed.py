"""The memory bleed, which ends a turn of flashback: the rating rises, and a memory is copied.

In the rulebook: The bleed.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.schizonauts import memory_notation as noted
from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.memory_notation import memory_said
from validator.games.schizonauts.modes import TURN, actor, also, lacking, verb
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.scene import PERSONAS, new_memories
from validator.games.schizonauts.sheet import AGENT, OVERLAP, SIDES, THIEF, Memory, MemoryLine, same
from validator.games.schizonauts.state import MemoryBleed, Scene, State
from validator.referee import api as ref
from validator.referee.api import Judge, Say

RAISES = Say("Raise the {side}'s {aptitude} to {rating}",
             "raises the {side}'s {aptitude} to {rating}")  # fmt: skip
WRITES = Say("Write {memory}", "writes {memory}")
PROPOSES = Say("Propose {memory}", "proposes {memory}")
BLEEDS = Say("{memory} bleeds", "{memory} bleeds")
COPIES = Say("Copy {memory} into the overlap", "copies {memory} into the overlap")
REPLACES = Say("Write {new} for {old}", "writes {new} for {old}")
ENDS = Say("End the turn", "ends the turn")
OVER = Say("", "takes the last key, so flashback is over")
BEGINS = Say("", "ends round {round}")


# ---- what can be chosen


def recipient(s: State) -> int:
    """Return the persona that the vote did not choose, which receives the bled memory."""
    return THIEF if s.bleed.bleeder == AGENT else AGENT


def raised(s: State, *_: object) -> tuple[int, int, int]:
    """Return the only rating that the bleed can raise: side, aptitude, new rating."""
    side = s.bleed.bleeder
    old = s.seats[s.turn].sheet[side].ratings[s.used[side]]
    return side, s.used[side], min(s.table.cap, old + s.table.increase)


def to_bleed(s: State, *_: object) -> tuple[Memory, ...]:
    return tuple(dict.fromkeys(s.bleedable(s.bleed.bleeder)))


def to_copy(s: State, *_: object) -> tuple[Memory, ...]:
    memory = s.bleed.chosen
    return (memory._replace(side=OVERLAP),) if memory else ()


def to_replace(s: State, me: int) -> tuple[Memory, ...]:
    """Return the memories that a player may replace.

    They are those of the recipient or, in the preamble, all of the player's own.
    """
    sides = PERSONAS if s.phase == phases.PREAMBLE else (recipient(s),)
    return s.seats[me].sheet.memories(*sides)


def another(s: State, me: int, old: Memory) -> tuple[Memory, ...]:
    """Return the candidates for the memory that replaces `old`, in the same section."""
    return tuple(each for each in new_memories(s, me) if each[:2] == old[:2])


def writers(s: State) -> list[int]:
    """Return the seats that may replace memories.

    This is the actor or, in the preamble, everybody who is not ready.
    """
    return lacking("ready")(s) if s.phase == phases.PREAMBLE else [s.turn]


Raised = Annotated[tuple[int, int, int], notation.RAISED.of(lambda s, _: (raised(s),))]
Bleeding = Annotated[Memory, noted.memory(noted.bleeding_side, actors=True).of(to_bleed)]
Others = Annotated[tuple[int, ...], notation.PLAYERS.after("for", "by").stating(
    lambda s, *_: s.others(s.turn)
)]  # fmt: skip
Supplied = Annotated[Memory, noted.new_memory(noted.bleeding_side).of(new_memories)]
Linked = Annotated[Memory, noted.new_memory(noted.receiving_side).of(new_memories)]


# ---- the bleed


@verb(name="raise", open=modes.RAISE, by=actor, turn=TURN, due=also("BLEED-12"))
def raise_(s: State, me: int, what: Raised, to: Judge) -> State:
    """Raise the aptitude that the bleeding persona used."""
    (side, aptitude, value), (bleeds, used, should) = what, raised(s)
    sheet, cap = s.seats[me].sheet, s.table.cap
    to.holds(("BLEED-01", "BLEED-02"), side == bleeds, "the {side} must bleed", side=SIDES[bleeds])
    to.holds("BLEED-02", aptitude == used,
             "the aptitude must be the one that the {side} used, {aptitude}", side=SIDES[bleeds],
             aptitude=s.table.aptitudes[used])  # fmt: skip
    if value > cap or sheet[bleeds].ratings[used] + s.table.increase > cap:
        to.holds("BLEED-03", value <= cap, "the rating {value} is above the maximum, {cap}",
                 value=value, cap=cap)  # fmt: skip
    to.holds("BLEED-02", value == should, "the rating must become {should}, not {value}",
             should=should, value=value)  # fmt: skip
    to.asked()
    after = s.with_seat(me, sheet=sheet.with_rating(side, aptitude, value)).with_bleed(raised=True)
    return to.did(("BLEED-02", "BLEED-03"), s, after, RAISES, side=SIDES[side],
                  aptitude=s.table.aptitudes[aptitude], rating=value)  # fmt: skip


@verb(open=modes.CHOICE, by=actor, turn=TURN, due=also("BLEED-12", "BLEED-06"))
def supply(s: State, me: int, which: Supplied, to: Judge) -> State:
    """Write a new memory for the bleeding persona, if all its circles are filled."""
    bleeds, left = s.bleed.bleeder, s.bleedable(s.bleed.bleeder)
    if not s.bleed.supplied:
        to.holds("BLEED-06", not left,
                 '"{memory}" still has an empty circle, so no new memory is needed',
                 memory=left[0].text if left else "")  # fmt: skip
    to.holds("BLEED-06", which.side == bleeds, "the {side} must bleed", side=SIDES[bleeds])
    to.asked()
    after = s.writing(me, which).with_bleed(supplied=s.bleed.supplied + 1)
    return to.did("BLEED-06", s, after, WRITES, memory=memory_said(s.table, which))


def may_bleed(s: State, which: Memory, to: Judge) -> MemoryLine:
    """Check that a memory has not bled yet, and return its line on the sheet.

    If two lines have the same text, this is the one that has not bled.
    """
    bleeds, supplied, need = s.bleed.bleeder, s.bleed.supplied, s.table.supplied
    to.holds(("BLEED-05", "BLEED-04"), which.side == bleeds,
             "the memory must be the {side}'s, who bleeds, not the {other}'s",
             side=SIDES[bleeds], other=SIDES[which.side])  # fmt: skip
    section = s.seats[s.turn].sheet[which.side].sections[which.aptitude : which.aptitude + 1]
    lines = [line for each in section for line in each if same(line.text, which.text)]
    lines.sort(key=lambda line: line.circle)
    to.holds(("BLEED-06", "BLEED-05"), s.bleedable(bleeds),
             "every circle is filled, so the actor must first write new memories")  # fmt: skip
    if supplied:
        to.holds("BLEED-06", supplied >= need, "{number} new memories are written; expected {need}",
                 number=supplied, need=need)  # fmt: skip
    to.holds("BLEED-04", lines, "there is no memory {memory}", memory=memory_said(s.table, which))
    to.holds(("BLEED-05", "BLEED-04"), not lines[0].circle, '"{memory}" has already bled',
             memory=lines[0].text)  # fmt: skip
    return lines[0]


@verb("aside", open=modes.CHOICE, due=also("BLEED-12", "BLEED-04"))
def propose(s: State, me: int, which: Bleeding, to: Judge) -> State:
    """Propose a memory to bleed."""
    to.holds(("BLEED-07", "BLEED-04"), me != s.turn,
             "{player} cannot choose the memory that bleeds")  # fmt: skip
    may_bleed(s, which, to)
    to.asked()
    kept = [each for each in s.bleed.proposals if each[0] != me]
    after = s.with_bleed(proposals=(*kept, (me, which)))
    return to.did("BLEED-07", s, after, PROPOSES, memory=memory_said(s.table, which))


def undecided(s: State, which: Memory, by: tuple[int, ...]) -> str:
    """Return the reason why the other players have not agreed on a memory.

    Returns an empty string if they have.
    """
    voters, wanted = s.others(s.turn), dict(s.bleed.proposals)
    support = {seat for seat in by if seat != s.turn}
    if by == voters and wanted:
        support = {seat for seat in voters if wanted.get(seat, which) == which}
    visitors = set(s.visitors) or {s.scene.visitor}
    if support >= set(voters) or support >= visitors:
        return ""
    if visitors <= set(wanted) and len({wanted[each] for each in visitors}) == 1:
        return "the visitors agree on another memory"
    if not support:
        return "none of the others chose it, and the actor cannot choose"
    if s.turn in by and len(visitors) > 1:
        return ""
    return "neither the others nor {visitors} agree on this memory"


@verb("table", open=modes.CHOICE, due=also("BLEED-12", "BLEED-04"))
def bleed(s: State, _: int, which: Bleeding, by: Others, to: Judge) -> State:
    """Fill the circle of the memory that the others choose."""
    line = may_bleed(s, which, to)
    why, against = undecided(s, which, by), (set(s.visitors) or {s.scene.visitor}) - set(by)
    to.holds(("BLEED-07", "BLEED-04"), not why, why, visitors=s.names(sorted(against)))
    to.asked()
    which, sheet = which._replace(text=line.text), s.seats[s.turn].sheet
    lines = sheet[which.side].sections[which.aptitude]
    bled = ref.put(lines, lines.index(line), line._replace(circle=True))
    after = s.with_seat(s.turn, sheet=sheet.with_section(which.side, which.aptitude, bled))
    return to.did(("BLEED-04", "BLEED-07", "SHEET-04"), s, after.with_bleed(chosen=which), BLEEDS,
                  memory=memory_said(s.table, which))  # fmt: skip


@verb(open=modes.COPY, by=actor, turn=TURN, due=also("BLEED-12", "BLEED-08"))
def copy(s: State, me: int, which: Annotated[Memory, noted.COPIED.of(to_copy)],
         to: Judge) -> State:  # fmt: skip
    """Copy the bled memory into the overlap."""
    old = s.bleed.chosen
    assert old is not None
    new = old._replace(side=OVERLAP)
    right = same(which.text, old.text) and which.aptitude in (old.aptitude, NOBODY)
    to.holds("BLEED-08", right and which.side == OVERLAP, "the memory to copy is {memory}",
             memory=memory_said(s.table, new))  # fmt: skip
    to.asked()
    return to.did(("BLEED-08", "SHEET-05"), s, s.writing(me, new).with_bleed(copied=True), COPIES,
                  memory=old.text)  # fmt: skip


@verb(open=(modes.WRITE, phases.PREAMBLE), by=writers, turn=TURN, due=also("BLEED-12", "BLEED-09"))
def replace(
    s: State, me: int, old: Annotated[Memory, noted.memory(noted.receiving_side).of(
        to_replace)], new: Annotated[Memory, noted.REPLACEMENT.of(another)], to: Judge,
) -> State:  # fmt: skip
    """Cross out a memory of the recipient, and write another.

    In the preamble, it may be any of your own memories.
    """
    preamble, sheet, side = s.phase == phases.PREAMBLE, s.seats[me].sheet, recipient(s)
    place = memory_said(s.table, old)
    if preamble:
        to.holds("SETUP-05", not s.seats[me].ready, "{player} [has|have] already said the formula")
    else:
        to.holds("BLEED-12", not s.bleed.linked, "the linked memory has already been written")
        to.holds(("BLEED-10", "BLEED-09"), old.side == side,
                 "the memory must be on the side of the recipient, the {side}",
                 side=SIDES[side])  # fmt: skip
    to.holds(("BLEED-09", "SETUP-05"), sheet.find(old), "there is no memory {memory}", memory=place)
    to.holds("BLEED-10", old.text not in s.bleed.replaced, "this memory was written just now")
    to.holds(("BLEED-10", "SETUP-05"), new[:2] == old[:2],
             "the new memory must go to the same place as {memory}", memory=place)  # fmt: skip
    to.asked()
    after = s.with_seat(me, sheet=sheet.changed(old, MemoryLine(new.text)))
    after = after.with_bleed(replaced=() if preamble else (*s.bleed.replaced, new.text))
    rules = "SETUP-05" if preamble else ("BLEED-09", "BLEED-10")
    return to.did(rules, s, after, REPLACES, new=new.text, old=old.text)


@verb(open=modes.WRITE, by=actor, turn=TURN, due=also("BLEED-12"))
def link(s: State, me: int, which: Linked, to: Judge) -> State:
    """Write the recipient's new memory."""
    side, bled = recipient(s), s.bleed.chosen
    to.holds("BLEED-11", s.bleed.linked < s.table.linked,
             "the linked memory has already been written")  # fmt: skip
    to.holds("BLEED-11", which.side == side,
             "the memory must be on the side of the recipient, the {side}",
             side=SIDES[side])  # fmt: skip
    if s.table.other_section and bled is not None:
        to.holds("BLEED-11", which.aptitude != bled.aptitude,
                 "the linked memory must have an aptitude other than {aptitude}",
                 aptitude=s.table.aptitudes[bled.aptitude])  # fmt: skip
    to.asked()
    after = s.writing(me, which).with_bleed(linked=s.bleed.linked + 1)
    return to.did("BLEED-11", s, after, WRITES, memory=memory_said(s.table, which))


@verb(open=modes.WRITE, by=actor, turn=TURN, due=also("BLEED-08"))
def done(s: State, me: int, to: Judge) -> State:
    """End the turn."""
    to.holds(("BLEED-12", "BLEED-11", "BLEED-08"), s.bleed.linked >= s.table.linked,
             "the linked memory must be written first")  # fmt: skip
    to.asked()
    turn = (me + 1) % s.table.count
    after = s._replace(turn=turn, step=phases.SCENE, scene=Scene(), used=(NOBODY, NOBODY),
                       visitors=(), bleed=MemoryBleed(),
                       round=s.round + (turn == s.starter))  # fmt: skip
    over = not s.deck and (not s.chain or s.table.deck_only)
    to.did(("BLEED-12", "SETUP-03", "FLASH-14"), s, after, ENDS)
    if over:
        return to.did(("FLASH-15", "FLASH-16"), s,
                      after._replace(phase=phases.GATHER, turn=NOBODY), OVER)  # fmt: skip
    if turn == s.starter:
        to.did("GEN-06", s, after, BEGINS, round=s.round)
    return after
