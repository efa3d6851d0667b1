"""Pictures with too few pixels for their printed size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import run

Edit = Callable[[str, str, str], None]
COARSE = (
    "tiny/cards.yaml:{}: the picture 'dot.png' has 85 pixels per inch at its printed size of "
    "30 x 30 mm; expected 150 or more (250 for a sharp print); print it smaller, or use a "
    "picture of 296 x 296 pixels [resolution]"
)


@pytest.fixture
def shown(tiny: Path, edit: Edit) -> Callable[[int], None]:
    """Put a picture of so many pixels on a card of the tiny game, 30 mm wide, named in its cell."""
    picture = "{{ picture(card.art_file, 10, 30, 30, 30) }}"
    edit(
        "templates/card.svg.j2",
        "{{ art(",
        f"{{% if card.art_file %}}{picture}{{% endif %}}{{{{ art(",
    )
    edit("game.yaml", "fields:\n", "fields:\n      art_file: text?\n")
    edit("cards.yaml", "title: Mill\n", "title: Mill\n    art_file: dot.png\n")
    return lambda pixels: Image.new("RGB", (pixels, pixels), "navy").save(tiny / "dot.png")


def test_a_coarse_picture_is_reported_at_its_cell(tiny: Path, shown: Callable[[int], None]) -> None:
    shown(100)
    text = (tiny / "cards.yaml").read_text("utf-8")
    line = 1 + text[: text.index("dot.png")].count("\n")
    place = f"{line}:15"
    for command in (
        "check tiny",
        "build tiny -o out",
        "export png tiny -o out",
        "export tts tiny -o out",
        "export svg tiny -o out",
        "export mpc tiny -o out",
    ):
        result = run(*command.split())
        assert result.exit_code == 1, command
        assert COARSE.format(place) in result.output, command
        assert result.output.count("pixels per inch") == 1, command
    assert Path("out/tiny-a4.pdf").exists()


def test_a_picture_of_many_cards_is_reported_once(
    tiny: Path, shown: Callable[[int], None], edit: Edit
) -> None:
    shown(100)
    edit("cards.yaml", "title: Ford\n", "title: Ford\n    art_file: dot.png\n")
    edit("cards.yaml", "{title: Hill,", "{title: Hill, art_file: dot.png,")
    assert run("check", "tiny").output.count("pixels per inch") == 1
    waiver = "allow:\n  - {check: resolution, card: mill, reason: Pixel art.}\n"
    edit("game.yaml", "components:\n", f"{waiver}components:\n")
    assert run("check", "tiny").output.count("pixels per inch") == 2  # of the other cards


def test_a_picture_that_is_nearly_sharp_is_a_note(tiny: Path, shown: Callable[[int], None]) -> None:
    shown(200)
    result = run("check", "tiny")
    assert result.exit_code == 0
    assert "note: the picture 'dot.png' has 169 pixels per inch" in result.output
    shown(296)
    assert "pixels per inch" not in run("check", "tiny").output


def test_a_coarse_picture_can_be_allowed(
    tiny: Path, edit: Edit, shown: Callable[[int], None]
) -> None:
    shown(100)
    waiver = "allow:\n  - {check: resolution, card: mill, reason: pixel art}\ncomponents:"
    edit("game.yaml", "components:", waiver)
    assert run("check", "tiny").exit_code == 0
    assert run("build", "tiny", "-o", "out").exit_code == 0


def test_a_picture_in_shared_art_counts_where_it_is_used(tiny: Path, edit: Edit) -> None:
    Image.new("RGB", (100, 100), "navy").save(tiny / "dot.png")
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" width="30mm" height="30mm">'
        '<image href="dot.png" width="30" height="30"/></svg>'
    )
    (tiny / "art.svg").write_text(drawing, "utf-8")
    edit("templates/card.svg.j2", "{{ art(", "{{ picture('art.svg', 10, 30, 15, 15) }}{{ art(")
    told = run("check", "tiny").output
    assert "'dot.png' has 169 pixels per inch at its printed size of 15 x 15 mm" in told
