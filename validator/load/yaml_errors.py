"""Explains why a YAML text cannot be parsed, in terms that card authors understand.

The parser reports where it stopped, which is often after the mistake. The surrounding lines show
the probable cause: a text that needs quotes, a line that is indented differently from its
neighbours, an unclosed quotation mark or bracket.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST_LINE = 100  # characters of a line that a message proposes
# Not compiled before use: most files have no mistakes.
_ENTRY = r"( *(?:- +)*)([^\s:#\"'\[{,&*!|>%@`-][^:#\"'\[{]*?)\s*:(?:\s+(.*))?"
_ITEM = r"( *(?:- +)+)(.*)"
_COMMENT = r"\s#.*"
_CLOSED = r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^']|'')*+'|\[[^\[\]]*+\]|\{[^{}]*+\}"
_UNCLOSED = r"[^\"]*[:\[,{-] *\"(?:[^\"\\]|\\.)*+|[^']*[:\[,{-] *'[^']*+"
_NO_SPACE = r"([\w-]+):(\S.*)"
_TAB = r" *\t"


class ParserPlace(NamedTuple):
    """A position as the parser reports it; line and column count from 0."""

    line: int
    column: int


class Explained(NamedTuple):
    """An explained mistake: its location, counted from 0, and what to do about it."""

    line: int
    column: int
    message: str


class _Stop(NamedTuple):
    """The position where the parser stopped, and its message."""

    lines: list[str]
    reason: str
    context: str
    at: ParserPlace
    began: ParserPlace | None


def explain(
    text: str, reason: str, context: str, at: ParserPlace, began: ParserPlace | None
) -> Explained:
    """Return the reason why a text is not valid YAML, and what to do.

    `reason` and `context` are the parser's messages, `at` is where it stopped, and `began` where
    the unfinished value began.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while at.line > 0 and not _line(lines, at.line).strip():  # the parser stops after the last line
        at = ParserPlace(at.line - 1, len(_line(lines, at.line - 1)))
    stop = _Stop(lines, reason, context, at, began)
    for find in (_tab, _quotation, _bracket, _sign, _text, _name, _indentation):
        if found := find(stop):
            return found
    return Explained(
        *at,
        "this does not fit the lines above; compare the indentation, and close all quotation "
        "marks and brackets above this line",
    )


def in_quotes(words: str) -> str:
    """Return a text quoted for YAML."""
    if '"' in words or "\\" in words:
        return "'" + words.replace("'", "''") + "'"
    return f'"{words}"'


def _line(lines: list[str], number: int) -> str:
    return lines[number] if 0 <= number < len(lines) else ""


def _quoted_line(line: str, begin: int, words: str) -> str:
    """Return the end of a message: the corrected line, with the text from `begin` on in quotes."""
    head, words = line[:begin].lstrip(), words.strip("“”„‟«»")
    whole = f"{head}{in_quotes(words)}"
    if len(whole) > LONGEST_LINE:
        shown = words[: max(20, LONGEST_LINE - len(head))].rstrip()
        whole = f"{head}{in_quotes(shown + ' …')}"
    return f"put it in quotes: `{whole}`"


def _value(line: str) -> tuple[int, str] | None:
    """Return the text of a line after a name or a list marker, and the position of that text."""
    entry = re.fullmatch(_ENTRY, line)
    if entry and entry[3] is not None:
        begin, words = entry.start(3), entry[3]
    elif item := re.fullmatch(_ITEM, line):
        begin, words = item.start(2), item[2]
    else:
        return None
    return begin, re.split(_COMMENT, words, maxsplit=1)[0].rstrip()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# ---- possible mistakes, the most certain first


def _tab(stop: _Stop) -> Explained | None:
    for number in (stop.at.line, stop.began.line if stop.began else stop.at.line, stop.at.line + 1):
        if (tab := re.match(_TAB, _line(stop.lines, number))) and _line(stop.lines, number).strip():
            return Explained(
                number,
                tab.end() - 1,
                "this line is indented with a tab; replace the tab with as many spaces as the "
                "lines beside it begin with",
            )
    return None


