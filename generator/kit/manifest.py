"""Describes the contents of a kit's PDF as JSON, for comparison with a later build.

This manifest lists every piece with its copies, and the position of each drawing. It also contains
hashes of each face and back, of the card's data, and of the templates, rules, colours and icons
that they are made from. The manifest is written next to the PDF and embedded in it. Lengths are in
millimetres from the top left of the page.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from generator.core.digest import hash_of
from generator.sheets.pages import Page
from validator.core.model import Card, Component, Game, in_words
from validator.core.outlines import shape_of
from validator.core.sizes import Size

if TYPE_CHECKING:
    from generator.kit.options import Options

FORMAT = 4
UNCOMPARED = ("Cover", "Credits")  # they contain the build id, so that they differ in every build
LONGEST = 60  # characters; only the hash of a longer value is stored

Behind = Literal["behind", "alone", "no"]
Facts = dict[str, str]  # name -> the value, if it is short, and its hash
NO_FACTS: Facts = {}


class ManifestError(ValueError):
    """Raised for a file that is not a manifest, or not one that this version of Pieria reads.

    It has a location if the error is on a line of the file.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class DrawnSide(NamedTuple):
    """A face or a back: the hash of its drawing, and the names of what it is made from."""

    hash: str
    uses: tuple[str, ...] = ()


class Item(NamedTuple):
    """A design in the manifest: a card, or a page of the kit itself (with `kit` set)."""

    id: str  # component/card
    title: str
    part: str  # title of the component
    size: Size
    outline: str
    copies: int  # in the game
    printed: int  # in this file
    face: DrawnSide
    back: DrawnSide | None
    behind: Behind  # where the back is printed: behind the face, as a front of its own, not at all
    page: bool = False  # has its own sheet and is not cut
    sheets: int = 0  # number of sheets for a board larger than the paper
    kit: bool = False  # cover, credits, tuckboxes, swap list: not part of the game
    data: Facts = NO_FACTS


class PlacedPiece(NamedTuple):
    """The position of a piece on a page: its trim, and its rotation in degrees clockwise."""

    piece: str
    side: str  # face or back
    trim: tuple[float, float, float, float]  # x, y, width, height
    turn: int


class PrintedPage(NamedTuple):
    """One printed side of a sheet of paper, with the places of its pieces."""

    sheet: int
    side: str
    boxes: tuple[PlacedPiece, ...]


class Manifest(NamedTuple):
    """The contents of a finished kit.

    If the kit contains only changes, `since` is the earlier build.
    """

    version: str  # the version of Pieria
    game: str
    title: str
    build: str
    since: str
    options: Mapping[str, Any]
    items: tuple[Item, ...]
    sources: Facts  # ``template card.svg.j2``, ``colour ink``, … -> value and hash
    rules: Mapping[str, Facts]  # id -> its numbers and statement
    pages: tuple[PrintedPage, ...]
    # The hash of a face or back -> the hash of the form that draws it in this file.
    drawings: Mapping[str, str] = NO_FACTS

    def item(self, id: str) -> Item | None:
        """Return the piece with this id."""
        return next((item for item in self.items if item.id == id), None)

    def only(self, printed: Mapping[str, int], leaves: Iterable[Item]) -> Manifest:
        """Return the manifest of a PDF with only `printed` copies and these pages of the kit."""
        items = (item._replace(printed=printed.get(item.id, 0)) for item in self.items)
        return self._replace(items=(*items, *leaves))


# ---- values to facts


def fact(value: object) -> str:
    """Return a value in the form in which manifests store it: its hash, and the value itself if it
    is short.

    A short text is stored without a hash.
    """
    if type(value) is str and len(value) <= LONGEST:
        return f"{'=':8} {value}"
    words = in_words(value) if isinstance(value, (str, bool, int, float, tuple)) else str(value)
    whole = _whole(value)
    if isinstance(value, Mapping):
        words = in_words(value)
    shown = f" {words}" if len(words) <= LONGEST else ""
    return f"{hash_of(whole)[:8]}{shown}"


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)


_whole = json.JSONEncoder(default=_plain, sort_keys=True, ensure_ascii=False).encode


def shown(kept: str) -> str:
    """Return the value of a fact as text.

    Returns "…" if the value is too long to be stored, and an empty string if there is none.
    """
    return kept[9:] or ("…" if kept else "")


def facts_of(component: Component, card: Card) -> Facts:
    """Return the data of a card, by field, in the form in which manifests store it."""
    own = {name: fact(value) for name, value in card.fields.items() if value is not None}
    return {"title": fact(card.title), **own, "of": fact(component.title)}


def facts_of_rule(game: Game, id: str) -> Facts:
    """Return a rule's statement and numbers in the form in which manifests store them."""
    rule = game.rules[id]
    numbers = {str(name): fact(value) for name, value in rule.data.items()}
    return {"statement": fact(rule.statement), **numbers}


# ---- pages


def leaves(pages: Iterable[Page]) -> Iterator[PrintedPage]:
    """Yield the pages, each with the positions of the pieces on it."""
    return (
        PrintedPage(
            page.sheet,
            page.side,
            tuple(
                PlacedPiece(
                    box.piece,
                    "back" if box.reverse else "face",
                    (
                        round(box.trim.x, 3),
                        round(box.trim.y, 3),
                        round(box.trim.width, 3),
                        round(box.trim.height, 3),
                    ),
                    box.turn,
                )
                for box in page.boxes
            ),
        )
        for page in pages
    )


# ---- to JSON and back


