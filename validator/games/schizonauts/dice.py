"""A scene after its question: contributions, trades, the roll, answer and price."""

from __future__ import annotations

from random import Random

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.modes import actor, closed, no_scene, pair, turn_of_actor
from validator.games.schizonauts.sheet import OVERLAP, SIDES, Memory
from validator.games.schizonauts.state import (
    JUDGE,
    NARRATOR,
    NOBODY,
    Bleed,
    Die,
    Pieces,
    Scene,
    State,
    faces,
)
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, gate, record

Trade = tuple[Pieces, str | Pieces]  # dice given up, and the die received; several are refused
Throws = tuple[tuple[int, tuple[Die, ...]], ...]  # seats and the dice that they roll

# ---- candidates


def scene_players(state: State, *_: object) -> tuple[int, ...]:
    """Actor and visitor."""
    return tuple(seat for seat in (state.turn, state.scene.visitor) if seat >= 0)


def own_trades(state: State, seat: int) -> tuple[tuple[Pieces, str], ...]:
    """Yield every legal trade with the dice of a pool."""
    if not state.in_scene(seat):
        return ()
    table, dice = state.table, state.pool(seat)
    found = []
    for smaller in _sets(table.dice, dice, max(table.worth.values())):
        worth = sum(table.worth[die] for die in smaller)
        if len(smaller) >= table.dice_from:
            found += [(smaller, die) for die in table.dice if table.worth[die] == worth]
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


def random_roll(state: State, random: Random) -> ref.Move:
    """Return a random roll of the pending dice."""
    thrown = []
    for seat in scene_players(state):
        shown = []
        for die_, number in zip(state.table.dice, state.pool(seat), strict=True):
            shown += [(die_, random.randint(1, faces(die_))) for _ in range(max(0, number))]
        thrown.append((seat, tuple(shown)))
    return ref.Move(ref.CHANCE, roll.name, (tuple(sorted(thrown)),))


# ---- the verbs


NO_DICE = gate("SCHIZ-FINAL-08", why="no dice in a confirmed identity")
# Modes by what is known of the answer: no scene, no question, no roll, no roles, no price.
NO_SCENE_OPEN = (
    modes.FLASHBACK_TURN,
    *modes.AFTER_SCENES,
    modes.ENDGAME_TURN,
    modes.KEYS_USED,
    *modes.NO_FINAL_SCENE,
)
UNASKED = (modes.ALONE, modes.FLASH.play, modes.END.play)
UNROLLED = (modes.FLASH.dice, modes.END.dice, modes.CRISIS.dice)
NAMING = (modes.FLASH.roles, modes.END.roles, modes.CRISIS.roles)
ANSWERING = (modes.FLASH.answer, modes.END.answer, modes.CRISIS.answer)
ROLLED = (*NAMING, *ANSWERING)
ASKED_FIRST = {
    NO_SCENE_OPEN: no_scene(),
    UNASKED: gate("SCHIZ-SCENE-14", why="the question is not put yet"),
    (modes.TOLD,): NO_DICE,
}

die = Verb(
    "die", about="As contributor, give a die to the actor or the visitor.",
    args=(notation.PLAYER.of(scene_players), notation.GIFT),
    modes=(modes.FLASH.play, modes.CHAIN_WAITS, modes.END.play, *UNROLLED), by=modes.contributors,
    gates=closed(None, {
        NO_SCENE_OPEN: no_scene(),
        (modes.ALONE,): gate("SCHIZ-SCENE-14", "SCHIZ-DICE-05", why="the visitor is not chosen"),
        ROLLED: gate("SCHIZ-DICE-06", "SCHIZ-SCENE-14", why="the dice are rolled"),
        (modes.TOLD,): NO_DICE,
    }),
)  # fmt: skip
trade = Verb(
    "trade", about="Trade dice of your pool for one larger die.",
    args=(notation.TRADE.of(own_trades),),
    modes=UNROLLED, by=pair,
    gates=closed(None, {
        **ASKED_FIRST, ROLLED: gate("SCHIZ-DICE-12", why="the dice are rolled"),
    }),
)  # fmt: skip
throw = Verb(
    "throw", about="As actor, end contributions and trades, and roll.", args=(),
    modes=UNROLLED, by=actor, turn=turn_of_actor(after="SCHIZ-DICE-15"),
    gates=closed(None, {
        **ASKED_FIRST, ROLLED: gate("SCHIZ-DICE-15", why="the dice are rolled"),
    }),
)  # fmt: skip
roll = Verb("roll", about="The dice of both players.", kind="chance", args=(notation.ROLLED,),
    modes=(*modes.BY_DICE, *UNROLLED),
    gates=closed(None, {
        **ASKED_FIRST, ROLLED: gate("SCHIZ-DICE-15", why="the dice are rolled"),
    }),
)  # fmt: skip


