"""Ornaments as path data."""

from __future__ import annotations

from collections.abc import Callable

ORNAMENTS: dict[str, Callable[..., str]] = {}