def _quotation(stop: _Stop) -> Explained | None:
    """Explain a missing or a premature closing quotation mark."""
    if "escape" in stop.reason and "unknown" not in stop.reason:
        return Explained(
            *stop.at,
            "this escape sequence does not stand for a character; write the character itself",
        )
    if "escape" in stop.reason:
        return Explained(
            *stop.at, "a backslash in double quotes must be written twice; or use single quotes"
        )
    if "quoted scalar" in stop.context and stop.began:
        return _not_closed(_line(stop.lines, stop.began.line), stop.began)
    line = _line(stop.lines, stop.at.line)
    value = _value(line)
    if value and value[1][:1] in ('"', "'", "[", "{") and stop.at.column > value[0]:
        begin, words = value
        closed = re.match(_CLOSED, words)
        if closed and words[closed.end() :].strip():
            sign = words[0]
            why = (
                f"the text continues after the closing {sign}"
                if sign in "\"'"
                else f"a text that begins with {sign} is read as a list or mapping"
            )
            return Explained(stop.at.line, begin, f"{why}; {_quoted_line(line, begin, words)}")
    for number in range(stop.at.line, max(-1, stop.at.line - 30), -1):
        line = _line(stop.lines, number)
        if re.fullmatch(_UNCLOSED, line) and (value := _value(line)) and value[1][:1] in ("'", '"'):
            return _not_closed(line, ParserPlace(number, value[0]))
    return None


def _not_closed(line: str, began: ParserPlace) -> Explained:
    """Explain an unmatched quotation mark: YAML's own, or an apostrophe that begins a text."""
    value, more = _value(line), ""
    if value and value[0] == began.column and value[1][:1] == "'":
        more = f"; if it is an apostrophe, {_quoted_line(line, *value)}"
    return Explained(
        *began, f"this quotation mark is not closed; close it at the end of the text{more}"
    )


def _bracket(stop: _Stop) -> Explained | None:
    if "flow" not in stop.context or stop.began is None:
        return None
    sign = _line(stop.lines, stop.began.line)[stop.began.column : stop.began.column + 1]
    if sign not in ("[", "{"):
        return None
    closing = "]" if sign == "[" else "}"
    rest = _line(stop.lines, stop.at.line)[stop.at.column :].strip()[:20]
    where = f" before '{rest}'" if rest and stop.at.line == stop.began.line else ""
    return Explained(
        *stop.began,
        f"this {sign} is not closed, or a comma is missing{where}; end it with {closing}, and put "
        "texts in it that have a colon, a comma or a bracket in quotes",
    )


def _sign(stop: _Stop) -> Explained | None:
    """Explain a text that begins with a character that YAML reserves, such as ``@`` or ``%``."""
    for place in (stop.began, stop.at):
        line = _line(stop.lines, place.line) if place else ""
        value = _value(line)
        if value and value[1][:1] in tuple("*&!|>%@`"):
            begin, words = value
            if words[:1] in "|>" and len(words) < 3:
                continue
            message = f"a text cannot begin with {words[0]}; {_quoted_line(line, begin, words)}"
            return Explained(place.line, begin, message)  # type: ignore[union-attr]
    if "cannot start any token" in stop.reason:
        sign = _line(stop.lines, stop.at.line)[stop.at.column : stop.at.column + 1]
        return Explained(
            *stop.at, f"nothing can begin with {sign or 'this'}; put the text in quotes"
        )
    return None


