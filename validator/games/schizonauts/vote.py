"""Closing vote and memory bleed: what ends a turn of flashback."""

from __future__ import annotations

from itertools import product
from typing import Any

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.modes import (
    actor,
    closed,
    during,
    lacking,
    out_of_phase,
    turn_of_actor,
)
from validator.games.schizonauts.scene import PERSONAS, new_memories
from validator.games.schizonauts.sheet import AGENT, OVERLAP, SIDES, THIEF, Line, Memory, same
from validator.games.schizonauts.state import NOBODY, Bleed, Scene, State
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, gate, record

Votes = tuple[tuple[int, int], ...]


def all_votes(state: State, *_: object) -> list[Votes]:
    """Yield every way to vote; the actor plays a card only if she must."""
    voters = state.others(state.turn)
    seats = voters if len(voters) % 2 else state.table.seats
    return [tuple(zip(seats, kinds, strict=True)) for kinds in product(PERSONAS, repeat=len(seats))]


def recipient(state: State) -> int:
    """The persona that the vote did not choose."""
    return THIEF if state.bleed.bleeder == AGENT else AGENT


def raised_to(state: State, side: int, aptitude: int) -> int:
    """The rating of the bleeder after the bleed."""
    rating = state.seats[state.turn].sheet[side].ratings[aptitude]
    return max(rating, min(state.table.cap, rating + state.table.increase))


def raises(state: State, _: int) -> tuple[tuple[int, int, int], ...]:
    """The only possible increase."""
    side = state.bleed.bleeder
    return ((side, state.used[side], raised_to(state, side, state.used[side])),)


def to_bleed(state: State, *_: object) -> tuple[Memory, ...]:
    """Memories that may bleed."""
    return tuple(dict.fromkeys(state.bleedable(state.bleed.bleeder)))


def chosen(state: State, *_: object) -> tuple[Memory, ...]:
    """The memory that bleeds, as written in the overlap."""
    memory = state.bleed.chosen
    return (memory._replace(side=OVERLAP),) if memory else ()


def to_replace(state: State, seat: int) -> tuple[Memory, ...]:
    """The recipient's memories; in the preamble all of the player's own."""
    sides = PERSONAS if state.phase == phases.PREAMBLE else (recipient(state),)
    return state.seats[seat].sheet.memories(*sides)


def another(state: State, seat: int, old: Memory) -> tuple[Memory, ...]:
    """Another memory in the same section."""
    return tuple(each for each in new_memories(state, seat) if each[:2] == old[:2])


def now_is(state: State) -> str:
    """The step before the bleed, as text."""
    return f"the bleed is not due: now is {state.step}"


def bleeds_already(state: State) -> str:
    """The memory that was chosen."""
    return f'"{state.bleed.chosen.text}" bleeds in this turn' if state.bleed.chosen else ""


def bleed_lacks(state: State) -> str:
    """What the bleed still needs, as text."""
    steps = (
        ("the aptitude is not raised", state.bleed.raised),
        ("no memory bleeds", state.bleed.chosen),
        ("the memory is not copied", state.bleed.copied),
        ("the linked memory is missing", state.bleed.linked >= state.table.linked),
    )
    return next((word for word, there in steps if not there), "")


LATE = (phases.INTERLUDE, *modes.IN_ENDGAME, *modes.IN_FINAL, *modes.IN_TALLY)
NOT_BLEEDING = (modes.FLASHBACK_TURN, *modes.IN_FLASH_SCENE, modes.VOTE_OPEN, modes.VOTE_CAST)
not_raised = gate("SCHIZ-BLEED-12", why="the aptitude is not raised yet")
not_chosen = gate("SCHIZ-BLEED-12", why="the others have not chosen the memory that bleeds")
not_copied = gate("SCHIZ-BLEED-12", why="the bled memory is not copied yet")
NO_VOTES_LATE = {(*modes.IN_ENDGAME, *modes.IN_FINAL): out_of_phase("SCHIZ-END-07")}
# The steps of the bleed in order; each is closed before its turn, and all from the interlude on.
BY_STEP = {
    LATE: out_of_phase("SCHIZ-END-16"),
    NOT_BLEEDING: gate("SCHIZ-BLEED-12", "SCHIZ-FLASH-14", why=now_is),
    (modes.RAISE,): not_raised, (modes.CHOICE,): not_chosen, (modes.COPY,): not_copied,
}  # fmt: skip
TO_CHOOSE = {
    NOT_BLEEDING: gate("SCHIZ-BLEED-12", "SCHIZ-FLASH-14", "SCHIZ-VOTE-01", why=now_is),
    (modes.RAISE,): not_raised,
    (modes.COPY, modes.WRITE): gate("SCHIZ-BLEED-04", "SCHIZ-BLEED-12", why=bleeds_already),
}


