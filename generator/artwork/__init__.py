"""Drawings of other programs, SVG of any kind, to what the painter paints: once, at the border."""
