"""Papers, margins and marks, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

from validator.model import Size

PAPERS: dict[str, Size] = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}  # ISO 216, ANSI


@dataclass(frozen=True)
class Craft:
    """How sheets are prepared for cutting. The defaults follow the print-and-play community."""

    bleed: float = 2.0  # colour beyond the trim, at the outside of a block of cards
    edge: float = 4.0  # nothing is printed nearer to the paper's edge (desktop printers)
    mark: float = 3.0  # length of a crop mark
    mark_least: float = 1.5  # a shorter mark cannot be aimed at; bleed gives way before it
    mark_width: float = 0.15
    token_gap: float = 4.0  # between round pieces, for a punch or scissors
    token_bleed: float = 1.5
