"""A scene before its question: persona, visitor, key card, memory.

The same verbs serve flashback, endgame and the identity crisis of the final resolution.
"""

from __future__ import annotations

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.modes import (
    actor,
    closed,
    no_scene,
    out_of_phase,
    pair,
    turn_of_actor,
    visitor,
)
from validator.games.schizonauts.sheet import AGENT, SIDES, THIEF, Memory, a
from validator.games.schizonauts.state import NOBODY, Scene, State
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, gate, record

PERSONAS = (AGENT, THIEF)
WOVEN = ("key", "memory")


def seats(state: State, *_: object) -> tuple[int, ...]:
    """All players."""
    return state.table.seats


def own_memories(state: State, seat: int) -> tuple[Memory, ...]:
    """All memories of a player's sheet."""
    return state.seats[seat].sheet.memories(*range(len(SIDES)))


def new_memories(state: State, seat: int) -> tuple[Memory, ...]:
    """Yield a new memory for each section, with a placeholder text."""
    lines = len(state.seats[seat].sheet.lines_of()) + 1
    return tuple(
        Memory(side, apt, f"{SIDES[side]} {word} {lines}".capitalize())
        for side in PERSONAS
        for apt, word in enumerate(state.table.aptitudes)
    )


def aptitudes(state: State, *_: object) -> tuple[int, ...]:
    """All aptitudes."""
    return state.table.apt


def has_a_visitor(state: State) -> str:
    """The visitor of the scene, as text."""
    return f"{state.name(state.scene.visitor)} is the visitor"


def scenes_over(state: State) -> str:
    """The step after the scenes of a turn, as text."""
    return f"the scenes of this turn are over; now is {state.step}"


def asked(state: State) -> str:
    """The stage of the scene after the question, as text."""
    return "the dice are rolled" if state.scene.rolled else "the question is put"


unchanging = gate(
    "SCHIZ-END-16", "SCHIZ-CHAR-13", "SCHIZ-GEN-03", why="the sheet no longer changes"
)


def only_told(*rules: str) -> ref.Gate:
    """A confirmed identity uses no memories, aptitudes or dice."""
    return gate("SCHIZ-FINAL-08", *rules, why="a confirmed identity is only told")


