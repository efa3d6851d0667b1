"""The facts of Sing! O Muse, in the words of `start:`, and states that they describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.location import did_you_mean
from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.cards import COMPANION, FATHER, FOE, HERO, MOTHER, ORDEAL
from validator.games.sing_o_muse.effects import OPENERS, advance, opened_turn
from validator.games.sing_o_muse.seat import Crew, Pairs, Pieces, Seat
from validator.games.sing_o_muse.state import State, Task, War
from validator.games.sing_o_muse.table import Table
from validator.games.sing_o_muse.war import over_limit, totals
from validator.referee import api as ref
from validator.referee.core import CHANCE, Breach
from validator.referee.facts import FactError, FactReader
from validator.referee.fields import SEAT, SEATS, UNSET, Field, Fields, Kind, Values, of_players
from validator.referee.judge import Judge

HOWS = ("discard", "transform")
RESTS = ("deck", "discard", "box")
BELOW = Kind(lambda reader, name, _: reader.inner(name))  # facts by name, read with the pieces
RAW = Kind(lambda reader, name, _: reader.raw(name))


def _pieces(known: str = "card") -> Kind:
    """Return the kind of names of pieces; copies are assigned when all zones are known."""

    def read(reader: FactReader, name: str, table: Table) -> Pieces:
        return _names(reader, name, table, known)

    return Kind(read)


def _names(reader: FactReader, name: str, table: Table, known: str = "") -> Pieces:
    values = () if reader.raw(name) == "" else reader.listed(name, "cards") or ()
    pool: Mapping[str, Any] = table.quests if known == "Quest" else table.cards
    for each in values:
        found = table.names.get(str(each).lower(), ())
        if not found:
            hint = did_you_mean(str(each), (*table.cards, *table.quests))
            raise reader.wrong(name, f"no card '{each}'{hint}")
        if known and found[0] not in pool:
            message = f"{table.title(found[0])} is no {known} here"
            raise FactError((*reader.path, name), message, "SING-DECK-02")
    return tuple(str(each).lower() for each in values)


CARDS, QUESTS, NAMES = _pieces(), _pieces("Quest"), _pieces("")
LABEL = Kind(
    lambda reader, name, table: _label(reader, name, table),
    lambda label, table: table.labels[label] if label >= 0 else "nobody",
)


def _label(reader: FactReader, name: str, table: Table) -> int:
    word = reader.word(name, (*table.labels, "nobody"), "nobody")
    return -1 if word == "nobody" else table.labels.index(word)


# ---- the facts


def pending(state: State) -> str:
    if state.top is not None:
        return state.top.kind
    return phases.RESOLVE if state.silver else ""


def _asked(state: State) -> str:
    """The players who must answer now."""
    if state.top is not None:
        return "~" if state.top.seat == CHANCE else state.name_of(state.top.seat)
    return state.table.players[state.silver[0][0]] if state.silver else ""


def _blocks(state: State) -> FrozenMap:
    return FrozenMap({quest: state.blocked_by(quest) for quest in _blocked(state)})


def _blocked(state: State) -> Pieces:
    on = {quest for quest, _ in state.blocks}
    return tuple(quest for quest in state.table.quests if quest in on)


def _task(state: State, task: Task) -> FrozenMap:
    players = state.table.players
    usual = Task._field_defaults
    facts: dict[str, Any] = {"kind": task.kind}
    for name, value in task._asdict().items():
        if name in ("seat", "by", "of") and value >= 0:
            facts[name] = players[value]
        elif name == "seat" and value == CHANCE:
            facts[name] = "~"
        elif name not in ("kind", "seat", "by", "of") and value != usual[name]:
            facts[name] = value
    return FrozenMap(facts)


def _war(state: State) -> FrozenMap:
    war = state.war
    if war is None:
        return FrozenMap({})
    players, labels = state.table.players, state.table.labels
    names = [players[seat] for seat in war.seats]
    crews = [labels[label] if label >= 0 else "nobody" for label in war.crews]
    facts: dict[str, Any] = {
        "card": war.card,
        "trojan": war.trojan,
        "sides": tuple(names),
        "crews": FrozenMap(dict(zip(names, crews, strict=True))),
        "fighters": FrozenMap(dict(zip(names, war.fighters, strict=True))),
        "flips": FrozenMap(dict(zip(names, war.flips, strict=True))),
        "might": FrozenMap(dict(war.mights)),
        "duels": war.duels,
        "dead": war.dead,
    }
    if war.mights:
        facts["total"] = FrozenMap(dict(zip(names, totals(state), strict=True)))
    return FrozenMap(facts)


def _war_winner(state: State) -> tuple[int, ...]:
    values = [total for _, total in state.totals]
    if not values or max(values) == min(values):
        return ()
    return tuple(seat for seat, total in state.totals if total == max(values))


def _by_character(pairs: Pairs, among: Pieces) -> FrozenMap:
    found: dict[str, Pieces] = {}
    for card, character in pairs:
        if character in among:
            found[character] = (*found.get(character, ()), card)
    return FrozenMap(found)


def _crew(state: State, seat: int, label: int) -> FrozenMap:
    side = state.seats[seat]
    crew = side.crews[label]
    everybody = crew.everybody
    deities = [(deity, up) for deity, hero, up in side.deities if hero in everybody]
    return FrozenMap({
        "leader": crew.leader,
        "members": crew.members,
        "quest": crew.quest,
        "marks": crew.marks,
        "transformed": tuple(each for each in side.transformed if each in everybody),
        "treasures": _by_character(side.carried, everybody),
        "favor": tuple(deity for deity, up in deities if up),
        "wrath": tuple(deity for deity, up in deities if not up),
        "learned": _by_character(side.learned, everybody),
        "size": len(side.active(crew)),
        "might": state.strength(seat, label).might,
        "traits": tuple(sorted(state.strength(seat, label).traits)),
        "blocked": state.blocked_by(crew.quest) if crew.quest else (),
    })  # fmt: skip


def _crews(state: State, seat: int) -> int:
    return sum(bool(crew.everybody) for crew in state.seats[seat].crews)


def _heroes(state: State, seat: int) -> Pieces:
    cards = state.table.cards
    return tuple(e for e in state.seats[seat].characters() if cards[e].type == HERO)


def _titles_of(seats: tuple[int, ...], table: Table) -> Pieces:
    return tuple(table.players[seat] for seat in seats)


LAURELS = ("SING-WIN-02", "SING-CHAL-11", "SING-QUEST-09")
ENDED = ("SING-WIN-01", "SING-WIN-03", "SING-SETUP-09")
IN_A_CREW = {
    "size": ("SING-TRANSFORM-03", "SING-CREW-02"),
    "might": ("SING-CREW-09", "SING-TREASURE-11", "SING-TREASURE-05", "SING-TRANSFORM-02",
              "SING-TREASURE-10"),
    "traits": ("SING-CREW-08", "SING-TREASURE-05", "SING-TRANSFORM-02", "SING-TREASURE-10",
               "SING-DECK-09"),
    "blocked": (),
}  # fmt: skip


@lru_cache
def fields(labels: Pieces) -> Fields:
    """The facts of a table with so many Crews for each player."""
    return Fields(
        Field("players", get=lambda state: state.table.players),
        Field("turn", SEAT),
        Field("first", SEAT),
        Field("declined", SEAT),
        Field("phase", ref.one_of(*phases.PHASES), attribute="stage"),
        Field("target", ref.whole(1)),
        Field("end", get=lambda state: state.stage == phases.OVER, rules=ENDED),
        Field("winner", SEATS, attribute="champions", rules=ENDED),
        Field(
            "score", rules=LAURELS,
            get=lambda state: FrozenMap(
                {n: state.laurels(seat) for seat, n in enumerate(state.table.players)}
            ),
        ),
        Field("used", ref.whole()),
        Field("acted", LABEL),
        Field("barred", ref.FLAG),
        Field("foes", CARDS, zone="foes"),
        Field("ordeals", CARDS, zone="ordeals"),
        Field("fresh", NAMES),
        Field("middle", QUESTS, zone="middle"),
        Field("blocks", BELOW, _blocks, zone="blocks", attribute="blocking"),
        Field("blocked", get=_blocked),
        Field("deck", CARDS, zone="deck", hidden="all", back="Muse"),
        Field("known", ref.whole()),
        Field("discard", CARDS, zone="discard"),
        Field("box", NAMES, zone="box"),
        Field("drawn", NAMES),
        Field("resolve", NAMES, lambda state: tuple(card for _, card in state.silver)),
        Field("pending", get=pending),
        Field("asked", get=_asked),
        Field("window", SEATS),
        Field("agenda", RAW, lambda state: tuple(_task(state, task) for task in state.agenda)),
        Field("war", BELOW, _war, inner={"total": ("SING-WAR-04", "SING-WAR-11")}),
        Field("war_total", of_players(ref.whole()), attribute="totals"),
        Field("war_winner", get=_war_winner, show=_titles_of),
        Field("hand", CARDS, own=True, zone="hand", hidden="others", back="Muse"),
        Field("laurels", get=State.laurels, own=True, rules=LAURELS),
        Field("victory", NAMES, own=True, zone="victory pile"),
        Field("aside", NAMES, own=True, zone="pile set aside"),
        Field("shared", CARDS, own=True),
        Field("waiting", CARDS, own=True),
        Field("late", NAMES, own=True),
        Field("dealt", NAMES, own=True),
        Field("skips", ref.whole(), own=True),
        Field("out", ref.FLAG, own=True),
        Field(
            "spared", BELOW, own=True,
            get=lambda state, seat: FrozenMap(
                {hero: how for who, hero, how in state.spared if who == seat}
            ),
        ),
        Field("crews", get=_crews, own=True, zone="cards", attribute="laid"),
        Field("heroes", get=_heroes, own=True),
        *(
            Field(
                letter, BELOW, lambda state, seat, label=label: _crew(state, seat, label),
                own=True, inner=IN_A_CREW,
            )
            for label, letter in enumerate(labels)
        ),
        Field(
            "transformed", NAMES, own=True,
            get=lambda state, seat: tuple(
                e for e in state.seats[seat].transformed if e in state.seats[seat].waiting
            ),
        ),
        Field(
            "treasures", BELOW, own=True,
            get=lambda state, seat: _by_character(
                state.seats[seat].carried, state.seats[seat].waiting
            ),
        ),
        Field(
            "learned", RAW, own=True,
            get=lambda state, seat: _by_character(
                state.seats[seat].learned, state.seats[seat].waiting
            ),
        ),
        only_start={"rest": ref.one_of(*RESTS)},
    )  # fmt: skip


# ---- from facts


def opening(table: Table, first: int = -1) -> State:
    """Return the state before any card is dealt: Quests on the table, the Muse deck shuffled."""
    empty = Seat((), tuple(Crew() for _ in table.labels))
    return State(
        table, phases.SETUP, max(first, 0), first, -1, table.start_target,
        tuple(table.cards), 0, (), (), (), (), (), tuple(table.quests), (),
        (empty,) * len(table.players),
    )  # fmt: skip


class _Pieces:
    """Assigns names to pieces: of several copies, one that is in no zone yet."""

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
        """Return a piece that another fact has placed."""
        found = self.table.names[name]
        return next((each for each in found if each in self.taken), found[0])

    def named(self, names: Pieces) -> Pieces:
        return tuple(map(self.refer, names))

    def key(self, reader: FactReader, name: str) -> str:
        """Return the piece that names facts, such as the bearer of Treasures."""
        low = str(name).lower()
        if low not in self.table.names:
            hint = did_you_mean(str(name), (*self.table.cards, *self.table.quests))
            raise reader.wrong(str(name), f"no card '{name}'{hint}")
        return self.refer(low)

    def inner(self, reader: FactReader, name: str, known: str = "card") -> Pieces:
        return self.zone(_names(reader, name, self.table, known))


PLAIN = ("declined", "target", "used", "acted", "barred", "window")  # values stored as read


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe; others have defaults."""
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
    rest = start.get("rest", RESTS[0])
    if rest == RESTS[0]:
        deck = (*deck, *left)
    elif rest == RESTS[1]:
        discard = (*left, *discard)
    else:
        box = (*box, *left)
    gone = tuple(each for each in table.quests if each not in to.taken and each not in middle)
    plain = {name: start.values[name] for name in PLAIN if name in start}
    turn = start.get("turn", first)
    state = opening(table, first)._replace(
        stage=start.get("phase", phases.PLAY), turn=turn if turn >= 0 else max(first, 0),
        deck=deck, known=known, discard=discard, box=(*box, *gone), foes=foes, ordeals=ordeals,
        middle=middle, blocks=blocks, seats=seats, totals=start.get("war_total", ()),
        champions=start.get("winner", ()), fresh=to.named(start.get("fresh", ())),
        drawn=to.named(start.get("drawn", ())), **plain,
    )  # fmt: skip
    state = state._replace(
        silver=_silver(start.resolve, to, state), agenda=_agenda(start.get("agenda", ()), to),
        war=None if start.war is UNSET else _read_war(start.war, to), spared=_spared(own, to),
    )  # fmt: skip
    if to.twice and not start.get("loose", False):
        raise FactError((), f"{table.title(to.twice[0])} is in two places", "SING-DECK-18")
    if state.stage == phases.DRAW and not state.agenda:
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
    """Collects what a player's characters carry and know, and who is transformed, Crew by Crew."""

    def __init__(self, to: _Pieces) -> None:
        self.to = to
        self.carried: list[tuple[str, str]] = []
        self.deities: list[tuple[str, str, bool]] = []
        self.learned: list[tuple[str, str]] = []
        self.transformed: list[str] = []

    def worn(self, worn: FactReader) -> None:
        """Treasures by their bearers."""
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
        """``{H1: [father]}`` or, for the leader, ``[father]``; also cards by name."""
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
            raise own.wrong("learned", f"no card '{name}'{hint}")
        card = self.to.take(name)
        if card not in table.cards or not table.cards[card].revelation:
            raise own.wrong("learned", f"{table.title(card)} reveals nothing")
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
    to = cards.to
    leading = to.inner(own, "leader")
    if len(leading) > 1:
        facts = f"{table.titles(leading)} lead one Crew"
        raise FactError((*own.path, "leader"), facts, "SING-CREW-01")
    leader = leading[0] if leading else ""
    members = to.inner(own, "members")
    for each in _names(own, "transformed", table):
        named = to.refer(each)
        if named not in (leader, *members):
            named = to.take(each)
            members = (*members, named)
        cards.transformed.append(named)
    quests = to.inner(own, "quest", "Quest")
    if len(quests) > 1:
        raise FactError((*own.path, "quest"), f"{table.titles(quests)}: one Crew", "SING-QUEST-04")
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


