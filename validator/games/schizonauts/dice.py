"""The dice of a scene: contributions, trades for larger dice, the roll, narrator and judge.

In the rulebook: The question, and the dice; Dice; Narrator and judge.
"""

from __future__ import annotations

from random import Random
from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.dice_pool import aptitude_of, key_bonus, pool_of, rating_of
from validator.games.schizonauts.identity import is_confirmed, is_crisis
from validator.games.schizonauts.modes import actor, also, pair, verb, whose
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.scene import scene_players
from validator.games.schizonauts.sheet import OVERLAP, SIDES
from validator.games.schizonauts.state import Die, Pieces, State, faces
from validator.referee import api as ref
from validator.referee.api import Judge, Message, Say

Trade = tuple[Pieces, str | Pieces]  # dice given up, and the die received; several are refused
Throws = tuple[tuple[int, tuple[Die, ...]], ...]  # seats and the dice that they roll
UNROLLED = (modes.FLASH.dice, modes.END.dice, modes.CRISIS.dice)
NARRATOR = ("RESOLVE-01", "RESOLVE-02", "RESOLVE-03", "RESOLVE-04")
JUDGE = ("RESOLVE-05", "RESOLVE-06", "RESOLVE-07", "RESOLVE-08")
AT_FIRST, LATER, RUN_OUT, ALL_EQUAL = range(len(NARRATOR))  # how dice decide: index of the rule
GIVES = Say("Give {target} {dice}", "gives {target} {dice}")
STILL_COUNTS = Say("", "still counts, although the character is dead")
TRADES = Say("Trade {gone} for {got}", "trades {gone} for {got}, and now [has|have] {left}")
THROWS = Say("No more help: roll {dice}", "throws the dice: {dice}")
ROLLS = Say("", "{rolled}")
NARRATES = Say("Turn up no more cards: {named} [is|are] narrator",
               "{named} [is|are] narrator, {how}: {dice}")  # fmt: skip
JUDGES = Say("Turn up no more cards: {named} [is|are] judge",
             "{named} [is|are] judge, {how}: {dice}")  # fmt: skip
HOW = dict(zip((*NARRATOR, *JUDGE), (  # by the rule that decides
    Message("with the highest die"), Message("with the highest die after equal dice"),
    Message("with a die left after equal dice"), Message("because all dice are equal"),
    Message("with the lowest die"), Message("with the lowest die after equal dice"),
    Message("with no die left after equal dice"), Message("because all dice are equal"),
), strict=True))  # fmt: skip
# ---- candidates


def own_trades(state: State, seat: int) -> tuple[tuple[Pieces, str], ...]:
    """Return every legal trade of dice in a player's pool."""
    if not state.in_scene(seat):
        return ()
    table, dice = state.table, pool_of(state, seat)
    found = []
    for smaller in _sets(table.dice, dice, max(table.worth.values())):
        worth = sum(table.worth[die] for die in smaller)
        if len(smaller) >= table.dice_from:
            found += [(smaller, die) for die in table.dice if table.worth[die] == worth]
    return tuple(found)


def _sets(sizes: Pieces, dice: tuple[int, ...], most: int) -> list[Pieces]:
    """Return every set of at most `most` dice from a pool, the smallest sets first."""
    found: list[Pieces] = [()]
    for die, number in zip(sizes, dice, strict=True):
        found = [
            (*before, *(die,) * n)
            for before in found
            for n in range(min(number, most - len(before)) + 1)
        ]
    return found


def random_roll(state: State, random: Random) -> ref.Move:
    """Return a random roll of the dice that are to be rolled."""
    thrown = []
    for seat in scene_players(state):
        shown = []
        for die_, number in zip(state.table.dice, pool_of(state, seat), strict=True):
            shown += [(die_, random.randint(1, faces(die_))) for _ in range(max(0, number))]
        thrown.append((seat, tuple(shown)))
    return ref.Move(ref.CHANCE, "roll", (tuple(sorted(thrown)),))


# ---- contributions and trades