play = Verb(
    "play", about="Open a scene of flashback with one of your characters.",
    args=(notation.SIDE.of(PERSONAS),),
    modes=(modes.FLASHBACK_TURN,), by=actor, turn=turn_of_actor(),
    gates=closed(None, {
        modes.IN_FLASH_SCENE: gate("SCHIZ-FLASH-04", why="the scene has its active character"),
        (modes.VOTE_OPEN, modes.VOTE_CAST): gate(
            "SCHIZ-FLASH-04", "SCHIZ-FLASH-14", "SCHIZ-VOTE-01",
            why="the closing vote of this turn is not held",
        ),
        modes.IN_BLEED: gate(
            "SCHIZ-FLASH-04", "SCHIZ-FLASH-14", "SCHIZ-BLEED-12",
            why="the bleed of this turn is not over",
        ),
        modes.IN_PREAMBLE: out_of_phase("SCHIZ-SETUP-06", "SCHIZ-SETUP-07"),
        (phases.GATHER,): out_of_phase("SCHIZ-FLASH-15"),
        modes.IN_ENDGAME: out_of_phase("SCHIZ-END-07", "SCHIZ-INTER-02"),
    }),
)  # fmt: skip
invite = Verb(
    "invite", about="Choose the visitor of your scene.", args=(notation.PLAYER.of(seats),),
    modes=(modes.ALONE, modes.ENDGAME_TURN, modes.UNMASKED),
    by=actor, turn=turn_of_actor(after="SCHIZ-GEN-04"),
    gates=closed(None, {
        (modes.FLASHBACK_TURN,): gate(
            "SCHIZ-SCENE-14", "SCHIZ-FLASH-04", why="the active character is not chosen"
        ),
        modes.AFTER_SCENES: gate(
            "SCHIZ-FLASH-14", "SCHIZ-SCENE-14", "SCHIZ-FLASH-04", why=scenes_over
        ),
        modes.FLASH: gate("SCHIZ-FLASH-06", "SCHIZ-GEN-04", "SCHIZ-GEN-05", why=has_a_visitor),
        modes.END: gate("SCHIZ-END-12", "SCHIZ-GEN-04", "SCHIZ-GEN-05", why=has_a_visitor),
        (*modes.IN_CRISIS, modes.TOLD): gate("SCHIZ-GEN-04", "SCHIZ-GEN-05", why=has_a_visitor),
        (phases.SITUATION,): out_of_phase("SCHIZ-GATHER-09"),
        (phases.INTERLUDE,): out_of_phase("SCHIZ-INTER-03"),
        (modes.KEYS_USED,): gate("SCHIZ-END-07", why=scenes_over),
        (modes.MASKED,): gate(
            "SCHIZ-FINAL-03",
            why=lambda state: f"{state.name(state.turn)} turns up her cards first",
        ),
        (modes.PLAYED, modes.SCORED): gate(
            "SCHIZ-FINAL-01", "SCHIZ-FINAL-11", why="the scene of this final turn is over"
        ),
    }),
)  # fmt: skip
take = Verb(
    "take", about="As first visitor, take a card from the chain.",
    args=(notation.CARD.of(lambda state, *_: state.chain),),
    modes=(modes.FLASH.play,), by=visitor,
    gates=closed(None, {
        **modes.BEFORE_VISITOR,
        modes.FLASH.after_question: gate(
            "SCHIZ-FLASH-09", "SCHIZ-FLASH-11",
            why=lambda state: f"{state.scene.key} is taken already",
        ),
        (modes.CHAIN_WAITS,): modes.MODES[modes.CHAIN_WAITS].then(
            gate("SCHIZ-FLASH-09", why=lambda state: f"{state.scene.key} is taken already")
        ),
        modes.IN_ENDGAME: out_of_phase(
            "SCHIZ-INTER-02", "SCHIZ-END-16", "SCHIZ-END-07", "SCHIZ-FLASH-09"
        ),
        modes.IN_FINAL: out_of_phase("SCHIZ-END-07", "SCHIZ-FLASH-09"),
    }),
)  # fmt: skip
as_ = Verb(
    "as", about="As visitor in flashback, say which character visits.",
    args=(notation.SIDE.of(PERSONAS),),
    modes=(modes.FLASH.play,), by=visitor,
    gates=closed(None, {
        (*modes.NO_SCENES, *modes.IN_FINAL): out_of_phase("SCHIZ-FLASH-08"),
        **modes.BEFORE_VISITOR,
        modes.FLASH.after_question: gate(
            "SCHIZ-FLASH-08", why="the visitor has chosen his character"
        ),
        modes.IN_ENDGAME: out_of_phase("SCHIZ-INTER-02", "SCHIZ-END-16", "SCHIZ-FLASH-08"),
    }),
)  # fmt: skip
memory = Verb(
    "memory", about="Choose the memory that you use in this scene.",
    args=(notation.memory(notation.usual_side).of(own_memories),),
    modes=(modes.FLASH.play, modes.END.play, modes.CRISIS.dice), by=pair,
    gates=closed(None, {
        **modes.OUT_OF_SCENE,
        modes.FLASH.after_question: gate("SCHIZ-SCENE-01", "SCHIZ-SCENE-14", why=asked),
        modes.END.after_question: gate("SCHIZ-END-14", "SCHIZ-SCENE-14", why=asked),
        modes.CRISIS.after_roll: gate("SCHIZ-CRISIS-04", "SCHIZ-CRISIS-05", why=asked),
        (modes.TOLD,): only_told(),
    }),
)  # fmt: skip
create = Verb(
    "create",
    about="Write a new memory and use it, when its section has none left to use.",
    args=(notation.new_memory(notation.active_side).of(new_memories),),
    modes=(modes.FLASH.play,), by=actor,
    gates=closed(None, {
        (*modes.NO_SCENES, *modes.IN_FINAL): out_of_phase("SCHIZ-END-16"),
        **modes.BEFORE_VISITOR,
        modes.FLASH.after_question: gate("SCHIZ-SCENE-01", "SCHIZ-SCENE-14", why=asked),
        modes.IN_ENDGAME: out_of_phase("SCHIZ-INTER-02", "SCHIZ-END-16"),
        (modes.TOLD,): only_told("SCHIZ-END-16", "SCHIZ-GEN-03"),
    }),
)  # fmt: skip
use = Verb(
    "use", about="In endgame, choose a key card from your hand for your scene.",
    args=(notation.CARD.of(lambda state, seat: tuple(dict.fromkeys(state.seats[seat].hand))),),
    modes=(modes.END.play,), by=actor, turn=turn_of_actor(after="SCHIZ-END-10"),
    gates=closed(None, {
        modes.IN_FLASHBACK: out_of_phase("SCHIZ-FLASH-13"),
        (phases.SITUATION,): out_of_phase("SCHIZ-GATHER-09"),
        (phases.INTERLUDE,): out_of_phase("SCHIZ-INTER-03"),
        (modes.ENDGAME_TURN,): no_scene("SCHIZ-END-12"),
        modes.END.after_question: gate(
            "SCHIZ-END-09", "SCHIZ-END-14", "SCHIZ-SCENE-14",
            why=lambda state: f"{state.scene.key} is used in this scene",
        ),
        (modes.KEYS_USED,): no_scene("SCHIZ-END-07", "SCHIZ-END-12"),
        modes.IN_FINAL: out_of_phase("SCHIZ-FINAL-12"),
    }),
)  # fmt: skip
weave = Verb(
    "weave", about="Bring the key object, or your memory, into the scene.",
    args=(ref.word(WOVEN, "thing to weave in").of(WOVEN),),
    modes=(modes.FLASH.play, modes.END.play, *modes.IN_CRISIS), by=pair,
    gates=closed(None, {
        **modes.OUT_OF_SCENE,
        modes.FLASH.after_question: gate("SCHIZ-SCENE-14", why=asked),
        modes.END.after_question: gate("SCHIZ-END-14", "SCHIZ-SCENE-14", why=asked),
        (modes.TOLD,): only_told(),
    }),
)  # fmt: skip
aptitude = Verb(
    "aptitude", about="As visitor, say which aptitude you will roll.",
    args=(notation.APTITUDE.of(aptitudes),),
    modes=(modes.FLASH.play, modes.END.play, *modes.IN_CRISIS), by=pair,
    gates=closed(None, {
        **modes.OUT_OF_SCENE,
        (*modes.FLASH.after_question, *modes.END.after_question): gate(
            "SCHIZ-SCENE-11", "SCHIZ-SCENE-14", why="the question is put; aptitudes stay"
        ),
        (modes.TOLD,): only_told(),
    }),
)  # fmt: skip
question = Verb(
    "question", about="Ask the scene's question.",
    args=(
        notation.TEXT.of(("What happens?",)), notation.WORDED.or_left_out(None),
        notation.PLAYERS.after("objecting").or_left_out(()).of(((),)),
    ),
    modes=(modes.FLASH.play, modes.END.play, *modes.IN_CRISIS, modes.TOLD),
    by=actor, turn=gate("SCHIZ-QUEST-01", why=lambda state: (
        f"{state.name(state.turn)} states the question" if state.turn != NOBODY else ""
    )),
    gates=closed(None, {
        **modes.OUT_OF_SCENE,
        (*modes.FLASH.after_question, *modes.END.after_question): gate(
            "SCHIZ-QUEST-01", why=lambda state: f'the question is: "{state.scene.question}"'
        ),
    }),
)  # fmt: skip
check = Verb(
    "check", about="Fill the box of a memory; choosing an active memory does this, too.",
    kind="aside", args=(notation.memory(notation.active_side).of(own_memories),),
    modes=modes.WHOLE_FLASHBACK,
    gates=closed(out_of_phase(), {
        (*modes.WHOLE_ENDGAME, *modes.WHOLE_FINAL): gate(
                "SCHIZ-END-16", "SCHIZ-END-08", "SCHIZ-REVEAL-08", "SCHIZ-GEN-03",
                why="from the interlude on no box is filled",
            ),
    }),
)  # fmt: skip
extra = Verb(
    "add", about="In flashback, write an extra memory of your own while no scene is open.",
    kind="aside", args=(notation.new_memory(notation.no_side).of(new_memories),),
    modes=(modes.FLASHBACK_TURN, *modes.AFTER_SCENES),
    gates=closed(unchanging, {
        (*modes.NO_SCENES, modes.FIRST_DEAL): out_of_phase("SCHIZ-CHAR-13"),
        (phases.INTERLUDE, *modes.IN_TALLY): unchanging,
        (modes.ALONE, *modes.FLASH, modes.CHAIN_WAITS): gate(
            "SCHIZ-CHAR-13", "SCHIZ-SCENE-04", why="a scene is open"
        ),
    }),
)  # fmt: skip
SOMEBODY = notation.NAME.or_left_out("").of(("Somebody",))
voice = Verb(
    "story-character", about="Play a story character in the scene.", kind="aside", args=(SOMEBODY,),
    modes=(modes.ALONE, modes.CHAIN_WAITS, *modes.FLASH, *modes.END, *modes.CRISIS, modes.TOLD),
    gates=modes.only(no_scene("SCHIZ-SCENE-09")),
)  # fmt: skip
say = Verb("say", about="Call a character by a name.", kind="aside", args=(SOMEBODY,))

