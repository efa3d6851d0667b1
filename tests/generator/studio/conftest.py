"""A project that the studio edits, with a cache of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import run
from tests.generator.studio.studio_browser import PICTURED
from tests.generator.studio.studio_server import MARKET, Client, served


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


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setitem(os.environ, "HOME", str(tmp_path))
    (tmp_path / "Documents").mkdir()
    (tmp_path / "market.csv").write_text(PICTURED)
    for number in range(2):
        picture = Image.linear_gradient("L").resize((600, 460)).rotate(180 * number).convert("RGB")
        picture.save(tmp_path / f"night-{number}.png")
    with served(None) as found:
        yield found
