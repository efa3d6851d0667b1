"""From the question to the close of a scene: contributions, trades, the roll, answer and price."""

from __future__ import annotations

from random import Random
from typing import Any

from validator.games.schizonauts import notation
from validator.games.schizonauts.common import (
    after_bets,
    before_roll,
    belongs_to,
    name,
    not_now,
    open_scene,
    others,
    waits,
)
from validator.games.schizonauts.position import (
    ENDGAME,
    FINAL,
    FLASHBACK,
    NOBODY,
    PAY,
    VOTE,
    Bleed,
    Die,
    Pieces,
    Position,
    Scene,
    aptitude_of,
    bonus,
    confirmed,
    faces,
    in_crisis,
    in_scene,
    payouts,
    pool,
    pool_words,
    rating,
    reveal_of,
    ruled,
    side_of,
    true_side,
)
from validator.games.schizonauts.sheet import OVERLAP, SIDES
from validator.referee.core import CHANCE, Move, Notes, Verb, Verdict, laws_for
from validator.referee.grammar import nothing_said
from validator.referee.zones import put

# ---- candidates


def scene_players(at: Position, *_: object) -> tuple[int, ...]:
    """Actor and visitor."""
    return tuple(seat for seat in (at.turn, at.scene.visitor) if seat >= 0)


def own_trades(at: Position, seat: int) -> tuple[tuple[Pieces, str], ...]:
    """Every legal trade with the dice of a pool."""
    if not in_scene(at, seat):
        return ()
    table, dice = at.table, pool(at, seat)
    found = []
    for given in _sets(table.dice, dice, max(table.worth.values())):
        worth = sum(table.worth[die] for die in given)
        if len(given) >= table.dice_from:
            found += [(given, die) for die in table.dice if table.worth[die] == worth]
    return tuple(found)


def _sets(sizes: Pieces, dice: tuple[int, ...], most: int) -> list[Pieces]:
    """Every set of dice of a pool, small ones first, of up to so many dice."""
    found: list[Pieces] = [()]
    for die, number in zip(sizes, dice, strict=True):
        found = [
            (*before, *(die,) * n)
            for before in found
            for n in range(min(number, most - len(before)) + 1)
        ]
    return found


def random_roll(at: Position, random: Random) -> Move:
    """What the dice may show now."""
    thrown = []
    for seat in scene_players(at):
        shown = []
        for die_, number in zip(at.table.dice, pool(at, seat), strict=True):
            shown += [(die_, random.randint(1, faces(die_))) for _ in range(max(0, number))]
        thrown.append((seat, tuple(shown)))
    return Move(CHANCE, roll.name, (tuple(sorted(thrown)),))


def agreed(at: Position, *_: object) -> tuple[tuple[int, ...], ...]:
    """Everybody at the table."""
    return (at.table.seats,)


def all_but_judge(at: Position, *_: object) -> tuple[tuple[int, ...], ...]:
    """Everybody but the judge."""
    return (others(at, at.scene.judge),)


# ---- the verbs

die = Verb(
    "die", about="As contributor, give a die to the actor or the visitor.",
    args=(notation.PLAYER.of(scene_players), notation.GIFT),
)  # fmt: skip
trade = Verb(
    "trade", about="Trade dice of your pool for one larger die.",
    args=(notation.TRADE.of(own_trades),),
)  # fmt: skip
throw = Verb(
    "throw", about="As actor, say that nothing is added any more and the dice fall.", args=()
)
roll = Verb("roll", about="What the dice of both show.", kind="chance", args=(notation.ROLLED,))
narrator = Verb(
    "narrator", about="Read the dice: who is narrator.", kind="table",
    args=(notation.PLAYER.of(scene_players),),
)  # fmt: skip
judge = Verb(
    "judge", about="Read the dice: who is judge.", kind="table",
    args=(notation.PLAYER.of(scene_players),),
)  # fmt: skip
answer = Verb(
    "answer", about="As narrator, answer the question.", kind="aside",
    args=(
        notation.APTITUDE.of(nothing_said).or_left_out(None),
        notation.SIDE.of(nothing_said).or_left_out(None),
        notation.ANSWER.of(lambda *_: ("",)).or_left_out(""),
    ),
)  # fmt: skip
price = Verb(
    "price", about="As judge, set the price of the answer.",
    args=(
        notation.APTITUDE.of(nothing_said).or_left_out(None),
        notation.TEXT.of(lambda *_: ("A price",)).or_left_out(""),
    ),
)  # fmt: skip
override = Verb(
    "override", about="All but the judge find the price too weak.", kind="table",
    args=(
        notation.PLAYERS.after("by").of(all_but_judge).or_left_out(
            lambda at, _: others(at, at.scene.judge)
        ),
    ),
)  # fmt: skip
death = Verb(
    "death", about="All agree that a character of the scene dies.", kind="table",
    args=(
        notation.PLAYER.of(scene_players),
        notation.PLAYERS.after("by").of(agreed).or_left_out(lambda at, *_: at.table.seats),
    ),
)  # fmt: skip
close = Verb("close", about="Close the scene.", kind="table", args=())

