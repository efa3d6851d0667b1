"""The positions of Sing! O Muse that `start:` describes; omitted facts have defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.core.location import did_you_mean
from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.cards import FATHER, MOTHER
from validator.games.sing_o_muse.constants import Table
from validator.games.sing_o_muse.effects import advance, opened_turn
from validator.games.sing_o_muse.facts import fields, read_names
from validator.games.sing_o_muse.seat import Crew, Pairs, Pieces, Seat
from validator.games.sing_o_muse.state import State
from validator.referee.api import FactError, FactReader, Judge
from validator.referee.kinds import UNSET, Values


def opening(table: Table, first: int = -1) -> State:
    """Return the state before any card is dealt, with the Quests in the middle."""
    empty = Seat((), tuple(Crew() for _ in table.labels))
    return State(
        table, phases.SETUP, max(first, 0), first, -1, table.start_target,
        tuple(table.cards), 0, (), (), (), (), (), tuple(table.quests), (),
        (empty,) * len(table.players),
    )  # fmt: skip


class _Pieces:
    """Finds a piece for each name in `start:`.

    If there are several copies, it takes one that is in no zone yet.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.taken: set[str] = set()
        self.twice: list[str] = []

    def take(self, name: str) -> str:
        found = self.table.names[name]
        piece = next((each for each in found if each not in self.taken), found[0])
        if piece in self.taken:
            self.twice.append(piece)
        self.taken.add(piece)
        return piece

    def zone(self, names: Pieces) -> Pieces:
        return tuple(map(self.take, names))

    def refer(self, name: str) -> str:
        """Return the piece with this name that another fact has already placed."""
        found = self.table.names[name]
        return next((each for each in found if each in self.taken), found[0])

    def named(self, names: Pieces) -> Pieces:
        return tuple(map(self.refer, names))

    def key(self, reader: FactReader, name: str) -> str:
        """Return the piece that the name of a fact means, such as the bearer of Treasures."""
        low = str(name).lower()
        if low not in self.table.names:
            hint = did_you_mean(str(name), (*self.table.cards, *self.table.quests))
            raise reader.wrong(str(name), f"there is no card '{name}'{hint}")
        return self.refer(low)

    def inner(self, reader: FactReader, name: str, known: str = "card") -> Pieces:
        return self.zone(read_names(reader, name, self.table, known))


PLAIN = ("declined", "target", "used", "acted", "barred")  # values stored as read


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe, with defaults for the rest."""
    start, own = fields(table.labels).read(facts, table)
    to = _Pieces(table)
    first = start.get("first", -1)
    seats = tuple(_seat(each, table, to) for each in own)
    foes, ordeals = to.zone(start.get("foes", ())), to.zone(start.get("ordeals", ()))
    blocks = _read_blocks(start.blocks, table, to)
    discard, box = to.zone(start.get("discard", ())), to.zone(start.get("box", ()))
    middle, deck = to.zone(start.get("middle", ())), to.zone(start.get("deck", ()))
    known = min(start.get("known", len(deck)), len(deck))
    if start.middle is UNSET:
        middle = tuple(quest for quest in table.quests if quest not in to.taken)
    left = tuple(each for each in table.cards if each not in to.taken)
    rest = start.get("rest", "deck")
    deck = (*deck, *left) if rest == "deck" else deck
    discard = (*left, *discard) if rest == "discard" else discard
    box = (*box, *left) if rest == "box" else box
    gone = tuple(each for each in table.quests if each not in to.taken and each not in middle)
    turn = start.get("turn", first)
    plain = {name: start.values[name] for name in PLAIN if name in start}
    state = opening(table, first)._replace(
        stage=start.get("phase", phases.PLAY), turn=turn if turn >= 0 else max(first, 0),
        deck=deck, known=known, discard=discard, box=(*box, *gone), foes=foes, ordeals=ordeals,
        middle=middle, blocks=blocks, seats=seats, **plain,
        fresh=to.named(start.get("fresh", ())), drawn=to.named(start.get("drawn", ())),
    )  # fmt: skip
    state = state._replace(silver=_silver(state))
    if to.twice and not start.get("loose", False):
        raise FactError((), f"{table.title(to.twice[0])} is in more than one place", "SING-DECK-18")
    if state.stage == phases.DRAW:
        return opened_turn(state)._replace(
            fresh=state.fresh, barred=state.barred, drawn=state.drawn
        )
    return state if state.stage in phases.FIXED else advance(state, Judge())


def _read_blocks(across: Any, table: Table, to: _Pieces) -> Pairs:
    if across is UNSET:
        return ()
    blocks: list[tuple[str, str]] = []
    for name in across.facts:
        quest = to.key(across, name)
        if quest not in table.quests:
            raise across.wrong(str(name), f"{table.title(quest)} is not a Quest")
        blocks += [(quest, card) for card in to.inner(across, str(name))]
    across.done()
    return tuple(blocks)


class _Cards:
    """Collects the Treasures, Deities, revelations and transformations of a player's characters."""

    def __init__(self, to: _Pieces) -> None:
        self.to = to
        self.carried: list[tuple[str, str]] = []
        self.deities: list[tuple[str, str, bool]] = []
        self.learned: list[tuple[str, str]] = []
        self.transformed: list[str] = []

    def worn(self, worn: FactReader) -> None:
        """Read the Treasures of characters, by bearer."""
        for name in worn.facts:
            bearer = self.to.key(worn, name)
            for each in self.to.inner(worn, str(name)):
                if self.to.table.gear_of(each) is None:
                    raise worn.wrong(str(name), f"{self.to.table.title(each)} is not a Treasure")
                self.carried.append((each, bearer))
        worn.done()

    def gods(self, reader: FactReader, leader: str) -> None:
        for kind, up in (("favor", True), ("wrath", False)):
            self.deities += [(each, leader, up) for each in self.to.inner(reader, kind)]

    def lessons(self, own: FactReader, value: object, leader: str) -> None:
        """Read revelations by Hero, as in ``{H1: [father]}``; a list is for the leader.

        A revelation is given by its word or by its card.
        """
        if value is None or value is UNSET:
            return
        if not isinstance(value, Mapping):
            value = {leader: value}
        for hero, what in value.items():
            on = self.to.key(own, hero) if hero else ""
            for each in what if isinstance(what, tuple | list) else (what,):
                self.learned.append((self._lesson(own, str(each).lower()), on))

    def _lesson(self, own: FactReader, name: str) -> str:
        table, taken = self.to.table, self.to.taken
        if name in (FATHER, MOTHER):
            fitting = [
                card for card, printed in table.cards.items()
                if printed.revelation == name and card not in taken
            ]  # fmt: skip
            if not fitting:
                raise own.wrong("learned", f"no card is left that reveals the {name}")
            taken.add(fitting[0])
            return fitting[0]
        if name not in table.names:
            hint = did_you_mean(name, (*table.cards, *table.quests))
            raise own.wrong("learned", f"there is no card '{name}'{hint}")
        card = self.to.take(name)
        if card not in table.cards or not table.cards[card].revelation:
            raise own.wrong("learned", f"{table.title(card)} is not a revelation")
        return card