vote = Verb(
    "vote", about="Show the cards of the closing vote.", kind="table",
    args=(notation.VOTES.of(all_votes),),
    modes=(modes.VOTE_OPEN,),
    gates=closed(None, {
        **NO_VOTES_LATE,
        (modes.FLASHBACK_TURN, *modes.IN_FLASH_SCENE): gate(
            "SCHIZ-VOTE-01", "SCHIZ-FLASH-14", why="the scenes of this turn are not over"
        ),
        (modes.VOTE_CAST, *modes.IN_BLEED): gate(
            "SCHIZ-VOTE-01", "SCHIZ-FLASH-14", why="the vote of this turn is over"
        ),
    }),
)  # fmt: skip
bleeder = Verb(
    "bleeder", about="Say which persona won the vote.", kind="table",
    args=(notation.SIDE.of(PERSONAS),),
    modes=(modes.VOTE_CAST,),
    gates=closed(None, {
        **NO_VOTES_LATE,
        (modes.FLASHBACK_TURN, *modes.IN_FLASH_SCENE, modes.VOTE_OPEN): gate(
            "SCHIZ-VOTE-01", "SCHIZ-BLEED-01", why="nobody has voted yet"
        ),
        modes.IN_BLEED: gate(
            "SCHIZ-BLEED-01", "SCHIZ-VOTE-01",
            why=lambda state: f"the {SIDES[state.bleed.bleeder]} bleeds",
        ),
    }),
)  # fmt: skip
raise_ = Verb(
    "raise", about="Raise the aptitude that the bleeder used.",
    args=(notation.RAISED.of(raises),),
    modes=(modes.RAISE,), by=actor, turn=turn_of_actor(),
    gates=closed(None, {
        **BY_STEP,
        (modes.CHOICE, modes.COPY, modes.WRITE): gate(
            "SCHIZ-BLEED-12", why="the aptitude is raised already"
        ),
    }),
)  # fmt: skip
supply = Verb(
    "supply", about="Write a new memory for the bleeder, all of whose circles are filled.",
    args=(notation.new_memory(notation.bleeding_side).of(new_memories),),
    modes=(modes.CHOICE,), by=actor, turn=turn_of_actor(),
    gates=closed(None, {
        **BY_STEP,
        (modes.COPY, modes.WRITE): gate(
            "SCHIZ-BLEED-12", "SCHIZ-BLEED-06", why="the memory is chosen already"
        ),
    }),
)  # fmt: skip
BLEEDING = notation.memory(notation.bleeding_side, actors=True).of(to_bleed)
propose = Verb("propose", about="Propose a memory to bleed.", kind="aside", args=(BLEEDING,),
    modes=(modes.CHOICE,),
    gates=closed(out_of_phase(), {
        **TO_CHOOSE,
        (modes.CHAIN_WAITS, modes.FLASH.roll): gate(
            "SCHIZ-BLEED-12", "SCHIZ-FLASH-14", "SCHIZ-VOTE-01", why=now_is
        ),
    }),
)  # fmt: skip
bleed = Verb(
    "bleed", about="Fill the circle of the memory that the others choose.", kind="table",
    args=(
        BLEEDING,
        notation.PLAYERS.after("for", "by").stating(lambda state, *_: state.others(state.turn)),
    ),
    modes=(modes.CHOICE,),
    gates=closed(None, NO_VOTES_LATE | TO_CHOOSE),
)  # fmt: skip
copy = Verb(
    "copy", about="Copy the bled memory into the overlap.", args=(notation.COPIED.of(chosen),),
    modes=(modes.COPY,), by=actor, turn=turn_of_actor(),
    gates=closed(None, {
        **BY_STEP,
        (modes.WRITE,): gate(
            "SCHIZ-BLEED-08", "SCHIZ-BLEED-12", why="the memory stands in the overlap already"
        ),
    }),
)  # fmt: skip
replace = Verb(
    "replace",
    about="Cross out a memory of the recipient and write another; in the preamble, any of your "
    "own.",
    args=(
        notation.memory(notation.receiving_side).of(to_replace),
        notation.REPLACEMENT.of(another),
    ),
    modes=(modes.WRITE, phases.PREAMBLE),
    by=lambda state: lacking("ready")(state) if state.phase == phases.PREAMBLE else (state.turn,),
    gates=closed(None, {
        modes.NO_SCENES: out_of_phase("SCHIZ-BLEED-09"),
        **BY_STEP,
        LATE: out_of_phase("SCHIZ-END-16", "SCHIZ-BLEED-09"),
        (modes.CHAIN_OPENS,): gate("SCHIZ-SETUP-05", why="everybody has said who they are"),
        NOT_BLEEDING: gate("SCHIZ-BLEED-12", "SCHIZ-BLEED-09", why=now_is),
    }),
)  # fmt: skip
link = Verb(
    "link", about="Write the recipient's new memory.",
    args=(notation.new_memory(notation.receiving_side).of(new_memories),),
    modes=(modes.WRITE,), by=actor, turn=turn_of_actor(),
    gates=closed(None, BY_STEP),
)  # fmt: skip
done = Verb("done", about="End the turn.", args=(),
    modes=(modes.WRITE,), by=actor, turn=turn_of_actor(),
    gates=closed(None, {
        NOT_BLEEDING: gate("SCHIZ-FLASH-14", "SCHIZ-VOTE-01", "SCHIZ-BLEED-12", why=now_is),
        (modes.RAISE, modes.CHOICE, modes.COPY): gate(
            "SCHIZ-BLEED-12", "SCHIZ-BLEED-11", "SCHIZ-BLEED-08", why=bleed_lacks
        ),
        modes.IN_ENDGAME: out_of_phase("SCHIZ-END-07"),
        modes.IN_FINAL: out_of_phase("SCHIZ-FINAL-11"),
    }),
)  # fmt: skip


