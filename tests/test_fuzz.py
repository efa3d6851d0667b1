"""A moment of fuzzing, always with the same examples; `python tests/fuzz.py` takes its time."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from tests import mutants
from tests.fuzz import TARGETS, moment

EXAMPLES = {
    "loader": 60,
    "painter": 60,
    "templates": 40,
    "scripts": 20,
    "readback": 60,
    "typefaces": 60,
    "drawings": 60,
}
QUICK = 42  # the number of a case whose games are small and whose script is replayed


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_is_a_traceback(name: str) -> None:
    moment(name, EXAMPLES[name])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("sound")
    mutants.prepare(base)
    return base


def test_cases_of_every_kind_end_as_they_should(sound: Path) -> None:
    tally = mutants.run(sound, len(mutants.KINDS), [*mutants.KINDS], jobs=1, seed=3)
    assert set(tally.counts) == set(mutants.KINDS)
    assert tally.failures == 0, str(tally)


@pytest.mark.parametrize("name", mutants.KINDS)
def test_what_is_not_mutated_is_fine(
    name: str, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the cases would all be refused for a reason of their own, and nothing tried."""
    for change in ("mutated", "renumbered", "damaged", "_shaken"):
        monkeypatch.setattr(mutants, change, lambda whole, *_: whole)
    for words in ("ODD", "MARKUP"):
        monkeypatch.setattr(mutants, words, ["a word"])
    monkeypatch.setenv("PIERIA_CACHE", str(sound / "cache"))
    assert mutants.play(name, QUICK, 1, sound)[0] == "fine"


def test_a_file_outside_of_the_output_folder_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIERIA_CACHE", str(tmp_path))

    def strays(folder: Path, base: Path, random: Random) -> mutants.Commands:
        del base, random
        shutil.copytree(mutants.TINY, folder / "game")
        return [["build", "game", "--no-verify", "-o", "elsewhere"]]

    monkeypatch.setitem(mutants.KINDS, "strays", strays)
    found, said = mutants.play("strays", 1, 1, tmp_path, mutants.Watch())
    assert found == "outside"
    assert "elsewhere" in said
