"""Formats problems for other programs: SARIF 2.1.0 for code scanners, JUnit XML for test reports.

`REPORTERS` contains all report formats, including those of `messages`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from html import escape  # xml.sax imports http and mail clients, a tenth of the start-up time
from pathlib import PureWindowsPath
from urllib.parse import quote

from validator.core.location import Problem
from validator.core.messages import github_report, harmless, json_report, text_report

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
NAME = "Pieria"


def sarif_report(problems: Sequence[Problem]) -> str:
    """Return problems as a SARIF log; each check is a rule of the log."""
    checks = sorted({problem.check for problem in problems})
    driver = {"name": NAME, "rules": [{"id": check} for check in checks]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, checks) for problem in problems],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _result(problem: Problem, checks: Sequence[str]) -> dict[str, object]:
    location, cell = problem.location, problem.location.cell
    place: dict[str, object] = {"artifactLocation": {"uri": uri(location.file)}}
    words = harmless(problem.full_message)
    if cell and cell.sheet:
        words = f"{cell.name}: {words}"  # a workbook has no lines
    elif location.line > 0:
        place["region"] = {"startLine": location.line, "startColumn": max(1, location.column)}
    return {
        "ruleId": problem.check,
        "ruleIndex": checks.index(problem.check),
        "level": problem.level,
        "message": {"text": words},
        "locations": [{"physicalLocation": place}],
    }


def uri(file: str) -> str:
    """Return a file name as a URI reference, with forward slashes and reserved characters
    escaped.
    """
    path = harmless(file)
    if "\\" in path:
        path = PureWindowsPath(path).as_posix()
    drive = len(path) > 1 and path[1] == ":"
    prefix = "file:///" if drive else "file://" if path.startswith("/") else ""
    return prefix + quote(path, safe="/:" if drive else "/")


def junit_report(problems: Sequence[Problem]) -> str:
    """Return problems as JUnit XML, with a test case for each file that has any.

    Notes and warnings do not fail a test case.
    """
    files: dict[str, list[Problem]] = {}
    for problem in problems:
        files.setdefault(problem.location.file, []).append(problem)
    return junit(files.items())


def junit(cases: Iterable[tuple[str, Sequence[Problem]]]) -> str:
    """Return JUnit XML with a test case for each name.

    A case fails if any of its problems is an error.
    """
    parts, failed = [], 0
    cases = list(cases)
    for name, problems in cases:
        errors = [problem for problem in problems if problem.level == "error"]
        others = [problem for problem in problems if problem.level != "error"]
        failed += bool(errors)
        inside = ""
        if errors:
            first = escape(harmless(errors[0].full_message))
            inside += (
                f'<failure message="{first}">{escape(text_report(errors), quote=False)}</failure>'
            )
        if others:
            inside += f"<system-out>{escape(text_report(others), quote=False)}</system-out>"
        case = f'<testcase classname="{NAME}" name="{escape(harmless(name))}"'
        parts.append(f"  {case}>{inside}</testcase>" if inside else f"  {case}/>")
    head = f'<testsuite name="{NAME}" tests="{len(cases)}" failures="{failed}" errors="0">'
    xml = '<?xml version="1.0" encoding="UTF-8"?>'
    return "\n".join((xml, "<testsuites>", head, *parts, "</testsuite>", "</testsuites>"))


REPORTERS: dict[str, Callable[[Sequence[Problem]], str]] = {
    "text": text_report,
    "json": json_report,
    "github": github_report,
    "sarif": sarif_report,
    "junit": junit_report,
}
WHOLE = ("json", "sarif", "junit")  # formats that have content even if there are no problems
