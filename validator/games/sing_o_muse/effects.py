"""Turns the effects of cards into tasks, and performs those tasks that need no answer.

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
from validator.games.sing_o_muse.ending import win_at_target
from validator.games.sing_o_muse.losing_companions import (
    deity_leaves,
    discard_character,
    dissolved,
    eliminated,
)
from validator.games.sing_o_muse.quest_progress import mark_step, quests_in_work
from validator.games.sing_o_muse.seat import Pieces, without
from validator.games.sing_o_muse.state import State, Task
from validator.games.sing_o_muse.war import go_on, outbreak
from validator.referee.api import CHANCE, Judge, Say, event

Opener = Callable[[State, Task, Judge], State | None]

TURN = event("{owner}'s turn")
BARRED = event("{owner} has no Quest action this turn")
SKIPS = event("{owner} has no Quest action in {number} coming turns")
GAINS = event("{owner} now has {laurels} [Laurel|Laurels]")
NOBODY = event("{owner} has no {whom} to {how}")
NO_CARD = event("no card is left for {owner} to draw")
LEARNS = Say("tell {hero} of his {kind}", "{hero} learns of his {kind}", whole=True)
OF_BOTH = event("{hero} learns of his {kind} and now knows both parents")
IS_LOST = event("{hero} learns of his {kind}, now knows both parents, and is lost")
SHARES = event("{owner} [shares|share] it with all [their|your] Crews")
CARRIES = Say("give {card} to {bearer}", "{bearer} carries {card}", whole=True)
MAKES_ROOM = event("{card} is discarded to make room")
CROSSED = event("{owner} has crossed the sea")

# Effects on a player without a choice of a card.
UNAIMED = ("draw", "discard_hand", "skip_quest", "gain_laurels")


def aims(effect: Effect) -> bool:
    """Return whether an effect can require a target: a card or an opponent."""
    return effect.verb not in UNAIMED or effect.who == "opponent"


def effects_of(s: State, card: str, when: str) -> tuple[Effect, ...]:
    """Return the effects that a card has at a point in the game.

    `when` is "on_draw", "on_defeat", "effects" (when played) or "wrath" (when laid as a Wrath).
    """
    printed = s.table.cards[card]
    if when == "wrath":
        return printed.wrath.effects
    return {
        "on_draw": printed.on_draw, "on_defeat": printed.on_defeat, "effects": printed.effects,
    }[when]  # fmt: skip


def begun(
    s: State, card: str, when: str, by: int, target: int = -1, crew: int = -1,
    peaceful: bool = False,
) -> State:  # fmt: skip
    """Return the state with all effects of a card added as tasks.

    `peaceful` leaves War out, because the card was not drawn.
    """
    tasks = [
        Task("effect", by=by, of=target, card=card, n=index, what=when, crew=crew)
        for index, each in enumerate(effects_of(s, card, when))
        if not (peaceful and each.verb == "war")
    ]
    return s.push(*tasks)


def advance(s: State, to: Judge, asking: bool = False) -> State:
    """Perform all tasks that need no answer.

    With `asking`, stop even if there is only one possible answer, so that a line can name it.
    """
    s = win_at_target(s, to)
    while s.stage != phases.OVER:
        if s.agenda:
            task = s.agenda[-1]
            if asking and (task.kind == "choose" or (task.kind == "learn" and learners(s, task))):
                return s
            after = OPENERS[task.kind](s, task, to)
            if after is None:
                return s
            s = after if after.seats is s.seats else win_at_target(after, to)
        elif s.seats[s.turn].out:
            s = next_turn(s, to)
        else:
            return s
    return s


def next_turn(s: State, to: Judge) -> State:
    """Pass the turn to the next player who is still in the game."""
    seat = s.opponents(s.turn)[0]
    side = s.seats[seat]
    barred = side.skips > 0
    start, name = s, s.name_of(seat)
    if barred or side.late:
        s = s.alter(seat, skips=max(0, side.skips - 1), late=())
    s = opened_turn(s._replace(turn=seat, barred=barred))
    to.did(("SETUP-08", "TURN-01"), start, s, TURN, owner=name)
    return to.did("TURN-03", start, s, BARRED, owner=name) if barred else s


def opened_turn(s: State) -> State:
    """Return the state at the beginning of the active player's turn."""
    draw = Task("draw", CHANCE, of=s.turn, n=s.table.draw, what="turn")
    return s._replace(
        stage=phases.DRAW, fresh=(), drawn=(), used=0, acted=-1, silver=(), agenda=(draw,),
        announced=None, spared=(), window=(), totals=(),
    )  # fmt: skip