def _silver(names: Any, to: _Pieces, state: State) -> tuple[tuple[int, str], ...]:
    """Return the waiting effects: as stated, or the matching cards in the active player's hand."""
    if names is UNSET:
        own = state.seats[state.turn]
        waits = own.hand if state.stage == phases.PLAY else ()
        return tuple(
            (state.turn, each) for each in waits
            if state.immediate(each) and each not in own.dealt
        )  # fmt: skip
    holders = {each: seat for seat, side in enumerate(state.seats) for each in side.hand}
    return tuple((holders.get(each, state.turn), each) for each in to.named(names))


def _spared(own: list[Values], to: _Pieces) -> tuple[tuple[int, str, str], ...]:
    """Return the only Heroes who were just spared, and from what."""
    found = []
    for seat, each in enumerate(own):
        below = each.get("spared", None)
        for hero in below.facts if below is not None else ():
            how = below.word(str(hero), HOWS, HOWS[0])
            found.append((seat, to.key(below, hero), how))
    return tuple(found)


def _agenda(value: object, to: _Pieces) -> tuple[Task, ...]:
    """Read the pending tasks from their fact."""
    table, tasks = to.table, []
    if not isinstance(value, tuple | list):
        raise FactError(("agenda",), "expected a list of tasks")
    for index, each in enumerate(value):
        own = FactReader(each, ("agenda", str(index)))
        by, of, seat = (
            SEAT.read(own, name, table) if own.raw(name, "~") != "~" else -1
            for name in ("by", "of", "seat")
        )
        crews = own.raw("crews", ())
        if not isinstance(crews, tuple | list) or not all(isinstance(e, int) for e in crews):
            raise own.wrong("crews", "expected whole numbers")
        card = to.named(_names(own, "card", table))
        task = Task(
            str(own.raw("kind", "")), CHANCE if own.raw("seat") == "~" else seat, by, of,
            card[0] if card else "", own.whole("n", 1), str(own.raw("what", "")),
            own.whole("crew", -1, -1), tuple(crews), to.named(_names(own, "pieces", table)),
        )  # fmt: skip
        own.done()
        if task.kind not in OPENERS:
            raise own.wrong("kind", f"no task '{task.kind}'{did_you_mean(task.kind, OPENERS)}")
        tasks.append(task)
    return tuple(tasks)


