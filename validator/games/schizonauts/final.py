"""Final resolution and tally: who everybody truly is, which side won, and who escapes."""

from __future__ import annotations

from typing import Any

from validator.games.schizonauts import notation
from validator.games.schizonauts.common import (
    after_bets,
    belongs_to,
    name,
    not_now,
    waits,
    whose_turn,
)
from validator.games.schizonauts.position import (
    ENDGAME,
    FINAL,
    NOBODY,
    NONE,
    OVER,
    SCENE,
    TALLY,
    Position,
    Scene,
    escapes,
    in_crisis,
    plus,
    preferred,
    result,
    true_side,
)
from validator.games.schizonauts.scene import personas
from validator.games.schizonauts.sheet import SIDES, Pair
from validator.referee.core import Notes, Verb, Verdict, laws_for
from validator.referee.grammar import nothing_said, number, word
from validator.referee.zones import put

OUTCOMES = ("confirmed", "crisis")


def verdict_ways(at: Position, *_: object) -> tuple[str, ...]:
    """How the final allegiance is settled."""
    return ("agreed", "narrator") if at.scene.narrator != at.scene.judge else ("agreed",)


def final_side(at: Position) -> int:
    """The side that this final turn's coins go to; -1 while it is open."""
    if not at.unmasked[at.turn]:
        return NOBODY
    return at.scene.verdict if in_crisis(at) else true_side(at, at.turn)


def identities(at: Position, *_: object) -> tuple[tuple[int, int], ...]:
    """The side and the coins of this final turn."""
    side = final_side(at)
    return ((side, at.coins[at.turn][side]),) if side != NOBODY else ()


begin = Verb("begin-final", about="Begin the final resolution.", kind="table", args=())
unmask = Verb("unmask", about="Turn up all your allegiance cards.", args=())
true = Verb(
    "true", about="Say which allegiance is the true one.", kind="aside",
    args=(notation.SIDE.of(personas),),
)  # fmt: skip
prefers = Verb(
    "preferred", about="Say which side of the sheet has more coins.", kind="aside",
    args=(notation.SIDE.of(personas),),
)  # fmt: skip
outcome = Verb(
    "outcome", about="Say whether the identity is confirmed or in crisis.", kind="aside",
    args=(word(OUTCOMES, "outcome").of(lambda *_: OUTCOMES),),
)  # fmt: skip
verdict = Verb(
    "verdict", about="State the final allegiance of the actor of a crisis.",
    args=(
        notation.SIDE.of(personas),
        notation.VERDICT_BY.of(verdict_ways).or_left_out("agreed"),
    ),
)  # fmt: skip
identity = Verb(
    "identity", about="Score the coins of the final allegiance's side.",
    args=(notation.SCORED.of(identities),),
)  # fmt: skip
tally = Verb(
    "tally", about="Compare the scores of both sides.", kind="table",
    args=(
        notation.BY_SIDE.of(lambda at, *_: (at.score,)).or_left_out(lambda at, _: at.score),
        notation.RESULT.of(lambda at, *_: (result(at),)).or_left_out(lambda at, *_: result(at)),
        number("coins in all").after("coins").or_left_out(None).of(nothing_said),
    ),
)  # fmt: skip
escape = Verb(
    "escape", about="Say who escapes the worst.", kind="table",
    args=(notation.PLAYERS.of(lambda at, *_: (escapes(at),)).or_left_out(()),),
)  # fmt: skip

VERBS = (unmask, verdict, identity)
ASIDES = (true, prefers, outcome)
BY_TABLE = (begin, tally, escape)

waits((begin, *VERBS))
after_bets((begin, unmask))


# ---- the beginning


@begin.law("SCHIZ-FINAL-01", "SCHIZ-END-15")
def all_keys_used(at: Position, _: int) -> Verdict:
    """When all hands are empty and the last bets are placed."""
    if at.phase != ENDGAME:
        return None
    holding = [n for n, hand in zip(at.table.players, at.hands, strict=True) if hand]
    if holding:
        return f"{', '.join(holding)} still holds key cards"
    return "" if at.step == "done" else "the last turn is not over"


belongs_to((begin,), (ENDGAME,))


@begin.effect
def _begin(at: Position, _: int, note: Notes | None) -> Position:
    if note is not None:
        note("SCHIZ-FINAL-01", "phase", "turn", text="the final resolution begins")
        note("SCHIZ-FINAL-02", "pile", *(f"{each}.down" for each in at.table.players))
        note("SCHIZ-GEN-03", "phase")
    return at._replace(
        phase=FINAL, turn=at.starter, step=SCENE, scene=Scene(), scored=False, round=1
    )


