"""Reads the file of a filled-in sheet, and returns the values of the sheet's blanks and all
problems.

A blank is named by a path, such as `people.1.name`; the file contains nested mappings and lists.
Rules for the sheets of one game are in `validator/games/<game>/sheets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from validator.core import tree
from validator.core.filled import FIELDS, Blank, FilledSheet, Value, is_empty
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Card, Game
from validator.core.tree import Node, Scalar, Sequence, describe
from validator.load.shape import Many, OneOf, Reader
from validator.load.text import called, read_text
from validator.load.yaml import read_yaml
from validator.referee.registry import ruleset_of


def read_filled(
    file: Path, blanks: Mapping[str, Blank], game: Game, card: Card
) -> tuple[FilledSheet | None, list[Problem]]:
    """Return the values in a data file for the blanks of a sheet, and all problems.

    A problem that breaks a rule of the game contains the rule's id.
    """
    name = called(file)
    text = read_text(file, name)
    if isinstance(text, Problem):
        return None, [text]
    root, problems = read_yaml(text, name)
    if not isinstance(root, tree.Mapping):
        if not problems:
            found = describe(root) if root else "nothing"
            known = _names_below("", blanks)
            message = f"expected a mapping, not {found}; known: {', '.join(known)}"
            problems.append(Problem(Location(name, 1, 1), message, "shape"))
        return None, problems
    values: dict[str, Value] = {}
    to = Reader()
    options = _options(root, game, to)
    problems += to.problems
    problems += _read(root, "", blanks, values)
    filled = FilledSheet(root, values, options)
    ruled = list(_by_rules(filled, game, card))
    judged = {problem.location for problem in ruled}
    problems = [
        each for each in problems if each.check not in _PLAIN or each.location not in judged
    ]
    return filled, sorted({*problems, *ruled})


_PLAIN = (FIELDS, "shape")  # the same problem is reported by a rule, with its reason


def with_lowest(values: Mapping[str, Value], blanks: Mapping[str, Blank]) -> dict[str, Value]:
    """Return the values, with empty blanks filled in that show the lowest of other numbers."""
    found = dict(values)
    for blank in blanks.values():
        if not blank.lowest_of or blank.name in found:
            continue
        numbers = [found[name] for name in blank.lowest_of if name in found]
        if len(numbers) == len(blank.lowest_of) and (not blank.when or found.get(blank.when)):
            found[blank.name] = min(int(number) for number in numbers)
    return found


# ---- reading


def _options(root: tree.Mapping, game: Game, to: Reader) -> tuple[str, ...]:
    """Return the options of the game that a file names, and remove them from the tree.

    They belong to no blank.
    """
    ruleset = ruleset_of(game)
    known = ruleset.sheet_options if ruleset else ()
    if not known or "options" not in root.entries:
        return ()
    del root.keys["options"]
    return Many(OneOf(known)).read(root.entries.pop("options"), to) or ()


def _read(
    node: Node, path: str, blanks: Mapping[str, Blank], values: dict[str, Value]
) -> Iterator[Problem]:
    """Add the values at a path and below it to `values`, and yield their problems."""
    if path in blanks:
        yield from _value(node, blanks[path], values)
    elif isinstance(node, tree.Mapping):
        below = _names_below(path, blanks)
        for name, place in node.keys.items():
            if name in below:
                yield from _read(node.entries[name], _joined(path, name), blanks, values)
            else:
                hint = did_you_mean(name, below)
                yield Problem(place.location, f"the sheet has no '{name}' here{hint}", FIELDS)
    elif isinstance(node, Sequence):
        below = _names_below(path, blanks)
        if not all(name.isdigit() for name in below):
            yield _wrong(node, f"a mapping with {', '.join(below)}")
        elif len(node.items) > len(below):
            room = f"the sheet has room for {len(below)} of '{path}', not for {len(node.items)}"
            yield Problem(node.location, room, FIELDS)
        for number, item in enumerate(node.items[: len(below)], 1):
            if str(number) in below:
                yield from _read(item, f"{path}.{number}", blanks, values)
    elif f"{path}.1" in blanks:
        yield from _value(node, blanks[f"{path}.1"], values)
    elif not is_empty(node):
        below = _names_below(path, blanks)
        listed = all(name.isdigit() for name in below)
        yield _wrong(node, "a list" if listed else f"a mapping with {', '.join(below)}")


def _value(node: Node, blank: Blank, values: dict[str, Value]) -> Iterator[Problem]:
    if is_empty(node):
        return
    value = node.value if isinstance(node, Scalar) else None
    if blank.kind == "tick":
        if isinstance(value, bool):
            values[blank.name] = value
        else:
            yield _wrong(node, "true or false")
    elif blank.kind == "number":
        whole = isinstance(value, int) and not isinstance(value, bool)
        if isinstance(value, int) and whole:
            values[blank.name] = value
        if not isinstance(value, int) or not whole or not blank.least <= value <= blank.most:
            yield _wrong(node, f"a whole number from {blank.least} to {blank.most}")
    elif isinstance(node, Scalar) and not isinstance(value, bool):
        values[blank.name] = " ".join(node.raw.split())
    else:
        yield _wrong(node, f"text ({blank.label})" if blank.label else "text")


def _wrong(node: Node, expected: str) -> Problem:
    return Problem(node.location, f"expected {expected}, not {describe(node)}", "shape")


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _names_below(path: str, blanks: Mapping[str, Blank]) -> list[str]:
    """Return the next path components that lead to blanks, in the order of the sheet."""
    start = f"{path}." if path else ""
    steps = (name[len(start) :].split(".")[0] for name in blanks if name.startswith(start))
    return list(dict.fromkeys(steps))


# ---- rules


def _by_rules(filled: FilledSheet, game: Game, card: Card) -> Iterator[Problem]:
    """Yield the problems that a shipped game's sheet rules find, or nothing if the game has no
    module `sheets`.

    A copy of a shipped game's folder is checked against the numbers of its own rules.
    """
    ruleset = ruleset_of(game)
    if ruleset is None or ruleset.check_sheet is None:
        return
    try:
        yield from ruleset.check_sheet(filled, game.rules, card)
    except LookupError as error:  # a copy whose rules lack a number
        yield Problem(Location(game.rules.file), str(error.args[0]), "references")
