"""Reads decks (.cod) and card databases (cards.xml) of Cockatrice, with pictures from their
folders.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from generator.artwork.tree import DrawingError, SvgNode, parse
from generator.projects.beside import Beside
from generator.projects.pictures import MOST, CardPictures, printable
from validator.core.location import Location, Problem
from validator.load.text import bytes_of

DECK, DATABASE = "cockatrice_deck", "cockatrice_carddatabase"
MOST_COPIES = 1000
BACKS = ("cardback", "back")  # files with the back of all cards


@dataclass
class _CockatriceCard:
    name: str
    location: Location
    sets: list[str]  # short names of the sets that it is in, or the one that a deck names
    copies: int = 1
    address: str = ""  # picURL


def cards_of(file: Path) -> CardPictures:
    """Return the cards of a deck or a database.

    Parts that cannot be imported are listed in `left`.
    """
    result = CardPictures()
    try:
        root = parse(bytes_of(file), (DECK, DATABASE)).root
    except OSError as error:
        result.left.append(Problem(Location(file.as_posix()), f"cannot be read: "
                           f"{error.strerror or error}", "file"))  # fmt: skip
        return result
    except DrawingError as error:
        place = Location(file.as_posix(), error.line, 1 if error.line else 0)
        result.left.append(Problem(place, str(error), "syntax"))
        return result
    read = _of_deck if root.tag == DECK else _of_database
    found = {each.name.casefold(): each for each in read(result, root, file.as_posix())}
    _draw(result, list(found.values()), Beside(file, "pics"))
    return result


def _of_deck(result: CardPictures, root: SvgNode, file: str) -> Iterator[_CockatriceCard]:
    """Yield the cards in a deck's zones; a card in several zones is yielded only once."""
    cards: dict[str, _CockatriceCard] = {}
    zones = Counter[str]()
    for zone in root.children:
        if zone.tag != "zone":
            continue
        for node in zone.children:
            location = Location(file, node.line, 1)
            name = printable(node.attributes.get("name", "")).strip()[:150]
            said = node.attributes.get("number", "1")
            if node.tag != "card" or not name:
                _miss(result, location, f"an element <{node.tag[:40]}> has no name; it is left out")
                continue
            if not re.fullmatch(r"[0-9]{1,4}", said) or not 0 < int(said) <= MOST_COPIES:
                _miss(result, location, f"'{name}' has the number '{printable(said)[:20]}'; "
                      f"expected 1 to {MOST_COPIES}; it is left out")  # fmt: skip
                continue
            code = printable(node.attributes.get("setShortName", ""))[:40]
            zones[printable(zone.attributes.get("name", ""))[:40] or "main"] += int(said)
            if name.casefold() in cards:
                cards[name.casefold()].copies += int(said)
            else:
                cards[name.casefold()] = _CockatriceCard(
                    name, location, [code] if code else [], int(said)
                )
    for zone_, count in zones.items():
        if zone_ != "main":
            result.leave(Location(file), f"{count} of the deck's cards are in the zone '{zone_}'")
    yield from cards.values()


def _of_database(result: CardPictures, root: SvgNode, file: str) -> Iterator[_CockatriceCard]:
    for node in (each for part in root.children if part.tag == "cards" for each in part.children):
        location = Location(file, node.line, 1)
        words = {each.tag: "".join(each.texts).strip() for each in node.children}
        sets = [each for each in node.children if each.tag == "set"]
        name = printable(words.get("name", ""))[:150]
        if node.tag != "card" or not name:
            _miss(result, location, f"an element <{node.tag[:40]}> has no name; it is left out")
            continue
        codes = [printable("".join(each.texts)).strip()[:40] for each in sets]
        address = next((url for each in sets if (url := each.attributes.get("picURL"))), "")
        yield _CockatriceCard(name, location, [each for each in codes if each], 1, address)


def _miss(result: CardPictures, location: Location, message: str) -> None:
    result.met += 1
    result.leave(location, message)


def _draw(result: CardPictures, cards: list[_CockatriceCard], beside: Beside) -> None:
    """Find the pictures of cards under the file names that Cockatrice uses."""
    result.met += len(cards)
    for card in cards[:MOST]:
        # Cockatrice removes characters that Windows does not allow; `Beside` compares letters only.
        plain = re.sub(r" // |[*<>:\"\\?]", "", card.name).replace("/", " ")
        names = [f"{each}/{plain}" for each in card.sets] + [plain]
        try:
            picture = beside.picture(card.address or card.name, names)
        except ValueError as error:
            result.leave(card.location, str(error))
            continue
        name = f"{len(result.fronts) + 1}"
        result.fronts.append(replace(picture, name=name, title=card.name, copies=card.copies))
    if len(cards) > MOST:
        result.leave(cards[MOST].location, f"only the first {MOST:,} cards are imported")
    if any(each in beside.files for each in BACKS):
        try:
            result.common = beside.picture("back", BACKS)
        except ValueError as error:
            result.leave(Location(beside.folder.as_posix()), str(error))
