"""Marks classes whose values are passed to templates."""


class TemplateValue:
    """A dataclass whose public attributes templates may read."""
