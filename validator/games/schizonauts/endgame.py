"""Endgame: allegiance cards are revealed during scenes, and the turn passes until no key is left.

In the rulebook: Endgame; Revealing who you are; The dead.

The scenes are in `scene` and `dice`, their coins in `payout_and_bets`.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.schizonauts import memory_notation as noted
from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.allegiance_deck import deal_due
from validator.games.schizonauts.dice_pool import aptitude_of, rating_of
from validator.games.schizonauts.modes import also, pair, verb
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.scene import PERSONAS
from validator.games.schizonauts.sheet import NONE, SIDES, Memory, a, minus, one, plus
from validator.games.schizonauts.state import Reveal, Scene, State, faces
from validator.referee import api as ref
from validator.referee.api import Judge, Say

KEYS_USED = Say("", "endgame is over, because the last key has been used")
LOOKS = Say("Look at your face-down cards", "looks at the face-down cards")
REVEALS = Say("Turn up {card} card", "turns up {card} card")
REMEMBERS = Say("remember {memory}", "remembers {memory}")
FULL = Say("use the full rating", "uses the full rating")
CLAIMS = Say("Claim: {text}", "claims: {text}")
NEW_ROUND = Say("", "round {round} begins")


def face_down(s: State, me: int) -> tuple[int, ...]:
    """Return the kinds of allegiance card that a player can still reveal in this scene."""
    shown = sum(each.seat == me for each in s.scene.reveals)
    down = s.seats[me].down if shown < s.table.reveals else NONE
    return tuple([kind for kind in PERSONAS if down[kind]])


def reveal_memories(state: State, seat: int, kind: int, _full: bool) -> list[Memory | None]:
    """Return the memories for which a card can be revealed; None stands for no memory."""
    found: list[Memory | None] = [None]
    if kind in PERSONAS:
        for aptitude, section in enumerate(state.seats[seat].sheet[kind].sections):
            found += [Memory(kind, aptitude, x.text) for x in section if not x.circle]
    return list(dict.fromkeys(found))


def late_dice(state: State, seat: int, kind: int, full: bool, memory: Memory | None) -> int:
    """Return the number of dice that a reveal after the roll adds."""
    extra = state.table.memory_dice if memory is not None else 0
    aptitude = aptitude_of(state, seat)
    if full and kind in PERSONAS and aptitude >= 0 and state.reveal_of(seat) is None:
        own = state.seats[seat].sheet[kind].ratings[aptitude]
        extra += max(0, own - rating_of(state, seat)[1]) * state.table.dice_per_point
    return extra


def reveal_dice(
    state: State, seat: int, kind: int, full: bool, memory: Memory | None
) -> list[tuple[int, ...]]:
    """Return the only candidate for the values of added dice: none before the roll, then ones.

    In a game with real dice, the line states the rolled faces instead.
    """
    if not state.scene.rolled or not (full or memory):
        return [()]
    return [(1,) * late_dice(state, seat, kind, full, memory)]


def keys_used_up(s: State, to: Judge) -> State:
    """End the endgame after the last bets.

    One more allegiance card becomes due if there is one for each player.
    """
    s = to.did("END-15", s, s._replace(turn=NOBODY, step=phases.DONE))
    return to.did("FINAL-02", s, s._replace(dealing=deal_due(s, last=True) > 0))


# ---- reveals


def may_reveal(s: State, me: int, kind: int, full: bool, which: Memory | None, to: Judge) -> None:
    """Check that the player may reveal a face-down card for this purpose."""
    own, scene, rated = s.seats[me], s.scene, aptitude_of(s, me)
    to.holds("REVEAL-03", s.in_scene(me), "{player} [is|are] only a contributor in this scene")
    if scene.rolled:
        to.holds("REVEAL-11", {scene.narrator, scene.judge} == {NOBODY},
                 "narrator and judge are already being named")  # fmt: skip
    shown = sum(each.seat == me for each in scene.reveals)
    to.holds(("REVEAL-01", "REVEAL-12"), shown < s.table.reveals,
             "{player} [has|have] already turned up a card in this scene")  # fmt: skip
    to.holds(("REVEAL-02", "END-03"), kind in PERSONAS and (own.down[kind]),
             "{player} [has|have] no {side} card face down", side=SIDES[kind])  # fmt: skip
    if own.dead:
        to.holds("AFTER-02", not (full or which), "{player}'s character is dead")
    if which is None:
        return
    to.holds(("REVEAL-08", "END-02"), which.side == kind,
             "the card is {side}, but the memory is the {other}'s",
             side=SIDES[kind], other=SIDES[which.side])  # fmt: skip
    line = own.sheet.find(which)
    to.holds("REVEAL-07", line, '{player} [has|have] no memory "{memory}"', memory=which.text)
    to.holds("REVEAL-08", line and not line.circle, 'the circle of "{memory}" is already filled',
             memory=which.text)  # fmt: skip
    if scene.rolled:
        to.holds("REVEAL-11", which.aptitude == rated,
                 "the aptitude must be the one that was rolled, {aptitude}",
                 aptitude=s.table.aptitudes[rated])  # fmt: skip
    elif rated != NOBODY:
        to.holds(("END-13", "REVEAL-07", "SCENE-11"), which.aptitude == rated,
                 "{player} [uses|use] {aptitude}", aptitude=s.table.aptitudes[rated])  # fmt: skip


@verb(open=(modes.END.play, modes.END.dice, modes.END.roles), by=pair,
      due=also("REVEAL-03", "REVEAL-11"), early=may_reveal)  # fmt: skip
def reveal(
    s: State, me: int, kind: Annotated[int, notation.KIND.of(face_down)],
    full: Annotated[bool, notation.FULL.of((False, True))],
    which: Annotated[Memory | None, noted.SHOWN_FOR.of(reveal_memories)],
    dice: Annotated[tuple[int, ...], notation.FACES.of(reveal_dice)],
    only: Annotated[tuple[int, ...] | None, notation.SHOWN_TO],
    by: Annotated[int, notation.FORCED_BY.of(lambda _, me, *__: (me,))], to: Judge,
) -> State:  # fmt: skip
    """Reveal one of your allegiance cards: for its full rating, for a memory, or for nothing."""
    die, need = s.table.die, late_dice(s, me, kind, full, which) if s.scene.rolled else 0
    to.holds("REVEAL-10", len(dice) == need,
             "the number of dice rolled is {number}; expected {need}{die}",
             need=need, die=die, number=len(dice))  # fmt: skip
    for face in dice:
        to.holds(("REVEAL-10", "DICE-15"), 1 <= face <= faces(die), "a {die} cannot show {face}",
                 die=die, face=face)  # fmt: skip
    to.holds("REVEAL-04", only is None or set(only) == set(s.table.seats),
             "the card is shown to {players} only; all players must see it",
             players=s.names(only or ()))  # fmt: skip
    to.holds(("END-04", "REVEAL-06"), by == me, "{other} cannot make {player} do it",
             other=s.name(by))  # fmt: skip
    to.asked()
    if which is not None and (line := s.seats[me].sheet.find(which)) is not None:
        which = which._replace(text=line.text)
    own, rolled, old = s.seats[me], s.scene.rolled, s
    after = s.with_seat(me, up=plus(own.up, one(kind)), down=minus(own.down, one(kind)))
    rules = ("REVEAL-02", "REVEAL-06", "END-04", "ALLEG-01", *(("AFTER-04",) if own.dead else ()))
    after = after.with_scene(reveals=(*s.scene.reveals, Reveal(me, kind, full, which)))
    s = to.did(rules, s, after, REVEALS, card=a(kind))
    if which is not None:
        if not rolled:
            s = s._replace(scene=s.scene.remembering(me == s.turn, which))
        to.did(("REVEAL-07", "END-02"), old, s, REMEMBERS, memory=which.text)
    if full:
        to.did(("REVEAL-09", "DICE-03"), old, s, FULL)
    if not rolled:
        return s
    added = (*s.scene.rolls[s.side_of(me)], *((die, face) for face in dice))
    after = s.with_scene(rolls=ref.put(s.scene.rolls, s.side_of(me), added))
    return to.did(("REVEAL-10", "DICE-12"), s, after)


@verb("aside", due=also("FLASH-17"),
      open=[each for each in modes.ALL_MODES if not each.startswith(phases.FLASHBACK)],
)  # fmt: skip
def claim(s: State, _: int,
          text: Annotated[str, notation.TEXT.or_left_out("").of(("Trust me",))],
          to: Judge) -> State:  # fmt: skip
    """Say anything about your allegiance."""
    to.asked()
    return to.did("REVEAL-05", s, s, CLAIMS, text=text)


@verb("aside")
def look(s: State, me: int, whose: Annotated[int, notation.LOOKED.of(lambda _, me: (me,))],
         to: Judge) -> State:  # fmt: skip
    """Look at your face-down allegiance cards."""
    to.holds("GATHER-08", whose >= 0, "nobody may look at the undealt deck")
    to.holds("GATHER-08", whose == me, "only {owner} may look at these cards", owner=s.name(whose))
    to.asked()
    return to.did((), s, s, LOOKS)


def next_turn(s: State, to: Judge) -> State:
    """Pass the turn to the next player, or end the endgame.

    New allegiance cards become due when a round begins.
    """
    turn = (s.turn + 1) % s.table.count
    begins = turn == s.starter
    after = s._replace(turn=turn, step=phases.SCENE, scene=Scene(), round=s.round + begins)
    s = to.did("END-07", s, after)
    if not s.keys_held():
        return keys_used_up(to.did("END-15", s, s, KEYS_USED), to)
    if begins:
        to.did("GEN-06", s._replace(round=s.round - 1), s, NEW_ROUND, round=s.round)
        return to.did("GATHER-07", s, s._replace(dealing=bool(deal_due(s))))
    return s
