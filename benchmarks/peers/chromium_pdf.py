"""Headless Chromium: the HTML document, printed to PDF."""

from __future__ import annotations

import shutil
import subprocess
import sys

import design as d
from page import document

folder, target = d.arguments()
browser = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
if browser is None:
    sys.exit("there is no chromium")
source = folder / "deck.html"
source.write_text(document(folder, inline=True), "utf-8")
subprocess.run(
    [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
     "--disable-extensions",
     "--no-pdf-header-footer", f"--user-data-dir={folder / 'chromium'}", f"--print-to-pdf={target}",
     "--virtual-time-budget=600000", source.resolve().as_uri()],
    check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)  # fmt: skip
