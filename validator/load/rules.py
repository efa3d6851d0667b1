"""Reads `rules.yaml` and returns the rule catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as AnyMapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import SOURCES, Rule, Rules
from validator.core.tree import Mapping, Node, Scalar, Sequence, scalars
from validator.load.derived import CatalogueNumbers
from validator.load.numbers import DeclaredNumbers, Number, Span, bounded, mended, placed
from validator.load.shape import (
    REFERENCE,
    Anything,
    EntryTable,
    Many,
    MappingShape,
    OneOf,
    Reader,
    ShapeField,
    Text,
    Whole,
    optional,
)
from validator.load.text import is_there, read_text
from validator.load.yaml import read_yaml
from validator.referee.registry import numbers_for

MOST_OF_ALL = 1_000_000  # a limit whatever the catalogue is for
RULE_KINDS = (
    "component", "setup", "action", "limit", "sequence", "scoring", "end", "sheet", "option",
    "judgement",
)  # fmt: skip

RULE = MappingShape(
    {
        "id": ShapeField(Text(r"[A-Z]+-[A-Z]+-[0-9]+", "a rule id, such as NINE-TURN-04")),
        "kind": ShapeField(OneOf(RULE_KINDS), "the subject of the rule"),
        "statement": ShapeField(Text(), "what the rule says; {name} prints one of its numbers"),
        "section": optional(Text(), "the heading of the rulebook under which it is printed", ""),
        "checkable": ShapeField(OneOf(("yes", "partly", "no")), "whether a referee can enforce it"),
        "source": ShapeField(OneOf(SOURCES), "the source of the rule"),
        "finding": optional(Text(), "the research finding that supports a ruling", ""),
        "data": optional(Anything(), "the numbers of the rule, by name", FrozenMap({})),
        "bounds": optional(
            EntryTable(Many(Whole(-MOST_OF_ALL), 2, most=2)),
            "the lowest and highest values of its numbers, by name",
            FrozenMap({}),
        ),
    }
)
CATALOGUE = MappingShape(
    {
        "game": ShapeField(Text(), "the game's id, as in game.yaml"),
        "code": ShapeField(Text(r"[A-Z]+", "the code in rule IDs, in capitals such as MINE")),
        "version": ShapeField(Text(), "scripts state the version for which they were written"),
        "rules": ShapeField(Many(Anything()), "the rules of the game, each with its id"),
    }
)


def read_rules(
    file: Path,
    name: str,
    declared: DeclaredNumbers | None = None,
    players: Callable[[Number], Span] = lambda _: (1, 1),
) -> tuple[Rules, list[Problem]]:
    """Read the catalogue in a file; numbers that follow from others are still missing.

    Without a file, the game has no rules: it can be printed, but has no referee.

    `declared` is the catalogue of the shipped game that this catalogue is a copy of, and `players`
    returns the range of players, which may be a number in these rules. Missing or wrong values are
    problems, and are replaced by the declared ones, so that everything else can still be checked.
    """
    tree, problems = _tree(file, name)
    broken = bool(problems)
    rules = Rules("0", (), name)
    if isinstance(tree, Mapping):
        to = Reader()
        head = CATALOGUE.read(tree, to)
        found = _rules(tree.entries.get("rules"), to)
        _same_code(found, tree.entries.get("code"), to)
        problems += to.problems
        broken = broken or any(each.check == "ids" for each in to.problems)
        version, code = (head["version"], head["code"]) if head else (None, None)
        derived = numbers_for(code or "")
        numbers = CatalogueNumbers(found, derived, model=declared.rules if declared else None)
        stated = Rules(version or "0", numbers.stated(problems), name, code or "")
        shapes = declared.shapes(players(numbers), numbers.undeclared()) if declared else {}
        rules = replace(stated, all=_fitting(stated, found, shapes, declared, problems))
    return (_completed(rules, declared, problems, broken) if declared else rules), problems


def _tree(file: Path, name: str) -> tuple[Node | None, list[Problem]]:
    """Return the tree of the file; without the file, return None and no problem."""
    if not is_there(file):
        return None, []
    text = read_text(file, name)
    if isinstance(text, Problem):
        return None, [text]
    tree, problems = read_yaml(text, name)
    if not isinstance(tree, Mapping) and not problems:
        what = "expected a mapping with `game`, `code`, `version` and `rules`"
        problems = [Problem(Location(name), what, "shape")]
    return tree, problems


def _same_code(rules: list[Rule], code: Node | None, to: Reader) -> None:
    """Report the first rule ID that does not begin with the code of its catalogue."""
    if not isinstance(code, Scalar):
        return
    for rule in rules:
        if rule.id.partition("-")[0] != code.raw:
            hint = f"a rule ID must begin with the code of its catalogue, {code.raw}"
            to.problems.append(Problem(rule.location, f"'{rule.id}': {hint}", "ids"))
            return


def _fitting(
    rules: Rules, written: list[Rule], shapes: AnyMapping[str, MappingShape],
    declared: DeclaredNumbers | None, problems: list[Problem],
) -> tuple[Rule, ...]:  # fmt: skip
    """Return the rules, keeping only numbers of the declared type and within their bounds.

    References to other rules' numbers in `written` are kept, because their values may change with
    the cards.
    """
    raw = {rule.id: rule for rule in written}
    known = {each.location for each in problems}
    found: list[tuple[str, Node | None, Problem]] = []  # with the number's name, and its node
    done = []
    for rule in rules:
        node = rule.node.entries.get("data") if isinstance(rule.node, Mapping) else None
        to = Reader()
        shape = shapes.get(rule.id) or bounded(rule)
        data = shape.read(placed(rule.data, node or rule.node), to)
        entries = node.entries if isinstance(node, Mapping) else {}
        said = {
            place.location: (f"{rule.id}.{name}", place)
            for name, entry in entries.items()
            for place in (*scalars(entry), entry)
        }
        # A reference that leads nowhere was already reported, and so were its consequences.
        lost = {(node or rule.node).location} if known & said.keys() else set()
        found += [
            (*said.get(each.location, (rule.id, None)), each)
            for each in to.problems
            if each.location not in known | lost
        ]
        model = declared.rules[rule.id].data if declared and rule.id in shapes else rule.data
        if to.problems or data is None:
            done.append(replace(rule, data=mended(data, model, shape)))
        else:  # keep a word that looks like a number
            kept = {name: each for name, each in raw[rule.id].data.items() if _refers(each)}
            done.append(replace(rule, data=FrozenMap({**data, **kept})))
    problems += _told_once(found, "catalogue" if shapes else "shape")
    return tuple(done)


def _told_once(found: list[tuple[str, Node | None, Problem]], check: str) -> Iterator[Problem]:
    """Yield each problem of a number, with the number's name in its message.

    A problem with a reference is left out if the number that it refers to has a problem itself.
    """
    wrong = {name for name, _, _ in found}
    for name, place, each in found:
        other = place.raw if isinstance(place, Scalar) and REFERENCE.fullmatch(place.raw) else ""
        if ".".join(other.split(".")[:2]) not in wrong:
            yield replace(each, message=f"{name}: {each.message}", check=check)


def _refers(value: object) -> bool:
    """Return whether a value is, or contains, a reference to another rule's number."""
    if isinstance(value, FrozenMap):
        return any(map(_refers, value.values()))
    if isinstance(value, tuple):
        return any(map(_refers, value))
    return isinstance(value, str) and bool(REFERENCE.fullmatch(value))


