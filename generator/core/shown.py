"""Marks values that are made for templates."""


class TemplateValue:
    """A dataclass for templates, which may read all its public attributes."""
