"""Final resolution and tally: true allegiances, the winning side, and who escapes."""

from __future__ import annotations

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.modes import actor, closed, only, out_of_phase, turn_of_actor
from validator.games.schizonauts.scene import PERSONAS
from validator.games.schizonauts.sheet import SIDES, Pair, a
from validator.games.schizonauts.state import NOBODY, NONE, Scene, State, plus
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, gate, record

OUTCOMES = ("confirmed", "crisis")


def final_side(state: State) -> int:
    """The side that gets the coins of this final turn; -1 if undecided."""
    if not state.seats[state.turn].unmasked:
        return NOBODY
    return state.scene.verdict if state.in_crisis() else state.true_side(state.turn)


def identities(state: State, *_: object) -> tuple[tuple[int, int], ...]:
    """The side and the coins of this final turn."""
    side = final_side(state)
    return ((side, state.seats[state.turn].coins[side]),) if side != NOBODY else ()


def keys_left(state: State) -> str:
    """The reason why endgame is not over."""
    holding = [state.name(seat) for seat, own in enumerate(state.seats) if own.hand]
    return f"{', '.join(holding)} still has key cards" if holding else "the turn is not over"


begin = Verb("begin-final", about="Begin the final resolution.", kind="table", args=(),
    modes=(modes.KEYS_USED,),
    gates=closed(None, {
        modes.IN_ENDGAME: gate("SCHIZ-FINAL-01", "SCHIZ-END-15", why=keys_left),
    }),
)  # fmt: skip
unmask = Verb("unmask", about="Reveal all your allegiance cards.", args=(),
    modes=(modes.MASKED,), by=actor,
    gates=closed(None, {
        modes.IN_FINAL: gate(
            "SCHIZ-FINAL-03", "SCHIZ-FINAL-01", "SCHIZ-SETUP-03",
            why=lambda state: f"{state.name(state.turn)} has turned up her cards in this turn",
        ),
        modes.IN_ENDGAME: out_of_phase("SCHIZ-FINAL-03", "SCHIZ-REVEAL-06"),
        (modes.LAST_DEAL,): modes.MODES[modes.LAST_DEAL].then(
            out_of_phase("SCHIZ-FINAL-03", "SCHIZ-REVEAL-06")
        ),
    }), turn=turn_of_actor("SCHIZ-FINAL-03", "SCHIZ-FINAL-01"),
)  # fmt: skip


def _saying(name: str, about: str, what: ref.Arg) -> Verb:
    return Verb(
        name, about=about, kind="aside", args=(what,), modes=modes.WHOLE_FINAL,
        gates=only(out_of_phase()),
    )  # fmt: skip


