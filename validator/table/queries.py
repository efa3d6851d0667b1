"""Answers a player's queries: legal moves, completions of a line, and reasons for a refusal.

Answers do not depend on what this player cannot see: refusals and reasons must be the same in all
states that look the same to the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from validator.core.location import Location
from validator.referee.core import CHANCE, TABLE, Breach, Move, Refusal, TooManyMovesError
from validator.referee.grammar import nothing_said, words_of_args, write_args
from validator.referee.referee import Referee
from validator.referee.sentences import seer
from validator.referee.sight import OPEN, PUBLIC, determinizations
from validator.referee.tokens import ScriptError, TokenCursor, in_a_line
from validator.referee.verbs import Verb
from validator.script.play import Playing
from validator.script.split import split
from validator.table.nodes import GameNode
from validator.table.session import Session

MOST_MOVES = 1500  # most moves that are sent to a page
MOST_TRIED = 400  # candidates tried to explain why a piece cannot be used
MOST_BEGUN = 4  # first arguments tried before a piece that no candidate names
SUGGESTED = 40
TYPED = Location("line", 1, 1)
SIGNS = frozenset('"[{#|')  # a line without these is split at spaces


class Option(NamedTuple):
    """A legal move: its line, its verb, its arguments as text, and the pieces that they name."""

    line: str
    verb: str
    args: tuple[str, ...]
    names: tuple[str, ...]
    move: Move
    actor: str

    def page(self) -> dict[str, Any]:
        """Return the option as JSON-compatible values for a page."""
        found = self._asdict()
        del found["move"]
        return found


class VerbSyntax(NamedTuple):
    """A verb that is open now, with its grammar."""

    verb: str
    actor: str
    syntax: str
    about: str
    args: tuple[tuple[str, str, bool], ...]  # (word before it, syntax, whether it may be left out)
    listed: int  # how many legal moves are listed
    kind: str  # the value of `Verb.kind`
    why: str = ""  # what a player must do first, if no move of the verb is legal


class RefusalReason(NamedTuple):
    """A rule that a move breaks: its id, its statement and the facts."""

    rule: str
    statement: str
    facts: str  # empty if they would reveal what is hidden


class Tried(NamedTuple):
    """A move that was tried with a piece, and the reasons against it (none if it is legal)."""

    line: str
    verb: str
    reasons: tuple[RefusalReason, ...]
    names: tuple[str, ...] = ()  # what its line names


def seats_of(session: Session, seat: int) -> tuple[int, ...]:
    """Return the seats that the page of a seat may act for."""
    if seat == PUBLIC:
        return ()
    everybody = tuple(range(len(session.names)))
    return (*everybody, TABLE) if seat == OPEN else (seat, TABLE)


def options(session: Session, seat: int) -> tuple[list[Option], bool]:
    """Return a seat's legal moves, and whether the list is complete."""
    node, allowed = session.here, seats_of(session, seat)
    legal = node.legal_for(allowed)
    if seat not in node.options:
        node.options[seat] = [_option(session, move) for move in legal[:MOST_MOVES]]
    return node.options[seat], node.is_listed and len(legal) <= MOST_MOVES


def _option(session: Session, move: Move) -> Option:
    referee, state = session.referee, session.state
    verb = referee.verbs[move.verb]
    words = tuple(words_of_args(verb.args, state, move.seat, move.args))
    actor = referee.actor(move.seat, state)
    line = " ".join(filter(None, (actor, verb.word, *words)))
    args: list[str] = []
    for arg, text in zip(verb.args, words, strict=True):
        if arg.syntax or not args:
            args.append(text)
        else:  # a part of the argument before it, as in "to A"
            args[-1] = f"{args[-1]} {text}".strip()
    return Option(line, verb.word, tuple(args), tuple(named(verb, words)), move, actor)


def named(verb: Verb, words: Iterable[str]) -> dict[str, None]:
    """Return what the arguments of a move name, without the words that stand before them."""
    found: dict[str, None] = {}
    for arg, text in zip(verb.args, words, strict=True):
        said = names_in(text)
        found |= dict.fromkeys(said[1:] if said[:1] == [*arg.key[:1]] else said)
    return found


