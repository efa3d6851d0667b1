"""Reads the row filter of a component in game.yaml: `where: Kind = Spell`.

One spreadsheet can therefore contain the cards of several components. `Kind = Spell, Trap` takes
both, `Kind != Spell` all others, and `Kind = Spell and Cost > 2` rows that meet both conditions.
Case and spaces are ignored.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from validator.core.location import Problem, did_you_mean
from validator.core.tree import Mapping, Node, Scalar
from validator.load.cells import parse_value
from validator.load.columns import plainly
from validator.load.shape import Reader

_PART = re.compile(r"([^=!<>]+?) *(!=|<=|>=|=|<|>) *([^=!<>]+)")
_BETWEEN = re.compile(r" +and +(?=[^=!<>]+[!<>=])")
_COMPARED = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
LISTED = 6  # values of a column that a message names


@dataclass
class Where:
    """A condition on a column.

    `seen` collects the values in the column, and `left` the rows that do not meet the condition.
    """

    column: str
    values: tuple[str, ...]
    sign: str  # =, !=, <, >, <= or >=
    node: Node
    seen: dict[str, None] = field(default_factory=dict)
    left: dict[str, Node] = field(default_factory=dict)
    taken: int = 0

    def takes(self, words: str) -> bool:
        """Return whether the condition accepts a row with this text in its column."""
        self.seen[words] = None
        if self.sign in _COMPARED:
            said, number = parse_value(words, True), parse_value(self.values[0], True)
            if not isinstance(said, int | float) or not isinstance(number, int | float):
                return False
            return bool(_COMPARED[self.sign](said, number))
        return (plainly(words) in map(plainly, self.values)) != (self.sign == "!=")


def read_where(node: Node | None, to: Reader) -> tuple[Where, ...]:
    """Return the conditions of a component."""
    if node is None:
        return ()
    if not isinstance(node, Scalar):
        to.say(node, "expected a condition on a column, such as `where: Kind = Spell`")
        return ()
    found = []
    for part in _BETWEEN.split(node.raw):
        match = _PART.fullmatch(part.strip())
        values = [each.strip() for each in match[3].split(",")] if match else []
        if match is None or not all(values):
            to.say(node, f"'{part}' is not a condition on a column; write `where: Kind = Spell`")
            return ()
        number = parse_value(values[0], True)
        if match[2] in _COMPARED and (len(values) > 1 or not isinstance(number, int | float)):
            to.say(node, f"expected a number after {match[2]}, not '{match[3]}'")
            return ()
        found.append(Where(match[1].strip(), tuple(values), match[2], node))
    return tuple(found)


def is_taken(row: Node, words: Sequence[str], conditions: Sequence[Where]) -> bool:
    """Return whether all conditions accept a row with these texts in their columns."""
    each_takes = [each.takes(said) for each, said in zip(conditions, words, strict=True)]
    taken = all(each_takes)
    for each in conditions:
        if taken:
            each.taken += 1
        else:
            each.left[str(row.location)] = row
    return taken


def chosen(rows: Iterable[Node], conditions: Sequence[Where], fields: Iterable[str]) -> list[Node]:
    """Return the rows of a YAML or JSON file that meet all conditions.

    Keys that only the conditions use are removed from the rows.
    """
    known = set(map(plainly, fields))
    found = []
    for row in rows:
        if not isinstance(row, Mapping):
            found.append(row)
            continue
        words = []
        for each in conditions:
            key = next((key for key in row.entries if plainly(key) == plainly(each.column)), "")
            words.append(getattr(row.entries.get(key), "raw", ""))
            if key and plainly(key) not in known:
                del row.entries[key], row.keys[key]
        if is_taken(row, words, conditions):
            found.append(row)
    return found


def none_taken(conditions: Sequence[Where]) -> list[Problem]:
    """Return a problem saying that no row meets the conditions."""
    problems = []
    for each in conditions:
        seen = [*map(plainly, each.seen)]
        lacking = [value for value in each.values if plainly(value) not in seen]
        lacking = [] if each.sign in _COMPARED else lacking
        if each.seen and (lacking or not each.taken):
            listed = [value for value in each.seen if value]
            shown = ", ".join(f"'{value}'" for value in listed[:LISTED])
            more = ", …" if len(listed) > LISTED else ""
            wanted = (lacking or each.values)[0]
            sign = f"{each.sign} " if each.sign in _COMPARED else ""
            message = (
                f"no row has {sign}'{wanted}' in the column '{each.column}', which has "
                f"{shown or 'nothing'}{more}{did_you_mean(wanted, listed)}"
            )
            problems.append(Problem(each.node.location, message, "columns"))
            break
    return problems


def rows_left(components: Iterable[tuple[str, Sequence[Where]]]) -> list[Problem]:
    """Return warnings about rows that no component takes, in files that several components share.

    `components` contains the file and the conditions of each component.
    """
    files: dict[str, list[Sequence[Where]]] = {}
    for file, conditions in components:
        files.setdefault(file, []).append(conditions)
    problems = []
    for sharing in files.values():
        if not all(sharing) or any(each.taken == 0 for taking in sharing for each in taking):
            continue
        rows = {place: row for each in sharing[0] for place, row in each.left.items()}
        for place, row in rows.items():
            if all(any(place in each.left for each in conditions) for conditions in sharing):
                wanted = ", or ".join(
                    dict.fromkeys(str(getattr(each[0].node, "raw", "")) for each in sharing)
                )
                message = (
                    f"no component takes this row, so it is not printed; expected {wanted}; "
                    "correct the row, or a `where:` of game.yaml"
                )
                problems.append(Problem(row.location, message, "columns", "warning"))
    return problems
