"""Effects of cards: turned into tasks, and tasks that need no answer carried out.

`advance` continues until a player or chance must answer. A task that nobody can fulfil is dropped.
"""

from __future__ import annotations

from collections.abc import Callable

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.cards import (
    BAUBLE,
    COMPANION,
    FATHER,
    FOE,
    HERO,
    IMMEDIATE,
    MOTHER,
    ORDEAL,
    SHARED,
    TREASURE,
    Effect,
)
from validator.games.sing_o_muse.losses import buried, dethroned, dissolved, eliminated
from validator.games.sing_o_muse.state import Pieces, State, Task, without
from validator.games.sing_o_muse.war import go_on, outbreak
from validator.referee.core import CHANCE, Trace, record

Opener = Callable[[State, Task, Trace | None], State | None]


# Effects on a player without a choice of a card.
UNAIMED = ("draw", "discard_hand", "skip_quest", "gain_laurels")


def aims(effect: Effect) -> bool:
    """Whether an effect can ask for a target: a card, or an opponent."""
    return effect.verb not in UNAIMED or effect.who == "opponent"


def effects_of(state: State, card: str, when: str) -> tuple[Effect, ...]:
    """The effects of a card when drawn, overcome, played (`effects`) or laid as `wrath`."""
    printed = state.table.cards[card]
    if when == "wrath":
        return printed.wrath.effects
    return {
        "on_draw": printed.on_draw, "on_defeat": printed.on_defeat, "effects": printed.effects,
    }[when]  # fmt: skip


def begun(
    state: State, card: str, when: str, by: int, target: int = -1, crew: int = -1,
    peaceful: bool = False,
) -> State:  # fmt: skip
    """All effects of a card as tasks. `peaceful` leaves out War: the card was not drawn."""
    tasks = [
        Task("effect", by=by, of=target, card=card, n=index, what=when, crew=crew)
        for index, each in enumerate(effects_of(state, card, when))
        if not (peaceful and each.verb == "war")
    ]
    return state.push(*tasks)


def advance(state: State, trace: Trace | None, asking: bool = False) -> State:
    """Carry out all that needs no answer.

    `asking`: also stop where there is only one possible answer, so that a line can name it.
    """
    state = _won(state, trace)
    while state.stage != phases.OVER:
        if state.agenda:
            task = state.agenda[-1]
            if asking and (
                task.kind == "choose" or (task.kind == "learn" and learners(state, task))
            ):
                return state
            after = OPENERS[task.kind](state, task, trace)
            if after is None:
                return state
            state = after if after.seats is state.seats else _won(after, trace)
        elif state.seats[state.turn].out:
            state = next_turn(state, trace)
        else:
            return state
    return state


def _won(state: State, trace: Trace | None) -> State:
    """End the game as soon as a player has enough Laurels."""
    if state.stage == phases.OVER:
        return state
    target = state.target
    enough = [
        seat
        for seat, side in enumerate(state.seats)
        if side.victory and not side.out and state.laurels(seat) >= target
    ]
    if not enough:
        return state
    count = len(state.seats)
    seat = min(enough, key=lambda each: (each - state.turn) % count)
    text = f"{state.name_of(seat)} has {state.laurels(seat)} Laurels and wins"
    record(trace, "SING-WIN-01", *ENDED, text=text)
    record(trace, "SING-SETUP-09", "end", "winner")
    return state._replace(stage=phases.OVER, champions=(seat,), agenda=(), silver=(), window=())


# Attributes that are reset in each turn.
OF_A_TURN = ("turn", "phase", "agenda", "used", "acted", "barred", "fresh", "drawn", "resolve",
             "war_total")  # fmt: skip


def next_turn(state: State, trace: Trace | None) -> State:
    seat = state.opponents(state.turn)[0]
    side = state.seats[seat]
    barred = side.skips > 0
    if trace is not None:
        name = state.name_of(seat)
        trace("SING-SETUP-08", "turn", text=f"{name}'s turn")
        trace("SING-TURN-01", *OF_A_TURN, f"{name}.late")
        if barred:
            text = f"{name} has no Quest action this turn"
            trace("SING-TURN-03", "barred", f"{name}.skips", text=text)
    if barred or side.late:
        state = state.alter(seat, skips=max(0, side.skips - 1), late=())
    return opened_turn(state._replace(turn=seat, barred=barred))


