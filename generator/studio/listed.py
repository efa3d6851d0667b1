"""Reads and edits YAML and JSON card files as tables.

Values are replaced at the positions that the parser reports.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from generator.studio.tables import EditedCell, EditedTable, EditError, TableRow
from validator.core.scalars import flow, plain
from validator.core.tree import Mapping, Node, Scalar, Sequence
from validator.load.yaml import SourceSpan, read_yaml, spans

Path = tuple[str | int, ...]
_LINE_END = re.compile(r"[^\S\n]*(?:#[^\n]*)?(?:\n|\Z)")


@dataclass(frozen=True)
class ListedFormat:
    """The format of a file with a list of mappings at `path`.

    `fields` are the declared names.
    """

    path: Path = ()
    fields: tuple[str, ...] = ()

    # ---- reading

    def _tree(self, data: bytes) -> tuple[str, Node]:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise EditError("the file is not UTF-8 text") from None
        return text, _parsed(text)

    def _cards(self, root: Node) -> list[Mapping]:
        node: Node | None = root
        for step in self.path:
            node = _below(node, step)
        if isinstance(node, Mapping):
            node = node.entries.get("cards")
        if not isinstance(node, Sequence):
            raise EditError("the file has no list of cards")
        return [each for each in node.items if isinstance(each, Mapping)]

    def _titles(self, cards: list[Mapping]) -> tuple[str, ...]:
        used = dict.fromkeys(name for card in cards for name in card.entries)
        return tuple(dict.fromkeys(("title", "copies", *used, *self.fields)))

    def read(self, data: bytes) -> EditedTable:
        text, root = self._tree(data)
        cards = self._cards(root)
        titles = self._titles(cards)
        marks = _spans(text)
        rows = []
        for card in cards:
            cells = tuple(_cell(text, marks, card.entries.get(name)) for name in titles)
            end = _span(marks, card).end
            rows.append(TableRow(card.line, text.count("\n", 0, end) + 1, cells))
        return EditedTable(titles, tuple(rows))

    def values(self, data: bytes) -> Any:
        return _values(self._tree(data)[1])

    def changed(self, before: object, after: object, row: int, column: int, text: str) -> bool:
        cards, now = self._listed(before), self._listed(after)
        if len(cards) != len(now):
            return False
        names = dict.fromkeys(name for card in cards for name in card)
        name = tuple(dict.fromkeys(("title", "copies", *names, *self.fields)))[column]
        said, was = now[row].get(name), cards[row].get(name)
        if isinstance(said, tuple) and said[0].strip() != text:
            return False
        if said is None and text:
            return False
        if said is None:
            cards[row].pop(name, None)
        else:
            cards[row][name] = said
        same = bool(before == after)
        if was is not None:
            cards[row][name] = was
        elif said is not None:
            del cards[row][name]
        return same

    def _listed(self, values: Any) -> list[dict[str, Any]]:
        for step in self.path:
            values = values[step]
        if isinstance(values, dict):
            values = values["cards"]
        return [each for each in values if isinstance(each, dict)]

    # ---- writing

    def with_cell(self, data: bytes, row: int, column: int, text: str) -> Iterator[bytes]:
        written, root = self._tree(data)
        marks = _spans(written)
        cards = self._cards(root)
        card, name = cards[row], self._titles(cards)[column]
        node = card.entries.get(name)
        mapping = _span(marks, card)
        if node is None:
            at, made = _added(written, card, mapping, name, text)
            yield (written[:at] + made + written[at:]).encode()
            return
        span = _span(marks, node)
        if not text:
            start, end = _entry(written, _span(marks, card.keys[name]), span, mapping)
            yield (written[:start] + written[end:]).encode()
        for form in _forms(written, node, span, text):
            yield (written[: span.start] + form + written[span.end :]).encode()

    def with_copy(self, data: bytes, row: int) -> tuple[bytes, int]:
        written, root = self._tree(data)
        card = self._cards(root)[row]
        marks = _spans(written)
        start, end, between = _item(written, _span(marks, card))
        copy = written[start:end]
        made = written[:end] + between + copy + written[end:]
        return made.encode(), row + 1

    def without(self, data: bytes, row: int) -> bytes:
        written, root = self._tree(data)
        cards = self._cards(root)
        marks = _spans(written)
        start, end, between = _item(written, _span(marks, cards[row]))
        if between and row:  # in brackets: remove the comma before it, too
            start = written.rindex(",", 0, start)
        elif between:
            end = written.index(",", end) + 1
        return (written[:start] + written[end:]).encode()

    def only(self, data: bytes, row: int) -> bytes:
        written, root = self._tree(data)
        marks = _spans(written)
        spans_ = [_item(written, _span(marks, card))[:2] for card in self._cards(root)]
        if any(written[end:start].strip(" \n") == "," for (_, end), (start, _) in
               pairwise(spans_)):  # fmt: skip
            return data
        start, end = spans_[row]
        return (written[: spans_[0][0]] + written[start:end] + written[spans_[-1][1] :]).encode()


def set_scalar(data: bytes, path: Path, text: str) -> bytes:
    """Return a file in which the number or word at a path is replaced.

    Raises EditError.
    """
    written = data.decode("utf-8")
    node: Node | None = _parsed(written)
    before = _values(_parsed(written))
    for step in path:
        node = _below(node, step)
    if not isinstance(node, Scalar):
        raise EditError("this value is defined elsewhere; change it in the file")
    span = _span(_spans(written), node)
    for form in _forms(written, node, span, text):
        made = written[: span.start] + form + written[span.end :]
        after = _values(_parsed(made))
        if _with_value(before, path, (text, plain(text))) == after:
            return made.encode()
    raise EditError("this edit would also change other values; change this value in the file")


def set_entry(data: bytes, path: Path, name: str, code: str) -> bytes:
    """Return a file with the value of `name` in a mapping replaced.

    `code` is YAML; if it is empty, the entry is removed. Raises EditError if anything else would
    change.
    """
    written = data.decode("utf-8")
    root = _parsed(written)
    node: Node | None = root
    for step in path:
        node = _below(node, step)
    if not isinstance(node, Mapping):
        raise EditError(f"the entry of ‘{name}’ in game.yaml cannot be edited here")
    marks = _spans(written)
    span, known = _span(marks, node), node.entries.get(name)
    start = end = 0
    made = code
    if known is not None and code:
        start, end = _span(marks, known).start, _span(marks, known).end
    elif known is not None:
        start, end = _entry(written, _span(marks, node.keys[name]), _span(marks, known), span)
    elif code:
        start, made = _added_code(written, node, span, name, code)
        end = start
    made = written[:start] + made + written[end:]
    before = _values(root)
    below: Any = before
    for step in path:
        below = below[step]
    below.pop(name, None)
    if code:
        below[name] = _values(_parsed(code))
    if _values(_parsed(made)) != before:
        raise EditError("this edit would also change other values; change this value in the file")
    return made.encode()


def _with_value(values: Any, path: Path, value: Any) -> Any:
    """Return the values of a tree, with the value at a path replaced."""
    if not path:
        return value
    if isinstance(values, list):
        at = int(path[0])
        return [_with_value(each, path[1:], value) if place == at else each
                for place, each in enumerate(values)]  # fmt: skip
    return {**values, path[0]: _with_value(values[path[0]], path[1:], value)}


def _below(node: Node | None, step: str | int) -> Node | None:
    if isinstance(node, Mapping):
        return node.entries.get(str(step))
    if isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
        return node.items[step]
    return None


@lru_cache(4)
def _parsed(text: str) -> Node:
    """Return the tree of a text.

    The result is cached, because an edit parses the same text several times.
    """
    root, problems = read_yaml(text.removeprefix("\ufeff"), "")
    if root is None or problems:
        raise EditError("the file is not YAML that can be read; repair it in an editor")
    return root


@lru_cache(4)
def _spans(text: str) -> dict[tuple[int, int], SourceSpan]:
    try:
        return spans(text)
    except ValueError as error:
        raise EditError(str(error)) from None


def _span(marks: dict[tuple[int, int], SourceSpan], node: Node) -> SourceSpan:
    """Return the range of a node in its text; a block mapping begins at its first key."""
    inner = isinstance(node, Mapping | Sequence)
    found = marks.get((-node.line, node.column)) if inner else None
    found = found or marks.get((node.line, node.column))
    if found is None:
        raise EditError("this notation cannot be edited here; edit the file")
    return found


def _cell(text: str, marks: dict[tuple[int, int], SourceSpan], node: Node | None) -> EditedCell:
    if node is None:
        return EditedCell()
    if isinstance(node, Scalar):
        return EditedCell(node.raw.strip(), node.line, node.column)
    span = _span(marks, node)
    written = text[span.start : span.end]
    if span.style == "-" or "\n" in written:
        short = flow(_plainly(node))
        return EditedCell(
            short, node.line, node.column, "this value has several lines; edit the file"
        )
    return EditedCell(written, node.line, node.column)


def _plainly(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [_plainly(each) for each in node.items]
    assert isinstance(node, Mapping)
    return {name: _plainly(each) for name, each in node.entries.items()}


def _values(node: Node) -> Any:
    """Return the contents of a tree without locations.

    Scalars are given as text and value.
    """
    if isinstance(node, Scalar):
        return node.raw, node.value
    if isinstance(node, Sequence):
        return [_values(each) for each in node.items]
    assert isinstance(node, Mapping)
    return {name: _values(each) for name, each in node.entries.items()}


def _forms(written: str, node: Node, span: SourceSpan, text: str) -> Iterator[str]:
    """Yield the possible notations of a new value.

    The notation of the old value comes first.
    """
    if not isinstance(node, Scalar):
        yield text
        return
    if span.style in ("|", ">"):
        yield _block(written[span.start : span.end], span.style, text)
    if span.style == "'" and "\n" not in text:
        yield "'" + text.replace("'", "''") + "'"
    quoted = json.dumps(text, ensure_ascii=False)
    if span.style == '"':
        yield quoted
    worded = isinstance(node.value, str) and plain(text) != text
    if not span.style and not worded and text:
        yield text
    if worded:
        yield quoted
    yield flow(text)
    yield quoted


def _block(written: str, style: str, text: str) -> str:
    """Return a YAML block scalar with another text.

    Its header, its indentation and its ending are kept.
    """
    head, _, body = written.partition("\n")
    first = next((line for line in body.split("\n") if line.strip()), "  ")
    indent = first[: len(first) - len(first.lstrip())]
    ending = written[len(written.rstrip()) :]
    lines = (text.replace("\n", "\n\n") if style == ">" else text).split("\n")
    return head + "\n" + "\n".join(f"{indent}{line}" if line else "" for line in lines) + ending


def _added(written: str, card: Mapping, span: SourceSpan, name: str, text: str) -> tuple[int, str]:
    """Return a new entry for the end of a card, and its position in the file."""
    return _added_code(written, card, span, name, flow(text_value(text)))


def _added_code(
    written: str, card: Mapping, span: SourceSpan, name: str, code: str
) -> tuple[int, str]:
    """Return a new entry whose value is given as YAML, and its position in the file."""
    key = json.dumps(name) if written[span.start + 1 : span.start + 2] == '"' else flow(name)
    if span.style == "{":
        comma = ", " if card.entries else ""
        return len(written[: span.end - 1].rstrip()), f"{comma}{key}: {code}"
    at = len(written[: span.end].rstrip())
    rest = _LINE_END.match(written, at)
    at = at if rest is None else rest.end() - written[at : rest.end()].endswith("\n")
    return at, f"\n{' ' * (card.column - 1)}{key}: {code}"


def text_value(text: str) -> Any:
    """Return the value of text typed into an empty cell: a number, or the text itself."""
    found = plain(text)
    return found if isinstance(found, int | float) and not isinstance(found, bool) else text


def _entry(written: str, key: SourceSpan, span: SourceSpan, mapping: SourceSpan) -> tuple[int, int]:
    """Return the range of an entry that is to be removed."""
    if mapping.style == "{":
        before = re.search(r",\s*\Z", written[mapping.start : key.start])
        if before:
            return mapping.start + before.start(), span.end
        after = re.compile(r"\s*,\s*").match(written, span.end)
        return key.start, after.end() if after else span.end
    begin = written.rfind("\n", 0, key.start) + 1
    if written[begin : key.start].strip():  # after the hyphen of its card
        raise EditError("this value comes first in its card; edit the file to remove it")
    end = _LINE_END.match(written, len(written[: span.end].rstrip()))
    return begin, end.end() if end else span.end


def _item(written: str, span: SourceSpan) -> tuple[int, int, str]:
    """Return the range of a card in a file, and the separator before a copy of it.

    The range includes the hyphen and the end of the line.
    """
    begin = written.rfind("\n", 0, span.start) + 1
    if re.fullmatch(r"\s*-\s+", written[begin : span.start]):
        end = len(written[: span.end].rstrip())
        rest = _LINE_END.match(written, end)
        end = rest.end() if rest else end
        return begin, end, "" if written[begin:end].endswith("\n") else "\n"
    gap = written[begin : span.start]
    between = ",\n" + gap if not gap.strip() else ", "
    return span.start, span.end, between