# ---- one function per kind of task: the next position, or None if an answer is due


def _effect(s: State, task: Task, to: Judge) -> State:
    """Add the tasks of an effect: one for each affected player, or the choice of an opponent."""
    effect = effects_of(s, task.card, task.what)[task.n]
    who = effect.who or ("opponent" if effect.verb == "steal_treasure" else "self")
    if task.what == "wrath" and task.of >= 0 and effect.verb in ("war", "revelation"):
        who = "target"
    elif effect.verb == "war":
        who = "opponent"
    s = s.pop()
    others = s.opponents(task.by)
    if effect.verb == "war":
        others = tuple(each for each in others if s.can_fight(each))
    apply = task._replace(kind="apply")
    if who == "opponent" and effect.verb == "steal_treasure":
        return s.push(apply._replace(of=-1))
    if who == "opponent":
        choose = task._replace(kind="choose", seat=task.by, crews=others)
        return s.push(choose) if others else s
    if who == "target" and task.of >= 0:
        return s.push(apply)
    if who in ("each", "each_other"):
        everybody = (task.by, *others) if who == "each" else others
        return to.did("GEN-02", s, s.push(*(apply._replace(of=seat) for seat in everybody)))
    return s.push(apply._replace(of=task.by))


def _choose(s: State, task: Task, _: Judge) -> State | None:
    """Choose the opponent if there is only one; otherwise return None, for the player to choose."""
    return befalls(s.pop(), task, task.crews[0]) if len(task.crews) == 1 else None


def befalls(s: State, task: Task, other: int) -> State:
    """Return the state in which an effect or a theft is a task of the chosen opponent."""
    kind = "apply" if task.kind == "choose" else "steal"
    return s.push(task._replace(kind=kind, of=other, crews=()))


ASKS = {
    "restore": "restore", "retrieve": "take", "block_quest": "block", "clear_block": "clear",
    "bump": "bump", "steal_treasure": "steal",
}  # fmt: skip


def _apply(s: State, task: Task, to: Judge) -> State:
    """Return the state, with the tasks of an effect on one player."""
    effect = effects_of(s, task.card, task.what)[task.n]
    s = s.pop()
    verb, of, by = effect.verb, task.of, task.by
    plain = Task("", by, by=by, of=of, card=task.card, n=effect.n, crew=task.crew)
    if verb.endswith(("_companion", "_character")):
        return _befall(s, effect, plain)
    if verb == "war":
        return outbreak(s, by, of, task.card, effect.trojan, to)
    if verb == "skip_quest":
        after = s.alter(of, skips=s.seats[of].skips + effect.n)
        return to.did("TURN-03", s, after, SKIPS, owner=s.name_of(of), number=effect.n)
    if verb == "gain_laurels":
        after = s.moved(by, "victory", task.card)
        return to.did("WIN-02", s, after, GAINS, owner=s.name_of(by), laurels=after.laurels(by))
    if verb == "draw":
        return s.push(plain._replace(kind="draw", seat=CHANCE, of=by, what="effect"))
    if verb == "discard_hand":
        return s.push(*(plain._replace(kind="hand", seat=CHANCE) for _ in range(effect.n)))
    if verb == "revelation":
        return s.push(plain._replace(kind="learn"))
    if verb == "discard_treasure":
        return s.push(plain._replace(kind="shed", seat=by if effect.choice == "acting" else of))
    if verb not in ASKS:
        return s  # wreck and stop apply only as answers
    what = {"retrieve": effect.type, "block_quest": effect.target, "bump": effect.queue}
    seat = of if verb == "restore" else by
    return s.push(plain._replace(kind=ASKS[verb], seat=seat, what=what.get(verb, "")))


def _befall(s: State, effect: Effect, plain: Task) -> State:
    """Return the state, with one task for each character to be lost or transformed."""
    how, _, whom = effect.verb.partition("_")
    blind = effect.choice == "random" or (whom != COMPANION and not effect.choice)
    crews: tuple[int, ...] = ()
    if effect.scope == "crew" and plain.crew >= 0:
        crews = (plain.crew,)
    seat = CHANCE if blind else plain.by if effect.choice == "acting" else plain.of
    each = plain._replace(kind="lose", seat=seat, what=f"{how} {whom}", crews=crews, n=1)
    return s.push(*(each for _ in range(plain.n)))


def eligible(s: State, task: Task) -> Pieces:
    """Return the characters whom a task can hit."""
    crews = task.crews or tuple(range(len(s.seats[task.of].crews)))
    whom = State.companions if task.what.endswith(COMPANION) else State.members
    return whom(s, task.of, crews)


