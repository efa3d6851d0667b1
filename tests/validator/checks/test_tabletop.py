"""What table.yaml names must exist: each wrong name is reported at its line, with those known."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from validator.checks.tabletop import check
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game

# Words of a game's table.yaml, what stands there instead, and what is said of it.
WRONG = [
    ("crazy-eights", "zone: stock", "zone: stack", "the zone 'stack' does not exist; did"),
    ("crazy-eights", "accent: frame", "accent: edge", "the role 'edge' does not exist; known"),
    ("crazy-eights", "  play: Lay", "  lay: Lay", "the mode 'lay' does not exist"),
    ("crazy-eights", "  pass: {", "  skip: {", "the verb 'skip' does not exist"),
    ("crazy-eights", "  play:\n    icon: hand\n    name: Play\n    args: [card, suit]",
     "  play:\n    icon: hand\n    name: Play\n    args: [card]", "'play' has 2 arguments"),
    ("crazy-eights", "card: hand", "card: fist", "the place 'fist' does not exist"),
    ("crazy-eights", "drag: {card:", "drag: {cord:", "the argument of 'play' 'cord' does not"),
    ("crazy-eights", "at: stock", "at: shop", "the zone 'shop' does not exist"),
    ("crazy-eights", "fact: score", "fact: scores", "the fact 'scores' does not exist; did you"),
    ("crazy-eights", "END-01,", "END-91,", "there is no rule 'EIGHTS-END-91'"),
    ("dance-of-muses", "  suns: {one", "  sun: {one", "the fact 'sun' does not exist; did you"),
    ("dance-of-muses", "field: suns,", "field: moons,", "the field of cards 'moons' does not"),
    ("dance-of-muses", "value: swap", "value: swop", "a card with power: 'swop' does not exist"),
    ("dance-of-muses", "[colour]", "[colours]", "the fact 'colours' does not exist; did you mean"),
    ("dance-of-muses", "pool, box,", "pool,", "the plan has no place for: box; put"),
    ("dance-of-muses", "{tokens: Tokens", "{token: Tokens", "the fact 'token' does not exist; did"),
    ("dance-of-muses", "fact: row", "fact: raw", "the fact 'raw' does not exist; did you mean"),
    ("crazy-eights", "size: large", "size: hand", "the middle has no hand: expected size"),
    ("nine-muses", "{zone: Muses, empty", "{zone: Muses, as: board, empty", "has no squares"),
    ("nine-muses", "{zone: Muses, empty", "{zone: Muses, as: list, empty", "mean 'row'"),
    ("dance-of-muses", "won: columns", "won: column", "the fact 'column' does not exist; did you"),
    ("dance-of-muses", "by: colour}", "by: color}", "the fact 'color' does not exist; did you"),
]  # fmt: skip


def said(folder: Path) -> list[str]:
    game = load_game(folder).game
    assert game is not None
    return [str(problem) for problem in check(game)]


@pytest.mark.parametrize(("game", "old", "new", "expected"), WRONG)
def test_a_name_that_nothing_has_is_reported_at_its_line(
    game: str, old: str, new: str, expected: str, tmp_path: Path
) -> None:
    skipped = shutil.ignore_patterns("scripts", "locale", "rulebook.md")
    folder = shutil.copytree(resource("data") / game, tmp_path / game, ignore=skipped)
    file = Path(folder) / "table.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    found = [each for each in said(Path(folder)) if expected in each]
    assert found, said(Path(folder))
    line = text[: text.index(old)].count("\n") + 1
    assert f"table.yaml:{line}:" in found[0] or "has no place" in expected


def test_the_second_hand_of_a_player_is_reported_at_its_line(tmp_path: Path) -> None:
    skipped = shutil.ignore_patterns("scripts", "locale", "rulebook.md")
    folder = Path(
        shutil.copytree(resource("data") / "nine-muses", tmp_path / "two", ignore=skipped)
    )
    file = folder / "table.yaml"
    text = file.read_text("utf-8").replace("{zone: Muses, empty", "{zone: Muses, size: hand, empty")
    file.write_text(text, "utf-8")
    line = text[: text.index("{zone: hand,")].count("\n") + 1
    [found] = said(folder)
    assert f"table.yaml:{line}:31: a player has only one hand" in found


@pytest.mark.parametrize("game", shipped_games())
def test_the_tables_of_the_shipped_games_name_what_there_is(game: str) -> None:
    assert said(resource("data") / game) == []
