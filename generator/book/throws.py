"""Draws a throw of dice as a grid: each player's dice step by step, and the result.

The dice are facts of the replayed script, such as its `scene.pool`; none are typed by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.book.examples import Replayed
from generator.book.framed_text import SHAPES, broken, value_of
from generator.book.marks import Area, Label, Mark, Stroke
from generator.book.styles import BookLook
from generator.book.tree import FigureRow, plain

DICE = re.compile(r"(\d*)(d\d+)(?::(\d+))?")
ROLLED = re.compile(r"d\d+:\d+")
TOKEN = re.compile(r"([\w']+) (d\d+:\d+)( x)?|(\S+)")
SIDE = 7.6  # mm, the width of a die
LARGE = 1.5  # times as large: dice where there is room
NAMES = 29.0  # mm, the column of the steps
BETWEEN = 2.0
TEXT = 3.0
COLOURS = (("accent", "on_accent"), ("ink", "tile"), ("second", "tile"), ("muted", "tile"))

Drawn = tuple[list[Mark], float]  # marks, and their height in mm


@dataclass(frozen=True)
class ThrowStep:
    """Each player's dice after a step of a throw."""

    name: str
    words: str
    dice: Mapping[str, str]
    added: Mapping[str, Mapping[str, int]]  # player -> kind -> number of new dice


def steps_of(
    replayed: Replayed, paths: Sequence[str], first: str, base: str = ""
) -> Iterator[ThrowStep]:
    """Yield the dice at the start, which is called `first`, and after each step.

    A step is a move with a comment that changes the facts at `paths`. In the first step, dice
    beyond the numbers of the fact `base` are new.
    """
    facts = replayed.referee.facts
    before: dict[str, str] = {}
    shown: dict[str, Counter[str]] | None = None
    said = [(replayed.before, first), *((d.after, d.said) for d in replayed.deeds if not d.refused)]
    for state, words in said:
        found = {name: dice for path in paths for name, dice in _dice(facts(state), path)}
        if found and found != before and words:
            head, _, rest = words.partition(". ")
            now = {name: _kinds(dice) for name, dice in found.items()}
            if shown is None:
                numbers = value_of(facts(state), base) if base else {}
                shown = (
                    {
                        name: Counter(dict.fromkeys(kinds, int(numbers.get(name, kinds.total()))))
                        for name, kinds in now.items()
                    }
                    if isinstance(numbers, Mapping)
                    else now
                )
            added = {name: kinds - shown.get(name, Counter()) for name, kinds in now.items()}
            yield ThrowStep(head.rstrip("."), rest, found, added)
            shown = now
        before = found


def _kinds(dice: str) -> Counter[str]:
    """Return how many dice of each kind there are."""
    found: Counter[str] = Counter()
    for count, kind, _ in DICE.findall(dice):
        found[kind] += int(count or 1)
    return found


def _dice(facts: Mapping[str, object], path: str) -> Iterator[tuple[str, str]]:
    value = value_of(facts, path)
    for name, rolled in value.items() if isinstance(value, Mapping) else ():
        yield str(name), " ".join(rolled) if isinstance(rolled, tuple) else str(rolled)


def grid(
    replayed: Replayed, row: FigureRow, heads: Sequence[str], look: BookLook, wide: float,
    grown: float,
) -> Drawn:  # fmt: skip
    """Return a grid with a row for each step and a column for each player.

    `heads` are the players' roles, which head their columns.
    """
    side = SIDE * min(max(grown, 1.0), LARGE)
    step_wide = side + 1.4
    paths = [each.strip() for each in plain(row.cells[0]).split(",")]
    first, base = ([plain(each) for each in row.cells[1:3]] + ["", ""])[:2]
    steps = [*steps_of(replayed, paths, first, base)]
    players = list(dict.fromkeys(name for step in steps for name in step.dice))
    across = (wide - NAMES - BETWEEN * len(players)) / max(len(players), 1)
    marks = [*_heads(players, heads, across)]
    y = 6.4 + BETWEEN * 0.6
    for step in steps:
        lines = broken(step.words, (NAMES - 1) / TEXT, lambda w: look.text.width(w) / 1000)
        rows = [_row_of(step.dice.get(name, ""), across, step_wide) for name in players]
        high = max(8.0 + len(lines) * 3.5, *(4.0 + len(row) * step_wide for row in rows))
        marks.append(Label(step.name, 0, y + 4.6, 2.9, face="label", colour="accent"))
        marks += [Label(line, 0, y + 8.6 + at * 3.5, TEXT, colour="muted")
                  for at, line in enumerate(lines)]  # fmt: skip
        for at, dice in enumerate(rows):
            x = _left(at, across)
            marks.append(Area(x, y, across, high, "tile"))
            top = y + (high - len(dice) * step_wide + 1.4) / 2
            added = step.added.get(players[at], {})
            marks += _placed_dice(dice, added, x + 3, top, side, COLOURS[at % len(COLOURS)])
        y += high + BETWEEN * 0.6
    return marks, y - BETWEEN * 0.6


def _left(number: int, across: float) -> float:
    """Return the left edge of a player's column in mm."""
    return NAMES + BETWEEN + number * (across + BETWEEN)


