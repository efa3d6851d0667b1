"""A scene up to its question: persona, visitor, key card, memory, aptitude.

In the rulebook: A turn, step by step; One scene; The question, and the dice.

The same verbs serve flashback, endgame and the identity crisis of the final resolution.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.dice_pool import aptitude_of
from validator.games.schizonauts.identity import is_crisis, may_visit_crisis, true_side
from validator.games.schizonauts.modes import TURN, actor, also, pair, verb, visitor, whose
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.setup import seats
from validator.games.schizonauts.sheet import AGENT, SIDES, THIEF, Memory, a, same
from validator.games.schizonauts.state import Scene, State
from validator.referee import api as ref
from validator.referee.api import Judge, Say

PERSONAS = (AGENT, THIEF)
WOVEN = ("key", "memory")
PLAYS = Say("Open a scene with the {side}", "opens scene {number} with the {side}")
INVITES = Say("Invite {guest}", "invites {guest}")
NOBODY_ELSE = Say("", "could choose anybody, because nobody was eligible")
TAKES = Say("Take {card}", "takes {card}")
VISITS = Say("Visit as {side}", "is here as {name}, the {side}")
USES = Say("Use {card}", "uses {card}")
WEAVES = {
    "key": Say("Bring the object into the scene", "brings the object into the scene"),
    "memory": Say("Bring the memory into the scene", "brings the memory into the scene"),
}
NAMES = Say("Choose {aptitude} for the roll", "will roll {aptitude}")
ASKS = Say("Ask: {text}", "asks: {text}")


# ---- what can be chosen


def scene_players(s: State, *_: object) -> tuple[int, ...]:
    """Return the actor and the visitor."""
    return tuple(seat for seat in (s.turn, s.scene.visitor) if seat >= 0)


def own_memories(s: State, me: int) -> tuple[Memory, ...]:
    """Return all memories on a player's sheet."""
    return s.seats[me].sheet.memories(*range(len(SIDES)))


def new_memories(s: State, me: int) -> tuple[Memory, ...]:
    """Return a candidate for a new memory in each section, with placeholder text."""
    lines = len(s.seats[me].sheet.lines_of()) + 1
    return tuple(
        Memory(side, apt, f"{SIDES[side]} {word} {lines}".capitalize())
        for side in PERSONAS
        for apt, word in enumerate(s.table.aptitudes)
    )


def hand(s: State, me: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(s.seats[me].hand))


Persona = Annotated[int, notation.SIDE.of(PERSONAS)]


# ---- actor and visitor


@verb(open=modes.FLASHBACK_TURN, by=actor, turn=TURN, due=also("FLASH-04"))
def play(s: State, _: int, side: Persona, to: Judge) -> State:
    """Open a scene of flashback with one of your characters."""
    to.holds("FLASH-04", side in PERSONAS, "a scene must be opened with the agent or the thief")
    if s.second_half():
        to.holds(("FLASH-05", "FLASH-04"), s.used[side] == NOBODY,
                 "the {side} already had the first scene of this turn",
                 side=SIDES[side])  # fmt: skip
    to.asked()
    after = s._replace(scene=Scene(open=True, persona=side, key=s.scene.key))
    return to.did(("FLASH-04", "GEN-06"), s, after, PLAYS, number=len(s.visitors) + 1,
                  side=SIDES[side])  # fmt: skip


def anybody_may_visit_crisis(s: State, me: int) -> bool:
    """Return whether any player may be invited as the visitor.

    A player who clearly appears to be on the actor's side may not.
    """
    return any(may_visit_crisis(s, each) for each in s.others(me))


@verb(open=(modes.ALONE, modes.ENDGAME_TURN, modes.UNMASKED), by=actor,
      turn=whose("SETUP-03", "GEN-04"), due=also("GEN-04", "FLASH-06", "GEN-05"))  # fmt: skip
