"""A moment of fuzzing, always with the same examples; `python tests/fuzz.py` takes its time."""

from __future__ import annotations

import pytest
from fuzz import TARGETS, moment

EXAMPLES = {"loader": 60, "painter": 60, "templates": 40, "scripts": 20, "readback": 60}


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_is_a_traceback(name: str) -> None:
    moment(name, EXAMPLES[name])