VERBS = (die, trade, throw, answer, price)
BY_TABLE = (narrator, judge, override, death, close)
not_now((death,), (FLASHBACK,), "SCHIZ-FLASH-03")
belongs_to(
    (die, trade, throw, roll, narrator, judge, answer, price, override, close),
    (FLASHBACK, ENDGAME, FINAL),
)
ALL = (*VERBS, *BY_TABLE, roll)


@laws_for((die, trade, roll, throw), "SCHIZ-FINAL-08")
def no_dice(at: Position, _: int) -> Verdict:
    """A confirmed identity needs no dice."""
    return "no dice in a confirmed identity" if confirmed(at) and at.scene.open else None


after_bets(ALL)
open_scene((die, trade, roll, throw, narrator, judge, answer, override, close))
open_scene((price,), "SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14")
open_scene((death,), "SCHIZ-AFTER-05", "SCHIZ-END-05")
waits((trade, throw, narrator, judge, price, override, close))
before_roll((die,), "SCHIZ-DICE-06", "SCHIZ-SCENE-14")
before_roll((trade,), "SCHIZ-DICE-12")
before_roll((throw, roll), "SCHIZ-DICE-15")

# ---- contributions


@die.law("SCHIZ-DICE-06")
def not_while_rolling(at: Position, _: int) -> Verdict:
    """Contributions come before the roll."""
    return "the dice are being rolled" if at.scene.rolling and not at.scene.rolled else None


@die.law("SCHIZ-DICE-07")
def contributors_only(at: Position, seat: int) -> Verdict:
    """Actor and visitor do not contribute."""
    if not at.scene.open:
        return None
    return f"{name(at, seat)} is in the scene" if in_scene(at, seat) else ""


@die.law("SCHIZ-SCENE-14", "SCHIZ-DICE-05")
def somebody_to_give_to(at: Position, _: int) -> Verdict:
    """There is a visitor."""
    return "the visitor is not chosen" if at.scene.open and at.scene.visitor < 0 else None


@die.law("SCHIZ-DICE-05", "SCHIZ-CRISIS-08")
def one_contribution(at: Position, seat: int) -> Verdict:
    """One contribution a scene."""
    given = sum(giver == seat for giver, _ in at.scene.gifts)
    if given < at.table.gifts:
        return "" if at.scene.open else None
    return f"{name(at, seat)} has contributed to this scene"


@die.law("SCHIZ-DICE-05")
def to_actor_or_visitor(at: Position, _: int, to: int) -> Verdict:
    """To the actor or to the visitor."""
    if not at.scene.open:
        return None
    return None if in_scene(at, to) else f"{name(at, to)} is not in the scene"


@die.law("SCHIZ-DICE-05", "SCHIZ-CRISIS-08")
def one_plain_die(at: Position, _: int, _to: int, what: Any) -> Verdict:
    """A single plain die."""
    plain = f"{at.table.gift_dice}{at.table.die}"
    return None if what is None else f"a contribution is {plain}, not {what}"


