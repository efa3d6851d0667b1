"""What many verbs ask alike: the phase, the turn, what waits for cards or dice."""

from __future__ import annotations

from collections.abc import Iterable

from validator.games.schizonauts.position import (
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    NOBODY,
    OVER,
    PREAMBLE,
    SCENE,
    Position,
    Table,
)
from validator.games.schizonauts.sheet import SIDES, Memory
from validator.referee.core import TABLE, Verb, Verdict, laws_for


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


def belongs_to(verbs: Iterable[Verb], phases: Iterable[str], *ids: str) -> None:
    """Verbs that are refused in other phases. The ids are named before the order of phases."""
    allowed = tuple(phases)
    chosen = tuple(verbs)

    def in_phase(at: Position, _: int) -> Verdict:
        return "" if at.phase in allowed else f"this is {at.phase}, not {' or '.join(allowed)}"

    for verb in chosen:
        verb.add(in_phase, (*ids, "SCHIZ-GEN-03"))


def not_now(verbs: Iterable[Verb], phases: Iterable[str], *ids: str) -> None:
    """Verbs that a rule forbids in some phases."""
    forbidden = tuple(phases)
    chosen = tuple(verbs)

    def not_in_phase(at: Position, _: int) -> Verdict:
        return f"not in {at.phase}" if at.phase in forbidden else None

    for verb in chosen:
        verb.add(not_in_phase, ids)


def waits(verbs: Iterable[Verb]) -> None:
    """Nothing is done while cards are to be turned up or dealt."""
    chosen = tuple(verbs)

    @laws_for(chosen, "SCHIZ-SETUP-07")
    def chain_laid(at: Position, _: int) -> Verdict:
        if at.phase == PREAMBLE and at.due:
            return f"{at.due} cards of the chain are not turned up yet: '~ chain'"
        return None

    @laws_for(chosen, "SCHIZ-FLASH-10")
    def chain_refilled(at: Position, _: int) -> Verdict:
        if at.phase == FLASHBACK and at.due:
            return "the chain waits for the top card of the key deck: '~ draw'"
        return None

    @laws_for(chosen, "SCHIZ-GATHER-06")
    def first_dealt(at: Position, _: int) -> Verdict:
        return "the allegiance cards are not dealt yet: '~ deal'" if (
            at.dealing and at.phase == GATHER
        ) else None  # fmt: skip

    @laws_for(chosen, "SCHIZ-GATHER-07")
    def round_dealt(at: Position, _: int) -> Verdict:
        return f"round {at.round} begins with a card for everybody: '~ deal'" if (
            at.dealing and at.phase == ENDGAME and any(at.hands)
        ) else None  # fmt: skip

    @laws_for(chosen, "SCHIZ-FINAL-02")
    def last_dealt(at: Position, _: int) -> Verdict:
        return "everybody is dealt a last card first: '~ deal'" if (
            at.dealing and at.phase in (ENDGAME, FINAL) and not any(at.hands)
        ) else None  # fmt: skip

    @laws_for(chosen, "SCHIZ-DICE-06", "SCHIZ-DICE-15")
    def rolled(at: Position, _: int) -> Verdict:
        waiting = at.scene.rolling and not at.scene.rolled
        return "the dice are being rolled: '~ roll'" if waiting else None


def ended(verbs: Iterable[Verb]) -> None:
    """Nothing is played when the game is over."""

    @laws_for(tuple(verbs), "SCHIZ-GEN-03", "SCHIZ-FINAL-01")
    def not_over(at: Position, _: int) -> Verdict:
        return "the game is over" if at.phase == OVER else None


def whole_table(verbs: Iterable[Verb]) -> None:
    """What the table does together is done by nobody alone."""

    @laws_for(tuple(verbs), "SCHIZ-GEN-01")
    def together(_: Position, seat: int) -> Verdict:
        return None if seat == TABLE else "this is for the whole table"


def whose_turn(verbs: Iterable[Verb], *ids: str) -> None:
    """The player whose turn it is."""

    @laws_for(tuple(verbs), *ids, "SCHIZ-SETUP-03")
    def own_turn(at: Position, seat: int) -> Verdict:
        if at.turn == NOBODY:
            return None
        return "" if seat == at.turn else f"it is {name(at, at.turn)}'s turn"


def scene_step(verbs: Iterable[Verb], *ids: str) -> None:
    """The scenes of this turn are still being played."""

    @laws_for(tuple(verbs), *ids)
    def in_scenes(at: Position, _: int) -> Verdict:
        if at.phase in (FLASHBACK, ENDGAME) and at.step != SCENE:
            return f"the scenes of this turn are over; now is {at.step}"
        return None


def open_scene(verbs: Iterable[Verb], *ids: str) -> None:
    """A scene is open."""

    @laws_for(tuple(verbs), *(ids or ("SCHIZ-SCENE-14",)))
    def scene_is_open(at: Position, _: int) -> Verdict:
        return None if at.scene.open else "no scene is open"


def before_roll(verbs: Iterable[Verb], *ids: str) -> None:
    """The dice are not rolled yet."""

    @laws_for(tuple(verbs), *ids)
    def not_rolled(at: Position, _: int) -> Verdict:
        return "the dice are rolled" if at.scene.rolled else None


def before_question(verbs: Iterable[Verb], *ids: str) -> None:
    """The question is not put yet."""

    @laws_for(tuple(verbs), *ids)
    def not_asked(at: Position, _: int) -> Verdict:
        fixed = at.phase == FINAL
        return "the question is put" if at.scene.question and not fixed else None
