"""The answers that effects require of players and of chance: a verb for each, with its guards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import SHARED, Effect
from validator.games.sing_o_muse.effects import (
    advance,
    befalls,
    begun,
    borne,
    effects_of,
    eligible,
    learned,
    pool,
    shift_leader,
)
from validator.games.sing_o_muse.losses import buried, dissolved, struck, turned
from validator.games.sing_o_muse.modes import ASKED, IN_PLAY, answer
from validator.games.sing_o_muse.state import Pieces, State, Task, without
from validator.referee import api as ref
from validator.referee.core import CHANCE, KEPT, NOT_CONCERNED, Breach, Trace, Verdict, record
from validator.referee.facts import FactError


def _task(state: State) -> Task:
    return state.agenda[-1]


def _of_kind(state: State, *kinds: str) -> Task | None:
    """The pending task, if it is of one of these kinds; else None."""
    top = state.top
    return top if top is not None and top.kind in kinds else None


def _asks(*kinds: str) -> Callable[[State], bool]:
    """Return a function (state): whether the pending task is of one of these kinds."""
    return lambda state: _of_kind(state, *kinds) is not None


def _pool(state: State, _: int) -> Pieces:
    return pool(state)


def _none_or_one(state: State, _: int) -> tuple[Pieces, ...]:
    return ((), *((each,) for each in pool(state)))


def _up_to(state: State, cards: Pieces, what: str) -> str:
    """Return why there are too many cards for the pending task, or KEPT."""
    most = _task(state).n
    fits = len(cards) <= most and len(set(cards)) == len(cards)
    return "" if fits else f"{len(cards)} {what}, at most {most}"


def _strange(state: State, cards: Pieces, words: str) -> str:
    """The first card that the pending task cannot affect, as text; empty if there is none."""
    strange = next((each for each in cards if each not in pool(state)), None)
    return "" if strange is None else f"{state.title(strange)} {words}"


# ---- losing characters and Treasures

loses = answer(
    "loses", "Choose the Companion or Treasure that is lost.",
    (notation.LOST.of(lambda state, _: pool(state, "lose", "shed")),), ("lose", "shed"),
    also=IN_PLAY,
)  # fmt: skip
hits = answer(
    "hits", "The card of a blind draw.", (notation.LOST,), (phases.BLIND, "hand"), "SING-LOSS-04",
    chance=True,
)  # fmt: skip


def _spared(state: State, seat: int, card: str) -> str:
    """How an only Hero would have been lost, if the owner can still decline the protection."""
    return next((how for who, hero, how in state.spared if (who, hero) == (seat, card)), "")


@loses.guard("SING-TURN-02", "SING-LOSS-02")
def loses_when_asked(state: State, seat: int, card: str) -> Verdict:
    """The owner chooses if an effect says so, or gives up the protection of an only Hero."""
    asked = state.mode in ("lose", "shed") or _spared(state, seat, card)
    return NOT_CONCERNED if asked else "no task requires a loss"


def _not_hit(state: State, task: Task, card: str) -> tuple[Breach, ...]:
    """Return why a character is not among those who can be lost."""
    if card in eligible(state, task):
        return ()
    side, title = state.seats[task.of], state.title(card)
    general = "SING-LOSS-03" if task.seat == CHANCE else "SING-LOSS-02"
    label = side.crew_of(card)
    rules: tuple[str, ...] = (general, "SING-CREW-06")
    facts = f"{title} leads a Crew"
    if label is None:
        rules, facts = ("SING-GEN-02",), f"{title} is in no Crew of {state.name_of(task.of)}"
    elif card in side.transformed:
        rules, facts = ("SING-LOSS-11",), f"{title} is transformed"
    elif task.crews and label not in task.crews:
        letters = ", ".join(state.table.labels[each] for each in task.crews)
        rules, facts = ("SING-LOSS-03", "SING-GEN-02"), f"{title} is not in Crew {letters}"
    return tuple(Breach(rule, facts) for rule in rules)


LOSABLE = ("SING-LOSS-11", "SING-CREW-06", "SING-GEN-02")


@loses.guard("SING-LOSS-02", *LOSABLE, when=_asks("lose"))
@hits.guard("SING-LOSS-03", *LOSABLE, when=_asks("lose"))
def can_be_lost(state: State, _: int, card: str) -> Verdict:
    return _not_hit(state, _task(state), card) or KEPT


@hits.guard("SING-HOLD-01", when=_asks("hand"))
def a_hidden_card(state: State, _: int, card: str) -> Verdict:
    whose = state.name_of(_task(state).of)
    fits = card in pool(state)
    return KEPT if fits else f"{state.title(card)} is not a Hold This Card in {whose}'s hand"


@loses.guard("SING-TREASURE-06", when=_asks("shed"))
def own_treasure(state: State, _: int, card: str) -> Verdict:
    whose = state.name_of(_task(state).of)
    return KEPT if card in pool(state) else f"{state.title(card)} is not a Treasure of {whose}"


@loses.effect
def _loses(state: State, seat: int, card: str, trace: Trace | None) -> State:
    task, title = _of_kind(state, "lose", "shed"), state.title(card)
    if task is None:
        how = _spared(state, seat, card)
        text = f"{state.name_of(seat)} gives up the protection of {title}"
        record(trace, "SING-LOSS-07", *_befallen(state, seat, card), text=text)
        state = state._replace(spared=())
        return (buried if how == "discard" else turned)(state, seat, card, trace)
    if task.kind == "shed":
        name = state.name_of(task.of)
        facts = ("agenda", "discard", f"{name}.shared", f"{name}.*.treasures")
        record(trace, "SING-GEN-02", *facts, text=f"{name} loses {title}")
        return state.pop().thrown(card)
    befallen = ("agenda", *_befallen(state, task.of, card))
    record(trace, ("SING-LOSS-02", "SING-GEN-02"), *befallen)
    return struck(state.pop(), task.of, card, task.what.partition(" ")[0], trace)


def _befallen(state: State, of: int, card: str) -> tuple[str, ...]:
    return ("discard", *state.where_is(of, card, "leader", "members", "transformed"))


@hits.effect
def _hits(state: State, _: int, card: str, trace: Trace | None) -> State:
    task, title = _task(state), state.title(card)
    if task.kind == "hand":
        name = state.name_of(task.of)
        facts = (f"{name}.hand", f"{name}.dealt", "discard", "agenda")
        record(trace, "SING-HOLD-01", *facts, text=f"{name} loses {title} from hand")
        return state.pop().thrown(card)
    how, whom = task.what.split()
    rule = "SING-LOSS-03" if whom == "companion" else "SING-LOSS-04"
    befallen = ("agenda", *_befallen(state, task.of, card))
    record(trace, (rule, "SING-GEN-02"), *befallen, text=f"{title} is drawn blind")
    return struck(state.pop(), task.of, card, how, trace)


# ---- a new leader


def _leaderless(state: State, seat: int) -> int | None:
    """The Crew for which a player may name a leader now."""
    if (task := state.top) is not None:
        return task.crew if task.kind == "promote" and task.seat == seat else None
    if seat in state.window:
        for label, crew in enumerate(state.seats[seat].crews):
            if crew.members and not crew.leader:
                return label
    return None


def _new_leaders(state: State, seat: int) -> tuple[str | None, ...]:
    label = _leaderless(state, seat)
    return () if label is None else (*state.successors(seat, label), None)


promotes = answer(
    "promotes", "A Companion takes over a Crew.", (notation.NEW_LEADER.of(_new_leaders),),
    ("promote",), also=(phases.WINDOW,),
)  # fmt: skip


@promotes.guard("SING-TURN-02", "SING-LOSS-05")
def a_crew_without_leader(state: State, seat: int) -> Verdict:
    """A new leader is named when a Crew has lost its leader, also while Crews are re-arranged."""
    if state.mode != phases.WINDOW or _leaderless(state, seat) is not None:
        return KEPT
    return f"no Crew of {state.name_of(seat)} needs a leader now"


@promotes.guard("SING-CREW-01", "SING-LOSS-05")
def a_hero_of_that_crew(state: State, seat: int, hero: str | None) -> Verdict:
    label = _leaderless(state, seat)
    if hero is None or label is None:
        return NOT_CONCERNED
    if hero in state.successors(seat, label):
        return KEPT
    return f"{state.title(hero)} is not an active Hero of {state.crew(label)}"


@promotes.guard("SING-CREW-11")
def must_promote(state: State, _: int, hero: str | None) -> Verdict:
    """A player who gave up a leader to make room names another."""
    task = _of_kind(state, "promote")
    if hero is not None or task is None or task.what != "must":
        return NOT_CONCERNED
    return "another Hero takes over at once"


@promotes.effect
def _promotes(state: State, seat: int, hero: str | None, trace: Trace | None) -> State:
    label, task = _leaderless(state, seat), _of_kind(state, "promote")
    assert label is not None
    facts = state.where(seat, label, "leader", "members")
    if task is not None:
        state, facts = state.pop(), (*facts, "agenda")
    if hero is None:
        record(trace, "SING-LOSS-05", *facts)
        return dissolved(state, seat, label, trace)
    crew = f"{state.crew(label)} of {state.name_of(seat)}"
    record(trace, "SING-LOSS-05", *facts, text=f"{state.title(hero)} leads {crew}")
    if task is not None and task.what == "must":
        record(trace, "SING-CREW-11", *facts)
    return shift_leader(state, seat, label, hero, trace)


# ---- choosing an opponent


def _opponent(state: State, seat: int) -> int | None:
    """The opponent in a War or of this player's effect, if there is no choice."""
    if state.war is not None:
        seats = state.war.seats
        return next(each for each in seats if each != seat) if seat in seats else None
    top = state.top
    return top.of if top is not None and top.by == seat and top.of not in (-1, seat) else None


