"""What marks values that are made for templates."""


class Shown:
    """A dataclass that is made for templates: they may read everything public of it."""
