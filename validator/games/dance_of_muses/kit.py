"""Judging what lies still: the kit of Dance of Muses, its tiles, a laid-out starting table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.core.model import Component, Game
from validator.games.dance_of_muses.cards import (
    COLOURS,
    METALS,
    POWERS,
    RECALL,
    areas,
    read_area,
    read_die,
)
from validator.games.dance_of_muses.facts import alternating
from validator.games.dance_of_muses.possible import wrong_groups
from validator.games.dance_of_muses.state import Table
from validator.referee.core import Judge
from validator.referee.facts import FactError, Given


def _tiles(game: Game) -> list[Component]:
    """The components whose tiles are Muses."""
    return [
        component
        for component in game.components
        if component.kind == "tile" and any("power" in card.fields for card in component.cards)
    ]


def kit_facts(game: Game) -> Record:
    """What the game's kit prints, in the words of the rules on components."""
    muses: dict[str, int] = {}
    mnemosyne, sizes, backs = 0, {}, set()
    for component in _tiles(game):
        backs.add(component.back)
        for card in component.cards:
            sizes[card.title] = (component.size.width, component.size.height)
            if component.optional:
                mnemosyne += card.copies
            else:
                muses[card.title] = muses.get(card.title, 0) + card.copies
    booklets, languages = _booklets(game)
    facts: dict[str, Any] = {
        "muses": Record(muses),
        "mnemosyne": mnemosyne,
        "dice": Record(_counted(game, COLOURS, ("dice", "net"))),
        "sides": game.rules["DANCE-COMP-03"].sides,
        "tokens": Record(_counted(game, METALS, ("token",))),
        "suns": _suns(game),
        "booklets": tuple(booklets),
        "languages": tuple(languages),
        "sizes": Record(sizes),
        "backs": len(backs),
    }
    return Record(facts)


def _counted(game: Game, names: tuple[str, ...], kinds: tuple[str, ...]) -> dict[str, int]:
    """Pieces by the name in their titles, of the first component that has them all."""
    for component in game.components:
        if component.kind in kinds or component.id in kinds:
            found = dict.fromkeys(names, 0)
            for card in component.cards:
                for name in names:
                    if name in card.title.lower():
                        found[name] += card.copies
            if any(found.values()):
                return found
    return dict.fromkeys(names, 0)


def _suns(game: Game) -> Record:
    """What the sides of each token are worth."""
    found: dict[str, Any] = {}
    for component in game.components:
        for card in component.cards if component.kind == "token" else ():
            for metal in METALS[:2]:
                if metal in card.title.lower():
                    front = card.fields.get("suns")
                    back = card.fields.get("behind") or card.fields.get("back") or front
                    found[metal] = (front, back)
    return Record(found)


def judge_kit(game: Game, facts: Mapping[str, Any], judge: Judge) -> None:
    """A kit against the catalogue."""
    number, given = game.rules.number, Given(facts)
    muses, suns = given.counts("muses"), given.inner("suns")
    twice = [name for name, copies in muses.items() if copies > 1]
    judge.same("DANCE-COMP-01", number("DANCE-COMP-01.muse_tiles"), sum(muses.values()), "tiles")
    judge.holds("DANCE-COMP-01", not twice, f"{', '.join(twice)} more than once")
    variant, sides = given.whole("mnemosyne", 0), given.whole("sides", 0)
    judge.same(
        "DANCE-COMP-02", number("DANCE-COMP-02.mnemosyne_tiles"), variant, "tiles of Mnemosyne"
    )
    judge.same("DANCE-COMP-03", number("DANCE-COMP-03.by_colour"), given.counts("dice"), "dice")
    judge.same("DANCE-COMP-03", number("DANCE-COMP-03.sides"), sides, "sides of a die")
    judge.same("DANCE-COMP-04", number("DANCE-COMP-04.by_metal"), given.counts("tokens"), "tokens")
    bronze = (number("DANCE-COMP-05.front_suns"), number("DANCE-COMP-05.back_suns"))
    silver = number("DANCE-COMP-06.silver_suns")
    judge.same("DANCE-COMP-05", bronze, _pair(suns.raw("bronze")), "Bronze sides")
    judge.same("DANCE-COMP-06", silver, _pair(suns.raw("silver"))[0], "the Silver token")
    judge.holds("DANCE-COMP-07", "golden" not in suns, "the Golden token is worth nothing here")
    judge.same("DANCE-COMP-10", 1, given.whole("backs", 1), "different backs")
    booklets, languages = _booklets(game)
    judge.same("DANCE-COMP-08", set(booklets), set(_list(given, "booklets")), "booklets")
    judge.same("DANCE-COMP-08", set(languages), set(_list(given, "languages")), "languages")
    sizes = given.inner("sizes")
    different = {tuple(_list(sizes, name)) for name in sizes.facts}
    judge.holds("DANCE-COMP-12", len(different) == 1, "tiles of different sizes")
    square = all(len(size) == 2 and size[0] == size[1] for size in different)
    judge.holds("DANCE-COMP-12", square, "a tile is not square")
    given.done()


def _list(given: Given, name: str) -> list[str]:
    value = given.raw(name, ())
    if not isinstance(value, tuple):
        raise given.wrong(name, "expected a list")
    return [str(each) for each in value]


