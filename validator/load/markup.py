"""Recognises the markup of other tools in card texts, and reports or translates it.

A deck from Squib, nanDECK or CardMaker can keep its cells: with `markup:` in game.yaml, Pieria
reads them as that tool does. Without it, they are printed unchanged, and a warning gives the
replacement. Pieria's own markup is stars, colons and backslashes: see `generator.faces.text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from validator.core.tree import Columns, Mapping, Node, Scalar, Sequence
from validator.load.shape import EntryTable, Many, MappingShape, Reader, Shape, Text

MARKUPS = ("pieria", "squib", "nandeck", "cardmaker")
CHECK = "foreign-markup"
_TAG = r"</?(?:b|i|u|s|big|small|sub|sup|tt|strong|em|span|font|br|hr|img|f|fs|fc|q|c|ac|ar|al)"
_FOREIGN = (
    rf"(?i)(?P<tag>{_TAG}(?:[ =;/][^<>]*)?>)"
    r"|(?P<column>@\[[^\[\]\n]{1,80}\])"
    r"|(?P<brace>\{[A-Za-z][A-Za-z0-9 _-]{0,40}\})"
    r"|(?P<escape>(?-i:\\[nqc]))"
)
_SIGN = re.compile(r"[<@{\\]")  # all markup contains one of these, and most texts contain none
_STYLES = {"b": "**", "strong": "**", "i": "*", "em": "*"}
ICON = r":[a-z][a-z0-9-]*(?:#[A-Za-z0-9_-]+)?:"  # Pieria's: ``:coin:``, ``:coin#frame:``
# How a span begins, ``{red 120%: ``: with colours, a size in per cent, bold, italic.
_HEAD = r"(?:[A-Za-z_][\w-]*|#[0-9A-Fa-f]{3,6}|\d{1,4}%)"
SPAN = rf"\{{{_HEAD}(?: {_HEAD}){{0,3}}: ?"
_OWN = rf"[\\*]|(?={ICON}):|(?={SPAN})\{{"
_SIGNS = {r"\q": '"', r"\c": ",", "<q>": '"', "<c>": ","}
_DASHES = (("---", "—"), ("--", "–"), ("...", "…"))


class _Cell(NamedTuple):
    """A text of a card, and the card that it is in."""

    node: Scalar
    card: Mapping


def translate_markup(cards: Sequence, shape: MappingShape, markup: str, to: Reader) -> None:
    """Convert the markup of another tool in all texts of a deck to Pieria's, in place.

    If `markup` is Pieria's own, each other kind of markup in the deck causes one warning.
    """
    found: dict[str, list[_Cell]] = {}
    for card in cards.items:
        if not isinstance(card, Mapping):
            continue
        for node in _texts(card, shape):
            if markup == MARKUPS[0]:
                for match in re.finditer(_FOREIGN, node.raw) if _SIGN.search(node.raw) else ():
                    if match[0].startswith("</"):
                        continue
                    found.setdefault(_replacement(match), []).append(_Cell(node, card))
            elif node.raw:
                _translate(_Cell(node, card), markup, found)
    for message, cells in found.items():
        others = len({id(cell.node) for cell in cells}) - 1
        more = f" (and in {others} more)" if others else ""
        to.say(cells[0].node, f"{message}{more}", CHECK, "warning")


def _texts(node: Node, shape: Shape) -> Iterator[Scalar]:
    """Yield the texts for people in a value of this shape."""
    if isinstance(node, Scalar):
        while isinstance(shape, Many):
            shape = shape.of
        if isinstance(shape, Text) and not shape.pattern:
            yield node
    elif isinstance(shape, MappingShape) and isinstance(node, Mapping):
        for name, field in shape.fields.items():
            entry = node.entries.get(name)
            if type(field.shape) is Text and isinstance(entry, Scalar):  # most of a deck
                if not field.shape.pattern:
                    yield entry
            elif entry is not None:
                yield from _texts(entry, field.shape)
    elif isinstance(shape, EntryTable) and isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from _texts(entry, shape.of)
    elif isinstance(shape, Many) and isinstance(node, Sequence | Columns):
        items = node.items if isinstance(node, Sequence) else node.entries.values()
        for item in items:
            yield from _texts(item, shape.of)


def _replacement(match: re.Match[str]) -> str:
    """Return the message about markup of another tool, which Pieria prints unchanged."""
    words, kind = match[0], match.lastgroup
    name = re.sub(r"[^a-z]", "", words.lower().split("=")[0].split(" ")[0])
    if kind == "brace":
        instead = f"write `:{_icon(words)}:` for an icon"
    elif kind == "column":
        instead = "CardMaker inserts another column there; write the text itself"
    elif words == r"\n" or name == "br":
        instead = "break the line in the cell (Alt-Enter)"
    elif kind == "escape":
        instead = f"write {_SIGNS[words]}"
    elif name in _STYLES:
        instead = f"write `{_STYLES[name]}words{_STYLES[name]}`"
    elif name == "img":
        instead = "write `:name:` for an icon"
    else:
        instead = "write `{red 120%: words}` for colour and size"
    tools = ", ".join(MARKUPS[1:])
    shown = words if len(words) <= 30 else words[:29] + "…"
    return (
        f"'{shown}' is markup from another tool and is printed unchanged; {instead}, or say "
        f"`markup:` in game.yaml ({tools})"
    )  # fmt: skip


def _icon(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def _translate(cell: _Cell, markup: str, found: dict[str, list[_Cell]]) -> None:
    """Convert the text of a cell to Pieria's markup; unsupported markup is removed and reported."""

    def lose(words: str) -> str:
        message = f"'{words}' of {markup} has no counterpart here and is omitted"
        found.setdefault(message, []).append(cell)
        return ""

    parts = []
    place = 0
    for match in re.finditer(_FOREIGN, cell.node.raw):
        parts.append(_plain(cell.node.raw[place : match.start()], markup))
        parts.append(_translated(match, cell, markup, lose))
        place = match.end()
    parts.append(_plain(cell.node.raw[place:], markup))
    words = "".join(parts).strip()
    if words != cell.node.raw:
        cell.node.raw = words
        cell.node.value = words


