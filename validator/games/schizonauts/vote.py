"""Closing vote and memory bleed: what ends a turn of flashback."""

from __future__ import annotations

from itertools import product
from typing import Any

from validator.games.schizonauts import notation
from validator.games.schizonauts.common import (
    after_bets,
    belongs_to,
    name,
    not_now,
    others,
    waits,
    whose_turn,
)
from validator.games.schizonauts.position import (
    BLEED,
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    NOBODY,
    PREAMBLE,
    SCENE,
    VOTE,
    Bleed,
    Position,
    Scene,
    bleedable,
)
from validator.games.schizonauts.scene import PERSONAS, new_memories, personas
from validator.games.schizonauts.sheet import (
    AGENT,
    OVERLAP,
    SIDES,
    THIEF,
    Line,
    Memory,
    changed,
    find,
    memories,
    same,
    with_rating,
    written,
)
from validator.referee.core import Notes, Verb, Verdict, laws_for
from validator.referee.zones import put

Votes = tuple[tuple[int, int], ...]


def all_votes(at: Position, *_: object) -> list[Votes]:
    """Every way to vote; the actor lays a card only where she must."""
    voters = others(at, at.turn)
    seats = voters if len(voters) % 2 else at.table.seats
    return [tuple(zip(seats, kinds, strict=True)) for kinds in product(PERSONAS, repeat=len(seats))]


def recipient(at: Position) -> int:
    """The persona that the vote did not choose."""
    return THIEF if at.bleed.bleeder == AGENT else AGENT


def raised_to(at: Position, side: int, aptitude: int) -> int:
    """The rating of the bleeder after the bleed."""
    rating = at.sheets[at.turn][side].ratings[aptitude]
    return max(rating, min(at.table.cap, rating + at.table.increase))


def raises(at: Position, _: int) -> tuple[tuple[int, int, int], ...]:
    """The one increase there is."""
    side = at.bleed.bleeder
    if side == NOBODY:
        return ()
    return ((side, at.used[side], raised_to(at, side, at.used[side])),)


def to_bleed(at: Position, *_: object) -> tuple[Memory, ...]:
    """Memories that may bleed."""
    side = at.bleed.bleeder
    return tuple(dict.fromkeys(bleedable(at, side))) if side != NOBODY else ()


def everybody(at: Position, *_: object) -> tuple[tuple[int, ...], ...]:
    """All but the actor."""
    return (others(at, at.turn),)


def chosen(at: Position, *_: object) -> tuple[Memory, ...]:
    """The memory that bleeds, as it goes to the overlap."""
    memory = at.bleed.chosen
    return (memory._replace(side=OVERLAP),) if memory else ()


def to_replace(at: Position, seat: int) -> tuple[Memory, ...]:
    """The recipient's memories; in the preamble all of one's own."""
    sides = PERSONAS if at.phase == PREAMBLE else (recipient(at),)
    found = [memory for side in sides for memory in memories(at.sheets[seat], side)]
    return tuple(dict.fromkeys(found))


def another(at: Position, seat: int, old: Memory) -> tuple[Memory, ...]:
    """Something else in the same place."""
    return tuple(
        each
        for each in new_memories(at, seat)
        if each.side == old.side and each.aptitude == old.aptitude
    )


vote = Verb(
    "vote", about="Show the cards of the closing vote.", kind="table",
    args=(notation.VOTES.of(all_votes),),
)  # fmt: skip
bleeder = Verb(
    "bleeder", about="Say which persona won the vote.", kind="table",
    args=(notation.SIDE.of(personas),),
)  # fmt: skip
raise_ = Verb(
    "raise", about="Raise the aptitude that the bleeder used.",
    args=(notation.RAISED.of(raises),),
)  # fmt: skip
supply = Verb(
    "supply", about="Write a new memory for the bleeder, all of whose circles are filled.",
    args=(notation.new_memory(notation.bleeding_side).of(new_memories),),
)  # fmt: skip
BLEEDING = notation.memory(notation.bleeding_side, actors=True).of(to_bleed)
propose = Verb("propose", about="Propose a memory to bleed.", kind="aside", args=(BLEEDING,))
bleed = Verb(
    "bleed", about="Fill the circle of the memory that the others choose.", kind="table",
    args=(
        BLEEDING,
        notation.PLAYERS.after("for", "by").of(everybody).or_left_out(
            lambda at, *_: others(at, at.turn)
        ),
    ),
)  # fmt: skip
copy = Verb(
    "copy", about="Copy the bled memory into the overlap.", args=(notation.COPIED.of(chosen),)
)
replace = Verb(
    "replace",
    about="Cross out a memory of the recipient and write another; in the preamble, any of your "
    "own.",
    args=(
        notation.memory(notation.receiving_side).of(to_replace),
        notation.REPLACEMENT.of(another),
    ),
)
link = Verb(
    "link", about="Write the recipient's new memory.",
    args=(notation.new_memory(notation.receiving_side).of(new_memories),),
)  # fmt: skip
done = Verb("done", about="End the turn.", args=())

