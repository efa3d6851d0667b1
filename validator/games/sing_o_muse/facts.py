"""The facts of Sing! O Muse, as named in `start:`, and the states that they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from validator.core.location import did_you_mean
from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.cards import FOE, HERO
from validator.games.sing_o_muse.constants import Table
from validator.games.sing_o_muse.crew_might import strength
from validator.games.sing_o_muse.seat import Pairs, Pieces
from validator.games.sing_o_muse.state import State, Task
from validator.games.sing_o_muse.war import totals
from validator.referee import api as ref
from validator.referee.api import CHANCE, SEAT, SEATS, FactReader, Field, Fields, FrozenMap, Kind
from validator.referee.kinds import of_players

RESTS = ("deck", "discard", "box")
RAW = Kind(lambda reader, name, _: reader.raw(name))
BELOW = Kind(lambda reader, name, _: reader.inner(name))  # facts by name, read with the pieces


def _pieces(known: str = "card") -> Kind:
    """Return the kind for names of pieces.

    Copies with the same name are told apart when all zones are known.
    """

    def read(reader: FactReader, name: str, table: Table) -> Pieces:
        return read_names(reader, name, table, known)

    return Kind(read)


def read_names(reader: FactReader, name: str, table: Table, known: str = "") -> Pieces:
    """Read names of cards; with `known`, all must be of that type."""
    values = () if reader.raw(name) == "" else reader.listed(name, "cards") or ()
    pool: Mapping[str, Any] = table.quests if known == "Quest" else table.cards
    for each in values:
        found = table.names.get(str(each).lower(), ())
        if not found:
            hint = did_you_mean(str(each), (*table.cards, *table.quests))
            raise reader.wrong(name, f"there is no card '{each}'{hint}")
        if known and found[0] not in pool:
            message = f"{table.title(found[0])} is not of type {known}"
            raise ref.FactError((*reader.path, name), message, "SING-DECK-02")
    return tuple(str(each).lower() for each in values)


CARDS, QUESTS, NAMES = _pieces(), _pieces("Quest"), _pieces("")
LABEL = Kind(
    lambda reader, name, table: {label: index for index, label in enumerate(table.labels)}.get(
        reader.word(name, (*table.labels, "nobody"), ""), -1
    ),
    lambda label, table: table.labels[label] if label >= 0 else "nobody",
)
# ---- the facts


def pending(state: State) -> str:
    if state.top is not None:
        return state.top.kind
    return phases.RESOLVE if state.silver else ""


def _asked(state: State) -> str:
    """Return who must answer now: a player's name, ``~`` for chance, or an empty string."""
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
    carried = (item for item, character in side.carried if character in everybody)
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
        "might": strength(state, seat, label).might,
        "traits": tuple(sorted(strength(state, seat, label).traits)),
        "blocked": state.blocked_by(crew.quest) if crew.quest else (),
        "turned": tuple([e for e in (*everybody, *carried) if state.table.cards[e].type == FOE]),
    })  # fmt: skip


def _crews(state: State, seat: int) -> int:
    return sum(bool(crew.everybody) for crew in state.seats[seat].crews)


def _heroes(state: State, seat: int) -> Pieces:
    cards = state.table.cards
    return tuple(e for e in state.seats[seat].characters() if cards[e].type == HERO)


def _scores(state: State) -> FrozenMap:
    return FrozenMap({n: state.laurels(seat) for seat, n in enumerate(state.table.players)})


def _spared(state: State, seat: int) -> FrozenMap:
    return FrozenMap({hero: how for who, hero, how in state.spared if who == seat})


def _turned_waiting(state: State, seat: int) -> Pieces:
    own = state.seats[seat]
    return tuple(each for each in own.transformed if each in own.waiting)


def _with_waiting(zone: str) -> Callable[[State, int], FrozenMap]:
    """Return a function for a fact about the cards beside waiting characters."""
    return lambda state, seat: _by_character(
        getattr(state.seats[seat], zone), state.seats[seat].waiting
    )


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
    "turned": (),  # Foes, whose lower edge counts now
}  # fmt: skip


def _own_fields(labels: Pieces) -> Iterator[Field]:
    """Yield the declarations of each player's facts."""
    yield from (
        Field("hand", CARDS, own=True, zone="hand", hidden="others", back="Muse"),
        Field("laurels", get=State.laurels, own=True, rules=LAURELS),
        Field("victory", NAMES, own=True, zone="victory pile"),
        Field("aside", NAMES, own=True, zone="pile set aside"),
        Field("shared", CARDS, own=True, zone="shared"),
        Field("waiting", CARDS, own=True),
        Field("late", NAMES, own=True),
        Field("dealt", NAMES, own=True),
        Field("skips", ref.whole(), own=True),
        Field("out", ref.FLAG, own=True),
        Field("spared", ref.MOVED, _spared, own=True),
        Field("crews", get=_crews, own=True, zone="cards", attribute="laid"),
        Field("heroes", get=_heroes, own=True),
        *(
            Field(letter, BELOW, lambda state, seat, label=label: _crew(state, seat, label),
                  own=True, inner=IN_A_CREW)
            for label, letter in enumerate(labels)
        ),
        Field("transformed", NAMES, _turned_waiting, own=True),
        Field("treasures", BELOW, _with_waiting("carried"), own=True),
        Field("learned", RAW, _with_waiting("learned"), own=True),
    )  # fmt: skip


@lru_cache
def fields(labels: Pieces) -> Fields:
    """Return the facts of a game; `labels` are the letters of each player's possible Crews."""
    return Fields(
        Field("players", get=lambda state: state.table.players),
        Field("turn", SEAT),
        Field("first", SEAT),
        Field("declined", SEAT),
        Field("phase", ref.one_of(*phases.PHASES), attribute="stage"),
        Field("target", ref.whole(1)),
        Field("end", get=lambda state: state.stage == phases.OVER, rules=ENDED),
        Field("winner", Kind(show=SEATS.show), attribute="champions", rules=ENDED),
        Field("score", get=_scores, rules=LAURELS),
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
        Field("resolve", ref.MOVED, lambda state: tuple(card for _, card in state.silver)),
        Field("pending", get=pending),
        Field("asked", get=_asked),
        Field("window", Kind(show=SEATS.show)),
        Field("agenda", ref.MOVED,
              lambda state: tuple(_task(state, task) for task in state.agenda)),
        Field("war", ref.MOVED, _war, inner={"total": ("SING-WAR-04", "SING-WAR-11")}),
        Field("war_total", of_players(ref.MOVED), attribute="totals"),
        Field("war_winner", get=_war_winner, show=_titles_of),
        *_own_fields(labels),
        only_start={"rest": ref.one_of(*RESTS)},
    )  # fmt: skip