SIDE = notation.SIDE.of(PERSONAS)
true = _saying("true", "Say which allegiance is the true one.", SIDE)
prefers = _saying("preferred", "Say which side of the sheet has more coins.", SIDE)
outcome = _saying(
    "outcome", "Say whether the identity is confirmed or in crisis.",
    ref.word(OUTCOMES, "outcome").of(OUTCOMES),
)  # fmt: skip
verdict = Verb(
    "verdict", about="State the final allegiance of the actor of a crisis.",
    args=(
        SIDE,
        notation.VERDICT_BY.or_left_out("agreed").of(lambda state, *_: (
            ("agreed", "narrator") if state.scene.narrator != state.scene.judge else ("agreed",)
        )),
    ),
    modes=(modes.CRISIS.answer,), by=actor, turn=turn_of_actor("SCHIZ-FINAL-01"),
    gates=closed(None, {
        (modes.UNMASKED, modes.PLAYED, modes.SCORED, modes.TOLD): gate(
            "SCHIZ-FINAL-07", "SCHIZ-CRISIS-09",
            why=lambda state: "" if state.in_crisis() else "the identity is confirmed",
        ).then(gate(
            "SCHIZ-CRISIS-09", "SCHIZ-SCENE-14",
            why=lambda state: "no scene is open" if state.in_crisis() else "",
        )),
        (modes.MASKED,): gate(
            "SCHIZ-FINAL-03", "SCHIZ-CRISIS-09",
            why=lambda state: f"{state.name(state.turn)} turns up her cards first",
        ),
        (modes.CRISIS.dice, modes.CRISIS.roles): gate(
            "SCHIZ-CRISIS-09", "SCHIZ-SCENE-14", why="narrator and judge are not named"
        ),
    }),
)  # fmt: skip
identity = Verb(
    "identity", about="Score the coins of the final allegiance's side.",
    args=(notation.SCORED.of(identities),),
    modes=(modes.PLAYED,), by=actor, turn=turn_of_actor("SCHIZ-FINAL-01"),
    gates=closed(None, {
        modes.IN_FINAL: gate(
            "SCHIZ-FINAL-08", "SCHIZ-FINAL-10", "SCHIZ-CRISIS-10", "SCHIZ-SCENE-14",
            why="the scene of this final turn is not over",
        ),
        (modes.SCORED,): gate(
            "SCHIZ-FINAL-10", "SCHIZ-CRISIS-10", why="the coins of this turn are scored"
        ),
    }),
)  # fmt: skip
tally = Verb(
    "tally", about="Compare the scores of both sides.", kind="table",
    args=(
        notation.BY_SIDE.stating(lambda state, *_: state.score),
        notation.RESULT.stating(lambda state, *_: state.result()),
        ref.number("coins in all").after("coins").or_left_out(None).of(ref.nothing_said),
    ),
    modes=(phases.TALLY,),
    gates=closed(out_of_phase("SCHIZ-TALLY-01"), {
        (modes.TALLIED,): gate("SCHIZ-TALLY-01", why="the scores are compared"),
        modes.WHOLE_FINAL: out_of_phase("SCHIZ-TALLY-01", "SCHIZ-FINAL-01"),
    }),
)  # fmt: skip
escape = Verb(
    "escape", about="Name the players who escape.", kind="table",
    args=(notation.PLAYERS.of(lambda state, *_: (state.escapes(),)).or_left_out(()),),
    modes=(modes.TALLIED,),
    gates=closed(out_of_phase("SCHIZ-TALLY-01", "SCHIZ-TALLY-04"), {
        (phases.TALLY,): gate(
            "SCHIZ-TALLY-04", "SCHIZ-TALLY-01", why="the scores are not compared yet"
        ),
        modes.WHOLE_FINAL: out_of_phase(
            "SCHIZ-TALLY-01", "SCHIZ-FINAL-01", "SCHIZ-TALLY-04"
        ),
    }),
)  # fmt: skip

ASIDES = (true, prefers, outcome)


# ---- the beginning


@begin.effect
def _begin(state: State, _: int, trace: Trace | None) -> State:
    if trace is not None:
        trace(
            "SCHIZ-FINAL-01", "phase", "turn", "step", "round", text="the final resolution begins"
        )
        trace("SCHIZ-FINAL-02")
        trace("SCHIZ-GEN-03", "phase")
    return state._replace(
        phase=phases.FINAL, turn=state.starter, step=phases.SCENE, scene=Scene(), scored=False,
        round=1,
    )  # fmt: skip


@unmask.effect
def _unmask(state: State, seat: int, trace: Trace | None) -> State:
    own = state.seats[seat]
    agents, thieves = up = plus(own.up, own.down)
    after = state.with_seat(seat, up=up, down=NONE, unmasked=True)
    if trace is not None:
        player = state.name(seat)
        facts = (f"{player}.unmasked", f"{player}.up", f"{player}.down")
        text = f"{player} turns up agent {agents}, thief {thieves}"
        trace("SCHIZ-FINAL-03", *facts, text=text)
        liked = SIDES[after.preferred(seat)]
        trace("SCHIZ-FINAL-04", f"{player}.true", text=f"truly {a(after.true_side(seat))}")
        agents, thieves = own.coins
        text = f"coins agent {agents}, thief {thieves}: preferred is the {liked}"
        rule = "SCHIZ-FINAL-06" if agents == thieves else "SCHIZ-FINAL-05"
        trace(rule, f"{player}.preferred", text=text)
        word = "identity crisis" if after.in_crisis() else "identity confirmed"
        trace("SCHIZ-FINAL-07", "scene.outcome", text=word)
    return after


