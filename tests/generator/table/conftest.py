"""Most tests of the table look at no pictures, which take half of the time of its page."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def driver(plain: Any) -> Any:
    return plain
