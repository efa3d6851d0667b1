"""The Quest step: embarking, challenges, crossings and who stops them, withdrawing."""

from __future__ import annotations

from collections.abc import Iterator

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import FOE, ORDEAL, Card
from validator.games.sing_o_muse.effects import advance, begun, marked
from validator.games.sing_o_muse.losses import dethroned, quest_back
from validator.games.sing_o_muse.state import (
    ASIDE,
    BLOCK,
    STEP,
    Announced,
    Pieces,
    State,
    Task,
    divided,
    without,
)
from validator.games.sing_o_muse.turn import placed_out, played_out
from validator.referee import api as ref
from validator.referee.core import CHANCE, KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict, record

ALL = None


def _labels(state: State, seat: int) -> tuple[int, ...]:
    return tuple(i for i, crew in enumerate(state.seats[seat].crews) if crew.leader)


def _without_quest(state: State, seat: int) -> tuple[int, ...]:
    crews = state.seats[seat].crews
    return tuple([i for i, crew in enumerate(crews) if crew.leader and not crew.quest])


def _overcomes(state: State, seat: int, label: int, card: str) -> bool:
    able = state.seats[seat].able
    if (label, card) not in able:
        able[label, card] = _meets_all(state, seat, label, state.table.cards[card])
    return able[label, card]


def _meets_all(state: State, seat: int, label: int, printed: Card) -> bool:
    have = state.measured_might(seat, label)
    if have < printed.might and (
        printed.type == ORDEAL
        or not printed.vulnerable
        or have < state.weakened(seat, label, printed)
    ):
        return False
    if printed.requires and state.missing(seat, label, printed):
        return False
    if not printed.transformed or printed.type == FOE:
        return True
    return state.strength(seat, label).transformed >= state.table.transformed_needed


def _within_might(state: State, seat: int, label: int) -> Pieces:
    """The cards that a Crew can reach and overcome."""
    reached = state.tackles(seat, label)
    return tuple([each for each in reached if _overcomes(state, seat, label, each)])


def _ways(state: State, seat: int, label: int, card: str) -> tuple[str]:
    quest = state.seats[seat].crews[label].quest
    if not quest:
        return (ASIDE,)
    on = state.blocked_by(quest)
    if card in on:
        return (BLOCK,)
    return (STEP if not on and state.next_step_is(seat, label, card) else ASIDE,)


def _asked(state: State, seat: int) -> Task | None:
    top = state.top
    return top if top is not None and top.kind == phases.SEA and top.seat == seat else None


def asked_to_stop(state: State) -> tuple[int, ...]:
    """The player who is asked whether to stop something: a crossing, or a challenge.

    The others are asked about a challenge before chance decides anything in it. Otherwise it can be
    stopped without being asked.
    """
    top = state.top
    if top is None or state.stage == phases.OVER:
        return ()
    if top.kind == phases.SEA:
        return (top.seat,) if state.mode == phases.SEA else ()
    announced = state.announced
    if top.seat != CHANCE or announced is None:
        return ()
    others = state.opponents(announced.seat)
    able = (e for e in others if state.seats[e].hand and e not in announced.allowed)
    return tuple(able)[:1]


def _at_sea(state: State) -> bool:
    return state.mode == phases.SEA


def _stoppers(state: State, seat: int) -> Pieces:
    cards, hand = state.table.cards, state.seats[seat].hand
    if state.announced is not None and state.mode != phases.SEA:
        kinds = {cards[state.announced.card].type, "any"}
        return tuple(e for e in hand if kinds & {*cards[e].stops})
    return tuple(e for e in hand if cards[e].wrecks) if _asked(state, seat) is not None else ()


def _leavers(state: State, seat: int, label: int) -> Iterator[Pieces | None]:
    yield ALL
    for each in state.seats[seat].crews[label].members:
        yield (each,)


