"""A scene up to its question: persona, visitor, key card, memory, and what they bring in.

The same verbs serve flashback, endgame and the identity crisis of the final resolution.
"""

from __future__ import annotations

from typing import Any

from validator.games.schizonauts.common import (
    before_question,
    belongs_to,
    memory_words,
    name,
    not_now,
    open_scene,
    others,
    scene_step,
    waits,
    whose_turn,
)
from validator.games.schizonauts.position import (
    BET,
    BLEED,
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    INTERLUDE,
    NOBODY,
    SITUATION,
    VOTE,
    Position,
    Reveal,
    Scene,
    aptitude_of,
    confirmed,
    eligible,
    in_crisis,
    in_scene,
    preferred,
    put,
    reveal_of,
    second_half,
    true_side,
    without,
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
    lines_of,
    same,
    written,
)
from validator.referee.core import Notes, Verb, Verdict, laws_for

PERSONAS = (AGENT, THIEF)


def personas(*_: object) -> tuple[int, ...]:
    """Both sides a player can play."""
    return PERSONAS


def seats(at: Position, *_: object) -> tuple[int, ...]:
    """All players."""
    return at.table.seats


def own_memories(at: Position, seat: int) -> tuple[Memory, ...]:
    """All memories of a player's sheet."""
    found = [Memory(side, apt, line.text) for side, apt, line in lines_of(at.sheets[seat])]
    return tuple(dict.fromkeys(found))


def new_memories(at: Position, seat: int) -> tuple[Memory, ...]:
    """A memory that could be written in each section, under a name of no story."""
    lines = len(lines_of(at.sheets[seat])) + 1
    return tuple(
        Memory(side, apt, f"{SIDES[side]} {word} {lines}".capitalize())
        for side in PERSONAS
        for apt, word in enumerate(at.table.aptitudes)
    )


def aptitudes(at: Position, *_: object) -> tuple[int, ...]:
    """All aptitudes."""
    return at.table.apt


def nothing(*_: object) -> tuple[None]:
    """An argument that is mostly left out."""
    return (None,)


play = Verb(
    "play", "play agent|thief", "Open a scene of flashback with one of your characters.",
    (personas,),
)  # fmt: skip
invite = Verb("invite", "invite PLAYER", "Choose the visitor of your scene.", (seats,))
take = Verb(
    "take", 'take "KEY CARD"', "As first visitor, take a card from the chain.",
    (lambda at, *_: at.chain,),
)  # fmt: skip
as_ = Verb(
    "as", "as agent|thief", "As visitor in flashback, say which character visits.", (personas,)
)
memory = Verb(
    "memory", 'memory [agent|thief|overlap] [V|K|I] "TEXT"',
    "Choose the memory you use in this scene.", (own_memories,),
)  # fmt: skip
create = Verb(
    "create", 'create agent|thief V|K|I "TEXT"',
    "Write a new memory as active memory, when its section has none left to use.",
    (new_memories,),
)  # fmt: skip
use = Verb(
    "use", 'use "KEY CARD"', "In endgame, choose a key card from your hand for your scene.",
    (lambda at, seat: tuple(dict.fromkeys(at.hands[seat])),),
)  # fmt: skip
weave = Verb(
    "weave", "weave key|memory", "Bring the key object, or your memory, into the scene.",
    (lambda *_: ("key", "memory"),),
)  # fmt: skip
aptitude = Verb(
    "aptitude", "aptitude V|K|I", "As visitor, say which aptitude you will roll.", (aptitudes,)
)
question = Verb(
    "question", 'question "TEXT" [worded by PLAYER] [objecting PLAYER…]',
    "Put the scene's question.",
    (lambda *_: ("What happens?",), nothing, lambda *_: ((),)),
)  # fmt: skip
check = Verb(
    "check", 'check [agent|thief|overlap] [V|K|I] "TEXT"',
    "Fill the box of a memory; choosing an active memory does it already.",
    (own_memories,), "aside",
)  # fmt: skip
extra = Verb(
    "add", 'add agent|thief V|K|I "TEXT"',
    "In flashback, write an extra memory of your own while no scene is open.",
    (new_memories,), "aside",
)  # fmt: skip
voice = Verb(
    "story-character", 'story-character "NAME"', "Voice somebody in the scene.",
    (lambda *_: ("Somebody",),), "aside",
)  # fmt: skip
say = Verb("say", 'say "NAME"', "Call a character by a name.", (lambda *_: ("Somebody",),), "aside")

