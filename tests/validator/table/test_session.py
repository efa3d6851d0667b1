"""Sessions of all games: they write scripts that replay, and tell a seat nothing that is hidden."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from validator.core.location import Location
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.core import CHANCE, Trace
from validator.referee.registry import seats
from validator.script.play import replay, replay_text
from validator.script.read import read_line
from validator.script.split import split
from validator.table.nodes import GameNode
from validator.table.queries import complete, open_verbs, options, reasons, understood, why_not
from validator.table.record import free_name, header
from validator.table.session import Session, SessionError
from validator.table.views import OPEN, PUBLIC, SeatView

GAMES = shipped_games()
LOAD = cache(load_game)


def new(game: str, players: int = 2, **settings: Any) -> Session:
    found = LOAD(resource("data") / game).game
    assert found is not None
    text = "\n".join(header(found, seats(players), game)) + "\n"
    return Session.of(text, "new.play", load=LOAD, **settings)


def automatic(game: str, steps: int, seed: str = "1") -> Session:
    session = new(game, seed=seed, strategies={0: "random", 1: "random"})
    for _ in range(steps):
        if not session.advance():
            break
    return session


def wandered(game: str, seed: int, steps: int = 40) -> tuple[Session, dict[str, str]]:
    """A session played at random, with steps taken back, and all that it has written."""
    random, kept = Random(seed), dict[str, str]()
    session = new(game, seed=str(seed), keep=kept.__setitem__)
    for _ in range(steps):
        while session.advance():
            pass
        found, _ = options(session, OPEN)
        if not found:
            break
        roll = random.random()
        if roll < 0.12:
            session.undo()
        elif roll < 0.16:
            session.redo()
        elif roll < 0.2:
            session.go(random.randrange(len(session.nodes)))
        elif roll < 0.25:
            assert session.say("| and so it went on").accepted
        else:
            answer = session.say(random.choice(found).line)
            assert answer.accepted, answer.message
    return session, kept


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_replays_and_opens_as_the_same_text(game: str, seed: int) -> None:
    session, kept = wandered(game, seed)
    facts = session.referee.facts
    for text in {session.text(), *kept.values()}:
        report = replay_text(text, "kept.play", LOAD)
        assert report.ok, report.problems
        assert Session.of(text, "kept.play", load=LOAD).text() == text
        if text == session.text():
            assert facts(report.end) == facts(session.state)
    steps = {line for text in kept.values() for line in text.splitlines()}
    played = {line for node in session.nodes for line in node.lines}
    assert played <= steps | {line for node in session.here.path() for line in node.lines}


@pytest.mark.parametrize("game", GAMES)
def test_a_step_taken_back_and_made_again_draws_the_same(game: str) -> None:
    session, _ = wandered(game, 5, 25)
    end, state, text = session.here, session.state, session.text()
    while session.undo():
        pass
    while session.here is not end:
        line = next(node for node in end.path() if node.parent is session.here).lines[-1]
        if not session.advance():
            assert session.say(line).accepted
    assert (session.state, session.text()) == (state, text)


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_line_changes_nothing_and_names_the_rules_of_replay(game: str) -> None:
    tried = 0
    for file in sorted((resource("data") / game / "scripts").glob("*.play")):
        report = replay(file, load=LOAD)
        wrong = [p for p in report.played if p.refusal and p.step.inner in ("move", "chance")]
        if not wrong or report.script is None:
            continue
        lines = list(report.script.lines)
        first = wrong[0].step.location.line
        try:
            session = Session.of("\n".join(lines[: first - 1]) + "\n", str(file), file, load=LOAD)
        except SessionError:
            continue  # its first line asks for the refusal of the start
        sign = "~ " if wrong[0].step.inner == "chance" else ""
        answer = session.say(sign + wrong[0].step.text)
        if answer.refusal is None:  # a draw that was left out is due first
            continue
        tried += 1
        if tried > 2:
            break
        assert answer.refusal.rules == wrong[0].refusal.rules  # type: ignore[union-attr]
        assert not answer.accepted
        assert session.text() == Session.of(session.text(), str(file), file, load=LOAD).text()
    assert tried > 2


def asked(session: Session, seat: int) -> list[Any]:
    """All that a seat is told of the position."""
    eyes = session.here.eyes(seat)
    pieces = [slot.piece for zone in eyes.zones() for slot in zone.slots if slot.piece]
    return [
        list(eyes.zones()), list(eyes.facts()), eyes.show(), options(session, seat),
        list(open_verbs(session, seat)), complete(session, seat, ""),
        complete(session, seat, f"{session.names[max(seat, 0)]} "),
        [why_not(session, seat, piece) for piece in pieces[:3]] if seat != PUBLIC else [],
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_is_reported_does_not_depend_on_what_it_cannot_see(game: str) -> None:
    random = Random(7)
    compared = 0
    for steps in (6, 14, 25, 45):
        session = automatic(game, steps, str(steps))
        if session.referee.to_act(session.state) is None:
            continue
        for seat in (PUBLIC, 0, 1):
            other = session.referee.shuffled(session.state, seat, random)
            compared += other != session.state
            told, here = asked(session, seat), session.here
            playing = here.playing.forked()
            playing.state = other
            session.here = GameNode(here.number, here.parent, (), playing)
            assert asked(session, seat) == told
            session.here = here
    assert compared > 3


@pytest.mark.parametrize("game", GAMES)
def test_the_log_of_a_seat_names_no_piece_that_it_has_not_seen(game: str) -> None:
    session = automatic(game, 80)
    masked = 0
    for node in session.here.path()[1:]:
        assert node.parent is not None
        assert node.move is not None
        for seat in (PUBLIC, 0, 1):
            told = node.seen_by(seat)
            assert told is not None
            masked += "?" in told.line
            if node.move.seat == seat or node.referee.to_act(node.state) is None:
                continue
            seen = {*node.eyes(seat).visible(), *node.parent.eyes(seat).visible()}
            words = set(re.findall(r"[\w'-]+", told.line))
            if node.referee.verbs[node.move.verb].shows:
                continue  # the player showed everybody what the line names
            unseen = {piece for piece in node.referee.printed() if piece not in seen}
            assert not words & unseen
    assert masked or game == "sing-o-muse"


@pytest.mark.parametrize(
    ("line", "hand"),
    [("resolve f-harpies", "f-harpies, d-hera"), ("resolve i-thief", "i-thief, d-hera"),
     ("hold x-spring", "x-spring, d-hera")],
)  # fmt: skip
def test_everybody_reads_which_card_acts_also_if_it_is_still_in_the_hand(
    line: str, hand: str
) -> None:
    """The card acts in front of all; what else is in the hand stays hidden."""
    text = f"""game: sing-o-muse