embark = Verb(
    "embark", modes=(phases.PLAY, phases.QUEST), about="Embark on a Quest from the middle.",
    args=(notation.CREW.of(_without_quest), notation.QUEST.of(lambda state, *_: state.middle)),
)  # fmt: skip
challenge = Verb(
    "challenge", modes=(phases.PLAY, phases.QUEST), about="Take on a Foe or an Ordeal.",
    args=(notation.CREW.of(_labels), notation.CHALLENGED.of(_within_might), notation.WAY.of(_ways)),
)  # fmt: skip
sea = Verb(
    "sea", modes=(phases.PLAY, phases.QUEST), about="Cross the sea; the others are asked in turn.",
    args=(notation.CREW.of(_labels),),
)  # fmt: skip
allows = Verb(
    "allows", anybody=True, by=asked_to_stop, about="Let a crossing, or a challenge, happen.",
    args=(),
)  # fmt: skip
stops = Verb(
    "stops", anybody=True, by=asked_to_stop,
    about="Stop a crossing, or the challenge just announced.",
    args=(notation.HAND_CARD.of(_stoppers),),
)  # fmt: skip
withdraw = Verb(
    "withdraw", modes=(phases.PLAY, phases.QUEST), about="Leave a Quest, with some or all members.",
    args=(notation.CREW.of(_labels), notation.LEAVING.of(_leavers)),
)  # fmt: skip
tread = Verb(
    "tread", modes=(phases.PLAY, phases.QUEST), about="Use the Quest action for no effect.", args=()
)
VERBS = (embark, challenge, sea, allows, stops, withdraw, tread)
ACTIONS = (challenge, sea, withdraw, tread)
CREWS = (embark, challenge, sea, withdraw)

ref.guards_for((embark, *ACTIONS), "SING-PLAY-02", "SING-TURN-01")(played_out)
ref.guards_for((embark, *ACTIONS), "SING-CREW-12", "SING-WITHDRAW-05")(placed_out)


@ref.guards_for(ACTIONS, "SING-TURN-03", "SING-QUEST-05")
def one_action_a_turn(state: State, _seat: int) -> Verdict:
    if state.barred:
        return "this turn has no Quest action"
    return "the Quest action of this turn is used" if state.used >= state.table.actions else KEPT


@ref.guards_for((challenge, sea, withdraw), "SING-QUEST-08")
def one_crew_a_turn(state: State, _seat: int, label: int) -> Verdict:
    if state.acted < 0 or state.acted == label or state.used < state.table.actions:
        return KEPT if state.acted < 0 else NOT_CONCERNED
    return f"{state.crew(state.acted)} has used it"


@ref.guards_for(CREWS, "SING-QUEST-01", "SING-CREW-01")
def such_a_crew(state: State, seat: int, label: int) -> Verdict:
    if state.seats[seat].crews[label].leader:
        return KEPT
    return f"{state.name_of(seat)} has no such Crew"


# ---- embarking


@embark.guard("SING-QUEST-04")
def no_quest_yet(state: State, seat: int, label: int) -> Verdict:
    quest = state.seats[seat].crews[label].quest
    return f"the Crew is on {state.title(quest)}" if quest else KEPT


@embark.guard("SING-QUEST-13")
def not_the_war(state: State, _: int, __: int, quest: str) -> Verdict:
    card = state.table.quests.get(quest)
    return f"{card.title} is won only in War" if card is not None and card.war else NOT_CONCERNED


@embark.guard("SING-QUEST-02")
def nobody_works_on_it(state: State, _: int, __: int, quest: str) -> Verdict:
    if (found := state.quests_in_work().get(quest)) is None:
        return KEPT
    seat, crew = found
    return f"{state.name_of(seat)}'s {state.crew(crew)} works on it"


@embark.guard("SING-QUEST-11")
def not_completed(state: State, _: int, __: int, quest: str) -> Verdict:
    """The Quest is not completed."""
    had = [s for s, side in enumerate(state.seats) if quest in (*side.victory, *side.aside)]
    return f"{state.name_of(had[0])} has completed it" if had else KEPT


