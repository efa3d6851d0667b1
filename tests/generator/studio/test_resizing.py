"""Cards get another size or look after the start: what is drawn follows, one undo takes it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.projects.looks import LOOKS, LookField, drawing
from generator.studio.drafts import looks_of
from generator.studio.drawing import EditedDrawing
from generator.studio.editing import Editor
from generator.studio.resizing import redraw, resize
from generator.studio.tables import EditError
from validator.core.model import Game
from validator.core.sizes import SIZES
from validator.load.game import load_game


def opened(folder: Path) -> tuple[Editor, Game]:
    game = load_game(folder).game
    assert game is not None
    return Editor(folder), game


def face(folder: Path) -> str:
    return (folder / "templates" / "card.svg").read_text()


@pytest.mark.parametrize("said", ["tarot", "[100, 60]"])
def test_a_card_is_stretched_as_its_look_is_drawn_at_that_size(market: Path, said: str) -> None:
    before = face(market)
    editor, game = opened(market)
    resize(editor, game, "cards", said)
    loaded = load_game(market)
    assert loaded.game is not None
    assert not loaded.problems
    size = loaded.game.component("cards").size
    fields = ["kind", "cost", "icon", "what_it_does"]
    kinds = ("one of Stall", "integer", "icon", "text")
    pairs = zip(fields, kinds, strict=True)
    own = drawing(LOOKS["lantern"], [LookField(a, b, a == "what_it_does") for a, b in pairs], size)
    made, wanted = (EditedDrawing(each.encode(), fields, size.width, size.height).elements()
                    for each in (face(market), own))  # fmt: skip
    assert [each.name for each in made] == [each.name for each in wanted]
    for mine, its in zip(made, wanted, strict=True):
        if mine.kind != "path":
            assert mine.box == pytest.approx(its.box, abs=0.06), mine.name
        if "text" in mine.kind:
            assert mine.style["size"] == pytest.approx(its.style["size"], abs=0.01)
    editor.undo()
    assert face(market) == before
    assert "size: poker" in (market / "game.yaml").read_text()


def test_a_look_is_drawn_with_the_fields_that_there_are(market: Path) -> None:
    editor, game = opened(market)
    redraw(editor, game, "cards", "words")
    assert 'fill="#7c3a1d"' in face(market)
    assert "EB Garamond" in (market / "game.yaml").read_text()
    loaded = load_game(market)
    assert not loaded.problems
    assert "shape-inside:url(#what_it_does-box)" in face(market)


def test_the_looks_are_shown_with_a_card_and_nothing_is_changed(market: Path) -> None:
    before = {file: file.read_bytes() for file in market.rglob("*") if file.is_file()}
    pictures: dict[str, bytes] = {}
    shown = looks_of(Editor(market), "cards", 3, pictures)["faces"]
    assert [*shown] == [*LOOKS]
    assert len({pictures[name] for name in shown.values()}) == len(LOOKS)
    assert before == {file: file.read_bytes() for file in market.rglob("*") if file.is_file()}


def test_clipping_is_left_to_inkscape(market: Path) -> None:
    file = market / "templates" / "card.svg"
    file.write_text(face(market).replace("<defs>", '<defs><clipPath id="c"/>'))
    editor, game = opened(market)
    with pytest.raises(EditError, match="resize its page in Inkscape"):
        resize(editor, game, "cards", "tarot")
    assert SIZES["poker"] == game.component("cards").size
