"""Positions of Sing! O Muse from facts, and back: the words of `start:` and of assertions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.core.location import did_you_mean
from validator.games.sing_o_muse.cards import COMPANION, FATHER, FOE, HERO, MOTHER, ORDEAL
from validator.games.sing_o_muse.effects import advance, opened
from validator.games.sing_o_muse.position import (
    DRAW,
    OVER,
    PLAY,
    QUEST,
    SETUP,
    STAGES,
    Crew,
    Pieces,
    Position,
    Side,
    Table,
    Task,
    War,
    active,
    blocked_by,
    characters,
    crew_of,
    held,
    immediate,
    laurels,
)
from validator.games.sing_o_muse.strength import crew_might, crew_traits
from validator.games.sing_o_muse.war import over_limit, totals
from validator.referee.core import CHANCE, Breach
from validator.referee.facts import FactError, Given

RESTS = ("deck", "discard", "box")
TASK_NAMES = Task._fields


def opening(table: Table, first: int = -1) -> Position:
    """The table before any card was dealt: the Quests spread out, the Muse deck shuffled."""
    empty = Side((), tuple(Crew() for _ in table.labels))
    return Position(
        table, SETUP, max(first, 0), first, -1, table.start_target,
        tuple(table.cards), 0, (), (), (), (), (), tuple(table.quests), (),
        (empty,) * len(table.players),
    )  # fmt: skip


# ---- names of cards


def piece(table: Table, given: Given, name: str, value: Any, taken: set[str]) -> str:
    """The piece that a fact names, by id or by title; of several copies one not taken."""
    found = table.names.get(str(value).lower(), ())
    if not found:
        hint = did_you_mean(str(value), (*table.cards, *table.quests))
        raise given.wrong(name, f"no card '{value}'{hint}")
    free = [each for each in found if each not in taken]
    return free[0] if free else found[0]


class _Reader:
    """Reads zones and remembers which pieces were named."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.taken: set[str] = set()
        self.twice: list[str] = []

    def take(self, given: Given, name: str, value: Any) -> str:
        found = piece(self.table, given, name, value, self.taken)
        if found in self.taken:
            self.twice.append(found)
        self.taken.add(found)
        return found

    def refer(self, given: Given, name: str, value: Any) -> str:
        """A piece that is placed by another fact."""
        found = self.table.names.get(str(value).lower(), ())
        named = [each for each in found if each in self.taken]
        return named[0] if named else piece(self.table, given, name, value, set())

    def zone(self, given: Given, name: str, known: str = "card") -> Pieces:
        values = () if given.raw(name) == "" else given.listed(name, "cards") or ()
        found = tuple(self.take(given, name, each) for each in values)
        pool: Any = self.table.quests if known == "Quest" else self.table.cards
        for each in found:
            if each not in pool:
                rule = "SING-DECK-02"
                title = self.table.title(each)
                raise FactError((*given.path, name), f"{title} is no {known} here", rule)
        return found

    def names(self, given: Given, name: str) -> Pieces:
        return tuple(self.refer(given, name, each) for each in given.listed(name, "cards") or ())


# ---- from facts