VERBS = (play, invite, take, as_, memory, create, use, weave, aptitude, question)
ASIDES = (check, extra, voice, say)


# ---- play


@play.guard("SCHIZ-FLASH-05", "SCHIZ-FLASH-04")
def the_other_one(state: State, _: int, side: int) -> Verdict:
    if not state.second_half() or side not in PERSONAS:
        return NOT_CONCERNED
    played = state.used[side] != NOBODY
    return f"the {SIDES[side]} had the first scene of this turn" if played else KEPT


@play.guard("SCHIZ-FLASH-04")
def a_persona(state: State, _: int, side: int) -> Verdict:
    del state
    return KEPT if side in PERSONAS else "only agent and thief have scenes"


@play.effect
def _play(state: State, seat: int, side: int, trace: Trace | None) -> State:
    text = f"scene {len(state.visitors) + 1}: {state.name(seat)}'s {SIDES[side]}"
    record(trace, "SCHIZ-FLASH-04", "scene.persona", "scene.open", text=text)
    record(trace, "SCHIZ-GEN-06")
    return state._replace(scene=Scene(open=True, persona=side, key=state.scene.key))


# ---- invite


@modes.by_phase((invite,), {
    phases.FLASHBACK: ("SCHIZ-FLASH-06", "SCHIZ-GEN-04"),
    phases.ENDGAME: ("SCHIZ-END-12", "SCHIZ-GEN-04"),
    phases.FINAL: ("SCHIZ-GEN-04",),
})  # fmt: skip
def not_oneself(state: State, seat: int, visitor: int) -> Verdict:
    return f"{state.name(seat)} is the actor" if visitor == seat else KEPT


