"""Write the page of a game's rule catalogue as Markdown, with the contents of `pieria rules`.

The site's build makes such a page for every shipped game; the pages are not in the repository.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from validator.core.model import Game
from validator.load.game import load_game
from validator.script.catalogue import Entry, catalogue, scripts_of
from validator.script.play import replay

SHOWN = 3  # places of each sort; the rest is counted


def page(game: Game) -> str:
    """Return the page for a game without problems. All scripts of the game are replayed for it."""
    load = cache(load_game)
    entries = catalogue(game, [replay(file, load=load) for file in scripts_of(game)])
    return "\n".join([*_head(game, entries), *_rules(entries)]) + "\n"


def _head(game: Game, entries: list[Entry]) -> Iterator[str]:
    judged = [entry for entry in entries if entry.judged_by == "referee"]
    both = sum(bool(entry.kept and entry.broken) for entry in judged)
    yield f"# {plain(game.title)}"
    yield ""
    yield f"*{plain(game.licence.credit)}*"
    yield ""
    yield (
        f"{len(entries)} rules, version {plain(game.rules.version)}. The referee judges "
        f"{len(judged)} of them, and scripts keep and break {both} of these."
    )


def _rules(entries: list[Entry]) -> Iterator[str]:
    section = None
    for entry in entries:
        rule = entry.rule
        if rule.section != section:
            section = rule.section
            yield from ("", f"## {plain(section or 'Other rules')}")
        yield from ("", f"### {rule.id}", "", plain(rule.text), "", "{.facts}")
        yield " · ".join(_facts(entry))


def _facts(entry: Entry) -> Iterator[str]:
    yield entry.rule.kind
    yield f"source: {entry.rule.source}"
    yield _judged(entry)
    if entry.enforced and entry.judged_by == "referee":
        yield f"in {_some(entry.enforced)}"
    for word, places in (("kept", entry.kept), ("broken", entry.broken)):
        if places:
            yield f"{word} by {_some([place.rpartition('/')[2] for place in places])}"


def _judged(entry: Entry) -> str:
    if entry.judged_by == "table":
        return "the table judges"
    if entry.judged_by == "nobody":
        return "no referee yet"
    return "the referee judges" + (" in part" if entry.rule.checkable == "partly" else "")


def _some(places: list[str] | tuple[str, ...]) -> str:
    more = len(places) - SHOWN
    shown = ", ".join(f"`{place}`" for place in places[:SHOWN])
    return shown + (f" and {more} more" if more > 0 else "")


def plain(words: str) -> str:
    """Return text with all characters escaped that Markdown would interpret."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|{}~$&" else sign for sign in words)