players: [Ann, Bob, Cat]
start:
  phase: play
  turn: Bob
  Ann: {{A: {{leader: h-jason}}, treasures: {{h-jason: [t-club, t-cap]}}}}
  Bob: {{A: {{leader: h-theseus, transformed: [c-ajax, c-zetes]}}, hand: [{hand}]}}
  Cat: {{A: {{leader: h-cadmus}}, treasures: {{h-cadmus: [t-bow]}}}}
---
"""
    session = Session.of(text, "x.play", load=LOAD)
    assert session.say(f"Bob {line}").accepted
    for seat in (PUBLIC, 0, 2):
        assert session.here.parent is not None
        told = session.here.seen_by(seat)
        assert told is not None
        assert told.line == f"Bob {line}"
        assert any("acts at once" in text or "plays" in text for _, text in told.notes)
        assert "d-hera" not in session.here.eyes(seat).visible()
    assert session.here.reveals()


@pytest.mark.parametrize("game", ["dance-of-muses", "muse"])
def test_what_a_move_did_is_public_and_the_same_whatever_is_hidden(game: str) -> None:
    """In every position that looks the same before and after, a seat reads the same."""
    session = automatic(game, 70, "2")
    masked = compared = 0
    for node in session.here.path()[1:]:
        before, move, referee = node.parent, node.move, node.referee
        assert before is not None
        assert move is not None
        if move.seat < 0 or referee.to_act(node.state) is None:
            continue
        for seat in (PUBLIC, 1 - move.seat):
            seen = node.seen_by(seat)
            assert seen is not None
            if "?" not in "".join(text for _, text in seen.notes):
                continue
            masked += 1
            view = referee.view(node.state, seat)
            for number in range(2):
                other = before.playing.forked()
                other.state = referee.shuffled(before.state, seat, Random(number))
                for each in referee.legal(other.state)[:60]:
                    if (each.seat, each.verb) != (move.seat, move.verb):
                        continue
                    after, trace = other.forked(), Trace()
                    after.state = referee.apply(other.state, each, trace)
                    if referee.view(after.state, seat) != view:
                        continue
                    line = referee.written(other.state, each)
                    assert node.played is not None
                    played = replace(node.played, line=line, trace=trace, after=after.state)
                    fork = GameNode(0, None, (), other)
                    told = GameNode(1, fork, (), after, played, each).seen_by(seat)
                    assert told == seen
                    compared += 1
    assert masked > 2
    assert compared > 2


def test_hidden_numbers_are_not_shown_and_not_reported() -> None:
    file = resource("data") / "schizonauts" / "scripts" / "game-2.play"
    session = Session.of(file.read_text("utf-8"), file.name, file, load=LOAD)
    dealt = 0
    for node in session.nodes[1:]:
        told, whole = node.seen_by(0), node.seen_by(OPEN)
        assert whole is not None
        if whole.kind in ("fact", "refused"):
            assert told is None  # it may name what is hidden
            continue
        assert told is not None
        unsure = [zone for zone in node.eyes(0).zones() if zone.unsure]
        assert all(not slot.piece for zone in unsure for slot in zone.slots)
        if unsure and whole.line.startswith("~ deal"):
            dealt += 1
            assert told.line == "~ deal …"
    assert dealt


@pytest.mark.parametrize(("cat", "shown"), [("agent", 2), ("thief", 3)])
def test_a_card_that_is_taken_back_unseen_stays_unseen(cat: str, shown: int) -> None:
    file = resource("data") / "schizonauts" / "scripts" / "vote.play"
    head = file.read_text("utf-8").partition("---")[0]
    line = f"table vote Ann=agent Bob=agent Cat={cat}"
    session = Session.of(f"{head}---\n{line}\n", file.name, file, load=LOAD)
    node = session.here
    for seat in (PUBLIC, 0, 1):
        told = node.seen_by(seat)
        assert told is not None
        assert told.line == "table vote …"
        bleed = next(fact for fact in node.eyes(seat).facts() if fact.name == "bleed")
        votes = dict(bleed.parts)["votes"]
        assert votes.count("agent") + votes.count("thief") == shown  # Ann's in a tie alone


def test_a_seat_writes_its_own_lines_and_no_others() -> None:
    session = new("nine-muses", seed="2")
    while session.advance():
        pass
    line = options(session, OPEN)[0][0].line
    text = session.text()
    assert line.startswith("Ann ")
    for seat, other in ((1, line), (0, "= Bob.hand has Heron"), (0, "~ deal Ann Heron"),
                        (0, "! Bob toil Heron"), (0, "table end"), (PUBLIC, line),
                        (PUBLIC, "| hello")):  # fmt: skip
        assert not session.say(other, seat).accepted
    assert session.text() == text
    assert session.say(line, 0).accepted
    assert not options(session, 0)[0]
    assert session.say("| a note", 1).accepted
    assert not options(session, PUBLIC)[0]


def test_a_seat_cannot_find_out_where_a_hidden_piece_is_by_naming_it() -> None:
    session = automatic("dance-of-muses", 9)
    session.strategies.clear()
    for seat, name in enumerate(session.names):
        hidden = set(session.referee.printed()) - set(session.here.eyes(seat).visible())
        said = {session.say(f"{name} peek {piece}", seat).message.replace(piece, "X")
                for piece in hidden if piece[0].isupper()}  # fmt: skip
        assert said == {f"{name} cannot see X"}


def test_a_step_that_cannot_be_recorded_is_not_played() -> None:
    full, kept = [False], dict[str, str]()

    def keep(name: str, text: str) -> None:
        if full[0]:
            raise OSError(28, "No space left on device")
        kept[name] = text

    session = new("nine-muses", seed="2", keep=keep)
    while session.advance():
        pass
    here, text = session.here, session.text()
    line = options(session, OPEN)[0][0].line
    full[0] = True
    answer = session.say(line)
    assert "No space left on device" in answer.message
    assert not answer.accepted
    assert not session.advance()
    assert (session.here, session.text(), kept[""]) == (here, text, text)
    full[0] = False
    assert session.say(line).accepted
    assert kept[""] == session.text() != text


@pytest.mark.parametrize("seed", ["3", "7"])
def test_opponents_do_not_repeat_what_changes_nothing(seed: str) -> None:
    session = new("schizonauts", seed=seed, strategies={0: "random", 1: "racer"})
    for _ in range(60):
        before = session.state
        assert session.advance()
        assert session.state != before


def test_an_opponent_acts_where_no_person_can() -> None:
    """Ann is to act, and has nothing to do but what she has done; Bob goes on."""
    session = new("schizonauts", seed="7", strategies={0: "random", 1: "random"})
    for _ in range(40):
        session.advance()
        mine = {move.seat for move in session.here.legal() if session._changes(move)}
        if session.referee.to_act(session.state) == 0 and mine == {1}:
            break
    else:
        pytest.fail("no such position")
    session.strategies = {1: "random"}
    assert session.advance()
    assert session.here.move is not None
    assert session.here.move.seat == 1


def test_draws_of_physical_cards_can_be_entered() -> None:
    session = new("nine-muses", physical=True)
    assert not session.advance()
    assert {verb.verb for verb in open_verbs(session, OPEN) if verb.kind == "chance"} == {
        "deal",
        "row",
    }
    assert not [verb for verb in open_verbs(session, 0) if verb.kind == "chance"]
    assert not session.say("~ row Clio Clio Clio Clio Clio").accepted
    assert session.say("~ row Polyhymnia Melpomene Terpsichore Thalia Urania").accepted
    assert session.draw()
    assert session.actors() == (CHANCE,)


def test_a_refusal_tells_a_seat_only_facts_that_it_knows() -> None:
    session = new("crazy-eights", seed="4")
    while session.advance():
        pass
    seen = next(zone for zone in session.here.eyes(0).zones() if zone.name == "Ann's hand")
    legal = {name for option in options(session, 0)[0] for name in option.names}
    bad = next(slot.piece for slot in seen.slots if slot.piece not in legal)
    answer = session.say(f"Ann play {bad}", 0)
    assert answer.refusal is not None
    why = reasons(session, 0, answer.refusal, understood(session.here, f"Ann play {bad}"))
    assert why
    assert all(reason.statement for reason in why)
    assert why[0].facts
    theirs = reasons(session, 1, answer.refusal, understood(session.here, f"Ann play {bad}"))
    assert not [each for each in theirs if re.search(r"\byou\b", each.facts)]
    late = session.say("Bob draw", 1).refusal
    assert late is not None
    waits = understood(session.here, "Bob draw")
    assert reasons(session, 1, late, waits)[0].facts == reasons(session, 0, late, waits)[
        0
    ].facts.replace("your", "Ann's")  # the reader is spoken to
    about_bob = understood(session.here, f"Bob play {bad}")
    refusal = session.referee.refusal(session.state, about_bob)
    assert refusal is not None
    hand = next(z for z in SeatView(session.referee, session.state, OPEN, frozenset()).zones()
                if z.name == "Bob's hand")  # fmt: skip
    told = " ".join(reason.facts for reason in reasons(session, 0, refusal, about_bob))
    assert not any(slot.piece in told.split() for slot in hand.slots)


def test_a_refusal_leaves_out_facts_that_a_seat_cannot_know() -> None:
    session = automatic("sing-o-muse", 6, "6")
    embark = understood(session.here, "Ann embark A q-labors")  # before all cards are played
    refusal = session.referee.refusal(session.state, embark)
    assert refusal is not None
    for seat, knows in ((OPEN, True), (0, True), (1, False), (PUBLIC, False)):
        told = {each.rule: each.facts for each in reasons(session, seat, refusal, embark)}
        assert bool(told["SING-PLAY-02"]) == knows, seat  # the cards in Ann's hand


def test_an_opened_script_keeps_its_comments_and_goes_on_at_its_end() -> None:
    file = resource("data") / "nine-muses" / "scripts" / "call.play"
    text = file.read_text("utf-8") + "\n# the end\n"
    session = Session.of(text, "call.play", file, seed="1")
    assert session.text() == text
    while session.advance():
        pass
    more = session.text()
    assert more.startswith(text)
    assert replay_text(more, "more.play").ok


@pytest.mark.parametrize("game", GAMES)
def test_listed_moves_are_written_as_the_referee_writes_them(game: str) -> None:
    session = automatic(game, 12)
    listed, whole = options(session, OPEN)
    assert whole
    written = [session.referee.written(session.state, move) for move in session.here.legal()]
    assert [option.line for option in listed] == written
    for option in listed:
        words, _ = split(option.line, Location("line", 1, 1))
        assert set(option.names) <= {word.text for word in words}


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_may_write_every_move_that_it_is_offered(game: str) -> None:
    """A word of a line may also be a piece that the player cannot see: ``play 8D as S``."""
    session, offered = automatic(game, 0), 0
    for _ in range(40):
        for seat in range(len(session.names)):
            for option in options(session, seat)[0]:
                step = read_line(option.line, Location("line", 1, 1))
                assert step is not None
                assert session.forbidden(step, seat) == "", option.line
                offered += 1
        if not session.advance():
            break
    assert offered > 20


def test_an_eight_is_played_from_its_own_seat() -> None:
    text = """game: crazy-eights
