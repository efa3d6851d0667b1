"""What a figure is made of, in millimetres from its top left corner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """A face in a figure. `wide` and `high` are its piece's size, before `scale`."""

    key: str
    x: float
    y: float
    wide: float
    high: float
    scale: float
    outline: str  # of its component
    title: str


@dataclass(frozen=True)
class Label:
    """Words in a figure; `y` is their base line. `anchor` is start, middle or end."""

    text: str
    x: float
    y: float
    size: float
    anchor: str = "start"
    bold: bool = False
    badge: str = ""  # the colour of a disc behind it


@dataclass(frozen=True)
class Rule:
    """A hairline, or where it is `high` a frame. `fill`: `paper`, `ink`, or nothing."""

    x: float
    y: float
    wide: float
    high: float
    is_round: bool = False
    fill: str = ""


@dataclass(frozen=True)
class Figure:
    """What is drawn, from the top left corner, and what a screen reader says instead."""

    wide: float
    high: float
    shown: tuple[Shown, ...]
    labels: tuple[Label, ...]
    rules: tuple[Rule, ...]
    alt: str
