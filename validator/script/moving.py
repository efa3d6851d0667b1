"""The current position of a script that is being played, and the moves in its lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.referee.core import ANY, CHANCE, TABLE, Move, Refusal, TooManyMovesError, Trace
from validator.referee.enforcement import place_of
from validator.referee.invariants import Conservation
from validator.referee.referee import Referee
from validator.referee.tokens import ScriptError, TokenCursor
from validator.referee.trace import changed, settled, unsettled
from validator.script.played import PlayedStep, Report
from validator.script.read import Script, Step

SHOWN = 12  # most legal moves that a refusal lists
MOST_DRAWN = 10_000  # most lines of chance in a row; no shipped game has a hundred


class Moving:
    """The current position of a script that is being played, with the rules that set its facts."""

    referee: Referee[Any]
    conservation: Conservation

    def __init__(self, script: Script, game: Game, report: Report) -> None:
        self.script = script
        self.game = game
        self.report = report
        self.random = Random(script.seed) if script.seed is not None else None
        self.because: dict[str, tuple[str, ...]] = {}
        self.seen: dict[Any, int] = {}
        self.state: Any = None

    def say(self, location: Location, message: str, check: str) -> None:
        self.report.problems.append(Problem(location, message, check))

    # ---- moves

    def understood(self, step: Step) -> Move:
        """Return the move that a line describes. Raises ScriptError if no move fits, or several
        do.
        """
        referee, words = self.referee, TokenCursor(list(step.words), step.location, step.story)
        return self.meant(referee, words, step.inner == "chance")

    def meant(self, referee: Referee[object], words: TokenCursor, chance: bool) -> Move:
        location = words.location
        kinds: tuple[str, ...]
        if chance:
            seat, kinds = CHANCE, ("chance",)
        else:
            names = referee.names(self.state)
            actor = words.name((*names, "table"), "player")
            seat = TABLE if actor == "table" else names.index(actor)
            kinds = ("table", "claim") if seat == TABLE else ("move", "aside")
        known = {verb.word: verb for verb in referee.verbs.values() if verb.kind in kinds}
        verb = known[words.name(known, "verb")]
        args = verb.read(words, self.state, seat)
        words.done()
        move = Move(seat, verb.name, args)
        if ANY not in args:
            return move
        fitting = referee.fitting(self.state, move)
        if not fitting:
            return verb.filled(self.state, move)
        first = referee.apply(self.state, fitting[0])
        if any(referee.apply(self.state, each) != first for each in fitting[1:]):
            several = ", ".join(f"'{referee.written(self.state, m)}'" for m in fitting[:4])
            raise ScriptError(
                location, f"this line may mean {several}; write one of them", "ambiguous"
            )
        return fitting[0]

    def move(self, step: Step, move: Move, drawn: bool = False) -> bool:
        """Apply a move; return whether the next step can be played."""
        referee, state = self.referee, self.state
        refusal = referee.refusal(state, move)
        if refusal is not None:
            self.report.refusals[step.location] = refusal
            self.say(step.location, self.refusal_line(step, move, refusal), "refused")
            return referee.verbs[move.verb].kind == "claim"  # claims change nothing
        place = f"{self.script.name}:{step.location.line}"
        self.report.coverage.kept_by(referee, state, move, place)
        trace = Trace()
        after = referee.apply(state, move, trace)
        line = referee.written(state, move)
        if after is not state:
            if fault := self.conservation.full(after):
                self.say(
                    step.location,
                    f"after '{line}' the number of pieces is wrong: {fault}",
                    "conservation",
                )
                return False
            for remark in referee.remarks(state, after):
                self.report.remarks.append(Problem(step.location, remark, "remark"))
        self.state = self.report.end = after
        verb = referee.verbs[move.verb]
        for entry in trace:
            self.report.coverage.keep(entry.rule, place)
            self.report.coverage.enforce(
                entry.rule, f"{verb.name}: effect ({place_of(verb.function)})"
            )
        self.judge_at_work(state, move)
        untraced: tuple[str, ...] = ()
        if after is not state:
            changes = self.settle(trace, state, after)
            untraced = (*unsettled(trace, changes, referee.fields.derived()),)
            self.remember(step)
        self.report.played.append(
            PlayedStep(step, line, trace, after, None, drawn, move, state, untraced)
        )
        return True

    def judge_at_work(self, state: object, move: Move) -> None:
        """Record the rules that a claim's function checks, in addition to the declared checks."""
        verb = self.referee.verbs[move.verb]
        if verb.judges is None:
            return
        found, thing = verb.judges(state, move.seat, *move.args), move.args[0]
        subject = verb.things.get(thing)
        asks = subject.function if subject else verb.judges
        declared = {rule for rule, _ in subject.enforced()} if subject else set()
        where = f"{move.verb} {thing}: {asks.__name__.strip('_')} ({place_of(asks)})"
        for rule in (*found.kept, *(breach.rule for breach in found.breaches)):
            if rule not in declared:
                self.report.coverage.enforce(rule, where)

    def settle(self, trace: Trace, before: object, after: object) -> set[str]:
        """Record which rules set which facts in this step, and return the changed facts.

        A change without a rule, or a rule without a change, is an error in the referee.
        """
        facts = self.referee.facts
        changes = changed({} if before is None else facts(before), facts(after))
        self.because = settled(trace, changes)
        return changes

    @contextmanager
    def foreseen(self) -> Iterator[None]:
        """In a `with` block, use the position after the pending draws.

        This allows an assertion between a line that draws and the ~ line with the card. The facts
        set by the line and those set by the draws both count.
        """
        state, because, drawn = self.state, self.because, 0
        while (move := self.referee.known_draw(self.state)) is not None:
            drawn = _one_more(drawn)
            trace, before, earlier = Trace(), self.state, self.because
            self.state = self.referee.apply(before, move, trace)
            self.settle(trace, before, self.state)
            self.because = earlier | self.because
        try:
            yield
        finally:
            self.state, self.because = state, because

    def draw(self, before: Step) -> bool:
        """Make the draws whose ~ lines are omitted before a step, from the seed or a
        known order.
        """
        referee, drawn = self.referee, 0
        while referee.draws_next(self.state):
            if referee.to_act(self.state) != CHANCE and self.answers(before):
                break
            drawn = _one_more(drawn)
            if self.random is None:
                known = referee.known_draw(self.state)
                if known is None:
                    break
                move = known
            else:
                move = referee.chance(self.state, self.random)
            line = referee.written(self.state, move)
            step = Step("chance", "chance", before.location, line, ())
            if not self.move(step, move, drawn=True):
                return False
        return True

    def answers(self, step: Step) -> bool:
        """Return whether a line's verb is for players who may respond before the next draw."""
        used = {word.text.lower() for word in step.words[1:2]}
        asked = (verb for verb in self.referee.verbs.values() if verb.word in used)
        return any(verb.by is not None and any(True for _ in verb.by(self.state)) for verb in asked)

    def remember(self, step: Step | None = None) -> None:
        """Add a remark if the position occurred before, in games that report repeated positions."""
        key = self.referee.recurring(self.state)
        if key is None:
            return
        if step is not None and key in self.seen:
            place = f"{self.script.name}:{step.location.line}"
            rule = self.referee.recurrence_rule
            self.report.coverage.keep(rule, place)
            where = f"recurring ({place_of(type(self.referee).recurring)})"
            self.report.coverage.enforce(rule, where)
            line = self.seen[key]
            message = f"the position {f'of line {line}' if line else 'of the start'} is repeated"
            self.report.remarks.append(Problem(step.location, message, "remark"))
        self.seen.setdefault(key, step.location.line if step else 0)

    # ---- refusals in words

    def refused_words(self, who: str, refusal: Refusal) -> str:
        """Return a message such as ``… breaks NINE-TURN-03: statement (facts).``"""
        rule = refusal.rule
        statement = self.game.rules[rule].text if rule in self.game.rules else ""
        others = [each for each in refusal.rules if each != rule]
        also = f" Also broken: {', '.join(others)}." if others else ""
        return f"{who} breaks {rule}: {statement.rstrip('.')} ({refusal.facts}).{also}"

    def refusal_line(self, step: Step, move: Move, refusal: Refusal) -> str:
        who = step.text
        if move.seat != CHANCE:
            actor, _, rest = step.text.partition(" ")
            who = f'{actor} "{rest.strip()}"'
        else:
            who = f'~ "{step.text}"'
        try:
            listed = self.legal_words(move)
            self.report.legal[step.location] = [
                self.referee.written(self.state, each) for each in self.referee.legal(self.state)
            ]
        except TooManyMovesError:
            listed = "too many moves to list"
        return f"{self.refused_words(who, refusal)} Legal now: {listed}."

    def legal_words(self, move: Move) -> str:
        """Return some legal moves as text, starting with those of the same player and verb."""
        referee = self.referee
        legal = referee.legal(self.state)
        if not legal:
            actor = referee.to_act(self.state)
            if actor == CHANCE:
                return "a result of chance (a line that begins with ~)"
            return (
                "nothing, the game is over"
                if actor is None
                else "nothing (no player has a legal move: this is a fault of the referee)"
            )
        near = sorted(legal, key=lambda each: (each.seat != move.seat, each.verb != move.verb))
        words = [referee.written(self.state, each) for each in near[:SHOWN]]
        more = len(legal) - len(words)
        return ", ".join(words) + (f" and {more} more" if more > 0 else "")


class EndlessChanceError(Exception):
    """Raised when a referee draws endlessly, so that no player ever acts."""


def _one_more(drawn: int) -> int:
    """Return `drawn`, the number of consecutive draws, plus one. Raises EndlessChanceError."""
    if drawn == MOST_DRAWN:
        raise EndlessChanceError(
            f"the referee made more than {MOST_DRAWN:,} draws in a row "
            "without reaching a player's decision"
        )
    return drawn + 1
