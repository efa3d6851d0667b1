"""The Quest step: embarking, challenges, crossings, stopping these, and withdrawing.

In the rulebook: The Quest action; Quests; Crossing the sea; Withdrawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.blocking import blocking_cards_first
from validator.games.sing_o_muse.challenge import (
    challengeable,
    led_crews,
    measured_might,
    meets_demands,
    overcomes,
    vulnerable_might,
)
from validator.games.sing_o_muse.effects import advance, begun
from validator.games.sing_o_muse.losing_companions import deity_leaves
from validator.games.sing_o_muse.modes import verb
from validator.games.sing_o_muse.quest_progress import (
    mark_step,
    next_step_is,
    quests_in_work,
    return_quest,
)
from validator.games.sing_o_muse.seat import Pieces, without
from validator.games.sing_o_muse.state import ASIDE, BLOCK, STEP, Announced, State, Task
from validator.games.sing_o_muse.turn import played_out
from validator.referee import api as ref
from validator.referee.api import CHANCE, Judge, Say, event

ALL = None
EMBARKS = Say("embark on {quest} with {crew}", "embarks on {quest} with {crew}")
TAKES_ON = Say("take on {card} with {crew}", "takes on {card} with {crew}")
MEETS = Say("take on {card} with {crew}: Might {have} against {need}",
            "takes on {card} with {crew}: Might {have} against {need}")  # fmt: skip
MEETS_NEXT = Say("take on {card}, the next step, with {crew}: Might {have} against {need}",
                 "takes on {card}, the next step, with {crew}: Might {have} against {need}",
                 )  # fmt: skip
OVERCOMES = Say("overcome it", "overcomes it")
BESIDE = Say("overcome it, which is not a step of {quest}",
             "overcomes it, which is not a step of {quest}")  # fmt: skip
IS_FREE = event("{quest} is free")
CROSSES = Say("cross the sea with {crew}", "crosses the sea with {crew} and [asks|ask] {other}")
LETS_HAPPEN = Say("let it happen", "lets it happen")
LETS_PASS = Say("let them pass", "lets them pass")
STOPS = Say("stop it with {card}", "stops it with {card}")
WRECKS = Say("stop it with {card}", "stops it with {card}: {owner} [is|are] Wrecked")
WITHDRAWS = Say("withdraw {crew} from {quest}", "withdraws {crew} from {quest}")
GOES_BACK = event("{quest} goes back")
LEAVE = Say(
    "withdraw {cards} from {quest}; {others} [stays|stay]",
    "withdraws {cards} from {quest}; {others} [stays|stay]",
)
TREADS = Say("tread water", "treads water")


# ---- what can be chosen


def _without_quest(s: State, seat: int) -> tuple[int, ...]:
    crews = s.seats[seat].crews
    return tuple([i for i, crew in enumerate(crews) if crew.leader and not crew.quest])


def _within_might(s: State, seat: int, label: int) -> Pieces:
    """Return the cards that a Crew can reach and overcome."""
    reached = challengeable(s, seat, label)
    return tuple([each for each in reached if overcomes(s, seat, label, each)])


def _ways(s: State, seat: int, label: int, card: str) -> tuple[str]:
    quest = s.seats[seat].crews[label].quest
    if not quest:
        return (ASIDE,)
    on = s.blocked_by(quest)
    if card in on:
        return (BLOCK,)
    return (STEP if not on and next_step_is(s, seat, label, card) else ASIDE,)


def _asked(s: State, seat: int) -> Task | None:
    """Return the crossing about which a player is asked, or None."""
    top = s.top
    return top if top is not None and top.kind == phases.SEA and top.seat == seat else None


def may_stop(s: State) -> tuple[int, ...]:
    """Return the other players with cards who have not declined to stop the latest challenge."""
    announced = s.announced
    if announced is None or s.mode == phases.SEA:
        return ()
    others = s.opponents(announced.seat)
    return tuple([e for e in others if s.seats[e].hand and e not in announced.allowed])


def asked_to_stop(s: State) -> tuple[int, ...]:
    """Return, as a tuple, the player who is asked whether to stop a crossing or a challenge.

    The others are asked about a challenge before chance decides anything in it. Otherwise they can
    stop it without being asked.
    """
    top = s.top
    if top is None or s.stage == phases.OVER:
        return ()
    if top.kind == phases.SEA:
        return (top.seat,) if s.mode == phases.SEA else ()
    return may_stop(s)[:1] if top.seat == CHANCE else ()


def _stoppers(s: State, seat: int) -> Pieces:
    cards, hand = s.table.cards, s.seats[seat].hand
    if s.announced is not None and s.mode != phases.SEA:
        kinds = {cards[s.announced.card].type, "any"}
        return tuple(e for e in hand if kinds & {*cards[e].stops})
    return tuple(e for e in hand if cards[e].wrecks) if _asked(s, seat) is not None else ()


def _leavers(s: State, seat: int, label: int) -> Iterator[Pieces | None]:
    yield ALL
    everybody = s.seats[seat].crews[label].everybody
    if len(everybody) > 1:  # one alone is all
        yield from ((each,) for each in everybody)


OPEN = (phases.PLAY, phases.QUEST)
OwnCrew = Annotated[int, notation.CREW.of(led_crews)]


# ---- which Crew acts, and how often


def may_act(s: State, me: int, to: Judge) -> None:
    """Check that the Play step is over and the Quest action of this turn is unused."""
    played_out(s, me, to)
    rules = ("TURN-03", "QUEST-05")
    to.holds(rules, not s.barred, "there is no Quest action this turn")
    to.holds(rules, s.used < s.table.actions, "this turn's Quest action has already been used")


def such_a_crew(s: State, me: int, label: int, to: Judge) -> None:
    """Check that the player has this Crew."""
    to.holds(("QUEST-01", "CREW-01"), s.seats[me].crews[label].leader,
             "{player} [does|do] not have this Crew")  # fmt: skip


def which_acts(s: State, me: int, label: int, to: Judge) -> None:
    """Check that the Crew may use the Quest action."""
    other = s.acted >= 0 and s.acted != label and s.used >= s.table.actions
    to.holds("QUEST-08", not other, "{crew} has already used the Quest action of this turn",
             crew=s.crew(s.acted))  # fmt: skip
    such_a_crew(s, me, label, to)


def acted(s: State, label: int, to: Judge, say: Say, **values: object) -> State:
    """Return the state after a Crew has used the Quest action of this turn."""
    after = s._replace(stage=phases.QUEST, used=s.used + 1, acted=label)
    return to.did(("TURN-03", "QUEST-08"), s, after, say, crew=s.crew(label), **values)


@verb(open=OPEN, early=played_out)
def embark(
    s: State, me: int, label: Annotated[int, notation.CREW.of(_without_quest)],
    quest: Annotated[str, notation.QUEST.of(lambda s, *_: s.middle)], to: Judge,
) -> State:  # fmt: skip
    """Embark on a Quest from the middle."""
    such_a_crew(s, me, label, to)
    now, title, printed = s.seats[me].crews[label].quest, s.title(quest), s.table.quests.get(quest)
    works = quests_in_work(s).get(quest)
    seat, crew = works or (0, 0)
    to.holds("QUEST-02", works is None, "the Quest is taken: {owner}'s {crew} is on it",
             owner=s.name_of(seat), crew=s.crew(crew))  # fmt: skip
    to.holds("QUEST-04", not now, "the Crew is already on {quest}", quest=s.title(now))
    for seat, side in enumerate(s.seats):
        rules = ("QUEST-13", "QUEST-11") if printed is not None and printed.war else "QUEST-11"
        to.holds(rules, quest not in (*side.victory, *side.aside),
                 "{owner} has already completed the Quest", owner=s.name_of(seat))  # fmt: skip
    to.holds("QUEST-13", printed is None or not printed.war,
             "{quest} can be won only in the Trojan War", quest=title)  # fmt: skip
    to.holds("QUEST-01", printed is not None, "{quest} is not a Quest card", quest=title)
    to.holds("QUEST-01", quest in s.middle, "{quest} is not in the middle", quest=title)
    to.asked()
    after = s._replace(stage=phases.QUEST, middle=without(s.middle, quest))
    after = after.alter_crew(me, label, quest=quest, marks=0)
    if s.stage != phases.QUEST:
        to.did("TURN-01", s, after)
    if s.blocked_by(quest):
        to.did("BLOCK-04", s, after)
    return to.did(("QUEST-01", "QUEST-03"), s, after, EMBARKS, quest=title, crew=s.crew(label))


# ---- challenges


def steps(s: State) -> Iterator[ref.Move]:
    """Yield the next steps of Quests that the active player's Crews can complete."""
    seat, table = s.turn, s.table
    for label, crew in enumerate(s.seats[seat].crews):
        if not crew.leader or not crew.quest:
            continue
        if table.quests[crew.quest].steps[crew.marks].kind == phases.SEA:
            yield ref.Move(seat, "sea", (label,))
        for card in _within_might(s, seat, label):
            if (way := _ways(s, seat, label, card)[0]) != ASIDE:
                yield ref.Move(seat, "challenge", (label, card, way))