@embark.guard("SING-QUEST-01")
def from_the_middle(state: State, _: int, __: int, quest: str) -> Verdict:
    if quest not in state.table.quests:
        return f"{state.title(quest)} is not a Quest card"
    return KEPT if quest in state.middle else f"{state.title(quest)} is not in the middle"


@embark.effect
def _embark(state: State, seat: int, label: int, quest: str, trace: Trace | None) -> State:
    if trace is not None:
        text = f"{state.crew(label)} of {state.name_of(seat)}: "
        facts = (*state.where(seat, label, "quest"), "middle")
        trace(("SING-QUEST-01", "SING-QUEST-03"), *facts, text=text + state.title(quest))
        if state.stage != phases.QUEST:
            trace("SING-TURN-01", "phase")
        if state.blocked_by(quest):
            trace("SING-BLOCK-04", *state.where(seat, label, "blocked"))
    state = state._replace(stage=phases.QUEST, middle=without(state.middle, quest))
    return state.alter_crew(seat, label, quest=quest, marks=0)


# ---- challenges


def _acted(state: State, label: int, trace: Trace | None) -> State:
    """Return the state after a Crew used a Quest action of this turn."""
    record(trace, "SING-TURN-03", "used", "acted", "phase")
    record(trace, "SING-QUEST-08", "used", "acted")
    return state._replace(stage=phases.QUEST, used=state.used + 1, acted=label)


def steps(state: State) -> Iterator[ref.Move]:
    """Yield what the active player's Crews are strong enough to do next on their Quests."""
    seat, table = state.turn, state.table
    for label, crew in enumerate(state.seats[seat].crews):
        if not crew.leader or not crew.quest:
            continue
        if table.quests[crew.quest].steps[crew.marks].kind == phases.SEA:
            yield ref.Move(seat, sea.name, (label,))
        for card in _within_might(state, seat, label):
            if (way := _ways(state, seat, label, card)[0]) != ASIDE:
                yield ref.Move(seat, challenge.name, (label, card, way))


@challenge.guard("SING-CHAL-01")
def within_reach(state: State, seat: int, label: int, card: str) -> Verdict:
    if card in state.tackles(seat, label):
        return KEPT
    return f"{state.title(card)} is in no queue and not on the Crew's Quest"


@challenge.guard("SING-BLOCK-05")
def of_its_own_quest(state: State, seat: int, label: int, card: str) -> Verdict:
    on = next((quest for quest, each in state.blocks if each == card), None)
    if on is None:
        return NOT_CONCERNED
    crew = state.seats[seat].crews[label]
    return KEPT if crew.quest == on else f"it blocks {state.title(on)}"


@challenge.guard("SING-BLOCK-02")
def the_way_is_free(state: State, seat: int, label: int, _card: str, way: str) -> Verdict:
    return NOT_CONCERNED if way != STEP else _blocked(state, seat, label)


def _blocked(state: State, seat: int, label: int) -> str:
    on = state.blocked_by(state.seats[seat].crews[label].quest)
    return f"{state.titles(on)} blocks the Quest" if on else ""


@challenge.guard("SING-QUEST-05", "SING-QUEST-07")
def in_printed_order(state: State, seat: int, label: int, card: str, way: str) -> Verdict:
    if way != STEP or card not in state.table.cards:
        return NOT_CONCERNED
    if state.next_step_is(seat, label, card):
        return KEPT
    if not state.seats[seat].crews[label].quest:
        return "the Crew is on no Quest"
    return f"{state.title(card)} is not the next step ('aside' marks none)"


@challenge.guard("SING-BLOCK-03", "SING-BLOCK-06")
def the_blocking_card_is_no_step(
    state: State, seat: int, label: int, card: str, way: str
) -> Verdict:
    """Only the blocking card is overcome as a block."""
    lies = card in state.blocked_by(state.seats[seat].crews[label].quest)
    if way == BLOCK and not lies:
        return f"{state.title(card)} does not block this Crew's Quest"
    if lies and way != BLOCK:
        return f"{state.title(card)} blocks the Quest: it is not a step"
    return KEPT if lies else NOT_CONCERNED


