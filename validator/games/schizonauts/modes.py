"""The modes of Schizonauts, and the rules that close a verb in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from validator.games.schizonauts import phases
from validator.games.schizonauts.state import NOBODY, Scene, State
from validator.referee import api as ref
from validator.referee.api import TABLE, Gate, Verb, gate, guards_for

Modes = tuple[str, ...]
T = TypeVar("T", bound=Callable[..., Any])


class Scenes(NamedTuple):
    """The modes of an open scene, by its stage."""

    play: str  # before the question
    dice: str  # before the roll
    roll: str  # while the dice fall
    roles: str  # until narrator and judge are named
    answer: str  # until the scene is closed

    @property
    def after_question(self) -> Modes:
        """The modes between the question and the close, except the roll."""
        return self.dice, self.roles, self.answer

    @property
    def after_roll(self) -> Modes:
        """The modes between the roll and the close."""
        return self.roles, self.answer


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
WHOLE_ENDGAME = (*IN_ENDGAME, END.roll, PAYING, BETTING, ROUND_DEAL, LAST_DEAL)
WHOLE_FINAL = (*IN_FINAL, CRISIS.roll)
IN_TALLY = (phases.TALLY, TALLIED)
IN_PREAMBLE = (phases.PREAMBLE, CHAIN_OPENS)
NO_SCENES = (
    phases.CHARACTERS,
    phases.SETUP,
    *IN_PREAMBLE,
    phases.GATHER,
    phases.SITUATION,
    phases.INTERLUDE,
    *IN_TALLY,
    phases.OVER,
)
BY_DEAL = (FIRST_DEAL, ROUND_DEAL, LAST_DEAL)
BY_DECK = (CHAIN_OPENS, CHAIN_WAITS, *BY_DEAL)
BY_DICE = (FLASH.roll, END.roll, CRISIS.roll)
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
        return _stage(scene, CRISIS) if state.in_crisis() else TOLD
    if scene.price:
        return SCORED if state.scored else PLAYED
    return UNMASKED


def mode(state: State) -> str:
    """What the state waits for."""
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
    """The first seat that still has to do what everybody does, then TABLE."""
    return seats[0] if seats else TABLE


def to_act(state: State) -> int | None:
    """The seat to act: TABLE for what all do together, CHANCE, or a player."""
    now = mode(state)
    return NEXT[now](state) if now in NEXT else state.turn if state.turn >= 0 else TABLE


def _before_question(state: State) -> list[int]:
    """Actor and visitor, as far as something is missing before the question can be put."""
    scene, flashback = state.scene, state.phase == phases.FLASHBACK
    key = bool(scene.key) and scene.woven_key
    visitor = ((key and scene.visiting != NOBODY) or not flashback) and (
        state.aptitude_of(scene.visitor) != NOBODY
    )
    actor = scene.woven_memory and (key or flashback)
    owing = [state.turn] if not actor else []
    return [*owing, scene.visitor] if not visitor else owing or [state.turn]


def _crisis_answer(state: State) -> list[int]:
    """The judge for a price, the actor for the verdict, then all."""
    scene = state.scene
    if not scene.price:
        return [scene.judge]
    return [state.turn if scene.verdict == NOBODY else TABLE]


def awaited(state: State) -> tuple[int, ...]:
    """The seats that the game waits for; TABLE for what all do together."""
    now = mode(state)
    if now in SEVERAL:
        return tuple(SEVERAL[now](state))
    seat = to_act(state)
    return () if seat is None else (seat,)


# ---- why a verb is closed


def _name(state: State, seat: int) -> str:
    return state.table.players[seat]


def phase_words(state: State) -> str:
    """The phase, as the reason for refusing a verb of another phase."""
    return "the game is over" if state.phase == phases.OVER else f"this is {state.phase}"


def out_of_phase(*rules: str) -> Gate:
    """Return the gate of a verb of other phases."""
    return gate(*rules, "SCHIZ-GEN-03", why=phase_words)


def no_scene(*rules: str) -> Gate:
    """Return the gate of a verb that requires a scene."""
    return gate(*rules, "SCHIZ-SCENE-14", why="no scene is open")


no_visitor = gate("SCHIZ-SCENE-14", why="the visitor is not chosen")


# Verbs of a scene are closed before its visitor is chosen, and outside scenes.
BEFORE_VISITOR = {(FLASHBACK_TURN, *AFTER_SCENES): no_scene(), (ALONE,): no_visitor}
OUT_OF_SCENE = {
    **BEFORE_VISITOR, NO_FINAL_SCENE: no_scene(), (ENDGAME_TURN,): no_scene("SCHIZ-END-12"),
    (KEYS_USED,): no_scene("SCHIZ-END-07", "SCHIZ-END-12"),
}  # fmt: skip


def turn_of_actor(*rules: str, after: str = "") -> Gate:
    """Return the gate of a verb of the player whose turn it is; messages name `after` last."""

    def whose(state: State) -> str:
        return f"it is {_name(state, state.turn)}'s turn" if state.turn != NOBODY else ""

    return gate(*rules, "SCHIZ-SETUP-03", *filter(None, (after,)), why=whose)


def closed(elsewhere: Gate | None, gates: Mapping[Modes, Gate]) -> dict[str, Gate]:
    """Return the gates of a verb by groups of modes; `elsewhere` is for all others."""
    found = {} if elsewhere is None else dict.fromkeys(ALL_MODES, elsewhere)
    for modes, each in gates.items():
        found |= dict.fromkeys(modes, each)
    return found


def only(elsewhere: Gate) -> dict[str, Gate]:
    """Return the gates of a verb that is closed for one reason."""
    return dict.fromkeys(ALL_MODES, elsewhere)


def _paid(rule: str, role: str, both: bool, whose: Callable[[Scene], int]) -> Gate:
    """Return the gate of the coins for a role; `both`: narrator and judge are the same player."""

    def takes(state: State) -> str:
        same = state.scene.narrator == state.scene.judge
        due = same if both else not same and whose(state.scene) != NOBODY
        return f"{_name(state, whose(state.scene))}, {role}, {TAKES}" if due else ""

    return gate(rule, why=takes)


def _gifts_paid(state: State) -> str:
    gave = [_name(state, giver) for giver, _to in state.scene.gifts]
    return f"{', '.join(gave)} {TAKES}" if gave else ""


def _bets_placed(state: State) -> str:
    waiting = [_name(state, seat) for seat, own in enumerate(state.seats) if own.earned]
    return f"{', '.join(waiting)} has coins to bet"


TAKES = "takes coins first: 'table pay'"
paid_first = (
    _paid("SCHIZ-PAY-03", "narrator", False, lambda scene: scene.narrator)
    .then(_paid("SCHIZ-PAY-02", "judge", False, lambda scene: scene.judge))
    .then(_paid("SCHIZ-PAY-04", "narrator and judge", True, lambda scene: scene.judge))
    .then(gate("SCHIZ-PAY-01", why=_gifts_paid))
    .then(gate("SCHIZ-END-07", why="the turn still has its payout and bets"))
)
MODES = {
    **only(out_of_phase()),
    CHAIN_WAITS: gate(
        "SCHIZ-FLASH-10", why="the chain waits for the top card of the key deck: '~ draw'"
    ),
    FIRST_DEAL: gate(
        "SCHIZ-GATHER-06", "SCHIZ-GEN-03", why="the allegiance cards are not dealt yet: '~ deal'"
    ),
    ROUND_DEAL: gate(
        "SCHIZ-GATHER-07",
        why=lambda state: f"round {state.round} begins with a card for everybody: '~ deal'",
    ),
    LAST_DEAL: gate("SCHIZ-FINAL-02", why="everybody is dealt a last card first: '~ deal'"),
    **dict.fromkeys(
        BY_DICE, gate("SCHIZ-DICE-06", "SCHIZ-DICE-15", why="the dice are being rolled: '~ roll'")
    ),
    PAYING: paid_first,
    BETTING: gate("SCHIZ-BET-01", "SCHIZ-END-07", why=_bets_placed),
}


# ---- rules that differ by phase


def during(phase: str) -> Callable[[State], bool]:
    """Return a function: whether a state is in a phase."""
    return lambda state: state.phase == phase


def by_phase(verbs: tuple[Verb, ...], ids: Mapping[str, tuple[str, ...]]) -> Callable[[T], T]:
    """Add one predicate to several verbs, once with the rules of each phase."""

    def tie(test: T) -> T:
        for phase, named in ids.items():
            guards_for(verbs, *named, when=during(phase))(test)
        return test

    return tie


# ---- who may use a verb


def actor(state: State) -> tuple[int, ...]:
    """The player whose turn it is."""
    return (state.turn,)


def visitor(state: State) -> tuple[int, ...]:
    """The visitor of the scene."""
    return (state.scene.visitor,)


def pair(state: State) -> tuple[int, ...]:
    """Actor and visitor of the scene."""
    return state.turn, state.scene.visitor


def contributors(state: State) -> list[int]:
    """The players who are not in the scene."""
    inside = state.turn, state.scene.visitor
    return [seat for seat in state.table.seats if seat not in inside]


def judge_of_it(state: State) -> tuple[int, ...]:
    """The judge of the scene."""
    return (state.scene.judge,)


def lacking(attribute: str) -> Callable[[State], list[int]]:
    """The players without a value for an attribute."""
    has = attrgetter(attribute)
    return lambda state: [seat for seat, own in enumerate(state.seats) if not has(own)]


# Modes in which several players may be due at the same time.
SEVERAL: dict[str, Callable[[State], list[int]]] = {
    phases.CHARACTERS: lacking("made"),
    phases.PREAMBLE: lambda state: lacking("ready")(state) or [TABLE],
    phases.INTERLUDE: lacking("name"),
    FLASH.play: _before_question,
    END.play: _before_question,
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
    BETTING: lambda state: next(iter(state.bettors()), state.turn),
    phases.OVER: lambda _: None,
}  # fmt: skip
