"""Converts SVG files of other programs, once, to the subset that the painter supports."""