# Attributes that the end of the game changes.
ENDED = ("phase", "end", "winner", "agenda", "resolve", "window")


def opened_turn(state: State) -> State:
    draw = Task("draw", CHANCE, of=state.turn, n=state.table.draw, what="turn")
    return state._replace(
        stage=phases.DRAW, fresh=(), drawn=(), used=0, acted=-1, silver=(), agenda=(draw,),
        announced=None, spared=(), window=(), totals=(),
    )  # fmt: skip


# ---- one opener a kind of task: the next position, or None if an answer is due


def _effect(state: State, task: Task, trace: Trace | None) -> State:
    """Apply an effect to each player that it affects."""
    effect = effects_of(state, task.card, task.what)[task.n]
    who = effect.who or ("opponent" if effect.verb == "steal_treasure" else "self")
    if task.what == "wrath" and task.of >= 0 and effect.verb in ("war", "revelation"):
        who = "target"
    elif effect.verb == "war":
        who = "opponent"
    state = state.pop()
    others = state.opponents(task.by)
    if effect.verb == "war":
        others = tuple(each for each in others if state.can_fight(each))
    apply = task._replace(kind="apply")
    if who == "opponent" and effect.verb == "steal_treasure":
        return state.push(apply._replace(of=-1))
    if who == "opponent":
        choose = task._replace(kind="choose", seat=task.by, crews=others)
        return state.push(choose) if others else state
    if who == "target" and task.of >= 0:
        return state.push(apply)
    if who in ("each", "each_other"):
        everybody = (task.by, *others) if who == "each" else others
        record(trace, "SING-GEN-02")
        return state.push(*(apply._replace(of=seat) for seat in everybody))
    return state.push(apply._replace(of=task.by))


def _choose(state: State, task: Task, trace: Trace | None) -> State | None:
    """Choose an opponent; a task only if there are several."""
    del trace
    return befalls(state.pop(), task, task.crews[0]) if len(task.crews) == 1 else None


def befalls(state: State, task: Task, other: int) -> State:
    """Apply an effect or a theft to the chosen opponent."""
    kind = "apply" if task.kind == "choose" else "steal"
    return state.push(task._replace(kind=kind, of=other, crews=()))


def _apply(state: State, task: Task, trace: Trace | None) -> State:
    """Turn an effect on one player into tasks."""
    effect = effects_of(state, task.card, task.what)[task.n]
    state = state.pop()
    verb, of, by = effect.verb, task.of, task.by
    name = state.name_of(of)
    plain = Task("", by, by=by, of=of, card=task.card, n=effect.n, crew=task.crew)
    if verb.endswith(("_companion", "_character")):
        return _befall(state, effect, plain)
    if verb == "war":
        return outbreak(state, by, of, task.card, effect.trojan, trace)
    if verb == "skip_quest":
        text = f"{name} has no Quest action in {effect.n} coming turns"
        record(trace, "SING-TURN-03", f"{name}.skips", text=text)
        return state.alter(of, skips=state.seats[of].skips + effect.n)
    if verb == "gain_laurels":
        state = state.moved(by, "victory", task.card)
        own = state.name_of(by)
        text = f"{own} has {state.laurels(by)} Laurels"
        record(trace, "SING-WIN-02", f"{own}.victory", f"{own}.hand", text=text)
        return state
    if verb == "draw":
        return state.push(plain._replace(kind="draw", seat=CHANCE, of=by, what="effect"))
    if verb == "discard_hand":
        return state.push(*(plain._replace(kind="hand", seat=CHANCE) for _ in range(effect.n)))
    if verb == "revelation":
        return state.push(plain._replace(kind="learn"))
    if verb == "discard_treasure":
        return state.push(plain._replace(kind="shed", seat=by if effect.choice == "acting" else of))
    kinds = {
        "restore": "restore", "retrieve": "take", "block_quest": "block", "clear_block": "clear",
        "bump": "bump", "steal_treasure": "steal",
    }  # fmt: skip
    if verb not in kinds:
        return state  # wreck and stop apply only as answers
    what = {"retrieve": effect.type, "block_quest": effect.target, "bump": effect.queue}
    seat = of if verb == "restore" else by
    return state.push(plain._replace(kind=kinds[verb], seat=seat, what=what.get(verb, "")))


