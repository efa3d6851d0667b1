"""Drawing functions for templates: figures, beasts, ornaments, scenes. `functions` is the
interface.
"""
