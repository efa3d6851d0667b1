"""`pieria preview`: shows a game on a page that is updated when its files change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.files import check_new_folder, write_file
from generator.commands.games import check_language, folder_of
from generator.commands.options import build_options, game_names, ink_option, language_option
from generator.commands.papers import one_paper, usual_paper
from generator.commands.ports import listening
from generator.commands.results import finish
from generator.commands.terminal import show

if TYPE_CHECKING:
    from generator.preview.previewer import Previewer


@click.command()
@click.argument("game", required=False, metavar="[GAME | DIR]", shell_complete=game_names)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port (default: 4747, or the next free one; 0: any free port).",
)
@click.option(
    "--open/--no-open", "open_", default=True, show_default=True, help="Open the browser."
)
@click.option(
    "--static", type=click.Path(file_okay=False), metavar="DIR",
    help="Write the page to a folder for a web server instead of serving it.",
)  # fmt: skip
@ink_option()
@language_option
@one_paper
def preview(
    game: str | None, port: int | None, open_: bool, static: str | None, ink: str, language: str,
    paper: str | None,
) -> None:  # fmt: skip
    """Show every face and sheet in the browser, and update them at each save.

    Problems are shown beside their card, and changes since the last save are marked. A card that
    cannot be drawn keeps its last good picture. GAME defaults to the current folder. The page is
    only available on this machine. Press Ctrl-C to stop.

    \b
    Examples:
      pieria preview ./my-deck
      pieria preview nine-muses --ink low
      pieria preview ./my-deck --language it
      pieria preview ./my-deck --static site
    """
    from generator.core.memo import cache_notice, file_of, load_memo, save_memo
    from generator.preview.previewer import Previewer

    folder = folder_of(game if game is not None else ".")
    options = build_options(paper or usual_paper(folder), "duplex", ink)
    if language:
        check_language(folder, folder.resolve().name, language)
    if notice := cache_notice():
        show(notice, err=True)
    kept = file_of(folder, ink, language)
    previewer = Previewer(folder, options, load_memo(kept), language)
    if static is not None:
        _write(previewer, Path(static))
        save_memo(previewer.memo, kept)
        finish(previewer.last.problems, "text")
        return
    try:
        _serve(previewer, folder, port, open_)
    finally:
        save_memo(previewer.memo, kept)


def _write(previewer: Previewer, target: Path) -> None:
    """Write the preview into a folder, which must be new, empty, or from an earlier run."""
    from generator.preview.page import PICTURE, folder_files, is_ours

    previewer.take()
    for _ in previewer.look_closer():
        pass
    if not previewer.last.groups:
        finish(previewer.last.problems, "text")
    check_new_folder(target, is_ours)
    written = set()
    size = 0
    for name, data in folder_files(previewer):
        write_file(target / name, data)
        written.add(name)
        size += len(data)
    for old in [*target.glob("pictures/*"), *target.glob("sheets/*")]:
        name = old.relative_to(target).as_posix()
        if PICTURE.match(name) and name not in written:
            old.unlink(missing_ok=True)
    show(f"{(target / 'index.html').as_posix()}  {len(written)} files, {size / 1e6:.1f} MB")


def _serve(previewer: Previewer, folder: Path, port: int | None, open_: bool) -> None:
    from generator.preview.server import serve
    from generator.web.security import HOST
    from validator.core.resources import resource

    place = listening(port)
    address = f"http://{HOST}:{place.getsockname()[1]}/"

    def started() -> None:
        show(f"{previewer.last.title or folder} on {address}  (press Ctrl-C to stop)")
        if open_:
            click.launch(address)

    with place:
        serve(previewer, [folder.resolve(), resource("templates")], place, started)