@die.effect
def _die(at: Position, seat: int, to: int, _what: Any, note: Notes | None) -> Position:
    if note is not None:
        player, target = name(at, seat), name(at, to)
        dice = f"scene.pool.{target}"
        text = f"{player} gives {target} {at.table.gift_dice}{at.table.die}"
        note("SCHIZ-DICE-05", dice, "scene.dice", text=text)
        note("SCHIZ-DICE-06", dice)
        if in_crisis(at):
            note("SCHIZ-CRISIS-08", dice, "scene.dice")
        if at.dead[seat]:
            note("SCHIZ-AFTER-03", dice, text=f"{player}'s character is dead, and still counts")
    return at._replace(scene=at.scene._replace(gifts=tuple(sorted((*at.scene.gifts, (seat, to))))))


# ---- trades


@trade.law("SCHIZ-DICE-13", "SCHIZ-DICE-07", "SCHIZ-DICE-09")
def has_a_pool(at: Position, seat: int) -> Verdict:
    """Only actor and visitor have dice to trade."""
    return None if not at.scene.open or in_scene(at, seat) else f"{name(at, seat)} has no pool"


@laws_for((trade, roll, throw), "SCHIZ-SCENE-14")
def asked_first(at: Position, _: int) -> Verdict:
    """The question comes before the dice."""
    if not at.scene.open:
        return None
    return "" if at.scene.question else "the question is not put yet"


@laws_for((trade, roll, throw), "SCHIZ-CRISIS-04")
def actors_memory(at: Position, _: int) -> Verdict:
    """In a crisis the actor uses a memory."""
    if not in_crisis(at) or not at.scene.open:
        return None
    return "" if at.scene.memory else f"{name(at, at.turn)} has chosen no memory"


@laws_for((trade, roll, throw), "SCHIZ-CRISIS-05")
def visitors_memory(at: Position, _: int) -> Verdict:
    """In a crisis the visitor uses a memory."""
    if not in_crisis(at) or not at.scene.open:
        return None
    return "" if at.scene.visitors_memory else f"{name(at, at.scene.visitor)} has chosen no memory"


def _worth(at: Position, dice: Any) -> int:
    return sum(at.table.worth.get(each, 0) for each in dice)


def _words(dice: Any) -> str:
    return " ".join(dice)


@trade.law("SCHIZ-DICE-11")
def largest_stays(at: Position, _: int, given: tuple[Pieces, str]) -> Verdict:
    """The largest die is not traded, and nothing larger is had."""
    gone, got = given
    if at.table.largest in gone:
        return f"a {at.table.largest} cannot be traded"
    return f"nothing is larger than a {at.table.largest}" if got not in at.table.worth else None


@trade.law("SCHIZ-DICE-09")
def enough_dice(at: Position, _: int, given: tuple[Pieces, str]) -> Verdict:
    """Several dice become one."""
    gone = given[0]
    return "" if len(gone) >= at.table.dice_from else f"{len(gone)} dice, not {at.table.dice_from}"


@trade.law("SCHIZ-DICE-13", "SCHIZ-DICE-10", "SCHIZ-DICE-09")
def equal_worth(at: Position, _: int, given: tuple[Pieces, str]) -> Verdict:
    """Worth is neither lost nor won."""
    gone, got = given
    a, b = _worth(at, gone), at.table.worth.get(got, 0)
    return "" if a == b else f"{_words(gone)} are worth {a}, a {got} is worth {b}"


@trade.law("SCHIZ-DICE-09", "SCHIZ-DICE-13")
def from_own_pool(at: Position, seat: int, given: tuple[Pieces, str]) -> Verdict:
    """They are in the player's own pool."""
    if not in_scene(at, seat):
        return None
    dice = dict(zip(at.table.dice, pool(at, seat), strict=True))
    for each in given[0]:
        if given[0].count(each) > dice.get(each, 0):
            return f"{name(at, seat)} has {pool_words(at.table, pool(at, seat))}"
    return ""


