"""The modes of Schizonauts: the pending task in each, and the rules that close verbs."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from validator.games.schizonauts import phases
from validator.games.schizonauts.coins import bettors, payouts
from validator.games.schizonauts.dice_pool import aptitude_of
from validator.games.schizonauts.identity import is_confirmed, is_crisis
from validator.games.schizonauts.phases import NOBODY
from validator.referee import api as ref
from validator.referee.api import TABLE, Gate, Verbs, gate, turn_of

if TYPE_CHECKING:
    from validator.games.schizonauts.state import Scene, State

Modes = tuple[str, ...]


class Scenes(NamedTuple):
    """The names of an open scene's modes, by its stage."""

    play: str  # before the question
    dice: str  # before the roll
    roll: str  # while the dice fall
    roles: str  # until narrator and judge are named
    answer: str  # until the scene is closed

    @property
    def after_question(self) -> Modes:
        """The modes between the question and the close, except the roll."""
        return self.dice, self.roles, self.answer


def _scenes(phase: str) -> Scenes:
    return Scenes(*(f"{phase}: {stage}" for stage in Scenes._fields))


CHAIN_OPENS = "preamble: chain"
FLASHBACK_TURN, ALONE, CHAIN_WAITS = "flashback: turn", "flashback: alone", "flashback: chain"
FLASH = _scenes(phases.FLASHBACK)
VOTE_OPEN, VOTE_CAST = "flashback: vote", "flashback: votes"
RAISE, CHOICE, COPY, WRITE = (f"flashback: {step}" for step in ("raise", "choice", "copy", "write"))
FIRST_DEAL, ROUND_DEAL, LAST_DEAL = "gather: deal", "endgame: deal", "endgame: last deal"
ENDGAME_TURN = "endgame: turn"
END = _scenes(phases.ENDGAME)
PAYING, BETTING, KEYS_USED = "endgame: pay", "endgame: bet", "endgame: done"
MASKED, UNMASKED, TOLD = "final: masked", "final: unmasked", "final: told"
CRISIS = _scenes(phases.FINAL)
PLAYED, SCORED = "final: played", "final: scored"
TALLIED = "tally: tallied"

# groups of modes, without those that wait for cards or dice
IN_BLEED = (RAISE, CHOICE, COPY, WRITE)
AFTER_SCENES = (VOTE_OPEN, VOTE_CAST, *IN_BLEED)
IN_FLASH_SCENE = (ALONE, FLASH.play, *FLASH.after_question)
IN_FLASHBACK = (FLASHBACK_TURN, *IN_FLASH_SCENE, *AFTER_SCENES)
IN_END_SCENE = (END.play, *END.after_question)
IN_ENDGAME = (ENDGAME_TURN, *IN_END_SCENE, KEYS_USED)
NO_FINAL_SCENE = (MASKED, UNMASKED, PLAYED, SCORED)
IN_CRISIS = CRISIS.after_question
IN_FINAL = (*NO_FINAL_SCENE, *IN_CRISIS, TOLD)
# the same groups with these modes
WHOLE_FLASHBACK = (*IN_FLASHBACK, CHAIN_WAITS, FLASH.roll)
WHOLE_FINAL = (*IN_FINAL, CRISIS.roll)
IN_TALLY = (phases.TALLY, TALLIED)
IN_PREAMBLE = (phases.PREAMBLE, CHAIN_OPENS)
NO_SCENES = (phases.CHARACTERS, phases.SETUP, *IN_PREAMBLE, phases.GATHER, phases.SITUATION,
             phases.INTERLUDE, *IN_TALLY, phases.OVER)  # fmt: skip
BY_DEAL = (FIRST_DEAL, ROUND_DEAL, LAST_DEAL)
BY_DECK = (CHAIN_OPENS, CHAIN_WAITS, *BY_DEAL)
BY_DICE = (FLASH.roll, END.roll, CRISIS.roll)
NAMING = (FLASH.roles, END.roles, CRISIS.roles)
ANSWERING = (FLASH.answer, END.answer, CRISIS.answer)
ALL_MODES = tuple(dict.fromkeys((
    *NO_SCENES, *IN_FLASHBACK, *IN_ENDGAME, PAYING, BETTING, *IN_FINAL, *BY_DECK, *BY_DICE,
)))  # fmt: skip


def _stage(scene: Scene, modes: Scenes) -> str:
    if scene.rolled:
        named = scene.narrator != NOBODY and scene.judge != NOBODY
        return modes.answer if named else modes.roles
    if scene.rolling:
        return modes.roll
    return modes.dice if scene.question else modes.play