def _booklets(game: Game) -> tuple[list[str], list[str]]:
    """The subjects of the booklets, variants and solo play in one if that is the ruling."""
    rule = game.rules["DANCE-COMP-08"]
    booklets = [str(each) for each in rule.booklets]
    if rule.choice == "joint_booklet":
        booklets = [booklets[0], " and ".join(booklets[1:])]
    return booklets, [str(each) for each in rule.languages]


def _pair(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) and value else (value,)


def tile_facts(game: Game) -> Record:
    """What the faces of the tiles show, by name."""
    return Record(
        {
            card.title: Record(
                {
                    "name": card.title,
                    **{key: card.fields.get(key) for key in ("suns", "power", "area")},
                    "die_space": True,
                }
            )
            for component in _tiles(game)
            for card in component.cards
        }
    )


def judge_tiles(game: Game, facts: Mapping[str, Any], judge: Judge) -> None:
    """Faces of tiles against the catalogue."""
    known = areas(game)
    for title, tile in facts.items():
        if not isinstance(tile, Mapping):
            raise FactError((str(title),), "expected what the tile shows, by name")
        own, power = str(title), tile.get("power")
        offsets, _ = read_area(tile.get("area"), known)
        shown = {
            "name": tile.get("name", own),
            "Suns": isinstance(tile.get("suns"), int),
            "Power": power in POWERS,
            "Area of Effect": power == RECALL or offsets,
            "place for a die": tile.get("die_space") is not False,
        }
        for what, there in shown.items():
            judge.holds("DANCE-COMP-09", bool(there), f"{own} shows no {what}")
        centre = offsets is not None and (0, 0) in offsets
        judge.holds("DANCE-POWER-11", not centre, f"{own}: the centre is an orange square")


def table_facts(table: Table) -> Record:
    """The starting table that the rules ask for."""
    players, rule = table.players, table.game.rules
    companies = tuple(tuple(players[seat] for seat in group) for group in alternating(table))
    facts: dict[str, Any] = {
        "players": len(players),
        "companies": companies,
        "colours": Record(dict(zip(players, _alternating(table), strict=True))),
        "left_over": table.left_over,
        "dealt": rule["DANCE-SETUP-02"].muses,
    }
    if table.left_over:
        facts |= {
            "neutral_face": "up" if table.neutral_up else "down",
            "neutral_die": f"W{table.start_value}",
        }
    for name in players:
        facts[name] = Record({"muses": table.hand, "dice": table.dice})
    return Record(facts)


def _alternating(table: Table) -> tuple[str, ...]:
    return tuple(COLOURS[seat % table.companies % len(COLOURS)] for seat in table.seats)


def judge_setup(table: Table, facts: Mapping[str, Any], judge: Judge) -> None:
    """A starting table against the rules of the set-up."""
    rule, players, given = table.game.rules, table.players, Given(facts)
    count = given.whole("players", len(players))
    facts_ = f"{count} players, not {table.fewest} to {table.most}"
    judge.holds("DANCE-SETUP-01", table.fewest <= count <= table.most, facts_)
    groups = given.raw("companies", ())
    if not isinstance(groups, tuple) or not all(isinstance(each, tuple) for each in groups):
        raise given.wrong("companies", "expected lists of players, as in [[Ann, Cat], [Bob, Dov]]")
    seats = tuple(
        tuple(players.index(name) for name in group if name in players) for group in groups
    )
    wrong = dict(wrong_groups(table, seats))
    for id_ in ("DANCE-SETUP-08", "DANCE-SETUP-11"):
        judge.holds(id_, id_ not in wrong, wrong.get(id_, ""))
    chosen = given.inner("colours")
    own = {name: chosen.word(name, COLOURS, "") for name in players if name in chosen}
    by_company = [{own[n] for n in group if n in own} for group in groups]
    flat = [colour for each in by_company for colour in each]
    judge.holds("DANCE-SETUP-09", len(flat) == len(set(flat)), "two Companies have one colour")
    dealt = rule["DANCE-SETUP-02"].muses
    judge.same("DANCE-SETUP-04", table.left_over, given.whole("left_over", 0), "Muses left over")
    judge.same("DANCE-SETUP-02", dealt, given.whole("dealt", dealt), "Muses to deal")
    if "neutral_face" in given and table.left_over:
        face = "up" if table.neutral_up else "down"
        judge.same(table.neutral_rule, face, str(given.raw("neutral_face")), "her face")
    if "neutral_die" in given and table.left_over:
        die = read_die(given.raw("neutral_die"))
        fits = die is not None and die[1] == table.start_value and COLOURS[die[0]] not in flat
        judge.holds("DANCE-SETUP-07", fits, f"the Neutral die is {given.raw('neutral_die')}")
    for name in players:
        each = given.inner(name)
        judge.same("DANCE-SETUP-03", table.hand, each.whole("muses", 0), f"{name}'s Muses")
        dice = each.whole("dice", 0)
        for id_ in ("DANCE-SETUP-10", *(["DANCE-SETUP-12"] if table.size > 1 else [])):
            judge.same(id_, table.dice, dice, f"dice of {name}'s Company")
        each.done()
    given.done()
