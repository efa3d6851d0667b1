"""Gather, situation and interlude; then the steps that endgame adds to a scene: reveals, payout,
bets.

In the rulebook: Gather; The situation, and the interlude; Endgame; Revealing who you are; The dead;
Coins and bets.
"""

from __future__ import annotations

from functools import reduce
from typing import Annotated

from validator.games.schizonauts import memory_notation as noted
from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.allegiance_deck import (
    deal_due,
    half_allegiance_deck,
    hand_made_odd,
)
from validator.games.schizonauts.coins import bettors, payouts
from validator.games.schizonauts.dice_pool import aptitude_of, rating_of
from validator.games.schizonauts.modes import also, lacking, pair, verb
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.scene import PERSONAS
from validator.games.schizonauts.setup import seats
from validator.games.schizonauts.sheet import (
    NONE,
    OVERLAP,
    SIDES,
    Memory,
    Pair,
    a,
    minus,
    one,
    plus,
    same,
)
from validator.games.schizonauts.state import MemoryBleed, Reveal, Scene, State, faces
from validator.referee import api as ref
from validator.referee.api import Judge, Say

GATHERED = Say("Build the allegiance deck", "{agents} agents and {thieves} thieves are the deck")
READS = Say("Read the situation aloud", "reads the situation")
NAMED = Say("Say: I am {name}", "says: I am {name}")
ENDGAME = Say("", "begins endgame")
KEYS_USED = Say("", "endgame is over, because the last key has been used")
LOOKS = Say("Look at your face-down cards", "looks at the face-down cards")
REVEALS = Say("Turn up {card} card", "turns up {card} card")
REMEMBERS = Say("remember {memory}", "remembers {memory}")
FULL = Say("use the full rating", "uses the full rating")
CLAIMS = Say("Claim: {text}", "claims: {text}")
PAYOUT = Say("Pay {coins}", "payout: {coins}")
BETS = Say("Bet on {target}: {coins}", "bets on {target}: {coins}")
NEW_ROUND = Say("", "round {round} begins")


def hand_size(state: State) -> int:
    """Return the number of key cards that each player holds when flashback is over."""
    return max((len(own.hand) for own in state.seats), default=0)


def halves(state: State, *_: object) -> tuple[Pair, ...]:
    """Return the only candidate for the allegiance deck: the one that the rules require."""
    half = half_allegiance_deck(state.table.count, hand_size(state))
    return ((half, half),)


def face_down(s: State, me: int) -> tuple[int, ...]:
    """Return the kinds of allegiance card that a player can still reveal in this scene."""
    shown = sum(each.seat == me for each in s.scene.reveals)
    down = s.seats[me].down if shown < s.table.reveals else NONE
    return tuple([kind for kind in PERSONAS if down[kind]])


def reveal_memories(state: State, seat: int, kind: int, _full: bool) -> list[Memory | None]:
    """Return the memories for which a card can be revealed; None stands for no memory."""
    found: list[Memory | None] = [None]
    if kind in PERSONAS:
        for aptitude, section in enumerate(state.seats[seat].sheet[kind].sections):
            found += [Memory(kind, aptitude, x.text) for x in section if not x.circle]
    return list(dict.fromkeys(found))


def late_dice(state: State, seat: int, kind: int, full: bool, memory: Memory | None) -> int:
    """Return the number of dice that a reveal after the roll adds."""
    extra = state.table.memory_dice if memory is not None else 0
    aptitude = aptitude_of(state, seat)
    if full and kind in PERSONAS and aptitude >= 0 and state.reveal_of(seat) is None:
        own = state.seats[seat].sheet[kind].ratings[aptitude]
        extra += max(0, own - rating_of(state, seat)[1]) * state.table.dice_per_point
    return extra