def _text(stop: _Stop) -> Explained | None:
    """Explain a text that contains a colon, which YAML reads as a name and its value."""
    line = _line(stop.lines, stop.at.line)
    value = _value(line)
    if stop.reason.startswith("block sequence") and value:
        return Explained(
            stop.at.line,
            value[0],
            "a list must begin on a new line, below its name; if this is a text, "
            + _quoted_line(line, *value),
        )
    if not stop.reason.startswith("mapping values"):
        return None
    if value and stop.at.column > value[0]:
        begin, words = value
        message = f"this text contains a colon; {_quoted_line(line, begin, words)}"
        return Explained(stop.at.line, begin, message)
    above = _above(stop.lines, stop.at.line)
    if above is None:
        return None
    here, there = _indent(line), _column(stop.lines[above])
    return Explained(
        stop.at.line,
        here,
        f"{_spaces(here)}, but line {above + 1} {_by(there)}; indent both lines by the same "
        f"amount, or, if this continues the text of line {above + 1}, put the whole text in quotes",
    )


def _name(stop: _Stop) -> Explained | None:
    """Explain a line that lacks the colon between a name and its value."""
    if "could not find expected ':'" not in stop.reason:
        return None
    place = stop.began or stop.at
    words = _line(stop.lines, place.line).strip().removeprefix("- ")
    if found := re.fullmatch(_NO_SPACE, words):
        return Explained(
            *place, f"there is no space after the colon; write `{found[1]}: {found[2][:40]}`"
        )
    name, _, rest = words.partition(" ")
    example = f", as in `{name}: {rest[:40] or '…'}`"
    return Explained(*place, f"there is no colon after the name in this line{example}")


def _indentation(stop: _Stop) -> Explained | None:
    """Explain a line that begins in a column where no line above does."""
    line = _line(stop.lines, stop.at.line)
    here = _indent(line)
    if stop.at.column > here or not line.strip():
        return None
    levels = _levels(stop.lines, stop.at.line)
    if not levels:
        return None
    entries = [number for number in levels.values() if stop.lines[number].lstrip().startswith("-")]
    if line.lstrip().startswith("-") and entries:
        name = re.fullmatch(_ENTRY, line)

        def likeness(number: int) -> tuple[bool, int]:
            other = re.fullmatch(_ENTRY, stop.lines[number])
            return not (name and other and name[2] == other[2]), abs(
                _indent(stop.lines[number]) - here
            )

        near = min(entries, key=likeness)
        there = _indent(stop.lines[near])
        if there != here:
            message = f"{_spaces(here)}, but the entry in line {near + 1} {_by(there)}"
            return Explained(stop.at.line, here, f"{message}; indent both by the same amount")
    if here in levels:
        dashed = [number for number in entries if _indent(stop.lines[number]) == here]
        if not dashed or line.lstrip().startswith("-"):
            return None
        return Explained(
            stop.at.line,
            here,
            f"this line is in the list of line {dashed[0] + 1}; begin it with '- ', or indent it "
            f"by {_column(stop.lines[dashed[0]])} spaces if it belongs to that entry",
        )
    near = min(levels, key=lambda level: (abs(level - here), -level))
    return Explained(
        stop.at.line,
        here,
        f"{_spaces(here)}, and no line above is; indent it by {near}, as line {levels[near] + 1}",
    )


def _spaces(number: int) -> str:
    return f"this line {_by(number)}"


def _by(number: int) -> str:
    return f"is indented by {number} space{'s' * (number != 1)}" if number else "is not indented"


def _column(line: str) -> int:
    """Return the column where a line's content begins, after a list marker."""
    item = re.match(_ITEM, line)
    return item.start(2) if item else _indent(line)


def _above(lines: list[str], number: int) -> int | None:
    """Return the nearest line above that is neither blank nor a comment."""
    for each in range(number - 1, -1, -1):
        if lines[each].strip() and not lines[each].lstrip().startswith("#"):
            return each
    return None


def _levels(lines: list[str], number: int) -> dict[int, int]:
    """Return the columns in which a line could begin, each with the nearest line that
    begins there.
    """
    levels: dict[int, int] = {}
    least = 1_000_000
    each = _above(lines, number)
    while each is not None and least:
        line = lines[each]
        for column in (_column(line), _indent(line)):
            if column <= least and (column < least or column == _column(line)):
                levels.setdefault(column, each)
        least = min(least, _indent(line))
        each = _above(lines, each)
    return levels
