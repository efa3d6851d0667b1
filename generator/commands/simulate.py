"""`pieria simulate`: plays random games, and certifies the number of pieces in a kit."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.exits import INTERRUPTED
from generator.commands.files import write_file
from generator.commands.games import folder_of, game_named, referee_of, this_game
from generator.commands.options import game_names, jobs_option
from generator.commands.results import finish, on_terminal
from generator.commands.terminal import show

if TYPE_CHECKING:
    from validator.core.model import Game
    from validator.simulate.certificate import Certificate
    from validator.simulate.resumed import SavedRun

DATA = (".yaml", ".yml", ".csv", ".json", ".xlsx")  # files of a game that its rules are read from


@click.command()
@click.argument("game", metavar="[GAME]", required=False, shell_complete=game_names)
@click.option(
    "--players",
    metavar="N or N-M",
    help="Number of players, such as 3 or 2-4 (default: every number that the game allows).",
)
@click.option(
    "--games", type=click.IntRange(1),
    help="Games per number of players (default: 200, or fewer if games are long).",
)  # fmt: skip
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Seed of the games; the same seed gives the same games.",
)
@jobs_option
@click.option("--compare", metavar="GAME", help="Compare with another version of the game.")
@click.option(
    "--scripts", type=click.Path(file_okay=False),
    help="Folder for scripts of failed games, and of the games that used the most pieces of each "
    "kind.",
)  # fmt: skip
@click.option(
    "--strategy", metavar="NAME", callback=lambda *given: _known_strategy(given[-1]),
    help="Strategy of all players: random, hoarder, spender, racer, staller, planner, or search, "
    "which is slow and plays well; list several to alternate: planner,random (default: the "
    "first five).",
)  # fmt: skip
@click.option(
    "--pace", type=click.FloatRange(0.1, 3600), default=15.0, show_default=True, metavar="SECONDS",
    help="Time per decision, to estimate the length in minutes; measure it at your table.",
)  # fmt: skip
@click.option(
    "--cards", is_flag=True, help="Show for each card how often players held it, used it and won."
)
@click.option(
    "--plot", type=click.Path(dir_okay=False), help="Write a page of plots, .pdf or .png."
)
@click.option(
    "--cluster", metavar="ADDRESS",
    help="Play on a Dask cluster, tcp://HOST:PORT or tls://HOST:PORT. You and the cluster must "
    "trust each other: both run code that the other sends.",
)  # fmt: skip
@click.option(
    "--resume", metavar="FILE", type=click.Path(dir_okay=False),
    help="Store finished games in FILE, and continue an earlier run that was stopped.",
)  # fmt: skip
@click.option(
    "--progress", is_flag=True,
    help="Report finished games on standard error, one line each, even without a terminal.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True,
    help="Output format.",
)  # fmt: skip
def simulate(
    game: str | None, players: str | None, games: int | None, seed: int, jobs: int | None,
    compare: str | None, scripts: str | None, strategy: str | None, pace: float, cards: bool,
    plot: str | None, cluster: str | None, resume: str | None, progress: bool, form: str,
) -> None:  # fmt: skip
    """Play random games of a GAME, and certify that its printed pieces are enough.

    Half of the games are played at random, the other half by players with a strategy: hoarders,
    spenders, racers and stallers. Every step is checked: no piece is lost or duplicated, the player
    to act has a legal move, and every game ends. A game that fails is shortened and can be
    replayed.

    \b
    Examples:
      pieria simulate nine-muses
      pieria simulate nine-muses --players 2 --games 5000 --jobs 2
      pieria simulate nine-muses --compare ./my-deck
      pieria simulate ./my-deck --format json > certificate.json
    """
    if plot and Path(plot).suffix not in (".pdf", ".png"):
        raise click.UsageError(f"expected a .pdf or .png file for the plot, not '{plot}'")
    name = this_game(game)
    played = game_named(name, deck=True)
    counts = _counts(played, players)
    if resume and compare:
        raise click.UsageError(
            "--resume cannot be used with --compare; simulate the two versions one after the other"
        )
    todo = (counts, games or _usual(played), seed, jobs, cluster or "", strategy or "")
    found, code = _certificate(name, *todo, resume=resume or "", progress=progress)
    other = None
    if compare and found.complete:
        other, code_of_other = _certificate(compare, *todo, progress=progress)
        code = min(filter(None, (code, code_of_other)), default=0)
    elif compare:
        show(f"Stopped before '{compare}' was played; nothing was compared.", err=True)
    if form == "json":
        _show_json(found, other)
    elif other is not None:
        _show_comparison(found, other, name, str(compare))
    else:
        _show_text(found, pace, cards)
    if scripts:
        _write_scripts(name, found, Path(scripts))
    if plot:
        _plot(Path(plot), name, compare, found, other)
    sys.exit(code)


def _show_comparison(found: Certificate, other: Certificate, name: str, compared: str) -> None:
    from validator.simulate.compare import comparison

    show(comparison(found, other, name, compared))


def _show_text(found: Certificate, pace: float, cards: bool) -> None:
    from validator.simulate.certificate_text import card_report, text_report

    show(text_report(found, pace))
    if cards:
        show("")
        show(card_report(found))


def _show_json(found: Certificate, other: Certificate | None) -> None:
    from validator.simulate.certificate_data import plain

    data = plain(found)
    if other is not None:
        data = {"certificates": [data, plain(other)]}
    show(json.dumps(data, indent=1, ensure_ascii=False))


def _plot(
    file: Path, name: str, compare: str | None, found: Certificate, other: Certificate | None
) -> None:
    """Write the page of plots, as a PDF or PNG file."""
    from generator.story.plots import plot_page

    page = plot_page(game_named(name), found, other, (name, compare) if compare else ())
    finish(page.problems, "text")
    write_file(file, page.pdf if file.suffix == ".pdf" else page.png())


def _known_strategy(name: str | None) -> str | None:
    from validator.core.location import did_you_mean
    from validator.simulate.strategies import STRATEGIES

    for each in (name or "").split(",") if name is not None else ():
        if each not in STRATEGIES:
            hint = did_you_mean(each, STRATEGIES) or f"; known: {', '.join(STRATEGIES)}"
            raise click.UsageError(f"there is no strategy '{each}'{hint}")
    return name


def _usual(game: Game) -> int:
    """Return the default number of games for each number of players."""
    from validator.referee.registry import RefereeError, ruleset_of

    with suppress(RefereeError):
        if (ruleset := ruleset_of(game)) is not None:
            return ruleset.simulated
    return 1  # problems of the referee are reported when it is played


def _counts(game: Game, words: str | None) -> tuple[int, ...]:
    """Return the numbers of players that a text such as ``3`` or ``2-4`` gives."""
    low, high = min(game.players), max(game.players)
    if words is None:
        return tuple(range(low, high + 1))
    first, _, last = words.partition("-")
    if not (first.isdigit() and (last or first).isdigit()):
        raise click.UsageError(
            f"--players is '{words}'; expected a number, such as 3, or a range, such as 2-4"
        )
    asked = range(int(first), int(last or first) + 1)
    if not asked or asked[0] < low or asked[-1] > high:
        raise click.UsageError(f"{game.title} is for {low} to {high} players, not {words}")
    return tuple(asked)


def _certificate(
    name: str, counts: Sequence[int], games: int, seed: int, jobs: int | None, cluster: str,
    strategy: str, resume: str = "", progress: bool = False,
) -> tuple[Certificate, int]:  # fmt: skip
    """Simulate games, and return the certificate and the exit code of the command."""
    from generator.core.extras import install
    from validator.core.pool import cores
    from validator.simulate.batch import AddressError, batches, run, table
    from validator.simulate.certificate import certify

    game = game_named(name, deck=True)
    folder = str(folder_of(name).resolve())
    referee_of(game, counts[0])
    referees = {count: table(folder, count) for count in counts}
    todo = batches(folder, counts, games, seed, strategy=strategy)
    record = _record(resume, game, counts, games, seed, strategy) if resume else None
    done = record.games if record else 0
    try:
        with _progress(len(counts) * games - done, progress) as tick:
            outcome = run(todo, jobs or cores(), tick, cluster, record)
    except ImportError:
        raise click.UsageError(f"--cluster needs Dask: {install('cluster')}") from None
    except OSError as error:
        if not cluster:
            raise
        raise click.UsageError(f"no cluster at '{cluster}': {error}") from None
    except AddressError as error:
        raise click.UsageError(f"--cluster {cluster}: {error}") from None
    if outcome.stopped_by:
        show(f"Stopped: {outcome.stopped_by}.", err=True)
    if not outcome.tallies:
        show("Stopped before any game was over.", err=True)
        sys.exit(1 if outcome.stopped_by else INTERRUPTED)
    played = {players: referees[players] for players in outcome.tallies}
    found = certify(game, played, outcome.tallies, seed, outcome.complete, strategy)
    if outcome.stopped_by or not found.sound:
        return found, 1
    return found, 0 if found.complete else INTERRUPTED


def _record(
    file: str, game: Game, counts: Sequence[int], games: int, seed: int, strategy: str
) -> SavedRun:
    """Return the saved state of a resumable run of this game, with these files and settings."""
    from generator import __version__
    from generator.core.digest import hash_of
    from validator.simulate.resumed import ResumeError, SavedRun

    data = sorted(each for each in game.folder.glob("*") if each.suffix in DATA)
    files = hash_of(*(each.read_bytes() for each in data if each.is_file()))
    key = {"game": game.id, "data": files, "version": __version__, "players": list(counts),
           "games": games, "seed": seed, "strategy": strategy}  # fmt: skip
    if not Path(file).absolute().parent.is_dir():
        message = f"--resume: no folder '{Path(file).parent}' for the file; create it first"
        raise click.UsageError(message)
    try:
        return SavedRun(Path(file), key)
    except (ResumeError, OSError) as error:
        raise click.UsageError(f"--resume: {error}") from None


@contextmanager
def _progress(games: int, lines: bool) -> Iterator[Callable[[int], object]]:
    if not on_terminal():
        yield _lines(games) if lines else lambda _: None
        return
    with click.progressbar(length=games, label="Playing", file=sys.stderr) as bar:
        yield bar.update


def _lines(games: int) -> Callable[[int], object]:
    """Return a function that writes the number of finished games, one line at a time, for other
    programs.
    """
    done = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        show(f"Played {done} of {games}", err=True)

    return tick


def _from(folder: Path, game: str) -> str:
    """Return the path of a game from a folder of scripts, as a script names its game."""
    try:
        return Path(os.path.relpath(game, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return Path(game).as_posix()


def _write_scripts(name: str, found: Certificate, folder: Path) -> None:
    """Write scripts of the games that used the most pieces, and of the games that failed.

    Each game is replayed from its seed.
    """
    from validator.core.resources import shipped_games
    from validator.simulate.batch import table
    from validator.simulate.match import play_match
    from validator.simulate.script import script, shrunk

    home = str(folder_of(name).resolve())
    wanted: dict[tuple[int, int], list[str]] = {}
    for need in found.needs:
        for players, peak in need.peaks.items():
            of = "" if need.printed is None else f"of {need.printed} "
            words = f"{peak.most} {of}{need.component} in use"
            wanted.setdefault((players, peak.index), []).append(words)
    for players, index, words in found.failures:
        wanted[players, index] = [words]
    for (players, index), about in sorted(wanted.items()):
        referee = table(home, players)
        match = play_match(referee, found.seed, index, strategy=found.strategy)
        if match.failure:
            match = shrunk(referee, match)
        game = name if name in shipped_games() else _from(folder, home)
        text = script(referee, game, match, found.seed, "; ".join(about))
        kind = "failure" if match.failure else "peak"
        write_file(folder / f"{kind}-{players}-players-game-{index}.play", text.encode())