def _seat(own: Values, table: Table, to: _Pieces) -> Seat:
    cards = _Cards(to)
    hand = to.zone(own.get("hand", ()))
    crews = []
    for letter in table.labels:
        below = own.values[letter]
        crews.append(Crew() if below is UNSET else _read_crew(below, table, cards))
    waiting = to.zone(own.get("waiting", ()))
    if own.treasures is not UNSET:
        cards.worn(own.treasures)
    cards.transformed += to.named(own.get("transformed", ()))
    cards.lessons(own.reader, own.learned, "")
    dealt, late = to.named(own.get("dealt", ())), to.named(own.get("late", ()))
    victory, aside = to.zone(own.get("victory", ())), to.zone(own.get("aside", ()))
    return Seat(
        hand, tuple(crews), waiting, late, tuple(cards.carried), to.zone(own.get("shared", ())),
        tuple(cards.deities), tuple(cards.learned), tuple(dict.fromkeys(cards.transformed)),
        victory, aside, dealt, own.get("skips", 0), own.get("out", False),
    )  # fmt: skip


def _read_crew(own: FactReader, table: Table, cards: _Cards) -> Crew:
    """Read a Crew: leader, members, Quest, and the cards beside characters."""
    to = cards.to
    leading = to.inner(own, "leader")
    if len(leading) > 1:
        facts = f"a Crew has only one leader, not {table.titles(leading)}"
        raise FactError((*own.path, "leader"), facts, "SING-CREW-01")
    leader = leading[0] if leading else ""
    members = to.inner(own, "members")
    for each in read_names(own, "transformed", table):
        named = to.refer(each)
        if named not in (leader, *members):
            named = to.take(each)
            members = (*members, named)
        cards.transformed.append(named)
    quests = to.inner(own, "quest", "Quest")
    if len(quests) > 1:
        facts = f"a Crew can be on only one Quest, not on {table.titles(quests)}"
        raise FactError((*own.path, "quest"), facts, "SING-QUEST-04")
    steps = len(table.quests[quests[0]].steps) if quests else 0
    marks = own.whole("marks", 0, 0, max(0, steps - 1))
    cards.worn(own.inner("treasures"))
    cards.gods(own, leader)
    both = own.inner("deity")
    cards.gods(both, leader)
    both.done()
    cards.lessons(own, own.raw("learned"), leader)
    own.done()
    return Crew(leader, members, quests[0] if quests else "", marks)


def _silver(state: State) -> tuple[tuple[int, str], ...]:
    """Return the waiting immediate effects.

    They are those of cards that the active player has drawn and not resolved.
    """
    own = state.seats[state.turn]
    waits = own.hand if state.stage == phases.PLAY else ()
    return tuple(
        (state.turn, each) for each in waits if state.immediate(each) and each not in own.dealt
    )