def invite(s: State, me: int, guest: Annotated[int, notation.PLAYER.of(seats)],
           to: Judge) -> State:  # fmt: skip
    """Choose the visitor of your scene."""
    flashback, crisis, name = s.phase == phases.FLASHBACK, is_crisis(s), s.name(guest)
    rules = ("FLASH-06", "GEN-04") if flashback else ("END-12", "GEN-04")
    to.holds("GEN-04" if s.phase == phases.FINAL else rules, guest != me,
             "{player} [is|are] the actor and cannot be the visitor")  # fmt: skip
    if s.second_half() and len(s.others(me)) > 1:
        to.holds("FLASH-07", guest not in s.visitors,
                 "{guest} already visited the first scene of this turn", guest=name)  # fmt: skip
    if crisis:
        to.holds(("CRISIS-01", "CRISIS-02", "CRISIS-03"),
                 may_visit_crisis(s, guest) or not anybody_may_visit_crisis(s, me),
                 "{guest} clearly [appears|appear] to be {side}, as {player} truly [is|are]",
                 guest=name, side=a(true_side(s, me)))  # fmt: skip
    to.asked()
    scene = s.scene if flashback else Scene(open=True, key=s.scene.key)
    start, s = s, s._replace(scene=scene._replace(visitor=guest))
    to.did("GEN-04", start, s, INVITES, guest=name)
    if s.second_half():
        to.did(("FLASH-11", "FLASH-12"), start, s)
    if s.phase == phases.ENDGAME:
        to.did(("END-07", "AFTER-01") if s.seats[guest].dead else "END-07", start, s)
    if s.phase != phases.FINAL:
        return s
    if crisis and not anybody_may_visit_crisis(s, me):
        to.did("CRISIS-03", start, s, NOBODY_ELSE)
    after = s.with_scene(question=s.table.question)
    if crisis:
        return to.did("CRISIS-08", s, after)
    return to.did("FINAL-08", s, after.with_scene(narrator=me, judge=guest))


def takes_part(s: State, me: int, to: Judge) -> None:
    """Check that only actor and visitor act.

    In the second scene of a turn, the first visitor is only a contributor.
    """
    if me in s.visitors:
        to.holds("FLASH-12", s.in_scene(me),
                 "{player} visited the first scene of this turn and only contributes to the "
                 "second")  # fmt: skip
    to.holds(("GEN-05", "GEN-04"), s.in_scene(me),
             "{player} [is|are] only a contributor in this scene")  # fmt: skip


@verb(open=modes.FLASH.play, by=visitor, due=also("FLASH-09", "FLASH-11"))
def take(s: State, me: int, card: Annotated[str, notation.CARD.of(lambda s, *_: s.chain)],
         to: Judge) -> State:  # fmt: skip
    """As the first visitor, take a card from the chain."""
    guest, key = s.scene.visitor, s.scene.key
    to.holds("FLASH-11", not s.second_half(), "{card} must be handed on", card=key)
    to.holds("FLASH-09", me == guest, "only the visitor, {guest}, may take the key card",
             guest=s.name(guest))  # fmt: skip
    to.holds("FLASH-09", not key, "{card} has already been taken", card=key)
    to.holds(("DECK-03", "FLASH-09"), card not in s.box, "{card} is out of play", card=card)
    to.holds("FLASH-09", card in s.chain, "{card} is not in the chain: {chain}", card=card,
             chain=s.chain)  # fmt: skip
    to.asked()
    after = s.with_scene(key=card)._replace(
        chain=ref.without(s.chain, card), due=min(1, len(s.deck))
    )
    return to.did(("FLASH-09", "FLASH-10"), s, after, TAKES, card=card)


