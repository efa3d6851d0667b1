"""Monsters: in the colours of the vase, without dark areas where ink is saved."""

from __future__ import annotations

import re

import pytest

from generator.illustration.bestiary import MONSTERS, monster
from generator.illustration.vase_props import PROPS

BODY, LINE, RED, WHITE, BRONZE = "#101010", "#d08040", "#802020", "#f0e0d0", "#b09030"
LIGHT = (
    "apple",
    "bronze-cuirass",
    "coin",
    "coins",
    "discus",
    "eye",
    "column",
    "fleece",
    "girdle",
    "greaves",
    "hooked-sword",
    "ram",
    "sickle",
    "spear",
    "sun",
    "thread",
    "winged-sandal",
    "yarn",
)  # dark lines


DRAWN = [*((name, False) for name in MONSTERS), *((name, True) for name in PROPS)]


@pytest.mark.parametrize(("name", "held"), DRAWN)
def test_a_monster_has_the_colours_that_are_asked_for(name: str, held: bool) -> None:
    drawn = monster(name, BODY, LINE, RED, WHITE, BRONZE, False, held)
    assert drawn == monster(name, BODY, LINE, RED, WHITE, BRONZE, False, held)
    found = set(re.findall(r"#[0-9a-f]{6}", drawn))
    assert LINE in found or name in LIGHT
    assert BODY in found or held
    assert found <= {BODY, LINE, RED, WHITE, BRONZE}


@pytest.mark.parametrize(("name", "held"), DRAWN)
def test_saving_ink_all_that_has_an_edge_is_white(name: str, held: bool) -> None:
    drawn = monster(name, "#ffffff", LINE, RED, WHITE, BRONZE, True, held)
    assert set(re.findall(r"#[0-9a-f]{6}", drawn)) == {"#ffffff", LINE}
    edged = re.findall(r'fill="([^"]+)" stroke="[^"]+" stroke-width="([^"]+)"', drawn)
    assert {fill for fill, width in edged if float(width) < 1} <= {"none", "#ffffff"}