def may_give(s: State, me: int, to: Judge) -> None:
    """Check that the player is a contributor and has not reached the limit of gifts per scene."""
    to.holds("DICE-07", not s.in_scene(me),
             "{player} [is|are] in the scene and cannot contribute to it")  # fmt: skip
    gifts = sum(giver == me for giver, _ in s.scene.gifts)
    to.holds(("DICE-05", "CRISIS-08"), gifts < s.table.gifts,
             "{player} [has|have] already contributed to this scene")  # fmt: skip


@verb(open=(modes.FLASH.play, modes.CHAIN_WAITS, modes.END.play, *UNROLLED),
      by=modes.contributors, due=also("DICE-06", "SCENE-14"), early=may_give)  # fmt: skip
def die(
    s: State, me: int, target: Annotated[int, notation.PLAYER.of(scene_players)],
    said: Annotated[str | None, notation.GIFT], to: Judge,
) -> State:  # fmt: skip
    """As a contributor, give a die to the actor or to the visitor."""
    plain, in_crisis = f"{s.table.gift_dice}{s.table.die}", is_crisis(s)
    to.holds("DICE-05", s.in_scene(target), "{target} is not in the scene", target=s.name(target))
    to.holds(("DICE-05", "CRISIS-08"), said is None, "a contribution is {plain}, not {said}",
             plain=plain, said=said)  # fmt: skip
    to.asked()
    after = s.with_scene(gifts=tuple(sorted((*s.scene.gifts, (me, target)))))
    if s.seats[me].dead:
        to.did("AFTER-03", s, after, STILL_COUNTS)
    rules = ("DICE-05", "DICE-06", "CRISIS-08") if in_crisis else ("DICE-05", "DICE-06")
    return to.did(rules, s, after, GIVES, target=s.name(target), dice=plain)


def remembered(s: State, to: Judge) -> None:
    """Check that both players in a crisis have chosen a memory.

    This must be done before their dice are traded or rolled.
    """
    if is_crisis(s):
        to.holds("CRISIS-04", s.scene.memory, "{actor} has not chosen a memory yet",
                 actor=s.name(s.turn))  # fmt: skip
        to.holds("CRISIS-05", s.scene.visitors_memory, "{visitor} [has|have] chosen no memory",
                 visitor=s.name(s.scene.visitor))  # fmt: skip


@verb(open=UNROLLED, by=pair, due=also("DICE-12", "SCENE-14"))
def trade(s: State, me: int, traded: Annotated[Trade, notation.TRADE.of(own_trades)],
          to: Judge) -> State:  # fmt: skip
    """Trade dice in your pool for one larger die: an upgrade."""
    table, (gone, got), worth = s.table, traded, s.table.worth
    to.holds(("DICE-13", "DICE-07", "DICE-09"), s.in_scene(me),
             "{player} [is|are] not in the scene and [has|have] no pool")  # fmt: skip
    remembered(s, to)
    if not isinstance(got, str):
        to.holds(("DICE-13", "DICE-09"), got == (),
                 "a trade must result in one larger die, not {number}",
                 number=len(got))  # fmt: skip
    to.holds("DICE-11", table.largest not in gone, "a {die} cannot be traded", die=table.largest)
    to.holds("DICE-11", got in worth, "a {die} is not larger than the dice given",
             die=table.largest)  # fmt: skip
    to.holds("DICE-09", len(gone) >= table.dice_from,
             "the number of dice given is {number}; expected at least {least}", number=len(gone),
             least=table.dice_from)  # fmt: skip
    assert isinstance(got, str)
    given = sum(worth.get(each, 0) for each in gone)
    to.holds(("DICE-13", "DICE-10", "DICE-09"), given == worth[got],
             "{gone} are worth {given}, but a {got} is worth {worth}", gone=gone, given=given,
             got=got, worth=worth[got])  # fmt: skip
    pool = pool_of(s, me)
    have = dict(zip(table.dice, pool, strict=True))
    to.holds(("DICE-09", "DICE-13"), all(gone.count(each) <= have.get(each, 0) for each in gone),
             "{player} [has|have] {pool}", pool=table.pool_words(pool))  # fmt: skip
    to.asked()
    old = s.scene.traded or ((0,) * len(table.dice),) * len(scene_players(s))
    side = s.side_of(me)
    new = tuple(number + (each == got) - gone.count(each)
                for number, each in zip(old[side], table.dice, strict=True))  # fmt: skip
    after = s.with_scene(traded=ref.put(old, side, new))
    if table.largest == got:
        to.did("DICE-11", s, after)
    if s.scene.gifts:
        to.did("DICE-14", s, after)
    return to.did(("DICE-09", "DICE-10", "DICE-12"), s, after, TRADES, gone=gone, got=got,
                  left=table.pool_words(pool_of(after, me)))  # fmt: skip