def _in_flashback(state: State) -> str:
    scene, bleed = state.scene, state.bleed
    if state.due:
        return CHAIN_WAITS
    if state.step == phases.SCENE:
        if not scene.open:
            return FLASHBACK_TURN
        return ALONE if scene.visitor == NOBODY else _stage(scene, FLASH)
    if state.step == phases.VOTE:
        return VOTE_CAST if bleed.votes else VOTE_OPEN
    if not bleed.raised:
        return RAISE
    if bleed.chosen is None:
        return CHOICE
    return WRITE if bleed.copied else COPY


def _in_endgame(state: State) -> str:
    if state.dealing:
        return ROUND_DEAL if state.keys_held() else LAST_DEAL
    if state.step == phases.SCENE:
        return _stage(state.scene, END) if state.scene.open else ENDGAME_TURN
    return {phases.PAY: PAYING, phases.BET: BETTING}.get(state.step, KEYS_USED)


def _in_final(state: State) -> str:
    scene = state.scene
    if not state.seats[state.turn].unmasked:
        return MASKED
    if scene.open:
        return _stage(scene, CRISIS) if is_crisis(state) else TOLD
    if scene.price:
        return SCORED if state.scored else PLAYED
    return UNMASKED


def mode(state: State) -> str:
    """Return the mode of a state, which decides which verbs are open."""
    phase = state.phase
    if phase == phases.FLASHBACK:
        return _in_flashback(state)
    if phase == phases.ENDGAME:
        return _in_endgame(state)
    if phase == phases.FINAL:
        return _in_final(state)
    if phase == phases.PREAMBLE and state.due:
        return CHAIN_OPENS
    if phase == phases.GATHER and state.dealing:
        return FIRST_DEAL
    return TALLIED if phase == phases.TALLY and state.tallied else phase


def _next(seats: list[int]) -> int:
    """Return the first of the seats that have yet to act, or TABLE if there are none."""
    return seats[0] if seats else TABLE


def to_act(state: State) -> int | None:
    """Return the seat to act: a player, TABLE if everyone acts together, or CHANCE."""
    now = mode(state)
    return NEXT[now](state) if now in NEXT else state.turn if state.turn >= 0 else TABLE


def _before_question(state: State) -> list[int]:
    """Return the seats of actor and visitor that still have something to do before the question."""
    scene, flashback = state.scene, state.phase == phases.FLASHBACK
    key = bool(scene.key) and scene.woven_key
    visitor = ((key and scene.visiting != NOBODY) or not flashback) and (
        aptitude_of(state, scene.visitor) != NOBODY
    )
    actor = scene.woven_memory and (key or flashback)
    owing = [state.turn] if not actor else []
    return [*owing, scene.visitor] if not visitor else owing or [state.turn]


def _answer_and_price(state: State) -> list[int]:
    """Return the seats to act after the roll: the narrator, then the judge, then everybody."""
    scene = state.scene
    if not scene.answer:
        return [scene.narrator]
    return [TABLE if scene.price else scene.judge]


def _crisis_answer(state: State) -> list[int]:
    """Return the seats to act in a crisis after the roll.

    The judge sets a price, the actor states the verdict, and then everybody acts.
    """
    scene = state.scene
    if not scene.price:
        return [scene.judge]
    return [state.turn if scene.verdict == NOBODY else TABLE]


def awaited(state: State) -> tuple[int, ...]:
    """Return the seats that the game waits for; TABLE stands for everyone together."""
    now = mode(state)
    if now in SEVERAL:
        return tuple(SEVERAL[now](state))
    seat = to_act(state)
    return () if seat is None else (seat,)


def asked(state: State) -> str:
    """Return the mode whose text in `table.yaml` describes what is asked now."""
    now = mode(state)
    answering = {FLASH.answer: FLASH.roles, END.answer: END.roles}
    return now if state.scene.answer else answering.get(now, now)


# ---- why a verb is closed


def not_over(state: State) -> str:
    """Return a message that names the current phase, which does not allow a verb, or ""."""
    return "" if state.phase == phases.OVER else f"not in this part of the game ({state.phase})"


def phase_words(state: State) -> str:
    """Return the reason why a verb is closed in the current phase."""
    return not_over(state) or "the game is over"


def _coins_due(state: State) -> str:
    names = state.names(seat for seat, coins in enumerate(payouts(state)) if coins)
    return f"{', '.join(names)} must first take coins with 'table pay'"