def reveal_dice(
    state: State, seat: int, kind: int, full: bool, memory: Memory | None
) -> list[tuple[int, ...]]:
    """Return the only candidate for the values of added dice: none before the roll, then ones.

    In a game with real dice, the line states the rolled faces instead.
    """
    if not state.scene.rolled or not (full or memory):
        return [()]
    return [(1,) * late_dice(state, seat, kind, full, memory)]


def stakes(state: State, seat: int, *_: object) -> list[Pair]:
    """Return every way to divide the player's earned coins between the two sides."""
    coins = state.seats[seat].earned
    return [(n, coins - n) for n in range(coins + 1)]


# ---- gather


@verb("table", open=phases.GATHER, due=also("GATHER-01"))
def gather(s: State, _: int, cards: Annotated[Pair, notation.BY_SIDE.of(halves)],
           to: Judge) -> State:  # fmt: skip
    """Build the allegiance deck from agent and thief cards."""
    (agents, thieves), count, hand = cards, s.table.count, hand_size(s)
    size, odd = 2 * half_allegiance_deck(count, hand), count * hand_made_odd(hand) % 2
    to.holds("GATHER-04", agents == thieves,
             "{agents} agents and {thieves} thieves; both numbers must be equal",
             agents=agents, thieves=thieves)  # fmt: skip
    to.holds(("GATHER-03", "GATHER-02", "GATHER-05") if odd else ("GATHER-02", "GATHER-05"),
             sum(cards) == size,
             "{count} players with hands of {hand} need a deck of {size} [card|cards], not {had}",
             count=count, hand=hand, size=size, had=sum(cards))  # fmt: skip
    have: Pair = reduce(plus, (own.votes for own in s.seats), s.spare)
    for kind, word in enumerate(SIDES[:2]):
        to.holds(("COMP-07", "GATHER-01"), cards[kind] <= have[kind],
                 "{number} {side} cards are needed, but there are only {have}", number=cards[kind],
                 side=word, have=have[kind])  # fmt: skip
    to.asked()
    after = s._replace(
        spare=minus(have, cards), pile=cards, dealing=True, round=1, scene=Scene(),
        bleed=MemoryBleed(), step=phases.SCENE,
        seats=tuple([own._replace(votes=NONE) for own in s.seats]),
    )  # fmt: skip
    return to.did(("GATHER-01", "GATHER-06", "GATHER-05", "KIT-06"), s, after, GATHERED,
                  agents=agents, thieves=thieves)  # fmt: skip


@verb(open=phases.SITUATION, by=lambda s: (s.starter,), due=also("GATHER-09"),
      turn=ref.gate("GATHER-09", "SETUP-02", why=lambda s: f"{s.name(s.starter)} reads it"),
)  # fmt: skip
def situation(s: State, _: int, to: Judge) -> State:
    """As the starter, read the situation aloud."""
    to.asked()
    return to.did("GATHER-09", s, s._replace(phase=phases.INTERLUDE), READS)


# ---- interlude


@verb(open=phases.INTERLUDE, by=lacking("name"), due=also("INTER-03", "INTER-02"))
def interlude(
    s: State, me: int, ratings: Annotated[tuple[int, ...], notation.RATINGS.stating(
        lambda s, me: s.seats[me].sheet.lower_ratings())],
    said: Annotated[str, notation.JOINED.of(lambda s, me, _: (s.seats[me].sheet.joined(),))],
    to: Judge,
) -> State:  # fmt: skip
    """Write the ratings of the overlap, and say the name that your personas now share."""
    sheet, called = s.seats[me].sheet, s.seats[me].sheet.joined()
    to.holds(("INTER-03", "INTER-02"), not s.seats[me].name, "{player} [is|are] {name}",
             name=called)  # fmt: skip
    for letter, given, right in zip(s.table.letters, ratings, sheet.lower_ratings(), strict=True):
        to.holds("INTER-01", given == right,
                 "{letter} must be {right}, the lower of the two ratings, not {given}",
                 letter=letter, right=right, given=given)  # fmt: skip
    to.holds("INTER-02", same(said, called), "the single name must be {name}", name=called)
    to.asked()
    sheet = sheet.with_side(OVERLAP, sheet[OVERLAP]._replace(ratings=ratings))
    s = to.did(("INTER-01", "SHEET-03"), s, s.with_seat(me, sheet=sheet))
    s = to.did(("INTER-02", "INTER-03"), s, s.with_seat(me, name=called), NAMED, name=called)
    if not all(own.name for own in s.seats):
        return s
    after = s._replace(phase=phases.ENDGAME, round=1, turn=s.starter, step=phases.SCENE)
    s = to.did("GEN-03", s, after, ENDGAME)
    return s if s.keys_held() else keys_used_up(s, to)


