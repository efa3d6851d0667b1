"""Persons in draped cloth: the same from the same values, inside a frame, with errors by name."""

from __future__ import annotations

import re

import pytest

from generator.illustration.arms import limb
from generator.illustration.brush import Brush
from generator.illustration.draped_heads import HATS, Person
from generator.illustration.drapery import POSES, ROBES, _head, person
from generator.illustration.frontal_heads import FRONTAL_HATS
from generator.illustration.hands import GRIPS
from generator.illustration.things import THINGS

INK = "#2d251e"


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("robe", ROBES)
def test_a_person_is_drawn_the_same_each_time_and_saves_ink(pose: str, robe: str) -> None:
    who = Person(robe=robe, left=(-12, -50), right=(12, -60))
    drawn = person(pose, who, INK, False)
    assert drawn == person(pose, who, INK, False)
    saved = person(pose, who, INK, True)
    fills = set(re.findall(r'fill="(#[0-9a-f]{6})"', saved))
    assert (who.mantle if robe == "mantle" else who.cloth) in drawn
    assert who.cloth not in fills
    assert len(saved) < len(drawn)


@pytest.mark.parametrize("robe", ["himation", "peplos", "wrapped"])
@pytest.mark.parametrize("right", [(17.6, -68), (15.4, -76), (11, -60)])
def test_cloth_is_over_the_shoulder_of_a_bare_arm(robe: str, right: tuple[float, float]) -> None:
    who = Person(robe=robe, hair="short", right=right, cloth="#123456")
    drawn = person("bust", who, INK, False)
    head = drawn.index(_head(Brush(INK, False), who))
    assert drawn.index(f'fill="{who.skin}"', head) < drawn.index(f'fill="{who.cloth}"', head)


@pytest.mark.parametrize("bend", [(12, 10), (-12, 10), (-12, -10), (12, -10)])
@pytest.mark.parametrize("wrist", [(0, 24), (24, 0), (-24, 0), (0, -24)])
def test_a_bent_arm_has_no_hole_at_its_elbow(
    bend: tuple[float, float], wrist: tuple[float, float]
) -> None:
    def turns(outline: str) -> float:
        """Twice the area of an outline: negative if it runs the other way round."""
        ends = [tuple(map(float, each.split()[-2:])) for each in re.split("[MLCZ]", outline)[1:-1]]
        return sum(
            a[0] * b[1] - a[1] * b[0] for a, b in zip(ends, ends[1:] + ends[:1], strict=True)
        )

    drawn = re.search('d="([^"]+)"', limb(Brush(INK, False), "#f4dfc4", (0, 0), bend, wrist))
    assert drawn
    parts = [f"M{part}" for part in drawn[1].split("M")[1:]]
    assert len({turns(part) > 0 for part in parts}) == 1


@pytest.mark.parametrize("hat", HATS)
def test_every_hat_is_seen(hat: str) -> None:
    bare = person("bust", Person(), INK, False)
    assert (person("bust", Person(hat=hat), INK, False) != bare) == bool(hat)


@pytest.mark.parametrize("hat", FRONTAL_HATS)
@pytest.mark.parametrize(("hair", "beard"), [("short", True), ("long", False), ("none", False)])
def test_a_head_turned_to_the_viewer_shows_hair_hat_and_beard(
    hat: str, hair: str, beard: bool
) -> None:
    who = Person(hat=hat, hair=hair, beard=beard, frontal=True)
    drawn = person("bust", who, INK, False)
    assert drawn != person("bust", who._replace(frontal=False, hat=""), INK, False)
    assert (drawn != person("bust", who._replace(hat=""), INK, False)) == bool(hat)
    assert (who.locks in drawn) == (hair != "none" or beard)
    saved = person("bust", who, INK, True)
    assert who.locks not in re.findall(r'fill="(#[0-9a-f]{6})"', saved)


def test_an_empty_hand_on_the_hip_is_in_front_of_the_cloth_with_its_forearm() -> None:
    def drawn_over_girdle(left: tuple[float, float]) -> str:
        """What is drawn after the girdle, which is over the cloth, and before the farther hand."""
        drawn = person("bust", Person(left=left, hat="veil"), INK, False)
        girdle, hand = (
            drawn.index("M-6.5 -61.6"),
            drawn.index(f"translate({left[0]:g} {left[1]:g})"),
        )
        return drawn[girdle:hand]

    assert Person().skin in drawn_over_girdle((-13, -54))
    assert not drawn_over_girdle((4, -54))


@pytest.mark.parametrize("thing", THINGS)
def test_every_thing_can_be_held_by_every_grip(thing: str) -> None:
    drawn = {
        person("bust", Person(held=({"hand": "right", "grip": each, "thing": thing},)), INK, False)
        for each in GRIPS
    }
    assert len(drawn) == len(GRIPS)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ({"hand": "right", "grip": "grab"}, "no grip 'grab'"),
        ({"hand": "left", "thing": "lyra"}, "there is no object 'lyra'; did you mean 'lyre'?"),
    ],
)
def test_a_name_that_does_not_exist_is_an_error(held: dict[str, str], told: str) -> None:
    with pytest.raises(LookupError, match=re.escape(told)):
        person("standing", Person(held=(held,)), INK, False)