not_now((unmask,), (ENDGAME,), "SCHIZ-FINAL-03", "SCHIZ-REVEAL-06")
belongs_to((*VERBS, *ASIDES), (FINAL,))


@unmask.law("SCHIZ-FINAL-03", "SCHIZ-FINAL-01", "SCHIZ-SETUP-03")
def at_own_turn(at: Position, seat: int) -> Verdict:
    """At the start of the own turn, not before."""
    if at.phase != FINAL:
        return None
    return "" if seat == at.turn else f"it is {name(at, at.turn)}'s turn"


whose_turn((verdict, identity), "SCHIZ-FINAL-01")


@unmask.law("SCHIZ-FINAL-03")
def not_twice(at: Position, seat: int) -> Verdict:
    """Once."""
    return "all cards are turned up" if at.unmasked[seat] else None


@unmask.effect
def _unmask(at: Position, seat: int, note: Notes | None) -> Position:
    up = put(at.up, seat, plus(at.up[seat], at.down[seat]))
    after = at._replace(up=up, down=put(at.down, seat, NONE), unmasked=put(at.unmasked, seat, True))
    if note is not None:
        player = name(at, seat)
        agents, thieves = up[seat]
        text = f"{player} turns up agent {agents}, thief {thieves}"
        note("SCHIZ-FINAL-03", f"{player}.up", f"{player}.down", text=text)
        true_word, liked = SIDES[true_side(after, seat)], SIDES[preferred(after, seat)]
        note("SCHIZ-FINAL-04", f"{player}.true", text=f"truly {_a(true_word)}")
        coins = at.coins[seat]
        tie = coins[0] == coins[1]
        text = f"coins agent {coins[0]}, thief {coins[1]}: preferred is the {liked}"
        note("SCHIZ-FINAL-06" if tie else "SCHIZ-FINAL-05", f"{player}.preferred", text=text)
        word = "identity crisis" if in_crisis(after) else "identity confirmed"
        note("SCHIZ-FINAL-07", "scene.outcome", "outcome", text=word)
    return after


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


# ---- what is said about it


@laws_for(ASIDES, "SCHIZ-FINAL-03", "SCHIZ-SETUP-03")
def unmasked_before(at: Position, seat: int) -> Verdict:
    """Cards are turned up first, at the own turn."""
    if at.phase != FINAL:
        return None
    if seat != at.turn and not at.unmasked[seat]:
        return f"it is {name(at, at.turn)}'s turn"
    return None if at.unmasked[seat] else f"{name(at, seat)} turns up her cards first"


@true.law("SCHIZ-FINAL-04")
def majority_of_cards(at: Position, seat: int, side: int) -> Verdict:
    """The majority of all cards."""
    if not at.unmasked[seat]:
        return None
    agents, thieves = plus(at.up[seat], at.down[seat])
    right = true_side(at, seat)
    return "" if side == right else f"agent {agents}, thief {thieves}"


@prefers.law("SCHIZ-FINAL-06")
def tie_is_the_other(at: Position, seat: int, side: int) -> Verdict:
    """On equal coins the opposite of the truth."""
    coins = at.coins[seat]
    if not at.unmasked[seat] or coins[0] != coins[1]:
        return None
    right = preferred(at, seat)
    return "" if side == right else f"{coins[0]} coins on both sides, and truly {SIDES[side]}"


@prefers.law("SCHIZ-FINAL-05")
def majority_of_coins(at: Position, seat: int, side: int) -> Verdict:
    """The side with more coins."""
    coins = at.coins[seat]
    if not at.unmasked[seat] or coins[0] == coins[1]:
        return None
    return "" if side == preferred(at, seat) else f"coins agent {coins[0]}, thief {coins[1]}"


@outcome.law("SCHIZ-FINAL-07")
def no_choice(at: Position, seat: int, word: str) -> Verdict:
    """Equal: confirmed; otherwise: crisis."""
    if not at.unmasked[seat]:
        return None
    crisis = true_side(at, seat) != preferred(at, seat)
    if OUTCOMES[crisis] == word:
        return ""
    return f"truly {SIDES[true_side(at, seat)]}, preferred {SIDES[preferred(at, seat)]}"


