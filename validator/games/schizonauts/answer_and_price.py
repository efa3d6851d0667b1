"""The end of a scene: the narrator answers, the judge sets a price, and the scene closes.

In the rulebook: Narrator and judge.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.dice import Named
from validator.games.schizonauts.dice_pool import aptitude_of
from validator.games.schizonauts.identity import is_confirmed, is_crisis, true_side
from validator.games.schizonauts.modes import also, verb
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.scene import scene_players
from validator.games.schizonauts.sheet import SIDES
from validator.games.schizonauts.state import MemoryBleed, Scene, State
from validator.referee import api as ref
from validator.referee.api import Judge, Say

ANSWERS = Say("Answer: {text}", "answers: {text}")
IS_ANSWERED = Say("Answer", "answers")
PRICES = Say("Set the price: {text}", "sets the price: {text}")
OVERRIDES = Say("Too weak: {named} [sets|set] a new price",
                "the price is too weak: {named} [is|are] judge now")  # fmt: skip
DIES = Say("{named}'s character dies", "{named}'s character dies")
CLOSES = Say("Close the scene", "the scene closes")
DISCARDED = Say("", "{card} is discarded to the centre")
STAYS = Say("End the first scene of this turn; the second one comes next",
            "the first scene ends; {card} stays for the second")  # fmt: skip
IN_HAND = Say("End the second scene; then everybody votes",
              "the second scene ends; {card} goes to {actor}'s hand")  # fmt: skip

Aptitude = Annotated[int | None, notation.APTITUDE.of(ref.nothing_said).or_left_out(None)]


@verb("aside", open=(*modes.NAMING, *modes.ANSWERING, modes.TOLD), by=modes.narrator_of_it,
      due=also("RESOLVE-10", "SCENE-14"))  # fmt: skip
def answer(
    s: State, me: int, aptitude: Aptitude,
    side: Annotated[int | None, notation.SIDE.of(ref.nothing_said).or_left_out(None)],
    text: Annotated[str, notation.ANSWER.of(("",)).or_left_out("")], to: Judge,
) -> State:  # fmt: skip
    """As the narrator, answer the question."""
    who = s.scene.narrator
    if is_confirmed(s):
        own = true_side(s, s.turn)
        to.holds("FINAL-08", me == s.turn, "only the narrator, {actor}, may answer",
                 actor=s.name(s.turn))  # fmt: skip
        to.holds("FINAL-09", not s.scene.answer, "the question has already been answered")
        if side is not None:
            to.holds("FINAL-09", side == own, "the answer must name the true allegiance, {side}",
                     side=SIDES[own])  # fmt: skip
    else:
        to.holds(("RESOLVE-10", "SCENE-14"), who != NOBODY, "there is no narrator yet")
        to.holds(("RESOLVE-10", "SCENE-14"), me == who, "only the narrator, {narrator}, may answer",
                 narrator=s.name(who))  # fmt: skip
        to.holds("RESOLVE-10", not s.scene.answer, "the question has already been answered")
        if aptitude is not None:
            to.holds("RESOLVE-10", aptitude_of(s, me) == aptitude,
                     "the aptitude must be the one that {player} rolled, {aptitude}",
                     aptitude=s.table.aptitudes[aptitude_of(s, me)])  # fmt: skip
    to.asked()
    return to.did("FINAL-09" if is_confirmed(s) else "RESOLVE-10", s,
                  s.with_scene(answer=text or "answered"), ANSWERS if text else IS_ANSWERED,
                  text=text)  # fmt: skip


@verb(open=(*modes.ANSWERING, modes.TOLD), by=modes.judge_of_it, due=also("RESOLVE-11", "SCENE-14"))
def price(s: State, me: int, aptitude: Aptitude,
          text: Annotated[str, notation.TEXT.of(("A price",)).or_left_out("")],
          to: Judge) -> State:  # fmt: skip
    """As the judge, set the price of the answer."""
    role = "FINAL-08" if is_confirmed(s) else ("RESOLVE-11", "SCENE-14")
    to.holds(role, me == s.scene.judge, "{judge} [is|are] judge", judge=s.name(s.scene.judge))
    to.holds("RESOLVE-11", not s.scene.price, "the price has already been set")
    if aptitude is not None and not is_confirmed(s) and s.in_scene(me):
        to.holds(("RESOLVE-11", "RESOLVE-12"), aptitude_of(s, me) == aptitude,
                 "the aptitude must be the one that {player} rolled, {aptitude}",
                 aptitude=s.table.aptitudes[aptitude_of(s, me)])  # fmt: skip
    to.holds(("RESOLVE-11", "FINAL-09"), text.strip(), "the line must name a price")
    to.asked()
    rules = ("RESOLVE-11", "FINAL-09") if s.phase == phases.FINAL else "RESOLVE-11"
    return to.did(rules, s, s.with_scene(price=text), PRICES, text=text)


@verb("table", open=modes.ANSWERING, due=also("RESOLVE-12", "SCENE-14"))
def override(
    s: State, _: int, by: Annotated[tuple[int, ...], notation.PLAYERS.after("by").stating(
        lambda state, *_: state.others(state.scene.judge))], to: Judge,
) -> State:  # fmt: skip
    """Reject the price as too weak, if all players except the judge agree."""
    against = s.names(seat for seat in s.others(s.scene.judge) if seat not in by)
    to.holds("RESOLVE-12", s.table.count > len(scene_players(s)),
             "nobody else can judge the price, because all players are in the scene")  # fmt: skip
    to.holds("RESOLVE-12", s.scene.price, "no price has been set yet")
    to.holds("RESOLVE-12", not against, "{players} [does|do] not agree", players=against)
    to.asked()
    new = next(seat for seat in scene_players(s) if seat != s.scene.judge)
    return to.did(("RESOLVE-12", "PAY-06"), s, s.with_scene(judge=new, price=""), OVERRIDES,
                  named=s.name(new))  # fmt: skip


@verb("table", open=(modes.END.roles, modes.END.answer, modes.CRISIS.roles, modes.CRISIS.answer,
                     modes.TOLD), due=also("AFTER-05", "END-05"))  # fmt: skip
def death(s: State, _: int, who: Named, by: Annotated[tuple[int, ...], notation.BY_ALL],
          to: Judge) -> State:  # fmt: skip
    """Let a character in the scene die, if all agree."""
    name, against = s.name(who), s.names(seat for seat in s.table.seats if seat not in by)
    to.holds(("AFTER-05", "END-05"), s.in_scene(who), "{named}'s character is not in the scene",
             named=name)  # fmt: skip
    to.holds("AFTER-05", not s.seats[who].dead, "{named}'s character is already dead", named=name)
    to.holds("END-05", s.scene.narrator != NOBODY,
             "a character can die only while the question is being answered")  # fmt: skip
    to.holds("END-05", not against, "{players} [does|do] not agree", players=against)
    to.asked()
    after, final = s.with_seat(who, dead=True), s.phase == phases.FINAL
    rules = ("END-05", "AFTER-05", "FINAL-12") if final else ("END-05", "AFTER-05")
    return to.did(rules, s, after, DIES, named=name)


# ---- the close


@verb("table", open=(*modes.ANSWERING, modes.TOLD), due=also("RESOLVE-11", "SCENE-14"))
def close(s: State, _: int, to: Judge) -> State:
    """Close the scene."""
    scene = s.scene
    if is_crisis(s):
        to.holds("CRISIS-09", scene.verdict != NOBODY, "the final allegiance has not been stated")
    to.holds(("RESOLVE-11", "SCENE-14", "FINAL-09"), scene.price,
             "no price has been set for the answer")  # fmt: skip
    to.asked()
    if s.phase == phases.FLASHBACK:
        return _close_flashback(s, to)
    over = scene._replace(open=False, rolling=False, rolled=False, rolls=((), ()), traded=())
    if s.phase != phases.ENDGAME:
        return to.did("SCENE-14", s, s._replace(scene=over), CLOSES)
    after = s._replace(step=phases.PAY, scene=over._replace(key=""),
                       centre=(*s.centre, scene.key) if scene.key else s.centre)  # fmt: skip
    return to.did(("END-11", "SCENE-14"), s, after, DISCARDED, card=scene.key)


def _close_flashback(s: State, to: Judge) -> State:
    """End a scene of flashback: the second one follows, or the vote."""
    scene, memory, own = s.scene, s.scene.memory, s.seats[s.turn]
    after = s._replace(
        used=ref.put(s.used, scene.persona, memory.aptitude if memory else NOBODY),
        visitors=(*s.visitors, scene.visitor), scene=Scene(key=scene.key),
    )  # fmt: skip
    s = to.did(("FLASH-05", "FLASH-03", "SCENE-13"), s, after)
    if len(s.visitors) < s.table.scenes:
        return to.did("FLASH-12", s, s, STAYS, card=scene.key)
    after = s.with_seat(s.turn, hand=(*own.hand, scene.key))._replace(
        step=phases.VOTE, scene=Scene(), bleed=MemoryBleed()
    )
    return to.did(("FLASH-13", "FLASH-14"), s, after, IN_HAND, card=scene.key, actor=s.name(s.turn))
