"""Marks classes whose values are passed to templates."""


class TemplateValue:
    """A dataclass for templates, which may read all its public attributes."""
