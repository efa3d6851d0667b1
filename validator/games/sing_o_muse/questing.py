"""The Quest step: embarking, challenges, crossings and who stops them, withdrawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from validator.games.sing_o_muse.cards import FOE, ORDEAL
from validator.games.sing_o_muse.common import bind, name_of, not_over, placed_out, played_out
from validator.games.sing_o_muse.effects import advance
from validator.games.sing_o_muse.losses import (
    dethroned,
    quest_back,
    successors,
    tell,
    where,
)
from validator.games.sing_o_muse.position import (
    QUEST,
    Announced,
    Pieces,
    Position,
    Task,
    alter,
    alter_crew,
    blocked_by,
    discarded,
    lifted,
    opponents,
    pop,
    push,
    quests_in_work,
    without,
)
from validator.games.sing_o_muse.quests import ASIDE, BLOCK, STEP, overcome
from validator.games.sing_o_muse.strength import (
    crew_might,
    divided,
    is_safe,
    measured_might,
    missing,
    next_step_is,
    tackles,
    transformed_in,
    weakened,
)
from validator.referee.core import Notes, Verb, Verdict, laws_for

embark = Verb("embark", "embark CREW QUEST", "Take on a Quest from the middle.")
challenge = Verb("challenge", "challenge CREW CARD [aside|block]", "Take on a Foe or an Ordeal.")
sea = Verb("sea", "sea CREW", "Cross the sea; the others are asked in turn.")
allows = Verb("allows", "allows", "Let a crossing, or a challenge, happen.")
stops = Verb("stops", "stops CARD", "Stop a crossing, or the challenge just announced.")
withdraw = Verb("withdraw", "withdraw CREW all|CHARACTER…", "Leave a Quest, wholly or in part.")
tread = Verb("tread", "tread", "Use the Quest action for nothing.")
VERBS = (embark, challenge, sea, allows, stops, withdraw, tread)
ACTIONS = (challenge, sea, withdraw, tread)
CREWS = (embark, challenge, sea, withdraw)

bind((embark, *ACTIONS))
laws_for((embark, *ACTIONS), "SING-PLAY-02", "SING-TURN-01")(played_out)
laws_for((embark, *ACTIONS), "SING-CREW-12", "SING-WITHDRAW-05")(placed_out)
laws_for((allows, stops), "SING-WIN-03", "SING-WIN-01")(
    lambda at, seat: None if at.announced is not None else not_over(at, seat)
)


@laws_for(ACTIONS, "SING-TURN-03", "SING-QUEST-05")
def one_action_a_turn(at: Position, _seat: int) -> Verdict:
    """So many Quest actions a turn."""
    if at.barred:
        return "this turn has no Quest action"
    if at.used >= at.table.actions:
        return "the Quest action of this turn is used"
    return ""


@laws_for((challenge, sea, withdraw), "SING-QUEST-08")
def one_crew_a_turn(at: Position, _seat: int, label: int) -> Verdict:
    """Only one Crew uses the Quest action."""
    if at.acted < 0 or at.acted == label or at.used < at.table.actions:
        return "" if at.acted < 0 else None
    return f"Crew {at.table.labels[at.acted]} has used it"


@laws_for(CREWS, "SING-QUEST-01", "SING-CREW-01")
def such_a_crew(at: Position, seat: int, label: int) -> Verdict:
    """A Crew with a leader."""
    if label < len(at.table.labels) and at.sides[seat].crews[label].leader:
        return ""
    return f"{name_of(at, seat)} has no such Crew"


def _labels(at: Position, seat: int) -> tuple[int, ...]:
    return tuple(i for i, crew in enumerate(at.sides[seat].crews) if crew.leader)


# ---- embarking

embark.slots = (_labels, lambda at, _seat, _label: at.middle)


@embark.law("SING-QUEST-04")
def no_quest_yet(at: Position, seat: int, label: int) -> Verdict:
    """A Crew is on one Quest at most."""
    if label >= len(at.table.labels):
        return None
    quest = at.sides[seat].crews[label].quest
    return f"the Crew is on {at.table.title(quest)}" if quest else ""


@embark.law("SING-QUEST-13")
def not_the_war(at: Position, _: int, __: int, quest: str) -> Verdict:
    """The Trojan War's Quest is won in war."""
    card = at.table.quests.get(quest)
    return f"{card.title} is won only in War" if card is not None and card.war else None