VERBS = (play, invite, take, as_, memory, create, use, weave, aptitude, question)
ASIDES = (check, extra, voice, say)
INSIDE = (take, as_, memory, create, use, weave, aptitude, question)

waits(VERBS)

# ---- play


not_now((play,), (ENDGAME,), "SCHIZ-END-07", "SCHIZ-INTER-02")
not_now((play,), (GATHER,), "SCHIZ-FLASH-15")
belongs_to((play,), (FLASHBACK,))
whose_turn((play,))
scene_step((play,), "SCHIZ-FLASH-04", "SCHIZ-FLASH-14")


@play.law("SCHIZ-VOTE-01")
def vote_held(at: Position, _: int) -> Verdict:
    """No turn ends without its vote."""
    waiting = at.phase == FLASHBACK and at.step == VOTE
    return "the closing vote of this turn is not held" if waiting else None


@play.law("SCHIZ-BLEED-12")
def bleed_over(at: Position, _: int) -> Verdict:
    """Nor without its bleed."""
    waiting = at.phase == FLASHBACK and at.step == BLEED
    return "the bleed of this turn is not over" if waiting else None


@play.law("SCHIZ-FLASH-04")
def one_character(at: Position, _: int) -> Verdict:
    """A scene has one active character from its beginning on."""
    return "the scene has its active character" if at.scene.open else None


@play.law("SCHIZ-FLASH-05", "SCHIZ-FLASH-04")
def the_other_one(at: Position, _: int, side: int) -> Verdict:
    """The second scene is the other persona's."""
    if not second_half(at) or side not in PERSONAS:
        return None
    played = at.used[side] != NOBODY
    return f"the {SIDES[side]} had the first scene of this turn" if played else ""


@play.law("SCHIZ-FLASH-04")
def a_persona(at: Position, _: int, side: int) -> Verdict:
    """Agent or thief."""
    del at
    return "" if side in PERSONAS else "only agent and thief have scenes"


@play.effect
def _play(at: Position, seat: int, side: int, note: Notes | None) -> Position:
    if note is not None:
        text = f"scene {len(at.visitors) + 1}: {name(at, seat)}'s {SIDES[side]}"
        note("SCHIZ-FLASH-04", "scene.persona", text=text)
        note("SCHIZ-GEN-06", "round", "turn")
    return at._replace(scene=Scene(open=True, persona=side, key=at.scene.key))


# ---- invite


not_now((invite, use), (SITUATION,), "SCHIZ-GATHER-09")
not_now((invite, use), (INTERLUDE,), "SCHIZ-INTER-03")
belongs_to((invite,), (FLASHBACK, ENDGAME, FINAL))
whose_turn((invite,), "SCHIZ-GEN-04")


@invite.law("SCHIZ-FINAL-03")
def unmasked_first(at: Position, seat: int) -> Verdict:
    """In final resolution the cards are turned up first."""
    if at.phase != FINAL or seat != at.turn or at.unmasked[seat]:
        return None
    return f"{name(at, seat)} turns up her cards first"


@invite.law("SCHIZ-FINAL-01", "SCHIZ-FINAL-11")
def one_final_scene(at: Position, _: int) -> Verdict:
    """A final turn has one scene."""
    over = at.phase == FINAL and not at.scene.open and at.scene.price
    return "the scene of this final turn is over" if over else None


scene_step((invite,), "SCHIZ-END-07", "SCHIZ-FLASH-14")


@invite.law("SCHIZ-BET-01")
def coins_bet(at: Position, _: int) -> Verdict:
    """An endgame turn ends when all its coins are bet."""
    waiting = [name(at, seat) for seat in at.table.seats if at.earned[seat]]
    return f"{', '.join(waiting)} has coins to bet" if waiting and at.step == BET else None


@invite.law("SCHIZ-SCENE-14", "SCHIZ-FLASH-04")
def persona_first(at: Position, _: int) -> Verdict:
    """In flashback the actor chooses her character, then a visitor."""
    if at.phase != FLASHBACK:
        return None
    return "" if at.scene.open else "the active character is not chosen"


@invite.law("SCHIZ-FLASH-06", "SCHIZ-GEN-04", "SCHIZ-END-12")
def not_oneself(at: Position, seat: int, visitor: int) -> Verdict:
    """The visitor is another player."""
    return f"{name(at, seat)} is the actor" if visitor == seat else ""


