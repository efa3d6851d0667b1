"""`pieria replay`, `pieria rules` and `pieria verbs`: the referee on the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.files import write_file
from generator.commands.games import game_named, referee_of
from generator.commands.options import FORMATS, game_names, language_option
from generator.commands.papers import one_paper, usual_paper
from generator.commands.terminal import show

if TYPE_CHECKING:
    from validator.core.model import Game
    from validator.script.catalogue import Entry
    from validator.script.played import Report


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="json: an object for each script; github: annotations for a workflow; sarif: for code "
    "scanning; junit: a test case for each script.",
)  # fmt: skip
@click.option(
    "--trace", is_flag=True, help="Show every step with its rules and the position after it."
)
@click.option(
    "--fill-chance",
    is_flag=True,
    help="Draw the missing ~ lines from the script's seed, and add them to the file.",
)
@click.option("--story", is_flag=True, help="Print the game as a story.")
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False), metavar="FILE",
    help="Output file of the story, .pdf or .html (default: a PDF in output/).",
)  # fmt: skip
@click.option("--watch", is_flag=True, help="Show the table with a timeline in the browser.")
@click.option(
    "--static", type=click.Path(file_okay=False), metavar="DIR",
    help="Write the page of --watch to a folder for a web server instead of serving it.",
)  # fmt: skip
@click.option(
    "--view",
    metavar="NAME",
    default="open",
    show_default=True,
    help="View for --watch and --static: a player's name, public or open.",
)
@one_paper
def replay(
    files: tuple[str, ...], form: str, trace: bool, fill_chance: bool, story: bool,
    output: str | None, watch: bool, static: str | None, view: str, paper: str | None,
) -> None:  # fmt: skip
    """Replay scripted games, and name the rule that an illegal move breaks.

    A FILE is a .play script or a folder of scripts. `pieria docs notation` describes them.

    \b
    Examples:
      pieria replay night.play
      pieria replay night.play --trace
      pieria replay data/nine-muses/scripts --format json
      pieria replay --story night.play -o night.html
      pieria replay --watch night.play
      pieria replay --static site/night night.play
    """
    scripts = _scripts(files)
    keepsake = _story_path(story, output, scripts)
    reports = [*_played(scripts, trace and form == "text", fill_chance)]
    if keepsake and all(each.ok for each in reports):
        _write_story(reports[0], keepsake, paper or usual_paper(None), form)
    bad = not all(each.ok for each in reports)
    if view != "open" and not watch and static is None:
        raise click.UsageError("--view chooses a view for --watch or --static: add one of them")
    if (watch or static is not None) and not bad:
        _watch(scripts, view, static)
        return
    _show_reports(reports, form)
    sys.exit(1 if bad else 0)


def _played(scripts: Sequence[Path], trace: bool, fill_chance: bool) -> Iterator[Report]:
    """Replay scripts; print their traces, or write the results of chance into their files."""
    from functools import cache

    from validator.load.game import load_game
    from validator.script import report as reporting
    from validator.script.play import replay as play

    load = cache(load_game)
    for file in scripts:
        report = play(file, load=load)
        if trace:
            show(reporting.trace(report))
        if fill_chance and report.ok:
            write_file(file, reporting.written(report).encode())
        yield report


def _show_reports(reports: Sequence[Report], form: str) -> None:
    from validator.script import report as reporting

    if form == "text":
        for each in reports:
            show(reporting.text([each]), err=not each.ok)
    elif words := reporting.REPORTERS[form](reports):
        show(words)


def _watch(scripts: Sequence[Path], view: str, static: str | None) -> None:
    from generator.commands.watch import watch_script

    if len(scripts) != 1:
        raise click.UsageError(f"only one script can be watched at a time, not {len(scripts)}")
    watch_script(scripts[0], view, static)


def _write_story(report: Report, file: Path, paper: str, form: str) -> None:
    """Write a replayed game as a story.

    Problems with it are added to the report.
    """
    from generator.story.story import print_story

    pages, problems = print_story(report, file.suffix.lower(), paper)
    report.problems += problems
    if not problems:
        write_file(file, pages)
        show(file.as_posix(), err=form != "text")


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
def verbs(name: str) -> None:
    """List the verbs, claims and facts of a GAME's scripts.

    \b
    Example:
      pieria verbs nine-muses
    """
    from validator.script.explain import lines

    game = game_named(name, deck=True)
    for line in lines(referee_of(game, game.players[0])):
        show(line)


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True,
    help="Output format; json: an object for each rule.",
)  # fmt: skip
@click.option(
    "--mutation-test",
    is_flag=True,
    help="Change each check of a rule in turn, and list the changes that no script notices.",
)
@language_option
def rules(name: str, ids: tuple[str, ...], form: str, mutation_test: bool, language: str) -> None:
    """Show where each rule of a GAME is enforced, kept and broken.

    With an ID, such as NINE-CALL-02, only that rule is shown; NINE-CALL shows all rules that begin
    with NINE-CALL.

    With --mutation-test, each check of the referee is forced to yes and to no in turn, and the
    game's scripts are replayed. Checks whose change no script notices are listed.

    \b
    Examples:
      pieria rules nine-muses
      pieria rules nine-muses NINE-CALL-02
      pieria rules nine-muses --mutation-test
      pieria rules dance-of-muses --language it
    """
    if mutation_test:
        if ids:
            raise click.UsageError("--mutation-test covers all rules; omit the IDs")
        _show_mutations(game_named(name, deck=True), form)
    else:
        _show_rules(name, ids, form, language)


def _show_rules(name: str, ids: tuple[str, ...], form: str, language: str) -> None:
    import json
    from functools import cache

    from validator.load.game import load_game
    from validator.script.catalogue import catalogue, lines, scripts_of
    from validator.script.play import replay as play

    game = game_named(name, language, deck=True)
    wanted = _rules_named(ids, game)
    load = cache(load_game)
    reports = [play(file, load=load) for file in scripts_of(game)]
    entries = [each for each in catalogue(game, reports) if each.rule.id in wanted]
    if form == "json":
        show(json.dumps([_plain(entry) for entry in entries], indent=2, ensure_ascii=False))
        return
    for line in lines(entries):
        show(line)
    if ids:
        return
    judged = [entry for entry in entries if entry.rule.checkable != "no"]
    both = sum(bool(entry.kept and entry.broken) for entry in judged)
    show(
        f"{len(entries)} rules: the referee enforces {len(judged)}, and scripts both keep "
        "and break "
        f"{both} of these; the players judge the other {len(entries) - len(judged)}."
    )


def _plain(entry: Entry) -> dict[str, object]:
    """Return a rule of the catalogue in a form that can be written as JSON."""
    return {
        "id": entry.rule.id,
        "statement": entry.rule.text,
        "checkable": entry.rule.checkable,
        "judged_by": entry.judged_by,
        "enforced": list(entry.enforced),
        "kept": list(entry.kept),
        "broken": list(entry.broken),
    }


def _rules_named(ids: tuple[str, ...], game: Game) -> set[str]:
    """Return the rule ids that the user named, or all.

    An unknown id is a usage error.
    """
    from validator.core.location import did_you_mean

    known = [rule.id for rule in game.rules]
    found: set[str] = set()
    for each in ids:
        low = each.upper()
        named = [id_ for id_ in known if id_ == low or id_.startswith(f"{low.rstrip('-')}-")]
        if not named:
            raise click.UsageError(f"{game.title} has no rule '{each}'{did_you_mean(low, known)}")
        found.update(named)
    return found if ids else set(known)


def _show_mutations(game: Game, form: str) -> None:
    """Print the mutation score of a game's scripts, and the surviving mutations."""
    import json

    from validator.script.catalogue import scripts_of
    from validator.simulate.mutate import mutants

    referee = referee_of(game, game.players[0])
    found = list(mutants(referee, scripts_of(game)))
    noticed = sum(bool(mutant.noticed_by) for mutant in found)
    if form == "json":
        show(json.dumps([mutant._asdict() for mutant in found], indent=1))
        return
    for mutant in found:
        if not mutant.noticed_by:
            verbs = ", ".join(mutant.verbs)
            rules = ", ".join(mutant.ids)
            show(f"{rules}  {mutant.what} of {verbs}, forced to {mutant.forced}")
    share = 100 * noticed // len(found) if found else 0
    show(f"{noticed} of {len(found)} changes were noticed ({share} %).")


def _story_path(story: bool, output: str | None, scripts: list[Path]) -> Path | None:
    """Return the file for the story, or None if none is requested."""
    if not story:
        if output:
            raise click.UsageError("--output names the file of a story; add --story")
        return None
    if len(scripts) != 1:
        raise click.UsageError(f"--story needs one script, not {len(scripts)}")
    file = Path(output or f"output/{scripts[0].stem}.pdf")
    if file.suffix.lower() not in (".pdf", ".html"):
        raise click.UsageError(f"expected a .pdf or .html file for the story, not '{file.name}'")
    return file


def _scripts(files: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for name in files:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.glob("**/*.play"))
            if not inside:
                raise click.UsageError(f"the folder '{name}' contains no .play file")
            found += inside
        elif not path.exists():
            raise click.UsageError(f"there is no file '{name}'")
        else:
            found.append(path)
    return found