@embark.law("SING-QUEST-02")
def nobody_works_on_it(at: Position, _: int, __: int, quest: str) -> Verdict:
    """No other Crew is on that Quest."""
    if (found := quests_in_work(at).get(quest)) is None:
        return ""
    seat, crew = found
    return f"{name_of(at, seat)}'s Crew {at.table.labels[crew]} works on it"


@embark.law("SING-QUEST-11")
def not_completed(at: Position, _: int, __: int, quest: str) -> Verdict:
    """A completed Quest is gone."""
    for seat, side in enumerate(at.sides):
        if quest in side.victory or quest in side.aside:
            return f"{name_of(at, seat)} has completed it"
    return ""


@embark.law("SING-QUEST-01")
def from_the_middle(at: Position, _: int, __: int, quest: str) -> Verdict:
    """A Quest card of the middle."""
    if quest not in at.table.quests:
        return f"{at.table.title(quest)} is no Quest card"
    return "" if quest in at.middle else f"{at.table.title(quest)} is not in the middle"


@embark.effect
def _embark(at: Position, seat: int, label: int, quest: str, note: Notes | None) -> Position:
    facts = (*where(at, seat, label, "quest", "marks"), "middle", "used")
    text = f"Crew {at.table.labels[label]} of {name_of(at, seat)}: {at.table.title(quest)}"
    tell(note, "SING-QUEST-01", *facts, text=text)
    tell(note, "SING-QUEST-03", *facts)
    if blocked_by(at, quest):
        tell(note, "SING-BLOCK-04", "blocks", f"blocks.{quest}")
    at = at._replace(stage=QUEST, middle=without(at.middle, quest))
    return advance(alter_crew(at, seat, label, quest=quest, marks=0), note)


# ---- challenges


def _cards(at: Position, seat: int, label: int) -> Pieces:
    return tackles(at, seat, label)


def _ways(at: Position, seat: int, label: int, card: str) -> Iterator[str]:
    quest = at.sides[seat].crews[label].quest
    if card in blocked_by(at, quest):
        yield BLOCK
    elif quest and not blocked_by(at, quest) and next_step_is(at, seat, label, card):
        yield STEP
    else:
        yield ASIDE


challenge.slots = (_labels, _cards, _ways)


def _crew(at: Position, label: int) -> bool:
    return label < len(at.table.labels)


@challenge.law("SING-CHAL-01")
def within_reach(at: Position, seat: int, label: int, card: str) -> Verdict:
    """A card of a queue, or one that blocks the Crew's own Quest."""
    if not _crew(at, label) or card in tackles(at, seat, label):
        return None if not _crew(at, label) else ""
    return f"{at.table.title(card)} lies in no queue, nor on the Crew's Quest"


@challenge.law("SING-BLOCK-05")
def of_its_own_quest(at: Position, seat: int, label: int, card: str) -> Verdict:
    """A Blocking card is tackled by a Crew on that Quest."""
    on = next((quest for quest, each in at.blocks if each == card), None)
    if on is None or not _crew(at, label):
        return None
    crew = at.sides[seat].crews[label]
    return "" if crew.quest == on else f"it blocks {at.table.title(on)}"


@challenge.law("SING-BLOCK-02")
def the_way_is_free(at: Position, seat: int, label: int, _card: str, way: str) -> Verdict:
    """No step of a blocked Quest can be completed."""
    if way != STEP or not _crew(at, label):
        return None
    return _blocked(at, seat, label)


def _blocked(at: Position, seat: int, label: int) -> str:
    on = blocked_by(at, at.sides[seat].crews[label].quest)
    return f"{at.table.titles(on)} blocks the Quest" if on else ""