@invite.guard("SCHIZ-FLASH-07")
def another_visitor(state: State, _: int, visitor: int) -> Verdict:
    """The second scene has another visitor, if there is one."""
    if not state.second_half() or state.table.count == len((state.turn, visitor)):
        return NOT_CONCERNED
    return f"{state.name(visitor)} visited the first scene" if visitor in state.visitors else KEPT


@invite.guard("SCHIZ-CRISIS-01", "SCHIZ-CRISIS-02", "SCHIZ-CRISIS-03")
def eligible_visitor(state: State, seat: int, visitor: int) -> Verdict:
    """The visitor of a crisis must not clearly appear to be on the same side."""
    if not state.in_crisis() or seat != state.turn or visitor == seat:
        return NOT_CONCERNED
    if state.eligible(visitor) or not any(state.eligible(each) for each in state.others(seat)):
        return KEPT
    side = state.true_side(seat)
    return f"{state.name(visitor)} clearly appears to be {a(side)}, as {state.name(seat)} truly is"


@invite.effect
def _invite(state: State, seat: int, visitor: int, trace: Trace | None) -> State:
    scene = state.scene if state.phase == phases.FLASHBACK else state.scene._replace(open=True)
    if not state.scene.open and state.phase != phases.FLASHBACK:
        scene = Scene(open=True, key=state.scene.key)
    scene = scene._replace(visitor=visitor)
    if state.phase == phases.FINAL:
        scene = scene._replace(question=state.table.question)
        if state.confirmed():
            scene = scene._replace(narrator=seat, judge=visitor)
    if trace is not None:
        trace("SCHIZ-GEN-04", "scene.visitor", "scene.open", text=f"{state.name(visitor)} visits")
        if state.second_half():
            trace("SCHIZ-FLASH-11", text=f"{state.name(visitor)} gets {scene.key}")
            trace("SCHIZ-FLASH-12", "scene.visitor")
        if state.phase == phases.ENDGAME:
            trace("SCHIZ-END-07", "scene.visitor")
            if state.seats[visitor].dead:
                trace("SCHIZ-AFTER-01", "scene.visitor")
        if state.confirmed():
            text = f"{state.name(seat)} is narrator, {state.name(visitor)} judge"
            trace("SCHIZ-FINAL-08", "scene.narrator", "scene.judge", text=text)
        if state.phase == phases.FINAL:
            fixed = "SCHIZ-FINAL-08" if state.confirmed() else "SCHIZ-CRISIS-08"
            trace(fixed, "scene.question")
        if state.in_crisis() and not any(state.eligible(each) for each in state.others(seat)):
            trace("SCHIZ-CRISIS-03", "scene.visitor", text="nobody was eligible")
    return state._replace(scene=scene)


# ---- what all that happens inside a scene asks


