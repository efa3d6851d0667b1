"""Adds columns from a second card file to a component, as in `join: {file: prices.csv, by: title}`.

Each row of the second file adds its cells to the cards with the same value in the field `by`; a
card's own values are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from validator.core.frozen_map import FrozenMap
from validator.core.location import did_you_mean
from validator.core.tree import Mapping, Node, Scalar, Sequence
from validator.load.columns import ColumnNames, plainly
from validator.load.shape import EntryTable, MappingShape, Reader, ShapeField, Text, optional

BY = "title"  # the field by which rows belong together, unless another is named
_JOIN = MappingShape(
    {
        "file": ShapeField(Text(), "a card file in the game's folder"),
        "by": optional(Text(), "the field that both files have", BY),
        "columns": optional(
            EntryTable(Text()), "the columns of this file, as for a component", FrozenMap({})
        ),
    }
)


class Join(NamedTuple):
    """A second card file: its node in game.yaml, the field common to both, and its columns."""

    file: Scalar
    by: str
    columns: ColumnNames


def read_join(node: Node | None, fields: Collection[str], to: Reader) -> Join | None:
    """Return the second file of a component, declared by its name or by a mapping."""
    if node is None:
        return None
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return Join(node, BY, ColumnNames(tuple(fields)))
    said = _JOIN.read(node, to)
    if said is None or not said["file"] or not isinstance(node, Mapping):
        return None
    if said["by"] not in fields:
        hint = did_you_mean(said["by"], fields)
        to.say(node.entries["by"], f"there is no field '{said['by']}'{hint}", "references")
        return None
    file = node.entries["file"]
    assert isinstance(file, Scalar)
    return Join(file, said["by"], ColumnNames(tuple(fields), dict(said["columns"] or {})))


def joined(
    cards: Sequence,
    join: Join,
    read: Callable[[Scalar, ColumnNames], Node | None],
    to: Reader,
    left: Iterable[Node] = (),
) -> None:
    """Add the cells of the second file to the cards, in place; `read` reads a card file.

    `left` contains the rows of the first file that other components may take.
    """
    found = read(join.file, join.columns)
    rows = found.entries.get("cards") if isinstance(found, Mapping) else found
    if not isinstance(rows, Sequence):
        return
    by_value: dict[str, Mapping] = {}
    for row in rows.items:
        value = _value(row, join.by)
        if not isinstance(row, Mapping):
            continue
        if value in by_value:
            first = by_value[value].location.row
            to.say(row, f"the {join.by} of this row is already that of {first}", "duplicate-key")
        else:
            by_value[value] = row
    used = {_value(row, join.by) for row in left}
    for card in cards.items:
        value = _value(card, join.by)
        other = by_value.get(value)
        if other is None or not isinstance(card, Mapping):
            continue
        used.add(value)
        new = {key: entry for key, entry in other.entries.items() if key not in card.entries}
        card.entries.update(new)
        card.keys = {**card.keys, **{key: other.keys[key] for key in new}}  # rows share theirs
    for value, row in by_value.items():
        if value not in used:
            message = (
                f"no card has the same {join.by} as this row, so its fields are not "
                "added to any card"
            )
            to.say(row, message, "columns", "warning")


def _value(row: Node, by: str) -> str:
    entry = row.entries.get(by) if isinstance(row, Mapping) else None
    return plainly(entry.raw) if isinstance(entry, Scalar) else ""