# ---- a crisis ends with a verdict


@verdict.law("SCHIZ-FINAL-03", "SCHIZ-CRISIS-09")
def unmasked_to_be_in_crisis(at: Position, seat: int) -> Verdict:
    """Before the cards are turned up nobody knows whether there is a crisis."""
    if at.phase != FINAL or seat != at.turn or at.unmasked[seat]:
        return None
    return f"{name(at, seat)} turns up her cards first"


@verdict.law("SCHIZ-FINAL-07", "SCHIZ-CRISIS-09")
def only_in_crisis(at: Position, _: int) -> Verdict:
    """Only a crisis asks for it."""
    if at.phase != FINAL or not at.unmasked[at.turn]:
        return None
    return None if in_crisis(at) else "the identity is confirmed"


@verdict.law("SCHIZ-CRISIS-09", "SCHIZ-SCENE-14")
def roles_known(at: Position, _: int) -> Verdict:
    """Narrator and judge state it together."""
    if at.phase != FINAL or not in_crisis(at):
        return None
    if not at.scene.open:
        return "no scene is open"
    named = at.scene.narrator != NOBODY and at.scene.judge != NOBODY
    return "" if named else "narrator and judge are not named"


@verdict.law("SCHIZ-CRISIS-09")
def stated_once(at: Position, _: int) -> Verdict:
    """Once."""
    return "the final allegiance is stated" if at.scene.verdict != NOBODY else None


@verdict.law("SCHIZ-CRISIS-09")
def narrators_word(at: Position, _: int, _side: int, by: str) -> Verdict:
    """Without agreement the narrator's choice stands."""
    del at
    return "" if by in ("agreed", "narrator") else "the narrator's choice stands"


@verdict.effect
def _verdict(at: Position, seat: int, side: int, by: str, note: Notes | None) -> Position:
    if note is not None:
        how = "by agreement" if by == "agreed" else "by the narrator's word"
        text = f"{name(at, seat)} is {_a(SIDES[side])}, {how}"
        note("SCHIZ-CRISIS-09", "scene.verdict", text=text)
    return at._replace(scene=at.scene._replace(verdict=side))


@identity.law("SCHIZ-FINAL-08", "SCHIZ-FINAL-10", "SCHIZ-CRISIS-10", "SCHIZ-SCENE-14")
def scene_played(at: Position, seat: int) -> Verdict:
    """After the scene."""
    if at.phase != FINAL or seat != at.turn or at.scored:
        return None
    over = not at.scene.open and at.scene.price
    return None if over else "the scene of this final turn is not over"


@identity.law("SCHIZ-FINAL-10", "SCHIZ-CRISIS-10")
def scored_once(at: Position, _: int) -> Verdict:
    """Once."""
    return "the coins of this turn are scored" if at.scored else None


@identity.law("SCHIZ-CRISIS-10")
def crisis_scores(at: Position, seat: int, what: tuple[int, int]) -> Verdict:
    """The final allegiance scores its own side's coins."""
    if at.phase != FINAL or seat != at.turn or not in_crisis(at) or at.scene.verdict == NOBODY:
        return None
    return _scores(at, at.scene.verdict, what)


@identity.law("SCHIZ-FINAL-10")
def confirmed_scores(at: Position, seat: int, what: tuple[int, int]) -> Verdict:
    """The true allegiance scores its own side's coins."""
    if at.phase != FINAL or seat != at.turn or not at.unmasked[seat] or in_crisis(at):
        return None
    return _scores(at, true_side(at, seat), what)


def _scores(at: Position, side: int, what: tuple[int, int]) -> str:
    coins = at.coins[at.turn][side]
    if what == (side, coins):
        return ""
    return f"the {SIDES[side]} side scores {coins}, not the {SIDES[what[0]]} side {what[1]}"


@identity.effect
def _identity(at: Position, seat: int, what: tuple[int, int], note: Notes | None) -> Position:
    side, coins = what
    score: Pair = put(at.score, side, at.score[side] + coins)
    if note is not None:
        rule = "SCHIZ-CRISIS-10" if in_crisis(at) else "SCHIZ-FINAL-10"
        total = f"agents {score[0]}, thieves {score[1]}"
        text = f"{name(at, seat)}: {coins} for the {SIDES[side]}s' side: {total}"
        note(rule, "score", "score.A", "score.T", text=text)
    return at._replace(score=score, scored=True)


# ---- tally


