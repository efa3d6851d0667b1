"""A project that the studio edits, with a cache of its own; one browser for all tests of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.conftest import run
from tests.generator.studio.studio_browser import DRIVER, PICTURED
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


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser that all tests use in turn."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for each in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(each)
    options.add_argument("--window-size=1440,900")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield found
    found.quit()


@pytest.fixture
def driver(chromium: Any) -> Iterator[Any]:
    """The browser with one blank tab. Each server has an address of its own, so nothing is kept."""
    yield chromium
    first, *others = chromium.window_handles
    for each in others:
        chromium.switch_to.window(each)
        chromium.close()
    chromium.switch_to.window(first)
    chromium.get("about:blank")
    chromium.get_log("browser")


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
