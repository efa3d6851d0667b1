"""Parses YAML text into a tree, using the C parser's events, with limits that stop alias bombs.

Scalars follow YAML 1.2: `true` and `false` are the only booleans, `12` is a number, and `yes`,
`no`, `on`, `012` or `1:30` stay text. Tags are not supported; duplicate keys are errors.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import yaml as pyyaml

from validator.core.location import MOST_PROBLEMS, Location, Problem
from validator.core.scalars import plain
from validator.core.tree import Mapping, Node, Scalar, Sequence

DEEPEST = 40  # lists in lists; the deepest file of the shipped games has 9
TOO_DEEP = f"the values are nested deeper than {DEEPEST} levels"
MOST_VALUES = 1_000_000  # values in a file, aliases counted each time they are used

_Loader: Any = getattr(pyyaml, "CSafeLoader", pyyaml.SafeLoader)

_HASH = re.compile(r"[ \t]*(#[^\s#][^\r\n]*)")  # a value that is parsed as a comment
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")


class _BoundError(Exception):
    """Raised for a file that exceeds the limits on depth or size."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.place = (line, column)


def read_yaml(
    text: str, name: str, line: int = 1, column: int = 1
) -> tuple[Node | None, list[Problem]]:
    """Return the tree of a YAML text, and its problems.

    `line` and `column` are the position of the text in its file.
    """
    builder = _Builder(name, line - 1, column - 1, text)
    try:
        for event in pyyaml.parse(text, Loader=_Loader):
            builder.take(event)
    except pyyaml.MarkedYAMLError as error:
        builder.problems.append(_syntax(error, builder, name, text))
    except _BoundError as error:
        builder.problems.append(Problem(Location(name, *error.place), str(error), "syntax"))
    except pyyaml.YAMLError:
        message = "the file has characters that YAML does not allow"
        builder.problems.append(Problem(Location(name), message, "syntax"))
    return builder.root, builder.problems


class SourceSpan(NamedTuple):
    """The range of a value in the text, from `start` to `end`.

    `style` is its first character if it is quoted or a block scalar, ``{`` or ``[`` for a flow
    collection, and ``-`` for a block sequence.
    """

    start: int
    end: int
    style: str


def spans(text: str) -> dict[tuple[int, int], SourceSpan]:
    """Return the span of each value of a YAML text, by its line and column, counted from 1.

    Raises ValueError for a text that is not YAML.
    """
    found: dict[tuple[int, int], SourceSpan] = {}
    ends: list[int] = []  # for each open collection, the end of its last value
    opened: list[Any] = []

    def note(start: Any, end: int, style: str) -> None:
        found[start.line + 1, start.column + 1] = SourceSpan(start.index, end, style)
        if ends:
            ends[-1] = max(ends[-1], end)

    try:
        for parsed in pyyaml.parse(text, Loader=_Loader):
            event: Any = parsed
            if isinstance(parsed, pyyaml.ScalarEvent):
                note(event.start_mark, event.end_mark.index, event.style or "")
            elif isinstance(parsed, pyyaml.AliasEvent) and ends:
                ends[-1] = max(ends[-1], event.end_mark.index)
            elif isinstance(parsed, pyyaml.CollectionStartEvent):
                opened.append(event)
                ends.append(event.start_mark.index)
            elif isinstance(parsed, pyyaml.CollectionEndEvent):
                begin, end = opened.pop(), ends.pop()
                flow = text[begin.start_mark.index] if begin.flow_style else "-"
                key = (begin.start_mark.line + 1, begin.start_mark.column + 1)
                if flow == "-" and key in found:  # a mapping begins where its first name does
                    key = (-key[0], key[1])
                end = event.end_mark.index if begin.flow_style else end
                found[key] = SourceSpan(begin.start_mark.index, end, flow)
                if ends:
                    ends[-1] = max(ends[-1], end)
    except pyyaml.YAMLError:
        raise ValueError("this text cannot be read as YAML") from None
    return found


def _syntax(error: pyyaml.MarkedYAMLError, builder: _Builder, name: str, text: str) -> Problem:
    mark, began = error.problem_mark or error.context_mark, error.context_mark
    if mark is None:
        return Problem(Location(name), "this is not valid YAML", "syntax")
    if "nesting depth" in (error.problem or ""):  # the parser's own limit, before any event
        return Problem(Location(name, *builder.place(mark)), TOO_DEEP, "syntax")
    from validator.load.yaml_errors import ParserPlace, explain  # most files have no errors

    found = explain(
        text,
        error.problem or "",
        error.context or "",
        ParserPlace(mark.line, mark.column),
        ParserPlace(began.line, began.column) if began else None,
    )
    return Problem(Location(name, *builder.place(found)), found.message, "syntax")


