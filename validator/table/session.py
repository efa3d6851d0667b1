"""A game played line by line: a tree of positions with the lines that led to them.

Every click, typed line, draw and computer move becomes a line of a script, which the code of
`pieria replay` plays. Positions are immutable: undo moves the session to an earlier node, and
another move there begins a branch. The record is the script of the current node. A change that
fails at any point, even while the record is being written, leaves the session and the record
unchanged.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from validator.core.interrupt import uninterrupted
from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.load.game import load_game
from validator.load.tabletop import Tabletop, read_tabletop
from validator.load.text import LARGEST, unreadable
from validator.referee.core import CHANCE, TABLE, Move, Refusal, TooManyMovesError
from validator.referee.grammar import Arg
from validator.referee.referee import Referee
from validator.referee.tokens import ScriptError, Word
from validator.script.play import Load, Playing, begin
from validator.script.played import PlayedStep, Report, cause
from validator.script.read import Script, Step, parse_script, read_line
from validator.script.report import line_of
from validator.simulate.strategies import SEARCH, choose
from validator.table.nodes import GameNode
from validator.table.views import OPEN, PUBLIC

MOST_NODES = 20_000
THINKS = 1.0  # seconds in which an opponent that searches chooses a move
TRIES = 20  # moves that a strategy guesses before it lists the legal ones
SEALED = re.compile(r"PLAYER=[\w-]+\|")  # the syntax of an argument with a choice of each player
Keep = Callable[[str, str], None]
"""Writes a record: (name of a branch, or empty for the main one; its text). Raises OSError."""


class Answer(NamedTuple):
    """The result of a line or command: a new node, or the reason why nothing has changed."""

    node: GameNode | None = None
    message: str = ""
    refusal: Refusal | None = None
    move: Move | None = None

    @property
    def accepted(self) -> bool:
        return self.node is not None

    def __bool__(self) -> bool:
        return self.accepted


class SessionError(Exception):
    """Raised if a game cannot be played; `problems` explains why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.full_message for problem in problems))
        self.problems = list(problems)