VERBS = (raise_, supply, copy, replace, link, done)
BY_TABLE = (vote, bleeder, bleed)
ALL = (*VERBS, *BY_TABLE, propose)
SHEET = (raise_, supply, copy, replace, link)

after_bets((*VERBS, *BY_TABLE))
not_now((done,), (ENDGAME,), "SCHIZ-END-07")
not_now((done,), (FINAL,), "SCHIZ-FINAL-11")
not_now(SHEET, (ENDGAME, FINAL, "interlude", "tally"), "SCHIZ-END-16")
not_now((vote, bleeder, bleed), (ENDGAME, FINAL), "SCHIZ-END-07")
belongs_to((raise_, supply, copy, link, done, propose, *BY_TABLE), (FLASHBACK,))
belongs_to((replace,), (FLASHBACK, PREAMBLE), "SCHIZ-BLEED-09")
waits((*VERBS, vote, bleeder, bleed))

# ---- the vote


@vote.law("SCHIZ-VOTE-01", "SCHIZ-FLASH-14")
def after_both_scenes(at: Position, _: int) -> Verdict:
    """The vote comes after both scenes, once."""
    if at.phase != FLASHBACK:
        return None
    if at.step == SCENE:
        return "the scenes of this turn are not over"
    return "" if at.step == VOTE and not at.bleed.votes else "the vote of this turn is over"


@vote.law("SCHIZ-VOTE-02")
def all_others_vote(at: Position, _: int, votes: Votes) -> Verdict:
    """Everybody but the actor votes, once."""
    voters = [seat for seat, _ in votes]
    lacking = [name(at, each) for each in others(at, at.turn) if each not in voters]
    if lacking:
        return f"{', '.join(lacking)} must vote"
    doubled = [name(at, seat) for seat in set(voters) if voters.count(seat) > 1]
    return f"{doubled[0]} votes twice" if doubled else ""


@vote.law("SCHIZ-VOTE-02")
def with_own_cards(at: Position, _: int, votes: Votes) -> Verdict:
    """With a card that the player has."""
    for seat, kind in votes:
        if kind in PERSONAS and not at.ballots[seat][kind]:
            return f"{name(at, seat)} has no {SIDES[kind]} card"
    return None


@vote.law("SCHIZ-VOTE-03", "SCHIZ-VOTE-05")
def actor_lays_hers(at: Position, _: int, votes: Votes) -> Verdict:
    """With an odd number of players the actor lays a hidden card too."""
    if at.table.count % 2 == 0 or at.turn == NOBODY:
        return None
    laid = at.turn in [seat for seat, _ in votes]
    return "" if laid else f"{name(at, at.turn)} lays a hidden card, in case of a tie"


@vote.effect
def _vote(at: Position, _: int, votes: Votes, note: Notes | None) -> Position:
    if note is not None:
        shown = [f"{name(at, s)} {SIDES[k]}" for s, k in votes if s != at.turn]
        note("SCHIZ-VOTE-01", "bleed.votes", text=", ".join(shown))
        note("SCHIZ-VOTE-02", "bleed.votes")
        note("SCHIZ-VOTE-03", "bleed.votes")
        if at.table.count % 2 == 0:
            note("SCHIZ-VOTE-06", "bleed.votes")
    return at._replace(bleed=at.bleed._replace(votes=tuple(votes)))


def _count(at: Position) -> list[int]:
    kinds = [kind for seat, kind in at.bleed.votes if seat != at.turn]
    return [kinds.count(side) for side in PERSONAS]