def steps_in_order(s: State, me: int, label: int, card: str, way: str, to: Judge) -> None:
    """Check that steps are done in order; a card that blocks the Quest must be overcome first."""
    title, crew = s.title(card), s.seats[me].crews[label]
    block, is_next = s.blocked_by(crew.quest), next_step_is(s, me, label, card)
    lies = card in block
    if way == STEP:
        blocking_cards_first(s, crew.quest, to)
        to.holds(("QUEST-05", "QUEST-07"), is_next,
                 "{card} is not the next step; with 'aside', it can be overcome without marking "
                 "a step", card=title)  # fmt: skip
    if way == BLOCK:
        to.holds(("BLOCK-03", "BLOCK-06"), lies, "{card} does not block this Crew's Quest",
                 card=title)  # fmt: skip
    elif lies:
        to.forbids(("BLOCK-03", "BLOCK-06"),
                   "{card} blocks the Quest and must be overcome as a Blocking card",
                   card=title)  # fmt: skip
    if way == ASIDE:
        to.holds(("QUEST-07", "QUEST-06"), not is_next or block,
                 "{card} is the next step, so 'aside' is not possible", card=title)  # fmt: skip
        if block or not crew.quest:
            to.holds("QUEST-12" if not crew.quest else "BLOCK-08", True,
                     "no step of the Quest is marked")  # fmt: skip