@challenge.guard("SING-QUEST-07", "SING-QUEST-06")
def aside_is_no_step(state: State, seat: int, label: int, card: str, way: str) -> Verdict:
    if way != ASIDE or card not in state.table.cards:
        return NOT_CONCERNED
    if state.next_step_is(seat, label, card) and not _blocked(state, seat, label):
        return f"{state.title(card)} is the next step"
    return KEPT


@challenge.guard("SING-BLOCK-08")
def aside_of_a_block(state: State, seat: int, label: int, card: str, way: str) -> Verdict:
    if way != ASIDE or card in state.blocking:
        return NOT_CONCERNED
    return KEPT if _blocked(state, seat, label) else NOT_CONCERNED


@challenge.guard("SING-QUEST-12")
def aside_without_quest(state: State, seat: int, label: int, _card: str, way: str) -> Verdict:
    """A Crew without a Quest may tackle a card aside."""
    if state.seats[seat].crews[label].quest:
        return NOT_CONCERNED
    return KEPT if way == ASIDE else "a Crew without a Quest marks no step"


def _title(state: State, need: str) -> str:
    """Return a requirement as text: a trait, or the Treasure that ``item:ID`` names."""
    item = need.removeprefix("item:")
    if item == need:
        return need
    cards = state.table.cards
    return next((card.title for card in cards.values() if card.id == item), item)


def _lacking(state: State, card: str, lacks: Pieces) -> str:
    words = ", ".join(_title(state, each) for each in lacks)
    return f"{state.title(card)} requires {words}" if lacks else ""


def _demands(state: State, seat: int, label: int, card: str) -> Iterator[Breach]:
    """Yield every rule that applies to a challenge, and why it is broken, or ""."""
    printed, table = state.table.cards[card], state.table
    have, lacks = state.measured_might(seat, label), state.missing(seat, label, printed)
    if printed.type == ORDEAL:
        yield from _ordeal(state, seat, label, printed, have, _lacking(state, card, lacks))
    else:
        yield from _foe(state, seat, label, printed, have, _lacking(state, card, lacks))
    need = state.weakened(seat, label, printed)
    yield from _named_treasures(state, printed, lacks, have < need == printed.might)
    able = have >= need and not lacks
    if able:
        yield Breach("SING-CHAL-12", "")
    elif not table.all_crews and _labels(state, seat) != (label,):
        crews = range(len(state.seats[seat].crews))
        others = [e for e in lacks if all(e in state.missing(seat, c, printed) for c in crews)]
        if not others and sum(state.strength(seat, each).might for each in crews) >= need:
            yield Breach("SING-CHAL-12", "only both Crews together could do it")
    yield from _only_upright(state, seat, label, card, able)
    if printed.type == FOE:
        yield Breach("SING-CREW-09", "" if have >= need else f"the Crew's Might is {have}")
    if printed.requires:
        yield Breach("SING-CREW-08", _lacking(state, card, lacks))


def _ordeal(
    state: State, seat: int, label: int, printed: Card, have: int, lacking: str
) -> Iterator[Breach]:
    """Yield all requirements of an Ordeal."""
    turned, needed = state.strength(seat, label).transformed, state.table.transformed_needed
    few = printed.transformed and turned < needed
    facts = lacking
    if not facts and few:
        facts = f"{printed.title} demands a transformed character in the Crew"
    if not facts and have < printed.might:
        facts = f"{printed.title} demands Might {printed.might}; the Crew has {have}"
    yield Breach("SING-CHAL-02", facts)
    if printed.transformed:
        facts = f"{turned} transformed characters, not {needed}" if few else ""
        yield Breach("SING-TRANSFORM-06", facts)