# ---- what is said about it


@ref.guards_for(ASIDES, "SCHIZ-FINAL-03", "SCHIZ-SETUP-03")
def unmasked_before(state: State, seat: int) -> Verdict:
    if seat != state.turn and not state.seats[seat].unmasked:
        return f"it is {state.name(state.turn)}'s turn"
    if state.seats[seat].unmasked:
        return NOT_CONCERNED
    return f"{state.name(seat)} turns up her cards first"


@true.guard("SCHIZ-FINAL-04")
def majority_of_cards(state: State, seat: int, side: int) -> Verdict:
    if not state.seats[seat].unmasked:
        return NOT_CONCERNED
    agents, thieves = plus(state.seats[seat].up, state.seats[seat].down)
    right = state.true_side(seat)
    return KEPT if side == right else f"agent {agents}, thief {thieves}"


@prefers.guard("SCHIZ-FINAL-06")
def tie_is_the_other(state: State, seat: int, side: int) -> Verdict:
    coins = state.seats[seat].coins
    if not state.seats[seat].unmasked or coins[0] != coins[1]:
        return NOT_CONCERNED
    right = state.preferred(seat)
    return KEPT if side == right else f"{coins[0]} coins on both sides, and truly {SIDES[side]}"


@prefers.guard("SCHIZ-FINAL-05")
def majority_of_coins(state: State, seat: int, side: int) -> Verdict:
    coins = state.seats[seat].coins
    if not state.seats[seat].unmasked or coins[0] == coins[1]:
        return NOT_CONCERNED
    return KEPT if side == state.preferred(seat) else f"coins agent {coins[0]}, thief {coins[1]}"


@outcome.guard("SCHIZ-FINAL-07")
def no_choice(state: State, seat: int, word: str) -> Verdict:
    if not state.seats[seat].unmasked:
        return NOT_CONCERNED
    crisis = state.true_side(seat) != state.preferred(seat)
    if OUTCOMES[crisis] == word:
        return KEPT
    return f"truly {SIDES[state.true_side(seat)]}, preferred {SIDES[state.preferred(seat)]}"


# ---- a crisis ends with a verdict


@verdict.guard("SCHIZ-CRISIS-09")
def stated_once(state: State, _: int) -> Verdict:
    return "the final allegiance is stated" if state.scene.verdict != NOBODY else NOT_CONCERNED


@verdict.guard("SCHIZ-CRISIS-09")
def narrators_word(state: State, _: int, _side: int, by: str) -> Verdict:
    del state
    return KEPT if by in ("agreed", "narrator") else "the narrator's choice stands"


@verdict.effect
def _verdict(state: State, seat: int, side: int, by: str, trace: Trace | None) -> State:
    how = "by agreement" if by == "agreed" else "by the narrator's word"
    text = f"{state.name(seat)} is {a(side)}, {how}"
    record(trace, "SCHIZ-CRISIS-09", "scene.verdict", text=text)
    return state.with_scene(verdict=side)


@identity.guard("SCHIZ-FINAL-10", when=lambda state: not state.in_crisis())
@identity.guard("SCHIZ-CRISIS-10", when=State.in_crisis)
def coins_of_that_side(state: State, seat: int, what: tuple[int, int]) -> Verdict:
    side = state.scene.verdict if state.in_crisis() else state.true_side(seat)
    coins = state.seats[state.turn].coins[side]
    if what == (side, coins):
        return KEPT
    return f"the {SIDES[side]} side scores {coins}, not the {SIDES[what[0]]} side {what[1]}"


