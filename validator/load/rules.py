"""`rules.yaml` to the rule catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from validator.core.frozen_map import Record
from validator.core.location import Problem, Spot
from validator.core.model import PLACEHOLDER, SOURCES, Rule, Rules, walk
from validator.load.shape import (
    REFERENCE,
    Anything,
    Field,
    Many,
    OneOf,
    Reader,
    Shaped,
    Text,
    optional,
)
from validator.load.text import read_text
from validator.load.tree import Mapping, Node, Sequence, place_of
from validator.load.yaml import read_yaml

LONGEST_CHAIN = 20  # a rule's number that is another's that is another's
MOST_REFERENCES = 100_000
RULE_KINDS = (
    "component", "setup", "action", "limit", "sequence", "scoring", "end", "sheet", "option",
    "judgement",
)  # fmt: skip

RULE = Shaped(
    {
        "id": Field(Text(r"[A-Z]+-[A-Z]+-[0-9]+", "a rule id, as in NINE-TURN-04")),
        "kind": Field(OneOf(RULE_KINDS), "what the rule is about"),
        "statement": Field(Text(), "what the rule says; {name} prints one of its numbers"),
        "section": optional(Text(), "the heading of the rulebook where it stands", ""),
        "checkable": Field(OneOf(("yes", "partly", "no")), "whether a referee can enforce it"),
        "source": Field(OneOf(SOURCES), "where the rule comes from"),
        "finding": optional(Text(), "the finding that argues for a ruling", ""),
        "data": optional(Anything(), "the numbers of the rule, by name", Record({})),
    }
)
CATALOGUE = Shaped(
    {
        "game": Field(Text()),
        "code": Field(Text(r"[A-Z]+", "the game's code in rule ids")),
        "version": Field(Text(), "scripts name the version they were written against"),
        "rules": Field(Many(Anything())),
    }
)


def read_rules(file: Path, name: str) -> tuple[Rules, list[Problem]]:
    """The catalogue of a file. Without one the game has no rules: it prints, but has no referee."""
    if not file.exists():
        return Rules("0", (), name), []
    text = read_text(file, name)
    if isinstance(text, Problem):
        return Rules("0", (), name), [text]
    tree, problems = read_yaml(text, name)
    to = Reader()
    if not isinstance(tree, Mapping):
        if not problems:
            problems = [
                Problem(Spot(name), "expected a mapping with game, code, version, rules", "shape")
            ]
        return Rules("0", (), name), problems
    head = CATALOGUE.read(tree, to)
    rules = _rules(tree.entries.get("rules"), to)
    version = str(head["version"]) if head and head["version"] else "0"
    problems += to.problems
    return Rules(version, resolved(rules, problems), name), problems


def _rules(node: Node | None, to: Reader) -> list[Rule]:
    rules: list[Rule] = []
    seen: dict[str, Spot] = {}
    for item in node.items if isinstance(node, Sequence) else []:
        values = RULE.read(item, to)
        if values is None or values["id"] is None:
            continue
        if values["id"] in seen:
            to.say(
                item, f"'{values['id']}' is already the id of line {seen[values['id']].line}", "ids"
            )
            continue
        seen[values["id"]] = item.spot
        if not isinstance(values["data"], Record):
            to.say(item, "'data' is a mapping from names to numbers")
            continue
        rules.append(Rule(**values, spot=item.spot, node=item))
    return rules


def resolved(rules: list[Rule], problems: list[Problem]) -> tuple[Rule, ...]:
    """The rules with every `OTHER-RULE-01.name` in their data replaced by that rule's number."""
    by_id = {rule.id: rule for rule in rules}
    looked_up = 0

    def look_up(reference: str, chain: tuple[str, ...]) -> Any:
        id_, *path = reference.split(".")
        if reference in chain:
            raise LookupError(f"'{reference}' refers to itself")
        if len(chain) >= LONGEST_CHAIN:
            raise LookupError(f"a chain of more than {LONGEST_CHAIN} references")
        nonlocal looked_up
        looked_up += 1
        if looked_up > MOST_REFERENCES:
            raise LookupError(f"more than {MOST_REFERENCES:,} references in one catalogue")
        if id_ not in by_id:
            raise LookupError(f"no rule '{id_}'")
        value = walk(by_id[id_].data, path, id_)
        return replace(value, (*chain, reference))

    def replace(value: Any, chain: tuple[str, ...] = ()) -> Any:
        if isinstance(value, str) and REFERENCE.fullmatch(value):
            return look_up(value, chain)
        if isinstance(value, Record):
            return Record({key: replace(each, chain) for key, each in value.items()})
        if isinstance(value, tuple):
            return tuple(replace(each, chain) for each in value)
        return value

    done = []
    for rule in rules:
        data = {}
        for key, value in rule.data.items():
            try:
                data[key] = replace(value)
            except LookupError as error:
                spot = place_of(rule.node, value)
                problems.append(Problem(spot, str(error.args[0]), "references"))
        resolved = Rule(
            rule.id, rule.kind, rule.statement, rule.section, rule.checkable, rule.source,
            rule.finding, Record(data), rule.spot, rule.node,
        )  # fmt: skip
        problems += _placeholders(resolved)
        done.append(resolved)
    return tuple(done)


def _placeholders(rule: Rule) -> list[Problem]:
    """Names in braces that the rule's data does not have."""
    problems = []
    for match in PLACEHOLDER.finditer(rule.statement):
        try:
            walk(rule.data, match[1].split("."), rule.id)
        except LookupError as error:
            spot = place_of(rule.node, rule.statement)
            problems.append(
                Problem(spot, f"{match[0]} in the statement: {error.args[0]}", "references")
            )
    return problems
