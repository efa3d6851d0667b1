"""Checks the kit, the tiles, the set-up and positions of Dance of Muses against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.core.model import Component
from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import (
    COLOURS,
    METALS,
    POWERS,
    RECALL,
    areas,
    read_area,
    read_die,
)
from validator.games.dance_of_muses.constants import Table
from validator.games.dance_of_muses.facts import FIELDS, alternating, from_start
from validator.games.dance_of_muses.position_errors import unlawful, wrong_companies
from validator.games.dance_of_muses.state import State
from validator.referee import api as ref
from validator.referee.api import Collector, FrozenMap, Game
from validator.referee.component_checks import (
    NAMES,
    SIZE,
    by_name,
    changed_card,
    component_cards,
    no,
    players,
)
from validator.referee.core import Judged

# ---- the kit


def _tiles(game: Game) -> list[Component]:
    tiles = (component for component in game.components if component.kind == "tile")
    return [each for each in tiles if any("power" in card.fields for card in each.cards)]


def _both(raw: object, _: Table) -> Any:
    if isinstance(raw, int):
        return raw, raw
    return () if raw is None else raw if isinstance(raw, tuple) else None


SIDES = ref.parsed(_both, "the worth of one side, or of both sides, such as [2, 1]")


def _worth(metal: str) -> Any:
    """Return a function that returns the values on both sides of a Sun token of this metal."""

    def found(table: Table) -> Any:
        tokens = {card.id: card.fields for card in component_cards(table.game, "suns")}
        return tuple(map(tokens[metal].get, ("suns", "behind"))) if metal in tokens else ()

    return found


def _bronze(table: Table) -> tuple[int, int]:
    """Return the Suns on both sides of a Bronze token."""
    rule = table.game.rules["DANCE-COMP-05"]
    return rule.front_suns, rule.back_suns


def _booklets(table: Table) -> tuple[str, ...]:
    """Return the subject of each booklet.

    A ruling may combine the variants and solo play in one booklet.
    """
    rule = table.game.rules["DANCE-COMP-08"]
    first, *others = map(str, rule.booklets)
    return (first, " and ".join(others)) if rule.choice == "joint_booklet" else (first, *others)


def _twice(muses: Mapping[str, int], _: ref.Seen) -> str:
    twice = [name for name, number in muses.items() if number > 1]
    return f"{', '.join(twice)} is listed more than once" if twice else ""


def _sizes(table: Table) -> FrozenMap:
    tiles = [(card, each.size) for each in _tiles(table.game) for card in each.cards]
    return FrozenMap({card.title: (size.width, size.height) for card, size in tiles})


def _square(sizes: Mapping[str, Any], _: ref.Seen) -> str:
    if len(different := set(sizes.values())) != 1:
        return "the tiles are not all the same size"
    ((width, *height),) = different
    return "" if height == [width] else "a tile is not square"


KIT = ref.Subject(
    (
        ref.part("muses", ref.titles("muses"), ref.total("DANCE-COMP-01.muse_tiles", "tiles"),
                 ref.ask("DANCE-COMP-01", _twice), kind=ref.COUNTS),
        ref.part("mnemosyne", ref.copies("mnemosyne"), ref.same("DANCE-COMP-02.mnemosyne_tiles"),
                 what="tiles of Mnemosyne"),
        ref.part("dice", ref.designs("dice", COLOURS), ref.counted("DANCE-COMP-03.by_colour"),
                 kind=ref.COUNTS),
        ref.follows("sides", "DANCE-COMP-03.sides", what="sides of a die"),
        ref.part("tokens", ref.designs("suns", METALS), ref.counted("DANCE-COMP-04.by_metal"),
                 kind=ref.COUNTS),
        ref.group(
            "suns",
            ref.part("bronze", _worth("bronze"), ref.is_("DANCE-COMP-05", _bronze, "Bronze sides"),
                     kind=SIDES),
            ref.part(
                "silver", _worth("silver"),
                ref.is_("DANCE-COMP-06", lambda table: (table.silver_suns,) * 2, "Silver sides"),
                kind=SIDES,
            ),
            ref.part("golden", None, no("DANCE-COMP-07",
                                        "the Golden token has no value in this game"),
                     kind=SIDES),
        ),
        ref.part("booklets", _booklets, ref.is_("DANCE-COMP-08", _booklets), kind=NAMES),
        ref.follows("languages", "DANCE-COMP-08.languages", kind=NAMES),
        ref.part("sizes", _sizes, ref.ask("DANCE-COMP-12", _square), kind=by_name(SIZE)),
        ref.part("backs", lambda table: len({each.back for each in _tiles(table.game)}),
                 ref.is_("DANCE-COMP-10", 1), what="different backs"),
    )
)  # fmt: skip

# ---- tiles

SHOWN = ("name", "suns", "power", "area", "die_space")


def _judge_tiles(state: State, changes: Mapping[str, Any], to: Collector) -> None:
    """Check the face of each tile."""
    game = state.table.game
    known = areas(game)
    tiles = {
        card.title: FrozenMap(
            {name: card.fields.get(name) for name in SHOWN}
            | {"name": card.title, "die_space": True}
        )
        for component in _tiles(game)
        for card in component.cards
    }
    for title, change in changes.items():
        tiles[title] = changed_card(title, tiles.get(title), change, tiles, SHOWN)
    for title, tile in tiles.items():
        power = tile.get("power")
        offsets, _ = read_area(tile.get("area"), known)
        shown = {
            "name": tile["name"],
            "Suns": isinstance(tile.get("suns"), int),
            "Power": power in POWERS,
            "Area of Effect": power == RECALL or offsets,
            "place for a die": tile["die_space"] is not False,
        }
        for what, there in shown.items():
            to.holds("DANCE-COMP-09", bool(there), f"{title} shows no {what}")
        centre = offsets is not None and (0, 0) in offsets
        to.holds("DANCE-POWER-11", not centre, f"{title}: the centre must not be an orange square")


# ---- a table that is set up


def _lists(raw: Any, _: Table) -> Any:
    return raw if isinstance(raw, tuple) and all(isinstance(e, tuple) for e in raw) else None


GROUPS = ref.parsed(_lists, "lists of players, such as [[Ann, Cat], [Bob, Dov]]")


def _companies(table: Table) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(table.players[seat] for seat in group) for group in alternating(table))


def _wrong_group(rule: str) -> Any:
    def wrong(companies: tuple[tuple[str, ...], ...], seen: ref.Seen) -> str:
        players = seen.table.players
        seats = tuple(tuple(players.index(n) for n in group if n in players) for group in companies)
        broken = wrong_companies(seen.table, seats)
        return next((each.facts for each in broken if each.rule == rule), "")

    return ref.ask(rule, wrong)


def _colours(table: Table) -> FrozenMap:
    companies = [seat % table.companies for seat in table.seats]
    colours = [COLOURS[each % len(COLOURS)] for each in companies]
    return FrozenMap(dict(zip(table.players, colours, strict=True)))


def _by_company(seen: ref.Seen) -> list[str]:
    """Return the colour of each Company; several Companies may have the same colour."""
    chosen = seen.colours
    companies = [{chosen[name] for name in group if name in chosen} for group in seen.companies]
    return [colour for colours in companies for colour in colours]


def _own_colours(_: object, seen: ref.Seen) -> str:
    flat = _by_company(seen)
    return "" if len(flat) == len(set(flat)) else "two Companies have the same colour"


def _neutral(seen: ref.Seen, to: Collector) -> None:
    """Check the face and the die of the Neutral Muse."""
    table: Table = seen.table
    if not table.left_over:
        return
    to.same(f"DANCE-{table.neutral_rule}", "up" if table.neutral_up else "down", seen.neutral_face,
            "her face")  # fmt: skip
    die = read_die(seen.neutral_die)
    fits = die is not None and die[1] == table.start_value
    fits = fits and die is not None and COLOURS[die[0]] not in _by_company(seen)
    to.holds("DANCE-SETUP-07", fits, "the Neutral die is {die}; expected {value} in a colour that "
             "no Company has", die=seen.neutral_die, value=table.start_value)  # fmt: skip


SETUP = ref.Subject(
    (
        players("DANCE-SETUP-01.players.min", "DANCE-SETUP-01.players.max"),
        ref.part("companies", _companies, _wrong_group("DANCE-SETUP-08"),
                 _wrong_group("DANCE-SETUP-11"), kind=GROUPS),
        ref.part("colours", _colours, ref.ask("DANCE-SETUP-09", _own_colours),
                 kind=by_name(ref.one_of(*COLOURS))),
        ref.follows("left_over", "DANCE-SETUP-04.left_over.{players}", what="Muses left over"),
        ref.follows("dealt", "DANCE-SETUP-02.muses", what="Muses to deal"),
        ref.part("neutral_face", lambda table: "up" if table.neutral_up else "down", kind=ref.TEXT),
        ref.part("neutral_die", lambda table: f"W{table.start_value}", kind=ref.TEXT),
    ),
    own=(
        ref.follows("muses", "DANCE-SETUP-03.muses_each.{players}", what="Muses"),
        ref.part(
            "dice", lambda table, _: table.dice, ref.same("DANCE-SETUP-10.company_dice.{players}"),
            ref.ask("DANCE-SETUP-12", lambda dice, seen: (
                None if seen.table.size == 1  # a Company of one is SETUP-10 alone
                else "" if dice == seen.table.dice else f"{dice} dice; expected {seen.table.dice}"
            )),
        ),
    ),
    also=_neutral,
)  # fmt: skip


def _between_turns(state: State) -> Mapping[str, object]:
    """Return the facts of the current position as they are at the start of a turn."""
    dances = state.mode in modes.DANCING
    return FIELDS.settable(FIELDS.facts(state._replace(mode=modes.DANCE) if dances else state))


LAID = ("DANCE-COMP-01", "DANCE-COMP-03", "DANCE-PLACE-05", "DANCE-MOVE-07", "DANCE-SETUP-10")
SUBJECTS: dict[str, Judged] = {
    "kit": KIT,
    "tiles": ref.Function(_judge_tiles, "{MUSE: {name, suns, power, area, die_space}}"),
    "setup": SETUP,
    "position": ref.PositionSubject(from_start, unlawful, LAID, _between_turns),
}
