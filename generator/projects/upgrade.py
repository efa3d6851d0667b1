"""Converts the files of a project that use earlier public names.

Each old name is replaced in place, so that comments, quotes and line ends are kept. The new names
are in `validator.core.renamed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Names
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from validator.core.location import Location, Problem
from validator.core.renamed import COMMANDS, FENCES, FIELD_TYPES, KEYS, OPTIONS
from validator.core.resources import resource
from validator.core.tree import Mapping, Node, Scalar
from validator.core.tree import Sequence as SequenceNode
from validator.load.text import called, inside, read_bytes, read_text
from validator.load.yaml import read_yaml
from validator.referee.fields import Fields
from validator.referee.registry import RefereeError, ruleset_for

SKIPPED = frozenset({"node_modules", "__pycache__"})
BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # line breaks as in YAML
FENCE = re.compile(
    r"^(?P<sign>`{3,}|~{3,})(?P<info>[^\n]*)\n(?P<body>.*?)^(?P=sign)", re.DOTALL | re.MULTILINE
)
# The script of a figure was named below its first line.
FIGURE = re.compile(
    rf"({'|'.join(FENCES)})\b([^\n|]*)(\|[^\n]*)?\n"
    r"(?:script: *(\S+)\r?\n)?(?:lines: *(\S+)\r?\n)?"
)
TYPE = re.compile(r"""['"]?(?:(?:list|map)\s+of\s+)*(whole|yes-no)(?=\s*\??\s*(?:['",}#\r\n]|$))""")
OF_GAME = re.compile(r"\bgame\.(needs)\b")
OF_THEME = re.compile(r"\btheme\.(direction)\b")
LOOP = re.compile(r"\bfor\s+(\w+)\s+in\s+[\w.]*\b(?:components|contents)\b")
COMMAND = re.compile(r"\bpieria +([a-z]+)\b([^\n`|;&]*)")


class Edit(NamedTuple):
    """A replacement in a text; `start` counts characters from its beginning."""

    start: int
    old: str
    new: str


class Upgraded(NamedTuple):
    """A converted file, with messages about its replacements: `line: 'old' is now 'new'`."""

    data: bytes
    changes: tuple[str, ...]


def upgrade(folder: Path) -> tuple[dict[Path, Upgraded], list[Problem]]:
    """Return the files in a folder with their changes, and problems with unreadable files.

    Files without old names are left out. Links that leave the folder are not followed.
    """
    found: dict[Path, Upgraded] = {}
    problems: list[Problem] = []
    for file in _files(folder):
        edits = _kind(file)
        if edits is None:
            continue
        name = called(file)
        text = read_text(file, name)
        if isinstance(text, Problem):
            problems.append(text)
            continue
        data = read_bytes(file, name)
        if isinstance(data, Problem):
            problems.append(data)
            continue
        before = len(problems)
        todo = sorted(set(edits(text, name, problems)))
        if todo and len(problems) == before:
            mark = data[:3] if data.startswith(b"\xef\xbb\xbf") else b""
            found[file] = Upgraded(mark + _spliced(text, todo).encode(), _described(text, todo))
    return found, problems


