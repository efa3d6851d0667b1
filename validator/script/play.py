"""Replays a script: plays every step and collects every problem in a `Report`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game, Loaded
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.core import (
    ANY,
    CHANCE,
    MOST_TRIED,
    TABLE,
    Breach,
    Move,
    Refusal,
    TooManyMovesError,
    Trace,
)
from validator.referee.enforcement import place_of
from validator.referee.facts import FactError
from validator.referee.invariants import Conservation, Coverage
from validator.referee.referee import Referee
from validator.referee.registry import RefereeError, find_referee, no_referee
from validator.referee.tokens import ScriptError, TokenCursor
from validator.referee.trace import changed, settled, unsettled
from validator.referee.zones import census
from validator.script.expect import Assertion, clauses, fact_names, holds, look_up
from validator.script.overrides import overridden
from validator.script.played import PlayedStep, Report, cause
from validator.script.read import Script, Step, parse_script, read_script
from validator.script.start import first_position

FAULT = "fault"  # the check id of faults in the referee
SHOWN = 12  # most legal moves that a refusal lists
MOST_DRAWN = 10_000  # most lines of chance in a row; no shipped game has a hundred
Load = Callable[[Path], Loaded]


def replay(file: Path, name: str | None = None, load: Load = load_game) -> Report:
    """Read and play a script file; `name` is what messages call it."""
    script, problems = read_script(file, name)
    return play(script, name or file.as_posix(), problems, load)


def replay_text(text: str, name: str, load: Load = load_game) -> Report:
    """Read and play a script text; `name` is what messages call it."""
    script, problems = parse_script(text, name)
    return play(script, name, problems, load)


def play(
    script: Script | None, name: str, problems: list[Problem], load: Load = load_game
) -> Report:
    """Play a script that was read. Without a game and players the report has only problems."""
    report = Report(script, name, problems)
    if script is not None and not problems and (playing := begin(script, report, load)) is not None:
        playing.play()
    report.problems = sorted(set(report.problems))
    return report


def fails(file: Path, load: Load = load_game) -> bool:
    """Return whether a script does not hold. It is played up to its first problem, and no further.

    What a referee raises is a problem, too.
    """
    script, problems = read_script(file)
    report = Report(script, file.as_posix(), problems)
    if script is not None and not problems and (playing := begin(script, report, load)) is not None:
        playing.play(only_first=True)
    return not report.ok


def begin(script: Script, report: Report, load: Load = load_game) -> Playing | None:
    """Load the game of a script; None if there is none, which the report explains."""
    game = _game(script, report.problems, load)
    return None if game is None else Playing(script, game, report, load)


def _game(script: Script, problems: list[Problem], load: Load) -> Game | None:
    """Return the game of a script with the overrides of its header; None if there is none."""
    folder = resource("data") / script.game
    if script.game not in shipped_games():
        beside = script.file.parent if script.file else Path()
        folder = beside / script.game
        if not (folder / "game.yaml").is_file():
            folder = Path(script.game)
        if "\0" in script.game or not (folder / "game.yaml").is_file():
            message = f"no game or folder '{script.game}'"
            hint = did_you_mean(script.game, shipped_games())
            problems.append(Problem(script.place_of("game"), message + hint, "header"))
            return None
    loaded = load(folder)
    if loaded.problems or loaded.game is None:
        problems += loaded.problems
        return None
    game, found = overridden(loaded.game, script.nodes)
    problems += found
    return None if found else game


class Playing:
    """A script that is being played, with the current position."""

    def __init__(self, script: Script, game: Game, report: Report, load: Load = load_game) -> None:
        self.script = script
        self.load = load
        self.earlier: tuple[Script, ...] = (script,)  # and those that start after it
        self.game = game
        self.report = report
        self.random = Random(script.seed) if script.seed is not None else None
        self.because: dict[str, tuple[str, ...]] = {}
        self.seen: dict[Any, int] = {}
        self.known: frozenset[str] | None = None
        self.state: Any = None

    # ---- the whole script

    def play(self, only_first: bool = False, until: int = 0) -> None:
        """Set up the first position and play all steps, up to the first that cannot be played.

        `only_first`: up to the first problem; `until`: up to this line.
        """
        try:
            self.whole(only_first, until)
        except Exception as error:  # faults in the header; those in steps are caught there
            self.fault(self.script.place_of("start"), error)

    def whole(self, only_first: bool, until: int) -> None:
        """Play the script from the header to the last step, or as `play` says."""
        steps = list(self.script.steps)
        judged = bool(steps) and steps[0].text == "start" and steps[0].kind == "refused"
        if not self.ready(steps[0] if judged else None):
            return
        for step in steps[1:] if judged else steps:
            if until and step.location.line > until:
                break
            if not self.take(step) or (only_first and self.report.problems):
                break

    def ready(self, refused: Step | None = None) -> bool:
        """Check the header and set up the first position; return whether play can begin.

        `refused` is a ``! start -> ID`` line, if the script has one.
        """
        script, report = self.script, self.report
        try:
            referee = find_referee(self.game, script.players, script.options)
        except RefereeError as error:
            self.say(script.place_of("game"), str(error), "header")
            return False
        if referee is None:
            self.say(script.place_of("game"), no_referee(self.game), "header")
            return False
        report.referee = self.referee = referee
        report.problems += referee.problems
        for option in script.options:
            if option not in referee.known_options:
                hint = did_you_mean(option, referee.known_options)
                self.say(script.place_of("options"), f"no option '{option}'{hint}", "header")
        for name in script.players:
            if meaning := referee.other_meaning(name):
                message = f"'{name}' cannot be the name of a player here: in "
                message += f"{self.game.title} it means {meaning}; choose another name"
                self.say(script.place_of("players"), message, "header")
        if script.version and script.version != self.game.rules.version:
            message = f"the script was written for version {script.version} of the rules"
            message += f"; this is version {self.game.rules.version}"
            report.remarks.append(Problem(script.place_of("rules"), message, "version"))
        return not report.problems and self.set_the_table(refused)

    def forked(self) -> Playing:
        """Return a copy at the same position with its own report; playing on changes only it."""
        other = copy(self)
        other.report = Report(
            self.script, self.report.name, [], self.referee, self.report.begun, self.state
        )
        other.because, other.seen = dict(self.because), dict(self.seen)
        return other

    def say(self, location: Location, message: str, check: str) -> None:
        self.report.problems.append(Problem(location, message, check))

    def fault(self, location: Location, error: Exception) -> None:
        """Report an error in the referee with the line that led to it, instead of a traceback."""
        self.say(location, f"an error in the referee itself{cause(error)}", FAULT)

    def set_the_table(self, refused: Step | None) -> bool:
        """Set up the first position; a ``! start -> ID`` line expects that it is refused."""
        script, referee, report = self.script, self.referee, self.report
        node = script.nodes.get("start")
        location = node.location if node else script.place_of("players")
        start = first_position(script, self.game, referee, self.position_of)
        if isinstance(start, Problem):
            report.problems.append(start)
            return False
        self.state = start.state
        for breach in start.breaches:
            position_errors = f"start: position_errors ({place_of(type(referee).position_errors)})"
            report.coverage.enforce(breach.rule, position_errors)
        refusal = Refusal(start.breaches) if start.breaches else None
        if refused is not None:
            self.judge_refusal(refused, refusal, "start")
            for step in script.steps[1:2]:
                message = "a start that must be refused is the script's only step"
                self.say(step.location, message, "script")
            return False
        if refusal is not None:
            self.say(location, self.refused_words("The start", refusal), "refused")
            report.refusals[location] = refusal
            return False
        report.begun = report.end = self.state
        if node is None:
            self.settle(referee.opened(self.state), None, self.state)
        expected = census(referee.zones(self.state)) if start.loose else None
        self.conservation = Conservation(referee, expected)
        if fault := self.conservation.full(self.state):
            self.say(location, f"pieces do not add up: {fault}", "conservation")
            return False
        self.remember()
        return True

    def position_of(self, script: Script, line: int) -> Mapping[str, object] | Problem:
        """Return the facts after a line of another script, or what is wrong with it before it."""
        if any(each.same_file(script) for each in self.earlier):
            return Problem(
                script.place_of("start"), "these scripts start after each other", "start"
            )
        report = Report(script, script.name, [])
        other = begin(script, report, self.load)
        if other is not None:
            other.earlier = (*self.earlier, script)
            other.play(until=line)
        if report.problems:
            return report.problems[0]
        assert report.referee is not None
        return report.referee.settable(report.referee.facts(report.end))

    def take(self, step: Step) -> bool:
        """Play one step; return whether the next one can be played."""
        try:
            if step.kind == "story":
                self.report.played.append(PlayedStep(step, "", Trace(), self.state))
                return True
            asks = step.kind != "move" and self.random is None
            if step.inner != "chance" and asks:
                with self.foreseen():
                    return self.judged(step)
            if step.inner != "chance" and not self.draw(step):
                return False
            return self.judged(step)
        except ScriptError as error:
            self.report.problems.append(error.problem)
        except TooManyMovesError:
            message = f"more than {MOST_TRIED} moves to try here: is a number far too large?"
            self.say(step.location, message, "script")
        except FactError as error:
            path = ".".join(error.path)
            self.say(step.location, f"{path}: {error.message}" if path else error.message, "script")
        except Exception as error:
            self.fault(step.location, error)
            return False
        return step.kind not in ("move", "chance") or self.claims(step)

    def claims(self, step: Step) -> bool:
        """Return whether a line is a claim, which changes no position."""
        known = {verb.word for verb in self.referee.verbs.values() if verb.kind == "claim"}
        words = [word.text.lower() for word in step.words[:2]]
        return step.kind == "move" and len(words) == 2 and words[0] == "table" and words[1] in known

    def judged(self, step: Step) -> bool:
        """Judge a step in the current position; return whether the next one can be played."""
        if step.inner == "fact":
            self.fact(step)
            return True
        move = self.understood(step)
        if step.kind == "refused":
            self.judge_at_work(self.state, move)
            self.judge_refusal(step, self.referee.refusal(self.state, move), step.text, move)
            return True
        return self.move(step, move)

    # ---- moves

    def understood(self, step: Step) -> Move:
        """Return the move that a line means. Raises ScriptError if it means none, or several."""
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
            return referee.filled(self.state, move)
        first = referee.apply(self.state, fitting[0])
        if any(referee.apply(self.state, each) != first for each in fitting[1:]):
            several = ", ".join(f"'{referee.written(self.state, m)}'" for m in fitting[:4])
            raise ScriptError(location, f"this may mean {several}; write one of them", "ambiguous")
        return fitting[0]

    def move(self, step: Step, move: Move, drawn: bool = False) -> bool:
        """Carry out a move; return whether the next step can be played."""
        referee, state = self.referee, self.state
        refusal = referee.refusal(state, move)
        if refusal is not None:
            self.report.refusals[step.location] = refusal
            self.say(step.location, self.refusal_line(step, move, refusal), "refused")
            return referee.verbs[move.verb].kind == "claim"  # which changes nothing
        place = f"{self.script.name}:{step.location.line}"
        self.report.coverage.kept_by(referee, state, move, place)
        trace = Trace()
        after = referee.apply(state, move, trace)
        line = referee.written(state, move)
        if after is not state:
            if fault := self.conservation.full(after):
                self.say(
                    step.location, f"after '{line}' pieces do not add up: {fault}", "conservation"
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
        if after is not state:
            self.settle(trace, state, after, step)
            self.remember(step)
        self.report.played.append(PlayedStep(step, line, trace, after, None, drawn, move, state))
        return True

    def judge_at_work(self, state: object, move: Move) -> None:
        """Record which function of a claim checked which rules, beyond those that are declared."""
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

    def settle(self, trace: Trace, before: object, after: object, step: Step | None = None) -> None:
        """Record which rules settled which facts in this step.

        Only a fact that changed counts as settled. A change without a rule, or a rule without a
        change, is an error in the referee.
        """
        facts = self.referee.facts
        changes = changed({} if before is None else facts(before), facts(after))
        self.because = settled(trace, changes)
        if step is not None:
            self.report.untraced += [
                f"{self.script.name}:{step.location.line}: {fault}"
                for fault in unsettled(trace, changes, self.referee.fields.derived())
            ]

    @contextmanager
    def foreseen(self) -> Iterator[None]:
        """Switch to the position after the pending draws while the block runs.

        This allows an assertion between a line that draws and the ~ line with the card. The
        facts settled by the line and by the draws both count.
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
        """Draw for the ~ lines that are left out before a step, from the seed or a known order."""
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
        """Return whether a line has a verb for players who are asked before the next draw."""
        used = {word.text.lower() for word in step.words[1:2]}
        asked = (verb for verb in self.referee.verbs.values() if verb.word in used)
        return any(verb.by is not None and any(True for _ in verb.by(self.state)) for verb in asked)

    def remember(self, step: Step | None = None) -> None:
        """Add a remark if a position is repeated, in games that report it."""
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
            message = f"the position {f'of line {line}' if line else 'of the start'} has come back"
            self.report.remarks.append(Problem(step.location, message, "remark"))
        self.seen.setdefault(key, step.location.line if step else 0)

    # ---- refusals

    def judge_refusal(
        self, step: Step, refusal: Refusal | None, what: str, move: Move | None = None
    ) -> None:
        """Judge a ``!`` line: it must be refused, by the rules that it names."""
        place = f"{self.script.name}:{step.location.line}"
        for rule in (rule for each in step.rules for rule in each):
            if rule not in self.game.rules:
                hint = did_you_mean(rule, (each.id for each in self.game.rules))
                self.say(step.location, f"no rule '{rule}'{hint}", "script")
                return
        if refusal is None:
            by = f" by {step.wanted}" if step.rules else ""
            self.say(step.location, f"'{what}' should be refused{by}, but it is legal", "refused")
            return
        broken = [each for each in step.rules if set(each) <= set(refusal.rules)]
        if step.rules and not broken:
            found = self.refused_words(f"'{what}'", refusal)
            self.say(step.location, f"{found} It should break {step.wanted}.", "refused")
            return
        for rule in dict.fromkeys((refusal.rule, *(rule for each in broken for rule in each))):
            self.report.coverage.break_(rule, place)
        state = self.state
        self.report.played.append(
            PlayedStep(step, what, Trace(), state, refusal, False, move, state)
        )

    def refused_words(self, who: str, refusal: Refusal) -> str:
        """``… breaks NINE-TURN-03: statement (facts).``"""
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
        """Return some legal moves as text: first those of the same player and verb."""
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

    # ---- facts

    def fact(self, step: Step) -> None:
        """Judge an assertion; with ``!`` it must be false."""
        facts = self.referee.facts(self.state)
        for clause in clauses(step.words, step.location, facts):
            if clause.name.lower() in ("legal", "illegal") and len(clause.words) > 1:
                true, found, rules = self.legality(clause)
            else:
                true, found, remark = holds(clause, facts, self.names)
                rules = self.rules_behind(clause, facts)
                if remark:
                    self.report.remarks.append(Problem(clause.location, remark, "ambiguous"))
            asserted = " ".join(word.written for word in clause.words)
            if step.kind == "refused":
                self.wrong_claim(step, asserted, true, found, rules)
            elif not true:
                self.say(clause.location, f"'{asserted}' is false: {found}", "assertion")
            else:
                for rule in rules:
                    place = f"{self.script.name}:{step.location.line}"
                    self.report.coverage.keep(rule, place)
        if step.kind != "refused":
            self.report.played.append(PlayedStep(step, step.text, Trace(), self.state))

    def names(self) -> Collection[str]:
        """Return all names that facts of this game may have, in lower case."""
        if self.known is None:
            self.known = fact_names(self.referee, self.report.begun)
        return self.known | {name.lower() for name in self.referee.names(self.state)}

    def wrong_claim(
        self, step: Step, asserted: str, true: bool, found: str, rules: tuple[str, ...]
    ) -> None:
        """Judge a ``! =`` line: it must be false, because of a rule that settled the fact."""
        if true:
            self.judge_refusal(step, None, asserted)
        elif rules:
            refusal = Refusal(tuple(Breach(rule, found) for rule in rules))
            self.judge_refusal(step, refusal, asserted)
        elif step.rules:
            message = f"'{asserted}' is wrong ({found}), but no rule has settled it; "
            self.say(step.location, message + "leave out '-> …'", "refused")
        else:
            self.report.played.append(PlayedStep(step, asserted, Trace(), self.state))

    def rules_behind(self, clause: Assertion, facts: Mapping[str, object]) -> tuple[str, ...]:
        """Return the rules that settled a fact: in the last step, or because it is computed."""
        name = clause.name.lower()
        found = list(self.because.get(name, ()))
        for end in range(len(name)):  # the fact that contains it
            if name[end] == ".":
                found += self.because.get(name[:end], ())
        if isinstance(look_up(clause.name, facts, clause.location, self.names), Mapping):
            for each, rules in self.because.items():
                if each.startswith(f"{name}."):
                    found += rules
        computed = self.referee.rules_behind(self.state, clause.name)
        for rule in computed:
            self.report.coverage.enforce(rule, f"fact {clause.name.rpartition('.')[2]}")
        found += computed
        return tuple(dict.fromkeys(found))

    def legality(self, clause: Assertion) -> tuple[bool, str, tuple[str, ...]]:
        """``legal 12``, ``legal toil 3``, ``legal Ann toil Heron``, ``illegal Ann toil Heron``."""
        referee = self.referee
        rest = TokenCursor(list(clause.words[1:]), clause.location)
        wants = clause.name.lower() == "legal"
        words = {verb.word for verb in referee.verbs.values() if verb.kind == "move"}
        if wants and (rest.ahead_whole() or rest.ahead_in(words)):
            of = rest.name(words, "verb") if rest.ahead_in(words) else ""
            number = rest.whole("the number of legal moves")
            rest.done()
            verbs = [referee.verbs[move.verb].word for move in referee.legal(self.state)]
            count = verbs.count(of) if of else len(verbs)
            return number == count, f"{count} {of} moves are legal".replace("  ", " "), ()
        move = self.meant(referee, rest, False)
        refusal = referee.refusal(self.state, move)
        if refusal is not None:
            return not wants, self.refused_words("it", refusal), refusal.rules
        coverage = Coverage()
        coverage.kept_by(referee, self.state, move, "")
        trace = Trace()
        after = referee.apply(self.state, move, trace)
        rules = (*coverage.kept, *(entry.rule for entry in trace))
        if referee.recurring(after) in self.seen:
            rules += (referee.recurrence_rule,)
        return wants, "it is legal", tuple(dict.fromkeys(rules))


class EndlessChanceError(Exception):
    """A referee draws without end, so that no player ever acts."""


def _one_more(drawn: int) -> int:
    """Return `drawn` plus one: the lines of chance in a row. Raises EndlessChanceError."""
    if drawn == MOST_DRAWN:
        raise EndlessChanceError(f"more than {MOST_DRAWN:,} draws in a row")
    return drawn + 1
