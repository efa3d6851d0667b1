"""Makes pictures of the sheets that a change to a deck affects, old beside new, for a code review.

    python -m generator.export.changed_sheets DECK --base COMMIT --output FOLDER

It builds the kit from the checkout and from another commit, and compares their pages. `action.yml`
and `templates/ci/gitlab.yml` run it.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from validator.core.messages import printable

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 60
GAP = 12  # pixels between old and new
MOST = 40  # pictures


def changed_sheets(old: bytes, new: bytes, to: Path) -> list[str]:
    """Write a PNG for each page that differs, and return the names of the files.

    Without `old`, all pages are written. A page that exists in only one of the files is shown
    alone.
    """
    names: list[str] = []
    for number, (before, after) in enumerate(zip_longest(_pages(old), _pages(new)), 1):
        if before is not None and after is not None and before.tobytes() == after.tobytes():
            continue
        if len(names) < MOST:
            name = f"sheet-{number}.png"
            _beside(before, after).save(to / name)
            names.append(name)
    return names


def _pages(pdf: bytes) -> Iterator[Image]:
    import pypdfium2

    for page in pypdfium2.PdfDocument(pdf) if pdf else ():
        yield page.render(scale=DPI / 72).to_pil().convert("RGB")


def _beside(before: Image | None, after: Image | None) -> Any:
    from PIL import Image

    shown = [each for each in (before, after) if each is not None]
    width = sum(each.width for each in shown) + GAP * (len(shown) - 1)
    whole = Image.new("RGB", (width, max(each.height for each in shown)), "#808080")
    left = 0
    for each in shown:
        whole.paste(each, (left, 0))
        left += each.width + GAP
    return whole


def _built(deck: Path, paper: str, to: Path) -> Path | None:
    """Build a kit as `pieria build` does, or return None if the deck has problems."""
    command = [sys.executable, "-m", "generator.cli", "build", str(deck), "--paper", paper]
    done = subprocess.run([*command, "--output", str(to)], check=False)
    found = sorted(to.glob(f"*-{paper}.pdf"))
    return found[0] if done.returncode == 0 and found else None


def _checked_out(deck: Path, commit: str, to: Path) -> Path | None:
    """Write the deck of a commit to a folder, or return None if the commit or its deck does not
    exist.
    """
    top = _git(deck, "rev-parse", "--show-toplevel")
    if top is None or not commit or commit.startswith("-"):
        return None
    root = Path(top.decode().strip())
    inside = deck.resolve().relative_to(root.resolve())
    tar = _git(root, "archive", "--format=tar", commit, inside.as_posix())
    if tar is None:
        return None
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        archive.extractall(to, filter="data")
    found = to / inside
    return found if (found / "game.yaml").is_file() else None


def _git(folder: Path, *words: str) -> bytes | None:
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def summary(names: Sequence[str], compared: bool, changes: str) -> str:
    """Return Markdown about the changed sheets, for the summary page of a workflow."""
    if not compared:
        head = f"{len(names)} sheets; there is no earlier kit to compare with."
    else:
        head = f"{len(names)} sheets changed." if names else "No sheet changed."
    pictures = [f"- `{name}`" for name in names]
    listed = ["", "```", changes.strip(), "```"] if changes.strip() else []
    return "\n".join(("## Sheets", "", head, *pictures, *listed, ""))


@click.command()
@click.argument("deck", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--base", default="", help="Commit to compare with.")
@click.option("--paper", default="a4", help="Paper of the kit.")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), required=True)
def main(deck: Path, base: str, paper: str, output: Path) -> None:
    """Write the kit of a DECK, and pictures of the sheets that changed since a commit."""
    output.mkdir(parents=True, exist_ok=True)
    new = _built(deck, paper, output)
    if new is None:
        raise SystemExit(1)
    with tempfile.TemporaryDirectory() as folder:
        earlier = _checked_out(deck, base, Path(folder, "deck"))
        old = _built(earlier, paper, Path(folder, "kit")) if earlier else None
        names = changed_sheets(old.read_bytes() if old else b"", new.read_bytes(), output)
        changes = ""
        if old is not None:
            command = [sys.executable, "-m", "generator.cli", "changes", str(old), str(new)]
            changes = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    words = summary(names, old is not None, changes)
    (output / "summary.md").write_text(words, "utf-8")
    sys.stdout.write(printable(words) + "\n")


if __name__ == "__main__":
    main()