def position(table: Table, facts: Mapping[str, Any]) -> Position:
    """The position that some facts describe; what they leave out has its default."""
    given = Given(facts)
    given.yes("loose")
    reader = _Reader(table)
    stage = given.word("phase", STAGES, PLAY)
    turn = _seat(given, "first", table, 0)
    first = turn if "first" in given else -1
    turn = _seat(given, "turn", table, turn)
    target = given.whole("target", table.start_target, 1)
    sides = tuple(_side(given.inner(name), table, reader) for name in table.players)
    foes, ordeals = reader.zone(given, "foes"), reader.zone(given, "ordeals")
    blocks: list[tuple[str, str]] = []
    across = given.inner("blocks")
    for name in across.facts:
        quest = reader.refer(across, str(name), name)
        if quest not in table.quests:
            raise across.wrong(str(name), f"{table.title(quest)} is no Quest")
        blocks += [(quest, card) for card in reader.zone(across, str(name))]
    across.done()
    discard, box = reader.zone(given, "discard"), reader.zone(given, "box")
    middle = reader.zone(given, "middle", "Quest")
    deck = reader.zone(given, "deck")
    known = given.whole("known", len(deck))
    if "middle" not in given:
        middle = tuple(quest for quest in table.quests if quest not in reader.taken)
    rest = given.word("rest", RESTS, RESTS[0])
    left = tuple(each for each in table.cards if each not in reader.taken)
    gone = tuple(each for each in table.quests if each not in reader.taken and each not in middle)
    if rest == "deck":
        deck = (*deck, *left)
    elif rest == "discard":
        discard = (*left, *discard)
    else:
        box = (*box, *left)
    box = (*box, *gone)
    fresh = reader.names(given, "fresh")
    at = Position(
        table, stage, turn, first, -1, target, deck, min(known, len(deck)), discard, box, foes,
        ordeals, fresh, middle, tuple(blocks), sides,
    )  # fmt: skip
    at = at._replace(
        drawn=reader.names(given, "drawn"),
        used=given.whole("used", 0),
        acted=_label(given, "acted", table),
        barred=given.yes("barred"),
        declined=_seat(given, "declined", table, -1),
        window=tuple(_named(given, "window", table)),
    )
    at = at._replace(silver=_silver(given, reader, at), agenda=_agenda(given, reader, at))
    at = at._replace(war=_war(given, reader, at))
    sums = given.inner("war_total")
    at = at._replace(
        totals=tuple(
            (seat, sums.whole(name, 0)) for seat, name in enumerate(table.players) if name in sums
        )
    )
    sums.done()
    if "winner" in given:
        at = at._replace(champions=tuple(_named(given, "winner", table)))
    given.done()
    if reader.twice and facts.get("loose") is not True:
        title = table.title(reader.twice[0])
        raise FactError((), f"{title} lies in two places", "SING-DECK-18")
    if at.stage == DRAW and not at.agenda:
        return opened(at)._replace(fresh=at.fresh, barred=at.barred, drawn=at.drawn)
    return advance(at, None) if at.stage in (PLAY, QUEST) else at


def _named(given: Given, name: str, table: Table) -> list[int]:
    words = given.words(name, table.players)
    return [table.players.index(each) for each in words]


def _seat(given: Given, name: str, table: Table, default: int) -> int:
    if name not in given:
        return default
    word = given.word(name, (*table.players, "nobody"), "")
    return default if word == "nobody" else table.players.index(word)


def _label(given: Given, name: str, table: Table) -> int:
    if name not in given:
        return -1
    word = given.word(name, (*table.labels, "nobody"), "nobody")
    return -1 if word == "nobody" else table.labels.index(word)


def _side(own: Given, table: Table, reader: _Reader) -> Side:
    carried: list[tuple[str, str]] = []
    deities: list[tuple[str, str, bool]] = []
    learned: list[tuple[str, str]] = []
    transformed: list[str] = []
    hand = reader.zone(own, "hand")
    crews = [
        _crew(own.inner(label), table, reader, carried, deities, learned, transformed)
        for label in table.labels
    ]
    waiting = reader.zone(own, "waiting")
    _worn(own, reader, carried)
    _turned(own, reader, transformed)
    _lessons(own, table, reader, learned, "")
    dealt = reader.names(own, "dealt")
    late = reader.names(own, "late")
    victory = _victory(own, reader, "victory")
    aside = _victory(own, reader, "aside")
    shared = reader.zone(own, "shared")
    side = Side(
        hand, tuple(crews), waiting, late, tuple(carried), shared, tuple(deities), tuple(learned),
        tuple(dict.fromkeys(transformed)), victory, aside, dealt,
        own.whole("skips", own.whole("skip", 0)), own.yes("out"),
    )  # fmt: skip
    own.done()
    return side


def _victory(own: Given, reader: _Reader, name: str) -> Pieces:
    return tuple(reader.take(own, name, each) for each in own.listed(name, "cards") or ())


