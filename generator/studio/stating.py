"""Adds a rule to a game: its sentence, with the numbers as data, at the end of `rules.yaml`."""

from __future__ import annotations

import re
from pathlib import Path

from generator.studio.editing import Editor
from generator.studio.listed import ListedFormat
from generator.studio.tables import EditError
from validator.core.model import Game
from validator.core.scalars import flow
from validator.load.cards import slug

SECTIONS = {  # heading: kind and the middle part of the id
    "Components": ("component", "COMP"), "Set-up": ("setup", "SETUP"), "A turn": ("action", "TURN"),
    "Scoring": ("scoring", "SCORE"), "The end": ("end", "END"),
}  # fmt: skip
LONGEST = 600  # characters of a sentence
RULES = ListedFormat(("rules",))
_NUMBER = re.compile(r"(?<![\w.])(\d+)(?:\s+([^\W\d_]+))?")


def state(editor: Editor, game: Game, sentence: str, section: str) -> str:
    """Add a rule to a game, and return the new rule's id.

    The catalogue is created if there is none. Raises EditError.
    """
    sentence = " ".join(sentence.split())
    if not sentence or len(sentence) > LONGEST or section not in SECTIONS:
        raise EditError(
            f"a rule must be a sentence of up to {LONGEST} characters in a known section"
        )
    file = editor.folder / "rules.yaml"
    before = file.read_bytes() if file.is_file() else b""
    code = re.sub("[^A-Z]", "", game.rules.code or game.code or game.id.upper())
    start = before or (f'game: {game.id}\ncode: {code}\nversion: "1"\nrules:\n').encode()
    kind, middle = SECTIONS[section]
    stem = f"{code}-{middle}-"
    used = [int(rule.id[len(stem) :]) for rule in game.rules if rule.id.startswith(stem)]
    name = f"{stem}{max(used, default=0) + 1:02}"
    _append(editor, file, before, start, _lines(name, kind, sentence, section))
    return name


def _lines(name: str, kind: str, sentence: str, section: str) -> str:
    said, numbers = _with_names(sentence)
    lines = [
        f"  - id: {name}", f"    kind: {kind}", f"    statement: {flow(said)}",
        f"    section: {flow(section)}", '    checkable: "no"', "    source: original",
    ]  # fmt: skip
    if numbers:
        lines.append(f"    data: {{{', '.join(f'{key}: {n}' for key, n in numbers.items())}}}")
    return "\n".join(lines) + "\n"


def _with_names(sentence: str) -> tuple[str, dict[str, int]]:
    """Return a sentence with names in place of its numbers, and the numbers by name.

    Each name is taken from the word after the number.
    """
    numbers: dict[str, int] = {}

    def named(match: re.Match[str]) -> str:
        stem = slug(match[2] or "number").replace("-", "_") or "number"
        name = next(each for at in range(1, 100)
                    if (each := stem if at == 1 else f"{stem}_{at}") not in numbers)  # fmt: skip
        numbers[name] = int(match[1])
        return f"{{{name}}}{match[0][len(match[1]) :]}"

    return _NUMBER.sub(named, sentence.replace("{", "{{").replace("}", "}}")), numbers


def _append(editor: Editor, file: Path, before: bytes, start: bytes, lines: str) -> None:
    """Append a rule to a file; the other rules stay unchanged. Raises EditError."""
    end = b"" if start.endswith(b"\n") else b"\n"
    made = start + end + lines.encode()
    known = RULES.values(before)["rules"] if before else []
    if RULES.values(made)["rules"][:-1] != known:
        raise EditError(
            f"the rules are not at the end of {file.name}; add the new rule in the file"
        )
    editor.write(file, before, made, {"what": "rule", "title": f"a rule of {file.name}"})
