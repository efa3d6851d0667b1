"""Marks the classes whose values templates may read."""


class TemplateValue:
    """Base class of values whose public attributes templates may read."""
