"""Take the picture for docs/preview.md, of a deck being edited, in headless Chromium.

Run `python docs/screenshot.py docs/pictures/preview.png`. It needs Debian's packages chromium and
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
from pathlib import Path

from PIL import Image
from selenium import webdriver

ROOT = Path(__file__).resolve().parent.parent
EDITS = {  # one save: a card that changes, and one that is wrong
    "whose beasts talk sense": "whose foxes leave the grapes",
    "{gain: {C: 2}}": "{gain: {C: 3}}",
    "from moving it all\n    copies: 5": "from moving it all\n    copies: four",
}


def picture(place: Path) -> bytes:
    """Return a screenshot of the preview after a save, as PNG."""
    pieria = [sys.executable, "-m", "generator.cli"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    make = [*pieria, "new", "my-deck", "--from", "nine-muses"]
    subprocess.run(make, cwd=place, env=environment, check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(
        [*pieria, "preview", "my-deck", "--no-open", "--port", "0"],
        cwd=place, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for each in ("--headless=new", "--no-sandbox", "--hide-scrollbars", "--window-size=1180,890"):
        options.add_argument(each)
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split(" on ")[1].split()[0]
        driver.get(f"{address}#zoom=3")
        time.sleep(3)
        cards = place / "my-deck" / "philosophers.yaml"
        words = cards.read_text("utf-8")
        for old, new in EDITS.items():
            assert old in words
            words = words.replace(old, new, 1)
        cards.write_text(words, "utf-8")
        time.sleep(6)
        png: bytes = driver.get_screenshot_as_png()
        return png
    finally:
        driver.quit()
        server.terminate()
        server.wait()


def main(target: Path) -> None:
    """Write the picture with a reduced palette, so that the file is small."""
    with tempfile.TemporaryDirectory() as place:
        shown = Image.open(io.BytesIO(picture(Path(place)))).convert("RGB")
    shown.quantize(160).save(target, optimize=True)


if __name__ == "__main__":
    from paths import paths

    main(*paths(__doc__, "file"))
