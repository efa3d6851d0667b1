"""A moment of fuzzing, always with the same examples; `python tests/fuzz.py` takes its time."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import mutants
import pytest
from fuzz import TARGETS, moment

EXAMPLES = {"loader": 60, "painter": 60, "templates": 40, "scripts": 20, "readback": 60}


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_is_a_traceback(name: str) -> None:
    moment(name, EXAMPLES[name])


def test_cases_of_every_kind_end_as_they_should() -> None:
    tally = mutants.run(2 * len(mutants.KINDS), [*mutants.KINDS], jobs=1, seed=3)
    assert set(tally.counts) == set(mutants.KINDS)
    assert tally.failures == 0, str(tally)


def test_a_file_outside_of_the_output_folder_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIERIA_CACHE", str(tmp_path))

    def strays(folder: Path, base: Path, random: Random) -> mutants.Commands:
        del base, random
        shutil.copytree(mutants.TINY, folder / "game")
        return [["build", "game", "--no-proof", "-o", "elsewhere"]]

    monkeypatch.setitem(mutants.KINDS, "strays", strays)
    found, said = mutants.play("strays", 1, 1, tmp_path, mutants.Watch())
    assert found == "outside"
    assert "elsewhere" in said
