"""Typst: the compiler's Python package; the document is deck.typ."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import design as d
import typst

folder, target = d.arguments()
source = folder / "deck.typ"
shutil.copyfile(Path(__file__).with_name("deck.typ"), source)
typst.compile(
    str(source), output=str(target), root=str(folder), font_paths=[str(d.FONTS)],
    ignore_system_fonts=True,
)  # fmt: skip
sys.exit()