class _Builder:
    """Builds the tree of a YAML text from the parser's events."""

    def __init__(self, name: str, line: int, column: int, text: str) -> None:
        self.name = name
        self.text = text
        self.first_line = line
        self.first_column = column
        self.root: Node | None = None
        self.problems: list[Problem] = []
        # Node, the key that waits for a value, and its anchor.
        self.open: list[tuple[Node, Scalar | None, str | None]] = []
        self.key: Scalar | None = None
        self.anchors: dict[str, tuple[Node, int]] = {}
        self.sizes: list[int] = []
        self.values = 0

    def place(self, mark: Any) -> tuple[int, int]:
        column = mark.column + 1 + (self.first_column if mark.line == 0 else 0)
        return mark.line + 1 + self.first_line, column

    def take(self, event: Any) -> None:
        if len(self.problems) > MOST_PROBLEMS:
            message = f"more than {MOST_PROBLEMS:,} problems; the rest of the file was not read"
            raise _BoundError(message, *self.place(event.start_mark))
        kind = type(event)
        if kind is pyyaml.ScalarEvent:
            line, column = self.place(event.start_mark)
            raw = event.value
            value = raw if event.style else plain(raw)
            if not raw and not event.style:
                value = raw = self.after_hash(event.start_mark)
                value = value or None
            node = Scalar(self.name, line, column, value, raw)
            if event.anchor:
                self.anchors[event.anchor] = (node, 1)
            self.refuse_tag(event, line, column)
            self.put(node, 1)
        elif kind is pyyaml.MappingStartEvent or kind is pyyaml.SequenceStartEvent:
            line, column = self.place(event.start_mark)
            make = Mapping if kind is pyyaml.MappingStartEvent else Sequence
            self.refuse_tag(event, line, column)
            self.start(make(self.name, line, column), event.anchor)
        elif kind is pyyaml.MappingEndEvent or kind is pyyaml.SequenceEndEvent:
            self.end()
        elif kind is pyyaml.AliasEvent:
            self.alias(event)
        elif kind is pyyaml.DocumentStartEvent and self.root is not None:
            self.report(
                event.start_mark, "a data file may contain only one document; remove the '---'"
            )

    def after_hash(self, mark: Any) -> str:
        """Return a value, such as a colour, that begins with ``#`` and that YAML therefore reads
        as a comment.
        """
        text = self.text
        found = _HASH.match(text, mark.index)
        if found is None:
            return ""
        from validator.load.yaml_errors import in_quotes

        begin = text.rfind("\n", 0, found.start(1)) + 1
        words = found[1].rstrip()
        colour = _COLOUR.match(words)
        words = colour[0] if colour else words
        what = "this colour" if colour else "this"
        shown = text[begin : found.start(1)].strip() + " " + in_quotes(words[:60])
        line, column = self.place(mark)
        column += found.start(1) - mark.index
        message = f"{what} is read as a comment, because # begins one; put it in quotes: `{shown}`"
        self.problems.append(Problem(Location(self.name, line, column), message, "syntax"))
        return words

    def report(self, mark: object, message: str) -> None:
        self.problems.append(Problem(Location(self.name, *self.place(mark)), message, "syntax"))

    def refuse_tag(self, event: Any, line: int, column: int) -> None:
        if event.tag and event.tag != "!":
            self.problems.append(
                Problem(
                    Location(self.name, line, column),
                    f"the tag '{event.tag}' is not supported here; write the plain value, or, if "
                    "a text begins with !, put the text in quotes",
                    "syntax",
                )
            )

    def start(self, node: Node, anchor: str | None) -> None:
        if len(self.open) >= DEEPEST:
            raise _BoundError(TOO_DEEP, node.line, node.column)
        self.open.append((node, self.key, anchor))
        self.sizes.append(self.values)
        self.key = None
        if anchor:
            self.anchors[anchor] = (node, 0)  # 0: incomplete, so it cannot contain itself

    def end(self) -> None:
        node, self.key, anchor = self.open.pop()
        size = self.values - self.sizes.pop() + 1
        if anchor and self.anchors[anchor][0] is node:  # no other has taken the name inside
            self.anchors[anchor] = (node, size)
        self.put(node, 1)

    def alias(self, event: Any) -> None:
        node, size = self.anchors.get(event.anchor, (None, 0))
        if node is None:
            message = f"no anchor '&{event.anchor}' is defined above"
            self.report(event.start_mark, f"{message}; put a text that begins with * in quotes")

            node = Scalar(self.name, *self.place(event.start_mark), None, "")
        elif not size:
            raise _BoundError(f"'*{event.anchor}' contains itself", *self.place(event.start_mark))
        self.put(node, size)

    def put(self, node: Node, size: int) -> None:
        self.values += size
        if self.values > MOST_VALUES:
            raise _BoundError(
                f"more than {MOST_VALUES:,} values in one file", node.line, node.column
            )
        if not self.open:
            if self.root is None:
                self.root = node
            return
        holder = self.open[-1][0]
        if isinstance(holder, Sequence):
            holder.items.append(node)
        elif self.key is None:
            self.take_key(node)
        else:
            assert isinstance(holder, Mapping)
            self.enter(holder, self.key, node)
            self.key = None

    def take_key(self, node: Node) -> None:
        if isinstance(node, Scalar):
            self.key = node
        else:
            self.problems.append(
                Problem(
                    node.location,
                    "a name must be a single value, not a list or a mapping",
                    "syntax",
                )
            )
            self.key = Scalar(self.name, node.line, node.column, None, f"?{node.line}")

    def enter(self, holder: Mapping, key: Scalar, node: Node) -> None:
        if key.raw in holder.keys:
            first = holder.keys[key.raw].line
            self.problems.append(
                Problem(
                    key.location, f"'{key.raw}' is already defined in line {first}", "duplicate-key"
                )
            )
            return
        holder.keys[key.raw] = key
        holder.entries[key.raw] = node
