"""Turns a replayed script into a `Story`: the players' narration and actions, in chapters.

Refused moves and assertions are left out, because they are not part of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from validator.core.location import Location
from validator.referee.core import CHANCE
from validator.script.expect import fact_words
from validator.script.played import PlayedStep, Report
from validator.script.report import outcome

# The fact that shows who is ahead, by its name in different games.
SCORES = ("score", "suns")
GAP = "\u00a0\u00a0 "  # after a name without a verb


@dataclass(frozen=True)
class StoryLine:
    """A line of a story: a player's narration, or an action with its rule."""

    text: str
    told: bool  # in a player's own words
    location: Location
    rule: str = ""


@dataclass(frozen=True)
class Clause:
    """A part of a paragraph, with the punctuation before it."""

    joint: str
    text: str
    rule: str


@dataclass(frozen=True)
class StoryParagraph:
    """A paragraph of a story: what a player narrated, or the actions between two narrations."""

    told: bool
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Passage:
    """Consecutive lines of one player, or of the deck, the dice or the table."""

    who: str
    lines: tuple[StoryLine, ...]

    @property
    def paragraphs(self) -> list[StoryParagraph]:
        """One paragraph per narrated line, and one for the actions between two such lines."""
        groups = [list(lines) for _, lines in groupby(self.lines, key=lambda line: line.told)]
        found: list[StoryParagraph] = []
        for lines in groups:
            if lines[0].told:
                for line in lines:
                    joint = "" if found or not self.who else GAP
                    found.append(StoryParagraph(True, (Clause(joint, line.text, ""),)))
            else:
                clauses = _clauses(lines, self.who, named=bool(self.who) and not found)
                found.append(StoryParagraph(False, tuple(clauses)))
        return found


@dataclass(frozen=True)
class Chapter:
    """A round, or the whole game if it has no rounds. `scores` are the scores at its end."""

    title: str
    passages: tuple[Passage, ...]
    scores: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Story:
    """The story of a script without problems."""

    game: str
    language: str
    description: str
    players: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    outcome: str  # Won by Ann
    position: tuple[str, ...]  # the last one, as lines of a terminal
    rules: tuple[tuple[str, str], ...]  # id and statement of the rules that decided something
    credit: str


def story_of(report: Report) -> Story | None:
    """Return the story of a script, or None if it has problems or plays no move."""
    script, referee = report.script, report.referee
    if script is None or referee is None or report.end is None or report.problems:
        return None
    chapters = tuple(_chapters(report))
    used = (
        line.rule
        for chapter in chapters
        for passage in chapter.passages
        for line in passage.lines
        if line.rule
    )
    rules = referee.game.rules
    return Story(
        referee.game.title,
        referee.game.language,
        script.description,
        script.players,
        chapters,
        _sentence(outcome(report)),
        tuple(line.rstrip() for line in referee.show(report.end)),
        tuple((rule, rules[rule].text) for rule in dict.fromkeys(used)),
        referee.game.licence.credit,
    )


def _chapters(report: Report) -> Iterator[Chapter]:
    """Yield the played steps by the round in which they began."""
    title, begun = "", False
    passages: list[Passage] = []
    before = report.begun
    assert report.referee is not None
    for played in report.played:
        lines = tuple(_lines(played, before))
        chance = played.step.inner == "chance"
        now = _title(report.referee.facts(played.after if chance else before))
        if lines:
            if begun and now != title and passages:
                yield Chapter(title, _joined(passages), _scores(report, before))
                passages = []
            title, begun = now, True
            passages.append(Passage(_who(report, played, before), lines))
        before = played.after
    if passages:
        yield Chapter(title, _joined(passages), _scores(report, before))


def _lines(played: PlayedStep, before: object) -> Iterator[StoryLine]:
    """Yield the lines that a step adds to the story."""
    step = played.step
    if step.kind != "refused" and step.story and not played.drawn:
        yield StoryLine(step.story, True, step.location)
    if step.kind not in ("move", "chance"):
        return
    entries = [entry for entry in played.trace if entry.text]
    for entry in entries:
        yield StoryLine(entry.text, False, step.location, entry.rule)
    words = played.line.removeprefix("~").strip()
    # More than just "Ann end".
    if not entries and played.after != before and len(words.split()) > 2:
        yield StoryLine(words, False, step.location)


def _clauses(lines: list[StoryLine], who: str, named: bool) -> Iterator[Clause]:
    """Yield one player's actions as parts of a sentence.

    The player's name comes only before the first action, if `named`.
    """
    joint = GAP if named else ""
    for line in lines:
        if named and line.text.startswith(f"{who} "):
            yield Clause(" " if joint == GAP else joint, line.text[len(who) + 1 :], line.rule)
        else:
            yield Clause(joint.replace(";", "."), _sentence(line.text), line.rule)
        named = bool(who) and line.text.startswith(f"{who} ")
        joint = "; " if named else ". "


def _who(report: Report, played: PlayedStep, before: object) -> str:
    """Return the player of a step; text between steps belongs to the player whose turn it is."""
    assert report.script is not None
    assert report.referee is not None
    players = report.script.players
    if played.step.inner == "chance":
        return ""
    if played.step.kind in ("story", "fact"):
        if report.referee.to_act(before) in (CHANCE, None):
            return ""
        turn = fact_words(report.referee.facts(before).get("turn"))
        return turn if turn in players else ""
    first = played.line.split(maxsplit=1)[0] if played.line else ""
    return next((name for name in players if name.lower() == first.lower()), "")


def _joined(passages: list[Passage]) -> tuple[Passage, ...]:
    """Return the passages; consecutive passages of one player are joined."""
    found: list[Passage] = []
    for passage in passages:
        if found and found[-1].who == passage.who:
            found[-1] = Passage(passage.who, found[-1].lines + passage.lines)
        else:
            found.append(passage)
    return tuple(found)


def _title(facts: Mapping[str, object]) -> str:
    number = facts.get("round")
    if not isinstance(number, int) or number < 1:
        return ""
    phase = facts.get("phase")
    return _sentence(f"{phase}, round {number}" if isinstance(phase, str) else f"round {number}")


def _scores(report: Report, state: object) -> tuple[tuple[str, str], ...]:
    """Return the scores as text, or an empty tuple if no player has scored."""
    assert report.referee is not None
    facts = report.referee.facts(state)
    found = (facts[name] for name in SCORES if isinstance(facts.get(name), Mapping))
    scores: Mapping[str, Any] = next(found, {})
    if not any(scores.values()):
        return ()
    return tuple((name, fact_words(value)) for name, value in scores.items())


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