def _lose(s: State, task: Task, to: Judge) -> State | None:
    """Drop a loss that hits nobody; otherwise return None, for the loss to be chosen or drawn."""
    pool = eligible(s, task)
    if not pool:
        how, _, whom = task.what.partition(" ")
        return to.did("LOSS-11", s, s.pop(), NOBODY, owner=s.name_of(task.of), whom=whom, how=how)
    if s.table.random_from_one and task.seat == CHANCE and not task.crews:
        own = tuple(dict.fromkeys(s.seats[task.of].crew_of(each) for each in pool))
        named = tuple(each for each in own if each is not None)
        if len(named) > 1:
            return s.push(Task("crew", task.of, of=task.of, crews=named))
    return None


def takable(s: State, task: Task) -> Pieces:
    """Return the cards in the discard pile that a task allows the player to take."""
    kinds = (HERO, COMPANION) if task.what == "character" else (task.what,)
    cards, any_of_them = s.table.cards, task.what == "any"
    return tuple(each for each in s.discard if any_of_them or cards[each].type in kinds)


def _draw(s: State, task: Task, to: Judge) -> State | None:
    """End a draw that is complete or has run out of cards; otherwise return None."""
    if task.n and (s.deck or s.discard):
        return None
    after = s.pop() if task.what != "turn" else s.pop()._replace(stage=phases.PLAY)
    if task.n:
        to.did("DECK-16", s, after, NO_CARD, owner=s.name_of(task.of))
    if task.what != "turn":
        return after
    to.did("TURN-01", s, after)
    side = s.seats[s.turn]
    if not side.dealt:
        return after
    first = tuple((s.turn, each) for each in side.dealt if s.immediate(each))
    drawn, silver = (*side.dealt, *s.drawn), (*first, *s.silver)
    now = after.alter(s.turn, dealt=())._replace(drawn=drawn, silver=silver)
    return to.did("SETUP-04", after, now)


def blockable(s: State, task: Task) -> Pieces:
    """Return the Quests that a Blocking card may be laid across."""
    work = quests_in_work(s)
    if task.what == "others":
        return tuple(quest for quest, (seat, _) in work.items() if seat != task.by)
    return (*s.middle, *work)


def bumpable(s: State, task: Task) -> Pieces:
    """Return the cards in the queues that an effect may discard."""
    queues = {FOE: s.foes, ORDEAL: s.ordeals}
    return queues.get(task.what, (*s.foes, *s.ordeals))


def stealable(s: State, task: Task) -> Pieces:
    """Return the Treasures that the acting player may take."""
    seats = (task.of,) if task.of >= 0 else s.opponents(task.by)
    return tuple(each for seat in seats for each in s.treasures_of(seat))


def restorable(s: State, task: Task) -> Pieces:
    """Return the characters that may be turned upright."""
    side = s.seats[task.of]
    return tuple(each for each in side.characters() if each in side.transformed)


def _learn(s: State, task: Task, to: Judge) -> State | None:
    """Let the only possible Hero learn a revelation.

    Returns None if the player has to choose between several Heroes.
    """
    able = learners(s, task)
    if len(able) > 1:
        return None
    return learns_of_father_or_mother(s, task, able[0], to) if able else s.pop()


def learners(s: State, task: Task) -> Pieces:
    """Return the Heroes who can learn a revelation."""
    if task.crew >= 0 and task.of != task.by:
        leader = s.seats[task.of].crews[task.crew].leader
        return (leader,) if leader else ()
    return s.leaders(task.of)


# The pieces that each kind of task can affect; without any, the task is dropped.
POOLS: dict[str, Callable[[State, Task], Pieces]] = {
    "lose": eligible, "take": takable, "restore": restorable, "block": blockable,
    "clear": lambda s, _: s.blocking, "bump": bumpable, "steal": stealable,
    "hand": lambda s, task: s.held_back(task.of),
    "shed": lambda s, task: s.treasures_of(task.of), "learn": learners,
}  # fmt: skip


def pool(s: State, *kinds: str) -> Pieces:
    """Return the pieces that the pending task can affect.

    Returns an empty tuple if the task is of none of the given kinds.
    """
    top = s.top
    return () if top is None or top.kind not in (kinds or POOLS) else POOLS[top.kind](s, top)


