"""The Rules view: statements with their numbers as fields, and the effects of changing a number.

A trial reads the game as if `rules.yaml` contained another number; nothing is written. Commands run
on a copy of the project in a temporary folder.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as MappingType
from pathlib import Path
from typing import Any

from generator.book.references import EXPRESSION, NUMERALS, RULE
from generator.core.memo import Memo
from generator.kit.options import Options
from generator.preview.previewer import Previewer
from generator.studio.editing import Editor
from generator.studio.listed import Path as Steps
from generator.studio.listed import set_scalar
from generator.studio.running import Ended, Runs
from generator.studio.stating import SECTIONS, state
from generator.studio.tables import EditError
from validator.core.location import Problem
from validator.core.model import PLACEHOLDER, Game, Rule, in_words, walk
from validator.core.tree import Mapping, Node, Scalar
from validator.load.cards import slug
from validator.load.game import load_game
from validator.load.text import overlay
from validator.referee.registry import RefereeError, ruleset_of

FEW = 8  # cards that are shown before and after
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_BEGINS = re.compile(r"^(?:>\s*|#+\s+|[-*+]\s+|\d+\.\s+|\|)")  # of a paragraph of its own
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
NOT_COPIED = shutil.ignore_patterns("output", ".git", "__pycache__")


def _loaded(folder: Path) -> Game:
    game = load_game(folder).game
    if game is None:
        raise EditError("the game cannot be read; fix its problems first")
    return game


def has_referee(folder: Path) -> bool:
    """Return whether a game has a referee, so that it can be played and simulated."""
    game = load_game(folder).game
    try:
        return game is not None and ruleset_of(game) is not None
    except RefereeError:
        return True  # the referee is broken; the commands report the reason


def rules_of(editor: Editor) -> dict[str, Any]:
    """Return all rules, each as a list of texts and numbers. Raises EditError."""
    game = _loaded(editor.folder)
    return {
        "sections": [*SECTIONS],
        "rules": [
            {"id": rule.id, "section": rule.section, "parts": _parts(rule),
             "line": rule.location.line}
            for rule in game.rules
        ],
    }  # fmt: skip


def add_rule(editor: Editor, sentence: str, section: str) -> dict[str, Any]:
    """Add a rule to the end of a section.

    Raises EditError.
    """
    return {"id": state(editor, _loaded(editor.folder), sentence, section)}


def _parts(rule: Rule) -> list[dict[str, Any]]:
    """Return a statement in parts: texts and numbers.

    For each number, it says whether it can be edited or follows from other numbers.
    """
    parts: list[dict[str, Any]] = []
    at = 0
    for match in PLACEHOLDER.finditer(rule.statement):
        if match.start() > at:
            parts.append({"words": _plain(rule.statement[at : match.start()])})
        path = match[1].split(".")
        try:
            parts += _numbers(rule, path, walk(rule.data, path, rule.id))
        except LookupError:
            parts += _numbers(rule, path, match[0])
        at = match.end()
    if rule.statement[at:]:
        parts.append({"words": _plain(rule.statement[at:])})
    return parts


def _numbers(rule: Rule, path: list[str], value: object) -> list[dict[str, Any]]:
    """Return a value as a single number, or as a list by number of players: 7 for 2, 5 for 3."""
    each = value.items() if isinstance(value, MappingType) else ()
    keyed = [([*path, str(key)], key, number) for key, number in each if isinstance(key, int)]
    if not keyed or not all(_is_free(rule.node, way) for way, _, _ in keyed):
        said = in_words(value) if not isinstance(value, str) else value
        return [{"number": said, "path": path, "free": _is_free(rule.node, path)}]
    found: list[dict[str, Any]] = []
    for way, key, number in keyed:
        between = ", " if way is not keyed[-1][0] else ""
        found += [{"number": in_words(number), "path": way, "free": True},
                  {"words": f" for {key}{between}"}]  # fmt: skip
    return found


def _plain(words: str) -> str:
    return words.replace("{{", "{").replace("}}", "}")


def _is_free(node: Node, path: list[str]) -> bool:
    """Return whether a rule contains a number itself instead of referring to another rule."""
    found = node.entries.get("data") if isinstance(node, Mapping) else None
    for step in path:
        found = found.entries.get(step) if isinstance(found, Mapping) else None
    return isinstance(found, Scalar) and isinstance(found.value, int | float)


class Trial:
    """A project in which one number of a rule is changed on trial."""

    def __init__(self, editor: Editor, rule: str, path: list[str], value: str) -> None:
        self.editor = editor
        self.file = editor.folder / "rules.yaml"
        self.before = self.file.read_bytes()
        game = _loaded(editor.folder)
        place = next((at for at, each in enumerate(game.rules) if each.id == rule), None)
        if place is None or not _is_free(game.rules[rule].node, path):
            raise EditError(
                f"the number of {rule} is computed from another number; change the other number"
            )
        try:
            float(value)
        except ValueError:
            raise EditError(f"‘{value}’ is not a number") from None
        self.steps: Steps = ("rules", place, "data", *path)
        self.after = set_scalar(self.before, self.steps, value)
        self.game = game
        self.rule = rule
        self.value = value

    def _other(self) -> dict[Path, bytes]:
        return {self.file.resolve(): self.after}

    def effects(self, previewer: Previewer, pictures: dict[str, bytes]) -> dict[str, Any]:
        """Return the cards, rules and sentences that the number would change, and new problems."""
        with overlay(self._other()):
            loaded = load_game(self.editor.folder)
            if loaded.game is None:
                raise EditError(str(loaded.problems[0].message))
            memo = Memo(previewer.memo.entries | previewer.memo.used)
            other = Previewer(self.editor.folder, Options(), memo)
            snapshot = other.take()
        was = {each.id: each for each in previewer.last.previews}
        cards: list[dict[str, str | None]] = []
        for each in snapshot.previews:
            old = was.get(each.id)
            sides = [] if old is None else [(old.face, each.face), (old.back, each.back)]
            for before, after in sides:
                if before == after or after is None:
                    continue
                if len(cards) < FEW and (data := other.picture(after)):
                    pictures[after] = data
                cards.append({"title": each.title, "old": before, "new": after})
        known = {_said(each) for each in previewer.last.problems}
        new = [each for each in snapshot.problems if _said(each) not in known]
        return {
            "cards": cards,
            "follows": [
                {"id": each.id, "old": self.game.rules[each.id].text, "new": each.text}
                for each in loaded.game.rules
                if each.id in self.game.rules and each.text != self.game.rules[each.id].text
            ],
            "sentences": _sentences(self.game, loaded.game),
            "problems": [
                {
                    "file": Path(each.location.file).name,
                    "line": each.location.line,
                    "message": each.full_message,
                    "typed": "",
                }
                for each in new
            ][:20],
        }

    def save(self) -> None:
        """Write the changed number to the project."""
        about = {"what": "rule", "title": f"{self.rule} in {self.file.name}"}
        self.editor.write(self.file, self.before, self.after, about)

    def keep(self) -> Path:
        """Copy the project, with the changed number, to a folder next to it, as a variant.

        Raises EditError.
        """
        folder = self.editor.folder
        stem = f"{folder.name}-{slug(str(self.steps[-1]))}-{slug(self.value)}"
        names = (f"{stem}-{each}" if each > 1 else stem for each in range(1, 1000))
        target = next(each for name in names if not (each := folder.parent / name).exists())
        try:
            shutil.copytree(folder, target, ignore=NOT_COPIED)
            (target / "rules.yaml").write_bytes(self.after)
        except (OSError, shutil.Error) as error:
            raise EditError(f"{target} cannot be written: {error}") from None
        return target

    async def found_out(
        self, runs: Runs, what: str, games: int, players: str
    ) -> dict[str, Any] | None:
        """Run a command for the project with the changed number, and return its result.

        Returns None if the command was stopped.
        """
        with tempfile.TemporaryDirectory(prefix="pieria-trial-") as room:
            copy = Path(room) / self.editor.folder.name
            shutil.copytree(self.editor.folder, copy, ignore=NOT_COPIED)
            (copy / "rules.yaml").write_bytes(self.after)
            if what == "scripts":
                return await _scripts(runs, copy)
            if what == "check":
                done = await runs.run("check", "check", str(copy), "--format", "json")
                if done is None:
                    return None
                found = done.json()
                return {"problems": [
                    {"file": Path(str(each.get("file", ""))).name, "line": each.get("line", 0),
                     "message": each["message"], "typed": _typed(each)}
                    for each in found
                ][:30]}  # fmt: skip
            words = ["simulate", str(self.editor.folder), "--compare", str(copy), "--games",
                     str(games), "--progress", "--format", "json"]  # fmt: skip
            words += ["--players", players] if players else []
            done = await runs.run("trial", *words)
            return None if done is None else {"certificates": certificates(done)}


def _typed(problem: dict[str, Any]) -> str:
    """Return the number in a rulebook's sentence that was typed instead of referring to a rule.

    Returns an empty string for other problems.
    """
    said = re.match(r"'([^']+)' was typed by hand", str(problem["message"]))
    return said[1] if said and problem.get("check") == "typed-number" else ""


def another(editor: Editor, line: int, word: str) -> None:
    """Mark a number in the rulebook that refers to no rule. Raises EditError."""
    file = editor.folder / "rulebook.md"
    before = file.read_bytes()
    lines = before.split(b"\n")
    if not 0 < line <= len(lines):
        raise EditError("this line of the rulebook no longer exists")
    text = lines[line - 1].decode("utf-8", "replace")
    known = [each.lower() for each in NUMERALS["en"].words]
    if not word.isdigit() and word.lower() not in known:
        raise EditError(f"‘{word}’ is not a number")
    value = int(word) if word.isdigit() else known.index(word.lower())
    way = "" if word.isdigit() else " | Words" if word[0].isupper() else " | words"
    outside = rf"(?<![\w.{{]){re.escape(word)}(?!\w|[^{{]*}}}})"
    made, count = re.subn(outside, f"{{{{ {value}{way} }}}}", text, count=1)
    if not count:
        raise EditError(f"line {line} of the rulebook no longer contains ‘{word}’")
    lines[line - 1] = made.encode()
    about = {"what": "rulebook", "title": f"{word} in {file.name}, line {line}"}
    editor.write(file, before, b"\n".join(lines), about)


def certificates(done: Ended) -> list[Any]:
    """Return the certificates in the output of `pieria simulate`, of one or two versions."""
    found = done.json()
    listed = found.get("certificates", [found]) if isinstance(found, dict) else found
    if not listed or "players" not in listed[0]:
        raise EditError("no games were played")
    return [*listed]


async def _scripts(runs: Runs, copy: Path) -> dict[str, Any] | None:
    if not (copy / "scripts").is_dir():
        return {"scripts": 0, "broken": []}
    done = await runs.run("scripts", "replay", str(copy / "scripts"), "--format", "json")
    if done is None:
        return None
    found = done.json()
    broken = [each for each in found if not each.get("ok")]
    return {
        "scripts": len(found),
        "broken": [
            {"name": Path(each["file"]).stem,
             "why": str((each.get("problems") or [{"message": ""}])[0].get("message", ""))}
            for each in broken
        ],
    }  # fmt: skip


def _said(problem: Problem) -> tuple[str, str]:
    return problem.message, problem.location.file


def _sentences(before: Game, after: Game) -> list[dict[str, str]]:
    """Return the sentences of the rulebook in which numbers change, without their markup."""
    try:
        lines = before.rulebook.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    found = []
    for number, words in _paragraphs(lines):
        old, new = (_SENTENCE.split(_filled(words, game)) for game in (before, after))
        for was, now in zip(old, new, strict=False):
            if was != now:
                found.append({"line": str(number), "old": _printed(was), "new": _printed(now)})
    return found


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield each paragraph, list item and table row as one line, with the number of its first."""
    start, parts = 0, list[str]()
    for number, line in enumerate([*lines, ""], 1):
        words = line.strip()
        if parts and (not words or _BEGINS.match(words)):
            yield start, " ".join(parts)
            parts = []
        if words:
            start = start if parts else number
            parts.append(words)


def _printed(words: str) -> str:
    """Return a sentence as it is printed: without links, stars and signs at its start."""
    return _BEGINS.sub("", _LINK.sub(r"\1", words)).replace("*", "").strip(" |")


def _filled(line: str, game: Game) -> str:
    def value(expression: str) -> str:
        match = RULE.fullmatch(expression)
        if match is None:
            return "…"
        try:
            return in_words(game.rules.number(match[1] + match[2]))
        except LookupError:
            return "…"

    words = EXPRESSION.sub(lambda match: value(match[1]), line)
    return words.strip()