@invite.law("SCHIZ-GEN-04", "SCHIZ-FLASH-06", "SCHIZ-END-12", "SCHIZ-GEN-05")
def only_one(at: Position, _: int) -> Verdict:
    """A scene has one visitor."""
    if not at.scene.open or at.scene.visitor == NOBODY:
        return None
    return f"{name(at, at.scene.visitor)} is the visitor"


@invite.law("SCHIZ-FLASH-07")
def another_visitor(at: Position, _: int, visitor: int) -> Verdict:
    """The second scene has another visitor, unless there is none."""
    if not second_half(at) or at.table.count == len((at.turn, visitor)):
        return None
    return f"{name(at, visitor)} visited the first scene" if visitor in at.visitors else ""


@invite.law("SCHIZ-CRISIS-01", "SCHIZ-CRISIS-02", "SCHIZ-CRISIS-03")
def eligible_visitor(at: Position, seat: int, visitor: int) -> Verdict:
    """A crisis is not shared with somebody who clearly appears to be on the same side."""
    if not in_crisis(at) or seat != at.turn or visitor == seat:
        return None
    if eligible(at, visitor) or not any(eligible(at, each) for each in others(at, seat)):
        return ""
    side = SIDES[true_side(at, seat)]
    return f"{name(at, visitor)} clearly appears to be {_a(side)}, as {name(at, seat)} truly is"


def _a(side: str) -> str:
    return f"an {side}" if side[0] in "aeiou" else f"a {side}"


@invite.effect
def _invite(at: Position, seat: int, visitor: int, note: Notes | None) -> Position:
    scene = at.scene if at.phase == FLASHBACK else at.scene._replace(open=True)
    if not at.scene.open and at.phase != FLASHBACK:
        scene = Scene(open=True, key=at.scene.key)
    scene = scene._replace(visitor=visitor)
    if at.phase == FINAL:
        scene = scene._replace(question=at.table.question)
        if confirmed(at):
            scene = scene._replace(narrator=seat, judge=visitor)
    if note is not None:
        note("SCHIZ-GEN-04", "scene.visitor", text=f"{name(at, visitor)} visits")
        if second_half(at):
            note("SCHIZ-FLASH-11", "scene.key", text=f"{name(at, visitor)} gets {scene.key}")
            note("SCHIZ-FLASH-12", "scene.visitor", "scene.key")
        if at.phase == ENDGAME:
            note("SCHIZ-END-07", "scene.visitor")
            if at.dead[visitor]:
                note("SCHIZ-AFTER-01", "scene.visitor")
        if confirmed(at):
            text = f"{name(at, seat)} is narrator, {name(at, visitor)} judge"
            note("SCHIZ-FINAL-08", "scene.narrator", "scene.judge", text=text)
        if in_crisis(at) and not any(eligible(at, each) for each in others(at, seat)):
            note("SCHIZ-CRISIS-03", "scene.visitor", text="nobody was eligible")
    return at._replace(scene=scene)


# ---- what all that happens inside a scene asks


@laws_for((memory, create, weave), "SCHIZ-FINAL-08")
def no_dice_needed(at: Position, seat: int) -> Verdict:
    """A confirmed identity has neither memories nor dice."""
    if not (confirmed(at) and at.scene.open and seat == at.turn):
        return None
    return "an identity that is confirmed is only told"


not_now((take, as_, create), (ENDGAME,), "SCHIZ-INTER-02", "SCHIZ-END-16")
belongs_to((as_,), (FLASHBACK,), "SCHIZ-FLASH-08")
not_now((take,), (ENDGAME, FINAL), "SCHIZ-END-07", "SCHIZ-FLASH-09")
belongs_to((take,), (FLASHBACK,))
belongs_to((create,), (FLASHBACK,), "SCHIZ-END-16")
not_now((use,), (FLASHBACK,), "SCHIZ-FLASH-13")
not_now((use,), (FINAL,), "SCHIZ-FINAL-12")
belongs_to((use,), (ENDGAME,))
belongs_to((memory, weave, aptitude, question), (FLASHBACK, ENDGAME, FINAL))
scene_step((use, *INSIDE), "SCHIZ-SCENE-14", "SCHIZ-END-07")


@use.law("SCHIZ-SETUP-03", "SCHIZ-END-10")
def actors_card(at: Position, seat: int) -> Verdict:
    """In endgame the actor uses a key card."""
    return None if seat == at.turn else f"it is {name(at, at.turn)}'s turn"