def learns_of_father_or_mother(s: State, task: Task, hero: str, to: Judge) -> State:
    """Put a revelation beside a Hero, which ends the task. A Hero with both revelations is lost."""
    table, seat = s.table, task.of
    after = s.pop().moved(seat, "learned", task.card, hero)
    known = {table.cards[c].revelation for c, on in after.seats[seat].learned if on == hero}
    kind, title = table.cards[task.card].revelation, s.title(hero)
    if not {FATHER, MOTHER} <= known:
        return to.did("LOSS-09", s, after, LEARNS, hero=title, kind=kind)
    if after.is_only_hero(seat, hero):
        return eliminated(to.did("LOSS-08", s, after, OF_BOTH, hero=title, kind=kind), seat, to)
    return to.did(
        "LOSS-09", s, discard_character(after, seat, hero, to), IS_LOST, hero=title, kind=kind
    )


def _promote(s: State, task: Task, to: Judge) -> State | None:
    """Return None if a new leader must be chosen; without a Hero, the Crew dissolves."""
    if s.seats[task.of].crews[task.crew].leader:
        return s.pop()
    if s.successors(task.of, task.crew):
        return None
    return dissolved(s.pop(), task.of, task.crew, to)


def _give(s: State, task: Task, to: Judge) -> State | None:
    """Give a shared Treasure to the player; otherwise return None, to ask for its bearer."""
    if s.table.gear(task.card).slot == SHARED:
        after = s.pop().moved(task.seat, "shared", task.card)
        return to.did("TREASURE-05", s, after, SHARES, owner=s.name_of(task.seat))
    return None if s.bearers(task.seat) else s.pop()


def borne(s: State, seat: int, card: str, bearer: str, old: str | None, to: Judge) -> State:
    """Give a Treasure to its bearer; the Treasure that makes room, if any, is discarded."""
    table = s.table
    rules: tuple[str, ...] = ("TREASURE-06",)
    if table.cards[card].type != TREASURE:
        rules = (*rules, "CHAL-10")
    if table.gear(card).slot == BAUBLE:
        rules = (*rules, "TREASURE-04")
    after = (s if old is None else s.thrown(old)).moved(seat, "carried", card, bearer)
    to.did(rules, s, after, CARRIES, bearer=s.title(bearer), card=s.title(card))
    return after if old is None else to.did("TREASURE-07", s, after, MAKES_ROOM, card=s.title(old))


def _discard_when_complete(s: State, task: Task, to: Judge) -> State:
    """Discard a card whose effect is complete.

    It stays if it has moved or is still to be played.
    """
    s, printed = s.pop(), s.table.cards[task.card]
    acted = printed.type == IMMEDIATE
    if task.card not in s.seats[task.by].hand or not (acted or printed.holds):
        return s
    return to.did("IMM-03" if acted else "HOLD-04", s, s.thrown(task.card))


def _sea(s: State, task: Task, to: Judge) -> State | None:
    """Complete a crossing if nobody is left to ask.

    Nothing happens if the Crew has left its Quest. Returns None if somebody must still answer.
    """
    if task.crews:
        return None
    quest = s.seats[task.by].crews[task.crew].quest
    if not quest or quest != (task.what or quest):
        return s.pop()  # the Crew has left the Quest, as in a War
    after = mark_step(s.pop(), task.by, task.crew, to)
    return to.did("SEA-05", s, after, CROSSED, owner=s.name_of(task.by))


def _waits(*_: object) -> None:
    """Return None, because only the answer of a player or of chance ends the task."""


def _dropped(s: State, task: Task, _: Judge) -> State | None:
    """Drop a task that no piece can fulfil; otherwise return None."""
    return None if POOLS[task.kind](s, task) else s.pop()


def shift_leader(s: State, seat: int, label: int, hero: str, to: Judge) -> State:
    """Make a Hero the leader of a Crew. The caller reports the rule to the judge."""
    crew = s.seats[seat].crews[label]
    rest = without(crew.members, hero)
    if crew.leader:
        s = deity_leaves(s, seat, crew.leader, to)
        rest = (*rest, crew.leader)
    return s.alter_crew(seat, label, leader=hero, members=rest)


OPENERS: dict[str, Opener] = {
    "effect": _effect, "apply": _apply, "choose": _choose, "lose": _lose, "crew": _waits,
    **dict.fromkeys(("restore", "take", "hand", "block", "clear", "bump", "steal", "shed"),
                    _dropped),
    "draw": _draw, "learn": _learn, "promote": _promote, "give": _give, "join": _waits,
    "finish": _discard_when_complete, "sea": _sea,
    "war": go_on, "fights": _waits, "sits": _waits, "flips": _waits, "loots": _waits,
}  # fmt: skip
