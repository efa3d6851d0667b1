"""A position of Sing! O Muse: where every card lies, whose turn it is, and what is still asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from validator.core.model import Game
from validator.games.sing_o_muse.cards import HERO, Card, Deck, Gear, Quest

SETUP, BEGIN, DRAW, PLAY, QUEST, OVER = "setup", "begin", "draw", "play", "quest", "over"
STAGES = (SETUP, BEGIN, DRAW, PLAY, QUEST, OVER)
Pieces = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]


class Table:
    """What does not change during a game: players, cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str], deck: Deck, long: bool = False) -> None:
        self.game = game
        self.players = tuple(players)
        self.seats = tuple(range(len(players)))
        self.cards: dict[str, Card] = deck.cards
        self.quests: dict[str, Quest] = deck.quests
        self.names = deck.names
        self.heroes = sum(card.type == HERO for card in deck.cards.values())
        rule = game.rules
        self.fewest, self.most = (
            rule["SING-SETUP-10"].players.min,
            rule["SING-SETUP-10"].players.max,
        )
        self.long_target: int = rule["SING-SETUP-09"].long_target
        self.long_players: int = rule["SING-SETUP-10"].long_players
        self.target: int = rule["SING-SETUP-09"].target
        self.start_target = self.long_target if long else self.target
        self.first_heroes: int = rule["SING-SETUP-02"].heroes
        self.further: int = rule["SING-SETUP-02"].further
        self.draw: int = rule["SING-DRAW-01"].cards
        self.actions: int = rule["SING-TURN-03"].quest_actions
        self.labels = tuple(ascii_uppercase[: rule["SING-CREW-05"].max_crews])
        self.crew_size: int = rule["SING-CREW-02"].max_characters
        self.lowest: int = rule["SING-CREW-09"].lowest_might
        self.capacity: int = rule["SING-QUEUE-02"].capacity
        self.divisor: int = rule["SING-CHAL-07"].divisor
        self.rounding: str = rule["SING-CHAL-07"].rounding
        self.transformed_needed: int = rule["SING-TRANSFORM-06"].needed
        one, two = rule["SING-TREASURE-01"].weapons, rule["SING-TREASURE-02"].armor
        self.slots = {"weapon": one, "armor": two, "shield": rule["SING-TREASURE-03"].shields}
        self.slot_rules = {
            "weapon": "SING-TREASURE-01", "armor": "SING-TREASURE-02", "shield": "SING-TREASURE-03",
        }  # fmt: skip
        self.during_draw: bool = rule["SING-IMM-02"].choice == "during_the_draw"
        self.each_character: bool = rule["SING-TREASURE-11"].choice == "each_character"
        self.halved_for_each: bool = rule["SING-CHAL-08"].choice == "for_each"
        self.all_crews: bool = rule["SING-CHAL-12"].choice == "all_crews"
        self.quest_returns: bool = rule["SING-WITHDRAW-03"].choice == "quest_returns"
        self.random_from_one: bool = rule["SING-LOSS-03"].choice == "one_crew"

    def title(self, piece: str) -> str:
        """The name that a card shows."""
        found = self.cards.get(piece) or self.quests.get(piece)
        return found.title if found else piece

    def titles(self, pieces: Sequence[str]) -> str:
        """Several names, with commas."""
        return ", ".join(map(self.title, pieces)) or "nothing"

    def gear(self, piece: str) -> Gear:
        """What a piece is as a Treasure."""
        gear = self.cards[piece].gear
        assert gear is not None, piece
        return gear


class Crew(NamedTuple):
    """A leading Hero and Companions. Nobody in it: there is no such Crew now."""

    leader: str = ""
    members: Pieces = ()  # Companions, and who is transformed
    quest: str = ""
    marks: int = 0

    @property
    def everybody(self) -> Pieces:
        return (self.leader, *self.members) if self.leader else self.members


class Side(NamedTuple):
    """All that is one player's."""

    hand: Pieces
    crews: tuple[Crew, ...]
    waiting: Pieces = ()  # characters that are placed in the next Play step
    late: Pieces = ()  # those of them that came too late for the present one
    carried: Pairs = ()  # Treasure and bearer
    shared: Pieces = ()
    deities: tuple[tuple[str, str, bool], ...] = ()  # Deity, Hero, whether it is Favor
    learned: Pairs = ()  # revelation and Hero
    transformed: Pieces = ()
    victory: Pieces = ()
    aside: Pieces = ()  # the victory pile of a player who is out
    dealt: Pieces = ()  # cards of the set-up that wait in hand for the first turn
    skips: int = 0  # coming turns without a Quest action
    out: bool = False