@trade.effect
def _trade(at: Position, seat: int, given: tuple[Pieces, str], note: Notes | None) -> Position:
    table = at.table
    gone, got = given
    change = [(each == got) - gone.count(each) for each in table.dice]
    old = at.scene.traded or ((0,) * len(table.dice),) * len(scene_players(at))
    side = side_of(at, seat)
    new = tuple(a + b for a, b in zip(old[side], change, strict=True))
    after = at._replace(scene=at.scene._replace(traded=put(old, side, new)))
    if note is not None:
        fact = f"scene.pool.{name(at, seat)}"
        left = pool_words(table, pool(after, seat))
        note("SCHIZ-DICE-09", fact, text=f"{name(at, seat)} has {left}")
        note("SCHIZ-DICE-10", fact)
        note("SCHIZ-DICE-12", fact)
        if table.largest == got:
            note("SCHIZ-DICE-11", fact)
        if at.scene.gifts:
            note("SCHIZ-DICE-14", fact)
    return after


# ---- the roll


@throw.law("SCHIZ-SETUP-03", "SCHIZ-DICE-15")
def actor_rolls(at: Position, seat: int) -> Verdict:
    """The actor says so."""
    return None if seat == at.turn else f"it is {name(at, at.turn)}'s turn"


@throw.effect
def _throw(at: Position, _: int, note: Notes | None) -> Position:
    if note is not None:
        for seat in scene_players(at):
            text = f"{name(at, seat)} rolls {pool_words(at.table, pool(at, seat))}"
            note("SCHIZ-DICE-15", f"scene.pool.{name(at, seat)}", text=text)
    return at._replace(scene=at.scene._replace(rolling=True))


@roll.law("SCHIZ-DICE-15", "SCHIZ-DICE-07")
def only_their_dice(at: Position, _: int, thrown: dict[int, tuple[Die, ...]]) -> Verdict:
    """Actor and visitor roll, and nobody else."""
    wrong = [name(at, seat) for seat, _dice in _thrown(thrown) if not in_scene(at, seat)]
    return f"{wrong[0]} has no dice in this scene" if wrong and at.scene.open else None


@roll.law("SCHIZ-DICE-15", "SCHIZ-DICE-01", "SCHIZ-DICE-02", "SCHIZ-DICE-03", "SCHIZ-SCENE-12",
          "SCHIZ-END-10", "SCHIZ-CRISIS-06", "SCHIZ-REVEAL-13")  # fmt: skip
def exactly_their_dice(at: Position, _: int, thrown: Any) -> Verdict:
    """All dice of their pools and no others."""
    if not at.scene.open or at.scene.visitor == NOBODY or not at.scene.question:
        return None
    given = dict(_thrown(thrown))
    for seat in scene_players(at):
        dice = [each for each, _ in given.get(seat, ())]
        have = pool(at, seat)
        if any(dice.count(each) != n for each, n in zip(at.table.dice, have, strict=True)) or any(
            each not in at.table.dice for each in dice
        ):
            rolled = _words(dice) or "nothing"
            return f"{name(at, seat)} has {pool_words(at.table, have)}, and rolls {rolled}"
    return ""


@roll.law("SCHIZ-DICE-15")
def faces_there(at: Position, _: int, thrown: Any) -> Verdict:
    """Every result is a face of its die."""
    for _seat, dice in _thrown(thrown):
        for each, face in dice:
            if each in at.table.dice and not 0 < face <= faces(each):
                return f"a {each} has no {face}"
    return ""


def _thrown(thrown: Any) -> tuple[tuple[int, tuple[Die, ...]], ...]:
    return tuple(thrown)