def reading(role: str) -> Verb:
    """Return the verb for a role that follows from the dice."""

    def named(state: State) -> str:
        return f"{state.name(getattr(state.scene, role))} is {role}"

    verb = Verb(
        role, about=f"Name the {role} by the dice.", kind="table",
        args=(notation.PLAYER.of(scene_players),),
        modes=(*NAMING, modes.TOLD),
        gates=closed(None, {
            NO_SCENE_OPEN: no_scene(),
            (*UNASKED, *UNROLLED): gate("SCHIZ-SCENE-14", why="the dice are not rolled"),
            ANSWERING: gate("SCHIZ-SCENE-14", why=named),
        }),
    )  # fmt: skip

    @verb.guard("SCHIZ-SCENE-14")
    def not_named_yet(state: State, _: int) -> Verdict:
        if state.confirmed() or getattr(state.scene, role) == NOBODY:
            return NOT_CONCERNED
        return named(state)

    return verb


narrator, judge = reading("narrator"), reading("judge")
answer = Verb(
    "answer", about="As narrator, answer the question.", kind="aside",
    args=(
        notation.APTITUDE.of(ref.nothing_said).or_left_out(None),
        notation.SIDE.of(ref.nothing_said).or_left_out(None),
        notation.ANSWER.of(("",)).or_left_out(""),
    ),
    modes=(*ROLLED, modes.TOLD),
    gates=closed(None, {
        (*NO_SCENE_OPEN, modes.ROUND_DEAL, modes.LAST_DEAL): no_scene(),
        (*UNASKED, *UNROLLED, *modes.BY_DICE, modes.CHAIN_WAITS): gate(
            "SCHIZ-RESOLVE-10", "SCHIZ-SCENE-14", why="nobody is narrator yet"
        ),
    }),
)  # fmt: skip
price = Verb(
    "price", about="As judge, set the price of the answer.",
    args=(
        notation.APTITUDE.of(ref.nothing_said).or_left_out(None),
        notation.TEXT.of(("A price",)).or_left_out(""),
    ),
    modes=(*ANSWERING, modes.TOLD), by=modes.judge_of_it,
    gates=closed(None, {
        NO_SCENE_OPEN: no_scene("SCHIZ-RESOLVE-11"),
        (*UNASKED, *UNROLLED, *NAMING): gate(
            "SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14", why="narrator and judge are not named yet"
        ),
    }),
)  # fmt: skip
override = Verb(
    "override", about="Reject the price as too weak, if all but the judge agree.", kind="table",
    args=(notation.PLAYERS.after("by").stating(lambda state, *_: state.others(state.scene.judge)),),
    modes=ANSWERING,
    gates=closed(None, {
        NO_SCENE_OPEN: no_scene(),
        (*UNASKED, *UNROLLED, *NAMING): gate("SCHIZ-RESOLVE-12", why="no price is set"),
        (modes.TOLD,): gate(
            "SCHIZ-FINAL-08", "SCHIZ-RESOLVE-12", why="the judge of a confirmed identity stays"
        ),
    }),
)  # fmt: skip
death = Verb(
    "death", about="Let a character of the scene die, if all agree.", kind="table",
    args=(notation.PLAYER.of(scene_players), notation.BY_ALL),
    modes=(modes.END.roles, modes.END.answer, modes.CRISIS.roles, modes.CRISIS.answer, modes.TOLD),
    gates=closed(gate("SCHIZ-AFTER-05", "SCHIZ-END-05", why="no scene is open"), {
        modes.WHOLE_FLASHBACK: gate(
            "SCHIZ-FLASH-03", "SCHIZ-END-05", "SCHIZ-AFTER-05", why="not in flashback"
        ),
        (modes.END.play, modes.END.dice, modes.CRISIS.dice, modes.END.roll, modes.CRISIS.roll):
            gate("SCHIZ-END-05", "SCHIZ-AFTER-05", why="the question is not being answered"),
        (modes.PAYING,): modes.MODES[modes.PAYING],
        (modes.BETTING,): modes.MODES[modes.BETTING],
    }),
)  # fmt: skip
close = Verb("close", about="Close the scene.", kind="table", args=(),
    modes=(*ANSWERING, modes.TOLD),
    gates=closed(None, {
        NO_SCENE_OPEN: no_scene(),
        (*UNASKED, *UNROLLED, *NAMING): gate(
            "SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14", "SCHIZ-FINAL-09",
            why="the answer has no price",
        ),
        (modes.CRISIS.dice, modes.CRISIS.roles): gate(
            "SCHIZ-CRISIS-09", "SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14", "SCHIZ-FINAL-09",
            why="the final allegiance is not stated",
        ),
    }),
)  # fmt: skip