class _UsesTable:
    """Converts items to JSON data.

    Their sides refer to a table in which everything that faces are made from occurs once.
    """

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, ...], int] = {}

    def side(self, of: DrawnSide | None) -> object:
        if of is None:
            return None
        return [of.hash, self.numbers.setdefault(of.uses, len(self.numbers))]

    def item(self, of: Item) -> object:
        found = {"size": [of.size.width, of.size.height], "face": self.side(of.face)}
        found |= {"back": self.side(of.back)} if of.back else {}
        said = {name: value for name, value in of._asdict().items() if value not in (False, {})}
        return said | {"copies": of.copies, "printed": of.printed} | found

    def rows(self) -> Iterator[object]:
        """Yield the rows of the table; call it after all items are written."""
        yield from map(list, self.numbers)


def _page(of: PrintedPage) -> object:
    return [of.sheet, of.side, [[box.piece, box.side, *box.trim, box.turn] for box in of.boxes]]


def to_json(
    manifest: Manifest,
    pages: Iterable[PrintedPage] | None = None,
    items: Iterable[Item] | None = None,
) -> bytes:
    """Return the manifest as JSON with a line for each piece and page, for readable diffs.

    `pages` and `items` replace those of the manifest, so that it does not have to store them.
    """
    table = _UsesTable()
    head = {
        "pieria": manifest.version,
        "format": FORMAT,
        "game": manifest.game,
        "title": manifest.title,
        "build": manifest.build,
        "since": manifest.since,
        "options": manifest.options,
    }
    body: dict[str, Iterable[str]] = {
        "items": _lines(map(table.item, manifest.items if items is None else items)),
        "uses": _lines(table.rows()),
        "sources": (_text(manifest.sources),),
        "rules": (_text(manifest.rules),),
        "pages": _lines(map(_page, manifest.pages if pages is None else pages)),
        "drawings": (_text(manifest.drawings),),
    }
    parts = [b"{", *(f'"{name}": {_text(value)},\n'.encode() for name, value in head.items())]
    for name, lines in body.items():
        parts += (f'"{name}": '.encode(), *map(str.encode, lines), b",\n")
    parts[-1] = b"}\n"
    return b"".join(parts)


_text = json.JSONEncoder(ensure_ascii=False).encode


def _lines(values: Iterable[object]) -> Iterator[str]:
    between = "[\n"
    for value in values:
        yield between + _text(value)
        between = ",\n"
    yield "]" if between != "[\n" else "[]"


def from_json(text: str | bytes) -> Manifest:
    """Return the manifest that `to_json` wrote.

    Raises ManifestError for anything else.
    """
    try:
        tree = json.loads(text)
        if tree["format"] != FORMAT:
            raise ManifestError(
                f"its format is {tree['format']}; this version of Pieria reads {FORMAT}"
            )
        table = [_words(names) for names in tree["uses"]]
        return Manifest(
            _word(tree["pieria"]),
            _word(tree["game"]),
            _word(tree["title"]),
            _word(tree["build"]),
            _word(tree["since"]),
            dict(tree["options"]),
            tuple(_item(each, table) for each in tree["items"]),
            _facts(tree["sources"]),
            {_word(name): _facts(each) for name, each in tree["rules"].items()},
            tuple(_leaf(*each) for each in tree["pages"]),
            _facts(tree["drawings"]),
        )
    except ManifestError:
        raise
    except json.JSONDecodeError as error:
        reason = f"it is not a manifest of Pieria ({error.msg.split(':')[0]})"
        raise ManifestError(reason, error.lineno, error.colno) from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ManifestError(f"it is not a manifest of Pieria ({_reason(error)})") from None


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error).split(":")[0] or type(error).__name__


def _item(tree: dict[str, Any], table: list[tuple[str, ...]]) -> Item:
    def side(of: Any) -> DrawnSide:
        return DrawnSide(_word(of[0]), table[of[1]])

    width, height = tree["size"]
    behind = tree["behind"]
    if behind not in ("behind", "alone", "no"):
        raise ValueError(f"its backs are '{behind}'; expected behind, alone or no")
    size, outline = Size(_length(width), _length(height)), _word(tree["outline"])
    if outline not in ("rect", "round"):
        shape_of(outline, size)  # raises an error for an outline that cannot be cut
    return Item(
        _word(tree["id"]),
        _word(tree["title"]),
        _word(tree["part"]),
        size,
        outline,
        _count(tree["copies"]),
        _count(tree.get("printed", 0)),
        side(tree["face"]),
        side(tree["back"]) if tree.get("back") else None,
        behind,
        bool(tree.get("page")),
        _count(tree.get("sheets", 0)),
        bool(tree.get("kit")),
        _facts(tree.get("data", {})),
    )


def _leaf(sheet: Any, side: Any, boxes: Any) -> PrintedPage:
    return PrintedPage(
        _count(sheet),
        _word(side),
        tuple(
            PlacedPiece(
                _word(piece),
                _word(which),
                (_number(x), _number(y), _number(w), _number(h)),
                _count(turn),
            )
            for piece, which, x, y, w, h, turn in boxes
        ),
    )


def _facts(tree: Any) -> Facts:
    return {_word(name): _word(value) for name, value in tree.items()}


def _words(names: Any) -> tuple[str, ...]:
    return tuple(_word(name) for name in names)


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not text")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _number(value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"{value!r} is not a number")
    return float(value)


def _length(value: object) -> float:
    if (found := _number(value)) <= 0:
        raise ValueError(f"{value!r} is not a length")
    return found


def plain(options: Options) -> dict[str, Any]:
    """Return options, which are a dataclass, as JSON-compatible values."""
    named = asdict(options) | {"cutting": options.cutting._asdict()}
    if options.printer is not None:
        named["printer"] = options.printer.plain()
    plainly: dict[str, Any] = json.loads(json.dumps(named))
    if options.cutter is not None:
        plainly["cutter"] = options.cutter._asdict()
    return plainly
