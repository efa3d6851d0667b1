"""The manual page."""

from __future__ import annotations

import shutil
import subprocess

from generator.cli import COMMANDS, main
from generator.man import man_page


def test_the_manual_page_has_every_command_and_is_roff():
    page = man_page(main)
    assert page.startswith(".TH PIERIA 1")
    for name in COMMANDS:
        assert f"\n.SS pieria {name}".replace("-", "\\-") in page.replace("-\\", "\\")
    assert r"\fB\-\-paper" in page
    if groff := shutil.which("groff"):
        told = subprocess.run([groff, "-man", "-Tutf8", "-ww"], input=page, text=True,
                              capture_output=True, check=True)  # fmt: skip
        assert "error" not in told.stderr
        assert "pieria build" in told.stdout