def _foe(
    state: State, seat: int, label: int, printed: Card, have: int, lacking: str
) -> Iterator[Breach]:
    """Yield the requirements of a Foe and its Might, divided if it is vulnerable."""
    table, need = state.table, state.weakened(seat, label, printed)
    if printed.requires:
        yield Breach("SING-CHAL-06", lacking)
    yield Breach("SING-CHAL-05", "" if have >= need else f"Might {have} against {need}")
    if need == printed.might:
        return
    words = f"{printed.might} divided by {table.divisor}, rounded {table.rounding}, is {need}"
    for rule in ("SING-CHAL-07", "SING-GEN-01"):
        yield Breach(rule, "" if have >= need else f"Might {have}; {words}")
    if printed.vulnerable[1:]:
        if have >= need:
            yield Breach("SING-CHAL-08", "")
        elif have >= divided(need, table.divisor, table.rounding):
            yield Breach("SING-CHAL-08", f"divided only once: {need}")


def _named_treasures(
    state: State, printed: Card, lacks: Pieces, too_strong: bool
) -> Iterator[Breach]:
    """Yield the requirement of a particular Treasure. `too_strong`: a Foe with its whole Might."""
    wanted = [each for each in printed.requires if each.startswith("item:")]
    hits = [each for each in printed.vulnerable if each.startswith("item:")]
    missed = [each for each in lacks if each in wanted] or (hits if too_strong else [])
    if wanted or hits:
        facts = f"nobody active carries {_title(state, missed[0])}" if missed else ""
        yield Breach("SING-CHAL-09", facts)


def _only_upright(state: State, seat: int, label: int, card: str, able: bool) -> Iterator[Breach]:
    """Whether a challenge fails only because somebody is transformed."""
    side = state.seats[seat]
    if not any(each in side.transformed for each in side.crews[label].everybody):
        return
    facts = ""
    if not able:
        if not _overcomes(state.alter(seat, transformed=()), seat, label, card):
            return
        facts = "only with those who are transformed it would do"
    yield Breach("SING-TRANSFORM-02", facts)
    if any(bearer in side.transformed for _, bearer in side.carried):
        yield Breach("SING-TREASURE-10", facts)


@challenge.guard(
    "SING-CHAL-02", "SING-TRANSFORM-06", "SING-CHAL-06", "SING-CHAL-05", "SING-CHAL-07",
    "SING-GEN-01", "SING-CHAL-08", "SING-CHAL-09", "SING-CHAL-12", "SING-TRANSFORM-02",
    "SING-TREASURE-10", "SING-CREW-09", "SING-CREW-08",
)  # fmt: skip
def meets_all_demands(state: State, seat: int, label: int, card: str) -> Verdict:
    """The Crew meets the requirements of the card. The effect records the rules that applied."""
    printed = state.table.cards.get(card)
    if printed is None or printed.type not in (FOE, ORDEAL):
        return NOT_CONCERNED
    if _overcomes(state, seat, label, card):
        return NOT_CONCERNED
    return lambda: tuple(each for each in _demands(state, seat, label, card) if each.facts)


def overcome(
    state: State, seat: int, label: int, piece: str, mode: str, trace: Trace | None
) -> State:
    """Move an overcome Foe or Ordeal from queue or Quest to its reward or the discard pile."""
    table = state.table
    card = table.cards[piece]
    name = table.players[seat]
    queue = "foes" if card.type == FOE else "ordeals"
    pile = (f"{name}.victory", f"{name}.laurels", f"score.{name}")
    facts = (queue, "discard", *pile)
    state = state.lifted(piece)
    if mode != BLOCK:
        record(trace, "SING-QUEUE-07", queue)
    record(trace, "SING-CHAL-04", *facts, "blocks", "agenda", text=f"{name} overcomes {card.title}")
    if card.laurels:
        state = state.alter(seat, victory=(*state.seats[seat].victory, piece))
        record(trace, "SING-CHAL-11", *facts)
        record(trace, "SING-WIN-02", *pile)
    else:
        state = state.discarded(piece)
    if mode == BLOCK:
        quest = state.seats[seat].crews[label].quest
        left = state.blocked_by(quest)
        more = ("blocks", f"blocks.{quest}", *state.where(seat, label, "marks", "blocked"))
        text = "" if left else f"{table.title(quest)} is free"
        record(trace, "SING-BLOCK-03", *more, text=text)
        record(trace, "SING-BLOCK-06", *more, *facts)
        if left:
            record(trace, "SING-BLOCK-07", *more)
    elif mode == ASIDE:
        record(trace, "SING-QUEST-07")
        quest = state.seats[seat].crews[label].quest
        rule = "SING-QUEST-12" if not quest else "SING-BLOCK-08"
        if not quest or state.blocked_by(quest):
            record(trace, rule)
    tasks = []
    if card.treasure is not None and not card.laurels:
        record(trace, "SING-CHAL-10")
        tasks.append(Task("give", seat, by=seat, of=seat, card=piece))
    elif card.join is not None and not card.laurels:
        tasks.append(Task("join", seat, by=seat, of=seat, card=piece, crew=label))
    state = begun(state, piece, "on_defeat", seat, crew=label)
    state = state.push(*tasks)
    return marked(state, seat, label, trace) if mode == STEP else state


