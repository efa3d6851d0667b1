"""A state of Schizonauts: sheets, cards, coins, and the current scene.

Sides, allegiance cards and coins are indexed as in `sheet`: 0 for the agent, 1 for the thief.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from validator.games.schizonauts import modes, phases
from validator.games.schizonauts.kit_by_length import half_allegiance_deck
from validator.games.schizonauts.phases import NOBODY as NOBODY
from validator.games.schizonauts.sheet import AGENT, OVERLAP, SIDES, THIEF, Memory, Pair, Sheet
from validator.games.schizonauts.table import Table
from validator.referee import api as ref
from validator.referee.zones import quick_copies

# the deciding rule: first dice, then after equal ones, when dice run out, when all match
NARRATOR = ("RESOLVE-01", "RESOLVE-02", "RESOLVE-03", "RESOLVE-04")
JUDGE = ("RESOLVE-05", "RESOLVE-06", "RESOLVE-07", "RESOLVE-08")
NONE: Pair = (0, 0)
Pieces = tuple[str, ...]
Die = tuple[str, int]  # a die and the face it shows


class Reveal(NamedTuple):
    """An allegiance card revealed in this scene, and the purpose of the reveal."""

    seat: int
    kind: int
    full: bool = False
    memory: Memory | None = None


@quick_copies
class Scene(NamedTuple):
    """A scene, from its opening to its close.

    Pairs contain values for the actor and the visitor.
    """

    open: bool = False
    persona: int = NOBODY  # flashback: the actor's active side
    visitor: int = NOBODY
    visiting: int = NOBODY  # flashback: the visitor's side
    key: str = ""
    memory: Memory | None = None  # the actor's
    visitors_memory: Memory | None = None
    aptitude: int = NOBODY  # the visitor's
    woven_key: bool = False
    woven_memory: bool = False
    question: str = ""
    asked: bool = False  # final resolution: whether the fixed question has been put
    gifts: tuple[tuple[int, int], ...] = ()  # contributor, to whom
    traded: tuple[tuple[int, ...], ...] = ()  # changes by trades, by size of die
    rolling: bool = False
    rolls: tuple[tuple[Die, ...], tuple[Die, ...]] = ((), ())
    rolled: bool = False
    narrator: int = NOBODY
    judge: int = NOBODY
    answer: str = ""
    price: str = ""
    reveals: tuple[Reveal, ...] = ()
    verdict: int = NOBODY  # crisis: the final allegiance

    def remembering(self, actor: bool, memory: Memory) -> Scene:
        """Return the scene with a memory that the actor or the visitor has chosen."""
        return self._replace(memory=memory) if actor else self._replace(visitors_memory=memory)


@quick_copies
class MemoryBleed(NamedTuple):
    """The closing vote of a flashback turn, and the memory bleed that follows."""

    votes: tuple[tuple[int, int], ...] = ()
    bleeder: int = NOBODY
    raised: bool = False
    supplied: int = 0
    proposals: tuple[tuple[int, Memory], ...] = ()
    chosen: Memory | None = None
    copied: bool = False
    replaced: tuple[str, ...] = ()
    linked: int = 0


@quick_copies
class Seat(NamedTuple):
    """The pieces of a player: a sheet, cards and coins."""

    sheet: Sheet
    made: bool = False
    studied: int = 0  # parts of the sheet, in the preamble
    ready: bool = False
    hand: Pieces = ()
    votes: Pair = NONE
    up: Pair = NONE
    down: Pair = NONE
    name: str = ""  # since the interlude
    dead: bool = False
    coins: Pair = NONE
    earned: int = 0
    unmasked: bool = False

    @property
    def money(self) -> int:
        """All coins of the player, including earned coins that are not yet bet."""
        return sum(self.coins) + self.earned


@quick_copies
class State(NamedTuple):
    """A position in the game. States are immutable; a move creates a new one."""

    table: Table
    phase: str = phases.CHARACTERS
    size: int = 0  # key cards of this game; 0: not chosen yet
    starter: int = NOBODY
    round: int = 1
    turn: int = NOBODY
    step: str = phases.SCENE
    # key cards
    box: Pieces = ()
    deck: Pieces = ()  # in an unknown order
    chain: Pieces = ()
    due: int = 0  # cards to be turned up for the chain
    centre: Pieces = ()
    # agent and thief cards
    spare: Pair = NONE
    pile: Pair = NONE  # the allegiance deck
    dealing: bool = False  # whether allegiance cards are due
    bank: int = 0  # coins
    seats: tuple[Seat, ...] = ()
    # the turn
    scene: Scene = Scene()
    used: Pair = (NOBODY, NOBODY)  # aptitudes of the agent's and the thief's scene; -1: none
    visitors: tuple[int, ...] = ()
    bleed: MemoryBleed = MemoryBleed()
    scored: bool = False  # the final turn's coins went to a side
    score: Pair = NONE
    tallied: bool = False
    escaped: tuple[int, ...] = ()

    @property
    def mode(self) -> str:
        """The name of the mode, which decides which verbs are open."""
        return modes.mode(self)

    @property
    def key_in_play(self) -> Pieces:
        """The key card of the scene, or an empty tuple if there is none."""
        return (self.scene.key,) if self.scene.key else ()

    @property
    def rounds(self) -> int:
        """The number of rounds of flashback, and of endgame, that the key deck allows."""
        return self.size // self.table.count

    def deck_lacks(self, size: int) -> str:
        """Return why the kit's cards cannot form the allegiance deck, or an empty string.

        `size` is the number of cards in the key deck. All allegiance cards are out of play at the
        gather (SCHIZ-GATHER-01).
        """
        table = self.table
        rounds = size // table.count
        left = table.chain_each if table.deck_only else 0  # in the chain when flashback ends
        need, have = half_allegiance_deck(table.count, max(0, rounds - left)), min(table.printed)
        if need <= have:
            return ""
        return f"{rounds} rounds need {need} agent and {need} thief cards, and the kit has {have}"

    def name(self, seat: int) -> str:
        """Return the name of a seat, or of TABLE, in scripts."""
        return self.table.players[seat] if 0 <= seat < self.table.count else "the table"

    def names(self, seats: Iterable[int]) -> tuple[str, ...]:
        """Return the names of some seats."""
        return tuple(map(self.name, seats))

    def others(self, seat: int) -> tuple[int, ...]:
        """Return all seats except this one."""
        return tuple([each for each in self.table.seats if each != seat])

    def section(self, seat: int, memory: Memory) -> str:
        """Return the name of the fact with the section that contains a player's memory."""
        aptitude = self.table.aptitudes[memory.aptitude]
        return f"{self.name(seat)}.{SIDES[memory.side]}.{aptitude}"

    def seats_with(self, seat: int, **changes: object) -> tuple[Seat, ...]:
        """Return all seats, with changes to one of them."""
        own: Any = self.seats[seat]
        return ref.put(self.seats, seat, own._replace(**changes))

    def with_seat(self, seat: int, **changes: object) -> State:
        """Return the state with changes to one player."""
        return self._replace(seats=self.seats_with(seat, **changes))

    def writing(self, seat: int, memory: Memory) -> State:
        """Return the state with one more memory on a player's sheet."""
        return self.with_seat(seat, sheet=self.seats[seat].sheet.written(memory))

    def with_scene(self, **changes: object) -> State:
        """Return the state with changes to the scene."""
        old: Any = self.scene
        return self._replace(scene=old._replace(**changes))

    def with_bleed(self, **changes: object) -> State:
        """Return the state with changes to the bleed."""
        old: Any = self.bleed
        return self._replace(bleed=old._replace(**changes))

    def keys_held(self) -> bool:
        """Return whether anybody holds a key card."""
        return any(own.hand for own in self.seats)

    def lacking(self, does: str, seats: tuple[int, ...], by: tuple[int, ...]) -> str:
        """Return a message with the players who have not agreed, or an empty string if all have.

        `does` is the verb in the message.
        """
        names = ", ".join(self.name(seat) for seat in seats if seat not in by)
        return f"{names} does not {does}" if names else ""

    # ---- who is who

    def in_scene(self, seat: int) -> bool:
        """Return whether a player is actor or visitor of the open scene."""
        return self.scene.open and seat in (self.turn, self.scene.visitor)

    def side_of(self, seat: int) -> int:
        """Return 0 if the player is the actor of the scene, and 1 if they are the visitor."""
        return 0 if seat == self.turn else 1

    def second_half(self) -> bool:
        """Return whether the first scene of a flashback turn is over."""
        return bool(self.visitors) and self.phase == phases.FLASHBACK

    def reveal_of(self, seat: int) -> Reveal | None:
        """Return the card that a player has revealed in this scene."""
        return next((each for each in self.scene.reveals if each.seat == seat), None)

    def in_crisis(self) -> bool:
        """Return whether the current final turn is an identity crisis.

        This is known once the player is unmasked.
        """
        return self.phase == phases.FINAL and self.seats[self.turn].unmasked and (
            self.true_side(self.turn) != self.preferred(self.turn)
        )  # fmt: skip

    def confirmed(self) -> bool:
        """Return whether the current final turn confirms an identity."""
        return (
            self.phase == phases.FINAL and self.seats[self.turn].unmasked and not self.in_crisis()
        )

    def allegiance(self, seat: int) -> int:
        """Return the allegiance that a player's cards show, or -1 if it is undecided."""
        agents, thieves = plus(self.seats[seat].up, self.seats[seat].down)
        return NOBODY if agents == thieves else AGENT if agents > thieves else THIEF

    def appears(self, seat: int) -> int:
        """Return the side that a player's face-up cards clearly show, or -1 if they show none."""
        agents, thieves = self.seats[seat].up
        return NOBODY if agents == thieves else AGENT if agents > thieves else THIEF

    def true_side(self, seat: int) -> int:
        """Return the true allegiance of a player.

        If a player has equal numbers of both cards, it is the agent; once all cards are dealt, this
        cannot happen.
        """
        return max(self.allegiance(seat), AGENT)

    def preferred(self, seat: int) -> int:
        """Return the preferred allegiance of a player: the side with more coins.

        In a tie, it is the side that is not the true one.
        """
        agents, thieves = self.seats[seat].coins
        if agents == thieves:
            return THIEF if self.true_side(seat) == AGENT else AGENT
        return AGENT if agents > thieves else THIEF

    # ---- dice

    def aptitude_of(self, seat: int) -> int:
        """Return the aptitude that a player uses in the scene, or -1 if it is not known yet."""
        scene = self.scene
        memory = scene.memory if seat == self.turn else scene.visitors_memory
        if memory is not None:
            return memory.aptitude
        return scene.aptitude if seat == scene.visitor else NOBODY

    def rating(self, seat: int) -> tuple[int, int]:
        """Return the side whose rating a player in the scene uses, and the rating without bonus."""
        aptitude, scene = self.aptitude_of(seat), self.scene
        if aptitude < 0:
            return OVERLAP, 0
        side = OVERLAP
        if self.phase == phases.FLASHBACK:
            side = scene.persona if seat == self.turn else scene.visiting
        elif self.phase == phases.FINAL:
            if not self.seats[seat].dead:
                side = self.true_side(self.turn) if seat == self.turn else self.preferred(self.turn)
        elif (shown := self.reveal_of(seat)) and shown.full:
            side = shown.kind
        return side, self.seats[seat].sheet[side].ratings[aptitude] if side >= 0 else 0

    def bonus(self, seat: int) -> int:
        """Return the key card's bonus for a player.

        The visitor gets it in flashback, the actor in endgame.
        """
        if (
            self.phase not in (phases.FLASHBACK, phases.ENDGAME)
            or self.scene.key not in self.table.keys
        ):
            return 0
        key = self.table.keys[self.scene.key]
        owner = self.scene.visitor if self.phase == phases.FLASHBACK else self.turn
        return key.bonus if seat == owner and key.aptitude == self.aptitude_of(seat) else 0

    def own_dice(self, seat: int) -> int:
        """Return the number of dice with which a player in the scene starts."""
        shown = self.reveal_of(seat)
        extra = self.table.memory_dice if shown and shown.memory else 0
        return (self.rating(seat)[1] + self.bonus(seat)) * self.table.dice_per_point + extra

    def pool(self, seat: int) -> tuple[int, ...]:
        """Return a player's dice by size, before the roll."""
        table, scene = self.table, self.scene
        given = sum(table.gift_dice for _, to in scene.gifts if to == seat)
        plain = table.dice.index(table.die)
        dice = [0] * len(table.dice)
        dice[plain] = self.own_dice(seat) + given
        if scene.traded:
            for index, change in enumerate(scene.traded[self.side_of(seat)]):
                dice[index] += change
        return tuple(dice)

    def narrator_or_judge(self, ids: Pieces) -> tuple[int, str]:
        """Return the seat that becomes narrator or judge, and the deciding rule, one of `ids`."""
        highest = ids is NARRATOR
        actor, visitor = ([face for _, face in dice] for dice in self.scene.rolls)
        winner = compare(actor, visitor, highest)
        if winner < 0:
            role = self.table.tie_narrator if highest else self.table.tie_judge
            return (self.turn if role == "actor" else self.scene.visitor), ids[3]
        a, b = sorted(actor, reverse=highest), sorted(visitor, reverse=highest)
        seat = self.turn if winner == 0 else self.scene.visitor
        if all(x == y for x, y in zip(a, b, strict=False)):
            return seat, ids[2]
        return seat, ids[0] if a[0] != b[0] else ids[1]

    # ---- what is due

    def deal_due(self, last: bool = False) -> int:
        """Return the number of allegiance cards to deal to each player now, or 0."""
        table = self.table
        each = (
            table.final_deal if last else table.round_deal if self.round > 1 else table.first_deal
        )
        return each if sum(self.pile) >= each * table.count else 0

    def payouts(self) -> tuple[int, ...]:
        """Return the amounts that the bank pays to each player for the scene that has just
        closed.
        """
        table, scene = self.table, self.scene
        found = []
        for seat in table.seats:
            if seat == scene.narrator == scene.judge:
                found.append(table.pay_both)
            elif seat == scene.narrator:
                found.append(table.pay_narrator)
            elif seat == scene.judge:
                found.append(table.pay_judge)
            else:
                found.append(table.pay_gift * sum(giver == seat for giver, _ in scene.gifts))
        return tuple(found)

    def bettors(self) -> tuple[int, ...]:
        """Return the players who bet, in order: actor, visitor, then contributors clockwise."""
        table = self.table
        around = [(self.turn + step) % table.count for step in range(1, table.count)]
        order = [self.turn, self.scene.visitor, *(s for s in around if s != self.scene.visitor)]
        return tuple(seat for seat in order if self.seats[seat].earned)

    def escapes(self) -> tuple[int, ...]:
        """Return the players who escape.

        Groups of players with equal totals escape together, the highest total first, as long as a
        whole group fits.
        """
        table = self.table
        limit = table.count // table.escape_share
        totals = [sum(own.coins) for own in self.seats]
        found: list[int] = []
        for total in sorted(set(totals), reverse=True):
            group = [seat for seat in table.seats if totals[seat] == total]
            if len(found) + len(group) > limit:
                break
            found += group
        return tuple(sorted(found))

    def result(self) -> str:
        """Return which side has won: agents, thieves or nobody.

        "nobody" means that the thieves lost and PALACE goes dark.
        """
        agents, thieves = self.score
        return "dark" if agents == thieves else "agents" if agents > thieves else "thieves"

    def may_visit_crisis(self, seat: int) -> bool:
        """Return whether a player may be invited to the actor's identity crisis."""
        return seat != self.turn and self.appears(seat) != self.true_side(self.turn)

    def bleedable(self, side: int) -> list[Memory]:
        """Return the memories with an empty circle on a side of the current player's sheet."""
        return [
            Memory(side, aptitude, line.text)
            for aptitude, section in enumerate(self.seats[self.turn].sheet[side].sections)
            for line in section
            if not line.circle
        ]


def plus(a: Pair, b: Pair) -> Pair:
    """Return the sum of two pairs."""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Pair, b: Pair) -> Pair:
    """Return the difference of two pairs."""
    return a[0] - b[0], a[1] - b[1]


def one(kind: int) -> Pair:
    """Return a pair with a single agent or thief card or coin."""
    return (1, 0) if kind == AGENT else (0, 1)


def faces(die: str) -> int:
    """Return the number of faces of a die, from its name."""
    return int(die[1:])


def compare(actor: Sequence[int], visitor: Sequence[int], highest: bool) -> int:
    """Return who has the better dice: 0 for the actor, 1 for the visitor, -1 if all dice are equal.

    With `highest`, the higher of the highest dice wins, and having fewer dice loses. Otherwise the
    lower of the lowest dice wins, and having fewer dice wins.
    """
    a, b = sorted(actor, reverse=highest), sorted(visitor, reverse=highest)
    for one_, other in zip(a, b, strict=False):
        if one_ != other:
            return int((one_ < other) == highest)
    if len(a) == len(b):
        return NOBODY
    return int((len(a) < len(b)) == highest)
