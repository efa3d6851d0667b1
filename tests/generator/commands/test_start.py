"""What a command imports before it does anything: starting is most of what a small deck takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TOLD = "import sys; print(*sorted(each for each in sys.modules if each.split('.')[0] in {names}))"


def loaded(code: str, *names: str) -> list[str]:
    run = [sys.executable, "-c", f"{code}\n{TOLD.format(names=set(names))}"]
    told = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return told.splitlines()[-1].split()


def test_the_command_line_alone_loads_little() -> None:
    found = loaded("import generator.cli", "generator", "validator", "jinja2", "reportlab")
    assert len(found) <= 10, found


def test_a_build_without_a_rulebook_loads_nothing_of_books(tmp_path: Path) -> None:
    build = ["build", "tests/good/tiny", "--no-verify", "--no-cache", "-o", str(tmp_path)]
    code = f"from generator.cli import main\nmain({build}, standalone_mode=False)"
    assert not loaded(code, "markdown_it", "pypdfium2", "distributed", "starlette", "fontTools")


@pytest.mark.parametrize("name", ["muse", "crazy-eights"])
def test_a_build_loads_no_referee(name: str) -> None:
    """A kit of a shipped game needs its numbers alone."""
    load = f"from pathlib import Path; load_game(Path('data/{name}'))"
    code = f"import generator.kit.build\nfrom validator.load.game import load_game\n{load}"
    games = [each for each in loaded(code, "validator") if each.startswith("validator.games.")]
    assert {each.split(".")[-1] for each in games} - {"numbers"} == {name.replace("-", "_")}
    assert "validator.referee.core" not in loaded(code, "validator")
