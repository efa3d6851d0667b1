"""The facts of Schizonauts, as named in `start:`, and the states that they describe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from validator.games.schizonauts import phases
from validator.games.schizonauts.constants import Table
from validator.games.schizonauts.dice_pool import pool_of, rating_of
from validator.games.schizonauts.final import result
from validator.games.schizonauts.identity import allegiance_of, is_crisis, preferred_side, true_side
from validator.games.schizonauts.phases import LENGTHS
from validator.games.schizonauts.scene import scene_players
from validator.games.schizonauts.sheet import (
    AGENT,
    KINDS,
    OVERLAP,
    SIDES,
    THIEF,
    Memory,
    Pair,
    Side,
    write_line,
)
from validator.games.schizonauts.state import Pieces, Reveal, State
from validator.referee import api as ref
from validator.referee.api import FLAG, MOVED, SEAT, FactReader, Field, FrozenMap, Kind, whole
from validator.referee.kinds import of_players

# ---- how a fact is read


def _cards(reader: FactReader, name: str, table: Table) -> Pieces:
    """Read a list of key cards, with or without their articles."""
    known = {key.lower(): key for key in table.keys}
    named = [str(each).lower() for each in reader.listed(name, "key cards") or ()]
    with_article = [each if each in known else f"the {each}" for each in named]
    return FactReader({name: tuple(with_article)}, reader.path).words(name, tuple(table.keys))


def _length(reader: FactReader, name: str, _: Table) -> str:
    word = str(reader.raw(name)).replace(" ", "_").lower()
    return FactReader({name: word}, reader.path).word(name, (*LENGTHS, "own"), "")


def _text(reader: FactReader, name: str, _: Table) -> str:
    raw = reader.raw(name)
    return "" if raw == "none" else str(raw)


def _aptitude(reader: FactReader, name: str, table: Table) -> int:
    words = (*table.letters, *table.aptitudes, "none")
    return table.aptitude_called(reader.word(name, words, "none"))


def _used(reader: FactReader, name: str, table: Table) -> Pair:
    inner = reader.inner(name)
    found = _aptitude(inner, SIDES[AGENT], table), _aptitude(inner, SIDES[THIEF], table)
    inner.done()
    return found


def _pair(reader: FactReader, name: str, _: Table) -> Pair:
    """Read the numbers of agent and thief cards or coins: ``{A: 1, T: 2}``, ``[A, T]`` or ``T``."""
    if isinstance(raw := reader.raw(name), tuple) and any(isinstance(each, int) for each in raw):
        raise reader.wrong(name, "expected {A: 1, T: 2} or [A, T, T], not numbers alone")
    kinds = reader.words(name, KINDS)
    return kinds.count("A"), kinds.count("T")


def _letter_of(table: Table, aptitude: int) -> str:
    return table.letters[aptitude] if aptitude >= 0 else "none"


def _by_kind(pair: Pair, _: Table) -> FrozenMap:
    return FrozenMap(dict(zip(KINDS, pair, strict=True)))


CARDS = Kind(_cards)
PAIR = Kind(_pair, _by_kind)
USED = Kind(
    _used,
    lambda used, table: FrozenMap(
        {SIDES[side]: _letter_of(table, used[side]) for side in (AGENT, THIEF)}
    ),
)


# ---- what follows from others


def _scenes(state: State) -> int:
    return state.table.scenes_with(state.size)


def _length_of(state: State) -> str:
    sizes = state.table.key_deck_sizes.items()
    return next((name for name, size in sizes if size and size == state.size), "own")


def _known(state: State) -> str:
    """Return the result of the game, or "none" until the scores have been compared."""
    return result(state) if state.tallied or state.phase == phases.OVER else "none"


def _won_by(state: State) -> tuple[str, ...]:
    """Return the rules that decide the result."""
    rule = "SCHIZ-TALLY-03" if result(state) == "dark" else "SCHIZ-TALLY-02"
    return (rule, "SCHIZ-TALLY-01") if _known(state) != "none" else ()


def _when_unmasked(state: State, seat: int, side: Callable[[State, int], int]) -> str:
    return SIDES[side(state, seat)] if state.seats[seat].unmasked else "none"


def _dice_rules(state: State) -> tuple[str, ...]:
    """Return the rules that determine the dice in a scene."""
    if not state.scene.open:
        return ()
    here = (state.seats[seat].dead for seat in scene_players(state))
    dead = ("SCHIZ-AFTER-02",) if any(here) else ()
    if state.phase == phases.FLASHBACK:
        return ("SCHIZ-DICE-01", "SCHIZ-DICE-02", "SCHIZ-DICE-04", "SCHIZ-SCENE-10",
                "SCHIZ-SCENE-12")  # fmt: skip
    if state.phase == phases.ENDGAME:
        return ("SCHIZ-DICE-01", "SCHIZ-DICE-03", "SCHIZ-END-10", "SCHIZ-END-13",
                "SCHIZ-REVEAL-12", "SCHIZ-REVEAL-13", *dead)  # fmt: skip
    return ("SCHIZ-CRISIS-06", *(("SCHIZ-CRISIS-07", *dead) if dead else ()))


# ---- how facts are shown


def _memory_fact(memory: Memory | None, table: Table) -> str:
    if memory is None:
        return "none"
    return f'{SIDES[memory.side]} {_letter_of(table, memory.aptitude)} "{memory.text}"'


def _side_facts(written: tuple[int, Side], table: Table) -> FrozenMap:
    """Return the facts of a side: name, ratings by letter, and memories by aptitude."""
    side, each = written
    entries: dict[str, Any] = {"name": each.name} if side != OVERLAP else {}
    entries |= dict(zip(table.letters, each.ratings, strict=True))
    for aptitude, section in zip(table.aptitudes, each.sections, strict=True):
        entries[aptitude] = tuple(write_line(line, side != OVERLAP) for line in section)
    return FrozenMap(entries)


def stage(state: State) -> str:
    """Return the stage of the current scene, or "closed" if none is open."""
    scene = state.scene
    if not scene.open:
        return "closed"
    if scene.narrator >= 0 and scene.judge >= 0:
        return "price" if scene.price else "answer"
    if scene.rolled:
        return "roles"
    if scene.rolling:
        return "roll"
    return "dice" if scene.question else "play"


def _by_seat(fact: Callable[[State, int], Any]) -> Callable[[State], tuple[tuple[int, Any], ...]]:
    """Return a function that computes a fact for each of the two players in the open scene."""

    def by_seat(state: State) -> tuple[tuple[int, Any], ...]:
        inside = scene_players(state) if state.scene.open else ()
        return tuple((seat, fact(state, seat)) for seat in inside)

    return by_seat


def _outcome(state: State) -> str:
    """Return the kind of final turn, or "none" until the player is unmasked."""
    if state.phase != phases.FINAL or state.turn < 0 or not state.seats[state.turn].unmasked:
        return "none"
    return "crisis" if is_crisis(state) else "confirmed"


def _woven(state: State) -> Pieces:
    known = zip(WOVEN, (state.scene.woven_key, state.scene.woven_memory), strict=True)
    return tuple(word for word, there in known if there)


def _rolled(state: State) -> tuple[tuple[int, Any], ...]:
    inside = scene_players(state) if state.scene.open and state.scene.rolled else ()
    return tuple(zip(inside, state.scene.rolls, strict=False))


def _reveal_facts(each: Reveal, table: Table) -> FrozenMap:
    memory = _memory_fact(each.memory, table)
    return FrozenMap({"kind": KINDS[each.kind], "full": each.full, "memory": memory})


# ---- the facts

WOVEN = ("key", "memory")
TEXT = Kind(_text, lambda text, _: text or "none")
SIDE = Kind(show=lambda side, _: SIDES[side] if side >= 0 else "none")
APTITUDE = Kind(show=lambda aptitude, table: _letter_of(table, aptitude))
REMEMBERED = Kind(show=_memory_fact)
ROLL = Kind(show=lambda dice, _: tuple(f"{die}:{face}" for die, face in dice))
BLEED = (
    Field("votes", of_players(SIDE)),
    Field("bleeder", Kind(show=lambda side, _: SIDES[side] if side >= 0 else "nobody")),
    Field("raised", FLAG),
    Field("supplied", MOVED),
    Field("proposals", of_players(REMEMBERED)),
    Field("memory", REMEMBERED, attribute="chosen"),
    Field("copied", FLAG),
    Field("replaced", MOVED),
    Field("linked", MOVED),
)
OF_A_SCENE = (
    Field("open", FLAG),
    Field("stage", get=stage),
    Field("outcome", get=_outcome, rules=("SCHIZ-FINAL-07",)),
    Field("persona", SIDE),
    Field("visitor", SEAT),
    Field("visiting", SIDE),
    Field("key", TEXT),
    Field("memory", REMEMBERED),
    Field("visitors_memory", REMEMBERED),
    Field("aptitude", APTITUDE),
    Field("woven", MOVED, _woven),
    Field("question", TEXT),
    Field("asked", FLAG),
    Field("dice", of_players(SEAT), attribute="gifts"),
    Field("pool", get=_by_seat(pool_of), rules=_dice_rules,
          show=of_players(Kind(show=lambda dice, table: table.pool_words(dice))).show),
    Field("rating", get=_by_seat(lambda state, seat: rating_of(state, seat)[1]),
          show=of_players(whole()).show, rules=_dice_rules),
    Field("rolling", FLAG),
    Field("rolled", of_players(ROLL), _rolled),
    Field("narrator", SEAT),
    Field("judge", SEAT),
    Field("answer", TEXT),
    Field("price", TEXT),
    Field("reveals", of_players(Kind(show=_reveal_facts)),
          lambda state: tuple((each.seat, each) for each in state.scene.reveals)),
    Field("verdict", SIDE),
)  # fmt: skip
ALLEGIANCE, COIN = ("Agent", "Thief"), ("coin",)  # pieces of which only the numbers count
FIELDS = ref.Fields(
    Field("players", get=lambda state: state.table.players),
    Field("phase", ref.one_of(*phases.PHASES)),
    Field("length", Kind(_length, lambda name, _: name.replace("_", " ")), _length_of, repeats=True,
          rules=("SCHIZ-DECK-01", "SCHIZ-DECK-05", "SCHIZ-KIT-01")),
    Field("cards", whole(0, 999), attribute="size"),
    Field("rounds", whole(0, 99), lambda state: state.rounds, repeats=True,
          rules=("SCHIZ-DECK-01", "SCHIZ-DECK-05", "SCHIZ-KIT-01")),
    Field("scenes", get=_scenes, rules=("SCHIZ-DECK-05", "SCHIZ-KIT-02")),
    Field("starter", SEAT),
    Field("round", whole()),
    Field("turn", SEAT),
    Field("step", ref.one_of(phases.SCENE, phases.VOTE, phases.DONE)),
    Field("deck", CARDS, zone="key deck", hidden="all", back="key card"),
    Field("chain", CARDS, zone="chain"),
    Field("key", attribute="key_in_play", zone="scene", shows=False),
    Field("due", MOVED),
    Field("centre", CARDS, zone="centre"),
    Field("box", zone="box", hidden="all", back="key card"),
    Field("pile", PAIR, zone="allegiance deck", counts=ALLEGIANCE, hidden="all", back="allegiance"),
    Field("spare", show=_by_kind, zone="pool", counts=ALLEGIANCE),
    Field("dealing", FLAG),
    Field("bank", rules=("SCHIZ-TALLY-07",), zone="bank", counts=COIN),
    Field("used", USED),
    Field("visitors", Kind(show=ref.SEATS.show)),
    Field("score", PAIR),
    Field("scored", MOVED),
    Field("tallied", MOVED),
    Field("result", get=_known, rules=_won_by),
    Field("winner", get=lambda state: "none" if _known(state) == "dark" else _known(state),
          rules=_won_by),
    Field("escaped", Kind(show=ref.SEATS.show)),
    Field("end", get=lambda state: state.phase == phases.OVER),
    Field(
        "coins", get=lambda state: sum(sum(own.coins) for own in state.seats),
        rules=("SCHIZ-TALLY-07",),
    ),
    Field("bleed", below=BLEED),
    Field("scene", below=OF_A_SCENE),
    *(
        Field(word, Kind(lambda reader, name, _: reader.inner(name), _side_facts), own=True,
              get=lambda state, seat, side=side: (side, state.seats[seat].sheet[side]))
        for side, word in enumerate(SIDES)
    ),
    Field("name", TEXT, own=True),
    Field("made", FLAG, own=True),
    Field("studied", MOVED, own=True),
    Field("ready", FLAG, own=True),
    Field("hand", CARDS, own=True, zone="hand", hidden="others", back="key card"),
    Field("votes", PAIR, own=True, zone="votes", counts=ALLEGIANCE),
    Field("up", PAIR, own=True, zone="cards face up", counts=ALLEGIANCE),
    Field("down", PAIR, own=True, zone="cards face down", counts=ALLEGIANCE, hidden="others",
          back="allegiance"),
    Field("money", own=True, zone="coins", counts=COIN, shows=False),
    Field(
        "allegiance", own=True,
        get=lambda state, seat: (*SIDES[:2], "undetermined")[allegiance_of(state, seat)],
        # Rules of the cards, not of the claims.
        rules=("SCHIZ-ALLEG-01", "SCHIZ-ALLEG-02", "SCHIZ-REVEAL-05"),
    ),
    Field("unmasked", MOVED, own=True),
    Field(
        "true", own=True, rules=("SCHIZ-FINAL-04",),
        get=lambda state, seat: _when_unmasked(state, seat, true_side),
    ),
    Field("preferred", own=True, rules=("SCHIZ-FINAL-05", "SCHIZ-FINAL-06"),
          get=lambda state, seat: _when_unmasked(state, seat, preferred_side)),
    Field("coins", PAIR, own=True),
    Field("total", own=True, get=lambda state, seat: sum(state.seats[seat].coins)),
    Field("earned", MOVED, own=True),
    Field("dead", FLAG, own=True),
    only_start={"first": SEAT},
)  # fmt: skip
