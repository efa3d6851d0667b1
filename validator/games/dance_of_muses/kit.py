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
from validator.games.dance_of_muses.possible import apart
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
    rule, given = game.rules, Given(facts)
    muses = given.inner("muses")
    counts = {str(name): muses.whole(name, 0) for name in muses.facts}
    needed = rule["DANCE-COMP-01"].muse_tiles
    judge.same("DANCE-COMP-01", needed, sum(counts.values()), "Muse tiles")
    twice = [name for name, number in counts.items() if number > 1]
    judge.holds("DANCE-COMP-01", not twice, f"{', '.join(twice)} more than once")
    need = rule["DANCE-COMP-02"].mnemosyne_tiles
    judge.same("DANCE-COMP-02", need, given.whole("mnemosyne", 0), "tiles of the variant")
    dice = given.inner("dice")
    found = {str(name): dice.whole(name, 0) for name in dice.facts}
    judge.same("DANCE-COMP-03", dict(rule["DANCE-COMP-03"].by_colour), found, "dice")
    sides = rule["DANCE-COMP-03"].sides
    judge.same("DANCE-COMP-03", sides, given.whole("sides", sides), "sides of a die")
    tokens = given.inner("tokens")
    found = {str(name): tokens.whole(name, 0) for name in tokens.facts}
    judge.same("DANCE-COMP-04", dict(rule["DANCE-COMP-04"].by_metal), found, "Sun tokens")
    suns = given.inner("suns")
    front, back = rule["DANCE-COMP-05"].front_suns, rule["DANCE-COMP-05"].back_suns
    judge.same("DANCE-COMP-05", (front, back), _pair(suns.raw("bronze")), "Bronze sides")
    worth = rule["DANCE-COMP-06"].silver_suns
    judge.same("DANCE-COMP-06", worth, _pair(suns.raw("silver"))[0], "the Silver token")
    booklets, languages = _booklets(game)
    judge.same("DANCE-COMP-08", set(booklets), set(_list(given, "booklets")), "booklets")
    judge.same("DANCE-COMP-08", set(languages), set(_list(given, "languages")), "languages")
    judge.same("DANCE-COMP-10", 1, given.whole("backs", 1), "different backs")
    sizes = given.inner("sizes")
    different = {tuple(_list(sizes, name)) for name in sizes.facts}
    judge.holds("DANCE-COMP-12", len(different) == 1, "tiles of different sizes")
    square = all(len(size) == 2 and size[0] == size[1] for size in different)
    judge.holds("DANCE-COMP-12", square, "a tile is not square")
    golden = "golden" in suns
    judge.holds("DANCE-COMP-07", not golden, "the Golden token is worth nothing here")
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
        own = str(title)
        judge.holds("DANCE-COMP-09", bool(tile.get("name", own)), f"{own} shows no name")
        suns = isinstance(tile.get("suns"), int)
        judge.holds("DANCE-COMP-09", suns, f"{own} shows no Suns")
        power = tile.get("power")
        judge.holds("DANCE-COMP-09", power in POWERS, f"{own} shows no Power")
        offsets, _ = read_area(tile.get("area"), known)
        has_area = power == RECALL or bool(offsets)
        judge.holds("DANCE-COMP-09", has_area, f"{own} shows no Area of Effect")
        judge.holds("DANCE-COMP-09", tile.get("die_space") is not False, f"{own} has no place "
                    "for a die")  # fmt: skip
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
    sizes = [len(group) for group in groups]
    judge.same("DANCE-SETUP-08", [table.size] * table.companies, sizes, "sizes of Companies")
    seats = tuple(
        tuple(players.index(name) for name in group if name in players) for group in groups
    )
    beside = apart(players, seats)
    if beside is not None:
        judge.holds("DANCE-SETUP-11", not beside, beside)
    chosen = given.inner("colours")
    own = {name: chosen.word(name, COLOURS, "") for name in players if name in chosen}
    by_company = [{own[n] for n in group if n in own} for group in groups]
    flat = [colour for each in by_company for colour in each]
    judge.holds("DANCE-SETUP-09", len(flat) == len(set(flat)), "two Companies have one colour")
    judge.same("DANCE-SETUP-04", table.left_over, given.whole("left_over", 0), "Muses left over")
    dealt = rule["DANCE-SETUP-02"].muses
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
        judge.same("DANCE-SETUP-10", table.dice, dice, f"dice of {name}'s Company")
        if table.size > 1:
            judge.same("DANCE-SETUP-12", table.dice, dice, f"dice of {name}'s Company")
        each.done()
    given.done()
