"""SVG path data to operators, beside what fontTools makes of it."""

from __future__ import annotations

import json
import random
import re

import pytest
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from generator.core.geometry import n
from generator.core.paths import path_operators
from tests.conftest import HERE

TOUGH = (
    "M0 0a5 3 20 0110 4A2 2 0 1 0 3 3z l5 5",
    "m1 1 2 2 3-3h4v5H1V2",
    "M0 0A1 1 0 0 0 100 100A5 5 0 1 1 10 10.001",
    "M0,0C1-1.5.5.5 2 2s3,3 4,4 1 1 1 1z m3 3 1e1 1zM-.0001 0L0 5",
)


class Cubic(BasePen):  # type: ignore[misc]
    """Lines and cubic curves; BasePen makes these of quadratic ones."""

    def __init__(self) -> None:
        super().__init__({})
        self.found: list[tuple[str, list[float]]] = []
        self._moveTo = lambda p: self.found.append(("m", [*p]))
        self._lineTo = lambda p: self.found.append(("l", [*p]))
        self._curveToOne = lambda a, b, c: self.found.append(("c", [*a, *b, *c]))
        self._closePath = lambda: self.found.append(("h", []))


def icons() -> list[str]:
    library = json.loads((HERE.parent / "templates/icons/icons.json").read_text("utf-8"))
    return [entry["d"] for entry in list(library.values())[::9]]


@pytest.mark.parametrize("d", [*icons(), *TOUGH])
def test_a_path_is_drawn_as_fonttools_draws_it(d: str) -> None:
    pen = Cubic()
    parse_path(d, pen)
    found = [
        (each[-1], [float(x) for x in each[:-1].split()])
        for each in re.findall(r"[^mlch]*[mlch]", path_operators(d))
    ]
    assert [kind for kind, _ in found] == [kind for kind, _ in pen.found]
    for (_, values), (_, wanted) in zip(found, pen.found, strict=True):
        assert values == pytest.approx(wanted, abs=0.0011)


def test_a_quadratic_curve_becomes_a_cubic_one() -> None:
    assert path_operators("M0 0Q3 3 6 0T12 0") == (
        "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c "
    )  # the handles lie two thirds of the way to the quadratic one


def test_numbers_are_as_short_as_they_can_be() -> None:
    assert path_operators("M-0.0004 10.500L100 -0.25") == "0 10.5 m 100 -0.25 l "


@pytest.mark.parametrize(
    "d", ["L1 1", "M1", "M1 2 3", "M1 1 L2px 2", "M0 0A1 1 0 2 0 3 3", "M0 0 L1e9 0", "M0 0 z1"]
)
def test_broken_path_data_is_refused(d: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        path_operators(d)


def test_written_path_data_is_rearranged_to_what_reading_it_makes() -> None:
    chance = random.Random(3)

    def points(count: int) -> str:
        return " ".join(n(chance.choice((0, -0.5, 10, 1 / 3, -400))) for _ in range(2 * count))

    for _ in range(300):
        parts = []
        for _ in range(chance.randrange(1, 4)):
            counts = chance.choices((1, 3), k=chance.randrange(5))
            drawn = "".join(f"{'L' if each == 1 else 'C'}{points(each)}" for each in counts)
            parts.append(f"M{points(1)}{drawn}{chance.choice(('', 'Z'))}")
        written = "".join(parts)
        assert path_operators(written) == path_operators(f"{written} ")  # which is read