def _bets_placed(state: State) -> str:
    waiting = state.names(seat for seat, own in enumerate(state.seats) if own.earned)
    return f"bets must first be placed by {', '.join(waiting)}"


WAITS: dict[str, str | Callable[[State], str]] = {
    FLASHBACK_TURN: "no scene is open",
    ALONE: "the visitor has not been chosen",
    FLASH.play: "the question has not been asked yet",
    FLASH.dice: "the question has been asked, but the dice have not been rolled",
    FLASH.roles: "the dice have been rolled, and the narrator and the judge are being named",
    FLASH.answer: "the narrator and the judge have been named, but the scene is not closed",
    VOTE_OPEN: "the scenes of this turn are over, and nobody has voted yet",
    VOTE_CAST: "the vote of this turn is over, but its winner has not been named",
    RAISE: "the aptitude has not been raised yet",
    CHOICE: "the others have not chosen the memory that bleeds",
    COPY: "the bled memory has not been copied yet",
    WRITE: "only the recipient's linked memory and the end of the turn remain",
    MASKED: lambda state: f"{state.name(state.turn)} must first turn up their cards",
    UNMASKED: "no scene is open",
    TOLD: "a confirmed identity is narrated, without dice",
    PLAYED: "the scene of this final turn is over, but its coins have not been scored",
    SCORED: "the coins of this final turn have been scored",
    CRISIS.dice: "the dice of this crisis have not been rolled",
    CRISIS.roles: "the dice have been rolled, and the narrator and the judge are being named",
    CRISIS.answer: "the answer, the price and the final allegiance of the crisis must come first",
    TALLIED: "the scores are being compared",
}
WAITS |= {END.play: WAITS[FLASH.play], END.dice: WAITS[FLASH.dice],
          END.roles: WAITS[FLASH.roles], END.answer: WAITS[FLASH.answer],
          ENDGAME_TURN: "no scene is open", KEYS_USED: "the last key has been used"}  # fmt: skip


def _wait(modes: Modes, *rules: str) -> dict[str, Gate]:
    """Return the gates of modes by name, with their pending tasks and the rules behind these."""
    return {each: gate(*rules, "GEN-03", why=WAITS.get(each, phase_words)) for each in modes}


GATES = {
    **_wait((phases.CHARACTERS, phases.SETUP, phases.OVER)),
    **_wait((phases.PREAMBLE,), "SETUP-06"),
    **_wait((CHAIN_OPENS,), "SETUP-07", "SETUP-06"),
    **_wait(IN_FLASH_SCENE, "SCENE-14", "FLASH-04", "FLASH-03", "FLASH-17"),
    **_wait((FLASHBACK_TURN,), "SCENE-14", "FLASH-04", "FLASH-14", "VOTE-01", "FLASH-17"),
    **_wait((VOTE_OPEN, VOTE_CAST), "FLASH-14", "VOTE-01", "FLASH-04", "SCENE-14", "FLASH-17"),
    **_wait(IN_BLEED, "BLEED-12", "FLASH-14", "FLASH-04", "SCENE-14", "FLASH-17", "FLASH-15"),
    CHAIN_WAITS: gate("FLASH-10",
                      why="the chain must first be filled from the key deck with '~ draw'"),
    **_wait((phases.GATHER,), "GATHER-01", "FLASH-15", "FLASH-17"),
    FIRST_DEAL: gate("GATHER-06", "GATHER-01", "GEN-03",
                     why="the allegiance cards must first be dealt with '~ deal'"),
    **_wait((phases.SITUATION,), "GATHER-09"),
    **_wait((phases.INTERLUDE,), "INTER-03", "END-16"),
    **_wait((ENDGAME_TURN,), "END-12", "END-07", "INTER-02", "END-16", "SCENE-14"),
    **_wait(IN_END_SCENE, "END-14", "END-12", "END-07", "INTER-02", "END-16", "SCENE-14"),
    **_wait((KEYS_USED,), "END-07", "END-15", "END-12", "FINAL-01"),
    PAYING: gate("PAY-03", "PAY-02", "PAY-04", "PAY-01", "END-07", why=_coins_due),
    BETTING: gate("BET-01", "END-07", why=_bets_placed),
    ROUND_DEAL: gate(
        "GATHER-07",
        why=lambda state: f"round {state.round} must begin with a card for each player, dealt "
                          "with '~ deal'",
    ),
    LAST_DEAL: gate("FINAL-02", why="each player must first be dealt a last card with '~ deal'"),
    **dict.fromkeys(
        BY_DICE, gate("DICE-06", "DICE-15", why="the dice must first be rolled with '~ roll'")
    ),
    **_wait((MASKED,), "FINAL-03", "FINAL-01", "FINAL-11", "FINAL-12", "END-07", "END-16",
            "SCENE-14"),
    **_wait((UNMASKED, PLAYED), "SCENE-14", "FINAL-01", "FINAL-11", "FINAL-12"),
    **_wait((SCORED,), "FINAL-11", "FINAL-10", "FINAL-01", "FINAL-12", "SCENE-14"),
    **_wait((TOLD,), "FINAL-08", "FINAL-07", "FINAL-12", "SCENE-14"),
    **_wait(IN_CRISIS, "SCENE-14", "CRISIS-05", "CRISIS-09", "FINAL-12", "END-16"),
    **_wait(IN_TALLY, "TALLY-01"),
}  # fmt: skip
verb = Verbs("SCHIZ", GATES)