VERBS = (die, trade, throw, answer, price)
BY_TABLE = (narrator, judge, override, death, close)


# ---- contributions


@die.guard("SCHIZ-DICE-07")
def contributors_only(state: State, seat: int) -> Verdict:
    return f"{state.name(seat)} is in the scene" if state.in_scene(seat) else KEPT


@die.guard("SCHIZ-DICE-05", "SCHIZ-CRISIS-08")
def one_contribution(state: State, seat: int) -> Verdict:
    gifts = sum(giver == seat for giver, _ in state.scene.gifts)
    if gifts < state.table.gifts:
        return KEPT
    return f"{state.name(seat)} has contributed to this scene"


@die.guard("SCHIZ-DICE-05")
def to_actor_or_visitor(state: State, _: int, to: int) -> Verdict:
    return NOT_CONCERNED if state.in_scene(to) else f"{state.name(to)} is not in the scene"


@die.guard("SCHIZ-DICE-05", "SCHIZ-CRISIS-08")
def one_plain_die(state: State, _: int, _to: int, what: object) -> Verdict:
    plain = f"{state.table.gift_dice}{state.table.die}"
    return NOT_CONCERNED if what is None else f"a contribution is {plain}, not {what}"


@die.effect
def _die(state: State, seat: int, to: int, _what: object, trace: Trace | None) -> State:
    if trace is not None:
        player, target = state.name(seat), state.name(to)
        dice = f"scene.pool.{target}"
        text = f"{player} gives {target} {state.table.gift_dice}{state.table.die}"
        trace("SCHIZ-DICE-05", dice, "scene.dice", text=text)
        trace("SCHIZ-DICE-06", dice)
        if state.in_crisis():
            trace("SCHIZ-CRISIS-08", dice, "scene.dice")
        if state.seats[seat].dead:
            trace("SCHIZ-AFTER-03", dice, text=f"{player}'s character is dead, and still counts")
    return state.with_scene(gifts=tuple(sorted((*state.scene.gifts, (seat, to)))))


# ---- trades


@trade.guard("SCHIZ-DICE-13", "SCHIZ-DICE-07", "SCHIZ-DICE-09")
def has_a_pool(state: State, seat: int) -> Verdict:
    return NOT_CONCERNED if state.in_scene(seat) else f"{state.name(seat)} has no pool"


@ref.guards_for((trade, roll, throw), "SCHIZ-CRISIS-04", when=State.in_crisis)
def actors_memory(state: State, _: int) -> Verdict:
    return _remembers(state, state.turn, state.scene.memory)


@ref.guards_for((trade, roll, throw), "SCHIZ-CRISIS-05", when=State.in_crisis)
def visitors_memory(state: State, _: int) -> Verdict:
    return _remembers(state, state.scene.visitor, state.scene.visitors_memory)


def _remembers(state: State, seat: int, memory: Memory | None) -> Verdict:
    return KEPT if memory else f"{state.name(seat)} has chosen no memory"


@trade.guard("SCHIZ-DICE-13", "SCHIZ-DICE-09")
def one_die_received(_: State, _seat: int, traded: Trade) -> Verdict:
    """Several dice are never received: a die is not split into smaller ones."""
    got = traded[1]
    if isinstance(got, str):
        return KEPT
    return f"a trade gives one larger die, not {len(got)} dice"


@trade.guard("SCHIZ-DICE-11")
def largest_stays(state: State, _: int, traded: Trade) -> Verdict:
    """The largest die is not traded, because no die is larger."""
    gone, got = traded
    if state.table.largest in gone:
        return f"a {state.table.largest} cannot be traded"
    if not isinstance(got, str) or got in state.table.worth:
        return NOT_CONCERNED
    return f"nothing is larger than a {state.table.largest}"