@challenge.effect
def _challenge(
    state: State, seat: int, label: int, card: str, way: str, trace: Trace | None
) -> State:
    before = state
    if state.announced or state.spared or state.window:
        before = state._replace(announced=None, spared=(), window=())
    if trace is not None:
        crew = state.table.labels[label]
        text = f"{state.name_of(seat)} takes on {state.title(card)} with Crew {crew}"
        trace("SING-CHAL-03", "used", "foes", "ordeals", "blocks", text=text)
        for each in _demands(state, seat, label, card):
            trace(each.rule)
    state = _acted(state, label, trace)
    state = advance(overcome(state, seat, label, card, way, trace), trace)
    return state._replace(announced=Announced(before, seat, card))


# ---- crossing the sea


@sea.guard("SING-SEA-01", "SING-QUEST-05")
def the_sea_is_next(state: State, seat: int, label: int) -> Verdict:
    crew = state.seats[seat].crews[label]
    if not crew.quest:
        return "the Crew is on no Quest"
    steps = state.table.quests[crew.quest].steps[crew.marks :]
    is_next = bool(steps) and steps[0].kind == phases.SEA
    return KEPT if is_next else "the next step is not a crossing"


@sea.guard("SING-BLOCK-02")
def no_crossing_through_a_block(state: State, seat: int, label: int) -> Verdict:
    """A blocked Quest allows no crossing either."""
    return _blocked(state, seat, label)


@sea.effect
def _sea(state: State, seat: int, label: int, trace: Trace | None) -> State:
    asked = state.opponents(seat)
    if trace is not None:
        text = f"{state.name_of(seat)} crosses the sea and asks {state.name_of(asked[0])}"
        trace("SING-SEA-01", "used", text=text)
        trace("SING-SEA-02", "agenda", "pending", "asked")
    state = _acted(state, label, trace)
    quest = state.seats[seat].crews[label].quest
    task = Task(phases.SEA, asked[0], by=seat, of=seat, what=quest, crew=label, crews=asked)
    return state.push(task)


@ref.guards_for((allows, stops), "SING-WIN-03", "SING-WIN-01")
def not_over(state: State, _: int) -> Verdict:
    """After the end, only the challenge that caused it can be stopped."""
    over = state.stage == phases.OVER and state.announced is None
    return "the game is over" if over else NOT_CONCERNED


def _nothing_to_stop(state: State, seat: int) -> bool:
    """Whether there is neither a crossing nor a challenge that another player has just announced.

    After the end another guard says so.
    """
    if state.mode == phases.SEA or state.stage == phases.OVER:
        return False
    return state.announced is None or state.announced.seat == seat


@allows.guard("SING-SEA-06", "SING-CHAL-13", "SING-TURN-02")
def something_to_allow(state: State, seat: int) -> Verdict:
    if state.mode == phases.SEA:
        return KEPT
    return (
        "nobody asks whether to stop anything" if _nothing_to_stop(state, seat) else NOT_CONCERNED
    )