@roll.effect
def _roll(at: Position, _: int, thrown: Any, note: Notes | None) -> Position:
    given = dict(_thrown(thrown))
    rolls = (given.get(at.turn, ()), given.get(at.scene.visitor, ()))
    if note is not None:
        for seat in scene_players(at):
            player = name(at, seat)
            note("SCHIZ-DICE-15", f"scene.rolled.{player}", text=_throw_words(at, seat))
            note("SCHIZ-DICE-01", f"scene.rolled.{player}")
            rule = {FLASHBACK: "SCHIZ-DICE-02", ENDGAME: "SCHIZ-DICE-03"}.get(at.phase)
            note(rule or "SCHIZ-CRISIS-06", f"scene.pool.{player}", f"scene.rolled.{player}")
            if at.phase == FLASHBACK:
                note("SCHIZ-SCENE-12", f"scene.pool.{player}")
                if rating(at, seat)[1] + bonus(at, seat) > at.table.cap:
                    note("SCHIZ-DICE-04", f"scene.pool.{player}")
            if at.phase == FINAL and at.dead[seat]:
                note("SCHIZ-CRISIS-07", f"scene.pool.{player}")
    return at._replace(scene=at.scene._replace(rolls=rolls, rolled=True, rolling=True))


def _throw_words(at: Position, seat: int) -> str:
    """Why a player has these dice."""
    table = at.table
    side, value = rating(at, seat)
    chosen = aptitude_of(at, seat)
    parts = [f"{table.aptitudes[chosen]} {value}" if chosen >= 0 else "no aptitude"]
    if side in (0, 1, OVERLAP):
        parts[0] = f"{SIDES[side]} {parts[0]}"
    if extra := bonus(at, seat):
        parts.append(f"+{extra} {at.scene.key}")
    shown = reveal_of(at, seat)
    if shown and shown.memory:
        parts.append(f"+{table.memory_dice} {shown.memory.text}")
    gifts = sum(table.gift_dice for _, to in at.scene.gifts if to == seat)
    if gifts:
        parts.append(f"+{gifts} contributed")
    return f"{name(at, seat)}: {', '.join(parts)} = {pool_words(table, pool(at, seat))}"


# ---- narrator and judge


def _rolled(at: Position) -> bool:
    return at.scene.rolled and at.scene.open


@laws_for((narrator, judge), "SCHIZ-SCENE-14")
def after_the_roll(at: Position, _: int) -> Verdict:
    """The dice decide."""
    if confirmed(at) or not at.scene.open:
        return None
    return "" if at.scene.rolled else "the dice are not rolled"


@narrator.law("SCHIZ-SCENE-14")
def one_narrator(at: Position, _: int) -> Verdict:
    """Named once."""
    if confirmed(at) or at.scene.narrator == NOBODY:
        return None
    return f"{name(at, at.scene.narrator)} is narrator"


@judge.law("SCHIZ-SCENE-14")
def one_judge(at: Position, _: int) -> Verdict:
    """Named once."""
    if confirmed(at) or at.scene.judge == NOBODY:
        return None
    return f"{name(at, at.scene.judge)} is judge"


@laws_for((narrator,), "SCHIZ-FINAL-08")
def actor_narrates(at: Position, _: int, who: int) -> Verdict:
    """In a confirmed identity the actor narrates."""
    if not confirmed(at) or not at.scene.open:
        return None
    return "" if who == at.turn else f"{name(at, at.turn)} tells who she is"


@laws_for((judge,), "SCHIZ-FINAL-08")
def visitor_judges(at: Position, _: int, who: int) -> Verdict:
    """In a confirmed identity the visitor judges."""
    if not confirmed(at) or not at.scene.open:
        return None
    return "" if who == at.scene.visitor else f"{name(at, at.scene.visitor)} is judge"


def _dice_words(at: Position) -> str:
    parts = []
    for seat, dice in zip(scene_players(at), at.scene.rolls, strict=True):
        faces_ = sorted((face for _, face in dice), reverse=True)
        parts.append(f"{name(at, seat)} {', '.join(map(str, faces_))}")
    return "; ".join(parts)


def _decides(verb: Verb, highest: bool, number: int, rule: str) -> None:
    """A law for each of the rules that may decide, so that the one that does is named."""

    def dice_decide(at: Position, _: int, who: int) -> Verdict:
        if not _rolled(at) or confirmed(at):
            return None
        seat, decisive = ruled(at, highest)
        if decisive != rule:
            return None
        role = "narrator" if highest else "judge"
        return "" if who == seat else f"{name(at, seat)} is {role}: {_dice_words(at)}"

    dice_decide.__name__ = f"dice_decide_{number}"
    verb.add(dice_decide, (rule, *(("SCHIZ-RESOLVE-09",) if number == 1 else ())))