def keys_used_up(s: State, to: Judge) -> State:
    """End the endgame after the last bets.

    One more allegiance card becomes due if there is one for each player.
    """
    s = to.did("END-15", s, s._replace(turn=NOBODY, step=phases.DONE))
    return to.did("FINAL-02", s, s._replace(dealing=deal_due(s, last=True) > 0))


# ---- reveals


def may_reveal(s: State, me: int, kind: int, full: bool, which: Memory | None, to: Judge) -> None:
    """Check that the player may reveal a face-down card for this purpose."""
    own, scene, rated = s.seats[me], s.scene, aptitude_of(s, me)
    to.holds("REVEAL-03", s.in_scene(me), "{player} [is|are] only a contributor in this scene")
    if scene.rolled:
        to.holds("REVEAL-11", {scene.narrator, scene.judge} == {NOBODY},
                 "narrator and judge are already being named")  # fmt: skip
    shown = sum(each.seat == me for each in scene.reveals)
    to.holds(("REVEAL-01", "REVEAL-12"), shown < s.table.reveals,
             "{player} [has|have] already turned up a card in this scene")  # fmt: skip
    to.holds(("REVEAL-02", "END-03"), kind in PERSONAS and (own.down[kind]),
             "{player} [has|have] no {side} card face down", side=SIDES[kind])  # fmt: skip
    if own.dead:
        to.holds("AFTER-02", not (full or which), "{player}'s character is dead")
    if which is None:
        return
    to.holds(("REVEAL-08", "END-02"), which.side == kind,
             "the card is {side}, but the memory is the {other}'s",
             side=SIDES[kind], other=SIDES[which.side])  # fmt: skip
    line = own.sheet.find(which)
    to.holds("REVEAL-07", line, '{player} [has|have] no memory "{memory}"', memory=which.text)
    to.holds("REVEAL-08", line and not line.circle, 'the circle of "{memory}" is already filled',
             memory=which.text)  # fmt: skip
    if scene.rolled:
        to.holds("REVEAL-11", which.aptitude == rated,
                 "the aptitude must be the one that was rolled, {aptitude}",
                 aptitude=s.table.aptitudes[rated])  # fmt: skip
    elif rated != NOBODY:
        to.holds(("END-13", "REVEAL-07", "SCENE-11"), which.aptitude == rated,
                 "{player} [uses|use] {aptitude}", aptitude=s.table.aptitudes[rated])  # fmt: skip


@verb(open=(modes.END.play, modes.END.dice, modes.END.roles), by=pair,
      due=also("REVEAL-03", "REVEAL-11"), early=may_reveal)  # fmt: skip