Edits = Callable[[str, str, list[Problem]], Iterable[Edit]]


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder in order; for a file, yield the file itself."""
    if folder.is_file():
        yield folder
        return
    for file in sorted(folder.rglob("*")):
        below = file.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in SKIPPED for part in below)
        if not hidden and file.is_file() and inside(folder, file):
            yield file


def _kind(file: Path) -> Edits | None:
    """Return the function that finds the old names in a file, or None if it cannot have any."""
    if file.name == "game.yaml":
        return _of_game
    if file.name == "table.yaml":
        return _of_table
    if file.parent.name == "locale" and file.suffix == ".yaml":
        return _of_overlay
    return {
        ".play": _of_script, ".j2": _of_template, ".md": _of_page, ".sh": _of_commands,
    }.get(file.suffix)  # fmt: skip


def _of_game(text: str, name: str, problems: list[Problem]) -> Iterator[Edit]:
    tree = _tree(text, name, problems)
    if not isinstance(tree, Mapping):
        return
    places = _starts(text)
    yield from _keys(tree, ("needs",), places, text, problems)
    yield from _keys(tree.entries.get("theme"), ("direction",), places, text, problems)
    for each in _items(tree.entries.get("allow")):
        yield from _keys(each, ("because",), places, text, problems)
    types = tree.entries.get("types")
    own = types.entries if isinstance(types, Mapping) else {}
    old = {word for word in FIELD_TYPES if word not in own}
    yield from _types(types, old, places, text)
    for each in _items(tree.entries.get("components")):
        yield from _keys(each, ("about", "other"), places, text, problems)
        if isinstance(each, Mapping):
            yield from _types(each.entries.get("fields"), old, places, text)


def _of_table(text: str, name: str, problems: list[Problem]) -> Iterator[Edit]:
    """Yield the edits for zones with `as: list`, which was shown as `row`."""
    plan = _entry(_tree(text, name, problems), "plan")
    places = _starts(text)
    for zone in (*_items(_entry(plan, "middle")), *_items(_entry(_entry(plan, "player"), "zones"))):
        how = _entry(zone, "as")
        if isinstance(how, Scalar) and how.raw == "list":
            yield Edit(text.index("list", _place(how, places)), "list", "row")


def _of_overlay(text: str, name: str, problems: list[Problem]) -> Iterator[Edit]:
    tree = _tree(text, name, problems)
    if not isinstance(tree, Mapping):
        return
    places = _starts(text)
    yield from _keys(tree, ("needs",), places, text, problems)
    components = tree.entries.get("components")
    for each in components.entries.values() if isinstance(components, Mapping) else ():
        yield from _keys(each, ("about",), places, text, problems)


def _of_script(text: str, name: str, problems: list[Problem]) -> Iterator[Edit]:
    """Yield the edits for the header of a script, which ends with a line of hyphens."""
    lines = [0, *(each.end() for each in re.finditer("\r\n|\n|\r", text))]
    rules = [place for place in lines if re.compile(r"---[ \t]*(?=[\r\n]|$)").match(text, place)]
    begin = 0
    if rules and not text[: rules[0]].strip():
        begin = rules.pop(0) + 3
    if not rules:
        return
    header = text[begin : rules[0]]
    tree = _tree(header, name, [] if name.endswith(".md") else problems)
    if not isinstance(tree, Mapping) or not {"game", "players"} & tree.keys.keys():
        return
    places = _starts(header)
    for each in (
        *_keys(tree, ("about",), places, header, problems),
        *_facts(tree, name, places, header, problems),
    ):
        yield each._replace(start=begin + each.start)


def _facts(
    tree: Mapping, name: str, places: list[int], text: str, problems: list[Problem]
) -> Iterator[Edit]:
    """Yield the edits for renamed facts in `start:`."""
    start, fields = tree.entries.get("start"), _fields(tree, Path(name))
    if fields is None or not isinstance(start, Mapping):
        return
    yield from _keys(start, fields.renamed, places, text, problems, fields.renamed)
    players = {each.raw for each in _items(tree.entries.get("players")) if isinstance(each, Scalar)}
    for player, each in start.entries.items():
        if player in players:
            old = fields.renamed_own
            yield from _keys(each, old, places, text, problems, old)


def _fields(tree: Mapping, file: Path) -> Fields | None:
    """Return the facts of the game to which a script or a rulebook belongs, or None if unknown."""
    game = tree.entries.get("game")
    beside = file.parent / (game.raw if isinstance(game, Scalar) else ".")
    shipped = resource("data") / (game.raw if isinstance(game, Scalar) else file.parent.name)
    for folder in (beside, shipped):
        rules = read_text(folder / "rules.yaml", file.name)
        found = read_yaml(rules, file.name)[0] if isinstance(rules, str) else None
        code = found.entries.get("code") if isinstance(found, Mapping) else None
        if isinstance(code, Scalar):
            with suppress(RefereeError):
                ruleset = ruleset_for(code.raw)
                # Facts that depend on the cards are known only at the table.
                return getattr(ruleset.referee, "fields", None) if ruleset else None
    return None


def _of_template(text: str, name: str, problems: list[Problem]) -> Iterator[Edit]:  # noqa: ARG001
    """Yield the edits for renamed attributes of the game, its theme and its components."""
    names = {"component", *LOOP.findall(text)}
    described = re.compile(rf"\b(?:{'|'.join(sorted(names))})\.(about)\b")
    for each in (OF_GAME, OF_THEME, described):
        for match in each.finditer(text):
            yield Edit(match.start(1), match[1], KEYS[match[1]])


def _of_page(text: str, name: str, problems: list[Problem]) -> Iterator[Edit]:
    """Yield the edits for commands on a page, and for a rulebook's figures with their scripts."""
    yield from _of_commands(text, name, problems)
    for fence in FENCE.finditer(text):
        if figure := FIGURE.match(text, fence.start("info")):
            yield Edit(figure.start(), figure[0].rstrip("\r\n"), _figure(figure))
        for each in _of_script(fence["body"], name, problems):
            yield each._replace(start=fence.start("body") + each.start)