def _choosing(state: State) -> bool:
    return state.mode == "choose" or (state.mode == "steal" and _task(state).of < 0)


def _to_choose(state: State, _: int) -> tuple[int, ...]:
    if not _choosing(state):
        return ()
    owners = (_treasure_owner(state, each) for each in pool(state, "steal"))
    return tuple(dict.fromkeys(owners)) or _task(state).crews


def _treasure_owner(state: State, treasure: str) -> int:
    return next(s for s, _ in enumerate(state.seats) if treasure in state.treasures_of(s))


versus = answer(
    "versus", "Choose the opponent of an effect or a War.", (ref.PLAYER.of(_to_choose),),
    ("choose", "steal"), "SING-WAR-01",
    also=tuple(ASKED),
)  # fmt: skip


@versus.guard("SING-WAR-01", "SING-TURN-02")
def settled_already(state: State, seat: int) -> Verdict:
    """An opponent can be named again, but only in a War or an effect."""
    asked = _choosing(state) or _opponent(state, seat) is not None
    return NOT_CONCERNED if asked else "no task requires 'versus'"


@versus.guard("SING-WAR-01", "SING-TURN-02")
def one_of_the_others(state: State, seat: int, other: int) -> Verdict:
    if _choosing(state):
        if other in _to_choose(state, seat):
            return KEPT
        return f"{state.name_of(other)} cannot be chosen"
    there = _opponent(state, seat)
    if there is None or other == there:
        return NOT_CONCERNED
    what = "War" if state.war is not None else "effect"
    return f"the {what} is against {state.name_of(there)}"


