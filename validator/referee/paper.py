"""Defines the sheets of paper in a game in progress, with the players' entries on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from validator.core.filled import Value


class PaperSheet(NamedTuple):
    """A printed sheet: its component and card, its owner, and the values of its blanks by name.

    `zone` is the zone of the pieces on the sheet, and `facts` are the facts that can be read from
    it.
    """

    component: str  # ids in `game.yaml`
    card: str
    owner: str = ""  # a player; empty: shared by all
    values: Mapping[str, Value] = {}
    zone: str = ""
    facts: tuple[str, ...] = ()