def also(*rules: str) -> dict[str, tuple[str, ...]]:
    """Return the rules that a closed verb breaks, by mode: the mode's rules, then these."""
    return {mode: (*each.rules, *rules) for mode, each in GATES.items()}


def whose(*rules: str) -> Gate:
    """Return the gate that allows a verb only to the player whose turn it is.

    `rules` are the verb's own rules.
    """
    return gate(*rules, why=lambda state: (
        turn_of(state.name(state.turn)) if state.turn != NOBODY else ""
    ))  # fmt: skip


TURN = whose("SETUP-03")


# ---- who may use a verb


def actor(state: State) -> tuple[int, ...]:
    """Return the player whose turn it is, as a tuple for a verb's `by`."""
    return (state.turn,)


def visitor(state: State) -> tuple[int, ...]:
    """Return the visitor of the scene, as a tuple for a verb's `by`."""
    return (state.scene.visitor,)


def pair(state: State) -> tuple[int, ...]:
    """Return the actor and the visitor of the scene, for a verb's `by`."""
    return state.turn, state.scene.visitor


def contributors(state: State) -> list[int]:
    """Return the players who are not in the scene, and therefore may contribute."""
    inside = state.turn, state.scene.visitor
    return [seat for seat in state.table.seats if seat not in inside]


def narrator_of_it(state: State) -> tuple[int, ...]:
    """Return the narrator until the question is answered, as a tuple for a verb's `by`."""
    seat = state.turn if is_confirmed(state) else state.scene.narrator
    return () if state.scene.answer or seat == NOBODY else (seat,)


def judge_of_it(state: State) -> tuple[int, ...]:
    """Return the judge of the scene, as a tuple for a verb's `by`."""
    return (state.scene.judge,)


def lacking(attribute: str) -> Callable[[State], list[int]]:
    """Return a function that returns the players for whom an attribute is empty."""
    has = attrgetter(attribute)
    return lambda state: [seat for seat, own in enumerate(state.seats) if not has(own)]


# Modes in which several players may be due at the same time.
SEVERAL: dict[str, Callable[[State], list[int]]] = {
    phases.CHARACTERS: lacking("made"),
    phases.PREAMBLE: lambda state: lacking("ready")(state) or [TABLE],
    phases.INTERLUDE: lacking("name"),
    FLASH.play: _before_question,
    END.play: _before_question,
    FLASH.answer: _answer_and_price,
    END.answer: _answer_and_price,
    CRISIS.answer: _crisis_answer,
}
NEXT: dict[str, Callable[[State], int | None]] = {
    **dict.fromkeys((*BY_DECK, *BY_DICE), lambda _: ref.CHANCE),
    **dict.fromkeys((VOTE_OPEN, VOTE_CAST, CHOICE, PAYING, FLASH.roles, END.roles, CRISIS.roles),
                    lambda _: TABLE),
    **dict.fromkeys((FLASH.answer, END.answer, CRISIS.answer, TOLD),
                    lambda state: TABLE if state.scene.price else state.scene.judge),
    phases.CHARACTERS: lambda state: _next(lacking("made")(state)),
    phases.PREAMBLE: lambda state: _next(lacking("ready")(state)),
    phases.INTERLUDE: lambda state: _next(lacking("name")(state)),
    phases.SETUP: lambda state: ref.CHANCE if state.size and not state.deck else TABLE,
    phases.SITUATION: lambda state: state.starter,
    BETTING: lambda state: next(iter(bettors(state)), state.turn),
    phases.OVER: lambda _: None,
}  # fmt: skip