@trade.guard("SCHIZ-DICE-09")
def enough_dice(state: State, _: int, traded: Trade) -> Verdict:
    number, least = len(traded[0]), state.table.dice_from
    return KEPT if number >= least else f"{number} dice, not {least}"


@trade.guard("SCHIZ-DICE-13", "SCHIZ-DICE-10", "SCHIZ-DICE-09")
def equal_worth(state: State, _: int, traded: Trade) -> Verdict:
    gone, got = traded
    if not isinstance(got, str):
        return NOT_CONCERNED
    a, b = (sum(state.table.worth.get(each, 0) for each in dice) for dice in (gone, (got,)))
    return KEPT if a == b else f"{' '.join(gone)} are worth {a}, a {got} is worth {b}"


@trade.guard("SCHIZ-DICE-09", "SCHIZ-DICE-13")
def from_own_pool(state: State, seat: int, traded: Trade) -> Verdict:
    if not state.in_scene(seat):
        return NOT_CONCERNED
    dice = dict(zip(state.table.dice, state.pool(seat), strict=True))
    for each in traded[0]:
        if traded[0].count(each) > dice.get(each, 0):
            return f"{state.name(seat)} has {state.table.pool_words(state.pool(seat))}"
    return KEPT


@trade.effect
def _trade(state: State, seat: int, traded: tuple[Pieces, str], trace: Trace | None) -> State:
    table = state.table
    gone, got = traded
    change = [(each == got) - gone.count(each) for each in table.dice]
    old = state.scene.traded or ((0,) * len(table.dice),) * len(scene_players(state))
    side = state.side_of(seat)
    new = tuple(a + b for a, b in zip(old[side], change, strict=True))
    after = state.with_scene(traded=ref.put(old, side, new))
    if trace is not None:
        fact = f"scene.pool.{state.name(seat)}"
        left = table.pool_words(after.pool(seat))
        trace("SCHIZ-DICE-09", fact, text=f"{state.name(seat)} has {left}")
        trace("SCHIZ-DICE-10", fact)
        trace("SCHIZ-DICE-12", fact)
        if table.largest == got:
            trace("SCHIZ-DICE-11", fact)
        if state.scene.gifts:
            trace("SCHIZ-DICE-14", fact)
    return after


# ---- the roll


@throw.effect
def _throw(state: State, _: int, trace: Trace | None) -> State:
    for seat in scene_players(state) if trace is not None else ():
        text = f"{state.name(seat)} rolls {state.table.pool_words(state.pool(seat))}"
        record(trace, "SCHIZ-DICE-15", "scene.rolling", text=text)
    return state.with_scene(rolling=True)


@roll.guard("SCHIZ-DICE-15", "SCHIZ-DICE-07")
def only_their_dice(state: State, _: int, thrown: Throws) -> Verdict:
    wrong = [state.name(seat) for seat, _dice in thrown if not state.in_scene(seat)]
    return f"{wrong[0]} has no dice in this scene" if wrong else NOT_CONCERNED


@roll.guard("SCHIZ-DICE-15", "SCHIZ-DICE-01", "SCHIZ-DICE-02", "SCHIZ-DICE-03", "SCHIZ-SCENE-12",
          "SCHIZ-END-10", "SCHIZ-CRISIS-06", "SCHIZ-REVEAL-13")  # fmt: skip
def exactly_their_dice(state: State, _: int, thrown: Throws) -> Verdict:
    dice_of = dict(thrown)
    for seat in scene_players(state):
        dice = [each for each, _ in dice_of.get(seat, ())]
        have = state.pool(seat)
        if any(
            dice.count(each) != n for each, n in zip(state.table.dice, have, strict=True)
        ) or any(each not in state.table.dice for each in dice):
            rolled = " ".join(dice) or "nothing"
            return f"{state.name(seat)} has {state.table.pool_words(have)}, and rolls {rolled}"
    return KEPT


@roll.guard("SCHIZ-DICE-15")
def faces_there(state: State, _: int, thrown: Throws) -> Verdict:
    for _seat, dice in thrown:
        for each, face in dice:
            if each in state.table.dice and not 0 < face <= faces(each):
                return f"a {each} has no {face}"
    return KEPT