def _plain(words: str, markup: str) -> str:
    """Return a text without its tool's markup, and with escapes before characters that are
    markup in Pieria.
    """
    if markup == "squib":
        import html

        words = html.unescape(words)
        for typed, meant in _DASHES:
            words = words.replace(typed, meant)
        return re.sub(r"[\\*]", r"\\\g<0>", words)  # :icon: is the same in both
    return escaped(words)


def escaped(words: str) -> str:
    """Return text with a backslash before each character that would be markup."""
    return re.sub(_OWN, r"\\\g<0>", words)


def _translated(match: re.Match[str], cell: _Cell, markup: str, lose: Callable[[str], str]) -> str:
    words, kind = match[0], match.lastgroup
    if kind == "brace":
        return f":{_icon(words)}:"
    if kind == "column" and markup == "cardmaker":
        wanted = words[2:-1].strip().lower()
        for name, entry in cell.card.entries.items():
            if name.lower() == wanted and isinstance(entry, Scalar) and entry is not cell.node:
                return entry.raw
        return lose(words)
    if kind == "column":
        return _plain(words, markup)
    if kind == "escape":
        if words == r"\n":
            return "\n"
        return _SIGNS[words] if markup == "cardmaker" else _plain(words, markup)
    name = re.sub(r"[^a-z]", "", words.lower().split("=")[0].split(" ")[0].split(";")[0])
    if name == "br":
        return "\n"
    if name == "img" and (file := re.search(r"[=\"']([\w ./\\-]+?)\.\w{2,5}[\"';>]", words)):
        return f":{_icon(re.split(r'[/]|' + re.escape(chr(92)), file[1])[-1])}:"
    if words.lower() in _SIGNS and markup == "cardmaker":
        return _SIGNS[words.lower()]
    return _STYLES.get(name) or lose(words)
