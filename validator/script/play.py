"""Replays a script: plays every step and collects every problem in a `Report`."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path

from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game, Loaded
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.core import MOST_TRIED, Refusal, TooManyMovesError, Trace
from validator.referee.enforcement import place_of
from validator.referee.facts import FactError
from validator.referee.invariants import Conservation
from validator.referee.registry import RefereeError, find_referee, no_referee
from validator.referee.tokens import ScriptError
from validator.referee.zones import census
from validator.script.judging import Judging
from validator.script.overrides import overridden
from validator.script.played import PlayedStep, Report, cause
from validator.script.read import Script, Step, parse_script, read_script
from validator.script.start import Start, first_position

FAULT = "fault"  # the check id of faults in the referee
Load = Callable[[Path], Loaded]
Watch = Callable[["Playing"], object]


def replay(
    file: Path | str, name: str | None = None, load: Load = load_game, watch: Watch | None = None
) -> Report:
    """Read and play a script file; `name` is its name in messages.

    `watch` is called before each step.
    """
    file = Path(file)
    script, problems = read_script(file, name)
    return play(script, name or file.as_posix(), problems, load, watch)


def replay_text(text: str, name: str, load: Load = load_game) -> Report:
    """Read and play a script given as text; `name` is its name in messages."""
    script, problems = parse_script(text, name)
    return play(script, name, problems, load)


def play(
    script: Script | None, name: str, problems: list[Problem], load: Load = load_game,
    watch: Watch | None = None,
) -> Report:  # fmt: skip
    """Play a script that has been read.

    Without a game and players, the report contains only problems.
    """
    report = Report(script, name, problems)
    if script is not None and not problems and (playing := begin(script, report, load)) is not None:
        playing.watch = watch
        playing.play()
    report.problems = sorted(set(report.problems))
    return report


def _hint(fault: str) -> str:
    """Return how to start with only some pieces, if the fault is that others are missing."""
    if "missing" not in fault:
        return ""
    return " To start with only a part of the pieces, add 'loose: true'."


def fails(file: Path, load: Load = load_game) -> bool:
    """Return whether a script fails; it is played only up to its first problem.

    An exception in a referee is a problem, too.
    """
    script, problems = read_script(file)
    report = Report(script, file.as_posix(), problems)
    if script is not None and not problems and (playing := begin(script, report, load)) is not None:
        playing.play(only_first=True)
    return not report.ok


def begin(script: Script, report: Report, load: Load = load_game) -> Playing | None:
    """Load the game of a script, or return None and record the reason in the report."""
    game = _game(script, report.problems, load)
    return None if game is None else Playing(script, game, report, load)


def _game(script: Script, problems: list[Problem], load: Load) -> Game | None:
    """Return the game of a script with the overrides of its header, or None if there is none."""
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


class Playing(Judging):
    """A script being played: its header, its first position, and its lines in order."""

    def __init__(self, script: Script, game: Game, report: Report, load: Load = load_game) -> None:
        super().__init__(script, game, report)
        self.load = load
        self.earlier: tuple[Script, ...] = (script,)  # and scripts whose start it refers to
        self.loose = False  # whether pieces may be missing
        self.watch: Watch | None = None

    # ---- the whole script

    def play(self, only_first: bool = False, until: int = 0) -> None:
        """Set up the first position and play all steps, up to the first that cannot be played.

        `only_first` stops at the first problem, and `until` at a line.
        """
        try:
            self.whole(only_first, until)
        except Exception as error:  # faults in the header; those in steps are caught there
            self.fault(self.script.place_of("start"), error)

    def whole(self, only_first: bool, until: int) -> None:
        """Play the script from the header to the last step, with the limits of `play`."""
        steps = list(self.script.steps)
        judged = bool(steps) and steps[0].text == "start" and steps[0].kind == "refused"
        if not self.ready(steps[0] if judged else None):
            return
        for step in steps[1:] if judged else steps:
            if until and step.location.line > until:
                break
            if self.watch:
                self.watch(self)
            if not self.take(step) or (only_first and self.report.problems):
                break

    def ready(self, refused: Step | None = None) -> bool:
        """Check the header and set up the first position; return whether play can begin.

        `refused` is the script's ``! start -> ID`` line, if any.
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

    def fails_after(self, index: int) -> bool:
        """Play on from a step up to the first problem, and return whether there is one."""
        for step in self.script.steps[index:]:
            if not self.take(step) or self.report.problems:
                break
        return not self.report.ok

    def forked(self) -> Playing:
        """Return a copy at the same position, with a separate report.

        Playing the copy does not change the original.
        """
        other = copy(self)
        other.report = Report(
            self.script, self.report.name, [], self.referee, self.report.begun, self.state
        )
        other.because, other.seen = dict(self.because), dict(self.seen)
        other.random = copy(self.random)
        return other

    def fault(self, location: Location, error: Exception) -> None:
        """Report an error in the referee at the line that caused it, instead of a traceback."""
        self.say(location, f"an error in the referee itself{cause(error)}", FAULT)

    def set_the_table(self, refused: Step | None) -> bool:
        """Set up the first position, and return whether play can begin.

        A ``! start -> ID`` line expects that the position is refused.
        """
        script, referee, report = self.script, self.referee, self.report
        node = script.nodes.get("start")
        location = node.location if node else script.place_of("players")
        start = first_position(script, self.game, referee, self.position_of)
        if isinstance(start, Problem):
            report.problems.append(start)
            return False
        self.state, self.loose = start.state, start.loose
        for breach in start.breaches:
            position_errors = f"start: position_errors ({place_of(type(referee).position_errors)})"
            report.coverage.enforce(breach.rule, position_errors)
        refusal = Refusal(start.breaches) if start.breaches else None
        if refused is not None:
            self.judge_refusal(refused, refusal, "start")
            for step in script.steps[1:2]:
                message = (
                    "a script whose start must be refused has no other steps; remove this line"
                )
                self.say(step.location, message, "script")
            return False
        if refusal is not None:
            hint = _hint(refusal.facts) if refusal.rule == referee.pieces_rule else ""
            self.say(location, self.refused_words("The start", refusal) + hint, "refused")
            report.refusals[location] = refusal
            return False
        report.begun = report.end = self.state
        if node is None:
            self.settle(referee.opened(self.state), None, self.state)
        expected = census(referee.zones(self.state)) if start.loose else None
        self.conservation = Conservation(referee, expected)
        if fault := self.conservation.full(self.state):
            words = f"pieces do not add up: {fault}"
            if not start.loose and (hint := _hint(fault)):
                words += f".{hint}"
            self.say(location, words, "conservation")
            return False
        self.remember()
        return True

    def position_of(self, script: Script, line: int) -> Start | Problem:
        """Return the position after a line of another script, or the first problem before that
        line.
        """
        if any(each.same_file(script) for each in self.earlier):
            return Problem(
                script.place_of("start"),
                "these scripts start after one another in a circle; change the start of one of "
                "them",
                "start",
            )
        report = Report(script, script.name, [])
        other = begin(script, report, self.load)
        if other is not None:
            other.earlier = (*self.earlier, script)
            other.play(until=line)
        if report.problems:
            return report.problems[0]
        assert other is not None
        return Start(report.end, (), other.loose, other.game)

    def take(self, step: Step) -> bool:
        """Play one step, and return whether the next step can be played."""
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
            message = (
                f"more than {MOST_TRIED} moves to try here: is one of the numbers far too large?"
            )
            self.say(step.location, message, "script")
        except FactError as error:
            path = ".".join(error.path)
            self.say(step.location, f"{path}: {error.message}" if path else error.message, "script")
        except Exception as error:
            self.fault(step.location, error)
            return False
        return step.kind not in ("move", "chance") or self.claims(step)

    def claims(self, step: Step) -> bool:
        """Return whether a line is a claim, which leaves the position unchanged."""
        known = {verb.word for verb in self.referee.verbs.values() if verb.kind == "claim"}
        words = [word.text.lower() for word in step.words[:2]]
        return step.kind == "move" and len(words) == 2 and words[0] == "table" and words[1] in known

    def judged(self, step: Step) -> bool:
        """Check a step in the current position, and return whether the next step can be played."""
        if step.inner == "fact":
            self.fact(step)
            return True
        move = self.understood(step)
        if step.kind == "refused":
            self.judge_at_work(self.state, move)
            self.judge_refusal(step, self.referee.refusal(self.state, move), step.text, move)
            return True
        return self.move(step, move)
