"""`pieria docs`: opens the documentation in the browser."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from generator.commands.terminal import show


def _page_names(_context: object, _option: object, begun: str) -> list[CompletionItem]:
    return [CompletionItem(each) for each in names(_folder()) if each.startswith(begun)]


@click.command()
@click.argument("page", required=False, default="index", shell_complete=_page_names)
@click.option(
    "--open/--no-open", "open_", default=True, show_default=True, help="Open the browser."
)
def docs(page: str, open_: bool) -> None:
    """Open a page of the documentation in the browser, and print its path.

    The pages are on this machine, so no network is needed. Without a PAGE, it opens the front page.
    `pieria docs commands` lists all commands.

    \b
    Examples:
      pieria docs
      pieria docs printing
      pieria docs templates --no-open
    """
    from validator.core.location import did_you_mean

    folder = _folder()
    known = names(folder)
    wanted = page.lower().removesuffix(".md").removesuffix(".html")
    if wanted not in known:
        hint = did_you_mean(wanted, known) or f"; the pages are: {', '.join(known)}"
        raise click.UsageError(f"no page '{page}'{hint}")
    file = folder / f"{wanted}.html"
    show(str(file))
    if open_:
        click.launch(file.as_uri())


def names(folder: Path) -> list[str]:
    """Return the page names in a folder, in alphabetical order."""
    return sorted(file.stem for file in folder.glob("*.html"))


def _folder() -> Path:
    """Return the folder of the pages.

    It is installed with Pieria; in a checkout, it is written now.
    """
    from generator.core.memo import cache_folder
    from generator.docs.html import write_pages
    from validator.core.resources import resource

    source = resource("docs")
    if (source / "index.html").is_file():
        return source
    kept = cache_folder()
    target = kept / "docs" if kept else Path(tempfile.mkdtemp(prefix="pieria-docs-"))
    write_pages(source.parent, target)
    return target
