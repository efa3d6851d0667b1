"""Finds the pictures of the pieces in a state, and their sizes; `faces` draws them."""

from __future__ import annotations

from typing import Any, NamedTuple

from validator.core.model import Card, Component, Game
from validator.core.outlines import percent_corners
from validator.load.tabletop import read_tabletop
from validator.referee.referee import P, Referee
from validator.referee.registry import printed_pieces

SIDES = ("face", "back")


class PiecePicture(NamedTuple):
    """The picture of a piece: its path, and its size in millimetres."""

    path: str
    width: float
    height: float
    is_round: bool
    # Corners of an outline that is neither rectangle nor circle, in percent of the size.
    corners: str
    title: str
    known: tuple[str, ...] = ()  # words that texts may use for the piece
    about: tuple[str, ...] = ()  # the symbols on the piece, in words
    ends: bool = False  # whether half of it is printed upside down


def pictures(referee: Referee[P]) -> dict[str, PiecePicture]:
    """Return the pictures of all pieces with printed faces, by the names that states use."""
    game = referee.game
    cards, found = printed_pieces(game), {}
    symbols = read_tabletop(game)[0].values["cards"]
    for piece in referee.printed():
        card = cards.find(piece)
        if card is not None:
            fields = card[1].fields
            noted = [
                each
                for each in symbols
                if each["field"] in fields and each["value"] in ("", fields[each["field"]])
            ]
            about = (*(each["text"] for each in noted if each["text"]), *referee.about(piece))
            ends = any(each["ends"] for each in noted)
            found[piece] = _picture(*card, "face")._replace(about=about, ends=ends)
    for face in lying(game):
        if face not in found and (card := cards.find(face)) is not None:
            found[face] = _picture(*card, "face")
    return found


def lying(game: Game) -> list[str]:
    """Return the cards that are always on the table but that no position lists."""
    middle = read_tabletop(game)[0].values["plan"]["middle"] or ()
    return [each["face"] for each in middle if each["face"]]


def backs(referee: Referee[P], start: Any) -> dict[str, PiecePicture]:
    """Return the pictures of backs.

    They are found by the name of the back in the game's fields, or by the zone of its pieces.
    """
    fields, table = referee.fields, start.table
    labels: dict[str, str] = {}  # to a piece that has the back
    for field in fields.common:
        for piece in field.held(start) if field.zone and field.hidden else ():
            if isinstance(piece, str):  # a field of numbers names no pieces: its zone does
                labels.setdefault(field.back_of(table, piece), piece)
    for piece in fields.things.known(table) if fields.things else ():
        labels.setdefault(fields.things.back if fields.things else "", piece)
    for name, zone in referee.zones(start).items():
        for piece in zone:
            labels.setdefault(name, piece)
    cards, found = printed_pieces(referee.game), {}
    for label, piece in labels.items():
        card = cards.find(piece)
        if label and card is not None and card[0].back:
            found[label] = _picture(*card, "back")
    return found


def face_path(component: str, card: str, side: str) -> str:
    """Return the path of the picture of one side of a card."""
    return f"faces/{component}/{card}.{side}.svg"


def _picture(component: Component, card: Card, side: str) -> PiecePicture:
    size = component.size
    path = face_path(component.id, card.id, side)
    title = card.title or card.id
    corners = percent_corners(component.outline, size)
    return PiecePicture(path, size.width, size.height, component.outline == "round", corners, title)