@laws_for((as_, aptitude, memory, create, weave), "SCHIZ-GEN-05", "SCHIZ-GEN-04")
def takes_part(at: Position, seat: int) -> Verdict:
    """A contributor's characters are not in the scene."""
    if not at.scene.open or in_scene(at, seat):
        return None
    return f"{name(at, seat)} is a contributor of this scene"


open_scene((as_, aptitude, memory, create, weave, question, take))
open_scene((use,), "SCHIZ-SCENE-14", "SCHIZ-END-12")


@laws_for((memory, create, weave, question, as_, take), "SCHIZ-SCENE-14")
def visitor_first(at: Position, _: int) -> Verdict:
    """The visitor is chosen before the scene goes on."""
    if not at.scene.open:
        return None
    return "the visitor is not chosen" if at.scene.visitor == NOBODY else None


# ---- take and as


@laws_for((take,), "SCHIZ-FLASH-11")
def same_card(at: Position, _: int) -> Verdict:
    """The second visitor is handed the card of the first."""
    return f"{at.scene.key} is handed on" if second_half(at) else None


@take.law("SCHIZ-FLASH-09")
def visitor_takes(at: Position, seat: int) -> Verdict:
    """The visitor takes it."""
    if not at.scene.open or at.scene.visitor in (NOBODY, seat):
        return None
    return f"{name(at, at.scene.visitor)}, the visitor, takes the key card"


@take.law("SCHIZ-FLASH-09")
def one_card(at: Position, _: int) -> Verdict:
    """One card a turn."""
    if not at.scene.open or not at.scene.key or second_half(at):
        return None
    return f"{at.scene.key} is taken already"


@laws_for((take, use), "SCHIZ-DECK-03")
def in_play(at: Position, _: int, card: str) -> Verdict:
    """It is one of this game's key cards."""
    return f"{card} is out of play" if card in at.box else None


@take.law("SCHIZ-FLASH-09")
def from_the_chain(at: Position, _: int, card: str) -> Verdict:
    """The card lies face up in the chain."""
    return "" if card in at.chain else f"{card} is not in the chain: {', '.join(at.chain)}"


@take.effect
def _take(at: Position, seat: int, card: str, note: Notes | None) -> Position:
    due = min(1, len(at.deck))
    if note is not None:
        note("SCHIZ-FLASH-09", "scene.key", "chain", text=f"{name(at, seat)} takes {card}")
        if not due:
            note("SCHIZ-FLASH-10", "chain", text="the key deck is empty: the chain shrinks")
    chain = without(at.chain, card)
    return at._replace(chain=chain, due=due, scene=at.scene._replace(key=card))


@as_.law("SCHIZ-FLASH-08")
def visitor_decides(at: Position, seat: int) -> Verdict:
    """The visitor decides on his own character."""
    if not at.scene.open or at.scene.visitor == NOBODY:
        return None
    return "" if seat == at.scene.visitor else "the visitor chooses his own character"


@as_.law("SCHIZ-FLASH-08")
def once(at: Position, _: int) -> Verdict:
    """He decides once."""
    if at.scene.visiting == NOBODY:
        return None
    return f"{name(at, at.scene.visitor)}'s {SIDES[at.scene.visiting]} is here"


@as_.law("SCHIZ-FLASH-08")
def agent_or_thief(_: Position, _seat: int, side: int) -> Verdict:
    """Agent or thief."""
    return "" if side in PERSONAS else "agent or thief visits"


@as_.effect
def _as(at: Position, seat: int, side: int, note: Notes | None) -> Position:
    if note is not None:
        text = f"{name(at, seat)}'s {SIDES[side]} {at.sheets[seat][side].name} is here"
        note("SCHIZ-FLASH-08", "scene.visiting", text=text)
        note("SCHIZ-GEN-05", "scene.visiting")
    return at._replace(scene=at.scene._replace(visiting=side))


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


@laws_for((memory, create), "SCHIZ-SCENE-01", "SCHIZ-SCENE-14", "SCHIZ-END-14")
def before_the_question(at: Position, _: int) -> Verdict:
    """The actor's memory is chosen before the question is put."""
    if at.phase == FINAL or not at.scene.question:
        return None
    return "the question is put" if not at.scene.rolled else "the dice are rolled"