# ---- the vote


@vote.guard("SCHIZ-VOTE-02")
def all_others_vote(state: State, _: int, votes: Votes) -> Verdict:
    voters = [seat for seat, _ in votes]
    lacking = [state.name(each) for each in state.others(state.turn) if each not in voters]
    if lacking:
        return f"{', '.join(lacking)} must vote"
    doubled = [state.name(seat) for seat in set(voters) if voters.count(seat) > 1]
    return f"{doubled[0]} votes twice" if doubled else KEPT


@vote.guard("SCHIZ-VOTE-02")
def with_own_cards(state: State, _: int, votes: Votes) -> Verdict:
    for seat, kind in votes:
        if kind in PERSONAS and not state.seats[seat].votes[kind]:
            return f"{state.name(seat)} has no {SIDES[kind]} card"
    return NOT_CONCERNED


@vote.guard("SCHIZ-VOTE-03", "SCHIZ-VOTE-05")
def actor_lays_hers(state: State, _: int, votes: Votes) -> Verdict:
    if state.table.count % 2 == 0:
        return NOT_CONCERNED
    laid = state.turn in [seat for seat, _ in votes]
    return KEPT if laid else f"{state.name(state.turn)} lays a hidden card, in case of a tie"


@vote.effect
def _vote(state: State, _: int, votes: Votes, trace: Trace | None) -> State:
    if trace is not None:
        shown = [f"{state.name(s)} {SIDES[k]}" for s, k in votes if s != state.turn]
        trace("SCHIZ-VOTE-01", "bleed.votes", text=", ".join(shown))
        trace("SCHIZ-VOTE-02", "bleed.votes")
        trace("SCHIZ-VOTE-03", "bleed.votes")
        if state.table.count % 2 == 0:
            trace("SCHIZ-VOTE-06", "bleed.votes")
    return state.with_bleed(votes=tuple(votes))