def _befall(state: State, effect: Effect, plain: Task) -> State:
    """Return tasks for characters to be lost or transformed, one each."""
    how, _, whom = effect.verb.partition("_")
    blind = effect.choice == "random" or (whom != COMPANION and not effect.choice)
    crews: tuple[int, ...] = ()
    if effect.scope == "crew" and plain.crew >= 0:
        crews = (plain.crew,)
    seat = CHANCE if blind else plain.by if effect.choice == "acting" else plain.of
    each = plain._replace(kind="lose", seat=seat, what=f"{how} {whom}", crews=crews, n=1)
    return state.push(*(each for _ in range(plain.n)))


def eligible(state: State, task: Task) -> Pieces:
    """The characters of which one is lost or transformed."""
    crews = task.crews or tuple(range(len(state.seats[task.of].crews)))
    whom = State.companions if task.what.endswith(COMPANION) else State.members
    return whom(state, task.of, crews)


def _lose(state: State, task: Task, trace: Trace | None) -> State | None:
    pool = eligible(state, task)
    name = state.name_of(task.of)
    if not pool:
        how, _, whom = task.what.partition(" ")
        record(trace, "SING-LOSS-11", text=f"{name} has no {whom} to {how}")
        return state.pop()
    if state.table.random_from_one and task.seat == CHANCE and not task.crews:
        own = tuple(dict.fromkeys(state.seats[task.of].crew_of(each) for each in pool))
        named = tuple(each for each in own if each is not None)
        if len(named) > 1:
            return state.push(Task("crew", task.of, of=task.of, crews=named))
    return None


def takable(state: State, task: Task) -> Pieces:
    """The discards of a kind."""
    kinds = (HERO, COMPANION) if task.what == "character" else (task.what,)
    cards, any_of_them = state.table.cards, task.what == "any"
    return tuple(each for each in state.discard if any_of_them or cards[each].type in kinds)


def _draw(state: State, task: Task, trace: Trace | None) -> State | None:
    """End a draw that is complete, or if no card is left."""
    if task.n and (state.deck or state.discard):
        return None
    under_way = task.n < state.table.draw or task.what != "turn"  # or it ends before any card
    if task.n:
        name = state.name_of(task.of)
        text = f"no card is left for {name} to draw"
        record(trace, "SING-DECK-16", *(("agenda", "phase") if under_way else ()), text=text)
    state = state.pop()
    if task.what != "turn":
        return state
    if under_way:
        record(trace, "SING-TURN-01", "phase", "agenda")
    side = state.seats[state.turn]
    if not side.dealt:
        return state._replace(stage=phases.PLAY)
    record(trace, "SING-SETUP-04", "drawn", "resolve", f"{state.name_of(state.turn)}.dealt")
    first = tuple((state.turn, each) for each in side.dealt if state.immediate(each))
    state = state.alter(state.turn, dealt=())
    return state._replace(
        stage=phases.PLAY, drawn=(*side.dealt, *state.drawn), silver=(*first, *state.silver)
    )


def blockable(state: State, task: Task) -> Pieces:
    """The Quests that a card may be laid across."""
    work = state.quests_in_work()
    if task.what == "others":
        return tuple(quest for quest, (seat, _) in work.items() if seat != task.by)
    return (*state.middle, *work)


def bumpable(state: State, task: Task) -> Pieces:
    """The cards that an effect may take from the queues."""
    queues = {FOE: state.foes, ORDEAL: state.ordeals}
    return queues.get(task.what, (*state.foes, *state.ordeals))


