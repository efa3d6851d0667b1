"""Converts a session, as a seat sees it, to the values that the page draws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.table.faces import Picture, face_path
from generator.web.pages import Assets
from validator.referee.core import CHANCE
from validator.referee.paper import PaperSheet
from validator.table.asking import Form, Option, forms, options
from validator.table.eyes import OPEN, PUBLIC
from validator.table.session import Node, Session

ASSETS = Assets("table", "pieria play", "table.css", "table.js")
LOGGED = 600  # steps of the log that a page is sent


def about(
    session: Session, faces: Mapping[str, Picture], backs: Mapping[str, Picture], **more: object
) -> dict[str, Any]:
    """What does not change while a page is open."""
    return {
        "title": session.game.title,
        "players": session.script.players,
        "faces": {piece: picture._asdict() for piece, picture in faces.items()},
        "backs": {label: picture._asdict() for label, picture in backs.items()},
        "rules": {rule.id: rule.text for rule in session.game.rules},
        **more,
    }


def shown(session: Session, node: Node, seat: int) -> dict[str, Any]:
    """The table at a node as a seat sees it."""
    eyes, referee = node.eyes(seat), node.referee
    over = referee.to_act(node.state) is None
    return {
        "node": node.number,
        "step": node.depth,
        "seat": seat_name(session, seat),
        "players": referee.names(node.state),
        "acting": _acting(node),
        "awaited": _called(node, node.referee.awaited(node.state)),
        "over": over,
        "winners": [referee.names(node.state)[each] for each in referee.winners(node.state)]
        if over
        else [],
        "mode": referee.mode(eyes.state),
        "zones": [
            zone._asdict() | {"slots": [slot._asdict() for slot in zone.slots]}
            for zone in eyes.zones()
        ],
        "facts": [fact._asdict() for fact in eyes.facts()],
        "sheets": [_sheet(sheet) for sheet in eyes.sheets()],
        "show": eyes.show(),
    }


def _sheet(sheet: PaperSheet) -> dict[str, Any]:
    values = sheet._asdict()
    path = face_path(values.pop("component"), values.pop("card"), "face")
    name = sheet.zone or f"{sheet.owner}'s sheet"
    return values | {"name": name, "path": path, "values": dict(sheet.values)}


def seat_name(session: Session, seat: int) -> str:
    """How pages call a seat: a player's name, or ``open`` or ``public``."""
    return {OPEN: "open", PUBLIC: "public"}.get(seat) or session.names[seat]


def _acting(node: Node) -> list[str]:
    """Who may act: players, ``table`` for all together, ``~`` for a draw."""
    referee, state = node.referee, node.state
    actor = referee.to_act(state)
    if actor is None:
        return []
    return _called(node, (CHANCE,) if actor == CHANCE else referee.actors(state) or (actor,))


def _called(node: Node, seats: Iterable[int]) -> list[str]:
    """What pages call seats: players, ``table`` for all together, ``~`` for a draw."""
    return [node.referee.actor(seat, node.state) for seat in seats]


def log(nodes: Sequence[Node], seat: int) -> list[dict[str, Any]]:
    """The steps that led to a node, as a seat may read them."""
    found = []
    for node in nodes[-LOGGED:]:
        seen = node.seen_by(seat)
        if seen is not None:
            step = {"node": node.number, "step": node.depth} | seen._asdict()
            found.append(step | {"automatic": node.automatic, "others": len(node.children) > 1})
    return found


def playable(session: Session, seat: int) -> dict[str, Any]:
    """What a seat can do now."""
    listed, whole = options(session, seat)
    return {
        "moves": [_move(option) for option in listed],
        "whole": whole,
        "forms": [_form(form) for form in forms(session, seat)],
    }


def _move(option: Option) -> dict[str, Any]:
    return option._asdict()


def _form(form: Form) -> dict[str, Any]:
    return form._asdict()


def state_of(session: Session, seat: int, keeper: bool) -> dict[str, Any]:
    """All that a live page draws."""
    goal = session.back(whole=not keeper)
    revealed = any(node.reveals() for node in session.taken_back(whole=not keeper))
    return {
        **shown(session, session.here, seat),
        **playable(session, seat),
        "log": log(session.here.path()[1:], seat),
        "undo": {
            "can": goal is not None and (keeper or seat != PUBLIC),
            "steps": session.here.depth - goal.depth if goal else 0,
            "reveals": revealed,
        },
        "redo": keeper and session.here.latest is not None,
        "keeper": keeper,
        "physical": session.physical,
        "strategies": {session.names[each]: name for each, name in session.strategies.items()},
    }