def _against(state: State, seat: int, other: int, trace: Trace | None) -> State:
    """Return the state after the choice of an opponent, before its consequences."""
    record(trace, "SING-WAR-01", text=f"{state.name_of(seat)} chooses {state.name_of(other)}")
    return befalls(state.pop(), state.agenda[-1], other)


@versus.effect
def _versus(state: State, seat: int, other: int, trace: Trace | None) -> State:
    if not _choosing(state):
        return state
    record(trace, "SING-WAR-01", "agenda")
    return _against(state, seat, other, trace)


# ---- blocks and queues


blocks = answer(
    "blocks", "Lay the Blocking card across a Quest.", (notation.ANY_QUEST.of(_pool),), ("block",)
)
clears = answer("clears", "Remove a Blocking card.", (notation.BLOCKING.of(_pool),), ("clear",))
bumps = answer(
    "bumps", "Take cards from the queues.", (notation.BUMPED.of(_none_or_one),), ("bump",)
)


@blocks.guard("SING-BLOCK-01", "SING-DECK-02")
def a_fitting_quest(state: State, _: int, quest: str) -> Verdict:
    if quest in pool(state):
        return KEPT
    title = state.title(quest)
    only_others = _task(state).what == "others"
    return f"no opponent works on {title}" if only_others else f"{title} is not on the table"


