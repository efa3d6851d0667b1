"""Marks values that are made for templates."""


class Shown:
    """A dataclass for templates, which may read all its public attributes."""