@verb(name="as", open=modes.FLASH.play, by=visitor, due=also("FLASH-08"), early=takes_part)
def as_(s: State, me: int, side: Persona, to: Judge) -> State:
    """As the visitor in flashback, say which character visits."""
    here = s.scene.visiting
    to.holds("FLASH-08", me == s.scene.visitor, "only the visitor chooses the visiting character")
    to.holds("FLASH-08", here == NOBODY, "{player}'s {side} already visits this scene",
             side=SIDES[here])  # fmt: skip
    to.holds("FLASH-08", side in PERSONAS, "the visiting character must be the agent or the thief")
    to.asked()
    return to.did(("FLASH-08", "GEN-05"), s, s.with_scene(visiting=side), VISITS,
                  name=s.seats[me].sheet[side].name, side=SIDES[side])  # fmt: skip


# ---- the key card of endgame, and what is woven in


@verb(
    open=modes.END.play, by=actor, turn=whose("SETUP-03", "END-10"), due=also("END-09", "FLASH-13")
)
def use(s: State, me: int, card: Annotated[str, notation.CARD.of(hand)], to: Judge) -> State:
    """In endgame, choose a key card from your hand for your scene."""
    held, key = s.seats[me].hand, s.scene.key
    to.holds("END-09", not key, "{card} has already been chosen for this scene", card=key)
    to.holds(("DECK-03", "END-09"), card not in s.box, "{card} is out of play", card=card)
    to.holds(("END-11", "END-09"), card not in s.centre,
             "{card} is among the discards in the centre", card=card)  # fmt: skip
    to.holds("END-09", card in held, "{player} [does|do] not hold {card}: {hand}", card=card,
             hand=held or "nothing")  # fmt: skip
    to.asked()
    after = s.with_seat(me, hand=ref.without(held, card)).with_scene(key=card)
    return to.did(("END-09", "END-10"), s, after, USES, card=card)


@verb(open=(modes.FLASH.play, modes.END.play, *modes.IN_CRISIS), by=pair, early=takes_part)
def weave(s: State, me: int, what: Annotated[str, ref.word(WOVEN, "thing to weave in").of(WOVEN)],
          to: Judge) -> State:  # fmt: skip
    """Bring the key object or your memory into the scene."""
    scene, flashback, acts, key = s.scene, s.phase == phases.FLASHBACK, me == s.turn, what == "key"
    there = ("END-14", "SCENE-14") if s.phase == phases.ENDGAME else "SCENE-14"
    if key:
        keeper = scene.visitor if flashback else s.turn
        to.holds("FINAL-12", s.phase != phases.FINAL, "no key cards are used in final resolution")
        to.holds("SCENE-07" if flashback else "END-09", me == keeper,
                 "only the player with the key card, {keeper}, may bring it in",
                 keeper=s.name(keeper))  # fmt: skip
        to.holds(there, scene.key, "the visitor must choose an object first")
        to.holds(there, not scene.woven_key, "the key object is already in the scene")
    else:
        if flashback:
            to.holds("SCENE-06", acts, "only the actor brings in the active memory")
        to.holds(there, scene.memory if acts else scene.visitors_memory,
                 "no memory has been chosen yet")  # fmt: skip
        to.holds(there, not (acts and scene.woven_memory), "the memory is already in the scene")
    to.asked()
    after = s.with_scene(woven_key=True) if key else s.with_scene(woven_memory=True) if acts else s
    in_flashback, later = ("SCENE-07", "END-09") if key else ("SCENE-06", "END-08")
    return to.did(in_flashback if flashback else later, s, after, WEAVES[what])


@verb(open=(modes.FLASH.play, modes.END.play, *modes.IN_CRISIS), by=pair, due=also("SCENE-11"),
      early=takes_part)  # fmt: skip