@stops.guard("SING-SEA-06", "SING-CHAL-03", "SING-TURN-02")
def something_to_stop(state: State, seat: int, card: str) -> Verdict:
    """There is what the card can stop: a crossing, or a challenge that was just announced."""
    if not _nothing_to_stop(state, seat):
        return KEPT if state.mode == phases.SEA else NOT_CONCERNED
    printed = state.table.cards.get(card)
    rules: tuple[str, ...] = ("SING-TURN-02",)
    words = "nobody asks whether to stop anything"
    if printed is None or printed.wrecks or not printed.stops:
        rules = ("SING-SEA-06", *rules)
    if printed is None or printed.stops or not printed.wrecks:
        rules = ("SING-CHAL-03", "SING-CHAL-13", *rules)
        words = "there is no challenge that can still be stopped"
    return tuple(Breach(rule, words) for rule in rules)


@ref.guards_for((allows, stops), "SING-CHAL-13", "SING-CHAL-03")
def not_let_happen(state: State, seat: int) -> Verdict:
    """Who has let a challenge happen can no longer stop it."""
    if state.announced is None or state.mode == phases.SEA:
        return NOT_CONCERNED
    let = seat in state.announced.allowed
    return f"{state.name_of(seat)} let it happen" if let else KEPT


@ref.guards_for((allows, stops), "SING-SEA-02", when=_at_sea)
def in_the_order_of_asking(state: State, seat: int) -> Verdict:
    """The left neighbour is asked first, the others clockwise."""
    asked = state.agenda[-1].seat
    return KEPT if asked == seat else f"{state.name_of(asked)} is asked now"


@allows.effect
def _allows(state: State, seat: int, trace: Trace | None) -> State:
    task = _asked(state, seat)
    if task is None:
        announced = state.announced
        assert announced is not None
        text = f"{state.name_of(seat)} lets it happen"
        record(trace, ("SING-CHAL-03", "SING-CHAL-13"), text=text)
        return state._replace(announced=announced._replace(allowed=(*announced.allowed, seat)))
    rest = task.crews[1:]
    record(trace, "SING-SEA-02", "agenda", text=f"{state.name_of(seat)} lets them pass")
    after = task._replace(crews=rest, seat=rest[0] if rest else -1)
    return state.pop().push(after)


@stops.guard("SING-HOLD-01", "SING-PLAY-06")
def stops_from_hand(state: State, seat: int, card: str) -> Verdict:
    before: State = state if state.announced is None else state.announced.before
    return before.not_in_hand(seat, card)


@stops.guard("SING-SEA-03", when=_at_sea)
def can_wreck(state: State, _seat: int, card: str) -> Verdict:
    task = state.agenda[-1]
    if card not in state.table.cards or not state.table.cards[card].wrecks:
        return f"{state.title(card)} cannot stop a crossing"
    return "a Favor keeps this Crew safe at sea" if state.is_safe(task.by, task.crew) else KEPT


@stops.guard("SING-CHAL-03")
def can_stop(state: State, _seat: int, card: str) -> Verdict:
    if state.announced is None or state.mode == phases.SEA:
        return NOT_CONCERNED
    kind = state.table.cards[state.announced.card].type
    printed = state.table.cards.get(card)
    if printed is not None and {kind, "any"} & {*printed.stops}:
        return KEPT
    whose = f"a {kind}" if kind == FOE else f"an {kind}"
    return f"{state.title(card)} cannot stop the challenge of {whose}"


# attributes that a stopped challenge does not change
UNDONE = ("foes", "ordeals", "blocks", "middle", "used", "acted", "agenda", "winner", "phase")