@bleeder.law("SCHIZ-VOTE-01", "SCHIZ-BLEED-01")
def after_the_vote(at: Position, _: int) -> Verdict:
    """The vote decides."""
    if at.phase != FLASHBACK:
        return None
    return None if at.bleed.votes else "nobody has voted yet"


@bleeder.law("SCHIZ-BLEED-01", "SCHIZ-VOTE-01")
def decided_once(at: Position, _: int) -> Verdict:
    """Once a turn."""
    if at.bleed.bleeder == NOBODY:
        return None
    return f"the {SIDES[at.bleed.bleeder]} bleeds"


@bleeder.law("SCHIZ-VOTE-05")
def actor_breaks_ties(at: Position, _: int, side: int) -> Verdict:
    """On an exact tie the actor's card decides."""
    agents, thieves = _count(at)
    own = dict(at.bleed.votes).get(at.turn)
    if not at.bleed.votes or agents != thieves or own is None:
        return None
    return "" if side == own else f"a tie; {name(at, at.turn)}'s card says {SIDES[own]}"


@bleeder.law("SCHIZ-VOTE-04", "SCHIZ-BLEED-01", "SCHIZ-VOTE-06", "SCHIZ-VOTE-05")
def most_votes(at: Position, _: int, side: int) -> Verdict:
    """The persona with more votes bleeds; without a tie the actor's card changes nothing."""
    agents, thieves = _count(at)
    if not at.bleed.votes or agents == thieves:
        return None
    won = AGENT if agents > thieves else THIEF
    return "" if side == won else f"agent {agents}, thief {thieves}"


@bleeder.effect
def _bleeder(at: Position, _: int, side: int, note: Notes | None) -> Position:
    if note is not None:
        agents, thieves = _count(at)
        text = f"agent {agents}, thief {thieves}: the {SIDES[side]} bleeds"
        tie = agents == thieves
        note("SCHIZ-VOTE-05" if tie else "SCHIZ-VOTE-04", "bleed.bleeder", text=text)
        if not tie and at.turn in dict(at.bleed.votes):
            note("SCHIZ-VOTE-06", "bleed.bleeder", text=f"{name(at, at.turn)} takes her card back")
        note("SCHIZ-BLEED-01", "bleed.bleeder")
    return at._replace(step=BLEED, bleed=at.bleed._replace(bleeder=side))


# ---- what all of the bleed asks


@laws_for((bleed, propose), "SCHIZ-BLEED-12", "SCHIZ-FLASH-14", "SCHIZ-VOTE-01")
def bleeding(at: Position, _: int) -> Verdict:
    """The bleed comes after the vote."""
    return None if at.step == BLEED or at.phase != FLASHBACK else f"now is {at.step}"


@laws_for((raise_, supply, copy, link), "SCHIZ-BLEED-12", "SCHIZ-FLASH-14")
def bleed_step(at: Position, _: int) -> Verdict:
    """The bleed comes after the vote."""
    return None if at.step == BLEED or at.phase != FLASHBACK else f"now is {at.step}"


@replace.law("SCHIZ-BLEED-12", "SCHIZ-BLEED-09")
def replaced_in_bleed(at: Position, _: int) -> Verdict:
    """Memories are replaced in the bleed, or in the preamble."""
    return None if at.step == BLEED or at.phase != FLASHBACK else f"now is {at.step}"


@done.law("SCHIZ-FLASH-14", "SCHIZ-VOTE-01", "SCHIZ-BLEED-12")
def turn_has_its_vote(at: Position, _: int) -> Verdict:
    """A turn ends with vote and bleed."""
    if at.step == BLEED or at.phase != FLASHBACK:
        return None
    return f"the turn still has its {at.step}"


whose_turn((raise_, supply, copy, link, done))


@replace.law("SCHIZ-SETUP-03")
def actor_replaces(at: Position, seat: int) -> Verdict:
    """In the bleed the actor replaces."""
    if at.phase == PREAMBLE or at.turn == NOBODY:
        return None
    return None if seat == at.turn else f"it is {name(at, at.turn)}'s turn"


# ---- raise


@raise_.law("SCHIZ-BLEED-12")
def raised_once(at: Position, _: int) -> Verdict:
    """One increase a bleed."""
    return "the aptitude is raised already" if at.bleed.raised else None