for _number, _rule in enumerate(
    ("SCHIZ-RESOLVE-01", "SCHIZ-RESOLVE-02", "SCHIZ-RESOLVE-03", "SCHIZ-RESOLVE-04"), 1
):
    _decides(narrator, True, _number, _rule)
for _number, _rule in enumerate(
    ("SCHIZ-RESOLVE-05", "SCHIZ-RESOLVE-06", "SCHIZ-RESOLVE-07", "SCHIZ-RESOLVE-08"), 1
):
    _decides(judge, False, _number, _rule)


@judge.law("SCHIZ-RESOLVE-09")
def all_dice_again(at: Position, _: int, who: int) -> Verdict:
    """The whole throw is read again, whatever was set aside for the narrator."""
    if not _rolled(at) or confirmed(at):
        return None
    seat, _rule = ruled(at, False)
    return "" if who == seat else f"all dice count again: {_dice_words(at)}"


@narrator.effect
def _narrator(at: Position, _: int, who: int, note: Notes | None) -> Position:
    if note is not None and at.scene.rolled:
        text = f"{name(at, who)} is narrator: {_dice_words(at)}"
        note(ruled(at, True)[1], "scene.narrator", text=text)
        note("SCHIZ-RESOLVE-09", "scene.narrator")
    return at._replace(scene=at.scene._replace(narrator=who))


@judge.effect
def _judge(at: Position, _: int, who: int, note: Notes | None) -> Position:
    if note is not None and at.scene.rolled:
        note(ruled(at, False)[1], "scene.judge", text=f"{name(at, who)} is judge")
        note("SCHIZ-RESOLVE-09", "scene.judge")
    return at._replace(scene=at.scene._replace(judge=who))


# ---- answer, price, override, death, close


@answer.law("SCHIZ-FINAL-08")
def only_the_actor_answers(at: Position, seat: int) -> Verdict:
    """Who she is, the actor of a confirmed identity tells herself."""
    if not confirmed(at) or not at.scene.open:
        return None
    return "" if seat == at.turn else f"{name(at, at.turn)} is the narrator"


@answer.law("SCHIZ-RESOLVE-10", "SCHIZ-SCENE-14")
def narrator_answers(at: Position, seat: int) -> Verdict:
    """The narrator answers."""
    if not at.scene.open or confirmed(at):
        return None
    if at.scene.narrator == NOBODY:
        return "nobody is narrator yet"
    return "" if seat == at.scene.narrator else f"{name(at, at.scene.narrator)} is narrator"


@answer.law("SCHIZ-RESOLVE-10")
def within_the_aptitude(at: Position, seat: int, chosen: Any) -> Verdict:
    """The answer is of the aptitude that was rolled."""
    if chosen is None or confirmed(at) or not in_scene(at, seat):
        return None
    own = aptitude_of(at, seat)
    return "" if own == chosen else f"{name(at, seat)} rolled {at.table.aptitudes[own]}"


@answer.law("SCHIZ-FINAL-09")
def true_to_oneself(at: Position, seat: int, _chosen: Any, side: Any) -> Verdict:
    """The confirmed answer agrees with the true allegiance."""
    del seat
    if side is None or not confirmed(at) or not at.scene.open:
        return None
    own = true_side(at, at.turn)
    return "" if side == own else f"the true allegiance is {SIDES[own]}"


@answer.effect
def _answer(
    at: Position, seat: int, _chosen: Any, _side: Any, text: str, note: Notes | None
) -> Position:
    if note is not None:
        rule = "SCHIZ-FINAL-09" if confirmed(at) else "SCHIZ-RESOLVE-10"
        note(rule, "scene.answer", text=f"{name(at, seat)} answers")
    return at._replace(scene=at.scene._replace(answer=text or "answered"))


@price.law("SCHIZ-FINAL-08")
def confirmed_judge(at: Position, seat: int) -> Verdict:
    """The visitor prices a confirmed identity."""
    if not confirmed(at) or not at.scene.open:
        return None
    return "" if seat == at.scene.visitor else f"{name(at, at.scene.visitor)} is judge"