@laws_for((memory, create), "SCHIZ-SCENE-01", "SCHIZ-END-08")
def one_memory(at: Position, seat: int) -> Verdict:
    """One memory for a scene."""
    scene = at.scene
    chosen = scene.memory if seat == at.turn else scene.visitors_memory
    if not scene.open or chosen is None:
        return None
    return f"{name(at, seat)} uses {memory_words(at.table, chosen)} in this scene"


@memory.law("SCHIZ-CRISIS-04")
def true_memory(at: Position, seat: int, which: Memory) -> Verdict:
    """In a crisis the actor remembers from the side of her true allegiance."""
    if not in_crisis(at) or seat != at.turn:
        return None
    side = true_side(at, seat)
    return "" if which.side == side else f"the true side is the {SIDES[side]}'s"


@memory.law("SCHIZ-CRISIS-05")
def preferred_memory(at: Position, seat: int, which: Memory) -> Verdict:
    """Her visitor remembers from his side of her preferred allegiance."""
    if not in_crisis(at) or seat != at.scene.visitor or seat == at.turn:
        return None
    side = preferred(at, at.turn)
    return "" if which.side == side else f"the preferred side is the {SIDES[side]}'s"


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


@memory.law("SCHIZ-SCENE-01", "SCHIZ-END-08")
def on_the_sheet(at: Position, seat: int, which: Memory) -> Verdict:
    """It stands on the player's sheet."""
    if find(at.sheets[seat], which) is not None:
        return ""
    return f"{name(at, seat)} has no memory {memory_words(at.table, which)}"


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
        text = f"{player} remembers {memory_words(at.table, which)}"
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
        text = f"{player} writes {memory_words(at.table, which)} and uses it"
        note("SCHIZ-SCENE-03", section, "scene.memory", text=text)
        note("SCHIZ-SCENE-10", "scene.aptitude", f"scene.pool.{player}")
    scene = at.scene._replace(memory=which)
    return at._replace(scene=scene, sheets=put(at.sheets, seat, sheet))


# ---- the key card of endgame


@use.law("SCHIZ-END-09")
def one_key(at: Position, _: int) -> Verdict:
    """One key card a scene."""
    return f"{at.scene.key} is used in this scene" if at.scene.key else None


@use.law("SCHIZ-END-11")
def not_spent(at: Position, _: int, card: str) -> Verdict:
    """A discarded card is spent."""
    return f"{card} lies discarded in the centre" if card in at.centre else None


@use.law("SCHIZ-END-09")
def from_own_hand(at: Position, seat: int, card: str) -> Verdict:
    """It comes from the actor's own hand."""
    if card in at.hands[seat]:
        return ""
    return f"{name(at, seat)} does not hold {card}: {', '.join(at.hands[seat]) or 'nothing'}"


before_question((use,), "SCHIZ-END-14", "SCHIZ-SCENE-14")


@use.effect
def _use(at: Position, seat: int, card: str, note: Notes | None) -> Position:
    if note is not None:
        player = name(at, seat)
        note("SCHIZ-END-09", "scene.key", f"{player}.hand", text=f"{player} uses {card}")
        note("SCHIZ-END-10", f"scene.pool.{player}")
    hands = put(at.hands, seat, without(at.hands[seat], card))
    return at._replace(hands=hands, scene=at.scene._replace(key=card))


# ---- weaving in, aptitude, question


@weave.law("SCHIZ-SCENE-07", "SCHIZ-END-09")
def keeper_weaves_key(at: Position, seat: int, what: str) -> Verdict:
    """The visitor brings in the key in flashback, the actor in endgame."""
    if what != "key" or at.phase == FINAL or not at.scene.open:
        return None
    keeper = at.scene.visitor if at.phase == FLASHBACK else at.turn
    return None if seat == keeper else f"{name(at, keeper)} has the key card"


@weave.law("SCHIZ-SCENE-06", "SCHIZ-END-08")
def actor_weaves_memory(at: Position, seat: int, what: str) -> Verdict:
    """The actor brings in her memory."""
    if what != "memory" or at.phase != FLASHBACK or not at.scene.open:
        return None
    return None if seat == at.turn else "the actor brings in the active memory"


@weave.law("SCHIZ-FINAL-12")
def no_key_left(at: Position, _: int, what: str) -> Verdict:
    """Final resolution has no keys."""
    return (
        "no key card is used in final resolution" if what == "key" and at.phase == FINAL else (None)
    )