def overcome(s: State, me: int, label: int, piece: str, way: str, to: Judge) -> State:
    """Move an overcome Foe or Ordeal to its place as a reward, or to the discard pile."""
    start, card = s, s.table.cards[piece]
    rules: Pieces = ("CHAL-04",) if way == BLOCK else ("CHAL-04", "QUEUE-07")
    s = s.lifted(piece)
    if card.laurels:
        s = s.alter(me, victory=(*s.seats[me].victory, piece))
        rules = (*rules, "CHAL-11", "WIN-02")
    else:
        s = s.discarded(piece)
    quest = s.seats[me].crews[label].quest
    left = s.blocked_by(quest)
    if way == BLOCK:
        rules = (*rules, "BLOCK-03", "BLOCK-06", "BLOCK-07") if left else (
            *rules, "BLOCK-03", "BLOCK-06")  # fmt: skip
    elif way == ASIDE:
        rules = (*rules, "QUEST-07")
        if not quest or left:
            rules = (*rules, "BLOCK-08" if quest else "QUEST-12")
    tasks = []
    if card.reward.treasure is not None and not card.laurels:
        rules = (*rules, "CHAL-10")
        tasks.append(Task("give", me, by=me, of=me, card=piece))
    elif card.join is not None and not card.laurels:
        tasks.append(Task("join", me, by=me, of=me, card=piece, crew=label))
    s = begun(s, piece, "on_defeat", me, crew=label).push(*tasks)
    beside = way == ASIDE and quest
    s = to.did(rules, start, s, BESIDE if beside else OVERCOMES, card=card.title,
               quest=s.title(quest) if beside else "")  # fmt: skip
    if way == BLOCK and not left:
        to.did("BLOCK-03", start, s, IS_FREE, quest=s.title(quest))
    return mark_step(s, me, label, to) if way == STEP else s


@verb(open=OPEN, early=may_act)
def challenge(
    s: State, me: int, label: OwnCrew, card: Annotated[str, notation.CHALLENGED.of(_within_might)],
    way: Annotated[str, notation.WAY.of(_ways)], to: Judge,
) -> State:  # fmt: skip
    """Take on a Foe or an Ordeal."""
    which_acts(s, me, label, to)
    title, quest = s.title(card), s.seats[me].crews[label].quest
    to.holds("CHAL-01", card in challengeable(s, me, label) or card in s.blocking,
             "{card} is in no queue and not on the Crew's Quest", card=title)  # fmt: skip
    on = next((quest for quest, each in s.blocks if each == card), None)
    if on is not None:
        rules = ("CHAL-01", "BLOCK-05", "QUEST-12") if way != ASIDE and not quest else (
            "CHAL-01", "BLOCK-05")  # fmt: skip
        to.holds(rules, quest == on, "the card blocks another Quest, {quest}", quest=s.title(on))
    steps_in_order(s, me, label, card, way, to)
    meets_demands(s, me, label, card, to)
    to.asked()
    before = s
    if s.announced or s.spared or s.window:
        before = s._replace(announced=None, spared=(), window=())
    have, need = measured_might(s, me, label), vulnerable_might(s, me, label, s.table.cards[card])
    say = TAKES_ON if not need else MEETS_NEXT if way == STEP else MEETS
    after = acted(s, label, to, say, card=title, have=have, need=need)
    after = advance(overcome(after, me, label, card, way, to), to)
    return to.did("CHAL-03", s, after._replace(announced=Announced(before, me, card)))


