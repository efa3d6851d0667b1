"""Defines the inks with which a kit can be printed; `docs/printing.md` describes each of them."""

from __future__ import annotations

from dataclasses import dataclass

from generator.core.shown import TemplateValue
from generator.drawing.colour import GREY, SCREEN, ColourSpace
from validator.core.translations import gettext_noop


@dataclass(frozen=True)
class Ink(TemplateValue):
    """An ink mode: its colours and amount of ink.

    `title` is its translatable name on a cover.
    """

    name: str
    title: str
    about: str = ""  # for --help
    suffix: str = ""  # suffix of a file's name
    low: bool = False  # templates omit large dark areas
    space: ColourSpace = SCREEN


_INKS = (
    Ink("colour", gettext_noop("colour")),
    Ink("low", gettext_noop("low ink"), "no large dark areas", "-low-ink", low=True),
    Ink("grey", gettext_noop("grey ink"), "black ink only", "-grey", space=GREY),
    Ink("low-grey", gettext_noop("low grey ink"), "both", "-low-grey", low=True, space=GREY),
)
INKS = {each.name: each for each in _INKS}
USUAL_INK = "colour"