def _read_war(own: FactReader, to: _Pieces) -> War | None:
    """Read the current War from its fact."""
    if not own.facts:
        return None
    table = to.table
    seats = SEATS.read(own, "sides", table) if "sides" in own else ()
    if len(seats) != len({*seats}) or len(seats) < 2:
        raise own.wrong("sides", "a War has two different sides")
    names = [table.players[seat] for seat in seats]
    crews, fighters, flips = own.inner("crews"), own.inner("fighters"), own.inner("flips")
    might = own.inner("might")
    card = to.named(_names(own, "card", table))
    war = War(
        card[0] if card else "", own.yes("trojan"), seats,
        tuple(_label(crews, name, table) for name in names),
        tuple(to.named(_names(fighters, name, table)) for name in names),
        tuple((to.key(might, n), might.whole(str(n), 0)) for n in might.facts),
        tuple(to.named(_names(flips, name, table)) for name in names),
        own.whole("duels", 0), to.named(_names(own, "dead", table)),
    )  # fmt: skip
    for each in (crews, fighters, flips, might, own):
        each.done()
    return war


# ---- what no table can hold


def _wrong_number(table: Table) -> list[Breach]:
    """Return the rules on the number of players that are broken."""
    count, most = len(table.players), min(table.most, table.heroes)
    if count > table.heroes:
        facts = f"{count} players, {table.heroes} Heroes"
        return [Breach("SING-DECK-17", facts), Breach("SING-SETUP-10", facts)]
    if not table.fewest <= count <= most:
        return [Breach("SING-SETUP-10", f"{count} players, not {table.fewest} to {most}")]
    return []


