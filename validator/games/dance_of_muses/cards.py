"""The Muse tiles of Dance of Muses (Suns, Power, Area of Effect), and the notation of dice.

In the rulebook: Reading a Muse; The three areas.
"""

from __future__ import annotations

from typing import NamedTuple

from validator.core.location import Problem, did_you_mean
from validator.core.model import Card, Game

Offset = tuple[int, int]
Die = tuple[int, int]  # colour and value
COLOURS = ("orange", "purple", "white")
LETTERS = ("O", "P", "W")
METALS = ("bronze", "silver", "golden")
PLUS, MINUS, SWAP, RECALL = "plus", "minus", "swap", "recall"
POWERS = (PLUS, MINUS, SWAP, RECALL)
COPIED = "copied"
AREA_RULES = ("POWER-08", "POWER-09", "POWER-10")


class TileDesign(NamedTuple):
    """The face of a tile. `area` contains the offsets of its orange squares from the Muse."""

    name: str
    suns: int
    power: str
    area: tuple[Offset, ...]
    area_name: str
    guest: bool = False  # belongs to the variant: never dealt, and placed in it alone


def areas(game: Game) -> dict[str, tuple[Offset, ...]]:
    """Return the areas that the catalogue names, as offsets. x runs to the right, and y upwards."""
    found: dict[str, tuple[Offset, ...]] = {COPIED: ()}
    for id_ in AREA_RULES:
        rule = game.rules[f"DANCE-{id_}"]
        found[rule.area] = tuple(tuple(offset) for offset in rule.offsets.values())
    return found


def read_tiles(game: Game) -> tuple[dict[str, TileDesign], list[Problem]]:
    """Return the designs of Muse tiles by name, and the problems in their data.

    The tiles of the variant come last.
    """
    to: list[Problem] = []
    known = areas(game)
    designs: dict[str, TileDesign] = {}
    for component in game.components:
        if component.kind != "tile":
            continue
        for card in component.cards:
            if card.copies and "suns" in card.fields and "power" in card.fields:
                if card.title in designs:
                    message = f"{card.title}: another tile has the same name; change one of them"
                    to.append(Problem(card.location_of(card.title), message, "cards"))
                design = _design(card, known, to)
                designs[card.title] = design._replace(guest=component.optional)
    if not designs:
        to.append(
            Problem(game.location, "the referee needs Muse tiles with suns, power, area", "cards")
        )
    return dict(sorted(designs.items(), key=lambda item: item[1].guest)), to


def _design(card: Card, known: dict[str, tuple[Offset, ...]], to: list[Problem]) -> TileDesign:
    def say(value: object, message: str) -> None:
        to.append(Problem(card.location_of(value), f"{card.title}: {message}", "cards"))

    suns, power, area = (card.fields.get(name) for name in ("suns", "power", "area"))
    if not isinstance(suns, int) or isinstance(suns, bool) or not 0 <= suns < 1000:
        say(suns, f"'suns' is {suns!r}; expected a whole number from 0 to 999")
        suns = 0
    if power not in POWERS:
        say(power, f"no power '{power}'{did_you_mean(str(power), POWERS)}")
        power = PLUS
    offsets, name = read_area(area, known)
    if offsets is None:
        say(area, f"no area '{area}'{did_you_mean(str(area), known)}, or a list of [x, y]")
        offsets = ()
    return TileDesign(card.title, suns, power, offsets, name)


def read_area(
    area: object, known: dict[str, tuple[Offset, ...]]
) -> tuple[tuple[Offset, ...] | None, str]:
    """Return the offsets of a named area or of a list of pairs, and an error message.

    The offsets are None if `area` is neither; otherwise the message is empty.
    """
    if isinstance(area, str):
        return known.get(area), area
    if isinstance(area, tuple) and all(_pair(each) for each in area):
        for name, offsets in known.items():
            if offsets and set(offsets) == set(area):
                return offsets, name
        return tuple((each[0], each[1]) for each in area), "of its own"
    return None, ""


def _pair(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(isinstance(each, int) and abs(each) < 100 for each in value)
    )


def die_words(colour: int, value: int) -> str:
    """Return a die's colour and value, as in ``O4``."""
    return f"{LETTERS[colour]}{value}"


def read_die(text: object) -> Die | None:
    """Return a die's colour and value from ``O4`` or ``orange 4``."""
    word = str(text).strip().lower()
    for colour, name in enumerate(COLOURS):
        for start in (name, LETTERS[colour].lower()):
            rest = word.removeprefix(start).strip()
            if rest != word and rest.isascii() and rest.isdigit() and len(rest) < 6:
                return colour, int(rest)
    return None
