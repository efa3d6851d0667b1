"""A scene up to its question: weaving in key and memory, naming aptitudes, asking."""

from __future__ import annotations

from typing import Any

from validator.games.schizonauts import phases
from validator.games.schizonauts.modes import by_phase, during
from validator.games.schizonauts.scene import aptitude, question, weave
from validator.games.schizonauts.sheet import same
from validator.games.schizonauts.state import NOBODY, State
from validator.referee.api import KEPT, NOT_CONCERNED, Trace, Verdict, record

# ---- weaving in, aptitude, question


@by_phase((weave,), {phases.FLASHBACK: ("SCHIZ-SCENE-07",), phases.ENDGAME: ("SCHIZ-END-09",)})
def keeper_weaves_key(state: State, seat: int, what: str) -> Verdict:
    """The visitor weaves in the key in flashback, the actor in endgame."""
    if what != "key":
        return NOT_CONCERNED
    keeper = state.scene.visitor if state.phase == phases.FLASHBACK else state.turn
    return NOT_CONCERNED if seat == keeper else f"{state.name(keeper)} has the key card"


@weave.guard("SCHIZ-SCENE-06")
def actor_weaves_memory(state: State, seat: int, what: str) -> Verdict:
    if what != "memory" or state.phase != phases.FLASHBACK:
        return NOT_CONCERNED
    return NOT_CONCERNED if seat == state.turn else "the actor brings in the active memory"


@weave.guard("SCHIZ-FINAL-12")
def no_key_left(state: State, _: int, what: str) -> Verdict:
    none_left = what == "key" and state.phase == phases.FINAL
    return "no key card is used in final resolution" if none_left else NOT_CONCERNED


@by_phase((weave,), {
    phases.FLASHBACK: ("SCHIZ-SCENE-14",),
    phases.ENDGAME: ("SCHIZ-END-14", "SCHIZ-SCENE-14"),
    phases.FINAL: ("SCHIZ-SCENE-14",),
})  # fmt: skip
def there_to_weave(state: State, seat: int, what: str) -> Verdict:
    """What is woven in is chosen, and not woven in yet."""
    scene = state.scene
    if what == "key":
        if not scene.key:
            return "no key card is chosen" if state.phase != phases.FINAL else NOT_CONCERNED
        return "the key object is in the scene" if scene.woven_key else KEPT
    chosen = scene.memory if seat == state.turn else scene.visitors_memory
    if chosen is None:
        return "no memory is chosen"
    return "the memory is in the scene" if scene.woven_memory and seat == state.turn else KEPT


@weave.effect
def _weave(state: State, seat: int, what: str, trace: Trace | None) -> State:
    named = what == "key" or seat == state.turn
    if trace is not None:
        rules = ("SCHIZ-SCENE-07", "SCHIZ-END-09") if what == "key" else (
            "SCHIZ-SCENE-06", "SCHIZ-END-08",
        )  # fmt: skip
        trace(rules[state.phase != phases.FLASHBACK], *(("scene.woven",) if named else ()))
    if not named:
        return state
    scene = state.scene
    if what == "key":
        return state._replace(scene=scene._replace(woven_key=True))
    return state._replace(scene=scene._replace(woven_memory=True))


@aptitude.guard("SCHIZ-CRISIS-05", "SCHIZ-CRISIS-04", when=during(phases.FINAL))
def memory_decides(state: State, seat: int, chosen: int) -> Verdict:
    own = state.aptitude_of(seat)
    return NOT_CONCERNED if own == chosen else "the aptitude is that of the memory"


@by_phase((aptitude,), {phases.FLASHBACK: ("SCHIZ-SCENE-10",), phases.ENDGAME: ("SCHIZ-END-13",)})
def actors_is_the_memorys(state: State, seat: int, chosen: int) -> Verdict:
    if seat != state.turn:
        return NOT_CONCERNED
    own = state.aptitude_of(seat)
    if own == NOBODY:
        return "the actor's aptitude comes with her memory"
    return KEPT if own == chosen else f"her memory is of {state.table.aptitudes[own]}"


@aptitude.guard("SCHIZ-END-13")
def visitor_is_bound(state: State, seat: int, chosen: int) -> Verdict:
    used = state.scene.visitors_memory
    if seat != state.scene.visitor or used is None:
        return NOT_CONCERNED
    words = f"his memory is of {state.table.aptitudes[used.aptitude]}"
    return KEPT if used.aptitude == chosen else words