def _figure(old: re.Match[str]) -> str:
    """Return the first line of a rulebook's figure in the current notation."""
    name, title, zones, script, lines = old.groups()
    source = f" | {script}{f' {lines}' if lines else ''}" if script else ""
    rest = (zones or "").lstrip("|").strip()
    if rest:
        source = f"{source}, {rest}" if source else f" | {rest}"
    return f"{FENCES[name]}{title.rstrip()}{source}"


def _of_commands(text: str, name: str, problems: list[Problem]) -> Iterator[Edit]:  # noqa: ARG001
    for line in COMMAND.finditer(text):
        command = line[1]
        if command in COMMANDS:
            yield Edit(line.start(1), command, COMMANDS[command])
        for old, new in OPTIONS.get(command, {}).items():
            for option in re.finditer(rf"(?<!\S){old}(?![\w-])", line[2]):
                yield Edit(line.start(2) + option.start(), old, new)


def _tree(text: str, name: str, problems: list[Problem]) -> Node | None:
    tree, found = read_yaml(text, name)
    problems += found
    return tree


def _entry(node: Node | None, key: str) -> Node | None:
    return node.entries.get(key) if isinstance(node, Mapping) else None


def _items(node: Node | None) -> Sequence[Node]:
    return node.items if isinstance(node, SequenceNode) else ()


def _starts(text: str) -> list[int]:
    """Return the position of each line of a text."""
    return [0, *(each.end() for each in BREAK.finditer(text))]


def _keys(
    node: Node | None, names: Iterable[str], places: list[int], text: str,
    problems: list[Problem], renamed: Names[str, str] = KEYS,
) -> Iterator[Edit]:  # fmt: skip
    """Yield the edits for old keys in a mapping."""
    for old in names if isinstance(node, Mapping) else ():
        assert isinstance(node, Mapping)
        key = node.keys.get(old)
        if key is None:
            continue
        if renamed[old] in node.keys:
            message = (
                f"'{old}' is now called '{renamed[old]}', which is here too; remove one of them"
            )
            problems.append(Problem(Location(key.file, key.line, key.column), message, "upgrade"))
            continue
        start = _place(key, places)
        start += text[start] in "\"'"
        if text.startswith(old, start):
            yield Edit(start, old, renamed[old])


def _types(node: Node | None, old: set[str], places: list[int], text: str) -> Iterator[Edit]:
    """Yield the edits of old field types in a mapping and in mappings inside it."""
    if isinstance(node, Mapping):
        for each in node.entries.values():
            yield from _types(each, old, places, text)
    elif isinstance(node, Scalar):
        match = TYPE.match(text, _place(node, places))
        if match and match[1] in old:
            yield Edit(match.start(1), match[1], FIELD_TYPES[match[1]])


def _place(node: Node, places: list[int]) -> int:
    return places[node.line - 1] + node.column - 1


def _spliced(text: str, edits: Sequence[Edit]) -> str:
    parts, end = [], 0
    for each in edits:
        parts += [text[end : each.start], each.new]
        end = each.start + len(each.old)
    return "".join([*parts, text[end:]])


def _described(text: str, edits: Sequence[Edit]) -> tuple[str, ...]:
    return tuple(
        f"{len(BREAK.findall(text, 0, each.start)) + 1}: '{each.old}' is now '{each.new}'"
        for each in edits
    )