def _crew(
    own: Given, table: Table, reader: _Reader, carried: list[tuple[str, str]],
    deities: list[tuple[str, str, bool]], learned: list[tuple[str, str]], transformed: list[str],
) -> Crew:  # fmt: skip
    one = reader.zone(own, "leader")
    if len(one) > 1:
        titles = table.titles(one)
        raise FactError((*own.path, "leader"), f"{titles} lead one Crew", "SING-CREW-01")
    leader = one[0] if one else ""
    members = reader.zone(own, "members")
    for each in own.listed("transformed", "characters") or ():
        named = reader.refer(own, "transformed", each)
        if named not in (leader, *members):
            named = reader.take(own, "transformed", each)
            members = (*members, named)
        transformed.append(named)
    quest = reader.zone(own, "quest", "Quest")
    if len(quest) > 1:
        path = (*own.path, "quest")
        raise FactError(path, f"{table.titles(quest)}: one Crew", "SING-QUEST-04")
    steps = len(table.quests[quest[0]].steps) if quest else 0
    marks = own.whole("marks", 0, 0, max(0, steps - 1))
    _worn(own, reader, carried)
    for kind, up in (("favor", True), ("wrath", False)):
        deities += [(each, leader, up) for each in reader.zone(own, kind)]
    both = own.inner("deity")
    for kind, up in (("favor", True), ("wrath", False)):
        deities += [(each, leader, up) for each in reader.zone(both, kind)]
    both.done()
    _lessons(own, table, reader, learned, leader)
    return Crew(leader, members, quest[0] if quest else "", marks)


def _worn(own: Given, reader: _Reader, carried: list[tuple[str, str]]) -> None:
    worn = own.inner("treasures")
    for name in worn.facts:
        bearer = reader.refer(worn, str(name), name)
        for each in reader.zone(worn, str(name)):
            if reader.table.cards[each].gear is None:
                raise worn.wrong(str(name), f"{reader.table.title(each)} is no Treasure")
            carried.append((each, bearer))
    worn.done()


def _turned(own: Given, reader: _Reader, transformed: list[str]) -> None:
    transformed += reader.names(own, "transformed")


def _lessons(
    own: Given, table: Table, reader: _Reader, learned: list[tuple[str, str]], leader: str
) -> None:
    """``learned: {H1: [father]}`` or, for the leader, ``learned: [father]``; also cards by name."""
    value = own.raw("learned")
    if value is None:
        return
    if not isinstance(value, Mapping):
        value = {leader: value}
    for hero, what in value.items():
        on = reader.refer(own, "learned", hero)
        for each in what if isinstance(what, tuple | list) else (what,):
            if str(each).lower() in (FATHER, MOTHER):
                fitting = [
                    card for card, printed in table.cards.items()
                    if printed.revelation == str(each).lower() and card not in reader.taken
                ]  # fmt: skip
                if not fitting:
                    raise own.wrong("learned", f"no card is left that reveals the {each}")
                reader.taken.add(fitting[0])
                learned.append((fitting[0], on))
            else:
                card = reader.take(own, "learned", each)
                if card not in table.cards or not table.cards[card].revelation:
                    raise own.wrong("learned", f"{table.title(card)} reveals nothing")
                learned.append((card, on))


def _silver(given: Given, reader: _Reader, at: Position) -> tuple[tuple[int, str], ...]:
    """Effects that wait: as told, or what the active player holds in hand of that kind."""
    if "resolve" not in given:
        if at.stage != PLAY:
            return ()
        own = at.sides[at.turn]
        return tuple((at.turn, e) for e in own.hand if immediate(at, e) and e not in own.dealt)
    found = []
    for each in reader.names(given, "resolve"):
        seat = next((s for s, side in enumerate(at.sides) if each in side.hand), at.turn)
        found.append((seat, each))
    return tuple(found)


def _agenda(given: Given, reader: _Reader, at: Position) -> tuple[Task, ...]:
    """What is asked, as `facts` tells it."""
    value = given.raw("agenda", ())
    if not isinstance(value, tuple | list):
        raise given.wrong("agenda", "expected a list of tasks")
    tasks = []
    for index, each in enumerate(value):
        own = Given(each, ("agenda", str(index)))
        table = at.table
        seats = {name: _seat(own, name, table, -1) for name in ("by", "of")}
        who = own.raw("seat", "nobody")
        seat = CHANCE if who == "~" else _seat(own, "seat", table, -1)
        card = own.raw("card", "")
        crews = own.raw("crews", ())
        if not isinstance(crews, tuple | list) or not all(isinstance(e, int) for e in crews):
            raise own.wrong("crews", "expected whole numbers")
        task = Task(
            str(own.raw("kind", "")), seat, seats["by"], seats["of"],
            reader.refer(own, "card", card) if card else "", own.whole("n", 1),
            str(own.raw("what", "")), own.whole("crew", -1, -1), tuple(crews),
            reader.names(own, "pieces"),
        )  # fmt: skip
        own.done()
        if task.kind not in KINDS:
            raise own.wrong("kind", f"no task '{task.kind}'{did_you_mean(task.kind, KINDS)}")
        tasks.append(task)
    return tuple(tasks)