def _count(state: State) -> list[int]:
    kinds = [kind for seat, kind in state.bleed.votes if seat != state.turn]
    return [kinds.count(side) for side in PERSONAS]


@bleeder.guard("SCHIZ-VOTE-05")
def actor_breaks_ties(state: State, _: int, side: int) -> Verdict:
    agents, thieves = _count(state)
    own = dict(state.bleed.votes).get(state.turn)
    if not state.bleed.votes or agents != thieves or own is None:
        return NOT_CONCERNED
    return KEPT if side == own else f"a tie; {state.name(state.turn)}'s card says {SIDES[own]}"


@bleeder.guard("SCHIZ-VOTE-04", "SCHIZ-BLEED-01", "SCHIZ-VOTE-06", "SCHIZ-VOTE-05")
def most_votes(state: State, _: int, side: int) -> Verdict:
    agents, thieves = _count(state)
    if not state.bleed.votes or agents == thieves:
        return NOT_CONCERNED
    won = AGENT if agents > thieves else THIEF
    return KEPT if side == won else f"agent {agents}, thief {thieves}"


@bleeder.effect
def _bleeder(state: State, _: int, side: int, trace: Trace | None) -> State:
    if trace is not None:
        agents, thieves = _count(state)
        text = f"agent {agents}, thief {thieves}: the {SIDES[side]} bleeds"
        tie = agents == thieves
        trace("SCHIZ-VOTE-05" if tie else "SCHIZ-VOTE-04", "bleed.bleeder", text=text)
        if not tie and state.turn in dict(state.bleed.votes):
            text = f"{state.name(state.turn)} takes her card back"
            trace("SCHIZ-VOTE-06", "bleed.bleeder", text=text)
        trace("SCHIZ-BLEED-01", "bleed.bleeder", "step")
    return state._replace(step=phases.BLEED, bleed=state.bleed._replace(bleeder=side))


# ---- what all of the bleed asks


@replace.guard("SCHIZ-SETUP-03")
def actor_replaces(state: State, seat: int) -> Verdict:
    if state.phase == phases.PREAMBLE:
        return NOT_CONCERNED
    return NOT_CONCERNED if seat == state.turn else f"it is {state.name(state.turn)}'s turn"


# ---- raise


@raise_.guard("SCHIZ-BLEED-01", "SCHIZ-BLEED-02")
def bleeders_side(state: State, _: int, what: tuple[int, int, int]) -> Verdict:
    side = state.bleed.bleeder
    return KEPT if what[0] == side else f"the {SIDES[side]} bleeds"


@raise_.guard("SCHIZ-BLEED-02")
def used_aptitude(state: State, _: int, what: tuple[int, int, int]) -> Verdict:
    side = state.bleed.bleeder
    used = state.used[side]
    return KEPT if what[1] == used else f"the {SIDES[side]} used {state.table.aptitudes[used]}"


@raise_.guard("SCHIZ-BLEED-03")
def up_to_the_cap(state: State, _: int, what: tuple[int, int, int]) -> Verdict:
    if what[2] > state.table.cap:
        return f"{what[2]} is above {state.table.cap}"
    side = state.bleed.bleeder
    old = state.seats[state.turn].sheet[side].ratings[state.used[side]]
    return KEPT if old + state.table.increase > state.table.cap else NOT_CONCERNED


@raise_.guard("SCHIZ-BLEED-02")
def by_the_increase(state: State, _: int, what: tuple[int, int, int]) -> Verdict:
    side, aptitude, value = what
    if side not in PERSONAS or not 0 <= aptitude < len(state.table.apt):
        return "only agent and thief have rising aptitudes"
    should = raised_to(state, side, aptitude)
    return KEPT if value == should else f"it becomes {should}, not {value}"