@blocks.effect
def _blocks(state: State, seat: int, quest: str, trace: Trace | None) -> State:
    card, title = _task(state).card, state.title
    facts = (f"blocks.{quest}", "blocks", f"{state.name_of(seat)}.hand", "foes", "ordeals",
             "discard")  # fmt: skip
    record(trace, "SING-BLOCK-01", *facts, "agenda", text=f"{title(card)} blocks {title(quest)}")
    record(trace, ("SING-BLOCK-05", "SING-BLOCK-07"), *facts)
    state = state.pop().lifted(card)
    return state._replace(blocks=(*state.blocks, (quest, card)))


@clears.guard("SING-BLOCK-05")
def a_blocking_card(state: State, _: int, card: str) -> Verdict:
    return NOT_CONCERNED if card in state.blocking else f"{state.title(card)} blocks no Quest"


@clears.effect
def _clears(state: State, _: int, card: str, trace: Trace | None) -> State:
    title, quest = state.title, next(on for on, each in state.blocks if each == card)
    text = f"{title(card)} is taken from {title(quest)}"
    record(trace, "SING-BLOCK-05", "agenda", "blocks", "discard", text=text)
    return state.pop().thrown(card)


@bumps.guard("SING-QUEUE-03")
def cards_of_the_queues(state: State, _: int, cards: Pieces) -> Verdict:
    return _up_to(state, cards, "cards") or _strange(state, cards, "is not there to be bumped")


@bumps.guard("SING-BLOCK-05")
def not_from_a_quest(state: State, _: int, cards: Pieces) -> Verdict:
    if {*state.blocking}.isdisjoint(cards):
        return NOT_CONCERNED
    return f"{state.titles(cards)} blocks a Quest"


@bumps.effect
def _bumps(state: State, _: int, cards: Pieces, trace: Trace | None) -> State:
    text = f"{state.titles(cards)} leave the queues" if cards else ""
    record(trace, "SING-QUEUE-03", "agenda", "foes", "ordeals", "discard", text=text)
    return state.pop().thrown(*cards)


# ---- restoring and taking


def _makes_room(state: State, seat: int, cards: Pieces) -> tuple[Pieces, ...]:
    others = state.companions(seat, range(len(state.seats[seat].crews)))
    return ((), *((each,) for each in cards), *((each,) for each in others))


def _takable(state: State, seat: int) -> tuple[Pieces, ...]:
    choices = _none_or_one(state, seat)
    return choices if _task(state).kind == "take" else choices[1:]


restores = answer(
    "restores", "Turn characters upright.",
    (notation.RESTORED.of(_none_or_one), notation.IN_EXCHANGE.of(_makes_room)), ("restore",),
)  # fmt: skip
takes = answer(
    "takes", "Take discards, or somebody's Treasure.",
    (notation.TAKEN.of(_takable), notation.BEARER_OF_TAKEN), ("take", "steal"), shows=True,
)  # fmt: skip


@restores.guard("SING-TRANSFORM-04")
def transformed_ones(state: State, _: int, cards: Pieces) -> Verdict:
    return _up_to(state, cards, "characters") or _strange(state, cards, "is not transformed")


@restores.guard("SING-TRANSFORM-05", "SING-CREW-02")
def room_for_the_restored(state: State, seat: int, cards: Pieces, gone: Pieces) -> Verdict:
    """A restored character without room is discarded, or another member is."""
    if any(each not in pool(state) for each in cards):
        return NOT_CONCERNED
    side, table = state.seats[seat], state.table
    for label, crew in enumerate(side.crews):
        back = [each for each in cards if each in crew.everybody]
        there = (*side.active(crew), *back)
        out = [each for each in gone if each in there]
        if out and crew.leader in out:
            return f"{table.title(crew.leader)} leads the Crew"
        surplus = len(there) - table.crew_size
        if back and len(out) < surplus:
            return f"{table.crew(label)} would have {len(there)} active characters"
        if out and len(out) > max(0, surplus):
            return f"{table.crew(label)} has room"
    strange = [each for each in gone if side.crew_of(each) is None]
    return f"{table.title(strange[0])} is in no Crew" if strange else KEPT