def _heads(players: Sequence[str], heads: Sequence[str], across: float) -> Iterator[Mark]:
    """Yield the headings of the players' columns."""
    for at, name in enumerate(players):
        fill, ink = COLOURS[at % len(COLOURS)]
        x = _left(at, across)
        head = next((each for each in heads if each.startswith(name)), name)
        yield Area(x, 0, across, 6.4, fill)
        yield Label(head, x + 3, 4.3, 2.8, face="label", colour=ink)


def _placed_dice(
    rows: Sequence[Sequence[tuple[str, str]]], added: Mapping[str, int], x: float, y: float,
    side: float, colours: tuple[str, str],
) -> Iterator[Mark]:  # fmt: skip
    """Yield a player's dice in rows. A ring marks those that were added in this step."""
    kinds = [kind for row in rows for kind, _ in row]
    for number, row in enumerate(rows):
        for place, (kind, value) in enumerate(row):
            left, top = x + place * (side + 1.4), y + number * (side + 1.4)
            kinds.pop(0)
            if kinds.count(kind) < added.get(kind, 0):  # the last ones of its kind
                yield Area(left - 0.6, top - 0.6, side + 1.2, side + 1.2, "", "line", 0.7,
                           radius=1.6)  # fmt: skip
            yield from die(kind, value, left, top, colours, side=side)


def _row_of(dice: str, across: float, step: float) -> list[list[tuple[str, str]]]:
    """Return dice in rows that fit the width.

    `step` is the distance between neighbouring dice in mm.
    """
    each = [(kind, value) for count, kind, value in DICE.findall(dice)
            for _ in range(int(count or 1))]  # fmt: skip
    fit = max(int((across - 4) / step), 1)
    return [each[start : start + fit] for start in range(0, len(each), fit)]


def die(
    kind: str, value: str, x: float, y: float, colours: tuple[str, str], side: float = SIDE
) -> list[Mark]:
    """Return marks for a die in the shape of its kind, labelled with its value or its kind."""
    fill, ink = colours
    corners = SHAPES.get(kind, ())
    words, size = (value, side * 0.55) if value else (kind, side * 0.34)
    return [
        Area(x, y, side, side, fill, radius=1.2, corners=corners),
        Label(words, x + side / 2, y + side / 2 + size * 0.35, size, "middle", "label", ink),
    ]


def reading(
    replayed: Replayed, row: FigureRow, look: BookLook, wide: float, troubles: list[str]
) -> Drawn:
    """Return a box that explains the result of dice in words.

    The author writes it as `highest | Ann d8:7 beats Bob d6:6 | Ann is narrator.` A die has the
    colour of the player named before it, and `x` after it crosses it out. A die that this player
    did not roll is added to `troubles`.
    """
    cells = [plain(each) for each in row.cells]
    name = row.name[:1].upper() + row.name[1:]
    marks: list[Mark] = [Label(name, 4, 6.4, 3.0, face="label", colour="accent")]
    rolled = _rolled(replayed)
    x = 4.0
    for player, shown, lost, word in TOKEN.findall(cells[0]):
        if word:
            marks.append(Label(word, x + 0.6, 8.8 + SIDE * 0.62, 3.6, face="label",
                               colour="accent"))  # fmt: skip
            x += look.label.width(word) / 1000 * 3.6 + 2.6
            continue
        if shown not in rolled.get(player, ()):
            troubles.append(f"expected a die that {player} rolled in this example, not '{shown}'")
        kind, _, value = shown.partition(":")
        number = [*rolled].index(player) if player in rolled else 0
        marks += die(kind, value, x, 8.8, COLOURS[number % len(COLOURS)])
        for colour, width in (("tile", 1.6), ("ink", 0.7)) if lost else ():  # at its corner
            left, right = x + SIDE - 1.3, x + SIDE + 1.1
            marks += [Stroke(left, 7.7, right, 10.1, colour, width),
                      Stroke(left, 10.1, right, 7.7, colour, width)]  # fmt: skip
        x += SIDE + 1.6
    words = cells[1] if len(cells) > 1 else ""
    lines = broken(words, (wide - 8) / 3.3, lambda w: look.text.width(w) / 1000)
    base = 8.8 + SIDE + 5.0
    marks += [Label(line, 4, base + at * 3.9, 3.3) for at, line in enumerate(lines)]
    return marks, base + len(lines) * 3.9 - 1.0


def _rolled(replayed: Replayed) -> dict[str, tuple[str, ...]]:
    """Return each player's roll, taken from the facts that are dice with values."""
    found: dict[str, tuple[str, ...]] = {}
    for value in _leaves(replayed.referee.facts(replayed.after)):
        for name, dice in value.items() if isinstance(value, Mapping) else ():
            if isinstance(dice, tuple) and dice and all(ROLLED.fullmatch(str(d)) for d in dice):
                found[str(name)] = tuple(map(str, dice))
    return found


def _leaves(value: object) -> Iterator[object]:
    yield value
    for each in value.values() if isinstance(value, Mapping) else ():
        yield from _leaves(each)