@challenge.law("SING-QUEST-05", "SING-QUEST-07")
def in_printed_order(at: Position, seat: int, label: int, card: str, way: str) -> Verdict:
    """The next step, and no other."""
    if way != STEP or not _crew(at, label) or card not in at.table.cards:
        return None
    if next_step_is(at, seat, label, card):
        return ""
    if not at.sides[seat].crews[label].quest:
        return "the Crew is on no Quest"
    return f"{at.table.title(card)} is not the next step ('aside' marks none)"


@challenge.law("SING-BLOCK-03", "SING-BLOCK-06")
def the_blocking_card_is_no_step(
    at: Position, seat: int, label: int, card: str, way: str
) -> Verdict:
    """What blocks is overcome as such, and nothing else is."""
    if not _crew(at, label):
        return None
    lies = card in blocked_by(at, at.sides[seat].crews[label].quest)
    if way == BLOCK and not lies:
        return f"{at.table.title(card)} does not block this Crew's Quest"
    if lies and way != BLOCK:
        return f"{at.table.title(card)} blocks the Quest: it is no step"
    return "" if lies else None


@challenge.law("SING-QUEST-07", "SING-QUEST-06")
def aside_is_no_step(at: Position, seat: int, label: int, card: str, way: str) -> Verdict:
    """What is the next step is marked."""
    if way != ASIDE or not _crew(at, label) or card not in at.table.cards:
        return None
    if next_step_is(at, seat, label, card) and not _blocked(at, seat, label):
        return f"{at.table.title(card)} is the next step"
    return ""


@challenge.law("SING-BLOCK-08")
def aside_of_a_block(at: Position, seat: int, label: int, card: str, way: str) -> Verdict:
    """A Crew on a blocked Quest may tackle a card aside."""
    if way != ASIDE or not _crew(at, label) or card in {each for _, each in at.blocks}:
        return None
    return "" if _blocked(at, seat, label) else None


@challenge.law("SING-QUEST-12")
def aside_without_quest(at: Position, seat: int, label: int, _card: str, way: str) -> Verdict:
    """A Crew without a Quest may tackle a card aside."""
    if not _crew(at, label) or at.sides[seat].crews[label].quest:
        return None
    return "" if way == ASIDE else "a Crew without a Quest marks no step"


def _demand(verb_law: Callable[[Position, int, int, str], Verdict]) -> Callable[..., Verdict]:
    """Laws about what a card demands look only at a crew and a card that are there."""

    def guarded(at: Position, seat: int, label: int, card: str) -> Verdict:
        if not _crew(at, label) or card not in at.table.cards:
            return None
        if at.table.cards[card].type not in (FOE, ORDEAL):
            return None
        return verb_law(at, seat, label, card)

    guarded.__name__ = verb_law.__name__
    guarded.__doc__ = verb_law.__doc__
    return guarded


def _needs(at: Position, seat: int, label: int, card: str) -> str:
    lacks = missing(at, seat, label, at.table.cards[card])
    words = ", ".join(at.table.title(_piece(at, each)) if ":" in each else each for each in lacks)
    return f"{at.table.title(card)} requires {words}" if lacks else ""


def _piece(at: Position, need: str) -> str:
    """The Treasure that a demand such as item:ID names."""
    item = need.removeprefix("item:")
    return next((piece for piece, card in at.table.cards.items() if card.id == item), item)


@challenge.law("SING-CHAL-02")
@_demand
def meets_the_ordeal(at: Position, seat: int, label: int, card: str) -> Verdict:
    """An Ordeal's demands are met, all of them."""
    printed = at.table.cards[card]
    if printed.type != ORDEAL:
        return None
    if needs := _needs(at, seat, label, card):
        return needs
    if printed.transformed and transformed_in(at, seat, label) < at.table.transformed_needed:
        return f"{printed.title} demands a transformed character in the Crew"
    if (have := measured_might(at, seat, label)) < printed.might:
        return f"{printed.title} demands Might {printed.might}; the Crew has {have}"
    return ""


@challenge.law("SING-TRANSFORM-06")
@_demand
def somebody_transformed(at: Position, seat: int, label: int, card: str) -> Verdict:
    """So many transformed characters, where an Ordeal demands it."""
    printed = at.table.cards[card]
    if printed.type != ORDEAL or not printed.transformed:
        return None
    have = transformed_in(at, seat, label)
    if have >= at.table.transformed_needed:
        return ""
    return f"{have} transformed characters, not {at.table.transformed_needed}"


