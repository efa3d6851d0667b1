"""`pieria play`: plays a game in the browser, with legal moves only, and records it in a script."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.games import folder_of, game_named, referee_of
from generator.commands.options import language_option
from generator.commands.ports import listening
from generator.commands.terminal import show

if TYPE_CHECKING:
    from generator.table.faces import TableFaces
    from generator.table.links import Links
    from generator.table.server import TableApp
    from validator.core.model import Game
    from validator.script.play import Load
    from validator.table.session import Keep, Session


@click.command()
@click.argument("game", required=False, metavar="[GAME | FILE]")
@click.option(
    "--players", metavar="NAMES", help="Names of the players, such as Ann,Bob, or their number."
)
@click.option("--first", metavar="NAME", help="Player who acts first, if no rule decides this.")
@click.option("--options", metavar="NAMES", help="Optional rules to play with.")
@click.option(
    "--seat", "seats", multiple=True, metavar="NAME=STRATEGY",
    help="Let the computer play a seat: Bob=racer; may be repeated.",
)  # fmt: skip
@click.option("--seed", help="Seed of all draws (default: a new one each time).")
@click.option("--physical", is_flag=True, help="Enter the results of real cards and dice.")
@click.option("--record", type=click.Path(dir_okay=False), metavar="FILE",
              help="The script to write (default: GAME.play, or the next free name).")  # fmt: skip
@click.option(
    "--links", is_flag=True, help="Create secret links for each player and for spectators."
)
@click.option(
    "--host", metavar="ADDRESS", help="Also listen at this address of the network; implies --links."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port (default: 4747, or the next free one)."
)
@click.option("--open/--no-open", "open_", default=True, show_default=True,
              help="Open the browser.")  # fmt: skip
@language_option
@click.option("--terminal", is_flag=True, help="Play in this terminal instead.")
def play(
    game: str | None, players: str | None, first: str | None, options: str | None,
    seats: tuple[str, ...], seed: str | None, physical: bool, record: str | None, links: bool,
    host: str | None, port: int | None, open_: bool, language: str, terminal: bool,
) -> None:  # fmt: skip
    """Play a game in the browser, with legal moves only; a script records it.

    Name a GAME with a referee, or a .play FILE to continue at its end (default: the game in this
    folder). Without --links, all players share this screen, and hands are hidden between turns. The
    record is complete after every step. Press Ctrl-C to stop; play the FILE to continue. If the
    newest record of the game in this folder is not finished, you are asked whether to continue it.

    \b
    Examples:
      pieria play nine-muses
      pieria play ./my-deck --players Ann,Bob --seat Bob=racer
      pieria play muse --players 4 --links --host 192.168.1.20
      pieria play nine-muses.play
      pieria play dance-of-muses --physical
      pieria play dance-of-muses --language it
    """
    game = game or "."
    if not (game.endswith(".play") or record or first or options or seed):
        game, players = _unfinished(game, players)
    session, file = _session(game, players, first, options, seats, seed, physical, record, language)
    if terminal:
        from generator.table.terminal import Terminal, run

        _record(session, file)
        run(Terminal(session, file), show)
        return
    _serve(session, file, links or bool(host), host, port, open_, game.endswith(".play"), language)


def _unfinished(game: str, players: str | None) -> tuple[str, str | None]:
    """Return the record of a game that was begun here and not finished, if the user continues it.

    Otherwise returns the game and the players as they are. Without a terminal nobody is asked.
    """
    from generator.table.unfinished import unfinished

    found = unfinished(game_named(game), Path(), players)
    if found is None:
        return game, players
    file, names = found
    said = f"{file} is a game of {names} that is not finished"
    if not sys.stdin.isatty():
        show(f"{said}; continue it with 'pieria play {file}'")
        return game, players
    if click.confirm(f"{said}. Continue it?", default=True):
        return file.as_posix(), None
    return game, players


def _session(
    game: str, players: str | None, first: str | None, options: str | None,
    seats: tuple[str, ...], seed: str | None, physical: bool, record: str | None, language: str,
) -> tuple[Session, Path]:  # fmt: skip
    """Return the session, and the file that records it.

    Reports the problems of a game that cannot be played, and exits.
    """
    from generator.table.translated import load_shown_in
    from validator.table.session import Session, SessionError

    load: Load = partial(load_shown_in, language=language)
    going_on = game.endswith(".play")
    if going_on:
        if players or first or options:
            raise click.UsageError(
                f"{game} already names the players; omit --players, --first and --options"
            )
        source = Path(game)
        file = Path(record) if record else source
        text = _read(source)
    else:
        file, text, found = _new(game, players, first, options, record, language)
        source, load = file, _read_already(found)
    try:
        session = Session.of(
            text, source.as_posix(), source, seed=seed or secrets.token_hex(4), physical=physical,
            keep=_keeper(file), load=load,
        )  # fmt: skip
        session.strategies.update(_strategies(session, seats))
    except SessionError as error:
        from generator.commands.results import finish

        finish(error.problems, "text")
        sys.exit(1)
    return session, file


def _read_already(game: Game) -> Load:
    """Return a loader that returns the game which is already loaded instead of reading it again."""
    from validator.core.model import Loaded

    return lambda _: Loaded(game, [])


def _read(source: Path) -> str:
    from validator.load.text import bytes_of

    try:
        return bytes_of(source).decode("utf-8")
    except FileNotFoundError:
        raise click.UsageError(f"there is no file '{source}'") from None
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{source} cannot be read: {error}") from None


def _new(
    game: str, players: str | None, first: str | None, options: str | None, record: str | None,
    language: str,
) -> tuple[Path, str, Game]:  # fmt: skip
    """Return the file of a new record, the header of the session, and the game."""
    from generator.table.translated import shown_in
    from validator.core.resources import shipped_games
    from validator.table.record import free_name, header

    found = game_named(game)
    if language:
        found = shown_in(found, game_named(game, language))
    names = _names(found, players)
    referee_of(found, len(names))
    try:
        file = Path(record) if record else free_name(Path(), found.id)
    except OSError as error:
        raise click.UsageError(str(error)) from None
    if record and file.exists():
        raise click.UsageError(f"{file} already exists; continue it with 'pieria play {file}'")
    called = game
    if game not in shipped_games():  # a name from which the record leads to the folder
        called = Path(os.path.relpath(folder_of(game), file.absolute().parent)).as_posix()
    chosen = [each.strip() for each in (options or "").split(",") if each.strip()]
    return file, "\n".join(header(found, names, called, first or "", chosen)) + "\n", found


def _names(game: Game, players: str | None) -> tuple[str, ...]:
    """Return the players' names: those given, or default names.

    Without a number of players, there are as few as the game allows.
    """
    from validator.referee.registry import seats

    least, most = game.players
    if players is None or players.isdigit():
        count = int(players) if players else max(least, min(2, most))
        if not least <= count <= most:
            raise click.UsageError(f"{game.title} is for {least} to {most} players, not {count}")
        return seats(count)
    return tuple(each.strip() for each in players.split(",") if each.strip())


def _strategies(session: Session, seats: tuple[str, ...]) -> dict[int, str]:
    """Return the strategies of the seats that the computer plays."""
    from validator.core.location import did_you_mean
    from validator.simulate.strategies import STRATEGIES

    found = {}
    for each in seats:
        name, _, strategy = each.partition("=")
        if name not in session.names:
            hint = did_you_mean(name, session.names) or f"; players: {', '.join(session.names)}"
            raise click.UsageError(f"--seat {each}: there is no player '{name}'{hint}")
        if strategy not in STRATEGIES:
            hint = did_you_mean(strategy, STRATEGIES) or f"; known: {', '.join(STRATEGIES)}"
            raise click.UsageError(f"--seat {each}: there is no strategy '{strategy}'{hint}")
        found[session.names.index(name)] = strategy
    return found


def _computers(session: Session, last: Mapping[int, str]) -> dict[int, str]:
    """Return the seats that the computer played in the last run.

    If seats are given to the computer now, only those count.
    """
    from validator.simulate.strategies import STRATEGIES

    if session.strategies:
        return {}
    seats = range(len(session.names))
    return {seat: how for seat, how in last.items() if seat in seats and how in STRATEGIES}


def _branches(file: Path) -> Path:
    """Return the folder for the alternative continuations of a record."""
    return file.with_name(f"{file.stem}-branches")


def _record(session: Session, file: Path) -> None:
    """Write the record before the game begins.

    Drafts that a killed run left are removed.
    """
    from generator.core.atomic_write import sweep

    sweep(file.parent)
    sweep(_branches(file))
    try:
        session.keep("", session.text())
    except OSError as error:
        where = "name another file with --record"
        show(f"{file}: the record cannot be written: {error.strerror or error}; {where}", err=True)
        sys.exit(2)


def _keeper(file: Path) -> Keep:
    """Return a function that writes the record; branches are written to a folder beside it."""
    from generator.core.atomic_write import write_durably

    def keep(branch: str, text: str) -> None:
        target = _branches(file) / f"{branch}.play" if branch else file
        target.parent.mkdir(parents=True, exist_ok=True)
        write_durably(target, text)

    return keep


def _begun_like(before: Session, file: Path, head: Sequence[str], physical: bool) -> Session:
    """Return a session of a new game with this header, recorded in a file. Raises SessionError."""
    from validator.table.session import Session

    session = Session.of(
        "\n".join(head) + "\n", file.as_posix(), file, seed=secrets.token_hex(4),
        physical=physical, keep=_keeper(file), load=_read_already(before.game),
    )  # fmt: skip
    names = {name: how for seat, how in before.strategies.items() for name in [before.names[seat]]}
    session.strategies.update(
        (seat, names[name]) for seat, name in enumerate(session.names) if name in names
    )
    session.keep("", session.text())
    return session


class _NextGames:
    """Starts further games at the same table.

    `file` is the record of the current game.
    """

    def __init__(self, file: Path, links: Links) -> None:
        self.file = file
        self.links = links

    def again(self, before: Session) -> Session:
        """Return a session with the same players and options, recorded next to the last game."""
        from generator.table.links import kept_in
        from validator.table.record import free_name

        stem = self.file.stem.rstrip("0123456789").rstrip("-") or before.game.id
        self.file = free_name(self.file.parent, stem)
        self.links.move(kept_in(self.file))
        return _begun_like(before, self.file, before.head, before.physical)

    def arranged(
        self, before: Session, names: Sequence[str], first: str, physical: bool
    ) -> Session:
        """Return the session with other players, before its first move and in the same record."""
        from validator.core.scalars import flow

        changed = ("players:", "first:")
        kept = [line for line in before.head[:-1] if not line.startswith(changed)]
        chosen = [f"first: {flow(first)}"] * bool(first)
        head = (*kept, f"players: {flow(list(names))}", *chosen, before.head[-1])
        return _begun_like(before, self.file, head, physical)


def _serve(
    session: Session, file: Path, links: bool, host: str | None, port: int | None, open_: bool,
    again: bool, language: str = "",
) -> None:  # fmt: skip
    """Serve the table.

    `again` means that an existing record is continued, so that its earlier links remain valid.
    """
    from generator.core.memo import file_of, save_memo
    from generator.kit.options import Options
    from generator.table.links import NOTHING_KEPT, Links, kept, kept_in
    from generator.table.server import serve
    from generator.web.security import HOST

    address = host or HOST
    place_of_links = kept_in(file)
    last = kept(place_of_links) if again else NOTHING_KEPT
    with listening(port, address, last.port) as place:
        _record(session, file)
        number = place.getsockname()[1]
        memo = file_of(session.game.folder, Options().ink)
        secret = Links(range(len(session.names)), last.secrets)
        session.strategies.update(_computers(session, last.computers))
        secret.computers = dict(session.strategies)
        secret.save(place_of_links, number)
        table = _table(session, file, secret, host, number, not links, memo, language)

        def started() -> None:
            keeper = table.address(secret.keeper, address, number)
            others = table.addresses(address, number) if links else []
            _announce(session, file, keeper, others, host)
            if open_:
                click.launch(keeper)

        try:
            serve(table, place, started)
        finally:
            if table.drawn is not None:
                save_memo(table.drawn.memo, memo)


def _table(
    session: Session, file: Path, links: Links, host: str | None, port: int, together: bool,
    memo: Path | None, language: str,
) -> TableApp:  # fmt: skip
    """Return the web application for a session.

    Its faces come from the memo, or are drawn when needed.
    """
    from generator.core.memo import load_memo
    from generator.kit.options import Options
    from generator.table.server import TableApp
    from generator.web.security import LOCAL

    def draws() -> TableFaces:
        from generator.table.faces import TableFaces
        from validator.load.game import load_game

        printed = load_game(session.game.folder, language).game if language else None
        return TableFaces(printed or session.game, Options(), load_memo(memo))

    hosts = [*LOCAL, *([host] if host else [])]
    table = TableApp(session, draws, links, hosts, port, together=together)
    games = _NextGames(file, links)
    table.hosting.again = lambda: games.again(table.session)
    table.hosting.arrange = lambda *wanted: games.arranged(table.session, *wanted)
    return table


def _announce(
    session: Session, file: Path, keeper: str, others: list[tuple[str, str]], host: str | None
) -> None:
    """Print the links of a table, and the name of its record."""
    show(f"{session.game.title} on {keeper}  (press Ctrl-C to stop)")
    if others:
        show("  this link shows every hand; the others show only what their player may see:")
        for name, link in others:
            show(f"  {name}: {link}")
    if host:
        show(f"  anyone who can reach {host} and knows a link can use it;")
        show("  nothing is encrypted")
    for seat, strategy in session.strategies.items():
        show(f"  the computer plays {session.names[seat]} ({strategy})")
    show(f"  the record: {file}; to continue after a stop: pieria play {file}")
