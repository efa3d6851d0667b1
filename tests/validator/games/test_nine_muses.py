"""Nine Muses: which rule is named first where several are broken."""

from __future__ import annotations

from functools import cache

import pytest

from validator.load.game import load_game
from validator.script.play import replay_text

load = cache(load_game)
# The pool lacks Craft and Ethics, and Ann's Muses give both.
SCARCE = """game: nine-muses
players: [Ann, Bob]
cards:
  Clio: {benefit: {C: 2, E: 1}}
start:
  pool: [0, 6, 0]
  Ann: {craft: 9, muses: [Clio], hand: [Heron]}
  Bob: {craft: 1, ethics: 2, hand: [Heron]}
---
"""


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("Ann collect from Bob 1 science", "NINE-KNOW-05"),
        ("Ann collect from Bob 3 craft", "NINE-KNOW-03"),
        ("Ann collect from Bob 2 craft", "NINE-KNOW-04"),
        ("Ann collect from Ann 1 craft", "NINE-KNOW-03"),
        ("Ann take 1 craft from Bob", "NINE-KNOW-03"),
        ("Ann take 1 craft from pool", "NINE-KNOW-06"),
    ],
)
def test_a_rule_is_named_before_the_ruling_that_explains_it(move: str, rule: str) -> None:
    (refusal,) = replay_text(f"{SCARCE}{move}\n", "x.play", load).refusals.values()
    assert refusal.rule == rule