@challenge.law("SING-CHAL-06")
@_demand
def has_what_the_foe_requires(at: Position, seat: int, label: int, card: str) -> Verdict:
    """What a Foe requires comes beside the Might."""
    printed = at.table.cards[card]
    if printed.type != FOE or not printed.requires:
        return None
    return _needs(at, seat, label, card)


def _strength(at: Position, seat: int, label: int, card: str) -> tuple[int, int]:
    printed = at.table.cards[card]
    return measured_might(at, seat, label), weakened(at, seat, label, printed)


@challenge.law("SING-CHAL-05")
@_demand
def strong_enough(at: Position, seat: int, label: int, card: str) -> Verdict:
    """The Crew's Might reaches the Foe's."""
    if at.table.cards[card].type != FOE:
        return None
    have, need = _strength(at, seat, label, card)
    return "" if have >= need else f"Might {have} against {need}"


@challenge.law("SING-CHAL-07", "SING-GEN-01")
@_demand
def a_part_rounded(at: Position, seat: int, label: int, card: str) -> Verdict:
    """A vulnerable Foe's Might is divided and rounded."""
    printed = at.table.cards[card]
    have, need = _strength(at, seat, label, card)
    if printed.type != FOE or need == printed.might:
        return None
    table = at.table
    words = f"{printed.might} divided by {table.divisor}, rounded {table.rounding}, is {need}"
    return "" if have >= need else f"Might {have}; {words}"


@challenge.law("SING-CHAL-08")
@_demand
def divided_once(at: Position, seat: int, label: int, card: str) -> Verdict:
    """Several vulnerabilities count once, by the usual ruling."""
    printed = at.table.cards[card]
    have, need = _strength(at, seat, label, card)
    if printed.type != FOE or not printed.vulnerable[1:] or need == printed.might:
        return None
    if have >= need:
        return ""
    twice = divided(need, at.table.divisor, at.table.rounding)
    return f"divided only once: {need}" if have >= twice else None


@challenge.law("SING-CHAL-09")
@_demand
def the_named_treasure(at: Position, seat: int, label: int, card: str) -> Verdict:
    """A particular Treasure, where a card names one."""
    printed = at.table.cards[card]
    items = [each for each in printed.requires if each.startswith("item:")]
    lacks = [each for each in missing(at, seat, label, printed) if each in items]
    hits = [each for each in printed.vulnerable if each.startswith("item:")]
    if lacks:
        return f"nobody active carries {at.table.title(_piece(at, lacks[0].removeprefix('item:')))}"
    if printed.type == FOE and hits:
        have, need = _strength(at, seat, label, card)
        if have < need == printed.might:
            return (
                f"nobody active carries {at.table.title(_piece(at, hits[0].removeprefix('item:')))}"
            )
    return "" if items or hits else None


@challenge.law("SING-CHAL-12")
@_demand
def one_crew_alone(at: Position, seat: int, label: int, card: str) -> Verdict:
    """Demands are measured on one Crew, by the usual ruling."""
    printed, table = at.table.cards[card], at.table
    crews = range(len(at.sides[seat].crews))
    have, need = _strength(at, seat, label, card)
    lacks = missing(at, seat, label, printed)
    if have >= need and not lacks:
        return ""
    if table.all_crews or _labels(at, seat) == (label,):
        return None
    together = sum(crew_might(at, seat, each) for each in crews)
    others = [each for each in lacks if all(each in missing(at, seat, c, printed) for c in crews)]
    if others or together < need:
        return None
    return "only both Crews together could do it"


def _only_upright(at: Position, seat: int, label: int, card: str) -> Verdict:
    """Whether a challenge fails only because somebody is transformed."""
    side, printed = at.sides[seat], at.table.cards[card]
    crew = side.crews[label]
    if not any(each in side.transformed for each in crew.everybody):
        return None
    have, need = _strength(at, seat, label, card)
    lacks = missing(at, seat, label, printed)
    if have >= need and not lacks:
        return ""
    upright = alter(at, seat, transformed=())
    have, need = _strength(upright, seat, label, card)
    if have < need or missing(upright, seat, label, printed):
        return None
    return "only with those who are transformed it would do"