class Task(NamedTuple):
    """Something that has to be done before play goes on: by a player, or by chance."""

    kind: str
    seat: int = -1  # who answers
    by: int = -1  # who drew or played the card
    of: int = -1  # whom it befalls
    card: str = ""  # the card that asks
    n: int = 1
    what: str = ""
    crew: int = -1
    crews: tuple[int, ...] = ()  # the Crews that an effect reaches
    pieces: Pieces = ()


class War(NamedTuple):
    """A War under way. Pairs belong to the two sides, the one that started it first."""

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
    """A challenge that can still be stopped: the position before it, and who takes on what."""

    before: Any
    seat: int
    card: str


class Position(NamedTuple):
    """One moment of a game. Nothing in it can be changed; a move makes a new one."""

    table: Table
    stage: str
    turn: int
    first: int  # seat that the script wants to begin; -1: the rules decide
    declined: int  # seat that may begin because the entitled one declined; -1: nobody has
    target: int
    deck: Pieces
    known: int  # how many cards from the top are known by name
    discard: Pieces
    box: Pieces  # cards that a position leaves out
    foes: Pieces
    ordeals: Pieces
    fresh: Pieces  # queue cards that came this turn
    middle: Pieces
    blocks: Pairs  # Quest and Blocking card
    sides: tuple[Side, ...]
    drawn: Pieces = ()  # cards of this turn's draws
    used: int = 0  # Quest actions of this turn
    acted: int = -1  # Crew that used one
    barred: bool = False  # no Quest action this turn
    silver: tuple[tuple[int, str], ...] = ()  # Play Immediately effects that wait, in order
    agenda: tuple[Task, ...] = ()  # the last is the next
    war: War | None = None
    window: tuple[int, ...] = ()  # seats that may re-arrange after a War
    totals: tuple[tuple[int, int], ...] = ()  # seats and Might at the end of this turn's last War
    spared: tuple[tuple[int, str, str], ...] = ()  # seat, only Hero, what was ignored
    announced: Announced | None = None
    champions: tuple[int, ...] = ()  # who has won

    @property
    def top(self) -> Task | None:
        """What is asked now."""
        return self.agenda[-1] if self.agenda else None


# ---- changing a position


def alter(at: Position, seat: int, **changes: Any) -> Position:
    """The position with something of one player changed."""
    sides = list(at.sides)
    sides[seat] = sides[seat]._replace(**changes)
    return at._replace(sides=tuple(sides))


def alter_crew(at: Position, seat: int, label: int, **changes: Any) -> Position:
    """The position with one Crew changed."""
    crews = list(at.sides[seat].crews)
    crews[label] = crews[label]._replace(**changes)
    return alter(at, seat, crews=tuple(crews))


def without(pieces: Pieces, *gone: str) -> Pieces:
    """The pieces without those that are gone."""
    return tuple(each for each in pieces if each not in gone)


def discarded(at: Position, *pieces: str) -> Position:
    """The pieces on top of the discard pile; they must lie nowhere else any more."""
    return at._replace(discard=(*at.discard, *pieces)) if pieces else at


def push(at: Position, *tasks: Task) -> Position:
    """Tasks to be done before all others, the first of them first."""
    return at._replace(agenda=(*at.agenda, *reversed(tasks)))


def pop(at: Position) -> Position:
    """The position without its next task."""
    return at._replace(agenda=at.agenda[:-1])


def lifted(at: Position, piece: str) -> Position:
    """The position with a Muse card taken from wherever it lies; bearers keep nothing of it."""
    at = at._replace(
        deck=without(at.deck, piece),
        discard=without(at.discard, piece),
        foes=without(at.foes, piece),
        ordeals=without(at.ordeals, piece),
        blocks=tuple(pair for pair in at.blocks if pair[1] != piece),
    )
    for seat, side in enumerate(at.sides):
        if piece in held(side):
            at = alter(
                at, seat,
                hand=without(side.hand, piece),
                dealt=without(side.dealt, piece),
                waiting=without(side.waiting, piece),
                late=without(side.late, piece),
                shared=without(side.shared, piece),
                victory=without(side.victory, piece),
                carried=tuple(pair for pair in side.carried if pair[0] != piece),
                deities=tuple(each for each in side.deities if each[0] != piece),
                learned=tuple(pair for pair in side.learned if pair[0] != piece),
                crews=tuple(
                    crew._replace(
                        leader="" if crew.leader == piece else crew.leader,
                        members=without(crew.members, piece),
                    )
                    for crew in side.crews
                ),
            )  # fmt: skip
    return at


