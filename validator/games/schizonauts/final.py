"""The final resolution and the tally: true allegiances, the winning side, and the escapes.

In the rulebook: Final resolution; The tally.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.identity import is_crisis, preferred_side, true_side
from validator.games.schizonauts.modes import actor, also, verb, whose
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.scene import Persona
from validator.games.schizonauts.sheet import NONE, SIDES, Pair, a, plus
from validator.games.schizonauts.state import Scene, State
from validator.referee import api as ref
from validator.referee.api import Judge, Say

OUTCOMES = ("confirmed", "crisis")
BEGINS = Say("Begin the final resolution", "the final resolution begins")
UNMASKS = Say("Turn up all your cards", "turns up {agents} agent and {thieves} thief [card|cards]")
TRULY = Say("", "is truly {side}")
PREFERS = Say("",
              "has {agents} coins as agent and {thieves} as thief, and so [prefers|prefer] the "
              "{side}")  # fmt: skip
COMES_OUT = Say("", "has an identity {outcome}")
OUTCOME = Say("Say that your identity is {outcome}", "has an identity {outcome}")
IS_TRULY = Say("Say that you are truly of the {side}", "is truly of the {side}")
LIKES = Say("Say that you prefer the {side}", "prefers the {side}")
VERDICT = Say("Be {side}, {how}", "is {side}, {how}")
SCORES = Say("Score {coins} for the side of the {side}",
             "scores {coins} for the side of the {side}")  # fmt: skip
RESULT = Say("Compare the scores", "agents {agents}, thieves {thieves}: {result}", whole=True)
ESCAPES = Say("{players} [escapes|escape]", "{players} [escapes|escape]: {totals}")
RESULTS = {"agents": "PALACE is safe", "thieves": "the economy falls",
           "dark": "the thieves lose, but PALACE goes dark"}  # fmt: skip


def final_side(s: State) -> int:
    """Return the side that receives the coins of this final turn, or -1 if it is undecided."""
    if not s.seats[s.turn].unmasked:
        return NOBODY
    return s.scene.verdict if is_crisis(s) else true_side(s, s.turn)


def side_and_coins(s: State, *_: object) -> tuple[tuple[int, int], ...]:
    """Return the only candidate for the scored coins of this final turn: (side, coins)."""
    side = final_side(s)
    return ((side, s.seats[s.turn].coins[side]),) if side != NOBODY else ()


# ---- a final turn


@verb("table", name="begin-final", open=modes.KEYS_USED, due=also("FINAL-01", "END-15"))
def begin(s: State, _: int, to: Judge) -> State:
    """Begin the final resolution."""
    to.asked()
    after = s._replace(phase=phases.FINAL, turn=s.starter, step=phases.SCENE, scene=Scene(),
                       scored=False, round=1)  # fmt: skip
    return to.did(("FINAL-01", "FINAL-02", "GEN-03"), s, after, BEGINS)


@verb(open=modes.MASKED, by=actor, turn=whose("FINAL-03", "FINAL-01", "SETUP-03"),
      due=also("FINAL-03", "REVEAL-06"))  # fmt: skip
def unmask(s: State, me: int, to: Judge) -> State:
    """Reveal all your allegiance cards."""
    to.asked()
    own = s.seats[me]
    up = plus(own.up, own.down)
    after = s.with_seat(me, up=up, down=NONE, unmasked=True)
    to.did("FINAL-03", s, after, UNMASKS, agents=up[0], thieves=up[1])
    to.did("FINAL-04", s, after, TRULY, side=a(true_side(after, me)))
    agents, thieves = own.coins
    to.did("FINAL-06" if agents == thieves else "FINAL-05", s, after, PREFERS, agents=agents,
           thieves=thieves, side=SIDES[preferred_side(after, me)])  # fmt: skip
    return to.did("FINAL-07", s, after, COMES_OUT, outcome=OUTCOMES[is_crisis(after)])


def unmasked(s: State, me: int, to: Judge) -> None:
    """Check that the player's cards are face-up, before any statement about their allegiance."""
    if not s.seats[me].unmasked:
        to.holds(("FINAL-03", "SETUP-03"), me == s.turn, "it is {actor}'s turn",
                 actor=s.name(s.turn))  # fmt: skip
        to.forbids(("FINAL-03", "SETUP-03"), "{player} must first turn up all cards")


