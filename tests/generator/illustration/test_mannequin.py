"""Figures: limbs keep their lengths, every dress and finish is painted, wrong names are told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import dist

import pytest

from generator.illustration import bodies, creatures, finishes, heads, mannequin
from generator.illustration.bodies import HAIRS, HATS, ROBES, BodyPart, Dress, Stance
from generator.illustration.mannequin import bust, seated, standing
from generator.illustration.outlines import circle, points_of, polygon


@pytest.mark.parametrize("hand", [(30, -90), (10, -78), (-20, -40), (200, 0)])
def test_limbs_keep_their_lengths_wherever_the_hand_is(hand: tuple[float, float]) -> None:
    root = (7.6, -79.4)
    elbow, wrist = bodies.joint(root, hand, 16.5, 15.5, 0)
    assert dist(root, elbow) == pytest.approx(16.5, abs=0.3)
    assert dist(elbow, wrist) == pytest.approx(15.5, abs=0.3)


@pytest.mark.parametrize(("robe", "hair", "hat"), [*product(ROBES, HAIRS, HATS)])
def test_every_dress_stays_in_its_room(robe: str, hair: str, hat: str) -> None:
    dress = Dress(robe, hair, hat, beard=True, cloak=True)
    drawn = ((standing(dress), -108, 1), (seated(dress), -84, 1), (bust(dress), -45, 7))
    for parts, low, high in drawn:
        ys = [y for part in parts if part.outline for _, y in points_of(part.outline)]
        assert low < min(ys) < -30
        assert max(ys) < high


def test_hatching_stays_inside_of_an_outline() -> None:
    square = polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
    points = list(points_of(finishes.hatching(square, 0.5)))
    assert len(points) > 10
    assert all(-0.01 <= x <= 10.01 and -0.01 <= y <= 10.01 for x, y in points)
    assert max(x for x, _ in points) == pytest.approx(10)


def test_shade_lies_on_the_right_of_an_outline() -> None:
    square = polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
    points = list(points_of(finishes.shading(square, 0.4)))
    assert {round(x, 6) for x, _ in points} == {6, 10}
    assert all(0 < y < 10 for _, y in points)


def test_shade_does_not_cross_a_gap_in_an_outline() -> None:
    boot = polygon([(0, 0), (4, 0), (4, 10), (40, 10), (40, 20), (0, 20)])
    upper = [x for x, y in points_of(finishes.shading(boot, 0.5)) if y < 10]
    assert max(upper) == pytest.approx(4)


@pytest.mark.parametrize("name", finishes.FINISHES)
def test_a_finish_paints_every_material(name: str) -> None:
    paint = finishes.finish(name, "#111111", "#eeeeee", 0.4, {"mantle": "#ff0000"})
    svg = finishes.painted([BodyPart("mantle", circle(0, 0, 5))], paint)
    assert "#ff0000" in svg
    assert set(paint.fills) == set(finishes.MATERIALS)


def test_unknown_names_are_reported() -> None:
    with pytest.raises(LookupError, match="did you mean 'engraved'"):
        finishes.finish("engraver", "#111111", "#eeeeee", 0.4, {})
    with pytest.raises(LookupError, match="did you mean 'skin'"):
        finishes.finish("flat", "#111111", "#eeeeee", 0.4, {"skn": "#000000"})


@pytest.mark.parametrize("hat", heads.FRONTAL_HATS)
@pytest.mark.parametrize("hair", bodies.HAIRS)
def test_a_head_from_the_front_is_symmetrical(hat: str, hair: str) -> None:
    dress = bodies.Dress(hat=hat, hair=hair, beard=True, frontal=True)
    middle = bodies.HEAD[0]
    for part in heads.head(dress):
        xs = [x - middle for x, _ in points_of(part.outline)]
        if part.material in ("skin", "metal", "mantle"):
            assert min(xs) == pytest.approx(-max(xs), abs=0.2)


def test_a_helmet_has_no_front() -> None:
    with pytest.raises(
        LookupError, match="the hat 'helmet' cannot be drawn from the front; write gaze='side'"
    ):
        heads.head(bodies.Dress(hat="helmet", frontal=True))


def test_a_broad_figure_is_wider_and_as_high() -> None:
    dress = bodies.Dress(robe="tunic")
    sizes = []
    for broad in (0.85, 1.0, 1.3):
        points = [
            point
            for part in mannequin.standing(dress, Stance(broad=broad))
            if part.material == "metal" and part.outline
            for point in points_of(part.outline)
        ]
        sizes.append(max(x for x, _ in points) - min(x for x, _ in points))
    assert sizes == sorted(sizes)
    assert sizes[2] == pytest.approx(sizes[1] * 1.3)


@pytest.mark.parametrize("animal", [creatures.horse, creatures.hound, creatures.barrel])
def test_an_animal_stands_on_the_ground(animal: Callable[[], list[BodyPart]]) -> None:
    ys = [y for part in animal() for _, y in points_of(part.outline)]
    assert max(ys) == pytest.approx(0, abs=1)
    assert -112 < min(ys) < -50


def test_hips_sink_until_both_feet_reach_the_ground() -> None:
    wide = Stance(front=26, back=-26)
    for stance, on_ground in ((wide, False), (mannequin.grounded(wide), True)):
        legs = mannequin.standing(Dress("tunic"), stance)[2:4]
        lowest = [max(y for _, y in points_of(part.outline)) for part in legs]
        assert (min(lowest) == pytest.approx(0, abs=0.1)) is on_ground
    assert mannequin.grounded(Stance()).low == 0


def test_a_centaur_stands_on_hoofs_without_the_legs_of_a_man() -> None:
    parts = mannequin.centaur(Dress("himation"))
    assert len(parts) == len(mannequin.standing(Dress("tunic"))) - 2 + len(creatures.barrel())


def test_wings_spread_to_both_sides_and_lean_with_the_body() -> None:
    upright, tilted = (
        [x for part in creatures.wings(lean) for x, _ in points_of(part.outline)] for lean in (0, 5)
    )
    assert min(upright) == pytest.approx(-max(upright))
    assert max(tilted) == pytest.approx(max(upright) + 5)


def test_a_sword_reaches_from_the_hand_and_a_drawn_bow_has_an_arrow() -> None:
    blade, _ = mannequin.sword((10, -50), 30, 90)
    assert max(x for x, _ in points_of(blade.outline)) == pytest.approx(40)
    slack, drawn = (mannequin.bow((0, 0), 50, 0, pull) for pull in (0, 20))
    assert len(drawn) == len(slack) + 1
    assert min(x for x, _ in points_of(drawn[1].outline)) < -20


def shifts(stance: Stance) -> list[tuple[float, float]]:
    """How far the right end of each part moves when a figure takes a stance."""
    pairs = zip(standing(Dress()), standing(Dress(), stance), strict=True)
    ends = [[max(points_of(part.outline)) for part in pair] for pair in pairs if pair[0].outline]
    return [(new[0] - old[0], new[1] - old[1]) for old, new in ends]


def test_hips_sway_and_the_feet_stay() -> None:
    moved = [x for x, _ in shifts(Stance(sway=4))]
    assert moved[1] == pytest.approx(0, abs=0.4)  # a foot
    assert moved[4] > 1.5  # the dress around the hips
    assert moved[6] == pytest.approx(-1.4)  # the face, to the other side


@pytest.mark.parametrize(("nod", "down"), [(15, 1), (-15, -1)])
def test_a_bowed_head_looks_down_and_a_raised_one_up(nod: float, down: int) -> None:
    moved = shifts(Stance(nod=nod))
    assert moved[6][1] * down > 1  # the nose
    assert moved[3] == (0, 0)  # the dress


@pytest.mark.parametrize("left", [True, False])
def test_hands_of_a_seated_figure_hold_what_is_before_them(left: bool) -> None:
    stance = Stance((15, -45), (18, -50), low=bodies.LAP)
    hand = stance.left if left else stance.right
    assert dist(mannequin.grip(left, stance), hand) < 3