@raise_.law("SCHIZ-BLEED-01", "SCHIZ-BLEED-02")
def bleeders_side(at: Position, _: int, what: tuple[int, int, int]) -> Verdict:
    """On the bleeder's side."""
    side = at.bleed.bleeder
    if side == NOBODY:
        return None
    return "" if what[0] == side else f"the {SIDES[side]} bleeds"


@raise_.law("SCHIZ-BLEED-02")
def used_aptitude(at: Position, _: int, what: tuple[int, int, int]) -> Verdict:
    """The aptitude that it used."""
    side = at.bleed.bleeder
    if side == NOBODY:
        return None
    used = at.used[side]
    return "" if what[1] == used else f"the {SIDES[side]} used {at.table.aptitudes[used]}"


@raise_.law("SCHIZ-BLEED-03")
def up_to_the_cap(at: Position, _: int, what: tuple[int, int, int]) -> Verdict:
    """No rating above the cap; beyond it the increase is lost."""
    if what[2] > at.table.cap:
        return f"{what[2]} is above {at.table.cap}"
    if at.bleed.bleeder == NOBODY:
        return None
    old = at.sheets[at.turn][at.bleed.bleeder].ratings[at.used[at.bleed.bleeder]]
    return "" if old + at.table.increase > at.table.cap else None


@raise_.law("SCHIZ-BLEED-02")
def by_the_increase(at: Position, _: int, what: tuple[int, int, int]) -> Verdict:
    """By the increase of the rules."""
    side, aptitude, value = what
    if side not in PERSONAS or not 0 <= aptitude < len(at.table.apt):
        return "only agent and thief have rising aptitudes"
    should = raised_to(at, side, aptitude)
    return "" if value == should else f"it becomes {should}, not {value}"


@raise_.effect
def _raise(at: Position, seat: int, what: tuple[int, int, int], note: Notes | None) -> Position:
    side, aptitude, value = what
    if note is not None:
        fact = f"{name(at, seat)}.{SIDES[side]}.{at.table.letters[aptitude]}"
        text = f"{name(at, seat)}'s {SIDES[side]}: {at.table.aptitudes[aptitude]} {value}"
        note("SCHIZ-BLEED-02", fact, text=text)
        note("SCHIZ-BLEED-03", fact)
    sheet = with_rating(at.sheets[seat], side, aptitude, value)
    return at._replace(sheets=put(at.sheets, seat, sheet), bleed=at.bleed._replace(raised=True))


# ---- the memory that bleeds


@laws_for((supply, bleed, propose, copy, replace, link), "SCHIZ-BLEED-12")
def raised_first(at: Position, _: int) -> Verdict:
    """The aptitude is raised first."""
    if at.phase != FLASHBACK or at.step != BLEED:
        return None
    return "" if at.bleed.raised else "the aptitude is not raised yet"


@supply.law("SCHIZ-BLEED-06")
def all_have_bled(at: Position, _: int) -> Verdict:
    """Only if every memory of the bleeder has bled."""
    if at.step != BLEED or at.bleed.supplied:
        return None
    left = bleedable(at, at.bleed.bleeder)
    return f'"{left[0].text}" has an empty circle' if left else ""


@supply.law("SCHIZ-BLEED-12", "SCHIZ-BLEED-06")
def before_the_choice(at: Position, _: int) -> Verdict:
    """Before the others choose."""
    return "the memory is chosen already" if at.bleed.chosen else None


@supply.law("SCHIZ-BLEED-06")
def on_bleeders_side(at: Position, _: int, which: Memory) -> Verdict:
    """On the bleeder's side."""
    side = at.bleed.bleeder
    return None if side in (NOBODY, which.side) else f"the {SIDES[side]} bleeds"


@supply.effect
def _supply(at: Position, seat: int, which: Memory, note: Notes | None) -> Position:
    if note is not None:
        section = f"{name(at, seat)}.{SIDES[which.side]}.{at.table.aptitudes[which.aptitude]}"
        note("SCHIZ-BLEED-06", section, text=f"{name(at, seat)} writes {which.text}")
    sheet = written(at.sheets[seat], which)
    new = at.bleed._replace(supplied=at.bleed.supplied + 1)
    return at._replace(sheets=put(at.sheets, seat, sheet), bleed=new)


@laws_for((propose,), "SCHIZ-BLEED-07", "SCHIZ-BLEED-04")
def others_propose(at: Position, seat: int) -> Verdict:
    """The actor proposes nothing."""
    return None if seat != at.turn else f"{name(at, seat)} has no say in it"


