"""Problems as SARIF and JUnit."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from tests.conftest import run
from validator.core.location import Location, Problem
from validator.core.reports import junit_report, sarif_report, uri

PROBLEMS = [
    Problem(Location("my deck/cards.yaml", 3, 5), "no <tile> 'mil' & more", "known-ids"),
    Problem(Location("my deck/cards.yaml", 9, 1), "a faint text", "contrast", "warning"),
    Problem(Location("game.yaml"), "no title", "shape"),
]


def test_a_sarif_log_has_what_code_scanning_needs():
    log = json.loads(sarif_report(PROBLEMS))
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    rules = [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
    results = log["runs"][0]["results"]
    assert [rules[each["ruleIndex"]] for each in results] == [each["ruleId"] for each in results]
    assert [each["level"] for each in results] == ["error", "warning", "error"]
    first = results[0]["locations"][0]["physicalLocation"]
    assert first["artifactLocation"]["uri"] == "my%20deck/cards.yaml"
    assert first["region"] == {"startLine": 3, "startColumn": 5}
    assert "region" not in results[2]["locations"][0]["physicalLocation"]


def one(element: ElementTree.Element, path: str) -> ElementTree.Element:
    found = element.find(path)
    assert found is not None, path
    return found


def suite_of(report: str) -> ElementTree.Element:
    return one(ElementTree.fromstring(report.split("\n", 1)[1]), "testsuite")


def test_files_of_windows_and_odd_names_are_uris():
    assert uri("a\\b c.yaml") == "a/b%20c.yaml"
    assert uri("C:\\decks\\a.yaml") == "file:///C:/decks/a.yaml"
    assert uri("/decks/ä#1.yaml") == "file:///decks/%C3%A4%231.yaml"


def test_junit_has_a_case_for_each_file_and_fails_for_errors_only():
    suite = suite_of(junit_report(PROBLEMS))
    assert (suite.get("tests"), suite.get("failures")) == ("2", "2")
    case = one(suite, "testcase[@name='my deck/cards.yaml']")
    assert one(case, "failure").get("message") == "no <tile> 'mil' & more"
    assert "faint" in (one(case, "system-out").text or "")
    assert suite_of(junit_report(PROBLEMS[1:2])).get("failures") == "0"


def test_commands_write_both_also_without_problems(tmp_path):
    bad = tmp_path / "bad.play"
    bad.write_text("game: crazy-eights\nplayers: [Ann, Bob]\n---\nAnn dances\n")
    good = str(min(Path("data/crazy-eights/scripts").glob("*.play")))
    told = run("replay", good, str(bad), "--format", "junit")
    suite = suite_of(told.output)
    assert told.exit_code == 1
    assert [each.find("failure") is None for each in suite] == [True, False]
    log = json.loads(run("replay", good, "--format", "sarif").output)
    assert log["runs"][0]["results"] == []