def _completed(
    rules: Rules, declared: DeclaredNumbers, problems: list[Problem], broken: bool
) -> Rules:
    """Return the catalogue, completed with the declared rules that it lacks."""
    lacking = [rule for rule in declared.rules if rule.id not in rules]
    if not broken:
        problems += [
            Problem(
                Location(rules.file),
                f"{rule.id} is missing; the referee of {declared.name} enforces it: {rule.text}",
                "catalogue",
            )
            for rule in lacking
        ]
    return replace(rules, all=(*rules.all, *lacking))


def _rules(node: Node | None, to: Reader) -> list[Rule]:
    rules: list[Rule] = []
    seen: dict[str, Location] = {}
    for item in node.items if isinstance(node, Sequence) else []:
        values = RULE.read(item, to)
        if values is None or values["id"] is None:
            continue
        if values["id"] in seen:
            to.say(
                item, f"'{values['id']}' is already the ID of line {seen[values['id']].line}; "
                      "choose a different ID", "ids",
            )  # fmt: skip
            continue
        seen[values["id"]] = item.location
        if not isinstance(values["data"], FrozenMap):
            to.say(item, "'data' must be a mapping from names to numbers")
        data = values["data"] if isinstance(values["data"], FrozenMap) else FrozenMap({})
        bounds = _bounds(item, values["bounds"] or {}, data, to)
        values = FrozenMap({**RULE.whole(values), "data": data, "bounds": bounds})
        rules.append(Rule(**values, location=item.location, node=item))
    return rules


def _bounds(item: Node, said: AnyMapping[Any, Any], data: FrozenMap, to: Reader) -> FrozenMap:
    """Return those bounds on a rule's numbers that can be read, each with the minimum first."""
    found = {}
    for name, bounds in said.items():
        if bounds is None or len(bounds) != 2 or None in bounds:
            continue  # reported already
        if name not in data:
            hint = did_you_mean(str(name), data)
            to.say(item, f"'bounds' has the name '{name}', but the rule has no such number{hint}")
        elif bounds[0] > bounds[1]:
            to.say(item, f"'bounds' of '{name}': the lower bound must come first, not {bounds[0]}")
        else:
            found[name] = bounds
    return FrozenMap(found)
