"""Draws certificates as a page of plots: length, scores, wins by seat and strategy, pieces in use.

The page is a template; this module computes the lengths of the bars, as fractions of a panel.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.core.shown import TemplateValue
from generator.kit.front_matter import KitPage
from generator.kit.options import Options
from generator.kit.pages import KitPages
from generator.kit.renderer import KitRenderer
from generator.pdf.writer import About, write_pdf
from generator.sheets.pages import Page
from generator.sheets.paper import PAPERS, USUAL_PAPER
from validator.core.location import Problem
from validator.core.model import Game
from validator.simulate.certificate import Certificate, Need
from validator.simulate.tally import Tally, interval, mean, quantile

TEMPLATE = "shared/plots.svg.j2"
BINS = 24
MOST_PARTS = 8
MOST_INTERVALS = 4  # seats whose bars are wide enough for an interval
PIXELS = 200 / 72  # a point at 200 dots per inch


@dataclass(frozen=True)
class Bar(TemplateValue):
    """A bar in a panel of width and height 1, measured from the bottom left.

    `other` marks bars of the second game.
    """

    x: float
    width: float
    height: float
    label: str = ""
    value: str = ""
    other: float | None = None


@dataclass(frozen=True)
class Plot(TemplateValue):
    """One small plot on a page of plots."""

    title: str
    low: str  # labels of the horizontal axis
    high: str
    note: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Plots(TemplateValue):
    """The plots on a page."""

    names: tuple[str, ...]
    games: str
    seed: int
    rows: tuple[tuple[int, tuple[Plot, ...]], ...]  # number of players and their panels
    strategies: tuple[Bar, ...]
    parts: tuple[Bar, ...]


@dataclass(frozen=True)
class PlotPage:
    """A page of plots, or the problems of the game's theme that prevented it."""

    pdf: bytes
    problems: tuple[Problem, ...] = ()

    def png(self) -> bytes:
        """Return the page as a PNG picture with 200 dots per inch."""
        import pypdfium2

        out = io.BytesIO()
        pypdfium2.PdfDocument(self.pdf)[0].render(scale=PIXELS).to_pil().save(out, "PNG")
        return out.getvalue()


def plot_page(
    game: Game, found: Certificate, other: Certificate | None = None, named: Sequence[str] = ()
) -> PlotPage:
    """Return a page of plots; with two certificates, the second is drawn as outlines.

    `named` are the games as named by the user, because two versions of a game have the same title.
    """
    kit_renderer = KitRenderer(game, Options(USUAL_PAPER, "fronts", "low"))
    pages = KitPages(kit_renderer).leaf(
        KitPage("Plots", "Plots", TEMPLATE, plots(found, other, named))
    )
    if kit_renderer.problems:
        return PlotPage(b"", tuple(sorted(set(kit_renderer.problems))))
    about = About(
        f"{game.title}: {sum(found.games.values()):,} simulated games", game.licence.credit,
        f"seed {found.seed}", game.language, "Simplex",
    )  # fmt: skip
    return PlotPage(_printed(kit_renderer, pages, about))


def _printed(kit_renderer: KitRenderer, pages: Sequence[Page], about: About) -> bytes:
    assert pages
    assert pages[0].paper == PAPERS[USUAL_PAPER].size
    resources, encoder = kit_renderer.painter.resources, kit_renderer.encoder
    return write_pdf(pages, kit_renderer.drawings, resources, encoder, about, lambda _: None)


def plots(found: Certificate, other: Certificate | None = None, named: Sequence[str] = ()) -> Plots:
    """Return the plots for a page; see `plot_page`."""
    rows = []
    for players, tally in found.tallies.items():
        second = other.tallies.get(players) if other else None
        rows.append((players, tuple(_panels(tally, second))))
    names = (found.title, other.title) if other else (found.title,)
    if other and other.title == found.title:
        first, last = [Path(each).resolve().name for each in named] or ("A", "B")
        names = (f"{found.title} ({first})", f"{other.title} ({last})")
    return Plots(names, f"{sum(found.games.values()):,}", found.seed, tuple(rows),
                 tuple(_strategies(found, other)), tuple(_parts(found, other)))  # fmt: skip


