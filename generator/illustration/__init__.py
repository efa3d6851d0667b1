"""Drawing functions for templates: figures, beasts, ornaments, scenes. Interface: `functions`."""