@raise_.effect
def _raise(state: State, seat: int, what: tuple[int, int, int], trace: Trace | None) -> State:
    side, aptitude, value = what
    fact = f"{state.name(seat)}.{SIDES[side]}.{state.table.letters[aptitude]}"
    text = f"{state.name(seat)}'s {SIDES[side]}: {state.table.aptitudes[aptitude]} {value}"
    record(trace, "SCHIZ-BLEED-02", fact, "bleed.raised", text=text)
    rises = value != state.seats[seat].sheet[side].ratings[aptitude]
    record(trace, "SCHIZ-BLEED-03", *((fact,) if rises else ()))
    sheet = state.seats[seat].sheet.with_rating(side, aptitude, value)
    return state.with_seat(seat, sheet=sheet).with_bleed(raised=True)


# ---- the memory that bleeds


@supply.guard("SCHIZ-BLEED-06")
def all_have_bled(state: State, _: int) -> Verdict:
    if state.bleed.supplied:
        return NOT_CONCERNED
    left = state.bleedable(state.bleed.bleeder)
    return f'"{left[0].text}" has an empty circle' if left else KEPT


@supply.guard("SCHIZ-BLEED-06")
def on_bleeders_side(state: State, _: int, which: Memory) -> Verdict:
    side = state.bleed.bleeder
    return NOT_CONCERNED if side in (NOBODY, which.side) else f"the {SIDES[side]} bleeds"


@supply.effect
def _supply(state: State, seat: int, which: Memory, trace: Trace | None) -> State:
    section, text = state.section(seat, which), f"{state.name(seat)} writes {which.text}"
    record(trace, "SCHIZ-BLEED-06", section, "bleed.supplied", text=text)
    return state.writing(seat, which).with_bleed(supplied=state.bleed.supplied + 1)


@ref.guards_for((propose,), "SCHIZ-BLEED-07", "SCHIZ-BLEED-04")
def others_propose(state: State, seat: int) -> Verdict:
    return NOT_CONCERNED if seat != state.turn else f"{state.name(seat)} has no say in it"


@ref.guards_for((bleed, propose), "SCHIZ-BLEED-06")
def something_to_choose(state: State, _: int) -> Verdict:
    """If all have bled, new memories are written first."""
    if not state.bleedable(state.bleed.bleeder):
        return "every circle is filled: the actor writes new memories first"
    if state.bleed.supplied and state.bleed.supplied < state.table.supplied:
        return f"{state.bleed.supplied} new memories, not {state.table.supplied}"
    return KEPT if state.bleed.supplied else NOT_CONCERNED


@ref.guards_for((bleed, propose), "SCHIZ-BLEED-05", "SCHIZ-BLEED-04")
def from_the_bleeder(state: State, _: int, which: Memory) -> Verdict:
    side = state.bleed.bleeder
    return KEPT if which.side == side else f"the {SIDES[side]} bleeds, not the {SIDES[which.side]}"


@ref.guards_for((bleed, propose), "SCHIZ-BLEED-05", "SCHIZ-BLEED-04")
def not_bled_before(state: State, _: int, which: Memory) -> Verdict:
    line = _unbled(state, which)
    if line is None:
        return NOT_CONCERNED
    return f'"{line.text}" has bled before' if line.circle else KEPT


def _unbled(state: State, which: Memory) -> Line | None:
    """The line of a memory; of two with one text the one that has not bled."""
    if which.aptitude < 0:
        return None
    section = state.seats[state.turn].sheet[which.side].sections[which.aptitude]
    lines = [line for line in section if same(line.text, which.text)]
    return next((line for line in lines if not line.circle), lines[0] if lines else None)


@ref.guards_for((bleed, propose), "SCHIZ-BLEED-04")
def on_the_sheet(state: State, _: int, which: Memory) -> Verdict:
    if _unbled(state, which) is not None:
        return NOT_CONCERNED
    return f"there is no {notation.memory_text(state.table, which)}"


@propose.effect
def _propose(state: State, seat: int, which: Memory, trace: Trace | None) -> State:
    text = f"{state.name(seat)} proposes {notation.memory_text(state.table, which)}"
    record(trace, "SCHIZ-BLEED-07", "bleed.proposals", text=text)
    kept = [each for each in state.bleed.proposals if each[0] != seat]
    return state.with_bleed(proposals=(*kept, (seat, which)))