KINDS = (
    "effect", "apply", "choose", "lose", "crew", "restore", "take", "draw", "hand", "block",
    "clear", "bump", "steal", "shed", "learn", "promote", "give", "join", "finish", "sea", "war",
    "fights", "sits", "flips", "loots",
)  # fmt: skip


def _war(given: Given, reader: _Reader, at: Position) -> War | None:
    """A War under way, as `facts` tells it."""
    if not given.raw("war"):
        return None
    own = given.inner("war")
    table = at.table
    seats = tuple(_named(own, "sides", table))
    if len(seats) != len({*seats}) or len(seats) < 2:
        raise own.wrong("sides", "a War has two different sides")
    names = [table.players[seat] for seat in seats]
    crews, fighters, flips = own.inner("crews"), own.inner("fighters"), own.inner("flips")
    might = own.inner("might")
    war = War(
        reader.refer(own, "card", own.raw("card", "")) if "card" in own else "",
        own.yes("trojan"), seats,
        tuple(_label(crews, name, table) for name in names),
        tuple(reader.names(fighters, name) for name in names),
        tuple((reader.refer(might, str(n), n), might.whole(str(n), 0)) for n in might.facts),
        tuple(reader.names(flips, name) for name in names),
        own.whole("duels", 0),
        reader.names(own, "dead"),
    )  # fmt: skip
    for each in (crews, fighters, flips, might):
        each.done()
    own.done()
    return war


# ---- to facts


def facts(at: Position) -> dict[str, Any]:
    """All facts by name, in the words of `start:`."""
    table = at.table
    players = table.players
    found: dict[str, Any] = {
        "players": players,
        "turn": players[at.turn],
        "phase": at.stage,
        "target": at.target,
        "end": at.stage == OVER,
        "winner": tuple(players[seat] for seat in at.champions),
        "score": Record({name: laurels(at, seat) for seat, name in enumerate(players)}),
        "used": at.used,
        "acted": table.labels[at.acted] if at.acted >= 0 else "nobody",
        "barred": at.barred,
        "foes": at.foes,
        "ordeals": at.ordeals,
        "fresh": at.fresh,
        "middle": at.middle,
        "blocks": Record({quest: blocked_by(at, quest) for quest in table.quests
                          if blocked_by(at, quest)}),
        "blocked": tuple(quest for quest in table.quests if blocked_by(at, quest)),
        "deck": at.deck,
        "known": at.known,
        "discard": at.discard,
        "box": at.box,
        "drawn": at.drawn,
        "resolve": tuple(card for _, card in at.silver),
        "pending": pending(at),
        "asked": _asked(at),
        "window": tuple(players[seat] for seat in at.window),
        "agenda": tuple(_task_facts(at, task) for task in at.agenda),
        "war": _war_facts(at),
        "war_total": Record({players[seat]: total for seat, total in at.totals}),
        "war_winner": tuple(
            players[seat] for seat, total in at.totals
            if total == max(each for _, each in at.totals) != min(each for _, each in at.totals)
        ),
        "declined": players[at.declined] if at.declined >= 0 else "nobody",
    }  # fmt: skip
    if at.first >= 0:
        found["first"] = players[at.first]
    for seat, name in enumerate(players):
        found[name] = _side_facts(at, seat)
    return found


def pending(at: Position) -> str:
    """What is asked now: the kind of the next task."""
    if at.top is not None:
        return at.top.kind
    return "resolve" if at.silver else ""


def _asked(at: Position) -> str:
    """Who answers now."""
    if at.top is not None:
        return "~" if at.top.seat == CHANCE else at.table.players[at.top.seat]
    if at.silver:
        return at.table.players[at.silver[0][0]]
    return ""


def _task_facts(at: Position, task: Task) -> Record:
    players = at.table.players
    told: dict[str, Any] = {"kind": task.kind}
    if task.seat == CHANCE:
        told["seat"] = "~"
    elif task.seat >= 0:
        told["seat"] = players[task.seat]
    for name in ("by", "of"):
        if (seat := getattr(task, name)) >= 0:
            told[name] = players[seat]
    for name, empty in (
        ("card", ""), ("n", 1), ("what", ""), ("crew", -1), ("crews", ()), ("pieces", ()),
    ):  # fmt: skip
        if getattr(task, name) != empty:
            told[name] = getattr(task, name)
    return Record(told)