players: [Ann, Bob]
start: {turn: Ann, discard: [KD], Ann: {hand: [8D, 2C]}, Bob: {hand: [3C]}}
---
"""
    for line in ("Ann play 8D as S", "Ann play 8D as C"):
        assert Session.of(text, "x.play", load=LOAD).say(line, 0).accepted
    assert "cannot see as" in Session.of(text, "x.play", load=LOAD).say("Ann play as", 0).message


def test_a_new_record_has_a_name_of_its_own(tmp_path: Path) -> None:
    file = free_name(tmp_path, "Nine Muses!")
    assert file.name == "Nine-Muses-.play"
    file.write_text("one")
    assert free_name(tmp_path, "Nine Muses!").name == "Nine-Muses--2.play"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game: no-game\nplayers: [Ann]\n---\n", "no game or folder"),
        ("game: nine-muses\nplayers: [Ann, Bob]\n---\nAnn fly\n", "no verb"),
        ("game: nine-muses\n---\n", "players"),
    ],
)
def test_what_cannot_be_played_is_reported(text: str, words: str) -> None:
    with pytest.raises(SessionError, match=words):
        Session.of(text, "bad.play")


def test_redo_follows_the_branch_that_was_gone_to() -> None:
    session = new("crazy-eights", seed="1")
    while session.advance():
        pass
    start = session.here
    lines = options(session, OPEN)[0]
    branches = []
    for line in dict.fromkeys(str(each.line) for each in lines):
        session.go(start.number)
        if session.say(line).accepted:
            branches.append(session.here)
        if len(branches) == 2:
            break
    first, second = branches
    for wanted in (first, second, first):
        session.go(wanted.number)
        session.go(start.number)
        session.redo()
        assert wanted in session.here.path()
        # From there on, too: a step of a branch leads back to the branch.
        for deep in wanted.path()[1:]:
            assert deep.parent is not None
            assert deep.parent.latest is deep
            assert session.go(deep.number).node is deep
            assert session.here is deep
            assert session.text() == session.text(deep)
    assert session.go(-1) is not None
    session.go(first.number)
    assert first in session.here.path()  # a node that does not exist is nowhere to go
    session.go(len(session.nodes))
    assert first in session.here.path()