@aptitude.effect
def _aptitude(state: State, seat: int, chosen: int, trace: Trace | None) -> State:
    if seat == state.turn:
        record(trace, "SCHIZ-SCENE-10")
        return state
    text = f"{state.name(seat)} will use {state.table.aptitudes[chosen]}"
    fact = ("scene.aptitude",) if state.scene.aptitude != chosen else ()
    record(trace, "SCHIZ-SCENE-11", *fact, text=text)
    in_flashback = state.phase == phases.FLASHBACK
    rated = (
        ("SCHIZ-SCENE-12", "SCHIZ-DICE-02") if in_flashback else ("SCHIZ-END-10", "SCHIZ-DICE-03")
    )
    record(trace, (*rated, "SCHIZ-DICE-01", "SCHIZ-DICE-04"))
    return state.with_scene(aptitude=chosen)


@question.guard("SCHIZ-QUEST-01", when=during(phases.FINAL))
def one_question(state: State, _: int) -> Verdict:
    """Elsewhere the question ends the modes in which it can be put."""
    return f'"{state.scene.question}?" is asked already' if state.scene.asked else KEPT


@question.guard("SCHIZ-CRISIS-08", "SCHIZ-FINAL-08", when=during(phases.FINAL))
def fixed_question(state: State, _: int, text: str) -> Verdict:
    asked = text.strip().rstrip("?")
    fixed = state.table.question
    return KEPT if same(asked, fixed) else f"the question is: {fixed}?"


@by_phase((question,), {
    phases.FLASHBACK: ("SCHIZ-SCENE-06", "SCHIZ-SCENE-01", "SCHIZ-SCENE-14"),
    phases.ENDGAME: ("SCHIZ-END-14", "SCHIZ-END-08", "SCHIZ-SCENE-06", "SCHIZ-SCENE-14"),
})  # fmt: skip
def memory_is_in(state: State, _: int) -> Verdict:
    if state.scene.memory is None:
        return "the actor has chosen no memory"
    return KEPT if state.scene.woven_memory else "the memory is not in the scene yet"


@by_phase((question,), {
    phases.FLASHBACK: ("SCHIZ-SCENE-07", "SCHIZ-SCENE-14", "SCHIZ-FLASH-11"),
    phases.ENDGAME: ("SCHIZ-END-14", "SCHIZ-END-09", "SCHIZ-SCENE-07", "SCHIZ-SCENE-14"),
})  # fmt: skip
def key_is_in(state: State, _: int) -> Verdict:
    if not state.scene.key:
        return "no key card is chosen"
    return KEPT if state.scene.woven_key else "the key object is not in the scene yet"


@question.guard("SCHIZ-FLASH-08", "SCHIZ-SCENE-14", when=during(phases.FLASHBACK))
def visitor_is_here(state: State, _: int) -> Verdict:
    """In flashback the visitor has chosen his character."""
    chosen = state.scene.visiting != NOBODY
    return NOT_CONCERNED if chosen else "the visitor has not chosen his character"


@by_phase((question,), {
    phases.FLASHBACK: ("SCHIZ-SCENE-11",),
    phases.ENDGAME: ("SCHIZ-END-13", "SCHIZ-SCENE-11"),
})  # fmt: skip
def aptitudes_are_known(state: State, _: int) -> Verdict:
    """The visitor has named his aptitude."""
    known = state.aptitude_of(state.scene.visitor) != NOBODY
    return KEPT if known else f"{state.name(state.scene.visitor)} has not named his aptitude"


@question.guard("SCHIZ-QUEST-02")
def nobody_objects(state: State, _: int, _text: str, _by: object, against: Any) -> Verdict:
    if not against:
        return KEPT
    return f"{', '.join(state.name(each) for each in against)} objects"


@question.effect
def _question(
    state: State, seat: int, text: str, _by: object, _against: object, trace: Trace | None
) -> State:
    fixed = state.phase == phases.FINAL
    asked = "scene.asked" if fixed else "scene.question"
    record(trace, "SCHIZ-QUEST-01", asked, text=f"{state.name(seat)} asks: {text}")
    if fixed:
        return state.with_scene(asked=True)
    record(trace, "SCHIZ-SCENE-14", "scene.stage")
    return state.with_scene(question=text or "?")
