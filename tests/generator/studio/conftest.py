"""A project that the studio edits, and a cache of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import run
from tests.generator.studio.studio_server import MARKET


@pytest.fixture
def market(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project made of a sheet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    sheet = tmp_path / "market.csv"
    sheet.write_text(MARKET, "utf-8")
    made = run("new", str(tmp_path / "night-market"), "--from", str(sheet), "--look", "lantern")
    assert made.exit_code == 0, made.output
    return tmp_path / "night-market"