def names_in(line: str) -> list[str]:
    """Return the words of a line without quotation marks; a list counts as one word."""
    if not SIGNS.intersection(line):
        return [word.rstrip(",") for word in line.split()]
    try:
        words, _ = split(line, TYPED)
    except ScriptError:
        return []
    return [word.text for word in words if word.text != ","]


def open_verbs(session: Session, seat: int) -> Iterator[VerbSyntax]:
    """Yield the verbs that are now open to a seat, with their grammar."""
    referee, state = session.referee, session.state
    allowed = seats_of(session, seat)
    counts = Counter((move.verb, move.seat) for move in session.here.legal_for(allowed))
    for verb in referee.verbs.values():
        for actor in _who(session, verb, allowed, seat == OPEN):
            if any(referee.shut(state, Move(actor, verb.name))):
                continue
            args = tuple(
                ("".join(arg.key[:1]), arg.syntax, arg.default is not None)
                for arg in verb.args
                if arg.syntax
            )
            yield VerbSyntax(
                verb.word, referee.actor(actor, state), verb.syntax, verb.about, args,
                counts[verb.name, actor], verb.kind, _first(session, seat, actor, verb)
                if verb.kind == "move" and not counts[verb.name, actor] else "",
            )  # fmt: skip


def _first(session: Session, seat: int, actor: int, verb: Verb) -> str:
    """Return why a verb's first candidate move is refused, or an empty string if it is legal."""
    if any(arg.candidates is nothing_said and not arg.default for arg in verb.args):
        return ""
    for move in islice(_candidates(session.state, actor, verb, ()), 1):
        with suppress(Exception):  # a move may be meaningless here
            refusal = Refusal(tuple(session.referee.breaches(session.state, move)))
            return next((each.facts for each in reasons(session, seat, refusal, move)
                         if each.facts), "")  # fmt: skip
    return ""


def _who(
    session: Session, verb: Verb, allowed: tuple[int, ...], everything: bool
) -> tuple[int, ...]:
    """Return the seats among `allowed` for which the verb should be offered."""
    if not verb.listed:
        return ()
    if verb.kind == "chance":
        return (CHANCE,) if everything and session.actors() == (CHANCE,) else ()
    if verb.kind == "claim":
        return (TABLE,) if everything else ()
    if verb.kind == "table":
        return (TABLE,) if TABLE in allowed else ()
    players = tuple(seat for seat in allowed if seat >= 0)
    if verb.by is not None:
        return tuple(seat for seat in verb.by(session.state) if seat in players)
    if verb.kind == "aside" or verb.anybody:
        return players
    return tuple(seat for seat in session.actors() if seat in players)


# ---- completion


def complete(session: Session, seat: int, text: str) -> list[tuple[str, str]]:
    """Return the possible next words of a line that is being typed, each with its meaning.

    The last word of `text` is taken as complete if a space follows it.
    """
    done, last = begun(text)
    found: dict[str, str] = {}
    if last is None:
        return []
    last = last.lower()
    for option in options(session, seat)[0]:
        words = _pieces(option.line)
        if [word.strip('"').lower() for word in words[: len(done)]] == done and len(words) > len(
            done
        ):
            following = words[len(done)]
            if following.strip('"').lower().startswith(last):
                found.setdefault(following, option.line if len(words) == len(done) + 1 else "")
    for verb in open_verbs(session, seat):
        head = [verb.actor.lower(), verb.verb.lower()]
        if done == [] and verb.actor.lower().startswith(last):
            found.setdefault(verb.actor, "")
        elif done == head[:1] and verb.verb.lower().startswith(last):
            found[verb.verb] = verb.about
        elif done[:2] == head and not found:
            found.setdefault("", verb.syntax)
    return [*found.items()][:SUGGESTED]


