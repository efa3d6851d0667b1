"""`pieria list`: what there is."""

from __future__ import annotations

import click

from generator.commands.shared import load, show_table
from generator.commands.terminal import show


@click.command("list")
def list_games() -> None:
    """List the games, their players and what their kits hold; and referees that are installed."""
    from validator.core.resources import shipped_games
    from validator.referee.registry import offers

    rows = []
    for name in shipped_games():
        game = load(name).game
        if game:
            pieces = sum(component.pieces for component in game.components)
            players = "-".join(map(str, dict.fromkeys(game.players)))
            rows.append((name, game.title, f"{players} players", f"{pieces} pieces",
                         f"{len(game.rules)} rules"))  # fmt: skip
    show_table(rows)
    found = offers()
    if found:
        show("\nReferees of installed packages")
        show_table([(offer.code, offer.words, offer.fault or "used") for offer in found])