# ---- the roll


@verb(open=UNROLLED, by=actor, turn=whose("SETUP-03", "DICE-15"), due=also("DICE-15", "SCENE-14"))
def throw(s: State, _: int, to: Judge) -> State:
    """As the actor, end contributions and trades, and roll."""
    remembered(s, to)
    to.asked()
    dice = tuple(
        f"{s.name(seat)} {s.table.pool_words(pool_of(s, seat))}" for seat in scene_players(s)
    )
    return to.did("DICE-15", s, s.with_scene(rolling=True), THROWS, dice=dice)


@verb("chance", open=(*modes.BY_DICE, *UNROLLED), due=also("DICE-15", "SCENE-14"))
def roll(s: State, _: int, thrown: Annotated[Throws, notation.ROLLED], to: Judge) -> State:
    """Roll the dice of both players."""
    remembered(s, to)
    dice_of, table = dict(thrown), s.table
    strange = s.names(seat for seat in dice_of if not s.in_scene(seat))
    to.holds(("DICE-15", "DICE-07"), not strange, "{players} [has|have] no dice in this scene",
             players=strange)  # fmt: skip
    for seat in scene_players(s):
        dice, have = [each for each, _ in dice_of.get(seat, ())], pool_of(s, seat)
        right = [dice.count(each) for each in table.dice] == list(have) and len(dice) == sum(have)
        to.holds(("DICE-15", "DICE-01", "DICE-02", "DICE-03", "SCENE-12", "END-10", "CRISIS-06",
                  "REVEAL-13"), right, "{roller} [has|have] {have}, but [rolls|roll] {dice}",
                 roller=s.name(seat), have=table.pool_words(have),
                 dice=" ".join(dice) or "nothing")  # fmt: skip
    for each, face in [shown for dice in dice_of.values() for shown in dice]:
        to.holds("DICE-15", 0 < face <= faces(each), "a {die} cannot show {face}", die=each,
                 face=face)  # fmt: skip
    to.asked()
    rolls = (dice_of.get(s.turn, ()), dice_of.get(s.scene.visitor, ()))
    after = s.with_scene(rolls=rolls, rolled=True, rolling=True)
    for seat in scene_players(s):
        to.did(_rated_by(s, seat), s, after, ROLLS, rolled=_throw_words(s, seat))
    return after


def _rated_by(s: State, seat: int) -> tuple[str, ...]:
    """Return the rules that determine a player's number of dice."""
    if s.phase == phases.ENDGAME:
        return "DICE-15", "DICE-01", "DICE-03"
    if s.phase == phases.FINAL:
        dead = ("CRISIS-07",) if s.seats[seat].dead else ()
        return "DICE-15", "DICE-01", "CRISIS-06", *dead
    above = ("DICE-04",) if rating_of(s, seat)[1] + key_bonus(s, seat) > s.table.cap else ()
    return "DICE-15", "DICE-01", "DICE-02", "SCENE-12", *above


def _throw_words(state: State, seat: int) -> str:
    """Return how a player's pool is composed, as text."""
    table = state.table
    side, value = rating_of(state, seat)
    chosen = aptitude_of(state, seat)
    parts = [f"{table.aptitudes[chosen]} {value}" if chosen >= 0 else "no aptitude"]
    if side in (0, 1, OVERLAP):
        parts[0] = f"{SIDES[side]} {parts[0]}"
    if extra := key_bonus(state, seat):
        parts.append(f"+{extra} {state.scene.key}")
    shown = state.reveal_of(seat)
    if shown and shown.memory:
        parts.append(f"+{table.memory_dice} {shown.memory.text}")
    gifts = sum(table.gift_dice for _, to in state.scene.gifts if to == seat)
    if gifts:
        parts.append(f"+{gifts} contributed")
    return f"{state.name(seat)}: {', '.join(parts)} = {table.pool_words(pool_of(state, seat))}"


