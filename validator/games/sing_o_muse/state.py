"""A state of Sing! O Muse: where every card is, the active player, and pending tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.cards import HERO
from validator.games.sing_o_muse.constants import Table
from validator.games.sing_o_muse.seat import ON_THE_WAY, Pairs, Pieces, Seat, without
from validator.referee.core import CHANCE
from validator.referee.zones import put, quick_copies

STEP, ASIDE, BLOCK = "step", "aside", "block"  # meaning of an overcome card for a Quest


@quick_copies
class Task(NamedTuple):
    """A task that a player or chance must complete before the game continues."""

    kind: str
    seat: int = -1  # who answers
    by: int = -1  # who drew or played the card
    of: int = -1  # the player whom it affects
    card: str = ""  # the card that asks
    n: int = 1
    what: str = ""
    crew: int = -1
    crews: tuple[int, ...] = ()  # the Crews that an effect reaches
    pieces: Pieces = ()


class War(NamedTuple):
    """A War in progress.

    Pairs have a value for each side. The side that started the War comes first.
    """

    card: str
    trojan: bool
    seats: tuple[int, ...]
    crews: tuple[int, ...] = ()
    fighters: tuple[Pieces, ...] = ()
    mights: tuple[tuple[str, int], ...] = ()
    flips: tuple[Pieces, ...] = ()
    duels: int = 0  # fought so far
    dead: Pieces = ()


class Announced(NamedTuple):
    """A challenge that can still be stopped: the state before it, its player, and its card."""

    before: Any
    seat: int
    card: str
    allowed: tuple[int, ...] = ()  # seats that have let it happen


@quick_copies
class State(NamedTuple):
    """A position in the game. States are immutable; a move creates a new one."""

    table: Table
    stage: str
    turn: int
    first: int  # seat that begins by the script; -1: the rules decide
    declined: int  # seat that may begin because the entitled one declined; -1: nobody has
    target: int
    deck: Pieces
    known: int  # how many cards from the top are known by name
    discard: Pieces
    box: Pieces  # cards that `start:` leaves out
    foes: Pieces
    ordeals: Pieces
    fresh: Pieces  # queue cards that came this turn
    middle: Pieces
    blocks: Pairs  # Quest and Blocking card
    seats: tuple[Seat, ...]
    drawn: Pieces = ()  # cards of this turn's draws
    used: int = 0  # Quest actions of this turn
    acted: int = -1  # Crew that used one
    barred: bool = False  # whether the player has no Quest action this turn
    silver: tuple[tuple[int, str], ...] = ()  # Play Immediately effects that wait, in order
    agenda: tuple[Task, ...] = ()  # the last one is the next
    war: War | None = None
    window: tuple[int, ...] = ()  # seats that may re-arrange after a War
    totals: tuple[tuple[int, int], ...] = ()  # seats and Might at the end of this turn's last War
    spared: tuple[tuple[int, str, str], ...] = ()  # seat, only Hero, what was ignored
    announced: Announced | None = None
    champions: tuple[int, ...] = ()  # who has won

    @property
    def top(self) -> Task | None:
        """The next pending task, or None."""
        return self.agenda[-1] if self.agenda else None

    @property
    def blocking(self) -> Pieces:
        """The cards that are laid across Quests and block them."""
        return tuple([card for _, card in self.blocks]) if self.blocks else ()

    @property
    def mode(self) -> str:
        """The name of the mode, which decides which verbs are open."""
        if self.window:
            return phases.WINDOW
        if self.agenda and self.stage not in phases.FIXED:
            top = self.agenda[-1]
            if top.seat == CHANCE:
                if top.kind == "lose":
                    return phases.BLIND
                if top.kind == phases.DRAW and self.silver and self.table.during_draw:
                    return phases.RESOLVE
            return top.kind
        return phases.RESOLVE if self.silver else self.stage

    def alter(self, seat: int, **changes: object) -> State:
        """Return the state with changes to one player."""
        own: Any = self.seats[seat]
        changed = own._replace(**changes)
        changed._keep(own, changes)
        return self._replace(seats=put(self.seats, seat, changed))

    def alter_crew(self, seat: int, label: int, **changes: object) -> State:
        """Return the state with changes to one Crew."""
        own = self.seats[seat]
        crew: Any = own.crews[label]
        crews = put(own.crews, label, crew._replace(**changes))
        changed = own._replace(crews=crews)
        changed._keep(own, changes if ON_THE_WAY.issuperset(changes) else ("crews",))
        return self._replace(seats=put(self.seats, seat, changed))

    def discarded(self, *pieces: str) -> State:
        """Put pieces that are in no other zone on top of the discard pile."""
        return self._replace(discard=(*self.discard, *pieces)) if pieces else self

    def thrown(self, *pieces: str) -> State:
        """Move Muse cards from their zones to the discard pile, one after the other."""
        state = self
        for each in pieces:
            state = state.lifted(each).discarded(each)
        return state

    def moved(self, seat: int, zone: str, piece: str, *beside: object) -> State:
        """Move a Muse card from any zone to a zone of a player, with the cards beside it."""
        state = self.lifted(piece)
        there = (*getattr(state.seats[seat], zone), (piece, *beside) if beside else piece)
        return state.alter(seat, **{zone: there})

    def push(self, *tasks: Task) -> State:
        """Return the state with these tasks, in this order, before its pending ones."""
        return self._replace(agenda=(*self.agenda, *reversed(tasks))) if tasks else self

    def pop(self) -> State:
        """Return the state without its next task."""
        return self._replace(agenda=self.agenda[:-1])

    def ended(self, winners: tuple[int, ...]) -> State:
        """Return the state after the game has ended."""
        return self._replace(stage=phases.OVER, champions=winners, agenda=(), silver=(), window=())

    def lifted(self, piece: str) -> State:
        """Return the state without a Muse card, which is removed from its zone and its bearer."""
        for seat, side in enumerate(self.seats):
            if piece in side.hand:
                hand = without(side.hand, piece)
                if not side.dealt:
                    return self.alter(seat, hand=hand)
                return self.alter(seat, hand=hand, dealt=without(side.dealt, piece))
        for name in ("foes", "ordeals", "discard", "deck"):
            zone = getattr(self, name)
            if piece in zone:
                left: dict[str, Any] = {name: without(zone, piece)}
                return self._replace(**left)
        for _, card in self.blocks:
            if card == piece:
                return self._replace(blocks=tuple(e for e in self.blocks if e[1] != piece))
        for seat, side in enumerate(self.seats):
            if piece in side.held():
                return self.alter(seat, **side._laid_without(piece))
        return self

    def owner_of(self, character: str) -> int | None:
        """Return the seat of the player to whom a character belongs, or None."""
        for seat, side in enumerate(self.seats):
            if character in side.waiting or side.crew_of(character) is not None:
                return seat
        return None

    def heroes(self, seat: int) -> Pieces:
        """Return the active Heroes in all of a player's Crews."""
        side = self.seats[seat]
        return tuple(
            each
            for crew in side.crews
            for each in side.active(crew)
            if self.table.cards[each].type == HERO
        )

    def companions(self, seat: int, crews: Sequence[int]) -> Pieces:
        """Return the active members of some of a player's Crews, without their leaders."""
        side = self.seats[seat]
        return tuple(
            each for label in crews for each in side.active(side.crews[label])
            if each != side.crews[label].leader
        )  # fmt: skip

    def members(self, seat: int, crews: Sequence[int]) -> Pieces:
        """Return the active characters in some of a player's Crews, including leaders."""
        side = self.seats[seat]
        return tuple(each for label in crews for each in side.active(side.crews[label]))

    def leaders(self, seat: int) -> Pieces:
        return tuple(crew.leader for crew in self.seats[seat].crews if crew.leader)

    def in_slot(self, side: Seat, character: str, slot: str) -> Pieces:
        """Return the Treasures of one class that a character carries."""
        return tuple(t for t in side.carried_by(character) if self.table.gear(t).slot == slot)

    def has_room(self, side: Seat, character: str, slot: str) -> bool:
        """Return whether a character can carry one more Treasure of a class."""
        limit = self.table.slots.get(slot)
        return limit is None or len(self.in_slot(side, character, slot)) < limit

    def blocked_by(self, quest: str) -> Pieces:
        return () if not self.blocks else tuple(card for on, card in self.blocks if on == quest)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the other remaining players, clockwise from the left neighbour."""
        count = len(self.seats)
        around = ((seat + step) % count for step in range(1, count))
        return tuple(other for other in around if not self.seats[other].out)

    def laurels(self, seat: int) -> int:
        """Return the Laurels in a player's victory pile (cached)."""
        side = self.seats[seat]
        found: int | None = side.__dict__.get("points")
        if found is None:
            worth = self.table.worth
            found = sum([worth[each] for each in side.victory or side.aside])
            side.__dict__["points"] = found
        return found

    def immediate(self, piece: str) -> bool:
        """Return whether a card takes effect as soon as it is drawn."""
        return bool(self.table.cards[piece].on_draw)

    def placeable(self, seat: int, character: str) -> bool:
        """Return whether a waiting character has room in any Crew."""
        side, table = self.seats[seat], self.table
        turned = character in side.transformed
        for crew in side.crews:
            if not crew.leader:
                if table.cards[character].type == HERO and not turned:
                    return True
            elif turned or len(side.active(crew)) < table.crew_size:
                return True
        return False

    def held_back(self, seat: int) -> Pieces:
        """Return the Hold This Cards in a player's hand."""
        return tuple(each for each in self.seats[seat].hand if each in self.table.held_back)

    def to_place(self, seat: int) -> Pieces:
        """Return the characters that must be placed in this Play step."""
        side = self.seats[seat]
        if not side.waiting:
            return ()
        crews = any(crew.leader for crew in side.crews)
        return tuple(
            each for each in side.waiting
            if each not in side.late and (crews or self.placeable(seat, each))
        )  # fmt: skip

    def to_play(self, seat: int) -> Pieces:
        """Return the cards in a player's hand that must be played in the Play step (cached)."""
        side = self.seats[seat]
        found: Pieces | None = side.__dict__.get("to_play")
        if found is None:
            held_back = self.table.held_back
            found = tuple([each for each in side.hand if each not in held_back])
            side.__dict__["to_play"] = found
        return found

    def name_of(self, seat: int) -> str:
        return self.table.players[seat]

    def title(self, piece: str) -> str:
        """Return the title of a card."""
        return self.table.title(piece)

    def each_title(self, pieces: Iterable[str]) -> Pieces:
        """Return the titles of cards."""
        return tuple(map(self.table.title, pieces))

    def crew(self, label: int) -> str:
        """Return the name of a Crew: ``Crew A``."""
        return self.table.crew(label)

    def is_safe(self, seat: int, label: int) -> bool:
        """Return whether a Favor keeps this Crew from being Wrecked."""
        side = self.seats[seat]
        deity = side.deity_on(side.crews[label].leader)
        return deity is not None and deity[1] and self.table.cards[deity[0]].favor.safe_sea

    def is_only_hero(self, seat: int, character: str) -> bool:
        """Return whether a character is the only active Hero in all of a player's Crews."""
        return self.heroes(seat) == (character,)

    def successors(self, seat: int, label: int) -> tuple[str, ...]:
        """Return the active Heroes in a Crew who could become its leader."""
        side, cards = self.seats[seat], self.table.cards
        return tuple(
            each
            for each in side.crews[label].members
            if cards[each].type == HERO and each not in side.transformed
        )

    def bearers(self, seat: int) -> Pieces:
        side = self.seats[seat]
        return self.members(seat, range(len(side.crews)))

    def free_bearers(self, seat: int, slot: str) -> Pieces:
        side = self.seats[seat]
        return tuple(each for each in self.bearers(seat) if self.has_room(side, each, slot))

    def treasures_of(self, seat: int) -> Pieces:
        side = self.seats[seat]
        return (*(each for each, _ in side.carried), *side.shared)

    def can_fight(self, seat: int) -> bool:
        """Return whether a player has a character who can fight in a War."""
        side = self.seats[seat]
        return not side.out and any(side.active(crew) for crew in side.crews)