@laws_for((bleed, propose), "SCHIZ-BLEED-06")
def something_to_choose(at: Position, _: int) -> Verdict:
    """If all have bled, new memories are written first."""
    if at.step != BLEED:
        return None
    if not bleedable(at, at.bleed.bleeder):
        return "every circle is filled: the actor writes new memories first"
    if at.bleed.supplied and at.bleed.supplied < at.table.supplied:
        return f"{at.bleed.supplied} new memories, not {at.table.supplied}"
    return "" if at.bleed.supplied else None


@laws_for((bleed, propose), "SCHIZ-BLEED-04", "SCHIZ-BLEED-12")
def one_memory_bleeds(at: Position, _: int) -> Verdict:
    """One memory bleeds in a turn."""
    return f'"{at.bleed.chosen.text}" bleeds in this turn' if at.bleed.chosen else None


@laws_for((bleed, propose), "SCHIZ-BLEED-05", "SCHIZ-BLEED-04")
def from_the_bleeder(at: Position, _: int, which: Memory) -> Verdict:
    """It stands on the bleeder's side."""
    side = at.bleed.bleeder
    if side == NOBODY:
        return None
    return "" if which.side == side else f"the {SIDES[side]} bleeds, not the {SIDES[which.side]}"


@laws_for((bleed, propose), "SCHIZ-BLEED-05", "SCHIZ-BLEED-04")
def not_bled_before(at: Position, _: int, which: Memory) -> Verdict:
    """Its circle is empty."""
    if at.turn == NOBODY:
        return None
    line = _unbled(at, which)
    if line is None:
        return None
    return f'"{line.text}" has bled before' if line.circle else ""


def _unbled(at: Position, which: Memory) -> Line | None:
    """The line of a memory; of two with one text the one that has not bled."""
    if which.aptitude < 0:
        return None
    section = at.sheets[at.turn][which.side].sections[which.aptitude]
    lines = [line for line in section if same(line.text, which.text)]
    return next((line for line in lines if not line.circle), lines[0] if lines else None)


@laws_for((bleed, propose), "SCHIZ-BLEED-04")
def on_the_sheet(at: Position, _: int, which: Memory) -> Verdict:
    """It is there."""
    if at.turn == NOBODY or _unbled(at, which) is not None:
        return None
    return f"there is no {notation.memory_text(at.table, which)}"


@propose.effect
def _propose(at: Position, seat: int, which: Memory, note: Notes | None) -> Position:
    if note is not None:
        text = f"{name(at, seat)} proposes {notation.memory_text(at.table, which)}"
        note("SCHIZ-BLEED-07", "bleed.proposals", text=text)
    kept = [each for each in at.bleed.proposals if each[0] != seat]
    return at._replace(bleed=at.bleed._replace(proposals=(*kept, (seat, which))))


@bleed.law("SCHIZ-BLEED-07", "SCHIZ-BLEED-04")
def who_decides(at: Position, _: int, which: Memory, by: Any) -> Verdict:
    """All others; or both visitors; or, if they differ, the actor among what was proposed."""
    if at.step != BLEED:
        return None
    voters = others(at, at.turn)
    wanted = dict(at.bleed.proposals)
    support = {seat for seat in by if seat != at.turn}
    if by == voters and wanted:
        support = {seat for seat in voters if wanted.get(seat, which) == which}
    if support >= set(voters):
        return ""
    visitors = set(at.visitors) or {at.scene.visitor}
    if support >= visitors:
        return ""
    if visitors <= set(wanted) and len({wanted[each] for each in visitors}) == 1:
        return "the visitors agree on another memory"
    if not support:
        return "none of the others chose it: the actor has no say"
    if at.turn in by and len(visitors) > 1:
        return ""
    lacking = ", ".join(name(at, each) for each in sorted(visitors - support))
    return f"the others do not agree, and {lacking}, a visitor, is against it"