@stops.effect
def _stops(state: State, seat: int, card: str, trace: Trace | None) -> State:
    name, title = state.name_of(seat), state.title(card)
    task = _asked(state, seat)
    if task is None:
        announced = state.announced
        assert announced is not None
        undone = (*UNDONE, "discard", state.name_of(announced.seat))
        text = f"{name} stops it with {title}"
        record(trace, ("SING-CHAL-13", "SING-CHAL-03"), *undone, text=text)
        record(trace, "SING-HOLD-04", "discard", f"{name}.hand", f"{name}.dealt")
        before: State = announced.before.thrown(card)
        return before._replace(stage=phases.QUEST, used=before.used + 1)
    owner = state.name_of(task.by)
    facts = (*state.where(task.by, task.crew, "quest", "marks"), "middle")
    text = f"{name} stops it with {title}: {owner} is Wrecked"
    record(trace, "SING-SEA-03", *facts, "agenda", text=text)
    record(trace, "SING-SEA-04", *facts)
    record(trace, "SING-SEA-06", "agenda")
    record(trace, "SING-HOLD-04", "discard", f"{name}.hand", f"{name}.dealt")
    state = state.thrown(card).pop()
    return quest_back(state, task.by, task.crew, trace)


# ---- withdrawing


@withdraw.guard("SING-WITHDRAW-01")
def from_a_quest(state: State, seat: int, label: int) -> Verdict:
    return KEPT if state.seats[seat].crews[label].quest else "the Crew is on no Quest"


@withdraw.guard("SING-WITHDRAW-01")
def own_people(state: State, seat: int, label: int, leaving: Pieces | None) -> Verdict:
    if leaving is ALL:
        return NOT_CONCERNED
    strange = [each for each in leaving if each not in state.seats[seat].crews[label].everybody]
    if strange:
        return f"{state.title(strange[0])} is not in the Crew"
    return KEPT if leaving else "nobody is named"


@withdraw.guard("SING-WITHDRAW-04", "SING-WITHDRAW-03")
def a_hero_stays(state: State, seat: int, label: int, leaving: Pieces | None) -> Verdict:
    if leaving is ALL:
        return NOT_CONCERNED
    crew = state.seats[seat].crews[label]
    if crew.leader not in leaving:
        return KEPT
    left = [each for each in state.successors(seat, label) if each not in leaving]
    if left or set(crew.everybody) <= set(leaving):
        return KEPT
    return "no active Hero would stay with the others"


@withdraw.effect
def _withdraw(
    state: State, seat: int, label: int, leaving: Pieces | None, trace: Trace | None
) -> State:
    crew, name = state.seats[seat].crews[label], state.name_of(seat)
    facts = (*state.where(seat, label), "middle", "used", f"{name}.waiting", f"{name}.late")
    record(trace, "SING-WITHDRAW-01", *facts, text=f"{name} withdraws")
    state = _acted(state, label, trace)
    if leaving is None or set(crew.everybody) <= set(leaving):
        text = f"{state.title(crew.quest)} goes back"
        record(trace, ("SING-WITHDRAW-02", "SING-BETWEEN-01"), *facts, text=text)
        return quest_back(state, seat, label, trace)
    text = f"{state.titles(leaving)} leave; {state.titles(without(crew.everybody, *leaving))} go on"
    beside = (f"{name}.treasures", f"{name}.learned", f"{name}.transformed")
    record(trace, "SING-WITHDRAW-03", *facts, *beside, text=text)
    record(trace, "SING-WITHDRAW-05", *facts)
    side = state.seats[seat]
    state = state.alter(seat, waiting=(*side.waiting, *leaving), late=(*side.late, *leaving))
    leads = crew.leader in leaving
    if leads:
        state = dethroned(state, seat, crew.leader, trace)
    state = state.alter_crew(seat, label, members=without(crew.members, *leaving),
        leader="" if leads else crew.leader,
    )  # fmt: skip
    if state.table.quest_returns:
        state = quest_back(state, seat, label, trace)
    if leads:
        state = state.push(Task("promote", seat, of=seat, crew=label, what="must"))
        record(trace, "SING-WITHDRAW-04", "agenda")
    return state


@tread.effect
def _tread(state: State, seat: int, trace: Trace | None) -> State:
    record(trace, "SING-QUEST-10", "used", "phase", text=f"{state.name_of(seat)} treads water")
    record(trace, "SING-TURN-03", "used")
    return state._replace(stage=phases.QUEST, used=state.used + 1)