# The rating that gives a player's dice.
RATED_BY = {
    phases.FLASHBACK: "SCHIZ-DICE-02", phases.ENDGAME: "SCHIZ-DICE-03",
    phases.FINAL: "SCHIZ-CRISIS-06",
}  # fmt: skip


@roll.effect
def _roll(state: State, _: int, thrown: Throws, trace: Trace | None) -> State:
    dice_of = dict(thrown)
    rolls = (dice_of.get(state.turn, ()), dice_of.get(state.scene.visitor, ()))
    if trace is not None:
        for seat in scene_players(state):
            player = state.name(seat)
            trace("SCHIZ-DICE-15", "scene.rolled", "scene.rolling", text=_throw_words(state, seat))
            trace(("SCHIZ-DICE-01", RATED_BY[state.phase]), f"scene.rolled.{player}")
            if state.phase == phases.FLASHBACK:
                trace("SCHIZ-SCENE-12", f"scene.rolled.{player}")
                if state.rating(seat)[1] + state.bonus(seat) > state.table.cap:
                    trace("SCHIZ-DICE-04", f"scene.rolled.{player}")
            if state.phase == phases.FINAL and state.seats[seat].dead:
                trace("SCHIZ-CRISIS-07", f"scene.rolled.{player}")
    return state.with_scene(rolls=rolls, rolled=True, rolling=True)


def _throw_words(state: State, seat: int) -> str:
    """Return the reason for a player's dice, as text."""
    table = state.table
    side, value = state.rating(seat)
    chosen = state.aptitude_of(seat)
    parts = [f"{table.aptitudes[chosen]} {value}" if chosen >= 0 else "no aptitude"]
    if side in (0, 1, OVERLAP):
        parts[0] = f"{SIDES[side]} {parts[0]}"
    if extra := state.bonus(seat):
        parts.append(f"+{extra} {state.scene.key}")
    shown = state.reveal_of(seat)
    if shown and shown.memory:
        parts.append(f"+{table.memory_dice} {shown.memory.text}")
    gifts = sum(table.gift_dice for _, to in state.scene.gifts if to == seat)
    if gifts:
        parts.append(f"+{gifts} contributed")
    return f"{state.name(seat)}: {', '.join(parts)} = {table.pool_words(state.pool(seat))}"


# ---- narrator and judge


@ref.guards_for((narrator,), "SCHIZ-FINAL-08", when=State.confirmed)
def actor_narrates(state: State, _: int, who: int) -> Verdict:
    return KEPT if who == state.turn else f"{state.name(state.turn)} tells who she is"


@ref.guards_for((judge,), "SCHIZ-FINAL-08", when=State.confirmed)
def visitor_judges(state: State, _: int, who: int) -> Verdict:
    return KEPT if who == state.scene.visitor else f"{state.name(state.scene.visitor)} is judge"


def _dice_words(state: State) -> str:
    parts = []
    for seat, dice in zip(scene_players(state), state.scene.rolls, strict=True):
        faces_ = sorted((face for _, face in dice), reverse=True)
        parts.append(f"{state.name(seat)} {', '.join(map(str, faces_))}")
    return "; ".join(parts)


def _decides(verb: Verb, rule: str, *also: str) -> None:
    """Add a guard for each rule that may decide, so that messages name the one that does."""

    def dice_decide(state: State, _: int, who: int) -> Verdict:
        if state.confirmed():
            return NOT_CONCERNED
        seat, decisive = state.ruled(verb is narrator)
        if decisive != rule:
            return NOT_CONCERNED
        return KEPT if who == seat else f"{state.name(seat)} is {verb.name}: {_dice_words(state)}"

    verb.add(dice_decide, (rule, *also))


for _verb, _rules in ((narrator, NARRATOR), (judge, JUDGE)):
    _decides(_verb, _rules[0], "SCHIZ-RESOLVE-09")
    for _rule in _rules[1:]:
        _decides(_verb, _rule)


@judge.guard("SCHIZ-RESOLVE-09", when=State.by_dice)
def all_dice_again(state: State, _: int, who: int) -> Verdict:
    seat, _rule = state.ruled(False)
    return KEPT if who == seat else f"all dice count again: {_dice_words(state)}"


@narrator.effect
def _narrator(state: State, _: int, who: int, trace: Trace | None) -> State:
    if trace is not None and state.scene.rolled:
        text = f"{state.name(who)} is narrator: {_dice_words(state)}"
        trace((state.ruled(True)[1], "SCHIZ-RESOLVE-09"), "scene.narrator", text=text)
    return state.with_scene(narrator=who)


