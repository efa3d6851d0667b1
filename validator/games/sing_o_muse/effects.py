"""What cards do: effects to tasks, and tasks that need no answer to what comes of them.

`advance` goes on until somebody, or chance, has to answer. A task that nobody can fulfil is
dropped: an effect that finds nobody does nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from validator.games.sing_o_muse.cards import (
    COMPANION,
    FATHER,
    HERO,
    MOTHER,
    SHARED,
    TREASURE,
    Effect,
)
from validator.games.sing_o_muse.losses import (
    buried,
    dissolved,
    eliminated,
    is_only_hero,
    successors,
    tell,
    where,
)
from validator.games.sing_o_muse.position import (
    DRAW,
    OVER,
    PLAY,
    Pieces,
    Position,
    Task,
    alter,
    alter_crew,
    characters,
    companions,
    crew_of,
    discarded,
    has_room,
    immediate,
    laurels,
    leaders,
    lifted,
    members,
    opponents,
    pop,
    push,
    quests_in_work,
    without,
)
from validator.games.sing_o_muse.war import can_fight, go_on, outbreak
from validator.referee.core import CHANCE, Notes

Opener = Callable[[Position, Task, Notes | None], Position | None]


# What befalls a player without anybody choosing a card for it.
UNAIMED = ("draw", "discard_hand", "skip_quest", "gain_laurels")


def aims(effect: Effect) -> bool:
    """Whether an effect can ask for a target: a card, or an opponent."""
    return effect.verb not in UNAIMED or effect.who == "opponent"


def effects_of(at: Position, card: str, when: str) -> tuple[Effect, ...]:
    """The effects of a card when drawn, overcome, played (`effects`) or laid as `wrath`."""
    printed = at.table.cards[card]
    if when == "wrath":
        return printed.wrath.effects
    return {
        "on_draw": printed.on_draw, "on_defeat": printed.on_defeat, "effects": printed.effects,
    }[when]  # fmt: skip


def begun(
    at: Position, card: str, when: str, by: int, target: int = -1, crew: int = -1,
    peaceful: bool = False,
) -> Position:  # fmt: skip
    """All effects of a card as tasks. `peaceful` leaves out War: the card was not drawn."""
    tasks = [
        Task("effect", by=by, of=target, card=card, n=index, what=when, crew=crew)
        for index, each in enumerate(effects_of(at, card, when))
        if not (peaceful and each.verb == "war")
    ]
    return push(at, *tasks)


def advance(at: Position, note: Notes | None, asking: bool = False) -> Position:
    """What follows by itself, up to the next answer.

    `asking`: also up to an answer of which there is one only, so that a line can name it.
    """
    at = _won(at, note)
    while at.stage != OVER:
        if at.agenda:
            task = at.agenda[-1]
            if asking and (task.kind == "choose" or (task.kind == "learn" and learners(at, task))):
                return at
            after = OPENERS[task.kind](at, task, note)
            if after is None:
                return at
            at = _won(after, note)
        elif at.sides[at.turn].out:
            at = next_turn(at, note)
        else:
            return at
    return at


def _won(at: Position, note: Notes | None) -> Position:
    """The game is over as soon as somebody has the Laurels."""
    if at.stage == OVER:
        return at
    count = len(at.sides)
    for seat in ((at.turn + step) % count for step in range(count)):
        if not at.sides[seat].out and (have := laurels(at, seat)) >= at.target:
            name = at.table.players[seat]
            text = f"{name} has {have} Laurels and wins"
            tell(note, "SING-WIN-01", "end", "winner", text=text)
            tell(note, "SING-SETUP-09", "end", "winner")
            return at._replace(stage=OVER, champions=(seat,), agenda=(), silver=(), window=())
    return at


def next_turn(at: Position, note: Notes | None) -> Position:
    """The turn of the next player who is in."""
    seat = opponents(at, at.turn)[0]
    side = at.sides[seat]
    name = at.table.players[seat]
    barred = side.skips > 0
    at = alter(at, seat, skips=max(0, side.skips - 1), late=())
    tell(note, "SING-SETUP-08", "turn", text=f"{name}'s turn")
    tell(note, "SING-TURN-01", "phase", "turn")
    if barred:
        tell(note, "SING-TURN-03", "barred", text=f"{name} has no Quest action this turn")
    return opened(at._replace(turn=seat, barred=barred))


def opened(at: Position) -> Position:
    """The turn at its Draw step."""
    draw = Task("draw", CHANCE, of=at.turn, n=at.table.draw, what="turn")
    return at._replace(
        stage=DRAW, fresh=(), drawn=(), used=0, acted=-1, silver=(), agenda=(draw,), announced=None,
        spared=(), window=(), totals=(),
    )  # fmt: skip


# ---- one opener a kind of task: the next position, or None if an answer is due


def _effect(at: Position, task: Task, note: Notes | None) -> Position:
    """An effect is shared out to those whom it befalls."""
    effect = effects_of(at, task.card, task.what)[task.n]
    who = effect.who or ("opponent" if effect.verb == "steal_treasure" else "self")
    if task.what == "wrath" and task.of >= 0 and effect.verb in ("war", "revelation"):
        who = "target"
    elif effect.verb == "war":
        who = "opponent"
    at = pop(at)
    others = opponents(at, task.by)
    if effect.verb == "war":
        others = tuple(each for each in others if can_fight(at, each))
    apply = task._replace(kind="apply")
    if who == "opponent" and effect.verb == "steal_treasure":
        return push(at, apply._replace(of=-1))
    if who == "opponent":
        return push(at, task._replace(kind="choose", seat=task.by, crews=others)) if others else at
    if who == "target" and task.of >= 0:
        return push(at, apply)
    if who in ("each", "each_other"):
        everybody = (task.by, *others) if who == "each" else others
        tell(note, "SING-GEN-02", "agenda")
        return push(at, *(apply._replace(of=seat) for seat in everybody))
    return push(at, apply._replace(of=task.by))


def _choose(at: Position, task: Task, note: Notes | None) -> Position | None:
    """An opponent is chosen; there is a choice only among several."""
    del note
    return befalls(pop(at), task, task.crews[0]) if len(task.crews) == 1 else None


def befalls(at: Position, task: Task, other: int) -> Position:
    """An effect, or a theft, befalls the opponent who was chosen for it."""
    kind = "apply" if task.kind == "choose" else "steal"
    return push(at, task._replace(kind=kind, of=other, crews=()))


def _apply(at: Position, task: Task, note: Notes | None) -> Position:
    """An effect on one player becomes what has to be answered."""
    effect = effects_of(at, task.card, task.what)[task.n]
    at = pop(at)
    verb, of, by = effect.verb, task.of, task.by
    name = at.table.players[of]
    plain = Task("", by, by=by, of=of, card=task.card, n=effect.n, crew=task.crew)
    if verb.endswith(("_companion", "_character")):
        return _befall(at, effect, plain)
    if verb == "war":
        return outbreak(at, by, of, task.card, effect.trojan, note)
    if verb == "skip_quest":
        text = f"{name} has no Quest action in {effect.n} coming turns"
        tell(note, "SING-TURN-03", f"{name}.skips", text=text)
        return alter(at, of, skips=at.sides[of].skips + effect.n)
    if verb == "gain_laurels":
        at = lifted(at, task.card)
        at = alter(at, by, victory=(*at.sides[by].victory, task.card))
        own = at.table.players[by]
        text = f"{own} has {laurels(at, by)} Laurels"
        tell(note, "SING-WIN-02", f"{own}.laurels", f"{own}.victory", "discard", text=text)
        return at
    if verb == "draw":
        return push(at, plain._replace(kind="draw", seat=CHANCE, of=by, what="effect"))
    if verb == "discard_hand":
        return push(at, *(plain._replace(kind="hand", seat=CHANCE) for _ in range(effect.n)))
    if verb == "revelation":
        return push(at, plain._replace(kind="learn"))
    if verb == "discard_treasure":
        return push(at, plain._replace(kind="shed", seat=by if effect.choice == "acting" else of))
    kinds = {
        "restore": "restore", "retrieve": "take", "block_quest": "block", "clear_block": "clear",
        "bump": "bump", "steal_treasure": "steal",
    }  # fmt: skip
    if verb not in kinds:
        return at  # wreck and stop work only as answers
    what = {"retrieve": effect.type, "block_quest": effect.target, "bump": effect.queue}
    seat = of if verb == "restore" else by
    return push(at, plain._replace(kind=kinds[verb], seat=seat, what=what.get(verb, "")))


def _befall(at: Position, effect: Effect, plain: Task) -> Position:
    """Characters that are to be lost or transformed, one task each."""
    how, _, whom = effect.verb.partition("_")
    blind = effect.choice == "random" or (whom != COMPANION and not effect.choice)
    crews: tuple[int, ...] = ()
    if effect.scope == "crew" and plain.crew >= 0:
        crews = (plain.crew,)
    seat = CHANCE if blind else plain.by if effect.choice == "acting" else plain.of
    each = plain._replace(kind="lose", seat=seat, what=f"{how} {whom}", crews=crews, n=1)
    return push(at, *(each for _ in range(plain.n)))


def eligible(at: Position, task: Task) -> Pieces:
    """The characters among whom one is lost or transformed."""
    crews = task.crews or tuple(range(len(at.sides[task.of].crews)))
    whom = companions if task.what.endswith(COMPANION) else members
    return whom(at, task.of, crews)


def _lose(at: Position, task: Task, note: Notes | None) -> Position | None:
    pool = eligible(at, task)
    name = at.table.players[task.of]
    if not pool:
        how, _, whom = task.what.partition(" ")
        text = f"{name} has no {whom} to {how}"
        tell(note, "SING-LOSS-11", "discard", f"{name}.transformed", text=text)
        return pop(at)
    if at.table.random_from_one and task.seat == CHANCE and not task.crews:
        own = tuple(dict.fromkeys(crew_of(at.sides[task.of], each) for each in pool))
        named = tuple(each for each in own if each is not None)
        if len(named) > 1:
            return push(at, Task("crew", task.of, of=task.of, crews=named))
    return None


def _restore(at: Position, task: Task, _: Notes | None) -> Position | None:
    return None if restorable(at, task.of) else pop(at)


def restorable(at: Position, seat: int) -> Pieces:
    """The transformed characters of a player."""
    return tuple(each for each in characters(at.sides[seat]) if each in at.sides[seat].transformed)


def _take(at: Position, task: Task, _: Notes | None) -> Position | None:
    return None if takable(at, task.what) else pop(at)


def takable(at: Position, kind: str) -> Pieces:
    """The discards of a kind."""
    kinds = {"character": (HERO, COMPANION), "hero": (HERO,), "companion": (COMPANION,),
             "treasure": (TREASURE,)}  # fmt: skip
    if kind == "any":
        return at.discard
    return tuple(each for each in at.discard if at.table.cards[each].type in kinds[kind])


def _draw(at: Position, task: Task, note: Notes | None) -> Position | None:
    """A draw is finished when it is complete, or when there is nothing left to draw."""
    if task.n and (at.deck or at.discard):
        return None
    if task.n:
        name = at.table.players[task.of]
        text = f"no card is left for {name} to draw"
        tell(note, "SING-DECK-16", "phase", f"{name}.hand", "deck", text=text)
    at = pop(at)
    if task.what != "turn":
        return at
    side = at.sides[at.turn]
    if side.dealt:
        name = at.table.players[at.turn]
        tell(note, "SING-SETUP-04", "drawn", "resolve", f"{name}.dealt")
    first = tuple((at.turn, each) for each in side.dealt if immediate(at, each))
    at = alter(at, at.turn, dealt=())
    return at._replace(stage=PLAY, drawn=(*side.dealt, *at.drawn), silver=(*first, *at.silver))


def _hand(at: Position, task: Task, _: Notes | None) -> Position | None:
    return None if hidden(at, task.of) else pop(at)


def hidden(at: Position, seat: int) -> Pieces:
    """The Hold This Cards in a hand."""
    return tuple(each for each in at.sides[seat].hand if at.table.cards[each].holds)


def _block(at: Position, task: Task, _: Notes | None) -> Position | None:
    return None if blockable(at, task) else pop(at)


def blockable(at: Position, task: Task) -> Pieces:
    """The Quests that a card may be laid across."""
    work = quests_in_work(at)
    if task.what == "others":
        return tuple(quest for quest, (seat, _) in work.items() if seat != task.by)
    return (*at.middle, *work)


def _clear(at: Position, _: Task, __: Notes | None) -> Position | None:
    return None if at.blocks else pop(at)


def bumpable(at: Position, queue: str) -> Pieces:
    """The cards that an effect may take from the queues."""
    return {"foe": at.foes, "ordeal": at.ordeals}.get(queue, (*at.foes, *at.ordeals))


def _bump(at: Position, task: Task, _: Notes | None) -> Position | None:
    return None if bumpable(at, task.what) else pop(at)


def treasures_of(at: Position, seat: int) -> Pieces:
    """All Treasures of a player."""
    side = at.sides[seat]
    return (*(each for each, _ in side.carried), *side.shared)


def stealable(at: Position, task: Task) -> Pieces:
    """The Treasures that the acting player may take."""
    seats = (task.of,) if task.of >= 0 else opponents(at, task.by)
    return tuple(each for seat in seats for each in treasures_of(at, seat))


def _steal(at: Position, task: Task, _: Notes | None) -> Position | None:
    return None if stealable(at, task) else pop(at)


def _shed(at: Position, task: Task, _: Notes | None) -> Position | None:
    return None if treasures_of(at, task.of) else pop(at)


def _learn(at: Position, task: Task, note: Notes | None) -> Position | None:
    """A Hero learns something; a choice only if several lead Crews."""
    able = learners(at, task)
    if len(able) > 1:
        return None
    at = pop(at)
    return learned(at, task, able[0], note) if able else at


def learners(at: Position, task: Task) -> Pieces:
    """The leading Heroes who may learn it."""
    if task.crew >= 0 and task.of != task.by:
        leader = at.sides[task.of].crews[task.crew].leader
        return (leader,) if leader else ()
    return leaders(at, task.of)


def learned(at: Position, task: Task, hero: str, note: Notes | None) -> Position:
    """A revelation beside a Hero; both of them on one Hero are his end."""
    table, seat = at.table, task.of
    at = lifted(at, task.card)
    at = alter(at, seat, learned=(*at.sides[seat].learned, (task.card, hero)))
    name = table.players[seat]
    known = {table.cards[card].revelation for card, on in at.sides[seat].learned if on == hero}
    label = crew_of(at.sides[seat], hero)
    facts = (f"{name}.out", f"{name}.learned", *(
        where(at, seat, label, "leader", "learned") if label is not None else ()
    ))  # fmt: skip
    kind = table.cards[task.card].revelation
    text = f"{table.title(hero)} learns of his {kind}"
    if not {FATHER, MOTHER} <= known:
        tell(note, "SING-LOSS-09", *facts, "discard", text=text)
        return at
    if is_only_hero(at, seat, hero):
        tell(note, "SING-LOSS-08", *facts, text=f"{text}, and now of both")
        return eliminated(at, seat, note)
    tell(note, "SING-LOSS-09", *facts, "discard", text=f"{text}, and now of both: he is lost")
    return buried(at, seat, hero, note)


def _promote(at: Position, task: Task, note: Notes | None) -> Position | None:
    if at.sides[task.of].crews[task.crew].leader:
        return pop(at)
    if successors(at, task.of, task.crew):
        return None
    return dissolved(pop(at), task.of, task.crew, note)


def _give(at: Position, task: Task, note: Notes | None) -> Position | None:
    """A won Treasure looks for a bearer; a shared one is the player's at once."""
    gear = at.table.gear(task.card)
    name = at.table.players[task.seat]
    if gear.slot == SHARED:
        at = lifted(pop(at), task.card)
        at = alter(at, task.seat, shared=(*at.sides[task.seat].shared, task.card))
        tell(note, "SING-TREASURE-05", f"{name}.shared", text=f"{name} shares it with all Crews")
        return at
    return None if bearers(at, task.seat) else pop(at)