@price.law("SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14")
def judge_sets_it(at: Position, seat: int) -> Verdict:
    """The judge sets the price."""
    if not at.scene.open or confirmed(at):
        return None
    if at.scene.judge == NOBODY:
        return "nobody is judge yet"
    return "" if seat == at.scene.judge else f"{name(at, at.scene.judge)} is judge"


@price.law("SCHIZ-SCENE-14", "SCHIZ-RESOLVE-11")
def narrator_known(at: Position, _: int) -> Verdict:
    """Narrator and judge are both named first."""
    if not at.scene.open or at.scene.judge == NOBODY:
        return None
    return "nobody is narrator yet" if at.scene.narrator == NOBODY else None


@price.law("SCHIZ-RESOLVE-11")
def one_price(at: Position, _: int) -> Verdict:
    """A price stands until it is overruled."""
    return "the price is set" if at.scene.open and at.scene.price else None


@price.law("SCHIZ-RESOLVE-11", "SCHIZ-RESOLVE-12")
def in_judges_aptitude(at: Position, seat: int, chosen: Any) -> Verdict:
    """In terms of the aptitude that the judge rolled."""
    if chosen is None or confirmed(at) or not in_scene(at, seat):
        return None
    own = aptitude_of(at, seat)
    return "" if own == chosen else f"{name(at, seat)} rolled {at.table.aptitudes[own]}"


@price.law("SCHIZ-RESOLVE-11", "SCHIZ-FINAL-09")
def not_trivial(at: Position, _: int, _chosen: Any, text: str) -> Verdict:
    """There is one."""
    del at
    return "" if text.strip() else "no price is named"


@price.effect
def _price(at: Position, seat: int, _chosen: Any, text: str, note: Notes | None) -> Position:
    if note is not None:
        note("SCHIZ-RESOLVE-11", "scene.price", text=f"{name(at, seat)} sets the price: {text}")
        if at.phase == FINAL:
            note("SCHIZ-FINAL-09", "scene.price")
    return at._replace(scene=at.scene._replace(price=text))


@override.law("SCHIZ-FINAL-08", "SCHIZ-RESOLVE-12")
def not_when_confirmed(at: Position, _: int) -> Verdict:
    """In a confirmed identity the judge's position does not pass."""
    return "the judge of a confirmed identity stays" if confirmed(at) and at.scene.open else None


@override.law("SCHIZ-RESOLVE-12")
def more_than_two(at: Position, _: int) -> Verdict:
    """Two players have nobody to overrule."""
    if not at.scene.open:
        return None
    return None if set(at.table.seats) - set(scene_players(at)) else "there are only two players"


@override.law("SCHIZ-RESOLVE-12")
def there_is_a_price(at: Position, _: int) -> Verdict:
    """A price has been set."""
    return None if at.scene.price or not at.scene.open else "no price is set"


@override.law("SCHIZ-RESOLVE-12")
def all_others_agree(at: Position, _: int, by: Any) -> Verdict:
    """All but the judge agree."""
    if not at.scene.open or at.scene.judge == NOBODY:
        return None
    lacking = [name(at, each) for each in others(at, at.scene.judge) if each not in by]
    return f"{', '.join(lacking)} does not agree" if lacking else ""


@override.effect
def _override(at: Position, _: int, _by: Any, note: Notes | None) -> Position:
    new = next(seat for seat in scene_players(at) if seat != at.scene.judge)
    if note is not None:
        note("SCHIZ-RESOLVE-12", "scene.judge", "scene.price", text=f"{name(at, new)} is judge now")
        note("SCHIZ-PAY-06", "scene.judge")
    return at._replace(scene=at.scene._replace(judge=new, price=""))


@death.law("SCHIZ-AFTER-05", "SCHIZ-END-05")
def of_this_scene(at: Position, _: int, who: int) -> Verdict:
    """Actor's or visitor's character."""
    if not at.scene.open:
        return None
    return "" if in_scene(at, who) else f"{name(at, who)}'s character is not in the scene"


