"""Reads a `.play` file into a `Script`: a header and steps with their locations, and problems.

No game is needed to read a script: moves are interpreted when they are played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from validator.core.location import Location, Problem, did_you_mean
from validator.core.renamed import key_now
from validator.core.tree import Mapping, Node, Scalar, Sequence, describe
from validator.load.text import read_text
from validator.load.yaml import read_yaml
from validator.referee.tokens import ScriptError, Word
from validator.script.split import split

Kind = Literal["move", "chance", "refused", "fact", "story"]
SIGNS: dict[str, Kind] = {"~": "chance", "!": "refused", "=": "fact"}
HEADER = {
    "game": "the name of a game, or the path of its folder",
    "rules": "the version of the game's rules.yaml for which the script was written",
    "players": "the players in clockwise order",
    "first": "the player who acts first, if no rule of the game decides it",
    "start": "a position in the middle of a game",
    "seed": "the seed from which missing ~ lines are drawn",
    "description": "what the script shows, in one line",
    "rulings": "the chosen interpretation of rules: {RULE-ID: choice}",
    "options": "the optional rules of the rulebook that are used",
    "cards": "card data that applies only to this script",
    "data": "numbers of rules that apply only to this script: {RULE-ID: {name: number}}",
}
RULE_ID = re.compile(r"[A-Z]+-[A-Z]+-[0-9]+")
OR = re.compile(rf"\s*({RULE_ID.pattern}(?:[\s,]+{RULE_ID.pattern})*)\s*(?:\||#.*$|$)")
PLAYER = re.compile(r"""(?![0-9]+$)[^\s~!=#|"'.,:\[\]{}][^\s"'.,:\[\]{}]{0,39}""")
LONGEST = 20_000  # characters in a line
MOST_PLAYERS = 20
RESERVED = frozenset(  # words of every script, which cannot be names of players
    ("table", "start", "nobody", "none", "nothing", "all", "everybody", "legal", "illegal")
)


@dataclass(frozen=True)
class Step:
    """One line of a script. For a line that begins with ``!``, `inner` is the kind of the rest."""

    kind: Kind
    inner: Kind
    location: Location
    text: str  # the line without its sign, its rule ids and its story
    words: tuple[Word, ...]
    rules: tuple[tuple[str, ...], ...] = ()  # alternatives: all rules of one must be broken
    story: str = ""

    @property
    def wanted(self) -> str:
        """The rules that should break according to the line: ``A, B | C``."""
        return " | ".join(", ".join(each) for each in self.rules)


@dataclass(frozen=True)
class Script:
    """A script as written. `nodes` are the entries of the header by name."""

    name: str
    file: Path | None
    game: str
    players: tuple[str, ...]
    nodes: AnyMapping[str, Node]
    steps: tuple[Step, ...]
    lines: tuple[str, ...]
    first: str = ""
    seed: int | None = None
    version: str = ""
    description: str = ""
    options: tuple[str, ...] = ()
    location: Location = field(default_factory=lambda: Location(""))
    newline: str = "\n"  # line ending of the file

    def same_file(self, other: Script) -> bool:
        """Return whether both were read from one file."""
        both = self.file, other.file
        return None not in both and len({file.resolve() for file in both if file}) == 1

    def place_of(self, name: str) -> Location:
        """Return the location of an entry of the header."""
        return self.nodes[name].location if name in self.nodes else self.location


def read_script(file: Path, name: str | None = None) -> tuple[Script | None, list[Problem]]:
    """Return the script of a file, as far as it can be read, and its problems."""
    name = name or file.as_posix()
    text = read_text(file, name)
    if isinstance(text, Problem):
        return None, [text]
    return parse_script(text, name, file)


def parse_script(
    text: str, name: str, file: Path | None = None
) -> tuple[Script | None, list[Problem]]:
    """Return the script in a text, and its problems; `name` is its name in messages."""
    lines = re.split(r"\r\n|\n|\r", text)
    start = 0
    while start < len(lines) and not lines[start].strip():
        start += 1
    if start < len(lines) and lines[start].rstrip() == "---":
        start += 1
    rule = next((i for i in range(start, len(lines)) if lines[i].rstrip() == "---"), None)
    if rule is None:
        message = "a script is a header, a line '---', and the steps; the line '---' is missing"
        return None, [Problem(Location(name, 1, 1), message, "script")]
    header = "\n".join(lines[start:rule]) + "\n"
    tree, problems = read_yaml(header, name, start + 1)
    if not isinstance(tree, Mapping):
        if not problems:
            message = "the header needs at least 'game: …' and 'players: [..]'"
            problems = [Problem(Location(name, start + 1, 1), message, "header")]
        return None, problems
    steps = _steps(lines, rule + 1, name, problems)
    newline = "\r\n" if "\r\n" in text else "\n"
    script = _script(tree, name, file, tuple(steps), tuple(lines), newline, problems)
    return script, problems


def _seed(node: Node | None, say: Callable[[Node, str], None]) -> int | None:
    """Return the seed in the header, or None if there is none."""
    if node is None:
        return None
    if isinstance(node, Scalar) and isinstance(node.value, int) and node.value is not True:
        return int(node.value)
    say(node, f"'seed' must be a whole number, not {describe(node)}")
    return None


def _script(
    tree: Mapping, name: str, file: Path | None, steps: tuple[Step, ...],
    lines: tuple[str, ...], newline: str, problems: list[Problem],
) -> Script:  # fmt: skip
    def say(node: Node, message: str) -> None:
        problems.append(Problem(node.location, message, "header"))

    for key, place in tree.keys.items():
        if key not in HEADER:
            hint = key_now(key, HEADER) or did_you_mean(key, HEADER)
            say(place, f"unknown name '{key}' in the header{hint}")
    nodes = {
        key: node
        for key, node in tree.entries.items()
        if not (isinstance(node, Scalar) and node.value is None)
    }
    for key in ("game", "players"):
        if key not in nodes:
            say(tree, f"'{key}' is missing; expected {HEADER[key]}")
    words: dict[str, str] = {}
    for key in ("game", "rules", "first", "description"):
        node = nodes.get(key)
        if isinstance(node, Scalar):
            words[key] = node.raw
        elif node is not None:
            say(node, f"'{key}' must be a word, not {describe(node)}")
    players = _names(nodes.get("players"), "players", say)
    if players or isinstance(nodes.get("players"), Sequence):
        for message in _player_name_errors(players):
            say(nodes["players"], message)
    seed = _seed(nodes.get("seed"), say)
    if words.get("first") and words["first"] not in players:
        say(nodes["first"], f"no player '{words['first']}'{did_you_mean(words['first'], players)}")
    return Script(
        name, file, words.get("game", ""), players, nodes, steps, lines,
        words.get("first", ""), seed, words.get("rules", ""), words.get("description", ""),
        _names(nodes.get("options"), "options", say), tree.location, newline,
    )  # fmt: skip


def _player_name_errors(players: tuple[str, ...]) -> Iterator[str]:
    """Yield problems with the names or the number of players."""
    for index, player in enumerate(players):
        if player.lower() in [each.lower() for each in players[:index]]:
            yield f"two players are called '{player}'"
        if player.lower() in RESERVED:
            reason = "it is a reserved word; choose another name"
            yield f"'{player}' cannot be the name of a player: {reason}"
        elif not PLAYER.fullmatch(player):
            yield f"'{player}' cannot be the name of a player: one word, as in Ann"
    if not players:
        yield "there are no players; name at least one"
    if len(players) > MOST_PLAYERS:
        yield f"there are more than {MOST_PLAYERS} players, which is the limit"


def _names(node: Node | None, what: str, say: object) -> tuple[str, ...]:
    assert callable(say)
    if node is None:
        return ()
    if not isinstance(node, Sequence):
        say(node, f"'{what}' must be a list of names, not {describe(node)}")
        return ()
    found = []
    for item in node.items:
        if isinstance(item, Scalar) and item.raw.strip():
            found.append(item.raw)
        else:
            say(item, f"expected a name, not {describe(item)}")
    return tuple(found)


def _steps(lines: list[str], first: int, name: str, problems: list[Problem]) -> list[Step]:
    steps = []
    for number in range(first, len(lines)):
        try:
            step = read_line(lines[number], Location(name, number + 1, 1))
        except ScriptError as error:
            problems.append(error.problem)
            continue
        if step is not None:
            steps.append(step)
    return steps


def _wanted(
    words: list[Word], story: str, where: Location, refused: bool
) -> tuple[list[Word], tuple[tuple[str, ...], ...], str]:
    """Split a line at ``->``.

    Returns the words before it, the rules after it, and the rest of the story. Raises ScriptError.
    """
    for index, word in enumerate(words):
        if word.text == "->" and not word.quoted:
            here = Location(where.file, where.line, word.column)
            rules: tuple[tuple[str, ...], ...] = (_rule_ids(words[index + 1 :], here),)
            # `-> A | B`; anything that is not a rule id is the story.
            while match := OR.match(story):
                rules += (tuple(RULE_ID.findall(match[1])),)
                story = story[match.end() :].strip()
            if not refused:
                message = "'->' names the rule of a '!' line; this line has no '!'"
                raise ScriptError(here, message)
            return words[:index], rules, story
    return words, (), story


def read_line(line: str, location: Location) -> Step | None:
    """Return a line as a step, or None if it is blank or a comment. Raises ScriptError."""
    if len(line) > LONGEST:
        raise ScriptError(location, f"the line is longer than {LONGEST} characters")
    line = line.rstrip()
    indent = len(line) - len(line.lstrip())
    line = line.lstrip()
    if not line or line[0] == "#":
        return None
    column = location.column + indent
    kind: Kind = SIGNS.get(line[0], "move")
    inner = kind
    if kind != "move":
        line, column = _trailing_part(line, column)
    if kind == "refused":
        inner = SIGNS.get(line[:1], "move")
        if inner == "refused":
            raise ScriptError(Location(location.file, location.line, column), "'!' occurs twice")
        if inner != "move":
            line, column = _trailing_part(line, column)
    words, story = split(line, Location(location.file, location.line, column))
    where = Location(location.file, location.line, location.column + indent)
    words, rules, story = _wanted(words, story, where, kind == "refused")
    if not words:
        if story and kind == "move":
            return Step("story", "story", where, "", (), (), story)
        raise ScriptError(where, f"nothing follows '{line[:1] or '!'}'")
    text = line[: words[-1].end - column].strip()
    return Step(kind, inner, where, text, tuple(words), rules, story)


def _trailing_part(line: str, column: int) -> tuple[str, int]:
    """Return the rest of a line after its first character, and the column of that rest."""
    rest = line[1:].lstrip()
    return rest, column + len(line) - len(rest)


def _rule_ids(words: list[Word], location: Location) -> tuple[str, ...]:
    found = [word for word in words if word.text != ","]
    if not found:
        raise ScriptError(location, "a rule id is missing after '->'")
    for word in found:
        if not RULE_ID.fullmatch(word.text):
            where = Location(location.file, location.line, word.column)
            raise ScriptError(where, f"'{word.text}' is not a rule id such as NINE-TURN-03")
    return tuple(word.text for word in found)