@weave.law("SCHIZ-SCENE-14")
def there_to_weave(at: Position, seat: int, what: str) -> Verdict:
    """What is brought in is chosen, and not brought in yet."""
    scene = at.scene
    if what == "key":
        if not scene.key:
            return "no key card is chosen" if at.phase != FINAL else None
        return "the key object is in the scene" if scene.woven_key else ""
    chosen = scene.memory if seat == at.turn else scene.visitors_memory
    if chosen is None:
        return "no memory is chosen"
    return "the memory is in the scene" if scene.woven_memory and seat == at.turn else ""


before_question((weave,), "SCHIZ-SCENE-14", "SCHIZ-END-14")


@weave.effect
def _weave(at: Position, seat: int, what: str, note: Notes | None) -> Position:
    if note is not None:
        if what == "key":
            note("SCHIZ-SCENE-07" if at.phase == FLASHBACK else "SCHIZ-END-09", "scene.woven")
        else:
            note("SCHIZ-SCENE-06" if at.phase == FLASHBACK else "SCHIZ-END-08", "scene.woven")
    if what == "key":
        return at._replace(scene=at.scene._replace(woven_key=True))
    if seat != at.turn:
        return at
    return at._replace(scene=at.scene._replace(woven_memory=True))


@aptitude.law("SCHIZ-SCENE-11", "SCHIZ-SCENE-14")
def before_it_is_put(at: Position, seat: int) -> Verdict:
    """Aptitudes are named with the question at the latest, and stay."""
    if at.phase == FINAL or not at.scene.question or seat not in (at.turn, at.scene.visitor):
        return None
    return "the question is put; aptitudes stay"


@aptitude.law("SCHIZ-CRISIS-05", "SCHIZ-CRISIS-04")
def memory_decides(at: Position, seat: int, chosen: int) -> Verdict:
    """In a crisis the aptitude is the memory's."""
    if at.phase != FINAL or not at.scene.open:
        return None
    own = aptitude_of(at, seat)
    return None if own == chosen else "the aptitude is that of the memory"


@aptitude.law("SCHIZ-SCENE-10", "SCHIZ-END-13")
def actors_is_the_memorys(at: Position, seat: int, chosen: int) -> Verdict:
    """The actor's aptitude is that of her memory."""
    if seat != at.turn or not at.scene.open:
        return None
    own = aptitude_of(at, seat)
    if own == NOBODY:
        return "the actor's aptitude comes with her memory"
    return "" if own == chosen else f"her memory is of {at.table.aptitudes[own]}"


@aptitude.law("SCHIZ-END-13")
def visitor_is_bound(at: Position, seat: int, chosen: int) -> Verdict:
    """A visitor who uses a memory uses its aptitude."""
    used = at.scene.visitors_memory
    if seat != at.scene.visitor or used is None:
        return None
    return (
        "" if used.aptitude == chosen else f"his memory is of {at.table.aptitudes[used.aptitude]}"
    )


@aptitude.effect
def _aptitude(at: Position, seat: int, chosen: int, note: Notes | None) -> Position:
    if note is not None:
        player, word = name(at, seat), at.table.aptitudes[chosen]
        dice = f"scene.pool.{player}"
        if seat == at.turn:
            note("SCHIZ-SCENE-10", dice)
        else:
            note("SCHIZ-SCENE-11", dice, "scene.aptitude", text=f"{player} will use {word}")
            note("SCHIZ-SCENE-12" if at.phase == FLASHBACK else "SCHIZ-END-10", dice)
            note("SCHIZ-DICE-02" if at.phase == FLASHBACK else "SCHIZ-DICE-03", dice)
            note("SCHIZ-DICE-01", dice)
            note("SCHIZ-DICE-04", dice)
    if seat == at.turn:
        return at
    return at._replace(scene=at.scene._replace(aptitude=chosen))


@question.law("SCHIZ-QUEST-01")
def actor_asks(at: Position, seat: int) -> Verdict:
    """The actor states the question."""
    if not at.scene.open:
        return None
    return "" if seat == at.turn else f"{name(at, at.turn)} states the question"


@question.law("SCHIZ-CRISIS-08", "SCHIZ-FINAL-08")
def fixed_question(at: Position, _: int, text: str) -> Verdict:
    """In final resolution the question is fixed."""
    if at.phase != FINAL or not at.scene.open:
        return None
    asked = text.strip().rstrip("?")
    return "" if same(asked, at.table.question) else f"the question is: {at.table.question}?"