class Session:
    """A game in progress at a table. `here` is the current node."""

    def __init__(
        self, script: Script, load: Load = load_game, seed: str = "0", physical: bool = False,
        strategies: Mapping[int, str] | None = None, keep: Keep = lambda _branch, _text: None,
    ) -> None:  # fmt: skip
        report = Report(script, script.name, [])
        playing = begin(script, report, load)
        if playing is None or not playing.ready():
            raise SessionError(sorted(set(report.problems)))
        self.script = script
        self.seed = seed
        self.physical = physical
        self.strategies = dict(strategies or {})
        self.keep = keep
        self.branches = 0
        self.nodes: list[GameNode] = []
        rule = next(i for i, line in enumerate(script.lines[1:], 1) if line.rstrip() == "---")
        self.head = script.lines[: rule + 1]
        self.end_of_file: GameNode | None = None  # the last node of an opened script
        self.tail: tuple[str, ...] = ()
        self.here = self._node(None, (), playing.forked())
        self._read(rule + 1)
        self.furthest = self.here  # the last node of the branch that was recorded last
        self.kept: frozenset[int] = frozenset()  # the nodes whose branches are in files
        self.prove: Callable[[], object] = lambda: None  # shows a new node before it is recorded

    # ---- beginning

    @classmethod
    def of(
        cls, text: str, name: str, file: Path | None = None, load: Load = load_game,
        seed: str = "0", physical: bool = False, strategies: Mapping[int, str] | None = None,
        keep: Keep = lambda _branch, _text: None,
    ) -> Session:  # fmt: skip
        """Start a session from a script, which may consist of a header only.

        Raises SessionError.
        """
        script, problems = parse_script(text, name, file)
        if script is None or problems:
            raise SessionError(problems)
        return cls(script, load, seed, physical, strategies, keep)

    def _read(self, start: int) -> None:
        """Play the script's steps, each with the comments above it.

        `start` is the first line after the header.
        """
        for step in self.script.steps:
            playing = self.here.playing.forked()
            went_on = playing.take(step)
            report = playing.report
            if report.problems or not went_on:
                raise SessionError(report.problems)
            *drawn, last = report.played
            for each in drawn:
                self._add(playing, each, (each.line,))
            lines = self.script.lines[start : step.location.line]
            self._add(playing, last, lines)
            start = step.location.line
        for node in self.nodes:
            node.playing.random = None  # what the seed draws from here on is written as lines
        end = len(self.script.lines) - (not self.script.lines[-1])
        self.end_of_file, self.tail = self.here, self.script.lines[start:end]

    def _add(self, playing: Playing, played: PlayedStep, lines: tuple[str, ...]) -> None:
        fork = playing.forked()
        fork.state = played.after
        if self.here is self.end_of_file:
            lines = (*self.tail, *lines)
        moved = played.move if played.refusal is None else None
        self.here = self._node(self.here, lines, fork, played, moved)

    def _node(
        self, parent: GameNode | None, lines: tuple[str, ...], playing: Playing,
        played: PlayedStep | None = None, move: Move | None = None,
    ) -> GameNode:  # fmt: skip
        node = GameNode(len(self.nodes), parent, lines, playing, played, move)
        self.nodes.append(node)
        if parent is not None:
            parent.children.append(node)
            parent.latest = node
        return node

    # ---- what is there

    @property
    def game(self) -> Game:
        return self.here.playing.game

    @cached_property
    def tabletop(self) -> Tabletop:
        """The game's display settings, from its `table.yaml`."""
        return read_tabletop(self.game)[0]

    @property
    def referee(self) -> Referee[Any]:
        return self.here.referee

    @property
    def state(self) -> Any:
        return self.here.state

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.referee.names(self.state)

    def actors(self) -> tuple[int, ...]:
        """Return the seats to act; TABLE for everybody, CHANCE if the next step is a draw."""
        actor = self.referee.to_act(self.state)
        if actor == CHANCE:
            return (CHANCE,)
        return self.referee.actors(self.state) or (() if actor is None else (actor,))

    def text(self, node: GameNode | None = None) -> str:
        """Return the script that leads to a node (default: `here`); it can be replayed."""
        lines = [*self.head]
        for each in (node or self.here).path():
            lines += each.lines
        if (node or self.here) is self.end_of_file:
            lines += self.tail
        return self.script.newline.join(lines) + self.script.newline

    # ---- playing

    def say(self, line: str, seat: int = OPEN, automatic: bool = False) -> Answer:
        """Play a line for the player in a seat.

        Nothing changes if the rules refuse it or the player may not write it.
        """
        return self._changed(lambda: self._say(line, seat, automatic))

    def _say(self, line: str, seat: int, automatic: bool) -> Answer:
        node = self.here
        if len(self.nodes) >= MOST_NODES:
            return Answer(message=f"a session has at most {MOST_NODES} steps; begin another")
        if unreadable(line):
            message = (
                f"the line contains a character that is not allowed in scripts: {unreadable(line)}"
            )
            return Answer(message=f"{message}; omit it")
        try:
            step = read_line(line.replace("\r", " ").replace("\n", " "), Location("line", 1, 1))
            if step is None:
                return Answer(message="the line is empty; `pieria verbs` has examples")
            if message := self.forbidden(step, seat):
                return Answer(message=message)
        except ScriptError as error:
            return Answer(message=error.problem.message)
        playing = node.playing.forked()
        playing.take(step)
        report = playing.report
        if report.problems:
            problem = report.problems[0]
            refusal = report.refusals.get(step.location)
            return Answer(message=problem.message, refusal=refusal)
        for child in node.children:  # the same step leads to the same node
            if child.lines[-1:] == (line_of(report.played[-1]),):
                node.latest = self.here = child
                return Answer(child)
        *drawn, last = report.played
        for each in drawn:
            self._add(playing, each, (each.line,))
        self._add(playing, last, (line_of(last),))
        self.here.automatic = automatic
        return Answer(self.here, "; ".join(remark.message for remark in report.remarks))

    def _changed(self, change: Callable[[], Answer]) -> Answer:
        """Apply a change, verify that the result can be displayed, and record it.

        If anything fails, everything is undone.
        """
        here, count, latest = self.here, len(self.nodes), [node.latest for node in self.nodes]
        record = self.furthest, self.kept, self.branches
        done = False
        try:
            found = change()
            if found.accepted:
                self.prove()
                try:
                    with uninterrupted():
                        self._write()
                        done = True
                except OSError as error:
                    why = f"the record cannot be written ({error.strerror or error})"
                    then = "nothing has changed; free some disk space and make the move again"
                    return Answer(message=f"{why}; {then}")
            return found
        except Exception as error:
            return Answer(message=f"an error in Pieria itself{cause(error)}; nothing has changed")
        finally:
            if not done:
                self.furthest, self.kept, self.branches = record
                self._forget(here, count, latest)

    def _forget(self, here: GameNode, count: int, latest: list[GameNode | None]) -> None:
        """Restore the current node and the first `count` nodes, and remove later nodes."""
        for node in self.nodes[count:]:
            if node.parent is not None:
                node.parent.children.remove(node)
        del self.nodes[count:]
        for node, child in zip(self.nodes, latest, strict=True):
            node.latest = child
        self.here = here

    def forbidden(self, step: Step, seat: int) -> str:
        """Return the reason why the player in a seat may not write a line, or an empty string.

        The rules of the game are checked later.
        """
        if seat == OPEN or (step.kind == "story" and seat != PUBLIC):
            return ""
        if seat == PUBLIC:
            return "spectators cannot play"
        if step.kind in ("fact", "refused"):
            return "only the host can write assertions, because they show what is hidden"
        if step.kind == "chance":
            return "only the host can enter the result of a draw"
        name = self.names[seat]
        actor, *rest = (word.text for word in step.words)
        if actor.lower() not in (name.lower(), "table"):
            return (
                f"this is {name}'s seat; a line must begin with '{name}' or 'table', not '{actor}'"
            )
        claims = {verb.word for verb in self.referee.verbs.values() if verb.kind == "claim"}
        if actor.lower() == "table" and rest and rest[0].lower() in claims:
            return "only the host can make claims, because the answer shows what is hidden"
        if actor.lower() == "table" and rest and rest[0].lower() in self.sealed():
            return (
                f"only the host can write 'table {rest[0].lower()}', because it contains "
                "everybody's choices"
            )
        unseen = self._unseen(step, seat)
        return f"{name} cannot see {min(unseen)}" if unseen else ""

    def _unseen(self, step: Step, seat: int) -> set[str]:
        """Return the pieces in a line that the player in a seat cannot see.

        A word that is also a piece's name may mean something else: a word of the verb's syntax, as
        in ``play 8D as S``, where AS is the ace of spades, or a text of the player's own. A move
        that the player is offered names nothing hidden.
        """
        hidden = set(self.referee.printed()) - set(self.here.eyes(seat).visible())
        low = {piece.lower() for piece in hidden}
        found = {each for each in _named(step.words[1:]) if each.lower() in low}
        if not found:
            return found
        try:
            move = self.here.playing.forked().understood(step)
        except (ScriptError, TooManyMovesError):
            return found
        if move in self.here.legal():
            return set()
        args = self.referee.verbs[move.verb].args
        keys = {key for arg in args for key in arg.key}
        for arg, value in zip(args, move.args, strict=True):
            text = str(value).lower()
            keys = keys | {text} if arg.own_words else keys - {text}
        return {each for each in found if each.lower() not in keys}

    def sealed(self) -> set[str]:
        """Return the verbs of the table whose lines contain a secret choice of every player."""

        def is_sealed(args: Iterable[Arg]) -> bool:
            return any(SEALED.match(arg.syntax) for arg in args)

        verbs = self.referee.verbs.values()
        return {verb.word for verb in verbs if verb.kind == "table" and is_sealed(verb.args)}

    def advance(self) -> Answer:
        """Make one draw or one computer move, if the game waits for it."""

        def found() -> str:
            return self._drawn() or (
                "" if self.asks_others() else self._alone() or self._opponents()
            )

        return self._changed(lambda: self._automatic(found()))

    def was_opened(self) -> bool:
        """Return whether the current node is one of the opened script."""
        return self.end_of_file is not None and self.here.number <= self.end_of_file.number

    def asks_others(self) -> bool:
        """Return whether the game waits for persons who may act before the player to act."""
        waits = {*self.referee.awaited(self.state)}
        persons = waits & ({*range(len(self.names))} - {*self.strategies})
        return bool(persons) and self.referee.to_act(self.state) not in waits

    def draw(self) -> Answer:
        """Draw once, even if draws are entered by hand."""
        return self._changed(lambda: self._automatic(self._drawn(always=True)))

    def _automatic(self, line: str) -> Answer:
        return self._say(line, OPEN, True) if line else Answer()

    def _random(self) -> Random:
        """Return the random generator of this node: after an undo, the same cards are drawn."""
        return Random(f"{self.seed}/{self.here.depth}")

    def _drawn(self, always: bool = False) -> str:
        referee, state = self.referee, self.state
        if referee.to_act(state) != CHANCE or (self.physical and not always):
            return ""
        move = referee.known_draw(state) or referee.chance(state, self._random())
        return referee.written(state, move)

    def _alone(self) -> str:
        """Return the line that is played because it leaves no choice, or an empty string.

        It is the only legal move, or a line for the table that does not depend on another.
        """
        legal = self.here.legal() if self.tabletop.alone else []
        words = [self.referee.verbs[move.verb].word for move in legal]
        if not self.here.is_listed or not {*words} <= {*self.tabletop.alone}:
            return ""
        decided = (
            move
            for move, word in zip(legal, words, strict=True)
            if words.count(word) == 1 and (move.seat == TABLE or len(legal) == 1)
        )
        found = next(decided, None)
        return self.referee.written(self.state, found) if found else ""

    def _opponents(self) -> str:
        """Return a computer opponent's line.

        It is empty unless the opponent must act, or no person can do anything.
        """
        referee, state = self.referee, self.state
        actor, bots = referee.to_act(state), set(self.strategies)
        if not bots or actor is None or actor == CHANCE:
            return ""
        persons = set(range(len(self.names))) - bots
        if actor in persons or (actor == TABLE and persons):
            if self._moves_on({*persons, TABLE}):
                return ""
            seats = bots
        else:
            seats = {*bots, TABLE}
        move = self._chosen(seats, self.strategies.get(actor, "random"))
        return referee.written(state, move) if move else ""

    def _moves_on(self, seats: set[int]) -> bool:
        """Return whether one of these seats has a legal move that changes anything."""
        return any(move.seat in seats and self._changes(move) for move in self.here.legal())

    def _changes(self, move: Move) -> bool:
        """Return whether a move has any effect; repeating an earlier choice has none."""
        return bool(self.referee.apply(self.state, move) != self.state)

    def _chosen(self, seats: set[int], strategy: str) -> Move | None:
        """Return a move with an effect for one of these seats, chosen by the strategy."""
        referee, state, random = self.referee, self.state, self._random()
        for _ in range(1 if strategy == SEARCH else TRIES):
            move = choose(strategy, referee, state, random, THINKS)
            if move is not None and move.seat in seats and self._changes(move):
                return move
        mine = [move for move in self.here.legal() if move.seat in seats and self._changes(move)]
        return random.choice(mine) if mine else None

    # ---- going back, and branches

    def back(self, whole: bool = False) -> GameNode | None:
        """Return the node before the last step, to which undo returns, or None if there is none.

        Draws are not steps, because they would be drawn again. With `whole`, it is the node before
        the last step of a person, so that the computer does not have to repeat its own steps.
        """
        node = self.here
        while node.parent is not None and node.automatic and (whole or node.drew):
            node = node.parent
        return node.parent if node.parent is not None else None

    def taken_back(self, whole: bool = False) -> Iterator[GameNode]:
        """Yield the nodes that `undo` would leave."""
        goal, node = self.back(whole), self.here
        while goal is not None and node is not goal and node.parent is not None:
            yield node
            node = node.parent

    def undo(self, whole: bool = False) -> Answer:
        """Undo the last step, or all steps back to a person's last step; see `back`."""
        goal = self.back(whole)
        return self._moved_to(goal) if goal is not None else Answer()

    def redo(self) -> Answer:
        """Redo the last undone step and its automatic consequences."""
        node = self.here.latest
        while node is not None and node.latest is not None and node.latest.automatic:
            node = node.latest
        return self._moved_to(node) if node is not None else Answer()

    def go(self, number: int) -> Answer:
        """Go to the node with this number, if it exists."""
        if not 0 <= number < len(self.nodes):
            return Answer()
        return self._moved_to(self.nodes[number])

    def _moved_to(self, goal: GameNode) -> Answer:
        def move() -> Answer:
            self.here = node = goal
            while node.parent is not None:  # redo follows this branch
                node.parent.latest = node
                node = node.parent
            return Answer(goal)

        return self._changed(move)

    def _write(self) -> None:
        """Write the record.

        If it would lose a branch, that branch is saved under another name first.
        """
        path, last, text = self.here.path(), self.furthest, self.text()
        if len(text) > LARGEST:
            raise OSError(errno.EFBIG, f"it would be larger than {LARGEST // 1024**2} MB")
        if last not in path and last.number not in self.kept:
            fork = next(node for node in last.path()[::-1] if node in path)
            about = f"# A branch: the record continues differently after step {fork.depth}."
            branch = self.script.newline.join([about, self.text(last)])
            self.keep(f"{self.branches + 1}", branch)
            self.branches += 1
            self.kept |= {last.number}
        self.keep("", text)
        self.furthest = self.here


def _named(words: Sequence[Word]) -> Iterator[str]:
    """Yield the names in a line's words, including those in lists and after ``=``."""
    for word in words:
        yield word.text
        if not word.quoted:
            yield from re.split(r"[=,\[\]{}:\s\"']+", word.text)
