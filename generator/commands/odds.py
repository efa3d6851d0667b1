"""`pieria odds`: shows the exact odds of a deck, computed from its cards without a referee."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.files import write_file
from generator.commands.games import game_named
from generator.commands.options import game_names, result_format
from generator.commands.results import show_table
from generator.commands.terminal import show

if TYPE_CHECKING:
    from validator.core.model import Component, Game
    from validator.simulate.odds import Odds

USUAL_FIELDS = ("cost", "price", "value", "level", "power")


@click.command()
@click.argument("game", required=False, metavar="[GAME | DIR]", shell_complete=game_names)
@click.option("--deck", "chosen", metavar="ID", help="One deck (default: every deck).")
@click.option(
    "--hand", type=click.IntRange(1, 1000), default=5, show_default=True,
    help="Cards in an opening hand.",
)  # fmt: skip
@click.option(
    "--draws", type=click.IntRange(0, 1000), default=3, show_default=True,
    help="Cards drawn after the opening hand.",
)  # fmt: skip
@click.option("--by", "field", metavar="FIELD", help="The field to plot, such as cost.")
@click.option(
    "--plot", metavar="FILE.svg", type=click.Path(dir_okay=False),
    help="Draw the curve of a deck.",
)  # fmt: skip
@result_format
def odds(
    game: str | None, chosen: str | None, hand: int, draws: int, field: str | None,
    plot: str | None, form: str,
) -> None:  # fmt: skip
    """Show the chances of a deck: opening hands, draws, and a curve of costs.

    The chances are exact, for one shuffled deck. `pieria simulate` plays games.

    \b
    Examples:
      pieria odds ./my-deck
      pieria odds ./my-deck --hand 7 --draws 4 --by cost --plot curve.svg
    """
    from validator.simulate.odds import odds_of

    loaded = game_named(game or ".")
    decks = _decks(loaded, chosen)
    if plot and len(decks) > 1:
        raise click.UsageError(f"--plot needs one deck: add --deck {decks[0].id}")
    found = [(each, by := _field(each, field), odds_of(each, hand, draws, by)) for each in decks]
    if form == "json":
        show(_as_json(found))
    else:
        for component, by, each in found:
            _show(component, by, each)
    if plot:
        from generator.story.odds_plot import curve_svg

        component, by, each = found[0]
        if not each.curve:
            raise click.UsageError(
                f"{component.id} has no numeric field to plot; choose another deck with --deck"
            )
        target = Path(plot)
        write_file(target, curve_svg(component.title, by, each).encode(), target.parent)


def _decks(game: Game, chosen: str | None) -> list[Component]:
    decks = [each for each in game.components if each.kind == "deck" and each.pieces > 1]
    if chosen is None:
        if not decks:
            raise click.UsageError(f"{game.title} has no deck of two cards or more")
        return decks
    for each in decks:
        if each.id == chosen:
            return [each]
    from validator.core.location import did_you_mean

    raise click.UsageError(f"no deck '{chosen}'{did_you_mean(chosen, [each.id for each in decks])}")


def _field(component: Component, said: str | None) -> str:
    """Return the field of the curve, or an empty string if the deck has no numbers."""
    from validator.core.location import did_you_mean
    from validator.simulate.odds import numbers_of

    known = numbers_of(component)
    if said is None:
        return next((each for each in (*USUAL_FIELDS, *known) if each in known), "")
    if said not in known:
        hint = did_you_mean(said, known)
        raise click.UsageError(f"{component.id} has no number '{said}' on its cards{hint}")
    return said


def _show(component: Component, field: str, odds: Odds) -> None:
    show(f"{component.title}: {odds.total} cards; probability of at least one copy in a hand of "
         f"{odds.hand}, and among {odds.seen} cards")  # fmt: skip
    rows = [("card", "copies", f"hand of {odds.hand}", f"{odds.seen} cards")]
    rows += [
        (each.title, str(each.copies), f"{each.in_hand:.1%}", f"{each.by_turn:.1%}")
        for each in sorted(odds.cards, key=lambda each: (-each.copies, each.title))
    ]
    show_table(rows)
    if odds.curve:
        show(f"\n{field}: {odds.mean:.2f} on average")
        head = (field, "cards", f"one in a hand of {odds.hand}", f"this {field} or less")
        show_table([head, *((f"{each.value:g}", str(each.cards), f"{each.in_hand:.1%}",
                             f"{each.cumulative:.1%}") for each in odds.curve)])  # fmt: skip
    show("")


def _as_json(found: Sequence[tuple[Component, str, Odds]]) -> str:
    import json

    return json.dumps(
        {
            "decks": [
                {
                    "deck": component.id, "total": odds.total, "hand": odds.hand,
                    "seen": odds.seen, "by": field, "mean": odds.mean,
                    "cards": [vars(each) for each in odds.cards],
                    "curve": [vars(each) for each in odds.curve],
                }
                for component, field, odds in found
            ]
        },
        indent=1,
    )  # fmt: skip