@restores.effect
def _restores(state: State, seat: int, cards: Pieces, gone: Pieces, trace: Trace | None) -> State:
    name = state.name_of(seat)
    changed = ("transformed", "size", "might", "traits")
    facts = (f"{name}.transformed", *(f"{name}.*.{fact}" for fact in changed))
    text = f"{state.titles(cards)} is restored" if cards else ""
    record(trace, "SING-TRANSFORM-04", "agenda", *facts, text=text)
    if gone:
        record(trace, "SING-TRANSFORM-05", *facts, "discard")
    state = state.pop()
    state = state.alter(seat, transformed=without(state.seats[seat].transformed, *cards))
    for each in gone:
        state = buried(state, seat, each, trace)
    return state


@takes.guard("SING-LOSS-12", when=_asks("take"))
def of_the_named_kind(state: State, _: int, cards: Pieces) -> Verdict:
    others = [each for each in cards if each not in pool(state)]
    there = others[:1] != [] and others[0] in state.discard
    words = f"is not of type {_task(state).what}" if there else "is not among the discards"
    return _up_to(state, cards, "cards") or _strange(state, cards, words)


@takes.guard("SING-GEN-02", "SING-TREASURE-06", when=_asks("steal"))
def a_treasure_of_the_other(state: State, _: int, cards: Pieces) -> Verdict:
    if len(cards) != 1:
        return f"{len(cards)} Treasures, not one"
    return KEPT if cards[0] in pool(state) else f"{state.title(cards[0])} cannot be taken"


@takes.guard("SING-TREASURE-06")
def to_a_bearer(state: State, seat: int, cards: Pieces, bearer: str | None) -> Verdict:
    """A stolen Treasure goes to a character with room for it."""
    if bearer is None or len(cards) != 1 or cards[0] not in state.table.cards:
        return NOT_CONCERNED
    if _task(state).kind == "take":
        return "no character carries this"
    gear = state.table.cards[cards[0]].gear
    if gear is None:
        return NOT_CONCERNED
    if gear.slot == SHARED:
        return f"{state.title(cards[0])} is shared"
    if bearer not in state.bearers(seat):
        return f"{state.title(bearer)} cannot carry it"
    if state.has_room(state.seats[seat], bearer, gear.slot):
        return KEPT
    return f"{state.title(bearer)} has no room for class {gear.slot}"


@takes.effect
def _takes(
    state: State, seat: int, cards: Pieces, bearer: str | None, trace: Trace | None
) -> State:
    task, name = _task(state), state.name_of(seat)
    words = f"{name} takes {state.titles(cards)}" if cards else ""
    if task.kind == "take":
        record(trace, "SING-LOSS-12", "agenda", f"{name}.hand", "discard", text=words)
        state = state.pop()
        for each in cards:
            state = state.moved(seat, "hand", each)
        return state
    piece = cards[0]
    victim = state.name_of(_treasure_owner(state, piece))
    zones = ("treasures", "shared", "*.treasures")
    facts = [f"{who}.{fact}" for who in (name, victim) for fact in zones]
    record(trace, "SING-GEN-02", "agenda", "discard", *facts, text=words)
    state = state.pop().thrown(piece)
    if bearer is not None:
        return state.moved(seat, "carried", piece, bearer)
    return state.push(Task("give", seat, by=seat, of=seat, card=piece))


# ---- rewards


def _bearers(state: State, seat: int) -> tuple[str | None, ...]:
    return (*state.bearers(seat), None)


def _replaceable(state: State, seat: int, bearer: str | None) -> tuple[str | None, ...]:
    if bearer is None:
        return (None,)
    slot = state.table.gear(_task(state).card).slot
    return (None, *state.in_slot(state.seats[seat], bearer, slot))


joins = answer(
    "joins", "Say whether an overcome Foe joins the Crew.",
    (notation.YES_OR_NO.of((True, False)),), ("join",),
)  # fmt: skip
gives = answer(
    "gives", "Choose the bearer of a won Treasure.",
    (notation.BEARER.of(_bearers), notation.REPLACED.of(_replaceable)), ("give",),
)  # fmt: skip


@joins.guard("SING-CHAL-14", "SING-CREW-02")
def room_to_join(state: State, seat: int, yes: bool) -> Verdict:
    if not yes:
        return NOT_CONCERNED
    side = state.seats[seat]
    crew = side.crews[_task(state).crew]
    if not crew.leader:
        return "the Crew is gone"
    there = len(side.active(crew))
    return KEPT if there < state.table.crew_size else f"the Crew has {there} active characters"