@question.law("SCHIZ-QUEST-01")
def one_question(at: Position, _: int) -> Verdict:
    """One question a scene."""
    if at.phase == FINAL or not at.scene.question:
        return None
    return f'the question is: "{at.scene.question}"'


@question.law("SCHIZ-SCENE-06", "SCHIZ-SCENE-01", "SCHIZ-SCENE-14", "SCHIZ-END-14", "SCHIZ-END-08")
def memory_is_in(at: Position, _: int) -> Verdict:
    """The actor's memory is in the scene first."""
    if at.phase == FINAL or not at.scene.open or at.scene.visitor == NOBODY:
        return None
    if at.scene.memory is None:
        return "the actor has chosen no memory"
    return "" if at.scene.woven_memory else "the memory is not in the scene yet"


@question.law("SCHIZ-SCENE-07", "SCHIZ-SCENE-14", "SCHIZ-END-14", "SCHIZ-END-09", "SCHIZ-FLASH-11")
def key_is_in(at: Position, _: int) -> Verdict:
    """The key object is in the scene first."""
    if at.phase == FINAL or not at.scene.open or at.scene.visitor == NOBODY:
        return None
    if not at.scene.key:
        return "no key card is chosen"
    return "" if at.scene.woven_key else "the key object is not in the scene yet"


@question.law("SCHIZ-FLASH-08", "SCHIZ-SCENE-14")
def visitor_is_here(at: Position, _: int) -> Verdict:
    """In flashback the visitor has chosen his character."""
    if at.phase != FLASHBACK or not at.scene.open or at.scene.visitor == NOBODY:
        return None
    return "the visitor has not chosen his character" if at.scene.visiting == NOBODY else None


@question.law("SCHIZ-SCENE-11", "SCHIZ-END-13")
def aptitudes_are_known(at: Position, _: int) -> Verdict:
    """The visitor has named his aptitude."""
    if at.phase == FINAL or not at.scene.open or at.scene.visitor == NOBODY:
        return None
    known = aptitude_of(at, at.scene.visitor) != NOBODY
    return "" if known else f"{name(at, at.scene.visitor)} has not named his aptitude"


@question.law("SCHIZ-QUEST-02")
def nobody_objects(at: Position, _: int, _text: str, _by: Any, against: Any) -> Verdict:
    """The visitor agrees and nobody objects."""
    if not against:
        return ""
    return f"{', '.join(name(at, each) for each in against)} objects"


@question.effect
def _question(
    at: Position, seat: int, text: str, _by: Any, _against: Any, note: Notes | None
) -> Position:
    if note is not None:
        note("SCHIZ-QUEST-01", "scene.question", text=f"{name(at, seat)} asks: {text}")
        if at.phase != FINAL:
            note("SCHIZ-SCENE-14", "scene.stage")
    if at.phase == FINAL:
        return at
    return at._replace(scene=at.scene._replace(question=text or "?"))


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
    return f"the active memory is {memory_words(at.table, active)}"


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
        text = f"{player} adds {memory_words(at.table, which)}"
        note("SCHIZ-CHAR-13", section, text=text)
    return at._replace(sheets=put(at.sheets, seat, written(at.sheets[seat], which)))


open_scene((voice,), "SCHIZ-SCENE-09", "SCHIZ-SCENE-14")


def _persona_called(at: Position, text: str) -> list[tuple[int, int]]:
    """Whose agent or thief has this name."""
    return [
        (seat, side)
        for seat, sheet in enumerate(at.sheets)
        for side in PERSONAS
        if sheet[side].name and same(sheet[side].name, text.removeprefix("Agent ").strip())
    ]


@voice.law("SCHIZ-GEN-07")
def not_the_other_self(at: Position, _: int, text: str) -> Verdict:
    """A player's other persona is not in the scene, not even as a story character."""
    if not at.scene.open or at.phase != FLASHBACK:
        return None
    for seat, side in _persona_called(at, text):
        here = at.scene.persona if seat == at.turn else at.scene.visiting
        if in_scene(at, seat) and here in PERSONAS and side != here:
            return f"{text} is the other side of {name(at, seat)}'s {SIDES[here]}"
    return ""


@voice.law("SCHIZ-GEN-05")
def no_third_character(at: Position, _: int, text: str) -> Verdict:
    """No contributor's player character is in the scene."""
    if not at.scene.open:
        return None
    for seat, _side in _persona_called(at, text):
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