@identity.effect
def _identity(state: State, seat: int, what: tuple[int, int], trace: Trace | None) -> State:
    side, coins = what
    score: Pair = ref.put(state.score, side, state.score[side] + coins)
    rule = "SCHIZ-CRISIS-10" if state.in_crisis() else "SCHIZ-FINAL-10"
    total = f"agents {score[0]}, thieves {score[1]}"
    text = f"{state.name(seat)}: {coins} for the {SIDES[side]}s' side: {total}"
    record(trace, rule, "score", "scored", text=text)
    return state._replace(score=score, scored=True)


# ---- tally


@tally.guard("SCHIZ-TALLY-01")
def sums(state: State, _: int, score: Pair) -> Verdict:
    return KEPT if score == state.score else f"agents {state.score[0]}, thieves {state.score[1]}"


@tally.guard("SCHIZ-TALLY-03")
def equal_is_dark(state: State, _: int, _score: Pair, won: str) -> Verdict:
    if state.score[0] != state.score[1]:
        return NOT_CONCERNED
    if won == state.result():
        return KEPT
    return f"{state.score[0]} each: nobody's, and PALACE goes dark"


@tally.guard("SCHIZ-TALLY-02")
def higher_wins(state: State, _: int, _score: Pair, won: str) -> Verdict:
    if state.score[0] == state.score[1]:
        return NOT_CONCERNED
    words = f"agents {state.score[0]}, thieves {state.score[1]}"
    return KEPT if won == state.result() else f"the {state.result()} won: {words}"


@tally.guard("SCHIZ-TALLY-07")
def coins_add_up(state: State, _: int, _score: Pair, _won: str, coins: object) -> Verdict:
    paid = state.table.coins - state.bank
    placed = sum(sum(own.coins) for own in state.seats)
    if coins is not None and coins != placed:
        return f"{placed} coins are on the sheets, not {coins}"
    return KEPT if placed == paid else f"{placed} coins on the sheets, {paid} paid"


@tally.effect
def _tally(
    state: State, _: int, score: Pair, won: str, _coins: object, trace: Trace | None
) -> State:
    words = {"agents": "PALACE is safe", "thieves": "the economy falls", "dark": "a draw"}
    text = f"agents {score[0]}, thieves {score[1]}: {words.get(won, won)}"
    record(trace, "SCHIZ-TALLY-01", "tallied", text=text)
    record(trace, "SCHIZ-TALLY-03" if won == "dark" else "SCHIZ-TALLY-02", "winner", "result")
    record(trace, "SCHIZ-TALLY-07")
    return state._replace(tallied=True)


def _straddles(state: State) -> bool:
    """Whether too many players have equal totals for all of them to escape."""
    return len(state.escapes()) < state.table.count // state.table.escape_share


@escape.guard("SCHIZ-TALLY-04")
@escape.guard("SCHIZ-TALLY-05", when=_straddles)
def highest_totals(state: State, _: int, who: tuple[int, ...]) -> Verdict:
    return KEPT if set(who) == set(state.escapes()) else _totals(state)


def _totals(state: State) -> str:
    totals = ", ".join(f"{state.name(s)} {sum(own.coins)}" for s, own in enumerate(state.seats))
    right = ", ".join(state.name(seat) for seat in state.escapes()) or "nobody"
    return f"{totals}: {right} escapes"


@escape.effect
def _escape(state: State, _: int, who: tuple[int, ...], trace: Trace | None) -> State:
    if trace is not None:
        words = ", ".join(state.name(seat) for seat in who) or "nobody"
        rule = "SCHIZ-TALLY-05" if _straddles(state) else "SCHIZ-TALLY-04"
        trace(rule, "escaped", "phase", text=f"{words} escapes: {_totals(state).split(':')[0]}")
        trace("SCHIZ-TALLY-04", "escaped", "phase")
    return state._replace(escaped=tuple(sorted(who)), phase=phases.OVER)