@joins.effect
def _joins(state: State, seat: int, yes: bool, trace: Trace | None) -> State:
    task = _task(state)
    state, title = state.pop(), state.title(task.card)
    if not yes:
        record(trace, "SING-CHAL-14", "agenda", text=f"{title} is discarded")
        return state
    facts = ("discard", *state.where(seat, task.crew, "members"))
    text = f"{title} joins {state.crew(task.crew)} of {state.name_of(seat)}"
    record(trace, "SING-CHAL-14", "agenda", *facts, text=text)
    record(trace, "SING-CREW-07", *facts)
    members = (*state.seats[seat].crews[task.crew].members, task.card)
    return state.lifted(task.card).alter_crew(seat, task.crew, members=members)


@gives.guard("SING-TREASURE-06")
def to_an_active_character(state: State, seat: int, bearer: str | None) -> Verdict:
    if bearer is None:
        return NOT_CONCERNED
    return KEPT if bearer in state.bearers(seat) else f"{state.title(bearer)} cannot carry it"


@gives.guard("SING-TREASURE-07")
def refused_only_without_room(state: State, seat: int, bearer: str | None) -> Verdict:
    if bearer is not None:
        return NOT_CONCERNED
    free = state.free_bearers(seat, state.table.gear(_task(state).card).slot)
    return f"{state.title(free[0])} has the slot free" if free else KEPT


@gives.guard("SING-TREASURE-01", "SING-TREASURE-02", "SING-TREASURE-03", "SING-TREASURE-07")
def one_of_a_class(state: State, seat: int, bearer: str | None, old: str | None) -> Verdict:
    table, slot = state.table, state.table.gear(_task(state).card).slot
    if bearer is None or slot not in table.slot_rules:
        return NOT_CONCERNED
    there = state.in_slot(state.seats[seat], bearer, slot)
    room = state.has_room(state.seats[seat], bearer, slot)
    if old is None if room else old in there:
        return NOT_CONCERNED if room else KEPT
    facts = f"{table.title(bearer)} {'has room' if room else f'carries {table.titles(there)}'}"
    return Breach(table.slot_rules[slot], facts), Breach("SING-TREASURE-07", facts)


@gives.effect
def _gives(
    state: State, seat: int, bearer: str | None, old: str | None, trace: Trace | None
) -> State:
    card = _task(state).card
    if bearer is None:
        record(trace, "SING-TREASURE-07", "agenda", text=f"{state.title(card)} is discarded")
        return state.pop()
    return borne(state.pop(), seat, card, bearer, old, trace)


# ---- picking and learning


def _crews_asked(state: State, _: int) -> tuple[int, ...]:
    return _task(state).crews if _task(state).kind == "crew" else ()


picks = answer(
    "picks", "Choose another player's Treasure, or one of several Crews.",
    (notation.PICKED.of(_crews_asked),), ("crew", "shed", "lose"),
)  # fmt: skip
learns = answer(
    "learns", "Choose the leading Hero for a revelation.", (notation.LEARNER.of(_pool),), ("learn",)
)


@picks.guard("SING-LOSS-03", "SING-LOSS-02", "SING-TREASURE-06")
def what_may_be_picked(state: State, seat: int, what: int | str) -> Verdict:
    return KEPT if what in (*_crews_asked(state, seat), *pool(state)) else "that cannot be picked"


@picks.effect
def _picks(state: State, seat: int, what: Any, trace: Trace | None) -> State:
    if _task(state).kind != "crew":
        return _loses(state, seat, what, trace)
    record(trace, "SING-LOSS-03", "agenda")
    state = state.pop()
    return state.pop().push(_task(state)._replace(crews=(what,)))


@learns.guard("SING-LOSS-09", "SING-CREW-01")
def a_leading_hero(state: State, _: int, hero: str) -> Verdict:
    if hero in pool(state):
        return KEPT
    return f"{state.title(hero)} leads no Crew of {state.name_of(_task(state).of)}"


@learns.effect
def _learns(state: State, _: int, hero: str, trace: Trace | None) -> State:
    return learned(state.pop(), _task(state), hero, trace)


VERBS = (loses, hits, promotes, versus, blocks, clears, bumps, restores, takes, joins, gives, picks,
         learns)  # fmt: skip