def reveal(
    s: State, me: int, kind: Annotated[int, notation.KIND.of(face_down)],
    full: Annotated[bool, notation.FULL.of((False, True))],
    which: Annotated[Memory | None, noted.SHOWN_FOR.of(reveal_memories)],
    dice: Annotated[tuple[int, ...], notation.FACES.of(reveal_dice)],
    only: Annotated[tuple[int, ...] | None, notation.SHOWN_TO],
    by: Annotated[int, notation.FORCED_BY.of(lambda _, me, *__: (me,))], to: Judge,
) -> State:  # fmt: skip
    """Reveal one of your allegiance cards: for its full rating, for a memory, or for nothing."""
    die, need = s.table.die, late_dice(s, me, kind, full, which) if s.scene.rolled else 0
    to.holds("REVEAL-10", len(dice) == need,
             "the number of dice rolled is {number}; expected {need}{die}",
             need=need, die=die, number=len(dice))  # fmt: skip
    for face in dice:
        to.holds(("REVEAL-10", "DICE-15"), 1 <= face <= faces(die), "a {die} cannot show {face}",
                 die=die, face=face)  # fmt: skip
    to.holds("REVEAL-04", only is None or set(only) == set(s.table.seats),
             "the card is shown to {players} only; all players must see it",
             players=s.names(only or ()))  # fmt: skip
    to.holds(("END-04", "REVEAL-06"), by == me, "{other} cannot make {player} do it",
             other=s.name(by))  # fmt: skip
    to.asked()
    if which is not None and (line := s.seats[me].sheet.find(which)) is not None:
        which = which._replace(text=line.text)
    own, rolled, old = s.seats[me], s.scene.rolled, s
    after = s.with_seat(me, up=plus(own.up, one(kind)), down=minus(own.down, one(kind)))
    rules = ("REVEAL-02", "REVEAL-06", "END-04", "ALLEG-01", *(("AFTER-04",) if own.dead else ()))
    after = after.with_scene(reveals=(*s.scene.reveals, Reveal(me, kind, full, which)))
    s = to.did(rules, s, after, REVEALS, card=a(kind))
    if which is not None:
        if not rolled:
            s = s._replace(scene=s.scene.remembering(me == s.turn, which))
        to.did(("REVEAL-07", "END-02"), old, s, REMEMBERS, memory=which.text)
    if full:
        to.did(("REVEAL-09", "DICE-03"), old, s, FULL)
    if not rolled:
        return s
    added = (*s.scene.rolls[s.side_of(me)], *((die, face) for face in dice))
    after = s.with_scene(rolls=ref.put(s.scene.rolls, s.side_of(me), added))
    return to.did(("REVEAL-10", "DICE-12"), s, after)


@verb("aside", due=also("FLASH-17"),
      open=[each for each in modes.ALL_MODES if not each.startswith(phases.FLASHBACK)],
)  # fmt: skip
def claim(s: State, _: int,
          text: Annotated[str, notation.TEXT.or_left_out("").of(("Trust me",))],
          to: Judge) -> State:  # fmt: skip
    """Say anything about your allegiance."""
    to.asked()
    return to.did("REVEAL-05", s, s, CLAIMS, text=text)


@verb("aside")
def look(s: State, me: int, whose: Annotated[int, notation.LOOKED.of(lambda _, me: (me,))],
         to: Judge) -> State:  # fmt: skip
    """Look at your face-down allegiance cards."""
    to.holds("GATHER-08", whose >= 0, "nobody may look at the undealt deck")
    to.holds("GATHER-08", whose == me, "only {owner} may look at these cards", owner=s.name(whose))
    to.asked()
    return to.did((), s, s, LOOKS)


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
def bet(s: State, me: int, on: Annotated[int, notation.PLAYER.of(seats)],
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


def next_turn(s: State, to: Judge) -> State:
    """Pass the turn to the next player, or end the endgame.

    New allegiance cards become due when a round begins.
    """
    turn = (s.turn + 1) % s.table.count
    begins = turn == s.starter
    after = s._replace(turn=turn, step=phases.SCENE, scene=Scene(), round=s.round + begins)
    s = to.did("END-07", s, after)
    if not s.keys_held():
        return keys_used_up(to.did("END-15", s, s, KEYS_USED), to)
    if begins:
        to.did("GEN-06", s._replace(round=s.round - 1), s, NEW_ROUND, round=s.round)
        return to.did("GATHER-07", s, s._replace(dealing=bool(deal_due(s))))
    return s
