"""PressInks: a grey kit needs black ink alone, on every page and in every form of it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pypdf
import pytest

from generator.drawing.colour import grey_of
from generator.drawing.values import colour
from generator.kit.build import build_kit
from generator.kit.forms import print_form, sheets_of
from generator.kit.options import Options
from tests.conftest import run
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game

# Operators that set a colour of more than one part, or a space that has them.
COLOURED = re.compile(rb"(?<![\w/])(rg|RG|k|K|cs|CS|scn|SCN|sc|SC)(?!\w)")
STRINGS = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9a-f]*>")


def streams(pdf: bytes) -> Iterator[pypdf.generic.StreamObject]:
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    for number in range(1, len(reader.xref[0]) + 1):
        found = reader.get_object(number)
        if isinstance(found, pypdf.generic.StreamObject):
            yield found


def coloured(pdf: bytes) -> set[str]:
    """What of a PDF would need coloured ink."""
    found = set(re.findall(rb"/Device(?:RGB|CMYK)", pdf))
    for stream in streams(pdf):
        if stream.get("/Subtype") == "/Image":
            space: Any = stream["/ColorSpace"]
            assert space == "/DeviceGray"
        elif "/Length1" not in stream and stream.get("/Type") != "/EmbeddedFile":
            found |= set(COLOURED.findall(STRINGS.sub(b"", stream.get_data())))
    return {each.decode() for each in found}


def game(name: str) -> Game:
    loaded = load_game(resource("data") / name)
    assert loaded.game is not None
    return loaded.game


@pytest.mark.parametrize("name", shipped_games())
def test_a_grey_kit_needs_black_ink_alone(name: str) -> None:
    built = build_kit(game(name), Options(ink="grey"))
    assert built.problems == ()
    assert coloured(built.pdf) == set()


def test_a_kit_in_colour_is_found_to_need_it(tiny_game: Game) -> None:
    assert "rg" in coloured(build_kit(tiny_game, Options()).pdf)


def test_a_grey_form_needs_black_ink_alone() -> None:
    muse = game("muse")
    options = Options(sides="fronts", ink="grey")
    sheets, problems = sheets_of(muse, options)
    assert problems == []
    printed = print_form(muse, sheets[0], options)
    assert printed.fields
    assert coloured(printed.pdf) == set()


def test_grey_is_as_light_as_its_colour() -> None:
    assert grey_of(colour("#ffffff")) == pytest.approx(1)
    assert grey_of(colour("#000000")) == 0
    red, green, blue = (grey_of(colour(each)) for each in ("#ff0000", "#00ff00", "#0000ff"))
    assert blue < red < green
    assert colour("#777777")[0] == pytest.approx(grey_of(colour("#777777")))


def test_the_command_line_prints_and_checks_in_grey(tiny: object) -> None:
    result = run("build", "tiny", "--ink", "grey", "--output", "out")
    assert result.exit_code == 0, result.output
    assert "out/tiny-a4-grey.pdf" in result.output
    assert "no problems" in run("check", "tiny", "--ink", "grey").output


@pytest.mark.parametrize(
    ("shade", "grey"),
    [("#000000", 0.0), ("#010101", 1 / 255), ("#0a0a0a", 10 / 255), ("#0b0b0b", 11 / 255),
     ("#0c0c0c", 12 / 255), ("#202020", 32 / 255), ("#303030", 48 / 255), ("#ffffff", 1.0)],
)  # fmt: skip
def test_a_grey_stays_as_it_is(shade: str, grey: float) -> None:
    """The two halves of the curve, for the dark and for the rest, meet without a step."""
    assert grey_of(colour(shade)) == pytest.approx(grey, abs=1e-4)


def test_the_eye_weighs_green_most_and_blue_least() -> None:
    red, green, blue = (grey_of(colour(each)) for each in ("#ff0000", "#00ff00", "#0000ff"))
    assert (red, green, blue) == pytest.approx((0.4984, 0.8626, 0.2979), abs=1e-3)
