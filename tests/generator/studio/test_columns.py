"""What a column holds is chosen anew: game.yaml and the drawing follow, one undo takes it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.studio.columns import set_kind
from generator.studio.editing import Editor
from generator.studio.tables import EditedTable, EditError
from validator.load.game import load_game


def chosen(folder: Path, column: str, kind: str) -> Editor:
    editor = Editor(folder)
    game = load_game(folder).game
    assert game is not None
    set_kind(editor, game, "cards", column, kind)
    return editor


def texts(folder: Path) -> tuple[str, str]:
    return (folder / "game.yaml").read_text(), (folder / "templates" / "card.svg").read_text()


@pytest.mark.parametrize(
    ("column", "kind", "said", "drawn"),
    [
        ("Cost", "text", "cost: text\n", 'id="cost-badge"'),
        ("Cost", "ignore", "Cost: ignore", 'id="kind"'),
        ("Cost", "word", 'cost: "one of 2, 4, 1"', 'id="cost"'),
        ("Icon", "text", "icon: text", 'pieria:field="icon"'),
        ("Kind", "title", "Kind: title", 'id="title"'),
        ("Notes", "text", "Notes: notes", 'id="title"'),
        ("How many", "number", "How many: how_many", 'id="title"'),
        ("Cost", "copies", "Cost: copies", 'id="title"'),
        ("Notes", "guess", "notes: text?", 'id="title"'),
    ],
)
def test_a_column_becomes_another_kind(
    market: Path, column: str, kind: str, said: str, drawn: str
) -> None:
    before = texts(market)
    editor = chosen(market, column, kind)
    game, drawing = texts(market)
    assert said in game
    assert drawn in drawing
    loaded = load_game(market)
    assert loaded.game is not None
    assert not loaded.problems
    found = {each["title"]: each["kind"] for each in editor.deck("cards").columns(table(editor))}
    assert found[column].split(" ")[0] in (kind, "one", "not", "text")
    editor.undo()
    assert texts(market) == before
    editor.redo()
    assert texts(market) == (game, drawing)


def table(editor: Editor) -> EditedTable:
    deck = editor.deck("cards")
    return deck.format.read(deck.data())


def test_a_column_that_is_not_printed_leaves_the_drawing_with_its_badge(market: Path) -> None:
    chosen(market, "Cost", "ignore")
    assert "cost" not in texts(market)[1]


def test_the_only_title_stays(market: Path) -> None:
    with pytest.raises(EditError, match="make another column the title"):
        chosen(market, "Card", "text")


def test_a_template_with_code_that_writes_a_column_is_named_with_its_line(market: Path) -> None:
    game = market / "game.yaml"
    game.write_text(game.read_text().replace("face: card.svg", "face: card.svg.j2"))
    (market / "templates" / "card.svg.j2").write_text("{{ card.title }}\n{{ card.cost }}\n")
    with pytest.raises(EditError, match=r"card\.svg\.j2 defines this column in line 2"):
        chosen(market, "Cost", "ignore")
