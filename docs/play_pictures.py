"""Take the pictures for docs/play.md in headless Chromium.

Run `python docs/play_pictures.py docs/pictures`. It needs Debian's packages chromium and
chromium-driver; selenium is part of the `test` extra.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

ROOT = Path(__file__).resolve().parent.parent
COLOURS = 255  # of a picture's palette
START = """game: nine-muses
players: [Ann, Bob]
start:
  round: 3
  centre: [Erato, Melpomene, Polyhymnia]
  Ann: {craft: 3, science: 2, score: 6, muses: [Thalia, Calliope], hand: [Aesop, Heron, Hypatia]}
  Bob: {craft: 1, science: 4, ethics: 1, score: 4, muses: [Clio], hand: [Archimedes, Telesilla]}
---
Ann collect
"""


def served(arguments: list[str], place: Path) -> tuple[subprocess.Popen[str], str]:
    """Start a command of Pieria that serves a page; return its process and the page's address."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", *arguments],
        cwd=place, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    return process, found[0]


def shot(driver: Any, target: Path) -> None:
    """Wait until every picture is loaded, and save a screenshot."""
    loaded = "return [...document.images].every((each) => !each.src || each.complete)"
    while not driver.execute_script(loaded):
        time.sleep(0.1)
    time.sleep(0.6)
    picture = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
    picture.quantize(COLOURS).save(target, optimize=True)


def click(driver: Any, selector: str) -> None:
    """Click the element that a selector finds."""
    driver.find_element("css selector", selector).click()


def played(driver: Any, folder: Path, place: Path) -> None:
    """Take pictures of a chosen card, and of a refused move."""
    (place / "night.play").write_text(START, "utf-8")
    process, link = served(["play", "night.play", "--no-open", "--port", "0", "--seed", "1"], place)
    try:
        driver.get(f"{link}#as=Ann")
        time.sleep(2)
        click(driver, '.handz .card[data-piece="Heron"]')
        time.sleep(1)
        shot(driver, folder / "play.png")
        line = driver.find_element("css selector", "#line")
        line.send_keys("/Ann call Erato with Aesop", Keys.ENTER)
        time.sleep(0.5)
        shot(driver, folder / "play-refused.png")
    finally:
        process.terminate()
        process.wait()


def watched(driver: Any, folder: Path, place: Path) -> None:
    """Take pictures of a step of a recorded game, and of one with filled-in sheets."""
    recorded(driver, place, "dance-of-muses/scripts/game-2-suns", 24)
    shot(driver, folder / "watch.png")
    recorded(driver, place, "schizonauts/scripts/game-2", 48)
    shot(driver, folder / "play-sheets.png")


def recorded(driver: Any, place: Path, script: str, step: int) -> None:
    """Show a step of a shipped script in the browser."""
    command = [sys.executable, "-m", "generator.cli", "replay", "--static", "site"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([*command, str(ROOT / "data" / f"{script}.play")], cwd=place, env=environment,
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    driver.get("about:blank")
    driver.get((place / "site" / "index.html").as_uri() + f"#step={step}")
    time.sleep(1)


def main(folder: Path) -> None:
    """Take all pictures of the page."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for each in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--force-color-profile=srgb", "--window-size=1400,980"):  # fmt: skip
        options.add_argument(each)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    pictures: tuple[Callable[[Any, Path, Path], None], ...] = (played, watched)
    with tempfile.TemporaryDirectory() as place:
        for make in pictures:
            make(driver, folder.resolve(), Path(place))
    driver.quit()


if __name__ == "__main__":
    from paths import paths

    main(*paths(__doc__, "folder"))
