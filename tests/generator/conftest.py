"""Browsers that tests of pages use in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.generator.browser import chromium


@pytest.fixture(scope="session")
def pictured_browser() -> Iterator[Any]:
    found = chromium()
    yield found
    found.quit()


@pytest.fixture(scope="session")
def plain_browser() -> Iterator[Any]:
    found = chromium("--blink-settings=imagesEnabled=false")
    yield found
    found.quit()


@pytest.fixture
def driver(pictured: Any) -> Any:
    return pictured


@pytest.fixture
def pictured(pictured_browser: Any) -> Iterator[Any]:
    """A browser with one blank tab. Each server has an address of its own, so nothing is kept."""
    yield pictured_browser
    _clear(pictured_browser)


@pytest.fixture
def plain(plain_browser: Any) -> Iterator[Any]:
    """Another one, which loads no pictures."""
    yield plain_browser
    _clear(plain_browser)


def _clear(browser: Any) -> None:
    first, *others = browser.window_handles
    for each in others:
        browser.switch_to.window(each)
        browser.close()
    browser.switch_to.window(first)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.get("about:blank")
    browser.get_log("browser")
