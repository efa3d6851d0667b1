"""Sentences, previews and what moves: in words that a seat may read, and never more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import cache
from random import Random
from typing import Any

import pytest

from validator.core.resources import resource, shipped_games
from validator.games.muse.state import Due
from validator.load.game import load_game
from validator.load.tabletop import read_tabletop
from validator.referee.core import CHANCE, Move
from validator.referee.registry import find_referee
from validator.referee.sight import Sight, determinizations
from validator.script.read import parse_script
from validator.table.nodes import GameNode
from validator.table.queries import composed, open_verbs, options
from validator.table.scoring import scoring
from validator.table.sentences import moved, plain, preview, step_sentence
from validator.table.session import Session
from validator.table.views import OPEN, PUBLIC

LOAD = cache(load_game)
SCRIPTS = {
    "crazy-eights": "game-3", "dance-of-muses": "game-3-sum", "muse": "game-3",
    "nine-muses": "game-3", "schizonauts": "game-2", "sing-o-muse": "game-3",
}  # fmt: skip
STEPS = 40  # of a script that are checked, spread over it


@cache
def session_of(game: str, script: str = "") -> Session:
    file = resource("data") / game / "scripts" / f"{script or SCRIPTS[game]}.play"
    found, problems = parse_script(file.read_text("utf-8"), file.name, file)
    assert found is not None, problems
    return Session(found, LOAD)


def steps(session: Session) -> list[GameNode]:
    """Moves and draws of a game while it goes on."""
    found = [
        node for node in session.nodes[1:]
        if node.move is not None and node.referee.to_act(node.state) is not None
    ]  # fmt: skip
    return found[:: max(1, len(found) // STEPS)]


def secrets(node: GameNode, *seen: GameNode, seat: int) -> re.Pattern[str] | None:
    """The names and titles of pieces that a seat sees in none of these positions."""
    known = {piece for each in seen for piece in each.eyes(seat).visible()}
    if node.move is not None and node.referee.verbs[node.move.verb].shows:
        known |= set(re.findall(r"[\w-]+", node.lines[-1]))
    hidden = set(node.referee.printed()) - known
    cards = (card for each in node.playing.game.components for card in each.cards)
    names = {*hidden, *(card.title for card in cards if card.id in hidden)} - {""}
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<![\w'-])(?:{words})(?![\w-])") if names else None


def seats(session: Session) -> Iterator[int]:
    yield from (PUBLIC, *range(len(session.names)))


@pytest.mark.parametrize("game", shipped_games())
def test_no_sentence_and_no_flight_names_a_hidden_piece(game: str) -> None:
    session, said = session_of(game), 0
    for node in steps(session):
        assert node.parent is not None
        for seat in seats(session):
            pattern = secrets(node, node.parent, node, seat=seat)
            runs = step_sentence(node, seat)
            said += bool(runs)
            assert not (pattern and pattern.search(plain(runs))), (node.lines, plain(runs))
            flights = moved(node, seat)
            assert not (pattern and any(pattern.search(piece) for piece, _, _ in flights))
    assert said > len(steps(session))  # most steps have words


def elsewhere(session: Session, state: Any) -> Session:
    """The session, in another position."""
    found = copy(session)
    playing = session.here.playing.forked()
    playing.state = state
    found.here = GameNode(session.here.number, session.here.parent, (), playing)
    return found


# In the last one, closing the bids passes on a card that others do not know.
@pytest.mark.parametrize(("game", "script"), [*SCRIPTS.items(), ("muse", "jumping-in")])
def test_a_preview_is_the_same_in_all_positions_that_look_the_same(game: str, script: str) -> None:
    """What is hidden cannot be in it; and it names no hidden piece."""
    session = session_of(game, script)
    goods = read_tabletop(session.game)[0].goods
    here, previewed = session.here, 0
    try:
        for node in steps(session):
            session.here = node
            for seat in range(len(session.names)):
                pattern = secrets(node, node, seat=seat)
                alike = next(determinizations(session.referee, session.state, seat))
                for option in {each.verb: each for each in options(session, seat)[0]}.values():
                    found: Any = preview(session, seat, option.move, goods)
                    previewed += bool(found.say)
                    if session.referee.allows(alike, option.move):
                        there = preview(elsewhere(session, alike), seat, option.move, goods)
                        assert there == found, option.line
                    assert not (pattern and pattern.search(plain(found.say))), option.line
    finally:
        session.here = here
    assert previewed


def composed_lines(session: Session, seat: int) -> Iterator[str]:
    """Lines of several pieces, as a page makes them, and lines that name hidden ones."""
    held = session.here.eyes(seat).visible()
    hidden = [piece for piece in session.referee.printed() if piece not in held]
    by_verb: dict[str, list[Any]] = {}
    for option in options(session, OPEN)[0]:
        if option.names:
            by_verb.setdefault(option.verb, []).append(option)
    for found in by_verb.values():
        words = [session.names[seat], *found[0].line.split()[1:]]
        yield " ".join(words)
        yield " ".join([*words, found[-1].names[-1]])
        for piece in (*hidden[:2], *hidden[-2:]):
            yield " ".join([*words, piece])
            yield " ".join(piece if word == found[0].names[0] else word for word in words)


def told(session: Session, seat: int, lines: list[str], goods: Any) -> list[Any]:
    """All that a seat is told about moves: listed, composed, previewed, refused."""
    listed = options(session, seat)[0]
    judged = [composed(session, seat, line) for line in lines]
    moves = [option.move for option in listed] + [each for each in judged if isinstance(each, Move)]
    return [
        listed, list(open_verbs(session, seat)), judged,
        [preview(session, seat, move, goods) for move in moves[:: max(1, len(moves) // 8)]],
    ]  # fmt: skip


@pytest.mark.parametrize(("game", "script"), [*SCRIPTS.items(), ("sing-o-muse", "hold")])
def test_what_is_told_about_moves_is_the_same_wherever_hidden_pieces_are(
    game: str, script: str
) -> None:
    """Also of those who are not to act, and of lines that a page puts together."""
    session = copy(session_of(game, script))
    goods = read_tabletop(session.game)[0].goods
    judged = compared = 0
    for node in steps(session)[::3]:
        session.here = node
        for seat in range(len(session.names)):
            alike = session.referee.shuffled(node.state, seat, Random(99))
            lines = [*composed_lines(session, seat)]
            here = told(session, seat, lines, goods)
            assert told(elsewhere(session, alike), seat, lines, goods) == here, node.lines
            compared += alike != node.state
            judged += sum(each is not None for each in here[2])
    assert judged
    assert compared


def test_only_the_owner_reads_which_allegiance_card_was_dealt() -> None:
    """Such cards are counted in a state, so no piece in a sentence could be recognised."""
    session = session_of("schizonauts", "game-2")
    deals = [node for node in session.nodes if node.move and node.move.verb == "deal"]
    assert deals
    for node in deals:
        for seat in seats(session):
            told = plain(step_sentence(node, seat)).lower()
            known = re.findall(r"\b(agent|thief)\b", told)
            assert len(known) == told.count(" to you")


def test_kinds_of_counted_pieces_are_hidden_only_where_several_are_possible() -> None:
    game = LOAD(resource("data") / "schizonauts").game
    referee: Any = find_referee(game, ("Ann", "Bob", "Cat")) if game else None
    facts: dict[str, Any] = {"phase": "final", "turn": "Ann", "rounds": 1, "pile": []}
    bob = {"down": ["T"]}
    for cat, unsure in (
        (["T"], set()),
        (["A"], {"Bob's cards face down", "Cat's cards face down"}),
    ):
        state = referee.place({**facts, "Ann": {"down": ["A"]}, "Bob": bob, "Cat": {"down": cat}})
        eyes = Sight.of(referee, state, 0)
        assert eyes.unsure == unsure
        assert unsure or eyes.held["Bob's cards face down"] == {"Agent": 0, "Thief": 1}


def test_a_card_that_was_face_up_is_named_when_it_goes_into_a_hand() -> None:
    """But not a card drawn from face-up discards that become the deck in the same step."""
    taken = session_of("sing-o-muse", "hold")
    node = next(each for each in taken.nodes if each.lines and "Ann takes h-orpheus" in each.lines)
    piece = "h-orpheus"
    assert node.referee.title(piece) in plain(step_sentence(node, PUBLIC))

    game = LOAD(resource("data") / "muse").game
    muse: Any = find_referee(game, ("Ann", "Bob", "Cat")) if game else None
    start = muse.place({"deck": [], "Ann": {"hand": ["2C"]}, "Bob": {"hand": ["3C"]}})
    due = start._replace(due=(Due("gift", 1, 1),))
    card = due.discard[0]
    said = muse.sentences(due, Move(CHANCE, "drawn", (None, (card,))), PUBLIC)
    assert said.after.text().endswith("; a card is drawn for Bob")


def test_a_card_for_any_time_is_listed_for_those_who_are_not_to_act() -> None:
    session = copy(session_of("sing-o-muse", "stopped"))
    found = {}
    for node in session.nodes[1:]:
        if node.move is not None and node.parent is not None and node.move.verb == "stops":
            session.here = node.parent
            assert node.move in [each.move for each in options(session, node.move.seat)[0]]
            found[node.move.seat not in session.referee.actors(session.state)] = True
    assert found.get(True)


def test_scores_are_added_up_by_what_gave_them() -> None:
    session = session_of("nine-muses")
    found = scoring(session, session.tabletop)
    assert found is not None
    assert found["totals"] == {"Ann": 26, "Bob": 31, "Cat": 38}
    for name, total in found["totals"].items():
        assert sum(sum(by[name]) for by in found["parts"].values()) == total
    assert len(found["rounds"]) == 5


@pytest.mark.parametrize(
    ("game", "script", "rules"),
    [("crazy-eights", "game-4", ["EIGHTS-END-01"]), ("muse", "game-3", ["MUSE-SCORE-01"]),
     ("schizonauts", "game-2", ["SCHIZ-TALLY-03", "SCHIZ-TALLY-04"]),
     ("dance-of-muses", "game-2-suns", ["DANCE-TIE-01"]),
     ("dance-of-muses", "game-4-silver", ["DANCE-TIE-02"]),
     ("dance-of-muses", "game-3-sum", ["DANCE-TIE-03"]),
     ("dance-of-muses", "game-2-shared", ["DANCE-TIE-04"])],
)  # fmt: skip
def test_the_end_names_those_rules_that_decided_the_game(
    game: str, script: str, rules: list[str]
) -> None:
    file = resource("data") / game / "scripts" / f"{script}.play"
    session = Session.of(file.read_text("utf-8"), file.name, file)
    found = scoring(session, session.tabletop)
    assert found is not None
    assert [each["rule"] for each in found["why"] if not each["end"]] == rules


@pytest.mark.parametrize(
    ("verb", "seat", "says"),
    [("toil", 0, "Bob toils with Heron and gains no Craft (the pool has none)"),
     ("toil", 1, "You toil with Heron and gain no Craft (the pool has none)")],
)  # fmt: skip
def test_a_gain_that_the_pool_cannot_give_is_no_loss(verb: str, seat: int, says: str) -> None:
    session = session_of("nine-muses", "knowledge")
    said = [plain(step_sentence(node, seat)) for node in session.nodes
            if node.played and node.move and node.move.verb == verb]  # fmt: skip
    assert says in said


@pytest.mark.parametrize(("discard", "said"), [
    ("c-castor", "Play Ransom, which has no effect now"), ("t-club", "Play Ransom"),
])  # fmt: skip
def test_a_card_without_effect_says_so_before_it_is_played(discard: str, said: str) -> None:
    text = f"""game: sing-o-muse
rules: "1"
players: [Ann, Bob]
start:
  discard: [{discard}]
  Ann: {{A: {{leader: h-heracles}}, hand: [x-ransom]}}
  Bob: {{A: {{leader: h-theseus}}}}
---
"""
    session = Session.of(text, "new.play", load=LOAD)
    [found] = [each for each in options(session, 0)[0] if each.line == "Ann hold x-ransom"]
    assert plain(preview(session, 0, found.move, ()).say) == said
