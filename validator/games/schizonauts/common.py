"""What many verbs ask alike: the phase, the turn, what waits for cards or dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from validator.games.schizonauts.position import (
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    NOBODY,
    OVER,
    SCENE,
    Position,
    Table,
)
from validator.games.schizonauts.sheet import SIDES, Memory
from validator.referee.core import Verb, Verdict, laws_for


def name(at: Position, seat: int) -> str:
    """A player's name; the table's for what all do."""
    return at.table.players[seat] if 0 <= seat < at.table.count else "the table"


def others(at: Position, seat: int) -> tuple[int, ...]:
    """All other seats."""
    return tuple(each for each in at.table.seats if each != seat)


def memory_words(table: Table, memory: Memory | None) -> str:
    """A memory as a script writes it."""
    if memory is None:
        return "none"
    letter = f"{table.letters[memory.aptitude]} " if memory.aptitude >= 0 else ""
    return f'{SIDES[memory.side]} {letter}"{memory.text}"'


@cache
def _in_phase(allowed: tuple[str, ...]) -> Callable[[Position, int], Verdict]:
    def in_phase(at: Position, _: int) -> Verdict:
        if at.phase == OVER:
            return "the game is over"
        return "" if at.phase in allowed else f"this is {at.phase}, not {' or '.join(allowed)}"

    return in_phase


@cache
def _not_in_phase(forbidden: tuple[str, ...]) -> Callable[[Position, int], Verdict]:
    def not_in_phase(at: Position, _: int) -> Verdict:
        return f"not in {at.phase}" if at.phase in forbidden else None

    return not_in_phase


def belongs_to(verbs: Iterable[Verb], phases: Iterable[str], *ids: str) -> None:
    """Verbs that are refused in other phases. The ids are named before the order of phases."""
    laws_for(verbs, *ids, "SCHIZ-GEN-03")(_in_phase(tuple(phases)))


def not_now(verbs: Iterable[Verb], phases: Iterable[str], *ids: str) -> None:
    """Verbs that a rule forbids in some phases."""
    laws_for(verbs, *ids)(_not_in_phase(tuple(phases)))


def chain_refilled(at: Position, _: int) -> Verdict:
    """A card taken from the chain is replaced."""
    if at.phase == FLASHBACK and at.due:
        return "the chain waits for the top card of the key deck: '~ draw'"
    return None


def first_dealt(at: Position, _: int) -> Verdict:
    """Everybody has a first allegiance card."""
    waiting = at.dealing and at.phase == GATHER
    return "the allegiance cards are not dealt yet: '~ deal'" if waiting else None


def round_dealt(at: Position, _: int) -> Verdict:
    """Everybody has the card of this round."""
    waiting = at.dealing and at.phase == ENDGAME and any(at.hands)
    return f"round {at.round} begins with a card for everybody: '~ deal'" if waiting else None


def last_dealt(at: Position, _: int) -> Verdict:
    """Everybody has the last card."""
    waiting = at.dealing and at.phase == ENDGAME and not any(at.hands)
    return "everybody is dealt a last card first: '~ deal'" if waiting else None


def dice_fallen(at: Position, _: int) -> Verdict:
    """Nobody does anything while the dice fall."""
    waiting = at.scene.rolling and not at.scene.rolled
    return "the dice are being rolled: '~ roll'" if waiting else None


def waits(verbs: Iterable[Verb]) -> None:
    """Nothing is done while cards are to be turned up or dealt, or dice to be rolled."""
    chosen = tuple(verbs)
    laws_for(chosen, "SCHIZ-FLASH-10")(chain_refilled)
    laws_for(chosen, "SCHIZ-GATHER-06")(first_dealt)
    laws_for(chosen, "SCHIZ-GATHER-07")(round_dealt)
    laws_for(chosen, "SCHIZ-FINAL-02")(last_dealt)
    laws_for(chosen, "SCHIZ-DICE-06", "SCHIZ-DICE-15")(dice_fallen)


def own_turn(at: Position, seat: int) -> Verdict:
    """The player whose turn it is."""
    if at.turn == NOBODY:
        return None
    return "" if seat == at.turn else f"it is {name(at, at.turn)}'s turn"


def in_scenes(at: Position, _: int) -> Verdict:
    """The scenes of this turn are still being played."""
    if at.phase in (FLASHBACK, ENDGAME) and at.step != SCENE:
        return f"the scenes of this turn are over; now is {at.step}"
    return None


def scene_is_open(at: Position, _: int) -> Verdict:
    """A scene is open."""
    return None if at.scene.open else "no scene is open"


def not_rolled(at: Position, _: int) -> Verdict:
    """The dice are not rolled yet."""
    return "the dice are rolled" if at.scene.rolled else None


def not_asked(at: Position, _: int) -> Verdict:
    """The question is not put yet; in final resolution it is fixed."""
    return "the question is put" if at.scene.question and at.phase != FINAL else None


def whose_turn(verbs: Iterable[Verb], *ids: str) -> None:
    """The player whose turn it is."""
    laws_for(verbs, *ids, "SCHIZ-SETUP-03")(own_turn)


def scene_step(verbs: Iterable[Verb], *ids: str) -> None:
    """The scenes of this turn are still being played."""
    laws_for(verbs, *ids)(in_scenes)


def open_scene(verbs: Iterable[Verb], *ids: str) -> None:
    """A scene is open."""
    laws_for(verbs, *(ids or ("SCHIZ-SCENE-14",)))(scene_is_open)


def before_roll(verbs: Iterable[Verb], *ids: str) -> None:
    """The dice are not rolled yet."""
    laws_for(verbs, *ids)(not_rolled)


def before_question(verbs: Iterable[Verb], *ids: str) -> None:
    """The question is not put yet."""
    laws_for(verbs, *ids)(not_asked)