@challenge.law("SING-TRANSFORM-02")
@_demand
def luggage_gives_nothing(at: Position, seat: int, label: int, card: str) -> Verdict:
    """A transformed character gives neither Might nor traits."""
    return _only_upright(at, seat, label, card)


def _upright(at: Position, seat: int, _label: int) -> bool:
    side = at.sides[seat]
    return any(bearer in side.transformed for _, bearer in side.carried)


@challenge.law("SING-TREASURE-10")
@_demand
def luggage_of_luggage(at: Position, seat: int, label: int, card: str) -> Verdict:
    """Treasures on a transformed character give nothing."""
    side = at.sides[seat]
    idle = [treasure for treasure, bearer in side.carried if bearer in side.transformed]
    return _only_upright(at, seat, label, card) if idle else None


@challenge.law("SING-CREW-09")
@_demand
def the_sum_of_the_crew(at: Position, seat: int, label: int, card: str) -> Verdict:
    """A Crew's Might is the sum of its active characters, Treasures and Deity."""
    if at.table.cards[card].type != FOE:
        return None
    have, need = _strength(at, seat, label, card)
    return "" if have >= need else f"the Crew's Might is {have}"


@challenge.law("SING-CREW-08")
@_demand
def any_of_the_crew(at: Position, seat: int, label: int, card: str) -> Verdict:
    """A trait is there if anybody or anything of the Crew gives it."""
    return _needs(at, seat, label, card) if at.table.cards[card].requires else None


@challenge.effect
def _challenge(
    at: Position, seat: int, label: int, card: str, way: str, note: Notes | None
) -> Position:
    table = at.table
    name = name_of(at, seat)
    before = at._replace(announced=None, spared=(), window=())
    text = f"{name} takes on {table.title(card)} with Crew {table.labels[label]}"
    facts = ("used", "foes", "ordeals")
    tell(note, "SING-CHAL-03", *facts, text=text)
    tell(note, "SING-TURN-03", "used")
    tell(note, "SING-QUEST-08", "used", *(
        fact for other in _labels(at, seat) if other != label
        for fact in where(at, seat, other, "marks")
    ))  # fmt: skip
    at = at._replace(stage=QUEST, used=at.used + 1, acted=label)
    at = advance(overcome(at, seat, label, card, way, note), note)
    return at._replace(announced=Announced(before, seat, card))


# ---- crossing the sea

sea.slots = (_labels,)


@sea.law("SING-SEA-01", "SING-QUEST-05")
def the_sea_is_next(at: Position, seat: int, label: int) -> Verdict:
    """A crossing is the next step of the Crew's Quest."""
    if not _crew(at, label):
        return None
    crew = at.sides[seat].crews[label]
    if not crew.quest:
        return "the Crew is on no Quest"
    steps = at.table.quests[crew.quest].steps
    if crew.marks < len(steps) and steps[crew.marks].kind == "sea":
        return ""
    return "the next step is no crossing"


@sea.law("SING-BLOCK-02")
def no_crossing_through_a_block(at: Position, seat: int, label: int) -> Verdict:
    """A blocked Quest allows no crossing either."""
    return _blocked(at, seat, label) if _crew(at, label) else None


@sea.effect
def _sea(at: Position, seat: int, label: int, note: Notes | None) -> Position:
    asked = opponents(at, seat)
    name = name_of(at, seat)
    first = name_of(at, asked[0])
    text = f"{name} crosses the sea and asks {first}"
    tell(note, "SING-SEA-01", "used", text=text)
    tell(note, "SING-SEA-02", "pending", "asked", "turn")
    tell(note, "SING-TURN-03", "used")
    at = at._replace(stage=QUEST, used=at.used + 1, acted=label)
    quest = at.sides[seat].crews[label].quest
    task = Task("sea", asked[0], by=seat, of=seat, what=quest, crew=label, crews=asked)
    return advance(push(at, task), note)


