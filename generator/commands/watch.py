"""Shows a recorded game on a page with a timeline: `pieria replay --watch` and `--static`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.files import check_new_folder, write_file
from generator.commands.results import finish
from generator.commands.terminal import show

if TYPE_CHECKING:
    from validator.table.session import Session


def watch_script(file: Path, view: str, static: str | None) -> None:
    """Show a script in the browser, or write its page into a folder."""
    from generator.core.memo import file_of, load_memo, save_memo
    from generator.kit.options import Options
    from generator.table.faces import TableFaces
    from generator.table.recorded import files, recording
    from validator.core.location import Problem
    from validator.load.text import read_text
    from validator.table.session import Session, SessionError

    try:
        text = read_text(file, file.as_posix())
        if isinstance(text, Problem):
            finish([text], "text")
            sys.exit(1)
        session = Session.of(text, file.as_posix(), file)
    except SessionError as error:  # a start that is to be refused, say
        finish(error.problems, "text")
        sys.exit(1)
    kept = file_of(session.game.folder, Options().ink)
    faces = TableFaces(session.game, Options(), load_memo(kept))
    found = dict(files(session, recording(session, _seat(session, view)), faces))
    save_memo(faces.memo, kept)
    if static is None:
        _serve(session, found)
    else:
        _write(found, Path(static))


def _seat(session: Session, view: str) -> int:
    """Return the seat of the player whose view is shown."""
    from validator.core.location import did_you_mean
    from validator.table.views import OPEN, PUBLIC

    seats = {"open": OPEN, "public": PUBLIC}
    seats |= {name: seat for seat, name in enumerate(session.names)}
    if view not in seats:
        hint = did_you_mean(view, seats) or f"; known: {', '.join(seats)}"
        raise click.UsageError(f"--view: no player '{view}'{hint}")
    return seats[view]


def _write(found: dict[str, bytes], target: Path) -> None:
    """Write the page into a folder, which must be new, empty, or from an earlier run."""
    from generator.table.recorded import is_ours

    check_new_folder(target, is_ours)
    for name, data in found.items():
        write_file(target / name, data, target)
    size = sum(map(len, found.values()))
    show(f"{(target / 'index.html').as_posix()}  {len(found)} files, {size / 1e6:.1f} MB")


def _serve(session: Session, found: dict[str, bytes]) -> None:
    from generator.web.pages import files_app
    from generator.web.security import HOST
    from generator.web.serving import listen, serve_app

    with listen(None) as place:
        address = f"http://{HOST}:{place.getsockname()[1]}/"

        def started() -> None:
            show(f"{session.game.title} on {address}  (press Ctrl-C to stop)")
            click.launch(address)

        serve_app(files_app(found), place, started)