def bearers(at: Position, seat: int) -> Pieces:
    """The active characters of a player in Crews."""
    side = at.sides[seat]
    return members(at, seat, range(len(side.crews)))


def free_bearers(at: Position, seat: int, slot: str) -> Pieces:
    """Who could carry one more Treasure of a class."""
    side = at.sides[seat]
    return tuple(each for each in bearers(at, seat) if has_room(at, side, each, slot))


def _finish(at: Position, task: Task, note: Notes | None) -> Position:
    """A card whose effect is done leaves the hand, unless it went elsewhere or is played yet."""
    at = pop(at)
    table, card = at.table, at.table.cards[task.card]
    name = table.players[task.by]
    if task.card not in at.sides[task.by].hand:
        return at
    if card.type == "immediate":
        tell(note, "SING-IMM-03", "discard", f"{name}.hand")
        return discarded(lifted(at, task.card), task.card)
    if card.holds:
        tell(note, "SING-HOLD-04", "discard", f"{name}.hand")
        return discarded(lifted(at, task.card), task.card)
    return at


def _sea(at: Position, task: Task, note: Notes | None) -> Position | None:
    """The crossing succeeds when everybody was asked, if the Crew still is on the Quest."""
    if task.crews:
        return None
    quest = at.sides[task.by].crews[task.crew].quest
    if not quest or quest != (task.what or quest):
        return pop(at)  # a War in between has scattered it
    from validator.games.sing_o_muse.quests import marked

    at = pop(at)
    table = at.table
    name = table.players[task.by]
    facts = where(at, task.by, task.crew, "marks")
    tell(note, "SING-SEA-05", *facts, text=f"{name} has crossed the sea")
    return marked(at, task.by, task.crew, note)


def _waits(*_: object) -> None:
    """A task that only an answer ends."""


def shift_leader(at: Position, seat: int, label: int, hero: str, note: Notes | None) -> Position:
    """Another Hero leads a Crew."""
    crew = at.sides[seat].crews[label]
    rest = without(crew.members, hero)
    if crew.leader:
        from validator.games.sing_o_muse.losses import dethroned

        at = dethroned(at, seat, crew.leader, note)
        rest = (*rest, crew.leader)
    return alter_crew(at, seat, label, leader=hero, members=rest)


OPENERS: dict[str, Opener] = {
    "effect": _effect, "apply": _apply, "choose": _choose, "lose": _lose, "crew": _waits,
    "restore": _restore, "take": _take, "draw": _draw, "hand": _hand, "block": _block,
    "clear": _clear, "bump": _bump, "steal": _steal, "shed": _shed, "learn": _learn,
    "promote": _promote, "give": _give, "join": _waits, "finish": _finish, "sea": _sea,
    "war": go_on, "fights": _waits, "sits": _waits, "flips": _waits, "loots": _waits,
}  # fmt: skip
