"""Take the pictures for docs/studio.md in headless Chromium: a deck from spreadsheet to reprint.

Run `python docs/studio_pictures.py docs/pictures/studio`. It needs Debian's packages chromium and
chromium-driver; selenium is part of the `test` extra.
"""

from __future__ import annotations

import io
import os
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
SHEET = """\
Card,How many,Kind,Cost,Icon,What it does,Notes
The Lantern Maker,3,Stall,2,lantern,Light a lantern: **look at the next three cards** and put them back in any order.,first draft ok
The Tea Seller,4,Stall,1,teapot,"Draw a card for every Guest in front of you, at most three.",
The Bell Ringer,2,Guest,3,ringing-bell,*Once in a game:* everybody hands their most expensive card to the left.,too strong?
The Fox in Silk,2,Guest,4,fox-head,Take any Charm from another player. It comes to your row **face down**.,
The Honey Jar,5,Charm,1,honey-jar,Keep this in your row. Your first Stall each night costs 1 :coin: less.,
The Paper Boat,3,Charm,2,paper-boat,Send it down the river: discard it to draw two cards.,
The Mask Carver,3,Stall,3,carnival-mask,Choose a Guest in any row. Until dawn it counts as yours.,
The Drummer,2,Guest,2,drum,Every other player who holds five cards or more discards one.,
The Lotus Diver,3,Guest,2,lotus-flower,Take the bottom card of the discard pile.,
The Scale Keeper,2,Stall,4,scales,Count the :coin: of all players; the poorest takes 2 from the bank.,check price
The Old Key,4,Charm,1,old-key,Open any one Stall that another player has closed.,
The Umbrella Girl,4,Guest,2,umbrella,No card leaves your row before your next turn.,
"""  # noqa: E501, a sheet


class Pictures:
    """A browser that shows the studio, and the folder for pictures of it."""

    def __init__(self, driver: Any, target: Path) -> None:
        self.driver = driver
        self.target = target

    def soon(self, expression: str) -> None:
        end = time.monotonic() + 120
        while not self.driver.execute_script(f"return {expression}"):
            assert time.monotonic() < end, expression
            time.sleep(0.1)

    def take(self, name: str) -> None:
        time.sleep(2)
        shown = Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")
        small = shown.quantize(256, dither=Image.Dither.FLOYDSTEINBERG)
        small.save(self.target / f"{name}.png", optimize=True)

    def edit(self, row: int, column: int, words: str) -> None:
        self.driver.execute_script("grid.at = arguments[0]; grid.move(0, 0)", [row, column])
        cell = self.driver.switch_to.active_element
        cell.send_keys(Keys.ENTER)
        area = self.driver.switch_to.active_element
        area.send_keys(Keys.CONTROL, "a")
        area.send_keys(words)
        area.send_keys(Keys.ENTER)
        time.sleep(1)


def pictures(place: Path, target: Path, started: Callable[[str], Any]) -> None:
    """Make a deck in the studio, from spreadsheet to reprint, and take a picture of each view."""
    (place / "market.csv").write_text(SHEET, "utf-8")
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "XDG_CACHE_HOME": str(place / "cache"),
        "HOME": str(place),
    }  # fmt: skip
    (place / "Documents").mkdir()
    server = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "studio", "--no-open", "--port", "0"],
        cwd=place, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert server.stdout is not None
    driver = started(server.stdout.readline().split(" on ")[1].split()[0])
    page = Pictures(driver, target)
    try:
        page.soon("document.querySelector('.drop input')")
        chooser = driver.find_element("css selector", ".drop input")
        chooser.send_keys(str(place / "market.csv"))
        page.soon("document.querySelectorAll('.look img').length === 4")
        page.take("start")
        driver.find_element("css selector", "form.go .primary").click()
        page.soon("document.querySelector('#face')?.naturalWidth")
        for name in ("print", "cards"):
            driver.execute_script("location.hash = arguments[0]", name)
            if name == "print":
                ready = "document.querySelector('.do a')?.getAttribute('aria-disabled') === 'false'"
                page.soon(ready)
                driver.execute_script("document.querySelector('.do button').click()")
                time.sleep(2)
        page.soon("document.querySelector('.cell')")
        page.edit(3, 5, "Take any Charm from another player. It comes to your row **at once**.")
        page.edit(9, 3, "3")
        page.edit(4, 4, "honeyjar")
        driver.execute_script("grid.at = [4, 4]; grid.move(0, 0)")
        page.soon("document.querySelector('.pop .primary')")
        page.take("cards")
        driver.execute_script("document.querySelector('.pop .primary').click()")
        driver.execute_script("location.hash = 'print'")
        page.soon("document.querySelectorAll('.ch').length === 2")
        page.soon("document.querySelector('.do a').getAttribute('aria-disabled') === 'false'")
        page.take("print")
        driver.execute_script("location.hash = 'layout'")
        page.soon("document.querySelector('.hot')")
        choose = "[...document.querySelectorAll('.side .in')][0].click()"
        driver.execute_script(choose)
        page.take("layout")
    finally:
        driver.quit()
        server.terminate()
        server.wait(60)


def opened(address: str) -> Any:
    """Start a browser that shows an address."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for each in ("--headless=new", "--no-sandbox", "--hide-scrollbars", "--window-size=1440,900"):
        options.add_argument(each)
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    size = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get(address)
    return driver


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        pictures(Path(folder), Path(sys.argv[1]), opened)
