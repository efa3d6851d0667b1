"""Draw the result of each example in docs/templates.md as SVG.

Run `python docs/examples.py FOLDER` in an empty folder. It runs the commands of the page with the
reader that the tests use, and draws a card after each template. Each picture is named after the
line of the page where its example is.
"""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS.parent / "tests" / "docs")]

from click.testing import CliRunner  # noqa: E402
from fences import Fence, fences  # noqa: E402
from reader import Reader  # noqa: E402

from generator.cli import main as pieria  # noqa: E402

PAGE = DOCS / "templates.md"
CARD = "the-bell"  # of the blank game: it costs three coins


def is_face(fence: Fence) -> bool:
    """Return whether a code block is a template of the card."""
    return fence.file.endswith("/card.svg.j2")


def draw(reader: Reader, target: Path) -> None:
    """Run the examples of the page from the reader's position, and draw their cards."""
    for fence in fences(PAGE):
        reader.follow(fence)
        if is_face(fence):
            game = fence.file.split("/")[0]
            told = CliRunner().invoke(pieria, ["export", "svg", game, "--output", "drawn"])
            assert told.exit_code == 0, told.output
            picture = next(Path("drawn").glob(f"*/cards/{CARD}.svg"))
            picture.replace(target / f"{PAGE.stem}-{fence.line}.svg")


if __name__ == "__main__":
    from paths import paths

    (target,) = paths(__doc__, "folder")
    draw(Reader(Path.cwd()), target)