def stealable(state: State, task: Task) -> Pieces:
    """The Treasures that the acting player may take."""
    seats = (task.of,) if task.of >= 0 else state.opponents(task.by)
    return tuple(each for seat in seats for each in state.treasures_of(seat))


def _learn(state: State, task: Task, trace: Trace | None) -> State | None:
    """Let a Hero learn a revelation; a task only if several lead Crews."""
    able = learners(state, task)
    if len(able) > 1:
        return None
    state = state.pop()
    return learned(state, task, able[0], trace) if able else state


def learners(state: State, task: Task) -> Pieces:
    if task.crew >= 0 and task.of != task.by:
        leader = state.seats[task.of].crews[task.crew].leader
        return (leader,) if leader else ()
    return state.leaders(task.of)


# The pieces that each kind of task can affect; without any, the task is dropped.
POOLS: dict[str, Callable[[State, Task], Pieces]] = {
    "lose": eligible, "take": takable,
    "restore": lambda state, task: tuple(
        each for each in state.seats[task.of].characters()
        if each in state.seats[task.of].transformed
    ),
    "block": blockable,
    "clear": lambda state, _: state.blocking, "bump": bumpable, "steal": stealable,
    "hand": lambda state, task: state.held_back(task.of),
    "shed": lambda state, task: state.treasures_of(task.of), "learn": learners,
}  # fmt: skip


def pool(state: State, *kinds: str) -> Pieces:
    """The pieces that the pending task can affect; none if it is of another kind."""
    top = state.top
    return () if top is None or top.kind not in (kinds or POOLS) else POOLS[top.kind](state, top)


def learned(state: State, task: Task, hero: str, trace: Trace | None) -> State:
    """Put a revelation beside a Hero; one who has both is lost."""
    table, seat = state.table, task.of
    state = state.moved(seat, "learned", task.card, hero)
    name = table.players[seat]
    known = {table.cards[card].revelation for card, on in state.seats[seat].learned if on == hero}
    kind = table.cards[task.card].revelation
    facts = (f"{name}.out", f"{name}.learned", "agenda", f"{table.players[task.by]}.hand",
             *state.where_is(seat, hero, "leader", "learned"))  # fmt: skip
    text = f"{table.title(hero)} learns of his {kind}"
    if not {FATHER, MOTHER} <= known:
        record(trace, "SING-LOSS-09", *facts, "discard", text=text)
        return state
    if state.is_only_hero(seat, hero):
        record(trace, "SING-LOSS-08", *facts, text=f"{text}, and now of both")
        return eliminated(state, seat, trace)
    record(trace, "SING-LOSS-09", *facts, "discard", text=f"{text}, and now of both: he is lost")
    return buried(state, seat, hero, trace)


def _promote(state: State, task: Task, trace: Trace | None) -> State | None:
    if state.seats[task.of].crews[task.crew].leader:
        return state.pop()
    if state.successors(task.of, task.crew):
        return None
    return dissolved(state.pop(), task.of, task.crew, trace)


def _give(state: State, task: Task, trace: Trace | None) -> State | None:
    """Ask for the bearer of a won Treasure; a shared one goes to the player at once."""
    if state.table.gear(task.card).slot == SHARED:
        name = state.name_of(task.seat)
        facts = (f"{name}.shared", "discard", "agenda")
        record(trace, "SING-TREASURE-05", *facts, text=f"{name} shares it with all Crews")
        return state.pop().moved(task.seat, "shared", task.card)
    return None if state.bearers(task.seat) else state.pop()


