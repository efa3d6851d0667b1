"""The code of shipped templates is kept as that of modules is, and never trusted further."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from generator.core.memo import Memo
from generator.faces import bytecode
from generator.kit.build import build_kit
from generator.kit.options import Options
from validator.load.game import load_game


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bytecode"
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(bytecode, "_file", lambda key: folder / f"template-{key[:16]}.pieria")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return folder


def drawn(tiny: Path) -> list[str]:
    game = load_game(tiny).game
    assert game is not None
    memo = Memo()
    assert build_kit(game, Options(), memo=memo).pdf
    return [each for each in memo.used if each.startswith("template")]


def test_shipped_templates_are_compiled_once(tiny: Path, kept: Path) -> None:
    own = drawn(tiny)
    files = {file: file.read_bytes() for file in kept.iterdir()}
    assert len(files) >= 3, "cover, credits and the root of faces"
    assert len(own) >= 1, "those of a deck are in its memo"
    drawn(tiny)
    assert {file: file.read_bytes() for file in kept.iterdir()} == files
    assert not any(oct(file.stat().st_mode & 0o022) != "0o0" for file in files)


@pytest.mark.parametrize("wrong", [b"", b"x" * 200])
def test_broken_code_is_made_again(tiny: Path, kept: Path, wrong: bytes) -> None:
    drawn(tiny)
    files = {file: file.read_bytes() for file in kept.iterdir()}
    for file in files:
        file.write_bytes(wrong)
    drawn(tiny)
    assert {file: file.read_bytes() for file in kept.iterdir()} == files


def test_code_that_others_may_write_is_not_run(tiny: Path, kept: Path) -> None:
    drawn(tiny)
    files = list(kept.iterdir())
    for file in files:
        file.write_bytes(b"evil")
        file.chmod(0o666)
    kept.chmod(0o777)
    drawn(tiny)
    assert all(file.read_bytes() == b"evil" for file in files), "nothing is written there, either"