@verb("aside", name="true", open=modes.WHOLE_FINAL)
def true_allegiance(s: State, me: int, side: Persona, to: Judge) -> State:
    """Say which allegiance is the true one."""
    unmasked(s, me, to)
    agents, thieves = plus(s.seats[me].up, s.seats[me].down)
    to.holds("FINAL-04", side == true_side(s, me),
             "the true allegiance is that of most cards: agent {agents}, thief {thieves}",
             agents=agents, thieves=thieves)  # fmt: skip
    to.asked()
    return to.did((), s, s, IS_TRULY, side=SIDES[side])


@verb("aside", name="preferred", open=modes.WHOLE_FINAL)
def preferred_allegiance(s: State, me: int, side: Persona, to: Judge) -> State:
    """Say which allegiance you prefer: the side of the sheet that has more coins."""
    unmasked(s, me, to)
    agents, thieves = s.seats[me].coins
    right = side == preferred_side(s, me)
    if agents == thieves:
        to.holds("FINAL-06", right, "with {coins} [coin|coins] on both sides, the preferred "
                 "side is the opposite of the true one, not {side}", coins=agents,
                 side=SIDES[side])  # fmt: skip
    else:
        to.holds("FINAL-05", right,
                 "there are {agents} coins on the agent side and {thieves} on the thief side",
                 agents=agents, thieves=thieves)  # fmt: skip
    to.asked()
    return to.did((), s, s, LIKES, side=SIDES[side])


@verb("aside", open=modes.WHOLE_FINAL)
def outcome(s: State, me: int, word: Annotated[str, ref.word(OUTCOMES, "outcome").of(OUTCOMES)],
            to: Judge) -> State:  # fmt: skip
    """Say whether the identity is confirmed or in crisis."""
    unmasked(s, me, to)
    truly, preferred = true_side(s, me), preferred_side(s, me)
    to.holds("FINAL-07", OUTCOMES[truly != preferred] == word,
             "the true allegiance is {side} and the preferred one is {preferred}",
             side=SIDES[truly], preferred=SIDES[preferred])  # fmt: skip
    to.asked()
    return to.did((), s, s, OUTCOME, outcome=word)


def settled_by(s: State, *_: object) -> tuple[str, ...]:
    return ("agreed", "narrator") if s.scene.narrator != s.scene.judge else ("agreed",)


@verb(name="verdict", open=modes.CRISIS.answer, by=actor, turn=whose("FINAL-01", "SETUP-03"),
      due=also("CRISIS-09"))  # fmt: skip
def final_allegiance(
    s: State, _: int, side: Persona,
    by: Annotated[str, notation.VERDICT_BY.or_left_out("agreed").of(settled_by)], to: Judge,
) -> State:  # fmt: skip
    """State the final allegiance of the actor of a crisis."""
    to.holds("CRISIS-09", s.scene.verdict == NOBODY, "the final allegiance has already been stated")
    to.holds("CRISIS-09", by in ("agreed", "narrator"),
             "only an agreement or the narrator decides the final allegiance")  # fmt: skip
    to.asked()
    how = "by agreement" if by == "agreed" else "by the narrator's decision"
    return to.did("CRISIS-09", s, s.with_scene(verdict=side), VERDICT, side=a(side), how=how)


@verb(name="identity", open=modes.PLAYED, by=actor, turn=whose("FINAL-01", "SETUP-03"),
      due=also("FINAL-10", "CRISIS-10"))  # fmt: skip
