"""Times `pieria preview` for its user: from the command or a save to the pictures on the screen.

Headless Chromium (`chromium`, `chromium-driver`) shows the page, and a copy of each game is edited.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from selenium import webdriver

PROJECT = Path(__file__).resolve().parent.parent
MANY = 500
ROUNDS = 5
SPOT = '<rect x="1" y="1" width="1" height="1" fill="#000000"/>'
# A file of cards, and words on the first of them.
EDITED = {
    "crazy-eights": ("cards.csv", "Ace of Clubs"),
    "dance-of-muses": ("muses.yaml", "Muse of epic poetry"),
    "muse": ("samples.yaml", "A sea mystery"),
    "nine-muses": ("philosophers.yaml", "whose beasts talk sense"),
    "schizonauts": ("objects.yaml", "The Bloodied Wedding Veil"),
    "sing-o-muse": ("muse.yaml", "title: "),
    "many": ("cards.yaml", "Number 1 pays"),
}
# Nothing is waited for: neither pictures in sight nor the next snapshot.
SETTLED = """
const near = [...document.images].filter((each) => each.src && each.offsetParent
  && each.getBoundingClientRect().top < innerHeight && each.getBoundingClientRect().bottom > 0);
return near.length > 0 && near.every((each) => each.complete && each.naturalWidth
  && each.src.endsWith(each.dataset.wanted));
"""


def copied(name: str, place: Path) -> Path:
    """Copy a game with its templates to its own folder; `many` is the tiny game with 500 cards."""
    folder = place / name
    if name != "many":
        shutil.copytree(PROJECT / "data" / name, folder)
        shutil.copytree(PROJECT / "templates" / name, folder / "templates")
        return folder
    shutil.copytree(PROJECT / "tests" / "good" / "tiny", folder)
    game = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(game.replace("    count: TINY-COMP-01.count\n", ""), "utf-8")
    cards = "".join(
        f"  - {{title: Card {number}, words: 'Number {number} pays **two** and crosses.'}}\n"
        for number in range(1, MANY + 1)
    )
    (folder / "cards.yaml").write_text(f"source: original\ncards:\n{cards}", "utf-8")
    return folder


def seconds(driver: Any, start: float, script: str, *arguments: object) -> float:
    while not driver.execute_script(script, *arguments):
        assert time.perf_counter() - start < 60, script
        time.sleep(0.005)
    return time.perf_counter() - start


def saved(driver: Any, file: Path, old: str, new: str) -> float:
    """Return the seconds from a save until the page shows the pictures of the next snapshot."""
    words = file.read_text("utf-8")
    assert old in words, file
    tag = driver.execute_script("return state.tag")
    start = time.perf_counter()
    file.write_text(words.replace(old, new, 1), "utf-8")
    seconds(driver, start, "return state.tag !== arguments[0]", tag)
    found = seconds(driver, start, SETTLED)
    time.sleep(1.5)  # a designer looks
    file.write_text(words, "utf-8")
    time.sleep(1.5)
    return found


def measure(driver: Any, folder: Path) -> tuple[float, float, float]:
    """Return the seconds for the first page, for a save of data, and for a save of a template."""
    game = (folder / "game.yaml").read_text("utf-8")
    cards, old = EDITED[folder.name]
    face = folder / "templates" / re.findall(r"face: (\S+)", game)[0]
    command = [sys.executable, "-m", "generator.cli", "preview", str(folder)]
    environment = os.environ | {"PYTHONPATH": str(PROJECT), "PYTHONUNBUFFERED": "1"}
    driver.get("about:blank")
    start = time.perf_counter()
    server = subprocess.Popen(
        [*command, "--no-open", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert server.stdout is not None
        driver.get(server.stdout.readline().split(" on ")[1].split()[0])
        first = seconds(driver, start, SETTLED)
        time.sleep(3)
        data, template = [], []
        for turn in range(ROUNDS):
            data.append(saved(driver, folder / cards, old, f"{old} {turn} "))
            template.append(saved(driver, face, "block face %}", f"block face %}}{SPOT}"))
        return first, statistics.median(data), statistics.median(template)
    finally:
        driver.get("about:blank")
        server.terminate()
        server.wait(10)


def main() -> None:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for each in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"):
        options.add_argument(each)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    games = sorted(file.parent.name for file in (PROJECT / "data").glob("*/game.yaml"))
    print("| | first page | data saved | template saved |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as place:
        for name in [*games, "many"]:
            first, data, template = measure(driver, copied(name, Path(place)))
            print(f"| {name} | {first:.2f} | {data:.2f} | {template:.2f} |", flush=True)
    driver.quit()


if __name__ == "__main__":
    main()