def held(side: Side) -> Pieces:
    """All Muse cards of a player outside the pile set aside."""
    return (
        *side.hand, *side.waiting, *side.shared, *side.victory,
        *(each for each, _ in side.carried), *(each for each, _, _ in side.deities),
        *(each for each, _ in side.learned),
        *(each for crew in side.crews for each in crew.everybody),
    )  # fmt: skip


# ---- asking a position


def crew_of(side: Side, character: str) -> int | None:
    """The index of the Crew that a character is in."""
    for label, crew in enumerate(side.crews):
        if character == crew.leader or character in crew.members:
            return label
    return None


def owner_of(at: Position, character: str) -> int | None:
    """The seat whose Crews or waiting characters hold this one."""
    for seat, side in enumerate(at.sides):
        if character in side.waiting or crew_of(side, character) is not None:
            return seat
    return None


def characters(side: Side) -> Iterator[str]:
    """All characters of a player, those that wait included."""
    for crew in side.crews:
        yield from crew.everybody
    yield from side.waiting


def active(side: Side, crew: Crew) -> Pieces:
    """The characters of a Crew that are not transformed."""
    if not side.transformed:
        return crew.everybody
    return tuple(each for each in crew.everybody if each not in side.transformed)


def heroes(at: Position, seat: int) -> Pieces:
    """The active Heroes in all Crews of a player."""
    side = at.sides[seat]
    return tuple(
        each
        for crew in side.crews
        for each in active(side, crew)
        if at.table.cards[each].type == HERO
    )


def companions(at: Position, seat: int, crews: Sequence[int]) -> Pieces:
    """The active Companions of some of a player's Crews, serving Heroes included."""
    side = at.sides[seat]
    return tuple(
        each for label in crews for each in active(side, side.crews[label])
        if each != side.crews[label].leader
    )  # fmt: skip


def members(at: Position, seat: int, crews: Sequence[int]) -> Pieces:
    """The active characters of some of a player's Crews, leaders included."""
    side = at.sides[seat]
    return tuple(each for label in crews for each in active(side, side.crews[label]))


def leaders(at: Position, seat: int) -> Pieces:
    """The Heroes that lead a player's Crews."""
    return tuple(crew.leader for crew in at.sides[seat].crews if crew.leader)


def carried_by(side: Side, character: str) -> Pieces:
    """The Treasures of a character."""
    return tuple(treasure for treasure, bearer in side.carried if bearer == character)


def bearer_of(side: Side, treasure: str) -> str:
    """Who carries a Treasure; empty if nobody does."""
    return next((bearer for each, bearer in side.carried if each == treasure), "")


def in_slot(at: Position, side: Side, character: str, slot: str) -> Pieces:
    """The Treasures of one class that a character carries."""
    return tuple(t for t in carried_by(side, character) if at.table.gear(t).slot == slot)


def has_room(at: Position, side: Side, character: str, slot: str) -> bool:
    """Whether a character can carry one more Treasure of a class."""
    limit = at.table.slots.get(slot)
    return limit is None or len(in_slot(at, side, character, slot)) < limit


def deity_on(side: Side, hero: str) -> tuple[str, bool] | None:
    """The Deity beside a Hero, and whether it is Favor."""
    return next(((deity, up) for deity, on, up in side.deities if on == hero), None)


def blocked_by(at: Position, quest: str) -> Pieces:
    """The Blocking cards on a Quest."""
    return tuple(card for on, card in at.blocks if on == quest)


def opponents(at: Position, seat: int) -> tuple[int, ...]:
    """The other players who are still in, clockwise from the left neighbour."""
    count = len(at.sides)
    around = ((seat + step) % count for step in range(1, count))
    return tuple(other for other in around if not at.sides[other].out)


def laurels(at: Position, seat: int) -> int:
    """The Laurels of a player's victory pile."""
    table, side = at.table, at.sides[seat]
    pile = side.victory or side.aside
    return sum(
        table.quests[each].laurels if each in table.quests else table.cards[each].worth
        for each in pile
    )


def quests_in_work(at: Position) -> dict[str, tuple[int, int]]:
    """Every Quest before a Crew: seat and Crew."""
    return {
        crew.quest: (seat, label)
        for seat, side in enumerate(at.sides)
        for label, crew in enumerate(side.crews)
        if crew.quest
    }


def immediate(at: Position, piece: str) -> bool:
    """Whether drawing a card has an effect at once."""
    return bool(at.table.cards[piece].on_draw)


def to_play(at: Position, seat: int) -> Pieces:
    """Cards in hand that must leave it in the Play step."""
    return tuple(c for c in at.sides[seat].hand if not at.table.cards[c].holds)
