"""Chromium without a window for tests of pages, if the machine has one.

Debian's packages are `chromium` and `chromium-driver`. The fixtures are in `conftest.py`.
"""

from __future__ import annotations

import shutil
from typing import Any

import pytest

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="no Chromium: apt-get install chromium chromium-driver"
)


def chromium(*arguments: str) -> Any:
    """A driver of a new browser with a profile of its own."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for each in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--window-size=1400,950", "--force-prefers-reduced-motion",
                 "--force-color-profile=srgb", *arguments):  # fmt: skip
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    found.set_script_timeout(60)
    return found
