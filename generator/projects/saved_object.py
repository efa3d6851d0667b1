"""Reads the cards in a saved object of Tabletop Simulator: cells of its atlases, with card names.

Nothing is downloaded. An atlas that the object gives by its address is searched for in the object's
folder, under the last part of the address, and in Tabletop Simulator's `Mods/Images`, under the
name that the simulator gives it there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.projects.beside import Beside
from generator.projects.pictures import MOST, CardPictures, ImportedPicture, cut, printable
from validator.core.location import Location, Problem
from validator.core.tree import Mapping, Node, Scalar, Sequence
from validator.load.json import read_json
from validator.load.text import read_text

MOST_CELLS = 100  # cells of an atlas: the number of a card has two digits for its cell
BAGS = frozenset({"Bag", "Infinite_Bag", "Custom_Model_Bag", "Custom_Model_Infinite_Bag"})
DECKS = frozenset({"Deck", "DeckCustom"})
CARDS = frozenset({"Card", "CardCustom"})


@dataclass(frozen=True)
class CustomDeck:
    """An entry of `CustomDeck` in a saved object: the atlases with its faces and backs."""

    face: str
    back: str
    across: int
    down: int
    own_backs: bool  # the back is a sheet too


@dataclass
class _SavedCard:
    sheet: CustomDeck
    index: int  # its cell, from 0
    title: str
    location: Location
    copies: int = 1


@dataclass
class _FoundCard:
    """The cards that were found, without repetition.

    `met` counts all different cards, whether or not they were understood.
    """

    result: CardPictures
    cards: dict[tuple[CustomDeck, int, str], _SavedCard] = field(default_factory=dict)
    unread: set[Location] = field(default_factory=set)

    def leave(self, location: Location, message: str) -> None:
        self.unread.add(location)
        self.result.leave(location, message)


def cards_of(file: Path) -> CardPictures:
    """Return the cards in a saved object.

    Parts that cannot be imported are listed in `left`.
    """
    result = CardPictures()
    text = read_text(file, file.as_posix())
    if isinstance(text, Problem):
        result.left.append(text)
        return result
    root, problems = read_json(text, file.as_posix())
    result.left += problems
    objects = _child(root, "ObjectStates")
    if not isinstance(objects, Sequence):
        if root is not None:
            result.leave(root.location, "this is not a saved object of Tabletop Simulator: it "
            "has no list 'ObjectStates'"
                         "")  # fmt: skip
        return result
    found = _FoundCard(result)
    for each in objects.items:
        _object(found, each)
    _draw(found, Beside(file, "Images"))
    return result


def _object(found: _FoundCard, node: Node) -> None:
    """Collect the cards in an object, in the objects that it contains, and in its other states."""
    kind = _word(node, "Name")
    if kind in DECKS or kind in CARDS:
        _cards(found, node, _sheets(found, node))
    elif kind not in BAGS:
        title = printable(_word(node, "Nickname"))[:60]
        named = (
            f"'{title}' ({kind[:40] or 'no name'})"
            if title
            else kind[:40] or "an object without a name"
        )
        found.result.leave(node.location, f"{named} is not a card; it is left out")
    if _word(node, "LuaScript").strip():
        found.result.leave(node.location, "its script is not imported")
    inside = _child(node, "ContainedObjects")
    if kind not in DECKS and isinstance(inside, Sequence):
        for each in inside.items:
            _object(found, each)
    if isinstance(states := _child(node, "States"), Mapping):
        for each in states.entries.values():
            _object(found, each)


def _sheets(found: _FoundCard, node: Node) -> dict[int, CustomDeck]:
    """Return the atlases of a card or deck, by number."""
    sheets = {}
    custom = _child(node, "CustomDeck")
    for number, each in custom.entries.items() if isinstance(custom, Mapping) else ():
        across, down = (_whole(each, name) for name in ("NumWidth", "NumHeight"))
        face = _word(each, "FaceURL").strip()
        if not (number.isascii() and number.isdigit() and len(number) <= 9):
            message = (
                f"the key '{printable(number)[:30]}' in CustomDeck is not the number of a sheet"
            )
        elif not face:
            message = f"the sheet {number} names no picture: FaceURL is empty"
        elif not (across > 0 and down > 0 and across * down <= MOST_CELLS):
            message = (f"the sheet {number} has {across} x {down} cells; expected NumWidth and "
                       f"NumHeight from 1, and at most {MOST_CELLS} cells")  # fmt: skip
        else:
            back = _word(each, "BackURL").strip()
            own = isinstance(said := _child(each, "UniqueBack"), Scalar) and said.value is True
            sheets[int(number)] = CustomDeck(face, back, across, down, own)
            continue
        found.result.leave(each.location, message)
    return sheets


def _cards(found: _FoundCard, node: Node, sheets: dict[int, CustomDeck]) -> None:
    """Collect the cards of a deck, or a single card.

    Old decks list numbers instead of cards.
    """
    inside = _child(node, "ContainedObjects")
    numbers = _child(node, "DeckIDs")
    if _word(node, "Name") in CARDS:
        _card(found, node, sheets)
    elif isinstance(inside, Sequence) and inside.items:
        for each in inside.items:
            if _word(each, "Name") in CARDS:
                _card(found, each, sheets | _sheets(found, each))
            else:
                _object(found, each)
    elif isinstance(numbers, Sequence) and numbers.items:
        for each in numbers.items:
            value = each.value if isinstance(each, Scalar) else None
            _place(found, value, "", each.location, sheets)
    else:
        found.leave(node.location, "the deck has no cards; it is left out")


def _card(found: _FoundCard, node: Node, sheets: dict[int, CustomDeck]) -> None:
    number = _child(node, "CardID")
    title = " ".join(re.sub(r"\[[^\]]*\]", "", printable(_word(node, "Nickname"))).split())
    value = number.value if isinstance(number, Scalar) else None
    _place(found, value, title[:150], node.location, sheets)


def _place(
    found: _FoundCard, value: object, title: str, location: Location, sheets: dict[int, CustomDeck]
) -> None:
    """Collect a card by its number, which is the number of its atlas and two digits for the
    cell.
    """
    named = f"the card '{title}'" if title else "a card"
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        found.leave(location, f"{named} has no number (CardID); it is left out")
        return
    number, index = divmod(value, 100)
    sheet = sheets.get(number)
    if sheet is None:
        found.leave(location, f"{named} refers to sheet {number}, which is missing from "
        f"CustomDeck or cannot be read"
                    "; it is left out")  # fmt: skip
    elif index >= sheet.across * sheet.down:
        found.leave(location, f"{named} is cell {index + 1} of a sheet of "
                    f"{sheet.across * sheet.down}; it is left out")  # fmt: skip
    elif (key := (sheet, index, title)) in found.cards:
        found.cards[key].copies += 1
    else:
        found.cards[key] = _SavedCard(sheet, index, title, location)


def _draw(found: _FoundCard, beside: Beside) -> None:
    """Cut the pictures of the cards out of their atlases."""
    result = found.result
    result.met = len(found.cards) + len(found.unread)
    by_sheet: dict[CustomDeck, list[_SavedCard]] = {}
    for number, card in enumerate(found.cards.values()):
        if number < MOST:
            by_sheet.setdefault(card.sheet, []).append(card)
        else:
            result.leave(card.location, f"only the first {MOST:,} cards are imported")
            break
    backs: dict[str, ImportedPicture] = {}
    for sheet, cards in by_sheet.items():
        wanted = {each.index for each in cards}
        across, down = sheet.across, sheet.down
        faces = _cells(result, beside, sheet.face, cards[0].location, across, down, wanted)
        if not faces:
            continue
        if not sheet.own_backs:
            across, down = 1, 1
        behind = (
            _cells(result, beside, sheet.back, cards[0].location, across, down, wanted)
            if sheet.back else {}
        )  # fmt: skip
        for each in cards:
            name = f"{len(result.fronts) + 1}"
            title = each.title or f"Card {name}"
            result.fronts.append(
                replace(faces[each.index], name=name, title=title, copies=each.copies)
            )
            if each.index in behind:
                backs[name] = behind[each.index]
    if len(backs) == len(result.fronts) and len({each.data for each in backs.values()}) == 1:
        result.common = next(iter(backs.values()))
    else:
        result.backs = backs


def _cells(
    result: CardPictures, beside: Beside, address: str, location: Location,
    across: int, down: int, wanted: set[int],
) -> dict[int, ImportedPicture]:  # fmt: skip
    """Return cells of a picture.

    If its file is not in the folder, the mapping is empty.
    """
    try:
        sheet = beside.picture(address, _names(address))
        try:
            return cut(sheet, across, down, wanted)
        except ValueError as error:
            result.leave(location, f"{printable(sheet.source)} {error}; it is left out")
    except ValueError as error:
        result.leave(location, str(error))
    return {}


def _names(address: str) -> Iterator[str]:
    """Yield the possible file names, without extensions, of the picture at an address."""
    last = re.split(r"[/\\]", address.partition("?")[0].rstrip("/\\"))[-1]
    yield last
    yield re.sub(r"[^A-Za-z0-9]", "", address)


# ---- JSON


def _child(node: Node | None, name: str) -> Node | None:
    return node.entries.get(name) if isinstance(node, Mapping) else None


def _word(node: Node, name: str) -> str:
    found = _child(node, name)
    return found.value if isinstance(found, Scalar) and isinstance(found.value, str) else ""


def _whole(node: Node, name: str) -> int:
    found = _child(node, name)
    value = found.value if isinstance(found, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
