"""Collects the contents of a kit's cover and credits: pieces, sheets, supplies and authors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.core.shown import TemplateValue
from generator.drawing.inks import Ink
from generator.faces.fonts import FontBook
from generator.faces.usage import Icon
from generator.sheets.paper import Paper, Sides
from validator.core.model import Component, Game
from validator.core.sizes import SIZES
from validator.core.translations import Translations

if TYPE_CHECKING:
    from validator.referee.needs import Share


@dataclass(frozen=True)
class Content(TemplateValue):
    """A line in the list of the kit's contents."""

    title: str
    description: str
    pieces: int
    designs: int
    size: str
    kind: str
    optional: bool
    sheets: tuple[int, ...]  # numbers of the sheets of paper, from 1
    needed: int  # pieces that the chosen number of players needs; all if none was chosen


@dataclass(frozen=True)
class IconCredit(TemplateValue):
    """The credits for icons of one set and licence: their authors in alphabetical order."""

    set: str
    licence: str
    authors: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class FontCredit(TemplateValue):
    """The credit for a typeface that the kit uses."""

    family: str
    licence: str
    copyright: str


@dataclass(frozen=True)
class Kit(TemplateValue):
    """The description of a kit for its cover and credits."""

    contents: tuple[Content, ...]
    sheets: int  # sheets of paper, including cover and credits
    paper: Paper
    sides: Sides
    ink: Ink
    build_id: str
    icons: tuple[IconCredit, ...]
    fonts: tuple[FontCredit, ...]
    originals: tuple[str, ...]  # titles of components with cards of our own
    players: int | None = None  # the number of players that was chosen
    supplies: tuple[str, ...] = ()  # the maximum that they must supply: ``21 d6``

    @property
    def pieces(self) -> int:
        return sum(content.pieces for content in self.contents)


def contents(
    game: Game, sheets: dict[str, set[int]], players: int | None = None
) -> tuple[Content, ...]:
    """Return the printed components of a game, with their sheets.

    Each contains the number of pieces that `players` players need.
    """
    shares = _shares(game, players) if players else {}
    return tuple(
        Content(
            each.title,
            _which(shares.get(each.id)) or each.description,
            each.pieces,
            len(each.cards),
            _size(each, game.words),
            each.kind,
            each.optional,
            tuple(sorted(sheets[each.id])),
            shares[each.id].pieces if each.id in shares else each.pieces,
        )
        for each in game.components
        if sheets.get(each.id)
    )


def _shares(game: Game, players: int) -> dict[str, Share]:
    from validator.referee.needs import needed  # the referee of the game, which takes a while

    return needed(game, players)


def _which(share: Share | None) -> str:
    """Return the designs that are needed, if not all are: ``12 Craft, 8 Science``."""
    designs = share.designs if share else ()
    return ", ".join(f"{number} {title}" for title, number in designs if number)


def _size(component: Component, words: Translations) -> str:
    """Return the trimmed size of a component for the packing list, to a tenth of a millimetre."""
    size = component.size
    if size == SIZES["page"]:
        return words("full page")
    width, height = (words.number(round(each, 1)) for each in (size.width, size.height))
    if component.outline == "round":
        return words("%(width)s mm, round", width=width)
    return words("%(width)s × %(height)s mm", width=width, height=height)


SETS = {
    "game-icons": "game-icons.net",
    "ph": "Phosphor Icons",
    "mdi": "Material Design Icons",
    "tabler": "Tabler Icons",
    "fluent-emoji-high-contrast": "Fluent Emoji",
    "pieria": "Pieria",
}
OWN_ICONS = "pieria"  # the set of icons that this project drew


def icon_credits(icons: Iterable[Icon], words: Translations) -> tuple[IconCredit, ...]:
    """Return the authors of icons, grouped by set and licence, in alphabetical order."""
    licences = {"project": words("own work")}
    groups: dict[tuple[str, str], list[str]] = {}
    for icon in icons:
        groups.setdefault((icon.set, icon.licence), []).append(icon.author)
    return tuple(
        IconCredit(
            SETS.get(set_, set_),
            licences.get(licence, licence),
            tuple(sorted({name for each in authors for name in each.split(", ")})),
            len(authors),
        )
        for (set_, licence), authors in sorted(groups.items())
    )


def font_credits(fonts: FontBook, used: Iterable[str]) -> tuple[FontCredit, ...]:
    """Return the typefaces with their licences and copyrights, in alphabetical order."""
    return tuple(
        FontCredit(entry["title"] or family, entry["licence"], entry["copyright"])
        for family in sorted(used)
        for entry in [fonts.families[family]]
    )


def placeholders(game: Game) -> tuple[str, ...]:
    """Return the components with placeholder cards, in a kit that declares placeholders.

    A designer's own cards are not placeholders.
    """
    if not game.licence.placeholders:
        return ()
    return tuple(
        each.title
        for each in game.components
        if any(card.source == "original" for card in each.cards)
    )