# ---- crossing the sea


@verb(open=OPEN, early=may_act)
def sea(s: State, me: int, label: OwnCrew, to: Judge) -> State:
    """Cross the sea; the other players are asked in turn whether they stop it."""
    which_acts(s, me, label, to)
    crew, rules = s.seats[me].crews[label], ("SEA-01", "QUEST-05")
    to.holds(rules, crew.quest, "the Crew is not on a Quest")
    steps = s.table.quests[crew.quest].steps[crew.marks :]
    to.holds(rules, steps and steps[0].kind == phases.SEA, "the next step is not a crossing")
    blocking_cards_first(s, crew.quest, to)
    to.asked()
    asked = s.opponents(me)
    after = acted(s, label, to, CROSSES, other=s.name_of(asked[0]))
    task = Task(phases.SEA, asked[0], by=me, of=me, what=crew.quest, crew=label, crews=asked)
    return to.did(("SEA-01", "SEA-02"), s, after.push(task))


def not_over(s: State, to: Judge) -> None:
    """Check that the game is not over. The challenge that ended the game may still be stopped."""
    to.holds(("WIN-03", "WIN-01"), s.stage != phases.OVER or s.announced is not None,
             "the game is over")  # fmt: skip


def _nothing_to_stop(s: State, me: int) -> bool:
    """Return whether no other player has just announced a crossing or a challenge."""
    if s.mode == phases.SEA or s.stage == phases.OVER:
        return False
    return s.announced is None or s.announced.seat == me


def may_answer(s: State, me: int, to: Judge) -> None:
    """Check that a player may answer.

    The left neighbour answers first, and nobody answers a challenge twice.
    """
    if s.mode == phases.SEA:
        asked = s.agenda[-1].seat
        to.holds("SEA-02", asked == me, "{other} must answer now", other=s.name_of(asked))
    elif s.announced is not None:
        to.holds(("CHAL-13", "CHAL-03"), me not in s.announced.allowed,
                 "{player} declined to stop the challenge")  # fmt: skip


@verb(anybody=True, by=asked_to_stop)
def allows(s: State, me: int, to: Judge) -> State:
    """Let a crossing or a challenge happen."""
    not_over(s, to)
    to.holds(("SEA-06", "CHAL-13", "TURN-02"), not _nothing_to_stop(s, me),
             "no crossing or challenge can be stopped now")  # fmt: skip
    may_answer(s, me, to)
    to.asked()
    if crossing := _asked(s, me):
        rest = crossing.crews[1:]
        after = s.pop().push(crossing._replace(crews=rest, seat=rest[0] if rest else -1))
        return to.did("SEA-02", s, after, LETS_PASS)
    assert s.announced is not None  # a challenge
    after = s._replace(announced=s.announced._replace(allowed=(*s.announced.allowed, me)))
    return to.did(("CHAL-03", "CHAL-13"), s, after, LETS_HAPPEN)


def something_to_stop(s: State, me: int, card: str, to: Judge) -> None:
    """Check that the card can stop something: a crossing, or a challenge just announced."""
    there, printed = not _nothing_to_stop(s, me), s.table.cards.get(card)
    at_sea = printed is None or printed.wrecks or not printed.stops
    if printed is None or printed.stops or not printed.wrecks:
        rules: Pieces = ("CHAL-03", "CHAL-13", "SEA-06") if at_sea else ("CHAL-03", "CHAL-13")
        to.holds((*rules, "TURN-02"), there, "there is no challenge that can still be stopped")
    to.holds(("SEA-06", "TURN-02"), there, "no crossing or challenge can be stopped now")


@verb(anybody=True, by=asked_to_stop)
def stops(
    s: State, me: int, card: Annotated[str, notation.HAND_CARD.of(_stoppers)], to: Judge
) -> State:
    """Stop a crossing, or the challenge just announced."""
    not_over(s, to)
    something_to_stop(s, me, card, to)
    may_answer(s, me, to)
    before: State = s if s.announced is None else s.announced.before
    to.holds(("HOLD-01", "PLAY-06"), card in before.seats[me].hand,
             "{card} is not in {player}'s hand", card=s.title(card))  # fmt: skip
    crossing = _asked(s, me)
    return stop_challenge(s, card, to) if crossing is None else wreck(s, card, crossing, to)