def _share(won: int, tally: Tally) -> str:
    """Return a share as ``53 %``, or with its 95 % interval as ``53 % (41–64)``.

    The interval is given if the bars are wide enough.
    """
    games = max(tally.games, 1)
    low, high = interval(won, games)
    wide = tally.players <= MOST_INTERVALS
    return f"{won / games:.0%}" + (f" ({low * 100:.0f}–{high * 100:.0f})" if wide else "")


def _panels(tally: Tally, other: Tally | None) -> Iterator[Plot]:
    yield _histogram("turns", tally.turns, other.turns if other else None)
    if tally.scores:
        yield _histogram("scores", tally.scores, other.scores if other else None)
    shares = [tally.seats[seat] / max(tally.games, 1) for seat in range(tally.players)]
    theirs: list[float] = []
    if other:
        theirs = [other.seats[seat] / max(other.games, 1) for seat in range(tally.players)]
    top, wide = max([*shares, *theirs, 0.01]), 1 / tally.players
    bars = tuple(
        Bar(seat * wide, wide, share / top, f"seat {seat + 1}", _share(tally.seats[seat], tally),
            theirs[seat] / top if theirs else None)
        for seat, share in enumerate(shares)
    )  # fmt: skip
    yield Plot("wins by seat", "", "", f"even: {1 / tally.players:.0%}", bars)


def _histogram(
    title: str, counts: Counter[int] | Counter[float], other: Counter[int] | Counter[float] | None
) -> Plot:
    both = [*counts, *(other or ())]
    if not both:
        return Plot(title, "", "", "none", ())
    low, high = min(both), max(both)
    width = max(1.0, (high - low + 1) / BINS)
    bins = int((high - low) // width) + 1
    mine, theirs = _binned(counts, low, width, bins), _binned(other or Counter(), low, width, bins)
    top = max(*mine, *theirs, 1e-9)
    bars = tuple(
        Bar(index / bins, 1 / bins, share / top, other=theirs[index] / top if other else None)
        for index, share in enumerate(mine)
    )
    note = f"median {quantile(counts, 0.5):g}, mean {mean(counts):.1f}"
    return Plot(title, f"{low:g}", f"{high:g}", note, bars)


def _binned(
    counts: Counter[int] | Counter[float], low: float, width: float, bins: int
) -> list[float]:
    found = [0.0] * bins
    total = sum(counts.values()) or 1
    for value, number in counts.items():
        found[int((value - low) // width)] += number / total
    return found


def _strategies(found: Certificate, other: Certificate | None) -> Iterator[Bar]:
    mine, theirs = _won(found), _won(other) if other else {}
    for index, (name, share) in enumerate(mine.items()):
        yield Bar(index / len(mine), 1 / len(mine), share, name, f"{share:.0%}",
                  theirs.get(name) if other else None)  # fmt: skip


def _won(found: Certificate) -> dict[str, float]:
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for tally in found.tallies.values():
        for name, (games, wins) in tally.by_strategy.items():
            played[name] += games
            won[name] += wins
    return {name: won[name] / played[name] for name in sorted(played)}


def _parts(found: Certificate, other: Certificate | None) -> Iterator[Bar]:
    """Yield a bar for each of the components that were closest to running out."""
    theirs = {need.component: need for need in other.needs} if other else {}
    counted = [need for need in found.needs if need.lies and need.printed]
    nearest = sorted(counted, key=lambda need: (-_share_used(need), need.component))[:MOST_PARTS]
    for index, need in enumerate(nearest):
        second = theirs.get(need.component)
        share = _share_used(second) if second else None
        label, wide = f"{need.most} of {need.printed}", 1 / len(nearest)
        yield Bar(index * wide, wide, min(_share_used(need), 1), need.component, label, share)


def _share_used(need: Need) -> float:
    return need.most / max(need.printed or 0, 1)