def _war_facts(at: Position) -> Record:
    war = at.war
    if war is None:
        return Record({})
    players, labels = at.table.players, at.table.labels
    names = [players[seat] for seat in war.seats]
    told: dict[str, Any] = {
        "card": war.card,
        "trojan": war.trojan,
        "sides": tuple(names),
        "crews": Record({
            name: labels[label] if label >= 0 else "nobody"
            for name, label in zip(names, war.crews, strict=True)
        }),
        "fighters": Record(dict(zip(names, war.fighters, strict=True))),
        "flips": Record(dict(zip(names, war.flips, strict=True))),
        "might": Record(dict(war.mights)),
        "duels": war.duels,
        "dead": war.dead,
    }  # fmt: skip
    if war.mights:
        told["total"] = Record(dict(zip(names, totals(at), strict=True)))
    return Record(told)


def _side_facts(at: Position, seat: int) -> Record:
    table, side = at.table, at.sides[seat]
    told: dict[str, Any] = {
        "hand": side.hand,
        "laurels": laurels(at, seat),
        "victory": side.victory,
        "aside": side.aside,
        "shared": side.shared,
        "waiting": side.waiting,
        "late": side.late,
        "dealt": side.dealt,
        "skips": side.skips,
        "out": side.out,
        "crews": sum(bool(crew.everybody) for crew in side.crews),
        "heroes": tuple(e for e in characters(side) if table.cards[e].type == HERO),
    }
    for label, letter in enumerate(table.labels):
        told[letter] = _crew_facts(at, seat, label)
    loose = set(side.waiting)
    told["transformed"] = tuple(each for each in side.transformed if each in loose)
    told["treasures"] = _by_bearer(side, loose)
    told["learned"] = Record({
        hero: tuple(card for card, on in side.learned if on == hero)
        for hero in dict.fromkeys(on for _, on in side.learned) if hero in loose
    })  # fmt: skip
    return Record(told)


def _by_bearer(side: Side, among: set[str]) -> Record:
    found: dict[str, Pieces] = {}
    for treasure, bearer in side.carried:
        if bearer in among:
            found[bearer] = (*found.get(bearer, ()), treasure)
    return Record(found)


def _crew_facts(at: Position, seat: int, label: int) -> Record:
    side = at.sides[seat]
    crew = side.crews[label]
    everybody = set(crew.everybody)
    deities = {up: tuple(d for d, hero, u in side.deities if hero in everybody and u is up)
               for up in (True, False)}  # fmt: skip
    return Record({
        "leader": crew.leader,
        "members": crew.members,
        "quest": crew.quest,
        "marks": crew.marks,
        "transformed": tuple(each for each in side.transformed if each in everybody),
        "treasures": _by_bearer(side, everybody),
        "favor": deities[True],
        "wrath": deities[False],
        "learned": Record({
            hero: tuple(card for card, on in side.learned if on == hero)
            for hero in dict.fromkeys(on for _, on in side.learned) if hero in everybody
        }),
        "size": len(active(side, crew)),
        "might": crew_might(at, seat, label),
        "traits": tuple(sorted(crew_traits(at, seat, label))),
        "blocked": blocked_by(at, crew.quest) if crew.quest else (),
    })  # fmt: skip


IN_A_CREW = ("size", "might", "traits", "blocked")