def _asked(at: Position, seat: int) -> Task | None:
    top = at.top
    return top if top is not None and top.kind == "sea" and top.seat == seat else None


@laws_for((allows, stops), "SING-SEA-06", "SING-TURN-02")
def something_to_stop(at: Position, seat: int) -> Verdict:
    """There is a crossing, or a challenge just announced by somebody else."""
    top = at.top
    if top is not None and top.kind == "sea":
        return ""
    if at.announced is not None and at.announced.seat != seat:
        return None
    return "nobody asks whether to stop anything" if not at.champions else None


@laws_for((allows, stops), "SING-SEA-02")
def in_the_order_of_asking(at: Position, seat: int) -> Verdict:
    """The left neighbour is asked first, the others clockwise."""
    top = at.top
    if top is None or top.kind != "sea":
        return None
    return "" if top.seat == seat else f"{name_of(at, top.seat)} is asked now"


@allows.effect
def _allows(at: Position, seat: int, note: Notes | None) -> Position:
    task = _asked(at, seat)
    if task is None:
        return at
    rest = task.crews[1:]
    tell(note, "SING-SEA-02", "pending", "asked", text=f"{name_of(at, seat)} lets them pass")
    after = task._replace(crews=rest, seat=rest[0] if rest else -1)
    return advance(push(pop(at), after), note)


def _stoppers(at: Position, seat: int) -> Pieces:
    cards = at.table.cards
    hand = at.sides[seat].hand
    if _asked(at, seat):
        return tuple(each for each in hand if cards[each].wrecks)
    return ()


stops.slots = (_stoppers,)


@stops.law("SING-HOLD-01", "SING-PLAY-06")
def stops_from_hand(at: Position, seat: int, card: str) -> Verdict:
    """A card of the own hand."""
    before = at if at.announced is None else at.announced.before
    side = before.sides[seat]
    if card in side.hand:
        return ""
    return f"{at.table.title(card)} is not in {name_of(at, seat)}'s hand"


@stops.law("SING-SEA-03")
def can_wreck(at: Position, _seat: int, card: str) -> Verdict:
    """Only a card that can stop a crossing stops it."""
    task = at.top
    if task is None or task.kind != "sea":
        return None
    if card not in at.table.cards or not at.table.cards[card].wrecks:
        return f"{at.table.title(card)} cannot stop a crossing"
    if is_safe(at, task.by, task.crew):
        return "a Favor keeps this Crew safe at sea"
    return ""


@stops.law("SING-CHAL-03")
def can_stop(at: Position, _seat: int, card: str) -> Verdict:
    """Only a card that says so stops a challenge."""
    if at.announced is None or (at.top is not None and at.top.kind == "sea"):
        return None
    kind = at.table.cards[at.announced.card].type
    printed = at.table.cards.get(card)
    if printed is not None and {kind, "any"} & {*printed.stops}:
        return ""
    return f"{at.table.title(card)} cannot stop the challenge of an {kind}".replace("an f", "a f")


@stops.effect
def _stops(at: Position, seat: int, card: str, note: Notes | None) -> Position:
    name = name_of(at, seat)
    task = _asked(at, seat)
    title = at.table.title(card)
    if task is None:
        told = at.announced
        assert told is not None
        at = discarded(lifted(told.before, card), card)
        acting = told.seat
        facts: tuple[str, ...] = ("foes", "ordeals", "used", "discard", f"{name}.hand")
        marks = (
            fact for label in _labels(at, acting) for fact in where(at, acting, label, "marks")
        )
        tell(note, "SING-CHAL-13", *facts, *marks, text=f"{name} stops it with {title}")
        tell(note, "SING-CHAL-03", *facts)
        tell(note, "SING-HOLD-04", "discard", f"{name}.hand")
        return at._replace(stage=QUEST, used=at.used + 1)
    at = pop(discarded(lifted(at, card), card))
    owner = name_of(at, task.by)
    facts = (*where(at, task.by, task.crew, "quest", "marks"), "middle", "discard", f"{name}.hand")
    tell(note, "SING-SEA-03", *facts, text=f"{name} stops it with {title}: {owner} is Wrecked")
    tell(note, "SING-SEA-04", *facts, *where(at, task.by, task.crew, "members", "leader"))
    tell(note, "SING-SEA-06", "pending", "asked")
    tell(note, "SING-HOLD-04", "discard", f"{name}.hand")
    return advance(quest_back(at, task.by, task.crew, note), note)


