"""Payout and bets: the bank pays for a scene, and players bet what they earned.

In the rulebook: Coins and bets.

The amounts are in `coins`.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.coins import bettors, payouts
from validator.games.schizonauts.endgame import next_turn
from validator.games.schizonauts.modes import also, verb
from validator.games.schizonauts.sheet import SIDES, Pair, plus
from validator.games.schizonauts.state import State
from validator.referee.api import Judge, Say

PAYOUT = Say("Pay {coins}", "payout: {coins}")
BETS = Say("Bet on {target}: {coins}", "bets on {target}: {coins}")


def targets(state: State, seat: int) -> tuple[int, ...]:
    """Return the players in the scene on whom a player may bet: never themselves."""
    return tuple(each for each in (state.turn, state.scene.visitor) if each != seat)


def stakes(state: State, seat: int, *_: object) -> list[Pair]:
    """Return every way to divide the player's earned coins between the two sides."""
    coins = state.seats[seat].earned
    return [(n, coins - n) for n in range(coins + 1)]


@verb("table", open=modes.PAYING, due=also("PAY-05", "END-07", "PAY-04"))
def pay(s: State, _: int, coins: Annotated[tuple[int, ...], notation.COINS.of(
        lambda s, *_: (payouts(s),))], to: Judge) -> State:  # fmt: skip
    """Take the coins of the scene from the bank."""
    for seat, (taken, should) in enumerate(zip(coins, payouts(s), strict=True)):
        narrates, judges = seat == s.scene.narrator, seat == s.scene.judge
        gave = any(giver == seat for giver, _ in s.scene.gifts)
        rules = (
            ("PAY-04", "PAY-06") if narrates and judges else ("PAY-03", "PAY-04") if narrates
            else ("PAY-02", "PAY-04", "PAY-06") if judges else "PAY-01" if gave
            else ("PAY-04", "PAY-01")
        )  # fmt: skip
        to.holds(rules, taken == should, "{named} must take {should}, not {taken}",
                 named=s.name(seat), should=should, taken=taken)  # fmt: skip
    to.holds("COMP-10", sum(coins) <= s.bank,
             "{coins} [coin is|coins are] paid, but the bank has {bank}", coins=sum(coins),
             bank=s.bank)  # fmt: skip
    to.asked()
    paid = tuple(f"{n} {c}" for n, c in zip(s.table.players, coins, strict=True) if c)
    earning = zip(s.seats, coins, strict=True)
    after = s._replace(
        seats=tuple([own._replace(earned=more) if more else own for own, more in earning]),
        bank=s.bank - sum(coins), step=phases.BET,
    )  # fmt: skip
    s = to.did(("PAY-01", "PAY-02", "PAY-03", "PAY-04", "PAY-06", "COMP-10", "TALLY-07"), s, after,
               PAYOUT, coins=paid)  # fmt: skip
    return s if paid else next_turn(s, to)


# ---- bets


@verb(open=modes.BETTING, by=lambda s: bettors(s)[:1], due=also("BET-01", "BET-06", "PAY-05"))
def bet(s: State, me: int, on: Annotated[int, notation.PLAYER.of(targets)],
        coins: Annotated[Pair, notation.BY_SIDE.of(stakes)], to: Judge) -> State:  # fmt: skip
    """Put the coins that you earned on the sides of a player's sheet."""
    earned, first, guest, acts = s.seats[me].earned, bettors(s)[:1], s.scene.visitor, s.turn
    to.holds(("BET-07", "BET-01"), earned, "{player} [has|have] earned no coins to bet this turn")
    to.holds("BET-06", first == (me,), "{first} must bet first", first=s.names(first))
    if me == acts:
        to.holds("BET-02", on == guest, "the actor must bet on {guest}", guest=s.name(guest))
    elif me == guest:
        to.holds("BET-03", on == acts, "the visitor must bet on {actor}", actor=s.name(acts))
    else:
        to.holds("BET-04", on in (acts, guest), "{target} is neither the actor nor the visitor",
                 target=s.name(on))  # fmt: skip
    to.holds(("BET-07", "BET-01"), sum(coins) == earned,
             "{number} [coin is|coins are] bet, but {earned} were earned",
             number=sum(coins), earned=earned)  # fmt: skip
    to.holds("BET-05", min(coins) >= 0,
             "a bet of {number} [coin|coins] on one side is not possible",
             number=min(coins))  # fmt: skip
    to.asked()
    dead = ("AFTER-01",) if s.seats[me].dead or s.seats[on].dead else ()
    after = s.with_seat(me, earned=0)
    after = after.with_seat(on, coins=plus(after.seats[on].coins, coins))
    words = tuple(f"{SIDES[kind]} {number}" for kind, number in enumerate(coins) if number)
    s = to.did(("BET-05", "BET-01", "BET-06", "BET-08", *dead), s, after, BETS, target=s.name(on),
               coins=words)  # fmt: skip
    return s if any(own.earned for own in s.seats) else next_turn(s, to)