def settable(kept: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts that lead back to a position: those of Crews that follow from others are left."""
    found = dict(kept)
    for name in facts["players"]:
        own = dict(kept[name])
        for label, crew in own.items():
            if isinstance(crew, Mapping) and "leader" in crew:
                own[label] = Record({k: v for k, v in crew.items() if k not in IN_A_CREW})
        found[name] = Record(own)
    if facts["war"]:
        found["war"] = Record({k: v for k, v in facts["war"].items() if k != "total"})
    return found


def grounds(at: Position, fact: str) -> tuple[str, ...]:
    """The rules from which a fact follows that no move has settled."""
    parts = fact.lower().split(".")
    last = parts[-1]
    if last in ("winner", "end"):
        return ("SING-WIN-01", "SING-WIN-03", "SING-SETUP-09")
    if last in ("laurels", "victory") or parts[0] == "score":
        return ("SING-WIN-02", "SING-CHAL-11", "SING-QUEST-09")
    if last == "might":
        return ("SING-CREW-09", "SING-TREASURE-11", "SING-TREASURE-05", "SING-TRANSFORM-02",
                "SING-TREASURE-10")  # fmt: skip
    if last == "traits":
        return ("SING-CREW-08", "SING-TREASURE-05", "SING-TRANSFORM-02", "SING-TREASURE-10",
                "SING-DECK-09")  # fmt: skip
    if last == "size":
        return ("SING-TRANSFORM-03", "SING-CREW-02")
    if last == "target":
        return ("SING-SETUP-09",)
    if last == "middle":
        return ("SING-SETUP-01",)
    del at
    return ()


# ---- what no table can hold


def unsound(at: Position) -> list[Breach]:
    """What is impossible about a position with the printed cards, or breaks a limit."""
    table = at.table
    found: list[Breach] = []

    def holds(rule: str, good: bool, facts: str) -> None:
        if not good:
            found.append(Breach(rule, facts))

    every = Counter((*at.deck, *at.discard, *at.box, *at.foes, *at.ordeals, *at.middle,
                     *(card for _, card in at.blocks)))  # fmt: skip
    for side in at.sides:
        every.update((*held(side), *side.aside, *(crew.quest for crew in side.crews if crew.quest)))
    for each in (*table.cards, *table.quests):
        number = every[each]
        holds("SING-DECK-18", number == 1, f"{table.title(each)} lies in {number} places")
    for each in (*at.foes, *at.ordeals):
        want = FOE if each in at.foes else ORDEAL
        good = table.cards[each].type == want
        holds("SING-PLAY-04", good, f"{table.title(each)} is not of type {want}")
    for name, queue in (("Foes", at.foes), ("Ordeals", at.ordeals)):
        facts = f"{len(queue)} {name} in the queue, not at most {table.capacity}"
        holds("SING-QUEUE-02", len(queue) <= table.capacity, facts)
    for quest, card in at.blocks:
        good = table.cards[card].type in (FOE, ORDEAL)
        holds("SING-BLOCK-01", good, f"{table.title(card)} is no Foe or Ordeal")
        there = any(quest in (*side.victory, *side.aside) for side in at.sides)
        holds("SING-QUEST-11", not there, f"{table.title(quest)} is completed and blocked")
    for seat, side in enumerate(at.sides):
        _unsound_side(at, seat, side, holds)
    return found


def _unsound_side(at: Position, seat: int, side: Side, holds: Any) -> None:
    table = at.table
    name = table.players[seat]
    for label, crew in enumerate(side.crews):
        who = f"Crew {table.labels[label]} of {name}"
        kinds = [table.cards[each] for each in crew.everybody]
        good = all(c.type in (HERO, COMPANION) or (c.type == FOE and c.join) for c in kinds)
        holds("SING-CREW-07", good, f"{who} holds what is no character")
        number = len(active(side, crew))
        holds("SING-CREW-02", number <= table.crew_size, f"{who} has {number} active characters")
        if crew.leader:
            is_hero = table.cards[crew.leader].type == HERO
            holds("SING-CREW-01", is_hero, f"{table.title(crew.leader)} leads and is no Hero")
            up = crew.leader not in side.transformed
            holds("SING-LOSS-05", up, f"{table.title(crew.leader)} leads and is transformed")
        elif crew.members and at.war is None and seat not in at.window:
            asked = any(task.kind == "promote" and task.of == seat for task in at.agenda)
            holds("SING-CREW-01", asked, f"{who} has no leader")
        if crew.quest and seat not in at.window and at.war is None:
            war = table.quests[crew.quest].war
            holds("SING-QUEST-13", not war, f"{who} is on {table.title(crew.quest)}")
            holds("SING-QUEST-01", bool(crew.everybody), f"{who} is on a Quest and empty")
    if not at.window:
        rule, facts = over_limit(at, seat)
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
        there = crew_of(side, bearer) is not None or bearer in side.waiting
        holds("SING-TREASURE-06", there, f"{table.title(bearer)} is not with {name}")
    for each in side.victory:
        worth = each in table.quests or table.cards[each].worth > 0
        holds("SING-WIN-02", worth, f"{table.title(each)} brings no Laurels")