def aptitude(
    s: State, me: int, chosen: Annotated[int, notation.APTITUDE.of(lambda s, *_: s.table.apt)],
    to: Judge,
) -> State:  # fmt: skip
    """As the visitor, say which aptitude you will use for the roll."""
    flashback, own, visitors = s.phase == phases.FLASHBACK, aptitude_of(s, me), (
        s.scene.visitors_memory)  # fmt: skip
    if s.phase == phases.FINAL:
        to.holds(("CRISIS-05", "CRISIS-04"), own == chosen,
                 "the aptitude must be that of the memory")  # fmt: skip
    elif me == s.turn:
        rule = "SCENE-10" if flashback else "END-13"
        to.holds(rule, own != NOBODY,
                 "the actor must first choose a memory, which determines the aptitude")  # fmt: skip
        to.holds(rule, own == chosen, "the aptitude must be that of the actor's memory, {aptitude}",
                 aptitude=s.table.aptitudes[own])  # fmt: skip
    if me == s.scene.visitor and visitors is not None:
        to.holds("END-13", visitors.aptitude == chosen,
                 "the aptitude must be that of the visitor's memory, {aptitude}",
                 aptitude=s.table.aptitudes[visitors.aptitude])  # fmt: skip
    to.asked()
    if me == s.turn:
        return to.did("SCENE-10", s, s, NAMES, aptitude=s.table.aptitudes[chosen])
    s = to.did("SCENE-11", s, s.with_scene(aptitude=chosen), NAMES,
               aptitude=s.table.aptitudes[chosen])  # fmt: skip
    rated = ("SCENE-12", "DICE-02") if flashback else ("END-10", "DICE-03")
    return to.did((*rated, "DICE-01", "DICE-04"), s, s)


# ---- the question


def may_ask(s: State, to: Judge) -> None:
    """Check that the memory, key card, character and aptitude are chosen before the question."""
    scene, flashback, guest = s.scene, s.phase == phases.FLASHBACK, s.name(s.scene.visitor)
    actor = s.name(s.turn)
    memory = (("SCENE-06", "SCENE-01", "SCENE-14") if flashback
              else ("END-14", "END-08", "SCENE-06", "SCENE-14"))  # fmt: skip
    to.holds(memory, scene.memory, "{actor} must choose a memory first", actor=actor)
    to.holds(memory, scene.woven_memory, "the memory must come into the scene first")
    key = (("SCENE-07", "SCENE-14", "FLASH-11") if flashback
           else ("END-14", "END-09", "SCENE-07", "SCENE-14"))  # fmt: skip
    to.holds(key, scene.key, "the visitor must choose an object first")
    to.holds(key, scene.woven_key, "the object must come into the scene first")
    if flashback:
        to.holds(("FLASH-08", "SCENE-14"), scene.visiting != NOBODY,
                 "the visitor must choose a character first")  # fmt: skip
    to.holds("SCENE-11" if flashback else ("END-13", "SCENE-11"),
             aptitude_of(s, scene.visitor) != NOBODY, "{guest} must first say what to roll",
             guest=guest)  # fmt: skip


@verb(open=(modes.FLASH.play, modes.END.play, *modes.IN_CRISIS, modes.TOLD), by=actor,
      turn=whose("QUEST-01"), due=also("QUEST-01"))  # fmt: skip
def question(
    s: State, _: int, text: Annotated[str, notation.TEXT.of(("What happens?",))],
    worded: Annotated[tuple[int, ...] | None, notation.WORDED.or_left_out(None)],
    objecting: Annotated[tuple[int, ...], notation.PLAYERS.after("objecting").or_left_out(()).of(
        ((),))], to: Judge,
) -> State:  # fmt: skip
    """Ask the scene's question."""
    del worded
    final = s.phase == phases.FINAL
    if final:
        to.holds("QUEST-01", not s.scene.asked, '"{text}?" has already been asked',
                 text=s.scene.question)  # fmt: skip
        to.holds(("CRISIS-08", "FINAL-08"), same(text.strip().rstrip("?"), s.table.question),
                 'the question must be "{text}?"', text=s.table.question)  # fmt: skip
    else:
        may_ask(s, to)
    to.holds("QUEST-02", not objecting, "{players} [objects|object] to the question",
             players=s.names(objecting))  # fmt: skip
    to.asked()
    after = s.with_scene(asked=True) if final else s.with_scene(question=text or "?")
    return to.did("QUEST-01" if final else ("QUEST-01", "SCENE-14"), s, after, ASKS, text=text)
