"""Gather, situation, interlude, and the endgame's additions to a scene: reveals, payout, bets."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.modes import closed, lacking, only, out_of_phase, paid_first, pair
from validator.games.schizonauts.scene import PERSONAS, seats
from validator.games.schizonauts.sheet import OVERLAP, SIDES, Memory, Pair, a, same
from validator.games.schizonauts.state import (
    NOBODY,
    NONE,
    Bleed,
    Reveal,
    Scene,
    State,
    faces,
    hand_made_odd,
    minus,
    one,
    pile_size,
    plus,
)
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, gate, record


def hand_size(state: State) -> int:
    """The number of key cards that the players hold when flashback is over."""
    return max((len(own.hand) for own in state.seats), default=0)


def halves(state: State, *_: object) -> tuple[Pair, ...]:
    """The allegiance deck that the rules ask for."""
    half = pile_size(state.table.count, hand_size(state)) // 2
    return ((half, half),)


def reveal_memories(state: State, seat: int, kind: int, _full: bool) -> list[Memory | None]:
    """What a card can be revealed for, besides the full rating."""
    found: list[Memory | None] = [None]
    if kind in PERSONAS:
        for aptitude, section in enumerate(state.seats[seat].sheet[kind].sections):
            found += [Memory(kind, aptitude, x.text) for x in section if not x.circle]
    return list(dict.fromkeys(found))


def late_dice(state: State, seat: int, kind: int, full: bool, memory: Memory | None) -> int:
    """The number of dice that a reveal adds after the roll."""
    extra = state.table.memory_dice if memory is not None else 0
    aptitude = state.aptitude_of(seat)
    if full and kind in PERSONAS and aptitude >= 0 and state.reveal_of(seat) is None:
        own = state.seats[seat].sheet[kind].ratings[aptitude]
        extra += max(0, own - state.rating(seat)[1]) * state.table.dice_per_point
    return extra


def reveal_dice(
    state: State, seat: int, kind: int, full: bool, memory: Memory | None
) -> list[tuple[int, ...]]:
    """Candidates for the added dice: none before the roll, all faces after it."""
    if not state.scene.rolled or not (full or memory):
        return [()]
    return [(1,) * late_dice(state, seat, kind, full, memory)]


def stakes(state: State, seat: int, *_: object) -> list[Pair]:
    """Yield every way to divide the earned coins."""
    coins = state.seats[seat].earned
    return [(n, coins - n) for n in range(coins + 1)]


gather = Verb(
    "gather", about="Build the allegiance deck of agent and thief cards.", kind="table",
    args=(notation.BY_SIDE.of(halves),),
    modes=(phases.GATHER,),
    gates=closed(out_of_phase(), {
        (modes.FIRST_DEAL,): gate("SCHIZ-GATHER-01", why="the allegiance deck is built"),
        modes.WHOLE_FLASHBACK: out_of_phase(
            "SCHIZ-FLASH-17", "SCHIZ-FLASH-15", "SCHIZ-GATHER-01"
        ),
    }),
)  # fmt: skip
situation = Verb("situation", about="As starter, read the situation aloud.", args=(),
    modes=(phases.SITUATION,), by=lambda state: (state.starter,),
    gates=closed(out_of_phase("SCHIZ-GATHER-09"), {
        (modes.FIRST_DEAL,): out_of_phase("SCHIZ-GATHER-09").then(modes.MODES[modes.FIRST_DEAL]),
    }),
    turn=gate(
        "SCHIZ-GATHER-09", "SCHIZ-SETUP-02",
        why=lambda state: f"{state.name(state.starter)} reads it",
    ),
)  # fmt: skip
interlude = Verb(
    "interlude", about="Write the overlap's ratings, and say your single name.",
    args=(
        notation.RATINGS.stating(lambda state, seat: state.seats[seat].sheet.lower_ratings()),
        notation.JOINED.of(lambda state, seat, _: (state.seats[seat].sheet.joined(),)),
    ),
    modes=(phases.INTERLUDE,), by=lacking("name"),
    gates=closed(out_of_phase("SCHIZ-INTER-03"), {
        (phases.SITUATION,): out_of_phase("SCHIZ-GATHER-09", "SCHIZ-INTER-03"),
        (*modes.IN_ENDGAME, *modes.IN_FINAL): out_of_phase(
            "SCHIZ-INTER-03", "SCHIZ-INTER-02", "SCHIZ-END-16"
        ),
    }),
)  # fmt: skip
ROLES_NAMED = "narrator and judge are being named"
reveal = Verb(
    "reveal",
    about="Reveal one of your allegiance cards: for its full rating, for a memory, or for "
    "nothing.",
    args=(
        notation.KIND.of(PERSONAS),
        notation.FULL.of((False, True)),
        notation.SHOWN_FOR.of(reveal_memories),
        notation.FACES.of(reveal_dice),
        notation.SHOWN_TO,
        notation.FORCED_BY.of(lambda _, seat, *__: (seat,)),
    ),
    modes=(modes.END.play, modes.END.dice, modes.END.roles), by=pair,
    gates=closed(None, {
        modes.IN_FLASHBACK: out_of_phase("SCHIZ-FLASH-17"),
        (modes.ENDGAME_TURN, modes.KEYS_USED): gate("SCHIZ-REVEAL-03", why="no scene is open"),
        (modes.END.answer,): gate("SCHIZ-REVEAL-11", why=ROLES_NAMED),
        modes.IN_FINAL: out_of_phase("SCHIZ-FINAL-12", "SCHIZ-CRISIS-05", "SCHIZ-REVEAL-02"),
    }),
)  # fmt: skip
claim = Verb(
    "claim", about="Say anything about your allegiance.", kind="aside",
    args=(notation.TEXT.or_left_out("").of(("Trust me",)),),
    modes=tuple(each for each in modes.ALL_MODES if not each.startswith(phases.FLASHBACK)),
    gates=only(gate("SCHIZ-FLASH-17", why="not in flashback")),
)  # fmt: skip
look = Verb(
    "look", about="Look at face-down allegiance cards.", kind="aside",
    args=(notation.LOOKED.of(lambda _, seat: (seat,)),),
)  # fmt: skip
pay = Verb(
    "pay", about="Take the coins of the scene from the bank.", kind="table",
    args=(notation.COINS.of(lambda state, *_: (state.payouts(),)),),
    modes=(modes.PAYING,),
    gates=closed(out_of_phase("SCHIZ-PAY-05", "SCHIZ-END-07", "SCHIZ-PAY-04"), {
        (*modes.IN_ENDGAME, modes.BETTING): gate(
            "SCHIZ-END-07", "SCHIZ-PAY-04", why="no payout is due"
        ),
        **{(each,): modes.MODES[each] for each in (*modes.BY_DICE, *modes.BY_DEAL)},
        modes.WHOLE_FLASHBACK: out_of_phase(
            "SCHIZ-FLASH-17", "SCHIZ-PAY-05", "SCHIZ-END-07", "SCHIZ-PAY-04"
        ),
        (*modes.IN_FINAL, *modes.IN_TALLY): out_of_phase(
            "SCHIZ-PAY-05", "SCHIZ-FINAL-12", "SCHIZ-END-07", "SCHIZ-PAY-04"
        ),
    }),
)  # fmt: skip
bet = Verb(
    "bet", about="Put the coins you earned on the sides of a player's sheet.",
    args=(notation.PLAYER.of(seats), notation.BY_SIDE.of(stakes)),
    modes=(modes.BETTING,), by=lambda state: state.bettors()[:1],
    gates=closed(None, {
        modes.NO_SCENES: out_of_phase("SCHIZ-BET-01"),
        modes.IN_ENDGAME: gate("SCHIZ-BET-01", "SCHIZ-BET-06", why="no bets are due"),
        (modes.PAYING,): paid_first.then(gate("SCHIZ-BET-01", why="no bets are due")),
        modes.WHOLE_FLASHBACK: out_of_phase("SCHIZ-FLASH-17", "SCHIZ-BET-01"),
        (*modes.IN_FINAL, *modes.IN_TALLY): out_of_phase(
            "SCHIZ-PAY-05", "SCHIZ-FINAL-12", "SCHIZ-BET-01"
        ),
    }),
)  # fmt: skip


# ---- gather


@gather.guard("SCHIZ-GATHER-04")
def half_and_half(_at: State, _: int, cards: Pair) -> Verdict:
    return KEPT if cards[0] == cards[1] else f"{cards[0]} agents and {cards[1]} thieves"


def odd_deck(state: State) -> bool:
    """Whether the hands, each made odd, have an odd sum of cards."""
    return bool(state.table.count * hand_made_odd(hand_size(state)) % 2)


@gather.guard("SCHIZ-GATHER-02", "SCHIZ-GATHER-05")
@gather.guard("SCHIZ-GATHER-03", when=odd_deck)
def right_size(state: State, _: int, cards: Pair) -> Verdict:
    count, hand = state.table.count, hand_size(state)
    size = pile_size(count, hand)
    what = f"{count} players with hands of {hand} need {size} cards"
    return KEPT if sum(cards) == size else f"{what}, not {sum(cards)}"


def _returned(state: State) -> Pair:
    """The cards out of play once everybody has given back those for the votes."""
    return reduce(plus, (own.votes for own in state.seats), state.spare)


@gather.guard("SCHIZ-COMP-07", "SCHIZ-GATHER-01")
def cards_enough(state: State, _: int, cards: Pair) -> Verdict:
    have = _returned(state)
    for kind, word in enumerate(SIDES[:2]):
        if cards[kind] > have[kind]:
            return f"{cards[kind]} {word} cards, and there are {have[kind]}"
    return KEPT


@gather.effect
def _gather(state: State, _: int, cards: Pair, trace: Trace | None) -> State:
    have = _returned(state)
    if trace is not None:
        text = f"{sum(cards)} cards, {cards[0]} agents and {cards[1]} thieves"
        votes = (f"{each}.votes" for each in state.table.players)
        trace("SCHIZ-GATHER-01", "pile", *votes, "round", "scene", "bleed", text=text)
        trace("SCHIZ-GATHER-06", "dealing")
        trace(("SCHIZ-GATHER-05", "SCHIZ-KIT-06"), "pile")
    return state._replace(
        spare=minus(have, cards), pile=cards, dealing=True, round=1,
        seats=tuple([own._replace(votes=NONE) for own in state.seats]),
        scene=Scene(), bleed=Bleed(), step=phases.SCENE,
    )  # fmt: skip


@situation.effect
def _situation(state: State, seat: int, trace: Trace | None) -> State:
    record(trace, "SCHIZ-GATHER-09", "phase", text=f"{state.name(seat)} reads the situation")
    return state._replace(phase=phases.INTERLUDE)


# ---- interlude


@interlude.guard("SCHIZ-INTER-03", "SCHIZ-INTER-02")
def named_once(state: State, seat: int) -> Verdict:
    called = state.seats[seat].name
    return f"{state.name(seat)} is {called}" if called else NOT_CONCERNED


@interlude.guard("SCHIZ-INTER-01")
def lower_ratings(state: State, seat: int, ratings: tuple[int, ...]) -> Verdict:
    should = state.seats[seat].sheet.lower_ratings()
    for apt, (given, right) in enumerate(zip(ratings, should, strict=True)):
        if given != right:
            agent, thief = (state.seats[seat].sheet[side].ratings[apt] for side in PERSONAS)
            letter = state.table.letters[apt]
            return f"{letter} is {right}, the lower of {agent} and {thief}, not {given}"
    return KEPT


@interlude.guard("SCHIZ-INTER-02")
def first_and_last(state: State, seat: int, _ratings: object, said: str) -> Verdict:
    right = state.seats[seat].sheet.joined()
    return KEPT if same(said, right) else f"the name is {right}"


@interlude.effect
def _interlude(
    state: State, seat: int, ratings: tuple[int, ...], said: str, trace: Trace | None
) -> State:
    del said
    called = state.seats[seat].sheet.joined()
    if trace is not None:
        player = state.name(seat)
        ratings_ = [f"{player}.overlap.{letter}" for letter in state.table.letters]
        trace(("SCHIZ-INTER-01", "SCHIZ-SHEET-03"), *ratings_)
        trace(
            ("SCHIZ-INTER-02", "SCHIZ-INTER-03"), f"{player}.name", text=f"{player}: I am {called}"
        )
    overlap = state.seats[seat].sheet[OVERLAP]._replace(ratings=ratings)
    sheet = state.seats[seat].sheet.with_side(OVERLAP, overlap)
    after = state.with_seat(seat, sheet=sheet, name=called)
    if not all(own.name for own in after.seats):
        return after
    record(trace, "SCHIZ-GEN-03", "phase", "round", "turn", "step", text="endgame begins")
    after = after._replace(phase=phases.ENDGAME, round=1, turn=state.starter, step=phases.SCENE)
    return after if state.keys_held() else keys_used_up(after, trace)


def keys_used_up(state: State, trace: Trace | None) -> State:
    """After the last bets: endgame is over; a last card is due if there is one for everybody."""
    dealing = state.deal_due(last=True) > 0
    if dealing:
        record(trace, "SCHIZ-FINAL-02", "dealing")
    return state._replace(turn=NOBODY, step=phases.DONE, dealing=dealing)


# ---- reveals


@reveal.guard("SCHIZ-REVEAL-03")
def in_a_scene(state: State, seat: int) -> Verdict:
    return KEPT if state.in_scene(seat) else f"{state.name(seat)} is a contributor of this scene"


@reveal.guard("SCHIZ-REVEAL-11")
def window(state: State, _: int) -> Verdict:
    if not state.scene.rolled:
        return NOT_CONCERNED
    return ROLES_NAMED if {state.scene.narrator, state.scene.judge} != {NOBODY} else KEPT


@reveal.guard("SCHIZ-REVEAL-01", "SCHIZ-REVEAL-12")
def one_a_scene(state: State, seat: int) -> Verdict:
    turned = sum(each.seat == seat for each in state.scene.reveals)
    return KEPT if turned < state.table.reveals else f"{state.name(seat)} has turned up a card"


@reveal.guard("SCHIZ-REVEAL-02", "SCHIZ-END-03")
def face_down(state: State, seat: int, kind: int) -> Verdict:
    if kind in PERSONAS and state.seats[seat].down[kind]:
        return KEPT
    return f"{state.name(seat)} has no {SIDES[kind]} card face down"


@reveal.guard("SCHIZ-AFTER-02")
def no_gain_for_the_dead(state: State, seat: int, _kind: int, full: bool, which: object) -> Verdict:
    if not state.seats[seat].dead:
        return NOT_CONCERNED
    return f"{state.name(seat)}'s character is dead" if full or which else KEPT


@reveal.guard("SCHIZ-REVEAL-08", "SCHIZ-END-02")
def of_that_side(state: State, _seat: int, kind: int, _full: bool, which: Memory | None) -> Verdict:
    del state
    if which is None:
        return NOT_CONCERNED
    words = f"a {SIDES[kind]} card, a memory of the {SIDES[which.side]}"
    return KEPT if which.side == kind else words


@reveal.guard("SCHIZ-REVEAL-07")
def memory_there(state: State, seat: int, _kind: int, _full: bool, which: Memory | None) -> Verdict:
    if which is None:
        return NOT_CONCERNED
    there = state.seats[seat].sheet.find(which) is not None
    return KEPT if there else f'{state.name(seat)} has no memory "{which.text}"'


@reveal.guard("SCHIZ-REVEAL-08")
def not_bled(state: State, seat: int, _kind: int, _full: bool, which: Memory | None) -> Verdict:
    if which is None or (line := state.seats[seat].sheet.find(which)) is None:
        return NOT_CONCERNED
    return f'the circle of "{line.text}" is filled' if line.circle else KEPT


@reveal.guard("SCHIZ-REVEAL-11")
def late_in_aptitude(
    state: State, seat: int, _kind: int, _full: bool, which: Memory | None
) -> Verdict:
    if which is None or not state.scene.rolled:
        return NOT_CONCERNED
    own = state.aptitude_of(seat)
    return KEPT if which.aptitude == own else f"{state.table.aptitudes[own]} was rolled"


@reveal.guard("SCHIZ-END-13", "SCHIZ-REVEAL-07", "SCHIZ-SCENE-11")
def one_aptitude(state: State, seat: int, _kind: int, _full: bool, which: Memory | None) -> Verdict:
    own = state.aptitude_of(seat)
    if which is None or own == NOBODY or state.scene.rolled:
        return NOT_CONCERNED
    used = state.table.aptitudes[own]
    return KEPT if which.aptitude == own else f"{state.name(seat)} uses {used}"


@reveal.guard("SCHIZ-REVEAL-10")
def dice_of_late_reveals(
    state: State, seat: int, kind: int, full: bool, which: Memory | None, dice: tuple[int, ...]
) -> Verdict:
    if kind not in PERSONAS:
        return NOT_CONCERNED
    if not state.scene.rolled:
        return "dice are rolled with the pool, not now" if dice else NOT_CONCERNED
    need = late_dice(state, seat, kind, full, which)
    if len(dice) != need:
        return f"{need}{state.table.die} are rolled and added, not {len(dice)}"
    return late_faces(state, seat, kind, full, which, dice) or ""


@reveal.guard("SCHIZ-DICE-15")
def late_faces(
    state: State, _s: int, _k: int, _f: bool, _w: object, dice: tuple[int, ...]
) -> Verdict:
    wrong = [face for face in dice if not 1 <= face <= faces(state.table.die)]
    return f"a {state.table.die} has no {wrong[0]}" if wrong else NOT_CONCERNED


@reveal.guard("SCHIZ-REVEAL-04")
def to_everybody(
    state: State, _s: int, _k: int, _f: bool, _w: object, _d: object, only: Any
) -> Verdict:
    if only is None:
        return KEPT
    unseen = [state.name(seat) for seat in state.table.seats if seat not in only]
    return f"shown to {', '.join(state.name(each) for each in only)} only" if unseen else KEPT


@reveal.guard("SCHIZ-END-04", "SCHIZ-REVEAL-06")
def by_oneself(
    state: State, seat: int, _k: int, _f: bool, _w: object, _d: object, _o: object, by: Any
) -> Verdict:
    return f"{state.name(by)} cannot make {state.name(seat)} do it" if by != seat else KEPT


@reveal.effect
def _reveal(
    state: State, seat: int, kind: int, full: bool, which: Memory | None, dice: tuple[int, ...],
    _only: object, _by: object, trace: Trace | None,
) -> State:  # fmt: skip
    scene = state.scene
    if which is not None:
        line = state.seats[seat].sheet.find(which)
        assert line is not None
        which = which._replace(text=line.text)
    reveals = (*scene.reveals, Reveal(seat, kind, full, which))
    scene = scene._replace(reveals=reveals)
    if which is not None and not scene.rolled:
        scene = scene.remembering(seat == state.turn, which)
    if scene.rolled and dice:
        side = 0 if seat == state.turn else 1
        new = (*scene.rolls[side], *((state.table.die, face) for face in dice))
        scene = scene._replace(rolls=ref.put(scene.rolls, side, new))
    own = state.seats[seat]
    up, down = plus(own.up, one(kind)), minus(own.down, one(kind))
    after = state.with_seat(seat, up=up, down=down)._replace(scene=scene)
    if trace is not None:
        _revealed(state, after, seat, dice, trace)
    return after


def _revealed(state: State, after: State, seat: int, dice: object, trace: Trace) -> None:
    player = state.name(seat)
    _, kind, full, which = after.scene.reveals[-1]
    facts = (f"{player}.up", f"{player}.down", "scene.reveals")
    trace("SCHIZ-REVEAL-02", *facts, text=f"{player} turns up {a(kind)} card")
    trace("SCHIZ-REVEAL-06", *facts)
    trace("SCHIZ-END-04", *facts)
    pool_fact = f"scene.pool.{player}"
    if which is not None:
        chosen = "scene.memory" if seat == state.turn else "scene.visitors_memory"
        trace("SCHIZ-REVEAL-07", pool_fact, chosen, text=f"{player} remembers {which.text}")
        trace("SCHIZ-END-02", pool_fact)
    if full:
        better = (pool_fact,) if after.rating(seat)[1] != state.rating(seat)[1] else ()
        trace(("SCHIZ-REVEAL-09", "SCHIZ-DICE-03"), *better, text=f"{player} uses her full rating")
    if state.scene.rolled:
        added = (f"scene.rolled.{player}",) if dice else ()
        trace(("SCHIZ-REVEAL-10", "SCHIZ-DICE-12"), *added)
    if state.seats[seat].dead:
        trace("SCHIZ-AFTER-04", f"{player}.up", f"{player}.down")
    trace("SCHIZ-ALLEG-01")


@claim.effect
def _claim(state: State, seat: int, text: str, trace: Trace | None) -> State:
    record(trace, "SCHIZ-REVEAL-05", text=f"{state.name(seat)} claims: {text}")
    return state


@look.guard("SCHIZ-GATHER-08")
def own_cards_only(state: State, seat: int, whose: int) -> Verdict:
    if whose == seat:
        return KEPT
    return f"these cards are {state.name(whose)}'s" if whose >= 0 else "the deck is hidden"


# ---- payout


def _pay_guard(concerns: Callable[..., set[int]], *rules: str) -> None:
    """Add a guard on who is paid. `concerns`: (narrator, judge, givers, scene's players, all)."""

    def right_pay(state: State, _: int, coins: tuple[int, ...]) -> Verdict:
        scene, everybody, should = state.scene, set(state.table.seats), state.payouts()
        gave, here = {giver for giver, _ in scene.gifts}, {state.turn, scene.visitor}
        seats = concerns({scene.narrator}, {scene.judge}, gave, here, everybody) & everybody
        for seat in sorted(seats):
            if coins[seat] != should[seat]:
                return f"{state.name(seat)} takes {should[seat]}, not {coins[seat]}"
        return KEPT if seats else NOT_CONCERNED

    pay.add(right_pay, rules)


_pay_guard(
    lambda narrator, judge, gave, _, all_: narrator & judge | all_ - narrator - judge - gave,
    "SCHIZ-PAY-04",
)
_pay_guard(lambda narrator, judge, *_: narrator - judge, "SCHIZ-PAY-03", "SCHIZ-PAY-04")
_pay_guard(lambda narrator, judge, *_: judge - narrator, "SCHIZ-PAY-02", "SCHIZ-PAY-04")
_pay_guard(lambda _, judge, __, here, ___: judge & here, "SCHIZ-PAY-06")
_pay_guard(lambda _, __, gave, here, all_: gave | all_ - here, "SCHIZ-PAY-01")


@pay.guard("SCHIZ-COMP-10")
def bank_covers_it(state: State, _: int, coins: tuple[int, ...]) -> Verdict:
    taken = sum(coins)
    return KEPT if taken <= state.bank else f"{taken} coins, and the bank has {state.bank}"


@pay.effect
def _pay(state: State, _: int, coins: tuple[int, ...], trace: Trace | None) -> State:
    if trace is not None:
        players = state.table.players
        earned = [f"{n} {c}" for n, c in zip(players, coins, strict=True) if c]
        facts = [f"{each}.earned" for each in players]
        trace("SCHIZ-PAY-01", *facts, "step", text=f"payout: {', '.join(earned)}")
        trace(("SCHIZ-PAY-02", "SCHIZ-PAY-03", "SCHIZ-PAY-04", "SCHIZ-PAY-06"), *facts)
        trace(("SCHIZ-COMP-10", "SCHIZ-TALLY-07"), "bank")
    earning = zip(state.seats, coins, strict=True)
    seats = tuple([own._replace(earned=more) if more else own for own, more in earning])
    after = state._replace(seats=seats, bank=state.bank - sum(coins), step=phases.BET)
    return after if any(coins) else next_turn(after, trace)


# ---- bets


@bet.guard("SCHIZ-BET-06")
def in_order(state: State, seat: int) -> Verdict:
    if not state.seats[seat].earned:
        return NOT_CONCERNED
    first = state.bettors()[0]
    return KEPT if seat == first else f"{state.name(first)} bets first"


@bet.guard("SCHIZ-BET-07", "SCHIZ-BET-01")
def something_earned(state: State, seat: int) -> Verdict:
    if state.seats[seat].earned:
        return NOT_CONCERNED
    return f"{state.name(seat)} has no coins of this turn to bet"


@bet.guard("SCHIZ-BET-02")
def actor_on_visitor(state: State, seat: int, on: int) -> Verdict:
    if seat != state.turn:
        return NOT_CONCERNED
    other = state.scene.visitor
    return KEPT if on == other else f"the actor bets on {state.name(other)}"


@bet.guard("SCHIZ-BET-03")
def visitor_on_actor(state: State, seat: int, on: int) -> Verdict:
    if seat != state.scene.visitor:
        return NOT_CONCERNED
    return KEPT if on == state.turn else f"the visitor bets on {state.name(state.turn)}"


@bet.guard("SCHIZ-BET-04")
def contributors_on_both(state: State, seat: int, on: int) -> Verdict:
    if seat in (state.turn, state.scene.visitor):
        return NOT_CONCERNED
    pair = (state.turn, state.scene.visitor)
    return KEPT if on in pair else f"{state.name(on)} is neither actor nor visitor"


@bet.guard("SCHIZ-BET-07", "SCHIZ-BET-01")
def all_of_it(state: State, seat: int, _on: int, coins: Pair) -> Verdict:
    if not state.seats[seat].earned:
        return NOT_CONCERNED
    earned = state.seats[seat].earned
    return KEPT if sum(coins) == earned else f"{sum(coins)} coins, and {earned} were earned"


@bet.guard("SCHIZ-BET-05")
def whole_coins(_state: State, _s: int, _on: int, coins: Pair) -> Verdict:
    return KEPT if min(coins) >= 0 else f"{min(coins)} coins on a side"


@bet.effect
def _bet(state: State, seat: int, on: int, coins: Pair, trace: Trace | None) -> State:
    if trace is not None:
        player, target = state.name(seat), state.name(on)
        facts = (f"{target}.coins", f"{target}.coins.A", f"{target}.coins.T")
        words = " ".join(f"{SIDES[k]} {n}" for k, n in enumerate(coins) if n)
        trace("SCHIZ-BET-05", *facts, text=f"{player} bets on {target}: {words}")
        trace(("SCHIZ-BET-01", "SCHIZ-BET-06"), f"{player}.earned")
        trace("SCHIZ-BET-08", *facts)
        if state.seats[seat].dead or state.seats[on].dead:
            trace("SCHIZ-AFTER-01", *facts)
    after = state.with_seat(seat, earned=0)
    after = after.with_seat(on, coins=plus(after.seats[on].coins, coins))
    return after if any(own.earned for own in after.seats) else next_turn(after, trace)


def next_turn(state: State, trace: Trace | None) -> State:
    """The next player, with new allegiance cards if a round begins; or the end of endgame."""
    turn = (state.turn + 1) % state.table.count
    after = state._replace(turn=turn, step=phases.SCENE, scene=Scene())
    if turn == state.starter:
        after = after._replace(round=state.round + 1)
    record(trace, "SCHIZ-END-07", "turn", "step", "scene", "round")
    if not state.keys_held():
        record(trace, "SCHIZ-END-15", "turn", "step", text="the last key is used: endgame is over")
        return keys_used_up(after, trace)
    if turn == state.starter:
        record(trace, "SCHIZ-GEN-06", "round", text=f"round {after.round} begins")
        if after.deal_due():
            record(trace, "SCHIZ-GATHER-07", "dealing")
            after = after._replace(dealing=True)
    return after
