"""Numbers and matrices as PDF operators."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from generator.core.geometry import FARTHEST, TooFarError, cm, rotated


def test_a_matrix_has_six_decimals_and_no_exponent() -> None:
    """Four decimals of a scale are 0.03 mm on a sheet of 600 mm; a cutter sees that."""
    assert cm((1 / 3, 0, 0, 2 / 3, 12.5, -1e-9)) == "0.333333 0 0 0.666667 12.5 -0 cm "
    assert cm((1, 0, 0, 1, 100, 0)) == "1 0 0 1 100 0 cm "
    assert cm((1e-6, 0, 0, 1, 0, 0)).startswith("0.000001 ")


@pytest.mark.parametrize("place", range(6))
def test_what_a_pdf_cannot_hold_is_refused(place: int) -> None:
    for value, fits in ((FARTHEST, True), (-FARTHEST, True), (FARTHEST * 1.01, False),
                        (-FARTHEST * 1.01, False), (float("nan"), False)):  # fmt: skip
        numbers = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
        numbers[place] = value
        a, b, c, d, e, f = numbers
        if fits:
            assert cm((a, b, c, d, e, f))
        else:
            with pytest.raises(TooFarError):
                cm((a, b, c, d, e, f))


@pytest.mark.parametrize("angle", [0, 30, 90, 180, -45])
def test_a_rotation_leaves_its_centre_and_turns_clockwise(angle: float) -> None:
    a, b, c, d, e, f = rotated(angle, 5, 7)
    assert (a * 5 + c * 7 + e, b * 5 + d * 7 + f) == pytest.approx((5, 7))
    right = (a * 6 + c * 7 + e, b * 6 + d * 7 + f)  # a point one to the right of it
    assert right == pytest.approx((5 + cos(radians(angle)), 7 + sin(radians(angle))))