@death.law("SCHIZ-AFTER-05")
def only_once(at: Position, _: int, who: int) -> Verdict:
    """Nobody dies twice."""
    return f"{name(at, who)}'s character is dead" if at.dead[who] else None


@death.law("SCHIZ-END-05")
def with_the_answer(at: Position, _: int) -> Verdict:
    """As part of the answer."""
    if not at.scene.open:
        return None
    return "the question is not being answered" if at.scene.narrator == NOBODY else None


@death.law("SCHIZ-END-05")
def all_agree(at: Position, _: int, _who: int, by: Any) -> Verdict:
    """All players agree, the victim's included."""
    lacking = [name(at, each) for each in at.table.seats if each not in by]
    return f"{', '.join(lacking)} does not agree" if lacking else ""


@death.effect
def _death(at: Position, _: int, who: int, _by: Any, note: Notes | None) -> Position:
    if note is not None:
        fact = f"{name(at, who)}.dead"
        note("SCHIZ-END-05", fact, text=f"{name(at, who)}'s character dies")
        note("SCHIZ-AFTER-05", fact)
        if at.phase == FINAL:
            note("SCHIZ-FINAL-12", fact)
    return at._replace(dead=put(at.dead, who, True))


@close.law("SCHIZ-CRISIS-09")
def allegiance_stated(at: Position, _: int) -> Verdict:
    """A crisis ends with a final allegiance."""
    if not in_crisis(at) or not at.scene.open:
        return None
    return "" if at.scene.verdict != NOBODY else "the final allegiance is not stated"


@close.law("SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14", "SCHIZ-FINAL-09")
def price_is_set(at: Position, _: int) -> Verdict:
    """No scene closes without a price."""
    if not at.scene.open:
        return None
    return "" if at.scene.price else "the answer has no price"


@close.effect
def _close(at: Position, _: int, note: Notes | None) -> Position:
    scene, table = at.scene, at.table
    if at.phase == FLASHBACK:
        return _close_flashback(at, note)
    if at.phase == ENDGAME:
        earned = payouts(at)
        if note is not None:
            note("SCHIZ-END-11", "centre", text=f"{scene.key} is discarded to the centre")
            note("SCHIZ-SCENE-14", "step")
        del earned
        centre = (*at.centre, scene.key) if scene.key else at.centre
        return at._replace(step=PAY, centre=centre, scene=_over(scene)._replace(key=""))
    if note is not None:
        note("SCHIZ-SCENE-14", "scene.stage", text="the scene closes")
    assert table
    return at._replace(scene=_over(scene))


def _over(scene: Scene) -> Scene:
    """A scene that is closed: its dice are gone, its roles and its story stay."""
    return scene._replace(open=False, rolling=False, rolled=False, rolls=((), ()), traded=())


def _close_flashback(at: Position, note: Notes | None) -> Position:
    scene = at.scene
    if note is not None:
        both = [name(at, seat) for seat in scene_players(at)]
        note("SCHIZ-FLASH-03", *(f"{each}.dead" for each in both))
        sections = [f"{both[-1]}.{SIDES[scene.visiting]}.{word}" for word in at.table.aptitudes]
        note("SCHIZ-SCENE-13", *sections)
    memory = scene.memory
    used = put(at.used, scene.persona, memory.aptitude if memory else NOBODY)
    visitors = (*at.visitors, scene.visitor)
    if len(visitors) < at.table.scenes:
        if note is not None:
            note("SCHIZ-FLASH-12", "scene.key", text=f"the first half closes; {scene.key} stays")
        return at._replace(used=used, visitors=visitors, scene=Scene(key=scene.key))
    hands = put(at.hands, at.turn, (*at.hands[at.turn], scene.key))
    if note is not None:
        player = name(at, at.turn)
        note("SCHIZ-FLASH-13", f"{player}.hand", text=f"{scene.key} goes to {player}'s hand")
        note("SCHIZ-FLASH-14", "step")
    return at._replace(
        used=used, visitors=visitors, hands=hands, step=VOTE, scene=Scene(), bleed=Bleed()
    )
