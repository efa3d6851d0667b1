"""Turns a copy of Crazy Eights into a new game with a referee, named after its folder."""

from __future__ import annotations

import importlib.resources
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from validator.core.resources import resource
from validator.load.cards import slug
from validator.referee.registry import SHIPPED, offers

SAMPLE, TITLE = "crazy-eights", "Crazy Eights"
LONGEST_CODE = 12  # letters: with more, lines of the copied module are longer than 100 columns
SHORTEST_WORD = 4  # letters of a word that is used as a code
NO_CODE = shutil.ignore_patterns("__pycache__", "plain")  # Python's caches beside the data
BOOK = re.compile(r"(?ms)^book:.*?^(?=\w)")
DIRECTION = re.compile(r"(?ms)^  art_direction: >-\n.*?^(?=  \w)")
LICENCE = "licence:  # of Crazy Eights; write your own once you change the texts and drawings\n"
COPIED = "A copy of Crazy Eights, to be changed rule by rule"


def is_taken(code: str) -> bool:
    """Return whether a shipped game or an installed package has a referee with this code."""
    return code in SHIPPED or any(offer.code == code for offer in offers())


def code_from(id_: str) -> str:
    """Return a code that is not taken: the first long word of an id, or all its letters."""
    words = re.findall("[A-Z]+", id_.upper())
    long = (word for word in words if len(word) >= SHORTEST_WORD)
    code = next(long, "".join(words) or "GAME")[:LONGEST_CODE]
    while is_taken(code):
        code += "X"
    return code


def name_referee(folder: Path, name: str, code: str | None = None, plain: bool = False) -> None:
    """Add the referee of the copied game, with its package and tests, and rename everything.

    The names are those of the folder. The rules get a new code, because it identifies the referee.
    With `plain`, three simple templates replace the drawings.
    """
    id_ = slug(name)
    code = code or code_from(id_)
    module = re.sub(r"^(?=\d)", "game_", id_.replace("-", "_"))
    title = id_.replace("-", " ").title()
    called = title.replace(" ", "").lstrip("0123456789") or "Game"
    # Its examples are replayed by a check, which requires an installed referee.
    (folder / "rulebook.md").unlink(missing_ok=True)
    shutil.copytree(resource("templates") / "referee", folder, ignore=NO_CODE, dirs_exist_ok=True)
    if plain:
        _make_plain(folder)
    package = f"validator.games.{SAMPLE.replace('-', '_')}"
    for part in ("referee", "numbers"):
        source = importlib.resources.files(package).joinpath(f"{part}.py").read_text("utf-8")
        (folder / f"my_game_{part}.py").write_text(_own_import_last(source, package), "utf-8")
    words = {
        f"{package}.numbers": f"{module}_numbers",
        "validator.referee.consistency": "validator.referee.api", "my_game": module, "my-game": id_,
        "My Game": title, "MyGame": called, "CrazyEights": f"{called}Referee",
        f"title: {TITLE}": f"title: {json.dumps(title)}", SAMPLE: id_, "EIGHTS": code, "MINE": code,
        "licence:\n": LICENCE, "A traditional game in the public domain, in our own words": COPIED,
    }  # fmt: skip
    about = {f"{before}{TITLE}": f"{before}{title}" for before in ("# ", "referee of ", "in the ")}
    about |= {f"shows {TITLE}": f"shows {title}", f"faces of {TITLE}": f"faces of {title}"}
    for file in sorted(each for each in folder.rglob("*") if each.is_file()):
        file.write_text(_replaced(file.read_text("utf-8"), words | about), "utf-8")
        file.rename(file.with_name(file.name.replace("my_game", module)))


def _own_import_last(source: str, package: str) -> str:
    """Move the import of a module in the same package behind the others, as formatters do."""
    own = "".join(re.findall(rf"(?m)^from {package}\..*\n", source))
    if not own:
        return source
    last = [*re.finditer(r"(?m)^from validator\..*\n", source)][-1].end()
    return source[:last].replace(own, "") + "\n" + own + source[last:]


def _replaced(text: str, words: Mapping[str, str]) -> str:
    """Return a text in which each of some words is replaced once, the longest first."""
    found = sorted(words, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, found)), lambda match: words[match[0]], text)


def _make_plain(folder: Path) -> None:
    """Replace the drawings by three simple templates."""
    shutil.rmtree(folder / "templates")
    shutil.copytree(resource("templates") / "referee" / "plain", folder / "templates")
    game = folder / "game.yaml"
    text = BOOK.sub("", game.read_text("utf-8"))
    text = DIRECTION.sub("  art_direction: Plain cards with a rank and a suit.\n", text)
    game.write_text(text.replace("reference-back.svg.j2", "back.svg.j2"), "utf-8")