@bleed.effect
def _bleed(at: Position, _: int, which: Memory, _by: Any, note: Notes | None) -> Position:
    line = _unbled(at, which)
    assert line is not None
    which = which._replace(text=line.text)
    if note is not None:
        player = name(at, at.turn)
        section = f"{player}.{SIDES[which.side]}.{at.table.aptitudes[which.aptitude]}"
        text = f"{notation.memory_text(at.table, which)} bleeds"
        note("SCHIZ-BLEED-04", section, "bleed.memory", text=text)
        note("SCHIZ-BLEED-07", "bleed.memory")
        note("SCHIZ-SHEET-04", section)
    sheet = at.sheets[at.turn]
    section_lines = list(sheet[which.side].sections[which.aptitude])
    section_lines[section_lines.index(line)] = line._replace(circle=True)
    side = sheet[which.side]
    sections = put(side.sections, which.aptitude, tuple(section_lines))
    new = put(sheet, which.side, side._replace(sections=sections))
    return at._replace(sheets=put(at.sheets, at.turn, new), bleed=at.bleed._replace(chosen=which))


# ---- what the actor writes


@laws_for((copy, replace, link), "SCHIZ-BLEED-12")
def chosen_first(at: Position, _: int) -> Verdict:
    """The others choose first."""
    if at.phase != FLASHBACK or at.step != BLEED:
        return None
    return "" if at.bleed.chosen else "the others have not chosen the memory that bleeds"


@copy.law("SCHIZ-BLEED-08", "SCHIZ-BLEED-12")
def copied_once(at: Position, _: int) -> Verdict:
    """Once."""
    return "the memory stands in the overlap already" if at.bleed.copied else None


@copy.law("SCHIZ-BLEED-08")
def same_place(at: Position, _: int, which: Memory) -> Verdict:
    """Into the overlap's section of the same aptitude."""
    memory = at.bleed.chosen
    if memory is None:
        return None
    if same(which.text, memory.text) and which.aptitude in (memory.aptitude, NOBODY) and (
        which.side == OVERLAP
    ):  # fmt: skip
        return ""
    return f"{notation.memory_text(at.table, memory._replace(side=OVERLAP))} is to be copied"


@copy.effect
def _copy(at: Position, seat: int, _which: Memory, note: Notes | None) -> Position:
    memory = at.bleed.chosen
    assert memory is not None
    new = memory._replace(side=OVERLAP)
    if note is not None:
        section = f"{name(at, seat)}.overlap.{at.table.aptitudes[new.aptitude]}"
        text = f"{name(at, seat)} copies {memory.text} into the overlap"
        note("SCHIZ-BLEED-08", section, text=text)
        note("SCHIZ-SHEET-05", section)
    sheet = written(at.sheets[seat], new)
    return at._replace(sheets=put(at.sheets, seat, sheet), bleed=at.bleed._replace(copied=True))


@laws_for((replace, link), "SCHIZ-BLEED-12")
def copied_first(at: Position, _: int) -> Verdict:
    """The bled memory is copied first."""
    if at.phase != FLASHBACK or at.step != BLEED:
        return None
    return "" if at.bleed.copied else "the bled memory is not copied yet"


@replace.law("SCHIZ-BLEED-12")
def before_the_link(at: Position, _: int) -> Verdict:
    """Replacements come before the linked memory."""
    return "the linked memory is written already" if at.bleed.linked else None


@replace.law("SCHIZ-SETUP-05")
def still_studying(at: Position, seat: int) -> Verdict:
    """In the preamble until the formula is said."""
    if at.phase != PREAMBLE:
        return None
    return f"{name(at, seat)} has said who she is" if at.ready[seat] else ""


@replace.law("SCHIZ-BLEED-10", "SCHIZ-BLEED-09")
def recipients_only(at: Position, _: int, old: Memory) -> Verdict:
    """Only the recipient's memories."""
    if at.phase == PREAMBLE or at.bleed.bleeder == NOBODY:
        return None
    side = recipient(at)
    return "" if old.side == side else f"the recipient is the {SIDES[side]}"


@replace.law("SCHIZ-BLEED-09", "SCHIZ-SETUP-05")
def there_to_replace(at: Position, seat: int, old: Memory) -> Verdict:
    """It stands there."""
    found = find(at.sheets[seat], old)
    return None if found else f"there is no {notation.memory_text(at.table, old)}"


@replace.law("SCHIZ-BLEED-10")
def replaced_once(at: Position, _: int, old: Memory) -> Verdict:
    """A replacement stays."""
    return "it was written just now" if old.text in at.bleed.replaced else None