@judge.effect
def _judge(state: State, _: int, who: int, trace: Trace | None) -> State:
    if trace is not None and state.scene.rolled:
        trace(state.ruled(False)[1], "scene.judge", text=f"{state.name(who)} is judge")
        trace("SCHIZ-RESOLVE-09", "scene.judge")
    return state.with_scene(judge=who)


# ---- answer, price, override, death, close


@answer.guard("SCHIZ-FINAL-08", when=State.confirmed)
def only_the_actor_answers(state: State, seat: int) -> Verdict:
    """With a confirmed identity, only the actor answers who she is."""
    return KEPT if seat == state.turn else f"{state.name(state.turn)} is the narrator"


@answer.guard("SCHIZ-RESOLVE-10", "SCHIZ-SCENE-14", when=State.by_dice)
def narrator_answers(state: State, seat: int) -> Verdict:
    who = state.scene.narrator
    if who == NOBODY:
        return "nobody is narrator yet"
    return KEPT if seat == who else f"{state.name(who)} is narrator"


@answer.guard("SCHIZ-RESOLVE-10", when=State.by_dice)
@answer.guard("SCHIZ-FINAL-09", when=State.confirmed)
def one_answer(state: State, _: int) -> Verdict:
    """A price in mid-answer only interrupts it, so the answer is recorded once."""
    return "the question is answered" if state.scene.answer else NOT_CONCERNED


@answer.guard("SCHIZ-RESOLVE-10")
def within_the_aptitude(state: State, seat: int, chosen: object) -> Verdict:
    if chosen is None or state.confirmed() or not state.in_scene(seat):
        return NOT_CONCERNED
    own = state.aptitude_of(seat)
    return KEPT if own == chosen else f"{state.name(seat)} rolled {state.table.aptitudes[own]}"


@answer.guard("SCHIZ-FINAL-09")
def true_to_oneself(state: State, seat: int, _chosen: object, side: object) -> Verdict:
    del seat
    if side is None or not state.confirmed():
        return NOT_CONCERNED
    own = state.true_side(state.turn)
    return KEPT if side == own else f"the true allegiance is {SIDES[own]}"


@answer.effect
def _answer(
    state: State, seat: int, _chosen: object, _side: object, text: str, trace: Trace | None
) -> State:
    rule = "SCHIZ-FINAL-09" if state.confirmed() else "SCHIZ-RESOLVE-10"
    record(trace, rule, "scene.answer", text=f"{state.name(seat)} answers")
    return state.with_scene(answer=text or "answered")


@price.guard("SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14", when=State.by_dice)
@price.guard("SCHIZ-FINAL-08", when=State.confirmed)
def judge_sets_it(state: State, seat: int) -> Verdict:
    return KEPT if seat == state.scene.judge else f"{state.name(state.scene.judge)} is judge"


@price.guard("SCHIZ-RESOLVE-11")
def one_price(state: State, _: int) -> Verdict:
    return "the price is set" if state.scene.price else NOT_CONCERNED


price.guard("SCHIZ-RESOLVE-11", "SCHIZ-RESOLVE-12")(within_the_aptitude)


@price.guard("SCHIZ-RESOLVE-11", "SCHIZ-FINAL-09")
def not_trivial(state: State, _: int, _chosen: object, text: str) -> Verdict:
    del state
    return KEPT if text.strip() else "no price is named"


@price.effect
def _price(state: State, seat: int, _chosen: object, text: str, trace: Trace | None) -> State:
    record(
        trace, "SCHIZ-RESOLVE-11", "scene.price", text=f"{state.name(seat)} sets the price: {text}"
    )
    if state.phase == phases.FINAL:
        record(trace, "SCHIZ-FINAL-09", "scene.price")
    return state.with_scene(price=text)


@override.guard("SCHIZ-RESOLVE-12")
def more_than_two(state: State, _: int) -> Verdict:
    more = state.table.count > len(scene_players(state))
    return NOT_CONCERNED if more else "there are only two players"


@override.guard("SCHIZ-RESOLVE-12")
def there_is_a_price(state: State, _: int) -> Verdict:
    return NOT_CONCERNED if state.scene.price else "no price is set"


@override.guard("SCHIZ-RESOLVE-12")
def all_others_agree(state: State, _: int, by: tuple[int, ...]) -> Verdict:
    return state.lacking("agree", state.others(state.scene.judge), by)