def position_errors(state: State) -> list[Breach]:
    """Yield what is impossible in a position with the printed cards, or breaks a limit."""
    table = state.table
    if wrong := _wrong_number(table):
        return wrong
    found: list[Breach] = []

    def holds(rule: str, good: bool, facts: str) -> None:
        if not good:
            found.append(Breach(rule, facts))

    every = Counter((*state.deck, *state.discard, *state.box, *state.foes, *state.ordeals,
                     *state.middle, *state.blocking))  # fmt: skip
    for side in state.seats:
        every.update((*side.hand, *side.laid, *side.victory, *side.aside))
    for each in (*table.cards, *table.quests):
        number = every[each]
        holds("SING-DECK-18", number == 1, f"{table.title(each)} lies in {number} places")
    for each in (*state.foes, *state.ordeals):
        want = FOE if each in state.foes else ORDEAL
        good = table.cards[each].type == want
        holds("SING-PLAY-04", good, f"{table.title(each)} is not of type {want}")
    for name, queue in (("Foes", state.foes), ("Ordeals", state.ordeals)):
        facts = f"{len(queue)} {name} in the queue, not at most {table.capacity}"
        holds("SING-QUEUE-02", len(queue) <= table.capacity, facts)
    for quest, card in state.blocks:
        good = table.cards[card].type in (FOE, ORDEAL)
        holds("SING-BLOCK-01", good, f"{table.title(card)} is no Foe or Ordeal")
        there = any(quest in (*side.victory, *side.aside) for side in state.seats)
        holds("SING-QUEST-11", not there, f"{table.title(quest)} is completed and blocked")
    for seat, side in enumerate(state.seats):
        _side_errors(state, seat, side, holds)
    return found