@replace.law("SCHIZ-BLEED-10", "SCHIZ-SETUP-05")
def same_section(at: Position, _: int, old: Memory, new: Memory) -> Verdict:
    """One for one, in the same section."""
    if new.side == old.side and new.aptitude == old.aptitude:
        return ""
    return f"the replacement goes where it stood: {notation.memory_text(at.table, old)}"


@replace.effect
def _replace(at: Position, seat: int, old: Memory, new: Memory, note: Notes | None) -> Position:
    if note is not None:
        section = f"{name(at, seat)}.{SIDES[old.side]}.{at.table.aptitudes[old.aptitude]}"
        text = f"{name(at, seat)} writes {new.text} for {old.text}"
        rule = "SCHIZ-SETUP-05" if at.phase == PREAMBLE else "SCHIZ-BLEED-09"
        note(rule, section, text=text)
        if at.phase != PREAMBLE:
            note("SCHIZ-BLEED-10", section)
    sheet = changed(at.sheets[seat], old, Line(new.text))
    written_now = (*at.bleed.replaced, new.text) if at.phase == FLASHBACK else ()
    return at._replace(
        sheets=put(at.sheets, seat, sheet), bleed=at.bleed._replace(replaced=written_now)
    )


@link.law("SCHIZ-BLEED-11")
def linked_once(at: Position, _: int) -> Verdict:
    """Exactly one linked memory."""
    return None if at.bleed.linked < at.table.linked else "the linked memory is written already"


@link.law("SCHIZ-BLEED-11")
def on_recipients_side(at: Position, _: int, which: Memory) -> Verdict:
    """On the recipient's side."""
    if at.bleed.bleeder == NOBODY:
        return None
    side = recipient(at)
    return "" if which.side == side else f"the recipient is the {SIDES[side]}"


@link.law("SCHIZ-BLEED-11")
def in_another_section(at: Position, _: int, which: Memory) -> Verdict:
    """With that ruling, not in the section of the bled memory."""
    memory = at.bleed.chosen
    if not at.table.other_section or memory is None:
        return None
    word = at.table.aptitudes[memory.aptitude]
    return f"not in {word} again" if which.aptitude == memory.aptitude else ""


@link.effect
def _link(at: Position, seat: int, which: Memory, note: Notes | None) -> Position:
    if note is not None:
        section = f"{name(at, seat)}.{SIDES[which.side]}.{at.table.aptitudes[which.aptitude]}"
        text = f"{name(at, seat)} writes {notation.memory_text(at.table, which)}"
        note("SCHIZ-BLEED-11", section, text=text)
    new = at.bleed._replace(linked=at.bleed.linked + 1)
    sheet = written(at.sheets[seat], which)
    return at._replace(sheets=put(at.sheets, seat, sheet), bleed=new)


# ---- the end of the turn


@done.law("SCHIZ-BLEED-12", "SCHIZ-BLEED-11", "SCHIZ-BLEED-08")
def bleed_is_over(at: Position, _: int) -> Verdict:
    """The bleed is carried out in full."""
    bleed_ = at.bleed
    if at.step != BLEED:
        return None
    missing = [
        word
        for word, there in (
            ("the aptitude is not raised", bleed_.raised),
            ("no memory bleeds", bleed_.chosen),
            ("the memory is not copied", bleed_.copied),
            ("the linked memory is missing", bleed_.linked >= at.table.linked),
        )
        if not there
    ]
    return missing[0] if missing else ""


@done.effect
def _done(at: Position, seat: int, note: Notes | None) -> Position:
    table = at.table
    turn = (seat + 1) % table.count
    after = at._replace(
        turn=turn, step=SCENE, scene=Scene(), used=(NOBODY, NOBODY), visitors=(), bleed=Bleed()
    )
    if note is not None:
        note("SCHIZ-BLEED-12", "turn", "step")
        note("SCHIZ-SETUP-03", "turn")
        note("SCHIZ-FLASH-14", "turn", "round")
    if turn == at.starter:
        after = after._replace(round=at.round + 1)
    over = not at.deck and (not at.chain or table.deck_only)
    if over:
        if note is not None:
            text = "the last key is taken: flashback is over"
            note("SCHIZ-FLASH-15", "phase", text=text)
            note("SCHIZ-FLASH-16", *(f"{each}.hand" for each in table.players))
        return after._replace(phase=GATHER, turn=NOBODY)
    if note is not None and turn == at.starter:
        note("SCHIZ-GEN-06", "round", text=f"round {after.round} begins")
    return after
