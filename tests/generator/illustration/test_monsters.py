"""Monsters: in the colours of the vase, without dark areas where ink is saved."""

from __future__ import annotations

import re

import pytest

from generator.illustration.bestiary import MONSTERS, monster

BODY, LINE, RED, WHITE = "#101010", "#d08040", "#802020", "#f0e0d0"
LIGHT = (
    "bronze-cuirass",
    "column",
    "fleece",
    "greaves",
    "sickle",
    "sun",
    "winged-sandal",
)  # dark lines


@pytest.mark.parametrize("name", MONSTERS)
def test_a_monster_has_the_colours_that_are_asked_for(name: str) -> None:
    drawn = monster(name, BODY, LINE, RED, WHITE, False)
    assert drawn == monster(name, BODY, LINE, RED, WHITE, False)
    found = set(re.findall(r"#[0-9a-f]{6}", drawn))
    assert LINE in found or name in LIGHT
    assert BODY in found
    assert found <= {BODY, LINE, RED, WHITE, "#e6b455"}  # and bronze


@pytest.mark.parametrize("name", MONSTERS)
def test_saving_ink_all_that_has_an_edge_is_white(name: str) -> None:
    drawn = monster(name, "#ffffff", LINE, RED, WHITE, True)
    assert set(re.findall(r"#[0-9a-f]{6}", drawn)) == {"#ffffff", LINE}
    edged = re.findall(r'fill="([^"]+)" stroke="[^"]+" stroke-width="([^"]+)"', drawn)
    assert {fill for fill, width in edged if float(width) < 1} <= {"none", "#ffffff"}