def begun(text: str) -> tuple[list[str], str | None]:
    """Return the complete words of an unfinished line in lower case, and the beginning of the next.

    The beginning is as typed, but without a leading quotation mark. It is None within brackets,
    notes and comments, where no completion is possible.
    """
    end = len(text)
    last: str | None = ""
    while True:
        try:
            words, _ = split(text[:end], TYPED)
            break
        except ScriptError as error:  # a quotation mark or a bracket is open
            end = min(error.problem.location.column - 1, end - 1)
            opened = text[end : end + 1] == '"'
            last = text[end + 1 :] if opened and last is not None else None
    done = [word for word in words if word.text != ","]
    if last is not None and end == len(text):
        read = words[-1].end - 1 if words else 0
        if text[read:].strip():
            last = None  # the line continues with a note or a comment
        elif done and done[-1] is words[-1] and read == len(text) and not done[-1].quoted:
            last = done.pop().text
    return [word.text.lower() for word in done], last


def _pieces(line: str) -> list[str]:
    """Return the words of a line as written, with their quotation marks."""
    words, _ = split(line, TYPED)
    return [line[word.column - 1 : word.end - 1] for word in words if word.text != ","]


def hint(session: Session, seat: int, text: str) -> str:
    """Return the grammar of the verb at the start of a line, or an empty string."""
    done, last = begun(text)
    words = [*done, *([last.lower()] if last else [])][:2]
    return next(
        (
            verb.syntax
            for verb in open_verbs(session, seat)
            if words == [verb.actor.lower(), verb.verb]
        ),
        "",
    )


# ---- refusals


def reasons(
    session: Session, seat: int, refusal: Refusal, move: Move | None
) -> list[RefusalReason]:
    """Return the rules that a move breaks, without anything that the player in a seat must not
    know.

    Facts are included only if they are the same in all states that look the same to this player.
    The messages are addressed to the player, in the language of the game.
    """
    elsewhere = [] if seat == OPEN or move is None else [
        _breaches(session, other, move)
        for other in determinizations(session.referee, session.state, seat)
    ]  # fmt: skip
    see = seer(session.referee, session.state, None if seat == OPEN else seat)
    found = [
        RefusalReason(
            breach.rule, statement(session, breach.rule),
            breach.message.seen(see).text(session.game.words.pattern)
            if all((breach.rule, breach.facts) in others for others in elsewhere) else "",
        )
        for breach in refusal.breaches
    ]  # fmt: skip
    return list(dict.fromkeys(found))


def _breaches(session: Session, state: object, move: Move) -> set[tuple[str, str]]:
    try:
        return {(each.rule, each.facts) for each in session.referee.breaches(state, move)}
    except Exception:  # a guard may fail in a state in which the move is meaningless
        return set()


def statement(session: Session, rule: str) -> str:
    """Return the statement of a rule."""
    rules = session.game.rules
    return rules[rule].text if rule in rules else ""


def why_not(session: Session, seat: int, piece: str) -> list[Tried]:
    """Try each verb of a seat with a piece, and return the reasons for each refusal.

    The moves are tried in a state that looks the same to the player in the seat, so that hidden
    pieces stay hidden.
    """
    allowed = seats_of(session, seat)
    players = [each for each in session.actors() if each in allowed and each >= 0]
    players = players or [each for each in allowed if each >= 0]
    playing = session.here.playing.forked()
    if seat != OPEN:
        playing.state = next(determinizations(session.referee, session.state, seat))
        if piece in session.referee.printed() and piece not in session.here.eyes(seat).visible():
            return []
    found: list[Tried] = []
    for actor in players[:1]:
        for verb in session.referee.verbs.values():
            if verb.kind in ("move", "aside") and verb.args:
                found += _tries(session, seat, playing, actor, verb, piece)
    return sorted(found, key=lambda each: len(each.reasons))