def score_identity(
    s: State, _: int, what: Annotated[tuple[int, int], notation.SCORED.of(side_and_coins)],
    to: Judge,
) -> State:  # fmt: skip
    """Score the coins of the final allegiance's side."""
    rule, side = "CRISIS-10" if is_crisis(s) else "FINAL-10", final_side(s)
    coins = s.seats[s.turn].coins[side]
    to.holds(rule, what == (side, coins),
             "the {side} side must score {coins}; the line states that the {other} side "
             "scores {number}", side=SIDES[side], coins=coins, other=SIDES[what[0]],
             number=what[1])  # fmt: skip
    to.asked()
    score: Pair = ref.put(s.score, side, s.score[side] + coins)
    return to.did(rule, s, s._replace(score=score, scored=True), SCORES, coins=coins,
                  side=SIDES[side])  # fmt: skip


# ---- tally

Coins = Annotated[int | None, ref.number("coins in all").after("coins").or_left_out(None).of(
    ref.nothing_said
)]  # fmt: skip


def escapes(s: State) -> tuple[int, ...]:
    """Return the players who escape.

    Groups of players with equal totals escape together, the highest total first, as long as a
    whole group fits.
    """
    table = s.table
    limit = table.count // table.escape_share
    totals = [sum(own.coins) for own in s.seats]
    found: list[int] = []
    for total in sorted(set(totals), reverse=True):
        group = [seat for seat in table.seats if totals[seat] == total]
        if len(found) + len(group) > limit:
            break
        found += group
    return tuple(sorted(found))


def result(s: State) -> str:
    """Return which side has won, or "dark" in a tie: the thieves lose, but PALACE goes dark."""
    agents, thieves = s.score
    return "dark" if agents == thieves else "agents" if agents > thieves else "thieves"


@verb("table", open=phases.TALLY, due=also("TALLY-01", "FINAL-01"))
def tally(
    s: State, _: int,
    score: Annotated[Pair, notation.BY_SIDE.stating(lambda s, *_: s.score)],
    won: Annotated[str, notation.RESULT.stating(lambda s, *_: result(s))], coins: Coins, to: Judge,
) -> State:  # fmt: skip
    """Compare the scores of both sides."""
    (agents, thieves), right = s.score, result(s)
    to.holds("TALLY-01", score == s.score, "the score must be agents {agents}, thieves {thieves}",
             agents=agents, thieves=thieves)  # fmt: skip
    if right == "dark":
        to.holds("TALLY-03", won == right,
                 "both sides have {points} points, so the thieves lose, but PALACE goes dark",
                 points=agents)  # fmt: skip
    else:
        to.holds("TALLY-02", won == right,
                 "the winners must be the {result}; the score is agents {agents}, thieves "
                 "{thieves}", result=right, agents=agents, thieves=thieves)  # fmt: skip
    placed = sum(sum(own.coins) for own in s.seats)
    to.holds("TALLY-07", coins is None or coins == placed,
             "{placed} [coin is|coins are] on the sheets; expected {coins}", placed=placed,
             coins=coins)  # fmt: skip
    to.asked()
    rules = ("TALLY-01", "TALLY-03" if right == "dark" else "TALLY-02", "TALLY-07")
    return to.did(rules, s, s._replace(tallied=True), RESULT, agents=agents, thieves=thieves,
                  result=RESULTS[right])  # fmt: skip


@verb("table", open=modes.TALLIED, due=also("TALLY-04", "TALLY-01"))
def escape(
    s: State, _: int, who: Annotated[tuple[int, ...], notation.PLAYERS.of(
        lambda s, *_: (escapes(s),)).or_left_out(())], to: Judge,
) -> State:  # fmt: skip
    """Name the players who escape."""
    right = escapes(s)  # fewer than possible, if too many players have equal totals
    straddles = len(right) < s.table.count // s.table.escape_share
    rules = ("TALLY-05", "TALLY-04") if straddles else "TALLY-04"
    totals = tuple(f"{s.name(seat)} {sum(own.coins)}" for seat, own in enumerate(s.seats))
    to.holds(rules, set(who) == set(right), "{totals}: {players} [escapes|escape]", totals=totals,
             players=s.names(right) or "nobody")  # fmt: skip
    to.asked()
    after = s._replace(escaped=tuple(sorted(who)), phase=phases.OVER)
    return to.did(rules, s, after, ESCAPES, players=s.names(who) or "nobody", totals=totals)