@bleed.guard("SCHIZ-BLEED-07", "SCHIZ-BLEED-04")
def who_decides(state: State, _: int, which: Memory, by: Any) -> Verdict:
    voters = state.others(state.turn)
    wanted = dict(state.bleed.proposals)
    support = {seat for seat in by if seat != state.turn}
    if by == voters and wanted:
        support = {seat for seat in voters if wanted.get(seat, which) == which}
    if support >= set(voters):
        return KEPT
    visitors = set(state.visitors) or {state.scene.visitor}
    if support >= visitors:
        return KEPT
    if visitors <= set(wanted) and len({wanted[each] for each in visitors}) == 1:
        return "the visitors agree on another memory"
    if not support:
        return "none of the others chose it: the actor has no say"
    if state.turn in by and len(visitors) > 1:
        return KEPT
    lacking = ", ".join(state.name(each) for each in sorted(visitors - support))
    return f"the others do not agree, and {lacking}, a visitor, is against it"


@bleed.effect
def _bleed(state: State, _: int, which: Memory, _by: object, trace: Trace | None) -> State:
    line = _unbled(state, which)
    assert line is not None
    which = which._replace(text=line.text)
    section = state.section(state.turn, which)
    text = f"{notation.memory_text(state.table, which)} bleeds"
    record(trace, "SCHIZ-BLEED-04", section, "bleed.memory", text=text)
    record(trace, "SCHIZ-BLEED-07", "bleed.memory")
    record(trace, "SCHIZ-SHEET-04", section)
    sheet = state.seats[state.turn].sheet
    lines = sheet[which.side].sections[which.aptitude]
    bled = ref.put(lines, lines.index(line), line._replace(circle=True))
    new = sheet.with_section(which.side, which.aptitude, bled)
    return state.with_seat(state.turn, sheet=new).with_bleed(chosen=which)


# ---- what the actor writes


@copy.guard("SCHIZ-BLEED-08")
def same_place(state: State, _: int, which: Memory) -> Verdict:
    memory = state.bleed.chosen
    if memory is None:
        return NOT_CONCERNED
    if same(which.text, memory.text) and which.aptitude in (memory.aptitude, NOBODY) and (
        which.side == OVERLAP
    ):  # fmt: skip
        return KEPT
    return f"{notation.memory_text(state.table, memory._replace(side=OVERLAP))} is to be copied"


@copy.effect
def _copy(state: State, seat: int, _which: Memory, trace: Trace | None) -> State:
    memory = state.bleed.chosen
    assert memory is not None
    new = memory._replace(side=OVERLAP)
    section, text = state.section(seat, new), f"{state.name(seat)} copies {memory.text}"
    record(trace, "SCHIZ-BLEED-08", section, "bleed.copied", text=f"{text} into the overlap")
    record(trace, "SCHIZ-SHEET-05", section)
    return state.writing(seat, new).with_bleed(copied=True)


@replace.guard("SCHIZ-BLEED-12")
def before_the_link(state: State, _: int) -> Verdict:
    return "the linked memory is written already" if state.bleed.linked else NOT_CONCERNED


@replace.guard("SCHIZ-SETUP-05", when=during(phases.PREAMBLE))
def still_studying(state: State, seat: int) -> Verdict:
    return f"{state.name(seat)} has said who she is" if state.seats[seat].ready else KEPT


@replace.guard("SCHIZ-BLEED-10", "SCHIZ-BLEED-09")
def recipients_only(state: State, _: int, old: Memory) -> Verdict:
    if state.phase == phases.PREAMBLE:
        return NOT_CONCERNED
    side = recipient(state)
    return KEPT if old.side == side else f"the recipient is the {SIDES[side]}"


@replace.guard("SCHIZ-BLEED-09", "SCHIZ-SETUP-05")
def there_to_replace(state: State, seat: int, old: Memory) -> Verdict:
    found = state.seats[seat].sheet.find(old)
    return NOT_CONCERNED if found else f"there is no {notation.memory_text(state.table, old)}"