@ref.guards_for((as_, aptitude, memory, create, weave), "SCHIZ-FLASH-12")
def first_visitor_contributes(state: State, seat: int) -> Verdict:
    """In the second scene the first visitor is a contributor like others."""
    if seat not in state.visitors or state.in_scene(seat):
        return NOT_CONCERNED
    return f"{state.name(seat)} visited the first scene"


@ref.guards_for((as_, aptitude, memory, create, weave), "SCHIZ-GEN-05", "SCHIZ-GEN-04")
def takes_part(state: State, seat: int) -> Verdict:
    if state.in_scene(seat):
        return NOT_CONCERNED
    return f"{state.name(seat)} is a contributor of this scene"


# ---- take and as


@ref.guards_for((take,), "SCHIZ-FLASH-11")
def same_card(state: State, _: int) -> Verdict:
    return f"{state.scene.key} is handed on" if state.second_half() else NOT_CONCERNED


@take.guard("SCHIZ-FLASH-09")
def visitor_takes(state: State, seat: int) -> Verdict:
    if state.scene.visitor in (NOBODY, seat):
        return NOT_CONCERNED
    return f"{state.name(state.scene.visitor)}, the visitor, takes the key card"


@take.guard("SCHIZ-FLASH-09")
def one_card(state: State, _: int) -> Verdict:
    if not state.scene.key or state.second_half():
        return NOT_CONCERNED
    return f"{state.scene.key} is taken already"


@ref.guards_for((take, use), "SCHIZ-DECK-03")
def in_play(state: State, _: int, card: str) -> Verdict:
    return f"{card} is out of play" if card in state.box else NOT_CONCERNED


@take.guard("SCHIZ-FLASH-09")
def from_the_chain(state: State, _: int, card: str) -> Verdict:
    return KEPT if card in state.chain else f"{card} is not in the chain: {', '.join(state.chain)}"


@take.effect
def _take(state: State, seat: int, card: str, trace: Trace | None) -> State:
    due = min(1, len(state.deck))
    record(trace, "SCHIZ-FLASH-09", "scene.key", "chain", text=f"{state.name(seat)} takes {card}")
    words = "" if due else "the key deck is empty: the chain shrinks"
    record(trace, "SCHIZ-FLASH-10", "due" if due else "chain", text=words)
    chain = ref.without(state.chain, card)
    return state._replace(chain=chain, due=due, scene=state.scene._replace(key=card))


@as_.guard("SCHIZ-FLASH-08")
def visitor_decides(state: State, seat: int) -> Verdict:
    return KEPT if seat == state.scene.visitor else "the visitor chooses his own character"


@as_.guard("SCHIZ-FLASH-08")
def once(state: State, _: int) -> Verdict:
    if state.scene.visiting == NOBODY:
        return NOT_CONCERNED
    return f"{state.name(state.scene.visitor)}'s {SIDES[state.scene.visiting]} is here"


@as_.guard("SCHIZ-FLASH-08")
def agent_or_thief(_: State, _seat: int, side: int) -> Verdict:
    return KEPT if side in PERSONAS else "agent or thief visits"


@as_.effect
def _as(state: State, seat: int, side: int, trace: Trace | None) -> State:
    text = f"{state.name(seat)}'s {SIDES[side]} {state.seats[seat].sheet[side].name} is here"
    record(trace, ("SCHIZ-FLASH-08", "SCHIZ-GEN-05"), "scene.visiting", text=text)
    return state.with_scene(visiting=side)


# ---- the key card of endgame


@use.guard("SCHIZ-END-09")
def one_key(state: State, _: int) -> Verdict:
    return f"{state.scene.key} is used in this scene" if state.scene.key else NOT_CONCERNED


@use.guard("SCHIZ-END-11")
def not_spent(state: State, _: int, card: str) -> Verdict:
    return f"{card} is among the discards in the centre" if card in state.centre else NOT_CONCERNED


@use.guard("SCHIZ-END-09")
def from_own_hand(state: State, seat: int, card: str) -> Verdict:
    hand = state.seats[seat].hand
    if card in hand:
        return KEPT
    return f"{state.name(seat)} does not hold {card}: {', '.join(hand) or 'nothing'}"


@use.effect
def _use(state: State, seat: int, card: str, trace: Trace | None) -> State:
    player = state.name(seat)
    record(trace, "SCHIZ-END-09", "scene.key", f"{player}.hand", text=f"{player} uses {card}")
    record(trace, "SCHIZ-END-10")
    hand = ref.without(state.seats[seat].hand, card)
    return state.with_seat(seat, hand=hand).with_scene(key=card)