# ---- withdrawing

ALL = None


def _leavers(at: Position, seat: int, label: int) -> Iterator[Any]:
    yield ALL
    crew = at.sides[seat].crews[label]
    for each in crew.members:
        yield (each,)


withdraw.slots = (_labels, _leavers)


@withdraw.law("SING-WITHDRAW-01")
def from_a_quest(at: Position, seat: int, label: int) -> Verdict:
    """Only a Crew on a Quest withdraws."""
    if not _crew(at, label):
        return None
    return "" if at.sides[seat].crews[label].quest else "the Crew is on no Quest"


@withdraw.law("SING-WITHDRAW-01")
def own_people(at: Position, seat: int, label: int, leaving: Pieces | None) -> Verdict:
    """Characters of that Crew."""
    if leaving is ALL or not _crew(at, label):
        return None
    strange = [each for each in leaving if each not in at.sides[seat].crews[label].everybody]
    if strange:
        return f"{at.table.title(strange[0])} is not in the Crew"
    return "" if leaving else "nobody is named"


@withdraw.law("SING-WITHDRAW-04", "SING-WITHDRAW-03")
def a_hero_stays(at: Position, seat: int, label: int, leaving: Pieces | None) -> Verdict:
    """Who stays on the Quest has a Hero among them."""
    if leaving is ALL or not _crew(at, label):
        return None
    crew = at.sides[seat].crews[label]
    if crew.leader not in leaving:
        return ""
    left = [each for each in successors(at, seat, label) if each not in leaving]
    if left or set(crew.everybody) <= set(leaving):
        return ""
    return "no active Hero would stay with the others"


@withdraw.effect
def _withdraw(
    at: Position, seat: int, label: int, leaving: Pieces | None, note: Notes | None
) -> Position:
    table = at.table
    name = name_of(at, seat)
    crew = at.sides[seat].crews[label]
    facts = (*where(at, seat, label, "quest", "marks", "members", "leader"), "middle", "used",
             f"{name}.waiting")  # fmt: skip
    tell(note, "SING-WITHDRAW-01", *facts, text=f"{name} withdraws")
    tell(note, "SING-TURN-03", "used")
    at = at._replace(stage=QUEST, used=at.used + 1, acted=label)
    if leaving is ALL or set(crew.everybody) <= set(leaving):
        title = table.title(crew.quest)
        tell(note, "SING-WITHDRAW-02", *facts, text=f"{title} goes back")
        tell(note, "SING-BETWEEN-01", *facts)
        return advance(quest_back(at, seat, label, note), note)
    stays = without(crew.everybody, *leaving)
    text = f"{table.titles(leaving)} leave; {table.titles(stays)} go on"
    tell(note, "SING-WITHDRAW-03", *facts, text=text)
    tell(note, "SING-WITHDRAW-05", *facts)
    side = at.sides[seat]
    at = alter(at, seat, waiting=(*side.waiting, *leaving), late=(*side.late, *leaving))
    if crew.leader in leaving:
        at = dethroned(at, seat, crew.leader, note)
    at = alter_crew(
        at, seat, label, members=without(crew.members, *leaving),
        leader="" if crew.leader in leaving else crew.leader,
    )  # fmt: skip
    if table.quest_returns:
        at = quest_back(at, seat, label, note)
    if crew.leader in leaving:
        at = push(at, Task("promote", seat, of=seat, crew=label, what="must"))
    return advance(at, note)


@tread.effect
def _tread(at: Position, seat: int, note: Notes | None) -> Position:
    tell(note, "SING-QUEST-10", "used", text=f"{name_of(at, seat)} treads water")
    return at._replace(stage=QUEST, used=at.used + 1)