# ---- an answer in the same line: 'hold X on TARGET'


def _answer_with(state: State, seat: int, piece: str) -> ref.Move | None:
    """Return the answer that a target means, if a task is pending for this player."""
    top = state.top
    if top is None or top.seat != seat:
        return None
    args: dict[str, tuple[Any, ...]] = {
        "lose": ("loses", piece), "shed": ("loses", piece), "block": ("blocks", piece),
        "clear": ("clears", piece), "learn": ("learns", piece), "bump": ("bumps", (piece,)),
        "restore": ("restores", (piece,), ()), "take": ("takes", (piece,), None),
        "steal": ("takes", (piece,), None), "promote": ("promotes", piece),
    }  # fmt: skip
    if top.kind == "choose":
        owner = next((s for s, side in enumerate(state.seats) if piece in side.held()), None)
        return None if owner is None else ref.Move(seat, "versus", (owner,))
    if top.kind not in args:
        return None
    verb, *rest = args[top.kind]
    return ref.Move(seat, verb, tuple(rest))


_BY_NAME = {verb.name: verb for verb in VERBS}


class Named(NamedTuple):
    """The state after a line named a target, or the rules that the target breaks."""

    state: State
    breaches: tuple[Breach, ...] = ()


def named(
    state: State, seat: int, piece: str, effects: Sequence[Effect], trace: Trace | None
) -> Named:
    """Answer what one of the effects asks of a player with the target that its line names.

    `state` comes from `advance` with `asking`. A card of an opponent chooses that opponent;
    if the effect then asks this player for a card, the same target answers that as well.
    """
    if _answer_with(state, seat, piece) is None and not _befalls(state, seat, piece):
        return Named(state, (_unasked(state, piece, effects),))
    while (move := _answer_with(state, seat, piece)) is not None:
        verb = _BY_NAME[move.verb]
        if breaches := tuple(verb.breaches(state, move)):
            return Named(state, breaches)
        if verb is not versus:
            return Named(verb.does(state, seat, *move.args, trace))
        state = advance(_against(state, seat, move.args[0], trace), trace, asking=True)
    return Named(advance(state, trace))


def resolved(
    state: State, seat: int, card: str, when: str, on: str | None, trace: Trace | None
) -> Named:
    """Carry out a card of the hand; a target in the line answers its task.

    Only a card that was just drawn or is played from the hand starts a War.
    """
    peaceful = when == "on_draw" and (seat, card) not in state.silver
    state = state._replace(silver=tuple(each for each in state.silver if each != (seat, card)))
    state = state.push(Task("finish", by=seat, card=card))
    state = begun(state, card, when, seat, peaceful=peaceful)
    state = advance(state, trace, asking=on is not None)
    if on is None:
        return Named(state)
    return named(state, seat, on, effects_of(state, card, when), trace)


def _befalls(state: State, seat: int, piece: str) -> bool:
    """Whether a target only names the player of the pending task: there was no choice."""
    top = state.top
    return top is not None and top.of not in (-1, seat) and piece in state.seats[top.of].held()


# The rule that says which pieces an effect may choose, by the verb of the effect.
ELIGIBLE = {
    "restore": "SING-TRANSFORM-04",
    "retrieve": "SING-LOSS-12",
    **dict.fromkeys(
        ("discard_character", "discard_companion", "transform_character", "transform_companion"),
        "SING-LOSS-11",
    ),
}


def _unasked(state: State, piece: str, effects: Sequence[Effect]) -> Breach:
    """The rule by which a target cannot be named here. Raises FactError if nothing takes one."""
    top, title = state.top, state.title(piece)
    if top is not None and top.kind == "lose" and top.seat == CHANCE:
        rule = "SING-LOSS-03" if top.what.endswith("companion") else "SING-LOSS-04"
        return Breach(rule, f"a blind draw decides, so {title} cannot be named")
    if top is not None and top.seat != CHANCE and top.kind in ASKED:
        rules, words = ASKED[top.kind]
        return Breach(rules[0], f"{title} is not an answer: {state.name_of(top.seat)} {words}")
    for effect in effects:
        if eligible_by := ELIGIBLE.get(effect.verb):
            return Breach(eligible_by, f"no piece can be chosen here, so {title} cannot be named")
    raise FactError((), f"no effect takes a target here; leave out 'on {title}'")
