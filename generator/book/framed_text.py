"""Draws facts as text in figures: written sheets, rolled dice and counts.

The contents are facts from the referee. A sheet is a mapping that contains each list under its
name, and the number that belongs to a list under the first letter of its name, such as `V: 3` for
`violence`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.book.marks import Area, Label
from validator.core.model import in_words
from validator.core.translations import Translations

WRITTEN = "written"  # instead of a component: a fact that is shown as text
TEXT = 2.5  # mm, the size of what is written
STEP = 3.2  # from line to line
DIE = 6.6
# The corners of dice in parts of their width and height; others are squares.
SHAPES: Mapping[str, tuple[tuple[float, float], ...]] = {
    "d4": ((0.5, 0.0), (1.0, 0.94), (0.0, 0.94)),
    "d8": ((0.5, -0.08), (1.08, 0.5), (0.5, 1.08), (-0.08, 0.5)),
    "d10": ((0.5, -0.06), (1.06, 0.42), (1.0, 0.66), (0.5, 1.06), (0.0, 0.66), (-0.06, 0.42)),
    "d12": ((0.5, -0.03), (0.81, 0.07), (1.0, 0.34), (1.0, 0.66), (0.81, 0.93), (0.5, 1.03),
            (0.19, 0.93), (0.0, 0.66), (0.0, 0.34), (0.19, 0.07)),
    "d20": ((0.5, -0.05), (0.98, 0.22), (0.98, 0.78), (0.5, 1.05), (0.02, 0.78), (0.02, 0.22)),
}  # fmt: skip
_TICKED = re.compile(r"\[([ x])\] (.*) \(([ o])\)")
# A fact in a caption: {Cat.science}, or {after Cat.science} for its value after a step.
FACT = re.compile(r"\{(after )?([\w']+(?: [\w']+)*(?:\.[\w -]+)+)\}")
_DICE = re.compile(r"(\d*)(d\d+)(?::(\d+))?")

Measure = Callable[[str], float]


@dataclass
class FramedLines:
    """Lines of text and their frames, in millimetres, and the text for screen readers."""

    title: str
    said: str = ""
    labels: list[Label] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    wide: float = 0.0
    high: float = 0.0


def value_of(facts: Mapping[str, object], path: str) -> object:
    """Return the fact at a path, such as `Ann.thief` or `Ann.row.1`, or None if there is none."""
    value: object = facts
    for name in path.split("."):
        if isinstance(value, tuple | list) and name.isdigit() and 0 < int(name) <= len(value):
            value = value[int(name) - 1]
            continue
        if not isinstance(value, Mapping) or name not in value:
            return None
        value = value[name]
    return value


def counts_of(value: object) -> Mapping[str, Any]:
    """Return counts by name, such as `agent: 3`.

    A single number gets an empty name.
    """
    return value if isinstance(value, Mapping) else {"": value}


def spelled(name: str, names: Iterable[str]) -> str:
    """Return the name for its capital initial, such as `agent` for `A`.

    If no name has this initial, `name` is returned.
    """
    found = (each for each in names if len(name) == 1 and each[:1].upper() == name)
    return next(found, name)


def written(
    title: str, content: object, wide: float, measure: Measure, words: Translations
) -> FramedLines | None:
    """Return a fact as lines, or None if there is nothing to show.

    Sheets are at most `wide` mm wide.
    """
    found = FramedLines(words(title))
    if isinstance(content, Mapping):
        lists = sum(isinstance(each, tuple) for each in content.values())
        if 0 < lists < len(content):
            _sheet(found, content, wide, measure, words)
        else:
            _rolls(found, content, measure)
    else:
        found.said = in_words(content)
        found.labels.append(Label(found.said, 0, STEP, 3.0, face="bold"))
        found.wide, found.high = measure(found.said) * 3.2, STEP + 1
    return found if found.said else None


def _rolls(found: FramedLines, content: Mapping[str, Any], measure: Measure) -> None:
    """Add a line for each player: the name, and the dice or a single number."""
    start = max(measure(name) for name in content) * TEXT + 1.5
    said = []
    for name, rolled in content.items():
        words = " ".join(rolled) if isinstance(rolled, tuple) else in_words(rolled)
        dice = [
            (kind, value) for count, kind, value in _DICE.findall(words)
            for _ in range(int(count or 1))
        ]  # fmt: skip
        found.labels.append(Label(name, 0, found.high + (DIE / 2 + 0.9 if dice else 3.5), TEXT))
        if not dice:
            found.labels.append(Label(words, start, found.high + 3.5, TEXT, face="bold"))
        for number, (kind, value) in enumerate(dice):
            _die(found, start + number * (DIE + 1.4), kind, value)
        found.high += DIE + (3.6 if any(value for _, value in dice) else 1.0)
        found.wide = max(found.wide, start + max(len(dice) * (DIE + 1.4), measure(words) * TEXT))
        said.append(f"{name} {words.replace(':', ' ')}")
    found.said = "; ".join(said)


def _die(found: FramedLines, x: float, kind: str, value: str) -> None:
    """Add a die, drawn in the shape of its type.

    It is labelled with its type, or with its value above its type.
    """
    corners = SHAPES.get(kind, ())
    found.areas.append(Area(x, found.high, DIE, DIE, "#ffffff", "ink", radius=0.9, corners=corners))
    middle = x + DIE / 2
    if value:
        found.labels.append(
            Label(value, middle, found.high + DIE / 2 + 1.25, 3.5, "middle", "bold")
        )
        found.labels.append(Label(kind, middle, found.high + DIE + 2.8, TEXT, "middle"))
    else:
        found.labels.append(Label(kind, middle, found.high + DIE / 2 + 0.9, TEXT, "middle", "bold"))


def _sheet(
    found: FramedLines,
    content: Mapping[str, Any],
    wide: float,
    measure: Measure,
    words: Translations,
) -> None:
    """Add a framed sheet, with numbers in circles, and lines with box and circle."""
    if isinstance(name := content.get("name"), str):
        found.title = f"{found.title}: {name}"
    lists = {key: each for key, each in content.items() if isinstance(each, tuple)}
    found.areas.append(Area(0, 0, wide, 0.1, "#ffffff", "muted"))  # its height is known below
    y, said = 1.0, []
    for key, items in lists.items():
        rating = content.get(key[:1].upper()) or ""
        found.areas.append(Area(1.2, y, 4.4, 4.4, "#ffffff", "ink", is_round=True))
        found.labels.append(Label(str(rating), 3.4, y + 3.2, 2.9, "middle", "bold"))
        found.labels.append(Label(words(key), 6.6, y + 3.1, TEXT, face="bold"))
        y += 5.2
        for item in items:
            y = _line(found, item, y, wide, measure)
        y += 0.6
        heard = ", ".join(_heard(item, words) for item in items)
        said.append(f"{words(key)} {rating}".strip() + (f": {heard}" if heard else ""))
    found.areas[0] = Area(0, 0, wide, y, "#ffffff", "muted")
    found.said, found.wide, found.high = "; ".join(said), wide, y


def _line(found: FramedLines, item: str, y: float, wide: float, measure: Measure) -> float:
    """Add a line, with a box and a circle if it has them.

    Returns the top of the next line.
    """
    x = 1.6
    if ticked := _TICKED.fullmatch(item):
        box, item, circle = ticked.groups()
        found.areas.append(Area(x, y + 0.5, 2.0, 2.0, "ink" if box == "x" else "", "ink"))
        found.areas.append(
            Area(x + 2.6, y + 0.5, 2.0, 2.0, "ink" if circle == "o" else "", "ink", is_round=True)
        )
        x = 7.0
    for line in broken(item, (wide - x - 1) / TEXT, measure):
        found.labels.append(Label(line, x, y + 2.4, TEXT))
        y += STEP
    return y


def broken(words: str, wide: float, measure: Measure) -> list[str]:
    """Break text into lines of at most `wide`, as measured by `measure`.

    Only a single word can be wider.
    """
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _heard(item: str, words: Translations) -> str:
    """Return a line as a screen reader should read it."""
    ticked = _TICKED.fullmatch(item)
    if ticked is None:
        return item
    box, name, circle = ticked.groups()
    marks = [words("box filled")] * (box == "x") + [words("circle filled")] * (circle == "o")
    return f"{name} ({', '.join(marks)})" if marks else name