def _side_errors(state: State, seat: int, side: Seat, holds: Any) -> None:
    table = state.table
    name = table.players[seat]
    for label, crew in enumerate(side.crews):
        who = f"{table.crew(label)} of {name}"
        kinds = [table.cards[each] for each in crew.everybody]
        good = all(c.type in (HERO, COMPANION) or (c.type == FOE and c.join) for c in kinds)
        holds("SING-CREW-07", good, f"{who} holds what is not a character")
        number = len(side.active(crew))
        holds("SING-CREW-02", number <= table.crew_size, f"{who} has {number} active characters")
        if crew.leader:
            is_hero = table.cards[crew.leader].type == HERO
            holds("SING-CREW-01", is_hero, f"{table.title(crew.leader)} leads and is no Hero")
            up = crew.leader not in side.transformed
            holds("SING-LOSS-05", up, f"{table.title(crew.leader)} leads and is transformed")
        elif crew.members and state.war is None and seat not in state.window:
            asked = any(task.kind == "promote" and task.of == seat for task in state.agenda)
            holds("SING-CREW-01", asked, f"{who} has no leader")
        if crew.quest and seat not in state.window and state.war is None:
            war = table.quests[crew.quest].war
            holds("SING-QUEST-13", not war, f"{who} is on {table.title(crew.quest)}")
            holds("SING-QUEST-01", bool(crew.everybody), f"{who} is on a Quest and empty")
    if not state.window:
        rule, facts = over_limit(state, seat)
        holds(rule, rule in ("", "SING-LOSS-05"), facts)
    heroes = Counter(hero for _, hero, _ in side.deities)
    for hero, number in heroes.items():
        title = table.title(hero) or "nobody"
        holds("SING-DEITY-04", number == 1, f"{number} Deities beside {title}")
        leads = hero in [crew.leader for crew in side.crews]
        holds("SING-DEITY-07", leads and bool(hero), f"{title} leads no Crew")
    for deity, _, _ in side.deities:
        holds("SING-DEITY-01", table.cards[deity].type == "deity", f"{deity} is no Deity")
    for treasure in side.shared:
        gear = table.cards[treasure].gear
        good = gear is not None and gear.slot == "shared"
        holds("SING-TREASURE-05", good, f"{table.title(treasure)} is not a shared Treasure")
    for treasure, bearer in side.carried:
        gear = table.cards[treasure].gear
        good = gear is not None and gear.slot != "shared"
        holds("SING-TREASURE-05", good, f"{table.title(treasure)} is not carried")
        there = side.crew_of(bearer) is not None or bearer in side.waiting
        holds("SING-TREASURE-06", there, f"{table.title(bearer)} is not with {name}")
    for each in side.victory:
        worth = each in table.quests or table.cards[each].worth > 0
        holds("SING-WIN-02", worth, f"{table.title(each)} brings no Laurels")
