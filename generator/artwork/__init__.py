"""Converts the SVG of other programs, once, to the subset that the painter supports."""