def _tries(
    session: Session, seat: int, playing: Playing, actor: int, verb: Verb, piece: str
) -> Iterator[Tried]:
    """Yield the moves with a verb and a piece that break the fewest rules."""
    referee, state = session.referee, playing.state
    best: tuple[str, Move, tuple[Breach, ...]] | None = None
    for move in _with_piece(playing, actor, verb, piece):
        try:
            breaches, line = tuple(referee.breaches(state, move)), referee.written(state, move)
        except Exception:  # a move may be meaningless here: a piece that is not in play
            continue
        if best is None or len(breaches) < len(best[2]):
            best = line, move, breaches
        if not breaches:
            break
    if best is None:
        return
    line, move, breaches = best
    why = reasons(session, seat, Refusal(breaches), move) if breaches else []
    yield Tried(line, verb.word, tuple(why), _names_of(referee, state, move))


def _with_piece(playing: Playing, actor: int, verb: Verb, piece: str) -> Iterator[Move]:
    """Yield moves of a verb that name a piece, legal or not."""
    referee, state = playing.referee, playing.state
    low, found = piece.lower(), False
    chosen = all(arg.candidates is not nothing_said or arg.default for arg in verb.args)
    moves = _candidates(state, actor, verb, ()) if chosen else iter(())
    for move in islice(moves, MOST_TRIED):
        if low in (word.lower() for word in _names_of(referee, state, move)):
            found = True
            yield move
    if not found:
        for before in _beginnings(state, actor, verb):
            with suppress(ScriptError, TooManyMovesError):
                line = f"{referee.actor(actor, state)} {before} {in_a_line(piece)}"
                yield _understood(playing, line)


def _names_of(referee: Referee[Any], state: object, move: Move) -> tuple[str, ...]:
    verb = referee.verbs[move.verb]
    return tuple(named(verb, words_of_args(verb.args, state, move.seat, move.args)))


def _beginnings(state: object, actor: int, verb: Verb) -> Iterator[str]:
    """Yield the beginnings of lines with a verb: its word alone, and with its first argument."""
    yield verb.word
    arg, slot = verb.args[0], verb.slots[0]
    with suppress(Exception):  # some candidates exist only in legal moves
        for value in islice(slot(state, actor), MOST_BEGUN):
            yield f"{verb.word} {write_args((arg,), state, actor, (value,))}"


def _candidates(state: object, actor: int, verb: Verb, args: tuple[object, ...]) -> Iterator[Move]:
    """Yield moves from the candidates of all arguments, legal or not."""
    if len(args) == len(verb.slots):
        yield Move(actor, verb.name, args)
        return
    try:
        for value in verb.slots[len(args)](state, actor, *args):
            yield from _candidates(state, actor, verb, (*args, value))
    except Exception:  # some candidates exist only in legal moves
        return


def composed(session: Session, seat: int, line: str) -> Move | list[RefusalReason] | None:
    """Return the move of a line that no option has, the reasons against it, or None if the player
    in the seat cannot know whether it is legal.

    The line is read and judged in states that look the same to the player, never in the true one.
    """
    referee, playing = session.referee, session.here.playing.forked()
    worlds = [session.state] if seat == OPEN else [
        *determinizations(referee, session.state, seat)
    ]  # fmt: skip
    try:
        playing.state = worlds[0]
        move = _understood(playing, line)
        judged = [tuple(referee.breaches(each, move)) for each in worlds]
    except Exception:  # no line of the game, or a move that is meaningless here
        return None
    if move.seat not in seats_of(session, seat) or any(map(bool, judged)) != all(map(bool, judged)):
        return None
    if not judged[0]:
        return move
    known = set.intersection(*({each.rule for each in breaches} for breaches in judged))
    sure = tuple(each for each in judged[0] if each.rule in known)
    return reasons(session, seat, Refusal(sure), move) if sure else None


def understood(node: GameNode, line: str) -> Move:
    """Return the move that a line describes at a node. Raises ScriptError."""
    return _understood(node.playing.forked(), line)


def _understood(playing: Playing, line: str) -> Move:
    words, story = split(line.removeprefix("~ "), TYPED)
    return playing.meant(playing.referee, TokenCursor(words, TYPED, story), line.startswith("~"))