@override.effect
def _override(state: State, _: int, _by: object, trace: Trace | None) -> State:
    new = next(seat for seat in scene_players(state) if seat != state.scene.judge)
    text = f"{state.name(new)} is judge now"
    record(trace, "SCHIZ-RESOLVE-12", "scene.judge", "scene.price", text=text)
    record(trace, "SCHIZ-PAY-06", "scene.judge")
    return state.with_scene(judge=new, price="")


@death.guard("SCHIZ-AFTER-05", "SCHIZ-END-05")
def of_this_scene(state: State, _: int, who: int) -> Verdict:
    return KEPT if state.in_scene(who) else f"{state.name(who)}'s character is not in the scene"


@death.guard("SCHIZ-AFTER-05")
def only_once(state: State, _: int, who: int) -> Verdict:
    return f"{state.name(who)}'s character is dead" if state.seats[who].dead else NOT_CONCERNED


@death.guard("SCHIZ-END-05")
def with_the_answer(state: State, _: int) -> Verdict:
    return "the question is not being answered" if state.scene.narrator == NOBODY else NOT_CONCERNED


@death.guard("SCHIZ-END-05")
def all_agree(state: State, _: int, _who: int, by: tuple[int, ...]) -> Verdict:
    return state.lacking("agree", state.table.seats, by)


@death.effect
def _death(state: State, _: int, who: int, _by: object, trace: Trace | None) -> State:
    if trace is not None:
        fact = f"{state.name(who)}.dead"
        trace(("SCHIZ-END-05", "SCHIZ-AFTER-05"), fact, text=f"{state.name(who)}'s character dies")
        if state.phase == phases.FINAL:
            trace("SCHIZ-FINAL-12", fact)
    return state.with_seat(who, dead=True)


@close.guard("SCHIZ-CRISIS-09", when=State.in_crisis)
def allegiance_stated(state: State, _: int) -> Verdict:
    return KEPT if state.scene.verdict != NOBODY else "the final allegiance is not stated"


@close.guard("SCHIZ-RESOLVE-11", "SCHIZ-SCENE-14", "SCHIZ-FINAL-09")
def price_is_set(state: State, _: int) -> Verdict:
    return KEPT if state.scene.price else "the answer has no price"


@close.effect
def _close(state: State, _: int, trace: Trace | None) -> State:
    scene = state.scene
    if state.phase == phases.FLASHBACK:
        return _close_flashback(state, trace)
    if state.phase == phases.ENDGAME:
        record(trace, "SCHIZ-END-11", "centre", text=f"{scene.key} is discarded to the centre")
        record(trace, "SCHIZ-SCENE-14", "step", "scene")
        centre = (*state.centre, scene.key) if scene.key else state.centre
        return state._replace(step=phases.PAY, centre=centre, scene=_over(scene)._replace(key=""))
    record(trace, "SCHIZ-SCENE-14", "scene", text="the scene closes")
    return state._replace(scene=_over(scene))


def _over(scene: Scene) -> Scene:
    """Return the scene after its close: without dice, with its roles and story."""
    return scene._replace(open=False, rolling=False, rolled=False, rolls=((), ()), traded=())


def _close_flashback(state: State, trace: Trace | None) -> State:
    scene = state.scene
    record(trace, ("SCHIZ-FLASH-03", "SCHIZ-SCENE-13"))
    record(trace, "SCHIZ-FLASH-05", "used", "visitors")
    memory = scene.memory
    used = ref.put(state.used, scene.persona, memory.aptitude if memory else NOBODY)
    visitors = (*state.visitors, scene.visitor)
    if len(visitors) < state.table.scenes:
        record(trace, "SCHIZ-FLASH-12", "scene", text=f"the first half closes; {scene.key} stays")
        return state._replace(used=used, visitors=visitors, scene=Scene(key=scene.key))
    hand = (*state.seats[state.turn].hand, scene.key)
    player = state.name(state.turn)
    record(trace, "SCHIZ-FLASH-13", f"{player}.hand", text=f"{scene.key} goes to {player}'s hand")
    record(trace, "SCHIZ-FLASH-14", "step", "scene")
    return state.with_seat(state.turn, hand=hand)._replace(
        used=used, visitors=visitors, step=phases.VOTE, scene=Scene(), bleed=Bleed()
    )
