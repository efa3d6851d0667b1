"""`pieria list`: lists games, components and referees."""

from __future__ import annotations

import click

from generator.commands.games import load
from generator.commands.options import game_names, result_format
from generator.commands.results import finish, report, show_table
from generator.commands.terminal import show


@click.command("list")
@click.argument("game", required=False, metavar="[GAME | DIR]", shell_complete=game_names)
@result_format
def list_games(game: str | None, form: str) -> None:
    """List the games with their players, pieces and rules, or the components of one GAME.

    Installed referees and their problems are listed below the games.

    \b
    Examples:
      pieria list
      pieria list ./my-deck
    """
    if game is None:
        _list_games(form)
    else:
        _list_components(game, form)


def _list_games(form: str) -> None:
    from validator.core.resources import shipped_games
    from validator.referee.registry import offers

    rows = []
    licences = []
    for name in shipped_games():
        game = load(name).game
        if game:
            pieces = sum(component.pieces for component in game.components)
            players = "-".join(map(str, dict.fromkeys(game.players)))
            rows.append((name, game.title, players, str(pieces), str(len(game.rules))))
            licences.append(game.licence.spdx)
    if form == "json":
        listed = [(*row, spdx) for row, spdx in zip(rows, licences, strict=True)]
        heads = ("game", "title", "players", "pieces", "rules", "spdx")
        report("games", [heads, *listed], (), form)
        return
    show_table([(name, title, f"{players} players", f"{pieces} pieces", f"{rules} rules")
                for name, title, players, pieces, rules in rows])  # fmt: skip
    if found := offers():
        show("\nReferees of installed packages")
        show_table([(offer.code, offer.words, offer.fault or "used") for offer in found])


def _list_components(name: str, form: str) -> None:
    loaded = load(name)
    if loaded.game is None:
        finish(loaded.problems, form)
        return
    rows = [("component", "title", "kind", "size", "designs", "pieces", "cards")]
    for each in loaded.game.components:
        size = f"{each.size.width:g} x {each.size.height:g} mm"
        rows.append((each.id, each.title, each.kind, size, str(len(each.cards)), str(each.pieces),
                     each.file or "game.yaml"))  # fmt: skip
    report("components", rows, loaded.problems, form)
