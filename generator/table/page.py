"""Converts a session to the values that a page displays for the player in one seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from generator.table.modules import JOINED, MAIN
from generator.table.pictures import PiecePicture, face_path
from generator.table.together import Consent, made_by
from generator.translation.page_words import page_words
from generator.web.pages import Assets
from validator.referee.core import CHANCE, Move
from validator.referee.paper import PaperSheet
from validator.table.nodes import GameNode
from validator.table.queries import RefusalReason, VerbSyntax, composed, open_verbs, options
from validator.table.scoring import scoring
from validator.table.sentences import moved, preview, step_sentence
from validator.table.session import Session
from validator.table.views import OPEN, PUBLIC

STYLES = (
    "base", "frame", "plan", "pieces", "options", "log", "board", "crew", "war", "sheets", "scene",
    "story", "pages", "watch",
)  # fmt: skip
ASSETS = Assets("table", "pieria play", *(f"{name}.css" for name in STYLES), "lit.js")
LOGGED = 600  # steps of the log that a page is sent
LONGEST = 400  # letters of a line that is previewed
PREVIEWED = 40  # so many moves are sent with their effects; of more, a page asks for those it shows


def scripts(live: bool) -> str:
    """Return the elements that load the script of a page.

    They load modules or, if the page is not `live`, a single file that needs no server.
    """
    name, kind = (MAIN, ' type="module"') if live else (JOINED, " defer")
    return f'<script src="lit.js"></script>\n<script src="{name}"{kind}></script>'


def about(
    session: Session,
    faces: Mapping[str, PiecePicture],
    backs: Mapping[str, PiecePicture],
    **more: object,
) -> dict[str, Any]:
    """Return the values that a page needs and that stay the same while it is open."""
    said, referee = session.game.words.pattern, session.referee
    return {
        "title": session.game.title,
        "id": session.game.id,
        "table": _declaration(session),
        "look": dict(session.game.theme.colours),
        "rulebook": session.game.rulebook.is_file(),
        "sheets": {
            card.id: face_path(component.id, card.id, "face")
            for component in session.game.components
            if component.kind == "sheet"
            for card in component.cards
        },
        "ready": _ready_made(session),
        "verbs": {
            verb.word: {"about": verb.about, "kind": verb.kind}
            for verb in session.referee.verbs.values()
            if verb.listed
        },
        "words": _words(session),
        "players": session.script.players,
        "faces": {
            piece: picture._replace(
                title=said(referee.title(piece) if piece in referee.piece_codes else picture.title),
                about=tuple(map(said, picture.about)),
            )._asdict()
            for piece, picture in faces.items()
        },
        "backs": {label: picture._asdict() for label, picture in backs.items()},
        "rules": {rule.id: rule.text for rule in session.game.rules},
        **more,
    }


def _ready_made(session: Session) -> list[dict[str, Any]]:
    """Return filled-in sheets that players can begin with, as `table.yaml` names their
    component.
    """
    verbs = session.tabletop.values["verbs"].values()
    named = {field["ready"] for verb in verbs for field in verb["form"].values()}
    return [
        {"title": card.title, "values": dict(_blanks(card.fields["story"]))}
        for component in session.game.components
        if component.id in named
        for card in component.cards
    ]


def _blanks(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a filled-in sheet by the names of its blanks: ``people.1.name``."""
    if isinstance(value, Mapping):
        parts: Iterable[tuple[object, object]] = value.items()
    elif isinstance(value, tuple | list):
        parts = enumerate(value, 1)
    else:
        yield path, str(value)
        return
    for key, each in parts:
        yield from _blanks(each, f"{path}.{key}".lstrip("."))


def _words(session: Session) -> dict[str, str]:
    """Return the texts of a page in the game's language.

    Texts that stay English are left out.
    """
    own = (*page_words(), *_own_words(session))
    said = {english: session.game.words.pattern(english) for english in own}
    return {english: text for english, text in said.items() if text != english}


def _own_words(session: Session) -> Iterator[str]:
    """Yield texts of the game that a page shows: zones, facts beside names, and these facts'
    values.
    """
    plan, state = session.tabletop.values["plan"], session.state
    for zone in (*plan["middle"], *plan["player"]["zones"]):
        yield zone["zone"]
    yield from plan["drawer"]
    for fact in plan["player"]["badge"]:
        yield fact.replace("_", " ")
    for zone in session.referee.zones(state):
        yield zone.rpartition("'s ")[2]
    for found in session.here.eyes(PUBLIC).facts():
        if found.name.rpartition(".")[2] in plan["player"]["badge"]:
            yield found.value.capitalize()


def _declaration(session: Session) -> dict[str, Any]:
    """Return `table.yaml` in the game's language, with its references to rules' numbers
    resolved.
    """
    found = session.tabletop.page(session.game.words.pattern)
    turn, rules = found["round"], session.game.rules
    if turn and turn["of"]:
        with suppress(LookupError):
            turn["of"] = rules.number(turn["of"])
    return found


