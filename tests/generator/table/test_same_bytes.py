"""A recorded game gives the same page again, whatever order Python keeps sets in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from validator.core.resources import resource


def test_a_recorded_game_gives_the_same_page_twice(tmp_path: Path) -> None:
    script = resource("data") / "muse" / "scripts" / "crisis-cards.play"
    pages = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        command = [sys.executable, "-m", "generator.cli", "replay", "--static", str(folder)]
        subprocess.run(
            [*command, str(script)], env={**os.environ, "PYTHONHASHSEED": seed}, check=True
        )
        pages.append((folder / "index.html").read_bytes())
    assert pages[0] == pages[1]
