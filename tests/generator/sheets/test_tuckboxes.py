"""Which games get one box for all their pieces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from generator.kit.build import build_kit
from generator.kit.options import Options
from generator.sheets.tuckboxes import BOARD, TAB, Tuckbox, game_box
from validator.core.model import Game
from validator.load.game import load_game


def of(name: Path) -> Game:
    game = load_game(name).game
    assert game is not None
    return game


def test_a_box_holds_all_cards_and_layers_of_tokens() -> None:
    game = of(Path("data/nine-muses"))
    box = game_box(game, 0.3, sleeved=False)
    assert box is not None
    cards = sum(each.pieces for each in game.components if each.kind == "deck")
    tokens = game.component("tokens").pieces
    assert (box.name, box.title, box.cards) == ("Tuckbox: nine-muses", "Nine Muses", cards)
    assert box.depth >= cards * 0.3 + -(-tokens // 8) * BOARD  # two by four on a poker card


@pytest.mark.parametrize("name", ["muse", "dance-of-muses"])
def test_sheets_of_paper_lie_beside_the_box_of_all_other_pieces(name: str) -> None:
    game = of(Path("data") / name)
    box = game_box(game, 0.3, sleeved=False)
    assert box is not None
    assert box.title == game.title


def test_folded_dice_are_as_deep_as_they_are_wide() -> None:
    game = of(Path("data/dance-of-muses"))
    box = game_box(game, 0.3, sleeved=False)
    assert box is not None
    assert box.depth > game.component("dice").size.width / 3


def test_pieces_larger_than_the_cards_and_decks_too_thick_for_a_page_keep_their_own_boxes() -> None:
    assert game_box(of(Path("data/sing-o-muse")), 0.3, sleeved=False) is None


def test_decks_share_a_box_that_cannot_hold_everything() -> None:
    game = of(Path("data/schizonauts"))
    box = game_box(game, 0.3, sleeved=False)
    assert box is not None
    cards = sum(each.pieces for each in game.components if each.boxed)
    assert (box.title, box.cards) == (game.title, cards)
    assert box.depth < cards * 0.3 + BOARD  # coins are kept elsewhere


def test_a_net_larger_than_a_page_is_not_printed() -> None:
    assert game_box(of(Path("data/nine-muses")), 1.5, sleeved=False) is None


def test_a_game_of_one_deck_or_without_a_boxed_one_has_no_box_of_its_own(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("game.yaml", "    boxed: true", "    boxed: false")
    assert game_box(of(tiny), 0.3, sleeved=False) is None


@pytest.mark.parametrize(
    ("width", "depth", "lid", "high"),
    [(40, 10, 12, 88 + 10 + 12 + 9.5 + 1), (60, 10, 18, 88 + 10 + 18 + 9.5 + 1),
     (90, 10, 18, 88 + 10 + 18 + 9.5 + 1), (40, 30, 12, 88 + 30 + 12 + 18 + 1)],
)  # fmt: skip
def test_the_lid_of_a_wide_box_is_no_deeper_than_a_thumb_needs(
    width: float, depth: float, lid: float, high: float
) -> None:
    box = Tuckbox("cards", "Cards", 54, width, 88, depth, False)
    assert box.lid == lid
    assert box.net_height == pytest.approx(high)
    assert box.net_width == 2 * (width + depth) + TAB
    assert box.inside == f"{width} x 88 x {depth} mm"


def test_cuts_show_on_dark_panels_and_leave_no_white_on_the_box(tiny: Path) -> None:
    """Across the left side of the lid: dark colour beyond the cut, white, then the dark lid."""
    dark = "<path d='M-9 -9H400V400H-9Z' fill='#101820'/>"
    (tiny / "templates" / "box.svg.j2").write_text(dark, "utf-8")
    built = build_kit(of(tiny), Options())
    [box] = built.boxes
    number, page = next(
        (number, placed.trim)
        for number, sheet in enumerate(built.pages)
        for placed in sheet.boxes
        if placed.piece == box.name
    )
    assert not box.turned
    x = page.x + (page.width - box.net_width) / 2 + box.width + box.depth
    y = page.y + (page.height - box.key - box.net_height) / 2 + box.lid + box.depth / 3
    scale = 20  # pixels a mm
    printed = pypdfium2.PdfDocument(built.pdf)[number].render(scale=scale * 25.4 / 72)
    picture = printed.to_pil().convert("L")
    beyond, beside, lid = (
        [picture.getpixel((round((x + step / 20) * scale), round(y * scale))) for step in steps]
        for steps in (range(-22, -14), range(-9, -3), range(4, 20))
    )
    assert max(beyond) < 60
    assert min(beside) > 240
    assert max(lid) < 60