def shown(session: Session, node: GameNode, seat: int) -> dict[str, Any]:
    """Return the table at a node, as the player in a seat may see it."""
    eyes, referee = node.eyes(seat), node.referee
    over = referee.to_act(node.state) is None
    return {
        "node": node.number,
        "step": node.depth,
        "seat": seat_name(session, seat),
        "players": referee.names(node.state),
        "acting": _acting(node),
        "awaited": _awaited(session, node),
        "over": over,
        "moved": moved(node, seat),
        "winners": [referee.names(node.state)[each] for each in referee.winners(node.state)]
        if over
        else [],
        "mode": referee.asked(eyes.state),
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
    """Return the name that pages use for a seat: a player's name, or ``open`` or ``public``."""
    return {OPEN: "open", PUBLIC: "public"}.get(seat) or session.names[seat]


def _acting(node: GameNode) -> list[str]:
    """Return the names of those who may act.

    They are players, ``table`` for everybody, or ``~`` for a draw.
    """
    referee, state = node.referee, node.state
    actor = referee.to_act(state)
    if actor is None:
        return []
    return _called(node, (CHANCE,) if actor == CHANCE else referee.actors(state) or (actor,))


def _awaited(session: Session, node: GameNode) -> list[str]:
    """Return the names of those for whom the game waits; of computer players, that to act."""
    actor, seats = node.referee.to_act(node.state), node.referee.awaited(node.state)
    found = [seat for seat in seats if seat not in session.strategies or seat == actor]
    return _called(node, found or (() if actor is None else (actor,)))


def _called(node: GameNode, seats: Iterable[int]) -> list[str]:
    """Return the names of seats on pages.

    They are players, ``table`` for everybody, or ``~`` for a draw.
    """
    return [node.referee.actor(seat, node.state) for seat in seats]


def _invited(node: GameNode) -> list[str]:
    """Return the names of those who may act beside those for whom the game waits.

    What they hold in secret makes no difference.
    """
    referee, state = node.referee, node.state
    declared = [verb for verb in referee.verbs.values() if verb.listed and verb.kind == "move"]
    seats = {
        seat
        for verb in declared
        for seat in (verb.by(state) if verb.by is not None else ())
        if seat >= 0 and not any(referee.shut(state, Move(seat, verb.name)))
        if verb.welcomes(state, seat)
    }
    return _called(node, sorted(seats - {*referee.awaited(state)}))


def log(nodes: Sequence[GameNode], seat: int) -> list[dict[str, Any]]:
    """Return the steps that led to a position, as the player in a seat may read them."""
    found = []
    for node in nodes[-LOGGED:]:
        seen = node.seen_by(seat)
        if seen is not None:
            step = {"node": node.number, "step": node.depth} | seen._asdict()
            step |= said(node, seat, seen.line)
            found.append(step | {"automatic": node.automatic, "others": len(node.children) > 1})
    return found


def said(node: GameNode, seat: int, line: str) -> dict[str, Any]:
    """Return a step as a sentence, with the player who made it and its narration."""
    move = node.move
    word = node.referee.verbs[move.verb].word if move else ""
    actor = node.referee.actor(move.seat, node.state) if move else ""
    story = line.partition(" | ")[2] if move else line.lstrip("| ")
    return {"say": step_sentence(node, seat), "verb": word, "actor": actor, "story": story}


def playable(session: Session, seat: int) -> dict[str, Any]:
    """Return the actions that are possible for a seat now."""
    listed, whole = options(session, seat)
    counted, few = session.tabletop.goods, len(listed) <= PREVIEWED
    return {
        "moves": [
            option.page() | (would(session, seat, option.move, counted) if few else {})
            for option in listed
        ],
        "whole": whole,
        "forms": [_form(verb) for verb in open_verbs(session, seat)],
    }


def would(session: Session, seat: int, move: Move, counted: Collection[str]) -> dict[str, Any]:
    """Return the effects that a move would have, in the form that a page displays."""
    return preview(session, seat, move, counted)._asdict()


def previews(session: Session, seat: int, lines: Iterable[object]) -> dict[str, Any]:
    """Return the effects that moves would have, by the lines that make the moves.

    A line that a page has put together from the pieces chosen there may be illegal: then the
    reasons are returned.
    """
    counted, verbs = session.tabletop.goods, session.tabletop.values["verbs"]
    listed = {option.line: option.move for option in options(session, seat)[0]}
    found: dict[str, Any] = {}
    for line in (each for each in lines if isinstance(each, str) and len(each) <= LONGEST):
        word = (*line.split(), "", "")[1]
        judged: Move | list[RefusalReason] | None = listed.get(line)
        if judged is None and word in verbs and verbs[word]["several"]:
            judged = composed(session, seat, line)
        if isinstance(judged, Move):
            found[line] = would(session, seat, judged, counted)
        elif judged:
            found[line] = {"reasons": [reason._asdict() for reason in judged]}
    return found


def _form(verb: VerbSyntax) -> dict[str, Any]:
    return verb._asdict()


def state_of(session: Session, seat: int, keeper: bool) -> dict[str, Any]:
    """Return everything that a live page displays."""
    whole = not keeper or Consent(session).alone
    goal = session.back(whole)
    undone = [*session.taken_back(whole)]
    found = shown(session, session.here, seat)
    return {
        **found,
        # Others may still stop what ended the game, unless it ended in the record.
        "over": found["over"] and (not found["awaited"] or session.was_opened()),
        **playable(session, seat),
        "log": log(session.here.path()[1:], seat),
        "undo": {
            "can": goal is not None and (keeper or seat != PUBLIC),
            "steps": session.here.depth - goal.depth if goal else 0,
            "reveals": (reveals := any(map(GameNode.reveals, undone))),
            "asks": Consent(session).needed(seat)
            and not (keeper and seat < 0)
            and ((reveals and not keeper) or not made_by(undone, seat)),
        },
        "invited": _invited(session.here) if keeper else [],
        "redo": keeper and session.here.latest is not None,
        "keeper": keeper,
        "scoring": scoring(session, session.tabletop)
        if session.referee.to_act(session.state) is None
        else None,
        "physical": session.physical,
        "strategies": {session.names[each]: name for each, name in session.strategies.items()},
    }
