"""The shipped games and scripts: each is loaded and played once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from validator.core.resources import resource
from validator.load.game import load_game
from validator.script.play import replay
from validator.script.played import Report

SCRIPTS = sorted(resource("data").glob("*/scripts/*.play"))
GAMES = sorted({file.parent.parent.name for file in SCRIPTS})
load = cache(load_game)


@cache
def played(file: Path) -> Report:
    return replay(file, file.name, load)


def scripts_of(name: str) -> list[Path]:
    return [file for file in SCRIPTS if file.parent.parent.name == name]