def stop_challenge(s: State, card: str, to: Judge) -> State:
    """Undo the challenge just announced; the Quest action of the turn is used."""
    assert s.announced is not None
    before, kind, title = s.announced.before, s.table.cards[s.announced.card].type, s.title(card)
    to.holds("CHAL-03", {kind, "any"} & {*s.table.cards[card].stops},
             "{card} cannot stop the challenge of a card of type {kind}", card=title,
             kind=kind)  # fmt: skip
    to.asked()
    after: State = before.thrown(card)._replace(stage=phases.QUEST, used=before.used + 1)
    return to.did(("CHAL-13", "CHAL-03", "HOLD-04"), s, after, STOPS, card=title)


def wreck(s: State, card: str, crossing: Task, to: Judge) -> State:
    """Stop a crossing, unless a Favor protects the Crew; its Quest goes back."""
    seat, label, title = crossing.by, crossing.crew, s.title(card)
    to.holds("SEA-03", s.table.cards[card].wrecks, "{card} cannot stop a crossing", card=title)
    to.holds("SEA-03", not s.is_safe(seat, label), "a Favor protects this Crew at sea")
    to.asked()
    after = return_quest(s.thrown(card).pop(), seat, label, to)
    return to.did(("SEA-03", "SEA-04", "SEA-06", "HOLD-04"), s, after, WRECKS, card=title,
                  owner=s.name_of(seat))  # fmt: skip


# ---- withdrawing


def may_leave(s: State, me: int, label: int, leaving: Pieces, to: Judge) -> None:
    """Check that those who leave are in the Crew, and that an active Hero stays with the rest."""
    crew = s.seats[me].crews[label]
    for each in leaving:
        to.holds("WITHDRAW-01", each in crew.everybody, "{card} is not in the Crew",
                 card=s.title(each))  # fmt: skip
    to.holds("WITHDRAW-01", leaving, "the line must name at least one character")
    left = [each for each in s.successors(me, label) if each not in leaving]
    stays = crew.leader not in leaving or left or set(crew.everybody) <= set(leaving)
    to.holds(("WITHDRAW-04", "WITHDRAW-03"), stays,
             "an active Hero must stay with the characters that remain")  # fmt: skip


@verb(open=OPEN, early=may_act)
def withdraw(
    s: State, me: int, label: OwnCrew,
    leaving: Annotated[Pieces | None, notation.LEAVING.of(_leavers)], to: Judge,
) -> State:  # fmt: skip
    """Leave a Quest with some or all members of the Crew."""
    which_acts(s, me, label, to)
    crew, start = s.seats[me].crews[label], s
    to.holds("WITHDRAW-01", crew.quest, "the Crew is not on a Quest")
    if leaving is not ALL:
        may_leave(s, me, label, leaving, to)
    to.asked()
    if leaving is ALL or set(crew.everybody) <= set(leaving):
        s = acted(s, label, to, WITHDRAWS, quest=s.title(crew.quest))
        return to.did(("WITHDRAW-01", "WITHDRAW-02", "BETWEEN-01"), start,
                      return_quest(s, me, label, to), GOES_BACK,
                      quest=s.title(crew.quest))  # fmt: skip
    s = acted(s, label, to, LEAVE, quest=s.title(crew.quest), cards=s.each_title(leaving),
              others=s.each_title(without(crew.everybody, *leaving)))  # fmt: skip
    side, leads = s.seats[me], crew.leader in leaving
    s = s.alter(me, waiting=(*side.waiting, *leaving), late=(*side.late, *leaving))
    if leads:
        s = deity_leaves(s, me, crew.leader, to)
    s = s.alter_crew(me, label, members=without(crew.members, *leaving),
                     leader="" if leads else crew.leader)  # fmt: skip
    if s.table.quest_returns:
        s = return_quest(s, me, label, to)
    s = to.did(("WITHDRAW-01", "WITHDRAW-03", "WITHDRAW-05"), start, s)
    if not leads:
        return s
    return to.did("WITHDRAW-04", s, s.push(Task("promote", me, of=me, crew=label, what="must")))


@verb(open=OPEN, early=may_act)
def tread(s: State, _: int, to: Judge) -> State:
    """Use the Quest action without any effect."""
    to.asked()
    after = s._replace(stage=phases.QUEST, used=s.used + 1)
    return to.did(("QUEST-10", "TURN-03"), s, after, TREADS)