# ---- narrator and judge


Named = Annotated[int, notation.PLAYER.of(scene_players)]


def _shown(s: State, highest_first: bool = True) -> list[list[int]]:
    """Return the faces of the actor's and of the visitor's dice, in order."""
    return [sorted((face for _, face in dice), reverse=highest_first) for dice in s.scene.rolls]


def _dice_words(s: State) -> str:
    return "; ".join(f"{s.name(seat)} {', '.join(map(str, each))}"
                     for seat, each in zip(scene_players(s), _shown(s), strict=True))  # fmt: skip


def narrator_by_dice(s: State) -> tuple[int, int]:
    """Return who becomes narrator, and the index of the deciding rule in NARRATOR.

    The higher of the highest dice wins. Equal dice are set aside in pairs, and whoever runs out of
    dice loses: `>` compares lists in this way.
    """
    actor, visitor = _shown(s)
    return _decided(s, actor, visitor, actor > visitor, s.table.tie_narrator)


def judge_by_dice(s: State) -> tuple[int, int]:
    """Return who becomes judge, and the index of the deciding rule in JUDGE.

    The lower of the lowest dice wins. Equal dice are set aside in pairs, and whoever runs out of
    dice wins: `<` compares lists in this way.
    """
    actor, visitor = _shown(s, highest_first=False)
    return _decided(s, actor, visitor, actor < visitor, s.table.tie_judge)


def _decided(
    s: State, actor: list[int], visitor: list[int], actor_wins: bool, at_tie: str
) -> tuple[int, int]:
    """Return who wins with these dice, and which of the rules in NARRATOR or JUDGE decides."""
    if actor == visitor:
        return (s.turn if at_tie == "actor" else s.scene.visitor), ALL_EQUAL
    unequal = [one != other for one, other in zip(actor, visitor, strict=False)]
    decides = RUN_OUT if not any(unequal) else AT_FIRST if unequal[0] else LATER
    return (s.turn if actor_wins else s.scene.visitor), decides


@verb("table", open=(*modes.NAMING, modes.TOLD))
def narrator(s: State, _: int, who: Named, to: Judge) -> State:
    """Name the narrator, whom the dice determine."""
    if is_confirmed(s):
        to.holds("FINAL-08", who == s.turn, "{actor} must say who they are", actor=s.name(s.turn))
        to.asked()
        return to.did("FINAL-08", s, s.with_scene(narrator=who))
    to.holds("SCENE-14", s.scene.narrator == NOBODY, "the narrator must be {named}",
             named=s.name(s.scene.narrator))  # fmt: skip
    seat, decides = narrator_by_dice(s)
    dice, rules = _dice_words(s), (NARRATOR[decides], "RESOLVE-09")
    to.holds(rules, who == seat, "the narrator must be {named}; the dice are {dice}",
             named=s.name(seat), dice=dice)  # fmt: skip
    to.asked()
    return to.did(rules, s, s.with_scene(narrator=who), NARRATES, named=s.name(who), dice=dice,
                  how=HOW[rules[0]])  # fmt: skip


@verb("table", open=(*modes.NAMING, modes.TOLD))
def judge(s: State, _: int, who: Named, to: Judge) -> State:
    """Name the judge, whom the dice determine."""
    if is_confirmed(s):
        visitor = s.scene.visitor
        to.holds("FINAL-08", who == visitor, "{visitor} [is|are] judge", visitor=s.name(visitor))
        to.asked()
        return to.did("FINAL-08", s, s.with_scene(judge=who))
    to.holds("SCENE-14", s.scene.judge == NOBODY, "the judge must be {named}",
             named=s.name(s.scene.judge))  # fmt: skip
    seat, decides = judge_by_dice(s)
    dice, rules = _dice_words(s), (JUDGE[decides], "RESOLVE-09")
    to.holds(rules, who == seat, "the judge must be {named}, because all dice count again: {dice}",
             named=s.name(seat), dice=dice)  # fmt: skip
    to.asked()
    return to.did(rules, s, s.with_scene(judge=who), JUDGES, named=s.name(who), dice=dice,
                  how=HOW[rules[0]])  # fmt: skip