def borne(
    state: State, seat: int, card: str, bearer: str, old: str | None, trace: Trace | None
) -> State:
    """Give a Treasure to its bearer; the one in the slot is discarded."""
    table = state.table
    if trace is not None:
        name = table.players[seat]
        facts = (f"{name}.hand", "discard", "agenda",
                 *state.where_is(seat, bearer, "treasures", "might", "traits"))  # fmt: skip
        trace("SING-TREASURE-06", *facts, text=f"{table.title(bearer)} carries {table.title(card)}")
        if table.cards[card].type != TREASURE:
            trace("SING-CHAL-10", *facts)
        if table.gear(card).slot == BAUBLE:
            trace("SING-TREASURE-04", *facts)
        if old is not None:
            trace("SING-TREASURE-07", *facts, text=f"{table.title(old)} makes room")
    if old is not None:
        state = state.thrown(old)
    return state.moved(seat, "carried", card, bearer)


def _finish(state: State, task: Task, trace: Trace | None) -> State:
    """Discard a card whose effect is finished, unless it moved or is still to be played."""
    state, printed = state.pop(), state.table.cards[task.card]
    acted = printed.type == IMMEDIATE
    if task.card not in state.seats[task.by].hand or not (acted or printed.holds):
        return state
    name = state.name_of(task.by)
    record(trace, "SING-IMM-03" if acted else "SING-HOLD-04", "discard", f"{name}.hand")
    return state.thrown(task.card)


def _sea(state: State, task: Task, trace: Trace | None) -> State | None:
    """Complete a crossing when everybody was asked, if the Crew is still on the Quest."""
    if task.crews:
        return None
    quest = state.seats[task.by].crews[task.crew].quest
    if not quest or quest != (task.what or quest):
        return state.pop()  # the Crew has left the Quest, as in a War
    state = state.pop()
    name = state.name_of(task.by)
    facts = state.where(task.by, task.crew, "marks", "quest")
    record(trace, "SING-SEA-05", *facts, text=f"{name} has crossed the sea")
    return marked(state, task.by, task.crew, trace)


def _waits(*_: object) -> None:
    """Do nothing: only an answer ends the task."""


def shift_leader(state: State, seat: int, label: int, hero: str, trace: Trace | None) -> State:
    crew = state.seats[seat].crews[label]
    rest = without(crew.members, hero)
    if crew.leader:
        state = dethroned(state, seat, crew.leader, trace)
        rest = (*rest, crew.leader)
    return state.alter_crew(seat, label, leader=hero, members=rest)


def marked(state: State, seat: int, label: int, trace: Trace | None) -> State:
    """Mark one more step of a Crew's Quest; after the last one the Quest is won."""
    table = state.table
    crew = state.seats[seat].crews[label]
    quest = table.quests[crew.quest]
    marks = crew.marks + 1
    name = table.players[seat]
    facts = state.where(seat, label, "marks", "quest")
    if marks < len(quest.steps):
        text = f"{name} has done {marks} of {len(quest.steps)} steps of {quest.title}"
        record(trace, ("SING-QUEST-06", "SING-QUEST-05"), *facts, text=text)
        return state.alter_crew(seat, label, marks=marks)
    state = state.alter_crew(seat, label, quest="", marks=0)
    state = state.alter(seat, victory=(*state.seats[seat].victory, crew.quest))
    text = f"{name} completes {quest.title}: {state.laurels(seat)} Laurels"
    more = (f"{name}.victory", f"{name}.laurels", f"score.{name}")
    record(trace, "SING-QUEST-09", *facts, *more, text=text)
    record(trace, "SING-QUEST-06", *facts)
    record(trace, "SING-WIN-02", *more)
    record(trace, "SING-QUEST-11", *facts)
    return state


OPENERS: dict[str, Opener] = {
    "effect": _effect, "apply": _apply, "choose": _choose, "lose": _lose, "crew": _waits,
    **dict.fromkeys(
        ("restore", "take", "hand", "block", "clear", "bump", "steal", "shed"),
        lambda state, task, _: None if POOLS[task.kind](state, task) else state.pop(),
    ),
    "draw": _draw, "learn": _learn, "promote": _promote, "give": _give, "join": _waits,
    "finish": _finish, "sea": _sea,
    "war": go_on, "fights": _waits, "sits": _waits, "flips": _waits, "loots": _waits,
}  # fmt: skip