@replace.guard("SCHIZ-BLEED-10")
def replaced_once(state: State, _: int, old: Memory) -> Verdict:
    return "it was written just now" if old.text in state.bleed.replaced else NOT_CONCERNED


@replace.guard("SCHIZ-BLEED-10", "SCHIZ-SETUP-05")
def same_section(state: State, _: int, old: Memory, new: Memory) -> Verdict:
    if new.side == old.side and new.aptitude == old.aptitude:
        return KEPT
    return f"the replacement goes where it stood: {notation.memory_text(state.table, old)}"


@replace.effect
def _replace(state: State, seat: int, old: Memory, new: Memory, trace: Trace | None) -> State:
    sheet = state.seats[seat].sheet.changed(old, Line(new.text))
    if trace is not None:
        section = state.section(seat, old)
        text = f"{state.name(seat)} writes {new.text} for {old.text}"
        rule = "SCHIZ-SETUP-05" if state.phase == phases.PREAMBLE else "SCHIZ-BLEED-09"
        differs = (section,) if sheet != state.seats[seat].sheet else ()
        written_down = ("bleed.replaced",) if state.phase == phases.FLASHBACK else ()
        trace(rule, *differs, *written_down, text=text)
        if state.phase != phases.PREAMBLE:
            trace("SCHIZ-BLEED-10", "bleed.replaced")
    written_now = (*state.bleed.replaced, new.text) if state.phase == phases.FLASHBACK else ()
    return state.with_seat(seat, sheet=sheet).with_bleed(replaced=written_now)


@link.guard("SCHIZ-BLEED-11")
def linked_once(state: State, _: int) -> Verdict:
    left = state.table.linked - state.bleed.linked
    return NOT_CONCERNED if left > 0 else "the linked memory is written already"


@link.guard("SCHIZ-BLEED-11")
def on_recipients_side(state: State, _: int, which: Memory) -> Verdict:
    side = recipient(state)
    return KEPT if which.side == side else f"the recipient is the {SIDES[side]}"


@link.guard("SCHIZ-BLEED-11")
def in_another_section(state: State, _: int, which: Memory) -> Verdict:
    memory = state.bleed.chosen
    if not state.table.other_section or memory is None:
        return NOT_CONCERNED
    word = state.table.aptitudes[memory.aptitude]
    return f"not in {word} again" if which.aptitude == memory.aptitude else KEPT


@link.effect
def _link(state: State, seat: int, which: Memory, trace: Trace | None) -> State:
    text = f"{state.name(seat)} writes {notation.memory_text(state.table, which)}"
    record(trace, "SCHIZ-BLEED-11", state.section(seat, which), "bleed.linked", text=text)
    return state.writing(seat, which).with_bleed(linked=state.bleed.linked + 1)


# ---- the end of the turn


@done.guard("SCHIZ-BLEED-12", "SCHIZ-BLEED-11", "SCHIZ-BLEED-08")
def bleed_is_over(state: State, _: int) -> Verdict:
    return bleed_lacks(state)


@done.effect
def _done(state: State, seat: int, trace: Trace | None) -> State:
    table = state.table
    turn = (seat + 1) % table.count
    after = state._replace(
        turn=turn, step=phases.SCENE, scene=Scene(), used=(NOBODY, NOBODY), visitors=(),
        bleed=Bleed(), round=state.round + (turn == state.starter),
    )  # fmt: skip
    record(trace, "SCHIZ-BLEED-12", "turn", "step", "bleed")
    record(trace, "SCHIZ-SETUP-03", "turn")
    record(trace, "SCHIZ-FLASH-14", "turn", "round", "used", "visitors")
    if not state.deck and (not state.chain or table.deck_only):
        record(trace, "SCHIZ-FLASH-15", "phase", text="the last key is taken: flashback is over")
        record(trace, "SCHIZ-FLASH-16")
        return after._replace(phase=phases.GATHER, turn=NOBODY)
    if turn == state.starter:
        record(trace, "SCHIZ-GEN-06", "round", text=f"round {after.round} begins")
    return after
