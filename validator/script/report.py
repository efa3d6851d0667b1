"""Formats reports on replayed scripts as text, JSON or annotations, and traces."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from validator.core.messages import github_report, text_report
from validator.core.reports import junit, sarif_report
from validator.script.expect import fact_words
from validator.script.played import PlayedStep, Report


def summary(report: Report) -> str:
    """Return a one-line summary of a script without problems."""
    kinds = [played.step.kind for played in report.played]
    parts = [
        _many(kinds.count("move") + kinds.count("chance"), "step"),
        _many(kinds.count("refused"), "refusal"),
        _many(kinds.count("fact"), "assertion"),
    ]
    return f"{report.name}: {', '.join(parts)}; {outcome(report)}"


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def outcome(report: Report) -> str:
    """Return the outcome of the game, such as "won by Ann" or "unfinished"."""
    if report.referee is None or report.end is None:
        return "judged without play"
    if not report.is_over:
        return "unfinished"
    winner = report.referee.facts(report.end).get("winner", ())
    names = fact_words(winner)
    return f"won by {names}" if names != "none" else "over, no winner"


def text(reports: Sequence[Report]) -> str:
    """Return problems with their lines, remarks, and one line per script without problems."""
    parts = []
    for report in reports:
        if report.problems:
            parts.append(text_report(report.problems))
        else:
            parts.append(summary(report))
        parts += [f"{note.location}: note: {note.message}" for note in report.remarks]
    return "\n".join(parts)


def as_json(reports: Sequence[Report]) -> str:
    """Return a JSON list with one object per script."""
    return json.dumps([_object(report) for report in reports], indent=2, ensure_ascii=False)


def _object(report: Report) -> dict[str, Any]:
    script, kinds = report.script, [played.step.kind for played in report.played]
    over = report.is_over
    winner = ()
    if over and report.referee is not None:
        winner = report.referee.facts(report.end).get("winner", ())
    return {
        "file": report.name,
        "ok": report.ok,
        "game": script.game if script else None,
        "players": list(script.players) if script else [],
        "steps": kinds.count("move") + kinds.count("chance"),
        "refusals": kinds.count("refused"),
        "assertions": kinds.count("fact"),
        "over": over,
        "winner": [winner] if isinstance(winner, str) else list(winner),
        "problems": [
            {
                "file": problem.location.file,
                "line": problem.location.line,
                "column": problem.location.column,
                "message": problem.message,
                "check": problem.check,
                **_refused(report, problem.location),
            }
            for problem in report.problems
        ],
        "notes": [{"line": note.location.line, "message": note.message} for note in report.remarks],
        "refused": [
            {
                "line": played.step.location.line,
                "move": played.line,
                "rules": list(played.refusal.rules),
                "facts": played.refusal.facts,
            }
            for played in report.played
            if played.refusal is not None
        ],
    }


def _refused(report: Report, location: Any) -> dict[str, Any]:
    refusal = report.refusals.get(location)
    if refusal is None:
        return {}
    return {
        "rule": refusal.rule,
        "rules": list(refusal.rules),
        "facts": refusal.facts,
        "legal": report.legal.get(location, []),
    }


def github(reports: Sequence[Report]) -> str:
    """Return workflow commands, which GitHub shows beside the lines."""
    parts = []
    for report in reports:
        if report.problems:
            parts.append(github_report(report.problems))
        parts += [
            f"::notice file={note.location.file},line={max(1, note.location.line)}::{note.message}"
            for note in report.remarks
        ]
    return "\n".join(parts)


def sarif(reports: Sequence[Report]) -> str:
    """Return the problems of all scripts as a SARIF log."""
    return sarif_report([problem for report in reports for problem in report.problems])


def as_junit(reports: Sequence[Report]) -> str:
    """Return JUnit XML with one test case per script."""
    return junit((report.name, report.problems) for report in reports)


REPORTERS = {
    "text": text, "json": as_json, "github": github, "sarif": sarif, "junit": as_junit,
}  # fmt: skip


def trace(report: Report) -> str:
    """Return every step with the effects of the rules and the position after it."""
    lines: list[str] = []
    if report.script is not None:
        title = report.referee.game.title if report.referee else report.script.game
        lines.append(f"{title}: {', '.join(report.script.players)}")
        if report.script.description:
            lines.append(report.script.description)
    if report.referee is not None and report.begun is not None:
        lines += ["", *_indented(report.referee.show(report.begun))]
    for played in report.played:
        lines += _step(report, played)
    return "\n".join(line.rstrip() for line in lines)


def _step(report: Report, played: PlayedStep) -> list[str]:
    line = f"{played.step.location.line:>4}  {line_of(played)}"
    if played.step.kind == "story":
        return ["", line]
    if played.step.kind == "fact":
        return [line]
    if played.step.kind == "refused":
        refusal = played.refusal
        why = [f"        no: {refusal.facts}  [{', '.join(refusal.rules)}]"] if refusal else []
        return ["", line, *why]
    did = [f"        {entry.text}  [{entry.rule}]" for entry in played.trace if entry.text]
    assert report.referee is not None
    return ["", line, *did, "", *_indented(report.referee.show(played.after))]


def line_of(played: PlayedStep) -> str:
    """Return a step as a line that can be replayed, with its rules and story."""
    step = played.step
    story = f"  | {step.story}" if step.story and not played.drawn else ""
    if step.kind == "story":
        return story.strip()
    if step.kind in ("move", "chance"):
        return f"{played.line}{story}{'  # drawn' if played.drawn else ''}"
    if step.kind == "fact":
        return f"= {step.text}{story}"
    sign = {"chance": "~ ", "fact": "= "}.get(step.inner, "")
    rules = f" -> {step.wanted}" if step.rules else ""
    return f"! {sign}{played.line}{rules}{story}"


def _indented(lines: list[str]) -> list[str]:
    return [f"      {line}" for line in lines]


def written(report: Report) -> str:
    """Return the script, completed with the lines that were drawn from its seed."""
    assert report.script is not None
    lines = list(report.script.lines)
    drawn: dict[int, list[str]] = {}
    for played in report.played:
        if played.drawn:
            drawn.setdefault(played.step.location.line, []).append(played.line)
    for number in sorted(drawn, reverse=True):
        lines[number - 1 : number - 1] = drawn[number]
    return report.script.newline.join(lines)