not_now((tally, escape), (FINAL,), "SCHIZ-TALLY-01", "SCHIZ-FINAL-01")
belongs_to((tally, escape), (TALLY,), "SCHIZ-TALLY-01")


@tally.law("SCHIZ-TALLY-01")
def tallied_once(at: Position, _: int) -> Verdict:
    """Once."""
    return "the scores are compared" if at.tallied else None


@tally.law("SCHIZ-TALLY-01")
def sums(at: Position, _: int, score: Pair) -> Verdict:
    """What the final turns added."""
    if at.phase != TALLY:
        return None
    return "" if score == at.score else f"agents {at.score[0]}, thieves {at.score[1]}"


@tally.law("SCHIZ-TALLY-03")
def equal_is_dark(at: Position, _: int, _score: Pair, won: str) -> Verdict:
    """On equal scores the thieves have lost, and it goes dark."""
    if at.phase != TALLY or at.score[0] != at.score[1]:
        return None
    return "" if won == result(at) else f"{at.score[0]} each: nobody's, and PALACE goes dark"


@tally.law("SCHIZ-TALLY-02")
def higher_wins(at: Position, _: int, _score: Pair, won: str) -> Verdict:
    """The higher score wins."""
    if at.phase != TALLY or at.score[0] == at.score[1]:
        return None
    words = f"agents {at.score[0]}, thieves {at.score[1]}"
    return "" if won == result(at) else f"the {result(at)} won: {words}"


@tally.law("SCHIZ-TALLY-07")
def coins_add_up(at: Position, _: int, _score: Pair, _won: str, coins: Any) -> Verdict:
    """All coins on the sheets are the coins that were paid."""
    if at.phase != TALLY:
        return None
    paid = at.table.coins - at.bank
    placed = sum(sum(each) for each in at.coins)
    if coins is not None and coins != placed:
        return f"{placed} coins lie on the sheets, not {coins}"
    return "" if placed == paid else f"{placed} coins on the sheets, {paid} paid"


@tally.effect
def _tally(
    at: Position, _: int, score: Pair, won: str, _coins: Any, note: Notes | None
) -> Position:
    if note is not None:
        words = {"agents": "PALACE is safe", "thieves": "the economy falls", "dark": "a draw"}
        text = f"agents {score[0]}, thieves {score[1]}: {words.get(won, won)}"
        note("SCHIZ-TALLY-01", "score", text=text)
        note("SCHIZ-TALLY-03" if won == "dark" else "SCHIZ-TALLY-02", "winner", "result")
        note("SCHIZ-TALLY-07", "bank")
    return at._replace(tallied=True)


@escape.law("SCHIZ-TALLY-04", "SCHIZ-TALLY-01")
def after_the_tally(at: Position, _: int) -> Verdict:
    """After the scores are compared."""
    return None if at.tallied else "the scores are not compared yet"


@escape.law("SCHIZ-TALLY-05")
def ties_at_the_limit(at: Position, _: int, who: tuple[int, ...]) -> Verdict:
    """Of equal totals at the limit nobody escapes."""
    right = escapes(at)
    if at.phase != TALLY or not _straddles(at):
        return None
    return "" if set(who) == set(right) else _totals(at)


@escape.law("SCHIZ-TALLY-04")
def highest_totals(at: Position, _: int, who: tuple[int, ...]) -> Verdict:
    """The highest totals, and no more than the share."""
    if at.phase != TALLY:
        return None
    return "" if set(who) == set(escapes(at)) else _totals(at)


def _straddles(at: Position) -> bool:
    limit = at.table.count // at.table.escape_share
    return len(escapes(at)) < limit


def _totals(at: Position) -> str:
    totals = ", ".join(f"{name(at, s)} {sum(c)}" for s, c in enumerate(at.coins))
    right = ", ".join(name(at, seat) for seat in escapes(at)) or "nobody"
    return f"{totals}: {right} escapes"


@escape.effect
def _escape(at: Position, _: int, who: tuple[int, ...], note: Notes | None) -> Position:
    if note is not None:
        words = ", ".join(name(at, seat) for seat in who) or "nobody"
        rule = "SCHIZ-TALLY-05" if _straddles(at) else "SCHIZ-TALLY-04"
        note(rule, "escaped", text=f"{words} escapes: {_totals(at).split(':')[0]}")
        note("SCHIZ-TALLY-04", "escaped")
    return at._replace(escaped=tuple(sorted(who)), phase=OVER)
